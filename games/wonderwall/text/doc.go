// Package text reads games of Ninja Assassin Wonderwall as people write them, with the names of the players:
//
//	A: B C
//	B: C D
//	C: B A
//	D: B A
//
// or, for the same game, BC CD BA BA. It reads everything that package named writes. Each fault in a text is an
// error with its place.
//
// Files are read in independent steps:
//
//   - source.go detects the kind of a file: text in an encoding, a workbook, or another kind that an error names.
//   - read.go detects the format of a game, and reads codes and JSON objects. records.go reads JSON arrays, JSON
//     lines and Python literals; rows.go reads tables: it splits lines into rows, and rows into cells.
//     leads.go finds the headers and titles that blank lines separate from a table.
//   - workbook.go reads the visible cells of sheets, and sheet.go finds the sheet with the game.
//   - grid.go has tables of cells with their places. columns.go finds the three columns of a table from the
//     meanings of their headings (headings.go) and from their content. If two readings fit, it asks a question
//     that names both.
//     senders.go finds out which of two rows was sent last.
//   - draft.go and faults.go make a game from rows, or list the faults.
//
// Each assumption is a remark of the table.
//
// # Workbooks
//
// This package reads sheets with archive/zip and encoding/xml, in about 400 lines, instead of a library. Workbooks
// come from strangers: no workbook of up to 10 MB may take more than 40 MB of memory and a
// second of processor time. Libraries do not meet this. Measured in November 2026, excelize 2.11.1 makes a program
// 4.6 MB larger, takes 170 MB and 15 seconds for a workbook of 270 KB with three million cells, and reads hidden rows
// unless the caller asks about each row. xlsxreader 1.2.8 ignores that sheets and rows are hidden, and panics if
// a cell has a negative index of a shared text. The limits here are constants in workbook.go: at most 8 MB of
// XML, at most 1 MB plus 20 times the size of the file, 20 nested elements, and 50,000 cells. A test measures
// memory and time of workbooks that exceed them.
package text

import "enumerate/games/wonderwall/named"

// A Table is a game and the names of its players.
type Table = named.Table
