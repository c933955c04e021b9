package checkpoints

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"enumerate/db"
	"enumerate/enum"
	"enumerate/enum/sampling"
)

// dice is a ruleset whose random games are throws of a die. The verdict of a throw is six or other, and the number
// thrown is recorded as the work of the trial.
var dice = &enum.Ruleset{
	Name:    "dice",
	Space:   func(int) (enum.Space, error) { return die{}, nil },
	Sampler: func(int) (func() enum.Sampler, error) { return func() enum.Sampler { return die{} }, nil },
}

type die struct{ enum.Space }

func (die) Verdicts() []string { return []string{"six", "other"} }

func (die) Sample(_ context.Context, random *rand.Rand) (int, enum.Work, error) {
	if shows := random.Uint64N(6) + 1; shows < 6 {
		return 1, enum.Work{Decisions: shows}, nil
	}
	return 0, enum.Work{Decisions: 6, Conflicts: 1}, nil
}

// throws returns a sampling of dice, whose batches have ten trials.
func throws(seed, trials uint64) sampling.Sampling { return throwsOf(1000, seed, trials) }

func throwsOf(size int, seed, trials uint64) sampling.Sampling {
	s, err := sampling.Of(dice, size, seed, trials)
	if err != nil {
		panic(err)
	}
	return s
}

var diceOf = Spaces([]*enum.Ruleset{dice}, nil)

func drawn(t testing.TB, s sampling.Sampling) *enum.Tally {
	t.Helper()
	tally, err := sampling.Draw(context.Background(), s, 2, nil)
	if err != nil {
		t.Fatal(err)
	}
	return tally
}

func sample(t testing.TB, s *Store, sampling sampling.Sampling, workers int) *enum.Tally {
	t.Helper()
	run, err := s.Sample(sampling)
	if err != nil {
		t.Fatal(err)
	}
	tally, err := run.Draw(context.Background(), workers, nil)
	if err != nil {
		t.Fatal(err)
	}
	return tally
}

func putShard(t testing.TB, s *Store, run, shard uint64, payload []byte) {
	t.Helper()
	inject(t, s, func(tx *db.Tx) error { return tx.PutShard(run, shard, payload) })
}

func batchOf(t testing.TB, trials uint64, work enum.Work) []byte {
	t.Helper()
	tally := enum.NewTally(2)
	tally.Add(1, 1, trials)
	tally.AddWork(work)
	payload, err := encodeTally(tally, 0)
	if err != nil {
		t.Fatal(err)
	}
	return payload
}

func TestAStoredSampleIsTheSameAsADrawnOne(t *testing.T) {
	s := newStore(t)
	var most uint64
	for i, trials := range []uint64{7, 95, 230, 230, 42, 3, 1000, 999} { // more, the same, fewer
		for _, workers := range []int{1, 2, 7} {
			if got, want := sample(t, s, throws(1, trials), workers), drawn(t, throws(1, trials)); !got.Equal(want) {
				t.Errorf("step %d: %d trials come to %v sixes, want %v", i, trials, got.Sum(0), want.Sum(0))
			}
		}
		most = max(most, trials/10)
		if all := runs(t, s); most > 0 && (len(all) != 1 || all[0].Shards != most || all[0].Finished) {
			t.Errorf("step %d: runs = %+v, expected one of %d whole batches, unfinished", i, all, most)
		}
	}
}

