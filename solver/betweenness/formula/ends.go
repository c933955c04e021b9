package formula

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"enumerate/internal/lists"
)

// A precedenceClause is a clause about a wonderwall: at least one of the players in `by` stands before the wonderwall.
type precedenceClause struct {
	by   []int
	hint int // the lemma that proves the clause, see deduction
}

// eliminate adds lemmas that refute the choices of the given players, that is, show that no order satisfies them all.
// The choices name some players: the choosers and those whom they choose. All of these except at most one must be
// wonderwalls (the first player of a choice). A wonderwall stands between two others, so not enough players can stand
// at the two ends of an order. For example, if players 0, 1 and 2 choose (1, 2), (2, 0) and (0, 1), each is a
// wonderwall.
//
// The clause of a wonderwall lists players of whom at least one stands before the wonderwall. At first these are the
// player and the ninja of its choice: 0 and 2 for wonderwall 1 in the example, 1 and 0 for 2, 2 and 1 for 0.
// Wonderwalls are eliminated one after the other. To eliminate v, replace v in the clause of every other wonderwall u
// by the players of v's clause, except u itself. This is right because a player who stands before v, which stands
// before u, stands before u too. In the example, eliminating 0 makes the clause of 1 just 2, and the clause of 2 just
// 1. Then eliminating 1 makes the clause of 2 empty.
//
// At the end the clause of some wonderwall is empty, which is a contradiction; or it contains only the single player
// that is not a wonderwall. Then this player stands before the wonderwall in every solution. That contradicts the
// reverse of a solution, which is a solution, too. This takes at most k^2 lemmas of k literals for k players. (That an
// order has a first player has short proofs: Stålmarck, Short resolution proofs for a sequence of tricky formulas,
// 1996.)
func (d *deduction) eliminate(ctx context.Context, players []int) error {
	walls := make(map[int]precedenceClause) // by wonderwall that is not eliminated: its clause
	for _, p := range players {
		c := d.game[p]
		clause := chosen(p, c)[1]
		walls[c.Wonderwall] = precedenceClause{[]int{p, c.Ninja}, d.axiom(clause[:])}
	}

	for {
		if err := ctx.Err(); err != nil {
			return err
		}

		// Eliminate a wonderwall with the shortest clause.
		fewest := func(v, u int) int { return cmp.Or(cmp.Compare(len(walls[v].by), len(walls[u].by)), cmp.Compare(v, u)) }
		v := slices.MinFunc(slices.Collect(maps.Keys(walls)), fewest)
		eliminated := walls[v]
		delete(walls, v)
		for _, u := range slices.Sorted(maps.Keys(walls)) {
			if !slices.Contains(walls[u].by, v) {
				continue
			}
			walls[u] = d.replace(v, eliminated, u, walls[u])

			by := walls[u].by
			if len(by) == 0 {
				return nil // no player stands before u: a contradiction
			}
			_, isWall := walls[by[0]]
			if len(by) == 1 && !isWall { // the exception stands before u, and in the reverse order u before it
				d.reverse()
				return nil
			}
		}
	}
}

// replace adds a lemma, the new clause of wonderwall u (one of its players stands before u), in which the players of
// v's clause replace v.
//
// To prove the lemma, suppose that no player of the new clause stands before u. Then v stands before u, by the old
// clause of u. So no player of v's clause stands before v, because it would then stand before u, too; and neither
// does u. This contradicts the clause of v.
func (d *deduction) replace(v int, ofV precedenceClause, u int, ofU precedenceClause) precedenceClause {
	by := slices.DeleteFunc(slices.Concat(ofU.by, ofV.by), func(x int) bool { return x == u || x == v })
	slices.Sort(by)
	by = slices.Compact(by)

	literals := lists.Map(by, func(x int) int { return orderLiteral(x, u) })
	d.begin(literals)
	d.use(ofU.hint) // v stands before u
	for _, x := range ofV.by {
		if x != u {
			d.cycle(v, u, x) // x does not stand before v
		}
	}
	d.use(ofV.hint) // some player of v's clause stands before v, which is the contradiction
	return precedenceClause{by, d.add(literals)}
}
