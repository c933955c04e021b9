#!/usr/bin/env bash
# Tries the scripts and files of this directory, as far as this machine can, and prints what it skipped.
#
#     tools/clusters/check.sh [--quick]     quick skips the manifests' validation, which takes minutes to build
#
# If Slurm is installed but not running, root starts it on this machine alone. The other checks take seconds.
# What is skipped is also written to the file that CLUSTERS_SKIPPED names, one line each: what, a colon, why.
set -euo pipefail
cd "$(dirname "$0")/../.."
quick=${1:-}

work=$(mktemp -d)
clean_up() {
	local file pid pids=
	for file in "$work"/*.pid; do
		[ ! -s "$file" ] || pids="$pids $(cat "$file")"
	done
	for pid in $pids; do kill "$pid" || true; done

	# The daemons of Slurm write their state as they end.
	for pid in $pids; do
		timeout 120 tail --pid="$pid" -f /dev/null || echo "process $pid does not end" >&2
	done
	rm -rf "$work"
}
trap clean_up EXIT
export PATH="$work/bin:$PATH"
go build -trimpath -o "$work/bin/enumerate" ./cmd/enumerate
clusters=$PWD/tools/clusters

step() { echo "== $*"; }
skip() {
	echo "SKIPPED: $1: $2"
	[ -z "${CLUSTERS_SKIPPED:-}" ] || echo "$1: $2" >> "$CLUSTERS_SKIPPED"
}
has() {
	if command -v "$1" > "$work/where"; then return 0; fi
	skip "$2" "$1 is not installed"
	return 1
}
fail() {
	echo "$*" >&2
	exit 1
}
totals() { enumerate --n "$1" --resume --quiet --db "$2"; }

step "the scripts are well formed"
for script in "$clusters"/*.sh "$clusters"/slurm/*.sh; do bash -n "$script"; done
if has shellcheck "scripts for clusters"; then shellcheck "$clusters"/*.sh "$clusters"/slurm/*.sh; fi

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
if has parallel "GNU parallel"; then
	mkdir "$work/parallel"
	for time in first second; do
		(cd "$work/parallel" && "$clusters/parallel.sh" 7 8 > "$time" 2> errors) || fail "$(cat "$work/parallel/errors")"
		tail -n 2 "$work/parallel/$time" | cmp - "$work/want"
	done
fi

step "systemd units"
if has systemd-analyze "systemd units"; then
	for unit in "$clusters"/systemd/*.service; do
		sed "s|/usr/local/bin|$work/bin|" "$unit" > "$work/$(basename "$unit")"
		systemd-analyze verify --man=no "$work/$(basename "$unit")" 2> "$work/faults" || fail "$unit: $(cat "$work/faults")"
		[ ! -s "$work/faults" ] || fail "$(cat "$work/faults")"
	done
fi

step "Kubernetes manifests"
if [ "$quick" = --quick ]; then
	skip "Kubernetes manifests" "their validation takes minutes to build"
else
	(cd "$clusters/kubernetes/validate" && GOFLAGS=-trimpath go test -v .)
fi

# start_slurm starts a cluster of this machine alone, whose files are in the temporary directory.
start_slurm() {
	local host try
	host=$(hostname -s)
	mkdir -p "$work/state" "$work/spool"
	chmod 755 "$work"
	head -c 1024 /dev/urandom > "$work/munge.key"
	chmod 400 "$work/munge.key"
	munged --force --socket="$work/munge.socket" --key-file="$work/munge.key" --pid-file="$work/munged.pid" \
		--log-file="$work/munged.log" --seed-file="$work/munge.seed" || return
	export SLURM_CONF="$work/slurm.conf"
	cat > "$SLURM_CONF" <<-END
		ClusterName=check
		SlurmctldHost=$host
		SlurmctldPort=16817
		SlurmdPort=16818
		SlurmUser=root
		AuthType=auth/munge
		AuthInfo=socket=$work/munge.socket
		ProctrackType=proctrack/linuxproc
		TaskPlugin=task/none
		MailProg=/bin/true
		StateSaveLocation=$work/state
		SlurmdSpoolDir=$work/spool
		SlurmctldPidFile=$work/slurmctld.pid
		SlurmdPidFile=$work/slurmd.pid
		SlurmctldLogFile=$work/slurmctld.log
		SlurmdLogFile=$work/slurmd.log
		SlurmdParameters=config_overrides
		SchedulerParameters=sched_min_interval=0,batch_sched_delay=0
		ReturnToService=2
		NodeName=$host CPUs=4 State=UNKNOWN
		PartitionName=all Nodes=ALL Default=YES State=UP
	END
	slurmctld || return
	slurmd || return
	for try in {1..60}; do
		if sinfo --noheader --format=%t 2> "$work/nodes" | grep -qx idle; then return; fi
		sleep 0.5
	done
	echo "no node is idle after $try attempts"
	return 1
}

step "Slurm"
slurm=
if has sbatch Slurm; then
	if sinfo > "$work/nodes" 2>&1; then
		slurm=yes
	elif [ "$(id -u)" != 0 ] || ! command -v munged slurmctld slurmd > "$work/where"; then
		skip Slurm "it does not run here, and only root can start it"
	elif start_slurm > "$work/started" 2>&1; then
		slurm=yes
	else
		cat "$work/started" "$work"/slurm*.log
		skip Slurm "it cannot be started here"
	fi
fi
if [ -n "$slurm" ]; then
	mkdir "$work/slurm"
	(
		cd "$work/slurm"
		sbatch --wait --array=0-3 "$clusters/slurm/parts.sh" 7 4 > "jobs"
		sbatch --wait --array=2 "$clusters/slurm/parts.sh" 7 4 >> "jobs" # again
		enumerate merge all.db part-*-of-4.db > merged
		totals 7 all.db | cmp - "$work/want"
		enumerate serve --n 7 --db lab.db --listen 127.0.0.1:0 > served 2> errors &
		serving=$!
		# A worker that comes when the run is over fails.
		sbatch --wait --array=1-2 "$clusters/slurm/workers.sh" "$PWD/lab.db.join" >> "jobs" 2> late || true
		for _ in {1..120}; do
			kill -0 "$serving" 2>> late || break
			sleep 0.5
		done
		if kill "$serving" 2>> late; then fail "the workers have ended, and the run has not: $(cat late)"; fi
		wait "$serving" || fail "$(cat errors)"
		cmp served "$work/want"
	)
fi
echo "all that could be tried works"
