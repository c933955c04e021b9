package wonderwall

import (
	"fmt"
	"math/big"
	"strings"
	"sync"

	"enumerate/canon"
	"enumerate/enum"
	"enumerate/games/wonderwall/partial"
	"enumerate/internal/layers"
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

	expander func() layers.Expander

	mu    sync.Mutex
	built *built
}

// Keys of tallies, which mean the same for good. The identity has the first; the other
// cycle types that leave any games unchanged have the following ones, in the order of
// canon.CycleTypes.
const (
	identityKey = 1
	coreKey     = 1 << 32 // plus the number of players
)

// unmerged is how many players are completed in bulk, without merging the states that
// their choices lead to. The last two are counted by bits. To merge the states with
// two left to choose would take about as long as to count these two for each of their
// copies, and a dozen times the memory (docs/method.md, section 5).
const unmerged = 3

// newJobs returns the jobs: those of cycle types, the one that takes longest first, then
// those of the identity.
func (c *Counting) newJobs() []*job {
	n := c.space.players
	var jobs []*job
	key := uint64(identityKey)
	for _, cycles := range canon.CycleTypes(n) {
		if cycles[1] == n {
			continue
		}
		j := &job{
			name:   "games with the symmetry " + cycles.String(),
			file:   "type-" + strings.NewReplacer("^", "x", " ", "-").Replace(cycles.String()),
			cycles: cycles,
			games:  partial.Fixed(cycles),
			times:  cycles.Permutations(),
			pieces: pieces(cycles[1]), // the other cycles choose first, and are forgotten
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
	for _, j := range jobs {
		j.expander = func() layers.Expander { return j.games.NewExpander() }
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

// covered returns how many games a tally has of the job.
func (j *job) covered(t *enum.Tally) *big.Int {
	sum := new(big.Int)
	for v := range verdicts {
		sum.Add(sum, t.Count(v, j.key))
	}
	return sum
}
