package fleet

import (
	"cmp"
	"errors"
	"fmt"
	"hash/maphash"
	"iter"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"enumerate/checkpoints"
	"enumerate/db"
	"enumerate/enum"
	"enumerate/internal/rows"
	"enumerate/internal/text"
)

// A transport is how a coordinator has to do with all but its memory: NATS, goroutines and a disk in
// earnest, or a simulation. No method waits.
type transport interface {
	send(subject string, message any)
	// admit lets a key in, if it is one, and expel puts it out once it has been told why.
	admit(key string) error
	expel(key string)
	// walk has this machine do a shard; walked is called with the result.
	walk(shard enum.Shard)
	// load sends a batch of a portable space, with all that its shards need; loaded is called then.
	load(subject string, b Batch)
}

// A letter is a message to the coordinator. The transport says who it is from; an error in place of the message is
// what is wrong with it.
type letter struct {
	from, reply string
	message     any
}

const (
	tick     = 200 * time.Millisecond
	mostKeys = 1 << 16
	// mostShort is how long names may be, in bytes.
	mostShort = 100
	// longestWhy is how long the reason of a ban may be, in characters: strangers may have had their say in it.
	longestWhy = 200
)

// A coordinator serves one run. It is a machine without goroutines, network, clock or disk: what it does
// follows from what it is told, receive, tick, walked and loaded, from the time that these give, and from random.
type coordinator struct {
	register
	key      checkpoints.Key
	space    enum.Space
	subjects subjects
	anybody  bool          // who says hello is let in, since others say who may
	check    float64       // share of the shards that a second worker does too
	lease    time.Duration // after which the work of a silent worker is given to another
	// enrolment is how long a key that was enrolled may take to say hello.
	enrolment time.Duration
	out       transport
	random    *rand.Rand
	remark    func(string)
	epoch     uint64
	each      int    // shards that one stands for: 1 but in a simulation
	secret    []byte // decides which shards are checked

	workers map[string]*worker
	list    []*worker // in the order in which they came
	present []*worker // those of them who lived at the last tick
	able    []*worker // those of these who are not on trial
	cores   int       // of those
	paces   []float64 // of those, for measure
	pace    float64   // seconds that a shard takes, lately; 0 if none has been done

	fresh, again *pass // over all shards, for what is missing and for what is to be checked
	more         bool  // a pass goes on soon
	ready        []enum.Shard
	given        uint64             // flights in all
	flights      map[uint64]*flight // by id: those on their way
	aloft        []*flight          // the same, in the order of giving
	flying       map[uint64]*flight // by shard: those that are missing
	unsent       int                // batches that are being loaded
	unsendable   map[uint64]bool    // shards that no message can hold
	recent       []enum.Shard       // that were done lately, for trials

	doubt     doubt
	checks    map[uint64]*check     // by shard
	waiting   []*check              // not assigned yet, first come first
	verified  map[uint64]bool       // that the coordinator has done since the start
	verifying map[uint64]enum.Shard // that it is to do, or to store
	local     []enum.Shard          // of these, those that wait for its walker
	walking   bool
	judged    []*entry  // by the coordinator, and not stored yet
	banned    []*worker // and that is not stored yet
	stuck     bool      // the last write failed, for now, and that was said
	proved    bool
	ended     bool
	counts    Counts
}

// newCoordinator returns the coordinator of a run, of which the ledger has what was stored.
func newCoordinator(s Service, ledger ledger, subjects subjects, random *rand.Rand, out transport) (*coordinator, error) {
	c := &coordinator{
		register: register{
			ledger: ledger, disputed: make(map[uint64]dispute), seed: maphash.MakeSeed(),
			elsewhere: make(map[checkpoints.Maker]*worker), unknown: newWorker(""),
		},
		key: s.Key, space: s.Space, subjects: subjects, anybody: s.Cluster != nil, check: s.Check, lease: s.Lease, enrolment: s.waits.orUsual().enrolment, out: out, random: random,
		remark: s.Remark, epoch: random.Uint64(), each: 1, workers: make(map[string]*worker),
		flights: make(map[uint64]*flight), flying: make(map[uint64]*flight), unsendable: make(map[uint64]bool),
		checks: make(map[uint64]*check), verified: make(map[uint64]bool), verifying: make(map[uint64]enum.Shard),
	}
	for range 4 {
		c.secret = fmt.Appendf(c.secret, "%016x", random.Uint64())
	}
	c.unknown.elsewhere = true
	if err := c.read(false); err != nil {
		return nil, err
	}
	for w := range c.contributors() {
		w.valid, w.admitted = w.confirmed, w.confirmed > 0 && !w.elsewhere
	}
	if others := c.fromElsewhere(); others != "" {
		c.say("%s; they are checked like the results of a new worker", others)
	}
	return c, nil
}

