package fleet

import (
	"cmp"
	"container/heap"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"iter"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"time"

	"enumerate/checkpoints"
	"enumerate/enum"
)

// A Scenario is a fleet, and a run that it is to do.
type Scenario struct {
	Shards int
	// Took returns the seconds that a shard takes on a core of speed 1.
	Took    func(shard int) float64
	Workers int           // machines, on each of which one worker runs
	Cores   int           // of them all, shared as evenly as can be
	Spread  float64       // of the workers' speeds, which are lognormal: the standard deviation of their logarithm
	Death   time.Duration // a worker's mean time to its death, of which another one takes the place; 0 for none
	Rebirth time.Duration // how long that takes
	Wrong   float64       // share of the workers whose every tenth shard is wrong
	Check   float64       // share of the shards that are checked
	Lease   time.Duration
	Seed    uint64
	Most    int // shards that are simulated one by one; 0 for a million. Of more, several in a row are taken for one
}

// An Outcome is how a scenario ended. The same scenario has the same outcome.
type Outcome struct {
	Wall        time.Duration // until the end
	Work        time.Duration // of one core of speed 1, if nothing were done twice
	Busy        time.Duration // of all cores, at their speeds, with what was lost
	Twice       uint64        // shards done again, by checks and after leases had run out
	Confirmed   uint64        // shards that two have done alike
	Deaths      uint64
	Redelivered uint64        // batches that were given away twice
	Batches     uint64        // given away
	Commits     time.Duration // that the coordinator was busy with what came in
	Banned      int
	Undetected  int // wrong workers whose results count in the end
	Each        int // shards that were taken for one
}

// What a message costs: the coordinator's processor time for a delivery and for each of its
// shards, fitted to a prototype that took 200 µs a shard one by one, 22 µs at 32 together and
// 10 to 13 µs at 64 to 256; and, supposed, the time between two batches of a core that is
// the network's. BenchmarkCoordinator measures what this coordinator takes.
const (
	deliveryCosts = 190 * time.Microsecond
	shardCosts    = 10 * time.Microsecond
	roundTrip     = 2 * time.Millisecond
)

// What a shard takes on average, in bytes: of the file of the coordinator's database when all are
// stored, and of the network, there and back, without the states of a count.
const (
	ShardDisk    = 140
	ShardTraffic = 100
)

// Simulate runs a scenario in virtual time, with the scheduler that Serve has. A coordinator
// never dies, and its disk is never full. Memory and time are those of the shards and
// workers: seconds for a million shards and ten thousand workers.
//
// Of more shards than Most, several in a row are taken for one, which is a batch of its own, or a
// number of them. Messages, batches and checks still count as those of the shards, and
// a worker that dies loses one batch, not more. But every tick is longer
// too: the end of a run, when cores run out of work and the batches of crashed workers are given to others, is
// that much longer.
func Simulate(ctx context.Context, sc Scenario) (Outcome, error) {
	s := newSimulation(sc)
	const hopeless = 20 // a shard takes that many mean lifetimes: one worker in e^20 does it
	if sc.Death > 0 && s.longest > hopeless*sc.Death.Seconds() {
		return Outcome{}, fmt.Errorf("%w: a shard takes up to %v, and a worker dies after %v", ErrLate, seconds(s.longest).Round(time.Second), sc.Death)
	}
	patience := time.Hour + seconds(hopeless*s.longest) + 20*sc.Lease
	s.stored = epoch
	for len(s.events) > 0 {
		if s.steps++; s.steps%1024 == 0 && ctx.Err() != nil {
			return Outcome{}, ctx.Err()
		}
		e := heap.Pop(&s.events).(*event)
		s.now = e.at
		e.do()
		switch {
		case s.finished:
			s.out.Wall = s.now.Sub(epoch)
			return s.out, nil
		case s.now.Sub(s.stored) > patience*time.Duration(math.Ceil(s.slower)):
			return Outcome{}, fmt.Errorf("%w: after %v %d of %d shards are missing", ErrLate, s.now.Sub(epoch), s.ledger.missing*uint64(s.out.Each), sc.Shards)
		}
	}
	return Outcome{}, errors.New("the fleet does nothing any more, and the run is not done") // and the scheduler is wrong
}

