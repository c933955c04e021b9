package fleet

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"enumerate/checkpoints"
	"enumerate/enum"
	"enumerate/internal/rows"
	"enumerate/internal/text"
)

const (
	tick = 200 * time.Millisecond
	// mostShort is how long names may be, in bytes.
	mostShort = 100
)

// A transport connects a coordinator with everything except its memory: NATS, goroutines and a disk when it serves, or a simulation. No
// method waits.
type transport interface {
	gate
	send(subject string, message any)
	// walk has this machine compute a shard; walked is called with the result.
	walk(shard enum.Shard)
	// load sends a batch of a portable space, with everything that its shards need; loaded is called then.
	load(subject string, b Batch)
}

// A letter is a message to the coordinator. The transport knows its sender. An error takes the place of a message that is a fault.
type letter struct {
	from, reply string
	message     any
}

// A coordinator serves one run. It takes messages, answers them, and does from time to time what is due; the types that it holds decide
// what. It has no goroutines, network, clock or disk: what it does follows from the calls of receive, tick, walked and loaded, from the
// time that they are given, and from random numbers.
type coordinator struct {
	roll         *roll
	contributors *contributors
	register     *register
	local        *local
	checks       *checks
	schedule     *schedule
	bans         *bans
	intake       *intake

	key      checkpoints.Key
	space    enum.Space
	subjects subjects
	open     bool // any key may say hello, because the operator of the servers decides who connects
	out      transport
	remark   func(string)
	epoch    uint64

	proved bool
	ended  bool
	counts Counts
}

// newCoordinator returns the coordinator of a run, and reads what its ledger has.
func newCoordinator(s Service, ledger ledger, subjects subjects, random *rand.Rand, out transport) (*coordinator, error) {
	c := &coordinator{
		key: s.Key, space: s.Space, subjects: subjects, open: s.Cluster != nil, out: out, remark: s.Remark, epoch: random.Uint64(),
	}
	c.roll = newRoll(s, out)
	c.contributors = newContributors(c.roll)
	c.register = newRegister(s, ledger, c.roll, c.contributors, c.say)
	c.local = newLocal(out.walk)
	c.checks = newChecks(s, c.roll, c.register, c.local, random)
	c.schedule = newSchedule(s, c.roll, c.register, c.checks, c.local, c.epoch, subjects, out)
	c.bans = newBans(c.roll, c.contributors, c.register, c.checks, c.schedule, subjects, out, c.say)
	c.intake = newIntake(c.roll, c.register, c.local, c.checks, c.schedule, c.bans, len(s.Space.Verdicts()), &c.counts)
	c.register.reportTo(c.bans.shutOut)
	if err := c.register.read(false); err != nil {
		return nil, err
	}
	for w := range c.contributors.all() {
		w.restoreTrust()
	}
	if others := c.register.describeElsewhere(); others != "" {
		c.say("%s; they are verified like the results of a new worker", others)
	}
	return c, nil
}

// close ends the passes over the shards.
func (c *coordinator) close() {
	c.schedule.close()
	c.checks.close()
}

// say makes a remark, which may contain what strangers have sent.
func (c *coordinator) say(format string, args ...any) {
	if c.remark != nil {
		c.remark(oneLine(fmt.Sprintf(format, args...)))
	}
}

// oneLine returns a text as it may stand on a line of a terminal, and in a record.
func oneLine(s string) string {
	return strings.Join(strings.Fields(strings.ReplaceAll(text.Printable(s), string(utf8.RuneError), "?")), " ")
}

// receive takes letters. The results in them are stored together.
func (c *coordinator) receive(now time.Time, letters ...letter) error {
	var deliveries []*delivery
	for _, l := range letters {
		var err error
		switch m := l.message.(type) {
		case *enrolment:
			c.enrol(now, l, m.Key)
		case *hello:
			err = c.greet(now, l, m)
		case *beat:
			c.renew(now, l, m)
		case *done:
			sameWorker := func(d *delivery) bool { return d.from == c.roll.find(l.from) }
			if slices.ContainsFunc(deliveries, sameWorker) { // the deliveries of a worker are stored one after the other
				err = c.store(now, deliveries)
				deliveries = nil
			}
			d, fault := c.deliver(now, l, m)
			if fault != nil {
				err = errors.Join(err, c.blame(l, fault))
			} else if d != nil {
				deliveries = append(deliveries, d)
			}
		case error:
			err = c.blame(l, m)
		}
		if err != nil {
			return err
		}
	}
	return c.store(now, deliveries)
}

