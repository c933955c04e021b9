package betweenness

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"enumerate/internal/bounded"
)

// The tests of this file compare the parts of the search with simple implementations.

func randomTriples(t *rapid.T, players int) []triple {
	triples := make([]triple, rapid.IntRange(1, 2*players).Draw(t, "triples"))
	for i := range triples {
		v := rapid.Permutation(sequence(players)).Draw(t, "triple")
		triples[i] = triple{v[0], v[1], v[2]}
	}
	return triples
}

func sequence(n int) []int32 {
	s := make([]int32, n)
	for i := range s {
		s[i] = int32(i)
	}
	return s
}

func satisfiedBy(order []int32, t triple) bool {
	x, y, z := slices.Index(order, t.end), slices.Index(order, t.middle), slices.Index(order, t.other)
	return x < y && y < z || z < y && y < x
}

// anyOrder reports whether some order of the players satisfies all triples.
func anyOrder(players int, triples []triple) bool {
	found := false
	eachOrder(players, func(order []int) bool {
		numbers := make([]int32, players)
		for i, v := range order {
			numbers[i] = int32(v)
		}
		found = !slices.ContainsFunc(triples, func(t triple) bool { return !satisfiedBy(numbers, t) })
		return !found
	})
	return found
}

func TestLineIsAList(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(3, 200).Draw(t, "players")
		var l line
		l.reset(n)
		var model []int32
		crowd := rapid.Bool().Draw(t, "all in one place") // so that labels run out
		for _, v := range rand.New(rand.NewPCG(1, uint64(n))).Perm(n) {
			at := 0
			if !crowd {
				at = rapid.IntRange(0, len(model)).Draw(t, "place")
			}
			after := l.left()
			if at > 0 {
				after = model[at-1]
			}
			l.insertAfter(int32(v), after)
			model = slices.Insert(model, at, int32(v))
		}
		if got := l.players(nil); !slices.Equal(got, model) {
			t.Fatalf("line %v, want %v", got, model)
		}
		for i := range model[1:] {
			if l.label[model[i]] >= l.label[model[i+1]] {
				t.Fatalf("the labels of %d and %d do not ascend", model[i], model[i+1])
			}
		}
		for range 20 {
			v := rapid.Permutation(sequence(n)).Draw(t, "triple")
			if tr := (triple{v[0], v[1], v[2]}); l.satisfies(tr) != satisfiedBy(model, tr) {
				t.Fatalf("satisfies(%v) = %v, want %v", tr, l.satisfies(tr), satisfiedBy(model, tr))
			}
		}
	})
}

func TestPeelingKeepsTheVerdict(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(3, 6).Draw(t, "players")
		triples := randomTriples(t, n)
		var p peeling
		p.run(n, triples)
		var left []triple
		degree := make([]int, n)
		for i, tr := range triples {
			if !p.removed[i] {
				left = append(left, tr)
				for _, v := range tr.players() {
					degree[v]++
				}
			}
		}
		if slices.Contains(degree, 1) {
			t.Fatalf("%v: only one triple of %v names some player", triples, left)
		}
		if got, want := anyOrder(n, left), anyOrder(n, triples); got != want {
			t.Fatalf("%v: solvable = %v, after peeling %v", triples, want, got)
		}
		// Every order of the remaining players that satisfies the remaining triples must become an order that satisfies
		// all triples when undo puts the peeled players back.
		eachOrder(n, func(order []int) bool {
			var l line
			l.reset(n)
			var numbers []int32
			for _, v := range order {
				if degree[v] > 0 {
					numbers = append(numbers, int32(v))
				}
			}
			if slices.ContainsFunc(left, func(tr triple) bool { return !satisfiedBy(numbers, tr) }) {
				return true
			}
			for _, v := range slices.Backward(numbers) {
				l.insertAfter(v, l.left())
			}
			p.undo(&l, triples)
			all := l.players(nil)
			for _, tr := range triples {
				if len(all) != n || !satisfiedBy(all, tr) {
					t.Fatalf("%v: %v is completed to %v, which does not satisfy %v", triples, numbers, all, tr)
				}
			}
			return true
		})
	})
}

