package betweenness

import (
	"math"
	"math/rand/v2"
	"slices"
)

// Equations are a sparse system of linear equations, solved by Gaussian elimination. A row is one equation: a sum of
// terms, each an unknown times a factor, is its right-hand side. The unknown with number 0 has the value 0, because
// only differences of unknowns matter. Elimination takes next an unknown that the fewest rows contain, and of these
// rows the shortest suitable one as the pivot, the row that determines the unknown (Markowitz, The elimination form of
// the inverse, 1957).
//
// After eliminate has been called until no unknown is left, solve computes the unknowns, and transposed tells how a
// linear function of the unknowns depends on the right-hand sides.
type equations struct {
	rows      [][]term
	in        [][]int32 // by unknown: the rows that have ever contained it, some of them twice
	count     []int32   // by unknown: the number of remaining rows that contain it; none if it is eliminated
	remaining []bool    // by row: whether it remains
	queues    [][]int32 // by count: the unknowns with this count; an entry is out of date if the count has changed since
	at        []int32   // by unknown: the index of its term in the current row, or none
	having    []pivot   // the remaining rows that contain the current unknown
	terms     int       // the number of terms ever made

	pivots []pivot // in the order in which their unknowns were eliminated
	steps  []step  // all subtractions of rows so far
	free   []int32 // the unknowns that no row determines
}

type term struct {
	unknown int32
	factor  float64
}

// A pivot is a row that determines an unknown.
type pivot struct {
	row, unknown int32
	factor       float64 // of the unknown, which the row no longer contains
}

// A step says that a multiple of the row `from` was subtracted from another row.
type step struct {
	row, from int32
	times     float64
}

// mostTerms is the limit on the number of terms, 16 bytes each: 64 MB.
const mostTerms = 1 << 22

// negligible is the value below which a factor counts as 0; factors are about 1.
const negligible = 1e-12

// newEquations returns a system whose rows have no terms yet. It puts each unknown into the queue of the unknowns that
// no row contains; next looks up in the queues which unknown the fewest rows contain.
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
	e.count[0] = none // the first unknown is 0, so it need not be eliminated
	return e
}

// add adds the equation with the given number: the sum of its terms is 0, or 1 if solve is called with this row as
// unitRow.
func (e *equations) add(row int32, terms ...term) {
	e.remaining[row] = true
	for _, t := range terms {
		if t.unknown != 0 {
			e.append(row, t)
		}
	}
}

// append adds a term to a row that does not contain its unknown.
func (e *equations) append(row int32, t term) {
	e.rows[row] = append(e.rows[row], t)
	e.in[t.unknown] = append(e.in[t.unknown], row)
	e.count[t.unknown]++
	e.put(t.unknown)
	e.terms++
}

// drop records that an unknown x has disappeared from one of the rows that are not pivots yet.
func (e *equations) drop(x int32) {
	if e.count[x] != none {
		e.count[x]--
		e.put(x)
	}
}

// put queues an unknown x under the number of rows that contain it. Its earlier entries stay; next skips them.
func (e *equations) put(x int32) {
	for int(e.count[x]) >= len(e.queues) {
		e.queues = append(e.queues, nil)
	}
	e.queues[e.count[x]] = append(e.queues[e.count[x]], x)
}

// next returns the unknown that the fewest remaining rows contain, of those not yet eliminated. It drops queue entries
// that are out of date.
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

