package checkpoints

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"enumerate/db"
	"enumerate/enum"
	"enumerate/games/wonderwall"
	"enumerate/internal/golden"
)

// summed is the space of a second method, whose totals do not come from orbits. Its tallies count labelled games under
// the key 0 and, if classes is true, classes under the key 1; the number of classes is known only when all games are
// counted. Its coverage, i.e. how much of the run is done, is counted in choices: each game has one for every player.
type summed struct {
	enum.Space
	classes bool
}

var summedKey = Key{Ruleset: key.Ruleset, Size: players, Method: "sum"}

func (s summed) Fingerprint() string { return "summed" }

func (s summed) Totals(t *enum.Tally) (enum.Totals, error) {
	totals := enum.Totals{Verdicts: make([]enum.Total, t.Verdicts()), Coverage: new(big.Int), Whole: big.NewInt(players)}
	for v := range totals.Verdicts {
		totals.Coverage.Add(totals.Coverage, t.Count(v, 0))
	}
	totals.Coverage.Mul(totals.Coverage, totals.Whole)
	totals.Whole.Mul(totals.Whole, s.Games())
	for v := range totals.Verdicts {
		totals.Verdicts[v].Games = t.Count(v, 0)
		if s.classes && totals.Complete() {
			totals.Verdicts[v].Classes = t.Count(v, 1)
		}
	}
	return totals, nil
}

func (s summed) Walker() enum.Walker { return summingWalker{s.Space.Walker(), s} }

type summingWalker struct {
	enum.Walker
	summed
}

func (w summingWalker) Walk(ctx context.Context, shard enum.Shard, tally *enum.Tally) error {
	walked := enum.NewTally(tally.Verdicts())
	if err := w.Walker.Walk(ctx, shard, walked); err != nil {
		return err
	}
	totals, err := w.Space.Totals(walked)
	for v, total := range totals.Verdicts {
		tally.AddBig(v, 0, total.Games)
		if w.classes {
			tally.AddBig(v, 1, total.Classes)
		}
	}
	return err
}

// confused is a space that swaps the numbers of classes of the two verdicts. The numbers of games are right.
type confused struct{ enum.Space }

func (c confused) Totals(t *enum.Tally) (enum.Totals, error) {
	totals, err := c.Space.Totals(t)
	v := totals.Verdicts
	v[0].Classes, v[1].Classes = v[1].Classes, v[0].Classes
	return totals, err
}

func walkAs(t testing.TB, s *Store, k Key, space enum.Space, part enum.Part) {
	t.Helper()
	if err := s.NewRun(k, space).Walk(context.Background(), enum.Plan{Workers: 2, Part: part}, nil); err != nil {
		t.Fatal(err)
	}
}

func TestARunOfAnotherMethodIsFinishedWhenItCoversAll(t *testing.T) {
	for _, c := range []struct {
		claim string
		space summed
		want  enum.Checks
	}{
		{"with classes", summed{space(t), true}, enum.Checks{Games: "ok", Classes: "ok"}},
		{"without classes", summed{space(t), false}, enum.Checks{Games: "ok", Classes: enum.ByFormula}},
	} {
		s := newStore(t)
		for res := range uint64(3) { // parts of fresh runs, one after the other
			if all := runs(t, s); len(all) > 0 && all[0].Finished {
				t.Errorf("%s: finished before part %d/3", c.claim, res)
			}
			walkPart(t, s.NewRun(summedKey, c.space), enum.Part{Res: res, Mod: 3})
		}
		if all := runs(t, s); len(all) != 1 || !all[0].Finished || all[0].Method != "sum" {
			t.Fatalf("%s: runs = %+v, want one, finished", c.claim, all)
		}
		r, err := s.Resume(summedKey, c.space)
		if err != nil {
			t.Fatal(err)
		}
		if result := walkPart(t, r, enum.Part{}); result.Checks != c.want {
			t.Errorf("%s: Checks = %+v, want %+v", c.claim, result.Checks, c.want)
		}
	}
}

