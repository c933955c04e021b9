package reduction

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"enumerate/enum/single"
	"enumerate/internal/rows"
	"enumerate/internal/text"
)

// mostArcs limits the arcs that are read, because the time to find guards (vertices on all paths to a sink) grows with
// their square.
const mostArcs = 10_000

// FromDigraph reads a digraph, with a line "x y" for each arc, and makes a game that is solvable if and only if the
// digraph has two disjoint paths, one from the vertex v1 to t and one from v2 to s. The result also translates a
// solution of the game into two such paths.
func FromDigraph(in io.Reader) (single.Derived, error) {
	l := fixedLinkage(false) // only for its four vertices s, t, v1 and v2
	out := make(map[int][]int)

	lines := text.NewScanner(in)
	for arcs := 0; ; arcs++ {
		words, err := lines.Words(1 << 20)
		if err == io.EOF {
			break
		}
		switch {
		case err != nil:
			return single.Derived{}, err
		case len(words) != 2:
			return single.Derived{}, words[0].Errorf("expected the two vertices of an arc, such as v1 t; found %d", len(words))
		case arcs == mostArcs:
			return single.Derived{}, words[0].Errorf("an arc too many; expected at most %s", rows.Count(mostArcs))
		}

		for _, w := range words {
			if strings.ContainsAny(w.Text, "'/") {
				return single.Derived{}, w.Errorf("%s has ' or /, which are reserved for the names of added players; expected another name", w.Quoted())
			}
		}

		from := l.vertex(words[0].Text)
		out[from] = append(out[from], l.vertex(words[1].Text))
	}

	if out[l.From] == nil || out[l.Other] == nil {
		return single.Derived{}, lines.End().Errorf("no arc leaves v1, or no arc leaves v2; expected a line \"x y\" for each arc; the question is whether disjoint paths lead from v1 to t and from v2 to s")
	}

	small, guard := l.Contract(out)
	game := small.Game()
	remark := fmt.Sprintf("%d vertices, contracted to a linkage digraph of %d", len(l.Names), len(small.Out))
	return single.Derived{Game: game, Remark: remark, Answer: func(in io.Reader) (string, error) {
		order, err := readOrder(in, game)
		if err != nil {
			return "", err
		}
		if slices.Index(order, sinkT) == 0 {
			slices.Reverse(order) // the reverse is a solution too
		}
		beyond := make(map[string]bool) // v1 and the players after it in the order
		for _, p := range order[slices.Index(order, small.From):] {
			beyond[game.Names[p]] = true
		}
		// Find disjoint paths from v1 (l.From) to the sink t and from v2 (l.Other) to the sink s. The function says
		// whether a vertex v is for the path from v1. Contract has merged v into guard[v], a vertex on all paths from v
		// to a sink. So v is for the path from v1 if guard[v] is the guard of v1 or stands after it in the order.
		return l.paths(out, func(v int) bool {
			if guard[v] == nowhere {
				return false
			}
			// If v2 was merged into s, Contract knew that both paths exist, and returned a small fixed digraph. A
			// solution of its game does not say where the paths are. But the path from v2 to s can stay among the
			// vertices merged into s, so all others are for the path from v1.
			onlyToS := guard[l.Other] == sinkS
			return beyond[l.Names[guard[v]]] || onlyToS && guard[v] != sinkS
		})
	}}, nil
}

