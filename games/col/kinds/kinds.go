package kinds

import "math/big"

// A Kind is the effect of a subtree on the part above it, except for what it adds to the value.
type Kind uint8

// The kind of a subtree is its effect on the part above it. A coloured root has the kind of its colour. An uncoloured
// root with a blue and a red child has the kind Nothing, because no side can colour it. The other kinds are named after
// the simplest tree with this effect (o is an uncoloured vertex, and brackets have its children).
const (
	Nothing Kind = iota
	Blue
	Red
	One  // like o
	Two  // like o(o)
	Fork // like o(o,o)
	Stem // like o(o(o,o))
)

// Kinds is the number of kinds.
const Kinds = 7

func (k Kind) coloured() bool { return k == Blue || k == Red }

// Join returns the kind of an uncoloured vertex whose children have the kinds a and b, in any order, and what the
// vertex adds to the value of the position. A missing child has the kind Nothing. The value is the sum of what all
// vertices add, so a pass from the leaves to the roots finds it in linear time. The package documentation has the table
// and the proof.
func Join(a, b Kind) (Kind, Value) {
	if a > b {
		a, b = b, a
	}
	switch {
	case a == Blue && b == Red:
		return Nothing, Value{}
	case a.coloured():
		return Two, beside(a, b)
	case b.coloured():
		return Two, beside(b, a)
	}
	// The row is the lesser kind of the children, the column the greater.
	return [Kinds][Kinds]Kind{
		Nothing: {Nothing: One, One: Two, Two: One, Fork: Stem, Stem: Fork},
		One:     {One: Fork, Two: Two, Fork: Fork, Stem: Two},
		Two:     {Two: One, Fork: Stem, Stem: Fork},
		Fork:    {Fork: One, Stem: Two},
		Stem:    {Stem: Fork},
	}[a][b], star()
}

// beside returns what an uncoloured vertex adds to the value of a position. One child of the vertex has the given
// colour, Blue or Red. The other child has the kind `other`, which must not be the opposite colour. Left may not colour
// a vertex with a blue child, and Right may not colour one with a red child. So a blue child favours Right: the number,
// in quarters, is negative. The kinds One, Two, Fork and Stem are named after the trees o, o(o), o(o,o) and o(o(o,o))
// of uncoloured vertices.
func beside(colour, other Kind) Value {
	v := Value{Quarters: -4} // -1, if the other child is Nothing, Two or of the same colour
	switch other {
	case One:
		v = Value{Quarters: -2, Star: true} // -1/2 + *
	case Fork:
		v = Value{Quarters: -3, Star: true} // -3/4 + *
	case Stem:
		v = Value{Quarters: -2} // -1/2
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

// Plus returns v + w. Two stars cancel.
func (v Value) Plus(w Value) Value { return Value{v.Quarters + w.Quarters, v.Star != w.Star} }

// Minus returns v - w. A star is its own negative.
func (v Value) Minus(w Value) Value { return Value{v.Quarters - w.Quarters, v.Star != w.Star} }

// AtLeast reports whether v >= w. The values x and x + * are confused with each other.
func (v Value) AtLeast(w Value) bool { return v.Quarters > w.Quarters || v == w }

// String returns the value in standard notation, such as "-3/4*".
func (v Value) String() string {
	switch number := big.NewRat(int64(v.Quarters), 4).RatString(); {
	case !v.Star:
		return number
	case v.Quarters == 0:
		return "*"
	default:
		return number + "*"
	}
}
