package text

import (
	"fmt"
	"strings"
	"testing"
)

// TestTwoPeopleAreNeverMadeOne reads tables in which two people have nearly the same name, or someone sent a form
// twice. Two people must become two players, or an error.
func TestTwoPeopleAreNeverMadeOne(t *testing.T) {
	names := func(first, last string) string {
		header := first + "," + last
		row := func(f, l, n, w string) string {
			if strings.HasPrefix(last, "Vor") {
				f, l = l, f
			}
			return fmt.Sprintf("%s,%s,%s,%s\n", f, l, n, w)
		}
		return header + ",Ninja,Wonderwall\n" + row("Anna", "Abel", "Cy", "Ben") + row("Anna", "Zorn", "Cy", "Ben") + row("Ben", "Bo", "Anna", "Cy") + row("Cy", "Cox", "Ben", "Anna")
	}
	ask := func(line, column int) string {
		return fmt.Sprintf(`line %d, column %d: player "Cy" has no row; did you mean "Cy Cox"?`, line, column)
	}
	form := func(rows string) string { return "Timestamp,E-mail,Name,Ninja,Wonderwall\n" + rows }
	const (
		ben = "1/6/2026 10:02:00,ben@x.org,Ben,Ann,Dee\n"
		cy  = "1/6/2026 10:03:00,cy@x.org,Cy,Ann,Ben\n"
		dee = "1/6/2026 10:04:00,dee@x.org,Dee,Ann,Ben\n"
		ann = "1/6/2026 10:05:00,ann@x.org,Ann,Cy,Ben\n"
	)
	for claim, test := range map[string]struct{ text, want string }{
		"name and surname":                     {names("Name", "Surname"), ask(2, 11)},
		"name, which is the last, and first":   {names("Name", "Vorname"), ask(2, 11)},
		"first and last":                       {names("First", "Last"), ask(2, 11)},
		"names of a child":                     {names("Child first name", "Child last name"), ask(2, 11)},
		"names of a child and of a parent":     {"Parent's first name,Parent's last name,Child's first name,Child's last name,Ninja,Wonderwall\nUma,U,Ann,A,Cy C,Ben B\nVic,V,Ben,B,Ann A,Dee D\nWin,W,Cy,C,Ann A,Ben B\nXia,X,Dee,D,Ann A,Ben B\n", four + `; columns C "Child's first name" and D "Child's last name" are joined as the names of the players`},
		"names but for capitals":               {"Name,Ninja,Wonderwall\nann,Dee,Cy\nAnn,Cy,Ben\nBen,Ann,Dee\nCy,Ann,Ben\nDee,Ann,Ben\n", "DE CD EB CB CB" + `; "ann" and "Ann" are read as two players`},
		"names but for accents and signs":      {"J\u00f6rg: Ben, Dee\nJorg: Ben, Dee\nBen: Jorg, Dee\nDee: J\u00f6rg, Ben\n", "CD CD BD AC" + `; "Jörg" and "Jorg" are read as two players`},
		"labels but for signs":                 {"v1: b2 v1'\nv1': v1 b2\nb2: v1 v1'\nB2: v1 v1'\n", "CB AC AB AB"},
		"rows from two addresses":              {form(ann + ben + cy + dee + "2/6/2026 9:00:00,ann2@x.org,Ann,Dee,Cy\n"), `line 6, column 29: player "Ann" has a row with another e-mail address in line 2; rename one of two people, or delete one of the rows`},
		"rows from one address":                {form("1/6/2026 10:00:00,Ann@x.org,Ann,Dee,Cy\n" + ben + cy + dee + ann), "CD AD AD AB" + `; line 2, column 29: player "Ann" has another row in line 6, which is used`},
		"the newest row at the top":            {form(ann + dee + cy + ben + "1/6/2026 9:59:00,ann@x.org,Ann,Dee,Cy\n"), "DC DA DA BA" + `; line 6, column 28: player "Ann" has a newer row in line 2, which is used (by the time in column A "Timestamp")`},
		"dates of birth, which are no times":   {"Date of birth,Name,Ninja,Wonderwall\n2012-05-05,Ann,Dee,Ben\n2011-01-01,Ben,Ann,Dee\n2011-01-02,Cy,Ann,Ben\n2011-01-03,Dee,Ann,Ben\n2010-05-05,Ann,Cy,Ben\n", "CD AD AD AB" + `; line 2, column 12: player "Ann" has another row in line 6, which is used`},
		"dates of a diary, which are no times": {"Day,Name,Ninja,Wonderwall\n2012-05-05,Ann,Dee,Ben\n2011-01-01,Ben,Ann,Dee\n2011-01-02,Cy,Ann,Ben\n2011-01-03,Dee,Ann,Ben\n2010-05-05,Ann,Cy,Ben\n", "CD AD AD AB" + `; line 2, column 12: player "Ann" has another row in line 6, which is used`},
		"the same row twice":                   {"Ann,Ben,Cy\nBen,Dee,Ann\nCy,Ben,Ann\nDee,Ben,Ann\nDee,Ben,Ann\n", four + `; line 4, column 1: player "Dee" has another row in line 5, which is used`},
		"two rows of every player":             {"Ann: Ben Cy\nBen: Cy Ann\nCy: Ann Ben\nAnn: Cy Ben\nBen: Ann Cy\nCy: Ben Ann\n", "line 6, column 1: every player has two rows, as if there were two games; keep the rows of one"},
	} {
		if got := answers(test.text); got != test.want {
			t.Errorf("%s:\n%s\nwant\n%s", claim, got, test.want)
		}
	}
}

