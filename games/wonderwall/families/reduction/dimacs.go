package reduction

import (
	"io"
	"strings"

	"enumerate/internal/rows"
	"enumerate/internal/text"
)

// mostRead is the largest number of variables, of clauses and of literals of a formula that is read, so that it is
// simplified in less than a second.
const mostRead = 100_000

// maxFormulaLine is the largest number of bytes in a line. A clause of mostRead literals has fewer.
const maxFormulaLine = 1 << 20

// A Formula is a formula in conjunctive normal form.
type Formula struct {
	Variables int     // the variables are 1, 2, ...
	Clauses   [][]int // of literals: x, or -x for the negation
}

// ReadFormula reads a formula in the DIMACS format:
//
//	c a comment
//	p cnf 2 2        variables and clauses
//	1 2 0            a clause, up to 0
//	-1 -2 0
//
// ReadFormula reads what the solvers minisat and cadical read. A word that begins with c starts a comment, at the start
// of a line or after a literal. A clause may continue on the next line, and a line may have several clauses. -0 is 0.
// There may be no variables, no clauses, or clauses without literals. As in many collections, a % ends the formula.
// Unlike minisat, ReadFormula refuses a formula whose numbers of variables and clauses are not those of its first line,
// because such a file is often incomplete.
func ReadFormula(in io.Reader) (Formula, error) {
	r := formulaReader{lines: text.NewScanner(in)}
	for {
		words, err := r.lines.Words(maxFormulaLine)
		if err == io.EOF {
			return r.formula, r.finish()
		}
		if err != nil {
			return r.formula, err
		}
		ended, err := r.line(words)
		if err != nil {
			return r.formula, err
		}
		if ended {
			return r.formula, r.finish()
		}
	}
}

type formulaReader struct {
	lines    *text.Scanner
	formula  Formula
	head     text.Word // the first word of the line "p cnf", empty until this line is read
	clauses  int       // that the line "p cnf" announces
	clause   []int     // the literals since the last 0
	literals int       // of all clauses
}

// line reads a line with at least one word, and reports whether a % ends the formula.
func (r *formulaReader) line(words []text.Word) (ended bool, err error) {
	if r.head.Text == "" && !isComment(words[0]) && !isEnd(words[0]) {
		if err := r.readHead(words); err != nil {
			return false, err
		}
		words = words[4:] // the first clause may follow in the same line
	}
	for _, w := range words {
		if isComment(w) {
			return false, nil
		}
		if isEnd(w) {
			return true, nil
		}
		if err := r.literal(w); err != nil {
			return false, err
		}
	}
	return false, nil
}

func isComment(w text.Word) bool { return w.Text[0] == 'c' }

func isEnd(w text.Word) bool { return w.Text[0] == '%' }

// wantHead describes the first line of a formula, for messages.
const wantHead = `expected a line "p cnf VARIABLES CLAUSES" (DIMACS)`

func (r *formulaReader) readHead(words []text.Word) (err error) {
	if len(words) < 4 || words[0].Text != "p" || words[1].Text != "cnf" {
		return words[0].Errorf("a formula does not start like this; %s", wantHead)
	}
	r.head = words[0]
	if r.formula.Variables, err = readCount(words[2], "variables"); err != nil {
		return err
	}
	r.clauses, err = readCount(words[3], "clauses")
	return err
}

// readCount reads one of the two numbers in the first line of a formula. The argument what is "variables" or "clauses".
func readCount(w text.Word, what string) (int, error) {
	if strings.Trim(w.Text, "0123456789") != "" {
		return 0, w.Errorf("%s is not a number of %s; %s", w.Quoted(), what, wantHead)
	}
	n, err := w.Number("number", 0, mostRead)
	if err != nil {
		return 0, w.Errorf("the formula is too large: it has %s %s, and at most %s are read", w.Text, what, rows.Count(mostRead))
	}
	return n, nil
}

// literal reads a literal, or the 0 at the end of a clause.
func (r *formulaReader) literal(w text.Word) error {
	if len(r.formula.Clauses) == r.clauses {
		return w.Errorf("%s follows the last clause that line %d announces (%d in all); correct that number, or remove the rest", w.Quoted(), r.head.Line, r.clauses)
	}

	number, sign := w, 1
	switch w.Text[0] {
	case '-':
		number, sign = w.From(1), -1
	case '+':
		number = w.From(1)
	}
	x, err := number.Number("variable", 0, r.formula.Variables)
	switch {
	case err != nil && r.formula.Variables == 0:
		return w.Errorf("%s is not a literal: line %d announces no variables, so only 0 may stand here", w.Quoted(), r.head.Line)
	case err != nil:
		return w.Errorf("%s is not a literal; expected a variable from 1 to %d as line %d announces, with - for its negation, or 0 at the end of a clause",
			w.Quoted(), r.formula.Variables, r.head.Line)
	case x == 0:
		r.formula.Clauses = append(r.formula.Clauses, r.clause)
		r.clause = nil
		return nil
	}

	if r.literals == mostRead {
		return w.Errorf("the formula is too large: it has more than %s literals, the most that are read", rows.Count(mostRead))
	}
	r.literals++
	r.clause = append(r.clause, sign*x)
	return nil
}

// finish returns an error if the formula is not complete.
func (r *formulaReader) finish() error {
	end := r.lines.End()
	switch clauses := len(r.formula.Clauses); {
	case r.head.Text == "":
		return end.Errorf("the formula is missing; %s", wantHead)
	case len(r.clause) > 0:
		return end.Errorf("the formula ends within clause %d; expected a 0 after each clause", clauses+1)
	case clauses < r.clauses:
		return end.Errorf("the formula ends after %d of the %d clauses that line %d announces; correct that number, or add the clauses", clauses, r.clauses, r.head.Line)
	}
	return nil
}
