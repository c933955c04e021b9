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
// shardsUpTo.
const mostCores = 12

// shardsUpTo has the number of shards of the walks of all sizes from 3 to a number of players.
var shardsUpTo = [mostCores + 1]uint64{3: 1, 4: 2, 5: 9, 6: 71, 7: 651, 8: 1_250, 9: 12_367, 10: 317_057, 11: 622_430, 12: 11_611_720}

// doneKey is the key under which a tally of core games counts the finished shards, to say how much of the walk is done.
// A tally has only counts of classes, and this walk finds no unsolvable classes. So each finished shard is counted as
// one unsolvable class.
const doneKey = enum.NoClass

// coreKey returns the key of the solvable core classes with these numbers of players and automorphisms.
func coreKey(players int, automorphisms uint64) uint64 { return automorphisms<<4 | uint64(players) }

// splitCoreKey is the inverse of coreKey.
func splitCoreKey(key uint64) (players int, automorphisms uint64) { return int(key & 15), key >> 4 }

// A ClassCount returns the number of classes of solvable games of n = len(solvable) players. coreClasses is the number
// of classes of solvable core games of n players, and solvable[k] the number of solvable labelled games of k players.
type ClassCount func(coreClasses *big.Int, solvable []*big.Int) (*big.Int, error)

// CoreMethod returns the method "core-walk" of the ruleset, which walks through the classes of solvable core games of
// this size and all smaller sizes. The function classes is that of package symmetric, which is not part of the core.
func CoreMethod(classes ClassCount) enum.Method {
	newSpace := func(players int, _ enum.Means) (enum.Space, error) { return newCoreWalkSpace(players, classes) }
	return enum.Method{
		Name:       "core-walk",
		Summary:    "walks the solvable games in which every player is chosen, of this and all smaller sizes; formulas give the totals of all games",
		SharesCode: enum.Walk,
		Sizes:      enum.Range{First: space.Fewest, Last: mostCores},
		Space:      newSpace,
		// The estimate ignores the smaller sizes, which take about 2 % of the time.
		Estimate: enum.Forecasts(newSpace, func(s enum.Space) enum.Descent {
			w := newCoreWalker(s.(coreWalkSpace).Players)
			return func(ctx context.Context, random *rand.Rand, _ *enum.Tally, spent func(weight float64)) (float64, error) {
				return w.descent(ctx, random, enum.NewTally(len(space.Verdicts())), spent)
			}
		}),
	}
}

// A coreWalkSpace is the space of the method core-walk for one size: the shards of all sizes, the largest size first.
type coreWalkSpace struct {
	space.Space
	classesOf ClassCount
}

func newCoreWalkSpace(players int, classes ClassCount) (enum.Space, error) {
	if players < space.Fewest || players > mostCores {
		return nil, fmt.Errorf("n = %d: for a walk of core games, expected %d to %d players", players, space.Fewest, mostCores)
	}
	return coreWalkSpace{space.Space{Players: players}, classes}, nil
}

// Fingerprint names everything that the shards depend on.
func (s coreWalkSpace) Fingerprint() string {
	return fmt.Sprintf("wonderwall n=%d core-walk=%d enumeration=%d depth=%d", s.Players, coreVersion, version, walkSpace{s.Space}.depth())
}

// Shards yields the shards of all sizes. Their numbers continue from size to size.
func (s coreWalkSpace) Shards() iter.Seq[enum.Shard] {
	return func(yield func(enum.Shard) bool) {
		for players := s.Players; players >= space.Fewest; players-- {
			for shard := range (walkSpace{space.Space{Players: players}}).Shards() {
				shard.ID += s.firstShard(players)
				if !yield(shard) {
					return
				}
			}
		}
	}
}

// firstShard returns the number of the first shard of n players: the larger sizes come before it.
func (s coreWalkSpace) firstShard(n int) uint64 { return shardsUpTo[s.Players] - shardsUpTo[n] }

