package fleet

import (
	"iter"
	"slices"
	"time"

	"enumerate/enum"
)

const (
	mostUnsent = 64         // batches that wait to be loaded
	recently   = 4 * proven // how many of the last shards are remembered, to test new workers
)

// A schedule assigns batches of shards to workers: missing shards, shards to verify, and shards by which a new worker,
// on probation, is judged. Each assignment has a lease, which the worker renews by signs of life. When the lease ends,
// the shards whose results have not come are assigned to others.
type schedule struct {
	roster   *roster
	register *register
	checks   *checks
	local    *local
	out      transport
	subjects subjects
	space    enum.Space
	epoch    uint64
	lease    time.Duration
	spread   bool // see Service

	assignments map[uint64]*assignment // by id
	inOrder     []*assignment          // the same, in the order in which they were assigned
	computing   map[uint64]*assignment // by shard: the assignments of missing shards
	total       uint64                 // assignments since the start
	loading     int                    // batches that are being loaded
	unsendable  map[uint64]bool        // shards that are too large for a message
	recent      []enum.Shard           // the shards that were done last

	pass  *pass        // over the missing shards; nil if none is under way
	ready []enum.Shard // missing shards that the pass has found, for the next batches
	more  bool         // the pass should continue soon
}

// A workload is the work that is assigned to a worker.
type workload struct {
	unreturnedShards   map[uint64]*assignment // the assignment of each shard that the worker has not returned
	openResults        int                    // results that the worker may still send
	batches            int
	wantedBatches      int
	lastStoredDelivery uint64 // the number of its last delivery that is stored
	returnedShards     int    // since the start
}

// A purpose says why shards are assigned.
type purpose int

const (
	toCompute purpose = iota // the shards are missing
	toVerify                 // another worker has computed the shards
	toTest                   // the worker is on probation
)

// An assignment is a batch that a worker is to compute. It ends when the results of all its shards have come, or when
// the worker has not named it in its signs of life (beats) for the length of a lease. A later result still counts if
// its shard is missing then.
type assignment struct {
	id          uint64
	to          *worker
	purpose     purpose
	shards      []enum.Shard
	start       time.Time
	leaseEnd    time.Time // zero while the batch is not sent
	outstanding int       // shards whose results have not come
	cursor      int       // where method shard looks first
	repetitions int       // how often its shards were assigned to another worker
	ended       bool
}

func newSchedule(s Service, roster *roster, register *register, checks *checks, local *local, epoch uint64, subjects subjects, out transport) *schedule {
	return &schedule{
		roster: roster, register: register, checks: checks, local: local, out: out, subjects: subjects,
		space: s.Space, epoch: epoch, lease: s.Lease, spread: s.Spread,
		assignments: make(map[uint64]*assignment), computing: make(map[uint64]*assignment), unsendable: make(map[uint64]bool),
	}
}

func (s *schedule) openAssignments() int { return len(s.assignments) }

// tick is called several times a second. It ends the assignments whose lease has ended, and assigns missing shards and
// verifications. The result repeated is the number of batches that were taken from a worker, or assigned to a second
// worker because the first is slow.
func (s *schedule) tick(now time.Time) (repeated uint64) {
	repeated = s.expire(now)

	// Begin with another worker each time, so that the last few shards do not always go to the same workers.
	s.more = false
	present := s.roster.presentWorkers()
	for i := range present {
		s.supply(now, present[(i+int(s.total))%len(present)])
	}
	repeated += s.repeat(now)

	for _, b := range s.checks.batches() {
		s.checks.assign(s.assign(now, b.by, toVerify, b.shards), b.shards)
	}
	return repeated
}

func (s *schedule) hasMore() bool { return s.more }

// renew renews the leases of the batches that a worker names in a sign of life.
func (s *schedule) renew(now time.Time, w *worker, ids []uint64) {
	for _, id := range ids {
		a := s.assignments[id]
		if a != nil && a.to == w && !a.leaseEnd.IsZero() {
			a.leaseEnd = now.Add(s.lease)
		}
	}
}

