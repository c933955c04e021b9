package cli

import (
	"fmt"
	"testing"
)

func TestRowsUniteWhatBothSay(t *testing.T) {
	for _, c := range []struct {
		claim, a, b string
		want        string // nothing if they disagree
	}{
		{"one method each", "| 6 | 9 | 4 | walk |", "| 6 | 9 | 4 | count |", "| 6 | 9 | 4 | walk, count |"},
		{"the walk comes first", "| 6 | 9 | 4 | core, count |", "| 6 | 9 | 4 | walk |", "| 6 | 9 | 4 | walk, count, core |"},
		{"others come last, by name", "| 6 | 9 | 4 | guess, abacus |", "| 6 | 9 | 4 | core |", "| 6 | 9 | 4 | abacus, core, guess |"},
		{"each method once", "| 6 | 9 | 4 | walk, count |", "| 6 | 9 | 4 | count, walk |", "| 6 | 9 | 4 | walk, count |"},
		{"no methods", "| 6 | 9 | 4 |", "| 6 | 9 | 4 | walk |", "| 6 | 9 | 4 | walk |"},
		{"an empty cell of methods", "| 6 | 9 | 4 |  |", "| 6 | 9 | 4 | walk |", "| 6 | 9 | 4 | walk |"},
		{"a number that one does not know", "| 6 | 9 | - | core |", "| 6 | 9 | 4 | walk |", "| 6 | 9 | 4 | walk, core |"},
		{"a number that neither knows", "| 6 | 9 | - | core |", "| 6 | 9 | - | core |", "| 6 | 9 | - | core |"},
		{"another number", "| 6 | 9 | 4 | walk |", "| 6 | 9 | 5 | walk |", ""},
		{"another number, the rest not known", "| 6 | 8 | - | core |", "| 6 | 9 | 5 | walk |", ""},
		{"a number too few", "| 6 | 9 |", "| 6 | 9 | 5 | walk |", ""},
		{"a column too many", "| 6 | 9 | 5 | 1 | walk |", "| 6 | 9 | 5 | walk |", ""},
		{"no row", "", "| 6 | 9 | 5 | walk |", ""},
	} {
		a, b := readResultRow(c.a, 2), readResultRow(c.b, 2)
		for _, order := range []struct{ a, b resultRow }{{a, b}, {b, a}} {
			united, ok := order.a.unite(order.b)
			got := ""
			if ok {
				got = united.line(6)
			}
			if got != c.want {
				t.Errorf("%s: %v and %v unite to %q, want %q", c.claim, fmt.Sprint(order.a), fmt.Sprint(order.b), got, c.want)
			}
		}
	}
}
