package text

import (
	"fmt"
	"slices"
	"strings"

	"enumerate/internal/lists"
	"enumerate/internal/text"
)

// A layout says which columns of a grid have which roles.
type layout struct {
	header           int      // the row with the headings, -1 for none
	width            int      // the number of columns
	columns          [3]int   // of the players, the wonderwalls and the ninjas
	lastNames        int      // the column of the players' last names, -1 for none
	join             joining  // how first names and last names are joined
	choicesShareCell bool     // the wonderwall and the ninja are in the same cell
	swapped          bool     // the ninja comes first in such a cell
	guess            string   // a remark on the assumption, "" for none
	remarks          []string // remarks on omitted columns and rows
}

// A joining says how a first name and a last name make a name.
type joining int

const (
	firstLast joining = iota
	lastFirst
	firstOnly
)

// A question asks the user to rename a column, because the columns of a table cannot be found.
type question struct {
	at     cell
	why    string
	likely [3]int // the likely column of each role, -1 for none
}

// A finder finds the columns of the players, wonderwalls and ninjas in a grid, by the headings and by the names: those
// in a column of choices must be players.
type finder struct {
	*grid
	pick     Pick              // the columns that the user chose, if any
	header   int               // the row with the headings, -1 for none
	titles   []cell            // the headings of all columns
	width    int               // the number of columns
	meaning  []meaning         // the meaning of each heading
	nameSets []map[string]bool // the names in each column, nil until namesIn computes them
}

// layoutOf finds the columns of the three roles, player, wonderwall and ninja. found is false if the grid has no
// header; its rows then have the roles in this order. If the columns cannot be found, wrong is a question to the user.
func (g *grid) layoutOf(pick Pick) (l layout, found bool, wrong *question) {
	f := &finder{grid: g, pick: pick, header: g.findHeader()}
	if f.header < 0 && pick.Columns == nil {
		return l, false, nil
	}

	// The width is that of the header without empty cells at its end or, without a header, of the longest row.
	if f.header >= 0 {
		f.titles = g.rows[f.header]
		for len(f.titles) > 0 && f.titles[len(f.titles)-1].text == "" {
			f.titles = f.titles[:len(f.titles)-1]
		}
	}
	f.width = len(f.titles)
	if f.header < 0 {
		for _, row := range g.rows {
			f.width = max(f.width, len(row))
		}
	}

	f.nameSets = make([]map[string]bool, f.width)
	for _, title := range f.titles {
		f.meaning = append(f.meaning, meaningOf(title.text))
	}
	for len(f.meaning) < f.width { // a grid without a header
		f.meaning = append(f.meaning, meaning{role: noRole})
	}

	l = layout{header: f.header, width: f.width, lastNames: -1}

	const least = 3 // a game needs 3 columns, or 2 if one column has two names in each cell
	tooNarrow := f.width < least && !slices.ContainsFunc(f.titleColumns(), f.isPair)
	switch {
	case pick.Columns != nil:
		wrong = f.picked(&l)
	case tooNarrow:
		return l, false, nil
	default:
		wrong = f.find(&l)
	}

	return l, true, wrong
}

// findHeader returns the index of the header, or -1. A row is a header if its cells name at least two roles, or if none
// of its cells appears again in a row below, as a name does.
func (g *grid) findHeader() int {
	const most, least = 20, 3 // at most 20 titles; at least 3 rows below a header without known headings
	if g.headed {
		return 0
	}

	for i, row := range g.rows[:min(len(g.rows), most)] {
		if count(row) < 2 || g.roles(i) < 2 {
			continue
		}
		if !g.isRow(i) {
			return i
		}
	}

	for i, row := range g.rows {
		if count(row) < 2 { // a title
			continue
		}
		rowsBelow := g.rows[i+1:]
		hasRows := slices.ContainsFunc(rowsBelow, func(row []cell) bool { return count(row) > 1 })
		if len(rowsBelow) >= least && hasRows && !g.isRow(i) {
			return i
		}
		break
	}
	return -1
}

func (g *grid) roles(i int) int { return rolesIn(g.rows[i]) }

