package reduction

import "slices"

// nowhere is the guard of a vertex that reaches no sink.
const nowhere = -1

// guards returns for each vertex the one that is on all its paths to a sink, and
// that nothing else guards, the vertex itself if need be; or nowhere.
func (l Linkage) guards() []int {
	in := make([][]int, len(l.Out))
	for v := sinks; v < len(l.Out); v++ {
		for _, to := range l.Out[v] {
			in[to] = append(in[to], v)
		}
	}
	// past says which vertices have a way to a sink off y.
	past := func(y int) []bool {
		seen := make([]bool, len(l.Out))
		var found []int
		reach := func(v int) {
			if v != y && !seen[v] {
				seen[v] = true
				found = append(found, v)
			}
		}
		reach(sinkS)
		reach(sinkT)
		for len(found) > 0 {
			v := found[len(found)-1]
			found = found[:len(found)-1]
			for _, from := range in[v] {
				reach(from)
			}
		}
		return seen
	}
	guard := make([]int, len(l.Out))
	alive := past(nowhere)
	for v := range guard {
		guard[v] = v
		if !alive[v] {
			guard[v] = nowhere
		}
	}
	for y := range guard {
		if guard[y] != y {
			continue
		}
		for v, free := range past(y) {
			if alive[v] && !free {
				guard[v] = y // if y has a guard itself that is found later, and takes its place
			}
		}
	}
	return guard
}

// Contract makes a vertex of each set of a guard, and returns a linkage digraph with the same answer,
// and the guards. If the answer is known, linked, there is no digraph. docs/papers/np-complete.md has
// the proof (Lemma 3). Here a vertex may have one out-neighbour twice, or itself.
func (l Linkage) Contract() (small Linkage, guard []int, linked bool) {
	guard = l.guards()
	from, other := guard[l.From], guard[l.Other]
	switch {
	case from == nowhere || other == nowhere || from == other || from == sinkS || other == sinkT:
		return small, guard, false
	case from == sinkT || other == sinkS:
		return small, guard, true
	}
	place := make([]int, len(guard))
	alone := unguarded(guard)
	for i, v := range alone {
		place[v] = i
	}
	for _, v := range alone {
		small.Names = append(small.Names, l.Names[v])
		small.Out = append(small.Out, [2]int{place[guard[l.Out[v][0]]], place[guard[l.Out[v][1]]]})
	}
	small.From, small.Other = place[from], place[other]
	return small, guard, false
}

// unguarded returns the vertices that are guarded by themselves alone.
func unguarded(guard []int) (list []int) {
	for v, y := range guard {
		if v == y {
			list = append(list, v)
		}
	}
	return list
}

// path returns a shortest path through some vertices, nil if there is none.
func (l Linkage) path(from, to int, through func(v int) bool) (path []int) {
	before := make([]int, len(l.Out))
	for v := range before {
		before[v] = nowhere
	}
	before[from] = from
	for found := []int{from}; len(found) > 0 && before[to] == nowhere; found = found[1:] {
		for _, next := range l.Out[found[0]] {
			if before[next] == nowhere && through(next) {
				before[next] = found[0]
				found = append(found, next)
			}
		}
	}
	if before[to] == nowhere {
		return nil
	}
	for v := to; v != from; v = before[v] {
		path = append(path, v)
	}
	path = append(path, from)
	slices.Reverse(path)
	return path
}
