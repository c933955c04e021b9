package thesis

import (
	"context"
	"errors"
	"slices"

	"enumerate/solver/betweenness"
)

// assumptions is the common part of the two backtracking algorithms. An algorithm assumes in which order some players
// stand, adds this to a digraph as arcs, and undoes an assumption that leads to a cycle.
type assumptions struct {
	game    betweenness.Game
	digraph digraph
	trace   *teller
	work    betweenness.Work
}

// extend continues after an assumption whose arcs were added to the digraph, and reports whether the game is solved. If
// the digraph is acyclic, extend calls `next`. Otherwise the caller must undo the assumption. depth is the number of
// assumptions so far.
func (s *assumptions) extend(acyclic bool, depth int, next func(depth int) (solved bool, err error)) (solved bool, err error) {
	if acyclic {
		return next(depth)
	}

	s.work.Conflicts++
	if s.trace == nil {
		return false, nil
	}
	cycle, err := s.digraph.shortestCycle()
	if err != nil {
		return false, err
	}
	return false, s.trace.cycle(depth, cycle)
}

// backtrackOrder decides a game by trial and error: the first of two algorithms that the thesis calls MakeAssumption.
// It adds the triplets of the players to a digraph one after the other, in one orientation and, if there is a cycle, in
// the other. A topological order of the digraph is a solution.
//
// The time is exponential for most games. Like the thesis, the algorithm tries both orientations of the first triplet,
// although one would be enough, because the reverse of a solution is a solution. Decisions counts the players whose
// first orientation was tried, and Conflicts the cycles.
func backtrackOrder(ctx context.Context, g betweenness.Game, trace *betweenness.Trace) ([]int, betweenness.Work, error) {
	if trace != nil && trace.First != nil {
		return nil, betweenness.Work{}, errors.New("the algorithm backtrack cannot begin with a given assumption: leave out --suppose, or choose --algorithm implied")
	}
	b := &backtrack{assumptions{game: g, digraph: newDigraph(ctx, len(g)), trace: (*teller)(trace)}}
	solved, err := b.assume(0)
	if err != nil || !solved {
		return nil, b.work, err
	}
	return b.digraph.order, b.work, nil
}

type backtrack struct{ assumptions }

// assume orients the triplets (player, wonderwall, ninja) of player p and of all later players, or returns false and
// leaves the digraph unchanged.
func (b *backtrack) assume(p int) (solved bool, err error) {
	if p == len(b.game) {
		return true, b.trace.success(p)
	}

	w, n := b.game[p].Wonderwall, b.game[p].Ninja
	b.work.Decisions++
	for _, orientation := range [2][3]int{{p, w, n}, {n, w, p}} {
		first, middle, last := orientation[0], orientation[1], orientation[2]
		if err := b.trace.suppose(p, first, middle, last); err != nil {
			return false, err
		}

		b.digraph.add(arc{first, middle})
		b.digraph.add(arc{middle, last})
		acyclic, err := b.digraph.sort()
		if err != nil {
			return false, err
		}
		if solved, err := b.extend(acyclic, p+1, b.assume); solved || err != nil {
			return solved, err
		}

		b.digraph.remove(middle)
		b.digraph.remove(first)
	}
	return false, nil
}

// impliedBy returns an algorithm that decides a game by trial and error with conclusions: the second of two algorithms
// that the thesis calls MakeAssumption. The rule `next` chooses the player about whom it assumes something.
//
// An assumption is an arc between a player and its wonderwall. An arc between two players of a triplet determines its
// orientation, so the assumption implies arcs in every triplet that contains both players, and these arcs imply others.
// Only after all conclusions does the algorithm look for cycles. It assumes nothing about players whose triplets are
// oriented by then.
//
// Where the thesis is ambiguous or contradicts itself, this package does the following:
//
//   - As in the thesis, AddImpliedEdges starts with only the arc from the player to its wonderwall, although the player
//     is still in the set S of the remaining players. This is correct, because the player's own triplet implies its
//     other arcs.
//   - In the printed trace, AddImpliedEdges ends at the first two arcs that contradict each
//     other; in the pseudocode it does not. Here it ends, which saves time.
//   - The thesis selects the next player in three ways; see byPair, byTriplet and byScore. The first is the default,
//     which gives the trace that the thesis prints for the game that it calls the trap.
//   - The text says that the opposite of the first assumption need not be tried; the trace tries both. Here only one is
//     tried, unless [betweenness.Trace.First] names the first assumption.
//
// The time is exponential in the worst case. Decisions counts the players about whom something was assumed, and
// Conflicts the cycles.
func impliedBy(next rule) func(context.Context, betweenness.Game, *betweenness.Trace) ([]int, betweenness.Work, error) {
	return func(ctx context.Context, g betweenness.Game, trace *betweenness.Trace) ([]int, betweenness.Work, error) {
		return impliedSteps(ctx, g, trace, next, nil)
	}
}

