package betweenness

// Take any players of a solution, two at least. The leftmost and the rightmost of
// them stand between no two others. So of any set of players at least two are
// not the middle of a triple within the set. A set that breaks this is found here
// by taking away players, with their triples, who are not the middle of one left:
// in linear time if all of the set are middles, and if all but one are, in linear
// time for each player that the one may be.
//
// Searching for orientations does not see this: of random games in which everybody is
// somebody's wonderwall and somebody's ninja it takes some 450 conflicts with 30
// players, 4,100 with 40, and 72,000 with 50 (BenchmarkOrientationsAlone).
type ends struct {
	middles []int32 // of how many triples left a player is the middle
	gone    []bool  // players
	torn    []bool  // triples
	queue   []int32
}

// contradiction returns triples that contradict each other because, of the players
// they speak of, all are middles, or all but the given one, which may be none.
// It returns nil if there are no such triples.
func (e *ends) contradiction(players int, triples []triple, in *incidence, but int32) []int32 {
	e.middles, e.gone, e.torn = resize(e.middles, players), resize(e.gone, players), resize(e.torn, len(triples))
	clear(e.middles)
	clear(e.gone)
	clear(e.torn)
	for _, t := range triples {
		e.middles[t.middle]++
	}
	e.queue = e.queue[:0]
	for v := range int32(players) {
		if e.middles[v] == 0 && v != but {
			e.gone[v] = true
			e.queue = append(e.queue, v)
		}
	}
	for k := 0; k < len(e.queue); k++ {
		for _, i := range in.of(e.queue[k]) {
			if e.torn[i] {
				continue
			}
			e.torn[i] = true
			m := triples[i].middle
			if e.middles[m]--; e.middles[m] == 0 && m != but && !e.gone[m] {
				e.gone[m] = true
				e.queue = append(e.queue, m)
			}
		}
	}
	// One triple for each player left is enough.
	var left []int32
	for i, t := range triples {
		if !e.torn[i] && t.middle != but && !e.gone[t.middle] {
			e.gone[t.middle] = true
			left = append(left, int32(i))
		}
	}
	return left
}

// anyContradiction tries all players that may be the one that is no middle.
func (e *ends) anyContradiction(players int, triples []triple, in *incidence) []int32 {
	for v := range int32(players) {
		if left := e.contradiction(players, triples, in, v); left != nil {
			return left
		}
	}
	return nil
}
