package betweenness

import (
	"fmt"
	"iter"
	"math"
)

// The propositional form of a game has one variable for each pair of players a
// < b. It is true if a stands before b, so a literal says of two players, in
// this order, that one stands before the other: the variable if the smaller one
// does, its negation if the larger one does. Variables and literals are numbered
// as in the DIMACS format, from 1 and by sign:
//
//	1   0 before 1
//	2   0 before 2      3   1 before 2
//	4   0 before 3      5   1 before 3      6   2 before 3
//
// A player p with wonderwall w and ninja n says that x(p,w), x(w,n) and x(p,n)
// are equal, in four clauses of two literals. The thesis that describes the game
// has only the two of x(p,w) <=> x(w,n). With transitivity the other two follow
// from them, and let unit propagation see more; without it they still rule out
// the cycles of p, w and n.
//
// Transitivity makes an order of the players of what would be any directed graph
// with one arc for each pair. The thesis writes -x(a,b) | -x(b,c) | x(a,c) for
// all n(n-1)(n-2) ways to choose a, b and c in order. With one variable for a
// pair x(a,c) is -x(c,a), and the clause says that a, b, c is not a cycle. So do
// the clauses of b, c, a and of c, a, b. A third of them is left: two for each
// three players, one for each way to go around.
//
// The relaxed form leaves transitivity out. It is 2-SAT, solvable in linear
// time, and every solution of the game satisfies it, but not only those.

// MaxFormula is the most players of a game with a propositional form. More would
// have more variables than the 32 bits in which SAT solvers hold a literal.
const MaxFormula = 1 << 16

// checkFormula returns an error that wraps ErrTooLarge above MaxFormula players.
func checkFormula(players int) error {
	if players > MaxFormula {
		return fmt.Errorf("%w for a formula: it has variables for %d, the game has %d", ErrTooLarge, MaxFormula, players)
	}
	return nil
}

// Variables returns n(n-1)/2, the number of variables of a game of n players.
func Variables(players int) int { return players * (players - 1) / 2 }

// Literal returns the literal that says that player a stands before player b.
func Literal(a, b int) int {
	if a < b {
		return b*(b-1)/2 + a + 1
	}
	return -(a*(a-1)/2 + b + 1)
}

// Pair returns the players of whom a literal says that the first stands before
// the second. It is the inverse of Literal.
func Pair(literal int) (first, second int) {
	variable := max(literal, -literal)
	// The variables of second begin after second*(second-1)/2. The root is that
	// of a rounded number, and may be one off.
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

// ClauseCount returns how many clauses the form of a game of n players has: four
// for each player, and unless it is relaxed n(n-1)(n-2)/3 for transitivity.
func ClauseCount(players int, relaxed bool) int {
	n := players
	if relaxed {
		return 4 * n
	}
	return 4*n + n*(n-1)/2*(n-2)/3*2
}

// Clauses yields the clauses of a valid game, literals as Literal numbers them.
// Those of the players come first, player by player, then those of transitivity
// unless the form is relaxed. A clause is valid until the next one.
func Clauses(g Game, relaxed bool) iter.Seq[[]int] {
	return func(yield func([]int) bool) {
		var clause [3]int
		for p, c := range g {
			literals := sameDirection(p, c)
			for _, pair := range [2][2]int{{literals[0], literals[1]}, {literals[1], literals[2]}} {
				x, y := pair[0], pair[1]
				clause[0], clause[1] = -x, y
				if !yield(clause[:2]) {
					return
				}
				clause[0], clause[1] = x, -y
				if !yield(clause[:2]) {
					return
				}
			}
		}
		if relaxed {
			return
		}
		for c := range g {
			for b := range c {
				bc := Literal(b, c)
				for a := range b {
					ab, ac := Literal(a, b), Literal(a, c)
					clause = [3]int{-ab, -bc, ac} // not a before b before c before a
					if !yield(clause[:]) {
						return
					}
					clause = [3]int{ab, bc, -ac} // nor the other way around
					if !yield(clause[:]) {
						return
					}
				}
			}
		}
	}
}

// sameDirection returns the literals that the choice of a player makes equal:
// that the player stands before its wonderwall, the wonderwall before the ninja,
// and the player before the ninja.
func sameDirection(p int, c Choice) [3]int {
	return [3]int{Literal(p, c.Wonderwall), Literal(c.Wonderwall, c.Ninja), Literal(p, c.Ninja)}
}
