// Package jump counts and solves the jump game: players jump over a board, each as far
// as the tile that it stands on says, and the first on the last tile wins. Package race
// has the rules, the keys by which players are compared, and the solver.
//
// # Rules
//
// The rules can be read in several ways. Where does a jump of length S lead: S tiles straight in
// one direction (move=straight), or wherever S single steps may lead, back and forth
// (move=diamond)? And who comes first of two that jumped the same length: the first in the
// order of the players (tie=initial), or who came first in the round before (tie=inherit)?
// The preset assignment is straight and initial, the preset document is diamond and
// inherit.
//
// A third question is whose number decides who jumps first. The document says "the lesser
// number in the player's chosen tile"; its algorithm compares the tiles that players have
// left (order=left), as the assignment does. The words can mean the tile that a player has
// chosen to land on as well (order=landed). No preset has that.
//
// The assignment is the exercise that the document answers: O Jogo do Pulo, set by the Universidade
// Federal de Minas Gerais in 2020. Its text states the rules straight, left and initial, which are the
// default. Its five samples (testdata/assignment) show the first two.
//
// The name of a space has only the rules that make a difference to its games. A game that is read or generated is played
// by all rules as they are set.
//
// # Spaces
//
// A game of size n is a board of R rows and n columns, whose RC-1 tiles off the goal have
// lengths from least to most, and k players on different tiles off the goal:
//
//	c^(RC-1) (RC-1)(RC-2)...(RC-k)                   labelled games, c = most-least+1
//	(games + c^(n(n+1)/2-1) (n-1)...(n-k)) / 2       classes, if R = n
//
// A square board can be transposed, which fixes the goal and preserves the rules. Other boards have no symmetry, and every
// game is a class. The transposition fixes a game if its board is symmetric and all players start on the diagonal. The
// verdict is the winner, A, B, ..., or none.
//
// # Two methods
//
// The walk solves one game of every class, with a search forwards from the players (package race). The method count
// searches backwards from the goal for all boards together: it chooses a length only when it matters, merges partial boards
// that are equal in all that matters (package merge), and counts all ways to place the players by a formula (count.go). The
// two share no code. Tests compare both with a third method, which sorts the tiles of a single board by their keys,
// backwards from the goal.
//
// With lengths up to 2 and one player, four rows of four have 215,233,605 games: the walk
// takes 11 seconds of one core, count 0.2. More players make the walk longer, the count
// hardly.
//
// # Example
//
// One player on two rows of two, lengths 0 to 2, straight jumps: 3^3 * 3 = 81 games
// and, with the 9 that are symmetric, (81+9)/2 = 45 classes. The player reaches
// the goal in 23 games. From the tile next to the goal, 3^2 boards have a 1 there, and so
// for the tile below: 18. From the first tile it takes a 1 on it and on one of its two
// neighbours: 3^2 - 2^2 = 5.
package jump
