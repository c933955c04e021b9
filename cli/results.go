package cli

import (
	"cmp"
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
	"enumerate/enum"
	"enumerate/internal/file"
)

func newResults(all rulesets) *cobra.Command {
	var game game
	var db, into, check, bfiles fileName
	var format formatFlag
	var column string
	cmd := &cobra.Command{
		Use:   "results",
		Short: "Print the table of all finished runs, or write it into a document",
		Long: `Results prints a Markdown table of all finished runs of a ruleset, each proved
again: a row for each size, and the methods that agree on it. With --into it writes
them into the document's own table instead, which stands between the lines

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
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if into != "" && check != "" || into+check != "" && bfiles != "" {
				return usagef("--into and --bfiles write and --check compares: give one of them")
			}
			if into+check+bfiles != "" && cmd.Flags().Changed("format") {
				return usagef("--format says how to print, and --into, --check and --bfiles print nothing")
			}
			sequential := format.value == "bfile" || format.value == "oeis"
			if !sequential && cmd.Flags().Changed("column") {
				return usagef("--column goes with --format bfile or oeis")
			}
			store, err := openStore(db, checkpoints.OpenReadOnly, cmd.ErrOrStderr())
			if err != nil {
				return err
			}
			defer store.Close()
			switch {
			case sequential:
				return printSequence(cmd, store, game, format.value, column)
			case format.value != "markdown":
				return printResults(cmd, store, game, format.value)
			}
			table, err := storedResults(store, game, cmd.ErrOrStderr())
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
	addGame(cmd, &game, all)
	addDB(cmd, &db)
	cmd.Flags().Var(&into, "into", "write the results into this document")
	cmd.Flags().Var(&check, "check", "compare the results with this document")
	cmd.Flags().Var(&bfiles, "bfiles", "write every column into a file of this directory, a line \"n number\" for each size")
	addFormat(cmd, &format, "markdown", "json", "csv", "bfile", "oeis")
	addColumn(cmd, &column, &game)
	return cmd
}

// A resultsRow is what is printed of one size.
type resultsRow struct {
	Ruleset  string        `json:"ruleset"`
	N        int           `json:"n"`
	Games    number        `json:"games,omitzero"`
	Classes  number        `json:"classes,omitzero"`
	Verdicts verdictTotals `json:"verdicts"`
	Methods  methods       `json:"methods"`  // that agree
	Machines int           `json:"machines"` // see checkpoints.Machines
	Verified bool          `json:"verified"` // by two methods or two machines
}

// methods are the names of methods.
type methods []string

func (m methods) print() (shown, precise string) {
	shown = strings.Join(m, ", ")
	return shown, shown
}

// printResults prints a row for each size of which a run is finished.
func printResults(cmd *cobra.Command, store *checkpoints.Store, game game, format string) error {
	runs, err := proved(store, game, cmd.ErrOrStderr())
	if err != nil {
		return err
	}
	if len(runs) == 0 {
		return noResults(store, game)
	}
	rows, summaries := make(map[int]resultsRow), make(map[int][]checkpoints.Summary)
	for _, r := range runs {
		summaries[r.Size] = append(summaries[r.Size], r.Summary)
		all := r.Totals.All()
		row := resultsRow{r.Ruleset, r.Size, number{all.Games}, number{all.Classes}, newVerdictTotals(r.Space, r.Totals, nil), methods{r.Method}, 0, false}
		if other, ok := rows[r.Size]; ok {
			row = other.unite(row)
		}
		row.Machines = checkpoints.Machines(summaries[r.Size])
		row.Verified = len(row.Methods) > 1 || row.Machines > 1
		rows[r.Size] = row
	}
	out := newPrinter(cmd.OutOrStdout(), format)
	for _, n := range slices.Sorted(maps.Keys(rows)) {
		if err := out.print(rows[n]); err != nil {
			return err
		}
	}
	return nil
}

// unite returns what two rows of one size say, which agree in all that both know.
func (r resultsRow) unite(other resultsRow) resultsRow {
	known := func(x, y number) number {
		if x.IsZero() {
			return y
		}
		return x
	}
	r.Games, r.Classes = known(r.Games, other.Games), known(r.Classes, other.Classes)
	for v, o := range other.Verdicts {
		own := &r.Verdicts[v]
		own.Games, own.Classes = known(own.Games, o.Games), known(own.Classes, o.Classes)
	}
	r.Methods = sortedMethods(slices.Concat(r.Methods, other.Methods))
	return r
}

// printSequence prints a column of all finished runs of a ruleset.
func printSequence(cmd *cobra.Command, store *checkpoints.Store, game game, format, column string) error {
	runs, err := proved(store, game, cmd.ErrOrStderr())
	if err != nil {
		return err
	}
	if len(runs) == 0 {
		return noResults(store, game)
	}
	var s *sequence
	for _, r := range runs {
		row := newTotalsRow(checkpoints.Result{Key: r.Key, Space: r.Space, Totals: r.Totals, Checks: r.Checks})
		if s == nil {
			if s, err = sequenceOf(game.Ruleset, column, row); err != nil {
				return err
			}
		}
		if slices.ContainsFunc(numbersOf(row), func(c cell) bool { return c.key == column && c.precise != "" }) {
			if err := s.addRow(row); err != nil {
				return err
			}
		}
	}
	if format == "oeis" {
		return s.write(cmd.OutOrStdout(), cmd.ErrOrStderr())
	}
	_, err = fmt.Fprint(cmd.OutOrStdout(), s.bFile())
	return err
}

// noResults is the error of a database without a finished run of a ruleset.
func noResults(store *checkpoints.Store, game game) error {
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
	columns []cell // of the numbers
	rows    map[int]resultRow
}

// storedResults returns the table of all finished runs of a ruleset.
func storedResults(store *checkpoints.Store, game game, stderr io.Writer) (resultTable, error) {
	t := resultTable{ruleset: game.Ruleset, rows: make(map[int]resultRow)}
	runs, err := proved(store, game, stderr)
	if err != nil {
		return t, err
	}
	for _, r := range runs {
		t.columns = numbersOf(newTotalsRow(checkpoints.Result{Space: r.Space, Totals: r.Totals}))
		row := resultRow{methods: []string{r.Method}}
		for _, c := range t.columns {
			row.numbers = append(row.numbers, c.shown)
		}
		if other, ok := t.rows[r.Size]; ok {
			if row, ok = other.unite(row); !ok { // Proved has compared them
				return t, fmt.Errorf("%w: the runs of n=%d print different numbers", checkpoints.ErrContradiction, r.Size)
			}
		}
		t.rows[r.Size] = row
	}
	if len(t.rows) == 0 {
		return t, noResults(store, game)
	}
	return t, nil
}

// proved returns the finished runs of a ruleset.
func proved(store *checkpoints.Store, game game, stderr io.Writer) ([]checkpoints.Proved, error) {
	all := append(rulesets{game.Ruleset}, game.rulesets...)
	return store.Proved(func(k checkpoints.Key) bool { return k.Ruleset == game.Name }, checkpoints.Spaces(all, nil), remarks(store, stderr))
}

// remarks returns what is told of stored runs that are left out: a line for each of the first
// ones.
func remarks(store *checkpoints.Store, stderr io.Writer) func(string) {
	const most = 5
	told := 0
	return func(text string) {
		switch told++; {
		case told == most+1:
			fmt.Fprintf(stderr, "%s: and more runs are left out\n", store.Path())
		case told <= most:
			fmt.Fprintf(stderr, "%s: %s\n", store.Path(), text)
		}
	}
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
	titles := []cell{{title: "n", shown: "n"}}
	for _, c := range t.columns {
		titles = append(titles, cell{title: c.title, shown: c.title})
	}
	titles = append(titles, cell{title: "methods", shown: "methods", width: -1})
	text := markdownLine(titles) + "\n" + markdownRule(titles) + "\n"
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
	return fmt.Errorf("%s: %w: for n=%d it says %q, the database %q", path, errCheck, n, line, t.rows[n].line(n))
}

// readDocument reads a file that is to be written again: not a pipe or a device, whose end may
// never come.
func readDocument(path string) ([]byte, error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is not a regular file", path)
	}
	return os.ReadFile(path)
}

// split cuts a document into what stands before, in and after the table of a
// ruleset.
func (t resultTable) split(path string) (before, table, after string, err error) {
	data, err := readDocument(path)
	if err != nil {
		return "", "", "", err
	}
	begin, end := fmt.Sprintf("<!-- results: %s -->\n", t.ruleset.Name), "<!-- end of results -->\n"
	before, rest, ok1 := strings.Cut(string(data), begin)
	table, after, ok2 := strings.Cut(rest, end)
	if !ok1 || !ok2 {
		return "", "", "", fmt.Errorf("%s: there is no place for results: want the lines %q and %q", path, strings.TrimSpace(begin), strings.TrimSpace(end))
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

// A resultRow is what is known of one size, from runs or from a document.
type resultRow struct {
	numbers []string // as tables show them, unknown or not
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
		return resultRow{cells[:numbers], sortedMethods(strings.Split(cells[numbers], ", "))}
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
		if x != y && x != unknown && y != unknown {
			return r, false
		}
		if x == unknown {
			x = y
		}
		united.numbers = append(united.numbers, x)
	}
	united.methods = sortedMethods(slices.Concat(r.methods, s.methods))
	return united, true
}

// sortedMethods returns the same methods, each once, in the order of compareMethods.
func sortedMethods(methods []string) []string {
	return slices.Compact(slices.SortedFunc(slices.Values(methods), compareMethods))
}

// compareMethods puts the walk first, then the count, then others by name.
func compareMethods(a, b string) int {
	rank := func(method string) int { return slices.Index([]string{"count", enum.Walk}, method) }
	return cmp.Or(cmp.Compare(rank(b), rank(a)), cmp.Compare(a, b))
}

// writeBFiles writes a b-file for each column of the table into a directory: a line
// for each size, "n number", in the form of the On-Line Encyclopedia of Integer
// Sequences. Sizes that a file has already and the table has not stay; a number that
// contradicts the file's is an error, and no file is written then.
func (t resultTable) writeBFiles(dir string) error {
	contents := make(map[string]string)
	for i, c := range t.columns {
		path := filepath.Join(dir, bFileName(t.ruleset.Name, c.key))
		sequence := newSequence(t.ruleset, c.key)
		var err error
		if sequence.terms, err = readBFile(path); err != nil {
			return err
		}
		for n, row := range t.rows {
			number := strings.ReplaceAll(row.numbers[i], ",", "")
			if number == unknown {
				continue
			}
			if before, ok := sequence.terms[n]; ok && before != number {
				return fmt.Errorf("%s: %w: for n=%d it says %s, the database %s", path, errCheck, n, before, number)
			}
			sequence.terms[n] = number
		}
		contents[path] = sequence.bFile()
	}
	for _, path := range slices.Sorted(maps.Keys(contents)) {
		if err := file.Replace(path, []byte(contents[path])); err != nil {
			return err
		}
	}
	return nil
}

// bFileName returns the name of a column's file. Colons and spaces are not for names
// of files.
func bFileName(game, column string) string {
	return strings.NewReplacer(":", "-", ",", "-", " ", "-").Replace(game+"-"+column) + ".txt"
}

// readBFile returns the terms of a b-file, none if there is no file. Blank lines and those
// that begin with # are comments.
func readBFile(path string) (terms map[int]string, err error) {
	terms = make(map[int]string)
	data, err := readDocument(path)
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
func bFilesPlace(dir fileName) (string, error) {
	info, err := os.Stat(string(dir))
	if err == nil && !info.IsDir() {
		err = fmt.Errorf("%s is not a directory", dir)
	}
	return string(dir), err
}
