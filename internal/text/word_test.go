package text

import (
	"math"
	"strings"
	"testing"
)

func TestNumbersAreDigitsInARange(t *testing.T) {
	for _, test := range []struct {
		text        string
		least, most int
		want        int
		fault       string
	}{
		{"1", 1, 4, 1, ""},
		{"4", 1, 4, 4, ""},
		{"0004", 1, 4, 4, ""},
		{"0", 0, 0, 0, ""},
		{"9223372036854775807", 0, math.MaxInt64, math.MaxInt64, ""},
		{"9223372036854775808", 0, math.MaxInt64, 0, `"9223372036854775808" is no column; want a number from 0 to 9223372036854775807`},
		{"5", 1, 4, 0, `"5" is no column; want a number from 1 to 4`},
		{"0", 1, 4, 0, `"0" is no column; want a number from 1 to 4`},
		{"15", 1, 14, 0, `"15" is no column; want a number from 1 to 14`},
		{"", 0, 4, 0, `"" is no column; want a number from 0 to 4`},
		{"31", 1, 4, 0, `"31" is no column; want a number from 1 to 4`},
		{"-1", 0, 4, 0, `"-1" is no column; want a number from 0 to 4`},
		{"+1", 0, 4, 0, `"+1" is no column; want a number from 0 to 4`},
		{"1.5", 0, 4, 0, `"1.5" is no column; want a number from 0 to 4`},
		{"é", 0, 4, 0, `"é" is no column; want a number from 0 to 4`},
		{"\x00", 0, 4, 0, `"\x00" is no column; want a number from 0 to 4`},
		{"99999999999999999999999999999", 0, 4, 0, `"999999999999999999999999..." is no column; want a number from 0 to 4`},
	} {
		got, err := Word{Plain, 2, 8, test.text}.Number("column", test.least, test.most)
		fault := ""
		if err != nil {
			fault = strings.TrimPrefix(err.Error(), "line 2, column 8: ")
		}
		if got != test.want || fault != test.fault {
			t.Errorf("Number of %q from %d to %d = %d, %q, want %d, %q", test.text, test.least, test.most, got, fault, test.want, test.fault)
		}
	}
}

func TestPartsHaveTheirPlaces(t *testing.T) {
	w := Word{Plain, 2, 8, "12-345"}
	if got, want := w.Part(3, 6), (Word{Plain, 2, 11, "345"}); got != want {
		t.Errorf("Part(3, 6) of %v = %v, want %v", w, got, want)
	}
}

func TestWhatEndsHasNoNumber(t *testing.T) {
	for kind, want := range map[Kind]string{
		EndOfLine:  "line 3, column 1: the line ends with no size; want a number from 1 to 9",
		EndOfInput: "line 3, column 1: the input ends with no size; want a number from 1 to 9",
	} {
		if n, err := (Word{kind, 3, 1, ""}).Number("size", 1, 9); n != 0 || err == nil || err.Error() != want {
			t.Errorf("Number of the kind %d = %d, %v, want %s", kind, n, err, want)
		}
	}
}

// TestCutWordsAreNoNumbers has a number that would be small if only its first digits were
// looked at.
func TestCutWordsAreNoNumbers(t *testing.T) {
	w := NewScanner(strings.NewReader(strings.Repeat("0", 30)+"7"), 20, "").Next()
	const want = `line 1, column 1: "00000000000000000000..." is no size; want a number from 0 to 9`
	if n, err := w.Number("size", 0, 9); err == nil || err.Error() != want {
		t.Errorf("Number = %d, %v, want %s", n, err, want)
	}
}
