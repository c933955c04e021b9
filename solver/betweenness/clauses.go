package betweenness

import (
	"container/heap"
	"slices"
)

// A literal is an orientation of a triple: 2i says that triple i is forward, 2i+1 that it is backward.
type literal int32

// literalOf returns the literal for an orientation of triple i: 1 for forward, -1 for backward.
func literalOf(i int32, orientation int8) literal {
	if orientation > 0 {
		return literal(2 * i)
	}
	return literal(2*i + 1)
}

func (l literal) triple() int32 { return int32(l >> 1) }

func (l literal) not() literal { return l ^ 1 }

func (l literal) orientation() int8 {
	if l&1 == 0 {
		return 1
	}
	return -1
}

// A clause says that at least one of its literals is true. Each clause watches its first two literals: the search
// visits it only when one of these becomes false (Moskewicz et al., Chaff, 2001).
//
// Some clauses follow directly from triples: two triples that share two players (a tie) exclude some orientations of
// each other, and so do triples that would make a cycle. The search learns the others from conflicts. If it has to
// prove its verdict, each learnt clause also records its grounds: the triples and fixed orientations from which it
// follows.
type clause struct {
	literals []literal // nil if the clause is deleted
	glue     int32     // see conflictSearch.glue; 0 if not learnt
	grounds  []bitsAt  // what the clause follows from; nil if not learnt
	lemma    *lemma    // the same clause in the check of a refutation, or nil
}

func (c *clause) isLearnt() bool { return c.glue != 0 }

// words returns the memory of a clause without its watches, in words of 32 bits.
func (c *clause) words() int { return len(c.literals) + 4*len(c.grounds) }

type clauses struct {
	watches [][]watch // by literal
	words   int       // the memory of all clauses; see clause.words
}

// A watch is an entry in the list of a literal, for a clause that the search must visit when the literal becomes false.
// If the blocker, another literal of the clause, is true, the search need not look at the clause.
type watch struct {
	clause  *clause
	blocker literal
}

// reset prepares for clauses about the given number of triples. It keeps the memory of earlier lists of watches.
func (cs *clauses) reset(triples int) {
	cs.words = 0
	if cap(cs.watches) < 2*triples { // extend the slice up to its capacity first: the lists there have memory, too
		cs.watches = append(cs.watches[:cap(cs.watches)], make([][]watch, 2*triples-cap(cs.watches))...)
	}
	cs.watches = cs.watches[:2*triples]
	for l := range cs.watches {
		cs.watches[l] = cs.watches[l][:0]
	}
}

// add lets a clause watch its first two literals, and returns it.
func (cs *clauses) add(c *clause) *clause {
	cs.words += c.words()
	if ls := c.literals; len(ls) > 1 {
		cs.watch(ls[0], c, ls[1])
		cs.watch(ls[1], c, ls[0])
	}
	return c
}

func (cs *clauses) watch(l literal, c *clause, blocker literal) {
	cs.watches[l] = append(cs.watches[l], watch{c, blocker})
}

// delete deletes a clause. Its watches stay until compact removes them.
func (cs *clauses) delete(c *clause) {
	cs.words -= c.words()
	*c = clause{}
}

// compact removes the watches of deleted clauses.
func (cs *clauses) compact() {
	for l, watches := range cs.watches {
		cs.watches[l] = slices.DeleteFunc(watches, func(w watch) bool { return w.clause.literals == nil })
	}
}

// A queue holds the triples that the search may orient next, the most active first: those that took part in recent
// conflicts.
type queue struct {
	activity []float64
	step     float64 // the increase of a bump
	heap     []int32 // in the order of package heap
	at       []int32 // index in the heap, or none
}

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

// bump makes triple i more active, and moves it forward in the queue.
func (q *queue) bump(i int32) {
	q.activity[i] += q.step
	if q.activity[i] > 1e100 { // scale all activities down before they overflow
		for j := range q.activity {
			q.activity[j] *= 1e-100
		}
		q.step *= 1e-100
	}
	if q.at[i] != none {
		heap.Fix(q, int(q.at[i]))
	}
}

// decay gives all conflicts so far 5 % less weight in comparison with later ones, by making the next increases of
// activity larger (Eén and Sörensson, An extensible SAT-solver, 2003).
func (q *queue) decay() { q.step /= 0.95 }

func (q *queue) push(i int32) {
	if q.at[i] == none {
		heap.Push(q, i)
	}
}

func (q *queue) pop() (i int32, ok bool) {
	if len(q.heap) == 0 {
		return 0, false
	}
	i = q.heap[0]
	heap.Remove(q, 0)
	return i, true
}

func (q *queue) before(i, j int32) bool { return q.activity[i] > q.activity[j] }

// Len, Less, Swap, Push and Pop implement heap.Interface.
func (q *queue) Len() int { return len(q.heap) }

func (q *queue) Less(a, b int) bool { return q.before(q.heap[a], q.heap[b]) }

func (q *queue) Swap(a, b int) {
	q.heap[a], q.heap[b] = q.heap[b], q.heap[a]
	q.at[q.heap[a]], q.at[q.heap[b]] = int32(a), int32(b)
}

func (q *queue) Push(triple any) {
	q.at[triple.(int32)] = int32(len(q.heap))
	q.heap = append(q.heap, triple.(int32))
}

func (q *queue) Pop() any {
	last := len(q.heap) - 1
	q.at[q.heap[last]] = none
	q.heap = q.heap[:last]
	return nil // pop returns the element
}
