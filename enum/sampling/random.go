package sampling

import (
	"encoding/binary"
	"math/rand/v2"
)

// GameSource returns the random numbers for generating game `number`, from 0, of a seed: ChaCha8 with a key of the
// seed, the size and the number, 8 bytes each, least significant byte first, and the word "generate".
func GameSource(seed uint64, size int, number uint64) *rand.Rand {
	return rand.New(rand.NewChaCha8(sourceKey(seed, size, number, "generate")))
}

func sourceKey(seed uint64, size int, number uint64, use string) (key [32]byte) {
	binary.LittleEndian.PutUint64(key[0:], seed)
	binary.LittleEndian.PutUint64(key[8:], uint64(size))
	binary.LittleEndian.PutUint64(key[16:], number)
	copy(key[24:], use)
	return key
}
