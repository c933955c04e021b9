package checkpoints

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"maps"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/bits-and-blooms/bitset"

	"enumerate/db"
	"enumerate/enum"
)

// Local is the name under which a [Crew] keeps what this process and others have done with the
// database itself. It is believed; what the others of the crew say is not, before it is proved.
const Local = ""

// A Crew is the work of several workers on one run, each of whom has a name and may be wrong.
//
// What a worker says is stored in a run of its own, so that all of it can be thrown away.
// A shard that two of them have done is there twice: that is how it is known after a restart
// that it is confirmed, or disputed. Of each shard one result counts, that of its owner.
// Memory is 11 bytes a shard, and its methods that read the database read one shard at a time.
//
// A Crew is for one goroutine.
type Crew struct {
	store     *Store
	key       Key
	space     enum.Space
	members   []*member // Local is the first
	byName    map[string]*member
	owner     []uint16 // by shard: 1 + the index of the member whose result counts, 0 if there is none
	hashes    []uint64 // by shard: of the owner's tally
	confirmed *bitset.BitSet
	disputes  map[uint64][]string // by shard: who says something else than the owner
	missing   uint64
	seed      maphash.Seed
}

// A member is one worker of a crew.
type member struct {
	name   string
	index  uint16
	run    uint64 // 0 before anything is stored
	header Header
	owned  Sum // of the shards it owns
	done   uint64
	agreed uint64 // of them confirmed, by whomever
}

// A Member says what is known of one worker of a crew.
type Member struct {
	Name      string `json:"name"`
	Done      uint64 `json:"done"`             // shards that it has done
	Confirmed uint64 `json:"confirmed"`        // of them, that another one has done too, with the same result
	Banned    string `json:"banned,omitempty"` // why nothing that it says is taken
}

// mostServed is how many shards a crew keeps: that takes 2.2 GB.
const mostServed = 200_000_000

