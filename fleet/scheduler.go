package fleet

import (
	"crypto/sha256"
	"encoding/binary"
	"iter"
	"maps"
	"math"
	"slices"
	"time"

	"enumerate/checkpoints"
	"enumerate/enum"
	"enumerate/internal/lists"
)

// Who does what: batches of missing shards, trials, checks, and what the coordinator does itself.

const (
	batchTime  = time.Second // of work that a batch aims at: little to lose, and little talk
	batchCores = 2000        // more of them have larger batches: a coordinator stores 5,000 a second at most
	batchMost  = 1024        // shards of a batch
	batchBytes = 512 << 10   // of their paths
	scanAtOnce = 100_000     // shards that are passed over before others have a turn
	mostUnsent = 64          // batches that wait to be loaded

	// proven is how many shards of a new worker are all checked. After them fewer and fewer
	// are: BOINC's adaptive replication.
	proven = 10

	recently = 4 * proven // shards that were done last are kept for trials

	// Of so many checks the coordinator does one itself, if no shard waits for its walker: two who agree on
	// what is wrong are found by nobody else.
	ownChecks = 8
)

// A doubt is how little the workers are believed.
type doubt int

const (
	someChecked doubt = iota // a share is checked
	allChecked               // the proof has failed: everything is
	noneTrusted              // and failed again: the coordinator does everything itself
)

// A worker is what the coordinator knows of a worker, or of a contributor from elsewhere, which never connects.
type worker struct {
	key, host, version string
	cores              int
	seen               time.Time
	met                bool               // it has said hello since the start
	given              map[uint64]*flight // by shard: what it was given, and has not returned
	owes               int                // shards that it was given, less those that it has returned
	out                int                // batches on their way
	wants              int                // as many of them at once
	number             uint64             // of the last done that was stored
	did                int                // shards that it has returned since the start
	pace               float64            // seconds that a shard takes it, lately; 0 if none has been done
	valid              int                // shards of it that were confirmed in a row
	pending            int                // shards of it that are to be confirmed
	checking           int                // shards of others that it was told to do
	trial              *trial             // nil if none has begun
	admitted           bool               // its trial is over, or was before the last restart
	maker              uint32             // its number among the makers of the run, 0 if nothing of it is stored
	record             checkpoints.Maker  // as it is stored there
	done               int                // shards that it has made or confirmed
	confirmed          int                // of them, those that are confirmed
	banned             string             // why, if it is
	elsewhere          bool               // this coordinator has not accepted its results
}

// A purpose says why a shard is given.
type purpose int

const (
	toDo    purpose = iota // it is missing
	toCheck                // another worker has done it
	toTry                  // the worker is on trial
)

// A flight is a batch that is given to a worker. It is over when all of it has come back, or when the
// worker has not named it for the time of a lease; what comes back later still counts if it is
// missing then.
type flight struct {
	id      uint64
	to      *worker
	purpose purpose
	shards  []enum.Shard
	since   time.Time
	until   time.Time // the end of the lease, zero while the batch is not sent
	left    int       // shards that have not come back
	next    int       // where the next one is looked for
	twice   int       // how often another worker was given it too
	over    bool
}

// A check is a shard that is to be done by another one than its owner.
type check struct {
	shard enum.Shard
	owner *worker // nil if it is not known
	by    *worker // nil if it is not assigned
	in    *flight // by which it was told to do it
}

