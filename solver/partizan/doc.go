// Package partizan computes with values of combinatorial games: finite games without
// chance for two sides, Left and Right, that move in turns, where who cannot move loses.
//
// # Values
//
// A game is {GL | GR}, the games that Left can move to and those that Right can. Games add
// by being played side by side, one move in one of them at a time; -G is G with the sides
// exchanged. G <= H if Left wins H - G moving second, and games are equal, have the
// same value, if G <= H and H <= G. Values form an ordered abelian group.
//
// Every value has one canonical form: the game of that value that has no dominated option
// (one that its side likes no better than another) and no reversible one (one that
// the other side can answer with a move to something it likes at least as well as G).
// An [Arena] brings games into canonical form and keeps each form once. So
//
//	invariant: two values of an arena are equal iff they are the same [Value].
//
// The smallest examples: {|} = 0, {0|} = 1, {|0} = -1 and {0|0} = *, these are the values
// born on day 1 or before; by day 2 there are 22, by day 3 there are 1474.
//
// # Notation
//
// [Arena.String] writes, and [Arena.Parse] reads, with ASCII for other keyboards:
//
//	3   -1/2           numbers, whose denominators are powers of two
//	*   *2  *3         nimbers: *k = {0, *, …, *(k-1) | the same}
//	↑   ⇑   ↑3         up = {0|*}, twice and three times that; ^ ^^ ^3
//	↓   ⇓   ↓3         the same, negative; v vv v3
//	±1  ±{2|1}  ±(1*)  {G|-G}; +-1
//	+_2  -_2           tiny two, {0|{0|-2}}, and its negative, miny two
//	{1,*|-1}           any other game, its options in canonical form
//	{2|1||0}           {{2|1}|0}: the longest bar splits first; this is only read
//
// Symbols next to each other are added: 1/2↑3*2 is 1/2 + ↑3 + *2, and 1+_2 is 1 plus tiny
// two. So is a sum with signs and parentheses between terms, which is only read:
// {2|-1} - (↑ + 1/2*). A minus sign between terms is about all of the term behind it, as in
// 2 - 1↑ = 1↓; at the beginning of a term it is about the first symbol, as in -1↑ = -1 + ↑.
// +- is always ±.
//
// # How
//
// [Arena.Make] decides by the simplicity theorem whether a game is a number, and otherwise
// drops and bypasses options (make.go). Comparisons are recursive, by the definition, and
// remembered. Most need no recursion: for every value two integers, its cuts, say
// which numbers are at most the value and which at least (arena.go), and a value whose cuts
// lie apart from those of another is greater. Numbers, sums of a number, ups and a nimber
// have names, by which they are compared and added (plain.go). Thermographs tell how hot
// a value is (thermograph.go).
//
// Everything is exact; there are only integers. Numbers m/2^e are kept for e up to
// [MaxExponent]. A game that lasts at most 32 moves stays in that range.
//
// The theory is in Berlekamp, Conway and Guy, Winning Ways, and in Siegel, Combinatorial
// Game Theory (2013).
package partizan