func newWorkload() workload { return workload{unreturnedShards: make(map[uint64]*assignment)} }

func (w *workload) want(batches int) { w.wantedBatches = batches }

func (w *workload) idle() bool { return w.batches == 0 }

// expectedResults returns the number of results that a worker may still deliver.
func (w *workload) expectedResults() int { return w.openResults }

func (w *workload) lastDelivery() uint64 { return w.lastStoredDelivery }

func (w *workload) assignmentOf(shard uint64) *assignment { return w.unreturnedShards[shard] }

// deliver notes that the delivery with this number, which has results for some shards, is stored.
func (w *workload) deliver(number uint64, shards int) {
	w.lastStoredDelivery = number
	w.openResults -= shards
	w.returnedShards += shards
}

// supply assigns batches of missing shards to a worker, up to the number that it wants and its limit. A new worker, on
// probation, gets only the batch by which it is judged. If no shard is left, but the search for missing shards has not
// ended, supply sets s.more.
func (s *schedule) supply(now time.Time, w *worker) {
	if !s.roster.live(now, w) {
		return
	}
	if s.roster.onProbation(w) {
		s.test(now, w)
		return
	}
	for w.batches < min(w.wantedBatches, w.batchLimit()) && s.loading < mostUnsent {
		size := min(s.roster.batchSize(), w.returnedShards+1) // a new worker, whose speed is not known, begins with small batches
		shards, more := s.nextMissing(size)
		if len(shards) == 0 {
			s.more = s.more || more
			return
		}
		s.assign(now, w, toCompute, shards)
	}
}

// nextMissing returns the next shards, at most `size`, that are missing and that no one is computing. It finds them by
// a pass over all shards, of which each call does a piece. If more is true, the caller should call nextMissing again
// soon.
func (s *schedule) nextMissing(size int) (shards []enum.Shard, more bool) {
	if s.pass == nil && len(s.ready) == 0 {
		if s.register.missingShards() <= uint64(len(s.computing)+s.local.pendingShards()) {
			return nil, false
		}
		s.pass = newPass(s.shards())
	}

	if s.pass != nil && len(s.ready) < size {
		found, ended := s.pass.find(size-len(s.ready), s.isFree)
		s.ready = append(s.ready, found...)
		if ended {
			s.pass = nil
		} else if len(s.ready) == 0 {
			return nil, true
		}
	}

	// Leave out shards for which a late result has come in the meantime. Even if this leaves no shard, the pass may
	// find more.
	n := min(size, len(s.ready))
	shards, s.ready = s.ready[:n:n], s.ready[n:]
	shards = slices.DeleteFunc(shards, func(shard enum.Shard) bool { return !s.isFree(shard.ID) })
	return shards, n > 0
}

// shards returns all shards of the run in the order in which they are assigned.
func (s *schedule) shards() iter.Seq[enum.Shard] {
	if s.spread && s.register.size() <= mostSpread {
		return enum.Spread(s.space.Shards())
	}
	return s.space.Shards()
}

func (s *schedule) isFree(shard uint64) bool {
	return !s.local.isPending(shard) && !s.register.isDisputed(shard) && s.computing[shard] == nil && !s.register.done(shard)
}

// assign assigns shards to a worker as one batch, and sends it. If the space is portable (its shards need data that
// workers do not have), the data is first loaded and sent along. Then the lease begins only when the batch has been
// sent (see startLease).
func (s *schedule) assign(now time.Time, w *worker, why purpose, shards []enum.Shard) *assignment {
	s.total++
	a := &assignment{id: s.total, to: w, purpose: why, shards: shards, start: now, outstanding: len(shards)}
	s.assignments[a.id] = a
	s.inOrder = append(s.inOrder, a)
	w.batches++
	w.openResults += len(shards)
	for _, shard := range shards {
		w.unreturnedShards[shard.ID] = a
		if why == toCompute {
			s.computing[shard.ID] = a
		}
	}

	b := Batch{s.epoch, a.id, shards}
	if _, portable := s.space.(enum.Portable); portable {
		s.loading++
		s.out.load(s.subjects.work(w.id()), b)
		return a
	}
	a.leaseEnd = now.Add(s.lease)
	s.out.send(s.subjects.work(w.id()), &b)
	return a
}

