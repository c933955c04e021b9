package checkpoints

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/crypto/ssh"

	"enumerate/db"
	"enumerate/enum"
)

func TestAHeaderThatCannotBeReadIsNotStored(t *testing.T) {
	s := newStore(t)
	unprintable := small
	unprintable.Ruleset = "\x1b"
	const want = `the header is not one of this program: the name "\x1b" is not printable`
	if err := s.NewRun(unprintable, smallSpace(t)).Walk(t.Context(), enum.Plan{Workers: 1}, nil); err == nil || err.Error() != s.Path()+": "+want {
		t.Errorf("Walk = %v, want %s", err, want)
	}
	if all := runs(t, s); len(all) != 0 {
		t.Errorf("stored is %+v", all)
	}
	walkAs(t, s, small, smallSpace(t), enum.Part{})
	h := runs(t, s)[0].Header
	h.Ruleset = unprintable.Ruleset
	inject(t, s, func(tx *db.Tx) error {
		if err := putHeader(tx, 1, h); err == nil || err.Error() != want {
			t.Errorf("putHeader = %v, want %s", err, want)
		}
		return nil
	})
	if all := runs(t, s); len(all) != 1 || all[0].Ruleset != small.Ruleset {
		t.Errorf("then there are %+v", all)
	}
}

// TestDifferentShardsAreErrors compares two payloads of a shard. Their times and contributors may differ.
func TestDifferentShardsAreErrors(t *testing.T) {
	right := encodeBars(t, bars(1))
	h := newHeader(small, smallSpace(t), now())
	for _, c := range []struct {
		claim       string
		there, here payload
		want        string
	}{
		{"the same", right, right, "<nil>"},
		{"the same by others, in another time", Entry{Provenance: Provenance{1, 2}, Took: 7, Tally: right[1:]}.Encode(), right, "<nil>"},
		{"another one", encodeBars(t, bars(2)), right, "results contradict each other: shard 7 has 1 solvable classes with |Aut| = 2 in one, 0 in the other"},
		{"one without a time", payload{}, right, "its time cannot be read"},
		{"one without a time here", right, payload{}, "its time cannot be read"},
		{"one of other verdicts", encodeBars(t, enum.NewTally(3)), right, "3 verdicts, expected 2"},
		{"one of other verdicts here", right, encodeBars(t, enum.NewTally(3)), "3 verdicts, expected 2"},
	} {
		if err := h.compareShard(7, c.there, c.here); fmt.Sprint(err) != c.want {
			t.Errorf("%s: compareShard = %v, want %s", c.claim, err, c.want)
		}
	}
}

func TestCountedThingsAreNamed(t *testing.T) {
	for _, c := range []struct {
		method string
		key    uint64
		want   string
	}{
		{enum.Walk, 3, "won classes with |Aut| = 3"},
		{enum.Walk, enum.NoClass, "won games outside classes"},
		{enum.Sample, 1, "won trials"},
		{"count", enum.NoClass + 1, fmt.Sprintf("won under key %d", enum.NoClass+1)},
		{"count", 0, "won under key 0"},
	} {
		if got := (Key{Method: c.method}).counted("won", c.key); got != c.want {
			t.Errorf("%s, key %d: %q, want %q", c.method, c.key, got, c.want)
		}
	}
}

// mostBars returns an encoded tally whose histogram has the largest allowed number of bars. oneBar returns a tally with
// a single, other bar. Each can be stored, but their sum has a bar too many.
var mostBars = sync.OnceValues(func() (payload, error) { return encodeTally(bars(MostBars), 0) })

