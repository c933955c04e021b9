package betweenness

// The grounds of a learnt clause are what it follows from: (a) the triples that were used to learn it, because they are
// on a cycle or are tied (share two players, so that the orientation of one triple determines that of the other); (b)
// fixed orientations of triples, which hold without any decision. A search that has to find a core keeps them as a set
// for each clause, so that it need not keep the clauses from which the clause was learnt.

// bitsAt holds 64 elements of a set, from 64*at on. A set is stored without empty words.
type bitsAt struct {
	at   int32
	bits uint64
}

// A groundSet computes the union of the grounds of several clauses (the triples and orientations from which a clause
// follows). It is a bit set with a list of the words that are not empty, so that small sets take little time.
type groundSet struct {
	words []uint64
	used  []int32 // the indexes of words that are not 0
}

func (g *groundSet) reset(elements int) {
	g.words = resize(g.words, (elements+63)/64)
	clear(g.words)
	g.used = g.used[:0]
}

func (g *groundSet) has(element int32) bool { return g.words[element/64]>>(element%64)&1 != 0 }

func (g *groundSet) add(element int32) { g.addBits(bitsAt{element / 64, 1 << (element % 64)}) }

// addBits adds the elements of b, which has at least one.
func (g *groundSet) addBits(b bitsAt) {
	if g.words[b.at] == 0 {
		g.used = append(g.used, b.at)
	}
	g.words[b.at] |= b.bits
}

// take returns the set in no particular order, and empties it.
func (g *groundSet) take() (set []bitsAt) {
	for _, at := range g.used {
		set = append(set, bitsAt{at, g.words[at]})
		g.words[at] = 0
	}
	g.used = g.used[:0]
	return set
}

// The grounds of a clause, from which it follows, are stored as numbers: tripleGround(i) stands for triple i
// itself, and fixedGround(i) for its orientation, if this holds without any decision.
func tripleGround(i int32) int32 { return 2 * i }
func fixedGround(i int32) int32  { return 2*i + 1 }

// addGrounds adds the grounds of the clause c (what it follows from) to s.grounds, because another clause is derived
// from c. A clause that was not learnt states a property of the triples of its literals, so these are its grounds. The
// derived clause leaves out the literals of c that are false because of fixed orientations (which hold without any
// decision), so addGrounds adds these as well.
func (s *conflictSearch) addGrounds(c *clause) {
	if !s.proving {
		return
	}
	for _, l := range c.literals {
		i := l.triple()
		if !c.isLearnt() {
			s.grounds.add(tripleGround(i))
		}
		if s.truth(l) < 0 && s.level[i] == 0 {
			s.grounds.add(fixedGround(i))
		}
	}
	s.steps += len(c.grounds)
	for _, b := range c.grounds {
		s.grounds.addBits(b)
	}
}

// core returns triples that contradict each other, given a clause whose literals are all false without any decision:
// the triples that imply this clause, and those that imply the orientations that make its literals false.
func (s *conflictSearch) core(conflict *clause) (triples []int32) {
	// Collect in s.grounds the triples and the fixed orientations (which hold without any decision) that make the
	// clause a contradiction. A fixed orientation follows from a clause, its reason; addGrounds adds the grounds of
	// this clause. They contain only orientations that were fixed earlier, so go from the last fixed orientation to the
	// first.
	s.addGrounds(conflict)
	for k := len(s.trail) - 1; k >= 0; k-- {
		if i := s.trail[k].triple(); s.grounds.has(fixedGround(i)) {
			s.addGrounds(s.reason[i])
		}
	}

	for i := range int32(len(s.value)) {
		if s.grounds.has(tripleGround(i)) {
			triples = append(triples, i)
		}
	}
	return triples
}
