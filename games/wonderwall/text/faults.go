package text

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"enumerate/internal/lists"
	"enumerate/internal/rows"
	"enumerate/internal/text"
	"enumerate/solver/betweenness"
)

// table returns the game of the draft, or all its faults as one error. If nearly all rows have faults, the text is
// probably not a table in this form; then one message replaces the long list.
func (d *draft) table() (Table, error) {
	faults := d.finish()
	switch {
	case d.notUTF8.Count() > 0: // other faults would quote names that cannot be read
		return Table{}, d.notUTF8.Err()
	case d.sameFaults:
		first := d.badRows.First()
		first.Message += ", in this row and all others"
		if d.firstBadRow.names > 3 { // headings could say which of the many columns to read
			first.Message += "; or head three columns player, wonderwall and ninja"
		}
		faults = new(text.Faults)
		faults.Add(first)
	case d.mostRowsFaulty: // their first fault stands for all
		first := d.badRows.First()
		first.Message += "; most other rows have such faults, too"
		faults = new(text.Faults)
		faults.Add(first)
	case d.allStrangers:
		first := faults.First()
		first.Message += "; no choice is the player of a row: write a row such as \"Ann: Dee Ben\" for each player"
		faults = new(text.Faults)
		faults.Add(first)
	}
	return d.game, faults.Err()
}

// weight measures the faults. A row without exactly three names counts three times, once in d.errs and twice in
// d.badRows.
func (d *draft) weight() int { return d.errs.Count() + 2*d.badRows.Count() + d.remarks.Count() }

// finish ends a draft (the game of one reading of a text) after its last row: it makes the game, or else completes the
// list of faults. It returns this list. It also notes signs that the text is perhaps no table: all rows have the same
// fault, most rows have faults, or no choice is the player of a row.
func (d *draft) finish() *text.Faults {
	if !d.finished {
		d.judge()
		n := d.badRows.Count()

		d.finished, d.sameFaults = true, n >= 3 && n == len(d.rows) && !d.badRowsDiffer
		d.mostRowsFaulty = n >= 5 && 2*n > len(d.rows)
		d.allStrangers = len(d.rows) >= 3 && d.errs.Count() > len(d.rows) && !d.anyPlayer
		d.rows, d.names, d.number, d.words = nil, nil, nil, nil // free the memory
	}
	return &d.errs
}