func oneBar(t testing.TB) payload {
	t.Helper()
	tally := enum.NewTally(2)
	tally.Add(1, 1, 1)
	data, err := encodeTally(tally, 0)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestRunsTogetherCountNoMoreThanMayBeStored merges two runs whose tallies together have one bar too many. The merge
// must leave the database as it was.
func TestRunsTogetherCountNoMoreThanMayBeStored(t *testing.T) {
	most, err := mostBars()
	if err != nil {
		t.Fatal(err)
	}
	one, other := newStore(t), newStore(t)
	store := func(s *Store, id uint64, data payload) {
		inject(t, s, func(tx *db.Tx) error {
			run, err := createRun(tx, newHeader(small, smallSpace(t), now()))
			return errors.Join(err, tx.PutShard(run, id, data))
		})
	}
	store(one, 1, oneBar(t))
	store(other, 0, most)
	const want = "its shards together have histograms of at least 65537 bars; the limit is 65536"
	if _, err := mergeAll(one, other); !errors.Is(err, errRecord) || !strings.HasSuffix(err.Error(), want) {
		t.Errorf("Merge = %v, want %s", err, want)
	}
	if all := runs(t, one); len(all) != 1 || all[0].Shards != 1 {
		t.Errorf("then there are %+v, want one shard", all)
	}
}

// TestImpossiblePartIsRefused finishes a part of a run after another process has stored an impossible or damaged shard
// in the run, or has deleted the run. In the first row nothing happens to the run.
func TestImpossiblePartIsRefused(t *testing.T) {
	part := enum.Part{Res: 3, Mod: 7}
	for _, c := range []struct {
		claim     string
		meanwhile func(s *Store)
		kind      error
		want      string
	}{
		{"nothing befalls it", func(*Store) {}, nil, ""},
		{"automorphisms that there cannot be", func(s *Store) {
			wrong := enum.NewTally(2)
			wrong.Add(0, 7, 1)
			inject(t, s, func(tx *db.Tx) error { return tx.ReplaceShard(1, 3, encodeBars(t, wrong)) })
		}, ErrProof, "1 classes with 7 automorphisms: that does not divide the order of the group, 120"},
		{"the run is gone", func(s *Store) { inject(t, s, func(tx *db.Tx) error { return tx.DeleteRun(1) }) }, db.ErrReplaced,
			"run 1, a walk of wonderwall n=5: moved, removed or replaced while open: the run was deleted; restore the file, or start again"},
		{"the run is damaged", func(s *Store) { putShard(t, s, 1, 5, []byte("rubbish")) }, errRecord, "run 1, shard 5: not a record of this program: "},
	} {
		s := newStore(t)
		r := s.NewRun(small, smallSpace(t))
		if err := r.Walk(t.Context(), enum.Plan{Workers: 1, Part: part}, nil); err != nil {
			t.Fatal(err)
		}
		c.meanwhile(s)
		result, err := r.Finish(part)
		if !errors.Is(err, c.kind) || err != nil && (!strings.HasPrefix(err.Error(), s.Path()+": ") || !strings.Contains(err.Error(), c.want) || result.Tally != nil) || err == nil && result.Shards != 1 {
			t.Errorf("%s: Finish = %+v, %v, want %v with %q", c.claim, result, err, c.kind, c.want)
		}
		if err := r.Declare(); c.kind != nil && !errors.Is(err, c.kind) && c.kind != ErrProof || err == nil {
			t.Errorf("%s: Declare = %v", c.claim, err)
		}
	}
	s := newStore(t)
	if err := s.NewRun(small, smallSpace(t)).Declare(); err != nil || len(runs(t, s)) != 0 {
		t.Errorf("of a run of which nothing is stored, Declare = %v", err)
	}
}

// TestDeclareStoresNoTotalForASample calls Declare, which stores the total of a complete run, for a sample. A total
// would mark the sample as finished, although trials can always be added.
func TestDeclareStoresNoTotalForASample(t *testing.T) {
	s := newStore(t)
	sample(t, s, throws(1, 30), 1)
	run, err := s.Served(KeyOf(throws(1, 1)), throws(1, 100))
	if err != nil {
		t.Fatal(err)
	}
	if err := run.Declare(); err != nil || runs(t, s)[0].Finished {
		t.Errorf("Declare = %v, and it is finished: %v", err, runs(t, s)[0].Finished)
	}
	var drained []uint64
	for e := range run.Drain() {
		if drained = append(drained, e.Shard); len(drained) == 2 {
			break
		}
	}
	for e := range run.Drain() {
		drained = append(drained, e.Shard)
	}
	if !slices.Equal(drained, []uint64{0, 1}) {
		t.Errorf("the shards %d are drained, want the first two, and then none", drained)
	}
}

func TestAKeyThatIsNotOfEd25519DoesNotSign(t *testing.T) {
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	block, err := ssh.MarshalPrivateKey(private, "")
	if err != nil {
		t.Fatal(err)
	}
	const want = `a key of type "ecdsa-sha2-nistp256", but only Ed25519 keys can sign: make one with ssh-keygen -t ed25519 -N '' -f FILE`
	if signer, err := ParseSigner(pem.EncodeToMemory(block)); signer != nil || err == nil || err.Error() != want {
		t.Errorf("ParseSigner = %v, %v, want %s", signer, err, want)
	}
}

// TestARunWithoutShardsNeedsNoSignature offers unsigned runs for a merge that accepts only signed runs. A run without
// shards has nothing to merge.
func TestARunWithoutShardsNeedsNoSignature(t *testing.T) {
	s := newStore(t)
	inject(t, s, func(tx *db.Tx) error { _, err := createRun(tx, newHeader(small, smallSpace(t), now())); return err })
	offer, err := s.Offer()
	if err == nil {
		err = offer.Signed(Trusted{"SHA256:ann": "ann"})
	}
	if err != nil {
		t.Errorf("an empty run: %v", err)
	}
	walkAs(t, s, key, space(t), enum.Part{Res: 0, Mod: 62})
	if offer, err = s.Offer(); err == nil {
		err = offer.Signed(Trusted{"SHA256:ann": "ann"})
	}
	if !errors.Is(err, ErrSignature) || !strings.Contains(err.Error(), ": run 2, ") {
		t.Errorf("beside one that is not signed: %v", err)
	}
}

func TestSalvageChecksEachRecord(t *testing.T) {
	header, err := newHeader(small, smallSpace(t), now()).encode()
	if err != nil {
		t.Fatal(err)
	}
	by := func(contributor, confirmer uint32) []byte {
		return encodeBars(t, bars(1)).withProvenance(Provenance{contributor, confirmer})
	}
	two := enum.NewTally(2)
	two.Add(0, 1, 2)
	contributor, err := Contributor{Host: "a", Version: "1"}.Encode()
	if err != nil {
		t.Fatal(err)
	}
	most, err := mostBars()
	if err != nil {
		t.Fatal(err)
	}
	const name = "run 4, a walk of wonderwall n=5"
	for _, c := range []struct {
		claim        string
		left         db.Salvaged
		err          string
		faults       []string
		shards       []Provenance // from shard 0 on
		contributors []Contributor
		total        bool
	}{
		{"all", db.Salvaged{Header: header, Contributors: map[uint64][]byte{1: contributor}, Shards: map[uint64][]byte{0: by(1, 0), 1: by(0, 1)}, Total: encodeBars(t, two)},
			"<nil>", nil, []Provenance{{1, 0}, {0, 1}}, []Contributor{{Host: "a", Version: "1"}}, true},
		{"no header", db.Salvaged{}, "its header is damaged", nil, nil, nil, false},
		{"a header that is none", db.Salvaged{Header: []byte("{}")}, "the header does not identify a run", nil, nil, nil, false},
		{"a contributor is lost between two", db.Salvaged{Header: header, Contributors: map[uint64][]byte{1: contributor, 3: contributor}, Shards: map[uint64][]byte{0: by(3, 2)}},
			"<nil>", []string{name + ", contributor 2 is lost"}, []Provenance{{3, 2}}, []Contributor{{Host: "a", Version: "1"}, {}, {Host: "a", Version: "1"}}, false},
		{"a contributor that is none", db.Salvaged{Header: header, Contributors: map[uint64][]byte{1: []byte(`{"host":"\u001b"}`)}},
			"<nil>", []string{name + ", contributor 1 is lost"}, nil, []Contributor{{}}, false},
		{"the last contributors are lost", db.Salvaged{Header: header, Contributors: map[uint64][]byte{1: contributor}, Shards: map[uint64][]byte{0: by(2, 0), 1: by(1, 2), 2: by(1, 1)}},
			"<nil>", nil, []Provenance{{}, {}, {1, 1}}, []Contributor{{Host: "a", Version: "1"}}, false},
		{"a contributor of a number above all others", db.Salvaged{Header: header, Contributors: map[uint64][]byte{MostContributors + 1: contributor}}, "contributor 1048577 is above the limit 1048576", nil, nil, nil, false},
		{"a shard that is none", db.Salvaged{Header: header, Shards: map[uint64][]byte{0: by(0, 0), 1: []byte("rubbish")}},
			"<nil>", []string{name + ", shard 1: not a record of this program: "}, []Provenance{{}}, nil, false},
		{"shards that sum to too much", db.Salvaged{Header: header, Shards: map[uint64][]byte{0: most, 1: oneBar(t)}},
			"not a record of this program: its shards together have histograms of at least 65537 bars; the limit is 65536", nil, []Provenance{{}}, nil, false},
		{"a total of more", db.Salvaged{Header: header, Shards: map[uint64][]byte{0: by(0, 0)}, Total: encodeBars(t, two)},
			"<nil>", []string{name + ", was finished, and some of its shards are lost"}, []Provenance{{}}, nil, false},
		{"a total that is none", db.Salvaged{Header: header, Shards: map[uint64][]byte{0: by(0, 0)}, Total: []byte("rubbish")},
			"<nil>", []string{name + ", was finished, and some of its shards are lost"}, []Provenance{{}}, nil, false},
	} {
		c.left.Run = 4
		var faults []string
		run, err := salvage(c.left, func(err error) { faults = append(faults, err.Error()) })
		if fmt.Sprint(err) != c.err || !slices.EqualFunc(faults, c.faults, strings.HasPrefix) || run.Finished != c.total || run.From != 4 && c.left.Header != nil {
			t.Errorf("%s: salvage = %+v, %v, %q; want %s, %q", c.claim, run.Finished, err, faults, c.err, c.faults)
		}
		if err != nil {
			continue
		}
		var who []Provenance
		for i, s := range run.contents.shards {
			e, err := s.split()
			who = append(who, e.Provenance)
			if err != nil || s.id != uint64(i) {
				t.Errorf("%s: shard %d is salvaged as %d, %v", c.claim, i, s.id, err)
			}
		}
		if !slices.Equal(who, c.shards) || !slices.Equal(run.contents.contributors.list, c.contributors) || run.Shards != uint64(len(c.shards)) {
			t.Errorf("%s: %d shards by %v of %+v, want %v of %+v", c.claim, run.Shards, who, run.contents.contributors.list, c.shards, c.contributors)
		}
	}
}

// TestSalvageWritesANewDatabase salvages an undamaged file, and one with a damaged shard and a run with an impossible
// header.
func TestSalvageWritesANewDatabase(t *testing.T) {
	s := newStore(t)
	run := s.NewRun(small, smallSpace(t))
	walkPart(t, run, enum.Part{})
	signedRun(t, s, run)
	lost := runs(t, s)[0].contents.shards[3].payload
	sound := filepath.Join(t.TempDir(), "sound.db")
	salvaged, err := Salvage(s.Path(), sound, spaceOf, func(err error) { t.Error(err) })
	if err != nil || len(salvaged) != 1 || salvaged[0].ID != 1 || salvaged[0].From != 1 || salvaged[0].Missing.Shards != 0 || !salvaged[0].Finished || contributorsOf(salvaged[0].Summary) != contributorsOf(runs(t, s)[0]) {
		t.Errorf("Salvage = %+v, %v, want the run", salvaged, err)
	}
	if all := runs(t, openStore(t, sound)); len(all) != 1 || !all[0].Finished || all[0].Signature == "" || contributorsOf(all[0]) != contributorsOf(runs(t, s)[0]) {
		t.Errorf("of a sound file is salvaged %+v", all)
	}

	inject(t, s, func(tx *db.Tx) error {
		_, err := tx.CreateRun([]byte("{}"))
		return err
	})
	s.Close()
	flip(t, s.Path(), []byte{0, 0, 0, 0, 0, 0, 0, 3}, lost, 9)
	into := filepath.Join(t.TempDir(), "new.db")
	var faults []string
	salvaged, err = Salvage(s.Path(), into, spaceOf, func(err error) {
		faults = append(faults, strings.ReplaceAll(err.Error(), s.Path(), "PATH"))
	})
	if err != nil || len(salvaged) != 1 || salvaged[0].Missing.Shards != 1 || salvaged[0].Finished {
		t.Errorf("Salvage = %+v, %v, want the first run, without a shard", salvaged, err)
	}
	for _, want := range []string{"PATH: run 2 is lost, with 0 shards: the header does not identify a run", "run 1, a walk of wonderwall n=5, was finished, and some of its shards are lost"} {
		if !slices.Contains(faults, want) {
			t.Errorf("it tells %q, want %q", faults, want)
		}
	}
	if all := runs(t, openStore(t, into)); len(all) != 1 || all[0].Finished || all[0].Signature != "" || all[0].Shards != 6 {
		t.Errorf("salvaged is %+v, want 6 shards that nobody has signed", all)
	}

	empty := newStore(t)
	for _, c := range []struct {
		path string
		kind error
	}{{filepath.Join(t.TempDir(), "none.db"), os.ErrNotExist}, {empty.Path(), db.ErrCorrupt}} {
		into := filepath.Join(t.TempDir(), "nothing.db")
		if list, err := Salvage(c.path, into, spaceOf, func(err error) { t.Error(err) }); list != nil || !errors.Is(err, c.kind) {
			t.Errorf("Salvage = %+v, %v, want %v", list, err, c.kind)
		}
		if _, err := os.Lstat(into); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("a file is made of nothing: %v", err)
		}
	}
	if _, err := Salvage(sound, filepath.Join(sound, "new.db"), spaceOf, func(err error) { t.Error(err) }); err == nil {
		t.Error("a file is made in a file")
	}
}

