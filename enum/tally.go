package enum

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/big"
	"slices"
)

// A Tally counts classes by verdict and by number of automorphisms. That says
// how many labelled games they stand for: a class with |Aut| automorphisms under
// a group of relabelings stands for |group| / |Aut| of them, its orbit.
//
// It also sums the work of finding the verdicts, where a solver reports it.
//
// Counts are integers of any size. A Tally is not safe for use by several
// goroutines.
type Tally struct {
	counts []map[uint64]*big.Int // verdict -> automorphisms -> classes, none 0
	work   Work
}

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

// Add counts classes of one verdict with that many automorphisms each.
func (t *Tally) Add(verdict int, automorphisms, classes uint64) {
	if classes != 0 {
		t.add(verdict, automorphisms, new(big.Int).SetUint64(classes))
	}
}

func (t *Tally) add(verdict int, automorphisms uint64, classes *big.Int) {
	if sum, ok := t.counts[verdict][automorphisms]; ok {
		sum.Add(sum, classes)
		return
	}
	t.counts[verdict][automorphisms] = new(big.Int).Set(classes)
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
		for automorphisms, classes := range histogram {
			t.add(verdict, automorphisms, classes)
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
	Automorphisms uint64
	Classes       *big.Int
}

// Histogram returns the classes of one verdict by number of automorphisms,
// fewest automorphisms first, without empty bars.
func (t *Tally) Histogram(verdict int) []Bar {
	var bars []Bar
	for automorphisms, classes := range t.counts[verdict] {
		bars = append(bars, Bar{automorphisms, new(big.Int).Set(classes)})
	}
	slices.SortFunc(bars, func(a, b Bar) int {
		if a.Automorphisms < b.Automorphisms {
			return -1
		}
		return 1
	})
	return bars
}

// Classes returns the number of classes of one verdict.
func (t *Tally) Classes(verdict int) *big.Int {
	sum := new(big.Int)
	for _, classes := range t.counts[verdict] {
		sum.Add(sum, classes)
	}
	return sum
}

// AllClasses returns the number of classes of all verdicts.
func (t *Tally) AllClasses() *big.Int {
	sum := new(big.Int)
	for v := range t.counts {
		sum.Add(sum, t.Classes(v))
	}
	return sum
}

// Games returns the number of labelled games of one verdict: the sum of the
// orbits of its classes under a group of the given order. Automorphisms form a
// subgroup, so a number of them that does not divide the order is an error.
func (t *Tally) Games(verdict int, group *big.Int) (*big.Int, error) {
	sum := new(big.Int)
	for automorphisms, classes := range t.counts[verdict] {
		orbit, rest := new(big.Int).DivMod(group, new(big.Int).SetUint64(max(automorphisms, 1)), new(big.Int))
		if automorphisms == 0 || rest.Sign() != 0 {
			return nil, fmt.Errorf("%v classes with %d automorphisms: that does not divide the order of the group, %v", classes, automorphisms, group)
		}
		sum.Add(sum, orbit.Mul(orbit, classes))
	}
	return sum, nil
}

// AllGames returns the number of labelled games of all verdicts; see Games.
func (t *Tally) AllGames(group *big.Int) (*big.Int, error) {
	sum := new(big.Int)
	for v := range t.counts {
		games, err := t.Games(v, group)
		if err != nil {
			return nil, err
		}
		sum.Add(sum, games)
	}
	return sum, nil
}

// MarshalBinary encodes a tally: the number of verdicts; then for each verdict
// the number of bars, and for each bar, fewest automorphisms first, the number
// of automorphisms, the length of the number of classes in bytes, and those
// bytes, most significant first, the first one not 0. After the last verdict
// come the decisions and the conflicts of the work, or nothing if both are 0.
// Numbers other than those of classes are unsigned varints (encoding/binary).
// Equal tallies have equal encodings. The error is always nil.
func (t *Tally) MarshalBinary() ([]byte, error) {
	data := binary.AppendUvarint(nil, uint64(len(t.counts)))
	for v := range t.counts {
		bars := t.Histogram(v)
		data = binary.AppendUvarint(data, uint64(len(bars)))
		for _, bar := range bars {
			classes := bar.Classes.Bytes()
			data = binary.AppendUvarint(data, bar.Automorphisms)
			data = binary.AppendUvarint(data, uint64(len(classes)))
			data = append(data, classes...)
		}
	}
	if t.work != (Work{}) {
		data = binary.AppendUvarint(data, t.work.Decisions)
		data = binary.AppendUvarint(data, t.work.Conflicts)
	}
	return data, nil
}

var errTally = errors.New("not a tally")

// UnmarshalBinary decodes what MarshalBinary encoded, and nothing else.
func (t *Tally) UnmarshalBinary(data []byte) error {
	rest := data
	number := func() uint64 {
		x, n := binary.Uvarint(rest)
		if n <= 0 {
			rest = nil
			return 0
		}
		rest = rest[n:]
		return x
	}
	verdicts := number()
	if verdicts > uint64(len(data)) {
		return errTally
	}
	u := NewTally(int(verdicts))
	for v := range u.counts {
		for bars := number(); bars > 0; bars-- {
			automorphisms, length := number(), number()
			if length == 0 || length > uint64(len(rest)) {
				return errTally
			}
			u.add(v, automorphisms, new(big.Int).SetBytes(rest[:length]))
			rest = rest[length:]
		}
	}
	if len(rest) > 0 {
		u.work.Decisions = number()
		u.work.Conflicts = number()
	}
	// One tally has one encoding, so this refuses whatever else was wrong.
	if again, _ := u.MarshalBinary(); string(again) != string(data) {
		return errTally
	}
	*t = *u
	return nil
}
