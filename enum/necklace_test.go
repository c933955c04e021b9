package enum_test

import (
	"context"
	"fmt"
	"iter"
	"math/big"
	"math/bits"
	"math/rand/v2"

	"enumerate/enum"
	"enumerate/enum/sampling"
	"enumerate/enum/single"
)

// necklaces is a small space for testing the engine. Its labelled games are rings of n beads, each black or white, and
// its group consists of the rotations. The verdict of a ring is the colour of most beads, or even. A shard has the
// rings with the same first three beads.
type necklaces int

func (n necklaces) Games() *big.Int     { return new(big.Int).Lsh(big.NewInt(1), uint(n)) }
func (n necklaces) Group() *big.Int     { return big.NewInt(int64(n)) }
func (n necklaces) Verdicts() []string  { return []string{"black", "white", "even"} }
func (n necklaces) Fingerprint() string { return fmt.Sprintf("necklaces n=%d", int(n)) }

// Classes returns the mean, over all rotations, of the number of rings that a rotation leaves unchanged (Burnside's
// lemma).
func (n necklaces) Classes() *big.Int {
	sum := new(big.Int)
	for k := range int(n) {
		sum.Add(sum, n.fixed(k))
	}
	return sum.Div(sum, n.Group())
}

// fixed returns the number of rings that a rotation by k fixes: 2^gcd(n, k).
func (n necklaces) fixed(k int) *big.Int {
	gcd, b := int(n), k
	for b != 0 {
		gcd, b = b, gcd%b
	}
	return new(big.Int).Lsh(big.NewInt(1), uint(gcd))
}

func (n necklaces) Shards() iter.Seq[enum.Shard] {
	return func(yield func(enum.Shard) bool) {
		for first := range 8 {
			if !yield(enum.Shard{ID: uint64(first), Path: []byte{byte(first)}}) {
				return
			}
		}
	}
}

func (n necklaces) Totals(t *enum.Tally) (enum.Totals, error) { return enum.OrbitTotals(n, t) }

func (n necklaces) Walker() enum.Walker { return beadWalker(n) }

// samplingOf returns a sampling of a ruleset that has only one space and the given samplers.
func samplingOf(name string, size int, of enum.Space, sampler func() enum.Sampler, seed, trials uint64) sampling.Sampling {
	r := &enum.Ruleset{
		Name:    name,
		Space:   func(int) (enum.Space, error) { return of, nil },
		Sampler: func(int) (func() enum.Sampler, error) { return sampler, nil },
	}
	s, err := sampling.Of(r, size, seed, trials)
	if err != nil {
		panic(err)
	}
	return s
}

func (n necklaces) Sample(_ context.Context, random *rand.Rand) (int, enum.Work, error) {
	return ring{random.IntN(1 << n), int(n)}.verdict(), enum.Work{Decisions: 1}, nil
}

type beadWalker int

func (n beadWalker) List(ctx context.Context, shard enum.Shard, verdict int, visit func(enum.Class) bool) error {
	for rest := range 1 << (n - 3) {
		r := ring{int(shard.Path[0])<<(n-3) | rest, int(n)}
		least, automorphisms := r.turn()
		if verdict != enum.AnyVerdict && verdict != r.verdict() {
			continue
		}
		if least && !visit(enum.Class{Verdict: r.verdict(), Automorphisms: automorphisms, Game: r.String, Solution: r.Solution}) {
			break
		}
	}
	return ctx.Err()
}

func (n beadWalker) Walk(ctx context.Context, shard enum.Shard, tally *enum.Tally) error {
	return n.List(ctx, shard, enum.AnyVerdict, func(c enum.Class) bool {
		tally.Add(c.Verdict, c.Automorphisms, 1)
		return true
	})
}

// A ring is the beads of a necklace as bits, black ones set.
type ring struct{ beads, n int }

func (r ring) String() string { return fmt.Sprintf("%0*b", r.n, r.beads) }
func (r ring) Solution() single.Solution {
	return single.Solution{Verdict: necklaces(r.n).Verdicts()[r.verdict()], Proof: "black", Names: []string{fmt.Sprint(bits.OnesCount(uint(r.beads)))}}
}

func (r ring) verdict() int {
	switch black := bits.OnesCount(uint(r.beads)); {
	case 2*black > r.n:
		return 0
	case 2*black < r.n:
		return 1
	}
	return 2
}

// turn reports whether the ring, read as a number, is the least of its rotations, and returns how many of them leave it
// unchanged.
func (r ring) turn() (least bool, automorphisms uint64) {
	least = true
	for k := range r.n {
		turned := (r.beads>>k | r.beads<<(r.n-k)) & (1<<r.n - 1)
		if turned < r.beads {
			least = false
		}
		if turned == r.beads {
			automorphisms++
		}
	}
	return least, automorphisms
}
