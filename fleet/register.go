package fleet

import (
	"errors"
	"fmt"
	"hash/maphash"
	"iter"
	"slices"
	"strings"
	"time"

	"enumerate/checkpoints"
	"enumerate/enum"
)

// What the coordinator knows of the shards, and what it makes of a result: what is stored, by whom, and what is not. It
// believes itself. What two workers say otherwise of a shard is not stored: the shard is missing, and disputed, until
// the coordinator has done it; who said what is kept in memory until then.
//
// Results that this coordinator has neither computed nor accepted from a worker are from elsewhere: they were merged,
// stored by another command or another coordinator, or their contributor's record is lost. They are checked like
// those of a new worker, and confirm nothing.

const mostServed = 200_000_000 // shards of a run: they take 2.4 GB

// A known is what is known of a shard.
type known struct {
	maker     uint32 // 1 + the number of its maker, 0 if it is missing
	confirmer uint32 // the number of who has confirmed it, 0 for nobody
	hash      uint32 // of its tally, under a seed of this process: who sends it cannot foresee it
}

// A dispute is what workers say otherwise of a shard.
type dispute struct {
	shard enum.Shard
	said  map[*worker]uint32 // hashes
}

// A register is what a coordinator knows of its run. Among the makers, nil is this coordinator itself.
type register struct {
	ledger   ledger
	shards   []known
	missing  uint64
	sum      *enum.Tally // of the shards that are done
	makers   []*worker   // by number; number 0 is unknown
	self     checkpoints.Maker
	own      uint32 // its number, 0 before it has made any
	disputed map[uint64]dispute
	seed     maphash.Seed

	elsewhere map[checkpoints.Maker]*worker // contributors from elsewhere, by who they are
	unknown   *worker                       // the contributor from elsewhere of whom there is no record
}

func (r *register) hash(tally []byte) uint32 { return uint32(maphash.Bytes(r.seed, tally)) }

// maker returns the contributor of a number, nil if it is this coordinator.
func (r *register) maker(number uint32) *worker {
	if int(number) < len(r.makers) {
		return r.makers[number]
	}
	return r.unknown
}

// done reports whether a shard is done. One that is disputed is not, unless it was done here.
func (r *register) done(shard uint64) bool {
	return shard >= uint64(len(r.shards)) || r.shards[shard].maker != 0
}

// owner returns whose result of a shard counts, nil if it is this coordinator's.
func (r *register) owner(shard uint64) *worker { return r.maker(max(r.shards[shard].maker, 1) - 1) }

// confirmed reports whether two have done a shard with the same result, or it was done here.
func (r *register) confirmed(shard uint64) bool {
	return r.done(shard) && (r.owner(shard) == nil || r.second(r.shards[shard]))
}

// second reports whether a second contributor has confirmed a shard. A contributor from elsewhere confirms nothing.
func (r *register) second(k known) bool {
	if k.maker == 0 || k.confirmer == 0 {
		return false
	}
	confirmer := r.maker(k.confirmer)
	return confirmer == nil || !confirmer.elsewhere && confirmer != r.maker(k.maker-1)
}

// by returns the contributors of a shard, and whether this coordinator is one of them.
func (r *register) by(k known) (workers []*worker, here bool) {
	if k.maker == 0 {
		return nil, false
	}
	parties := []*worker{r.maker(k.maker - 1)}
	if r.second(k) {
		parties = append(parties, r.maker(k.confirmer))
	}
	for _, w := range parties {
		if w != nil {
			workers = append(workers, w)
		} else {
			here = true
		}
	}
	return workers, here
}

// know takes into account what a shard is now.
func (r *register) know(shard uint64, now known) {
	r.count(r.shards[shard], -1)
	r.shards[shard] = now
	r.count(now, 1)
}

func (r *register) count(k known, n int) {
	if k.maker == 0 {
		return
	}
	r.missing -= uint64(n)
	workers, _ := r.by(k)
	second := r.second(k)
	for _, w := range workers {
		if w.done += n; second {
			w.confirmed += n
		}
	}
}

