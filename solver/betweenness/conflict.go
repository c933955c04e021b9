package betweenness

import (
	"cmp"
	"context"
	"math"
	"slices"
)

// A conflictSearch is a search over the orientations of triples that learns a
// clause from each conflict (Marques-Silva and Sakallah, GRASP, 1999; the loop is
// that of Eén and Sörensson, An extensible SAT-solver, 2003). It begins with only the
// clauses of the ties. That arcs may form no cycle it learns on the way: triples
// whose edges are on a cycle cannot keep their orientations together, and that is a
// clause.
//
// The precedence has an order that agrees with all orientations so far. It begins
// with one that meets nearly all triples, and those that it meets need no
// orientation. A decision is made only where a triple is not met, because it never
// was or because a player had to move. The search ends when the order meets all
// triples. So its time depends on how many places have to change, however large the
// rest is.
type conflictSearch struct {
	precedence precedence
	known      clauses
	queue      queue // of triples; it has all that are neither oriented nor met
	in         *incidence

	value      []int8    // of every triple: its orientation, or 0
	level      []int32   // the number of decisions before it got that
	reason     []*clause // the clause that gave it, or nil
	trail      []literal
	decided    []int32 // the length of the trail before each decision
	propagated int     // how many literals of the trail the clauses have seen
	directed   int     // how many the precedence has directed

	clause     []literal // the clause that is being learnt
	long       []literal // the same before it was shortened
	forbidden  clause    // of the latest cycle
	proving    bool
	grounds    groundSet    // of the clause that is being learnt, while proving
	tracer     *proofTracer // where to tell what it learns, or nil
	marked     []bool       // triples
	seen       []uint64     // the conflict that saw a level last
	tied       []clause     // those of the ties
	learnt     []*clause    // learnt clauses that are watched
	reductions int
	restarts   restarts

	work   Work
	steps  int // so far, see searchSteps
	most   int // that it may take
	asked  int // of these, when it asked the context last
	limits conflictLimits
}

// searchSteps is how many steps a search makes in a unit of effort: edges, watches and
// literals looked at.
const searchSteps = 100

// conflictLimits are numbers of conflicts and clauses; tests use smaller ones.
type conflictLimits struct {
	restart int // a restart comes after a multiple of these conflicts, see restarts
	learnt  int // with more learnt clauses than this some are deleted
	words   int // with more memory than this too, in words of 32 bits
}

// An outcome is what is known of some triples.
type outcome int

const (
	undecided outcome = iota
	met               // by one order
	contrary          // to each other
)

// advance searches until it knows whether one order meets all triples, or until it has made the given
// number of conflicts since reset, or taken most steps. If there is such an order, that of the
// precedence is one. If there is none, and it is proving, core holds triples that contradict each
// other.
func (s *conflictSearch) advance(ctx context.Context, conflicts uint64) (o outcome, core []int32, err error) {
	for s.work.Conflicts < conflicts {
		conflict := s.propagate(ctx)
		if s.tired(ctx) && conflict == nil {
			return undecided, nil, ctx.Err()
		}
		if conflict != nil {
			s.work.Conflicts++
			if len(s.decided) == 0 {
				if s.proving {
					core = s.core(conflict)
				}
				return contrary, core, nil
			}
			s.learn(conflict)
			s.queue.decay()
			if s.restarts.due() {
				s.backtrack(s.reusable())
			}
			s.reduce()
			if err := ctx.Err(); err != nil {
				return undecided, nil, err
			}
			continue
		}
		i, more := s.mostActive()
		if !more {
			return met, nil, nil
		}
		l := literalOf(i, s.precedence.nearer(i))
		if len(s.trail) == 0 {
			// The reverse of a solution is one: the first orientation is free.
			s.tracer.suppose(l)
			s.assign(l, s.known.add(&clause{literals: []literal{l}}))
			continue
		}
		s.work.Decisions++
		s.steps++
		s.decided = append(s.decided, int32(len(s.trail)))
		s.assign(l, nil)
	}
	return undecided, nil, nil
}

