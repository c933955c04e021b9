package cli

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"enumerate/checkpoints"
	"enumerate/enum"
)

// percent is a share in percent, 0% to 100%.
type percent float64

func (p *percent) String() string { return strconv.FormatFloat(float64(*p), 'g', -1, 64) + "%" }
func (p *percent) Type() string   { return "PERCENT" }

func (p *percent) Set(text string) error {
	number, err := strconv.ParseFloat(strings.TrimSuffix(text, "%"), 64)
	if err != nil || !(number >= 0 && number <= 100) {
		return fmt.Errorf("want a share in percent, from 0%% to 100%%")
	}
	*p = percent(number)
	return nil
}

func newAudit(all rulesets) *cobra.Command {
	var db, salvage fileName
	var rerun percent
	var seed uint64
	var workers int
	var most memory
	cmd := &cobra.Command{
		Use:   "audit",
		Short: "Look for faults in the database",
		Long: `Audit reads the whole database. It checks the structure of the file, the checksum of
every record, and that the shards of each run sum to its total and prove themselves. With
--rerun it also recomputes some of the shards, picked at random, at least one of each
run, and compares: it walks them again, draws batches of samples again, and makes the
layers of counts again. It reports all faults it finds, and then exits with code 3.

With --salvage it copies what proves itself in a damaged database into a new one: every run
and shard whose checksum is right, and every total that the shards still sum to. It says what
is lost, and exits with code 3 if that is anything; --resume recomputes it.`,
		Example: `  enumerate --n 3..6 --resume
  enumerate audit
  enumerate audit --rerun 1%
  enumerate audit --salvage new.db
  enumerate --n 3..6 --resume --db new.db`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := checkWorkers(workers); err != nil {
				return err
			}
			path, err := storePath(db)
			if err != nil {
				return err
			}
			if salvage != "" {
				if cmd.Flags().Changed("rerun") {
					return usagef("--salvage copies what it finds, and recomputes nothing: leave out --rerun")
				}
				return salvageInto(all, path, string(salvage), cmd.OutOrStdout())
			}
			aside, err := os.MkdirTemp("", "enumerate-audit-")
			if err != nil {
				return err
			}
			defer os.RemoveAll(aside)
			most.limit()
			ctx, stop := interruptible()
			defer stop()
			out := bufio.NewWriter(cmd.OutOrStdout())
			audited, err := checkpoints.Audit{
				Space: checkpoints.Spaces(all, func(k checkpoints.Key) enum.Means {
					return enum.Means{
						Dir:     filepath.Join(aside, fmt.Sprintf("%s-%d-%s", k.Ruleset, k.Size, k.Method)),
						Memory:  most.bytes,
						Workers: workers,
					}
				}),
				Rerun:   float64(rerun) / 100,
				Seed:    seed,
				Workers: workers,
				Fault:   func(err error) { fmt.Fprintf(out, "fault: %v\n", err) },
				Remark:  func(text string) { fmt.Fprintf(out, "not checked: %s\n", text) },
			}.Check(ctx, path)
			if err != nil {
				out.Flush() // what was found is worth having
				return orInterrupted(err)
			}
			fmt.Fprintf(out, "%s: %d runs, %d shards read, %d walked again, %d faults\n",
				path, audited.Runs, audited.Shards, audited.Rerun, audited.Faults)
			if err := out.Flush(); err != nil {
				return err
			}
			if audited.Faults > 0 {
				return fmt.Errorf("%s: %w", path, errCheck)
			}
			return nil
		},
	}
	addDB(cmd, &db)
	cmd.Flags().Var(&salvage, "salvage", "copy what is sound into this new database")
	cmd.Flags().Var(&rerun, "rerun", "share of the shards to recompute")
	addNumber(cmd, &seed, "seed", 1, "decides which shards")
	addWorkers(cmd, &workers, runtime.GOMAXPROCS(0))
	addMemory(cmd, &most)
	return cmd
}

// salvageInto copies what is sound in a damaged database into a new one, and prints what became
// of each run.
func salvageInto(all rulesets, path, into string, stdout io.Writer) error {
	out := bufio.NewWriter(stdout)
	faults, shards := 0, uint64(0)
	runs, err := checkpoints.Salvage(path, into, checkpoints.Spaces(all, nil), func(err error) {
		faults++
		fmt.Fprintf(out, "fault: %v\n", err)
	})
	if err != nil {
		out.Flush() // what was found is worth having
		return err
	}
	for _, r := range runs {
		shards += r.Shards
		state := "unfinished"
		switch {
		case r.Finished:
			state = "complete"
		case r.Missing.Shards > 0:
			state = fmt.Sprintf("missing %v", r.Missing)
		}
		fmt.Fprintf(out, "run %d, a %v: %d shards copied to run %d, %s\n", r.From, r.Key, r.Shards, r.ID, state)
	}
	fmt.Fprintf(out, "%s: %d runs, %d shards, %d faults in %s\n", into, len(runs), shards, faults, path)
	if err := out.Flush(); err != nil {
		return err
	}
	if faults > 0 {
		return fmt.Errorf("%s: %w", path, errCheck)
	}
	return nil
}
