package fleet

import (
	"crypto/tls"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"enumerate/checkpoints"
	"enumerate/db"
	"enumerate/enum"
)

// The tests here tell a coordinator or a hand what happens, and look at what it sends. Nothing waits.

// An ear hears what a coordinator sends.
type ear struct {
	*slowLoader
	t       *testing.T
	c       *coordinator
	now     time.Time
	sent    []any
	remarks []string
	missing []uint64 // shards, when each message was sent
	right   book
	numbers map[string]uint64  // of the last done of a worker
	given   map[string][]Batch // by subject: what nobody has looked at
}

// hearing returns one, and the coordinator that it hears, which checks a share of the shards.
func hearing(t *testing.T, check float64) *ear {
	t.Helper()
	out := &slowLoader{void: make(void)}
	e := &ear{slowLoader: out, t: t, now: time.Now(), right: bookOf(t, walkOf(6), nil), numbers: make(map[string]uint64), given: make(map[string][]Batch)}
	e.c = coordinatorOver(t, check, e)
	e.c.remark = func(text string) { e.remarks = append(e.remarks, text) }
	return e
}

func (e *ear) send(_ string, message any) {
	e.sent, e.missing = append(e.sent, message), append(e.missing, e.c.status(e.now).Missing)
}

func (e *ear) load(subject string, b Batch) {
	e.slowLoader.load(subject, b)
	e.given[subject] = append(e.given[subject], b)
}

// say sends something, and returns the answer of a kind, nil for none.
func (e *ear) say(from, kind string, message any) (answer any) {
	e.t.Helper()
	before := len(e.sent)
	if err := e.c.receive(e.now, letter{from: from, reply: ownSubjects.inbox(from) + "." + kind, message: message}); err != nil {
		e.t.Fatal(err)
	}
	for _, m := range e.sent[before:] {
		if _, isJob := m.(*job); isJob == (kind == "job") {
			answer = m
		}
	}
	return answer
}

// enter lets workers in, who are admitted.
func (e *ear) enter(keys ...string) {
	e.t.Helper()
	for _, key := range keys {
		e.say(enroller, "enrol", &enrolment{key})
		e.say(key, "job", &hello{Protocol: protocol, Host: key, Workers: 1})
		e.c.roll.workers[key].admitted = true
	}
}

// take returns a batch that a worker is given.
func (e *ear) take(key string) Batch {
	e.t.Helper()
	b, ok := e.next(key)
	if !ok {
		e.t.Fatalf("%s is given nothing", key)
	}
	return b
}

// next returns a batch that a worker is given, if there is one.
func (e *ear) next(key string) (b Batch, ok bool) {
	e.t.Helper()
	own := ownSubjects.work(key)
	if len(e.given[own]) == 0 {
		e.say(key, "none", &beat{Wants: 1})
	}
	if len(e.given[own]) == 0 {
		return b, false
	}
	b, e.given[own] = e.given[own][0], e.given[own][1:]
	e.c.loaded(e.now, b.ID, nil)
	return b, true
}

// bring sends results, as the next message of a worker.
func (e *ear) bring(key string, results ...result) *receipt {
	e.t.Helper()
	e.numbers[key]++
	answer, ok := e.say(key, "receipt", &done{e.c.epoch, e.numbers[key], results}).(*receipt)
	if !ok {
		e.t.Fatalf("%s is not answered", key)
	}
	return answer
}

// doAll has a worker do all that is missing, as a book has it.
func (e *ear) doAll(key string, say book) {
	e.t.Helper()
	for range 1000 {
		if e.c.status(e.now).Missing == 0 {
			return
		}
		b, ok := e.next(key)
		if !ok {
			if _, err := e.c.tick(e.now); err != nil {
				e.t.Fatal(err)
			}
			continue
		}
		if r := e.bring(key, say.of(b.Shards)...); !r.Stored {
			e.t.Fatalf("%s is answered %+v", key, r)
		}
	}
	e.t.Fatal("something is always missing")
}

func (e *ear) tick() (finished bool) {
	e.t.Helper()
	e.now = e.now.Add(tick)
	finished, err := e.c.tick(e.now)
	if err != nil {
		e.t.Fatal(err)
	}
	return finished
}

