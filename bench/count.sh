#!/usr/bin/env bash
# How long the count takes, and how its layers grow: whole processes, an empty database
# each, by both methods. Needs GNU time. Without arguments sizes 7 to 9; to 10 takes some
# ten CPU minutes.
#
#     bench/count.sh [LAST]
set -euo pipefail
cd "$(dirname "$0")/.."
last=${1:-9}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
go build -o "$work/enumerate" ./cmd/enumerate

printf '%-8s %3s %10s %10s %12s\n' method n 'wall s' 'CPU s' 'peak MiB'
for method in count core; do
	for n in $(seq 7 "$last"); do
		/usr/bin/time -f '%e %U %S %M' -o "$work/time" "$work/enumerate" count --method "$method" --n "$n" --quiet --db "$work/$method-$n.db" >/dev/null
		read -r wall user system kilobytes <"$work/time"
		awk -v m="$method" -v n="$n" -v w="$wall" -v u="$user" -v s="$system" -v k="$kilobytes" \
			'BEGIN { printf "%-8s %3d %10.2f %10.2f %12.0f\n", m, n, w, u + s, k / 1024 }'
	done
done
echo
"$work/enumerate" count --n "7..$last" --layers
