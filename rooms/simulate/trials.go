package simulate

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"sort"
	"strings"

	"enumerate/enum"
	"enumerate/enum/sampling"
	"enumerate/enum/single"
	"enumerate/games/wonderwall"
)

// version is the version of the trials: it changes when the same seed means other games, other
// ways of the players, or other keys.
const version = 1

// An Outcome is what became of a game.
type Outcome int

const (
	Solved    Outcome = iota // at rest, and the ruleset says that the places solve the game
	Stuck                    // at rest, and they do not
	Repeating                // the players moved as they had before, and will do so for ever; with period 1, side by side
	Moving                   // none of these within the steps
	outcomes
)

func (o Outcome) String() string { return [...]string{"solved", "stuck", "repeating", "moving"}[o] }

// Trials are many games that players try to solve.
type Trials struct {
	Ruleset *enum.Ruleset // that Moves
	Rule    Rule
	Steps   uint64 // that a game takes at most, from 1 to MostSteps
	// Classes has the games in turn that stand for the classes of the size, in place of random
	// ones: trial i is of the class i modulo their number.
	Classes []Class
}

const (
	MostSteps   = 100_000
	MostPlayers = 1000
	mostClasses = 4096
)

// A Class is one class of games.
type Class struct {
	Game    single.Game
	Code    string // the game on one line
	Verdict int
	Orbit   *big.Int
}

// Classes returns the classes of a size, in the order of the ruleset's list. It is an error if
// they are many, or if the ruleset lists none.
func Classes(ctx context.Context, r *enum.Ruleset, size int) ([]Class, error) {
	if r.Lister == nil || r.Read == nil {
		return nil, fmt.Errorf("the classes of %s are not listed", r.Name)
	}
	list, err := r.Lister(size)
	if err != nil {
		return nil, err
	}
	space, err := r.Space(size)
	if err != nil {
		return nil, err
	}
	if all := space.Classes(); all == nil || all.Cmp(big.NewInt(mostClasses)) > 0 {
		return nil, fmt.Errorf("size %d has %v classes; want a size with at most %d", size, all, mostClasses)
	}
	walk, err := r.Method(enum.Walk)
	if err != nil {
		return nil, err
	}
	if space, err = walk.Space(size, enum.Means{Workers: 1}); err != nil {
		return nil, err
	}
	var classes []Class
	var failed error
	err = enum.List(ctx, space, list, enum.Part{}, enum.AnyVerdict, func(c enum.Class) bool {
		code := c.Game()
		for game, err := range r.Read(strings.NewReader(code)) {
			failed = cmp.Or(failed, err)
			classes = append(classes, Class{game, code, c.Verdict, enum.Orbit(space, c.Automorphisms)})
		}
		return failed == nil
	})
	return classes, cmp.Or(err, failed)
}

// methodName begins the names of the methods of simulations.
const methodName = "simulate"

// method returns the name of the method, which says all that a trial depends on but its
// number, size and seed: "simulate:steps=2000:nearest:ground=line".
func (t Trials) method() string {
	each := ""
	if t.Classes != nil {
		each = ",classes"
	}
	return fmt.Sprintf("%s:steps=%d%s:%v", methodName, t.Steps, each, t.Rule)
}

// Sampling returns the trials of a seed, to be drawn and stored as samples are. Its
// verdicts are those of the ruleset, each with every outcome; see Key.
func (t Trials) Sampling(size int, seed, trials uint64) (sampling.Sampling, error) {
	switch r := t.Ruleset; {
	case !Moves(r):
		return sampling.Sampling{}, fmt.Errorf("the players of %s do not move about", r.Name)
	case size > MostPlayers:
		return sampling.Sampling{}, fmt.Errorf("at most %d players move about, not %d", MostPlayers, size)
	case t.Steps < 1 || t.Steps > MostSteps:
		return sampling.Sampling{}, fmt.Errorf("want from 1 to %d steps, not %d", MostSteps, t.Steps)
	}
	space, err := t.Ruleset.Space(size)
	if err != nil {
		return sampling.Sampling{}, err
	}
	var verdicts []string
	for _, v := range space.Verdicts() {
		for o := range outcomes {
			verdicts = append(verdicts, v+" "+o.String())
		}
	}
	s := sampling.Sampling{Ruleset: t.Ruleset.Name, Method: t.method(), Size: size, Seed: seed, Trials: trials}
	return sampling.Trials(s, version, verdicts, func() sampling.Trial {
		return func(ctx context.Context, number uint64, random *rand.Rand) (int, uint64, enum.Work, error) {
			verdict, key, err := t.trial(ctx, size, number, random)
			return verdict, key, enum.Work{}, err
		}
	}), nil
}

// trial plays one game, and returns its verdict with the outcome and the key.
func (t Trials) trial(ctx context.Context, size int, number uint64, random *rand.Rand) (int, uint64, error) {
	class := -1
	var c Class
	if t.Classes != nil {
		class = int(number % uint64(len(t.Classes)))
		c = t.Classes[class]
	} else {
		var err error
		if c.Game, c.Verdict, err = wonderwall.Random(ctx, size, random); err != nil {
			return 0, 0, err
		}
	}
	ended, err := t.Play(ctx, c.Game, random)
	if err != nil {
		return 0, 0, err
	}
	if ended.Outcome == Solved && c.Verdict != solvable {
		return 0, 0, fmt.Errorf("players solved a game that the solver finds unsolvable: trial %d, %q in the order %q", number, c.Code, ended.Order)
	}
	return c.Verdict*int(outcomes) + int(ended.Outcome), key(class, ended.Outcome, ended.Measure), nil
}

