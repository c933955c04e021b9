package search

import (
	"fmt"
	"testing"
	"time"
)

// BenchmarkBoard finds boards with buffers that are already allocated.
func BenchmarkBoard(b *testing.B) {
	for _, n := range []int{20, 100, 500, 999, 2000} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			var s searcher
			for b.Loop() {
				if _, err := s.find(b.Context(), n); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkAllBoards finds the boards of all sizes from 8 to 999 on one core, and reports the size that takes longest.
func BenchmarkAllBoards(b *testing.B) {
	var s searcher
	var longest time.Duration
	worst := 0
	for b.Loop() {
		for n := 8; n <= 999; n++ {
			start := time.Now()
			if _, err := s.find(b.Context(), n); err != nil {
				b.Fatal(err)
			}
			if took := time.Since(start); took > longest {
				longest, worst = took, n
			}
		}
	}
	b.ReportMetric(992*float64(b.N)/b.Elapsed().Seconds(), "boards/s")
	b.ReportMetric(longest.Seconds(), "s/worst")
	b.ReportMetric(float64(worst), "n/worst")
}
