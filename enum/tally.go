package enum

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"slices"
)

// A Tally is the result of some shards of a space: for each verdict and each key (a number), it has a count (an integer
// of any size). The space defines what is counted under which key; see Space.Totals. In a walk, a class counts under
// its number of automorphisms. A Tally also adds up the work of solvers, if they report it. It is for one goroutine at
// a time.
type Tally struct {
	counts []map[uint64]*big.Int // verdict -> key -> count, none 0
	work   Work
}

// NoClass is the key under which a walk counts games that it does not visit class by class. The other keys are numbers
// of automorphisms, at least 1.
const NoClass = 0

// NewTally returns an empty tally for a number of verdicts.
func NewTally(verdicts int) *Tally {
	t := &Tally{counts: make([]map[uint64]*big.Int, verdicts)}
	for v := range t.counts {
		t.counts[v] = make(map[uint64]*big.Int)
	}
	return t
}

// Verdicts returns the number of verdicts.
func (t *Tally) Verdicts() int { return len(t.counts) }

// Add adds to the count of a verdict and key.
func (t *Tally) Add(verdict int, key, count uint64) {
	if count != 0 {
		t.AddBig(verdict, key, new(big.Int).SetUint64(count))
	}
}

// AddBig adds a count of any size. It panics if the count is negative, because the encoding of a tally would lose the
// sign.
func (t *Tally) AddBig(verdict int, key uint64, count *big.Int) {
	switch sum, ok := t.counts[verdict][key]; {
	case count.Sign() < 0:
		panic(fmt.Sprintf("enum: %v is added to a tally, expected a count", count))
	case count.Sign() == 0: // a tally has no counts of 0
	case ok:
		sum.Add(sum, count)
	default:
		t.counts[verdict][key] = new(big.Int).Set(count)
	}
}

// AddWork adds to the work.
func (t *Tally) AddWork(w Work) { t.work.Add(w) }

// Work returns the work of the solvers. A walk reports none, because it solves games in bulk.
func (t *Tally) Work() Work { return t.work }

// Merge adds the counts and the work of u, which has the same number of verdicts.
func (t *Tally) Merge(u *Tally) {
	t.work.Add(u.work)
	for verdict, histogram := range u.counts {
		for key, count := range histogram {
			t.AddBig(verdict, key, count)
		}
	}
}

// Remove undoes a merge of u into t.
func (t *Tally) Remove(u *Tally) {
	t.work.Decisions -= u.work.Decisions
	t.work.Conflicts -= u.work.Conflicts
	for verdict, histogram := range u.counts {
		for key, count := range histogram {
			sum := t.counts[verdict][key]
			if sum.Sub(sum, count).Sign() == 0 {
				delete(t.counts[verdict], key)
			}
		}
	}
}

// Equal reports whether two tallies have the same counts and the same work.
func (t *Tally) Equal(u *Tally) bool {
	a, _ := t.MarshalBinary() // equal tallies have equal encodings
	b, _ := u.MarshalBinary()
	return string(a) == string(b)
}

// A Bar is one count of a histogram, with its key.
type Bar struct {
	Key   uint64
	Count *big.Int
}

// Histogram returns the counts of a verdict that are not 0, in the order of their keys.
func (t *Tally) Histogram(verdict int) []Bar {
	var bars []Bar
	for key, count := range t.counts[verdict] {
		bars = append(bars, Bar{key, new(big.Int).Set(count)})
	}
	slices.SortFunc(bars, func(a, b Bar) int { return cmp.Compare(a.Key, b.Key) })
	return bars
}

// Bars returns the number of counts that are not 0.
func (t *Tally) Bars() (bars int) {
	for _, histogram := range t.counts {
		bars += len(histogram)
	}
	return bars
}

// Bits returns the bit length of the largest count.
func (t *Tally) Bits() (bits int) {
	for _, histogram := range t.counts {
		for _, count := range histogram {
			bits = max(bits, count.BitLen())
		}
	}
	return bits
}

