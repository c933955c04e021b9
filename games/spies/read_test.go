package spies

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"pgregory.net/rapid"

	"enumerate/enum/single"
	"enumerate/games/spies/search"
	"enumerate/internal/text"
)

func readAll(in io.Reader) iter.Seq2[entry, error] {
	r := newReader(in)
	return text.All(r.Scanner, r.next)
}

// readEach reads all entries of a text. It returns sizes as "8", boards as "4: 2 4 1 3", and errors.
func readEach(written string) []string {
	var read []string
	for e, err := range readAll(strings.NewReader(written)) {
		switch {
		case err != nil:
			read = append(read, err.Error())
		case e.board == nil:
			read = append(read, fmt.Sprint(e.size))
		default:
			read = append(read, fmt.Sprintf("%d: %v", e.size, e.board))
		}
	}
	return read
}

func TestEntriesAreReadInAllForms(t *testing.T) {
	for _, test := range []struct {
		text string
		want []string
	}{
		{"", nil},
		{"\n # nothing \n\n", nil},
		{"8", []string{"8"}},
		{"8\n9\n", []string{"8", "9"}},
		{"4\n2 4 1 3\n", []string{"4: 2 4 1 3"}},
		{"4\r\n\t2  4 1\t3 \r\n8\r\n", []string{"4: 2 4 1 3", "8"}},
		{"4 # size\n2 4 1 3 # columns\n", []string{"4: 2 4 1 3"}},
		{"4\n\n2 4 1 3\n", []string{"4", "4: 2 4 1 3"}},
		{"2 4 1 3\n3 1 4 2", []string{"4: 2 4 1 3", "4: 3 1 4 2"}},
		{"1\n1\n", []string{"1: 1"}},
		{"1\n\n1\n", []string{"1", "1"}},
		{"1\n2 1\n", []string{"line 2, column 3: 2 columns; expected 1, one for each row of a board of size 1"}},
		{"1\n2\n", []string{"1", "2"}},
		{"* S * *\n* * * S\nS * * *\n* * S *\n", []string{"4: 2 4 1 3"}},
		{"4\n.S..\n...S\nS...\n..S.\n\nS\n8", []string{"4", "4: 2 4 1 3", "1: 1", "8"}},
		{"S*\n*S\n2", []string{"2: 1 2", "2"}},
		{"\ufeff8\n9", []string{"8", "9"}},
		{"\ufeff# sizes\r\n4\r\n2 4 1 3", []string{"4: 2 4 1 3"}},
		{"10000", []string{"10000"}},
	} {
		if got := readEach(test.text); !slices.Equal(got, test.want) {
			t.Errorf("Read(%q) = %q, want %q", test.text, got, test.want)
		}
	}
}

// TestBoardsAreReadAsPeopleAndProgramsWriteThem reads one board in many forms, with their remarks.
func TestBoardsAreReadAsPeopleAndProgramsWriteThem(t *testing.T) {
	for _, test := range []struct{ text, remark string }{
		{".Q..\n...Q\nQ...\n..Q.\n", ""},
		{"_ Q _ _\n_ _ _ Q\nQ _ _ _\n_ _ Q _\n", ""},
		{"-q--\n---q\nq---\n--q-\n", ""},
		{"·♛··\n···♛\n♛···\n··♛·\n", ""},
		{"|.|Q|.|.|\n|.|.|.|Q|\n|Q|.|.|.|\n|.|.|Q|.|\n", ""},
		{`[".Q..","...Q","Q...","..Q."]`, ""},
		{`[[".","Q",".","."],[".",".",".","Q"],["Q",".",".","."],[".",".","Q","."]]`, ""},
		{"[\n  \".Q..\",\n  \"...Q\",\n  \"Q...\",\n  \"..Q.\"\n]\n", ""},
		{"[2, 4, 1, 3]", ""}, {"2,4,1,3", ""}, {"(2, 4, 1, 3)", ""}, {"2; 4; 1; 3", ""}, {"{2,4,1,3}", ""}, {"4\n[2, 4, 1, 3]\n", ""},
		{"1 3 0 2", zeroRemark}, {"[1, 3, 0, 2]", zeroRemark}, {"4\n1 3 0 2\n", zeroRemark},
		{"0 1 0 0\n0 0 0 1\n1 0 0 0\n0 0 1 0\n", cellsRemark},
		{"0100\n0001\n1000\n0010\n", cellsRemark},
		{"[[0,1,0,0],[0,0,0,1],[1,0,0,0],[0,0,1,0]]", cellsRemark},
		{"[[0, 1, 0, 0],\n [0, 0, 0, 1],\n [1, 0, 0, 0],\n [0, 0, 1, 0]]\n", cellsRemark},
		{"[[0 1 0 0]\n [0 0 0 1]\n [1 0 0 0]\n [0 0 1 0]]\n", cellsRemark},
		{"(1,2) (2,4) (3,1) (4,3)", pointsRemark}, {"[(1, 2), (2, 4), (3, 1), (4, 3)]", pointsRemark}, {"1,2 2,4 3,1 4,3", pointsRemark},
		{"(4,3) (3,1) (1,2) (2,4)", pointsRemark}, {"[[1,2],[2,4],[3,1],[4,3]]", pointsRemark},
		{"1 2\n2 4\n3 1\n4 3\n", pointsRemark}, {"4\n1 2\n2 4\n3 1\n4 3\n", pointsRemark}, {"1,2\n2,4\n3,1\n4,3\n", pointsRemark},
		{"(0,1) (1,3) (2,0) (3,2)", zeroesRemark}, {"0 1\n1 3\n2 0\n3 2\n", zeroesRemark},
	} {
		var got []string
		remark := ""
		for e, err := range readAll(strings.NewReader(test.text)) {
			if err != nil {
				t.Errorf("%q: %v", test.text, err)
				continue
			}
			got = append(got, fmt.Sprint(e.board))
			remark = e.remark
		}
		if want := []string{"2 4 1 3"}; !slices.Equal(got, want) || remark != test.remark {
			t.Errorf("%q is %q with the remark %q, want %q and %q", test.text, got, remark, want, test.remark)
		}
	}
}

