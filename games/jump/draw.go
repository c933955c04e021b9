package jump

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"enumerate/games/jump/race"
	"enumerate/internal/svg"
)

// maxDrawn is the most rows and columns of a board that is drawn.
const maxDrawn = 40

// side is the width of a tile in a picture, in pixels.
const side = 40

// draw writes a picture of the board: lengths, the goal framed twice, the players
// on their starts, four at most on a tile, and the winner's path. If nobody wins, the tiles
// that players can reach are shaded: none of them leads to the goal. It writes nothing and
// reports an error if the board is too large, or if the context ends.
func (g game) draw(ctx context.Context, w io.Writer, format string) error {
	if err := g.Board.Validate(g.Starts); err != nil {
		return err
	}
	rows, columns := g.Board.Rows, g.Board.Columns
	if rows > maxDrawn || columns > maxDrawn {
		return fmt.Errorf("a drawing takes at most %d rows and %d columns, this board has %d and %d", maxDrawn, maxDrawn, rows, columns)
	}
	var solver race.Solver
	result, err := solver.Solve(ctx, g.Board, g.Starts, g.Rules)
	if err != nil {
		return err
	}

	caption := "no winner"
	if result.Winner != race.None {
		caption = fmt.Sprintf("%s wins in round %d", playerName(result.Winner), result.Round)
	}
	c := svg.Canvas{Title: fmt.Sprintf("Board %d x %d, players %d: %s", rows, columns, len(g.Starts), caption)}
	top := c.Head()
	corner := func(tile int) svg.Point {
		return top.Plus(svg.At(float64(tile%columns), float64(tile/columns)).Times(side))
	}
	var path []int32
	shaded := solver.Reached()
	if result.Winner != race.None {
		path = solver.Path()
		shaded = path
	}
	for tile := range g.Board.Lengths {
		fill := svg.White
		if slices.Contains(shaded, int32(tile)) {
			fill = svg.Cream
		}
		c.Rectangle(corner(tile), side, side, svg.Style{Fill: fill, Stroke: svg.Gray})
	}
	c.Rectangle(corner(int(g.Board.Goal())).Plus(svg.At(3, 3)), side-6, side-6, svg.Style{Stroke: svg.Ink, Width: 2})
	if len(path) > 1 {
		points := make([]svg.Point, len(path))
		for i, tile := range path {
			points[i] = corner(int(tile)).Plus(svg.At(side/2, side/2))
		}
		c.Polyline(points, svg.Style{Stroke: svg.Vermillion, Width: 3, Opacity: 0.6})
	}
	players := make(map[int32][]string) // by the tiles where they start
	for player, tile := range g.Starts {
		players[tile] = append(players[tile], playerName(player))
	}
	for tile, length := range g.Board.Lengths {
		text := fmt.Sprint(length)
		c.Write(svg.Text{Text: text, At: corner(tile).Plus(svg.At(side/2, side/2)), Anchor: "middle", Size: min(16, side/svg.TextWidth(text))})
		names := players[int32(tile)]
		if len(names) == 0 {
			continue
		}
		if len(names) > 4 {
			names = append(names[:3], "…")
		}
		text = strings.Join(names, " ")
		c.Write(svg.Text{
			Text: text, At: corner(tile).Plus(svg.At(3, 8)),
			Bold: true, Color: svg.Blue, Size: min(11, (side-6)/(svg.BoldWidth*svg.TextWidth(text))),
		})
	}
	return c.Encode(ctx, w, format)
}
