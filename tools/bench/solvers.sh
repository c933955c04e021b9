#!/usr/bin/env bash
# Measures how long `enumerate solve` and other solvers take for the same games: random games, and traps, which take a plain
# search twice as long with each copy of a pattern. Prints a table of the mean CPU times of a game, user and system, in
# milliseconds, and of how many times as long as `enumerate` clingo takes.
#
#	tools/bench/solvers.sh [--into docs/reference/performance.md] [GAMES [SIZE...]]
#
# --into puts the table into a document, between the two lines that name this script.
# GAMES is the number of random games of each size, 20 by default; for sizes of more than 500 players there are fewer. The
# seeds of the games are 1 to GAMES. Takes two minutes.
#
# Needs Go, and from the Debian archive
#
#	apt-get install gringo cadical minisat cryptominisat
#
# (The package gringo contains clingo, which must be built with Python, as in Debian.) Each solver uses one thread and the
# settings that were best for it in our measurements:
#
#	clingo          tools/bench/wonderwall.lp, --configuration=trendy (as good as handy, and
#	                at 5000 players a third faster than the default)
#	cadical         the default
#	minisat         -no-pre: preprocessing these formulas takes ten times as long
#	                as solving them
#	cryptominisat5  the default
#
# SAT solvers read the formula of enumerate solve --dimacs from a file. The time for reading the file counts, the time for
# writing it does not. A formula has n^3/3 clauses, 2.6 million (53 MB) for 200 players and 21 million for 400, so SAT solvers
# are left out for games of more than 200 players.
#
# Exits with 1 if two solvers disagree on a game, or if a solver fails.
set -euo pipefail
export LC_ALL=C
cd "$(dirname "$0")/../.."

into=
if [ "${1:-}" = --into ]; then
	into=${2:?tools/bench/solvers.sh: --into needs a document}
	shift 2
fi
games=${1:-20}
sizes=("${@:2}")
[ $# -gt 1 ] || sizes=(3 20 50 100 200 400 1000 5000)
for number in "$games" "${sizes[@]}"; do
	if ! [[ $number =~ ^[1-9][0-9]*$ ]]; then
		echo "tools/bench/solvers.sh: $number: it takes a number of games, then sizes" >&2
		exit 2
	fi
done
for program in go clingo cadical minisat cryptominisat5; do
	if ! command -v "$program" >/dev/null; then
		echo "tools/bench/solvers.sh: there is no $program; its first lines say what to install" >&2
		exit 1
	fi
done
limit=60          # CPU seconds for a game
most_formula=200  # players

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
go build -o "$work/enumerate" ./cmd/enumerate
go build -o "$work/solvable" ./tools/bench/solvable

# A program of clingo that solves many games in one process. It prints the verdicts, and at the end the CPU times in
# microseconds for solving all games and for grounding them (making the game's rules concrete).
cat >"$work/many.lp" <<'END'
#script (python)
import sys, time, clingo

def main(_):
    clock = time.process_time
    solving = grounding = 0
    for path in sys.stdin:
        game = clingo.Control(["--configuration=trendy"])
        game.load("tools/bench/wonderwall.lp")
        game.load(path.strip())
        start = clock()
        game.ground([("base", [])])
        grounded = clock()
        solvable = game.solve().satisfiable
        solving += clock() - grounded
        grounding += grounded - start
        print("solvable" if solvable else "unsolvable")
    print(round(solving * 1e6), round(grounding * 1e6))
#end.
END

faults=0

# fault SENTENCE... prints what went wrong, and lets the script fail at its end.
fault() {
	echo "tools/bench/solvers.sh: $*" >&2
	faults=$((faults + 1))
}

# cpu SECONDS COMMAND... runs a command that may take this much CPU time, and writes its output to $work/out. It sets the
# variables status, the command's exit status, and ms, its CPU time in milliseconds.
cpu() {
	local seconds=$1 TIMEFORMAT='%3U %3S' user system
	shift
	status=0
	{ time { (ulimit -t "$seconds" && exec "$@" >"$work/out" 2>"$work/err"); }; } 2>"$work/time" || status=$?
	read -r user system < <(tail -n 1 "$work/time")
	ms=$((10#${user/./} + 10#${system/./}))
}

# For each solver: its CPU time in milliseconds for the games of the present column (total), and how many of them it did not
# solve within the limit (late).
declare -A total late

# one SOLVER COMMAND... lets a solver solve the present game in a new process, and compares its verdict with that of
# enumerate, which comes first. A solver that is killed at the limit has no verdict to compare.
one() {
	local solver=$1 verdict
	shift
	cpu "$limit" "$@"
	total[$solver]=$((${total[$solver]:-0} + ms))
	case $status in
	0) verdict=$(cut -d ' ' -f 1 "$work/out") ;;
	10 | 30) verdict=solvable ;;
	20) verdict=unsolvable ;;
	*)
		late[$solver]=$((${late[$solver]:-0} + 1))
		if [ "$status" != 137 ] || ((ms < limit * 950)); then # not killed at the limit
			fault "$solver failed with code $status: $game"
			cat "$work/err" >&2
		fi
		return
		;;
	esac
	if [ "$solver" = enumerate ]; then
		echo "$verdict" >>"$work/verdicts"
		expected=$verdict
	elif [ -n "$expected" ] && [ "$verdict" != "$expected" ]; then
		fault "enumerate says $expected, $solver says $verdict: $game"
	fi
}

