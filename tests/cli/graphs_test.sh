#!/usr/bin/env bash
# Graphs, reports and explanations as users ask for them. usage: graphs_test.sh T2T_PIPELINE SOURCE_DIR
. "$(dirname "$0")/check.sh"

softmax=$source/examples/softmax.py

check "call graphs and the chain" status 0 "$tool" "$softmax" --dot-dir=calls --dot-kind=calls,stages
check "have files of their own" bash -c '[ "$(ls calls/*.calls.dot | wc -l)" -eq 22 ] && [ -f calls/stages.dot ]'
check "graphs of chosen functions" status 0 "$tool" "$softmax" --dot-dir=some --dot-after=21 --dump-funcs='soft*'
check "leave the others out" bash -c '! grep -q "main (" some/21_after_finish.dot'
check "a list of functions" status 0 "$tool" "$softmax" --dot-dir=list --dot-after=21 --dump-funcs=softmax,main
check "draws each of them" bash -c 'grep -q "softmax (" list/21_after_finish.dot && grep -q "main (" list/21_after_finish.dot'
check "an unknown kind of graph is a usage error" status 2 "$tool" "$softmax" --dot-dir=calls --dot-kind=call
check "that names the nearest" grep -q "did you mean 'calls'" err
check "a kind without a folder has no effect" status 2 "$tool" "$softmax" --dot-kind=calls
if command -v dot >/dev/null; then
  check "dot reads every graph" bash -c 'for f in calls/*.dot some/*.dot; do dot -Tsvg -o /dev/null "$f" || exit 1; done'
  check "pictures" status 0 "$tool" "$softmax" --dot-dir=svg --dot-after=12,21 --svg
  check "one beside each graph" bash -c '[ "$(ls svg/*.svg | wc -l)" -eq 2 ]'
else
  echo "graphviz is not installed: no graph is drawn"
fi
check "without graphviz it says so" status 2 env PATH=/nowhere "$tool" "$softmax" --dot-dir=nosvg --svg
check "and names it" grep -q 'needs graphviz' err
check "and keeps the graphs" [ -f nosvg/00_frontend.dot ]
check "a report" status 0 "$tool" "$softmax" --report=run.html -o result.py
check "is one page" grep -q '</html>' run.html
check "an explanation" status 0 "$tool" "$softmax" --explain=softmax.x -o result.py
check "goes to stderr" grep -q 'x is loaded once for all' err
check "an unknown name is a usage error" status 2 "$tool" "$softmax" --explain=softmx
check "that names the nearest one" grep -q "did you mean 'softmax'" err

printf 'import pypto.language as pl\n\n@pl.program\nclass Bad:\n    @pl.function(type=pl.FunctionType.InCore)\n    def k(x: pl.Tensor[[64], pl.FP32]) -> pl.Tensor[[64], pl.FP32]:\n        y: pl.Tensor[[64], pl.FP32] = pl.test.tensor_op_no_conv(x)\n        return y\n' >unconverted.py
check "an operator nobody converts is refused" status 1 "$tool" unconverted.py
check "by its name" grep -q 'test.tensor_op_no_conv.* has no registered tile conversion' err
check "an operator is explained" status 0 "$tool" --explain-op=tensor.matmul
check "with what is done to its operands" grep -q 'loaded into Mat; viewed transposed when a_trans' out
check "an unknown operator is not" status 2 "$tool" --explain-op=tensor.matmull

finish
