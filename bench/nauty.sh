#!/usr/bin/env bash
# Prints, from one run on one machine, how many classes this program counts per
# CPU second, and how many graphs nauty's geng does: the same kind of work,
# orderly generation up to isomorphism, counted only.
#
#	bench/nauty.sh [N]     size of the games, 8 unless told
#
# Installs nauty from the Debian archive if it is not there (as root).
set -euo pipefail
cd "$(dirname "$0")/.."
n=${1:-8}

if ! command -v nauty-geng >/dev/null; then
	apt-get update -qq && apt-get install -y -qq nauty >/dev/null
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
go build -o "$work/enumerate" ./cmd/enumerate

# cpu COMMAND... runs a command, its output aside, and prints its CPU seconds.
cpu() {
	local TIMEFORMAT='%U %S'
	{ time "$@" >"$work/out" 2>"$work/err"; } 2>&1 | awk '{ printf "%.2f", $1 + $2 }'
}

seconds=$(cpu "$work/enumerate" --n "$n" --quiet --format csv --db "$work/bench.db")
classes=$(awk -F, 'NR == 2 { print $6 }' "$work/out")
awk -v what="enumerate --n $n" -v c="$classes" -v s="$seconds" \
	'BEGIN { printf "%-20s %15s classes %8.2f CPU s %10.1f million/s\n", what, c, s, c / s / 1e6 }'

seconds=$(cpu nauty-geng -u 10)
graphs=$(sed -n 's/^>Z \([0-9]*\) graphs.*/\1/p' "$work/err")
awk -v what="nauty-geng -u 10" -v c="$graphs" -v s="$seconds" \
	'BEGIN { printf "%-20s %15s graphs  %8.2f CPU s %10.1f million/s\n", what, c, s, c / s / 1e6 }'