// Count returns the count of a verdict and key.
func (t *Tally) Count(verdict int, key uint64) *big.Int {
	count := new(big.Int)
	if bar, ok := t.counts[verdict][key]; ok {
		count.Set(bar)
	}
	return count
}

// Sum returns the sum of the counts of a verdict.
func (t *Tally) Sum(verdict int) *big.Int {
	sum := new(big.Int)
	for _, count := range t.counts[verdict] {
		sum.Add(sum, count)
	}
	return sum
}

// SumAll returns the sum of all counts.
func (t *Tally) SumAll() *big.Int {
	sum := new(big.Int)
	for v := range t.counts {
		sum.Add(sum, t.Sum(v))
	}
	return sum
}

// MarshalBinary encodes a tally for storage as follows:
//
//	the number of verdicts
//	for each verdict: the number of its counts that are not 0
//	    for each of these counts, in the order of keys: the key, the number of bytes of the count, these bytes, most significant first
//	the decisions and the conflicts of the work, unless both are 0
//
// Numbers other than counts are unsigned varints. Equal tallies have equal encodings. The error is always nil.
func (t *Tally) MarshalBinary() ([]byte, error) {
	data := binary.AppendUvarint(nil, uint64(len(t.counts)))
	for _, histogram := range t.counts {
		data = binary.AppendUvarint(data, uint64(len(histogram)))
		for _, key := range slices.Sorted(maps.Keys(histogram)) {
			count := histogram[key].Bytes()
			data = binary.AppendUvarint(data, key)
			data = binary.AppendUvarint(data, uint64(len(count)))
			data = append(data, count...)
		}
	}
	if t.work != (Work{}) {
		data = binary.AppendUvarint(data, t.work.Decisions)
		data = binary.AppendUvarint(data, t.work.Conflicts)
	}
	return data, nil
}

var errTally = errors.New("not a tally")

// UnmarshalBinary decodes a tally. It accepts only encodings that MarshalBinary writes.
func (t *Tally) UnmarshalBinary(data []byte) error {
	r := tallyReader{rest: data}
	verdicts := r.number()
	if verdicts > uint64(len(data)) { // each verdict takes a byte; a wrong number must not take memory
		return errTally
	}
	u := NewTally(int(verdicts))
	for v := range u.counts {
		r.histogram(u.counts[v])
	}
	if len(r.rest) > 0 {
		u.work.Decisions = r.number()
		u.work.Conflicts = r.number()
		if u.work == (Work{}) { // MarshalBinary leaves out work of 0
			r.failed = true
		}
	}
	if r.failed || len(r.rest) > 0 {
		return errTally
	}
	*t = *u
	return nil
}

type tallyReader struct {
	rest   []byte
	failed bool
}

// histogram reads the counts of a verdict into bars. It fails unless keys ascend and no count is 0 or begins with a
// zero byte, so that a tally has only one encoding.
func (r *tallyReader) histogram(bars map[uint64]*big.Int) {
	last := uint64(0)
	number := r.number()
	for i := uint64(0); i < number; i++ {
		key := r.number()
		length := r.number()
		ascends := i == 0 || key > last
		if !ascends || length == 0 || length > uint64(len(r.rest)) || r.rest[0] == 0 {
			r.fail()
			return
		}
		bars[key] = new(big.Int).SetBytes(r.rest[:length])
		r.rest = r.rest[length:]
		last = key
	}
}

// number reads an unsigned varint, which must be as short as possible.
func (r *tallyReader) number() uint64 {
	x, size := binary.Uvarint(r.rest)
	if size <= 0 || size > 1 && r.rest[size-1] == 0 { // cut off or too large, or longer than needed
		r.fail()
		return 0
	}
	r.rest = r.rest[size:]
	return x
}

func (r *tallyReader) fail() {
	r.rest = nil
	r.failed = true
}
