package text

import (
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// scan returns all words of a text with their places, as "1:4 word", and the ends of its lines, as "1:8 |".
func scan(text io.Reader, marks string) []string {
	var found []string
	s := NewScanner(text)
	s.Marks = marks
	for {
		s.Next()
		w := s.Word
		switch w.Kind {
		case EndOfInput:
			return append(found, fmt.Sprintf("%d:%d", w.Line, w.Column))
		case EndOfLine:
			w.Text = "|"
		}
		found = append(found, fmt.Sprintf("%d:%d %s", w.Line, w.Column, w.Text))
	}
}

func TestWordsHaveTheirPlaces(t *testing.T) {
	long := strings.Repeat("0123456789", 7)
	for _, test := range []struct {
		text, marks string
		want        []string
	}{
		{"", "", []string{"1:1"}},
		{"  \t", "", []string{"1:4"}},
		{"a", "", []string{"1:1 a", "1:2"}},
		{" a\tbc \n d", "", []string{"1:2 a", "1:4 bc", "1:7 |", "2:2 d", "2:3"}},
		{"a\r\n\r\nb\r", "", []string{"1:1 a", "1:3 |", "2:2 |", "3:1 b", "3:3"}},
		{"a# b\n#c\nd #", "", []string{"1:1 a", "1:2 |", "2:1 |", "3:1 d", "3:3"}},
		{"\ufeffa b\n\ufeffc", "", []string{"1:1 a", "1:3 b", "1:4 |", "2:1 \ufeffc", "2:3"}},
		{"\xefa b", "", []string{"1:1 \xefa", "1:4 b", "1:5"}},
		{"\xe2\x82 b", "", []string{"1:1 \xe2\x82", "1:4 b", "1:5"}},
		{"é f", "", []string{"1:1 é", "1:3 f", "1:4"}},
		{"日本\u00a0語\n", "", []string{"1:1 日本", "1:4 語", "1:5 |", "2:1"}},
		{"\ufffd\u2028é,é", ",", []string{"1:1 \ufffd", "1:3 é", "1:4 ,", "1:5 é", "1:6"}},
		{"1/2 //3#/", "/", []string{"1:1 1", "1:2 /", "1:3 2", "1:5 /", "1:6 /", "1:7 3", "1:8"}},
		{"o(B,o)", "(),", []string{"1:1 o", "1:2 (", "1:3 B", "1:4 ,", "1:5 o", "1:6 )", "1:7"}},
		{long[:64] + " " + long[:65] + " " + long, "", []string{"1:1 " + long[:64], "1:66 " + long[:64] + "...", "1:132 " + long[:64] + "...", "1:202"}},
	} {
		if got := scan(strings.NewReader(test.text), test.marks); !slices.Equal(got, test.want) {
			t.Errorf("the words of %q are %q, want %q", test.text, got, test.want)
		}
	}
}

// byLines finds the same as scan, but from whole lines of characters. Only the start of the text may be a byte order
// mark.
func byLines(text, marks string) []string {
	var found []string
	lines := strings.Split(strings.TrimPrefix(text, "\ufeff"), "\n")
	for number, line := range lines {
		before, _, _ := strings.Cut(line, "#")
		var held []string // the characters of the current word
		for i, c := range before {
			size := utf8.RuneLen(c)
			if !strings.HasPrefix(before[i:], string(c)) {
				size = 1
			}
			held = append(held, before[i:i+size])
		}
		from := -1
		flush := func(end int) {
			if from >= 0 {
				word := strings.Join(held[from:end], "")
				if len(word) > 64 {
					word = word[:64] + "..."
				}
				found = append(found, fmt.Sprintf("%d:%d %s", number+1, from+1, word))
			}
			from = -1
		}
		for i, c := range held {
			switch {
			case strings.TrimSpace(c) == "":
				flush(i)
			case strings.Contains(marks, c):
				flush(i)
				from = i
				flush(i + 1)
			case from < 0:
				from = i
			}
		}
		flush(len(held))
		if number < len(lines)-1 {
			found = append(found, fmt.Sprintf("%d:%d |", number+1, len(held)+1))
		} else {
			found = append(found, fmt.Sprintf("%d:%d", number+1, len(held)+1))
		}
	}
	return found
}

// TestWordsDoNotDependOnThePiecesOfTheInput scans texts, both as a whole and in pieces.
func TestWordsDoNotDependOnThePiecesOfTheInput(t *testing.T) {
	pieces := rapid.SampledFrom([]string{"a", "1", " ", "\t", "\r\n", "\n", "#", ",", "é", "\ufeff", "\xef", "\xe2\x82", "\u2003", "\ufffd", "\x00"})
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOf(pieces).Draw(t, "text"), "")
		want := byLines(text, ",")
		for _, in := range []func(io.Reader) io.Reader{iotest.DataErrReader, iotest.HalfReader, iotest.OneByteReader} {
			if got := scan(in(strings.NewReader(text)), ","); !slices.Equal(got, want) {
				t.Fatalf("the words of %q are %q, want %q", text, got, want)
			}
		}
	})
}

