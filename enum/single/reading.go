package single

import (
	"io"
	"iter"
)

// A Reading is how games are read.
type Reading struct {
	// Read yields the games of an input. For a game that cannot be read, it yields an error that names the place, and
	// continues with the next game, if it can tell where that begins.
	Read  func(r io.Reader) iter.Seq2[Game, error]
	Input string // the form of a game, in a few whole lines
	// Remarks returns the corrections made while a game was read, one on each line, or nil. The field may be nil.
	Remarks func(g Game) error
	Table
}

// A Table is how games are read from tables, such as the sheets of a workbook. All its fields are nil if games are not
// written as tables.
type Table struct {
	// Columns are the headings of the columns that a table must have. The first column has the player who chooses, the
	// others the chosen players.
	Columns []string
	// ReadPick is Reading.Read for the sheet and the columns that a user picked.
	ReadPick func(r io.Reader, pick Pick) iter.Seq2[Game, error]
	// Sheet returns the cells of the first game, even if it has mistakes.
	Sheet func(r io.Reader) Sheet
	// Rows returns the rows of an input that must have exactly one game, without mistakes.
	Rows func(r io.Reader) (Rows, error)
	// Texts converts an input, such as a workbook, to text. If several sheets may hold the game, it returns a text for
	// each, for the user to choose.
	Texts func(r io.Reader) ([]Text, error)
}

// A Pick says where in a file the game is. Empty fields are found by looking at the file.
type Pick struct {
	Sheet   string   // the name of a sheet of a workbook
	Columns []string // headings, or letters, in the order of Table.Columns
}

// A Sheet is a game as the cells of a form.
type Sheet struct {
	Cells [][]string // the columns of [Table.Columns], or all columns if these were not recognized
	// Heads and Likely are set only if the columns were not recognized, so that the user must choose them: the headings
	// of all columns and, for each column of Table.Columns, the most likely index in Heads, or -1.
	Heads  []string
	Likely []int
}

// Rows are the cells from which a game was read.
type Rows struct {
	Cells        [][]string // one slice for each row, in the order of Table.Columns
	Heads        []string   // the headings of the columns that were read, if the input has other columns, too
	OtherColumns int        // the number of other columns
}

// A Text is a file, or one sheet, as text.
type Text struct {
	Sheet   string   // the name of the sheet in a workbook
	Text    string   // for a sheet, its visible cells as CSV
	Remarks []string // what was chosen and what was left out
}
