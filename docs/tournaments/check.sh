#!/usr/bin/env bash
# Builds the tournaments in a module outside this tree, as docs/reference/ruleset.md describes, and compares the
# results of the walk and the count with known numbers. Needs no network if the tree's modules are in the
# module cache ("go mod tidy" in the tree downloads them).
set -euo pipefail
tree=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$tree/docs/tournaments/main.go" "$tree/go.sum" "$work"
cd "$work"
module=$(cd "$tree" && go list -m)
go mod init tournaments
go mod edit -require "$module@v0.0.0" -replace "$module=$tree"
go mod tidy
go build -o tournaments .

# expect COLUMN NUMBERS ARGUMENT... fails unless the sizes 3..6 have these numbers.
expect() {
	local column=$1 numbers=$2 found
	shift 2
	./tournaments "$@" --game tournaments --n 3..6 --db runs.db --quiet > /dev/null
	found=$(./tournaments results --game tournaments --db runs.db --format bfile --column "$column" |
		grep -v '^#' | cut -d ' ' -f 2 | paste -s -d ' ')
	if [ "$found" != "$numbers" ]; then
		echo "tournaments $*: $column: $found, want $numbers" >&2
		exit 1
	fi
}
expect strong-classes "1 1 6 35"              # by the walk: https://oeis.org/A051337
expect strong-games "2 24 544 22320" --resume # from the stored walk: https://oeis.org/A054946
expect strong-games "2 24 544 22320" count    # also fails if the stored walk disagrees
if ./tournaments --n 8 --db runs.db --quiet 2> refused || ! grep -q 'n 8: for tournaments, expected 1 to 7 vertices' refused; then
	{ echo "tournaments --n 8: expected a refusal"; cat refused; } >&2
	exit 1
fi
echo "tournaments: ok"
