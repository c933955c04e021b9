package impartial

import (
	"fmt"
	"testing"
)

// All sorted Nim positions of three heaps up to n, from the largest.
func BenchmarkGrundy(b *testing.B) {
	for _, n := range []uint16{15, 31} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			b.ReportAllocs()
			positions := 0
			for b.Loop() {
				s := NewSolver(nim)
				if _, err := s.Grundy(b.Context(), heaps{n, n, n}); err != nil {
					b.Fatal(err)
				}
				positions, _ = s.Len()
			}
			b.ReportMetric(float64(positions*b.N)/b.Elapsed().Seconds(), "positions/s")
		})
	}
}

func BenchmarkWins(b *testing.B) {
	for b.Loop() {
		if _, err := NewSolver(nim).Wins(b.Context(), heaps{31, 31, 31}); err != nil {
			b.Fatal(err)
		}
	}
}

// Wythoff's game with stacks below n.
func BenchmarkMark(b *testing.B) {
	for _, n := range []int{100, 1000} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			for b.Loop() {
				if _, err := Mark(b.Context(), n*n, func(p int, mark func(int)) {
					x, y := p/n, p%n
					for q := p + n; q < n*n; q += n {
						mark(q)
					}
					for k := 1; y+k < n; k++ {
						mark(p + k)
						if x+k < n {
							mark(p + k*n + k)
						}
					}
				}); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(n*n*b.N)/b.Elapsed().Seconds(), "positions/s")
		})
	}
}
