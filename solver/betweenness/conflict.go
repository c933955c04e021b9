package betweenness

import (
	"cmp"
	"context"
	"math"
	"slices"
)

// A conflictSearch searches for orientations of triples that do not contradict each other, like a SAT solver whose
// literals are the orientations. It decides an orientation, propagates its consequences, and learns a clause from each
// conflict (Marques-Silva and Sakallah, GRASP, 1999; the main loop follows Eén and Sörensson, An extensible SAT-solver,
// 2003). At first only the ties are clauses: two triples that name the same two players must put them in the same
// order. Transitivity is added on demand: an oriented triple has an edge from each player to the next, and if such
// edges form a cycle, a clause says that their triples cannot all keep their orientations.
//
// The field precedence keeps an order of the players that agrees with all orientations so far. The first order
// satisfies nearly all triples, and the search decides only about triples that the order does not satisfy. It ends when
// the order satisfies all triples, so its time depends on the number of players that have to move.
type conflictSearch struct {
	precedence precedence
	clauses    clauses
	queue      queue // all triples that are neither oriented nor satisfied
	in         *incidence

	value          []int8    // by triple: its orientation, or 0
	level          []int32   // by triple: the number of decisions when it was oriented
	reason         []*clause // by triple: the clause that implied its orientation, or nil
	trail          []literal // the orientations so far, in order
	decisionStarts []int32   // the length of the trail before each decision
	clauseHead     int       // how many literals of the trail the clauses have processed
	precedenceHead int       // how many literals of the trail the precedence has processed

	clause      []literal // the clause being learnt
	long        []literal // the clause being learnt, before it is shortened
	cycleClause clause    // the clause of the latest cycle
	proving     bool
	grounds     groundSet    // the grounds of the clause being learnt, when proving
	tracer      *proofTracer // receives learnt clauses; nil for none
	marked      []bool       // by triple: whether learn has visited it
	lastVisit   []uint64     // by level: the number of the last conflict that visited it
	tieClauses  []clause     // the clauses of the ties
	learnt      []*clause    // the learnt clauses with two or more literals
	reductions  int          // how many times clauses were deleted
	restarts    restarts

	work      Work
	steps     int // steps so far, see searchSteps
	stepLimit int // the limit on steps
	checkedAt int // steps at the last check of the context
	limits    conflictLimits
}

// searchSteps is the number of steps (edges, watches and literals visited) in a unit of effort.
const searchSteps = 100

// conflictLimits holds limits of a search; tests use smaller ones.
type conflictLimits struct {
	restart int // the number of conflicts before a restart, times a factor: see restarts
	learnt  int // the number of learnt clauses above which half are deleted
	words   int // the memory of all clauses above which half of the learnt ones are deleted, in words of 32 bits
}

// An outcome is the result of a search.
type outcome int

const (
	undecided     outcome = iota
	satisfied             // one order satisfies all triples
	contradictory         // no order satisfies all triples
)