func TestBoardsOfTwoQueensAreTheDocumentedForms(t *testing.T) {
	for text, want := range map[string][]string{
		"1 2\n1 2\n2 1\n":             {"2: 1 2", "2: 1 2", "2: 2 1"},
		"1 2\n\n2 1\n":                {"2: 1 2", "2: 2 1"},
		"2 1\n8\n":                    {"2: 2 1", "8"},
		"2\n1 2\n":                    {"2: 1 2"},
		"(1,2) (2,1)\n":               {"2: 2 1"},
		"[[0,1],[1,0]]\n":             {"2: 2 1"},
		"0 1\n":                       {"2: 1 2"},
		"10\n8\n":                     {"10", "8"},
		"10\n11\n":                    {"10", "11"},
		"10\n01\n8\n":                 {"2: 1 2", "8"},
		"0100\n0001\n1000\n0010\n1\n": {"4: 2 4 1 3", "1"},
	} {
		if got := readEach(text); !slices.Equal(got, want) {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}

// TestManyBoardsOfTwoQueensTakeLinearTime would take hours if each board were read together with all lines after it.
func TestManyBoardsOfTwoQueensTakeLinearTime(t *testing.T) {
	const boards = 90_000
	got := 0
	for _, err := range readAll(strings.NewReader(strings.Repeat("1 2\n", boards))) {
		if err != nil {
			t.Fatal(err)
		}
		got++
	}
	if got != boards {
		t.Errorf("%d boards, want %d", got, boards)
	}
}

func TestFaultsNameTheirPlaceAndReadingContinues(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"  x\n", `line 1, column 3: "x" is not a valid size; expected a number from 1 to 100,000`},
		{"0", `line 1, column 1: "0" is not a valid size; expected a number from 1 to 100,000`},
		{"-4", `line 1, column 1: "-4" is not a valid size; expected a number from 1 to 100,000`},
		{"100001", `line 1, column 1: "100001" is not a valid size; expected a number from 1 to 100,000`},
		{"99999999999999999999999999999", `line 1, column 1: "999999999999999999999999..." is not a valid size; expected a number from 1 to 100,000`},
		{"4\n2 4 1\n", "line 2, column 5: 3 columns; expected 4, one for each row of a board of size 4"},
		{"4\n2 4 1 3 5\n", "line 2, column 9: 5 columns; expected 4, one for each row of a board of size 4"},
		{"\n4\n2 4 1 x\n", `line 3, column 7: "x" is not a valid column; expected a number from 1 to 4`},
		{"2 4 1 5\n", `line 1, column 7: "5" is not a valid column; expected a number from 1 to 4`},
		{"2 4 2 3\n", "line 1, column 5: the queens of rows 1 and 3 are both in column 2; each column has one queen"},
		{"\u2003\u00a0 x\n", `line 1, column 4: "x" is not a valid size; expected a number from 1 to 100,000`},
		{"\ufeff*\u00a0S é\xff\n", `line 1, column 5: "é\xff"; expected S or Q for a queen, and *, . or _ for another cell`},
		{"é 4 2 3\n", `line 1, column 1: "é" is not a valid column; expected a number from 1 to 4`},
		{"1 2 é\n", `line 1, column 5: "é" is not a valid column; expected a number from 1 to 3`},
		{"* S\nS S\n", "line 2, column 3: a second queen in the row; each row has one queen"},
		{"* S\n* *\n", "line 2, column 1: no queen in the row; each row has one queen, S or Q"},
		{"* S\n* S\n", "line 2, column 3: the queens of rows 1 and 2 are both in column 2; each column has one queen"},
		{"* S *\nS *\n", "line 2, column 1: a row of 2 cells; expected 3, as in the first row"},
		{"* S\nS * *\n", "line 2, column 5: a row of more than 2 cells; expected at most 100,000 cells in the first row, and as many in every other row"},
		{"* S\nS *\nS *\n", "line 3, column 1: more rows than columns; expected 2 rows, or an empty line before the next board"},
		{"\n * S *\nS * *\n", "line 2, column 2: a board of 2 rows; expected 3, the number of columns"},
		{"*X\n", "line 1, column 2: \"X\"; expected S or Q for a queen, and *, . or _ for another cell"},
		{"0 1 0\n1 0 0\n0 1 1\n", "line 3, column 5: a second queen in the row; each row has one queen"},
		{"010\n100\n", "line 1, column 1: a board of 2 rows; expected 3, the number of columns"},
		{"0 4 1 3\n", `line 1, column 1: "0" is not a valid column; expected a number from 1 to 4`},
		{"0 2 2 3\n", "line 1, column 5: the queens of rows 2 and 3 are both in column 3; each column has one queen"},
		{"(1,2) (2,4) (3,1) (4,5)\n", `line 1, column 22: "5" is not a valid column; expected a number from 1 to 4`},
		{"(1,2) (2,4) (2,1) (4,3)\n", "line 1, column 14: a second queen in row 2; each row has one queen"},
		{"1 2\n2 4\n3 1\n4 1\n", "line 4, column 3: the queens of rows 3 and 4 are both in column 1; each column has one queen"},
		{"1 2\n2 1\n", "line 1, column 1: 2 readings are possible, as two boards of two queens and as row and column of each queen: separate boards by an empty line, or write the points in parentheses"},
		{"0 1\n1 0\n", "line 1, column 1: 3 readings are possible, as two boards of two queens and as row and column of each queen and as the cells of a board: separate boards by an empty line, or write the points in parentheses"},
		{"[[1,0],[0,1]]\n", "line 1, column 3: 2 readings are possible, as the cells of a board, 1 for a queen and as row and column of each queen: write the columns of the queens, as in 2 1"},
		{"[[2,4,1,3],[3,1,4,2]]\n", "line 1, column 3: 2 lists of numbers; expected one board on each line, or row and column of each queen, as in (1,2) (2,4)"},
	} {
		want := []string{test.want, "7"}
		if got := readEach(test.text + "\n7\n"); !slices.Equal(got, want) {
			t.Errorf("Read(%q and a size) = %q, want %q", test.text, got, want)
		}
	}
}

