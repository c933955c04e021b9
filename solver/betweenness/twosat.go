package betweenness

import "context"

// twosatOrder decides a game by its relaxed form (see Clauses): it goes through
// the solutions of that 2-SAT problem until one respects transitivity. The
// thesis that describes the game proposes it and leaves it untried.
//
// Each choice makes three literals equal, so the pairs of players that some
// choice speaks of fall into components, in each of which one pair decides all
// others: k components have 2^k solutions, or the choices of one contradict each
// other and there is none. Reversing an order turns all pairs, so one component
// is left as it is. Which of two players stands first is open where no choice
// speaks of them: a solution respects transitivity if its pairs have no cycle,
// and then a topological sort puts the others in some order as well.
//
// The number of solutions tried is exponential in that of components, and the
// time of each is linear in the number of players. Decisions are the solutions
// tried, Conflicts those that had a cycle.
func twosatOrder(ctx context.Context, g Game, _ *Trace) ([]int, Work, error) {
	t := &twosat{players: len(g), patience: patience{ctx: ctx}}
	if consistent, err := t.relax(g); err != nil || !consistent {
		return nil, Work{}, err
	}
	var work Work
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

// twosat is the solutions of the relaxed form of a game, one at a time.
type twosat struct {
	players int
	pairs   [][2]int // those that choices speak of, the smaller player first
	// A pair's component, and whether the pair is turned within it.
	component []int
	turned    []bool
	// free has a bit for each component: whether it is turned as a whole. The
	// bits count up, the lowest first; the last one stays as it is.
	free []bool

	of       [][]int // the pairs of each player
	inFront  []int   // buffers of sort
	order    []int
	patience patience
}

// relax finds the pairs and their components, and reports whether the relaxed
// form has a solution.
func (t *twosat) relax(g Game) (consistent bool, err error) {
	number := make(map[[2]int]int)
	links := newParities(3 * len(g))
	for p, c := range g {
		if err := t.patience.spend(1); err != nil {
			return false, err
		}
		var pairs [3]int
		var turned [3]bool
		for i, pair := range [3][2]int{{p, c.Wonderwall}, {c.Wonderwall, c.Ninja}, {p, c.Ninja}} {
			if turned[i] = pair[0] > pair[1]; turned[i] {
				pair[0], pair[1] = pair[1], pair[0]
			}
			k, known := number[pair]
			if !known {
				k = len(t.pairs)
				number[pair] = k
				t.pairs = append(t.pairs, pair)
			}
			pairs[i] = k
		}
		for i := range 2 {
			if !links.join(pairs[i], pairs[i+1], turned[i] != turned[i+1]) {
				return false, nil
			}
		}
	}

	t.component = make([]int, len(t.pairs))
	t.turned = make([]bool, len(t.pairs))
	t.of = make([][]int, t.players)
	numbers := make(map[int]int) // of components, by their roots
	for k, pair := range t.pairs {
		if err := t.patience.spend(1); err != nil {
			return false, err
		}
		root, turned := links.find(k)
		component, known := numbers[root]
		if !known {
			component = len(numbers)
			numbers[root] = component
		}
		t.component[k], t.turned[k] = component, turned
		for _, p := range pair {
			t.of[p] = append(t.of[p], k)
		}
	}
	t.free = make([]bool, len(numbers))
	t.inFront = make([]int, t.players)
	t.order = make([]int, 0, t.players)
	return true, nil
}

// next goes on to the next solution, if there is one.
func (t *twosat) next() bool {
	for i := range t.free[:len(t.free)-1] {
		t.free[i] = !t.free[i]
		if t.free[i] {
			return true
		}
	}
	return false
}

// last returns the player of a pair who stands behind the other.
func (t *twosat) last(pair int) int {
	if t.turned[pair] != t.free[t.component[pair]] {
		return t.pairs[pair][0]
	}
	return t.pairs[pair][1]
}

// sort returns an order of the players in which the pairs stand as they should,
// or nil if they have a cycle.
func (t *twosat) sort() ([]int, error) {
	clear(t.inFront)
	for k := range t.pairs {
		if err := t.patience.spend(1); err != nil {
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
		if err := t.patience.spend(len(t.of[p])); err != nil {
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
	if len(t.order) < t.players {
		return nil, nil
	}
	return t.order, nil
}
