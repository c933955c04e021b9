package search

import (
	"context"
	"fmt"

	"enumerate/solver/partizan"
)

const (
	// MaxVertices is the most vertices of a position that is searched.
	MaxVertices = 4096
	// MaxTrees is the most trees that a solver keeps, in several GB.
	MaxTrees = 1 << 26
	// keptVertices is the most vertices of a tree whose moves are kept.
	keptVertices = 11
)

// unknown stands for a value that has not been found yet.
const unknown partizan.Value = -1

// A Solver finds values of positions. It keeps the values of all trees that it has met, in
// some 100 bytes each, in an arena of its own. It must not be used by several goroutines at
// once.
type Solver struct {
	// Most is the most trees that it may keep, MaxTrees at first.
	Most int

	reduces bool // roots are taken off; see NewReducing
	arena   *partizan.Arena
	table   table
	values  []partizan.Value // by tree
	list    []uint32         // by tree: its index in lists, or 0
	lists   []list
	moves   []stem           // those that are kept
	stack   []stem           // moves of the trees that are being evaluated
	sums    []partizan.Value // the values of these moves
	open    []stem           // subtrees of a position whose parents come later
	ctx     context.Context  // of do
	until   int              // ticks until the context is asked again
}

// A TooManyError is the error of a solver that would keep more trees than it may, so many.
type TooManyError int

func (e TooManyError) Error() string {
	return fmt.Sprintf("more than %d positions can come up: this is too large to be searched", int(e))
}

// A list says where in moves the moves of a tree are: Left's, and after them Right's.
type list struct{ first, middle, last uint32 }

// NewExhaustive returns a solver that finds values by all moves, with an arena of its own.
func NewExhaustive() *Solver {
	return &Solver{Most: MaxTrees, arena: partizan.NewArena(), table: newTable(), lists: make([]list, 1), ctx: context.Background()}
}

// NewReducing returns a solver that looks at no moves where a root has no coloured child.
// There the value is the value of what is below the root, plus a star (theorem root of the
// ruleset). What is left are trees whose root only one side can colour.
func NewReducing() *Solver {
	s := NewExhaustive()
	s.reduces = true
	return s
}

// Arena returns the arena of the values.
func (s *Solver) Arena() *partizan.Arena { return s.arena }

// Trees returns how many trees the solver keeps.
func (s *Solver) Trees() int { return len(s.table.nodes) - int(firstTree) }

// A stem is what is left of a subtree: its view, and the sum of what has come off it.
type stem struct {
	view view
	rest partizan.Value
}

// total returns the value of a subtree as a position.
func (s *Solver) total(m stem) partizan.Value { return s.arena.Add(s.value(m.view), m.rest) }

// below returns the sum of the values of two views.
func (s *Solver) below(a, b view) partizan.Value { return s.arena.Add(s.value(a), s.value(b)) }

// value returns the value of a view. A new tree takes as many steps as it has moves, each of
// them with the values of smaller trees.
func (s *Solver) value(v view) partizan.Value {
	if !v.isTree() {
		return partizan.Zero
	}
	s.catchUp()
	if known := s.values[v]; known != unknown {
		return known
	}
	s.tick()
	value := s.find(v)
	s.values[v] = value
	s.values[s.table.negatives[v]] = s.arena.Negate(value)
	return value
}

// find finds the value of a tree.
func (s *Solver) find(tree view) partizan.Value {
	if n := s.table.nodes[tree]; s.reduces && n.free() {
		return s.arena.Add(s.below(n.low, n.high), s.arena.Star(1))
	}
	first := len(s.sums)
	s.addSums(tree, 0)
	middle := len(s.sums)
	s.addSums(tree, 1)
	value := s.arena.Make(s.sums[first:middle], s.sums[middle:])
	s.sums = s.sums[:first]
	return value
}

// catchUp makes room for what is kept of trees that are new in the table.
func (s *Solver) catchUp() {
	for len(s.values) < len(s.table.nodes) {
		s.values = append(s.values, unknown)
		s.list = append(s.list, 0)
	}
}

// tick is called for every tree whose value or whose moves are found. Every 256 calls it asks
// whether there are too many trees, or the context has ended.
func (s *Solver) tick() {
	if s.until--; s.until > 0 {
		return
	}
	s.until = 256
	err := s.ctx.Err()
	if s.Trees() > s.Most {
		err = TooManyError(s.Most)
	}
	if err != nil {
		s.arena.Interrupt(err)
	}
}

// addSums appends the values of a side's moves.
func (s *Solver) addSums(tree view, side int) {
	first := len(s.stack)
	s.push(tree, side)
	for i := first; i < len(s.stack); i++ {
		s.sums = append(s.sums, s.total(s.stack[i]))
	}
	s.stack = s.stack[:first]
}

