package walk

import (
	"context"
	"fmt"
	"iter"
	"math/big"
	"math/rand/v2"

	"enumerate/enum"
	"enumerate/games/wonderwall/space"
)

// A core game is a game in which every player is named by another. A player whom no one names can be inserted into
// every solution of the other players. So S(n), the number of solvable games of n players, follows from core(n), the
// number of solvable core games, and the numbers for fewer players:
//
//	core(n) = sum over j of (-1)^j C(n,j) ((n-j)(n-j-1))^j S(n-j)
//
// This is statement (21) of docs/papers/count.md. Package count uses statement (19), so that the two methods check each
// other without shared arithmetic.

// coreVersion is the version of the walk of core games (every player is chosen). Raise it if the tally of a shard
// changes, because results are stored. If the shards or their order change, raise the constant `version` instead, which
// is in the fingerprints of this walk and of that of all games.
const coreVersion = 1

// mostCores is the largest number of players whose core games (every player is chosen) can be walked: the last one in
// shardsOf.
const mostCores = 12

// shardsOf has the number of shards of the walk of a size, by the number of players.
var shardsOf = [mostCores + 1]uint64{3: 1, 4: 1, 5: 7, 6: 62, 7: 580, 8: 599, 9: 11_117, 10: 304_690, 11: 305_373, 12: 10_989_290}

// doneKey is the key under which a tally of core games counts the finished shards, to say how much of the walk is done.
// A tally has only counts of classes, and this walk finds no unsolvable classes. So each finished shard is counted as
// one unsolvable class.
const doneKey = enum.NoClass

// coreKey returns the key of the solvable core classes with these numbers of players and automorphisms.
func coreKey(players int, automorphisms uint64) uint64 { return automorphisms<<4 | uint64(players) }

// splitCoreKey is the inverse of coreKey.
func splitCoreKey(key uint64) (players int, automorphisms uint64) { return int(key & 15), key >> 4 }

// CoreMethod returns the method "core-walk" of the ruleset, which walks through the classes of solvable core games of
// this size and all smaller sizes.
func CoreMethod() enum.Method {
	return enum.Method{
		Name:       "core-walk",
		Summary:    "walks the solvable games in which every player is chosen, of this and all smaller sizes; an identity gives the totals",
		SharesCode: enum.Walk,
		GamesOnly:  true,
		Sizes:      enum.Range{First: space.Fewest, Last: mostCores},
		Space:      newCoreWalkSpace,
		// The estimate ignores the smaller sizes, which take about 2 % of the time.
		Estimate: enum.Forecasts(newCoreWalkSpace, func(s enum.Space) enum.Descent {
			w := newCoreWalker(s.(coreWalkSpace).Players)
			return func(ctx context.Context, random *rand.Rand, _ *enum.Tally, spent func(weight float64)) (float64, error) {
				return w.descent(ctx, random, enum.NewTally(len(space.Verdicts())), spent)
			}
		}),
	}
}

// A coreWalkSpace is the space of the method core-walk for one size: the shards of all sizes, the largest size first.
type coreWalkSpace struct{ space.Space }

func newCoreWalkSpace(players int, _ enum.Means) (enum.Space, error) {
	if players < space.Fewest || players > mostCores {
		return nil, fmt.Errorf("n = %d: for a walk of core games, expected %d to %d players", players, space.Fewest, mostCores)
	}
	return coreWalkSpace{space.Space{Players: players}}, nil
}

// Fingerprint names everything that the shards depend on.
func (s coreWalkSpace) Fingerprint() string {
	walk := walkSpace(s)
	return fmt.Sprintf("wonderwall n=%d core-walk=%d enumeration=%d depth=%d", s.Players, coreVersion, version, walk.depth())
}

// Shards yields the shards of all sizes. Their numbers continue from size to size.
func (s coreWalkSpace) Shards() iter.Seq[enum.Shard] {
	return func(yield func(enum.Shard) bool) {
		first := uint64(0) // the number of the first shard of a size
		for players := s.Players; players >= space.Fewest; players-- {
			for shard := range (walkSpace{space.Space{Players: players}}).Shards() {
				shard.ID += first
				if !yield(shard) {
					return
				}
			}
			first += shardsOf[players]
		}
	}
}

func (s coreWalkSpace) shards() (all uint64) {
	for _, shards := range shardsOf[:s.Players+1] {
		all += shards
	}
	return all
}

// playersOf returns the number of players in the games of a shard.
func (s coreWalkSpace) playersOf(shard enum.Shard) (int, error) {
	left := shard.ID
	for players := s.Players; players >= space.Fewest; players-- {
		if left < shardsOf[players] {
			return players, nil
		}
		left -= shardsOf[players]
	}
	return 0, fmt.Errorf("shard %d does not exist; a core walk of %d players has %d shards", shard.ID, s.Players, s.shards())
}

// Fits returns an error if the tally of a shard does not count exactly one finished shard, has classes of another
// number of players, or has more classes than there are games that begin with the shard's path.
func (s coreWalkSpace) Fits(shard enum.Shard, t *enum.Tally) error {
	players, err := s.playersOf(shard)
	if err != nil {
		return err
	}
	if done := t.Count(unsolvable, doneKey); done.Cmp(big.NewInt(1)) != 0 {
		return fmt.Errorf("the tally of one shard counts %v shards", done)
	}
	for _, bar := range t.Histogram(solvable) {
		if of, _ := splitCoreKey(bar.Key); of != players {
			return fmt.Errorf("the tally of a shard of %d players has classes of %d players", players, of)
		}
	}
	most := space.Space{Players: players}.Choices(players - len(shard.Path))
	return enum.AtMost(t, most.Add(most, big.NewInt(1))) // one more, because the tally also counts the shard
}

