package cli

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"enumerate/checkpoints"
	"enumerate/cli/verb"
	"enumerate/data"
	"enumerate/enum"
	"enumerate/internal/file"
	"enumerate/results"
)

func newResults(p *verb.Program) *cobra.Command {
	var game verb.Game
	var db, from, into, bfiles, parts verb.FileName
	var format verb.Format
	var column string
	cmd := &cobra.Command{
		Use:   "results",
		Short: "Print the table of all finished runs, or keep it in a file",
		Long: `Results prints a table of all finished runs of a ruleset, each proved again: the labelled
games of all verdicts add up, and the classes are as many as Burnside's lemma says. No sum
shows how many of them have which verdict: "verdicts by" names the methods that agree on
that. Methods in brackets share the code of the method before them: such methods count as
one, and alone if no other method agrees. The table has the numbers too that the program has with it, "from" says which; so
it needs no database. In other formats there is what the database has, and nothing else.

With --into it writes the rows into a CSV file of a directory instead, RULESET.csv,
with the numbers as digits. Rows of sizes that the database does not have stay as they
are. In other rows it keeps what the file has beyond the database, such as methods; if
the numbers differ it changes nothing and exits with code 3.

With --from it reads such a file of a directory, and no database. Then --into writes its
rows as the table of a document, which stands between the lines

  <!-- results: RULESET -->
  <!-- end of results -->

With --bfiles it writes every column into a file of a directory, a line "n number" for
each size: the b-files of the On-Line Encyclopedia of Integer Sequences.

Files, and --format json and csv, also say how many machines have found all numbers of a
size, each by itself: those that made a run, and those that recomputed all of one
(enumerate audit --rerun 100% --record); in tables it stands beside the methods if there are
several. A row is verified if two methods that share no code agree on it, or if its games
and classes with the first verdict all have a proof.
"proof" is "proved" if Coq has proved the number of games with the first verdict, and
"certified" if a checker that it has proved accepts a certificate, "classes-proof" the same
of the classes; "certificate" is the SHA-256 of that (enumerate count --certificate).
Numbers without a proof have none of these. "since" is the day of the oldest run.

With --parts it writes each run of the database into a file of a directory, also one that is
not finished: a line for each shard, with its tally and the number of its contributor. It prints
their SHA-256 as sha256sum does. So strangers can do any part again, and compare.

--format bfile prints the b-file of one column, and --format oeis the fields of a new
entry of that encyclopedia, up to the first size that no run knows; --column says which.
The author is whoever submits it: the encyclopedia's form adds the name of the account.`,
		Example: `  enumerate --n 3..6 --resume
  enumerate results
  enumerate results --format json
  mkdir tables
  enumerate results --into tables
  printf '<!-- results: wonderwall -->\n<!-- end of results -->\n' > table.md
  enumerate results --from tables --into table.md
  enumerate results --from tables --bfiles .
  enumerate results --format oeis --column solvable-classes
  mkdir parts
  enumerate results --parts parts > parts/SHA256SUMS`,
		Args: verb.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			switch {
			case parts != "" && from+into+bfiles != "":
				return verb.Usagef("--parts writes runs of the database: leave out --from, --into and --bfiles")
			case into != "" && bfiles != "":
				return verb.Usagef("--into writes rows and --bfiles columns: give one of them")
			case from != "" && into+bfiles == "":
				return verb.Usagef("--from goes with --into or --bfiles")
			case from != "" && cmd.Flags().Changed("db"):
				return verb.Usagef("--from reads a file and --db a database: give one of them")
			case from == "" && bfiles != "":
				return verb.Usagef("--bfiles writes what is kept in a file: give its directory with --from")
			}
			if into+bfiles+parts != "" && cmd.Flags().Changed("format") {
				return verb.Usagef("--format says how to print a table; leave it out with --into, --bfiles and --parts")
			}
			sequential := format.Value == "bfile" || format.Value == "oeis"
			if !sequential && cmd.Flags().Changed("column") {
				return verb.Usagef("--column goes with --format bfile or oeis")
			}
			if from != "" {
				return writeKept(game.Ruleset, from, into, bfiles)
			}
			shown := format.Value == "table" && into+parts == "" && db == "" && len(data.Totals(game.Name).Rows) > 0
			store, err := verb.OpenStore(db, checkpoints.OpenReadOnly, cmd.ErrOrStderr())
			if shown && errors.Is(err, fs.ErrNotExist) {
				return results.Print(cmd.OutOrStdout(), game.Ruleset, data.Table{Ruleset: game.Name})
			}
			if err != nil {
				return err
			}
			defer store.Close()
			if parts != "" {
				return writeParts(store, game.Ruleset, string(parts), cmd.OutOrStdout())
			}
			found, err := results.Read(store, game.Ruleset, game.Program.Rulesets, verb.Remarks(store, cmd.ErrOrStderr()))
			if err != nil {
				return err
			}
			if len(found.Rows) == 0 && !shown {
				return fmt.Errorf("%s holds no finished run of %s (enumerate runs lists those begun); %s", store.Path(), game.Name, walkFirst(game.Ruleset))
			}
			switch {
			case sequential:
				s, err := found.Sequence(column)
				if err != nil {
					return verb.Usagef("--column %s: %w", column, err)
				}
				return s.Write(cmd.OutOrStdout(), cmd.ErrOrStderr(), format.Value)
			case into != "":
				return keepResults(found.Table(), into)
			case format.Value == "table":
				if _, err := results.Join(data.Totals(game.Name), found.Table()); err != nil {
					return fmt.Errorf("%s and the numbers that the program has with it: %w: %w", store.Path(), verb.ErrCheck, err)
				}
				return results.Print(cmd.OutOrStdout(), game.Ruleset, found.Table())
			}
			return found.Write(cmd.OutOrStdout(), format.Value)
		},
	}
	verb.AddGame(cmd, &game, p)
	verb.AddDB(cmd, &db)
	cmd.Flags().Var(&from, "from", "read the results from a file of this directory, and no database")
	cmd.Flags().Var(&into, "into", "write the results into a file of this directory; with --from into this document")
	cmd.Flags().Var(&bfiles, "bfiles", "write every column into a file of this directory, a line \"n number\" for each size")
	cmd.Flags().Var(&parts, "parts", "write every run, a line for each shard, into a file of this directory")
	verb.AddFormat(cmd, &format, "table", "markdown", "json", "csv", "bfile", "oeis")
	cmd.Flags().StringVar(&column, "column", "classes", "the sequence that --format bfile or oeis prints: games, classes, VERDICT-games, VERDICT-classes")
	verb.Complete(cmd, "column", func() []string {
		list := []string{"games", "classes"}
		for _, verdict := range game.Verdicts() {
			list = append(list, verdict+"-games", verdict+"-classes")
		}
		return list
	})
	return cmd
}

