package betweenness

import (
	"math"
	"math/rand/v2"
	"slices"
)

// Equations are a sparse system of linear equations, solved by Gaussian elimination. The
// first unknown is 0. Elimination takes next an unknown that the fewest rows contain, and uses
// the shortest suitable row with this unknown as the pivot (Markowitz, The elimination form of
// the inverse, 1957).
type equations struct {
	rows      [][]term
	in        [][]int32 // by unknown: the rows that have ever contained it, some of them twice
	count     []int32   // by unknown: the number of remaining rows that contain it; none if it is eliminated
	remaining []bool    // by row: whether it remains
	queues    [][]int32 // unknowns by count, some entries out of date
	at        []int32   // by unknown: the index of its term in the current row, or none
	having    []pivot   // the remaining rows that contain the current unknown
	terms     int       // the number of terms ever made

	pivots []pivot
	steps  []step
	free   []int32 // the unknowns that no row determines
}

type term struct {
	unknown int32
	factor  float64
}

// A pivot is a row that determines an unknown from the unknowns that were eliminated later.
type pivot struct {
	row, unknown int32
	factor       float64 // of the unknown, which the row no longer contains
}

// A step subtracts a multiple of one row from another.
type step struct {
	row, from int32
	times     float64
}

// mostTerms is the limit on terms, 64 MB.
const mostTerms = 1 << 22

// negligible is the value below which a factor counts as 0; factors are about 1.
const negligible = 1e-12

func newEquations(rows, unknowns int) *equations {
	e := &equations{
		rows:      make([][]term, rows),
		in:        make([][]int32, unknowns),
		count:     make([]int32, unknowns),
		remaining: make([]bool, rows),
		at:        make([]int32, unknowns),
	}
	for x := range e.at {
		e.at[x] = none
		e.put(int32(x))
	}
	e.count[0] = none
	return e
}

// add adds a row with the given terms. The sum of a row is 0 unless solve sets it to 1.
func (e *equations) add(row int32, terms ...term) {
	e.remaining[row] = true
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

// drop records that a remaining row no longer contains an unknown.
func (e *equations) drop(x int32) {
	if e.count[x] != none {
		e.count[x]--
		e.put(x)
	}
}

// put queues an unknown by its count.
func (e *equations) put(x int32) {
	for int(e.count[x]) >= len(e.queues) {
		e.queues = append(e.queues, nil)
	}
	e.queues[e.count[x]] = append(e.queues[e.count[x]], x)
}

// next returns an unknown that the fewest remaining rows contain.
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

// eliminate eliminates one unknown. It reports whether one was left, and how many terms it has visited.
func (e *equations) eliminate() (more bool, looked int) {
	// Take the unknown out of the rows that contain it.
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
	// Choose the pivot, and subtract multiples of it from the other rows.
	best := none
	for k, h := range e.having {
		// The pivot has at least a tenth of the largest factor, so no step multiplies by more than 10, and rounding errors grow slowly.
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
	e.remaining[p.row] = false
	for _, t := range e.rows[p.row] {
		e.drop(t.unknown)
	}
	return true, looked
}

// find returns the index of an unknown in a remaining row, or none.
func (e *equations) find(row, x int32) int {
	if e.remaining[row] {
		for k, t := range e.rows[row] {
			if t.unknown == x {
				return k
			}
		}
	}
	return none
}

// subtract executes a step.
func (e *equations) subtract(s step) {
	e.steps = append(e.steps, s)
	for k, t := range e.rows[s.row] {
		e.at[t.unknown] = int32(k)
	}
	for _, t := range e.rows[s.from] {
		// The conversion forbids a fused multiply-add, so that all machines compute the
		// same numbers.
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

// solve returns a solution; all unknowns must have been eliminated. The sum of the row with the number one
// is 1, unless this is none; the sums of all other rows are 0. Unknowns that no row determines are random.
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

// transposed solves the transposed system: it returns a factor for each row such that the
// combination of the rows has the given coefficients for all unknowns except the first. So
// it tells how a linear function of the solution depends on the sum of each row. It
// overwrites sums.
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
