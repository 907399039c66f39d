#!/usr/bin/env bash
# --watch: runs again after a save, shows what changed, ends when told to. usage: watch_test.sh T2T_PIPELINE SOURCE_DIR
set -u
tool=$1
work=$(mktemp -d)
trap 'kill "$watcher" 2>/dev/null; rm -rf "$work"' EXIT
cd "$work" || exit 1
cp "$2/examples/axpy.py" k.py

"$tool" --watch k.py >out 2>err &
watcher=$!
wait_for() {  # wait_for FILE TEXT: until it stands there, or half a minute is over
  for _ in $(seq 300); do
    grep -q -- "$2" "$1" && return 0
    sleep 0.1
  done
  echo "FAILED: '$2' never appeared in $1"
  cat out err
  exit 1
}
wait_for err 'lowered in'
wait_for out 'pl.tile.muls(.*2.0)'
sed 's/y \* 2$/y * 3/' k.py >new && mv new k.py    # a save by renaming
wait_for err 'lines changed'
wait_for out '^+.*3.0)'
grep -q '^-.*2.0)' out || { echo "FAILED: the old line is not shown"; cat out; exit 1; }
echo 'y = = 3' >>k.py                              # a broken program is reported, the watch goes on
wait_for err 'not lowered'
kill -INT "$watcher"
wait "$watcher"
code=$?
wait_for err 'no longer watched'
[ "$code" -eq 1 ] || { echo "FAILED: exit status $code instead of 1, that of the last run"; exit 1; }
[ -z "$(ls "${TMPDIR:-/tmp}"/t2t-watch-* 2>/dev/null)" ] || echo "note: result files of other runs are around"
if "$tool" --watch nowhere.py >/dev/null 2>&1; then echo "FAILED: a missing file is watched"; exit 1; fi
echo "watch: all as expected"
