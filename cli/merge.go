package cli

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"enumerate/checkpoints"
)

func newMerge(all rulesets) *cobra.Command {
	return &cobra.Command{
		Use:   "merge INTO FILE...",
		Short: "Join databases that hold different shards of the same runs",
		Long: `Merge adds the shards of every run in the FILEs to the same run in INTO, which is
created if it has no such run. Shards that INTO has already must have the same tallies:
they are reported as double. If one contradicts the other the command fails, and
nothing of that FILE is merged. A run that is now complete is proved and marked
as finished. Of others it says which parts are missing, and if one of them was merged
it exits with code 5. Batches of samples are joined in the same way, but are never
complete. All databases may be in use.`,
		Example: `  enumerate --n 7 --shard 0/2 --db part0.db
  enumerate --n 7 --shard 1/2 --db part1.db
  enumerate merge all.db part0.db part1.db
  enumerate --n 7 --resume --db all.db`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) < 2 {
				return usagef("merge takes a database to merge INTO and at least one FILE to merge")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			// INTO is not made before all that is to go into it is there.
			var others []*checkpoints.Store
			for _, path := range args[1:] {
				other, err := openOther(args[0], path, cmd.ErrOrStderr())
				if err != nil {
					return err
				}
				defer other.Close()
				others = append(others, other)
			}
			store, err := openNamed(args[0], checkpoints.Open, cmd.ErrOrStderr())
			if err != nil {
				return err
			}
			out := bufio.NewWriter(cmd.OutOrStdout())
			err = mergeAll(all, store, others, out)
			if closed := store.Close(); err == nil {
				err = closed
			}
			if flushed := out.Flush(); err == nil {
				err = flushed
			}
			return err
		},
	}
}

// openOther opens a database to read that is to be merged into another one.
func openOther(into, path string, stderr io.Writer) (*checkpoints.Store, error) {
	a, err1 := os.Stat(into)
	b, err2 := os.Stat(path)
	if err1 == nil && err2 == nil && os.SameFile(a, b) {
		return nil, fmt.Errorf("%s and %s are the same file", into, path)
	}
	return openNamed(path, checkpoints.OpenReadOnly, stderr)
}

// mergeAll merges one database after the other, and finishes what is complete.
func mergeAll(all rulesets, store *checkpoints.Store, others []*checkpoints.Store, out *bufio.Writer) error {
	touched := make(map[uint64]bool)
	for _, other := range others {
		merged, err := store.Merge(other)
		if err != nil {
			return err
		}
		for _, m := range merged {
			touched[m.Into] = true
			fmt.Fprintf(out, "%s: run %d, a %v: %d shards added to run %d, %d double\n", other.Path(), m.From, m.Key, m.Added, m.Into, m.Double)
		}
	}
	completions, err := store.Complete(checkpoints.Spaces(all, nil))
	if err != nil {
		return err
	}
	var incomplete []string
	for _, c := range completions {
		state := "complete, and proved"
		if c.Missing.Shards > 0 {
			state = fmt.Sprintf("missing %v", c.Missing)
			if touched[c.ID] {
				incomplete = append(incomplete, fmt.Sprintf("run %d is missing %v", c.ID, c.Missing))
			}
		}
		fmt.Fprintf(out, "run %d, a %v: %s\n", c.ID, c.Key, state)
	}
	if incomplete != nil {
		return fmt.Errorf("%s: %w: %s", store.Path(), errIncomplete, strings.Join(incomplete, "; "))
	}
	return nil
}