// ErrLate is the error of a fleet that does no shard for long.
var ErrLate = errors.New("such a fleet hardly gets on")

var epoch = time.Unix(0, 0)

// A simulation is a fleet in virtual time.
type simulation struct {
	Scenario
	scheduler *scheduler
	ledger    *simulatedLedger
	random    *rand.Rand
	out       Outcome
	now       time.Time
	events    events
	order     uint64
	steps     uint64
	finished  bool

	longest    float64   // seconds of a real shard, on a core of speed 1
	stored     time.Time // when a shard was stored last
	took       []float64 // seconds of each simulated shard, on a core of speed 1
	together   float64   // real shards of a real batch, on average
	slower     float64   // how much longer a tick is than a coordinator's, since a batch is
	queue      []Batch   // that no worker has
	left       map[uint64]float64
	machines   []*machine
	byName     map[string]*simulatedWorker
	idle       []*simulatedWorker // who wait for work, once for each core
	verifiedAt time.Time          // when Local will have done what it has to do
	verifying  map[uint64]bool
	answered   time.Time // when the coordinator will have stored what has come in
	beats      time.Time // when all who live were last heard of
}

// A machine has some cores and a speed, and one worker after the other.
type machine struct {
	host    string
	cores   int
	speed   float64
	wrong   bool
	started int
	*simulatedWorker
}

// A simulatedWorker is a worker from its start to its crash.
type simulatedWorker struct {
	*worker
	on      *machine
	over    bool
	proven  bool
	waits   int // cores that are idle
	checks  []Batch
	running map[*task]bool
}

// A task is a batch that a core works on.
type task struct {
	Batch
	queued bool // it is from the queue, and not a check
	since  time.Time
	work   float64 // seconds on a core of speed 1
}

// An event is something that happens at a time.
type event struct {
	at    time.Time
	order uint64
	do    func()
}

type events []*event

func (e events) Len() int      { return len(e) }
func (e events) Swap(i, j int) { e[i], e[j] = e[j], e[i] }
func (e *events) Push(x any)   { *e = append(*e, x.(*event)) }
func (e events) Less(i, j int) bool {
	return e[i].at.Before(e[j].at) || e[i].at.Equal(e[j].at) && e[i].order < e[j].order
}

func (e *events) Pop() any {
	old := *e
	last := old[len(old)-1]
	*e = old[:len(old)-1]
	return last
}

// A simulatedLedger is a ledger in memory.
type simulatedLedger struct {
	owner      []string
	ownerWrong []bool // whether the owner is wrong
	confirmed  []bool
	wrong      map[uint64][]string // whose results were wrong too
	missing    uint64
}

func (l *simulatedLedger) Shards() (all, missing uint64) { return uint64(len(l.owner)), l.missing }
func (l *simulatedLedger) Done(shard uint64) bool        { return l.owner[shard] != "" }
func (l *simulatedLedger) Confirmed(shard uint64) bool   { return l.confirmed[shard] }

func (l *simulatedLedger) Owner(shard uint64) (string, bool) {
	switch name := l.owner[shard]; name {
	case "":
		return "", false
	case localName:
		return checkpoints.Local, true
	default:
		return name, true
	}
}

// localName stands for checkpoints.Local in a simulatedLedger, where "" is no worker.
const localName = "the coordinator"

// record records a result of a shard, and reports whether that is disputed.
func (l *simulatedLedger) record(name string, shard uint64, wrong bool) (disputed bool) {
	switch {
	case l.owner[shard] == "":
		l.owner[shard], l.ownerWrong[shard], l.missing = name, wrong, l.missing-1
		l.confirmed[shard] = name == localName
	case l.owner[shard] == name:
	case l.ownerWrong[shard] || wrong: // and no two are wrong in the same way
		disputed = true
		if wrong {
			l.wrong[shard] = append(l.wrong[shard], name)
		}
	default:
		l.confirmed[shard] = true
	}
	return disputed
}

