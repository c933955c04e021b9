package betweenness

import (
	"cmp"
	"context"
	"slices"
)

// A conflictSearch is a search over the orientations of triples that learns a
// clause from each conflict (Marques-Silva and Sakallah, GRASP, 1999; the loop is
// that of Eén and Sörensson, An extensible SAT-solver, 2003). What it knows at
// first is only the ties. That arcs may form no cycle it learns as it goes: the
// triples whose edges are on a cycle cannot keep their orientations together,
// and that is a clause.
//
// The precedence has an order that agrees with all orientations so far. It begins
// with one that meets nearly all triples, and those that it meets need no
// orientation: only where a triple is not met, because it never was or because a
// player had to move, is a decision made. The search is over when the order meets
// all triples. So it takes the time of the places where something has to change,
// however large the rest is.
type conflictSearch struct {
	precedence precedence
	known      clauses
	queue      queue // of triples; it has all that are neither oriented nor met
	in         *incidence

	value    []int8  // of every triple: its orientation, or 0
	level    []int32 // after how many decisions it got that
	reason   []int32 // the clause that gave it, or none
	unit     []int32 // of a triple oriented without a decision: the clause that says so
	trail    []literal
	decided  []int32 // the length of the trail before each decision
	followed int     // how many literals of the trail the clauses have been asked about
	directed int     // how many the precedence has directed

	learner learner
	ends    ends
	work    Work
	conflictLimits
}

// conflictLimits are numbers of conflicts; tests change them to get there.
type conflictLimits struct {
	step int    // a restart comes after some multiple of this, see restarts
	room int    // from how many learnt clauses on some are forgotten
	many uint64 // after how many a contradiction at the ends is looked for
}

// usualLimits make random games quick.
func usualLimits() conflictLimits { return conflictLimits{step: 50, room: 4000, many: 1000} }

// mostPlayersForEnds is in how large games a contradiction at the ends is looked
// for with every player excepted in turn: where that takes no more time than the
// conflicts before.
const mostPlayersForEnds = 5000

// run searches, and reports whether the triples can be met together. If they can
// the order of the precedence meets them. If they cannot, and it is to prove that,
// core is some that contradict each other.
func (s *conflictSearch) run(ctx context.Context, ts *ties, a *arrangement, proving bool) (solved bool, core []int32, err error) {
	n := len(a.triples)
	s.precedence.reset(len(a.label)-2, a.triples, &a.line)
	s.known.reset(n, proving)
	s.queue.reset(n)
	s.value, s.level = resize(s.value, n), resize(s.level, n)
	s.reason, s.unit = resize(s.reason, n), resize(s.unit, n)
	clear(s.value)
	s.trail, s.decided, s.followed, s.directed = s.trail[:0], s.decided[:0], 0, 0
	s.learner.reset(n)
	s.tie(ts)
	s.in = &a.in
	for _, i := range a.unmet {
		s.queue.push(i)
	}
	restarts := restarts{step: s.step}
	for {
		if conflict, found := s.propagate(); found {
			s.work.Conflicts++
			if len(s.decided) == 0 {
				if proving {
					core = s.known.triplesOf(s.known.add(nil, 0, s.grounds(conflict, nil)))
				}
				return false, core, nil
			}
			if s.work.Conflicts == s.many && len(s.value) <= mostPlayersForEnds {
				if core := s.ends.anyContradiction(len(a.label)-2, a.triples, &a.in); core != nil {
					return false, core, nil
				}
			}
			s.learn(conflict)
			s.queue.decay()
			if restarts.due() {
				s.backtrack(s.reusable())
			}
			s.reduce()
			if err := ctx.Err(); err != nil {
				return false, nil, err
			}
			continue
		}
		i, open := s.mostActive()
		if !open {
			return true, nil, nil
		}
		l := literalOf(i, s.precedence.nearer(i))
		if len(s.trail) == 0 {
			// The reverse of a solution is one: the first orientation is free.
			s.assign(l, s.known.add([]literal{l}, 0, nil))
			continue
		}
		if s.work.Decisions++; s.work.Decisions%1024 == 0 && ctx.Err() != nil {
			return false, nil, ctx.Err()
		}
		s.decided = append(s.decided, int32(len(s.trail)))
		s.assign(l, none)
	}
}

// tie adds the clauses that say of tied triples that their orientations are the
// same or reversed.
func (s *conflictSearch) tie(ts *ties) {
	for e := 0; e < len(ts.ties); e += 2 { // the odd ones are the other directions
		i, j := literalOf(ts.ties[e+1].to, 1), literalOf(ts.ties[e].to, 1)
		if ts.ties[e].reversed {
			j = j.not()
		}
		s.known.add([]literal{i.not(), j}, 0, nil)
		s.known.add([]literal{i, j.not()}, 0, nil)
	}
}

// mostActive takes from the queue the most active triple that is neither oriented
// nor met, if there is one.
func (s *conflictSearch) mostActive() (i int32, open bool) {
	for {
		if i, open = s.queue.pop(); !open || s.value[i] == 0 && !s.precedence.meets(i) {
			return i, open
		}
	}
}

