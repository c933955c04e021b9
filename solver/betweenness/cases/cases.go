// Package cases proves case by case, for readers, that choices of players contradict each other.
//
// If players 1 and 3 of four chose (3, 0) and (1, 0), let player 1 stand before 3 before 0. Then
// either 3 stands before 1 before 0, or 0 before 1 before 3. In both cases there is a cycle.
package cases

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/bits-and-blooms/bitset"

	"enumerate/internal/bounded"
	"enumerate/solver/betweenness"
)

// none stands in place of a player.
const none = -1

// An Orientation is one of the two orders that a choice allows.
type Orientation int8

const (
	Either   Orientation = 0
	Forward  Orientation = 1  // player before wonderwall before ninja
	Backward Orientation = -1 // ninja before wonderwall before player
)

// Oriented returns the choice of player p in an orientation, first to last.
func Oriented(g betweenness.Game, p int, o Orientation) [3]int {
	if o == Backward {
		return [3]int{g[p].Ninja, g[p].Wonderwall, p}
	}
	return [3]int{p, g[p].Wonderwall, g[p].Ninja}
}

// A Tree of cases proves that the choices of some players contradict each other. It orients the
// choice of one player in both ways, and says of each what follows; or it ends in a cycle.
type Tree struct {
	// Cycle lists players, each before the next and the last before the first, as two
	// neighbours of a choice oriented so far say. It is nil unless the case ends here.
	Cycle []int
	// Otherwise Player is the player whose choice is oriented next. At the root of the tree
	// there is no Backward: it would be the reverse of Forward.
	Player            int
	Forward, Backward *Tree

	uses *bitset.BitSet // the players of the core, by their places, whose orientations it needs
}

// ErrMany is the error of a core that needs more cases than there may be.
var ErrMany = errors.New("too many cases")

// Find returns cases that prove that the choices of a core contradict each other, with at most
// the given number of ends: few of them, but not always the fewest. Next it takes a player one
// of whose orientations ends at once. If there is none, it takes one whose orientations settle
// most others. What no cycle needs is left out. The cases are checked. If there are too many,
// or if it takes more than some seconds, the error is an [ErrMany]. When the context ends it
// soon returns the context's error.
func Find(ctx context.Context, g betweenness.Game, core []int, most int) (best *Tree, err error) {
	const severalRoots = 12 // players of a core up to which each is tried as the first
	roots := len(core)
	if roots > severalRoots {
		roots = 1
	}
	choices, players := g.Numbered(core)
	for root := range roots {
		s := caseSearch{g: g, core: core, choices: choices, players: players, left: most, effort: caseEffort, budget: bounded.Steps{Context: ctx}}
		then := s.proveFrom(root, roots == 1)
		switch {
		case errors.Is(s.err, ErrMany):
		case s.err != nil:
			return nil, s.err
		case best == nil || then.Ends() < most:
			best, most = then, then.Ends()
		}
	}
	if best == nil {
		return nil, ErrMany
	}
	return best, best.check(g, core, make(map[int]Orientation))
}

// Ends returns how many ends there are.
func (c *Tree) Ends() int {
	switch {
	case c == nil:
		return 0
	case c.Cycle != nil:
		return 1
	}
	return c.Forward.Ends() + c.Backward.Ends()
}

// check accepts cases if each player is of the core and has both orientations, but the first
// one, and if all steps of every cycle follow from the orientations that lead to it. It
// shares no code with the search.
func (c *Tree) check(g betweenness.Game, core []int, taken map[int]Orientation) error {
	if c == nil {
		return errors.New("a case is missing")
	}
	for i, p := range c.Cycle {
		if next := c.Cycle[(i+1)%len(c.Cycle)]; !stepOf(g, taken, p, next) {
			return fmt.Errorf("player %d does not stand before %d for the orientations %v", p, next, taken)
		}
	}
	if c.Cycle != nil {
		return nil
	}
	if taken[c.Player] != Either || !slices.Contains(core, c.Player) {
		return fmt.Errorf("player %d is taken twice, or is not in the core", c.Player)
	}
	first := len(taken) == 0
	defer delete(taken, c.Player)
	taken[c.Player] = Forward
	if err := c.Forward.check(g, core, taken); err != nil || first {
		return err
	}
	taken[c.Player] = Backward
	return c.Backward.check(g, core, taken)
}

// stepOf reports whether a choice in its orientation has a player right before another one.
func stepOf(g betweenness.Game, taken map[int]Orientation, p, next int) bool {
	for q, o := range taken {
		w, n := g[q].Wonderwall, g[q].Ninja
		if o == Backward {
			q, n = n, q
		}
		if p == q && next == w || p == w && next == n {
			return true
		}
	}
	return false
}

