package single

import (
	"io"
	"iter"
)

// A Reading is how games are read.
type Reading struct {
	// Read yields the games of an input. If one cannot be read, it yields an error that names the
	// place, and then the games after it, if it can tell where they begin.
	Read  func(r io.Reader) iter.Seq2[Game, error]
	Input string // the form of a game, in a few whole lines
	// Remarks returns the corrections made while a game was read, one on each line, or nil. The
	// field is nil if reading never corrects anything.
	Remarks func(g Game) error
	Table
}

// A Table is how games are read from tables, such as the sheets of a workbook. All its fields are nil if games
// are not written as tables.
type Table struct {
	// Columns are the headings of a table in CSV that Read accepts, first the one of the player who
	// chooses. Each cell holds one name.
	Columns []string
	// ReadPick is Read for the sheet and the columns that a user picked.
	ReadPick func(r io.Reader, pick Pick) iter.Seq2[Game, error]
	// Sheet returns the cells of the first game, even if the game has mistakes.
	Sheet func(r io.Reader) Sheet
	// Rows returns the rows from which a game was read. It is an error if the input has mistakes,
	// no game, or more than one game.
	Rows func(r io.Reader) (Rows, error)
	// Texts returns an input as text. For a workbook in which several sheets may hold the game,
	// it returns each of these sheets, and the user has to choose.
	Texts func(r io.Reader) ([]Text, error)
}

// A Pick is what a user picked from a file. Empty fields are detected.
type Pick struct {
	Sheet   string   // the name of a sheet of a workbook
	Columns []string // headings, or letters, in the order of Table.Columns
}

// A Sheet is a game as the cells of a form.
type Sheet struct {
	Cells  [][]string // in the columns of [Table.Columns], or in all columns if these were not recognized
	Heads  []string   // the headings of all columns, if the columns were not recognized
	Likely []int      // then the most likely columns, each -1 if unknown
}

// Rows are the cells from which a game was read, without anything else in the input.
type Rows struct {
	Cells [][]string // one slice for each row, in the order of Table.Columns
	Heads []string   // the headings of the columns that were read, if the input has other columns, too
	Left  int        // the number of other columns
}

// A Text is a file, or one sheet, as text.
type Text struct {
	Sheet   string   // the name of the sheet in a workbook
	Text    string   // for a sheet, its visible cells as CSV
	Remarks []string // what was chosen and what was left out
}
