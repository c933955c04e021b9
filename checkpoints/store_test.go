package checkpoints

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"enumerate/db"
	"enumerate/enum"
)

func TestOpenExistingCreatesNoDatabase(t *testing.T) {
	path := filepath.Join(t.TempDir(), "test.db")
	for name, open := range map[string]func(string) (*Store, error){"OpenExisting": OpenExisting, "OpenReadOnly": OpenReadOnly} {
		if s, err := open(path); s != nil || !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s = %v, %v, want %v", name, s, err, fs.ErrNotExist)
		}
		if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s creates a file: %v", name, err)
		}
	}
	walkAs(t, openStore(t, path), small, smallSpace(t), enum.Part{Res: 0, Mod: 2})
	s, err := OpenExisting(path)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	walkPart(t, resumeSmall(t, s), enum.Part{})
	if all := runs(t, s); len(all) != 1 || !all[0].Finished {
		t.Errorf("opened to write, it holds %+v", all)
	}
}

func TestADatabaseOfAnotherProgramsRunsIsNotOpened(t *testing.T) {
	s := newStore(t)
	walkAs(t, s, small, smallSpace(t), enum.Part{})
	inject(t, s, func(tx *db.Tx) error { _, err := tx.CreateRun([]byte("{}")); return err })
	const wrong = "run 2: the header does not identify a run"
	if again, err := Open(s.Path()); again != nil || err == nil || err.Error() != s.Path()+": "+wrong {
		t.Errorf("Open = %v, %v, want %s", again, err, wrong)
	}
	if _, err := s.Headers(); err == nil || err.Error() != s.Path()+": "+wrong {
		t.Errorf("Headers = %v, want %s", err, wrong)
	}
	if done, reports := audited(t, s.Path(), Audit{}); done.Runs != 1 || !slices.Equal(reports, []string{"fault: " + wrong}) {
		t.Errorf("an audit sees %d runs, and tells %q", done.Runs, reports)
	}
}

