// Package digraph finds the combinatorial values of positions of Myopic Col on any finite digraph, by trying all moves.
//
// # Rules
//
// A move colours an uncoloured vertex that has no arc to a vertex of the same colour: Left colours vertices blue, Right
// red. A side that cannot move loses.
//
// # What matters
//
// A coloured vertex has only one effect: the vertices with an arc to it are shut to its colour. So a position consists
// of the uncoloured vertices, those of them shut to blue, and those shut to red. A [Solver] made by [NewReducing] also
// uses three facts:
//
//   - A vertex that is shut to both colours is never coloured, so it can be removed.
//   - The value is the sum of the values of the parts without arcs between them.
//   - A vertex to which no arc leads, and that is shut to no colour, adds a star to the value of the rest. This is the
//     theorem Root of package col, proved in its documentation.
//
// # Example
//
// In a circle of three uncoloured vertices, with the arcs 1-2, 2-3, 3-1, a player who colours a vertex leaves the path
// of the two other vertices, the last of which is shut to the player's colour. After Left's move this position has the
// value -1 + *, and after Right's move 1 + *. So the value of the circle is {-1*|1*} = 0.
package digraph

import (
	"context"
	"fmt"
	"math/bits"

	"enumerate/internal/rows"
	"enumerate/solver/partizan"
)

const (
	// MaxVertices is the largest number of vertices of a digraph.
	MaxVertices = 64
	// maxStates limits the positions that a solver keeps, to about 400 MB.
	maxStates = 1 << 22
)

// Left colours blue, Right red.
const (
	Left  = 0
	Right = 1
)

// A Position is a digraph and the colours of its vertices.
type Position struct {
	Out           []uint64  // for each vertex, the set of vertices to which an arc leads
	ColourClasses [2]uint64 // for each side, the vertices of its colour
}

// Legal returns the vertices that a side may colour.
func (p Position) Legal(side int) (set uint64) {
	for v, out := range p.Out {
		if out&p.ColourClasses[side] == 0 {
			set |= 1 << v
		}
	}
	return set &^ (p.ColourClasses[Left] | p.ColourClasses[Right])
}

// With returns the position with a vertex coloured by a side.
func (p Position) With(vertex, side int) Position {
	p.ColourClasses[side] |= 1 << vertex
	return p
}

// A state has the uncoloured vertices, and for each side those shut to its colour, by an arc to a vertex of this
// colour.
type state struct {
	live uint64
	shut [2]uint64
}

func (p Position) state() state {
	s := state{live: (1<<len(p.Out) - 1) &^ (p.ColourClasses[Left] | p.ColourClasses[Right])}
	for side := range s.shut {
		s.shut[side] = s.live &^ p.Legal(side)
	}
	return s
}

// A Solver finds and caches values of the positions on one digraph. It must not be used by several goroutines at the
// same time.
type Solver struct {
	out, in []uint64
	reduces bool // whether to use the three facts in the package comment
	arena   *partizan.Arena
	values  map[state]partizan.Value // the cache
	sums    []partizan.Value         // a stack of the values of moves
	ctx     context.Context
	until   int // the calls of tick until the context is checked
}

// NewExhaustive returns a solver that tries all moves of all positions. The digraph is given by the arcs out of each
// vertex.
func NewExhaustive(out []uint64) *Solver {
	s := &Solver{out: out, in: make([]uint64, len(out)), arena: partizan.NewArena(), values: make(map[state]partizan.Value)}
	for v, to := range out {
		for to := to; to != 0; to &= to - 1 {
			s.in[bits.TrailingZeros64(to)] |= 1 << v
		}
	}
	return s
}

// NewReducing returns a solver that also uses the three facts in the package comment.
func NewReducing(out []uint64) *Solver {
	s := NewExhaustive(out)
	s.reduces = true
	return s
}

// Arena returns the arena of the values.
func (s *Solver) Arena() *partizan.Arena { return s.arena }