// An End is one of the cases at its end.
type End struct {
	// Orientations are those that lead to it, of the core's players in its order.
	Orientations []Orientation
	Cycle        []int
	Used         []bool // of each of these, whether the cycle has a step of it
}

// List returns all ends in turn, with the players of the core in its order.
func (c *Tree) List(core []int) []End { return c.list(core, make([]Orientation, len(core)), nil) }

func (c *Tree) list(core []int, taken []Orientation, ends []End) []End {
	switch {
	case c == nil:
		return ends
	case c.Cycle != nil:
		end := End{slices.Clone(taken), c.Cycle, make([]bool, len(core))}
		for i := range core {
			end.Used[i] = c.needs(i)
		}
		return append(ends, end)
	}
	i := slices.Index(core, c.Player)
	taken[i] = Forward
	ends = c.Forward.list(core, taken, ends)
	taken[i] = Backward
	ends = c.Backward.list(core, taken, ends)
	taken[i] = Either
	return ends
}

// A caseSearch looks for cases. Once it has an error, what it returns means nothing.
type caseSearch struct {
	g       betweenness.Game
	core    []int
	choices [][3]int // of the core: a player, its wonderwall and its ninja, numbered without gaps
	players int      // that the core names
	left    int      // ends that there may still be
	depth   int      // of the cases under way, with three partial orientations each
	effort  int      // how much of it is left, see caseEffort
	budget  bounded.Steps
	err     error
}

// caseEffort bounds the search for cases, to a second or two. A unit is a few nanoseconds.
const caseEffort = 500_000_000

// mostPartial is the most words of 64 bits that partial orientations under way take, 128 MB.
const mostPartial = 1 << 24

// spend takes from the effort. It is an error if none is left, or if the context has ended.
func (s *caseSearch) spend(effort int) {
	if s.effort -= effort; s.err == nil && s.effort < 0 {
		s.err = ErrMany
	}
	if s.err == nil {
		s.err = s.budget.Spend(effort)
	}
}

// A partialOrientation is what some orientations say.
type partialOrientation struct {
	taken []Orientation // of the core's players
	ranks ranks         // of those whom the core names
}

// size returns how many words a partial orientation takes.
func (s *caseSearch) size() int { return s.players * ((s.players + 63) / 64) }

func (u *partialOrientation) clone() *partialOrientation {
	return &partialOrientation{slices.Clone(u.taken), u.ranks.clone()}
}

// line returns the players whom a player of the core names, in an orientation.
func (s *caseSearch) line(i int, o Orientation) [3]int {
	c := s.choices[i]
	if o == Backward {
		c[0], c[2] = c[2], c[0]
	}
	return c
}

// take adds an orientation that contradicts nothing.
func (u *partialOrientation) take(s *caseSearch, i int, o Orientation) {
	u.taken[i] = o
	u.ranks.orient(s.line(i, o))
}

// A forced orientation is one that the ones before contradict.
type forced struct {
	player int // its place in the core
	wrong  Orientation
}

// propagate takes, one after the other, the orientations whose reverses contradict the
// partial orientation. It returns them, and a player neither of whose orientations is left, or none.
func (u *partialOrientation) propagate(s *caseSearch) (steps []forced, stuck int) {
	for again := true; again && s.err == nil; {
		again = false
		for i, o := range u.taken {
			if o != Either || s.err != nil {
				continue
			}
			s.spend(10)
			forward, backward := u.ranks.allow(s.line(i, Forward)), u.ranks.allow(s.line(i, Backward))
			switch {
			case forward && backward:
				continue
			case forward:
				steps = append(steps, forced{i, Backward})
			case backward:
				steps = append(steps, forced{i, Forward})
			default:
				return steps, i
			}
			u.take(s, i, -steps[len(steps)-1].wrong)
			s.spend(s.players)
			again = true
		}
		s.spend(s.players * (1 + s.players/64))
	}
	return steps, none
}

// proveFrom returns the cases that begin with a player of the core, or, to choose one, with the
// one whose orientation settles most.
func (s *caseSearch) proveFrom(root int, choose bool) *Tree {
	if s.size() > mostPartial/64 {
		s.err = ErrMany
		return nil
	}
	start := &partialOrientation{make([]Orientation, len(s.core)), newRanks(s.players)}
	for i, most := 0, none; choose && i < len(s.core); i++ {
		if settles := s.settles(start, i, Forward); settles > most {
			root, most = i, settles
		}
	}
	start.take(s, root, Forward)
	return &Tree{Player: s.core[root], Forward: s.prove(start)}
}

