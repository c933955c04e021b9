package fleet

import (
	"crypto/sha256"
	"encoding/binary"
	"iter"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"enumerate/checkpoints"
	"enumerate/enum"
)

// A ledger says what has been done of a run. It is a checkpoints.Crew, or what stands for
// one in a simulation.
type ledger interface {
	Shards() (all, missing uint64)
	Done(shard uint64) bool
	Confirmed(shard uint64) bool
	Owner(shard uint64) (worker string, ok bool)
}

const (
	batchTime  = time.Second // of work that a batch aims at: little to lose, and little talk
	batchCores = 2000        // more of them have larger batches: a coordinator stores 5,000 a second at most
	batchMost  = 1024        // shards of a batch
	batchBytes = 512 << 10   // of their paths
	scanAtOnce = 100_000     // shards that are passed over before others have a turn

	// proven is how many shards of a new worker are all checked. After them fewer and fewer
	// are: BOINC's adaptive replication.
	proven = 10

	recently = 4 * proven // shards that were done last are kept for trials
)

// A scheduler decides which shards are to be done next, and which again, and by whom. It
// knows neither network nor clock nor disk, so that a simulation runs the same one. It is for
// one goroutine.
type scheduler struct {
	space  enum.Space
	ledger ledger
	share  float64 // of the shards that are checked
	secret []byte  // decides which
	lease  time.Duration
	doubt  doubt
	each   int // shards that one stands for: 1 but in a simulation

	fresh, again *pass // over all shards, for what is missing and for what is to be checked
	ready        []enum.Shard
	flights      map[uint64]*flight     // by number: given away, and not yet done
	flying       map[uint64]*flight     // by shard
	given        uint64                 // flights in all
	checks       map[uint64]*check      // by shard
	waiting      []*check               // not assigned yet, first come first
	assigned     []*check               // to a worker, in the order of since
	disputed     map[uint64]*enum.Shard // that Local is to do; nil where a pass is to find it
	verified     map[uint64]bool        // that Local has done since the start
	workers      map[string]*worker
	list         []*worker // those of them who lived at the last call of room, or were met since
	random       *rand.Rand
	recent       []enum.Shard // that were done lately, for trials
	pace         float64      // seconds that a shard takes, lately; 0 if none has been done
	cores        int          // of list, as of the last call of room
}

// A doubt is how little the workers are believed.
type doubt int

const (
	someChecked doubt = iota // a share is checked
	allChecked               // the proof has failed: everything is
	noneTrusted              // and failed again: Local does everything itself
)

// A Batch is some shards that one worker is to do.
type Batch struct {
	ID     uint64 // of its first shard
	Shards []enum.Shard
}

// A flight is a batch that is given away.
type flight struct {
	Batch
	number uint64 // a shard may be given away again, in another flight
	since  time.Time
	left   int // shards of it that are not done
}

// A check is a shard that is to be done by another one than its owner.
type check struct {
	shard enum.Shard
	owner *worker
	by    *worker // nil if it is not assigned
	since time.Time
	over  bool
}

// A worker is what the scheduler knows of one.
type worker struct {
	name, host, version string
	cores               int
	seen                time.Time
	valid               int // shards of it that were confirmed in a row
	pending             int // shards of it that are to be confirmed
	checking            int // shards of others that it was told to do
	trial               []enum.Shard
	tried               time.Time // when trial was given
	returned            int       // shards of it that are done
	admitted            bool      // to the queue: the trial is over, or was before the last restart
	banned              bool
	listed              bool // in scheduler.list
}

func newScheduler(space enum.Space, l ledger, share float64, secret []byte, lease time.Duration) *scheduler {
	return &scheduler{
		space: space, ledger: l, share: share, secret: secret, lease: lease, each: 1,
		flights: make(map[uint64]*flight), flying: make(map[uint64]*flight),
		checks: make(map[uint64]*check), random: rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64())), disputed: make(map[uint64]*enum.Shard), verified: make(map[uint64]bool), workers: make(map[string]*worker),
	}
}

// A pass goes over all shards once, a piece at a time.
type pass struct {
	next func() (enum.Shard, bool)
	stop func()
}

func newPass(space enum.Space) *pass {
	next, stop := iter.Pull(space.Shards())
	return &pass{next, stop}
}

// find returns the next shards that are wanted, as many as fill a batch of that size, or
// fewer at the end of a piece. It reports whether the pass is at its end.
func (p *pass) find(size int, wanted func(id uint64) bool) (found []enum.Shard, end bool) {
	bytes := 0
	for range scanAtOnce {
		if len(found) == size || bytes >= batchBytes {
			return found, false
		}
		shard, ok := p.next()
		if !ok {
			p.stop()
			return found, true
		}
		if wanted(shard.ID) {
			shard.Path = slices.Clone(shard.Path)
			found, bytes = append(found, shard), bytes+len(shard.Path)
		}
	}
	return found, false
}