// Value returns the combinatorial value of a position on the solver's digraph, which is kept in the solver's arena.
// Time and memory grow exponentially with the number of uncoloured vertices. The error says that the position is too
// large, or is partizan.ErrRange if a number does not fit, or the context's error, soon after the context ends.
func (s *Solver) Value(ctx context.Context, p Position) (value partizan.Value, err error) {
	s.ctx, s.sums = ctx, s.sums[:0] // an interrupted call may have left values
	err = s.arena.Do(ctx, func() { value = s.value(p.state()) })
	return value, err
}

// value returns the value of a state: the uncoloured vertices, and the colours that each cannot get. A reducing solver
// removes the vertices that neither side can colour, and adds the values of the independent parts of the rest.
func (s *Solver) value(st state) partizan.Value {
	if !s.reduces {
		return s.cached(st)
	}
	st = st.only(st.live &^ (st.shut[Left] & st.shut[Right]))
	sum := partizan.Zero
	for rest := st.live; rest != 0; {
		part := s.part(rest)
		rest &^= part
		sum = s.arena.Add(sum, s.cached(st.only(part)))
	}
	return sum
}

// only returns the state with the vertices of live alone.
func (st state) only(live uint64) state {
	return state{live, [2]uint64{st.shut[Left] & live, st.shut[Right] & live}}
}

// part returns the vertices of a set that are connected, by arcs in either direction, with its first vertex.
func (s *Solver) part(of uint64) uint64 {
	part := of & -of
	for reached := part; reached != 0; { // the vertices of the part whose neighbours have not been added yet
		v := bits.TrailingZeros64(reached)
		reached &= reached - 1
		next := (s.out[v] | s.in[v]) & of &^ part
		part |= next
		reached |= next
	}
	return part
}

// cached returns the value of a state from the cache, or finds and keeps it.
func (s *Solver) cached(st state) partizan.Value {
	if value, ok := s.values[st]; ok {
		return value
	}
	s.tick()
	value := s.find(st)
	s.values[st] = value
	return value
}

// find returns the value of a state from the values of its moves. A reducing solver first looks for a vertex that both
// sides may colour, and to which no other uncoloured vertex has an arc: by the theorem Root, it adds a star to the
// value of the rest.
func (s *Solver) find(st state) partizan.Value {
	if s.reduces {
		for open := st.live &^ (st.shut[Left] | st.shut[Right]); open != 0; open &= open - 1 {
			if v := bits.TrailingZeros64(open); s.in[v]&st.live&^(1<<v) == 0 { // no other uncoloured vertex has an arc to v
				return s.arena.Add(s.value(st.only(st.live&^(1<<v))), s.arena.Star(1))
			}
		}
	}
	first := len(s.sums) // a stack, which calls for smaller states use above this place
	s.moves(st, Left)
	middle := len(s.sums)
	s.moves(st, Right)
	value := s.arena.Make(s.sums[first:middle], s.sums[middle:])
	s.sums = s.sums[:first]
	return value
}

// moves appends to s.sums the values of the states after each move of a side.
func (s *Solver) moves(st state, side int) {
	for open := st.live &^ st.shut[side]; open != 0; open &= open - 1 {
		v := bits.TrailingZeros64(open)
		next := st
		next.shut[side] |= s.in[v]
		value := s.value(next.only(st.live &^ (1 << v)))
		s.sums = append(s.sums, value)
	}
}

// tick checks, every 256 calls, whether there are too many states, or the context has ended.
func (s *Solver) tick() {
	s.until--
	if s.until > 0 {
		return
	}
	s.until = 256
	err := s.ctx.Err()
	if len(s.values) > maxStates {
		err = fmt.Errorf("more than %s positions can come up: choose a smaller position", rows.Count(maxStates))
	}
	if err != nil {
		s.arena.Interrupt(err)
	}
}
