package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math/big"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"enumerate/checkpoints"
	"enumerate/cli/verb"
	"enumerate/enum"
	"enumerate/internal/file"
	"enumerate/internal/rows"
	"enumerate/results"
)

func newResults(all verb.Rulesets) *cobra.Command {
	var game verb.Game
	var db, into, check, bfiles verb.FileName
	var format verb.Format
	var column string
	cmd := &cobra.Command{
		Use:   "results",
		Short: "Print the table of all finished runs, or write it into a document",
		Long: `Results prints a Markdown table of all finished runs of a ruleset, each proved
again: the labelled games of all verdicts add up, and the classes are as many as
Burnside's lemma says. No sum shows how many of them have which verdict: the last
column names the methods that agree on that. With --into it writes the rows into the
document's own table instead, which stands between the lines

  <!-- results: RULESET -->
  <!-- end of results -->

Rows of sizes that the database does not have stay as they are. In other rows it keeps
what the document has beyond the database, such as methods; if the numbers differ it
changes nothing and exits with code 3. With --check it compares the document's table
with the database and changes nothing: the document may have more than the database,
but not less.

With --bfiles it writes every column into a file of a directory, a line "n number"
for each size: the b-files of the On-Line Encyclopedia of Integer Sequences. Sizes
that only the file has stay. If a number differs from the file's, that is an error, and
no file is written.

--format json and csv also say how many machines have found all numbers of a size, each
by itself: those that made a run, and those that recomputed all of one (enumerate audit
--rerun 100% --record). A row is verified if two methods or two machines agree on it.

--format bfile prints the b-file of one column, and --format oeis the fields of a new
entry of that encyclopedia, up to the first size that no run knows; --column says which.
The author is whoever submits it: the encyclopedia's form adds the name of the account.`,
		Example: `  enumerate --n 3..6 --resume
  enumerate results
  enumerate results --format json
  printf '<!-- results: wonderwall -->\n<!-- end of results -->\n' > table.md
  enumerate results --into table.md
  enumerate results --check table.md
  enumerate results --bfiles data/bfiles
  enumerate results --format oeis --column solvable-classes`,
		Args: verb.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if into != "" && check != "" || into+check != "" && bfiles != "" {
				return verb.Usagef("--into and --bfiles write and --check compares: give one of them")
			}
			if into+check+bfiles != "" && cmd.Flags().Changed("format") {
				return verb.Usagef("--format says how to print, and --into, --check and --bfiles print nothing")
			}
			sequential := format.Value == "bfile" || format.Value == "oeis"
			if !sequential && cmd.Flags().Changed("column") {
				return verb.Usagef("--column goes with --format bfile or oeis")
			}
			store, err := verb.OpenStore(db, checkpoints.OpenReadOnly, cmd.ErrOrStderr())
			if err != nil {
				return err
			}
			defer store.Close()
			found, err := readResults(store, game, cmd.ErrOrStderr())
			if err != nil {
				return err
			}
			table := tableOf(found)
			switch {
			case sequential:
				return printSequence(cmd, found, format.Value, column)
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
			return found.Write(cmd.OutOrStdout(), format.Value)
		},
	}
	verb.AddGame(cmd, &game, all)
	verb.AddDB(cmd, &db)
	cmd.Flags().Var(&into, "into", "write the results into this document")
	cmd.Flags().Var(&check, "check", "compare the results with this document")
	cmd.Flags().Var(&bfiles, "bfiles", "write every column into a file of this directory, a line \"n number\" for each size")
	verb.AddFormat(cmd, &format, "markdown", "json", "csv", "bfile", "oeis")
	verb.AddColumn(cmd, &column, &game)
	return cmd
}

// readResults reads the results of a ruleset, of which there must be some.
func readResults(store *checkpoints.Store, game verb.Game, stderr io.Writer) (results.Results, error) {
	found, err := results.Read(store, game.Ruleset, game.All, verb.Remarks(store, stderr))
	if err == nil && len(found.Rows) == 0 {
		err = noResults(store, game)
	}
	return found, err
}

// printSequence prints a column of the results.
func printSequence(cmd *cobra.Command, found results.Results, format, column string) error {
	s, err := found.Sequence(column)
	if err != nil {
		return verb.Usagef("--column %s: %w", column, err)
	}
	if format == "oeis" {
		return s.WriteEntry(cmd.OutOrStdout(), cmd.ErrOrStderr())
	}
	_, err = fmt.Fprint(cmd.OutOrStdout(), s.BFile())
	return err
}

// noResults is the error of a database without a finished run of a ruleset.
func noResults(store *checkpoints.Store, game verb.Game) error {
	return fmt.Errorf("%s holds no finished run of %s (enumerate runs lists those begun); %s", store.Path(), game.Name, walkFirst(game.Ruleset))
}

// walkFirst says how to get results of a ruleset.
func walkFirst(r *enum.Ruleset) string {
	return "walk some sizes first, such as enumerate " + r.Example + " --resume"
}

// A resultTable is a Markdown table of results, a row for each size. Documents may
// hold rows that the database does not have.
type resultTable struct {
	ruleset *enum.Ruleset
	columns []rows.Cell // of the numbers
	rows    map[int]resultRow
}

// tableOf returns the table of results.
func tableOf(found results.Results) resultTable {
	t := resultTable{ruleset: found.Ruleset, rows: make(map[int]resultRow)}
	for _, row := range found.Rows {
		t.columns = results.Numbers(row)
		r := resultRow{methods: row.Methods}
		for _, c := range t.columns {
			r.numbers = append(r.numbers, c.Shown)
		}
		t.rows[row.N] = r
	}
	return t
}

