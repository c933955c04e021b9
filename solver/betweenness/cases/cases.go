// Package cases proves case by case, for human readers, that choices contradict each other.
//
// A choice of player p, with wonderwall w and ninja n, has two orientations: p before w before n, or n before w before
// p. A proof is a tree that distinguishes the orientations of one choice after the other, until the orientations of
// each case form a cycle. For example, let players 1 and 3 choose (3, 0) and (1, 0), and suppose that player 1 stands
// before 3 and 3 before 0. Then the choice of player 3 leaves two cases, 3 before 1 before 0 or the reverse, and both
// have a cycle.
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

const none = -1

// An Orientation is one of the two orders that a choice allows.
type Orientation int8

const (
	Either   Orientation = 0
	Forward  Orientation = 1  // player before wonderwall before ninja
	Backward Orientation = -1 // ninja before wonderwall before player
)

// Oriented returns the three players of p's choice in the order of an orientation.
func Oriented(g betweenness.Game, p int, o Orientation) [3]int {
	if o == Backward {
		return [3]int{g[p].Ninja, g[p].Wonderwall, p}
	}
	return [3]int{p, g[p].Wonderwall, g[p].Ninja}
}

// A Tree of cases proves that choices contradict each other. A node orients the choice of one player in both ways, with
// a subtree for each. In a leaf, the orientations on the way from the root form a cycle.
type Tree struct {
	// Cycle is the cycle of a leaf: each of its players stands right before the next, and the last before the first, in
	// a choice as oriented by a node on the way from the root. Cycle is nil in inner nodes.
	Cycle []int
	// Player is the player whose choice an inner node orients. The root has no Backward, because the reverse of the
	// proof for its Forward is a proof for its Backward.
	Player            int
	Forward, Backward *Tree

	uses *bitset.BitSet // indexes of the core players whose orientations the node needs
}

// ErrMany is the error of a core that needs too many cases.
var ErrMany = errors.New("too many cases")

// Find returns a tree of cases with at most the given number of leaves for a core, a set of players whose choices
// contradict each other. The tree is small, but not always the smallest. The error is an [ErrMany] if there are too
// many cases or if the search takes more than a few seconds, or the context's error.
func Find(ctx context.Context, g betweenness.Game, core []int, most int) (best *Tree, err error) {
	// Try each player of a small core as the root.
	const fewPlayers = 12
	roots := len(core)
	if roots > fewPlayers {
		roots = 1
	}

	choices, players := g.Numbered(core)
	for root := range roots {
		s := caseSearch{g: g, core: core, choices: choices, players: players, leavesLeft: most, effort: caseEffort, budget: bounded.Steps{Context: ctx}}
		tree := s.proveFrom(root, roots == 1)
		switch {
		case errors.Is(s.err, ErrMany): // another root may need fewer cases
		case s.err != nil:
			return nil, s.err
		case best == nil || tree.Ends() < most:
			best, most = tree, tree.Ends()
		}
	}
	if best == nil {
		return nil, ErrMany
	}
	return best, best.check(g, core, make(map[int]Orientation))
}

// Ends returns the number of leaves.
func (c *Tree) Ends() int {
	switch {
	case c == nil:
		return 0
	case c.Cycle != nil:
		return 1
	}
	return c.Forward.Ends() + c.Backward.Ends()
}

// check returns an error unless the tree is a proof. Each node must orient a player of the core in both ways; for the
// root one way is enough, because the other is its mirror image. Each player of a leaf's cycle must stand right before
// the next in an orientation on the way from the root. The map `taken` has the orientations from the root to this tree,
// by player, and is unchanged at the end. check shares no code with the search for trees.
func (c *Tree) check(g betweenness.Game, core []int, taken map[int]Orientation) error {
	if c == nil {
		return errors.New("a case is missing")
	}

	for i, p := range c.Cycle {
		if next := c.Cycle[(i+1)%len(c.Cycle)]; !stepOf(g, taken, p, next) {
			return fmt.Errorf("the cycle of a case is wrong: none of its orientations %v puts player %d right before player %d", taken, p, next)
		}
	}
	if c.Cycle != nil {
		return nil
	}

	if taken[c.Player] != Either || !slices.Contains(core, c.Player) {
		return fmt.Errorf("the choice of player %d is oriented twice, or the player is not in the core", c.Player)
	}

	isRoot := len(taken) == 0
	defer delete(taken, c.Player)
	taken[c.Player] = Forward
	if err := c.Forward.check(g, core, taken); err != nil || isRoot {
		return err
	}
	taken[c.Player] = Backward
	return c.Backward.check(g, core, taken)
}

// stepOf reports whether p and next are neighbours, in this order, in one of the triples as `taken` orients it: forward
// is player, wonderwall, ninja, and backward is ninja, wonderwall, player.
func stepOf(g betweenness.Game, taken map[int]Orientation, p, next int) bool {
	for owner, orientation := range taken {
		first, middle, last := owner, g[owner].Wonderwall, g[owner].Ninja
		if orientation == Backward {
			first, last = last, first
		}
		if p == first && next == middle || p == middle && next == last {
			return true
		}
	}
	return false
}