func TestALongLineIsAFault(t *testing.T) {
	want := []string{"line 1, column 1: a line of more than 1,048,576 bytes; expected shorter lines", "4"}
	if got := readEach(strings.Repeat("12345678 ", maxLine/8) + "\n4\n"); !slices.Equal(got, want) {
		t.Errorf("a line of %d bytes reads as %.200q, want %q", maxLine/8*9, got, want)
	}
	want = []string{"line 1, column 200001: 200000 columns; expected at most 100,000", "4"}
	if got := readEach(strings.Repeat("2 ", 200_000) + "\n4\n"); !slices.Equal(got, want) {
		t.Errorf("200000 columns read as %.200q, want %q", got, want)
	}
}

// TestSizesTooLargeToSearchAreRefused reads a size that is too large to search, alone and before a board.
func TestSizesTooLargeToSearchAreRefused(t *testing.T) {
	const size = search.MaxSize + 1
	want := []string{fmt.Sprintf("line 1, column 2: %d queens are too many to search for a board; expected a size from 1 to 10,000, or the columns of the board", size), "4"}
	if got := readEach(fmt.Sprintf(" %d\n4\n", size)); !slices.Equal(got, want) {
		t.Errorf("the size %d reads as %q, want %q", size, got, want)
	}
	columns := make(board, size)
	for r := range columns {
		columns[r] = r
	}
	want = []string{fmt.Sprintf("%d: %v", size, columns), "4"}
	if got := readEach(fmt.Sprintf("%d\n%v\n4\n", size, columns)); !slices.Equal(got, want) {
		t.Errorf("a board of %d queens reads as %.100q, want it and a size", size, got)
	}
}

