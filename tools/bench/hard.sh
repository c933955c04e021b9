#!/usr/bin/env bash
# Measures how long `enumerate` and other solvers take for hard games, and prints a table in Markdown. docs/papers/hard.md
# describes the games: coronenes and circulants; traps and Steiner games, which are hard for other algorithms; and the
# games in data/hard, which were made from formulas or found by TestHunt of tools/bench.
#
#	tools/bench/hard.sh [--into docs/papers/hard.md] [GAME...]
#
# A GAME is a file, or a command such as "generate steiner --n 99" in one argument. Without a GAME the script measures all
# games of the list below. --into puts the table into a document, between the two lines that name this script. All games
# take an hour or two, because each solver may take 60 CPU seconds and 4 GiB of memory for each game.
#
# Needs Go. Also measures the solvers clingo, cadical and cryptominisat5, if they are installed:
#
#	apt-get install gringo cadical cryptominisat
#
# (The package gringo contains clingo.) In the column of a solver that is missing, the table says "not installed". The
# solvers have the settings of tools/bench/solvers.sh. Times are CPU seconds, user and system, of a process that reads the
# game or, for cadical and cryptominisat5, its formula. A formula has n^3/3 clauses, so there is none for more than 300 players.
#
# Exits with 1 if two solvers disagree, or if a solver fails for another reason than a limit.
set -euo pipefail
export LC_ALL=C
cd "$(dirname "$0")/../.."

limit=60 # CPU seconds
memory=$((4 << 20)) # KiB
most_formula=300 # players

into=
if [ "${1:-}" = --into ]; then
	into=${2:?tools/bench/hard.sh: --into needs a document}
	shift 2
fi
games=("$@")
if [ ${#games[@]} = 0 ]; then
	games=(
		"generate coronene --side 4 --shuffle"
		"generate coronene --side 5 --shuffle"
		"generate coronene --side 6 --shuffle"
		"generate coronene --side 7 --shuffle"
		"generate coronene --side 8 --shuffle"
		"generate coronene --side 9 --shuffle"
		"generate circulant --n 101 --a 57 --b 70 --nobody 3"
		"generate circulant --n 301 --a 151 --b 266 --nobody 2 --seed 2"
		"generate circulant --n 1001 --a 502 --b 884 --nobody 2"
		"generate circulant --n 3001 --a 572 --b 2977 --nobody 2"
		"generate circulant --n 3001 --a 1506 --b 2650 --nobody 3 --seed 3"
		"generate circulant --n 4999 --a 572 --b 2977 --nobody 2"
		"generate trap --copies 300"
		"generate steiner --n 99"
		data/hard/*.txt
	)
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
go build -o "$work/enumerate" ./cmd/enumerate
go build -o "$work/solvable" ./tools/bench/solvable

faults=0

# fault SENTENCE... prints what went wrong, and lets the script fail at its end.
fault() {
	echo "tools/bench/hard.sh: $*" >&2
	faults=$((faults + 1))
}

# cpu COMMAND... runs a command within the limits of time and memory, and writes its output to $work/out. It sets the
# variables status, the command's exit status, and ms, its CPU time in milliseconds.
cpu() {
	local TIMEFORMAT='%3U %3S' user system
	status=0
	{ time { (ulimit -t "$limit" -v "$memory" && exec "$@" >"$work/out" 2>"$work/err"); }; } 2>"$work/time" || status=$?
	read -r user system < <(tail -n 1 "$work/time")
	ms=$((10#${user/./} + 10#${system/./}))
}

# cell SOLVER COMMAND... lets a solver solve the present game, and writes its cell of the table to $work/cell: the CPU
# seconds, or the limit that the solver exceeded. If an earlier solver found another verdict, that is a fault.
cell() {
	local solver=$1 found
	shift
	if ! command -v "$1" >/dev/null; then
		echo "not installed" >"$work/cell"
		return
	fi
	cpu "$@"
	case $status in
	0) found=$(head -n 1 "$work/out" | cut -d ' ' -f 1) ;;
	10 | 30) found=solvable ;;
	20) found=unsolvable ;;
	*)
		if [ "$status" = 137 ] && ((ms >= limit * 800)); then # killed for its CPU time, which the limit measures less exactly
			echo "> $limit" >"$work/cell"
		elif grep -qiE 'memory|bad_alloc|alloc' "$work/err" "$work/out"; then
			echo "> $((memory >> 20)) GiB" >"$work/cell"
		else
			echo "failed" >"$work/cell"
			fault "$solver failed with code $status: $game"
			cat "$work/err" >&2
		fi
		return
		;;
	esac
	awk -v ms="$ms" 'BEGIN { printf ms < 10000 ? "%.2f\n" : "%.0f\n", ms / 1000 }' >"$work/cell"
	if [ -z "$verdict" ]; then
		verdict=$found
	elif [ "$verdict" != "$found" ]; then
		fault "$solver says $found, another $verdict: $game"
	fi
}

# row measures the present game, $game, with all solvers, and prints its row of the table.
row() {
	local players conflicts=- cells=() verdict='' file="$work/game"
	if [[ $game == generate\ * ]]; then
		# shellcheck disable=SC2086 # they are arguments
		"$work/enumerate" $game >"$file"
	else
		cp "$game" "$file"
	fi
	# For clingo, number the players by their rows.
	sed '/^#/d' "$file" | awk -F '[: ]+' '{ name[NR] = $1; wonderwall[NR] = $2; ninja[NR] = $3; number[$1] = NR }
		END { for (p = 1; p <= NR; p++) printf "choice(%d,%d,%d).\n", p, number[wonderwall[p]], number[ninja[p]] }' >"$work/facts"
	players=$(wc -l <"$work/facts")

	cell search "$work/solvable" "$file"
	cells+=("$(cat "$work/cell")")
	[ -z "$verdict" ] || conflicts=$(head -n 1 "$work/out" | cut -d ' ' -f 2)
	cell "enumerate solve" "$work/enumerate" solve "$file"
	cells+=("$(cat "$work/cell")")
	cell clingo clingo --outf=3 --configuration=trendy tools/bench/wonderwall.lp "$work/facts"
	cells+=("$(cat "$work/cell")")
	if ((players <= most_formula)); then
		"$work/enumerate" solve --dimacs "$file" >"$work/cnf"
	fi
	for solver in "cadical -q -n" "cryptominisat5 --verb 0"; do
		if ((players <= most_formula)); then
			# shellcheck disable=SC2086 # a command and its flags
			cell "${solver%% *}" $solver "$work/cnf"
		else
			echo "too large" >"$work/cell"
		fi
		cells+=("$(cat "$work/cell")")
	done
	printf '| %s | %s | %s | %s |' "${game#generate }" "$players" "${verdict:-unknown}" "$conflicts"
	printf ' %s |' "${cells[@]}"
	echo
	echo "measured: $game" >&2
}

{
	echo "| game | players | verdict | conflicts | search | with proof | clingo | cadical | cryptominisat5 |"
	echo "|:--|--:|:--|--:|--:|--:|--:|--:|--:|"
	for game in "${games[@]}"; do
		row
	done
} >"$work/table"
if [ -n "$into" ]; then
	tools/bench/into.sh tools/bench/hard.sh "$into" <"$work/table"
else
	cat "$work/table"
fi
[ "$faults" = 0 ]
