package layers

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"math/big"
	"math/rand/v2"
)

// A maze is an Expander for tests. The children of a state are drawn by a random generator whose seed is the state, so
// a state always has the same children.
type maze struct {
	children int // the largest number of children of a state
	states   int // the largest number of states of a layer
	length   int // the largest length of a key
}

func (m *maze) Expand(key []byte, w Weight, emit func([]byte, Weight) error) (Weight, error) {
	seed := sha256.Sum256(key)
	r := rand.New(rand.NewChaCha8(seed))
	var dead Weight
	for range r.IntN(m.children + 1) {
		factor := r.Uint64N(1000)
		product, _ := w.CheckedMul(factor + 1)
		if factor < 100 {
			dead, _ = dead.CheckedAdd(product)
			continue
		}
		if err := emit(m.key(r.IntN(m.states)), product); err != nil {
			return Weight{}, err
		}
	}
	return dead, nil
}

// key returns the key of a state. Many keys begin with the same bytes, and some are beginnings of other keys.
func (m *maze) key(state int) []byte {
	sum := sha256.Sum256(binary.LittleEndian.AppendUint64(nil, uint64(state)))
	key := bytes.Repeat([]byte{0, sum[0] % 3, 7}, m.length/3+1)
	for i := range sum {
		key = append(key, sum[i]%4)
	}
	from := int(sum[1]) % (m.length + 1)
	return key[from:min(len(key), from+int(binary.LittleEndian.Uint16(sum[2:]))%(m.length+1))]
}

// oracle expands the states of a layer, given as a map, into the map of the next layer.
func oracle(m *maze, from map[string]*big.Int) (to map[string]*big.Int, dead *big.Int, emitted uint64) {
	to, dead = map[string]*big.Int{}, new(big.Int)
	for key, w := range from {
		lo, hi := new(big.Int), new(big.Int)
		hi.Rsh(w, 64)
		lo.And(w, new(big.Int).SetUint64(1<<64-1))
		d, _ := m.Expand([]byte(key), Weight{Hi: hi.Uint64(), Lo: lo.Uint64()}, func(key []byte, w Weight) error {
			emitted++
			if to[string(key)] == nil {
				to[string(key)] = new(big.Int)
			}
			to[string(key)].Add(to[string(key)], w.Big())
			return nil
		})
		dead.Add(dead, d.Big())
	}
	return to, dead, emitted
}
