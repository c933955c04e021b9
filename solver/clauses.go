package solver

// A literal says that a triple has one of its orientations: 2i that triple i is
// forward, 2i+1 that it is backward.
type literal int32

func literalOf(i int32, orientation int8) literal {
	if orientation > 0 {
		return literal(2 * i)
	}
	return literal(2*i + 1)
}

func (l literal) triple() int32 { return int32(l >> 1) }
func (l literal) not() literal  { return l ^ 1 }

func (l literal) orientation() int8 {
	if l&1 == 0 {
		return 1
	}
	return -1
}

// Clauses are what is known of the orientations: at least one literal of each
// is true. Each watches two of its literals, the first two, so that it is looked
// at only when one of them becomes false (Moskewicz et al., Chaff, 2001).
//
// A clause says either what triples themselves say, or what follows from other
// clauses, its grounds.
type clauses struct {
	start    []int32 // clause c is literals[start[c]:start[c+1]]
	literals []literal
	glue     []int32 // of each clause: see learn; 0 of those that are not learnt, or forgotten
	watches  [][]watch

	proving bool
	since   []int32 // the grounds of clause c are grounds[since[c]:since[c+1]]
	grounds []int32
}

// A watch is a clause that watches a literal, and another literal of it: if that
// is true the clause need not be looked at.
type watch struct {
	clause  int32
	blocker literal
}

// reset forgets all clauses. While proving, grounds are kept.
func (cs *clauses) reset(triples int, proving bool) {
	cs.start = append(cs.start[:0], 0)
	cs.since = append(cs.since[:0], 0)
	cs.literals, cs.glue, cs.grounds = cs.literals[:0], cs.glue[:0], cs.grounds[:0]
	cs.proving = proving
	if cap(cs.watches) < 2*triples {
		cs.watches = append(cs.watches[:cap(cs.watches)], make([][]watch, 2*triples-cap(cs.watches))...)
	}
	cs.watches = cs.watches[:2*triples]
	for l := range cs.watches {
		cs.watches[l] = cs.watches[l][:0]
	}
}

// forgotten is the glue of a clause that is not watched any more.
const forgotten = -1

// add adds a clause, and returns its number. The first two of its literals are
// watched.
func (cs *clauses) add(literals []literal, glue int32, grounds []int32) int32 {
	c := cs.addUnwatched(literals)
	cs.glue[c] = glue
	if cs.proving {
		cs.grounds = append(cs.grounds, grounds...)
		cs.since[c+1] = int32(len(cs.grounds))
	}
	if len(literals) > 1 {
		cs.watch(literals[0], c, literals[1])
		cs.watch(literals[1], c, literals[0])
	}
	return c
}

// addUnwatched adds a clause without grounds that nothing needs to watch.
func (cs *clauses) addUnwatched(literals []literal) int32 {
	c := int32(len(cs.glue))
	cs.literals = append(cs.literals, literals...)
	cs.start = append(cs.start, int32(len(cs.literals)))
	cs.glue = append(cs.glue, 0)
	if cs.proving {
		cs.since = append(cs.since, int32(len(cs.grounds)))
	}
	return c
}

func (cs *clauses) watch(l literal, c int32, blocker literal) {
	cs.watches[l] = append(cs.watches[l], watch{c, blocker})
}

// of returns the literals of clause c.
func (cs *clauses) of(c int32) []literal { return cs.literals[cs.start[c]:cs.start[c+1]] }

// triplesOf returns the triples from which clause c follows.
func (cs *clauses) triplesOf(c int32) []int32 {
	var triples []int32
	seen := make([]bool, len(cs.glue))
	given := make(map[int32]bool)
	seen[c] = true
	for todo := []int32{c}; len(todo) > 0; {
		c, todo = todo[len(todo)-1], todo[:len(todo)-1]
		grounds := cs.grounds[cs.since[c]:cs.since[c+1]]
		if len(grounds) == 0 {
			for _, l := range cs.of(c) {
				if i := l.triple(); !given[i] {
					given[i] = true
					triples = append(triples, i)
				}
			}
		}
		for _, d := range grounds {
			if !seen[d] {
				seen[d] = true
				todo = append(todo, d)
			}
		}
	}
	return triples
}

// forget stops watching the forgotten clauses.
func (cs *clauses) forget() {
	for l, watches := range cs.watches {
		kept := watches[:0]
		for _, w := range watches {
			if cs.glue[w.clause] != forgotten {
				kept = append(kept, w)
			}
		}
		cs.watches[l] = kept
	}
}
