package fleet

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"hash/fnv"
	"io"
	"iter"
	"maps"
	"math"
	"math/big"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"context"

	"enumerate/checkpoints"
	"enumerate/db"
	"enumerate/enum"
	"enumerate/internal/cpu"
	"enumerate/internal/rows"
)

var (
	simulateFor  = flag.Duration("for", 0, "the processor time of TestSimulatedFleets; 0 to simulate a fixed number of fleets")
	simulateSeed = flag.Uint64("seed", 1, "the seed of the first fleet of TestSimulatedFleets")
	simulateMost = flag.Int("fleets", 300, "the number of fleets in TestSimulatedFleets")
)

// A toy is a space whose shards have 100 games each. In a shard, 50 + ID%50 games have the first verdict.
type toy struct{ shards uint64 }

func (s toy) Games() *big.Int     { return new(big.Int).SetUint64(100 * s.shards) }
func (s toy) Classes() *big.Int   { return s.Games() }
func (s toy) Group() *big.Int     { return big.NewInt(1) }
func (s toy) Verdicts() []string  { return []string{"yes", "no"} }
func (s toy) Fingerprint() string { return fmt.Sprint("toy ", s.shards) }
func (s toy) Walker() enum.Walker { return s }

func (s toy) Shards() iter.Seq[enum.Shard] { return enum.Shards(s.shards) }

func (s toy) Totals(t *enum.Tally) (enum.Totals, error) {
	return enum.NewTotals(s, []enum.Total{{Games: t.Sum(0), Classes: t.Sum(0)}, {Games: t.Sum(1), Classes: t.Sum(1)}}), nil
}

func (s toy) Fits(_ enum.Shard, t *enum.Tally) error { return enum.AtMost(t, big.NewInt(100)) }

func (s toy) Walk(_ context.Context, shard enum.Shard, tally *enum.Tally) error {
	s.count(shard.ID, 0, 0, tally)
	return nil
}

// count counts a shard, with some games moved to the other verdict and some lost.
func (s toy) count(id, moved, lost uint64, tally *enum.Tally) {
	tally.Add(0, 1, 50+id%50-moved)
	tally.Add(1, 1, 50-id%50+moved-lost)
}

func (s toy) resultOf(id, moved, lost uint64, took time.Duration) result {
	tally := enum.NewTally(2)
	s.count(id, moved, lost, tally)
	data, err := tally.MarshalBinary()
	if err != nil {
		panic(err)
	}
	return result{id, took, data}
}

var errKilled = errors.New("killed")

// faulty is a run in a database whose writes fail from time to time, because the disk is full or another process holds
// the lock. While it writes, its process may be killed, alone or together with the whole machine.
type faulty struct {
	*storedRun
	*faultSimulation
}

// writes performs one transaction, completely, partly or not at all. A process is killed more often when it stores a
// ban.
func (f faulty) writes(ban bool, do func() error) (err error) {
	defer func() { f.witness.failed = f.witness.failed || err != nil }()
	odds := 60
	if ban {
		odds = 6
	}
	switch {
	case f.dying:
		return errKilled
	case f.now.Before(f.full):
		if f.random.IntN(2) == 0 {
			f.count(diskFull)
			return fmt.Errorf("%w: in a simulation", db.ErrFull)
		}
		f.count(lockHeld)
		return fmt.Errorf("%w: in a simulation", db.ErrHeld)
	case !f.inFaultPeriod() || f.random.IntN(odds) > 0:
		return do()
	}
	before, cut := f.file(), false
	stored := f.witness.stored.clone()
	switch f.random.IntN(3) {
	case 0:
		f.count(killedBefore)
	case 1:
		cut = true
		fallthrough
	default:
		if err := do(); err != nil {
			return err
		}
		switch after := f.file(); {
		case lastTransaction(after) == lastTransaction(before):
			f.count(killedBetween)
		case cut && lastTransaction(after) == lastTransaction(before)+1:
			f.tear(before, after)
			f.witness.candidates = []database{stored}
			if len(f.whole) > 1 {
				f.witness.candidates = append(f.witness.candidates, f.witness.stored)
			}
		default:
			f.count(killedAfter)
		}
	}
	f.dying = true
	return errKilled
}

func (d *faultSimulation) file() []byte {
	data, err := os.ReadFile(d.path)
	if err != nil {
		d.t.Fatal(err)
	}
	return data
}

// tear simulates a power cut: only a part of a transaction reaches the disk. After a restart, the database must have a
// content that d.whole lists.
func (d *faultSimulation) tear(before, after []byte) {
	left, inMeta := cutPower(rand.New(rand.NewPCG(d.random.Uint64(), 0)), before, after)
	d.left, d.whole = left, []map[string]string{d.contentOf(before)}
	if !inMeta {
		d.count(tornPages)
		return
	}
	d.count(tornMeta)
	d.whole = append(d.whole, d.contentOf(after))
}

func (d *faultSimulation) contentOf(file []byte) map[string]string {
	path := d.path + ".other"
	write(d.t, path, file)
	defer os.Remove(path)
	return content(d.t, path)
}

