// Package impartial solves impartial games: two players move in turns, both have the
// same moves, no play goes on for ever, and who cannot move loses.
//
// A position is P if the previous player wins and N if the next one does: it is N iff a
// move leads to a P-position. Its Grundy value is the least number (mex) that is not the
// Grundy value of a position that a move leads to; it is 0 iff the position is P, and
// that of a sum of games is the xor of theirs (Sprague, Grundy). The smallest example:
// a heap of 2 from which 1 or 2 may be taken has moves to 1 and 0, whose values are 1 and
// 0, so that its own is 2, and the next player wins by taking both.
//
// There are two ways through a game:
//
//   - A [Solver] follows the moves from a position down and remembers what it has seen
//     (grundy.go, outcome.go). It needs the moves only, and optionally a function that
//     tells which positions are the same.
//   - [Mark] goes through positions that are numbered, so that moves lead to smaller numbers,
//     from the least one up, and marks those that have a move to a P-position
//     (mark.go). It needs the moves backwards, and one bit for each position.
//
// What a Solver remembers stands by itself: of a position whose Grundy value it knows, it
// knows those of all moves; of a position whose outcome it knows, that of all moves, or
// of one that wins. An error forgets the rest.
package impartial
