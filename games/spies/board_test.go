package spies

import (
	"context"
	"errors"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func conflictOf(t interface{ Fatal(...any) }, b board) conflict {
	f, err := b.conflict(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestConflictIsTheFirstByDefinition(t *testing.T) {
	most := 7
	if testing.Short() {
		most = 6
	}
	for n := 1; n <= most; n++ {
		eachBoard(n, func(b board) {
			var want conflict
			if all := conflictsOf(b); len(all) > 0 {
				want = all[0]
			}
			if got := conflictOf(t, b); !slices.Equal(got, want) {
				t.Fatalf("(%v).conflict() = %v, want %v", b, got, want)
			}
		})
	}
}

// TestConflictIsTheFirstOnLargeBoards checks random boards, some with few or no attacks.
func TestConflictIsTheFirstOnLargeBoards(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		columns := make([]int, rapid.IntRange(1, 60).Draw(t, "n"))
		for c := range columns {
			columns[c] = c
		}
		b := board(rapid.Permutation(columns).Draw(t, "columns"))
		if rapid.Bool().Draw(t, "spread") { // on a steep curve, where few queens attack each other
			for r := range b {
				b[r] = 3 * r * (r + b[0]) % 101
			}
		}
		var want conflict
		if all := conflictsOf(b); len(all) > 0 {
			want = all[0]
		}
		if got := conflictOf(t, b); !slices.Equal(got, want) {
			t.Fatalf("(%v).conflict() = %v, want %v", b, got, want)
		}
	})
}

// TestTheArticlesLineTestLetsLinesThrough checks why an article about the game (docs/papers/spies.md) calls three
// boards valid that have three queens in line. The first line test of the article misses the line on two of them,
// because a floating-point slope such as 5/3 or -4/5 puts the third queen off the line. It does find the line on the
// other board, so another program probably printed that board.
func TestTheArticlesLineTestLetsLinesThrough(t *testing.T) {
	isOnLine := func(b board) bool {
		for x := range b {
			for x2 := x + 1; x2 < len(b); x2++ {
				y, y2 := b[x]+1, b[x2]+1
				slope := float64(y-y2) / float64(x-x2)
				offset := float64(y) - float64(slope*float64(x+1))
				for x3 := x2 + 1; x3 < len(b); x3++ {
					if float64(b[x3]+1) == float64(slope*float64(x3+1))+offset {
						return true
					}
				}
			}
		}
		return false
	}
	for _, test := range []struct {
		board board    // with columns from 0
		want  conflict // with rows from 1
		seen  bool     // whether the article's test finds the line
	}{
		{printed()[0], conflict{1, 4, 7}, true},
		{printed()[1], conflict{2, 8, 14}, false},
		{printed()[2], conflict{9, 19, 24}, false},
	} {
		for i := range test.want {
			test.want[i]--
		}
		if got := isOnLine(test.board); got != test.seen {
			t.Errorf("isOnLine(%v) = %t, want %t", test.board, got, test.seen)
		}
		if got := conflictOf(t, test.board); !slices.Equal(got, test.want) {
			t.Errorf("(%v).conflict() = %v, want %v", test.board, got, test.want)
		}
	}
}

func TestConflictEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if f, err := (board{0, 1}).conflict(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("conflict() = %v, %v, want %v", f, err, context.Canceled)
	}
}
