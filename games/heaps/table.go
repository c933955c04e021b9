package heaps

import (
	"context"
	"fmt"
	"strconv"

	"enumerate/enum"
	"enumerate/enum/playing"
	"enumerate/enum/values"
	"enumerate/internal/rows"
)

// maxTable is the largest number of positions of a [Table], which takes four bytes for each position.
const maxTable = 1 << 25

// A Table has the Grundy values of all positions with at most some number of heaps, each of at most some number of
// sticks, or their outcomes, as 1 if the next player wins and 0 if the previous player does.
type Table struct {
	*numbering
	values []uint32 // values[i] is the value of the position with the number i
}

// A Question is what is asked of a position.
type Question int

const (
	// Outcome asks for 1 if the next player wins, otherwise 0.
	Outcome Question = iota
	// Grundy asks for the Grundy value.
	Grundy
)

func (q Question) String() string { return [...]string{"outcome", "grundy"}[q] }

func (q Question) value(value uint64) string {
	if q == Outcome {
		return outcomeOf(value == 1)
	}
	return strconv.FormatUint(value, 10)
}

const (
	previous = "P"
	next     = "N"
)

func outcomeOf(nextWins bool) string {
	if nextWins {
		return next
	}
	return previous
}

// Fill makes the table of all positions, at most maxTable, with at most the given number of heaps, each of at most
// largest sticks, by the definition: for Grundy values it examines every move of every position, and for outcomes the
// moves up to the first one that wins. When the context ends, Fill returns the context's error.
func Fill(ctx context.Context, r *Rules, q Question, heaps int, largest uint64) (*Table, error) {
	t, err := newTable(r.Kind, heaps, largest)
	if err != nil {
		return nil, err
	}
	return t, t.eachInOrder(ctx, newSettler(r, q, t).settle)
}

// FillFast makes the same table as Fill does for Grundy values, by the recurrence Rules.FillBulk.
func FillFast(ctx context.Context, r *Rules, heaps int, largest uint64) (*Table, error) {
	t, err := newTable(r.Kind, heaps, largest)
	if err != nil {
		return nil, err
	}
	return t, r.FillBulk(ctx, t)
}

func newTable(kind Kind, heaps int, largest uint64) (*Table, error) {
	if err := fits(kind, heaps, largest); err != nil {
		return nil, err
	}
	numbering, err := newNumbering(kind, heaps, largest)
	if err != nil {
		return nil, err
	}
	return &Table{numbering, make([]uint32, numbering.Positions())}, nil
}

// fits returns an error if a table of these positions would be too large.
func fits(kind Kind, heaps int, largest uint64) error {
	if kind.positions(heaps, largest) > maxTable {
		return fmt.Errorf("up to %d heaps of up to %d sticks have too many positions for the exhaustive solver: it takes at most %s", heaps, largest, rows.Count(maxTable))
	}
	return nil
}

// Value returns the value of a position in the table.
func (t *Table) Value(p Position) uint64 { return uint64(t.values[t.Number(p)]) }

// SetValue sets the value of a position in the table.
func (t *Table) SetValue(p Position, value uint64) { t.values[t.Number(p)] = uint32(value) }

// A settler finds the values of positions whose options have their values already.
type settler struct {
	rules  *Rules
	table  *Table
	option Position // a buffer for an option
	// lastPosition[v] is the number, from 1, of the last position that had an option of the value v.
	lastPosition []uint32
	positions    uint32              // the number of positions settled so far
	moves        int                 // the number of moves examined of the last position
	visit        func(Position) bool // notes an option; returns false if no further option matters
}

// newSettler returns a settler, which fills table t with the answers to the question q. Its function visit is called
// for each option of a position. For outcomes, visit stops at the first option of value 0, because a move to a position
// of value 0 wins.
func newSettler(r *Rules, q Question, t *Table) *settler {
	values := uint64(2)
	if q == Grundy {
		values += r.ValueLimit(t.heaps, t.largest)
	}
	s := &settler{rules: r, table: t, option: make(Position, t.heaps), lastPosition: make([]uint32, values)}
	s.visit = func(p Position) bool {
		s.moves++
		value := t.values[t.Number(p)]
		if q == Grundy || value == 0 {
			s.lastPosition[value] = s.positions // which is another number for each position
		}
		return q == Grundy || value > 0
	}
	return s
}

// settle sets the value of position p: the least number from 0 up that is not the value of an option. The options must
// have their values already. It returns the number of moves that it examined.
func (s *settler) settle(p Position) int {
	s.positions++ // so that the values that lastPosition has from earlier positions do not count
	s.moves = 0
	s.rules.eachMove(p, s.option, s.visit)
	value := uint64(0)
	for s.lastPosition[value] == s.positions {
		value++
	}
	s.table.SetValue(p, value)
	return s.moves
}

// values returns the Grundy values that occur among the positions of a size, in ascending order, each with its number
// of positions. It walks over the positions with a solver that finds Grundy values, even if the verdict of the settings
// is the outcome.
func (r settings) values(ctx context.Context, size int) ([]playing.ValueCount, error) {
	walk, err := r.walk(size, enum.Means{})
	if err != nil {
		return nil, err
	}
	s, grundy := walk.(*space), settings{rules: r.rules, heaps: r.heaps, verdict: Grundy}
	find := grundy.fastest()
	if grundy.hasFormula() {
		find = byFormula // fastest returns the formula without the numbering of the positions, which the walk needs
	}

	found, err := find(ctx, &space{settings: grundy, size: s.size, heaps: s.heaps})
	if err != nil {
		return nil, err
	}

	// The walk asks the solver for the verdict of each position. The solver also notes the position's Grundy value.
	value := 0
	s.solver = &solver{found.numbering, func(p Position) int {
		value = found.verdict(p)
		if r.verdict == Outcome {
			return min(value, 1)
		}
		return value
	}}
	return values.Grundy(ctx, s, s.Walker().(*walker).List, func() int { return value })
}