// advance continues the search until it has decided whether one order satisfies all triples. It returns undecided once
// there were the given number of conflicts since reset, or the search has used up its steps, or the context has ended;
// then err is the context's error. If the outcome is satisfied, s.precedence has such an order. If the outcome is
// contradictory and s.proving is set, core holds triples that contradict each other.
func (s *conflictSearch) advance(ctx context.Context, conflicts uint64) (o outcome, core []int32, err error) {
	for s.work.Conflicts < conflicts {
		conflict := s.propagate(ctx)
		if s.mustStop(ctx) && conflict == nil {
			return undecided, nil, ctx.Err()
		}
		if conflict != nil {
			s.work.Conflicts++
			if len(s.decisionStarts) == 0 {
				if s.proving {
					core = s.core(conflict)
				}
				return contradictory, core, nil
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

		// Take a triple without an orientation that the order does not satisfy. If there is none, the order satisfies
		// all triples, because it agrees with all orientations.
		i, more := s.mostActive()
		if !more {
			return satisfied, nil, nil
		}

		l := literalOf(i, s.precedence.nearer(i))
		if len(s.trail) == 0 { // the reverse of a solution is a solution, so this orientation is a clause, not a decision
			s.tracer.suppose(l)
			s.assign(l, s.clauses.add(&clause{literals: []literal{l}}))
			continue
		}

		s.work.Decisions++
		s.steps++
		s.decisionStarts = append(s.decisionStarts, int32(len(s.trail)))
		s.assign(l, nil)
	}
	return undecided, nil, nil
}

// mustStop reports whether the steps are used up or the context has ended. It looks at the context once in 65,536
// steps, because this takes longer than a step.
func (s *conflictSearch) mustStop(ctx context.Context) bool {
	steps := s.steps + s.precedence.steps
	if steps >= s.stepLimit {
		return true
	}
	if steps-s.checkedAt < 1<<16 {
		return false
	}
	if ctx.Err() != nil {
		return true // checkedAt stays, so the next call returns true too
	}
	s.checkedAt = steps
	return false
}

// reset prepares a search about the triples of an arrangement, the line from which the search starts. If proving is
// true, the search keeps what is needed to find a core.
func (s *conflictSearch) reset(ts *ties, a *arrangement, proving bool) {
	n := len(a.triples)
	s.precedence.reset(len(a.label)-2, a.triples, &a.line)
	s.clauses.reset(n)
	s.proving = proving
	s.queue.reset(n)
	s.in = &a.in

	s.value, s.level = resize(s.value, n), resize(s.level, n)
	s.reason = resize(s.reason, n)
	s.marked, s.lastVisit = resize(s.marked, n), resize(s.lastVisit, n+1)
	clear(s.value)
	clear(s.marked)
	clear(s.lastVisit)
	s.trail, s.decisionStarts, s.clauseHead, s.precedenceHead = s.trail[:0], s.decisionStarts[:0], 0, 0

	s.learnt, s.reductions = s.learnt[:0], 0
	s.restarts = restarts{unit: s.limits.restart, u: 1, v: 1}
	s.work, s.steps, s.checkedAt, s.stepLimit = Work{}, 0, 0, math.MaxInt
	if proving {
		s.grounds.reset(2 * n)
	}

	// Add two clauses for each tie of two triples i and j, which share two players. If the triples must have the same
	// orientation, the clauses are "not i, or j" and "i, or not j".
	s.tieClauses = resize(s.tieClauses, len(ts.ties))
	for e := 0; e < len(ts.ties); e += 2 {
		i, j := literalOf(ts.ties[e+1].to, 1), literalOf(ts.ties[e].to, 1)
		if ts.ties[e].reversed {
			j = j.not()
		}
		for k, literals := range [2][2]literal{{i.not(), j}, {i, j.not()}} {
			c := &s.tieClauses[e+k]
			*c = clause{literals: append(c.literals[:0], literals[:]...), lemma: s.tracer.learn(literals[:])}
			s.clauses.add(c)
		}
	}

	for _, i := range a.unsatisfied {
		s.queue.push(i)
	}
}

// mostActive removes the most active triple from the queue, and drops triples that were oriented or satisfied after
// they were queued. more is false if no triple is left.
func (s *conflictSearch) mostActive() (i int32, more bool) {
	for {
		if i, more = s.queue.pop(); !more || s.value[i] == 0 && !s.precedence.satisfies(i) {
			return i, more
		}
	}
}

// enqueue queues triple i for a decision, unless the triple is oriented or the order satisfies it.
func (s *conflictSearch) enqueue(i int32) {
	if s.value[i] == 0 && !s.precedence.satisfies(i) {
		s.queue.push(i)
	}
}

// truth returns 1 if a literal is true, -1 if it is false, and 0 if it is undecided.
func (s *conflictSearch) truth(l literal) int8 { return s.value[l.triple()] * l.orientation() }

// assign makes a literal true. reason is the clause that implies it, or nil for a decision.
func (s *conflictSearch) assign(l literal, reason *clause) {
	i := l.triple()
	s.value[i] = l.orientation()
	s.level[i] = int32(len(s.decisionStarts))
	s.reason[i] = reason
	s.trail = append(s.trail, l)
}

// propagate assigns all orientations that follow from those so far, by clauses or by transitivity. For transitivity it
// directs the edges of each oriented triple in s.precedence, which finds cycles. A conflict is a clause that became
// false, or one that forbids a cycle. propagate stops early if the search is tired, and can be called again.
func (s *conflictSearch) propagate(ctx context.Context) (conflict *clause) {
	for !s.mustStop(ctx) {
		// Visit the clauses first, because directing edges costs more.
		for s.clauseHead < len(s.trail) {
			l := s.trail[s.clauseHead]
			s.clauseHead++
			if c := s.visitWatches(l.not()); c != nil {
				return c
			}
		}
		if s.precedenceHead == len(s.trail) {
			return nil
		}

		l := s.trail[s.precedenceHead]
		cycle := s.precedence.orient(l.triple(), l.orientation())
		for _, v := range s.precedence.movedPlayers {
			for _, i := range s.in.of(v) {
				s.enqueue(i)
			}
		}
		s.precedence.movedPlayers = s.precedence.movedPlayers[:0]
		if cycle != nil {
			return s.forbid(cycle)
		}
		s.precedenceHead++
	}
	return nil
}

// forbid returns a clause that forbids a cycle of oriented triples. It is valid until the next call.
func (s *conflictSearch) forbid(cycle []int32) *clause {
	s.cycleClause.literals = s.cycleClause.literals[:0]
	for _, i := range cycle {
		s.cycleClause.literals = append(s.cycleClause.literals, literalOf(i, s.value[i]).not())
	}
	return &s.cycleClause
}

// visitWatches visits the clauses that watch a literal that has become false. If a clause has another literal that is
// not false, the clause watches this literal instead. Otherwise its other watched literal must be true: visitWatches
// makes it true or, if it is false as well, returns the clause.
func (s *conflictSearch) visitWatches(falsified literal) (conflict *clause) {
	watches := s.clauses.watches[falsified]
	s.steps += len(watches)
	kept := watches[:0]
visit:
	for k, w := range watches {
		if s.truth(w.blocker) > 0 { // a literal of the clause is true, so the clause is
			kept = append(kept, w)
			continue
		}

		// Make the falsified literal the second one. If the first one is true, so is the clause: only note this literal
		// as the blocker, which the next visit looks at first.
		literals := w.clause.literals
		s.steps += 2
		if literals[0] == falsified {
			literals[0], literals[1] = literals[1], literals[0]
		}
		if literals[0] != w.blocker && s.truth(literals[0]) > 0 {
			kept = append(kept, watch{w.clause, literals[0]})
			continue
		}

		for j := 2; j < len(literals); j++ {
			if s.truth(literals[j]) >= 0 {
				literals[1], literals[j] = literals[j], literals[1]
				s.clauses.watch(literals[1], w.clause, literals[0])
				continue visit
			}
		}

		// All literals except the first are false.
		kept = append(kept, w)
		if s.truth(literals[0]) < 0 { // a conflict: leave the watches not yet visited as they are
			kept = append(kept, watches[k+1:]...)
			s.clauses.watches[falsified] = kept
			return w.clause
		}
		s.assign(literals[0], w.clause)
	}
	s.clauses.watches[falsified] = kept
	return nil
}

// learn learns a clause from a conflict. The clause follows from the clauses so far. Exactly one of its literals became
// false after the latest decision, the others earlier. learn undoes the decisions made since the last of the others
// became false, and makes the one literal true, because the clause demands it.
func (s *conflictSearch) learn(conflict *clause) {
	s.collect(conflict)

	// Keep the literals, because shorten needs the marks on all of their triples, which are removed afterwards.
	s.long = append(s.long[:0], s.clause...)
	s.shorten()
	for _, l := range s.long {
		s.marked[l.triple()] = false
	}

	// The clause watches its first two literals, so backtracking must make these two undecided no later than the
	// others. To ensure this, move to the second place a literal of the highest level (the number of decisions when it
	// became false) among those after the first.
	back := int32(0)
	for j := 1; j < len(s.clause); j++ {
		if level := s.level[s.clause[j].triple()]; level > back {
			back = level
			s.clause[1], s.clause[j] = s.clause[j], s.clause[1]
		}
	}

	c := s.clauses.add(&clause{slices.Clone(s.clause), s.glue(), s.grounds.take(), s.tracer.learn(s.clause)})
	if len(s.clause) > 1 {
		s.learnt = append(s.learnt, c)
	}
	s.backtrack(int(back))
	s.assign(s.clause[0], c)
}

// collect stores in s.clause the clause to be learnt from a conflict, and marks the triples of its literals. It begins
// with the literals of the conflict, which are all false, and replaces a literal by the other literals of its reason,
// the clause that made it false, until only one literal of the latest level is left (the first unique implication
// point). This literal comes first.
func (s *conflictSearch) collect(conflict *clause) {
	s.clause = append(s.clause[:0], 0) // room for the first literal
	latest := int32(len(s.decisionStarts))
	open, at := 0, len(s.trail)-1 // open counts the marked triples of the latest level that are not replaced yet
	for c := conflict; ; {
		// Literals of the latest level (false since the latest decision) are only marked, because they are going to be
		// replaced.
		s.addGrounds(c)
		s.steps += len(c.literals)
		for _, l := range c.literals {
			i := l.triple()
			if s.truth(l) > 0 || s.marked[i] || s.level[i] == 0 {
				continue // the literal that c made true, one already added, or one that is false without any decision
			}
			s.marked[i] = true
			s.queue.bump(i)
			if s.level[i] == latest {
				open++
			} else {
				s.clause = append(s.clause, l)
			}
		}

		// Take the marked triple that was oriented last. The literals of its reason replace its literal, unless it is
		// the only open triple.
		for !s.marked[s.trail[at].triple()] {
			at--
		}
		l := s.trail[at]
		at--
		open--
		if open == 0 {
			s.clause[0] = l.not()
			return
		}
		s.marked[l.triple()] = false
		c = s.reason[l.triple()]
	}
}

// shorten removes from the learnt clause each literal that the other literals imply: every other literal of its reason
// (the clause that made it false) is in the learnt clause or was false before any decision (level 0). The triples of
// the learnt clause are marked.
func (s *conflictSearch) shorten() {
	kept := s.clause[:1] // the first literal is to become true, so it stays
	for _, l := range s.clause[1:] {
		reason := s.reason[l.triple()]
		isNew := func(m literal) bool { return !s.marked[m.triple()] && s.level[m.triple()] != 0 }
		if reason == nil || slices.ContainsFunc(reason.literals, isNew) {
			kept = append(kept, l)
		} else {
			s.addGrounds(reason) // the shorter clause follows from the reason, too
		}
	}
	s.clause = kept
}

// glue returns the number of different levels (numbers of decisions) at which the learnt clause's literals became
// false. Clauses with a low glue have proved useful.
func (s *conflictSearch) glue() int32 {
	glue := int32(0)
	for _, l := range s.clause {
		if level := s.level[l.triple()]; s.lastVisit[level] != s.work.Conflicts {
			s.lastVisit[level] = s.work.Conflicts
			glue++
		}
	}
	return glue
}

// backtrack undoes all decisions except the first `level` ones, with their consequences.
func (s *conflictSearch) backtrack(level int) {
	if level >= len(s.decisionStarts) {
		return
	}
	length := int(s.decisionStarts[level])
	for _, l := range s.trail[length:] {
		i := l.triple()
		s.value[i] = 0
		s.precedence.clear(i)
		s.enqueue(i) // if the order that s.precedence keeps does not satisfy the triple, it must be oriented again
	}
	s.trail = s.trail[:length]
	s.decisionStarts = s.decisionStarts[:level]
	s.clauseHead, s.precedenceHead = length, min(s.precedenceHead, length)
}

// reusable returns the number of first decisions that a restart need not undo, because the search would repeat them:
// they are about triples that are more active than the next triple in the queue (Van der Tak, Ramos and Heule, Reusing
// the assignment trail in CDCL solvers, 2011).
func (s *conflictSearch) reusable() int {
	next, more := s.mostActive()
	if !more {
		return len(s.decisionStarts)
	}
	s.queue.push(next)                        // mostActive has removed it
	for level, at := range s.decisionStarts { // decision number level oriented the triple of s.trail[at]
		if s.queue.before(next, s.trail[at].triple()) {
			return level
		}
	}
	return len(s.decisionStarts)
}

// reduce deletes the half of the learnt clauses with the highest glue (the number of different levels of their
// literals) if there are too many, or if they take too much memory (Audemard and Simon, Predicting learnt clauses
// quality, 2009). It keeps each clause that implied an orientation, and unless memory is full also those with a glue of
// 1 or 2. Each reduction raises the limit on the number of clauses by a sixteenth of its first value. So the limit
// grows with the square root of the number of conflicts, as in CaDiCaL.
func (s *conflictSearch) reduce() {
	limit := s.limits.learnt
	full := s.clauses.words > s.limits.words
	if !full && len(s.learnt) < limit+limit/16*s.reductions {
		return
	}

	s.reductions++
	slices.SortStableFunc(s.learnt, func(c, d *clause) int { return cmp.Compare(c.glue, d.glue) })
	kept, half := s.learnt[:0], len(s.learnt)/2
	for k, c := range s.learnt {
		first := c.literals[0]
		isReason := s.truth(first) > 0 && s.reason[first.triple()] == c
		if k < half || c.glue <= 2 && !full || isReason {
			kept = append(kept, c)
		} else {
			s.tracer.forget(c.lemma)
			s.clauses.delete(c)
		}
	}
	clear(s.learnt[len(kept):]) // so that the deleted clauses can be freed
	s.learnt = kept
	s.clauses.compact()
}

// restarts decides when the search restarts, that is, undoes its decisions. The number of conflicts before the next
// restart is unit*v, where v goes through the sequence 1, 1, 2, 1, 1, 2, 4, ... of Luby, Sinclair and Zuckerman
// (Optimal speedup of Las Vegas algorithms, 1993).
type restarts struct {
	unit, u, v int // v is the present element of the sequence, from 1 to u&-u
	conflicts  int // since the last restart
}

// due counts a conflict, and reports whether the search must restart. If so, it moves v to the next element of the
// sequence 1, 1, 2, 1, 1, 2, 4, ... by Knuth's formula: for each u = 1, 2, 3, ... v goes through the powers of 2 from 1
// to u&-u, the lowest bit of u.
func (r *restarts) due() bool {
	r.conflicts++
	if r.conflicts < r.unit*r.v {
		return false
	}
	r.conflicts = 0
	if r.u&-r.u == r.v {
		r.u, r.v = r.u+1, 1
	} else {
		r.v *= 2
	}
	return true
}
