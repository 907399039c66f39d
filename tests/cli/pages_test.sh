#!/usr/bin/env bash
# Languages, and the generated pages of the documentation. usage: pages_test.sh T2T_PIPELINE SOURCE_DIR
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
