#!/usr/bin/env bash
# Computes the parts of a run with GNU parallel, one part on each core, and prints the totals. The arguments
# are the size and the number of parts; further arguments are passed to enumerate. All files are in the
# current directory.
#
#     parallel.sh 9 16
#     parallel.sh 9 64 --method count
#
# After an interruption, the same command computes the parts that are missing.
set -euo pipefail

size=$1 parts=$2
shift 2
last=$((parts - 1))

# A part that fails is started again, at most twice, and continues where it stopped. A part that is
# already done takes no time. If parts still fail, merge names them and exits with code 5.
seq 0 "$last" | parallel --quote --retries 3 \
	enumerate --n "$size" --shard "{}/$parts" --resume --quiet --workers 1 \
	--db "part-{}-of-$parts.db" --output "part-{}-of-$parts.txt" "$@" || echo "some parts failed" >&2

enumerate merge all.db part-*-of-"$parts".db
exec enumerate --n "$size" --resume --db all.db "$@"
