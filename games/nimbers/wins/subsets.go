package wins

import (
	"context"
	"math/big"
	"math/bits"
	"slices"

	"enumerate/internal/share"
)

// rowBits is the number of vertices in the lower part of a set of vertices. The sets with the same upper part are a
// row. The count of ways that is kept for each set of a row, and the sum that will be added to it, fit in the first
// cache. A row is long enough to outweigh the work done once for a row.
const rowBits = 10

// mostSubsets is the largest number of vertices besides the chips for the method Subsets, which then takes days.
const mostSubsets = 30

// A subsets counts the sets of arcs of a trimmed DAG that give both chips the same nimber. It goes through the sets R
// of vertices besides the chips'. Bit i of a set stands for the i-th such vertex, and arcs lead to larger bits. The
// vertices of the chips have the numbers k (upper) and k+1 (lower).
//
// The sets of arcs are sorted by what remains before the chips are removed. Given a set of arcs, remove the vertices of
// nimber 0, then those of nimber 1, and so on, until the next step would remove a chip. Let R be the set of the
// vertices that then remain besides the chips' vertices, and S the set of R and the chips' vertices. An arc either lies
// within S or has an end outside S. Let Reach(R) be the number of ways to choose the arcs with an end outside S such
// that exactly S remains after some step. Let Both(R) be the number of ways to choose the arcs within S such that the
// next step removes both chips. The two choices are independent, and chips with the same nimber are removed together,
// so the number of sets is the sum over R of Reach(R) Both(R).
type subsets struct {
	k       int    // the number of vertices besides the chips
	out, in []uint // out[v] and in[v] are the ends and the beginnings, besides the chips, of the arcs from v and to v
	lower   int    // the bits below this one are the vertices before the lower chip
}

// newSubsets returns the subsets of t, which has at most mostSubsets+2 vertices.
func newSubsets(t trimmedDAG) *subsets {
	k := len(t.out) - 2
	s := &subsets{k: k, out: make([]uint, k+2), in: make([]uint, k+2)}
	s.lower = t.lower - 1 // of the t.lower vertices before the lower chip, one is the upper chip, which has no bit

	number := make([]int, k+2) // number[v] is the new number of vertex v of t
	number[0], number[t.lower] = k, k+1
	bit := 0
	for v := 1; v < k+2; v++ {
		if v != t.lower {
			number[v] = bit
			bit++
		}
	}

	for v, ends := range t.out {
		for _, u := range ends {
			from, to := number[v], number[u]
			if to < k {
				s.out[from] |= 1 << to
			}
			if from < k {
				s.in[to] |= 1 << from
			}
		}
	}
	return s
}

// remainders returns the number of sets of arcs that give both chips the same nimber, modulo the primes of some fields.
// The vertices are removed nimber by nimber; R is a set of vertices besides the chips. Reach(R) is the number of ways
// to choose arcs such that R remains at some time, and Both(R) the number of ways such that both chips are removed
// next. The result is the sum of Reach(R) Both(R); see subsets.
//
// There is a phase for each vertex top, from the largest down. The phase processes the sets R whose largest vertex is
// top, for which Reach(R) is complete by then. For each set T of vertices of R that may be removed next, it adds
// Reach(R), times the number of ways to choose the arcs between T and Q, to Reach(Q), where Q = R - T. Arcs lead to
// larger vertices, so top has no arc within R and is in T. Sets Q that differ only in their vertices below the number
// low are a row; workers compute the rows in parallel. A task is one row in one field.
func (s *subsets) remainders(ctx context.Context, in []field, o Options) ([]*big.Int, error) {
	workers := max(1, min(o.Workers, len(in)<<max(0, s.k-1-rowBits))) // at most as many workers as rows
	parts := make([]*residue, len(in))
	err := share.Each(ctx, workers, len(in), func(_, i int) { parts[i] = s.residue(ctx, in[i]) })
	if err != nil {
		return nil, err
	}

	all := make([]*buffers, workers)
	for i := range all {
		all[i] = newBuffers(s.k)
	}

	pairs := share.Of(power3(s.k)/2*uint64(len(in)), o.Share)
	for top := s.k - 1; top >= 0; top-- {
		low := min(top, rowBits)
		rows := fewestFirst(top - low)
		err := share.Each(ctx, workers, len(rows)*len(in), func(worker, i int) {
			row := rows[i/len(in)]
			parts[i%len(in)].pull(ctx, all[worker], top, row)
			pairs.Add(power3(low) << (top - low - bits.OnesCount(row)))
		})
		if err != nil {
			return nil, err
		}
	}

	counts := make([]*big.Int, len(in))
	err = share.Each(ctx, workers, len(in), func(_, i int) { counts[i] = parts[i].total() })
	return counts, err
}

