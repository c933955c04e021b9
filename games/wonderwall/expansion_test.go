package wonderwall

import (
	"math/big"
	"math/bits"
	"slices"
	"testing"

	"enumerate/games/wonderwall/expansion"
)

// Up to n^-5 the coefficients were also found without this program.
func TestTheExpansionOfTheShareOfSolvableGames(t *testing.T) {
	want := []string{"1", "-3/2", "-289/24", "-5803/48", "-9787849/5760", "-360628409/11520", "-2008527387821/2903040", "-3734728297897/215040"}
	terms := largest(5, 6, 7)
	got, err := expansion.Terms(t.Context(), terms)
	if err != nil || len(got) != terms+1 {
		t.Fatalf("%d coefficients, %v, want %d", len(got), err, terms+1)
	}
	for power, c := range got {
		if c.RatString() != want[power] {
			t.Errorf("the coefficient of n^-%d is %s, want %s", power, c.RatString(), want[power])
		}
	}
	fewer, err := expansion.Terms(t.Context(), 3)
	if err != nil || !slices.EqualFunc(fewer, got[:4], func(a, b *big.Rat) bool { return a.Cmp(b) == 0 }) {
		t.Errorf("three terms are %v, %v, want the first of %v", fewer, err, got)
	}
}

// satisfiableByOrders counts the ways in which the first `choosers` players can choose so that some order satisfies all
// their choices, as expansion.Satisfiable does in another way. While one player after another chooses, it keeps the
// list of all orders that satisfy the choices so far. The choices of the last two choosers are counted together: a pair
// counts if some order of the list satisfies both.
func satisfiableByOrders(players, choosers int) (sum uint64) {
	orders := ordersUpToReversal(players)
	all := make([]int, len(orders))
	allowed := make([][][]int, choosers) // by player and order: the choices that the order satisfies
	for p := range allowed {
		for i, place := range orders {
			allowed[p] = append(allowed[p], satisfied(place, p))
			all[i] = i
		}
	}
	choices := (players - 1) * (players - 2)
	var count func(p int, left []int) uint64
	count = func(p int, left []int) (sum uint64) {
		if p == choosers-2 {
			rows := make([]uint64, choices)
			for _, order := range left {
				var second uint64
				for _, choice := range allowed[p+1][order] {
					second |= 1 << choice
				}
				for _, choice := range allowed[p][order] {
					rows[choice] |= second
				}
			}
			for _, row := range rows {
				sum += uint64(bits.OnesCount64(row))
			}
			return sum
		}
		byChoice := make([][]int, choices)
		for _, order := range left {
			for _, choice := range allowed[p][order] {
				byChoice[choice] = append(byChoice[choice], order)
			}
		}
		if p > 0 {
			for _, orders := range byChoice {
				if orders != nil {
					sum += count(p+1, orders)
				}
			}
			return sum
		}
		// Two choices of the first player lead to equally many results if a relabeling of the choosers and of the
		// others turns one into the other. So count only one choice of each kind.
		byKind := make(map[[2]bool][]int)
		number := 0
		for w := range players {
			for b := range players {
				if w != p && b != p && w != b {
					kind := [2]bool{w < choosers, b < choosers}
					byKind[kind] = append(byKind[kind], number)
					number++
				}
			}
		}
		for _, alike := range byKind {
			sum += uint64(len(alike)) * count(1, byChoice[alike[0]])
		}
		return sum
	}
	return count(0, all)
}

func TestSatisfiablePartialGamesByTheirOrders(t *testing.T) {
	for players := 3; players <= largest(6, 7, 8); players++ {
		for choosers := 2; choosers <= min(players, 7); choosers++ {
			got, err := expansion.Satisfiable(t.Context(), players, choosers)
			if err != nil {
				t.Fatal(err)
			}
			if want := satisfiableByOrders(players, choosers); !got.IsUint64() || got.Uint64() != want {
				t.Errorf("%d of %d players can choose in %v ways, want %d", choosers, players, got, want)
			}
		}
	}
}

// A triple is a player, its wonderwall and its ninja.
type triple [3]int

// satisfied reports whether an order, given by the places of the players, satisfies a triple.
func (t triple) satisfied(place []int) bool {
	p, w, b := place[t[0]], place[t[1]], place[t[2]]
	return p < w && w < b || b < w && w < p
}

// connectedSum computes a connected sum by its definition: for each connected set of `choosers` choices that mention
// all players it goes through the satisfiable subsets, and adds (-1)^(choosers-w) for a subset of w choices.
func connectedSum(players, choosers int) (sum int) {
	orders := ordersUpToReversal(players)
	chosen := make([]triple, choosers)
	signed := func() (sum int) {
		for set := range 1 << choosers {
			satisfies := func(place []int) bool {
				for k, t := range chosen {
					if set>>k&1 == 1 && !t.satisfied(place) {
						return false
					}
				}
				return true
			}
			if slices.ContainsFunc(orders, satisfies) {
				sum += 1 - (choosers-bits.OnesCount(uint(set)))%2*2
			}
		}
		return sum
	}
	var choose func(k, from int)
	choose = func(k, from int) {
		if k == choosers {
			if connects(players, chosen) {
				sum += signed()
			}
			return
		}
		for p := from; p < players; p++ {
			for w := range players {
				for b := range players {
					if w != p && b != p && w != b {
						chosen[k] = triple{p, w, b}
						choose(k+1, p+1)
					}
				}
			}
		}
	}
	choose(0, 0)
	return sum
}

// connects reports whether triples mention all players and cannot be divided into two parts without a common player.
func connects(players int, triples []triple) bool {
	reached := 1 << triples[0][0]
	for range triples { // each round reaches at least one more triple, if one is left that can be reached
		for _, t := range triples {
			if set := 1<<t[0] | 1<<t[1] | 1<<t[2]; set&reached != 0 {
				reached |= set
			}
		}
	}
	return reached == 1<<players-1
}

func TestConnectedSumsByTheirDefinition(t *testing.T) {
	sums, err := expansion.ConnectedSums(t.Context(), 5, 4)
	if err != nil {
		t.Fatal(err)
	}
	orders := map[int]int64{3: 6, 4: 24, 5: 120}
	for _, c := range []struct{ players, choosers, want int }{
		{3, 2, -9}, {3, 3, 10}, {4, 2, 0}, {4, 3, -208}, {4, 4, 1116}, {5, 2, 0}, {5, 3, 0}, {5, 4, -11415},
	} {
		derived := new(big.Rat).Mul(sums[c.players][c.choosers], big.NewRat(orders[c.players], 1))
		if derived.Cmp(big.NewRat(int64(c.want), 1)) != 0 {
			t.Errorf("c(%d, %d) = %v, want %d", c.players, c.choosers, derived, c.want)
		}
		if c.choosers > 3 && testing.Short() {
			continue
		}
		if got := connectedSum(c.players, c.choosers); got != c.want {
			t.Errorf("c(%d, %d) is by definition %d, want %d", c.players, c.choosers, got, c.want)
		}
	}
}
