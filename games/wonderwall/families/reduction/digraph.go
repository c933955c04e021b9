package reduction

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"

	"enumerate/enum"
	"enumerate/internal/text"
)

// mostArcs bounds what is read: guards are found in time that grows with the square of the arcs.
const mostArcs = 10_000

// The vertices that every digraph has, sinks first.
var named = []string{"s", "t", "v1", "v2"}

const v1, v2 = 2, 3

// A digraph has names and out-neighbours of its vertices, of which the first are the named ones.
type digraph struct {
	names []string
	out   [][]int
}

// FromDigraph reads arcs, a line "x y" for each, and makes the game that is solvable if and only if
// there are disjoint paths from v1 to t and from v2 to s.
func FromDigraph(in io.Reader) (enum.Derived, error) {
	g, err := readDigraph(in)
	if err != nil {
		return enum.Derived{}, err
	}
	whole := g.narrow()
	small, guard, linked := whole.Contract()
	game, remark := always(linked), fmt.Sprintf("one of the %d vertices contracts others so that it is clear: such paths exist: %t", len(g.names), linked)
	if small.Out != nil {
		game, remark = small.table(), fmt.Sprintf("%d vertices, contracted to a linkage digraph of %d", len(g.names), len(small.Out))
	}
	return derived(game, remark, func(order []int) (string, error) {
		// The path of v1 goes through the sets of some guards, and that of v2 through others.
		up := make(map[int]bool)
		switch alone := unguarded(guard); {
		case small.Out != nil:
			path, _ := small.Paths(order)
			for _, v := range path {
				up[alone[v]] = true
			}
		case guard[v1] == sinkT:
			up[sinkT] = true
		default: // v2 reaches s within its set
			for _, v := range alone {
				up[v] = v != sinkS
			}
		}
		var text strings.Builder
		for _, end := range [][2]int{{v1, sinkT}, {v2, sinkS}} {
			path := whole.path(end[0], end[1], func(v int) bool { return up[guard[v]] == (end[0] == v1) })
			if path == nil {
				return "", fmt.Errorf("no path from %s to %s", whole.Names[end[0]], whole.Names[end[1]])
			}
			path = slices.DeleteFunc(path, func(v int) bool { return v >= len(g.names) })
			for i, v := range path {
				text.WriteString(strings.Repeat(" ", min(i, 1)) + g.names[v])
			}
			text.WriteString("\n")
		}
		return text.String(), nil
	}), nil
}

// readDigraph reads arcs.
func readDigraph(in io.Reader) (digraph, error) {
	g := digraph{slices.Clone(named), make([][]int, len(named))}
	number := make(map[string]int)
	for v, name := range named {
		number[name] = v
	}
	seen := make(map[string]bool)
	lines := text.NewScanner(in)
	for arcs := 0; ; arcs++ {
		words, err := lines.Words(1 << 10)
		if err == io.EOF {
			break
		}
		if err != nil {
			return g, err
		}
		if len(words) != 2 {
			return g, words[min(2, len(words)-1)].Errorf("an arc has two vertices, \"x y\", and not %d", len(words))
		}
		if arcs == mostArcs {
			return g, words[0].Errorf("an arc too many; want at most %d", mostArcs)
		}
		var ends [2]int
		for i, w := range words {
			if len(w.Text) > 40 || strings.ContainsFunc(w.Text, func(c rune) bool { return !unicode.In(c, unicode.L, unicode.Nd) && !strings.ContainsRune("_.-", c) }) {
				return g, w.Errorf("%s is no name of a vertex; want letters, digits and _.-, and not more than 40", w.Quoted())
			}
			v, known := number[w.Text]
			if !known {
				v = len(g.names)
				number[w.Text] = v
				g.names, g.out = append(g.names, w.Text), append(g.out, nil)
			}
			ends[i], seen[w.Text] = v, true
		}
		if from, to := ends[0], ends[1]; from != to && from >= sinks && !slices.Contains(g.out[from], to) {
			g.out[from] = append(g.out[from], to)
		}
	}
	for _, name := range named {
		if !seen[name] {
			return g, lines.End().Errorf("there is no vertex %s; want arcs \"x y\" with paths from v1 to t and from v2 to s to be found", name)
		}
	}
	return g, nil
}

// narrow gives each vertex but the sinks two out-neighbours, or one twice, or none but itself. Of
// more, more vertices have the others. A path to a sink does not go through the other one, so arcs
// from them were left out.
func (g digraph) narrow() Linkage {
	l := Linkage{Names: slices.Clone(g.names), Out: make([][2]int, len(g.names)), From: v1, Other: v2}
	for v, out := range g.out {
		from := v
		for k := 2; len(out) > 2; k++ {
			l.Out[from] = [2]int{out[0], len(l.Out)}
			from, out = len(l.Out), out[1:]
			l.Names, l.Out = append(l.Names, fmt.Sprintf("%s/%d", g.names[v], k)), append(l.Out, [2]int{})
		}
		switch len(out) {
		case 0:
			l.Out[from] = [2]int{v, v}
		case 1:
			l.Out[from] = [2]int{out[0], out[0]}
		default:
			l.Out[from] = [2]int(out)
		}
	}
	return l
}
