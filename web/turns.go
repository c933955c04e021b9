package web

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"enumerate/enum"
)

const (
	mostMoves   = 1000                   // that are made in one game
	mostOptions = 200                    // moves of a position that are shown
	mostPlayed  = 200                    // moves on the way to the end of a race
	moveTime    = 500 * time.Millisecond // for what is known of one move
	movesTime   = 3 * time.Second        // for all of them
)

// turns is a game that is played in turns, as it stands.
type turns struct {
	Moves    string // that were made, by their numbers
	Position string
	Made     []made
	Back     int    // how many moves are left if the last of one's own is taken back; -1 if there is none
	Over     string // how it ended; "" while it goes on
	Turn     string // whose turn it is
	Outlook  string // what comes of it if all play best
	Options  []option
	Unlisted int    // moves that are not among the options
	Valued   bool   // some position has a value
	Typed    string // a move that is none
	Stuck    string // why the solver did not move
	Hint     string
	Picture  string // where it is; "" for none
	Begins   bool   // the picture shows the beginning
}

// A made move is one that was made.
type made struct {
	Who, From, To string
}

// An option is a move that can be made.
type option struct {
	To      string
	Class   string // "wins", "loses", "draws" for the side that moves; "" if that is not known
	Words   string // the same, or why it is not known
	Value   string
	Best    bool
	Outlook string // how the game ends then if all play best, where there are no values
}

// A course is a game so far: the positions, the first one before any move.
type course struct {
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
	if keep := r.Form.Get("keep"); keep != "" {
		kept, err := strconv.Atoi(keep)
		if err != nil || kept < 0 || kept > len(made) {
			return faultf(http.StatusUnprocessableEntity, "%.20q is no number of moves to keep; want 0 to %d", keep, len(made))
		}
		http.Redirect(w, r, p.address("moves", dotted(made[:kept])), http.StatusSeeOther)
		return nil
	}
	c, why, err := tried(r.Context(), s, func(ctx context.Context) (course, error) { return replay(ctx, p.Ruleset, game, made) })
	if err != nil {
		return err
	}
	if why != "" {
		return s.wrongGame(w, r, p, errors.New(why))
	}
	t := &turns{Moves: dotted(made)}
	p.Turns = t
	before := len(made)
	if text := r.Form.Get("move"); text != "" {
		move, why, err := tried(r.Context(), s, func(context.Context) (int, error) { return p.Ruleset.Move(c.moves, text), nil })
		switch {
		case err != nil:
			return err
		case why != "" || move < 0:
			t.Typed = text
		case len(made) == mostMoves:
			return faultf(http.StatusUnprocessableEntity, "%d moves have been made, and there may be no more", mostMoves)
		default:
			made = append(made, move+1)
			c.make(move)
		}
	}
	if t.Typed == "" {
		if made, t.Stuck, err = s.answerMoves(r.Context(), p, &c, made); err != nil {
			return err
		}
	}
	if len(made) > before {
		http.Redirect(w, r, p.address("moves", dotted(made)), http.StatusSeeOther)
		return nil
	}
	if err := s.tell(r, p, c, made); err != nil {
		return err
	}
	status := http.StatusOK
	if t.Typed != "" {
		status = http.StatusUnprocessableEntity
	}
	return s.showPlayed(w, r, status, p)
}

// replay makes moves from the beginning of a game.
func replay(ctx context.Context, ruleset *enum.Ruleset, game enum.Game, made []int) (course, error) {
	begin, err := ruleset.Begin(game)
	if err != nil {
		return course{}, err
	}
	c := course{[]enum.Position{begin}, begin.Moves()}
	for i, move := range made {
		if err := ctx.Err(); err != nil {
			return c, err
		}
		if move > len(c.moves) {
			return c, fmt.Errorf("move %d in the address is the number %d, but there are %d moves then", i+1, move, len(c.moves))
		}
		c.make(move - 1)
	}
	return c, nil
}

// make makes one of the moves.
func (c *course) make(move int) {
	c.positions = append(c.positions, c.moves[move])
	c.moves = c.last().Moves()
}

// answerMoves makes the moves of the solver until it is another side's turn, or says in words why
// it made none.
func (s *site) answerMoves(ctx context.Context, p *play, c *course, made []int) (after []int, why string, err error) {
	human := sides[p.You]
	for human != enum.NoSide && len(c.moves) > 0 && c.last().Side() != human && len(made) < mostMoves {
		at := c.last()
		best, why, err := tried(ctx, s, func(ctx context.Context) (int, error) {
			best, _, err := at.Best(ctx)
			return best, err
		})
		if err != nil || why != "" {
			return made, why, err
		}
		made = append(made, best+1)
		c.make(best)
	}
	return made, "", nil
}

