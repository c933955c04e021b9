package positions

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"enumerate/enum"
	"enumerate/enum/playing"
	"enumerate/enum/single"
)

// Begin returns the first position of a game that is played in turns, or why there is none.
func Begin(r *enum.Ruleset, g single.Game) (playing.Position, error) {
	if r.Position == nil {
		return nil, fmt.Errorf("%s is not played in turns: use a ruleset with turns, such as nim", r.Name)
	}
	p, ok := r.Position(g)
	if !ok {
		return nil, fmt.Errorf("this game of %s is too large to be played in turns: choose a smaller game", r.Name)
	}
	return p, nil
}

// Move returns the index of the move that a text means, or -1. The text is the number of the move, counted from 1, or
// the position after the move, in any form that the ruleset reads.
func Move(r *enum.Ruleset, moves []playing.Position, text string) int {
	text = strings.TrimSpace(text)
	if number, err := strconv.Atoi(text); err == nil && 1 <= number && number <= len(moves) {
		return number - 1
	}

	canonical, read := Rewritten(r, text)
	for i, move := range moves {
		if move.String() == text || read && move.String() == canonical {
			return i
		}
	}
	return -1
}

// Rewritten returns the position in a text as the ruleset itself writes it, so that two forms of one position become
// equal. It returns false if the text is not exactly one position that can be played.
func Rewritten(r *enum.Ruleset, text string) (line string, ok bool) {
	for read, err := range r.Read(strings.NewReader(text)) {
		if err != nil || ok {
			return "", false
		}
		p, played := r.Position(read)
		if !played {
			return "", false
		}
		line, ok = p.String(), true
	}
	return line, ok
}

// Hint returns the index of the best move, or -1 if the game is over. The words say whether the best move wins, and
// name the combinatorial values before and after the move, if positions of the ruleset have values. If the context ends
// while Hint searches, it returns the context's error.
func Hint(ctx context.Context, p playing.Position) (best int, words string, err error) {
	best, winner, err := p.Best(ctx)
	if err != nil || best < 0 {
		return best, "", err
	}

	words = "which wins"
	if winner != p.Side() {
		words = "but no move wins"
	}

	before, err := p.Value(ctx)
	if err != nil {
		return 0, "", err
	}
	after, err := p.Moves()[best].Value(ctx)
	if err != nil {
		return 0, "", err
	}
	if before != "" && after != "" {
		words += ": the value goes from " + before + " to " + after
	}
	return best, words, nil
}

// A Teller describes a game that is played in turns.
type Teller struct {
	Human  int    // the side of the human, against the solver; playing.NoSide if humans play all sides
	Solver string // the solver's name
}

// Name returns the name of a side: "you", the solver's name or, without a solver, a letter.
func (t Teller) Name(side int) string {
	switch t.Human {
	case side:
		return "you"
	case playing.NoSide:
		return string(rune('A' + side))
	}
	return t.Solver
}

// Ending returns a sentence about the end of a game, such as "you cannot move: you lose".
func (t Teller) Ending(p playing.Position) string {
	winner, how := p.Ending()
	if how == "" {
		how = t.Name(p.Side()) + " cannot move"
	}
	switch {
	case winner == playing.NoSide:
		return how + ": nobody wins"
	case winner == t.Human:
		return how + ": you win"
	case t.Human == playing.NoSide:
		return how + ": " + t.Name(winner) + " wins"
	}
	return how + ": you lose"
}
