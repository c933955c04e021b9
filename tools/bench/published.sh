#!/usr/bin/env bash
# Draws the published curve again: the share of random games that the rule of the thesis's
# program takes for solvable (tools/bench/published/rule.cpp), with the library's sort and with a stable
# one, next to the published share (data/published-estimates.csv). z is how many standard
# deviations they are apart.
#
#	tools/bench/published.sh [GAMES [SIZE...]]
#
# Without arguments 10,000 games of each size from 4 to 22, in a minute. Sizes are at most 52.
# Needs Go, and g++ with its own library, whose sort makes the kink at 17 players.
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
	# The players of a code are the letters from A; those of the program numbers from 0.
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
