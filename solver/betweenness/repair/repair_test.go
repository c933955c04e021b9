package repair

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"enumerate/solver/betweenness"

	"pgregory.net/rapid"
)

func unsatisfiedBy(g betweenness.Game, order []int) (count int) {
	for p, c := range g {
		i, j, k := slices.Index(order, p), slices.Index(order, c.Wonderwall), slices.Index(order, c.Ninja)
		if !(i < j && j < k || k < j && j < i) {
			count++
		}
	}
	return count
}

// exchangesSatisfy counts the choices that an order satisfies after all players have exchanged their wonderwall and
// their ninja.
func exchangesSatisfy(g betweenness.Game, order []int) int {
	h := slices.Clone(g)
	for p, c := range g {
		h[p] = betweenness.Choice{Wonderwall: c.Ninja, Ninja: c.Wonderwall}
	}
	return len(g) - unsatisfiedBy(h, order)
}

// everyOrder yields all orders of n players that begin with the players of `order`. The slice that yield gets is valid
// only until the next call of yield.
func everyOrder(n int, order []int, yield func([]int)) {
	if len(order) == n {
		yield(order)
		return
	}
	for p := range n {
		if !slices.Contains(order, p) {
			everyOrder(n, append(order, p), yield)
		}
	}
}

// exchanged counts the players whose wonderwall and ninja in g are exchanged in h.
func exchanged(g, h betweenness.Game) (count int) {
	for p := range g {
		if g[p].Wonderwall == h[p].Ninja && g[p].Ninja == h[p].Wonderwall {
			count++
		}
	}
	return count
}

// mostExchanges tries all ways to change exactly `changes` choices of a game so that one of the orders solves it. It
// returns the largest number of changes that only exchange a wonderwall and a ninja, or -1 if no way solves the game.
func mostExchanges(g betweenness.Game, changes int, orders [][]int) (most int) {
	most = -1
	was := slices.Clone(g)
	solvable := func() bool {
		return slices.ContainsFunc(orders, func(order []int) bool { return unsatisfiedBy(g, order) == 0 })
	}

	var change func(from, changes int)
	change = func(from, changes int) {
		if changes == 0 {
			if count := exchanged(was, g); count > most && solvable() {
				most = count
			}
			return
		}
		for p := from; p < len(g); p++ {
			for _, c := range everyChoice(len(g), p) {
				if c != was[p] {
					g[p] = c
					change(p+1, changes-1)
				}
			}
			g[p] = was[p]
		}
	}

	change(0, changes)
	return most
}

// solvableChanged reports whether one of the orders solves the game if `changes` players, numbered `from` or higher,
// choose anew.
func solvableChanged(g betweenness.Game, from, changes int, orders [][]int) bool {
	if changes == 0 {
		return slices.ContainsFunc(orders, func(order []int) bool { return unsatisfiedBy(g, order) == 0 })
	}
	for p := from; p < len(g); p++ {
		was := g[p]
		for w := range g {
			for n := range g {
				if w == p || n == p || w == n {
					continue
				}
				g[p] = betweenness.Choice{Wonderwall: w, Ninja: n}
				if solvableChanged(g, p+1, changes-1, orders) {
					g[p] = was
					return true
				}
			}
		}
		g[p] = was
	}
	return false
}

func randomChoices(players int, random *rand.Rand) betweenness.Game {
	g := make(betweenness.Game, players)
	for p := range g {
		w := random.IntN(players - 1)
		n := random.IntN(players - 2)
		others := slices.DeleteFunc(firstInts(players), func(q int) bool { return q == p })
		g[p].Wonderwall = others[w]
		others = slices.Delete(others, w, w+1)
		g[p].Ninja = others[n]
	}
	return g
}

func firstInts(count int) []int {
	list := make([]int, count)
	for i := range list {
		list[i] = i
	}
	return list
}

// wantRepair checks a repair without code of the search: the repaired game must differ in exactly the choices that the
// repair lists, each of which must keep one of its two players, and the order must solve it.
func wantRepair(t interface{ Fatalf(string, ...any) }, g betweenness.Game, r Repair) {
	if err := r.Game.Validate(); err != nil {
		t.Fatalf("%v: repaired to %v: %v", g, r.Game, err)
	}
	var changed []int
	for p, c := range g {
		d := r.Game[p]
		if c != d {
			changed = append(changed, p)
			if c.Wonderwall != d.Wonderwall && c.Ninja != d.Ninja && c.Wonderwall != d.Ninja && c.Ninja != d.Wonderwall {
				t.Fatalf("%v: player %d chooses %v in place of %v", g, p, d, c)
			}
		}
	}
	if !slices.Equal(changed, r.ChangedPlayers) || unsatisfiedBy(r.Game, r.Order) != 0 || unsatisfiedBy(g, r.Order) != len(changed) {
		t.Fatalf("%v: repaired to %v, changed %v, order %v", g, r.Game, r.ChangedPlayers, r.Order)
	}
	if sorted := slices.Sorted(slices.Values(r.Order)); !slices.Equal(sorted, firstInts(len(g))) {
		t.Fatalf("%v: order %v", g, r.Order)
	}
	if r.AtLeast > len(changed) {
		t.Fatalf("%v: changed %v, at least %d", g, r.ChangedPlayers, r.AtLeast)
	}
}

