package kit

import (
	"context"
	"fmt"
	"iter"
	"math/big"

	"enumerate/enum"
)

const (
	gamesKey      = 1 // of games that were counted
	subtractedKey = 2 // of games that were found by subtracting the other verdicts from all games
)

// A Direct is a space whose games are counted by one call of a function, for methods that do not cut their work into
// shards. Its one shard has, for each verdict, the number of labelled games, under gamesKey if they were counted, or
// under subtractedKey if they were found by subtraction. Classes are known only if the group is trivial, because then
// every game is a class.
type Direct struct {
	enum.Space        // the games; the methods of Direct count them in another way
	Method     string // the name of its Method
	Version    int    // of the method; see Fingerprint
	// Count returns the number of labelled games of each verdict. One number may be nil, for all games minus the
	// others. When the context ends, Count soon returns the context's error. If Count takes long, it reports its
	// progress to Means.Share.
	Count func(ctx context.Context) ([]*big.Int, error)
}

// Totals returns the number of labelled games of each verdict from a tally of Walk. If the group is trivial, the
// numbers of classes are the same. A verdict has all its games under one key: gamesKey if they were counted, or
// subtractedKey if they were found by subtracting the other verdicts from all games. Totals fails if the tally has
// other keys.
func (d Direct) Totals(t *enum.Tally) (enum.Totals, error) {
	trivial := d.Group().Cmp(big.NewInt(1)) == 0
	totals := make([]enum.Total, t.Verdicts())
	for v := range totals {
		left := t.Count(v, subtractedKey)
		games := new(big.Int).Add(left, t.Count(v, gamesKey))
		if sum := t.Sum(v); sum.Cmp(games) != 0 {
			return enum.Totals{}, fmt.Errorf("%v of %v games are stored under an unknown key: expected %d (counted games) or %d (games found by subtraction)", new(big.Int).Sub(sum, games), sum, gamesKey, subtractedKey)
		}
		totals[v] = enum.Total{Games: games, GamesLeft: left.Sign() > 0}
		if trivial {
			totals[v].Classes, totals[v].ClassesLeft = new(big.Int).Set(games), totals[v].GamesLeft
		}
	}
	return enum.NewTotals(d, totals), nil
}

// Fingerprint contains the fingerprint of the walk of the same games, so a change of the walk invalidates stored
// counts, too.
func (d Direct) Fingerprint() string {
	return fmt.Sprintf("%s; %s=%d", d.Space.Fingerprint(), d.Method, d.Version)
}

// Shards yields one shard.
func (d Direct) Shards() iter.Seq[enum.Shard] { return enum.Shards(1) }

func (d Direct) Walker() enum.Walker { return d }

// Walk calls Count, checks the numbers, and adds them to the tally.
func (d Direct) Walk(ctx context.Context, _ enum.Shard, tally *enum.Tally) error {
	games, err := d.Count(ctx)
	if err != nil {
		return err
	}
	if got, want := len(games), tally.Verdicts(); got != want {
		return fmt.Errorf("the method %s counts %d verdicts, expected %d", d.Method, got, want)
	}

	rest := d.Games() // the games that no verdict has counted
	left := -1        // the verdict whose number is nil, if there is one
	for verdict, count := range games {
		name := d.Verdicts()[verdict]
		switch {
		case count == nil && left >= 0:
			return fmt.Errorf("the method %s counts neither %s nor %s", d.Method, d.Verdicts()[left], name)
		case count == nil:
			left = verdict
		case count.Sign() < 0:
			return fmt.Errorf("the method %s counts %v games of the verdict %s", d.Method, count, name)
		default:
			tally.AddBig(verdict, gamesKey, count)
			rest.Sub(rest, count)
		}
	}

	if left < 0 {
		return nil
	}
	if rest.Sign() < 0 {
		return fmt.Errorf("the method %s counts %v games more than there are", d.Method, rest.Neg(rest))
	}
	tally.AddBig(left, subtractedKey, rest)
	return nil
}
