package betweenness

// The grounds of a learnt clause are what it follows from: triples whose ties and cycles were
// used to learn it, and fixed orientations of triples, which hold without any decision.
// A search that proves its verdict needs the grounds to find a core. It keeps this set for
// each clause, and not the clauses that the clause was learnt from, so its memory is
// proportional to that of the current clauses.

// bitsAt holds 64 elements of a set, from 64*at on. A set is stored without empty words.
type bitsAt struct {
	at   int32
	bits uint64
}

// A groundSet computes the union of sets of grounds. It is a set with a bit for each number below a limit.
type groundSet struct {
	words []uint64
	used  []int32 // the indexes of words that are not 0
}

// reset empties the set and makes room for elements below the given number.
func (g *groundSet) reset(elements int) {
	g.words = resize(g.words, (elements+63)/64)
	clear(g.words)
	g.used = g.used[:0]
}

// has reports whether the set has an element.
func (g *groundSet) has(element int32) bool { return g.words[element/64]>>(element%64)&1 != 0 }

// add adds an element.
func (g *groundSet) add(element int32) { g.addBits(bitsAt{element / 64, 1 << (element % 64)}) }

// addBits adds the elements of b, at least one.
func (g *groundSet) addBits(b bitsAt) {
	if g.words[b.at] == 0 {
		g.used = append(g.used, b.at)
	}
	g.words[b.at] |= b.bits
}

// take returns the set without its empty words, in no particular order, and empties it.
func (g *groundSet) take() (set []bitsAt) {
	for _, at := range g.used {
		set = append(set, bitsAt{at, g.words[at]})
		g.words[at] = 0
	}
	g.used = g.used[:0]
	return set
}

// The elements of grounds are numbers: given(i) stands for triple i itself, and fixed(i) for its
// fixed orientation.
func given(i int32) int32 { return 2 * i }
func fixed(i int32) int32 { return 2*i + 1 }

// addGrounds adds to s.grounds what a clause follows from, because the clause being learnt is
// derived from it. These are the grounds of the clause and the fixed orientations that make its
// literals false. A clause that was not learnt follows from its triples alone.
func (s *conflictSearch) addGrounds(c *clause) {
	if !s.proving {
		return
	}
	for _, l := range c.literals {
		i := l.triple()
		if !c.isLearnt() {
			s.grounds.add(given(i))
		}
		if s.truth(l) < 0 && s.level[i] == 0 {
			s.grounds.add(fixed(i))
		}
	}
	s.steps += len(c.grounds)
	for _, b := range c.grounds {
		s.grounds.addBits(b)
	}
}

// core returns triples that contradict each other, given a clause all of whose literals are
// fixed to false: the triples from which this clause and the fixed orientations follow.
func (s *conflictSearch) core(conflict *clause) (triples []int32) {
	// Replace fixed orientations by the grounds of their reasons, from the last to the first: a reason has only
	// orientations that were fixed before.
	s.addGrounds(conflict)
	for k := len(s.trail) - 1; k >= 0; k-- {
		if i := s.trail[k].triple(); s.grounds.has(fixed(i)) {
			s.addGrounds(s.reason[i])
		}
	}

	for i := range int32(len(s.value)) {
		if s.grounds.has(given(i)) {
			triples = append(triples, i)
		}
	}
	return triples
}
