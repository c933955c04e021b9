package partizan

import "slices"

// Negate returns -v: the game v with the moves of Left and Right exchanged. The first call for v takes a step for each
// of its followers, the games that moves can reach.
func (a *Arena) Negate(v Value) Value {
	if w := a.forms[v].negative; w != unknown {
		return w
	}

	a.step()
	f := a.forms[v]
	var w Value // -v
	if f.isNumber() {
		w = a.plain(f.plain.negated())
	} else {
		// The negatives of the options of a canonical form are a canonical form.
		var options [2][]Value
		for side := range options {
			for _, o := range f.options[1-side] {
				options[side] = append(options[side], a.Negate(o))
			}
			options[side] = sorted(options[side])
		}
		w = a.intern(options)
	}
	a.forms[v].negative = w
	a.forms[w].negative = v
	return w
}

// Add returns g + h, the game in which each move is made in one of the two. It panics if the sum or one of its
// followers is out of range: a number that [Arena.Dyadic] refuses, a nimber above *1023, or a multiple of up above
// 4096. The sum of a number and another game takes a step for every follower of the other game, and the sum of two
// other games for every pair of their followers. A repeated sum takes constant time.
func (a *Arena) Add(g, h Value) Value {
	switch {
	case g == Zero:
		return h
	case h == Zero:
		return g
	case a.forms[g].negative == h:
		return Zero
	case g > h: // g + h = h + g is cached under one key
		g, h = h, g
	}

	// Plain values (a number, a multiple of up and a nimber) are added part by part, the nimbers by exclusive or.
	formG, formH := &a.forms[g], &a.forms[h]
	if formG.named && formH.named {
		p, q := formG.plain, formH.plain
		return a.plain(plain{p.number + q.number, p.ups + q.ups, p.star ^ q.star})
	}
	key := pair{g, h}
	if v, ok := a.sums[key]; ok {
		return v
	}

	a.step()
	var v Value
	switch {
	case formG.isNumber():
		v = a.translate(h, g)
	case formH.isNumber():
		v = a.translate(g, h)
	default:
		v = a.sum(g, h)
	}
	a.sums[key] = v
	return v
}

// Sub returns g - h, as [Arena.Add] does.
func (a *Arena) Sub(g, h Value) Value { return a.Add(g, a.Negate(h)) }

// translate returns v + x, where x is a number and v is not. Neither side moves in x while it can move in v (number
// translation), so the canonical form of the sum has x added to each option of v.
func (a *Arena) translate(v, x Value) Value {
	var options [2][]Value
	for side, before := range a.forms[v].options {
		for _, o := range before {
			options[side] = append(options[side], a.Add(o, x))
		}
		options[side] = sorted(options[side])
	}
	return a.intern(options)
}

// sum returns the sum of two games that are not numbers, by the definition.
func (a *Arena) sum(g, h Value) Value {
	var options [2][]Value
	for side := range options {
		for _, o := range a.forms[g].options[side] {
			options[side] = append(options[side], a.Add(o, h))
		}
		for _, o := range a.forms[h].options[side] {
			options[side] = append(options[side], a.Add(g, o))
		}
	}
	return a.Make(options[left], options[right])
}

// An Order is the result of a comparison of two games.
type Order int

// Confused means that neither game is at most the other.
const (
	Less Order = iota
	Equal
	Greater
	Confused
)

func (o Order) String() string {
	return [...]string{"less", "equal", "greater", "confused"}[o]
}

// Compare returns how g compares with h.
func (a *Arena) Compare(g, h Value) Order {
	if g == h {
		return Equal
	}
	switch {
	case a.LessEqual(g, h):
		return Less
	case a.LessEqual(h, g):
		return Greater
	}
	return Confused
}

// LessEqual reports whether g <= h: whether Left wins the game h - g if Right moves first. Plain values, sums of a
// number, a multiple of up and a nimber, are compared in constant time. The first comparison of two other values takes
// time proportional to the number of pairs of their followers, the positions to which moves lead; the results are kept.
func (a *Arena) LessEqual(g, h Value) bool {
	if g == h {
		return true
	}

	formG, formH := &a.forms[g], &a.forms[h]
	if result, decided := formG.cuts.atMost(formH.cuts); decided {
		return result
	}
	if formG.named && formH.named {
		return formG.plain.atMost(formH.plain)
	}
	key := pair{g, h}
	if result, ok := a.comparisons[key]; ok {
		return result
	}

	// By definition, g <= h if and only if no Left option of g is at least h, and no Right option of h is at most g.
	a.step()
	result := !slices.ContainsFunc(formG.options[left], func(o Value) bool { return a.LessEqual(h, o) }) &&
		!slices.ContainsFunc(formH.options[right], func(o Value) bool { return a.LessEqual(o, g) })
	a.comparisons[key] = result
	return result
}

// prefers reports whether a side likes v at least as well as w.
func (a *Arena) prefers(side int, v, w Value) bool {
	if side == left {
		return a.LessEqual(w, v)
	}
	return a.LessEqual(v, w)
}

// An Outcome says who wins a game: Left (L) or Right (R) regardless of who moves first, the player who moves first (N,
// the next player), or the other player (P, the previous player).
type Outcome byte

const (
	L Outcome = 'L'
	R Outcome = 'R'
	N Outcome = 'N'
	P Outcome = 'P'
)

func (o Outcome) String() string { return string(rune(o)) }

// Outcome returns who wins v, in constant time. The cuts of v, floor and ceiling, say which numbers x are at most and
// at least v: x <= v iff 2x < floor, and v <= x iff 2x > ceiling. Here x counts units of 2^-32; it is doubled so that a
// cut can lie between two neighbouring numbers. Outcome compares v with x = 0.
func (a *Arena) Outcome(v Value) Outcome {
	c := a.forms[v].cuts
	atLeastZero := c.floor > 0  // Left wins if Right moves first
	atMostZero := c.ceiling < 0 // Right wins if Left moves first
	switch {
	case atLeastZero && atMostZero:
		return P
	case atLeastZero:
		return L
	case atMostZero:
		return R
	}
	return N
}

// Stops returns the numbers at which play of v stops if both sides play well: the Left stop, where Left moves first,
// and the Right stop. It takes constant time, because v is stored with two integers, its cuts. In units of 2^-32, floor
// is 2r or 2r + 1, where r is the Right stop, and ceiling is 2l or 2l - 1, where l is the Left stop. So half of floor,
// rounded down, is r, and half of ceiling, rounded up, is l.
func (a *Arena) Stops(v Value) (leftStop, rightStop Value) {
	c := a.forms[v].cuts
	return a.number(dyadic((c.ceiling + 1) >> 1)), a.number(dyadic(c.floor >> 1))
}
