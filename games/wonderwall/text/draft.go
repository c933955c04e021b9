package text

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"enumerate/internal/lists"
	"enumerate/internal/rows"
	"enumerate/internal/text"
)

// A draft is the game of one reading of a text, with its faults. Rows are added one by one; finish then makes the game
// or completes the list of faults.
type draft struct {
	start          text.Word        // where the game starts
	unit           string           // what each player has in this form: a "row", or a "pair" of a code
	isTable        bool             // the text is a table
	plain          bool             // commas, semicolons and arrows are parts of names
	names          []string         // each once
	number         map[string]int32 // the index of each name in names
	rows           []row
	errs           text.Faults
	badRows        text.Faults // rows that do not have three names
	firstBadRow    badRow      // the first of badRows
	badRowsDiffer  bool        // badRows differ in their numbers of names, or in their hints
	mayLackRows    bool        // rows may be missing because of unreadable text
	notUTF8        text.Faults // the first byte that is not UTF-8
	remarks        text.Faults // names that were read as other names
	hasHeader      bool        // a header names the columns
	strong         bool        // the header names at least two roles, or the user chose the columns: other readings do not count
	question       *question   // why the columns are unknown, nil otherwise
	headerLine     int         // if there is a header
	delimiter      string      // the delimiter of the cells, if there is a header
	splitsAtCommas bool        // rows are split at commas, so that names may have blanks
	keepsCells     bool        // to show the rows in a form
	rowCells       [][]string  // the cells of rows, if keepsCells
	askedGrid      *grid       // the grid of the question
	heads          []string    // the headings of the three columns
	otherColumns   int         // the number of columns without a role
	words          []text.Word // a buffer for the names of a row
	finished       bool
	hasNoValue     bool         // a formula without a value was reported
	sendings       []sending    // when and by whom each row was sent, nil if unknown
	timeColumn     string       // the column with the times of sendings
	unusedTimes    string       // why a column with a heading for times is not used, "" if there is no such column
	notes          []text.Error // other assumptions, such as the choice of columns
	inSheet        bool         // places are cells of a sheet
	sameFaults     bool         // after finish: all rows have the same fault
	mostRowsFaulty bool         // after finish: most rows have faults, so the text may not be a table
	anyPlayer      bool         // some choice is the player of a row
	allStrangers   bool         // after finish: no choice is the player of a row, and there are more faults than rows, so the text may not be a table
	keys           [][]string   // the words of the players' names, nil until they are compared
	game           Table        // after finish: the game, if it has no faults
}

type badRow struct {
	names int
	hint  string
}

// A row has the names of a player, its wonderwall and its ninja, as indexes of draft.names or noName, and their places.
// Lines are counted from the start of the game. A game may have millions of rows, so a row is small and has no
// pointers.
type row struct {
	names   [3]int32
	lines   [3]uint32
	columns [3]uint32
}

// noName is the index of a name that cannot be read.
const noName = -1

// at returns the place of a name in a row: of the player, the wonderwall or the ninja.
func (d *draft) at(r row, i int) text.Word {
	return text.Word{Line: d.start.Line + int(r.lines[i]), Column: int(r.columns[i])}
}

func newDraft(start text.Word) *draft {
	return &draft{start: start, unit: "row", number: make(map[string]int32)}
}

func (d *draft) fail(at text.Word, format string, arguments ...any) {
	d.errs.Errorf(at, format, arguments...)
}

// noteTextFault adds err to the faults, if it is a fault of the text, and reports whether it is. Rows may then be
// missing, because the text after the fault was skipped.
func (d *draft) noteTextFault(err error) bool {
	wrong, ok := errors.AsType[text.Error](err)
	if ok {
		d.errs.Add(wrong)
		d.mayLackRows = true
	}
	return ok
}

func (d *draft) checkUTF8(w text.Word) {
	if d.notUTF8.Count() == 0 {
		CheckUTF8(w, &d.notUTF8)
	}
}