// restore replaces the database with the pages that reached the disk before a simulated power cut.
func (d *faultSimulation) restore() {
	if d.left == nil {
		return
	}
	write(d.t, d.path, d.left)
	d.left = nil
	got := content(d.t, d.path)
	if !slices.ContainsFunc(d.whole, func(whole map[string]string) bool { return maps.Equal(got, whole) }) {
		d.broken(ruleDurable, "after a torn write, the database has %d records, want the %d from before the write", len(got), len(d.whole[0]))
	}
}

func write(t testing.TB, path string, data []byte) {
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
}

// write stores a transaction, which may fail, and shows it to the witness, which checks the rules.
func (f faulty) write(t *transaction) error {
	if at := slices.IndexFunc(t.edits, func(e edit) bool { return e.tally != nil }); at >= 0 {
		if f.delivered++; f.delivered == f.planted { // a fault of the program, for the test of the simulator
			e := &t.edits[at]
			f.c.register.sum.Remove(e.tally)
			*e.tally = *enum.NewTally(2)
			f.faultSimulation.space.count(e.Shard, 1, 0, e.tally)
			f.c.register.sum.Merge(e.tally)
			e.Entry.Tally, _ = e.tally.MarshalBinary()
			e.after.hash = t.hash(e.Entry.Tally)
		}
	}
	return f.writes(t.ban != nil, func() error {
		err := f.storedRun.write(t)
		if err == nil {
			f.witness.commit(t)
		}
		return err
	})
}

// read reads the database, and has the witness check its contents.
func (f faulty) read(known func(uint64) bool) (snapshot, error) {
	in, err := f.storedRun.read(known)
	if err != nil || !in.all {
		return in, err
	}
	entries := slices.Collect(in.shards)
	f.witness.read(in.contributors, entries)
	in.shards = slices.Values(entries)
	return in, nil
}

func (f faulty) finish() error { return f.writes(false, f.storedRun.finish) }

// A faultSimulation is a fleet of the program's types in virtual time with all kinds of faults.
type faultSimulation struct {
	*simulation
	t     testing.TB
	space toy
	key   checkpoints.Key
	path  string
	store *checkpoints.Store

	seed    uint64
	witness *witness

	check float64
	lease time.Duration
	takes float64   // the mean time of a shard, in seconds
	calm  time.Time // the time from which there are no faults
	loss  int       // one message in this number is lost; 0 for none
	late  time.Duration
	full  time.Time            // the time until which no write succeeds
	dying bool                 // the coordinator is killed in this step
	left  []byte               // the bytes of the database after a torn write; nil if no write is torn
	whole []map[string]string  // the possible records after a torn write
	cut   map[string]time.Time // the time until which a worker is cut off
	off   time.Duration        // the error of the coordinator's clock

	life     int      // the number of coordinators so far
	epochs   []uint64 // of all coordinators so far
	post     *mailbox
	in       map[string]bool // keys that the network admits
	keys     int
	remarks  []string
	honest   map[string]bool
	trace    io.Writer // nil for none
	faults   tally
	finished bool

	delivered, planted int // the number of results stored so far, and the number of the one to falsify
	err                error
}

// newDrama draws, from a seed, a fleet and the faults that it will have.
func newDrama(t testing.TB, seed uint64, dir string, trace io.Writer) *faultSimulation {
	t.Helper()
	d := &faultSimulation{
		simulation: newSimulation(seed), seed: seed, t: t, path: filepath.Join(dir, fmt.Sprintf("%x.db", seed)), trace: trace, faults: make(tally),
		cut: make(map[string]time.Time), in: make(map[string]bool), honest: make(map[string]bool),
	}
	d.space = toy{1 + d.random.Uint64N(120)}
	d.key = checkpoints.Key{Ruleset: "toy", Size: int(d.space.shards), Method: enum.Walk}
	d.check = []float64{0, 0.02, 0.3, 1}[d.random.IntN(4)]
	d.lease = []time.Duration{2 * time.Second, 10 * time.Second}[d.random.IntN(2)]
	d.takes = 0.001 * float64(uint64(1)<<d.random.IntN(11))
	d.late = []time.Duration{time.Millisecond, 100 * time.Millisecond, 5 * time.Second}[d.random.IntN(3)]
	d.loss = []int{0, 200, 20}[d.random.IntN(3)]
	d.calm = d.now.Add(time.Duration(d.random.IntN(90)) * time.Second)
	d.witness = newWitness(d)
	d.simulation.carry = d.fate
	d.simulation.post = d.arrive
	return d
}

