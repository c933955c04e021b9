package data

import (
	_ "embed"
	"strconv"
	"strings"
)

//go:embed proofs.csv
var proofs string

// A Proof is what a number rests on beyond programs that agree: see rooms/proofs/README.md. The zero value is none.
type Proof struct {
	Theorem     string // that Coq has proved; "" if a program has accepted the certificate, of which Coq has proved that it accepts no wrong one
	Certificate string // the SHA-256 of the file that `enumerate count --certificate` writes; classes want those of smaller sizes too
}

// Kind returns "proved" if a theorem says the number, "certified" if it has a certificate alone, "" if neither.
func (p Proof) Kind() string {
	switch {
	case p.Theorem != "":
		return "proved"
	case p.Certificate != "":
		return "certified"
	}
	return ""
}

// ProofOf returns the proof that a number is the total of a size, in a column such as "solvable-games".
func ProofOf(ruleset string, n int, column, number string) Proof {
	for _, line := range proofLines() {
		if line[0] == ruleset && line[1] == strconv.Itoa(n) && line[2] == column && number == Golden(ruleset, n, column) {
			return Proof{line[3], line[4]}
		}
	}
	return Proof{}
}

// Certified returns of which size of which ruleset a checker that is proved has accepted the certificate with a
// SHA-256, or "" if it has accepted none.
func Certified(sum string) (ruleset, n string) {
	for _, line := range proofLines() {
		if line[4] == sum {
			return line[0], line[1]
		}
	}
	return "", ""
}

// Certificate returns the SHA-256 of the certificate of a size that a checker that is proved has accepted, or "" if it has accepted none.
func Certificate(ruleset string, n int) string {
	for _, line := range proofLines() {
		if line[0] == ruleset && line[1] == strconv.Itoa(n) {
			return line[4]
		}
	}
	return ""
}

// proofLines returns the fields of proofs.csv: ruleset, n, column, theorem, certificate.
func proofLines() (lines [][]string) {
	for _, text := range strings.Fields(proofs)[1:] {
		lines = append(lines, strings.Split(text, ","))
	}
	return lines
}
