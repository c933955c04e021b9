package kinds

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

// alive reports whether a kind is that of a tree.
func (k Kind) alive() bool { return k >= One }

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