// walkFirst says how to get results of a ruleset.
func walkFirst(r *enum.Ruleset) string {
	return "walk some sizes first, such as enumerate " + r.Example + " --resume"
}

// keptAt returns the file of a ruleset's results in a directory.
func keptAt(dir verb.FileName, ruleset string) string {
	return filepath.Join(string(dir), data.FileName(ruleset))
}

// readKept reads the results of a ruleset that are kept in a file.
func readKept(path, ruleset string) (data.Table, error) {
	text, err := readDocument(path)
	if err != nil {
		return data.Table{}, err
	}
	t, err := data.Read(string(text))
	if err == nil && t.Ruleset != ruleset {
		err = fmt.Errorf("it has the results of %s, not of %s", t.Ruleset, ruleset)
	}
	if err != nil {
		err = fmt.Errorf("%s: %w", path, err)
	}
	return t, err
}

// keepResults puts the results into the file of a directory. What that says beyond them stays; what
// contradicts them is an error.
func keepResults(found data.Table, dir verb.FileName) error {
	if info, err := os.Stat(string(dir)); err == nil && !info.IsDir() {
		return fmt.Errorf("%s is not a directory; the table of a document is made with --from", dir)
	}
	path := keptAt(dir, found.Ruleset)
	kept, err := readKept(path, found.Ruleset)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	joined, err := results.Join(kept, found)
	if err != nil {
		return fmt.Errorf("%s: %w: %w; take that row out to have it written again", path, verb.ErrCheck, err)
	}
	return file.Replace(path, []byte(joined.CSV()))
}

// writeKept makes the table of a document, or b-files, of the results that are kept in a directory.
func writeKept(r *enum.Ruleset, from, into, bfiles verb.FileName) error {
	kept, err := readKept(keptAt(from, r.Name), r.Name)
	if err != nil {
		return err
	}
	if bfiles != "" {
		for _, column := range kept.Columns {
			path := filepath.Join(string(bfiles), results.BFileName(r.Name, column))
			if err := file.Replace(path, []byte(results.BFile(r, kept, column))); err != nil {
				return err
			}
		}
		return nil
	}
	document, err := readDocument(string(into))
	if err != nil {
		return err
	}
	written, err := results.Documented(string(document), r, kept)
	if err != nil {
		return fmt.Errorf("%s: %w", into, err)
	}
	return file.Replace(string(into), []byte(written))
}

// writeParts writes the shards of all runs of a ruleset into files of a directory, each into its own.
func writeParts(store *checkpoints.Store, r *enum.Ruleset, dir string, stdout io.Writer) error {
	runs, err := store.Runs()
	if err != nil {
		return err
	}
	written := make(map[string]bool)
	for _, run := range runs {
		if run.Ruleset != r.Name || enum.IsSampling(run.Method) || run.Worker != "" {
			continue
		}
		text, err := run.Parts()
		if err != nil {
			return fmt.Errorf("%s: run %d: %w", store.Path(), run.ID, err)
		}
		name := results.BFileName(r.Name, fmt.Sprintf("%d-%s", run.Size, run.Method))
		if written[name] { // a run of the same that was begun anew
			name = results.BFileName(r.Name, fmt.Sprintf("%d-%s-run-%d", run.Size, run.Method, run.ID))
		}
		written[name] = true
		if err := file.Replace(filepath.Join(dir, name), text); err != nil {
			return err
		}
		if _, err := fmt.Fprintf(stdout, "%x  %s\n", sha256.Sum256(text), name); err != nil {
			return err
		}
	}
	if len(written) == 0 {
		return fmt.Errorf("%s holds no run of %s; %s", store.Path(), r.Name, walkFirst(r))
	}
	return nil
}

// readDocument reads a file that is to be written again: not a pipe or a device, whose end may
// never come.
func readDocument(path string) ([]byte, error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is not a regular file", path)
	}
	return os.ReadFile(path)
}
