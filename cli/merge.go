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

type mergeFlags struct {
	program *verb.Program
	verify  rerunFlags
	trust   verb.FileName
}

func newMerge(p *verb.Program) *cobra.Command {
	f := mergeFlags{program: p}
	cmd := &cobra.Command{
		Use:   "merge INTO FILE...",
		Short: "Merge databases that hold shards of the same runs",
		Long: `Merge copies the shards (the finished pieces of a run) from the databases FILE... to the same run in the
database INTO, or to a new run if INTO has no such run. If INTO already has a shard, both results must be equal. When a
run becomes complete, it must sum to the right totals, and agree with all complete runs of the same game and size. If
there is a contradiction, merge names it, merges nothing, and exits with code 3.

If a merged run is still incomplete, merge names the missing parts and exits with code 5. Merge also copies the samples
of enumerate sample, which have no missing parts. Other processes may use the databases while merge runs.

If this program does not know the ruleset or the method of a run, merge names the run, leaves it in its FILE, merges
the other runs, and exits with code 5. If it knows none of the runs, it merges nothing and exits with code 1.

By default merge trusts the FILEs: a faulty or hostile FILE can count games under the wrong verdict without changing any
sum. Two flags protect against this. --verify recomputes random shards, at least one of each run, before anything is
merged. --trust names a file of public keys, and merges only runs that one of these keys has signed (enumerate audit
--sign). Each line of this file is a key, as ssh-keygen writes it; a name may stand before the key.
docs/guide/counting.md describes both flags.`,
		Example: `  enumerate --n 7 --shard 0/2 --db part0.db
  enumerate --n 7 --shard 1/2 --db part1.db
  enumerate merge all.db part0.db part1.db`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) < 2 || slices.Contains(args, "") {
				return verb.Usagef("merge needs a database to merge into and the files to merge: enumerate merge INTO FILE...")
			}
			return nil
		},
		RunE: f.run,
	}
	cmd.Flags().Var(&f.trust, "trust", "merge only runs signed by a public key in this file")
	f.verify.add(cmd, "verify", "share of the shards to verify by a second computation")
	verb.AddJudge(cmd, p, nil)
	return cmd
}

func (f *mergeFlags) run(cmd *cobra.Command, args []string) error {
	if err := f.check(cmd); err != nil {
		return err
	}
	into, paths := args[0], args[1:]
	var others []*checkpoints.Store
	for _, path := range paths {
		other, err := openOther(cmd, into, path)
		if err != nil {
			return err
		}
		defer other.Close()
		others = append(others, other)
	}
	trusted, err := readKeys(f.trust, checkpoints.ParseTrusted)
	if err != nil {
		return err
	}
	var offers []*checkpoints.Offer
	for _, other := range others {
		offer, err := f.offer(cmd, other, trusted)
		if err != nil {
			return err
		}
		offers = append(offers, offer)
	}
	anyKnown := slices.ContainsFunc(offers, func(o *checkpoints.Offer) bool { return !o.Foreign() })
	if !anyKnown {
		return fmt.Errorf("nothing is merged, because this program knows no run of %s: merge with the program that made these runs", strings.Join(paths, ", "))
	}

	// Opening the target creates it, so it is opened last: a merge that is refused must create none.
	store, err := verb.OpenStore(verb.FileName(into), checkpoints.Open, cmd.ErrOrStderr())
	if err != nil {
		return err
	}
	out := bufio.NewWriter(cmd.OutOrStdout())
	err = mergeAll(f.program, store, offers, trusted, out)
	return cmp.Or(err, store.Close(), out.Flush(), leftOut(into, paths, offers))
}

// leftOut returns an error if the merge left out runs of unknown rulesets. The error names the files with these runs,
// so that no script deletes them as merged.
func leftOut(into string, paths []string, offers []*checkpoints.Offer) error {
	var files []string
	for i, offer := range offers {
		if offer.LeftOut() {
			files = append(files, paths[i])
		}
	}
	if len(files) == 0 {
		return nil
	}
	return fmt.Errorf("%s: %w: runs whose ruleset or method this program does not know were not merged; they are only in %s", into, verb.ErrIncomplete, strings.Join(files, ", "))
}

func (f *mergeFlags) check(cmd *cobra.Command) error {
	if f.verify.share > 0 {
		return nil
	}
	for _, flag := range []string{"seed", "workers"} {
		if cmd.Flags().Changed(flag) {
			return verb.Usagef("--%s goes with --verify, such as --verify 5%%", flag)
		}
	}
	return nil
}

