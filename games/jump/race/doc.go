// Package race solves the jump game: it finds which player first lands on the last tile, and in which round.
//
// # Rules
//
// A board has rows and columns of tiles, each with a length of at least 0. The goal is the last tile of the last row.
// Players stand on tiles; they may share a tile, and never block each other. A player jumps by the length of its tile;
// a [Move] says where that leads. A player is stuck if its tile has length 0 or all its jumps leave the board.
//
// In round 1 the players jump in the order of their numbers. In later rounds they jump in the order of the lengths of
// their last jumps ([Left]) or of their next jumps, from the tiles on which they landed ([Landed]), shortest first: the
// [Order] says which. The [Tie] breaks ties. The player who first lands on the goal wins in that round. The first
// player who starts on the goal, if any, wins in round 0.
//
// # Keys
//
// The key of a path to the goal says when a player who follows the path arrives, compared with other players. If the
// path takes T rounds, with jumps of lengths l1, l2, ..., lT, its key is
//
//	(T, l(T-1), player)                        if ties are broken by the initial order
//	(T, l(T-1), l(T-2), ..., l1, player)       if ties are broken by the order of the round before
//
// and if the order of a round is decided by the tiles on which players landed ([Landed])
//
//	(T, l(T), player)                          if ties are broken by the initial order; (1, player) for T = 1
//	(T, l(T), l(T-1), ..., l2, player)         if ties are broken by the order of the round before
//
// Claim: of two players who follow their paths, the one with the lexicographically smaller key lands on the goal first.
// This is clear unless both need T rounds. Then the player who jumps first in round T lands first. The order of the
// players in round T:
//
//   - If ties are broken by the initial order: round 1 is in the order of the players' numbers, and a later round t in
//     the order of (l(t-1), player).
//   - If ties are broken by the order of the round before: round 1 is the same. If round t-1 is in the order of
//     (l(t-2), ..., l1, player), then round t is in the order of l(t-1), and players with equal l(t-1) are in the order
//     of round t-1, so round t is in the order of (l(t-1), l(t-2), ..., l1, player).
//
// With Landed, round t > 1 is in the order of l(t) instead of l(t-1), and the same argument holds.
//
// A key depends only on the player's own path, and the others cannot stop a player, except by winning. So the best
// result of a player is the least key of its paths. Keys of different players differ, so the player whose least key is
// smallest wins, however the others play. If no player has a path to the goal, no player wins.
//
// # Search
//
// A [Solver] searches forwards from all starts, layer by layer. Layer t has the tiles that some player can reach in t
// rounds, and no player in fewer, in the order of their least keys so far, (l(t), ..., l1, player). For each tile it is
// enough to keep one path with the least key: all paths to the tile in t rounds can be continued in the same ways. The
// lengths of a continuation come first in the keys, so the path with the least key stays the best. A path with more
// rounds to the tile has more rounds to the goal.
//
// To find the next layer, the solver takes the tiles of a layer in the order of their lengths, and for equal lengths in
// the order of the layer, and appends the tiles that jumps from them reach. So the tiles of the next layer are found in
// the order of their keys, each from its best predecessor. The first tile of a layer from which a jump reaches the goal
// decides the game.
//
// If ties are broken by the initial order, the key has only one length, l(T-1). This length matters only for layer T-1,
// from which a jump reaches the goal, so layers are kept in the order of the players alone. When such a jump is found,
// the solver finds layer T-1 again, in the order of (l(T-1), player): it takes the tiles of layer T-2 in the order of
// their lengths.
//
// With Landed (the order by the tiles on which players landed), the tiles of each layer except the starts are sorted by
// length before the solver looks for the first tile from which a jump reaches the goal. The next layer is found in this
// order, or in the order of the players if the tie is Initial.
//
// A board of N tiles takes O(N) time with straight jumps, without the sorting of layers. With diamonds (jumps of l
// single steps in any directions, see [Move]), it takes O(N min(l, R, C)), where l is the usual length of a jump and R
// and C are the sides: a jump examines each line of its diamond (see reach.go), very quickly if its tiles have been
// reached. Both take O(N) space. On 1000 by 1000 tiles, 11 players take 0.05 s with straight jumps. With diamonds they
// take 0.1 s for random lengths up to 9, 0.7 s for lengths up to 99, and 2 s on the worst known boards, where long
// jumps leave tiles in each line that no player reaches.
//
// # Example
//
// On the board of one row
//
//	4 1 3 2 2 1 2 1 0
//
// players A, B and C start on the first three tiles and jump straight. A can go by the tiles 0 4 6 8, with jumps of 4,
// 2 and 2, and C by 2 5 6 8, with jumps of 3, 1 and 2. B needs four rounds. C wins in round 3, with the key (3, 1, C),
// which is less than A's key (3, 2, A): C jumps before A, because in round 2 C jumped 1 and A jumped 2.
package race
