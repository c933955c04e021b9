package data_test

import (
	"bytes"
	"encoding/csv"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"math/big"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"enumerate/data"
	"enumerate/enum"
	"enumerate/games"
	"enumerate/internal/golden"
	"enumerate/results"
)

func tables(t *testing.T) (list []data.Table) {
	t.Helper()
	files, err := fs.Glob(data.Results, "results/*.csv")
	if err != nil || len(files) < 20 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, file := range files {
		text, err := data.Results.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		table, err := data.Read(string(text))
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		if data.FileName(table.Ruleset) != path.Base(file) {
			t.Errorf("%s has the totals of %s", file, table.Ruleset)
		}
		list = append(list, table)
	}
	return list
}

// In every row of the tables, the sum over the verdicts must be the total, which must be the number of labelled games
// of the ruleset, and the number of classes must be that of the formula, if the ruleset has one.
func TestTotalsAddUp(t *testing.T) {
	sums, formulas := 0, 0
	for _, table := range tables(t) {
		r, err := enum.Find(games.All(), table.Ruleset)
		if err != nil {
			t.Errorf("%s: %v", table.Ruleset, err)
			continue
		}
		if r.Name != table.Ruleset {
			t.Errorf("%s is called %s", table.Ruleset, r.Name)
		}
		for _, row := range table.Rows {
			for _, method := range row.Methods {
				if _, err := r.Method(method); err != nil && method != enum.Walk {
					t.Errorf("%s n=%d: %v", r.Name, row.N, err)
				}
			}
			if sorted := results.SortMethods(row.Methods); !slices.Equal(sorted, row.Methods) {
				t.Errorf("%s n=%d: the methods %q are not in order", r.Name, row.N, row.Methods)
			}
			s, err := r.Space(row.N)
			if err != nil {
				t.Errorf("%s n=%d: %v", r.Name, row.N, err)
				continue
			}
			columns := []string{"games", "classes"}
			for _, v := range s.Verdicts() {
				columns = append(columns, v+"-games", v+"-classes")
			}
			if !slices.Equal(columns, table.Columns) {
				t.Errorf("%s: the columns are %q, want %q", r.Name, table.Columns, columns)
			}
			for _, what := range []string{"games", "classes"} {
				sum, complete := new(big.Int), true
				for _, v := range s.Verdicts() {
					x, ok := new(big.Int).SetString(table.Number(row.N, v+"-"+what), 10)
					if complete = complete && ok; complete {
						sum.Add(sum, x)
					}
				}
				if !complete {
					continue
				}
				if sums++; sum.String() != table.Number(row.N, what) {
					t.Errorf("%s n=%d: the %s of all verdicts are %v, not %s", r.Name, row.N, what, sum, table.Number(row.N, what))
				}
			}
			if got := table.Number(row.N, "games"); got != s.Games().String() {
				t.Errorf("%s n=%d: it says %s labelled games, want %v", r.Name, row.N, got, s.Games())
			}
			if classes := s.Classes(); classes != nil && table.Number(row.N, "classes") != "" {
				if formulas++; classes.String() != table.Number(row.N, "classes") {
					t.Errorf("%s n=%d: it says %s classes, the formula %v", r.Name, row.N, table.Number(row.N, "classes"), classes)
				}
			}
		}
	}
	if sums < 300 || formulas < 200 {
		t.Errorf("%d sums and %d formulas were compared", sums, formulas)
	}
}

