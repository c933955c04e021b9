package partizan

// Negate returns -v, which is v with the sides exchanged. It takes time once for every
// follower of v.
func (a *Arena) Negate(v Value) Value {
	if w := a.forms[v].negative; w != unknown {
		return w
	}
	a.step()
	f := a.forms[v]
	var w Value
	if f.isNumber() {
		w = a.plain(f.plain.negated())
	} else {
		// The options of a canonical form, negated, are those of a canonical form.
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

// Add returns g + h. It panics if that, or a follower of it, is out of range (see
// MaxExponent, MaxUps); see [Arena.Do]. The sum of two plain values takes constant time
// once it is known, that of a number and a game time once for every follower of the game,
// any other once for every pair of followers.
func (a *Arena) Add(g, h Value) Value {
	switch {
	case g == Zero:
		return h
	case h == Zero:
		return g
	case a.forms[g].negative == h:
		return Zero
	case g > h:
		g, h = h, g
	}
	f, k := &a.forms[g], &a.forms[h]
	if f.named && k.named {
		return a.plain(plain{f.plain.number + k.plain.number, f.plain.ups + k.plain.ups, f.plain.star ^ k.plain.star})
	}
	key := pair{g, h}
	if v, ok := a.sums[key]; ok {
		return v
	}
	a.step()
	var v Value
	switch {
	case f.isNumber():
		v = a.translate(h, g)
	case k.isNumber():
		v = a.translate(g, h)
	default:
		v = a.sum(g, h)
	}
	a.sums[key] = v
	return v
}

// Sub returns g - h, as [Arena.Add] does.
func (a *Arena) Sub(g, h Value) Value { return a.Add(g, a.Negate(h)) }

// translate returns the sum of v, no number, and x, a number. Nobody moves in x while
// there is something else (number translation), and what was canonical stays so.
func (a *Arena) translate(v, x Value) Value {
	start := len(a.stack)
	lefts := a.forms[v].options[left]
	rights := a.forms[v].options[right]
	for _, o := range lefts {
		a.push(a.Add(o, x))
	}
	for _, o := range rights {
		a.push(a.Add(o, x))
	}
	middle := start + len(lefts)
	sum := a.intern([2][]Value{sorted(a.stack[start:middle]), sorted(a.stack[middle:])})
	a.stack = a.stack[:start]
	return sum
}

// sum returns the sum of two games that are no numbers.
func (a *Arena) sum(g, h Value) Value {
	start := len(a.stack)
	a.pushSums(g, h, left)
	middle := len(a.stack)
	a.pushSums(g, h, right)
	v := a.Make(a.stack[start:middle], a.stack[middle:])
	a.stack = a.stack[:start]
	return v
}

// pushSums pushes the options of g + h of a side.
func (a *Arena) pushSums(g, h Value, side int) {
	for _, o := range a.forms[g].options[side] {
		a.push(a.Add(o, h))
	}
	for _, o := range a.forms[h].options[side] {
		a.push(a.Add(g, o))
	}
}

func (a *Arena) push(v Value) { a.stack = append(a.stack, v) }
