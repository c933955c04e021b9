package col

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"

	"enumerate/enum"
	"enumerate/enum/playing"
	"enumerate/enum/single"
	"enumerate/enum/values"
	"enumerate/games/col/search"
	"enumerate/internal/lists"
	"enumerate/solver/partizan"
)

// version must be raised if the shards or their order change.
const version = 2

// A space is all games of one size, coloured as the settings allow.
type space struct {
	settings settings
	vertices int
	census   *census
}

func (r settings) space(vertices int) (enum.Space, error) {
	if sizes := r.sizes(); !sizes.Contains(vertices) {
		return nil, sizeError(vertices, "for "+r.name(), sizes)
	}
	return &space{r, vertices, newCensus(r, vertices)}, nil
}

func (r settings) walk(vertices int, _ enum.Means) (enum.Space, error) {
	if sizes := r.walkSizes(); r.sizes().Contains(vertices) && !sizes.Contains(vertices) {
		return nil, sizeError(vertices, "to walk "+r.name(), sizes)
	}
	return r.space(vertices)
}

// Games returns the number of labelled games.
func (s *space) Games() *big.Int { return new(big.Int).Set(s.census.games[s.vertices]) }

// Classes returns the number of classes.
func (s *space) Classes() *big.Int { return new(big.Int).Set(s.census.classes[s.vertices]) }

// Group returns 2^n, because the children of each vertex can be swapped.
func (s *space) Group() *big.Int {
	return new(big.Int).Lsh(big.NewInt(1), uint(s.vertices))
}

func verdicts() []partizan.Outcome {
	return []partizan.Outcome{partizan.L, partizan.R, partizan.N, partizan.P}
}

func verdictOf(o partizan.Outcome) int { return slices.Index(verdicts(), o) }

// Verdicts names the outcomes.
func (s *space) Verdicts() []string {
	return lists.Map(verdicts(), partizan.Outcome.String)
}

// Totals counts each class once for every game of its orbit.
func (s *space) Totals(t *enum.Tally) (enum.Totals, error) { return enum.OrbitTotals(s, t) }

// Fingerprint names everything that the shards depend on.
func (s *space) Fingerprint() string {
	return fmt.Sprintf("%s n=%d enumeration=%d", s.settings.name(), s.vertices, version)
}

const perShard = 4_096

// shards returns the number of shards, or 0 if there are too many classes to number.
func (s *space) shards() uint64 {
	classes := s.census.classes[s.vertices]
	if !classes.IsInt64() {
		return 0
	}
	return (classes.Uint64()-1)/perShard + 1
}

// Shards yields shards with perShard classes each; the last may have fewer.
func (s *space) Shards() iter.Seq[enum.Shard] { return enum.Shards(s.shards()) }

// Fits returns an error if the tally of a shard has more classes than a full shard.
func (s *space) Fits(_ enum.Shard, t *enum.Tally) error { return enum.AtMost(t, big.NewInt(perShard)) }

type walker struct {
	space    *space
	solver   *search.Solver
	position position
	value    partizan.Value // the value of position
}

// Walker returns a walker of the space.
func (s *space) Walker() enum.Walker { return &walker{space: s, solver: search.NewSolver()} }

// Walk counts the classes of a shard.
func (w *walker) Walk(ctx context.Context, shard enum.Shard, tally *enum.Tally) error {
	return values.Each(w.each).Count(ctx, shard, tally)
}

// each calls visit with the verdict and the number of automorphisms of every class of a shard, until visit returns
// false. Meanwhile w.position is the class's position, and w.value its value. A shard is perShard consecutive numbers
// of classes.
func (w *walker) each(ctx context.Context, shard enum.Shard, visit func(verdict int, automorphisms uint64) bool) (err error) {
	census, size := w.space.census, w.space.vertices
	first := int64(shard.ID * perShard)
	for number := first; number < min(first+perShard, census.few[size]); number++ {
		var automorphisms uint64
		w.position, automorphisms = census.appendClass(w.position[:0], size, number)
		if w.value, err = w.solver.Value(ctx, w.position); err != nil {
			return err
		}
		if !visit(verdictOf(w.solver.Arena().Outcome(w.value)), automorphisms) {
			return nil
		}
	}
	return nil
}

// list calls visit with the classes of a shard whose verdict is `only`, or with all classes for [enum.AnyVerdict],
// until visit returns false. The game and the solution of a class are made only if visit asks for them.
func (w *walker) list(ctx context.Context, shard enum.Shard, only int, visit func(enum.Class) bool) error {
	class := enum.Class{
		Game: func() string { return w.position.String() },
		Solution: func() single.Solution {
			arena := w.solver.Arena()
			return single.Solution{Verdict: arena.Outcome(w.value).String(), Proof: "value", Names: []string{arena.String(w.value)}}
		},
	}
	return values.Each(w.each).Lister(class)(ctx, shard, only, visit)
}

// descend is an enum.Descent. It walks a random shard, and returns the number of shards as the weight, so that the
// tally times the weight estimates the whole.
func (w *walker) descend(ctx context.Context, random *rand.Rand, tally *enum.Tally, _ func(weight float64)) (float64, error) {
	shards := w.space.shards()
	return float64(shards), w.Walk(ctx, enum.Shard{ID: random.Uint64N(shards)}, tally)
}

// values returns the combinatorial values that occur among the trees of a size, which must be one that can be walked,
// each with its numbers of games and classes, in the order of byStops (by the numbers at which play stops).
func (r settings) values(ctx context.Context, vertices int) ([]playing.ValueCount, error) {
	s, err := r.walk(vertices, enum.Means{})
	if err != nil {
		return nil, err
	}
	w := s.Walker().(*walker)
	arena := w.solver.Arena()
	return values.List(ctx, s, w.list, func() partizan.Value { return w.value }, arena.String, byStops(arena))
}

// byStops returns a comparison that puts values into the order of listings: by their Left stops, then by their Right
// stops, the numbers that play reaches if Left or Right begins and both play well until the value is a number. If both
// are equal, as for 0 and *, a number comes first.
func byStops(arena *partizan.Arena) func(v, w partizan.Value) int {
	compare := func(v, w partizan.Value) int { // for two numbers, which are never confused
		return int(arena.Compare(v, w) - partizan.Equal)
	}
	numbersFirst := func(v partizan.Value) int {
		if _, _, number := arena.Number(v); number {
			return 0
		}
		return 1
	}
	return func(v, w partizan.Value) int {
		leftV, rightV := arena.Stops(v)
		leftW, rightW := arena.Stops(w)
		return cmp.Or(
			compare(leftV, leftW),
			compare(rightV, rightW),
			cmp.Compare(numbersFirst(v), numbersFirst(w)),
			strings.Compare(arena.String(v), arena.String(w)), // so that the order is always the same
		)
	}
}

type sampler struct {
	space    *space
	position position
}

// Sample draws a game and returns its outcome by the formula, which makes no decisions to report as work.
func (d *sampler) Sample(ctx context.Context, random *rand.Rand) (int, enum.Work, error) {
	d.position = d.space.census.appendRandom(d.position[:0], d.space.vertices, random)
	return verdictOf(outcomeOf(d.position.sum().value)), enum.Work{}, ctx.Err()
}
