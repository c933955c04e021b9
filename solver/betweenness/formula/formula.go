// Package formula writes games as formulas for SAT solvers, reads the solvers' answers, and writes refutations of these
// formulas.
//
// The propositional form of a game has one variable for each pair of players a < b, which is true if a stands before b.
// So the literal for "p stands before q" is the variable if p < q, and its negation otherwise. Variables are numbered
// from 1, and literals by sign, as in the DIMACS format:
//
//	1   0 before 1
//	2   0 before 2      3   1 before 2
//	4   0 before 3      5   1 before 3      6   2 before 3
//
// Let x(p,q) be the literal for "p stands before q". The choice of a player p with wonderwall w and ninja n makes
// x(p,w), x(w,n) and x(p,n) equal, in four clauses of two literals. The thesis that describes the game has only the two
// for x(p,w) <=> x(w,n). The others follow by transitivity, but help unit propagation; without transitivity they
// exclude the cycles of p, w and n.
//
// Transitivity makes the variables an order of the players; without it they may be any tournament. The thesis writes
// -x(a,b) | -x(b,c) | x(a,c) for all n(n-1)(n-2) triples (a, b, c). Because x(a,c) is -x(c,a), this clause forbids the
// cycle a, b, c, and so do the clauses for (b, c, a) and (c, a, b). So a third of the clauses suffices: two for each
// three players, one for each direction of the cycle.
//
// The relaxed form omits transitivity. It is a 2-SAT formula, which linear time solves. All solutions of the game
// satisfy it, but so may other assignments.
package formula

import (
	"bufio"
	"fmt"
	"io"
	"iter"
	"math"
	"strconv"

	"enumerate/internal/rows"
	"enumerate/solver/betweenness"
)

// maxFormula is the largest number of players whose variables fit the 32-bit literals of SAT solvers.
const maxFormula = 1 << 16

func checkFormula(players int) error {
	if players > maxFormula {
		return fmt.Errorf("%w for a formula: the game has %s players, expected at most %s", betweenness.ErrTooLarge, rows.Count(uint64(players)), rows.Count(maxFormula))
	}
	return nil
}

func variableCount(players int) int { return players * (players - 1) / 2 }

// orderLiteral returns the literal for "a stands before b".
func orderLiteral(a, b int) int {
	if a < b {
		return b*(b-1)/2 + a + 1
	}
	return -(a*(a-1)/2 + b + 1)
}

// literalPair returns the players of a literal, which says that the first stands before the second.
func literalPair(literal int) (first, second int) {
	// Variables are numbered by the larger player s of their pair, then by the smaller one, so the number is greater
	// than s(s-1)/2 and at most s(s+1)/2, and a square root gives s. Rounding may make it wrong by one, which the loops
	// correct.
	variable := max(literal, -literal)
	second = int((1 + math.Sqrt(8*float64(variable)-7)) / 2)
	for second*(second-1)/2 >= variable {
		second--
	}
	for second*(second+1)/2 < variable {
		second++
	}
	first = variable - second*(second-1)/2 - 1
	if literal < 0 {
		return second, first
	}
	return first, second
}

// Count returns the number of clauses for n players: 4n and, unless relaxed, n(n-1)(n-2)/3 for transitivity.
func Count(players int, relaxed bool) int {
	n := players
	if relaxed {
		return 4 * n
	}
	return 4*n + n*(n-1)/2*(n-2)/3*2
}

// Clauses yields the clauses of a valid game: four for the choice of each player, and then, unless the form is relaxed,
// two for each three players. A clause is valid until the next one is yielded.
func Clauses(g betweenness.Game, relaxed bool) iter.Seq[[]int] {
	return func(yield func([]int) bool) {
		for p, c := range g {
			for _, clause := range chosen(p, c) {
				if !yield(clause[:]) {
					return
				}
			}
		}
		if relaxed {
			return
		}

		// There can be billions of these clauses, so they share memory.
		var clause [3]int
		for c := range g {
			for b := range c {
				for a := range b {
					for _, clause = range transitive(a, b, c) {
						if !yield(clause[:]) {
							return
						}
					}
				}
			}
		}
	}
}

