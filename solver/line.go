package solver

import "math"

// A line is an order of players that others can be put into and taken out of.
// It is a linked list whose members carry ascending labels, so that two places
// are compared in one step (Dietz and Sleator, Two algorithms for maintaining
// order in a list, 1987, in its simplest form: when two labels have none between
// them all are dealt out again). An insertion takes constant time on average
// unless it is repeated in one place.
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
		l.relabel()
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

// relabel deals out the labels again, as far from each other as can be.
func (l *line) relabel() {
	count := uint64(0)
	for v := l.next[l.left()]; v != l.right(); v = l.next[v] {
		count++
	}
	step := math.MaxUint64 / (count + 1)
	label := uint64(0)
	for v := l.next[l.left()]; v != l.right(); v = l.next[v] {
		label += step
		l.label[v] = label
	}
}

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
