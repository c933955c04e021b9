package questions

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"enumerate/enum/single"
	"enumerate/games/wonderwall/questions/draw"
	"enumerate/internal/svg"
	"enumerate/solver/betweenness"
)

// Drawings lists the pictures of a game that a user can ask for, and a picture of an algorithm's steps if one of the
// given algorithms can report them.
func Drawings(algorithms ...betweenness.Algorithm) []single.Question {
	list := []single.Question{
		{
			Name:    "draw",
			Example: "enumerate draw data/examples/four.txt -o four.svg\necho BC DA BA BA | enumerate draw - > core.svg",
			Formats: []string{"svg"}, Ask: asks(pictured(draw.Picture)),
		}, {
			Name: "narrow", Summary: "draw a narrow picture, as for a phone: who chose whom, and a solution",
			Example: "enumerate draw data/examples/camp.csv --narrow -o camp.svg",
			Formats: []string{"svg"}, Ask: asks(pictured(draw.Narrow)),
		}, {
			Name: "points", Summary: "draw the players at the places in this file, - for standard input", Input: single.File,
			Example: "enumerate draw BC DF BA BE DF DB --points data/examples/places.txt -o six.svg",
			Formats: []string{"svg"}, Ask: asks(table.drawPlaces),
		},
	}

	steps := func(a betweenness.Algorithm) bool { return a.Steps != nil }
	if by := slices.IndexFunc(algorithms, steps); by >= 0 {
		list = append(list, single.Question{
			Name: "steps", Summary: "draw the conclusions after each assumption",
			Example: `enumerate draw "BC CD BA BA" --steps --output steps.svg`,
			Formats: []string{"svg"}, Ask: asks(drawSteps(algorithms[by])),
		})
	}
	return list
}

// maxDrawn is the largest number of players in a picture; in larger ones players are hard to find.
const maxDrawn = 200

// pictured answers a question with a picture of a game and the proof of its verdict.
func pictured(draw func([]string, betweenness.Game, betweenness.Proof) *svg.Canvas) func(table, context.Context, single.How) (single.Answer, error) {
	return func(t table, ctx context.Context, _ single.How) (single.Answer, error) {
		if err := t.Validate(); err != nil {
			return nil, err
		}
		if n := len(t.Game); n > maxDrawn {
			return nil, fmt.Errorf("%d players are too many to draw: choose a game of at most %d", n, maxDrawn)
		}
		proof, err := t.Proof(ctx, single.How{})
		if err != nil {
			return nil, err
		}
		return draw(t.Names, t.Game, proof), nil
	}
}

const (
	maxStepPlayers = 16
	maxSteps       = 40
)

// drawSteps answers a question with a picture of the steps in which an algorithm decides a game; see draw.Steps.
func drawSteps(by betweenness.Algorithm) func(t table, ctx context.Context, _ single.How) (single.Answer, error) {
	return func(t table, ctx context.Context, _ single.How) (single.Answer, error) {
		if n := len(t.Game); n > maxStepPlayers {
			return nil, fmt.Errorf("%d players are too many for a drawing of steps: choose a game of at most %d", n, maxStepPlayers)
		}
		steps, order, err := by.Steps(ctx, t.Game, maxSteps)
		if errors.Is(err, betweenness.ErrManySteps) {
			return nil, fmt.Errorf("this game takes more than %d steps, too many to draw; print them with solve --algorithm %s --trace", maxSteps, by.Name)
		}
		if err != nil {
			return nil, err
		}
		return draw.Steps(t.Names, t.Game, steps, order), nil
	}
}

// maxPlaced is the largest number of players in a picture of places. The names of more players would not fit.
const maxPlaced = 60

func (t table) drawPlaces(ctx context.Context, how single.How) (single.Answer, error) {
	if n := len(t.Game); n > maxPlaced {
		return nil, fmt.Errorf("%d players are too many for a drawing of places: choose a game of at most %d", n, maxPlaced)
	}
	placing, err := t.placing(ctx, how.Input)
	if err != nil {
		return nil, err
	}
	return draw.Places(t.Names, t.Game, placing), nil
}
