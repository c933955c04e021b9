// Command tournaments is enumerate with one more ruleset: complete graphs with directed edges,
// strong if edges lead from every vertex to every other, and weak otherwise.
package main

import (
	"context"
	"fmt"
	"iter"
	"math/big"
	"math/rand/v2"
	"os"
	"slices"
	"strings"

	"enumerate/canon"
	"enumerate/cli"
	"enumerate/enum"
	"enumerate/games"
)

func main() {
	os.Exit(cli.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr, append(games.All(), tournaments())...))
}

func tournaments() *enum.Ruleset {
	return &enum.Ruleset{
		Name: "tournaments", Summary: "complete graphs with directed edges: strongly connected or not",
		Size: "vertices", Sizes: enum.Range{First: 1, Last: 11}, Walked: enum.Range{First: 1, Last: 7},
		Group: "the vertices, n!", Example: "--game tournaments --n 3..6",
		Space: func(n int) (enum.Space, error) { return space(n), upTo(11, n) },
		Methods: []enum.Method{
			{Name: enum.Walk, Summary: "visits the canonical ones of all labelled tournaments",
				Space: func(n int, _ enum.Means) (enum.Space, error) { return space(n), upTo(7, n) }},
			{Name: "count", Summary: "subtracts the weak ones, by the strong part that beats the rest",
				Space: func(n int, _ enum.Means) (enum.Space, error) {
					return enum.Direct{Space: space(n), Method: "count", Version: 1, Count: space(n).count}, upTo(11, n)
				}},
		},
		Lister:  func(n int) (enum.Lister, error) { return space(n).list, upTo(7, n) },
		Sampler: func(n int) (func() enum.Sampler, error) { return func() enum.Sampler { return space(n) }, upTo(11, n) },
	}
}

// upTo refuses what is not counted: 12 vertices have 66 edges, and a number has 64 bits.
func upTo(last, n int) error {
	if n < 1 || n > last {
		return fmt.Errorf("there are 1 to %d vertices, not %d", last, n)
	}
	return nil
}

// A space is all tournaments of so many vertices. It has no buffers, so it walks and samples too.
type space int

func (n space) edges() int          { return int(n * (n - 1) / 2) }
func (n space) Games() *big.Int     { return new(big.Int).Lsh(big.NewInt(1), uint(n.edges())) }
func (n space) Group() *big.Int     { return new(big.Int).MulRange(1, int64(n)) }
func (n space) Verdicts() []string  { return []string{"strong", "weak"} }
func (n space) Fingerprint() string { return fmt.Sprintf("tournaments n=%d version=1", n) }
func (n space) Walker() enum.Walker { return n }

func (n space) Totals(t *enum.Tally) (enum.Totals, error) { return enum.OrbitTotals(n, t) }

// Classes uses Burnside's lemma. A cycle of even length turns an edge round, so that no tournament
// stays as it is (Davis). Without one, all edges of an orbit follow from one, which has two directions.
func (n space) Classes() *big.Int {
	classes, err := canon.Burnside(int(n), func(t canon.CycleType, l int) *big.Int {
		orbits := t[l] * (l*t[l] - 1) / 2 // of edges within and between cycles of length l
		for k := range int64(l) {         // and between these and shorter cycles
			orbits += t[l] * t[k] * int(new(big.Int).GCD(nil, nil, big.NewInt(k), big.NewInt(int64(l))).Int64())
		}
		return new(big.Int).Lsh(big.NewInt(int64(l%2)), uint(orbits))
	})
	if err != nil {
		panic(err) // the function above is wrong
	}
	return classes
}

// game returns the tournament whose adjacency matrix has the bits of number above its diagonal,
// row by row. The colour of a vertex is its wins. If some k < n vertices beat only each other the
// tournament is weak: then the k with the fewest wins have k(k-1)/2, and k never have fewer.
func (n space) game(number uint64) (g canon.Graph, verdict int) {
	g = canon.Graph{Points: int(n), Colors: make([]int, n)}
	for u := range g.Points {
		for v := u + 1; v < g.Points; v++ {
			arc := canon.Arc{From: u, To: v}
			if number>>(n.edges()-1-len(g.Arcs))&1 == 0 {
				arc = canon.Arc{From: v, To: u}
			}
			g.Arcs = append(g.Arcs, arc)
			g.Colors[arc.From]++
		}
	}
	surplus := 0
	for k, wins := range slices.Sorted(slices.Values(g.Colors)) {
		if surplus += wins - k; surplus == 0 && k+1 < g.Points {
			verdict = 1
		}
	}
	return g, verdict
}

// Shards cuts the numbers into pieces of up to 2^14, which differ in the bits above.
func (n space) Shards() iter.Seq[enum.Shard] {
	return func(yield func(enum.Shard) bool) {
		for id := uint64(0); id < 1<<max(0, n.edges()-14) && yield(enum.Shard{ID: id}); id++ {
		}
	}
}

func (n space) list(ctx context.Context, s enum.Shard, wanted int, visit func(enum.Class) bool) error {
	for low := range uint64(1) << min(14, n.edges()) {
		number := s.ID<<14 | low
		g, verdict := n.game(number)
		if !slices.IsSorted(g.Colors) || wanted != verdict && wanted != enum.AnyVerdict {
			continue // A canonical form is sorted by colour. Few games are, so this saves time.
		}
		f, err := canon.Canonical(g)
		if err != nil {
			return err
		}
		class := enum.Class{Verdict: verdict, Automorphisms: f.Automorphisms.Uint64()}
		class.Game = func() string { return fmt.Sprintf("%0*b", n.edges(), number) }
		class.Solution = func() enum.Solution {
			wins := strings.Fields(strings.Trim(fmt.Sprint(g.Colors), "[]"))
			return enum.Solution{Verdict: n.Verdicts()[verdict], Certificate: "wins", Names: wins}
		}
		if f.Graph.Equal(g) && !visit(class) {
			break
		}
	}
	return ctx.Err()
}

func (n space) Walk(ctx context.Context, s enum.Shard, t *enum.Tally) error {
	return n.list(ctx, s, enum.AnyVerdict, func(c enum.Class) bool { t.Add(c.Verdict, c.Automorphisms, 1); return true })
}

// count finds the weak tournaments by the k < n vertices that are strong and beat all others.
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

func (n space) Sample(_ context.Context, random *rand.Rand) (int, enum.Work, error) {
	_, verdict := n.game(random.Uint64())
	return verdict, enum.Work{}, nil
}
