package checkpoints

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/big"
	"runtime"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"enumerate/db"
	"enumerate/enum"
)

func storeOf(t testing.TB, host string) *Store {
	t.Helper()
	s := newStore(t)
	s.contributor = Contributor{Host: host, Version: "1"}
	return s
}

// contributorsOf lists the contributors of a run with their numbers of shards, such as "alpha 31, unknown 0".
func contributorsOf(r Summary) string {
	var words []string
	for _, m := range r.Contributors {
		words = append(words, fmt.Sprintf("%s %d", m.Host, m.Shards))
	}
	return strings.Join(append(words, fmt.Sprintf("unknown %d", r.Unknown(r.Shards))), ", ")
}

func wantContributors(t testing.TB, s *Store, want string) {
	t.Helper()
	if all := runs(t, s); len(all) != 1 || contributorsOf(all[0]) != want {
		t.Errorf("%d runs, the first made by %s, want one, made by %s", len(all), contributorsOf(all[0]), want)
	}
}

func TestARunNamesItsContributors(t *testing.T) {
	even, odd := enum.Part{Res: 0, Mod: 2}, enum.Part{Res: 1, Mod: 2}
	alpha, beta := storeOf(t, "alpha"), storeOf(t, "beta")
	walkPart(t, alpha.NewRun(key, space(t)), even)
	wantContributors(t, alpha, "alpha 31, unknown 0")

	resumed := openStore(t, alpha.Path())
	resumed.contributor = Contributor{Host: "gamma", Version: "2"}
	walkPart(t, resume(t, resumed, space(t)), enum.Part{Res: 1, Mod: 4})
	wantContributors(t, alpha, "alpha 31, gamma 16, unknown 0")

	walkPart(t, beta.NewRun(key, space(t)), odd)
	if _, err := mergeAll(alpha, beta); err != nil {
		t.Fatal(err)
	}
	wantContributors(t, alpha, "alpha 31, gamma 16, beta 15, unknown 0")
	if _, err := mergeAll(alpha, beta); err != nil {
		t.Fatal(err)
	}
	wantContributors(t, alpha, "alpha 31, gamma 16, beta 15, unknown 0")

	gamma := storeOf(t, "gamma")
	walkAs(t, gamma, key, space(t), even)
	gamma.contributor.Host = "delta"
	walkAs(t, gamma, key, space(t), odd)
	walkPart(t, resume(t, gamma, space(t)), enum.Part{})
	wantContributors(t, gamma, "delta 31, gamma 31, unknown 0")
}

func TestARunThatAnotherReplacesHasFoundItsShardsToo(t *testing.T) {
	s := storeOf(t, "alpha")
	walkPart(t, s.NewRun(key, space(t)), enum.Part{})
	if got := Machines(runs(t, s)); got != 1 {
		t.Errorf("Machines = %d, want 1", got)
	}
	walkPart(t, s.NewRun(key, space(t)), enum.Part{})
	if got := Machines(runs(t, s)); got != 1 {
		t.Errorf("Machines = %d of one machine twice, want 1", got)
	}
	s.contributor.Host = "beta"
	walkPart(t, s.NewRun(key, space(t)), enum.Part{})
	wantContributors(t, s, "beta 62, unknown 0")
	if got := Machines(runs(t, s)); got != 2 {
		t.Errorf("Machines = %d, want 2", got)
	}
	s.contributor.Host = "gamma"
	walkPart(t, s.NewRun(key, space(t)), enum.Part{Res: 0, Mod: 2})
	all := runs(t, s)
	if last := all[0].Checks[len(all[0].Checks)-1]; last.Host != "gamma" || last.Shards != 31 || last.Of != 62 || Machines(all) != 2 {
		t.Errorf("the last check is %+v, Machines = %d, want 31 of 62 shards by gamma, and 2", last, Machines(all))
	}
}

