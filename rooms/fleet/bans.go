package fleet

// The bans shut workers out, and have the register discard their results. A ban that cannot be stored now is stored later.
type bans struct {
	roll         *roll
	contributors *contributors
	register     *register
	checks       *checks
	schedule     *schedule
	subjects     subjects
	out          transport
	say          func(format string, args ...any)

	unstored []*worker
}

func newBans(roll *roll, contributors *contributors, register *register, checks *checks, schedule *schedule, subjects subjects, out transport, say func(format string, args ...any)) *bans {
	return &bans{
		roll: roll, contributors: contributors, register: register, checks: checks, schedule: schedule,
		subjects: subjects, out: out, say: say,
	}
}

// pending reports whether bans are not stored yet.
func (b *bans) pending() bool { return len(b.unstored) > 0 }

// ban bans a worker, and discards its results.
func (b *bans) ban(w *worker, why string) error {
	b.shutOut(w, why)
	return b.store()
}

// shutOut bans a worker. Its results are discarded when the ban is stored.
func (b *bans) shutOut(w *worker, why string) {
	if !b.roll.ban(w, why) {
		return
	}
	b.schedule.withdraw(w)
	b.checks.forget(w)
	if w.fromElsewhere() { // it is not connected
		b.unstored = append(b.unstored, w)
		return
	}
	b.out.send(b.subjects.inbox(w.id())+".job", &job{Protocol: protocol, Refused: w.banned()})
	b.out.expel(w.id())
	if !w.listed() { // none of its results is stored
		b.say("worker %s is banned: %s", b.roll.name(w.id()), w.banned())
		return
	}
	b.unstored = append(b.unstored, w)
}

// store stores the bans that are not stored yet.
func (b *bans) store() error {
	for b.pending() {
		w := b.unstored[0]
		again, err := b.register.discard(w)
		if b.register.temporary(err) {
			return nil
		}
		if err != nil {
			return err
		}
		b.unstored = b.unstored[1:]
		b.contributors.limitTrust() // what the banned worker confirmed is no reason to trust others
		b.schedule.restart()
		if w.fromElsewhere() {
			b.say("the results from elsewhere of %s are discarded, and %d shards are computed again: %s", w.label(), again, w.banned())
			w.lift() // other results may come under this name
			continue
		}
		b.say("worker %s is banned, and %d of its shards are computed again: %s", b.roll.name(w.id()), again, w.banned())
	}
	return nil
}
