package betweenness

import "context"

// impliedOrder decides a game by trial and error with conclusions, the second
// algorithm of the thesis that goes by the name MakeAssumption. One arc between
// two players of a triplet (a player, its wonderwall, its ninja) says which way
// round all three stand. So an assumption, an arc from a player to its wonderwall,
// implies arcs in every triplet that holds both, these imply more, and so on. Only
// then the digraph is searched for cycles. Players whose triplets have got their
// orientation this way need no assumption.
//
// Where the thesis leaves something open, or contradicts itself, this is what we
// do:
//
//   - Its AddImpliedEdges starts with the arc of the player assumed to its
//     wonderwall alone, while the player is still in the set S of those left. That
//     is right: the player's own triplet implies its other arcs.
//   - In its printed trace AddImpliedEdges ends at the first two arcs that
//     contradict each other; in its pseudocode it goes on. We end, it saves time.
//   - Its text takes next the player whose triplet shares a pair with most others;
//     its examples take the pair that occurs most often. So do we: the player who
//     makes a pair with its wonderwall that most triplets left hold. Among equals
//     it is one who is its wonderwall's wonderwall, then the first. This gives the
//     printed trace.
//   - Its text says that the first assumption needs no opposite, since reversing a
//     solution gives another one; its trace tries both. We try one.
//
// It knows no limit but time, which is exponential in the worst case. Decisions
// are the players about whom something was assumed, Conflicts the cycles.
func impliedOrder(ctx context.Context, g Game, trace *Trace) ([]int, Work, error) {
	s := &implied{
		game:    g,
		digraph: newDigraph(ctx, len(g)),
		holders: make(map[[2]int][]int),
		known:   make(map[arc]bool),
		trace:   trace,
	}
	for p, c := range g {
		if err := s.digraph.patience.spend(50); err != nil {
			return nil, s.work, err
		}
		for _, pair := range [3][2]int{pairOf(p, c.Wonderwall), pairOf(c.Wonderwall, c.Ninja), pairOf(p, c.Ninja)} {
			s.holders[pair] = append(s.holders[pair], p)
		}
	}
	solved, err := s.assume(0)
	if err != nil || !solved {
		return nil, s.work, err
	}
	return s.digraph.order, s.work, nil
}

type implied struct {
	game    Game
	holders map[[2]int][]int // by pair: the players whose triplets hold it
	digraph digraph
	known   map[arc]bool // the arcs of the digraph
	arcs    []arc        // the same, in the order they came
	trace   *Trace
	work    Work
}

// pairOf returns two players, the smaller one first.
func pairOf(p, q int) [2]int { return [2]int{min(p, q), max(p, q)} }

// assume orients the triplets left. It leaves the digraph as it was unless that is
// done.
func (s *implied) assume(depth int) (solved bool, err error) {
	p, err := s.choose()
	if err != nil {
		return false, err
	}
	if p == none {
		return true, s.trace.success(depth)
	}
	w := s.game[p].Wonderwall
	s.work.Decisions++
	for _, assumption := range [2]arc{{p, w}, {w, p}} {
		if depth == 0 && assumption[0] == w {
			return false, s.trace.reverse(depth, w, p)
		}
		if err := s.trace.suppose(depth, assumption[:]...); err != nil {
			return false, err
		}
		before := len(s.arcs)
		acyclic, err := s.conclude(assumption, depth+1)
		switch {
		case err != nil:
			return false, err
		case !acyclic:
			s.work.Conflicts++
			if err := s.digraph.tellCycle(s.trace, depth+1); err != nil {
				return false, err
			}
		default:
			if solved, err := s.assume(depth + 1); solved || err != nil {
				return solved, err
			}
		}
		s.takeBack(before)
	}
	return false, nil
}

// choose returns the next player to assume something about, or none if all
// triplets have an orientation.
func (s *implied) choose() (int, error) {
	best, most := none, 0
	for p, c := range s.game {
		if err := s.digraph.patience.spend(50); err != nil {
			return none, err
		}
		if s.oriented(p) {
			continue
		}
		count := 0
		for _, q := range s.holders[pairOf(p, c.Wonderwall)] {
			if !s.oriented(q) {
				count += 2
			}
		}
		if s.game[c.Wonderwall].Wonderwall == p {
			count++ // decides among equals
		}
		if count > most {
			best, most = p, count
		}
	}
	return best, nil
}

// oriented reports whether the triplet of p has an orientation. One of its arcs
// implies the others, so any two of its players tell.
func (s *implied) oriented(p int) bool {
	w := s.game[p].Wonderwall
	return s.known[arc{p, w}] || s.known[arc{w, p}]
}

// conclude adds an assumption to the digraph and all it implies, and reports
// whether there is no cycle. It stops at two arcs that contradict each other.
func (s *implied) conclude(assumption arc, depth int) (acyclic bool, err error) {
	next := len(s.arcs) // arcs from here on are still to be followed
	s.add(assumption)
	for ; next < len(s.arcs); next++ {
		if err := s.digraph.patience.spend(50); err != nil {
			return false, err
		}
		given := s.arcs[next]
		for _, p := range s.holders[pairOf(given[0], given[1])] {
			before, opposed := len(s.arcs), false
			for _, a := range s.orientation(p, given) {
				if !s.known[a] {
					s.add(a)
					opposed = opposed || s.known[arc{a[1], a[0]}]
				}
			}
			if len(s.arcs) > before {
				if err := s.trace.follow(depth, given, p, s.game[p], s.arcs[before:]); err != nil {
					return false, err
				}
			}
			if opposed {
				return false, nil
			}
		}
	}
	return s.digraph.sort()
}

// orientation returns the arcs of the orientation of p's triplet that holds the
// given arc: the six cases of the thesis are three arcs in each of two.
func (s *implied) orientation(p int, given arc) [3]arc {
	w, n := s.game[p].Wonderwall, s.game[p].Ninja
	forward := [3]arc{{p, w}, {w, n}, {p, n}}
	for _, a := range forward {
		if a == given {
			return forward
		}
	}
	return [3]arc{{w, p}, {n, w}, {n, p}}
}

func (s *implied) add(a arc) {
	s.known[a] = true
	s.arcs = append(s.arcs, a)
	s.digraph.add(a)
}

// takeBack takes back all arcs but the first ones.
func (s *implied) takeBack(first int) {
	for last := len(s.arcs) - 1; last >= first; last-- {
		delete(s.known, s.arcs[last])
		s.digraph.remove(s.arcs[last])
	}
	s.arcs = s.arcs[:first]
}
