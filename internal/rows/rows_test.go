package rows

import (
	"bytes"
	"math/big"
	"testing"
)

// The shape of the table must change with the width of the screen, so that the rows fit.
func TestTablesFitTheScreen(t *testing.T) {
	type row struct {
		N     int    `json:"n" table:"n,3"`
		Games Number `json:"games" table:"labelled games,20"`
		Note  string `json:"note" table:"note,-1"`
	}
	rows := []any{
		row{3, Number{big.NewInt(8)}, "ok"},
		row{4, Number{big.NewInt(1234567890)}, "walk agrees"},
	}
	for _, c := range []struct {
		claim  string
		screen int
		want   string
	}{
		{"off a screen", 0, "  n        labelled games  note\n  3                     8  ok\n  4         1,234,567,890  walk agrees\n"},
		{"on a wide one", 38, "  n        labelled games  note\n  3                     8  ok\n  4         1,234,567,890  walk agrees\n"},
		{"on a narrower one", 37, "       labelled\nn         games note\n3             8 ok\n4 1,234,567,890 walk agrees\n"},
		{"on one narrower than a number", 24, "n                      3\nlabelled games         8\nnote            ok\n\nn                      4\nlabelled games    1,234,\n                 567,890\nnote            walk\n                agrees\n"},
	} {
		var out bytes.Buffer
		p := NewPrinter(&out, "table")
		p.screen = c.screen
		p.Widen(rows...)
		for _, row := range rows {
			if err := p.Print(row); err != nil {
				t.Fatal(err)
			}
		}
		if out.String() != c.want {
			t.Errorf("%s it prints\n%swant\n%s", c.claim, &out, c.want)
		}
	}
}
