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

// A testCoordinator is a coordinator whose transport keeps its messages.
type testCoordinator struct {
	*slowLoader
	t        *testing.T
	c        *coordinator
	now      time.Time
	sent     []any
	remarks  []string
	missing  []uint64 // the number of missing shards when each message was sent
	right    book
	numbers  map[string]uint64  // of the last delivery, by worker
	assigned map[string][]Batch // by subject: the batches that next has not returned
}

func newTestCoordinator(t *testing.T, check float64) *testCoordinator {
	t.Helper()
	out := &slowLoader{void: make(void)}
	e := &testCoordinator{slowLoader: out, t: t, now: time.Now(), right: bookOf(t, walkOf(6), nil), numbers: make(map[string]uint64), assigned: make(map[string][]Batch)}
	e.c = coordinatorOver(t, check, e)
	e.c.remark = func(text string) { e.remarks = append(e.remarks, text) }
	return e
}

func (e *testCoordinator) send(_ string, message any) {
	e.sent, e.missing = append(e.sent, message), append(e.missing, e.c.status(e.now).Missing)
}

func (e *testCoordinator) load(subject string, b Batch) {
	e.slowLoader.load(subject, b)
	e.assigned[subject] = append(e.assigned[subject], b)
}

// say sends a message to the coordinator, and returns the answer of a kind, nil if there is none.
func (e *testCoordinator) say(from, kind string, message any) (answer any) {
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

// enter has workers join that are past their probation.
func (e *testCoordinator) enter(keys ...string) {
	e.t.Helper()
	for _, key := range keys {
		e.say(enroller, "enrol", &enrolment{key})
		e.say(key, "job", &hello{Protocol: protocol, Host: key, Workers: 1})
		e.c.roster.workers[key].admitted = true
	}
}

func (e *testCoordinator) take(key string) Batch {
	e.t.Helper()
	b, ok := e.next(key)
	if !ok {
		e.t.Fatalf("no batch is assigned to %s", key)
	}
	return b
}

// next returns the next batch that is assigned to a worker, which asks for one if it has none.
func (e *testCoordinator) next(key string) (b Batch, ok bool) {
	e.t.Helper()
	own := ownSubjects.work(key)
	if len(e.assigned[own]) == 0 {
		e.say(key, "none", &beat{Wants: 1})
	}
	if len(e.assigned[own]) == 0 {
		return b, false
	}
	b, e.assigned[own] = e.assigned[own][0], e.assigned[own][1:]
	e.c.startLease(e.now, b.ID, nil)
	return b, true
}

func (e *testCoordinator) bring(key string, results ...result) *receipt {
	e.t.Helper()
	e.numbers[key]++
	answer, ok := e.say(key, "receipt", &delivery{e.c.epoch, e.numbers[key], results}).(*receipt)
	if !ok {
		e.t.Fatalf("the delivery of %s is not answered", key)
	}
	return answer
}

// doAll has a worker deliver the results of a book for all missing shards.
func (e *testCoordinator) doAll(key string, say book) {
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
			e.t.Fatalf("the answer to %s is %+v", key, r)
		}
	}
	e.t.Fatal("shards are still missing after 1000 batches")
}

func (e *testCoordinator) tick() (finished bool) {
	e.t.Helper()
	e.now = e.now.Add(tick)
	finished, err := e.c.tick(e.now)
	if err != nil {
		e.t.Fatal(err)
	}
	return finished
}

func TestAWorkerThatSendsMoreThanAssignedIsBanned(t *testing.T) {
	t.Parallel()
	e := newTestCoordinator(t, 0)
	e.enter("A", "B")
	own, other := e.take("A"), e.take("B")
	if r := e.bring("A", e.right.of(append(slices.Clone(own.Shards), other.Shards...))...); r.BanReason == "" {
		t.Errorf("the answer to %d results for %d assigned shards is %+v, want a ban", len(own.Shards)+len(other.Shards), len(own.Shards), r)
	}
}

