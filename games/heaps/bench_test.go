package heaps_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"enumerate/enum"
	"enumerate/games/antonim"
	"enumerate/games/greedy"
	"enumerate/games/heaps"
	"enumerate/games/nim"
	"enumerate/games/rotisserie"
	"enumerate/games/tower"
)

func BenchmarkGrundy(b *testing.B) {
	const positions = 1_000_000
	for _, c := range []struct {
		ruleset *enum.Ruleset
		heaps   string
		size    int
	}{
		{nim.New(), "3", 100},
		{nim.New(), "10", 1000},
		{tower.New(), "3", 100},
		{tower.New(), "10", 1000},
		{greedy.New(), "3", 100},
		{greedy.New(), "3", 300},
		{greedy.New(), "5", 40},
	} {
		r := with(b, c.ruleset, values{"heaps": c.heaps, "verdict": "grundy"})
		b.Run(fmt.Sprintf("%s/heaps=%s/n=%d", c.ruleset.Name, c.heaps, c.size), func(b *testing.B) {
			for b.Loop() {
				samplers, err := r.Sampler(c.size)
				if err != nil {
					b.Fatal(err)
				}
				sampler, random := samplers(), rand.New(rand.NewPCG(1, 0))
				for range positions {
					if _, _, err := sampler.Sample(context.Background(), random); err != nil {
						b.Fatal(err)
					}
				}
			}
			b.ReportMetric(positions*float64(b.N)/b.Elapsed().Seconds(), "positions/s")
		})
	}
}

func BenchmarkFill(b *testing.B) {
	for _, c := range []struct {
		rules   *heaps.Rules
		of      heaps.Question
		heaps   int
		largest uint64
	}{
		{nim.Rules(), heaps.Outcome, 3, 100},
		{nim.Rules(), heaps.Grundy, 3, 100},
		{antonim.Rules(), heaps.Outcome, 16, 16},
		{tower.Rules(), heaps.Grundy, 3, 100},
		{rotisserie.Rules(), heaps.Outcome, 6, 9},
		{greedy.Rules(), heaps.Grundy, 3, 100},
	} {
		b.Run(fmt.Sprintf("%s/%v/heaps=%d/n=%d", c.rules.Name, c.of, c.heaps, c.largest), func(b *testing.B) {
			positions := uint64(0)
			for b.Loop() {
				t, err := heaps.Fill(context.Background(), c.rules, c.of, c.heaps, c.largest)
				if err != nil {
					b.Fatal(err)
				}
				positions += t.Positions()
			}
			b.ReportMetric(float64(positions)/b.Elapsed().Seconds(), "positions/s")
		})
	}
	b.Run("greedy/recurrence/heaps=3/n=100", func(b *testing.B) {
		positions := uint64(0)
		for b.Loop() {
			t, err := heaps.FillFast(context.Background(), greedy.Rules(), 3, 100)
			if err != nil {
				b.Fatal(err)
			}
			positions += t.Positions()
		}
		b.ReportMetric(float64(positions)/b.Elapsed().Seconds(), "positions/s")
	})
}
