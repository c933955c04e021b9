// Package wins counts with how many subsets of the arcs of a DAG, and on how many labelled DAGs ([Labelled]), the first
// player wins a game of two chips.
//
// # Rules
//
// Chips are on the vertices 0 and 1 of a DAG D, a directed graph without cycles, with n vertices and m arcs. Two
// players take turns. A move pushes a chip along an arc, also to where the other chip is. A player who cannot move
// loses. The nimber of a vertex is the least number that is not the nimber of an end of its arcs. The first player wins
// iff the nimbers of vertices 0 and 1 differ (Sprague, Grundy). [Count] returns W(D): with how many of the 2^m sets of
// arcs the first player wins if only the arcs of the set are kept. For three vertices and the arcs 0-1, 0-2, 1-2 the
// first player loses if 0-1 is not kept and both or none of the other arcs are, so W = 6.
//
// The methods count the sets that give both chips the same nimber. These have no arc between the chips. Each arc from a
// vertex that neither chip reaches doubles the count.
//
// # Subsets: by nimber
//
// This method is for DAGs with few vertices. It removes the vertices nimber by nimber, in all ways: of the remaining
// vertices, those of a set T have the smallest nimber iff no arc within T is in the set of arcs, and each vertex of the
// rest Q has an arc to T. Each of the k = n - 2 vertices without a chip is in T, in Q or removed before. Of those that
// remain, the last one has no arc to another, so it is in T. This leaves at most 3^k / 2 pairs of T and Q. A pair costs
// two multiplications, because the number of ways to choose the arcs between T and Q is a product over Q (subsets.go).
//
// The count has up to m bits. It is computed modulo primes below 2^63 (about 2 ns for each pair and prime) and combined
// by the Chinese remainder theorem. One spare prime checks it.
//
// # Sizes: the complete DAG
//
// If every two vertices are joined by an arc, only the sizes of T and Q matter. So n^2 / 2 products are enough
// (sizes.go).
//
// # Frontier: sparse DAGs
//
// Vertices get their nimbers one by one, each after the ends of its arcs. There is a count for each combination of the
// nimbers of the vertices to which a later vertex has an arc (frontier.go). In a good order (order.go) these are few:
// DAGs with 1000 vertices are feasible if arcs are short.
//
// # Exactness
//
// The methods share only the function trim, which leaves out the vertices that no chip reaches. The tests compare them
// with each other, with the definition, and with the method known from the contest AtCoder Grand Contest 016, F, from
// which the problem comes.
package wins

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"enumerate/games/nimbers/dag"
	"enumerate/internal/excess"
	"enumerate/internal/ints"
	"enumerate/internal/rows"
)

// A Method is a way to count.
type Method string

// The methods. Auto is the one of the others that is expected to take the least time.
const (
	Auto     Method = "auto"
	Subsets  Method = "subsets"
	Frontier Method = "frontier"
	Sizes    Method = "sizes"
)

// Options say how to count. The zero value is ready to use.
type Options struct {
	Method  Method // Auto if empty
	Workers int    // the number of goroutines that Subsets may use, 1 if smaller; it does not change the count
	Memory  int64  // about how many bytes a method may take; 1 GiB if 0
	// Share, if not nil, is called by any worker with the finished share of the work, from 0 to 1, or for Frontier a
	// lower bound.
	Share func(share float64)
	// Modulus, if not nil, must be positive, and asks for the remainder of the count. With an odd modulus below 2^63,
	// Subsets takes much less time.
	Modulus *big.Int
}

// Count returns the number of sets of arcs of d with which the first player wins, modulo o.Modulus if it is not nil,
// and the method that found this number. Its errors are those of [Prepare] and of [Counter.Count].
func Count(ctx context.Context, d *dag.DAG, o Options) (*big.Int, Method, error) {
	c, err := Prepare(ctx, d, o)
	if err != nil {
		return nil, "", err
	}
	first, err := c.Count(ctx)
	return first, c.method, err
}

const (
	mostSizes       = 500  // the largest number of vertices for Sizes; more would take minutes
	mostAutoSubsets = 24   // the largest number of vertices besides the chips for which Auto takes Subsets: half an hour
	mostAutoStates  = 1e12 // the largest bound on states for which Auto tries Frontier; the real numbers are far smaller
)

// MostComplete returns the largest number of vertices, at most `most`, of the complete DAGs that the method can count,
// given enough memory and time.
func (m Method) MostComplete(most int) int {
	switch m {
	case Subsets:
		return min(most, mostSubsets+2)
	case Frontier:
		return most
	}
	return min(most, mostSizes)
}

// A Counter counts the sets of arcs of a DAG.
type Counter struct {
	dag     trimmedDAG
	arcs    int // the number of arcs of the whole DAG
	options Options
	method  Method  // the method to use, not Auto
	fields  []field // the fields for Subsets; the last one is a spare if the exact number is wanted
	steps   []step  // the steps of Frontier
}

