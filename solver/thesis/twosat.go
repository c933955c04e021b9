package thesis

import (
	"context"

	"enumerate/internal/bounded"
	"enumerate/solver/betweenness"
)

// twosatOrder decides a game by its relaxed form (see package formula): a 2-SAT problem about the orders of pairs
// of players, which need not be transitive. It tries the solutions of this problem until one is transitive. The
// thesis that describes the game proposes this but does not try it.
//
// A variable says which of two players stands first. Each choice links the variables of its three pairs: one
// determines the other two. So the pairs that choices name fall into components, and in each component one pair
// determines all others. With k components there are 2^k solutions; if the choices of a component contradict each
// other, there is none. Reversing an order reverses all pairs, so one component can stay fixed. Pairs that no
// choice names are free. So it is enough that the pairs named have no cycle: then a topological sort orders the
// other pairs as well.
//
// The number of solutions is exponential in the number of components; each takes time linear in the number of
// players. In the work, Decisions counts the solutions tried, and Conflicts those with a cycle.
func twosatOrder(ctx context.Context, g betweenness.Game, _ *betweenness.Trace) ([]int, betweenness.Work, error) {
	// If a component of pairs contradicts itself, there is no solution.
	t := &twosat{budget: bounded.Steps{Context: ctx}}
	if consistent, err := t.relax(g); err != nil || !consistent {
		return nil, betweenness.Work{}, err
	}

	var work betweenness.Work
	for {
		work.Decisions++
		order, err := t.sort()
		if order != nil || err != nil {
			return order, work, err
		}
		work.Conflicts++
		if !t.next() {
			return nil, work, nil
		}
	}
}

// twosat enumerates the solutions of the relaxed form of a game.
type twosat struct {
	pairs []orderPair

	// reversed is the present solution of the relaxed form: it says for each component of pairs whether the larger
	// player of its root pair stands first. The search goes through all solutions by counting reversed up as a binary
	// number. The last component is never reversed, because reversing all components gives the same order read
	// backwards.
	reversed []bool

	pairsOf [][]int // by player: the indices of its pairs
	inFront []int   // a buffer of sort, by player: the number of remaining players before it
	order   []int   // a buffer of sort
	budget  bounded.Steps
}

// An orderPair is a pair of players that some choice names. Its direction says which of the two players stands first in
// an order. The root pair of a component determines the directions of all pairs in the component.
type orderPair struct {
	players   [2]int // the smaller number first
	component int
	opposite  bool // whether its direction (smaller player first or last) is opposite to that of the root pair
}

// relax finds the pairs of players that choices name, and their components, and reports whether the relaxed form has a
// solution. There is no solution if some choices demand that two pairs of a component have the same direction, and
// others that they have opposite ones.
func (t *twosat) relax(g betweenness.Game) (consistent bool, err error) {
	number := make(map[[2]int]int) // by pair of players: its index in t.pairs
	links := newParities(3 * len(g))
	for p, c := range g {
		if err := t.budget.Spend(1); err != nil {
			return false, err
		}

		// Number the three pairs of the choice, which demands that they have the same direction in the order.
		var pairs [3]int       // their indices in t.pairs
		var descending [3]bool // whether the larger player is named first
		for i, two := range [3][2]int{{p, c.Wonderwall}, {c.Wonderwall, c.Ninja}, {p, c.Ninja}} {
			descending[i] = two[0] > two[1]
			players := pairOf(two[0], two[1])
			k, known := number[players]
			if !known {
				k = len(t.pairs)
				number[players] = k
				t.pairs = append(t.pairs, orderPair{players: players})
			}
			pairs[i] = k
		}

		for i := range 2 {
			if !links.join(pairs[i], pairs[i+1], descending[i] != descending[i+1]) {
				return false, nil
			}
		}
	}

	t.pairsOf = make([][]int, len(g))
	components := make(map[int]int) // by root in links: the number of the component
	for k := range t.pairs {
		if err := t.budget.Spend(1); err != nil {
			return false, err
		}
		root, opposite := links.find(k)
		component, known := components[root]
		if !known {
			component = len(components)
			components[root] = component
		}
		t.pairs[k].component, t.pairs[k].opposite = component, opposite
		for _, p := range t.pairs[k].players {
			t.pairsOf[p] = append(t.pairsOf[p], k)
		}
	}
	t.reversed = make([]bool, len(components))
	t.inFront = make([]int, len(g))
	t.order = make([]int, 0, len(g))
	return true, nil
}

