#!/usr/bin/env bash
# Computes the published curve again. The thesis's program estimates the share of solvable games by a rule, which also takes
# some unsolvable games for solvable (tools/bench/published/rule.cpp). For each size n this script prints the share of random
# games that the rule takes for solvable, once with the sort of the C++ library and once with a stable sort; the share that was
# published (data/published-estimates.csv); and z, how many standard deviations each of the two is from the published share.
#
#	tools/bench/published.sh [GAMES [SIZE...]]
#
# Without arguments it draws 10,000 games of each size from 4 to 22, in a minute. A size is at most 52. Needs Go, and g++ with
# its own library: the kink of the published curve at 17 players comes from this library's sort.
set -euo pipefail
export LC_ALL=C
cd "$(dirname "$0")/../.."
games=${1:-10000}
sizes=("${@:2}")
[ $# -gt 1 ] || mapfile -t sizes < <(seq 4 22)

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
go build -o "$work/enumerate" ./cmd/enumerate
g++ -O2 -std=c++17 -o "$work/published" tools/bench/published/rule.cpp

printf '%3s %10s %10s %10s %8s %8s\n' n rule "stable" published z "z stable"
for n in "${sizes[@]}"; do
	# Convert the players from letters, as in a code of enumerate, to numbers from 0, as in the program of the thesis.
	"$work/enumerate" generate random --n "$n" --count "$games" --format code |
		awk 'BEGIN { letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz" }
			{ printf "%d", NF
			  for (p = 1; p <= NF; p++) printf " %d %d", index(letters, substr($p, 1, 1)) - 1, index(letters, substr($p, 2)) - 1
			  print "" }' >"$work/games"
	read -r _ rule < <("$work/published" <"$work/games")
	read -r _ stable < <("$work/published" stable <"$work/games")
	awk -F , -v n="$n" -v games="$games" -v rule="$rule" -v stable="$stable" '
		function z(share) { return (share - $3) / sqrt($3 * (1 - $3) * (1 / games + 1 / $2)) }
		$1 == n { printf "%3d %10.4f %10.4f %10.4f %8.2f %8.2f\n", n, rule / games, stable / games, $3, z(rule / games), z(stable / games) }' data/published-estimates.csv
done
