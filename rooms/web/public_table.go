package web

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"enumerate/enum"
	"enumerate/enum/single"
)

// errUnwritable is the error for a game whose cells would be read as other names once they are written as a table.
var errUnwritable = errors.New("the names of this game cannot be written as a table; rename the players")

// A publicTable is the part of a user's typed table that may appear in addresses, links and files: only the cells that
// were read as the game, because other columns of the table may be private.
type publicTable struct {
	Game string
	single.Rows
}

// publicTableOf returns the text of a typed table for the URL of a page, so that nothing else that the user pasted,
// which may be private, gets into the URL. If the table has only the cells of the game, this is the typed text.
// Otherwise it is a new table with only these cells, or "" if the new table would be read differently. If the typed
// table cannot be read, [refused] decides between the typed text and "".
func publicTableOf(r *enum.Ruleset, text string) publicTable {
	rows, err := r.Rows(strings.NewReader(text))
	if err != nil {
		return publicTable{Game: refused(r, text)}
	}
	if holdsOnly(text, r.Columns, rows.Cells) {
		return publicTable{text, rows}
	}
	game := gameOfCells(slices.Concat(rows.Cells...), r.Columns)
	again, err := r.Rows(strings.NewReader(game))
	if err != nil || !slices.EqualFunc(rows.Cells, again.Cells, sameCells) {
		return publicTable{}
	}
	return publicTable{game, rows}
}

// refused gets a typed text that cannot be read as a game. If the text has only the columns of a game, and at least
// half of the choices are names of players, nothing in it can be private. Then refused returns the text, so that an
// address can contain it and the page can show its faults. Otherwise it returns "".
func refused(r *enum.Ruleset, text string) string {
	sheet := r.Sheet(strings.NewReader(text))
	cells := sheet.Cells
	if sheet.Heads != nil || !holdsOnly(text, r.Columns, cells) {
		return ""
	}

	players := make(map[string]bool)
	for _, row := range cells {
		players[plainCell(row[0])] = true
	}

	choices, right := 0, 0
	for _, row := range cells {
		for _, choice := range row[1:] {
			name := plainCell(choice)
			if name == "" {
				continue
			}
			choices++
			if players[name] {
				right++
			}
		}
	}

	if 2*right < choices {
		return ""
	}
	return text
}

// sameCells reports whether two rows have the same cells, apart from the number of blanks.
func sameCells(a, b []string) bool {
	return slices.EqualFunc(a, b, func(a, b string) bool { return plainCell(a) == plainCell(b) })
}

// separators may stand between the cells of a game. They include no letters and no digits, so they disclose nothing.
const separators = " \t\n|:;,\"'[]{}()>→-+"

// holdsOnly reports whether a typed text contains nothing but the cells of a game and separators. If so, a link may
// contain the whole text: it shows nobody other columns of the user's table, which may be private. The argument `rows`
// was read from the text: each row is a player and then the player's choices. The text may begin with the headings. In
// the short form of a game, such as BC DA BA BA, the text has only the choices.
func holdsOnly(text string, columns []string, rows [][]string) bool {
	all := slices.Concat(rows...)
	var choices []string
	for _, row := range rows {
		choices = append(choices, row[1:]...)
	}

	for _, cells := range [][]string{all, slices.Concat(columns, all), choices} {
		if isMadeOf(text, cells) {
			return true
		}
	}
	return false
}

// isMadeOf reports whether a text contains the cells, in their order, and nothing else except separators. Empty cells
// need not be in the text.
func isMadeOf(text string, cells []string) bool {
	cells = slices.DeleteFunc(slices.Clone(cells), func(cell string) bool { return cell == "" })

	for text != "" { // take the next cell or the next separator from the beginning of the text
		if len(cells) > 0 && strings.HasPrefix(text, cells[0]) {
			text, cells = text[len(cells[0]):], cells[1:]
			continue
		}
		first, size := utf8.DecodeRuneInString(text)
		if !strings.ContainsRune(separators, first) {
			return false
		}
		text = text[size:]
	}
	return len(cells) == 0
}

// gameOfCells writes the cells of the form, row by row, as a table with a header. Empty rows are left out. If all rows
// are empty it returns "".
func gameOfCells(cells, columns []string) string {
	var text strings.Builder
	for row := range slices.Chunk(cells, len(columns)) {
		var quoted []string
		empty := true
		for _, cell := range row {
			cell = plainCell(cell)
			empty = empty && cell == ""
			quoted = append(quoted, quotedCell(cell))
		}

		if !empty && text.Len() == 0 {
			text.WriteString(strings.Join(columns, ",") + "\n")
		}
		if !empty {
			text.WriteString(strings.Join(quoted, ",") + "\n")
		}
	}
	return text.String()
}

func plainCell(cell string) string { return strings.Join(strings.Fields(cell), " ") }

// quotedCell returns a cell as CSV, in quotes if it has characters that the reader of games could take for separators.
// It quotes a cell with a backslash as Go does, because the reader takes a backslash within quotes for an escape
// sequence.
func quotedCell(cell string) string {
	plain := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune(" -_.", r) }
	if !strings.ContainsFunc(cell, func(r rune) bool { return !plain(r) }) {
		return cell
	}
	if strings.Contains(cell, `\`) {
		return strconv.Quote(cell)
	}
	return `"` + strings.ReplaceAll(cell, `"`, `""`) + `"`
}
