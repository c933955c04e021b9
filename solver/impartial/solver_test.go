package impartial

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestGrundyOfNimIsXor(t *testing.T) {
	most := uint16(7)
	if testing.Short() {
		most = 4
	}
	plain := nim
	plain.Canonical = nil
	for name, rules := range map[string]Rules[heaps]{"sorted": nim, "plain": plain} {
		s := NewSolver(rules)
		outcomes := NewSolver(rules)
		for a := range most {
			for b := range most {
				for c := range most {
					p := heaps{a, b, c}
					want := int(a ^ b ^ c)
					if got, err := s.Grundy(t.Context(), p); got != want || err != nil {
						t.Errorf("%s: Grundy(%v) = %d, %v, want %d", name, p, got, err, want)
					}
					if got, err := outcomes.Wins(t.Context(), p); got != (want != 0) || err != nil {
						t.Errorf("%s: Wins(%v) = %v, %v, want %v", name, p, got, err, want != 0)
					}
				}
			}
		}
	}
}

// Grundy values above 63 leave the word.
func TestGrundyOfAHeapIsItsSize(t *testing.T) {
	s := NewSolver(nim)
	for _, size := range []uint16{0, 1, 63, 64, 65, 127, 128, 129, 300} {
		if got, err := s.Grundy(t.Context(), heaps{size}); got != int(size) || err != nil {
			t.Errorf("Grundy(heap of %d) = %d, %v, want %d", size, got, err, size)
		}
	}
}

func TestGrundyIsTheDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 9).Draw(t, "vertices")
		arcs := make([][]int, n)
		for v := range arcs {
			for w := range v {
				if rapid.Bool().Draw(t, "arc") {
					arcs[v] = append(arcs[v], w)
				}
			}
		}
		rules := digraph(arcs)
		values, outcomes, both := NewSolver(rules), NewSolver(rules), NewSolver(rules)
		for range n {
			p := rapid.IntRange(0, n-1).Draw(t, "vertex")
			want := grundy(rules, p)
			for _, s := range []*Solver[int]{values, both} {
				if got, err := s.Grundy(context.Background(), p); got != want || err != nil {
					t.Fatalf("Grundy(%d) of %v = %d, %v, want %d", p, arcs, got, err, want)
				}
			}
			for _, s := range []*Solver[int]{outcomes, both} {
				if got, err := s.Wins(context.Background(), p); got != (want != 0) || err != nil {
					t.Fatalf("Wins(%d) of %v = %v, %v, want %v", p, arcs, got, err, want != 0)
				}
			}
			var winning []int
			for _, q := range arcs[p] {
				if grundy(rules, q) == 0 {
					winning = append(winning, q)
				}
			}
			if got, err := outcomes.Winning(context.Background(), p); !slices.Equal(got, winning) || err != nil {
				t.Fatalf("Winning(%d) of %v = %v, %v, want %v", p, arcs, got, err, winning)
			}
		}
	})
}

// A large set of moves is gone when the next position is asked for.
func TestLargeSetsAreCleared(t *testing.T) {
	rules := nim
	rules.Canonical = nil
	s := NewSolver(rules)
	for _, p := range []heaps{{200}, {0, 64}, {0, 0, 63}, {0, 0, 0, 100}} {
		want := int(p[0] ^ p[1] ^ p[2] ^ p[3])
		if got, err := s.Grundy(t.Context(), p); got != want || err != nil {
			t.Errorf("Grundy(%v) = %d, %v, want %d", p, got, err, want)
		}
	}
}

// Winning moves are as the rules return them, and not sorted.
func TestWinningMovesAreNotCanonical(t *testing.T) {
	got, err := NewSolver(nim).Winning(t.Context(), heaps{5, 3, 1, 0})
	if want := []heaps{{2, 3, 1, 0}}; !slices.Equal(got, want) || err != nil {
		t.Errorf("Winning(5,3,1) = %v, %v, want %v", got, err, want)
	}
}

func TestSubtractionGamesArePeriodic(t *testing.T) {
	s := NewSolver(subtraction(1, 2, 3))
	for p := range 100 {
		if got, err := s.Grundy(t.Context(), p); got != p%4 || err != nil {
			t.Errorf("Grundy(%d) = %d, %v, want %d", p, got, err, p%4)
		}
	}
}

