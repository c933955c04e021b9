// Package partizan computes with values of combinatorial games: finite games without chance for two sides, Left and
// Right, who move in turns. A side that cannot move loses.
//
// # Values
//
// A game is {GL | GR}: GL are the games that Left can move to, GR those that Right can move to. They are its options;
// the followers of a game are the games that any number of moves reaches. Games are added by playing them side by side:
// each move is made in one game. -G is G with the sides exchanged. G <= H if Left wins H - G moving second. Two games
// are equal, and have the same value, if G <= H and H <= G. Values form a partially ordered abelian group.
//
// Every value has one canonical form: the game of this value without dominated and reversible options. An option is
// dominated if its side likes another option at least as well. It is reversible if the other side can answer it with a
// move to a game that it likes at least as well as G. An [Arena] brings games into canonical form and keeps each form
// once. So
//
//	invariant: two values of an arena are equal iff they are the same [Value].
//
// A game is born by day n if it lasts at most n moves. The values born by day 1 are {|} = 0, {0|} = 1, {|0} = -1 and
// {0|0} = *; by day 2 there are 22, and by day 3 there are 1474.
//
// # Notation
//
// [Arena.String] writes:
//
//	3   -1/2           numbers, whose denominators are powers of two
//	*   *2  *3         nimbers: *k = {0, *, …, *(k-1) | the same}
//	↑   ⇑   ↑3         up = {0|*}, twice up and three times up
//	↓   ⇓   ↓3         their negatives
//	±1  ±{2|1}  ±(1*)  {G|-G}
//	{1,*|-1}           any other game, its options in canonical form
//
// Symbols next to each other are added: 1/2↑3*2 is 1/2 + ↑3 + *2. [Arena.Parse]
// reads this, and sums of values in it.
//
// # Method
//
// [Arena.Make] decides by the simplicity theorem whether a game is a number. Otherwise it drops dominated options and
// bypasses reversible ones (make.go). Comparisons follow the recursive definition (arithmetic.go). Most need no
// recursion, because each value has two integers, its cuts, which say what numbers are at most and at least the value
// (arena.go). Plain values, sums of a number, a multiple of up and a nimber, are compared and added as such sums
// (plain.go). Values are written in text.go and read in notation.go.
//
// Everything is exact. Numbers m/2^e are kept for e up to 32 and absolute values below 2^28. A game that lasts at most
// 32 moves stays in that range.
//
// The theory is in Berlekamp, Conway and Guy, Winning Ways, and in Siegel, Combinatorial
// Game Theory (2013).
package partizan
