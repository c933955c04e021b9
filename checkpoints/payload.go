package checkpoints

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"time"

	"enumerate/enum"
)

// A payload is what the database holds for a shard, or for the total of a finished run. It consists of
//
//	2 bytes   0, 0
//	uvarint   the number of the contributor that computed the shard, 0 if unknown
//	uvarint   the number of the contributor that confirmed it, 0 if none did
//	uvarint   the worker's time in nanoseconds
//	rest      the tally, see enum.Tally.MarshalBinary
//
// The first three fields are absent if both numbers are 0, as in totals. Such a payload begins with the time. It can be
// told from the others, because it never begins with 0, 0: a time whose first byte is 0 has only this byte, and the
// tally follows, whose first byte, the number of verdicts, is not 0.
type payload []byte

var provenanceMark = []byte{0, 0}

// The limits of a payload are far above what any ruleset needs. They keep a hostile database from filling the memory.
const (
	longestPayload = 1 << 20 // bytes
	longestCount   = 1 << 16 // bits of a count
)

// MostBars is the largest number of bars of a tally, and of the sum of a run's shards.
const MostBars = 1 << 16

// A Provenance names the contributors of a shard by their numbers in the run; 0 is none.
type Provenance struct {
	Contributor uint32 // computed the shard
	Confirmer   uint32 // computed it again, with the same result
}

// An Entry is a stored shard.
type Entry struct {
	Shard uint64
	Provenance
	Took  time.Duration
	Tally []byte // as enum.Tally encodes it
}

// NewEntry returns the entry of a finished shard, without contributors. It takes both the tally and its encoding,
// because package fleet receives the encoding from a worker. The error says which limit the tally exceeds.
func NewEntry(shard uint64, tally *enum.Tally, encoded []byte, took time.Duration) (Entry, error) {
	e := Entry{Shard: shard, Took: max(took, 0), Tally: encoded}

	if err := payload(e.Encode()).checkLimits(tally); err != nil {
		return Entry{}, err
	}
	return e, nil
}

// ReadEntry decodes the payload of a shard, except for its tally.
func ReadEntry(shard uint64, data []byte) (Entry, error) {
	e, err := payload(data).split()
	e.Shard = shard
	return e, err
}

// Encode returns the payload of the shard.
func (e Entry) Encode() []byte {
	var data []byte
	if e.Provenance != (Provenance{}) {
		data = append(data, provenanceMark...)
		data = binary.AppendUvarint(data, uint64(e.Contributor))
		data = binary.AppendUvarint(data, uint64(e.Confirmer))
	}

	data = binary.AppendUvarint(data, uint64(e.Took))
	return append(data, e.Tally...)
}

// encodeTally returns the payload of a shard or a total, without contributors, unless the tally exceeds a limit.
func encodeTally(tally *enum.Tally, took time.Duration) (payload, error) {
	encoded, err := tally.MarshalBinary()
	if err != nil {
		return nil, err
	}

	e, err := NewEntry(0, tally, encoded, took)
	if err != nil {
		return nil, err
	}
	return e.Encode(), nil
}

// split returns the fields of a payload, with the tally still encoded.
func (p payload) split() (Entry, error) {
	rest := []byte(p)
	short := false // the payload ends within a number, or a number is too large
	number := func(most uint64) uint64 {
		x, n := binary.Uvarint(rest)
		if n <= 0 || x > most {
			short = true
			return 0
		}
		rest = rest[n:]
		return x
	}

	var e Entry
	if bytes.HasPrefix(rest, provenanceMark) {
		rest = rest[len(provenanceMark):]
		e.Contributor = uint32(number(MostContributors))
		e.Confirmer = uint32(number(MostContributors))
		if short {
			return Entry{}, errors.New("its contributors cannot be read")
		}
	}

	e.Took = time.Duration(number(math.MaxInt64))
	if short {
		return Entry{}, errors.New("its time cannot be read")
	}
	e.Tally = rest
	return e, nil
}

// decode returns the tally of a shard or a total, which must have the given number of verdicts, and the worker's time.
func (p payload) decode(verdicts int) (*enum.Tally, time.Duration, error) {
	if err := p.checkLength(); err != nil {
		return nil, 0, err
	}
	e, err := p.split()
	if err != nil {
		return nil, 0, err
	}

	tally := new(enum.Tally)
	if err := tally.UnmarshalBinary(e.Tally); err != nil {
		return nil, 0, err
	}
	if tally.Verdicts() != verdicts {
		return nil, 0, fmt.Errorf("%d verdicts, expected %d", tally.Verdicts(), verdicts)
	}
	if err := p.checkLimits(tally); err != nil {
		return nil, 0, err
	}
	return tally, e.Took, nil
}

// checkLimits returns an error if a tally is larger than any real one, because it might fill the memory.
func (p payload) checkLimits(tally *enum.Tally) error {
	if err := p.checkLength(); err != nil {
		return err
	}
	if bars := tally.Bars(); bars > MostBars {
		return fmt.Errorf("%d bars; the limit is %d", bars, MostBars)
	}
	if bits := tally.Bits(); bits > longestCount {
		return fmt.Errorf("a count of %d bits; the limit is %d", bits, longestCount)
	}
	return nil
}

func (p payload) checkLength() error {
	if len(p) > longestPayload {
		return fmt.Errorf("%d bytes; the limit is %d", len(p), longestPayload)
	}
	return nil
}

// provenance returns the contributors of a shard, or none if the payload cannot be read, which decode reports.
func (p payload) provenance() Provenance {
	e, err := p.split()
	if err != nil {
		return Provenance{}
	}
	return e.Provenance
}

// withProvenance returns the payload with other contributors, or unchanged if it cannot be read.
func (p payload) withProvenance(who Provenance) payload {
	e, err := p.split()
	if err != nil {
		return p
	}
	e.Provenance = who
	return e.Encode()
}

// countAnonymous returns the number of shards that name no contributor.
func countAnonymous(shards []shard) (number uint64) {
	for _, s := range shards {
		if !bytes.HasPrefix(s.payload, provenanceMark) {
			number++
		}
	}
	return number
}
