package enum_test

import (
	"encoding/binary"
	"math"
	"math/big"
	"strings"
	"testing"

	"enumerate/enum"
)

func TestDecodingATallyAllocatesNoMoreThanItsBytesJustify(t *testing.T) {
	for _, c := range []struct {
		claim string
		data  []byte
	}{
		{"a million verdicts in three bytes", binary.AppendUvarint(nil, 1<<20)},
		{"a million verdicts, with one byte for each of the first hundred", append(binary.AppendUvarint(nil, 1<<20), make([]byte, 100)...)},
		{"a million bars in four bytes", append([]byte{1}, binary.AppendUvarint(nil, 1<<20)...)},
	} {
		allocations := testing.AllocsPerRun(1, func() {
			if err := new(enum.Tally).UnmarshalBinary(c.data); err == nil {
				t.Errorf("%s: UnmarshalBinary accepts it", c.claim)
			}
		})
		if allocations > 1000 {
			t.Errorf("%s: UnmarshalBinary allocates %v times", c.claim, allocations)
		}
	}
}

func TestATallyOfManyVerdictsRoundTrips(t *testing.T) {
	tally := enum.NewTally(300)
	data, err := tally.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	read := new(enum.Tally)
	if err := read.UnmarshalBinary(data); err != nil || read.Verdicts() != 300 {
		t.Errorf("300 verdicts without bars, in %d bytes: %v and %d verdicts, want 300", len(data), err, read.Verdicts())
	}
}

func TestAtMostBoundsTheSumOfAllCounts(t *testing.T) {
	huge := new(big.Int).Exp(big.NewInt(10), big.NewInt(39), nil) // has 40 digits
	tally := func(counts ...*big.Int) *enum.Tally {
		tally := enum.NewTally(len(counts))
		for verdict, count := range counts {
			tally.AddBig(verdict, uint64(verdict), count)
		}
		return tally
	}
	for _, c := range []struct {
		claim string
		tally *enum.Tally
		limit *big.Int
		want  string // part of the error; "" for no error
	}{
		{"a sum of 0 and a limit of 0", tally(big.NewInt(0)), big.NewInt(0), ""},
		{"a sum below the limit", tally(big.NewInt(6)), big.NewInt(7), ""},
		{"a sum equal to the limit", tally(big.NewInt(7)), big.NewInt(7), ""},
		{"one more than the limit", tally(big.NewInt(8)), big.NewInt(7), "the number of its games is 8, but can be at most 7"},
		{"verdicts whose sum equals the limit", tally(big.NewInt(3), big.NewInt(4)), big.NewInt(7), ""},
		{"verdicts whose sum exceeds the limit, although each count is below it", tally(big.NewInt(4), big.NewInt(4)), big.NewInt(7), "the number of its games is 8, but can be at most 7"},
		{"2^64 more than the limit", tally(new(big.Int).Lsh(big.NewInt(1), 64), big.NewInt(1)), big.NewInt(1), "can be at most 1"},
		{"a number of 40 digits is printed", tally(huge), big.NewInt(1), "the number of its games is " + huge.String() + ","},
		{"the digits of a longer number are counted instead", tally(new(big.Int).Mul(huge, big.NewInt(10))), huge, "the number of its games is a number of 41 digits, but can be at most " + huge.String()},
	} {
		err := enum.AtMost(c.tally, c.limit)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: AtMost = %v, want %q", c.claim, err, c.want)
		}
	}
}

func TestTheSizeOfATallyIsItsBarsAndItsLongestCount(t *testing.T) {
	tally := enum.NewTally(3)
	if bars, bits := tally.Bars(), tally.Bits(); bars != 0 || bits != 0 {
		t.Errorf("an empty tally has %d bars of up to %d bits, want 0 and 0", bars, bits)
	}
	tally.Add(0, 1, 5)
	tally.Add(0, 2, math.MaxUint64)
	tally.Add(2, 1, 1)
	tally.Add(2, 7, 0) // adds no bar
	if bars, bits := tally.Bars(), tally.Bits(); bars != 3 || bits != 64 {
		t.Errorf("the tally has %d bars of up to %d bits, want 3 and 64", bars, bits)
	}
}

func TestMergingChangesOnlyTheTallyThatIsMergedInto(t *testing.T) {
	into, from := enum.NewTally(1), enum.NewTally(1)
	from.Add(0, 1, 3)
	into.Merge(from)
	into.Merge(from)
	if got := into.Count(0, 1).Int64(); got != 6 {
		t.Errorf("merging a count of 3 twice gives %d, want 6", got)
	}
	if got := from.Count(0, 1).Int64(); got != 3 {
		t.Errorf("Merge changed its argument from 3 to %d", got)
	}
	into.Count(0, 1).SetInt64(0)
	into.Histogram(0)[0].Count.SetInt64(0)
	if got := into.Count(0, 1).Int64(); got != 6 {
		t.Errorf("changing a returned count changes the tally from 6 to %d", got)
	}
}

func TestRemovedWorkIsSubtracted(t *testing.T) {
	tally, part := enum.NewTally(1), enum.NewTally(1)
	tally.AddWork(enum.Work{Decisions: 7, Conflicts: 5})
	part.AddWork(enum.Work{Decisions: 3, Conflicts: 4})
	tally.Remove(part)
	if want := (enum.Work{Decisions: 4, Conflicts: 1}); tally.Work() != want {
		t.Errorf("Work = %v, want %v", tally.Work(), want)
	}
}

func TestANumberBeyond64BitsIsRefused(t *testing.T) {
	beyond := append(make([]byte, 0, 11), 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01)
	for claim, data := range map[string][]byte{
		"verdicts":  beyond,
		"bars":      append([]byte{1}, beyond...),
		"a key":     append([]byte{1, 1}, beyond...),
		"a length":  append([]byte{1, 1, 1}, beyond...),
		"decisions": append([]byte{1, 0}, beyond...),
		"conflicts": append([]byte{1, 0, 1}, beyond...),
	} {
		if err := new(enum.Tally).UnmarshalBinary(data); err == nil {
			t.Errorf("%s: UnmarshalBinary accepts a number that does not fit in 64 bits", claim)
		}
	}
}