// judge makes the game of a draft from its rows, or else completes the list of faults. Each player must have exactly
// one row, and its two choices must be two other players.
func (d *draft) judge() {
	d.errs.Join(&d.badRows)
	understood := d.errs.Count() == 0
	if len(d.rows) == 1 && d.isTable && understood {
		d.fail(d.at(d.rows[0], 0), "a table of one row; expected a row for each player, and no blank lines between")
		return
	}

	if d.isTable {
		d.dropEarlier()
		d.doubtTotal()
	}

	players := make([]string, 0, len(d.rows))
	lines := make([]int, len(d.names))    // of each name's row, 0 for names without a row
	number := make([]int32, len(d.names)) // the player of each name
	for _, row := range d.rows {
		name := row.names[0]
		if name == noName {
			continue
		}
		if lines[name] > 0 {
			d.fail(d.at(row, 0), "player %.60q has a second row; the first is %s", d.names[name], d.line(lines[name]))
			continue
		}
		number[name] = int32(len(players))
		lines[name] = d.at(row, 0).Line
		players = append(players, d.names[name])
	}

	var same map[string][]int32 // the players by loose name, nil until it is needed
	missing := false
	game := make(betweenness.Game, len(d.rows)) // without faults, every row is a player, so no choice is missing
	for p, row := range d.rows {
		// A name that is not a player may differ from one player's name only in capitals.
		for i, name := range row.names {
			if name == noName || lines[name] > 0 || !d.isTable {
				continue
			}
			if same == nil {
				same = d.sameNames(lines)
			}
			if meant := same[loose(d.names[name])]; len(meant) == 1 {
				row.names[i] = meant[0]
				d.remarks.Errorf(d.at(row, i), "%.60q is read as %.60q", d.names[name], d.names[meant[0]])
			}
		}

		player, wonderwall, ninja := row.names[0], row.names[1], row.names[2]
		for i, choice := range row.names[1:] {
			if choice == noName {
				continue
			}
			if lines[choice] > 0 {
				d.anyPlayer = true
			}
			at := d.at(row, i+1)
			switch {
			case choice == player:
				d.fail(at, "player %.60q chose itself; choose another player", d.names[choice])
			case i == 1 && choice == wonderwall:
				d.fail(at, "player %.60q chose %.60q twice; choose two different players", d.nameOf(player), d.names[choice])
			case lines[choice] == 0 && !d.mayLackRows:
				missing = true
				lines[choice] = -1 // report it once
				advice, meant := "", ""
				if d.errs.Keeps(at) { // only then, because correction compares all players
					advice, meant = d.correction(d.names[choice], players)
				}
				fault := at.Errorf("player %.60q has no %s; %s", d.names[choice], d.unit, advice)
				fault.Suggestion = meant
				d.errs.Add(fault)
			}
		}

		if wonderwall != noName && ninja != noName {
			game[p] = betweenness.Choice{Wonderwall: int(number[wonderwall]), Ninja: int(number[ninja])}
		}
	}

	// Missing or faulty rows may have more players, so report too few players only without such faults.
	if n := len(players); n < 3 && understood && !missing {
		d.fail(d.start, "the game has %s; expected at least 3", rows.Counted(n, "player", "players"))
	}

	if d.errs.Count() == 0 {
		d.remarkAlike(players)
		d.game = Table{Names: players, Game: game}
		remarks := d.remarks
		for _, note := range d.notes {
			remarks.Add(note)
		}
		d.game.Remarks = remarks.Err()
	}
}

// dropEarlier keeps one complete row of each player, because people send forms twice: the newest row according to a
// column of times, or else the last. Two rows from different e-mail addresses are a fault, because they may be from two
// people. It is also a fault if every player has a second row with other choices, because then the table probably has
// two games.
func (d *draft) dropEarlier() {
	const least = 3                     // players
	kept := make([]int32, len(d.names)) // the kept row of each player, plus 1
	others := make(map[int32]bool)      // the players with other choices in a second row
	players, repeated, wrong := 0, false, false

	for i, r := range d.rows {
		if slices.Contains(r.names[:], noName) {
			continue
		}

		name := r.names[0]
		before := int(kept[name]) - 1
		switch {
		case before < 0:
			players++
		case d.rows[before].names == r.names:
			repeated = true
		case d.differ(before, i) && !wrong:
			wrong, repeated = true, true
			d.fail(d.at(r, 0), "player %.60q has a row with another e-mail address in %s; rename one of two people, or delete one of the rows", d.names[name], d.lineOf(before))
		default:
			repeated, others[name] = true, true
		}

		if before < 0 || !d.isNewer(before, i) {
			kept[name] = int32(i + 1)
		}
	}

	if len(others) == players && players >= least {
		d.fail(d.at(d.rows[len(d.rows)-1], 0), "every player has two rows, as if there were two games; keep the rows of one")
		wrong = true
	}
	if !repeated {
		return
	}

	var rows []row
	shownAt := make(map[int32]int) // by player: where the cells of its kept row are now, if they were moved
	for i, r := range d.rows {
		if slices.Contains(r.names[:], noName) {
			rows = append(rows, r)
			continue
		}

		last := int(kept[r.names[0]]) - 1
		switch {
		case last == i:
			rows = append(rows, r)
		case wrong: // there is a fault already, so a remark would not be shown
		case last < i:
			if d.keepsCells {
				d.showLater(i, cmp.Or(shownAt[r.names[0]], last))
				shownAt[r.names[0]] = i
			}
			d.remarks.Errorf(d.at(r, 0), "player %.60q has a newer row in %s, which is used (by the time in %s)", d.names[r.names[0]], d.lineOf(last), d.timeColumn)
		default:
			d.remarks.Errorf(d.at(r, 0), "player %.60q has another row in %s, which is used%s", d.names[r.names[0]], d.lineOf(last), d.whyNotByTime(i, last))
		}
	}

	d.rows = rows
}

