package enum_test

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
	"math/big"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"enumerate/enum"
)

func anyTally(t *rapid.T, verdicts int) *enum.Tally {
	tally := enum.NewTally(verdicts)
	if tally.Verdicts() == 0 {
		return tally
	}
	for range rapid.IntRange(0, 10).Draw(t, "bars") {
		tally.Add(rapid.IntRange(0, tally.Verdicts()-1).Draw(t, "verdict"),
			rapid.Uint64Range(0, math.MaxUint64).Draw(t, "key"),
			rapid.Uint64Range(0, math.MaxUint64).Draw(t, "count"))
	}
	tally.AddWork(enum.Work{
		Decisions: rapid.Uint64Range(0, math.MaxUint32).Draw(t, "decisions"),
		Conflicts: rapid.Uint64Range(0, math.MaxUint32).Draw(t, "conflicts"),
	})
	return tally
}

func TestTallyRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tally := anyTally(t, rapid.IntRange(0, 4).Draw(t, "verdicts"))
		data, err := tally.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		read := new(enum.Tally)
		if err := read.UnmarshalBinary(data); err != nil || !read.Equal(tally) {
			t.Fatalf("%x reads back as another tally, err %v", data, err)
		}
	})
}

func TestTallyGolden(t *testing.T) {
	tally := enum.NewTally(2)
	tally.Add(0, 1, 14559)
	tally.Add(0, 3, 3)
	tally.Add(1, 200, 1)
	data, err := tally.MarshalBinary()
	want := "02" + // verdicts
		"02" + "01" + "02" + "38df" + "03" + "01" + "03" + // two bars
		"01" + "c801" + "01" + "01" // one bar
	if got := hex.EncodeToString(data); err != nil || got != want {
		t.Errorf("MarshalBinary = %s, %v, want %s", got, err, want)
	}
	tally.AddWork(enum.Work{Conflicts: 300})
	want += "00" + "ac02"
	if data, err := tally.MarshalBinary(); err != nil || hex.EncodeToString(data) != want {
		t.Errorf("with work MarshalBinary = %x, %v, want %s", data, err, want)
	}
}

func TestATallyHasOneEncoding(t *testing.T) {
	const empty = "0100" // one verdict without bars
	for _, c := range []struct {
		claim, data string
		ok          bool
	}{
		{"no work", empty, true},
		{"some work", empty + "0100", true},
		{"no work, written down", empty + "0000", false},
		{"decisions alone", empty + "01", false},
		{"a number too many", empty + "010101", false},
		{"a number cut short", empty + "0180", false},
		{"a number in more bytes than it needs", empty + "018000", false},
		{"more verdicts than there are bytes", "ffffffffffffffff7f", false},
		{"2^62 bars, and none there", "01" + "808080808080808040", false}, // in no time
		{"a bar of nothing", "01" + "01" + "01" + "00", false},
		{"two bars", "01" + "02" + "010101" + "020101", true},
		{"a bar with the key of the one before it", "01" + "02" + "010101" + "010101", false},
		{"a bar with a lower key than the one before it", "01" + "02" + "020101" + "010101", false},
		{"a key in more bytes than it needs", "01" + "01" + "8100" + "0101", false},
		{"a count that begins with a zero", "01" + "01" + "01" + "02" + "0001", false},
		{"a count longer than what is left", "01" + "01" + "01" + "02" + "01", false},
	} {
		data, err := hex.DecodeString(c.data)
		if err != nil {
			t.Fatal(err)
		}
		if err := new(enum.Tally).UnmarshalBinary(data); (err == nil) != c.ok {
			t.Errorf("%s: UnmarshalBinary(%s) = %v, want ok %t", c.claim, c.data, err, c.ok)
		}
	}
}

func TestRemoveUndoesMerge(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		verdicts := rapid.IntRange(1, 3).Draw(t, "verdicts")
		tally, more := anyTally(t, verdicts), anyTally(t, verdicts)
		before := enum.NewTally(verdicts)
		before.Merge(tally)
		tally.Merge(more)
		tally.Remove(more)
		if !tally.Equal(before) {
			t.Fatalf("what was merged and removed leaves %d bars and %v, before there were %d and %v", tally.Bars(), tally.Work(), before.Bars(), before.Work())
		}
	})
}

type large struct{ necklaces }

func (large) Group() *big.Int { return new(big.Int).Lsh(big.NewInt(1), 100) }

func TestTallyIsBeyondAllMachineIntegers(t *testing.T) {
	tally := enum.NewTally(1)
	for range 4 {
		tally.Add(0, 2, math.MaxUint64)
	}
	totals, err := enum.OrbitTotals(large{}, tally)
	want := new(big.Int).Lsh(new(big.Int).SetUint64(math.MaxUint64), 101)
	if err != nil || totals.Verdicts[0].Games.Cmp(want) != 0 {
		t.Errorf("OrbitTotals = %v, %v, want %v games", totals, err, want)
	}
}