// TestNoFewerChangesRepairAGame repairs all games of 4 players, and some of 5 and 6. The oracle tries all changes of
// fewer choices, none of which may make the game solvable. Of the repairs with as many changes, Find must return one
// with the most exchanges of wonderwall and ninja.
func TestNoFewerChangesRepairAGame(t *testing.T) {
	random := rand.New(rand.NewPCG(14, 1))
	seen := make(map[int]int)
	try := func(g betweenness.Game, orders [][]int) {
		r, err := Find(t.Context(), g)
		if err != nil {
			t.Fatal(err)
		}
		wantRepair(t, g, r)
		if !r.Fewest() {
			t.Errorf("%v: %d changes are not known to be the fewest", g, len(r.ChangedPlayers))
		}
		if k := len(r.ChangedPlayers); k > 0 && solvableChanged(g, 0, k-1, orders) {
			t.Errorf("%v: %d changes; fewer are enough", g, k)
		}
		if k := len(r.ChangedPlayers); k < 2 || len(g) < 6 { // trying all changes of more choices takes too long
			if got, want := exchanged(g, r.Game), mostExchanges(g, k, orders); got != want {
				t.Errorf("%v: %d of %d changes are exchanges, want %d", g, got, k, want)
			}
		}
		seen[len(r.ChangedPlayers)]++
	}
	for n, games := range map[int]int{4: 1296, 5: 300, 6: 100} {
		if testing.Short() {
			games /= 10
		}
		var orders [][]int
		everyOrder(n, nil, func(order []int) { orders = append(orders, slices.Clone(order)) })
		for i := range games {
			g := randomChoices(n, random)
			if n == 4 && !testing.Short() {
				for p := range g {
					g[p] = everyChoice(4, p)[i%6]
					i /= 6
				}
			}
			try(g, orders)
		}
	}
	for k := range 3 {
		if seen[k] == 0 {
			t.Errorf("no game needs %d changes: %v", k, seen)
		}
	}
}

func everyChoice(players, p int) (all []betweenness.Choice) {
	for w := range players {
		for n := range players {
			if w != p && n != p && w != n {
				all = append(all, betweenness.Choice{Wonderwall: w, Ninja: n})
			}
		}
	}
	return all
}

// TestNoOrderSatisfiesMoreChoices compares the order of a repair with all orders of 5 to 9 players. No order may
// satisfy more choices. Among the orders that satisfy as many, the repair's must have the most unsatisfied choices that
// an exchange of wonderwall and ninja would satisfy.
func TestNoOrderSatisfiesMoreChoices(t *testing.T) {
	random := rand.New(rand.NewPCG(14, 2))
	exchanges := 0
	for n, games := range map[int]int{5: 300, 6: 200, 7: 60, 8: 10, 9: 3} {
		if testing.Short() && n > 6 {
			continue
		}
		for range games {
			g := randomChoices(n, random)
			least, most := n, 0
			everyOrder(n, nil, func(order []int) {
				unsatisfied, exchangeable := unsatisfiedBy(g, order), exchangesSatisfy(g, order)
				switch {
				case unsatisfied < least:
					least, most = unsatisfied, exchangeable
				case unsatisfied == least:
					most = max(most, exchangeable)
				}
			})

			r, err := Find(t.Context(), g)
			if err != nil {
				t.Fatal(err)
			}
			wantRepair(t, g, r)
			if len(r.ChangedPlayers) != least || !r.Fewest() {
				t.Errorf("%v: %d changes, at least %d, want %d", g, len(r.ChangedPlayers), r.AtLeast, least)
			}
			if got := exchanged(g, r.Game); got != most {
				t.Errorf("%v: %d of %d changes are exchanges, want %d", g, got, least, most)
			}
			exchanges += most
		}
	}
	if exchanges == 0 {
		t.Error("no repair exchanges a wonderwall and a ninja")
	}
}

func TestTheOnlyChangeIsAnExchange(t *testing.T) {
	g := betweenness.Game{
		{Wonderwall: 3, Ninja: 2},
		{Wonderwall: 0, Ninja: 2},
		{Wonderwall: 0, Ninja: 1},
		{Wonderwall: 1, Ninja: 0},
		{Wonderwall: 1, Ninja: 2},
	}

	r, err := Find(t.Context(), g)

	if err != nil || !slices.Equal(r.ChangedPlayers, []int{3}) || r.Game[3] != (betweenness.Choice{Wonderwall: 0, Ninja: 1}) {
		t.Errorf("%v is repaired to %v, %v, want player 3 to exchange its choices", g, r, err)
	}
}