// tired reports whether it is to stop: the steps are used up or, looked at now and then, the
// context has ended.
func (s *conflictSearch) tired(ctx context.Context) bool {
	steps := s.steps + s.precedence.steps
	if steps >= s.most {
		return true
	}
	if steps-s.asked < 1<<16 {
		return false
	}
	if ctx.Err() != nil {
		return true // and so again when it is asked next
	}
	s.asked = steps
	return false
}

// reset starts with the order of the arrangement, no orientation, and the clauses of
// the ties: tied triples have the same orientation, or reversed ones.
func (s *conflictSearch) reset(ts *ties, a *arrangement, proving bool) {
	n := len(a.triples)
	s.precedence.reset(len(a.label)-2, a.triples, &a.line)
	s.known.reset(n)
	s.proving = proving
	s.queue.reset(n)
	s.in = &a.in
	s.value, s.level = resize(s.value, n), resize(s.level, n)
	s.reason = resize(s.reason, n)
	s.marked, s.seen = resize(s.marked, n), resize(s.seen, n+1)
	clear(s.value)
	clear(s.marked)
	clear(s.seen)
	s.trail, s.decided, s.propagated, s.directed = s.trail[:0], s.decided[:0], 0, 0
	s.learnt, s.reductions = s.learnt[:0], 0
	s.restarts = restarts{unit: s.limits.restart, u: 1, v: 1}
	s.work, s.steps, s.asked, s.most = Work{}, 0, 0, math.MaxInt
	if proving {
		s.grounds.reset(2 * n)
	}
	s.tied = resize(s.tied, len(ts.ties))
	for e := 0; e < len(ts.ties); e += 2 { // the odd ones are the other directions
		i, j := literalOf(ts.ties[e+1].to, 1), literalOf(ts.ties[e].to, 1)
		if ts.ties[e].reversed {
			j = j.not()
		}
		for k, literals := range [2][2]literal{{i.not(), j}, {i, j.not()}} {
			c := &s.tied[e+k]
			*c = clause{literals: append(c.literals[:0], literals[:]...), lemma: s.tracer.learn(literals[:])}
			s.known.add(c)
		}
	}
	for _, i := range a.unmet {
		s.queue.push(i)
	}
}

// mostActive takes from the queue the most active triple that is neither oriented
// nor met, if there is one.
func (s *conflictSearch) mostActive() (i int32, more bool) {
	for {
		if i, more = s.queue.pop(); !more || s.value[i] == 0 && !s.precedence.meets(i) {
			return i, more
		}
	}
}

// enqueue puts a triple into the queue if it is neither oriented nor met.
func (s *conflictSearch) enqueue(i int32) {
	if s.value[i] == 0 && !s.precedence.meets(i) {
		s.queue.push(i)
	}
}

// truth returns 1 if a literal is true, -1 if it is false, 0 if it is open.
func (s *conflictSearch) truth(l literal) int8 { return s.value[l.triple()] * l.orientation() }

// assign makes a literal true.
func (s *conflictSearch) assign(l literal, reason *clause) {
	i := l.triple()
	s.value[i] = l.orientation()
	s.level[i] = int32(len(s.decided))
	s.reason[i] = reason
	s.trail = append(s.trail, l)
}

// propagate makes true what follows from the orientations so far, and directs
// their edges. It returns a clause that is false, or nil if it finds none. It stops when it is
// tired, and may then be called again.
func (s *conflictSearch) propagate(ctx context.Context) (conflict *clause) {
	for !s.tired(ctx) {
		for s.propagated < len(s.trail) {
			l := s.trail[s.propagated]
			s.propagated++
			if c := s.visitWatches(l.not()); c != nil {
				return c
			}
		}
		if s.directed == len(s.trail) {
			return nil
		}
		l := s.trail[s.directed]
		cycle := s.precedence.orient(l.triple(), l.orientation())
		for _, v := range s.precedence.moved {
			for _, i := range s.in.of(v) {
				s.enqueue(i)
			}
		}
		s.precedence.moved = s.precedence.moved[:0]
		if cycle != nil {
			return s.forbid(cycle)
		}
		s.directed++
	}
	return nil
}

