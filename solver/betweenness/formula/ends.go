package formula

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"enumerate/internal/lists"
)

// A preceded is the clause that at least one of some players stands before a given wonderwall.
type preceded struct {
	by   []int
	hint int // the lemma that proves the clause, see deduction
}

// eliminate adds lemmas that refute choices whose named players, except at most one, are wonderwalls of these choices.
// Each wonderwall stands after the player or the ninja of its choice, which gives a clause. Wonderwalls are eliminated
// one after the other. If v is the eliminated wonderwall, and v may be what stands before a wonderwall u, then the
// players that may stand before v may stand before u instead, so they replace v in the clause of u.
//
// At the end the clause of some wonderwall is empty, which is a contradiction; or its only player is the single player
// that is no wonderwall. In the latter case the same holds for the reverse order, and the two contradict each other.
// This takes at most k^2 lemmas of k literals for k players. (That an order has a first player has short proofs:
// Stålmarck, Short resolution proofs for a sequence of tricky formulas, 1996.)
func (d *deduction) eliminate(ctx context.Context, players []int) error {
	walls := make(map[int]preceded) // by wonderwall that is not eliminated
	for _, p := range players {
		c := d.game[p]
		clause := chosen(p, c)[1]
		walls[c.Wonderwall] = preceded{[]int{p, c.Ninja}, d.axiom(clause[:])}
	}

	for {
		if err := ctx.Err(); err != nil {
			return err
		}

		// Eliminate a wonderwall with the shortest clause, and replace it in the others.
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
			if len(by) == 1 && !isWall {
				d.reverse()
				return nil
			}
		}
	}
}

// replace adds the lemma that replaces player v in the clause of wonderwall u by the players of v's own clause, and returns
// the new clause of u. To prove the lemma, suppose that none of these players stands before u. Then v stands before u, by the
// clause of u. By transitivity none of the players stands before v, and neither does u. This contradicts the clause of v.
func (d *deduction) replace(v int, ofV preceded, u int, ofU preceded) preceded {
	by := slices.DeleteFunc(slices.Concat(ofU.by, ofV.by), func(x int) bool { return x == u || x == v })
	slices.Sort(by)
	by = slices.Compact(by)

	literals := lists.Map(by, func(x int) int { return orderLiteral(x, u) })
	d.begin(literals)
	d.use(ofU.hint)
	for _, x := range ofV.by {
		if x != u {
			d.cycle(v, u, x)
		}
	}
	d.use(ofV.hint)
	return preceded{by, d.add(literals)}
}
