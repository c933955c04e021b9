// Package repair makes an unsolvable game of Ninja Assassin Wonderwall solvable: it finds
// the fewest players who have to choose otherwise, and what they may choose.
//
// If four players A to D chose (B, C), (D, A), (B, A) and (B, A), it is enough that D chooses
// (A, B) in place of (B, A): then C B D A is a solution.
//
// The files, in reading order:
//
//	repair.go   a repair, its check, and the two ways to find it
//	subsets.go  an order that satisfies most choices, by all sets of players
//	hits.go     the same by cores, and smallest sets that hit them
package repair

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"enumerate/solver/betweenness"
)

// A Repair makes a game solvable by other choices of some players. Each of them keeps one
// of the two whom it chose; most exchange them.
type Repair struct {
	// Game is the game with these choices, and Changed are the players who make them,
	// ascending.
	Game    betweenness.Game
	Changed []int
	// Order solves Game. It satisfies all choices of the game as it was but those of Changed.
	Order []int
	// AtLeast is how many players have to choose otherwise: no fewer are enough.
	AtLeast int
}

// Fewest reports whether the repair is known to need all its changes.
func (r Repair) Fewest() bool { return r.AtLeast == len(r.Changed) }

// ErrUnrepairable is the error of a game of three players: it is unsolvable whatever they
// choose.
var ErrUnrepairable = errors.New("no game of 3 players is solvable")

// Find returns a repair of a valid game with the fewest changes, or with few.
//
// If an order leaves the choices of k players unsatisfied, these can choose what it satisfies: one side
// of each player has two others, if there are four players. So the least number of changes is
// the least number of choices that an order leaves unsatisfied (maximum betweenness). Peeling does
// not change that. If at most 24 players are left then, and always if the game has up to 24,
// it finds the fewest, within a second or two.
//
// In games with up to 16 players left after peeling, as many of the changes as possible only
// exchange a player's wonderwall and ninja.
//
// Every repair changes a player of each core, so it changes at least as many players as a
// smallest hitting set of cores has. If an order satisfies all choices but those of such a set,
// these are the fewest; if not, there is one core more (Moreno-Centeno and Karp, The implicit
// hitting set approach, 2013). Of up to 24 players it looks at all sets instead, if they are
// very few or if the cores do not say enough; see [fewestUnsatisfied].
//
// In larger games the cores take up to some seconds, or as long as the context's deadline
// allows; then it returns the best repair found. Without a deadline the same game has the same
// repair. When the context is cancelled, Find soon returns its error.
func Find(ctx context.Context, g betweenness.Game) (Repair, error) {
	if len(g) < 4 {
		return Repair{}, ErrUnrepairable
	}
	f := newRepairing(g)
	if err := f.find(ctx); err != nil && (f.order == nil || !errors.Is(err, context.DeadlineExceeded)) {
		return Repair{}, err
	}
	r := Repair{Game: slices.Clone(g), Changed: f.unsatisfied, Order: f.order, AtLeast: f.least}
	place := places(f.order)
	for _, p := range f.unsatisfied {
		r.Game[p] = instead(g[p], p, f.order, place)
	}
	if err := r.check(g); err != nil {
		return Repair{}, fmt.Errorf("a repair is wrong: %w", err)
	}
	return r, nil
}

// check accepts a repair of a game if it changes as many choices as it says, all according
// to the rules, and its order solves the game with them. That no fewer changes do is not
// checked. It shares no code with what finds repairs.
func (r Repair) check(g betweenness.Game) error {
	if len(r.Game) != len(g) {
		return fmt.Errorf("%d players, not %d", len(r.Game), len(g))
	}
	if err := r.Game.Validate(); err != nil {
		return err
	}
	var changed []int
	for p := range g {
		if g[p] != r.Game[p] {
			changed = append(changed, p)
		}
	}
	if !slices.Equal(changed, r.Changed) || r.AtLeast > len(changed) {
		return fmt.Errorf("it changes the choices of %v, not %v; at least %d are needed", changed, r.Changed, r.AtLeast)
	}
	return betweenness.Certificate{Order: r.Order}.Check(r.Game)
}

// places returns the place of each player in an order.
func places(order []int) []int {
	place := make([]int, len(order))
	for i, p := range order {
		place[p] = i
	}
	return place
}

// exchangeSatisfies reports whether an order satisfies a choice after the player has exchanged its
// wonderwall and its ninja. The arguments are the places of the three players in the order,
// which does not satisfy the choice as it is.
func exchangeSatisfies(player, wonderwall, ninja int) bool {
	return (player < ninja) == (ninja < wonderwall)
}

