package text

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"enumerate/enum/single"
	"enumerate/games/wonderwall/named"

	"pgregory.net/rapid"
)

// corpus returns the files of testdata/tables, which are tables as people write them.
func corpus(t testing.TB) (texts map[string]string) {
	t.Helper()
	files, err := filepath.Glob("testdata/tables/*")
	if err != nil || len(files) < 20 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	texts = make(map[string]string)
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		texts[filepath.Base(file)] = string(content)
	}
	return texts
}

// The files of corpus are the same game, each with its own names.
func TestTablesAsPeopleHaveThemAreRead(t *testing.T) {
	const (
		words = "Ann|Ben|Cy|Dee"
		ann   = "Ann Lee|Ben|Cy|Dee"
		both  = "Ann Lee|Ben Ray|Cy|Dee"
	)
	want := map[string]string{
		"arrow-typeset.txt": ann, "bars.txt": ann, "database.txt": ann, "form.csv": ann, "header.csv": ann,
		"markdown.md": ann, "object.json": ann, "tabs.tsv": ann, "columns.txt": both,
		"code.txt":         "A|B|C|D",
		"colon-quotes.txt": "Ann Lee|Ben: Ray|Cy|Dee",
		"colon-spaces.txt": "Ann Lee|Ben Ray|Cy|Dee Fox",
		"german.csv":       "Müller, Änne|Ben|Cy|Dörte",
		"quoted.csv":       `Lee, Ann|Ben "Big" Ray|Cy|Dee`,
		"tabs-quoted.tsv":  `Ann "A" Lee|Ben|Cy|Dee`,
		"two-letters.txt":  "An|Bo|Cy|Di",
	}
	for file, text := range corpus(t) {
		games := 1
		if file == "two-games.csv" {
			games = 2
		}
		names := want[file]
		if names == "" {
			names = words
		}
		game := Table{Names: strings.Split(names, "|"), Game: gameOf([2]int{1, 2}, [2]int{3, 0}, [2]int{1, 0}, [2]int{1, 0})}
		for read, err := range ReadTables(strings.NewReader(text)) {
			games--
			if err != nil || !reflect.DeepEqual(read, game) {
				t.Errorf("%s: %v, %v, want %v", file, read, err, game)
			}
		}
		if games != 0 {
			t.Errorf("%s: %d games are missing", file, games)
		}
	}
}

func TestOneMistakeInATableIsOneLine(t *testing.T) {
	for _, test := range []struct{ mistake, text, want string }{
		{"a name misspelled", "Ann,Ben,Cy\nBen,Cy,Ann\nCy,Bne,Ann", `line 3, column 4: player "Bne" has no row; did you mean "Ben"?`},
		{"a name misspelled twice", "Ann,Benn,Cy\nBen,Cy,Ann\nCy,Benn,Ann", `line 1, column 5: player "Benn" has no row; did you mean "Ben"?`},
		{"a column of a form without its word", "Time,Name,Friend,Ninja,Helper\n1:20,Ann,Ben,Cy,Cy\n2:20,Ben,Cy,Ann,Cy\n2:20,Cy,Ben,Ann,Ben", `line 1, column 11: which column is the wonderwall: C "Friend" or E "Helper"? Rename the others, or choose with --columns`},
		{"columns without words", "Time,Who,Friend,Foe\n1:20,Ann,Ben,Cy\n2:20,Ben,Cy,Ann\n2:20,Cy,Ben,Ann", `line 1, column 10: which column is the wonderwall, and which the ninja: C "Friend" or D "Foe"? Rename them, or choose with --columns`},
		{"four columns without a header", "1:20,Ann,Ben,Cy\n2:20,Ben,Cy,Ann\n2:20,Cy,Ben,Ann", `line 1, column 14: 4 names; expected a player, its wonderwall and its ninja, in this row and all others; or head three columns player, wonderwall and ninja`},
		{"another capital, of two players", "Ann: Ben, CY\nBen: Cy, cy\nCy: Ben, cy\ncy: Ben Ann", `line 1, column 11: player "CY" has no row; add its row, or choose one of "Ann", "Ben", "Cy", "cy"`},
		{"a full stop", "Ann: Ben, Cy.\nBen: Cy, Ann\nCy: Ben, Ann", `line 1, column 11: player "Cy." has no row; did you mean "Cy"?`},
		{"a name misspelled in its row", "Ann,Ben,Cy\nBne,Cy,Ann\nCy,Ben,Ann", `line 1, column 5: player "Ben" has no row; did you mean "Bne"?`},
		{"behind wide characters", "日本,Ben,Cy\nBen,日本,Cy\nCy,日本,Benn", `line 3, column 7: player "Benn" has no row; did you mean "Ben"?`},
		{"behind quotes", "\"Ann \"\"é\"\" Lee\", Benn, Cy\nBen,Cy,\"Ann \"\"é\"\" Lee\"\nCy,Ben,\"Ann \"\"é\"\" Lee\"", `line 1, column 18: player "Benn" has no row; did you mean "Ben"?`},
		{"a cell too few", "Ann,Ben,Cy\nBen,Cy\nCy,Ben,Ann", `line 2, column 7: 2 names; expected a player, its wonderwall and its ninja`},
		{"a cell too many", "Ann,Ben,Cy\nBen,Cy,Ann,Ann\nCy,Ben,Ann", `line 2, column 12: 4 names; expected a player, its wonderwall and its ninja`},
		{"a cell too many under a header", "Name;Wonderwall;Ninja\nAnn;Ben;Cy\nBen;Cy;Ann;Ann\nCy;Ben;Ann", `line 3, column 12: 4 names; expected a player, its wonderwall and its ninja`},
		{"an empty cell", "Name;Wonderwall;Ninja\nAnn;Ben;Cy\nBen;;Ann\nCy;Ben;Ann", `line 3, column 5: the wonderwall has no name`},
		{"a cell that is not there", "Name;Wonderwall;Ninja\nAnn;Ben;Cy\nBen;Cy\nCy;Ben;Ann", `line 3, column 7: the ninja has no name`},
		{"an open quote", "Ann,Ben,Cy\nBen,\"Cy,Ann\nCy,Ben,Ann", `line 2, column 5: a quote without an end; add '"' after the name`},
		{"text behind a quote", "Ann,\"Ben\"x,Cy\nBen,Cy,Ann\nCy,Ben,Ann", `line 1, column 5: "\"Ben\"x" is not a name in quotes; remove what follows the closing quote, and double each quote within the name`},
		{"a header in other words", "Wer,Vor wem,Wer sonst\nAnn,Ben,Cy\nBen,Cy,Ann\nCy,Ben,Ann", `line 1, column 5: which column is the wonderwall, and which the ninja: B "Vor wem" or C "Wer sonst"? Rename them, or choose with --columns`},
		{"blank lines between rows", "Ann,Ben,Cy\n\nBen,Cy,Ann\n", `line 1, column 1: a table of one row; expected a row for each player, and no blank lines between
line 3, column 1: a table of one row; expected a row for each player, and no blank lines between`},
		{"two names in all rows", "Ann -> Ben\nBen -> Cy\nCy -> Ann\n", `line 1, column 11: 2 names; expected a player, its wonderwall and its ninja, in this row and all others`},
		{"another separator", "Ann/Ben/Cy\nBen/Cy/Ann\nCy/Ben/Ann", `line 1, column 11: 1 name; expected a player, its wonderwall and its ninja, or a code of at least 3 pairs of letters, in this row and all others`},
		{"a spreadsheet itself", "PK\x03\x04\x14\x00\x00", `cannot read this workbook: the file is damaged or incomplete (zip: not a valid zip file); copy it again, or save the table as .xlsx or CSV`},
		{"a picture", "\x89PNG\r\n\x1a\n\x00\x00\n\n\xff\n\nA B C\n\nD E F", `neither text nor a workbook; save the table as .xlsx or CSV`},
	} {
		if got := strings.Join(readEach(test.text), "\n"); got != test.want {
			t.Errorf("%s:\n%s\nwant\n%s", test.mistake, got, test.want)
		}
	}
}