func TestSequencesMatchTheTotals(t *testing.T) {
	unmade := make(map[string]bool)
	files, err := os.ReadDir("bfiles")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		unmade[file.Name()] = true
	}
	for _, table := range tables(t) {
		r, err := enum.Find(games.All(), table.Ruleset)
		if err != nil {
			t.Fatal(err)
		}
		for _, column := range table.Columns {
			name := results.BFileName(r.Name, column)
			if !unmade[name] {
				continue // only some columns have a file
			}
			delete(unmade, name)
			if kept, err := os.ReadFile("bfiles/" + name); err != nil || string(kept) != results.FromTable(r, table, column).BFile() {
				t.Errorf("bfiles/%s is not made of the table (%v): enumerate results --game %s --from data/results --bfiles data/bfiles", name, err, r.Name)
			}
		}
	}
	for name := range unmade {
		t.Errorf("bfiles/%s is made of no table", name)
	}
	readme, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	made, err := results.Documented(string(readme), games.All()[0], data.Totals("wonderwall"))
	if err != nil || made != string(readme) {
		t.Errorf("README.md: its table is not made of the totals (%v): enumerate results --from data/results --into README.md", err)
	}
}

var update = flag.Bool("update", false, "write what drafts take from the totals")

// TestDraftsMatchTheTotals makes those lines of each draft of an entry for the encyclopedia again that say numbers,
// or where they are from.
func TestDraftsMatchTheTotals(t *testing.T) {
	files, err := filepath.Glob("oeis/*.txt")
	if err != nil || len(files) < 5 {
		t.Fatalf("%d drafts, %v", len(files), err)
	}
	for _, file := range files {
		draft, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		ruleset, column, _ := strings.Cut(strings.TrimSuffix(filepath.Base(file), ".txt"), "-")
		r, err := enum.Find(games.All(), ruleset)
		if err != nil {
			t.Fatal(err)
		}
		methods := []string{"walk", "count", "core", "core-walk"}
		switch {
		case column == "classes":
			methods = []string{"walk", "count"} // core-walk takes this number from a formula, and core counts as count does
		case strings.HasSuffix(column, "classes"):
			methods = []string{"walk", "count", "core-walk"}
		}
		var fields strings.Builder
		table := data.Totals(ruleset)
		if of, ok := strings.CutPrefix(column, "core-"); ok {
			table, column = data.Cores(), of
			if column == "classes" {
				methods = []string{"core-walk"} // the others find no core classes
			}
		}
		for n, length := r.Sizes.First, 0; column == "classes" && len(methods) == 2 && length <= 260; n++ { // as much as an entry shows
			space, err := r.Space(n)
			if err != nil || space.Classes() == nil {
				break
			}
			if table.Number(n, column) == "" {
				row := data.Row{N: n, Numbers: make([]string, len(table.Columns))}
				row.Numbers[slices.Index(table.Columns, column)] = space.Classes().String()
				table.Rows = append(table.Rows, row)
			}
			length += len(table.Number(n, column)) + len(", ")
		}
		s := results.FromTable(r, table, column, methods...)
		if err := s.Write(&fields, io.Discard, "oeis"); err != nil {
			t.Fatal(err)
		}
		made := string(draft)
		for _, field := range []string{"DATA: ", "OFFSET: ", "COMMENTS: Computed by ", "KEYWORD: nonn"} {
			line := regexp.MustCompile("(?m)^" + field + ".*")
			want := line.FindString(fields.String())
			if strings.HasPrefix(line.FindString(made), want) && strings.HasPrefix(field, "KEYWORD") {
				continue // the draft may have further keywords
			}
			made = line.ReplaceAllLiteralString(made, want)
		}
		if *update {
			err = os.WriteFile(file, []byte(made), 0o666)
		}
		if err != nil || made != string(draft) && !*update {
			t.Errorf("%s is not made of the totals (%v): go test ./data -run Drafts -update", file, err)
		}
	}
}

