package web

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"

	"enumerate/enum/playing"
	"enumerate/enum/single"
	"enumerate/internal/svg"
)

// mostPieces is the most pieces that an address places.
const mostPieces = 200

// A placement is a board with the pieces that the user has placed, and what the page says about it.
type placement struct {
	Pieces        string // the pieces by the numbers of their cells, from 1, with dots between them; "none" for none
	SolutionShown string // "yes" once a solution was shown
	Request       string // "hint", "solution"
	Says          string // how good the placement is, in sentences
	Solved        bool
	Clash         bool // some pieces break a rule
	Board         *board
	Hint          *placingHint
	Unknown       string     // why there is no answer to what was asked, in words
	Never         bool       // no solution has this size
	Back          string     // where the last piece is taken back; "" if none is placed
	Others        []strength // the puzzles of the ruleset
	Next          string     // the address of the next puzzle; "" if there is none
}

// A placingHint is a piece to place or to take away, in a sentence, and the address of the board after that move.
type placingHint struct{ Says, Link string }

type placingPage struct{ *pageBase }

func newPlacingPage(c *pageBase) *placingPage { return &placingPage{c} }

// noPieces is the placement of an address on which no piece stands.
const noPieces = "none"

// fill fills in the board as it stands. If the form asks for a solution, it returns the address of one.
func (p *placingPage) fill(r *http.Request, v *play, game single.Game) (next string, err error) {
	puzzle, small := v.Ruleset.Puzzle(game)
	if !small {
		return "", wrongf("the board is too large to play on: choose a smaller game")
	}
	placed, err := readPlaced(r.Form.Get("placed"), puzzle)
	if err != nil {
		return "", err
	}

	now := &placement{Pieces: placedText(placed), Request: r.Form.Get("ask")}
	if r.Form.Get("shown") == "yes" {
		now.SolutionShown = "yes"
	}
	v.Placement = now
	now.Says, now.Solved = puzzle.Judge(placed)
	if len(placed) > 0 {
		now.Back = v.address("placed", placedText(placed[:len(placed)-1]))
	}
	now.listPuzzles(v)

	// Say at once if the board has no solution, unless this takes too long to find out.
	if now.Request == "" && !now.Solved && !slices.Contains(v.Ruleset.Puzzles, v.Game) {
		found, why, err := tried(r.Context(), p.Work, p.Limits.Part, func(ctx context.Context) ([]int, error) { return puzzle.Complete(ctx, nil) })
		if err != nil {
			v.Placement = nil
			return "", err
		}
		now.Never = found == nil && why == ""
	}
	hinted, next, err := p.help(r.Context(), v, puzzle, placed)
	if err != nil || next != "" {
		v.Placement = nil // the page of an error has no board
		return next, err
	}
	now.draw(v, puzzle.Board(placed), placed, hinted)
	return "", nil
}

// listPuzzles fills in the links to the puzzles of the ruleset, such as boards of 4 to 12 rows, and to the puzzle after
// v.Game.
func (t *placement) listPuzzles(v *play) {
	at := slices.Index(v.Ruleset.Puzzles, v.Game)
	for i, game := range v.Ruleset.Puzzles {
		link := address("/play", "ruleset", v.Name, "game", game)
		t.Others = append(t.Others, strength{Name: game, Title: game, Link: link})
		if i == at+1 {
			t.Next = link
		}
	}
}

// readPlaced returns the pieces that an address places, as the numbers of their cells from 0. The text has numbers from
// 1, such as "2.13". If it is "", the pieces are those with which the puzzle begins; noPieces stands for an empty
// board.
func readPlaced(text string, puzzle playing.Puzzle) ([]int, error) {
	if text == "" {
		return puzzle.Begin(), nil
	}
	if text == noPieces {
		return nil, nil
	}
	placed, err := numbers(text, "pieces", mostPieces)
	if err != nil {
		return nil, err
	}
	cells := len(puzzle.Board(nil).Cells)
	for i, cell := range placed {
		if cell >= cells {
			return nil, wrongf("cell %d does not exist: expected a number from 1 to %d", cell+1, cells)
		}
		if slices.Contains(placed[:i], cell) {
			return nil, wrongf("two pieces are on cell %d: name each cell once", cell+1)
		}
	}
	return placed, nil
}

func placedText(placed []int) string {
	if len(placed) == 0 {
		return noPieces
	}
	return dotted(placed)
}

