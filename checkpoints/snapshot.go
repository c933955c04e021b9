package checkpoints

import (
	"cmp"
	"errors"
	"fmt"

	"enumerate/db"
	"enumerate/enum"
)

// A snapshot is a run as one transaction left it.
type snapshot struct {
	id       uint64 // 0 before anything is stored
	header   Header
	space    enum.Space // nil until it is needed
	contents *contents
	listed   bool   // the run is only shown in a list and not changed, so not all contributors are read
	at       uint64 // the number of the last transaction when the run was read
}

func newSnapshot(h Header) snapshot {
	return snapshot{header: h, contents: &contents{added: true, contributors: new(roster), sum: newSum(len(h.Verdicts))}}
}

type shard struct {
	id uint64
	payload
}

func (s shard) compare(id uint64) int { return cmp.Compare(s.id, id) }

type contents struct {
	contributors *roster
	shards       []shard // in ascending order, except for those that a walk adds
	added        bool    // the shards were added up, so sum is their sum
	sum          Sum
	total        payload // nil if the run is not finished

	// damage is the error of a damaged record, or nil. loss is such an error that costs results or the names of their
	// contributors: a lost shard, a lost total, or a list of contributors that cannot be read. It is nil if only
	// checksums of single contributors are wrong.
	damage error
	loss   error

	lostShards       []uint64 // the shards whose checksums are wrong
	lostContributors []uint64 // the contributors whose checksums are wrong
}

// read reads the records of a run into r.contents. Adding up the shards takes ten times as long, so it is left to
// addUp, when the file is no longer locked. The argument `kept` is a snapshot that was read before, or nil. If it is of
// the same run, and the file has not changed since, read takes its contents instead.
func (r *snapshot) read(tx *db.Tx, kept *snapshot) error {
	r.at = tx.ID()
	if kept != nil && kept.id == r.id && kept.at == r.at {
		r.contents = kept.contents
		return nil
	}

	in := &contents{sum: newSum(len(r.header.Verdicts))}
	err := tx.SoundShards(r.id, func(id uint64, data []byte) error {
		in.shards = append(in.shards, shard{id, data})
		return nil
	}, func(id uint64, err error) {
		in.lostShards = append(in.lostShards, id)
		in.loss = cmp.Or(in.loss, err)
	})
	if err != nil && !damaged(err) {
		return err
	}
	in.loss = cmp.Or(in.loss, err)

	if err := r.readContributors(tx, in); err != nil {
		return err
	}

	total, _, err := tx.Total(r.id)
	if err != nil && !damaged(err) {
		return err
	}
	in.total = total
	in.loss = cmp.Or(in.loss, err)
	in.damage = cmp.Or(in.damage, in.loss)
	r.contents = in
	return nil
}

// readContributors reads the contributors of a run into `in`, whose shards were read before. If the run has a
// signature, it reads all, because the signature covers all. If the run has none and is read only to be shown in a
// list, it reads just the contributors of the run's shards, because a hostile database may have a million others.
func (r *snapshot) readContributors(tx *db.Tx, in *contents) error {
	var wanted map[uint32]bool // by number; nil means all
	if r.listed && r.header.Signature == "" {
		wanted = make(map[uint32]bool)
		for _, s := range in.shards {
			wanted[s.provenance().Contributor] = true
		}
	}

	contributors, err := readRoster(tx, r.id, wanted, func(index uint64, err error) {
		in.lostContributors = append(in.lostContributors, index)
		in.damage = cmp.Or(in.damage, err)
	})
	if err != nil && !damaged(err) {
		return err
	}
	in.contributors = contributors
	in.damage = cmp.Or(in.damage, err)
	in.loss = cmp.Or(in.loss, err)
	return nil
}

// addUp computes r.contents.sum. It drops the first shard that cannot be decoded and all later ones, and marks the run
// as damaged.
func (r *snapshot) addUp() {
	in := r.contents
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
			in.loss = fmt.Errorf("run %d, shard %d: %w: %w", r.id, s.id, errRecord, err)
			in.damage = in.loss
			in.shards = in.shards[:i]
			return
		}
	}
}