// The kinds of faults, as promises.md names them.
const (
	killedBetween = "the coordinator is killed between two writes"
	killedBefore  = "the coordinator is killed just before a write"
	killedAfter   = "the coordinator is killed just after a write, before it can say so"
	tornPages     = "a torn write: some pages of a transaction, or parts of them, reach the disk"
	tornMeta      = "a torn write: in the page that makes a transaction count"
	diskFull      = "a write fails, as the disk is full"
	lockHeld      = "a write fails, as another process holds the database"
	clockHere     = "the coordinator's clock is set, by up to half a minute or a year ahead"
	clockThere    = "a worker's clock is set, by up to half a minute or a year ahead"
	workerKilled  = "a worker is killed"
	workerCut     = "a worker is cut off for some time"
	messageLost   = "a message is lost"
	messageTwice  = "a message comes twice"
	messageLate   = "a message is late, and others overtake it"
	workerWrong   = "a worker whose results are wrong"
	workerRogue   = "a worker that sends unassigned results, floods, repeats itself and comes again"
	workerHolds   = "a worker that never returns its batches"
	foundRight    = "the database has right results from elsewhere"
	foundWrong    = "the database has wrong results from elsewhere"
)

var kinds = []string{
	killedBetween, killedBefore, killedAfter, tornPages, tornMeta, diskFull, lockHeld, clockHere, clockThere, workerKilled, workerCut,
	messageLost, messageTwice, messageLate, workerWrong, workerRogue, workerHolds, foundRight, foundWrong,
}

type tally map[string]int

func (c tally) count(kind string) { c[kind]++ }

func (c tally) String() string {
	table := "| fault | times |\n|---|--:|\n"
	for _, kind := range slices.SortedFunc(maps.Keys(c), func(a, b string) int { return cmp.Or(c[b]-c[a], strings.Compare(a, b)) }) {
		table += fmt.Sprintf("| %s | %s |\n", kind, rows.Count(uint64(c[kind])))
	}
	return table
}

func (d *faultSimulation) count(kind string) { d.faults.count(kind) }

func (d *faultSimulation) inFaultPeriod() bool { return d.now.Before(d.calm) }

// chance reports true one time in n, while there are faults.
func (d *faultSimulation) chance(n int) bool {
	return n > 0 && d.inFaultPeriod() && d.random.IntN(n) == 0
}

func (d *faultSimulation) span(most time.Duration) time.Duration {
	return time.Duration(d.random.Int64N(int64(most)))
}

// fate has a message arrive: once, twice or never, soon or late.
func (d *faultSimulation) fate(key string, arrive func()) {
	for again := false; ; {
		if again {
			d.count(messageTwice)
		}
		if d.chance(d.loss) {
			d.count(messageLost)
			return
		}
		late := time.Millisecond + d.span(time.Millisecond)
		if d.inFaultPeriod() && d.random.IntN(4) == 0 {
			late += d.span(d.late)
			d.count(messageLate)
		}
		d.after(late, func() {
			if d.now.After(d.cut[key]) {
				arrive()
			}
		})
		if again = d.chance(30); !again {
			return
		}
	}
}

func (d *faultSimulation) note(what string, message any) {
	if d.trace == nil {
		return
	}
	fmt.Fprintf(d.trace, "%d %v %s %s\n", d.steps, d.now.Sub(epoch), what, encode(message))
}

// arrive puts a message of a worker into the mailbox, if the network admits it.
func (d *faultSimulation) arrive(subject, reply string, message any) {
	data, raw := message.([]byte)
	if !raw {
		data = encode(message)
	}
	from := subject[strings.LastIndexByte(subject, '.')+1:]
	d.note("to "+subject, data)
	if d.c == nil || from != enroller && !d.in[from] {
		return
	}
	d.post.put(subject, reply, data)
	if len(d.post.signal) == 1 {
		<-d.post.signal
		d.tell(d.span(2*time.Millisecond), func(c *coordinator, now time.Time) error { return d.receive(c, now) })
	}
}

func (d *faultSimulation) receive(c *coordinator, now time.Time) error {
	letters := d.post.letters(ownSubjects)
	d.witness.recordDeliveries(letters)
	return c.receive(now, letters...)
}

// tell schedules an event for the coordinator, unless another coordinator has replaced it by then.
func (d *faultSimulation) tell(after time.Duration, do func(c *coordinator, now time.Time) error) {
	life := d.life
	d.after(after, func() {
		if d.c == nil || d.life != life {
			return
		}
		switch err := do(d.c, d.now.Add(d.off)); {
		case errors.Is(err, errKilled):
			d.kill()
		case err != nil:
			d.err = err
		}
	})
}

// A stage is the transport (the simulated network) of one coordinator.
type stage struct{ *faultSimulation }

// send checks that the coordinator may send a message to a subject, and carries a copy of it to the worker.
func (s stage) send(subject string, message any) {
	if s.dying {
		return
	}
	s.note("from "+subject, message)
	words := strings.Split(subject, ".")
	switch {
	case words[1] == "work", words[1] == "inbox" && len(words) > 3, words[1] == "end" && s.c.ended:
	default:
		s.broken(ruleSubject, "the coordinator sends %s to %s", encode(message), subject)
	}
	if words[1] != "end" && words[2] != enroller {
		s.witness.checkMessage(words[2], message)
	}
	switch m := message.(type) { // a copy, because receiver and sender must not share memory
	case *Batch:
		message = copied[Batch](m)
	case *job:
		message = copied[job](m)
	case *receipt:
		message = copied[receipt](m)
		if words[2] == enroller {
			s.enrolled(words[3], m)
			return
		}
	}
	s.simulation.send(subject, message)
}