// forbid makes a clause of a cycle. It is not known any longer than until the next: the clause
// that is learnt from it is as good.
func (s *conflictSearch) forbid(cycle []int32) *clause {
	s.forbidden.literals = s.forbidden.literals[:0]
	for _, i := range cycle {
		s.forbidden.literals = append(s.forbidden.literals, literalOf(i, s.value[i]).not())
	}
	return &s.forbidden
}

// visitWatches looks at the clauses that watch a literal, which has become false.
// Each of them watches another literal from now on, unless all others but one are
// false as well: then that one is made true, or it is false too, and the clause is a
// conflict.
func (s *conflictSearch) visitWatches(falsified literal) (conflict *clause) {
	watches := s.known.watches[falsified]
	s.steps += len(watches)
	kept := watches[:0]
	for k, w := range watches {
		if s.truth(w.blocker) > 0 {
			kept = append(kept, w)
			continue
		}
		ls := w.clause.literals
		s.steps += 2
		if ls[0] == falsified {
			ls[0], ls[1] = ls[1], ls[0]
		}
		if ls[0] != w.blocker && s.truth(ls[0]) > 0 {
			kept = append(kept, watch{w.clause, ls[0]})
			continue
		}
		moved := false
		for j := 2; j < len(ls); j++ {
			if s.truth(ls[j]) >= 0 {
				ls[1], ls[j] = ls[j], ls[1]
				s.known.watch(ls[1], w.clause, ls[0])
				moved = true
				break
			}
		}
		if moved {
			continue
		}
		kept = append(kept, w)
		if s.truth(ls[0]) < 0 {
			kept = append(kept, watches[k+1:]...)
			s.known.watches[falsified] = kept
			return w.clause
		}
		s.assign(ls[0], w.clause)
	}
	s.known.watches[falsified] = kept
	return nil
}

// learn makes a clause that would have prevented a conflict. Going back from the
// conflict, it replaces literals by the reasons that they had, until one literal is
// left that followed from the latest decision (the first unique implication point).
// The search goes back to where all other literals of the clause were false already,
// and makes that one true.
func (s *conflictSearch) learn(conflict *clause) {
	s.clause = append(s.clause[:0], 0) // room for the literal that is made true
	now := int32(len(s.decided))
	open, k := 0, len(s.trail)-1
	for c := conflict; ; {
		s.addGrounds(c)
		s.steps += len(c.literals)
		for _, l := range c.literals {
			i := l.triple()
			if s.truth(l) > 0 || s.marked[i] || s.level[i] == 0 {
				continue // the literal that c gave; seen; false for good
			}
			s.marked[i] = true
			s.queue.bump(i)
			if s.level[i] == now {
				open++
			} else {
				s.clause = append(s.clause, l)
			}
		}
		for !s.marked[s.trail[k].triple()] {
			k--
		}
		l := s.trail[k]
		k--
		if open--; open == 0 {
			s.clause[0] = l.not()
			break
		}
		s.marked[l.triple()] = false
		c = s.reason[l.triple()]
	}
	s.marked[s.clause[0].triple()] = true
	s.long = append(s.long[:0], s.clause...) // to take the marks off again
	s.shorten()
	for _, l := range s.long {
		s.marked[l.triple()] = false
	}

	back := int32(0)
	for j := 1; j < len(s.clause); j++ {
		if level := s.level[s.clause[j].triple()]; level > back {
			back = level
			s.clause[1], s.clause[j] = s.clause[j], s.clause[1]
		}
	}
	c := s.known.add(&clause{slices.Clone(s.clause), s.glue(), s.grounds.take(), s.tracer.learn(s.clause)})
	if len(s.clause) > 1 {
		s.learnt = append(s.learnt, c)
	}
	s.backtrack(int(back))
	s.assign(s.clause[0], c)
}