func TestNobodySendsMoreThanItWasGiven(t *testing.T) {
	t.Parallel()
	e := hearing(t, 0)
	e.enter("A", "B")
	own, other := e.take("A"), e.take("B")
	if r := e.bring("A", e.right.of(append(slices.Clone(own.Shards), other.Shards...))...); r.Banned == "" {
		t.Errorf("%d shards of which %d were given are answered %+v, want a ban", len(own.Shards)+len(other.Shards), len(own.Shards), r)
	}
}

func TestAShardTwiceInAMessageIsAFault(t *testing.T) {
	t.Parallel()
	e := hearing(t, 0)
	e.enter("A")
	e.bring("A", e.right.of(e.take("A").Shards)...)
	b := e.take("A")
	if len(b.Shards) < 2 {
		t.Fatalf("it is given %d shards", len(b.Shards))
	}
	if r := e.bring("A", e.right.of([]enum.Shard{b.Shards[0], b.Shards[0]})...); r.Banned == "" {
		t.Errorf("a shard twice is answered %+v, want a ban", r)
	}
}

func TestAMessageNumberCountsOnce(t *testing.T) {
	t.Parallel()
	e := hearing(t, 0)
	e.enter("A")
	e.bring("A", e.right.of(e.take("A").Shards)...)
	before, b := e.c.status(e.now), e.take("A")
	e.numbers["A"] = 0
	if r := e.bring("A", e.right.of(b.Shards)...); !r.Stored {
		t.Errorf("a number that was there is answered %+v, want that it is of no use any more", r)
	}
	if after := e.c.status(e.now); after.Stored != before.Stored || after.Missing != before.Missing {
		t.Errorf("%d shards more are stored", after.Stored-before.Stored)
	}
	if r := e.bring("A", e.right.of(b.Shards)...); !r.Stored || e.c.status(e.now).Stored != before.Stored+uint64(len(b.Shards)) {
		t.Errorf("the next number is answered %+v, and %d shards are stored", r, e.c.status(e.now).Stored)
	}
}

func TestNoRunEndsWhileTheCoordinatorVerifies(t *testing.T) {
	t.Parallel()
	e := hearing(t, 0)
	e.enter("A")
	first := e.take("A")
	e.bring("A", e.right.of(first.Shards)...)
	e.doAll("A", e.right)
	e.c.local.compute(first.Shards[0])
	if e.tick() {
		t.Error("it ends")
	}
	e.walkAll(t, e.c, e.now)
	if !e.tick() {
		t.Error("it does not end then")
	}
}

// TestNoRunEndsOnceTheCoordinatorIsToCheck has one shard be due for a check when all are done, and the
// coordinator draw it for itself.
func TestNoRunEndsOnceTheCoordinatorIsToCheck(t *testing.T) {
	t.Parallel()
	e := hearing(t, 0)
	e.enter("A")
	e.doAll("A", e.right)
	least := 1.0
	for id := range e.c.register.shards {
		least = min(least, e.c.checks.chance(uint64(id)))
	}
	e.c.roll.workers["A"].trust, e.c.checks.share = 1<<50, math.Nextafter(least, 1)
	e.c.checks.random = rand.New(zeros{})
	if e.tick() || len(e.c.checks.open) > 0 || len(e.c.local.pending) != 1 {
		t.Fatalf("it ends, or others have %d shards to check, and the coordinator %d", len(e.c.checks.open), len(e.c.local.pending))
	}
	e.walkAll(t, e.c, e.now)
	if !e.tick() {
		t.Error("it does not end then")
	}
}

// zeros are not random.
type zeros struct{}

func (zeros) Uint64() uint64 { return 0 }

