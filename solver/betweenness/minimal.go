package betweenness

import (
	"math/bits"
	"slices"

	"enumerate/internal/bounded"
)

// A minimizer finds the minimal closures in a list: those that contain no other one. A closure is
// a transitive relation between players, given by pairs u<v: u stands before v.
//
// It divides a long list by two players, u and v, into three parts: the closures that contain
// u<v, those that contain v<u, and those that contain neither. Closures of the first two parts
// do not contain each other, and they are not within one of the third part. So the minimizer
// minimizes each part on its own, and then needs to look only for closures of the third part
// within those of the first two.
type minimizer struct {
	width  int
	rows   []uint32 // closures, width words each
	inside []int32  // by closure: none, or if it was dropped, the number of a closure within it
	counts []int32  // by two places: how many closures of a sample put the first before the second
	budget bounded.Steps
	steps  int   // steps so far
	err    error // the context's error
}

// A divisor is two places by which closures are divided.
type divisor struct{ u, v int }

// These numbers are the fastest for Coronene games.
const (
	few    = 80 // lists of up to this length are compared pairwise and not divided
	sample = 8  // the number of closures of a list that determine the divisor
)

// closure returns the closure with a number, in the memory of the given rows.
func (m *minimizer) closure(i int32) narrow {
	return m.rows[int(i)*m.width : (int(i)+1)*m.width]
}

// containsOne reports whether closure j contains one of some closures. If it does, containsOne records
// in m.inside which one, because closure j will be dropped.
func (m *minimizer) containsOne(j int32, some []int32) bool {
	m.spend(len(some) * m.width)
	d := m.closure(j)
	for _, i := range some {
		if m.closure(i).within(d) {
			m.inside[j] = i
			return true
		}
	}
	return false
}

// dropContaining removes from a list the closures that contain closure i, and records this in m.inside.
func (m *minimizer) dropContaining(list []int32, i int32) []int32 {
	m.spend(len(list) * m.width)
	c := m.closure(i)
	kept := list[:0]
	for _, j := range list {
		if c.within(m.closure(j)) {
			m.inside[j] = i
		} else {
			kept = append(kept, j)
		}
	}
	return kept
}

// keep returns the rows of the minimal closures among those with the given rows, and for each
// given closure the number, among those kept, of a minimal closure within it. All closures have
// the given width. The error is that of the budget's context.
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

	// A closure within a dropped closure may have been dropped, too, so follow the chain to its end.
	for i := range numbers {
		j := int32(i)
		for m.inside[j] != none {
			j = m.inside[j]
		}
		numbers[i] = numbers[j]
	}
	return kept, numbers, m.err
}

// spend counts steps and checks the context.
func (m *minimizer) spend(steps int) {
	m.steps += steps
	if err := m.budget.Spend(steps); err != nil {
		m.err = err
	}
}

// minimal returns the minimal closures of a list, which it reorders and overwrites. Of several
// equal closures it keeps one. A long list is divided by two players, u and v, into closures with
// neither u<v nor v<u, with u<v, and with v<u. Those with u<v and with v<u do not contain each
// other, and they are not within one with neither. So each part is minimized alone, and then the
// closures that contain one with neither are removed from the two other parts.
func (m *minimizer) minimal(list []int32) []int32 {
	if m.err != nil {
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

	neither, forward, backward := m.divide(list, by)
	neither = m.minimal(neither)
	forward = m.without(m.minimal(forward), neither)
	backward = m.without(m.minimal(backward), neither)
	return append(append(neither, forward...), backward...)
}

// minimalOfFew is minimal for a short list. It compares each closure with those kept so far.
func (m *minimizer) minimalOfFew(list []int32) []int32 {
	kept := list[:0]
	for _, j := range list {
		if !m.containsOne(j, kept) {
			kept = append(m.dropContaining(kept, j), j)
		}
	}
	return kept
}

// without returns the closures of a list that contain none of the closures in others. The closures
// in others must be minimal. It reorders both lists and overwrites the first.
//
// Long lists are divided by two players, u and v. A closure with neither u<v nor v<u can contain only
// others with neither. A closure with u<v can contain others with neither or with u<v, and likewise
// for v<u.
func (m *minimizer) without(list, others []int32) []int32 {
	if len(list) == 0 || len(others) == 0 || m.err != nil {
		return list
	}
	if len(others) == 1 || len(list)*len(others) <= few {
		return slices.DeleteFunc(list, func(j int32) bool { return m.containsOne(j, others) })
	}

	by, _ := m.divisor(others) // others are minimal, so they are not all equal
	othersNeither, othersForward, othersBackward := m.divide(others, by)
	neither, forward, backward := m.divide(list, by)
	neither = m.without(neither, othersNeither)
	forward = m.without(m.without(forward, othersNeither), othersForward)
	backward = m.without(m.without(backward, othersNeither), othersBackward)
	return append(append(neither, forward...), backward...)
}

// divide reorders a list into three parts: the closures that contain neither u<v nor v<u, those that
// contain u<v, and those that contain v<u. Part forward ends at index k while the list is being read.
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

// divisor returns two places that divide a list well, judged by a sample. If the closures of
// the sample are equal, it looks at the whole list. It returns false if all closures are equal.
func (m *minimizer) divisor(list []int32) (best divisor, ok bool) {
	some := min(len(list), sample)
	for {
		// Count how many closures put one place before another.
		w := m.width
		clear(m.counts)
		for k := range some {
			c := m.closure(list[k*len(list)/some])
			for u, row := range c {
				for after := m.counts[u*w : (u+1)*w]; row != 0; row &= row - 1 {
					after[bits.TrailingZeros32(row)]++
				}
			}
		}
		m.spend(some * w * w / 2)

		// Find the places u and v that save the most comparisons. A closure with u<v and one with
		// v<u need not be compared in either direction. A closure with one of the two need not be
		// looked for within one with neither, which saves one direction.
		most := int32(0)
		for u := range w {
			for v := range u {
				forward, backward := m.counts[u*w+v], m.counts[v*w+u]
				neither := int32(some) - forward - backward
				if saved := 2*forward*backward + neither*(forward+backward); saved > most {
					best, most = divisor{u, v}, saved
				}
			}
		}
		if most > 0 || some == len(list) {
			return best, most > 0
		}
		some = len(list)
	}
}
