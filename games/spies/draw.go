package spies

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"enumerate/enum/single"
	"enumerate/internal/ints"
	"enumerate/internal/rows"
	"enumerate/internal/svg"
)

// maxDrawn is the largest number of queens of a board that is drawn. In larger pictures, queens would be too small to
// see.
const maxDrawn = 1000

// draw returns a picture of the board of a game or, for a size, of a valid board.
func draw(ctx context.Context, g single.Game, _ single.How) (single.Answer, error) {
	queens := 0
	switch g := g.(type) {
	case boardGame:
		queens = len(g.board)
	case sizeGame:
		queens = g.size
	}
	if err := drawable(queens); err != nil {
		return nil, err
	}
	answer, err := g.Solve(ctx, single.How{})
	if err != nil {
		return nil, err
	}
	if ruled, ok := answer.(ruling); ok {
		return ruled.picture(ctx)
	}
	// The size has no valid board, so Write returns an error.
	return nil, single.Write(io.Discard, answer, svgFormat)
}

func drawable(queens int) error {
	if queens > maxDrawn {
		return fmt.Errorf("%s queens are too many to draw: choose a board of at most %s", rows.Count(uint64(queens)), rows.Count(maxDrawn))
	}
	return nil
}

// badLines returns the straight lines with more queens than allowed: diagonals with two or more, and other lines with
// three or more. Each line is given as the rows of all its queens, ascending; the lines are in the order of their first
// queens. It takes about n^2 log n steps.
func (b board) badLines(ctx context.Context) (diagonals, others [][]int, err error) {
	type line struct{ down, right, offset int } // offset tells parallel lines apart
	seen := make(map[line]bool)
	for first := range b {
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}

		on := make(map[line][]int) // the lines through the first queen, with the queens below it on each
		var order []line
		for r := first + 1; r < len(b); r++ {
			down, right := r-first, b[r]-b[first]
			g := ints.GCD(down, max(right, -right))
			l := line{down: down / g, right: right / g}
			l.offset = l.down*b[first] - l.right*first
			if on[l] == nil {
				on[l] = []int{first}
				order = append(order, l)
			}
			on[l] = append(on[l], r)
		}

		for _, l := range order {
			diagonal := l.down == l.right || l.down == -l.right
			switch queens := on[l]; {
			case len(queens) == 2 && !diagonal, seen[l]:
				continue
			case diagonal:
				diagonals = append(diagonals, queens)
			default:
				others = append(others, queens)
			}
			seen[l] = true
		}
	}
	return diagonals, others, nil
}

// Sizes in pixels. Cells are as wide as boardSide allows, but between leastCell and wideCell.
const (
	wideCell  = 20
	leastCell = 6
	boardSide = 1600 // the largest width of a board, except with cells of leastCell
)

// picture draws the cells, a dot for each queen, and every bad line from its first queen to its last.
func (r ruling) picture(ctx context.Context) (*svg.Canvas, error) {
	b := r.board
	if err := drawable(len(b)); err != nil {
		return nil, err
	}
	diagonals, others, err := b.badLines(ctx)
	if err != nil {
		return nil, err
	}
	c := &svg.Canvas{Title: b.title(r.conflict, diagonals, others)}
	solution := b.solution(r.conflict)
	c.Description = fmt.Sprintf("%s  %s: %s", solution.Verdict, solution.Proof, strings.Join(solution.Names, " "))

	cell := float64(min(wideCell, max(leastCell, boardSide/len(b))))
	corner := c.Head(legend(c, diagonals, others)...)
	c.Chequers(corner, cell, len(b), len(b), svg.Style{Fill: svg.Pale})
	side := float64(len(b)) * cell
	c.Rectangle(corner, side, side, svg.Style{Stroke: svg.Ink})

	center := func(row int) svg.Point {
		return corner.Plus(svg.At(float64(b[row])+0.5, float64(row)+0.5).Times(cell))
	}
	bad := make([]bool, len(b))
	for i, line := range slices.Concat(diagonals, others) {
		style := lineStyle(cell)
		if i < len(diagonals) {
			style = attackStyle(cell)
		}
		c.Group("queens: "+strings.Join(b.cells(line), " "), true, func() {
			c.Line(center(line[0]), center(line[len(line)-1]), style)
		})
		for _, row := range line {
			bad[row] = true
		}
	}
	for row := range b {
		queen(c, center(row), cell, bad[row])
	}
	return c, ctx.Err()
}

// queen draws a queen, with a ring if she is on a bad line.
func queen(c *svg.Canvas, at svg.Point, cell float64, bad bool) {
	radius := 0.3 * cell
	if bad {
		radius = 0.2 * cell
		c.Disk(at, 0.4*cell, svg.Style{Fill: svg.White, Stroke: svg.Vermillion, Width: cell / 10})
	}
	c.Disk(at, radius, svg.Style{Fill: svg.Ink})
}

func attackStyle(cell float64) svg.Style {
	return svg.Style{Stroke: svg.Purple, Width: max(1, cell/10), Dashed: true}
}

func lineStyle(cell float64) svg.Style {
	return svg.Style{Stroke: svg.Vermillion, Width: max(1, cell/10)}
}

// title says whether the board is valid and, if not, how many bad lines it has. The parameter f is its first conflict.
func (b board) title(f conflict, diagonals, others [][]int) string {
	title := fmt.Sprintf("A board of %s: %s", rows.Counted(len(b), "queen", "queens"), verdicts[f.verdict()])
	var why []string
	if n := len(diagonals); n > 0 {
		why = append(why, rows.Counted(n, "diagonal", "diagonals")+" with an attack")
	}
	if n := len(others); n > 0 {
		why = append(why, rows.Counted(n, "line", "lines")+" of three and more")
	}
	if why == nil {
		return title + ", no two attack each other and no three are in line"
	}
	return title + ", by " + strings.Join(why, " and ")
}

// legend returns the entries that explain the marks of a picture.
func legend(c *svg.Canvas, diagonals, others [][]int) []svg.Entry {
	dot := func(bad bool) func(at svg.Point) { return func(at svg.Point) { queen(c, at, wideCell, bad) } }
	entries := []svg.Entry{svg.Mark("a queen", dot(false))}
	if len(diagonals)+len(others) > 0 {
		entries = append(entries, svg.Mark("a queen on a bad line", dot(true)))
	}
	if len(diagonals) > 0 {
		entries = append(entries, svg.Entry{Width: 36, Text: "a diagonal on which queens attack each other", Draw: func(from, to svg.Point) { c.Line(from, to, attackStyle(wideCell)) }})
	}
	if len(others) > 0 {
		entries = append(entries, svg.Entry{Width: 36, Text: "a line of three or more queens, no diagonal", Draw: func(from, to svg.Point) { c.Line(from, to, lineStyle(wideCell)) }})
	}
	return entries
}
