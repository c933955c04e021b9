package fleet

import (
	"cmp"
	"crypto/ed25519"
	"encoding/pem"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"
	"pgregory.net/rapid"

	"enumerate/checkpoints"
	"enumerate/db"
	"enumerate/enum"
	"enumerate/games/wonderwall"
)

// tallies returns the results of all shards of a space: right ones, and ones with exchanged verdicts.
func tallies(t testing.TB, s enum.Space) (right, wrong []enum.Result) {
	t.Helper()
	err := enum.Run(t.Context(), s, enum.Plan{Workers: 1}, func(r enum.Result) error {
		r.Took = time.Millisecond
		right = append(right, r)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.SortFunc(right, func(a, b enum.Result) int { return cmp.Compare(a.Shard.ID, b.Shard.ID) })
	for _, r := range right {
		tally := enum.NewTally(2)
		exchanged(r.Tally, tally)
		wrong = append(wrong, enum.Result{Shard: r.Shard, Tally: tally, Took: r.Took})
	}
	return right, wrong
}

func encodeTally(tally *enum.Tally) []byte {
	data, err := tally.MarshalBinary()
	if err != nil {
		panic(err)
	}
	return data
}

// A testRegister is a coordinator without messages. Tests call its register.
type testRegister struct {
	*coordinator
	t     testing.TB
	store *checkpoints.Store
	texts *[]string // remarks
}

func newStore(t testing.TB, path string) *checkpoints.Store {
	t.Helper()
	store, err := checkpoints.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	return store
}

func newTestRegister(t testing.TB, store *checkpoints.Store, players int) testRegister {
	t.Helper()
	c, err := tryNewTestRegister(t, store, players)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func tryNewTestRegister(t testing.TB, store *checkpoints.Store, players int) (testRegister, error) {
	t.Helper()
	key := walkOf(players)
	space, err := spaceOf(key)
	if err != nil {
		t.Fatal(err)
	}
	texts := new([]string)
	service := Service{Key: key, Space: space, Lease: time.Second, Remark: func(text string) { *texts = append(*texts, text) }}
	c, err := newCoordinator(service, &storedRun{store: store, key: key, space: space, self: testSelf}, ownSubjects, rand.New(rand.NewPCG(1, 1)), make(void))
	return testRegister{c, t, store, texts}, err
}

// deliver records results of a worker, even of shards that were not assigned to it. The worker "" is the coordinator
// itself.
func (c testRegister) deliver(name string, results ...enum.Result) (outcomes []outcome, fault, err error) {
	w := c.roster.workers[name]
	if w == nil && name != "" {
		w = c.roster.add(name)
		w.host, w.version = "host of "+name, "1"
	}
	var entries []*entry
	for _, r := range results {
		e, fault := c.register.inspect(r, encodeTally(r.Tally))
		if fault != nil {
			return nil, fault, nil
		}
		entries = append(entries, e)
	}
	if w == nil {
		c.local.unstoredResults = append(c.local.unstoredResults, entries...)
		err = c.intake.storeLocal()
	} else {
		d := &pendingDelivery{from: w, entries: entries}
		err = c.intake.record(d)
		fault = d.fault
	}
	if err != nil || fault != nil {
		return nil, fault, err
	}
	for _, e := range entries {
		outcomes = append(outcomes, e.outcome)
	}
	return outcomes, nil, nil
}

func (c testRegister) delivers(name string, results ...enum.Result) []outcome {
	c.t.Helper()
	outcomes, fault, err := c.deliver(name, results...)
	if err := errors.Join(fault, err); err != nil {
		c.t.Fatal(err)
	}
	return outcomes
}

func (c testRegister) expels(name string) {
	c.t.Helper()
	if err := c.bans.ban(c.roster.workers[name], "for a test"); err != nil {
		c.t.Fatal(err)
	}
}

// madeBy returns the contributor of a shard and its confirmer, "-" if the shard is missing.
func (c testRegister) madeBy(shard uint64) string {
	switch w := c.register.contributor(shard); {
	case !c.register.done(shard):
		return "-"
	case w != nil:
		return w.key
	}
	return ""
}

func (c testRegister) members() (text string) {
	for _, w := range c.status(time.Now()).Workers {
		text += fmt.Sprintf("%s %d %d %s; ", w.Name, w.ComputedShards, w.ConfirmedShards, w.BanReason)
	}
	return text
}

type registerModel struct {
	records map[uint64]modelRecord            // the stored results
	claims  map[uint64]map[string]*enum.Tally // the results for disputed shards
	banned  map[string]bool
}

type modelRecord struct {
	by    []string // the contributor, and the confirmer if there is one
	tally *enum.Tally
}

// contradicts reports whether a worker has sent a different result before.
func (m registerModel) contradicts(name string, r enum.Result) bool {
	claim, record := m.claims[r.Shard.ID][name], m.records[r.Shard.ID]
	return claim != nil && !claim.Equal(r.Tally) || slices.Contains(record.by, name) && !record.tally.Equal(r.Tally)
}

func (m registerModel) claim(id uint64, name string, t *enum.Tally) {
	if m.claims[id] == nil {
		m.claims[id] = make(map[string]*enum.Tally)
	}
	m.claims[id][name] = t
}

// judge adds a result of the coordinator. It bans all workers with a different result; the first key with the same
// result confirms it.
func (m registerModel) judge(names []string, r enum.Result) {
	id := r.Shard.ID
	for _, name := range names {
		if m.contradicts(name, r) {
			m.ban(name)
		}
	}
	record, stored := m.records[id]
	switch {
	case stored && slices.Contains(record.by, ""):
	case stored:
		record.by = []string{record.by[0], ""}
	default:
		record = modelRecord{[]string{""}, r.Tally}
		if others := slices.Sorted(maps.Keys(m.claims[id])); len(others) > 0 {
			record.by = append(record.by, others[0])
		}
	}
	m.records[id] = record
	delete(m.claims, id)
}

// deliver adds a result of a worker: it is stored, confirms an equal stored result, or disputes a different one.
func (m registerModel) deliver(name string, r enum.Result) {
	id := r.Shard.ID
	record, stored := m.records[id]
	switch {
	case !stored && m.claims[id] != nil:
		m.claim(id, name, r.Tally)
	case !stored:
		m.records[id] = modelRecord{[]string{name}, r.Tally}
	case slices.Contains(record.by, name) && record.tally.Equal(r.Tally):
	case record.tally.Equal(r.Tally):
		if len(record.by) == 1 {
			m.records[id] = modelRecord{[]string{record.by[0], name}, r.Tally}
		}
	default:
		for _, other := range append(record.by, name) {
			if tally := record.tally; other != "" {
				if other == name {
					tally = r.Tally
				}
				m.claim(id, other, tally)
			}
		}
		if !slices.Contains(record.by, "") {
			delete(m.records, id)
		}
	}
}

// ban removes everything that a worker has sent.
func (m registerModel) ban(name string) {
	m.banned[name] = true
	for id, record := range m.records {
		if !slices.Contains(record.by, name) {
			continue
		}
		if record.by = slices.DeleteFunc(slices.Clone(record.by), func(by string) bool { return by == name }); len(record.by) > 0 {
			m.records[id] = record
		} else {
			delete(m.records, id)
		}
	}
	for id, claims := range m.claims {
		if delete(claims, name); len(claims) == 0 {
			delete(m.claims, id)
		}
	}
}

// TestTheRegisterAgreesWithAModelAlsoAfterARestart delivers right and wrong results, bans workers, computes shards and
// restarts at random. After each step it compares the register with a simple model of what it must know.
func TestTheRegisterAgreesWithAModelAlsoAfterARestart(t *testing.T) {
	space, err := spaceOf(walkOf(5))
	if err != nil {
		t.Fatal(err)
	}
	right, wrong := tallies(t, space)
	names := []string{"ann", "ben", "cleo"}
	rapid.Check(t, func(rt *rapid.T) {
		path := filepath.Join(t.TempDir(), "test.db")
		var c testRegister
		model := registerModel{make(map[uint64]modelRecord), nil, make(map[string]bool)}
		open := func() {
			if c.store != nil {
				c.store.Close()
			}
			c = newTestRegister(t, newStore(t, path), 5)
			for _, w := range c.roster.list {
				w.host = w.record.Host
			}
			model.claims = make(map[uint64]map[string]*enum.Tally) // a restart forgets disputes
		}
		open()
		rt.Repeat(map[string]func(*rapid.T){
			"deliver": func(rt *rapid.T) {
				name := rapid.SampledFrom(names).Draw(rt, "name")
				var results []enum.Result
				for _, id := range rapid.SliceOfNDistinct(rapid.IntRange(0, len(right)-1), 1, 8, rapid.ID[int]).Draw(rt, "shards") {
					if rapid.IntRange(0, 5).Draw(rt, "lie") == 0 {
						results = append(results, wrong[id])
					} else {
						results = append(results, right[id])
					}
				}
				if w := c.roster.workers[name]; model.banned[name] {
					if w == nil || w.ban == "" {
						rt.Errorf("%s is not banned", name)
					}
					return
				}
				_, fault, err := c.deliver(name, results...)
				want := slices.ContainsFunc(results, func(r enum.Result) bool { return model.contradicts(name, r) })
				if !want {
					for _, r := range results {
						model.deliver(name, r)
					}
				}
				if err != nil || (fault != nil) != want {
					rt.Errorf("%q delivers %d shards: %v, %v, want a fault: %v", name, len(results), fault, err, want)
				}
			},
			"do": func(rt *rapid.T) {
				r := rapid.SampledFrom(right).Draw(rt, "shard")
				c.delivers("", r)
				model.judge(names, r)
			},
			"ban": func(rt *rapid.T) {
				name := rapid.SampledFrom(names).Draw(rt, "name")
				if w := c.roster.workers[name]; w != nil && w.number != 0 && !model.banned[name] {
					c.expels(name)
					model.ban(name)
				}
			},
			"reopen": func(*rapid.T) { open() },
			"": func(rt *rapid.T) {
				sum := enum.NewTally(2)
				type member struct{ done, confirmed int }
				members := make(map[string]member)
				made := make(map[string]uint64)
				for i := range right {
					id := uint64(i)
					record, done := model.records[id]
					want := "-"
					if done {
						want = record.by[0]
						sum.Merge(record.tally)
						host := "host of " + want
						if want == "" {
							host = c.contributors.self.Host
						}
						made[host]++
					}
					if got := c.madeBy(id); got != want {
						rt.Errorf("shard %d is by %q, want %q", id, got, want)
					}
					if want := len(record.by) > 1 || done && record.by[0] == ""; c.register.hasQuorum(id) != want {
						rt.Errorf("shard %d, by %q: confirmed is %v", id, record.by, c.register.hasQuorum(id))
					}
					for _, name := range record.by {
						m := members[name]
						if m.done++; len(record.by) > 1 {
							m.confirmed++
						}
						members[name] = m
					}
				}
				if c.register.missingShards() != uint64(len(right)-len(model.records)) {
					rt.Errorf("%d shards are missing, want %d", c.register.missingShards(), len(right)-len(model.records))
				}
				if got, want := slices.Sorted(maps.Keys(c.register.disputes)), slices.Sorted(maps.Keys(model.claims)); !slices.Equal(got, want) {
					rt.Errorf("shards %v are disputed, want %v", got, want)
				}
				if !c.register.sum.Equal(sum) {
					rt.Error("the sum is not that of the shards that are stored")
				}
				for _, w := range c.roster.list {
					if got := (member{w.storedShards, w.confirmedShards}); got != members[w.key] || (w.ban != "") != model.banned[w.key] {
						rt.Errorf("%s has done %+v, want %+v; banned: %q", w.key, got, members[w.key], w.ban)
					}
				}
				all, err := c.store.Runs()
				if err != nil || len(all) > 1 {
					rt.Fatalf("%d runs, %v; expected one", len(all), err)
				}
				for _, r := range all {
					for _, m := range r.Contributors {
						if m.Shards != made[m.Host] {
							rt.Errorf("%s has made %d shards, the run says %d", m.Host, made[m.Host], m.Shards)
						}
						delete(made, m.Host)
					}
				}
				if len(made) > 0 {
					rt.Errorf("the run does not name %v", made)
				}
			},
		})
		for _, r := range right {
			c.delivers("", r)
		}
		if err := errors.Join(c.register.prove(), c.register.ledger.finish()); err != nil {
			rt.Fatal(err)
		}
		all, err := c.store.Runs()
		if err != nil || len(all) != 1 || !all[0].Finished || all[0].Unknown(all[0].Shards) != 0 {
			rt.Errorf("%d runs are left: %v; expected one, finished", len(all), err)
		}
	})
}

// inject changes the database without the coordinator.
func inject(t testing.TB, path string, f func(tx *db.Tx) error) {
	t.Helper()
	d, err := db.Open(path, db.Options{})
	if err == nil {
		err = errors.Join(d.Update(f), d.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
}

// replace stores a result for a shard of the first run.
func replace(r enum.Result, who checkpoints.Provenance) func(tx *db.Tx) error {
	return func(tx *db.Tx) error {
		e, err := checkpoints.NewEntry(r.Shard.ID, r.Tally, encodeTally(r.Tally), 1)
		e.Provenance = who
		return errors.Join(err, tx.ReplaceShard(1, r.Shard.ID, e.Encode()))
	}
}

// The sum of all shards is delivered as the result of the first shard. If the other results were empty, the total would
// be right, so only the limit for a single shard shows that the result is wrong.
func TestImpossibleResultsAreRefused(t *testing.T) {
	t.Parallel()
	c := newTestRegister(t, newStore(t, filepath.Join(t.TempDir(), "test.db")), 6)
	right, _ := tallies(t, c.space)
	whole := enum.NewTally(2)
	for _, r := range right {
		whole.Merge(r.Tally)
	}
	_, fault, err := c.deliver("ann", right[1], enum.Result{Shard: right[0].Shard, Tally: whole, Took: 1})
	if err != nil || fault == nil || !strings.HasPrefix(fault.Error(), "shard 0: the number of its games is 89630, but can be at most ") {
		t.Errorf("the fault is %v, %v", fault, err)
	}
	if all, err := c.store.Runs(); c.register.missingShards() != 62 || err != nil || len(all) != 0 {
		t.Errorf("%d shards are missing, and there are %d runs, %v", c.register.missingShards(), len(all), err)
	}

	// A result that an older program could have stored is deleted, and its contributor is banned.
	c.delivers("ann", right[:3]...)
	c.delivers("ben", right[1:6]...)
	inject(t, c.store.Path(), replace(enum.Result{Shard: right[0].Shard, Tally: whole}, checkpoints.Provenance{Contributor: 1}))
	c = newTestRegister(t, c.store, 6)
	if err := c.bans.store(); err != nil {
		t.Fatal(err)
	}
	if c.madeBy(0) != "-" || c.madeBy(1) != "ben" || !strings.HasPrefix(c.roster.workers["ann"].ban, "shard 0: the number of its games is 89630") {
		t.Errorf("shard 0 is by %s; shard 1 by %s; members %s", c.madeBy(0), c.madeBy(1), c.members())
	}
	if sum := c.register.sum.SumAll(); sum.Cmp(whole.SumAll()) >= 0 {
		t.Errorf("its games are still in the sum, %v", sum)
	}
	if c = newTestRegister(t, c.store, 6); c.roster.workers["ann"].ban == "" || c.register.missingShards() != 57 {
		t.Errorf("started again, %d shards are missing, and the members are %s", c.register.missingShards(), c.members())
	}

	// If the result is from elsewhere, only found in the database, it is discarded with all others of the same
	// contributor.
	inject(t, c.store.Path(), replace(enum.Result{Shard: right[0].Shard, Tally: whole}, checkpoints.Provenance{}))
	inject(t, c.store.Path(), replace(right[40], checkpoints.Provenance{}))
	c = newTestRegister(t, c.store, 6)
	if err := c.bans.store(); err != nil {
		t.Fatal(err)
	}
	if c.madeBy(0) != "-" || c.madeBy(40) != "-" || c.madeBy(1) != "ben" || c.register.missingShards() != 57 {
		t.Errorf("shard 0 is by %s, shard 40 by %s, shard 1 by %s, and %d are missing", c.madeBy(0), c.madeBy(40), c.madeBy(1), c.register.missingShards())
	}
	const want = "the results of an unknown contributor that were already in the database are discarded, and 2 shards are recomputed: shard 0: the number of its games is 89630"
	if list := *c.texts; !strings.HasPrefix(list[len(list)-1], want) {
		t.Errorf("the remarks are %q, want %q last", list, want)
	}

	c.delivers("", right[0])
	inject(t, c.store.Path(), replace(enum.Result{Shard: right[0].Shard, Tally: whole}, checkpoints.Provenance{Contributor: c.contributors.own}))
	if _, err := tryNewTestRegister(t, c.store, 6); !errors.Is(err, checkpoints.ErrProof) || !strings.Contains(err.Error(), "shard 0: the number of its games is 89630") {
		t.Errorf("such a shard of the coordinator's own: %v, want %v", err, checkpoints.ErrProof)
	}
}

// For every shard, one worker delivers a wrong result, and three workers deliver the right one. Then the coordinator
// computes the shard itself. Of the three workers, the one whose key is first in the alphabet must be noted as the
// confirmer of the result, so that the choice is repeatable.
func TestTheFirstKeyWithTheSameResultConfirmsIt(t *testing.T) {
	t.Parallel()
	c := newTestRegister(t, newStore(t, filepath.Join(t.TempDir(), "test.db")), 5)
	right, wrong := tallies(t, c.space)
	for i := range right {
		c.delivers("ann", wrong[i])
		for _, name := range []string{"dan", "ben", "cleo"} {
			c.delivers(name, right[i])
		}
	}
	for i := range right {
		c.delivers("", right[i])
		if w := c.contributors.byNumber(c.register.shards[i].confirmer); w == nil || w.key != "ben" || c.register.contributor(uint64(i)) != nil {
			t.Fatalf("shard %d is confirmed by %+v", i, w)
		}
	}
}

// The contributor has the host and version of this process, but its signature shows that it came with a part from
// another machine.
func TestASignedContributorIsNotThisProcess(t *testing.T) {
	t.Parallel()
	c := newTestRegister(t, newStore(t, filepath.Join(t.TempDir(), "test.db")), 5)
	signed := c.contributors.self
	signed.SignedBy = "SHA256:x"
	for want, contributors := range map[uint32][]checkpoints.Contributor{0: {signed}, 2: {signed, c.contributors.self}} {
		if c.contributors.read(snapshot{self: c.contributors.self, contributors: contributors}); c.contributors.own != want {
			t.Errorf("among %+v this process has the number %d, want %d", contributors, c.contributors.own, want)
		}
	}
}

type boundless struct{ enum.Space }

// TestNoShardHasMoreThanTheWholeSpace delivers impossible results: more games than there are in the whole run, and
// tallies whose sum has more bars in its histogram than can be stored.
func TestNoShardHasMoreThanTheWholeSpace(t *testing.T) {
	t.Parallel()
	c := newTestRegister(t, newStore(t, filepath.Join(t.TempDir(), "test.db")), 5)
	right, _ := tallies(t, c.space)
	c.register.space = boundless{c.space}
	all := enum.NewTally(2)
	for _, r := range right {
		all.Merge(r.Tally)
	}
	all.Add(0, 1, 1)
	if _, fault, err := c.deliver("ann", enum.Result{Shard: right[0].Shard, Tally: all}); fault == nil || err != nil {
		t.Errorf("one more than there are: %v, %v", fault, err)
	}
	for key := range uint64(checkpoints.MostBars) {
		c.register.sum.Add(0, 1_000_000+key, 1)
	}
	if _, fault, err := c.deliver("ann", right[0]); fault == nil || err != nil || c.register.sum.Bars() != checkpoints.MostBars || c.register.done(0) {
		t.Errorf("more bars than may be stored: %v, %v; then the sum has %d", fault, err, c.register.sum.Bars())
	}
}

// The coordinator computes shards that workers have computed and confirmed, and then bans the workers. The
// coordinator's results must stay.
func TestTheCoordinatorsResultsSurviveBans(t *testing.T) {
	t.Parallel()
	c := newTestRegister(t, newStore(t, filepath.Join(t.TempDir(), "test.db")), 6)
	right, wrong := tallies(t, c.space)
	c.delivers("ann", right[:4]...)
	c.delivers("ben", right[1:3]...)
	if got := c.delivers("", right[2:4]...); !slices.Equal(got, []outcome{confirms, confirms}) {
		t.Errorf("done here too: %v", got)
	}
	c.expels("ann")
	c.expels("ben")
	for id, want := range []string{"-", "-", "", ""} {
		if got := c.madeBy(uint64(id)); got != want {
			t.Errorf("shard %d is by %q, want %q", id, got, want)
		}
	}
	c.delivers("", wrong[5])
	if got := c.delivers("", right[5]); !slices.Equal(got, []outcome{isNew}) {
		t.Errorf("done here otherwise: %v", got)
	}
	sum := enum.NewTally(2)
	for _, id := range []int{2, 3, 5} {
		sum.Merge(right[id].Tally)
	}
	if !c.register.sum.Equal(sum) || !newTestRegister(t, c.store, 6).register.sum.Equal(sum) {
		t.Error("the sum is not that of what was done last")
	}
}

// A run with a shard whose number the space does not have must not be served.
func TestAStoredShardOutsideTheSpaceIsRefused(t *testing.T) {
	t.Parallel()
	c := newTestRegister(t, newStore(t, filepath.Join(t.TempDir(), "test.db")), 6)
	right, _ := tallies(t, c.space)
	c.delivers("", right[0])
	inject(t, c.store.Path(), replace(enum.Result{Shard: enum.Shard{ID: 1000}, Tally: enum.NewTally(2)}, checkpoints.Provenance{}))
	if _, err := tryNewTestRegister(t, c.store, 6); !errors.Is(err, checkpoints.ErrProof) || !strings.Contains(err.Error(), "1 of its shards do not exist: a complete run has 62 shards") {
		t.Errorf("served, it is %v, want %v", err, checkpoints.ErrProof)
	}
}

// A worker's second delivery contradicts its first. No part of the second delivery may be stored. Delivering the same
// result again is no fault.
func TestAWorkerThatContradictsItselfIsAtFault(t *testing.T) {
	t.Parallel()
	c := newTestRegister(t, newStore(t, filepath.Join(t.TempDir(), "test.db")), 6)
	right, wrong := tallies(t, c.space)
	c.delivers("ann", right[:5]...)
	c.delivers("ben", right[3], wrong[4])
	for _, tt := range []struct {
		claim  string
		worker string
		sent   []enum.Result
		other  enum.Result
	}{
		{"computed", "ann", right[:5], wrong[0]},
		{"computed, and confirmed by another worker", "ann", right[:5], wrong[3]},
		{"computed, and disputed by another worker", "ann", right[:5], wrong[4]},
		{"confirmed", "ben", []enum.Result{right[3], wrong[4]}, wrong[3]},
		{"disputed", "ben", []enum.Result{right[3], wrong[4]}, right[4]},
	} {
		if got := c.delivers(tt.worker, tt.sent...); slices.ContainsFunc(got, func(o outcome) bool { return o != repeats }) {
			t.Errorf("%s, again: %v", tt.claim, got)
		}
		_, fault, err := c.deliver(tt.worker, right[40], tt.other)
		if err != nil || fault == nil || !strings.HasPrefix(fault.Error(), "the worker sent two different results for shard ") || c.register.done(40) {
			t.Errorf("%s: %v, %v, the rest is stored: %v", tt.claim, fault, err, c.register.done(40))
		}
	}
	sum := enum.NewTally(2)
	for _, r := range right[:4] {
		sum.Merge(r.Tally)
	}
	if !c.register.sum.Equal(sum) {
		t.Error("the sum is not the sum of the stored results")
	}
}

// A worker delivers a result for a shard of a finished run that differs from the stored one, so one of the two is
// wrong.
func TestADisputedRunIsNotFinished(t *testing.T) {
	t.Parallel()
	c := newTestRegister(t, newStore(t, filepath.Join(t.TempDir(), "test.db")), 6)
	right, wrong := tallies(t, c.space)
	c.delivers("ann", right...)
	if err := errors.Join(c.register.prove(), c.register.ledger.finish()); err != nil {
		t.Fatal(err)
	}
	c = newTestRegister(t, c.store, 6)
	c.delivers("ben", wrong[7])
	all, err := c.store.Runs()
	if err != nil || all[0].Finished || all[0].Shards != 61 {
		t.Errorf("of %d shards, one disputed: finished is %v, %v", all[0].Shards, all[0].Finished, err)
	}
}

// TestARepeatedDeliveryKeepsTheSignature signs a served run and delivers results that are already stored. The
// signature must stay valid.
func TestARepeatedDeliveryKeepsTheSignature(t *testing.T) {
	t.Parallel()
	_, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	block, err := ssh.MarshalPrivateKey(private, "")
	if err != nil {
		t.Fatal(err)
	}
	signer, err := checkpoints.ParseSigner(pem.EncodeToMemory(block))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "test.db")
	store := newStore(t, path)
	c := newTestRegister(t, store, 5)
	right, _ := tallies(t, c.space)
	last := len(right) - 1
	c.delivers("ann", right[:last]...)
	c.delivers("ben", right[:last]...)
	c.delivers("", right[0])
	audit := checkpoints.Audit{Space: spaceOf, Sign: signer, OnSign: func(uint64, checkpoints.Key) {}, Fault: func(err error) { t.Error(err) }, Remark: func(string) {}}
	sign := func() {
		if _, err := audit.Check(t.Context(), path); err != nil {
			t.Fatal(err)
		}
	}
	for _, turn := range []struct {
		claim string
		do    func()
		keeps bool
	}{
		{"the contributor delivers the results again", func() { c.delivers("ann", right[:last]...) }, true},
		{"a third worker delivers the results", func() { c.delivers("cleo", right[:last]...) }, true},
		{"an empty delivery", func() { c.delivers("ann") }, true},
		{"the last shard is delivered", func() { c.delivers("ben", right[last]) }, false},
		{"the run is finished", func() {
			if err := c.register.ledger.finish(); err != nil {
				t.Fatal(err)
			}
		}, true},
	} {
		sign()
		turn.do()
		runs, err := store.Runs()
		for _, r := range runs {
			by, failed := r.SignedBy()
			if err := errors.Join(err, failed); err != nil {
				t.Fatal(err)
			}
			if keeps := by == signer.Key(); keeps != turn.keeps {
				t.Errorf("%s: the run is signed by %q", turn.claim, by)
			}
		}
	}
}

// The database has as many contributors as workers may be enrolled at a time, but all of them have left, as in a long
// run. A new worker must still be admitted.
func TestAbsentWorkersShutOutNoWorker(t *testing.T) {
	if testing.Short() {
		t.Skip("needs seconds; go test runs it")
	}
	t.Parallel()
	c := newTestRegister(t, newStore(t, filepath.Join(t.TempDir(), "test.db")), 6)
	right, _ := tallies(t, c.space)
	c.delivers("", right[0])
	inject(t, c.store.Path(), func(tx *db.Tx) error {
		for i := range mostKeys - 1 {
			data, err := checkpoints.Contributor{Key: fmt.Sprint("worker ", i), Coordinator: testSelf}.Encode()
			if err == nil {
				_, err = tx.AddContributor(1, data)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
	come := func(key string) bool {
		t.Helper()
		if err := c.receive(time.Now(), letter{from: enroller, message: &enrolment{key}}); err != nil {
			t.Fatal(err)
		}
		return c.roster.workers[key] != nil
	}
	c = newTestRegister(t, c.store, 6)
	if !come("the last") {
		t.Fatal("the last worker is not let in")
	}
	c.delivers("the last", right[1])
	for i := range 10 {
		if !come(fmt.Sprint("more ", i)) {
			t.Errorf("worker %d more is not let in", i)
		}
	}
	if c.madeBy(1) != "the last" || c.register.hasQuorum(1) || len(c.roster.list) != mostKeys+10 {
		t.Errorf("shard 1 is by %q, confirmed %v, of %d members", c.madeBy(1), c.register.hasQuorum(1), len(c.roster.list))
	}
	c.delivers("worker 7", right[1])
	c.expels("the last")
	c = newTestRegister(t, c.store, 6)
	if c.madeBy(1) != "worker 7" || c.roster.workers["the last"].ban == "" || !come("one more") {
		t.Errorf("started again, shard 1 is by %q", c.madeBy(1))
	}

	now := time.Now()
	for _, w := range c.roster.list {
		w.lastSeen = now
	}
	if come("too many") {
		t.Error("one more than may be connected is let in")
	}
}

// A heldReads is a ledger that another process holds when it is read.
type heldReads struct{ ledger }

func (heldReads) read(func(uint64) bool) (snapshot, error) {
	return snapshot{}, fmt.Errorf("%w: for a test", db.ErrHeld)
}

// Other processes walk shards of a served run, and merge another run into it. The register must take over their
// results, and dispute those of its workers that differ.
func TestOtherProcessesMayStoreShardsOfAServedRun(t *testing.T) {
	t.Parallel()
	c := newTestRegister(t, newStore(t, filepath.Join(t.TempDir(), "test.db")), 6)
	right, wrong := tallies(t, c.space)
	other := newStore(t, c.store.Path())
	walk := func(part uint64, resume bool) {
		t.Helper()
		ruleset := wonderwall.New()
		method, err := ruleset.Method(enum.Walk)
		if err != nil {
			t.Fatal(err)
		}
		q := checkpoints.Request{Ruleset: ruleset, Method: method, Size: 6, Part: enum.Part{Res: part, Mod: 20}, Resume: resume, Workers: 1}
		if _, err := other.Run(t.Context(), q, checkpoints.Observer{}); err != nil {
			t.Fatal(err)
		}
	}
	walk(10, true) // 10, 30, 50: before this coordinator has stored anything
	c.delivers("ann", right[:10]...)
	c.delivers("cleo", right[40])
	c.expels("cleo")
	walk(11, true) // 11, 31, 51
	if got := c.delivers("ben", right[9], right[11]); !slices.Equal(got, []outcome{confirms, confirms}) {
		t.Errorf("the outcomes of known results are %v", got)
	}
	if got := c.delivers("dora", wrong[31]); !slices.Equal(got, []outcome{disputes}) || c.register.done(31) {
		t.Errorf("the outcomes of different results are %v, done: %v", got, c.register.done(31))
	}
	e, err := c.register.inspect(right[31], encodeTally(right[31].Tally))
	if err != nil {
		t.Fatal(err)
	}
	if list := c.register.refuted(e); len(list) != 1 || list[0].key != "dora" {
		t.Errorf("%d workers are refuted, want dora", len(list))
	}
	if got := c.delivers("", right[31]); !slices.Equal(got, []outcome{isNew}) || c.roster.workers["dora"].ban == "" {
		t.Errorf("the outcome here is %v, and dora is banned: %q", got, c.roster.workers["dora"].ban)
	}

	// A fresh run of a part replaces the older one. The register reads it when the database is free again.
	walk(12, false)
	ledger := c.register.ledger
	c.register.ledger = heldReads{ledger}
	if _, _, err := c.deliver("ben", right[8], right[29]); !errors.Is(err, db.ErrHeld) || c.register.done(29) || !c.register.done(8) {
		t.Errorf("with a held database the error is %v, want %v", err, db.ErrHeld)
	}
	c.register.ledger = ledger
	if got := c.delivers("ben", right[8], right[29]); !slices.Equal(got, []outcome{confirms, isNew}) {
		t.Errorf("after a merge with another run the outcomes are %v", got)
	}
	all, err := c.store.Runs()
	if err != nil || len(all) != 1 || all[0].Shards != 62-c.register.missingShards() || all[0].Shards != 10+10 {
		t.Fatalf("%d runs, %v, of %d shards, %d are missing", len(all), err, all[0].Shards, c.register.missingShards())
	}
	for _, m := range all[0].Contributors {
		if want := map[string]uint64{"host of ann": 10, "host of ben": 1, c.contributors.self.Host: 9}[m.Host]; m.Shards != want {
			t.Errorf("%s has %d shards, want %d", m.Host, m.Shards, want)
		}
	}
	if got, want := c.members(), "host of ann/ann 10 2 ; host of ben/ben 4 3 ; host of cleo/cleo 0 0 for a test; host of dora/dora 0 0 its result for shard 31 is wrong: the coordinator has computed the shard too; "; got != want {
		t.Errorf("members %s, want %s", got, want)
	}
	inject(t, c.store.Path(), func(tx *db.Tx) error { return tx.DeleteShard(all[0].ID, 5) })
	if got := c.delivers("eve", right[5], right[9]); !slices.Equal(got, []outcome{isNew, confirms}) {
		t.Errorf("the outcomes of deleted shards are %v", got)
	}
	again := newTestRegister(t, c.store, 6)
	if !again.register.sum.Equal(c.register.sum) || again.register.missingShards() != c.register.missingShards() {
		t.Errorf("%d shards are missing, and %d after a restart", c.register.missingShards(), again.register.missingShards())
	}
}

// A spaceWithoutTotals fits no result, and notes whether its totals are asked for.
type spaceWithoutTotals struct {
	enum.Space
	asked *bool
}

func (spaceWithoutTotals) Fits(enum.Shard, *enum.Tally) error { return errors.New("it does not fit") }

func (s spaceWithoutTotals) Totals(t *enum.Tally) (enum.Totals, error) {
	*s.asked = true
	return s.Space.Totals(t)
}

// Totals can take seconds, so the register must not compute them from a result that cannot be right.
func TestTotalsOfAResultThatDoesNotFitAreNotComputed(t *testing.T) {
	space, err := spaceOf(walkOf(6))
	if err != nil {
		t.Fatal(err)
	}
	asked := false
	r := register{space: spaceWithoutTotals{space, &asked}}
	tally := enum.NewTally(2)
	if _, err := r.inspect(enum.Result{Tally: tally}, encodeTally(tally)); err == nil || !strings.Contains(err.Error(), "it does not fit") || asked {
		t.Errorf("inspect: %v; totals were computed: %v", err, asked)
	}
}
