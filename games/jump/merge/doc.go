// Package merge counts the boards of a size of the jump game together. A key says how well a player does from a tile;
// package race has the rules and defines keys. A group is the tiles with the same key. For all m and w, package merge
// counts how often a group has m tiles while w tiles have greater keys or no key. The numbers of games follow from this
// (see count.go of games/jump).
//
// The method works backwards from the goal, layer by layer, and chooses a tile's length only when the length matters.
// Let A be the tiles that can reach the goal in at most t rounds, and L the layer of tiles that need exactly t rounds.
// Call the rest of A old. A tile outside A has a length that leads to no old tile; nothing else is known about this
// length. If the length leads to L, the tile is in the next layer, and its length is chosen now. Otherwise the length
// leads to no tile of A and stays open. Within a layer, tiles are in groups of equal keys. The group of a new tile
// depends on the least group that the tile reaches, and then on its length if the length counts.
//
// If the tiles landed on decide who jumps first, a new tile is ordered by the length of the tile that it reaches
// instead of its own length. So groups are also divided by the lengths of their tiles, if the next layer needs this,
// and groups with one key are counted together.
//
// So the rest of the count depends only on A and the groups of L. Partial boards with the same A and groups are one
// state. Its weight W is the number of these partial boards. For an open tile, let c be the number of its possible
// lengths, and a the number of possible lengths that lead to no tile of A. A state stands for as many boards as the
// product of W and all c. The number of these boards on which no tile outside A reaches the goal is the product of W
// and all a.
//
// On a board that is its own transpose, a tile and its mirror image have the same length. If only such boards are
// counted, a tile and its mirror image are a unit, whose length is chosen once. If all boards are counted, every single
// tile is a unit.
//
// For a single player, the order of tiles in a layer does not matter, and all tiles of a layer are one group.
//
// Example: one row of three tiles, lengths 0 to 2, straight jumps. Each tile has 3 lengths. To the goal, tile 1 leads
// by the length 1, and tile 0 by 2. There are four cases for these two tiles:
//
//   - Both lead to the goal: 1 board, with a group of two tiles.
//   - Only tile 1 does: tile 0 has 2 lengths left, 0 and 1, so 2 boards have this group of one tile. By 1 tile 0 leads
//     to tile 1, and is a group of the next layer, on 1 board. By 0 it stays behind, on the other board.
//   - Only tile 0 does: tile 1 has 2 lengths left, 0 and 2, on 2 boards. Neither leads to tile 0 or the goal.
//   - None does: 4 boards, on which a tile leads nowhere or to the other tile.
package merge