func openOther(cmd *cobra.Command, into, path string) (*checkpoints.Store, error) {
	if err := cmp.Or(verb.CheckFile(cmd, into), verb.CheckFile(cmd, path)); err != nil {
		return nil, err
	}
	if file.Same(into, path) {
		return nil, fmt.Errorf("%s and %s are the same file: merge other files into it", into, path)
	}
	return verb.OpenStore(verb.FileName(path), checkpoints.OpenReadOnly, cmd.ErrOrStderr())
}

// offer returns the runs of the database other that can be merged. It leaves out runs of unknown rulesets, and returns
// an error for a run that cannot be right, such as one with too many games. With --trust it also checks the signatures,
// and with --verify it recomputes random shards.
func (f *mergeFlags) offer(cmd *cobra.Command, other *checkpoints.Store, trusted checkpoints.Trusted) (*checkpoints.Offer, error) {
	offer, err := other.Offer()
	if err != nil {
		return nil, err
	}

	if err := offer.Validate(f.program.Spaces(nil), verb.Remarks(other, cmd.ErrOrStderr())); err != nil {
		return nil, err
	}
	if trusted != nil {
		if err := offer.Signed(trusted); err != nil {
			return nil, err
		}
	}
	if f.verify.share > 0 {
		if err := f.recompute(cmd, offer); err != nil {
			return nil, err
		}
	}
	return offer, nil
}

// recompute computes random shards of an offer again, and returns an error if a stored shard differs.
func (f *mergeFlags) recompute(cmd *cobra.Command, offer *checkpoints.Offer) error {
	spaceOf, clean, err := f.verify.spaces(cmd.Context(), f.program)
	if err != nil {
		return err
	}
	defer clean()
	rerun, end := f.verify.rerun(cmd)
	defer end()
	return offer.Verify(cmd.Context(), spaceOf, rerun)
}

// mergeAll merges the offers into the store, and prints the result for each run. It returns an error if a run remains
// incomplete.
func mergeAll(p *verb.Program, store *checkpoints.Store, offers []*checkpoints.Offer, trusted checkpoints.Trusted, out *bufio.Writer) error {
	merged, err := store.Merge(p.Spaces(nil), offers...)
	if err != nil {
		return fmt.Errorf("%w; nothing is merged", err)
	}
	for _, m := range merged {
		printMerged(out, m, trusted)
	}

	completions, err := store.Complete(p.Spaces(nil))
	if err != nil {
		return err
	}

	// Only now print what complete runs prove, because it depends on the other runs of the same size.
	proved, err := exactRuns(p, store)
	if err != nil {
		return err
	}
	checked := results.CheckedRuns(p.Rulesets, proved)
	for _, c := range completions {
		state := "complete: " + checked[c.ID]
		if c.Missing.Shards > 0 {
			state = fmt.Sprintf("missing %v", c.Missing)
		}
		fmt.Fprintf(out, "run %d, a %v: %s\n", c.ID, c.Key, state)
	}
	return incomplete(store, merged, completions)
}

// printMerged prints how many shards were added to a run of the target database, how many it already had, and
// who recomputed or signed them.
func printMerged(out io.Writer, m checkpoints.Merged, trusted checkpoints.Trusted) {
	fmt.Fprintf(out, "%s: run %d, a %v: %s added to run %d, %s already stored", m.Path, m.From, m.Key, rows.Counted(rows.Count(m.Additions), "shard", "shards"), m.Into, rows.Count(m.Duplicates))
	if m.Check.Of > 0 {
		fmt.Fprintf(out, "; %s", describeCheck(m.Check))
	}
	if m.SignedBy != "" {
		fmt.Fprintf(out, "; signed by %s", cmp.Or(trusted[m.SignedBy], m.SignedBy))
	}
	fmt.Fprintln(out)
}

// incomplete returns an error that names the missing shards of the runs to which this merge added shards. Other
// unfinished runs of the database are no error of the merge.
func incomplete(store *checkpoints.Store, merged []checkpoints.Merged, completions []checkpoints.Completion) error {
	var missing []string
	for _, c := range completions {
		changed := slices.ContainsFunc(merged, func(m checkpoints.Merged) bool { return m.Into == c.ID })
		if changed && c.Missing.Shards > 0 {
			missing = append(missing, fmt.Sprintf("run %d is missing %v", c.ID, c.Missing))
		}
	}
	if missing == nil {
		return nil
	}
	return fmt.Errorf("%s: %w: %s", store.Path(), verb.ErrIncomplete, strings.Join(missing, "; "))
}

// exactRuns returns the complete runs of a database, after checking again that their totals are right.
func exactRuns(p *verb.Program, store *checkpoints.Store) ([]checkpoints.ExactRun, error) {
	return store.ExactRuns(func(checkpoints.Key) bool { return true }, p.Spaces(nil), func(string) {})
}