// rolesIn reads the cells of a row as headings, and returns how many of the three roles they name.
func rolesIn(row []cell) (roles int) {
	var has [noRole + 1]bool // for each role, whether a cell names it; the last entry is for cells that name no role
	for _, c := range row {
		m := meaningOf(c.text)
		has[m.role] = true
		if m.namesBoth {
			has[wonderwall], has[ninja] = true, true
		}
	}
	for _, found := range has[:noRole] {
		if found {
			roles++
		}
	}
	return roles
}

// isRow reports whether row i has names of players and is no header: one of its cells appears in a row below, where
// another player chose it. Copies of row i and other headers do not count, because headings appear again in them.
func (g *grid) isRow(i int) bool {
	names := make(map[string]bool)
	for _, c := range g.rows[i] {
		names[c.text] = c.text != ""
	}
	for below, row := range g.rows[i+1:] {
		for _, c := range row {
			if names[c.text] && !g.isCopy(i, i+1+below) && !g.isHeaderRow(row) {
				return true
			}
		}
	}
	return false
}

// namesIn returns the texts in a column below the header, in lower case.
func (f *finder) namesIn(column int) map[string]bool {
	if f.nameSets[column] == nil {
		names := make(map[string]bool)
		for i := f.header + 1; i < len(f.rows); i++ {
			if name := f.at(i, column).text; name != "" {
				names[strings.ToLower(name)] = true
			}
		}
		f.nameSets[column] = names
	}
	return f.nameSets[column]
}

func (f *finder) fits(column int, players map[string]bool) bool {
	return share(f.namesIn(column), players) >= fitting
}

// fitting is the share of the names in a column that must be players, so that the column fits a role.
const fitting = .5

// share returns the part of names that is also in the set among, from 0 to 1. It looks at 500 names at most, enough to
// guess which column is which.
func share(names, among map[string]bool) float64 {
	const most = 500
	n, found := 0, 0
	for name := range names {
		if among[name] {
			found++
		}
		n++
		if n == most {
			break
		}
	}
	return float64(found) / float64(max(n, 1))
}

// named returns the columns whose headings name a role, those with the best headings first.
func (f *finder) named(r role) (columns []int) {
	for c, m := range f.meaning {
		if m.role == r {
			columns = append(columns, c)
		}
	}
	slices.SortStableFunc(columns, func(a, b int) int { return int(f.rankOf(b)) - int(f.rankOf(a)) })
	return columns
}

// rankOf returns how well a column's heading fits its role. A heading of both choices gets a low rank, so that a
// column of one choice is preferred.
func (f *finder) rankOf(column int) rank {
	if m := f.meaning[column]; m.namesBoth {
		return min(m.rank, partOfWord)
	}
	return f.meaning[column].rank
}

// best returns the most likely columns for a role among those whose headings name it, the best headings first. The
// function fits reports whether the names in a column fit the role, too. If best returns several columns, the user must
// decide.
func (f *finder) best(columns []int, fits func(column int) bool) (best []int) {
	fitting := slices.DeleteFunc(slices.Clone(columns), func(c int) bool { return !fits(c) })
	if len(fitting) > 0 {
		columns = fitting
	}

	// Keep the columns whose headings are as good as the best one, and one of columns with the same cells.
	for _, c := range columns {
		isCopyOf := func(b int) bool { return f.same(b, c) }
		if f.rankOf(c) == f.rankOf(columns[0]) && !slices.ContainsFunc(best, isCopyOf) {
			best = append(best, c)
		}
	}
	return best
}

// same reports whether two columns have the same cells below the header.
func (f *finder) same(a, b int) bool {
	for i := f.header + 1; i < len(f.rows); i++ {
		if f.at(i, a).text != f.at(i, b).text {
			return false
		}
	}
	return true
}

