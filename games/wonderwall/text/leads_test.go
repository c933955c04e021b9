package text

import (
	"errors"
	"strings"
	"testing"
)

// answers returns the reading of a text: the codes of its games or the first faults, then the remarks.
func answers(content string) string {
	var got, remarks []string
	for table, err := range ReadTables(strings.NewReader(content)) {
		code, wrong := table.Code()
		if err := errors.Join(err, wrong); err != nil {
			code, _, _ = strings.Cut(err.Error(), "\n")
		}
		got = append(got, code)
		if table.Remarks != nil {
			remarks = append(remarks, strings.Split(table.Remarks.Error(), "\n")...)
		}
	}
	return strings.Join(append(got, remarks...), "; ")
}

// Blank lines or comment signs separate the rows from a header, a title or a note above them. In nearly every text here
// the ninja comes before the wonderwall, unlike in tables without a header, so a reader that misses the header
// exchanges the two.
func TestSeparatedHeadersNameTheColumns(t *testing.T) {
	const (
		comma  = "Ann,Cy,Ben\nBen,Ann,Dee\nCy,Ann,Ben\nDee,Ann,Ben\n"
		colon  = "Ann: Cy, Ben\nBen: Ann, Dee\nCy: Ann, Ben\nDee: Ann, Ben\n"
		blanks = "Ann Cy Ben\nBen Ann Dee\nCy Ann Ben\nDee Ann Ben\n"
		usual  = "Ann: Ben, Cy\nBen: Dee, Ann\nCy: Ben, Ann\nDee: Ben, Ann\n"
		spaced = "Ann,Cy,Ben\n\nBen,Ann,Dee\n\nCy,Ann,Ben\n\nDee,Ann,Ben\n"
	)
	for claim, test := range map[string]struct{ text, want string }{
		"a blank line below the header":         {"Name,Ninja,Wonderwall\n\n" + comma, four},
		"blank lines and a comment below it":    {"Name: Ninja, Wonderwall\n\n# Friday\n\n" + colon, four},
		"dashes below it, and a blank line":     {"Name Ninja Wonderwall\n---- ----- ----------\n\n" + blanks, four},
		"a header that is a comment":            {"# Name,Ninja,Wonderwall\n" + comma, four + "; line 2, column 1: this table has no header; the header in line 1 is used"},
		"without a blank after the sign":        {"#Name,Ninja,Wonderwall\n" + comma, four + "; line 2, column 1: this table has no header; the header in line 1 is used"},
		"with a colon":                          {"# player: ninja, wonderwall\n\n" + colon, four + "; line 3, column 1: this table has no header; the header in line 1 is used"},
		"of words between blanks":               {"## player ninja wonderwall\n" + blanks, four + "; line 2, column 1: this table has no header; the header in line 1 is used"},
		"a comment that says what is usual":     {"# player: wonderwall, ninja\n" + usual, four},
		"a comment in prose":                    {"# Who is the ninja, who the wonderwall?\n" + usual, four},
		"a table below without a header":        {"Name,Ninja,Wonderwall\n" + comma + "\n" + comma, four + "; " + four + "; line 7, column 1: this table has no header; the header in line 1 is used"},
		"a table below with a header":           {"Name,Ninja,Wonderwall\n" + comma + "\nName,Wall,Enemy\nAnn,Ben,Cy\nBen,Dee,Ann\nCy,Ben,Ann\nDee,Ben,Ann\n", four + "; " + four + `; columns A "Name", B "Wall" and C "Enemy" are read as player, wonderwall and ninja`},
		"a table below of another form":         {"Name,Ninja,Wonderwall\n" + comma + "\nAnn | Ben | Cy\nBen | Dee | Ann\nCy | Ben | Ann\nDee | Ben | Ann\n", four + "; " + four},
		"a blank line after every row":          {"Name,Ninja,Wonderwall\n\n" + spaced, four},
		"the same without a header":             {strings.ReplaceAll(usual, "\n", "\n\n"), four},
		"two carriage returns after every row":  {strings.ReplaceAll("Name,Ninja,Wonderwall\n"+comma, "\n", "\r\r\n"), four},
		"two games with blank lines after rows": {strings.ReplaceAll(usual, "\n", "\n\n") + "\n" + strings.ReplaceAll(usual, "\n", "\n\n"), four + "; " + four},
		"a title and a blank line":              {"Camp 2026\n\nName,Ninja,Wonderwall\n" + comma, four + `; line 1, column 1: this line above the table is not read: "Camp 2026"`},
		"a title without a header":              {"Our game:\n\n" + usual, four + `; line 1, column 1: this line above the table is not read: "Our game:"`},
		"the number of rows of a database":      {"NAME NINJA WALL\n---- ----- ----\n" + blanks + "\n(4 rows affected)\n", four},
		"a title alone":                         {"Camp 2026\n\n", "line 1, column 10: 2 names; expected a player, its wonderwall and its ninja, or a code of at least 3 pairs of letters"},
		"a row alone":                           {"Ann: Ben, Cy\n\n" + usual, "line 1, column 1: a table of one row; expected a row for each player, and no blank lines between; " + four},
	} {
		if got := answers(test.text); got != test.want {
			t.Errorf("%s:\n%s\nwant\n%s", claim, got, test.want)
		}
	}
}