// power3 returns 3^elements, the number of pairs of disjoint subsets of the elements.
func power3(elements int) uint64 {
	pairs := uint64(1)
	for range elements {
		pairs *= 3
	}
	return pairs
}

// fewestFirst returns all subsets of {0, …, elements-1}, the smallest first. Each is the upper part of a row (see
// rowBits). The rows of small subsets take longest, because more sets are disjoint from them, so no worker is left with
// a long task at the end.
func fewestFirst(elements int) []uint {
	rows := make([]uint, 1<<elements)
	for i := range rows {
		rows[i] = uint(i)
	}
	slices.SortStableFunc(rows, func(a, b uint) int { return bits.OnesCount(a) - bits.OnesCount(b) })
	return rows
}

// A residue is the count of the method Subsets modulo one prime, in its field.
type residue struct {
	*subsets
	field
	reach, both []uint64 // Reach and Both of each set
	weights     []uint64 // weights[64 a + b] is (2^a - 1) 2^b, for numbers of arcs a and b below 64; see weight
}

// residue prepares the count modulo one prime, in its field. The method Subsets removes the vertices of a DAG nimber by
// nimber. It needs three tables:
//
//   - reach has, for each set R of vertices without a chip, the number of ways to choose the arcs of the other vertices
//     such that exactly R and both chips remain after some step: after all vertices below some nimber are removed. Only
//     the number for the set of all vertices is set here, to 1. The method pull computes those of the other sets.
//   - both has, for each set R, the number of ways to choose the arcs within R and the chips such that both chips are
//     removed next.
//   - weights has the number of ways, (2^a - 1) 2^b, to choose the arcs between a vertex that remains and the set that
//     is removed. The DAG has a arcs from this vertex, of which at least one is chosen, and b arcs to it.
func (s *subsets) residue(ctx context.Context, r field) *residue {
	c := &residue{subsets: s, field: r, reach: make([]uint64, 1<<s.k)}

	power := r.powers(64)
	minus := r.element(big.NewInt(-1))
	c.weights = make([]uint64, 64*64)
	for a := range 64 {
		for b := range 64 {
			c.weights[64*a+b] = r.mul(r.add(power[a], minus), power[b])
		}
	}

	c.reach[1<<s.k-1] = power[0] // 1
	c.both = bothZero(ctx, s, r, power)
	return c
}

// weight returns the number of ways to choose the arcs between a vertex v that remains and a set T of vertices that are
// removed: (2^e(v,T) - 1) 2^e(T,v), where e(v,T) is the number of arcs that the DAG has from v to T. At least one arc
// from v to T is chosen, because v would be removed otherwise; the arcs from T to v are free.
func (c *residue) weight(v int, t uint) uint64 {
	return c.weights[64*bits.OnesCount(c.out[v]&t)+bits.OnesCount(c.in[v]&t)]
}

// buffers are the memory of one worker.
type buffers struct {
	sums    []sum    // what is added to Reach(Q) for each set Q of the row
	table   []uint64 // the weights of the sets Q of the row, for one set T
	factors []uint64 // the weights of the single low elements that Q may have, for one set T
}

func newBuffers(k int) *buffers {
	low := min(k, rowBits)
	return &buffers{make([]sum, 1<<low), make([]uint64, 1<<low), make([]uint64, 0, low)}
}

