package wonderwall

import (
	"context"
	"errors"
	"fmt"

	"enumerate/enum"
	"enumerate/games/wonderwall/partial"
	"enumerate/internal/layers"
)

// pieces returns into how many pieces the last layer of n players is cut, so that each
// of them takes some seconds at most: they are what an interruption loses, and what a run
// is split into.
func pieces(n int) uint64 {
	switch {
	case n <= 7:
		return 1
	case n == 8:
		return 16
	case n == 9:
		return 64
	case n == 10:
		return 1 << 10
	case n == 11:
		return 1 << 14
	}
	return 1 << 20
}

// complete counts the solvable games of one piece. The first one also has the games
// that died before the last layer.
func (j *job) complete(ctx context.Context, c *Counting, piece uint64, completer *partial.Completer, tally *enum.Tally) (err error) {
	b, err := j.enter(ctx, c)
	if err != nil {
		return err
	}
	defer func() {
		if left := j.leave(); left != nil {
			err = errors.Join(err, left)
		}
	}()
	states := b.layer.States()
	var reached, found layers.Weight
	from, to := cut(states, piece, j.pieces), cut(states, piece+1, j.pieces)
	visited := 0
	err = b.layer.Each(from, to, func(key []byte, w layers.Weight) error {
		if visited++; visited%16 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		count, err := completer.Count(key)
		if err != nil {
			return err
		}
		games, ok1 := w.CheckedMul(count)
		var ok2, ok3 bool
		found, ok2 = found.CheckedAdd(games)
		reached, ok3 = reached.CheckedAdd(w)
		if !ok1 || !ok2 || !ok3 {
			return layers.ErrOverflow
		}
		return nil
	})
	if err != nil {
		return err
	}
	covered := reached.Big()
	covered.Mul(covered, j.games.Completions(j.last))
	if piece == 0 {
		covered.Add(covered, b.dead)
	}
	rest := covered.Sub(covered, found.Big())
	if rest.Sign() < 0 {
		return fmt.Errorf("%s, piece %d: more solvable games than games", j.name, piece)
	}
	tally.AddBig(solvable, j.key, found.Big())
	tally.AddBig(unsolvable, j.key, rest)
	return nil
}

// cut returns where a piece of so many states begins.
func cut(states, piece, pieces uint64) uint64 {
	return states/pieces*piece + states%pieces*piece/pieces
}
