package nim_test

import (
	"fmt"

	"enumerate/games/heaps"
	"enumerate/games/nim"
)

// The value of 3,5,7 is 3 xor 5 xor 7 = 1. A winning move makes one heap smaller by 1.
func ExampleRules() {
	p := heaps.Position{3, 5, 7}
	fmt.Println(nim.Rules().Value(p))
	moves, _ := nim.Rules().Winning(p)
	for _, m := range moves {
		fmt.Println(heaps.Multiset.Reduce(nil, p, m.Heap, m.Least))
	}
	// Output:
	// 1
	// 2,5,7
	// 3,4,7
	// 3,5,6
}