func copied[M any](m *M) *M {
	again := new(M)
	if err := decode(encode(m), again); err != nil {
		panic(err)
	}
	return again
}

func (s stage) admit(key string) error {
	s.witness.admits(key)
	s.in[key] = true
	return nil
}

func (s stage) load(string, Batch) {}

func (s stage) expel(key string) {
	s.in[key] = false
	if h := s.clients[key]; h != nil {
		s.after(2*time.Second, func() { s.dial(h) })
	}
}

func (s stage) walk(shard enum.Shard) {
	s.witness.assigned[shard.ID] = true
	tally := enum.NewTally(2)
	s.space.count(shard.ID, 0, 0, tally)
	took := seconds(s.takes * s.random.ExpFloat64())
	s.tell(took, func(c *coordinator, now time.Time) error {
		return c.storeOwn(enum.Result{Shard: shard, Tally: tally, Took: took})
	})
}

// serve begins the coordinator, or begins it again.
func (d *faultSimulation) serve() {
	d.life++
	store, err := checkpoints.Open(d.path)
	if err != nil {
		d.err = err
		return
	}
	d.store = store
	d.post = newMailbox()
	clear(d.in)
	remark := func(text string) {
		d.remarks = append(d.remarks, text)
		if strings.ContainsAny(text, "\x1b\n\r") {
			d.broken(ruleRemark, "%q", text)
		}
	}
	ledger := faulty{&storedRun{store: store, key: d.key, space: d.space, self: testSelf}, d}
	c, err := newCoordinator(Service{Key: d.key, Space: d.space, Check: d.check, Lease: d.lease, Spread: true, Remark: remark}, ledger, ownSubjects, d.random, stage{d})
	if err != nil {
		d.err = err
		return
	}
	d.c = c
	d.epochs = append(d.epochs, c.epoch)
	d.tell(tick, d.tick)
	for _, key := range d.list() {
		h := d.clients[key]
		d.after(d.span(time.Second), func() { d.dial(h) })
	}
}

// list returns the keys of the living workers, in the order of their arrival.
func (d *faultSimulation) list() (list []string) {
	for i := range d.keys {
		if key := nameOf(i + 1); d.clients[key] != nil {
			list = append(list, key)
		}
	}
	return list
}

func nameOf(i int) string { return fmt.Sprintf("KEY%03d", i) }

func (d *faultSimulation) tick(c *coordinator, now time.Time) error {
	d.post.tick()
	d.tell(tick, d.tick)
	if err := d.receive(c, now); err != nil {
		return err
	}
	finished, err := c.tick(now)
	d.finished = finished
	if err == nil {
		d.witness.checkAfterTick()
	}
	return err
}

// kill ends the coordinator without warning. Another one begins within five seconds.
func (d *faultSimulation) kill() {
	d.note("killed", d.life)
	d.c.close()
	d.c, d.dying = nil, false
	d.life++
	if err := d.store.Close(); err != nil {
		d.err = err
	}
	d.restore()
	d.after(d.span(5*time.Second), d.serve)
}

// addWorker adds a worker, honest or not, that computes shards with find.
func (d *faultSimulation) addWorker(cores int, honest bool, find func(id uint64, took time.Duration) result) *simulatedClient {
	d.keys++
	key := nameOf(d.keys)
	d.honest[key] = honest
	speed := 0.2 + d.random.ExpFloat64()
	space := func(checkpoints.Key) (enum.Space, error) { return d.space, nil }
	var h *simulatedClient
	h = d.join(Worker{Space: space, Host: fmt.Sprint("host", d.random.IntN(3)), Workers: cores}, key, func(b Batch) (results []result, takes time.Duration) {
		for _, shard := range b.Shards {
			took := seconds(d.takes / speed * d.random.ExpFloat64())
			takes += took
			results = append(results, find(shard.ID, max(took+h.off, 0))) // as its clock says
		}
		return results, takes
	})
	d.dial(h)
	d.live(h)
	return h
}

func (d *faultSimulation) right(id uint64, took time.Duration) result {
	return d.space.resultOf(id, 0, 0, took)
}

// dial has a worker enrol its key and connect.
func (d *faultSimulation) dial(h *simulatedClient) {
	if h.dead || h.over != nil || d.finished {
		return
	}
	h.joined = false
	d.fate(h.key, func() {
		d.arrive(ownSubjects.enrol(), ownSubjects.inbox(enroller)+"."+h.key, &enrolment{h.key})
	})
	d.after(time.Second, func() {
		if !d.in[h.key] {
			d.dial(h)
		}
	})
}

// enrolled carries the answer to an enrolment to the worker, which then uses the connection or ends.
func (d *faultSimulation) enrolled(key string, r *receipt) {
	d.fate(key, func() {
		h := d.clients[key]
		switch {
		case h == nil || h.dead:
		case r.BanReason != "":
			h.over = fmt.Errorf("%w: %s", ErrBanned, r.BanReason)
		default:
			h.useConnection(h.clock())
		}
	})
}

