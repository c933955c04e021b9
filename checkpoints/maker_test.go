package checkpoints

import (
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"math/big"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"enumerate/db"
	"enumerate/enum"
)

// storeOf is a new database that a host stores in.
func storeOf(t testing.TB, host string) *Store {
	t.Helper()
	s := newStore(t)
	s.maker = Maker{Host: host, Version: "1"}
	return s
}

// made returns the makers of a run and their shards.
func made(r Summary) string {
	var words []string
	for _, m := range r.Makers {
		words = append(words, fmt.Sprintf("%s %d", m.Host, m.Shards))
	}
	return strings.Join(append(words, fmt.Sprintf("unknown %d", r.Unknown(r.Shards))), ", ")
}

func wantMade(t testing.TB, s *Store, want string) {
	t.Helper()
	if all := runs(t, s); len(all) != 1 || made(all[0]) != want {
		t.Errorf("%d runs, the first made by %s, want one, made by %s", len(all), made(all[0]), want)
	}
}

func TestARunSaysWhoMadeIt(t *testing.T) {
	even, odd := enum.Part{Res: 0, Mod: 2}, enum.Part{Res: 1, Mod: 2}
	alpha, beta := storeOf(t, "alpha"), storeOf(t, "beta")
	walkPart(t, alpha.Fresh(key, space(t)), even)
	wantMade(t, alpha, "alpha 31, unknown 0")

	// A resume on another machine.
	resumed := openStore(t, alpha.Path())
	resumed.maker = Maker{Host: "gamma", Version: "2"}
	walkPart(t, resume(t, resumed, space(t)), enum.Part{Res: 1, Mod: 4})
	wantMade(t, alpha, "alpha 31, gamma 16, unknown 0")

	// A merge, of which some shards are there already: the makers of the others made them.
	walkPart(t, beta.Fresh(key, space(t)), odd)
	if _, err := mergeAll(alpha, beta); err != nil {
		t.Fatal(err)
	}
	wantMade(t, alpha, "alpha 31, gamma 16, beta 15, unknown 0")
	if _, err := mergeAll(alpha, beta); err != nil {
		t.Fatal(err)
	}
	wantMade(t, alpha, "alpha 31, gamma 16, beta 15, unknown 0")

	// A run that takes over another one.
	gamma := storeOf(t, "gamma")
	walkAs(t, gamma, key, space(t), even)
	gamma.maker.Host = "delta"
	walkAs(t, gamma, key, space(t), odd)
	walkPart(t, resume(t, gamma, space(t)), enum.Part{})
	wantMade(t, gamma, "delta 31, gamma 31, unknown 0")
}

func TestARunThatAnotherReplacesHasFoundItsShardsToo(t *testing.T) {
	s := storeOf(t, "alpha")
	walkPart(t, s.Fresh(key, space(t)), enum.Part{})
	if got := Machines(runs(t, s)); got != 1 {
		t.Errorf("Machines = %d, want 1", got)
	}
	walkPart(t, s.Fresh(key, space(t)), enum.Part{})
	if got := Machines(runs(t, s)); got != 1 {
		t.Errorf("Machines = %d of one machine twice, want 1", got)
	}
	s.maker.Host = "beta"
	walkPart(t, s.Fresh(key, space(t)), enum.Part{})
	wantMade(t, s, "beta 62, unknown 0")
	if got := Machines(runs(t, s)); got != 2 {
		t.Errorf("Machines = %d, want 2", got)
	}
	s.maker.Host = "gamma"
	walkPart(t, s.Fresh(key, space(t)), enum.Part{Res: 0, Mod: 2})
	all := runs(t, s)
	if last := all[0].Checks[len(all[0].Checks)-1]; last.Host != "gamma" || last.Shards != 31 || last.Of != 62 || Machines(all) != 2 {
		t.Errorf("the last check is %+v, Machines = %d, want 31 of 62 shards by gamma, and 2", last, Machines(all))
	}
}