// TestCoresAndSubsetsFindTheSame repairs games by two methods, which must change equally many choices. One method uses
// cores, the other tries subsets of the players. Both begin with peeling (removing choices that can be satisfied at the
// end), but share no other code.
func TestCoresAndSubsetsFindTheSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(4, 20).Draw(t, "players")
		popular := rapid.IntRange(max(3, n/2), n).Draw(t, "chosen")
		g := make(betweenness.Game, n)
		for p := range g {
			choices := slices.DeleteFunc(everyChoice(popular, -1), func(c betweenness.Choice) bool { return c.Wonderwall == p || c.Ninja == p })
			g[p] = rapid.SampledFrom(choices).Draw(t, "choice")
		}
		subsets, cores := newRepairing(g), newRepairing(g)
		if err := subsets.bySubsets(t.Context()); err != nil {
			t.Fatal(err)
		}
		cores.offer(firstInts(n))
		effort := repairEffort
		if err := cores.byCores(t.Context(), &effort); err != nil {
			t.Fatal(err)
		}
		if want := len(subsets.unsatisfied); len(cores.unsatisfied) != want || cores.least != want || subsets.least != want {
			t.Fatalf("%v: by cores %d to %d changes, by subsets %d to %d", g, cores.least, len(cores.unsatisfied), subsets.least, want)
		}
		r, err := Find(t.Context(), g)
		if err != nil {
			t.Fatal(err)
		}
		wantRepair(t, g, r)
		if len(r.ChangedPlayers) != len(subsets.unsatisfied) {
			t.Fatalf("%v: %d changes, want %d", g, len(r.ChangedPlayers), len(subsets.unsatisfied))
		}
	})
}

// TestApartGamesAreRepairedApart joins up to 100 games that have no players in common. The test finds the number of
// changes for each single game by trying all orders.
func TestApartGamesAreRepairedApart(t *testing.T) {
	random := rand.New(rand.NewPCG(14, 3))
	for _, parts := range []int{5, 20, 100} {
		label := random.Perm(6 * parts)
		g := make(betweenness.Game, 6*parts)
		want := 0
		for k := range parts {
			part := randomChoices(6, random)
			least := 6
			everyOrder(6, nil, func(order []int) { least = min(least, unsatisfiedBy(part, order)) })
			want += least
			for p, c := range part {
				g[label[6*k+p]] = betweenness.Choice{Wonderwall: label[6*k+c.Wonderwall], Ninja: label[6*k+c.Ninja]}
			}
		}
		r, err := Find(t.Context(), g)
		if err != nil {
			t.Fatal(err)
		}
		wantRepair(t, g, r)
		if len(r.ChangedPlayers) != want || !r.Fewest() {
			t.Errorf("%d games: %d changes, at least %d, want %d", parts, len(r.ChangedPlayers), r.AtLeast, want)
		}
	}
}

func TestFindRepairsAfterTheDeadline(t *testing.T) {
	random := rand.New(rand.NewPCG(14, 4))
	g := randomChoices(20, random)
	for betweenness.Solve(g).Solvable() {
		g = randomChoices(20, random)
	}
	late, stop := context.WithTimeout(t.Context(), 1)
	defer stop()
	<-late.Done()
	r, err := Find(late, g)
	if err != nil || r.AtLeast > len(r.ChangedPlayers) {
		t.Errorf("out of time: %v, %v", r, err)
	}
	wantRepair(t, g, r)
	stopped, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Find(stopped, g); err != context.Canceled {
		t.Errorf("cancelled: %v", err)
	}
	if _, err := Find(t.Context(), make(betweenness.Game, 3)); err != ErrUnrepairable {
		t.Errorf("three players: %v", err)
	}
}

// TestHittingSetsAreSmallest checks sets of players that have a player in each of some cores, by trying all smaller
// sets. For more than 64 players it checks only that the returned set hits the cores.
func TestHittingSetsAreSmallest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cores := rapid.SliceOfN(rapid.SliceOfNDistinct(rapid.IntRange(0, 9), 1, 4, rapid.ID), 0, 8).Draw(t, "cores")
		effort := repairEffort
		set, least, err := hitAll(t.Context(), cores, &effort)
		if err != nil {
			t.Fatal(err)
		}
		hits := func(players []int) bool {
			return !slices.ContainsFunc(cores, func(core []int) bool {
				return !slices.ContainsFunc(core, func(p int) bool { return slices.Contains(players, p) })
			})
		}
		want := 10
		for chosen := range 1 << 10 {
			players := slices.DeleteFunc(firstInts(10), func(p int) bool { return chosen>>p&1 == 0 })
			if hits(players) {
				want = min(want, len(players))
			}
		}
		if !hits(set) || len(set) != want || least != want {
			t.Fatalf("%v of %d at least, want %d", set, least, want)
		}
	})
	random := rand.New(rand.NewPCG(14, 7))
	var cores [][]int
	for range 60 {
		core := random.Perm(200)[:20]
		slices.Sort(core)
		cores = append(cores, core)
	}
	effort := repairEffort
	set, least, err := hitAll(t.Context(), cores, &effort)
	if err != nil || least < 1 || least > len(set) {
		t.Fatalf("%v of %d at least, %v", set, least, err)
	}
	for _, core := range cores {
		if !slices.ContainsFunc(core, func(p int) bool { return slices.Contains(set, p) }) {
			t.Errorf("%v does not hit %v", set, core)
		}
	}
}
