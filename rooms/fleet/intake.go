package fleet

import (
	"fmt"
	"slices"
	"time"

	"enumerate/enum"
)

// An intake takes the results of workers and of the coordinator itself, and has the register store them. Then it tells
// the other types of the coordinator, which keep trust, leases and verifications, what became of each result.
type intake struct {
	roster   *roster
	register *register
	local    *local
	checks   *checks
	schedule *schedule
	bans     *bans
	epoch    uint64
	verdicts int // verdicts of the space
	counts   *Counts
	answer   func(l letter, message any)       // answers a letter
	blame    func(l letter, fault error) error // bans the sender of a letter

	deliveries []*pendingDelivery // deliveries of this call of receive, which store stores together
	ended      bool               // the run is finished, and no more results count
}

// A pendingDelivery is the results in a delivery of a worker, or of the coordinator itself, until they are stored or
// dropped.
type pendingDelivery struct {
	letter  letter
	message *delivery
	from    *worker // nil for the coordinator itself
	entries []*entry
	fault   error // that the register has found
}

func newIntake(roster *roster, register *register, local *local, checks *checks, schedule *schedule, bans *bans, epoch uint64, verdicts int, counts *Counts) *intake {
	return &intake{
		roster: roster, register: register, local: local, checks: checks, schedule: schedule, bans: bans,
		epoch: epoch, verdicts: verdicts, counts: counts,
	}
}

// answerBy sets the functions that answer a letter, and that ban its sender. It must be called before the first letter
// comes.
func (i *intake) answerBy(answer func(l letter, message any), blame func(l letter, fault error) error) {
	i.answer, i.blame = answer, blame
}

func (i *intake) end() { i.ended = true }

// collect keeps the results in the message m of a worker, which the method store writes into the database later. If an
// earlier delivery of this worker is not stored yet, it is stored first, because storing it may ban the worker or end
// the assignments of its shards. In these cases, the results in m do not count.
func (i *intake) collect(now time.Time, l letter, m *delivery) error {
	w := i.roster.find(l.from)
	if slices.ContainsFunc(i.deliveries, func(d *pendingDelivery) bool { return d.from == w }) {
		if err := i.store(now); err != nil {
			return err
		}
	}
	d, err := i.open(now, l, m)
	if d != nil {
		i.deliveries = append(i.deliveries, d)
	}
	return err
}

// open reads the delivery m. If the delivery has a fault that no honest worker makes, open bans the worker. If no
// result can count, because the worker is banned or the delivery came before, the worker gets its receipt immediately.
// In both cases it returns no delivery.
func (i *intake) open(now time.Time, l letter, m *delivery) (*pendingDelivery, error) {
	w := i.roster.find(l.from)
	if w != nil && w.banned() != "" {
		i.answer(l, i.refuse(w, m))
		return nil, nil
	}
	if i.ended || !i.awaits(w, m) {
		i.answer(l, i.drop(m))
		return nil, nil
	}
	entries, fault := i.read(now, w, m)
	if fault != nil {
		return nil, i.blame(l, fault)
	}
	return &pendingDelivery{letter: l, message: m, from: w, entries: entries}, nil
}

// store stores the collected deliveries in one transaction, and answers each with a receipt. If the database cannot
// store anything now, the receipt asks the worker to send the results again.
func (i *intake) store(now time.Time) error {
	deliveries := i.deliveries
	i.deliveries = nil

	err := i.record(deliveries...)
	if i.register.temporary(err) {
		for _, d := range deliveries {
			i.answer(d.letter, i.postpone(d.message))
		}
		return nil
	}
	if err != nil {
		return err
	}

	for _, d := range deliveries {
		if err := i.conclude(now, d); err != nil {
			return err
		}
	}
	return nil
}

// conclude is called for each delivery d after the register has stored its results or has found a fault in it. It bans
// the worker for a fault. Otherwise it sends the receipt, ends the worker's probation if the results decide it, and
// assigns more shards.
func (i *intake) conclude(now time.Time, d *pendingDelivery) error {
	if d.fault != nil {
		return i.blame(d.letter, d.fault)
	}
	w := d.from
	if w.banned() != "" { // because of a delivery before this one
		i.answer(d.letter, i.refuse(w, d.message))
		return nil
	}
	i.accept(d)
	i.answer(d.letter, i.acknowledge(d.message))
	if err := i.judge(w); err != nil {
		return err
	}
	i.schedule.supply(now, w)
	return nil
}

// awaits reports whether the results m of a worker w may count: the worker takes part, and the message is meant for
// this start of the coordinator (the epoch) and does not repeat one that was stored.
func (i *intake) awaits(w *worker, m *delivery) bool {
	return w != nil && w.joined() && m.Epoch == i.epoch && m.Number > w.lastDelivery()
}

// drop returns the receipt of a delivery whose results are not needed. It says that the results are stored: otherwise
// an honest worker would send them again for ever.
func (i *intake) drop(m *delivery) *receipt {
	i.counts.IgnoredResults += uint64(len(m.Shards))
	r := &receipt{Epoch: i.epoch, Number: m.Number, Stored: true}
	if m.Epoch != i.epoch {
		r.Number = 0 // the worker may be waiting for the receipt of a message with this number in the present epoch
	}
	return r
}

func (i *intake) acknowledge(m *delivery) *receipt {
	return &receipt{Epoch: i.epoch, Number: m.Number, Stored: true}
}

func (i *intake) postpone(m *delivery) *receipt {
	return &receipt{Epoch: i.epoch, Number: m.Number, Error: "the coordinator cannot store it now"}
}

