#!/usr/bin/env bash
# Finds the numbers of docs/results.md and writes them there, and those of spies and of
# nimbers into data/bfiles:
#
#	docs/results.sh            all of them, in some minutes
#	docs/results.sh --quick    what takes seconds, and compares the document's rows with it
#
# It stores its runs in the database that ENUMERATE_DB names, and goes on with them.
set -euo pipefail
cd "$(dirname "$0")/.."

quick=
if [ "${1:-}" = --quick ]; then quick=yes; fi
program=$(mktemp -d)
trap 'rm -rf "$program"' EXIT
go build -o "$program" ./cmd/enumerate
PATH="$program:$PATH"

# table GAME QUICK ALL METHOD... finds the totals of sizes by methods, of the sizes QUICK
# or ALL, and does with the document what is to be done.
table() {
	local game=$1 sizes=$3
	if [ -n "$quick" ]; then sizes=$2; fi
	shift 3
	for method in "$@"; do
		enumerate --game "$game" --method "$method" --n "$sizes" --resume --quiet >/dev/null
	done
	if [ -n "$quick" ]; then
		enumerate results --game "$game" --check docs/results.md
	else
		enumerate results --game "$game" --into docs/results.md
	fi
}

table spies 1..13 1..16 walk count
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

if [ -z "$quick" ]; then
	enumerate results --game spies --bfiles data/bfiles
	enumerate results --game nimbers --bfiles data/bfiles
fi
