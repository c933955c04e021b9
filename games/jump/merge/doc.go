// Package merge counts, on all boards of a size of the jump game together, how good the tiles are for a player. The key
// of a tile says how soon a player comes from it to the goal, the last tile; package race has the rules and defines
// keys. A group is the tiles of a board with the same key. For all m and w, package merge counts how often a group has
// m tiles while w tiles have greater keys or no key. The numbers of games that each player wins follow by a formula
// (see count.go of games/jump).
//
// # Method
//
// The method works backwards from the goal, layer by layer, and chooses a tile's length only when the length matters.
// Let A be the tiles that can reach the goal in at most t rounds, and let the layer L be those that need exactly t
// rounds. Call the rest of A old. A tile outside A has a length that leads to no old tile, because otherwise the tile
// would be in A. If the length leads to L, the tile is in the next layer, and its length is chosen now. Otherwise it
// leads to no tile of A; the tile stays open, which means that its length is chosen later. Within a layer, tiles are in
// groups of equal keys. Two tiles of the next layer are compared by the best groups of L to which jumps from them lead.
// If this is the same group for both, the tile with the shorter length has the smaller key, or the keys are equal if
// lengths do not count in this layer (see package race).
//
// With the rule race.Landed, players jump in the order of the lengths of the tiles on which they landed. Then the key
// of a tile does not depend on its own length, but on that of the tile to which the jump leads. So the groups of L are
// divided into parts whose tiles have equal lengths, if these lengths matter for the next layer. When package merge
// counts the tiles of a group, it takes parts with the same key together.
//
// Hence the rest of the count depends only on A and the groups of L. Partial boards, with lengths on A only, that have
// the same A and the same groups are merged into one state, whose weight W is their number. For each open tile, let c
// be the number of lengths that lead to no old tile, and a the number of lengths that lead to no tile of A. The number
// of whole boards for which a state stands is W times the product of the numbers c of all open tiles. On some of these
// boards no tile outside A reaches the goal; their number is W times the product of the numbers a.
//
// If only boards that are their own transpose are counted, a tile and its mirror image are a unit, whose length is
// chosen once. Otherwise every tile is a unit.
//
// For a single player, all tiles of a layer are one group.
//
// # Example
//
// One row of three tiles, numbered 0, 1 and 2, has lengths 0 to 2 and straight jumps. Tile 2 is the goal. Tile 1 leads
// to the goal if its length is 1, and tile 0 if its length is 2. Of the 3 * 3 boards:
//
//   - On 1 board both tiles lead to the goal: they are a group of two tiles.
//   - On 2 boards only tile 1 leads to the goal, and is a group of one tile. With the length 1, tile 0 leads to tile 1,
//     and is a group of the next layer. With the length 0 it has no key.
//   - On 2 boards only tile 0 leads to the goal. Tile 1 has one of the lengths 0 and 2, which lead nowhere.
//   - On 4 boards no tile leads to the goal: tile 0 has the length 0 or 1, and tile 1 has 0 or 2.
package merge
