package spies

import (
	"context"
	"math/big"
	"math/rand/v2"

	"enumerate/enum"
)

// A shardWalker is the enum.Walker of a space. It implements enum.Lister and
// enum.Prober.
type shardWalker struct{ *walker }

// Walk tallies the boards with the shard's prefix.
func (s *shardWalker) Walk(ctx context.Context, shard enum.Shard, tally *enum.Tally) error {
	s.begin(ctx)
	s.finish(shard.Path, func(automorphisms uint64) bool {
		tally.Add(valid, automorphisms, 1)
		return true
	})
	s.weigh(tally)
	return ctx.Err()
}

// begin clears what was counted.
func (w *walker) begin(ctx context.Context) {
	w.ctx = ctx
	w.followed = 0
	w.givenUp = [MaxWalked + 1]uint64{}
}

// finish visits every valid board with a prefix that is the least of its class, in
// lexicographic order. Whatever else has the prefix it counts as given up.
func (w *walker) finish(path []byte, visit func(automorphisms uint64) bool) {
	if !w.replay(path) {
		w.givenUp[len(path)]++
		return
	}
	w.descend(len(path), w.n, func() bool {
		least, automorphisms := w.queens.least(w.buffer)
		if !least {
			w.givenUp[w.n]++
			return true
		}
		return visit(automorphisms)
	})
}

// weigh adds what was given up to a tally: (n-d)! boards for a prefix of d queens.
func (w *walker) weigh(tally *enum.Tally) {
	for d, prefixes := range w.givenUp[:w.n+1] {
		weight := boards(w.n - d)
		tally.AddBig(invalid, enum.NoClass, weight.Mul(weight, new(big.Int).SetUint64(prefixes)))
	}
}

// Probe goes down to a prefix that leaves probed rows, choosing at each row with equal
// chances among the prefixes that are followed and, as one, all those that are given up.
func (s *shardWalker) Probe(ctx context.Context, random *rand.Rand, tally *enum.Tally) (float64, error) {
	const probed = 12
	s.begin(ctx)
	var path []byte
	weight := 1.0
	for len(path) < s.n-probed {
		var alive []byte
		d := len(path)
		s.replay(path)
		s.descend(d, d+1, func() bool {
			alive = append(alive, byte(s.queens[d]))
			return true
		})
		if ctx.Err() != nil {
			return 0, ctx.Err()
		}
		branches := len(alive)
		if s.givenUp[d+1] > 0 {
			branches++
		}
		weight *= float64(branches)
		choice := random.IntN(branches)
		if choice == len(alive) {
			s.weigh(tally)
			return weight, ctx.Err()
		}
		s.givenUp[d+1] = 0
		path = append(path, alive[choice])
	}
	s.finish(path, func(automorphisms uint64) bool {
		tally.Add(valid, automorphisms, 1)
		return true
	})
	s.weigh(tally)
	return weight, ctx.Err()
}
