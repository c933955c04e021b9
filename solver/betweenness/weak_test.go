package betweenness

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

// circulant returns a game of n players in which player p chose p+a as its wonderwall and p+b as its ninja, modulo n.
// `swapped` players have exchanged the two, so at most this many are no one's wonderwall.
func circulant(n, a, b, swapped int, random *rand.Rand) Game {
	g := make(Game, n)
	for p := range g {
		g[p] = Choice{(p + a) % n, (p + b) % n}
	}
	for _, p := range random.Perm(n)[:swapped] {
		g[p] = Choice{g[p].Ninja, g[p].Wonderwall}
	}
	return g
}

// weakOrder looks for a solution by weak maps. A weak map gives the players numbers, so that for each choice the number
// of the wonderwall is between the other two, or all three are equal.
func weakOrder(t *testing.T, g Game, round uint64, effort int) (found bool) {
	t.Helper()
	triples := make([]triple, len(g))
	for p := range g {
		triples[p] = tripleOf(g, p)
	}
	var w weakMaps
	order, found, err := w.order(context.Background(), len(g), triples, round, effort)
	if err != nil {
		t.Fatal(err)
	}
	if found {
		players := make([]int, len(order))
		for k, v := range order {
			players[k] = int(v)
		}
		if err := checkOrder(g, players); err != nil {
			t.Fatalf("%v: %v", g, err)
		}
	}
	return found
}

func TestWeakMapsSolveGamesThatStallTheSearch(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 1))
	found := 0
	for range 8 {
		a := 1 + random.IntN(200)
		if weakOrder(t, circulant(401, a, a+1+random.IntN(200), 2+random.IntN(2), random), 0, math.MaxInt) {
			found++
		}
	}
	if found < 6 {
		t.Errorf("%d of 8 circulant games are solved, want 6", found)
	}
	// Put three games into one, and connect two of them by a single choice. A weak map may give all players of one or
	// two of these games the same number. Then the solver must solve these games separately.
	var g Game
	for range 3 {
		first := len(g)
		for _, c := range circulant(101, 10, 44, 3, random) {
			g = append(g, Choice{first + c.Wonderwall, first + c.Ninja})
		}
	}
	g[250].Ninja = 50
	if !weakOrder(t, g, 0, math.MaxInt) {
		t.Error("three circulant games together are not solved")
	}
}

func TestWeakMapsSolveMostSolvableGames(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 2))
	solvable, found, games := 0, 0, 600
	if testing.Short() {
		games = 60
	}
	for range games {
		g := randomGame(5+random.IntN(15), random)
		if random.IntN(2) == 1 {
			g = walledGame(8+random.IntN(10), random)
		}
		s := NewSearcher()
		want, _, err := s.Solvable(context.Background(), g)
		if err != nil {
			t.Fatal(err)
		}
		if !want {
			if weakOrder(t, g, 0, 1<<22) {
				t.Fatalf("%v is unsolvable", g)
			}
			continue
		}
		solvable++
		if weakOrder(t, g, 0, math.MaxInt) {
			found++
		}
	}
	if found*10 < solvable*9 {
		t.Errorf("%d of %d solvable games solved, want nine of ten", found, solvable)
	}
}

func TestWeakMapsEndWithTheirContextAndTheirEffort(t *testing.T) {
	g := circulant(1001, 7, 31, 2, rand.New(rand.NewPCG(7, 3)))
	if weakOrder(t, g, 0, 1000) {
		t.Error("solved without an effort")
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var w weakMaps
	triples := make([]triple, len(g))
	for p := range g {
		triples[p] = tripleOf(g, p)
	}
	if _, _, err := w.order(ctx, len(g), triples, 0, math.MaxInt); err != context.Canceled {
		t.Errorf("error %v, want %v", err, context.Canceled)
	}
}

func TestEquationsAreSolved(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		unknowns := rapid.IntRange(3, 12).Draw(t, "unknowns")
		rows := rapid.IntRange(1, unknowns-1).Draw(t, "rows")
		random := rand.New(rand.NewPCG(7, rapid.Uint64().Draw(t, "seed")))
		matrix := make([][]float64, rows)
		e := newEquations(rows, unknowns)
		for r := range matrix {
			matrix[r] = make([]float64, unknowns)
			var terms []term
			for _, x := range random.Perm(unknowns)[:3] {
				matrix[r][x] = random.Float64() - 0.5
				terms = append(terms, term{int32(x), matrix[r][x]})
			}
			e.add(int32(r), terms...)
		}
		for more := true; more; {
			more, _ = e.eliminate()
		}
		if len(e.pivots) < rows {
			return // dependent rows
		}
		one := int32(random.IntN(rows+1) - 1)
		values := e.solve(one, random)
		if values[0] != 0 {
			t.Fatalf("the first is %v, want 0", values[0])
		}
		size := 1.0
		for _, v := range values {
			size = max(size, math.Abs(v))
		}
		for r := range matrix {
			sum := 0.0
			for x, f := range matrix[r] {
				sum += f * values[x]
			}
			want := 0.0
			if r == int(one) {
				want = 1
			}
			if math.Abs(sum-want) > 1e-8*size {
				t.Fatalf("%v: the values %v give row %d the sum %v, want %v", matrix, values, r, sum, want)
			}
		}
		if len(e.free) > 0 {
			return
		}
		// transposed finds a factor for each row, its worth. The rows times their factors must add up to the wanted
		// coefficients, except that of the first unknown, whose value is always 0.
		wanted := make([]float64, unknowns)
		for x := 1; x < unknowns; x++ {
			wanted[x] = random.Float64()
		}
		worth := e.transposed(append([]float64(nil), wanted...))
		for _, y := range worth {
			size = max(size, math.Abs(y))
		}
		for x := 1; x < unknowns; x++ {
			sum := 0.0
			for r := range matrix {
				sum += worth[r] * matrix[r][x]
			}
			if math.Abs(sum-wanted[x]) > 1e-8*size {
				t.Fatalf("%v: the worth %v gives %d the sum %v, want %v", matrix, worth, x, sum, wanted[x])
			}
		}
	})
}
