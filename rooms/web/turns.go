package web

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"enumerate/enum"
	"enumerate/enum/playing"
	"enumerate/enum/single"
	"enumerate/internal/rows"
	"enumerate/internal/svg"
	"enumerate/rooms/positions"
)

const (
	mostMoves   = 1000                   // moves in one game
	mostOptions = 200                    // moves of a position that are shown
	moveTime    = 500 * time.Millisecond // to evaluate one move
	movesTime   = 3 * time.Second        // to evaluate all moves
)

type turns struct {
	Moves         string // the moves so far, by their numbers
	Position      string
	How           string // how the game ended, in a sentence
	History       []pastMove
	Back          string // the address at which the user's last move is taken back; "" if there is none
	Over          string // the winner, in a sentence; "" until the end
	Turn          string // whose turn it is
	Winner        string // the winner if all play best: "you", another player, or "" for none
	Unclear       string // why the winner is not known; "" if it is known
	Options       []option
	UnlistedMoves int    // how many moves are not among the options
	TypedText     string // the text that was typed as a move, if it is not a legal move
	Stuck         string // why the solver did not move
	Hint          string // what the best move does, or why there is none, in words
	Did           string // what the last move did, in a sentence
	Best          int    // the move that is hinted at, from 1; 0 for none
	Board         *board // nil if it is too large
}

type pastMove struct {
	Who, From, To string
}

type option struct {
	To    string
	Class string // "wins", "loses" or "draws" for the side that moves; "" if it is not known
	Words string // the class in words, or why it is not known
	Value string
	Best  bool
}

// A course is what has happened so far in a game that is played in turns. A move's number is its index among the moves
// that were possible. The positions are the first one and the one after each move.
type course struct {
	moveNumbers []int
	positions   []playing.Position
	moves       []playing.Position // the positions to which the last one can move
}

func (c course) last() playing.Position { return c.positions[len(c.positions)-1] }

type turnsPage struct{ *pageBase }

func newTurnsPage(c *pageBase) *turnsPage { return &turnsPage{c} }

// fill fills in the game as it stands. If the form makes a move, `next` is the address of the position after this move
// and the solver's answer, to which the browser is redirected.
func (p *turnsPage) fill(r *http.Request, v *play, game single.Game) (next string, err error) {
	made, err := numbers(r.Form.Get("moves"), "moves", mostMoves)
	if err != nil {
		return "", err
	}
	c, why, err := tried(r.Context(), p.Work, p.Limits.Part, func(ctx context.Context) (course, error) { return replay(ctx, v.Ruleset, game, made) })
	if err != nil {
		return "", err
	}
	if why != "" {
		return "", wrongf("%s", why)
	}

	typed, err := p.takeMove(r, v.Ruleset, &c)
	if err != nil {
		return "", err
	}
	stuck := ""
	if typed == "" {
		stuck, err = p.answerMoves(r.Context(), v, &c)
		if err != nil {
			return "", err
		}
	}

	if len(c.moveNumbers) > len(made) {
		return v.address("moves", dotted(c.moveNumbers)), nil
	}
	v.Turns = &turns{Moves: dotted(made), TypedText: typed, Stuck: stuck}
	return "", p.describe(r, v, c)
}

// takeMove adds to the course the move that the form chooses or types. A typed text that is not a possible move is
// returned, so that the page can show it again.
func (p *turnsPage) takeMove(r *http.Request, ruleset *enum.Ruleset, c *course) (typed string, err error) {
	text := r.Form.Get("move")
	if text == "" {
		return "", nil
	}
	moves := c.moves // the possible moves
	move, why, err := tried(r.Context(), p.Work, p.Limits.Part, func(context.Context) (int, error) { return positions.Move(ruleset, moves, text), nil })
	if err != nil {
		return "", err
	}
	if why != "" || move < 0 {
		return text, nil
	}
	if len(c.moveNumbers) == mostMoves {
		return "", wrongf("a game has at most %s moves on this page: start again", rows.Count(mostMoves))
	}
	c.make(move)
	return "", nil
}

// replay returns the course of a game in turns. The moves are given by their numbers, from 0.
func replay(ctx context.Context, ruleset *enum.Ruleset, game single.Game, made []int) (course, error) {
	begin, err := positions.Begin(ruleset, game)
	if err != nil {
		return course{}, err
	}
	c := course{positions: []playing.Position{begin}, moves: begin.Moves()}
	for i, move := range made {
		if err := ctx.Err(); err != nil {
			return c, err
		}
		if move >= len(c.moves) {
			return c, fmt.Errorf("move %d in the address has the number %d, but only %d moves are possible", i+1, move+1, len(c.moves))
		}
		c.make(move)
	}
	return c, nil
}

