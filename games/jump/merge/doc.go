// Package merge counts the boards of a size of the jump game, all at once: how often a
// group of tiles with equal keys has m tiles, while w tiles have greater keys or none.
// That is all it takes to count games (see count.go of games/jump). Package race has the
// rules, and says what keys are.
//
// It goes backwards from the goal, layer by layer, and chooses a tile's length only when
// that matters. Say that the tiles A can reach the goal in some number of rounds, the tiles
// L of A in no fewer, and the rest of A, the old ones, in fewer. Of another tile it is
// known that its length leads to no old tile, and nothing else. Now either its length leads
// to L: then it is chosen, and the tile is of the next layer. Or it does not lead to A at
// all, and stays open. Within a layer, tiles are in groups of equal keys; the group of a
// new tile is that of the least tile that it reaches, then its length, as far as that
// counts.
//
// If the tiles landed on decide who jumps first, a new tile counts by the length of the tile
// that it reaches, and not by its own. So groups are parted by the lengths of their own
// tiles as well, as far as the next layer asks for these, and those of one key are counted
// together.
//
// So what is still to come depends on A and the groups of L alone. Partial boards that
// have these in common are one state, whose weight is how many they are, each choice of
// lengths made so far being one. A state with weight W in which c lengths are left for
// each open tile, by what is known of it, stands for W times the product of all c boards,
// in which the groups of L are what they are; if a lengths of each lead nowhere in A, then
// on W times the product of all a boards, the tiles outside A do not reach the goal.
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
