package enum_test

import (
	"bytes"
	"encoding/hex"
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"enumerate/enum"
)

// anyTally draws a tally.
func anyTally(t *rapid.T, verdicts int) *enum.Tally {
	tally := enum.NewTally(verdicts)
	if tally.Verdicts() == 0 {
		return tally
	}
	for range rapid.IntRange(0, 10).Draw(t, "bars") {
		tally.Add(rapid.IntRange(0, tally.Verdicts()-1).Draw(t, "verdict"),
			rapid.Uint64Range(0, math.MaxUint64).Draw(t, "automorphisms"),
			rapid.Uint64Range(0, math.MaxUint64).Draw(t, "classes"))
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
		{"a number of more bytes than it needs", empty + "018000", false},
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

func TestTallyIsBeyondAllMachineIntegers(t *testing.T) {
	tally := enum.NewTally(1)
	for range 4 {
		tally.Add(0, 2, math.MaxUint64)
	}
	group := new(big.Int).Lsh(big.NewInt(1), 100)
	games, err := tally.Games(0, group)
	want := new(big.Int).Lsh(new(big.Int).SetUint64(math.MaxUint64), 101)
	if err != nil || games.Cmp(want) != 0 {
		t.Errorf("Games = %v, %v, want %v", games, err, want)
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
		sum := new(big.Int).Add(a.AllClasses(), b.AllClasses())
		if !ab.Equal(ba) || ab.AllClasses().Cmp(sum) != 0 {
			t.Fatalf("%v and %v classes merge to %v and %v", a.AllClasses(), b.AllClasses(), ab.AllClasses(), ba.AllClasses())
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
		if tally.UnmarshalBinary(data) != nil {
			return
		}
		if again, err := tally.MarshalBinary(); err != nil || !bytes.Equal(again, data) {
			t.Errorf("%x reads as a tally that writes %x, %v", data, again, err)
		}
	})
}
