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
	"enumerate/pictures/svg"
	"enumerate/positions"
)

const (
	mostMoves   = 1000                   // that are made in one game
	mostOptions = 200                    // moves of a position that are shown
	moveTime    = 500 * time.Millisecond // for what is known of one move
	movesTime   = 3 * time.Second        // for all of them
)

// turns is a game that is played in turns, as it stands.
type turns struct {
	Moves    string // that were made, by their numbers
	Position string
	How      string // it ended, in a sentence
	Made     []made
	Back     string // where the last of one's own moves is taken back; "" if there is none
	Over     string // who won, in a sentence; "" while it goes on
	Turn     string // whose turn it is
	Winner   string // who wins if all play best: "you", another, "" for nobody
	Unclear  string // why that is not known; "" if it is
	Options  []option
	Unlisted int    // moves that are not among the options
	Typed    string // a move that is none
	Stuck    string // why the solver did not move
	Hint     string // what the best move does, or why there is none, in words
	Did      string // what the last move did, in a sentence
	Best     int    // the move that is hinted at, from 1; 0 for none
	Board    *board // nil if it is too large
}

// A made move is one that was made.
type made struct {
	Who, From, To string
}

// An option is a move that can be made.
type option struct {
	To    string
	Class string // "wins", "loses", "draws" for the side that moves; "" if that is not known
	Words string // the same, or why it is not known
	Value string
	Best  bool
}

// A course is a game so far: the moves that were made, by their numbers, and the positions, the
// first one before any move.
type course struct {
	made      []int
	positions []enum.Position
	moves     []enum.Position // of the last position
}

func (c course) last() enum.Position { return c.positions[len(c.positions)-1] }

// showTurns shows a game that is played in turns. A move that the form makes, and those of the
// solver that follow, lead to the address of the position that they reach.
func (s *site) showTurns(w http.ResponseWriter, r *http.Request, p *play, game enum.Game) error {
	made, err := numbers(r.Form.Get("moves"), "moves", mostMoves)
	if err != nil {
		return err
	}
	c, why, err := tried(r.Context(), s.Work, s.Limits.Part, func(ctx context.Context) (course, error) { return replay(ctx, p.Ruleset, game, made) })
	if err != nil {
		return err
	}
	if why != "" {
		return wrongf("%s", why)
	}
	t := &turns{Moves: dotted(made)}
	if text := r.Form.Get("move"); text != "" {
		move, why, err := tried(r.Context(), s.Work, s.Limits.Part, func(context.Context) (int, error) { return positions.Move(p.Ruleset, c.moves, text), nil })
		switch {
		case err != nil:
			return err
		case why != "" || move < 0:
			t.Typed = text
		case len(made) == mostMoves:
			return wrongf("%d moves have been made, and there may be no more", mostMoves)
		default:
			c.make(move)
		}
	}
	if t.Typed == "" {
		if t.Stuck, err = s.answerMoves(r.Context(), p, &c); err != nil {
			return err
		}
	}
	if len(c.made) > len(made) {
		return leadTo(w, r, p.address("moves", dotted(c.made)))
	}
	p.Turns = t
	if err := s.describe(r, p, c); err != nil {
		return err
	}
	if t.Typed != "" {
		return s.showPlay(w, r, http.StatusUnprocessableEntity, p)
	}
	return s.showPlay(w, r, http.StatusOK, p)
}

// replay makes moves from the beginning of a game.
func replay(ctx context.Context, ruleset *enum.Ruleset, game enum.Game, made []int) (course, error) {
	begin, err := positions.Begin(ruleset, game)
	if err != nil {
		return course{}, err
	}
	c := course{positions: []enum.Position{begin}, moves: begin.Moves()}
	for i, move := range made {
		if err := ctx.Err(); err != nil {
			return c, err
		}
		if move >= len(c.moves) {
			return c, fmt.Errorf("move %d in the address is the number %d, but there are %d moves then", i+1, move+1, len(c.moves))
		}
		c.make(move)
	}
	return c, nil
}

// make makes one of the moves.
func (c *course) make(move int) {
	c.made = append(c.made, move)
	c.positions = append(c.positions, c.moves[move])
	c.moves = c.last().Moves()
}

// An outcome is the best move of a position, and who wins if all play best.
type outcome struct{ best, winner int }

