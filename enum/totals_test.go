package enum_test

import (
	"context"
	"fmt"
	"math/big"
	"strings"
	"testing"

	"enumerate/enum"
	"enumerate/enum/meter"
)

func totals(t testing.TB, s enum.Space, tally *enum.Tally) []enum.Total {
	t.Helper()
	totals, err := s.Totals(tally)
	if err != nil {
		t.Fatal(err)
	}
	return totals.Verdicts
}

func TestAnotherMethodComesToTheSameTotals(t *testing.T) {
	for n := necklaces(3); n <= 12; n++ {
		walked := totals(t, n, walk(t, n, enum.Plan{Workers: 2}))
		tally := walk(t, turns{n}, enum.Plan{Workers: 2})
		if got := totals(t, turns{n}, tally); fmt.Sprint(got) != fmt.Sprint(walked) {
			t.Errorf("n=%d: the rotations come to %v, the walk to %v", n, got, walked)
		}
		_, checks, err := enum.Prove(turns{n}, tally)
		if err != nil || checks != (enum.Checks{Games: "ok", Classes: "ok"}) {
			t.Errorf("n=%d: Prove = %v, %v", n, checks, err)
		}
	}
}

func TestClassesAreUnknownUntilTheTallyHasThem(t *testing.T) {
	s := turns{6}
	tally := walk(t, s, enum.Plan{Workers: 1, Part: enum.Part{Res: 0, Mod: 2}}) // three of the six rotations
	totals, err := s.Totals(tally)
	if err != nil {
		t.Fatal(err)
	}
	all := totals.All()
	if all.Games.Cmp(s.Games()) != 0 || all.Classes != nil {
		t.Errorf("half of the rotations come to %v games in %v classes, want %v in none", all.Games, all.Classes, s.Games())
	}
	if totals.Coverage.Int64() != 64+4+4 || totals.Whole.Int64() != 64+2+4+8+4+2 || totals.Complete() {
		t.Errorf("%v of %v are covered, want 72 of 84", totals.Coverage, totals.Whole)
	}
}

func TestTotalsHaveClassesOnlyIfEveryVerdictHas(t *testing.T) {
	one, two := big.NewInt(1), big.NewInt(2)
	for _, c := range []struct {
		totals []enum.Total
		want   string
	}{
		{nil, "{0 0 false false}"},
		{[]enum.Total{{Games: two, Classes: one}, {Games: two, Classes: two}}, "{4 3 false false}"},
		{[]enum.Total{{Games: two}, {Games: two, Classes: two}}, "{4 <nil> false false}"},
		{[]enum.Total{{Games: two, Classes: one}, {Games: two}}, "{4 <nil> false false}"},
		{[]enum.Total{{Games: two, Classes: one, GamesLeft: true}, {Games: two, Classes: two, ClassesLeft: true}}, "{4 3 true true}"},
	} {
		if got := fmt.Sprint(enum.Totals{Verdicts: c.totals}.All()); got != c.want {
			t.Errorf("All(%v) = %s, want %s", c.totals, got, c.want)
		}
	}
	if one.Int64() != 1 || two.Int64() != 2 {
		t.Errorf("All changes its arguments: %v, %v", one, two)
	}
}

// unproved is the space turns, except that Totals does not check a complete tally.
type unproved struct{ turns }

func (u unproved) Totals(t *enum.Tally) (enum.Totals, error) {
	games := make([]enum.Total, t.Verdicts())
	for v := range games {
		games[v].Games = t.Count(v, 0)
	}
	whole := new(big.Int)
	for k := range int(u.necklaces) {
		whole.Add(whole, u.fixed(k))
	}
	return enum.Totals{Verdicts: games, Coverage: t.SumAll(), Whole: whole}, nil
}

// wordless is a space whose totals have no numbers of games.
type wordless struct{ enum.Space }

func (w wordless) Totals(t *enum.Tally) (enum.Totals, error) {
	totals, err := w.Space.Totals(t)
	for v := range totals.Verdicts {
		totals.Verdicts[v].Games = nil
	}
	return totals, err
}

// excessive is a space whose shards cover more than the whole space.
type excessive struct{ enum.Space }

func (e excessive) Totals(t *enum.Tally) (enum.Totals, error) {
	totals, err := e.Space.Totals(t)
	totals.Coverage = new(big.Int).Add(totals.Whole, big.NewInt(1))
	return totals, err
}

