package spies

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
)

// TestTheFirstBoardIsThatOfAllPermutations compares queen by queen, all boards one after the
// other, and the walk.
func TestTheFirstBoardIsThatOfAllPermutations(t *testing.T) {
	ctx := context.Background()
	most := 11
	if testing.Short() {
		most = 9
	}
	for n := 1; n <= maxWalked-1; n++ {
		found, _, err := firstBoard(ctx, n)
		if err != nil {
			t.Fatal(err)
		}
		if n <= most {
			want, judged, err := firstPermutation(ctx, n)
			if err != nil || !slices.Equal(found, want) {
				t.Errorf("the first board of %d queens is %v, by permutations %v, %v", n, found, want, err)
			}
			if want == nil && judged != boards(n).Uint64() {
				t.Errorf("%d boards of %d queens were judged, want %v", judged, n, boards(n))
			}
		}
		answer, err := wanted{n}.walk(ctx)
		if err != nil {
			t.Fatal(err)
		}
		var walked board
		if r, ok := answer.(ruling); ok {
			walked = r.board
		}
		if !slices.Equal(found, walked) {
			t.Errorf("the first board of %d queens is %v, by a walk %v", n, found, walked)
		}
	}
}

// TestTheFirstBoardsAreThoseOfASimpleSearch compares with a search that judges every new queen
// by the cross products of all pairs before it, at the sizes the article reports.
func TestTheFirstBoardsAreThoseOfASimpleSearch(t *testing.T) {
	for _, n := range []int{11, 17, 23, 25} {
		if testing.Short() && n > 17 {
			break
		}
		c := counter{board: make(board, n), used: make([]bool, n)}
		var extend func(d int) bool
		extend = func(d int) bool {
			for column := range n {
				if d == n {
					break
				}
				if c.board[d] = column; c.used[column] || c.breaks(d) {
					continue
				}
				c.used[column] = true
				if extend(d + 1) {
					return true
				}
				c.used[column] = false
			}
			return d == n
		}
		if !extend(0) {
			t.Fatalf("the simple search finds no board of %d queens", n)
		}
		got, _, err := firstBoard(context.Background(), n)
		if err != nil || !slices.Equal(got, c.board) {
			t.Errorf("the first board of %d queens is %v, %v, by a simple search %v", n, got, err, c.board)
		}
	}
}

// TestWhichPrintedBoardsAreTheFirst compares with the boards that the article's pruned search
// found: with lines let through by floating point numbers it stopped too early at 23 and 27.
func TestWhichPrintedBoardsAreTheFirst(t *testing.T) {
	for text, want := range map[string]bool{
		"2 4 7 1 8 11 5 3 9 6 10":                                                 true,
		"1 3 6 11 7 10 15 2 4 16 9 17 5 13 8 12 14":                               true,
		"1 3 6 2 7 16 20 13 8 5 22 19 17 23 21 9 11 14 10 4 18 12 15":             false,
		"1 3 6 2 7 13 22 19 25 16 24 21 17 11 8 12 5 23 18 4 10 14 9 15 20":       true,
		"1 3 6 2 7 10 20 17 23 21 18 27 8 22 25 4 9 24 15 13 26 19 14 11 5 12 16": false,
	} {
		n := len(strings.Fields(text))
		if testing.Short() && n > 25 {
			continue
		}
		first, _, err := firstBoard(context.Background(), n)
		if err != nil {
			t.Fatal(err)
		}
		if got := first.String() == text; got != want {
			t.Errorf("the first board of %d queens is %v: as printed is %t, want %t", n, first, got, want)
		}
	}
}

func TestTheFirstBoardEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if b, _, err := firstBoard(ctx, 60); !errors.Is(err, context.Canceled) {
		t.Errorf("firstBoard() = %v, %v, want %v", b, err, context.Canceled)
	}
	if b, _, err := firstPermutation(ctx, 15); !errors.Is(err, context.Canceled) {
		t.Errorf("firstPermutation() = %v, %v, want %v", b, err, context.Canceled)
	}
}
