package checkpoints

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"enumerate/db"
	"enumerate/enum"
)

// TestSignedBytesHaveTheDocumentedFormat compares the signed bytes of two small runs with the format documented at
// signature.go. If they changed, the signatures of stored runs could no longer be verified.
func TestSignedBytesHaveTheDocumentedFormat(t *testing.T) {
	started := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	h := Header{Key: Key{Ruleset: "chess", Size: 3, Method: "walk"}, Fingerprint: "x", Verdicts: []string{"won"}, Started: started, Signature: "an older one"}
	const header = `{"ruleset":"chess","n":3,"method":"walk","fingerprint":"x","verdicts":["won"],"started":"2026-01-01T00:00:00Z"}`
	const contributor = `{"host":"alpha","version":"1","started":"2026-01-01T00:00:00Z"}`
	shards := []shard{{7, payload("ab")}, {300, payload("c")}}
	const both = "\x07\x02ab\xac\x02\x01c"
	for _, c := range []struct {
		claim        string
		contributors []Contributor
		want         string
	}{
		{"shards that do not say by whom they are", nil, "enumerate run 1\n" + header + both},
		{"shards of two contributors", []Contributor{{Host: "alpha", Version: "1", Started: started}, {Host: "alpha", Version: "1", Started: started}},
			"enumerate run 2\n" + header + "\x02" + string(rune(len(contributor))) + contributor + string(rune(len(contributor))) + contributor + both},
	} {
		if got := signedBytes(h, &contents{contributors: &roster{list: c.contributors}, shards: shards}).String(); got != c.want {
			t.Errorf("%s: %q is signed, want %q", c.claim, got, c.want)
		}
	}
}

func TestAFinishedPartMustSumToItsTotal(t *testing.T) {
	more := enum.NewTally(2)
	more.Add(0, 1, 1)
	for _, c := range []struct {
		claim, want string
		total       payload
		kind        error
	}{
		{"another total", "the merged shards do not sum to the total of the finished run: ", encodeBars(t, more), ErrContradiction},
		{"a total that is none", "the total of run 1: ", payload("rubbish"), nil},
	} {
		from, into := newStore(t), newStore(t)
		walkPart(t, from.NewRun(key, space(t)), enum.Part{})
		walkPart(t, into.NewRun(key, space(t)), enum.Part{Res: 0, Mod: 2})
		inject(t, from, func(tx *db.Tx) error { return tx.PutTotal(1, c.total) })
		before := runs(t, into)[0].Sum.Shards
		_, err := mergeAll(into, from)
		if err == nil || !strings.Contains(err.Error(), c.want) || c.kind != nil && !errors.Is(err, c.kind) {
			t.Errorf("%s: Merge = %v, want %q in it", c.claim, err, c.want)
		}
		if after := runs(t, into)[0].Sum.Shards; after != before {
			t.Errorf("%s: %d shards are there after it, %d before", c.claim, after, before)
		}
	}
}

func TestMergingAFinishedRunFinishesTheRun(t *testing.T) {
	from, into := newStore(t), newStore(t)
	whole := walkPart(t, from.NewRun(key, space(t)), enum.Part{})
	walkPart(t, into.NewRun(key, space(t)), enum.Part{Res: 0, Mod: 2})
	merged, err := mergeAll(into, from)
	if err != nil || len(merged) != 1 || merged[0].Additions != 31 || merged[0].Duplicates != 31 {
		t.Fatalf("Merge = %+v, %v, want 31 shards that are new and 31 that are not", merged, err)
	}
	if run := runs(t, into)[0]; !run.Finished || !run.Tally.Equal(whole.Tally) {
		t.Errorf("the run is finished: %v, with %d shards", run.Finished, run.Sum.Shards)
	}
}

func TestAnEmptyPartIsReported(t *testing.T) {
	for part, want := range map[enum.Part][]string{
		{Res: 62, Mod: 100}: {"this part is empty: the size has only 62 shards"},
		{Res: 61, Mod: 100}: nil,
		{}:                  nil,
	} {
		q := request(t, enum.Walk)
		q.Part = part
		var remarks []string
		result, err := newStore(t).Run(t.Context(), q, Observer{Remark: func(text string) { remarks = append(remarks, text) }})
		if err != nil || !slices.Equal(remarks, want) || (result.Shards == 0) != (want != nil) {
			t.Errorf("part %v: %d shards, %v, it remarks %q, want %q", part, result.Shards, err, remarks, want)
		}
	}
}

