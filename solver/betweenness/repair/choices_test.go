package repair

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"enumerate/solver/betweenness"
)

// An orderSet is a set of orders, as bits.
type orderSet []uint64

// A choiceTable is an oracle for repairs: for every choice that a player can make it has the set of the orders that
// satisfy it. A game is solvable if and only if the sets of its choices have an order in common.
type choiceTable struct {
	players int
	sets    []orderSet
	known   map[chosen]int // index in sets
	others  [][]betweenness.Choice
}

type chosen struct {
	player int
	choice betweenness.Choice
}

// newChoiceTable lists every order that has player 0 before player 1: an order and its reverse satisfy the same
// choices.
func newChoiceTable(players int) *choiceTable {
	t := &choiceTable{players: players, known: make(map[chosen]int)}
	for p := range players {
		t.others = append(t.others, everyChoice(players, p))
		for _, c := range t.others[p] {
			t.known[chosen{p, c}] = len(t.sets)
			t.sets = append(t.sets, nil)
		}
	}

	orders := 0
	everyOrder(players, nil, func(order []int) {
		place := places(order)
		if place[0] > place[1] {
			return
		}
		word, bit := orders/64, uint64(1)<<(orders%64)
		orders++
		for of, i := range t.known {
			if len(t.sets[i]) == word {
				t.sets[i] = append(t.sets[i], 0)
			}
			w, n := place[of.choice.Wonderwall], place[of.choice.Ninja]
			p := place[of.player]
			if p < w && w < n || n < w && w < p {
				t.sets[i][word] |= bit
			}
		}
	})
	return t
}

// meeting returns the orders that satisfy the choice c of player p.
func (t *choiceTable) meeting(p int, c betweenness.Choice) orderSet {
	return t.sets[t.known[chosen{p, c}]]
}

func (t *choiceTable) all() orderSet {
	set := make(orderSet, len(t.sets[0]))
	for i := range set {
		set[i] = ^uint64(0)
	}
	return set
}

// and makes `set` the intersection of a and b. It reports whether the intersection has an order.
func (set orderSet) and(a, b orderSet) bool {
	found := uint64(0)
	for i := range set {
		set[i] = a[i] & b[i]
		found |= set[i]
	}
	return found != 0
}

// repairable reports whether a game becomes solvable if the players of the set `exchanging` swap their wonderwall and
// ninja, and the players of the set `changing` make any other choice.
func (t *choiceTable) repairable(g betweenness.Game, exchanging, changing uint) bool {
	orders := t.all()
	for p, c := range g {
		switch {
		case changing>>p&1 == 1:
			continue
		case exchanging>>p&1 == 1:
			c = betweenness.Choice{Wonderwall: c.Ninja, Ninja: c.Wonderwall}
		}
		if !orders.and(orders, t.meeting(p, c)) {
			return false
		}
	}
	return t.change(g, changing, orders)
}

// change reports whether the players of the set `changing` can make other choices, so that one of the orders in the
// argument `orders` satisfies all of these choices.
func (t *choiceTable) change(g betweenness.Game, changing uint, orders orderSet) bool {
	if changing == 0 {
		return true
	}
	p := bits.TrailingZeros(changing)
	left := make(orderSet, len(orders))
	for _, c := range t.others[p] {
		if c != g[p] && left.and(orders, t.meeting(p, c)) && t.change(g, changing&(changing-1), left) {
			return true
		}
	}
	return false
}

// best returns the least number of players who must change their choice to make a game solvable. It also returns the
// largest number of these players who can do so by exchanging their wonderwall and ninja.
func (t *choiceTable) best(g betweenness.Game) (least, most int) {
	for changes := 0; ; changes++ {
		for exchanges := changes; exchanges >= 0; exchanges-- {
			for changed := range uint(1) << t.players {
				if bits.OnesCount(changed) != changes {
					continue
				}
				for exchanging := changed; ; exchanging = (exchanging - 1) & changed {
					if bits.OnesCount(exchanging) == exchanges && t.repairable(g, exchanging, changed&^exchanging) {
						return changes, exchanges
					}
					if exchanging == 0 {
						break
					}
				}
			}
		}
	}
}

// TestRepairsAgreeWithAllChoices checks repairs of random games against all choices of all players: no other repair may
// have fewer changes, or equally many changes with more exchanges of wonderwall and ninja among them.
func TestRepairsAgreeWithAllChoices(t *testing.T) {
	games := 500 // of each number of players
	if testing.Short() {
		games = 50
	}
	random := rand.New(rand.NewPCG(14, 8))
	var seen [5]int // games by their number of changes
	for n := 5; n <= 8; n++ {
		table := newChoiceTable(n)
		for range games {
			g := randomChoices(n, random)
			least, most := table.best(g)
			seen[least]++

			r, err := Find(t.Context(), g)
			if err != nil {
				t.Fatal(err)
			}
			wantRepair(t, g, r)
			if got := len(r.ChangedPlayers); got != least || !r.Fewest() {
				t.Errorf("%v: %d changes, at least %d, want %d", g, got, r.AtLeast, least)
			}
			if got := exchanged(g, r.Game); got != most {
				t.Errorf("%v: %d of %d changes are exchanges, want %d", g, got, least, most)
			}
		}
	}
	t.Logf("games by the number of changes: %v", seen)
	if slices.Contains(seen[:3], 0) {
		t.Errorf("games by the number of changes: %v, want some without a change, with one and with two", seen)
	}
}
