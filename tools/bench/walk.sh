#!/usr/bin/env bash
# Compares the speed of the walk with that of another commit. Both programs walk the same part of a size three times, in turn,
# on one core. For each walk the script prints a line: the CPU seconds of the process, and how many classes it counts in a
# second. Needs GNU time.
#
#     tools/bench/walk.sh [N [PART [COMMIT]]]
#
# Without arguments it walks part 1/16 of n = 9, and compares with the commit before the one that lets the walk settle the last
# three players at once.
set -euo pipefail
cd "$(dirname "$0")/../.."
n=${1:-9} part=${2:-1/16} commit=${3:-c33ba08}

work=$(mktemp -d)
trap 'git worktree remove --force "$work/tree"; rm -rf "$work"' EXIT
git worktree add --quiet --detach "$work/tree" "$commit"
(cd "$work/tree" && go build -o "$work/other" ./cmd/enumerate)
go build -o "$work/this" ./cmd/enumerate

for round in 1 2 3; do
	for which in other this; do
		/usr/bin/time -f '%U %S' -o "$work/time" "$work/$which" --n "$n" --shard "$part" --workers 1 --quiet --db "$work/$which-$round.db" --format json >"$work/out" 2>/dev/null
		classes=$(sed 's/"verdicts".*//; s/.*"classes":"\([0-9]*\)".*/\1/' "$work/out")
		awk -v c="$classes" -v what="$which" -v n="$n" -v p="$part" \
			'{ s = $1 + $2; printf "n = %d, part %s  %-6s %15.0f classes %8.2f CPU s %9.1f million/s\n", n, p, what, c, s, c / s / 1e6 }' "$work/time"
	done
done