// TestNobodyIsAdmittedByWhoIsNotBelieved has a shard be stored of a key that is on probation since the coordinator was started again,
// and a second key say the same.
func TestNobodyIsAdmittedByWhoIsNotBelieved(t *testing.T) {
	t.Parallel()
	e := hearing(t, 0.02)
	wrong := bookOf(t, walkOf(6), exchanged)
	e.enter("A")
	e.bring("A", wrong.of(e.take("A").Shards)...)
	e.c.roll.workers["A"].admitted = false
	e.enter("B")
	e.c.roll.workers["B"].admitted = false
	e.bring("B", wrong.of(e.take("B").Shards)...)
	if e.c.roll.workers["B"].admitted {
		t.Error("it is admitted")
	}
	e.walkAll(t, e.c, e.now)
	if e.c.roll.workers["A"].ban == "" || e.c.roll.workers["B"].ban == "" {
		t.Errorf("bans: %q, %q", e.c.roll.workers["A"].ban, e.c.roll.workers["B"].ban)
	}
}

func TestTheFirstShardsOfAWorkerAreAllChecked(t *testing.T) {
	t.Parallel()
	e := hearing(t, 1e-9)
	e.enter("A", "B")
	for did := 0; did < proven; {
		b := e.take("A")
		e.bring("A", e.right.of(b.Shards)...)
		did += len(b.Shards)
	}
	if checks := len(e.c.checks.open) + len(e.c.local.pending); checks < proven {
		t.Errorf("%d of the first shards are to be checked, want %d", checks, proven)
	}
}

// TestAProofThatFailsHasAllDoneAgain has a worker lose a game, and nobody be checked until the sum shows it.
func TestAProofThatFailsHasAllDoneAgain(t *testing.T) {
	t.Parallel()
	e := hearing(t, 0)
	wrong := bookOf(t, walkOf(6), func(right, wrong *enum.Tally) { wrong.Add(0, 1, 1) })
	e.enter("A", "B")
	e.doAll("A", wrong)
	all := int(e.c.status(e.now).Shards)
	for range 2 {
		if e.tick() {
			t.Fatal("it ends")
		}
	}
	if checks := len(e.c.checks.open) + len(e.c.local.pending); e.c.checks.policy != verifyAll || checks != all {
		t.Errorf("%d of %d shards have a check, policy %d", checks, all, e.c.checks.policy)
	}
}

// TestInTheEndTheCoordinatorDoesAll has it believe nobody.
func TestInTheEndTheCoordinatorDoesAll(t *testing.T) {
	t.Parallel()
	e := hearing(t, 0)
	e.enter("A")
	e.doAll("A", e.right)
	e.c.checks.policy = computeAll
	all := int(e.c.status(e.now).Shards)
	if e.tick() || len(e.c.local.pending) != all {
		t.Errorf("it does %d of %d shards", len(e.c.local.pending), all)
	}
	e.walkAll(t, e.c, e.now)
	if !e.tick() || len(e.c.local.computed) != all {
		t.Errorf("it has done %d of %d shards, and it does not end", len(e.c.local.computed), all)
	}
}

func TestNamesAreShortAndPrint(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		host, version string
		banned        bool
	}{
		{strings.Repeat("x", mostShort), strings.Repeat("y", mostShort), false},
		{strings.Repeat("x", mostShort+1), "", true},
		{"", strings.Repeat("y", mostShort+1), true},
	} {
		e := hearing(t, 0)
		e.say(enroller, "enrol", &enrolment{"A"})
		e.say("A", "job", &hello{Protocol: protocol, Host: tt.host, Version: tt.version})
		if banned := e.c.roll.workers["A"].ban != ""; banned != tt.banned {
			t.Errorf("names of %d and %d bytes: banned %v", len(tt.host), len(tt.version), banned)
		}
	}
	e := hearing(t, 0)
	e.say(enroller, "enrol", &enrolment{"A"})
	e.say("A", "job", &hello{Protocol: protocol, Host: "a\x1b[2J\nb"})
	e.say("A", "receipt", errors.New("c\x1b[2J\nd"))
	for _, text := range append(e.remarks, e.c.status(e.now).Workers[0].Short, e.c.status(e.now).Workers[0].Banned) {
		if text == "" || strings.ContainsAny(text, "\x1b\n") {
			t.Errorf("it says %q", text)
		}
	}
	if len(e.remarks) != 1 {
		t.Errorf("it remarks %q", e.remarks)
	}
}

