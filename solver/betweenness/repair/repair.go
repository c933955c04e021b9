// Package repair makes unsolvable games of Ninja Assassin Wonderwall solvable: it finds the fewest
// players who must choose differently, and their new choices.
//
// If four players A to D chose (B, C), (D, A), (B, A) and (B, A), it is enough that B chooses (C, D): then D C B A is a
// solution.
//
// An order satisfies a player's choice if the player's wonderwall stands between the player and its ninja. A core is a
// set of players whose choices no order satisfies together. Peeling removes players that fit into any solution of the
// rest.
//
// The files, in reading order:
//
//	repair.go   a repair, its check, and the two ways to find it
//	subsets.go  an order that satisfies most choices, by all sets of players
//	hits.go     such an order, by cores and their smallest hitting sets
package repair

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"enumerate/solver/betweenness"
)

// A Repair makes a game solvable by new choices of some players. Each of them keeps at least one of the two players
// chosen; most only exchange wonderwall and ninja.
type Repair struct {
	// Game has the new choices of the players in ChangedPlayers, which is ascending.
	Game           betweenness.Game
	ChangedPlayers []int
	// Order solves Game. It satisfies all choices of the original game except those of ChangedPlayers.
	Order []int
	// AtLeast is a lower bound on the number of changes.
	AtLeast int
}

// Fewest reports whether the repair is known to be minimal.
func (r Repair) Fewest() bool { return r.AtLeast == len(r.ChangedPlayers) }

// ErrUnrepairable is the error of a game of three players: none is solvable.
var ErrUnrepairable = errors.New("no game of 3 players is solvable")

// Find returns a repair of a valid game with the fewest changes, or with few.
//
// If an order leaves the choices of k players unsatisfied, these players can make new choices that the order satisfies,
// because among four or more players each has two others on one side. So the smallest number of changes is the smallest
// number of choices that an order leaves unsatisfied (the maximum betweenness problem). Peeling, which removes players
// whose choices can always be satisfied, does not change this number. If at most 24 players are left after peeling,
// Find finds the minimum, within a second or two. If at most 16 are left, as many changes as possible only exchange a
// player's wonderwall and ninja.
//
// Every repair changes a player of each core (a set of players whose choices contradict each other), and so at least as
// many players as a smallest hitting set of some cores has: a smallest set that contains a player of each. If an order
// satisfies all choices except those of this set, the set is minimal. Otherwise the other choices still have a core, to
// be hit as well (Moreno-Centeno and Karp, The implicit hitting set approach, 2013). For few players, or for up to 24
// if the cores do not lead to a result, Find looks at all sets of players; see [fewestUnsatisfied].
//
// In larger games the search for cores takes up to a few seconds, or until the context's deadline; then Find returns
// the best repair found. Without a deadline it is deterministic. If the context is cancelled, Find returns its error.
func Find(ctx context.Context, g betweenness.Game) (Repair, error) {
	if len(g) < 4 {
		return Repair{}, ErrUnrepairable
	}

	f := newRepairing(g)
	if err := f.find(ctx); err != nil && (f.order == nil || !errors.Is(err, context.DeadlineExceeded)) {
		return Repair{}, err
	}

	r := Repair{Game: slices.Clone(g), ChangedPlayers: f.unsatisfied, Order: f.order, AtLeast: f.least}
	place := places(f.order)
	for _, p := range f.unsatisfied {
		r.Game[p] = instead(g[p], p, f.order, place)
	}
	if err := r.check(g); err != nil {
		return Repair{}, fmt.Errorf("a repair is wrong: %w", err)
	}
	return r, nil
}

// check returns an error unless r is a repair of the game g, by code that the search does not use. It does not check
// that the repair is minimal.
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
	if !slices.Equal(changed, r.ChangedPlayers) {
		return fmt.Errorf("it changes the choices of the players %v, but lists the players %v as changed", changed, r.ChangedPlayers)
	}
	if r.AtLeast > len(changed) {
		return fmt.Errorf("it claims that at least %d changes are needed, but makes only %d", r.AtLeast, len(changed))
	}
	return betweenness.Proof{Order: r.Order}.Check(r.Game)
}

// places returns the place of each player in an order.
func places(order []int) []int {
	place := make([]int, len(order))
	for i, p := range order {
		place[p] = i
	}
	return place
}

// exchangeSatisfies reports whether an exchange of wonderwall and ninja makes an order satisfy a choice that it does
// not satisfy. The arguments are the places of the three players.
func exchangeSatisfies(player, wonderwall, ninja int) bool {
	return (player < ninja) == (ninja < wonderwall)
}

