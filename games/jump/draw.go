package jump

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"enumerate/enum/single"
	"enumerate/games/jump/race"
	"enumerate/internal/lists"
	"enumerate/internal/rows"
	"enumerate/internal/svg"
)

const maxDrawn = 40

// side is the width of a tile, in pixels.
const side = 40

// draw draws on each tile the length of the jump from it, the goal with a double frame, the players on their starts,
// and the winner's jumps. It shades the winner's path or, if no player wins, all tiles that players can reach.
func (g game) draw(ctx context.Context, _ single.How) (single.Answer, error) {
	rows, columns := g.Board.Rows, g.Board.Columns
	if rows > maxDrawn || columns > maxDrawn {
		return nil, fmt.Errorf("%d by %d tiles are too many to draw: choose a board of at most %d by %[3]d", rows, columns, maxDrawn)
	}
	var solver race.Solver
	result, err := solver.Solve(ctx, g.Board, g.Starts, g.Rules)
	if err != nil {
		return nil, err
	}
	d := drawing{game: g, shadedTiles: make(map[int32]bool)}
	reached := solver.Reached()
	if result.Winner != race.None {
		d.path = solver.Path()
		reached = d.path
	}
	for _, tile := range reached {
		d.shadedTiles[tile] = true
	}
	d.picture(result)
	return &d.Canvas, nil
}

type drawing struct {
	svg.Canvas
	game        game
	path        []int32
	shadedTiles map[int32]bool
	corner      svg.Point // the upper left corner of the board
}

// picture draws the board, the winner's path and the players over each other, the shaded tiles first.
func (d *drawing) picture(result race.Result) {
	b := d.game.Board
	d.Title = fmt.Sprintf("Jump game, %d x %d tiles, %s: %s", b.Rows, b.Columns, rows.Counted(len(d.game.Starts), "player", "players"), d.outcome(result))
	d.Description = "winner: " + newWinner(result).String()
	if len(d.path) > 0 {
		d.Description += "  path: " + strings.Join(lists.Map(d.path, d.game.tileName), " ")
	}

	const numbers = 26 // the space for the numbers of the rows and columns
	d.corner = d.Head(d.legend()...).Plus(svg.At(numbers, numbers))

	for row := range b.Rows {
		d.Write(svg.Text{Text: strconv.Itoa(row), At: d.corner.Plus(svg.At(-8, (float64(row)+0.5)*side)), Anchor: "end", Color: svg.Gray})
	}
	for column := range b.Columns {
		d.Write(svg.Text{Text: strconv.Itoa(column), At: d.corner.Plus(svg.At((float64(column)+0.5)*side, -12)), Anchor: "middle", Color: svg.Gray})
	}

	for tile := range b.Lengths {
		fill := svg.White
		if d.shadedTiles[int32(tile)] {
			fill = svg.Cream
		}
		d.Rectangle(d.at(int32(tile)), side, side, svg.Style{Fill: fill, Stroke: svg.Gray})
	}

	d.Rectangle(d.at(b.Goal()).Plus(svg.At(3, 3)), side-6, side-6, svg.Style{Stroke: svg.Ink, Width: 2})

	for i := 1; i < len(d.path); i++ {
		d.jump(d.middle(d.path[i-1]), d.middle(d.path[i]), i == 1)
	}

	for tile, length := range b.Lengths {
		text := strconv.Itoa(int(length))
		d.Write(svg.Text{Text: text, At: d.middle(int32(tile)), Anchor: "middle", Size: min(16, side/svg.TextWidth(text))})
	}
	d.players()
}

func (d *drawing) outcome(result race.Result) string {
	switch {
	case result.Winner == race.None:
		return "no winner, nobody can come to the last tile"
	case len(d.path) == 1:
		return playerName(result.Winner) + " wins in round 0, on the last tile from the start"
	}
	return fmt.Sprintf("%s wins in round %d, and jumps first from %s to %s", playerName(result.Winner), result.Round, d.game.tileName(d.path[0]), d.game.tileName(d.path[1]))
}

