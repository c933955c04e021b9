package kit

import (
	"math/big"
	"math/rand/v2"

	"enumerate/enum"
)

// Lists returns an enum.Ruleset.Lister, which lists the classes that a walk visits.
func Lists(walk func(size int, m enum.Means) (enum.Space, error), list func(enum.Space) enum.Lister) func(int) (enum.Lister, error) {
	return func(size int) (enum.Lister, error) {
		s, err := walk(size, enum.Means{})
		if err != nil {
			return nil, err
		}
		return list(s), nil
	}
}

// Samples returns an enum.Ruleset.Sampler, which makes the space of a size once for all samplers.
func Samples(space func(size int) (enum.Space, error), sampler func(enum.Space) enum.Sampler) func(int) (func() enum.Sampler, error) {
	return func(size int) (func() enum.Sampler, error) {
		s, err := space(size)
		if err != nil {
			return nil, err
		}
		return func() enum.Sampler { return sampler(s) }, nil
	}
}

// Below returns a random number from 0 to end-1; all are equally likely. It draws as many bits as end has until the
// number is less than end, on average at most twice.
func Below(end *big.Int, random *rand.Rand) *big.Int {
	words := (end.BitLen() + 63) / 64
	spare := uint(64*words - end.BitLen()) // the bits of these words that are not needed
	for {
		number := new(big.Int)
		for range words {
			number.Lsh(number, 64).Or(number, new(big.Int).SetUint64(random.Uint64()))
		}
		number.Rsh(number, spare)
		if number.Cmp(end) < 0 {
			return number
		}
	}
}