// pull does a task of remainders: it adds to the numbers Reach(Q), for all sets Q of a row, what they get from larger
// sets R.
//
// The vertices of the DAG are removed in steps: those of nimber 0, then those of nimber 1, and so on. Reach(Q) is the
// number of ways to choose the arcs of the removed vertices such that, after some step, exactly Q and both chips
// remain. If a step removes a set T, the set R before it is Q and T together. For each R whose largest vertex is top,
// pull adds Reach(R) times a weight to Reach(Q). A row is all sets Q with the same vertices from low up to top-1, which
// the argument `row` gives; their vertices below low can be any.
//
// The weight is the number of ways to choose the arcs between T and Q. It is a factor of the whole row (see scale),
// times a product over the vertices of Q below low (see factors).
//
// The bits of T have three parts: the vertex top; the set high, of vertices from low up to top that row does not have;
// and the set `at`, of vertices below low. For a given high, the numbers Reach(R) are consecutive in c.reach: the slice
// source.
func (c *residue) pull(ctx context.Context, b *buffers, top int, row uint) {
	low := min(top, rowBits)
	size := uint(1) << low
	sums := b.sums[:size]
	others := (uint(1)<<(top-low) - 1) &^ row
	for high := uint(0); ; high = (high - others) & others { // all subsets of others, ascending
		from := uint(1)<<top | (high|row)<<low
		source := c.reach[from : from+size]
		if ctx.Err() != nil {
			break
		}
		if slices.ContainsFunc(source, func(a uint64) bool { return a != 0 }) {
			for at := range size {
				t := uint(1)<<top | high<<low | at
				if scale, ok := c.scale(t, row<<low); ok {
					mask := c.factors(b, t, size-1)
					table := b.table[:1<<len(b.factors)]
					c.products(table, scale, b.factors)
					c.gather(sums, source, at, mask, table)
				}
			}
		}
		if high == others {
			break
		}
	}
	c.addSums(c.reach[row<<low:][:size], sums)
}

// scale is for a step of the method Subsets, which removes the vertices of the smallest nimber, the set t. Both chips
// and the vertices of the set `row` remain. scale returns the number of ways to choose the arcs between t and these
// vertices, the product of weight(v, t) over these vertices v. A vertex without an arc to t would have the smallest
// nimber too, and would be removed. So if the DAG has no arc from one of them to t, scale returns false. (Further
// vertices may remain. The method pull calls scale once for all sets of remaining vertices that have the vertices of
// `row` in common.)
func (c *residue) scale(t, row uint) (uint64, bool) {
	if c.out[c.k]&t == 0 || c.out[c.k+1]&t == 0 { // the chips have the numbers k and k+1
		return 0, false
	}
	product := c.mul(c.weight(c.k, t), c.weight(c.k+1, t))
	for ; row != 0; row &= row - 1 {
		v := bits.TrailingZeros(row)
		if c.out[v]&t == 0 {
			return 0, false
		}
		product = c.mul(product, c.weight(v, t))
	}
	return product, true
}

// factors is for a step of the method Subsets, which removes the vertices of the smallest nimber, the set t. It returns
// the vertices of the set `low` that can have a larger nimber: those outside t from which the DAG has an arc to t. For
// each returned vertex v, factors stores in b.factors the number of ways to choose the arcs between v and t, which is
// weight(v, t).
func (c *residue) factors(b *buffers, t, low uint) uint {
	mask := uint(0) // the result
	b.factors = b.factors[:0]
	for rest := low &^ t; rest != 0; rest &= rest - 1 {
		v := bits.TrailingZeros(rest)
		if c.out[v]&t != 0 {
			mask |= 1 << v
			b.factors = append(b.factors, c.weight(v, t))
		}
	}
	return mask
}

// total returns the number of sets of arcs that give both chips the same nimber, modulo the prime of the field. Remove
// the vertices of nimber 0, then those of nimber 1, and so on, until the next step would remove a chip. The number is a
// sum over the sets R of the other vertices that may remain then. c.reach has the number of ways to choose arcs such
// that exactly R and the chips remain, and c.both the number of ways such that the next step removes both chips.
func (c *residue) total() *big.Int {
	var sum uint64 // 0 stands for 0 in Montgomery's form too
	for r, a := range c.reach {
		sum = c.add(sum, c.mul(a, c.both[r]))
	}
	return c.number(sum)
}

