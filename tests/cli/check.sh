# Sourced by the shell tests of this folder, called as TEST T2T_PIPELINE SOURCE_DIR: a scratch folder, and counted checks.
set -u
tool=$(realpath "$1")
source=$(realpath "$2")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
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
finish() {  # the summary; the status of the test
  echo "$passed passed, $failed failed"
  [ "$failed" -eq 0 ]
}
