// Package keys puts the tiles of a small board of the jump game in the order of their
// keys, backwards from the goal. It shares no code with package race, which searches
// forwards from the players, and confirms its results; race has the rules and says
// what keys are and why the smallest one wins.
//
// The key of a tile is that of a player who starts there, without the player: the
// rounds T to the goal, then lengths of jumps, the last but one first, as far as ties
// ask for them. With no more than 64 tiles, sets of tiles are words.
//
// The tiles with T = 0 are the goal alone, those with T = 1 have all the same key. From
// T = 2 on, a tile x has T rounds if a jump leads to tiles of T-1 rounds and none to
// fewer, and its key is
//
//	(2, length of x)                                             if T = 2
//	the least key of those tiles, with T for T-1                 if ties go by the initial order
//	the same, and then the length of x                           if by the order of the round before
//
// for the jump from x is the first of T, and the last but one only if T = 2. So the
// groups of tiles with equal keys follow from those of the rounds before, least key
// first.
//
// The smallest example is the row 1 1 0: groups {2} of round 0, {1} of round 1 and {0}
// of round 2.
package keys
