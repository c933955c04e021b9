package col

import "math/big"

// A census numbers the trees of each size: labelled ones, whose children are left or
// right, and classes. A path is a tree without second children.
//
// Of n vertices there are, with c(n) colours for the root, 3 or 1,
//
//	g(n) = c(n) (g(0)g(n-1) + g(1)g(n-2) + ... + g(n-1)g(0)),  g(0) = 1      labelled
//	t(n) = c(n) (t(n-1) + sum of t(i)t(j) for 0 < i < j, i+j = n-1
//	             + t(i)(t(i)+1)/2 if 2i = n-1 > 0),  t(0) = 1                classes
//
// and so many paths as the product of the c. Without colours g is Catalan's numbers,
// and t the numbers of Wedderburn and Etherington.
type census struct {
	ruleset Ruleset
	games   []*big.Int // by size
	classes []*big.Int
	few     []int64 // the classes of sizes that have fewer than 2^63
}

// newCensus numbers the trees up to a size.
func newCensus(r Ruleset, size int) *census {
	c := &census{ruleset: r, games: []*big.Int{big.NewInt(1)}, classes: []*big.Int{big.NewInt(1)}}
	c.few = []int64{1}
	for n := 1; n <= size; n++ {
		colours := c.colours(n)
		classes := new(big.Int)
		for i := 0; 2*i <= n-1 && i <= c.most(); i++ {
			classes.Add(classes, c.pairs(i, n-1-i))
		}
		c.classes = append(c.classes, classes.Mul(classes, colours))
		if classes.IsInt64() {
			c.few = append(c.few, classes.Int64())
		}
		if r.shape == paths {
			c.games = append(c.games, classes)
			continue
		}
		games := new(big.Int)
		for i := range n {
			games.Add(games, new(big.Int).Mul(c.games[i], c.games[n-1-i]))
		}
		c.games = append(c.games, games.Mul(games, colours))
	}
	return c
}

// most returns how large the smaller one of two children may be.
func (c *census) most() int {
	if c.ruleset.shape == paths {
		return 0
	}
	return maxTreeSize
}

// colours returns how many colours the root of a tree may have.
func (c *census) colours(size int) *big.Int {
	return big.NewInt(c.ruleset.colours.choices(size == 1))
}

// pairs returns the number of unordered pairs of classes of two sizes.
func (c *census) pairs(small, large int) *big.Int {
	pairs := new(big.Int).Set(c.classes[large])
	if small == large && small > 0 {
		pairs.Add(pairs, big.NewInt(1))
		pairs.Mul(pairs, c.classes[large])
		return pairs.Rsh(pairs, 1)
	}
	return pairs.Mul(pairs, c.classes[small])
}
