// Package jump counts and solves the jump game. Players jump over a board, each by the length of its tile; who first
// lands on the last tile, the goal, wins. Package race has the rules, the keys by which players are compared, and the
// solver.
//
// # Rules
//
// The game comes from a document that describes an algorithm for it. For each rule that the document leaves open, a
// parameter chooses among the possible readings:
//
//   - Where does a jump of length S lead? It leads S tiles straight (move=straight), or wherever S
//     single steps may lead, back and forth (move=diamond).
//   - Who jumps first of two players whose last jumps had the same length? It is the first in the order of the players
//     (tie=initial), or the player who jumped first in the round before (tie=inherit).
//
// The parameter preset sets both: preset=assignment means straight and initial, and preset=document means diamond and
// inherit. The document answers an exercise, the assignment: O Jogo do Pulo, Universidade Federal de Minas Gerais,
// 2020.
//
// A third question is which number decides who jumps first in a round. The document says "the lesser number in the
// player's chosen tile". Its algorithm takes this for the tile that a player left in the round before (order=left), and
// so does the assignment. It can also mean the tile on which a player has chosen to land (order=landed), which no
// preset has.
//
// The text of the assignment states the rules straight, left and initial, which are the defaults. Its five samples
// (testdata/assignment) show that jumps are straight and that the order is left.
//
// A space is all games of one size. Its name has only the rules that make a difference to these games: with one player,
// there are no ties. A single game that is read or generated is played by all rules as they are set.
//
// # Spaces
//
// A game of size n is a board of R rows and C = n columns with k players. The RC-1 tiles off the goal have lengths from
// least to most, and the players stand on different tiles off the goal:
//
//	c^(RC-1) (RC-1)(RC-2)...(RC-k)                   labelled games, c = most-least+1
//	(games + c^(n(n+1)/2-1) (n-1)...(n-k)) / 2       classes, if R = n
//
// A square board can be transposed, which fixes the goal and preserves the rules. Other boards have no symmetry, and
// every game is a class. The transposition fixes a game if its board is symmetric and all players start on the
// diagonal. The verdict is the winner, A, B, ..., or none.
//
// # Two methods
//
// The method walk solves one game of every class, with a search forwards from the players (package race). The method
// count searches backwards from the goal for all boards together. It chooses a length only when the length matters,
// merges partial boards that agree in all that matters (package merge), and counts the placings of the players by a
// formula (count.go). The two methods share no code. Tests compare both with a third method, which sorts the tiles of a
// single board by their keys, backwards from the goal.
//
// With lengths up to 2 and one player, boards of four rows and four columns have 215,233,605 games. The walk takes 11
// seconds on one core, count 0.2 seconds. More players slow the walk down, but hardly the count.
//
// # Example
//
// Take one player on two rows of two tiles, with lengths 0 to 2 and straight jumps. There are 3^3 * 3 = 81 games, of
// which 9 are symmetric, and (81+9)/2 = 45 classes. The player reaches the goal in 23 games:
//
//   - From the tile to the left of the goal, on the 3^2 boards on which this tile has length 1.
//   - From the tile above the goal, on the 3^2 boards on which that tile has length 1.
//   - From the first tile, if it has length 1 and one of its two neighbours has too: 3^2 - 2^2 = 5 boards.
package jump