func TestNoShardTookLongerThanSinceItWasGiven(t *testing.T) {
	t.Parallel()
	e := hearing(t, 0)
	e.enter("A")
	results := e.right.of(e.take("A").Shards)
	results[0].Took = 365 * 24 * time.Hour
	e.now = e.now.Add(time.Second)
	e.bring("A", results...)
	if pace := e.c.roll.workers["A"].pace; pace > 1 {
		t.Errorf("it is said to take %v seconds a shard", pace)
	}
}

// TestStoredIsToldWhenItIs looks at what is missing when the answer is sent.
func TestStoredIsToldWhenItIs(t *testing.T) {
	t.Parallel()
	e := hearing(t, 0)
	e.enter("A")
	b := e.take("A")
	all := e.c.status(e.now).Shards
	e.bring("A", e.right.of(b.Shards)...)
	at := slices.IndexFunc(e.sent, func(m any) bool { r, ok := m.(*receipt); return ok && r.Number == 1 })
	if at < 0 || e.missing[at] != all-uint64(len(b.Shards)) {
		t.Errorf("when it is told that %d shards of %d are stored %d are missing", len(b.Shards), all, e.missing[at])
	}
}

// TestWhatComesLateIsNotGivenAgain has the lease of a batch end, and its results come before it is given to another.
func TestWhatComesLateIsNotGivenAgain(t *testing.T) {
	t.Parallel()
	e := hearing(t, 0)
	e.enter("A")
	b := e.take("A")
	e.now = e.now.Add(e.c.roll.lease + time.Second)
	e.tick()
	before := len(e.loads)
	e.bring("A", e.right.of(b.Shards)...)
	e.enter("B")
	e.next("B")
	for _, again := range e.loads[before:] {
		if slices.Contains(ids(again), b.Shards[0].ID) {
			t.Errorf("%v is given again", ids(again))
		}
	}
}

// TestNoTwoHoldUpARun has one hold what it is given for ever, and a second one take what is given again and do nothing.
func TestNoTwoHoldUpARun(t *testing.T) {
	t.Parallel()
	e := hearing(t, 0)
	e.enter("A", "B")
	held := e.take("A")
	for b, ok := e.next("B"); ok; b, ok = e.next("B") {
		e.bring("B", e.right.of(b.Shards)...)
	}
	if e.c.status(e.now).Missing != uint64(len(held.Shards)) {
		t.Fatalf("%d shards are missing, and %d are held", e.c.status(e.now).Missing, len(held.Shards))
	}
	for range 50 {
		e.now = e.now.Add(e.c.roll.lease / 2)
		e.say("A", "none", &beat{Holds: []uint64{held.ID}})
		e.next("B")
		e.walkAll(t, e.c, e.now)
		if e.tick() {
			return
		}
	}
	t.Errorf("after %v %d shards are missing", 25*e.c.roll.lease, e.c.status(e.now).Missing)
}

// TestNoCheckIsLeftBehind has a worker be told to check a shard, and be given it once more before it has: when both leases end the check
// is for another one.
func TestNoCheckIsLeftBehind(t *testing.T) {
	t.Parallel()
	e := hearing(t, 1)
	e.enter("A", "B")
	b := e.take("A")
	e.bring("A", e.right.of(b.Shards)...)
	id := b.Shards[0].ID
	for e.c.checks.open[id] == nil { // the coordinator does it itself
		e.walkAll(t, e.c, e.now)
		b = e.take("A")
		e.bring("A", e.right.of(b.Shards)...)
		id = b.Shards[0].ID
	}
	e.tick()
	if by := e.c.checks.open[id].by; by == nil || by.key != "B" {
		t.Fatalf("shard %d is to be checked by %v", id, by)
	}
	e.c.loaded(e.now, e.loads[len(e.loads)-1].ID, nil)
	f := e.c.schedule.assign(e.now, e.c.roll.workers["B"], toCompute, b.Shards[:1])
	e.c.loaded(e.now, f.id, nil)
	e.now = e.now.Add(e.c.roll.lease + time.Second)
	e.c.schedule.expire(e.now)
	if by := e.c.checks.open[id].by; by != nil {
		t.Errorf("it is still to be checked by %s, who was not heard of", by.key)
	}
}

