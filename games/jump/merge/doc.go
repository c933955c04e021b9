// Package merge counts the boards of a size of the jump game together. For all m and w, it counts how often a group of tiles
// with equal keys has m tiles while w tiles have greater keys or none. The numbers of games follow from this (see
// count.go of games/jump). Package race has the rules and defines keys.
//
// The method works backwards from the goal, layer by layer, and chooses a tile's length only when it matters. Let A be the
// tiles that can reach the goal in at most t rounds, L the layer of those that need exactly t, and call the rest of A old.
// The length of a tile outside A leads to no old tile; nothing else is known about it. In the next layer are the tiles whose
// length leads to L; their lengths are chosen now. The other lengths lead to no tile of A and stay open. Within a layer,
// tiles are in groups of equal keys. The group of a new tile depends on the least group that it reaches, and then on its
// length if the length counts.
//
// If the tiles landed on decide who jumps first, a new tile is ordered by the length of the tile that it reaches instead of
// its own. So groups are divided by the lengths of their tiles too, if the next layer needs them, and groups with one key
// are counted together.
//
// So the rest depends only on A and the groups of L. Partial boards with the same A and groups are one state; its weight W
// is the number of these partial boards. Let c be the number of possible lengths of an open tile, and a the number of those
// that lead to no tile of A. A state stands for W times the product of all c boards. On W times the product of all a
// boards, no tile outside A reaches the goal.
//
// A board that is its own transpose has one length for each tile and its mirror image
// together: they are a unit, and so is every single tile if all boards are
// counted.
//
// Where one player is alone the order of tiles in a layer does not matter, and groups of
// a layer are one.
//
// Example: one row of three tiles, lengths 0 to 2, straight jumps. From the goal, tile 1
// leads there by 1 (of 3 lengths), tile 0 by 2. Both: 1 board, with a group of two tiles.
// Tile 1 alone: tile 0 has 2 lengths left, 0 and 1, so 2 boards have this group of one;
// then by 1 it leads to tile 1, a group of the next layer, on 1 board, and by 0 it stays
// behind on the other. Tile 0 alone: tile 1 has 2 lengths left, 0 and 2, on 2 boards; none
// leads to tile 0 or the goal. And on 4 boards neither leads anywhere, unless to the
// other.
package merge
