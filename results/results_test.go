package results

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"enumerate/checkpoints"
	"enumerate/db"
	"enumerate/enum"
	"enumerate/games"
	"enumerate/internal/golden"
	"enumerate/internal/rows"
)

type twoVerdicts struct{ enum.Space }

func (twoVerdicts) Verdicts() []string { return []string{"won", "lost"} }

func number(text string) *big.Int {
	x, ok := new(big.Int).SetString(text, 10)
	if !ok {
		return nil
	}
	return x
}

// foundBy returns a finished run of the ruleset chess with the given totals.
func foundBy(method string, size int, wonGames, wonClasses, lostGames, lostClasses string) checkpoints.ExactRun {
	return checkpoints.ExactRun{
		Summary: checkpoints.Summary{Header: checkpoints.Header{
			Key:     checkpoints.Key{Ruleset: "chess", Size: size, Method: method},
			Started: time.Date(2026, 11, 24, 23, 0, 0, 0, time.FixedZone("", -3600)),
		}},
		Space: twoVerdicts{},
		Totals: enum.Totals{Verdicts: []enum.Total{
			{Games: number(wonGames), Classes: number(wonClasses)}, {Games: number(lostGames), Classes: number(lostClasses)},
		}},
		Checks: enum.Checks{Games: "ok", Classes: "ok"},
	}
}

func csvOf(t *testing.T, list ...Row) string {
	t.Helper()
	var text strings.Builder
	if err := (Results{Rows: list}).Write(&text, "csv"); err != nil {
		t.Fatal(err)
	}
	return text.String()
}

const titles = "ruleset,n,games,classes,won-games,won-classes,lost-games,lost-classes,methods,machines,verified,proof,classes-proof,certificate,since,from\n"

func TestARowOfARunHasItsNumbersAndItsDayInUTC(t *testing.T) {
	want := titles + "chess,5,9,4,3,1,6,3,walk,0,false,,,,2026-11-25,database\n"
	if got := csvOf(t, rowOf(foundBy("walk", 5, "3", "1", "6", "3"))); got != want {
		t.Errorf("the row is\n%swant\n%s", got, want)
	}
}

func TestRowsOfOneSizeAreUnited(t *testing.T) {
	later := foundBy("count", 5, "3", "", "6", "")
	later.Header.Started = later.Header.Started.AddDate(0, 0, 3)
	whole := foundBy("walk", 5, "3", "1", "6", "3")
	classes := foundBy("guess", 5, "", "1", "", "3")
	for _, c := range []struct {
		claim string
		runs  []checkpoints.ExactRun
		want  string
	}{
		{"one row fills in the numbers that the other lacks", []checkpoints.ExactRun{classes, later}, `chess,5,9,4,3,1,6,3,"count, guess",0,false,,,,2026-11-25,database`},
		{"the order of the rows does not matter", []checkpoints.ExactRun{later, classes}, `chess,5,9,4,3,1,6,3,"count, guess",0,false,,,,2026-11-25,database`},
		{"numbers in both rows are kept", []checkpoints.ExactRun{whole, later}, `chess,5,9,4,3,1,6,3,"walk, count",0,false,,,,2026-11-25,database`},
		{"numbers in neither row stay empty", []checkpoints.ExactRun{later, later}, `chess,5,9,,3,,6,,count,0,false,,,,2026-11-28,database`},
		{"methods are ordered: walk, count, then the others by name", []checkpoints.ExactRun{classes, foundBy("abacus", 5, "", "", "", ""), later, whole},
			`chess,5,9,4,3,1,6,3,"walk, count, abacus, guess",0,false,,,,2026-11-25,database`},
	} {
		row := rowOf(c.runs[0])
		for _, run := range c.runs[1:] {
			row = row.unite(rowOf(run))
		}
		if got := csvOf(t, row); got != titles+c.want+"\n" {
			t.Errorf("%s: the row is\n%swant\n%s", c.claim, got, c.want)
		}
	}
}