// live calls the worker's tick again and again, until the worker ends. No honest worker may end with a ban.
func (d *faultSimulation) live(h *simulatedClient) {
	d.after(tick+d.span(time.Millisecond), func() {
		if h.dead {
			return
		}
		if h.over != nil {
			if errors.Is(h.over, ErrBanned) && d.honest[h.key] {
				d.broken(ruleHonest, "%s ends with %v", h.key, h.over)
			} else if errors.Is(h.over, ErrBanned) {
				d.enrolAgain(h.key)
			}
			h.dead = true
			delete(d.clients, h.key)
			return
		}
		h.tick(h.clock())
		d.live(h)
	})
}

// enrolAgain has a banned key ask for admission from time to time, while there are faults.
func (d *faultSimulation) enrolAgain(key string) {
	d.after(d.span(20*time.Second), func() {
		if d.finished || !d.inFaultPeriod() {
			return
		}
		d.fate(key, func() {
			d.arrive(ownSubjects.enrol(), ownSubjects.inbox(enroller)+"."+key, &enrolment{key})
		})
		d.enrolAgain(key)
	})
}

// injectFaults causes a random fault every few seconds, until the time of faults is over.
func (d *faultSimulation) injectFaults() {
	d.after(d.span(10*time.Second), func() {
		if !d.inFaultPeriod() || d.finished {
			return
		}
		keys := d.list()
		switch d.random.IntN(7) {
		case 0:
			if d.c != nil {
				d.count(killedBetween)
				d.witness.agrees()
				d.kill()
			}
		case 1:
			d.full = d.now.Add(d.span(20 * time.Second))
		case 2:
			d.count(clockHere)
			d.off += d.jump()
		case 3:
			if len(keys) > 0 {
				d.count(clockThere)
				h := d.clients[keys[d.random.IntN(len(keys))]]
				h.off += d.jump()
				d.note("sets the clock", h.off)
			}
		default:
			if len(keys) == 0 {
				break
			}
			key := keys[d.random.IntN(len(keys))]
			d.note("befalls", key)
			if h := d.clients[key]; d.random.IntN(2) == 0 {
				d.count(workerCut)
				d.cut[key] = d.now.Add(d.span(3 * d.lease))
			} else if d.honest[key] {
				d.count(workerKilled)
				h.dead = true
				delete(d.clients, key)
				d.after(d.span(10*time.Second), func() { d.addWorker(len(h.cores), true, d.right) })
			}
		}
		d.injectFaults()
	})
}

// jump draws by how much a clock is set.
func (d *faultSimulation) jump() time.Duration {
	if d.random.IntN(5) == 0 {
		return 365 * 24 * time.Hour
	}
	return d.span(time.Minute) - 30*time.Second
}

// play runs the fleet until the run ends, and reports the rules that are broken.
func (d *faultSimulation) play() {
	for range 1 + d.random.IntN(3) {
		d.addWorker(1+d.random.IntN(3), true, d.right)
	}
	for range d.random.IntN(3) {
		d.addWrongWorker()
	}
	for range d.random.IntN(3) {
		d.addHostileWorker()
	}
	d.storeForeignResults()
	d.serve()
	d.injectFaults()
	limit := d.calm.Add(time.Hour)
	for d.err == nil && !d.finished && !d.t.Failed() && d.now.Before(limit) {
		d.step()
	}
	switch {
	case d.err != nil:
		d.broken(ruleEnds, "it ends with %v", d.err)
	case !d.finished && !d.t.Failed():
		d.broken(ruleEnds, "it is not done at %v: %s", d.now.Sub(epoch), encode(d.status()))
	case d.finished:
		d.witness.ends()
	}
	if d.t.Failed() {
		if d.c != nil {
			for _, w := range d.c.roster.list {
				d.t.Logf("%s: %d shards assigned, %d owed, %d batches of %d and %d, probation %+v, admitted %t", w.key, len(w.unreturnedShards), w.openResults, w.batches, w.wantedBatches, w.batchLimit(), w.probation, w.admitted)
			}
			d.t.Logf("%d shards ready, %d assigned, %d assignments, the coordinator computes %v, recent %v", len(d.c.schedule.ready), len(d.c.schedule.computing), len(d.c.schedule.inOrder), d.c.local.pending, d.c.schedule.recent)
		}
		d.t.Logf("%d shards, check %v, lease %v, %v s a shard, calm after %v\n%s", d.space.shards, d.check, d.lease, d.takes, d.calm.Sub(epoch), strings.Join(d.remarks, "\n"))
	}
	d.close()
}

func (d *faultSimulation) close() {
	if d.c != nil {
		d.c.close()
		d.store.Close()
	}
	os.Remove(d.path)
}

func (d *faultSimulation) status() any {
	if d.c == nil {
		return "there is no coordinator"
	}
	return d.c.status(d.now.Add(d.off))
}

