#!/usr/bin/env bash
# Computes the parts of a run as an array job of a Slurm cluster. The machines need not reach each other.
# The arguments are the size and the number of parts; further arguments are passed to enumerate.
#
#     sbatch --array=0-63 --cpus-per-task=4 parts.sh 10 64
#     enumerate merge all.db part-*-of-*.db
#
# If parts are missing, merge names them, such as 3/8 and 12/64. Submit them again with these numbers:
#
#     sbatch --array=3 parts.sh 10 8
#     sbatch --array=12 parts.sh 10 64
#
# A task that is requeued or submitted again continues where it stopped, because its database is kept.
#SBATCH --job-name=enumerate
#SBATCH --requeue
#SBATCH --signal=B:TERM@30
#SBATCH --open-mode=append
#SBATCH --output=part-%A_%a.log
set -euo pipefail

# The number of parts is an argument: SLURM_ARRAY_TASK_COUNT is smaller if only some tasks are submitted again.
size=$1 parts=$2 part=$SLURM_ARRAY_TASK_ID
shift 2

exec enumerate --n "$size" --shard "$part/$parts" --resume --quiet \
	--db "part-$part-of-$parts.db" --workers "${SLURM_CPUS_PER_TASK:-1}" "$@"