// TestAnUnusedTimeIsReported reads tables in which a player has two rows, and a column with a heading for times does not
// say which row is newer. The later row is then used, and a remark says why.
func TestAnUnusedTimeIsReported(t *testing.T) {
	// Ann has the first row and the last.
	form := func(heading, first, others, last string) string {
		return heading + ",Name,Ninja,Wonderwall\n" + first + ",Ann,Dee,Ben\n" + others + ",Ben,Ann,Dee\n" + others + ",Cy,Ann,Ben\n" + others + ",Dee,Ann,Ben\n" + last + ",Ann,Cy,Ben\n"
	}
	const later, earlier = "CD AD AD AB", "BD DA BA BA" // the game with each of Ann's rows
	for claim, test := range map[string]struct{ text, code, why string }{
		"a time of day":                 {form("Timestamp", "10:00", "8:00", "9:00"), later, `line 6, which is used (column A "Timestamp" is not used, because "10:00" is not a date)`},
		"seconds of Unix":               {form("Time", "1717322400", "1717322300", "1717322200"), later, `line 6, which is used (column A "Time" is not used, because "1717322400" is not a date)`},
		"an empty cell":                 {form("Date", "2026-06-02 10:00", "", "2026-06-01 10:00"), later, `line 6, which is used (column A "Date" is not used, because its cell in line 3 is empty)`},
		"a time of two columns":         {form("Time,Date", "10:00,2026-06-02", "8:00,2026-06-01", "9:00,2026-06-01"), earlier, `line 2, which is used (by the time in column B "Date")`},
		"day or month first":            {form("Timestamp", "05/02/2024 10:00", "01/01/2024 8:00", "04/03/2024 9:00"), later, `line 6, which is used (column A "Timestamp" is not used, because its dates may be day/month or month/day)`},
		"the day first in another row":  {form("Timestamp", "05/02/2024 10:00", "25/01/2024 8:00", "04/03/2024 9:00"), later, "line 6, which is used"},
		"the month first":               {form("Timestamp", "05/02/2024 10:00", "01/25/2024 8:00", "04/03/2024 9:00"), earlier, `line 2, which is used (by the time in column A "Timestamp")`},
		"the same day in either order":  {form("Timestamp", "05/02/2024 10:00", "01/01/2024 8:00", "05/02/2024 9:00"), earlier, `line 2, which is used (by the time in column A "Timestamp")`},
		"the same time":                 {form("Timestamp", "2024-06-01 10:00", "2024-06-01 9:00", "2024-06-01 10:00"), later, `line 6, which is used (column A "Timestamp" has the same time in both rows)`},
		"a heading that says no time":   {form("Answer", "10:00", "8:00", "9:00"), later, "line 6, which is used"},
		"the same choices in both rows": {strings.ReplaceAll(form("Timestamp", "10:00", "8:00", "9:00"), "Dee,Ben", "Cy,Ben"), later, "line 6, which is used"},
	} {
		got := answers(test.text)
		code, remark, _ := strings.Cut(got, "; ")
		if code != test.code || !strings.HasSuffix(remark, " in "+test.why) {
			t.Errorf("%s: %s, want %s and %q", claim, got, test.code, test.why)
		}
	}
}