// totalIsWrong reports whether the stored total differs from that of the space.
func (d *faultSimulation) totalIsWrong() bool {
	run, err := d.store.Resume(d.key, d.space)
	if err != nil {
		d.broken(ruleTotal, "%v", err)
		return false
	}
	got, err := run.Finish(enum.Part{})
	if err != nil {
		d.broken(ruleTotal, "%v", err)
		return false
	}
	want := enum.NewTally(2)
	for shard := range d.space.Shards() {
		d.space.count(shard.ID, 0, 0, want)
	}
	return !got.Tally.Equal(want)
}

// addWrongWorker adds a worker that follows the protocol but counts some games under the wrong verdict (moved), or
// leaves some out (lost). A wrong verdict in few shards can escape the checks. So a worker with wrong verdicts is wrong
// in all its shards, unless every shard is verified.
func (d *faultSimulation) addWrongWorker() {
	d.count(workerWrong)
	own := 1 + uint64(d.keys) // no other worker counts this number of games under the wrong verdict
	wrong := func(uint64) bool { return true }
	moved, lost := own, uint64(0)
	kind := d.random.IntN(3)
	if d.check == 0 {
		kind = 1
	}
	switch kind {
	case 0: // always wrong, and in the same way as other liars
		moved = 7
	case 1: // sometimes wrong, with a total that cannot be right
		rate := 1 + d.random.IntN(20)
		wrong = func(uint64) bool { return d.random.IntN(rate) == 0 }
		moved, lost = 0, 1
	case 2: // wrong in its own way; only sometimes if every shard is checked
		if d.check == 1 {
			rate := 1 + d.random.IntN(20)
			wrong = func(uint64) bool { return d.random.IntN(rate) == 0 }
		}
	}
	d.addWorker(1+d.random.IntN(2), false, func(id uint64, took time.Duration) result {
		if wrong(id) {
			return d.space.resultOf(id, moved, lost, took)
		}
		return d.right(id, took)
	})
}

// storeForeignResults stores, in some of the simulated fleets, results from another machine before the coordinator
// begins. In wrong results, 49 games have the wrong verdict. No simulated worker gets exactly 49 games wrong, so its
// results cannot agree with these. Either all stored results are wrong or none, so that one verified shard shows which.
// Only a coordinator that verifies every shard may find right and wrong results mixed.
func (d *faultSimulation) storeForeignResults() {
	random := rand.New(rand.NewPCG(d.seed, 1)) // apart, so that the fleets stay as without foreign results
	kind := random.IntN(4)
	switch {
	case kind > 1:
		return
	case kind == 1 && d.check > 0:
		d.count(foundWrong)
	default:
		kind = 0
		d.count(foundRight)
	}
	store, err := checkpoints.Open(d.path)
	if err != nil {
		d.t.Fatal(err)
	}
	contributor := checkpoints.Contributor{Host: elsewhereName, Version: "1"}
	err = store.NewRun(d.key, d.space).Edit(func(tx *db.Tx, run uint64) error {
		data, err := contributor.Encode()
		number, added := tx.AddContributor(run, data)
		err = errors.Join(err, added)
		for id := range d.space.shards {
			if random.IntN(2) == 0 {
				continue
			}
			const own = 49 // no worker moves this number of games
			moved := uint64(0)
			if kind == 1 && (d.check < 1 || random.IntN(4) == 0) {
				moved = own
			}
			r := d.space.resultOf(id, moved, 0, 0)
			e := checkpoints.Entry{Shard: id, Provenance: checkpoints.Provenance{Contributor: uint32(number)}, Tally: r.Tally}
			err = errors.Join(err, tx.ReplaceShard(run, id, e.Encode()))
			d.witness.finds(id, string(r.Tally))
		}
		return err
	})
	if err := errors.Join(err, store.Close()); err != nil {
		d.t.Fatal(err)
	}
	d.witness.stored.add(contributor)
}

// addHostileWorker adds a worker that also sends arbitrary messages.
func (d *faultSimulation) addHostileWorker() {
	d.count(workerRogue)
	find, fair := d.right, true
	if d.check > 0 && d.random.IntN(2) == 0 {
		fair = false
		find = func(id uint64, took time.Duration) result { return d.space.resultOf(id, 7, 0, took) } // all rogues are wrong in the same way
	}
	h := d.addWorker(1, false, find)
	polite := d.random.IntN(2) == 0
	if d.random.IntN(4) == 0 { // it keeps its shards and never returns them
		d.count(workerHolds)
		h.do = func(Batch) ([]result, time.Duration) { return nil, 1000 * time.Hour }
	}
	var sent []func()
	var act func()
	act = func() {
		d.after(d.span(2*time.Second), func() {
			if d.finished || d.keys > 40 {
				return
			}
			if h.dead {
				if d.random.IntN(4) == 0 { // it returns with another key
					d.addHostileWorker()
				}
				return
			}
			do := d.misbehaviour(h, polite, fair)
			if sent = append(sent, do); d.random.IntN(3) == 0 {
				do = sent[d.random.IntN(len(sent))] // repeat an earlier message
			}
			do()
			act()
		})
	}
	act()
}

