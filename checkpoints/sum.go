package checkpoints

import (
	"encoding/binary"
	"errors"
	"fmt"
	"time"

	"enumerate/db"
	"enumerate/enum"
)

// A Sum is what shards come to.
type Sum struct {
	Shards uint64
	Tally  *enum.Tally
	Took   time.Duration // worker time: of two workers, twice the time gone by
}

func newSum(verdicts int) Sum { return Sum{Tally: enum.NewTally(verdicts)} }

func (s *Sum) add(tally *enum.Tally, took time.Duration) {
	s.Shards++
	s.Tally.Merge(tally)
	s.Took += took
}

// encodeTally returns a payload as the package doc describes it.
func encodeTally(tally *enum.Tally, took time.Duration) ([]byte, error) {
	data, err := tally.MarshalBinary()
	if err != nil {
		return nil, err
	}
	return append(binary.AppendUvarint(nil, uint64(max(took, 0))), data...), nil
}

func decodeTally(payload []byte, verdicts int) (*enum.Tally, time.Duration, error) {
	took, n := binary.Uvarint(payload)
	if n <= 0 {
		return nil, 0, errors.New("it holds no time")
	}
	tally := new(enum.Tally)
	if err := tally.UnmarshalBinary(payload[n:]); err != nil {
		return nil, 0, err
	}
	if tally.Verdicts() != verdicts {
		return nil, 0, fmt.Errorf("it holds %d verdicts, want %d", tally.Verdicts(), verdicts)
	}
	return tally, time.Duration(took), nil
}

// eachShard visits the stored shards of a run.
func eachShard(tx *db.Tx, run uint64, h Header, visit func(shard uint64, tally *enum.Tally, took time.Duration) error) error {
	return tx.Shards(run, func(shard uint64, payload []byte) error {
		tally, took, err := decodeTally(payload, len(h.Verdicts))
		if err != nil {
			return fmt.Errorf("run %d, shard %d: %w: %w", run, shard, errRecord, err)
		}
		return visit(shard, tally, took)
	})
}

// sumShards sums the stored shards of a run that are to be counted.
func sumShards(tx *db.Tx, run uint64, h Header, counts func(shard uint64) bool) (Sum, error) {
	sum := newSum(len(h.Verdicts))
	err := eachShard(tx, run, h, func(shard uint64, tally *enum.Tally, took time.Duration) error {
		if counts(shard) {
			sum.add(tally, took)
		}
		return nil
	})
	return sum, err
}
