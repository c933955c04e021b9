package fleet

import (
	"container/heap"
	"context"
	"encoding/binary"
	"errors"
	"iter"
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
	Workers int
	Cores   int           // of each worker
	Spread  float64       // of the workers' speeds, which are lognormal: the standard deviation of their logarithm
	Death   time.Duration // a worker's mean time to its death, of which another one takes the place; 0 for none
	Rebirth time.Duration // how long that takes
	Wrong   float64       // share of the workers whose every tenth shard is wrong
	Check   float64       // share of the shards that are checked
	Lease   time.Duration
	Seed    uint64
}

// An Outcome is how a scenario ended.
type Outcome struct {
	Wall        time.Duration // until the end
	Work        time.Duration // of one core of speed 1, if nothing were done twice
	Busy        time.Duration // of all cores, at their speeds
	Checked     uint64        // shards that two have done
	Deaths      uint64
	Redelivered uint64 // batches that were given away twice
	Batches     uint64
	Banned      int
	Undetected  int           // wrong workers whose results count in the end
	Answer      time.Duration // the longest that a call of the scheduler took, of this machine's time
}

// Simulate runs a scenario in virtual time, with the scheduler that Serve has. A message takes no time, and a
// coordinator never dies. Memory and time are those of the shards and workers: some seconds for a million
// shards and ten thousand workers.
func Simulate(ctx context.Context, sc Scenario) (Outcome, error) {
	s := newSimulation(sc)
	for len(s.events) > 0 {
		if s.steps++; s.steps%1024 == 0 && ctx.Err() != nil {
			return Outcome{}, ctx.Err()
		}
		e := heap.Pop(&s.events).(*event)
		s.now = e.at
		e.do()
		if s.finished {
			s.out.Wall = s.now.Sub(epoch)
			return s.out, nil
		}
	}
	return Outcome{}, errors.New("the fleet does nothing any more, and the run is not done") // and the scheduler is wrong
}

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

	queue   []Batch // that nobody has
	members []*simulated
	byName  map[string]*simulated
	idle    []*simulated // who wait for work, once for each core
	judged  time.Time    // when Here will have done what it has to do
	judging map[uint64]bool
}

// A simulated worker has some cores and a speed.
type simulated struct {
	*worker
	speed  float64
	wrong  bool
	life   int // how often it has been born: what an earlier life has begun comes to nothing
	alive  bool
	checks []Batch
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
		return checkpoints.Here, true
	default:
		return name, true
	}
}

// here stands for checkpoints.Here in a paper, where "" is nobody.
const here = "the coordinator"

