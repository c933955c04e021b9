package fleet

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"enumerate/checkpoints"
	"enumerate/enum"
)

// tick is the time between two calls of a coordinator's or a worker's tick.
const tick = 200 * time.Millisecond

// A coordinator serves one run to workers. It answers their messages, and a few times a second it does what is due,
// such as ending leases. The types of its fields make the decisions. It is a state machine, driven by receive, tick,
// storeOwn and startLease, with their times, and by random numbers, so a test can repeat what it does.
type coordinator struct {
	roster       *roster
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
	out      transport
	remark   func(string)
	epoch    uint64

	proved bool
	ended  bool
	counts Counts
}

// newCoordinator returns the coordinator of a run, whose stored shards and contributors it reads from the ledger. The
// random numbers decide what workers must not foresee.
func newCoordinator(s Service, ledger ledger, subjects subjects, random *rand.Rand, out transport) (*coordinator, error) {
	c := &coordinator{
		key: s.Key, space: s.Space, subjects: subjects, out: out, remark: s.Remark, epoch: random.Uint64(),
	}
	c.roster = newRoster(s, out)
	c.contributors = newContributors(c.roster)
	c.register = newRegister(s, ledger, c.roster, c.contributors, c.say)
	c.local = newLocal(out.walk)
	c.checks = newChecks(s, c.roster, c.register, c.local, random)
	c.schedule = newSchedule(s, c.roster, c.register, c.checks, c.local, c.epoch, subjects, out)
	c.bans = newBans(c.roster, c.contributors, c.register, c.checks, c.schedule, subjects, out, c.say)
	c.intake = newIntake(c.roster, c.register, c.local, c.checks, c.schedule, c.bans, c.epoch, len(s.Space.Verdicts()), &c.counts)
	c.intake.answerBy(c.answer, c.blame)
	c.register.reportTo(c.bans.beginBan)
	if err := c.register.read(false); err != nil {
		return nil, err
	}
	c.contributors.restoreTrust()

	if others := c.register.describeElsewhere(); others != "" {
		c.say("%s; results from elsewhere are verified like those of a new worker", others)
	}
	return c, nil
}

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

// receive takes letters, and stores the results of all of them in one transaction, because a transaction is slow.
func (c *coordinator) receive(now time.Time, letters ...letter) error {
	for _, l := range letters {
		if err := c.handle(now, l); err != nil {
			return err
		}
	}
	return c.intake.store(now)
}

// handle takes a letter. Results are only collected, for receive to store.
func (c *coordinator) handle(now time.Time, l letter) error {
	switch m := l.message.(type) {
	case *delivery:
		return c.intake.collect(now, l, m)
	case *enrolment:
		c.enrol(now, l, m.Key)
	case *hello:
		return c.answerHello(now, l, m)
	case *beat:
		c.renew(now, l, m)
	case error: // the message cannot be read, or is one of a flood
		return c.blame(l, m)
	}
	return nil
}

// answer sends an answer to a letter, but only to a subject below its sender's inbox. The sender names the subject in
// its letter: without this check, a worker could have the coordinator send messages to others.
func (c *coordinator) answer(l letter, message any) {
	switch {
	case l.reply == "":
	case !strings.HasPrefix(l.reply, c.subjects.inbox(l.from)+".") || strings.ContainsAny(l.reply, "*> \t\r\n"):
		c.counts.MisdirectedAnswers++
	default:
		c.out.send(l.reply, message)
	}
}

// blame says in an answer which fault a letter has, and bans its sender.
func (c *coordinator) blame(l letter, fault error) error {
	c.answer(l, &receipt{Epoch: c.epoch, BanReason: fault.Error()})
	if w := c.roster.find(l.from); w != nil {
		return c.bans.ban(w, fault.Error())
	}
	return nil
}

func (c *coordinator) enrol(now time.Time, l letter, key string) {
	if err := c.roster.admit(now, key); err != nil {
		c.answer(l, &receipt{BanReason: err.Error()})
		return
	}
	c.answer(l, &receipt{Stored: true})
}