// TestMissingShardsOfKnownRunsAreListed salvages four unfinished runs. Only for the first run does the program know
// which shards there should be: the second has another fingerprint, the third an unknown method, and the fourth is a
// sample.
func TestMissingShardsOfKnownRunsAreListed(t *testing.T) {
	s := newStore(t)
	walkAs(t, s, small, smallSpace(t), enum.Part{Res: 0, Mod: 2})
	walkAs(t, s, small, renamed{smallSpace(t)}, enum.Part{Res: 0, Mod: 2})
	walkAs(t, s, smallGuess, smallSpace(t), enum.Part{Res: 0, Mod: 2})
	sample(t, s, throws(1, 20), 1)
	of := func(k Key) (enum.Space, error) {
		if enum.IsSampling(k.Method) {
			return throws(1, 100), nil
		}
		return spaceOf(k)
	}
	salvaged, err := Salvage(s.Path(), filepath.Join(t.TempDir(), "new.db"), of, func(err error) { t.Error(err) })
	if err != nil || len(salvaged) != 4 {
		t.Fatalf("Salvage = %+v, %v, want 4 runs", salvaged, err)
	}
	for i, want := range []uint64{3, 0, 0, 0} {
		if got := salvaged[i].Missing.Shards; got != want || salvaged[i].ID != uint64(i)+1 || salvaged[i].Shards == 0 {
			t.Errorf("run %d lacks %d shards, want %d", salvaged[i].ID, got, want)
		}
	}
}

