package search

import (
	"context"
	"fmt"

	"enumerate/internal/rows"
	"enumerate/solver/partizan"
)

const (
	// MaxVertices is the largest number of vertices of a position that is searched.
	MaxVertices = 4096
	// MaxTrees is the largest number of trees that a solver keeps, which take several GB.
	MaxTrees = 1 << 26
)

const unknown partizan.Value = -1

// A Solver finds the combinatorial values of positions by trying all moves. It keeps the values of all trees, about 100
// bytes each. It must not be used by several goroutines at the same time.
type Solver struct {
	// Most is the largest number of trees that the solver may keep, by default MaxTrees.
	Most int

	arena  *partizan.Arena
	table  table
	values []partizan.Value // the values of trees
	stack  []stem           // the moves of the trees whose values are being found
	sums   []partizan.Value // the values of these moves
	open   []stem           // the subtrees of a position whose parents come next
	ctx    context.Context  // the context of Value
	until  int              // the calls of tick until the context is checked
}

// NewSolver returns a solver without trees.
func NewSolver() *Solver {
	return &Solver{Most: MaxTrees, arena: partizan.NewArena(), table: newTable(), ctx: context.Background()}
}

// Arena returns the arena of the values.
func (s *Solver) Arena() *partizan.Arena { return s.arena }

// Trees returns the number of trees that the solver keeps.
func (s *Solver) Trees() int { return len(s.table.nodes) - int(firstTree) }

// A stem is a subtree without the parts below its coloured vertices: its view, and the sum of the values of these
// parts.
type stem struct {
	view view
	rest partizan.Value
}

// total returns the value of a stem: of its tree and of the parts that were cut off.
func (s *Solver) total(m stem) partizan.Value { return s.arena.Add(s.value(m.view), m.rest) }

// below returns the value of two subtrees that are cut off from the vertex above them.
func (s *Solver) below(a, b view) partizan.Value { return s.arena.Add(s.value(a), s.value(b)) }

// value returns the value of the tree that a view (the effect of a subtree on its parent) stands for. A view of a
// coloured or missing vertex, which is no tree, has the value 0. The tree with its colours swapped has the negated
// value, which is stored too.
func (s *Solver) value(v view) partizan.Value {
	if !v.isTree() {
		return partizan.Zero
	}
	for len(s.values) < len(s.table.nodes) { // the table has new trees
		s.values = append(s.values, unknown)
	}
	if value := s.values[v]; value != unknown {
		return value
	}
	s.tick()
	value := s.find(v)
	s.values[v] = value
	s.values[s.table.negatives[v]] = s.arena.Negate(value)
	return value
}

// find returns the value of a tree from the values of its moves.
func (s *Solver) find(tree view) partizan.Value {
	first := len(s.sums) // a stack, which calls for smaller trees use above this place
	s.addSums(tree, 0)
	middle := len(s.sums)
	s.addSums(tree, 1)
	value := s.arena.Make(s.sums[first:middle], s.sums[middle:])
	s.sums = s.sums[:first]
	return value
}

// tick checks, every 256 calls, whether the solver keeps too many trees, or the context has ended.
func (s *Solver) tick() {
	s.until--
	if s.until > 0 {
		return
	}
	s.until = 256
	err := s.ctx.Err()
	if s.Trees() > s.Most {
		err = fmt.Errorf("more than %s positions can come up: choose a smaller position", rows.Count(uint64(s.Most)))
	}
	if err != nil {
		s.arena.Interrupt(err)
	}
}

// addSums appends to s.sums the values that a side's moves in a tree lead to.
func (s *Solver) addSums(tree view, side int) {
	first := len(s.stack)
	s.push(tree, side)
	for i := first; i < len(s.stack); i++ {
		s.sums = append(s.sums, s.total(s.stack[i]))
	}
	s.stack = s.stack[:first]
}

// push puts the results of all moves of a side in the tree with number v on the stack, each as a stem: the part that is
// left at the root, and the sum of the values of the parts that were cut off. The side may colour the root if no child
// has the side's colour; then the children are cut off, because they no longer affect the root. The other moves are in
// one of the two children, n.low and n.high: pushBelow moves in the first child it gets and keeps the second.
func (s *Solver) push(v view, side int) {
	if !v.isTree() {
		return
	}
	s.tick()
	own := view(Paint(side)) // a vertex in the side's colour
	n := s.table.nodes[v]
	if n.low != own && n.high != own {
		s.stack = append(s.stack, stem{own, s.below(n.low, n.high)})
	}
	s.pushBelow(n.low, n.high, side)
	if n.low != n.high { // moves in an equal child would have the same results
		s.pushBelow(n.high, n.low, side)
	}
}

// pushBelow puts on the stack the results of a side's moves in the subtree `child` of an uncoloured root. The root's
// second subtree, `other`, is unchanged. Each result is a stem: the root with both subtrees after the move, and the sum
// of the values of the parts that the move cut off (see push).
func (s *Solver) pushBelow(child, other view, side int) {
	first := len(s.stack)
	s.push(child, side)
	for i := first; i < len(s.stack); i++ {
		s.stack[i].view = s.table.over(s.stack[i].view, other)
	}
}

// A view is the effect of a subtree on its parent: nothing, if there is no subtree or it can no longer matter;
// view(Blue) or view(Red), if its root is coloured; otherwise the number of a tree of uncoloured vertices with coloured
// leaves.
type view uint32

const (
	nothing   view = 0
	firstTree      = view(Red) + 1 // the least number of a tree
)

func (v view) isTree() bool { return v >= firstTree }

// A node is the root of a tree. The fields are the views of its children, with low <= high. A view is the number of a
// tree, or says that the child is blue, red or of no effect.
type node struct{ low, high view }

// A table gives numbers to trees of uncoloured vertices with coloured leaves. Trees that differ only in the order of
// children have the same number. With each tree the table also has its negative, the tree with the colours swapped,
// which has a number of its own unless it is the same tree. The number of a tree is greater than those of its subtrees.
type table struct {
	nodes     []node
	negatives []view   // the number of each tree's negative
	vertices  []uint16 // the number of vertices, including coloured leaves
	numbers   map[node]view
}

// newTable returns a table without trees. Its first entries are for the views that are no trees.
func newTable() table {
	return table{
		nodes:     make([]node, firstTree),
		negatives: []view{nothing, view(Red), view(Blue)},
		vertices:  []uint16{0, 1, 1},
		numbers:   make(map[node]view),
	}
}

// over returns the view (the effect on the parent) of an uncoloured vertex whose children have the views a and b, in
// any order. A vertex between a blue and a red child can never be coloured, so it has no effect. A second child of the
// same colour makes no difference.
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

// number returns the number of the tree with root n. A new tree gets the next number. Its negative (with the colours
// swapped), unless it is the same tree, gets the number after that.
func (t *table) number(n node) view {
	if found, ok := t.numbers[n]; ok {
		return found
	}
	added := t.add(n)
	other := node{t.negatives[n.low], t.negatives[n.high]} // the root of the negative
	if other.low > other.high {
		other.low, other.high = other.high, other.low
	}
	negative := added
	if other != n {
		negative = t.add(other)
		t.negatives[negative] = added
	}
	t.negatives[added] = negative
	return added
}

// add gives the next number to the tree with root n.
func (t *table) add(n node) view {
	added := view(len(t.nodes))
	t.nodes = append(t.nodes, n)
	t.negatives = append(t.negatives, nothing)
	t.vertices = append(t.vertices, t.vertices[n.low]+t.vertices[n.high]+1)
	t.numbers[n] = added
	return added
}
