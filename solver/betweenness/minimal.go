package betweenness

import (
	"math/bits"
	"slices"

	"enumerate/internal/bounded"
)

// A minimizer finds the minimal closures in a list: those that contain no other one. A closure is a transitive
// relation, a set of pairs u<v: player u stands before v.
//
// The minimizer divides a long list by two players, u and v, into the closures that contain u<v, those that contain
// v<u, and those that contain neither. Closures of the first two parts do not contain each other, and closures of the
// third part do not contain closures of the first two. So after minimizing each part, it need only look for closures of
// the third part within closures of the first two.
type minimizer struct {
	width  int      // the number of places; a place stands for a player
	rows   []uint32 // closures, width words each
	inside []int32  // by closure: none, or if it was dropped, the number of a closure within it
	counts []int32  // by two places: how many closures of a sample put the first before the second
	budget bounded.Steps
	steps  int   // steps so far
	err    error // the context's error
}

// A divisor is two places, by whose players u and v a list is divided.
type divisor struct{ u, v int }

// These numbers make the minimizer fastest for coronene games, which are made from a patch of a honeycomb.
const (
	few    = 80 // lists of up to this length are compared pairwise and not divided
	sample = 8  // the number of closures of a list that are compared to choose the two players that divide it
)

func (m *minimizer) closure(i int32) narrow {
	return m.rows[int(i)*m.width : (int(i)+1)*m.width]
}

// containsOne reports whether closure j contains a closure of a list, and stores that closure's number in m.inside[j]
// for a proof.
func (m *minimizer) containsOne(j int32, list []int32) bool {
	m.spend(len(list) * m.width)
	larger := m.closure(j)
	for _, i := range list {
		if m.closure(i).within(larger) {
			m.inside[j] = i
			return true
		}
	}
	return false
}

// dropContaining removes from a list all closures that contain closure i, and stores i in m.inside as the closure
// within them.
func (m *minimizer) dropContaining(list []int32, i int32) []int32 {
	m.spend(len(list) * m.width)
	smaller := m.closure(i)
	kept := list[:0]
	for _, j := range list {
		if smaller.within(m.closure(j)) {
			m.inside[j] = i
		} else {
			kept = append(kept, j)
		}
	}
	return kept
}

// keep returns the rows of the minimal closures among the given ones, each of which has `width` rows. Each given
// closure contains a minimal one: numbers[i] is the index, in the result, of a minimal closure that given closure i
// contains. The error is that of the budget's context.
func (m *minimizer) keep(width int, rows []uint32) (kept []uint32, numbers []int32, err error) {
	m.width, m.rows, m.err = width, rows, nil
	m.counts = resize(m.counts, width*width)
	list := make([]int32, len(rows)/width)
	m.inside = make([]int32, len(list))
	for i := range list {
		list[i], m.inside[i] = int32(i), none
	}

	list = m.minimal(list)

	numbers = make([]int32, len(m.inside))
	kept = make([]uint32, 0, len(list)*width)
	for k, i := range list {
		numbers[i] = int32(k)
		kept = append(kept, m.closure(i)...)
	}

	// A dropped closure contains another, m.inside, which may have been dropped later, too. Follow m.inside to a
	// closure that was kept.
	for i := range numbers {
		j := int32(i)
		for m.inside[j] != none {
			j = m.inside[j]
		}
		numbers[i] = numbers[j]
	}
	return kept, numbers, m.err
}

// spend counts steps, and sets m.err if the context has ended.
func (m *minimizer) spend(steps int) {
	m.steps += steps
	if err := m.budget.Spend(steps); err != nil {
		m.err = err
	}
}

// minimal returns the minimal closures of a list (those that contain no other one), and overwrites the list. Of several
// equal closures it keeps one. For each dropped closure, m.inside stores a closure within it.
func (m *minimizer) minimal(list []int32) []int32 {
	if m.err != nil { // the context has ended, so the result is not used
		return list
	}
	if len(list) <= few {
		return m.minimalOfFew(list)
	}
	by, ok := m.divisor(list)
	if !ok { // all are equal
		for _, i := range list[1:] {
			m.inside[i] = list[0]
		}
		return list[:1]
	}

	// Divide the list by the two players u and v of `by`: closures with u<v are in the list `forward`, closures with
	// v<u in `backward`, and all others in `neither`. A closure in `forward` and one in `backward` cannot contain each
	// other. A closure in `neither` cannot contain one in `forward` or `backward`.
	neither, forward, backward := m.divide(list, by)
	neither = m.minimal(neither)
	forward = m.without(m.minimal(forward), neither)
	backward = m.without(m.minimal(backward), neither)
	return append(append(neither, forward...), backward...)
}