func newWorker(key string) *worker { return &worker{key: key, given: make(map[uint64]*flight)} }

// add adds a worker.
func (c *coordinator) add(key string) *worker {
	w := newWorker(key)
	c.workers[key] = w
	c.list = append(c.list, w)
	return w
}

// worker returns the worker of a key, which is added unless it is there.
func (c *coordinator) worker(key string) *worker {
	if w := c.workers[key]; w != nil {
		return w
	}
	return c.add(key)
}

// contributors returns all workers, and the contributors from elsewhere.
func (c *coordinator) contributors() iter.Seq[*worker] {
	return func(yield func(*worker) bool) {
		for _, w := range c.list {
			if !yield(w) {
				return
			}
		}
		for _, w := range c.elsewhere {
			if !yield(w) {
				return
			}
		}
		yield(c.unknown)
	}
}

// say remarks something, in which strangers may have had their say.
func (c *coordinator) say(format string, args ...any) {
	if c.remark != nil {
		c.remark(oneLine(fmt.Sprintf(format, args...)))
	}
}

// oneLine returns a text as it may stand on a line of a terminal, and in a record.
func oneLine(s string) string {
	return strings.Join(strings.Fields(strings.ReplaceAll(text.Printable(s), string(utf8.RuneError), "?")), " ")
}

// receive takes letters that have come. What they bring is stored together.
func (c *coordinator) receive(now time.Time, letters ...letter) error {
	var parcels []*parcel
	for _, l := range letters {
		var err error
		switch m := l.message.(type) {
		case *enrolment:
			c.enrol(now, l, m.Key)
		case *hello:
			err = c.greet(now, l, m)
		case *beat:
			c.hear(now, l, m)
		case *done:
			if slices.ContainsFunc(parcels, func(p *parcel) bool { return p.from == c.workers[l.from] }) {
				err = c.store(now, parcels) // first, since of one worker one done is after the other
				parcels = nil
			}
			if p, fault := c.open(now, l, m); fault != nil {
				err = errors.Join(err, c.blame(l, fault))
			} else if p != nil {
				parcels = append(parcels, p)
			}
		case error:
			err = c.blame(l, m)
		}
		if err != nil {
			return err
		}
	}
	return c.store(now, parcels)
}

// answer answers a letter, below the inbox of who has sent it and nowhere else.
func (c *coordinator) answer(l letter, message any) {
	switch {
	case l.reply == "":
	case !strings.HasPrefix(l.reply, c.subjects.inbox(l.from)+".") || strings.ContainsAny(l.reply, "*> \t\r\n"):
		c.counts.Misled++
	default:
		c.out.send(l.reply, message)
	}
}

// blame bans who has sent a letter, if that is a worker.
func (c *coordinator) blame(l letter, fault error) error {
	c.answer(l, &receipt{Epoch: c.epoch, Banned: fault.Error()})
	if w := c.workers[l.from]; w != nil {
		return c.ban(w, fault.Error())
	}
	return nil
}

// enrol lets a key in from now on.
func (c *coordinator) enrol(now time.Time, l letter, key string) {
	if err := c.admit(now, key); err != nil {
		c.answer(l, &receipt{Banned: err.Error()})
		return
	}
	c.answer(l, &receipt{Stored: true})
}

