package text

import (
	"fmt"
	"strings"
	"testing"
)

// TestRowsAreTheCellsThatWereRead reads games in several forms. The rows have the cells as they are written, without other
// columns.
func TestRowsAreTheCellsThatWereRead(t *testing.T) {
	for _, test := range []struct{ claim, text, want string }{
		{"a code", "BC AC AB", "[[A B C] [B A C] [C A B]] [] 0"},
		{"a table", "A: B C\nB: A C\nC: A B", "[[A B C] [B A C] [C A B]] [] 0"},
		{"an object", `{"A":["B","C"],"B":["A","C"],"C":["A","B"]}`, "[[A B C] [B A C] [C A B]] [] 0"},
		{"three columns in another order", "Ninja,Wonderwall,Name\nC,B,A\nC,A,B\nB,A,C", "[[A B C] [B A C] [C A B]] [] 0"},
		{"comments", "# x@y\nA: B C # z\nB: A C\n#\nC: A B", "[[A B C] [B A C] [C A B]] [] 0"},
		{"other columns", "Time,Name,\"The \"\"wonderwall\"\"\",E-mail,Ninja\n1,A,B,x@y,C\n2,B,A,x@y,C\n3,C,A,x@y,B", `[[A B C] [B A C] [C A B]] [Name The "wonderwall" Ninja] 2`},
		{"a column without a heading", "Time,,Wonderwall,Ninja\n1,A,B,C\n2,B,A,C\n3,C,A,B", "[[A B C] [B A C] [C A B]] [column B Wonderwall Ninja] 1"},
		{"corrections", "A,b,C\nB,C,A\nB,A,C\nC,A,B", "[[A b C] [B C A] [B A C] [C A B]] [] 0"},
	} {
		rows, err := ReadRows(strings.NewReader(test.text))
		if got := fmt.Sprint(rows.Cells, rows.Heads, rows.Left); err != nil || got != test.want {
			t.Errorf("%s: %s, %v, want %s", test.claim, got, err, test.want)
		}
	}
	for text, want := range map[string]string{
		"":                     "no game found",
		"BC AC AB\nBC AC AB":   "expected one game, found more",
		"A: B C\nB: A C\n":     `player "C" has no row`,
		"BC AC AB\n\nA: B C D": "expected one game, found more",
	} {
		if rows, err := ReadRows(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) || rows.Cells != nil {
			t.Errorf("%q: %v, %v, want an error with %q", text, rows, err, want)
		}
	}
}
