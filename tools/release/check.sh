#!/usr/bin/env bash
# Tries a release that build.sh made in a directory, as far as this system can: checksums, the links of the texts in
# each archive, the program, its licences, manual pages and completions, and the container image.
#
#     tools/release/check.sh DIR
set -euo pipefail
links=$(cd "$(dirname "$0")" && pwd)/links.sh
dist=$(cd "$1" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

fail() {
	echo "$*" >&2
	exit 1
}

cd "$dist"
sha256sum --check --quiet SHA256SUMS
for archive in enumerate-*; do
	grep -q "  $archive\$" SHA256SUMS || fail "no checksum of $archive"
done
cd "$work"

for archive in "$dist"/enumerate-*; do
	case $archive in
	*.oci.tar) continue ;;
	*.zip) unzip -q "$archive" -d unpacked ;;
	*) mkdir unpacked && tar -xzf "$archive" -C unpacked ;;
	esac
	"$links" unpacked/* || fail "$archive has dead links"
	rm -rf unpacked
done

system=$(go env GOOS)-$(go env GOARCH)
tar -xzf "$dist"/enumerate-*-"$system".tar.gz
cd enumerate-*-"$system"
./enumerate version > "$work/version"
./enumerate --n 5 --db "$work/release.db" --format csv > "$work/terms"
grep -q "^wonderwall,5,walk,0/1,248832,2084," "$work/terms"
./enumerate solve data/examples/four.txt > "$work/verdict"
grep -q "^solvable" "$work/verdict"
./enumerate --game choices --n 3 --judge 'awk -f data/judges/picked.awk' --db "$work/release.db" --format csv > "$work/judged"
grep -q '^choices:judge=picked+unpicked@' "$work/judged"
# The program alone, without a compiler and outside of any checkout, writes a copy of the page.
mkdir "$work/alone"
cp enumerate "$work/alone"
(cd "$work/alone" && PATH=/nowhere ./enumerate web --export "$work/space/copy")
[ -s "$work/space/copy/index.html" ]
gzip -dc < "$work/space/copy/program.bin" > "$work/program.wasm"
cmp -n 4 "$work/program.wasm" <(printf '\0asm')
cmp "$(go env GOROOT)/lib/wasm/wasm_exec.js" "$work/space/copy/wasm_exec.js"
go version -m enumerate | awk '$1 == "dep" { print $2, $3 }' > "$work/linked"
[ -s "$work/linked" ]
while read -r module; do
	grep -q "^$module, " THIRD-PARTY-LICENSES || fail "no licence of $module"
done < "$work/linked"
for page in man/*.1; do
	LC_ALL=C MANWIDTH=80 man --warnings --local-file "$page" > "$work/page" 2> "$work/warnings"
	[ -s "$work/page" ] || fail "$page is empty"
	[ ! -s "$work/warnings" ] || fail "$page: $(cat "$work/warnings")"
done
mandoc -T lint man/*.1 > "$work/lint" || fail "mandoc: $(cat "$work/lint")"
./enumerate --help | sed -n '/^Verbs:/,/^$/s/^  \([a-z]*\) .*/\1/p' > "$work/verbs"
[ -s "$work/verbs" ] || fail "the help lists no verbs"
while read -r verb; do
	[ "$verb" != completion ] || continue
	[ -s "man/enumerate-$verb.1" ] || fail "no manual page for $verb"
	grep -q "^## enumerate $verb\$" verbs.md || fail "verbs.md has no section for $verb"
done < "$work/verbs"
# What bash offers after "enumerate dr", without the package bash-completion.
bash --norc -c 'source completions/enumerate.bash; PATH=$PWD:$PATH
	compopt() { :; }
	COMP_LINE="enumerate dr" COMP_POINT=12 COMP_WORDS=(enumerate dr) COMP_CWORD=1
	__start_enumerate; printf "%s\n" "${COMPREPLY[@]}"' > "$work/offered"
grep -q '^draw' "$work/offered"
# zsh reads its completion from a start-up file that has not called compinit, and from a directory of functions.
HOME=$work zsh -f -c 'source completions/enumerate.zsh && [[ ${_comps[enumerate]} = _enumerate ]]' 2> "$work/warnings" ||
	fail "completions/enumerate.zsh: $(cat "$work/warnings")"
[ ! -s "$work/warnings" ] || fail "completions/enumerate.zsh: $(cat "$work/warnings")"

store=(--storage-driver vfs --root "$work/store" --runroot "$work/run")
container=$(buildah "${store[@]}" from --quiet "oci-archive:$(echo "$dist"/enumerate-*-"$system".oci.tar)")
buildah "${store[@]}" run --isolation chroot "$container" -- /enumerate --n 5 --format csv > "$work/terms"
grep -q "^wonderwall,5,walk,0/1,248832,2084," "$work/terms"
cmp THIRD-PARTY-LICENSES "$(buildah "${store[@]}" mount "$container")/THIRD-PARTY-LICENSES"
echo "the release works on $system"