func (c *coordinator) admit(now time.Time, key string) error {
	if c.workers[key] == nil && len(c.workers) >= mostKeys {
		c.tidy(now)
	}
	w := c.workers[key]
	switch {
	case w != nil && w.banned != "":
		return fmt.Errorf("this key is banned: %s", w.banned)
	case w == nil && c.crowded(now):
		return errors.New("too many keys are enrolled; try again in a minute")
	}
	if err := c.out.admit(key); err != nil {
		return err
	}
	if w == nil {
		c.add(key).seen = now
	}
	return nil
}

// crowded reports whether there are as many keys as there may be. A worker that is gone is not counted if some of its
// results are stored: a long run may have any number of those.
func (c *coordinator) crowded(now time.Time) bool {
	if len(c.workers) < mostKeys {
		return false
	}
	keys := 0
	for _, w := range c.list {
		if w.maker == 0 || !c.gone(now, w) {
			keys++
		}
	}
	return keys >= mostKeys
}

// gone reports whether a worker was not heard of for long.
func (c *coordinator) gone(now time.Time, w *worker) bool {
	return now.Sub(w.seen) >= max(c.lease, c.enrolment)
}

// tidy forgets the keys of which nothing is stored, and that are gone, whatever they were given: whoever enrols keys
// without end shuts out nobody for long.
func (c *coordinator) tidy(now time.Time) {
	c.list = slices.DeleteFunc(c.list, func(w *worker) bool {
		if w.maker != 0 || w.out > 0 || !c.gone(now, w) {
			return false
		}
		delete(c.workers, w.key)
		c.out.expel(w.key)
		return true
	})
}

// greet answers a hello.
func (c *coordinator) greet(now time.Time, l letter, m *hello) error {
	host, version := oneLine(m.Host), oneLine(m.Version)
	if len(host) > mostShort || len(version) > mostShort {
		return c.blame(l, errors.New("its names are too long"))
	}
	j := job{Key: c.key, Protocol: protocol, Fingerprint: c.space.Fingerprint(), Epoch: c.epoch, Ended: c.ended}
	w := c.workers[l.from]
	var refused error
	switch {
	case m.Protocol != protocol:
		refused = fmt.Errorf("its messages have the number %d, those of the coordinator %d; use the same version of the program", m.Protocol, protocol)
	case w == nil && !c.anybody:
		refused = errors.New("its key is not enrolled")
	case w == nil || w.banned != "":
		refused = c.admit(now, l.from)
		w = c.workers[l.from]
	}
	if refused != nil {
		j.Refused = refused.Error()
	} else {
		w.met, w.seen = true, now
		w.host, w.version, w.cores = host, version, min(max(m.Workers, 1), 4096)
	}
	c.answer(l, &j)
	return nil
}

// hear takes a sign of life, keeps what a worker holds, and gives it what it wants.
func (c *coordinator) hear(now time.Time, l letter, m *beat) {
	w := c.workers[l.from]
	if w == nil || !w.met || w.banned != "" || c.ended {
		return
	}
	w.seen = now
	for _, id := range m.Holds {
		if f := c.flights[id]; f != nil && f.to == w && !f.until.IsZero() {
			f.until = now.Add(c.lease)
		}
	}
	w.wants = len(m.Holds) + max(m.Wants, 0)
	c.feed(now, w)
}

// A parcel is what a done brings of what its worker was given.
type parcel struct {
	letter  letter
	done    *done
	from    *worker // nil for what was done here
	entries []*entry
	fault   error // that was found when it was to be stored
}

// An entry is a shard that somebody has done.
type entry struct {
	enum.Result
	flight  *flight           // that it was given with; nil if it counts without
	data    checkpoints.Entry // as it is stored
	hash    uint32
	was     known // when it was weighed
	outcome outcome
}