func (c *course) make(move int) {
	c.moveNumbers = append(c.moveNumbers, move)
	c.positions = append(c.positions, c.moves[move])
	c.moves = c.last().Moves()
}

// An outcome is the best move of a position, and who wins if all play best.
type outcome struct{ best, winner int }

// best has the solver find the outcome of a position, or returns in words which limit of time or memory stopped it.
func (p *turnsPage) best(ctx context.Context, at playing.Position) (o outcome, why string, err error) {
	return tried(ctx, p.Work, p.Limits.Part, func(ctx context.Context) (outcome, error) {
		best, winner, err := at.Best(ctx)
		return outcome{best, winner}, err
	})
}

// answerMoves adds the solver's moves to the course, until it is the user's turn or the game is over. If the user plays
// both sides, it makes none. If the solver reaches a limit, answerMoves says so in words.
func (p *turnsPage) answerMoves(ctx context.Context, v *play, c *course) (why string, err error) {
	human := sides[v.You]
	for human != playing.NoSide && len(c.moves) > 0 && c.last().Side() != human && len(c.moveNumbers) < mostMoves {
		// A weaker solver makes strengths[v.Solver] quarters of its moves at random.
		random := rand.New(rand.NewPCG(uint64(v.Seed), uint64(len(c.moveNumbers))))
		if random.IntN(4) < strengths[v.Solver] {
			c.make(random.IntN(len(c.moves)))
			continue
		}
		o, why, err := p.best(ctx, c.last())
		if err != nil || why != "" {
			return why, err
		}
		c.make(o.best)
	}
	return "", nil
}

// describe fills in what the page shows about the present position.
func (p *turnsPage) describe(r *http.Request, v *play, c course) error {
	teller := positions.Teller{Human: sides[v.You], Solver: "the solver"}
	v.recall(c, teller)
	if len(c.moves) == 0 { // the game is over
		how, who, _ := strings.Cut(teller.Ending(c.last()), ": ")
		v.Turns.How, v.Turns.Over = capital(how)+".", capital(who)+"."
	} else {
		v.Turns.Turn = teller.Name(c.last().Side())
		if err := p.hint(r, v, c); err != nil {
			return err
		}
		if err := p.options(r.Context(), v, c, teller); err != nil {
			return err
		}
	}
	v.Turns.Board = drawBoard(v, c, teller)
	return nil
}

// recall fills in the present position, every move with the player who made it, and the address at which the user's
// last move is taken back. If the user plays both sides, every move is the user's.
func (v *play) recall(c course, teller positions.Teller) {
	t := v.Turns
	t.Position = c.last().String()
	for i, to := range c.positions[1:] {
		from := c.positions[i]
		t.History = append(t.History, pastMove{teller.Name(from.Side()), from.String(), to.String()})
		if teller.Human == playing.NoSide || from.Side() == teller.Human {
			t.Back = v.address("moves", dotted(c.moveNumbers[:i]))
		}
	}
}

// hint fills in the best move, and what it does, if the user asks for a hint.
func (p *turnsPage) hint(r *http.Request, v *play, c course) error {
	if r.Form.Get("hint") == "" {
		return nil
	}
	type hinted struct {
		best  int
		words string
	}
	hint, why, err := tried(r.Context(), p.Work, p.Limits.Part, func(ctx context.Context) (hinted, error) {
		best, words, err := positions.Hint(ctx, c.last())
		return hinted{best, words}, err
	})
	if err != nil {
		return err
	}
	if why != "" {
		v.Turns.Hint = why
		return nil
	}
	v.Turns.Best = hint.best + 1
	v.Turns.Hint, _, _ = strings.Cut(hint.words, ":") // without the values after the colon, for which the user did not ask
	return nil
}

const (
	cellSide  = 44     // of a board, in pixels
	stickSide = 25     // from one stick of a heap to the next
	mostBoard = 40_000 // bytes of all links on a board
	// leastBoard is the least width of a drawn board, in pixels. A page enlarges a board to its own width, so without
	// empty space at its sides a board of few cells would have huge cells.
	leastBoard = 360
)

