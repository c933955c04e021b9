#!/bin/bash
# lrat.sh [DIR]: tests refutations of unsolvable games, as enumerate solve --proof writes them, with an independent checker. The
# checker must accept them, and refuse refutations that were changed. It is the checker of Heule, Hunt and Kaufmann, which
# they proved right in ACL2. The script first runs their proof, in DIR or a temporary directory, which takes half a minute. Needs
# Go, and acl2 with the sources of its books (Debian: acl2, acl2-books-source).
set -euo pipefail
cd "$(dirname "$0")/../.."
work=${1:-$(mktemp -d)}
[ $# -gt 0 ] || trap 'rm -rf "$work"' EXIT
mkdir -p "$work/games" "$work/books"
work=$(cd "$work" && pwd)
export GOFLAGS=-trimpath CGO_ENABLED=0
go build -o "$work/enumerate" ./cmd/enumerate

# run FILE lets ACL2 execute standard input, and writes what ACL2 prints to a file. The exit code of ACL2 says nothing, so the
# caller looks at the file.
quiet="(set-inhibit-output-lst '(warning event prove proof-tree summary observation))"
run() {
	(
		cd "$work/books/list-based"
		{ echo "$quiet"; cat; } > "$1.lisp"
		acl2 < "$1.lisp" > "$1" 2>&1 || true
	)
}

echo "== the checker, proved right"
set -- /usr/share/acl2-*/books
cp -r "$1"/projects/sat/lrat/{portcullis.acl2,list-based} "$work/books"
rm -f "$work"/books/list-based/*.cert
# Leave out a tool that these proofs do not use, because Debian lacks packages that it needs.
sed -i '/tools\/remove-hyps/d' "$work/books/list-based/sat-drat-claim-2-3.lisp"
for book in lrat-checker truth-monotone unit-propagation-implies-unsat unit-propagation-monotone \
	unit-propagation-correct satisfiable-add-proof-clause-base satisfiable-maybe-shrink-formula \
	satisfiable-add-proof-clause-rup sat-drat-claim-1 sat-drat-claim-2-3 sat-drat-claim-2 \
	satisfiable-add-proof-clause-drat satisfiable-add-proof-clause soundness; do
	run "$work/log" <<-END
		(ld "../portcullis.acl2")
		(in-package "ACL2")
		(certify-book "$book" ?)
	END
	[ -f "$work/books/list-based/$book.cert" ] || { tail -n 40 "$work/log"; exit 1; }
done

echo "== refutations"
cd "$work/games"
# add NAME writes the formula and the refutation of a game, if it is unsolvable. It leaves out comments, which ACL2 cannot read.
add() {
	../enumerate solve "$1.txt" --core none > verdict
	grep -q ^unsolvable verdict || return 0
	../enumerate solve "$1.txt" --proof "$1.lrat" | grep -v ^c > "$1.cnf"
	names+=("$1")
}
names=()
for n in 10 20 50 100 200 300; do
	../enumerate generate random --n $n --count 400 --seed 1 --format json > all
	../enumerate solve all --core none > verdicts
	grep -n ^unsolvable verdicts | head -n 5 | cut -d: -f1 | while read -r k; do sed -n "${k}p" all > "random-$n-$k.txt"; done
done
for side in 2 3 4 5 6; do ../enumerate generate coronene --side $side > coronene-$side.txt; done
../enumerate generate trap --copies 20 > trap.txt
# Games of two paths in a grid, one from left to right and one from top to bottom. These must cross, so the games are unsolvable.
for m in 3 4; do
	awk -v m=$m 'BEGIN { for (i = 0; i < m; i++) for (j = 0; j < m; j++) {
		if (i) { print "g" i j, "g" i-1 j; print "g" i-1 j, "g" i j }
		if (j) { print "g" i j, "g" i j-1; print "g" i j-1, "g" i j }
	}; print "v1 g10"; print "g1" m-1, "t"; print "v2 g01"; print "g" m-1 "1 s" }' > digraph
	../enumerate generate linkage --digraph digraph > linkage-$m.txt
done
# A game in which every player is someone's wonderwall, which is unsolvable.
awk 'BEGIN { for (p = 0; p < 100; p++) {
	w = (p + 37) % 100; b = (p * p + 3 * p + 1) % 100
	while (b == p || b == w) b = (b + 1) % 100
	print "p" p ": p" w " p" b } }' > crowd.txt
cp "$OLDPWD"/data/hard/{formula-12,hunt-20,hunt-30,hunt-40,hunt-50}.txt "$OLDPWD/data/examples/camp.csv" .
mv camp.csv camp.txt
for game in *.txt; do add "${game%.txt}"; done
# Refutations with one changed line: a literal is negated, a hint is another, or the line is missing. The lines are random, but
# the same in every run.
for name in camp coronene-3 hunt-20 crowd; do
	for way in literal hint line; do
		for k in 1 2 3 4; do
			cp $name.cnf "changed-$name-$way-$k.cnf"
			awk -v way=$way -v seed=$k 'BEGIN { srand(seed) } { line[NR] = $0 } END {
				do { k = 1 + int(rand() * (NR - 1)); m = split(line[k], word, " ") } while (way == "literal" && word[2] == 0)
				if (way == "literal") word[2] = -word[2]
				if (way == "hint") { for (i = 2; word[i] != 0; i++); word[i + 1] = word[i + 1] > 1 ? word[i + 1] - 1 : 2 }
				for (i = 1; i <= NR; i++) if (i != k) print line[i]; else if (way != "line") {
					for (j = 1; j < m; j++) printf "%s ", word[j]; print word[m]
				}
			}' $name.lrat > "changed-$name-$way-$k.lrat"
			changed+=("changed-$name-$way-$k")
		done
	done
done
echo "${#names[@]} games, ${#changed[@]} changed refutations"
# The games are the same in every run.
[ "${#names[@]}" = 42 ] || { echo "expected 42 unsolvable games" >&2; exit 1; }

# Ask ACL2 for each refutation whether it satisfies the premises of their theorem:
# (implies (and (formula-p formula) (refutation-p proof formula)) (not (satisfiable formula))).
# The theorem is not about the code that reads files. This code needs packages that Debian lacks, so the parts that matter
# are defined here.
{
	cat <<-'END'
		(defpkg "XDOC" (union-eq '(b* defxdoc defsection defxdoc-raw)
		  (union-eq *acl2-exports* *common-lisp-symbols-from-main-lisp-package*)))
		(include-book "soundness")
		(include-book "lrat-parser")
		(comp '(lrat::read-to-0 lrat::parse-cnf-channel-formula lrat::parse-lrat-line lrat::parse-lrat-channel))
	END
	for name in "${names[@]}" "${changed[@]}"; do
		echo "(cw \"question: $name~%\")"
		echo "(er-let* ((formula (lrat::parse-cnf-file \"$work/games/$name.cnf\" state))"
		echo "  (proof (lrat::parse-lrat-file \"$work/games/$name.lrat\" state)))"
		echo "  (value (list \"verdict of $name\" (and (lrat::formula-p formula) (lrat::refutation-p proof formula)))))"
	done
} | run "$work/verdicts"
# ACL2 answers each question with a verdict, T or NIL, or with an error of the checker. If there is no answer, that does not
# count as a refusal.
awk 'BEGIN { RS = "question: " } NR > 1 {
	name = $1
	gsub(/[ \n]+/, " ")
	answer = "no answer"
	if (index($0, "(\"verdict of " name "\" T)")) answer = "accepted"
	else if (index($0, "(\"verdict of " name "\" NIL)") || /HARD ACL2 ERROR in LRAT::/) answer = "refused"
	print answer ": " name
}' "$work/verdicts" > "$work/answers"
for name in "${names[@]}"; do echo "accepted: $name"; done > "$work/expected"
for name in "${changed[@]}"; do echo "refused: $name"; done >> "$work/expected"
diff "$work/expected" "$work/answers"
wc -c -- *.lrat | grep -v changed | sort -n | tail -n 5
echo "all ${#names[@]} accepted, all ${#changed[@]} changed ones refused"
