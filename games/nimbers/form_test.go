package nimbers

import (
	"context"
	"testing"

	"pgregory.net/rapid"

	"enumerate/canon"
	"enumerate/games/nimbers/chip"
	"enumerate/games/nimbers/dag"
	"enumerate/games/nimbers/labelled"
)

// TestIsomorphicDAGsHaveOneForm relabels DAGs, both walkable and larger, with many similar vertices. The canonical form
// must stay the same.
func TestIsomorphicDAGsHaveOneForm(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		n := rapid.IntRange(2, 16).Draw(r, "vertices")
		unordered := rapid.Bool().Draw(r, "unordered")
		order := rapid.Permutation(identity(n)).Draw(r, "order")
		var arcs []dag.Arc
		dense := rapid.IntRange(0, 3).Draw(r, "dense")
		for v := range n {
			for w := range v {
				if rapid.IntRange(0, 3).Draw(r, "arc") < dense {
					arcs = append(arcs, dag.Arc{From: order[v], To: order[w]})
				}
			}
		}
		to := append([]int{0, 1}, rapid.Permutation(identity(n)[2:]).Draw(r, "relabeling")...)
		if unordered && rapid.Bool().Draw(r, "exchange") {
			to[0], to[1] = 1, 0
		}
		var moved []dag.Arc
		for _, a := range arcs {
			moved = append(moved, dag.Arc{From: to[a.From], To: to[a.To]})
		}
		d, e := dag.Must(n, arcs), dag.Must(n, moved)
		form, err1 := labelled.Classify(t.Context(), d, unordered)
		other, err2 := labelled.Classify(t.Context(), e, unordered)
		if err1 != nil || err2 != nil || form.Game != other.Game || form.Automorphisms.Cmp(other.Automorphisms) != 0 {
			r.Fatalf("%v has the form %s, %v automorphisms, %v; its copy %v %s, %v, %v", d, form.Game, form.Automorphisms, err1, e, other.Game, other.Automorphisms, err2)
		}
		if want, err := canon.Canonical(context.Background(), chip.Graph(d, unordered)); err != nil || want.Automorphisms.Cmp(form.Automorphisms) != 0 {
			r.Fatalf("%v has %v automorphisms, want %v, %v", d, form.Automorphisms, want.Automorphisms, err)
		}
		again := parse(r, form.Game)
		if same, err := labelled.Classify(t.Context(), again, unordered); err != nil || same.Game != form.Game {
			r.Fatalf("the form %s of %v has the form %s, %v", form.Game, d, same.Game, err)
		}
	})
}

func identity(n int) []int {
	identity := make([]int, n)
	for v := range identity {
		identity[v] = v
	}
	return identity
}