func (d *faultSimulation) isAssigned(key string, id uint64) bool {
	return d.c != nil && d.c.roster.workers[key] != nil && d.c.roster.workers[key].unreturnedShards[id] != nil
}

// misbehaviour returns an action that no honest worker takes. If `polite` is set, the action is no reason for a ban. If
// `fair` is set, the action sends wrong results only for shards that are not assigned to the worker, or under another
// epoch, where results do not count.
func (d *faultSimulation) misbehaviour(h *simulatedClient, polite, fair bool) func() {
	others := d.list()
	victim := others[d.random.IntN(len(others))]
	reply := []string{
		ownSubjects.inbox(h.key) + ".receipt", ownSubjects.end(), ownSubjects.beat(victim), ownSubjects.done(victim), ownSubjects.inbox(victim) + ".job",
		ownSubjects.inbox(h.key) + ".*", ownSubjects.inbox(h.key), ownSubjects.work(victim),
	}[d.random.IntN(8)]
	send := func(subject string, message any) func() {
		return func() { d.fate(h.key, func() { d.arrive(subject, reply, message) }) }
	}
	results := func(n int, moved uint64) (list []result) {
		for _, id := range d.random.Perm(int(d.space.shards))[:min(n, int(d.space.shards))] {
			list = append(list, d.space.resultOf(uint64(id), moved, 0, 0))
		}
		return list
	}
	number := h.delivery.Number + 1 + d.random.Uint64N(3)
	switch kind := d.random.IntN(10); {
	case kind < 3: // results without an assignment
		n := 1 + d.random.IntN(3)
		if !polite {
			n = int(d.space.shards)
		}
		list := results(n, 7)
		return func() {
			d.fate(h.key, func() {
				unasked := slices.DeleteFunc(slices.Clone(list), func(r result) bool { return fair && d.isAssigned(h.key, r.ID) })
				d.arrive(ownSubjects.done(h.key), reply, &delivery{h.job.Epoch, number, unasked})
			})
		}
	case kind < 5: // claims to hold every assignment, even those of other workers
		b := &beat{Wants: d.random.IntN(1 << 30)}
		if d.c != nil {
			for _, f := range d.c.schedule.inOrder {
				b.Holds = append(b.Holds, f.id)
			}
		}
		return send(ownSubjects.beat(h.key), b)
	case kind < 7:
		return send(ownSubjects.hello(h.key), &hello{protocol, "\x1b[2J\nforged", "\x07", d.random.IntN(1 << 20)})
	case polite && len(d.epochs) > 1 && d.random.IntN(2) == 0: // right results with the epoch of an earlier coordinator
		earlier := &delivery{Epoch: d.epochs[d.random.IntN(len(d.epochs)-1)], Number: number}
		for _, id := range slices.Sorted(maps.Keys(d.witness.worker(h.key).assigned)) {
			if d.isAssigned(h.key, id) {
				earlier.Shards = append(earlier.Shards, d.right(id, 0))
			}
		}
		return send(ownSubjects.done(h.key), earlier)
	case polite:
		return send(ownSubjects.done(h.key), &delivery{d.random.Uint64(), number, results(5, 7)})
	case kind == 7:
		return send(ownSubjects.done(h.key), []byte{byte(d.random.IntN(256)), '{', byte(d.random.IntN(256))})
	case kind == 8:
		same := results(1, 0)[0]
		many := make([]result, 1+d.random.IntN(3000))
		for i := range many {
			many[i] = same
		}
		return send(ownSubjects.done(h.key), &delivery{h.job.Epoch, number, many})
	default:
		return func() {
			for range mostMessages + 500 {
				d.arrive(ownSubjects.beat(h.key), reply, &beat{})
			}
		}
	}
}