func TestReadRejectsInvalidTables(t *testing.T) {
	const valid = "ruleset,n,games,classes,methods,machines,since\nnim,1,2,,walk,2,\n\"a:b,c\",2,4,3,\"walk, count\",1,\n"
	for _, c := range []struct{ text, want string }{
		{strings.Replace(valid, "\"a:b,c\"", "nim", 1), ""},
		{valid, `line 3: expected the ruleset of line 2, "nim", not "a:b,c"`},
		{"", "expected a line of titles"},
		{"ruleset,n,games,methods\n", "expected a line of titles"},
		{"ruleset,n,methods\nnim,1,walk\n", "line 1: expected the titles"},
		{"game,n,games,methods\nnim,1,2,walk\n", "line 1: expected the titles"},
		{"ruleset,n,games,methods\nnim,1,2,walk\nnim,1,2,walk\n", "line 3: expected a size above those before it"},
		{"ruleset,n,games,methods\nnim,one,2,walk\n", "line 2: expected a size"},
		{"ruleset,n,games,methods\nnim,1,2,\n", "line 2: expected a method"},
		{"ruleset,n,games,methods\nnim,1,02,walk\n", `line 2: "02" is not a number`},
		{"ruleset,n,games,methods\nnim,1,-2,walk\n", `line 2: "-2" is not a number`},
		{"ruleset,n,games,methods\nnim,01,2,walk\n", "line 2: not in the format that the program writes"},
		{"ruleset,n,games,methods\nnim,1,2,\"walk\"\n", "line 2: not in the format that the program writes"},
		{"ruleset,n,games,methods\nnim,1,2\n", "wrong number of fields"},
		{"ruleset,n,games,methods,machines,since\nnim,1,2,walk,0,\n", `line 2: "0" is not a number of machines`},
		{"ruleset,n,games,methods,machines,since\nnim,1,2,walk,,\n", `line 2: "" is not a number of machines`},
		{"ruleset,n,games,methods,machines,since\nnim,1,2,walk,1,today\n", `line 2: expected a day such as 2026-11-23, not "today"`},
		{"ruleset,n,games,methods,machines,since\nnim,1,2,walk,01,\n", "line 2: not in the format that the program writes"},
		{"ruleset,\"n\",games,methods,machines,since\nnim,1,2,walk,1,\n", "line 1: not in the format"},
		{"ruleset,n,games,methods,machines,since\nnim,1,2,walk,1,", "line 2: not in the format"},
		{"ruleset,n,games,methods,machines,since\n\nnim,1,2,walk,1,\n", "line 2: not in the format"},
		{"ruleset,n,games,methods,machines,since\nnim,1,2,walk,1,\n\n", "line 3: not in the format"},
	} {
		table, err := data.Read(c.text)
		if c.want == "" && (err != nil || table.CSV() != c.text || table.Number(2, "classes") != "3" || table.Number(1, "classes") != "" || table.Number(3, "games") != "") {
			t.Errorf("%q is read as %+v, %v", c.text, table, err)
		}
		if c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%q: %v, want %s", c.text, err, c.want)
		}
	}
}

func TestTablesWithoutMachinesStayReadable(t *testing.T) {
	table, err := data.Read("ruleset,n,games,methods\nnim,1,2,walk\nnim,2,4,\"walk, count\"\n")
	if err != nil || table.CSV() != "ruleset,n,games,methods,machines,since\nnim,1,2,walk,1,\nnim,2,4,\"walk, count\",1,\n" {
		t.Errorf("%v\n%s", err, table.CSV())
	}
}

func FuzzRead(f *testing.F) {
	f.Add("ruleset,n,games,classes,methods,machines,since\nnim,1,2,,walk,1,\nnim,2,4,3,\"walk, count\",2,\n")
	f.Add("ruleset,n,games,methods,machines,since\n\"a\n\",1,2,walk,1,\n")
	f.Add("ruleset,n,games,methods\nnim,1,2,walk\n")
	f.Fuzz(func(t *testing.T, text string) {
		table, err := data.Read(text)
		if err != nil {
			return
		}
		if again, err := data.Read(table.CSV()); err != nil || again.CSV() != table.CSV() {
			t.Errorf("%q is written as %q, which is read as %v, %v", text, table.CSV(), again, err)
		}
		if strings.Contains(text, ",since\n") && table.CSV() != text {
			t.Errorf("%q is written as %q", text, table.CSV())
		}
	})
}

