#!/usr/bin/env bash
# Runs every program of a conformance suite beside the repository, when there is one, with --check-values.
# usage: values_test.sh TOOL SOURCE_DIR. Lists what cannot run, and why; fails when a pass changes a value.
set -u
suite=$2/../shared/conformance
[ -d "$suite" ] || { echo "skipped: no conformance suite beside the repository"; exit 77; }
log=$(mktemp)
trap 'rm -f "$log"' EXIT
checked=0 refused=0 failed=0
for program in "$suite"/*/*.before.py; do
  case=${program%.before.py}
  [ -e "$case.error" ] || [ -e "$case.malformed" ] && continue
  flags=()
  [ -e "$case.flags" ] && read -r -a flags <"$case.flags"
  "$1" "$program" ${flags[@]+"${flags[@]}"} --check-values --repro-dir=. -o /dev/null 2>"$log"
  status=$?
  name=${case#"$suite"/}
  grep 'was not run' "$log" | sed "s|^|$name: |"
  case $status in
    0) checked=$((checked + 1)) ;;
    1) refused=$((refused + 1)) ;;
    *) failed=$((failed + 1)); echo "FAILED $name"; grep -m1 'pass' "$log" ;;
  esac
done
echo "$checked programs keep their values, $refused are refused, $failed failed"
[ "$failed" -eq 0 ]