func TestARequestEndsWithTheErrorOfItsObserver(t *testing.T) {
	stopped := errors.New("stopped")
	s := newStore(t)
	begin := func(context.Context, enum.Space, Sum) error { return stopped }
	if _, err := s.Run(t.Context(), request(t, enum.Walk), Observer{Begin: begin}); err != stopped {
		t.Errorf("Run = %v, want %v", err, stopped)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := false
	o := Observer{Shard: func(enum.Result) { cancel() }, End: func() { ended = true }}
	if _, err := s.Run(ctx, request(t, enum.Walk), o); err != context.Canceled || !ended {
		t.Errorf("interrupted, Run = %v, and its end is told: %v", err, ended)
	}
}

func TestMissingShardsAreNamed(t *testing.T) {
	all := tallies(t, space(t))
	for _, c := range []struct {
		claim   string
		lacks   func(id uint64) bool
		missing uint64
		want    string
	}{
		{"nothing", func(uint64) bool { return false }, 0, ""},
		{"a part", func(id uint64) bool { return id%2 == 1 }, 31, "part 1/2"},
		{"parts without a shard that is there", func(id uint64) bool { return id%4 == 1 || id%5 == 2 }, 25, "parts 1/4, 2/10, 7/20"},
		{"the only shard of a part", func(id uint64) bool { return id == 7 }, 1, "part 7/55"},
		{"all", func(uint64) bool { return true }, 62, "part 0/1"},
	} {
		s := newStore(t)
		var present []enum.Result
		for _, r := range all {
			if !c.lacks(r.Shard.ID) {
				present = append(present, r)
			}
		}
		serve(t, s, "ant", present...)
		m := runs(t, s)[0].Missing(space(t))
		if m.Shards != c.missing || m.String() != c.want {
			t.Errorf("%s: %d shards are missing, %q, want %d, %q", c.claim, m.Shards, m, c.missing, c.want)
		}
		if uint64(len(m.First)) != min(c.missing, mostFirst) || slices.ContainsFunc(m.First, func(id uint64) bool { return !c.lacks(id) }) {
			t.Errorf("%s: the first are %v", c.claim, m.First)
		}
	}
	if m := (Missing{Shards: 5000, First: []uint64{1, 2, 4}}); m.String() != "5,000 shards: 1, 2, 4, ..." {
		t.Errorf("shards that are no parts: %q", m)
	}
}

// TestAnAuditDistinguishesRuns: an unknown size must be a remark, other names of the verdicts a fault.
func TestAnAuditDistinguishesRuns(t *testing.T) {
	unknown := func(Key) (enum.Space, error) { return nil, errors.New("this program has no such size") }
	others := func(k Key) (enum.Space, error) { return onlyOne{space(t)}, nil }
	for _, c := range []struct {
		claim          string
		spaceOf        func(Key) (enum.Space, error)
		faults, remark string
	}{
		{"a size that is not there", unknown, "", "run 1, a walk of wonderwall n=6, can be neither proved nor recomputed: this program has no such size"},
		{"other verdicts", others, `run 1, a walk of wonderwall n=6: a result proves itself wrong: its verdicts are ["solvable" "unsolvable"], expected ["played"]`, ""},
	} {
		s := newStore(t)
		walkPart(t, s.NewRun(key, space(t)), enum.Part{Res: 0, Mod: 2})
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		var faults, remarks []string
		audit := Audit{Space: c.spaceOf, Rerun: Rerun{Share: 1, Workers: 1},
			Fault: func(err error) { faults = append(faults, err.Error()) }, Remark: func(text string) { remarks = append(remarks, text) }}
		done, err := audit.Check(t.Context(), s.Path())
		if err != nil || strings.Join(faults, "\n") != c.faults || strings.Join(remarks, "\n") != c.remark || done.Rerun != 0 || done.Runs != 1 {
			t.Errorf("%s: %+v, %v, faults %q, remarks %q; want %q, %q", c.claim, done, err, faults, remarks, c.faults, c.remark)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	s := newStore(t)
	walkPart(t, s.NewRun(key, space(t)), enum.Part{Res: 0, Mod: 2})
	audit := Audit{Space: spaceOf, Rerun: Rerun{Share: 1, Workers: 1}, Fault: func(err error) { t.Error(err) }}
	if _, err := audit.Check(ctx, s.Path()); err != context.Canceled {
		t.Errorf("interrupted, Check = %v", err)
	}
	audit.Space = nil
	if _, err := audit.Check(t.Context(), s.Path()+".none"); err == nil {
		t.Error("of a file that is not there nothing is said")
	}
}

func TestAServedRunThatIsDamagedIsNotServed(t *testing.T) {
	s := newStore(t)
	serve(t, s, "ant", tallies(t, space(t))[:3]...)
	run, err := s.Served(key, space(t))
	if err != nil {
		t.Fatal(err)
	}
	inject(t, s, func(tx *db.Tx) error { return tx.PutShard(1, 7, []byte("rubbish")) })
	if err := run.Refresh(func(shard uint64) bool { return shard < 3 }); !errors.Is(err, errRecord) || !strings.Contains(fmt.Sprint(err), "run 1, shard 7: ") {
		t.Errorf("Refresh = %v, want shard 7", err)
	}
	if _, err := s.Served(key, space(t)); !errors.Is(err, errRecord) || !strings.HasSuffix(err.Error(), "; run without --resume to start a fresh run, which will replace this one") {
		t.Errorf("Served = %v", err)
	}
}
