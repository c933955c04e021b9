#!/usr/bin/env bash
# Finds the totals of data/results and writes them there:
#
#	data/results.sh            all except those of Ninja Assassin Wonderwall, in about half an hour
#	data/results.sh --quick    only those that take seconds, and compares them with the files
#
# It stores its runs in the database that ENUMERATE_DB names, and resumes them. Totals in data/results that it
# does not find itself stay. Then it makes the b-files again.
set -euo pipefail
cd "$(dirname "$0")/.."

quick=
if [ "${1:-}" = --quick ]; then quick=yes; fi
program=$(mktemp -d)
trap 'rm -rf "$program"' EXIT
go build -o "$program" ./cmd/enumerate
PATH="$program:$PATH"
into=data/results
if [ -n "$quick" ]; then
	into=$program/results
	cp -r data/results "$into"
fi

# totals GAME SIZES METHOD... finds the totals of sizes by methods.
totals() {
	local game=$1 sizes=$2
	shift 2
	for method in "$@"; do
		enumerate --game "$game" --method "$method" --n "$sizes" --resume --quiet >/dev/null
	done
}

# file GAME writes the totals of a ruleset to its file in data/results.
file() { enumerate results --game "$1" --into "$into"; }

# table GAME QUICK ALL METHOD... finds the totals of a ruleset, for the sizes QUICK with --quick and otherwise ALL, and writes
# them to its file.
table() {
	local game=$1 sizes=$3
	if [ -n "$quick" ]; then sizes=$2; fi
	shift 3
	totals "$game" "$sizes" "$@"
	file "$game"
}

# printed FILE VERB ARGUMENT... writes the output of a verb to a file of data/results.
printed() {
	local file=$into/$1.csv
	shift
	ENUMERATE_DB="$program/none.db" enumerate "$@" --format csv >"$program/printed.csv"
	cp "$program/printed.csv" "$file"
}

# long FILE VERB ARGUMENT... does the same as printed, but not with --quick, because the verb takes long.
long() {
	if [ -z "$quick" ]; then printed "$@"; fi
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
	table "jump:players=1$reading" 2..3 2..4 walk count
	table "jump:players=2$reading" 2..3 2..3 walk count
	table "jump:rows=1,values=0..4,players=2$reading" 3..7 3..9 walk count
done
table jump:rows=1,values=0..4,players=2,order=landed 3..7 3..9 walk count
table antonim 1..14 1..20 walk
table antonim 1..22 1..34 count lexicode
for largest in 20 40 60 80 100 120 140 160 180 200 500 1000 2000; do
	if [ -n "$quick" ] && [ "$largest" -gt 500 ]; then continue; fi
	totals antonim:heaps=4 "$largest" count lexicode
	if [ "$largest" -le 100 ]; then totals antonim:heaps=4 "$largest" walk; fi
done
file antonim:heaps=4
for largest in 10 20 30 40 50 60 100 200 300; do
	if [ -n "$quick" ] && [ "$largest" -gt 100 ]; then continue; fi
	totals antonim:heaps=5 "$largest" count
	if [ "$largest" -le 40 ]; then totals antonim:heaps=5 "$largest" walk; fi
done
file antonim:heaps=5
for largest in 10 20 30 40 60 80 100; do
	if [ -n "$quick" ] && [ "$largest" -gt 60 ]; then continue; fi
	totals antonim:heaps=6 "$largest" count
	if [ "$largest" -le 30 ]; then totals antonim:heaps=6 "$largest" walk; fi
done
file antonim:heaps=6
table rotisserie:heaps=4 1..20 1..20 walk count order
table rotisserie:heaps=5 1..12 1..20 walk count order
table rotisserie:heaps=6 1..9 1..15 walk count order
table rotisserie:heaps=7 1..6 1..11 walk
table rotisserie:heaps=7 1..9 1..15 count order
table rotisserie:heaps=8 1..5 1..8 walk
table rotisserie:heaps=8 1..8 1..15 count order
table col 1..11 1..16 walk formula
table col:colours=leaves 1..8 1..12 walk formula
table col:colours=all 1..6 1..9 walk formula

# The values of positions, and how often each occurs.
printed values/nimbers values --game nimbers --n 2..6
printed values/antonim values --game antonim --n 1..8
printed values/greedy values --game greedy --n 1..6
printed values/rotisserie-heaps=4 values --game rotisserie:heaps=4 --n 1..6
long values/col values --game col --n 1..16
printed values/col-colours=leaves values --game col:colours=leaves --n 1..10

# Samples of sizes for which no exact totals are known, for the curve.
long samples/wonderwall sample --n 12..100 --trials 100000

if [ -n "$quick" ]; then
	diff -r data/results "$into"
else
	for game in spies nimbers antonim wonderwall; do
		enumerate results --game "$game" --from data/results --bfiles data/bfiles
	done
fi
