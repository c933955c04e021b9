package search

import (
	"context"
	"fmt"

	"enumerate/solver/partizan"
)

const (
	// MaxVertices is the most vertices of a position that is searched.
	MaxVertices = 4096
	// maxTrees bounds the trees that a solver keeps, and so its memory: to some 2 GB.
	maxTrees = 1 << 26
	// keptVertices is the most vertices of a tree whose moves are kept.
	keptVertices = 11
)

// unknown stands for a value that has not been found yet.
const unknown partizan.Value = -1

// A Solver finds values and keeps them: those of all trees that it has met, some 30
// bytes each. The values are in its arena. It is for one goroutine.
type Solver struct {
	reduces bool // roots are taken off; see NewReducing
	arena   *partizan.Arena
	table   table
	values  []partizan.Value // by tree
	list    []uint32         // by tree: where in lists its moves are, 0 for nowhere
	lists   []list
	moves   []stem           // those that are kept
	stack   []stem           // moves of the trees being evaluated
	sums    []partizan.Value // values of these moves
	open    []stem           // subtrees of a position that wait for their parents
	until   int              // ticks until the context is asked again
}

// A list says where the moves of a tree are: Left's, and behind them Right's.
type list struct{ first, middle, last uint32 }

// NewExhaustive returns a solver that finds values by all moves, with an arena of its own.
func NewExhaustive() *Solver {
	return &Solver{arena: partizan.NewArena(), table: newTable(), lists: make([]list, 1)}
}

// NewReducing returns a solver that looks at no moves where a root has no coloured child:
// there the value is what is below the root, and a star (the root theorem, see the package
// documentation). What is left is trees whose roots only one side can colour.
func NewReducing() *Solver {
	s := NewExhaustive()
	s.reduces = true
	return s
}

// Arena returns the arena of the values.
func (s *Solver) Arena() *partizan.Arena { return s.arena }

// Trees returns how many trees the solver keeps.
func (s *Solver) Trees() int { return len(s.table.nodes) - int(firstTree) }

// A stem is what is left of a subtree: its top, and the sum of what has come off it.
type stem struct {
	top  top
	rest partizan.Value
}

// grow puts a vertex over two subtrees; the zero stem is no subtree. The subtrees of a coloured
// vertex come off.
func (s *Solver) grow(ctx context.Context, c Colour, a, b stem) (stem, error) {
	rest := s.arena.Add(a.rest, b.rest)
	if c == Uncoloured {
		return stem{s.table.over(a.top, b.top), rest}, nil
	}
	below, err := s.below(ctx, a.top, b.top)
	return stem{top(c), s.arena.Add(rest, below)}, err
}

// total returns the value of a subtree as a position.
func (s *Solver) total(ctx context.Context, m stem) (partizan.Value, error) {
	value, err := s.value(ctx, m.top)
	return s.arena.Add(value, m.rest), err
}

// below returns the sum of two tops.
func (s *Solver) below(ctx context.Context, a, b top) (partizan.Value, error) {
	first, err := s.value(ctx, a)
	if err != nil {
		return first, err
	}
	second, err := s.value(ctx, b)
	return s.arena.Add(first, second), err
}

// value returns the value of a top. A tree takes as many steps as it has moves, each of
// them with the values of smaller trees.
func (s *Solver) value(ctx context.Context, top top) (partizan.Value, error) {
	if !top.isTree() {
		return partizan.Zero, nil
	}
	s.catchUp()
	if known := s.values[top]; known != unknown {
		return known, nil
	}
	if err := s.tick(ctx); err != nil {
		return partizan.Zero, err
	}
	value, err := s.find(ctx, top)
	if err != nil {
		return partizan.Zero, err
	}
	s.values[top] = value
	s.values[s.table.negatives[top]] = s.arena.Negate(value)
	return value, nil
}

