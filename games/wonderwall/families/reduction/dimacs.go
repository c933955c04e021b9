package reduction

import (
	"io"

	"enumerate/internal/text"
)

// mostLiterals bounds what is read, so that the game has some 200,000 players at most.
const mostLiterals = 10_000

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
func ReadFormula(in io.Reader) (f Formula, err error) {
	const want = `want a line "p cnf VARIABLES CLAUSES" (DIMACS)`
	lines := text.NewScanner(in)
	head, clauses, literals := text.Word{}, 0, 0
	var clause []int
	for {
		words, err := lines.Words(1 << 20)
		switch ended := err == io.EOF || err == nil && words[0].Text == "%"; {
		case ended && head.Text == "":
			return f, lines.End().Errorf("there is no formula; %s", want)
		case ended && len(clause) > 0:
			return f, lines.End().Errorf("the formula ends within clause %d; want a 0 behind each clause", len(f.Clauses)+1)
		case ended && len(f.Clauses) < clauses:
			return f, lines.End().Errorf("the formula ends after %d of %d clauses; want as many as line %d says", len(f.Clauses), clauses, head.Line)
		case ended:
			return f, nil
		case err != nil:
			return f, err
		case words[0].Text == "c":
			continue
		}
		if head.Text == "" {
			head = words[0]
			if len(words) != 4 || head.Text != "p" || words[1].Text != "cnf" {
				return f, head.Errorf("no formula starts like this; %s", want)
			}
			if f.Variables, err = words[2].Number("number of variables", 1, mostLiterals); err == nil {
				clauses, err = words[3].Number("number of clauses", 1, mostLiterals)
			}
			if err != nil {
				return f, err
			}
			continue
		}
		for _, w := range words {
			number, sign := w, 1
			if w.Text[0] == '-' {
				number, sign = w.From(1), -1
			}
			switch {
			case len(f.Clauses) == clauses:
				return f, w.Errorf("%s behind the last clause; want as many as line %d says", w.Quoted(), head.Line)
			case w.Text == "0":
				f.Clauses, clause = append(f.Clauses, clause), nil
			case literals == mostLiterals:
				return f, w.Errorf("a literal too many; want at most %d in all", mostLiterals)
			default:
				x, err := number.Number("variable", 1, f.Variables)
				if err != nil {
					return f, err
				}
				clause = append(clause, sign*x)
				literals++
			}
		}
	}
}