// CheckUTF8 adds a fault for the first byte of a word that is not UTF-8, and reports whether there is one.
func CheckUTF8(w text.Word, faults *text.Faults) bool {
	if utf8.ValidString(w.Text) {
		return false
	}
	for i, c := range w.Text {
		// A wrong byte gives RuneError, but so does the character U+FFFD, which is right.
		if c == utf8.RuneError && !strings.HasPrefix(w.Text[i:], string(c)) {
			faults.Errorf(w.From(i), "the byte 0x%02x is not UTF-8; save the text as UTF-8", w.Text[i])
			return true
		}
	}
	return false
}

// add adds a row with n names to the draft. `names` has the first four of them, or all, and `whole` is the text of the
// row. If n is not three, this is a fault, whose message ends with the hint. The first name of such a row is still a
// player, so that players who chose it get no fault.
func (d *draft) add(names []text.Word, n int, whole text.Word, hint string) {
	if n != 3 {
		end := whole.From(len(whole.Text))
		if n > 3 {
			end = names[3]
		}

		fault := badRow{names: n, hint: hint}
		if d.badRows.Count() == 0 {
			d.firstBadRow = fault
		} else if d.firstBadRow != fault {
			d.badRowsDiffer = true
		}
		d.badRows.Errorf(end, "%s; expected a player, its wonderwall and its ninja%s", rows.Counted(n, "name", "names"), hint)

		var player text.Word
		if n > 0 {
			player = names[0]
		}
		d.addRow(player, text.Word{}, text.Word{})
		if d.keepsCells {
			for i := range min(n, 3) {
				d.rowCells[len(d.rowCells)-1][i] = names[i].Text
			}
		}
		return
	}
	if d.addFormula(names) {
		return
	}
	for i, whose := range roleNames {
		if Normal(names[i].Text) == "" {
			d.fail(names[i], "the %s has no name", whose)
		}
	}
	d.addRow(names[0], names[1], names[2])
}

// noValue stands in place of the value of a formula, if the program that wrote the workbook did not store the value.
const noValue = "=(no value)"

// failedFormula begins the text of a cell whose formula failed: "=" and the error, such as "=#REF!".
const failedFormula = "="

var formulaErrors = map[string]bool{"#N/A": true, "#REF!": true, "#NAME?": true, "#VALUE!": true, "#DIV/0!": true, "#NULL!": true, "#NUM!": true, "#SPILL!": true, "#ERROR!": true}

// addFormula handles a row in which a name is the result of a formula that failed or has no stored value; otherwise it
// returns false. It reports only the first such formula of a table, because the others mostly have the same cause.
func (d *draft) addFormula(names []text.Word) bool {
	for _, name := range names[:3] {
		failed := strings.TrimPrefix(name.Text, failedFormula)
		if name.Text != noValue && !formulaErrors[failed] {
			continue
		}
		if !d.hasNoValue {
			d.hasNoValue = true
			why := fmt.Sprintf("this formula failed: %s; correct it", failed)
			if name.Text == noValue {
				why = "this formula has no stored value; open the workbook in a spreadsheet program and save it"
			}
			d.fail(name, "%s", why)
		}
		d.mayLackRows = true // the name of a player may be missing, so a choice without a row is no fault
		d.addRow(text.Word{}, text.Word{}, text.Word{})
		return true
	}
	return false
}

// addRow adds the names of a player, its wonderwall and its ninja. An empty text stands for a name that could not be
// read.
func (d *draft) addRow(words ...text.Word) {
	var r row
	for i, w := range words {
		r.lines[i], r.columns[i] = uint32(w.Line-d.start.Line), uint32(w.Column)
		name := Normal(w.Text)
		if name == "" {
			r.names[i] = noName
			continue
		}
		number, found := d.number[name]
		if !found {
			number = int32(len(d.names))
			d.number[name] = number
			d.names = append(d.names, name)
		}
		r.names[i] = number
	}
	d.rows = append(d.rows, r)
	if d.keepsCells {
		d.rowCells = append(d.rowCells, []string{words[0].Text, words[1].Text, words[2].Text})
	}
}

