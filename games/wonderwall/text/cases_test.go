package text

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// four and fourteen are codes of games. Many files of testdata/cases have one of these games.
const (
	four     = "BC DA BA BA"
	fourteen = "BM IH KH JK IG KA KD JC EL BA AE MK KC BG"
)

// cases has the expected reading of each file in testdata/cases. The field `want` has the codes of the file's games. If
// the reader has to ask which column is meant, it has this question, and if the file has errors, the first one. The
// field `remarks` has what the reader says about its assumptions.
var cases = map[string]struct{ want, remarks string }{
	"annas.csv":                   {"CB CA BA", `columns A "First name" and B "Last name" are joined as the names of the players`},
	"annas2.csv":                  {`line 2, column 10: player "Ben" has no row; did you mean "Ben Lee"?`, ""},
	"array-of-objects.json":       {four, ""},
	"badquote.csv":                {`line 2, column 5: a quote without an end; add '"' after the name`, ""},
	"blankhdr1.txt":               {four, `columns A "Name", C "Defender" and B "Enemy" are read as player, wonderwall and ninja`},
	"both.csv":                    {four, `column A "Name" is read as the player, and the two names in column B "Ninja & wonderwall" as the ninja before the wonderwall`},
	"both2.csv":                   {`line 1, column 6: column B "Choices" has two names in each cell, but its heading does not say which is the wonderwall; rename it "wonderwall and ninja" or "ninja and wonderwall"`, ""},
	"camp.ods":                    {"an OpenDocument spreadsheet (.ods) cannot be read; save the table as .xlsx or CSV", ""},
	"colonhdr.txt":                {four, ""},
	"cp850.csv":                   {"BC CA AB", `the text is not UTF-8: it is read as code page 850, in which line 2 has "Jörg"`},
	"cr-only.csv":                 {four, ""},
	"dict.py":                     {four, ""},
	"duckdb.txt":                  {four, ""},
	"explain.csv":                 {four, `columns A "Name", B "Who stands between you and your ninja?" and C "Who is your ninja?" are read as player, wonderwall and ninja`},
	"first-deleted.xlsx":          {"DB DC AD AC", ""},
	"floats.csv":                  {four, `line 2, column 5: "3.0" is read as "3"`},
	"french.csv":                  {fourteen, `line 17, column 1: this line below the table is not read: "Remarque : à imprimer avant midi"`},
	"german1252.csv":              {fourteen, `the text is not UTF-8: it is read as Windows-1252, in which line 1 has "heißt"`},
	"google-username.csv":         {four, `columns C "Name", D "Wonderwall" and E "Ninja" are read as player, wonderwall and ninja`},
	"hash-header.csv":             {four, ""},
	"hash-in-name.csv":            {four, ""},
	"hash2.csv":                   {four, ""},
	"hash3.csv":                   {four, ""},
	"header-enemy-defender.csv":   {"BD CA BD BC", `columns A "Name", C "Defender" and B "Enemy" are read as player, wonderwall and ninja`},
	"header-in-part.csv":          {`line 1, column 8: which column is the wonderwall, and which the ninja: B "First choice" or C "Second choice"? Rename them, or choose with --columns`, ""},
	"header-with-line-breaks.csv": {four, ""},
	"header-wonderwall-ninja.csv": {"BD CA BD BC", ""},
	"headeroff.xlsx":              {fourteen, `columns B "Who are you", C "Stand behind" and D "Hide from" are read as player, wonderwall and ninja`},
	"hiddenrow.xlsx":              {fourteen, "1 hidden row is left out: 16"},
	"job.txt":                     {four + " " + four, ""},
	"job2.txt":                    {four, ""},
	"latex.tex":                   {four, ""},
	"latex2.tex":                  {four, ""},
	"latin2.csv":                  {"BC CA AB", `the text is not UTF-8: it is read as Windows-1250, in which line 1 has "Imię"`},
	"lines.jsonl":                 {four, ""},
	"mac.csv":                     {"BC CA AB", `the text is not UTF-8: it is read as Mac OS Roman, in which line 1 has "Jörg"`},
	"msforms-two-names.csv":       {four, `columns E "Your name", F "Wonderwall" and G "Ninja" are read as player, wonderwall and ninja`},
	"mysql.txt":                   {four, ""},
	"nick.csv":                    {`line 8, column 15: player "Chloe" has no row; did you mean "Chloé Dupont"?`, ""},
	"note.csv":                    {four, ""},
	"numbers-as-floats.xlsx":      {four, ""},
	"ohara.csv":                   {`line 3, column 5: player "O'Hara" has no row; did you mean "O’Hara"?`, ""},
	"old-ninja.csv":               {"DB DC AD AC", `columns A "Name", C "Wonderwall" and D "Ninja" are read as player, wonderwall and ninja`},
	"parent-and-child.csv":        {four, `columns C "Child name", D "Wonderwall" and E "Ninja" are read as player, wonderwall and ninja`},
	"players.json":                {four, `columns A "name", C "defender" and B "enemy" are read as player, wonderwall and ninja`},
	"polish-tab.csv":              {fourteen, ""},
	"polish.csv":                  {fourteen, `the text is not UTF-8: it is read as Windows-1250, in which line 1 has "Imię"`},
	"pretty.json":                 {four, `columns A "name", C "defender" and B "enemy" are read as player, wonderwall and ninja`},
	"psql.txt":                    {four, ""},
	"psqlname.txt":                {four, ""},
	"second-tab-active.xlsx":      {four, `sheet "Answers" is read; no game found in "Lists"`},
	"second.xlsx":                 {fourteen, `sheet "Answers" is read; no game found in "Instructions", "Old"`},
	"sheetxml.xlsx":               {four, ""},
	"split.xlsx":                  {fourteen, `columns A "First name" and B "Last name" are joined as the names of the players`},
	"sqlitebox.txt":               {four, ""},
	"sqlitecol.txt":               {four, ""},
	"tabs-moved.xlsx":             {`2 sheets hold a game: "Friday", "Thursday"; choose one with --sheet`, ""},
	"tuples.py":                   {four, ""},
	"two-names-in-one-cell.csv":   {four, `column B "Name" is read as the player, and the two names in column C "Wonderwall and ninja" as the wonderwall before the ninja`},
	"twoninja.csv":                {`line 1, column 6: which column is the ninja: B "Ninja 2025" or C "Ninja 2026"? Rename the others, or choose with --columns`, ""},
	"unknown5.csv":                {`line 1, column 11: which column is the wonderwall, and which the ninja: C "Red" or D "Blue"? Rename them, or choose with --columns`, ""},
	"utf16nobom.csv":              {four, "the text is read as UTF-16, though it has no byte order mark"},
	"vorname.csv":                 {"BC AC AB", `column A "Nachname" is left out, because the players are chosen by their first names`},
	"x000D-escape.xlsx":           {four, ""},
	"zw.csv":                      {four, ""},
}

