package fleet

import (
	"container/heap"
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"math/big"
	"math/rand/v2"
	"strconv"
	"strings"
	"time"

	"enumerate/checkpoints"
	"enumerate/enum"
)

// A Scenario is a fleet and a run, to be simulated.
type Scenario struct {
	Shards int
	// Took returns the seconds that a shard takes on a core of speed 1.
	Took    func(shard int) float64
	Workers int           // each on its own machine
	Cores   int           // of all workers, shared evenly
	Spread  float64       // the standard deviation of the logarithms of the workers' speeds, which are lognormal
	Death   time.Duration // the mean lifetime of a worker; 0 if none dies
	Rebirth time.Duration // the time after which another worker takes its place
	Check   float64       // least share of the shards that are verified
	Lease   time.Duration
	Seed    uint64
	Most    int // the largest number of simulated shards; 0 for a million. If the run has more, each simulated shard is a group
}

// An Outcome is the result of a simulated run. The same scenario has the same Outcome.
type Outcome struct {
	Wall        time.Duration // until the end
	Work        time.Duration // of one core of speed 1 that computes each shard once
	Twice       uint64        // shards computed again, as verifications and after leases ended
	Deaths      uint64
	Redelivered uint64 // batches assigned again
	Batches     uint64 // batches assigned
	Each        int    // shards in a group
}

// The cost of a message in a simulation: the coordinator's processor time for a delivery and for each of its shards,
// and a guess of the time on the network. The processor times were fitted to those of a prototype, which took 200 µs
// for a delivery with one shard, 22 µs for each shard of a delivery with 32, and 10 to 13 µs for each shard of a
// delivery with 64 to 256. BenchmarkCoordinator measures the present coordinator.
const (
	deliveryCosts = 190 * time.Microsecond
	shardCosts    = 10 * time.Microsecond
	oneWay        = time.Millisecond
)

// ErrLate is the error of a fleet that completes no shard for a long time.
var ErrLate = errors.New("such a fleet hardly gets on")

// Simulate runs a scenario in virtual time, with the coordinator of Serve and the clients of Worker.Work. The ledger is
// in memory, and no shard is walked. The coordinator never dies. A million shards take seconds.
func Simulate(ctx context.Context, sc Scenario) (Outcome, error) {
	s := newSimulation(sc.Seed)
	p := &plannedFleet{simulation: s, Scenario: sc}
	if p.Most == 0 {
		p.Most = 1_000_000
	}
	p.out.Each = max(1, (sc.Shards+p.Most-1)/p.Most)
	p.took = make([]float64, (sc.Shards+p.out.Each-1)/p.out.Each)
	longest := 0.0
	for shard := range sc.Shards {
		took := sc.Took(shard)
		p.took[shard/p.out.Each] += took
		longest = max(longest, p.took[shard/p.out.Each])
		p.out.Work += seconds(took)
	}
	const hopeless = 20 // mean lifetimes that a shard takes: one worker in e^20 completes it
	if sc.Death > 0 && longest > hopeless*sc.Death.Seconds() {
		return Outcome{}, fmt.Errorf("%w: a shard takes up to %v, and a worker dies after %v", ErrLate, seconds(longest).Round(time.Second), sc.Death)
	}
	patience := time.Hour + seconds(hopeless*longest) + 20*sc.Lease
	p.begin()
	for stored := (countedShards{}); p.step(); {
		if p.steps%1024 == 0 && ctx.Err() != nil {
			return Outcome{}, ctx.Err()
		}
		if p.finished {
			p.out.Wall = p.now.Sub(epoch)
			p.out.Batches, p.out.Redelivered = p.c.schedule.total, p.c.counts.Reassignments
			p.out.Twice = (p.walks - uint64(len(p.took))) * uint64(p.out.Each)
			p.c.close()
			return p.out, nil
		}
		if stored.is(p.c.counts.StoredResults, p.now); p.now.Sub(stored.at) > patience {
			return Outcome{}, fmt.Errorf("%w: after %v %d of %d shards are missing", ErrLate, p.now.Sub(epoch), (uint64(len(p.took))-p.c.counts.StoredResults)*uint64(p.out.Each), sc.Shards)
		}
	}
	return Outcome{}, errors.New("no event is left, but the run is not done") // a bug of the coordinator
}

