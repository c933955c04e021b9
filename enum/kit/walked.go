package kit

import (
	"context"
	"math/big"
	"math/rand/v2"
	"time"

	"enumerate/enum"
)

// Forecasts returns a Method's Estimate: from descents of the walks of its spaces.
func Forecasts(walk func(size int, m enum.Means) (enum.Space, error), descent func(enum.Space) enum.Descent) func(context.Context, int, time.Duration) (enum.Forecast, error) {
	return func(ctx context.Context, size int, during time.Duration) (enum.Forecast, error) {
		s, err := walk(size, enum.Means{})
		if err != nil {
			return enum.Forecast{}, err
		}
		return enum.Estimate(ctx, s, descent(s), during, 1)
	}
}

// Lists returns a ruleset's Lister, of the spaces that can be walked.
func Lists(walk func(size int, m enum.Means) (enum.Space, error), list func(enum.Space) enum.Lister) func(int) (enum.Lister, error) {
	return func(size int) (enum.Lister, error) {
		s, err := walk(size, enum.Means{})
		if err != nil {
			return nil, err
		}
		return list(s), nil
	}
}

// RankOf returns the number of a form's class on the listing of its size, from 1, if that has at most
// that many classes; otherwise nil. The time is that of the listing.
func RankOf(ctx context.Context, r *enum.Ruleset, f enum.Form, most int64) (*big.Int, error) {
	if r.Lister == nil || !r.Walked().Contains(f.Size) {
		return nil, nil
	}
	walk, err := r.Method(enum.Walk)
	if err != nil {
		return nil, err
	}
	space, err := walk.Space(f.Size, enum.Means{})
	if err != nil {
		return nil, err
	}
	if classes := space.Classes(); classes == nil || classes.Cmp(big.NewInt(most)) > 0 {
		return nil, nil
	}
	list, err := r.Lister(f.Size)
	if err != nil {
		return nil, err
	}
	var rank *big.Int
	number := int64(0)
	err = enum.List(ctx, space, list, enum.Part{}, enum.AnyVerdict, func(c enum.Class) bool {
		number++
		if c.Automorphisms == f.Automorphisms.Uint64() && c.Game() == f.Game {
			rank = big.NewInt(number)
		}
		return rank == nil
	})
	return rank, err
}

// Below returns a random number from 0 to end-1, all alike, by words of 64 bits.
func Below(end *big.Int, random *rand.Rand) *big.Int {
	words, spare := (end.BitLen()+63)/64, uint(-end.BitLen()&63)
	for {
		number := new(big.Int)
		for range words {
			number.Lsh(number, 64).Or(number, new(big.Int).SetUint64(random.Uint64()))
		}
		if number.Rsh(number, spare); number.Cmp(end) < 0 {
			return number
		}
	}
}
