package jump

import (
	"bytes"
	"context"
	"fmt"
	"testing"

	"enumerate/enum"
	"enumerate/enum/sampling"
	"enumerate/enum/single"
)

// BenchmarkWalk counts shards for about a tenth of a second, and reports labelled games per second.
func BenchmarkWalk(b *testing.B) {
	benchmark(b, func(r settings, n int) (enum.Space, error) { return r.space(n) })
}

func BenchmarkCount(b *testing.B) {
	benchmark(b, func(r settings, n int) (enum.Space, error) { return r.count().Space(n, enum.Means{}) })
}

// benchmark walks shards of some spaces, and reports the games counted per second.
func benchmark(b *testing.B, space func(r settings, n int) (enum.Space, error)) {
	for _, c := range []struct {
		values given
		size   int
	}{
		{nil, 3},
		{nil, 4},
		{given{"preset": "document"}, 3},
		{given{"preset": "document"}, 4},
		{given{"players": "3"}, 3},
	} {
		r := with(b, c.values)
		s, err := space(r, c.size)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(fmt.Sprintf("%s/n=%d", r.name(), c.size), func(b *testing.B) {
			walker := s.Walker()
			tally := enum.NewTally(len(s.Verdicts()))
			var shards []enum.Shard
			for shard := range s.Shards() {
				shards = append(shards, shard)
			}
			for i := 0; b.Loop(); i++ {
				// Shards early in the walk have fewer classes than late shards.
				if err := walker.Walk(context.Background(), shards[i*len(shards)*5/8%len(shards)], tally); err != nil {
					b.Fatal(err)
				}
			}
			totals, err := s.Totals(tally)
			if err != nil {
				b.Fatal(err)
			}
			games, _ := totals.Coverage.Float64()
			b.ReportMetric(games/b.Elapsed().Seconds()/1e6, "Mgames/s")
		})
	}
}

func BenchmarkRead(b *testing.B) {
	r := with(b, given{"values": "0..9", "players": "11"})
	game, err := r.random(1000, sampling.GameSource(1, 1000, 0))
	if err != nil {
		b.Fatal(err)
	}
	var text bytes.Buffer
	if err := single.Write(&text, game, "contest"); err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(text.Len()))
	for b.Loop() {
		for _, err := range r.read(bytes.NewReader(text.Bytes())) {
			if err != nil {
				b.Fatal(err)
			}
		}
	}
}