// find notes the columns of the players, wonderwalls and ninjas in the layout l. If it cannot decide, it returns a
// question to the user.
func (f *finder) find(l *layout) *question {
	choices := [2][]int{f.named(wonderwall), f.named(ninja)}
	for i := range choices {
		choices[i] = slices.DeleteFunc(choices[i], func(c int) bool { return len(f.namesIn(c)) == 0 && len(choices[i]) > 1 })
	}

	if f.width > 2 && len(choices[0])+len(choices[1])+len(f.named(player)) == 0 {
		why := fmt.Sprintf("no column is headed player, wonderwall or ninja; rename three of %s, or choose with --columns", f.titlesOf(f.titleColumns(), "and"))
		return f.newQuestion(0, why, noneLikely)
	}
	if f.inOneCell(choices) {
		return f.findBoth(l)
	}

	// A column of choices is recognized by the players in it, so find these first.
	p, wrong := f.findPlayers(l, slices.Concat(choices[0], choices[1]))
	if wrong != nil {
		return wrong
	}
	players := f.playerSet(l, p)
	found := [3]int{p, -1, -1} // by role
	guessed := [3]bool{}       // by role, whether another column was possible

	for i, columns := range choices {
		columns = slices.DeleteFunc(slices.Clone(columns), func(c int) bool { return c == p })
		if len(columns) == 0 {
			continue
		}
		best := f.best(columns, func(c int) bool { return f.fits(c, players) })
		if len(best) > 1 {
			return f.askWhich(roleNames[i+1], best, found)
		}
		found[i+1] = best[0]
		guessed[i+1] = len(columns) > 1
	}

	if found[1] < 0 && found[2] < 0 {
		return f.askForChoices(found, players)
	}
	for i := 1; i < 3; i++ {
		if found[i] < 0 {
			c, wrong := f.findOther(i, found, players, l)
			if wrong != nil {
				return wrong
			}
			found[i], guessed[i] = c, true
		}
	}

	l.columns = found
	f.remark(l, guessed[1] || guessed[2])
	return nil
}

// isGuess marks the columns of a layout as guessed, until the method remark replaces it by a message.
const isGuess = "guess"

var noneLikely = [3]int{-1, -1, -1}

// findPlayers finds the column of the players, by its heading or because it has most of the names in the columns
// `chosen`, the known columns of the choices.
func (f *finder) findPlayers(l *layout, chosen []int) (int, *question) {
	columns := f.named(player)
	names := make(map[string]bool)
	for _, c := range chosen {
		for name := range f.namesIn(c) {
			names[name] = true
		}
	}

	if first, last := f.firstAndLast(names); first >= 0 && last >= 0 {
		l.lastNames = last
		f.joinNames(l, first, last, names)
		return first, nil
	}
	if len(columns) == 1 && f.width == 3 {
		return columns[0], nil
	}

	fits := func(c int) bool { return share(names, f.namesIn(c)) >= fitting } // the column has most of the chosen names
	if len(chosen) == 0 && len(columns) > 0 {
		fits = func(c int) bool { return f.chosenFrom(c) }
	}
	all := len(columns)
	best := f.best(columns, fits)
	if len(best) > 1 {
		return 0, f.askWhich("player", best, noneLikely)
	}
	if len(best) == 1 && (fits(best[0]) || len(chosen) == 0) {
		if all > 1 {
			l.guess = isGuess
		}
		return best[0], nil
	}

	// Look for a column that has the chosen names, although its heading does not name the players.
	var others []int
	for c := range f.width {
		if !slices.Contains(chosen, c) && len(names) > 0 && fits(c) {
			others = append(others, c)
		}
	}
	switch {
	case len(others) == 1:
		l.guess = isGuess
		return others[0], nil
	case len(others) > 1:
		return 0, f.askWhich("player", others, noneLikely)
	case len(best) == 1:
		return best[0], nil
	case f.width == 3 && len(chosen) == 2:
		l.guess = isGuess
		return 0 + 1 + 2 - chosen[0] - chosen[1], nil // the third of the columns 0, 1 and 2
	}

	for c := range f.width {
		if !slices.Contains(chosen, c) {
			others = append(others, c)
		}
	}
	return 0, f.askForColumn("player", others)
}

// chosenFrom reports whether another column has names from this column, as if its players were chosen there.
func (f *finder) chosenFrom(column int) bool {
	for c := range f.width {
		if c != column && len(f.namesIn(c)) > 0 && f.fits(c, f.namesIn(column)) {
			return true
		}
	}
	return false
}

// findOther finds the column of the wonderwall or the ninja if only the other choice has a heading: the only remaining
// column with names of players. The argument r is the index of the missing role in roleNames, and found has the columns
// of the other roles.
func (f *finder) findOther(r int, found [3]int, players map[string]bool, l *layout) (int, *question) {
	var others, all []int // the remaining columns with names of players, and all remaining columns
	for c := range f.width {
		if slices.Contains(found[:], c) || c == l.lastNames {
			continue
		}
		all = append(all, c)
		if len(f.namesIn(c)) > 0 && f.fits(c, players) {
			others = append(others, c)
		}
	}
	switch {
	case len(others) == 1:
		return others[0], nil
	case len(others) > 1:
		return 0, f.askWhich(roleNames[r], others, found)
	}
	return 0, f.askForColumn(roleNames[r], all)
}

