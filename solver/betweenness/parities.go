package betweenness

// parities are disjoint sets of things in each of which every two are known to
// be equal or opposite (union-find with parities).
type parities struct {
	parent   []int
	opposite []bool // to the parent
	size     []int
}

func newParities(things int) *parities {
	s := &parities{make([]int, things), make([]bool, things), make([]int, things)}
	for i := range s.parent {
		s.parent[i] = i
		s.size[i] = 1
	}
	return s
}

// find returns the thing that stands for the set of i, and whether i is
// opposite to it. Sets are joined by size, so paths are short.
func (s *parities) find(i int) (root int, opposite bool) {
	for s.parent[i] != i {
		opposite = opposite != s.opposite[i]
		i = s.parent[i]
	}
	return i, opposite
}

// join makes two things equal or opposite, or reports that they are known to be
// otherwise.
func (s *parities) join(i, j int, opposite bool) bool {
	a, aOpposite := s.find(i)
	b, bOpposite := s.find(j)
	opposite = opposite != (aOpposite != bOpposite)
	if a == b {
		return !opposite
	}
	if s.size[a] < s.size[b] {
		a, b = b, a
	}
	s.parent[b], s.opposite[b] = a, opposite
	s.size[a] += s.size[b]
	return true
}
