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

// A game is a position and the rules by which it is played.
type game struct {
	Rules    *Rules
	Position Position
}

const lineFormat = "line"

func (g game) Contents() single.Contents {
	return single.Contents{Others: []single.Format{{Name: lineFormat, Write: func(w io.Writer) error {
		_, err := w.Write(append(g.Position.append(nil), '\n'))
		return err
	}}}}
}

// maxMoves limits the positions that can be played: the number of moves times the number of heaps must not exceed it.
const maxMoves = 1_000_000

// playable returns the position with Left to move, or false if it has too many moves to list them.
func (g game) playable() (playing.Position, bool) {
	begin := playable{game: g, side: playing.Left, tower: g.Rules.Kind == Stack && rowsOf(g.Position) <= maxTower}
	if g.Rules.Kind.sorted() {
		begin.places = g.Position
	}
	return begin, ints.SaturatingMul(g.Rules.moves(g.Position), uint64(len(g.Position))) <= maxMoves
}

// maxTower is the largest height of a tower of heaps that is drawn as one: the sticks, and a gap between two heaps.
const maxTower = 20

// rowsOf returns the height of a tower: a row for each stick and for a gap after each heap.
func rowsOf(p Position) (rows uint64) {
	for _, heap := range p {
		rows = ints.SaturatingAdd(rows, ints.SaturatingAdd(heap, 1))
	}
	return rows
}

// A playable is a position whose moves can be listed, and the side that moves.
type playable struct {
	game
	side int
	// places has the heaps of a Multiset or a Set in the order in which they stood at the beginning of a play, with 0
	// for each heap that is gone. So a move changes only one heap of the drawing, although the position is sorted
	// again.
	places Position
	tower  bool // the heaps of a Stack are drawn on one another
}

func (g playable) String() string { return g.Position.String() }

func (g playable) Side() int { return g.side }

// Moves returns the positions after one move, without duplicates, in the order of the heap that is reduced, and for
// each heap the move that takes most sticks first.
func (g playable) Moves() []playing.Position {
	var list []playing.Position
	g.Rules.eachMove(g.Position, make(Position, len(g.Position)), func(p Position) bool {
		next := playable{game: game{g.Rules, slices.Clone(p)}, side: playing.Right - g.side, tower: g.tower}
		if g.places != nil {
			next.places = inPlace(g.places, g.Position, p)
		}
		list = append(list, next)
		return true
	})
	return list
}

// Best returns the move that the program plays, as an index into the list of Moves, and the side that wins if both play
// well. The program plays the first known winning move or else the last move, which takes few sticks.
func (g playable) Best(ctx context.Context) (move, winner int, err error) {
	a, err := g.solve(ctx, single.How{}, 1)
	if err != nil {
		return 0, playing.NoSide, err
	}

	number, found := 0, -1
	g.Rules.eachMove(g.Position, make(Position, len(g.Position)), func(option Position) bool {
		if a.nextWins && slices.Equal(option, a.winning[0]) {
			found = number
		}
		number++
		return found < 0
	})

	if !a.nextWins {
		return number - 1, playing.Right - g.side, nil
	}
	return found, g.side, nil
}

// Value returns the Grundy value as a nimber, or nothing if it is not known.
func (g playable) Value(ctx context.Context) (string, error) {
	a, err := g.solve(ctx, single.How{}, 1)
	if err != nil || !a.valued {
		return "", err
	}
	return kit.Nimber(a.value), nil
}

func (g playable) Ending() (winner int, how string) { return playing.Right - g.side, "" }

// inPlace returns the heaps after the move from the position `from` to the position `to`, in the order of `places`, the
// heaps as they are drawn. So drawn heaps do not move. The heap that the move reduces keeps its place, and is 0 if it
// is gone.
func inPlace(places, from, to Position) Position {
	reduced, size := changed(from, to)
	places = slices.Clone(places)
	places[slices.Index(places, reduced)] = size
	return places
}

// changed compares the positions before and after a move, whose heaps ascend. It returns the size of the heap that the
// move reduces, and its size after the move: 0 if the heap is gone.
func changed(from, to Position) (before, after uint64) {
	i, j := 0, 0
	for i < len(from) || j < len(to) {
		switch {
		case i < len(from) && j < len(to) && from[i] == to[j]:
			i++
			j++
		case j == len(to) || i < len(from) && from[i] < to[j]:
			before = from[i]
			i++
		default:
			after = to[j]
			j++
		}
	}
	return before, after
}