func TestAddBigIsAdd(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		small, large := enum.NewTally(2), enum.NewTally(2)
		for range rapid.IntRange(0, 10).Draw(t, "bars") {
			verdict, key := rapid.IntRange(0, 1).Draw(t, "verdict"), rapid.Uint64Range(0, 3).Draw(t, "key")
			count := rapid.Uint64Range(0, math.MaxUint64).Draw(t, "count")
			before := large.Count(verdict, key)
			added := new(big.Int).SetUint64(count)
			small.Add(verdict, key, count)
			large.AddBig(verdict, key, added)
			want := new(big.Int).Add(before, added)
			added.SetInt64(-1) // the tally must have copied the number
			if got := large.Count(verdict, key); got.Cmp(want) != 0 {
				t.Fatalf("%v and %d come to %v, want %v", before, count, got, want)
			}
		}
		if !small.Equal(large) {
			t.Fatalf("Add sums to %v, AddBig to %v", small.SumAll(), large.SumAll())
		}
	})
}

func TestATallyCountsUp(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("AddBig(0, 1, -1) does not panic")
		}
	}()
	enum.NewTally(1).AddBig(0, 1, big.NewInt(-1))
}

func TestHistogramIsSortedAndHasNoEmptyBars(t *testing.T) {
	tally := enum.NewTally(2)
	for _, bar := range []struct{ key, count uint64 }{{9, 1}, {2, 5}, {math.MaxUint64, 2}, {3, 0}, {0, 7}, {2, 1}} {
		tally.Add(1, bar.key, bar.count)
	}
	want := "[{0 7} {2 6} {9 1} {18446744073709551615 2}]"
	if got := fmt.Sprint(tally.Histogram(1)); got != want {
		t.Errorf("Histogram(1) = %s, want %s", got, want)
	}
	if got := tally.Histogram(0); len(got) != 0 {
		t.Errorf("Histogram(0) = %v, want no bars", got)
	}
	if a, b := tally.Count(1, 3), tally.Sum(1); a.Sign() != 0 || b.Int64() != 16 {
		t.Errorf("Count(1, 3) = %v, Sum(1) = %v, want 0 and 16", a, b)
	}
}

func TestMergeIsAddition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		verdicts := rapid.IntRange(0, 4).Draw(t, "verdicts")
		a, b := anyTally(t, verdicts), anyTally(t, verdicts)
		ab, ba := enum.NewTally(a.Verdicts()), enum.NewTally(a.Verdicts())
		ab.Merge(a)
		ab.Merge(b)
		ba.Merge(b)
		ba.Merge(a)
		sum := new(big.Int).Add(a.SumAll(), b.SumAll())
		if !ab.Equal(ba) || ab.SumAll().Cmp(sum) != 0 {
			t.Fatalf("%v and %v merge to %v and %v", a.SumAll(), b.SumAll(), ab.SumAll(), ba.SumAll())
		}
		work := a.Work()
		work.Add(b.Work())
		if ab.Work() != work {
			t.Fatalf("the work %v and %v merges to %v", a.Work(), b.Work(), ab.Work())
		}
	})
}

func FuzzTally(f *testing.F) {
	for _, seed := range []string{"", "00", "0202010238df03010301c80101", "ff", "0101010100", "01000102", "01000000", "0202010238df03010301c8010100ac02"} {
		data, _ := hex.DecodeString(seed)
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		tally := new(enum.Tally)
		err := tally.UnmarshalBinary(data)
		lenient := readLeniently(data)
		again, _ := lenient.MarshalBinary()
		if isEncoding := bytes.Equal(again, data); isEncoding != (err == nil) {
			t.Fatalf("%x is read with the error %v, and encoded again as %x", data, err, again)
		}
		if err == nil && !tally.Equal(lenient) {
			t.Errorf("%x reads as another tally", data)
		}
	})
}

// readLeniently reads an encoded tally up to the first error, and accepts every encoding, not only the canonical one.
func readLeniently(data []byte) *enum.Tally {
	rest := data
	number := func() uint64 {
		x, n := binary.Uvarint(rest)
		if n <= 0 {
			n = len(rest)
		}
		rest = rest[n:]
		return x
	}
	verdicts := min(number(), uint64(len(data)))
	tally := enum.NewTally(int(verdicts))
	for v := range int(verdicts) {
		for bars := number(); bars > 0 && len(rest) > 0; bars-- {
			key, length := number(), number()
			length = min(length, uint64(len(rest)))
			tally.AddBig(v, key, new(big.Int).SetBytes(rest[:length]))
			rest = rest[length:]
		}
	}
	tally.AddWork(enum.Work{Decisions: number(), Conflicts: number()})
	return tally
}

// TestADamagedEncodingIsNotReadAsAnother changes, inserts or deletes a byte of an encoded tally. Decoding must return
// an error, or a tally that encodes to exactly these bytes.
func TestADamagedEncodingIsNotReadAsAnother(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		data, err := anyTally(t, rapid.IntRange(0, 4).Draw(t, "verdicts")).MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		at := rapid.IntRange(0, len(data)-1).Draw(t, "position")
		other := rapid.Byte().Draw(t, "byte")
		switch rapid.IntRange(0, 2).Draw(t, "damage") {
		case 0:
			data[at] = other
		case 1:
			data = slices.Insert(data, at, other)
		case 2:
			data = slices.Delete(data, at, at+1)
		}
		read := new(enum.Tally)
		if read.UnmarshalBinary(data) != nil {
			return
		}
		if again, err := read.MarshalBinary(); err != nil || !bytes.Equal(again, data) {
			t.Errorf("%x reads as a tally that is encoded as %x, %v", data, again, err)
		}
	})
}
