package kit

import (
	"context"
	"fmt"
	"iter"
	"math/big"

	"enumerate/enum"
)

// The keys under which tallies of a Direct count labelled games.
const (
	gamesKey = 1 // that were counted
	leftKey  = 2 // that others leave
)

// A Direct is a space that is counted in one piece, by any method: it has one shard,
// whose tally holds the labelled games of each verdict, under the key 1, or 2 if they
// are what the other verdicts leave. Classes follow only where the group is trivial and
// every game is a class.
type Direct struct {
	enum.Space        // of the games; a Direct replaces how they are counted
	Method     string // the name of its Method
	Version    int    // of the method; see Fingerprint
	// Count returns the labelled games of each verdict. One may be nil: it is the rest of
	// all games. Count returns the context's error soon after the context ends, and reports
	// its progress to Means.Share if it takes long.
	Count func(ctx context.Context) ([]*big.Int, error)
}

// Totals returns the labelled games.
func (d Direct) Totals(t *enum.Tally) (enum.Totals, error) {
	trivial := d.Group().Cmp(big.NewInt(1)) == 0
	totals := make([]enum.Total, t.Verdicts())
	for v := range totals {
		left := t.Count(v, leftKey)
		games := new(big.Int).Add(left, t.Count(v, gamesKey))
		if sum := t.Sum(v); sum.Cmp(games) != 0 {
			return enum.Totals{}, fmt.Errorf("%v of %v games are counted under other keys than %d and %d", new(big.Int).Sub(sum, games), sum, gamesKey, leftKey)
		}
		totals[v] = enum.Total{Games: games, GamesLeft: left.Sign() > 0}
		if trivial {
			totals[v].Classes, totals[v].ClassesLeft = new(big.Int).Set(games), totals[v].GamesLeft
		}
	}
	return enum.NewTotals(d, totals), nil
}

// Fingerprint names the games, the method and its version. It contains the version of the
// walk, so that a change of the walk invalidates counts too.
func (d Direct) Fingerprint() string {
	return fmt.Sprintf("%s; %s=%d", d.Space.Fingerprint(), d.Method, d.Version)
}

// Shards yields one shard.
func (d Direct) Shards() iter.Seq[enum.Shard] { return enum.Shards(1) }

// Walker returns a walker that counts.
func (d Direct) Walker() enum.Walker { return d }

// Walk counts.
func (d Direct) Walk(ctx context.Context, _ enum.Shard, tally *enum.Tally) error {
	games, err := d.Count(ctx)
	if err != nil {
		return err
	}
	if got, want := len(games), tally.Verdicts(); got != want {
		return fmt.Errorf("the method %s counts %d verdicts, there are %d", d.Method, got, want)
	}
	rest := d.Games()
	left := -1
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
	tally.AddBig(left, leftKey, rest)
	return nil
}