// open reads what a worker has done, or says what is wrong with it. What it was not given, or brings again,
// is passed over: an honest worker forgets it then.
func (c *coordinator) open(now time.Time, l letter, d *done) (*parcel, error) {
	w := c.workers[l.from]
	switch {
	case w != nil && w.banned != "":
		c.answer(l, &receipt{c.epoch, d.Number, false, w.banned, ""})
		return nil, nil
	case w == nil || !w.met || c.ended || d.Epoch != c.epoch || d.Number <= w.number:
		c.counts.Dropped += uint64(len(d.Shards))
		r := &receipt{Epoch: c.epoch, Number: d.Number, Stored: true}
		if d.Epoch != c.epoch {
			r.Number = 0 // the worker may be waiting for the receipt of a message with this number in the present epoch
		}
		c.answer(l, r)
		return nil, nil
	case len(d.Shards) > w.owes:
		return nil, fmt.Errorf("it sends %d shards, and was given %d", len(d.Shards), w.owes)
	}
	w.seen = now
	p := &parcel{letter: l, done: d, from: w}
	all := uint64(len(c.shards))
	seen := make(map[uint64]bool, len(d.Shards))
	for _, r := range d.Shards {
		if r.ID >= all || seen[r.ID] {
			return nil, fmt.Errorf("it sends shard %d, of %d shards, twice or without need", r.ID, all)
		}
		seen[r.ID] = true
		f := w.given[r.ID]
		if f == nil {
			c.counts.Dropped++
			continue
		}
		tally, err := r.tally(len(c.space.Verdicts()))
		if err != nil {
			return nil, err
		}
		took := min(r.Took, max(now.Sub(f.since), 0)) // it cannot have been longer
		e, err := c.inspect(enum.Result{Shard: f.shard(r.ID), Tally: tally, Took: took}, r.Tally)
		if err != nil {
			return nil, err
		}
		e.flight = f
		p.entries = append(p.entries, e)
	}
	return p, nil
}

// counted reports whether an entry counts: a shard that is missing, or that its worker was told to check.
func (c *coordinator) counted(w *worker, e *entry, taken map[uint64]bool) bool {
	check := c.checks[e.Shard.ID]
	switch {
	case e.flight == nil:
		return true
	case e.flight.purpose == toTry, taken[e.Shard.ID]:
		return false
	case check != nil && check.by == w:
		return true
	}
	return !c.done(e.Shard.ID)
}

