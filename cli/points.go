package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"enumerate/enum"
)

// checkPoints prints whether players placed in space solve a game.
func (f *solveFlags) checkPoints(stdin io.Reader) errand {
	return func(game enum.Game, stdout, stderr io.Writer) error {
		placeable, ok := game.(enum.Placeable)
		if !ok {
			return usagef("the players of %s have no places", f.game)
		}
		in, name, err := f.points.open(stdin)
		if err != nil {
			return err
		}
		defer in.Close()
		placement, err := placeable.Place(context.Background(), in)
		if err != nil {
			return unread(err, name, "the places", stderr)
		}
		if err := printPlacement(stdout, f.format, placement); err != nil {
			return err
		}
		if len(placement.Faults) > 0 {
			return fmt.Errorf("%s: %w: the places do not solve the game", name, errCheck)
		}
		return nil
	}
}

// printPlacement prints the order of players who solve a game, on one line, or a
// line for each of the others.
func printPlacement(out io.Writer, format string, p enum.Placement) error {
	if format == "json" {
		return json.NewEncoder(out).Encode(struct {
			Solved     bool     `json:"solved"`
			Dimensions int      `json:"dimensions"`
			Direction  []string `json:"direction,omitempty"`
			Order      []string `json:"order,omitempty"`
			Faults     []string `json:"faults,omitempty"`
		}{len(p.Faults) == 0, p.Dimensions, p.Direction, p.Order, p.Faults})
	}
	if len(p.Faults) > 0 {
		_, err := fmt.Fprintln(out, strings.Join(p.Faults, "\n"))
		return err
	}
	dimensions := "dimensions"
	if p.Dimensions == 1 {
		dimensions = "dimension"
	}
	_, err := fmt.Fprintf(out, "solved in %d %s  order along (%s): %s\n",
		p.Dimensions, dimensions, strings.Join(p.Direction, ", "), strings.Join(enum.Words(p.Order), " "))
	return err
}
