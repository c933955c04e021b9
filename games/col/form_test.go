package col

import (
	"cmp"
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"enumerate/games/col/search"
)

// TestMixedPositionsHaveOneForm exchanges children of vertices and reorders the trees of random positions. The
// relabeling must take each vertex to one of the same colour, and its parent to the parent of the new vertex.
func TestMixedPositionsHaveOneForm(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(r, "seed"), 0))
		most := rapid.IntRange(1, 300).Draw(r, "vertices of a tree")
		var trees, mixed []string
		for range rapid.IntRange(0, 4).Draw(r, "trees") {
			tree, copied := randomTree(1+random.IntN(most), 1+random.IntN(3), random)
			trees, mixed = append(trees, tree), append(mixed, copied)
		}
		random.Shuffle(len(mixed), func(i, j int) { mixed[i], mixed[j] = mixed[j], mixed[i] })
		p, q := parsed(t, cmp.Or(strings.Join(trees, "+"), "0")), parsed(t, cmp.Or(strings.Join(mixed, "+"), "0"))
		one, other := p.sorted(), q.sorted()
		if one.String() != other.String() || one.automorphisms.Cmp(other.automorphisms) != 0 {
			r.Fatalf("%v has the form %v, %v automorphisms; its copy %v %v, %v", p, one.position, one.automorphisms, q, other.position, other.automorphisms)
		}
		if again := one.sorted(); again.String() != one.String() {
			r.Fatalf("the form %v of %v has the form %v", one.position, p, again.position)
		}
		parents, sortedParents := p.parents(), one.parents()
		for to, from := range one.from {
			parent := int32(-1)
			if sortedParents[to] >= 0 {
				parent = one.from[sortedParents[to]]
			}
			if p[from].Colour != one.position[to].Colour || parents[from] != parent {
				r.Fatalf("%v: vertex %d is said to become vertex %d of %v", p, from+1, to+1, one.position)
			}
		}
	})
}

// randomTree returns the text of a random tree, and the same tree with some children swapped.
func randomTree(vertices, colours int, random *rand.Rand) (tree, mixed string) {
	colour := string(letters[random.IntN(colours)])
	switch {
	case vertices == 1:
		return colour, colour
	case vertices == 2 || random.IntN(4) == 0:
		child, copied := randomTree(vertices-1, colours, random)
		return colour + "(" + child + ")", colour + "(" + copied + ")"
	}
	size := 1 + random.IntN(vertices-2)
	if random.IntN(2) == 0 {
		size = max((vertices-1)/2, 1) // children of equal size, half of the time
	}
	one, copied := randomTree(size, colours, random)
	other, more := randomTree(vertices-1-size, colours, random)
	if random.IntN(2) == 0 {
		copied, more = more, copied
	}
	return colour + "(" + one + "," + other + ")", colour + "(" + copied + "," + more + ")"
}

// TestFormsOfDeepPositionsAreFoundQuickly classifies a path of a million vertices and a complete tree of 65,535.
func TestFormsOfDeepPositionsAreFoundQuickly(t *testing.T) {
	const vertices = 1_000_000
	path := make(position, vertices)
	for v := range path {
		path[v] = search.Vertex{Children: 1}
	}
	path[vertices-1].Children = 0
	if got := path.sorted().automorphisms; got.BitLen() != 2 { // 2, for the leaf
		t.Errorf("a path has %v automorphisms, want 2", got)
	}
	tree := appendComplete(nil, 1, 1<<16-1)
	if got, want := tree.sorted().automorphisms.BitLen(), 1<<16; got != want {
		t.Errorf("a complete tree has 2^%d automorphisms, want 2^%d: one swap for each vertex", got-1, want-1)
	}
}