func TestARunOfAnotherMethodIsMerged(t *testing.T) {
	s := newStore(t)
	spaceOf := func(Key) (enum.Space, error) { return summed{space(t), true}, nil }
	for res, missing := range []uint64{31, 0} {
		from := newStore(t)
		walkAs(t, from, summedKey, summed{space(t), true}, enum.Part{Res: uint64(res), Mod: 2})
		if _, err := mergeAll(s, from); err != nil {
			t.Fatal(err)
		}
		completions, err := s.Complete(spaceOf)
		if err != nil || len(completions) != 1 || completions[0].Missing.Shards != missing {
			t.Errorf("Complete = %+v, %v, want %d shards missing", completions, err, missing)
		}
	}
	liar := newStore(t)
	walkAs(t, liar, summedKey, summed{lying{space(t), 3}, true}, enum.Part{})
	if _, err := mergeAll(s, liar); !errors.Is(err, ErrContradiction) || !strings.Contains(err.Error(), "solvable under key 0 in one") {
		t.Errorf("Merge = %v, want ErrContradiction and what differs", err)
	}
}

func spacesByMethod(walked, sum enum.Space) func(Key) (enum.Space, error) {
	return func(k Key) (enum.Space, error) {
		switch k.Method {
		case enum.Walk:
			return walked, nil
		case "sum":
			return sum, nil
		}
		return nil, fmt.Errorf("no method %q", k.Method)
	}
}

func TestMethodsMustAgree(t *testing.T) {
	type stored struct {
		Key
		space enum.Space
	}
	walk := stored{key, space(t)}
	sum, mute := stored{summedKey, summed{space(t), true}}, stored{summedKey, summed{space(t), false}}
	for _, c := range []struct {
		claim  string
		stored []stored
		sum    enum.Space // what this program takes a sum for
		want   string     // how they contradict each other
	}{
		{"a walk", []stored{walk}, sum.space, ""},
		{"a walk and a sum", []stored{walk, sum}, sum.space, ""},
		{"a sum and a walk", []stored{sum, walk}, sum.space, ""},
		{"a walk and a sum without classes", []stored{walk, mute}, mute.space, ""},
		{"a sum that lies", []stored{walk, {summedKey, summed{lying{space(t), 3}, true}}}, sum.space, "classes in one"},
		{"a sum without classes that lies", []stored{walk, {summedKey, summed{lying{space(t), 3}, false}}}, mute.space, "solvable games in one"},
		{"a walk that lies", []stored{mute, {key, lying{space(t), 3}}}, mute.space, "solvable games in one"},
		{"classes of the wrong verdicts", []stored{walk, sum}, confused{sum.space}, golden.Total("wonderwall", 6, "solvable-classes") + " solvable classes in one, " + golden.Total("wonderwall", 6, "unsolvable-classes") + " in the other"},
		{"two sums", []stored{sum, {summedKey, summed{lying{space(t), 3}, true}}}, sum.space, "classes in one"},
		{"sums that differ in what is no total", []stored{mute, {summedKey, noted{mute.space}}}, mute.space, "0 solvable under key 7 in one, 1 in the other"},
	} {
		s := newStore(t)
		for _, run := range c.stored {
			walkAs(t, s, run.Key, run.space, enum.Part{})
		}
		spaceOf := spacesByMethod(walk.space, c.sum)
		proved, err := s.ExactRuns(ofRuleset(key.Ruleset), spaceOf, unremarked)
		if c.want == "" {
			if err != nil || len(proved) != len(c.stored) {
				t.Errorf("%s: ExactRuns = %d runs, %v, want %d", c.claim, len(proved), err, len(c.stored))
			}
			for _, p := range proved {
				if got := fmt.Sprint(p.Totals.Verdicts[0].Games); got != golden.Total("wonderwall", 6, "solvable-games") {
					t.Errorf("%s: the %s comes to %s solvable games", c.claim, p.Method, got)
				}
			}
		} else if !errors.Is(err, ErrContradiction) || !strings.Contains(err.Error(), c.want) ||
			!strings.Contains(err.Error(), "run 1, a ") || !strings.Contains(err.Error(), "run 2, a ") {
			t.Errorf("%s: ExactRuns = %v, want ErrContradiction of runs 1 and 2 with %q", c.claim, err, c.want)
		}
		s.Close()
		var faults []string
		_, err = Audit{Space: spaceOf, Fault: func(err error) { faults = append(faults, err.Error()) },
			Remark: func(text string) { t.Errorf("%s: %s", c.claim, text) }}.Check(context.Background(), s.Path())
		faults = slices.DeleteFunc(faults, func(fault string) bool { return strings.Contains(fault, ErrFingerprint.Error()) })
		if want := c.want != ""; err != nil || (len(faults) == 1) != want || want && !strings.Contains(faults[0], c.want) {
			t.Errorf("%s: Audit finds %q, %v, want %q", c.claim, faults, err, c.want)
		}
	}
}

