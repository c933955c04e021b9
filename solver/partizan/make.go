package partizan

// A candidate is the game G = {left | right} that is being made into a value.
type candidate struct {
	given   [2][]Value // original options, sorted
	options [2][]Value // current options, of an equal game
	cuts    cuts
	notes   [2][]note // by side and value
	epoch   uint64
}

// A note caches whether a side likes a value at least as well as the candidate. It is valid
// if its epoch is that of the candidate.
type note struct {
	epoch uint64
	likes bool
}

// Make returns the value of {left | right}. It panics if that is a number out of range (see
// [Arena.Dyadic] and [Arena.Do]). Repeated sets of options take a table look-up, new ones a
// few comparisons for each option and for each pair of options of a side.
func (a *Arena) Make(lefts, rights []Value) Value {
	c := &a.candidate
	c.given[left] = sorted(append(c.given[left][:0], lefts...))
	c.given[right] = sorted(append(c.given[right][:0], rights...))
	if v, ok := a.made[string(a.keyOf(c.given))]; ok {
		return v
	}
	a.step()
	v, isNumber := a.simplestFit()
	if !isNumber {
		a.reduce()
		v = a.intern(c.options)
	}
	a.made[string(a.keyOf(c.given))] = v
	return v
}

// simplestFit returns the candidate if it is a number. It is a number iff some number x
// fits: no Left option is at least x and no Right option is at most x, that is,
//
//	floor of all Left options  <=  2x  <=  ceiling of all Right options.
//
// Then it is the simplest number that fits (the simplicity theorem).
func (a *Arena) simplestFit() (Value, bool) {
	c := &a.candidate
	low, high := -2*int64(bounds), 2*int64(bounds) // number rejects these
	for _, o := range c.given[left] {
		low = max(low, a.forms[o].cuts.floor)
	}
	for _, o := range c.given[right] {
		high = min(high, a.forms[o].cuts.ceiling)
	}
	c.cuts = cuts{high + 1, low - 1}
	if low > high {
		return 0, false
	}
	least, most := dyadic((low+1)>>1), dyadic(high>>1)
	if least > most { // the numbers that fit have larger denominators
		panic(interruption{ErrRange})
	}
	return a.number(simplest(least, most)), true
}

// reduce brings the candidate, which is not a number, into canonical form. It drops
// dominated options first: they are cheap to find, and then no remaining number is
// reversible. For if a Left option y is a number with a Right option z <= G, then the Right
// stop of G is above y. So the Right stop of some other Left option is above y, and that
// option dominates y.
func (a *Arena) reduce() {
	c := &a.candidate
	c.epoch++
	for side := range c.options {
		if n := len(a.forms) - len(c.notes[side]); n > 0 {
			c.notes[side] = append(c.notes[side], make([]note, n)...)
		}
		c.options[side] = append(c.options[side][:0], c.given[side]...)
		a.dropDominated(side)
	}
	for side := range c.options {
		if a.bypass(side) {
			c.options[side] = sorted(c.options[side])
			a.dropDominated(side)
		}
	}
}

// dropDominated drops the options that their side likes no better than another option.
func (a *Arena) dropDominated(side int) {
	options := a.candidate.options[side]
	kept := 0
next:
	for i, o := range options {
		for _, other := range options[:kept] {
			if a.prefers(side, other, o) {
				continue next
			}
		}
		for _, other := range options[i+1:] {
			if a.prefers(side, other, o) {
				continue next
			}
		}
		options[kept] = o
		kept++
	}
	a.candidate.options[side] = options[:kept]
}

// bypass replaces each reversible option, which the other side can answer with a move to a
// value that it likes at least as well as G, by the options of the answer. It reports
// whether there was one.
func (a *Arena) bypass(side int) bool {
	c := &a.candidate
	found := false
	for i := 0; i < len(c.options[side]); {
		answer, ok := a.answer(side, c.options[side][i])
		if !ok {
			i++
			continue
		}
		found = true
		last := len(c.options[side]) - 1
		c.options[side][i] = c.options[side][last]
		c.options[side] = append(c.options[side][:last], a.options(answer, side)...)
	}
	return found
}

// answer returns the move by which the other side reverses an option, if there is one.
func (a *Arena) answer(side int, option Value) (Value, bool) {
	if a.forms[option].isNumber() {
		return 0, false
	}
	for _, o := range a.forms[option].options[1-side] {
		if a.likes(1-side, o) {
			return o, true
		}
	}
	return 0, false
}

// likes reports whether a side likes v at least as well as the candidate: for Left, whether
// G <= v. It is LessEqual with a game that is not a value yet.
func (a *Arena) likes(side int, v Value) bool {
	c := &a.candidate
	low, high := c.cuts, a.forms[v].cuts
	if side == right {
		low, high = high, low
	}
	if result, decided := low.atMost(high); decided {
		return result
	}
	// v is not a number, because cuts would have decided; so its options exist.
	if n := c.notes[side][v]; n.epoch == c.epoch {
		return n.likes
	}
	result := a.isLiked(side, v)
	c.notes[side][v] = note{c.epoch, result}
	return result
}

func (a *Arena) isLiked(side int, v Value) bool {
	for _, o := range a.candidate.given[side] {
		if a.prefers(side, o, v) {
			return false
		}
	}
	for _, o := range a.forms[v].options[1-side] {
		if a.likes(1-side, o) {
			return false
		}
	}
	return true
}
