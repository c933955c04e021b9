package betweenness

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
)

// WriteDIMACS writes the propositional form of a valid game in the DIMACS
// format, for any SAT solver: comments that say what the variables mean, in the
// players' names, which stand on one line and are written as they are, a head with
// the number of variables and of clauses, and the clauses, one to a line. See Clauses for what they are. It takes memory for one
// line at a time. The full form of n players has about n^3/3 lines: 9 million at
// 300 players, 200 MB.
//
// The error is one of w, or wraps ErrTooLarge above MaxFormula players.
func WriteDIMACS(w io.Writer, g Game, names []string, relaxed bool) error {
	if err := checkFormula(len(g)); err != nil {
		return err
	}
	out := bufio.NewWriterSize(w, 1<<16)
	fmt.Fprintf(out, "c A game of Ninja Assassin Wonderwall with %d players, as a formula.\n", len(g))
	out.WriteString("c For each player four clauses put its wonderwall between it and its ninja.\n")
	if relaxed {
		out.WriteString("c Nothing makes the variables an order: what satisfies this formula need not\n")
		out.WriteString("c solve the game.\n")
	} else {
		out.WriteString("c The clauses of three literals make the variables an order: what satisfies this\n")
		out.WriteString("c formula is a solution of the game.\n")
	}
	var line []byte
	for v := 1; v <= Variables(len(g)); v++ {
		first, second := Pair(v)
		line = append(line[:0], "c "...)
		line = strconv.AppendInt(line, int64(v), 10)
		line = append(line, ' ')
		line = append(line, names[first]...)
		line = append(line, " before "...)
		line = append(line, names[second]...)
		line = append(line, '\n')
		if _, err := out.Write(line); err != nil {
			return err
		}
	}
	fmt.Fprintf(out, "p cnf %d %d\n", Variables(len(g)), ClauseCount(len(g), relaxed))
	for clause := range Clauses(g, relaxed) {
		line = line[:0]
		for _, literal := range clause {
			line = strconv.AppendInt(line, int64(literal), 10)
			line = append(line, ' ')
		}
		line = append(line, "0\n"...)
		if _, err := out.Write(line); err != nil {
			return err
		}
	}
	return out.Flush()
}
