package heaps

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"enumerate/enum"
	"enumerate/internal/wide"
)

// A Game is a position and the rules by which it is played. It implements enum.Game and
// enum.Writable.
type Game struct {
	Rules    Rules
	Position Position
}

// lineFormat is the format in which positions are written.
const lineFormat = "line"

// Formats names the only format that a position is written in.
func (g Game) Formats() []string { return []string{lineFormat} }

// WriteFormat writes the position as it is read.
func (g Game) WriteFormat(w io.Writer, format string) error {
	if format != lineFormat {
		return fmt.Errorf("there is no format %q; there is: %s", format, strings.Join(g.Formats(), ", "))
	}
	_, err := w.Write(append(g.Position.append(nil), '\n'))
	return err
}

// validate returns an error if the position is none of the rules.
func (g Game) validate() error {
	for i, heap := range g.Position {
		switch {
		case heap < 1 || heap > MaxHeap:
			return fmt.Errorf("a heap of %d sticks; want a number from 1 to %d", heap, uint64(MaxHeap))
		case g.Rules.Kind().sorted() && i > 0 && heap < g.Position[i-1], g.Rules.Kind() == Set && i > 0 && heap == g.Position[i-1]:
			return fmt.Errorf("the heaps %d and %d in this order; want ascending heaps", g.Position[i-1], heap)
		}
	}
	return nil
}

// maxMoves bounds the heaps of all positions that a move leads to, of a position that can
// be played.
const maxMoves = 1_000_000

// playable returns the game, as a Playable if its moves are few enough.
func playable(g Game) enum.Game {
	if wide.SaturatingMul(moves(g.Rules, g.Position), uint64(len(g.Position))) > maxMoves {
		return g
	}
	return Playable{g}
}

// A Playable is a Game whose moves can be listed. It implements enum.Advised.
type Playable struct{ Game }

// String returns the position as it is read.
func (g Playable) String() string { return g.Position.String() }

// Moves returns the positions that a move leads to, each once: by ascending heap, and for
// each heap the one that takes most of it first.
func (g Playable) Moves(int) []enum.Position {
	var list []enum.Position
	eachMove(g.Rules, g.Position, make(Position, len(g.Position)), func(p Position) bool {
		list = append(list, Playable{Game{g.Rules, slices.Clone(p)}})
		return true
	})
	return list
}