func TestProveRefusesWrongTallies(t *testing.T) {
	whole := walk(t, turns{6}, enum.Plan{Workers: 1})
	half := walk(t, turns{6}, enum.Plan{Workers: 1, Part: enum.Part{Res: 0, Mod: 2}})
	moved := less(whole, 0, 2) // a ring that rotation 2 leaves unchanged is counted for rotation 4: the sums stay right
	moved.Add(0, 4, 1)
	for _, c := range []struct {
		claim string
		space enum.Space
		tally *enum.Tally
		want  string
	}{
		{"all", turns{6}, whole, ""},
		{"all, by what every space knows", unproved{turns{6}}, whole, ""},
		{"half, though it has all games", unproved{turns{6}}, half, "the shards cover 72 of 84"},
		{"half", turns{6}, half, "the shards cover 72 of 84"},
		{"what no sum shows", unproved{turns{6}}, moved, ""},
		{"what a rule of the space's own shows", turns{6}, moved, "a rotation by 2 fixes 4 rings, not 3"},
		{"more than all", excessive{turns{6}}, whole, "the shards cover 85 of 84"},
		{"all, of which nothing says how many games it is", wordless{turns{6}}, whole, "the number of labelled games is missing"},
		{"other verdicts", turns{6}, enum.NewTally(2), "2 verdicts were counted, expected 3"},
		{"classes that are wrong", miscounted{turns{6}}, whole, "14 classes were counted, expected 15"},
	} {
		_, _, err := enum.Prove(c.space, c.tally)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: Prove = %v, want %q", c.claim, err, c.want)
		}
	}
}

// less returns a copy of the tally in which one bar, the count of a verdict and key, is less by 1.
func less(t *enum.Tally, verdict int, key uint64) *enum.Tally {
	fewer := enum.NewTally(t.Verdicts())
	for v := range t.Verdicts() {
		for _, bar := range t.Histogram(v) {
			if v == verdict && bar.Key == key {
				bar.Count.Sub(bar.Count, big.NewInt(1))
			}
			fewer.AddBig(v, bar.Key, bar.Count)
		}
	}
	return fewer
}

// miscounted is a space whose formula for the classes is wrong.
type miscounted struct{ turns }

func (m miscounted) Classes() *big.Int { return new(big.Int).Add(m.turns.Classes(), big.NewInt(1)) }

// silent is a space whose totals never have numbers of classes.
type silent struct{ enum.Space }

func (s silent) Totals(t *enum.Tally) (enum.Totals, error) {
	totals, err := s.Space.Totals(t)
	for v := range totals.Verdicts {
		totals.Verdicts[v].Classes = nil
	}
	return totals, err
}

// unknown is a space without a formula for its number of classes.
type unknown struct{ enum.Space }

func (u unknown) Classes() *big.Int { return nil }

func TestUncountedClassesComeFromTheFormula(t *testing.T) {
	n := necklaces(6)
	for _, c := range []struct {
		space   enum.Space
		checks  string
		classes *big.Int
	}{
		{silent{n}, "by formula", n.Classes()},
		{unknown{silent{n}}, "not checked", nil},
		{unknown{n}, "not checked", n.Classes()},
	} {
		totals, checks, err := enum.Prove(c.space, walk(t, n, enum.Plan{Workers: 1}))
		got := totals.All().Classes
		if err != nil || checks != (enum.Checks{Games: "ok", Classes: c.checks}) || (got == nil) != (c.classes == nil) || got != nil && got.Cmp(c.classes) != 0 {
			t.Errorf("Prove = %v classes, %v, %v, want %v, %q", got, checks, err, c.classes, c.checks)
		}
	}
}

func TestCoverageIsAShareOfASpacesOwnUnit(t *testing.T) {
	coverage := meter.NewCoverage(turns{6}, enum.Part{})
	if got := coverage.Amount().Share; got != 0 {
		t.Errorf("before anything the share is %v", got)
	}
	for k, want := range []float64{64. / 84, 66. / 84} { // fixed: 64 2 4 8 4 2
		tally := enum.NewTally(3)
		if err := (turns{6}).Walker().Walk(context.Background(), enum.Shard{ID: uint64(k)}, tally); err != nil {
			t.Fatal(err)
		}
		if err := coverage.Add(tally, 1); err != nil {
			t.Fatal(err)
		}
		if got := coverage.Amount(); got.Share != want || got.Games.Int64() != 64 || got.Classes != nil {
			t.Errorf("after rotation %d Amount = %+v, want a share of %v, 64 games and no classes", k, got, want)
		}
	}
}