// wrongWorkers returns whose results of a shard are wrong.
func (l *simulatedLedger) wrongWorkers(shard uint64) []string {
	list := l.wrong[shard]
	if l.ownerWrong[shard] && l.owner[shard] != "" {
		list = append(list, l.owner[shard])
	}
	return list
}

// revoke removes all results of a worker. A shard that another one has confirmed stays
// done, by whoever that was.
func (l *simulatedLedger) revoke(name string) {
	for shard, owner := range l.owner {
		if owner == name && !l.confirmed[shard] {
			l.owner[shard], l.missing = "", l.missing+1
		}
	}
}

// shardsOnly is a space of which nothing but the shards matters.
type shardsOnly struct {
	enum.Space
	shards int
}

func (s shardsOnly) Shards() iter.Seq[enum.Shard] { return enum.Shards(uint64(s.shards)) }

func newSimulation(sc Scenario) *simulation {
	most := sc.Most
	if most == 0 {
		most = 1_000_000
	}
	each := max(1, (sc.Shards+most-1)/most)
	shards := (sc.Shards + each - 1) / each
	l := &simulatedLedger{owner: make([]string, shards), ownerWrong: make([]bool, shards), confirmed: make([]bool, shards), wrong: make(map[uint64][]string), missing: uint64(shards)}
	s := &simulation{
		Scenario: sc, ledger: l, now: epoch, took: make([]float64, shards), left: make(map[uint64]float64),
		byName: make(map[string]*simulatedWorker), verifying: make(map[uint64]bool), random: rand.New(rand.NewPCG(sc.Seed, 0)),
	}
	s.out.Each = each
	work := 0.0
	for shard := range sc.Shards {
		took := sc.Took(shard)
		s.longest = max(s.longest, took)
		s.took[shard/each] += took
		work += took
	}
	s.out.Work = seconds(work)
	mean := work / float64(max(sc.Shards, 1))
	s.together = min(max(aim(sc.Cores)/mean, 1), batchMost)
	s.slower = 1
	if each > 1 {
		s.slower = max(1, float64(each)/s.together)
	}
	s.scheduler = newScheduler(shardsOnly{shards: shards}, l, sc.Check, binary.BigEndian.AppendUint64(nil, sc.Seed), time.Duration(float64(sc.Lease)*s.slower))
	s.scheduler.random = rand.New(rand.NewPCG(sc.Seed, 1))
	s.scheduler.each = each
	for i := range sc.Workers {
		m := &machine{
			host: strconv.Itoa(i), cores: sc.Cores*(i+1)/sc.Workers - sc.Cores*i/sc.Workers,
			speed: math.Exp(sc.Spread * s.random.NormFloat64()), wrong: s.random.Float64() < sc.Wrong,
		}
		s.machines = append(s.machines, m)
		s.after(seconds(s.random.Float64()), func() { s.start(m) })
	}
	s.after(s.tickLength(), s.onTick)
	return s
}

func seconds(x float64) time.Duration { return time.Duration(x * float64(time.Second)) }

// tickLength is the time between two ticks of the coordinator.
func (s *simulation) tickLength() time.Duration { return time.Duration(float64(tick) * s.slower) }

// after has something happen later.
func (s *simulation) after(d time.Duration, do func()) {
	s.order++
	heap.Push(&s.events, &event{s.now.Add(d), s.order, do})
}

// start has a worker join, with a name of its own.
func (s *simulation) start(m *machine) {
	m.started++
	name := m.host + "." + strconv.Itoa(m.started)
	w := &simulatedWorker{worker: s.scheduler.meet(s.now, name, m.host), on: m, running: make(map[*task]bool)}
	w.cores = m.cores
	m.simulatedWorker = w
	s.byName[name] = w
	w.waits = m.cores
	s.try(w)
	if s.Death > 0 {
		s.after(seconds(s.random.ExpFloat64()*s.Death.Seconds()), func() { s.crash(w) })
	}
}

