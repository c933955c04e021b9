package lexicode

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"strings"
	"testing"

	"enumerate/games/antonim/marking"
)

const memory = 1 << 30

// definition solves all subsets of {1..n} by the definition of P-positions. Bit x-1 of a set stands for a heap of x.
func definition(n int) []bool {
	p := make([]bool, 1<<n)
	for set := range p {
		p[set] = true
		for x := range n {
			if set>>x&1 == 0 {
				continue
			}
			rest := set &^ (1 << x)
			for y := -1; y < x; y++ {
				after := rest
				if y >= 0 {
					after |= 1 << y
				}
				p[set] = p[set] && !p[after]
			}
		}
	}
	return p
}

func TestSetsAgreeWithTheDefinition(t *testing.T) {
	const n = 12
	want := make([]uint64, n+1)
	for set, p := range definition(n) {
		for m := bits.Len(uint(set)); p && m <= n; m++ {
			want[m]++
		}
	}
	for m := range n + 1 {
		if got, err := Sets(t.Context(), m, memory, nil); err != nil || !slices.Equal(got, want[:m+1]) {
			t.Errorf("Sets(%d) = %v, %v, want %v", m, got, err, want[:m+1])
		}
	}
}

func TestSetsAgreesWithMark(t *testing.T) {
	const n = 24
	got, err := Sets(t.Context(), n, memory, nil)
	if err != nil {
		t.Fatal(err)
	}
	table, err := marking.Mark(t.Context(), n, 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	if want := table.Counts(); !slices.Equal(got, want) {
		t.Errorf("P-positions are %v by Sets, %v by Mark", got, want)
	}
}

func four(t *testing.T, largest int) (all [][4]int) {
	t.Helper()
	err := Four(t.Context(), largest, memory, nil, func(a, b, c, d int) bool {
		all = append(all, [4]int{a, b, c, d})
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestFourAgreesWithTheDefinition(t *testing.T) {
	const n = 16
	p := definition(n)
	found := make(map[int]bool)
	for _, heaps := range four(t, n) {
		set := 0
		for _, x := range heaps {
			set |= 1 << (x - 1)
		}
		found[set] = true
	}
	for set := range p {
		if bits.OnesCount(uint(set)) == 4 && p[set] != found[set] {
			t.Errorf("%016b: found %v, want %v", set, found[set], p[set])
		}
	}
}

// TestFourAgreesWithMarkFew compares the P-positions of four heaps that two algorithms find, one by one. With heaps up
// to 140, the rows of bits that Four keeps have up to three words of 64 bits.
func TestFourAgreesWithMarkFew(t *testing.T) {
	const n = 140
	table, err := marking.MarkFew(t.Context(), 4, n, 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	all := four(t, n)
	for _, heaps := range all {
		if !table.P(heaps[:]...) {
			t.Fatalf("%v is P by Four, N by MarkFew", heaps)
		}
	}
	if want := table.Count(4, n); uint64(len(all)) != want {
		t.Errorf("%d P-positions by Four, %d by MarkFew", len(all), want)
	}
}

// TestOddPartsOfPeriods checks the statements of docs/papers/heaps.md about the odd parts of periods, i.e. the periods
// divided by 2 as often as possible.
func TestOddPartsOfPeriods(t *testing.T) {
	second, end := 21, 30_000
	if testing.Short() {
		second, end = 10, 2000
	}
	periods, err := Periods(t.Context(), second, end)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range periods {
		want := 1
		switch {
		case p.A == p.B-1 && p.B%2 == 0:
			if p.Length != 2 {
				t.Errorf("%+v: expected the period 2", p)
			}
		case p.B >= 20:
			want = 15
		case p.B >= 9:
			want = 5
		}
		if odd := p.Length >> bits.TrailingZeros(uint(p.Length)); odd != want {
			t.Errorf("%+v: the odd part of the period is %d, want %d", p, odd, want)
		}
	}
}

func TestPeriodsAgreeWithFour(t *testing.T) {
	const n, second = 300, 9
	above := make(map[[3]int]int)
	for _, p := range four(t, n) {
		if p[1] <= second {
			above[[3]int{p[0], p[1], p[2]}] = p[3] - p[2]
		}
	}
	periods, err := Periods(t.Context(), second, 3000)
	if err != nil || len(periods) != second*(second-1)/2 {
		t.Fatalf("%d periods, %v, want %d", len(periods), err, second*(second-1)/2)
	}
	for _, p := range periods {
		most := 0
		at := func(c int) int { return above[[3]int{p.A, p.B, c}] }
		for c := p.B + 1; c+p.Bound() <= n; c++ {
			most = max(most, at(c))
			if c >= p.From && c+p.Length+p.Bound() <= n && at(c) != at(c+p.Length) {
				t.Errorf("%d %d %d + %d, but d - c is %d at c and then %d", p.A, p.B, c, p.Length, at(c), at(c+p.Length))
			}
		}
		if p.B < 9 && 16%max(p.Length, 1) != 0 {
			t.Errorf("%+v: expected a period that divides 16", p)
		}
		if p.Length == 0 || most > p.Most || p.Most > p.Bound() {
			t.Errorf("%+v, seen is %d, the bound is %d", p, most, p.Bound())
		}
		for length := 1; length < p.Length; length++ { // a shorter period must not do
			differs := false
			for c := p.From; c < p.From+p.Length && !differs; c++ {
				differs = at(c) != at(c+length)
			}
			if !differs && p.From+p.Length+length+p.Bound() <= n {
				t.Errorf("%+v: %d is a period", p, length)
			}
		}
	}
}

func TestMemoryIsCheckedBeforehand(t *testing.T) {
	for _, n := range []int{1, 2, 63, 64, 65, 66, 130, 200} {
		f := uint64(0)
		for second := 1; second < n; second++ {
			if at := rowsBelow(second); at != f {
				t.Errorf("rowsBelow(%d) = %d, want %d", second, at, f)
			}
			f += words(second)
		}
	}
	for _, c := range []struct {
		err  error
		want string
	}{
		{errOf(Sets(t.Context(), 41, memory, nil)), "n = 41, expected 0 to 40"},
		{errOf(Sets(t.Context(), 34, memory, nil)), "subsets of {1..34} take 2048 MiB; the memory limit for tables is 1024 MiB: raise --memory"},
		{Four(t.Context(), -1, memory, nil, nil), "heaps up to -1, expected 0 to 65535"},
		{Four(t.Context(), 4000, memory, nil, nil), "four heaps up to 4000 take 13"},
	} {
		if c.err == nil || !strings.Contains(c.err.Error(), c.want) {
			t.Errorf("the error is %v, want %q", c.err, c.want)
		}
	}
}

func errOf(_ []uint64, err error) error { return err }

func TestAllEndWithTheContext(t *testing.T) {
	reason := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(reason)
	_, sets := Sets(ctx, 24, memory, nil)
	_, periods := Periods(ctx, 8, 5000)
	for _, err := range []error{sets, periods, Four(ctx, 200, memory, nil, func(_, _, _, _ int) bool { return true })} {
		if !errors.Is(err, reason) {
			t.Errorf("it ends with %v, want %v", err, reason)
		}
	}
}

// This example proves periods of the P-positions a < b < c < d, where a and b are fixed: they remain P-positions if c
// and d grow by the period. Each line of its output has a and b, the period, the least c from which on the period
// holds, and the largest d - c that was found.
func ExamplePeriods() {
	periods, err := Periods(context.Background(), 9, 3000)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("P-positions a < b < c < d remain P-positions if c and d grow by the period:")
	for _, p := range periods {
		if p.B >= 8 {
			fmt.Printf("a = %d, b = %d: period %d from c = %d on, d - c at most %d\n", p.A, p.B, p.Length, p.From, p.Most)
		}
	}
	// Output:
	// P-positions a < b < c < d remain P-positions if c and d grow by the period:
	// a = 1, b = 8: period 8 from c = 23 on, d - c at most 5
	// a = 2, b = 8: period 8 from c = 40 on, d - c at most 6
	// a = 3, b = 8: period 16 from c = 51 on, d - c at most 8
	// a = 4, b = 8: period 16 from c = 49 on, d - c at most 8
	// a = 5, b = 8: period 16 from c = 65 on, d - c at most 7
	// a = 6, b = 8: period 16 from c = 65 on, d - c at most 9
	// a = 7, b = 8: period 2 from c = 9 on, d - c at most 1
	// a = 1, b = 9: period 10 from c = 23 on, d - c at most 7
	// a = 2, b = 9: period 80 from c = 70 on, d - c at most 8
	// a = 3, b = 9: period 80 from c = 77 on, d - c at most 8
	// a = 4, b = 9: period 80 from c = 89 on, d - c at most 9
	// a = 5, b = 9: period 80 from c = 95 on, d - c at most 10
	// a = 6, b = 9: period 80 from c = 202 on, d - c at most 8
	// a = 7, b = 9: period 80 from c = 216 on, d - c at most 11
	// a = 8, b = 9: period 80 from c = 259 on, d - c at most 9
}
