package betweenness

import (
	"context"
	"errors"
	"fmt"

	"enumerate/solver/internal/ranks"
)

// A Choice is what one player chose: two other players, its wonderwall and its
// ninja. Players are numbered from 0.
type Choice struct {
	Wonderwall, Ninja int
}

// A Game is one choice per player: Game[p] is the choice of player p.
type Game []Choice

// Validate reports the first choice that breaks a rule of the game: fewer than
// three players, a player outside the game, a player choosing itself, or the
// same player twice.
func (g Game) Validate() error {
	if len(g) < 3 {
		return fmt.Errorf("a game needs at least 3 players, this one has %d", len(g))
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

// A Certificate proves the verdict of one game: by an order or by a core.
type Certificate struct {
	// Order is a solution: all players, from one end of the line to the other.
	Order []int
	// Core is a set of players, ascending, whose choices contradict each other.
	Core []int
	// Irreducible says that the core needs all its players, Smallest that no smaller core
	// exists. The certificate proves neither.
	Irreducible, Smallest bool
}

// Solvable reports what the certificate proves.
func (c Certificate) Solvable() bool { return c.Order != nil }

// Check accepts a certificate that proves its verdict of the game, and says what
// is wrong with any other. It shares no code with the solver: where it has a search tell
// its proof, it checks each step of that by itself. An order takes linear time. A core takes
// some times as long as a search of its choices, and keeps what that search keeps at a time.
func (c Certificate) Check(g Game) error { return c.check(context.Background(), g) }

// check is Check, but when the context ends it returns the context's error.
func (c Certificate) check(ctx context.Context, g Game) error {
	if (c.Order == nil) == (c.Core == nil) {
		return errors.New("a certificate is either an order or a core")
	}
	if c.Order != nil {
		return checkOrder(g, c.Order)
	}
	return checkCore(ctx, g, c.Core)
}

// checkOrder accepts an order of all players in which each player's wonderwall
// stands between the player and its ninja.
func checkOrder(g Game, order []int) error {
	seen := make([]bool, len(g))
	for _, p := range order {
		if p < 0 || p >= len(g) || seen[p] {
			return fmt.Errorf("the order names player %d twice, or there is no such player", p)
		}
		seen[p] = true
	}
	if len(order) != len(g) {
		return fmt.Errorf("the order names %d of %d players", len(order), len(g))
	}
	if unmet := g.Unmet(order); unmet != nil {
		p := unmet[0]
		return fmt.Errorf("player %d: its wonderwall %d does not stand between it and its ninja %d", p, g[p].Wonderwall, g[p].Ninja)
	}
	return nil
}

// Unmet returns the players, ascending, whose wonderwall does not stand between them and
// their ninja in an order of all players.
func (g Game) Unmet(order []int) (unmet []int) {
	place := make([]int, len(g))
	for i, p := range order {
		place[p] = i
	}
	for p, c := range g {
		if (place[p] < place[c.Wonderwall]) != (place[c.Wonderwall] < place[c.Ninja]) {
			unmet = append(unmet, p)
		}
	}
	return unmet
}

// checkCore accepts a set of players if there are no orientations of their choices
// that agree. If there are few it tries these. If not it has a search tell its proof.
func checkCore(ctx context.Context, g Game, core []int) error {
	if len(core) == 0 {
		return errors.New("the core is empty")
	}
	seen := make([]bool, len(g))
	for _, p := range core {
		if p < 0 || p >= len(g) || seen[p] {
			return fmt.Errorf("the core names player %d twice, or there is no such player", p)
		}
		seen[p] = true
	}
	if endless(g, core) {
		return nil
	}
	const few = 64
	if len(core) > few {
		return checkBySearch(ctx, g, core)
	}
	tries := 1 << 18
	agree := orientable(ctx, g, core, &tries)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case tries < 0:
		return checkBySearch(ctx, g, core)
	case agree:
		return errNoCore
	}
	return nil
}

// errNoCore is the error of choices that are no core.
var errNoCore = errors.New("the choices of the core do not contradict each other")

// endless reports whether all whom the choices of some players name are wonderwalls of
// theirs, or all but one: then the choices contradict each other. In any order the first and
// the last of those named stand between no others of them.
func endless(g Game, players []int) bool {
	named, walls := make(map[int]bool), make(map[int]bool)
	for _, p := range players {
		named[p], named[g[p].Wonderwall], named[g[p].Ninja] = true, true, true
		walls[g[p].Wonderwall] = true
	}
	return len(players) > 0 && len(walls) >= len(named)-1
}

// orientable reports whether the choices of some players can be oriented so that they agree. It
// tries the orientations of one player after the other. The next player is always one with
// the fewest orientations left that do not put a player before itself. When there are no
// tries left, or the context has ended, it reports true.
func orientable(ctx context.Context, g Game, players []int, tries *int) bool {
	choices, named := g.Numbered(players)
	return ranks.New(named).Agree(ctx, choices, tries)
}

// Numbered returns the choices of some players (the player, its wonderwall, its ninja), those
// whom they name numbered without gaps, and how many these are.
func (g Game) Numbered(players []int) (choices [][3]int, named int) {
	number := make(map[int]int)
	choices = make([][3]int, len(players))
	for i, p := range players {
		for k, q := range [3]int{p, g[p].Wonderwall, g[p].Ninja} {
			if _, known := number[q]; !known {
				number[q] = len(number)
			}
			choices[i][k] = number[q]
		}
	}
	return choices, len(number)
}
