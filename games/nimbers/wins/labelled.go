package wins

import (
	"context"
	"fmt"
	"math/big"
	"math/bits"

	"enumerate/internal/lists"
	"enumerate/internal/share"
)

// MostLabelled is the largest n for [Labelled].
const MostLabelled = 20

// Labelled returns the number of DAGs on n labelled vertices, 2 <= n <= MostLabelled, on which the first player wins
// with chips on two given vertices. As a check it also counts all DAGs; their number must be the parameter all, which
// has a recurrence (Robinson, Counting labeled acyclic digraphs, 1973; A003024). It takes 3.5^n steps, a minute of one
// core for n = 18. Soon after the context ends, it returns the context's error. It uses only the options Workers and
// Share.
//
// Let f(c) be the number of DAGs in which c[0] given vertices have nimber 0, c[1] others have nimber 1, and so on. A
// source is a vertex to which no arc leads, so taking it away changes no other nimber. Take away a set of sources with
// k[j] vertices of each nimber j; d[j] = c[j] - k[j] vertices remain. By inclusion and exclusion over sets of sources,
//
//	f(c) = sum over k != 0 of (-1)^(|k|+1) f(d) product over j of C(c[j], k[j]) p[j]^k[j]
//	p[j] = 2^(d[j+1] + d[j+2] + …) product over i < j of (2^d[i] - 1)
//
// where |k| is the number of these sources, and p[j] is the number of sets of arcs to the remaining vertices which give
// a source the nimber j. The vertices of each nimber can be chosen in n! / (c[0]! c[1]! …) ways. By symmetry, any two
// vertices have the same nimber on equally many DAGs. So the number of DAGs on which the chips have the same nimber,
// and the second player wins, is an average over all pairs of vertices:
//
//	sum over c of f(c) n! / (c[0]! c[1]! …) (sum over j of c[j] (c[j] - 1)) / (n (n-1))
//
// The nimbers below that of a vertex occur too, so the sum is over the compositions c of n.
func Labelled(ctx context.Context, n int, all *big.Int, o Options) (first *big.Int, err error) {
	if n < 2 || n > MostLabelled {
		return nil, fmt.Errorf("%d vertices, expected 2..%d", n, MostLabelled)
	}
	pairs := big.NewInt(int64(n * (n - 1)))
	fields := fields(new(big.Int).Mul(all, pairs), 0)
	types := lists.Map(fields, func(f field) *typeCounts { return newTypeCounts(f, n) })
	// The number f(c) follows from those of compositions c with smaller sums, so the compositions of one sum, `size`,
	// are counted in parallel. A composition is stored as a number, its word (see typeCounts); the words of this size
	// are the numbers from start to 2*start-1. A task is a batch of compositions in one field.
	const batch = 64
	work := share.Of(uint64(len(fields))*(1<<n-1), o.Share) // the unit is a composition; they take about equally long
	for size := 1; size <= n; size++ {
		start, batches := 1<<(size-1), max(1, 1<<(size-1)/batch)
		err := share.Each(ctx, o.Workers, batches*len(fields), func(_, i int) {
			types, i := types[i%len(fields)], i/len(fields)
			from, to := start+i*batch, min(start+(i+1)*batch, 2*start)
			for c := from; c < to; c++ {
				types.f[c] = types.count(uint(c))
			}
			work.Add(uint64(to - from))
		})
		if err != nil {
			return nil, err
		}
	}

	alls, equals := make([]*big.Int, len(fields)), make([]*big.Int, len(fields))
	for i, t := range types {
		alls[i], equals[i] = t.totals(n)
	}
	counted, equal := chinese(fields, alls), chinese(fields, equals)
	if counted.Cmp(all) != 0 {
		return nil, fmt.Errorf("the count by nimbers found %v DAGs on %d vertices, expected %v", counted, n, all)
	}
	equal, rest := equal.QuoRem(equal, pairs, new(big.Int))
	if rest.Sign() != 0 {
		return nil, fmt.Errorf("the number of pairs of vertices with equal nimbers, in all DAGs on %d vertices, is not a multiple of %v (remainder %v)",
			n, pairs, rest)
	}
	return new(big.Int).Sub(all, equal), nil
}

// typeCounts has the numbers f(c) of [Labelled] modulo a prime: f(c) counts the DAGs in which c[j] given vertices have
// the nimber j. The list c of positive numbers is stored as a word, which has c[j] bits for each nimber j: from the
// highest bit on, a one and then c[j]-1 zeros. The bits for the largest nimber are highest. For example, c = (3, 2),
// with three vertices of nimber 0 and two of nimber 1, is 10 100 in binary. The word of the empty list is 0.
type typeCounts struct {
	field
	f      []uint64
	side   int      // the length of the table weight in each of its four dimensions
	weight []uint64 // the factors in the recurrence of Labelled, by c, d, taken and stay; see newTypeCounts
	minus  uint64   // the number -1 in the field
}