// TestTwoTablesAreNeverMadeOne reads texts in which other rows precede or follow a game: a second table, a total, rows
// above the header. The reader must leave them out with a remark, or return an error.
func TestTwoTablesAreNeverMadeOne(t *testing.T) {
	const (
		rows = "Ann,Cy,Ben\nBen,Ann,Dee\nCy,Ann,Ben\nDee,Ann,Ben\n"
		game = "Name,Ninja,Wonderwall\n" + rows
	)
	for claim, test := range map[string]struct{ text, want string }{
		"the header again below an empty row":   {game + ",,\nName,Ninja,Wonderwall\nEve,Fay,Gus\nFay,Gus,Eve\nGus,Eve,Fay\n", "line 7, column 1: a second header; keep one table"},
		"the header again below a title":        {game + "Saturday,,\nName,Ninja,Wonderwall\nEve,Fay,Gus\nFay,Gus,Eve\nGus,Eve,Fay\n", "line 7, column 1: a second header; keep one table"},
		"a header in another order":             {game + "Name,Wonderwall,Ninja\nEve,Fay,Gus\nFay,Gus,Eve\nGus,Eve,Fay\n", "line 6, column 1: a second header; keep one table"},
		"the header again on every page":        {"Name,Ninja,Wonderwall\nAnn,Cy,Ben\nBen,Ann,Dee\nName,Ninja,Wonderwall\nCy,Ann,Ben\nDee,Ann,Ben\n", four},
		"rows above the header":                 {"Eve,Fay,Gus\nFay,Gus,Eve\nGus,Eve,Fay\n" + game, "line 4, column 1: 3 rows above this header are like rows of players; keep one table with one header"},
		"titles above the header":               {"Camp,June,2026\nBy,Ann,and Ben\n" + game, four},
		"a total":                               {game + "Total,4,4\n", four + "; line 6, column 1: this row is left out, because it has totals"},
		"a total of players that are numbers":   {"Player;Ninja;Wonderwall\n1;3;2\n2;1;4\n3;1;2\n4;1;2\nSumme;4;2\n", four + "; line 6, column 1: this row is left out, because it has totals"},
		"a total without a header":              {"1,2,3\n2,4,1\n3,2,1\n4,2,1\nTotal,4,2\n", `line 5, column 1: the row of "Total" is like a total of the rows above; delete it`},
		"a player named Sum":                    {"Ann,Sum,Cy\nSum,Dee,Ann\nCy,Sum,Ann\nDee,Sum,Ann\n", four},
		"a row of a failed formula":             {game + "#N/A,Ann,Ben\n", "line 6, column 1: this formula failed: #N/A; correct it"},
		"a cut JSON line":                       {`{"name":"Ann","ninja":"Cy","wall":"Ben"}` + "\n" + `{"name":"Ben","ninja":"An`, `line 2, column 23: malformed JSON: found "\"An"; the rows above are complete: correct or remove this one`},
		"objects within objects":                {`[{"name":"Ann","choice":{"ninja":"Cy","wall":"Ben"}},{"name":"Ben","choice":{"ninja":"Ann","wall":"Dee"}},{"name":"Cy","choice":{"ninja":"Ann","wall":"Ben"}},{"name":"Dee","choice":{"ninja":"Ann","wall":"Ben"}}]`, four},
		"a listing with a line for each column": {strings.Repeat("-[ RECORD 1 ]----\nname  | Ann\nninja | Cy\nwall  | Ben\n", 3) + "-[ RECORD 4 ]----\nname  | Ben\nninja | Ann\nwall  | Ben\n", "line 1, column 13: 4 names; expected a player, its wonderwall and its ninja, or a code of at least 3 pairs of letters; most other rows have such faults, too"},
	} {
		if got := answers(test.text); got != test.want {
			t.Errorf("%s:\n%s\nwant\n%s", claim, got, test.want)
		}
	}
}

