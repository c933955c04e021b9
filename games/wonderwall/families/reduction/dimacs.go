package reduction

import (
	"io"

	"enumerate/internal/text"
)

// mostLiterals bounds what is read, so that the game has a million players at most.
const mostLiterals = 50_000

// A Formula is one in conjunctive normal form.
type Formula struct {
	Variables int     // they are 1, 2, ...
	Clauses   [][]int // the literals of each: x, or -x
}

// ReadFormula reads a formula in the DIMACS format:
//
//	c a comment
//	p cnf 2 2        variables and clauses
//	1 2 0            a clause, up to 0
//	-1 -2 0
//
// As in many collections, a % at the start of a line ends it.
func ReadFormula(in io.Reader) (Formula, error) {
	words := text.NewScanner(in)
	f, err := readFormula(words)
	if words.Err() != nil {
		err = words.Err()
	}
	return f, err
}

func readFormula(words *text.Scanner) (f Formula, err error) {
	const want = `want a line "p cnf VARIABLES CLAUSES" (DIMACS)`
	for words.Begin() == nil && words.Word.Text == "c" {
		words.SkipLine()
	}
	head := words.Word
	if head.Kind == text.EndOfInput {
		return f, head.Errorf("there is no formula; %s", want)
	}
	if head.Text != "p" {
		return f, head.Errorf("%s where a formula starts; %s", head.Quoted(), want)
	}
	if words.Next(); words.Word.Text != "cnf" {
		return f, words.Word.Errorf("%s is no kind of formula that is read; %s", words.Word.Quoted(), want)
	}
	words.Next()
	if f.Variables, err = words.Word.Number("number of variables", 1, mostLiterals); err != nil {
		return f, err
	}
	words.Next()
	clauses, err := words.Word.Number("number of clauses", 1, mostLiterals)
	if err != nil {
		return f, err
	}
	if words.Next(); words.Word.Kind == text.Plain {
		return f, words.Word.Errorf("%s behind the number of clauses; %s", words.Word.Quoted(), want)
	}
	var clause []int
	literals := 0
	for starts := true; ; {
		words.Next()
		w := words.Word
		if w.Kind == text.EndOfLine {
			starts = true
			continue
		}
		first := starts
		starts = false
		switch {
		case w.Kind == text.EndOfInput || first && w.Text == "%":
			switch {
			case len(clause) > 0:
				return f, w.Errorf("the formula ends within clause %d; want a 0 behind each clause", len(f.Clauses)+1)
			case len(f.Clauses) < clauses:
				return f, w.Errorf("the formula ends after %d of %d clauses; want as many as line %d says", len(f.Clauses), clauses, head.Line)
			}
			return f, nil
		case first && w.Text == "c":
			words.SkipLine()
			starts = true
		case len(f.Clauses) == clauses:
			return f, w.Errorf("%s behind the last clause; want as many as line %d says", w.Quoted(), head.Line)
		case w.Text == "0":
			f.Clauses, clause = append(f.Clauses, clause), nil
		case literals == mostLiterals:
			return f, w.Errorf("a literal too many; want at most %d in all, as each makes some nineteen players", mostLiterals)
		default:
			number, negated := w, w.Text[0] == '-'
			if negated {
				number = w.From(1)
			}
			x, err := number.Number("variable", 1, f.Variables)
			if err != nil {
				return f, err
			}
			if negated {
				x = -x
			}
			clause = append(clause, x)
			literals++
		}
	}
}