// noted is a space whose walker adds one more bar to the histogram of shard 0. The bar does not enter the totals, so
// the tally differs from that of the embedded space, although the totals are equal.
type noted struct{ enum.Space }

func (n noted) Walker() enum.Walker { return notingWalker{n.Space.Walker()} }

type notingWalker struct{ enum.Walker }

func (n notingWalker) Walk(ctx context.Context, shard enum.Shard, tally *enum.Tally) error {
	if shard.ID == 0 {
		tally.Add(0, 7, 1)
	}
	return n.Walker.Walk(ctx, shard, tally)
}

func TestAContradictionIsFoundAfterARunWithFewerTotals(t *testing.T) {
	s := newStore(t)
	mute := Key{Ruleset: key.Ruleset, Size: players, Method: "mute"}
	walkAs(t, s, mute, summed{space(t), false}, enum.Part{})
	walkAs(t, s, key, space(t), enum.Part{})
	walkAs(t, s, summedKey, summed{space(t), true}, enum.Part{})
	_, err := s.ExactRuns(ofRuleset(key.Ruleset), func(k Key) (enum.Space, error) {
		if k == mute {
			return summed{space(t), false}, nil
		}
		return spacesByMethod(space(t), confused{summed{space(t), true}})(k)
	}, unremarked)
	if !errors.Is(err, ErrContradiction) || !strings.Contains(err.Error(), "run 2, a walk") || !strings.Contains(err.Error(), "run 3, a sum") {
		t.Errorf("ExactRuns = %v, want ErrContradiction of runs 2 and 3", err)
	}
}

func TestIncompleteRunsAreNotProved(t *testing.T) {
	s := newStore(t)
	walkAs(t, s, summedKey, summed{space(t), true}, enum.Part{Res: 1, Mod: 2})
	spaceOf := spacesByMethod(space(t), summed{space(t), true})
	if proved, err := s.ExactRuns(ofRuleset(key.Ruleset), spaceOf, unremarked); err != nil || len(proved) != 0 {
		t.Errorf("ExactRuns = %d runs, %v, want none", len(proved), err)
	}
	s.Close()
	audited, err := Audit{Space: spaceOf, Rerun: Rerun{Share: 1, Seed: 1, Workers: 2}, Fault: func(err error) { t.Error(err) },
		Remark: func(text string) { t.Error(text) }}.Check(context.Background(), s.Path())
	if err != nil || audited.Rerun != 31 {
		t.Errorf("Audit = %+v, %v, want 31 shards recomputed", audited, err)
	}
}

func TestARunOfAnUnknownMethodIsNamed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "test.db")
	s := openStore(t, path)
	walkAs(t, s, Key{Ruleset: key.Ruleset, Size: players, Method: "guess"}, space(t), enum.Part{})
	var remarks []string
	proved, err := s.ExactRuns(ofRuleset(key.Ruleset), spacesByMethod(space(t), space(t)), func(text string) { remarks = append(remarks, text) })
	if want := `run 1, a guess of wonderwall n=6, is left out: no method "guess"`; err != nil || len(proved) != 0 || len(remarks) != 1 || remarks[0] != want {
		t.Errorf("%d runs are proved, %v, and it says %q; expected none, and %q", len(proved), err, remarks, want)
	}
}

func TestARunOfOtherVerdictsContradicts(t *testing.T) {
	s := newStore(t)
	walkPart(t, s.NewRun(key, onlyOne{space(t)}), enum.Part{})
	if _, err := s.ExactRuns(ofRuleset(key.Ruleset), spaceOf, unremarked); !errors.Is(err, ErrProof) || !strings.Contains(err.Error(), `its verdicts are ["played"], expected ["solvable" "unsolvable"]`) {
		t.Errorf("ExactRuns = %v, want ErrProof", err)
	}
	r := s.NewRun(key, space(t))
	if err := r.Walk(context.Background(), enum.Plan{Workers: 2}, nil); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Finish(enum.Part{}); !errors.Is(err, ErrContradiction) || !strings.Contains(err.Error(), "2 verdicts in one, 1 in the other") {
		t.Errorf("Finish = %v, want ErrContradiction", err)
	}
}

