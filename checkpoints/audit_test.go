package checkpoints

import (
	"encoding/binary"
	"errors"
	"fmt"
	"iter"
	"os"
	"slices"
	"strings"
	"testing"

	"enumerate/db"
	"enumerate/enum"
)

// audited audits a database with the settings a, and returns all messages in order, without the path.
func audited(t testing.TB, path string, a Audit) (done Audited, reports []string) {
	t.Helper()
	tell := func(format string, args ...any) {
		reports = append(reports, strings.ReplaceAll(fmt.Sprintf(format, args...), path+": ", ""))
	}
	if a.Space == nil {
		a.Space = spaceOf
	}
	a.Fault = func(err error) { tell("fault: %v", err) }
	a.Remark = func(text string) { tell("remark: %s", text) }
	a.OnSign = func(run uint64, k Key) { tell("run %d, a %v, is signed", run, k) }
	walked := a.OnRerun
	a.OnRerun = func(run uint64, k Key, c Check) {
		tell("run %d, a %v: %d of %d", run, k, c.Shards, c.Of)
		if walked != nil {
			walked(run, k, c)
		}
	}
	done, err := a.Check(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	return done, reports
}

// TestAnAuditRecordsAndSignsRunsWithoutAFault audits three runs. The second has an invalid signature, a fault that
// computing shards again does not find, and must remain unchanged.
func TestAnAuditRecordsAndSignsRunsWithoutAFault(t *testing.T) {
	again := Rerun{Share: 1, Seed: 3, Workers: 1}
	signer := newSigner(t)
	const first, third = "run 1, a walk of wonderwall n=5", "run 3, a walk of wonderwall n=4"
	for _, c := range []struct {
		claim   string
		audit   Audit
		reports []string // in addition to the fault
		checked bool
		signed  bool
	}{
		{"nothing is stored", Audit{Rerun: again}, []string{first + ": 4 of 4", third + ": 1 of 1"}, false, false},
		{"checks are recorded", Audit{Rerun: again, Record: true}, []string{first + ": 4 of 4", third + ": 1 of 1"}, true, false},
		{"runs are signed", Audit{Sign: signer}, []string{first + ", is signed", third + ", is signed"}, false, true},
		{"both", Audit{Rerun: again, Record: true, Sign: signer}, []string{first + ": 4 of 4", first + ", is signed", third + ": 1 of 1", third + ", is signed"}, true, true},
		{"nothing is recomputed that could be recorded", Audit{Record: true}, nil, false, false},
	} {
		s := newStore(t)
		walkAs(t, s, small, smallSpace(t), enum.Part{Res: 0, Mod: 2})
		walkAs(t, s, small, smallSpace(t), enum.Part{Res: 1, Mod: 2})
		four := Key{Ruleset: "wonderwall", Size: 4, Method: enum.Walk}
		space4, err := spaceOf(four)
		if err != nil {
			t.Fatal(err)
		}
		walkAs(t, s, four, space4, enum.Part{})
		forged := runs(t, s)[1].Header
		forged.Signature = "bm9uZQ=="
		inject(t, s, func(tx *db.Tx) error { return putHeader(tx, 2, forged) })
		want := slices.Clone(c.reports)
		at := slices.IndexFunc(want, func(s string) bool { return strings.HasPrefix(s, third) })
		second := []string{"fault: run 2, a walk of wonderwall n=5: the signature is not from an Ed25519 key"}
		if c.audit.Rerun.Share > 0 {
			second = append(second, "run 2, a walk of wonderwall n=5: 3 of 3")
		}
		want = slices.Insert(want, max(at, 0), second...)

		done, reports := audited(t, s.Path(), c.audit)
		if !slices.Equal(reports, want) || done.Runs != 3 || done.Shards != 8 || done.Faults != 1 || done.Rerun != uint64(8*c.audit.Rerun.Share) {
			t.Errorf("%s: %+v, it tells %q, want %q", c.claim, done, reports, want)
		}
		for i, r := range runs(t, s) {
			sound := i != 1
			if checked := len(r.Checks) == 1 && r.Checks[0].Seed == 3; checked != (c.checked && sound) {
				t.Errorf("%s: run %d has the checks %+v", c.claim, r.ID, r.Checks)
			}
			if key, err := r.SignedBy(); sound && (err != nil || (key == signer.Key()) != c.signed) || !sound && r.Signature != forged.Signature {
				t.Errorf("%s: run %d is signed by %q, %v", c.claim, r.ID, key, err)
			}
		}
	}
}

// TestARunThatChangesWhileItIsAuditedIsNotSigned changes a run after the audit has computed the shards again. A
// signature would cover shards that the audit has not seen.
func TestARunThatChangesWhileItIsAuditedIsNotSigned(t *testing.T) {
	const walked, unsigned = "run 1, a walk of wonderwall n=5: 2 of 2", "remark: run 1, a walk of wonderwall n=5, is not signed: it has changed since it was read"
	for _, c := range []struct {
		claim  string
		change func(t *testing.T, s *Store)
		checks int // of the remaining run
	}{
		{"a shard is added", func(t *testing.T, s *Store) {
			walkPart(t, resumeSmall(t, s), enum.Part{Res: 1, Mod: 7})
		}, 1},
		{"a shard is another", func(t *testing.T, s *Store) { replace(t, s, 3, Provenance{}) }, 1},
		{"a shard has another number", func(t *testing.T, s *Store) {
			inject(t, s, func(tx *db.Tx) error {
				data, _, err := tx.Shard(1, 3)
				return errors.Join(err, tx.DeleteShard(1, 3), tx.PutShard(1, 4, data))
			})
		}, 1},
		{"the run is deleted", func(t *testing.T, s *Store) {
			walkAs(t, s, small, smallSpace(t), enum.Part{Res: 0, Mod: 3})
			inject(t, s, func(tx *db.Tx) error { return tx.DeleteRun(1) })
		}, 0},
		{"the run was made by another version of the method", func(t *testing.T, s *Store) { rewrite(t, s, func(h *Header) { h.Fingerprint = "x" }) }, 0},
		{"the run is one that began later", func(t *testing.T, s *Store) {
			rewrite(t, s, func(h *Header) { h.Started = h.Started.AddDate(1, 0, 0) })
		}, 0},
	} {
		s := newStore(t)
		walkAs(t, s, small, smallSpace(t), enum.Part{Res: 0, Mod: 3})
		inject(t, s, func(tx *db.Tx) error { return tx.DeleteShard(1, 6) })
		a := Audit{Rerun: Rerun{Share: 1, Workers: 1}, Record: true, Sign: newSigner(t), OnRerun: func(uint64, Key, Check) { c.change(t, s) }}
		if _, reports := audited(t, s.Path(), a); !slices.Equal(reports, []string{walked, unsigned}) {
			t.Errorf("%s: it tells %q", c.claim, reports)
		}
		if r := runs(t, s)[0]; r.Signature != "" || len(r.Checks) != c.checks {
			t.Errorf("%s: the run has the signature %q and the checks %+v, want %d", c.claim, r.Signature, r.Checks, c.checks)
		}
	}
}

func resumeSmall(t testing.TB, s *Store) *Run {
	t.Helper()
	r, err := s.Resume(small, smallSpace(t))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// rewrite changes the header of the oldest stored run.
func rewrite(t testing.TB, s *Store, change func(h *Header)) {
	t.Helper()
	r := runs(t, s)[0]
	change(&r.Header)
	inject(t, s, func(tx *db.Tx) error { return putHeader(tx, r.ID, r.Header) })
}

// TestAuditFailsForUnreadableFiles audits files that are damaged, half-written (torn) or cut short. The audit must
// report a fault. It must not take such a file for a database without runs, for which it reports success.
func TestAuditFailsForUnreadableFiles(t *testing.T) {
	s := newStore(t)
	walkAs(t, s, small, smallSpace(t), enum.Part{})
	path, all := s.Path(), runs(t, s)
	s.Close()
	sound, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	flip(t, path, binary.BigEndian.AppendUint64(nil, 3), all[0].contents.shards[3].payload, 9)
	damaged, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	torn := int(transactionOf(sound)+1) % 2 * diskPage
	for _, c := range []struct {
		claim  string
		file   []byte
		faults uint64
		runs   uint64
		report string // in the first fault
	}{
		{"a sound file", sound, 0, 1, ""},
		{"a meta page is torn", mix(sound, make([]byte, len(sound)), func(at int) bool { return at >= torn && at < torn+metaBytes }), 1, 1, "page"},
		{"a record is damaged", damaged, 1, 0, "checksum"},
		{"it is cut short", sound[:3*diskPage], 1, 0, "truncated"},
	} {
		if err := os.WriteFile(path, c.file, 0o600); err != nil {
			t.Fatal(err)
		}
		done, reports := audited(t, path, Audit{})
		if done.Faults != c.faults || done.Runs != c.runs || uint64(len(reports)) != c.faults || c.faults > 0 && !strings.Contains(reports[0], c.report) {
			t.Errorf("%s: %+v, it tells %q, want %d runs and %d faults, with %q", c.claim, done, reports, c.runs, c.faults, c.report)
		}
	}
}

// inStages is a space with all shards in a single stage.
type inStages struct{ enum.Space }

func (s inStages) Stages() iter.Seq[iter.Seq[enum.Shard]] {
	return func(yield func(iter.Seq[enum.Shard]) bool) { yield(s.Shards()) }
}

func TestStoredShardsAreWalkedAgainInTheStagesOfTheirSpace(t *testing.T) {
	space := space(t)
	for _, c := range []struct {
		space enum.Space
		want  bool
	}{{space, false}, {inStages{space}, true}} {
		if got := enum.Stages(storedSpace{c.space, nil}) != nil; got != c.want {
			t.Errorf("%T: the stored shards have stages: %t, want %t", c.space, got, c.want)
		}
	}
}

// TestARunThatCannotBeProvedHasOneFault audits runs whose header has another fingerprint, or other names of the
// verdicts.
func TestARunThatCannotBeProvedHasOneFault(t *testing.T) {
	for _, c := range []struct {
		claim  string
		change func(h *Header)
		want   string
		shards uint64 // whose sum is read
	}{
		{"its walk has another version", func(h *Header) { h.Fingerprint = "another version" }, "fault: run 1, a walk of wonderwall n=5, cannot be recomputed: it was " + ErrFingerprint.Error() + " (", 7},
		{"its verdicts have other names", func(h *Header) { h.Verdicts = []string{"yes", "no"} }, "fault: run 1, a walk of wonderwall n=5: " + ErrProof.Error() + ": its verdicts are ", 0},
	} {
		s := newStore(t)
		walkAs(t, s, small, smallSpace(t), enum.Part{})
		header := runs(t, s)[0].Header
		c.change(&header)
		inject(t, s, func(tx *db.Tx) error { return putHeader(tx, 1, header) })

		done, reports := audited(t, s.Path(), Audit{Rerun: Rerun{Share: 1, Workers: 1}, Record: true, Sign: newSigner(t)})
		if len(reports) != 1 || !strings.HasPrefix(reports[0], c.want) || done.Faults != 1 || done.Rerun != 0 || done.Shards != c.shards {
			t.Errorf("%s: %+v, it tells %q, want %q alone", c.claim, done, reports, c.want)
		}
		if r := runs(t, s)[0]; len(r.Checks) > 0 || r.Signature != "" {
			t.Errorf("%s: the run has the checks %v and the signature %q", c.claim, r.Checks, r.Signature)
		}
	}
}

// TestAuditComparesOnlyCompleteRuns checks half of a walk and a sample. The audit must not take them for whole runs,
// because it compares whole runs, and would find contradictions where there are none. In one case the space of the walk
// says that even half of the walk has too many classes: this must be an error.
func TestAuditComparesOnlyCompleteRuns(t *testing.T) {
	s := newStore(t)
	walkAs(t, s, small, smallSpace(t), enum.Part{Res: 0, Mod: 2})
	sample(t, s, throws(1, 30), 1)
	stored, err := s.match(func(Header) bool { return true })
	if err != nil || len(stored) != 2 {
		t.Fatal(len(stored), err)
	}
	for _, c := range []struct {
		claim    string
		run      int
		space    enum.Space
		finished bool
		fails    bool
	}{
		{"half of a walk is not finished", 0, smallSpace(t), false, false},
		{"half of a walk is called finished", 0, smallSpace(t), true, true},
		{"half of a walk has more classes than the space", 0, fewer{smallSpace(t)}, false, true},
		{"a sample is never whole", 1, throws(1, 30), false, false},
		{"a sample is called finished", 1, throws(1, 30), true, true},
	} {
		r := *stored[c.run]
		r.space = c.space
		if whole, err := r.auditShape(c.finished); whole || (err != nil) != c.fails {
			t.Errorf("%s: auditShape = %v, %v, want false, and an error: %v", c.claim, whole, err, c.fails)
		}
	}
}

// TestRunsOfUnknownSpacesAreComparedIfFinished audits two runs whose shards differ, of a size that the program does not
// have. Two unfinished runs may be different parts of the same result.
func TestRunsOfUnknownSpacesAreComparedIfFinished(t *testing.T) {
	unknown := func(Key) (enum.Space, error) { return nil, errors.New("this program has no such size") }
	s := newStore(t)
	for res := range uint64(2) {
		walkAs(t, s, small, smallSpace(t), enum.Part{Res: res, Mod: 2})
	}
	if done, reports := audited(t, s.Path(), Audit{Space: unknown}); done.Runs != 2 || done.Faults != 0 {
		t.Errorf("of two unfinished runs, the audit reports %+v, %q; want no fault", done, reports)
	}

	declare(t, s, 1)
	declare(t, s, 2)
	if done, reports := audited(t, s.Path(), Audit{Space: unknown}); done.Faults != 1 || !strings.Contains(strings.Join(reports, "\n"), ErrContradiction.Error()) {
		t.Errorf("of two finished runs, the audit reports %+v, %q; want a contradiction", done, reports)
	}
}

// fewer is a space that refuses every tally.
type fewer struct{ enum.Space }

func (fewer) Totals(*enum.Tally) (enum.Totals, error) {
	return enum.Totals{}, errors.New("it has fewer classes")
}
