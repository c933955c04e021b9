package dag

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"pgregory.net/rapid"

	"enumerate/enum/single"
	"enumerate/internal/text"
)

// readAll returns everything that Read yields: each DAG as its word, and each error in brackets.
func readAll(r io.Reader) string {
	var found []string
	for d, err := range Read(r) {
		if err != nil {
			found = append(found, fmt.Sprintf("[%v]", err))
		} else {
			found = append(found, d.Word())
		}
	}
	return strings.Join(found, " ")
}

func TestReadReadsTheContestsFormatAndWords(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", ""},
		{"2 1\n1 2\n", "2.1-2"},
		{"3 3\n1 2\n1 3\n2 3", "3.1-2.1-3.2-3"},
		{"4 2\r\n2 4\r\n1 3\r\n", "4.1-3.2-4"},
		{"\ufeff# two\n 2\t1 # vertices, arcs\n\n1 2\n3 0\n", "2.1-2 3"},
		{"4.2-4.1-3\n2\n2 0\n", "4.1-3.2-4 2 2"},
		{"3 2\n3 1\n3 2\n", "3.3-1.3-2"},
	} {
		if got := readAll(strings.NewReader(c.text)); got != c.want {
			t.Errorf("Read(%q) = %s, want %s", c.text, got, c.want)
		}
	}
}

func TestReadNamesTheFaultAndContinues(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"x\n", `[line 1, column 1: "x" is not a DAG; expected two numbers, "n m", or a word such as 4.1-3.2-4]`},
		{"2 1 1\n", `[line 1, column 5: a third word where a DAG starts; expected two numbers, "n m", or a word such as 4.1-3.2-4]`},
		{"1 0\n", `[line 1, column 1: "1" is not a valid number of vertices; expected a number from 2 to 100,000]`},
		{"-3 0\n", `[line 1, column 1: "-3" is not a valid number of vertices; expected a number from 2 to 100,000]`},
		{"99999999999999999999 0\n", `[line 1, column 1: "99999999999999999999" is not a valid number of vertices; expected a number from 2 to 100,000]`},
		{"3 4\n", `[line 1, column 3: "4" is not a valid number of arcs; expected a number from 0 to 3]`},
		{"100000 1000001\n", `[line 1, column 8: "1000001" is not a valid number of arcs; expected a number from 0 to 1,000,000]`},
		{"100000 1000000\n", `[line 2, column 1: the input ends after 0 of 1000000 arcs; expected a line "x y" for each]`},
		{"3 2\n1 2\n", `[line 3, column 1: the input ends after 1 of 2 arcs; expected a line "x y" for each]`},
		{"3 2\n1 2 3\n2 3\n2\n", `[line 2, column 5: a third word for an arc; expected two numbers, "x y"] 2`},
		{"3 2\n日本 é x\n2 3\n2\n", `[line 2, column 6: a third word for an arc; expected two numbers, "x y"] 2`},
		{"\ufeff3.é-\xff1.2é\n2\n", `[line 1, column 3: "é" is not a valid vertex; expected a number from 1 to 3] 2`},
		{"\ufeff3é \u2003 \xff\xff 1\n2\n", `[line 1, column 9: a third word where a DAG starts; expected two numbers, "n m", or a word such as 4.1-3.2-4]`},
		{"3 2\n1\n2 3\n2\n", `[line 2, column 1: one number for an arc; expected two, "x y"] 2`},
		{"3 2\n1 2\n 2  4\n2\n", `[line 3, column 5: "4" is not a valid vertex; expected a number from 1 to 3] 2`},
		{"3 2\n1 2\n2 2\n2\n", `[line 3, column 1: the arc 2 2 is a loop; expected two vertices] 2`},
		{"3 2\n1 2\n\n 1 2\n2\n", `[line 4, column 2: the arc 1 2 is already in line 2; write each arc once] 2`},
		{"4 4\n1 2\n2 3\n3 1\n3 4\n2\n", `[line 4, column 1: the arc 3 1 closes the cycle 3 -> 1 -> 2 -> 3; expected a graph without cycles] 2`},
		{"4.1-2.2\n2\n", `[line 1, column 7: "2" is not an arc; expected x-y] 2`},
		{"4.1-2.2-5\n2\n", `[line 1, column 9: "5" is not a valid vertex; expected a number from 1 to 4] 2`},
		{" 3.1-2.2-1\n2\n", `[line 1, column 8: the arc 2 1 closes the cycle 2 -> 1 -> 2; expected a graph without cycles] 2`},
		{"3.\n2\n", `[line 1, column 3: "" is not an arc; expected x-y] 2`},
		{"1\n2\n", `[line 1, column 1: "1" is not a valid number of vertices; expected a number from 2 to 100,000] 2`},
	} {
		if got := readAll(strings.NewReader(c.text)); got != c.want {
			t.Errorf("Read(%q) =\n%s, want\n%s", c.text, got, c.want)
		}
	}
	broken := errors.New("the disk is gone")
	if got := readAll(io.MultiReader(strings.NewReader("2\n3 1\n"), iotest.ErrReader(broken))); got != "2 [the disk is gone]" {
		t.Errorf("Read of a broken reader = %s, want 2 [the disk is gone]", got)
	}
	if got := readAll(io.LimitReader(zeros{}, maxLine+1)); got != "[line 1, column 1: a line of more than 16,777,216 bytes; expected shorter lines]" {
		t.Errorf("Read of a long line = %.200s", got)
	}
}