func TestAnInterruptedSampleIsResumed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "test.db")
	var stored uint64
	for stop := range 6 {
		s := openStore(t, path)
		run, err := s.Sample(throws(1, 1005))
		if err != nil {
			t.Fatal(err)
		}
		if got := run.Found().SumAll().Uint64(); got != 10*stored {
			t.Errorf("%d trials were found, want %d", got, 10*stored)
		}
		ctx, cancel := context.WithCancel(context.Background())
		fresh := uint64(0)
		_, err = run.Draw(ctx, 2, func(enum.Result) {
			if fresh++; fresh > uint64(stop) {
				cancel()
			}
		})
		if err != context.Canceled {
			t.Fatalf("Draw = %v, want %v", err, context.Canceled)
		}
		all := runs(t, s)
		if len(all) != 1 || all[0].Shards != stored+fresh {
			t.Errorf("%d batches were drawn after %d, stored are %+v", fresh, stored, all)
		}
		stored += fresh
		s.Close()
	}
	s := openStore(t, path)
	drawnNow := uint64(0)
	run, err := s.Sample(throws(1, 1005))
	if err != nil {
		t.Fatal(err)
	}
	got, err := run.Draw(context.Background(), 2, func(r enum.Result) { drawnNow += r.Tally.SumAll().Uint64() })
	if err != nil || !got.Equal(drawn(t, throws(1, 1005))) {
		t.Errorf("interrupted and gone on with it comes to %v sixes, %v, want %v", got.Sum(0), err, drawn(t, throws(1, 1005)).Sum(0))
	}
	if drawnNow != 1005-10*stored {
		t.Errorf("%d trials were drawn last, want %d", drawnNow, 1005-10*stored)
	}
}

func TestASampleThatCannotBeStoredEndsWithTheError(t *testing.T) {
	s := newStore(t)
	run, err := s.Sample(throws(1, 1000))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := run.Draw(context.Background(), 1, func(enum.Result) { s.Close() }); !errors.Is(err, db.ErrClosed) {
		t.Errorf("Draw = %v, want %v", err, db.ErrClosed)
	}
}

// otherVersion stores a sample with another fingerprint, as of another version of the method.
func otherVersion(t testing.TB, s *Store, sampling sampling.Sampling) {
	t.Helper()
	run := s.NewRun(KeyOf(sampling), renamed{sampling})
	if err := run.Walk(context.Background(), enum.Plan{Workers: 1}, nil); err != nil {
		t.Fatal(err)
	}
}

func TestAStoredSampleThatIsWrongIsNotUsed(t *testing.T) {
	for _, c := range []struct {
		claim   string
		spoil   func(t *testing.T, s *Store)
		want    error
		pooled  uint64
		remarks string
	}{
		{"another version", func(t *testing.T, s *Store) { otherVersion(t, s, throws(1, 100)) }, ErrFingerprint, 100, "made by another version of the method"},
		{"a batch that is no tally", func(t *testing.T, s *Store) {
			sample(t, s, throws(1, 100), 1)
			putShard(t, s, 2, 10, []byte("rubbish"))
		}, errRecord, 100, "shard 10"},
		{"a batch with a trial too many", func(t *testing.T, s *Store) {
			sample(t, s, throws(1, 100), 1)
			putShard(t, s, 2, 10, batchOf(t, 11, enum.Work{}))
		}, ErrProof, 0, ""},
	} {
		s := newStore(t)
		sample(t, s, throws(2, 100), 1) // another seed, good
		c.spoil(t, s)
		run, err := s.Sample(throws(1, 110))
		if err == nil {
			_, err = run.Draw(context.Background(), 1, nil)
		}
		if !errors.Is(err, c.want) || !strings.HasSuffix(err.Error(), wayOut) || strings.Contains(err.Error(), "--resume") {
			t.Errorf("%s: Draw = %v, want %v and what to do", c.claim, err, c.want)
		}
		var remarks []string
		pools, err := s.Pools("dice", func(text string) { remarks = append(remarks, text) })
		if c.want == ErrProof {
			if !errors.Is(err, ErrProof) {
				t.Errorf("%s: Pools = %v, want ErrProof", c.claim, err)
			}
			continue
		}
		if err != nil || len(pools) != 1 || pools[0].Tally.SumAll().Uint64() != c.pooled || !slices.Equal(pools[0].Seeds, []uint64{2}) {
			t.Errorf("%s: Pools = %+v, %v, want the %d trials of seed 2", c.claim, pools, err, c.pooled)
		}
		if len(remarks) != 1 || !strings.Contains(remarks[0], c.remarks) || !strings.Contains(remarks[0], "run 2") {
			t.Errorf("%s: remarks %q, want one with %q", c.claim, remarks, c.remarks)
		}
	}
}

