package betweenness

import "slices"

// A refutation is a proof that some choices contradict each other: clauses, each of which
// follows from those before by unit propagation or by a cycle, until no literal is left
// (Goldberg and Novikov, Verification of proofs of unsatisfiability for CNF formulas,
// 2003). It is checked by code that shares nothing with the search.
//
// The literal p+1 says that player p stands before its wonderwall and that before its
// ninja, -(p+1) that they stand the other way round.
type refutation struct {
	// free is a literal that is taken to be true. The reverse of a solution is a
	// solution, so one literal is free.
	free    int32
	lemmas  []int32 // the clauses one after the other, each with 0 after it
	forgets []forget
}

// A forget says that after some lemmas one of them, by its number from 0, is not needed
// any more.
type forget struct{ after, lemma int32 }

// A record is what a search that proves notes for a refutation.
type record struct {
	on       bool
	literals []literal // of clauses, with endOfClause after each
	clauses  int32
	forgets  []forget
}

// endOfClause stands between the clauses of a record.
const endOfClause literal = -1

// mostRecorded is the most literals of a record, 128 MB. There is no refutation of more.
const mostRecorded = 1 << 25

func (r *record) reset(on bool) {
	r.on, r.literals, r.clauses, r.forgets = on, r.literals[:0], 0, r.forgets[:0]
}

// learn notes a clause, and what its number is.
func (r *record) learn(clause []literal, number *int32) {
	if r.on && len(r.literals) <= mostRecorded {
		r.literals = append(append(r.literals, clause...), endOfClause)
		*number = r.clauses
		r.clauses++
	}
}

// forget notes that the clause of a number is not used any more.
func (r *record) forget(number int32) {
	if number != none {
		r.forgets = append(r.forgets, forget{r.clauses, number})
	}
}

// refutation returns the proof of what a search has found to be contrary, given the
// player whose choice each triple is, or nil if it is too long.
func (s *conflictSearch) refutation(player func(triple int32) int) *refutation {
	if len(s.record.literals) > mostRecorded {
		return nil
	}
	named := func(l literal) int32 { return int32(l.orientation()) * int32(player(l.triple())+1) }
	r := &refutation{free: named(s.free), lemmas: make([]int32, len(s.record.literals)), forgets: slices.Clone(s.record.forgets)}
	for k, l := range s.record.literals {
		if l != endOfClause {
			r.lemmas[k] = named(l)
		}
	}
	return r
}

// refutes reports whether the refutation proves that the choices of some players, all of
// them valid and different, contradict each other. A lemma that does not follow from these
// choices is passed over. When stopped returns true, refutes soon returns false.
func (r *refutation) refutes(g Game, players []int, stopped func() bool) bool {
	c := newRefuting(g, players)
	if free := c.member(r.free); free != 0 && c.add([]int32{free}) {
		return true
	}
	var lemma []int32
	known := true    // all players of the lemma
	var became []int // of each lemma, the clause that it became, or none
	forgets := r.forgets
	for _, l := range r.lemmas {
		if l != 0 {
			member := c.member(l)
			known = known && member != 0
			lemma = append(lemma, member)
			continue
		}
		if stopped() {
			return false
		}
		clause := none
		if known && c.follows(lemma) {
			before := len(c.clauses)
			if c.add(lemma) {
				return true
			}
			if len(c.clauses) > before {
				clause = before
			}
		}
		became = append(became, clause)
		lemma, known = lemma[:0], true
		for ; len(forgets) > 0 && int(forgets[0].after) <= len(became); forgets = forgets[1:] {
			if clause := became[forgets[0].lemma]; clause != none {
				c.clauses[clause] = nil
			}
		}
	}
	return c.cyclic()
}

// refuting is the check of a refutation. Its literals are as those of the refutation, but
// with the players numbered from 1 without gaps.
type refuting struct {
	numbers map[int32]int32 // of the players who chose
	triples [][3]int32      // of each of them, who is to stand in this order or its reverse
	in      [][]int32       // of each player named, the triples that name it
	clauses [][]int32
	watches [][]int32 // of each literal, see at: the clauses that have it as first or second
	value   []int8    // of each triple: 1 as it is, -1 the reverse, 0 open
	trail   []int32
	seen    int // how many of the trail the clauses have seen
	state   []int8
	path    []pathStep
}

// A pathStep is a player on the path of a depth-first search, and how many of its triples
// it has followed.
type pathStep struct{ player, followed int32 }