// playerSet returns the names, in lower case, by which players may be chosen, if p is the column of players. If last
// names have a separate column, a player has two such names: the full name and the first name alone.
func (f *finder) playerSet(l *layout, p int) map[string]bool {
	if l.lastNames < 0 {
		return f.namesIn(p)
	}
	names := make(map[string]bool)
	for i := f.header + 1; i < len(f.rows); i++ {
		names[strings.ToLower(l.join.name(f.at(i, p).text, f.at(i, l.lastNames).text))] = true
		names[strings.ToLower(f.at(i, p).text)] = true
	}
	return names
}

// firstAndLast finds the columns with the players' first names and last names by the headings, or returns -1, -1. Of
// several pairs, as of a child and of a parent, it returns the one whose names occur most in chosen, the names that
// players chose. Next to a column "First name", a column "Name" has the last names, and the other way round.
func (f *finder) firstAndLast(chosen map[string]bool) (first, last int) {
	first, last = -1, -1
	parts := lists.Map(f.titles, func(title cell) namePart { return namePartOf(title.text) })
	find := func(part namePart) int { return slices.Index(parts, part) }

	// Pair columns whose headings name the same people, such as "child first name" and "child last name".
	most := -1. // the largest share of chosen names that a pair has
	for c, part := range parts {
		if !part.first || part.last {
			continue
		}
		other := find(namePart{last: true, whose: part.whose})
		if other < 0 {
			continue
		}
		if _, s := f.joining(c, other, chosen); s > most {
			most, first, last = s, c, other
		}
	}
	if first >= 0 {
		return first, last
	}

	either := find(namePart{first: true, last: true})
	first, last = find(namePart{first: true}), find(namePart{last: true})
	switch {
	case either >= 0 && last >= 0:
		return either, last
	case either >= 0 && first >= 0:
		return first, either
	}
	return -1, -1
}

// joining decides how the names of players are made of the columns first and last: "Ann Lee", "Lee Ann", or "Ann". It
// returns the way in which the largest share of the chosen names are players, and this share. First names alone must be
// all different, because two people would otherwise become one player.
func (f *finder) joining(first, last int, chosen map[string]bool) (best joining, most float64) {
	most = -1
	for _, way := range []joining{firstLast, lastFirst, firstOnly} {
		players := make(map[string]bool) // the names of the players, if they are joined in this way
		repeated := false
		for i := f.header + 1; i < len(f.rows); i++ {
			name := strings.ToLower(way.name(f.at(i, first).text, f.at(i, last).text))
			repeated = repeated || players[name] && name != ""
			players[name] = true
		}
		if way == firstOnly && repeated {
			continue
		}
		if s := share(chosen, players); s > most {
			most, best = s, way
		}
	}
	return best, most
}

// joinNames decides how first names and last names are joined, and remarks on it.
func (f *finder) joinNames(l *layout, first, last int, chosen map[string]bool) {
	l.join, _ = f.joining(first, last, chosen)
	remark := fmt.Sprintf("columns %s and %s are joined as the names of the players", f.title(first), f.title(last))
	if l.join == firstOnly {
		remark = fmt.Sprintf("column %s is left out, because the players are chosen by their first names", f.title(last))
	}
	l.remarks = append(l.remarks, remark)
}

func (j joining) name(first, last string) string {
	switch j {
	case lastFirst:
		first, last = last, first
	case firstOnly:
		last = ""
	}
	return strings.TrimSpace(first + " " + last)
}

// inOneCell reports whether one column has both choices, and no other column has a choice.
func (f *finder) inOneCell(choices [2][]int) bool {
	if len(choices[0])+len(choices[1]) > 1 {
		return false
	}
	for _, c := range slices.Concat(choices[0], choices[1]) {
		return f.meaning[c].namesBoth && f.pairs(c)
	}
	return slices.ContainsFunc(f.titleColumns(), f.pairs) && f.width <= 2
}