func TestWhoIsNotEnrolledIsRefused(t *testing.T) {
	t.Parallel()
	e := hearing(t, 0)
	if j, ok := e.say("A", "job", &hello{Protocol: protocol}).(*job); !ok || j.Refused == "" || e.c.roll.workers["A"] != nil {
		t.Errorf("it is answered %+v", j)
	}
	e.c.roll.open = true // others say who may come in
	if j, ok := e.say("A", "job", &hello{Protocol: protocol}).(*job); !ok || j.Refused != "" || e.c.roll.workers["A"] == nil {
		t.Errorf("on a cluster it is answered %+v", j)
	}
}

func TestAnotherProtocolIsRefusedByBoth(t *testing.T) {
	t.Parallel()
	for _, other := range []int{protocol - 1, protocol + 1} {
		e := hearing(t, 0)
		e.say(enroller, "enrol", &enrolment{"A"})
		j, ok := e.say("A", "job", &hello{Protocol: other}).(*job)
		if !ok || !strings.Contains(j.Refused, "use the same version") {
			t.Errorf("messages of number %d are answered %+v", other, j)
		}
		h := newClient(Worker{}, "A", void2{})
		h.receive(e.now, &job{Protocol: other})
		if !errors.Is(h.over, ErrVersion) {
			t.Errorf("a coordinator with messages of number %d ends a worker with %v", other, h.over)
		}
	}
}

type void2 struct{}

func (void2) send(string, string, any) {}
func (void2) open(enum.Space)          {}
func (void2) walk(int, Batch)          {}

// An outbox is the exchange of a hand whose cores do nothing by themselves.
type outbox struct {
	void2
	dones  []done
	hellos int
	wants  int // of the last beat
	holds  []uint64
}

func (o *outbox) send(_, _ string, message any) {
	switch m := message.(type) {
	case *done:
		o.dones = append(o.dones, *m)
	case *hello:
		o.hellos++
	case *beat:
		o.wants, o.holds = m.Wants, m.Holds
	}
}

// TestAWorkerForgetsNothingBeforeItIsStored has a hand find something, and answers it in all ways.
func TestAWorkerForgetsNothingBeforeItIsStored(t *testing.T) {
	t.Parallel()
	out, now := new(outbox), time.Unix(0, 0)
	h := newClient(Worker{Workers: 1}, "A", out)
	h.space, h.job, h.joined = toy{3}, job{Protocol: protocol, Epoch: 5}, true
	sent := func(what string, times int) {
		t.Helper()
		if len(out.dones) != times {
			t.Fatalf("%s: it has sent %d messages, want %d", what, len(out.dones), times)
		}
		if d := out.dones[times-1]; d.Number != 1 || len(d.Shards) != 1 || d.Shards[0].ID != 2 {
			t.Fatalf("%s: it sends %+v", what, d)
		}
		if h.idle() || len(h.holds()) != 1 {
			t.Errorf("%s: it has forgotten it", what)
		}
	}
	h.receive(now, &Batch{Epoch: 5, ID: 9, Shards: []enum.Shard{{ID: 2}}})
	h.walked(now, 0, []result{toy{3}.found(2, 0, 0, time.Second)})
	sent("at first", 1)
	now = now.Add(resendInterval - time.Second)
	h.tick(now)
	sent("after a while", 1)
	now = now.Add(time.Second)
	h.tick(now)
	sent("when nobody answers", 2)
	h.receive(now, &receipt{Epoch: 5, Number: 1, Error: "full"})
	now = now.Add(retryInterval)
	h.tick(now)
	sent("when it cannot be stored", 3)
	h.receive(now, &receipt{Epoch: 5, Number: 7, Stored: true})
	now = now.Add(resendInterval)
	h.tick(now)
	sent("when another one is stored", 4)
	h.connected(now)
	h.receive(now, &job{Protocol: protocol, Epoch: 5})
	sent("on another connection", 5)
	before := out.hellos
	h.receive(now, &receipt{Epoch: 6, Number: 1, Stored: true})
	if sent("when another coordinator answers", 5); out.hellos != before+1 {
		t.Error("it does not ask who that is")
	}
	h.receive(now, &receipt{Epoch: 5, Number: 1, Stored: true})
	now = now.Add(time.Hour)
	h.tick(now)
	if len(out.dones) != 5 || !h.idle() || len(h.holds()) != 0 {
		t.Errorf("what is stored is not forgotten, or sent again: %d messages", len(out.dones))
	}
}

