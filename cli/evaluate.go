package cli

import (
	"context"
	"fmt"
	"io"
	"strings"

	"enumerate/cli/verb"
	"enumerate/internal/rows"
	"enumerate/internal/text"
	"enumerate/solver/partizan"
)

// evaluate prints values that are written down, each in a row. It draws the thermograph of the
// only one into a file, unless that has no name.
func evaluate(ctx context.Context, p *verb.Program, written []string, plot verb.FileName, out *rows.Printer) error {
	for _, w := range written {
		row, heat, err := newWrittenRow(ctx, w)
		if err != nil {
			return err
		}
		if plot != "" && (heat == nil || len(written) > 1) {
			return verb.Usagef("--plot draws the thermograph of one value, not of %s", plotted(heat, written))
		}
		if plot != "" {
			if err := p.CheckPicture("plot", plot); err != nil {
				return err
			}
			err := p.WritePicture(plot, func(w io.Writer, format string) error {
				return thermograph(row.Value, *heat).Encode(ctx, w, format)
			})
			if err != nil {
				return err
			}
		}
		if err := out.Print(row); err != nil {
			return err
		}
	}
	return nil
}

// plotted says what it is that has no thermograph of its own.
func plotted(heat *partizan.Thermograph, written []string) string {
	if heat == nil {
		return "a comparison"
	}
	return fmt.Sprint(len(written))
}

// A writtenRow is what is printed of a value that is written down, or of a comparison, which is
// true or false and nothing else.
type writtenRow struct {
	Written     string `json:"written" table:"written,-12"`
	Value       string `json:"value" table:"value,-8"`
	Verdict     string `json:"verdict,omitempty" table:"verdict,-1"`
	Left        string `json:"left,omitempty" table:"left stop,9"`
	Right       string `json:"right,omitempty" table:"right stop,10"`
	Mean        string `json:"mean,omitempty" table:"mean,5"`
	Temperature string `json:"temperature,omitempty" table:"temperature,11"`
	LeftWall    wall   `json:"leftWall,omitempty" csv:"-"`
	RightWall   wall   `json:"rightWall,omitempty" csv:"-"`
}

// A wall is one of a thermograph: the pairs of a temperature and a place at which it bends.
type wall [][2]string

func newWall(points []partizan.Point) (w wall) {
	for _, p := range points {
		w = append(w, [2]string{p.T.RatString(), p.X.RatString()})
	}
	return w
}

// newWrittenRow evaluates a text. A comparison has no thermograph.
func newWrittenRow(ctx context.Context, written string) (writtenRow, *partizan.Thermograph, error) {
	row := writtenRow{Written: written}
	arena := partizan.NewArena()
	first, sign, second := comparison(written)
	v, err := arena.Parse(ctx, first)
	if err != nil {
		return row, nil, misread(written, 0, err)
	}
	if sign != "" {
		w, err := arena.Parse(ctx, second)
		if err != nil {
			return row, nil, misread(written, len([]rune(first))+len(sign), err)
		}
		var order partizan.Order
		if err := arena.Do(ctx, func() { order = arena.Compare(v, w) }); err != nil {
			return row, nil, err
		}
		row.Value = fmt.Sprint(holds(order, sign))
		return row, nil, nil
	}
	var heat partizan.Thermograph
	err = arena.Do(ctx, func() {
		left, right := arena.Stops(v)
		heat = arena.Thermograph(v)
		row.Value, row.Verdict = arena.String(v), arena.Outcome(v).String()
		row.Left, row.Right = arena.String(left), arena.String(right)
		row.Mean, row.Temperature = heat.Mean.RatString(), heat.Temperature.RatString()
		row.LeftWall, row.RightWall = newWall(heat.Left), newWall(heat.Right)
	})
	return row, &heat, err
}

// comparison cuts a text at the first sign that compares, if there is one. Within braces || parts
// options; outside it says that two values are confused.
func comparison(written string) (first, sign, second string) {
	depth := 0
	for i, c := range written {
		switch c {
		case '{', '(':
			depth++
		case '}', ')':
			depth--
		}
		if depth > 0 {
			continue
		}
		for _, sign := range []string{"<=", ">=", "||", "<", ">", "="} {
			if strings.HasPrefix(written[i:], sign) {
				return written[:i], sign, written[i+len(sign):]
			}
		}
	}
	return written, "", ""
}

// holds reports whether a sign is right of two values in an order.
func holds(order partizan.Order, sign string) bool {
	switch sign {
	case "<":
		return order == partizan.Less
	case ">":
		return order == partizan.Greater
	case "<=":
		return order == partizan.Less || order == partizan.Equal
	case ">=":
		return order == partizan.Greater || order == partizan.Equal
	case "||":
		return order == partizan.Confused
	}
	return order == partizan.Equal
}

// misread says what is wrong with a written value, and where: after a number of its characters.
func misread(written string, before int, err error) error {
	if fault, ok := err.(text.Error); ok {
		return verb.Usagef("%.60s: column %d: %s", written, before+fault.Column, fault.Message)
	}
	return err
}