// take notes what somebody says of a shard, and reports whether that is disputed.
func (p *paper) take(name string, shard uint64, wrong bool) (disputed bool) {
	switch {
	case p.owner[shard] == "":
		p.owner[shard], p.said[shard], p.missing = name, wrong, p.missing-1
		p.confirmed[shard] = name == here
	case p.owner[shard] == name:
	case p.said[shard] != wrong:
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
	p := &paper{owner: make([]string, sc.Shards), said: make([]bool, sc.Shards), confirmed: make([]bool, sc.Shards), wrong: make(map[uint64][]string), missing: uint64(sc.Shards)}
	s := &simulation{Scenario: sc, ledger: p, now: epoch, byName: make(map[string]*simulated), judging: make(map[uint64]bool), random: rand.New(rand.NewPCG(sc.Seed, 0))}
	s.scheduler = newScheduler(shardsOnly{shards: sc.Shards}, p, sc.Check, binary.BigEndian.AppendUint64(nil, sc.Seed), sc.Lease)
	s.scheduler.random = rand.New(rand.NewPCG(sc.Seed, 1))
	for shard := range sc.Shards {
		s.out.Work += seconds(sc.Took(shard))
	}
	for i := range sc.Workers {
		m := &simulated{speed: math.Exp(sc.Spread * s.random.NormFloat64()), wrong: s.random.Float64() < sc.Wrong}
		s.members = append(s.members, m)
		s.after(seconds(s.random.Float64()), func() { s.birth(m, i) })
	}
	s.after(tick, s.turn)
	return s
}

func seconds(x float64) time.Duration { return time.Duration(x * float64(time.Second)) }

// after has something happen later.
func (s *simulation) after(d time.Duration, do func()) {
	s.order++
	heap.Push(&s.events, &event{s.now.Add(d), s.order, do})
}

// birth has a worker join, or join again.
func (s *simulation) birth(m *simulated, i int) {
	m.life++
	m.alive = true
	name := strconv.Itoa(i)
	m.worker = s.scheduler.meet(s.now, name, name)
	m.cores = s.Cores
	s.byName[name] = m
	for range s.Cores {
		s.work(m, m.life)
	}
	if s.Death > 0 {
		life := m.life
		s.after(seconds(s.random.ExpFloat64()*s.Death.Seconds()), func() {
			if m.life == life && !m.banned {
				m.alive = false
				m.checks = nil
				s.out.Deaths++
				s.after(s.Rebirth, func() { s.birth(m, i) })
			}
		})
	}
}

// work has one core take the next batch, if there is one.
func (s *simulation) work(m *simulated, life int) {
	if !m.alive || m.life != life || m.banned {
		return
	}
	var b Batch
	fromQueue := false
	switch {
	case len(m.checks) > 0:
		b, m.checks = m.checks[0], m.checks[1:]
	case len(s.queue) > 0:
		b, s.queue, fromQueue = s.queue[0], s.queue[1:], true
	default:
		s.idle = append(s.idle, m)
		return
	}
	took := time.Duration(0)
	for _, shard := range b.Shards {
		took += seconds(s.Took(int(shard.ID)) / m.speed)
	}
	s.after(took, func() {
		if !m.alive || m.life != life || m.banned {
			if fromQueue { // the lease has run out some time after the last sign of life
				s.out.Redelivered++
				s.after(s.Lease, func() { s.queue = append(s.queue, b); s.wake() })
			}
			return
		}
		s.out.Busy += took
		s.deliver(m, b)
		s.work(m, life)
	})
}

// wake gives those who wait something to do.
func (s *simulation) wake() {
	for len(s.idle) > 0 && len(s.queue) > 0 {
		m := s.idle[len(s.idle)-1]
		s.idle = s.idle[:len(s.idle)-1]
		s.work(m, m.life)
	}
}

// deliver stores what a worker has done.
func (s *simulation) deliver(m *simulated, b Batch) {
	m.seen = s.now
	s.timed(func() {
		for _, shard := range b.Shards {
			wrong := m.wrong && s.random.IntN(10) == 0
			disputed := s.ledger.take(m.name, shard.ID, wrong)
			s.scheduler.done(s.now, m.worker, shard.ID, seconds(s.Took(int(shard.ID))/m.speed), disputed)
		}
	})
}

// timed notes how long the scheduler takes.
func (s *simulation) timed(f func()) {
	began := time.Now()
	f()
	s.out.Answer = max(s.out.Answer, time.Since(began))
}

// turn is what a coordinator does at every tick.
func (s *simulation) turn() {
	for _, m := range s.members {
		if m.worker != nil && m.alive {
			m.seen = s.now // its signs of life
		}
	}
	s.timed(s.feed)
	var given map[string]Batch
	s.timed(func() { given = s.scheduler.assign(s.now) })
	for name, b := range given {
		s.check(name, b)
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
	s.after(tick, s.turn)
}

// feed fills the queue.
func (s *simulation) feed() {
	for room := s.scheduler.room(s.now); len(s.queue) < room; {
		b, ok, more := s.scheduler.batch(s.now)
		if !ok && !more {
			break
		}
		if ok {
			s.queue = append(s.queue, b)
			s.out.Batches++
		}
	}
	if len(s.queue) == 0 {
		for _, b := range s.scheduler.overdue(s.now) {
			s.queue = append(s.queue, b)
			s.out.Redelivered++
		}
	}
}

// check has a worker, or Here, check what another one has done.
func (s *simulation) check(name string, b Batch) {
	if name == checkpoints.Here {
		for _, shard := range b.Shards {
			s.judge(shard)
		}
		return
	}
	m := s.byName[name]
	m.checks = append(m.checks, b)
	if i := slices.Index(s.idle, m); i >= 0 {
		s.idle = slices.Delete(s.idle, i, i+1)
		s.work(m, m.life)
	}
}

// judge has Here do a shard, which is right; whoever has said something else is banned.
func (s *simulation) judge(shard enum.Shard) {
	id := shard.ID
	if s.judging[id] {
		return
	}
	s.judging[id] = true
	took := seconds(s.Took(int(id)))
	if s.judged.Before(s.now) {
		s.judged = s.now
	}
	s.judged = s.judged.Add(took)
	s.after(s.judged.Sub(s.now), func() {
		delete(s.judging, id)
		s.out.Busy += took
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
			s.out.Checked++
		}
		if s.ledger.said[shard] {
			wrong[owner] = true
		}
	}
	s.out.Undetected = len(wrong)
}
