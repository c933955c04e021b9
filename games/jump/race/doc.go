// Package race solves the jump game: who lands on the last tile first, and when. It does
// not depend on the engine.
//
// A board has rows and columns of tiles, each with a length, an integer of at least 0. Players stand on tiles; they may
// share a tile, and never block each other. A player jumps as far as the length of its tile ([Move]). On a tile of length 0,
// or if every jump leaves the board, it is stuck forever. In round 1 the players jump in the order of their numbers. In later
// rounds they jump in the order of the lengths of their last jumps, or of the lengths of their next jumps, shortest first
// ([Order]; [Tie] breaks ties). The player who first lands on the goal, the last tile of the last row, wins in that round. A
// player who starts on the goal wins in round 0, before any jump; if there are several, the first one wins.
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
// Of two players who follow their paths, the one with the lexicographically smaller key lands on the goal first. Assume that
// both need T rounds; otherwise the claim is clear. Then the player who jumps first in round T lands first. If ties are
// broken by the initial order: round 1 is in the order of player, and a later round t in the order of (l(t-1), player). If
// ties are broken by the order of the round before: round 1 is in the order of player. If round t-1 is in the order of
// (l(t-2), ..., l1, player), then round t is in the order of l(t-1), and among equals in that of round t-1, that is, in the
// order of (l(t-1), l(t-2), ..., l1, player). The last jump does not matter, because its length would count in the next
// round. With Landed, round t > 1 is in the order of l(t) instead of l(t-1), and the same argument holds.
//
// A key depends only on the player's own path, and until the game ends the others cannot keep a player from its path. So the
// best result of a player is the least key of its paths. Keys of different players differ. The player with the smallest
// least key wins against all play of the others. If no player has a path, there is no winner.
//
// # Search
//
// A [Solver] searches forwards from all starts, layer by layer. Layer t has the tiles that some player can reach in t rounds,
// and no player in fewer, in the order of their least keys so far, (l(t), ..., l1, player). One path with the least key is
// enough for each tile: the continuations from the tile are the same for all paths and come first in their keys, and a path
// with more rounds to the tile has more rounds to the goal. A layer is expanded in the order of the tiles' lengths, and
// for equal lengths in the order of the layer. So the next layer is found in the order of its keys, and each tile from its
// best predecessor. The first tile of a layer from which a jump reaches the goal decides the game.
//
// If ties are broken by the initial order, lengths before the last two jumps do not
// count, and layers are kept in the order of the players alone. Only when the goal is
// in reach is it known which layer is the last; that one is found a second time, from
// the layer before it in the order of lengths.
//
// With Landed, the tiles of each layer except the starts are sorted by length before the first one that reaches the goal
// decides. The next layer is found in this order, or in the order of the players if that breaks ties. No tile is found
// twice.
//
// A board of N tiles takes O(N) time with straight jumps, without the sorting of layers. With diamonds it takes
// O(N min(l, R, C)), where l is the usual length of a jump and R and C are the sides: a jump examines each line of its diamond
// (see reach.go), very quickly if its tiles have been reached. Both take O(N) space. On 1000 by 1000 tiles, 11 players take
// 0.05 s with straight jumps. With diamonds they take 0.1 s for random lengths up to 9, 0.7 s for lengths up to 99, and 2 s
// on the worst known boards, where long jumps leave tiles in each line that no player reaches.
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
