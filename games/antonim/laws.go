package antonim

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"enumerate/enum"
	"enumerate/games/antonim/lexicode"
	"enumerate/games/heaps"
)

const (
	// usualFour is the largest heap up to which the P-positions of four heaps are compared with
	// periods, unless more is asked for.
	usualFour = 300
	// periodic is the largest second heap whose periods are compared, and proveTo up to which c
	// they are looked for.
	periodic = 8
	proveTo  = 2000
)

// laws lists what is stated of four heaps together.
func laws(s heaps.Span) []enum.Theorem {
	if s != exactlyFour {
		return nil
	}
	return []enum.Theorem{{
		Name:      "periodic",
		Statement: "with the same a < b, the c, d with a, b, c, d in P are periodic from some c on, and d - c is at most 2a + 4b - 2",
		Holds:     true,
		Usual:     usualFour,
		Check:     checkPeriods,
	}}
}

// checkPeriods compares the periods that are proved with all P-positions of four heaps up to a
// size.
func checkPeriods(ctx context.Context, size int) (enum.Finding, error) {
	finding := enum.Finding{Positions: new(big.Int)}
	if size < 1 || size > lexicode.MaxHeap {
		return finding, fmt.Errorf("heaps up to %d, want 1 to %d", size, lexicode.MaxHeap)
	}
	periods, err := lexicode.Periods(ctx, periodic, proveTo)
	if err != nil {
		return finding, err
	}
	above := make(map[[2]int][]int) // by a and b: d - c by c, 0 for none
	for _, p := range periods {
		above[[2]int{p.A, p.B}] = make([]int, size+1)
	}
	err = lexicode.Four(ctx, size, maxMemory, nil, func(a, b, c, d int) bool {
		if b <= periodic {
			above[[2]int{a, b}][c] = d - c
		}
		return true
	})
	if err != nil {
		return finding, err
	}
	compared := int64(0)
	var lengths []int
	for _, p := range periods {
		d := above[[2]int{p.A, p.B}]
		most := max(slices.Max(d), p.Most)
		if p.Length == 0 || most > p.Bound() {
			finding.Counterexample = fmt.Sprintf("%d, %d, c, d: the period is %d, d - c up to %d", p.A, p.B, p.Length, most)
			return finding, nil
		}
		if !slices.Contains(lengths, p.Length) {
			lengths = append(lengths, p.Length)
		}
		for c := p.From; c+p.Length+p.Bound() <= size; c++ {
			compared++
			if d[c] != d[c+p.Length] {
				finding.Counterexample = fmt.Sprintf("%d, %d, c, d has the period %d from %d on, but d - c is %d for c = %d and %d for c = %d", p.A, p.B, p.Length, p.From, d[c], c, d[c+p.Length], c+p.Length)
				return finding, nil
			}
		}
	}
	slices.Sort(lengths)
	finding.Positions = big.NewInt(compared)
	finding.Details = fmt.Sprintf("%d pairs a < b up to %d, heaps up to %d; the periods are %s", len(periods), periodic, size, strings.Trim(fmt.Sprint(lengths), "[]"))
	return finding, nil
}
