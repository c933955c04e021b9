package spies

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"enumerate/enum/single"
	"enumerate/internal/pace"
)

func solved(t *testing.T, text, format string) string {
	t.Helper()
	var out strings.Builder
	for game, err := range New().Read(strings.NewReader(text)) {
		if err != nil {
			fmt.Fprintln(&out, err)
			continue
		}
		answer, err := game.Solve(context.Background(), single.How{})
		if err == nil {
			err = single.Write(&out, answer, format)
		}
		if err != nil {
			fmt.Fprintln(&out, err)
		}
	}
	return out.String()
}

func TestSmallSizesGetTheLeastBoard(t *testing.T) {
	most := 9
	if testing.Short() {
		most = 6
	}
	for n := 1; n <= most; n++ {
		want := ""
		eachBoard(n, func(b board) {
			if want == "" && len(conflictsOf(b)) == 0 {
				want = fmt.Sprintf("%d\n%v\n", n, b)
			}
		})
		got := solved(t, fmt.Sprint(n), "contest")
		if want == "" {
			if !strings.HasPrefix(got, "none exists") {
				t.Errorf("size %d: %s, want that none exists", n, got)
			}
		} else if got != want {
			t.Errorf("size %d: %q, want %q", n, got, want)
		}
	}
}

// TestSizesGetABoardOrAProof judges the board that answers each size by the definition.
func TestSizesGetABoardOrAProof(t *testing.T) {
	most := 40
	if testing.Short() {
		most = 24
	}
	for n := 1; n <= most; n++ {
		answer, err := sizeGame{n}.Solve(context.Background(), single.How{})
		if err != nil {
			t.Errorf("size %d: %v", n, err)
			continue
		}
		switch a := answer.(type) {
		case ruling:
			if conflicts := conflictsOf(a.board); len(a.board) != n || len(conflicts) > 0 {
				t.Errorf("size %d: %v has the conflicts %v", n, a.board, conflicts)
			}
		case none:
			if known := n == 2 || n == 3 || 5 <= n && n <= 7; !known || !strings.HasSuffix(a.why, fmt.Sprintf(" each of the %d! = %v boards begins with a prefix that was given up", n, boards(n))) {
				t.Errorf("size %d: none exists, %s", n, a.why)
			}
		}
	}
}

func TestFoundBoardsAreChecked(t *testing.T) {
	for _, test := range []struct {
		board board
		want  string
	}{
		{board{1, 3, 0, 2}, ""},
		{board{1, 3, 1, 2}, "the search found a board that is not a permutation: 2 4 2 3"},
		{board{1, 3, 0, 4}, "the search found a board that is not a permutation: 2 4 1 5"},
		{board{1, 3, -1, 2}, "the search found a board that is not a permutation: 2 4 0 3"},
		{board{0, 3, 1, 2}, "the search found a board that is not valid (attack: 3,2 4,3): 1 4 2 3"},
		{board{0, 2, 4, 6, 1, 3, 5}, "the search found a board that is not valid (line: 1,1 2,3 3,5): 1 3 5 7 2 4 6"},
	} {
		got := ""
		if _, err := answerWith(t.Context(), test.board); err != nil {
			got = err.Error()
		}
		if got != test.want {
			t.Errorf("answerWith(%v): %q, want %q", test.board, got, test.want)
		}
	}
}

// TestNoneIsAnsweredOnlyIfItIsProved checks that two faulty walks are refused: one of size 6 lost a prefix, and one of
// size 4 took every board for invalid.
func TestNoneIsAnsweredOnlyIfItIsProved(t *testing.T) {
	walked := func(n int) *walker {
		w := newWalker(n)
		w.begin(t.Context())
		w.finish(nil, func(uint64) bool {
			w.givenUp[n]++
			return true
		})
		return w
	}
	lost := walked(6)
	lost.givenUp[2]--
	for _, test := range []struct {
		walker *walker
		want   string
	}{
		{walked(6), ""},
		{lost, "a walk of size 6 found no valid board, but covered 696 of 720 boards"},
		{walked(4), "a walk of size 4 found no valid board, but a search found 2 4 1 3"},
	} {
		got := ""
		if _, err := test.walker.noBoard(t.Context()); err != nil {
			got = err.Error()
		}
		if got != test.want {
			t.Errorf("size %d: %q, want %q", test.walker.n, got, test.want)
		}
	}
}