// A path of a million positions is no deep recursion.
func TestPathsMayBeLong(t *testing.T) {
	length := 1_000_000
	if testing.Short() {
		length = 50_000
	}
	s := NewSolver(subtraction(1))
	if got, err := s.Grundy(t.Context(), length); got != 0 || err != nil {
		t.Errorf("Grundy(%d) = %d, %v, want 0", length, got, err)
	}
	if got, err := NewSolver(subtraction(1)).Wins(t.Context(), length+1); !got || err != nil {
		t.Errorf("Wins(%d) = %v, %v, want true", length+1, got, err)
	}
}

func TestCyclesAreErrors(t *testing.T) {
	for _, test := range []struct {
		arcs [][]int
		want int // where play comes back to
	}{
		{[][]int{{0}}, 0},
		{[][]int{{1}, {2}, {1}}, 1},
		{[][]int{{1, 2}, {}, {3}, {0}}, 0},
	} {
		s := NewSolver(digraph(test.arcs))
		want := Cycle[int]{test.want}
		for range 2 { // the second time, too
			if _, err := s.Grundy(t.Context(), 0); err != want {
				t.Errorf("Grundy(0) of %v: %v, want %v", test.arcs, err, want)
			}
		}
	}
	s := NewSolver(digraph([][]int{{1}, {2}, {1}}))
	if _, err := s.Wins(t.Context(), 0); err != (Cycle[int]{1}) {
		t.Errorf("Wins(0) = %v, want %v", err, Cycle[int]{1})
	}
	// Vertex 1 wins by its first move, and so nothing is asked of its second, to itself.
	s = NewSolver(digraph([][]int{{1}, {2, 1}, {}}))
	if got, err := s.Wins(t.Context(), 0); got || err != nil {
		t.Errorf("Wins(0) = %v, %v, want false", got, err)
	}
	if _, err := s.Grundy(t.Context(), 0); err != (Cycle[int]{1}) {
		t.Errorf("Grundy(0) = %v, want %v", err, Cycle[int]{1})
	}
}

func TestSolversEndWithTheContext(t *testing.T) {
	endless := Rules[int]{Moves: func(p int, moves []int) []int { return append(moves, p+1) }}
	s := NewSolver(endless)
	for name, f := range map[string]func(context.Context, int) error{
		"Grundy":  func(ctx context.Context, p int) error { _, err := s.Grundy(ctx, p); return err },
		"Wins":    func(ctx context.Context, p int) error { _, err := s.Wins(ctx, p); return err },
		"Winning": func(ctx context.Context, p int) error { _, err := s.Winning(ctx, p); return err },
	} {
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Millisecond)
		if err := f(ctx, 0); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%s = %v, want %v", name, err, context.DeadlineExceeded)
		}
		cancel()
		if values, outcomes := s.Len(); values != 0 || outcomes != 0 {
			t.Errorf("after %s the solver remembers %d values and %d outcomes, want none", name, values, outcomes)
		}
	}
}

// What was solved when the context ended is right, and the rest is solved later.
func TestSolversGoOn(t *testing.T) {
	const seed = 1
	r := rand.New(rand.NewPCG(seed, 0))
	ctx, cancel := context.WithCancel(t.Context())
	calls := 0
	rules := subtraction(1, 2, 3)
	moves := rules.Moves
	rules.Moves = func(p int, m []int) []int {
		if calls++; calls == 1500 {
			cancel()
		}
		m = moves(p, m)
		r.Shuffle(len(m), func(i, j int) { m[i], m[j] = m[j], m[i] })
		return m
	}
	s := NewSolver(rules)
	if _, err := s.Grundy(ctx, 5000); !errors.Is(err, context.Canceled) {
		t.Fatalf("Grundy = %v, want %v", err, context.Canceled)
	}
	for p := range 5001 {
		if got, err := s.Grundy(t.Context(), p); got != p%4 || err != nil {
			t.Errorf("seed %d: Grundy(%d) = %d, %v, want %d", seed, p, got, err, p%4)
		}
	}
}