// solvable is the verdict whose games have solutions: the first one.
const solvable = 0

// An Ended is what became of one game.
type Ended struct {
	Outcome Outcome
	// Measure is after how many steps players came to rest; the period of those who repeat; of
	// others how far the most distant two are from each other, in hundredths, along the axis on which that is more.
	Measure uint64
	Order   []string // that solves the game, if they did
}

// Play plays one game from random places.
func (t Trials) Play(ctx context.Context, g single.Game, random *rand.Rand) (Ended, error) {
	judge := NewJudge(g)
	return t.watch(ctx, judge, New(judge.Wants(), t.Rule, random), nil)
}

// watch steps a simulation until it ends; see, if not nil, is shown it before the first step
// and after each.
func (t Trials) watch(ctx context.Context, judge Judge, s *Simulation, see func(*Simulation)) (Ended, error) {
	var c cycle
	if see != nil {
		see(s)
	}
	for s.Steps() < t.Steps {
		if s.Steps()%64 == 0 && ctx.Err() != nil {
			return Ended{}, ctx.Err()
		}
		s.Step()
		if see != nil {
			see(s)
		}
		if s.Rest() {
			order, err := judge.Solution(ctx, t.Rule.Ground, s.Places())
			if err != nil {
				return Ended{}, err
			}
			if order == nil {
				return Ended{Outcome: Stuck, Measure: s.Rested()}, nil
			}
			return Ended{Solved, s.Rested(), order}, nil
		}
		if !t.Rule.chance() {
			if period := c.period(s); period > 0 {
				return Ended{Outcome: Repeating, Measure: period}, nil
			}
		}
	}
	return Ended{Outcome: Moving, Measure: spread(s.Places())}, nil
}

// spread returns how far the most distant two players are from each other, in hundredths, on
// the axis on which that is more.
func spread(places []Point) uint64 {
	least, most := extent(places)
	return uint64(100 * max(most.X-least.X, most.Y-least.Y))
}

// extent returns the least and the greatest coordinates of places.
func extent(places []Point) (least, most Point) {
	least, most = places[0], places[0]
	for _, at := range places {
		least = Point{min(least.X, at.X), min(least.Y, at.Y)}
		most = Point{max(most.X, at.X), max(most.Y, at.Y)}
	}
	return least, most
}

// A key has the class, 0 for random games, above the measure in its lowest 8 bits. Of a class only
// solutions have a measure, so that the keys are not too many.

func key(class int, o Outcome, measure uint64) uint64 {
	if class < 0 {
		return uint64(bucket(measure))
	}
	if o != Solved {
		measure = 0
	}
	return uint64(class)<<8 | uint64(bucket(measure))
}

// bucket returns the number of a measure: itself below 32, and then 16 to each power of
// two, the last one for all that is more.
func bucket(measure uint64) uint8 {
	measure = min(measure, 1<<19-1)
	over := max(bits.Len64(measure)-5, 0)
	return uint8(16*over + int(measure>>over))
}

// lowest returns the least measure in a bucket.
func lowest(bucket uint8) uint64 {
	if bucket < 32 {
		return uint64(bucket)
	}
	over := bucket/16 - 1
	return uint64(bucket-16*over) << over
}

// A bar is trials that a summary counts together.
type bar struct {
	verdict int
	outcome Outcome
	bucket  uint8
	trials  uint64
}

// A Summary is what came of many trials, of all or of one class.
type Summary []bar

// Summarize returns the summary of all trials of a sampling's tally, and of those of each class by its
// number.
func Summarize(t *enum.Tally) (all Summary, classes map[int]Summary) {
	classes = make(map[int]Summary)
	for v := range t.Verdicts() {
		for _, found := range t.Histogram(v) {
			b, class := bar{v / int(outcomes), Outcome(v % int(outcomes)), uint8(found.Key), found.Count.Uint64()}, int(found.Key>>8)
			all, classes[class] = append(all, b), append(classes[class], b)
		}
	}
	return all, classes
}

// sum returns how many trials some bars have.
func (s Summary) sum(of func(bar) bool) (count uint64) {
	for _, b := range s {
		if of(b) {
			count += b.trials
		}
	}
	return count
}

// Games returns how many trials were of games of a verdict.
func (s Summary) Games(verdict int) uint64 {
	return s.sum(func(b bar) bool { return b.verdict == verdict })
}

// Outcome returns how many trials had an outcome.
func (s Summary) Outcome(o Outcome) uint64 {
	return s.sum(func(b bar) bool { return b.outcome == o })
}

// Quantile returns a measure of an outcome that the given share of its trials do not exceed,
// NaN if there are none. It may be up to a sixteenth too low.
func (s Summary) Quantile(o Outcome, share float64) float64 {
	all := s.Outcome(o)
	if all == 0 {
		return math.NaN()
	}
	rank := max(uint64(math.Ceil(share*float64(all))), 1)
	// The first bucket up to which there are as many.
	at := sort.Search(math.MaxUint8, func(bucket int) bool {
		return s.sum(func(b bar) bool { return b.outcome == o && int(b.bucket) <= bucket }) >= rank
	})
	return float64(lowest(uint8(at)))
}