// startLease begins the lease of a batch, the time after which the shards of a silent worker are assigned to others. It
// is called when the batch with this id has been loaded and sent. The shards in `unsendable` were too large for a
// message: the coordinator computes them itself, and the worker owes no result for them.
func (s *schedule) startLease(now time.Time, id uint64, unsendable []enum.Shard) {
	s.loading--
	a := s.assignments[id]
	if a == nil { // the assignment has ended in the meantime
		return
	}
	a.leaseEnd = now.Add(s.lease)
	for _, shard := range unsendable {
		s.unsendable[shard.ID] = true
		a.to.loseProbation(a) // if it is a probation, not all of its results can come
		s.takeBack(a, shard.ID)
		a.to.openResults--
		delete(s.computing, shard.ID)
		s.local.compute(shard)
	}
	s.endIfReturned(a)
}

func (a *assignment) shard(id uint64) enum.Shard {
	for a.shards[a.cursor].ID != id { // most results come in the order of the shards
		a.cursor = (a.cursor + 1) % len(a.shards)
	}
	return a.shards[a.cursor]
}

func (a *assignment) tests() bool { return a.purpose == toTest }

func (a *assignment) age(now time.Time) time.Duration { return now.Sub(a.start) }

// takeBack notes that the result of a shard of an assignment has come, and returns the shard.
func (s *schedule) takeBack(a *assignment, id uint64) enum.Shard {
	if a.to.unreturnedShards[id] == a { // else the shard was assigned again in the meantime
		delete(a.to.unreturnedShards, id)
	}
	a.outstanding--
	return a.shard(id)
}

// drop notes that a result of an assignment does not count, because another result for the shard came first.
func (s *schedule) drop(a *assignment, shard uint64) {
	if s.computing[shard] == a {
		delete(s.computing, shard)
	}
}

// settle notes that a shard is done, and remembers it for probations, in which new workers are tested.
func (s *schedule) settle(shard enum.Shard) {
	delete(s.computing, shard.ID)
	again := slices.ContainsFunc(s.recent, func(r enum.Shard) bool { return r.ID == shard.ID })
	if !again && !s.unsendable[shard.ID] { // a probation must not have a shard twice
		s.recent = append(s.recent[max(0, len(s.recent)+1-recently):], shard)
	}
}

func (s *schedule) endIfReturned(a *assignment) {
	if a.outstanding == 0 {
		s.end(a)
	}
}

// end ends an assignment, because all its results have come, its lease has ended, or its worker is banned. Of its
// shards without results, missing shards become the next to be assigned, and verifications wait for another worker. A
// worker whose probation lacks results needs a new one.
func (s *schedule) end(a *assignment) {
	if a.ended {
		return
	}
	a.ended = true
	a.to.batches--
	delete(s.assignments, a.id)
	s.checks.release(a, a.shards)

	var again []enum.Shard
	for _, shard := range a.shards {
		if a.to.unreturnedShards[shard.ID] != a {
			continue // its result has come, or it was assigned to the worker again
		}
		switch a.purpose {
		case toTest:
			a.to.loseProbation(a)
			delete(a.to.unreturnedShards, shard.ID)
		case toCompute:
			if s.computing[shard.ID] == a {
				delete(s.computing, shard.ID)
				again = append(again, shard)
			}
		}
	}
	s.ready = append(again, s.ready...)
}

// expire ends the assignments whose lease has ended, and returns their number.
func (s *schedule) expire(now time.Time) (n uint64) {
	for _, a := range s.inOrder {
		if !a.ended && !a.leaseEnd.IsZero() && now.After(a.leaseEnd) {
			n++
			s.end(a)
		}
	}
	s.inOrder = slices.DeleteFunc(s.inOrder, func(a *assignment) bool { return a.ended })
	return n
}

