package cli

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"enumerate/checkpoints"
	"enumerate/cli/verb"
	"enumerate/internal/file"
	"enumerate/internal/rows"
	"enumerate/results"
)

func newMerge(p *verb.Program) *cobra.Command {
	var verify rerunFlags
	var trust verb.FileName
	cmd := &cobra.Command{
		Use:   "merge INTO FILE...",
		Short: "Join databases that hold different shards of the same runs",
		Long: `Merge adds the shards of every run in the FILEs to the same run in INTO, which is
created if it has no such run. Shards that INTO has already must have the same tallies:
they are reported as double. A run that is now complete must prove itself, and have
the totals of all complete runs of the same game and size, by whatever method, in INTO
and in the FILEs; then it is marked as finished. If anything contradicts anything
the command exits with code 3, says what and where, and nothing of any FILE is merged.
Of other runs it says which parts are missing, and if one of them was merged
it exits with code 5. Batches of samples are joined in the same way, but are never
complete. All databases may be in use.

A FILE from someone else is believed: a wrong or hostile one can turn solvable games
into unsolvable ones so that all sums are right. With --verify some of the shards of
each of its runs, picked at random, at least one, are recomputed before it is merged. If
one comes out differently, or is no shard of the run, that is a contradiction too.

With --trust every run must be signed (enumerate audit --sign), by a key of that file: public
keys of Ed25519, one a line, as ssh-keygen writes them or after a name; else the command
exits with code 3. A signature that is not one of what is stored is refused without it, too.`,
		Example: `  enumerate --n 7 --shard 0/2 --db part0.db
  enumerate --n 7 --shard 1/2 --db part1.db
  enumerate merge all.db part0.db part1.db
  enumerate merge --verify 5% all.db part0.db part1.db
  enumerate --n 7 --resume --db all.db`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) < 2 || slices.Contains(args, "") {
				return verb.Usagef("merge takes a database to merge INTO and at least one FILE to merge")
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
			for _, flag := range []string{"seed", "workers"} {
				if verify.share == 0 && cmd.Flags().Changed(flag) {
					return verb.Usagef("--%s goes with --verify, such as --verify 5%%", flag)
				}
			}
			var trusted checkpoints.Trusted
			if trust != "" {
				var err error
				if trusted, err = parseFile(trust, checkpoints.ParseTrusted); err != nil {
					return err
				}
			}
			var offers []*checkpoints.Offer
			for _, other := range others {
				offer, err := other.Offer()
				if err == nil {
					err = offer.Validate(p.Spaces(nil))
				}
				if err == nil && trusted != nil {
					err = offer.Signed(trusted)
				}
				if err == nil && verify.share > 0 {
					err = verifyOffer(cmd, p, &verify, offer)
				}
				if err != nil {
					return err
				}
				offers = append(offers, offer)
			}
			store, err := verb.OpenStore(verb.FileName(args[0]), checkpoints.Open, cmd.ErrOrStderr())
			if err != nil {
				return err
			}
			out := bufio.NewWriter(cmd.OutOrStdout())
			err = mergeAll(p, store, offers, trusted, out)
			return cmp.Or(err, store.Close(), out.Flush())
		},
	}
	cmd.Flags().Var(&trust, "trust", "merge only what is signed by a public key of this file")
	verify.add(cmd, "verify", "share of the shards to recompute before they are merged")
	return cmd
}

// verifyOffer walks some shards again before they are merged. Ctrl-C ends it, and nothing is
// merged then; the merge itself is one transaction, which the end of the program ends.
func verifyOffer(cmd *cobra.Command, p *verb.Program, verify *rerunFlags, offer *checkpoints.Offer) error {
	spaceOf, clean, err := verify.spaces(cmd.Context(), p)
	if err != nil {
		return err
	}
	defer clean()
	rerun, end := verify.rerun(cmd)
	defer end()
	return offer.Verify(cmd.Context(), spaceOf, rerun)
}

// openOther opens a database to read that is to be merged into another one.
func openOther(into, path string, stderr io.Writer) (*checkpoints.Store, error) {
	if file.Same(into, path) {
		return nil, fmt.Errorf("%s and %s are the same file", into, path)
	}
	return verb.OpenStore(verb.FileName(path), checkpoints.OpenReadOnly, stderr)
}

// mergeAll merges all that is offered, and finishes what is complete.
func mergeAll(p *verb.Program, store *checkpoints.Store, offers []*checkpoints.Offer, trusted checkpoints.Trusted, out *bufio.Writer) error {
	merged, err := store.Merge(p.Spaces(nil), offers...)
	if err != nil {
		return fmt.Errorf("%w; nothing is merged", err)
	}
	touched := make(map[uint64]bool)
	for _, m := range merged {
		touched[m.Into] = true
		fmt.Fprintf(out, "%s: run %d, a %v: %s added to run %d, %d double", m.Path, m.From, m.Key, rows.Counted(m.Added, "shard", "shards"), m.Into, m.Double)
		if m.Check.Of > 0 {
			fmt.Fprintf(out, "; %s", walkedAgain(m.Check))
		}
		if m.SignedBy != "" {
			fmt.Fprintf(out, "; signed by %s", cmp.Or(trusted[m.SignedBy], m.SignedBy))
		}
		fmt.Fprintln(out)
	}
	completions, err := store.Complete(p.Spaces(nil))
	if err != nil {
		return err
	}
	proved, err := exactRuns(p, store)
	if err != nil {
		return err
	}
	checked := results.CheckedRuns(p.Rulesets, proved)
	var incomplete []string
	for _, c := range completions {
		state := "complete: " + checked[c.ID]
		if c.Missing.Shards > 0 {
			state = fmt.Sprintf("missing %v", c.Missing)
			if touched[c.ID] {
				incomplete = append(incomplete, fmt.Sprintf("run %d is missing %v", c.ID, c.Missing))
			}
		}
		fmt.Fprintf(out, "run %d, a %v: %s\n", c.ID, c.Key, state)
	}
	if incomplete != nil {
		return fmt.Errorf("%s: %w: %s", store.Path(), verb.ErrIncomplete, strings.Join(incomplete, "; "))
	}
	return nil
}

// exactRuns returns the complete runs, each proved again.
func exactRuns(p *verb.Program, store *checkpoints.Store) ([]checkpoints.ExactRun, error) {
	return store.ExactRuns(func(checkpoints.Key) bool { return true }, p.Spaces(nil), func(string) {})
}
