package betweenness

import (
	"context"
	"errors"
	"fmt"
)

// A Choice is what one player chose: two other players, its wonderwall and its ninja. Players are numbered from 0.
type Choice struct {
	Wonderwall, Ninja int
}

// A Game has one choice for each player: Game[p] is the choice of player p.
type Game []Choice

// Validate returns an error for the first choice that breaks a rule: fewer than three players, a player outside the
// game, a player that chose itself or chose the same player twice.
func (g Game) Validate() error {
	if len(g) < 3 {
		return fmt.Errorf("too few players: %d; a game needs at least 3", len(g))
	}
	for p, c := range g {
		for _, q := range [2]int{c.Wonderwall, c.Ninja} {
			if q < 0 || q >= len(g) {
				return fmt.Errorf("player %d chose %d, which is not one of the players 0..%d", p, q, len(g)-1)
			}
			if q == p {
				return fmt.Errorf("player %d chose itself", p)
			}
		}
		if c.Wonderwall == c.Ninja {
			return fmt.Errorf("player %d chose player %d twice", p, c.Ninja)
		}
	}
	return nil
}

// A Proof proves the verdict of a game, by an order or by a core.
type Proof struct {
	// Order is a solution: all players, from one end of the line to the other.
	Order []int
	// Core is a set of players, ascending, whose choices contradict each other.
	Core []int
	// Irreducible says that no proper subset of the core is a core, and Smallest that no core of the game has fewer
	// players. The solver sets them, and Check does not verify them.
	Irreducible, Smallest bool
}

// Solvable reports whether c proves that the game is solvable, and not that it is unsolvable.
func (c Proof) Solvable() bool { return c.Order != nil }

// Check returns an error unless c proves its verdict of the game. For an order it takes linear time. For a core, a
// search produces a refutation, and Check verifies each step with code that it does not share with the solver. This
// takes several times as long as the search alone, and as much memory.
func (c Proof) Check(g Game) error { return c.check(context.Background(), g) }

func (c Proof) check(ctx context.Context, g Game) error {
	if (c.Order == nil) == (c.Core == nil) {
		return errors.New("a proof is either an order or a core")
	}
	if c.Order != nil {
		return checkOrder(g, c.Order)
	}
	return checkCore(ctx, g, c.Core)
}

// checkPlayers returns an error if a list of players, called `what` in the error, names a player outside the game, or a
// player twice.
func checkPlayers(g Game, what string, players []int) error {
	seen := make([]bool, len(g))
	for _, p := range players {
		if p < 0 || p >= len(g) {
			return fmt.Errorf("the %s names player %d, but the players are 0 to %d", what, p, len(g)-1)
		}
		if seen[p] {
			return fmt.Errorf("the %s names player %d twice", what, p)
		}
		seen[p] = true
	}
	return nil
}

func checkOrder(g Game, order []int) error {
	if err := checkPlayers(g, "order", order); err != nil {
		return err
	}
	if len(order) != len(g) {
		return fmt.Errorf("the order names %d of %d players", len(order), len(g))
	}
	if unsatisfied := g.Unsatisfied(order); unsatisfied != nil {
		p := unsatisfied[0]
		return fmt.Errorf("player %d: its wonderwall %d does not stand between it and its ninja %d", p, g[p].Wonderwall, g[p].Ninja)
	}
	return nil
}

// Unsatisfied returns the players whose choices an order of all players does not satisfy, ascending: their wonderwall
// does not stand between them and their ninja.
func (g Game) Unsatisfied(order []int) (unsatisfied []int) {
	place := make([]int, len(g))
	for i, p := range order {
		place[p] = i
	}
	for p, c := range g {
		if (place[p] < place[c.Wonderwall]) != (place[c.Wonderwall] < place[c.Ninja]) {
			unsatisfied = append(unsatisfied, p)
		}
	}
	return unsatisfied
}

// checkCore returns an error unless the choices of the core's players contradict each other.
func checkCore(ctx context.Context, g Game, core []int) error {
	if len(core) == 0 {
		return errors.New("the core is empty")
	}
	if err := checkPlayers(g, "core", core); err != nil {
		return err
	}
	if tooFewEnds(g, core) { // not enough players can stand at the ends of the line
		return nil
	}
	return checkBySearch(ctx, g, core)
}

var errNoCore = errors.New("the choices of the core do not contradict each other")

// tooFewEnds reports whether all players that the given players' choices name, or all except one, are wonderwalls of
// these choices. Such choices contradict each other: a wonderwall is neither the first nor the last of the named
// players, and one player cannot be both.
func tooFewEnds(g Game, players []int) bool {
	named, walls := make(map[int]bool), make(map[int]bool) // the players whom the choices name, and the wonderwalls
	for _, p := range players {
		named[p], named[g[p].Wonderwall], named[g[p].Ninja] = true, true, true
		walls[g[p].Wonderwall] = true
	}
	return len(players) > 0 && len(walls) >= len(named)-1
}

// Numbered returns the choices of some players as triples (player, wonderwall, ninja). It renumbers the players whom
// these choices name from 0 and returns how many they are.
func (g Game) Numbered(players []int) (choices [][3]int, named int) {
	number := make(map[int]int)
	choices = make([][3]int, len(players))
	for i, p := range players {
		for k, q := range [3]int{p, g[p].Wonderwall, g[p].Ninja} {
			if _, found := number[q]; !found {
				number[q] = len(number)
			}
			choices[i][k] = number[q]
		}
	}
	return choices, len(number)
}
