package text

import (
	"math"
	"slices"
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
		{"9223372036854775808", 0, math.MaxInt64, 0, `"9223372036854775808" is not a valid column; expected a number from 0 to 9,223,372,036,854,775,807`},
		{"5", 1, 4, 0, `"5" is not a valid column; expected a number from 1 to 4`},
		{"0", 1, 4, 0, `"0" is not a valid column; expected a number from 1 to 4`},
		{"15", 1, 14, 0, `"15" is not a valid column; expected a number from 1 to 14`},
		{"", 0, 4, 0, `"" is not a valid column; expected a number from 0 to 4`},
		{"31", 1, 4, 0, `"31" is not a valid column; expected a number from 1 to 4`},
		{"-1", 0, 4, 0, `"-1" is not a valid column; expected a number from 0 to 4`},
		{"+1", 0, 4, 0, `"+1" is not a valid column; expected a number from 0 to 4`},
		{"1.5", 0, 4, 0, `"1.5" is not a valid column; expected a number from 0 to 4`},
		{"é", 0, 4, 0, `"é" is not a valid column; expected a number from 0 to 4`},
		{"\x00", 0, 4, 0, `"\x00" is not a valid column; expected a number from 0 to 4`},
		{"ééééééééééééééééééééééééé", 0, 4, 0, `"éééééééééééééééééééééééé..." is not a valid column; expected a number from 0 to 4`},
		{"1_0", 0, 40, 0, `"1_0" is not a valid column; expected a number from 0 to 40`},
		{"99999999999999999999999999999", 0, 4, 0, `"999999999999999999999999..." is not a valid column; expected a number from 0 to 4`},
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
	w := Word{Plain, 2, 8, " é|\xff b |c\nd|"}
	for _, test := range []struct {
		claim string
		got   []Word
		want  []Word
	}{
		{"From in the middle", []Word{w.From(4)}, []Word{{Plain, 2, 11, "\xff b |c\nd|"}}},
		{"From a line behind", []Word{w.From(12)}, []Word{{Plain, 3, 2, "|"}}},
		{"From its end", []Word{w.From(13)}, []Word{{Plain, 3, 3, ""}}},
		{"Trim", []Word{w.From(5).Trim()}, []Word{{Plain, 2, 13, "b |c\nd|"}}},
		{"Split", w.Split("|"), []Word{{Plain, 2, 9, "é"}, {Plain, 2, 11, "\xff b"}, {Plain, 2, 16, "c\nd"}, {Plain, 3, 3, ""}}},
		{"Fields", w.Fields(), []Word{{Plain, 2, 9, "é|\xff"}, {Plain, 2, 13, "b"}, {Plain, 2, 15, "|c"}, {Plain, 3, 1, "d|"}}},
		{"Fields of blanks", Whole(" \t").Fields(), nil},
	} {
		if !slices.Equal(test.got, test.want) {
			t.Errorf("%s of %q: %+v, want %+v", test.claim, w.Text, test.got, test.want)
		}
	}
	before, after, found := w.Cut("|\xff")
	if want := (Word{Plain, 2, 8, " é"}); before != want || after != w.From(5) || !found {
		t.Errorf("Cut of %q: %+v, %+v, %t", w.Text, before, after, found)
	}
	before, after, found = w.Cut("#")
	if before != w || after != w.From(len(w.Text)) || found {
		t.Errorf("Cut of %q at what it has not: %+v, %+v, %t", w.Text, before, after, found)
	}
}

func TestTheEndIsNotANumber(t *testing.T) {
	for kind, want := range map[Kind]string{
		EndOfLine:  "line 3, column 1: the line ends before the size; expected a number from 1 to 9",
		EndOfInput: "line 3, column 1: the input ends before the size; expected a number from 1 to 9",
	} {
		if n, err := (Word{kind, 3, 1, ""}).Number("size", 1, 9); n != 0 || err == nil || err.Error() != want {
			t.Errorf("Number of the kind %d = %d, %v, want %s", kind, n, err, want)
		}
	}
}

// Next keeps only the beginning of a long word. The beginning would be a small number, but the word must not be read as
// this number.
func TestCutWordsAreNotNumbers(t *testing.T) {
	s := NewScanner(strings.NewReader(strings.Repeat("0", maxWord) + "7"))
	s.Next()
	const want = `line 1, column 1: "000000000000000000000000..." is not a valid size; expected a number from 0 to 9`
	if n, err := s.Word.Number("size", 0, 9); err == nil || err.Error() != want {
		t.Errorf("Number = %d, %v, want %s", n, err, want)
	}
}

func TestRangesAscend(t *testing.T) {
	for _, test := range []struct {
		text        string
		first, last int
		ok          bool
	}{
		{"3", 3, 3, true}, {"1..9", 1, 9, true}, {"03..3", 3, 3, true}, {"4..3", 0, 0, false}, {"0..3", 0, 0, false},
		{"1..10", 0, 0, false}, {"", 0, 0, false}, {"..", 0, 0, false}, {"3..", 0, 0, false}, {"..3", 0, 0, false},
		{"1..2..3", 0, 0, false}, {" 3", 0, 0, false}, {"+3", 0, 0, false}, {"10", 0, 0, false},
	} {
		first, last, ok := Range(test.text, 1, 9)
		if ok != test.ok || ok && (first != test.first || last != test.last) {
			t.Errorf("Range(%q, 1, 9) = %d, %d, %t, want %d, %d, %t", test.text, first, last, ok, test.first, test.last, test.ok)
		}
	}
}