// instead returns a choice of player p to replace c. The order, of at least four players, satisfies the new choice but
// not c. place[q] is the place of player q. instead exchanges the wonderwall and the ninja if that is enough. Otherwise
// it keeps one of them, if possible in the same role.
func instead(c betweenness.Choice, p int, order, place []int) betweenness.Choice {
	at := place[p]
	w, n := place[c.Wonderwall], place[c.Ninja]
	if exchangeSatisfies(at, w, n) {
		return betweenness.Choice{Wonderwall: c.Ninja, Ninja: c.Wonderwall}
	}

	// The player stands between its wonderwall and its ninja.
	direction := 1 // the direction from the player to its ninja
	if n < at {
		direction = -1
	}
	exists := func(place int) bool { return place >= 0 && place < len(order) }
	switch {
	case at+direction != n: // take a wonderwall between the player and the ninja
		return betweenness.Choice{Wonderwall: order[at+direction], Ninja: c.Ninja}
	case exists(w - direction): // take a ninja beyond the wonderwall
		return betweenness.Choice{Wonderwall: c.Wonderwall, Ninja: order[w-direction]}
	case exists(n + direction): // take the ninja as the wonderwall, and a ninja beyond it
		return betweenness.Choice{Wonderwall: c.Ninja, Ninja: order[n+direction]}
	default: // the wonderwall and the ninja stand at the ends, so a player stands between this player and the old wonderwall
		return betweenness.Choice{Wonderwall: order[at-direction], Ninja: c.Wonderwall}
	}
}

// A repairing is a search for an order that leaves as few choices unsatisfied as possible.
type repairing struct {
	game         betweenness.Game
	rest         *betweenness.Rest
	searcher     *betweenness.Searcher
	order        []int // the best order found
	unsatisfied  []int // the players whose choices the best order leaves unsatisfied
	betweenCount int   // how many of these stand between their wonderwall and their ninja
	least        int   // a lower bound on the number of unsatisfied choices of any order
}

func newRepairing(g betweenness.Game) *repairing {
	return &repairing{game: g, rest: betweenness.NewRest(g), searcher: betweenness.NewSearcher()}
}

// repairEffort limits the search for a repair of a large game, in units of about a microsecond.
const repairEffort = 5_000_000

// To try all subsets of up to quickSubsets players takes a millisecond. For more players it is usually faster to
// collect cores (sets of players whose choices contradict each other), so find tries cores first. If the players are
// few enough to try all subsets afterwards, find spends only the effort subsetsEffort (a tenth of a second) on cores.
const (
	quickSubsets  = 16
	subsetsEffort = 100_000
)

// find looks for an order that leaves few choices unsatisfied. It stores the best one in f.order, perhaps even if it
// returns an error.
func (f *repairing) find(ctx context.Context) error {
	order, err := f.rest.Arrange(ctx)
	if err != nil {
		return err
	}
	f.offer(order)

	left := f.rest.Players // the number of players after peeling
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
	order, err = f.rest.Improve(ctx)
	if order != nil {
		f.offer(order)
	}
	if err != nil {
		return err
	}

	if left <= maxSubsets {
		effort = subsetsEffort
	}
	err = f.byCores(ctx, &effort)
	isMinimal := f.least == len(f.unsatisfied)
	if err != nil || isMinimal || left > maxSubsets {
		return err
	}
	return f.bySubsets(ctx)
}

// bySubsets offers, as a repair, an order that leaves the fewest choices unsatisfied; it tries all sets of players. It
// sets f.least to the number of these choices.
func (f *repairing) bySubsets(ctx context.Context) error {
	order, err := fewestUnsatisfied(ctx, f.rest.Players, f.rest.Choices)
	if err != nil {
		return err
	}
	f.offer(f.rest.Order(order))
	if len(f.unsatisfied) < f.least { // the bound found earlier is wrong
		return fmt.Errorf("an order leaves %d choices unsatisfied, fewer than the lower bound %d", len(f.unsatisfied), f.least)
	}
	f.least = len(f.unsatisfied)
	return nil
}

// offer keeps an order if it leaves fewer choices unsatisfied than the best order so far. If both leave equally many,
// it keeps the order in which an exchange of wonderwall and ninja would satisfy more of them.
func (f *repairing) offer(order []int) {
	unsatisfied := f.game.Unsatisfied(order)

	// An exchange does not help players who stand between their wonderwall and their ninja.
	place := places(order)
	between := 0
	for _, p := range unsatisfied {
		c := f.game[p]
		if !exchangeSatisfies(place[p], place[c.Wonderwall], place[c.Ninja]) {
			between++
		}
	}

	fewer := len(unsatisfied) < len(f.unsatisfied)
	asManyButEasier := len(unsatisfied) == len(f.unsatisfied) && between < f.betweenCount
	if f.order == nil || fewer || asManyButEasier {
		f.order, f.unsatisfied, f.betweenCount = order, unsatisfied, between
	}
}
