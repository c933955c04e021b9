package jump

import (
	"errors"
	"fmt"
	"io"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"pgregory.net/rapid"

	"enumerate/enum/single"
	"enumerate/games/jump/race"
)

// read returns each game of a text in the format "line", or its error.
func read(text string) []string {
	var lines []string
	for found, err := range New().Read(strings.NewReader(text)) {
		if err != nil {
			lines = append(lines, err.Error())
			continue
		}
		lines = append(lines, found.(game).String())
	}
	return lines
}

func TestGamesAreRead(t *testing.T) {
	const row, two = "1 3/2/1 1 0/0 0/0 1", "2 1/1/1/0/0 0"
	for _, c := range []struct {
		text string
		want []string
	}{
		{"", nil},
		{" \n\r\n\t\n", nil},
		{"1 3\n2\n1 1 0\n0 0\n0 1\n", []string{row}},
		{"1 3\n2\n1 1 0\n0 0\n0 1", []string{row}},
		{"\ufeff1 3\r\n2\r\n1 1 0\r\n0 0\r\n0 1\r\n", []string{row}},
		{"\n  1\t3 \n 2\n01 001 0 \n0 0\n0 1\n\n\n", []string{row}},
		{row, []string{row}},
		{row + "\n" + two + "\n", []string{row, two}},
		{row + "//" + two + "\n\n" + row, []string{row, two, row}},
		{"1 3\n2\n1 1 0/0 0\n0 1/" + two, []string{row, two}},
		{"# a game\n1 3 # sides\n2\n1 1 0#lengths\n0 0\n0 1 # 2 / 3\n" + two, []string{row, two}},
		{"1 2/3/2147483647 0/0 0/0 0/0 1", []string{"1 2/3/2147483647 0/0 0/0 0/0 1"}},
	} {
		if got := read(c.text); fmt.Sprint(got) != fmt.Sprint(c.want) {
			t.Errorf("Read(%q) = %q, want %q", c.text, got, c.want)
		}
	}
}

func TestFaultsAreNamedWithTheirPlace(t *testing.T) {
	const good = "1 1/1/0/0 0"
	for _, c := range []struct {
		text string
		want []string
	}{
		{"x", []string{`line 1, column 1: "x" is not a valid number of rows; expected a number from 1 to 100,000,000`}},
		{"  0 3", []string{`line 1, column 3: "0" is not a valid number of rows; expected a number from 1 to 100,000,000`}},
		{"3", []string{"line 1, column 2: the input ends before the number of columns; expected a number from 1 to 100,000,000"}},
		{"3\n", []string{"line 1, column 2: the line ends before the number of columns; expected a number from 1 to 100,000,000"}},
		{"3 -1\n", []string{`line 1, column 3: "-1" is not a valid number of columns; expected a number from 1 to 100,000,000`}},
		{"10001 10000\n", []string{"line 1, column 7: 10001 rows of 10000 are too many tiles; expected at most 100,000,000"}},
		{"9999999999999999999999999 1\n", []string{`line 1, column 1: "999999999999999999999999..." is not a valid number of rows; expected a number from 1 to 100,000,000`}},
		{"1 3 2\n1 1 0\n", []string{`line 1, column 5: "2" is unexpected; expected the end of the line after the two sides`}},
		{"1 3\n\n2\n", []string{
			"line 2, column 1: the line ends before the number of players; expected a number from 1 to 1,000,000",
			"line 3, column 2: the line ends before the number of columns; expected a number from 1 to 100,000,000",
		}},
		{"1 3\n0\n", []string{`line 2, column 1: "0" is not a valid number of players; expected a number from 1 to 1,000,000`}},
		{"1 3\n1000001\n", []string{`line 2, column 1: "1000001" is not a valid number of players; expected a number from 1 to 1,000,000`}},
		{"1 3\n2 0 0\n", []string{`line 2, column 3: "0" is unexpected; expected the end of the line after the number of players`}},
		{"2 3\n1\n1 1\n1 1 1\n0 0\n", []string{"line 3, column 4: the row has 2 lengths; expected 3"}},
		{"2 3\n1\n1 1 1 1\n1 1 1\n0 0\n", []string{`line 3, column 7: "1" is unexpected; expected the end of the line after the row of 3 lengths`}},
		{"2 3\n1\n1 1 1", []string{"line 3, column 6: the game ends; expected row 2 of 2"}},
		{"2 3\n1\n1 1 1\n\n", []string{"line 4, column 1: the game ends; expected row 2 of 2"}},
		{"1 2\n1\n1 2147483648\n0 0", []string{`line 3, column 3: "2147483648" is not a valid length; expected a number from 0 to 2,147,483,647`}},
		{"1 2\n1\n1 1.5\n0 0", []string{`line 3, column 3: "1.5" is not a valid length; expected a number from 0 to 2,147,483,647`}},
		{"1 2\n2\n1 0\n0 0\n", []string{"line 5, column 1: the game ends; expected the row and the column where player 2 of 2 starts"}},
		{"1 2\n2\n1 0\n0 0\n1 0\n", []string{`line 5, column 1: "1" is not a valid row of a start; expected a number from 0 to 0`}},
		{"1 2\n2\n1 0\n0 0\n0\n", []string{"line 5, column 2: the line ends before the column of a start; expected a number from 0 to 1"}},
		{"1 2\n2\n1 0\n0 0\n0 2\n", []string{`line 5, column 3: "2" is not a valid column of a start; expected a number from 0 to 1`}},
		{"1 2\n2\n1 0\n0 0\n0 1 1\n", []string{`line 5, column 5: "1" is unexpected; expected the end of the line after the start`}},
		{"1 2/1/1 0/0 é", []string{`line 1, column 13: "é" is not a valid column of a start; expected a number from 0 to 1`}},
		{"\ufeff1 2/é", []string{`line 1, column 5: "é" is not a valid number of players; expected a number from 1 to 1,000,000`}},
		{"1 1/1é/0\n\n1 2/1/日本 \xff/0 0", []string{
			`line 1, column 5: "1é" is not a valid number of players; expected a number from 1 to 1,000,000`,
			`line 3, column 7: "日本" is not a valid length; expected a number from 0 to 2,147,483,647`,
		}},
		{"1 1/1/0/0 0日本/", []string{`line 1, column 11: "0日本" is not a valid column of a start; expected a number from 0 to 0`}},
		{"1 1/1/0/0 0 日本 é\xffx x", []string{`line 1, column 13: "日本" is unexpected; expected the end of the line after the start`}},
		// After a fault the reader continues after the next empty line.
		{"x\n1 1\n\n" + good + "\n\n2 2\n1\n\n" + good, []string{
			`line 1, column 1: "x" is not a valid number of rows; expected a number from 1 to 100,000,000`, good,
			"line 8, column 1: the game ends; expected row 1 of 2", good,
		}},
	} {
		if got := read(c.text); fmt.Sprint(got) != fmt.Sprint(c.want) {
			t.Errorf("Read(%q) =\n%s\nwant\n%s", c.text, strings.Join(got, "\n"), strings.Join(c.want, "\n"))
		}
	}
}