// TestSalvageDropsTheTotalOfAnIncompleteRun salvages a finished run that has lost a shard. Another shard contains the
// counts of the lost one, so the stored total still equals the sum of the shards. But Salvage must drop it, because a
// shard is missing.
func TestSalvageDropsTheTotalOfAnIncompleteRun(t *testing.T) {
	s := newStore(t)
	walkPart(t, s.NewRun(small, smallSpace(t)), enum.Part{})
	right := tallies(t, smallSpace(t))
	both := enum.NewTally(2)
	both.Merge(right[2].Tally)
	both.Merge(right[3].Tally)
	inject(t, s, func(tx *db.Tx) error { // shard 2 has what shard 3 had
		return errors.Join(tx.DeleteShard(1, 3), tx.ReplaceShard(1, 2, encodeBars(t, both)))
	})
	var faults []string
	salvaged, err := Salvage(s.Path(), filepath.Join(t.TempDir(), "new.db"), spaceOf, func(err error) { faults = append(faults, err.Error()) })
	want := []string{"run 1, a walk of wonderwall n=5, was finished, and some of its shards are lost"}
	if err != nil || len(salvaged) != 1 || salvaged[0].Finished || salvaged[0].Missing.Shards != 1 || !slices.Equal(faults, want) {
		t.Errorf("Salvage = %+v, %v, %q, want an unfinished run, and %q", salvaged, err, faults, want)
	}
}

