package data

import (
	_ "embed"
	"strconv"
	"strings"

	"enumerate/internal/lists"
)

//go:embed proofs.csv
var proofs string

// A Proof is the evidence for a number besides programs that agree: see rooms/proofs/README.md. It can be empty.
type Proof struct {
	Theorem     string // a theorem of Coq; "" if a checker that Coq has proved correct accepted the certificate
	Certificate string // the SHA-256 of the file that `enumerate count --certificate` writes; classes also need those of smaller sizes
}

// Kind returns "proved" if a theorem states the number, "certified" if there is only a certificate, or "".
func (p Proof) Kind() string {
	switch {
	case p.Theorem != "":
		return "proved"
	case p.Certificate != "":
		return "certified"
	}
	return ""
}

// ProofOf returns the proof of the total of a size, in a column such as "solvable-games".
func ProofOf(ruleset string, n int, column, number string) Proof {
	for _, line := range proofLines() {
		isRow := line[0] == ruleset && line[1] == strconv.Itoa(n) && line[2] == column
		if isRow && number == Totals(ruleset).Number(n, column) { // a proof is of this number only
			return Proof{line[3], line[4]}
		}
	}
	return Proof{}
}

// Certified returns the ruleset and size whose certificate has this SHA-256 and was accepted by a proved checker, or
// "".
func Certified(sum string) (ruleset, n string) {
	for _, line := range proofLines() {
		if line[4] == sum {
			return line[0], line[1]
		}
	}
	return "", ""
}

// Certificate returns the SHA-256 of the certificate of a size that a proved checker has accepted, or "".
func Certificate(ruleset string, n int) string {
	for _, line := range proofLines() {
		if line[0] == ruleset && line[1] == strconv.Itoa(n) {
			return line[4]
		}
	}
	return ""
}

// proofLines returns the fields of proofs.csv: ruleset, n, column, theorem, certificate.
func proofLines() [][]string {
	return lists.Map(strings.Fields(proofs)[1:], func(line string) []string { return strings.Split(line, ",") })
}
