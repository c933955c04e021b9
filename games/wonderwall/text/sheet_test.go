package text

import (
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// ReadRows must return the cells of each row as they are written: the player, the wonderwall and the ninja, without any
// other columns.
func TestReadRowsKeepsCellsAsWritten(t *testing.T) {
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
		if got := fmt.Sprint(rows.Cells, rows.Heads, rows.OtherColumns); err != nil || got != test.want {
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

// The web page keeps only those rows of a text that ReadRows returns, so they must give the same game as the whole
// text. The texts are the files of testdata/cases, and tables in which someone sent a row again.
func TestReadRowsKeepsTheGame(t *testing.T) {
	const header = "Timestamp,E-mail,Name,Ninja,Wonderwall\n"
	texts := map[string]string{
		"newest first":       header + "2026-06-05,a@x.org,Ann,Cy,Ben\n2026-06-04,a@x.org,Ann,Cy,Dee\n2026-06-03,c@x.org,Cy,Ann,Ben\n2026-06-02,b@x.org,Ben,Ann,Dee\n2026-06-01,d@x.org,Dee,Ann,Ben\n2026-06-01,a@x.org,Ann,Dee,Cy\n",
		"newest between":     header + "2026-06-03,a@x.org,Ann,Cy,Dee\n2026-06-05,a@x.org,Ann,Cy,Ben\n2026-06-03,c@x.org,Cy,Ann,Ben\n2026-06-02,b@x.org,Ben,Ann,Dee\n2026-06-01,d@x.org,Dee,Ann,Ben\n2026-06-04,a@x.org,Ann,Dee,Cy\n",
		"a total":            "Name,Room,Ninja,Wonderwall\nAnn,1,Cy,Ben\nBen,2,Ann,Dee\nCy,3,Ann,Ben\nDee,4,Ann,Ben\nTotal,4,4,4\n",
		"a commented header": "# Name,Ninja,Wonderwall\nAnn,Cy,Ben\nBen,Ann,Dee\nCy,Ann,Ben\nDee,Ann,Ben\n",
		"a title":            "Camp 2026\n\nName,Ninja,Wonderwall\n\nAnn,Cy,Ben\nBen,Ann,Dee\nCy,Ann,Ben\nDee,Ann,Ben\n",
	}
	files, err := filepath.Glob("testdata/cases/*")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		texts[file] = string(content)
	}
	choices := func(content string) (all []string) {
		for table, err := range ReadTables(strings.NewReader(content)) {
			if err != nil {
				return []string{err.Error()}
			}
			for _, row := range table.Rows() {
				all = append(all, fmt.Sprintf("%q", row))
			}
			slices.Sort(all)
		}
		return all
	}
	for name, content := range texts {
		rows, err := ReadRows(strings.NewReader(content))
		if err != nil {
			continue
		}
		var kept strings.Builder
		w := csv.NewWriter(&kept)
		_ = w.Write(roleNames[:])
		_ = w.WriteAll(rows.Cells)
		if got, want := choices(kept.String()), choices(content); !slices.Equal(got, want) {
			t.Errorf("%s: the rows are %v, want %v:\n%s", name, got, want, kept.String())
		}
	}
}