func TestValuesAddUp(t *testing.T) {
	files, err := fs.Glob(data.Results, "results/values/*.csv")
	if err != nil || len(files) < 5 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	compared := 0
	for _, file := range files {
		text, err := data.Results.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		lines, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
		if err != nil || !slices.Equal(lines[0], []string{"ruleset", "n", "value", "verdict", "games", "classes", "first"}) {
			t.Fatalf("%s: %v, %q", file, err, lines[0])
		}
		sums := make(map[[3]string]*big.Int) // by size, verdict and what is counted
		for _, line := range lines[1:] {
			if data.FileName(line[0]) != path.Base(file) {
				t.Errorf("%s has values of %s", file, line[0])
			}
			for i, what := range []string{"games", "classes"} {
				x, ok := new(big.Int).SetString(line[4+i], 10)
				if !ok {
					t.Fatalf("%s: %q is not a number", file, line[4+i])
				}
				of := [3]string{line[1], line[3], what}
				if sums[of] == nil {
					sums[of] = new(big.Int)
				}
				sums[of].Add(sums[of], x)
			}
		}
		table := data.Totals(lines[1][0])
		for of, sum := range sums {
			n, err := strconv.Atoi(of[0])
			if err != nil {
				t.Fatal(err)
			}
			want := table.Number(n, of[1]+"-"+of[2])
			if want == "" {
				continue
			}
			if compared++; sum.String() != want {
				t.Errorf("%s n=%d: values of %v %s of the verdict %s, want %s", table.Ruleset, n, sum, of[2], of[1], want)
			}
		}
	}
	if compared < 100 {
		t.Errorf("%d sums were compared", compared)
	}
}

func TestPartsSumToTheirTotals(t *testing.T) {
	text, err := os.ReadFile("parts/wonderwall-8-walk.txt")
	if err != nil {
		t.Fatal(err)
	}
	sums := make(map[string]*big.Int)
	for line := range strings.Lines(string(text)) {
		if line[0] == '#' {
			continue
		}
		for _, part := range strings.Fields(strings.Split(line, "\t")[1]) {
			verdict, bars, _ := strings.Cut(part, "=")
			if sums[verdict] == nil {
				sums[verdict] = new(big.Int)
			}
			for bar := range strings.SplitSeq(bars, ",") {
				var automorphisms, count int64
				if _, err := fmt.Sscanf(bar, "%d:%d", &automorphisms, &count); err != nil && bars != "" {
					t.Fatalf("%s: %v", line, err)
				}
				games := big.NewInt(count) // outside classes
				if automorphisms > 0 {
					games.Mul(games, big.NewInt(40320/automorphisms))
				}
				sums[verdict].Add(sums[verdict], games)
			}
		}
	}
	for _, verdict := range []string{"solvable", "unsolvable"} {
		if want := golden.Total("wonderwall", 8, verdict+"-games"); sums[verdict].String() != want {
			t.Errorf("%s games: %v, want %s", verdict, sums[verdict], want)
		}
	}
}

func TestProgramsOfDraftsPrintTheirTerms(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("there is no python3")
	}
	files, err := filepath.Glob("oeis/*.txt")
	if err != nil || len(files) < 5 {
		t.Fatalf("%d drafts, %v", len(files), err)
	}
	for _, file := range files {
		draft, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		program := regexp.MustCompile(`(?m)^PROG: \(Python\)\n((?:  .*\n)+)`).FindSubmatch(draft)
		terms := regexp.MustCompile(`(?m)^DATA: (.*)$`).FindSubmatch(draft)
		if program == nil || terms == nil {
			t.Errorf("%s has no program, or no terms", file)
			continue
		}
		text := regexp.MustCompile(`(?m)^  `).ReplaceAllString(string(program[1]), "")
		out, err := exec.CommandContext(t.Context(), python, "-c", text).CombinedOutput()
		printed := strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(string(out)), "["), "]")
		if few := strings.Count(printed, ",") < 2; err != nil || few || !strings.HasPrefix(string(terms[1])+", ", printed+", ") {
			t.Errorf("%s: the program prints %q (%v), want the first terms of %s", file, out, err, terms[1])
		}
	}
}