func TestMachinesCountsIndependentMachines(t *testing.T) {
	run := func(shards uint64, checks []Check, contributors ...Contributor) Summary {
		return Summary{Header: Header{Checks: checks}, Contributors: contributors, Sum: Sum{Shards: shards}}
	}
	a, b := Contributor{Host: "a", Shards: 5}, Contributor{Host: "b", Shards: 5}
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

// TestContributorsNeverNameMoreShardsThanThereAre merges random runs of older and newer programs. In an older run, the
// header says how many shards each contributor computed; in a newer run, each shard names its contributor.
func TestContributorsNeverNameMoreShardsThanThereAre(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := Summary{contents: &contents{contributors: new(roster)}}
		for i := range rapid.IntRange(0, 3).Draw(t, "contributors") {
			s.contents.contributors.add(Contributor{Host: fmt.Sprint(i % 2), Version: fmt.Sprint(i)})
		}
		for range rapid.IntRange(0, 5).Draw(t, "merges") {
			var other Header
			for i := range rapid.IntRange(0, 3).Draw(t, "listed") {
				other.Contributors = append(other.Contributors, Contributor{Host: fmt.Sprint(i), Shards: rapid.Uint64Range(0, 100).Draw(t, "shards")})
			}
			of := rapid.Uint64Range(1, 100).Draw(t, "stored")
			added := rapid.Uint64Range(0, of).Draw(t, "added")
			s.inherit(other, of, added)
			for range added {
				s.contents.shards = append(s.contents.shards, shard{payload: payload{1}})
			}
			for range rapid.IntRange(0, 9).Draw(t, "marked") {
				who := Provenance{Contributor: uint32(rapid.IntRange(0, 5).Draw(t, "contributor"))}
				s.contents.shards = append(s.contents.shards, shard{payload: payload{1}.withProvenance(who)})
			}
			if made, stored := sumShards(s.contents.listContributors(s.Header)), uint64(len(s.contents.shards)); made > stored {
				t.Fatalf("the contributors have %d of %d shards: %+v", made, stored, s.contents.listContributors(s.Header))
			}
		}
		if err := s.checkContributors(); err != nil {
			t.Fatal(err)
		}
	})
}

// TestContributorsOfOlderShardsAreNotGuessed lists the contributors of an older run, whose header says how many shards
// each contributor computed, but not which ones. Then some of the shards are lost, or merged into another run. If there
// were two contributors, nobody knows whose shards are left, so their contributor must be listed as unknown.
func TestContributorsOfOlderShardsAreNotGuessed(t *testing.T) {
	a, b := Contributor{Host: "a", Shards: 6}, Contributor{Host: "b", Shards: 4}
	for _, c := range []struct {
		claim               string
		list                []Contributor
		stored, left, added uint64
		shown, inherited    string
	}{
		{"all of one", []Contributor{a}, 6, 6, 6, "a 6, unknown 0", "a 6, unknown 0"},
		{"some of one", []Contributor{a}, 6, 5, 4, "a 5, unknown 0", "a 4, unknown 0"},
		{"one, and some of nobody", []Contributor{a}, 7, 7, 7, "a 6, unknown 1", "a 6, unknown 1"},
		{"one, and some of nobody, in part", []Contributor{a}, 7, 7, 5, "a 6, unknown 1", "unknown 5"},
		{"all of two", []Contributor{a, b}, 10, 10, 10, "a 6, b 4, unknown 0", "a 6, b 4, unknown 0"},
		{"some of two", []Contributor{a, b}, 10, 9, 8, "unknown 9", "unknown 8"},
		{"none", []Contributor{a, b}, 10, 10, 0, "a 6, b 4, unknown 0", "unknown 0"},
	} {
		of := func(h Header, shards uint64) string {
			in := &contents{contributors: new(roster), shards: slices.Repeat([]shard{{payload: payload{1}}}, int(shards))}
			return contributorsOf(Summary{Contributors: in.listContributors(h), Sum: Sum{Shards: shards}})
		}
		if got := of(Header{Contributors: c.list}, c.left); got != c.shown {
			t.Errorf("%s: %d are left, by %s, want %s", c.claim, c.left, got, c.shown)
		}
		var h Header
		h.inherit(Header{Contributors: c.list}, c.stored, c.added)
		if got := of(h, c.added); got != c.inherited {
			t.Errorf("%s: %d are merged, by %s, want %s", c.claim, c.added, got, c.inherited)
		}
	}
}

// TestARunHasTensOfThousandsOfContributors stores 70,000 contributors with one shard each, more than 16 bits can
// number.
func TestARunHasTensOfThousandsOfContributors(t *testing.T) {
	if testing.Short() {
		t.Skip("needs seconds; go test runs it")
	}
	const many = 70_000
	s := newStore(t)
	contributors := new(roster)
	data, err := encodeTally(enum.NewTally(2), 1)
	if err != nil {
		t.Fatal(err)
	}
	inject(t, s, func(tx *db.Tx) error {
		run, err := createRun(tx, newHeader(key, space(t), now()))
		for i := range uint64(many) {
			index, failed := contributors.enlist(tx, run, Contributor{Host: fmt.Sprint(i), Version: "1"})
			err = errors.Join(err, failed, tx.PutShard(run, i, data.withProvenance(Provenance{Contributor: index})))
		}
		return err
	})
	list := runs(t, s)[0].Contributors
	if len(list) != many {
		t.Fatalf("%d contributors, want %d", len(list), many)
	}
	for i, m := range list {
		if m.Host != fmt.Sprint(i) || m.Shards != 1 {
			t.Fatalf("contributor %d is %s, of %d shards", i, m.Host, m.Shards)
		}
	}
}

func TestContributorsOfNothingTakeLittleMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("needs seconds; go test runs it")
	}
	const many = 100_000
	s := newStore(t)
	tally, err := encodeTally(tallies(t, space(t))[0].Tally, 1)
	if err != nil {
		t.Fatal(err)
	}
	inject(t, s, func(tx *db.Tx) error {
		run, err := createRun(tx, newHeader(key, space(t), now()))
		for i := range many {
			data, failed := Contributor{Host: fmt.Sprint("host ", i), Version: "1", Key: fmt.Sprintf("%056d", i)}.Encode()
			_, added := tx.AddContributor(run, data)
			err = cmp.Or(err, failed, added)
		}
		return cmp.Or(err, tx.PutShard(run, 0, tally.withProvenance(Provenance{Contributor: many})))
	})
	heap := func() uint64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}

	before := heap()
	list := runs(t, s)
	const most = 2 << 20
	if grown := int64(heap()) - int64(before); grown > most {
		t.Errorf("listed, the run takes %d bytes", grown)
	}
	if contributors := list[0].Contributors; len(contributors) != 1 || contributors[0].Host != fmt.Sprint("host ", many-1) || contributors[0].Shards != 1 {
		t.Errorf("its contributors are %+v", contributors)
	}
}

func TestSmallestNoticedIsTheSmallestDetectableNumber(t *testing.T) {
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
			if got := (Check{Shards: uint64(k), Of: uint64(m)}).SmallestNoticed(); got != uint64(want) {
				t.Errorf("%d of %d shards: Enough = %d, want %d", k, m, got, want)
			}
		}
	}
	if got := (Check{Shards: 155, Of: 3100}).SmallestNoticed(); got != 58 { // as docs/guide/counting.md says
		t.Errorf("155 of 3100 shards: Enough = %d, want 58", got)
	}
}

// liar returns a database with a finished run in which one shard has swapped verdicts, so that its sums pass the proof.
func liar(t testing.TB, shard uint64) *Store {
	t.Helper()
	s := storeOf(t, "liar")
	walkPart(t, s.NewRun(key, lying{space(t), shard}), enum.Part{})
	return s
}

func TestGamesMovedFromOneVerdictToTheOther(t *testing.T) {
	const wrong = 40
	from := liar(t, wrong)
	honest := walkPart(t, newStore(t).NewRun(key, space(t)), enum.Part{})

	// The proof of the sums does not notice the wrong shard, nor does a merge without Verify.
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
		if len(faults) != 1 || !strings.Contains(faults[0], "run 1, a walk of wonderwall n=6, shard 40: results contradict each other, as stored and recomputed: ") {
			t.Errorf("%s finds %q, want shard %d", c.verb, faults, wrong)
		}
	}
	if checks := runs(t, from)[0].Checks; checks != nil {
		t.Errorf("a wrong run is recorded as checked: %+v", checks)
	}

	walkPart(t, into.NewRun(summedKey, summed{space(t), true}), enum.Part{})
	if _, err := into.ExactRuns(ofRuleset(key.Ruleset), spacesByMethod(space(t), summed{space(t), true}), unremarked); !errors.Is(err, ErrContradiction) {
		t.Errorf("ExactRuns with a second method = %v, want ErrContradiction", err)
	}
	ours := into.NewRun(key, space(t))
	if err := ours.Walk(context.Background(), enum.Plan{Workers: 2}, nil); err != nil {
		t.Fatal(err)
	}
	if _, err := ours.Finish(enum.Part{}); !errors.Is(err, ErrContradiction) || len(runs(t, into)) != 3 {
		t.Errorf("Finish = %v, %d runs, want ErrContradiction and all 3 of them", err, len(runs(t, into)))
	}
}

// TestOneWrongShardIsFoundAsOftenAsItIsPicked has one wrong shard among 62. Verify selects a random tenth, which is 7
// after rounding up. Over many seeds, the wrong shard must be selected with a frequency near 7/62.
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
		if seed < 20 { // the rest depends only on the selection
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

func TestAVerifiedMergeNamesTheVerifier(t *testing.T) {
	from, into := storeOf(t, "alpha"), newStore(t)
	walkPart(t, from.NewRun(key, space(t)), enum.Part{})
	claimed := runs(t, from)[0].Header
	claimed.addChecks(Check{Host: "nobody", Version: "1", Shards: 62, Of: 62})
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
	want := Check{Host: ownContributor().Host, Version: ownContributor().Version, Time: all[0].Checks[0].Time, Shards: 62, Of: 62, Seed: 7}
	if !slices.Equal(all[0].Checks, []Check{want}) || Machines(all) != 2 {
		t.Errorf("checks are %+v, Machines = %d, want %+v alone, and 2", all[0].Checks, Machines(all), want)
	}
}

func TestAnInterruptedVerifyMergesNothing(t *testing.T) {
	from := newStore(t)
	walkPart(t, from.NewRun(key, space(t)), enum.Part{})
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