// A countedShards is a number of shards, and when it last changed.
type countedShards struct {
	n  uint64
	at time.Time
}

func (s *countedShards) is(n uint64, now time.Time) {
	if s.at.IsZero() || n != s.n {
		s.n, s.at = n, now
	}
}

var epoch = time.Unix(0, 0)

func seconds(x float64) time.Duration { return time.Duration(x * float64(time.Second)) }

// A simulation has a coordinator, clients, and events in virtual time. The same seed has the same events in the same
// order.
type simulation struct {
	now    time.Time
	random *rand.Rand
	events events
	order  uint64
	steps  int

	c       *coordinator
	clients map[string]*simulatedClient // living workers, by key
	// carry has a message from or to a worker arrive, or loses it; post takes the messages to the coordinator.
	carry func(key string, arrive func())
	post  func(subject, reply string, message any)
}

func newSimulation(seed uint64) *simulation {
	return &simulation{now: epoch, random: rand.New(rand.NewPCG(seed, 0)), clients: make(map[string]*simulatedClient)}
}

type event struct {
	at    time.Time
	order uint64
	do    func()
}

type events []event

func (e events) Len() int      { return len(e) }
func (e events) Swap(i, j int) { e[i], e[j] = e[j], e[i] }
func (e *events) Push(x any)   { *e = append(*e, x.(event)) }
func (e events) Less(i, j int) bool {
	return e[i].at.Before(e[j].at) || e[i].at.Equal(e[j].at) && e[i].order < e[j].order
}

func (e *events) Pop() any {
	old := *e
	last := old[len(old)-1]
	old[len(old)-1] = event{}
	*e = old[:len(old)-1]
	return last
}

func (s *simulation) after(d time.Duration, do func()) {
	s.order++
	heap.Push(&s.events, event{s.now.Add(d), s.order, do})
}

// step executes the next event, and returns false if there is none.
func (s *simulation) step() bool {
	if len(s.events) == 0 {
		return false
	}
	e := heap.Pop(&s.events).(event)
	s.now = e.at
	s.steps++
	e.do()
	return true
}

// send carries a message of the coordinator to the worker that its subject names.
func (s *simulation) send(subject string, message any) {
	words := strings.Split(subject, ".")
	h := s.clients[words[min(2, len(words)-1)]]
	if h == nil || words[1] == "end" {
		return // the worker is gone
	}
	s.carry(h.key, func() {
		if !h.dead {
			h.receive(h.clock(), message)
		}
	})
}

type simulatedClient struct {
	*client
	*simulation
	dead bool
	off  time.Duration // of its clock
	do   func(b Batch) (results []result, takes time.Duration)
}

// join adds a worker. It computes batches with do, which also returns how long that takes.
func (s *simulation) join(w Worker, key string, do func(Batch) ([]result, time.Duration)) *simulatedClient {
	h := &simulatedClient{simulation: s, do: do}
	h.client = newClient(w, key, h)
	s.clients[key] = h
	return h
}

func (h *simulatedClient) clock() time.Time { return h.now.Add(h.off) }
func (h *simulatedClient) open(enum.Space)  {}

func (h *simulatedClient) send(subject, reply string, message any) {
	h.carry(h.key, func() { h.post(subject, reply, message) })
}

func (h *simulatedClient) walk(core int, b Batch) {
	results, takes := h.do(b)
	h.after(takes, func() {
		if !h.dead {
			h.takeResults(h.clock(), core, results)
		}
	})
}

type plannedFleet struct {
	*simulation
	Scenario
	took     []float64 // seconds of each simulated shard, on a core of speed 1
	busy     time.Time // until when the coordinator stores deliveries
	walks    uint64    // of shards, also repeated ones
	tally    []byte    // of each shard; its content does not matter
	finished bool
	out      Outcome
}

