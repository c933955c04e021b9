package orientations

import (
	"fmt"
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

type choice struct{ wonderwall, ninja int }

func choicesOf(players, player int) (choices []choice) {
	for w := range players {
		for b := range players {
			if w != player && b != player && w != b {
				choices = append(choices, choice{w, b})
			}
		}
	}
	return choices
}

func eachGame(players int, visit func(game []choice)) {
	game := make([]choice, players)
	var choose func(p int)
	choose = func(p int) {
		if p == players {
			visit(game)
			return
		}
		for _, c := range choicesOf(players, p) {
			game[p] = c
			choose(p + 1)
		}
	}
	choose(0)
}

// acyclic tries every way to orient the choices of a game. Player 0's choice keeps its direction, so the count is up to
// reversal.
func acyclic(game []choice) (count int) {
	players := len(game)
	for reversed := 0; reversed < 1<<players; reversed += 2 {
		after := make([]int, players) // by player: the set of players directly after it
		for p, c := range game {
			first, last := p, c.ninja
			if reversed>>p&1 == 1 {
				first, last = last, first
			}
			after[first] |= 1 << c.wonderwall
			after[c.wonderwall] |= 1 << last
		}
		if sortable(after) {
			count++
		}
	}
	return count
}

// sortable reports whether the players can stand on a line such that every player p stands before all players of the
// set after[p]. It repeatedly removes a player whose set has no remaining player.
func sortable(after []int) bool {
	left := 1<<len(after) - 1
	for left != 0 {
		before := left
		for p, set := range after {
			if set&left == 0 {
				left &^= 1 << p
			}
		}
		if left == before {
			return false
		}
	}
	return true
}

// eachWeakOrder visits all weak orders of the players, i.e. orders with ties, as the number of each player's block:
// players in one block are tied.
func eachWeakOrder(players int, visit func(block []int, blocks int)) {
	block := make([]int, players)
	var put func(p, blocks int, used int)
	put = func(p, blocks, used int) {
		if p == players {
			if used == 1<<blocks-1 {
				visit(block, blocks)
			}
			return
		}
		for b := range blocks {
			block[p] = b
			put(p+1, blocks, used|1<<b)
		}
	}
	for blocks := 1; blocks <= players; blocks++ {
		put(0, blocks, 0)
	}
}

func satisfies(block []int, player int, c choice) bool {
	from, at, to := block[player], block[c.wonderwall], block[c.ninja]
	return from < at && at < to || to < at && at < from
}

func sign(players, blocks int) int { return 1 - (players-blocks)%2*2 }

func TestTheFormulaCountsTheOrientationsOfAllGames(t *testing.T) {
	most := 5
	if testing.Short() {
		most = 4
	}
	for players := 3; players <= most; players++ {
		count := 0
		eachGame(players, func(game []choice) { count += acyclic(game) })
		if got := Count(players); got.Cmp(big.NewInt(int64(count))) != 0 {
			t.Errorf("Count(%d) = %v, by definition it is %d", players, got, count)
		}
	}
}

// The formula of Count is derived from a sum over all weak orders (orders with ties). The term of a weak order is a
// sign times the product, over all players, of the number of choices of the player that the weak order satisfies. The
// sum is twice the value of Count, because Count counts an orientation and its reverse as one.
func TestTheFormulaIsTheSumOverWeakOrders(t *testing.T) {
	for players := 3; players <= 6; players++ {
		sum := 0
		eachWeakOrder(players, func(block []int, blocks int) {
			product := sign(players, blocks)
			for p := range players {
				satisfied := 0
				for _, c := range choicesOf(players, p) {
					if satisfies(block, p, c) {
						satisfied++
					}
				}
				product *= satisfied
			}
			sum += product
		})
		if got := Count(players); got.Cmp(big.NewInt(int64(sum/2))) != 0 || sum%2 != 0 {
			t.Errorf("Count(%d) = %v, the weak orders sum to twice %v", players, got, float64(sum)/2)
		}
	}
}

func TestOrientationsAgreeWithWeakOrders(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		players := rapid.IntRange(3, 6).Draw(t, "players")
		game := make([]choice, players)
		for p := range game {
			game[p] = rapid.SampledFrom(choicesOf(players, p)).Draw(t, fmt.Sprint("choice of ", p))
		}

		sum := 0
		eachWeakOrder(players, func(block []int, blocks int) {
			for p, c := range game {
				if !satisfies(block, p, c) {
					return
				}
			}
			sum += sign(players, blocks)
		})

		if want := acyclic(game); sum != 2*want {
			t.Fatalf("%v has %d acyclic orientations up to reversal, and its weak orders sum to %d, want twice that", game, want, sum)
		}
	})
}

// TestTheFormulaIsQuick computes a number that would take years if the time grew like the number of weak orders.
func TestTheFormulaIsQuick(t *testing.T) {
	const want = "2938770909017898831360"
	if got := Count(11).String(); got != want {
		t.Errorf("Count(11) = %s, want %s", got, want)
	}
}
