#!/usr/bin/env bash
# Follows the relative links of all documents below a directory, and looks for every document and picture that a
# text names by a path such as docs/guide.md. Names what is missing, and then fails.
#
#     tools/release/links.sh DIR
set -euo pipefail
cd "$1"
dead=$(mktemp)
trap 'rm -f "$dead"' EXIT
links=0

# follow FILE TARGET
follow() {
	links=$((links + 1))
	[ -e "$2" ] || echo "$1 links to $2, which does not exist" >> "$dead"
}

# Markdown: [text](target) and [text](target#section), except code.
while IFS=: read -r file link; do
	target=${link#](}
	target=${target%%#*}
	case $target in
	'' | https://* | http://* | mailto:*) ;;
	*) follow "${file#./}" "$(dirname "${file#./}")/$target" ;;
	esac
done < <(grep -roE --include='*.md' '\]\([^)[:space:]]+' .)

# Other texts, such as manual pages, in which - may be written as \-.
while IFS=: read -r file name; do
	follow "${file#./}" "${name//\\/}"
done < <(grep -rIowE 'docs/[A-Za-z0-9_./\\-]+\.(md|svg|png|sh)' .)

[ "$links" -ge 100 ] || echo "only $links links were found" >> "$dead"
[ ! -s "$dead" ] || {
	sort -u "$dead" >&2
	exit 1
}
