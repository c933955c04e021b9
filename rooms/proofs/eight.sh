#!/usr/bin/env bash
# eight.sh DIR: has Coq check the certificate of eight players itself, in a directory that build.sh has made, and fails if
# a theorem rests on an axiom. It takes some minutes of one core.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
cd "$1"
awk -v n=8 -v scope=N_scope -f "$here/certificate.awk" 8.txt > binary/Certificate8.v
cd binary
coqc -w -notation-overridden Certificate8.v
coqc Eight.v | tee eight
if [ "$(cat eight)" != "Closed under the global context" ]; then
	echo "a theorem of eight players rests on an axiom" >&2
	exit 1
fi