// The worker's batch has at least two shards, so the number of results alone is no fault.
func TestAWorkerThatSendsAShardTwiceInAMessageIsBanned(t *testing.T) {
	t.Parallel()
	e := newTestCoordinator(t, 0)
	e.enter("A")
	e.bring("A", e.right.of(e.take("A").Shards)...)
	b := e.take("A")
	if len(b.Shards) < 2 {
		t.Fatalf("the batch has %d shards, want at least 2", len(b.Shards))
	}
	if r := e.bring("A", e.right.of([]enum.Shard{b.Shards[0], b.Shards[0]})...); r.BanReason == "" {
		t.Errorf("the answer to two results for a shard is %+v, want a ban", r)
	}
}

// If several messages come together, their results are stored only after the last message was read. Here the last
// message causes a ban, which discards the worker's results. So the results in its earlier message must not be stored
// afterwards.
func TestADeliveryJustBeforeABanIsNotStored(t *testing.T) {
	t.Parallel()
	e := newTestCoordinator(t, 0)
	e.enter("A")
	b := e.take("A")
	missing := e.c.status(e.now).Missing

	delivery := letter{from: "A", message: &delivery{e.c.epoch, 1, e.right.of(b.Shards)}}
	flood := letter{from: "A", message: errors.New("the worker sent too many messages")}
	if err := e.c.receive(e.now, delivery, flood); err != nil {
		t.Fatal(err)
	}
	if now := e.c.status(e.now).Missing; now != missing || e.c.roster.find("A").banned() == "" {
		t.Errorf("%d shards are missing, and the ban is %q; want %d, and a ban", now, e.c.roster.find("A").banned(), missing)
	}
}

// Results under the number of an earlier delivery must be answered as stored, as for a worker that has lost its receipt
// and sends a delivery again, but nothing may be stored. Under the next number they must be stored.
func TestARepeatedDeliveryCountsOnce(t *testing.T) {
	t.Parallel()
	e := newTestCoordinator(t, 0)
	e.enter("A")
	e.bring("A", e.right.of(e.take("A").Shards)...)
	before, b := e.c.status(e.now), e.take("A")
	e.numbers["A"] = 0
	if r := e.bring("A", e.right.of(b.Shards)...); !r.Stored {
		t.Errorf("the answer to a repeated number is %+v, want that it is stored", r)
	}
	if after := e.c.status(e.now); after.StoredResults != before.StoredResults || after.Missing != before.Missing {
		t.Errorf("%d more shards are stored", after.StoredResults-before.StoredResults)
	}
	if r := e.bring("A", e.right.of(b.Shards)...); !r.Stored || e.c.status(e.now).StoredResults != before.StoredResults+uint64(len(b.Shards)) {
		t.Errorf("the answer to the next number is %+v, and %d shards are stored", r, e.c.status(e.now).StoredResults)
	}
}

func TestARunDoesNotEndWhileTheCoordinatorVerifies(t *testing.T) {
	t.Parallel()
	e := newTestCoordinator(t, 0)
	e.enter("A")
	first := e.take("A")
	e.bring("A", e.right.of(first.Shards)...)
	e.doAll("A", e.right)
	e.c.local.compute(first.Shards[0])
	if e.tick() {
		t.Error("the run ends")
	}
	e.walkAll(t, e.c, e.now)
	if !e.tick() {
		t.Error("the run does not end after the verification")
	}
}

// All shards are done, but the coordinator has yet to verify one of them itself.
func TestARunDoesNotEndBeforeTheCoordinatorsLastVerification(t *testing.T) {
	t.Parallel()
	e := newTestCoordinator(t, 0)
	e.enter("A")
	e.doAll("A", e.right)
	least := 1.0
	for id := range e.c.register.shards {
		least = min(least, e.c.checks.chance(uint64(id)))
	}
	e.c.roster.workers["A"].trust, e.c.checks.share = 1<<50, math.Nextafter(least, 1)
	e.c.checks.random = rand.New(zeros{})
	if e.tick() || len(e.c.checks.open) > 0 || len(e.c.local.pending) != 1 {
		t.Fatalf("the run ends, or workers have %d shards to verify and the coordinator %d, want 0 and 1", len(e.c.checks.open), len(e.c.local.pending))
	}
	e.walkAll(t, e.c, e.now)
	if !e.tick() {
		t.Error("the run does not end after the verification")
	}
}