# all SOLVER INPUT COMMAND... lets a solver solve all games of the present column in one process, each several times, and
# compares the verdicts with those that enumerate found in separate processes. It writes what the command prints after the
# verdicts to $work/last.
all() {
	local solver=$1 input=$2
	shift 2
	: >"$work/last"
	cpu unlimited "$@" <"$input" # a limit would blur the clocks inside the program
	if [[ $status != @(0|10|20|30) ]]; then
		fault "$solver failed with code $status: ${game/ --seed*/}"
		cat "$work/err" >&2
		return
	fi
	if ! head -n "$solved" "$work/out" | cut -d ' ' -f 1 | cmp -s - "$work/expected"; then
		fault "$solver has other verdicts in one process: ${game/ --seed*/}"
	fi
	total[$solver]=$ms
	tail -n +$((solved + 1)) "$work/out" >"$work/last"
}

# mean SOLVER GAMES prints the solver's mean time of a game in milliseconds, when it solved GAMES games. If it did not solve
# some games in time, it prints how many (3>60s), and "-" if the solver was left out.
mean() {
	if [ -n "${late[$1]:-}" ]; then
		echo "${late[$1]}>${limit}s"
	elif [ -n "${total[$1]:-}" ]; then
		awk -v ms="${total[$1]}" -v games="$2" 'BEGIN {
			mean = ms / games
			printf mean < 0.1 ? "%.4f\n" : mean < 1 ? "%.3f\n" : mean < 10 ? "%.2f\n" : mean < 100 ? "%.1f\n" : "%.0f\n", mean
		}'
	else
		echo -
	fi
}

# times A B prints A/B for two means, or "-" if one of them is not a number.
times() {
	awk -v a="$1" -v b="$2" 'BEGIN {
		if (a + 0 != a || b + 0 != b || b == 0) print "-"
		else printf a < 10 * b ? "%.1f\n" : "%.0f\n", a / b
	}'
}

