package cli

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"github.com/spf13/cobra"

	"enumerate/checkpoints"
	"enumerate/cli/verb"
	"enumerate/data"
	"enumerate/enum"
	"enumerate/internal/file"
	"enumerate/results"
)

type resultsFlags struct {
	game   verb.Game
	format verb.Format
	column string

	db, from, into, bfiles, parts verb.FileName
}

func newResults(p *verb.Program) *cobra.Command {
	var f resultsFlags
	cmd := &cobra.Command{
		Use:   "results",
		Short: "Print or write the totals of finished runs",
		Long: `Results prints the totals of a ruleset: those of finished runs in the database, which are checked again,
and those that the program contains. The column "from" says where a total comes from. With --db, results prints only the
totals of that database. The column "verdicts by" names the methods that agree on the number of games of each verdict. A
method in brackets shares code with the method before it, so the two are not independent.

--format bfile and --format oeis print one sequence of totals for the On-Line Encyclopedia of Integer Sequences (OEIS).
With --from, the totals come from a CSV file, not from the database; --into then replaces the table in a document, and
--bfiles writes each sequence to a b-file (a list of numbers for the OEIS). docs/guide/results.md describes the files.`,
		Example: `  enumerate results
  enumerate results --format oeis --column solvable-classes
  enumerate results --game antonim --format markdown`,
		Args: verb.NoArgs,
		RunE: f.run,
	}
	verb.AddGame(cmd, &f.game, p)
	verb.AddJudge(cmd, p, &f.game)
	verb.AddDB(cmd, &f.db)
	cmd.Flags().Var(&f.from, "from", "read the CSV file in this directory, not the database")
	cmd.Flags().Var(&f.into, "into", "write the totals to the CSV file in this directory, or with --from into this document")
	cmd.Flags().Var(&f.bfiles, "bfiles", "write a b-file of each column to this directory")
	cmd.Flags().Var(&f.parts, "parts", "write the shards (pieces) of each run to a file in this directory")
	verb.AddFormat(cmd, &f.format, "table", "markdown", "json", "csv", "bfile", "oeis")
	cmd.Flags().StringVar(&f.column, "column", "classes", "sequence for --format bfile and oeis: games, classes, VERDICT-games or VERDICT-classes")
	verb.Complete(cmd, "column", f.columns)
	return cmd
}

func (f *resultsFlags) columns() []string {
	list := []string{"games", "classes"}
	for _, verdict := range f.game.Verdicts() {
		list = append(list, verdict+"-games", verdict+"-classes")
	}
	return list
}

// run prints or writes results from a CSV file (--from), the database, or the totals that the program contains.
func (f *resultsFlags) run(cmd *cobra.Command, _ []string) error {
	if err := f.check(cmd); err != nil {
		return err
	}
	none := results.Results{Ruleset: f.game.Ruleset}

	if f.from != "" {
		kept, err := readKept(cmd, tablePath(f.from, f.game.Name), f.game.Name)
		if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
			return fmt.Errorf("--from %s: no totals of %s found; expected a directory with the file %s", f.from, f.game.Name, data.FileName(f.game.Name))
		}
		if err != nil {
			return err
		}
		if err := compareShipped("--from "+string(f.from), kept); err != nil {
			return err
		}
		if f.into+f.bfiles != "" {
			return writeKept(cmd, f.game.Ruleset, kept, f.into, f.bfiles)
		}
		return f.print(cmd, none, kept, "file")
	}
	store, err := verb.OpenStore(f.db, checkpoints.OpenReadOnly, cmd.ErrOrStderr())
	if f.printsShipped() && errors.Is(err, fs.ErrNotExist) {
		return f.print(cmd, none, data.Totals(f.game.Name), "program")
	}
	if err != nil {
		return err
	}
	defer store.Close()
	if f.parts != "" {
		return writeParts(cmd, store, f.game.Ruleset, string(f.parts))
	}
	found, err := results.Read(store, f.game.Ruleset, f.game.Program.Rulesets, verb.Remarks(store, cmd.ErrOrStderr()))
	if err != nil {
		return err
	}
	if len(found.Rows) == 0 && !f.printsShipped() {
		return fmt.Errorf("%s holds no finished run of %s: list all runs with enumerate runs, or %s", store.Path(), f.game.Name, verb.RunFirst(f.game.Ruleset))
	}
	if f.into != "" {
		return keepResults(cmd, found.Table(), f.into)
	}
	// The totals of the program are compared with the database even if they are not printed.
	if err := compareShipped(store.Path(), found.Table()); err != nil {
		return err
	}
	shipped := data.Totals(f.game.Name)
	if !f.printsShipped() {
		shipped.Rows = nil
	}
	return f.print(cmd, found, shipped, "program")
}

func (f *resultsFlags) check(cmd *cobra.Command) error {
	switch {
	case f.parts != "" && f.from+f.into+f.bfiles != "":
		return verb.Usagef("--parts writes runs of the database: leave out --from, --into and --bfiles")
	case f.into != "" && f.bfiles != "":
		return verb.Usagef("--into and --bfiles do not go together; leave out one")
	case f.from != "" && cmd.Flags().Changed("db"):
		return verb.Usagef("--from and --db do not go together; leave out one")
	case f.from == "" && f.bfiles != "":
		return verb.Usagef("--bfiles goes with --from, the directory of the totals")
	case f.into+f.bfiles+f.parts != "" && cmd.Flags().Changed("format"):
		return verb.Usagef("--format is for what is printed: leave it out with --into, --bfiles and --parts")
	case !f.sequence() && cmd.Flags().Changed("column"):
		return verb.Usagef("--column goes with --format bfile or oeis")
	}
	for flag, dir := range map[string]verb.FileName{"bfiles": f.bfiles, "parts": f.parts} {
		if info, err := os.Stat(string(dir)); dir != "" && (err != nil || !info.IsDir()) {
			return fmt.Errorf("--%s %s: no such directory: make it, or name another one", flag, dir)
		}
	}
	return nil
}

