package partial

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"
	"testing"

	"enumerate/internal/layers"
	"enumerate/internal/svg"
)

// The pictures of docs/papers/count.md show the layers of a count from top to bottom. A layer has the states after
// equally many choices. Each state is a box, with a Hasse diagram for each closure (partial order) of the state. These
// constants are lengths in pixels.
const (
	radius = 10 // of a player
	column = 30 // between the chains of a closure
	rank   = 32 // between the players of a chain
	inset  = 14 // between the edge of a box and its content
	gap    = 64 // between boxes
	below  = 88 // between layers
	line   = 17 // the height of a line of text
	letter = 7  // the greatest width of a letter
)

// A box is a drawn state.
type box struct {
	state
	weight, completions uint64
	asked               int    // the player who chooses next, -1 in the last layer
	dead                uint64 // the number of choices of this player that lead to no state
	arrows              []arrow
	columns             []int // the number of columns of each closure

	x, top, width, height int // x is in the middle
}

// An arrow leads to a box of the next layer.
type arrow struct {
	to                int // the index of the box in its layer
	choices, children uint64
}

func boxesOf(t testing.TB, g Games, last int) [][]*box {
	t.Helper()
	all := layersOf(t, g, last)
	boxes := make([][]*box, len(all))
	expander, completer := g.NewExpander(), g.NewCompleter()
	for k, layer := range all {
		for _, key := range layer.keys() {
			b := &box{weight: layer[key].Lo, asked: -1}
			err := g.decode([]byte(key), &b.state)
			if err == nil {
				b.completions, err = completer.Count([]byte(key))
			}
			if err == nil && k < last {
				b.asked, _ = g.chooser(&b.state)
				next := all[k+1].keys()
				var dead layers.Weight
				dead, err = expander.Expand([]byte(key), layers.Weight{Lo: 1}, func(key []byte, w layers.Weight) error {
					to, _ := slices.BinarySearch(next, string(key))
					b.point(to, w.Lo)
					return nil
				})
				b.dead = dead.Lo
			}
			if err != nil {
				t.Fatal(err)
			}
			b.measure(g.players)
			boxes[k] = append(boxes[k], b)
		}
	}
	return boxes
}

// point notes that `choices` choices lead from the state in box b to a state in box number `to` of the next layer. It
// adds them to the arrow from b to that box, and makes the arrow if there is none.
func (b *box) point(to int, choices uint64) {
	i := slices.IndexFunc(b.arrows, func(a arrow) bool { return a.to == to })
	if i < 0 {
		i = len(b.arrows)
		b.arrows = append(b.arrows, arrow{to: to})
	}
	b.arrows[i].choices += choices
	b.arrows[i].children++
}

func (b *box) measure(players int) {
	wide, high := -column, 1
	for i := range b.frontier {
		places := hasse(&b.frontier[i], players)
		columns := 1
		for _, p := range places {
			columns, high = max(columns, p.column+1), max(high, p.rank+1)
		}
		b.columns = append(b.columns, columns)
		wide += columns*column + column - (column - 2*radius)
	}
	b.width = (max(wide, letter*len(b.words())) + 2*inset + 7) &^ 7 // so that middles are whole
	b.height = 3*inset + 2*line + 2*radius + (high-1)*rank
}

func (b *box) words() string { return counted(b.completions, "completion") + " each" }

type place struct{ column, rank int }

// hasse places the players of a closure for its diagram. The longest chain is the first column, the longest chain of
// the remaining players is the next column, and so on. A player stands as low as its predecessors allow, or next to its
// successors if it has none. Players without relations come last.
func hasse(c *closure, players int) []place {
	places := make([]place, players)
	columns := 0
	left := uint16(0)
	for v := range players {
		if c.Forth.Row(v)|c.Back.Row(v) != 0 {
			left |= 1 << v
		}
	}
	for placed := uint16(0); left != 0; columns++ {
		for _, v := range longestChain(c, left) {
			p := place{column: columns}
			for set := c.Back.Row(v) & placed; set != 0; set &= set - 1 {
				p.rank = max(p.rank, places[bits.TrailingZeros16(set)].rank+1)
			}
			if set := c.Forth.Row(v) & placed; set != 0 && c.Back.Row(v) == 0 {
				for p.rank = players; set != 0; set &= set - 1 {
					p.rank = min(p.rank, places[bits.TrailingZeros16(set)].rank-1)
				}
			}
			places[v] = p
			placed |= 1 << v
		}
		left &^= placed
	}
	for v := range players {
		if c.Forth.Row(v)|c.Back.Row(v) == 0 {
			places[v] = place{column: columns}
			columns++
		}
	}
	return places
}

