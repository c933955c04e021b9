package betweenness

import (
	"context"
	"errors"
	"math"
	"slices"
)

// A refutation is a proof that choices contradict each other: a list of clauses that ends with the empty clause. A
// literal says in which of its two orders a player, its wonderwall and its ninja stand. Each clause follows from the
// previous ones: if all its literals are supposed to be false, their consequences contradict a clause or put a player
// before itself (Goldberg and Novikov, Verification of proofs of unsatisfiability for CNF formulas, 2003). A refutation
// can be long, so it is not stored: the checker, which shares no code with the search, receives each clause when the
// search learns it, and forgets it when the search deletes it.

// checkBySearch has a search prove that the choices of some players contradict each other, and checks each step of the
// proof.
func checkBySearch(ctx context.Context, g Game, players []int) error {
	// Do not use closures, which produce no proof.
	s, check := NewSearcher(), newProofChecker(g, players)
	s.closures = 0
	s.conflict.tracer = &proofTracer{to: check, player: s.player}
	s.take(g, players)
	o, core, err := s.run(ctx, false, math.MaxInt)
	switch {
	case err != nil:
		return err
	case o == satisfied:
		return errNoCore
	case check.refuted, tooFewEnds(g, core): // by clauses, or because too few players can stand at the two ends
		return nil
	case s.sweepProof != nil: // by the tables of a sweep
		return s.sweepProof.check(g, players)
	}
	return errors.New("the search does not prove that the choices of the core contradict each other")
}

// A proofTracer passes the clauses that a search learns to a proofChecker. A nil tracer does nothing.
type proofTracer struct {
	to     *proofChecker
	player func(triple int32) int // the player to whom a triple belongs
	clause []int32
}

// named translates a literal of the search, which names a triple by its number, to a literal of the checker, which
// names it by its player. It returns 0 if the checker does not have this choice.
func (t *proofTracer) named(l literal) int32 {
	return t.to.member(int32(l.orientation()) * int32(t.player(l.triple())+1))
}

// suppose passes on a literal that the search makes true without a proof.
func (t *proofTracer) suppose(l literal) {
	if t != nil {
		t.to.suppose(t.named(l))
	}
}

// learn passes a learnt clause to the checker, and returns the stored clause, a lemma, or nil.
func (t *proofTracer) learn(clause []literal) *lemma {
	if t == nil {
		return nil
	}
	t.clause = t.clause[:0]
	for _, l := range clause {
		t.clause = append(t.clause, t.named(l))
	}
	return t.to.learn(t.clause)
}

func (t *proofTracer) forget(l *lemma) {
	if t != nil {
		t.to.forget(l)
	}
}

// A proofChecker checks a refutation. The literal p+1 says that player p stands before its wonderwall, and the
// wonderwall before its ninja; the literal -(p+1) says the opposite. The triple of player p has the number p+1, because
// 0 has no sign.
type proofChecker struct {
	triples        [][3]int32 // by number: the players of the choice, in the order of literal p+1; zeros if it is not among the choices
	in             [][]int32  // by player: the triples that name it
	watches        [][]*lemma // by literal, see at: the lemmas that watch it (first or second literal)
	lemmaCount     int        // the number of lemmas
	stale          int        // forgotten lemmas that are still watched
	value          []int8     // by triple: 1 as numbered, -1 reversed, 0 undecided
	trail          []int32
	lemmaHead      int        // how many literals of the trail the lemmas have processed
	state          []int8     // by player: its state in the search for a cycle
	visitedPlayers []int32    // the players with a state other than 0
	path           []pathStep // the path of the search for a cycle
	free           bool       // suppose has made a literal true without a proof, which is allowed once
	refuted        bool       // the clauses contradict each other
}

// A lemma is a checked clause. It has no literals once it is forgotten.
type lemma struct{ literals []int32 }

// A pathStep is a player on the path of a depth-first search, and the number of its triples followed.
type pathStep struct{ player, followed int32 }

