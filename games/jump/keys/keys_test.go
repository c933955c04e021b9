package keys

import (
	"fmt"
	"testing"
)

func TestGroupsAreInTheOrderOfKeys(t *testing.T) {
	for _, c := range []struct {
		rows, columns    int
		diamond, inherit bool
		lengths          []int32
		want             string
	}{
		{1, 1, false, false, []int32{7}, "[{0x1 0}]"},
		{1, 3, false, false, []int32{1, 1, 0}, "[{0x4 0} {0x2 1} {0x1 2}]"},
		{1, 3, false, false, []int32{2, 1, 0}, "[{0x4 0} {0x3 1}]"},
		{1, 3, false, false, []int32{0, 2, 0}, "[{0x4 0}]"},
		// Tile 1 is before tile 0 in round 2, for its length; both lead to tile 3.
		{1, 5, false, false, []int32{3, 2, 0, 1, 0}, "[{0x10 0} {0x8 1} {0x2 2} {0x1 2}]"},
		// Tiles 0 and 1 both need three rounds, and leave tile 2 second to last.
		{1, 5, false, false, []int32{2, 1, 1, 1, 0}, "[{0x10 0} {0x8 1} {0x4 2} {0x3 3}]"},
		{1, 5, false, true, []int32{2, 1, 1, 1, 0}, "[{0x10 0} {0x8 1} {0x4 2} {0x2 3} {0x1 3}]"},
		// Two steps lead back where they started, and so does any even number.
		{1, 3, true, false, []int32{4, 2147483647, 0}, "[{0x4 0} {0x3 1}]"},
		{2, 2, true, true, []int32{1, 1, 2, 0}, "[{0x8 0} {0x2 1} {0x1 2} {0x4 2}]"},
	} {
		var got string
		for _, g := range NewRanker(c.rows, c.columns, Rules{Diamond: c.diamond, Inherit: c.inherit}).Groups(c.lengths) {
			got += fmt.Sprintf(" {%#x %d}", uint64(g.Tiles), g.Rounds)
		}
		if got = "[" + got[1:] + "]"; got != c.want {
			t.Errorf("Groups(%d x %d, diamond %t, inherit %t, %v) = %s, want %s", c.rows, c.columns, c.diamond, c.inherit, c.lengths, got, c.want)
		}
	}
}

func ExampleRanker_Groups() {
	ranker := NewRanker(1, 9, Rules{})
	for _, g := range ranker.Groups([]int32{4, 1, 3, 2, 2, 1, 2, 1, 0}) {
		fmt.Printf("%09b in %d\n", g.Tiles, g.Rounds)
	}
	// Output:
	// 100000000 in 0
	// 011000000 in 1
	// 000100000 in 2
	// 000010000 in 2
	// 000001100 in 3
	// 000000001 in 3
	// 000000010 in 4
}
