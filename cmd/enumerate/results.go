package main

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"enumerate/checkpoints"
	"enumerate/enum"
	"enumerate/games"
)

func newResults() *cobra.Command {
	var game string
	var db, into, check file
	cmd := &cobra.Command{
		Use:   "results",
		Short: "Print the table of all finished runs, or write it into a document",
		Long: `Results prints a Markdown table of all finished runs of a ruleset, each proved
again. With --into it writes them into the document's own table instead, which
stands between the lines

  <!-- results: RULESET -->
  <!-- end of results -->

and leaves the rows of sizes that the database does not have as they are. With
--check it compares the document's table with the database and changes nothing.`,
		Example: `  enumerate results
  enumerate results --into README.md
  enumerate results --check README.md`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if into != "" && check != "" {
				return usagef("--into writes and --check compares: give one of them")
			}
			if _, err := games.Named(game); err != nil {
				return usageError{err}
			}
			store, err := openStore(db, checkpoints.OpenReadOnly)
			if err != nil {
				return err
			}
			defer store.Close()
			table, err := storedResults(store, game)
			if err != nil {
				return err
			}
			switch {
			case into != "":
				return table.writeInto(string(into))
			case check != "":
				return table.check(string(check))
			}
			_, err = fmt.Fprint(cmd.OutOrStdout(), table)
			return err
		},
	}
	addGame(cmd, &game)
	addDB(cmd, &db)
	cmd.Flags().Var(&into, "into", "write the results into this document")
	cmd.Flags().Var(&check, "check", "compare the results with this document")
	cmd.Flags().SortFlags = false
	return cmd
}

// A resultTable is a Markdown table of results, a row for each size.
type resultTable struct {
	game string
	head string
	rows map[int]string
}

// storedResults returns the table of all finished runs of a ruleset.
func storedResults(store *checkpoints.Store, game string) (resultTable, error) {
	t := resultTable{game: game, rows: make(map[int]string)}
	runs, err := store.Runs()
	if err != nil {
		return t, err
	}
	from := make(map[int]checkpoints.Summary) // the runs of the rows
	for _, r := range runs {
		if r.Ruleset != game || r.Damage != nil {
			continue
		}
		space, err := spaceOf(r.Key)
		if err != nil {
			return t, err
		}
		// A run that covers everything speaks of the results even if it was
		// never finished, because it contradicts another one.
		checks, err := enum.Prove(space, r.Tally)
		if err != nil && !r.Finished {
			continue
		}
		if err != nil {
			return t, fmt.Errorf("run %d, a %v: %w: %w", r.ID, r.Key, checkpoints.ErrProof, err)
		}
		columns := columnsOf(space)
		numbers, err := values(line{r.Key, enum.Part{}, space, checkpoints.Result{Sum: r.Sum, Checks: checks}}, columns)
		if err != nil {
			return t, err
		}
		row := markdownRow(r.Size, numbers)
		if other, ok := from[r.Size]; ok && t.rows[r.Size] != row {
			return t, fmt.Errorf("%w: run %d, a %v, and run %d, a %v, come to different totals", checkpoints.ErrContradiction, other.ID, other.Key, r.ID, r.Key)
		}
		from[r.Size] = r
		t.head = markdownHead(columns)
		t.rows[r.Size] = row
	}
	if len(t.rows) == 0 {
		return t, fmt.Errorf("%s holds no finished run of %s; walk some sizes first, such as enumerate --n 3..7 --resume", store.Path(), game)
	}
	return t, nil
}

// String returns the table, smallest size first.
func (t resultTable) String() string {
	text := t.head + "\n"
	for _, n := range slices.Sorted(maps.Keys(t.rows)) {
		text += t.rows[n] + "\n"
	}
	return text
}

// split cuts a document into what stands before, in and after the table of a
// ruleset.
func (t resultTable) split(path string) (before, table, after string, err error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return "", "", "", err
	}
	begin, end := fmt.Sprintf("<!-- results: %s -->\n", t.game), "<!-- end of results -->\n"
	before, rest, ok1 := strings.Cut(string(data), begin)
	table, after, ok2 := strings.Cut(rest, end)
	if !ok1 || !ok2 {
		return "", "", "", fmt.Errorf("%s: there is no place for results: it takes the lines %q and %q", path, begin, end)
	}
	return before + begin, table, end + after, nil
}

var rowPattern = regexp.MustCompile(`(?m)^\| (\d+) \|.*$`)

// rowsOf returns the rows of a table by size.
func rowsOf(table string) map[int]string {
	rows := make(map[int]string)
	for _, row := range rowPattern.FindAllStringSubmatch(table, -1) {
		if n, err := strconv.Atoi(row[1]); err == nil {
			rows[n] = row[0]
		}
	}
	return rows
}

// writeInto puts the rows into a document's table. The document is written aside
// and renamed, so that it is there whole at any moment.
func (t resultTable) writeInto(path string) error {
	path, err := filepath.EvalSymlinks(path) // a link stays a link
	if err != nil {
		return err
	}
	before, table, after, err := t.split(path)
	if err != nil {
		return err
	}
	rows := rowsOf(table)
	maps.Copy(rows, t.rows)
	t.rows = rows
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	aside, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	defer os.Remove(aside.Name()) // there is nothing to remove once it is renamed
	_, err = aside.WriteString(before + t.String() + after)
	if err == nil {
		err = aside.Chmod(info.Mode())
	}
	if err == nil {
		err = aside.Sync()
	}
	if closed := aside.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return err
	}
	return os.Rename(aside.Name(), path)
}

// check compares the rows with those of a document's table.
func (t resultTable) check(path string) error {
	_, table, _, err := t.split(path)
	if err != nil {
		return err
	}
	rows := rowsOf(table)
	for _, n := range slices.Sorted(maps.Keys(t.rows)) {
		if rows[n] != t.rows[n] {
			return fmt.Errorf("%s: %w: for n=%d it says %q, the database %q", path, errCheck, n, rows[n], t.rows[n])
		}
	}
	return nil
}