func (f *resultsFlags) sequence() bool { return f.format.Value == "bfile" || f.format.Value == "oeis" }

// compareShipped compares totals, which come from a database or a file, with those in the program.
func compareShipped(source string, t data.Table) error {
	if _, err := results.Join(data.Totals(t.Ruleset), t); err != nil {
		return fmt.Errorf("%s contradicts the totals in the program: %w: %w", source, verb.ErrCheck, err)
	}
	return nil
}

// printsShipped reports whether the totals that the program contains are printed, so that no database is needed.
func (f *resultsFlags) printsShipped() bool {
	return f.into+f.parts+f.db == "" && len(data.Totals(f.game.Name).Rows) > 0
}

// print prints the results of a database, joined with the table `kept`, which comes from a file (--from) or from the
// program. The argument source is the name of this table in the printed column "from".
func (f *resultsFlags) print(cmd *cobra.Command, found results.Results, kept data.Table, source string) error {
	if err := found.Add(kept, source); err != nil {
		return err
	}
	if !f.sequence() {
		return found.Write(cmd.OutOrStdout(), f.format.Value)
	}
	s, err := found.Sequence(f.column)
	if err != nil {
		return verb.Usagef("--column %s: %w", f.column, err)
	}
	return s.Write(cmd.OutOrStdout(), cmd.ErrOrStderr(), f.format.Value)
}

func tablePath(dir verb.FileName, ruleset string) string {
	return filepath.Join(string(dir), data.FileName(ruleset))
}

// readKept reads the CSV file with the totals of a ruleset.
func readKept(cmd *cobra.Command, path, ruleset string) (data.Table, error) {
	if err := verb.CheckFile(cmd, path); err != nil {
		return data.Table{}, err
	}
	text, err := readDocument(path)
	if err != nil {
		return data.Table{}, err
	}
	t, err := data.Read(string(text))
	if err != nil {
		return data.Table{}, fmt.Errorf("%s: %w", path, err)
	}
	if t.Ruleset != ruleset {
		return data.Table{}, fmt.Errorf("%s: it has the totals of %s, not of %s", path, t.Ruleset, ruleset)
	}
	return t, nil
}

// keepResults adds the results of a database to the CSV file of the ruleset in a directory. Sizes that are only in the
// file stay. It fails if a number of the file differs.
func keepResults(cmd *cobra.Command, found data.Table, dir verb.FileName) error {
	if info, err := os.Stat(string(dir)); err != nil || !info.IsDir() {
		return fmt.Errorf("--into %s: no such directory: make it, or name another one (--into names a document only together with --from)", dir)
	}
	path := tablePath(dir, found.Ruleset)
	kept, err := readKept(cmd, path, found.Ruleset)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	joined, err := results.Join(kept, found)
	if err != nil {
		return fmt.Errorf("%s: %w: %w: delete that row to replace it", path, verb.ErrCheck, err)
	}
	return file.Replace(path, []byte(joined.CSV()))
}

// writeKept writes a table of results. If the directory bfiles is given, it writes each column to a file there, in the
// b-file format of the On-Line Encyclopedia of Integer Sequences (a line "n term" for each size). Otherwise it replaces
// the table in a Markdown document.
func writeKept(cmd *cobra.Command, r *enum.Ruleset, kept data.Table, document, bfiles verb.FileName) error {
	if bfiles != "" {
		for _, column := range kept.Columns {
			path := filepath.Join(string(bfiles), results.BFileName(r.Name, column))
			if err := replace(cmd, path, []byte(results.FromTable(r, kept, column).BFile())); err != nil {
				return err
			}
		}
		return nil
	}
	text, err := readDocument(string(document))
	if err != nil {
		return err
	}
	written, err := results.Documented(string(text), r, kept)
	if err != nil {
		return fmt.Errorf("%s: %w", document, err)
	}
	return file.Replace(string(document), []byte(written))
}

// writeParts writes a file to a directory for each run of a ruleset, with a line for each shard and its tally, and
// prints the SHA-256 and the name of each file.
func writeParts(cmd *cobra.Command, store *checkpoints.Store, r *enum.Ruleset, dir string) error {
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
		if written[name] { // another run of the same size and method
			name = results.BFileName(r.Name, fmt.Sprintf("%d-%s-run-%d", run.Size, run.Method, run.ID))
		}
		written[name] = true
		path := filepath.Join(dir, name)
		if file.Same(path, store.Path()) {
			return verb.Usagef("--parts %s: it would replace the database %s; name another directory", dir, store.Path())
		}
		if err := replace(cmd, path, text); err != nil {
			return err
		}
		if _, err := fmt.Fprintf(cmd.OutOrStdout(), "%x  %s\n", sha256.Sum256(text), name); err != nil {
			return err
		}
	}
	if len(written) == 0 {
		return fmt.Errorf("%s holds no run of %s: %s", store.Path(), r.Name, verb.RunFirst(r))
	}
	return nil
}

// replace replaces a file in a directory that a flag names, unless --output names this file.
func replace(cmd *cobra.Command, path string, content []byte) error {
	if err := verb.CheckFile(cmd, path); err != nil {
		return err
	}
	return file.Replace(path, content)
}

// readDocument reads a file. It refuses a pipe or a device, which may never end.
func readDocument(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, file.Failed(path, "open it", err)
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is not a regular file: name another file", path)
	}
	return os.ReadFile(path)
}
