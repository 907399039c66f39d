#!/usr/bin/env bash
# The command line as its users meet it. usage: cli_test.sh T2T_PIPELINE SOURCE_DIR
set -u
tool=$1
source=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
passed=0
failed=0

check() {  # check NAME CONDITION...
  local name=$1
  shift
  if "$@"; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "FAILED: $name"
  fi
}
status() {  # status WANTED COMMAND...: exit status, output kept in out and err
  local wanted=$1 got
  shift
  "$@" >out 2>err
  got=$?
  [ "$got" -eq "$wanted" ] || { echo "  status $got instead of $wanted: $*"; head -n 5 err; return 1; }
}

softmax=$source/examples/softmax.py

for example in "$source"/examples/*.py; do
  check "lowers $(basename "$example")" status 0 "$tool" "$example" --verify=strict
  cp out first
  check "lowers $(basename "$example") again" status 0 "$tool" "$example" --verify=strict
  check "two runs of $(basename "$example") give the same bytes" cmp -s first out
  check "the chain changes nothing in its own output, $(basename "$example")" status 0 "$tool" first --expect=first
done

check "stdout holds the program alone" bash -c "'$tool' '$softmax' 2>/dev/null | head -n 1 | grep -q '^# pypto.program: Softmax'"
check "a dump folder" status 0 "$tool" "$softmax" --dump-after=all --dump-dir=dumps
check "is numbered without gaps" bash -c '[ "$(ls dumps/*.py | wc -l)" -eq 22 ] && [ -f dumps/00_frontend.py ]'
"$tool" "$softmax" >final.py 2>/dev/null
for dump in dumps/[0-9][0-9]_after_*.py; do
  pass=${dump##*_after_}
  check "the chain goes on from $dump" status 0 "$tool" "$dump" --start-after="${pass%.py}" --expect=final.py
done
check "graphs of every stage" status 0 "$tool" "$softmax" --dot-dir=dots
check "one file per stage" bash -c '[ "$(ls dots/*.dot | wc -l)" -eq 22 ]'
if command -v dot >/dev/null; then
  check "dot reads them" bash -c 'for f in dots/*.dot; do dot -Tsvg -o /dev/null "$f" || exit 1; done'
fi
check "stopping early" status 0 "$tool" "$softmax" --stop-after=share-loads
check "shows the stage" grep -q 't2t.as_tensor' out

printf 'import pypto.language as pl\n\n@pl.program\nclass Bad:\n    @pl.function(type=pl.FunctionType.InCore)\n    def k(x: pl.Tensor[[64], pl.FP32]) -> pl.Tensor[[64], pl.FP32]:\n        y: pl.Tensor[[64], pl.FP32] = pl.tensor.exq(x)\n        return y\n' >bad.py
check "an unknown operator is the user's error" status 1 "$tool" bad.py
check "with file, line and column" grep -q 'bad.py:7:' err
check "and the nearest name" grep -q 'tensor.exp' err
check "a missing file is a usage error" status 2 "$tool" nowhere.py
check "an unknown pass is a usage error" status 2 "$tool" "$softmax" --stop-after=share-load
check "that names the nearest pass" grep -q 'share-loads' err
check "an unknown flag is a usage error" status 2 "$tool" "$softmax" --dump-afer=all
check "a mandatory pass cannot be disabled" status 2 "$tool" "$softmax" --disable=convert-ops
for pass in stage-full-writes canonicalize-scalar-fills analyze-effects infer-consumer-space box-cube-m box-cube-n \
            share-loads lower-producers apply-cache-policy forward-wrapper-outputs upgrade-directions \
            narrow-acc-carries; do
  check "without $pass" status 0 "$tool" "$source/examples/split_k.py" --disable="$pass"
done
printf '' >empty.py
check "an empty file is refused" status 1 "$tool" empty.py
head -c 300 "$softmax" >cut.py
check "a cut-off file is refused" status 1 "$tool" cut.py
printf 'x\0y' >nul.py
check "NUL bytes are refused" status 1 "$tool" nul.py
head -c 200000 /dev/zero | tr '\0' '(' >deep.py
check "deep nesting is refused" status 1 "$tool" deep.py

check "a language by name" bash -c "'$tool' --show-language=tiled | grep -q '^language tiled: '"
check "the language behind a pass" bash -c "'$tool' --show-language=convert-ops | grep -q '^language tiled: '"
check "an unknown language" status 2 "$tool" --show-language=tilde
check "names the nearest" grep -q "did you mean 'tiled'" err
check "the difference of two languages" status 0 "$tool" --diff-languages=bridged,tiled
check "tensor computation is gone" grep -q '^-tensor computation' out
check "two languages are needed" status 2 "$tool" --diff-languages=tiled
for page in flags:--help-docs passes:--list-passes=docs operators:--list-ops=docs verifiers:--list-verifiers=docs \
            languages:--show-language=docs; do
  check "docs/${page%%:*}.md is what ${page#*:} prints" status 0 "$tool" "${page#*:}"
  check "docs/${page%%:*}.md is up to date" cmp -s out "$source/docs/${page%%:*}.md"
done

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