# column COUNT ARGUMENT... makes COUNT games by `enumerate generate ARGUMENT...`, in which SEED stands for 1, 2, ..., lets all
# solvers solve them, and writes a column of the table.
columns=0
column() {
	local count=$1 players seed
	shift
	total=() late=()
	rm -f "$work/verdicts"
	for ((seed = 1; seed <= count; seed++)); do
		game="enumerate generate ${*//SEED/$seed}"
		expected=
		"$work/enumerate" generate "${@//SEED/$seed}" >"$work/$seed.game"
		# For clingo, number the players by their rows.
		awk -F '[: ]+' 'NR == FNR { number[$1] = NR; next }
			{ printf "choice(%d,%d,%d).\n", number[$1], number[$2], number[$3] }' \
			"$work/$seed.game" "$work/$seed.game" >"$work/$seed.facts"
		players=$(wc -l <"$work/$seed.game")

		one enumerate "$work/enumerate" solve "$work/$seed.game"
		one clingo clingo --outf=3 --configuration=trendy tools/bench/wonderwall.lp "$work/$seed.facts"
		if ((players <= most_formula)); then
			"$work/enumerate" solve --dimacs "$work/$seed.game" >"$work/cnf"
			one cadical cadical -q -n "$work/cnf"
			one minisat minisat -verb=0 -no-pre "$work/cnf"
			one cryptominisat5 cryptominisat5 --verb 0 "$work/cnf"
		fi
	done

	# Solve the games in one process, each so often that the start of the process hardly counts.
	local over=$((40000 / (players * count))) i solver
	over=$((over < 1 ? 1 : over > 50 ? 50 : over))
	solved=$((over * count))
	for ((i = 0; i < over; i++)); do
		for ((seed = 1; seed <= count; seed++)); do
			cat "$work/$seed.game" && echo
			echo "$work/$seed.facts" >&3
		done
		cat "$work/verdicts" >&4
	done >"$work/games" 3>"$work/facts" 4>"$work/expected"
	if [ -z "${late[enumerate]:-}" ]; then
		all all-enumerate "$work/games" "$work/enumerate" solve
		all search "$work/games" "$work/solvable"
		total[search]=$(awk '{ print $1 / 1000 }' "$work/last")
	fi
	if [ -z "${late[enumerate]:-}${late[clingo]:-}" ]; then
		all all-clingo "$work/facts" clingo --outf=3 "$work/many.lp"
		total[solving]=$(awk '{ print $1 / 1000 }' "$work/last")
		total[grounding]=$(awk '{ print ($1 + $2) / 1000 }' "$work/last")
	fi

	columns=$((columns + 1))
	{
		echo "$players"
		echo "$count"
		grep -cx solvable "$work/verdicts" || true
		echo
		for solver in enumerate clingo cadical minisat cryptominisat5; do
			mean "$solver" "$count"
		done
		times "$(mean clingo "$count")" "$(mean enumerate "$count")"
		echo
		mean all-enumerate "$solved"
		mean all-clingo "$solved"
		times "$(mean all-clingo "$solved")" "$(mean all-enumerate "$solved")"
		echo
		mean search "$solved"
		mean solving "$solved"
		times "$(mean solving "$solved")" "$(mean search "$solved")"
		mean grounding "$solved"
		times "$(mean grounding "$solved")" "$(mean search "$solved")"
	} >"$work/$columns.column"
	echo "measured: ${game/ --seed*/}" >&2
}

for size in "${sizes[@]}"; do
	most=$((size > 500 ? 15000 / size : games))
	most=$((most < 1 ? 1 : most))
	column $((games < most ? games : most)) random --n "$size" --seed SEED
done
for copies in 3 30 300; do
	column 5 trap --copies "$copies"
done

cat >"$work/0.column" <<'END'
players
games
  solvable games
One process for each game:
  enumerate solve
  clingo
  cadical
  minisat
  cryptominisat5
  clingo / enumerate
One process for all games:
  enumerate solve
  clingo
  clingo / enumerate
Solving alone:
  enumerate
  clingo
  clingo / enumerate
  clingo with grounding
  the same / enumerate
END
files=()
for ((i = 0; i <= columns; i++)); do files+=("$work/$i.column"); done
{
	echo "$(grep -m 1 'model name' /proc/cpuinfo | cut -d : -f 2 | sed 's/^ *//'), $(nproc) cores, $(date +%F)"
	echo
	echo "    Mean CPU time of a game, user and system, in milliseconds; random games, and on the"
	echo "    right the trap with 3, 30 and 300 copies"
	echo
	paste "${files[@]}" | awk -F '\t' '{
		row = sprintf("%-24s", $1)
		for (i = 2; i <= NF; i++) row = row sprintf(i == NF - 2 ? " |%7s" : " %7s", $i)
		sub(/[ |]+$/, "", row)
		print row == "" ? "" : "    " row
	}'
	cat <<END

"-" means that a solver was left out because the formula is too large, and "k>${limit}s" that k games were not
solved in $limit CPU seconds each. In the rows with one process for each game, the times at 3 players are mostly
the time to start a process. In the rows with one process for all games, the time includes reading and printing the
games, and for enumerate also proving the verdicts, which clingo does not do. The rows of solving alone exclude
reading and proving.
END
} >"$work/table"
if [ -n "$into" ]; then
	tools/bench/into.sh tools/bench/solvers.sh "$into" <"$work/table"
else
	cat "$work/table"
fi
[ "$faults" = 0 ]
