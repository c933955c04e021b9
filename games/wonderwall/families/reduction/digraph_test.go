package reduction

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	wonderwall "enumerate/games/wonderwall/text"
)

// linked tries all pairs of paths in a digraph of arcs, which are each "x y".
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

// TestAnyDigraphMakesAGameThatSaysWhetherPathsAreDisjoint solves the games of random digraphs and
// reads the paths back: they consist of arcs and are disjoint.
func TestAnyDigraphMakesAGameThatSaysWhetherPathsAreDisjoint(t *testing.T) {
	seen := make(map[string]int)
	rapid.Check(t, func(t *rapid.T) {
		names := []string{"s", "t", "v1", "v2", "a", "b", "c", "d"}[:rapid.IntRange(4, 8).Draw(t, "vertices")]
		arcs := []string{"v1 t", "v2 s"}
		if rapid.Bool().Draw(t, "harder") {
			arcs = []string{"v1 v2", "s t"}
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
		seen[fmt.Sprint(strings.Contains(made.Remark, "linkage"), solvable)]++
		if !solvable {
			return
		}
		answer, err := made.Answer(strings.NewReader(line))
		if err != nil {
			t.Fatal(err)
		}
		var ends, all []string
		for path := range strings.Lines(answer) {
			vertices := strings.Fields(path)
			ends = append(ends, vertices[0], vertices[len(vertices)-1])
			all = append(all, vertices...)
			for i := range vertices[1:] {
				if !slices.Contains(arcs, vertices[i]+" "+vertices[i+1]) {
					t.Fatalf("%q: the path %q has an arc that is not there", arcs, path)
				}
			}
		}
		slices.Sort(all)
		if fmt.Sprint(ends) != "[v1 t v2 s]" || len(slices.Compact(slices.Clone(all))) != len(all) {
			t.Fatalf("%q: no disjoint paths: %q", arcs, answer)
		}
	})
	if len(seen) < 4 {
		t.Errorf("a linkage digraph or known, linked or not: %v times", seen)
	}
}

func TestWhatIsNoDigraphIsRefused(t *testing.T) {
	const name = "; want letters, digits and _.-, and not more than 40"
	for _, c := range []struct{ text, want string }{
		{"", `line 1, column 1: there is no vertex s; want arcs "x y" with paths from v1 to t and from v2 to s to be found`},
		{"v1 t\n# v2 s\nv2 a\n", `line 4, column 1: there is no vertex s; want arcs "x y" with paths from v1 to t and from v2 to s to be found`},
		{"v1\n", `line 1, column 1: an arc has two vertices, "x y", and not 1`},
		{"v1 t\nv2 a s\n", `line 2, column 6: an arc has two vertices, "x y", and not 3`},
		{"v1 -> t\n", `line 1, column 7: an arc has two vertices, "x y", and not 3`},
		{"v1 a'\n", `line 1, column 4: "a'" is no name of a vertex` + name},
		{"v1 " + strings.Repeat("a", 41), `line 1, column 4: "` + strings.Repeat("a", 24) + `..." is no name of a vertex` + name},
		{strings.Repeat("a", 1025), "line 1, column 1: a line of more than 1024 bytes; want shorter lines"},
		{strings.Repeat("a b\n", mostArcs+1), "line 10001, column 1: an arc too many; want at most 10000"},
	} {
		if _, err := FromDigraph(strings.NewReader(c.text)); err == nil || err.Error() != c.want {
			t.Errorf("%.40q: %v, want %s", c.text, err, c.want)
		}
	}
}