// TestInvisibleCellsAreNeverGuessed reads workbooks in which the reader cannot know what the user sees:
// formulas without a stored value, formulas that failed, a hidden header. If such a cell matters for the game, the
// reader must return an error.
func TestInvisibleCellsAreNeverGuessed(t *testing.T) {
	row := func(attribute string, cells ...string) string {
		made := "<row " + attribute + ">"
		for _, c := range cells {
			if !strings.HasPrefix(c, "<") {
				c = `<c t="str"><v>` + c + `</v></c>`
			}
			made += c
		}
		return made + "</row>"
	}
	header := row("", "Name", "Ninja", "Wonderwall")
	game := row("", "Ann", "Cy", "Ben") + row("", "Ben", "Ann", "Dee") + row("", "Cy", "Ann", "Ben") + row("", "Dee", "Ann", "Ben")
	const formula, failed, empty = `<c><f>X1</f><v/></c>`, `<c t="e"><f>X1</f><v>#N/A</v></c>`, `<c t="str"><f>X1</f><v></v></c>`
	for claim, test := range map[string]struct{ rows, want string }{
		"a formula without a value":                 {header + game + row("", "Eve", formula, "Ben"), "cell B6: this formula has no stored value; open the workbook in a spreadsheet program and save it"},
		"rows of formulas without values":           {header + game + row("", formula, formula, formula) + row("", formula, formula, formula), "cell A6: this formula has no stored value; open the workbook in a spreadsheet program and save it"},
		"the same without a header":                 {game + row("", formula, formula, formula), "cell A5: this formula has no stored value; open the workbook in a spreadsheet program and save it"},
		"a formula that failed":                     {header + game + row("", failed, "Ann", "Ben"), "cell A6: this formula failed: #N/A; correct it"},
		"formulas whose values are empty":           {header + game + row("", empty, empty, empty), four},
		"a postcode, which is no time":              {row("", "PLZ", "Name", "Ninja", "Wonderwall") + row("", "<c><v>50203</v></c>", "Ann", "Dee", "Ben") + row("", "<c><v>40202</v></c>", "Ben", "Ann", "Dee") + row("", "<c><v>46202</v></c>", "Cy", "Ann", "Ben") + row("", "<c><v>46202</v></c>", "Dee", "Ann", "Ben") + row("", "<c><v>46201</v></c>", "Ann", "Cy", "Ben"), "CD AD AD AB; cell B2: player \"Ann\" has another row in row 6, which is used"},
		"a formula in another column":               {row("", "Name", "Ninja", "Wonderwall", "Sum") + row("", "Ann", "Cy", "Ben", formula) + row("", "Ben", "Ann", "Dee", failed) + row("", "Cy", "Ann", "Ben") + row("", "Dee", "Ann", "Ben"), four},
		"a hidden header":                           {row(`hidden="1"`, "Name", "Ninja", "Wonderwall") + game, `sheet "One" has no visible header, and hidden rows at the top; show the header, delete the hidden rows, or choose with --columns`},
		"a row that begins with a '#', as in text":  {header + game + row("", "#Eve", "Ann", "Ben"), four + "; cell A6: this row begins with '#' and is left out"},
		"a chosen player whose name begins with it": {header + row("", "#Ann", "Cy", "Ben") + row("", "Ben", "#Ann", "Dee") + row("", "Cy", "#Ann", "Ben") + row("", "Dee", "#Ann", "Ben"), four},
		"a hidden title":                            {row(`hidden="1"`, "Camp") + header + game, four + "; 1 hidden row is left out: 1"},
		"yes and no, which are no numbers":          {row("", "1", `<c t="b"><v>1</v></c>`, "2") + row("", "2", "1", "3") + row("", "3", "1", "2"), `cell B1: player "TRUE" has no row; add its row, or choose one of "1", "2", "3"`},
		"the header again below empty rows":         {header + game + row(`r="9"`, "Name", "Ninja", "Wonderwall") + row("", "Eve", "Fay", "Gus") + row("", "Fay", "Gus", "Eve") + row("", "Gus", "Eve", "Fay"), "cell A9: a second header; keep one table"},
		"a row without a date":                      {row("", "Date", "Name", "Ninja", "Wonderwall") + row("", "<c><v>46203.5</v></c>", "Ann", "Dee", "Ben") + row("", empty, "Ben", "Ann", "Dee") + row("", "<c><v>46202</v></c>", "Cy", "Ann", "Ben") + row("", "<c><v>46202</v></c>", "Dee", "Ann", "Ben") + row("", "<c><v>46201</v></c>", "Ann", "Cy", "Ben"), `CD AD AD AB; cell B2: player "Ann" has another row in row 6, which is used (column A "Date" is not used, because cell A3 is empty)`},
		"the newest row at the top, as a date":      {row("", "Date", "Name", "Ninja", "Wonderwall") + row("", "<c><v>46203.5</v></c>", "Ann", "Cy", "Ben") + row("", "<c><v>46202</v></c>", "Ben", "Ann", "Dee") + row("", "<c><v>46202</v></c>", "Cy", "Ann", "Ben") + row("", "<c><v>46202</v></c>", "Dee", "Ann", "Ben") + row("", "<c><v>46201</v></c>", "Ann", "Dee", "Ben"), four + `; cell B6: player "Ann" has a newer row in row 2, which is used (by the time in column A "Date")`},
	} {
		if got := answers(bookOf(t, test.rows, "")); got != test.want {
			t.Errorf("%s:\n%s\nwant\n%s", claim, got, test.want)
		}
		texts, err := ReadTexts(strings.NewReader(bookOf(t, test.rows, ""))) // as the page does
		if err != nil {
			if err.Error() != test.want {
				t.Errorf("%s: as text: %v, want %s", claim, err, test.want)
			}
			continue
		}
		want, _, _ := strings.Cut(test.want, "; ")
		got, _, _ := strings.Cut(answers(texts[0].Text), "; ")
		if _, fault, found := strings.Cut(want, ": "); found {
			_, got, _ = strings.Cut(got, ": ")
			want, _, _ = strings.Cut(fault, "; ")
		}
		if got != want {
			t.Errorf("%s: as text:\n%s\nwant\n%s", claim, got, want)
		}
	}
}

