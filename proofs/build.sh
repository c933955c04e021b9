#!/usr/bin/env bash
# build.sh [--eight] [DIR]: compiles the proofs and the checkers from nothing into a directory, dist/proofs if none is
# named, and checks the certificates of this folder; with --eight that of eight players inside Coq too, which takes
# some minutes. Wants coqc and ocamlopt (Debian: coq, ocaml-nox). Fails if a theorem rests on an axiom that it may not rest on.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
eight=
if [ "${1:-}" = --eight ]; then
	eight=yes
	shift
fi
into=${1:-$here/../dist/proofs}
mkdir -p "$into/binary" "$into/machine"
cd "$into"
into=$PWD
cp "$here"/*.v "$here"/checker/*.ml binary
cp "$here"/*.v "$here"/checker/*.ml machine
cp "$here"/machine/* machine

compile() { for file; do coqc -w -notation-overridden "$file.v"; done; }
# Writes the certificate of so many players as a file for Coq, masks in a scope.
certificate() {
	awk -v n="$1" -v scope="$2" -f "$here/certificate.awk" "$into/$1.txt" > "Certificate$1.v"
	compile "Certificate$1"
}
for masks in binary machine; do
	echo "== the theory, with $masks masks"
	cd "$into/$masks"
	compile Spec Classes Mask Completions Closure Twins Square Pairs Bulk Check Parts Burnside Cycles Questions Restrict Unchanged Extract
	words=
	[ $masks = binary ] || words=uint63.ml
	for program in main tamper; do
		# shellcheck disable=SC2086 # none or one
		ocamlopt -w -a -inline 200 $words checker.mli checker.ml certificate.ml $program.ml -o $program
	done
	mv main check
done

echo "== certificates, checked by the programs"
cd "$into"
for n in 4 5 6 7 8; do
	gunzip -c "$here/certificates/$n.txt.gz" > $n.txt
	machine/check $n $n.txt
	if [ -n "$eight" ] || [ $n != 8 ]; then binary/check $n $n.txt; fi
done
machine/check --classes 8 8.txt 6 6.txt 5 5.txt
if machine/check --classes 6 6.txt 4 5.txt > refusal 2>&1; then
	echo "a certificate of another size is accepted" >&2
	exit 1
fi
cat refusal
grep -qi refused refusal # not merely ended by an error
for part in 0 1 2; do machine/check --part $part/3 7 7.txt > values.$part; done
machine/check --parts 7 7.txt values.0 values.1 values.2
for tries in "4 1000" "5 1000" "6 1000" "7 20"; do
	machine/tamper "${tries% *}" "${tries% *}.txt" "${tries#* }"
done

echo "== certificates of 4 to 7, checked by Coq; what the theorems rest on"
cd "$into/binary"
for n in 4 5 6 7; do certificate $n N_scope; done
compile Meaning Theorems
coqc Assumptions.v | tee assumptions
theorems=$(grep -c ^Print Assumptions.v)
if [ -n "$eight" ]; then
	certificate 8 N_scope
	coqc Eight.v | tee -a assumptions
	theorems=$((theorems + 1))
fi
if [ "$(sort -u assumptions)" != "Closed under the global context" ] ||
	[ "$(wc -l < assumptions)" != "$theorems" ]; then
	echo "a theorem rests on an axiom" >&2
	exit 1
fi
cd "$into/machine"
coqc Assumptions.v > assumptions
grep '^[^ ]' assumptions | sed 's/ .*//' | sort -u | tr '\n' ' '
echo
if [ "$(grep -cE '^(Axioms:|Closed under the global context)' assumptions)" != "$(grep -c ^Print Assumptions.v)" ]; then
	echo "Coq does not say what each theorem rests on" >&2
	exit 1
fi
grep '^[^ ]' assumptions > lines
if grep -vE '^(Axioms:|Closed under the global context|(PrimInt63|Uint63)\.)' lines; then
	echo "a theorem rests on an axiom that is not of words" >&2
	exit 1
fi