// best has the solver find the outcome of a position, or says in words why it is not known.
func (s *site) best(ctx context.Context, p enum.Position) (o outcome, why string, err error) {
	return tried(ctx, s.Work, s.Limits.Part, func(ctx context.Context) (o outcome, err error) {
		o.best, o.winner, err = p.Best(ctx)
		return o, err
	})
}

// answerMoves makes the moves of the solver until it is another side's turn, or says in words why
// it made none.
func (s *site) answerMoves(ctx context.Context, p *play, c *course) (why string, err error) {
	human := sides[p.You]
	for human != enum.NoSide && len(c.moves) > 0 && c.last().Side() != human && len(c.made) < mostMoves {
		random := rand.New(rand.NewPCG(uint64(p.Seed), uint64(len(c.made))))
		if random.IntN(4) < strengths[p.Solver] {
			c.make(random.IntN(len(c.moves)))
			continue
		}
		o, why, err := s.best(ctx, c.last())
		if err != nil || why != "" {
			return why, err
		}
		c.make(o.best)
	}
	return "", nil
}

// describe fills in what is to be said of the game as it stands.
func (s *site) describe(r *http.Request, p *play, c course) error {
	t, at := p.Turns, c.last()
	human := sides[p.You]
	teller := positions.Teller{Human: human, Solver: "the solver"}
	t.Position = at.String()
	for i, to := range c.positions[1:] {
		from := c.positions[i]
		t.Made = append(t.Made, made{teller.Name(from.Side()), from.String(), to.String()})
		if human == enum.NoSide || from.Side() == human {
			t.Back = p.address("moves", dotted(c.made[:i]))
		}
	}
	defer func() { t.Board = p.drawn(c, teller) }() // with what is known of the moves
	if len(c.moves) == 0 {
		how, who, _ := strings.Cut(teller.Ending(at), ": ")
		t.How, t.Over = capital(how)+".", capital(who)+"."
		return nil
	}
	t.Turn = teller.Name(at.Side())
	if r.Form.Get("hint") != "" {
		hint, why, err := tried(r.Context(), s.Work, s.Limits.Part, func(ctx context.Context) (h struct {
			best  int
			words string
		}, err error) {
			h.best, h.words, err = positions.Hint(ctx, at)
			return h, err
		})
		if err != nil {
			return err
		}
		if t.Hint = why; why == "" {
			t.Best = hint.best + 1
			t.Hint, _, _ = strings.Cut(hint.words, ":") // without values, which are not asked for
		}
	}
	return s.options(r.Context(), p, c, teller)
}

const (
	cellSide  = 44     // of a board, in pixels
	mostBoard = 40_000 // bytes of links on it
)

// A board is drawn: its cells and arrows in pixels.
type board struct {
	How    string
	Box    string
	Width  float64
	Large  bool // too large to be shrunk
	Best   bool // the move that is hinted at is marked
	Cells  []square
	Arrows []string
}

// A square is a cell of a board, and the address of the move that is made there.
type square struct {
	enum.Cell
	Link, Class, Worth string
}

