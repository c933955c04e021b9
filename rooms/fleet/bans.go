package fleet

// The type bans excludes workers that are wrong, and has the register discard their results. If a ban cannot be stored
// in the database now, because the disk is full or another process holds the database, it is stored later.
type bans struct {
	roster       *roster
	contributors *contributors
	register     *register
	checks       *checks
	schedule     *schedule
	subjects     subjects
	out          transport
	say          func(format string, args ...any)

	unstoredBans []*worker // banned, but the ban is not stored yet
}

func newBans(roster *roster, contributors *contributors, register *register, checks *checks, schedule *schedule, subjects subjects, out transport, say func(format string, args ...any)) *bans {
	return &bans{
		roster: roster, contributors: contributors, register: register, checks: checks, schedule: schedule,
		subjects: subjects, out: out, say: say,
	}
}

func (b *bans) pending() bool { return len(b.unstoredBans) > 0 }

func (b *bans) ban(w *worker, why string) error {
	b.beginBan(w, why)
	return b.store()
}

// beginBan bans a worker immediately: it gets no more work, and its messages do not count. The reason is sent to the
// worker. Its stored results are discarded later, when the method store writes the ban into the database.
func (b *bans) beginBan(w *worker, why string) {
	if !b.roster.ban(w, why) {
		return
	}

	b.schedule.withdraw(w)
	b.checks.forget(w)
	if w.fromElsewhere() { // a name in the database: no one is connected who could be told
		b.unstoredBans = append(b.unstoredBans, w)
		return
	}

	b.out.send(b.subjects.inbox(w.id())+".job", &job{Protocol: protocol, Refusal: w.banned()})
	b.out.expel(w.id())

	if !w.listed() { // none of its results is stored, so there is nothing to discard
		b.say("worker %s is banned: %s", b.roster.name(w.id()), w.banned())
		return
	}
	b.unstoredBans = append(b.unstoredBans, w)
}

// store stores the bans that are not stored yet, and discards the results of the banned workers, so that their shards
// are recomputed. If the database cannot store anything now, a later call does it.
func (b *bans) store() error {
	for b.pending() {
		w := b.unstoredBans[0]
		discarded, err := b.register.discard(w)
		if b.register.temporary(err) {
			return nil // the next tick tries again
		}
		if err != nil {
			return err
		}
		b.unstoredBans = b.unstoredBans[1:]
		b.contributors.limitTrust() // a confirmation by the banned worker is no reason to trust others
		b.schedule.restart()        // the pass may have gone past the shards that are missing now

		if w.fromElsewhere() {
			b.say("the results of %s that were already in the database are discarded, and %d shards are recomputed: %s", w.label(), discarded, w.banned())
			w.endBan() // the ban was for the old results; a worker that uses this name now may be another one, whose results are right
			continue
		}
		b.say("worker %s is banned, and %d of its shards are recomputed: %s", b.roster.name(w.id()), discarded, w.banned())
	}
	return nil
}
