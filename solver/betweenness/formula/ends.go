package formula

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"enumerate/internal/lists"
)

// A preceded says that one of some players stands before a given wonderwall.
type preceded struct {
	by   []int
	hint int // the lemma for this, see deduction
}

// eliminate adds lemmas for players whose choices name only their wonderwalls and at most one other player. A
// wonderwall stands after one of two players. Wonderwalls are eliminated one after the other: a player that may stand
// before the eliminated wonderwall may instead stand before all wonderwalls after it. At the end no player is left to
// stand before a wonderwall, or only the one that is no wonderwall; in the reverse order that player does not stand
// before anyone. This takes at most k^2 lemmas of k literals for k players. (That an order has a first player has
// short proofs: Stålmarck, Short resolution proofs for a sequence of tricky formulas, 1996.)
func (d *deduction) eliminate(ctx context.Context, players []int) error {
	walls := make(map[int]preceded)
	for _, p := range players {
		c := d.game[p]
		clause := chosen(p, c)[1]
		walls[c.Wonderwall] = preceded{[]int{p, c.Ninja}, d.axiom(clause[:])}
	}
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		fewest := func(v, u int) int { return cmp.Or(cmp.Compare(len(walls[v].by), len(walls[u].by)), cmp.Compare(v, u)) }
		v := slices.MinFunc(slices.Collect(maps.Keys(walls)), fewest)
		gone := walls[v]
		delete(walls, v)
		for _, u := range slices.Sorted(maps.Keys(walls)) {
			wall := walls[u]
			if !slices.Contains(wall.by, v) {
				continue
			}
			by := slices.DeleteFunc(slices.Concat(wall.by, gone.by), func(x int) bool { return x == u || x == v })
			slices.Sort(by)
			by = slices.Compact(by)
			literals := lists.Map(by, func(x int) int { return orderLiteral(x, u) })
			d.begin(literals)
			d.use(wall.hint)
			for _, x := range gone.by {
				if x != u {
					d.cycle(v, u, x)
				}
			}
			d.use(gone.hint)
			walls[u] = preceded{by, d.add(literals)}
			if len(by) == 0 {
				return nil
			}
			if _, wall := walls[by[0]]; len(by) == 1 && !wall {
				d.reverse()
				return nil
			}
		}
	}
}
