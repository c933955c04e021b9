package wonderwall

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"sync"
	"time"

	"enumerate/canon"
	"enumerate/enum"
	"enumerate/games/wonderwall/partial"
	"enumerate/layers"
)

// A job counts some games, solvable and not, by layers of partial games.
type job struct {
	name   string // what is counted, in words
	file   string // what its layers are called
	key    uint64 // of its bars in a tally
	cycles canon.CycleType
	core   int // how many players; 0 if it does not count core games
	games  partial.Games
	all    *big.Int // games there are, solvable or not
	times  *big.Int // how often each counts in the coverage
	last   int      // the layer that is cut into pieces
	pieces uint64

	mu    sync.Mutex
	built *built
}

// Keys of tallies. Those of cycle types number the types with any games to count, in
// the order of newJobs, the identity last but first in number.
const (
	identityKey = 1
	coreKey     = 1 << 32 // plus the number of players
)

// unmerged is how many players are completed in bulk, without merging the states that
// their choices lead to. The last two are counted by bits. To merge the states with
// two left to choose would take about as long as to count these two for each of their
// copies, and a dozen times the memory (docs/method.md, section 5).
const unmerged = 3

// newJobs returns the jobs, the quick ones first.
func (c *Counting) newJobs() []*job {
	n := c.space.players
	var jobs []*job
	key := uint64(identityKey)
	for _, cycles := range cycleTypes(n) {
		if cycles[1] == n {
			continue
		}
		j := &job{
			name:   "games with the symmetry " + symmetry(cycles),
			file:   "type-" + strings.NewReplacer("^", "x", " ", "-").Replace(symmetry(cycles)),
			cycles: cycles,
			games:  partial.Fixed(cycles),
			times:  cycles.Permutations(),
			pieces: 1,
		}
		j.all = j.games.Completions(0)
		if j.all.Sign() == 0 {
			continue
		}
		key++
		j.key = key
		// Fixed points choose last, and three of them are completed as in all games.
		j.last = j.games.Layers() - min(max(cycles[1], 1), unmerged)
		jobs = append(jobs, j)
	}
	if c.cores {
		for k := 3; k <= n; k++ {
			jobs = append(jobs, newIdentity(k, k, partial.Core(k), coreKey+uint64(k),
				fmt.Sprintf("games of %d players with everybody chosen", k), fmt.Sprintf("core-%d", k)))
		}
	} else {
		jobs = append(jobs, newIdentity(n, 0, partial.All(n), identityKey,
			fmt.Sprintf("games of %d players", n), fmt.Sprintf("all-%d", n)))
	}
	return jobs
}

// newIdentity returns a job in which every player is a cycle.
func newIdentity(n, core int, games partial.Games, key uint64, name, file string) *job {
	return &job{
		name: name, file: file, key: key, core: core, games: games,
		cycles: canon.CycleType{1: n},
		all:    games.Completions(0),
		times:  big.NewInt(1),
		last:   max(n-unmerged, 0),
		pieces: pieces(n),
	}
}

// pieces returns into how many pieces the last layer is cut, so that each of them takes
// some seconds at most: they are what an interruption loses, and what a run is split
// into.
func pieces(n int) uint64 {
	switch {
	case n <= 7:
		return 1
	case n == 8:
		return 16
	case n == 9:
		return 64
	case n == 10:
		return 1 << 10
	case n == 11:
		return 1 << 14
	}
	return 1 << 20
}

// cycleTypes returns the types of the permutations of n points: in the order of the
// lengths of their cycles, written shortest first.
func cycleTypes(n int) (types []canon.CycleType) {
	t := make(canon.CycleType, n+1)
	var part func(least, left int)
	part = func(least, left int) {
		if left == 0 {
			types = append(types, slices.Clone(t))
		}
		for length := least; length <= left; length++ {
			t[length]++
			part(length, left-length)
			t[length]--
		}
	}
	part(1, n)
	return types
}

// symmetry writes a cycle type as the lengths of its cycles, longest first, with how
// many there are: "2^3 1^4".
func symmetry(t canon.CycleType) string {
	var words []string
	for length := len(t) - 1; length > 0; length-- {
		switch {
		case t[length] == 1:
			words = append(words, fmt.Sprint(length))
		case t[length] > 1:
			words = append(words, fmt.Sprintf("%d^%d", length, t[length]))
		}
	}
	return strings.Join(words, " ")
}

// covered returns how many games a tally has of the job.
func (j *job) covered(t *enum.Tally) *big.Int {
	sum := new(big.Int)
	for v := range verdicts {
		sum.Add(sum, t.Count(v, j.key))
	}
	return sum
}

// A built is the last layer of a job.
type built struct {
	layer *layers.Layer
	below []*layers.Layer // the layers it was made from
	dead  *big.Int        // games that no state of it leads to
}

func (b *built) close() error {
	var failed []error
	for _, l := range append(b.below, b.layer) {
		failed = append(failed, l.Close())
	}
	return errors.Join(failed...)
}

// closeAfter closes the layers after an error, if there is one, and returns it.
func (b *built) closeAfter(err error) error {
	if err == nil {
		return nil
	}
	return errors.Join(err, b.close())
}