// chosen returns the clauses of player p's choice: three statements are all true or all false, x, "the player stands
// before its wonderwall"; y, "the wonderwall stands before the ninja"; and z, "the player stands before the ninja".
// Each clause says that one statement implies another, the second one that y implies x.
func chosen(p int, c betweenness.Choice) [4][2]int {
	x, y, z := orderLiteral(p, c.Wonderwall), orderLiteral(c.Wonderwall, c.Ninja), orderLiteral(p, c.Ninja)
	return [4][2]int{{-x, y}, {x, -y}, {-y, z}, {y, -z}}
}

// transitive returns the clauses that forbid both cycles of three players.
func transitive(a, b, c int) [2][3]int {
	ab, bc, ac := orderLiteral(a, b), orderLiteral(b, c), orderLiteral(a, c)
	return [2][3]int{{-ab, -bc, ac}, {ab, bc, -ac}}
}

// WriteDIMACS writes the propositional form of a valid game in the DIMACS format, with comments that explain the
// variables. The players' names must not contain a newline.
//
// The full form has about n^3/3 lines; for 300 players these are 9 million lines, 200 MB. WriteDIMACS does not keep
// them in memory.
//
// The error comes from w, or wraps ErrTooLarge. The relaxed form, without transitivity, is limited to 65536 players.
// The full form is limited to 1861, because larger ones have more clauses than SAT solvers count.
func WriteDIMACS(w io.Writer, g betweenness.Game, names []string, relaxed bool) error {
	if err := checkFormula(len(g)); err != nil {
		return err
	}
	if clauses := Count(len(g), relaxed); clauses > math.MaxInt32 {
		return fmt.Errorf("%w for a formula: for %s players it has %s clauses, expected at most %s; the relaxed formula, without transitivity, has %s",
			betweenness.ErrTooLarge, rows.Count(uint64(len(g))), rows.Count(uint64(clauses)), rows.Count(math.MaxInt32), rows.Count(uint64(Count(len(g), true))))
	}

	out := bufio.NewWriterSize(w, 1<<16)
	fmt.Fprintf(out, "c A game of Ninja Assassin Wonderwall with %d players, as a formula.\n", len(g))
	out.WriteString("c For each player four clauses put its wonderwall between it and its ninja.\n")
	if relaxed {
		out.WriteString("c No clauses make the relation \"before\" transitive, so an assignment that\n")
		out.WriteString("c satisfies this formula need not be an order of the players.\n")
	} else {
		out.WriteString("c The clauses of three literals make the relation \"before\" transitive, so an\n")
		out.WriteString("c assignment that satisfies this formula is an order that solves the game.\n")
	}
	for v := 1; v <= variableCount(len(g)); v++ {
		if err := writeVariable(out, v, names); err != nil {
			return err
		}
	}

	fmt.Fprintf(out, "p cnf %d %d\n", variableCount(len(g)), Count(len(g), relaxed))
	for clause := range Clauses(g, relaxed) {
		if err := writeNumbers(out, "", clause, "\n"); err != nil {
			return err
		}
	}
	return out.Flush()
}

// writeVariable writes a comment line such as "c 3 Bob before Cleo".
func writeVariable(out *bufio.Writer, v int, names []string) error {
	first, second := literalPair(v)
	line := strconv.AppendInt(append(out.AvailableBuffer(), "c "...), int64(v), 10)
	line = append(append(line, ' '), names[first]...)
	line = append(append(line, " before "...), names[second]...)
	_, err := out.Write(append(line, '\n'))
	return err
}

// writeNumbers writes a clause or a list of hints as in DIMACS and LRAT, with a final 0.
func writeNumbers(out *bufio.Writer, prefix string, numbers []int, suffix string) error {
	line := append(out.AvailableBuffer(), prefix...)
	for _, number := range numbers {
		line = append(strconv.AppendInt(line, int64(number), 10), ' ')
	}
	_, err := out.Write(append(append(line, '0'), suffix...))
	return err
}
