// Package text reads games of Ninja Assassin Wonderwall in the forms that people have them in, with the names of their
// players:
//
//	A: B C
//	B: C D
//	C: B A
//	D: B A
//
// or, the same game, BC CD BA BA. It reads everything that package named writes. Each fault in a text is an error that
// says where it is.
//
// Files are read in independent steps:
//
//   - source.go finds out what a file is: text in an encoding, a workbook, or something else that it names.
//   - read.go tells in which format a game is, and reads codes and JSON. records.go reads JSON arrays, JSON lines
//     and Python; rows.go reads tables: lines become rows, and rows become cells.
//   - workbook.go reads the visible cells of sheets, and sheet.go finds the sheet that holds the game.
//   - grid.go is a table of cells with their places, wherever it comes from. columns.go finds the three columns in it:
//     headings.go knows what their headings mean, and what is in the columns decides between headings. If two readings
//     fit, the answer is a question that names both.
//   - draft.go and faults.go make a game of rows, or list the faults.
//
// Each assumption is a remark of the table.
//
// # Workbooks
//
// Sheets are read here by archive/zip and encoding/xml, about 400 lines, and not by a library. A workbook comes from
// anyone, so one of any content may take at most 40 MB of memory and a second of a processor if it has up to 10 MB.
// Measured in November 2026, excelize 2.11.1 makes a program 4.6 MB larger, and
// takes 170 MB and 15 seconds of a processor for a workbook of 270 KB with three million cells; it reads hidden rows like others, unless each is asked about. xlsxreader 1.2.8 knows no hidden sheets or rows, and
// ends the program if a cell has a negative number of a shared text. Here the limits are constants of workbook.go: what is
// read is at most 8 MB of XML, 1 MB and 20 times the size of the file, 20 elements deep and 50,000 cells, and a test
// measures memory and time of workbooks made to exceed them.
package text

import "enumerate/games/wonderwall/named"

// A Table is a game and the names of its players.
type Table = named.Table