// Crew returns the crew of a run, with all that its workers have stored. It fails as Resume
// does, and if the space has more than 200 million shards.
func (s *Store) Crew(ctx context.Context, k Key, space enum.Space) (*Crew, error) {
	run, err := s.Resume(k, space)
	if err != nil {
		return nil, err
	}
	if run.stored.damage != nil {
		return nil, s.named(fmt.Errorf("%w; without --resume a fresh run takes its place", run.stored.damage))
	}
	var shards uint64
	for range space.Shards() {
		if shards++; shards > mostServed {
			return nil, fmt.Errorf("a %v has more than %d shards, and cannot be served: give each machine a part of it with --shard, and merge them", k, mostServed)
		}
		if shards%1024 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	c := &Crew{
		store: s, key: k, space: space, byName: make(map[string]*member), disputes: make(map[uint64][]string), seed: maphash.MakeSeed(),
		owner: make([]uint16, shards), hashes: make([]uint64, shards), confirmed: bitset.New(uint(shards)), missing: shards,
	}
	c.add(Local, run.id, run.header)
	err = s.db.View(func(tx *db.Tx) error {
		runs, err := s.headers(tx, nil)
		for _, r := range runs {
			h := r.header
			h.Worker = Local
			if r.header.Worker != Local && h.same(run.header) {
				c.add(r.header.Worker, r.id, r.header)
			}
		}
		return err
	})
	if err != nil {
		return nil, s.named(err)
	}
	return c, c.reread()
}

// add adds a member.
func (c *Crew) add(name string, run uint64, h Header) *member {
	m := &member{name: name, index: uint16(len(c.members) + 1), run: run, header: h, owned: newSum(len(h.Verdicts))}
	c.members, c.byName[name] = append(c.members, m), m
	return m
}

// load takes one stored shard of a member into account.
func (c *Crew) load(m *member, id uint64, data payload) error {
	tally, took, err := data.decode(len(m.header.Verdicts))
	if err == nil && id >= uint64(len(c.owner)) {
		err = errors.New("there is no such shard")
	}
	if err == nil {
		err = c.credit(m, submission{shard{id, data}, tally, took})
	}
	if err != nil {
		return fmt.Errorf("run %d, shard %d: %w: %w", m.run, id, errRecord, err)
	}
	return nil
}

// A submission is what a member of a crew says of a shard.
type submission struct {
	shard
	tally *enum.Tally
	took  time.Duration
}

// credit takes what a member says of a shard, for the first time, into account. It fails where
// the sum would be more than is stored.
func (c *Crew) credit(m *member, s submission) error {
	id, hash := s.id, c.hash(s.payload)
	m.done++
	switch {
	case c.owner[id] == 0:
		c.owner[id], c.hashes[id] = m.index, hash
		c.missing--
		return m.owned.add(s.tally, s.took)
	case c.hashes[id] != hash:
		c.disputes[id] = append(c.disputes[id], m.name)
	default:
		if !c.confirmed.Test(uint(id)) {
			c.confirmed.Set(uint(id))
			c.members[c.owner[id]-1].agreed++
		}
		m.agreed++
	}
	return nil
}

// hash returns a hash of the tally in a payload, which who sends it cannot foresee: it is under
// a seed of this process.
func (c *Crew) hash(p payload) uint64 {
	_, tally, _ := p.split() // it was read before
	return maphash.Bytes(c.seed, tally)
}

// A Delivery is what one worker has done, on which machine and with which version of the
// program; Local is on this one.
type Delivery struct {
	Worker, Host, Version string
	Results               []enum.Result
}

// A Receipt says what became of a delivery.
type Receipt struct {
	New, Confirmed, Double uint64
	Disputed               []uint64 // shards of which another one says something else
	Fault                  error    // of the delivery, of which nothing is stored then; the worker is to be banned
}

// Deliver stores deliveries, all in one transaction, or none if that fails. A delivery with a
// result that no walk can have, or that contradicts what the same worker said before, is a
// fault of the worker.
func (c *Crew) Deliver(deliveries []Delivery) ([]Receipt, error) {
	receipts := make([]Receipt, len(deliveries))
	all := make([][]submission, len(deliveries))
	for i, d := range deliveries {
		all[i], receipts[i].Fault = c.inspect(d)
	}
	var headers map[*member]Header
	var runs map[*member]uint64
	fresh := make([][]submission, len(deliveries)) // what was not said before
	err := c.store.db.Update(func(tx *db.Tx) (err error) {
		headers, runs = make(map[*member]Header), make(map[*member]uint64)
		for i, d := range deliveries {
			if receipts[i].Fault != nil {
				continue
			}
			m := c.member(d.Worker)
			h, known := headers[m]
			if !known {
				h, runs[m] = m.header, m.run
			}
			if runs[m] == 0 {
				if runs[m], err = createRun(tx, h); err != nil {
					return err
				}
			}
			fresh[i], err = putShards(tx, runs[m], h, all[i])
			if errors.Is(err, ErrContradiction) { // what it said first stays
				receipts[i].Fault = fmt.Errorf("it says of one shard first this, then that: %w", err)
			} else if err != nil {
				return err
			}
			maker := Maker{Host: d.Host, Version: d.Version}
			if m.name == Local {
				maker = c.store.maker
			}
			h.made(maker, uint64(len(fresh[i])))
			headers[m] = h
		}
		for m, h := range headers {
			if err := putHeader(tx, runs[m], h); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, c.store.named(err)
	}
	for m, h := range headers {
		m.run, m.header = runs[m], h
	}
	for i, d := range deliveries {
		c.receive(d, all[i], fresh[i], &receipts[i])
	}
	return receipts, nil
}

// receive takes a delivery into account that was stored, of which fresh was not said before.
func (c *Crew) receive(d Delivery, all, fresh []submission, r *Receipt) {
	r.Double = uint64(len(all) - len(fresh))
	m := c.member(d.Worker)
	for _, s := range fresh {
		first, disputes := c.owner[s.id] == 0, len(c.disputes[s.id])
		if err := c.credit(m, s); err != nil {
			r.Fault = err // and when it is banned that is forgotten
		}
		switch {
		case first:
			r.New++
		case len(c.disputes[s.id]) > disputes:
			r.Disputed = append(r.Disputed, s.id)
		default:
			r.Confirmed++
		}
	}
}

// member returns the member of a name, a new one if there is none.
func (c *Crew) member(name string) *member {
	if m := c.byName[name]; m != nil {
		return m
	}
	h := newHeader(c.key, c.space, time.Now())
	h.Worker = name
	return c.add(name, 0, h)
}

// inspect returns what a delivery says, or what shows by itself that it is wrong.
func (c *Crew) inspect(d Delivery) (list []submission, fault error) {
	if m := c.member(d.Worker); m.header.Banned != "" {
		return nil, fmt.Errorf("banned: %s", m.header.Banned)
	}
	if err := cmp.Or(checkName(d.Host, longestHost), checkName(d.Version, longestHost)); err != nil {
		return nil, err
	}
	for _, r := range d.Results {
		data, err := c.inspectResult(r)
		if err != nil {
			return nil, fmt.Errorf("shard %d: %w", r.Shard.ID, err)
		}
		list = append(list, submission{shard{r.Shard.ID, data}, r.Tally, r.Took})
	}
	return list, nil
}

func (c *Crew) inspectResult(r enum.Result) (payload, error) {
	if r.Shard.ID >= uint64(len(c.owner)) {
		return nil, fmt.Errorf("there are %d shards", len(c.owner))
	}
	if got, want := r.Tally.Verdicts(), len(c.space.Verdicts()); got != want {
		return nil, fmt.Errorf("it holds %d verdicts, want %d", got, want)
	}
	totals, err := c.space.Totals(r.Tally)
	if err != nil {
		return nil, err
	}
	if totals.Covered.Cmp(totals.Whole) > 0 {
		return nil, errors.New("it has more than all there is")
	}
	return encodeTally(r.Tally, r.Took)
}

// Ban throws away all that a worker has said, and takes nothing more of it; why is kept, for
// good. It returns the shards that are missing now.
func (c *Crew) Ban(name, why string) (again []uint64, err error) {
	m := c.member(name)
	if m.name == Local || m.header.Banned != "" {
		return nil, nil
	}
	h := m.header.bare()
	h.Banned = printable(why)
	var id uint64
	err = c.store.db.Update(func(tx *db.Tx) (err error) {
		if m.run != 0 {
			if err := tx.DeleteRun(m.run); err != nil {
				return err
			}
		}
		id, err = createRun(tx, h)
		return err
	})
	if err != nil {
		return nil, c.store.named(err)
	}
	var had []uint64
	for id, owner := range c.owner {
		if owner == m.index {
			had = append(had, uint64(id))
		}
	}
	m.run, m.header = id, h
	if err := c.reread(); err != nil {
		return nil, err
	}
	return slices.DeleteFunc(had, c.Done), nil
}

// printable returns the beginning of a text, parts of which a stranger may have written, as
// it may stand in a header.
func printable(text string) string {
	const longest = 200
	text = strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) || r == utf8.RuneError {
			return '?'
		}
		return r
	}, text)
	if runes := []rune(text); len(runes) > longest {
		text = string(runes[:longest]) + "..."
	}
	return text
}