func TestPoolsHoldAllSeedsOfASize(t *testing.T) {
	s := newStore(t)
	large := throwsOf(2000, 1, 50) // batches of five
	other := throws(1, 10)
	other.Ruleset = "cards"
	want := drawn(t, throws(1, 100))
	want.Merge(drawn(t, throws(7, 200)))
	want.Merge(drawn(t, throws(0, 30)))
	for _, sampling := range []sampling.Sampling{throws(7, 200), large, throws(0, 30), other, throws(1, 105)} {
		sample(t, s, sampling, 2)
	}
	walkPart(t, s.NewRun(key, space(t)), enum.Part{})
	pools, err := s.Pools("dice", func(text string) { t.Error(text) })
	if err != nil || len(pools) != 2 {
		t.Fatalf("Pools = %+v, %v, want those of two sizes", pools, err)
	}
	if p := pools[0]; p.Size != 1000 || !p.Tally.Equal(want) || !slices.Equal(p.Seeds, []uint64{0, 1, 7}) {
		t.Errorf("n=%d: %v trials of the seeds %d, want %v of 0, 1 and 7", p.Size, p.Tally.SumAll(), p.Seeds, want.SumAll())
	}
	if p := pools[1]; p.Size != 2000 || p.Tally.SumAll().Uint64() != 50 {
		t.Errorf("n=%d: %v trials, want 50", p.Size, p.Tally.SumAll())
	}
	if pools, err := s.Pools("chess", nil); err != nil || len(pools) != 0 {
		t.Errorf("Pools of another ruleset = %+v, %v", pools, err)
	}
}

// parts stores the batches of some parts of a sample, so that batches between them are missing, as after an
// interruption.
func parts(t testing.TB, s *Store, sampling sampling.Sampling, parts ...enum.Part) {
	t.Helper()
	for _, part := range parts {
		run, err := s.Resume(KeyOf(sampling), sampling)
		if err != nil {
			t.Fatal(err)
		}
		if err := run.Walk(context.Background(), enum.Plan{Workers: 1, Part: part}, nil); err != nil {
			t.Fatal(err)
		}
	}
}

func TestPoolsEndBeforeTheFirstMissingBatch(t *testing.T) {
	s := newStore(t)
	// Of batches 0 to 9, 3 and 9 are missing.
	parts(t, s, throws(1, 100), enum.Part{Res: 0, Mod: 3}, enum.Part{Res: 1, Mod: 3}, enum.Part{Res: 2, Mod: 6}, enum.Part{Res: 5, Mod: 6})
	if got := runs(t, s)[0].Shards; got != 10 {
		t.Fatalf("%d batches are stored, want all", got)
	}
	s = newStore(t)
	parts(t, s, throws(1, 100), enum.Part{Res: 1, Mod: 3}, enum.Part{Res: 0, Mod: 2})
	// 0 1 2 4 6 7 8 are stored.
	pools, err := s.Pools("dice", func(text string) { t.Error(text) })
	if err != nil || len(pools) != 1 || !pools[0].Tally.Equal(drawn(t, throws(1, 30))) {
		t.Errorf("Pools = %+v, %v, want the first 30 trials", pools, err)
	}
	if got := sample(t, s, throws(1, 100), 2); !got.Equal(drawn(t, throws(1, 100))) {
		t.Error("a sample with gaps is not completed")
	}
}

func TestMergeJoinsBatchesOfASeed(t *testing.T) {
	s, from := newStore(t), newStore(t)
	parts(t, s, throws(1, 100), enum.Part{Res: 0, Mod: 2})
	parts(t, from, throws(1, 200), enum.Part{Res: 0, Mod: 3}, enum.Part{Res: 1, Mod: 3})
	sample(t, from, throws(2, 50), 1)
	merged, err := mergeAll(s, from)
	if err != nil || len(merged) != 2 || merged[0].Additions != 11 || merged[0].Duplicates != 3 || merged[1].Additions != 5 {
		t.Errorf("Merge = %+v, %v, want 11 added, 3 double, and 5 added", merged, err)
	}
	for _, trials := range []uint64{100, 200, 33} {
		if !sample(t, s, throws(1, trials), 2).Equal(drawn(t, throws(1, trials))) {
			t.Errorf("%d trials of the merged sample differ from those drawn", trials)
		}
	}
	completions, err := s.Complete(diceOf)
	if err != nil || len(completions) != 0 {
		t.Errorf("Complete = %+v, %v, want none", completions, err)
	}
	liar := newStore(t)
	forge(t, liar, forged{throws(2, 10), 0, enum.NewTally(2)})
	if _, err := mergeAll(s, liar); !errors.Is(err, ErrContradiction) {
		t.Errorf("Merge = %v, want ErrContradiction", err)
	}
}