func TestTiesContradictEachOtherAsTheRelaxationDoes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(3, 6).Draw(t, "players")
		triples := randomTriples(t, n)
		var ts ties
		ts.find(triples)
		got := ts.contradiction()
		if want := !relaxable(triples); (got != nil) != want {
			t.Fatalf("%v: contradiction %v, want one: %v", triples, got, want)
		}
		if got == nil {
			return
		}
		var some []triple
		for _, i := range got {
			some = append(some, triples[i])
		}
		if relaxable(some) {
			t.Fatalf("%v: %v do not contradict each other", triples, some)
		}
	})
}

// relaxable reports whether the triples can be oriented such that all triples that name the same two players put them
// in the same order. Cycles of three or more players are allowed.
func relaxable(triples []triple) bool {
	for set := range 1 << len(triples) {
		first := make(map[[2]int32]bool)
		agree := true
		for i, tr := range triples {
			x, y, z := tr.end, tr.middle, tr.other
			if set>>i&1 != 0 {
				x, z = z, x
			}
			for _, pair := range [][2]int32{{x, y}, {y, z}, {x, z}} {
				if first[[2]int32{pair[1], pair[0]}] {
					agree = false
				}
				first[pair] = true
			}
		}
		if agree {
			return true
		}
	}
	return false
}

func TestTriplesOfEndsContradictEachOther(t *testing.T) {
	found := 0
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(3, 6).Draw(t, "players")
		triples := randomTriples(t, n)
		var in incidence
		in.fill(n, triples)
		var e ends
		for but := int32(none); but < int32(n); but++ {
			got := e.contradiction(n, triples, &in, but)
			if want := slices.ContainsFunc(sets(n), func(set uint) bool { return allMiddles(triples, set, but) }); (got != nil) != want {
				t.Fatalf("%v but %d: contradiction %v, want one: %v", triples, but, got, want)
			}
			if got == nil {
				continue
			}
			found++
			var some []triple
			for _, i := range got {
				some = append(some, triples[i])
			}
			if anyOrder(n, some) {
				t.Fatalf("%v but %d: %v do not contradict each other", triples, but, some)
			}
		}
	})
	if found == 0 {
		t.Error("no contradiction was found in any system")
	}
}

// sets returns all sets of at least two players, as bits.
func sets(players int) (all []uint) {
	for set := uint(0); set < 1<<players; set++ {
		if set&(set-1) != 0 {
			all = append(all, set)
		}
	}
	return all
}

// allMiddles reports whether each player of a set, except possibly the player `but`, is the middle of a triple within
// the set. Then the triples contradict each other, because the set's first and last player are no middles of such
// triples in any order that satisfies them.
func allMiddles(triples []triple, set uint, but int32) bool {
	var middles uint
	for _, t := range triples {
		if all := uint(1<<t.end | 1<<t.middle | 1<<t.other); all&^set == 0 {
			middles |= 1 << t.middle
		}
	}
	if but >= 0 {
		if set>>but&1 == 0 {
			return false // the set with the exception is tried, too
		}
		middles |= 1 << but
	}
	return set&^middles == 0
}

func TestPrecedenceFindsEveryCycle(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(3, 12).Draw(t, "players")
		triples := randomTriples(t, n)
		var l line
		l.reset(n)
		for v := range int32(n) {
			l.insertAfter(v, l.left())
		}
		var p precedence
		p.reset(n, triples, &l)
		oriented := make(map[int32]int8)
		for range rapid.IntRange(1, 40).Draw(t, "steps") {
			i := int32(rapid.IntRange(0, len(triples)-1).Draw(t, "triple"))
			if oriented[i] != 0 {
				p.clear(i)
				delete(oriented, i)
				continue
			}
			orientation := rapid.SampledFrom([]int8{1, -1}).Draw(t, "orientation")
			oriented[i] = orientation
			cycle := p.orient(i, orientation)
			if want := cyclic(n, triples, oriented, nil); (cycle != nil) != want {
				t.Fatalf("orient(%d, %d) = %v, want a cycle: %v", i, orientation, cycle, want)
			}
			if cycle != nil {
				if !slices.Contains(cycle, i) || !cyclic(n, triples, oriented, cycle) {
					t.Fatalf("orient(%d, %d) = %v, whose edges make no cycle", i, orientation, cycle)
				}
				delete(oriented, i)
			}
			order := p.order(nil)
			for j, o := range oriented {
				x, y, z := p.place[triples[j].end], p.place[triples[j].middle], p.place[triples[j].other]
				if o < 0 {
					x, z = z, x
				}
				if x > y || y > z {
					t.Fatalf("the order %v does not agree with triple %v, oriented %d", order, triples[j], o)
				}
			}
		}
	})
}

