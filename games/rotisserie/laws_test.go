package rotisserie

import (
	"context"
	"strings"
	"testing"

	"enumerate/enum"
	"enumerate/games/heaps"
)

// law returns one of the laws of so many heaps.
func law(t *testing.T, k int, name string) enum.Theorem {
	t.Helper()
	for _, l := range (Rules{}).Laws(heaps.Span{Least: 0, Most: k}) {
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