// rowsInOrder adds the rows of a grid without a header: player, wonderwall, ninja.
func (d *draft) rowsInOrder(g *grid) {
	d.isTable = true
	for i, row := range g.rows {
		names := d.words[:0]
		for _, c := range row {
			names = append(names, c.word())
		}
		d.words = names
		if len(names) == 3 && names[1].Text == "" && names[2].Text == "" {
			names = names[:1] // the row may be a title; report it as a row with one name
		}
		hint := "" // what to add to the message if the row does not have three names
		if g.hints != nil {
			hint = g.hints[i]
		}
		d.add(names, len(names), g.end(i).word(), hint)
	}
}

// gridRows adds the rows of a grid to the draft. It returns false if the user chose no columns and there is no header.
// If the columns cannot be found, it sets d.question.
func (d *draft) gridRows(g *grid, pick Pick) bool {
	l, found, wrong := g.layoutOf(pick)
	if !found {
		return false
	}

	d.isTable, d.hasHeader, d.delimiter = true, true, g.delimiter
	d.strong = pick.Columns != nil || g.headed || l.header >= 0 && g.roles(l.header) >= 2
	if wrong != nil {
		d.question, d.askedGrid = wrong, g
		d.fail(wrong.at.word(), "%s", wrong.why)
		return true
	}

	for _, remark := range append(l.remarks, l.guess) {
		if remark != "" {
			d.notes = append(d.notes, text.Error{Message: remark})
		}
	}
	d.heads, d.otherColumns = g.columnsRead(l)
	if l.header >= 0 {
		d.headerLine = int(g.end(l.header).line)
	}

	if above := g.rowsAbove(l.header); above > 0 {
		d.fail(g.rows[l.header][0].word(), "%d rows above this header are like rows of players; keep one table with one header", above)
		return true
	}
	for i := range g.rows {
		if g.isOtherHeader(i, l) {
			d.fail(g.rows[i][0].word(), "a second header; keep one table")
			return true
		}
	}

	chosen := g.chosen(l)
	sendings, when, unused := g.sendings(l)
	d.unusedTimes = unused
	if when >= 0 {
		d.timeColumn = "column " + g.title(l, when)
	}

	for i := l.header + 1; i < len(g.rows); i++ {
		if skip, remark := g.skips(i, l, chosen); skip {
			if remark != "" {
				d.notes = append(d.notes, g.rows[i][0].word().Errorf("%s", remark))
			}
			continue
		}
		d.addFrom(g, i, l)
		if sendings != nil {
			d.sendings = append(d.sendings, sendings[i])
		}
	}
	return true
}

// rowsAbove returns how many rows above a header may be rows of players: those with at least three nonempty cells, or 0
// if there are at most two of these, which may be titles.
func (g *grid) rowsAbove(header int) int {
	const mostTitles, leastCells = 2, 3
	wide := 0
	for _, row := range g.rows[:max(header, 0)] {
		if count(row) >= leastCells {
			wide++
		}
	}
	if wide <= mostTitles {
		return 0
	}
	return wide
}

// isOtherHeader reports whether row i, below the header of the layout l (the columns of the roles), is the header of a
// second table: it names all roles, and stands below an empty row or a title, or differs from the header.
func (g *grid) isOtherHeader(i int, l layout) bool {
	if l.header < 0 || i <= l.header+1 || count(g.rows[i]) < 3 {
		return false
	}
	startsTable := g.isBelowGap(i) || count(g.rows[i-1]) == 1

	// The row of a player has a name in the player's column and not a heading.
	playerCell := g.at(i, l.columns[0]).text
	isHeading := slices.ContainsFunc(g.rows[l.header], func(c cell) bool { return c.text != "" && strings.EqualFold(c.text, playerCell) })
	if !startsTable && !isHeading { // a quick answer for nearly all rows
		return false
	}
	return g.isHeaderRow(g.rows[i]) && (startsTable || !g.isCopy(i, l.header))
}