// help answers a user who asks for a hint or a solution. For a hint it fills in the sentence that the page shows, and
// returns the cell where a piece should be placed or taken away, or -1 for none. For a solution `next` is the address
// of the solved board.
func (p *placingPage) help(ctx context.Context, v *play, puzzle playing.Puzzle, placed []int) (hinted int, next string, err error) {
	now := v.Placement
	switch now.Request {
	case "":
		return -1, "", nil
	case "hint", "solution":
	default:
		return -1, "", wrongf("ask %.20q: expected hint or solution", now.Request)
	}

	type completed struct{ good, cells []int }
	found, why, err := tried(ctx, p.Work, p.Limits.Part, func(ctx context.Context) (completed, error) {
		good, cells, err := longestGood(ctx, puzzle, placed)
		return completed{good, cells}, err
	})
	if err != nil {
		return -1, "", err
	}
	if why != "" {
		now.Unknown = why
		return -1, "", nil
	}
	if found.cells == nil {
		now.Never = true
		return -1, "", nil
	}
	if now.Request == "solution" {
		return -1, v.address("placed", placedText(found.cells), "shown", "yes"), nil
	}
	if now.Solved {
		return -1, "", nil
	}
	hinted = now.suggest(v, puzzle, placed, found.good, found.cells)
	return hinted, "", nil
}

// longestGood returns the longest beginning of a placement that some solution contains, and this solution, nil if the
// puzzle has no solution.
func longestGood(ctx context.Context, puzzle playing.Puzzle, placed []int) (good, solution []int, err error) {
	for n := len(placed); n >= 0; n-- {
		solution, err := puzzle.Complete(ctx, placed[:n])
		if err != nil || solution != nil {
			return placed[:n], solution, err
		}
	}
	return nil, nil, nil
}

// suggest fills in a hint, and returns its cell. The slices have numbers of cells: `placed` the user's pieces in the
// order in which they were placed, `good` their longest beginning that is a part of some solution, and `solution` this
// solution. If some piece does not fit, the hint is to take away the first such piece, and otherwise to place a missing
// piece of the solution.
func (t *placement) suggest(v *play, puzzle playing.Puzzle, placed, good, solution []int) (cell int) {
	t.Hint = &placingHint{}
	why := ""
	if len(good) < len(placed) {
		cell = placed[len(good)]
		why = "No solution has all of these. "
	} else {
		cell = solution[slices.IndexFunc(solution, func(of int) bool { return !slices.Contains(placed, of) })]
	}
	// Did says what a click on the cell does.
	t.Hint.Says = fmt.Sprintf("%s%s.", why, capital(puzzle.Board(placed).Cells[cell].Did))
	t.Hint.Link = v.Asking("placed", placedText(toggled(placed, cell)))
	return cell
}

func toggled(placed []int, cell int) []int {
	if at := slices.Index(placed, cell); at >= 0 {
		return slices.Delete(slices.Clone(placed), at, at+1)
	}
	return append(slices.Clone(placed), cell)
}

// draw fills in the picture of the board. Each cell is a link that places a piece there or takes it away. The argument
// `placed` lists the cells with pieces, and `hinted` is the cell to mark, or -1. Arrows join pieces that break a rule
// together.
func (t *placement) draw(v *play, now playing.Board, placed []int, hinted int) {
	b := &board{How: now.How}
	far := 0.0 // the largest coordinate of the middle of a cell; the board is drawn as a square
	for i, cell := range now.Cells {
		cell.X, cell.Y = cell.X*cellSide, cell.Y*cellSide
		far = max(far, cell.X, cell.Y)
		q := square{Cell: cell, Link: v.address("placed", placedText(toggled(placed, i)), "shown", t.SolutionShown)}
		q.Piece = slices.Contains(placed, i)
		if i == hinted {
			q.Class = "best"
		}
		b.Cells = append(b.Cells, q)
	}
	for _, clash := range now.Arrows {
		t.Clash = true
		from, to := b.Cells[clash[0]], b.Cells[clash[1]]
		b.Arrows = append(b.Arrows, fmt.Sprintf("M%v L%v", svg.At(from.X, from.Y), svg.At(to.X, to.Y)))
	}
	// The picture begins half a cell and an edge of 4 before the middle of the first cell.
	side := far + cellSide + 2*4
	b.Width = side
	edge := strconv.Itoa(-cellSide/2 - 4)
	b.Box = fmt.Sprintf("%s %s %.0f %.0f", edge, edge, side, side)
	t.Board = b
}