type zeros struct{}

func (zeros) Uint64() uint64 { return 0 }

// Worker A, whose stored result is wrong, is on probation again, as after a restart of the coordinator. In the
// probation of worker B its results are compared with stored ones. B returns the same wrong result as A, and must not
// pass, because A's result does not count while A itself is on probation.
func TestAWorkerOnProbationCannotJudgeAnother(t *testing.T) {
	t.Parallel()
	e := newTestCoordinator(t, 0.02)
	wrong := bookOf(t, walkOf(6), exchanged)
	e.enter("A")
	e.bring("A", wrong.of(e.take("A").Shards)...)
	e.c.roster.workers["A"].admitted = false
	e.enter("B")
	e.c.roster.workers["B"].admitted = false
	e.bring("B", wrong.of(e.take("B").Shards)...)
	if e.c.roster.workers["B"].admitted {
		t.Error("B has passed its probation")
	}
	e.walkAll(t, e.c, e.now)
	if e.c.roster.workers["A"].ban == "" || e.c.roster.workers["B"].ban == "" {
		t.Errorf("bans: %q, %q", e.c.roster.workers["A"].ban, e.c.roster.workers["B"].ban)
	}
}

// The first shards of a worker must all be verified, although the share of verified shards (--verify) is nearly 0.
func TestTheFirstShardsOfAWorkerAreAllVerified(t *testing.T) {
	t.Parallel()
	e := newTestCoordinator(t, 1e-9)
	e.enter("A", "B")
	for did := 0; did < proven; {
		b := e.take("A")
		e.bring("A", e.right.of(b.Shards)...)
		did += len(b.Shards)
	}
	if checks := len(e.c.checks.open) + len(e.c.local.pending); checks < proven {
		t.Errorf("%d of the first shards are to be verified, want %d", checks, proven)
	}
}

// A worker returns a wrong number of games for each shard, and no shard is verified during the run. At the end the sum
// contradicts the known number of games, so the coordinator must have all shards verified.
func TestAFailedProofHasAllShardsVerified(t *testing.T) {
	t.Parallel()
	e := newTestCoordinator(t, 0)
	wrong := bookOf(t, walkOf(6), func(right, wrong *enum.Tally) { wrong.Add(0, 1, 1) })
	e.enter("A", "B")
	e.doAll("A", wrong)
	all := int(e.c.status(e.now).Shards)
	for range 2 {
		if e.tick() {
			t.Fatal("the run ends")
		}
	}
	if checks := len(e.c.checks.open) + len(e.c.local.pending); e.c.checks.policy != verifyAll || checks != all {
		t.Errorf("%d of %d shards are to be verified, policy %d", checks, all, e.c.checks.policy)
	}
}

// TestWithoutTrustTheCoordinatorComputesAllShards sets the strictest policy, which follows a second failed proof.
func TestWithoutTrustTheCoordinatorComputesAllShards(t *testing.T) {
	t.Parallel()
	e := newTestCoordinator(t, 0)
	e.enter("A")
	e.doAll("A", e.right)
	e.c.checks.policy = computeAll
	all := int(e.c.status(e.now).Shards)
	if e.tick() || len(e.c.local.pending) != all {
		t.Errorf("the coordinator is to compute %d of %d shards, or the run ends", len(e.c.local.pending), all)
	}
	e.walkAll(t, e.c, e.now)
	if !e.tick() || e.c.local.storedShards.Len() != all {
		t.Errorf("the coordinator has computed %d of %d shards, or the run does not end", e.c.local.storedShards.Len(), all)
	}
}

