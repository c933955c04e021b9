package jump

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"

	"enumerate/enum"
	"enumerate/enum/single"
	"enumerate/enum/values"
	"enumerate/games/jump/race"
	"enumerate/internal/lists"
)

func (r settings) walk(columns int, _ enum.Means) (enum.Space, error) {
	if sizes := r.walkSizes(); r.sizes().Contains(columns) && !sizes.Contains(columns) {
		return nil, sizeError(columns, "to walk "+r.name(), sizes)
	}
	return r.space(columns)
}

// A walker goes through all boards of a space in the lexicographic order of their lengths, row by row, and on each
// board through the placings of the players, in the order of their tiles. Of two games that are transposes of each
// other, it solves only the first.
type walker struct {
	space   *space
	board   race.Board
	placing *placing
	solver  race.Solver
}

func (s *space) Walker() enum.Walker {
	return &walker{
		space:   s,
		board:   race.Board{Rows: s.rows, Columns: s.columns, Lengths: make([]int32, s.free()+1)},
		placing: &placing{make([]int32, s.settings.players), make([]bool, s.free())},
	}
}

// Walk counts the classes of a shard.
func (w *walker) Walk(ctx context.Context, shard enum.Shard, tally *enum.Tally) error {
	return w.over(w.space.division()).Count(ctx, shard, tally)
}

// list calls visit for the classes of a shard with the verdict `only`; see enum.Lister. During a visit, g is the game
// that the walker has just solved, because it shares the walker's board and placing.
func (w *walker) list(ctx context.Context, shard enum.Shard, only int, visit func(enum.Class) bool) error {
	g := game{w.board, w.placing.tiles, w.space.settings.rules}
	class := enum.Class{Game: g.String, Solution: func() single.Solution {
		solution, err := g.solution(context.Background())
		if err != nil {
			panic(err) // the context does not end
		}
		return solution
	}}
	return w.over(w.space.division()).Lister(class)(ctx, shard, only, visit)
}

// solution returns the winner and its path. If no player wins, it returns the tiles that players can reach: no jump
// from these leads to others.
func (g game) solution(ctx context.Context) (single.Solution, error) {
	var solver race.Solver
	result, err := solver.Solve(ctx, g.Board, g.Starts, g.Rules)
	if err != nil {
		return single.Solution{}, err
	}
	solution := single.Solution{Verdict: newWinner(result).Verdict}
	var tiles []int32
	if result.Winner == race.None {
		solution.Proof, tiles = "reach", slices.Sorted(slices.Values(solver.Reached()))
	} else {
		solution.Proof, tiles = "path", solver.Path()
	}
	solution.Names = lists.Map(tiles, g.tileName)
	return solution, nil
}

// descend is an enum.Descent. It walks a random part of consecutive boards with about a thousand games, and returns the
// number of such parts as the weight, so that the tally times the weight estimates the whole.
func (w *walker) descend(ctx context.Context, random *rand.Rand, tally *enum.Tally, _ func(weight float64)) (float64, error) {
	const games = 1000
	d := division{boards: w.space.boards(), each: max(games/w.space.tuples(), 1)}
	return float64(d.number()), w.over(d).Count(ctx, enum.Shard{ID: random.Uint64N(d.number())}, tally)
}

const gamesBetween = 1 << 12

// over returns the function that visits the classes of a shard when d divides the boards into shards.
func (w *walker) over(d division) values.Each {
	return func(ctx context.Context, shard enum.Shard, visit func(verdict int, automorphisms uint64) bool) error {
		first, boards := d.shard(shard.ID)
		return w.each(ctx, first, boards, visit)
	}
}

// each solves the games on the boards with the numbers first to first+boards-1, but only the first of two games that
// are transposes of each other. It calls visit with the index of each verdict and the number of automorphisms: 2 for a
// game that is its own transpose, otherwise 1. It stops when visit returns false.
func (w *walker) each(ctx context.Context, first, boards uint64, visit func(verdict int, automorphisms uint64) bool) error {
	w.begin(first)
	until := 0 // the number of games until the next check of the context
	for board := range boards {
		if board > 0 {
			next(w.board.Lengths[:w.space.free()], w.space.settings.least, w.space.settings.most)
		}

		// If the transpose of the board comes first, the game on that board stands for the class.
		boardOrder := w.compareMirrorBoard()
		for more := boardOrder <= 0; more; more = w.placing.next() {
			until--
			if until < 0 {
				if err := ctx.Err(); err != nil {
					return err
				}
				until = gamesBetween
			}

			automorphisms := uint64(1)
			if boardOrder == 0 {
				switch order := w.placing.compareMirror(w.board); {
				case order > 0:
					continue // the transposed placing comes first, and stands for the class
				case order == 0:
					automorphisms = 2
				}
			}

			result, err := w.solver.Solve(ctx, w.board, w.placing.tiles, w.space.settings.rules)
			if err != nil {
				return err
			}
			if !visit(w.space.verdict(result), automorphisms) {
				return nil
			}
		}
		w.placing.reset()
	}
	return nil
}