func TestVerdictsAreAnObjectInJSON(t *testing.T) {
	tally := enum.NewTally(2)
	tally.Add(0, 1, 3)
	tally.Add(0, 12, 4)
	bulk := enum.NewTally(2)
	bulk.Add(1, enum.NoClass, 5)
	totals := enum.Totals{Verdicts: []enum.Total{{Games: big.NewInt(40), Classes: big.NewInt(7)}, {Games: big.NewInt(2)}}}
	for _, c := range []struct {
		claim  string
		totals enum.Totals
		walked *enum.Tally
		want   string
	}{
		{"games and classes", totals, nil, `{"lost":{"games":"2"},"won":{"games":"40","classes":"7"}}`},
		{"a walk also gives the classes by automorphisms", totals, tally, `{"lost":{"games":"2","automorphisms":{}},"won":{"games":"40","classes":"7","automorphisms":{"1":"3","12":"4"}}}`},
		{"no automorphisms for a verdict with games outside classes", totals, bulk, `{"lost":{"games":"2"},"won":{"games":"40","classes":"7","automorphisms":{}}}`},
		{"no totals are known", enum.Totals{}, nil, `{"lost":{},"won":{}}`},
	} {
		if got, err := json.Marshal(NewVerdictTotals(twoVerdicts{}, c.totals, c.walked)); err != nil || string(got) != c.want {
			t.Errorf("%s: %s, %v, want %s", c.claim, got, err, c.want)
		}
	}
}