// begin starts the coordinator and, within the first second, the workers.
func (p *plannedFleet) begin() {
	space := shardsOnly{shards: uint64(len(p.took))}
	p.tally, _ = enum.NewTally(0).MarshalBinary()
	p.carry = func(_ string, arrive func()) { p.after(oneWay, arrive) }
	p.post = p.take
	c, err := newCoordinator(Service{Space: space, Check: p.Check, Lease: p.Lease, each: p.out.Each}, memory{}, ownSubjects, p.random, p)
	if err != nil {
		panic(err) // the ledger in memory returns no errors
	}
	p.c = c
	for i := range p.Workers {
		cores := p.Cores*(i+1)/p.Workers - p.Cores*i/p.Workers
		speed := math.Exp(p.Spread * p.random.NormFloat64())
		p.after(seconds(p.random.Float64()), func() { p.start(i, 1, cores, speed) })
	}
	p.after(tick, p.tick)
}

func (p *plannedFleet) tick() {
	finished, err := p.c.tick(p.now)
	if p.finished = finished; err != nil {
		panic(err) // the ledger in memory returns no errors
	}
	p.after(tick, p.tick)
}

// take takes a message to the coordinator, which handles one after the other.
func (p *plannedFleet) take(subject, reply string, message any) {
	l := letter{subject[strings.LastIndexByte(subject, '.')+1:], reply, message}
	if d, ok := l.message.(*delivery); ok {
		if p.busy.Before(p.now) {
			p.busy = p.now
		}
		p.busy = p.busy.Add(deliveryCosts + time.Duration(len(d.Shards)*p.out.Each)*shardCosts)
	}
	p.after(max(p.busy.Sub(p.now), 0), func() { _ = p.c.receive(p.now, l) })
}

// start has the next worker of a machine join, and schedules its death.
func (p *plannedFleet) start(machine, times, cores int, speed float64) {
	key := strconv.Itoa(machine) + "-" + strconv.Itoa(times)
	space := func(checkpoints.Key) (enum.Space, error) { return p.c.space, nil }
	h := p.join(Worker{Space: space, Host: strconv.Itoa(machine), Workers: cores}, key, func(b Batch) (results []result, takes time.Duration) {
		for _, shard := range b.Shards {
			p.walks++
			took := seconds(p.took[shard.ID] / speed)
			takes += took
			results = append(results, result{shard.ID, took, p.tally})
		}
		return results, takes
	})
	p.post(ownSubjects.enrol(), "", &enrolment{key})
	h.useConnection(h.clock())
	h.live()
	if p.Death > 0 {
		p.after(seconds(p.random.ExpFloat64()*p.Death.Seconds()), func() {
			p.out.Deaths++
			h.dead = true
			delete(p.clients, key)
			p.after(p.Rebirth, func() { p.start(machine, times+1, cores, speed) })
		})
	}
}

func (h *simulatedClient) live() {
	h.after(beatInterval, func() {
		if !h.dead && h.over == nil {
			h.tick(h.clock())
			h.live()
		}
	})
}

func (p *plannedFleet) admit(string) error { return nil }
func (p *plannedFleet) expel(string)       {}
func (p *plannedFleet) load(string, Batch) {}
func (p *plannedFleet) walk(shard enum.Shard) {
	took := seconds(p.took[shard.ID])
	p.walks++
	p.after(took, func() { _ = p.c.storeOwn(enum.Result{Shard: shard, Tally: enum.NewTally(0), Took: took}) })
}

type shardsOnly struct {
	enum.Space
	shards uint64
}

func (s shardsOnly) Shards() iter.Seq[enum.Shard] { return enum.Shards(s.shards) }
func (s shardsOnly) Verdicts() []string           { return nil }
func (s shardsOnly) Fingerprint() string          { return "" }
func (s shardsOnly) Games() *big.Int              { return new(big.Int) }
func (s shardsOnly) Classes() *big.Int            { return new(big.Int) }

func (s shardsOnly) Totals(*enum.Tally) (enum.Totals, error) { return enum.NewTotals(s, nil), nil }

// A memory is a ledger that stores nothing, for simulations in which no result is wrong.
type memory struct{}

func (memory) read(func(uint64) bool) (snapshot, error) {
	return snapshot{all: true, shards: func(func(checkpoints.Entry) bool) {}}, nil
}

func (memory) write(*transaction) error { return nil }
func (memory) finish() error            { return nil }