// A board is a drawing of a position: its cells and arrows, in pixels.
type board struct {
	How    string
	Box    string
	Width  float64
	Large  bool // too large to be shrunk
	Small  bool // narrower than 5/7 of the picture
	Best   bool // the move of the hint is marked
	Cells  []square
	Arrows []string
}

// A square is a cell of a board, with the address of the move that is made there.
type square struct {
	playing.Cell
	Link, Class, Worth string
	Piece              bool // a piece stands on the cell, and can be taken away
}

// drawBoard draws the present position, or returns nil if the game has no board. A cell on which the player can move is
// a link to the position after the move, if all links together are short enough for a page. The cell of the last move
// is marked. If the last move has taken everything, the drawing shows the position before it.
func drawBoard(v *play, c course, teller positions.Teller) *board {
	now, before := c.last().Board(), playing.Board{}
	var moved *playing.Cell // the cell of the last move
	if n := len(c.moveNumbers); n > 0 {
		before = c.positions[n-1].Board()
		moved = cellOfMove(before, c.last())
		if moved != nil {
			v.Turns.Did = sentence(teller.Name(c.positions[n-1].Side()) + " " + moved.Did)
		}
	}
	if len(now.Cells) == 0 && len(c.moves) == 0 {
		now = before
	}
	if len(now.Cells) == 0 {
		return nil
	}

	b := &board{How: now.How}
	short := len(now.Cells)*len(v.Asking("", "")) < mostBoard
	high := float64(cellSide)
	if slices.ContainsFunc(now.Cells, func(c playing.Cell) bool { return c.Kind == "stick" }) {
		high = stickSide
	}
	least, most := extentOf(c.positions[0].Board(), high) // a board keeps its size while cells go
	for _, cell := range now.Cells {
		if moved != nil && cell.Kind != "stick" && math.Abs(cell.X-moved.X) < 0.5 && cell.Y == moved.Y {
			cell.Kind += " last"
			moved = nil // one cell is marked
		}
		cell.X, cell.Y = cell.X*cellSide, cell.Y*high
		least = svg.At(min(least.X, cell.X), min(least.Y, cell.Y))
		most = svg.At(max(most.X, cell.X), max(most.Y, cell.Y))
		q := square{Cell: cell}
		if short {
			b.link(&q, v, c)
		}
		b.Cells = append(b.Cells, q)
	}

	for _, a := range now.Arrows {
		arrow, top := arrowBetween(svg.At(b.Cells[a[0]].X, b.Cells[a[0]].Y), svg.At(b.Cells[a[1]].X, b.Cells[a[1]].Y))
		b.Arrows = append(b.Arrows, arrow)
		least.Y = min(least.Y, top)
	}

	size := most.Minus(least).Plus(svg.At(cellSide+8, cellSide+8)) // with an edge around the cells
	wide := max(size.X, leastBoard)
	left := least.X - cellSide/2 - 4 - (wide-size.X)/2
	b.Width, b.Large, b.Small = math.Round(max(wide, 1.4*min(wide, 14*cellSide))), size.X > 14*cellSide, size.X < wide*5/7
	b.Box = fmt.Sprintf("%.0f %.0f %.0f %.0f", left, least.Y-cellSide/2-4, wide, size.Y)
	return b
}

// extentOf returns the least and the greatest coordinates of the cells, in pixels. The argument `high` is the height of
// a row.
func extentOf(b playing.Board, high float64) (least, most svg.Point) {
	for _, cell := range b.Cells {
		x, y := cell.X*cellSide, cell.Y*high
		least = svg.At(min(least.X, x), min(least.Y, y))
		most = svg.At(max(most.X, x), max(most.Y, y))
	}
	return least, most
}

// cellOfMove returns the cell of the board `before` on which the move to the position `to` was made, or nil.
func cellOfMove(before playing.Board, to playing.Position) *playing.Cell {
	at := slices.IndexFunc(before.Cells, func(m playing.Cell) bool { return m.Did != "" && m.To == to.String() })
	if at < 0 {
		return nil
	}
	return &before.Cells[at]
}