// Totals returns the numbers of solvable and unsolvable games, once the tally of core games (every player is chosen)
// has all shards. The number of solvable games follows from core games by a formula; the number of solvable classes
// does not. GamesLeft says that the unsolvable games are all the others.
//
// The coverage is the number of finished shards, because the walk cannot know how many games it has to find. A tally
// counts only classes, so it has each finished shard as an unsolvable class with the key doneKey: this walk finds no
// real unsolvable classes.
func (s coreWalkSpace) Totals(t *enum.Tally) (enum.Totals, error) {
	totals := enum.Totals{
		Verdicts: make([]enum.Total, len(space.Verdicts())),
		Coverage: t.Count(unsolvable, doneKey),
		Whole:    new(big.Int).SetUint64(s.shards()),
	}
	if totals.Coverage.Cmp(totals.Whole) > 0 {
		return enum.Totals{}, fmt.Errorf("the tally counts %v shards; only %v exist", totals.Coverage, totals.Whole)
	}
	if other := t.Sum(unsolvable); other.Cmp(totals.Coverage) != 0 {
		return enum.Totals{}, fmt.Errorf("the tally has %v unsolvable classes; a walk of core games counts only solvable ones", other.Sub(other, totals.Coverage))
	}
	cores, err := s.coreGames(t)
	if err != nil || !totals.Complete() {
		return totals, err
	}
	games := solvableGames(cores)
	totals.Verdicts[solvable].Games = games
	totals.Verdicts[unsolvable] = enum.Total{Games: new(big.Int).Sub(s.Games(), games), GamesLeft: true}
	return totals, nil
}

// coreGames returns the number of labelled solvable core games in a tally, by the number of players. The tally counts
// classes, and OrbitTotals converts them: a class with k automorphisms has n!/k games.
func (s coreWalkSpace) coreGames(t *enum.Tally) ([]*big.Int, error) {
	cores := make([]*big.Int, s.Players+1)
	for players := range cores {
		cores[players] = new(big.Int)
	}
	for _, bar := range t.Histogram(solvable) {
		players, automorphisms := splitCoreKey(bar.Key)
		if players < space.Fewest || players > s.Players {
			return nil, fmt.Errorf("the tally has %v classes of %d players, expected %d to %d players", bar.Count, players, space.Fewest, s.Players)
		}
		of := enum.NewTally(1)
		of.AddBig(0, automorphisms, bar.Count)
		totals, err := enum.OrbitTotals(walkSpace{space.Space{Players: players}}, of)
		if err != nil {
			return nil, fmt.Errorf("core games of %d players: %w", players, err)
		}
		cores[players].Add(cores[players], totals.Verdicts[0].Games)
	}
	return cores, nil
}

// solvableGames returns S(n), the number of solvable games of n = len(cores)-1 players, where cores[k] = core(k), the
// number of those with k players in which every player is named. It computes S(0), S(1) and so on from the formula at
// the top of this file, solved for the term with j = 0 (in the code j is called unnamed): S(n) = core(n) minus the sum
// over j > 0 of (-1)^j C(n,j) ((n-j)(n-j-1))^j S(n-j).
func solvableGames(cores []*big.Int) *big.Int {
	var solvable []*big.Int // the numbers of solvable games, by the number of players
	for n, core := range cores {
		sum := new(big.Int).Set(core)
		for unnamed := 1; unnamed <= n; unnamed++ {
			others := int64(n - unnamed)
			term := new(big.Int).Exp(big.NewInt(others*(others-1)), big.NewInt(int64(unnamed)), nil)
			term.Mul(term, new(big.Int).Binomial(int64(n), int64(unnamed)))
			term.Mul(term, solvable[others])
			if unnamed%2 == 0 {
				term.Neg(term)
			}
			sum.Add(sum, term)
		}
		solvable = append(solvable, sum)
	}
	return solvable[len(solvable)-1]
}

func (s coreWalkSpace) Walker() enum.Walker { return &coreWalker{space: s} }

type coreWalker struct {
	space   coreWalkSpace
	walkers [mostCores + 1]*walker // by size
}

// Walk adds the solvable core classes of a shard to the tally. It also counts the finished shard, because the number of
// finished shards says how much of the walk is done. A tally has only counts of classes, so the shard is counted as an
// unsolvable class with the key doneKey: this walk finds no real unsolvable classes. All core games of a shard have the
// same number of players. Each number of players has a walker, which is made at its first shard.
func (w *coreWalker) Walk(ctx context.Context, shard enum.Shard, tally *enum.Tally) error {
	players, err := w.space.playersOf(shard)
	if err != nil {
		return err
	}
	if w.walkers[players] == nil {
		w.walkers[players] = newCoreWalker(players)
	}
	found := enum.NewTally(tally.Verdicts())
	if err := w.walkers[players].Walk(ctx, shard, found); err != nil {
		return err
	}
	for _, bar := range found.Histogram(solvable) {
		tally.AddBig(solvable, coreKey(players, bar.Key), bar.Count)
	}
	tally.Add(unsolvable, doneKey, 1)
	return nil
}
