package impartial

import (
	"context"
	"testing"

	"pgregory.net/rapid"
)

func TestMarkIsTheDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 12).Draw(t, "vertices")
		arcs := make([][]int, n)
		for v := range arcs {
			for w := range v {
				if rapid.IntRange(0, 2).Draw(t, "arc") == 0 {
					arcs[v] = append(arcs[v], w)
				}
			}
		}
		set, err := Mark(context.Background(), n, func(p int, mark func(int)) {
			for q := range arcs {
				for _, end := range arcs[q] {
					if end == p {
						mark(q)
					}
				}
			}
		})
		if err != nil || set.Len() != uint(n) {
			t.Fatalf("Mark(%v) = %v, %v, want %d bits", arcs, set, err, n)
		}
		for p := range n {
			if got, want := set.Test(uint(p)), grundy(digraph(arcs), p) == 0; got != want {
				t.Fatalf("Mark(%v) has %d: %v, want %v", arcs, p, got, want)
			}
		}
	})
}

// Sizes around the ends of words.
func TestMarkMarksEveryFourth(t *testing.T) {
	for _, count := range []int{0, 1, 2, 63, 64, 65, 127, 128, 129, 5000} {
		set, err := Mark(t.Context(), count, func(p int, mark func(int)) {
			for q := p + 1; q <= p+3 && q < count; q++ {
				mark(q)
			}
		})
		if err != nil {
			t.Fatalf("Mark(%d): %v", count, err)
		}
		if got, want := set.Count(), uint((count+3)/4); got != want || set.Len() != uint(count) {
			t.Errorf("Mark(%d): %d of %d positions are P, want %d of %d", count, got, set.Len(), want, count)
		}
		for p := range count {
			if got, want := set.Test(uint(p)), p%4 == 0; got != want {
				t.Errorf("Mark(%d) has %d: %v, want %v", count, p, got, want)
			}
		}
	}
}

func TestMarkRefuses(t *testing.T) {
	for want, f := range map[string]func() error{
		"position 3 is said to have a move to 3, want one of 4..9 to have it":  func() error { return markOnly(10, 3, 3) },
		"position 2 is said to have a move to 3, want one of 4..9 to have it":  func() error { return markOnly(10, 3, 2) },
		"position -1 is said to have a move to 3, want one of 4..9 to have it": func() error { return markOnly(10, 3, -1) },
		"position 10 is said to have a move to 3, want one of 4..9 to have it": func() error { return markOnly(10, 3, 10) },
		"-1 positions, want 0 to 68719476736":                                  func() error { return markOnly(-1, 0, 0) },
		"68719476737 positions, want 0 to 68719476736":                         func() error { return markOnly(MaxMark+1, 0, 0) },
	} {
		if err := f(); err == nil || err.Error() != want {
			t.Errorf("Mark = %v, want %s", err, want)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Mark(ctx, 10, func(int, func(int)) {}); err != context.Canceled {
		t.Errorf("Mark = %v, want %v", err, context.Canceled)
	}
}

// markOnly marks one position before another.
func markOnly(count, position, marked int) error {
	_, err := Mark(context.Background(), count, func(p int, mark func(int)) {
		if p == position {
			mark(marked)
		}
	})
	return err
}