func TestNamesAreShortAndPrintable(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		host, version string
		banned        bool
	}{
		{strings.Repeat("x", mostShort), strings.Repeat("y", mostShort), false},
		{strings.Repeat("x", mostShort+1), "", true},
		{"", strings.Repeat("y", mostShort+1), true},
	} {
		e := newTestCoordinator(t, 0)
		e.say(enroller, "enrol", &enrolment{"A"})
		e.say("A", "job", &hello{Protocol: protocol, Host: tt.host, Version: tt.version})
		if banned := e.c.roster.workers["A"].ban != ""; banned != tt.banned {
			t.Errorf("names of %d and %d bytes: banned %v", len(tt.host), len(tt.version), banned)
		}
	}
	e := newTestCoordinator(t, 0)
	e.say(enroller, "enrol", &enrolment{"A"})
	e.say("A", "job", &hello{Protocol: protocol, Host: "a\x1b[2J\nb"})
	e.say("A", "receipt", errors.New("c\x1b[2J\nd"))
	for _, text := range append(e.remarks, e.c.status(e.now).Workers[0].Name, e.c.status(e.now).Workers[0].BanReason) {
		if text == "" || strings.ContainsAny(text, "\x1b\n") {
			t.Errorf("the text is %q", text)
		}
	}
	if len(e.remarks) != 1 {
		t.Errorf("the remarks are %q, want one", e.remarks)
	}
}

// A worker claims that a shard took longer than the worker had it. The time that shards take decides how many shards
// are in a batch.
func TestTheTimeOfAShardIsAtMostTheAgeOfItsAssignment(t *testing.T) {
	t.Parallel()
	e := newTestCoordinator(t, 0)
	e.enter("A")
	results := e.right.of(e.take("A").Shards)
	results[0].Took = 365 * 24 * time.Hour
	e.now = e.now.Add(time.Second)
	e.bring("A", results...)
	if pace := e.c.roster.workers["A"].pace; pace > 1 {
		t.Errorf("the worker takes %v seconds for a shard, expected at most 1", pace)
	}
}

// A worker forgets its results when it gets the receipt, so they must be stored by then.
func TestAReceiptIsSentAfterItsResultsAreStored(t *testing.T) {
	t.Parallel()
	e := newTestCoordinator(t, 0)
	e.enter("A")
	b := e.take("A")
	all := e.c.status(e.now).Shards
	e.bring("A", e.right.of(b.Shards)...)
	at := slices.IndexFunc(e.sent, func(m any) bool { r, ok := m.(*receipt); return ok && r.Number == 1 })
	if at < 0 || e.missing[at] != all-uint64(len(b.Shards)) {
		t.Errorf("when the receipt for %d shards of %d is sent, %d are missing", len(b.Shards), all, e.missing[at])
	}
}

// The results of a batch come after its lease has ended, but before it is assigned to another worker. They must count,
// and no worker may get the shards again.
func TestALateResultIsNotAssignedAgain(t *testing.T) {
	t.Parallel()
	e := newTestCoordinator(t, 0)
	e.enter("A")
	b := e.take("A")
	e.now = e.now.Add(e.c.roster.lease + time.Second)
	e.tick()
	before := len(e.loads)
	e.bring("A", e.right.of(b.Shards)...)
	e.enter("B")
	e.next("B")
	for _, again := range e.loads[before:] {
		if slices.Contains(ids(again), b.Shards[0].ID) {
			t.Errorf("the shards %v are assigned again", ids(again))
		}
	}
}

// One worker keeps its batch for ever, and a second worker computes none of the shards that are assigned to it next.
// The coordinator must compute them itself.
func TestTwoIdleWorkersDelayNoRun(t *testing.T) {
	t.Parallel()
	e := newTestCoordinator(t, 0)
	e.enter("A", "B")
	held := e.take("A")
	for b, ok := e.next("B"); ok; b, ok = e.next("B") {
		e.bring("B", e.right.of(b.Shards)...)
	}
	if e.c.status(e.now).Missing != uint64(len(held.Shards)) {
		t.Fatalf("%d shards are missing, and %d are held", e.c.status(e.now).Missing, len(held.Shards))
	}
	for range 50 {
		e.now = e.now.Add(e.c.roster.lease / 2)
		e.say("A", "none", &beat{Holds: []uint64{held.ID}})
		e.next("B")
		e.walkAll(t, e.c, e.now)
		if e.tick() {
			return
		}
	}
	t.Errorf("after %v %d shards are missing", 25*e.c.roster.lease, e.c.status(e.now).Missing)
}

