package partizan

// A candidate is the game G = {left | right} that [Arena.Make] is making into a value.
type candidate struct {
	originalOptions [2][]Value // the original options, sorted
	options         [2][]Value // the options so far of an equal game with fewer options
	cuts            cuts
	notes           [2][]note // by side and value
	epoch           uint64    // the number of the candidate
}

// A note stores the result of a comparison of a value v with the candidate G, the game that is being made into a value:
// whether a side likes v at least as well as G. Left does if G <= v, and Right if v <= G. The note is valid only if its
// epoch is the number of the present candidate.
type note struct {
	epoch uint64
	likes bool
}

// Make returns the value of the game {lefts | rights}. It panics if this is a number out of range (see [Arena.Dyadic]
// and [Arena.Do]). If the same options were given before, Make only looks the value up; otherwise it takes a few
// comparisons for each option and for each pair of options of a side.
func (a *Arena) Make(lefts, rights []Value) Value {
	c := &a.candidate
	c.originalOptions[left] = sorted(append(c.originalOptions[left][:0], lefts...))
	c.originalOptions[right] = sorted(append(c.originalOptions[right][:0], rights...))
	if v, ok := a.byOptions[string(a.keyOf(c.originalOptions))]; ok {
		return v
	}

	a.step()
	v, isNumber := a.simplestFit()
	if !isNumber {
		a.reduce()
		v = a.intern(c.options)
	}
	a.byOptions[string(a.keyOf(c.originalOptions))] = v
	return v
}

// simplestFit finds out whether the candidate is a number. A number x fits if no Left option is at least x and no Right
// option is at most x. If some number fits, the candidate is the simplest one that does (the simplicity theorem).
//
// Each value v has two cuts, floor and ceiling: for a number x in units of 2^-32, x <= v iff 2x < floor, and x >= v iff
// 2x > ceiling. So x fits if
//
//	floor of every Left option  <=  2x  <=  ceiling of every Right option.
func (a *Arena) simplestFit() (Value, bool) {
	c := &a.candidate

	low, high := -2*int64(bounds), 2*int64(bounds) // a.number rejects these two bounds
	for _, o := range c.originalOptions[left] {
		low = max(low, a.forms[o].cuts.floor)
	}
	for _, o := range c.originalOptions[right] {
		high = min(high, a.forms[o].cuts.ceiling)
	}
	c.cuts = cuts{high + 1, low - 1} // those of the candidate itself, if it is not a number; see the method cuts
	if low > high {
		return 0, false
	}

	// Halve the bounds. The lower one is rounded up, and the upper one down.
	least, most := dyadic((low+1)>>1), dyadic(high>>1)
	if least > most { // the numbers that fit have denominators above 2^32, which an arena does not have
		panic(interruption{ErrRange})
	}
	return a.number(simplest(least, most)), true
}

// reduce brings the candidate G, which is not a number, into canonical form. It drops dominated options before it
// replaces reversible ones: dominated ones are cheap to find, and then no remaining option that is a number is
// reversible, so the method `answer` can skip numbers.
//
// Proof for Left: suppose that a Left option y is a number and is reversible. So y has a Right option z <= G. Since y
// is a number, z is a number, and y < z. Since z <= G, the Right stop of G (the number at which play ends if Right
// begins) is at least z, and so is its Left stop, which is never less. The Left stop is the largest Right stop of a
// Left option, so some Left option x has a Right stop of at least z. Then x > y, because the Right stop of x is above
// the number y. So x dominates y, and y was dropped.
func (a *Arena) reduce() {
	c := &a.candidate
	c.epoch++ // so that notes of earlier candidates do not count

	for side := range c.options {
		if missing := len(a.forms) - len(c.notes[side]); missing > 0 { // one note for each value
			c.notes[side] = append(c.notes[side], make([]note, missing)...)
		}
		c.options[side] = append(c.options[side][:0], c.originalOptions[side]...)
		a.dropDominated(side)
	}

	// Replace reversible options. The new options may dominate others or be dominated.
	for side := range c.options {
		if a.bypass(side) {
			c.options[side] = sorted(c.options[side])
			a.dropDominated(side)
		}
	}
}

// dropDominated drops each option of a side if the side likes another of its options at least as well.
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

// bypass replaces each reversible option of a side of the candidate G: one that the other side can answer with a move
// to a value that it likes at least as well as G. The options of this answer replace it, which leaves the value of G
// unchanged.
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

// answer returns the value after a move by which the other side reverses an option of the given side. Such a move leads
// to a value that the other side likes at least as well as the candidate.
func (a *Arena) answer(side int, option Value) (reply Value, reversible bool) {
	if a.forms[option].isNumber() {
		return 0, false // reduce has dropped all reversible numbers
	}
	for _, o := range a.forms[option].options[1-side] {
		if a.isAsGood(1-side, o) {
			return o, true
		}
	}
	return 0, false
}

// isAsGood reports whether a side likes v at least as well as the candidate G: Left does if G <= v, and Right if v <=
// G. Such comparisons simplify G while it is made into a value; LessEqual cannot be used because G is not a value yet.
func (a *Arena) isAsGood(side int, v Value) bool {
	c := &a.candidate

	// The cuts of a value say which numbers are at most this value, and which are at least this value. They often
	// decide the question, which is whether low <= high.
	low, high := c.cuts, a.forms[v].cuts
	if side == right {
		low, high = high, low
	}
	if result, decided := low.atMost(high); decided {
		return result
	}

	// Here v is not a number: for a number, the comparison of the cuts above always decides. Only numbers may lack
	// their options, which are made on demand, so compareOptions can read the options of v. Note the result, because
	// compareOptions calls isAsGood for options of options, which may include the same v again.
	if n := c.notes[side][v]; n.epoch == c.epoch {
		return n.likes
	}
	result := a.compareOptions(side, v)
	c.notes[side][v] = note{c.epoch, result}
	return result
}

// compareOptions computes the result of `isAsGood` by the definition of <=: Left likes v at least as well as the
// candidate G unless some Left option of G is at least v, or some Right option of v is at most G. For Right the sides
// and the order are exchanged.
func (a *Arena) compareOptions(side int, v Value) bool {
	for _, o := range a.candidate.originalOptions[side] {
		if a.prefers(side, o, v) {
			return false
		}
	}
	for _, o := range a.forms[v].options[1-side] {
		if a.isAsGood(1-side, o) {
			return false
		}
	}
	return true
}
