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
// is true. Each clause watches its first two literals, so that the search looks at it
// only when one of them becomes false (Moskewicz et al., Chaff, 2001).
//
// A clause says either what triples themselves say, those of its literals, or it was
// learnt. While proving, a learnt clause has its grounds.
type clauses struct {
	start    []int // clause c is literals[start[c]:start[c+1]]
	literals []literal
	glue     []int32 // of each clause: see conflictSearch.glue; 0 if not learnt; or deleted or temporary
	watches  [][]watch

	proving bool
	since   []int // the grounds of clause c are grounds[since[c]:since[c+1]]
	grounds []bitsAt
	lemma   []*lemma // of each clause, what the check of a refutation knows it as, or nil
}

// The glue of clauses that nothing watches.
const (
	deleted   = -1
	temporary = -2
)

// A watch is a clause that watches a literal, and another literal of that clause. If
// the other one is true the search need not look at the clause.
type watch struct {
	clause  int32
	blocker literal
}

// reset removes all clauses.
func (cs *clauses) reset(triples int, proving bool) {
	cs.start = append(cs.start[:0], 0)
	cs.since = append(cs.since[:0], 0)
	cs.literals, cs.glue, cs.grounds, cs.lemma = cs.literals[:0], cs.glue[:0], cs.grounds[:0], cs.lemma[:0]
	cs.proving = proving
	if cap(cs.watches) < 2*triples {
		cs.watches = append(cs.watches[:cap(cs.watches)], make([][]watch, 2*triples-cap(cs.watches))...)
	}
	cs.watches = cs.watches[:2*triples]
	for l := range cs.watches {
		cs.watches[l] = cs.watches[l][:0]
	}
}

// add adds a clause, and returns its number. It watches its first two literals.
func (cs *clauses) add(literals []literal, glue int32, grounds []bitsAt) int32 {
	c := cs.addTemporary(literals)
	cs.glue[c] = glue
	cs.grounds = append(cs.grounds, grounds...)
	cs.since[c+1] = len(cs.grounds)
	if len(literals) > 1 {
		cs.watch(literals[0], c, literals[1])
		cs.watch(literals[1], c, literals[0])
	}
	return c
}

// addTemporary adds a clause that watches nothing.
func (cs *clauses) addTemporary(literals []literal) int32 {
	c := int32(len(cs.glue))
	cs.literals = append(cs.literals, literals...)
	cs.start = append(cs.start, len(cs.literals))
	cs.glue = append(cs.glue, temporary)
	cs.lemma = append(cs.lemma, nil)
	cs.since = append(cs.since, len(cs.grounds))
	return c
}

// dropTemporary removes clause c if it is temporary. It is the latest clause then.
func (cs *clauses) dropTemporary(c int32) {
	if cs.glue[c] == temporary {
		cs.literals = cs.literals[:cs.start[c]]
		cs.start, cs.since = cs.start[:c+1], cs.since[:c+1]
		cs.glue, cs.lemma = cs.glue[:c], cs.lemma[:c]
	}
}

func (cs *clauses) watch(l literal, c int32, blocker literal) {
	cs.watches[l] = append(cs.watches[l], watch{c, blocker})
}

// of returns the literals of clause c.
func (cs *clauses) of(c int32) []literal { return cs.literals[cs.start[c]:cs.start[c+1]] }

// words returns how many words of 32 bits the clauses take, without watches.
func (cs *clauses) words() int { return len(cs.literals) + 4*len(cs.grounds) }

// compact frees the memory of the deleted clauses, and takes them out of the watches.
// This changes the numbers of the clauses left: it returns the new number of each, none
// for the deleted ones.
func (cs *clauses) compact() (numbers []int32) {
	numbers = make([]int32, len(cs.glue))
	count, length, sum := int32(0), 0, 0
	for c, glue := range cs.glue {
		if glue == deleted {
			numbers[c] = none
			continue
		}
		numbers[c] = count
		literals, grounds := cs.of(int32(c)), cs.grounds[cs.since[c]:cs.since[c+1]]
		copy(cs.literals[length:], literals)
		copy(cs.grounds[sum:], grounds)
		cs.start[count], cs.since[count], cs.glue[count], cs.lemma[count] = length, sum, glue, cs.lemma[c]
		count++
		length += len(literals)
		sum += len(grounds)
	}
	cs.start[count], cs.since[count] = length, sum
	clear(cs.lemma[count:])
	cs.start, cs.since, cs.glue, cs.lemma = cs.start[:count+1], cs.since[:count+1], cs.glue[:count], cs.lemma[:count]
	cs.literals, cs.grounds = cs.literals[:length], cs.grounds[:sum]
	for l, watches := range cs.watches {
		kept := watches[:0]
		for _, w := range watches {
			if w.clause = numbers[w.clause]; w.clause != none {
				kept = append(kept, w)
			}
		}
		cs.watches[l] = kept
	}
	return numbers
}

// A queue holds triples by activity, the most active first: a binary heap that
// knows the place of each triple.
type queue struct {
	activity []float64
	step     float64 // what a bump adds
	heap     []int32
	at       []int32 // place in the heap, or none
}

// reset empties the queue, for the given number of triples, all of them inactive.
func (q *queue) reset(triples int) {
	q.activity = resize(q.activity, triples)
	clear(q.activity)
	q.step = 1
	q.heap = q.heap[:0]
	q.at = resize(q.at, triples)
	for i := range q.at {
		q.at[i] = none
	}
}

// bump makes a triple more active.
func (q *queue) bump(i int32) {
	if q.activity[i] += q.step; q.activity[i] > 1e100 {
		for j := range q.activity {
			q.activity[j] *= 1e-100
		}
		q.step *= 1e-100
	}
	if q.at[i] != none {
		q.up(q.at[i])
	}
}

// decay makes all activity so far count for less (Eén and Sörensson, An extensible
// SAT-solver, 2003).
func (q *queue) decay() { q.step /= 0.95 }

// push puts a triple into the queue unless it is there.
func (q *queue) push(i int32) {
	if q.at[i] == none {
		q.at[i] = int32(len(q.heap))
		q.heap = append(q.heap, i)
		q.up(q.at[i])
	}
}

// pop takes the most active triple.
func (q *queue) pop() (i int32, ok bool) {
	if len(q.heap) == 0 {
		return 0, false
	}
	i = q.heap[0]
	last := q.heap[len(q.heap)-1]
	q.heap = q.heap[:len(q.heap)-1]
	q.at[i] = none
	if i != last {
		q.heap[0], q.at[last] = last, 0
		q.down(0)
	}
	return i, true
}

func (q *queue) before(i, j int32) bool { return q.activity[i] > q.activity[j] }

func (q *queue) up(k int32) {
	i := q.heap[k]
	for k > 0 {
		parent := (k - 1) / 2
		if !q.before(i, q.heap[parent]) {
			break
		}
		q.heap[k] = q.heap[parent]
		q.at[q.heap[k]] = k
		k = parent
	}
	q.heap[k], q.at[i] = i, k
}

func (q *queue) down(k int32) {
	i := q.heap[k]
	for {
		child := 2*k + 1
		if int(child) >= len(q.heap) {
			break
		}
		if int(child)+1 < len(q.heap) && q.before(q.heap[child+1], q.heap[child]) {
			child++
		}
		if !q.before(q.heap[child], i) {
			break
		}
		q.heap[k] = q.heap[child]
		q.at[q.heap[k]] = k
		k = child
	}
	q.heap[k], q.at[i] = i, k
}
