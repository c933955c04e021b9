package checkpoints

import (
	"fmt"
	"math"
	"time"

	"enumerate/enum"
)

// A Sum is the sum of some shards.
type Sum struct {
	Shards uint64
	Tally  *enum.Tally
	Took   time.Duration // worker time: two workers take two seconds in one
}

func newSum(verdicts int) Sum { return Sum{Tally: enum.NewTally(verdicts)} }

// add adds a shard. It limits the bars of the histograms of the sum, so that a hostile database cannot fill
// the memory.
func (s *Sum) add(tally *enum.Tally, took time.Duration) error {
	s.Shards++
	s.Tally.Merge(tally)
	s.Took = addTime(s.Took, took)

	if bars := s.Tally.Bars(); bars > MostBars {
		return fmt.Errorf("%w: its shards together have histograms of at least %d bars; the limit is %d", errRecord, bars, MostBars)
	}
	return nil
}

func (s *Sum) merge(other Sum) {
	s.Shards += other.Shards
	s.Took = addTime(s.Took, other.Took)
	s.Tally.Merge(other.Tally)
}

func addTime(a, b time.Duration) time.Duration {
	if a > math.MaxInt64-b {
		return math.MaxInt64
	}
	return a + b
}
