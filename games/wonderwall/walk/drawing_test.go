package walk

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"enumerate/internal/svg"
)

var update = flag.Bool("update", false, "write the drawing of docs/papers/walk.md")

// The drawing in docs/papers/walk.md shows the choices of a player as a table of wonderwalls (down) and ninjas (right).
const (
	cell    = 40
	keyLine = 22
)

// The walk builds a game as a string, the list of the players' choices. It drops the game if the list is smaller in
// another numbering of the players. A start is such a numbering, and is compared with the string choice by choice. A
// fate is the result of this comparison for one possible choice of a player.
type fate struct {
	name, letter, color string
}

var (
	beats     = fate{"the start beats the string: the choice is struck", "×", svg.Vermillion}
	dropped   = fate{"the start is larger: it is dropped", "", svg.Paler}
	continues = fate{"they tie: the start continues with this choice as its tag", "=", svg.Cream}
	splits    = fate{"they tie, and the start needs q's choice: it is split again", "y", svg.Pale}
	ties      = fate{"they tie: the start continues with this choice as its tag, too", "=", svg.Cream}
)

func drawChoices(c *svg.Canvas, corner svg.Point, players, v int, title string, of func(choice) (fate, bool), key ...fate) {
	c.Write(svg.Text{Text: title, At: corner})
	top := corner.Down(28)
	for label := range players {
		if label == v {
			continue
		}
		place := float64(label)
		if label > v {
			place--
		}
		c.Write(svg.Text{Text: fmt.Sprint(label), At: top.Right(cell*(place+1.5) - 1), Anchor: "middle"})
		c.Write(svg.Text{Text: fmt.Sprint(label), At: top.Down(cell*(place+0.5) + 13).Right(cell * 0.6), Anchor: "middle"})
	}
	for a := range uint8(players) {
		for b := range uint8(players) {
			x, y := float64(b), float64(a)
			if int(b) > v {
				x--
			}
			if int(a) > v {
				y--
			}
			if f, ok := of(choice{a, b}); ok {
				at := top.Down(cell*y + 14).Right(cell * (x + 1))
				c.Rectangle(at, cell-2, cell-2, svg.Style{Fill: f.color})
				c.Write(svg.Text{Text: f.letter, At: at.Plus(svg.At(cell/2-1, cell/2-1)), Anchor: "middle"})
			}
		}
	}
	for i, f := range key {
		at := top.Down(cell*float64(players-1) + 32 + keyLine*float64(i))
		c.Rectangle(at.Right(cell), 16, 16, svg.Style{Fill: f.color})
		c.Write(svg.Text{Text: f.letter, At: at.Plus(svg.At(cell+8, 8)), Anchor: "middle"})
		c.Write(svg.Text{Text: f.name, At: at.Plus(svg.At(cell+24, 8))})
	}
}

// drawNode draws two tables for one node of the walk of six players, at which players 0, 1 and 2 have chosen as `path`
// says, and the last three players o, p and q have not. The walk compares the list of these choices, the string, with
// the same list in another numbering of the players, in which p is the first player. Such a numbering is called a
// [start]. The left table shows for each choice of p which of the two lists is smaller. The right table shows the same
// for each choice of o, if p chooses (3, 0).
func drawNode(t *testing.T) []byte {
	const players, o, p = 6, 3, 4
	path := []byte{1 | 2<<4, 3 | 0<<4, 1 | 4<<4} // for each player, the wonderwall and 16 times the ninja

	// The walk drops a game if its list of choices is smaller in another numbering of the players. The function `at`
	// replays the choices of `path`, and tries only one other numbering, in which p is the first player. p has not
	// chosen yet; the argument `xs` returns the set of choices (a mask) that p may still make. `at` also reports
	// whether the walk keeps the game for at least one of these choices.
	at := func(xs func(*bulk1) mask1) (*walker, *bulk1, bool) {
		w := newBulkWalker(players)
		bulk := w.bulk.(*bulk1)
		w.waits = [16][]start{0: {begin(p)}}
		bulk.p = xs(bulk)
		return w, bulk, w.replay(path)
	}

	w, bulk, ok := at(func(b *bulk1) mask1 { return b.p })
	if !ok {
		t.Fatalf("a start beats %v", path)
	}

	c := svg.Canvas{
		Title:       "A tagged start and its masks",
		Description: "Two tables of choices. Left: what the start at p says of each choice of p. Right: what it says of each choice of o once it has a tag.",
	}

	valid := func(c choice, v uint8) bool { return c.wonderwall != c.ninja && c.wonderwall != v && c.ninja != v }

	drawChoices(&c, svg.At(svg.Margin, svg.Margin), players, p, "The start at p = 4, by p's choice x", func(x choice) (fate, bool) {
		place := bulk.place[1][x.wonderwall<<4|x.ninja]
		_, alone, left := at(func(*bulk1) mask1 { return mask1{}.with(place) })
		switch {
		case !left:
			return beats, valid(x, p)
		case len(alone.strikes) > 0: // for certain choices of q, but for every choice of o
			return splits, valid(x, p)
		case len(alone.log) > 0:
			return continues, valid(x, p)
		}
		return dropped, valid(x, p)
	}, beats, continues, splits, dropped)

	const k = 1
	s, labelCount := begin(p).read(choice{3, 0}, 1)
	struck, tied := bulk.compareAll(s.labels, s.players, k, labelCount, o)
	z := bulk.choosable[w.labelCount[o]]
	drawChoices(&c, svg.At(svg.Margin+440, svg.Margin), players, o, fmt.Sprintf("With the tag x = (3, 0), by o's choice z, in row %d", k), func(c choice) (fate, bool) {
		place := bulk.place[0][c.wonderwall<<4|c.ninja]
		switch {
		case !valid(c, o) || !z.has(place):
			return fate{}, false
		case struck.has(place):
			return beats, true
		case tied.has(place):
			return ties, true
		}
		return dropped, true
	}, beats, ties, dropped)
	return c.SVG()
}

func TestDocsDrawATaggedStart(t *testing.T) {
	got := drawNode(t)
	path := filepath.Join("..", "..", "..", "docs", "pictures", "walk-masks.svg")
	if *update {
		if err := os.WriteFile(path, got, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s is not the drawing of the start at p; -update writes that", path)
	}
}

// TestDocsCountTheNodes counts the prefixes of n-3 choices, whose number docs/papers/walk.md gives for 9 players.
func TestDocsCountTheNodes(t *testing.T) {
	const players, want = 9, 299_218
	nodes := 0
	newWalker(players).descend(0, players-3, func() bool { nodes++; return true })
	if nodes != want {
		t.Errorf("n=%d has %d nodes, docs/papers/walk.md says %d", players, nodes, want)
	}
}