// eliminate eliminates one unknown, by subtracting multiples of its pivot, the row that determines it, from the other
// rows that contain it. It returns false if no unknown was left, and the number of terms visited, which measures its
// time.
func (e *equations) eliminate() (more bool, visited int) {
	x, more := e.next()
	if !more {
		return false, 0
	}
	e.count[x] = none

	e.having = e.having[:0]
	largest := 0.0
	for _, r := range e.in[x] {
		if k := e.find(r, x); k != none {
			factor := e.rows[r][k].factor
			e.having = append(e.having, pivot{r, x, factor})
			largest = max(largest, math.Abs(factor))
			visited += len(e.rows[r])
			e.rows[r] = slices.Delete(e.rows[r], k, k+1)
		}
	}
	if largest < negligible { // no row determines the unknown
		e.free = append(e.free, x)
		return true, visited
	}

	// In the pivot, the factor of the unknown must be at least a tenth of its largest factor in any row. So no row is
	// multiplied by more than 10, and rounding errors grow slowly.
	best := none
	for k, h := range e.having {
		suitable := math.Abs(h.factor) >= largest/10
		if suitable && (best == none || len(e.rows[h.row]) < len(e.rows[e.having[best].row])) {
			best = k
		}
	}
	p := e.having[best]
	e.pivots = append(e.pivots, p)

	for k, h := range e.having {
		if k != best {
			e.subtract(step{h.row, p.row, h.factor / p.factor})
			visited += len(e.rows[h.row]) + len(e.rows[p.row])
		}
	}

	e.remaining[p.row] = false
	for _, t := range e.rows[p.row] {
		e.drop(t.unknown)
	}
	return true, visited
}

// find returns the index of an unknown's term in a row, or none. For a row that is a pivot already it also returns
// none, because elimination must not change pivots.
func (e *equations) find(row, unknown int32) int {
	if !e.remaining[row] {
		return none
	}
	return slices.IndexFunc(e.rows[row], func(t term) bool { return t.unknown == unknown })
}

// subtract subtracts s.times the row s.from from the row s.row, and removes terms that nearly cancel. It records the
// step, because solve must do the same with the right-hand sides.
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

// solve returns the values of the unknowns. The right-hand side is 1 for the row unitRow, unless this is none, and 0
// for all other rows. Unknowns that no row determines get random values.
func (e *equations) solve(unitRow int32, random *rand.Rand) []float64 {
	right := make([]float64, len(e.rows))
	if unitRow != none {
		right[unitRow] = 1
	}

	for _, s := range e.steps {
		right[s.row] -= float64(s.times * right[s.from])
	}

	// A pivot determines its unknown from those that were eliminated later, so begin with the last pivot.
	values := make([]float64, len(e.in))
	for _, x := range e.free {
		values[x] = random.Float64()
	}
	for k := len(e.pivots) - 1; k >= 0; k-- {
		pivot := e.pivots[k]
		sum := right[pivot.row]
		for _, t := range e.rows[pivot.row] {
			sum -= float64(t.factor * values[t.unknown])
		}
		values[pivot.unknown] = sum / pivot.factor
	}
	return values
}

// transposed tells how a linear function of the unknowns, given by its coefficients, depends on the right-hand sides:
// if the right-hand side of row r grows by 1, the function grows by element r of the result. It overwrites the
// coefficients. The coefficient of unknown 0 does not matter, because this unknown is 0.
//
// To find the result, transposed writes the function as a sum of the rows, each times a factor. These factors are the
// result: they solve the transposed system.
func (e *equations) transposed(coefficients []float64) []float64 {
	worth := make([]float64, len(e.rows)) // by row: its factor

	// Write the function as a sum of the pivots, each times a factor. A pivot contains only unknowns that were
	// eliminated later, so begin with the first pivot.
	for _, pivot := range e.pivots {
		v := coefficients[pivot.unknown] / pivot.factor
		worth[pivot.row] = v
		for _, t := range e.rows[pivot.row] {
			coefficients[t.unknown] -= float64(t.factor * v) // the conversion forbids a fused multiply-add
		}
	}

	// The pivots are the results of the steps, so undo these, the last one first. A multiple of row s.from was
	// subtracted from row s.row, so the right-hand side of s.from counts in s.row, too.
	for k := len(e.steps) - 1; k >= 0; k-- {
		s := e.steps[k]
		worth[s.from] -= float64(s.times * worth[s.row])
	}
	return worth
}
