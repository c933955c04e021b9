package betweenness

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
	start    []int // clause c is literals[start[c]:start[c+1]]
	literals []literal
	glue     []int32 // of each clause: see learn; 0 if not learnt, or forgotten, or passing
	watches  [][]watch

	proving bool
	since   []int // the grounds of clause c are grounds[since[c]:since[c+1]]
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

// The glue of clauses that nothing watches: those not watched any more, and those
// that only pass through.
const (
	forgotten = -1
	passing   = -2
)

// add adds a clause, and returns its number. The first two of its literals are
// watched.
func (cs *clauses) add(literals []literal, glue int32, grounds []int32) int32 {
	c := cs.addPassing(literals)
	cs.glue[c] = glue
	if cs.proving {
		cs.grounds = append(cs.grounds, grounds...)
		cs.since[c+1] = len(cs.grounds)
	}
	if len(literals) > 1 {
		cs.watch(literals[0], c, literals[1])
		cs.watch(literals[1], c, literals[0])
	}
	return c
}

// addPassing adds a clause without grounds that nothing needs to watch.
func (cs *clauses) addPassing(literals []literal) int32 {
	c := int32(len(cs.glue))
	cs.literals = append(cs.literals, literals...)
	cs.start = append(cs.start, len(cs.literals))
	cs.glue = append(cs.glue, passing)
	if cs.proving {
		cs.since = append(cs.since, len(cs.grounds))
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

// pass takes a passing clause away again, which is the latest one, unless it may be
// the grounds of another.
func (cs *clauses) pass(c int32) {
	if cs.glue[c] == passing && !cs.proving {
		cs.literals = cs.literals[:cs.start[c]]
		cs.start = cs.start[:c+1]
		cs.glue = cs.glue[:c]
	}
}

// forget stops watching the forgotten clauses. Unless they may be the grounds of
// others it gives their room back; the clauses left are numbered anew then, and it
// returns the new number of each.
func (cs *clauses) forget() (numbers []int32) {
	if !cs.proving {
		numbers = cs.compact()
	}
	for l, watches := range cs.watches {
		kept := watches[:0]
		for _, w := range watches {
			if numbers == nil && cs.glue[w.clause] == forgotten {
				continue
			}
			if numbers != nil {
				if w.clause = numbers[w.clause]; w.clause == none {
					continue
				}
			}
			kept = append(kept, w)
		}
		cs.watches[l] = kept
	}
	return numbers
}

// compact moves the clauses not forgotten together, and returns the new number of
// each, none for those that are gone.
func (cs *clauses) compact() (numbers []int32) {
	numbers = make([]int32, len(cs.glue))
	count, length := int32(0), 0
	for c, glue := range cs.glue {
		if glue == forgotten {
			numbers[c] = none
			continue
		}
		numbers[c] = count
		literals := cs.of(int32(c))
		copy(cs.literals[length:], literals)
		cs.start[count], cs.glue[count] = length, glue
		count++
		length += len(literals)
	}
	cs.start[count] = length
	cs.start, cs.glue, cs.literals = cs.start[:count+1], cs.glue[:count], cs.literals[:length]
	return numbers
}
