package positions

import (
	"context"

	"enumerate/cli/verb"
	"enumerate/internal/rows"
	"enumerate/internal/text"
	"enumerate/solver/partizan"
)

// A writtenRow is what is printed of a value that is written down.
type writtenRow struct {
	Written string `json:"written" table:"written,-12"`
	Value   string `json:"value" table:"value,-8"`
	Verdict string `json:"verdict" table:"verdict,-1"`
	Left    string `json:"left" table:"left stop,9"`
	Right   string `json:"right" table:"right stop,10"`
}

// evaluate prints values that are written down, each in a row.
func evaluate(ctx context.Context, written []string, out *rows.Printer) error {
	for _, w := range written {
		arena := partizan.NewArena()
		v, err := arena.Parse(ctx, w)
		if fault, ok := err.(text.Error); ok {
			return verb.Usagef("%.60s: column %d: %s", w, fault.Column, fault.Message)
		}
		if err != nil {
			return err
		}
		row := writtenRow{Written: w}
		err = arena.Do(ctx, func() {
			left, right := arena.Stops(v)
			row.Value, row.Verdict = arena.String(v), arena.Outcome(v).String()
			row.Left, row.Right = arena.String(left), arena.String(right)
		})
		if err != nil {
			return err
		}
		if err := out.Print(row); err != nil {
			return err
		}
	}
	return nil
}
