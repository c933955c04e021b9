package fleet

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"enumerate/checkpoints"
	"enumerate/db"
	"enumerate/enum"
)

// A watched coordinator has a disk that a test fills, and a transport that compares each receipt with the stored
// shards.
type watched struct {
	*slowLoader
	*coordinator
	t    testing.TB
	path string
	full bool
	now  time.Time

	receipts []receipt
	results  int // shards that must be stored when a receipt reports them as stored
}

type fullLedger struct {
	*storedRun
	w *watched
}

func (l fullLedger) write(t *transaction) error {
	if l.w.full {
		return fmt.Errorf("%w: for a test", db.ErrFull)
	}
	return l.storedRun.write(t)
}

func (l fullLedger) finish() error {
	if l.w.full {
		return fmt.Errorf("%w: for a test", db.ErrFull)
	}
	return l.storedRun.finish()
}

type watchedOut struct {
	*slowLoader
	w *watched
}

func (o watchedOut) send(_ string, message any) {
	w := o.w
	if r, ok := message.(*receipt); ok {
		w.receipts = append(w.receipts, *r)
		if n := len(w.storedShards()); r.Stored && r.Number > 0 && n < w.results {
			w.t.Errorf("%d shards are stored when the answer is %+v, want %d", n, *r, w.results)
		}
	}
}

// storedShards returns the shards that another process finds in the database.
func (w *watched) storedShards() (shards []uint64) {
	store, err := checkpoints.OpenReadOnly(w.path)
	if err != nil {
		w.t.Fatal(err)
	}
	defer store.Close()
	run, err := store.Resume(walkOf(6), w.space)
	if err != nil {
		w.t.Fatal(err)
	}
	for e := range run.Drain() {
		shards = append(shards, e.Shard)
	}
	return shards
}

// watch returns a coordinator of a walk of six players, whose disk the test can fill.
func watch(t testing.TB, path string, check float64) *watched {
	t.Helper()
	store := newStore(t, path)
	space, err := spaceOf(walkOf(6))
	if err != nil {
		t.Fatal(err)
	}
	w := &watched{slowLoader: &slowLoader{void: make(void)}, t: t, path: path, now: time.Now()}
	service := Service{Key: walkOf(6), Space: portable{space}, Check: check, Lease: time.Hour}
	ledger := fullLedger{&storedRun{store: store, key: walkOf(6), space: space, self: testSelf}, w}
	if w.coordinator, err = newCoordinator(service, ledger, ownSubjects, rand.New(rand.NewPCG(1, 1)), watchedOut{w.slowLoader, w}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(w.close)
	return w
}

func (w *watched) receiveFrom(from string, message any) {
	w.t.Helper()
	reply := ownSubjects.inbox(from) + ".x"
	if err := w.receive(w.now, letter{from: from, reply: reply, message: message}); err != nil {
		w.t.Fatal(err)
	}
}

func (w *watched) ticks() bool {
	w.t.Helper()
	w.now = w.now.Add(tick)
	finished, err := w.tick(w.now)
	if err != nil {
		w.t.Fatal(err)
	}
	return finished
}

func (w *watched) comes(key string) Batch {
	w.t.Helper()
	w.receiveFrom(enroller, &enrolment{key})
	w.receiveFrom(key, &hello{Protocol: protocol, Host: "host of " + key})
	return w.slowLoader.given(w.t.(*testing.T), w.coordinator, w.now, key)
}

// While the disk is full, the answer must make the worker keep its results. When it delivers them again, and there is
// room, they must be stored.
func TestAFullDiskIsReportedToTheWorker(t *testing.T) {
	t.Parallel()
	w := watch(t, filepath.Join(t.TempDir(), "test.db"), 0)
	b := w.comes("ann")
	results := &delivery{Epoch: w.epoch, Number: 1, Shards: bookOf(t, walkOf(6), nil).of(b.Shards)}
	w.results = len(b.Shards)
	for range 2 {
		w.full = true
		w.receiveFrom("ann", results)
		if last := w.receipts[len(w.receipts)-1]; last.Stored || last.Error == "" || last.Number != 1 {
			t.Errorf("the disk is full, and the answer is %+v", last)
		}
	}
	w.full = false
	w.receiveFrom("ann", results)
	if last := w.receipts[len(w.receipts)-1]; !last.Stored || len(w.storedShards()) != len(b.Shards) {
		t.Errorf("the answer is %+v, and %v are stored of %d shards", last, w.storedShards(), len(b.Shards))
	}
	if n := w.counts.StoredResults; n != uint64(len(b.Shards)) {
		t.Errorf("%d shards were stored, want %d", n, len(b.Shards))
	}
}

// There must be one remark for each time that the disk becomes full, not for each delivery.
func TestAFullDiskIsRemarkedOnce(t *testing.T) {
	t.Parallel()
	w := watch(t, filepath.Join(t.TempDir(), "test.db"), 0)
	var remarks []string
	w.remark = func(text string) { remarks = append(remarks, text) }
	right := bookOf(t, walkOf(6), nil)
	w.comes("ann")
	for number := range 2 {
		b := w.loads[number]
		w.startLease(w.now, b.ID, nil)
		results := &delivery{Epoch: w.epoch, Number: uint64(number + 1), Shards: right.of(b.Shards)}
		w.full = true
		for range 5 {
			w.receiveFrom("ann", results)
			w.ticks()
			w.receiveFrom("ann", &beat{Wants: 1})
		}
		w.full = false
		w.receiveFrom("ann", results)
		if len(remarks) != number+1 || !strings.Contains(remarks[number], "disk full") {
			t.Fatalf("the disk was full %d times; the remarks are %q", number+1, remarks)
		}
	}
}

// A worker is banned while the disk is full. The run must not end before the ban is stored, and the ban must survive a
// restart.
func TestABanIsStoredWhenTheDiskHasRoomAgain(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "test.db")
	w := watch(t, path, 0)
	right := bookOf(t, walkOf(6), nil)
	w.comes("ann")
	for seen := 0; w.register.missingShards() > 0; seen++ {
		if seen == len(w.loads) {
			t.Fatalf("%d shards are missing, but no batch is assigned", w.register.missingShards())
		}
		b := w.loads[seen]
		w.startLease(w.now, b.ID, nil)
		w.receiveFrom("ann", &delivery{Epoch: w.epoch, Number: uint64(seen + 1), Shards: right.of(b.Shards)})
	}
	w.full = true
	w.receiveFrom("ann", errors.New("nonsense"))
	for range 3 {
		if w.ticks() || len(w.bans.unstoredBans) != 1 || len(w.storedShards()) != 62 {
			t.Fatalf("the disk is full, but the run is finished or the bans are stored: %d bans wait, %d shards are stored", len(w.bans.unstoredBans), len(w.storedShards()))
		}
	}
	w.full = false
	if w.ticks() || len(w.bans.unstoredBans) != 0 || w.register.missingShards() != 62 || len(w.storedShards()) != 0 {
		t.Errorf("there is room, but %d bans are not stored and %d shards are missing", len(w.bans.unstoredBans), w.register.missingShards())
	}
	again := watch(t, path, 0)
	if ann := again.roster.workers["ann"]; ann == nil || ann.ban != "nonsense" || again.register.missingShards() != 62 || again.slowLoader.void["ann"] {
		t.Errorf("after a restart the worker is %+v, want a ban", ann)
	}
}

