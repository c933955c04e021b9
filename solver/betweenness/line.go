package betweenness

import "math"

// A line is an order of players that others can be put into and taken out of.
// It is a linked list whose members carry ascending labels, so that two places
// are compared in one step. Where two neighbours have no label left between them,
// as many around them are labelled anew as makes room for long (Bender, Cole,
// Demaine, Farach-Colton and Zito, Two simplified algorithms for maintaining order
// in a list, 2002): an insertion takes logarithmic time on average over any
// sequence of them.
type line struct {
	label      []uint64 // of the players, 0 for those not in the line, and the two ends
	next, prev []int32
}

// reset empties the line, for the given number of players.
func (l *line) reset(players int) {
	l.label = resize(l.label, players+2)
	l.next = resize(l.next, players+2)
	l.prev = resize(l.prev, players+2)
	clear(l.label)
	l.label[l.right()] = math.MaxUint64
	l.next[l.left()], l.prev[l.right()] = l.right(), l.left()
}

// left returns the left end of the line, which stands before everybody, and
// right the right end.
func (l *line) left() int32  { return int32(len(l.label) - 2) }
func (l *line) right() int32 { return int32(len(l.label) - 1) }

// holds reports whether player v is in the line.
func (l *line) holds(v int32) bool { return l.label[v] != 0 }

// insertAfter puts player v, who is not in the line, right after u, who is, or
// who is its left end.
func (l *line) insertAfter(v, u int32) {
	w := l.next[u]
	if l.label[w]-l.label[u] < 2 {
		l.spread(u)
	}
	l.label[v] = l.label[u] + (l.label[w]-l.label[u])/2
	l.next[u], l.prev[v] = v, u
	l.next[v], l.prev[w] = w, v
}

// remove takes player v out, to be put back or inserted again at once: its label
// stays until then.
func (l *line) remove(v int32) {
	l.next[l.prev[v]] = l.next[v]
	l.prev[l.next[v]] = l.prev[v]
}

// back puts the player removed last back into its place.
func (l *line) back(v int32) {
	l.next[l.prev[v]] = v
	l.prev[l.next[v]] = v
}

// spread labels the players around u anew, who is in the line or is its left end:
// those whose labels have the same high bits, for as few high bits as leaves them
// sparse, the sparser the fewer bits.
func (l *line) spread(u int32) {
	if u == l.left() {
		u = l.next[u] // as the labels run out there is somebody
	}
	first, last, count := u, u, uint64(1)
	room := 4.0
	for bits := 2; ; bits++ {
		low := uint64(1)<<bits - 1
		base := l.label[u] &^ low
		for p := l.prev[first]; p != l.left() && l.label[p] >= base; p = l.prev[p] {
			first = p
			count++
		}
		for n := l.next[last]; n != l.right() && l.label[n] <= base|low; n = l.next[n] {
			last = n
			count++
		}
		room *= sparse
		if step := low / count; bits == 63 || step >= 4 && float64(count) < room {
			label := base + step/2
			for v := first; ; v = l.next[v] {
				l.label[v] = label
				label += step
				if v == last {
					return
				}
			}
		}
	}
}

// sparse is by which factor more players may share all but one high bit. It is
// between 1 and 2; 1.5 to the power of 62 is more than there can be.
const sparse = 1.5

// meets reports whether the line, which holds its players, meets a triple.
func (l *line) meets(t triple) bool {
	return (l.label[t.end] < l.label[t.middle]) == (l.label[t.middle] < l.label[t.other])
}

// gap returns between whom player v meets a triple that speaks of it, where the
// two others stand now.
func (l *line) gap(t triple, v int32) (lo, hi int32) {
	switch v {
	case t.middle:
		if l.label[t.end] < l.label[t.other] {
			return t.end, t.other
		}
		return t.other, t.end
	case t.end:
		if l.label[t.middle] < l.label[t.other] {
			return l.left(), t.middle
		}
	default:
		if l.label[t.middle] < l.label[t.end] {
			return l.left(), t.middle
		}
	}
	return t.middle, l.right()
}