// A trial is some shards by which a worker is judged. What it says of them is compared, and does not count.
type trial struct {
	*flight
	said map[uint64]uint32 // by shard, the hash
	lost bool              // a part of it will not come back
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

// aim is how many seconds of work a batch should be if there is that number of cores.
func aim(cores int) float64 { return batchTime.Seconds() * max(1, float64(cores)/batchCores) }

// size is how many shards a batch has, if they take as long as the last ones.
func (c *coordinator) size() int {
	if c.pace == 0 {
		return 1
	}
	return int(min(max(aim(c.cores)/c.pace, 1), batchMost))
}

// live reports whether a worker was heard of lately.
func (c *coordinator) live(now time.Time, w *worker) bool {
	return w.met && w.banned == "" && now.Sub(w.seen) < c.lease
}

// measure says of those who live how many cores they have, and what a shard takes: the median, so that
// no single worker can say that.
func (c *coordinator) measure(now time.Time) {
	c.cores, c.paces = 0, c.paces[:0]
	c.present, c.able = c.present[:0], c.able[:0]
	for _, w := range c.list {
		if !c.live(now, w) {
			continue
		}
		c.present = append(c.present, w)
		if c.untried(w) {
			continue
		}
		c.cores += min(w.cores, w.most()) // as it says, and more so the more of it was confirmed
		c.able = append(c.able, w)
		if w.pace > 0 {
			c.paces = append(c.paces, w.pace)
		}
	}
	if len(c.paces) > 0 {
		slices.Sort(c.paces)
		c.pace = c.paces[len(c.paces)/2]
	}
}

// most is how many batches a worker may have at once: enough for its cores never to wait, and
// few while little of it was confirmed, since whoever holds batches holds others up.
func (w *worker) most() int { return min(2*w.cores+1, 16*(1+w.valid)) }

// feed gives a worker as much as it wants, if it is there.
func (c *coordinator) feed(now time.Time, w *worker) {
	if !c.live(now, w) {
		return
	}
	if c.untried(w) {
		c.try(now, w)
		return
	}
	for w.out < min(w.wants, w.most()) && c.unsent < mostUnsent {
		shards, more := c.next(min(c.size(), w.did+1)) // nobody knows yet what a new one can do
		if len(shards) == 0 {
			c.more = c.more || more
			return
		}
		c.give(now, w, toDo, shards)
	}
}

// next returns shards to do that nobody has been given, if it finds some. It is to be called
// again soon if it says that there are more.
func (c *coordinator) next(size int) (shards []enum.Shard, more bool) {
	if c.fresh == nil && len(c.ready) == 0 {
		if c.missing <= uint64(len(c.flying)+len(c.verifying)) {
			return nil, false
		}
		c.fresh = newPass(c.space)
	}
	if c.fresh != nil && len(c.ready) < size {
		found, end := c.fresh.find(size-len(c.ready), c.wanted)
		c.ready = append(c.ready, found...)
		if end {
			c.fresh = nil
		} else if len(c.ready) == 0 {
			return nil, true
		}
	}
	n := min(size, len(c.ready))
	shards, c.ready = c.ready[:n:n], c.ready[n:]
	return slices.DeleteFunc(shards, func(shard enum.Shard) bool { return !c.wanted(shard.ID) }), n > 0 // some may have come late
}

// wanted reports whether a shard is missing, and nobody is at it.
func (c *coordinator) wanted(id uint64) bool {
	_, verifying := c.verifying[id]
	_, disputed := c.disputed[id]
	return !verifying && !disputed && c.flying[id] == nil && !c.done(id)
}

// give sends shards to a worker.
func (c *coordinator) give(now time.Time, w *worker, why purpose, shards []enum.Shard) *flight {
	c.given++
	f := &flight{id: c.given, to: w, purpose: why, shards: shards, since: now, left: len(shards)}
	c.flights[f.id] = f
	c.aloft = append(c.aloft, f)
	w.out++
	w.owes += len(shards)
	for _, shard := range shards {
		w.given[shard.ID] = f
		if why == toDo {
			c.flying[shard.ID] = f
		}
	}
	b := Batch{c.epoch, f.id, shards}
	if _, portable := c.space.(enum.Portable); portable {
		c.unsent++
		c.out.load(c.subjects.work(w.key), b)
		return f
	}
	f.until = now.Add(c.lease)
	c.out.send(c.subjects.work(w.key), &b)
	return f
}

// lose is told that a part of a flight will not come back. If it is a trial another one takes its place.
func (f *flight) lose() {
	if t := f.to.trial; t != nil && t.flight == f {
		t.lost = true
	}
}

// end ends a flight. What has not come back of it is for others.
func (c *coordinator) end(f *flight) {
	if f.over {
		return
	}
	f.over = true
	f.to.out--
	delete(c.flights, f.id)
	var again []enum.Shard
	for _, shard := range f.shards {
		if check := c.checks[shard.ID]; check != nil && check.in == f {
			c.unassign(check)
		}
		if f.to.given[shard.ID] != f {
			continue // it has come back
		}
		switch f.purpose {
		case toTry:
			f.lose()
			delete(f.to.given, shard.ID) // another trial takes its place
		case toDo:
			if c.flying[shard.ID] == f {
				delete(c.flying, shard.ID)
				again = append(again, shard)
			}
		}
	}
	c.ready = append(again, c.ready...)
}

// expire ends the flights whose lease is over.
func (c *coordinator) expire(now time.Time) {
	for _, f := range c.aloft {
		if !f.over && !f.until.IsZero() && now.After(f.until) {
			c.counts.Redelivered++
			c.end(f)
		}
	}
	c.aloft = slices.DeleteFunc(c.aloft, func(f *flight) bool { return f.over })
}

// repeat gives what was given long ago, though somebody may still be at it, to those who have nothing else to do, and where that was in
// vain the coordinator does it too: nobody holds up a run by holding a batch, and no two by holding the same one.
func (c *coordinator) repeat(now time.Time) {
	if c.fresh != nil || len(c.ready) > 0 {
		return // there is something else
	}
	idle := slices.DeleteFunc(slices.Clone(c.able), func(w *worker) bool { return w.out > 0 || w.banned != "" })
	for _, f := range c.aloft {
		if f.over || now.Sub(f.since) < 2*c.lease<<min(f.twice, 20) {
			continue
		}
		shards := slices.DeleteFunc(slices.Clone(f.shards), func(shard enum.Shard) bool { return c.flying[shard.ID] != f })
		at := slices.IndexFunc(idle, func(w *worker) bool { return w != f.to })
		if len(shards) == 0 || at < 0 {
			continue
		}
		if f.twice++; f.twice > 1 {
			for _, shard := range shards {
				c.verify(shard)
			}
		}
		c.counts.Redelivered++
		c.give(now, idle[at], toDo, shards)
		for _, shard := range shards {
			c.flying[shard.ID] = f
		}
		idle = slices.Delete(idle, at, at+1)
	}
}

// untried reports whether a worker is to pass a trial first. Where one shard stands for several there are none: a trial
// is less than that.
func (c *coordinator) untried(w *worker) bool { return c.check > 0 && c.each == 1 && !w.admitted }

// try gives a worker on trial shards to do: some that others have done lately who are believed, or,
// if there are none, the first one of all, which the coordinator does too.
// So a worker that is always wrong is found out by these.
func (c *coordinator) try(now time.Time, w *worker) {
	if w.trial != nil && !w.trial.lost || w.wants == 0 {
		return
	}
	var shards []enum.Shard
	for _, shard := range c.recent {
		if len(shards) == min(proven, c.size()) {
			break
		}
		// That a shard cannot be sent may have been found out after it was done.
		if c.vouched(shard.ID, w) && !c.unsendable[shard.ID] {
			shards = append(shards, shard)
		}
	}
	if len(shards) == 0 {
		shards = c.exam()
		for _, shard := range shards {
			c.verify(shard)
		}
	}
	if len(shards) == 0 {
		return // the coordinator has to do all itself
	}
	w.trial = &trial{flight: c.give(now, w, toTry, shards), said: make(map[uint64]uint32)}
}

// exam returns the first shard that can be sent.
func (c *coordinator) exam() []enum.Shard {
	for shard := range c.space.Shards() {
		if !c.unsendable[shard.ID] {
			shard.Path = slices.Clone(shard.Path)
			return []enum.Shard{shard}
		}
	}
	return nil
}

// believed reports whether others may be compared with what a worker says.
func (c *coordinator) believed(w *worker) bool { return !w.elsewhere && !c.untried(w) }

// vouched reports whether a worker may be compared with the result of a shard: the shard was done here, or by
// somebody else who is believed.
func (c *coordinator) vouched(id uint64, w *worker) bool {
	if !c.done(id) {
		return false
	}
	workers, here := c.by(c.shards[id])
	return here || !slices.Contains(workers, w) && slices.ContainsFunc(workers, c.believed)
}

// judge admits a worker if all that it was tried with is right, and bans it if some is not. Where it differs from
// another worker the coordinator does the shard itself.
func (c *coordinator) judge(w *worker) error {
	if w.trial == nil || len(w.trial.said) < len(w.trial.shards) {
		return nil
	}
	open := false
	for _, shard := range w.trial.shards {
		done := c.done(shard.ID)
		same := done && c.shards[shard.ID].hash == w.trial.said[shard.ID]
		switch {
		case same && (c.vouched(shard.ID, w) || c.verified[shard.ID]):
		case done && c.verified[shard.ID]:
			return c.ban(w, wrongShard(shard.ID))
		default:
			c.verify(shard)
			open = true
		}
	}
	if !open {
		w.admitted, w.trial = true, nil
	}
	return nil
}

// landed is told that a shard has come back from a worker, or from the coordinator itself, nil, and is stored if it
// was missing, or to be checked.
func (c *coordinator) landed(by *worker, shard enum.Shard, e *entry) {
	switch e.outcome {
	case isNew:
		c.counts.Stored++
	case confirms:
		c.counts.Confirmed++
	case disputes:
		c.counts.Disputed++
	case repeats:
		c.counts.Double++
	}
	seconds := max(e.Took.Seconds(), 1e-9) // 0 is that nothing is known
	delete(c.flying, shard.ID)
	if by == nil {
		c.verified[shard.ID] = true
	} else {
		const slowness = 0.05 // how much the last shard weighs
		if by.pace == 0 {
			by.pace = seconds
		}
		by.pace += slowness * (seconds - by.pace)
	}
	if c.pace == 0 {
		c.pace = seconds
	}
	again := slices.ContainsFunc(c.recent, func(r enum.Shard) bool { return r.ID == shard.ID })
	if !again && !c.unsendable[shard.ID] { // a trial has each of its shards once
		c.recent = append(c.recent[max(0, len(c.recent)+1-recently):], shard)
	}
	owner := c.owner(shard.ID)
	switch {
	case e.outcome == disputes:
		c.endCheck(shard.ID)
	case c.confirmed(shard.ID):
		c.endCheck(shard.ID)
		if owner != nil && e.was.confirmer == 0 { // the coordinator may do again what a worker has confirmed
			owner.valid++
		}
		if by != nil && by != owner {
			by.valid++
		}
	case c.checks[shard.ID] == nil && c.due(shard.ID):
		c.recheck(shard)
	}
}

// due reports whether a shard that has an owner and is not confirmed is to be checked.
func (c *coordinator) due(id uint64) bool {
	owner := c.owner(id)
	switch {
	case c.doubt > someChecked:
		return true
	case c.check == 0 || owner == nil:
		return c.chance(id) < c.check
	}
	if trust := (owner.valid + owner.pending) * c.each; trust >= proven {
		return c.chance(id) < max(c.check, 1/float64(trust+1))
	}
	return true
}

// chance is a number from 0 to 1 that no worker can foresee, and that does not change.
func (c *coordinator) chance(id uint64) float64 {
	sum := sha256.Sum256(binary.BigEndian.AppendUint64(c.secret[:len(c.secret):len(c.secret)], id))
	return float64(binary.BigEndian.Uint64(sum[:])) / math.MaxUint64
}

// recheck has a shard done again.
func (c *coordinator) recheck(shard enum.Shard) {
	if len(c.local) == 0 && c.random.IntN(ownChecks) == 0 && !c.verified[shard.ID] {
		c.verify(shard)
		return
	}
	check := &check{shard: shard, owner: c.owner(shard.ID)}
	c.checks[shard.ID] = check
	c.waiting = append(c.waiting, check)
	if check.owner != nil {
		check.owner.pending++
	}
}

// endCheck ends the check of a shard, if there is one.
func (c *coordinator) endCheck(id uint64) {
	check := c.checks[id]
	if check == nil {
		return
	}
	delete(c.checks, id)
	if check.by != nil {
		check.by.checking--
	}
	if check.owner != nil {
		check.owner.pending--
	}
}

// unassign has a check wait for another worker.
func (c *coordinator) unassign(check *check) {
	check.by.checking--
	check.by, check.in = nil, nil
	c.waiting = append(c.waiting, check)
}

// assign gives the checks that wait to workers, a batch each, and those to the coordinator that no other worker
// can do.
func (c *coordinator) assign(now time.Time) {
	size := c.size()
	var by []*worker
	batches := make(map[*worker][]enum.Shard)
	for len(c.waiting) > 0 {
		check := c.waiting[0]
		if c.checks[check.shard.ID] == check { // it is not over
			w, alone := c.checker(check.owner, size)
			switch {
			case w != nil:
				if check.by = w; batches[w] == nil {
					by = append(by, w)
				}
				batches[w] = append(batches[w], check.shard)
				w.checking++
			case alone:
				c.verify(check.shard)
			}
			if w == nil && !alone {
				break
			}
		}
		c.waiting = c.waiting[1:]
	}
	for _, w := range by {
		f := c.give(now, w, toCheck, batches[w])
		for _, shard := range f.shards {
			c.checks[shard.ID].in = f
		}
	}
}

// help has the coordinator, when it has nothing else to do, do some of what was to be checked first: nobody holds up the end of a run by
// holding a check.
func (c *coordinator) help() {
	left := c.size()
	for _, f := range c.aloft {
		for _, shard := range f.shards {
			if check := c.checks[shard.ID]; left > 0 && f.purpose == toCheck && check != nil && check.by == f.to {
				c.verify(shard)
				left--
			}
		}
	}
}

// checker returns who is to check what a worker has done: another one that is admitted and has little to
// check, if possible on another machine. It asks a few at random, all if they are few. If
// there is no other worker at all, it says so.
func (c *coordinator) checker(owner *worker, most int) (best *worker, alone bool) {
	const some = 8
	other := func(w *worker) bool { return owner == nil || w.host != owner.host }
	alone = true
	for i := range min(some, len(c.able)) {
		w := c.able[i]
		if len(c.able) > some {
			w = c.able[c.random.IntN(len(c.able))]
		}
		if w == owner || w.banned != "" {
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

// verify has the coordinator do a shard itself. Nothing that a worker says ends that.
func (c *coordinator) verify(shard enum.Shard) {
	if _, verifying := c.verifying[shard.ID]; !verifying && !c.verified[shard.ID] {
		c.verifying[shard.ID] = shard
		c.local = append(c.local, shard)
	}
	c.walkNext()
}

// walkNext has the coordinator's walker begin what waits for it.
func (c *coordinator) walkNext() {
	if !c.walking && len(c.local) > 0 {
		c.walking = true
		c.out.walk(c.local[0])
		c.local = c.local[1:]
	}
}

// arbitrate returns shards that the coordinator is to do because workers contradict each other, or
// because no worker is believed any more. It is to be called again if it says that there are more.
func (c *coordinator) arbitrate() (list []enum.Shard, more bool) {
	if c.doubt == noneTrusted {
		return c.seek(func(id uint64) bool { return c.done(id) && !c.verified[id] })
	}
	return lists.Map(slices.Sorted(maps.Keys(c.disputed)), func(id uint64) enum.Shard { return c.disputed[id].shard }), false
}

// recheckAll looks for shards that are to be checked, once all are done: those whose check was
// lost, with a coordinator that was killed, say, and all of them if the proof has failed. It
// is to be called again if it says that there are more.
func (c *coordinator) recheckAll() (more bool) {
	list, more := c.seek(func(id uint64) bool { return c.checks[id] == nil && !c.confirmed(id) && c.due(id) })
	for _, shard := range list {
		c.recheck(shard)
	}
	return more
}

// seek goes on with the pass that is not for missing shards.
func (c *coordinator) seek(wanted func(id uint64) bool) (list []enum.Shard, more bool) {
	if c.again == nil {
		c.again = newPass(c.space)
	}
	list, end := c.again.find(batchMost, wanted)
	if end {
		c.again = nil
	}
	return list, !end
}

// forget is told that no result of a worker counts any more.
func (c *coordinator) forget(w *worker) {
	w.valid, w.trial = 0, nil
	for _, f := range slices.Clone(c.aloft) {
		if f.to == w {
			c.end(f)
		}
	}
	clear(w.given)
	for _, id := range slices.Sorted(maps.Keys(c.checks)) {
		if c.checks[id].owner == w {
			c.endCheck(id)
		}
	}
}

// restart has the pass over missing shards begin again: what is missing now may be behind it.
func (c *coordinator) restart() {
	if c.fresh != nil {
		c.fresh.stop()
	}
	c.fresh, c.ready = nil, nil
}