// link makes a cell a link, if the player whose turn it is can move there, to the position q.To. It marks the cell as
// winning or losing if the moves are evaluated, and as the best if the user asked for a hint.
func (b *board) link(q *square, v *play, c course) {
	if q.To == "" {
		return
	}
	move := slices.IndexFunc(c.moves, func(m playing.Position) bool { return m.String() == q.To })
	if move < 0 { // the move is the other player's
		return
	}
	q.Link = v.Asking("move", strconv.Itoa(move+1))
	if move < len(v.Turns.Options) {
		q.Class = v.Turns.Options[move].Class
		q.Worth = map[string]string{"wins": "✓", "loses": "✗"}[q.Class]
	}
	if move+1 == v.Turns.Best {
		b.Best, q.Class = true, q.Class+" best"
	}
}

// arrowBetween returns an arrow between two cells as the path of an SVG picture, and the least coordinate Y that it
// reaches. The arrow is a cubic Bézier curve. It is straight, unless other cells lie between the two in the same row:
// then it bends upwards to pass over them.
func arrowBetween(from, to svg.Point) (path string, top float64) {
	// The curve leaves the first cell in the direction `out`, and comes to the second from the direction `in`.
	out := from.Towards(to)
	in, far := out.Times(-1), to.Minus(from).Length()
	top = min(from.Y, to.Y)
	if from.Y == to.Y && far > 1.6*cellSide {
		up, along := math.Sincos(min(far*0.25/cellSide, 1.4)) // the farther the cells, the steeper the curve begins
		in, out = svg.At(in.X*along, -up), svg.At(out.X*along, -up)
		top = from.Y - 0.34*far*up // the middle of the curve is at 3/4 of the height of its control points
	}
	const radius = cellSide * 0.45 // how far the arrow stays away from the centres, at its tip 5 pixels more
	path = fmt.Sprintf("M%v C%v %v %v", from.Plus(out.Times(radius)), from.Plus(out.Times(0.45*far)), to.Plus(in.Times(0.45*far)), to.Plus(in.Times(radius+5)))
	return path, top
}

// options lists the possible moves, with their evaluations if the user asks for them.
func (p *turnsPage) options(ctx context.Context, v *play, c course, teller positions.Teller) error {
	t := v.Turns
	listed := c.moves[:min(len(c.moves), mostOptions)]
	t.UnlistedMoves = len(c.moves) - len(listed)
	for _, move := range listed {
		t.Options = append(t.Options, option{To: move.String()})
	}
	if v.Values == "" {
		return nil
	}

	best, err := p.outlook(ctx, v, c, teller)
	if err != nil {
		return err
	}
	end := time.Now().Add(p.Limits.Moves)
	for i, move := range listed {
		o := &t.Options[i]
		if time.Until(end) < p.Limits.Move {
			o.Words = "not known: the other moves took all the time"
			continue
		}
		found, why, err := tried(ctx, p.Work, p.Limits.Move, func(ctx context.Context) (option, error) { return optionOf(ctx, move, c.last().Side()) })
		if err != nil {
			return err
		}
		if why != "" {
			found = option{Words: "not known: " + why}
		}
		found.To, found.Best = o.To, i == best
		*o = found
	}
	return nil
}

// outlook fills in who wins from the present position if all play best, or why this is not known, and returns the best
// move as an index of the possible moves, or -1.
func (p *turnsPage) outlook(ctx context.Context, v *play, c course, teller positions.Teller) (best int, err error) {
	if v.Turns.Stuck != "" { // the solver has failed on this position before
		v.Turns.Unclear = v.Turns.Stuck
		return -1, nil
	}
	result, why, err := p.best(ctx, c.last())
	if err != nil {
		return -1, err
	}
	if why != "" {
		v.Turns.Unclear = why
		return -1, nil
	}
	if result.winner != playing.NoSide {
		v.Turns.Winner = teller.Name(result.winner)
	}
	return result.best, nil
}

// optionOf evaluates a possible move of a side, given by the position to which it leads: whether the side wins if both
// play best from there, and the position's value in combinatorial game theory, "" if it has none.
func optionOf(ctx context.Context, move playing.Position, side int) (o option, err error) {
	winner, _ := move.Ending()
	if len(move.Moves()) > 0 { // the game is not over
		_, winner, err = move.Best(ctx)
	}
	if err != nil {
		return option{}, err
	}
	switch winner {
	case side:
		o.Class, o.Words = "wins", "wins"
	case playing.NoSide:
		o.Class, o.Words = "draws", "nobody wins"
	default:
		o.Class, o.Words = "loses", "loses"
	}
	o.Value, err = move.Value(ctx)
	return o, err
}
