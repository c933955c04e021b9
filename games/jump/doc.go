// Package jump counts and solves the jump game. Players jump over a board, each by the length of its tile; who first
// lands on the last tile, the goal, wins. Package race has the full rules, the keys by which players are compared, and
// the solver.
//
// # Rules
//
// The game comes from a document that describes an algorithm for it. Parameters choose among the readings that it
// leaves open:
//
//   - move: a jump of length S leads S tiles straight, or, with diamond, wherever S single steps may lead, back and
//     forth.
//   - tie: of two players whose last jumps had the same length, the first in the order of the players (initial) jumps
//     first, or the player who jumped first in the round before (inherit).
//   - order: the document says that "the lesser number in the player's chosen tile" decides who jumps first in a round.
//     Its algorithm takes this for the tile that a player left in the round before (left). It can also mean the tile on
//     which a player has chosen to land (landed).
//
// The document answers an exercise, the assignment: O Jogo do Pulo, Universidade Federal de Minas Gerais, 2020. The
// text of the assignment states the rules straight, initial and left, which are the defaults. Its five samples
// (testdata/assignment) show that jumps are straight and that the order is left. The parameter preset sets move and
// tie: preset=assignment means straight and initial, and preset=document means diamond and inherit.
//
// # Spaces
//
// A game of size n is a board of R rows and C = n columns with k players. The RC-1 tiles off the goal have lengths from
// least to most, and the players stand on different tiles off the goal:
//
//	c^(RC-1) (RC-1)(RC-2)...(RC-k)                   labelled games, c = most-least+1
//	(games + c^(n(n+1)/2-1) (n-1)...(n-k)) / 2       classes, if R = n
//
// A square board can be transposed, which fixes the goal and preserves the rules. Other boards have no symmetry. The
// transposition fixes a game if its board is symmetric and all players start on the diagonal. The verdict is the
// winner, A, B, ..., or none.
//
// # Two methods
//
// The method walk solves one game of every class, with a search forwards from the players (package race). The method
// count searches backwards from the goal for all boards together. It chooses a length only when the length matters,
// merges partial boards that agree in all that matters (package merge), and counts the placings of the players by a
// formula (count.go). The two methods share no code.
//
// With lengths up to 2 and one player, boards of four rows and four columns have 215,233,605 games. The walk takes 11
// seconds on one core, count 0.2 seconds. More players slow the walk down, but hardly the count.
//
// # Example
//
// One player on two rows of two tiles, with lengths 0 to 2 and straight jumps, has 3^3 * 3 = 81 games, of which 9 are
// symmetric, and (81+9)/2 = 45 classes. The player reaches the goal in 23 games:
//
//   - From the tile to the left of the goal, on the 3^2 boards on which this tile has length 1.
//   - From the tile above the goal, on as many.
//   - From the first tile, if it has length 1 and one of its two neighbours has too: 3^2 - 2^2 = 5 boards.
package jump