// paths finds two disjoint paths in a digraph: from the vertex l.From to the sink t, and from l.Other to the sink s. A
// solution of the digraph's game has split the vertices in two: the first path uses only vertices for which the
// function upper returns true, and the second path uses only the others. paths returns the names of the vertices, a
// line for each path. out has the out-neighbours of each vertex.
func (l Linkage) paths(out map[int][]int, upper func(v int) bool) (text string, err error) {
	for _, ends := range [][2]int{{l.From, sinkT}, {l.Other, sinkS}} {
		start, sink := ends[0], ends[1]
		before := map[int]int{start: nowhere} // by vertex that was reached: the vertex before it
		for queue := []int{start}; len(queue) > 0; queue = queue[1:] {
			for _, v := range out[queue[0]] {
				if _, seen := before[v]; !seen && upper(v) == upper(sink) {
					before[v] = queue[0]
					queue = append(queue, v)
				}
			}
		}
		if _, reached := before[sink]; !reached {
			return "", fmt.Errorf("the order shows no path from %s to %s", l.Names[start], l.Names[sink])
		}
		var path []string
		for v := sink; v != nowhere; v = before[v] {
			path = append(path, l.Names[v])
		}
		slices.Reverse(path)
		text += strings.Join(path, " ") + "\n"
	}
	return text, nil
}

// nowhere is the guard of a vertex from which no path leads to a sink, and the vertex before the first of a path.
const nowhere = -1

// Contract turns any digraph into a linkage digraph, in which two arcs leave every vertex except the two sinks, and the
// question whether there are two disjoint paths has the same answer (docs/papers/np-complete.md, Lemma 3).
//
// A vertex g guards another vertex v if all paths from v to a sink lead through g. The result guard has, for each
// vertex with a path to a sink, the unguarded vertex that guards it, or the vertex itself. Contract contracts each set
// of vertices with the same guard to one vertex, and replaces each vertex with more than two out-neighbours by a path.
// If the guards already tell the answer, it returns a small fixed digraph with this answer.
func (l Linkage) Contract(out map[int][]int) (small Linkage, guard []int) {
	in := make([][]int, len(l.Names))
	for v := sinks; v < len(in); v++ {
		for _, to := range out[v] {
			in[to] = append(in[to], v)
		}
	}
	// past returns, for each vertex, whether a path without y leads from it to a sink.
	past := func(y int) []bool {
		seen := make([]bool, len(in))
		for found := []int{sinkS, sinkT}; len(found) > 0; {
			v := found[len(found)-1]
			found = found[:len(found)-1]
			if v != y && !seen[v] {
				seen[v] = true
				found = append(found, in[v]...)
			}
		}
		return seen
	}

	alive := past(nowhere)
	for v := range in {
		guard = append(guard, v)
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
				guard[v] = y // if y turns out to have a guard later, that guard replaces y
			}
		}
	}

	from, other := guard[l.From], guard[l.Other]
	switch {
	case from == nowhere || other == nowhere: // a start without a path to a sink
		return fixedLinkage(false), guard
	case from == other || from == sinkS || other == sinkT: // both paths need the same vertex, or a start leads to the wrong sink only
		return fixedLinkage(false), guard
	case from == sinkT || other == sinkS:
		return fixedLinkage(true), guard
	}

	// The vertices with the same guard (a vertex on all their paths to a sink) form a set. All arcs that leave the set
	// start at the guard, so the set becomes one vertex of small.
	small = newLinkage()
	place := make([]int, len(guard)) // by guard: its vertex in small
	for v, y := range guard {
		if v == y {
			place[v] = small.vertex(l.Names[v])
		}
	}

	for y := sinks; y < len(guard); y++ {
		if guard[y] != y {
			continue
		}
		var to []int
		for _, v := range out[y] {
			if g := guard[v]; g != nowhere && g != y && !slices.Contains(to, place[g]) {
				to = append(to, place[g])
			}
		}
		from := place[y]
		// Each new vertex, y/2, y/3, ..., leads to an out-neighbour of y and to the next new vertex.
		for k := 2; len(to) > 2; k++ {
			next := small.vertex(fmt.Sprintf("%s/%d", l.Names[y], k))
			small.Out[from] = [2]int{to[0], next}
			from, to = next, to[1:]
		}
		small.Out[from] = [2]int(to)
	}
	small.From, small.Other = place[from], place[other]
	return small, guard
}
