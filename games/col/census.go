package col

import (
	"math/big"
	"math/rand/v2"
	"sort"

	"enumerate/enum/kit"
	"enumerate/games/col/search"
)

// A census has the numbers of binary trees of each size, and numbers the classes. In labelled trees a child is a left
// or a right child; in classes children have no order.
//
// A tree with n vertices is a root, in one of c(n) colours, with two subtrees, perhaps missing, that have n-1 vertices
// together. If a root may be coloured, c(n) is 3, otherwise 1; if only leaves may be coloured, c(n) = 3 for n = 1. So
// the numbers of labelled trees g(n) and of classes t(n) are
//
//	g(n) = c(n) (g(0)g(n-1) + g(1)g(n-2) + ... + g(n-1)g(0)),  g(0) = 1      labelled
//	t(n) = c(n) (t(n-1) + sum of t(i)t(j) for 0 < i < j, i+j = n-1
//	             + t(i)(t(i)+1)/2 if 2i = n-1 > 0),  t(0) = 1                classes
//
// The first term of t(n) is for a single child, and the last for two children of equal sizes. Without colours, g(n) are
// Catalan's numbers, and t(n) are the numbers of Wedderburn and Etherington.
type census struct {
	settings settings
	games    []*big.Int // the number of labelled trees by size
	classes  []*big.Int // the number of classes by size
	few      []int64    // classes, for the sizes with fewer than 2^63 of them
}

// newCensus counts the binary trees with up to size vertices. A missing child is the one tree of size 0.
func newCensus(r settings, size int) *census {
	c := &census{settings: r, games: []*big.Int{big.NewInt(1)}, classes: []*big.Int{big.NewInt(1)}}
	c.few = []int64{1}
	for n := 1; n <= size; n++ {
		colours := c.colours(n) // of the root

		// The smaller child of a class has i vertices.
		classes := new(big.Int)
		for i := 0; 2*i <= n-1; i++ {
			classes.Add(classes, c.pairs(i, n-1-i))
		}
		c.classes = append(c.classes, classes.Mul(classes, colours))
		if classes.IsInt64() {
			c.few = append(c.few, classes.Int64())
		}

		// The left child of a labelled tree has i vertices.
		games := new(big.Int)
		for i := range n {
			games.Add(games, new(big.Int).Mul(c.games[i], c.games[n-1-i]))
		}
		c.games = append(c.games, games.Mul(games, colours))
	}
	return c
}

// colours returns in how many colours the root of a tree of the given size may be.
func (c *census) colours(size int) *big.Int {
	return big.NewInt(c.settings.colours.choices(size == 1))
}

// pairs returns the number of ways to choose the classes of two children without order, with small <= large vertices.
func (c *census) pairs(small, large int) *big.Int {
	pairs := new(big.Int).Set(c.classes[large])
	if small == large && small > 0 { // t(t+1)/2 pairs of t classes, because the two may be equal
		pairs.Add(pairs, big.NewInt(1))
		pairs.Mul(pairs, c.classes[large])
		return pairs.Rsh(pairs, 1)
	}
	return pairs.Mul(pairs, c.classes[small])
}

// appendClass appends to position p a tree of one class, given by its size and the number of the class, which must be
// below 2^63. It also returns the number of automorphisms. Classes are ordered by the size of the smaller child, then
// by the numbers of the children, and last by the colour of the root.
func (c *census) appendClass(p position, size int, number int64) (position, uint64) {
	if size == 0 {
		return p, 1
	}
	colours := c.settings.colours.choices(size == 1)
	root := len(p)
	p = append(p, search.Vertex{Colour: search.Colour(number % colours)})
	number /= colours

	small := 0
	for {
		pairs := c.fewPairs(small, size-1-small)
		if number < pairs {
			break
		}
		number -= pairs
		small++
	}
	large := size - 1 - small

	if large == 0 {
		return p, swaps // a leaf: exchanging its two missing children changes nothing
	}
	var first, second int64 // the numbers of the children
	if small == large {
		first, second = unpair(number)
	} else {
		classes := c.few[large]
		first, second = number/classes, number%classes
	}

	p[root].Children = 1
	automorphisms := uint64(1)
	if small > 0 {
		p[root].Children = 2
		p, automorphisms = c.appendClass(p, small, first)
	}
	p, more := c.appendClass(p, large, second)
	automorphisms *= more
	if small == large && first == second {
		automorphisms *= swaps
	}
	return p, automorphisms
}

// fewPairs returns the same number as the method `pairs`, as an int64: the number of unordered pairs of children of the
// sizes `small` and `large`, where the size 0 is a missing child. Both sizes must have fewer than 2^63 classes.
func (c *census) fewPairs(small, large int) int64 {
	classes := c.few[large]
	if small == large && small > 0 { // halve the even factor first, so that nothing overflows
		if classes%2 == 0 {
			return classes / 2 * (classes + 1)
		}
		return (classes + 1) / 2 * classes
	}
	return classes * c.few[small]
}

// swaps is the number of ways to order two equal or missing children of a vertex.
const swaps = 2

// unpair returns the pair with a number, in the order (0,0), (0,1), (1,1), (0,2), (1,2), (2,2), ... The first pair with
// the second number s has the number s(s+1)/2.
func unpair(number int64) (first, second int64) {
	const most = 1 << 31 // more than the second number of any pair, because there are fewer than 2^61 pairs
	second = int64(sort.Search(most, func(i int) bool {
		next := int64(i) + 1
		return next*(next+1)/2 > number
	}))
	return number - second*(second+1)/2, second
}

// appendRandom appends to position p a random tree with size vertices, at least one: each labelled tree has the same
// probability. A position does not store whether an only child is left or right.
func (c *census) appendRandom(p position, size int, random *rand.Rand) position {
	colours := c.settings.colours.choices(size == 1)
	root := len(p)
	p = append(p, search.Vertex{Colour: search.Colour(random.Int64N(colours))})
	if size == 1 {
		return p
	}
	left := c.randomLeft(size, random)
	for _, child := range []int{left, size - 1 - left} {
		if child > 0 {
			p[root].Children++
			p = c.appendRandom(p, child, random)
		}
	}
	return p
}

// randomLeft draws the size of the left subtree of a random labelled tree, in proportion to the number of trees with a
// left subtree of this size.
func (c *census) randomLeft(size int, random *rand.Rand) int {
	number := kit.Below(new(big.Int).Div(c.games[size], c.colours(size)), random)
	for left := 0; ; left++ {
		pairs := new(big.Int).Mul(c.games[left], c.games[size-1-left])
		if number.Cmp(pairs) < 0 {
			return left
		}
		number.Sub(number, pairs)
	}
}
