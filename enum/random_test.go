package enum_test

import (
	"testing"

	"enumerate/enum/sampling"
)

// TestGeneratedGamesAreTheSameForEver compares the random numbers of some seeds with recorded ones, because published
// games are named by their seeds.
func TestGeneratedGamesAreTheSameForEver(t *testing.T) {
	first := func(seed uint64, size int, number uint64) uint64 {
		return sampling.GameSource(seed, size, number).Uint64()
	}
	if a, b := first(1, 10, 2), first(1, 10, 2); a != b {
		t.Errorf("the same seed, size and number give %x and %x", a, b)
	}
	seen := make(map[uint64]bool)
	for _, x := range []uint64{first(1, 10, 2), first(2, 10, 2), first(1, 11, 2), first(1, 10, 3), first(10, 1, 2)} {
		if seen[x] {
			t.Errorf("the random numbers of two games begin with %x", x)
		}
		seen[x] = true
	}
	key := "\x01\x00\x00\x00\x00\x00\x00\x00" + "\x0a\x00\x00\x00\x00\x00\x00\x00" + "\x02\x00\x00\x00\x00\x00\x00\x00" + "generate"
	if got, want := first(1, 10, 2), chacha(key); got != want {
		t.Errorf("the random numbers of the game begin with %x, want %x as ChaCha8 gives for the key", got, want)
	}
}
