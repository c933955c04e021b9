#!/usr/bin/env bash
# Parts of a run by GNU parallel, one to a core, and then the totals. Size and number of parts are
# arguments; what follows them goes to enumerate. Everything is put in this directory.
#
#     parallel.sh 9 16
#     parallel.sh 9 64 --method count
#
# After any interruption the same command does the parts that are missing.
set -euo pipefail

size=$1 parts=$2
shift 2
last=$((parts - 1))

# A part that fails is begun again, up to three times in all, and goes on where it stopped. A part that is
# done already takes no time. If parts fail nevertheless, merge names them and ends with exit code 5.
seq 0 "$last" | parallel --quote --retries 3 \
	enumerate --n "$size" --shard "{}/$parts" --resume --quiet --workers 1 \
	--db "part-{}-of-$parts.db" --output "part-{}-of-$parts.txt" "$@" || echo "some parts failed" >&2

enumerate merge all.db part-*-of-"$parts".db
exec enumerate --n "$size" --resume --db all.db "$@"