// read reads what is stored and was not known, or all again. A contributor of an impossible shard is banned.
func (c *coordinator) read(again bool) error {
	in, err := c.ledger.read(func(shard uint64) bool { return !again && c.done(shard) })
	if err != nil {
		return err
	}
	if again || in.all {
		for id := range c.shards {
			c.know(uint64(id), known{})
		}
		c.sum = enum.NewTally(len(c.space.Verdicts()))
	}
	c.meet(in)
	bounded, _ := c.space.(enum.Bounded)
	next, stop := iter.Pull(in.shards)
	defer stop()
	e, more := next()
	number := uint64(0)
	for shard := range c.space.Shards() {
		if number++; number > uint64(len(c.shards)) {
			if number > mostServed {
				return fmt.Errorf("a %v has more than %d shards, and cannot be served: give each machine a part of it with --shard, and merge them", c.key, mostServed)
			}
			c.shards = append(c.shards, known{})
			c.missing++
		}
		if !more || e.Shard != shard.ID {
			continue
		}
		tally := new(enum.Tally)
		err := tally.UnmarshalBinary(e.Tally)
		c.know(shard.ID, known{e.Maker + 1, e.Confirmer, c.hash(e.Tally)})
		if c.sum.Merge(tally); err == nil && bounded != nil {
			err = bounded.Fits(shard, tally)
		}
		if w := c.owner(shard.ID); err != nil && w != nil {
			c.condemn(w, fmt.Sprintf("shard %d: %v", shard.ID, err))
		} else if err != nil {
			return c.unusable(in, fmt.Errorf("shard %d: %w", shard.ID, err))
		}
		e, more = next()
	}
	foreign := 0
	for ; more; _, more = next() {
		foreign++
	}
	if foreign > 0 && !enum.Drawn(c.key.Method) { // others may have drawn more trials
		return c.unusable(in, fmt.Errorf("%d of its shards are not shards of the space, which has %d", foreign, number))
	}
	return nil
}

func (c *coordinator) unusable(in stored, err error) error {
	return fmt.Errorf("%s: %w: %w; without --resume a fresh run takes its place", in.name, checkpoints.ErrProof, err)
}

// meet learns who has made shards of the run.
func (c *coordinator) meet(in stored) {
	for _, w := range c.makers {
		if w != nil {
			w.maker = 0
		}
	}
	c.makers, c.self, c.own = []*worker{c.unknown}, in.self, 0
	for i, m := range in.makers {
		number := uint32(i + 1)
		if m.Key != "" && m.Banned != "" {
			c.bar(m)
		}
		accepted := in.self.Coordinator != "" && m.Coordinator == in.self.Coordinator && m.SignedBy == ""
		switch {
		case !accepted:
			w := c.stranger(m)
			w.maker = number
			c.makers = append(c.makers, w)
		case m.Key != "":
			w := c.worker(m.Key)
			w.maker, w.record = number, m
			c.makers = append(c.makers, w)
		default: // this coordinator, maybe on another host or of another version
			if m.Host == in.self.Host && m.Version == in.self.Version {
				c.own = number
			}
			c.makers = append(c.makers, nil)
		}
	}
}

// bar bans the key that a record marks as banned.
func (c *coordinator) bar(m checkpoints.Maker) {
	w := c.worker(m.Key)
	if w.banned == "" {
		w.banned = m.Banned
		c.out.expel(w.key)
	}
}

// stranger returns the contributor from elsewhere that has a record.
func (c *coordinator) stranger(m checkpoints.Maker) *worker {
	if m == (checkpoints.Maker{}) {
		return c.unknown
	}
	who := m
	who.Started, who.Shards, who.Banned = time.Time{}, 0, ""
	w := c.elsewhere[who]
	if w == nil {
		w = newWorker(m.Key)
		w.elsewhere, w.host, w.version, w.record = true, m.Host, m.Version, m
		c.elsewhere[who] = w
	}
	return w
}

// commit stores what f decides, or nothing of it. If others have stored something meanwhile, f decides again.
func (c *coordinator) commit(f func(*turn)) error {
	for {
		t := &turn{makers: len(c.makers) - 1, hash: c.hash}
		f(t)
		if len(t.new)+len(t.edits) == 0 && t.banned == nil {
			return nil
		}
		err := c.ledger.write(t)
		if err == nil {
			c.stuck = false
			for _, e := range t.edits {
				if c.know(e.Shard, e.now); e.gone != nil {
					c.sum.Remove(e.gone)
				}
			}
			return nil
		}
		c.undo(t, 0, 0)
		moved := errors.Is(err, checkpoints.ErrMoved)
		if !moved && !errors.Is(err, errOthers) {
			return err
		}
		if err := c.read(moved); err != nil {
			return err
		}
	}
}