// try has a worker ask for its trial until that is over, and all its cores work then.
func (s *simulation) try(w *simulatedWorker) {
	if w.over || w.banned {
		return
	}
	if w.waits == w.cores {
		b, waits := s.scheduler.trial(s.now, w.worker)
		if w.proven = !waits; w.proven {
			w.waits = 0
			for range w.cores {
				s.work(w)
			}
			return
		}
		if len(b.Shards) > 0 {
			s.check(w.name, b)
		}
	}
	s.after(s.tickLength(), func() { s.try(w) })
}

// crash takes a worker with all that it has begun. The last sign that a batch is worked on
// was given up to a third of the lease ago.
func (s *simulation) crash(w *simulatedWorker) {
	if w.banned {
		return
	}
	w.over = true
	s.out.Deaths++
	s.after(s.Rebirth, func() { s.start(w.on) })
	var lost []*task
	for t := range w.running {
		lost = append(lost, t)
	}
	slices.SortFunc(lost, func(a, b *task) int { return cmp.Compare(a.ID, b.ID) })
	for _, t := range lost {
		// Of a shard that stands for several batches, those that are done are stored.
		done := s.now.Sub(t.since).Seconds() * w.on.speed
		s.out.Busy += s.now.Sub(t.since)
		done -= math.Mod(done, t.work/s.messages(t.Batch))
		if !t.queued {
			continue // the scheduler gives a check to another worker
		}
		if done > 0 {
			s.left[t.ID] = t.work - done
		}
		s.out.Redelivered++
		s.after(seconds(s.Lease.Seconds()*(1-s.random.Float64()/3)), func() {
			s.queue = append([]Batch{t.Batch}, s.queue...)
			s.wake()
		})
	}
}

// messages is how many batches of real shards a batch stands for.
func (s *simulation) messages(b Batch) float64 {
	if s.out.Each == 1 {
		return 1
	}
	return max(1, float64(len(b.Shards)*s.out.Each)/s.together)
}

// work has one core take the next batch, if there is one.
func (s *simulation) work(w *simulatedWorker) {
	if w.over || w.banned {
		return
	}
	t := &task{since: s.now}
	switch {
	case len(w.checks) > 0:
		t.Batch, w.checks = w.checks[0], w.checks[1:]
	case !w.proven:
		w.waits++
		return
	case len(s.queue) > 0:
		t.Batch, s.queue, t.queued = s.queue[0], s.queue[1:], true
	default:
		w.waits++
		s.idle = append(s.idle, w)
		return
	}
	w.running[t] = true
	for _, shard := range t.Shards {
		t.work += s.took[shard.ID]
	}
	if rest, begun := s.left[t.ID]; begun && t.queued {
		t.work = rest
		delete(s.left, t.ID)
	}
	s.after(seconds(t.work/w.on.speed), func() {
		if w.over {
			return
		}
		s.out.Busy += s.now.Sub(t.since)
		s.send(w, t)
	})
}

// send has the coordinator store what a core has done, one delivery after the other, and the
// core wait for that.
func (s *simulation) send(w *simulatedWorker, t *task) {
	messages := s.messages(t.Batch)
	costs := time.Duration(messages*float64(deliveryCosts)) + time.Duration(len(t.Shards)*s.out.Each)*shardCosts
	s.out.Commits += costs
	if s.answered.Before(s.now) {
		s.answered = s.now
	}
	s.answered = s.answered.Add(costs)
	s.after(s.answered.Sub(s.now)+time.Duration(messages*float64(roundTrip)), func() {
		if !w.banned { // one that has crashed since has sent it
			s.deliver(w, t.Batch)
		}
		if !w.over {
			delete(w.running, t)
			s.work(w)
		}
	})
}

// wake gives those who wait something to do.
func (s *simulation) wake() {
	for len(s.idle) > 0 && len(s.queue) > 0 {
		w := s.idle[len(s.idle)-1]
		s.idle = s.idle[:len(s.idle)-1]
		if w.waits > 0 { // else a check has woken it
			w.waits--
			s.work(w)
		}
	}
}

