package rotisserie

import "enumerate/games/heaps"

// Outcome knows up to three heaps, and heaps of at least 2 sticks, behind any number of
// heaps of 1.
func (Rules) Outcome(p heaps.Position) (next, known bool) {
	turned := false
	for len(p) > 0 && p[0] == 1 {
		p, turned = p[1:], !turned
	}
	next, known = outcome(p)
	return next != turned, known
}

// outcome is Outcome for a queue that is empty or whose front has at least 2 sticks.
func outcome(p heaps.Position) (next, known bool) {
	switch len(p) {
	case 0:
		return false, true
	case 1:
		return true, true
	case 2:
		return p[0] > p[1], true
	case 3:
		return p[2] != 1 || p[1] == 1, true
	}
	least := 0 // the index of the first of the least heaps
	for i, heap := range p {
		if heap == 1 {
			return false, false
		}
		if heap < p[least] {
			least = i
		}
	}
	return len(p)%2 == 1 || least%2 == 1, true
}

// Winning returns the moves that win: all of up to three heaps, or if there is only one. Of
// more heaps of at least 2 sticks it returns one, which leaves as much as possible of the
// front of an even number of heaps, and as little as possible of an odd one: all of it is
// taken if that wins, and all but one stick otherwise.
func (r Rules) Winning(p heaps.Position) (moves []heaps.Reduction, all bool) {
	front := p[0]
	one := func(least, most uint64) []heaps.Reduction {
		return []heaps.Reduction{{Heap: 0, Least: least, Most: most}}
	}
	removed, _ := r.Outcome(p[1:])
	switch {
	case front == 1:
		return one(0, 0), true
	case len(p) == 1:
		return one(0, 0), true
	case len(p) == 2: // leaves the other player not less than it has in front
		return one(p[1], front-1), true
	case len(p) == 3:
		return three(p, removed), true
	case len(p)%2 == 0:
		return one(front-1, front-1), false
	case !removed:
		return one(0, 0), false
	}
	return one(1, 1), false
}

// three returns the moves that win from a,b,c with a >= 2: to b,c if that is P, and to
// b,c,y if b = 1 and c > y, or if b >= 2 and c > y = 1.
func three(p heaps.Position, removed bool) (moves []heaps.Reduction) {
	a, b, c := p[0], p[1], p[2]
	if !removed {
		moves = append(moves, heaps.Reduction{Heap: 0})
	}
	most := min(a, c) - 1
	if b >= 2 {
		most = min(most, 1)
	}
	if most >= 1 {
		moves = append(moves, heaps.Reduction{Heap: 0, Least: 1, Most: most})
	}
	return moves
}