func (d *drawing) at(tile int32) svg.Point {
	columns := d.game.Board.Columns
	return d.corner.Plus(svg.At(float64(int(tile)%columns), float64(int(tile)/columns)).Times(side))
}

func (d *drawing) middle(tile int32) svg.Point { return d.at(tile).Plus(svg.At(side/2, side/2)) }

// jump draws a jump of the winner as an arrow. The first jump is thick, later jumps are dashed. The arrow bends, so
// that it does not cover the numbers of the tiles between.
func (d *drawing) jump(from, to svg.Point, first bool) {
	const clear = 11 // the distance in pixels of both ends from the numbers in the middles of the tiles
	style := svg.Style{Stroke: svg.Vermillion, Width: 1.6, Dashed: true}
	if first {
		style = svg.Style{Stroke: svg.Vermillion, Width: 2.6}
	}
	// The point halfway, moved sideways by up to 24 pixels.
	sideways := from.Towards(to).QuarterTurn()
	bend := from.Plus(to).Times(0.5).Plus(sideways.Times(min(24, 8+to.Minus(from).Length()/8)))
	d.Arrow(from.Plus(from.Towards(bend).Times(clear)), bend, to.Plus(to.Towards(bend).Times(clear)), style)
}

// players writes into each tile the names of the players who start there. A tile has room for four.
func (d *drawing) players() {
	names := make(map[int32][]string)
	for player, tile := range d.game.Starts {
		names[tile] = append(names[tile], playerName(player))
	}
	for tile := range int32(len(d.game.Board.Lengths)) {
		written := names[tile]
		if len(written) > 4 {
			written = append(written[:3], "…")
		}
		if text := strings.Join(written, " "); text != "" {
			d.Write(startName(text, d.at(tile).Plus(svg.At(6, 11))))
		}
	}
}

func startName(names string, at svg.Point) svg.Text {
	return svg.Text{Text: names, At: at, Bold: true, Color: svg.Blue, Size: min(11, (side-12)/(svg.BoldWidth*svg.TextWidth(names)))}
}

// legend explains the marks that the picture has.
func (d *drawing) legend() []svg.Entry {
	const half = 8 // half of the side of a tile
	tile := func(at svg.Point, fill string) {
		d.Rectangle(at.Plus(svg.At(-half, -half)), 2*half, 2*half, svg.Style{Fill: fill, Stroke: svg.Gray})
	}

	entries := []svg.Entry{
		svg.Mark("a tile, and how far a jump from it goes", func(at svg.Point) {
			tile(at, svg.White)
			d.Write(svg.Text{Text: "2", At: at, Anchor: "middle"})
		}),
		svg.Mark("the last tile", func(at svg.Point) {
			tile(at, svg.White)
			d.Rectangle(at.Plus(svg.At(3-half, 3-half)), 2*half-6, 2*half-6, svg.Style{Stroke: svg.Ink, Width: 2})
		}),
		svg.Mark("a player starts there", func(at svg.Point) { d.Write(startName("A", at.Right(-4))) }),
	}

	arrow := func(first bool) func(from, to svg.Point) {
		return func(from, to svg.Point) { d.jump(from.Right(-8), to.Right(8), first) }
	}
	if len(d.path) == 0 {
		return append(entries, svg.Mark("a tile that a player can reach", func(at svg.Point) { tile(at, svg.Cream) }))
	}

	entries = append(entries, svg.Mark("a tile of the winner's path", func(at svg.Point) { tile(at, svg.Cream) }))
	if len(d.path) > 1 {
		entries = append(entries, svg.Entry{Width: 40, Text: "the winner's first jump", Draw: arrow(true)})
	}
	if len(d.path) > 2 {
		entries = append(entries, svg.Entry{Width: 40, Text: "its later jumps", Draw: arrow(false)})
	}
	return entries
}