// undo takes back all that was decided, but for the first edits and new makers.
func (c *coordinator) undo(t *turn, edits, new int) {
	for _, e := range t.edits[edits:] {
		if e.tally != nil {
			c.sum.Remove(e.tally)
		}
	}
	for _, w := range c.makers[1+t.makers+new:] {
		if w != nil {
			w.maker = 0
		} else {
			c.own = 0
		}
	}
	t.edits, t.new, c.makers = t.edits[:edits], t.new[:new], c.makers[:1+t.makers+new]
}

// enlist returns the number of a maker, nil for the coordinator itself.
func (c *coordinator) enlist(t *turn, w *worker) uint32 {
	number, m := &c.own, c.self
	if w != nil {
		if number = &w.maker; w.record.Key == "" && !w.elsewhere {
			w.record = checkpoints.Maker{Host: w.host, Version: w.version, Key: w.key, Coordinator: c.self.Coordinator, Started: w.seen.UTC().Truncate(time.Second)}
		}
		m = w.record
	}
	if *number == 0 {
		c.makers = append(c.makers, w)
		*number = uint32(len(c.makers) - 1)
		t.new = append(t.new, m)
	}
	return *number
}

// An outcome is what a result comes to.
type outcome int

const (
	dropped  outcome = iota // it was not asked for, or comes too late
	isNew                   // it is the one that counts
	confirms                // it is the one that counts already
	disputes                // another worker says something else
	repeats                 // the same worker has said it before
)

// inspect returns what has come of a shard, or what shows by itself that it is wrong.
// The tally is encoded as encoded.
func (c *coordinator) inspect(r enum.Result, encoded []byte) (*entry, error) {
	e := &entry{Result: r}
	totals, err := c.space.Totals(r.Tally)
	if err == nil && totals.Covered.Cmp(totals.Whole) > 0 {
		err = errors.New("it has more than all there is")
	}
	if bounded, ok := c.space.(enum.Bounded); ok && err == nil {
		err = bounded.Fits(r.Shard, r.Tally)
	}
	if err == nil {
		e.data, err = checkpoints.NewEntry(r.Shard.ID, r.Tally, encoded, r.Took)
	}
	if err != nil {
		return nil, fmt.Errorf("shard %d: %w", r.Shard.ID, err)
	}
	e.hash = c.hash(encoded)
	return e, nil
}

// weigh decides what is to be stored of a result, of which there is one of a shard in a turn. Its error is the fault of who says it, nil
// for the coordinator itself: its word counts, whoever has said something before.
func (c *coordinator) weigh(t *turn, by *worker, e *entry) error {
	e.was = c.shards[e.Shard.ID]
	workers, here := c.by(e.was)
	said, again := e.was.hash, by == nil && here || by != nil && slices.Contains(workers, by)
	d, disputed := c.disputed[e.Shard.ID]
	if hash, ok := d.said[by]; ok {
		said, again = hash, true
	}
	now, tally := e.was, (*enum.Tally)(nil)
	what := edit{was: e.was, Entry: e.data}
	switch {
	case again && said == e.hash:
		e.outcome = repeats
		return nil
	case again && by != nil:
		return fmt.Errorf("it says of one shard first this, then that: shard %d", e.Shard.ID)
	case e.was.maker != 0 && e.was.hash == e.hash:
		if by != nil && by.elsewhere {
			e.outcome = repeats
			return nil
		}
		if e.outcome = confirms; c.second(e.was) && by != nil {
			return nil
		}
		now.confirmer = c.enlist(t, by)
	case by == nil, e.was.maker == 0 && !disputed:
		e.outcome, tally = isNew, e.Tally
		if c.sum.Merge(tally); c.sum.Bars() > checkpoints.MostBars {
			c.sum.Remove(tally)
			return fmt.Errorf("shard %d: with it the shards sum to %d bars or more", e.Shard.ID, checkpoints.MostBars)
		}
		now = known{c.enlist(t, by) + 1, 0, e.hash}
		if second := d.first(e.hash); second != nil {
			now.confirmer = c.enlist(t, second)
		}
	default:
		e.outcome = disputes
		if c.enlist(t, by); e.was.maker == 0 || here { // whose word stays
			return nil
		}
		now, what.Tally = known{}, nil
	}
	what.now, what.tally = now, tally
	t.edits = append(t.edits, what)
	return nil
}