// cyclic reports whether the arcs of oriented triples, or only of those in `some`, form a cycle.
func cyclic(players int, triples []triple, oriented map[int32]int8, some []int32) bool {
	before := make([]int, players) // by player: the number of arcs to it
	next := make([][]int32, players)
	for i, o := range oriented {
		if some != nil && !slices.Contains(some, i) {
			continue
		}
		x, y, z := triples[i].end, triples[i].middle, triples[i].other
		if o < 0 {
			x, z = z, x
		}
		next[x], next[y] = append(next[x], y), append(next[y], z)
		before[y]++
		before[z]++
	}
	taken := 0
	for free := slices.IndexFunc(before, func(n int) bool { return n == 0 }); free >= 0; free = slices.IndexFunc(before, func(n int) bool { return n == 0 }) {
		taken++
		before[free] = -1
		for _, v := range next[free] {
			before[v]--
		}
	}
	return taken < players
}

func TestDegeneracyTakesAPlayerWhomFewestName(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(3, 15).Draw(t, "players")
		triples := randomTriples(t, n)
		var in incidence
		in.fill(n, triples)
		var f degeneracy
		gone := make([]bool, n)
		naming := func(v int32) (count int) {
			for _, tr := range triples {
				three := tr.players()
				if slices.Contains(three[:], v) && !gone[tr.end] && !gone[tr.middle] && !gone[tr.other] {
					count++
				}
			}
			return count
		}
		order, _ := f.order(&bounded.Steps{Context: context.Background()}, n, triples, &in) // the context does not end
		if len(order) != n {
			t.Fatalf("%v: %d players were taken, want %d", triples, len(order), n)
		}
		for _, v := range order {
			for u := range int32(n) {
				if !gone[u] && naming(u) < naming(v) {
					t.Fatalf("%v: %d is taken before %d in %v", triples, v, u, order)
				}
			}
			gone[v] = true
		}
	})
}

func TestQueueGivesTheMostActive(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 30).Draw(t, "triples")
		var q queue
		q.reset(n)
		in := make(map[int32]bool)
		for range rapid.IntRange(0, 100).Draw(t, "steps") {
			i := int32(rapid.IntRange(0, n-1).Draw(t, "triple"))
			switch rapid.IntRange(0, 3).Draw(t, "step") {
			case 0:
				q.bump(i)
			case 1:
				q.decay()
			case 2:
				q.push(i)
				in[i] = true
			case 3:
				got, ok := q.pop()
				if ok != (len(in) > 0) || ok && !in[got] {
					t.Fatalf("pop = %d, %v, of %v", got, ok, in)
				}
				for j := range in {
					if q.activity[j] > q.activity[got] {
						t.Fatalf("pop = %d of activity %v, but %d has %v", got, q.activity[got], j, q.activity[j])
					}
				}
				delete(in, got)
			}
		}
	})
}

func TestQueueKeepsItsOrderWhenActivityIsScaledDown(t *testing.T) {
	var q queue
	q.reset(3)
	for i := range int32(3) {
		q.push(i)
	}
	q.bump(1)
	for range 5000 { // 1/0.95 to this power is more than 1e100
		q.decay()
	}
	q.bump(2)
	if q.activity[2] > 1e100 {
		t.Errorf("activity %v is not scaled down", q.activity[2])
	}
	for _, want := range []int32{2, 1, 0} {
		if got, ok := q.pop(); got != want || !ok {
			t.Errorf("pop = %d, %v, want %d", got, ok, want)
		}
	}
}
