// Command tournaments is enumerate with another ruleset: tournaments, strongly connected or not.
package main

import (
	"context"
	"fmt"
	"iter"
	"math/big"
	"os"
	"slices"

	"enumerate/canon"
	"enumerate/cli"
	"enumerate/enum"
	"enumerate/enum/kit"
)

func main() {
	os.Exit(cli.Program{Rulesets: []*enum.Ruleset{tournaments()}}.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// tournaments returns the ruleset: what its games are, for which sizes they can be counted, and by which methods. A
// walk looks at every tournament, so it is for few vertices; the other method counts by a formula.
func tournaments() *enum.Ruleset {
	all, walked := enum.Range{First: 1, Last: 11}, enum.Range{First: 1, Last: 7} // numbers of vertices
	return &enum.Ruleset{
		Name: "tournaments", Summary: "complete graphs with directed edges: strongly connected or not",
		Size: "vertices", Sizes: all, Group: "the vertices, n!", Example: "--game tournaments --n 3..6",
		Space: func(n int) (enum.Space, error) { return sized(n, all, space(n)) },
		Methods: []enum.Method{
			{Name: enum.Walk, Summary: "finds the canonical form of every tournament", Sizes: walked, Space: func(n int, _ enum.Means) (enum.Space, error) { return sized(n, walked, space(n)) }},
			{Name: "count", Summary: "subtracts the weak tournaments from all", Sizes: all, Space: func(n int, _ enum.Means) (enum.Space, error) { return sized(n, all, space(n).counted()) }},
		},
	}
}

// sized returns s, the space of tournaments with n vertices, or an error if n is not in sizes.
func sized(n int, sizes enum.Range, s enum.Space) (enum.Space, error) {
	if !sizes.Contains(n) {
		return nil, fmt.Errorf("n = %d: choose a number of vertices from %d to %d", n, sizes.First, sizes.Last)
	}
	return s, nil
}

// A space is all tournaments with the given number of vertices. It has no buffers, so it is its own
// walker.
type space int

func (n space) edges() int          { return int(n * (n - 1) / 2) }
func (n space) Games() *big.Int     { return new(big.Int).Lsh(big.NewInt(1), uint(n.edges())) }
func (n space) Group() *big.Int     { return new(big.Int).MulRange(1, int64(n)) }
func (n space) Verdicts() []string  { return []string{"strong", "weak"} }
func (n space) Fingerprint() string { return fmt.Sprintf("tournaments n=%d version=1", n) }
func (n space) Walker() enum.Walker { return n }
func (n space) counted() enum.Space {
	return kit.Direct{Space: n, Method: "count", Version: 1, Count: n.count}
}
func (n space) Totals(t *enum.Tally) (enum.Totals, error) { return enum.OrbitTotals(n, t) }

// Classes returns the number of classes of isomorphic tournaments. By Burnside's lemma it follows from the number of
// tournaments that a permutation of the vertices does not change. This number is 0 if the permutation has a cycle of
// even length, because some power of the permutation then reverses an edge (Davis). Otherwise it is 2 to the number
// of orbits of edges. An orbit has all edges to which the powers of the permutation move one edge, so the direction
// of one edge determines the directions of all edges of its orbit.
func (n space) Classes() *big.Int {
	// The function returns the factor of the t[l] cycles of length l.
	classes, err := canon.Burnside(int(n), func(t canon.CycleType, l int) *big.Int {
		orbits := t[l] * (l*t[l] - 1) / 2 // orbits of edges within and between cycles of length l
		for k := range int64(l) {         // orbits of edges to cycles of length k < l
			orbits += t[l] * t[k] * int(new(big.Int).GCD(nil, nil, big.NewInt(k), big.NewInt(int64(l))).Int64())
		}
		return new(big.Int).Lsh(big.NewInt(int64(l%2)), uint(orbits)) // 2 to the orbits, or 0 if l is even
	})
	if err != nil {
		panic(err) // the function above is wrong
	}
	return classes
}

// game returns tournament number `number`, as a graph, and its verdict: 0 if it is strong, 1 if it is weak. Each bit
// of the number is the direction of one edge, in the order of the entries above the diagonal of the adjacency matrix,
// row by row. The colour of a vertex is its number of wins, the arcs that leave it. By Landau's theorem, the k
// vertices with the fewest wins have at least k(k-1)/2 wins together. If they have exactly that many for some k < n,
// they have lost to all others, and the tournament is weak.
func (n space) game(number uint64) (g canon.Graph, verdict int) {
	g = canon.Graph{Points: int(n), Colors: make([]int, n)}
	for u := range g.Points {
		for v := u + 1; v < g.Points; v++ {
			arc := canon.Arc{From: u, To: v}
			if number>>len(g.Arcs)&1 == 0 {
				arc = canon.Arc{From: v, To: u}
			}
			g.Arcs = append(g.Arcs, arc)
			g.Colors[arc.From]++
		}
	}
	surplus := 0 // how many wins the vertices so far have more than necessary
	for k, wins := range slices.Sorted(slices.Values(g.Colors)) {
		surplus += wins - k
		if surplus == 0 && k+1 < g.Points {
			verdict = 1
		}
	}
	return g, verdict
}

// Shards returns a shard for each value of the bits above the lowest 14.
func (n space) Shards() iter.Seq[enum.Shard] { return enum.Shards(1 << max(0, n.edges()-14)) }

// Walk counts each class of isomorphic tournaments once: in the shard that has its canonical form. A shard has the
// tournaments whose numbers agree in all bits above the lowest 14.
func (n space) Walk(ctx context.Context, s enum.Shard, t *enum.Tally) error {
	for low := range uint64(1) << min(14, n.edges()) {
		g, verdict := n.game(s.ID<<14 | low)
		if !slices.IsSorted(g.Colors) {
			continue // A canonical form is sorted by colour (number of wins). Few games are, so this saves time.
		}
		f, err := canon.Canonical(ctx, g)
		if err != nil {
			return err
		}
		if f.Graph.Equal(g) {
			t.Add(verdict, f.Automorphisms.Uint64(), 1)
		}
	}
	return ctx.Err()
}

// count returns the number of strong labelled tournaments with n vertices. In a weak tournament with m vertices, some
// k < m vertices form a strong tournament and beat all others. For each k, these k vertices can be chosen in
// binomial(m, k) ways, the k vertices form one of the strong tournaments, and the other m-k vertices form any
// tournament. The product of these three numbers is the number of weak tournaments for this k. Subtracting it for all
// k from the number of all tournaments leaves the strong ones.
func (n space) count(context.Context) ([]*big.Int, error) {
	strong := make([]*big.Int, n+1)
	for m := space(1); m <= n; m++ {
		strong[m] = m.Games()
		for k := space(1); k < m; k++ {
			weak := new(big.Int).Binomial(int64(m), int64(k))
			strong[m].Sub(strong[m], weak.Mul(weak, strong[k]).Mul(weak, (m-k).Games()))
		}
	}
	return []*big.Int{strong[n], nil}, nil // nil: all others are weak
}
