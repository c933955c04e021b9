#!/usr/bin/env bash
# Runs workers for a served run, as an array job of a Slurm cluster:
#
#     enumerate serve --n 10 --db lab.db --listen 0.0.0.0:4222     # on a machine on which it may run for long
#     sbatch --array=1-130 --cpus-per-task=4 workers.sh "$PWD/lab.db.join"
#
# Tasks may start, end, be cancelled or requeued at any time, and you can submit more of them: the
# coordinator gives each the shards that are left. The tasks end when the run is done.
#SBATCH --job-name=enumerate
#SBATCH --requeue
#SBATCH --signal=B:TERM@30
#SBATCH --open-mode=append
#SBATCH --output=work-%A_%a.log
set -euo pipefail

# The coordinator may be a job that has just started, so wait for its file. The coordinator removes the file when the run is done.
for _ in {1..30}; do
	[ ! -s "$1" ] || break
	sleep 1
done

# The join URL is a secret: it stays in the file.
exec enumerate work "@$1" --workers "${SLURM_CPUS_PER_TASK:-1}" --give-up 1h
