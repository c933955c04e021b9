package betweenness

// A queue holds triples by activity, the most active first: a binary heap that
// knows where each is.
type queue struct {
	activity []float64
	step     float64 // what a bump adds
	heap     []int32
	at       []int32 // place in the heap, or none
}

// reset empties the queue, for that many triples, none of them active.
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

// push puts a triple back.
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
