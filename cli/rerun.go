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
	"enumerate/internal/rows"
)

// rerunFlags are the flags of the commands that recompute stored shards.
type rerunFlags struct {
	share   verb.Percent
	seed    uint64
	workers int
}

// add adds the flags to a command. The name of the share depends on the command.
func (f *rerunFlags) add(cmd *cobra.Command, share, usage string) {
	cmd.Flags().Var(&f.share, share, usage)
	// Contributors must not know which shards will be recomputed.
	verb.AddNumber(cmd, &f.seed, "seed", 0, "seed of the random shards (default a random one)")
	cmd.Flags().Lookup("seed").DefValue = ""
	verb.AddWorkers(cmd, &f.workers)
}

// rerun returns which shards to recompute. Its progress goes to standard error.
func (f *rerunFlags) rerun(cmd *cobra.Command) (rerun checkpoints.Rerun, end func()) {
	if !cmd.Flags().Changed("seed") {
		var seed [8]byte
		_, _ = crand.Read(seed[:]) // never fails
		f.seed = binary.LittleEndian.Uint64(seed[:])
	}
	shown := verb.Making{Stderr: cmd.ErrOrStderr()}
	return checkpoints.Rerun{Share: float64(f.share) / 100, Seed: f.seed, Workers: f.workers, Begin: shown.Begin, Shard: shown.Shard}, shown.End
}

// spaces returns the spaces of stored runs, for recomputing their shards. clean removes what methods keep on disk.
func (f *rerunFlags) spaces(ctx context.Context, p *verb.Program) (spaceOf func(checkpoints.Key) (enum.Space, error), clean func(), err error) {
	aside, err := os.MkdirTemp("", "enumerate-again-")
	if err != nil {
		return nil, nil, err
	}
	context.AfterFunc(ctx, func() { os.RemoveAll(aside) }) // the verb may be abandoned
	return p.Spaces(func(k checkpoints.Key) enum.Means {
		return enum.Means{
			Dir:     filepath.Join(aside, fmt.Sprintf("%s-%d-%s", k.Ruleset, k.Size, k.Method)),
			Memory:  verb.BoundsOf(ctx).Memory.Layers(),
			Workers: f.workers,
		}
	}), func() { os.RemoveAll(aside) }, nil
}

// walkedAgain says how many shards a check recomputed, and how many wrong shards it would have found.
func walkedAgain(c checkpoints.Check) string {
	if c.Shards == c.Of {
		return fmt.Sprintf("all %s walked again", rows.Counted(rows.Count(c.Of), "shard", "shards"))
	}
	enough := c.Enough()
	return fmt.Sprintf("%s of %s shards walked again, which finds a wrong one with %.0f%% probability if %s (%.3g%%) or more are wrong",
		rows.Count(c.Shards), rows.Count(c.Of), 100*checkpoints.Sure, rows.Count(enough), 100*float64(enough)/float64(c.Of))
}