// size is how many shards a batch has, if they take as long as the last ones.
func (s *scheduler) size() int {
	if s.pace == 0 {
		return 1
	}
	return int(min(max(aim(s.cores)/s.pace, 1), batchMost))
}

// aim is how many seconds of work a batch should be if there is that number of cores.
func aim(cores int) float64 { return batchTime.Seconds() * max(1, float64(cores)/batchCores) }

// batch returns shards to do that were not given away, if it finds some. It is to be called
// again at once if it says that there are more.
func (s *scheduler) batch(now time.Time) (b Batch, ok, more bool) { return s.give(now, s.size()) }

// give returns a batch of that size.
func (s *scheduler) give(now time.Time, size int) (b Batch, ok, more bool) {
	if s.fresh == nil {
		if _, missing := s.ledger.Shards(); missing <= uint64(len(s.flying)) {
			return Batch{}, false, false
		}
		s.fresh = newPass(s.space)
	}
	if len(s.ready) < size {
		found, end := s.fresh.find(size-len(s.ready), func(id uint64) bool {
			_, flying := s.flying[id]
			return !flying && !s.ledger.Done(id)
		})
		s.ready = append(s.ready, found...)
		if end {
			s.fresh = nil
		}
		if len(s.ready) == 0 || len(s.ready) < size && !end {
			return Batch{}, false, true
		}
	}
	some := s.ready[:min(size, len(s.ready)):min(size, len(s.ready))]
	s.ready = s.ready[len(some):]
	s.given++
	f := &flight{Batch: Batch{some[0].ID, some}, number: s.given, since: now, left: len(some)}
	s.flights[f.number] = f
	for _, shard := range f.Shards {
		s.flying[shard.ID] = f
	}
	return f.Batch, true, true
}

// trial returns what a worker is to do before it is admitted to
// the queue, and whether it is to wait for what comes of that: some shards that others have done
// lately, or, if there are none, one that is new, which Local does too. So a worker that is always
// wrong is found out by these. It is to be called when the worker has nothing to do.
func (s *scheduler) trial(now time.Time, w *worker) (b Batch, waits bool) {
	back := len(w.trial) > 0 && w.returned >= len(w.trial)
	if back && s.untried(w) {
		w.admitted = !slices.ContainsFunc(w.trial, func(shard enum.Shard) bool { return !s.ledger.Confirmed(shard.ID) || s.open(shard.ID) })
	}
	switch {
	case !s.untried(w):
		w.trial = nil
		return Batch{}, false
	case back && slices.ContainsFunc(w.trial, func(shard enum.Shard) bool { return s.open(shard.ID) }):
		return Batch{}, true // that ends soon
	case len(w.trial) > 0 && !back && now.Sub(w.tried) < s.lease:
		return Batch{}, true // it is on its way
	}
	// It is the first, was lost, or proves nothing any more, because those it was compared with are banned.
	for _, shard := range s.recent {
		if owner, done := s.ledger.Owner(shard.ID); done && owner != w.name && len(b.Shards) < min(proven, s.size()) {
			b.Shards = append(b.Shards, shard)
		}
	}
	if len(b.Shards) == 0 {
		fresh, ok, more := s.give(now, 1)
		if !ok {
			return Batch{}, more
		}
		b = fresh
	}
	b.ID = b.Shards[0].ID
	w.trial, w.tried, w.returned = b.Shards, now, 0
	return b, true
}

// open reports whether a shard is still to be verified or checked.
func (s *scheduler) open(id uint64) bool {
	_, disputed := s.disputed[id]
	return disputed || s.checks[id] != nil
}

// untried reports whether a worker is to pass a trial first. Where one shard stands for several
// there are none: a trial is less than that.
func (s *scheduler) untried(w *worker) bool { return s.share > 0 && s.each == 1 && !w.admitted }

// overdue returns the batches that were given away long ago, for the queue to have them once
// more: whoever has one is slow, or the queue has lost it.
func (s *scheduler) overdue(now time.Time) (list []Batch) {
	for _, id := range slices.Sorted(maps.Keys(s.flights)) {
		if f := s.flights[id]; now.Sub(f.since) > 2*s.lease {
			f.since = now
			b := Batch{ID: f.ID}
			for _, shard := range f.Shards {
				if !s.ledger.Done(shard.ID) {
					b.Shards = append(b.Shards, shard)
				}
			}
			list = append(list, b)
		}
	}
	return list
}

// lost is told that the queue has lost what was given away.
func (s *scheduler) lost() {
	clear(s.flights)
	clear(s.flying)
	if s.fresh != nil {
		s.fresh.stop()
		s.fresh = nil
	}
	s.ready = nil
}

