package fleet

import (
	"iter"
	"time"

	"enumerate/checkpoints"
)

// The type contributors lists the workers and coordinators that have stored results of the run. The database knows each
// by a number. Contributors from elsewhere are those whose results this coordinator has only found in the database;
// their results are verified like those of a new worker, and do not confirm results of others.
type contributors struct {
	roster    *roster
	list      []*worker               // by number: a worker, or nil for this coordinator itself; number 0 is unknown
	self      checkpoints.Contributor // the record of this coordinator
	own       uint32                  // the number of this coordinator, 0 before it has stored a result
	elsewhere map[checkpoints.Contributor]*worker
	unknown   *worker // the contributor from elsewhere that has no record
}

// A listing is a worker's place among the contributors.
type listing struct {
	number uint32 // 0 if none of its results is stored
	record checkpoints.Contributor
}

func newContributors(r *roster) *contributors {
	return &contributors{roster: r, elsewhere: make(map[checkpoints.Contributor]*worker), unknown: newExternal(checkpoints.Contributor{})}
}

// all returns the workers that have taken part since the start, the contributors from elsewhere, and c.unknown, which
// stands for everyone whose results have no record of who computed them.
func (c *contributors) all() iter.Seq[*worker] {
	return func(yield func(*worker) bool) {
		for _, w := range c.roster.all() {
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

// byNumber returns the contributor that has a number, nil for this coordinator.
func (c *contributors) byNumber(number uint32) *worker {
	if int(number) < len(c.list) {
		return c.list[number]
	}
	return c.unknown
}

func (c *contributors) count() int { return len(c.list) - 1 }

// read replaces the list of contributors by the list in the database. A worker that is not in the database any more
// still takes part, but loses its number.
func (c *contributors) read(in snapshot) {
	for _, w := range c.list {
		if w != nil {
			w.number = 0
		}
	}
	c.list, c.self, c.own = []*worker{c.unknown}, in.self, 0
	for i, m := range in.contributors {
		if m.Key != "" && m.BanReason != "" {
			c.roster.restoreBan(m.Key, m.BanReason)
		}
		c.list = append(c.list, c.readOne(uint32(i+1), m))
	}
}

// readOne returns the contributor of a record m of the database, nil for this coordinator. A record without the
// identifier of this coordinator (m.Coordinator) belongs to a contributor from elsewhere. So does a record with a
// signature (m.SignedBy), because its shards were merged from a file that someone signed. Of the other records, those
// with a key belong to workers.
func (c *contributors) readOne(number uint32, m checkpoints.Contributor) *worker {
	accepted := c.self.Coordinator != "" && m.Coordinator == c.self.Coordinator && m.SignedBy == ""

	switch {
	case !accepted:
		w := c.external(m)
		w.number = number
		return w
	case m.Key != "":
		w := c.roster.worker(m.Key)
		w.number, w.record = number, m
		return w
	}

	// The record is about this coordinator itself. It takes more results only if the host and the program's version are
	// still the same. Otherwise c.own stays 0, and this coordinator gets a second record.
	if m.Host == c.self.Host && m.Version == c.self.Version {
		c.own = number
	}
	return nil
}

// external returns the contributor from elsewhere, known only from the database, that has the record m. Records that
// differ only in their times, numbers of shards or bans belong to the same contributor.
func (c *contributors) external(m checkpoints.Contributor) *worker {
	if m == (checkpoints.Contributor{}) {
		return c.unknown
	}
	identity := m
	identity.Started, identity.Shards, identity.BanReason = time.Time{}, 0, ""
	w := c.elsewhere[identity]
	if w == nil {
		w = newExternal(m)
		w.record = m
		c.elsewhere[identity] = w
	}
	return w
}

// number returns the number by which the database knows a contributor; w is nil for this coordinator itself. A
// contributor without stored results gets the next number, and its record is added to the transaction t.
func (c *contributors) number(t *transaction, w *worker) uint32 {
	if w == nil {
		if c.own == 0 {
			c.own = c.add(t, nil, c.self)
		}
		return c.own
	}
	if w.record.Key == "" && !w.fromElsewhere() {
		w.record = w.describe(c.self.Coordinator)
	}
	if w.number == 0 {
		w.number = c.add(t, w, w.record)
	}
	return w.number
}

func (c *contributors) add(t *transaction, w *worker, record checkpoints.Contributor) uint32 {
	c.list = append(c.list, w)
	t.newContributors = append(t.newContributors, record)
	return uint32(c.count())
}

// undo takes back contributors that a transaction has added, because it was not stored, or a delivery in it has a
// fault. The first `kept` contributors stay; the others lose their numbers.
func (c *contributors) undo(t *transaction, kept int) {
	rest := 1 + t.contributors + kept // where the others begin: behind the unknown one (number 0), the stored ones and the kept ones
	for _, w := range c.list[rest:] {
		if w != nil {
			w.number = 0
		} else { // this coordinator
			c.own = 0
		}
	}
	t.newContributors, c.list = t.newContributors[:kept], c.list[:rest]
}

// ban adds to the transaction t the ban of a worker, whose record then has the reason.
func (c *contributors) ban(t *transaction, w *worker) {
	t.banNumber = c.number(t, w)
	w.record.BanReason = w.banned()
	t.ban = &w.record
}

func (c *contributors) restoreTrust() {
	for w := range c.all() {
		w.restoreTrust()
	}
}

// limitTrust is called after a ban, which has removed the confirmations by the banned worker. It reduces the trust in
// each contributor to the number of its results that are still confirmed.
func (c *contributors) limitTrust() {
	for w := range c.all() {
		w.limitTrust()
	}
}

func (l *listing) listed() bool { return l.number != 0 }

// compareListed orders the workers that have stored results before the others.
func (l *listing) compareListed(other *worker) int {
	switch {
	case l.listed() == other.listed():
		return 0
	case l.listed():
		return -1
	}
	return 1
}

// signer returns the key that has signed the results of a contributor, "" if none has.
func (l *listing) signer() string { return l.record.SignedBy }