func TestAnswersInEveryFormat(t *testing.T) {
	for _, test := range []struct{ text, format, want string }{
		{"4\n2 4 1 3", "table", "valid  queens: 2 4 1 3\n"},
		{"4\n2 4 1 3", "json", `{"verdict":"valid","queens":["2","4","1","3"]}` + "\n"},
		{"4\n2 4 1 3", "contest", "4\n2 4 1 3\n"},
		{"4\n2 4 1 3", "text", "* S * *\n* * * S\nS * * *\n* * S *\n\n"},
		{"1 3 5 7 2 4 6", "table", "invalid  line: 1,1 2,3 3,5 4,7\n"},
		{"1 3 5 7 2 4 6", "json", `{"verdict":"invalid","line":["1,1","2,3","3,5","4,7"]}` + "\n"},
		{"1 4 2 3", "table", "invalid  attack: 3,2 4,3\n"},
		{"1 4 2 3", "contest", "4\n1 4 2 3\n"},
		{"1", "table", "1\n1\n"},
		{"1", "json", `{"verdict":"valid","queens":["1"]}` + "\n"},
		{"2", "table", "none exists  walk of size 2: prefixes followed: 0; given up: 2; each of the 2! = 2 boards begins with a prefix that was given up\n"},
		{"2", "json", `{"verdict":"none exists","size":2,"followed":"0","given_up":"2","boards":"2"}` + "\n"},
		{"2", "svg", "no board of size 2 is valid: draw another size, such as 8\n"},
		{"1", "poem", `unknown format "poem"; choose one of: table, json, contest, text, svg` + "\n"},
		{"2 1", "poem", `unknown format "poem"; choose one of: table, json, contest, text, svg` + "\n"},
	} {
		if got := solved(t, test.text, test.format); got != test.want {
			t.Errorf("%q as %s: %q, want %q", test.text, test.format, got, test.want)
		}
	}
	for _, text := range []string{"1", "2", "8", "2 4 1 3", "1 2"} {
		got := solved(t, text, "json")
		if !json.Valid([]byte(got)) || strings.Count(got, "\n") != 1 {
			t.Errorf("%q as json: %q, want one object on one line", text, got)
		}
	}
}

func TestSolvingEndsWithItsContext(t *testing.T) {
	large := make(board, maxSize)
	for r := range large { // no two queens attack each other, and the first line comes after many rows
		large[r] = r * r % 100_003
	}
	for name, game := range map[string]single.Game{"a walk": sizeGame{7}, "a board": boardGame{board: large}} {
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		watch := pace.Start(t)
		answer, err := game.Solve(ctx, single.How{})
		if took := watch.Stop(); !errors.Is(err, context.Canceled) || took > time.Second {
			t.Errorf("%s: %v, %v after %v, want %v", name, answer, err, took, context.Canceled)
		}
	}
}

func TestAnUnknownAlgorithmIsAnError(t *testing.T) {
	if answer, err := (sizeGame{4}).Solve(context.Background(), single.How{Algorithm: "guess"}); err == nil {
		t.Errorf("Solve by guess = %v, want an error", answer)
	}
}

// TestAnExplanationNamesEveryBadLine explains a board of 7 queens with two bad lines, boards with an attack, a valid
// board, and a size.
func TestAnExplanationNamesEveryBadLine(t *testing.T) {
	for _, test := range []struct{ text, format, want string }{
		{"1 3 5 7 2 4 6", "table", "invalid  line: 1,1 2,3 3,5 4,7\nline: 1,1 2,3 3,5 4,7\nline: 5,2 6,4 7,6\n"},
		{"1 3 5 7 2 4 6", "json", `{"verdict":"invalid","line":["1,1","2,3","3,5","4,7"],"diagonals":[],"lines":[["1,1","2,3","3,5","4,7"],["5,2","6,4","7,6"]]}` + "\n"},
		{"1 2 3", "table", "invalid  attack: 1,1 2,2\ndiagonal: 1,1 2,2 3,3\n"},
		{"1 2", "json", `{"verdict":"invalid","attack":["1,1","2,2"],"diagonals":[["1,1","2,2"]],"lines":[]}` + "\n"},
		{"4", "table", "valid  queens: 2 4 1 3\nno diagonal has two queens, and no line has three\n"},
		{"2 4 1 3", "json", `{"verdict":"valid","queens":["2","4","1","3"],"diagonals":[],"lines":[]}` + "\n"},
		{"2", "table", "none exists  walk of size 2: prefixes followed: 0; given up: 2; each of the 2! = 2 boards begins with a prefix that was given up\n"},
	} {
		var out strings.Builder
		for game, err := range New().Read(strings.NewReader(test.text)) {
			if err != nil {
				t.Fatal(err)
			}
			answer, err := explain(t.Context(), game, single.How{})
			if err != nil {
				t.Fatal(err)
			}
			if err := single.Write(&out, answer, test.format); err != nil {
				t.Fatal(err)
			}
		}
		if got := out.String(); got != test.want {
			t.Errorf("%q as %s: %q, want %q", test.text, test.format, got, test.want)
		}
	}
}