// No file of testdata/cases may be read against its header, e.g. with wonderwall and ninja exchanged, and every
// assumption must have a remark.
func TestFilesOfPeopleAreReadOrAskedAbout(t *testing.T) {
	files, err := filepath.Glob("testdata/cases/*")
	if err != nil || len(files) != len(cases) {
		t.Fatalf("%d files, %v, want %d", len(files), err, len(cases))
	}
	for _, file := range files {
		in, err := os.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		remarks := ""
		for table, err := range ReadTables(in) {
			if err != nil {
				first, _, _ := strings.Cut(err.Error(), "\n")
				got = append(got, first)
				continue
			}
			code, err := table.Code()
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, code)
			if table.Remarks != nil {
				remarks, _, _ = strings.Cut(table.Remarks.Error(), "\n")
			}
		}
		in.Close()
		want := cases[filepath.Base(file)]
		if strings.Join(got, " ") != want.want || remarks != want.remarks {
			t.Errorf("%s: %q and the remark %s, want %q and %s", filepath.Base(file), got, remarks, want.want, want.remarks)
		}
	}
}

// TestMeaningOfHeadings reads tables whose headings name the ninja and the wonderwall by words of five languages.
func TestMeaningOfHeadings(t *testing.T) {
	pairs := map[string]string{ // ninja: wonderwall
		"Enemy": "Defender", "enemy": "Protector", "Bomb": "Shield", "Sword": "Shield", "Attacker": "Bodyguard", "Your assassin": "Your wall",
		"Feind": "Beschützer", "Gegner": "Verteidigerin", "Bombe": "Schild", "Schwert": "Schutzschild", "Angreifer": "Leibwächter", "Wer ist dein Ninja?": "Wer ist deine Mauer?",
		"Ennemi": "Protecteur", "Épée": "Bouclier", "Attaquant": "Garde du corps", "Ton ninja": "Ton mur", "Ennemie": "Défenseuse",
		"Enemigo": "Defensor", "Bomba": "Escudo", "Espada": "Escudo", "Atacante": "Guardaespaldas", "Tu ninja": "Tu muro",
		"Wróg": "Obrońca", "Miecz": "Tarcza", "Napastnik": "Ochroniarz", "Twój ninja": "Twój mur", "Przeciwnik": "Opiekun",
		"Who do you run from?": "Who do you hide behind?", "Who is your ninja?": "Who stands between you and your ninja?",
	}
	names := []string{"Name", "Your name", "Player", "Wie heißt du?", "Prénom", "Nombre", "Imię i nazwisko", "Who are you?", "Kid"}
	i := 0
	for foe, friend := range pairs {
		name := names[i%len(names)]
		i++
		for _, header := range []string{name + ";" + foe + ";" + friend, name + ";" + friend + ";" + foe} {
			rows := "Ann;Cy;Ben\nBen;Ann;Dee\nCy;Ann;Ben\nDee;Ann;Ben\n"
			if strings.HasSuffix(header, foe) {
				rows = "Ann;Ben;Cy\nBen;Dee;Ann\nCy;Ben;Ann\nDee;Ben;Ann\n"
			}
			table, err := parseTable(header + "\n" + rows)
			if code, _ := table.Code(); err != nil || code != four {
				t.Errorf("%s: %s, %v, want %s", header, code, err, four)
			}
		}
	}
}