// store stores what workers have done, and answers them.
func (c *coordinator) store(now time.Time, parcels []*parcel) error {
	if err := c.record(parcels...); c.passes(err) {
		for _, p := range parcels {
			c.answer(p.letter, &receipt{Epoch: c.epoch, Number: p.done.Number, Error: "the coordinator cannot store it now"})
		}
		return nil
	} else if err != nil {
		return err
	}
	for _, p := range parcels {
		var err error
		if p.fault != nil {
			err = c.blame(p.letter, p.fault)
		} else {
			err = c.arrived(now, p)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// arrived is told that what counts of a parcel is stored.
func (c *coordinator) arrived(now time.Time, p *parcel) error {
	w := p.from
	if w.banned != "" { // by what came before it
		c.answer(p.letter, &receipt{c.epoch, p.done.Number, false, w.banned, ""})
		return nil
	}
	w.number, w.owes, w.did = p.done.Number, w.owes-len(p.done.Shards), w.did+len(p.done.Shards)
	for _, e := range p.entries {
		id := e.Shard.ID
		shard := e.flight.landed(id)
		switch {
		case e.outcome != dropped:
			c.landed(w, shard, e)
		case e.flight.purpose == toTry:
			if t := w.trial; t != nil && t.flight == e.flight {
				t.said[id] = e.hash
			}
		default:
			c.counts.Dropped++
			if f := c.flying[id]; f == e.flight {
				delete(c.flying, id) // others were faster
			}
		}
		if e.flight.left == 0 {
			c.end(e.flight)
		}
	}
	c.answer(p.letter, &receipt{Epoch: c.epoch, Number: p.done.Number, Stored: true})
	if err := c.judge(w); err != nil {
		return err
	}
	c.feed(now, w)
	return nil
}

// landed takes a shard off a flight.
func (f *flight) landed(id uint64) enum.Shard {
	if f.to.given[id] == f { // and not, meanwhile, a later one
		delete(f.to.given, id)
	}
	f.left--
	return f.shard(id)
}

// shard returns a shard of a flight.
func (f *flight) shard(id uint64) enum.Shard {
	for f.shards[f.next].ID != id { // most come in their order
		f.next = (f.next + 1) % len(f.shards)
	}
	return f.shards[f.next]
}

// passes reports whether an error of the database is one that passes: it is full, or held by another
// process. What was to be stored is kept, here or by the workers, and stored later.
func (c *coordinator) passes(err error) bool {
	passes := errors.Is(err, db.ErrFull) || errors.Is(err, db.ErrHeld)
	if passes && !c.stuck {
		c.say("%v; the workers keep what they have and send it again", err)
		c.stuck = true
	}
	return passes
}

// ban throws a worker out, and what it has done away.
func (c *coordinator) ban(w *worker, why string) error {
	c.condemn(w, why)
	return c.storeBans()
}

// condemn throws a worker out. What it has done is thrown away next.
func (c *coordinator) condemn(w *worker, why string) {
	if w.banned != "" {
		return
	}
	w.banned = oneLine(why)
	if runes := []rune(w.banned); len(runes) > longestWhy {
		w.banned = string(runes[:longestWhy]) + "..."
	}
	c.forget(w)
	if w.elsewhere { // no one is connected
		c.banned = append(c.banned, w)
		return
	}
	c.out.send(c.subjects.inbox(w.key)+".job", &job{Protocol: protocol, Refused: w.banned})
	c.out.expel(w.key)
	if w.maker == 0 { // nothing of it is stored
		c.say("worker %s is banned: %s", c.short(w.key), w.banned)
		return
	}
	c.banned = append(c.banned, w)
}

// storeBans stores the bans that are not stored yet.
func (c *coordinator) storeBans() error {
	for len(c.banned) > 0 {
		w := c.banned[0]
		again, err := c.banish(w)
		if c.passes(err) {
			return nil
		}
		if err != nil {
			return err
		}
		c.banned = c.banned[1:]
		for other := range c.contributors() { // what the banned worker confirmed is no reason to trust others
			other.valid = min(other.valid, other.confirmed)
		}
		c.restart()
		if w.elsewhere {
			c.say("the results from elsewhere of %s are discarded, and %d shards are done again: %s", w.label(), again, w.banned)
			w.banned = "" // other results may come under this name
			continue
		}
		c.say("worker %s is banned, and %d of its shards are done again: %s", c.short(w.key), again, w.banned)
	}
	return nil
}

func wrongShard(id uint64) string {
	return fmt.Sprintf("its shard %d is wrong: the coordinator has done it too", id)
}

// walked takes what the coordinator has found itself: a worker with another result is wrong.
func (c *coordinator) walked(r enum.Result) error {
	c.walking = false
	encoded, err := r.Tally.MarshalBinary()
	if err != nil {
		return err
	}
	e, err := c.inspect(r, encoded)
	if err != nil {
		return fmt.Errorf("done here: %w", err)
	}
	c.judged = append(c.judged, e)
	err = c.storeJudged()
	c.walkNext()
	return err
}

// storeJudged stores what the coordinator has found itself.
func (c *coordinator) storeJudged() error {
	for len(c.judged) > 0 {
		e := c.judged[0]
		for _, w := range c.wrong(e) {
			if err := c.ban(w, wrongShard(e.Shard.ID)); err != nil {
				return err
			}
		}
		if len(c.banned) > 0 {
			return nil // they come first
		}
		p := &parcel{entries: []*entry{e}}
		if err := c.record(p); c.passes(err) {
			return nil
		} else if err != nil {
			return err
		}
		if p.fault != nil {
			return fmt.Errorf("done here: %w", p.fault)
		}
		c.judged = c.judged[1:]
		shard := c.verifying[e.Shard.ID]
		delete(c.verifying, e.Shard.ID)
		delete(c.disputed, e.Shard.ID)
		c.landed(nil, shard, e)
		for _, w := range c.list {
			if err := c.judge(w); err != nil {
				return err
			}
		}
	}
	return nil
}

// loaded is told that a batch was loaded and sent, but for those shards of it that cannot be.
func (c *coordinator) loaded(now time.Time, id uint64, unsendable []enum.Shard) {
	c.unsent--
	f := c.flights[id]
	if f == nil {
		return
	}
	f.until = now.Add(c.lease)
	for _, shard := range unsendable {
		c.unsendable[shard.ID] = true
		f.lose()
		f.landed(shard.ID)
		f.to.owes--
		delete(c.flying, shard.ID)
		c.verify(shard)
	}
	if f.left == 0 {
		c.end(f)
	}
}

// tick does what is due, and reports whether the run is done, proved and one.
func (c *coordinator) tick(now time.Time) (finished bool, err error) {
	if err := errors.Join(c.storeBans(), c.storeJudged()); err != nil {
		return false, err
	}
	c.measure(now)
	c.expire(now)
	c.more = false
	for i := range c.present { // a few shards do not always go to the same ones
		c.feed(now, c.present[(i+int(c.given))%len(c.present)])
	}
	c.repeat(now)
	c.assign(now)
	disputes, more := c.arbitrate()
	for _, shard := range disputes {
		delete(c.verified, shard.ID) // and does it once more if it has to
		c.verify(shard)
	}
	if c.missing == 0 && len(c.verifying) == 0 {
		c.help()
	}
	if c.missing > 0 || more || len(disputes) > 0 || len(c.banned) > 0 || len(c.verifying)+len(c.checks) > 0 {
		return false, nil
	}
	if c.recheckAll() || len(c.verifying)+len(c.checks) > 0 { // the coordinator may have drawn the last ones
		return false, nil
	}
	return c.prove()
}

// prove proves the sum of all shards. If it does not hold, less is believed of what workers say; if it does, the run is made one.
func (c *coordinator) prove() (finished bool, err error) {
	if err := c.proves(); err != nil {
		if c.doubt == noneTrusted {
			return false, err // the coordinator has done it all
		}
		c.doubt++
		c.say("%v; %s", err, [...]string{
			allChecked:  "a worker is wrong. Every shard is done by a second one now, until the proof holds",
			noneTrusted: "workers agree on what is wrong. The coordinator does all shards itself now, until the proof holds",
		}[c.doubt])
		return false, nil
	}
	if !c.proved {
		c.proved = true
		c.say("%s", c.parties())
	}
	if err := c.ledger.finish(); c.passes(err) {
		return false, nil
	} else if err != nil {
		return false, err
	}
	c.ended = true
	c.out.send(c.subjects.end(), nil)
	return true, nil
}

// parties says who has done the shards, and how much of it somebody else has done too.
func (c *coordinator) parties() string {
	keys, hosts := 0, make(map[string]bool)
	for _, w := range c.list {
		if w.done > 0 && w.banned == "" {
			if keys++; w.host != "" {
				hosts[w.host] = true
			}
		}
	}
	all, local, confirmed := len(c.shards), 0, 0
	for id := range uint64(all) {
		if c.done(id) && c.owner(id) == nil {
			local++
		}
		if c.confirmed(id) {
			confirmed++
		}
	}
	text := fmt.Sprintf("done by %s on %s, and %d of %d shards here; ",
		rows.Counted(keys, "key", "keys"), rows.Counted(len(hosts), "host", "hosts"), local, all)
	if others := c.fromElsewhere(); others != "" {
		text += others + "; "
	}
	return text + fmt.Sprintf("%.4g%% is confirmed by another key or done here", 100*float64(confirmed)/float64(max(all, 1)))
}

// mostNamed is how many contributors from elsewhere are named.
const mostNamed = 4

// fromElsewhere says which contributors from elsewhere have how many shards, "" if there are none.
func (c *coordinator) fromElsewhere() string {
	shards := make(map[*worker]uint64)
	all := uint64(0)
	for id := range uint64(len(c.shards)) {
		if owner := c.owner(id); c.done(id) && owner != nil && owner.elsewhere {
			shards[owner]++
			all++
		}
	}
	if all == 0 {
		return ""
	}

	list := slices.SortedFunc(maps.Keys(shards), func(a, b *worker) int {
		return cmp.Or(cmp.Compare(shards[b], shards[a]), strings.Compare(a.label(), b.label()))
	})
	var names []string
	rest := all
	for _, w := range list[:min(len(list), mostNamed)] {
		names = append(names, fmt.Sprintf("%d of %s", shards[w], w.label()))
		rest -= shards[w]
	}
	if rest > 0 {
		names = append(names, fmt.Sprintf("%d of others", rest))
	}
	return fmt.Sprintf("%s from elsewhere (%s)", rows.Counted(all, "shard is", "shards are"), strings.Join(names, ", "))
}

// label is how a contributor from elsewhere is called where it is shown.
func (w *worker) label() string {
	switch {
	case w.key != "":
		return w.host + "/" + w.key[max(len(w.key)-6, 0):]
	case w.record.SignedBy != "":
		return w.host + ", signed by " + w.record.SignedBy
	case w.host != "":
		return w.host
	}
	return "an unknown contributor"
}

// short is how a worker is called where it is shown: its machine, and the end of its key.
func (c *coordinator) short(key string) string {
	name := key[max(len(key)-6, 0):]
	if w := c.workers[key]; w != nil && w.host != "" {
		name = w.host + "/" + name
	}
	return name
}

// close ends the passes.
func (c *coordinator) close() {
	for _, p := range []*pass{c.fresh, c.again} {
		if p != nil {
			p.stop()
		}
	}
}

// A Status says how far a served run is. What is counted, is since the start.
type Status struct {
	At time.Time `json:"at"`
	checkpoints.Key
	Shards   uint64  `json:"shards"`
	Missing  uint64  `json:"missing"`
	Share    float64 `json:"share"`    // that is covered, see enum.Totals.Share
	Checking uint64  `json:"checking"` // shards that a second worker is to do
	Waiting  int     `json:"waiting"`  // batches that workers have
	Counts
	Workers []WorkerStatus `json:"workers"`
}

// Counts is what has happened since the start.
type Counts struct {
	Stored      uint64 `json:"stored"`
	Double      uint64 `json:"double"`    // sent again by the same worker
	Confirmed   uint64 `json:"confirmed"` // by a second one
	Disputed    uint64 `json:"disputed"`
	Redelivered uint64 `json:"redelivered"` // batches
	Dropped     uint64 `json:"dropped"`     // shards that were not asked for, or came too late
	Misled      uint64 `json:"misled"`      // answers that were asked for elsewhere, and not given
}

// A WorkerStatus says what is known of a worker. Its name is short.
type WorkerStatus struct {
	Name      string    `json:"name"`
	Done      uint64    `json:"done"`             // shards that it has done
	Confirmed uint64    `json:"confirmed"`        // of them, that another one has done too, with the same result
	Banned    string    `json:"banned,omitempty"` // why nothing that it says is taken
	Short     string    `json:"short"`
	Cores     int       `json:"cores"`
	Live      bool      `json:"live"`
	Seen      time.Time `json:"seen"`
}

func (c *coordinator) status(now time.Time) Status {
	s := Status{At: now, Key: c.key, Waiting: len(c.flights), Checking: uint64(len(c.checks)), Counts: c.counts}
	s.Shards, s.Missing, s.Share = uint64(len(c.shards)), c.missing, c.share()
	list := slices.Clone(c.list)
	slices.SortStableFunc(list, func(a, b *worker) int {
		if a.maker == 0 || b.maker == 0 { // of whom something is stored come first
			return cmp.Compare(min(b.maker, 1), min(a.maker, 1))
		}
		return cmp.Compare(a.key, b.key)
	})
	for _, w := range list {
		if live := c.live(now, w); live || w.maker != 0 || w.banned != "" {
			short := c.short(w.key) // whoever knows a key knows where its owner is answered
			s.Workers = append(s.Workers, WorkerStatus{short, uint64(w.done), uint64(w.confirmed), w.banned, short, w.cores, live, w.seen})
		}
	}
	return s
}
