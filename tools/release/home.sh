#!/usr/bin/env bash
# Gives the project a public address: the path of its Go modules, the command that clones it in README.md, and the
# repository in CITATION.cff, from which the page and its copies take the link to the source. Run it once in a clean
# checkout, look at the changes with "git diff", and commit them. Another address can replace the first one later.
#
#     tools/release/home.sh ADDRESS        such as https://example.org/games/enumerate
#
# Needs Go and git, and compiles nothing.
set -euo pipefail
cd "$(dirname "$0")/../.."

fail() {
	echo "$*" >&2
	exit 1
}

[ $# = 1 ] || fail "usage: tools/release/home.sh ADDRESS"
address=${1%/}
address=${address%.git}
[[ $address =~ ^https://[a-z0-9-]+(\.[a-z0-9-]+)+(/[A-Za-z0-9._-]+)+$ ]] ||
	fail "$1 is no address of a repository: expected one such as https://example.org/games/enumerate"
new=${address#https://}
old=$(go list -m)
[ "$new" != "$old" ] || fail "the address is $address already"
[ -z "$(git status --porcelain)" ] || fail "commit or stash your changes first"

# replace REGULAR-EXPRESSION REPLACEMENT FILE... fails if a file does not match.
replace() {
	local expression=$1 replacement=$2
	shift 2
	for file; do
		grep -qE "$expression" "$file" || fail "$file: nothing matches $expression"
		sed -E "s|$expression|$replacement|g" "$file" > "$file.new"
		cat "$file.new" > "$file" # the mode stays
		rm "$file.new"
	done
}

# Import paths, and the strings in tests and templates that name a package.
quoted=${old//./\\.}
git grep -lE "\"$quoted(/|\"\$)" -- '*.go' '*.tmpl' docs/reference/ruleset.md | while read -r file; do
	sed -E "s|\"$quoted/|\"$new/|g; s|^([[:space:]]*(import )?)\"$quoted\"\$|\\1\"$new\"|" "$file" > "$file.new"
	cat "$file.new" > "$file"
	rm "$file.new"
	[ "${file##*.}" != go ] || echo "$file"
done | xargs gofmt -w
git ls-files '*go.mod' | while read -r file; do
	replace "^module $quoted(/.*)?\$" "module $new\\1" "$file"
done
replace " $quoted/" " $new/" .ci/skips
replace "^(\\(\\*)?$quoted/" "\\1$new/" .ci/errcheck.txt
replace "([ \`=])$quoted([/@=])" "\1$new\2" docs/reference/ruleset.md
replace "module is named \`$quoted\`" "module is named \`$new\`" docs/reference/ruleset.md

replace '^    git clone [^ ]+ enumerate$' "    git clone $address enumerate" README.md
if grep -q '^repository-code: ' CITATION.cff; then
	replace '^repository-code: .*$' "repository-code: $address" CITATION.cff
else
	echo "repository-code: $address" >> CITATION.cff
fi
go list -deps ./... > /dev/null # fails if an import was missed
echo "the project is at $address: look at git diff, and commit"