// If the headings do not decide which column is which, the reader must find the columns from the names in them, or ask
// a question.
func TestColumnsAreFoundOrAskedFor(t *testing.T) {
	rows := func(header, format string) string {
		text := header + "\n"
		for i, row := range [][3]any{{"Ann", "Ben", "Cy"}, {"Ben", "Dee", "Ann"}, {"Cy", "Ben", "Ann"}, {"Dee", "Ben", "Ann"}} {
			line := fmt.Sprintf(format, row[0], row[1], row[2])
			text += strings.ReplaceAll(line, "#", fmt.Sprint(i)) + "\n"
		}
		return text
	}
	for claim, test := range map[string]struct{ text, want string }{
		"a column of notes with the word of a role":   {rows("Name;Mauer;Ninja;Behinderung", "%s;%s;%s;x#"), four},
		"numbers are no players":                      {rows("Name;Kind;Wonderwall;Ninja", "1#;%s;%s;%s"), four},
		"times behind the names":                      {rows("Name,Wonderwall,Ninja,Name of the form", "%s,%s,%s,9:0#"), four},
		"the name twice":                              {rows("Name,Nickname,Wonderwall,Ninja", "%[1]s,%[1]s,%[2]s,%[3]s"), four},
		"an empty column of the same name":            {rows("Ninja,Name,Wonderwall,Ninja", ",%s,%s,%s"), four},
		"part of a word":                              {rows("Username;Wonderwall2;Ninja2", "%s;%s;%s"), four},
		"a heading that names both":                   {rows("Name;Wonderwall (not your ninja);Ninja (not your wonderwall)", "%s;%s;%s"), four},
		"one known heading, and blanks":               {rows("foo ninja bar", "%[1]s %[3]s %[2]s"), four},
		"columns in any order":                        {rows("Ninja;E-mail;Wonderwall;Name", "%[3]s;#@x.org;%[2]s;%[1]s"), four},
		"a note below other words":                    {rows("Name;Enemy;Wall", "%[1]s;%[3]s;%[2]s") + "\nPlease print\n", four},
		"a title above":                               {rows("Our camp;;\n;;\nName;Ninja;Wonderwall", "%[1]s;%[3]s;%[2]s"), four},
		"bars":                                        {rows("| Name | Enemy | Wall |\n|---|:-:|--:|", "| %[1]s | %[3]s | %[2]s |"), four},
		"two columns of players":                      {rows("Name 1,Name 2,Wonderwall,Ninja", "%[1]s,%[3]s,%[2]s,%[3]s"), `line 1, column 1: which column is the player: A "Name 1" or B "Name 2"? Rename the others, or choose with --columns`},
		"no column of wonderwalls":                    {rows("Name,Time,Ninja", "%s,9:0#,%[3]s"), `line 1, column 1: no column is headed "wonderwall"; rename B "Time", or choose with --columns`},
		"no words, and a number more":                 {rows("No,One,Two,Three", "#,%s,%s,%s"), `line 1, column 1: no column is headed player, wonderwall or ninja; rename three of A "No", B "One", C "Two" and D "Three", or choose with --columns`},
		"two names in a cell, and three in another":   {strings.Replace(rows("Name;Wonderwall, ninja", "%s;%s, %s"), "Dee, Ann", "Dee", 1), `line 3, column 5: "Dee" is not two names; expected the wonderwall and the ninja, with a comma between`},
		"two first names, of which one is chosen":     {"First name,Last name,Wonderwall,Ninja\nAnna,A,Ben,Cy\nAnna,B,Ben,Cy\nBen,B,Cy,Anna\nCy,C,Ben,Anna\n", `line 2, column 8: player "Ben" has no row; did you mean "Ben B"?`},
		"a header again below":                        {rows(rows("Name,Ninja,Wonderwall", "%[1]s,%[3]s,%[2]s")+"Name,Ninja,Wonderwall", "%[1]s2,%[3]s2,%[2]s2"), "BC DA BA BA FG HE FE FE"},
		"a code above, which is no title of a header": {"BC DA BA BA\nName;Wonderwall;Ninja\nAnn;Ben;Cy\nBen;Cy;Ann\nCy;Ann;Ben\n", "BC DA BA BA, BC CA AB"},
	} {
		var got []string
		for table, err := range ReadTables(strings.NewReader(test.text)) {
			code, _ := table.Code()
			if err != nil {
				code, _, _ = strings.Cut(err.Error(), "\n")
			}
			got = append(got, code)
		}
		if strings.Join(got, ", ") != test.want {
			t.Errorf("%s: %q, want %q", claim, got, test.want)
		}
	}
}

