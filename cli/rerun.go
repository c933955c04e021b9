package cli

import (
	"context"
	crand "crypto/rand"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"enumerate/checkpoints"
	"enumerate/cli/verb"
	"enumerate/enum"
	"enumerate/internal/file"
	"enumerate/internal/rows"
)

// rerunFlags are the flags of the verbs that recompute random stored shards: audit --rerun and merge --verify.
type rerunFlags struct {
	share   verb.Percent // of the shards of each run
	seed    uint64
	workers int
}

// add adds the flags to a verb. The argument share is the name of the first flag, "rerun" or "verify", which says what
// share of the shards is recomputed.
func (f *rerunFlags) add(cmd *cobra.Command, share, usage string) {
	cmd.Flags().Var(&f.share, share, usage)
	// By default the seed is random: someone who could predict which shards are recomputed could forge the other
	// shards.
	verb.AddNumber(cmd, &f.seed, "seed", 0, "seed of the random numbers (default random)")
	cmd.Flags().Lookup("seed").DefValue = ""
	verb.AddWorkers(cmd, &f.workers)
}

// rerun returns what to recompute. It shows the progress on standard error until the caller calls end.
func (f *rerunFlags) rerun(cmd *cobra.Command) (rerun checkpoints.Rerun, end func()) {
	if !cmd.Flags().Changed("seed") {
		_ = binary.Read(crand.Reader, binary.LittleEndian, &f.seed) // never fails
	}
	shown := verb.Making{Stderr: cmd.ErrOrStderr()}
	return checkpoints.Rerun{Share: float64(f.share) / 100, Seed: f.seed, Workers: f.workers, Begin: shown.Begin, Shard: shown.Shard}, shown.End
}

// spaces returns a function that makes the space of a stored run. If shards are recomputed, the files that some methods
// keep are in a new temporary directory, apart from the files of other runs; clean removes it.
func (f *rerunFlags) spaces(ctx context.Context, p *verb.Program) (spaceOf func(checkpoints.Key) (enum.Space, error), clean func(), err error) {
	if f.share == 0 {
		return p.Spaces(nil), func() {}, nil
	}
	aside, err := os.MkdirTemp("", "enumerate-again-")
	if err != nil {
		return nil, nil, fmt.Errorf("cannot create a temporary directory in %s: %w: set TMPDIR (TMP on Windows) to a directory that you can write", os.TempDir(), file.Bare(err))
	}
	clean = func() { os.RemoveAll(aside) }
	context.AfterFunc(ctx, clean) // on Ctrl-C the program may end before the caller calls clean

	return p.Spaces(func(k checkpoints.Key) enum.Means { // the directory, memory and workers for the run with the key k
		return enum.Means{
			Dir:     filepath.Join(aside, fmt.Sprintf("%s-%d-%s", k.Ruleset, k.Size, k.Method)),
			Memory:  verb.BoundsOf(ctx).Memory.Layers(),
			Workers: f.workers,
		}
	}), clean, nil
}

// describeCheck says how many shards a check recomputed. If these are not all, it also says how many shards must be
// wrong for the check to be almost sure to find one.
func describeCheck(c checkpoints.Check) string {
	if c.Shards == c.Of {
		return fmt.Sprintf("%s of %[1]s shards recomputed", rows.Count(c.Of))
	}
	enough := c.SmallestNoticed()
	return fmt.Sprintf("%s of %s shards recomputed: this finds a wrong shard with %.0f%% probability if %s (%.3g%%) or more are wrong",
		rows.Count(c.Shards), rows.Count(c.Of), 100*checkpoints.Sure, rows.Count(enough), 100*float64(enough)/float64(c.Of))
}