func TestAGameIsReadAsItWasWritten(t *testing.T) {
	separators := map[string]rune{",": ',', ";": ';', "tab": '\t'}
	rapid.Check(t, func(t *rapid.T) {
		table := anyTable(nastyRunes+"->→;'").Draw(t, "table")
		format := rapid.SampledFrom([]string{"table", "json", "code", ",", ";", "tab"}).Draw(t, "format")
		var text strings.Builder
		if separator, ok := separators[format]; ok {
			// Spreadsheets do not put names with these characters in quotes, so the names must not have them.
			for p, name := range table.Names {
				table.Names[p] = string(rune('a'+p)) + strings.Map(func(c rune) rune {
					if strings.ContainsRune("\r\n\t\\#|:→>;", c) {
						return '_'
					}
					return c
				}, name) + "x"
				table.Names[p] = Normal(table.Names[p])
			}
			w := csv.NewWriter(&text)
			w.Comma = separator
			for p, c := range table.Game {
				w.Write([]string{table.Names[p], table.Names[c.Wonderwall], table.Names[c.Ninja]})
			}
			w.Flush()
		} else if err := single.Write(&text, table, format); err != nil {
			t.Fatal(err)
		}
		if format == "code" {
			table = named.FromGame(table.Game)
		}
		if read, err := parseTable(text.String()); err != nil || !slices.Equal(read.Names, table.Names) || !reflect.DeepEqual(read.Game, table.Game) {
			t.Fatalf("%s\nis read as %v, %v", text.String(), read, err)
		}
	})
}

func TestTheGamesOfTheDocumentAreRead(t *testing.T) {
	document, err := os.ReadFile("../../../docs/reference/input.md")
	if err != nil {
		t.Fatal(err)
	}
	game := gameOf([2]int{1, 2}, [2]int{3, 0}, [2]int{1, 0}, [2]int{1, 0})
	for kind, want := range map[string]Table{
		"game": {Names: []string{"Ann", "Ben", "Cy", "Dee"}, Game: game},
		"code": named.FromGame(game),
	} {
		blocks := strings.Split(string(document), "```"+kind+"\n")[1:]
		if len(blocks) == 0 {
			t.Errorf("the document has no %s", kind)
		}
		for _, block := range blocks {
			text, _, _ := strings.Cut(block, "```")
			read, err := parseTable(text)
			read.Remarks = nil
			if err != nil || !reflect.DeepEqual(read, want) {
				t.Errorf("%s\nis read as %v, %v", text, read, err)
			}
		}
	}
}
