package col

import (
	"context"
	"math/big"

	"enumerate/games/col/kinds"
	"enumerate/games/col/search"
)

// A look is what the formula sees of a subtree.
type look struct {
	kind  kinds.Kind
	value kinds.Value
}

// over returns the look of a vertex of a colour over two subtrees.
func over(c search.Colour, a, b look) look {
	value := a.value.Plus(b.value)
	if c != search.Uncoloured {
		return look{kindOf(c), value}
	}
	kind, adds := kinds.Join(a.kind, b.kind)
	return look{kind, value.Plus(adds)}
}

// A number is how many trees look alike.
type number struct{ games, classes *big.Int }

// counts are the trees of a size by their looks.
type counts map[look]number

// count counts the trees with so many vertices, from all smaller ones: of n vertices there
// are some 10n looks, and pairs of smaller ones take time.
func (r Ruleset) count(ctx context.Context, vertices int) (counts, error) {
	nothing := counts{look{}: {big.NewInt(1), big.NewInt(1)}}
	bySize := []counts{nothing}
	for n := 1; n <= vertices; n++ {
		grown := make(counts)
		for small := 0; 2*small <= n-1; small++ {
			if r.shape == paths && small > 0 {
				break
			}
			if err := r.join(ctx, grown, bySize, small, n-1-small); err != nil {
				return nil, err
			}
		}
		bySize = append(bySize, grown)
	}
	return bySize[vertices], nil
}

// join counts the trees whose root has children of two sizes. Of labelled trees the left
// child may be the smaller or the larger one, and there is but one way if both are missing
// or the tree is a path. Of classes with children of one size, the first is no later
// than the second.
func (r Ruleset) join(ctx context.Context, grown counts, bySize []counts, small, large int) error {
	colours := []search.Colour{search.Uncoloured, search.Blue, search.Red}[:r.colours.choices(large == 0)]
	product, two := new(big.Int), big.NewInt(2)
	for a, m := range bySize[small] {
		if err := ctx.Err(); err != nil {
			return err
		}
		for b, n := range bySize[large] {
			for _, c := range colours {
				sum := grown.at(over(c, a, b))
				product.Mul(m.games, n.games)
				if small < large && r.shape == trees {
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

// before puts looks in some order.
func (a look) before(b look) bool {
	switch {
	case a.kind != b.kind:
		return a.kind < b.kind
	case a.value.Quarters != b.value.Quarters:
		return a.value.Quarters < b.value.Quarters
	}
	return b.value.Star && !a.value.Star
}

// at returns the number of a look, to be added to.
func (c counts) at(l look) number {
	sum, ok := c[l]
	if !ok {
		sum = number{new(big.Int), new(big.Int)}
		c[l] = sum
	}
	return sum
}
