package heaps

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"enumerate/enum/kit"
	"enumerate/enum/playing"
	"enumerate/enum/single"
	"enumerate/internal/ints"
)

// A game is a position and the rules by which it is played. It is an single.Game, and an
// single.Answer of the families.
type game struct {
	Rules    *Rules
	Position Position
}

// lineFormat is the format in which positions are written.
const lineFormat = "line"

// Contents has the position in the form in which it can be read.
func (g game) Contents() single.Contents {
	return single.Contents{Others: []single.Format{{Name: lineFormat, Write: func(w io.Writer) error {
		_, err := w.Write(append(g.Position.append(nil), '\n'))
		return err
	}}}}
}

// maxMoves bounds the heaps of all positions that a move leads to, of a position that can
// be played.
const maxMoves = 1_000_000

// playable returns the game as one that can be played, if its moves are few enough.
func (g game) playable() (playing.Position, bool) {
	return playable{g, playing.Left}, ints.SaturatingMul(g.Rules.moves(g.Position), uint64(len(g.Position))) <= maxMoves
}

// A playable is a game whose moves can be listed, and the side that moves. It is an
// playing.Position.
type playable struct {
	game
	side int
}

// String returns the position in the form in which it can be read.
func (g playable) String() string { return g.Position.String() }

func (g playable) Side() int { return g.side }

// Moves returns the positions after one move, without duplicates, by ascending heap, and for each heap with the largest
// number of sticks taken first.
func (g playable) Moves() []playing.Position {
	var list []playing.Position
	g.Rules.eachMove(g.Position, make(Position, len(g.Position)), func(p Position) bool {
		list = append(list, playable{game{g.Rules, slices.Clone(p)}, playing.Right - g.side})
		return true
	})
	return list
}

// Best returns the number of a move that wins, the first one known; or, if none does, the
// last move, which takes few sticks.
func (g playable) Best(ctx context.Context) (move, winner int, err error) {
	a, err := g.solve(ctx, single.How{}, 1)
	if err != nil {
		return 0, playing.NoSide, err
	}
	number, found := 0, -1
	g.Rules.eachMove(g.Position, make(Position, len(g.Position)), func(option Position) bool {
		if a.next && slices.Equal(option, a.winning[0]) {
			found = number
		}
		number++
		return found < 0
	})
	if !a.next {
		return number - 1, playing.Right - g.side, nil
	}
	return found, g.side, nil
}

// Value returns the value, if it is known.
func (g playable) Value(ctx context.Context) (string, error) {
	a, err := g.solve(ctx, single.How{}, 1)
	if err != nil || !a.valued {
		return "", err
	}
	return kit.Nimber(a.value), nil
}

func (g playable) Ending() (winner int, how string) { return playing.Right - g.side, "" }

// Board has a cell for each stick, heaps standing side by side. A move on one takes it and those above it.
func (g playable) Board() (b playing.Board) {
	n := len(g.Position)
	if n == 0 || n > maxSticks || g.Position.Largest() > maxSticks {
		return b
	}
	b.How = "Press a stick: it goes, and all above it. " + map[Kind]string{
		Set: "Of equal heaps one stays. ", Stack: "Only the last heap can be reached. ", Queue: "What is left of the first heap goes to the back. ",
	}[g.Rules.Kind] + "Who takes the last stick wins."
	first, end := g.Rules.Reach(n)
	if g.Rules.Kind == Multiset && first > 0 {
		b.How = "Take sticks from a largest heap only. " + b.How
	}
	for i, heap := range g.Position {
		for left := range heap {
			c := playing.Cell{X: float64(i), Y: -float64(left), Kind: "stick"}
			if first <= i && i < end {
				c.To, c.Did = g.Rules.Kind.Reduce(nil, g.Position, i, left).String(), fmt.Sprintf("took %d from a heap of %d", heap-left, heap)
				if c.To == noHeaps {
					c.Did = "took the last stick"
				}
			}
			b.Cells = append(b.Cells, c)
		}
		b.Cells = append(b.Cells, playing.Cell{X: float64(i), Y: 1, Kind: "label", Text: strconv.FormatUint(heap, 10)})
	}
	return b
}

// longLine is how many characters of a line are enough: JSON has the winning moves that do not fit.
const longLine = 400

// An answer is the answer to a position. It is a single.Answer.
type answer struct {
	next   bool   // the next player wins
	value  uint64 // the Grundy value, if valued
	valued bool
	// winning is positions that winning moves lead to, and unlisted how many others
	// there are, if all; otherwise there may be any number of others.
	winning  []Position
	unlisted uint64
	all      bool
}

// Contents has the answer on one line:
//
//	P  value 0
//	N  value *  winning: 2,5,7 3,4,7 3,5,6
//	N  value unknown  winning: 1,3 and 998 more
//	N  value unknown  winning, among others: 2,2,2,1
//	{"verdict":"N","value":"1","winning":["2,5,7","3,4,7","3,5,6"],"unlisted":"0"}
//
// On the line the value is a nimber, * for the Grundy value 1 and *2 for 2, as a number 1 would be won by
// Left. In JSON it is the Grundy value in digits. A value that is not known is null, and so is the number of winning moves that
// are not listed.
func (a answer) Contents() single.Contents {
	return single.Contents{Lines: func(w *bufio.Writer) { fmt.Fprintln(w, a.line()) }, Value: a.object}
}

// object returns the answer for JSON.
func (a answer) object() any {
	object := struct {
		Verdict  string     `json:"verdict"`
		Value    *uint64    `json:"value,string"`
		Winning  []Position `json:"winning"`
		Unlisted *uint64    `json:"unlisted,string"`
	}{Verdict: outcomeOf(a.next), Winning: append([]Position{}, a.winning...)}
	if a.valued {
		object.Value = &a.value
	}
	if a.all {
		object.Unlisted = &a.unlisted
	}
	return object
}

// line returns the answer on one line, which is not ended.
func (a answer) line() string {
	var line strings.Builder
	value := "unknown"
	if a.valued {
		value = kit.Nimber(a.value)
	}
	line.WriteString(outcomeOf(a.next) + "  value " + value)
	if a.next {
		line.WriteString("  winning")
		if !a.all {
			line.WriteString(", among others")
		}
		line.WriteString(":")
		more := a.unlisted
		for i, p := range a.winning {
			if i > 0 && line.Len() > longLine {
				more = ints.SaturatingAdd(more, uint64(len(a.winning)-i))
				break
			}
			line.WriteString(" " + p.String())
		}
		if more > 0 && a.all {
			fmt.Fprintf(&line, " and %d more", more)
		}
	}
	return line.String()
}