func newRefuting(g Game, players []int) *refuting {
	c := &refuting{numbers: make(map[int32]int32), triples: make([][3]int32, 1), in: nil}
	named := make(map[int]int32)
	for _, p := range players {
		i := int32(len(c.triples))
		c.numbers[int32(p)] = i
		var t [3]int32
		for k, q := range [3]int{p, g[p].Wonderwall, g[p].Ninja} {
			v, there := named[q]
			if !there {
				v = int32(len(named))
				named[q] = v
				c.in = append(c.in, nil)
			}
			t[k] = v
			c.in[v] = append(c.in[v], i)
		}
		c.triples = append(c.triples, t)
	}
	c.watches = make([][]int32, 2*len(c.triples))
	c.value = make([]int8, len(c.triples))
	c.state = make([]int8, len(named))
	return c
}

// member returns a literal of the refutation with the numbers of the check, or 0 if it is
// of another player.
func (c *refuting) member(l int32) int32 {
	if l < 0 {
		return -c.numbers[-l-1]
	}
	return c.numbers[l-1]
}

// at is where the watches of a literal are.
func at(l int32) int32 {
	if l < 0 {
		return -2*l + 1
	}
	return 2 * l
}

// truth returns 1 if a literal is true, -1 if it is false, 0 if it is open.
func (c *refuting) truth(l int32) int8 {
	if l < 0 {
		return -c.value[-l]
	}
	return c.value[l]
}

func (c *refuting) set(l int32) {
	if l < 0 {
		c.value[-l] = -1
	} else {
		c.value[l] = 1
	}
	c.trail = append(c.trail, l)
}

// follows reports whether it leads to a contradiction that all literals of a clause are
// false, if the clause is not true already.
func (c *refuting) follows(clause []int32) bool {
	if slices.ContainsFunc(clause, func(l int32) bool { return c.truth(l) > 0 }) {
		return false
	}
	before := len(c.trail)
	for _, l := range clause {
		if c.truth(l) == 0 {
			c.set(-l)
		}
	}
	contradiction := c.propagate() || c.cyclic()
	for _, l := range c.trail[before:] {
		c.value[max(l, -l)] = 0
	}
	c.trail, c.seen = c.trail[:before], before
	return contradiction
}

// add adds a clause, and reports whether it contradicts the others. All that is true now
// follows from the clauses.
func (c *refuting) add(clause []int32) (contradiction bool) {
	clause = slices.DeleteFunc(slices.Clone(clause), func(l int32) bool { return c.truth(l) < 0 })
	switch len(clause) {
	case 0:
		return true
	case 1:
		if c.truth(clause[0]) == 0 {
			c.set(clause[0])
		}
		return c.propagate()
	}
	for _, l := range clause[:2] {
		c.watches[at(l)] = append(c.watches[at(l)], int32(len(c.clauses)))
	}
	c.clauses = append(c.clauses, clause)
	return false
}

// propagate sets what follows from the clauses, and reports whether one of them is false.
func (c *refuting) propagate() (contradiction bool) {
	for ; c.seen < len(c.trail); c.seen++ {
		falsified := -c.trail[c.seen]
		watching := c.watches[at(falsified)]
		kept := watching[:0]
		for k, i := range watching {
			clause := c.clauses[i]
			if clause == nil {
				continue // forgotten
			}
			if clause[0] == falsified {
				clause[0], clause[1] = clause[1], clause[0]
			}
			if c.truth(clause[0]) > 0 {
				kept = append(kept, i)
				continue
			}
			other := slices.IndexFunc(clause[2:], func(l int32) bool { return c.truth(l) >= 0 })
			if other >= 0 {
				clause[1], clause[2+other] = clause[2+other], clause[1]
				c.watches[at(clause[1])] = append(c.watches[at(clause[1])], i)
				continue
			}
			kept = append(kept, i)
			if c.truth(clause[0]) < 0 {
				c.watches[at(falsified)] = append(kept, watching[k+1:]...)
				return true
			}
			c.set(clause[0])
		}
		c.watches[at(falsified)] = kept
	}
	return false
}

// cyclic reports whether the triples that are not open put somebody before itself. It is
// a depth-first search.
func (c *refuting) cyclic() bool {
	const onPath, done = 1, 2
	clear(c.state)
	for _, l := range c.trail {
		for _, start := range c.triples[max(l, -l)] {
			if c.state[start] != 0 {
				continue
			}
			c.path = append(c.path[:0], pathStep{player: start})
			c.state[start] = onPath
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
				case next == none || c.state[next] == done:
				case c.state[next] == onPath:
					return true
				default:
					c.state[next] = onPath
					c.path = append(c.path, pathStep{player: next})
				}
			}
		}
	}
	return false
}

// next returns the player whom a triple puts right after one of its players, or none.
func (c *refuting) next(i, player int32) int32 {
	t := c.triples[i]
	if c.value[i] < 0 {
		t[0], t[2] = t[2], t[0]
	}
	switch {
	case c.value[i] == 0:
	case t[0] == player:
		return t[1]
	case t[1] == player:
		return t[2]
	}
	return none
}