// reread takes everything that is stored into account afresh: what others have done instead
// of a member that is gone, and what is confirmed or disputed now.
func (c *Crew) reread() error {
	clear(c.owner)
	clear(c.disputes)
	c.confirmed.ClearAll()
	c.missing = uint64(len(c.owner))
	var faulty *member
	err := c.store.db.View(func(tx *db.Tx) error {
		for _, m := range c.members {
			m.owned, m.done, m.agreed = newSum(len(m.header.Verdicts)), 0, 0
			if m.run == 0 {
				continue
			}
			if err := tx.Shards(m.run, func(id uint64, data []byte) error { return c.load(m, id, data) }); err != nil {
				faulty = m
				return err
			}
		}
		return nil
	})
	if damaged(err) && faulty.name != Local {
		_, err = c.Ban(faulty.name, "what is stored of it cannot be read") // and reads the others again
	}
	return c.store.named(err)
}

// Shards returns how many shards there are, and how many of them are not done.
func (c *Crew) Shards() (all, missing uint64) { return uint64(len(c.owner)), c.missing }

// Done reports whether a shard is done.
func (c *Crew) Done(shard uint64) bool { return c.owner[shard] != 0 }

// Confirmed reports whether two have done a shard with the same result, or Local has.
func (c *Crew) Confirmed(shard uint64) bool {
	return c.owner[shard] == 1 || c.confirmed.Test(uint(shard))
}

// Owner returns whose result of a shard counts, and whether there is one.
func (c *Crew) Owner(shard uint64) (name string, ok bool) {
	if c.owner[shard] == 0 {
		return "", false
	}
	return c.members[c.owner[shard]-1].name, true
}