// countUnconfirmed returns the number of shards that a worker of a coordinator computed and no one confirmed. Only
// workers have a key.
func (in *contents) countUnconfirmed() (number uint64) {
	for _, s := range in.shards {
		who := s.provenance()
		byWorker := in.contributors.get(who.Contributor).Key != ""
		if byWorker && who.Confirmer == 0 {
			number++
		}
	}
	return number
}

// sum adds up stored shards of the run: all if whole is true, otherwise those that `included` accepts. It fails if the
// run is damaged.
func (r *snapshot) sum(whole bool, included func(shard uint64) bool) (Sum, error) {
	sum := newSum(len(r.header.Verdicts))
	if err := r.contents.damage; err != nil {
		return sum, err
	}
	if whole {
		sum.merge(r.contents.sum) // a copy
		return sum, nil
	}

	for _, s := range r.contents.shards {
		if !included(s.id) {
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

// damaged reports whether an error means that a record is damaged, or was not written by this program.
func damaged(err error) bool {
	return errors.Is(err, db.ErrChecksum) || errors.Is(err, db.ErrCorrupt) || errors.Is(err, errRecord)
}

// summary returns what users of this package see of a run. If r.contents.loss is set, the sum is empty, so that no one
// takes it for a result. Otherwise the sum is complete even if r.contents.damage is set, because only checksums of
// contributors are wrong.
func (r *snapshot) summary() Summary {
	s := Summary{
		ID:           r.id,
		Header:       r.header,
		Sum:          r.contents.sum,
		Contributors: r.contents.listContributors(r.header),
		Finished:     r.contents.total != nil,
		Damage:       r.contents.loss,
		contents:     r.contents,
	}
	if s.Damage != nil {
		s.Sum = newSum(len(r.header.Verdicts))
		return s
	}
	s.ContributorDamage = r.contents.damage
	return s
}

// mendable reports whether [change.mend] may delete the damaged records. A record with a right checksum that cannot be
// decoded was stored by some other program, and must be kept.
func (in *contents) mendable() bool { return errors.Is(in.damage, db.ErrChecksum) }

// describeLost says which records of a damaged run have a wrong checksum, for a remark.
func (in *contents) describeLost() string {
	kind, numbers := "shard", in.lostShards
	if len(numbers) == 0 {
		kind, numbers = "contributor", in.lostContributors
	}
	switch len(numbers) {
	case 0:
		return "its total is damaged"
	case 1:
		return fmt.Sprintf("%s %d is damaged", kind, numbers[0])
	}
	return fmt.Sprintf("%s %d and %d more are damaged", kind, numbers[0], len(numbers)-1)
}

// mend repairs a damaged run, so that it can be resumed. It deletes damaged shards and, if a shard or the total is
// lost, the total. It replaces a damaged contributor by an empty one, so that the others keep their numbers.
func (c *change) mend(r *snapshot) error {
	for _, index := range r.contents.lostContributors {
		if err := c.tx.PutContributor(r.id, index, []byte("{}")); err != nil {
			return err
		}
	}
	for _, id := range r.contents.lostShards {
		if err := c.tx.DeleteShard(r.id, id); err != nil {
			return err
		}
	}

	in := *r.contents
	if in.loss != nil {
		if err := c.tx.DeleteTotal(r.id); err != nil {
			return err
		}
		in.total = nil
	}

	r.header.Signature = ""
	if err := putHeader(c.tx, r.id, r.header); err != nil {
		return err
	}
	in.damage, in.loss, in.lostShards, in.lostContributors = nil, nil, nil, nil
	r.contents = &in
	return nil
}

// newest returns the newest run with the key of h that is cut into the same shards, or nil.
func newest(runs []*snapshot, h Header) (newest *snapshot) {
	for _, r := range runs {
		if r.header.same(h) {
			newest = r
		}
	}
	return newest
}
