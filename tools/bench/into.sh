#!/usr/bin/env bash
# Replaces the part of a document between the lines <!-- NAME --> and <!-- end of NAME --> by standard input.
#
#	tools/bench/into.sh NAME DOCUMENT
set -euo pipefail
text=$(cat)
document=$(text=$text awk -v name="$1" '
	$0 == "<!-- end of " name " -->" { inside = 0 }
	!inside
	$0 == "<!-- " name " -->" { inside = 1; print ENVIRON["text"] }' "$2")
printf '%s\n' "$document" >"$2"