// While the disk is full, a worker delivers a result for one of the coordinator's shards, the same or a different one.
func TestTheCoordinatorsResultsAreStoredWhenTheDiskHasRoomAgain(t *testing.T) {
	t.Parallel()
	for _, lies := range []bool{false, true} {
		path := filepath.Join(t.TempDir(), "test.db")
		w := watch(t, path, 0)
		sent := bookOf(t, walkOf(6), nil)
		if lies {
			sent = bookOf(t, walkOf(6), exchanged)
		}
		b := w.comes("ann")
		w.receiveFrom("ann", &delivery{Epoch: w.epoch, Number: 1, Shards: sent.of(b.Shards)})
		first := b.Shards[0]
		others := 0
		for shard := range w.space.Shards() {
			if shard.ID == first.ID || others < 3 && !w.register.done(shard.ID) {
				others++
				w.local.compute(enum.Shard{ID: shard.ID, Path: slices.Clone(shard.Path)})
			}
		}
		w.full = true
		w.walkAll(t, w.coordinator, w.now)
		if n := len(w.local.unstoredResults); n != others || lies != (len(w.bans.unstoredBans) == 1) || lies != (w.roster.workers["ann"].ban != "") {
			t.Errorf("the worker lies: %v; %d shards wait to be stored, want %d; %d bans", lies, n, others, len(w.bans.unstoredBans))
		}
		for range 2 {
			if w.ticks() || len(w.local.unstoredResults) != others || len(w.local.pending) != others {
				t.Errorf("the worker lies: %v; %d shards wait to be stored, want %d", lies, len(w.local.unstoredResults), others)
			}
		}
		w.full = false
		if w.ticks(); len(w.local.unstoredResults)+len(w.bans.unstoredBans)+len(w.local.pending) > 0 {
			t.Errorf("the worker lies: %v; %d shards and %d bans wait to be stored", lies, len(w.local.unstoredResults), len(w.bans.unstoredBans))
		}
		again := watch(t, path, 0)
		if done := 62 - again.register.missingShards(); done != uint64(others) || lies != strings.HasPrefix(again.roster.workers["ann"].ban, "its result for shard ") || !again.register.hasQuorum(first.ID) {
			t.Errorf("the worker lies: %v; after a restart, %d shards are done, want %d; the worker is banned: %s", lies, done, others, again.roster.workers["ann"].ban)
		}
	}
}

type noting struct {
	ledger
	tallies map[uint64][]byte
}

func (n noting) write(t *transaction) error {
	for _, e := range t.edits {
		n.tallies[e.Shard] = e.Entry.Tally
	}
	return n.ledger.write(t)
}

// The coordinator must store the bytes of a tally as they came: encoding it again would cost time for every shard.
func TestATallyIsStoredAsItWasReceived(t *testing.T) {
	t.Parallel()
	e := newTestCoordinator(t, 0)
	e.enter("A")
	ledger := noting{e.c.register.ledger, make(map[uint64][]byte)}
	e.c.register.ledger = ledger
	results := e.right.of(e.take("A").Shards)
	e.bring("A", results...)
	for _, r := range results {
		if stored := ledger.tallies[r.ID]; len(stored) == 0 || &stored[0] != &r.Tally[0] {
			t.Errorf("shard %d: the tally %x is stored as %x", r.ID, r.Tally, stored)
		}
	}
}
