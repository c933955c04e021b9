package jump

import (
	"cmp"
	"context"
	"math/rand/v2"

	"enumerate/enum"
	"enumerate/games/jump/race"
)

// A walker walks the boards of a space in the order of their lengths, read row by row,
// and on each the placings of the players in the order of their tiles. Of two games
// that the transposition swaps it keeps the one that comes first. It implements
// enum.Lister and enum.Prober.
type walker struct {
	space     *Space
	board     race.Board
	placing   *placing
	transpose []int32 // the number of each tile after transposition; nil if the board is not square
	solver    race.Solver
	counts    [][2]uint64 // classes by verdict and automorphisms less 1
}

// Walker returns a walker of the space.
func (s *Space) Walker() enum.Walker { return newWalker(s) }

func newWalker(s *Space) *walker {
	w := &walker{
		space:   s,
		board:   race.Board{Rows: s.rows, Columns: s.columns, Lengths: make([]int32, s.free()+1)},
		placing: newPlacing(s.free(), s.ruleset.players),
		counts:  make([][2]uint64, s.ruleset.players+1),
	}
	if s.square() {
		for row := range s.rows {
			for column := range s.columns {
				w.transpose = append(w.transpose, int32(column*s.columns+row))
			}
		}
	}
	return w
}

// Walk counts the classes of a shard.
func (w *walker) Walk(ctx context.Context, shard enum.Shard, tally *enum.Tally) error {
	first, boards := w.space.cut().piece(shard.ID)
	return w.count(ctx, first, boards, tally)
}

// count counts the classes of so many boards.
func (w *walker) count(ctx context.Context, first, boards uint64, tally *enum.Tally) error {
	clear(w.counts)
	err := w.each(ctx, first, boards, func(verdict int, automorphisms uint64) bool {
		w.counts[verdict][automorphisms-1]++
		return true
	})
	for verdict, counts := range w.counts {
		tally.Add(verdict, 1, counts[0])
		tally.Add(verdict, 2, counts[1])
	}
	return err
}

// List visits the classes of a shard.
func (w *walker) List(ctx context.Context, shard enum.Shard, only int, visit func(enum.Class) bool) error {
	first, boards := w.space.cut().piece(shard.ID)
	return w.each(ctx, first, boards, func(verdict int, automorphisms uint64) bool {
		if only != enum.AnyVerdict && verdict != only {
			return true
		}
		return visit(enum.Class{
			Verdict:        verdict,
			Automorphisms:  automorphisms,
			Representative: representative{Game{w.board, w.placing.tiles, w.space.ruleset.rules}},
		})
	})
}

// Probe walks as many boards as have about a thousand games, one after the other.
func (w *walker) Probe(ctx context.Context, random *rand.Rand, tally *enum.Tally) (float64, error) {
	p := pieces{w.space.boards(), max(1000/w.space.tuples(), 1)}
	first, boards := p.piece(random.Uint64N(p.number()))
	return float64(p.number()), w.count(ctx, first, boards, tally)
}

// gamesBetween is how many games are solved before the context is asked again.
const gamesBetween = 1 << 12

// each solves one game of every class on so many boards, until visit returns false.
func (w *walker) each(ctx context.Context, first, boards uint64, visit func(verdict int, automorphisms uint64) bool) error {
	w.begin(first)
	until := 0
	for board := range boards {
		if board > 0 {
			w.next()
		}
		mirrored := w.mirrored()
		for more := mirrored <= 0; more; more = w.placing.next() {
			if until--; until < 0 {
				if err := ctx.Err(); err != nil {
					return err
				}
				until = gamesBetween
			}
			automorphisms := uint64(1)
			if mirrored == 0 {
				switch order := w.placing.mirrored(w.transpose); {
				case order > 0:
					continue
				case order == 0:
					automorphisms = 2
				}
			}
			result, err := w.solver.Solve(ctx, w.board, w.placing.tiles, w.space.ruleset.rules)
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

// begin sets the lengths of a board by its number, and the first placing.
func (w *walker) begin(number uint64) {
	choices := uint64(w.space.choices())
	for tile := w.space.free() - 1; tile >= 0; tile-- {
		w.board.Lengths[tile] = w.space.ruleset.lengths.least + int32(number%choices)
		number /= choices
	}
	w.placing.reset()
}

// next goes on to the next board.
func (w *walker) next() {
	allowed := w.space.ruleset.lengths
	for tile := w.space.free() - 1; tile >= 0; tile-- {
		if w.board.Lengths[tile] < allowed.most {
			w.board.Lengths[tile]++
			return
		}
		w.board.Lengths[tile] = allowed.least
	}
}

// mirrored compares the board with its transpose: -1 if it comes before that or has none,
// 0 if it is symmetric, 1 if it comes after.
func (w *walker) mirrored() int {
	if w.transpose == nil {
		return -1
	}
	for tile, length := range w.board.Lengths {
		if order := cmp.Compare(length, w.board.Lengths[w.transpose[tile]]); order != 0 {
			return order
		}
	}
	return 0
}