// shorten leaves out the literals that follow from the others by their reason.
func (s *conflictSearch) shorten() {
	kept := s.clause[:1]
	for _, l := range s.clause[1:] {
		reason := s.reason[l.triple()]
		if reason == nil || slices.ContainsFunc(reason.literals, func(m literal) bool {
			i := m.triple()
			return !s.marked[i] && s.level[i] != 0
		}) {
			kept = append(kept, l)
		} else {
			s.addGrounds(reason)
		}
	}
	s.clause = kept
}

// glue returns the number of different decisions from which the literals of the
// learnt clause became false.
func (s *conflictSearch) glue() int32 {
	glue := int32(0)
	for _, l := range s.clause {
		if level := s.level[l.triple()]; s.seen[level] != s.work.Conflicts {
			s.seen[level] = s.work.Conflicts
			glue++
		}
	}
	return glue
}

// backtrack takes back all decisions after the given number of them, and what
// followed from them.
func (s *conflictSearch) backtrack(level int) {
	if level >= len(s.decided) {
		return
	}
	length := int(s.decided[level])
	for _, l := range s.trail[length:] {
		i := l.triple()
		s.value[i] = 0
		s.precedence.clear(i)
		s.enqueue(i)
	}
	s.trail = s.trail[:length]
	s.decided = s.decided[:level]
	s.propagated, s.directed = length, min(s.directed, length)
}

// reusable returns how many decisions a restart would make again at once (Van der
// Tak, Ramos and Heule, Reusing the assignment trail in CDCL solvers, 2011).
func (s *conflictSearch) reusable() int {
	next, more := s.mostActive()
	if !more {
		return len(s.decided)
	}
	s.queue.push(next)
	for level, at := range s.decided {
		if s.queue.before(next, s.trail[at].triple()) {
			return level
		}
	}
	return len(s.decided)
}

// reduce deletes half of the learnt clauses when there are many: those whose
// literals come from most decisions (Audemard and Simon, Predicting learnt clauses
// quality, 2009). How many there may be grows with the square root of the conflicts, as
// in CaDiCaL, but their memory stays below a bound.
func (s *conflictSearch) reduce() {
	limit := s.limits.learnt
	full := s.known.words > s.limits.words
	if !full && len(s.learnt) < limit+limit/16*s.reductions {
		return
	}
	s.reductions++
	slices.SortStableFunc(s.learnt, func(c, d *clause) int { return cmp.Compare(c.glue, d.glue) })
	kept, half := s.learnt[:0], len(s.learnt)/2
	for k, c := range s.learnt {
		l := c.literals[0]
		if k < half || c.glue <= 2 && !full || s.truth(l) > 0 && s.reason[l.triple()] == c {
			kept = append(kept, c)
		} else {
			s.tracer.forget(c.lemma)
			s.known.delete(c)
		}
	}
	clear(s.learnt[len(kept):])
	s.learnt = kept
	s.known.compact()
}

// restarts says when to start the decisions again: after as many conflicts as
// the sequence of Luby, Sinclair and Zuckerman says (Optimal speedup of Las Vegas
// algorithms, 1993), times the unit. Its next number is v.
type restarts struct {
	unit, u, v, conflicts int
}

func (r *restarts) due() bool {
	if r.conflicts++; r.conflicts < r.unit*r.v {
		return false
	}
	r.conflicts = 0
	if r.u&-r.u == r.v { // Knuth's form of the sequence
		r.u, r.v = r.u+1, 1
	} else {
		r.v *= 2
	}
	return true
}
