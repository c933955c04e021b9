package col

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"enumerate/enum/sampling"
	"enumerate/enum/single"
)

func BenchmarkWalk(b *testing.B) {
	for _, c := range []struct {
		values given
		sizes  []int
	}{
		{nil, []int{12, 14}},
		{given{"colours": "leaves"}, []int{10, 12}},
		{given{"colours": "all"}, []int{7, 8}},
	} {
		r := set(b, c.values)
		for _, n := range c.sizes {
			s, err := r.space(n)
			if err != nil {
				b.Fatal(err)
			}
			b.Run(fmt.Sprintf("%s/n=%d", r.name(), n), func(b *testing.B) {
				for b.Loop() {
					run(b, s)
				}
				classes, _ := s.Classes().Float64()
				b.ReportMetric(classes*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mclasses/s")
			})
		}
	}
}

func BenchmarkFormula(b *testing.B) {
	for _, n := range []int{10, 20, 30} {
		r := set(b, given{"colours": "all"})
		b.Run(fmt.Sprintf("%s/n=%d", r.name(), n), func(b *testing.B) {
			for b.Loop() {
				if _, err := r.count(context.Background(), n); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkSolve(b *testing.B) {
	const n = 1_000_000
	for _, family := range set(b, given{"colours": "all"}).ruleset().Families[1:] {
		game, err := family.Generate(n, sampling.GameSource(1, n, 0))
		if err != nil {
			b.Fatal(err)
		}
		text := game.(position).String()
		b.Run(fmt.Sprintf("%s/n=%d", family.Name, n), func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				for p, err := range New().Read(strings.NewReader(text)) {
					if err != nil {
						b.Fatal(err)
					}
					if _, err := p.Solve(context.Background(), single.How{Algorithm: formula}); err != nil {
						b.Fatal(err)
					}
				}
			}
		})
	}
}
