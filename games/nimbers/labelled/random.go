package labelled

import (
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"sort"

	"enumerate/canon"
	"enumerate/enum"
	"enumerate/games/nimbers/chip"
	"enumerate/games/nimbers/dag"
	"enumerate/internal/ints"
)

// A sourceCounts has the numbers a(n, k) of labelled DAGs with n vertices and k sources, for drawing random DAGs. A
// source is a vertex to which no arc leads. With b(0, k) = 1,
//
//	a(n, k) = C(n, k) · b(n-k, k),  b(m, k) = sum over s of (2^k-1)^s 2^(k(m-s)) a(m, s)
//
// Proof: choose the k sources in C(n, k) ways, and let m = n-k. The DAG on the other m vertices has s sources of its
// own. Each of these has an arc from at least one of the k vertices, in 2^k-1 ways, and the arcs from the k vertices to
// the other m-s vertices are free (Robinson 1973).
//
// So a random DAG is drawn layer by layer (Kuipers and Moffa, Uniform random generation of large acyclic digraphs,
// 2015); see randomDAG. A sourceCounts does not change after newSourceCounts.
type sourceCounts struct {
	vertices int
	a        [][]*big.Int // a[n][k], 1 <= k <= n
}

// newSourceCounts returns the numbers a(n, k) of labelled DAGs with n vertices and k sources (vertices to which no arc
// leads), for all n up to the parameter `vertices`. They are C(n, k) b(n-k, k). Here b(m, k) is the number of ways to
// choose a DAG of the m vertices that are not among the k sources, and the arcs to it from the sources: b(0, k) = 1 and
// otherwise
//
//	b(m, k) = sum over s of (2^k-1)^s 2^(k(m-s)) a(m, s)
//
// (see sourceCounts). The sum is computed by Horner's rule, from s = m down, which multiplies big numbers only by 2^k-1
// and powers of 2. This takes 30 ms for 100 vertices.
func newSourceCounts(vertices int) *sourceCounts {
	c := &sourceCounts{vertices, make([][]*big.Int, vertices+1)}
	term := new(big.Int)
	for n := 1; n <= vertices; n++ {
		c.a[n] = make([]*big.Int, n+1)
		for k := 1; k <= n; k++ {
			b, m := new(big.Int), n-k // m vertices remain below the k sources

			for s := m; s > 0; s-- {
				b.Add(b, term.Lsh(c.a[m][s], uint(k*(m-s))))
				term.Set(b)
				b.Sub(b.Lsh(b, uint(k)), term) // b (2^k - 1)
			}

			if m == 0 {
				b.SetInt64(1) // b(0, k) = 1
			}
			c.a[n][k] = b.Mul(b, term.Binomial(int64(n), int64(k)))
		}
	}
	return c
}

// term returns the term for s of b(m, k) in the comment of sourceCounts: the number of ways to choose a DAG with s
// sources on m given vertices, and the arcs to it from k others, at least one to each of the s sources. For k = 0 it is
// the number of the DAGs alone.
func (c *sourceCounts) term(m, k, s int) *big.Int {
	if k == 0 {
		return c.a[m][s]
	}
	ways := big.NewInt(1)
	ways.Sub(ways.Lsh(ways, uint(k)), big.NewInt(1)) // 2^k - 1
	ways.Exp(ways, big.NewInt(int64(s)), nil)
	ways.Mul(ways, c.a[m][s])
	return ways.Lsh(ways, uint(k*(m-s)))
}

// A layering draws random DAGs layer by layer, and caches the sums that this needs. It is for one goroutine.
type layering struct {
	*sourceCounts
	sums map[[2]int][]*big.Int // sums[m, k][s] is the sum of term(m, k, 1) to term(m, k, s)
}

func newLayering(counts *sourceCounts) *layering {
	return &layering{counts, make(map[[2]int][]*big.Int)}
}

