#!/usr/bin/env bash
# build.sh [--eight] [DIR]: compiles the proofs and the checkers into a directory, by default dist/proofs, and lets the
# checkers check the certificates of this folder. With --eight, Coq itself also checks the certificate of eight players
# (eight.sh). Needs coqc and ocamlopt (Debian: coq, ocaml-nox), and for --eight libcoq-core-ocaml-dev. Fails if a theorem uses
# an axiom that it may not use.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
eight=
if [ "${1:-}" = --eight ]; then
	eight=yes
	shift
fi
into=${1:-$here/../../dist/proofs}
mkdir -p "$into/binary" "$into/machine"
cd "$into"
into=$PWD
cp "$here"/*.v "$here"/checker/*.ml binary
cp "$here"/*.v "$here"/checker/*.ml machine
cp "$here"/machine/* machine

compile() { for file; do coqc -w -notation-overridden "$file.v"; done; }
# certificate PLAYERS SCOPE writes the certificate of so many players as a file for Coq, with masks as numbers of a scope of
# Coq, and compiles the file.
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
		ocamlopt -w -a -inline 200 $words checker.mli checker.ml certificate.ml logs.ml $program.ml -o $program
	done
	mv main check
done

echo "== certificates, checked by the programs"
cd "$into"
for n in 4 5 6 7 8; do
	gunzip -c "$here/certificates/$n.txt.gz" > $n.txt
	machine/check $n $n.txt
	[ $n = 8 ] || binary/check $n $n.txt
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

echo "== changes of certificate.ml, which is not trusted"
# certificate.ml may only return lines of a certificate. If it could print, what it prints would look like a result of the
# checker.
names='print|prerr|output|stdout|stderr|open_out|exit|external|Obj|Marshal|Stdlib|Printf|Format|Out_channel|Unix|Sys|Effect|Domain|Thread'
if grep -nwE "($names)[a-z_]*" "$into/machine/certificate.ml"; then
	echo "certificate.ml names what could print a number" >&2
	exit 1
fi
# forged NAME appends standard input to certificate.ml, definitions that replace those of the checker, and expects that the
# checker still prints the right number, or refuses.
forged() {
	local name=$1 printed=
	mkdir -p "$into/forged"
	cd "$into/forged"
	cp ../machine/{uint63.ml,checker.mli,checker.ml,certificate.ml,logs.ml,main.ml} .
	cat >> certificate.ml
	ocamlopt -w -a uint63.ml checker.mli checker.ml certificate.ml logs.ml main.ml -o check
	printed=$(./check 5 ../5.txt 2>&1) || true
	echo "$name: $printed"
	case $printed in
	'solvable 5 = 30480' | 'refused: '*) ;;
	*) echo "with a changed certificate.ml the checker prints that" >&2 && exit 1 ;;
	esac
}
forged "a log that was not read" <<'END'
let forty_two = Npos (XO (XI (XO (XI (XO XH)))))
let nothing n = List.init n (fun x -> bit nats.(x))
let root n = { left = nats.(n); frontier = [ (nothing n, nothing n) ]; value = forty_two }
let made n = { players = nats.(n); facts = Leaf; next = XH; latest = Some (root n) }
let log n _ _ = made n
let fold n _ _ _ = made n
END
forged "other numbers of players" <<'END'
let nat i = nat (i + 1)
let nats = Array.init 64 nat
END
forged "no closures" <<'END'
let line n s = match line n s with Bulk (k, _) -> Bulk (k, []) | Step (k, _, h) -> Step (k, [], h) | other -> other
END
forged "one closure less" <<'END'
let line n s = match line n s with Bulk (k, _ :: cs) -> Bulk (k, cs) | other -> other
END
forged "another number of players who choose" <<'END'
let line n s = match line n s with Bulk (_, cs) -> Bulk (nats.(0), cs) | Step (_, cs, h) -> Step (nats.(0), cs, h) | other -> other
END
forged "no line but the first" <<'END'
let first = ref None
let line n s = match !first with Some l -> l | None -> let l = line n s in first := Some l; l
END

echo "== certificates of 4 to 7, checked by Coq; what the theorems rest on"
cd "$into/binary"
for n in 4 5 6 7; do certificate $n N_scope; done
compile Meaning Theorems
coqc Assumptions.v | tee assumptions
theorems=$(grep -c ^Print Assumptions.v)
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

if [ -n "$eight" ]; then
	echo "== the certificate of 8, checked by Coq"
	"$here/eight.sh" "$into"
	cd "$into"
	binary/check 8 8.txt
fi