// An End is a leaf of the tree, with what is needed to explain it.
type End struct {
	// Orientations has the orientations above the leaf, by the index of the player in the core.
	Orientations []Orientation
	Cycle        []int
	Used         []bool // by the same index: whether the cycle has a step of the orientation
}

// List returns all leaves in order. The core must be sorted.
func (c *Tree) List(core []int) []End { return c.list(core, make([]Orientation, len(core)), nil) }

// list appends the leaves of this tree. The slice `taken` has the orientations on the path from the root to this tree,
// by the index of the player in the core, and is unchanged at the end.
func (c *Tree) list(core []int, taken []Orientation, ends []End) []End {
	switch {
	case c == nil: // the root has no backward tree: it would mirror the forward one
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

// A caseSearch looks for a tree of cases that proves a contradiction. Results are invalid once err is set.
type caseSearch struct {
	g          betweenness.Game
	core       []int
	choices    [][3]int // of the core: a player, its wonderwall and its ninja, renumbered without gaps
	players    int      // the number of players that the core names
	leavesLeft int      // leaves that may still be added
	depth      int      // the nesting of prove; each level keeps three partial orientations in memory
	effort     int      // the remaining effort, see caseEffort
	budget     bounded.Steps
	err        error
}

// caseEffort limits the search for cases to a second or two. A unit is a few nanoseconds.
const caseEffort = 500_000_000

// mostPartial limits the memory of partial orientations (of some of the choices), in words of 64 bits: 128 MB.
const mostPartial = 1 << 24

// spend sets s.err if no effort is left or the context has ended.
func (s *caseSearch) spend(effort int) {
	s.effort -= effort
	if s.err == nil && s.effort < 0 {
		s.err = ErrMany
	}
	if s.err == nil {
		s.err = s.budget.Spend(effort)
	}
}

// A partialOrientation has the orientations of some choices, and which players stand before which as a consequence.
type partialOrientation struct {
	orientations []Orientation // by player of the core
	ranks        ranks         // of the players whom the core names
}

// size returns the memory of a partial orientation, in words of 64 bits.
func (s *caseSearch) size() int { return s.players * ((s.players + 63) / 64) }

func (u *partialOrientation) clone() *partialOrientation {
	return &partialOrientation{slices.Clone(u.orientations), u.ranks.clone()}
}

// line returns the players of choice i in the order of an orientation.
func (s *caseSearch) line(i int, o Orientation) [3]int {
	c := s.choices[i]
	if o == Backward {
		c[0], c[2] = c[2], c[0]
	}
	return c
}

// take adds an orientation of choice i, which must not contradict those so far.
func (u *partialOrientation) take(s *caseSearch, i int, o Orientation) {
	u.orientations[i] = o
	u.ranks.orient(s.line(i, o))
}

// A forcedPlayer is a player with only one possible orientation left. The other one is wrong.
type forcedPlayer struct {
	player int // its index in the core
	wrong  Orientation
}

// propagate adds the orientations of forced players (whose other orientation contradicts those so far), and returns
// these players in the order in which it found them. If both orientations of a player contradict the others, it stops
// and returns this player as `stuck`; otherwise `stuck` is none. Players are given by their indices in the core.
func (u *partialOrientation) propagate(s *caseSearch) (steps []forcedPlayer, stuck int) {
	for again := true; again && s.err == nil; {
		again = false
		for i, o := range u.orientations {
			if o != Either || s.err != nil {
				continue
			}

			s.spend(10)
			forward, backward := u.ranks.allow(s.line(i, Forward)), u.ranks.allow(s.line(i, Backward))
			switch {
			case forward && backward:
				continue
			case forward:
				steps = append(steps, forcedPlayer{i, Backward})
				u.take(s, i, Forward)
			case backward:
				steps = append(steps, forcedPlayer{i, Forward})
				u.take(s, i, Backward)
			default: // player i is stuck
				return steps, i
			}
			s.spend(s.players)
			again = true // others may be forced now
		}
		s.spend(s.players * (1 + s.players/64))
	}
	return steps, none
}

// proveFrom returns a tree of cases whose root is the player with the index `root` in the core or, if `choose` is true,
// the player for whom an orientation (player before wonderwall before ninja, or the reverse) implies the orientations
// of the most others. If proveFrom fails, it sets s.err.
func (s *caseSearch) proveFrom(root int, choose bool) *Tree {
	if s.size() > mostPartial/64 { // partial orientations would need too much memory
		s.err = ErrMany
		return nil
	}

	start := &partialOrientation{make([]Orientation, len(s.core)), newRanks(s.players)}
	if choose {
		most := none
		for i := range s.core {
			implied := s.implied(start, i, Forward)
			if implied > most {
				root, most = i, implied
			}
		}
	}

	// One orientation is enough: the reverse of its proof proves the other.
	start.take(s, root, Forward)
	return &Tree{Player: s.core[root], Forward: s.prove(start)}
}

// prove returns the tree of cases below a partial orientation: a proof that it contradicts the choices of the core's
// other players. prove returns nil if it sets s.err.
func (s *caseSearch) prove(from *partialOrientation) (tree *Tree) {
	s.depth++
	defer func() { s.depth-- }()
	if 3*s.depth*s.size() > mostPartial {
		s.err = ErrMany
	}
	s.spend(s.size())
	if s.err != nil {
		return nil
	}

	// Unless both orientations of some player form a cycle, two cases must be distinguished.
	extended := from.clone()
	steps, stuck := extended.propagate(s)
	if stuck != none {
		tree = s.join(stuck, s.end(extended, stuck, Forward), s.end(extended, stuck, Backward))
	} else {
		tree = s.split(extended)
	}

	// A forced player has only one possible orientation left. Its wrong orientation gives a leaf.
	for k := len(steps) - 1; k >= 0 && s.err == nil; k-- {
		i, wrong := steps[k].player, steps[k].wrong
		extended.orientations[i] = Either
		switch {
		case !tree.needs(i): // the proof works without this step
		case wrong == Forward:
			tree = s.join(i, s.end(extended, i, wrong), tree)
		default:
			tree = s.join(i, tree, s.end(extended, i, wrong))
		}
	}

	if s.err == nil && s.leavesLeft < 0 {
		s.err = ErrMany
	}
	return tree
}

// needs reports whether this tree uses the orientation of choice i that was chosen above it.
func (c *Tree) needs(i int) bool { return c.uses.Test(uint(i)) }

// join returns a node for the two orientations of choice i. If one of the subtrees does not need the orientation, it
// proves both cases, and join returns it alone.
func (s *caseSearch) join(i int, forward, backward *Tree) *Tree {
	for _, c := range [2]*Tree{forward, backward} {
		if !c.needs(i) {
			return c
		}
	}
	uses := forward.uses.Union(backward.uses).Clear(uint(i))
	return &Tree{Player: s.core[i], Forward: forward, Backward: backward, uses: uses}
}

// split returns a tree whose root distinguishes the two orientations of one player. It takes the player for whom the
// product of the numbers of orientations that the two imply is largest, because both cases should be short.
func (s *caseSearch) split(u *partialOrientation) *Tree {
	next, best := none, 0
	for i, o := range u.orientations {
		if o != Either {
			continue
		}
		score := (1 + s.implied(u, i, Forward)) * (1 + s.implied(u, i, Backward))
		if score > best {
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
		extended := u.clone()
		extended.take(s, next, o)
		sides[k] = s.prove(extended)
	}
	if s.err != nil {
		return nil
	}
	return s.join(next, sides[0], sides[1])
}

// implied returns a score for an orientation of choice i: the number of orientations that follow from it and from those
// in u. An orientation that leads to a contradiction scores higher than all others; a contradiction found in fewer
// steps scores higher.
func (s *caseSearch) implied(u *partialOrientation, i int, o Orientation) int {
	s.spend(s.size())
	if s.err != nil {
		return 0
	}
	extended := u.clone()
	extended.take(s, i, o)
	steps, stuck := extended.propagate(s)
	if stuck != none {
		return 2*len(s.core) - len(steps)
	}
	return len(steps)
}

// end returns a leaf of the tree: a shortest cycle formed by the orientations in u and by an orientation of choice i
// that contradicts them. Every such cycle has a step of choice i's orientation, and so visits the wonderwall, which is
// in the middle of this orientation. So the breadth-first search starts at the wonderwall.
func (s *caseSearch) end(u *partialOrientation, i int, orientation Orientation) *Tree {
	s.leavesLeft--
	u.orientations[i] = orientation
	defer func() { u.orientations[i] = Either }()

	start := s.g[s.core[i]].Wonderwall
	queue := []visit{{player: start}}
	seen := make(map[int]bool)
	for at := 0; at < len(queue); at++ {
		s.effort -= len(u.orientations) // prove checks the remaining effort
		for owner, orientation := range u.orientations {
			if orientation == Either {
				continue
			}
			line := Oriented(s.g, s.core[owner], orientation)
			place := slices.Index(line[:2], queue[at].player)
			if place < 0 {
				continue // the orientation has no player right after the visited one
			}

			next := line[place+1]
			if next == start {
				return s.cycleOf(append(queue, visit{start, at, owner}))
			}
			if !seen[next] {
				seen[next] = true
				queue = append(queue, visit{next, at, owner})
			}
		}
	}
	panic("cases: orientations that contradict one another form no cycle")
}

// A visit is a player visited by the search for a cycle. `before` is the index of the previous visit. `owner` is the
// index in the core of the player whose choice puts the previous visit's player right before this one.
type visit struct{ player, before, owner int }

// cycleOf returns the leaf for a cycle that a search has found; leaf.uses has the players of the core whose choices
// form the cycle. The last visit is of the same player as the first.
func (s *caseSearch) cycleOf(visits []visit) *Tree {
	leaf := &Tree{uses: bitset.New(uint(len(s.core)))}
	for at := len(visits) - 1; at > 0; at = visits[at].before {
		previous := visits[visits[at].before]
		leaf.Cycle = append(leaf.Cycle, previous.player)
		leaf.uses.Set(uint(visits[at].owner))
	}
	slices.Reverse(leaf.Cycle)
	return leaf
}
