package betweenness

import "slices"

// A learner is what a conflictSearch needs to make a clause of a conflict.
type learner struct {
	clause     []literal
	long       []literal // the clause before it was shortened
	based      []int32   // the clauses the new one follows from, with proving
	marked     []bool    // triples
	seen       []int64   // the conflict that saw a level last
	conflict   int64
	clauses    []int32 // learnt ones that are watched
	reductions int
}

func (lr *learner) reset(triples int) {
	lr.marked = resize(lr.marked, triples)
	clear(lr.marked)
	lr.seen = resize(lr.seen, triples+1)
	clear(lr.seen)
	lr.conflict, lr.reductions = 0, 0
	lr.clauses = lr.clauses[:0]
}

// learn makes a clause that would have prevented a conflict: going back from it,
// literals are replaced by the reasons they had, until one literal is left that
// followed from the latest decision (the first unique implication point). The
// search goes back to where all other literals of the clause were false already,
// and that one is made true.
func (s *conflictSearch) learn(conflict int32) {
	lr := &s.learner
	lr.clause = append(lr.clause[:0], 0) // room for the literal that is made true
	lr.based = lr.based[:0]
	now := int32(len(s.decided))
	open, k := 0, len(s.trail)-1
	for c := conflict; ; {
		if s.known.proving {
			lr.based = s.grounds(c, lr.based)
		}
		for _, l := range s.known.of(c) {
			i := l.triple()
			if s.truth(l) > 0 || lr.marked[i] || s.level[i] == 0 {
				continue // the literal that c gave; seen; false for good
			}
			lr.marked[i] = true
			s.queue.bump(i)
			if s.level[i] == now {
				open++
			} else {
				lr.clause = append(lr.clause, l)
			}
		}
		for !lr.marked[s.trail[k].triple()] {
			k--
		}
		l := s.trail[k]
		k--
		if open--; open == 0 {
			lr.clause[0] = l.not()
			break
		}
		lr.marked[l.triple()] = false
		c = s.reason[l.triple()]
	}
	lr.marked[lr.clause[0].triple()] = true
	lr.long = append(lr.long[:0], lr.clause...) // to take the marks off again
	s.shorten()
	for _, l := range lr.long {
		lr.marked[l.triple()] = false
	}

	back := int32(0)
	for j := 1; j < len(lr.clause); j++ {
		if level := s.level[lr.clause[j].triple()]; level > back {
			back = level
			lr.clause[1], lr.clause[j] = lr.clause[j], lr.clause[1]
		}
	}
	s.known.pass(conflict)
	c := s.known.add(lr.clause, s.glue(), lr.based)
	if len(lr.clause) > 1 {
		lr.clauses = append(lr.clauses, c)
	}
	s.backtrack(int(back))
	s.assign(lr.clause[0], c)
}

// shorten leaves out literals whose reason says nothing that the others do not.
func (s *conflictSearch) shorten() {
	lr := &s.learner
	kept := lr.clause[:1]
	for _, l := range lr.clause[1:] {
		reason := s.reason[l.triple()]
		if reason == none || slices.ContainsFunc(s.known.of(reason), func(m literal) bool {
			i := m.triple()
			return !lr.marked[i] && s.level[i] != 0
		}) {
			kept = append(kept, l)
		} else if s.known.proving {
			lr.based = s.grounds(reason, lr.based)
		}
	}
	lr.clause = kept
}

// glue returns after how many different decisions the literals of the learnt
// clause became false.
func (s *conflictSearch) glue() int32 {
	lr := &s.learner
	lr.conflict++
	glue := int32(0)
	for _, l := range lr.clause {
		if level := s.level[l.triple()]; lr.seen[level] != lr.conflict {
			lr.seen[level] = lr.conflict
			glue++
		}
	}
	return glue
}