// newProofChecker returns a checker for proofs that the given players' choices contradict each other. The triple of
// player p has the number p+1, and two literals, p+1 and -(p+1), for its two orientations.
func newProofChecker(g Game, players []int) *proofChecker {
	n := len(g) + 1 // the numbers of triples, with 0, which is unused
	c := &proofChecker{triples: make([][3]int32, n), in: make([][]int32, n), watches: make([][]*lemma, 2*n),
		value: make([]int8, n), state: make([]int8, n)}
	for _, p := range players {
		t := tripleOf(g, p)
		c.triples[p+1] = t.players()
		for _, v := range t.players() {
			c.in[v] = append(c.in[v], int32(p+1))
		}
	}
	return c
}

// member returns the literal l if the choice of its player is among the checked choices, and otherwise 0.
func (c *proofChecker) member(l int32) int32 {
	if c.triples[max(l, -l)] == [3]int32{} {
		return 0
	}
	return l
}

// suppose makes a literal true without a proof, but only in the first call: because the reverse of a solution is a
// solution, one orientation may be chosen freely.
func (c *proofChecker) suppose(l int32) {
	if c.free || l == 0 {
		return
	}
	c.free = true
	c.add([]int32{l})
}

// learn adds a clause to the proof if it follows from the previous ones. It returns the stored clause, a lemma, or nil.
// A proof that some players' choices contradict each other may use only these choices. The literals of other choices
// are passed as 0, so learn refuses a clause that contains 0.
func (c *proofChecker) learn(clause []int32) *lemma {
	if c.refuted || slices.Contains(clause, 0) || !c.follows(clause) {
		return nil
	}
	return c.add(clause)
}

// forget deletes a lemma; nil is allowed. The lists of watches keep it for a while.
func (c *proofChecker) forget(l *lemma) {
	if l == nil {
		return
	}
	l.literals = nil
	c.lemmaCount--
	c.stale++

	// Remove forgotten lemmas only if there are many, because this visits all lists.
	if c.stale > c.lemmaCount+1000 {
		for i, watching := range c.watches {
			c.watches[i] = slices.DeleteFunc(watching, func(l *lemma) bool { return l.literals == nil })
		}
		c.stale = 0
	}
}

// at returns the index of a literal's watches: the literals 1, -1, 2, -2, ... have the indexes 2, 3, 4, 5, ...
func at(l int32) int32 {
	if l < 0 {
		return -2*l + 1
	}
	return 2 * l
}

// truth returns 1 if a literal is true, -1 if it is false, and 0 if it is undecided.
func (c *proofChecker) truth(l int32) int8 {
	if l < 0 {
		return -c.value[-l]
	}
	return c.value[l]
}

func (c *proofChecker) set(l int32) {
	if l < 0 {
		c.value[-l] = -1
	} else {
		c.value[l] = 1
	}
	c.trail = append(c.trail, l)
}

// follows reports whether a contradiction follows if all literals of a clause are false. If a literal is true already,
// the clause adds nothing, and follows returns false, so that it is not used.
func (c *proofChecker) follows(clause []int32) bool {
	if slices.ContainsFunc(clause, func(l int32) bool { return c.truth(l) > 0 }) {
		return false
	}

	before := len(c.trail)
	for _, l := range clause {
		if c.truth(l) == 0 {
			c.set(-l)
		}
	}
	contradiction := c.propagate() || c.cyclic(before)

	for _, l := range c.trail[before:] {
		c.value[max(l, -l)] = 0
	}
	c.trail, c.lemmaHead = c.trail[:before], before
	return contradiction
}

