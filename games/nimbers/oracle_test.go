package nimbers

import (
	"context"

	"pgregory.net/rapid"

	"enumerate/enum"
	"enumerate/games/nimbers/dag"
)

// The oracle in this file has DAGs as matrices, finds nimbers by the definition, and finds classes by trying all
// permutations.

// In a matrix m, m[v][w] says whether there is an arc from v to w.
type matrix [][]bool

func newMatrix(n int) matrix {
	m := make(matrix, n)
	for v := range m {
		m[v] = make([]bool, n)
	}
	return m
}

// nimbersOf returns the nimbers of all vertices, or false if the graph has a cycle.
func (m matrix) nimbersOf() ([]int, bool) {
	nimber := make([]int, len(m))
	state := make([]int, len(m)) // 1 while a vertex is on the path, 2 when its nimber is known
	acyclic := true
	var visit func(v int)
	visit = func(v int) {
		state[v] = 1
		seen := make(map[int]bool)
		for w, arc := range m[v] {
			if !arc {
				continue
			}
			switch state[w] {
			case 0:
				visit(w)
			case 1:
				acyclic = false
			}
			seen[nimber[w]] = true
		}
		for seen[nimber[v]] {
			nimber[v]++
		}
		state[v] = 2
	}
	for v := range m {
		if state[v] == 0 {
			visit(v)
		}
	}
	return nimber, acyclic
}

// permutations returns the permutations of n vertices that leave each chip where it is, or, if the chips are unordered,
// may exchange the chips.
func permutations(n int, unordered bool) [][]int {
	var all [][]int
	p := make([]int, n)
	used := make([]bool, n)
	var place func(v int)
	place = func(v int) {
		if v == n {
			all = append(all, append([]int(nil), p...))
			return
		}
		for to := range n {
			if used[to] || (v < 2) != (to < 2) || v < 2 && !unordered && to != v {
				continue
			}
			used[to] = true
			p[v] = to
			place(v + 1)
			used[to] = false
		}
	}
	place(0)
	return all
}

// bruteForce goes through the subsets of the given arcs that have no cycle. It returns the tally of their classes under
// those permutations that map the given arcs to each other, and the number of these permutations.
func bruteForce(n int, arcs []dag.Arc, permutations [][]int) (*enum.Tally, int) {
	index := make(map[dag.Arc]int)
	for i, a := range arcs {
		index[a] = i
	}
	var moves [][]int // for each permutation, the image of each arc
	for _, p := range permutations {
		move := make([]int, len(arcs))
		whole := true
		for i, a := range arcs {
			to, ok := index[dag.Arc{From: p[a.From], To: p[a.To]}]
			move[i], whole = to, whole && ok
		}
		if whole {
			moves = append(moves, move)
		}
	}
	tally := enum.NewTally(2)
	for set := range uint64(1) << len(arcs) {
		fixed, least := uint64(0), true
		for _, move := range moves {
			var image uint64
			for i, to := range move {
				image |= set >> i & 1 << to
			}
			if image < set {
				least = false
				break
			}
			if image == set {
				fixed++
			}
		}
		if !least {
			continue
		}
		m := newMatrix(n)
		for i, a := range arcs {
			m[a.From][a.To] = set>>i&1 != 0
		}
		nimber, acyclic := m.nimbersOf()
		switch {
		case !acyclic:
		case nimber[0] != nimber[1]:
			tally.Add(0, fixed, 1)
		default:
			tally.Add(1, fixed, 1)
		}
	}
	return tally, len(moves)
}

func allArcs(n int) []dag.Arc {
	var arcs []dag.Arc
	for v := range n {
		for w := range n {
			if v != w {
				arcs = append(arcs, dag.Arc{From: v, To: w})
			}
		}
	}
	return arcs
}

// walk walks a space, proves its tally, and returns it.
func walk(t rapid.TB, s enum.Space) *enum.Tally {
	t.Helper()
	sum := enum.NewTally(2)
	err := enum.Run(context.Background(), s, enum.Plan{Workers: 2}, func(r enum.Result) error {
		sum.Merge(r.Tally)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := enum.Prove(s, sum); err != nil {
		t.Errorf("%s: %v", s.Fingerprint(), err)
	}
	return sum
}

// count returns the proved totals of a space.
func count(t rapid.TB, s enum.Space) enum.Totals {
	t.Helper()
	totals, err := enum.Count(context.Background(), s, 2)
	if err != nil {
		t.Fatalf("%s: %v", s.Fingerprint(), err)
	}
	return totals
}

func lister(g games) enum.Lister {
	list, _ := g.Valued()
	return list
}

// list lists a space. It compares each shard with the walk, and the verdict of each class with the oracle.
func list(t rapid.TB, s enum.Space, list enum.Lister) {
	t.Helper()
	walker := s.Walker()
	ctx := context.Background()
	for shard := range s.Shards() {
		walked, listed, apart := enum.NewTally(2), enum.NewTally(2), enum.NewTally(2)
		if err := walker.Walk(ctx, shard, walked); err != nil {
			t.Fatal(err)
		}
		add := func(to *enum.Tally) func(enum.Class) bool {
			return func(c enum.Class) bool {
				to.Add(c.Verdict, c.Automorphisms, 1)
				return true
			}
		}
		err := list(ctx, shard, enum.AnyVerdict, func(c enum.Class) bool {
			d := parse(t, c.Game())
			m := newMatrix(d.Vertices())
			for a := range d.All() {
				m[a.From][a.To] = true
			}
			want := 1
			if nimber, _ := m.nimbersOf(); nimber[0] != nimber[1] {
				want = 0
			}
			if said := c.Solution().Verdict; c.Verdict != want || said != s.Verdicts()[want] {
				t.Errorf("%s: %v has the verdict %d, and says %q; want %d", s.Fingerprint(), c.Game(), c.Verdict, said, want)
			}
			return add(listed)(c)
		})
		if err != nil {
			t.Fatal(err)
		}
		for verdict := range s.Verdicts() {
			if err := list(ctx, shard, verdict, add(apart)); err != nil {
				t.Fatal(err)
			}
		}
		if !walked.Equal(listed) || !walked.Equal(apart) {
			t.Errorf("%s, shard %d: walked %v, listed %v, verdict by verdict %v",
				s.Fingerprint(), shard.ID, histograms(walked), histograms(listed), histograms(apart))
		}
	}
}

func histograms(t *enum.Tally) [][]enum.Bar { return [][]enum.Bar{t.Histogram(0), t.Histogram(1)} }
