package cli

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
	"enumerate/games"
	"enumerate/internal/file"
)

func newResults() *cobra.Command {
	var game string
	var db, into, check, bfiles fileName
	cmd := &cobra.Command{
		Use:   "results",
		Short: "Print the table of all finished runs, or write it into a document",
		Long: `Results prints a Markdown table of all finished runs of a ruleset, each proved
again: a row for each size, and the methods that agree on it. With --into it writes
them into the document's own table instead, which stands between the lines

  <!-- results: RULESET -->
  <!-- end of results -->

It leaves the rows of sizes that the database does not have as they are. In the
others it keeps what the document says beyond the database, such as methods; if
their numbers differ it changes nothing and exits with code 3. With --check it
compares the document's table with the database and changes nothing: the document
may say more than the database, not less.

With --bfiles it writes every column into a file of a directory, a line "n number"
for each size: the b-files of the On-Line Encyclopedia of Integer Sequences. Sizes
that a file has and the database has not stay; a number that differs from the file's
is an error, and then no file is written.`,
		Example: `  enumerate results
  enumerate results --into README.md
  enumerate results --check README.md
  enumerate results --bfiles data/bfiles`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if into != "" && check != "" || into+check != "" && bfiles != "" {
				return usagef("--into and --bfiles write and --check compares: give one of them")
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
			case bfiles != "":
				dir, err := bFilesPlace(bfiles)
				if err != nil {
					return err
				}
				return table.writeBFiles(dir)
			}
			_, err = fmt.Fprint(cmd.OutOrStdout(), table)
			return err
		},
	}
	addGame(cmd, &game)
	addDB(cmd, &db)
	cmd.Flags().Var(&into, "into", "write the results into this document")
	cmd.Flags().Var(&check, "check", "compare the results with this document")
	cmd.Flags().Var(&bfiles, "bfiles", "write every column into a file of this directory, a line \"n number\" for each size")
	cmd.Flags().SortFlags = false
	return cmd
}

// exampleOf returns the arguments of a walk of a ruleset's sizes.
func exampleOf(game string) string {
	ruleset, err := games.Named(game)
	if err != nil {
		return "--n 3..7 --resume"
	}
	return ruleset.About().Example + " --resume"
}

// A resultTable is a Markdown table of results, a row for each size. Documents may
// hold rows that the database does not have.
type resultTable struct {
	game    string
	columns []column
	rows    map[int]resultRow
}

// storedResults returns the table of all finished runs of a ruleset.
func storedResults(store *checkpoints.Store, game string) (resultTable, error) {
	t := resultTable{game: game, rows: make(map[int]resultRow)}
	runs, err := store.Proved(ofGame(game), spaceOf)
	if err != nil {
		return t, err
	}
	for _, r := range runs {
		t.columns = columnsOf(r.Space)
		row := resultRow{methods: []string{r.Method}}
		for _, x := range values(r.Totals, t.columns) {
			row.numbers = append(row.numbers, grouped(x))
		}
		if other, ok := t.rows[r.Size]; ok {
			if row, ok = other.unite(row); !ok { // Proved has compared them
				return t, fmt.Errorf("%w: the runs of n=%d print different numbers", checkpoints.ErrContradiction, r.Size)
			}
		}
		t.rows[r.Size] = row
	}
	if len(t.rows) == 0 {
		return t, fmt.Errorf("%s holds no finished run of %s; walk some sizes first, such as enumerate %s", store.Path(), game, exampleOf(game))
	}
	return t, nil
}

// String returns the table, smallest size first.
func (t resultTable) String() string {
	lines := make(map[int]string)
	for n, row := range t.rows {
		lines[n] = row.line(n)
	}
	return t.with(lines)
}

// with returns the table with these lines as rows, smallest size first.
func (t resultTable) with(lines map[int]string) string {
	head, rule := markdownHead(t.columns)
	text := head + " methods |\n" + rule + ":--|\n"
	for _, n := range slices.Sorted(maps.Keys(lines)) {
		text += lines[n] + "\n"
	}
	return text
}

// writeInto puts the rows into a document's table. What that says of their sizes
// beyond them it keeps; what contradicts them is an error.
func (t resultTable) writeInto(path string) error {
	before, table, after, err := t.split(path)
	if err != nil {
		return err
	}
	lines := linesOf(table)
	for _, n := range slices.Sorted(maps.Keys(t.rows)) {
		row := t.rows[n]
		if line, ok := lines[n]; ok {
			if row, ok = row.unite(readResultRow(line, len(t.columns))); !ok {
				return fmt.Errorf("%w; take that row out to have it written anew", t.disagreement(path, n, line))
			}
		}
		lines[n] = row.line(n)
	}
	return file.Replace(path, []byte(before+t.with(lines)+after))
}

// check compares the rows with those of a document's table, which may say more.
func (t resultTable) check(path string) error {
	_, table, _, err := t.split(path)
	if err != nil {
		return err
	}
	lines := linesOf(table)
	for _, n := range slices.Sorted(maps.Keys(t.rows)) {
		document := readResultRow(lines[n], len(t.columns))
		if united, ok := t.rows[n].unite(document); !ok || united.line(n) != document.line(n) {
			return t.disagreement(path, n, lines[n])
		}
	}
	return nil
}

// disagreement is the error of a document's line that says something else of a size
// than the table.
func (t resultTable) disagreement(path string, n int, line string) error {
	return fmt.Errorf("%s: %w: for n=%d it says %q, the database %q", path, errCheck, n, line, t.rows[n].line(n))
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
		return "", "", "", fmt.Errorf("%s: there is no place for results: it takes the lines %q and %q", path, strings.TrimSpace(begin), strings.TrimSpace(end))
	}
	return before + begin, table, end + after, nil
}

var linePattern = regexp.MustCompile(`(?m)^\| (\d+) \|.*$`)

// linesOf returns the lines of a table by size.
func linesOf(table string) map[int]string {
	lines := make(map[int]string)
	for _, line := range linePattern.FindAllStringSubmatch(table, -1) {
		if n, err := strconv.Atoi(line[1]); err == nil {
			lines[n] = line[0]
		}
	}
	return lines
}

// ofGame matches the runs of a ruleset.
func ofGame(game string) func(checkpoints.Key) bool {
	return func(k checkpoints.Key) bool { return k.Ruleset == game }
}
