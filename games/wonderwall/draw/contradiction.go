package draw

import (
	"slices"

	"enumerate/solver/betweenness"
)

// An orientation is one of the two orders that a choice allows.
type orientation int8

const (
	either   orientation = 0
	forward  orientation = 1  // player before wonderwall before ninja
	backward orientation = -1 // ninja before wonderwall before player
)

// oriented returns the choice of player p in an orientation, first to last.
func oriented(g betweenness.Game, p int, o orientation) [3]int {
	if o == backward {
		return [3]int{g[p].Ninja, g[p].Wonderwall, p}
	}
	return [3]int{p, g[p].Wonderwall, g[p].Ninja}
}

// A contradiction is a set of orientations of the players of a core that no
// order of the players satisfies.
type contradiction struct {
	// orientations are those of the core's players, in its order. Those that
	// are either do not matter.
	orientations []orientation
	// cycle lists players, each before the next and the last before the first:
	// each step is one from a player to its wonderwall or from there to its
	// ninja, or back, in one of the orientations.
	cycle []int
	// used says whose orientations the cycle has steps of.
	used []bool
}

// contradictions returns contradictions that leave the choices of a core no
// orientations: whatever those are, they or their reverse are those of one of
// the contradictions. There is at most one for every two ways to orient all
// choices. It reports false if there are more than most, or if the players are
// no core.
func contradictions(g betweenness.Game, core []int, most int) ([]contradiction, bool) {
	if len(core) == 0 {
		return nil, false
	}
	search := contradictionSearch{g: g, core: core, most: most, taken: make([]orientation, len(core))}
	search.taken[0] = forward // backward gives the reverse of what forward gives
	if !search.run() {
		return nil, false
	}
	return search.found, true
}

type contradictionSearch struct {
	g     betweenness.Game
	core  []int
	most  int
	taken []orientation
	found []contradiction
}

// run finds contradictions that cover all orientations which agree with those
// taken, which do not contradict each other. It takes next a player whose
// orientations contradict them, both if there is one: that keeps them few.
func (s *contradictionSearch) run() bool {
	next, most := -1, -1
	var ends [2]*contradiction // of the next player, where it ends forward and backward
	for i, o := range s.taken {
		if o != either {
			continue
		}
		var tried [2]*contradiction
		closed := 0
		for side, o := range [2]orientation{forward, backward} {
			s.taken[i] = o
			if tried[side] = s.contradiction(i); tried[side] != nil {
				closed++
			}
		}
		s.taken[i] = either
		if closed > most {
			next, most, ends = i, closed, tried
		}
	}
	if next < 0 {
		return false // all choices are oriented, and agree
	}
	defer func() { s.taken[next] = either }()
	for side, o := range [2]orientation{forward, backward} {
		s.taken[next] = o
		if end := ends[side]; end == nil {
			if !s.run() {
				return false
			}
		} else if s.found = append(s.found, *end); len(s.found) > s.most {
			return false
		}
	}
	return true
}

// contradiction returns the contradiction that the orientations taken make, with
// a shortest cycle, or nil if they agree. Without that of the core's player i
// they agree: so every cycle has a step to or from the wonderwall of that player.
func (s *contradictionSearch) contradiction(i int) *contradiction {
	steps := make([][]step, len(s.g))
	for j, o := range s.taken {
		if o != either {
			line := oriented(s.g, s.core[j], o)
			steps[line[0]] = append(steps[line[0]], step{line[1], j})
			steps[line[1]] = append(steps[line[1]], step{line[2], j})
		}
	}
	cycle, owners := shortestCycle(steps, s.g[s.core[i]].Wonderwall)
	if cycle == nil {
		return nil
	}
	c := contradiction{slices.Clone(s.taken), cycle, make([]bool, len(s.core))}
	for _, owner := range owners {
		c.used[owner] = true
	}
	return &c
}

// A step leads from one player to one after it. The orientation of the core's
// player with the given place in the core says so.
type step struct{ player, owner int }

// shortestCycle returns a shortest cycle through start, which comes first, and
// the owners of its steps, or nil if there is none.
func shortestCycle(steps [][]step, start int) (cycle, owners []int) {
	came := make([]step, len(steps)) // the player before, and whose step leads on from there
	seen := make([]bool, len(steps))
	queue := []int{start}
	for len(queue) > 0 {
		p := queue[0]
		queue = queue[1:]
		for _, s := range steps[p] {
			if s.player == start {
				cycle, owners = []int{p}, []int{s.owner}
				for p != start {
					owners = append(owners, came[p].owner)
					p = came[p].player
					cycle = append(cycle, p)
				}
				slices.Reverse(cycle)
				return cycle, owners
			}
			if !seen[s.player] {
				seen[s.player] = true
				came[s.player] = step{p, s.owner}
				queue = append(queue, s.player)
			}
		}
	}
	return nil, nil
}
