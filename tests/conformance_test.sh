#!/usr/bin/env bash
# Runs a conformance suite beside the repository, when there is one. usage: conformance_test.sh TOOL SOURCE_DIR MODE
set -u
suite=$2/../shared/tools/conformance
if [ ! -x "$suite" ] && [ ! -f "$suite" ]; then
  echo "skipped: no conformance suite beside the repository"
  exit 77
fi
log=$(python3 "$suite" --tool "$1" --mode "$3" 2>&1)
status=$?
printf '%s\n' "$log"
[ "$status" -eq 0 ] && exit 0
# Differences that docs/decisions.md explains are named in tests/conformance_known.txt, one "mode group/case" a line.
unexplained=$(printf '%s\n' "$log" | grep -E "^  $3 [0-9]" | sed -E 's/^  ([a-z]+ [^:]+):.*/\1/' | grep -vxFf "$2/tests/conformance_known.txt")
[ -z "$unexplained" ]
