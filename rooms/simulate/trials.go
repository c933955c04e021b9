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
	"enumerate/internal/rows"
)

// version is the version of the trials. Change it if the same seed has other games, moves or keys.
const version = 1

// An Outcome is how a game ends.
type Outcome int

const (
	Solved    Outcome = iota // at rest, in places that solve the game
	Stuck                    // at rest, in places that do not solve the game
	Repeating                // the players repeat their moves for ever; with period 1, they keep their distances from each other
	Moving                   // still moving after the last step, without a repetition
	outcomes
)

func (o Outcome) String() string { return [...]string{"solved", "stuck", "repeating", "moving"}[o] }

// Trials are many games that players try to solve.
type Trials struct {
	Ruleset *enum.Ruleset // one that has simulations; see Moves
	Rule    Rule
	Steps   uint64 // limit of the steps of a game, from 1 to MostSteps
	// Classes are the classes to play: trial i plays class i modulo their number. Without them random games are played.
	Classes []Class
}

// Limits of trials.
const (
	MostSteps   = 100_000
	MostPlayers = 1000
	mostClasses = 4096
)

// A Class is one class of games.
type Class struct {
	Game    single.Game
	Code    string   // the game on one line
	Verdict int      // of all games in the class
	Orbit   *big.Int // the number of labelled games in the class
}

