package kinds

import "fmt"

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