// repeat assigns the missing shards of batches that a worker has had for a long time also to a second worker, which has
// nothing else to do. From the second repetition on, the coordinator computes the shards as well, so workers cannot
// delay the end of a run by keeping shards. The result n is the number of batches that were assigned again.
func (s *schedule) repeat(now time.Time) (n uint64) {
	if s.pass != nil || len(s.ready) > 0 {
		return 0 // there is something else to do
	}
	idle := slices.DeleteFunc(slices.Clone(s.roster.ableWorkers()), func(w *worker) bool { return !w.idle() || w.banned() != "" })

	for _, a := range s.inOrder {
		delay := 2 * s.lease << min(a.repetitions, 20) // twice as long after each repetition
		if a.ended || a.age(now) < delay {
			continue
		}

		// Give the shards to the first idle worker that does not have them.
		shards := slices.DeleteFunc(slices.Clone(a.shards), func(shard enum.Shard) bool { return s.computing[shard.ID] != a })
		at := slices.IndexFunc(idle, func(w *worker) bool { return w != a.to })
		if len(shards) == 0 || at < 0 {
			continue
		}
		n++
		a.repetitions++
		if a.repetitions > 1 {
			s.computeHere(shards)
		}
		s.assign(now, idle[at], toCompute, shards)

		// The first assignment keeps the shards, because its age decides about the next repetition.
		for _, shard := range shards {
			s.computing[shard.ID] = a
		}
		idle = slices.Delete(idle, at, at+1)
	}
	return n
}

func (s *schedule) computeHere(shards []enum.Shard) {
	for _, shard := range shards {
		s.local.compute(shard)
	}
}

// test assigns a new worker its probation, a batch by which it is judged, so that a worker that is always wrong is
// found before any of its results counts. The batch has shards that reliable workers have done recently. If there are
// none, it has the first shard of the run that fits into a message; the coordinator computes this shard, too.
func (s *schedule) test(now time.Time, w *worker) {
	if !w.needsProbation() || w.wantedBatches == 0 { // the worker has its probation, or wants no work
		return
	}

	// Shards that were done before the coordinator learned their size may be too large for a message.
	var shards []enum.Shard
	for _, shard := range s.recent {
		if len(shards) == min(proven, s.roster.batchSize()) {
			break
		}
		if s.register.judges(shard.ID, w) && !s.unsendable[shard.ID] {
			shards = append(shards, shard)
		}
	}

	if len(shards) == 0 {
		shards = s.firstSendable()
		s.computeHere(shards)
	}
	if len(shards) == 0 {
		return // the coordinator has to compute all shards itself
	}
	w.beginProbation(s.assign(now, w, toTest, shards), shards)
}

// firstSendable returns the first shard that is not known to be too large for a message.
func (s *schedule) firstSendable() []enum.Shard {
	for shard := range s.space.Shards() {
		if !s.unsendable[shard.ID] {
			shard.Path = slices.Clone(shard.Path)
			return []enum.Shard{shard}
		}
	}
	return nil
}

// computeOldestVerifications has the coordinator compute the shards that workers have been verifying for the longest
// time, up to the size of a batch. It is called when the coordinator has nothing else to do, so that no worker can
// delay the end of a run by keeping a verification.
func (s *schedule) computeOldestVerifications() {
	left := s.roster.batchSize()
	for _, a := range s.inOrder { // the oldest first
		if a.purpose != toVerify {
			continue
		}
		for _, shard := range a.shards {
			if left > 0 && s.checks.isAssigned(a.to, shard.ID) {
				s.local.compute(shard)
				left--
			}
		}
	}
}

// withdraw ends all assignments of a worker that is banned.
func (s *schedule) withdraw(w *worker) {
	for _, a := range slices.Clone(s.inOrder) {
		if a.to == w {
			s.end(a)
		}
	}
	clear(w.unreturnedShards)
}

// restart begins the pass over the missing shards again, because shards that it had passed have become missing.
func (s *schedule) restart() {
	s.pass.close()
	s.pass, s.ready = nil, nil
}

func (s *schedule) close() { s.pass.close() }