// Disputed returns the shards that two workers have done with different results.
func (c *Crew) Disputed() []uint64 { return slices.Sorted(maps.Keys(c.disputes)) }

// Wrong returns who says something else of a shard than Local has found.
func (c *Crew) Wrong(found enum.Result) (names []string, err error) {
	data, err := encodeTally(found.Tally, found.Took)
	if err != nil {
		return nil, err
	}
	right := c.hash(data)
	err = c.store.db.View(func(tx *db.Tx) error {
		for _, m := range c.members[1:] {
			if m.run == 0 {
				continue
			}
			data, ok, err := tx.Shard(m.run, found.Shard.ID)
			if err != nil || !ok {
				if err != nil {
					return err
				}
				continue
			}
			if c.hash(data) != right {
				names = append(names, m.name)
			}
		}
		return nil
	})
	return names, c.store.named(err)
}

// Members returns all who have delivered something or are banned, in the order of their names.
func (c *Crew) Members() (list []Member) {
	for _, m := range c.members[1:] {
		list = append(list, Member{m.name, m.done, m.agreed, m.header.Banned})
	}
	slices.SortFunc(list, func(a, b Member) int { return cmp.Compare(a.Name, b.Name) })
	return list
}

// Sum returns what the shards sum to that are done.
func (c *Crew) Sum() Sum {
	sum := newSum(len(c.space.Verdicts()))
	for _, m := range c.members {
		sum.merge(m.owned)
	}
	return sum
}

// Share returns how much of the space is covered by the shards that are done; 0 if they
// sum to what no shards can have.
func (c *Crew) Share() float64 {
	totals, err := c.space.Totals(c.Sum().Tally)
	if err != nil {
		return 0
	}
	return totals.Share()
}

// CheckTotals proves the sum of all shards as enum.Prove does, and returns ErrProof if it proves
// itself wrong or is not whole. A sample has every trial, or not.
func (c *Crew) CheckTotals() error {
	sum := c.Sum()
	if c.missing > 0 {
		return fmt.Errorf("a %v: %w: %d shards are missing", c.key, ErrProof, c.missing)
	}
	var err error
	if sampling, ok := c.space.(enum.Sampling); ok {
		err = sampling.Check(sum.Tally)
	} else {
		_, _, err = enum.Prove(c.space, sum.Tally)
	}
	if err != nil {
		return fmt.Errorf("a %v: %w: %w", c.key, ErrProof, err)
	}
	return nil
}

// joinAtOnce is how many shards Join moves in a transaction, a few seconds' work.
const joinAtOnce = 100_000

// Join makes all that counts one run, that of Local, and forgets who did what. It is to be
// called once all shards are there and proved. Interrupted, it can be called again.
func (c *Crew) Join() error {
	here := c.members[0]
	for _, m := range c.members[1:] {
		if m.run == 0 {
			continue
		}
		for next, more := uint64(0), true; more; {
			id, header := here.run, Header{}
			err := c.store.db.Update(func(tx *db.Tx) (err error) {
				if id == 0 {
					if id, err = createRun(tx, here.header); err != nil {
						return err
					}
				}
				moved := uint64(0)
				if next, moved, more, err = c.move(tx, m, id, next); err != nil {
					return err
				}
				header = here.header
				header.join(m.header, m.done, moved)
				if err := putHeader(tx, id, header); err != nil || more {
					return err
				}
				return tx.DeleteRun(m.run)
			})
			if err != nil {
				return c.store.named(err)
			}
			here.run, here.header = id, header
		}
		m.run = 0
	}
	return nil
}

// move stores shards that a member owns in the run of Local, from the shard first on.
func (c *Crew) move(tx *db.Tx, m *member, into, first uint64) (next, moved uint64, more bool, err error) {
	var list []shard
	enough := errors.New("enough")
	err = tx.OtherShards(m.run, func(id uint64) bool { return id < first || c.owner[id] != m.index }, func(id uint64, data []byte) error {
		if len(list) == joinAtOnce {
			next = id
			return enough
		}
		list = append(list, shard{id, data})
		return nil
	})
	if more = err == enough; err != nil && !more {
		return 0, 0, false, err
	}
	_, err = putShards(tx, into, c.members[0].header, list)
	return next, uint64(len(list)), more, err
}