func TestATornDatabaseIsReported(t *testing.T) {
	s := newStore(t)
	if err := s.TornPage(); err != nil {
		t.Errorf("TornPage = %v of a sound file", err)
	}
	walkAs(t, s, small, smallSpace(t), enum.Part{})
	s.Close()
	data, err := os.ReadFile(s.Path())
	if err != nil {
		t.Fatal(err)
	}
	clear(data[int(transactionOf(data)+1)%2*diskPage:][:metaBytes])
	if err := os.WriteFile(s.Path(), data, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := openStore(t, s.Path()).TornPage(); !errors.Is(err, db.ErrTorn) {
		t.Errorf("TornPage = %v, want %v", err, db.ErrTorn)
	}
}

func TestDeleteReturnsWhatItDeletes(t *testing.T) {
	s := newStore(t)
	walkAs(t, s, small, smallSpace(t), enum.Part{})
	walkAs(t, s, key, space(t), enum.Part{Res: 0, Mod: 62})
	want := s.Path() + ": run 3: not found: enumerate runs lists the stored runs"
	if h, err := s.Delete(3); !errors.Is(err, db.ErrNotFound) || err.Error() != want || h.Ruleset != "" {
		t.Errorf("Delete = %v, %v, want %s", h, err, want)
	}
	if h, err := s.Delete(1); err != nil || h.Key != small {
		t.Errorf("Delete = %v, %v, want the %v", h, err, small)
	}
	if all := runs(t, s); len(all) != 1 || all[0].ID != 2 {
		t.Errorf("then there are %+v", all)
	}
}

func TestUnfinishedReturnsRunsOnce(t *testing.T) {
	s := newStore(t)
	walkPart(t, s.NewRun(small, smallSpace(t)), enum.Part{})
	walkAs(t, s, key, space(t), enum.Part{Res: 0, Mod: 31})
	list, at, err := s.Unfinished(0)
	if err != nil || len(list) != 1 || list[0].ID != 2 || list[0].Shards != 2 || list[0].Tally.SumAll().Sign() == 0 || at == 0 {
		t.Errorf("Unfinished = %+v, %d, %v, want run 2 of two shards", list, at, err)
	}
	if list, again, err := s.Unfinished(at); list != nil || again != at || err != nil {
		t.Errorf("nothing has changed, and Unfinished = %+v, %d, %v", list, again, err)
	}
	walkPart(t, resume(t, s, space(t)), enum.Part{Res: 1, Mod: 62})
	if list, later, err := s.Unfinished(at); len(list) != 1 || list[0].Shards != 3 || later <= at || err != nil {
		t.Errorf("a shard is stored, and Unfinished = %+v, %d, %v", list, later, err)
	}
}

func TestWithoutAHomeTheDatabaseHasNoDefault(t *testing.T) {
	for _, variable := range []string{"ENUMERATE_DB", "XDG_STATE_HOME", "HOME"} {
		t.Setenv(variable, "")
	}
	const want = "no home directory for the database: set --db PATH or ENUMERATE_DB"
	if path, err := DefaultPath(); path != "" || err == nil || err.Error() != want {
		t.Errorf("DefaultPath = %q, %v, want %s", path, err, want)
	}
}

func TestAMendedRunIsNotSigned(t *testing.T) {
	s := storeOf(t, "alpha")
	run := s.NewRun(small, smallSpace(t))
	walkPart(t, run, enum.Part{})
	signedRun(t, s, run)
	before := runs(t, s)[0]
	s.Close()
	flip(t, s.Path(), binary.BigEndian.AppendUint64(nil, 3), before.contents.shards[3].payload, 9)
	flip(t, s.Path(), []byte("total"), before.contents.total, 9)
	flip(t, s.Path(), binary.BigEndian.AppendUint64(nil, 1), []byte(`{"host":"alpha"`), 40)

	s = openStore(t, s.Path())
	var remarks []string
	s.Remark = func(text string) { remarks = append(remarks, text) }
	mended := resumeSmall(t, s)
	if len(remarks) != 1 || remarks[0] != "run 1, a walk of wonderwall n=5: shard 3 is damaged; the lost shards are recomputed" {
		t.Errorf("it says %q", remarks)
	}
	if in := mended.contents; in.total != nil || in.damage != nil || in.lostShards != nil || in.lostContributors != nil || len(in.shards) != 6 || in.sum.Shards != 6 || mended.header.Signature != "" {
		t.Errorf("resumed, it is %+v, signed %q", in, mended.header.Signature)
	}
	after := runs(t, s)[0]
	if after.Damage != nil || after.Finished || after.Signature != "" || contributorsOf(after) != "unknown 6" || after.contents.contributors.get(1) != (Contributor{}) {
		t.Errorf("then it is stored as %+v, made by %s", after, contributorsOf(after))
	}
	resumeSmall(t, s)
	if len(remarks) != 1 {
		t.Errorf("resumed again, it says %q", remarks)
	}
}

func TestAMendedRunOfUnknownContributorsKeepsItsShards(t *testing.T) {
	s := storeOf(t, "alpha")
	walkPart(t, s.NewRun(small, smallSpace(t)), enum.Part{Res: 1, Mod: 2})
	s.Close()
	flip(t, s.Path(), binary.BigEndian.AppendUint64(nil, 1), []byte(`{"host":"alpha"`), 40)

	s = openStore(t, s.Path())
	var remarks []string
	s.Remark = func(text string) { remarks = append(remarks, text) }
	mended := resumeSmall(t, s)
	const want = "run 1, a walk of wonderwall n=5: contributor 1 is damaged; the contributors of some shards are unknown now"
	if len(remarks) != 1 || remarks[0] != want || len(mended.contents.shards) != 3 {
		t.Errorf("it has %d shards and says %q, want 3 and %q", len(mended.contents.shards), remarks, want)
	}
}

func TestADamagedRunNamesItsDamagedRecords(t *testing.T) {
	for _, c := range []struct {
		shards, contributors []uint64
		want                 string
	}{
		{nil, nil, "its total is damaged"},
		{[]uint64{7}, nil, "shard 7 is damaged"},
		{[]uint64{7, 9}, []uint64{1}, "shard 7 and 1 more are damaged"},
		{nil, []uint64{2}, "contributor 2 is damaged"},
		{nil, []uint64{2, 3, 4}, "contributor 2 and 2 more are damaged"},
	} {
		if got := (&contents{lostShards: c.shards, lostContributors: c.contributors}).describeLost(); got != c.want {
			t.Errorf("shards %v and contributors %v: %q, want %q", c.shards, c.contributors, got, c.want)
		}
	}
}

// TestAPartThatHasNoShardsHasAResult: a walk can be divided into more parts than it has shards. A whole run without
// shards must fail its proof.
func TestAPartThatHasNoShardsHasAResult(t *testing.T) {
	s := newStore(t)
	part := enum.Part{Res: 98, Mod: 100}
	result, err := s.NewRun(small, smallSpace(t)).Finish(part)
	if err != nil || result.Key != small || result.Part != part || result.Space == nil || result.Shards != 0 || result.Totals.Coverage.Sign() != 0 || result.Checks != (enum.Checks{}) {
		t.Errorf("Finish = %+v, %v", result, err)
	}
	result, err = s.NewRun(small, smallSpace(t)).Finish(enum.Part{})
	if !errors.Is(err, ErrProof) || !strings.HasPrefix(err.Error(), s.Path()+": run 0, a walk of wonderwall n=5: a result proves itself wrong: ") {
		t.Errorf("of the whole, Finish = %+v, %v, want %v", result, err, ErrProof)
	}
}

// TestARunIsReplacedOnlyIfItAgreesOrCannotBeCompared finishes a run next to an older run of the same size, which must
// be deleted if it agrees. It must also be deleted if the two cannot be compared, because it is unfinished and cut into
// other shards.
func TestARunIsReplacedOnlyIfItAgreesOrCannotBeCompared(t *testing.T) {
	honest := smallSpace(t)
	for _, c := range []struct {
		claim string
		other enum.Space
		part  enum.Part
		kind  error
		fate  Fate
		want  string
	}{
		{"a finished run of another version of the method that agrees", renamed{honest}, enum.Part{}, nil, Replaced, ""},
		{"a finished run of another version of the method that differs", renamed{lying{honest, 3}}, enum.Part{}, ErrContradiction, 0, "solvable classes in one, "},
		{"an unfinished run of another version of the method, though it differs", renamed{lying{honest, 0}}, enum.Part{Res: 0, Mod: 2}, nil, Outdated, ""},
		{"a run of the same enumeration with a shard that differs", lying{honest, 3}, enum.Part{Res: 1, Mod: 2}, ErrContradiction, 0, "shard 3 has "},
	} {
		s := newStore(t)
		walkPart(t, s.NewRun(small, c.other), c.part)
		r := s.NewRun(small, honest)
		if err := r.Walk(t.Context(), enum.Plan{Workers: 1}, nil); err != nil {
			t.Fatal(err)
		}
		result, err := r.Finish(enum.Part{})
		if c.kind == nil && (err != nil || len(result.Others) != 1 || result.Others[0].ID != 1 || result.Others[0].Fate != c.fate || len(runs(t, s)) != 1) {
			t.Errorf("%s: Finish = %+v, %v, want that it is fate %d", c.claim, result.Others, err, c.fate)
		}
		if c.kind != nil && (!errors.Is(err, c.kind) || !strings.HasPrefix(err.Error(), s.Path()+": run 1 is not replaced by run 2: ") || !strings.Contains(err.Error(), c.want) ||
			result.Tally != nil || len(runs(t, s)) != 2 || runs(t, s)[1].Finished) {
			t.Errorf("%s: Finish = %+v, %v, want %v with %q", c.claim, result, err, c.kind, c.want)
		}
	}
}

// TestARunThatWasCutInAnotherWayIsProvedByItsTotals stores a finished run of an older program with a single shard. A
// new run with the same totals must replace it.
func TestARunThatWasCutInAnotherWayIsProvedByItsTotals(t *testing.T) {
	s := newStore(t)
	h := newHeader(small, renamed{smallSpace(t)}, now())
	all := enum.NewTally(2)
	for _, r := range tallies(t, smallSpace(t)) {
		all.Merge(r.Tally)
	}
	inject(t, s, func(tx *db.Tx) error {
		run, err := createRun(tx, h)
		return errors.Join(err, tx.PutShard(run, 0, encodeBars(t, all)), tx.PutTotal(run, encodeBars(t, all)))
	})
	proved, err := s.ExactRuns(ofRuleset("wonderwall"), spaceOf, unremarked)
	if err != nil || len(proved) != 1 || proved[0].Checks != (enum.Checks{Games: "ok", Classes: "ok"}) {
		t.Errorf("ExactRuns = %+v, %v, want the run", proved, err)
	}
	walkPart(t, s.NewRun(small, smallSpace(t)), enum.Part{})
	if all := runs(t, s); len(all) != 1 || all[0].ID != 2 {
		t.Errorf("a run of this program that agrees does not take its place: %+v", all)
	}
}

// TestAStoredTotalIsTheSumOfTheShards stores a wrong total, or one that cannot be decoded, for a finished run. Finish
// and an audit must report it.
func TestAStoredTotalIsTheSumOfTheShards(t *testing.T) {
	for _, c := range []struct {
		claim string
		total payload
		kind  error
		want  string
	}{
		{"another total", encodeBars(t, bars(1)), ErrContradiction, "run 1, a walk of wonderwall n=5: results contradict each other: its shards do not sum to its stored total"},
		{"a total that is none", payload("rubbish"), nil, "the total of run 1: "},
	} {
		s := newStore(t)
		walkPart(t, s.NewRun(small, smallSpace(t)), enum.Part{})
		inject(t, s, func(tx *db.Tx) error { return tx.PutTotal(1, c.total) })
		_, err := resumeSmall(t, s).Finish(enum.Part{})
		if err == nil || !strings.HasPrefix(err.Error(), s.Path()+": "+c.want) || c.kind != nil && !errors.Is(err, c.kind) {
			t.Errorf("%s: Finish = %v, want %q", c.claim, err, c.want)
		}
		_, reports := audited(t, s.Path(), Audit{})
		if len(reports) != 1 || !strings.HasPrefix(reports[0], "fault: "+c.want) {
			t.Errorf("%s: an audit tells %q", c.claim, reports)
		}
	}
}

// TestContributorsOfOlderRunsAreAdded adds the contributors in the header of an older program's run to a header that
// lists contributors already. Equal contributors must become one.
func TestContributorsOfOlderRunsAreAdded(t *testing.T) {
	full := Header{}
	for i := range mostListed {
		full.Contributors = append(full.Contributors, Contributor{Host: fmt.Sprint(i), Shards: 1})
	}
	few := Header{Contributors: []Contributor{{Host: "a", Shards: 3}, {Host: "b", Shards: 2}}}
	for _, c := range []struct {
		claim         string
		into, from    Header
		stored, added uint64
		want          []uint64 // the numbers of shards of the first contributors
		contributors  int
	}{
		{"others", few, Header{Contributors: []Contributor{{Host: "c", Shards: 5}}}, 5, 5, []uint64{3, 2, 5}, 3},
		{"one of them", few, Header{Contributors: []Contributor{{Host: "b", Shards: 5}}}, 5, 5, []uint64{3, 7}, 2},
		{"one with another version", few, Header{Contributors: []Contributor{{Host: "b", Version: "2", Shards: 5}}}, 5, 5, []uint64{3, 2, 5}, 3},
		{"one of which no shard is new", few, Header{Contributors: []Contributor{{Host: "c", Shards: 5}}}, 5, 0, []uint64{3, 2}, 2},
		{"one of them, in part", few, Header{Contributors: []Contributor{{Host: "b", Shards: 5}}}, 5, 4, []uint64{3, 6}, 2},
		{"one of them with as many shards as there may be", few, Header{Contributors: []Contributor{{Host: "b", Shards: mostShards}}}, mostShards, mostShards, []uint64{3, mostShards}, 2},
		{"one more than there may be", full, few, 5, 5, []uint64{1, 1}, mostListed},
		{"one of as many as there may be", full, Header{Contributors: []Contributor{{Host: "1", Shards: 4}}}, 4, 4, []uint64{1, 5}, mostListed},
	} {
		h := c.into
		before := slices.Clone(h.Contributors)
		h.inherit(c.from, c.stored, c.added)
		if len(h.Contributors) != c.contributors || !slices.EqualFunc(h.Contributors[:len(c.want)], c.want, func(m Contributor, shards uint64) bool { return m.Shards == shards }) {
			t.Errorf("%s: %d contributors, the first are %+v; want %d, of %v shards", c.claim, len(h.Contributors), h.Contributors[:min(3, len(h.Contributors))], c.contributors, c.want)
		}
		if !slices.Equal(c.into.Contributors, before) {
			t.Errorf("%s: the header that was there has changed", c.claim)
		}
	}
}

// TestContributorsOfAnOlderPartGoAlong merges parts of a run of older programs, in which only the headers name the
// contributors, not the shards. The merged run must list these contributors too.
func TestContributorsOfAnOlderPartGoAlong(t *testing.T) {
	right := tallies(t, smallSpace(t))
	older := func(host string, ids ...int) *Store {
		s := newStore(t)
		h := newHeader(small, smallSpace(t), now())
		h.Contributors = []Contributor{{Host: host, Version: "1", Started: now(), Shards: uint64(len(ids))}}
		inject(t, s, func(tx *db.Tx) error {
			run, err := createRun(tx, h)
			for _, id := range ids {
				data, failed := encodeTally(right[id].Tally, right[id].Took)
				err = errors.Join(err, failed, tx.PutShard(run, uint64(id), data))
			}
			return err
		})
		return s
	}
	s := storeOf(t, "new")
	walkAs(t, s, small, smallSpace(t), enum.Part{Res: 0, Mod: 7})
	for _, c := range []struct {
		from *Store
		want string
	}{
		{older("alpha", 1, 2), "alpha 2, new 1, unknown 0"},
		{older("beta", 0, 2, 3), "alpha 2, beta 1, new 1, unknown 0"},
		{older("alpha", 4, 5), "alpha 4, beta 1, new 1, unknown 0"},
		{older("alpha", 4, 5), "alpha 4, beta 1, new 1, unknown 0"},
	} {
		if _, err := mergeAll(s, c.from); err != nil {
			t.Fatal(err)
		}
		wantContributors(t, s, c.want)
	}
}

// TestAContributorIsEnlistedOnce adds contributors to a run through two rosters, as two processes do. A roster may not
// know what the other has stored.
func TestAContributorIsEnlistedOnce(t *testing.T) {
	s := newStore(t)
	inject(t, s, func(tx *db.Tx) error { _, err := createRun(tx, newHeader(small, smallSpace(t), now())); return err })
	one, two := &roster{numbers: make(map[Contributor]uint32)}, &roster{numbers: make(map[Contributor]uint32)}
	for _, c := range []struct {
		claim       string
		roster      *roster
		contributor Contributor
		want        uint32
		list        int // contributors that the roster has then
	}{
		{"the first", one, Contributor{Host: "a", Version: "1"}, 1, 1},
		{"it is there", one, Contributor{Host: "a", Version: "1", Shards: 7}, 1, 1},
		{"nobody", one, Contributor{}, 0, 1},
		{"another version", one, Contributor{Host: "a", Version: "2"}, 2, 2},
		{"a worker on the same machine", one, Contributor{Host: "a", Version: "1", Key: "ann"}, 3, 3},
		{"the worker on another machine", one, Contributor{Host: "b", Version: "1", Key: "ann"}, 3, 3},
		{"others have been added meanwhile", two, Contributor{Host: "c", Version: "1"}, 4, 4},
		{"one of which is there", two, Contributor{Host: "a", Version: "2"}, 2, 4},
	} {
		inject(t, s, func(tx *db.Tx) error {
			index, err := c.roster.enlist(tx, 1, c.contributor)
			if index != c.want || len(c.roster.list) != c.list {
				t.Errorf("%s: it is contributor %d of %d, %v; want %d of %d", c.claim, index, len(c.roster.list), err, c.want, c.list)
			}
			return err
		})
	}
	enlisted := func() (list []Contributor) {
		inject(t, s, func(tx *db.Tx) error {
			r, err := readRoster(tx, 1, nil, nil)
			if err == nil {
				list = r.list
			}
			return err
		})
		return list
	}
	list := enlisted()
	if len(list) != 4 {
		t.Errorf("%d contributors are stored, want 4", len(list))
	}
	for i, m := range list {
		if m.Shards != 0 || m.Started.IsZero() {
			t.Errorf("contributor %d is stored as %+v, want the time when it began, and no shards", i+1, m)
		}
	}
	inject(t, s, func(tx *db.Tx) error {
		full := &roster{list: make([]Contributor, MostContributors), numbers: make(map[Contributor]uint32)}
		if index, err := full.enlist(tx, 1, Contributor{Host: "d"}); index != 0 || err != nil {
			t.Errorf("one more than there may be is contributor %d, %v, want nobody", index, err)
		}
		if index, err := one.enlist(tx, 1, Contributor{Host: "\x1b"}); index != 0 || err == nil {
			t.Errorf("one that cannot be printed is contributor %d", index)
		}
		if one.get(0) != (Contributor{}) || one.get(3).Key != "ann" || one.get(4) != (Contributor{}) {
			t.Errorf("the contributors are %+v", one.list)
		}
		return nil
	})
	if again := enlisted(); len(again) != len(list) {
		t.Errorf("there are %d contributors, %d before", len(again), len(list))
	}
}

// TestOneContributorIsShownOnce lists contributors. One is stored as two workers on the same machine, and one both in
// the header and in a separate record. Each must have all its shards and its earliest time.
func TestOneContributorIsShownOnce(t *testing.T) {
	early, late := now().AddDate(-1, 0, 0), now()
	in := &contents{contributors: &roster{list: []Contributor{
		{Host: "a", Version: "1", Started: late, Key: "ann", BanReason: "it was wrong"}, {Host: "a", Version: "1", Started: early, Key: "ben"},
		{Host: "b", Version: "1", Started: late}, {}, {Host: "idle", Version: "1", Started: late}, {Host: "old", Version: "1", Started: early},
	}}}
	for i, contributor := range []uint32{1, 1, 2, 3, 4, 6, 0, 0, 9} {
		in.shards = append(in.shards, shard{uint64(i), payload{1}.withProvenance(Provenance{Contributor: contributor})})
	}
	got := in.listContributors(Header{Contributors: []Contributor{{Host: "old", Version: "1", Started: late, Shards: 2}}})
	want := []Contributor{
		{Host: "old", Version: "1", Started: early, Shards: 3}, {Host: "a", Version: "1", Started: early, Shards: 3}, {Host: "b", Version: "1", Started: late, Shards: 1},
	}
	if !slices.Equal(got, want) {
		t.Errorf("shown are %+v, want %+v", got, want)
	}
}

func TestSpacesAreFoundByName(t *testing.T) {
	dicey := Spaces([]*enum.Ruleset{dice}, nil)
	for _, c := range []struct {
		claim string
		of    func(Key) (enum.Space, error)
		key   Key
		want  string
	}{
		{"a walk", spaceOf, small, "<nil>"},
		{"a sample", dicey, KeyOf(throws(1, 1)), "<nil>"},
		{"a method that is not there", spaceOf, smallGuess, `this program has no method "guess"`},
		{"a sample of what cannot be drawn", Spaces([]*enum.Ruleset{{Name: "still"}}, nil), Key{Ruleset: "still", Size: 1, Method: enum.Sample}, "games of still cannot be drawn at random"},
	} {
		space, err := c.of(c.key)
		if fmt.Sprint(err) != c.want || (space != nil) != (err == nil) {
			t.Errorf("%s: %v, %v, want %s", c.claim, space, err, c.want)
		}
	}
	if _, err := dicey(small); err == nil {
		t.Error("a ruleset that is not there has a space")
	}
	asked := Key{}
	count := Key{Ruleset: "wonderwall", Size: 5, Method: "count"}
	means := func(k Key) enum.Means { asked = k; return enum.Means{} }
	if _, err := Spaces([]*enum.Ruleset{request(t, "count").Ruleset}, means)(count); err != nil || asked != count {
		t.Errorf("the means are asked for of %v, %v", asked, err)
	}
}

func TestAnObserverSeesARequest(t *testing.T) {
	s := newStore(t)
	q := request(t, enum.Walk)
	q.Size, q.Workers, q.Part = small.Size, 1, enum.Part{Res: 0, Mod: 2}
	var events []string
	o := Observer{
		Begin: func(_ context.Context, space enum.Space, found Sum) error {
			events = append(events, fmt.Sprintf("begin with %d", found.Shards))
			return nil
		},
		Shard:  func(r enum.Result) { events = append(events, fmt.Sprint(r.Shard.ID)) },
		End:    func() { events = append(events, "end") },
		Remark: func(text string) { events = append(events, text) },
	}
	if _, err := s.Run(t.Context(), q, o); err != nil {
		t.Fatal(err)
	}
	q.Part = enum.Part{}
	if _, err := s.Run(t.Context(), q, o); err != nil {
		t.Fatal(err)
	}
	want := []string{"begin with 0", "0", "6", "4", "2", "end",
		"run 1, a walk of wonderwall n=5, is not finished: use --resume to continue it; this command starts a new run",
		"begin with 0", "0", "4", "1", "5", "2", "6", "3", "end"}
	if !slices.Equal(events, want) {
		t.Errorf("it is told %q, want %q", events, want)
	}
}
