package partizan

import (
	"math/bits"
	"slices"
	"strconv"
)

// The numbers of an arena are m/2^e with e up to maxExponent and absolute value below maxInteger. These are all numbers
// that occur in games that last at most 32 moves.
const (
	maxExponent = 32
	// A cut is a number doubled, in units of 2^-32. It is at most 2 * 2^28 * 2^32 = 2^61, so a difference of two cuts
	// fits an int64.
	maxInteger = 1 << 28
)

// A dyadic is a number in units of 2^-32.
type dyadic int64

const (
	one    dyadic = 1 << maxExponent
	bounds dyadic = maxInteger * one // all numbers are smaller in absolute value
)

// exponent returns the least e such that x is an integer divided by 2^e.
func (x dyadic) exponent() int {
	return max(0, maxExponent-bits.TrailingZeros64(uint64(x)))
}

// options returns the options of a number x in canonical form, at most one for each side. Those of 3/4 are 1/2 and 1,
// an integer has only the next integer nearer to 0, and 0 has none.
func (x dyadic) options() (options [2][]dyadic) {
	switch e := x.exponent(); {
	case e > 0: // one unit of 2^-e to either side
		options = [2][]dyadic{{x - one>>e}, {x + one>>e}}
	case x > 0:
		options[left] = []dyadic{x - one}
	case x < 0:
		options[right] = []dyadic{x + one}
	}
	return options
}

// birthday returns the number of moves that the canonical form of x can last.
func (x dyadic) birthday() int32 {
	b := x.magnitude() / one
	if e := x.exponent(); e > 0 {
		b += dyadic(1 + e)
	}
	return int32(b)
}

func (x dyadic) magnitude() dyadic { return max(x, -x) }

func (x dyadic) String() string {
	e := x.exponent()
	s := strconv.FormatInt(int64(x>>(maxExponent-e)), 10)
	if e > 0 {
		s += "/" + strconv.FormatInt(1<<e, 10)
	}
	return s
}

// simplest returns the number with the least birthday from low to high, both included, where low <= high: 0 if
// possible, otherwise the integer nearest to 0, and if there is no integer the number with the least denominator.
func simplest(low, high dyadic) dyadic {
	switch {
	case high < 0: // both are negative
		return -simplest(-high, -low)
	case low <= 0:
		return 0
	}

	for unit := one; ; unit >>= 1 {
		x := (low + unit - 1) &^ (unit - 1) // the least multiple of unit that is at least low
		if x <= high {
			return x
		}
	}
}

func (a *Arena) number(x dyadic) Value { return a.plain(plain{number: x}) }

// Integer returns n, the game of n free moves for Left, or of -n for Right. It panics unless n is between -2^28 and
// 2^28, both excluded.
func (a *Arena) Integer(n int) Value { return a.Dyadic(int64(n), 0) }

// Dyadic returns the number num/2^exp. It panics unless the exponent in lowest terms is from 0 to 32 and the absolute
// value is below 2^28.
func (a *Arena) Dyadic(num int64, exp int) Value {
	for exp > 0 && num&1 == 0 { // bring the fraction to lowest terms
		num >>= 1
		exp--
	}
	if exp < 0 || exp > maxExponent || num>>exp >= maxInteger || num>>exp < -maxInteger {
		panic(interruption{ErrRange})
	}
	return a.number(dyadic(num) << (maxExponent - exp))
}

// Number reports whether v is a number, num/2^exp in lowest terms.
func (a *Arena) Number(v Value) (num int64, exp int, ok bool) {
	f := &a.forms[v]
	if !f.isNumber() {
		return 0, 0, false
	}
	x := f.plain.number
	exp = x.exponent()
	return int64(x >> (maxExponent - exp)), exp, true
}

func (f *form) isNumber() bool {
	return f.named && f.plain.ups == 0 && f.plain.star == 0
}

// A plain value is a sum of a number x, a multiple n of up (↑ = {0|*}; its negative is ↓), and a nimber *k. Plain
// values are added and compared by arithmetic, because their canonical forms are known (Berlekamp, Conway and Guy).
// With x = 0:
//
//	*k   = {0, *, …, *(k-1) | 0, *, …, *(k-1)}   for k >= 1
//	↑*   = {0, * | 0}
//	n·↑*k = {0 | (n-1)·↑ + *(k xor 1)}         for n >= 1 and k >= 0, except ↑*
//
// A number is added to a game that is not a number by adding it to each option.
type plain struct {
	number dyadic
	ups    int32 // n, negative for multiples of down
	star   int32 // k, 0 for no nimber
}

// Limits on k and n in a plain value. The memory of a nimber grows with its square.
const (
	maxStar = 1023
	maxUps  = 4096
)

// negated returns -p. A nimber is its own negative.
func (p plain) negated() plain { return plain{-p.number, -p.ups, p.star} }

