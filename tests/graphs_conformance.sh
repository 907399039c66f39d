#!/usr/bin/env bash
# Optional: every graph of every conformance program is accepted by `dot -Tsvg`. Takes some minutes.
# usage: graphs_conformance.sh T2T_PIPELINE SOURCE_DIR [changed|all]
set -u
tool=$1
folder=$2/../shared/conformance
which=${3:-changed}
command -v dot >/dev/null || { echo "skipped: graphviz is not installed"; exit 77; }
[ -d "$folder" ] || { echo "skipped: no conformance programs beside the repository"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
programs=0
graphs=0
failed=0
for program in "$folder"/*/*.before.py; do
  flags=()
  [ -f "${program%.before.py}.flags" ] && read -ra flags <"${program%.before.py}.flags"
  rm -rf "$work/dots"
  "$tool" "$program" "${flags[@]}" --dot-dir="$work/dots" --dot-after="$which" --dot-kind=dataflow,calls,stages \
    >/dev/null 2>&1
  [ $? -le 1 ] || { echo "FAILED: the tool on $program"; failed=$((failed + 1)); continue; }
  ls "$work"/dots/*.dot >/dev/null 2>&1 || continue  # refused before the first stage
  programs=$((programs + 1))
  graphs=$((graphs + $(ls "$work"/dots/*.dot | wc -l)))
  if ! find "$work/dots" -name '*.dot' -print0 | xargs -0 -n 200 dot -Tsvg >/dev/null 2>"$work/said" ||
      grep -q rror "$work/said"; then
    echo "FAILED: $program"
    head -n 3 "$work/said"
    failed=$((failed + 1))
  fi
done
echo "$programs programs, $graphs graphs, $failed failed"
[ "$failed" -eq 0 ]
