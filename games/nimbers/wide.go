package nimbers

import (
	"math/big"
	"math/bits"
)

// A wide is an integer from 0 to 2^128-1: high·2^64 + low. Package jump/merge has one
// like it: rulesets know nothing of each other, and a dozen lines are not worth a package
// that both depend on.
type wide struct{ high, low uint64 }

// times returns x·y, which must fit.
func (x wide) times(y uint64) wide {
	high, low := bits.Mul64(x.low, y)
	return wide{x.high*y + high, low}
}

// plus returns x+y, which must fit.
func (x wide) plus(y wide) wide {
	low, carry := bits.Add64(x.low, y.low, 0)
	return wide{x.high + y.high + carry, low}
}

// big returns x.
func (x wide) big() *big.Int {
	high := new(big.Int).SetUint64(x.high)
	return high.Or(high.Lsh(high, 64), new(big.Int).SetUint64(x.low))
}
