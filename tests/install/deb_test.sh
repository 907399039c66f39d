#!/usr/bin/env bash
# The Debian package of the tools, installed into a root that holds the packages it depends on and nothing else.
# usage: deb_test.sh CPACK BUILD_DIR SOURCE_DIR
set -euo pipefail
cpack=$1 build=$2 source=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "deb: $*" >&2; exit 1; }
for needed in dpkg-deb dpkg-shlibdeps dpkg-query dpkg-architecture readelf; do
  command -v "$needed" >/dev/null || { echo "$needed is not here"; exit 77; }
done

(cd "$work" && "$cpack" --config "$build/CPackConfig.cmake" -B "$work/cpack" -D CPACK_COMPONENTS_ALL=tools \
   -D CPACK_DEBIAN_COMPRESSION_TYPE=gzip >log 2>&1) || { cat "$work/log"; fail "cpack failed"; }
package=$(ls "$work"/cpack/t2t_*.deb)
depends=$(dpkg-deb --field "$package" Depends)
for library in libc6 libstdc++6 libabsl libfmt; do
  grep -q "$library" <<<"$depends" || fail "Depends does not name $library: $depends"
done

# Everything that Depends leads to, with the files those packages have here.
names() { sed -E 's/\([^)]*\)//g; s/[|,]/\n/g' | sed 's/ //g; s/:any//; /^$/d'; }
declare -A seen=()
queue=($(names <<<"$depends"))
while [ ${#queue[@]} -gt 0 ]; do
  next=${queue[0]} queue=("${queue[@]:1}")
  [ -z "${seen[$next]:-}" ] || continue
  dpkg-query -W -f='${Status}' "$next" 2>/dev/null | grep -q 'ok installed' || continue
  seen[$next]=1
  queue+=($(dpkg-query -W -f='${Depends}, ${Pre-Depends}' "$next" | names))
done
root=$work/root
mkdir -p "$root"/{usr/bin,usr/lib,usr/lib64}
ln -s usr/lib "$root/lib"
ln -s usr/lib64 "$root/lib64"
for name in "${!seen[@]}"; do
  dpkg-query -L "$name" | sed -nE '/\/lib(64)?\/.*\.so(\.|$)/p' | while read -r file; do
    [ -d "$file" ] || { mkdir -p "$root$(dirname "$file")" && cp -P "$file" "$root$file"; }
  done
done
dpkg-deb -x "$package" "$root"

# The root's own loader, which is told to look there alone.
loader=$(readelf --program-headers "$root/usr/bin/t2t-pipeline" | sed -n 's/.*program interpreter: \(.*\)\]/\1/p')
loader=$(readlink -f "$loader")
multiarch=$(dpkg-architecture -q DEB_HOST_MULTIARCH)
libraries=$root/usr/lib/$multiarch:$root/lib/$multiarch
cp "$source/examples/softmax.py" "$work"
for tool in pipeline diff bisect reduce run fuzz; do
  run=("$root$loader" --inhibit-cache --library-path "$libraries" "$root/usr/bin/t2t-$tool")
  "${run[@]}" --help | grep "^usage: t2t-$tool" >/dev/null || fail "t2t-$tool does not run"
  ! "$root$loader" --inhibit-cache --library-path "$libraries" --list "$root/usr/bin/t2t-$tool" | grep -E '=> ' |
    grep -vF "=> $root" || fail "t2t-$tool takes a library from outside"
  [ -s "$root/usr/share/man/man1/t2t-$tool.1" ] || fail "t2t-$tool has no manual page"
done
"$root$loader" --inhibit-cache --library-path "$libraries" "$root/usr/bin/t2t-pipeline" "$work/softmax.py" | grep tile.exp >/dev/null ||
  fail "nothing is lowered"
for file in bash-completion/completions/t2t-pipeline zsh/vendor-completions/_t2t-pipeline doc/t2t/copyright; do
  [ -s "$root/usr/share/$file" ] || fail "no $file"
done
[ -z "$(find "$root/usr/include" -name '*.h' 2>/dev/null)" ] || fail "headers belong into t2t-dev"
echo "$(basename "$package") runs with $depends"
