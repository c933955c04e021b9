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
// stored, and of the network, there and back, beside the states of a count.
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
// a worker that dies loses one batch, not more. But everything that takes turns takes longer
// ones: the end of a run, when cores run out of work and what the dead had is given to others, is
// that much longer.
func Simulate(ctx context.Context, sc Scenario) (Outcome, error) {
	s := newSimulation(sc)
	const hopeless = 20 // a shard is that many lives long: one worker in e^20 does it
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
	ledger    *paper
	random    *rand.Rand
	out       Outcome
	now       time.Time
	events    events
	order     uint64
	steps     uint64
	finished  bool

	longest  float64   // seconds of a real shard, on a core of speed 1
	stored   time.Time // when a shard was stored last
	took     []float64 // seconds of each simulated shard, on a core of speed 1
	together float64   // real shards of a real batch, on average
	slower   float64   // how much longer a turn is than a coordinator's, since a batch is
	queue    []Batch   // that nobody has
	left     map[uint64]float64
	machines []*machine
	byName   map[string]*life
	idle     []*life   // who wait for work, once for each core
	judged   time.Time // when Local will have done what it has to do
	judging  map[uint64]bool
	answered time.Time // when the coordinator will have stored what has come in
	beats    time.Time // when all who live were last heard of
}

// A machine has some cores and a speed, and one worker after the other.
type machine struct {
	host  string
	cores int
	speed float64
	wrong bool
	lives int
	*life
}

// A life is a worker from its birth to its death.
type life struct {
	*worker
	on     *machine
	over   bool
	proven bool
	waits  int // cores that are idle
	checks []Batch
	held   map[*hold]bool
}