// answer answers a letter, but only to a subject below its sender's inbox.
func (c *coordinator) answer(l letter, message any) {
	switch {
	case l.reply == "":
	case !strings.HasPrefix(l.reply, c.subjects.inbox(l.from)+".") || strings.ContainsAny(l.reply, "*> \t\r\n"):
		c.counts.Misled++
	default:
		c.out.send(l.reply, message)
	}
}

// blame bans the sender of a letter, if it is a worker.
func (c *coordinator) blame(l letter, fault error) error {
	c.answer(l, &receipt{Epoch: c.epoch, Banned: fault.Error()})
	if w := c.roll.find(l.from); w != nil {
		return c.bans.ban(w, fault.Error())
	}
	return nil
}

// enrol lets a key in from now on.
func (c *coordinator) enrol(now time.Time, l letter, key string) {
	if err := c.roll.admit(now, key); err != nil {
		c.answer(l, &receipt{Banned: err.Error()})
		return
	}
	c.answer(l, &receipt{Stored: true})
}

// greet answers a hello.
func (c *coordinator) greet(now time.Time, l letter, m *hello) error {
	host, version := oneLine(m.Host), oneLine(m.Version)
	if len(host) > mostShort || len(version) > mostShort {
		return c.blame(l, fmt.Errorf("its host name or version has more than %d bytes", mostShort))
	}
	j := job{Key: c.key, Protocol: protocol, Fingerprint: c.space.Fingerprint(), Epoch: c.epoch, Ended: c.ended}
	if err := c.accept(now, l.from, m.Protocol); err != nil {
		j.Refused = err.Error()
	} else {
		c.roll.find(l.from).greet(now, host, version, m.Workers)
	}
	c.answer(l, &j)
	return nil
}

// accept returns why a worker that says hello may not take part, if so.
func (c *coordinator) accept(now time.Time, key string, version int) error {
	w := c.roll.find(key)
	switch {
	case version != protocol:
		return fmt.Errorf("its messages have version %d, those of the coordinator version %d; use the same version of the program", version, protocol)
	case w == nil && !c.open:
		return errors.New("its key is not enrolled")
	case w == nil || w.banned() != "":
		return c.roll.admit(now, key)
	}
	return nil
}

// renew takes a sign of life: it renews the leases of a worker, and assigns more to it if it wants more.
func (c *coordinator) renew(now time.Time, l letter, m *beat) {
	w := c.roll.find(l.from)
	if w == nil || !w.joined() || c.ended {
		return
	}
	w.hear(now)
	c.schedule.renew(now, w, m.Holds)
	w.want(len(m.Holds) + max(m.Wants, 0))
	c.schedule.supply(now, w)
}

// deliver reads a delivery, or returns its fault. It answers a delivery that has come before, or that is for an earlier coordinator, and
// returns nil: an honest worker then forgets the results.
func (c *coordinator) deliver(now time.Time, l letter, m *done) (*delivery, error) {
	w := c.roll.find(l.from)
	switch {
	case w != nil && w.banned() != "":
		c.answer(l, &receipt{Epoch: c.epoch, Number: m.Number, Banned: w.banned()})
		return nil, nil
	case w != nil && w.joined() && !c.ended && m.Epoch == c.epoch && m.Number > w.lastDelivery():
		entries, err := c.intake.read(now, w, m)
		if err != nil {
			return nil, err
		}
		return &delivery{letter: l, message: m, from: w, entries: entries}, nil
	}
	c.counts.Dropped += uint64(len(m.Shards))
	r := &receipt{Epoch: c.epoch, Number: m.Number, Stored: true}
	if m.Epoch != c.epoch {
		r.Number = 0 // the worker may be waiting for the receipt of a message with this number in the present epoch
	}
	c.answer(l, r)
	return nil, nil
}

