package text

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

// tokens returns the tokens of the JSON value at the start of a text, each as "1:4 value text": its line and column,
// its value, and the text as it was read. The last item is the rest of the line, or the error.
func tokens(r io.Reader, limit int) []string {
	var found []string
	s := NewScanner(r)
	line, err := s.Line(limit)
	if err != nil {
		return []string{err.Error()}
	}
	j := s.JSON(line, limit)
	for open := 1; open > 0; {
		token, err := j.Token()
		if err != nil {
			return append(found, err.Error())
		}
		shown := token.Value
		if token.Kind != '"' {
			shown = token.Text
		}
		found = append(found, fmt.Sprintf("%d:%d %s %s", token.Line, token.Column, shown, token.Text))
		switch token.Kind {
		case '{', '[':
			open++
		case '}', ']':
			open--
		}
		if open == 1 {
			break
		}
	}
	return append(found, fmt.Sprintf("%d:%d rest %s", j.Rest.Line, j.Rest.Column, j.Rest.Text))
}

func TestTokensOfJSONHaveTheirPlaces(t *testing.T) {
	const malformed = "malformed JSON: "
	for _, test := range []struct {
		text string
		want []string
	}{
		{`{"é":["ü",1]} {}`, []string{"1:1 { {", `1:2 é "é"`, "1:6 [ [", `1:7 ü "ü"`, "1:11 1 1", "1:12 ] ]", "1:13 } }", "1:14 rest  {}"}},
		{"\ufeff{\r\n \"\\u0041\" :\n\n[\t]\r\n, \"\xff\"\n:\"\"}#", []string{"1:1 { {", `2:2 A "\u0041"`, "4:1 [ [", "4:3 ] ]", "5:3 \ufffd \"\xff\"", `6:2  ""`, "6:4 } }", "6:5 rest #"}},
		{`{"é",}`, []string{"1:1 { {", `1:2 é "é"`, "line 1, column 5: " + malformed + "invalid character ',' after object key"}},
		{"{é:", []string{"1:1 { {", "line 1, column 2: " + malformed + `found "é"`}},
		{"{\xff:", []string{"1:1 { {", "line 1, column 2: " + malformed + `found "\xff"`}},
		{`{"é":"\x"}`, []string{"1:1 { {", `1:2 é "é"`, "line 1, column 6: " + malformed + "invalid character 'x' in string escape code"}},
		{"{\n\"é", []string{"1:1 { {", "line 2, column 1: " + malformed + "invalid character '\\n' in string literal"}},
		{"{\n\n", []string{"1:1 { {", "line 3, column 1: " + malformed + "the input ends; expected the rest of it"}},
		{"{\n   1234567890", []string{"1:1 { {", "line 2, column 1: a line of more than 12 bytes; expected shorter lines"}},
	} {
		limit := 12
		if first, _, _ := strings.Cut(test.text, "\n"); len(first) > limit {
			limit = len(first)
		}
		for _, in := range []func(io.Reader) io.Reader{iotest.DataErrReader, iotest.OneByteReader} {
			if got := tokens(in(strings.NewReader(test.text)), limit); !slices.Equal(got, test.want) {
				t.Errorf("the tokens of %q are\n%q, want\n%q", test.text, got, test.want)
			}
		}
	}
}

// Finding the places of all tokens of a line must not take quadratic time.
func TestLongJSONTakesLinearTime(t *testing.T) {
	text := "[" + strings.Repeat(`"é",`, 200_000) + `"x"]`
	got := tokens(strings.NewReader(text), len(text))
	if want := `1:800002 x "x"`; len(got) != 200_004 || got[200_001] != want {
		t.Errorf("%d tokens, the last string is %s, want %s", len(got), got[len(got)-3], want)
	}
}

// A user types a value and then waits. The value must be read without asking for more input.
func TestJSONIsAnsweredAtOnce(t *testing.T) {
	in := io.MultiReader(strings.NewReader("{\n\"a\":1}\n"), iotest.ErrReader(io.ErrUnexpectedEOF))
	if got := tokens(in, 80); got[len(got)-1] != "2:7 rest " {
		t.Errorf("the tokens are %q, want a rest", got)
	}
}