// TestColumnsOfLinesWithColonsArePicked reads lines that have two columns if they are split at commas, and three if they
// are split at the colon, too.
func TestColumnsOfLinesWithColonsArePicked(t *testing.T) {
	const text = "Ann: Ben, Cy\nBen: Cy, Ann\nCy: Ben, Ann\n"
	for columns, want := range map[string]string{
		"A B C": "BC CA BA",
		"A C B": "CB AC AB",
		"A B F": `line 1, column 13: unknown column "F"; the columns are A and B`,
	} {
		for table, err := range ReadPicked(strings.NewReader(text), Pick{Columns: strings.Fields(columns)}) {
			got, _ := table.Code()
			if err != nil {
				got = err.Error()
			}
			if got != want {
				t.Errorf("%s: %s, want %s", columns, got, want)
			}
		}
	}
}

// TestColumnsOfAFormWithoutColumnsAreRefused picks columns of games in forms that have none. One error ends the input.
func TestColumnsOfAFormWithoutColumnsAreRefused(t *testing.T) {
	const object = `{"Ann":["Ben","Cy"],"Ben":["Dee","Ann"],"Cy":["Ben","Ann"],"Dee":["Ben","Ann"]}`
	for text, form := range map[string]string{
		four:                            "a code",
		"BC, DA, BA, BA":                "a code",
		four + "\n" + four:              "a code",
		object:                          "a JSON object with a member for each player",
		object + object:                 "a JSON object with a member for each player",
		"4 0 1 2 1 3 0 2 1 0 3 1 0":     "a game in the format of the thesis",
		"4\n0 1 2\n1 3 0\n2 1 0\n3 1 0": "a game in the format of the thesis",
	} {
		want := "line 1, column 1: " + form + " has no columns; leave out --columns"
		got := ""
		for table, err := range ReadPicked(strings.NewReader(text), Pick{Columns: []string{"A", "C", "B"}}) {
			got += fmt.Sprintln(err, table.Names)
		}
		if got != want+" []\n" {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

func TestColumnsArePicked(t *testing.T) {
	const text = "Time,Name,Red,Blue,Red\n9:01,Ann,Ben,Cy,x\n9:02,Ben,Dee,Ann,x\n9:03,Cy,Ben,Ann,x\n9:04,Dee,Ben,Ann,x\n"
	for columns, want := range map[string]string{
		"B C D": four, "b c d": four, "Name C Blue": four, "name C blue": four, "B D C": "CB AD AB AB",
		"Name Red Blue": `line 1, column 11: 2 columns are headed "Red"; choose one by its letter: C "Red" or E "Red"`,
		"B C F":         `line 1, column 1: unknown column "F"; the columns are A "Time", B "Name", C "Red", D "Blue" and E "Red"`,
		"B B C":         "line 1, column 6: the column of the players cannot be one of the others, too",
	} {
		got := ""
		for table, err := range ReadPicked(strings.NewReader(text), Pick{Columns: strings.Fields(columns)}) {
			got, _ = table.Code()
			if err != nil {
				got = err.Error()
			}
		}
		if got != want {
			t.Errorf("%s: %s, want %s", columns, got, want)
		}
	}
	for _, test := range []struct{ header, columns string }{{"K,R,B", "A C B"}, {"B,A,C", "A C B"}, {"N,P,W", "P W N"}} {
		rows := "Ann,Cy,Ben\nBen,Ann,Dee\nCy,Ann,Ben\nDee,Ann,Ben\n"
		if test.header == "N,P,W" {
			rows = "Cy,Ann,Ben\nAnn,Ben,Dee\nAnn,Cy,Ben\nAnn,Dee,Ben\n"
		}
		want := four
		if test.header == "B,A,C" { // all are headings, too
			want = `line 2, column 8: player "Ben" has no row`
		}
		for table, err := range ReadPicked(strings.NewReader(test.header+"\n"+rows), Pick{Columns: strings.Fields(test.columns)}) {
			got, _ := table.Code()
			if err != nil {
				got = err.Error()
			}
			if !strings.HasPrefix(got, want) {
				t.Errorf("%s of %s: %s, want %s", test.columns, test.header, got, want)
			}
		}
	}
	for claim, text := range map[string]string{"no header": "Cy,Ann,Ben\nAnn,Ben,Dee\nAnn,Cy,Ben\nAnn,Dee,Ben\n", "bars": "Cy | Ann | Ben\nAnn | Ben | Dee\nAnn|Cy|Ben\nAnn|Dee|Ben", "blanks": "Cy Ann Ben\nAnn Ben Dee\nAnn Cy Ben\nAnn Dee Ben", "colons": "Cy: Ann, Ben\nAnn: Ben, Dee\nAnn: Cy, Ben\nAnn: Dee, Ben"} {
		for table, err := range ReadPicked(strings.NewReader(text), Pick{Columns: []string{"B", "C", "A"}}) {
			if code, _ := table.Code(); err != nil || code != four {
				t.Errorf("%s: %s, %v", claim, code, err)
			}
		}
	}
}