// impliedSteps decides a game by the algorithm of impliedBy. After each assumption it calls the function `steps`,
// unless this is nil, with the state of the algorithm.
func impliedSteps(ctx context.Context, g betweenness.Game, trace *betweenness.Trace, next rule, steps func(betweenness.Step) error) ([]int, betweenness.Work, error) {
	s := &implied{
		next:        next,
		assumptions: assumptions{game: g, digraph: newDigraph(ctx, len(g)), trace: (*teller)(trace)},
		steps:       steps,
		holders:     make(map[[2]int][]int),
		arcSet:      make(map[arc]bool),
	}

	// s.holders[pair] has the players whose triplets (player, wonderwall, ninja) contain a pair of players. An arc
	// between the two orients all these triplets.
	for p := range g {
		if err := s.digraph.budget.Spend(50); err != nil { // the context has ended
			return nil, s.work, err
		}
		for _, pair := range s.pairs(p) { // the three pairs in the triplet of p
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
	assumptions
	next       rule
	steps      func(betweenness.Step) error // called after each assumption; may be nil
	holders    map[[2]int][]int             // by pair: the players whose triplets contain it
	arcSet     map[arc]bool                 // the arcs of the digraph
	arcs       []arc                        // the same arcs, in order of addition
	scoreOrder []int                        // the players sorted by byScore
}

func pairOf(p, q int) [2]int { return [2]int{min(p, q), max(p, q)} }

// assume orients the remaining triplets, or returns false and leaves the digraph unchanged. It assumes an arc between
// the next player and its wonderwall, in one direction, and if that fails in the other. depth is the number of
// assumptions so far.
func (s *implied) assume(depth int) (solved bool, err error) {
	p, err := s.next(s)
	if err != nil {
		return false, err
	}
	if p == none { // all triplets are oriented
		return true, s.trace.success(depth)
	}

	w := s.game[p].Wonderwall
	s.work.Decisions++
	first := arc{p, w}
	firstIsNamed := depth == 0 && s.trace != nil && s.trace.First != nil
	if firstIsNamed {
		first = arc(s.trace.First)
	}

	for _, assumption := range [2]arc{first, {first[1], first[0]}} { // in one direction, then in the other
		if depth == 0 && assumption != first && !firstIsNamed {
			// The reverse of a solution is a solution, so the first assumption needs no opposite.
			return false, s.trace.reverse(depth, w, p)
		}

		if err := s.trace.suppose(depth, assumption[:]...); err != nil {
			return false, err
		}
		before := len(s.arcs)
		acyclic, err := s.conclude(assumption, depth+1)
		if err != nil {
			return false, err
		}
		if s.steps != nil { // record the step
			if err := s.tellStep(depth+1, before, acyclic); err != nil {
				return false, err
			}
		}

		if solved, err := s.extend(acyclic, depth+1, s.assume); solved || err != nil {
			return solved, err
		}
		s.takeBack(before)
	}
	return false, nil
}

// oriented reports whether the triplet of player p (with its wonderwall and its ninja) is oriented. If so, the digraph
// has all arcs of the triplet, in one direction or the other, so it is enough to look at the pair of p and its
// wonderwall.
func (s *implied) oriented(p int) bool {
	w := s.game[p].Wonderwall
	return s.arcSet[arc{p, w}] || s.arcSet[arc{w, p}]
}

// conclude adds an assumption to the digraph, with all arcs that it implies, and reports whether there is no cycle. It
// stops as soon as two arcs contradict each other. depth is the indentation of the lines in the trace.
func (s *implied) conclude(assumption arc, depth int) (acyclic bool, err error) {
	next := len(s.arcs) // the first arc whose implications are not added yet
	s.add(assumption)
	for ; next < len(s.arcs); next++ {
		if err := s.digraph.budget.Spend(50); err != nil {
			return false, err
		}

		premise := s.arcs[next]
		for _, p := range s.holders[pairOf(premise[0], premise[1])] {
			before := len(s.arcs)
			contradiction := false // whether two opposite arcs are known now
			for _, a := range s.orientation(p, premise) {
				if !s.arcSet[a] {
					s.add(a)
					opposite := arc{a[1], a[0]}
					contradiction = contradiction || s.arcSet[opposite]
				}
			}

			if len(s.arcs) > before {
				if err := s.trace.follow(depth, premise, p, s.game[p], s.arcs[before:]); err != nil {
					return false, err
				}
			}
			if contradiction {
				return false, nil
			}
		}
	}
	return s.digraph.sort()
}

// orientation returns the arcs of player p's triplet, in the orientation that contains the given arc. The thesis lists
// these as six cases.
func (s *implied) orientation(p int, premise arc) [3]arc {
	w, n := s.game[p].Wonderwall, s.game[p].Ninja
	forward := [3]arc{{p, w}, {w, n}, {p, n}}
	if slices.Contains(forward[:], premise) {
		return forward
	}
	return [3]arc{{w, p}, {n, w}, {n, p}}
}

func (s *implied) add(a arc) {
	s.arcSet[a] = true
	s.arcs = append(s.arcs, a)
	s.digraph.add(a)
}

// takeBack removes all arcs except the first `kept` ones, the latest first, because the digraph can remove only the
// latest arc of a player.
func (s *implied) takeBack(kept int) {
	for last := len(s.arcs) - 1; last >= kept; last-- {
		delete(s.arcSet, s.arcs[last])
		s.digraph.remove(s.arcs[last][0])
	}
	s.arcs = s.arcs[:kept]
}
