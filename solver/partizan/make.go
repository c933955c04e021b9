package partizan

// A candidate is the game G = {left | right} that is being made into a value.
type candidate struct {
	given   [2][]Value // the original options, sorted
	options [2][]Value // the options so far of an equal game with fewer options
	cuts    cuts
	notes   [2][]note // by side and value
	epoch   uint64    // the number of the candidate
}

// A note caches whether a side likes a value at least as well as the candidate. It is valid
// only if its epoch is that of the candidate.
type note struct {
	epoch uint64
	likes bool
}

// Make returns the value of {left | right}. It panics if this is a number out of range (see
// [Arena.Dyadic] and [Arena.Do]). If the same options were given before, it takes a table
// look-up; otherwise it takes a few comparisons for each option and for each pair of options of a
// side.
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

// simplestFit returns the value of the candidate, and true, if this is a number. A number x fits
// if no Left option is at least x and no Right option is at most x, that is, if
//
//	floor of all Left options  <=  2x  <=  ceiling of all Right options.
//
// Floor and ceiling are the cuts of a value v: x <= v iff 2x < floor, and x >= v iff 2x > ceiling.
// The candidate is a number if and only if some number fits. Then it is the simplest number that
// fits (the simplicity theorem).
func (a *Arena) simplestFit() (Value, bool) {
	c := &a.candidate

	// Find the least and the greatest 2x that fit.
	low, high := -2*int64(bounds), 2*int64(bounds) // a.number rejects these two bounds
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
// reversible, so that answer need not look at numbers.
//
// Proof for Left: suppose that a Left option y is a number and is reversible, that is, y has a
// Right option z <= G. Since y is a number, z is a number, and y < z. Since z <= G, the Right
// stop of G is at least z, and so is its Left stop, which is never less. The Left stop is the
// largest Right stop of a Left option, so some Left option x has a Right stop of at least z.
// Then x > y, because the Right stop of x is above the number y. So x dominates y, and y was
// dropped.
func (a *Arena) reduce() {
	c := &a.candidate
	c.epoch++ // notes of earlier candidates are invalid now
	for side := range c.options {
		if missing := len(a.forms) - len(c.notes[side]); missing > 0 { // one note for each value
			c.notes[side] = append(c.notes[side], make([]note, missing)...)
		}
		c.options[side] = append(c.options[side][:0], c.given[side]...)
		a.dropDominated(side)
	}

	// Replace the reversible options. The new options may dominate others or be dominated.
	for side := range c.options {
		if a.bypass(side) {
			c.options[side] = sorted(c.options[side])
			a.dropDominated(side)
		}
	}
}

// dropDominated drops the dominated options of a side: those that the side likes no better than
// another of its options.
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

// bypass replaces each reversible option of a side by the options of the answer to it, which leaves the
// value G of the candidate unchanged. An option is reversible if the other side can answer it with a move
// to a value that it likes at least as well as G. bypass reports whether there was a reversible option.
func (a *Arena) bypass(side int) bool {
	c := &a.candidate
	found := false
	for i := 0; i < len(c.options[side]); {
		answer, ok := a.answer(side, c.options[side][i])
		if !ok {
			i++
			continue
		}

		// The last option takes the place of the reversible one, and the new options come after it.
		found = true
		last := len(c.options[side]) - 1
		c.options[side][i] = c.options[side][last]
		c.options[side] = append(c.options[side][:last], a.options(answer, side)...)
	}
	return found
}

// answer returns the move by which the other side reverses an option of side, and whether there is such a move.
func (a *Arena) answer(side int, option Value) (reply Value, reversible bool) {
	if a.forms[option].isNumber() {
		return 0, false // see reduce
	}
	for _, o := range a.forms[option].options[1-side] {
		if a.likes(1-side, o) {
			return o, true
		}
	}
	return 0, false
}

// likes reports whether a side likes v at least as well as the candidate G: for Left, whether
// G <= v. It works like LessEqual, which needs values, while G is not a value yet.
func (a *Arena) likes(side int, v Value) bool {
	c := &a.candidate
	low, high := c.cuts, a.forms[v].cuts // the question is whether low <= high
	if side == right {
		low, high = high, low
	}
	if result, decided := low.atMost(high); decided {
		return result
	}
	// The cuts have not decided, so v is not a number, and its options were made.
	if n := c.notes[side][v]; n.epoch == c.epoch {
		return n.likes
	}
	result := a.isLiked(side, v)
	c.notes[side][v] = note{c.epoch, result}
	return result
}

// isLiked computes likes by its definition. Left likes v at least as well as G, that is G <= v, unless some Left option
// of G is at least v, or some Right option of v is at most G. For Right the sides and the order are exchanged.
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