// showLater swaps the cells of two rows of one player in the form that the user sees. The answer that counts, the one
// sent last, is in the row `upper`; an older answer is in the row `lower`. The form has no column of times, so when it
// is read again, the lower row counts. After the swap this row has the right answer.
func (d *draft) showLater(lower, upper int) {
	d.rowCells[lower], d.rowCells[upper] = d.rowCells[upper], d.rowCells[lower]
}

func (d *draft) lineOf(row int) string { return d.line(d.at(d.rows[row], 0).Line) }

// differ reports whether two rows were sent from different e-mail addresses.
func (d *draft) differ(a, b int) bool {
	if d.sendings == nil {
		return false
	}
	one, other := d.sendings[a].address, d.sendings[b].address
	return one != "" && other != "" && one != other
}

func (d *draft) isNewer(a, than int) bool {
	return d.sendings != nil && d.sendings[a].when.after(d.sendings[than].when)
}

// whyNotByTime explains, in brackets, why the later of two rows is used although the table has a column that should say
// which is newer. It returns "" if there is no such column, if the later row is newer, or if the rows are the same.
func (d *draft) whyNotByTime(earlier, later int) string {
	if d.rows[earlier].names == d.rows[later].names || d.isNewer(later, earlier) {
		return ""
	}
	why := d.unusedTimes
	switch {
	case d.timeColumn == "":
	case d.sendings[earlier].when == d.sendings[later].when:
		why = d.timeColumn + " has the same time in both rows"
	default:
		why = d.timeColumn + " is not used, because its dates may be day/month or month/day"
	}
	if why == "" {
		return ""
	}
	return " (" + why + ")"
}

var totals = []string{"total", "totals", "sum", "count", "summe", "gesamt", "insgesamt", "anzahl", "somme", "totaux", "suma", "totales", "razem", "lacznie", "ogolem"}

// isTotal reports whether a row is a word such as "Total" or "Sum", and numbers. Spreadsheets have such a row below a
// table.
func isTotal(cells ...string) bool {
	named := false
	for _, c := range cells {
		words := folded(c)
		switch {
		case c == "" || isNumber(c):
		case len(words) > 0 && slices.Contains(totals, words[0]) && len(words) <= 2:
			named = true
		default:
			return false
		}
	}
	return named
}

// doubtTotal adds a fault if the last row of a table may be a row of totals, such as "Total 12 12". If the players are
// numbers, this row could be that of a player called "Total", so the user must decide.
func (d *draft) doubtTotal() {
	if len(d.rows) == 0 {
		return
	}
	last := d.rows[len(d.rows)-1]
	if isTotal(d.nameOf(last.names[0]), d.nameOf(last.names[1]), d.nameOf(last.names[2])) {
		d.fail(d.at(last, 0), "the row of %q is like a total of the rows above; delete it", d.nameOf(last.names[0]))
	}
}

// remarkAlike adds a remark for every two players whose names differ only in capitals, accents and punctuation, because
// they may be one person. Names with digits, such as v1 and v1', are usually labels, and get no remark.
func (d *draft) remarkAlike(players []string) {
	const mostPlayers, leastLetters = 10_000, 2
	if len(players) > mostPlayers || !d.isTable {
		return
	}
	first := make(map[string]string) // by the words of a name: the first player with these words
	for _, name := range players {
		if strings.ContainsAny(name, "0123456789") {
			continue
		}
		key := strings.Join(folded(name), " ")
		if len(key) < leastLetters {
			continue
		}
		other, found := first[key]
		if !found {
			first[key] = name
			continue
		}
		d.notes = append(d.notes, text.Error{Message: fmt.Sprintf("%.60q and %.60q are read as two players", other, name)})
	}
}

