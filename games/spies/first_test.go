package spies

import (
	"context"
	"errors"
	"flag"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestFirstBoardAgreesWithAllPermutations(t *testing.T) {
	ctx := context.Background()
	most := 11
	if testing.Short() {
		most = 9
	}
	for n := 1; n <= maxWalked-1; n++ {
		found, _, err := firstBoard(ctx, n, nil)
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
		answer, err := sizeGame{n}.walk(ctx)
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

var mostFirst = flag.Int("first", 25, "the most queens of first boards that are found a second way (38 takes twelve minutes)")

// TestTheFirstBoardsAreAsPrinted checks, with a second search, the boards that docs/papers/spies.md prints. Unlike
// firstBoard, this search does not close the cells below that a queen rules out: it looks from each cell to the queens
// above. Boards of up to 25 queens are also found by firstBoard.
func TestTheFirstBoardsAreAsPrinted(t *testing.T) {
	page, err := os.ReadFile("../../docs/papers/spies.md")
	if err != nil {
		t.Fatal(err)
	}
	printed := 0
	for _, line := range regexp.MustCompile(`(?m)^    (\d+): (.*)$`).FindAllStringSubmatch(string(page), -1) {
		n, err := strconv.Atoi(line[1])
		if err != nil {
			t.Fatal(err)
		}
		printed++
		if n > *mostFirst || n > 20 && testing.Short() {
			continue
		}
		if got := lookingUp(n); got.String() != line[2] {
			t.Errorf("the first board of %d queens is %v, printed is %s", n, got, line[2])
		} else {
			t.Logf("%d: %v", n, got)
		}
		if n > 25 {
			continue
		}
		if got, _, err := firstBoard(t.Context(), n, nil); err != nil || got.String() != line[2] {
			t.Errorf("the first board of %d queens is %v, %v, printed is %s", n, got, err, line[2])
		}
	}
	if want := 38 - 8 + 1; printed < want {
		t.Errorf("%d first boards are printed, want %d and more", printed, want)
	}
}

// lookingUp finds the first board of n queens as the method count finds its boards: it looks from each cell to the
// queens above.
func lookingUp(n int) board {
	c := newCounter(n)
	var extend func(d int, a attackedColumns) bool
	extend = func(d int, a attackedColumns) bool {
		for column := range n {
			if d == n {
				break
			}
			if a.cells()>>column&1 != 0 || c.aligned(d, column) {
				continue
			}
			c.board[d] = column
			if extend(d+1, a.nextRow(column)) {
				return true
			}
		}
		return d == n
	}
	if !extend(0, attackedColumns{}) {
		return nil
	}
	return c.board
}

// TestAlignedMatchesTheCrossProductsOfAllPairs compares the method aligned with the cross products of all pairs of queens above.
func TestAlignedMatchesTheCrossProductsOfAllPairs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, maxFirst).Draw(t, "n")
		c := newCounter(n)
		for r := range c.board {
			c.board[r] = r
		}
		c.board = rapid.Permutation(c.board).Draw(t, "board")
		for d, column := range c.board {
			want := false
			for i := range d {
				for j := range i {
					want = want || (d-i)*(column-c.board[j]) == (d-j)*(column-c.board[i])
				}
			}
			if got := c.aligned(d, column); got != want {
				t.Fatalf("two queens above row %d of %v are in one direction: %t, want %t", d, c.board, got, want)
			}
		}
	})
}

// TestWhichPrintedBoardsAreTheFirst looks at the boards that an article about the game (docs/papers/spies.md) prints,
// and checks which of them are the first valid boards of their sizes in lexicographic order. Those of 23 and 27 queens
// are not: the article's pruned search uses floating-point numbers, which miss lines, so it stopped too early.
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
		first, _, err := firstBoard(context.Background(), n, nil)
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
	if b, _, err := firstBoard(ctx, 60, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("firstBoard() = %v, %v, want %v", b, err, context.Canceled)
	}
	if b, _, err := firstPermutation(ctx, 15); !errors.Is(err, context.Canceled) {
		t.Errorf("firstPermutation() = %v, %v, want %v", b, err, context.Canceled)
	}
}

// TestTheTraceIsOfPrefixesInTheirOrder also checks that each line says rightly whether its queens break a rule, that
// the last prefix is the board that was found, if there is one, and that tracing does not change the result.
func TestTheTraceIsOfPrefixesInTheirOrder(t *testing.T) {
	for n := 1; n <= 10; n++ {
		var trace strings.Builder
		found, placed, err := firstBoard(t.Context(), n, &trace)
		want, tried, err2 := firstBoard(t.Context(), n, nil)
		if err != nil || err2 != nil || !slices.Equal(found, want) || placed != tried {
			t.Errorf("%d queens: %v, %d queens placed, %v with a trace; %v, %d, %v without", n, found, placed, err, want, tried, err2)
		}
		var before board
		for line := range strings.Lines(trace.String()) {
			prefix, verdict, _ := strings.Cut(strings.TrimSuffix(line, ")\n"), " (")
			var b board
			for _, word := range strings.Fields(prefix) {
				c, _ := strconv.Atoi(word)
				b = append(b, c-1)
			}
			if slices.Compare(before, b) >= 0 {
				t.Fatalf("%d queens: %v is told after %v", n, b, before)
			}
			if invalid := naive(b); invalid != (verdict == "invalid") {
				t.Fatalf("%d queens: %v is told to be %s", n, b, verdict)
			}
			before = b
		}
		if found != nil && !slices.Equal(before, found) {
			t.Errorf("%d queens: the last prefix told is %v, found is %v", n, before, found)
		}
	}
	if _, _, err := firstBoard(t.Context(), 8, full{}); err != errFull {
		t.Errorf("a full disk: %v, want %v", err, errFull)
	}
}

// naive reports whether the queens in the first rows of a board break a rule.
func naive(b board) bool {
	for i := range b {
		for j := range i {
			if b[i]-b[j] == i-j || b[j]-b[i] == i-j || b[i] == b[j] {
				return true
			}
			for k := range j {
				if (b[i]-b[j])*(j-k) == (b[j]-b[k])*(i-j) {
					return true
				}
			}
		}
	}
	return false
}

type full struct{}

var errFull = errors.New("the disk is full")

func (full) Write([]byte) (int, error) { return 0, errFull }