// bothZero returns Both(R) for every set R of vertices besides the chips: the number of sets of arcs within R and the
// chips that give both chips nimber 0. The chips stand on the vertices upper, which comes before all others, and lower.
// power[a] is 2^a in the field r. The result has Both(R) at the index whose bits are the set R.
//
// Take R apart vertex by vertex. Arcs lead to later vertices. Let v be the last vertex of R, and first let lower come
// before v. Then v has no arc, and has nimber 0. For a set of arcs, let X be the set of the vertices with an arc to v.
// The vertices of X do not have nimber 0, so no chip is in X. An arc to a vertex of X cannot prevent nimber 0, so all
// other arcs from and to X are free:
//
//	Both(R) = sum over X, of vertices of R with an arc to v, of 2^a(X) Both(R - v - X)
//
// Here a(X) is the number of possible arcs between two vertices of X, and between X and the other vertices of R - v or
// the chips. Given the numbers Both(C) for all sets C of vertices before v, the method strike replaces each of them by
// the sum for R = C + v. It does this for all C at once, in O(k) time for a set instead of O(2^k).
//
// If lower comes after all vertices of R, lower is the last vertex and must have nimber 0. So the same formula holds
// with lower as v.
func bothZero(ctx context.Context, s *subsets, r field, power []uint64) []uint64 {
	both := make([]uint64, 1<<s.k)
	both[0] = power[0]  // only the upper chip: 1
	chips := []int{s.k} // the chips before vertex v
	for v := 0; v <= s.k; v++ {
		if v == s.lower { // the lower chip comes here: add it to all sets of earlier vertices
			s.strike(ctx, r, both[:1<<v], s.k+1, chips, power)
			chips = append(chips, s.k+1)
		}
		if v == s.k || ctx.Err() != nil {
			break
		}
		with := both[1<<v : 2<<v] // the numbers of the sets whose last vertex is v
		copy(with, both[:1<<v])   // the numbers without v, to which strike adds v
		s.strike(ctx, r, with, v, chips, power)
	}
	return both
}

// strike is a step of bothZero, which counts the sets of arcs that give the chips nimber 0. It adds the vertex v, which
// has nimber 0, to DAGs. Such a DAG has a set C of vertices without a chip, all before v, and the chips that come
// before v. At first, f(C) is the number of sets of arcs of this DAG that give these chips nimber 0. strike changes
// f(C) to this number for the DAG with v. A chip with nimber 0 has no arc to v.
//
// Let X be the set of the vertices of C with an arc to v. The vertices of X do not have nimber 0, whatever their other
// arcs are. So an arc to a vertex of X does not matter for nimber 0, and all possible arcs with one end in X, and the
// other in C (X included) or at one of the chips, are free. Let a be the number of these arcs. strike replaces f(C) by
// the sum of 2^a f(C - X) over all possible X.
//
// It does this in place: one vertex u after the other is put into X, and so removed from C, or not. If it is, the arcs
// between u and the vertices still in C, and between u and the chips, add to a. So an arc between two vertices of X
// counts once.
func (s *subsets) strike(ctx context.Context, r field, f []uint64, v int, chips []int, power []uint64) {
	for preds := s.in[v] & uint(len(f)-1); preds != 0 && ctx.Err() == nil; preds &= preds - 1 { // those with arcs to v
		u := bits.TrailingZeros(preds)
		bit, neighbors := uint(1)<<u, s.out[u]|s.in[u]
		toChips := 0 // the number of arcs between u and the chips
		for _, chip := range chips {
			toChips += bits.OnesCount((s.out[chip] | s.in[chip]) & bit)
		}
		for c := range uint(len(f)) {
			if c&bit != 0 { // f(c) is the case without u in X; add the case with u
				arcs := toChips + bits.OnesCount(neighbors&c)
				f[c] = r.add(f[c], r.mul(power[arcs], f[c&^bit]))
			}
		}
	}
}