func TestOtherFilesAreNamed(t *testing.T) {
	for content, want := range map[string]string{
		"\xff\xfe\x00\x00A\x00\x00\x00":                                        "text in UTF-32 cannot be read; save it as UTF-8",
		"\x00\x00\xfe\xff\x00\x00\x00A":                                        "text in UTF-32 cannot be read; save it as UTF-8",
		"TABLE\r\n0,1\r\n\"EXCEL\"\r\n":                                        "a DIF file (.dif) cannot be read; save the table as .xlsx or CSV",
		"PAR1\x15\x04\x15":                                                     "a Parquet file cannot be read; save the table as .xlsx or CSV",
		"\x00\x01\x00\x00Standard Jet DB\x00":                                  "an Access database cannot be read; save the table as .xlsx or CSV",
		"<div><table><tr><td>Ann</td><td>Ben</td></tr>":                        "HTML cannot be read; save the table as .xlsx or CSV",
		"<tr><td>Ann</td><td>Ben</td><td>Cy</td></tr>\n":                       "HTML cannot be read; save the table as .xlsx or CSV",
		"Imi\xea;Wr\xf3g;Obro\xf1ca\nJa\xf1;Ola;Kaj\xea\nOla;Ja\xf1;Kaj\xea\n": `line 2, column 9: player "Kaję" has no row; add its row, or choose one of "Jań", "Ola"`,
	} {
		if got := answers(content); !strings.HasPrefix(got, want) {
			t.Errorf("%q: %s, want %s", content, got, want)
		}
	}
}

// TestAFormThatIsNotReadHasOneMessage wants a single message that shows how to write a row, although every row of such
// a table is wrong.
func TestAFormThatIsNotReadHasOneMessage(t *testing.T) {
	for form, content := range map[string]string{
		"a wiki":                  "|| Name || Ninja || Wall ||\n| Ann | Cy | Ben |\n| Ben | Ann | Dee |\n| Cy | Ann | Ben |\n| Dee | Ann | Ben |\n",
		"YAML with lists in rows": "- name: Ann\n  choices: [Cy, Ben]\n- name: Ben\n  choices: [Ann, Dee]\n- name: Cy\n  choices: [Ann, Ben]\n- name: Dee\n  choices: [Ann, Ben]\n",
		"a data frame":            "shape: (4, 3)\n│ name ┆ ninja ┆ wall │\n│ Ann  ┆ Cy    ┆ Ben  │\n│ Ben  ┆ Ann   ┆ Dee  │\n│ Cy   ┆ Ann   ┆ Ben  │\n│ Dee  ┆ Ann   ┆ Ben  │\n",
		"an SQL listing":          "name = Ann\nninja = Cy\n wall = Ben\n",
	} {
		for _, err := range ReadTables(strings.NewReader(content)) {
			if err == nil {
				t.Errorf("%s is read", form)
				continue
			}
			message := err.Error()
			if strings.Contains(message, "\n") || !strings.Contains(message, "; no choice is the player of a row: write a row such as") {
				t.Errorf("%s: %s; expected one message that says how to write a row", form, message)
			}
		}
	}
}
