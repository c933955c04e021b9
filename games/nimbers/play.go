package nimbers

import (
	"context"
	"fmt"
	"strconv"

	"enumerate/enum/kit"
	"enumerate/enum/playing"
	"enumerate/games/nimbers/dag"
)

// The type chips is a position of the game, and a playing.Position: the DAG, the two vertices that have a chip, and the
// side that moves.
type chips struct {
	dag     *dag.DAG
	nimbers []int
	at      [2]int
	side    int
}

func (g game) playable() (playing.Position, bool) {
	return chips{g.dag, g.dag.Nimbers(), [2]int{0, 1}, playing.Left}, true
}

// String returns the vertices of the chips, the first chip's first: "3,2".
func (c chips) String() string { return fmt.Sprintf("%d,%d", c.at[0]+1, c.at[1]+1) }

func (c chips) Side() int { return c.side }

// Moves returns the positions after a push of the first chip, in the order of the vertices, and then those after a push
// of the second chip, unless both chips are on one vertex.
func (c chips) Moves() []playing.Position {
	var list []playing.Position
	for chip, at := range c.at {
		if chip == 1 && at == c.at[0] {
			break
		}
		for _, to := range c.dag.Out(at) {
			next := c
			next.at[chip], next.side = to, playing.Right-c.side
			list = append(list, next)
		}
	}
	return list
}

// value returns the Grundy value of the position: the exclusive or of the nimbers, as for two heaps of Nim.
func (c chips) value() int { return c.nimbers[c.at[0]] ^ c.nimbers[c.at[1]] }

// Best returns a best move of the side to move, as an index into Moves, and the side that wins if both play well. The
// first move to a position of Grundy value 0 wins. If there is none, Best returns the first move, or -1 if no move is
// possible.
func (c chips) Best(context.Context) (move, winner int, err error) {
	moves := c.Moves()
	if len(moves) == 0 {
		return -1, playing.Right - c.side, nil
	}
	for i, m := range moves {
		if m.(chips).value() == 0 {
			return i, c.side, nil
		}
	}
	return 0, playing.Right - c.side, nil
}

func (c chips) Value(context.Context) (string, error) { return kit.Nimber(uint64(c.value())), nil }

func (c chips) Ending() (winner int, how string) { return playing.Right - c.side, "" }

// Board returns the position as a board for the page on which people play: the vertices in a row such that all arcs
// lead to the right, with a ring for each place to which a chip may be pushed. It is empty if the DAG is too large to
// be drawn.
func (c chips) Board() (b playing.Board) {
	n := c.dag.Vertices()
	if n > maxDrawn || c.dag.Arcs() > maxArcs {
		return b
	}

	b.How = "Push either chip along an arrow: press a ring of the colour of this chip. Whoever cannot push a chip loses."
	b.Cells = make([]playing.Cell, n)
	for i, v := range c.dag.Order() {
		b.Cells[v] = playing.Cell{X: 1.5 * float64(n-1-i), Kind: "round"}
	}
	for v, c := range b.Cells {
		b.Cells = append(b.Cells, playing.Cell{X: c.X, Y: 0.75, Text: strconv.Itoa(v + 1), Kind: "label"})
	}
	for a := range c.dag.All() {
		b.Arrows = append(b.Arrows, [2]int{a.From, a.To})
	}

	on := make([][]playing.Cell, n) // on[v] has the tokens on vertex v
	for chip, at := range c.at {
		on[at] = append(on[at], playing.Cell{Kind: [...]string{"left token", "right token"}[chip]})
	}
	for _, m := range c.Moves() {
		for chip, to := range m.(chips).at {
			if to != c.at[chip] {
				on[to] = append(on[to], playing.Cell{Kind: [...]string{"lefts token", "rights token"}[chip], To: m.String(), Did: fmt.Sprintf("pushed the %s chip from %d to %d", [...]string{"blue", "red"}[chip], c.at[chip]+1, to+1)})
			}
		}
	}

	// Tokens on one vertex are side by side.
	for v, tokens := range on {
		for i, token := range tokens {
			token.X = b.Cells[v].X + 0.46*(float64(i)-float64(len(tokens)-1)/2)
			b.Cells = append(b.Cells, token)
		}
	}
	return b
}
