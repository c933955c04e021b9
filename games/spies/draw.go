package spies

import (
	"bufio"
	"context"
	"fmt"
	"io"

	"enumerate/enum"
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
	n := len(b)
	if err := drawable(n); err != nil {
		return err
	}
	inFault := make(map[int]bool)
	for _, r := range f {
		inFault[r] = true
	}
	side := n * cell
	fmt.Fprintf(out, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1 -1 %d %d" width="%d" height="%d">`+"\n", side+2, side+2, side+2, side+2)
	fmt.Fprintf(out, "<title>%s</title>\n", title(b, f))
	fmt.Fprintf(out, `<defs><pattern id="cells" width="%d" height="%d" patternUnits="userSpaceOnUse"><rect width="%d" height="%d" fill="#fff"/><path d="M%d 0h%dv%dh-%dzM0 %dh%dv%dh-%dz" fill="#dde3ea"/></pattern></defs>`+"\n",
		2*cell, 2*cell, 2*cell, 2*cell, cell, cell, cell, cell, cell, cell, cell, cell)
	fmt.Fprintf(out, `<rect width="%d" height="%d" fill="url(#cells)" stroke="#333"/>`+"\n", side, side)
	for r, c := range b {
		colour := "#1b3a5c"
		if inFault[r] {
			colour = "#c0262d"
		}
		x, y := centre(r, c)
		fmt.Fprintf(out, `<circle cx="%d" cy="%d" r="%d" fill="%s"/>`+"\n", x, y, cell*3/10, colour)
	}
	if f != nil {
		first, last := f[0], f[len(f)-1]
		x1, y1 := centre(first, b[first])
		x2, y2 := centre(last, b[last])
		fmt.Fprintf(out, `<line x1="%d" y1="%d" x2="%d" y2="%d" stroke="#c0262d" stroke-width="2"/>`+"\n", x1, y1, x2, y2)
	}
	fmt.Fprintln(out, "</svg>")
	return nil
}

// centre returns the middle of a cell.
func centre(r, c int) (x, y int) { return c*cell + cell/2, r*cell + cell/2 }

// title says what the picture shows.
func title(b board, f conflict) string {
	return fmt.Sprintf("A board of %d queens, %s", len(b), verdicts[f.verdict()])
}