// tell fills in what is to be said of the game as it stands.
func (s *site) tell(r *http.Request, p *play, c course, made []int) error {
	t, at := p.Turns, c.last()
	human := sides[p.You]
	teller := enum.Teller{Human: human, Solver: "the solver"}
	t.Position, t.Back = at.String(), -1
	for i := range made {
		t.Made = append(t.Made, madeMove(teller, c, i))
		if human == enum.NoSide || c.positions[i].Side() == human {
			t.Back = i
		}
	}
	t.picture(p, at)
	if len(c.moves) == 0 {
		t.Over = teller.Ending(at)
		return nil
	}
	t.Turn = teller.Name(at.Side())
	if r.Form.Get("hint") != "" {
		hint, why, err := tried(r.Context(), s, func(ctx context.Context) (string, error) {
			best, words, err := enum.Hint(ctx, at)
			if err != nil {
				return "", err
			}
			return fmt.Sprintf("%v, %s", c.moves[best], words), nil
		})
		if err != nil {
			return err
		}
		t.Hint = hint
		if why != "" {
			t.Hint = "none: " + why
		}
	}
	return s.options(r.Context(), p, c, teller)
}

// madeMove says who made the move of a number, from 0, and what it led from and to.
func madeMove(teller enum.Teller, c course, number int) made {
	return made{teller.Name(c.positions[number].Side()), c.positions[number].String(), c.positions[number+1].String()}
}

// picture has the position drawn if the ruleset reads what it is called, or else the beginning.
func (t *turns) picture(p *play, at enum.Position) {
	if pictured(p.Ruleset) == nil {
		return
	}
	game := at.String()
	if again, ok := p.Ruleset.Rewritten(game); !ok || again != game {
		game, t.Begins = p.Game, true
	}
	query := url.Values{"ruleset": {p.Name}, "game": {game}}.Encode()
	if len(query) <= mostLink {
		t.Picture = local("/lookup/picture.svg", query)
	}
}

// options lists the moves with what is known of each, within its time and that of all.
func (s *site) options(ctx context.Context, p *play, c course, teller enum.Teller) error {
	t, at := p.Turns, c.last()
	listed := c.moves[:min(len(c.moves), mostOptions)]
	t.Unlisted = len(c.moves) - len(listed)
	for _, move := range listed {
		t.Options = append(t.Options, option{To: move.String()})
	}
	if p.Values != "" {
		return nil
	}
	type outlook struct{ best, winner int }
	var known outlook
	why := t.Stuck
	if why == "" {
		var err error
		known, why, err = tried(ctx, s, func(ctx context.Context) (o outlook, err error) {
			o.best, o.winner, err = at.Best(ctx)
			return o, err
		})
		if err != nil {
			return err
		}
	}
	switch {
	case why != "":
		t.Outlook = "Who wins is not known: " + why
	case known.winner == enum.NoSide:
		t.Outlook = "If all play best, nobody wins"
	case known.winner == teller.Human:
		t.Outlook = "You win, if you play best"
	case teller.Human != enum.NoSide:
		t.Outlook = "You lose, if the solver plays best"
	default:
		t.Outlook = teller.Name(known.winner) + " wins, if all play best"
	}
	end := time.Now().Add(movesTime)
	for i, move := range listed {
		o := &t.Options[i]
		if time.Until(end) < moveTime {
			o.Words = "not known: the other moves took the time there is"
			continue
		}
		found, err := compute(ctx, s, moveTime, func(ctx context.Context) (option, error) { return optionOf(ctx, move, at.Side(), teller) })
		switch {
		case err == errBroken || ctx.Err() != nil:
			return err
		case err != nil:
			o.Words = "not known: " + err.Error()
			continue
		}
		found.To, found.Best = o.To, why == "" && i == known.best
		*o = found
		t.Valued = t.Valued || o.Value != ""
	}
	return nil
}

// optionOf returns what is known of a move of a side.
func optionOf(ctx context.Context, move enum.Position, side int, teller enum.Teller) (o option, err error) {
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
	if o.Value, err = move.Value(ctx); err != nil || o.Value != "" {
		return o, err
	}
	o.Outlook, err = courseOf(ctx, move, teller)
	return o, err
}

// courseOf says how a race ends if all play best; "" if that takes many moves, or nothing is said
// of the end.
func courseOf(ctx context.Context, p enum.Position, teller enum.Teller) (string, error) {
	for range mostPlayed {
		moves := p.Moves()
		if len(moves) == 0 {
			if _, how := p.Ending(); how == "" {
				return "", nil
			}
			return teller.Ending(p), nil
		}
		best, _, err := p.Best(ctx)
		if err != nil {
			return "", err
		}
		p = moves[best]
	}
	return "", nil
}
