package spies

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"slices"

	"enumerate/enum"
	"enumerate/internal/svg"
)

// maxDrawn is the most queens of a board that is drawn: in a picture of more they are too small to see.
const maxDrawn = 1000

// draw draws the board of a game, with the queens that make it invalid, or a valid board of a
// size.
func draw(ctx context.Context, g enum.Game, w io.Writer, format string) error {
	if format != svgFormat {
		return fmt.Errorf("boards are not drawn as %q; they are as %s", format, svgFormat)
	}
	queens := 0
	switch g := g.(type) {
	case judged:
		queens = len(g.board)
	case wanted:
		queens = g.size
	}
	if err := drawable(queens); err != nil {
		return err
	}
	answer, err := g.Solve(ctx, enum.How{})
	if err != nil {
		return err
	}
	return answer.WriteFormat(w, svgFormat)
}

// drawable returns an error if a board is too large to be drawn.
func drawable(queens int) error {
	if queens > maxDrawn {
		return fmt.Errorf("a drawing takes at most %d queens, this board has %d", maxDrawn, queens)
	}
	return nil
}

// cell is the width of a cell in the picture.
const cell = 20

// writeSVG draws a board of at most maxDrawn queens: the cells, a dot for each queen,
// and through those that make it invalid a line from the first to the last.
func writeSVG(out *bufio.Writer, b board, f conflict) error {
	if err := drawable(len(b)); err != nil {
		return err
	}
	var c svg.Canvas
	c.Begin("pattern", "id", "cells", "x", svg.Margin, "y", svg.Margin, "width", 2*cell, "height", 2*cell, "patternUnits", "userSpaceOnUse")
	c.Rectangle(svg.At(cell, 0), cell, cell, "fill", svg.Pale)
	c.Rectangle(svg.At(0, cell), cell, cell, "fill", svg.Pale)
	c.End()
	side := float64(len(b) * cell)
	c.Rectangle(svg.At(svg.Margin, svg.Margin), side, side, "fill", "url(#cells)", "stroke", svg.Ink)
	center := func(r int) svg.Point {
		return svg.At(svg.Margin+(float64(b[r])+0.5)*cell, svg.Margin+(float64(r)+0.5)*cell)
	}
	for r := range b {
		color := svg.Ink
		if slices.Contains(f, r) {
			color = svg.Vermillion
		}
		c.Disk(center(r), 0.3*cell, "fill", color)
	}
	if f != nil {
		c.Line(center(f[0]), center(f[len(f)-1]), "stroke", svg.Vermillion, "stroke-width", 2)
	}
	_, err := out.Write(c.Finish(title(b, f), ""))
	return err
}

// title says what the picture shows.
func title(b board, f conflict) string {
	return fmt.Sprintf("A board of %d queens, %s", len(b), verdicts[f.verdict()])
}
