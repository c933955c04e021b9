package betweenness

// smallPlayers is up to how many players, after peeling, a frontier of closures
// is quicker than all else.
const smallPlayers = 10

// A small decides systems of few players on frontiers.
type small struct {
	narrow, wide Frontier // of up to 8 players, and of more
}

// run reports whether the triples on the given number of players can be met
// together. If they can it appends the players to a slice in an order that does;
// if they cannot, used is how many of the triples, the first ones, contradict each
// other.
func (s *small) run(players int, triples []triple, to []int32) (solved bool, order []int32, used int) {
	f := &s.narrow
	if players > 8 {
		f = &s.wide
	}
	if *f == nil {
		*f = NewFrontier(players)
	}
	defer func() {
		for range used {
			(*f).Pop()
		}
	}()
	for _, t := range triples {
		used++
		if !(*f).Push(int(t.end), Choice{int(t.middle), int(t.other)}) {
			return false, to, used
		}
	}
	return true, (*f).line(players, to), used
}