// TestARequestThatCannotBeginEndsWithTheError runs requests for which the space, the run or the layers (the
// intermediate results of a count) cannot be opened.
func TestARequestThatCannotBeginEndsWithTheError(t *testing.T) {
	wrong := errors.New("wrong")
	space5 := smallSpace(t)
	closed, discarded := 0, 0
	method := func(change func(m *enum.Method)) *enum.Method {
		m := *request(t, enum.Walk).Method
		m.Space = func(int, enum.Means) (enum.Space, error) { return space5, nil }
		change(&m)
		return &m
	}
	for _, c := range []struct {
		claim             string
		method            *enum.Method
		resume            bool
		before            func(s *Store)
		kind              error
		closed, discarded int
	}{
		{"nothing is wrong", method(func(m *enum.Method) {
			m.Space = func(int, enum.Means) (enum.Space, error) { return closing{space5, &closed, nil}, nil }
		}), false, func(*Store) {}, nil, 1, 0},
		{"there is no space", method(func(m *enum.Method) {
			m.Space = func(int, enum.Means) (enum.Space, error) { return nil, wrong }
			m.Discard = func(int, string) error { discarded++; return nil }
		}), false, func(*Store) {}, wrong, 0, 1},
		{"the space cannot be closed", method(func(m *enum.Method) {
			m.Space = func(int, enum.Means) (enum.Space, error) { return closing{space5, &closed, wrong}, nil }
			m.Discard = func(int, string) error { discarded++; return nil }
		}), true, func(*Store) {}, wrong, 1, 0},
		{"what it kept cannot be discarded", method(func(m *enum.Method) { m.Discard = func(int, string) error { discarded++; return wrong } }), false, func(*Store) {}, wrong, 0, 1},
		{"what it kept is discarded before and after it", method(func(m *enum.Method) { m.Discard = func(int, string) error { discarded++; return nil } }), false, func(*Store) {}, nil, 0, 2},
		{"what it kept is used, and then discarded", method(func(m *enum.Method) { m.Discard = func(int, string) error { discarded++; return nil } }), true, func(*Store) {}, nil, 0, 1},
		{"layers have no directory", method(func(m *enum.Method) { m.Discard = func(int, string) error { discarded++; return nil } }), false, func(s *Store) {
			if err := os.WriteFile(s.Path()+".layers", nil, 0o600); err != nil {
				t.Fatal(err)
			}
		}, os.ErrExist, 0, 0},
		{"the run is of another version of the method", method(func(*enum.Method) {}), true, func(s *Store) { walkAs(t, s, small, renamed{space5}, enum.Part{}) }, ErrFingerprint, 0, 0},
		{"the run is damaged", method(func(*enum.Method) {}), true, func(s *Store) {
			walkAs(t, s, small, space5, enum.Part{Res: 0, Mod: 7})
			putShard(t, s, 1, 3, []byte("rubbish"))
		}, errRecord, 0, 0},
		{"it contradicts a run that is stored", method(func(m *enum.Method) { m.Discard = func(int, string) error { discarded++; return nil } }), false,
			func(s *Store) { walkPart(t, s.NewRun(small, renamed{lying{space5, 3}}), enum.Part{}) }, ErrContradiction, 0, 1},
		{"the database is closed", method(func(*enum.Method) {}), false, func(s *Store) { s.Close() }, db.ErrClosed, 0, 0},
	} {
		s := newStore(t)
		c.before(s)
		closed, discarded = 0, 0
		q := request(t, enum.Walk)
		q.Method, q.Size, q.Resume = c.method, small.Size, c.resume
		result, err := s.Run(t.Context(), q, Observer{})
		if !errors.Is(err, c.kind) && !(c.kind == os.ErrExist && err != nil) || closed != c.closed || discarded != c.discarded {
			t.Errorf("%s: Run = %v, the space is closed %d times, and what it kept is discarded %d times; want %v, %d, %d", c.claim, err, closed, discarded, c.kind, c.closed, c.discarded)
		}
		if (c.kind == nil) != (result.Checks.Games == "ok") && closed == 0 {
			t.Errorf("%s: the result is %+v", c.claim, result.Checks)
		}
		if _, err := os.Lstat(s.Path() + ".layers"); !errors.Is(err, os.ErrNotExist) && c.kind != os.ErrExist {
			t.Errorf("%s: the directory of layers is left, %v", c.claim, err)
		}
	}
}

func TestAMethodOfAnotherProgramIsNotCompared(t *testing.T) {
	s := newStore(t)
	walkAs(t, s, smallGuess, lying{smallSpace(t), 3}, enum.Part{})
	declare(t, s, 1)
	q := request(t, enum.Walk)
	q.Size = small.Size
	count := q
	var err error
	if count.Method, err = q.Ruleset.Method("count"); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		q    Request
		want []string
	}{{count, nil}, {q, []string{"count"}}} {
		result, err := s.Run(t.Context(), c.q, Observer{Remark: func(text string) { t.Error(text) }})
		if err != nil || !slices.Equal(result.Agrees, c.want) {
			t.Errorf("%s agrees with %q, %v, want %q", c.q.Method.Name, result.Agrees, err, c.want)
		}
	}
}

// TestASampleDrawsItsIncompleteBatchAgain extends a sample of 20 stored trials to 25, with batches of ten trials. The
// five trials of the third, incomplete batch are never stored. So each call of Draw must draw them, and only them; if
// it is interrupted, it must return no tally.
func TestASampleDrawsItsIncompleteBatchAgain(t *testing.T) {
	s := newStore(t)
	sample(t, s, throws(1, 20), 1)
	run, err := s.Sample(throws(1, 25))
	if err != nil {
		t.Fatal(err)
	}
	var drawnNow []string
	tally, err := run.Draw(t.Context(), 1, func(r enum.Result) { drawnNow = append(drawnNow, fmt.Sprintf("%d: %v", r.Shard.ID, r.Tally.SumAll())) })
	if err != nil || !tally.Equal(drawn(t, throws(1, 25))) || !slices.Equal(drawnNow, []string{"2: 5"}) {
		t.Errorf("Draw = %v, %v, and it draws %q, want 5 trials", tally.SumAll(), err, drawnNow)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if tally, err := run.Draw(ctx, 1, nil); tally != nil || err != context.Canceled {
		t.Errorf("interrupted, Draw = %v, %v", tally, err)
	}
}

func TestAContributorSurvivesItsEncoding(t *testing.T) {
	m := Contributor{Host: "a", Version: "1", Started: now(), Shards: 7, SignedBy: "SHA256:x", Key: "ann", BanReason: "it was wrong"}
	data, err := m.Encode()
	var again Contributor
	if err == nil {
		err = json.Unmarshal(data, &again)
	}
	if err != nil || again != m {
		t.Errorf("%+v is read as %+v, %v", m, again, err)
	}
	m.BanReason = strings.Repeat("x", longestHeader+1)
	if data, err := m.Encode(); data != nil || err == nil {
		t.Errorf("a ban of more than a header is stored: %d bytes, %v", len(data), err)
	}
}
