package partizan

import "slices"

// A plain value is a sum of a number x, a multiple n of up (↑ = {0|*}, ↓ its negative), and
// a nimber *k. Sums and comparisons of these are arithmetic, since their canonical forms
// are known (Berlekamp, Conway and Guy): with all numbers 0, for k >= 1 and n >= 1,
//
//	*k   = {0, *, …, *(k-1) | 0, *, …, *(k-1)}
//	↑*   = {0, * | 0}
//	n·↑*k = {0 | (n-1)·↑ + *(k xor 1)}         if not n = k = 1, also for k = 0
//
// and adding a number to a game that is none adds it to each of its options.
type plain struct {
	number dyadic
	ups    int32
	star   int32
}

// The largest nimber *k, and the largest multiple of up that is made by name or by adding
// plain values. A nimber takes room that grows with its square.
const (
	MaxStar = 1023
	MaxUps  = 4096
)

func (p plain) negated() plain { return plain{-p.number, -p.ups, p.star} }

// Star returns the nimber *k, the value of a heap of k in Nim. It panics unless 0 <= k <=
// MaxStar.
func (a *Arena) Star(k int) Value {
	if k < 0 || k > MaxStar {
		panic(interruption{ErrRange})
	}
	return a.plain(plain{star: int32(k)})
}

// Up returns n·↑, or -n·↓ where n is negative. It panics unless -MaxUps <= n <= MaxUps.
func (a *Arena) Up(n int) Value {
	if n < -MaxUps || n > MaxUps {
		panic(interruption{ErrRange})
	}
	return a.plain(plain{ups: int32(n)})
}

// Nimber returns k such that v is *k, and whether it is one. Zero is *0.
func (a *Arena) Nimber(v Value) (k int, ok bool) {
	f := &a.forms[v]
	if !f.named || f.plain.number != 0 || f.plain.ups != 0 {
		return 0, false
	}
	return int(f.plain.star), true
}

// plain returns the value of a name. It makes those that come before it in its canonical
// form, if the arena does not have them yet: n and k of them.
func (a *Arena) plain(p plain) Value {
	if v, ok := a.plains[p]; ok {
		return v
	}
	if p.number <= -bounds || p.number >= bounds || p.star > MaxStar || max(p.ups, -p.ups) > MaxUps {
		panic(interruption{ErrRange})
	}
	switch {
	case p.ups == 0 && p.star == 0:
		v := Value(len(a.forms))
		x := p.number
		a.forms = append(a.forms, form{
			floor: 2*int64(x) + 1, ceiling: 2*int64(x) - 1, plain: p, named: true,
			birthday: x.birthday(), negative: unknown,
		})
		a.plains[p] = v
		return v
	case p.ups == 0:
		return a.nimber(p)
	case p.ups < 0:
		return a.Negate(a.plain(p.negated()))
	}
	x := a.number(p.number)
	v := x // what Right moves to, from down to up
	for n := int32(0); n <= p.ups; n++ {
		q := plain{p.number, n, p.star ^ (p.ups-n)&1}
		switch {
		case n == 0:
			v = a.plain(q)
		case n == 1 && q.star == 1:
			star := a.plain(plain{p.number, 0, 1})
			v = a.intern([2][]Value{sorted([]Value{x, star}), {x}})
		default:
			v = a.intern([2][]Value{{x}, {v}})
		}
	}
	return v
}

// nimber returns x + *k, after all smaller ones.
func (a *Arena) nimber(p plain) Value {
	options := append(make([]Value, 0, p.star), a.number(p.number))
	for k := int32(1); k < p.star; k++ {
		v, ok := a.plains[plain{number: p.number, star: k}]
		if !ok {
			options = sorted(options)
			v = a.intern([2][]Value{options, options})
		}
		options = append(options, v)
	}
	options = sorted(options)
	return a.intern([2][]Value{options, options})
}

// recognize returns the name of a canonical form that is no number, if it has one.
func (a *Arena) recognize(options [2][]Value) (plain, bool) {
	if p, ok := a.recognizeNimber(options); ok {
		return p, true
	}
	for side, sign := range []int32{left: 1, right: -1} {
		own, other := options[side], options[1-side]
		if len(own) > 2 || len(other) != 1 || !a.forms[other[0]].named {
			continue
		}
		w := a.forms[other[0]].plain
		x, ok := a.plains[plain{number: w.number}]
		if !ok || !slices.Contains(own, x) {
			continue
		}
		if len(own) == 1 && w.ups*sign >= 0 && (w.ups != 0 || w.star != 0) {
			return plain{w.number, w.ups + sign, w.star ^ 1}, true
		}
		if star, ok := a.plains[plain{number: w.number, star: 1}]; ok && len(own) == 2 && slices.Contains(own, star) && other[0] == x {
			return plain{w.number, sign, 1}, true
		}
	}
	return plain{}, false
}

// recognizeNimber returns x and k of a form of x + *k: its k options on each side are the
// same k different ones among x, x*, …, x*(k-1).
func (a *Arena) recognizeNimber(options [2][]Value) (plain, bool) {
	set := options[left]
	if len(set) == 0 || !slices.Equal(set, options[right]) {
		return plain{}, false
	}
	p := plain{number: a.forms[set[0]].plain.number, star: int32(len(set))}
	for _, o := range set {
		f := &a.forms[o]
		if !f.named || f.plain.number != p.number || f.plain.ups != 0 || f.plain.star >= p.star {
			return plain{}, false
		}
	}
	return p, true
}

// atMost reports whether p <= q, for p and q that differ, but not in their numbers.
// ↑ is positive, ↑* is confused with 0, and everything from ⇑ on and ↑ with another
// nimber is positive.
func (p plain) atMost(q plain) bool {
	ups, star := q.ups-p.ups, p.star^q.star
	return ups > 1 || ups == 1 && star != 1
}
