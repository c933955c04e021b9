package rotisserie

import (
	"context"
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
			if err != nil || bytes > 2*usualQueues {
				t.Errorf("%s of %d heaps to %d takes %d bytes, %v", l.Name, k, l.Usual, bytes, err)
			}
			if queues(k, l.Usual).Int64() > usualQueues {
				t.Errorf("%s of %d heaps to %d looks at %v queues, want at most %d", l.Name, k, l.Usual, queues(k, l.Usual), usualQueues)
			}
		}
	}
}