// meet is told that a worker is there.
func (s *scheduler) meet(now time.Time, name, host string) *worker {
	w := s.workers[name]
	if w == nil {
		w = &worker{name: name, host: host}
		s.workers[name] = w
	}
	if !w.listed {
		w.listed = true
		s.list = append(s.list, w)
	}
	w.seen = now
	if host != "" {
		w.host = host
	}
	return w
}

// live reports whether a worker was heard of lately.
func (s *scheduler) live(now time.Time, w *worker) bool {
	return !w.banned && now.Sub(w.seen) < s.lease
}

// room is how many batches are to wait in the queue: enough for everybody's next two, few
// while it is not known how long they take.
func (s *scheduler) room(now time.Time) int {
	cores := 0
	s.list = slices.DeleteFunc(s.list, func(w *worker) bool {
		w.listed = s.live(now, w)
		if w.listed {
			cores += w.cores
		}
		return !w.listed
	})
	s.cores = cores
	if s.pace == 0 {
		return min(max(cores, 1), 16)
	}
	each := 2
	if s.size() == batchMost { // which is done before the next tick
		each = 16
	}
	return min(max(each*cores, 2), 2048)
}

// short is how a worker is called in remarks: its machine, and the end of its key.
func (s *scheduler) short(key string) string {
	name := key[max(len(key)-6, 0):]
	if w := s.workers[key]; w != nil && w.host != "" {
		name = w.host + "/" + name
	}
	return name
}

// done is told that the ledger has a result of a shard by a worker, nil for Local, and whether it
// is disputed.
func (s *scheduler) done(now time.Time, by *worker, id uint64, took time.Duration, disputed bool) {
	shard, known := s.land(id)
	if by == nil {
		s.verified[id] = true
	} else if at := slices.IndexFunc(by.trial, func(shard enum.Shard) bool { return shard.ID == id }); at >= 0 {
		shard, known = by.trial[at], true
		by.returned++
	} else if known {
		s.recent = append(s.recent[max(0, len(s.recent)+1-recently):], shard)
	}
	const slowness = 0.05 // how much the last shard weighs
	if s.pace == 0 {
		s.pace = took.Seconds()
	}
	s.pace += slowness * (took.Seconds() - s.pace)
	owner, _ := s.ledger.Owner(id)
	switch {
	case disputed:
		if c := s.checks[id]; c != nil {
			shard, known = c.shard, true
		}
		if s.disputed[id] = nil; known {
			s.disputed[id] = &shard
		}
		s.endCheck(id)
	case s.ledger.Confirmed(id):
		s.endCheck(id)
		if o := s.workers[owner]; o != nil {
			o.valid++
		}
		if by != nil && by.name != owner {
			by.valid++
		}
	case by != nil && known && s.checks[id] == nil && owner == by.name && s.due(id):
		s.check(shard, by)
	}
}

// land takes a shard off its flight, and returns it if it was on one.
func (s *scheduler) land(id uint64) (shard enum.Shard, known bool) {
	f := s.flying[id]
	if f == nil {
		return enum.Shard{}, false
	}
	delete(s.flying, id)
	if f.left--; f.left == 0 {
		delete(s.flights, f.number)
	}
	at := slices.IndexFunc(f.Shards, func(shard enum.Shard) bool { return shard.ID == id })
	return f.Shards[at], true
}

// due reports whether a shard that has an owner and is not confirmed is to be checked.
func (s *scheduler) due(id uint64) bool {
	owner := s.workers[first(s.ledger.Owner(id))]
	switch {
	case s.doubt > someChecked:
		return true
	case s.share == 0 || owner == nil:
		return s.chance(id) < s.share
	}
	if trust := (owner.valid + owner.pending) * s.each; trust >= proven {
		return s.chance(id) < max(s.share, 1/float64(trust+1))
	}
	return true
}

// chance is a number from 0 to 1 that no worker can foresee.
func (s *scheduler) chance(id uint64) float64 {
	sum := sha256.Sum256(binary.BigEndian.AppendUint64(s.secret[:len(s.secret):len(s.secret)], id))
	return float64(binary.BigEndian.Uint64(sum[:])) / math.MaxUint64
}

// check has a shard done again.
func (s *scheduler) check(shard enum.Shard, owner *worker) {
	c := &check{shard: shard, owner: owner}
	s.checks[shard.ID] = c
	s.waiting = append(s.waiting, c)
	if owner != nil {
		owner.pending++
	}
}

// endCheck ends the check of a shard, if there is one.
func (s *scheduler) endCheck(id uint64) {
	c := s.checks[id]
	if c == nil {
		return
	}
	delete(s.checks, id)
	c.over = true
	if c.by != nil {
		c.by.checking--
	}
	if c.owner != nil {
		c.owner.pending--
	}
}