// lines returns the lines of a text, each as its words in brackets, or its error.
func lines(r io.Reader, limit int) []string {
	var found []string
	s := NewScanner(r)
	for line, err := range All(s, func() (Word, error) { return s.Line(limit) }) {
		if err != nil {
			found = append(found, err.Error())
			continue
		}
		var list []string
		for _, w := range line.Words() {
			list = append(list, w.Text)
		}
		found = append(found, fmt.Sprint(list))
	}
	return found
}

func TestLinesHaveTheirWords(t *testing.T) {
	const long = "a line of more than 8 bytes; expected shorter lines"
	for _, test := range []struct {
		text string
		want []string
	}{
		{"", nil},
		{"a", []string{"[a]"}},
		{"a b\n\n # c\nd\n", []string{"[a b]", "[]", "[]", "[d]"}},
		{"a\r\n \t", []string{"[a]", "[]"}},
		{"\ufeffa\r\nb\r", []string{"[a]", "[b]"}},
		{"1 3 5 78\n", []string{"[1 3 5 78]"}},
		{"1 3 5 #7\r\n2", []string{"[1 3 5]", "[2]"}},
		{"1 3 5 #78\r\n2", []string{"line 1, column 1: " + long, "[2]"}},
		{"1 3 5 78\r", []string{"[1 3 5 78]"}},
		{"1 3 5 789\n2", []string{"line 1, column 1: " + long, "[2]"}},
		{"2\n1 3 5 7 9 1 1 1\n2\n123456789", []string{"[2]", "line 2, column 1: " + long, "[2]", "line 4, column 1: " + long}},
	} {
		if got := lines(strings.NewReader(test.text), 8); !slices.Equal(got, test.want) {
			t.Errorf("the lines of %q are %q, want %q", test.text, got, test.want)
		}
	}
}

func TestReadErrorsComeAfterAllWords(t *testing.T) {
	broken := errors.New("the disk is gone")
	in := func() io.Reader { return io.MultiReader(strings.NewReader("a\nb"), iotest.ErrReader(broken)) }
	for _, r := range []io.Reader{in(), iotest.DataErrReader(in())} {
		if got, want := lines(r, 8), []string{"[a]", broken.Error()}; !slices.Equal(got, want) {
			t.Errorf("the lines are %q, want %q", got, want)
		}
	}
	s := NewScanner(in())
	if s.Next(); s.Err() != nil {
		t.Errorf("Err() = %v after the first word, want nil", s.Err())
	}
	for s.Word.Kind != EndOfInput {
		s.Next()
	}
	if s.Err() != broken {
		t.Errorf("Err() = %v at the end, want %v", s.Err(), broken)
	}
	s = NewScanner(strings.NewReader("\n a"))
	if err := s.Begin(); err != nil || s.Word.Text != "a" {
		t.Errorf("Begin() = %v at %v, want a", err, s.Word)
	}
	if err := s.Begin(); err != io.EOF || s.Err() != nil {
		t.Errorf("Begin() = %v and Err() = %v at the end of all, want %v and nil", err, s.Err(), io.EOF)
	}
}