// Classes returns the classes of games with this number of players, up to renaming the players, in the order of the
// ruleset's list. It returns an error if there are more than 4,096, or if the ruleset cannot list them.
func Classes(ctx context.Context, r *enum.Ruleset, size int) ([]Class, error) {
	if r.Lister == nil || r.Read == nil {
		return nil, fmt.Errorf("this program cannot list the classes of %s: leave out --classes", r.Name)
	}
	list, err := r.Lister(size)
	if err != nil {
		return nil, err
	}

	space, err := r.Space(size)
	if err != nil {
		return nil, err
	}
	all := space.Classes()
	if all == nil {
		return nil, fmt.Errorf("size %d has too many classes; expected a size with at most %s", size, rows.Count(mostClasses))
	}
	if all.Cmp(big.NewInt(mostClasses)) > 0 {
		return nil, fmt.Errorf("size %d has %s classes; expected a size with at most %s", size, rows.Grouped(all), rows.Count(mostClasses))
	}

	walk, err := r.Method(enum.Walk)
	if err != nil {
		return nil, err
	}
	space, err = walk.Space(size, enum.Means{Workers: 1})
	if err != nil {
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

const methodName = "simulate"

// method returns the name under which trials are stored, such as "simulate:steps=2000:nearest:ground=line": everything
// on which a trial depends, except its number, the size and the seed, which are stored separately.
func (t Trials) method() string {
	each := ""
	if t.Classes != nil {
		each = ",classes"
	}
	return fmt.Sprintf("%s:steps=%d%s:%v", methodName, t.Steps, each, t.Rule)
}

// Sampling returns the trials of a seed as a sampling, whose verdicts are pairs of a verdict of the ruleset and an
// outcome.
func (t Trials) Sampling(size int, seed, trials uint64) (sampling.Sampling, error) {
	switch r := t.Ruleset; {
	case !Moves(r):
		return sampling.Sampling{}, fmt.Errorf("ruleset %s has no simulation: choose wonderwall", r.Name)
	case size > MostPlayers:
		return sampling.Sampling{}, fmt.Errorf("%s players are too many: a simulation has at most %s", rows.Count(uint64(size)), rows.Count(MostPlayers))
	case t.Steps < 1 || t.Steps > MostSteps:
		return sampling.Sampling{}, fmt.Errorf("steps = %d: expected a number from 1 to %s", t.Steps, rows.Count(uint64(MostSteps)))
	}

	space, err := t.Ruleset.Space(size)
	if err != nil {
		return sampling.Sampling{}, err
	}

	var verdicts []string
	for _, v := range space.Verdicts() {
		for o := range outcomes { // trial numbers the pairs in this order
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

// trial plays one game, which depends on its number and the random numbers. It returns a number for the game's verdict
// together with the outcome, and a key for the game's class together with the measure of the result, such as the number
// of steps. Trials with the same number and key are counted together. If the players solve a game that the solver finds
// unsolvable, one of the two is wrong, and trial returns an error.
func (t Trials) trial(ctx context.Context, size int, number uint64, random *rand.Rand) (int, uint64, error) {
	class := -1 // for random games
	var c Class
	if t.Classes != nil {
		class = int(number % uint64(len(t.Classes)))
		c = t.Classes[class]
	} else {
		var err error
		c.Game, c.Verdict, err = wonderwall.Random(ctx, size, random)
		if err != nil {
			return 0, 0, err
		}
	}

	result, err := t.Play(ctx, c.Game, random)
	if err != nil {
		return 0, 0, err
	}
	if result.Outcome == Solved && c.Verdict != solvable {
		return 0, 0, fmt.Errorf("players solved a game that the solver finds unsolvable: trial %d, %q in the order %q", number, c.Code, result.Order)
	}
	verdictAndOutcome := c.Verdict*int(outcomes) + int(result.Outcome)
	return verdictAndOutcome, key(class, result.Outcome, result.Measure), nil
}

const (
	solvable   = 0
	unsolvable = 1
)

// A Result is the result of one game.
type Result struct {
	Outcome Outcome
	// Measure depends on the outcome. If the players came to rest, it is the number of steps until then. If they repeat
	// their moves, it is the period, in steps. If they still move, it is how far apart they are, in hundredths.
	Measure uint64
	Order   []string // a solution, if the players found one
}

// Play plays one game from random places.
func (t Trials) Play(ctx context.Context, g single.Game, random *rand.Rand) (Result, error) {
	judge := NewJudge(g)
	return t.watch(ctx, judge, New(judge.Wants(), t.Rule, random), nil)
}

// watch runs a simulation until it ends. It calls see, unless that is nil, before the first step and after each step.
func (t Trials) watch(ctx context.Context, judge Judge, s *Simulation, see func(*Simulation)) (Result, error) {
	var c Cycle
	if see != nil {
		see(s)
	}

	for s.Steps() < t.Steps {
		if s.Steps()%64 == 0 && ctx.Err() != nil {
			return Result{}, ctx.Err()
		}

		s.Step()
		if see != nil {
			see(s)
		}
		if s.Rest() {
			order, err := judge.Solution(ctx, t.Rule.Ground, s.Places())
			if err != nil {
				return Result{}, err
			}
			if order == nil {
				return Result{Outcome: Stuck, Measure: s.StepsToRest()}, nil
			}
			return Result{Solved, s.StepsToRest(), order}, nil
		}

		if period := c.Period(s); period > 0 {
			return Result{Outcome: Repeating, Measure: period}, nil
		}
	}
	return Result{Outcome: Moving, Measure: spread(s.Places())}, nil
}

// spread returns the larger side of the rectangle around the places, in hundredths.
func spread(places []Point) uint64 {
	least, most := extent(places)
	return uint64(100 * max(most.X-least.X, most.Y-least.Y))
}

func extent(places []Point) (least, most Point) {
	least, most = places[0], places[0]
	for _, at := range places {
		least = Point{min(least.X, at.X), min(least.Y, at.Y)}
		most = Point{max(most.X, at.X), max(most.Y, at.Y)}
	}
	return least, most
}

// key returns the key under which a tally counts a trial, from the number of its class (-1 for random games), its
// outcome and its measure (such as the number of steps). The lowest 8 bits are the bucket (the range) of the measure,
// and the bits above them the class. If all classes are simulated, and not random games, only solutions keep their
// measure, so that there are fewer keys.
func key(class int, o Outcome, measure uint64) uint64 {
	if class < 0 {
		return uint64(bucket(measure))
	}
	if o != Solved {
		measure = 0
	}
	return uint64(class)<<8 | uint64(bucket(measure))
}

// bucket returns a number of 8 bits for a measure. Measures below 32 have a bucket each. From one power of two to the
// next, measures share 16 buckets of equal width. The last bucket takes all measures that are larger still.
func bucket(measure uint64) uint8 {
	measure = min(measure, 1<<19-1)
	over := max(bits.Len64(measure)-5, 0) // how many of the lowest bits are dropped, so that five are left
	return uint8(16*over + int(measure>>over))
}

// lowest returns the least measure in a bucket.
func lowest(bucket uint8) uint64 {
	if bucket < 32 {
		return uint64(bucket)
	}
	over := bucket/16 - 1 // the number of lower bits that the bucket does not have
	return uint64(bucket-16*over) << over
}

// A bar is the number of trials with the same verdict, outcome and bucket (range of measures).
type bar struct {
	verdict int
	outcome Outcome
	bucket  uint8
	trials  uint64
}

// A Summary counts trials, of all classes or of one.
type Summary []bar

// Summarize decodes a tally of trials, one simulated game each, into a summary of all trials, and one for each class of
// games, by its number. In the tally, a verdict is the game's verdict times the number of outcomes, plus the outcome. A
// key is 256 times the class, plus a bucket: the range of a measure, such as the number of steps.
func Summarize(t *enum.Tally) (all Summary, classes map[int]Summary) {
	classes = make(map[int]Summary)
	for v := range t.Verdicts() {
		for _, counted := range t.Histogram(v) {
			b := bar{verdict: v / int(outcomes), outcome: Outcome(v % int(outcomes)), bucket: uint8(counted.Key), trials: counted.Count.Uint64()}
			class := int(counted.Key >> 8) // the lowest 8 bits are the bucket
			all = append(all, b)
			classes[class] = append(classes[class], b)
		}
	}
	return all, classes
}

func (s Summary) sum(selects func(bar) bool) (count uint64) {
	for _, b := range s {
		if selects(b) {
			count += b.trials
		}
	}
	return count
}

// Games returns the number of trials whose game has a verdict.
func (s Summary) Games(verdict int) uint64 {
	return s.sum(func(b bar) bool { return b.verdict == verdict })
}

// Outcome returns the number of trials with an outcome.
func (s Summary) Outcome(o Outcome) uint64 {
	return s.sum(func(b bar) bool { return b.outcome == o })
}

// Quantile returns a quantile of the measure among the trials with an outcome: the least value that at least the given
// share of these trials do not exceed; NaN if there are no such trials. A tally only says in which bucket a measure is,
// so the result may be up to a sixteenth too low.
func (s Summary) Quantile(o Outcome, share float64) float64 {
	all := s.Outcome(o)
	if all == 0 {
		return math.NaN()
	}
	rank := max(uint64(math.Ceil(share*float64(all))), 1) // how many trials must not exceed the value

	at := sort.Search(math.MaxUint8, func(bucket int) bool {
		return s.sum(func(b bar) bool { return b.outcome == o && int(b.bucket) <= bucket }) >= rank
	})
	return float64(lowest(uint8(at)))
}