// A worker is assigned the same shard twice: to verify another worker's result, and to compute it.
func TestAVerificationWaitsForAnotherWorkerWhenItsLeaseEnds(t *testing.T) {
	t.Parallel()
	e := newTestCoordinator(t, 1)
	e.enter("A", "B")
	b := e.take("A")
	e.bring("A", e.right.of(b.Shards)...)
	id := b.Shards[0].ID
	for e.c.checks.open[id] == nil { // the coordinator verifies it
		e.walkAll(t, e.c, e.now)
		b = e.take("A")
		e.bring("A", e.right.of(b.Shards)...)
		id = b.Shards[0].ID
	}
	e.tick()
	if by := e.c.checks.open[id].by; by == nil || by.key != "B" {
		t.Fatalf("shard %d is verified by %v, want B", id, by)
	}
	e.c.startLease(e.now, e.loads[len(e.loads)-1].ID, nil)
	f := e.c.schedule.assign(e.now, e.c.roster.workers["B"], toCompute, b.Shards[:1])
	e.c.startLease(e.now, f.id, nil)
	e.now = e.now.Add(e.c.roster.lease + time.Second)
	e.c.schedule.expire(e.now)
	if by := e.c.checks.open[id].by; by != nil {
		t.Errorf("the verification is still assigned to %s", by.key)
	}
}

// A key that has not enrolled must be refused, except on a cluster, where the operator of the servers decides who
// connects.
func TestAKeyThatIsNotEnrolledIsRefused(t *testing.T) {
	t.Parallel()
	e := newTestCoordinator(t, 0)
	if j, ok := e.say("A", "job", &hello{Protocol: protocol}).(*job); !ok || j.Refusal == "" || e.c.roster.workers["A"] != nil {
		t.Errorf("the answer is %+v", j)
	}
	e.c.roster.open = true
	if j, ok := e.say("A", "job", &hello{Protocol: protocol}).(*job); !ok || j.Refusal != "" || e.c.roster.workers["A"] == nil {
		t.Errorf("on a cluster the answer is %+v", j)
	}
}

// The coordinator's refusal must say to use the same version. A worker must end with the error that the coordinator is
// another version.
func TestAnotherProtocolIsRefusedByBothSides(t *testing.T) {
	t.Parallel()
	for _, other := range []int{protocol - 1, protocol + 1} {
		e := newTestCoordinator(t, 0)
		e.say(enroller, "enrol", &enrolment{"A"})
		j, ok := e.say("A", "job", &hello{Protocol: other}).(*job)
		if !ok || !strings.Contains(j.Refusal, "use the same version") {
			t.Errorf("the answer to messages of version %d is %+v", other, j)
		}
		h := newClient(Worker{}, "A", void2{})
		h.receive(e.now, &job{Protocol: other})
		if !errors.Is(h.over, ErrVersion) {
			t.Errorf("with a coordinator of version %d the client ends with %v", other, h.over)
		}
	}
}

type void2 struct{}

func (void2) send(string, string, any) {}
func (void2) open(enum.Space)          {}
func (void2) walk(int, Batch)          {}

// An outbox takes the place of the network and the cores of a client. It keeps the client's messages, and computes
// nothing.
type outbox struct {
	void2
	dones  []delivery
	hellos int
	wants  int // of the last beat
	holds  []uint64
}

func (o *outbox) send(_, _ string, message any) {
	switch m := message.(type) {
	case *delivery:
		o.dones = append(o.dones, *m)
	case *hello:
		o.hellos++
	case *beat:
		o.wants, o.holds = m.Wants, m.Holds
	}
}