// push puts what a side's moves leave of a subtree on the stack.
func (s *Solver) push(v view, side int) {
	if !v.isTree() {
		return
	}
	s.catchUp()
	if s.table.vertices[v] > keptVertices {
		s.pushMoves(v, side)
		return
	}
	if s.list[v] == 0 {
		first := len(s.stack)
		s.pushMoves(v, 0)
		middle := len(s.stack)
		s.pushMoves(v, 1)
		at := uint32(len(s.moves) - first) // of a place on the stack, in moves
		s.moves = append(s.moves, s.stack[first:]...)
		s.list[v] = uint32(len(s.lists))
		s.lists = append(s.lists, list{at + uint32(first), at + uint32(middle), at + uint32(len(s.stack))})
		s.stack = s.stack[:first]
	}
	if kept := s.lists[s.list[v]]; side == 0 {
		s.stack = append(s.stack, s.moves[kept.first:kept.middle]...)
	} else {
		s.stack = append(s.stack, s.moves[kept.middle:kept.last]...)
	}
}

// pushMoves is push for a tree whose moves are not kept: the side colours the root, or
// moves below it.
func (s *Solver) pushMoves(tree view, side int) {
	s.tick()
	own := view(Paint(side))
	n := s.table.nodes[tree]
	if n.low != own && n.high != own {
		s.stack = append(s.stack, stem{own, s.below(n.low, n.high)})
	}
	s.pushBelow(n.low, n.high, side)
	if n.low != n.high {
		s.pushBelow(n.high, n.low, side)
	}
}

// pushBelow puts what moves in one child of a root leave of the tree on the stack.
func (s *Solver) pushBelow(child, other view, side int) {
	first := len(s.stack)
	s.push(child, side)
	for i := first; i < len(s.stack); i++ {
		s.stack[i].view = s.table.over(s.stack[i].view, other)
	}
}

// A view is what the parent of a subtree sees of it: nothing, if there is no subtree or if
// it can no longer matter; a coloured vertex, view(Blue) or view(Red); or, as a number above
// these, a tree of uncoloured vertices with coloured leaves.
type view uint32

const (
	nothing   view = 0
	firstTree      = view(Red) + 1 // the least number of a tree
)

// isTree reports whether a view is a tree.
func (v view) isTree() bool { return v >= firstTree }

// A node is the root of a tree, by the views of its children: low <= high.
type node struct{ low, high view }

// free reports whether no child is coloured.
func (n node) free() bool {
	return (n.low == nothing || n.low.isTree()) && (n.high == nothing || n.high.isTree())
}

// A table numbers trees. Each is in it once, and so is its negative, the tree with
// colours swapped. Children have smaller numbers than their parents.
type table struct {
	nodes     []node
	negatives []view
	vertices  []uint16 // coloured leaves among them
	slots     []view   // a hash table of the trees, open addressing; nothing is free
}

func newTable() table {
	const slots = 1 << 10
	return table{
		nodes:     make([]node, firstTree),
		negatives: []view{nothing, view(Red), view(Blue)},
		vertices:  []uint16{0, 1, 1},
		slots:     make([]view, slots),
	}
}

// over returns the view of an uncoloured vertex with two children.
func (t *table) over(a, b view) view {
	if a > b {
		a, b = b, a
	}
	switch {
	case a == view(Blue) && b == view(Red):
		return nothing
	case a == b && !a.isTree():
		a = nothing
	}
	return t.number(node{a, b})
}

// number returns the number of a tree. A new tree gets the next number, and its negative
// the number after that.
func (t *table) number(n node) view {
	slot := t.slot(n)
	if found := t.slots[slot]; found != nothing {
		return found
	}
	added := t.add(n, slot)
	other := node{t.negatives[n.low], t.negatives[n.high]}
	if other.low > other.high {
		other.low, other.high = other.high, other.low
	}
	negative := added
	if other != n {
		negative = t.add(other, t.slot(other))
		t.negatives[negative] = added
	}
	t.negatives[added] = negative
	return added
}

// slot returns the index of a tree in the hash table, or the index that it would have.
func (t *table) slot(n node) uint64 {
	const odd = 0x9e3779b97f4a7c15 // 2^64 over the golden ratio
	mask := uint64(len(t.slots) - 1)
	hash := (uint64(n.low)<<32 | uint64(n.high)) * odd
	for i := (hash ^ hash>>32) & mask; ; i = (i + 1) & mask {
		if found := t.slots[i]; found == nothing || t.nodes[found] == n {
			return i
		}
	}
}

// add numbers a tree that is not in the table yet.
func (t *table) add(n node, slot uint64) view {
	added := view(len(t.nodes))
	t.nodes = append(t.nodes, n)
	t.negatives = append(t.negatives, nothing)
	t.vertices = append(t.vertices, t.vertices[n.low]+t.vertices[n.high]+1)
	t.slots[slot] = added
	if 2*len(t.nodes) > len(t.slots) {
		t.slots = make([]view, 2*len(t.slots))
		for tree := firstTree; int(tree) < len(t.nodes); tree++ {
			t.slots[t.slot(t.nodes[tree])] = tree
		}
	}
	return added
}
