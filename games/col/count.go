package col

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"math/big"

	"enumerate/enum"
	"enumerate/games/col/kinds"
	"enumerate/games/col/search"
)

const (
	gamesKey   = 1 // labelled games
	classesKey = 2 // classes
)

// A sumSpace is a space whose games and classes are counted by the formula, all together, in one shard.
type sumSpace struct{ *space }

func (r settings) sums(vertices int, _ enum.Means) (enum.Space, error) {
	s, err := r.space(vertices)
	if err != nil {
		return nil, err
	}
	return sumSpace{s.(*space)}, nil
}

// Fingerprint has everything that the shard depends on.
func (s sumSpace) Fingerprint() string {
	const version = 1 // of the method
	return fmt.Sprintf("%s n=%d %s=%d", s.settings.name(), s.vertices, formula, version)
}

// Fits returns nil: nothing is known about the tally in advance.
func (sumSpace) Fits(enum.Shard, *enum.Tally) error { return nil }

func (sumSpace) Shards() iter.Seq[enum.Shard] { return enum.Shards(1) }

func (s sumSpace) Walker() enum.Walker { return s }

// Walk adds to the tally the numbers of labelled games and of classes of each verdict.
func (s sumSpace) Walk(ctx context.Context, _ enum.Shard, tally *enum.Tally) error {
	counts, err := s.settings.count(ctx, s.vertices)
	if err != nil {
		return err
	}
	for seen, number := range counts {
		verdict := verdictOf(outcomeOf(seen.value))
		tally.AddBig(verdict, gamesKey, number.games)
		tally.AddBig(verdict, classesKey, number.classes)
	}
	return nil
}

// Totals returns the numbers of labelled games and of classes of each verdict from a tally, and how many of all games
// and classes it covers. A number under another key is an error.
func (s sumSpace) Totals(t *enum.Tally) (enum.Totals, error) {
	totals := enum.Totals{Verdicts: make([]enum.Total, t.Verdicts())}
	for v := range totals.Verdicts {
		totals.Verdicts[v] = enum.Total{Games: t.Count(v, gamesKey), Classes: t.Count(v, classesKey)}
	}
	all := totals.All()
	totals.Coverage, totals.Whole = all.Games.Add(all.Games, all.Classes), new(big.Int).Add(s.Games(), s.Classes())
	if others := t.SumAll(); others.Cmp(totals.Coverage) != 0 {
		return enum.Totals{}, fmt.Errorf("%v games and classes are stored under an unknown key: expected %d (games) or %d (classes)", others.Sub(others, totals.Coverage), gamesKey, classesKey)
	}
	return totals, nil
}

// A look is all that the formula needs to know about a subtree: the kind of its root, and its value.
type look struct {
	kind  kinds.Kind
	value kinds.Value
}

// over returns the look of a tree, i.e. its kind (its effect on the vertex above) and its value, if the root has the
// colour c and two subtrees with the looks a and b. A missing subtree has the zero look. A coloured root adds nothing
// to the values of its subtrees.
func over(c search.Colour, a, b look) look {
	value := a.value.Plus(b.value)
	if c != search.Uncoloured {
		return look{kindOf(c), value}
	}
	kind, adds := kinds.Join(a.kind, b.kind)
	return look{kind, value.Plus(adds)}
}

type number struct{ games, classes *big.Int }

type counts map[look]number

// count returns the numbers of labelled trees and of classes with the given number of vertices, by look (kind and
// value). The look of a tree depends only on the looks of its parts, so the numbers for n vertices follow from those of
// all smaller sizes. There are about 10n looks of n vertices, and most of the time is spent on the pairs of looks of
// smaller trees.
func (r settings) count(ctx context.Context, vertices int) (counts, error) {
	bySize := []counts{{look{}: {big.NewInt(1), big.NewInt(1)}}} // one tree without vertices
	for n := 1; n <= vertices; n++ {
		grown := make(counts)
		for small := 0; 2*small <= n-1; small++ { // the size of the root's smaller child
			if err := r.join(ctx, grown, bySize, small, n-1-small); err != nil {
				return nil, err
			}
		}
		bySize = append(bySize, grown)
	}
	return bySize[vertices], nil
}

// join counts the trees whose root has a subtree of `small` vertices and one of `large`, 0 for a missing subtree. It
// adds their numbers to `grown`, by look (kind and value). The slice bySize has the numbers for all smaller sizes.
//
// In labelled trees, the two orders of children of the same size are counted as the pairs of looks (a, b) and (b, a).
// In classes, the look of the first must not come after that of the second.
func (r settings) join(ctx context.Context, grown counts, bySize []counts, small, large int) error {
	colours := []search.Colour{search.Uncoloured, search.Blue, search.Red}[:r.colours.choices(large == 0)]
	product, two := new(big.Int), big.NewInt(2)
	for a, m := range bySize[small] {
		if err := ctx.Err(); err != nil {
			return err
		}
		for b, n := range bySize[large] {
			for _, c := range colours {
				seen := over(c, a, b)
				sum, found := grown[seen]
				if !found {
					sum = number{new(big.Int), new(big.Int)}
					grown[seen] = sum
				}

				// If the sizes differ, the loops go through one order only. The other is another labelled tree, but the
				// same class.
				product.Mul(m.games, n.games)
				if small < large {
					product.Mul(product, two)
				}
				sum.games.Add(sum.games, product)
				switch {
				case small < large || small == 0:
					sum.classes.Add(sum.classes, product.Mul(m.classes, n.classes))
				case a == b: // m (m+1) / 2
					product.Mul(m.classes, m.classes)
					product.Add(product, m.classes)
					sum.classes.Add(sum.classes, product.Rsh(product, 1))
				case a.before(b):
					sum.classes.Add(sum.classes, product.Mul(m.classes, n.classes))
				}
			}
		}
	}
	return nil
}

// before is a total order of looks (kinds with values), so that each pair of looks is counted once.
func (a look) before(b look) bool {
	if order := cmp.Or(cmp.Compare(a.kind, b.kind), cmp.Compare(a.value.Quarters, b.value.Quarters)); order != 0 {
		return order < 0
	}
	return b.value.Star && !a.value.Star
}
