#!/usr/bin/env bash
# Parts of a run, as an array of a Slurm cluster whose machines need not reach each other.
# Size and number of parts are arguments; what follows them goes to enumerate.
#
#     sbatch --array=0-63 --cpus-per-task=4 parts.sh 10 64
#     enumerate merge all.db part-*-of-*.db
#
# If parts are missing, merge names them, such as 3/8 and 12/64. Send them again with these numbers:
#
#     sbatch --array=3 parts.sh 10 8
#     sbatch --array=12 parts.sh 10 64
#
# A task that is requeued or sent again goes on where it stopped, because its database stays.
#SBATCH --job-name=enumerate
#SBATCH --requeue
#SBATCH --signal=B:TERM@30
#SBATCH --open-mode=append
#SBATCH --output=part-%A_%a.log
set -euo pipefail

# The number of parts is an argument, not SLURM_ARRAY_TASK_COUNT, which is smaller when only some tasks are sent again.
size=$1 parts=$2 part=$SLURM_ARRAY_TASK_ID
shift 2

exec enumerate --n "$size" --shard "$part/$parts" --resume --quiet \
	--db "part-$part-of-$parts.db" --workers "${SLURM_CPUS_PER_TASK:-1}" "$@"
