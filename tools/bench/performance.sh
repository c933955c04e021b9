#!/usr/bin/env bash
# Measures how fast the program is, and prints a table in Markdown. Each row has a command, its CPU time, its wall time and
# its memory. Each command runs in a new empty directory. A row may have a first command that makes a game; then only the
# last command is measured. One row builds the program, from an empty cache.
#
#	tools/bench/performance.sh [--long] [--into docs/reference/performance.md]
#
# --into puts the table into a document, between the two lines that name this script. --long also measures n = 10. Takes two
# minutes, and with --long about ten. Needs Go and GNU time. The rows of nauty need nauty-geng (apt-get install
# nauty), and are left out if it is not installed.
set -euo pipefail
export LC_ALL=C
cd "$(dirname "$0")/../.."
tree=$PWD

into='' long=''
while [ $# -gt 0 ]; do
	case $1 in
	--long) long=yes ;;
	--into) into=$(realpath "${2:?tools/bench/performance.sh: --into needs a document}") && shift ;;
	*) echo "tools/bench/performance.sh: $1: it takes --long and --into DOCUMENT" >&2 && exit 2 ;;
	esac
	shift
done

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin"
go build -o "$work/bin/" ./cmd/enumerate
export PATH="$work/bin:$PATH" ENUMERATE_DB=runs.db

# row WHAT COMMAND [BEFORE] measures a command of the shell and prints its row of the table. The command BEFORE, if given, runs
# first and is not measured.
row() {
	local what=$1 command=$2 dir wall user system kilobytes
	dir=$(mktemp -d -p "$work")
	echo "measured: $command" >&2
	(
		cd "$dir"
		[ $# -lt 3 ] || bash -c "$3" >before 2>&1
		/usr/bin/time -f '%e %U %S %M' -o time bash -c "$command" >out 2>err || { cat err >&2; exit 1; }
	)
	read -r wall user system kilobytes <"$dir/time"
	[ $# -lt 3 ] || command="$3; $command"
	awk -v what="$what" -v command="$command" -v w="$wall" -v u="$user" -v s="$system" -v k="$kilobytes" \
		'BEGIN { printf "| %s | %.2f | %.2f | %.0f | `%s` |\n", what, u + s, w, k / 1024, command }'
}

{
	echo "$(grep -m 1 'model name' /proc/cpuinfo | cut -d : -f 2 | sed 's/^ *//'), $(nproc) cores, $(go version | cut -d ' ' -f 3), $(date +%F)"
	echo
	echo "| what | CPU s | wall s | MiB | command |"
	echo "|:--|--:|--:|--:|:--|"
	row "walk, 242,061,587 classes" "enumerate --n 8"
	row "walk, 15,049,524,648 classes" "enumerate --n 9"
	[ -z "$long" ] || row "walk, 1,040,530,182,059 classes" "enumerate --n 10"
	for n in 8 9 ${long:+10}; do
		row "core-walk, n = $n" "enumerate --n $n --method core-walk"
	done
	! command -v nauty-geng >/dev/null || row "nauty, 12,005,168 graphs" "nauty-geng -u 10"
	for n in 8 9 ${long:+10}; do
		row "count, n = $n" "enumerate count --n $n"
		row "core, n = $n" "enumerate count --n $n --method core"
	done
	row "count with a certificate" "enumerate count --n 9 --certificate nine.gz"
	row "the walk served, unchecked, to one worker" \
		"enumerate serve --n 9 --verify 0% --db lab.db --listen 127.0.0.1:0 & sleep 1; enumerate work @lab.db.join; wait"
	row "a sample" "enumerate sample --n 20 --trials 100000"
	row "800 random games of 1,000 players" "enumerate solve --core none games.json" \
		"enumerate generate random --n 1000 --count 800 --format json > games.json"
	row "a random game of 100,000 players" "enumerate solve --core none game.txt" "enumerate generate random --n 100000 > game.txt"
	row "a hard game, its verdict" "enumerate solve --core none game.txt" "enumerate generate coronene --side 8 > game.txt"
	row "a hard game, its core as well" "enumerate solve game.txt" "enumerate generate coronene --side 8 > game.txt"
	row "a game of a formula, 216 players" "enumerate solve --core none $tree/data/hard/formula-12.txt"
	row "a game of a formula, 322 players" "enumerate solve --core none $tree/data/hard/formula-18.txt"
	# shellcheck disable=SC2016 # the row's own shell is to read it
	row "a hundred starts" 'for i in $(seq 100); do enumerate version; done'
	row "the program from nothing" "GOCACHE=\$PWD/cache go build -C $tree -o \$PWD/ ./cmd/enumerate"
	echo
	echo "| program | MiB | compressed | built by |"
	echo "|:--|--:|--:|:--|"
	for package in ./cmd/enumerate ./tools/bench/solvable; do
		build="go build -trimpath -ldflags '-s -w' $package"
		bash -c "${build/build/build -o $work/program}"
		gzip -9 <"$work/program" >"$work/program.gz"
		stat -c %s "$work/program" "$work/program.gz" | awk -v build="$build" '
			{ size[NR] = $1 / 2^20 }
			END { n = split(build, word, "/"); printf "| %s | %.1f | %.1f | `%s` |\n", word[n], size[1], size[2], build }'
	done
} | sed "s|-C $tree ||; s|$tree/||" >"$work/table"
if [ -n "$into" ]; then
	tools/bench/into.sh tools/bench/performance.sh "$into" <"$work/table"
else
	cat "$work/table"
fi
