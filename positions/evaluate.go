package positions

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"enumerate/cli/verb"
	"enumerate/internal/rows"
	"enumerate/internal/text"
	"enumerate/pictures"
	"enumerate/solver/partizan"
)

// evaluate prints values that are written down, each in a row. It draws the thermograph of the
// only one into a file, unless that has no name.
func evaluate(ctx context.Context, written []string, plot verb.FileName, out *rows.Printer) error {
	for _, w := range written {
		row, heat, err := newWrittenRow(ctx, w)
		switch {
		case err != nil:
			return err
		case plot != "" && heat == nil:
			return verb.Usagef("--plot draws the thermograph of one value, not of a comparison")
		case plot != "" && len(written) > 1:
			return verb.Usagef("--plot draws the thermograph of one value, not of %d", len(written))
		case plot != "":
			if err := verb.CheckPicture("plot", plot); err != nil {
				return err
			}
			if err := pictures.Write(plot, thermograph(row.Value, *heat)); err != nil {
				return err
			}
		}
		if err := out.Print(row); err != nil {
			return err
		}
	}
	return nil
}

// A writtenRow is what is printed of a value that is written down, or of a comparison, which is
// only true or false.
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
	first, sign, second, orders := comparison(written)
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
		row.Value = fmt.Sprint(slices.Contains(orders, order))
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

// signs compare two values: each is right of values in one of these orders. The longer ones come first.
var signs = []struct {
	text   string
	orders []partizan.Order
}{
	{"<=", []partizan.Order{partizan.Less, partizan.Equal}},
	{">=", []partizan.Order{partizan.Greater, partizan.Equal}},
	{"||", []partizan.Order{partizan.Confused}},
	{"<", []partizan.Order{partizan.Less}},
	{">", []partizan.Order{partizan.Greater}},
	{"=", []partizan.Order{partizan.Equal}},
}

// comparison cuts a text at the first sign that compares, if there is one, and returns of which orders
// that is right. Within braces || parts options; outside it says that two values are confused.
func comparison(written string) (first, sign, second string, orders []partizan.Order) {
	depth := 0
	for i, c := range written {
		switch c {
		case '{', '(':
			depth++
		case '}', ')':
			depth--
		}
		for _, s := range signs {
			if second, ok := strings.CutPrefix(written[i:], s.text); ok && depth <= 0 {
				return written[:i], s.text, second, s.orders
			}
		}
	}
	return written, "", "", nil
}

// misread says what is wrong with a written value, and where: after a number of its characters.
func misread(written string, before int, err error) error {
	if fault, ok := err.(text.Error); ok {
		return verb.Usagef("%.60s: column %d: %s", written, before+fault.Column, fault.Message)
	}
	return err
}