func (i *intake) refuse(w *worker, m *delivery) *receipt {
	return &receipt{Epoch: i.epoch, Number: m.Number, BanReason: w.banned()}
}

// read decodes and checks the results in a message m of the worker w. The worker is banned for an error, because no
// honest worker sends such results. Results for shards that are not assigned to the worker are left out, because their
// assignment may have ended in the meantime.
func (i *intake) read(now time.Time, w *worker, m *delivery) ([]*entry, error) {
	if len(m.Shards) > w.expectedResults() {
		return nil, fmt.Errorf("the worker sent %d results, but only %d shards are assigned to it", len(m.Shards), w.expectedResults())
	}
	w.touch(now)

	var entries []*entry
	seen := make(map[uint64]bool, len(m.Shards))
	for _, r := range m.Shards {
		if r.ID >= i.register.size() {
			return nil, fmt.Errorf("the worker sent a result for shard %d, but the run has %d shards", r.ID, i.register.size())
		}
		if seen[r.ID] {
			return nil, fmt.Errorf("the worker sent two results for shard %d in a message", r.ID)
		}
		seen[r.ID] = true

		a := w.assignmentOf(r.ID)
		if a == nil {
			i.counts.IgnoredResults++
			continue
		}

		tally, err := r.tally(i.verdicts)
		if err != nil {
			return nil, err
		}
		took := min(r.Took, max(a.age(now), 0)) // the worker's claim, but not longer than it had the shard
		e, err := i.register.inspect(enum.Result{Shard: a.shard(r.ID), Tally: tally, Took: took}, r.Tally)
		if err != nil {
			return nil, err
		}
		e.assignment = a
		entries = append(entries, e)
	}
	return entries, nil
}

func (i *intake) record(deliveries ...*pendingDelivery) error {
	return i.register.record(i.countsResult, deliveries...)
}

// countsResult reports whether a result may be stored: its worker is neither banned nor on probation, and its shard is
// missing, or assigned to the worker for a verification.
func (i *intake) countsResult(w *worker, e *entry) bool {
	switch {
	case e.assignment == nil: // the coordinator's own
		return true
	case w.banned() != "": // since the delivery was collected
		return false
	case e.assignment.tests(): // of a worker on probation: it is only compared with known results
		return false
	case i.checks.isAssigned(w, e.Shard.ID):
		return true
	}
	return !i.register.done(e.Shard.ID)
}

// accept passes the outcome of each result of a stored delivery on to the types that keep trust, leases and
// verifications.
func (i *intake) accept(d *pendingDelivery) {
	d.from.deliver(d.message.Number, len(d.message.Shards))
	for _, e := range d.entries {
		a := e.assignment
		shard := i.schedule.takeBack(a, e.Shard.ID)
		switch {
		case e.outcome != dropped:
			i.settle(d.from, shard, e)
		case a.tests(): // the result only tests the worker, so it was not stored
			d.from.addToProbation(a, shard.ID, e.hash)
		default: // another result for the shard came first
			i.counts.IgnoredResults++
			i.schedule.drop(a, shard.ID)
		}
		i.schedule.endIfReturned(a)
	}
}

// settle passes on a result that was stored: its outcome is counted, the roster notes the time it took, the schedule
// notes that the shard is done, and the checks begin or end a verification. The argument `by` is the worker that sent
// the result, nil for the coordinator itself.
func (i *intake) settle(by *worker, shard enum.Shard, e *entry) {
	i.counts.add(e.outcome)
	i.roster.observe(by, e.Took)
	i.schedule.settle(shard)
	i.checks.settle(by, shard, e)
}

// judge bans a worker whose probation, a test of new workers, shows that it computes wrongly.
func (i *intake) judge(w *worker) error {
	if fault := i.checks.judge(w); fault != "" {
		return i.bans.ban(w, fault)
	}
	return nil
}

// storeOwn takes a result that the coordinator itself has computed, stores it, and begins the next shard.
func (i *intake) storeOwn(r enum.Result) error {
	encoded, err := r.Tally.MarshalBinary()
	if err != nil {
		return err
	}
	e, err := i.register.inspect(r, encoded)
	if err != nil {
		return fmt.Errorf("computed by the coordinator: %w", err)
	}
	i.local.takeResult(e)
	err = i.storeLocal()
	i.local.begin()
	return err
}

// storeLocal stores the results that the coordinator itself has computed, and bans each worker that has another result
// for the same shard. It returns no error if the database cannot store anything now: the next tick calls it again.
func (i *intake) storeLocal() error {
	for e := i.local.first(); e != nil; e = i.local.first() {
		for _, w := range i.register.refuted(e) {
			if err := i.bans.ban(w, wrongShard(e.Shard.ID)); err != nil {
				return err
			}
		}
		if i.bans.pending() { // a ban removes the wrong result; until it is stored, this one cannot take its place
			return nil
		}

		d := &pendingDelivery{entries: []*entry{e}}
		err := i.record(d)
		if i.register.temporary(err) {
			return nil
		}
		if err != nil {
			return err
		}
		if d.fault != nil {
			return fmt.Errorf("computed by the coordinator: %w", d.fault)
		}
		shard := i.local.removeFirst()
		i.register.resolve(e.Shard.ID)
		i.settle(nil, shard, e)

		// Probations may have waited for this result.
		for _, w := range i.roster.all() {
			if err := i.judge(w); err != nil {
				return err
			}
		}
	}
	return nil
}