func TestMachinesCountThoseThatFoundAllByThemselves(t *testing.T) {
	run := func(shards uint64, checks []Check, makers ...Maker) Summary {
		return Summary{Header: Header{Makers: makers, Checks: checks}, Sum: Sum{Shards: shards}}
	}
	a, b := Maker{Host: "a", Shards: 5}, Maker{Host: "b", Shards: 5}
	for _, c := range []struct {
		claim string
		runs  []Summary
		want  int
	}{
		{"nobody says who", []Summary{run(5, nil)}, 1},
		{"two together", []Summary{run(10, nil, a, b)}, 1},
		{"some of it by nobody", []Summary{run(11, nil, a, b), run(5, nil, a)}, 1},
		{"one run each", []Summary{run(5, nil, a), run(5, nil, b)}, 2},
		{"one method each, one more together", []Summary{run(10, nil, a, b), run(5, nil, b), run(5, nil, a)}, 2},
		{"checked by itself", []Summary{run(5, []Check{{Host: "a", Shards: 5, Of: 5}}, a)}, 1},
		{"checked by another", []Summary{run(5, []Check{{Host: "b", Shards: 5, Of: 5}}, a)}, 2},
		{"checked in part", []Summary{run(5, []Check{{Host: "b", Shards: 4, Of: 5}}, a)}, 1},
		{"checked before it was whole", []Summary{run(5, []Check{{Host: "b", Shards: 4, Of: 4}}, a)}, 1},
		{"made by two, checked by a third", []Summary{run(10, []Check{{Host: "c", Shards: 10, Of: 10}}, a, b)}, 2},
	} {
		if got := Machines(c.runs); got != c.want {
			t.Errorf("%s: Machines = %d, want %d", c.claim, got, c.want)
		}
	}
}

// TestMakersNeverNameMoreShardsThanThereAre joins makers as merges do.
func TestMakersNeverNameMoreShardsThanThereAre(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var h Header
		var stored uint64
		for range rapid.IntRange(0, 5).Draw(t, "merges") {
			var other Header
			for i := range rapid.IntRange(0, 3).Draw(t, "makers") {
				other.Makers = append(other.Makers, Maker{Host: fmt.Sprint(i), Shards: rapid.Uint64Range(0, mostShards).Draw(t, "shards")})
			}
			of := rapid.Uint64Range(1, 1000).Draw(t, "stored")
			added := rapid.Uint64Range(0, of).Draw(t, "added")
			h.join(other, of, added)
			if stored += added; h.named() > stored {
				t.Fatalf("the makers have %d of %d shards: %+v", h.named(), stored, h.Makers)
			}
		}
		if err := h.checkMakers(); err != nil {
			t.Fatal(err)
		}
	})
}

func TestThousandsOfMakersLeaveThoseWithTheMostShards(t *testing.T) {
	h := Header{Key: key, Verdicts: []string{"all"}}
	for i := range uint64(3000) {
		h.made(Maker{Host: fmt.Sprintf("%0255d", i), Version: strings.Repeat("v", longestHost)}, i+1)
	}
	if len(h.Makers) != mostMakers || h.Unknown(3000*3001/2) != 2000*2001/2 {
		t.Errorf("%d makers, %d shards of unknown ones, want %d and %d", len(h.Makers), h.Unknown(3000*3001/2), mostMakers, 2000*2001/2)
	}
	if _, err := h.encode(); err != nil {
		t.Error(err)
	}
}

// TestEnoughIsTheLeastNumberThatIsFound compares with binomial coefficients.
func TestEnoughIsTheLeastNumberThatIsFound(t *testing.T) {
	for m := int64(1); m <= 40; m++ {
		for k := int64(1); k <= m; k++ {
			want := int64(0)
			for w := int64(1); w <= m && want == 0; w++ {
				// missed/all <= 1/20
				missed := new(big.Int).Mul(new(big.Int).Binomial(m-w, k), big.NewInt(20))
				if m-w < k || missed.Cmp(new(big.Int).Binomial(m, k)) <= 0 {
					want = w
				}
			}
			if got := (Check{Shards: uint64(k), Of: uint64(m)}).Enough(); got != uint64(want) {
				t.Errorf("%d of %d shards: Enough = %d, want %d", k, m, got, want)
			}
		}
	}
	if got := (Check{Shards: 155, Of: 3100}).Enough(); got != 58 { // as docs/guide/counting.md says
		t.Errorf("155 of 3100 shards: Enough = %d, want 58", got)
	}
}

// liar walks a run of which one shard is wrong, though all sums are right, and finishes it.
func liar(t testing.TB, shard uint64) *Store {
	t.Helper()
	s := storeOf(t, "liar")
	walkPart(t, s.Fresh(key, lying{space(t), shard}), enum.Part{})
	return s
}

