package thesis

import (
	"context"

	"enumerate/internal/bounded"
	"enumerate/solver/betweenness"
)

// twosatOrder decides a game by its relaxed form (see package formula): a 2-SAT problem about the orders of pairs of
// players, which need not be transitive. It tries the solutions of this problem until one is transitive, which the
// thesis proposes.
//
// A variable says which of two players stands first. Each choice links the variables of its three pairs: one determines
// the other two. So the pairs that choices name fall into components, and in each component one pair determines all
// others. With k components there are 2^k solutions; if the choices of a component contradict each other, there is
// none. Reversing an order reverses all pairs, so one component can stay fixed. Pairs that no choice names are free, so
// it is enough that the named ones have no cycle: then a topological sort orders the others as well.
//
// Each solution takes time linear in the number of players. Decisions counts the solutions tried, and Conflicts those
// with a cycle.
func twosatOrder(ctx context.Context, g betweenness.Game, _ *betweenness.Trace) ([]int, betweenness.Work, error) {
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

type twosat struct {
	pairs []orderPair

	// reversed is the present solution. A component is a set of pairs of players that determine each other's direction.
	// It has a pair of reference, its root, and reversed says whether the player with the larger number stands first in
	// the root. To visit all solutions, reversed is counted up as a binary number. The last component is never
	// reversed, because reversing all components reverses the order.
	reversed []bool

	pairsOf [][]int // by player: the indices of its pairs
	inFront []int   // a buffer of sort, by player: the number of remaining players before it
	order   []int   // a buffer of sort
	budget  bounded.Steps
}

// An orderPair is a pair of players that some choice names. Its direction says which of the two stands first. The root
// pair of a component determines the directions of all its pairs.
type orderPair struct {
	players   [2]int // the smaller number first
	component int
	opposite  bool // whether its direction (smaller player first or last) is opposite to that of the root pair
}

// relax finds the pairs of players that choices name, and divides them into components: sets of pairs in which the
// direction of one pair determines the directions of all others. It returns false if choices demand both that two pairs
// have the same direction and that they have opposite ones.
func (t *twosat) relax(g betweenness.Game) (consistent bool, err error) {
	number := make(map[[2]int]int) // by pair of players: its index in t.pairs
	links := newParities(3 * len(g))
	for p, c := range g {
		if err := t.budget.Spend(1); err != nil {
			return false, err
		}

		// The choice demands that its three pairs have the same direction in the order.
		var pairs [3]int       // their indices in t.pairs
		var descending [3]bool // whether the larger player is named first
		for i, two := range [3][2]int{{p, c.Wonderwall}, {c.Wonderwall, c.Ninja}, {p, c.Ninja}} {
			descending[i] = two[0] > two[1]
			players := pairOf(two[0], two[1])
			k, found := number[players]
			if !found {
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
		component, found := components[root]
		if !found {
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

// next moves on to the next solution: it adds 1 to the binary number t.reversed, which has its lowest bit first.
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

// sort returns an order of the players that agrees with the present solution, or nil if the solution has a cycle.
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
		return nil, nil // the order lacks the players of a cycle: each always stands behind another one
	}
	return t.order, nil
}

// parities are disjoint sets of elements. In a set, each two elements are known to be equal or opposite (union-find
// with parities).
type parities struct {
	parent   []int  // the element itself if it is the root of its set
	opposite []bool // whether the element is opposite to its parent
	size     []int  // of the root: the number of elements of its set
}

func newParities(elements int) *parities {
	s := &parities{make([]int, elements), make([]bool, elements), make([]int, elements)}
	for i := range s.parent {
		s.parent[i] = i
		s.size[i] = 1
	}
	return s
}

// find returns the root of i's set, and whether i is opposite to the root. Paths are short, because join always adds
// the smaller set to the larger one.
func (s *parities) find(i int) (root int, opposite bool) {
	for s.parent[i] != i {
		opposite = opposite != s.opposite[i]
		i = s.parent[i]
	}
	return i, opposite
}

// join records that the elements i and j are opposite or, if `opposite` is false, equal. It returns false if this
// contradicts earlier calls.
func (s *parities) join(i, j int, opposite bool) bool {
	// Restate what is said of i and j for the roots a and b of their sets.
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
