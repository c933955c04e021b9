#!/usr/bin/env bash
# Finds the numbers of docs/results.md and writes them there, and those of spies, nimbers
# and antonim into data/bfiles:
#
#	docs/results.sh            all of them, in half an hour or so
#	docs/results.sh --quick    what takes seconds, and compares the document with it
#
# It stores its runs in the database that ENUMERATE_DB names, and goes on with them. A
# table of runs stands between "results" and "end of results"; what a command prints
# between "output: COMMAND" and "end of output".
set -euo pipefail
cd "$(dirname "$0")/.."

quick=
if [ "${1:-}" = --quick ]; then quick=yes; fi
program=$(mktemp -d)
trap 'rm -rf "$program"' EXIT
go build -o "$program" ./cmd/enumerate
PATH="$program:$PATH"

# totals GAME SIZES METHOD... finds the totals of sizes by methods.
totals() {
	local game=$1 sizes=$2
	shift 2
	for method in "$@"; do
		enumerate --game "$game" --method "$method" --n "$sizes" --resume --quiet >/dev/null
	done
}

# document GAME writes the table of a ruleset into the document, or compares it.
document() {
	if [ -n "$quick" ]; then
		enumerate results --game "$1" --check docs/results.md
	else
		enumerate results --game "$1" --into docs/results.md
	fi
}

# table GAME QUICK ALL METHOD... does both, for the sizes QUICK or ALL.
table() {
	local game=$1 sizes=$3
	if [ -n "$quick" ]; then sizes=$2; fi
	shift 3
	totals "$game" "$sizes" "$@"
	document "$game"
}

# outputs prints the document with what its commands print now; of long ones only
# if everything is found.
outputs() {
	local line command inside=
	while IFS= read -r line; do
		case $line in
		"<!-- output: "*" -->" | "<!-- long output: "*" -->")
			echo "$line"
			command=${line#*output: }
			if [ -z "$quick" ] || [ "${line#<!-- long}" = "$line" ]; then
				inside=yes
				ENUMERATE_DB="$program/none.db" bash -c "${command% -->}"
			fi
			;;
		"<!-- end of output -->")
			inside=
			echo "$line"
			;;
		*) if [ -z "$inside" ]; then echo "$line"; fi ;;
		esac
	done <docs/results.md
}

if [ -z "$quick" ]; then totals spies 20 walk; fi # seven CPU minutes
table spies 1..13 1..19 walk count
table nimbers 2..7 2..9 walk
table nimbers 2..9 2..14 count
table nimbers:chips=unordered 2..7 2..8 walk
table nimbers:chips=unordered 2..9 2..14 count
table nimbers:dag=complete 2..9 2..10 walk
table nimbers:dag=complete 2..15 2..20 subsets sizes
table nimbers:dag=complete 2..9 2..12 frontier
for reading in "" ,preset=document; do
	table "jump:players=1$reading" 2..3 2..4 walk count boards
	table "jump:players=2$reading" 2..3 2..3 walk count boards
	table "jump:rows=1,values=0..4,players=2$reading" 3..7 3..9 walk count boards
done
table jump:rows=1,values=0..4,players=2,order=landed 3..7 3..9 walk boards
table antonim 1..14 1..20 walk
table antonim 1..22 1..34 count lexicode
for largest in 20 40 60 80 100 120 140 160 180 200 500 1000 2000; do
	if [ -n "$quick" ] && [ "$largest" -gt 500 ]; then continue; fi
	totals antonim:heaps=4 "$largest" count lexicode
	if [ "$largest" -le 100 ]; then totals antonim:heaps=4 "$largest" walk; fi
done
document antonim:heaps=4
for largest in 10 20 30 40 50 60 100 200 300; do
	if [ -n "$quick" ] && [ "$largest" -gt 100 ]; then continue; fi
	totals antonim:heaps=5 "$largest" count
	if [ "$largest" -le 40 ]; then totals antonim:heaps=5 "$largest" walk; fi
done
document antonim:heaps=5
for largest in 10 20 30 40 60 80 100; do
	if [ -n "$quick" ] && [ "$largest" -gt 60 ]; then continue; fi
	totals antonim:heaps=6 "$largest" count
	if [ "$largest" -le 30 ]; then totals antonim:heaps=6 "$largest" walk; fi
done
document antonim:heaps=6
table rotisserie:heaps=4 1..20 1..20 walk count order
table rotisserie:heaps=5 1..12 1..20 walk count order
table rotisserie:heaps=6 1..9 1..15 walk count order
table rotisserie:heaps=7 1..6 1..11 walk
table rotisserie:heaps=7 1..9 1..15 count order
table rotisserie:heaps=8 1..5 1..8 walk
table rotisserie:heaps=8 1..8 1..15 count order
table col 1..11 1..16 walk reduce formula
table col:colours=leaves 1..8 1..12 walk reduce formula
table col:colours=all 1..6 1..9 walk reduce formula

outputs >"$program/results.md"
if [ -n "$quick" ]; then
	diff docs/results.md "$program/results.md"
else
	cp "$program/results.md" docs/results.md
	for game in spies nimbers antonim; do
		enumerate results --game "$game" --bfiles data/bfiles
	done
fi
