package main

import (
	"fmt"
	"maps"
	"os"
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
	runs, err := store.Proved(game, spaceOf)
	if err != nil {
		return t, err
	}
	for _, r := range runs {
		columns := columnsOf(r.Space)
		numbers, err := values(line{r.Key, enum.Part{}, r.Space, checkpoints.Result{Sum: r.Sum, Checks: r.Checks}}, columns)
		if err != nil {
			return t, err
		}
		t.head = markdownHead(columns)
		t.rows[r.Size] = markdownRow(r.Size, numbers)
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

// writeInto puts the rows into a document's table.
func (t resultTable) writeInto(path string) error {
	before, table, after, err := t.split(path)
	if err != nil {
		return err
	}
	rows := rowsOf(table)
	maps.Copy(rows, t.rows)
	t.rows = rows
	return replaceFile(path, []byte(before+t.String()+after))
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