func store(t *testing.T) *checkpoints.Store {
	t.Helper()
	s, err := checkpoints.Open(filepath.Join(t.TempDir(), "runs.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func find(t *testing.T, s *checkpoints.Store, ruleset, method string, size int, part enum.Part) {
	t.Helper()
	r, err := enum.Find(games.All(), ruleset)
	if err != nil {
		t.Fatal(err)
	}
	m, err := r.Method(method)
	if err != nil {
		t.Fatal(err)
	}
	q := checkpoints.Request{Ruleset: r, Method: m, Size: size, Part: part, Workers: 1}
	if _, err := s.Run(t.Context(), q, checkpoints.Observer{}); err != nil {
		t.Fatal(err)
	}
}

// Read must return one row for each size that a run of its ruleset has finished, and the row must name all methods that
// finished the size. The unfinished run and the run of another ruleset must add no row.
func TestReadReturnsTheRowsOfTheDatabase(t *testing.T) {
	s := store(t)
	find(t, s, "wonderwall", "count", 5, enum.Part{})
	find(t, s, "wonderwall", "walk", 4, enum.Part{})
	find(t, s, "wonderwall", "count", 4, enum.Part{})
	find(t, s, "wonderwall", "walk", 6, enum.Part{Res: 0, Mod: 2})
	find(t, s, "nimbers", "count", 3, enum.Part{})
	r := games.All()[0]
	found, err := Read(s, r, games.All(), func(remark string) { t.Errorf("unexpected remark: %q", remark) })
	if err != nil {
		t.Fatal(err)
	}
	today := time.Now().UTC().Format(time.DateOnly)
	want := `{"ruleset":"wonderwall","n":4,"games":"1296","classes":"60","verdicts":{"solvable":{"games":"108","classes":"6"},"unsolvable":{"games":"1188","classes":"54"}},"methods":["walk","count"],"machines":1,"verified":true,"proof":"proved","classes-proof":"proved","certificate":"b02cf372fbd39f53165a823b7436c254c484767793b34954d6bb3790f491dda0","since":"` + today + `","from":"database"}
{"ruleset":"wonderwall","n":5,"games":"248832","classes":"2084","verdicts":{"solvable":{"games":"30480","classes":"254"},"unsolvable":{"games":"218352","classes":"1830"}},"methods":["count"],"machines":1,"verified":true,"proof":"proved","classes-proof":"proved","certificate":"7ecd268675d719af738d1cfdb308473c016d6853b733073df3e1675e655409b3","since":"` + today + `","from":"database"}
`
	var text strings.Builder
	if err := found.Write(&text, "json"); err != nil || text.String() != want {
		t.Errorf("the rows are\n%s%v, want\n%s", &text, err, want)
	}
	if len(found.Runs) != 3 || found.Runs[0].Size != 5 {
		t.Errorf("found %d runs, want three, oldest first", len(found.Runs))
	}
	if exact := found.Exact(); fmt.Sprint(exact) != fmt.Sprintf("[{4 %v} {5 %v}]", 108./1296, 30480./248832) {
		t.Errorf("the proportions of solvable games are %v", exact)
	}
	checked := CheckedRuns(games.All(), found.Runs)
	for _, run := range found.Runs {
		by := "walk, count"
		if run.Size == 5 {
			by = "count alone"
		}
		if want := "games ok, classes ok, verdicts by " + by + "; solvable games and classes proved"; checked[run.ID] != want {
			t.Errorf("run %d with %d players: checked is %q, want %q", run.ID, run.Size, checked[run.ID], want)
		}
	}
}

// If a second machine computes all shards of a run again, the row counts it as a machine. But the row stays unverified,
// because a fault of the program would give the same wrong result on both machines.
func TestASecondMachineIsCountedAndDoesNotVerifyARow(t *testing.T) {
	for _, c := range []struct {
		claim    string
		missing  uint64 // the number of shards that were not checked
		machines int
	}{{"all shards", 0, 2}, {"all but one shard", 1, 1}} {
		s := store(t)
		find(t, s, "nimbers", "walk", 5, enum.Part{}) // no number of nimbers has a proof
		runs, err := s.Runs()
		if err != nil {
			t.Fatal(err)
		}
		r, err := enum.Find(games.All(), "nimbers")
		if err != nil {
			t.Fatal(err)
		}
		space, err := r.Space(5)
		if err != nil {
			t.Fatal(err)
		}
		run, err := s.Resume(runs[0].Key, space)
		if err != nil {
			t.Fatal(err)
		}
		h := runs[0].Header
		h.Checks = []checkpoints.Check{{Host: "another", Shards: runs[0].Sum.Shards - c.missing, Of: runs[0].Sum.Shards}}
		header, err := json.Marshal(h)
		if err != nil {
			t.Fatal(err)
		}
		if err := run.Edit(func(tx *db.Tx, id uint64) error { return tx.PutHeader(id, header) }); err != nil {
			t.Fatal(err)
		}
		found, err := Read(s, r, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		row := found.Rows[0]
		if row.Machines != c.machines || row.Verified {
			t.Errorf("%s: %d machines, verified %v, want %d machines and no verification", c.claim, row.Machines, row.Verified, c.machines)
		}
		if exact := found.Exact(); len(exact) != 1 || exact[0].Size != 5 {
			t.Errorf("%s: the exact proportions are %v", c.claim, exact)
		}
		if err := found.Write(full{}, "csv"); !errors.Is(err, errFull) {
			t.Errorf("%s: writing to a full disk returns %v", c.claim, err)
		}
	}
}

func TestARowShowsTheProofOfItsNumbers(t *testing.T) {
	for _, c := range []struct {
		n              int
		games, classes string
	}{{8, "proved", "proved"}, {9, "certified", "certified"}, {10, "certified", ""}, {3, "", ""}} {
		golden := func(column string) rows.Number { return rows.Exact(number(golden.Total("wonderwall", c.n, column))) }
		row := Row{Ruleset: "wonderwall", N: c.n, Verdicts: VerdictTotals{{verdict: "solvable", Games: golden("solvable-games"), Classes: golden("solvable-classes")}}}
		row.addProofs()
		if row.Proof != c.games || row.ClassesProof != c.classes || (row.Certificate != "") != (c.games != "") {
			t.Errorf("%d players: the proof of games is %q and of classes %q, certificate %q; want %q and %q", c.n, row.Proof, row.ClassesProof, row.Certificate, c.games, c.classes)
		}
	}
}

func TestARowIsVerifiedByIndependentMethodsOrAProof(t *testing.T) {
	for _, c := range []struct {
		claim, ruleset string
		n              int
		methods        []string
		verified       bool
	}{
		{"two methods that share no code", "wonderwall", 3, []string{"walk", "count"}, true},
		{"count and core share code", "wonderwall", 3, []string{"count", "core"}, false},
		{"a third method that shares no code with them", "wonderwall", 3, []string{"walk", "count", "core"}, true},
		{"walk and core-walk share code", "wonderwall", 3, []string{"walk", "core-walk"}, false},
		{"count and core-walk share no code", "wonderwall", 3, []string{"count", "core", "core-walk"}, true},
		{"two methods that share no code, and one finds no classes", "nimbers", 3, []string{"walk", "count"}, false},
		{"one method", "wonderwall", 3, []string{"walk"}, false},
		{"one method, and a proof of its numbers", "wonderwall", 4, []string{"walk"}, true},
		{"methods that share code, and a proof of their numbers", "wonderwall", 4, []string{"count", "core"}, true},
		{"a formula for each position that the walk visits", "nim", 3, []string{"walk", "formula"}, false},
		{"ways to count the sets of arcs of one DAG", "nimbers:dag=complete", 5, []string{"frontier", "sizes", "subsets"}, false},
	} {
		s := store(t)
		for _, method := range c.methods {
			find(t, s, c.ruleset, method, c.n, enum.Part{})
		}
		r, err := enum.Find(games.All(), c.ruleset)
		if err != nil {
			t.Fatal(err)
		}
		found, err := Read(s, r, nil, nil)
		if err != nil || len(found.Rows) != 1 {
			t.Fatalf("%s: %d rows, %v", c.claim, len(found.Rows), err)
		}
		if row := found.Rows[0]; row.Verified != c.verified || !slices.Equal(row.Methods.names, c.methods) {
			t.Errorf("%s: verified %v by %q, want %v", c.claim, row.Verified, row.Methods.names, c.verified)
		}
	}
}

// A row says how many games and how many classes have the first verdict, e.g. solvable. One of the two numbers, or
// both, may be unknown. The row counts as proved only if a number is known, and every known number is proved.
func TestAProofOfSomeNumbersVerifiesNoRow(t *testing.T) {
	one := rows.Exact(big.NewInt(1))
	for _, c := range []struct {
		claim                    string
		games, classes           rows.Number
		gamesProof, classesProof string
		want                     bool
	}{
		{"both are proved", one, one, "proved", "certified", true},
		{"only games are proved", one, one, "certified", "", false},
		{"only classes are proved", one, one, "", "proved", false},
		{"there are games alone, and they are proved", one, rows.Number{}, "proved", "", true},
		{"nothing is proved", one, one, "", "", false},
		{"there are no numbers", rows.Number{}, rows.Number{}, "", "", false},
	} {
		row := Row{Verdicts: VerdictTotals{{Games: c.games, Classes: c.classes}}, Proof: c.gamesProof, ClassesProof: c.classesProof}
		if got := row.proved(); got != c.want {
			t.Errorf("%s: %v, want %v", c.claim, got, c.want)
		}
	}
}

func TestMethodsThatShareCodeAgreeAsOne(t *testing.T) {
	for _, c := range []struct {
		ruleset string
		methods []string
		want    string
	}{
		{"wonderwall", []string{"walk"}, "walk alone"},
		{"wonderwall", []string{"core"}, "core alone"},
		{"wonderwall", []string{"walk", "count"}, "walk, count"},
		{"wonderwall", []string{"walk", "core"}, "walk, core"},
		{"wonderwall", []string{"count", "core"}, "count alone (core shares its code)"},
		{"wonderwall", []string{"walk", "count", "core"}, "walk, count (and core)"},
		{"wonderwall", []string{"core-walk"}, "core-walk alone"},
		{"wonderwall", []string{"walk", "core-walk"}, "walk alone (core-walk shares its code)"},
		{"wonderwall", []string{"count", "core", "core-walk"}, "count (and core), core-walk"},
		{"nimbers", []string{"walk", "count"}, "walk, count; classes by walk alone"},
		{"wonderwall", []string{"walk", "count", "core", "core-walk"}, "walk (and core-walk), count (and core)"},
		{"nimbers:dag=complete", []string{"walk", "frontier", "sizes", "subsets"}, "walk, frontier (and sizes, subsets)"},
		{"nimbers:dag=complete", []string{"frontier", "sizes", "subsets"}, "frontier alone (sizes, subsets share its code)"},
		{"nim", []string{"walk", "formula"}, "walk alone (formula shares its code)"},
		{"rotisserie", []string{"walk", "count", "order"}, "walk, count (and order)"},
		{"antonim", []string{"walk", "count", "lexicode"}, "walk, count, lexicode"},
		{"col", []string{"walk", "formula"}, "walk, formula"},
	} {
		r, err := enum.Find(games.All(), c.ruleset)
		if err != nil {
			t.Fatal(err)
		}
		if got := Agreement(r, c.methods); got != c.want {
			t.Errorf("%s, %q: %q, want %q", c.ruleset, c.methods, got, c.want)
		}
	}
}

func TestReadOfAnEmptyDatabaseFindsNothing(t *testing.T) {
	found, err := Read(store(t), games.All()[0], nil, nil)
	if err != nil || len(found.Rows) != 0 || len(found.Runs) != 0 || found.Exact() != nil {
		t.Errorf("found %d rows, %d runs, exact %v, %v; expected none", len(found.Rows), len(found.Runs), found.Exact(), err)
	}
}

func TestReadKeepsTheErrorsOfTheDatabase(t *testing.T) {
	s := store(t)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if found, err := Read(s, games.All()[0], nil, nil); err == nil || found.Ruleset != nil {
		t.Errorf("Read of a closed database = %v, %v, want an error", found, err)
	}
}

func TestASequenceIsAColumnOfTheRuleset(t *testing.T) {
	r := &enum.Ruleset{Name: "chess", Size: "moves", Summary: "a queen and a king", Group: "nothing"}
	runs := []checkpoints.ExactRun{foundBy("walk", 4, "1", "1", "2", "2"), foundBy("count", 4, "1", "", "2", ""), foundBy("count", 5, "3", "", "6", "")}
	found := Results{Ruleset: r, Runs: runs, Rows: []Row{rowOf(runs[0]).unite(rowOf(runs[1])), rowOf(runs[2])}}
	if _, err := found.Sequence("drawn-games"); err == nil || err.Error() != "expected one of games, classes, won-games, won-classes, lost-games, lost-classes" {
		t.Errorf("an unknown column: %v", err)
	}
	for column, want := range map[string]string{"games": "4 3\n5 9\n", "classes": "4 3\n", "won-games": "4 1\n5 3\n", "lost-classes": "4 2\n"} {
		s, err := found.Sequence(column)
		if err != nil {
			t.Fatal(err)
		}
		if got := terms(s.BFile()); got != want {
			t.Errorf("the b-file of %s has the terms %q, want %q", column, got, want)
		}
	}
	s, err := found.Sequence("won-games")
	if err != nil || !slices.Equal(s.methods["walk"], []int{4}) || !slices.Equal(s.methods["count"], []int{4, 5}) || !slices.Equal(s.classes, []int{4, 4, 5}) || s.games == nil {
		t.Errorf("methods %v, sizes with checked games %v, with checked classes %v, error %v", s.methods, s.games, s.classes, err)
	}
}

// terms returns the lines of a b-file without its comments.
func terms(file string) (lines string) {
	for line := range strings.Lines(file) {
		if !strings.HasPrefix(line, "#") {
			lines += line
		}
	}
	return lines
}

// Formulas for the sums do not check which games have which verdict. So Checked must name the evidence for the
// verdicts: the methods, the number of machines, and the share of shards that were recomputed.
func TestCheckedNamesTheEvidenceForAVerdict(t *testing.T) {
	ok := enum.Checks{Games: "ok", Classes: "not checked"}
	by := func(hosts ...string) (contributors []checkpoints.Contributor) {
		for _, host := range hosts {
			contributors = append(contributors, checkpoints.Contributor{Host: host})
		}
		return contributors
	}
	run := func(shards uint64, contributors []checkpoints.Contributor, checks ...checkpoints.Check) checkpoints.Summary {
		return checkpoints.Summary{Header: checkpoints.Header{Checks: checks}, Sum: checkpoints.Sum{Shards: shards}, Contributors: contributors}
	}
	for _, c := range []struct {
		claim   string
		methods []string
		runs    []checkpoints.Summary
		want    string
	}{
		{"methods that share code need other checks", []string{"count", "core"}, []checkpoints.Summary{run(10, by("a", "b"), checkpoints.Check{Shards: 10, Of: 10})}, "count alone (core shares its code), from 2 machines, 100% recomputed"},
		{"two methods need no other check", []string{"walk", "count"}, []checkpoints.Summary{run(10, by("a", "b"), checkpoints.Check{Shards: 10, Of: 10})}, "walk, count"},
		{"one method alone", []string{"walk"}, nil, "walk alone"},
		{"one machine is not mentioned", []string{"walk"}, []checkpoints.Summary{run(10, by("a", "a"))}, "walk alone"},
		{"machines of all runs are counted once", []string{"walk"}, []checkpoints.Summary{run(10, by("a", "b")), run(10, by("b", "c"))}, "walk alone, from 3 machines"},
		{"the largest of several checks", []string{"walk"}, []checkpoints.Summary{run(300, nil, checkpoints.Check{Shards: 3, Of: 300}, checkpoints.Check{Shards: 17, Of: 300}, checkpoints.Check{Shards: 6, Of: 300})},
			"walk alone, 5% recomputed"},
		{"all shards are recomputed", []string{"walk"}, []checkpoints.Summary{run(7, by("a", "b"), checkpoints.Check{Shards: 7, Of: 7})}, "walk alone, from 2 machines, 100% recomputed"},
		{"the only shard is recomputed", []string{"walk"}, []checkpoints.Summary{run(1, nil, checkpoints.Check{Shards: 1, Of: 1})}, "walk alone, 100% recomputed"},
		{"less than one percent is not mentioned", []string{"walk"}, []checkpoints.Summary{run(1000, nil, checkpoints.Check{Shards: 9, Of: 1000})}, "walk alone"},
		{"one percent", []string{"walk"}, []checkpoints.Summary{run(100, nil, checkpoints.Check{Shards: 1, Of: 100})}, "walk alone, 1% recomputed"},
		{"a check of a run with another number of shards does not count", []string{"walk"}, []checkpoints.Summary{run(10, nil, checkpoints.Check{Shards: 5, Of: 5})}, "walk alone"},
		{"no shards", []string{"walk"}, []checkpoints.Summary{run(0, nil, checkpoints.Check{})}, "walk alone"},
	} {
		want := "games ok, classes not checked, verdicts by " + c.want
		if got := Checked(games.All()[0], ok, c.methods, c.runs...); got != want {
			t.Errorf("%s: %q, want %q", c.claim, got, want)
		}
	}
}

func TestRunsAreCheckedByRunsOfTheirRulesetAndSizeAlone(t *testing.T) {
	runs := []checkpoints.ExactRun{foundBy("count", 5, "3", "", "6", ""), foundBy("walk", 5, "3", "1", "6", "3"), foundBy("walk", 6, "3", "1", "6", "3"), foundBy("core", 5, "3", "1", "6", "3")}
	runs[3].Ruleset = "draughts"
	runs[3].Contributors = []checkpoints.Contributor{{Host: "a"}, {Host: "b"}}
	for i := range runs {
		runs[i].ID = uint64(i) + 1
	}
	got := CheckedRuns([]*enum.Ruleset{{Name: "chess"}}, runs)
	for id, want := range map[uint64]string{1: "walk, count", 2: "walk, count", 3: "walk alone", 4: "core alone, from 2 machines"} {
		if want = "games ok, classes ok, verdicts by " + want; got[id] != want {
			t.Errorf("run %d: %q, want %q", id, got[id], want)
		}
	}
	if len(got) != 4 {
		t.Errorf("CheckedRuns describes %d runs, want 4", len(got))
	}
}

func TestTheExpansionOfARulesetHasFiveTerms(t *testing.T) {
	if e, err := Expansion(t.Context(), &enum.Ruleset{}); e != nil || err != nil {
		t.Errorf("Expansion of a ruleset without one = %v, %v, want nil", e, err)
	}
	e, err := Expansion(t.Context(), games.All()[0])
	if err != nil || len(e) != Terms+1 {
		t.Errorf("Expansion has %d coefficients, %v, want the constant and five more", len(e), err)
	}
}

var errFull = errors.New("full")

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errFull }