// TestWhoWorksForLongKeepsItsBatchAndItsConnection has a hand do a batch for minutes, while nothing is sent to it but answers.
func TestWhoWorksForLongKeepsItsBatchAndItsConnection(t *testing.T) {
	t.Parallel()
	out, now := new(outbox), time.Unix(0, 0)
	h := newClient(Worker{Workers: 1}, "A", out)
	h.space, h.job, h.joined, h.answeredAt = toy{3}, job{Protocol: protocol, Epoch: 5}, true, now
	h.receive(now, &Batch{Epoch: 5, ID: 9, Shards: []enum.Shard{{ID: 2}}})
	h.receive(now, &Batch{Epoch: 5, ID: 11, Shards: []enum.Shard{{ID: 1}}})
	for range 1000 {
		now = now.Add(tick)
		hellos := out.hellos
		out.holds = []uint64{9, 11}
		if h.tick(now); out.hellos > hellos {
			h.receive(now, &h.job)
		}
		if !slices.Equal(out.holds, []uint64{9, 11}) {
			t.Fatalf("it says that it holds %v", out.holds)
		}
		if h.unresponsive(now) {
			t.Fatalf("it takes a coordinator for dead that answers: it has asked %d times", out.hellos)
		}
	}
	for range 150 {
		now = now.Add(tick)
		h.tick(now)
	}
	if !h.unresponsive(now) {
		t.Error("it waits for a coordinator that does not answer")
	}
}

// TestAHandTakesNoMoreThanItMay gives it batches of another epoch, empty ones, and more than a coordinator gives.
func TestAHandTakesNoMoreThanItMay(t *testing.T) {
	t.Parallel()
	now := time.Unix(0, 0)
	out := new(outbox)
	h := newClient(Worker{Workers: 1}, "A", out)
	h.space, h.job, h.joined = toy{3}, job{Protocol: protocol, Epoch: 5}, true
	shards := []enum.Shard{{ID: 2}}
	h.receive(now, &Batch{Epoch: 4, ID: 1, Shards: shards})
	h.receive(now, &Batch{Epoch: 5, ID: 2})
	if len(h.holds()) != 0 {
		t.Errorf("it holds %v", h.holds())
	}
	if h.beat(now); out.wants != 3 {
		t.Errorf("it wants %d batches, for one core", out.wants)
	}
	for id := range uint64(1000) {
		h.receive(now, &Batch{Epoch: 5, ID: id, Shards: shards})
	}
	if h.beat(now); out.wants != 0 {
		t.Errorf("it wants %d batches more", out.wants)
	}
	if n := len(h.queue); n < mostUnsent || n > 2*mostUnsent {
		t.Errorf("%d batches wait for its core", n)
	}
}

// TestAnotherRunEndsAHand has the coordinator come back with another run: a sample of another seed,
// say.
func TestAnotherRunEndsAHand(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		change func(*job)
		over   error
	}{
		{func(*job) {}, nil},
		{func(j *job) { j.Epoch++ }, nil},
		{func(j *job) { j.Key.Seed++ }, errDone},
		{func(j *job) { j.Fingerprint += "'" }, errDone},
	} {
		h := newClient(Worker{Workers: 1}, "A", new(outbox))
		j := job{Protocol: protocol, Epoch: 5, Key: checkpoints.Key{Ruleset: "toy", Size: 3, Method: enum.Sample, Seed: 10}, Fingerprint: toy{3}.Fingerprint()}
		h.space, h.job, h.joined = toy{3}, j, true
		c.change(&j)
		if h.begin(time.Unix(0, 0), j); h.over != c.over {
			t.Errorf("a job %+v ends it with %v, want %v", j, h.over, c.over)
		}
	}
}

