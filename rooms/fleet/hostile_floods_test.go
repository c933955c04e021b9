package fleet

import (
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"enumerate/checkpoints"
	"enumerate/enum"
)

// A worker asks for any number of batches, keeps them for ever, and names the batches of others in its beats, the signs
// of life that renew leases. It must not get more than `most` shards, on its probation (before it is trusted) or
// without one. TestAProbationBeginsAtMostOnceALease has a worker whose leases end.
func TestAWorkerHasAtMostItsShareOfTheWork(t *testing.T) {
	const lease = 800 * time.Millisecond
	for _, tt := range []struct {
		claim string
		check float64
		most  int // shards that are assigned to the worker
	}{
		{"on probation", 0.02, proven},
		{"without a probation", 0, 62},
	} {
		t.Run(tt.claim, func(t *testing.T) {
			inVirtualTime(t, func(t *testing.T) {
				ctx := t.Context()
				s := serveInMemory(t, 6, tt.check, lease)
				f := newHostileWorker(t, s)
				f.helloOf("here", 1<<40)
				f.beat(1_000_000_000)
				first, ok := f.await()
				if !ok {
					t.Fatal("no batch is assigned")
				}
				shards := len(first.Shards)
				holding, stop := context.WithCancel(ctx)
				defer stop()
				go func() {
					var holds []uint64
					for id := range uint64(200) { // its own batches, and those of others
						holds = append(holds, first.ID+id-100)
					}
					for holding.Err() == nil {
						f.beat(1_000_000_000, holds...)
						select {
						case b := <-f.given:
							shards += len(b.Shards)
							holds = append(holds, b.ID)
						case <-time.After(20 * time.Millisecond):
						case <-f.ended:
							return
						}
					}
				}()
				s.finishes(t, f)
				stop()
				if shards > tt.most {
					t.Errorf("%d shards are assigned, expected at most %d", shards, tt.most)
				}
			})
		})
	}
}

// A worker on probation asks for work without pause, and never returns a result. In the time of each lease it must get
// one probation, of at most ten shards.
func TestAProbationBeginsAtMostOnceALease(t *testing.T) {
	t.Parallel()
	const leases = 5
	e := newTestCoordinator(t, 0.02)
	e.say(enroller, "enrol", &enrolment{"A"})
	e.say("A", "job", &hello{Protocol: protocol, Workers: 1 << 40})

	for lease := range leases {
		assigned := 0
		for range 10 {
			if b, ok := e.next("A"); ok {
				assigned += len(b.Shards)
			}
		}
		if assigned < 1 || assigned > proven {
			t.Errorf("in lease %d, %d shards are assigned, expected 1 to %d", lease+1, assigned, proven)
		}
		e.now = e.now.Add(e.c.roster.lease + time.Second)
		e.tick()
	}
}

// A worker that is to verify another worker's result only renews its lease for ever. The coordinator must then compute
// the shard itself.
func TestAWithheldVerificationDelaysNoRun(t *testing.T) {
	inVirtualTime(t, func(t *testing.T) {
		ctx := t.Context()
		s := serveInMemory(t, 6, 1, 300*time.Millisecond)
		right := bookOf(t, s.key, nil)
		holder := newHostileWorker(t, s)
		holder.hello("there")
		b, ok := holder.await()
		if !ok {
			t.Fatal("no probation is assigned")
		}
		if a := holder.done(right.of(b.Shards)); !a.Stored {
			t.Fatalf("the answer to the probation is %+v", a)
		}
		go func() {
			holds := []uint64{}
			for ctx.Err() == nil {
				holder.beat(0, holds...)
				select {
				case b := <-holder.given:
					holds = append(holds, b.ID)
				case <-time.After(20 * time.Millisecond):
				case <-holder.ended:
					return
				}
			}
		}()
		s.finishes(t, holder)
	})
}

// The sender of many results for one shard must be banned, the messages must not take much memory, and another worker
// must still be answered.
func TestManyResultsForOneShardAreAFault(t *testing.T) {
	s := serve(t, 6, 0.02)
	right := bookOf(t, s.key, nil)
	one := string(encode(result{0, 1, right[0]}))
	f, victim := newHostileWorker(t, s), newHostileWorker(t, s)
	f.hello("here")
	victim.hello("there")
	times := 1_500_000 / (len(one) + 1)
	message := fmt.Appendf(nil, `{"epoch":%d,"number":1,"shards":[%s%s]}`, f.epoch, strings.Repeat(one+",", times-1), one)
	if a := f.ask("done", message); !a.out() {
		t.Errorf("the answer to %d results for a shard is %+v, want a ban", times, a)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range 100 {
		if f.conn.Publish(f.own("done"), message) != nil {
			break // its connection is closed
		}
	}
	a := victim.hello("there")
	if a.none != nil || a.out() {
		t.Errorf("the answer to another worker is %+v, %v", a, a.none)
	}
	runtime.ReadMemStats(&after)
	if more := int64(after.HeapSys) - int64(before.HeapSys); more > 512<<20 {
		t.Errorf("the coordinator uses %d MB more", more>>20)
	}
	s.finishes(t, f, victim)
}

// Workers on probation claim any number of cores, and another worker claims that a shard took a year. The batches of
// honest workers must not change.
func TestClaimsOfOneWorkerDoNotChangeTheBatchesOfOthers(t *testing.T) {
	inVirtualTime(t, func(t *testing.T) {
		const pace = 20 * time.Millisecond
		s := serveInMemory(t, 7, 0.02, 2*time.Second, func(of *Service) { of.Space = slow{Space: of.Space, time: pace} })
		right := bookOf(t, s.key, nil)
		for range 5 {
			f := newHostileWorker(t, s)
			f.helloOf("here", 1<<40)
			f.beat(1)
		}
		seen := time.Now() // wait for two more, because the first may have begun before
		for range 2 {
			s.until(t, "another status", func(st Status) bool { return st.At.After(seen) })
			seen = s.status().At
		}
		f := newHostileWorker(t, s)
		f.hello("there")
		b, ok := f.await()
		if !ok {
			t.Fatal("no probation is assigned")
		}
		f.done(right.of(b.Shards))
		if b, ok = f.await(); !ok {
			t.Fatal("no batch is assigned")
		}
		if most := int(batchTime / pace); len(b.Shards) > most {
			t.Errorf("a batch has %d shards, expected at most %d", len(b.Shards), most)
		}
		claims := right.of(b.Shards)
		for i := range claims {
			claims[i].Took = 365 * 24 * time.Hour
		}
		f.done(claims)
		for len(f.given) > 0 {
			<-f.given
		}
		if b, ok = f.await(); !ok || len(b.Shards) < 2 {
			t.Errorf("a batch has %d shards, want more", len(b.Shards))
		}
	})
}

func TestManyBansCostLittle(t *testing.T) {
	inVirtualTime(t, func(t *testing.T) {
		s := serveInMemory(t, 6, 0.02, 2*time.Second)
		var hostiles []*hostileWorker
		for range 60 {
			f := newHostileWorker(t, s)
			hostiles = append(hostiles, f)
			f.hello("here")
			if a := f.ask("done", []byte("garbage")); !a.out() {
				t.Fatalf("the answer to garbage is %+v", a)
			}
		}
		if runs, err := s.store.Runs(); err != nil || len(runs) > 2 {
			t.Errorf("%d runs are stored, %v, but no worker has results", len(runs), err)
		}
		// A ban is remarked once, and later messages are ignored.
		for _, f := range hostiles[:10] {
			if f.ask("hello", map[string]any{"protocol": protocol}); len(f.given) > 1 {
				t.Error("a banned worker is assigned a batch")
			}
		}
		bans := func() int { return strings.Count(s.remarks(), "is banned") }
		s.until(t, "all bans are remarked", func(Status) bool { return bans() >= len(hostiles) }) // the answer comes before the remark
		s.finishes(t, hostiles...)
		if n := bans(); n != len(hostiles) {
			t.Errorf("%d bans are remarked, want %d", n, len(hostiles))
		}
	})
}

type void map[string]bool

func (void) send(string, any)         {}
func (void) walk(enum.Shard)          {}
func (void) load(string, Batch)       {}
func (v void) expel(key string)       { delete(v, key) }
func (v void) admit(key string) error { v[key] = true; return nil }

// Keys that do nothing are removed, so an honest key that enrols a little after the flood must be admitted.
func TestAFloodOfEnrolmentsShutsOutNoWorker(t *testing.T) {
	t.Parallel()
	c, transport, now := newSlowCoordinator(t, 0.02)
	out := transport.void
	come := func(key string) {
		t.Helper()
		if err := c.receive(now, letter{from: enroller, message: &enrolment{key}}); err != nil {
			t.Fatal(err)
		}
	}
	come("worker") // is present
	come("gone")   // is absent, but has stored results
	c.roster.workers["gone"].number = 1
	for i := range mostKeys + 10 {
		come(fmt.Sprint("key", i))
	}
	now = now.Add(c.roster.lease - time.Second)
	if err := c.receive(now, letter{from: "worker", message: &hello{Protocol: protocol}}, letter{from: "worker", message: &beat{Wants: 1}}); err != nil {
		t.Fatal(err)
	}
	come("late")
	if len(out) != mostKeys || out["late"] {
		t.Errorf("%d keys are admitted, and the next one: %v; want %d", len(out), out["late"], mostKeys)
	}
	now = now.Add(2 * time.Second)
	if come("late"); !out["late"] || !out["worker"] || !out["gone"] || len(out) != 3 {
		t.Errorf("of %d keys, the later one is admitted: %v, and the worker: %v", len(out), out["late"], out["worker"])
	}
	if len(c.roster.workers) != len(out) || len(c.roster.list) != len(out) {
		t.Errorf("the roster has %d and %d workers, want %d", len(c.roster.workers), len(c.roster.list), len(out))
	}
}

// As many keys as the coordinator admits say hello, get a probation or other work, and leave. Another key must then be
// admitted.
func TestKeysThatComeAndGoShutOutNoWorker(t *testing.T) {
	t.Parallel()
	for _, check := range []float64{0, 0.02} {
		t.Run(fmt.Sprintf("%v checked", check), func(t *testing.T) {
			t.Parallel()
			c, out, now := newSlowCoordinator(t, check)
			assigned := 0
			for i := range mostKeys {
				key := fmt.Sprint("key", i)
				out.say(t, c, now, enroller, &enrolment{key})
				out.say(t, c, now, key, &hello{Protocol: protocol})
				out.say(t, c, now, key, &beat{Wants: 1})
				for ; assigned < len(out.loads); assigned++ {
					c.startLease(now, out.loads[assigned].ID, nil)
				}
				if len(c.roster.workers[key].unreturnedShards) == 0 && (check > 0 || i == 0) {
					t.Fatalf("no batch is assigned to key %d", i)
				}
			}
			if out.say(t, c, now, enroller, &enrolment{"early"}); out.void["early"] {
				t.Error("one more key is admitted while all leases run")
			}

			now = now.Add(c.roster.lease + time.Second)
			if _, err := c.tick(now); err != nil {
				t.Fatal(err)
			}
			now = now.Add(24 * time.Hour)
			if out.say(t, c, now, enroller, &enrolment{"honest"}); !out.void["honest"] || len(out.void) != 1 {
				t.Errorf("%d keys are admitted, and one a day later: %v", len(out.void), out.void["honest"])
			}
			out.say(t, c, now, "honest", &hello{Protocol: protocol})
			if b := out.given(t, c, now, "honest"); len(b.Shards) == 0 {
				t.Error("no batch is assigned to the honest key")
			}
		})
	}
}

type portable struct{ enum.Space }

func (portable) Load(_ context.Context, shard enum.Shard) (enum.Shard, bool, error) {
	return shard, false, nil
}

// A slowLoader is a transport whose batches are loaded when a test orders it.
type slowLoader struct {
	void
	loads []Batch
	queue []enum.Shard
}

func (s *slowLoader) load(_ string, b Batch)  { s.loads = append(s.loads, b) }
func (s *slowLoader) walk(shard enum.Shard)   { s.queue = append(s.queue, shard) }
func (s *slowLoader) last() (shards []uint64) { return ids(s.loads[len(s.loads)-1]) }

func ids(b Batch) (list []uint64) {
	for _, shard := range b.Shards {
		list = append(list, shard.ID)
	}
	return list
}

func (s *slowLoader) say(t *testing.T, c *coordinator, now time.Time, from string, message any) {
	t.Helper()
	if err := c.receive(now, letter{from: from, message: message}); err != nil {
		t.Fatal(err)
	}
}

// given returns the batch that is assigned to a worker that asks for one.
func (s *slowLoader) given(t *testing.T, c *coordinator, now time.Time, key string) Batch {
	t.Helper()
	before := len(s.loads)
	if s.say(t, c, now, key, &beat{Wants: 1}); len(s.loads) != before+1 {
		t.Fatalf("%[2]d batches are assigned to %[1]s, want one", key, len(s.loads)-before)
	}
	b := s.loads[before]
	c.startLease(now, b.ID, nil)
	return b
}

// walkAll computes the shards that the coordinator has to compute itself.
func (s *slowLoader) walkAll(t *testing.T, c *coordinator, now time.Time) {
	t.Helper()
	for len(s.queue) > 0 {
		shard, tally := s.queue[0], enum.NewTally(2)
		s.queue = s.queue[1:]
		if err := c.space.Walker().Walk(t.Context(), shard, tally); err != nil {
			t.Fatal(err)
		}
		if err := c.storeOwn(enum.Result{Shard: shard, Tally: tally, Took: time.Millisecond}); err != nil {
			t.Fatal(err)
		}
	}
}

// The coordinator computes the shard of a new worker's probation, and only then learns that this shard is too large for
// a message. No later probation may have this shard, because no worker could pass it.
func TestNoProbationHasAShardThatCannotBeSent(t *testing.T) {
	t.Parallel()
	c, out, now := newSlowCoordinator(t, 0.02)
	out.say(t, c, now, enroller, &enrolment{"worker"})
	out.say(t, c, now, "worker", &hello{Protocol: protocol})
	out.say(t, c, now, "worker", &beat{Wants: 1})
	if len(out.loads) != 1 || len(out.queue) != 1 {
		t.Fatalf("%d probations are sent, and %d shards computed here, want one", len(out.loads), len(out.queue))
	}
	out.walkAll(t, c, now)
	first := out.loads[0]
	c.startLease(now, first.ID, first.Shards)
	for range 3 {
		if _, err := c.tick(now); err != nil {
			t.Fatal(err)
		}
	}
	if len(out.loads) < 2 || slices.Equal(out.last(), ids(first)) {
		t.Errorf("%d probations are sent, the last with the shards %v, which cannot be sent", len(out.loads), out.last())
	}
}

func newSlowCoordinator(t *testing.T, check float64) (c *coordinator, out *slowLoader, now time.Time) {
	t.Helper()
	out = &slowLoader{void: make(void)}
	return coordinatorOver(t, check, out), out, time.Now()
}

// coordinatorOver returns a coordinator of a walk of six players with a new database.
func coordinatorOver(t *testing.T, check float64, out transport) *coordinator {
	t.Helper()
	store, err := checkpoints.Open(filepath.Join(t.TempDir(), "test.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	space, err := spaceOf(walkOf(6))
	if err != nil {
		t.Fatal(err)
	}
	c, err := newCoordinator(Service{Key: walkOf(6), Space: portable{space}, Check: check, Lease: 10 * time.Second}, &storedRun{store: store, key: walkOf(6), space: space, self: testSelf}, ownSubjects, rand.New(rand.NewPCG(1, 1)), out)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.close)
	return c
}

// An honest worker must complete the run while keys send valid messages of the largest size as fast as they can.
func TestFloodsOfValidMessagesDoNotStopARun(t *testing.T) {
	if testing.Short() {
		t.Skip("fills the machine; go test runs it")
	}
	ctx := t.Context()
	s := serve(t, 6, 0.02)
	message := fmt.Appendf(nil, `{"wants":0,"padding":%q}`, strings.Repeat("x", maxMessage-100))
	var hostiles []*hostileWorker
	for range 3 {
		f := newHostileWorker(t, s)
		f.hello("here")
		hostiles = append(hostiles, f)
	}
	for i, kind := range []string{"beat", "done", "hello"} {
		go func() {
			for ctx.Err() == nil && hostiles[i].conn.Publish(hostiles[i].own(kind), message) == nil {
			}
		}()
	}
	s.until(t, "the workers without results are banned", func(Status) bool { return strings.Count(s.remarks(), "is banned") >= 2 })
	s.finishes(t, hostiles...)
}

// A worker without confirmed results claims many cores and asks for all batches. It must get few, because it delays the
// run if it keeps them.
func TestAWorkerWithoutTrustHasFewBatches(t *testing.T) {
	t.Parallel()
	c, out, now := newSlowCoordinator(t, 0) // no probation
	for _, l := range []letter{
		{from: enroller, message: &enrolment{"worker"}},
		{from: "worker", message: &hello{Protocol: protocol, Workers: 1 << 40}},
		{from: "worker", message: &beat{Wants: 1 << 62}},
		{from: "worker", message: &beat{Wants: 1 << 62, Holds: make([]uint64, 1000)}},
	} {
		if err := c.receive(now, l); err != nil {
			t.Fatal(err)
		}
	}
	if n := len(out.loads); n == 0 || n > 16 {
		t.Errorf("%d batches are assigned, want 16", n)
	}
}

// A worker puts more messages into a mailbox than it may send. There must still be room for the messages of others.
func TestAMailboxHasRoomForOthers(t *testing.T) {
	t.Parallel()
	faults := func(m *mailbox) (n int) {
		for _, l := range m.mail {
			if l.fault != nil {
				n++
			}
		}
		return n
	}
	small, large := make([]byte, 10), make([]byte, 1<<20)
	for _, tt := range []struct {
		claim           string
		subject         string
		data            []byte
		times           int
		letters, faults int // letters that are kept, and the faults among them
	}{
		{"the largest number of messages", "enumerate.beat.A", small, mostMessages, mostMessages, 0},
		{"more messages are one fault", "enumerate.beat.A", small, mostMessages + 10, mostMessages + 1, 1},
		{"the largest number of enrolments", "enumerate.enrol", small, mostMessages, mostMessages, 0},
		{"more enrolments are dropped", "enumerate.enrol", small, mostMessages + 10, mostMessages, 0},
		{"two large deliveries", "enumerate.done.A", large, 2, 2, 0},
		{"more large deliveries are dropped", "enumerate.done.A", large, 16, 2, 0},
		{"a flood of deliveries is a fault", "enumerate.done.A", large, 17, 3, 1},
		{"a single delivery of the largest size", "enumerate.done.A", make([]byte, maxMessage), 1, 1, 0},
		{"a large beat", "enumerate.beat.A", large, 1, 1, 1},
		{"a large hello", "enumerate.hello.A", large, 1, 1, 1},
	} {
		m := newMailbox()
		for range tt.times {
			m.put(tt.subject, "", tt.data)
		}
		if got := len(m.mail); got != tt.letters || faults(m) != tt.faults {
			t.Errorf("%s: %d letters are kept, %d faults; want %d, %d", tt.claim, got, faults(m), tt.letters, tt.faults)
		}
		before := len(m.mail)
		if m.put("enumerate.beat.B", "", small); len(m.mail) != before+1 {
			t.Errorf("%s: another worker's message is dropped", tt.claim)
		}
		m.tick()
		if m.put(tt.subject, "", small); len(m.mail) != before+2 {
			t.Errorf("%s: what it sends after a tick is dropped", tt.claim)
		}
	}
	m := newMailbox()
	for i := range 200 {
		m.put(fmt.Sprint("enumerate.done.", i), "", large)
	}
	if m.bytes > mostWaitingBytes || len(m.mail) != mostWaitingBytes/len(large) {
		t.Errorf("%d bytes of %d letters wait, expected at most %d", m.bytes, len(m.mail), mostWaitingBytes)
	}
	m.letters(ownSubjects)
	if m.put("enumerate.done.A", "", large); len(m.mail) != 1 {
		t.Error("the mailbox has no room after its letters are read")
	}
	m = newMailbox()
	for i := range mostWaiting + 10 {
		m.put(fmt.Sprint("enumerate.beat.", i%1000), "", nil)
	}
	if len(m.mail) != mostWaiting {
		t.Errorf("%d letters wait, expected at most %d", len(m.mail), mostWaiting)
	}
}