// find finds the value of a tree.
func (s *Solver) find(ctx context.Context, tree top) (partizan.Value, error) {
	if n := s.table.nodes[tree]; s.reduces && n.free() {
		below, err := s.below(ctx, n.low, n.high)
		return s.arena.Add(below, s.arena.Star(1)), err
	}
	first := len(s.sums)
	if err := s.addSums(ctx, tree, 0); err != nil {
		return partizan.Zero, err
	}
	middle := len(s.sums)
	if err := s.addSums(ctx, tree, 1); err != nil {
		return partizan.Zero, err
	}
	value := s.arena.Make(s.sums[first:middle], s.sums[middle:])
	s.sums = s.sums[:first]
	return value, nil
}

// catchUp makes room for what is kept of trees that are new in the table.
func (s *Solver) catchUp() {
	for len(s.values) < len(s.table.nodes) {
		s.values = append(s.values, unknown)
		s.list = append(s.list, 0)
	}
}

// tick is called for every tree whose value or whose moves are found.
func (s *Solver) tick(ctx context.Context) error {
	const interval = 256
	if s.until--; s.until > 0 {
		return nil
	}
	s.until = interval
	if s.Trees() > maxTrees {
		return fmt.Errorf("more than %d positions can come up: this is too large to be searched", maxTrees)
	}
	return ctx.Err()
}

// addSums appends the values of a side's moves.
func (s *Solver) addSums(ctx context.Context, tree top, side int) error {
	first := len(s.stack)
	defer func() { s.stack = s.stack[:first] }()
	if err := s.push(ctx, tree, side); err != nil {
		return err
	}
	for i := first; i < len(s.stack); i++ {
		value, err := s.total(ctx, s.stack[i])
		if err != nil {
			return err
		}
		s.sums = append(s.sums, value)
	}
	return nil
}

// push puts what a side's moves leave of a top on the stack.
func (s *Solver) push(ctx context.Context, top top, side int) error {
	if !top.isTree() {
		return nil
	}
	s.catchUp()
	if at := s.list[top]; at != 0 {
		if kept := s.lists[at]; side == 0 {
			s.stack = append(s.stack, s.moves[kept.first:kept.middle]...)
		} else {
			s.stack = append(s.stack, s.moves[kept.middle:kept.last]...)
		}
		return nil
	}
	if s.table.vertices[top] > keptVertices {
		return s.pushMoves(ctx, top, side)
	}
	first := len(s.stack)
	if err := s.pushMoves(ctx, top, 0); err != nil {
		return err
	}
	middle := len(s.stack)
	if err := s.pushMoves(ctx, top, 1); err != nil {
		return err
	}
	last := len(s.stack)
	at := len(s.moves)
	s.moves = append(s.moves, s.stack[first:last]...)
	s.list[top] = uint32(len(s.lists))
	s.lists = append(s.lists, list{uint32(at), uint32(at + middle - first), uint32(at + last - first)})
	if side == 0 {
		s.stack = s.stack[:middle]
	} else {
		s.stack = append(s.stack[:first], s.moves[at+middle-first:]...)
	}
	return nil
}

// pushMoves is push for a tree whose moves are not kept: the side colours the root, or
// moves below it.
func (s *Solver) pushMoves(ctx context.Context, tree top, side int) error {
	if err := s.tick(ctx); err != nil {
		return err
	}
	own := top(Paint(side))
	n := s.table.nodes[tree]
	if n.low != own && n.high != own {
		below, err := s.below(ctx, n.low, n.high)
		if err != nil {
			return err
		}
		s.stack = append(s.stack, stem{own, below})
	}
	if err := s.pushBelow(ctx, n.low, n.high, side); err != nil || n.low == n.high {
		return err
	}
	return s.pushBelow(ctx, n.high, n.low, side)
}

// pushBelow puts what moves in one child of a root leave of it on the stack.
func (s *Solver) pushBelow(ctx context.Context, child, other top, side int) error {
	first := len(s.stack)
	if err := s.push(ctx, child, side); err != nil {
		return err
	}
	for i := first; i < len(s.stack); i++ {
		s.stack[i].top = s.table.over(s.stack[i].top, other)
	}
	return nil
}