func (g *grid) title(l layout, column int) string {
	letters := text.Letters(column + 1)
	if l.header >= 0 && g.at(l.header, column).text != "" {
		return fmt.Sprintf("%s %.40q", letters, g.at(l.header, column).text)
	}
	return letters
}

// columnsRead returns the headings of the columns of the roles, or their letters, and the number of other columns.
func (g *grid) columnsRead(l layout) (heads []string, left int) {
	columns := map[int]bool{l.lastNames: true} // -1 if there is no column of last names
	for _, c := range l.columns {
		head := ""
		if l.header >= 0 {
			head = g.at(l.header, c).text
		}
		heads = append(heads, cmp.Or(head, "column "+text.Letters(c+1)))
		columns[c] = true
	}
	delete(columns, -1)
	return heads, l.width - len(columns)
}

// chosen returns all names that players chose if some row begins with a '#', and otherwise none. Such a row is a
// comment unless a player chose its first name, such as "#1".
func (g *grid) chosen(l layout) map[string]bool {
	names := make(map[string]bool)
	for i := range g.rows {
		if strings.HasPrefix(g.at(i, 0).text, "#") {
			for i := range g.rows {
				names[g.at(i, l.columns[1]).text] = true
				names[g.at(i, l.columns[2]).text] = true
			}
			return names
		}
	}
	return names
}

// skips reports whether row i, below the header of the layout l, is not the row of a player. chosen has the names that
// players chose. The remark tells the user why the row is skipped; it is "" if the user need not know.
func (g *grid) skips(i int, l layout, chosen map[string]bool) (skip bool, remark string) {
	row := g.rows[i]
	names := [3]string{}
	isHeader := l.header >= 0
	for r, c := range l.columns {
		names[r] = g.at(i, c).text
		isHeader = isHeader && names[r] == g.at(l.header, c).text
	}
	hasNoNames := names == [3]string{} && len(row) <= l.width // a row with cells beyond the header is a fault instead
	hasTypes := i == l.header+1 && isTypes(row)               // a database prints the types of the columns below the header
	first, comment := strings.CutPrefix(g.at(i, 0).text, "#")
	switch {
	case hasNoNames, isHeader, hasTypes:
		return true, ""
	case l.header >= 0 && i == len(g.rows)-1 && isTotal(lists.Map(row, func(c cell) string { return c.text })...):
		return true, "this row is left out, because it has totals"
	case formulaErrors[g.at(i, 0).text]: // such as "#REF!", which begins with a '#' but is no comment
		return false, ""
	case comment && !isNumber(first) && !chosen["#"+first]: // not the row of a player called "#1" or "#Ann"
		return true, "this row begins with '#' and is left out"
	}
	return false, ""
}

// addFrom adds row i of a grid to the draft.
func (d *draft) addFrom(g *grid, i int, l layout) {
	row := g.rows[i]
	for len(row) > l.width && row[len(row)-1].text == "" {
		row = row[:len(row)-1]
	}

	if len(row) > l.width && l.header >= 0 && !g.inSheet {
		names := d.words[:0]
		for _, c := range row {
			names = append(names, c.word())
		}
		d.words = names
		d.add(names, len(names), g.end(i).word(), "")
		return
	}

	names := append(d.words[:0], g.at(i, l.columns[0]).word(), g.at(i, l.columns[1]).word(), g.at(i, l.columns[2]).word())
	d.words = names
	if l.lastNames >= 0 {
		names[0].Text = l.join.name(names[0].Text, g.at(i, l.lastNames).text)
	}

	if l.choicesShareCell {
		two := pair(g.at(i, l.columns[1]))
		if len(two) != 2 {
			d.fail(names[1], "%q is not two names; expected the wonderwall and the ninja, with a comma between", names[1].Text)
			d.addRow(names[0], text.Word{}, text.Word{})
			return
		}
		if l.swapped {
			two[0], two[1] = two[1], two[0]
		}
		names[1], names[2] = two[0].word(), two[1].word()
	}

	d.add(names, len(names), g.end(i).word(), "")
}

func isNumber(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }
