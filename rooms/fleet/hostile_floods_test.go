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

// TestNobodyTakesAllTheWork has a worker that is on probation, and one that is admitted, want any number of batches, hold
// them for ever, and name those of others. The bound on probation holds while the lease of the probation is
// renewed; TestATrialIsGivenOnceALease has what a worker costs that lets it end.
func TestNobodyTakesAllTheWork(t *testing.T) {
	const lease = 800 * time.Millisecond
	for _, tt := range []struct {
		claim string
		check float64
		most  int // shards that it is given
	}{
		{"on probation", 0.02, proven},
		{"believed without a probation", 0, 62},
	} {
		t.Run(tt.claim, func(t *testing.T) {
			inVirtualTime(t, func(t *testing.T) {
				ctx := t.Context()
				s := serveInMemory(t, 6, tt.check, lease)
				f := newFoe(t, s)
				f.helloOf("here", 1<<40)
				f.beat(1_000_000_000)
				first, ok := f.await()
				if !ok {
					t.Fatal("it is given nothing")
				}
				shards := len(first.Shards)
				holding, stop := context.WithCancel(ctx)
				defer stop()
				go func() {
					var holds []uint64
					for id := range uint64(200) { // its own, and those of others
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
					t.Errorf("it is given %d shards, want at most %d", shards, tt.most)
				}
			})
		})
	}
}

// TestATrialIsGivenOnceALease has a worker on probation ask for work without pause, and let the leases of
// its probations end: it is given one probation in each lease.
func TestATrialIsGivenOnceALease(t *testing.T) {
	t.Parallel()
	const leases = 5
	e := hearing(t, 0.02)
	e.say(enroller, "enrol", &enrolment{"A"})
	e.say("A", "job", &hello{Protocol: protocol, Workers: 1 << 40})

	for lease := range leases {
		given := 0
		for range 10 {
			if b, ok := e.next("A"); ok {
				given += len(b.Shards)
			}
		}
		if given < 1 || given > proven {
			t.Errorf("in lease %d it is given %d shards, want 1 to %d", lease+1, given, proven)
		}
		e.now = e.now.Add(e.c.roll.lease + time.Second)
		e.tick()
	}
}

// TestAHeldCheckHoldsUpNobody has an admitted worker be told to check what another one has done, and hold that for ever.
func TestAHeldCheckHoldsUpNobody(t *testing.T) {
	inVirtualTime(t, func(t *testing.T) {
		ctx := t.Context()
		s := serveInMemory(t, 6, 1, 300*time.Millisecond)
		right := bookOf(t, s.key, nil)
		holder := newFoe(t, s)
		holder.hello("there")
		b, ok := holder.await()
		if !ok {
			t.Fatal("it is given no probation")
		}
		if a := holder.done(right.of(b.Shards)); !a.Stored {
			t.Fatalf("its probation is answered %+v", a)
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

// TestManyTimesOneShardIsAFault sends many results of one shard in a message, and such messages without end.
func TestManyTimesOneShardIsAFault(t *testing.T) {
	s := serve(t, 6, 0.02)
	right := bookOf(t, s.key, nil)
	one := string(encode(result{0, 1, right[0]}))
	f, victim := newFoe(t, s), newFoe(t, s)
	f.hello("here")
	victim.hello("there")
	times := 1_500_000 / (len(one) + 1)
	message := fmt.Appendf(nil, `{"epoch":%d,"number":1,"shards":[%s%s]}`, f.epoch, strings.Repeat(one+",", times-1), one)
	if a := f.ask("done", message); !a.out() {
		t.Errorf("one shard %d times is answered %+v, want a ban", times, a)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range 100 {
		if f.conn.Publish(f.own("done"), message) != nil {
			break // it is cut off
		}
	}
	a := victim.hello("there")
	if a.none != nil || a.out() {
		t.Errorf("another one is answered %+v, %v", a, a.none)
	}
	runtime.ReadMemStats(&after)
	if more := int64(after.HeapSys) - int64(before.HeapSys); more > 512<<20 {
		t.Errorf("the coordinator takes %d MB more", more>>20)
	}
	s.finishes(t, f, victim)
}

// TestClaimsSetNobodysBatches has workers that are on probation claim any number of cores, and one that
// is admitted say that a shard took it a year.
func TestClaimsSetNobodysBatches(t *testing.T) {
	inVirtualTime(t, func(t *testing.T) {
		const pace = 20 * time.Millisecond
		s := serveInMemory(t, 7, 0.02, 2*time.Second, func(of *Service) { of.Space = slow{Space: of.Space, time: pace} })
		right := bookOf(t, s.key, nil)
		for range 5 {
			f := newFoe(t, s)
			f.helloOf("here", 1<<40)
			f.beat(1)
		}
		seen := time.Now() // and two more, as the first may have begun before
		for range 2 {
			s.until(t, "another status", func(st Status) bool { return st.At.After(seen) })
			seen = s.status().At
		}
		f := newFoe(t, s)
		f.hello("there")
		b, ok := f.await()
		if !ok {
			t.Fatal("it is given no probation")
		}
		f.done(right.of(b.Shards))
		if b, ok = f.await(); !ok {
			t.Fatal("it is given nothing")
		}
		if most := int(batchTime / pace); len(b.Shards) > most {
			t.Errorf("it is given %d shards at once, want at most %d", len(b.Shards), most)
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
			t.Errorf("it is given %d shards at once, want more", len(b.Shards))
		}
	})
}

// TestBansCostLittle bans many, and some who have brought something.
func TestBansCostLittle(t *testing.T) {
	inVirtualTime(t, func(t *testing.T) {
		s := serveInMemory(t, 6, 0.02, 2*time.Second)
		var foes []*foe
		for range 60 {
			f := newFoe(t, s)
			foes = append(foes, f)
			f.hello("here")
			if a := f.ask("done", []byte("garbage")); !a.out() {
				t.Fatalf("garbage is answered %+v", a)
			}
		}
		if runs, err := s.store.Runs(); err != nil || len(runs) > 2 {
			t.Errorf("%d runs are stored, %v, of workers who have brought nothing", len(runs), err)
		}
		// A ban is remarked once, and what comes later is nothing.
		for _, f := range foes[:10] {
			if f.ask("hello", map[string]any{"protocol": protocol}); len(f.given) > 1 {
				t.Error("a banned worker is given work")
			}
		}
		bans := func() int { return strings.Count(s.remarks(), "is banned") }
		s.until(t, "all bans are remarked", func(Status) bool { return bans() >= len(foes) }) // the answer comes first
		s.finishes(t, foes...)
		if n := bans(); n != len(foes) {
			t.Errorf("%d bans are remarked, want %d", n, len(foes))
		}
	})
}

// A void is a transport that leads nowhere. It has the keys that are let in.
type void map[string]bool

func (void) send(string, any)         {}
func (void) walk(enum.Shard)          {}
func (void) load(string, Batch)       {}
func (v void) expel(key string)       { delete(v, key) }
func (v void) admit(key string) error { v[key] = true; return nil }

// TestEnrolmentsWithoutEndShutOutNobody enrols as many keys as there may be, and more, and lets an honest one come a
// little later.
func TestEnrolmentsWithoutEndShutOutNobody(t *testing.T) {
	t.Parallel()
	c, transport, now := theCoordinator(t, 0.02)
	out := transport.void
	come := func(key string) {
		t.Helper()
		if err := c.receive(now, letter{from: enroller, message: &enrolment{key}}); err != nil {
			t.Fatal(err)
		}
	}
	come("worker") // and works
	come("gone")   // and has done something
	c.roll.workers["gone"].number = 1
	for i := range mostKeys + 10 {
		come(fmt.Sprint("key", i))
	}
	now = now.Add(c.roll.lease - time.Second)
	if err := c.receive(now, letter{from: "worker", message: &hello{Protocol: protocol}}, letter{from: "worker", message: &beat{Wants: 1}}); err != nil {
		t.Fatal(err)
	}
	come("late")
	if len(out) != mostKeys || out["late"] {
		t.Errorf("%d keys are let in, and the one behind them %v; want %d", len(out), out["late"], mostKeys)
	}
	now = now.Add(2 * time.Second)
	if come("late"); !out["late"] || !out["worker"] || !out["gone"] || len(out) != 3 {
		t.Errorf("of %d keys one that comes later is let in: %v, and the worker still: %v", len(out), out["late"], out["worker"])
	}
	if len(c.roll.workers) != len(out) || len(c.roll.list) != len(out) {
		t.Errorf("%d and %d workers are known, want %d", len(c.roll.workers), len(c.roll.list), len(out))
	}
}

// TestKeysThatComeAndGoShutOutNobody has as many keys as there may be enrol, say hello, be given a probation or other work, and go.
func TestKeysThatComeAndGoShutOutNobody(t *testing.T) {
	t.Parallel()
	for _, check := range []float64{0, 0.02} {
		t.Run(fmt.Sprintf("%v checked", check), func(t *testing.T) {
			t.Parallel()
			c, out, now := theCoordinator(t, check)
			given := 0
			for i := range mostKeys {
				key := fmt.Sprint("key", i)
				out.say(t, c, now, enroller, &enrolment{key})
				out.say(t, c, now, key, &hello{Protocol: protocol})
				out.say(t, c, now, key, &beat{Wants: 1})
				for ; given < len(out.loads); given++ {
					c.loaded(now, out.loads[given].ID, nil)
				}
				if len(c.roll.workers[key].assigned) == 0 && (check > 0 || i == 0) {
					t.Fatalf("key %d is given nothing", i)
				}
			}
			if out.say(t, c, now, enroller, &enrolment{"early"}); out.void["early"] {
				t.Error("one more is let in at once")
			}

			now = now.Add(c.roll.lease + time.Second)
			if _, err := c.tick(now); err != nil {
				t.Fatal(err)
			}
			now = now.Add(24 * time.Hour)
			if out.say(t, c, now, enroller, &enrolment{"honest"}); !out.void["honest"] || len(out.void) != 1 {
				t.Errorf("%d keys are let in, and one that comes a day later: %v", len(out.void), out.void["honest"])
			}
			out.say(t, c, now, "honest", &hello{Protocol: protocol})
			if b := out.given(t, c, now, "honest"); len(b.Shards) == 0 {
				t.Error("it is given nothing")
			}
		})
	}
}

// A portable space has shards that have to be loaded.
type portable struct{ enum.Space }

func (portable) Load(_ context.Context, shard enum.Shard) (enum.Shard, bool, error) {
	return shard, false, nil
}

// A slowLoader is a transport that is told later what has become of its batches.
type slowLoader struct {
	void
	loads  []Batch
	walked []enum.Shard
}

func (s *slowLoader) load(_ string, b Batch)  { s.loads = append(s.loads, b) }
func (s *slowLoader) walk(shard enum.Shard)   { s.walked = append(s.walked, shard) }
func (s *slowLoader) last() (shards []uint64) { return ids(s.loads[len(s.loads)-1]) }

func ids(b Batch) (list []uint64) {
	for _, shard := range b.Shards {
		list = append(list, shard.ID)
	}
	return list
}

// say tells a coordinator what somebody sends.
func (s *slowLoader) say(t *testing.T, c *coordinator, now time.Time, from string, message any) {
	t.Helper()
	if err := c.receive(now, letter{from: from, message: message}); err != nil {
		t.Fatal(err)
	}
}

// given returns what a worker is given when it wants something.
func (s *slowLoader) given(t *testing.T, c *coordinator, now time.Time, key string) Batch {
	t.Helper()
	before := len(s.loads)
	if s.say(t, c, now, key, &beat{Wants: 1}); len(s.loads) != before+1 {
		t.Fatalf("%s is given %d batches, want one", key, len(s.loads)-before)
	}
	b := s.loads[before]
	c.loaded(now, b.ID, nil)
	return b
}

// walkAll does what the coordinator is to do itself.
func (s *slowLoader) walkAll(t *testing.T, c *coordinator, now time.Time) {
	t.Helper()
	for len(s.walked) > 0 {
		shard, tally := s.walked[0], enum.NewTally(2)
		s.walked = s.walked[1:]
		if err := c.space.Walker().Walk(t.Context(), shard, tally); err != nil {
			t.Fatal(err)
		}
		if err := c.walked(enum.Result{Shard: shard, Tally: tally, Took: time.Millisecond}); err != nil {
			t.Fatal(err)
		}
	}
}

// TestNoTrialIsOfWhatCannotBeSent has the coordinator do the shard of a probation before it knows that no message
// can hold it.
func TestNoTrialIsOfWhatCannotBeSent(t *testing.T) {
	t.Parallel()
	c, out, now := theCoordinator(t, 0.02)
	out.say(t, c, now, enroller, &enrolment{"worker"})
	out.say(t, c, now, "worker", &hello{Protocol: protocol})
	out.say(t, c, now, "worker", &beat{Wants: 1})
	if len(out.loads) != 1 || len(out.walked) != 1 {
		t.Fatalf("%d probations are sent, and %d shards done here, want one", len(out.loads), len(out.walked))
	}
	out.walkAll(t, c, now)
	first := out.loads[0]
	c.loaded(now, first.ID, first.Shards)
	for range 3 {
		if _, err := c.tick(now); err != nil {
			t.Fatal(err)
		}
	}
	if len(out.loads) < 2 || slices.Equal(out.last(), ids(first)) {
		t.Errorf("%d probations are sent, the last of %v, which cannot be", len(out.loads), out.last())
	}
}

// theCoordinator returns a coordinator that checks a share of its shards, whose transport is slow.
func theCoordinator(t *testing.T, check float64) (c *coordinator, out *slowLoader, now time.Time) {
	t.Helper()
	out = &slowLoader{void: make(void)}
	return coordinatorOver(t, check, out), out, time.Now()
}

// coordinatorOver returns a coordinator of a run whose shards have to be loaded.
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

// TestFloodsOfWhatIsNoFaultHurtNobody has keys send messages as large as may be, as fast as they can, in which nothing
// is wrong.
func TestFloodsOfWhatIsNoFaultHurtNobody(t *testing.T) {
	if testing.Short() {
		t.Skip("fills the machine; go test runs it")
	}
	ctx := t.Context()
	s := serve(t, 6, 0.02)
	message := fmt.Appendf(nil, `{"wants":0,"padding":%q}`, strings.Repeat("x", maxMessage-100))
	var foes []*foe
	for range 3 {
		f := newFoe(t, s)
		f.hello("here")
		foes = append(foes, f)
	}
	for i, kind := range []string{"beat", "done", "hello"} {
		go func() {
			for ctx.Err() == nil && foes[i].conn.Publish(foes[i].own(kind), message) == nil {
			}
		}()
	}
	s.until(t, "those are banned who send no results", func(Status) bool { return strings.Count(s.remarks(), "is banned") >= 2 })
	s.finishes(t, foes...)
}

// TestNobodyHasMoreBatchesThanItHasEarned has a worker of which nothing was confirmed want all there is.
func TestNobodyHasMoreBatchesThanItHasEarned(t *testing.T) {
	t.Parallel()
	c, out, now := theCoordinator(t, 0) // no probation
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
		t.Errorf("it is given %d batches, want 16", n)
	}
}

// TestAMailboxHasRoomForOthers puts in what one worker may send, and more, and then what many send.
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
		claim         string
		subject       string
		data          []byte
		times         int
		letters, ills int // that are kept, and of them faults
	}{
		{"as many as may be", "enumerate.beat.A", small, mostMessages, mostMessages, 0},
		{"one more is a fault, once", "enumerate.beat.A", small, mostMessages + 10, mostMessages + 1, 1},
		{"as many enrolments as may be", "enumerate.enrol", small, mostMessages, mostMessages, 0},
		{"more enrolments are dropped", "enumerate.enrol", small, mostMessages + 10, mostMessages, 0},
		{"results of two messages", "enumerate.done.A", large, 2, 2, 0},
		{"more of these are dropped", "enumerate.done.A", large, 16, 2, 0},
		{"and are a flood", "enumerate.done.A", large, 17, 3, 1},
		{"a large result alone", "enumerate.done.A", make([]byte, maxMessage), 1, 1, 0},
		{"a large sign of life", "enumerate.beat.A", large, 1, 1, 1},
		{"a large hello", "enumerate.hello.A", large, 1, 1, 1},
	} {
		m := newMailbox()
		for range tt.times {
			m.put(tt.subject, "", tt.data)
		}
		if got := len(m.mail); got != tt.letters || faults(m) != tt.ills {
			t.Errorf("%s: %d letters are kept, %d faults; want %d, %d", tt.claim, got, faults(m), tt.letters, tt.ills)
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
		t.Errorf("%d bytes of %d letters wait, want at most %d", m.bytes, len(m.mail), mostWaitingBytes)
	}
	m.letters(ownSubjects)
	if m.put("enumerate.done.A", "", large); len(m.mail) != 1 {
		t.Error("there is no room once all is read")
	}
	m = newMailbox()
	for i := range mostWaiting + 10 {
		m.put(fmt.Sprint("enumerate.beat.", i%1000), "", nil)
	}
	if len(m.mail) != mostWaiting {
		t.Errorf("%d letters wait, want at most %d", len(m.mail), mostWaiting)
	}
}
