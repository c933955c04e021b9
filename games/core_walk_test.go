package games

import (
	"math/big"
	"slices"
	"testing"

	"enumerate/games/wonderwall/symmetric"
)

// A walk of core games takes days at the largest size. So it must be sure before that its classes can be counted. If
// there are no solvable games, nothing is searched.
func TestClassesCanBeCountedForAllSizesOfCoreWalk(t *testing.T) {
	m, err := All()[0].Method("core-walk")
	if err != nil {
		t.Fatal(err)
	}
	none := slices.Repeat([]*big.Int{new(big.Int)}, m.Sizes.Last)
	if classes, err := symmetric.Classes(big.NewInt(7), none); err != nil || classes.Int64() != 7 {
		t.Errorf("%d players: %v classes, %v", m.Sizes.Last, classes, err)
	}
}
