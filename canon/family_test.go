package canon_test

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"testing"

	"enumerate/canon"
)

// randomFamily draws a family of partial orders, with colours and, if asked for, a permutation.
func randomFamily(points, relations int, permuted bool, random *rand.Rand) canon.Family {
	f := canon.Family{Points: points}
	for v := range points {
		f.Colours[v] = uint8(random.IntN(2))
	}
	if permuted {
		f.Permutation = new([canon.MaxFamily]uint8)
		for v, to := range random.Perm(points) {
			f.Permutation[v] = uint8(to)
		}
	}
	for range relations {
		var r canon.Relation
		place := random.Perm(points)
		for u := range points {
			for v := range points {
				if place[u] < place[v] && random.IntN(3) == 0 {
					relate(&r, u, v)
				}
			}
		}
		f.Relations = append(f.Relations, r)
	}
	return f
}

// relate adds the pair (u, v) to a relation, and (v, u) to its converse.
func relate(r *canon.Relation, u, v int) {
	r.Forth[u/4] |= 1 << (u%4*16 + v)
	r.Back[v/4] |= 1 << (v%4*16 + u)
}

// renamed returns f with point v named to[v], its relations in another order, and some of them, chosen at random,
// replaced by their converses.
func renamed(f canon.Family, to []int, random *rand.Rand) canon.Family {
	g := canon.Family{Points: f.Points}
	for v, name := range to {
		g.Colours[name] = f.Colours[v]
	}
	if f.Permutation != nil {
		g.Permutation = new([canon.MaxFamily]uint8)
		for v, name := range to {
			g.Permutation[name] = uint8(to[f.Permutation[v]])
		}
	}
	for _, i := range random.Perm(len(f.Relations)) {
		var r canon.Relation
		for u := range f.Points {
			for v := range f.Points {
				if f.Relations[i].Forth.Has(u, v) {
					relate(&r, to[u], to[v])
				}
			}
		}
		if random.IntN(2) == 0 {
			r.Forth, r.Back = r.Back, r.Forth
		}
		g.Relations = append(g.Relations, r)
	}
	return g
}

// labelled writes a family with its points named by the given labels. If two families give the same text, a relabeling
// carries one into the other.
func labelled(f canon.Family, label [canon.MaxFamily]uint8) string {
	to := make([]int, f.Points)
	for v := range to {
		to[v] = int(label[v])
	}
	var relations []string
	for _, r := range f.Relations {
		rows := func(r *canon.Rows) string {
			var pairs [][2]int
			for u := range f.Points {
				for v := range f.Points {
					if r.Has(u, v) {
						pairs = append(pairs, [2]int{to[u], to[v]})
					}
				}
			}
			slices.SortFunc(pairs, func(a, b [2]int) int { return (a[0]-b[0])*canon.MaxFamily + a[1] - b[1] })
			return fmt.Sprint(pairs)
		}
		relations = append(relations, min(rows(&r.Forth), rows(&r.Back)))
	}
	slices.Sort(relations)
	colours, permutation := make([]uint8, f.Points), make([]int, f.Points)
	for v, name := range to {
		colours[name] = f.Colours[v]
		if f.Permutation != nil {
			permutation[name] = to[f.Permutation[v]]
		}
	}
	return fmt.Sprint(colours, permutation, relations)
}

// A family is a set of relations on the same points. A Relabeler gives each point a label, and the test replaces the
// points by their labels. Then a family and its copy under other names must become equal if refinement distinguishes
// all points. Otherwise they may differ, but rarely.
func TestLabelsOfRenamedFamilies(t *testing.T) {
	const seed = 1
	random := rand.New(rand.NewPCG(seed, 0))
	families, distinguished, differ := 0, 0, 0
	var r canon.Relabeler
	for points := 1; points <= canon.MaxFamily; points++ {
		for i := range 60 {
			f := randomFamily(points, i%5, i%3 == 0, random)
			g := renamed(f, random.Perm(points), random)
			var labels [2][canon.MaxFamily]uint8
			distinct := r.Label(&f, &labels[0])
			if again := r.Label(&g, &labels[1]); again != distinct {
				t.Fatalf("seed %d: refinement tells the points of %v apart: %v, under other names %v", seed, f, distinct, again)
			}
			for _, label := range labels {
				sorted := slices.Sorted(slices.Values(label[:points]))
				for v, l := range sorted {
					if int(l) != v {
						t.Fatalf("seed %d: the labels of %v are %v", seed, f, label[:points])
					}
				}
			}
			same := labelled(f, labels[0]) == labelled(g, labels[1])
			families++
			if distinct {
				distinguished++
			}
			if !same {
				differ++
			}
			if distinct && !same {
				t.Errorf("seed %d: %v and %v differ under their labels, though refinement tells all points apart", seed, f, g)
			}
		}
	}
	if distinguished < families/3 || distinguished == families || differ > families/50 {
		t.Errorf("seed %d: of %d families refinement tells the points of %d apart, and %d differ under their labels", seed, families, distinguished, differ)
	}
}