// playersOf returns the number of players in the games of a shard.
func (s coreWalkSpace) playersOf(shard enum.Shard) (int, error) {
	for players := s.Players; players >= space.Fewest; players-- {
		if shard.ID < s.firstShard(players-1) {
			return players, nil
		}
	}
	return 0, fmt.Errorf("shard %d does not exist; a core walk of %d players has %d shards", shard.ID, s.Players, shardsUpTo[s.Players])
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
// has all shards. The number of solvable games follows from core games by a formula, and the number of solvable classes
// by s.classesOf. GamesLeft and ClassesLeft say that the unsolvable ones are all the others.
//
// The coverage is the number of finished shards, because the walk cannot know how many games it has to find. A tally
// counts only classes, so it has each finished shard as an unsolvable class with the key doneKey: this walk finds no
// real unsolvable classes.
func (s coreWalkSpace) Totals(t *enum.Tally) (enum.Totals, error) {
	totals := enum.Totals{
		Verdicts: make([]enum.Total, len(space.Verdicts())),
		Coverage: t.Count(unsolvable, doneKey),
		Whole:    new(big.Int).SetUint64(shardsUpTo[s.Players]),
	}
	if totals.Coverage.Cmp(totals.Whole) > 0 {
		return enum.Totals{}, fmt.Errorf("the tally counts %v shards; only %v exist", totals.Coverage, totals.Whole)
	}
	if other := t.Sum(unsolvable); other.Cmp(totals.Coverage) != 0 {
		return enum.Totals{}, fmt.Errorf("the tally has %v unsolvable classes; a walk of core games counts only solvable ones", other.Sub(other, totals.Coverage))
	}
	cores, err := s.cores(t)
	if err != nil || !totals.Complete() {
		return totals, err
	}

	games := solvableGames(cores)
	classes, err := s.classesOf(cores[s.Players].Classes, games[:s.Players])
	if err != nil {
		return enum.Totals{}, err
	}
	unsolvableGames, unsolvableClasses := new(big.Int).Sub(s.Games(), games[s.Players]), new(big.Int).Sub(s.Classes(), classes)
	if unsolvableGames.Sign() < 0 || unsolvableClasses.Sign() < 0 {
		return enum.Totals{}, fmt.Errorf("%v solvable games in %v classes: more than there are", games[s.Players], classes)
	}
	totals.Verdicts[solvable] = enum.Total{Games: games[s.Players], Classes: classes}
	totals.Verdicts[unsolvable] = enum.Total{Games: unsolvableGames, Classes: unsolvableClasses, GamesLeft: true, ClassesLeft: true}
	return totals, nil
}

// cores returns the numbers of labelled solvable core games and of their classes in a tally, by the number of players.
// The tally counts classes, and OrbitTotals converts them: a class with k automorphisms has n!/k games.
func (s coreWalkSpace) cores(t *enum.Tally) (cores []enum.Total, err error) {
	tallies := make([]*enum.Tally, s.Players+1)
	for players := range tallies {
		tallies[players] = enum.NewTally(1)
	}
	tallies[0].Add(0, 1, 1) // the game without players: it has no choice to satisfy
	for _, bar := range t.Histogram(solvable) {
		players, automorphisms := splitCoreKey(bar.Key)
		if players < space.Fewest || players > s.Players {
			return nil, fmt.Errorf("the tally has %v classes of %d players, expected %d to %d players", bar.Count, players, space.Fewest, s.Players)
		}
		tallies[players].AddBig(0, automorphisms, bar.Count)
	}

	for players, tally := range tallies {
		totals, err := enum.OrbitTotals(walkSpace{space.Space{Players: players}}, tally)
		if err != nil {
			return nil, fmt.Errorf("core games of %d players: %w", players, err)
		}
		cores = append(cores, totals.Verdicts[0])
	}
	return cores, nil
}

// solvableGames returns the numbers S(0), S(1), ... of solvable games, where the games in cores[n] are core(n), the
// number of solvable games of n players in which every player is named. They follow from the formula at the top of this file,
// solved for the term with j = 0 (in the code j is called unnamed): S(n) = core(n) minus the sum over j > 0 of
// (-1)^j C(n,j) ((n-j)(n-j-1))^j S(n-j).
func solvableGames(cores []enum.Total) (solvable []*big.Int) {
	for n, core := range cores {
		sum := new(big.Int).Set(core.Games)
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
	return solvable
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
