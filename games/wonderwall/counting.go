package wonderwall

import (
	"context"
	"fmt"
	"iter"
	"math/big"
	"sync"

	"enumerate/canon"
	"enumerate/enum"
	"enumerate/games/wonderwall/partial"
)

// countVersion is the version of the counts. It changes whenever a shard comes to
// mean other partial games: when states get other labels, when a layer is cut into
// other pieces, or when the jobs change.
const countVersion = 2

// A Counting is all games of one size, counted by layers of partial games instead of
// walked; package partial has the method. It implements enum.Layered.
//
// It has a job for every cycle type of permutations of the players, to count the
// solvable games that one permutation of the type leaves unchanged: the identity
// gives the solvable labelled games, and all of them, by Burnside's lemma, the
// solvable classes. With cores the identity's job is replaced by one for each
// number of players up to the size: of the solvable games in which everybody is
// chosen, from which an identity makes those of the size (see fromCores).
//
// A job makes layers until few players are left to choose, cuts the last layer into
// pieces of as many states each, and completes these. A shard is a piece of a job,
// and a tally's key says which job it is of.
type Counting struct {
	space *Space
	cores bool
	means enum.Means
	jobs  []*job

	mu     sync.Mutex // of the observer
	making sync.Mutex // of layers that take all of the memory
}

// MaxCounted is the largest number of players whose games can be counted.
const MaxCounted = partial.MaxPlayers

// NewCounting returns the space of all games of the given size, from 3 to MaxCounted
// players, counted directly or by cores.
func NewCounting(players int, cores bool, m enum.Means) (*Counting, error) {
	if players < 3 || players > MaxCounted {
		return nil, fmt.Errorf("wonderwall games can be counted from 3 to %d players, not %d", MaxCounted, players)
	}
	c := &Counting{space: &Space{players}, cores: cores, means: m}
	c.jobs = c.newJobs()
	return c, nil
}

// Games returns ((n-1)(n-2))^n.
func (c *Counting) Games() *big.Int { return c.space.Games() }

// Classes returns the number of classes by Burnside's lemma.
func (c *Counting) Classes() *big.Int { return c.space.Classes() }

// Group returns n!.
func (c *Counting) Group() *big.Int { return c.space.Group() }

// Verdicts names the verdicts of a game.
func (c *Counting) Verdicts() []string { return c.space.Verdicts() }

// method returns the name of the method.
func (c *Counting) method() string {
	if c.cores {
		return coreMethod
	}
	return countMethod
}

// Fingerprint names all that the shards depend on.
func (c *Counting) Fingerprint() string {
	return fmt.Sprintf("wonderwall n=%d %s=%d", c.space.players, c.method(), countVersion)
}

// Shards yields the pieces of all jobs.
func (c *Counting) Shards() iter.Seq[enum.Shard] {
	return func(yield func(enum.Shard) bool) {
		var id uint64
		for _, j := range c.jobs {
			for range j.pieces {
				if !yield(enum.Shard{ID: id}) {
					return
				}
				id++
			}
		}
	}
}

// jobOf returns the job of a shard, and which of its pieces it is.
func (c *Counting) jobOf(id uint64) (j *job, piece uint64, err error) {
	piece = id
	for _, j := range c.jobs {
		if piece < j.pieces {
			return j, piece, nil
		}
		piece -= j.pieces
	}
	return nil, 0, fmt.Errorf("there is no shard %d", id)
}

// Totals returns what a tally comes to. Classes are known at the end only, and so are
// the games if they are put together from cores.
func (c *Counting) Totals(t *enum.Tally) ([]enum.Total, error) {
	totals := make([]enum.Total, len(verdicts))
	complete := true
	for _, j := range c.jobs {
		complete = complete && j.covered(t).Cmp(j.all) == 0
	}
	switch {
	case !c.cores:
		for v := range verdicts {
			totals[v].Games = t.Count(v, identityKey)
		}
	case complete:
		cores := make(map[int]*big.Int)
		for _, j := range c.jobs {
			if j.core > 0 {
				cores[j.core] = t.Count(solvable, j.key)
			}
		}
		totals[solvable].Games = fromCores(c.space.players, cores)
		totals[unsolvable].Games = new(big.Int).Sub(c.Games(), totals[solvable].Games)
	}
	if !complete {
		return totals, nil
	}
	for v := range verdicts {
		var err error
		if totals[v].Classes, err = c.burnside(t, v, totals[v].Games); err != nil {
			return nil, err
		}
	}
	return totals, nil
}

// burnside returns the classes of a verdict, when games of that verdict are left
// unchanged by the identity.
func (c *Counting) burnside(t *enum.Tally, verdict int, games *big.Int) (*big.Int, error) {
	byType := make(map[string]*big.Int)
	for _, j := range c.jobs {
		if j.core == 0 {
			byType[j.cycles.String()] = t.Count(verdict, j.key)
		}
	}
	players := c.space.players
	classes, err := canon.Burnside(players, func(cycles canon.CycleType, length int) *big.Int {
		switch {
		case cycles.Points() < players:
			return big.NewInt(1)
		case cycles[1] == players:
			return games
		}
		if unchanged, ok := byType[cycles.String()]; ok {
			return unchanged
		}
		return new(big.Int) // no game at all is left unchanged
	})
	if err != nil {
		return nil, fmt.Errorf("the %s classes: %w", verdicts[verdict], err)
	}
	return classes, nil
}

// Coverage returns how many games the jobs have covered, those of each cycle type as
// often as there are permutations of the type: with the identity's job, n! for every
// class.
func (c *Counting) Coverage(t *enum.Tally) (covered, whole *big.Int, err error) {
	covered, whole = new(big.Int), new(big.Int)
	for _, j := range c.jobs {
		times := new(big.Int).Mul(j.times, j.covered(t))
		covered.Add(covered, times)
		whole.Add(whole, new(big.Int).Mul(j.times, j.all))
	}
	return covered, whole, nil
}

// Prove checks that every job has counted each game once, solvable or not.
func (c *Counting) Prove(t *enum.Tally) error {
	known := make(map[uint64]bool)
	for _, j := range c.jobs {
		known[j.key] = true
		if got := j.covered(t); got.Cmp(j.all) != 0 {
			return fmt.Errorf("of %s %v were counted, there are %v", j.name, got, j.all)
		}
	}
	for v := range verdicts {
		for _, bar := range t.Histogram(v) {
			if !known[bar.Key] {
				return fmt.Errorf("%v games are counted under the key %d, which no job has", bar.Count, bar.Key)
			}
		}
	}
	return nil
}

// Walker returns a walker of the shards.
func (c *Counting) Walker() enum.Walker { return &pieceWalker{counting: c} }

// A pieceWalker is the enum.Walker of a Counting.
type pieceWalker struct {
	counting  *Counting
	job       *job
	completer *partial.Completer // of the job
}

// Walk completes the states of a piece.
func (w *pieceWalker) Walk(ctx context.Context, shard enum.Shard, tally *enum.Tally) error {
	j, piece, err := w.counting.jobOf(shard.ID)
	if err != nil {
		return err
	}
	if w.job != j {
		w.job, w.completer = j, j.games.NewCompleter()
	}
	return j.complete(ctx, w.counting, piece, w.completer, tally)
}
