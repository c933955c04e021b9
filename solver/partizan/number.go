package partizan

import (
	"math/bits"
	"strconv"
)

// The numbers of an arena are m/2^e with e up to MaxExponent and absolute value below
// MaxInteger. A game that lasts at most 32 moves never has another number, nor has any of
// its followers.
const (
	MaxExponent = 32
	MaxInteger  = 1 << 28 // so that the difference of two cuts fits an int64
)

// A dyadic is a number in units of 2^-32.
type dyadic int64

const (
	one    dyadic = 1 << MaxExponent
	bounds dyadic = MaxInteger * one // no number reaches it
)

// exponent returns the least e such that x is an integer divided by 2^e.
func (x dyadic) exponent() int {
	return max(0, MaxExponent-bits.TrailingZeros64(uint64(x)))
}

// options returns the options of x in canonical form, of which there is at most one on
// each side.
func (x dyadic) options() (l dyadic, hasLeft bool, r dyadic, hasRight bool) {
	if e := x.exponent(); e > 0 {
		unit := one >> e
		return x - unit, true, x + unit, true
	}
	return x - one, x > 0, x + one, x < 0
}

func (x dyadic) birthday() int32 {
	b := x.magnitude() / one
	if e := x.exponent(); e > 0 {
		b += dyadic(1 + e)
	}
	return int32(b)
}

func (x dyadic) magnitude() dyadic { return max(x, -x) }

// String writes x as an integer or as a fraction in lowest terms.
func (x dyadic) String() string {
	e := x.exponent()
	s := strconv.FormatInt(int64(x>>(MaxExponent-e)), 10)
	if e > 0 {
		s += "/" + strconv.FormatInt(1<<e, 10)
	}
	return s
}

// simplest returns the number of least birthday from low to high, both included: 0, or else
// the integer nearest to 0, or else the one with the least denominator. It needs
// low <= high.
func simplest(low, high dyadic) dyadic {
	switch {
	case high < 0:
		return -simplest(-high, -low)
	case low <= 0:
		return 0
	}
	for unit := one; ; unit >>= 1 {
		if x := (low + unit - 1) &^ (unit - 1); x <= high {
			return x
		}
	}
}

// number returns the value of x.
func (a *Arena) number(x dyadic) Value { return a.plain(plain{number: x}) }

// Integer returns n, the game of n free moves for Left, or of -n for Right. It panics
// unless -MaxInteger < n < MaxInteger.
func (a *Arena) Integer(n int) Value { return a.Dyadic(int64(n), 0) }

// Dyadic returns the number num/2^exp. It panics if that has, in lowest terms, an exponent
// above MaxExponent, or if its absolute value is not below MaxInteger.
func (a *Arena) Dyadic(num int64, exp int) Value {
	for exp > 0 && num&1 == 0 {
		num >>= 1
		exp--
	}
	if exp < 0 || exp > MaxExponent || num>>exp >= MaxInteger || num>>exp < -MaxInteger {
		panic(interruption{ErrRange})
	}
	return a.number(dyadic(num) << (MaxExponent - exp))
}

// Number returns num and exp such that v is the number num/2^exp in lowest terms, and
// whether it is one.
func (a *Arena) Number(v Value) (num int64, exp int, ok bool) {
	f := &a.forms[v]
	if !f.isNumber() {
		return 0, 0, false
	}
	x := f.plain.number
	exp = x.exponent()
	return int64(x >> (MaxExponent - exp)), exp, true
}

func (f *form) isNumber() bool {
	return f.named && f.plain.ups == 0 && f.plain.star == 0
}