// assign gives the checks to workers: to each what takes batchTime, and no more before that
// is done. Those that no other worker can do are returned under checkpoints.Local. A check that a
// worker has had for long goes to another one.
func (s *scheduler) assign(now time.Time) map[string]Batch {
	for len(s.assigned) > 0 {
		c := s.assigned[0]
		if !c.over && c.by != nil && s.live(now, c.by) && now.Sub(c.since) < s.lease {
			break // and those after it are younger, or found when their turn comes
		}
		s.assigned = s.assigned[1:]
		if !c.over {
			if c.by != nil {
				c.by.checking--
				c.by = nil
			}
			s.waiting = append(s.waiting, c)
		}
	}
	given := make(map[string]Batch)
	size := s.size()
	for range len(s.waiting) {
		c := s.waiting[0]
		if c.over {
			s.waiting = s.waiting[1:]
			continue
		}
		by, alone := s.checker(now, c.owner, size)
		if c.owner != nil && c.owner.trial != nil {
			by, alone = nil, true // who is on trial does not wait for others
		}
		name := checkpoints.Local
		if by != nil {
			name, c.by = by.name, by
			by.checking++
		} else if !alone || len(given[name].Shards) >= size {
			break
		}
		s.waiting = s.waiting[1:]
		c.since = now
		s.assigned = append(s.assigned, c)
		b := given[name]
		if len(b.Shards) == 0 {
			b.ID = c.shard.ID
		}
		b.Shards = append(b.Shards, c.shard)
		given[name] = b
	}
	return given
}

// checker returns who is to check what a worker has done: another worker that has little to
// check, if possible on another machine. It asks a few at random, all if they are few. If
// there is no other worker at all, it says so.
func (s *scheduler) checker(now time.Time, owner *worker, most int) (best *worker, alone bool) {
	const some = 8
	other := func(w *worker) bool { return owner == nil || w.host != owner.host }
	alone = true
	for i := range min(some, len(s.list)) {
		w := s.list[i]
		if len(s.list) > some {
			w = s.list[s.random.IntN(len(s.list))]
		}
		if w == owner || w.banned || s.untried(w) {
			continue
		}
		alone = false
		if w.checking >= most {
			continue
		}
		if best == nil || other(w) && !other(best) || other(w) == other(best) && w.checking < best.checking {
			best = w
		}
	}
	return best, alone
}

// arbitrate returns shards that Local is to do because workers contradict each other, or
// because no worker is believed any more. It is to be called again if it says that there are more.
func (s *scheduler) arbitrate() (list []enum.Shard, more bool) {
	if s.doubt == noneTrusted {
		return s.seek(func(id uint64) bool {
			return s.ledger.Done(id) && !s.verified[id]
		})
	}
	search := false
	for _, id := range slices.Sorted(maps.Keys(s.disputed)) {
		if shard := s.disputed[id]; shard != nil {
			list = append(list, *shard)
		} else {
			search = true
		}
	}
	if len(list) > 0 || !search {
		return list, false
	}
	return s.seek(func(id uint64) bool { _, found := s.disputed[id]; return found })
}

// recheck looks for shards that are to be checked, once all are done: those whose check was
// lost, with a coordinator that was killed, say, and all of them if the proof has failed. It
// is to be called again if it says that there are more.
func (s *scheduler) recheck() (more bool) {
	list, more := s.seek(func(id uint64) bool {
		return s.checks[id] == nil && !s.ledger.Confirmed(id) && s.due(id)
	})
	for _, shard := range list {
		s.check(shard, s.workers[first(s.ledger.Owner(shard.ID))])
	}
	return more
}

// seek goes on with the pass that is not for missing shards.
func (s *scheduler) seek(wanted func(id uint64) bool) (list []enum.Shard, more bool) {
	if s.again == nil {
		s.again = newPass(s.space)
	}
	list, end := s.again.find(batchMost, wanted)
	if end {
		s.again = nil
	}
	return list, !end
}

// ban is told that no result of a worker counts any more. What only it has done
// is missing then.
func (s *scheduler) ban(name string) {
	w := s.workers[name]
	if w == nil {
		return
	}
	w.banned, w.valid = true, 0
	for _, shard := range w.trial { // no other worker has one that is new
		if f := s.flying[shard.ID]; f != nil {
			f.since = time.Time{}
		}
	}
	for _, id := range slices.Collect(maps.Keys(s.checks)) {
		switch c := s.checks[id]; {
		case c.owner == w:
			s.endCheck(id)
		case c.by == w: // and goes back when its turn comes
			w.checking--
			c.by = nil
		}
	}
	if s.fresh != nil { // what is missing now may be behind it
		s.fresh.stop()
		s.fresh, s.ready = nil, nil
	}
}

func first(name string, _ bool) string { return name }