// TestAMessageOfResultsIsBounded has a hand find much at once.
func TestAMessageOfResultsIsBounded(t *testing.T) {
	t.Parallel()
	out, now := new(outbox), time.Unix(0, 0)
	h := newClient(Worker{Workers: 1}, "A", out)
	h.space, h.job, h.joined = toy{3}, job{Protocol: protocol, Epoch: 5}, true
	b := Batch{Epoch: 5, ID: 9}
	var results []result
	for id := range uint64(40) {
		b.Shards = append(b.Shards, enum.Shard{ID: id})
		results = append(results, result{id, 1, make([]byte, deliveryBytes/8)})
	}
	h.receive(now, &b)
	h.walked(now, 0, results)
	shards := 0
	for number := uint64(1); !h.idle(); number++ {
		d := out.dones[len(out.dones)-1]
		if shards += len(d.Shards); d.Number != number || len(encode(d)) > maxMessage {
			t.Fatalf("message %d has the number %d and %d bytes", number, d.Number, len(encode(d)))
		}
		h.receive(now, &receipt{Epoch: 5, Number: number, Stored: true})
	}
	if shards != len(results) {
		t.Errorf("%d shards are sent, want %d", shards, len(results))
	}
}

// A caller is a connection that wants to come in.
type caller struct {
	server.ClientAuthentication
	opts server.ClientOpts
	user *server.User
}

func (c *caller) GetOpts() *server.ClientOpts                 { return &c.opts }
func (c *caller) Kind() int                                   { return server.CLIENT }
func (c *caller) GetTLSConnectionState() *tls.ConnectionState { return nil }
func (c *caller) RegisterUser(u *server.User)                 { c.user = u }

func TestWhoEnrolsHasSeconds(t *testing.T) {
	t.Parallel()
	c := &caller{opts: server.ClientOpts{Token: "secret"}}
	began := time.Now()
	if !newAuthenticator("secret", usualPatience.enrolment).Check(c) || c.user == nil {
		t.Fatal("it does not come in")
	}
	if at := c.user.ConnectionDeadline; at.Before(began) || at.After(time.Now().Add(5*time.Second)) {
		t.Errorf("its connection ends at %v, want within 5 s", at)
	}
}

func TestAWorkerHasFewSubscriptions(t *testing.T) {
	s := serve(t, 6, 0.02)
	f := newFoe(t, s)
	for i := range 100 {
		if _, err := f.nats.Subscribe(fmt.Sprintf("enumerate.inbox.%s.x%d", f.key, i), func(*nats.Msg) {}); err != nil {
			break
		}
	}
	if err := <-f.denied; !errors.Is(err, nats.ErrMaxSubscriptionsExceeded) {
		t.Errorf("it is told %v", err)
	}
	s.finishes(t, f)
}

// A failing ledger cannot write some times, as its disk is full or somebody holds it.
type failing struct {
	ledger
	fails []error
}

func (f *failing) write(t *transaction) error {
	if len(f.fails) > 0 {
		err := f.fails[0]
		f.fails = f.fails[1:]
		return fmt.Errorf("%w: for now", err)
	}
	return f.ledger.write(t)
}

// fails has the next writes fail.
func (e *ear) fails(with ...error) {
	e.c.register.ledger = &failing{e.c.register.ledger, with}
}

func TestWhatCannotBeStoredIsNotToldToBe(t *testing.T) {
	t.Parallel()
	for _, full := range []error{db.ErrFull, db.ErrHeld} {
		e := hearing(t, 0)
		e.enter("A")
		results := e.right.of(e.take("A").Shards)
		e.fails(full)
		before := e.c.status(e.now).Missing
		if r := e.bring("A", results...); r.Stored || r.Error == "" || r.Banned != "" || e.c.status(e.now).Missing != before {
			t.Errorf("%v: it is answered %+v, and %d shards are missing, %d before", full, r, e.c.status(e.now).Missing, before)
		}
		e.numbers["A"]--
		if r := e.bring("A", results...); !r.Stored || e.c.status(e.now).Missing != before-uint64(len(results)) {
			t.Errorf("%v: then it is answered %+v, and %d shards are missing, %d before", full, r, e.c.status(e.now).Missing, before)
		}
	}
}

