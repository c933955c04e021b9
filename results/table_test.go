package results

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"enumerate/data"
	"enumerate/enum"
	"enumerate/games"
	"enumerate/internal/golden"
	"enumerate/internal/rows"
)

func read(t *testing.T, rows string) data.Table {
	t.Helper()
	if rows == "" {
		return data.Table{Ruleset: "nim", Columns: []string{"games", "classes"}}
	}
	table, err := data.Read("ruleset,n,games,classes,methods,machines,since\n" + rows)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

func ruleset(t *testing.T, name string) *enum.Ruleset {
	t.Helper()
	r, err := enum.Find(games.All(), name)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestJoinedRowsCombineMethodsAndNumbers(t *testing.T) {
	for _, c := range []struct {
		claim, a, b string
		want        string // nothing if they disagree
	}{
		{"one method each", "nim,6,9,4,walk,1,\n", "nim,6,9,4,count,1,\n", "nim,6,9,4,\"walk, count\",1,\n"},
		{"the walk comes first", "nim,6,9,4,\"core, count\",1,\n", "nim,6,9,4,walk,1,\n", "nim,6,9,4,\"walk, count, core\",1,\n"},
		{"others come last, by name", "nim,6,9,4,\"guess, abacus\",1,\n", "nim,6,9,4,core,1,\n", "nim,6,9,4,\"abacus, core, guess\",1,\n"},
		{"each method once", "nim,6,9,4,\"walk, count\",1,\n", "nim,6,9,4,\"count, walk\",1,\n", "nim,6,9,4,\"walk, count\",1,\n"},
		{"a number that one does not know", "nim,6,9,,core,1,\n", "nim,6,9,4,walk,1,\n", "nim,6,9,4,\"walk, core\",1,\n"},
		{"a number that neither knows", "nim,6,9,,core,1,\n", "nim,6,9,,core,1,\n", "nim,6,9,,core,1,\n"},
		{"another number", "nim,6,9,4,walk,1,\n", "nim,6,9,5,walk,1,\n", ""},
		{"another number, the rest not known", "nim,6,8,,core,1,\n", "nim,6,9,5,walk,1,\n", ""},
		{"other sizes", "nim,5,3,2,walk,1,\nnim,7,9,4,walk,1,\n", "nim,6,8,3,walk,1,\n", "nim,5,3,2,walk,1,\nnim,6,8,3,walk,1,\nnim,7,9,4,walk,1,\n"},
		{"the larger number of machines", "nim,6,9,4,walk,2,\n", "nim,6,9,4,count,3,\n", "nim,6,9,4,\"walk, count\",3,\n"},
		{"the earlier day", "nim,6,9,4,walk,1,2026-11-24\n", "nim,6,9,4,walk,1,2026-11-23\n", "nim,6,9,4,walk,1,2026-11-23\n"},
		{"the day that one knows", "nim,6,9,4,walk,1,\n", "nim,6,9,4,walk,1,2026-11-23\n", "nim,6,9,4,walk,1,2026-11-23\n"},
		{"nothing", "", "nim,6,8,3,walk,1,\n", "nim,6,8,3,walk,1,\n"},
	} {
		a, b := read(t, c.a), read(t, c.b)
		for _, order := range []struct{ a, b data.Table }{{a, b}, {b, a}} {
			joined, err := Join(order.a, order.b)
			if _, got, _ := strings.Cut(joined.CSV(), "\n"); err == nil && got != c.want {
				t.Errorf("%s: they join to %q, want %q", c.claim, got, c.want)
			}
			if disagree := err != nil; disagree != (c.want == "") {
				t.Errorf("%s: %v", c.claim, err)
			}
		}
	}
}

func TestTablesOfOtherColumnsAreNotJoined(t *testing.T) {
	other, err := data.Read("ruleset,n,games,methods\nnim,6,9,walk\n")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Join(other, read(t, "nim,6,9,4,walk,1,\n")); err == nil || err.Error() != "the columns differ: games of nim, and games, classes of nim" {
		t.Error(err)
	}
}

func TestMarkdown(t *testing.T) {
	want := "| n | labelled games | classes | evidence |\n|--:|--:|--:|:--|\n| 6 | 1,296 | - | 1 method |\n| 7 | 1 | - | 1 method |\n"
	if got := Markdown(ruleset(t, "nim"), read(t, "nim,6,1296,,\"walk, formula\",1,\nnim,7,1,,walk,2,\n")); got != want {
		t.Errorf("Markdown = %q, want %q", got, want)
	}
}

func TestJoinKeepsRowsOfBothTables(t *testing.T) {
	kept := read(t, "nim,5,3,2,walk,1,\nnim,6,9,4,walk,1,\n")
	found := read(t, "nim,6,9,5,count,1,\n")
	_, err := Join(kept, found)
	if err == nil || err.Error() != `two rows of n=6 differ: "nim,6,9,4,walk,1," and "nim,6,9,5,count,1,"` {
		t.Errorf("Join of tables with different numbers: %v", err)
	}
	before := kept.CSV()
	if joined, err := Join(kept, read(t, "nim,4,1,1,walk,1,\nnim,6,9,4,count,1,\n")); err != nil || len(joined.Rows) != 3 || kept.CSV() != before {
		t.Errorf("Join = %q, %v, and changed its first table to %q", joined.CSV(), err, kept.CSV())
	}
	if joined, err := Join(data.Table{}, found); err != nil || joined.CSV() != found.CSV() {
		t.Errorf("Join with an empty table = %q, %v", joined.CSV(), err)
	}
	other := found
	other.Ruleset = "chess"
	if _, err := Join(kept, other); err == nil || err.Error() != "the columns differ: games, classes of nim, and games, classes of chess" {
		t.Errorf("Join with another ruleset: %v", err)
	}
}

// proved returns a table with the program's row for games of n players, except that its numbers of solvable games and
// classes are replaced by the arguments. A number that differs from the program's has no proof.
func proved(t *testing.T, n int, games, classes string) data.Table {
	t.Helper()
	table := data.Totals("wonderwall")
	row := table.Of(n)
	row.Numbers = []string{row.Numbers[0], row.Numbers[1], games, classes, row.Numbers[4], ""}
	row.Methods, row.Machines, row.Since = []string{"walk"}, 2, ""
	table.Rows = []data.Row{row}
	return table
}

func TestRowsNameTheirEvidence(t *testing.T) {
	for _, c := range []struct {
		claim          string
		n              int
		games, classes string
		want           string
	}{
		{"games and classes are proved", 4, "108", "6", "4|1,296|60|108|6|1,188|-|walk alone, on 2 machines; solvable games and classes proved"},
		{"only games are proved", 4, "108", "7", "4|1,296|60|108|7|1,188|-|walk alone, on 2 machines; solvable games proved"},
		{"only classes are proved", 4, "109", "6", "4|1,296|60|109|6|1,188|-|walk alone, on 2 machines; solvable classes proved"},
		{"neither is proved", 4, "109", "7", "4|1,296|60|109|7|1,188|-|walk alone, on 2 machines"},
		{"both are certified", 9, golden.Total("wonderwall", 9, "solvable-games"), golden.Total("wonderwall", 9, "solvable-classes"),
			"9|5,416,169,448,144,896|15,049,524,648|1,736,391,648,037,536|4,807,862,662|3,679,777,800,107,360|-|walk alone, on 2 machines; solvable games and classes certified"},
		{"no numbers are known", 3, "", "", "3|8|2|-|-|8|-|walk alone, on 2 machines"},
	} {
		table := proved(t, c.n, c.games, c.classes)
		var shown []string
		for _, cell := range rows.Cells(rowFromTable(table, table.Rows[0], "program").judged(ruleset(t, "wonderwall"))) {
			if cell.Title != "" && cell.Title != "from" {
				shown = append(shown, cell.Display)
			}
		}
		if got := strings.Join(shown, "|"); got != c.want {
			t.Errorf("%s: the cells are %q, want %q", c.claim, got, c.want)
		}
	}
}

func TestEvidenceIsTheMethodsAndTheProofs(t *testing.T) {
	golden := func(n int, column string) string { return golden.Total("wonderwall", n, column) }
	for _, c := range []struct {
		claim          string
		n              int
		games, classes string
		methods        []string
		want           string
	}{
		{"one method alone", 3, "0", "0", []string{"walk"}, "1 method"},
		{"methods that share code are one", 3, "0", "0", []string{"count", "core"}, "1 method"},
		{"methods that share no code", 3, "0", "0", []string{"walk", "count", "core"}, "2 methods"},
		{"no method", 3, "", "", nil, "formula"},
		{"all methods find classes", 3, "0", "0", []string{"count", "core", "core-walk"}, "2 methods"},
		{"games and classes are proved", 4, "108", "6", []string{"walk", "count"}, "2 methods, proof"},
		{"only games are proved", 4, "108", "7", []string{"walk"}, "1 method, proof (games)"},
		{"only classes are proved", 4, "109", "6", []string{"walk"}, "1 method, proof (classes)"},
		{"games and classes are certified", 9, golden(9, "solvable-games"), golden(9, "solvable-classes"), []string{"walk", "count"}, "2 methods, certificate"},
		{"only games are certified", 10, golden(10, "solvable-games"), golden(10, "solvable-classes"), []string{"walk", "count"}, "2 methods, certificate (games)"},
	} {
		table := proved(t, c.n, c.games, c.classes)
		row := table.Rows[0]
		row.Methods = c.methods
		if got := Evidence(ruleset(t, "wonderwall"), table, row); got != c.want {
			t.Errorf("%s: Evidence = %q, want %q", c.claim, got, c.want)
		}
	}

	table := data.Totals("nimbers") // its method count finds no classes
	row := table.Rows[0]
	row.Methods = []string{"walk", "count"}
	if got, want := Evidence(ruleset(t, "nimbers"), table, row), "2 methods (games), 1 method (classes)"; got != want {
		t.Errorf("one of two methods finds no classes: Evidence = %q, want %q", got, want)
	}
}

func TestTitlesOfColumns(t *testing.T) {
	for column, want := range map[string]string{
		"games": "labelled games", "classes": "classes", "solvable-games": "solvable games", "0-games": "value 0 games", "9-classes": "value 9 classes", ":-games": ": games",
	} {
		if got := Title(column); got != want {
			t.Errorf("Title(%q) = %q, want %q", column, got, want)
		}
	}
}

// Results of a database to which a table is added must have the rows of both, and each row must say where it is from. A
// table that contradicts the results must be refused and must change nothing.
func TestAddAddsTheRowsOfATable(t *testing.T) {
	shipped := data.Totals("nimbers")
	found := Results{Ruleset: ruleset(t, "nimbers")}
	for _, kept := range shipped.Rows[:2] {
		found.Rows = append(found.Rows, rowFromTable(shipped, kept, "database"))
	}
	if err := found.Add(shipped, "program"); err != nil {
		t.Fatal(err)
	}

	for _, format := range []string{"table", "csv"} {
		var out strings.Builder
		if err := found.Write(&out, format); err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
		if len(lines) != len(shipped.Rows)+1 {
			t.Fatalf("%s: want a line for each of %d rows:\n%s", format, len(shipped.Rows), &out)
		}
		for i, line := range lines {
			want := []string{"from", "database, program", "database, program", "program"}[min(i, 3)]
			if line = strings.TrimSuffix(line, `"`); !strings.HasSuffix(line, want) || i > 2 && strings.HasSuffix(line, "database, program") {
				t.Errorf("%s: line %d is %q, want %q in the column from", format, i+1, line, want)
			}
		}
	}

	before := slices.Clone(found.Rows)
	wrong := shipped.Rows[0]
	wrong.Numbers = append([]string{"1"}, wrong.Numbers[1:]...)
	if err := found.Add(data.Table{Ruleset: shipped.Ruleset, Columns: shipped.Columns, Rows: []data.Row{wrong}}, "file"); err == nil {
		t.Error("Add of a row that contradicts another: want an error")
	}
	if !reflect.DeepEqual(found.Rows, before) {
		t.Error("Add of a row that contradicts another changes the rows")
	}
	if err := found.Write(full{}, "table"); err != errFull {
		t.Errorf("writing to a full disk returns %v", err)
	}
}

// A sequence must say which of its terms come only from the table that the program contains. A run of four players in
// the database must remove its term from this list.
func TestASequenceNamesTheTermsFromATable(t *testing.T) {
	s := store(t)
	find(t, s, "wonderwall", "walk", 4, enum.Part{})
	run, err := Read(s, ruleset(t, "wonderwall"), nil, func(remark string) { t.Error(remark) })
	if err != nil {
		t.Fatal(err)
	}

	for _, c := range []struct {
		claim                   string
		found                   Results
		column, remark, comment string
	}{
		{"no database", Results{Ruleset: ruleset(t, "wonderwall")}, "solvable-classes", "the terms of n = 3..11 are from the program\n",
			"walk (n = 3..10), count (n = 3..11), core (n = 3..11), core-walk (n = 3..11), which agree (core-walk shares the code of walk, core shares the code of count); checked: proved in Coq (n = 4..8), certified by a checker that is proved in Coq (n = 9)."},
		{"a run", run, "solvable-games", "the terms of n = 3, 5..11 are from the program\n",
			"checked: the games of all verdicts sum to the number of labelled games (n = 4), the number of classes agrees with the formula for it (n = 4), proved in Coq (n = 4..8), certified by a checker that is proved in Coq (n = 9..10)."},
	} {
		if err := c.found.Add(data.Totals("wonderwall"), "program"); err != nil {
			t.Fatal(err)
		}
		s, err := c.found.Sequence(c.column)
		if err != nil {
			t.Fatal(err)
		}
		var out, remarks strings.Builder
		if err := s.Write(&out, &remarks, "oeis"); err != nil {
			t.Fatal(err)
		}
		if remarks.String() != c.remark || !strings.Contains(out.String(), c.comment) {
			t.Errorf("%s: %s\n%s, want %q and %q", c.claim, &remarks, &out, c.remark, c.comment)
		}
	}
}

func TestAKeptColumnIsFoundByItsMethods(t *testing.T) {
	table := read(t, "nim,5,3,2,\"walk, count\",1,\nnim,6,9,4,core,1,\nnim,7,9,,count,1,\n")
	table.Rows[1].Methods = nil // like a size on the page that no run has computed
	s := FromTable(chess(), table, "classes", "walk")
	if got := terms(s.BFile()); got != "5 2\n6 4\n" {
		t.Errorf("the terms are %q", got)
	}
	if got, want := s.provenance(5, 8), "Computed by the program enumerate, by the method walk (n = 5), by the formula for the number of classes (n = 6)."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := FromTable(chess(), table, "games").BFile(); terms(got) != "5 3\n6 9\n7 9\n" || !strings.HasPrefix(got, "# Number of labelled games of chess,") {
		t.Errorf("the b-file of games is %q", got)
	}
}

func TestASizeThatHasFewerVerdictsLeavesColumnsEmpty(t *testing.T) {
	first, second := foundBy("walk", 5, "3", "1", "", ""), foundBy("walk", 6, "3", "1", "6", "3")
	few := rowOf(first)
	few.Verdicts = few.Verdicts[:1]
	r := chess()
	table := Results{Ruleset: r, Rows: []Row{few, rowOf(second)}}.Table()
	table.Rows[1].Machines, few.Machines = 3, 1
	want := "ruleset,n,games,classes,won-games,won-classes,lost-games,lost-classes,methods,machines,since\n" +
		"chess,5,,,3,1,,,walk,0,2026-11-25\nchess,6,9,4,3,1,6,3,walk,3,2026-11-25\n"
	if got := table.CSV(); got != want {
		t.Errorf("the table is\n%swant\n%s", got, want)
	}
}

func TestSharesAreOfSizesWhoseGamesAreKnown(t *testing.T) {
	table, err := data.Read("ruleset,n,games,won-games,methods,machines,since\nnim,3,0,0,walk,1,\nnim,4,8,,walk,1,\nnim,5,,3,walk,1,\nnim,6,8,2,walk,1,\nnim,7,4,4,walk,1,\n")
	if err != nil {
		t.Fatal(err)
	}
	list := Share(table, "won")
	if len(list) != 2 || list[0].Size != 6 || list[0].Proportion != 0.25 || list[1].Size != 7 || list[1].Proportion != 1 {
		t.Errorf("Share = %v, want 0.25 for size 6 and 1 for size 7", list)
	}
}

func TestATableStandsBetweenTheLinesOfADocument(t *testing.T) {
	crlf := func(lines string) string { return strings.ReplaceAll(lines, "\n", "\r\n") }
	table := read(t, "nim,6,1296,4,walk,1,\n")
	const begin, end, rows = "<!-- results: nim -->\n", "<!-- end of results -->\n", "| n | labelled games | classes | evidence |\n|--:|--:|--:|:--|\n| 6 | 1,296 | 4 | 1 method |\n"
	refused := "no place for the results, or one without an end: add the lines \"<!-- results: nim -->\" and \"<!-- end of results -->\""
	for _, c := range []struct{ claim, document, want, wrong string }{
		{"no rows yet", "# Nim\n" + begin + end + "the end\n", "# Nim\n" + begin + rows + end + "the end\n", ""},
		{"an existing table is replaced", begin + "| old |\n" + end, begin + rows + end, ""},
		{"tables of other rulesets are kept", end + "<!-- results: col -->\nold\n" + end + begin + end, end + "<!-- results: col -->\nold\n" + end + begin + rows + end, ""},
		{"lines that end in CRLF", "# Nim\r\n" + crlf(begin+"old\n"+end) + "the end\n", "# Nim\r\n" + crlf(begin+rows+end) + "the end\n", ""},
		{"two places", begin + "old\n" + end + "and\n" + crlf(begin+end), begin + rows + end + "and\n" + crlf(begin+rows+end), ""},
		{"an end line at the end of the document", begin + strings.TrimSpace(end), begin + rows + strings.TrimSpace(end), ""},
		{"HTML in the place", begin + "<b>old</b> <\n" + end, begin + rows + end, ""},
		{"a begin line that is quoted", "Write `" + strings.TrimSpace(begin) + "` above it.\n" + begin + end, "Write `" + strings.TrimSpace(begin) + "` above it.\n" + begin + rows + end, ""},
		{"two places, one without an end", begin + "kept\n" + begin + end, "", refused},
		{"the place of another ruleset before the end", begin + "kept\n<!-- results: col -->\n" + end, "", refused},
		{"no begin line", "# Nim\n", "", refused},
		{"the begin line of another ruleset", "<!-- results: col -->\n" + end, "", refused},
		{"no end line", begin + "| old |\n", "", refused},
		{"the end line before the begin line", end + begin, "", refused},
	} {
		got, err := Documented(c.document, ruleset(t, "nim"), table)
		if wrong := fmt.Sprint(err); got != c.want || wrong != c.wrong && (err != nil || c.wrong != "") {
			t.Errorf("%s: Documented = %q, %v, want %q, %q", c.claim, got, err, c.want, c.wrong)
		}
	}
}
