package marking

import (
	"fmt"
	"testing"

	"enumerate/internal/ints"
)

func BenchmarkMark(b *testing.B) {
	for _, n := range []int{20, 24, 28, 30, 32, 34} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			var p uint64
			for b.Loop() {
				t, err := Mark(b.Context(), n, 0, nil)
				if err != nil {
					b.Fatal(err)
				}
				p = t.Counts()[n]
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(uint64(1)<<n>>wordBits), "ns/word")
			b.ReportMetric(float64(p), "P-positions")
		})
	}
}

func BenchmarkMarkFew(b *testing.B) {
	for _, bench := range []struct{ heaps, largest int }{{3, 200}, {4, 200}, {4, 1000}, {5, 60}, {5, 200}, {6, 100}} {
		b.Run(fmt.Sprintf("heaps=%d/largest=%d", bench.heaps, bench.largest), func(b *testing.B) {
			var p uint64
			for b.Loop() {
				t, err := MarkFew(b.Context(), bench.heaps, bench.largest, 0, nil)
				if err != nil {
					b.Fatal(err)
				}
				p = t.Count(bench.heaps, bench.largest)
			}
			b.ReportMetric(float64(ints.SaturatingBinomial(uint64(bench.largest), uint64(bench.heaps)))*float64(b.N)/b.Elapsed().Seconds(), "sets/s")
			b.ReportMetric(float64(p), "P-positions")
		})
	}
}