// minimalOfFew returns the minimal closures of a short list, by comparing all pairs. It overwrites the list.
func (m *minimizer) minimalOfFew(list []int32) []int32 {
	kept := list[:0]
	for _, j := range list {
		if !m.containsOne(j, kept) {
			kept = append(m.dropContaining(kept, j), j)
		}
	}
	return kept
}

// without removes from a list all closures that contain one of the closures in `others`, which must be minimal. It
// reorders both lists and overwrites the first.
//
// It divides long lists by two players, u and v. A closure with neither u<v nor v<u can contain only closures that also
// have neither, and a closure with u<v only those that have neither or u<v.
func (m *minimizer) without(list, others []int32) []int32 {
	if len(list) == 0 || len(others) == 0 || m.err != nil {
		return list
	}
	if len(others) == 1 || len(list)*len(others) <= few { // compare all pairs
		return slices.DeleteFunc(list, func(j int32) bool { return m.containsOne(j, others) })
	}

	// The closures in others are minimal, so they are not all equal, and divisor finds two players.
	by, _ := m.divisor(others)
	othersNeither, othersForward, othersBackward := m.divide(others, by)
	neither, forward, backward := m.divide(list, by)
	neither = m.without(neither, othersNeither)
	forward = m.without(m.without(forward, othersNeither), othersForward)
	backward = m.without(m.without(backward, othersNeither), othersBackward)
	return append(append(neither, forward...), backward...)
}

// divide reorders a list of closures into three parts: those in which neither u stands before v nor v before u, those
// with u before v, and those with v before u. During the loop the parts are list[:firstForward], list[firstForward:k]
// and list[firstBackward:].
func (m *minimizer) divide(list []int32, by divisor) (neither, forward, backward []int32) {
	firstForward, firstBackward := 0, len(list)
	for k := 0; k < firstBackward; {
		i := list[k]
		c := m.closure(i)
		switch {
		case c[by.u]>>by.v&1 != 0: // u<v
			k++
		case c[by.v]>>by.u&1 != 0: // v<u
			firstBackward--
			list[k], list[firstBackward] = list[firstBackward], i
		default:
			list[k], list[firstForward] = list[firstForward], i
			firstForward++
			k++
		}
	}
	return list[:firstForward], list[firstForward:firstBackward], list[firstBackward:]
}

// divisor returns two players u and v by whose order to divide a list of closures, into those with u<v, with v<u and
// with neither. Players are given as places, the numbers of their rows and bits in a closure. These two save the most
// comparisons in a sample or, if the closures of the sample are equal, in the whole list. It returns false if all
// closures are equal.
func (m *minimizer) divisor(list []int32) (best divisor, ok bool) {
	samples := min(len(list), sample)
	for {
		width := m.width
		clear(m.counts)
		for k := range samples {
			c := m.closure(list[k*len(list)/samples])
			for u, row := range c {
				for after := m.counts[u*width : (u+1)*width]; row != 0; row &= row - 1 {
					after[bits.TrailingZeros32(row)]++
				}
			}
		}
		m.spend(samples * width * width / 2)

		// Find the u and v that save the most comparisons. Two closures take two comparisons, one in each direction.
		// Closures with u<v and with v<u do not contain each other, which saves both comparisons. A closure with
		// neither does not contain one with u<v or v<u, which saves one comparison.
		most := int32(0)
		for u := range width {
			for v := range u {
				forward, backward := m.counts[u*width+v], m.counts[v*width+u]
				neither := int32(samples) - forward - backward
				if saved := 2*forward*backward + neither*(forward+backward); saved > most {
					best, most = divisor{u, v}, saved
				}
			}
		}
		if most > 0 || samples == len(list) {
			return best, most > 0
		}
		samples = len(list) // the closures of the sample are equal
	}
}