// After each answer that does not confirm that the results are stored, the worker must send the same results again.
func TestAWorkerKeepsResultsUntilTheyAreStored(t *testing.T) {
	t.Parallel()
	out, now := new(outbox), time.Unix(0, 0)
	h := newClient(Worker{Workers: 1}, "A", out)
	h.space, h.job, h.joined = toy{3}, job{Protocol: protocol, Epoch: 5}, true
	sent := func(what string, times int) {
		t.Helper()
		if len(out.dones) != times {
			t.Fatalf("%s: the client has sent %d deliveries, want %d", what, len(out.dones), times)
		}
		if d := out.dones[times-1]; d.Number != 1 || len(d.Shards) != 1 || d.Shards[0].ID != 2 {
			t.Fatalf("%s: the delivery is %+v", what, d)
		}
		if h.idle() || len(h.holds()) != 1 {
			t.Errorf("%s: the client has forgotten its result", what)
		}
	}
	h.receive(now, &Batch{Epoch: 5, ID: 9, Shards: []enum.Shard{{ID: 2}}})
	h.takeResults(now, 0, []result{toy{3}.resultOf(2, 0, 0, time.Second)})
	sent("at first", 1)
	now = now.Add(resendInterval - time.Second)
	h.tick(now)
	sent("after a while", 1)
	now = now.Add(time.Second)
	h.tick(now)
	sent("without an answer", 2)
	h.receive(now, &receipt{Epoch: 5, Number: 1, Error: "full"})
	now = now.Add(retryInterval)
	h.tick(now)
	sent("after an error of the coordinator", 3)
	h.receive(now, &receipt{Epoch: 5, Number: 7, Stored: true})
	now = now.Add(resendInterval)
	h.tick(now)
	sent("after the receipt of another delivery", 4)
	h.useConnection(now)
	h.receive(now, &job{Protocol: protocol, Epoch: 5})
	sent("on a new connection", 5)
	before := out.hellos
	h.receive(now, &receipt{Epoch: 6, Number: 1, Stored: true})
	if sent("after the receipt of another coordinator", 5); out.hellos != before+1 {
		t.Error("the client does not ask for the job of the other coordinator")
	}
	h.receive(now, &receipt{Epoch: 5, Number: 1, Stored: true})
	now = now.Add(time.Hour)
	h.tick(now)
	if len(out.dones) != 5 || !h.idle() || len(h.holds()) != 0 {
		t.Errorf("the client keeps a stored result, or sends it again: %d deliveries", len(out.dones))
	}
}

// A batch takes minutes. Meanwhile the coordinator only answers the client, and sends nothing by itself. The client
// must name the batch in each beat (sign of life), and give up the coordinator only when it is silent.
func TestALongBatchKeepsItsLeaseAndItsConnection(t *testing.T) {
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
			t.Fatalf("the beat names the batches %v, want 9 and 11", out.holds)
		}
		if h.unresponsive(now) {
			t.Fatalf("the client gives up a coordinator that answers, after %d hellos", out.hellos)
		}
	}
	for range 150 {
		now = now.Add(tick)
		h.tick(now)
	}
	if !h.unresponsive(now) {
		t.Error("the client does not give up a coordinator that is silent")
	}
}

// Empty batches, and batches for another epoch (start of the coordinator), must not be computed. If there are more
// batches than a coordinator sends, only a limited number may be computed.
func TestAClientIgnoresUnexpectedBatches(t *testing.T) {
	t.Parallel()
	now := time.Unix(0, 0)
	out := new(outbox)
	h := newClient(Worker{Workers: 1}, "A", out)
	h.space, h.job, h.joined = toy{3}, job{Protocol: protocol, Epoch: 5}, true
	shards := []enum.Shard{{ID: 2}}
	h.receive(now, &Batch{Epoch: 4, ID: 1, Shards: shards})
	h.receive(now, &Batch{Epoch: 5, ID: 2})
	if len(h.holds()) != 0 {
		t.Errorf("the client holds %v, want none", h.holds())
	}
	if h.sendBeat(now); out.wants != 3 {
		t.Errorf("the client wants %d batches for one core, want 3", out.wants)
	}
	for id := range uint64(1000) {
		h.receive(now, &Batch{Epoch: 5, ID: id, Shards: shards})
	}
	if h.sendBeat(now); out.wants != 0 {
		t.Errorf("the client wants %d more batches, want none", out.wants)
	}
	if n := len(h.queue); n < mostUnsent || n > 2*mostUnsent {
		t.Errorf("%d batches wait for its core", n)
	}
}

// A coordinator that restarts may serve another run. A client of the first run must then end as if that run were done,
// because its program has prepared only for the shards of that run. In the first two rows the coordinator serves the
// same run, and the client must continue.
func TestAnotherRunEndsAClient(t *testing.T) {
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
			t.Errorf("after the job %+v the client ends with %v, want %v", j, h.over, c.over)
		}
	}
}