// deliver stores what a worker has done.
func (s *simulation) deliver(w *simulatedWorker, b Batch) {
	w.seen, s.stored = s.now, s.now
	for _, shard := range b.Shards {
		if s.ledger.Done(shard.ID) {
			s.out.Twice += uint64(s.out.Each)
		}
		wrong := w.on.wrong && s.random.IntN(10) == 0
		disputed := s.ledger.record(w.name, shard.ID, wrong)
		s.scheduler.done(s.now, w.worker, shard.ID, seconds(s.took[shard.ID]/w.on.speed), disputed)
	}
}

// onTick is what a coordinator does at every tick.
func (s *simulation) onTick() {
	if s.now.Sub(s.beats) >= max(beatEvery, s.tickLength()) {
		s.beats = s.now
		for _, m := range s.machines {
			if m.simulatedWorker != nil && !m.simulatedWorker.over {
				m.simulatedWorker.seen = s.now
			}
		}
	}
	s.fillQueue()
	given := s.scheduler.assign(s.now)
	for _, name := range slices.Sorted(maps.Keys(given)) {
		s.check(name, given[name])
	}
	s.wake()
	list, more := s.scheduler.arbitrate()
	for _, shard := range list {
		s.verify(shard)
	}
	_, missing := s.ledger.Shards()
	if missing == 0 && !more && len(list) == 0 && len(s.scheduler.checks) == 0 && len(s.verifying) == 0 && !s.scheduler.recheck() && len(s.scheduler.checks) == 0 {
		s.finish()
		return
	}
	s.after(s.tickLength(), s.onTick)
}

// fillQueue fills the queue.
func (s *simulation) fillQueue() {
	count := func(b Batch) uint64 { return uint64(math.Round(s.messages(b))) }
	for room := s.scheduler.room(s.now); len(s.queue) < room; {
		b, ok, more := s.scheduler.batch(s.now)
		if !ok && !more {
			break
		}
		if ok {
			s.queue = append(s.queue, b)
			s.out.Batches += count(b)
		}
	}
	if len(s.queue) == 0 {
		for _, b := range s.scheduler.overdue(s.now) {
			s.queue = append(s.queue, b)
			s.out.Redelivered += count(b)
		}
	}
}

// check has a worker, or Local, check what another one has done.
func (s *simulation) check(name string, b Batch) {
	if name == checkpoints.Local {
		for _, shard := range b.Shards {
			s.verify(shard)
		}
		return
	}
	w := s.byName[name]
	w.checks = append(w.checks, b)
	if w.waits > 0 { // its place among those who wait is passed over later
		w.waits--
		s.work(w)
	}
}

// verify has Local do a shard, which is right; a worker with another result is banned.
func (s *simulation) verify(shard enum.Shard) {
	id := shard.ID
	if s.verifying[id] {
		return
	}
	s.verifying[id] = true
	took := seconds(s.took[id])
	if s.verifiedAt.Before(s.now) {
		s.verifiedAt = s.now
	}
	s.verifiedAt = s.verifiedAt.Add(took)
	s.after(s.verifiedAt.Sub(s.now), func() {
		delete(s.verifying, id)
		s.out.Twice += uint64(s.out.Each)
		for _, name := range s.ledger.wrongWorkers(id) {
			s.ledger.revoke(name)
			s.scheduler.ban(name)
			s.out.Banned++
		}
		s.ledger.record(localName, id, false)
		delete(s.scheduler.disputed, id)
		s.scheduler.done(s.now, nil, id, took, false)
	})
}

// finish counts what has come out.
func (s *simulation) finish() {
	s.finished = true
	wrong := make(map[string]bool)
	for shard, owner := range s.ledger.owner {
		if s.ledger.confirmed[shard] {
			s.out.Confirmed += uint64(s.out.Each)
		}
		if s.ledger.ownerWrong[shard] {
			wrong[owner] = true
		}
	}
	s.out.Undetected = len(wrong)
}
