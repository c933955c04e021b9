#!/bin/sh
# Compiles the proofs and the checker from nothing into a directory, dist/proofs if none is named; checks the
# certificates of this folder. Wants coqc and ocamlopt (Debian: coq, ocaml-nox). Fails if a theorem rests on an axiom.
set -eu
cd "$(dirname "$0")"
here=$PWD
into=${1:-../dist/proofs}
mkdir -p "$into"
cp ./*.v checker/*.ml certificate.awk "$into"
cd "$into"
compile() { for file; do coqc -w -notation-overridden "$file.v"; done; }

echo "== the theory, and the checker"
compile Spec Mask Completions Meaning Closure Last Bulk Check Extract
for program in main tamper; do
	ocamlopt -w -a -inline 200 checker.mli checker.ml certificate.ml $program.ml -o $program
done
mv main check

echo "== certificates, checked by the program"
for n in 4 5 6 7 8; do
	gunzip -c "$here/certificates/$n.txt.gz" > $n.txt
	./check $n $n.txt
done
for tries in "4 1000" "5 1000" "6 200" "7 10"; do
	./tamper "${tries% *}" "${tries% *}.txt" "${tries#* }"
done

echo "== certificates of 4 to 7, checked by Coq; what the theorems rest on"
for n in 4 5 6 7; do
	awk -v n=$n -v scope=N_scope -f certificate.awk $n.txt > Certificate$n.v
	compile Certificate$n
done
compile Theorems
coqc Assumptions.v | tee assumptions
if [ "$(sort -u assumptions)" != "Closed under the global context" ] ||
	[ "$(wc -l < assumptions)" != "$(grep -c ^Print Assumptions.v)" ]; then
	echo "a theorem rests on an axiom" >&2
	exit 1
fi