// A core finishes many large results at the same time. No delivery may be larger than the limit.
func TestADeliveryIsLimitedInSize(t *testing.T) {
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
	h.takeResults(now, 0, results)
	shards := 0
	for number := uint64(1); !h.idle(); number++ {
		d := out.dones[len(out.dones)-1]
		if shards += len(d.Shards); d.Number != number || len(encode(d)) > maxMessage {
			t.Fatalf("delivery %d has the number %d and %d bytes", number, d.Number, len(encode(d)))
		}
		h.receive(now, &receipt{Epoch: 5, Number: number, Stored: true})
	}
	if shards != len(results) {
		t.Errorf("%d shards are delivered, want %d", shards, len(results))
	}
}

type caller struct {
	server.ClientAuthentication
	opts server.ClientOpts
	user *server.User
}

func (c *caller) GetOpts() *server.ClientOpts                 { return &c.opts }
func (c *caller) Kind() int                                   { return server.CLIENT }
func (c *caller) GetTLSConnectionState() *tls.ConnectionState { return nil }
func (c *caller) RegisterUser(u *server.User)                 { c.user = u }

// A connection with the token of the join URL serves only to enrol a key.
func TestAConnectionWithTheTokenLastsSeconds(t *testing.T) {
	t.Parallel()
	c := &caller{opts: server.ClientOpts{Token: "secret"}}
	began := time.Now()
	if !newAuthenticator("secret", usualTimeouts.enrolment).Check(c) || c.user == nil {
		t.Fatal("the token is refused")
	}
	if at := c.user.ConnectionDeadline; at.Before(began) || at.After(time.Now().Add(5*time.Second)) {
		t.Errorf("the connection ends at %v, want within 5 s", at)
	}
}

// A subscription takes memory of the server, so a worker may have only a few.
func TestAWorkerHasFewSubscriptions(t *testing.T) {
	s := serve(t, 6, 0.02)
	f := newHostileWorker(t, s)
	for i := range 100 {
		if _, err := f.nats.Subscribe(fmt.Sprintf("enumerate.inbox.%s.x%d", f.key, i), func(*nats.Msg) {}); err != nil {
			break
		}
	}
	if err := <-f.denied; !errors.Is(err, nats.ErrMaxSubscriptionsExceeded) {
		t.Errorf("the error is %v, want %v", err, nats.ErrMaxSubscriptionsExceeded)
	}
	s.finishes(t, f)
}

// A failing ledger returns an error for its next writes.
type failing struct {
	ledger
	fails []error
}

func (f *failing) write(t *transaction) error {
	if len(f.fails) > 0 {
		err := f.fails[0]
		f.fails = f.fails[1:]
		return fmt.Errorf("%w: in a test", err)
	}
	return f.ledger.write(t)
}

func (e *testCoordinator) fails(with ...error) {
	e.c.register.ledger = &failing{e.c.register.ledger, with}
}

// A write of results to the database fails. The same results must be stored when the worker delivers them again later.
func TestAFailedWriteIsNotReportedAsStored(t *testing.T) {
	t.Parallel()
	for _, full := range []error{db.ErrFull, db.ErrHeld} {
		e := newTestCoordinator(t, 0)
		e.enter("A")
		results := e.right.of(e.take("A").Shards)
		e.fails(full)
		before := e.c.status(e.now).Missing
		if r := e.bring("A", results...); r.Stored || r.Error == "" || r.BanReason != "" || e.c.status(e.now).Missing != before {
			t.Errorf("%v: the answer is %+v, and %d shards are missing, %d before", full, r, e.c.status(e.now).Missing, before)
		}
		e.numbers["A"]--
		if r := e.bring("A", results...); !r.Stored || e.c.status(e.now).Missing != before-uint64(len(results)) {
			t.Errorf("%v: the second answer is %+v, and %d shards are missing, %d before", full, r, e.c.status(e.now).Missing, before)
		}
	}
}