// titleColumns returns the indices of all columns.
func (f *finder) titleColumns() (columns []int) {
	for c := range f.width {
		columns = append(columns, c)
	}
	return columns
}

func (f *finder) isPair(column int) bool { return f.meaning[column].namesBoth || f.pairs(column) }

// pairs reports whether the cells of a column have both choices of a player, such as "Ben, Cleo": at least nine tenths
// of the nonempty cells do, or half of them if the heading names both choices.
func (f *finder) pairs(column int) bool {
	pairs, filled := 0, 0
	for i := f.header + 1; i < len(f.rows); i++ {
		c := f.at(i, column)
		if c.text == "" {
			continue
		}
		filled++
		if len(pair(c)) == 2 {
			pairs++
		}
	}
	if f.meaning[column].namesBoth {
		return filled > 0 && 2*pairs >= filled
	}
	return filled > 0 && 10*pairs >= 9*filled
}

// pair returns the two names in a cell such as "Ben, Cleo" or "Ben und Cleo", or nil.
func pair(c cell) (names []cell) {
	for _, separator := range []string{";", ",", "/", "|", "&", "+", " and ", " und ", " et ", " y ", " i "} {
		parts := strings.Split(c.text, separator)
		if len(parts) == 2 {
			for _, part := range parts {
				names = append(names, cell{Normal(part), c.line, c.column})
			}
			return names
		}
	}
	return nil
}

// findBoth finds the columns of a table in which one column has both choices of each player.
func (f *finder) findBoth(l *layout) *question {
	both := slices.IndexFunc(f.titleColumns(), func(c int) bool { return f.meaning[c].namesBoth && f.pairs(c) })
	if both < 0 {
		both = slices.IndexFunc(f.titleColumns(), f.pairs)
		return f.newQuestion(both, fmt.Sprintf(`column %s has two names in each cell, but its heading does not say which is the wonderwall; rename it "wonderwall and ninja" or "ninja and wonderwall"`, f.title(both)), noneLikely)
	}

	names := make(map[string]bool)
	for i := f.header + 1; i < len(f.rows); i++ {
		for _, name := range pair(f.at(i, both)) {
			names[strings.ToLower(name.text)] = true
		}
	}
	f.nameSets[both] = names

	p, wrong := f.findPlayers(l, []int{both})
	if wrong != nil {
		return wrong
	}
	l.columns, l.choicesShareCell, l.swapped = [3]int{p, both, both}, true, f.meaning[both].role == ninja

	order := "the wonderwall before the ninja"
	if l.swapped {
		order = "the ninja before the wonderwall"
	}
	l.guess = fmt.Sprintf("column %s is read as the player, and the two names in column %s as %s", f.title(p), f.title(both), order)
	return nil
}

// remark tells the user, in l.guess, which columns are read as which roles, unless their headings leave no doubt.
// guessed is set if the search already had to guess.
func (f *finder) remark(l *layout, guessed bool) {
	for r, c := range l.columns {
		m := f.meaning[c]
		namesRole := m.role == role(r) && !m.namesBoth
		if !namesRole || !m.plain || m.rank == partOfWord { // the heading names its role vaguely or not at all
			guessed = true
		}
	}
	if guessed || l.guess != "" {
		l.guess = fmt.Sprintf("columns %s, %s and %s are read as player, wonderwall and ninja", f.title(l.columns[0]), f.title(l.columns[1]), f.title(l.columns[2]))
	}
}

func (f *finder) title(column int) string {
	letters := text.Letters(column + 1)
	if column < len(f.titles) && f.titles[column].text != "" {
		return fmt.Sprintf("%s %.40q", letters, f.titles[column].text)
	}
	return letters
}

// titlesOf lists columns for a message, with a word such as "and" before the last: A "Name" and B "Ninja". Beyond 8
// columns it gives only their number.
func (f *finder) titlesOf(columns []int, word string) string {
	const most = 8
	list := lists.Map(columns[:min(len(columns), most)], f.title)
	if len(columns) > most {
		list = append(list, fmt.Sprintf("%d more", len(columns)-most))
	}
	if len(list) < 2 {
		return strings.Join(list, "")
	}
	return strings.Join(list[:len(list)-1], ", ") + " " + word + " " + list[len(list)-1]
}

