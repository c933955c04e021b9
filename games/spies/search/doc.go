// Package search finds one board of spies of any size that has one: n queens on an
// n×n board, one in each row and each column, no two of them on a diagonal, and no
// three on a straight line of any slope. [Board] gives the column of each row's
// queen, both counted from 0. The smallest board with more than one queen is
//
//	. Q . .
//	. . . Q      Board(ctx, 4) = [1 3 0 2]
//	Q . . .
//	. . Q .
//
// Sizes 1 and 4 have a board, and so has every size that was tried from 8 on: all
// sizes 8..999 and some up to 10,000. For 2, 3, 5, 6 and 7 the answer is [ErrNone],
// after all boards have been tried.
//
// # Method
//
// Up to size 7 the search is exhaustive (board.go). From 8 on it is local, and
// moves over boards that are incomplete but legal (local.go). Its one table (attacks.go) has a
// number for each cell: how many lines through it are closed, a line being closed
// by two queens on it, a diagonal by one. As the board is legal, a cell whose
// number is 0 is free: a queen put there breaks no rule, once the queen of its
// column and that of its row are off the board. Neither of those two adds to the
// number, since with them the cell is in line only in its own column and row. So
//
//	invariant: a queen is only ever put on a cell whose number is 0, and its row
//	and column are empty then.
//
// The search goes through these steps:
//
//  1. Fill. Each row in turn, in random order, gets a queen on a free
//     cell of an empty column, if it has one. Of a hundred rows some ten are left
//     over, of five thousand some three hundred.
//  2. Extend. A row without a queen takes a free cell of some column;
//     the row that loses its queen by that takes a free cell of another column,
//     and so on until one of them takes an empty column: a shortest augmenting path
//     of the graph in which rows and columns are joined by free cells, as in the
//     theory of matchings. The queens that move can close lines with one another,
//     which the table does not tell beforehand; such a path is taken back and
//     another tried.
//  3. Force. Where no path can be had, one queen is put on a cell with
//     few closed lines, and for each of them a queen is taken off the board. It is
//     kept from going back for a while.
//
// Steps 2 and 3 alternate until every row has a queen. Sizes from 17 to 60 take
// some 100 forced moves, those near 1000 some 10 and 80 paths.
//
// # Cost
//
// To put a queen on the board or to take it off, the lines from it to all other
// queens are walked, some 4n cells in all where n is 1000. A search for a path
// looks at n² cells at most. The tables take 3n² bytes. On one core (Intel Xeon, Go
// 1.26) a board takes, the check included,
//
//	size         999     2000     3000     5000    10000
//	CPU s       0.08      0.4      1.3      5.5       29
//	memory      4 MB    14 MB    28 MB    74 MB   289 MB
//
// and all sizes 8..999 together take 30 s.
//
// # Exactness
//
// There are only integers. Each board is verified before it is returned, by code
// that shares nothing with the search (legal.go). The random choices are those of a
// generator of the package's own, seeded by the size: a size has the same board on
// every machine, whatever was searched before.
package search