// The coordinator computes a shard itself while the next two writes to the database fail.
func TestTheCoordinatorKeepsItsResultsUntilTheyAreStored(t *testing.T) {
	t.Parallel()
	e := newTestCoordinator(t, 0)
	e.enter("A")
	b := e.take("A")
	e.bring("A", e.right.of(b.Shards)...)
	e.c.local.compute(b.Shards[0])
	e.fails(db.ErrFull, db.ErrHeld)
	e.walkAll(t, e.c, e.now)
	e.tick()
	if n := e.c.status(e.now).Confirmations; n != 0 || len(e.c.local.pending) != 1 {
		t.Errorf("before the write succeeds, %d shards are confirmed and %d pending", n, len(e.c.local.pending))
	}
	e.tick()
	if n := e.c.status(e.now).Confirmations; n != 1 || len(e.c.local.pending) != 0 {
		t.Errorf("after the write, %d shards are confirmed and %d pending", n, len(e.c.local.pending))
	}
}

// The worker has computed all shards, and is banned while writes to the database fail. It must still be banned after a
// restart.
func TestARunDoesNotEndBeforeABanIsStored(t *testing.T) {
	t.Parallel()
	e := newTestCoordinator(t, 0)
	e.enter("A")
	e.doAll("A", e.right)
	stored := e.c.register.ledger.(*storedRun)
	e.fails(db.ErrFull, db.ErrHeld)
	e.say("A", "receipt", errors.New("garbage"))
	if e.tick() {
		t.Error("the run ends")
	}
	e.tick()
	if st := e.c.status(e.now); st.Missing != st.Shards {
		t.Errorf("%d of %d shards are missing", st.Missing, st.Shards)
	}
	again := &storedRun{store: stored.store, key: stored.key, space: stored.space, self: testSelf}
	c, err := newCoordinator(Service{Key: e.c.key, Space: e.c.space, Lease: e.c.roster.lease}, again, ownSubjects, rand.New(rand.NewPCG(2, 2)), e)
	if err != nil {
		t.Fatal(err)
	}
	defer c.close()
	if w := c.roster.workers["A"]; w == nil || w.ban == "" {
		t.Errorf("after a restart the worker is %+v, want a ban", w)
	}
}

// TestTheServerHasTheLimitsOfItsService finds a time limit in a service's timeouts (how long it waits) that is not
// passed on to its NATS server.
func TestTheServerHasTheLimitsOfItsService(t *testing.T) {
	id, err := newIdentity()
	if err != nil {
		t.Fatal(err)
	}
	waits := timeouts{handshake: 7 * time.Hour, enrolment: 8 * time.Hour, silence: 9 * time.Hour, write: 10 * time.Hour}
	b, err := startBroker("127.0.0.1:0", id, waits)
	if err != nil {
		t.Fatal(err)
	}
	defer b.close()
	v, err := b.server.Varz(nil)
	if err != nil || v.MaxConn != maxConnections || v.MaxPayload != maxMessage || v.MaxControlLine != 4096 || !v.TLSRequired {
		t.Fatalf("the server has the options %+v, %v", v, err)
	}
	kept := timeouts{
		handshake: time.Duration(v.TLSTimeout * float64(time.Second)),
		enrolment: b.authenticator.enrolment,
		silence:   v.PingInterval,
		write:     v.WriteDeadline,
	}
	if kept != waits || v.AuthTimeout != v.TLSTimeout || v.MaxPingsOut != maxUnansweredPings {
		t.Errorf("the server waits %+v, and %v s for authentication; want %+v", kept, v.AuthTimeout, waits)
	}
}

// With a wildcard as its key, a worker could hear the messages of others. Only a valid key may be enrolled.
func TestOnlyKeysOfWorkersAreEnrolled(t *testing.T) {
	t.Parallel()
	b := &broker{authenticator: newAuthenticator("secret", usualTimeouts.enrolment)}
	_, key := newKey(t)
	for _, name := range []string{"", "x", "*", enroller, coordinatorUser, strings.ToLower(key), key[1:]} {
		if b.admit(name) == nil || b.authenticator.enrolledKeys[name] {
			t.Errorf("%q is enrolled", name)
		}
	}
	if err := b.admit(key); err != nil || !b.authenticator.enrolledKeys[key] {
		t.Errorf("a valid key is not enrolled: %v", err)
	}
}
