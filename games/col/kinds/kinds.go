// Package kinds finds the values of positions of Myopic Col on rooted trees in which a
// vertex has at most two children, in linear time. It knows nothing of text, of
// enumeration or of the engine, and looks at no moves.
//
// # The formula
//
// Whatever is above a subtree sees one of seven kinds of it: nothing, a blue or a red
// vertex, or one of four trees,
//
//	One o    Two o(o)    Fork o(o,o)    Stem o(o(o,o))
//
// and, apart from that, an amount that is added to the value: a subtree is as good as a
// tree of its kind. So a value is a sum over the vertices: [Join] says for the kinds of the
// children of an uncoloured vertex, which kind it has, and what it adds.
//
//	children            kind  adds        children            kind  adds
//	none                One   *           blue                Two   -1
//	One                 Two   *           blue, One           Two   -1/2 *
//	Two                 One   *           blue, Two           Two   -1
//	Fork                Stem  *           blue, Fork          Two   -3/4 *
//	Stem                Fork  *           blue, Stem          Two   -1/2
//	One, One or Fork    Fork  *           blue, blue          Two   -1
//	One, Two or Stem    Two   *           blue, red           nothing, 0
//	Two, Two            One   *
//	Two, Fork           Stem  *           with red for blue, 1, 1/2 *, 1, 3/4 *, 1/2, 1
//	Two, Stem           Fork  *
//	Fork, Fork          One   *
//	Fork, Stem          Two   *
//	Stem, Stem          Fork  *
//
// A coloured vertex adds nothing; what is below it is positions of their own. So every
// value is a multiple of 1/4, with or without a star.
//
// # The proof
//
// Let f(G) be the sum for a position G. That G = f(G) is shown by induction on the number
// of uncoloured vertices: all options of G are as the formula says, so G = f(G) if in
// G - f(G) the side that moves first loses. It is enough to say what Left can do; colours can
// be swapped. Write D for f(option) - f(G), for an option of Left. It is enough that
//
//  1. no D is >= 0: then no move of Left in G wins;
//  2. where Right leaves, in -f(G), a Left option of f(G), Left has a move in G to at
//     least that: if f(G) has a star, one with D = *; if f(G) is a number of
//     denominator 4 or 2, one with D >= -1/4 or -1/2; if it is a positive integer, one
//     with D >= -1.
//
// Both follow for sums if they hold for trees: the move of 2 is made where there is a star,
// or else in a number of the greatest denominator, or else in a positive integer.
//
// For trees: a move colours a vertex, which changes its kind, and with that what all above
// it are and add. Going up, what matters is the old kind, the new kind and D so far. There are
// 184 such triples that any move can lead to, and none of them has D >= 0. That is 1.
//
// For 2, go up a tree with the pairs (new kind, D) that Left's moves can lead to, with the
// kind and with f. Of two trees of one kind, the same f modulo 1 and the same star, whose
// better pairs one has only in part, and no smaller f, it is enough to look at that one:
// so it is with whatever they are joined to. There are 26 such trees, if f is taken for boundless
// above some number, and all have the pair that 2 asks for.
//
// The tests make these two finite searches (prove_test.go).
package kinds

import "fmt"

// A Kind is what is seen of a subtree from above.
type Kind uint8

// The kinds. A coloured vertex is of the kind of its colour, and a vertex with a blue and a
// red child is Nothing.
const (
	Nothing Kind = iota
	Blue
	Red
	One  // like o
	Two  // like o(o)
	Fork // like o(o,o)
	Stem // like o(o(o,o))
)

// Kinds is how many there are.
const Kinds = 7

// Coloured reports whether a kind is that of a coloured vertex.
func (k Kind) Coloured() bool { return k == Blue || k == Red }

// Join returns the kind of an uncoloured vertex with children of two kinds, in any order,
// and what the vertex adds to the value. Nothing is no child.
func Join(a, b Kind) (Kind, Value) {
	if a > b {
		a, b = b, a
	}
	switch {
	case a == Blue && b == Red:
		return Nothing, Value{}
	case a.Coloured():
		return Two, beside(a, b)
	case b.Coloured():
		return Two, beside(b, a)
	}
	return [Kinds][Kinds]Kind{
		Nothing: {Nothing: One, One: Two, Two: One, Fork: Stem, Stem: Fork},
		One:     {One: Fork, Two: Two, Fork: Fork, Stem: Two},
		Two:     {Two: One, Fork: Stem, Stem: Fork},
		Fork:    {Fork: One, Stem: Two},
		Stem:    {Stem: Fork},
	}[a][b], star()
}

// beside returns what a vertex adds that has a coloured child and another one, not of the
// other colour.
func beside(colour, other Kind) Value {
	var v Value
	switch other {
	case One:
		v = Value{-2, true}
	case Fork:
		v = Value{-3, true}
	case Stem:
		v = Value{-2, false}
	default:
		v = Value{-4, false}
	}
	if colour == Red {
		v.Quarters = -v.Quarters
	}
	return v
}

// A Value is a multiple of 1/4, with or without a star.
type Value struct {
	Quarters int
	Star     bool
}

// star is the value of one uncoloured vertex.
func star() Value { return Value{0, true} }

// Plus returns v + w.
func (v Value) Plus(w Value) Value { return Value{v.Quarters + w.Quarters, v.Star != w.Star} }

// Minus returns v - w.
func (v Value) Minus(w Value) Value { return Value{v.Quarters - w.Quarters, v.Star != w.Star} }

// AtLeast reports whether v >= w: x and x + * are confused with each other.
func (v Value) AtLeast(w Value) bool { return v.Quarters > w.Quarters || v == w }

// denominator returns 1, 2 or 4.
func (v Value) denominator() int {
	switch {
	case v.Quarters%4 == 0:
		return 1
	case v.Quarters%2 == 0:
		return 2
	}
	return 4
}

// String returns the value in standard notation, such as "-3/4*".
func (v Value) String() string {
	text := ""
	d := v.denominator()
	switch {
	case v.Quarters == 0 && v.Star:
		return "*"
	case d == 1:
		text = fmt.Sprint(v.Quarters / 4)
	default:
		text = fmt.Sprintf("%d/%d", v.Quarters*d/4, d)
	}
	if v.Star {
		text += "*"
	}
	return text
}
