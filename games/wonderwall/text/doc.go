// Package text reads games of Ninja Assassin Wonderwall as people write them, with the names of the players:
//
//	A: B C
//	B: C D
//	C: B A
//	D: B A
//
// or, for the same game, BC CD BA BA. It reads everything that package named writes. Each fault in a text is an error
// with its place.
//
// Terms:
//
//   - A player's choices are its wonderwall and its ninja. Player, wonderwall and ninja are the three roles of columns.
//   - A heading is the text at the top of a column. A header is the row of all headings.
//   - A code is a game on one line, with two letters for each player.
//   - A grid is a table that is split into cells. A layout says which columns of a grid have which roles.
//   - A reading is one way to split a text into rows and names. A draft is the game of one reading, with its faults.
//   - A fault is an error in the text. A remark states an assumption, such as that "ann" means Ann.
//
// Files are read in independent steps:
//
//   - source.go detects the kind of a file: text in an encoding, a workbook, or another kind that an error names.
//   - read.go detects the format of a game, and reads codes and JSON objects. records.go reads JSON arrays, JSON lines
//     and Python literals; rows.go splits the lines of tables into rows, and rows into cells. leads.go finds the
//     headers and titles that blank lines separate from a table.
//   - workbook.go reads the visible cells of sheets, and sheet.go finds the sheet with the game.
//   - grid.go splits tables into cells that know their places. columns.go finds the columns of the three roles from the
//     headings (headings.go) and the names. If two layouts are possible, the error is a question. senders.go finds out
//     which of two rows was sent last.
//   - draft.go and faults.go make a game from rows, or list the faults.
//
// # Workbooks
//
// This package reads sheets with archive/zip and encoding/xml, in about 400 lines. Workbooks come from strangers: no
// workbook of up to 10 MB may take more than 40 MB of memory or more than a second of processor time. Libraries exceed
// these limits. Measured in November 2026, excelize 2.11.1 makes a program 4.6 MB larger, takes 170 MB and 15 seconds
// for a workbook of 270 KB with three million cells, and reads hidden rows unless the caller asks about each row.
// xlsxreader 1.2.8 ignores that sheets and rows are hidden, and panics if a cell has a negative index of a shared text.
//
// The limits are constants in workbook.go. A test measures workbooks that exceed them.
package text

import "enumerate/games/wonderwall/named"

// A Table is a game and the names of its players.
type Table = named.Table