// drawn returns the board of a position, nil if it has none; moves on it are links if these are short enough.
// Where the last move was made is marked, unless what it was made on is gone; of a game in which nothing is left the
// last that was there is drawn.
func (p *play) drawn(c course, teller positions.Teller) *board {
	from, was, last := c.last().Board(), enum.Board{}, -1
	if n := len(c.made); n > 0 {
		was = c.positions[n-1].Board()
		if last = slices.IndexFunc(was.Cells, func(m enum.Cell) bool { return m.Did != "" && m.To == c.last().String() }); last >= 0 {
			p.Turns.Did = sentence(teller.Name(c.positions[n-1].Side()) + " " + was.Cells[last].Did)
		}
	}
	if len(from.Cells) == 0 && len(c.moves) == 0 {
		from = was
	}
	if len(from.Cells) == 0 {
		return nil
	}
	b, t := &board{How: from.How}, p.Turns
	least, most := svg.At(0, 0), svg.At(0, 0)
	for _, cell := range from.Cells {
		if last >= 0 && cell.Kind != "stick" && math.Abs(cell.X-was.Cells[last].X) < 0.5 && cell.Y == was.Cells[last].Y {
			cell.Kind, last = cell.Kind+" last", -1
		}
		cell.X, cell.Y = cell.X*cellSide, cell.Y*cellSide
		least, most = svg.At(min(least.X, cell.X), min(least.Y, cell.Y)), svg.At(max(most.X, cell.X), max(most.Y, cell.Y))
		q := square{Cell: cell}
		move := slices.IndexFunc(c.moves, func(m enum.Position) bool { return m.String() == cell.To })
		if short := len(from.Cells)*len(p.Asking("", "")) < mostBoard; cell.To != "" && move >= 0 && short {
			q.Link = p.Asking("move", strconv.Itoa(move+1))
			if move < len(t.Options) {
				q.Class = t.Options[move].Class
				q.Worth = map[string]string{"wins": "✓", "loses": "✗"}[q.Class]
			}
			if move+1 == t.Best {
				b.Best, q.Class = true, q.Class+" best"
			}
		}
		b.Cells = append(b.Cells, q)
	}
	for _, a := range from.Arrows {
		from, to := svg.At(b.Cells[a[0]].X, b.Cells[a[0]].Y), svg.At(b.Cells[a[1]].X, b.Cells[a[1]].Y)
		out := from.Towards(to)
		in, far := out.Times(-1), to.Minus(from).Length()
		if from.Y == to.Y && far > 1.6*cellSide { // over what stands between them, the higher the farther
			up, along := math.Sincos(min(far*0.25/cellSide, 1.4))
			in, out = svg.At(in.X*along, -up), svg.At(out.X*along, -up)
			least.Y = min(least.Y, from.Y-0.34*far*up)
		}
		const radius = cellSide * 0.45
		b.Arrows = append(b.Arrows, fmt.Sprintf("M%v C%v %v %v", from.Plus(out.Times(radius)), from.Plus(out.Times(0.45*far)), to.Plus(in.Times(0.45*far)), to.Plus(in.Times(radius+5))))
	}
	size := most.Minus(least).Plus(svg.At(cellSide+8, cellSide+8)) // with its edge
	b.Width, b.Large = math.Round(max(size.X, 1.4*min(size.X, 14*cellSide))), size.X > 14*cellSide
	b.Box = fmt.Sprintf("%.0f %.0f %.0f %.0f", least.X-cellSide/2-4, least.Y-cellSide/2-4, size.X, size.Y)
	return b
}

// options lists the moves with what is known of each, within its time and that of all.
func (s *site) options(ctx context.Context, p *play, c course, teller positions.Teller) error {
	t, at := p.Turns, c.last()
	listed := c.moves[:min(len(c.moves), mostOptions)]
	t.Unlisted = len(c.moves) - len(listed)
	for _, move := range listed {
		t.Options = append(t.Options, option{To: move.String()})
	}
	if p.Values == "" {
		return nil
	}
	var known outcome
	why := t.Stuck
	if why == "" {
		var err error
		if known, why, err = s.best(ctx, at); err != nil {
			return err
		}
	}
	if t.Unclear = why; why == "" && known.winner != enum.NoSide {
		t.Winner = teller.Name(known.winner)
	}
	end := time.Now().Add(s.Limits.Moves)
	for i, move := range listed {
		o := &t.Options[i]
		if time.Until(end) < s.Limits.Move {
			o.Words = "not known: the other moves took the time there is"
			continue
		}
		found, unknown, err := tried(ctx, s.Work, s.Limits.Move, func(ctx context.Context) (option, error) { return optionOf(ctx, move, at.Side()) })
		if err != nil {
			return err
		}
		if unknown != "" {
			found = option{Words: "not known: " + unknown}
		}
		found.To, found.Best = o.To, why == "" && i == known.best
		*o = found
	}
	return nil
}

// optionOf returns what is known of a move of a side.
func optionOf(ctx context.Context, move enum.Position, side int) (o option, err error) {
	winner, _ := move.Ending()
	if len(move.Moves()) > 0 {
		if _, winner, err = move.Best(ctx); err != nil {
			return o, err
		}
	}
	switch winner {
	case side:
		o.Class, o.Words = "wins", "wins"
	case enum.NoSide:
		o.Class, o.Words = "draws", "nobody wins"
	default:
		o.Class, o.Words = "loses", "loses"
	}
	o.Value, err = move.Value(ctx)
	return o, err
}
