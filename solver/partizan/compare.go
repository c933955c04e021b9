package partizan

// An Order says how two games compare.
type Order int

// The four ways two games can compare. Confused: neither is at most the other.
const (
	Less Order = iota
	Equal
	Greater
	Confused
)

func (o Order) String() string {
	return [...]string{"less", "equal", "greater", "confused"}[o]
}

// Compare says how g compares with h.
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

// LessEqual reports whether g <= h: whether Left, moving second, wins h - g. Numbers and
// plain values take constant time; otherwise the work grows with the number of pairs of
// followers, each of which is compared once in the life of the arena.
func (a *Arena) LessEqual(g, h Value) bool {
	if g == h {
		return true
	}
	f, k := &a.forms[g], &a.forms[h]
	if f.floor > k.floor || f.ceiling > k.ceiling {
		return false // some number is at most g but not at most h, or the like
	}
	if k.floor-f.ceiling >= 2 {
		return true // there is a number between them
	}
	// The cuts have decided about numbers, and about values near different ones.
	if f.named && k.named {
		return f.plain.atMost(k.plain)
	}
	key := pair{g, h}
	if known, ok := a.compared[key]; ok {
		return known
	}
	a.step()
	result := a.lessEqual(f.options[left], g, h, k.options[right])
	a.compared[key] = result
	return result
}

// lessEqual is the definition: g <= h iff no Left option of g is at least h, and no Right
// option of h is at most g.
func (a *Arena) lessEqual(lefts []Value, g, h Value, rights []Value) bool {
	for _, o := range lefts {
		if a.LessEqual(h, o) {
			return false
		}
	}
	for _, o := range rights {
		if a.LessEqual(o, g) {
			return false
		}
	}
	return true
}

// prefers reports whether a side likes v at least as well as w.
func (a *Arena) prefers(side int, v, w Value) bool {
	if side == left {
		return a.LessEqual(w, v)
	}
	return a.LessEqual(v, w)
}

// An Outcome says who wins a game: Left or Right whoever moves first (L, R), the next
// player (N), or the previous one (P).
type Outcome byte

// The outcomes.
const (
	L Outcome = 'L'
	R Outcome = 'R'
	N Outcome = 'N'
	P Outcome = 'P'
)

func (o Outcome) String() string { return string(rune(o)) }

// Outcome returns who wins v. It takes constant time.
func (a *Arena) Outcome(v Value) Outcome {
	f := &a.forms[v]
	switch positive, negative := f.floor > 0, f.ceiling < 0; {
	case positive && negative:
		return P
	case positive:
		return L
	case negative:
		return R
	}
	return N
}

// Stops returns the numbers that play of v stops at when both play well, Left first and
// Right first.
func (a *Arena) Stops(v Value) (leftStop, rightStop Value) {
	f := &a.forms[v]
	return a.number(dyadic((f.ceiling + 1) >> 1)), a.number(dyadic(f.floor >> 1))
}
