package rotisserie

import (
	"context"
	"math/big"
	"strings"
	"testing"

	"enumerate/enum"
	"enumerate/games/heaps"
	"enumerate/games/rotisserie/counts"
)

// law returns one of the laws of k heaps.
func law(t *testing.T, k int, name string) enum.Theorem {
	t.Helper()
	for _, l := range laws(heaps.Span{Least: 0, Most: k}) {
		if l.Name == name {
			return l
		}
	}
	t.Fatalf("there is no law %q", name)
	return enum.Theorem{}
}

// TestLawsHoldAsFarAsIsSaid checks the laws of few heaps, and finds the first exceptions
// where there are some.
func TestLawsHoldAsFarAsIsSaid(t *testing.T) {
	for _, c := range []struct {
		heaps    int
		name     string
		size     int
		holds    bool
		contains string // in what is found
	}{
		{2, "polynomial", 12, true, "(M^2 + M)/2, from M = 1 on; fitted on 3 values, tested on 9 others"},
		{3, "polynomial", 12, true, "(3 M^2 - 5 M + 2)/2, from M = 1 on"},
		{5, "polynomial", 12, true, "tested on"},
		{3, "order-2", 9, true, "which proves it for all"},
		{5, "order-2", 9, true, "heaps of 1 to 9"},
		{5, "order-3", 9, true, "heaps of 1 to 9"},
		{4, "order-3", 2, true, "heaps of 3 at least"},
		{8, "order-2", 4, false, "4,1,2,1,4,2,1,4"},
	} {
		l := law(t, c.heaps, c.name)
		f, err := l.Check(context.Background(), c.size)
		found := f.Counterexample + f.Details
		if err != nil || (f.Counterexample == "") != c.holds || l.Holds != c.holds || !strings.Contains(strings.NewReplacer(" ", "").Replace(found), strings.NewReplacer(" ", "").Replace(c.contains)) {
			t.Errorf("%s of %d heaps to %d: %q, %v, believed %v, want it to hold: %v, and %q", c.name, c.heaps, c.size, found, err, l.Holds, c.holds, c.contains)
		}
	}
}

// TestThePolynomialIsRefuted plants numbers of P-positions.
func TestThePolynomialIsRefuted(t *testing.T) {
	for _, c := range []struct {
		values         []int64
		positions      int64
		counterexample string
		details        string
	}{
		{[]int64{1, 3, 6, 10, 15}, 0, "", "the values up to M = 5 are too few to find one and test it on 3 others: it takes M = 6"},
		{[]int64{1, 3, 6, 10, 15, 21}, 36, "", "(M^2 + M)/2, from M = 1 on; fitted on 3 values, tested on 3 others, up to M = 6"},
		{[]int64{1, 3, 6, 10, 15, 22}, 36, "there is none from M = 1 on; the numbers are [1 3 6 10 15 22]", ""},
		{[]int64{2, 3, 6, 10, 15, 21, 28}, 49, "there is none from M = 1 on; the numbers are [2 3 6 10 15 21 28]", ""},
		{[]int64{1, 4, 2, 5, 5, 5, 5}, 49, "there is none from M = 1 on; the numbers are [1 4 2 5 5 5 5]", ""},
		{[]int64{1, 8, 27, 64, 125, 216}, 36, "M^3 has the degree 3", ""},
	} {
		var values []*big.Int
		for _, v := range c.values {
			values = append(values, big.NewInt(v))
		}
		f := judge(2, values)
		if f.Positions.Int64() != c.positions || f.Counterexample != c.counterexample || f.Details != c.details {
			t.Errorf("judge(2, %v) = %v, %q, %q, want %d, %q, %q", values, f.Positions, f.Counterexample, f.Details, c.positions, c.counterexample, c.details)
		}
	}
}

// TestUsualChecksStayInBounds has all numbers of heaps that a ruleset may have, and as
// many as none may.
func TestUsualChecksStayInBounds(t *testing.T) {
	for k := range 40 {
		list := laws(heaps.Span{Least: 0, Most: k})
		if has, want := len(list) > 0, k <= counts.MaxSolved; has != want {
			t.Errorf("%d heaps have laws: %t, want %t", k, has, want)
		}
		for _, l := range list {
			bytes, err := counts.Bytes(k, l.Usual)
			if err != nil || bytes > usualBytes {
				t.Errorf("%s of %d heaps to %d takes %d bytes, %v", l.Name, k, l.Usual, bytes, err)
			}
			if l.Name != "polynomial" && queues(k, l.Usual).Int64() > usualQueues {
				t.Errorf("%s of %d heaps to %d looks at %v queues, want at most %d", l.Name, k, l.Usual, queues(k, l.Usual), usualQueues)
			}
		}
	}
	for k, want := range []int{60, 60, 60, 60, 60, 28, 16, 11, 12, 6} {
		if got := law(t, k, "polynomial").Usual; got != want {
			t.Errorf("the polynomial of %d heaps is usually tested to %d, want %d", k, got, want)
		}
	}
}