// instead returns what a player may choose in place of a choice that an order of at least four
// players does not satisfy, so that the order satisfies it. It keeps one of the two players chosen,
// if possible in the same part, wonderwall or ninja.
func instead(c betweenness.Choice, p int, order, place []int) betweenness.Choice {
	at := place[p]
	w, n := place[c.Wonderwall], place[c.Ninja]
	if exchangeSatisfies(at, w, n) {
		return betweenness.Choice{Wonderwall: c.Ninja, Ninja: c.Wonderwall}
	}
	// The player stands between the two.
	away := 1 // the direction from the player to its ninja
	if n < at {
		away = -1
	}
	beyond := func(i int) bool { return i >= 0 && i < len(order) }
	switch {
	case at+away != n:
		return betweenness.Choice{Wonderwall: order[at+away], Ninja: c.Ninja}
	case beyond(w - away):
		return betweenness.Choice{Wonderwall: c.Wonderwall, Ninja: order[w-away]}
	case beyond(n + away):
		return betweenness.Choice{Wonderwall: c.Ninja, Ninja: order[n+away]}
	default: // the wonderwall and the ninja stand at the ends
		return betweenness.Choice{Wonderwall: order[at-away], Ninja: c.Wonderwall}
	}
}

// A repairing is a search for a repair.
type repairing struct {
	game        betweenness.Game
	rest        *betweenness.Rest
	searcher    *betweenness.Searcher
	order       []int // the best one found
	unsatisfied []int // the players whose choices it does not satisfy
	between     int   // how many of the unsatisfied players stand between the two they chose
	least       int   // no order leaves fewer choices unsatisfied
}

func newRepairing(g betweenness.Game) *repairing {
	return &repairing{game: g, rest: betweenness.NewRest(g), searcher: betweenness.NewSearcher()}
}

// repairEffort bounds the search for a repair of a large game. A unit is about a
// microsecond.
const repairEffort = 5_000_000

// Subsets of up to quickSubsets players take a millisecond. For more players cores are quicker
// more often than not; they have subsetsEffort, a tenth of a second.
const (
	quickSubsets  = 16
	subsetsEffort = 100_000
)

// find looks for the best order. With an error it has one too.
func (f *repairing) find(ctx context.Context) error {
	order, err := f.rest.Arrange(ctx)
	if err != nil {
		return err
	}
	f.offer(order)
	left := f.rest.Players
	effort := repairEffort
	if _, limited := ctx.Deadline(); limited {
		effort = math.MaxInt
	}
	switch c, known, err := f.searcher.Among(ctx, f.game, nil, false, &effort); {
	case err != nil:
		return err
	case c.Solvable():
		f.order, f.unsatisfied = c.Order, nil
		return nil
	case known:
		f.least = 1
	}
	if left <= quickSubsets {
		return f.bySubsets(ctx)
	}
	if order, err = f.rest.Improve(ctx); order != nil {
		f.offer(order)
	}
	if err != nil {
		return err
	}
	if left <= maxSubsets {
		effort = subsetsEffort
	}
	if err := f.byCores(ctx, &effort); err != nil || f.least == len(f.unsatisfied) || left > maxSubsets {
		return err
	}
	return f.bySubsets(ctx)
}

// bySubsets takes the order that [fewestUnsatisfied] finds.
func (f *repairing) bySubsets(ctx context.Context) error {
	order, err := fewestUnsatisfied(ctx, f.rest.Players, f.rest.Choices)
	if err != nil {
		return err
	}
	f.offer(f.rest.Order(order))
	if len(f.unsatisfied) < f.least {
		return fmt.Errorf("an order leaves %d choices unsatisfied, but it was found that all leave %d", len(f.unsatisfied), f.least)
	}
	f.least = len(f.unsatisfied)
	return nil
}

// offer takes an order if it is better than the best one found so far: it leaves fewer choices
// unsatisfied or, of as many, fewer that an exchange of wonderwall and ninja does not repair.
func (f *repairing) offer(order []int) {
	unsatisfied := f.game.Unsatisfied(order)

	place := places(order)
	between := 0
	for _, p := range unsatisfied {
		c := f.game[p]
		if !exchangeSatisfies(place[p], place[c.Wonderwall], place[c.Ninja]) {
			between++
		}
	}

	fewer := len(unsatisfied) < len(f.unsatisfied)
	asMany := len(unsatisfied) == len(f.unsatisfied)
	if f.order == nil || fewer || asMany && between < f.between {
		f.order, f.unsatisfied, f.between = order, unsatisfied, between
	}
}