// add adds a clause that holds. If at most one of its literals is not false, add makes it true and assigns its
// consequences, does not store the clause, and returns nil. If the clauses contradict each other now, add sets
// c.refuted: the proof is complete.
func (c *proofChecker) add(clause []int32) *lemma {
	left := slices.DeleteFunc(slices.Clone(clause), func(l int32) bool { return c.truth(l) < 0 }) // the literals that are not false
	if len(left) < 2 {
		before := len(c.trail)
		if len(left) == 1 && c.truth(left[0]) == 0 {
			c.set(left[0])
		}
		c.refuted = c.refuted || len(left) == 0 || c.propagate() || c.cyclic(before)
		return nil
	}

	// The clause watches its first two literals.
	l := &lemma{left}
	for _, first := range left[:2] {
		c.watches[at(first)] = append(c.watches[at(first)], l)
	}
	c.lemmaCount++
	return l
}

// propagate assigns what the lemmas imply (unit propagation), and reports whether a lemma is false. A lemma watches its
// first two literals. If one becomes false, propagate looks for another literal to watch that is not false. If there is
// none, the other watched literal must be true.
func (c *proofChecker) propagate() (contradiction bool) {
	for ; c.lemmaHead < len(c.trail); c.lemmaHead++ {
		wrong := -c.trail[c.lemmaHead] // the literal that became false
		watching := c.watches[at(wrong)]
		kept := watching[:0]
		for k, l := range watching {
			clause := l.literals
			if clause == nil {
				continue // forgotten
			}

			if clause[0] == wrong {
				clause[0], clause[1] = clause[1], clause[0]
			}
			if c.truth(clause[0]) > 0 {
				kept = append(kept, l)
				continue
			}

			other := slices.IndexFunc(clause[2:], func(l int32) bool { return c.truth(l) >= 0 })
			if other >= 0 {
				clause[1], clause[2+other] = clause[2+other], clause[1]
				c.watches[at(clause[1])] = append(c.watches[at(clause[1])], l)
				continue
			}

			kept = append(kept, l)
			if c.truth(clause[0]) < 0 {
				c.watches[at(wrong)] = append(kept, watching[k+1:]...)
				return true
			}
			c.set(clause[0])
		}
		c.watches[at(wrong)] = kept
	}
	return false
}

// cyclic reports whether the oriented triples put a player before itself. The triples of c.trail[:from] have no cycle,
// so cyclic searches only from the players of the later ones.
func (c *proofChecker) cyclic(from int) bool {
	defer func() { // forget the states for the next call
		for _, v := range c.visitedPlayers {
			c.state[v] = 0
		}
		c.visitedPlayers = c.visitedPlayers[:0]
	}()

	for _, l := range c.trail[from:] {
		for _, start := range c.triples[max(l, -l)] {
			if c.state[start] == 0 && c.cyclicFrom(start) {
				return true
			}
		}
	}
	return false
}

// The states of a player in the search for a cycle: on the path that is followed, or visited and unable to reach a
// cycle.
const onPath, done = 1, 2

// cyclicFrom reports whether the oriented triples lead from a player to a cycle. It avoids recursion, because paths can
// be long.
func (c *proofChecker) cyclicFrom(start int32) bool {
	c.path = c.path[:0]
	c.visit(start)
	for len(c.path) > 0 {
		step := &c.path[len(c.path)-1]
		if int(step.followed) == len(c.in[step.player]) {
			c.state[step.player] = done
			c.path = c.path[:len(c.path)-1]
			continue
		}

		next := c.next(c.in[step.player][step.followed], step.player)
		step.followed++
		switch {
		case next == none || c.state[next] == done: // no cycle on this way
		case c.state[next] == onPath:
			return true
		default:
			c.visit(next)
		}
	}
	return false
}

// visit adds a player to the path of the search for a cycle.
func (c *proofChecker) visit(player int32) {
	c.state[player] = onPath
	c.visitedPlayers = append(c.visitedPlayers, player)
	c.path = append(c.path, pathStep{player: player})
}

// next returns the player that triple i puts right after the given player, or none.
func (c *proofChecker) next(i, player int32) int32 {
	t := c.triples[i]
	if c.value[i] < 0 { // backward
		t[0], t[2] = t[2], t[0]
	}
	switch {
	case c.value[i] == 0: // not oriented
	case t[0] == player:
		return t[1]
	case t[1] == player:
		return t[2]
	}
	return none
}
