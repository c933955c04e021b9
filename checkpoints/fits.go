package checkpoints

import (
	"fmt"

	"enumerate/enum"
)

// fits returns an error if shards are stored that the space does not have, or that count more than
// they can, and, of a run that is to be complete, if any are missing: sums alone do not show that one
// shard stands for all the others. What an older enumeration has cut in another way cannot be
// compared, and fits. It takes as long as to go through the space's shards, and to decode
// the stored ones where the space knows what they can count.
func (r *record) fits(complete bool) error {
	if r.space.Fingerprint() != r.header.Fingerprint {
		return nil
	}
	left := r.stored.shards
	foreign := func(number uint64) error {
		return fmt.Errorf("%d of its shards are not shards of the space, which has %d: shard %d is the first", len(left), number, left[0].id)
	}
	if sampling, ok := r.space.(enum.Sampling); ok { // which has no end
		batches := sampling.Batches()
		for len(left) > 0 && left[0].id < batches {
			if err := r.bounded(sampling, enum.Shard{ID: left[0].id}, left[0]); err != nil {
				return err
			}
			left = left[1:]
		}
		if len(left) > 0 {
			return foreign(batches)
		}
		return nil
	}
	bounded, _ := r.space.(enum.Bounded)
	var missing, first, number uint64
	for piece := range r.space.Shards() {
		number++
		if len(left) == 0 || left[0].id != piece.ID {
			if missing++; missing == 1 {
				first = piece.ID
			}
			if len(left) == 0 && !complete {
				break
			}
			continue
		}
		if bounded != nil {
			if err := r.bounded(bounded, piece, left[0]); err != nil {
				return err
			}
		}
		left = left[1:]
	}
	switch {
	case len(left) > 0:
		return foreign(number)
	case complete && missing > 0:
		return fmt.Errorf("%d of %d shards are missing, the first is %d", missing, number, first)
	}
	return nil
}

// bounded returns an error if a stored shard counts what it cannot.
func (r *record) bounded(space enum.Bounded, piece enum.Shard, s shard) error {
	tally, _, err := s.decode(len(r.header.Verdicts))
	if err == nil {
		err = space.Fits(piece, tally)
	}
	if err != nil {
		return fmt.Errorf("shard %d: %w", piece.ID, err)
	}
	return nil
}