// newQuestion returns a question to the user about the columns. Its place is the heading of the column, or the end of
// the header if the column has no heading. likely has the likely column of each role.
func (f *finder) newQuestion(column int, why string, likely [3]int) *question {
	at := f.grid.end(max(f.header, 0))
	if column >= 0 && column < len(f.titles) {
		at = f.titles[column]
	}
	return &question{at, why, likely}
}

// askWhich asks which of several columns has a role. found are the known columns of the other roles.
func (f *finder) askWhich(role string, columns []int, found [3]int) *question {
	why := fmt.Sprintf("which column is the %s: %s? Rename the others, or choose with --columns", role, f.titlesOf(columns, "or"))
	return f.newQuestion(columns[0], why, found)
}

// askForColumn asks for the column of a role that no column fits. The parameter columns has the columns without a role.
func (f *finder) askForColumn(role string, columns []int) *question {
	if len(columns) == 0 {
		return f.newQuestion(0, fmt.Sprintf("no column for the %s; expected columns player, wonderwall and ninja", role), noneLikely)
	}
	oneOf := "one of "
	if len(columns) == 1 {
		oneOf = ""
	}
	return f.newQuestion(0, fmt.Sprintf("no column is headed %q; rename %s%s, or choose with --columns", role, oneOf, f.titlesOf(columns, "or")), noneLikely)
}

// askForChoices asks which column is the wonderwall, and which the ninja, because no heading names a choice. found[0]
// is the column of the players. If exactly two other columns have names of players, they are the likely answer in this
// order.
func (f *finder) askForChoices(found [3]int, players map[string]bool) *question {
	var others []int
	for c := range f.width {
		if c != found[0] && len(f.namesIn(c)) > 0 && f.fits(c, players) {
			others = append(others, c)
		}
	}
	if len(others) < 2 { // too few to choose from: list all columns except that of the players
		others = slices.DeleteFunc(f.titleColumns(), func(c int) bool { return c == found[0] })
	}
	why := fmt.Sprintf("which column is the wonderwall, and which the ninja: %s? Rename them, or choose with --columns", f.titlesOf(others, "or"))
	if len(others) == 2 {
		found[1], found[2] = others[0], others[1]
	}
	return f.newQuestion(others[0], why, found)
}

// areLetters reports whether the names by which a user chose columns are letters, such as A, B and D. If every letter,
// such as W, is also a heading, they are read as headings.
func (f *finder) areLetters(names []string) bool {
	headings := 0
	for _, name := range names {
		if slices.ContainsFunc(f.titles, func(title cell) bool { return strings.EqualFold(title.text, Normal(name)) }) {
			headings++
		}
		if !slices.ContainsFunc(f.titleColumns(), func(c int) bool { return strings.EqualFold(text.Letters(c+1), strings.TrimSpace(name)) }) {
			return false
		}
	}
	return headings < len(names)
}

// picked sets the columns that a user chose, by headings or letters, in the layout. It returns a question if a name
// means no column or several, or if the player's column is also a column of choices.
func (f *finder) picked(l *layout) *question {
	letters := f.areLetters(f.pick.Columns)
	for r, name := range f.pick.Columns {
		var fit []int // the columns that the name may mean
		for c, title := range f.titles {
			if !letters && strings.EqualFold(title.text, Normal(name)) {
				fit = append(fit, c)
			}
		}

		if len(fit) == 0 {
			for c := range f.width {
				if strings.EqualFold(text.Letters(c+1), strings.TrimSpace(name)) {
					fit = append(fit, c)
				}
			}
		}

		switch len(fit) {
		case 0:
			return f.newQuestion(0, fmt.Sprintf("unknown column %.40q; the columns are %s", name, f.titlesOf(f.titleColumns(), "and")), noneLikely)
		case 1:
			l.columns[r] = fit[0]
		default:
			return f.newQuestion(fit[0], fmt.Sprintf("%d columns are headed %.40q; choose one by its letter: %s", len(fit), name, f.titlesOf(fit, "or")), noneLikely)
		}
	}

	l.choicesShareCell = l.columns[1] == l.columns[2]
	if l.columns[0] == l.columns[1] || l.columns[0] == l.columns[2] {
		return f.newQuestion(l.columns[0], "the column of the players cannot be one of the others, too", noneLikely)
	}
	return nil
}