// prove returns the cases of a partial orientation.
func (s *caseSearch) prove(from *partialOrientation) (c *Tree) {
	if s.depth++; 3*s.depth*s.size() > mostPartial {
		s.err = ErrMany
	}
	defer func() { s.depth-- }()
	if s.spend(s.size()); s.err != nil {
		return nil
	}
	u := from.clone()
	steps, stuck := u.propagate(s)
	if stuck != none {
		c = s.join(stuck, s.end(u, stuck, Forward), s.end(u, stuck, Backward))
	} else {
		c = s.split(u)
	}
	// Of the steps before, the last first, it keeps those that are needed.
	for k := len(steps) - 1; k >= 0 && s.err == nil; k-- {
		i, wrong := steps[k].player, steps[k].wrong
		u.taken[i] = Either
		if !c.needs(i) {
			continue
		}
		if wrong == Forward {
			c = s.join(i, s.end(u, i, wrong), c)
		} else {
			c = s.join(i, c, s.end(u, i, wrong))
		}
	}
	if s.err == nil && s.left < 0 {
		s.err = ErrMany
	}
	return c
}

// needs reports whether it needs the orientation of a player of the core.
func (c *Tree) needs(i int) bool { return c.uses.Test(uint(i)) }

// join returns the cases of both orientations of a player of the core, or one of them alone
// if that does not need the orientation.
func (s *caseSearch) join(i int, forward, backward *Tree) *Tree {
	for _, c := range [2]*Tree{forward, backward} {
		if !c.needs(i) {
			return c
		}
	}
	uses := forward.uses.Union(backward.uses).Clear(uint(i))
	return &Tree{Player: s.core[i], Forward: forward, Backward: backward, uses: uses}
}

// split returns the cases of both orientations of a player whose orientations settle most.
func (s *caseSearch) split(u *partialOrientation) *Tree {
	next, best := none, 0
	for i, o := range u.taken {
		if o != Either {
			continue
		}
		if score := (1 + s.settles(u, i, Forward)) * (1 + s.settles(u, i, Backward)); score > best {
			next, best = i, score
		}
	}
	if next == none && s.err == nil {
		s.err = errors.New("the choices do not contradict each other")
	}
	var sides [2]*Tree
	for k, o := range [2]Orientation{Forward, Backward} {
		if s.err != nil {
			return nil
		}
		v := u.clone()
		v.take(s, next, o)
		sides[k] = s.prove(v)
	}
	if s.err != nil {
		return nil
	}
	return s.join(next, sides[0], sides[1])
}

// settles returns how many orientations follow from one orientation of a player. If it leads to
// a contradiction, the number is larger than there are orientations.
func (s *caseSearch) settles(u *partialOrientation, i int, o Orientation) int {
	if s.spend(s.size()); s.err != nil {
		return 0
	}
	v := u.clone()
	v.take(s, i, o)
	steps, stuck := v.propagate(s)
	if stuck != none {
		return 2*len(s.core) - len(steps)
	}
	return len(steps)
}

// end returns the end to which a partial orientation and an orientation that contradicts it
// lead: a shortest cycle. The cycle has a step to or from the wonderwall of that player, where
// the search starts, breadth first.
func (s *caseSearch) end(u *partialOrientation, i int, o Orientation) *Tree {
	s.left--
	u.taken[i] = o
	defer func() { u.taken[i] = Either }()
	start := s.g[s.core[i]].Wonderwall
	// A visit is of a player, from an earlier visit, by the orientation of a player of the core.
	type visit struct{ player, from, owner int }
	queue, seen := []visit{{player: start}}, make(map[int]bool)
	for at := 0; at < len(queue); at++ {
		s.effort -= len(u.taken) // prove asks how much is left
		for owner, o := range u.taken {
			if o == Either {
				continue
			}
			line := Oriented(s.g, s.core[owner], o)
			place := slices.Index(line[:2], queue[at].player)
			if place < 0 {
				continue
			}
			next := line[place+1]
			if next == start {
				c := &Tree{uses: bitset.New(uint(len(s.core)))}
				for queue = append(queue, visit{start, at, owner}); at > 0; at = queue[at].from {
					c.Cycle = append(c.Cycle, queue[at].player)
				}
				c.Cycle = append(c.Cycle, start)
				slices.Reverse(c.Cycle)
				for at = len(queue) - 1; at > 0; at = queue[at].from {
					c.uses.Set(uint(queue[at].owner))
				}
				return c
			}
			if !seen[next] {
				seen[next] = true
				queue = append(queue, visit{next, at, owner})
			}
		}
	}
	panic("cases: the orientations have no cycle")
}