func TestAuditOfSamples(t *testing.T) {
	spaceOf := diceOf
	good := func(t *testing.T, s *Store) { sample(t, s, throws(1, 200), 2) }
	other, harder := enum.NewTally(2), drawn(t, throws(1, 10))
	other.Add(1, 1, 10) // no sixes
	harder.AddWork(enum.Work{Decisions: 1})
	for _, c := range []struct {
		claim string
		make  func(t *testing.T, s *Store)
		rerun float64
		want  string // in the only fault
	}{
		{"a good sample", good, .1, ""},
		{"a good sample, all of it", good, 1, ""},
		{"gaps", func(t *testing.T, s *Store) {
			good(t, s)
			putShard(t, s, 1, 77, payloadOf(t, 77))
		}, 1, ""},
		{"other verdicts", func(t *testing.T, s *Store) { forge(t, s, forged{throws(1, 200), 5, other}) }, 1, "shard 5"},
		{"other verdicts, not drawn again", func(t *testing.T, s *Store) { forge(t, s, forged{throws(1, 200), 5, other}) }, 0, ""},
		{"other work", func(t *testing.T, s *Store) { forge(t, s, forged{throws(1, 200), 0, harder}) }, 1, "decisions and"},
		{"a trial too few", func(t *testing.T, s *Store) {
			good(t, s)
			putShard(t, s, 1, 20, batchOf(t, 9, enum.Work{}))
		}, 0, "209 trials were counted, expected 210"},
		{"a total", func(t *testing.T, s *Store) {
			good(t, s)
			total, err := encodeTally(drawn(t, throws(1, 200)), 0)
			if err != nil {
				t.Fatal(err)
			}
			inject(t, s, func(tx *db.Tx) error { return tx.PutTotal(1, total) })
		}, 0, "a total is stored for this sample, but a sample is never finished"},
	} {
		s := newStore(t)
		c.make(t, s)
		s.Close()
		var faults []string
		audited, err := Audit{Space: spaceOf, Rerun: Rerun{Share: c.rerun, Seed: 1, Workers: 2},
			Fault:  func(err error) { faults = append(faults, err.Error()) },
			Remark: func(text string) { t.Errorf("%s: %s", c.claim, text) }}.Check(context.Background(), s.Path())
		if err != nil {
			t.Errorf("%s: Audit = %v", c.claim, err)
		}
		if c.want == "" && len(faults) > 0 || c.want != "" && (len(faults) != 1 || !strings.Contains(faults[0], c.want)) {
			t.Errorf("%s: faults %q, want one with %q", c.claim, faults, c.want)
		}
		if c.rerun == 1 && audited.Rerun != audited.Shards || c.rerun > 0 && audited.Rerun == 0 {
			t.Errorf("%s: %d of %d batches drawn again", c.claim, audited.Rerun, audited.Shards)
		}
	}
}

// forged is a sampling in which one batch has a given tally.
type forged struct {
	sampling.Sampling
	batch uint64
	tally *enum.Tally
}

func (f forged) Walker() enum.Walker { return forgingWalker{f.Sampling.Walker(), f} }

type forgingWalker struct {
	enum.Walker
	forged
}

func (f forgingWalker) Walk(ctx context.Context, shard enum.Shard, tally *enum.Tally) error {
	if shard.ID == f.batch {
		tally.Merge(f.tally)
		return nil
	}
	return f.Walker.Walk(ctx, shard, tally)
}

func forge(t testing.TB, s *Store, f forged) {
	t.Helper()
	if err := s.NewRun(KeyOf(f.Sampling), f).Walk(context.Background(), enum.Plan{Workers: 1}, nil); err != nil {
		t.Fatal(err)
	}
}

func payloadOf(t testing.TB, batch uint64) []byte {
	t.Helper()
	tally := enum.NewTally(2)
	if err := throws(1, 10*batch+10).Walker().Walk(context.Background(), enum.Shard{ID: batch}, tally); err != nil {
		t.Fatal(err)
	}
	payload, err := encodeTally(tally, 0)
	if err != nil {
		t.Fatal(err)
	}
	return payload
}

func TestOnlySamplesHaveASeed(t *testing.T) {
	for _, c := range []struct {
		key  Key
		json string
		text string
	}{
		{key, `{"ruleset":"wonderwall","n":6,"method":"walk","fingerprint":`, "walk of wonderwall n=6"},
		{KeyOf(throws(7, 1)), `{"ruleset":"dice","n":1000,"method":"sample","seed":7,"fingerprint":`, "sample of dice n=1000 seed 7"},
		{KeyOf(throws(0, 1)), `{"ruleset":"dice","n":1000,"method":"sample","fingerprint":`, "sample of dice n=1000 seed 0"},
	} {
		data, err := Header{Key: c.key, Verdicts: []string{"a"}}.encode()
		if err != nil || !strings.HasPrefix(string(data), c.json) {
			t.Errorf("the header of a %v is %s, %v, want %s...", c.key, data, err, c.json)
		}
		if got := c.key.String(); got != c.text {
			t.Errorf("String = %q, want %q", got, c.text)
		}
		if h, err := decodeHeader(data); err != nil || h.Key != c.key {
			t.Errorf("%s reads as %+v, %v, want %+v", data, h.Key, err, c.key)
		}
	}
	if _, err := decodeHeader([]byte(`{"ruleset":"dice","n":0,"method":"sample","verdicts":["a"]}`)); err == nil {
		t.Error("a header without a size is read")
	}
}

func TestProvedRunsAreExact(t *testing.T) {
	for _, c := range []struct {
		claim string
		make  func(t *testing.T, s *Store)
		runs  int
		want  error
	}{
		{"nothing", func(*testing.T, *Store) {}, 0, nil},
		{"a finished walk", func(t *testing.T, s *Store) { walkPart(t, s.NewRun(key, space(t)), enum.Part{}) }, 1, nil},
		{"half a walk", func(t *testing.T, s *Store) { walkPart(t, s.NewRun(key, space(t)), enum.Part{Res: 0, Mod: 2}) }, 0, nil},
		{"a sample", func(t *testing.T, s *Store) {
			sampling := throwsOf(players, 1, 1000)
			sampling.Ruleset = key.Ruleset
			sample(t, s, sampling, 1)
		}, 0, nil},
		{"two that contradict each other", func(t *testing.T, s *Store) {
			walkPart(t, s.NewRun(key, space(t)), enum.Part{})
			if err := s.NewRun(key, lying{space(t), 7}).Walk(context.Background(), enum.Plan{Workers: 1}, nil); err != nil {
				t.Fatal(err)
			}
		}, 0, ErrContradiction},
		{"one that proves itself wrong", func(t *testing.T, s *Store) {
			r := s.NewRun(key, space(t))
			walkPart(t, r, enum.Part{})
			putShard(t, s, r.id, 1000, batchOf(t, 1, enum.Work{}))
		}, 0, ErrProof},
	} {
		s := newStore(t)
		c.make(t, s)
		proved, err := s.ExactRuns(ofRuleset(key.Ruleset), spaceOf, unremarked)
		if len(proved) != c.runs || !errors.Is(err, c.want) {
			t.Errorf("%s: ExactRuns = %d runs, %v, want %d, %v", c.claim, len(proved), err, c.runs, c.want)
		}
	}
}

func ExampleStore_Sample() {
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	store, err := Open(filepath.Join(dir, "example.db"))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer store.Close()
	for _, trials := range []uint64{100, 250} { // some, then more
		run, err := store.Sample(throws(1, trials))
		if err != nil {
			fmt.Println(err)
			return
		}
		found := run.Found().SumAll()
		tally, err := run.Draw(context.Background(), 2, nil)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%v trials found, %v in the end, %v sixes\n", found, tally.SumAll(), tally.Sum(0))
	}
	// Output:
	// 0 trials found, 100 in the end, 16 sixes
	// 100 trials found, 250 in the end, 41 sixes
}