// Prepare chooses the method if o.Method does not name one, and plans the work, which takes a few tenths of a second at
// most. If the method, or else every method, would need more time or memory than the limits, the error names them. Soon
// after the context ends, Prepare returns the context's error.
func Prepare(ctx context.Context, d *dag.DAG, o Options) (*Counter, error) {
	if o.Modulus != nil && o.Modulus.Sign() <= 0 {
		return nil, fmt.Errorf("modulus %v, expected 1 or more", o.Modulus)
	}
	if o.Memory <= 0 {
		o.Memory = 1 << 30
	}
	c := &Counter{dag: trim(d), arcs: d.Arcs(), options: o, method: o.Method}
	switch c.method {
	case Auto, "":
		return c, c.choose(ctx)
	case Subsets:
		return c, c.checkSubsets(mostSubsets)
	case Frontier:
		return c, c.checkFrontier(ctx)
	case Sizes:
		return c, c.checkSizes()
	}
	return nil, fmt.Errorf("method %q: expected %s, %s, %s or %s", c.method, Auto, Subsets, Frontier, Sizes)
}

// Count returns the number of the sets of arcs with which the first player wins, modulo o.Modulus if it is not nil.
// Soon after the context ends, it returns the context's error. If the method Frontier takes too much memory, the error
// names the limit.
func (c *Counter) Count(ctx context.Context) (*big.Int, error) {
	equal, err := c.equal(ctx)
	if err != nil {
		return nil, err
	}
	// Subtract the sets that give both chips the same nimber. Each of the c.dag.free arcs from vertices that trim left
	// out may be in such a set or not, so it doubles their number.
	first := new(big.Int).Lsh(big.NewInt(1), uint(c.arcs))
	first.Sub(first, equal.Lsh(equal, uint(c.dag.free)))
	if c.options.Modulus != nil {
		first.Mod(first, c.options.Modulus)
	}
	return first, nil
}

// sets returns the number of all sets of arcs of the trimmed DAG.
func (c *Counter) sets() *big.Int { return new(big.Int).Lsh(big.NewInt(1), uint(c.dag.arcs)) }

// others returns the number of vertices without a chip.
func (c *Counter) others() int { return len(c.dag.out) - 2 }

// checkSizes returns an error if the method Sizes cannot count the DAG.
func (c *Counter) checkSizes() error {
	switch {
	case !c.dag.complete():
		return errors.New("sizes: an arc is missing: this method needs one from each chip to every vertex without a chip that a chip can reach, and one between any two of those vertices")
	case c.others()+2 > mostSizes:
		return fmt.Errorf("sizes: %d vertices, expected at most %d", c.others()+2, mostSizes)
	}
	return nil
}

// checkSubsets chooses c.fields, the moduli modulo which the method Subsets counts. It returns an error if there are
// more vertices besides the chips than the parameter most, or if the tables do not fit into memory.
//
// Without a modulus, the product of the primes exceeds the number of all sets of arcs, and one more prime, a spare,
// checks the result. For an odd modulus of at most 63 bits, it is enough to count modulo this number. For any other
// modulus the exact number is found first, without a spare prime.
func (c *Counter) checkSubsets(most int) error {
	k := c.others()
	if k > most {
		return fmt.Errorf("subsets: paths lead from the chips to %d vertices without a chip; this method allows at most %d", k, most)
	}
	switch m := c.options.Modulus; {
	case m == nil:
		const spares = 1
		c.fields = fields(c.sets(), spares)
	case m.Bit(0) == 1 && m.BitLen() > 1 && m.BitLen() < 64:
		c.fields = []field{newField(m.Uint64())}
	default:
		const spares = 0
		c.fields = fields(c.sets(), spares)
	}
	const setBytes = 16 // two words for each set of vertices, its numbers Reach and Both; see the type subsets
	if need := int64(len(c.fields)) * setBytes << k; need > c.options.Memory {
		return excess.Memory(uint64(c.options.Memory), "subsets: all subsets of the %d vertices without a chip take %d MiB", k, need>>20)
	}
	return nil
}

// checkFrontier plans c.steps. It returns an error if the method Frontier is not feasible.
func (c *Counter) checkFrontier(ctx context.Context) (err error) {
	c.steps, err = plan(ctx, c.dag)
	return err
}

// choose sets c.method to the method that is expected to take the least time.
func (c *Counter) choose(ctx context.Context) error {
	sizes := c.checkSizes()
	if sizes == nil {
		c.method = Sizes
		return nil
	}

	subsets := c.checkSubsets(mostAutoSubsets)
	if subsets == nil && c.costSubsets() < 1e7 {
		c.method = Subsets // takes less time than planning Frontier
		return nil
	}

	frontier := c.checkFrontier(ctx)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case frontier == nil && (subsets != nil || c.costFrontier() < c.costSubsets()):
		c.method = Frontier
		most := slices.MaxFunc(c.steps, func(a, b step) int { return cmp.Compare(a.states, b.states) })
		if states := most.states; subsets != nil && states > mostAutoStates {
			return fmt.Errorf("no method can count for this DAG: %w; %w; frontier: up to %v states, expected at most %s",
				sizes, subsets, states, rows.Count(mostAutoStates))
		}
		return nil
	case subsets == nil:
		c.method = Subsets
		return nil
	}
	return fmt.Errorf("no method can count for this DAG: %w; %w; %w", sizes, subsets, frontier)
}