// next moves on to the next solution of the relaxed form, and reports whether there was another one. It adds 1 to the
// binary number t.reversed, which has its lowest bit first.
func (t *twosat) next() (more bool) {
	for i := range t.reversed[:len(t.reversed)-1] {
		t.reversed[i] = !t.reversed[i]
		if t.reversed[i] {
			return true // no carry
		}
	}
	return false
}

// last returns the player of a pair that stands after the other in the present solution.
func (t *twosat) last(pair int) int {
	p := &t.pairs[pair]
	if p.opposite != t.reversed[p.component] {
		return p.players[0]
	}
	return p.players[1]
}

// sort returns an order of the players that agrees with all pairs of the present solution, or nil if the pairs have a
// cycle. It is a topological sort.
func (t *twosat) sort() ([]int, error) {
	clear(t.inFront)
	for k := range t.pairs {
		if err := t.budget.Spend(1); err != nil {
			return nil, err
		}
		t.inFront[t.last(k)]++
	}

	t.order = t.order[:0]
	for p, before := range t.inFront {
		if before == 0 {
			t.order = append(t.order, p)
		}
	}

	// Take the players of t.order one after the other. A player joins t.order when all its predecessors have been
	// taken.
	for i := 0; i < len(t.order); i++ {
		p := t.order[i]
		if err := t.budget.Spend(len(t.pairsOf[p])); err != nil {
			return nil, err
		}
		for _, k := range t.pairsOf[p] {
			q := t.last(k)
			if q == p {
				continue // the other player of the pair was taken before
			}
			t.inFront[q]--
			if t.inFront[q] == 0 {
				t.order = append(t.order, q)
			}
		}
	}

	if len(t.order) < len(t.pairsOf) {
		return nil, nil // the players of a cycle never join
	}
	return t.order, nil
}

// parities are disjoint sets of elements. In a set, each two elements are known to be equal or opposite (union-find
// with parities). All three slices are indexed by element.
type parities struct {
	parent   []int  // the element itself if it is the root of its set
	opposite []bool // whether the element is opposite to its parent
	size     []int  // of the root: the number of elements of its set
}

// newParities returns sets of one element each.
func newParities(elements int) *parities {
	s := &parities{make([]int, elements), make([]bool, elements), make([]int, elements)}
	for i := range s.parent {
		s.parent[i] = i
		s.size[i] = 1
	}
	return s
}

// find returns the root of i's set, and whether i is opposite to the root. Paths to a root are
// short, because join always adds the smaller set to the larger one.
func (s *parities) find(i int) (root int, opposite bool) {
	for s.parent[i] != i {
		opposite = opposite != s.opposite[i]
		i = s.parent[i]
	}
	return i, opposite
}

// join records that the elements i and j are equal, or that they are opposite if `opposite` is set, and merges their
// sets. It returns false if this contradicts earlier calls.
func (s *parities) join(i, j int, opposite bool) bool {
	// Say the same about the roots a and b of the two sets.
	a, aOpposite := s.find(i)
	b, bOpposite := s.find(j)
	opposite = opposite != (aOpposite != bOpposite)
	if a == b {
		return !opposite // a root equals itself
	}

	if s.size[a] < s.size[b] {
		a, b = b, a
	}
	s.parent[b], s.opposite[b] = a, opposite
	s.size[a] += s.size[b]
	return true
}
