package impartial

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// grundy computes the Grundy value of p by the definition, without a cache.
func grundy[P comparable](next func(p P, moves []P) []P, p P) int {
	var values []int
	for _, q := range next(p, nil) {
		values = append(values, grundy(next, q))
	}
	v := 0
	for slices.Contains(values, v) {
		v++
	}
	return v
}

type heaps [4]uint16

// nim appends the positions after all moves of Nim from p to `moves`. A move makes one heap smaller.
func nim(p heaps, moves []heaps) []heaps {
	for i, h := range p {
		for k := range h {
			q := p
			q[i] = k
			moves = append(moves, q)
		}
	}
	return moves
}

// sorted is like nim, but sorts the heaps of each position.
func sorted(p heaps, moves []heaps) []heaps {
	first := len(moves)
	moves = nim(p, moves)
	for i := first; i < len(moves); i++ {
		slices.Sort(moves[i][:])
	}
	return moves
}

// subtraction returns the moves of a game with one heap, in which a move takes one of the given numbers from the heap.
func subtraction(numbers ...int) func(int, []int) []int {
	return func(p int, moves []int) []int {
		for _, n := range numbers {
			if n <= p {
				moves = append(moves, p-n)
			}
		}
		return moves
	}
}

func digraph(arcs [][]int) func(int, []int) []int {
	return func(p int, moves []int) []int { return append(moves, arcs[p]...) }
}

func TestGrundyOfNimIsXor(t *testing.T) {
	most := uint16(7)
	if testing.Short() {
		most = 4
	}
	for name, moves := range map[string]func(heaps, []heaps) []heaps{"sorted": sorted, "plain": nim} {
		s := NewSolver(moves)
		for a := range most {
			for b := range most {
				for c := range most {
					p := heaps{a, b, c}
					if got, err := s.Grundy(t.Context(), p); got != int(a^b^c) || err != nil {
						t.Errorf("%s: Grundy(%v) = %d, %v, want %d", name, p, got, err, a^b^c)
					}
				}
			}
		}
	}
}

// TestGrundyOfAHeapIsItsSize includes values above 63, which would not fit a set of 64 bits.
func TestGrundyOfAHeapIsItsSize(t *testing.T) {
	s := NewSolver(sorted)
	for _, size := range []uint16{0, 1, 63, 64, 65, 127, 128, 129, 300} {
		if got, err := s.Grundy(t.Context(), heaps{size}); got != int(size) || err != nil {
			t.Errorf("Grundy(heap of %d) = %d, %v, want %d", size, got, err, size)
		}
	}
}

func TestGrundyAgreesWithTheDefinition(t *testing.T) {
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
		moves := digraph(arcs)
		s := NewSolver(moves)
		for range n {
			p := rapid.IntRange(0, n-1).Draw(t, "vertex")
			if got, err := s.Grundy(context.Background(), p); got != grundy(moves, p) || err != nil {
				t.Fatalf("Grundy(%d) of %v = %d, %v, want %d", p, arcs, got, err, grundy(moves, p))
			}
		}
	})
}

