#!/usr/bin/env bash
# Compares the operator registry with the table beside the repository, when there is one. usage: operator_table_test.sh TOOL SOURCE_DIR
# The only difference is the one that docs/decisions.md explains: tensor.expand_clone writes its second operand.
set -u
check=$2/../shared/tools/opcheck
if [ ! -f "$check" ]; then
  echo "skipped: no operator table beside the repository"
  exit 77
fi
out=$(python3 "$check" --tool "$1" -v)
echo "$out"
[ "$(echo "$out" | grep -c '^  ')" -eq 1 ] && echo "$out" | grep -q '^  tensor.expand_clone: argument_effects: .*write_channel: '