// answerHello answers a worker's hello with a job, which describes the run or says why the worker may not take part. A
// name that is too long is a fault, for which the worker is banned.
func (c *coordinator) answerHello(now time.Time, l letter, m *hello) error {
	if err := m.check(); err != nil {
		return c.blame(l, err)
	}
	j := job{Key: c.key, Protocol: protocol, Fingerprint: c.space.Fingerprint(), Epoch: c.epoch, Ended: c.ended}
	if err := c.roster.acceptHello(now, l.from, m); err != nil {
		j.Refusal = err.Error()
	}
	c.answer(l, &j)
	return nil
}

// renew takes a beat, a worker's sign of life, which renews the leases of the batches that it names.
func (c *coordinator) renew(now time.Time, l letter, m *beat) {
	w := c.roster.find(l.from)
	if w == nil || !w.joined() || c.ended {
		return
	}
	w.touch(now)
	c.schedule.renew(now, w, m.Holds)
	w.want(len(m.Holds) + max(m.Wants, 0))
	c.schedule.supply(now, w)
}

func (c *coordinator) storeOwn(r enum.Result) error { return c.intake.storeOwn(r) }

func (c *coordinator) startLease(now time.Time, id uint64, unsendable []enum.Shard) {
	c.schedule.startLease(now, id, unsendable)
}

// hasMore reports whether tick should be called again soon.
func (c *coordinator) hasMore() bool { return c.schedule.hasMore() }

// tick is called a few times a second. It stores what waits to be stored, assigns shards, and reports whether the run
// is finished.
func (c *coordinator) tick(now time.Time) (finished bool, err error) {
	if err := c.bans.store(); err != nil {
		return false, err
	}
	if err := c.intake.storeLocal(); err != nil {
		return false, err
	}

	c.roster.measure(now)
	c.counts.Reassignments += c.schedule.tick(now)

	shards, moreToArbitrate := c.checks.arbitrate()
	for _, shard := range shards {
		c.local.recompute(shard)
	}

	missing := c.register.missingShards()
	if missing == 0 && c.local.pendingShards() == 0 {
		c.schedule.computeOldestVerifications()
	}

	// The run ends only when nothing is left to compute, to verify or to store.
	arbitrating := moreToArbitrate || len(shards) > 0
	if missing > 0 || arbitrating || c.bans.pending() || c.verifying() {
		return false, nil
	}
	if c.checks.beginDue() || c.verifying() { // beginDue may have begun verifications, also by the coordinator itself
		return false, nil
	}
	return c.prove()
}

func (c *coordinator) verifying() bool {
	return c.local.pendingShards()+c.checks.openVerifications() > 0
}

// prove checks the sum of all shards against the formulas for it. If the sum is right, prove marks the run as finished,
// and tells the workers. If not, more results are verified from now on, and the run continues. prove returns an error
// if the sum is wrong although the coordinator has computed all shards itself, or if the database fails.
func (c *coordinator) prove() (finished bool, err error) {
	if err := c.register.prove(); err != nil {
		if !c.checks.distrust() {
			return false, err
		}
		c.say("%v; %s", err, c.checks.explainPolicy())
		return false, nil
	}

	if !c.proved { // say it only once, even if the run cannot be marked as finished now
		c.proved = true
		c.say("%s", summarize(c.roster, c.register))
	}

	err = c.register.finish()
	if c.register.temporary(err) {
		return false, nil
	}
	if err != nil {
		return false, err
	}

	c.ended = true
	c.intake.end()
	c.out.send(c.subjects.end(), nil)
	return true, nil
}

func (c *coordinator) status(now time.Time) Status {
	return Status{
		At: now, Key: c.key, Shards: c.register.size(), Missing: c.register.missingShards(), Share: c.register.share(),
		ToVerify: uint64(c.checks.openVerifications()), AssignedBatches: c.schedule.openAssignments(), Counts: c.counts, Workers: c.roster.status(now),
	}
}
