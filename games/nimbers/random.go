package nimbers

import (
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"sort"
	"sync"

	"enumerate/enum"
	"enumerate/games/nimbers/dag"
)

// A sourceCounts holds the numbers of labelled DAGs by vertices and sources,
//
//	a(n, k) = C(n, k) · b(n-k, k),  b(m, k) = sum over s of (2^k-1)^s 2^(k(m-s)) a(m, s)
//
// with b(0, k) = 1: choose the k sources; of the DAG that is left, the s sources each have
// an arc from one of the k at least, and the arcs from the k to the other m-s vertices are
// free (Robinson 1973). So a random DAG is made layer by layer: the number of sources of
// what is left is drawn by the terms of b, and the arcs uniformly (Kuipers and Moffa,
// Uniform random generation of large acyclic digraphs, 2015). It does not change once made.
type sourceCounts struct {
	vertices int
	a        [][]*big.Int // a[n][k], 1 <= k <= n
}

// newSourceCounts finds b(m, k) by Horner's rule in 2^k-1 and 2^k, which takes no products
// but of single words: 30 ms for 100 vertices.
func newSourceCounts(vertices int) *sourceCounts {
	c := &sourceCounts{vertices, make([][]*big.Int, vertices+1)}
	term := new(big.Int)
	for n := 1; n <= vertices; n++ {
		c.a[n] = make([]*big.Int, n+1)
		for k := 1; k <= n; k++ {
			b, m := new(big.Int), n-k
			for s := m; s > 0; s-- {
				b.Add(b, term.Lsh(c.a[m][s], uint(k*(m-s))))
				term.Set(b)
				b.Sub(b.Lsh(b, uint(k)), term)
			}
			if m == 0 {
				b.SetInt64(1)
			}
			c.a[n][k] = b.Mul(b, term.Binomial(int64(n), int64(k)))
		}
	}
	return c
}

// term returns the term of b(m, k) for s sources; of all DAGs on m vertices, which have
// nothing above them, for k = 0.
func (c *sourceCounts) term(m, k, s int) *big.Int {
	if k == 0 {
		return c.a[m][s]
	}
	x := big.NewInt(1)
	x.Sub(x.Lsh(x, uint(k)), big.NewInt(1))
	x.Exp(x, big.NewInt(int64(s)), nil)
	x.Mul(x, c.a[m][s])
	return x.Lsh(x, uint(k*(m-s)))
}

// A layering draws layers. It keeps the sums it has needed, and serves one goroutine.
type layering struct {
	*sourceCounts
	sums map[[2]int][]*big.Int // sums[m, k][s] is the sum of the terms of b(m, k) up to s
}

func newLayering(counts *sourceCounts) *layering {
	return &layering{counts, make(map[[2]int][]*big.Int)}
}

// sources draws how many sources the DAG on m vertices has that is below k vertices, with
// an arc from one of them at least to each source.
func (l *layering) sources(m, k int, random *rand.Rand) int {
	sums := l.sums[[2]int{m, k}]
	if sums == nil {
		sums = []*big.Int{new(big.Int)}
		for s := 1; s <= m; s++ {
			sums = append(sums, new(big.Int).Add(sums[s-1], l.term(m, k, s)))
		}
		l.sums[[2]int{m, k}] = sums
	}
	x := below(sums[m], random)
	return sort.Search(m, func(s int) bool { return x.Cmp(sums[s]) < 0 })
}

// below returns a random number from 0 to limit-1, each alike: the first of random numbers
// of as many bits that is below the limit.
func below(limit *big.Int, random *rand.Rand) *big.Int {
	bits := limit.BitLen()
	bytes := make([]byte, (bits+7)/8)
	for {
		for i := range bytes {
			bytes[i] = byte(random.Uint32())
		}
		bytes[0] &= 0xff >> (8*len(bytes) - bits)
		if x := new(big.Int).SetBytes(bytes); x.Cmp(limit) < 0 {
			return x
		}
	}
}

// coins are tosses of a fair coin.
type coins struct {
	random *rand.Rand
	word   uint64
	left   int
}

func (c *coins) toss() bool {
	if c.left == 0 {
		c.word, c.left = c.random.Uint64(), 64
	}
	head := c.word&1 != 0
	c.word >>= 1
	c.left--
	return head
}

