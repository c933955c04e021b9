#!/usr/bin/env bash
# Workers for a served run, as an array of a Slurm cluster:
#
#     enumerate serve --n 10 --db lab.db --listen 0.0.0.0:4222     # where it may run for long
#     sbatch --array=1-130 --cpus-per-task=4 workers.sh "$PWD/lab.db.join"
#
# Tasks may start, end, be cancelled or requeued at any time. Send more of them, or fewer, as
# you like: each takes what is left. They end when the run does.
#SBATCH --job-name=enumerate
#SBATCH --requeue
#SBATCH --signal=B:TERM@30
#SBATCH --open-mode=append
#SBATCH --output=work-%A_%a.log
set -euo pipefail

# The coordinator may be a job that has just begun, so wait for its file. When the run is done, the file is gone.
for _ in {1..30}; do
	[ ! -s "$1" ] || break
	sleep 1
done

# The join URL is a secret: it stays in the file.
exec enumerate work "@$1" --workers "${SLURM_CPUS_PER_TASK:-1}" --give-up 1h
