package reduction

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	wonderwall "enumerate/games/wonderwall/text"
)

// linked tries all pairs of paths. Each arc is "x y".
func linked(arcs []string) bool {
	var walk func(from, to string, closed []string, then func(closed []string) bool) bool
	walk = func(from, to string, closed []string, then func(closed []string) bool) bool {
		if slices.Contains(closed, from) {
			return false
		}
		closed = append(slices.Clone(closed), from)
		if from == to {
			return then(closed)
		}
		return slices.ContainsFunc(arcs, func(arc string) bool {
			x, y, _ := strings.Cut(arc, " ")
			return x == from && walk(y, to, closed, then)
		})
	}
	return walk("v1", "t", nil, func(closed []string) bool {
		return walk("v2", "s", closed, func([]string) bool { return true })
	})
}

// Both an order that solves the game and its reverse must give the two disjoint paths.
func TestAnyDigraphMakesAGameThatDecidesDisjointPaths(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		names := []string{"s", "t", "v1", "v2", "a", "b", "c", "d"}[:rapid.IntRange(4, 8).Draw(t, "vertices")]
		arcs := []string{"v1 t", "v2 s"}
		if rapid.Bool().Draw(t, "harder") {
			arcs = []string{"v1 v2", "v2 v1"}
		}
		for range rapid.IntRange(0, 20).Draw(t, "arcs") {
			arcs = append(arcs, rapid.SampledFrom(names).Draw(t, "from")+" "+rapid.SampledFrom(names).Draw(t, "to"))
		}
		made, err := FromDigraph(strings.NewReader(strings.Join(arcs, "\n")))
		if err != nil {
			t.Fatal(err)
		}

		line, solvable := solved(t, made.Game.(wonderwall.Table))
		if want := linked(arcs); solvable != want {
			t.Fatalf("%q has disjoint paths: %t, its game is solvable: %t", arcs, want, solvable)
		}
		if !solvable {
			return
		}

		order := strings.Fields(line)[2:]
		for range 2 {
			answer, err := made.Answer(strings.NewReader(strings.Join(order, " ")))
			if err != nil {
				t.Fatalf("%q: %v", arcs, err)
			}
			var seen []string
			for i, path := range strings.Split(strings.TrimSuffix(answer, "\n"), "\n") {
				vertices := strings.Fields(path)
				for k := range len(vertices) - 1 {
					if !slices.Contains(arcs, vertices[k]+" "+vertices[k+1]) {
						t.Fatalf("%q: there is no arc %v in %q", arcs, vertices[k:k+2], answer)
					}
				}
				if ends := [][2]string{{"v1", "t"}, {"v2", "s"}}[i]; vertices[0] != ends[0] || vertices[len(vertices)-1] != ends[1] {
					t.Fatalf("%q: %q, want paths from v1 to t and from v2 to s", arcs, answer)
				}
				seen = append(seen, vertices...)
			}
			slices.Sort(seen)
			if len(slices.Compact(slices.Clone(seen))) < len(seen) {
				t.Fatalf("%q: %q is not disjoint", arcs, answer)
			}
			slices.Reverse(order)
		}
	})
}

func TestInvalidDigraphsAreRejected(t *testing.T) {
	const ends = `no arc leaves v1, or no arc leaves v2; expected a line "x y" for each arc; the question is whether disjoint paths lead from v1 to t and from v2 to s`
	for _, c := range []struct{ text, want string }{
		{"", `line 1, column 1: ` + ends},
		{"v1 t\n# v2 s\n", `line 3, column 1: ` + ends},
		{"v1\n", `line 1, column 1: expected the two vertices of an arc, such as v1 t; found 1`},
		{"v1 t\nv2 a s\n", `line 2, column 1: expected the two vertices of an arc, such as v1 t; found 3`},
		{"v1 a'\n", `line 1, column 4: "a'" has ' or /, which are reserved for the names of added players; expected another name`},
		{strings.Repeat("a b\n", mostArcs+1), "line 10001, column 1: an arc too many; expected at most 10,000"},
	} {
		if _, err := FromDigraph(strings.NewReader(c.text)); err == nil || err.Error() != c.want {
			t.Errorf("%.40q: %v, want %s", c.text, err, c.want)
		}
	}
}
