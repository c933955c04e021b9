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

// A Tally counts by verdict and by a key, in a histogram for each verdict. What it
// counts, and what the keys are, only its space knows: a walk counts classes, and
// the key is their number of automorphisms, or NoClass. See Space.Totals for what it
// says.
//
// It also sums the work of finding the verdicts, where a solver reports it.
//
// Counts are integers of any size. A Tally is not safe for use by several
// goroutines.
type Tally struct {
	counts []map[uint64]*big.Int // verdict -> key -> count, none 0
	work   Work
}

// NoClass is the key under which a walk counts what it does not count by classes, such as
// games that it has given up in bulk.
const NoClass = 0

// NewTally returns an empty tally for the given number of verdicts.
func NewTally(verdicts int) *Tally {
	t := &Tally{counts: make([]map[uint64]*big.Int, verdicts)}
	for v := range t.counts {
		t.counts[v] = make(map[uint64]*big.Int)
	}
	return t
}

// Verdicts returns the number of verdicts.
func (t *Tally) Verdicts() int { return len(t.counts) }

// Add adds to the bar of a verdict and key.
func (t *Tally) Add(verdict int, key, count uint64) {
	if count != 0 {
		t.AddBig(verdict, key, new(big.Int).SetUint64(count))
	}
}

// AddBig is Add for counts of any size, which are not negative: one that is
// would be stored as another number, so it panics.
func (t *Tally) AddBig(verdict int, key uint64, count *big.Int) {
	switch sum, ok := t.counts[verdict][key]; {
	case count.Sign() < 0:
		panic(fmt.Sprintf("enum: %v is added to a tally, want a count", count))
	case count.Sign() == 0:
	case ok:
		sum.Add(sum, count)
	default:
		t.counts[verdict][key] = new(big.Int).Set(count)
	}
}

// AddWork adds to the work done.
func (t *Tally) AddWork(w Work) { t.work.Add(w) }

// Work returns the work done; none of a walk, whose solvers work on many games at
// once.
func (t *Tally) Work() Work { return t.work }

// Merge adds all that u counted. Both have the same number of verdicts.
func (t *Tally) Merge(u *Tally) {
	t.work.Add(u.work)
	for verdict, histogram := range u.counts {
		for key, count := range histogram {
			t.AddBig(verdict, key, count)
		}
	}
}

// Remove takes away all that u counted, which was merged before.
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

// Equal reports whether both counted the same.
func (t *Tally) Equal(u *Tally) bool {
	a, _ := t.MarshalBinary()
	b, _ := u.MarshalBinary()
	return string(a) == string(b)
}

// A Bar is one bar of a tally's histogram.
type Bar struct {
	Key   uint64
	Count *big.Int
}

// Histogram returns the bars of one verdict, least key first, without empty ones.
func (t *Tally) Histogram(verdict int) []Bar {
	var bars []Bar
	for key, count := range t.counts[verdict] {
		bars = append(bars, Bar{key, new(big.Int).Set(count)})
	}
	slices.SortFunc(bars, func(a, b Bar) int { return cmp.Compare(a.Key, b.Key) })
	return bars
}

// Bars returns how many bars there are without empty ones.
func (t *Tally) Bars() (bars int) {
	for _, histogram := range t.counts {
		bars += len(histogram)
	}
	return bars
}

// Bits returns how many bits the greatest count has.
func (t *Tally) Bits() (bits int) {
	for _, histogram := range t.counts {
		for _, count := range histogram {
			bits = max(bits, count.BitLen())
		}
	}
	return bits
}

// Count returns the count of the bar of a verdict and key, 0 if there is none.
func (t *Tally) Count(verdict int, key uint64) *big.Int {
	count := new(big.Int)
	if bar, ok := t.counts[verdict][key]; ok {
		count.Set(bar)
	}
	return count
}

// Sum returns what the bars of one verdict sum to: of a walk its classes, of a
// sample its trials.
func (t *Tally) Sum(verdict int) *big.Int {
	sum := new(big.Int)
	for _, count := range t.counts[verdict] {
		sum.Add(sum, count)
	}
	return sum
}

// SumAll returns what the bars of all verdicts sum to.
func (t *Tally) SumAll() *big.Int {
	sum := new(big.Int)
	for v := range t.counts {
		sum.Add(sum, t.Sum(v))
	}
	return sum
}

// MarshalBinary encodes a tally: the number of verdicts; then for each verdict
// the number of bars, and for each bar, least key first, the key, the length of
// the count in bytes, and those bytes, most significant first, the first one not
// 0. After the last verdict come the decisions and the conflicts of the work, or
// nothing if both are 0. Numbers other than the counts are unsigned varints
// (encoding/binary). Equal tallies have equal encodings. The error is always nil.
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

// UnmarshalBinary decodes what MarshalBinary encoded, and nothing else: no tally has two encodings, so data that it accepts need not
// be encoded again.
func (t *Tally) UnmarshalBinary(data []byte) error {
	r := tallyReader{rest: data}
	verdicts := r.number()
	if verdicts > uint64(len(data)) {
		return errTally
	}
	u := NewTally(int(verdicts))
	for v := range u.counts {
		r.histogram(u.counts[v])
	}
	if len(r.rest) > 0 {
		u.work.Decisions = r.number()
		u.work.Conflicts = r.number()
		if u.work == (Work{}) { // encoded as nothing
			r.failed = true
		}
	}
	if r.failed || len(r.rest) > 0 {
		return errTally
	}
	*t = *u
	return nil
}

// A tallyReader reads an encoded tally. After a failure it reads zeros.
type tallyReader struct {
	rest   []byte
	failed bool
}

// histogram reads the bars of a verdict. Their keys ascend, and no count begins with a zero byte.
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
	x, n := binary.Uvarint(r.rest)
	if n <= 0 || n > 1 && r.rest[n-1] == 0 {
		r.fail()
		return 0
	}
	r.rest = r.rest[n:]
	return x
}

func (r *tallyReader) fail() {
	r.rest = nil
	r.failed = true
}