// atMost reports whether p <= q for two different plain values with the same number. The difference q - p is a multiple
// of up plus a nimber. ↑, ⇑, ↑3, … plus any nimber are positive, except that ↑* is confused with 0.
func (p plain) atMost(q plain) bool {
	ups, star := q.ups-p.ups, p.star^q.star
	return ups > 1 || ups == 1 && star != 1
}

// Star returns the nimber *k, the value of a heap of k in Nim. It panics unless k is from 0 to 1023.
func (a *Arena) Star(k int) Value {
	if k < 0 || k > maxStar {
		panic(interruption{ErrRange})
	}
	return a.plain(plain{star: int32(k)})
}

// plain returns the value of p, or panics if p is out of range. It also makes the values that its canonical form needs:
// about n + k values for x + n·↑ + *k.
func (a *Arena) plain(p plain) Value {
	if v, ok := a.plains[p]; ok {
		return v
	}
	if p.number <= -bounds || p.number >= bounds || p.star > maxStar || max(p.ups, -p.ups) > maxUps {
		panic(interruption{ErrRange})
	}
	switch {
	case p.ups == 0 && p.star == 0: // a number; see open for its options
		v := Value(len(a.forms))
		x := p.number
		a.forms = append(a.forms, form{
			cuts: cuts{2*int64(x) + 1, 2*int64(x) - 1}, plain: p, named: true,
			birthday: x.birthday(), negative: unknown,
		})
		a.plains[p] = v
		return v
	case p.ups == 0:
		return a.nimber(p)
	case p.ups < 0:
		return a.Negate(a.plain(p.negated()))
	}

	// p is x + p.ups·↑ + *k. Make x + n·↑ plus a nimber for n = 0, 1, ..., p.ups by the formulas of type plain: each
	// value is the Right option of the next one. The Right option of n·↑ + *m is (n-1)·↑ + *(m xor 1). So the nimbers
	// alternate between *k and *(k xor 1) such that the last one is *k.
	x := a.number(p.number)
	var v Value // the latest multiple
	for n := int32(0); n <= p.ups; n++ {
		q := plain{p.number, n, p.star ^ (p.ups-n)&1}
		switch {
		case n == 0:
			v = a.plain(q)
		case n == 1 && q.star == 1: // ↑* = {0, * | 0}
			v = a.intern([2][]Value{sorted([]Value{x, a.plain(plain{p.number, 0, 1})}), {x}})
		default: // {0 | the multiple before}
			v = a.intern([2][]Value{{x}, {v}})
		}
	}
	return v
}

// nimber returns x + *k, whose options on both sides are x + *j for all j from 0 to k-1.
func (a *Arena) nimber(p plain) Value {
	options := append(make([]Value, 0, p.star), a.number(p.number))
	for j := int32(1); j < p.star; j++ {
		v, ok := a.plains[plain{number: p.number, star: j}]
		if !ok {
			options = sorted(options)
			v = a.intern([2][]Value{options, options})
		}
		options = append(options, v)
	}
	options = sorted(options)
	return a.intern([2][]Value{options, options})
}

// recognize returns the plain value with these options, if there is one that is not a number. A positive multiple of up
// plus a number x has x as a Left option, and its only Right option is a plain value with the same number. A negative
// multiple has the sides exchanged.
func (a *Arena) recognize(options [2][]Value) (plain, bool) {
	if p, ok := a.recognizeNimber(options); ok {
		return p, true
	}
	for side, sign := range []int32{left: 1, right: -1} { // sign is that of the multiple of up
		// The only option of the other side must be a plain value w, whose number x must be an option of this side.
		own, other := options[side], options[1-side]
		if len(own) > 2 || len(other) != 1 || !a.forms[other[0]].named {
			continue
		}
		w := a.forms[other[0]].plain
		x, ok := a.plains[plain{number: w.number}]
		if !ok || !slices.Contains(own, x) {
			continue
		}

		// {x | w} adds one up to w and changes the nimber, as the formulas of type plain say, unless w is x.
		if len(own) == 1 && w.ups*sign >= 0 && (w.ups != 0 || w.star != 0) {
			return plain{w.number, w.ups + sign, w.star ^ 1}, true
		}

		// The exception is x + ↑* = {x, x* | x}.
		if star, ok := a.plains[plain{number: w.number, star: 1}]; ok && len(own) == 2 && slices.Contains(own, star) && other[0] == x {
			return plain{w.number, sign, 1}, true
		}
	}
	return plain{}, false
}

// recognizeNimber recognizes x + *k, which has the same k options on both sides: x, x*, …, x*(k-1).
func (a *Arena) recognizeNimber(options [2][]Value) (plain, bool) {
	set := options[left]
	if len(set) == 0 || !slices.Equal(set, options[right]) {
		return plain{}, false
	}
	p := plain{number: a.forms[set[0]].plain.number, star: int32(len(set))}
	for _, o := range set { // different options, so they are all x + *j for j < k if each is one
		f := &a.forms[o]
		isOption := f.named && f.plain.number == p.number && f.plain.ups == 0 && f.plain.star < p.star
		if !isOption {
			return plain{}, false
		}
	}
	return p, true
}
