package thesis

import (
	"context"

	"enumerate/internal/bounded"
	"enumerate/solver/betweenness"
)

// twosatOrder decides a game by its relaxed form (see package formula), a 2-SAT problem that
// leaves out transitivity. It tries the solutions of this problem until one respects
// transitivity. The thesis that describes the game proposes this but does not try it.
//
// A variable says which of two players stands first. Each choice links the variables of its
// three pairs: one determines the other two. So the pairs that choices name fall into
// components, and in each component one pair determines all others. With k components there
// are 2^k solutions; if the choices of a component contradict each other, there is none.
// Reversing an order reverses all pairs, so one component can stay fixed. Pairs that no choice
// names are free. So a solution respects transitivity if and only if its pairs have no cycle:
// then a topological sort orders the other pairs as well.
//
// The number of solutions is exponential in the number of components; each takes time
// linear in the number of players. Decisions counts the solutions tried, Conflicts those
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

// twosat enumerates the solutions of the relaxed form of a game.
type twosat struct {
	pairs []orderPair
	// free says for each component whether it is reversed. These bits count up like a binary
	// number, the lowest first; the last component stays fixed.
	free []bool

	of      [][]int // by player: its pairs
	inFront []int   // by player: the number of remaining players before it, in sort
	order   []int   // a buffer of sort
	budget  bounded.Steps
}

// An orderPair is a pair of players that some choice names, the smaller player first.
type orderPair struct {
	players   [2]int
	component int
	turned    bool // whether the pair is reversed if its component is not
}

// relax finds the pairs and their components, and reports whether the relaxed form has a
// solution.
func (t *twosat) relax(g betweenness.Game) (consistent bool, err error) {
	// Number the pairs, and link the pairs of each choice.
	number := make(map[[2]int]int) // by pair
	links := newParities(3 * len(g))
	for p, c := range g {
		if err := t.budget.Spend(1); err != nil {
			return false, err
		}
		var pairs [3]int
		var turned [3]bool
		for i, two := range [3][2]int{{p, c.Wonderwall}, {c.Wonderwall, c.Ninja}, {p, c.Ninja}} {
			turned[i] = two[0] > two[1]
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
			if !links.join(pairs[i], pairs[i+1], turned[i] != turned[i+1]) {
				return false, nil
			}
		}
	}

	// Number the components.
	t.of = make([][]int, len(g))
	components := make(map[int]int) // by root
	for k := range t.pairs {
		if err := t.budget.Spend(1); err != nil {
			return false, err
		}
		root, turned := links.find(k)
		component, known := components[root]
		if !known {
			component = len(components)
			components[root] = component
		}
		t.pairs[k].component, t.pairs[k].turned = component, turned
		for _, p := range t.pairs[k].players {
			t.of[p] = append(t.of[p], k)
		}
	}
	t.free = make([]bool, len(components))
	t.inFront = make([]int, len(g))
	t.order = make([]int, 0, len(g))
	return true, nil
}

// next moves to the next solution, if there is one.
func (t *twosat) next() bool {
	for i := range t.free[:len(t.free)-1] {
		t.free[i] = !t.free[i]
		if t.free[i] {
			return true
		}
	}
	return false
}

// last returns the player of a pair that stands after the other.
func (t *twosat) last(pair int) int {
	p := &t.pairs[pair]
	if p.turned != t.free[p.component] {
		return p.players[0]
	}
	return p.players[1]
}

// sort returns an order of the players that agrees with all pairs, or nil if the
// pairs have a cycle.
func (t *twosat) sort() ([]int, error) {
	clear(t.inFront)
	for k := range t.pairs {
		if err := t.budget.Spend(1); err != nil {
			return nil, err
		}
		t.inFront[t.last(k)]++
	}
	t.order = t.order[:0]
	for p, k := range t.inFront {
		if k == 0 {
			t.order = append(t.order, p)
		}
	}
	for i := 0; i < len(t.order); i++ {
		p := t.order[i]
		if err := t.budget.Spend(len(t.of[p])); err != nil {
			return nil, err
		}
		for _, k := range t.of[p] {
			if q := t.last(k); q != p {
				if t.inFront[q]--; t.inFront[q] == 0 {
					t.order = append(t.order, q)
				}
			}
		}
	}
	if len(t.order) < len(t.of) {
		return nil, nil
	}
	return t.order, nil
}

// parities are disjoint sets of elements; two elements of a set are known to be equal or to be
// opposite to each other (union-find with parities).
type parities struct {
	parent   []int
	opposite []bool // to the parent
	size     []int
}

func newParities(things int) *parities {
	s := &parities{make([]int, things), make([]bool, things), make([]int, things)}
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

// join makes two elements equal or opposite. It returns false if this contradicts earlier
// calls.
func (s *parities) join(i, j int, opposite bool) bool {
	a, aOpposite := s.find(i)
	b, bOpposite := s.find(j)
	opposite = opposite != (aOpposite != bOpposite)
	if a == b {
		return !opposite
	}
	if s.size[a] < s.size[b] {
		a, b = b, a
	}
	s.parent[b], s.opposite[b] = a, opposite
	s.size[a] += s.size[b]
	return true
}
