#!/usr/bin/env bash
# Tries the scripts and files of this directory, as far as this machine can; says what it skipped.
#
#     clusters/check.sh [--quick]     quick skips the manifests' validation, which is minutes to build
#
# Slurm is tried if it runs here. All else takes seconds.
set -euo pipefail
cd "$(dirname "$0")/.."
quick=${1:-}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export PATH="$work/bin:$PATH"
go build -trimpath -o "$work/bin/enumerate" ./cmd/enumerate
clusters=$PWD/clusters

step() { echo "== $*"; }
has() {
	if command -v "$1" > "$work/where"; then return 0; fi
	echo "SKIPPED: there is no $1"
	return 1
}
fail() {
	echo "$*" >&2
	exit 1
}
totals() { enumerate --n "$1" --resume --quiet --db "$2"; }

step "the scripts are well formed"
for script in "$clusters"/*.sh "$clusters"/slurm/*.sh; do bash -n "$script"; done
if has shellcheck; then shellcheck "$clusters"/*.sh "$clusters"/slurm/*.sh; fi

step "the plain walk, to compare with"
totals 7 "$work/plain.db" > "$work/want"

step "merge and runs name a missing part"
mkdir "$work/parts"
(
	cd "$work/parts"
	for part in 0 1 3; do enumerate --n 7 --shard $part/4 --quiet --db part-$part-of-4.db > part.txt; done
	code=0
	enumerate merge all.db part-*-of-4.db > merged 2> errors || code=$?
	[ "$code" = 5 ] || fail "merge of three parts of four exits with $code, not 5"
	grep -qx 'run 1, a walk of wonderwall n=7: missing part 2/4' merged
	enumerate runs --db all.db | grep -qx 'run 1, a walk of wonderwall n=7, is missing part 2/4'
)

step "GNU parallel, twice"
if has parallel; then
	mkdir "$work/parallel"
	for time in first second; do
		(cd "$work/parallel" && "$clusters/parallel.sh" 7 8 > "$time" 2> errors) || fail "$(cat "$work/parallel/errors")"
		tail -n 2 "$work/parallel/$time" | cmp - "$work/want"
	done
fi

step "systemd units"
if has systemd-analyze; then
	for unit in "$clusters"/systemd/*.service; do
		sed "s|/usr/local/bin|$work/bin|" "$unit" > "$work/$(basename "$unit")"
		systemd-analyze verify --man=no "$work/$(basename "$unit")" 2> "$work/faults" || true
		[ ! -s "$work/faults" ] || fail "$(cat "$work/faults")"
	done
fi

step "Kubernetes manifests"
if [ "$quick" = --quick ]; then
	echo "SKIPPED: --quick"
else
	(cd "$clusters/kubernetes/validate" && GOFLAGS=-trimpath go test -v .)
fi

step "Slurm"
if has sbatch && ! sinfo > "$work/nodes" 2>&1; then
	echo "SKIPPED: no Slurm answers"
elif command -v sbatch > "$work/where"; then
	mkdir "$work/slurm"
	(
		cd "$work/slurm"
		sbatch --wait --array=0-3 "$clusters/slurm/parts.sh" 7 4 > "jobs"
		sbatch --wait --array=2 "$clusters/slurm/parts.sh" 7 4 >> "jobs" # again
		enumerate merge all.db part-*-of-4.db > merged
		totals 7 all.db | cmp - "$work/want"
		enumerate serve --n 7 --db lab.db --listen 127.0.0.1:0 > served 2> errors &
		sbatch --wait --array=1-2 "$clusters/slurm/workers.sh" "$PWD/lab.db.join" >> "jobs" || true # one may be too late
		wait $! || fail "$(cat errors)"
		cmp served "$work/want"
	)
fi
echo "all that could be tried works"