// A zeros is a reader of the digit 0 without end.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = '0'
	}
	return len(p), nil
}

func TestLongCyclesAreCounted(t *testing.T) {
	const n = 10_000
	var text strings.Builder
	fmt.Fprintf(&text, "%d %d\n", n, n)
	for v := 1; v < n; v++ {
		fmt.Fprintf(&text, "%d %d\n", v, v+1)
	}
	fmt.Fprintf(&text, "%d 1\n", n)
	want := fmt.Sprintf("[line %d, column 1: the arc %d 1 closes a cycle of %d vertices; expected a graph without cycles]", n+1, n, n)
	if got := readAll(strings.NewReader(text.String())); got != want {
		t.Errorf("Read of a cycle of %d vertices = %.200s, want %s", n, got, want)
	}
}

func TestNewRefusesGraphsThatAreNotDAGs(t *testing.T) {
	for _, c := range []struct {
		vertices int
		arcs     []Arc
		want     string
	}{
		{1, nil, "a DAG of 1 vertices and 0 arcs; expected from 2 to 100,000 vertices and at most 1,000,000 arcs"},
		{2, []Arc{{0, 2}}, "the arc 1 3 leads outside the vertices 1 to 2"},
		{2, []Arc{{-1, 0}}, "the arc 0 1 leads outside the vertices 1 to 2"},
		{2, []Arc{{1, 1}}, "the arc 2 2 is a loop"},
		{2, []Arc{{0, 1}, {0, 1}}, "the arc 1 2 is repeated"},
		{3, []Arc{{0, 1}, {1, 2}, {2, 0}, {2, 1}}, "the arc 3 1 closes the cycle 3 -> 1 -> 2 -> 3; expected a graph without cycles"},
	} {
		if _, err := New(c.vertices, c.arcs); err == nil || err.Error() != c.want {
			t.Errorf("New(%d, %v): %v, want %s", c.vertices, c.arcs, err, c.want)
		}
	}
}

func TestWrittenDAGsAreReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := anyDAG(t, 12, 30)
		for _, format := range Formats() {
			var text bytes.Buffer
			if err := single.Write(&text, d, format); err != nil {
				t.Fatal(err)
			}
			if got := readAll(&text); got != d.Word() {
				t.Errorf("%v written as %s reads as %s", d, format, got)
			}
		}
	})
	if err := single.Write(io.Discard, Must(2, nil), "png"); err == nil {
		t.Error("Write(png) = nil, want an error")
	}
}

func FuzzRead(f *testing.F) {
	for _, seed := range []string{"2 1\n1 2\n", "4.1-3.2-4\n", "3 3\n1 2\n2 3\n3 1\n2\n", "2 0 # none\n2 1\n\n2 1"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, input string) {
		lines := strings.Count(input, "\n") + 2
		for d, err := range Read(strings.NewReader(input)) {
			var fault text.Error
			switch {
			case errors.As(err, &fault):
				if fault.Line < 1 || fault.Line > lines || fault.Column < 1 || fault.Column > len(input)+1 || strings.Contains(fault.Message, "\n") {
					t.Fatalf("Read(%q): %v, in a text of %d lines", input, fault, lines-1)
				}
			case err != nil:
				t.Fatalf("Read(%q): %v, want a fault", input, err)
			default:
				again, err := New(d.Vertices(), slices.Collect(d.All()))
				if err != nil || again.Word() != d.Word() {
					t.Fatalf("Read(%q) yields %v; New says %v", input, d, err)
				}
			}
		}
	})
}
