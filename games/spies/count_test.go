package spies

import (
	"fmt"
	"testing"

	"enumerate/enum"
)

func countingOf(t testing.TB, n int) enum.Space {
	t.Helper()
	c, err := newCounting(n, enum.Means{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestCountAgreesWithTheWalk(t *testing.T) {
	most := 14
	if testing.Short() {
		most = 11
	}
	for n := 1; n <= most; n++ {
		_, walked := tallyOf(t, space{n})
		_, counted := tallyOf(t, countingOf(t, n))
		for v, verdict := range verdicts {
			if got, want := counted[v], walked[v]; got.Games.Cmp(want.Games) != 0 || got.Classes.Cmp(want.Classes) != 0 {
				t.Errorf("n = %d: the count finds %v %s boards in %v classes, the walk %v in %v", n, got.Games, verdict, got.Classes, want.Games, want.Classes)
			}
		}
	}
}

// TestACountKnowsClassesAtTheEndOnly also has a complete tally with one board too many, for which Burnside's sum over
// the 8 symmetries is not a multiple of 8.
func TestACountKnowsClassesAtTheEndOnly(t *testing.T) {
	c := countingOf(t, 5)
	totals, err := c.Totals(enum.NewTally(2))
	if v := totals.Verdicts; err != nil || v[valid].Classes != nil || v[invalid].Classes != nil || v[valid].Games.Sign() != 0 {
		t.Errorf("Totals of nothing = %v, %v, want no boards, and classes unknown", totals, err)
	}
	tally, _ := tallyOf(t, c)
	tally.Add(valid, fixedBy180Key, 1)
	if totals, err := c.Totals(tally); err == nil {
		t.Errorf("Totals of a tally that 8 does not divide = %v, want an error", totals)
	}
}

func BenchmarkCount(b *testing.B) {
	for n := 11; n <= 14; n++ {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			for b.Loop() {
				tallyOf(b, countingOf(b, n))
			}
		})
	}
}
