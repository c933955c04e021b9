package checkpoints

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"enumerate/db"
	"enumerate/enum"
	"enumerate/internal/lists"
)

// A record is a run as it was stored at some time.
type record struct {
	id     uint64 // 0 before anything is stored
	header Header
	space  enum.Space // that this program has of it, nil if that does not matter yet
	stored *stored    // what the transaction at has left
	listed bool       // it is read to be listed, and not to be changed
	at     uint64
}

// newRecord returns a run of which nothing is stored.
func newRecord(h Header) record {
	return record{header: h, stored: &stored{added: true, contributors: new(roster), sum: newSum(len(h.Verdicts))}}
}

// A shard is a stored shard.
type shard struct {
	id uint64
	payload
}

// stored is what a database holds of one run.
type stored struct {
	contributors *roster
	shards       []shard // in ascending order, but for those that a walk adds
	added        bool    // they are in sum
	sum          Sum
	total        payload  // nil if the run is not finished
	damage       error    // the first error of all records
	lost         error    // the same of the shards, the total, and contributors that make no sense: of all but damaged records of contributors
	broken       []uint64 // the shards whose records are damaged
	nobody       []uint64 // the contributors whose records are
}

// read reads what is stored of a run, for its shards to be added up when the file is no longer
// locked: that takes ten times as long.
func (r *record) read(tx *db.Tx, kept *record) error {
	if r.at = tx.ID(); kept != nil && kept.id == r.id && kept.at == r.at {
		r.stored = kept.stored
		return nil
	}
	in := &stored{sum: newSum(len(r.header.Verdicts))}
	err := tx.SoundShards(r.id, func(id uint64, data []byte) error {
		in.shards = append(in.shards, shard{id, data})
		return nil
	}, func(id uint64, err error) {
		in.broken, in.lost = append(in.broken, id), cmp.Or(in.lost, err)
	})
	if err != nil && !damaged(err) {
		return err
	}
	in.lost = cmp.Or(in.lost, err)
	if err := r.readContributors(tx, in); err != nil {
		return err
	}
	total, _, err := tx.Total(r.id)
	if err != nil && !damaged(err) {
		return err
	}
	in.total, in.lost = total, cmp.Or(in.lost, err)
	in.damage = cmp.Or(in.damage, in.lost)
	r.stored = in
	return nil
}

// readContributors reads the contributors of a run, once its shards are read. To list a run takes only those of its shards, unless a signature is of
// all: anybody may have stored a million others.
func (r *record) readContributors(tx *db.Tx, in *stored) error {
	var wanted map[uint32]bool
	if r.listed && r.header.Signature == "" {
		wanted = make(map[uint32]bool)
		for _, s := range in.shards {
			who, _, _, _ := s.split()
			wanted[who.Contributor] = true
		}
	}
	contributors, err := readRoster(tx, r.id, wanted, func(index uint64, err error) {
		in.nobody, in.damage = append(in.nobody, index), cmp.Or(in.damage, err)
	})
	if err != nil && !damaged(err) {
		return err
	}
	in.contributors, in.damage, in.lost = contributors, cmp.Or(in.damage, err), cmp.Or(err, in.lost)
	return nil
}

// addUp adds up the shards that were read.
func (r *record) addUp() {
	in := r.stored
	if in.added {
		return
	}
	in.added = true
	for i, s := range in.shards {
		tally, took, err := s.decode(len(r.header.Verdicts))
		if err == nil {
			err = in.sum.add(tally, took)
		}
		if err != nil {
			in.lost = fmt.Errorf("run %d, shard %d: %w: %w", r.id, s.id, errRecord, err)
			in.damage = in.lost
			in.shards = in.shards[:i]
			return
		}
	}
}

// unconfirmed returns how many of the shards workers have made and nobody else has confirmed.
func (in *stored) unconfirmed() (number uint64) {
	for _, s := range in.shards {
		if who, _, _, _ := s.split(); who.Confirmer == 0 && in.contributors.get(who.Contributor).Key != "" {
			number++
		}
	}
	return number
}

// sum returns what the stored shards sum to that are to be counted, all of them if whole
// says so. The error is that of a damaged run.
func (r *record) sum(whole bool, counts func(shard uint64) bool) (Sum, error) {
	sum := newSum(len(r.header.Verdicts))
	if err := r.stored.damage; err != nil {
		return sum, err
	}
	if whole {
		sum.merge(r.stored.sum) // a copy
		return sum, nil
	}
	for _, s := range r.stored.shards {
		if !counts(s.id) {
			continue
		}
		tally, took, err := s.decode(len(r.header.Verdicts))
		if err != nil {
			return sum, err
		}
		if err := sum.add(tally, took); err != nil {
			return sum, fmt.Errorf("run %d: %w", r.id, err)
		}
	}
	return sum, nil
}

// damaged reports whether an error says that a record is not what was stored.
func damaged(err error) bool {
	return errors.Is(err, db.ErrChecksum) || errors.Is(err, db.ErrCorrupt) || errors.Is(err, errRecord)
}

func (r *record) summary() Summary {
	s := Summary{ID: r.id, Header: r.header, Sum: r.stored.sum, Contributors: r.stored.shown(r.header), Finished: r.stored.total != nil, Damage: r.stored.lost, stored: r.stored}
	if s.Damage == nil {
		s.Unnamed = r.stored.damage
	} else {
		s.Sum = newSum(len(r.header.Verdicts))
	}
	return s
}

// mendable reports whether all that is wrong with a run are records that the disk has damaged. One
// whose checksum is right and that makes no sense was stored so by a program.
func (s *stored) mendable() bool { return errors.Is(s.damage, db.ErrChecksum) }

// records says which records of a run are damaged: those of shards or, without, of contributors or its total.
func (s *stored) records() string {
	kind, broken := "shard", s.broken
	if len(broken) == 0 {
		kind, broken = "contributor", s.nobody
	}
	switch len(broken) {
	case 0:
		return "its total is"
	case 1:
		return fmt.Sprintf("%s %d is", kind, broken[0])
	}
	return fmt.Sprintf("%s %d and %d more are", kind, broken[0], len(broken)-1)
}

// mend deletes the damaged records of a run, and its total if that or a shard is lost. A contributor whose record is lost is nobody.
func (c *change) mend(r *record) error {
	for _, index := range r.stored.nobody {
		if err := c.tx.PutContributor(r.id, index, []byte("{}")); err != nil {
			return err
		}
	}
	for _, id := range r.stored.broken {
		if err := c.tx.DeleteShard(r.id, id); err != nil {
			return err
		}
	}
	in := *r.stored
	if in.lost != nil {
		if err := c.tx.DeleteTotal(r.id); err != nil {
			return err
		}
		in.total = nil
	}
	r.header.Signature = ""
	if err := putHeader(c.tx, r.id, r.header); err != nil {
		return err
	}
	in.damage, in.lost, in.broken, in.nobody = nil, nil, nil, nil
	r.stored = &in
	return nil
}

// newest returns the newest run with the same shards, nil if there is none.
func newest(runs []*record, h Header) (newest *record) {
	for _, r := range runs {
		if r.header.same(h) {
			newest = r
		}
	}
	return newest
}

func (s shard) compare(id uint64) int { return cmp.Compare(s.id, id) }

// ids returns the shards that are known to be stored, in ascending order.
func (r *record) ids() []uint64 {
	ids := lists.Map(r.stored.shards, func(s shard) uint64 { return s.id })
	slices.Sort(ids)
	return ids
}
