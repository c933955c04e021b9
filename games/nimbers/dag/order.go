package dag

// sinksFirst returns the vertices so that every arc leads to an earlier one (Kahn,
// Topological sorting of large networks, 1962). Of a graph with a cycle it returns fewer:
// those from which no cycle is reached.
func sinksFirst(out [][]int) []int {
	begin := make([]int, len(out)+1) // begin[w]: where the arcs to w begin in from
	for _, ends := range out {
		for _, w := range ends {
			begin[w+1]++
		}
	}
	for w := range out {
		begin[w+1] += begin[w]
	}
	from := make([]int, begin[len(out)])
	place := append([]int(nil), begin...)
	waits := make([]int, len(out)) // for how many of its ends
	order := make([]int, 0, len(out))
	for v, ends := range out {
		waits[v] = len(ends)
		for _, w := range ends {
			from[place[w]] = v
			place[w]++
		}
		if len(ends) == 0 {
			order = append(order, v)
		}
	}
	for done := 0; done < len(order); done++ {
		w := order[done]
		for _, v := range from[begin[w]:begin[w+1]] {
			if waits[v]--; waits[v] == 0 {
				order = append(order, v)
			}
		}
	}
	return order
}