// newTypeCounts returns the typeCounts for up to n vertices, in which only the number for the DAG without vertices is
// set, and the table of weights. To count DAGs in which given numbers of vertices have each nimber, the recurrence of
// [Labelled] takes sources away: vertices to which no arc leads. A term of the recurrence has one factor for each
// nimber, the weight. It depends on four numbers:
//
//   - c: the number of vertices with this nimber
//   - d: how many of these stay; the other c-d are sources that are taken away
//   - taken: how many vertices with larger nimbers are taken away
//   - stay: how many vertices with larger nimbers stay
//
// The weight is
//
//	(-1)^(c-d) · C(c, d) · (2^d - 1)^taken · 2^((c-d) stay)
//
// The first factor is the sign of the inclusion and exclusion over sets of sources, and C(c, d) counts the ways to
// choose the d vertices. Each of the `taken` sources has an arc to at least one of the d vertices, in 2^d - 1 ways.
// Each of the c-d sources may have an arc to any of the `stay` vertices.
func newTypeCounts(f field, n int) *typeCounts {
	side := n + 1 // each of the four numbers is from 0 to n
	t := &typeCounts{field: f, f: make([]uint64, 1<<n), side: side, minus: f.element(big.NewInt(-1))}
	t.weight = make([]uint64, side*side*side*side)
	power := f.powers(n * n) // power[i] is 2^i
	t.f[0] = power[0]        // 1, for the DAG without vertices
	for c := range side {
		for d := range c + 1 {
			factor := f.element(new(big.Int).Binomial(int64(c), int64(d)))
			if (c-d)%2 == 1 {
				factor = f.mul(factor, t.minus)
			}
			for taken := range side {
				for stay := range side {
					t.weight[t.at(c, d, taken)+stay] = f.mul(factor, power[(c-d)*stay])
				}
				factor = f.mul(factor, f.add(power[d], t.minus)) // one more factor 2^d - 1
			}
		}
	}
	return t
}

// at returns the index in t.weight of the weight for c, d, taken and stay = 0; those for other values of stay follow.
func (t *typeCounts) at(c, d, taken int) int {
	return ((c*t.side+d)*t.side + taken) * t.side
}

// count returns f(c), the number of DAGs in which c[j] given vertices have the nimber j. The argument is the list c as
// a word (see typeCounts). The numbers for all lists with fewer vertices must be in t.f. By the recurrence of
// [Labelled],
//
//	f(c) = - sum over d of f(d) · product over the nimbers j of a weight
//
// In the term for d, which differs from c, d[j] vertices of each nimber j stay and the others are taken away. The
// weights have the sign (-1)^k if k vertices are taken away; see newTypeCounts.
func (t *typeCounts) count(word uint) uint64 {
	var parts [MostLabelled]int // c, from nimber 0 on
	nimbers := 0
	for ; word != 0; nimbers++ {
		parts[nimbers] = bits.TrailingZeros(word) + 1
		word >>= parts[nimbers]
	}

	// t.below chooses the numbers d[j] from the largest nimber down. At the beginning none is chosen: no vertices are
	// taken away or stay so far, and d is empty. The sum by t.below has a term for d = c too, which is 0, because t.f
	// does not have f(c) yet.
	const largest, taken, stay, empty = true, 0, 0, uint(0)
	return t.mul(t.minus, t.below(parts[:nimbers], largest, taken, stay, empty))
}

// below adds up terms of the recurrence of [Labelled] for f(c), the number of DAGs in which c[j] given vertices have
// the nimber j. The recurrence takes sources, vertices to which no arc leads, away from such DAGs. It has a term for
// each list d: d[j] vertices of each nimber j stay. The term is f(d) times a factor for each nimber, the weight (see
// newTypeCounts). The numbers d[j] are chosen from the largest nimber down: this call chooses one for the last nimber
// in parts, and calls itself for the smaller nimbers. It returns the sum of the terms over all these choices, without
// the weights of the nimbers chosen before. The choice d = c, with which no vertex is taken away, adds 0: t.f has 0 for
// c until f(c) is known. The arguments are
//
//   - parts: the numbers c[j] of the nimbers for which d[j] is not chosen yet
//   - largest: whether no d[j] is chosen yet
//   - taken, stay: how many vertices of the nimbers chosen before are taken away, and how many stay
//   - d: the numbers d[j] chosen before, as a word (see typeCounts)
func (t *typeCounts) below(parts []int, largest bool, taken, stay int, d uint) uint64 {
	last := len(parts) - 1
	c := parts[last] // the number of vertices of nimber last
	var sum uint64
	least := 1 // a vertex with a larger nimber has an arc to one of this nimber, which is no source and so stays
	if largest {
		least = 0
	}
	for kept := least; kept <= c; kept++ {
		word := d
		if kept > 0 {
			word = d<<kept | 1<<(kept-1) // a one and kept-1 zeros, below the larger nimbers
		}
		term := t.weight[t.at(c, kept, taken)+stay]
		if last == 0 {
			sum = t.add(sum, t.mul(term, t.f[word]))
		} else {
			sum = t.add(sum, t.mul(term, t.below(parts[:last], false, taken+c-kept, stay+kept, word)))
		}
	}
	return sum
}

// totals returns, modulo the prime of the field, the number of labelled DAGs on n vertices, and, summed over all these
// DAGs, the number of ordered pairs of different vertices with the same nimber.
func (t *typeCounts) totals(n int) (all, pairs *big.Int) {
	all, pairs = new(big.Int), new(big.Int)
	for word := uint(1) << (n - 1); word < 1<<n; word++ { // all lists c with the sum n, as words; see typeCounts
		dags, ordered, left := t.number(t.f[word]), 0, n // ordered counts the pairs of vertices with the same nimber
		for rest := word; rest != 0; {
			c := bits.TrailingZeros(rest) + 1
			dags.Mul(dags, new(big.Int).Binomial(int64(left), int64(c)))
			ordered += c * (c - 1)
			left -= c
			rest >>= c
		}
		all.Add(all, dags)
		pairs.Add(pairs, dags.Mul(dags, big.NewInt(int64(ordered))))
	}
	return all.Mod(all, t.modulus()), pairs.Mod(pairs, t.modulus())
}
