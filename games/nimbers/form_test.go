package nimbers

import (
	"testing"

	"pgregory.net/rapid"

	"enumerate/canon"
	"enumerate/games/nimbers/arcsets"
	"enumerate/games/nimbers/chip"
	"enumerate/games/nimbers/dag"
	"enumerate/games/nimbers/labelled"
)

// TestIsomorphicDAGsHaveOneForm relabels DAGs of sizes that are walked and of larger ones, with
// many vertices that are alike.
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
		if want, err := canon.Canonical(chip.Graph(d, unordered)); err != nil || want.Automorphisms.Cmp(form.Automorphisms) != 0 {
			r.Fatalf("%v has %v automorphisms, want %v, %v", d, form.Automorphisms, want.Automorphisms, err)
		}
		again, err := dag.Parse(form.Game)
		if err != nil {
			r.Fatal(err)
		}
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

// TestOnlySetsOfItsArcsHaveClasses reads DAGs that are none of the ruleset's games.
func TestOnlySetsOfItsArcsHaveClasses(t *testing.T) {
	given, err := dag.Parse("4.1-3.2-4")
	if err != nil {
		t.Fatal(err)
	}
	sets := arcsets.New("nimbers:dag=4.1-3.2-4", given, false)
	for word, want := range map[string]string{
		"4.1-3":     "",
		"4.1-4":     "the arc 1 4 is not one of the ruleset's DAG; want a set of its arcs",
		"5.1-3":     "a DAG on 5 vertices; want 4, as the ruleset's DAG has",
		"4.2-4":     "",
		"3.1-3":     "a DAG on 3 vertices; want 4, as the ruleset's DAG has",
		"4":         "",
		"4.3-1":     "the arc 3 1 is not one of the ruleset's DAG; want a set of its arcs",
		"4.1-3.2-4": "",
	} {
		d, err := dag.Parse(word)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := sets.Classify(d); (err == nil) != (want == "") || err != nil && err.Error() != want {
			t.Errorf("classify(%s) = %v, want %q", word, err, want)
		}
	}
}
