#!/usr/bin/env bash
# eight.sh [--vm] DIR: lets Coq itself check the certificate of eight players, in a directory that build.sh has made. Fails if
# a theorem uses an axiom. Coq compiles the checker to machine code, which takes 40 seconds of one core and needs Debian's
# package libcoq-core-ocaml-dev. With --vm, or without this package, Coq's virtual machine runs the checker, which takes a
# few minutes.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
evaluation=native
if [ "${1:-}" = --vm ]; then
	evaluation=vm
	shift
fi
cd "$1"
awk -v n=8 -v scope=N_scope -f "$here/certificate.awk" 8.txt > binary/Certificate8.v
cd binary
sed "s/native_cast_no_check/${evaluation}_cast_no_check/" "$here/Eight.v" > Eight.v
grep -q "${evaluation}_cast_no_check" Eight.v
coqc -w -notation-overridden Certificate8.v
coqc Eight.v | tee eight
if [ "$(cat eight)" != "Closed under the global context" ]; then
	echo "a theorem of eight players rests on an axiom" >&2
	exit 1
fi