// store stores the results in deliveries, and answers them.
func (c *coordinator) store(now time.Time, deliveries []*delivery) error {
	err := c.intake.record(deliveries...)
	if c.register.temporary(err) {
		for _, d := range deliveries {
			c.answer(d.letter, &receipt{Epoch: c.epoch, Number: d.message.Number, Error: "the coordinator cannot store it now"})
		}
		return nil
	}
	if err != nil {
		return err
	}
	for _, d := range deliveries {
		if d.fault != nil {
			err = c.blame(d.letter, d.fault)
		} else {
			err = c.stored(now, d)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// stored answers a delivery whose results that count are stored, and assigns more to its worker.
func (c *coordinator) stored(now time.Time, d *delivery) error {
	w := d.from
	if w.banned() != "" { // because of an earlier delivery
		c.answer(d.letter, &receipt{Epoch: c.epoch, Number: d.message.Number, Banned: w.banned()})
		return nil
	}
	c.intake.accept(d)
	c.answer(d.letter, &receipt{Epoch: c.epoch, Number: d.message.Number, Stored: true})
	if err := c.intake.judge(w); err != nil {
		return err
	}
	c.schedule.supply(now, w)
	return nil
}

// walked takes a result of the coordinator itself.
func (c *coordinator) walked(r enum.Result) error { return c.intake.walked(r) }

// loaded notes that a batch was loaded and sent, except the shards that are too large for a message.
func (c *coordinator) loaded(now time.Time, id uint64, unsendable []enum.Shard) {
	c.schedule.loaded(now, id, unsendable)
}

// hasMore reports whether tick should be called again soon.
func (c *coordinator) hasMore() bool { return c.schedule.hasMore() }

// tick does what is due, and reports whether the run is done and proved.
func (c *coordinator) tick(now time.Time) (finished bool, err error) {
	if err := errors.Join(c.bans.store(), c.intake.storeLocal()); err != nil {
		return false, err
	}
	c.roll.measure(now)
	c.counts.Redelivered += c.schedule.tick(now)
	shards, more := c.checks.arbitrate()
	for _, shard := range shards {
		c.local.recompute(shard)
	}
	missing := c.register.missingShards()
	if missing == 0 && c.local.pendingShards() == 0 {
		c.schedule.help()
	}
	if missing > 0 || more || len(shards) > 0 || c.bans.pending() || c.verifying() {
		return false, nil
	}
	if c.checks.beginDue() || c.verifying() { // the last verifications may be the coordinator's own
		return false, nil
	}
	return c.prove()
}

// verifying reports whether verifications are open.
func (c *coordinator) verifying() bool {
	return c.local.pendingShards()+c.checks.openVerifications() > 0
}

// prove proves the sum of all shards, and finishes the run. If the proof fails, the workers are trusted less.
func (c *coordinator) prove() (finished bool, err error) {
	if err := c.register.prove(); err != nil {
		if !c.checks.distrust() {
			return false, err // the coordinator has computed all shards
		}
		c.say("%v; %s", err, c.checks.explainPolicy())
		return false, nil
	}
	if !c.proved {
		c.proved = true
		c.say("%s", c.summary())
	}
	err = c.register.finish()
	if c.register.temporary(err) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	c.ended = true
	c.out.send(c.subjects.end(), nil)
	return true, nil
}

// summary says how many keys and machines have computed the shards, and how many shards have a quorum.
func (c *coordinator) summary() string {
	keys, hosts := c.roll.contributing()
	here, confirmed := c.register.quorums()
	all := c.register.size()
	text := fmt.Sprintf("computed by %s on %s, and %d of %d shards by the coordinator; ",
		rows.Counted(keys, "key", "keys"), rows.Counted(hosts, "host", "hosts"), here, all)
	if others := c.register.describeElsewhere(); others != "" {
		text += others + "; "
	}
	return text + fmt.Sprintf("%.4g%% is confirmed by another key or computed by the coordinator", 100*float64(confirmed)/float64(max(all, 1)))
}

func (c *coordinator) status(now time.Time) Status {
	return Status{
		At: now, Key: c.key, Shards: c.register.size(), Missing: c.register.missingShards(), Share: c.register.share(),
		Checking: uint64(c.checks.openVerifications()), Waiting: c.schedule.openAssignments(), Counts: c.counts, Workers: c.roll.status(now),
	}
}
