package betweenness

import "context"

// backtrackOrder decides a game by trial and error, the first algorithm of the
// thesis that goes by the name MakeAssumption: it takes the players as they come,
// puts each into a digraph in one orientation, goes on with the next, and comes
// back for the other orientation when there is a cycle. A topological order of the
// digraph that holds all players is a solution.
//
// It knows no limit but time, which is exponential for most games. It does not use
// that the first orientation is free, as the thesis does not. Decisions are the
// players whose first orientation was tried, Conflicts the cycles.
func backtrackOrder(ctx context.Context, g Game, trace *Trace) ([]int, Work, error) {
	b := &backtrack{game: g, digraph: newDigraph(ctx, len(g)), trace: trace}
	solved, err := b.assume(0)
	if err != nil || !solved {
		return nil, b.work, err
	}
	return b.digraph.order, b.work, nil
}

type backtrack struct {
	game    Game
	digraph digraph // of the players before the next, without a cycle
	trace   *Trace
	work    Work
}

// assume orients player p and all after it. It leaves the digraph as it was
// unless that is done.
func (b *backtrack) assume(p int) (solved bool, err error) {
	if p == len(b.game) {
		return true, b.trace.success(p)
	}
	w, n := b.game[p].Wonderwall, b.game[p].Ninja
	b.work.Decisions++
	for _, line := range [2][3]int{{p, w, n}, {n, w, p}} {
		if err := b.trace.suppose(p, line[:]...); err != nil {
			return false, err
		}
		b.digraph.add(arc{line[0], line[1]})
		b.digraph.add(arc{line[1], line[2]})
		acyclic, err := b.digraph.sort()
		switch {
		case err != nil:
			return false, err
		case !acyclic:
			b.work.Conflicts++
			if err := b.digraph.tellCycle(b.trace, p+1); err != nil {
				return false, err
			}
		default:
			if solved, err := b.assume(p + 1); solved || err != nil {
				return solved, err
			}
		}
		b.digraph.remove(arc{line[1], line[2]})
		b.digraph.remove(arc{line[0], line[1]})
	}
	return false, nil
}