// longestChain returns a longest chain of a closure within a set of players.
func longestChain(c *closure, set uint16) (longest []int) {
	for rest := set; rest != 0; rest &= rest - 1 {
		v := bits.TrailingZeros16(rest)
		if chain := longestChain(c, set&c.Forth.Row(v)); len(chain) >= len(longest) {
			longest = append([]int{v}, chain...)
		}
	}
	return longest
}

type drawing struct{ svg.Canvas }

func at(x, y int) svg.Point { return svg.At(float64(x), float64(y)) }

// text writes words on a line whose middle is at height y. The anchor says whether x is their start or their middle.
func (d *drawing) text(x, y int, anchor, words string, bold bool) {
	d.Write(svg.Text{Text: words, At: at(x, y), Anchor: anchor, Bold: bold})
}

// player draws a player as a disc: filled if it has chosen, with a ring if it chooses next.
func (d *drawing) player(x, y int, chosen, asked bool, label string) {
	fill, ink := svg.White, svg.Ink
	if chosen {
		fill, ink = ink, fill
	}
	d.Disk(at(x, y), radius, svg.Style{Fill: fill, Stroke: svg.Ink, Width: 1.4})
	if asked {
		d.Disk(at(x, y), radius+3, svg.Style{Stroke: svg.Ink, Width: 1.4})
	}
	d.Write(svg.Text{Text: label, At: at(x, y), Anchor: "middle", Color: ink})
}

// diagram draws the Hasse diagram of a closure. The players who stand first are at the bottom.
func (d *drawing) diagram(b *box, c *closure, players, left int) {
	places := hasse(c, players)
	place := func(v int) (x, y int) {
		return left + radius + places[v].column*column, b.top + b.height - inset - radius - places[v].rank*rank
	}
	for u := range players {
		for v := range players {
			if c.Forth.Has(u, v) && c.Forth.Row(u)&c.Back.Row(v) == 0 { // no player is between
				x1, y1 := place(u)
				x2, y2 := place(v)
				d.Line(at(x1, y1), at(x2, y2), svg.Style{Width: 1.4})
			}
		}
	}
	for v := range players {
		x, y := place(v)
		d.player(x, y, b.choosers>>v&1 == 0, v == b.asked, fmt.Sprint(v))
	}
}

// box draws a state, and to its right the number of choices that lead to no state.
func (d *drawing) box(b *box, players int) {
	d.Rectangle(at(b.x-b.width/2, b.top), float64(b.width), float64(b.height), svg.Style{Fill: svg.White, Stroke: svg.Ink, Width: 1.4, Round: 8})
	d.text(b.x, b.top+inset+2, "middle", "weight "+grouped(b.weight), true)
	d.text(b.x, b.top+inset+2+line, "middle", b.words(), false)
	wide := -column
	for _, columns := range b.columns {
		wide += 2*radius + columns*column
	}
	left := b.x - wide/2
	for i, columns := range b.columns {
		d.diagram(b, &b.frontier[i], players, left)
		left += 2*radius + columns*column
	}
	if b.dead > 0 {
		x, y := b.x+b.width/2, b.top+b.height/2
		d.Line(at(x, y), at(x+24, y), svg.Style{Width: 1.4, Dashed: true})
		d.Line(at(x+24, y-5), at(x+34, y+5), svg.Style{Width: 1.4})
		d.Line(at(x+34, y-5), at(x+24, y+5), svg.Style{Width: 1.4})
		d.text(x+24, y+18, "middle", fmt.Sprintf("%d die", b.dead), false)
	}
}

