package wins

import (
	"context"
	"fmt"
	"math/big"
	"math/rand"
	"testing"

	"enumerate/games/nimbers/dag"
	"enumerate/internal/golden"
)

// BenchmarkCount measures the contest's method and those of this package, both exactly and modulo the contest's prime.
// The DAGs are complete, the worst case: methods that go through pairs of sets of vertices can leave out none.
func BenchmarkCount(b *testing.B) {
	for _, n := range []int{10, 12, 15} {
		b.Run(fmt.Sprintf("contest/n=%d", n), func(b *testing.B) {
			d := complete(n)
			for b.Loop() {
				byContest(d)
			}
		})
	}
	for _, n := range []int{10, 12, 15, 18, 20, 22} {
		b.Run(fmt.Sprintf("subsets/n=%d", n), func(b *testing.B) {
			benchmark(b, complete(n), nil, Options{Method: Subsets})
		})
		b.Run(fmt.Sprintf("subsets-modulo/n=%d", n), func(b *testing.B) {
			benchmark(b, complete(n), big.NewInt(contestModulus), Options{Method: Subsets})
		})
	}
	b.Run("subsets-workers=2/n=20", func(b *testing.B) {
		benchmark(b, complete(20), nil, Options{Method: Subsets, Workers: 2})
	})
	for _, n := range []int{20, 100, 300} {
		b.Run(fmt.Sprintf("sizes/n=%d", n), func(b *testing.B) {
			benchmark(b, complete(n), nil, Options{Method: Sizes})
		})
	}
	for _, bench := range []struct{ n, degree, span int }{
		{40, 2, 40}, {40, 3, 8}, {100, 3, 8}, {1000, 3, 5},
	} {
		d := window(rand.New(rand.NewSource(1)), bench.n, bench.degree, bench.span)
		name := fmt.Sprintf("frontier/n=%d/degree=%d/span=%d", bench.n, bench.degree, bench.span)
		b.Run(name, func(b *testing.B) {
			benchmark(b, d, nil, Options{Method: Frontier})
		})
	}
}

func benchmark(b *testing.B, d *dag.DAG, modulus *big.Int, o Options) {
	o.Modulus = modulus
	for b.Loop() {
		if _, _, err := Count(context.Background(), d, o); err != nil {
			b.Fatal(err)
		}
	}
}

// window returns a random DAG in which each vertex has an arc to each of the next span vertices with probability degree
// / span. The chips' vertices 0 and 1 always have arcs to 2 and 3, so that both chips can move.
func window(random *rand.Rand, n, degree, span int) *dag.DAG {
	out := make([][]int, n)
	for v := range n {
		for u := v + 1; u < min(n, v+1+span); u++ {
			if random.Intn(span) < degree || v < 2 && 2 <= u && u < 4 {
				out[v] = append(out[v], u)
			}
		}
	}
	return fromEnds(out)
}

func BenchmarkLabelled(b *testing.B) {
	for _, n := range []int{10, 12, 14} {
		all, _ := new(big.Int).SetString(golden.Total("nimbers", n, "games"), 10)
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			for b.Loop() {
				if _, err := Labelled(context.Background(), n, all, Options{Workers: 1}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