// A hold is a batch that a core works on.
type hold struct {
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

// paper is a ledger in memory.
type paper struct {
	owner     []string
	said      []bool // whether the owner is wrong
	confirmed []bool
	wrong     map[uint64][]string // who else has said something wrong
	missing   uint64
}

func (p *paper) Shards() (all, missing uint64) { return uint64(len(p.owner)), p.missing }
func (p *paper) Done(shard uint64) bool        { return p.owner[shard] != "" }
func (p *paper) Confirmed(shard uint64) bool   { return p.confirmed[shard] }

func (p *paper) Owner(shard uint64) (string, bool) {
	switch name := p.owner[shard]; name {
	case "":
		return "", false
	case here:
		return checkpoints.Local, true
	default:
		return name, true
	}
}

// here stands for checkpoints.Local in a paper, where "" is nobody.
const here = "the coordinator"

// take notes what somebody says of a shard, and reports whether that is disputed.
func (p *paper) take(name string, shard uint64, wrong bool) (disputed bool) {
	switch {
	case p.owner[shard] == "":
		p.owner[shard], p.said[shard], p.missing = name, wrong, p.missing-1
		p.confirmed[shard] = name == here
	case p.owner[shard] == name:
	case p.said[shard] || wrong: // and no two are wrong in the same way
		disputed = true
		if wrong {
			p.wrong[shard] = append(p.wrong[shard], name)
		}
	default:
		p.confirmed[shard] = true
	}
	return disputed
}

// liars returns who has said something wrong of a shard.
func (p *paper) liars(shard uint64) []string {
	list := p.wrong[shard]
	if p.said[shard] && p.owner[shard] != "" {
		list = append(list, p.owner[shard])
	}
	return list
}

// forget takes back all that a worker has said. A shard that another one has confirmed stays
// done, by whoever that was.
func (p *paper) forget(name string) {
	for shard, owner := range p.owner {
		if owner == name && !p.confirmed[shard] {
			p.owner[shard], p.missing = "", p.missing+1
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
	p := &paper{owner: make([]string, shards), said: make([]bool, shards), confirmed: make([]bool, shards), wrong: make(map[uint64][]string), missing: uint64(shards)}
	s := &simulation{
		Scenario: sc, ledger: p, now: epoch, took: make([]float64, shards), left: make(map[uint64]float64),
		byName: make(map[string]*life), judging: make(map[uint64]bool), random: rand.New(rand.NewPCG(sc.Seed, 0)),
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
	s.scheduler = newScheduler(shardsOnly{shards: shards}, p, sc.Check, binary.BigEndian.AppendUint64(nil, sc.Seed), time.Duration(float64(sc.Lease)*s.slower))
	s.scheduler.random = rand.New(rand.NewPCG(sc.Seed, 1))
	s.scheduler.each = each
	for i := range sc.Workers {
		m := &machine{
			host: strconv.Itoa(i), cores: sc.Cores*(i+1)/sc.Workers - sc.Cores*i/sc.Workers,
			speed: math.Exp(sc.Spread * s.random.NormFloat64()), wrong: s.random.Float64() < sc.Wrong,
		}
		s.machines = append(s.machines, m)
		s.after(seconds(s.random.Float64()), func() { s.birth(m) })
	}
	s.after(s.turns(), s.turn)
	return s
}

func seconds(x float64) time.Duration { return time.Duration(x * float64(time.Second)) }

// turns is the time between two turns of the coordinator.
func (s *simulation) turns() time.Duration { return time.Duration(float64(tick) * s.slower) }

// after has something happen later.
func (s *simulation) after(d time.Duration, do func()) {
	s.order++
	heap.Push(&s.events, &event{s.now.Add(d), s.order, do})
}

// birth has a worker join, with a name of its own.
func (s *simulation) birth(m *machine) {
	m.lives++
	name := m.host + "." + strconv.Itoa(m.lives)
	l := &life{worker: s.scheduler.meet(s.now, name, m.host), on: m, held: make(map[*hold]bool)}
	l.cores = m.cores
	m.life = l
	s.byName[name] = l
	l.waits = m.cores
	s.try(l)
	if s.Death > 0 {
		s.after(seconds(s.random.ExpFloat64()*s.Death.Seconds()), func() { s.death(l) })
	}
}

// try has a worker ask for its trial until that is over, and all its cores work then.
func (s *simulation) try(l *life) {
	if l.over || l.banned {
		return
	}
	if l.waits == l.cores {
		b, waits := s.scheduler.trial(s.now, l.worker)
		if l.proven = !waits; l.proven {
			l.waits = 0
			for range l.cores {
				s.work(l)
			}
			return
		}
		if len(b.Shards) > 0 {
			s.check(l.name, b)
		}
	}
	s.after(s.turns(), func() { s.try(l) })
}

// death takes a worker with all that it has begun. The last sign that a batch is worked on
// was given up to a third of the lease ago.
func (s *simulation) death(l *life) {
	if l.banned {
		return
	}
	l.over = true
	s.out.Deaths++
	s.after(s.Rebirth, func() { s.birth(l.on) })
	var lost []*hold
	for h := range l.held {
		lost = append(lost, h)
	}
	slices.SortFunc(lost, func(a, b *hold) int { return cmp.Compare(a.ID, b.ID) })
	for _, h := range lost {
		// Of a shard that stands for several batches, those that are done are stored.
		done := s.now.Sub(h.since).Seconds() * l.on.speed
		s.out.Busy += s.now.Sub(h.since)
		done -= math.Mod(done, h.work/s.messages(h.Batch))
		if !h.queued {
			continue // the scheduler gives a check to somebody else
		}
		if done > 0 {
			s.left[h.ID] = h.work - done
		}
		s.out.Redelivered++
		s.after(seconds(s.Lease.Seconds()*(1-s.random.Float64()/3)), func() {
			s.queue = append([]Batch{h.Batch}, s.queue...)
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
func (s *simulation) work(l *life) {
	if l.over || l.banned {
		return
	}
	h := &hold{since: s.now}
	switch {
	case len(l.checks) > 0:
		h.Batch, l.checks = l.checks[0], l.checks[1:]
	case !l.proven:
		l.waits++
		return
	case len(s.queue) > 0:
		h.Batch, s.queue, h.queued = s.queue[0], s.queue[1:], true
	default:
		l.waits++
		s.idle = append(s.idle, l)
		return
	}
	l.held[h] = true
	for _, shard := range h.Shards {
		h.work += s.took[shard.ID]
	}
	if rest, begun := s.left[h.ID]; begun && h.queued {
		h.work = rest
		delete(s.left, h.ID)
	}
	s.after(seconds(h.work/l.on.speed), func() {
		if l.over {
			return
		}
		s.out.Busy += s.now.Sub(h.since)
		s.send(l, h)
	})
}

// send has the coordinator store what a core has done, one delivery after the other, and the
// core wait for that.
func (s *simulation) send(l *life, h *hold) {
	messages := s.messages(h.Batch)
	costs := time.Duration(messages*float64(deliveryCosts)) + time.Duration(len(h.Shards)*s.out.Each)*shardCosts
	s.out.Commits += costs
	if s.answered.Before(s.now) {
		s.answered = s.now
	}
	s.answered = s.answered.Add(costs)
	s.after(s.answered.Sub(s.now)+time.Duration(messages*float64(roundTrip)), func() {
		if !l.banned { // one that is dead has sent it
			s.deliver(l, h.Batch)
		}
		if !l.over {
			delete(l.held, h)
			s.work(l)
		}
	})
}

// wake gives those who wait something to do.
func (s *simulation) wake() {
	for len(s.idle) > 0 && len(s.queue) > 0 {
		l := s.idle[len(s.idle)-1]
		s.idle = s.idle[:len(s.idle)-1]
		if l.waits > 0 { // else a check has woken it
			l.waits--
			s.work(l)
		}
	}
}

// deliver stores what a worker has done.
func (s *simulation) deliver(l *life, b Batch) {
	l.seen, s.stored = s.now, s.now
	for _, shard := range b.Shards {
		if s.ledger.Done(shard.ID) {
			s.out.Twice += uint64(s.out.Each)
		}
		wrong := l.on.wrong && s.random.IntN(10) == 0
		disputed := s.ledger.take(l.name, shard.ID, wrong)
		s.scheduler.done(s.now, l.worker, shard.ID, seconds(s.took[shard.ID]/l.on.speed), disputed)
	}
}

// turn is what a coordinator does at every tick.
func (s *simulation) turn() {
	if s.now.Sub(s.beats) >= max(beatEvery, s.turns()) {
		s.beats = s.now
		for _, m := range s.machines {
			if m.life != nil && !m.life.over {
				m.life.seen = s.now
			}
		}
	}
	s.feed()
	given := s.scheduler.assign(s.now)
	for _, name := range slices.Sorted(maps.Keys(given)) {
		s.check(name, given[name])
	}
	s.wake()
	list, more := s.scheduler.arbitrate()
	for _, shard := range list {
		s.judge(shard)
	}
	_, missing := s.ledger.Shards()
	if missing == 0 && !more && len(list) == 0 && len(s.scheduler.checks) == 0 && len(s.judging) == 0 && !s.scheduler.recheck() && len(s.scheduler.checks) == 0 {
		s.finish()
		return
	}
	s.after(s.turns(), s.turn)
}

// feed fills the queue.
func (s *simulation) feed() {
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
			s.judge(shard)
		}
		return
	}
	l := s.byName[name]
	l.checks = append(l.checks, b)
	if l.waits > 0 { // its place among those who wait is passed over later
		l.waits--
		s.work(l)
	}
}

// judge has Local do a shard, which is right; whoever has said something else is banned.
func (s *simulation) judge(shard enum.Shard) {
	id := shard.ID
	if s.judging[id] {
		return
	}
	s.judging[id] = true
	took := seconds(s.took[id])
	if s.judged.Before(s.now) {
		s.judged = s.now
	}
	s.judged = s.judged.Add(took)
	s.after(s.judged.Sub(s.now), func() {
		delete(s.judging, id)
		s.out.Twice += uint64(s.out.Each)
		for _, name := range s.ledger.liars(id) {
			s.ledger.forget(name)
			s.scheduler.ban(name)
			s.out.Banned++
		}
		s.ledger.take(here, id, false)
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
		if s.ledger.said[shard] {
			wrong[owner] = true
		}
	}
	s.out.Undetected = len(wrong)
}