// sameNames returns the players, which are indexes into d.names, by their loose names (in lower case), so that the
// choice "ann" finds the player "Ann". An index is a player if its number in `lines` is positive.
func (d *draft) sameNames(lines []int) map[string][]int32 {
	players := make(map[string][]int32)
	for name, line := range lines {
		if line > 0 {
			key := loose(d.names[name])
			players[key] = append(players[key], int32(name))
		}
	}
	return players
}

// loose returns a name in lower case. A whole number loses the ".0" that some programs append.
func loose(name string) string {
	whole, zeros, found := strings.Cut(name, ".")
	if found && isNumber(whole) && zeros != "" && strings.Trim(zeros, "0") == "" {
		return whole
	}
	return strings.ToLower(name)
}

// correction returns advice about a name that is not a player: the similar name that was probably meant, if there is
// one, or else to add a row.
func (d *draft) correction(name string, players []string) (advice, meant string) {
	const most = 100_000 // players to compare
	if len(players) <= most {
		near, ok := d.similar(name, players)
		if !ok {
			near, ok = text.Nearest(name, players)
		}
		if ok {
			return fmt.Sprintf("did you mean %.60q?", near), near
		}
	}
	if len(players) == 0 {
		return "add its " + d.unit, ""
	}
	return fmt.Sprintf("add its %s, or choose one of %s", d.unit, Quoted(players)), ""
}

// similar returns the only player whom a misspelled name probably means. Three tests, the strictest first, compare
// names: they differ only in accents and the characters between words; they have the same first name; or one has all
// words of the other. So "Anna K." and "Kowalska, Anna" can mean the player Anna Kowalska.
func (d *draft) similar(name string, players []string) (similar string, found bool) {
	if d.keys == nil {
		d.keys = lists.Map(players, folded)
	}
	words := folded(name)

	for _, alike := range []func(words, of []string) bool{sameLetters, isFirstName, isPartOf} {
		matches := 0
		for p, of := range d.keys {
			if len(of) > 0 && len(words) > 0 && alike(words, of) {
				matches++
				similar = players[p]
			}
		}
		if matches > 0 {
			return similar, matches == 1
		}
	}
	return "", false
}

func sameLetters(words, of []string) bool { return strings.Join(words, "") == strings.Join(of, "") }

// isFirstName reports whether two names begin with the same word and at least one of them has no other word.
func isFirstName(words, player []string) bool {
	return words[0] == player[0] && (len(words) == 1 || len(player) == 1)
}

// isPartOf reports whether each word of the shorter name matches a different word of the other, as in "Anna K." and
// "Anna Maria Kowalska". A single letter matches every word that begins with it, but at least one whole word must be
// equal.
func isPartOf(words, of []string) bool {
	if len(words) > len(of) {
		words, of = of, words
	}
	left := slices.Clone(of) // the words that no other word has matched
	hasEqualWord := false
	for _, word := range words {
		at := slices.Index(left, word)
		hasEqualWord = hasEqualWord || at >= 0 && len(word) > 1
		if at < 0 { // an initial
			at = slices.IndexFunc(left, func(s string) bool {
				return len(word) == 1 && strings.HasPrefix(s, word) || len(s) == 1 && strings.HasPrefix(word, s)
			})
		}
		if at < 0 {
			return false
		}
		left = slices.Delete(left, at, at+1)
	}
	return hasEqualWord
}

// line names a line of text, or a row of a sheet, in messages.
func (d *draft) line(number int) string {
	if d.inSheet {
		return fmt.Sprintf("row %d", number)
	}
	return fmt.Sprintf("line %d", number)
}

func (d *draft) nameOf(number int32) string {
	if number == noName {
		return ""
	}
	return d.names[number]
}

// Quoted lists names in quotes. A long list ends with the number of further names.
func Quoted(names []string) string {
	const most = 10
	quoted := lists.Map(names[:min(len(names), most)], func(name string) string { return fmt.Sprintf("%.60q", name) })
	list := strings.Join(quoted, ", ")
	if len(names) > most {
		list += fmt.Sprintf(" and %d more", len(names)-most)
	}
	return list
}
