package checkpoints

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"enumerate/db"
	"enumerate/enum"
	"enumerate/internal/golden"
	"enumerate/internal/lists"
)

// TestEveryBatchHasItsTrials stores samples. Except in the first row, their batches are wrong although their trials may
// add up: one has a trial too few and the next one a trial too many, or there is a batch after the last one.
func TestEveryBatchHasItsTrials(t *testing.T) {
	for _, c := range []struct {
		claim  string
		forge  func(t *testing.T, s *Store)
		trials uint64
		want   string
	}{
		{"all batches", func(*testing.T, *Store) {}, 100, ""},
		{"a batch that has the trials of another one too", func(t *testing.T, s *Store) {
			putShard(t, s, 1, 3, batchOf(t, 9, enum.Work{}))
			putShard(t, s, 1, 4, batchOf(t, 11, enum.Work{}))
		}, 100, "shard 3: the tally has 9 trials, not 10"},
		{"a batch after the last one", func(t *testing.T, s *Store) { putShard(t, s, 1, 10, batchOf(t, 10, enum.Work{})) }, 100,
			"1 of its shards do not exist, such as shard 10: a complete run has 10 shards"},
		{"a batch after the last one there can be", func(t *testing.T, s *Store) { putShard(t, s, 1, 1<<63, batchOf(t, 10, enum.Work{})) }, samplingOf(KeyOf(throws(1, 1))).Trials,
			"1 of its shards do not exist, such as shard 9223372036854775808: a complete run has 1844674407370955162 shards"},
	} {
		space := throws(1, c.trials)
		of := func(Key) (enum.Space, error) { return space, nil }
		s := newStore(t)
		parts(t, s, throws(1, 30), enum.Part{})
		c.forge(t, s)
		offer, err := s.Offer()
		if err != nil {
			t.Fatal(err)
		}
		served, err := s.Served(KeyOf(space), space)
		if err != nil {
			t.Fatal(err)
		}
		_, reports := audited(t, s.Path(), Audit{Space: of})
		texts := map[string]string{
			"Validate": fmt.Sprint(offer.Validate(of, func(remark string) { t.Error(remark) })), "Verify": fmt.Sprint(offer.Verify(t.Context(), of, Rerun{Share: 1, Workers: 1})),
			"Declare": fmt.Sprint(served.Declare()), "an audit": strings.Join(reports, "\n"),
		}
		for name, text := range texts {
			if c.want == "" && text != "<nil>" && text != "" || !strings.Contains(text, c.want) {
				t.Errorf("%s: %s says %q, want %q", c.claim, name, text, c.want)
			}
		}
		if runs(t, s)[0].Finished {
			t.Errorf("%s: the sample is finished", c.claim)
		}
	}
}

// TestSamplesWithOtherVerdictsAreOmitted stores two samples of one size, the second with other names of the verdicts.
// Pools must leave it out, and Sample must refuse to resume it.
func TestSamplesWithOtherVerdictsAreOmitted(t *testing.T) {
	s := newStore(t)
	sample(t, s, throws(1, 30), 1)
	other := s.NewRun(KeyOf(throws(2, 1)), titled{throws(2, 20)})
	if err := other.Walk(t.Context(), enum.Plan{Workers: 1}, nil); err != nil {
		t.Fatal(err)
	}
	var texts []string
	pools, err := s.Pools("dice", func(text string) { texts = append(texts, text) })
	want := `run 2, a sample of dice n=1000 seed 2, is left out: its verdicts are ["yes" "no"], those of another seed ["six" "other"]`
	if err != nil || len(pools) != 1 || !slices.Equal(pools[0].Seeds, []uint64{1}) || pools[0].Tally.SumAll().Uint64() != 30 || !slices.Equal(texts, []string{want}) {
		t.Errorf("Pools = %+v, %v, and it says %q, want %q", pools, err, texts, want)
	}
	if _, err := s.Sample(throws(2, 30)); !errors.Is(err, ErrProof) || err.Error() != s.Path()+`: run 2, a sample of dice n=1000 seed 2: a result proves itself wrong: its verdicts are ["yes" "no"], expected ["six" "other"]` {
		t.Errorf("Sample = %v, want %v", err, ErrProof)
	}
}

// TestPoolCountsTheNewestRunOfASeed draws a second sample with the same seed, without --resume. Both samples
// have the same random trials, which the pool must count once.
func TestPoolCountsTheNewestRunOfASeed(t *testing.T) {
	s := newStore(t)
	for _, trials := range []uint64{30, 20} {
		if err := s.NewRun(KeyOf(throws(1, 1)), throws(1, trials)).Walk(t.Context(), enum.Plan{Workers: 1}, nil); err != nil {
			t.Fatal(err)
		}
	}
	pools, err := s.Pools("dice", func(text string) { t.Error(text) })
	if err != nil || len(pools) != 1 || !pools[0].Tally.Equal(drawn(t, throws(1, 20))) || !slices.Equal(pools[0].Seeds, []uint64{1}) {
		t.Errorf("Pools = %+v, %v, want the 20 trials of the newest", pools, err)
	}
}

func (r *snapshot) ids() []uint64 {
	ids := lists.Map(r.contents.shards, func(s shard) uint64 { return s.id })
	slices.Sort(ids)
	return ids
}

// peersOf returns a walk of the run r that knows that another process has stored shards of r, which it has not read
// yet. The walk appends its remarks, and the number of each shard that it observes, to told.
func peersOf(t *testing.T, s *Store, r *Run, reports *[]string) *walk {
	w := newWalk(r)
	w.observe = func(r enum.Result) { *reports = append(*reports, fmt.Sprint(r.Shard.ID)) }
	w.remark = func(text string) { *reports = append(*reports, text) }
	w.peers.unread = true
	return w
}

// TestAWalkReadsWhatOthersStore has another process change a run during a walk, and then calls refresh. The walk must
// observe each new shard once. If the new shards cannot be read, it must keep its own shards and try again later.
func TestAWalkReadsWhatOthersStore(t *testing.T) {
	const others = "another process stores shards of this run too; this one leaves them out"
	right := tallies(t, smallSpace(t))
	put := func(t *testing.T, s *Store, id uint64) {
		data, err := encodeTally(right[id].Tally, right[id].Took)
		if err != nil {
			t.Fatal(err)
		}
		putShard(t, s, 1, id, data)
	}
	most, err := mostBars()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		claim      string
		meanwhile  func(t *testing.T, s *Store, w *walk)
		reports    []string
		shards     []uint64 // the shards that the walk has afterwards
		incomplete bool     // afterwards the walk still has not read everything that others have stored
		err        error
	}{
		{"nothing", func(*testing.T, *Store, *walk) {}, nil, []uint64{2, 5}, false, nil},
		{"two shards", func(t *testing.T, s *Store, w *walk) { put(t, s, 3); put(t, s, 0) }, []string{others, "0", "3"}, []uint64{0, 2, 3, 5}, false, nil},
		{"a shard that is found here too, and is not stored yet", func(t *testing.T, s *Store, w *walk) {
			put(t, s, 3)
			put(t, s, 6)
			w.pending = append(w.pending, right[3])
		}, []string{others, "6"}, []uint64{2, 3, 5, 6}, false, nil},
		{"the walk knows of nothing", func(t *testing.T, s *Store, w *walk) { put(t, s, 3); w.peers.unread = false }, nil, []uint64{2, 5}, false, nil},
		{"the walk has just looked", func(t *testing.T, s *Store, w *walk) { put(t, s, 3); w.peers.nextRead = now().AddDate(1, 0, 0) }, nil, []uint64{2, 5}, true, nil},
		{"a shard of other processes is no news", func(t *testing.T, s *Store, w *walk) { put(t, s, 3); w.peers.addTheirs(right[:1]) }, []string{"3"}, []uint64{2, 3, 5}, false, nil},
		{"the run is another one now", func(t *testing.T, s *Store, w *walk) {
			walkAs(t, s, small, smallSpace(t), enum.Part{Res: 0, Mod: 7})
			inject(t, s, func(tx *db.Tx) error { return tx.DeleteRun(1) })
		}, nil, []uint64{2, 5}, false, nil},
		{"a record that is none", func(t *testing.T, s *Store, w *walk) { putShard(t, s, 1, 3, []byte("rubbish")) }, nil, []uint64{2, 5}, true, nil},
		{"more than may be stored", func(t *testing.T, s *Store, w *walk) {
			putShard(t, s, 1, 3, most)
			putShard(t, s, 1, 4, oneBar(t))
		}, nil, []uint64{2, 5}, true, nil},
		{"the run is gone", func(t *testing.T, s *Store, w *walk) {
			inject(t, s, func(tx *db.Tx) error { return tx.DeleteRun(1) })
		}, nil, []uint64{2, 5}, true, db.ErrReplaced},
		{"the database is closed", func(t *testing.T, s *Store, w *walk) { w.store.Close() }, nil, []uint64{2, 5}, true, db.ErrClosed},
	} {
		s := newStore(t)
		walkAs(t, s, small, smallSpace(t), enum.Part{Res: 2, Mod: 3})
		other := openStore(t, s.Path())
		run, err := s.Resume(small, smallSpace(t))
		if err != nil {
			t.Fatal(err)
		}
		var reports []string
		w := peersOf(t, s, run, &reports)
		c.meanwhile(t, other, w)
		before := run.contents.sum.Shards
		err = w.refresh()
		if !errors.Is(err, c.err) || err != nil && strings.Count(err.Error(), s.Path()) != 1 {
			t.Errorf("%s: refresh = %v, want %v", c.claim, err, c.err)
		}
		if !slices.Equal(reports, c.reports) || !slices.Equal(run.ids(), c.shards) || run.contents.sum.Shards-before != uint64(len(c.shards)-2) {
			t.Errorf("%s: it tells %q, and knows of shards %d; want %q, %d", c.claim, reports, run.ids(), c.reports, c.shards)
		}
		moved := strings.HasPrefix(c.claim, "the run is another")
		if w.peers.unread != c.incomplete && !moved || w.peers.nextRead.IsZero() == (c.claim != "the walk knows of nothing") {
			t.Errorf("%s: it is behind: %v, want %v", c.claim, w.peers.unread, c.incomplete)
		}
		for _, id := range []uint64{0, 3, 6} {
			_, found := slices.BinarySearch(c.shards, id)
			if w.peers.has(id) != found && id != 0 {
				t.Errorf("%s: shard %d is known to be stored: %v", c.claim, id, w.peers.has(id))
			}
		}
	}
}

// TestAWalkKnowsThatOthersHaveStored stores shards of a walk before and after another process has stored something. The
// walk must notice that by the numbers of the transactions.
func TestAWalkKnowsThatOthersHaveStored(t *testing.T) {
	right := tallies(t, smallSpace(t))
	s := newStore(t)
	walkAs(t, s, small, smallSpace(t), enum.Part{Res: 0, Mod: 7})
	w := newWalk(resumeSmall(t, s))
	for i, c := range []struct {
		claim      string
		others     bool // store something before it
		incomplete bool // is the walk then
	}{{"nobody else", false, false}, {"nobody else since", false, false}, {"another process", true, true}, {"nobody else, but the walk has not read it", false, true}} {
		if c.others {
			walkPart(t, resumeSmall(t, openStore(t, s.Path())), enum.Part{Res: 6, Mod: 7})
		}
		w.pending = append(w.pending, right[i+1])
		if err := w.commit(); err != nil || w.peers.unread != c.incomplete || len(w.pending) != 0 {
			t.Errorf("%s stores something: commit = %v, and the walk knows of it: %v; %d shards are not stored", c.claim, err, w.peers.unread, len(w.pending))
		}
	}
	if err := w.refresh(); err != nil || w.peers.unread || !slices.Equal(w.ids(), []uint64{0, 1, 2, 3, 4, 6}) {
		t.Errorf("refresh = %v, and the walk knows of %d", err, w.ids())
	}
}

// heavy is a space whose shards the function walk computes.
type heavy struct {
	enum.Space
	walk func(shard uint64, tally *enum.Tally)
}

func (h heavy) Walker() enum.Walker { return heavyWalker{h} }

type heavyWalker struct{ heavy }

func (h heavyWalker) Walk(_ context.Context, shard enum.Shard, tally *enum.Tally) error {
	h.walk(shard.ID, tally)
	return nil
}

func TestAWalkOfTooMuchEndsWithAnError(t *testing.T) {
	for _, c := range []struct {
		claim  string
		walk   func(shard uint64, tally *enum.Tally)
		want   string
		stored int // runs
	}{
		{"each", func(_ uint64, tally *enum.Tally) { tally.AddBig(0, 1, new(big.Int).Lsh(big.NewInt(1), longestCount)) }, "a count of 65537 bits; the limit is 65536", 0},
		{"together", func(shard uint64, tally *enum.Tally) {
			if shard > 0 {
				tally.Add(1, 1, 1)
				return
			}
			for key := range uint64(MostBars) {
				tally.Add(0, key+1, 1)
			}
		}, "its shards together have histograms of at least 65537 bars; the limit is 65536", 1},
	} {
		s := newStore(t)
		err := s.NewRun(small, heavy{smallSpace(t), c.walk}).Walk(t.Context(), enum.Plan{Workers: 1, Part: enum.Part{Res: 0, Mod: 4}}, nil)
		if err == nil || !strings.HasSuffix(err.Error(), c.want) {
			t.Errorf("%s: Walk = %v, want %q", c.claim, err, c.want)
		}
		if all := runs(t, s); len(all) != c.stored || len(all) > 0 && all[0].Damage == nil {
			t.Errorf("%s: %d runs are stored, the first without damage", c.claim, len(all))
		}
	}
}

func TestShardsAreSkippedIfStoredOrDelayed(t *testing.T) {
	p := peers{storedShards: new(ShardSet)}
	p.storedShards.Add(1)
	p.postpone(2)
	for _, c := range []struct {
		shard uint64
		want  bool
	}{{1, true}, {2, true}, {1, true}, {3, true}, {4, false}, {2, false}, {1, true}} {
		if got := p.skip(c.shard); got != c.want {
			t.Errorf("skip(%d) = %v, want %v", c.shard, got, c.want)
		}
	}
	if !p.delayed() || p.delayed() {
		t.Error("that shards were delayed is not reported once")
	}
	if p.skip(5); p.delayed() {
		t.Error("a shard is reported as delayed that was not")
	}
}

// TestShardsThatAChangeAddsAreSummedOnce adds the shards of one run to another run within a change (a transaction).
// Then it calls addUp, which adds the results of a run's shards to the run's sum. addUp must not count the added shards
// twice.
func TestShardsThatAChangeAddsAreSummedOnce(t *testing.T) {
	s := newStore(t)
	for part := range uint64(2) {
		walkAs(t, s, small, smallSpace(t), enum.Part{Res: part, Mod: 2})
	}
	err := s.change(func(Header) bool { return true }, nil, func(c *change) error {
		run, other := c.runs[0], c.runs[1]
		if err := c.add(run, other, other.contents.shards); err != nil {
			return err
		}
		run.addUp()
		want := golden.Total("wonderwall", 5, "classes")
		if sum := run.contents.sum; sum.Shards != 7 || sum.Tally.SumAll().String() != want {
			t.Errorf("the sum is of %d shards and %v classes, want 7 and %s", sum.Shards, sum.Tally.SumAll(), want)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}