// Board returns the position as a board to play on, with a cell for each stick. Pressing a stick takes this stick and
// those above it. The board is empty if there are too many heaps or sticks to be drawn.
func (g playable) Board() (b playing.Board) {
	n := len(g.Position)
	if n == 0 || n > maxSticks || g.Position.Largest() > maxSticks {
		return b
	}
	b.How = "Press a stick to take it and all sticks above it. " + map[Kind]string{
		Set: "Of equal heaps one stays. ", Stack: "Only the last heap can be reached. ", Queue: "What is left of the first heap goes to the back. ",
	}[g.Rules.Kind] + "Whoever takes the last stick wins."

	first, end := g.Rules.Reach(n)
	if g.Rules.Kind == Multiset && first > 0 {
		b.How = "Take sticks from a largest heap only. " + b.How
	}
	if g.tower {
		b.How = strings.Replace(b.How, "the last heap", "the top heap", 1)
	}

	places, ground := g.Position, 0.0
	if g.places != nil {
		places = g.places
	}

	for i, heap := range places {
		if heap == 0 {
			continue
		}
		at := i // the index of the heap in the position
		if g.places != nil {
			at = lastIndex(g.Position, heap)
		}

		corner := playing.Cell{X: float64(i)}
		if g.tower {
			corner = playing.Cell{Y: -ground}
			ground += float64(heap) + 0.5
		}

		for left := range heap {
			c := playing.Cell{X: corner.X, Y: corner.Y - float64(left), Kind: "stick"}
			if first <= at && at < end {
				c.To, c.Did = g.Rules.Kind.Reduce(nil, g.Position, at, left).String(), fmt.Sprintf("took %d from a heap of %d", heap-left, heap)
				if c.To == noHeaps {
					c.Did = "took the last stick"
				}
			}
			b.Cells = append(b.Cells, c)
		}

		label := playing.Cell{X: corner.X, Y: 1, Kind: "label", Text: strconv.FormatUint(heap, 10)}
		if g.tower {
			label.X, label.Y = 1, corner.Y-float64(heap-1)/2
		}
		b.Cells = append(b.Cells, label)
	}

	if g.Rules.Kind == Queue && n > 1 {
		b.Cells = append(b.Cells,
			playing.Cell{X: 0, Y: 2, Kind: "label", Text: "first"},
			playing.Cell{X: float64(n - 1), Y: 2, Kind: "label", Text: "back"})
	}
	return b
}

func lastIndex(p Position, size uint64) int {
	for i := len(p) - 1; i >= 0; i-- {
		if p[i] == size {
			return i
		}
	}
	return -1
}

// longLine is the number of characters after which line lists no more winning moves. JSON also has the moves that line
// leaves out.
const longLine = 400

type answer struct {
	nextWins bool   // whether the next player wins
	value    uint64 // the Grundy value, if valued is set
	valued   bool
	// winning lists positions that winning moves lead to, but not always all such positions. If the field all is set,
	// the field unlistedMoves is the number of winning moves that are not listed; otherwise this number is unknown.
	winning       []Position
	unlistedMoves uint64
	all           bool
}

// Contents returns the answer as one line of text, such as the first four lines here, or as JSON, such as the last
// line:
//
//	P  value 0
//	N  value *  winning: 2,5,7 3,4,7 3,5,6
//	N  value unknown  winning: 1,3 and 998 more
//	N  value unknown  winning, among others: 2,2,2,1
//	{"verdict":"N","value":"1","winning":["2,5,7","3,4,7","3,5,6"],"unlisted":"0"}
//
// In a line of text the value is a nimber, * for the Grundy value 1, because the number 1 is another game, in which
// Left wins. The JSON has null for a value that is not known, and for an unknown number of unlisted winning moves.
func (a answer) Contents() single.Contents {
	return single.Contents{Lines: func(w *bufio.Writer) { fmt.Fprintln(w, a.line()) }, Value: a.object}
}

// object returns the answer for JSON. The value is null if it is not known, and so is the number of unlisted winning
// moves, which is known if a.all is set.
func (a answer) object() any {
	object := struct {
		Verdict  string     `json:"verdict"`
		Value    *uint64    `json:"value,string"`
		Winning  []Position `json:"winning"`
		Unlisted *uint64    `json:"unlisted,string"`
	}{Verdict: outcomeOf(a.nextWins), Winning: append([]Position{}, a.winning...)}
	if a.valued {
		object.Value = &a.value
	}
	if a.all {
		object.Unlisted = &a.unlistedMoves
	}
	return object
}

func (a answer) line() string {
	var line strings.Builder
	value := "unknown"
	if a.valued {
		value = kit.Nimber(a.value)
	}
	line.WriteString(outcomeOf(a.nextWins) + "  value " + value)

	if a.nextWins {
		line.WriteString("  winning")
		if !a.all {
			line.WriteString(", among others")
		}
		line.WriteString(":")
		more := a.unlistedMoves
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
