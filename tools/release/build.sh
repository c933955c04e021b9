#!/usr/bin/env bash
# Builds a release of the current commit: an archive for each system, container images for Linux if buildah is
# installed and RELEASE_IMAGES is not "no", and checksums. An archive has the program, its manual pages, a page of
# all verbs, completions, README with all documents and data (texts.sh), and the licences of the program and of all
# linked modules. The program contains what enumerate web --export needs. The same commit and the same Go build the
# same archives, byte for byte.
#
# The version is that of CITATION.cff. A commit without its tag, such as v1.0.0, is a development version, which is
# named after the commit too.
#
#     tools/release/build.sh [DIR [SYSTEM/ARCHITECTURE...]]        default: dist, all systems
#
# Needs Go, tar, gzip and zip.
set -euo pipefail
cd "$(dirname "$0")/../.."

dist=$(mkdir -p "${1:-dist}" && cd "${1:-dist}" && pwd)
shift || true
targets=("$@")
[ $# -gt 0 ] || targets=({linux,darwin,windows}/{amd64,arm64})

version=$(sed -n 's/^version: //p' CITATION.cff)
tag=$(git describe --tags --exact-match --dirty 2> /dev/null || true)
case $tag in
"v$version") ;;
'' | *-dirty) version=$version-dev.$(git describe --always --dirty --exclude '*' --abbrev=12) ;; # the same length in every clone
*)
	echo "the tag is $tag, but CITATION.cff has version $version: correct one of them" >&2
	exit 1
	;;
esac
variable=$(go list -m)/internal/build.version
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH CGO_ENABLED=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

go test ./cmd/enumerate -run 'ManualPage|PageOfVerbs' -man "$work/man" -verbs "$work/verbs.md"
go test ./tools/release -systems "$(IFS=,; echo "${targets[*]}")" -licences "$work/THIRD-PARTY-LICENSES"
mkdir "$work/completions"
for shell in bash zsh fish powershell; do
	go run ./cmd/enumerate completion "$shell" > "$work/completions/enumerate.$shell"
done

# image OS ARCHITECTURE PROGRAM: a container image in an OCI archive.
image() {
	mkdir -p "$work/image"
	cp LICENSE "$work/THIRD-PARTY-LICENSES" "$work/image"
	cp "$3" "$work/image/enumerate"
	local store=(--storage-driver vfs --root "$work/store" --runroot "$work/run")
	buildah "${store[@]}" build --quiet --isolation chroot --timestamp "$SOURCE_DATE_EPOCH" --platform "$1/$2" \
		--file tools/release/Containerfile --tag "enumerate:$version" "$work/image" > "$work/id"
	buildah "${store[@]}" push --quiet "$(cat "$work/id")" "oci-archive:$dist/enumerate-$version-$1-$2.oci.tar:enumerate:$version"
}

tools/release/offline.sh "$work/offline" "-X $variable=$version"
overlay= # of the directory that the tag offline embeds, which the checkout lacks
for file in program.bin wasm_exec.js source.tar.gz; do
	overlay+=${overlay:+, }"\"$PWD/rooms/web/embedded/$file\": \"$work/offline/$file\""
done
echo "{\"Replace\": {$overlay}}" > "$work/overlay.json"
for target in "${targets[@]}"; do
	os=${target%/*} architecture=${target#*/}
	name=enumerate-$version-$os-$architecture program=enumerate
	[ "$os" != windows ] || program=enumerate.exe
	mkdir "$work/$name"
	GOOS=$os GOARCH=$architecture go build -trimpath -tags offline -overlay "$work/overlay.json" -ldflags "-s -w -X $variable=$version" \
		-o "$work/$name/$program" ./cmd/enumerate
	cp -r "$work/THIRD-PARTY-LICENSES" "$work/man" "$work/verbs.md" "$work/completions" "$work/$name"
	tools/release/texts.sh "$work/$name"
	chmod -R u=rwX,go=rX "$work/$name"
	find "$work/$name" -exec touch -d "@$SOURCE_DATE_EPOCH" {} +
	rm -f "$dist/$name".*
	if [ "$os" = windows ]; then
		(cd "$work" && find "$name" | LC_ALL=C sort | TZ=UTC zip -q -X "$dist/$name.zip" -@)
	else
		tar -C "$work" --sort=name --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX -cf - "$name" | gzip -9n > "$dist/$name.tar.gz"
	fi
	if [ "$os" = linux ] && [ "${RELEASE_IMAGES:-}" != no ] && command -v buildah > "$work/buildah"; then
		image "$os" "$architecture" "$work/$name/$program"
	fi
done
cd "$dist"
sha256sum enumerate-"$version"-* > SHA256SUMS
ls -l