// TestLargeSetsAreCleared computes the value of a position whose moves lead to many different values. The solver must
// clear the set of these values before it computes the values of other positions.
func TestLargeSetsAreCleared(t *testing.T) {
	s := NewSolver(nim)
	for _, p := range []heaps{{200}, {0, 64}, {0, 0, 63}, {0, 0, 0, 100}} {
		want := int(p[0] ^ p[1] ^ p[2] ^ p[3])
		if got, err := s.Grundy(t.Context(), p); got != want || err != nil {
			t.Errorf("Grundy(%v) = %d, %v, want %d", p, got, err, want)
		}
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

// TestPathsMayBeLong starts at a position from which a game can last a million moves. The solver must not exhaust the
// stack.
func TestPathsMayBeLong(t *testing.T) {
	length := 1_000_000
	if testing.Short() {
		length = 50_000
	}
	if got, err := NewSolver(subtraction(1)).Grundy(t.Context(), length); got != 0 || err != nil {
		t.Errorf("Grundy(%d) = %d, %v, want 0", length, got, err)
	}
}

func TestCyclesAreErrors(t *testing.T) {
	for _, test := range []struct {
		arcs [][]int
		want int // the position to which play returns
	}{
		{[][]int{{0}}, 0},
		{[][]int{{1}, {2}, {1}}, 1},
		{[][]int{{1, 2}, {}, {3}, {0}}, 0},
	} {
		s := NewSolver(digraph(test.arcs))
		want := fmt.Sprintf("play can return to the position %d; expected a game that ends", test.want)
		for range 2 { // also for the second call
			if _, err := s.Grundy(t.Context(), 0); err == nil || err.Error() != want {
				t.Errorf("Grundy(0) of %v: %v, want %v", test.arcs, err, want)
			}
		}
	}
}

func TestSolversEndWithTheContext(t *testing.T) {
	s := NewSolver(func(p int, moves []int) []int { return append(moves, p+1) })
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Millisecond)
	defer cancel()
	if _, err := s.Grundy(ctx, 0); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("Grundy = %v, want %v", err, context.DeadlineExceeded)
	}
	if len(s.values) != 0 {
		t.Errorf("the solver remembers %d values, want none", len(s.values))
	}
}

// TestSolversResume cancels the context during a call of Grundy. Later calls, for all positions, must return the right
// values.
func TestSolversResume(t *testing.T) {
	const seed = 1
	r := rand.New(rand.NewPCG(seed, 0))
	ctx, cancel := context.WithCancel(t.Context())
	calls := 0
	moves := subtraction(1, 2, 3)
	s := NewSolver(func(p int, m []int) []int {
		if calls++; calls == 1500 {
			cancel()
		}
		first := len(m)
		m = moves(p, m)
		r.Shuffle(len(m)-first, func(i, j int) { m[first+i], m[first+j] = m[first+j], m[first+i] })
		return m
	})
	if _, err := s.Grundy(ctx, 5000); !errors.Is(err, context.Canceled) {
		t.Fatalf("Grundy = %v, want %v", err, context.Canceled)
	}
	for p := range 5001 {
		if got, err := s.Grundy(t.Context(), p); got != p%4 || err != nil {
			t.Errorf("seed %d: Grundy(%d) = %d, %v, want %d", seed, p, got, err, p%4)
		}
	}
}

// Wythoff's game has two stacks of coins. A player takes any number of coins from one of them, or equally many from
// both.
func Example() {
	type stacks [2]int
	wythoff := NewSolver(func(p stacks, to []stacks) []stacks {
		for n := 1; n <= p[0]; n++ {
			to = append(to, stacks{p[0] - n, p[1]})
		}
		for n := 1; n <= p[1]; n++ {
			to = append(to, stacks{p[0], p[1] - n})
		}
		for n := 1; n <= min(p[0], p[1]); n++ {
			to = append(to, stacks{p[0] - n, p[1] - n})
		}
		return to
	})
	for _, p := range []stacks{{1, 2}, {2, 2}, {5, 4}} {
		value, err := wythoff.Grundy(context.Background(), p)
		fmt.Println(p, value, err)
	}
	// Output:
	// [1 2] 0 <nil>
	// [2 2] 1 <nil>
	// [5 4] 6 <nil>
}

func BenchmarkGrundy(b *testing.B) {
	for _, n := range []uint16{15, 31} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			b.ReportAllocs()
			positions := 0
			for b.Loop() {
				s := NewSolver(sorted)
				if _, err := s.Grundy(b.Context(), heaps{n, n, n}); err != nil {
					b.Fatal(err)
				}
				positions = len(s.values)
			}
			b.ReportMetric(float64(positions*b.N)/b.Elapsed().Seconds(), "positions/s")
		})
	}
}