func TestAReaderThatReadsNothingIsAnError(t *testing.T) {
	if got, want := lines(idle{}, 8), []string{io.ErrNoProgress.Error()}; !slices.Equal(got, want) {
		t.Errorf("the lines are %q, want %q", got, want)
	}
}

type idle struct{}

func (idle) Read([]byte) (int, error) { return 0, nil }

// A user types a line and then waits. The line must be returned without asking for more input.
func TestLinesAreAnsweredAtOnce(t *testing.T) {
	for _, typed := range []string{"\n", "8\n", "8 # queens\r\n"} {
		waits := errors.New("the next line is asked for")
		s := NewScanner(io.MultiReader(strings.NewReader(typed), iotest.ErrReader(waits)))
		if _, err := s.Line(8 + len(typed)); err != nil {
			t.Errorf("Line() of %q: %v", typed, err)
		}
		s = NewScanner(io.MultiReader(strings.NewReader(typed), iotest.ErrReader(waits)))
		s.Next()
		if s.SkipLine(); s.Err() != nil || s.Word.Kind != EndOfLine {
			t.Errorf("SkipLine() of %q: %v, %v", typed, s.Word, s.Err())
		}
	}
}

func TestLongLinesTakeLittleMemory(t *testing.T) {
	for name, text := range map[string]string{"a word": "0", "words": "1 ", "blanks": " ", "a comment": "#"} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		lines(io.LimitReader(endless(text), 1<<19), 100)
		runtime.ReadMemStats(&after)
		if bytes := after.TotalAlloc - before.TotalAlloc; bytes > 200_000 {
			t.Errorf("a line of 500 kB that is %s takes %d bytes, expected at most 200000", name, bytes)
		}
	}
}

type endless string

func (e endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = e[i%len(e)]
	}
	return len(p), nil
}

func TestAnUnreadLineIsTheNext(t *testing.T) {
	s := NewScanner(strings.NewReader("é = 3\n123456789\n # none\n4"))
	line, err := s.Line(8)
	if err != nil {
		t.Fatal(err)
	}
	_, after, _ := line.Cut("=")
	s.Unread(after, nil)
	var got []string
	for {
		words, err := s.Words(8)
		if err == io.EOF {
			break
		}
		got = append(got, fmt.Sprint(words, err))
		if long := errors.As(err, new(Error)); long && len(got) < 5 {
			s.Unread(Word{}, err)
		}
	}
	const long = "[] line 2, column 1: a line of more than 8 bytes; expected shorter lines"
	if want := []string{"[{0 1 5 3}] <nil>", long, long, long, long, "[{0 4 1 4}] <nil>"}; !slices.Equal(got, want) {
		t.Errorf("after Unread(%q) the lines are %q, want %q", after.Text, got, want)
	}
}

// FuzzScanner looks for words with a wrong place, and for panics.
func FuzzScanner(f *testing.F) {
	f.Add("\ufeff4 # size\r\n2 4\t1 3\n")
	f.Add("1 3/2/1 1 0//x#/\n")
	f.Add("\xef\xbb")
	f.Fuzz(func(t *testing.T, text string) {
		if got, want := scan(strings.NewReader(text), "/,"), byLines(text, "/,"); !slices.Equal(got, want) {
			t.Errorf("the words of %q are %q, want %q", text, got, want)
		}
		for _, line := range lines(strings.NewReader(text), 8) {
			if strings.Contains(line, "\n") {
				t.Errorf("%q has a line %q of several", text, line)
			}
		}
		byWord, byLine := NewScanner(strings.NewReader(text)), NewScanner(strings.NewReader(text))
		for line, err := range All(byLine, func() (Word, error) { return byLine.Line(len(text)) }) {
			if err != nil {
				t.Fatal(err)
			}
			for _, w := range line.Words() {
				if byWord.Next(); len(w.Text) <= maxWord && byWord.Word != w {
					t.Errorf("%q has the word %+v, and read by lines %+v", text, byWord.Word, w)
				}
			}
			if byWord.Next(); byWord.Word.Kind == Plain {
				t.Errorf("%q has the word %+v, and none read by lines", text, byWord.Word)
			}
		}
	})
}