// first returns the first worker, by key, who says something.
func (d dispute) first(says uint32) (first *worker) {
	for w, hash := range d.said {
		if hash == says && !w.elsewhere && (first == nil || w.key < first.key) {
			first = w
		}
	}
	return first
}

// record stores what counts of some parcels, and the outcomes with their entries. Of one in which there is a fault nothing is stored.
func (c *coordinator) record(parcels ...*parcel) error {
	err := c.commit(func(t *turn) {
		taken := make(map[uint64]bool)
		for _, p := range parcels {
			p.fault = nil
			edits, new := len(t.edits), len(t.new)
			for _, e := range p.entries {
				if e.outcome = dropped; !c.counted(p.from, e, taken) {
					continue
				}
				taken[e.Shard.ID] = true
				if p.fault = c.weigh(t, p.from, e); p.fault != nil {
					c.undo(t, edits, new)
					break
				}
			}
		}
	})
	if err != nil {
		return err
	}
	for _, p := range parcels {
		for _, e := range p.entries {
			if p.fault == nil && e.outcome == disputes {
				c.dispute(p.from, e)
			}
		}
	}
	return nil
}

// dispute notes what workers say otherwise of a shard.
func (c *coordinator) dispute(by *worker, e *entry) {
	d, there := c.disputed[e.Shard.ID]
	if !there {
		d = dispute{e.Shard, make(map[*worker]uint32)}
		c.disputed[e.Shard.ID] = d
	}
	workers, _ := c.by(e.was)
	for _, w := range workers {
		d.said[w] = e.was.hash
	}
	d.said[by] = e.hash
}

// wrong returns who says something else of a shard than the coordinator has found, in the order of their keys.
func (c *coordinator) wrong(found *entry) (list []*worker) {
	id := found.Shard.ID
	if k := c.shards[id]; k.hash != found.hash {
		list, _ = c.by(k)
	}
	for w, hash := range c.disputed[id].said {
		if hash != found.hash {
			list = append(list, w)
		}
	}
	slices.SortFunc(list, func(a, b *worker) int { return strings.Compare(a.key, b.key) })
	return slices.Compact(list)
}

// banish stores that a worker is banned, and deletes what it has made; what another has confirmed is that one's then. It returns how many
// shards are missing now. A contributor from elsewhere is not banned, since its name is only a claim.
func (c *coordinator) banish(w *worker) (again int, err error) {
	err = c.commit(func(t *turn) {
		again = 0
		if !w.elsewhere {
			t.number = c.enlist(t, w)
			w.record.Banned = w.banned
			t.banned = &w.record
		}
		if w.done == 0 { // as most
			return
		}
		for i, k := range c.shards {
			now := k
			made := k.maker != 0 && c.maker(k.maker-1) == w
			switch {
			case made && c.second(k):
				now.maker, now.confirmer = k.confirmer+1, 0
			case made:
				now = known{}
				again++
			case k.maker != 0 && k.confirmer != 0 && c.maker(k.confirmer) == w:
				now.confirmer = 0
			default:
				continue
			}
			t.edits = append(t.edits, edit{was: k, now: now, Entry: checkpoints.Entry{Shard: uint64(i)}})
		}
	})
	if err != nil {
		return 0, err
	}
	for id, d := range c.disputed {
		if delete(d.said, w); len(d.said) > 0 {
			continue
		}
		if delete(c.disputed, id); !c.done(id) {
			again++
		}
	}
	return again, nil
}

// proves returns why the sum of all shards proves itself wrong, if it does. A sample has every trial then.
func (c *coordinator) proves() error {
	if _, _, err := enum.Prove(c.space, c.sum); err != nil {
		return fmt.Errorf("a %v: %w: %w", c.key, checkpoints.ErrProof, err)
	}
	return nil
}

// share returns how much of the space is covered by the shards that are done.
func (c *coordinator) share() float64 {
	totals, err := c.space.Totals(c.sum)
	if err != nil {
		return 0
	}
	return totals.Share()
}