func TestGamesMovedFromOneVerdictToTheOther(t *testing.T) {
	const wrong = 40
	from := liar(t, wrong)
	honest := walkPart(t, newStore(t).Fresh(key, space(t)), enum.Part{})

	// Sums and Burnside's lemma do not see it, nor does a merge that believes it.
	into := newStore(t)
	if _, err := mergeAll(into, from); err != nil {
		t.Fatalf("Merge = %v, want it to believe what has right sums", err)
	}
	proved, err := into.ExactRuns(ofRuleset(key.Ruleset), spaceOf, unremarked)
	if err != nil || len(proved) != 1 || proved[0].Checks != (enum.Checks{Games: "ok", Classes: "ok"}) {
		t.Fatalf("ExactRuns = %+v, %v, want a run with right sums", proved, err)
	}
	if a, b := proved[0].Totals.Verdicts[0].Games, honest.Totals.Verdicts[0].Games; a.Cmp(b) == 0 {
		t.Fatalf("%v solvable games in both: the lie is none", a)
	}

	// All shards walked again: the one is named, with what is stored and what is found.
	for _, c := range []struct {
		verb string
		find func() []string
	}{
		{"Verify", func() []string {
			offer, err := from.Offer()
			if err != nil {
				t.Fatal(err)
			}
			err = offer.Verify(context.Background(), spaceOf, Rerun{Share: 1, Workers: 2})
			if !errors.Is(err, ErrContradiction) {
				t.Fatalf("Verify = %v, want ErrContradiction", err)
			}
			return []string{err.Error()}
		}},
		{"audit", func() (faults []string) {
			_, err := Audit{Space: spaceOf, Rerun: Rerun{Share: 1, Workers: 2}, Record: true,
				Fault: func(err error) { faults = append(faults, err.Error()) }}.Check(context.Background(), from.Path())
			if err != nil {
				t.Fatal(err)
			}
			return faults
		}},
	} {
		faults := c.find()
		if len(faults) != 1 || !strings.Contains(faults[0], "run 1, a walk of wonderwall n=6, shard 40: results contradict each other, as stored and walked again: ") {
			t.Errorf("%s finds %q, want shard %d", c.verb, faults, wrong)
		}
	}
	if checks := runs(t, from)[0].Checks; checks != nil {
		t.Errorf("a wrong run is recorded as checked: %+v", checks)
	}

	// A second method that is right contradicts it.
	walkPart(t, into.Fresh(summedKey, summed{space(t), true}), enum.Part{})
	if _, err := into.ExactRuns(ofRuleset(key.Ruleset), spacesByMethod(space(t), summed{space(t), true}), unremarked); !errors.Is(err, ErrContradiction) {
		t.Errorf("ExactRuns with a second method = %v, want ErrContradiction", err)
	}
	// So does a run of ours beside it, and both are kept.
	ours := into.Fresh(key, space(t))
	if err := ours.Walk(context.Background(), enum.Plan{Workers: 2}, nil); err != nil {
		t.Fatal(err)
	}
	if _, err := ours.Finish(enum.Part{}); !errors.Is(err, ErrContradiction) || len(runs(t, into)) != 3 {
		t.Errorf("Finish = %v, %d runs, want ErrContradiction and all 3 of them", err, len(runs(t, into)))
	}
}

// TestOneWrongShardIsFoundAsOftenAsItIsPicked verifies a tenth of 62 shards, 7, of which one is
// wrong, with many seeds: it is found with the probability 7/62.
func TestOneWrongShardIsFoundAsOftenAsItIsPicked(t *testing.T) {
	offer, err := liar(t, 40).Offer()
	if err != nil {
		t.Fatal(err)
	}
	const seeds = 1500
	found := 0
	for seed := range uint64(seeds) {
		picked := offer.runs[0].pick(Rerun{Share: 0.1, Seed: seed})
		if len(picked) != 7 {
			t.Fatalf("%d shards are picked, want 7", len(picked))
		}
		if picked[40] != nil {
			found++
		}
		if seed < 20 { // the rest of it depends on nothing but what is picked
			err := offer.Verify(context.Background(), spaceOf, Rerun{Share: 0.1, Seed: seed, Workers: 1})
			if found := errors.Is(err, ErrContradiction); found != (picked[40] != nil) || !found && err != nil {
				t.Errorf("seed %d: Verify = %v, shard 40 picked: %t", seed, err, picked[40] != nil)
			}
		}
	}
	if got, want := float64(found)/seeds, 7./62; got < want-0.03 || got > want+0.03 { // 3.7 standard deviations
		t.Errorf("found with a frequency of %.3f, want %.3f", got, want)
	}
}