// begin sets the walker's board to the one with the given number, and its placing to the first.
func (w *walker) begin(number uint64) {
	choices := uint64(w.space.choices())
	for tile := w.space.free() - 1; tile >= 0; tile-- {
		w.board.Lengths[tile] = w.space.settings.least + int32(number%choices)
		number /= choices
	}
	w.placing.reset()
}

// compareMirrorBoard compares the walker's board with its transpose as cmp.Compare does, by the lengths of the tiles. A
// board that is not square comes first.
func (w *walker) compareMirrorBoard() int {
	if !w.space.square() {
		return -1
	}
	for tile, length := range w.board.Lengths {
		if order := cmp.Compare(length, w.board.Lengths[mirror(w.board, int32(tile))]); order != 0 {
			return order
		}
	}
	return 0
}

// A placing has players on different tiles off the goal.
type placing struct {
	tiles []int32 // tiles[i] is the tile of player i
	taken []bool  // taken[tile] says whether a player is on the tile
}

// reset makes p the first placing, with player i on tile i.
func (p *placing) reset() {
	clear(p.taken)
	for player := range p.tiles {
		p.tiles[player] = int32(player)
		p.taken[player] = true
	}
}

// next changes p into the next placing in the lexicographic order of the players' tiles, and reports whether there is
// one.
func (p *placing) next() bool {
	// The last player with a later free tile goes there. The players after it go to the first free tiles.
	player := len(p.tiles) - 1
	for ; player >= 0; player-- {
		at := p.tiles[player]
		p.taken[at] = false
		if later := slices.Index(p.taken[at+1:], false); later >= 0 {
			p.put(player, at+1+int32(later))
			break
		}
	}
	if player < 0 {
		return false
	}
	for player++; player < len(p.tiles); player++ {
		p.put(player, int32(slices.Index(p.taken, false)))
	}
	return true
}

func (p *placing) put(player int, tile int32) {
	p.tiles[player] = tile
	p.taken[tile] = true
}

// compareMirror compares a placing with its transpose as cmp.Compare does, tile by tile.
func (p *placing) compareMirror(b race.Board) int {
	for _, tile := range p.tiles {
		if order := cmp.Compare(tile, mirror(b, tile)); order != 0 {
			return order
		}
	}
	return 0
}

type sampler struct {
	space  *space
	board  race.Board
	tiles  []int32 // the tiles off the goal, in ascending order between two draws
	swaps  []int32 // swaps[i] is the index in tiles of the tile that was drawn for player i
	starts []int32 // starts[i] is the tile of player i
	solver race.Solver
}

// newSampler returns a sampler of random games of a space.
func newSampler(s *space) *sampler {
	d := &sampler{
		space:  s,
		board:  race.Board{Rows: s.rows, Columns: s.columns, Lengths: make([]int32, s.free()+1)},
		tiles:  make([]int32, s.free()),
		swaps:  make([]int32, s.settings.players),
		starts: make([]int32, s.settings.players),
	}
	for tile := range d.tiles {
		d.tiles[tile] = int32(tile)
	}
	return d
}

// Sample draws a game and solves it. The work that it returns is empty, because a solution takes no decisions.
func (d *sampler) Sample(ctx context.Context, random *rand.Rand) (int, enum.Work, error) {
	d.draw(random)
	result, err := d.solver.Solve(ctx, d.board, d.starts, d.space.settings.rules)
	return d.space.verdict(result), enum.Work{}, err
}

// draw draws a game uniformly at random. The starts are the first tiles of a partial shuffle of d.tiles. Its swaps are
// undone at the end, which is faster than a new list.
func (d *sampler) draw(random *rand.Rand) {
	least, choices := d.space.settings.least, d.space.choices()
	for tile := range d.tiles {
		d.board.Lengths[tile] = least + int32(random.Int64N(choices))
	}
	for player := range d.starts {
		d.swaps[player] = int32(player + random.IntN(len(d.tiles)-player))
		d.swap(player)
		d.starts[player] = d.tiles[player]
	}
	for player := len(d.swaps) - 1; player >= 0; player-- {
		d.swap(player)
	}
}

// swap swaps the tile drawn for a player with the tile at the player's index. A second call undoes this.
func (d *sampler) swap(player int) {
	other := d.swaps[player]
	d.tiles[player], d.tiles[other] = d.tiles[other], d.tiles[player]
}

// next changes the digits, each from least to most, into those of the next number, and reports whether there is one.
func next(digits []int32, least, most int32) bool {
	for i := range slices.Backward(digits) {
		if digits[i] < most {
			digits[i]++
			return true
		}
		digits[i] = least
	}
	return false
}