// with returns the table with these lines as rows, smallest size first.
func (t resultTable) with(lines map[int]string) string {
	titles := []rows.Cell{{Title: "n", Shown: "n"}}
	for _, c := range t.columns {
		titles = append(titles, rows.Cell{Title: c.Title, Shown: c.Title})
	}
	titles = append(titles, rows.Cell{Title: "verdicts by", Shown: "verdicts by", Width: -1})
	text := rows.MarkdownLine(titles) + "\n" + rows.MarkdownRule(titles) + "\n"
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
				return fmt.Errorf("%w; take that row out to have it written again", t.disagreement(path, n, line))
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
	return fmt.Errorf("%s: %w: for n=%d it says %q, the database %q", path, verb.ErrCheck, n, line, t.rows[n].line(n))
}

// split cuts a document into what stands before, in and after the table of a
// ruleset.
func (t resultTable) split(path string) (before, table, after string, err error) {
	data, err := verb.ReadDocument(path)
	if err != nil {
		return "", "", "", err
	}
	before, table, after, err = results.TableIn(string(data), t.ruleset.Name)
	if err != nil {
		err = fmt.Errorf("%s: %w", path, err)
	}
	return before, table, after, err
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

// A resultRow is what is known of one size, from runs or from a document.
type resultRow struct {
	numbers []string // as tables show them
	methods []string // that agree on them, in the order of compareMethods
}

// readResultRow reads a line of a document, which takes so many numbers. Tables may
// have no column of methods. A line with other columns has no numbers, so that it
// agrees with no row.
func readResultRow(line string, numbers int) resultRow {
	cells := strings.Split(strings.Trim(line, "| "), "|")[1:] // after the size
	for i := range cells {
		cells[i] = strings.TrimSpace(cells[i])
	}
	switch len(cells) {
	case numbers:
		return resultRow{cells, nil}
	case numbers + 1:
		return resultRow{cells[:numbers], results.SortMethods(strings.Split(cells[numbers], ", "))}
	}
	return resultRow{}
}

// line returns the row as a line of a table.
func (r resultRow) line(n int) string {
	return fmt.Sprintf("| %d | %s | %s |", n, strings.Join(r.numbers, " | "), strings.Join(r.methods, ", "))
}

// unite returns all that two rows of one size say, if they agree in every number that
// both know.
func (r resultRow) unite(s resultRow) (united resultRow, ok bool) {
	if len(r.numbers) != len(s.numbers) {
		return r, false
	}
	for i, x := range r.numbers {
		y := s.numbers[i]
		if x != y && x != rows.Unknown && y != rows.Unknown {
			return r, false
		}
		if x == rows.Unknown {
			x = y
		}
		united.numbers = append(united.numbers, x)
	}
	united.methods = results.SortMethods(slices.Concat(r.methods, s.methods))
	return united, true
}

// writeBFiles writes a b-file for each column of the table into a directory: a line
// for each size, "n number", in the form of the On-Line Encyclopedia of Integer
// Sequences. Sizes that a file has already and the table has not stay; a number that
// contradicts the file's is an error, and no file is written then.
func (t resultTable) writeBFiles(dir string) error {
	contents := make(map[string]string)
	for i, c := range t.columns {
		path := filepath.Join(dir, results.BFileName(t.ruleset.Name, c.Key))
		sequence, err := results.NewSequence(t.ruleset, c.Key, t.columns)
		if err != nil {
			return err
		}
		terms, err := readBFile(path)
		if err != nil {
			return err
		}
		for n, term := range terms {
			sequence.Put(n, term)
		}
		for n, row := range t.rows {
			number := strings.ReplaceAll(row.numbers[i], ",", "")
			if number == rows.Unknown {
				continue
			}
			if before, ok := terms[n]; ok && before != number {
				return fmt.Errorf("%s: %w: for n=%d it says %s, the database %s", path, verb.ErrCheck, n, before, number)
			}
			sequence.Put(n, number)
		}
		contents[path] = sequence.BFile()
	}
	for _, path := range slices.Sorted(maps.Keys(contents)) {
		if err := file.Replace(path, []byte(contents[path])); err != nil {
			return err
		}
	}
	return nil
}

// readBFile returns the terms of a b-file, none if there is no file. Blank lines and those
// that begin with # are comments.
func readBFile(path string) (terms map[int]string, err error) {
	terms = make(map[int]string)
	data, err := verb.ReadDocument(path)
	if errors.Is(err, fs.ErrNotExist) {
		return terms, nil
	}
	if err != nil {
		return nil, err
	}
	for i, line := range strings.Split(strings.TrimSuffix(string(data), "\n"), "\n") {
		if line == "" || line[0] == '#' {
			continue
		}
		first, number, _ := strings.Cut(line, " ")
		n, err := strconv.Atoi(first)
		if _, ok := new(big.Int).SetString(number, 10); err != nil || !ok {
			return nil, fmt.Errorf("%s: line %d: %q is not a size and a number, such as \"4 108\"", path, i+1, line)
		}
		terms[n] = number
	}
	return terms, nil
}

// bFilesPlace returns the directory, which is to be there.
func bFilesPlace(dir verb.FileName) (string, error) {
	info, err := os.Stat(string(dir))
	if err == nil && !info.IsDir() {
		err = fmt.Errorf("%s is not a directory", dir)
	}
	return string(dir), err
}
