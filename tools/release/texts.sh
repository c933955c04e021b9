#!/usr/bin/env bash
# Copies the texts and data of an archive into a directory: README and all documents, what these link to, and the
# data that their commands read. Only tracked files are copied, as they are in the checkout.
#
#     tools/release/texts.sh DIR
set -euo pipefail
dir=$(mkdir -p "$1" && cd "$1" && pwd)
cd "$(dirname "$0")/../.."
# data/claims is not copied: documents are generated from it, and its links are those of the documents.
git ls-files -z -- LICENSE README.md CITATION.cff CONTRIBUTING.md SECURITY.md CODE_OF_CONDUCT.md docs data rooms/proofs tools/clusters \
	':!data/claims' ':!data/*.go' ':!data/results.sh' ':!rooms/proofs/*.go' |
	xargs -0 cp --parents --target-directory "$dir"