// sources draws the size of the next layer of a random DAG. The last layer so far has k vertices, 0 at the beginning,
// and m vertices are left. Size s has a probability proportional to term(m, k, s), the number of DAGs with it.
func (l *layering) sources(m, k int, random *rand.Rand) int {
	sums := l.sums[[2]int{m, k}] // sums[s] is the sum of the terms up to s
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

// below returns a random number from 0 to limit-1, all equally likely.
func below(limit *big.Int, random *rand.Rand) *big.Int {
	bits := limit.BitLen()
	bytes := make([]byte, (bits+7)/8)
	for {
		for i := range bytes {
			bytes[i] = byte(random.Uint32())
		}
		bytes[0] &= 0xff >> (8*len(bytes) - bits) // no more bits than the limit has
		if x := new(big.Int).SetBytes(bytes); x.Cmp(limit) < 0 {
			return x
		}
	}
}

// randomDAG returns a random DAG on l.vertices vertices, all equally likely. It draws layers: first the sources, then
// the vertices that are sources once these are removed, and so on. A vertex has an arc from at least one vertex of the
// layer before its own, and arcs from earlier layers by chance.
func (l *layering) randomDAG(random *rand.Rand) *dag.DAG {
	label := random.Perm(l.vertices) // label[i] is the vertex at place i
	toss := chip.Coins{Random: random}
	var arcs []dag.Arc
	// The vertices at places below done have their layers. Those from place layer on are the last layer.
	for layer, done := 0, 0; done < l.vertices; {
		k := done - layer                          // the size of the last layer
		s := l.sources(l.vertices-done, k, random) // the size of the next layer
		for _, w := range label[done : done+s] {
			for _, v := range label[:layer] {
				if toss.Toss() {
					arcs = append(arcs, dag.Arc{From: v, To: w})
				}
			}
			// At least one arc leads to w from the last layer, so toss again if there is none.
			for before := len(arcs); k > 0 && len(arcs) == before; {
				for _, v := range label[layer:done] {
					if toss.Toss() {
						arcs = append(arcs, dag.Arc{From: v, To: w})
					}
				}
			}
		}
		layer, done = done, done+s
	}
	return dag.Must(l.vertices, arcs)
}

// Sample draws a DAG and finds who wins on it.
func (l *layering) Sample(ctx context.Context, random *rand.Rand) (int, enum.Work, error) {
	nimbers := l.randomDAG(random).Nimbers()
	return chip.Verdict(nimbers[0], nimbers[1]), enum.Work{}, ctx.Err()
}

// A census counts the labelled DAGs that a permutation of the vertices fixes, for Burnside's lemma. Their number a(t)
// depends only on the permutation's cycle type t, the number of cycles of each length.
//
// The sources of such a DAG, to which no arc leads, form whole cycles. Let s be a set of cycles all of whose vertices
// are sources, with no arcs within s. The arcs from s to the other cycles are chosen by orbits of the permutation;
// there are GCD(c, d) orbits of arcs from a cycle of c vertices to one of d. By inclusion and exclusion over the sets
// s,
//
//	a(t) = sum over s, not empty, of (-1)^(|s|+1) 2^(sum GCD(c, d), c in s, d not in s) a(t - s)
//
// where |s| is the number of cycles of s, and t - s is the type of the other cycles. If all cycles have length 1, this
// is Robinson's recurrence (1973) for the number of all labelled DAGs (OEIS A003024).
//
// A census is for one goroutine.
type census struct {
	numbers map[string]*big.Int // a(t), with the numbers of cycles of t as the key
}

func newCensus() *census { return &census{make(map[string]*big.Int)} }

// fixed returns the number of labelled DAGs that a permutation with t[length] cycles of each length fixes, by the
// recurrence of census. The result is kept for later calls.
func (c *census) fixed(t canon.CycleType) *big.Int {
	key := make([]byte, len(t))
	for length, count := range t {
		if count > 255 {
			panic(fmt.Sprintf("nimbers: a census of %d cycles, expected at most 255", count))
		}
		key[length] = byte(count)
	}
	if number, ok := c.numbers[string(key)]; ok {
		return number
	}
	sum := new(big.Int)
	if t.Points() == 0 {
		sum.SetInt64(1) // the DAG without vertices
	} else {
		// sources adds to sum one term for each nonempty set s of cycles that are sources, with the sign (-1)^(|s|+1).
		// It begins with the empty set, for which the sign is -1.
		empty, shortest, sign := make(canon.CycleType, len(t)), 1, big.NewInt(-1)
		c.sources(t, empty, shortest, sign, sum)
	}
	c.numbers[string(key)] = sum
	return sum
}

// sources adds to the argument sum the terms of the recurrence for a(t), the number of labelled DAGs that a permutation
// of cycle type t fixes (see census). The recurrence has one term for each nonempty set s of cycles whose vertices are
// sources: no arc leads to them. Sets with the same number s[l] of cycles of each length l have equal terms, which are
// added together. A call of sources has the numbers s[l] for all l below the argument `length`, and tries all numbers
// for `length` and the longer lengths. The argument ways is the number of ways to choose the cycles so far among those
// of t, with the sign (-1)^(|s|+1), where |s| is the number of these cycles.
func (c *census) sources(t, s canon.CycleType, length int, ways, sum *big.Int) {
	if length == len(t) {
		if s.Points() == 0 {
			return // the sum has no term for the empty set
		}

		rest := make(canon.CycleType, len(t)) // t - s
		free := uint(0)                       // the number of orbits of possible arcs from s to the rest
		for l := range t {
			rest[l] = t[l] - s[l]
		}

		for l, chosen := range s {
			for k, left := range rest {
				if chosen*left > 0 {
					free += uint(chosen * left * ints.GCD(l, k))
				}
			}
		}

		term := new(big.Int).Mul(ways, c.fixed(rest))
		sum.Add(sum, term.Lsh(term, free))
		return
	}

	more := new(big.Int).Set(ways)
	for chosen := 0; ; chosen++ {
		s[length] = chosen
		c.sources(t, s, length+1, more, sum)
		if chosen == t[length] {
			break
		}

		// Go from C(n, k) to -C(n, k+1).
		more.Mul(more, big.NewInt(int64(chosen-t[length])))
		more.Quo(more, big.NewInt(int64(chosen+1)))
	}
	s[length] = 0
}

// labelled returns the number of labelled DAGs on n vertices.
func (c *census) labelled(n int) *big.Int { return new(big.Int).Set(c.fixed(canon.CycleType{0, n})) }

// classes returns the number of classes of labelled DAGs on n vertices with two chips by Burnside's lemma. In a member
// of the group, the chips' vertices are two cycles of length 1 or, for half of the members if the chips are unordered,
// one of length 2.
func (c *census) classes(n int, unordered bool) *big.Int {
	sum, permutations := new(big.Int), new(big.Int)
	for _, others := range canon.CycleTypes(n - 2) {
		many := others.Permutations()     // the number of permutations of this cycle type
		all := make(canon.CycleType, n+1) // the cycles of all vertices
		copy(all, others)
		all[1] += 2 // each chip stays where it is
		sum.Add(sum, new(big.Int).Mul(many, c.fixed(all)))
		permutations.Add(permutations, many)
		if unordered { // the chips are exchanged
			all[1] -= 2
			all[2]++
			sum.Add(sum, new(big.Int).Mul(many, c.fixed(all)))
			permutations.Add(permutations, many)
		}
	}
	classes, rest := new(big.Int).QuoRem(sum, permutations, new(big.Int))
	if rest.Sign() != 0 {
		panic(fmt.Sprintf("nimbers: %v permutations fix %v DAGs, which is not a multiple", permutations, sum))
	}
	return classes
}