func TestErrorsOfTheReaderComeLast(t *testing.T) {
	failed := errors.New("the disk is gone")
	r := io.MultiReader(strings.NewReader("4\n2 4 1 3\n8\n"), iotest.ErrReader(failed))
	var last error
	entries := 0
	for _, err := range readAll(r) {
		last = err
		if err == nil {
			entries++
		}
	}
	if entries != 1 || last != failed { // 8 is not an entry, because it may be the size of a board
		t.Errorf("%d entries, then %v, want 1, then %v", entries, last, failed)
	}
}

func TestWrittenBoardsAreReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		columns := make([]int, rapid.IntRange(1, 40).Draw(t, "n"))
		for c := range columns {
			columns[c] = c
		}
		b := board(rapid.Permutation(columns).Draw(t, "board"))
		var text strings.Builder
		for _, format := range []string{contestFormat, textFormat, contestFormat} {
			if err := single.Write(&text, (ruling{board: b}), format); err != nil {
				t.Fatal(err)
			}
		}
		fmt.Fprintln(&text, b)
		want := fmt.Sprintf("%d: %v", len(b), b)
		if got := readEach(text.String()); len(b) > 1 && !slices.Equal(got, []string{want, want, want, want}) {
			t.Fatalf("%q is read as %q, want %q four times", text.String(), got, want)
		}
	})
}

// TestTheArticlesBoards judges every board that an article about the game (docs/papers/spies.md) prints. Three boards
// are called valid by mistake there: those of sizes 11 (printed three times), 23 and 27.
func TestTheArticlesBoards(t *testing.T) {
	file, err := os.Open("testdata/article.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var got []string
	questions := New().Questions
	check := questions[slices.IndexFunc(questions, func(q single.Question) bool { return q.Name == "check" })]
	for claim, err := range check.Read(file) {
		if err != nil {
			got = append(got, err.Error())
			continue
		}
		why, err := check.Ask(t.Context(), claim, single.How{})
		if err != nil && !errors.As(err, new(single.Wrong)) {
			t.Fatal(err)
		}
		var text strings.Builder
		if err := single.Write(&text, why, "table"); err != nil {
			t.Fatal(err)
		}
		line := strings.TrimSuffix(text.String(), "\n")
		if err == nil {
			line = fmt.Sprintf("valid, size %d", len(why.(ruling).board))
		}
		got = append(got, line)
	}
	want := []string{
		"invalid  line: 1,4 4,6 7,8", // size 11
		"valid, size 13",
		"valid, size 14",
		"valid, size 15",
		"valid, size 11",
		"valid, size 17",
		"invalid  line: 2,3 8,13 14,23", // size 23
		"valid, size 25",
		"invalid  line: 9,23 19,15 24,11", // size 27
		"invalid  attack: 1,4 2,5",        // the article says so
		"invalid  attack: 1,4 2,5",
		"invalid  attack: 1,4 2,5",
		`line 34, column 15: "15" is not a valid column; expected a number from 1 to 11`, // the article says that it is valid
		"valid, size 11",
		"invalid  line: 1,1 2,3 3,5 4,7", // the article says so
		"invalid  line: 1,4 4,6 7,8",     // the first board of size 11 again
	}
	if !slices.Equal(got, want) {
		t.Errorf("the article's boards are\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestASizeIsNoBoard(t *testing.T) {
	for claim, err := range readBoards(strings.NewReader("\n 8\n")) {
		const want = "line 2, column 2: a size without a board; expected the columns of its queens on the next line"
		if err == nil || err.Error() != want {
			t.Errorf("a size is read as %v, %v, want %s", claim, err, want)
		}
	}
}

// FuzzReadEntries looks for panics, for sizes and boards that are out of range, and for faults without a place.
func FuzzReadEntries(f *testing.F) {
	f.Add("8\n4\n2 4 1 3\n")
	f.Add("* S * *\n* * * S\nS * * *\n* * S *\n\n1\n1\n")
	f.Add("4\r\n2 4 1 # 3\n\x00 S\n")
	f.Fuzz(func(t *testing.T, written string) {
		lines := strings.Count(written, "\n") + 1
		for e, err := range readAll(strings.NewReader(written)) {
			if err != nil {
				var fault text.Error
				if !errors.As(err, &fault) || fault.Line < 1 || fault.Line > lines || fault.Column < 1 || fault.Column > len(written)+1 || strings.Contains(fault.Message, "\n") {
					t.Errorf("%q: error %v", written, err)
				}
				continue
			}
			if e.size < 1 || e.size > maxSize || e.board != nil && len(e.board) != e.size {
				t.Errorf("%q: an entry %+v", written, e)
			}
			seen := make(map[int]bool)
			for _, c := range e.board {
				if c < 0 || c >= e.size || seen[c] {
					t.Errorf("%q: a board %v that is no permutation", written, e.board)
				}
				seen[c] = true
			}
		}
	})
}