func TestWhatTheCoordinatorFindsIsKeptUntilItIsStored(t *testing.T) {
	t.Parallel()
	e := hearing(t, 0)
	e.enter("A")
	b := e.take("A")
	e.bring("A", e.right.of(b.Shards)...)
	e.c.local.compute(b.Shards[0])
	e.fails(db.ErrFull, db.ErrHeld)
	e.walkAll(t, e.c, e.now)
	e.tick()
	if n := e.c.status(e.now).Confirmed; n != 0 || len(e.c.local.pending) != 1 {
		t.Errorf("%d shards are confirmed before that is stored, %d to be done", n, len(e.c.local.pending))
	}
	e.tick()
	if n := e.c.status(e.now).Confirmed; n != 1 || len(e.c.local.pending) != 0 {
		t.Errorf("%d shards are confirmed then, %d to be done", n, len(e.c.local.pending))
	}
}

// TestABanThatCannotBeStoredHoldsUpTheEnd bans who has done all, and has that be stored later. It is still banned when the coordinator is started again.
func TestABanThatCannotBeStoredHoldsUpTheEnd(t *testing.T) {
	t.Parallel()
	e := hearing(t, 0)
	e.enter("A")
	e.doAll("A", e.right)
	stored := e.c.register.ledger.(*storedRun)
	e.fails(db.ErrFull, db.ErrHeld)
	e.say("A", "receipt", errors.New("garbage"))
	if e.tick() {
		t.Error("it ends")
	}
	e.tick()
	if st := e.c.status(e.now); st.Missing != st.Shards {
		t.Errorf("%d of %d shards are missing", st.Missing, st.Shards)
	}
	again := &storedRun{store: stored.store, key: stored.key, space: stored.space, self: testSelf}
	c, err := newCoordinator(Service{Key: e.c.key, Space: e.c.space, Lease: e.c.roll.lease}, again, ownSubjects, rand.New(rand.NewPCG(2, 2)), e)
	if err != nil {
		t.Fatal(err)
	}
	defer c.close()
	if w := c.roll.workers["A"]; w == nil || w.ban == "" {
		t.Errorf("after a restart it is %+v", w)
	}
}

// TestAServerHasBoundsOfItsOwn asks the server what it keeps to.
func TestAServerHasBoundsOfItsOwn(t *testing.T) {
	id, err := newIdentity()
	if err != nil {
		t.Fatal(err)
	}
	waits := patience{handshake: 7 * time.Hour, enrolment: 8 * time.Hour, silence: 9 * time.Hour, write: 10 * time.Hour}
	b, err := startBroker("127.0.0.1:0", id, waits)
	if err != nil {
		t.Fatal(err)
	}
	defer b.close()
	v, err := b.server.Varz(nil)
	if err != nil || v.MaxConn != maxConnections || v.MaxPayload != maxMessage || v.MaxControlLine != 4096 || !v.TLSRequired {
		t.Fatalf("it keeps to %+v, %v", v, err)
	}
	kept := patience{
		handshake: time.Duration(v.TLSTimeout * float64(time.Second)),
		enrolment: b.authenticator.enrolment,
		silence:   v.PingInterval,
		write:     v.WriteDeadline,
	}
	if kept != waits || v.AuthTimeout != v.TLSTimeout || v.MaxPingsOut != maxUnansweredPings {
		t.Errorf("it waits %+v, and %v s for signing in; want %+v", kept, v.AuthTimeout, waits)
	}
}

func TestOnlyKeysOfWorkersAreEnrolled(t *testing.T) {
	t.Parallel()
	b := &broker{authenticator: newAuthenticator("secret", usualPatience.enrolment)}
	_, key := newKey(t)
	for _, name := range []string{"", "x", "*", enroller, coordinatorUser, strings.ToLower(key), key[1:]} {
		if b.admit(name) == nil || b.authenticator.enrolled[name] {
			t.Errorf("%q is enrolled", name)
		}
	}
	if err := b.admit(key); err != nil || !b.authenticator.enrolled[key] {
		t.Errorf("a key is not enrolled: %v", err)
	}
}
