// Package race solves the jump game: who lands on the last tile first, and when. It does
// not depend on the engine.
//
// A board has rows and columns of tiles, each with a length, an integer of at
// least 0. Players stand on tiles; they share them, and never block each other. A
// player whose turn it is jumps as far as its tile's length says ([Move]); on a
// tile of length 0, and on one from which every jump leaves the board, it is stuck
// for good. In round 1 the players jump in their own order. In every later round they
// jump in the order of the lengths that they jumped in the round before, shortest first,
// or of those that they are about to jump ([Order]; [Tie] says who comes first among
// equals). The player who first lands on the goal, the last tile of the last row, wins,
// in that round. A player that starts there has won in round 0, before any jump, the
// first such player if there are several.
//
// # Keys
//
// Say that a player reaches the goal in round T on a path whose jumps have lengths
// l1, l2, ..., lT. The key of the path is
//
//	(T, l(T-1), player)                        if ties are broken by the initial order
//	(T, l(T-1), l(T-2), ..., l1, player)       if ties are broken by the order of the round before
//
// and if the tiles landed on decide (Landed)
//
//	(T, l(T), player)                          for T > 1, (1, player) for T = 1
//	(T, l(T), l(T-1), ..., l2, player)
//
// Of two players that keep to their paths, the one with the lexicographically smaller
// key lands on the goal first. Let T be the same for both, or there is nothing to prove;
// then the one that comes first in round T does. Initial order: round 1 is in the order
// of player, and any later round t in that of (l(t-1), player). Order of the round
// before: round 1 is in the order of player; if round t-1 is in that of (l(t-2), ..., l1,
// player), then round t is in the order of l(t-1), and among equals in that of round t-1,
// hence in that of (l(t-1), l(t-2), ..., l1, player). The last jump does not matter: its
// length would count in the next round. With Landed round t is in the order of l(t) in
// place of l(t-1), for t > 1, and the same argument holds.
//
// A key depends on nothing but the player's own path, and as long as the goal is open a
// player can keep to its path, whatever the others do. So a player can do no better and
// need do no worse than the least key of its paths. The player whose least key is the
// smallest wins against all play of the others; if no player has a path, there is no
// winner. Keys of different players differ.
//
// # Search
//
// A [Solver] searches forwards from all starts at once, layer by layer: layer t has
// the tiles that some player can reach in t rounds and no player in fewer, the tile with
// the least key so far, (l(t), ..., l1, player), first. For each tile one path with that
// key is enough: whatever follows from the tile is the same for all paths and comes first
// in their keys, and a path that takes more rounds to the tile takes more to the goal.
// The layer is expanded in the order of the tiles' lengths, tiles of one length in the
// layer's own order; so the next layer is found in the order of its keys, and each tile
// by its best predecessor. The first tile of a layer from which a jump reaches the goal
// decides the game.
//
// If ties are broken by the initial order, lengths before the last two jumps do not
// count, and layers are kept in the order of the players alone. Only when the goal is
// in reach is it known which layer is the last; that one is found a second time, from
// the layer before it in the order of lengths.
//
// With Landed a layer's tiles are put in the order of their lengths before the first of
// them that reaches the goal is looked for, but for the starts; the next layer is found in that
// order, or in that of the players if it breaks ties, and none is found twice.
//
// A board of N tiles takes O(N) time with straight jumps, but for the sorting of layers.
// With diamonds it takes O(N min(l, R, C)), where l is the usual length of a jump and
// R and C are the sides: a jump looks at each line of its diamond (see reach.go), in
// next to no time at those whose tiles are reached already. Both take O(N) space. On a
// thousand rows of a thousand, 11 players take 0.05 s straight; within diamonds 0.1 s
// with random lengths up to 9, 0.7 s up to 99, and 2 s on the worst boards known, where
// long jumps leave tiles in each line that no player reaches.
//
// # Example
//
// On the board of one row
//
//	4 1 3 2 2 1 2 1 0
//
// players A, B and C start on the first three tiles and jump straight. A can go 0 4 6 8,
// jumping 4, 2 and 2, and C 2 5 6 8, jumping 3, 1 and 2. B needs four rounds. In round 3
// C comes before A, since it jumped 1 in round 2, and A 2: C wins in round 3, with the
// key (3, 1, C), before A's (3, 2, A).
package race