func TestAVerifiedMergeSaysByWhom(t *testing.T) {
	from, into := storeOf(t, "alpha"), newStore(t)
	walkPart(t, from.Fresh(key, space(t)), enum.Part{})
	// What a FILE says of its checks is not believed.
	claimed := runs(t, from)[0].Header
	claimed.confirmed(Check{Host: "nobody", Version: "1", Shards: 62, Of: 62})
	inject(t, from, func(tx *db.Tx) error { return putHeader(tx, 1, claimed) })
	offer, err := from.Offer()
	if err != nil {
		t.Fatal(err)
	}
	if err := offer.Verify(context.Background(), spaceOf, Rerun{Share: 1, Seed: 7, Workers: 2}); err != nil {
		t.Fatal(err)
	}
	if _, err := into.Merge(spaceOf, offer); err != nil {
		t.Fatal(err)
	}
	all := runs(t, into)
	want := Check{Host: ownMaker().Host, Version: ownMaker().Version, Time: all[0].Checks[0].Time, Shards: 62, Of: 62, Seed: 7}
	if !slices.Equal(all[0].Checks, []Check{want}) || Machines(all) != 2 {
		t.Errorf("checks are %+v, Machines = %d, want %+v alone, and 2", all[0].Checks, Machines(all), want)
	}
}

func TestAnInterruptedVerifyMergesNothing(t *testing.T) {
	from := newStore(t)
	walkPart(t, from.Fresh(key, space(t)), enum.Part{})
	offer, err := from.Offer()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	q := Rerun{Share: 1, Workers: 1, Shard: func(enum.Result) { cancel() }}
	if err := offer.Verify(ctx, spaceOf, q); err != context.Canceled || len(offer.checks) > 0 {
		t.Errorf("Verify = %v, with %d checks, want %v and none", err, len(offer.checks), context.Canceled)
	}
}

// before is a database that the program wrote before runs had makers, at commit cf35e18:
//
//	enumerate --n 4..5
//	enumerate --n 6 --shard 0/2
//	enumerate count --n 6 --shard 0/3
//	enumerate sample --n 6 --trials 20000 --resume
//
// Once a change of the walk, the count or the sample gives them another fingerprint, it is to
// be made again with the last program that has this one.
func before(t testing.TB) (path string) {
	t.Helper()
	packed, err := os.Open("testdata/before-makers.db.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer packed.Close()
	unpacked, err := gzip.NewReader(packed)
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(unpacked)
	if err != nil {
		t.Fatal(err)
	}
	path = filepath.Join(t.TempDir(), "before.db")
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestADatabaseFromBeforeRunsHadMakers(t *testing.T) {
	s := openStore(t, before(t))
	s.maker = Maker{Host: "new", Version: "2"}
	var got []string
	for _, r := range runs(t, s) {
		got = append(got, fmt.Sprintf("%v: %d, %s", r.Key, r.Shards, made(r)))
	}
	want := []string{
		"walk of wonderwall n=4: 1, unknown 1", "walk of wonderwall n=5: 7, unknown 7", "walk of wonderwall n=6: 31, unknown 31",
		"count of wonderwall n=6: 2, unknown 2", "sample of wonderwall n=6 seed 1: 200, unknown 200",
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("it holds %q, want %q", got, want)
	}

	// It merges into a new one, which goes on with it.
	into := storeOf(t, "new")
	if _, err := mergeAll(into, s); err != nil {
		t.Fatal(err)
	}
	for _, s := range []*Store{s, into} {
		result := walkPart(t, resume(t, s, space(t)), enum.Part{})
		if result.Checks != (enum.Checks{Games: "ok", Classes: "ok"}) {
			t.Errorf("Checks = %+v", result.Checks)
		}
		if r := runs(t, s)[2]; made(r) != "new 31, unknown 31" || !r.Finished {
			t.Errorf("resumed, it is made by %s, finished: %t", made(r), r.Finished)
		}
		var faults []error
		audited, err := Audit{Space: spaceOf, Rerun: Rerun{Share: 0.05, Workers: 2}, Fault: func(err error) { faults = append(faults, err) },
			Remark: func(string) {}}.Check(context.Background(), s.Path())
		if err != nil || faults != nil || audited.Runs != 5 {
			t.Errorf("audit = %+v, %v, %v", audited, faults, err)
		}
	}
}