// build makes the layers. Of every one it checks that no partial game is lost: its
// weights and those of the partial games that died on the way are the weights of the
// layer before times the choices of those who chose.
func (j *job) build(ctx context.Context, c *Counting) (*built, error) {
	m := c.means
	config := layers.Config{Dir: m.Dir, Memory: m.Memory, Workers: m.Workers, Remark: c.remark}
	if j.pieces == 1 { // other workers have jobs of their own
		config.Workers = 1
		config.Memory = m.Memory / int64(max(m.Workers, 1))
	}
	b := &built{layer: layers.Single(j.games.Start(), layers.Weight{Lo: 1}), dead: new(big.Int)}
	for k := 1; k <= j.last; k++ {
		began := time.Now()
		from := b.layer
		observe := func(p layers.Progress) {
			c.observe(enum.LayerProgress{
				Of: j.name, Layer: k, Layers: j.last,
				Share:  float64(p.Expanded) / float64(max(p.Of, 1)),
				States: p.Stored, Children: p.Emitted, Merged: p.Merged, Bytes: p.Bytes, Took: time.Since(began),
			})
		}
		name := fmt.Sprintf("%s-layer-%d", j.file, k)
		layer, err := layers.Build(ctx, config, name, c.Fingerprint(), from, func() layers.Expander { return j.games.NewExpander() }, observe)
		if closed := b.closeAfter(err); closed != nil {
			return nil, c.unlessInterrupted(ctx, closed)
		}
		b.below = append(b.below, from)
		b.layer = layer
		if err := b.closeAfter(j.conserved(k, from, layer)); err != nil {
			return nil, err
		}
		b.dead.Add(b.dead, new(big.Int).Mul(layer.Dead().Big(), j.games.Completions(k)))
		c.observe(enum.LayerProgress{
			Of: j.name, Layer: k, Layers: j.last, Share: 1, Done: true,
			States: layer.States(), Children: layer.Emitted(), Bytes: layer.Size(), Took: time.Since(began),
			Alive: layer.Weight().Big(), Dead: layer.Dead().Big(),
		})
	}
	return b, nil
}

// conserved checks a layer against the one it was made from.
func (j *job) conserved(k int, from, layer *layers.Layer) error {
	want := from.Weight().Big()
	want.Mul(want, new(big.Int).SetUint64(j.games.Choices(k-1)))
	got := new(big.Int).Add(layer.Weight().Big(), layer.Dead().Big())
	if got.Cmp(want) != 0 {
		return fmt.Errorf("%s: layer %d has %v partial games, and %v died: together there should be %v", j.name, k, layer.Weight(), layer.Dead(), want)
	}
	return nil
}

// enter returns the last layer of the job, which the first one to come makes.
func (j *job) enter(ctx context.Context, c *Counting) (*built, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.built == nil {
		b, err := j.build(ctx, c)
		if err != nil {
			return nil, err
		}
		j.built = b
	}
	return j.built, nil
}

// leave gives the layers back if there was one piece only. Those of other jobs wait
// for the end: the last one's are much larger than all others together.
func (j *job) leave() error {
	if j.pieces > 1 {
		return nil
	}
	return j.release()
}

// release closes the layers.
func (j *job) release() error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.built == nil {
		return nil
	}
	b := j.built
	j.built = nil
	return b.close()
}

// complete counts the solvable games of one piece. The first one also has the games
// that died before the last layer.
func (j *job) complete(ctx context.Context, c *Counting, piece uint64, completer *partial.Completer, tally *enum.Tally) (err error) {
	b, err := j.enter(ctx, c)
	if err != nil {
		return err
	}
	defer func() {
		if left := j.leave(); left != nil {
			err = errors.Join(err, left)
		}
	}()
	states := b.layer.States()
	var reached, found layers.Weight
	from, to := cut(states, piece, j.pieces), cut(states, piece+1, j.pieces)
	visited := 0
	err = b.layer.Each(from, to, func(key []byte, w layers.Weight) error {
		if visited++; visited%16 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		count, err := completer.Count(key)
		if err != nil {
			return err
		}
		games, ok1 := w.Times(count)
		var ok2, ok3 bool
		found, ok2 = found.Add(games)
		reached, ok3 = reached.Add(w)
		if !ok1 || !ok2 || !ok3 {
			return layers.ErrOverflow
		}
		return nil
	})
	if err != nil {
		return err
	}
	covered := reached.Big()
	covered.Mul(covered, j.games.Completions(j.last))
	if piece == 0 {
		covered.Add(covered, b.dead)
	}
	rest := covered.Sub(covered, found.Big())
	if rest.Sign() < 0 {
		return fmt.Errorf("%s, piece %d: more solvable games than games", j.name, piece)
	}
	tally.AddBig(solvable, j.key, found.Big())
	tally.AddBig(unsolvable, j.key, rest)
	return nil
}

// cut returns where a piece of so many states begins.
func cut(states, piece, pieces uint64) uint64 {
	return states/pieces*piece + states%pieces*piece/pieces
}