// randomDAG returns a DAG drawn uniformly from the labelled DAGs that are counted.
func (l *layering) randomDAG(random *rand.Rand) *dag.DAG {
	label := random.Perm(l.vertices) // of the vertices as they are placed
	toss := coins{random: random}
	var arcs []dag.Arc
	// The vertices below done are placed, the last layer of them from layer on.
	for layer, done := 0, 0; done < l.vertices; {
		k := done - layer
		s := l.sources(l.vertices-done, k, random)
		for _, w := range label[done : done+s] {
			for _, v := range label[:layer] {
				if toss.toss() {
					arcs = append(arcs, dag.Arc{From: v, To: w})
				}
			}
			// From the last layer there is one arc at least.
			for before := len(arcs); k > 0 && len(arcs) == before; {
				for _, v := range label[layer:done] {
					if toss.toss() {
						arcs = append(arcs, dag.Arc{From: v, To: w})
					}
				}
			}
		}
		layer, done = done, done+s
	}
	return dag.Must(l.vertices, arcs)
}

// A lastLayering draws DAGs of any number of vertices, and keeps the sums for the last one:
// they take most of the time. It may be used by several goroutines.
type lastLayering struct {
	mutex  sync.Mutex
	layers *layering
}

func (l *lastLayering) randomDAG(vertices int, random *rand.Rand) *dag.DAG {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if l.layers == nil || l.layers.vertices != vertices {
		l.layers = newLayering(newSourceCounts(vertices))
	}
	return l.layers.randomDAG(random)
}

// A labelledSampler draws labelled DAGs.
type labelledSampler struct{ layers *layering }

// Sample draws a DAG and finds who wins on it.
func (s *labelledSampler) Sample(ctx context.Context, random *rand.Rand) (int, enum.Work, error) {
	nimbers := s.layers.randomDAG(random).Nimbers()
	return verdictOf(nimbers[0], nimbers[1]), enum.Work{}, ctx.Err()
}

// An arcSampler draws sets of arcs of a DAG.
type arcSampler struct {
	dag    *dag.DAG
	order  []int // the vertices that a chip can come to; arcs lead to earlier ones
	nimber []int
	seen   []int // seen[g] is the last vertex in the order, from 1, with an arc to nimber g
}

func newArcSampler(d *dag.DAG) *arcSampler {
	s := &arcSampler{dag: d, nimber: make([]int, d.Vertices()), seen: make([]int, d.Vertices()+1)}
	matter := d.Reached()
	for _, v := range d.Order() {
		if matter[v] {
			s.order = append(s.order, v)
		}
	}
	return s
}

// Sample draws each arc with a fair coin, but for arcs where no chip comes, and finds who
// wins.
func (s *arcSampler) Sample(ctx context.Context, random *rand.Rand) (int, enum.Work, error) {
	clear(s.seen)
	toss := coins{random: random}
	for i, v := range s.order {
		for _, w := range s.dag.Out(v) {
			if toss.toss() {
				s.seen[s.nimber[w]] = i + 1
			}
		}
		g := 0
		for s.seen[g] == i+1 {
			g++
		}
		s.nimber[v] = g
	}
	return verdictOf(s.nimber[0], s.nimber[1]), enum.Work{}, ctx.Err()
}

// farthest is how far arcs of sparse DAGs lead: so a frontier has few vertices.
const farthest = 3

// families lists the kinds of DAGs that can be made.
func families(labelled *lastLayering) []enum.Family {
	family := func(name, summary string, last int, fixed bool, made func(vertices int, random *rand.Rand) *dag.DAG) enum.Family {
		return enum.Family{Name: name, Summary: summary, Fixed: fixed, Formats: dag.Formats(), Generate: func(size int, random *rand.Rand) (enum.Answer, error) {
			if size < 2 || size > last {
				return nil, fmt.Errorf("DAGs of the family %s have from 2 to %d vertices, not %d", name, last, size)
			}
			return made(size, random), nil
		}}
	}
	return []enum.Family{
		family("complete", "an arc from every vertex to every later one", maxComplete, true,
			func(vertices int, _ *rand.Rand) *dag.DAG { return chance(vertices, vertices, nil) }),
		family("random", "each arc from a vertex to a later one with a chance of 1/2", maxComplete, false,
			func(vertices int, random *rand.Rand) *dag.DAG { return chance(vertices, vertices, random) }),
		family("sparse", "each arc from a vertex to one of the next three with a chance of 1/2", dag.MaxVertices, false,
			func(vertices int, random *rand.Rand) *dag.DAG { return chance(vertices, farthest, random) }),
		family("labelled", "all labelled DAGs with equal chances", maxLabelled, false, labelled.randomDAG),
	}
}

// chance returns the DAG of arcs from every vertex to each of the next ones, as far as
// reach, tossing a fair coin for each arc if there are random numbers.
func chance(vertices, reach int, random *rand.Rand) *dag.DAG {
	toss := coins{random: random}
	var arcs []dag.Arc
	for v := range vertices {
		for w := v + 1; w < vertices && w-v <= reach; w++ {
			if random == nil || toss.toss() {
				arcs = append(arcs, dag.Arc{From: v, To: w})
			}
		}
	}
	return dag.Must(vertices, arcs)
}
