#!/usr/bin/env bash
# Makes in a directory what a copy of the page needs that no server answers (enumerate web --export): the
# page's handlers as WebAssembly, what starts them, and the source of the commit at hand.
#
#     tools/release/offline.sh DIR [FLAGS FOR THE LINKER]
set -euo pipefail
dir=$(mkdir -p "$1" && cd "$1" && pwd)
cd "$(dirname "$0")/../.."
# A tenth smaller if nothing of the standard library is inlined.
GOOS=js GOARCH=wasm go build -trimpath -gcflags=std=-l -ldflags "-s -w ${2:-}" -o "$dir/program" ./rooms/web/offline
gzip -9n < "$dir/program" > "$dir/program.bin" # by this name no web space takes it for a page that is compressed
rm "$dir/program"
cp "$(go env GOROOT)/lib/wasm/wasm_exec.js" "$dir"
git archive --format=tar HEAD | gzip -9n > "$dir/source.tar.gz"