// arrow draws an arrow from one box to another. Its text stands on the side with more room.
func (d *drawing) arrow(a arrow, x1, y1, x2, y2 int, spreads bool) {
	d.Arrow(at(x1, y1), at((x1+x2)/2, (y1+y2)/2), at(x2, y2), svg.Style{Width: 1.4})
	text := counted(a.choices, "choice")
	if a.choices > 1 {
		text += ", " + counted(a.children, "child")
	}
	share := 40
	if spreads {
		share = 75
	}
	x, y := x1+(x2-x1)*share/100, y1+(y2-y1)*share/100
	words := svg.Text{Text: text, At: at(x, y-5), Anchor: "middle"}
	d.Rectangle(words.Corners()[0], words.Width(), svg.LineHeight, svg.Style{Fill: svg.White})
	d.Write(words)
}

// sums returns the lines of text below a layer: its weights, and the games that its states lead to.
func sums(k int, before, layer []*box, choices uint64) []string {
	var alive, died, from, solvable uint64
	var weights, deaths, games []string
	for _, b := range layer {
		alive += b.weight
		solvable += b.weight * b.completions
		weights = append(weights, grouped(b.weight))
		games = append(games, grouped(b.weight)+"·"+grouped(b.completions))
	}
	for _, b := range before {
		from += b.weight
		if b.dead > 0 {
			died += b.weight * b.dead
			deaths = append(deaths, grouped(b.weight)+"·"+grouped(b.dead))
		}
	}
	lines := []string{fmt.Sprintf("layer %d: %s", k, counted(uint64(len(layer)), "state")), "alive " + sum(weights, alive)}
	if k > 0 {
		lines = append(lines, "died "+sum(deaths, died),
			fmt.Sprintf("%s + %s = %s·%d", grouped(alive), grouped(died), grouped(from), choices))
	}
	return append(lines, "solvable "+sum(games, solvable))
}

// sum returns a sum with its terms, such as "6 + 12 = 18".
func sum(terms []string, is uint64) string {
	words := strings.Join(terms, " + ")
	if words == "" || words == grouped(is) {
		return grouped(is)
	}
	return words + " = " + grouped(is)
}

func draw(g Games, all [][]*box) []byte {
	wide := 0
	widths := make([]int, len(all))
	for k, layer := range all {
		widths[k] = len(layer) * gap
		for _, b := range layer {
			widths[k] += b.width
		}
		wide = max(wide, widths[k])
	}
	top := 64
	for k, layer := range all {
		high := 0
		left := inset + (wide-widths[k])/2
		for _, b := range layer {
			b.x, b.top = left+b.width/2, top
			left += b.width + gap
			high = max(high, b.height)
		}
		for _, b := range layer {
			b.height = high
		}
		top += high + below
	}

	d := drawing{svg.Canvas{Title: fmt.Sprintf("Layers of partial games of %d players", g.players)}}
	for k, layer := range all {
		for i, b := range layer {
			slices.SortFunc(b.arrows, func(a, b arrow) int { return a.to - b.to })
			for j, a := range b.arrows {
				to := all[k+1][a.to]
				d.arrow(a, b.x+(2*j+1-len(b.arrows))*12, b.top+b.height, to.x+(2*i+1-len(layer))*12, to.top, len(b.arrows) > 1)
			}
			d.box(b, g.players)
		}
		var before []*box
		if k > 0 {
			before = all[k-1]
		}
		for i, words := range sums(k, before, layer, g.Choices(0)) {
			d.text(inset+wide, layer[0].top+(i+1)*line-4, "", words, i == 0)
		}
	}
	x := inset + radius + 3
	for i, words := range []string{"has chosen", "has still to choose", "is asked next"} {
		d.player(x, 30, i == 0, i == 2, "")
		d.text(x+20, 30, "", words, false)
		x += 50 + letter*len(words)
	}
	d.text(x, 30, "", "lower players stand before upper ones, or all the other way round", false)
	return d.SVG()
}

func counted(number uint64, thing string) string {
	switch {
	case number == 1:
	case thing == "child":
		thing = "children"
	default:
		thing += "s"
	}
	return grouped(number) + " " + thing
}

func grouped(x uint64) string {
	if x < 1000 {
		return fmt.Sprint(x)
	}
	return fmt.Sprintf("%s,%03d", grouped(x/1000), x%1000)
}