// onlyOne is a space in which all games have the same verdict.
type onlyOne struct{ enum.Space }

func (onlyOne) Fingerprint() string   { return "one verdict" }
func (onlyOne) Verdicts() []string    { return []string{"played"} }
func (o onlyOne) Walker() enum.Walker { return playedWalker{o.Space.Walker()} }

type playedWalker struct{ enum.Walker }

func (w playedWalker) Walk(ctx context.Context, shard enum.Shard, tally *enum.Tally) error {
	both := enum.NewTally(2)
	err := w.Walker.Walk(ctx, shard, both)
	for v := range 2 {
		for _, bar := range both.Histogram(v) {
			tally.AddBig(0, bar.Key, bar.Count)
		}
	}
	return err
}

func ofRuleset(name string) func(Key) bool {
	return func(k Key) bool { return k.Ruleset == name }
}

func TestRunsWithoutATotalAreUnfinished(t *testing.T) {
	s := newStore(t)
	run := s.NewRun(key, space(t))
	part := enum.Part{Res: 0, Mod: 2}
	if err := run.Walk(t.Context(), enum.Plan{Workers: 1, Part: part}, nil); err != nil {
		t.Fatal(err)
	}
	begun := func(k Key) (remarks []string) {
		if _, err := s.begin(k, space(t), Request{}, Observer{Remark: func(text string) { remarks = append(remarks, text) }}); err != nil {
			t.Fatal(err)
		}
		return remarks
	}
	if got := begun(key); len(got) != 1 || !strings.HasPrefix(got[0], fmt.Sprintf("run %d, a %v, is not finished", run.id, key)) {
		t.Errorf("a new run begins with %q, want that run %d is not finished", got, run.id)
	}
	other := key
	other.Size++
	if got := begun(other); got != nil {
		t.Errorf("a new run of another size begins with %q", got)
	}
	if err := run.Walk(t.Context(), enum.Plan{Workers: 1}, nil); err != nil {
		t.Fatal(err)
	}
	if _, err := run.Finish(enum.Part{}); err != nil {
		t.Fatal(err)
	}
	if got := begun(key); got != nil {
		t.Errorf("a new run beside a finished one begins with %q", got)
	}
}

func TestAnOmittedDamagedRunIsReported(t *testing.T) {
	s := newStore(t)
	walkAs(t, s, key, space(t), enum.Part{})
	inject(t, s, func(tx *db.Tx) error { return tx.PutShard(1, 1_000_000, []byte("rubbish")) })
	var remarks []string
	proved, err := s.ExactRuns(ofRuleset(key.Ruleset), spaceOf, func(text string) { remarks = append(remarks, text) })
	if err != nil || len(proved) != 0 || len(remarks) != 1 || !strings.HasPrefix(remarks[0], "run 1, a walk of wonderwall n=6, is left out: ") {
		t.Errorf("%d runs are proved, %v, and it says %q; expected none, and why", len(proved), err, remarks)
	}
}

func unremarked(string) {}

func TestARunRemarksThatADamagedRunOfAnotherMethodIsLeftOut(t *testing.T) {
	s := newStore(t)
	ruleset := wonderwall.New()
	method, err := ruleset.Method(enum.Walk)
	if err != nil {
		t.Fatal(err)
	}
	count := Key{Ruleset: ruleset.Name, Size: 5, Method: "count"}
	counted, err := spaceOf(count)
	if err != nil {
		t.Fatal(err)
	}
	walkPart(t, s.NewRun(count, counted), enum.Part{})
	inject(t, s, func(tx *db.Tx) error { return tx.PutShard(1, 1_000_000, []byte("rubbish")) })

	var remarks []string
	result, err := s.Run(t.Context(), Request{Ruleset: ruleset, Method: method, Size: 5, Workers: 1}, Observer{Remark: func(text string) { remarks = append(remarks, text) }})
	if err != nil || len(result.Agrees) > 0 {
		t.Errorf("Run = %v, and these methods agree: %v; want none", err, result.Agrees)
	}
	if len(remarks) != 1 || !strings.HasPrefix(remarks[0], "run 1, a count of wonderwall n=5, is left out: ") {
		t.Errorf("it says %q, want that run 1 is left out", remarks)
	}
}
