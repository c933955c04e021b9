package partizan

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

func BenchmarkBorn(b *testing.B) {
	for day := range 4 {
		b.Run(fmt.Sprintf("day=%d", day), func(b *testing.B) {
			for b.Loop() {
				a := NewArena()
				born(a, day)
			}
		})
	}
}

func BenchmarkMake(b *testing.B) {
	b.ReportAllocs()
	a := NewArena()
	values := born(a, 3)
	r := rand.New(rand.NewPCG(1, 1))
	var options [8]Value
	for b.Loop() {
		for i := range options {
			options[i] = values[r.IntN(len(values))]
		}
		l, k := r.IntN(5), 4+r.IntN(5)
		a.Make(options[:l], options[4:k])
	}
	b.ReportMetric(float64(len(a.forms)), "values")
}

func BenchmarkMakeAgain(b *testing.B) {
	b.ReportAllocs()
	a := NewArena()
	values := born(a, 3)
	for b.Loop() {
		a.Make(values[100:103], values[200:203])
	}
}

func BenchmarkAdd(b *testing.B) {
	a := NewArena()
	values := born(a, 3)
	r := rand.New(rand.NewPCG(1, 2))
	for b.Loop() {
		a.Add(values[r.IntN(len(values))], values[r.IntN(len(values))])
	}
	b.ReportMetric(float64(len(a.forms)), "values")
}

func BenchmarkCompare(b *testing.B) {
	a := NewArena()
	values := born(a, 3)
	for b.Loop() {
		clear(a.comparisons)
		for _, v := range values {
			for _, w := range values {
				a.LessEqual(v, w)
			}
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(values)*len(values)), "ns/pair")
}
