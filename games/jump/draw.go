package jump

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"

	"enumerate/games/jump/race"
)

// MaxDrawn is the most rows and columns of a board that is drawn.
const MaxDrawn = 40

// Measures of a picture, in pixels.
const (
	side   = 40 // of a tile
	margin = 20
	footer = 30
)

// Draw writes a picture of the board as SVG, with a title: lengths, the goal framed twice, the players
// on their starts, and the winner's path. If nobody wins, the tiles that players can
// reach are shaded: none of them leads to the goal. It writes nothing and reports an
// error if the board is too large, or if the context ends.
func (g Game) Draw(ctx context.Context, w io.Writer, format string) error {
	if format != "svg" {
		return fmt.Errorf("there is no picture %q; there is: svg", format)
	}
	if err := g.Board.Validate(g.Starts); err != nil {
		return err
	}
	rows, columns := g.Board.Rows, g.Board.Columns
	if rows > MaxDrawn || columns > MaxDrawn {
		return fmt.Errorf("a drawing takes at most %d rows and %d columns, this board has %d and %d", MaxDrawn, MaxDrawn, rows, columns)
	}
	var solver race.Solver
	result, err := solver.Solve(ctx, g.Board, g.Starts, g.Rules)
	if err != nil {
		return err
	}

	var b bytes.Buffer
	width, height := columns*side+2*margin, rows*side+2*margin+footer
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" font-family="sans-serif">`+"\n", width, height, width, height)
	caption := g.caption(Winner(result))
	fmt.Fprintf(&b, "<title>Board %d x %d, players %d: %s</title>\n", rows, columns, len(g.Starts), caption)
	fmt.Fprintf(&b, `<rect width="%d" height="%d" fill="#ffffff"/>`+"\n", width, height)

	var path []int32
	shaded := make(map[int32]bool)
	if result.Winner == race.None {
		for _, tile := range solver.Reached() {
			shaded[tile] = true
		}
	} else {
		path = solver.AppendPath(nil)
		for _, tile := range path {
			shaded[tile] = true
		}
	}
	for tile := range int32(len(g.Board.Lengths)) {
		fill := "#ffffff"
		if shaded[tile] {
			fill = "#fdecc8"
		}
		x, y := g.corner(tile)
		fmt.Fprintf(&b, `<rect x="%d" y="%d" width="%d" height="%d" fill="%s" stroke="#888888"/>`+"\n", x, y, side, side, fill)
	}
	x, y := g.corner(g.Board.Goal())
	fmt.Fprintf(&b, `<rect x="%d" y="%d" width="%d" height="%d" fill="none" stroke="#222222" stroke-width="2"/>`+"\n", x+3, y+3, side-6, side-6)
	if len(path) > 1 {
		var points []string
		for _, tile := range path {
			x, y := g.corner(tile)
			points = append(points, fmt.Sprintf("%d,%d", x+side/2, y+side/2))
		}
		fmt.Fprintf(&b, `<polyline points="%s" fill="none" stroke="#c2570c" stroke-width="3" stroke-linejoin="round" opacity="0.6"/>`+"\n", strings.Join(points, " "))
	}
	for tile, length := range g.Board.Lengths {
		x, y := g.corner(int32(tile))
		fmt.Fprintf(&b, `<text x="%d" y="%d" font-size="%d" text-anchor="middle">%d</text>`+"\n", x+side/2, y+side/2+6, fontSize(length), length)
	}
	for _, start := range g.starts() {
		x, y := g.corner(start.tile)
		fmt.Fprintf(&b, `<text x="%d" y="%d" font-size="11" font-weight="bold" fill="#1d4ed8">%s</text>`+"\n", x+3, y+12, start.players)
	}
	fmt.Fprintf(&b, `<text x="%d" y="%d" font-size="14">%s</text>`+"\n", margin, height-margin, caption)
	b.WriteString("</svg>\n")
	_, err = w.Write(b.Bytes())
	return err
}

// corner returns the upper left corner of a tile.
func (g Game) corner(tile int32) (x, y int) {
	return margin + int(tile)%g.Board.Columns*side, margin + int(tile)/g.Board.Columns*side
}

// fontSize lets the digits of a length fit a tile.
func fontSize(length int32) int { return min(16, 2*side/(len(fmt.Sprint(length))+1)) }

// A start is a tile where players start, with their names.
type start struct {
	tile    int32
	players string
}

// starts returns the starts, those of earlier players first. No more than four players
// are named on a tile.
func (g Game) starts() []start {
	const named = 4
	var tiles []int32
	players := make(map[int32][]string)
	for player, tile := range g.Starts {
		if players[tile] == nil {
			tiles = append(tiles, tile)
		}
		players[tile] = append(players[tile], Name(player))
	}
	var starts []start
	for _, tile := range tiles {
		names := players[tile]
		if len(names) > named {
			names = append(names[:named-1], "…")
		}
		starts = append(starts, start{tile, strings.Join(names, " ")})
	}
	return starts
}

// caption says how the game ends.
func (g Game) caption(winner Winner) string {
	if winner.Winner == race.None {
		return "no winner"
	}
	return fmt.Sprintf("%s wins in round %d", Name(winner.Winner), winner.Round)
}