// shm returns a directory in memory, where a sync costs nothing, if the system has one.
func shm(t testing.TB) string {
	dir, err := os.MkdirTemp("/dev/shm", "fleet-test-")
	if err != nil {
		return t.TempDir()
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}

// In each simulated fleet the run must end, the stored total must be right, no honest worker may be banned, and no rule
// of rules_test.go may be broken. To repeat one fleet: go test ./rooms/fleet -run SimulatedFleets -fleets 1 -seed SEED.
func TestSimulatedFleets(t *testing.T) {
	t.Parallel()
	dir, began := shm(t), cpu.Time()
	fleets, steps, most, wrong, faults := 0, 0, *simulateMost, 0, make(tally)
	if testing.Short() {
		most /= 10
	}
	for seed := *simulateSeed; !t.Failed(); seed++ {
		if *simulateFor > 0 && cpu.Time()-began > *simulateFor || *simulateFor == 0 && fleets == most {
			break
		}
		d := newDrama(t, seed, dir, nil)
		d.faults = faults
		d.play()
		fleets, steps = fleets+1, steps+d.steps
		if t.Failed() {
			wrong++
			t.Logf("after %d steps; again: go test ./rooms/fleet -run SimulatedFleets -fleets 1 -seed %#x", d.steps, seed)
		}
	}
	for _, kind := range kinds {
		if fleets >= 100 && faults[kind] == 0 {
			t.Errorf("%d fleets had no fault of the kind: %s", fleets, kind)
		}
	}
	t.Logf("%d fleets from seed %#x in %v of processor time, %d steps, %d failures\n%v", fleets, *simulateSeed, (cpu.Time() - began).Round(time.Second), steps, wrong, faults)
}

func TestEveryKindOfFaultIsInThePromises(t *testing.T) {
	promises, err := os.ReadFile("../../docs/reference/promises.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, kind := range kinds {
		if !strings.Contains(string(promises), "\n| "+kind+" | ") {
			t.Errorf("promises.md has no count of: %s", kind)
		}
	}
}

func TestASimulatedFleetIsReproducible(t *testing.T) {
	t.Parallel()
	dir := shm(t)
	for seed := range uint64(5) {
		var traces [2]uint64
		var faults [2]tally
		for i := range traces {
			trace := fnv.New64a()
			d := newDrama(t, 1000+seed, dir, trace)
			d.play()
			traces[i], faults[i] = trace.Sum64(), d.faults
		}
		if traces[0] != traces[1] || !maps.Equal(faults[0], faults[1]) {
			t.Errorf("seed %d: %x and %v the first time, %x and %v the second", 1000+seed, traces[0], faults[0], traces[1], faults[1])
		}
	}
}

type recorder struct {
	testing.TB
	failures []string
}

func (r *recorder) Failed() bool        { return len(r.failures) > 0 }
func (r *recorder) Logf(string, ...any) {}
func (r *recorder) Error(args ...any)   { r.failures = append(r.failures, fmt.Sprint(args...)) }
func (r *recorder) Errorf(s string, all ...any) {
	r.failures = append(r.failures, fmt.Sprintf(s, all...))
}

// The simulated program has a fault: it stores a wrong shard. Two simulations with the same seed must find it at the
// same step, after the same events.
func TestAFailureIsReproducible(t *testing.T) {
	t.Parallel()
	dir, found, seeds := shm(t), 0, uint64(20)
	if testing.Short() {
		seeds = 5
	}
	for seed := range seeds {
		var ends [2]string
		for i := range ends {
			trace, failures := fnv.New64a(), &recorder{TB: t}
			d := newDrama(failures, 2000+seed, dir, trace)
			d.planted = 3
			d.play()
			ends[i] = fmt.Sprintf("step %d, trace %x: %q", d.steps, trace.Sum64(), failures.failures)
			if failures.Failed() {
				found++
			}
		}
		if ends[0] != ends[1] {
			t.Errorf("seed %d: %s the first time, %s the second", 2000+seed, ends[0], ends[1])
		}
	}
	t.Logf("%d of %d fleets fail", found, 2*seeds)
	if found < 2 {
		t.Error("no fleet fails although the program is wrong")
	}
}

// Two of four workers, on separate machines, agree on a wrong result for one shard. The wrong result stays if one of
// the two is assigned the shard, and the shard is either not verified or verified by the other. docs/guide/machines.md
// has the probability.
func TestColludersPassAsOftenAsDocumented(t *testing.T) {
	if testing.Short() {
		t.Skip("plays a hundred fleets; go test runs it")
	}
	t.Parallel()
	const keys, colluders = 4, 2
	fleets := max(*simulateMost/6, 1)
	dir := shm(t)
	for _, check := range []float64{0.3, 1} {
		passed := 0
		for seed := range uint64(fleets) {
			d := newDrama(t, seed, dir, nil)
			d.space, d.check, d.takes, d.calm, d.lease = toy{160}, check, 0.5, d.now, 10*time.Second
			d.key.Size = 160
			d.witness = newWitness(d)
			const shard = 90
			for i := range keys {
				h := d.addWorker(1, i >= colluders, func(id uint64, took time.Duration) result {
					if i < colluders && id == shard {
						return d.space.resultOf(id, 7, 0, took)
					}
					return d.right(id, took)
				})
				h.Host = fmt.Sprint("host", i)
			}
			d.serve()
			for d.err == nil && !d.finished && d.now.Before(epoch.Add(time.Hour)) {
				d.step()
			}
			if d.err != nil || !d.finished {
				t.Fatalf("seed %d: it ends with %v", seed, d.err)
			}
			if d.totalIsWrong() {
				passed++
			}
			d.close()
		}
		q := (1 - 1./ownShare) * (colluders - 1) / (keys - 1)
		want := float64(colluders) / keys * (1 - check*(1-q))
		got := float64(passed) / float64(fleets)
		t.Logf("check %v: passed in %.3f of %d fleets, expected %.3f", check, got, fleets, want)
		if deviation := math.Sqrt(want * (1 - want) / float64(fleets)); math.Abs(got-want) > 4*deviation {
			t.Errorf("check %v: passed in %.3f of %d fleets, want %.3f", check, got, fleets, want)
		}
	}
}
