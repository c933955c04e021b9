package checkpoints

import (
	"fmt"

	"enumerate/enum"
	"enumerate/enum/sampling"
)

// fits returns an error if the run has shards that its space does not have, if a shard counts more games than it can
// contain, or if shards are missing although complete is true. The sum of the shards can be right in spite of these
// faults. If the run has another fingerprint than the space, its shards cannot be compared, and fits returns nil.
//
// The time is linear in the number of shards. If the space limits the number of games in a shard (enum.Bounded), fits
// decodes all shards.
func (r *snapshot) fits(complete bool) error {
	if r.space.Fingerprint() != r.header.Fingerprint {
		return nil
	}

	left := r.contents.shards // not compared yet
	foreign := func(number uint64) error {
		return fmt.Errorf("%d of its shards do not exist, such as shard %d: a complete run has %d shards", len(left), left[0].id, number)
	}

	// The batches of a sample have consecutive numbers. Missing ones are no error.
	if sample, ok := r.space.(sampling.Sampling); ok {
		batches := sample.Batches()
		for len(left) > 0 && left[0].id < batches {
			if err := r.bounded(sample, enum.Shard{ID: left[0].id}, left[0]); err != nil {
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
			if missing == 0 {
				first = piece.ID
			}
			missing++
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

// bounded returns an error if a stored shard s counts more games than the space allows for it, or cannot be decoded.
func (r *snapshot) bounded(space enum.Bounded, piece enum.Shard, s shard) error {
	tally, _, err := s.decode(len(r.header.Verdicts))
	if err == nil {
		err = space.Fits(piece, tally)
	}
	if err != nil {
		return fmt.Errorf("shard %d: %w", piece.ID, err)
	}
	return nil
}
