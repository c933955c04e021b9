package betweenness

import (
	"math"
	"math/rand/v2"
	"slices"
)

// Equations are a sparse system of linear equations, its rows, in unknowns, the first
// of which is 0. They are solved by Gauss's elimination. The next unknown is always one
// that the fewest rows have, and of its rows a short one is kept (Markowitz, The
// elimination form of the inverse, 1957).
type equations struct {
	rows   [][]term
	in     [][]int32 // of each unknown, the rows that have had it, some of them twice
	count  []int32   // of each unknown, how many rows left have it; none if it is eliminated
	left   []bool    // rows
	queues [][]int32 // unknowns by count, some of them out of date
	at     []int32   // of each unknown, its term in the row at hand, or none
	having []pivot   // the rows left that have the unknown at hand, until it is eliminated
	terms  int       // that rows have ever had

	pivots []pivot
	steps  []step
	free   []int32 // the unknowns that no row determines
}

type term struct {
	unknown int32
	factor  float64
}

// A pivot is a row that determines an unknown from those eliminated later.
type pivot struct {
	row, unknown int32
	factor       float64 // of the unknown, which the row no longer has
}

// A step takes a multiple of a row from another one.
type step struct {
	row, from int32
	times     float64
}

// mostTerms is where to give up: 64 MB.
const mostTerms = 1 << 22

// negligible is what is taken for 0 where the factors are about 1.
const negligible = 1e-12

func newEquations(rows, unknowns int) *equations {
	e := &equations{
		rows:  make([][]term, rows),
		in:    make([][]int32, unknowns),
		count: make([]int32, unknowns),
		left:  make([]bool, rows),
		at:    make([]int32, unknowns),
	}
	for x := range e.at {
		e.at[x] = none
		e.put(int32(x))
	}
	e.count[0] = none
	return e
}

// add makes a row of some terms, whose sum is 0 unless solve says otherwise.
func (e *equations) add(row int32, terms ...term) {
	e.left[row] = true
	for _, t := range terms {
		if t.unknown != 0 {
			e.append(row, t)
		}
	}
}

// append adds a term to a row.
func (e *equations) append(row int32, t term) {
	e.rows[row] = append(e.rows[row], t)
	e.in[t.unknown] = append(e.in[t.unknown], row)
	e.count[t.unknown]++
	e.put(t.unknown)
	e.terms++
}

// drop notes that a row that is left no longer has an unknown.
func (e *equations) drop(x int32) {
	if e.count[x] != none {
		e.count[x]--
		e.put(x)
	}
}

// put puts an unknown into the queue of its count.
func (e *equations) put(x int32) {
	for int(e.count[x]) >= len(e.queues) {
		e.queues = append(e.queues, nil)
	}
	e.queues[e.count[x]] = append(e.queues[e.count[x]], x)
}

// next returns an unknown that the fewest rows left have.
func (e *equations) next() (x int32, more bool) {
	for n, queue := range e.queues {
		for len(queue) > 0 {
			x, queue = queue[len(queue)-1], queue[:len(queue)-1]
			if e.count[x] == int32(n) {
				e.queues[n] = queue
				return x, true
			}
		}
		e.queues[n] = queue
	}
	return 0, false
}

// eliminate eliminates one unknown, if one is left, and returns how many terms it looked
// at.
func (e *equations) eliminate() (more bool, looked int) {
	x, more := e.next()
	if !more {
		return false, 0
	}
	e.count[x] = none
	e.having = e.having[:0]
	most := 0.0
	for _, r := range e.in[x] {
		if k := e.find(r, x); k != none {
			looked += len(e.rows[r])
			e.having = append(e.having, pivot{r, x, e.rows[r][k].factor})
			most = max(most, math.Abs(e.rows[r][k].factor))
			e.rows[r] = slices.Delete(e.rows[r], k, k+1)
		}
	}
	if most < negligible {
		e.free = append(e.free, x)
		return true, looked
	}
	best := none
	for k, h := range e.having {
		// No factor of a step is more than 10, so rounding does not grow fast.
		if math.Abs(h.factor) >= most/10 && (best == none || len(e.rows[h.row]) < len(e.rows[e.having[best].row])) {
			best = k
		}
	}
	p := e.having[best]
	e.pivots = append(e.pivots, p)
	for k, h := range e.having {
		if k != best {
			e.subtract(step{h.row, p.row, h.factor / p.factor})
			looked += len(e.rows[h.row]) + len(e.rows[p.row])
		}
	}
	e.left[p.row] = false
	for _, t := range e.rows[p.row] {
		e.drop(t.unknown)
	}
	return true, looked
}

// find returns the place of an unknown in a row that is left, or none.
func (e *equations) find(row, x int32) int {
	if e.left[row] {
		for k, t := range e.rows[row] {
			if t.unknown == x {
				return k
			}
		}
	}
	return none
}

// subtract takes a step.
func (e *equations) subtract(s step) {
	e.steps = append(e.steps, s)
	for k, t := range e.rows[s.row] {
		e.at[t.unknown] = int32(k)
	}
	for _, t := range e.rows[s.from] {
		// The conversion keeps the machine from rounding only once, so all machines get
		// the same numbers.
		if minus := float64(s.times * t.factor); e.at[t.unknown] != none {
			e.rows[s.row][e.at[t.unknown]].factor -= minus
		} else {
			e.append(s.row, term{t.unknown, -minus})
		}
	}
	kept := e.rows[s.row][:0]
	for _, t := range e.rows[s.row] {
		e.at[t.unknown] = none
		if math.Abs(t.factor) < negligible {
			e.drop(t.unknown)
		} else {
			kept = append(kept, t)
		}
	}
	e.rows[s.row] = kept
}

// solve returns a solution, after all unknowns were eliminated. The sum of one row, or
// none, is 1. What no row determines is random.
func (e *equations) solve(one int32, random *rand.Rand) []float64 {
	sums := make([]float64, len(e.rows))
	if one != none {
		sums[one] = 1
	}
	for _, s := range e.steps {
		sums[s.row] -= float64(s.times * sums[s.from])
	}
	values := make([]float64, len(e.in))
	for _, x := range e.free {
		values[x] = random.Float64()
	}
	for k := len(e.pivots) - 1; k >= 0; k-- {
		p := e.pivots[k]
		sum := sums[p.row]
		for _, t := range e.rows[p.row] {
			sum -= float64(t.factor * values[t.unknown])
		}
		values[p.unknown] = sum / p.factor
	}
	return values
}

// transposed returns a number for each row such that the rows, times these, have the given
// sums of factors for all unknowns but the first: so it says how much a sum of unknowns
// changes with that of each row. It overwrites the sums.
func (e *equations) transposed(sums []float64) []float64 {
	numbers := make([]float64, len(e.rows))
	for _, p := range e.pivots {
		v := sums[p.unknown] / p.factor
		numbers[p.row] = v
		for _, t := range e.rows[p.row] {
			sums[t.unknown] -= float64(t.factor * v)
		}
	}
	for k := len(e.steps) - 1; k >= 0; k-- {
		s := e.steps[k]
		numbers[s.from] -= float64(s.times * numbers[s.row])
	}
	return numbers
}
