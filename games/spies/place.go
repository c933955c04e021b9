package spies

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"enumerate/enum/playing"
	"enumerate/enum/single"
	"enumerate/internal/bounded"
	"enumerate/internal/ints"
	"enumerate/internal/rows"
)

// maxPlaced is the largest number of queens of a puzzle. The cells of a larger board are too small to be hit.
const maxPlaced = 12

// A placing is a [playing.Puzzle]: to place queens on n x n cells so that the board is valid. The cells are numbered
// row by row, from 0. The field begin has the cells of the queens at the start.
type placing struct {
	n     int
	begin []int
}

// puzzle returns the puzzle to complete the board of a game or, for a size, an empty board. It returns false if the
// board is too large to play on.
func puzzle(g single.Game) (playing.Puzzle, bool) {
	switch g := g.(type) {
	case sizeGame:
		return placing{n: g.size}, g.size <= maxPlaced
	case boardGame:
		p := placing{n: len(g.board)}
		for r, c := range g.board {
			p.begin = append(p.begin, r*p.n+c)
		}
		return p, p.n <= maxPlaced
	}
	return nil, false
}

// Begin returns the queens of the board that was read.
func (p placing) Begin() []int { return p.begin }

type spot struct{ row, column int }

func (p placing) spots(cells []int) []spot {
	list := make([]spot, len(cells))
	for i, c := range cells {
		list[i] = spot{c / p.n, c % p.n}
	}
	return list
}

func (s spot) String() string { return fmt.Sprintf("row %d, column %d", s.row+1, s.column+1) }

func (s spot) attacks(o spot) bool {
	down, right := o.row-s.row, o.column-s.column
	return down == 0 || right == 0 || down == right || down == -right
}

func inLine(a, b, c spot) bool {
	return (b.row-a.row)*(c.column-a.column) == (c.row-a.row)*(b.column-a.column)
}

// free reports whether a queen on a cell would attack no other queen, and be in line with no two others. The others are
// not checked against each other.
func free(cell spot, others []spot) bool {
	for i, other := range others {
		if cell.attacks(other) {
			return false
		}
		for _, earlier := range others[:i] {
			if inLine(other, earlier, cell) {
				return false
			}
		}
	}
	return true
}

// clashes returns each pair of queens that attack each other, along a row, a column or a diagonal, and each line in any
// other direction that has three or more queens, in their order on it.
func clashes(queens []spot) (attacks, lines [][]spot) {
	queens = slices.Clone(queens)
	slices.SortFunc(queens, func(a, b spot) int { return (a.row-b.row)*maxSize + a.column - b.column })
	type line struct{ down, right, offset int } // the direction of a line; offset tells parallel lines apart
	seen := make(map[line]bool)                 // the lines that were found, so that each is listed once

	for i, a := range queens {
		for j, b := range queens[i+1:] {
			if a.attacks(b) {
				attacks = append(attacks, []spot{a, b})
				continue
			}

			down, right := b.row-a.row, b.column-a.column
			g := ints.GCD(down, max(right, -right))
			l := line{down / g, right / g, 0}
			l.offset = l.down*a.column - l.right*a.row

			on := []spot{a, b}
			for _, c := range queens[i+1+j+1:] {
				if inLine(a, b, c) {
					on = append(on, c)
				}
			}

			if len(on) > 2 && !seen[l] {
				seen[l] = true
				lines = append(lines, on)
			}
		}
	}
	return attacks, lines
}

// Board marks the queens that break a rule, and the empty cells on which a queen would break one.
func (p placing) Board(placed []int) playing.Board {
	queens := p.spots(placed)
	attacks, lines := clashes(queens)

	bad := make(map[spot]bool)
	b := playing.Board{How: fmt.Sprintf("The spies are queens, as in chess. Place %s: no two in one row, column or diagonal, and no three on any straight line. On a shaded cell a queen would break a rule.", rows.Counted(p.n, "queen", "queens"))}

	for _, clash := range slices.Concat(attacks, lines) {
		first, last := clash[0], clash[len(clash)-1]
		b.Arrows = append(b.Arrows, [2]int{first.row*p.n + first.column, last.row*p.n + last.column})
		for _, s := range clash {
			bad[s] = true
		}
	}

	for i := range p.n * p.n {
		s := spot{i / p.n, i % p.n}
		c := playing.Cell{X: float64(s.column), Y: float64(s.row), Did: "put a queen in " + s.String()}

		switch {
		case bad[s]:
			c.Kind, c.Did = "queen clashes", "take away the queen in "+s.String()
		case slices.Contains(placed, i):
			c.Kind, c.Did = "queen", "take away the queen in "+s.String()
		case !free(s, queens):
			c.Kind = "seen"
		}
		b.Cells = append(b.Cells, c)
	}
	return b
}

// Judge returns a sentence about the queens on the given cells, and reports whether the puzzle is solved.
func (p placing) Judge(placed []int) (says string, solved bool) {
	attacks, lines := clashes(p.spots(placed))
	says = fmt.Sprintf("%d of %d queens placed", len(placed), p.n)
	if len(attacks)+len(lines) == 0 {
		solved = len(placed) == p.n
		if solved {
			return fmt.Sprintf("All %d queens placed: no two attack each other, and no three are in line.", p.n), true
		}
		return says + ".", false
	}
	var faults []string
	if n := len(attacks); n > 0 {
		faults = append(faults, rows.Counted(n, "pair attacks each other", "pairs attack each other"))
	}
	if n := len(lines); n > 0 {
		faults = append(faults, rows.Counted(n, "line has three or more", "lines have three or more"))
	}
	return says + "; " + strings.Join(faults, ", ") + ".", false
}

// Complete returns the cells of a solution that keeps the placed queens, row by row, or nil if there is none. It
// returns an error if the search takes too many steps.
func (p placing) Complete(ctx context.Context, placed []int) ([]int, error) {
	queens := p.spots(placed)
	if attacks, lines := clashes(queens); len(attacks)+len(lines) > 0 || len(placed) > p.n {
		return nil, nil
	}
	c := completion{n: p.n, queens: queens, budget: bounded.Steps{Context: ctx}}
	found, err := c.place()
	if err != nil || !found {
		return nil, err
	}
	solution := make([]int, 0, p.n)
	for _, s := range c.queens {
		solution = append(solution, s.row*p.n+s.column)
	}
	slices.Sort(solution)
	return solution, nil
}

type completion struct {
	n      int
	queens []spot
	budget bounded.Steps
}

// place places a queen in every row that has none, so that no rule is broken, and reports whether this is possible. It
// tries the free cells of the row that has the fewest.
func (c *completion) place() (bool, error) {
	if err := c.budget.Spend(c.n * c.n * len(c.queens)); err != nil { // every cell is compared with every queen
		return false, err
	}
	if len(c.queens) == c.n {
		return true, nil
	}

	var best []spot
	for row := range c.n {
		if slices.ContainsFunc(c.queens, func(q spot) bool { return q.row == row }) {
			continue
		}
		var cells []spot
		for column := range c.n {
			if s := (spot{row, column}); free(s, c.queens) {
				cells = append(cells, s)
			}
		}
		if len(cells) == 0 {
			return false, nil
		}
		if best == nil || len(cells) < len(best) {
			best = cells
		}
	}

	for _, s := range best {
		c.queens = append(c.queens, s)
		if found, err := c.place(); found || err != nil {
			return found, err
		}
		c.queens = c.queens[:len(c.queens)-1]
	}
	return false, nil
}
