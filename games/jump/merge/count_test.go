package merge

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

const plenty = 1 << 30

// counted returns a string "m w: times" for each call of visit.
func counted(t interface{ Fatalf(string, ...any) }, b Boards) []string {
	var list []string
	err := Count(context.Background(), b, plenty, func(m, w int, times *big.Int) {
		list = append(list, fmt.Sprintf("%d %d: %v", m, w, times))
	})
	if err != nil {
		t.Fatalf("Count(%+v): %v", b, err)
	}
	return list
}

func TestHugeLengthsAreCountedByFormula(t *testing.T) {
	// Two tiles with 2^31 possible lengths each make 2^62 boards, which Count must count without visiting each. Few of
	// the lengths lead anywhere: a jump of length 2 leads from tile 0 to the goal, and jumps of length 1 lead from tile
	// 0 to tile 1 and from there to the goal.
	b := Boards{Rows: 1, Columns: 3, Most: 1<<31 - 1, Ordered: true, Starts: 3}
	got := counted(t, b)
	all := big.NewInt(1 << 31)
	all.Mul(all, all)
	sum := new(big.Int)
	for _, line := range got {
		var m, w int
		times := new(big.Int)
		if _, err := fmt.Sscanf(line, "%d %d: %v", &m, &w, times); err != nil {
			t.Fatal(err)
		}
		if m == 0 {
			sum.Add(sum, times)
		}
	}
	if sum.Cmp(all) != 0 {
		t.Errorf("%v boards are counted, there are %v", sum, all)
	}
	// On boards where nothing reaches the goal, each of the two tiles has all lengths except one.
	if want := fmt.Sprintf("0 2: %d", uint64(1<<31-1)*(1<<31-1)); !slices.Contains(got, want) {
		t.Errorf("Count visits %v, want %s among them", got, want)
	}
}

func TestBoardsThatCannotBeCountedAreNamed(t *testing.T) {
	for _, c := range []struct {
		boards Boards
		want   string
	}{
		{Boards{Rows: 0, Columns: 1}, "boards that are counted have 1 to 64 tiles, not 0 rows of 1"},
		{Boards{Rows: 5, Columns: 13}, "boards that are counted have 1 to 64 tiles, not 5 rows of 13"},
		{Boards{Rows: 2, Columns: 13, Ordered: true}, "boards that are counted for several players have 1 to 25 tiles, not 2 rows of 13"},
		{Boards{Rows: 1, Columns: 2, Least: 2, Most: 1}, "lengths from 2 to 1: expected a range from 0 or more"},
		{Boards{Rows: 1, Columns: 2, Symmetric: true}, "only square boards are symmetric"},
		{Boards{Rows: 8, Columns: 8, Most: 3}, "2^120 boards or more are too many to count: choose a smaller size"},
		{Boards{Rows: 1, Columns: 3, Most: 300, Diamond: true, Ordered: true}, "a tile has more than 256 lengths with different effects, too many to be counted: allow fewer lengths"},
	} {
		err := Count(context.Background(), c.boards, plenty, func(int, int, *big.Int) { t.Errorf("Count(%+v) visits something", c.boards) })
		if err == nil || err.Error() != c.want {
			t.Errorf("Count(%+v) = %v, want %q", c.boards, err, c.want)
		}
	}
}

func TestMemoryAndContextEndACount(t *testing.T) {
	b := Boards{Rows: 3, Columns: 4, Most: 2, Starts: 1<<11 - 1}
	visit := func(int, int, *big.Int) { t.Error("Count visits something") }
	const want = "more than 1048 partial boards are too many; the memory limit for tables is 0 MiB: raise --memory"
	if err := Count(context.Background(), b, 1048*stateBytes, visit); err == nil || err.Error() != want {
		t.Errorf("Count with little memory = %v, want %q", err, want)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := Count(ctx, b, plenty, visit); err != context.Canceled {
		t.Errorf("Count with a context that has ended = %v, want %v", err, context.Canceled)
	}
}

func TestGroupsReturnsThePutGroups(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		places := rapid.SliceOfN(rapid.IntRange(0, 24), 24, 24).Draw(t, "places")
		var want []uint64
		var s state
		for place := range 24 {
			var group uint64
			for tile, p := range places {
				if p == place+1 {
					group |= 1 << tile
				}
			}
			if group != 0 {
				s.put(group, len(want), true)
				want = append(want, group)
			}
		}
		if len(want) == 0 {
			return
		}
		if got := s.groups(nil, true); !slices.Equal(got, want) {
			t.Fatalf("the groups are %#x, want %#x", got, want)
		}
	})
}

// ExampleCount counts the boards of the package comment. The tiles of a board from which a player comes to the goal
// equally soon have equal keys, and are called a group. A tile is worse than a group if its key is greater, or if it
// does not reach the goal. For all m and w, Count finds how many groups of all boards have m tiles, while w tiles of
// their board are worse. For m = 0 it finds on how many boards w tiles do not reach the goal.
func ExampleCount() {
	row := Boards{Rows: 1, Columns: 3, Most: 2, Ordered: true, Starts: 0b011}
	fmt.Println("A group has the tiles of a board from which a player comes to the goal equally soon.")
	err := Count(context.Background(), row, 1<<20, func(m, w int, times *big.Int) {
		if m == 0 {
			fmt.Printf("boards on which %d tiles do not reach the goal: %v\n", w, times)
			return
		}
		fmt.Printf("groups of size %d, on boards where %d tiles are worse than the group: %v\n", m, w, times)
	})
	if err != nil {
		fmt.Println(err)
	}
	// Output:
	// A group has the tiles of a board from which a player comes to the goal equally soon.
	// boards on which 0 tiles do not reach the goal: 2
	// boards on which 1 tiles do not reach the goal: 3
	// boards on which 2 tiles do not reach the goal: 4
	// groups of size 1, on boards where 0 tiles are worse than the group: 1
	// groups of size 1, on boards where 1 tiles are worse than the group: 4
	// groups of size 2, on boards where 0 tiles are worse than the group: 1
}

func BenchmarkCount(b *testing.B) {
	for _, c := range []Boards{
		{Rows: 4, Columns: 4, Most: 2},
		{Rows: 4, Columns: 4, Most: 2, Ordered: true, Inherit: true, Diamond: true},
		{Rows: 1, Columns: 24, Most: 2, Ordered: true},
	} {
		c.Starts = 1<<(c.Rows*c.Columns-1) - 1
		b.Run(fmt.Sprintf("%dx%d,diamond=%t,ordered=%t", c.Rows, c.Columns, c.Diamond, c.Ordered), func(b *testing.B) {
			for b.Loop() {
				if err := Count(context.Background(), c, 1<<32, func(int, int, *big.Int) {}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