func TestErrorsOfTheInputAreTheLast(t *testing.T) {
	broken := errors.New("broken")
	in := io.MultiReader(strings.NewReader("1 1/1/0/0 0\n1 2\n"), iotest.ErrReader(broken))
	var got []string
	for _, err := range New().Read(in) {
		got = append(got, fmt.Sprint(err))
	}
	if want := []string{"<nil>", "broken"}; fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("Read yields the errors %q, want %q", got, want)
	}
}

func TestDeclaredSizesAreNotBelieved(t *testing.T) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if got := read("10000 10000\n1000000\n1 2 3\n"); len(got) != 1 {
		t.Errorf("Read of a large board without its rows yields %q", got)
	}
	runtime.ReadMemStats(&after)
	if bytes := after.TotalAlloc - before.TotalAlloc; bytes > 1<<20 {
		t.Errorf("it takes %d bytes, want less than a megabyte", bytes)
	}
}

func drawGame(t *rapid.T) game {
	g := game{Board: race.Board{Rows: rapid.IntRange(1, 4).Draw(t, "rows"), Columns: rapid.IntRange(1, 4).Draw(t, "columns")}}
	tiles := g.Board.Rows * g.Board.Columns
	g.Board.Lengths = rapid.SliceOfN(rapid.Int32Range(0, race.MaxLength), tiles, tiles).Draw(t, "lengths")
	g.Starts = rapid.SliceOfN(rapid.Int32Range(0, int32(tiles-1)), 1, 30).Draw(t, "starts")
	return g
}

func TestGamesWrittenAreReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawGame(t)
		for _, format := range gameFormats() {
			var text strings.Builder
			if err := single.Write(&text, g, format); err != nil {
				t.Fatal(err)
			}
			if got := read(text.String() + "\n" + text.String()); len(got) != 2 || got[0] != g.String() || got[1] != got[0] {
				t.Fatalf("%s is read as %q", text.String(), got)
			}
		}
	})
}

// valid reports whether a game has as many tiles as its board says, and players on these tiles.
func valid(g game) bool {
	b := g.Board
	return b.Rows > 0 && b.Columns > 0 && b.Rows <= race.MaxTiles/b.Columns && len(b.Lengths) == b.Rows*b.Columns &&
		slices.Min(b.Lengths) >= 0 && slices.Min(g.Starts) >= 0 && int(slices.Max(g.Starts)) < len(b.Lengths)
}

func FuzzRead(f *testing.F) {
	f.Add("1 3\n2\n1 1 0\n0 0\n0 1\n")
	f.Add("2 2/1/0 1 2/3 4/0 0\n\n1 1/1/0/0 0")
	f.Add("\ufeff 1\t1\r\n1/\n9//x")
	place := regexp.MustCompile(`^line [1-9][0-9]*, column [1-9][0-9]*: [^\n]+$`)
	f.Fuzz(func(t *testing.T, text string) {
		for found, err := range New().Read(strings.NewReader(text)) {
			if err != nil {
				if !place.MatchString(err.Error()) {
					t.Fatalf("the error is %q, want its place on one line", err)
				}
				continue
			}
			g := found.(game)
			if !valid(g) {
				t.Fatalf("the game %+v is not valid", g)
			}
			line := g.String()
			if again := read(line); len(again) != 1 || again[0] != line {
				t.Fatalf("%q is read as %q", line, again)
			}
		}
	})
}
