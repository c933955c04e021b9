package enum_test

import (
	"context"
	"fmt"
	"iter"
	"math/big"

	"enumerate/enum"
)

// turns is a space with the same rings of beads as necklaces, counted by another method, whose totals do not come from
// orbits. Shard k counts the rings that a rotation by k leaves unchanged, under the key k; the key 0 has all rings. By
// Burnside's lemma the number of classes is the mean over all rotations, known only when all shards are counted.
type turns struct{ necklaces }

func (s turns) Fingerprint() string { return fmt.Sprintf("turns n=%d", int(s.necklaces)) }

func (s turns) Shards() iter.Seq[enum.Shard] {
	return func(yield func(enum.Shard) bool) {
		for k := range int(s.necklaces) {
			if !yield(enum.Shard{ID: uint64(k)}) {
				return
			}
		}
	}
}

func (s turns) Walker() enum.Walker { return turnWalker{beadWalker(s.necklaces)} }

// A turnWalker counts, for shard k, the rings that a rotation by k leaves unchanged.
type turnWalker struct{ beadWalker }

func (w turnWalker) Walk(ctx context.Context, shard enum.Shard, tally *enum.Tally) error {
	n, k := int(w.beadWalker), int(shard.ID)
	for beads := range 1 << n {
		if (beads>>k|beads<<(n-k))&(1<<n-1) == beads {
			tally.AddBig(ring{beads, n}.verdict(), shard.ID, big.NewInt(1))
		}
	}
	return ctx.Err()
}

// row returns the number of rings, of all verdicts, that a rotation by k leaves unchanged.
func (s turns) row(t *enum.Tally, k int) *big.Int {
	sum := new(big.Int)
	for v := range t.Verdicts() {
		sum.Add(sum, t.Count(v, uint64(k)))
	}
	return sum
}

func (s turns) Totals(t *enum.Tally) (enum.Totals, error) {
	totals := enum.Totals{Verdicts: make([]enum.Total, t.Verdicts()), Coverage: t.SumAll(), Whole: new(big.Int)}
	for k := range int(s.necklaces) {
		totals.Whole.Add(totals.Whole, s.fixed(k))
	}
	for k := range int(s.necklaces) {
		if got, want := s.row(t, k), s.fixed(k); totals.Complete() && got.Cmp(want) != 0 {
			return enum.Totals{}, fmt.Errorf("a rotation by %d fixes %v rings, not %v", k, want, got)
		}
	}
	for v := range totals.Verdicts {
		totals.Verdicts[v].Games = t.Count(v, 0)
		if totals.Complete() {
			classes, rest := new(big.Int).DivMod(t.Sum(v), s.Group(), new(big.Int))
			if rest.Sign() != 0 {
				return enum.Totals{}, fmt.Errorf("the rotations fix %v rings, no multiple of %v", t.Sum(v), s.Group())
			}
			totals.Verdicts[v].Classes = classes
		}
	}
	return totals, nil
}
