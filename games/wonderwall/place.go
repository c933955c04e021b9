package wonderwall

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"enumerate/enum"
	"enumerate/games/wonderwall/draw"
	"enumerate/games/wonderwall/text"
	"enumerate/solver/betweenness/points"
)

// A Placement says of players placed in space whether they solve the game.
type Placement struct {
	Dimensions int
	Violations []string // one sentence for each constraint that fails
	// Order is the order of the players on a line in a direction in which no two
	// of them coincide. It solves the game if their places do.
	Order []string
	// Direction is the coordinates of that direction, integers.
	Direction []string
}

// Place says of players who stand where a text says whether they solve the game; see
// text.Table.ReadPlaces. Where two players stand in the same place there is no order.
func (t Table) Place(ctx context.Context, r io.Reader) (Placement, error) {
	placing, err := t.placing(ctx, r)
	if err != nil {
		return Placement{}, err
	}
	placement := Placement{Dimensions: len(placing.Places[0]), Violations: placing.Faults}
	if placing.Order != nil {
		placement.Order = t.names(placing.Order)
	}
	for _, x := range placing.Direction {
		placement.Direction = append(placement.Direction, x.String())
	}
	return placement, nil
}

// checkPlaces returns the placement that the places in a file are.
func (t Table) checkPlaces(ctx context.Context, how enum.How) (enum.Answer, error) {
	placement, err := t.Place(ctx, how.Input)
	switch {
	case err != nil:
		return nil, err
	case len(placement.Violations) > 0:
		return placement, enum.Wrong{Err: errors.New("the places do not solve the game")}
	}
	return placement, nil
}

// WriteFormat writes the order of players who solve a game, on one line, or a line for each
// violation; or all as one JSON object.
func (p Placement) WriteFormat(w io.Writer, format string) error {
	if format == "json" {
		return json.NewEncoder(w).Encode(struct {
			Solved     bool     `json:"solved"`
			Dimensions int      `json:"dimensions"`
			Direction  []string `json:"direction,omitempty"`
			Order      []string `json:"order,omitempty"`
			Violations []string `json:"faults,omitempty"`
		}{len(p.Violations) == 0, p.Dimensions, p.Direction, p.Order, p.Violations})
	}
	if len(p.Violations) > 0 {
		_, err := fmt.Fprintln(w, strings.Join(p.Violations, "\n"))
		return err
	}
	_, err := fmt.Fprintf(w, "solved in %d %s  order along (%s): %s\n",
		p.Dimensions, text.Plural(p.Dimensions, "dimension"), strings.Join(p.Direction, ", "), strings.Join(enum.Words(p.Order), " "))
	return err
}

// placing is Place for a picture.
func (t Table) placing(ctx context.Context, r io.Reader) (draw.Placing, error) {
	places, shared, err := t.ReadPlaces(r)
	if err != nil {
		return draw.Placing{}, err
	}
	placing := draw.Placing{Places: places, Faults: shared}
	if len(shared) > 0 {
		return placing, nil
	}
	misplaced, err := points.Check(t.Game, places)
	if err != nil {
		return draw.Placing{}, err
	}
	for _, m := range misplaced {
		placing.Misplaced = append(placing.Misplaced, m.Player)
		placing.Faults = append(placing.Faults, t.misplaced(m))
	}
	placing.Order, placing.Direction, err = points.Project(ctx, places)
	return placing, err
}

// maxPlaced is the most players whose places are drawn: of more the names do not fit.
const maxPlaced = 60

// drawPlaces draws the game with the players where they stand; see draw.Places. It is an error
// if they cannot be read, or are too many.
func (t Table) drawPlaces(ctx context.Context, how enum.How) (enum.Answer, error) {
	if n := len(t.Game); n > maxPlaced {
		return nil, fmt.Errorf("a drawing of places takes at most %d players, this game has %d", maxPlaced, n)
	}
	placing, err := t.placing(ctx, how.Input)
	if err != nil {
		return nil, err
	}
	return draw.Places(t.Names, t.Game, placing), nil
}

// misplaced says in words why a player is.
func (t Table) misplaced(m points.Misplaced) string {
	c := t.Game[m.Player]
	player, wonderwall, ninja := enum.Word(t.Names[m.Player]), enum.Word(t.Names[c.Wonderwall]), enum.Word(t.Names[c.Ninja])
	if m.InLine {
		return fmt.Sprintf("%s: its wonderwall %s is in line with %[1]s and its ninja %[3]s, but not between them", player, wonderwall, ninja)
	}
	return fmt.Sprintf("%s: its wonderwall %s is not in line with %[1]s and its ninja %[3]s", player, wonderwall, ninja)
}