// ask puts a triple into the queue if it is neither oriented nor met.
func (s *conflictSearch) ask(i int32) {
	if s.value[i] == 0 && !s.precedence.meets(i) {
		s.queue.push(i)
	}
}

// truth returns 1 if a literal is true, -1 if it is false, 0 if it is open.
func (s *conflictSearch) truth(l literal) int8 { return s.value[l.triple()] * l.orientation() }

// assign makes a literal true.
func (s *conflictSearch) assign(l literal, reason int32) {
	i := l.triple()
	s.value[i] = l.orientation()
	s.level[i] = int32(len(s.decided))
	s.reason[i] = reason
	if s.level[i] == 0 && s.known.proving {
		s.unit[i] = s.known.add([]literal{l}, 0, s.grounds(reason, nil))
	}
	s.trail = append(s.trail, l)
}

// grounds appends a clause to a list of grounds, and those that make its literals
// false without a decision.
func (s *conflictSearch) grounds(c int32, to []int32) []int32 {
	to = append(to, c)
	for _, l := range s.known.of(c) {
		if i := l.triple(); s.truth(l) < 0 && s.level[i] == 0 {
			to = append(to, s.unit[i])
		}
	}
	return to
}

// propagate makes true what follows from the orientations so far, and directs
// their edges. It returns a clause that is false, if it finds one.
func (s *conflictSearch) propagate() (conflict int32, found bool) {
	for {
		for s.followed < len(s.trail) {
			l := s.trail[s.followed]
			s.followed++
			if c, found := s.follow(l.not()); found {
				return c, true
			}
		}
		if s.directed == len(s.trail) {
			return 0, false
		}
		l := s.trail[s.directed]
		cycle := s.precedence.orient(l.triple(), l.orientation())
		for _, v := range s.precedence.moved {
			for _, i := range s.in.of(v) {
				s.ask(i)
			}
		}
		s.precedence.moved = s.precedence.moved[:0]
		if cycle != nil {
			return s.forbid(cycle), true
		}
		s.directed++
	}
}

// forbid makes a clause of a cycle. It is passing: what is learnt from it is as
// good.
func (s *conflictSearch) forbid(cycle []int32) int32 {
	s.learner.clause = s.learner.clause[:0]
	for _, i := range cycle {
		s.learner.clause = append(s.learner.clause, literalOf(i, s.value[i]).not())
	}
	return s.known.addPassing(s.learner.clause)
}

// follow looks at the clauses that watch a literal, which has become false. Each
// watches another one then, unless all others are false as well: then the
// literal left is made true, or is false too, and the clause a conflict.
func (s *conflictSearch) follow(falsified literal) (conflict int32, found bool) {
	watches := s.known.watches[falsified]
	kept := watches[:0]
	for k, w := range watches {
		if s.truth(w.blocker) > 0 {
			kept = append(kept, w)
			continue
		}
		ls := s.known.of(w.clause)
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
			return w.clause, true
		}
		s.assign(ls[0], w.clause)
	}
	s.known.watches[falsified] = kept
	return 0, false
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
		s.ask(i)
	}
	s.trail = s.trail[:length]
	s.decided = s.decided[:level]
	s.followed, s.directed = length, min(s.directed, length)
}

// reusable returns how many decisions a restart would make again at once (Van der
// Tak, Ramos and Heule, Reusing the assignment trail in CDCL solvers, 2011).
func (s *conflictSearch) reusable() int {
	next, open := s.mostActive()
	if !open {
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

// reduce forgets half of the learnt clauses when there are many, those first
// whose literals came from most decisions (Audemard and Simon, Predicting learnt
// clauses quality, 2009).
func (s *conflictSearch) reduce() {
	lr := &s.learner
	if len(lr.clauses) < s.room+s.room/16*lr.reductions {
		return
	}
	lr.reductions++
	slices.SortStableFunc(lr.clauses, func(c, d int32) int { return cmp.Compare(s.known.glue[c], s.known.glue[d]) })
	kept, half := lr.clauses[:0], len(lr.clauses)/2
	for k, c := range lr.clauses {
		l := s.known.of(c)[0]
		if k < half || s.known.glue[c] <= 2 || s.truth(l) > 0 && s.reason[l.triple()] == c {
			kept = append(kept, c)
		} else {
			s.known.glue[c] = forgotten
		}
	}
	lr.clauses = kept
	numbers := s.known.forget()
	if numbers == nil {
		return
	}
	for k, c := range lr.clauses {
		lr.clauses[k] = numbers[c]
	}
	for _, l := range s.trail {
		if reason := &s.reason[l.triple()]; *reason != none {
			*reason = numbers[*reason]
		}
	}
}

// restarts says when to start the decisions again: after as many conflicts as
// the sequence of Luby, Sinclair and Zuckerman says (Optimal speedup of Las Vegas
// algorithms, 1993), times the step.
type restarts struct {
	step, u, v, conflicts int
}

func (r *restarts) due() bool {
	if r.v == 0 {
		r.u, r.v = 1, 1
	}
	if r.conflicts++; r.conflicts < r.step*r.v {
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