// costSubsets estimates the nanoseconds that Subsets takes on one core: 2 for each prime and each of at most 3^k / 2
// pairs of sets for k vertices besides the chips. It does not overflow, because k is at most mostAutoSubsets.
func (c *Counter) costSubsets() uint64 { return power3(c.others()) * uint64(len(c.fields)) }

// costFrontier estimates the nanoseconds that Frontier takes on one core: about 500 for each state, and 6 for each
// 64-bit word of the state's count, which has at most one bit for each arc so far. The number of states is an upper
// bound.
func (c *Counter) costFrontier() uint64 {
	cost, arcs := uint64(0), 0
	for _, s := range c.steps {
		arcs += s.arcs
		cost = ints.SaturatingAdd(cost, ints.SaturatingMul(s.states, uint64(500+arcs/10)))
	}
	return cost
}

// equal returns the number of sets of arcs of the trimmed DAG that give both chips the same nimber, or, if there is a
// modulus, any number with the same remainder.
func (c *Counter) equal(ctx context.Context) (*big.Int, error) {
	switch c.method {
	case Sizes:
		return bySizes(ctx, c.others(), c.options)
	case Frontier:
		return byFrontier(ctx, c.steps, c.options)
	default: // the count modulo several primes, which together determine it
		remainders, err := newSubsets(c.dag).remainders(ctx, c.fields, c.options)
		switch {
		case err != nil:
			return nil, err
		case c.options.Modulus == nil:
			return checked(c.fields, remainders, c.sets())
		}
		return chinese(c.fields, remainders), nil
	}
}

// A trimmedDAG is a DAG without the parts that do not affect the count of the sets of arcs that give both chips the
// same nimber: the arc between the chips, which no counted set has, and the vertices that neither chip reaches, whose
// arcs are free.
//
// Vertices are renumbered so that arcs lead to larger numbers. One chip, called upper, is on vertex 0; the other,
// called lower, has no path to it. No arc leads to vertex 0: a chip reaches the beginning of such an arc, so the arc
// would close a cycle or a path from the lower to the upper chip.
type trimmedDAG struct {
	out   [][]int
	lower int // the vertex of the other chip; it is 1 if nothing has an arc to it
	arcs  int // the number of arcs of the trimmed DAG
	free  int // the number of arcs from the vertices left out
}

// trim returns d without the parts that do not affect the count; see trimmedDAG.
func trim(d *dag.DAG) trimmedDAG {
	out := make([][]int, d.Vertices())
	for v := range out {
		for _, u := range d.Out(v) {
			if v > 1 || u > 1 {
				out[v] = append(out[v], u)
			}
		}
	}

	upper, lower := 0, 1
	if reachable(out, lower)[upper] {
		upper, lower = lower, upper
	}

	keep := reachable(out, upper, lower)
	names := chipsFirst(out, keep, upper, lower)
	number := make([]int, len(out))
	for i, v := range names {
		number[v] = i
	}

	t := trimmedDAG{out: make([][]int, len(names)), lower: number[lower]}
	for v := range out {
		if !keep[v] {
			t.free += len(out[v])
			continue
		}
		t.arcs += len(out[v])
		for _, u := range out[v] {
			t.out[number[v]] = append(t.out[number[v]], number[u])
		}
	}
	return t
}

// reachable says for each vertex whether it is one of `from`, or a path leads to it from one of these.
func reachable(out [][]int, from ...int) []bool {
	seen := make([]bool, len(out))
	for stack := slices.Clone(from); len(stack) > 0; {
		v := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if !seen[v] {
			seen[v] = true
			stack = append(stack, out[v]...)
		}
	}
	return seen
}

// chipsFirst returns the vertices to keep, ordered so that every arc leads to a later vertex. The upper chip comes
// first, and the lower chip second if no kept vertex has an arc to it. The argument keep must tell for each vertex
// whether a chip stands on it or can reach it. Then every other kept vertex has an arc from a kept one, and follows the
// last of these in the order.
func chipsFirst(out [][]int, keep []bool, upper, lower int) []int {
	left := make([]int, len(out)) // left[v] is the number of kept vertices with an arc to v that are not in the order yet
	for v := range out {
		for _, u := range out[v] {
			if keep[v] {
				left[u]++
			}
		}
	}
	order := []int{upper}
	if left[lower] == 0 {
		order = append(order, lower)
	}
	for i := 0; i < len(order); i++ {
		for _, u := range out[order[i]] {
			left[u]--
			if left[u] == 0 {
				order = append(order, u)
			}
		}
	}
	return order
}

// complete reports whether an arc leads from each chip's vertex to every vertex without a chip, and an arc joins every
// two vertices without a chip.
func (t trimmedDAG) complete() bool {
	n := len(t.out)
	return t.lower == 1 && t.arcs == n*(n-1)/2-1
}