// TestFamiliesOfDifferentClassesDiffer gives a point of a family another colour, or adds an empty relation, which
// changes the class.
func TestFamiliesOfDifferentClassesDiffer(t *testing.T) {
	const seed = 2
	random := rand.New(rand.NewPCG(seed, 0))
	var r canon.Relabeler
	name := func(f canon.Family) string {
		var label [canon.MaxFamily]uint8
		r.Label(&f, &label)
		return labelled(f, label)
	}
	for range 200 {
		f := randomFamily(3+random.IntN(10), 2, false, random)
		before := name(f)
		recoloured := f
		recoloured.Colours[random.IntN(f.Points)] = 2
		more := f
		more.Relations = append(slices.Clone(f.Relations), canon.Relation{})
		for _, changed := range []canon.Family{recoloured, more} {
			if name(changed) == before {
				t.Fatalf("seed %d: %v and %v are the same under their labels", seed, f, changed)
			}
		}
	}
}

func ExampleRelabeler() {
	// A chain of three, and the same upside down.
	var a, b canon.Relation
	relate(&a, 0, 1)
	relate(&a, 0, 2)
	relate(&a, 1, 2)
	relate(&b, 2, 1)
	relate(&b, 2, 0)
	relate(&b, 1, 0)
	var r canon.Relabeler
	for _, chain := range []canon.Relation{a, b} {
		f := canon.Family{Points: 3, Relations: []canon.Relation{chain}}
		var label [canon.MaxFamily]uint8
		distinct := r.Label(&f, &label)
		fmt.Println("the point between gets label", label[1], "- all told apart:", distinct)
	}
	// Output:
	// the point between gets label 0 - all told apart: false
	// the point between gets label 0 - all told apart: false
}

// Different families must have many different invariants, since otherwise an Invariant that returned a constant would
// pass.
func TestRenamedFamiliesHaveTheSameInvariant(t *testing.T) {
	const seed = 2
	random := rand.New(rand.NewPCG(seed, 0))
	var r canon.Relabeler
	for points := 1; points <= canon.MaxFamily; points++ {
		invariants := make(map[uint64]bool)
		const families = 60
		for i := range families {
			f := randomFamily(points, i%5, i%3 == 0, random)
			g := renamed(f, random.Perm(points), random)
			invariant := r.Invariant(&f)
			if again := r.Invariant(&g); again != invariant {
				t.Errorf("seed %d: the invariant of %v is %d, under other names %d", seed, f, invariant, again)
			}
			invariants[invariant] = true
		}
		if points > 8 && len(invariants) < families/2 {
			t.Errorf("seed %d: %d families of %d points have %d invariants", seed, families, points, len(invariants))
		}
	}
}

// A count of Ninja Assassin Wonderwall games stores its states with the players named by the labels that a Relabeler
// finds, so a change of the labels requires a new version of the count.
func TestLabelsStay(t *testing.T) {
	for _, c := range []struct {
		points, relations int
		permuted          bool
		want              uint64 // a hash
	}{
		{1, 1, false, 0xfd59db2e9507c9e0},
		{3, 1, false, 0x70c8a2a921b58349},
		{4, 2, true, 0x39cdcb60546d0c50},
		{6, 3, false, 0x37d0d711c1f231e7},
		{7, 0, true, 0xa86de7dafd34ce8d},
		{9, 5, true, 0xc0f82a34e2e6ff79},
		{13, 4, false, 0x3497260f00ac3cb3},
		{16, 6, true, 0x4c6c014f685c9e68},
		{16, 1, false, 0xf17f4f8a434e2ba7},
	} {
		random := rand.New(rand.NewPCG(uint64(c.points), uint64(c.relations)))
		hash := fnv.New64a()
		var relabeler canon.Relabeler
		for range 20 {
			f := randomFamily(c.points, c.relations, c.permuted, random)
			if c.relations > 1 { // each point has as many pairs as in the converse
				f.Relations[0] = canon.Relation{}
				for u := range c.points {
					relate(&f.Relations[0], u, (u+1)%c.points)
				}
			}
			var label [canon.MaxFamily]uint8
			distinct := relabeler.Label(&f, &label)
			fmt.Fprintln(hash, label, distinct, relabeler.Invariant(&f))
		}
		if got := hash.Sum64(); got != c.want {
			t.Errorf("the labels of families of %d points and %d relations (permuted: %t) have the hash %#x, want %#x", c.points, c.relations, c.permuted, got, c.want)
		}
	}
}
