package merge

import (
	"encoding/binary"
	"math/big"
	"math/bits"
)

// A wide is an integer from 0 to 2^128-1.
type wide struct{ high, low uint64 }

// plus returns a+b. The sum has to fit: no weight is more than the boards, and no sum
// more than these times the tiles.
func (a wide) plus(b wide) wide {
	low, carry := bits.Add64(a.low, b.low, 0)
	return wide{a.high + b.high + carry, low}
}

// times returns a*b, which has to fit.
func (a wide) times(b uint64) wide {
	high, low := bits.Mul64(a.low, b)
	return wide{high + a.high*b, low}
}

func (a wide) big() *big.Int {
	var bytes [16]byte
	binary.BigEndian.PutUint64(bytes[:8], a.high)
	binary.BigEndian.PutUint64(bytes[8:], a.low)
	return new(big.Int).SetBytes(bytes[:])
}
