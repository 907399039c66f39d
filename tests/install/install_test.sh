#!/usr/bin/env bash
# What cmake --install gives: tools that run, a package that others build passes and tools with.
# usage: install_test.sh CMAKE BUILD_DIR SOURCE_DIR; CXX, CXXFLAGS and CMAKE_GENERATOR are those of the build
set -euo pipefail
cmake=$1 build=$2 source=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "install: $*" >&2; exit 1; }

"$cmake" --install "$build" --prefix "$work/t2t" >"$work/log" || fail "$(tail -n 5 "$work/log")"
root=$work/t2t
for tool in pipeline diff bisect reduce run fuzz; do
  "$root/bin/t2t-$tool" --help | grep "^usage: t2t-$tool" >/dev/null || fail "t2t-$tool does not run"
  [ -s "$root/share/man/man1/t2t-$tool.1" ] || fail "t2t-$tool has no manual page"
done
[ -s "$root/share/bash-completion/completions/t2t-pipeline" ] || fail "no completion for bash"
[ -s "$root/share/zsh/site-functions/_t2t-pipeline" ] || fail "no completion for zsh"
config=$(dirname "$(find "$root" -name t2tConfig.cmake)")
for path in "$source" "$build" -Werror; do
  ! grep -rnF -e "$path" "$config" || fail "the package names $path"
done

# The examples as they lie there, so that nothing comes from the source tree.
make() { "$cmake" -S "$1" -B "$2" "-DCMAKE_PREFIX_PATH=$root" "-DCMAKE_CXX_COMPILER=$CXX" "-DCMAKE_CXX_FLAGS=$CXXFLAGS" >"$work/log" 2>&1 &&
         "$cmake" --build "$2" >"$work/log" 2>&1 || { cat "$work/log"; fail "$1 does not build"; }; }
make "$root/share/doc/t2t/examples/plugin" "$work/plugin"
cp "$root/share/doc/t2t/examples/softmax.py" "$work/in.py"
"$root/bin/t2t-pipeline" "--load-pass=$work/plugin/libdrop_double_neg.so" "$work/in.py" --verify=strict -o "$work/out.py"
"$root/bin/t2t-pipeline" "--load-pass=$work/plugin/libdrop_double_neg.so" --list-passes | grep '^02 drop-double-neg' >/dev/null ||
  fail "the library built against what is installed adds no pass"

make "$source/tests/install/consumer" "$work/consumer"
"$work/consumer/lower" <"$work/in.py" | cmp - "$work/out.py" || fail "a tool linked with t2t::pipeline lowers differently"

# Each component is of use without the other.
alone() { "$cmake" --install "$build" --component "$1" --prefix "$work/$1" >"$work/log" || fail "$(tail -n 5 "$work/log")"; }
alone dev
alone tools
finds() { "$cmake" -S "$source/tests/install/find" -B "$work/find-$1" "-DCMAKE_PREFIX_PATH=$2" "-DALSO=${3:-}" >"$work/log" 2>&1 ||
          { cat "$work/log"; fail "find_package fails with $1"; }; }
finds dev "$work/dev"
finds both "$root" "t2t-pipeline;t2t-fuzz"
"$work/tools/bin/t2t-pipeline" --version >/dev/null || fail "the tools alone do not run"
for folder in "$root" "$work/dev"; do
  [ -s "$folder/share/doc/t2t-dev/copyright" ] || fail "no copyright of t2t-dev"
  [ -z "$(find "$folder/share/doc" -name '*.1')" ] || fail "manual pages lie among the documentation"
done
echo "installed tools run, a pass and a tool build against the package"
