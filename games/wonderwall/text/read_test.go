package text

import (
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"

	"enumerate/enum/single"
	"enumerate/games/wonderwall/named"

	"enumerate/internal/text"
	"enumerate/solver/betweenness"

	"pgregory.net/rapid"
)

func parseTable(text string) (Table, error) {
	var found []Table
	for table, err := range ReadTables(strings.NewReader(text)) {
		if err != nil {
			return Table{}, err
		}
		found = append(found, table)
	}
	if len(found) != 1 {
		return Table{}, fmt.Errorf("%d games, want 1", len(found))
	}
	return found[0], nil
}

func ExampleReadTables() {
	input := `# The same game three times, and two that are none.
BC CD BA BA

A: B C
B: C D
C: B A
D: B A

{"A": ["B", "C"], "B": ["C", "D"], "C": ["B", "A"], "D": ["B", "A"]}

Ann | Ann | Bob
Bob | Ann | Cyd
Cy  | Ann

BB CD BA BA
`
	for table, err := range ReadTables(strings.NewReader(input)) {
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(table.Code())
	}
	// Output:
	// BC CD BA BA <nil>
	// BC CD BA BA <nil>
	// BC CD BA BA <nil>
	// line 11, column 7: player "Ann" chose itself; choose another player
	// line 12, column 13: player "Cyd" has no row; did you mean "Cy"?
	// line 13, column 10: 2 names; expected a player, its wonderwall and its ninja
	// line 15, column 2: player "A" chose "B" twice; choose two different players
}

func gameOf(pairs ...[2]int) betweenness.Game {
	g := make(betweenness.Game, len(pairs))
	for p, c := range pairs {
		g[p] = betweenness.Choice{Wonderwall: c[0], Ninja: c[1]}
	}
	return g
}

func readEach(text string) []string {
	var read []string
	for table, err := range ReadTables(strings.NewReader(text)) {
		if err != nil {
			read = append(read, err.Error())
		} else {
			read = append(read, fmt.Sprint(strings.Join(table.Names, ","), " ", table.Game))
		}
	}
	return read
}

func TestTheGamesOfThePaperAreRead(t *testing.T) {
	six := gameOf([2]int{1, 2}, [2]int{3, 5}, [2]int{1, 0}, [2]int{1, 4}, [2]int{3, 5}, [2]int{3, 1})
	for _, test := range []struct {
		text string
		want betweenness.Game
	}{
		{"A: B C\nB: D F\nC: B A\nD: B E\nE: D F\nF: D B\n", six},
		{"BC DF BA BE DF DB", six},
		{"BC CD BA BA", gameOf([2]int{1, 2}, [2]int{2, 3}, [2]int{1, 0}, [2]int{1, 0})},
		{"BC DA BA BA", gameOf([2]int{1, 2}, [2]int{3, 0}, [2]int{1, 0}, [2]int{1, 0})},
	} {
		if read, err := parseTable(test.text); err != nil || !reflect.DeepEqual(read, named.FromGame(test.want)) {
			t.Errorf("%q: %v, %v, want %v", test.text, read, err, test.want)
		}
	}
}

func TestAllFormsOfAGameAreRead(t *testing.T) {
	const abc = "A,B,C [{1 2} {0 2} {0 1}]"
	for _, test := range []struct{ form, text, want string }{
		{"colons", "A: B C\nB: A C\nC: A B\n", abc},
		{"no newline at the end", "A: B C\nB: A C\nC: A B", abc},
		{"free spaces around colons", " A  :B   C \nB :\tA\tC\n\tC:A B\t", abc},
		{"bars", "A | B | C\nB|A|C\n  C  |A|  B  ", abc},
		{"tabs", "A\tB\tC\nB\t\tA\t C\n\tC\tA\tB\t", abc},
		{"spaces", "A B C\nB   A C\n C A  B ", abc},
		{"rows of different forms", "A: B C\nB | A | C\nC\tA\tB", abc},
		{"CRLF", "A: B C\r\nB: A C\r\nC: A B\r\n\r\n", abc},
		{"byte order mark", "\ufeffA: B C\nB: A C\nC: A B", abc},
		{"blank lines and comments before", "\n \t\n# a\n  # b\n\nA: B C\nB: A C\nC: A B", abc},
		{"comments between and behind rows", "A: B C # x\n# a\nB: A C\t# b\n  # c\nC: A B #", abc},
		{"order of the rows", "C: A B\nA: B C\nB: A C", "C,A,B [{1 2} {2 0} {1 0}]"},
		{"names of all characters", "é: ♥ a#b\n♥: é a#b\na#b: ♥ é", "é,♥,a#b [{1 2} {0 2} {1 0}]"},
		{"white space in names between bars", "Ann Lee | B | C\nB | Ann Lee | C\nC|Ann Lee|B", "Ann Lee,B,C [{1 2} {0 2} {0 1}]"},
		{"colons in names between bars", "a:b | B | C\nB | a:b | C\nC|a:b|B", "a:b,B,C [{1 2} {0 2} {0 1}]"},
		{"white space in names between tabs", "Ann Lee\tB\tC\nB\tAnn Lee\tC\nC\tAnn Lee\tB", "Ann Lee,B,C [{1 2} {0 2} {0 1}]"},
		{"two-letter names with colons", "Al: Bo Cy\nBo: Al Cy\nCy: Al Bo", "Al,Bo,Cy [{1 2} {0 2} {0 1}]"},
		{"two-letter names that are not of code letters", "Ä1 Bo Cy\nBo: Ä1 Cy\nCy Ä1 Bo", "Ä1,Bo,Cy [{1 2} {0 2} {0 1}]"},

		{"two-letter names with blanks only", "Al Bo Cy\nBo Al Cy\nCy: Al Bo", "Al,Bo,Cy [{1 2} {0 2} {0 1}]"},

		{"code", "BC AC AB", abc},
		{"code with spaces, comment and CRLF", "  BC   AC AB\t # a\r\n", abc},
		{"code with commas", "BC, AC,AB", abc},
		{"code with a byte order mark", "\ufeffBC AC AB", abc},

		{"JSON", `{"A":["B","C"],"B":["A","C"],"C":["A","B"]}`, abc},
		{"JSON over lines", "{\r\n\"A\" :\n[ \"B\"\t, \"C\" ]\n\n,\"B\":[\"A\",\"C\"],\"C\":[\"A\",\"B\"]\n}\r\n", abc},
		{"JSON with a comment behind", `{"A":["B","C"],"B":["A","C"],"C":["A","B"]} # a`, abc},
		{"JSON with a byte order mark", "\ufeff" + `{"A":["B","C"],"B":["A","C"],"C":["A","B"]}`, abc},
		{"JSON with escapes", `{"\u0041":["B","C\\"],"B":["A","C\\"],"C\\":["A","\u0042"]}`, `A,B,C\ [{1 2} {0 2} {0 1}]`},
		{"JSON with # and braces in names", `{" #}":["B","C"],"B":[" #}","C"],"C":[" #}","B"]}`, `#},B,C [{1 2} {0 2} {0 1}]`},
	} {
		if read := readEach(test.text); !reflect.DeepEqual(read, []string{test.want}) {
			t.Errorf("%s: %q, want %q", test.form, read, test.want)
		}
	}
}

func TestGamesFollowEachOther(t *testing.T) {
	const (
		abc    = "A,B,C [{1 2} {0 2} {0 1}]"
		table  = "A: B C\nB: A C\nC: A B\n"
		object = `{"A":["B","C"],"B":["A","C"],"C":["A","B"]}`
		broken = "A: B C\nB: A C\nC: C B\n"
	)
	for _, test := range []struct {
		games, text string
		want        []string
	}{
		{"none", " \n# a\n\n", nil},
		{"tables between blank lines", table + "\n" + table + " \t\r\n\n# a\n\n" + table, []string{abc, abc, abc}},
		{"codes", "BC AC AB\nBC AC AB\n\nBC AC AB", []string{abc, abc, abc}},
		{"objects on lines", object + "\n" + object + "\n\n" + object, []string{abc, abc, abc}},
		{"objects side by side", object + object + " " + object, []string{abc, abc, abc}},
		{"all formats without blank lines", table + "BC AC AB\n" + table + object + "\nBC AC AB\n" + object + "\n" + table,
			[]string{abc, abc, abc, abc, abc, abc, abc}},
		{"a faulty table between good ones", table + "\n" + broken + "\n" + table,
			[]string{abc, `line 7, column 4: player "C" chose itself; choose another player`, abc}},
		{"a faulty code between good ones", "BC AC AB\nBC AC AZ\nBC AC AB",
			[]string{abc, `line 2, column 8: player "Z" has no pair; add its pair, or choose one of "A", "B", "C"`, abc}},
		{"a faulty object between good ones", object + "{}" + object,
			[]string{abc, "line 1, column 44: the game has 0 players; expected at least 3", abc}},
		{"text behind an object", object + ",\n" + object,
			[]string{"line 1, column 44: text after the JSON object; expected another object or a new line", abc}},
		{"malformed JSON before a line with an object", object + "{]\n" + object,
			[]string{abc, "line 1, column 45: malformed JSON: invalid character ']'", abc}},
		{"JSON that ends in the middle", `{"A":["B","C"],` + "\n" + object + "\n" + object,
			[]string{"line 2, column 1: malformed JSON: invalid character '{' looking for beginning of object key string", abc, abc}},
		{"malformed JSON before a blank line", `{"A":["B" "C"],` + "\n" + `"B":["A","C"]}` + "\n\n" + table,
			[]string{"line 1, column 11: malformed JSON: invalid character '\"' after array element", abc}},
		{"malformed JSON, the last", object + "{]\n",
			[]string{abc, "line 1, column 45: malformed JSON: invalid character ']'"}},
		{"a long line between good ones", table + "\n" + strings.Repeat("A", 3*maxLine) + "\n\n" + table,
			[]string{abc, "line 5, column 1: a line of more than 1,048,576 bytes; expected shorter lines", abc}},
		{"a long line between codes", "BC AC AB\n" + strings.Repeat("A", maxLine+1) + "\nBC AC AB\n",
			[]string{abc, "line 2, column 1: a line of more than 1,048,576 bytes; expected shorter lines", abc}},
	} {
		if read := readEach(test.text); !reflect.DeepEqual(read, test.want) {
			t.Errorf("%s:\n%s\nwant\n%s", test.games, strings.Join(read, "\n"), strings.Join(test.want, "\n"))
		}
	}
}

func TestEveryFaultIsReportedAtItsPlace(t *testing.T) {
	for _, test := range []struct{ fault, text, want string }{
		{"unknown players, each once", "A: B X\nB: X é\nC: é A",
			`line 1, column 6: player "X" has no row; add its row, or choose one of "A", "B", "C"
line 2, column 6: player "é" has no row; add its row, or choose one of "A", "B", "C"`},
		{"unknown player among many", "a\tb\tX\nb\tc\td\nc\td\te\nd\te\tf\ne\tf\tg\nf\tg\th\ng\th\ti\nh\ti\tj\ni\tj\tk\nj\tk\tl\nk\tl\ta\nl\ta\tb",
			`line 1, column 5: player "X" has no row; add its row, or choose one of "a", "b", "c", "d", "e", "f", "g", "h", "i", "j" and 2 more`},
		{"player outside a code", "BC AC AD DA AD",
			`line 1, column 10: player "D" chose itself; choose another player`},
		{"letter outside a code", "BC Zz AZ",
			`line 1, column 4: player "Z" has no pair; add its pair, or choose one of "A", "B", "C"
line 1, column 5: player "z" has no pair; add its pair, or choose one of "A", "B", "C"`},
		{"player choosing itself", "A: A C\nB: B B\nC: A B",
			`line 1, column 4: player "A" chose itself; choose another player
line 2, column 4: player "B" chose itself; choose another player
line 2, column 6: player "B" chose itself; choose another player`},
		{"same player twice", "A: B B\nB: A C\nC: X X",
			`line 1, column 6: player "A" chose "B" twice; choose two different players
line 3, column 4: player "X" has no row; add its row, or choose one of "A", "B", "C"
line 3, column 6: player "C" chose "X" twice; choose two different players`},
		{"player choosing itself and the same twice in a code", "BB BA AC",
			`line 1, column 2: player "A" chose "B" twice; choose two different players
line 1, column 4: player "B" chose itself; choose another player
line 1, column 8: player "C" chose itself; choose another player`},
		{"the last of duplicate rows", "A: B C\nB: A C\n  A: B Y\nC: A B\nA: B X",
			`line 5, column 6: player "X" has no row; add its row, or choose one of "B", "C", "A"`},
		{"duplicate member", "{\"A\":[\"B\",\"C\"],\"B\":[\"A\",\"C\"],\n\"\\u0041\":[\"B\",\"C\"],\"C\":[\"A\",\"B\"]}",
			`line 2, column 1: player "A" has a second row; the first is line 1`},
		{"no players", "{ }", `line 1, column 1: the game has 0 players; expected at least 3`},
		{"two players, who have nobody to choose", "\n A: B B\nB: A A",
			`line 2, column 2: the game has 2 players; expected at least 3
line 2, column 7: player "A" chose "B" twice; choose two different players
line 3, column 6: player "B" chose "A" twice; choose two different players`},
		{"one player, whose choices have no rows", "A: B C",
			`line 1, column 1: a table of one row; expected a row for each player, and no blank lines between`},
		{"too many names", "A: B C D E\nB: A C\nC | A | B | D",
			`line 1, column 8: 5 names; expected a player, its wonderwall and its ninja
line 3, column 13: 4 names; expected a player, its wonderwall and its ninja`},
		{"too few names", "A: B \nB:\nC | A # no ninja\nD\tA B\nE: A B",
			`line 1, column 5: 2 names; expected a player, its wonderwall and its ninja
line 2, column 3: 1 name; expected a player, its wonderwall and its ninja
line 3, column 6: 2 names; expected a player, its wonderwall and its ninja
line 4, column 6: 2 names; expected a player, its wonderwall and its ninja`},
		{"almost a code", "BC CD BA BA X",
			`line 1, column 10: 5 names; expected a player, its wonderwall and its ninja, or a code of at least 3 pairs of letters`},
		{"code of two", "BC CA",
			`line 1, column 6: 2 names; expected a player, its wonderwall and its ninja, or a code of at least 3 pairs of letters`},
		{"code of more than 52", strings.Repeat("BC ", 53),
			`line 1, column 4: player "B" chose itself; choose another player
line 1, column 8: player "C" chose itself; choose another player
line 1, column 157: pair 53 of 53; a code has at most 52, write a table instead`},
		{"JSON with too many and too few names", `{"A":["B","C","D"],"B":["A"],"C":[]}`,
			`line 1, column 15: 4 names; expected a player, its wonderwall and its ninja
line 1, column 28: 2 names; expected a player, its wonderwall and its ninja
line 1, column 35: 1 name; expected a player, its wonderwall and its ninja`},
		{"empty names", "A |  | C\nB || C\nC | A |\n| A | B",
			`line 1, column 6: the wonderwall has no name
line 2, column 4: the wonderwall has no name
line 3, column 8: the ninja has no name
line 4, column 1: the player has no name`},
		{"player without a name before a colon", "A: B C\n: A C\nC: A B",
			`line 1, column 4: player "B" has no row; add its row, or choose one of "A", "C"
line 2, column 1: the player has no name`},
		{"empty names in JSON", `{"":["B","C"],"B":["","C"],"C":["B",""]}`,
			`line 1, column 2: the player has no name
line 1, column 20: the wonderwall has no name
line 1, column 37: the ninja has no name`},
		{"invalid UTF-8 behind other letters", "É: B C\xe9\nB: É C\xe9\nC\xe9: É B",
			`line 1, column 7: the byte 0xe9 is not UTF-8; save the text as UTF-8`},
		{"invalid UTF-8 in JSON", "{\"A\":[\"é\xff\",\"C\"],\"é\xff\":[\"A\",\"C\"],\"C\":[\"A\",\"A\"]}",
			`line 1, column 9: the byte 0xff is not UTF-8; save the text as UTF-8`},
		{"columns behind wide characters", "日本: é♥ X\né♥: 日本 C\nC: 日本 é♥",
			`line 1, column 8: player "X" has no row; add its row, or choose one of "日本", "é♥", "C"`},
		{"columns behind a byte order mark", "\ufeffA: X C\nB: A C\nC: A B",
			`line 1, column 4: player "X" has no row; add its row, or choose one of "A", "B", "C"`},
		{"a code of small letters", " bc da ba ba", `line 1, column 2: a code in lower case names players from the 27th on; use capitals, such as BC`},
		{"a long line among rows, which may be the row of X", "A: B X\nB: B A\n" + strings.Repeat("x", maxLine+1) + "\nC: A A",
			`line 2, column 4: player "B" chose itself; choose another player
line 3, column 1: a line of more than 1,048,576 bytes; expected shorter lines
line 4, column 6: player "C" chose "A" twice; choose two different players`},
		{"JSON without names", `{"A":["B","C"],}`, `line 1, column 16: malformed JSON: invalid character '}' looking for beginning of object key string`},
		{"JSON with a bare name", `{A:["B","C"]}`, `line 1, column 2: malformed JSON: invalid character 'A'`},
		{"JSON with a number", `{"A":["B",2]}`, `line 1, column 11: malformed JSON: found 2; expected the name of a player in double quotes`},
		{"JSON without a colon", `{"A" ["B","C"]}`, `line 1, column 6: malformed JSON: invalid character '[' after object key`},
		{"JSON without an array", `{"A":"B"}`, `line 1, column 6: malformed JSON: found "B"; expected '['`},
		{"JSON without a comma in an array", `{"A":["B" "C"]}`, `line 1, column 11: malformed JSON: invalid character '"' after array element`},
		{"JSON without a comma between members", "{\"A\":[\"B\",\"C\"]\n \"B\":[]}", `line 2, column 2: malformed JSON: invalid character '"' after object key:value pair`},
		{"JSON with an open object", "{\"A\":[\"A\",\"C\"]\n\n", `line 1, column 7: player "A" chose itself; choose another player
line 3, column 1: malformed JSON: the input ends; expected the rest of it`},
		{"JSON with an open array", `{"A":[`, `line 1, column 7: malformed JSON: the input ends; expected the rest of it`},
		{"JSON with an open name", "{\"A\":[\"B\\\"\n,\"C\"]}", `line 1, column 7: malformed JSON: invalid character '\n' in string literal`},
		{"JSON with a bad escape", `{"\x":[]}`, `line 1, column 2: malformed JSON: invalid character 'x' in string escape code`},
		{"JSON with a control character", "{\"a\tb\":[]}", `line 1, column 2: malformed JSON: invalid character '\t' in string literal`},
		{"JSON behind wide characters", `{"日本":["é♥","X"],"é♥":["日本",[]]}`,
			`line 1, column 29: malformed JSON: found [; expected the name of a player in double quotes`},
		{"unknown player in JSON behind wide characters", `{"日本":["é♥","X"],"é♥":["日本","C"],"C":["日本","é♥"]}`,
			`line 1, column 13: player "X" has no row; add its row, or choose one of "日本", "é♥", "C"`},
		{"JSON that ends in a number", `{"A":["B",1`, `line 1, column 11: malformed JSON: found 1; expected the name of a player in double quotes`},
		{"JSON with a long line", "{\n" + strings.Repeat(" ", maxLine+1) + "}", `line 2, column 1: a line of more than 1,048,576 bytes; expected shorter lines`},
	} {
		if got := strings.Join(readEach(test.text), "\n"); got != test.want {
			t.Errorf("%s:\n%s\nwant\n%s", test.fault, got, test.want)
		}
		for _, err := range ReadTables(strings.NewReader(test.text)) {
			checkErrors(t, test.text, err)
		}
	}
}

// checkErrors checks that an error joins faults of a text, in the order of their places.
func checkErrors(t *testing.T, input string, err error) {
	t.Helper()
	if one, ok := err.(text.Error); ok { // of the encoding
		var all text.Faults
		all.Add(one)
		err = all.Err()
	}
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok || len(joined.Unwrap()) == 0 {
		t.Fatalf("%.200q: %T, %v", input, err, err)
	}
	before := text.Error{Line: 1, Column: 1}
	for _, err := range joined.Unwrap() {
		e, ok := err.(text.Error)
		if !ok || e.Line < before.Line || e.Line == before.Line && e.Column < before.Column || e.Line > 1+strings.Count(input, "\n")+strings.Count(input, "\r") {
			t.Fatalf("%.200q: %v behind %v", input, err, before)
		}
		before = e
	}
}

func TestALineMayHave1MiBWithoutItsEnd(t *testing.T) {
	row := "A: B C #"
	row += strings.Repeat("x", maxLine-len(row))
	for _, end := range []string{"\n", "\r\n"} {
		if _, err := parseTable(row + end + "B: A C\nC: A B"); err != nil {
			t.Errorf("%q at the end: %v", end, err)
		}
		if _, err := parseTable(row + "x" + end + "B: A C\nC: A B"); err == nil {
			t.Errorf("%q at the end: took a byte more", end)
		}
	}
	if _, err := parseTable("B: A C\nC: A B\n" + row); err != nil {
		t.Errorf("nothing at the end: %v", err)
	}
}

func TestErrorsOfTheInputEndTheSequence(t *testing.T) {
	broken := errors.New("broken")
	for _, test := range []struct {
		text  string
		games int
	}{
		{"", 0},
		{"A: B C\nB: A C\nC: A B\n", 0}, // more rows might have followed
		{"A: B C\nB: A C\nC: A B\n\n", 1},
		{"BC AC AB\nBC AC A", 1},
		{"BC AC AB\nBC AC AB\n# a\n", 2},
		{`{"A":["B","C"]`, 0},
	} {
		in := func() io.Reader { return io.MultiReader(strings.NewReader(test.text), iotest.ErrReader(broken)) }
		games := 0
		var last error
		for _, err := range ReadTables(in()) {
			if last != nil {
				t.Fatalf("%q: %v after %v", test.text, err, last)
			}
			last = err
			if err == nil {
				games++
			}
		}
		if games != test.games || last != broken {
			t.Errorf("%q: %d games, then %v, want %d and %v", test.text, games, last, test.games, broken)
		}
	}
}

func TestAGameIsReadAsSoonAsItIsComplete(t *testing.T) {
	for _, text := range []string{
		"BC AC AB\n",
		"A: B C\nB: A C\nC: A B\n\n",
		"{\"A\":[\"B\",\"C\"],\"B\":[\"A\",\"C\"],\n\"C\":[\"A\",\"B\"]}\n",
	} {
		in := io.MultiReader(strings.NewReader(text), iotest.ErrReader(errors.New("read on")))
		for _, err := range ReadTables(iotest.OneByteReader(in)) {
			if err != nil {
				t.Errorf("%q: %v", text, err)
			}
			break
		}
	}
}

// A terminal reports io.EOF each time Ctrl-D is pressed, and can still be read after that. It counts these ends.
type terminal struct {
	io.Reader
	ends int
}

func (r *terminal) Read(b []byte) (n int, err error) {
	if n, err = r.Reader.Read(b); err == io.EOF {
		r.ends++
	}
	return n, err
}

// TestTheEndIsReadOnce checks that one Ctrl-D is enough, however little was typed.
func TestTheEndIsReadOnce(t *testing.T) {
	for _, typed := range []string{"", "B", "BC\n", "# x", "BC DA BA BA", "BC DA BA BA\n", "Ann: Ben Cy\n\n"} {
		in := &terminal{Reader: strings.NewReader(typed)}
		for range ReadTables(in) {
		}
		if in.ends > 1 {
			t.Errorf("after %q the input has to end %d times", typed, in.ends)
		}
	}
}

func TestRangingAgainContinues(t *testing.T) {
	games := ReadTables(strings.NewReader("BC AC AB\nBC AC AB\nBC AC AB\n"))
	for range games {
		break
	}
	rest := 0
	for range games {
		rest++
	}
	if rest != 2 {
		t.Errorf("%d games are left, want 2", rest)
	}
}

// usualRow is a faster reader for simple lines such as "A: B C". Both must give the same names. The test adds a comment
// to the line, so that the general reader, row, does not call usualRow.
func TestUsualRowsAreReadLikeOthers(t *testing.T) {
	check := func(t *rapid.T, written string) bool {
		line := text.Whole(written).TrimLeft()
		usual, other := newDraft(line), newDraft(line)
		if !usual.usualRow(line) {
			return false
		}
		line.Text += " #"
		other.row(line, true)
		other.words = nil
		if !reflect.DeepEqual(usual, other) {
			t.Fatalf("%q is read as %v, and with a comment as %v", written, usual, other)
		}
		return true
	}
	rapid.Check(t, func(t *rapid.T) {
		check(t, rapid.StringOf(rapid.SampledFrom([]rune("AB:: ~!|#\té\x7f"))).Draw(t, "anything"))

		name := rapid.StringMatching(`[!$-9;-{}-~][!-"$-9;-{}-~]{0,2}`)
		space := rapid.StringMatching(` {0,2}`)
		row := space.Draw(t, "") + name.Draw(t, "player") + space.Draw(t, "") + ":" + space.Draw(t, "") +
			name.Draw(t, "wonderwall") + " " + space.Draw(t, "") + name.Draw(t, "ninja") + space.Draw(t, "")
		if !check(t, row) {
			t.Fatalf("%q is no usual row", row)
		}
	})
}

type repeatedText struct {
	text  string
	times int
	rest  string
}

func (r *repeatedText) Read(b []byte) (int, error) {
	if r.rest == "" {
		if r.times == 0 {
			return 0, io.EOF
		}
		r.times--
		r.rest = r.text
	}
	n := copy(b, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

func BenchmarkReadTables(b *testing.B) {
	for name, text := range map[string]string{
		"code":  "BC DF BA BE DF DB\n",
		"table": "A: B C\nB: D F\nC: B A\nD: B E\nE: D F\nF: D B\n\n",
		"JSON":  `{"A":["B","C"],"B":["D","F"],"C":["B","A"],"D":["B","E"],"E":["D","F"],"F":["D","B"]}` + "\n",
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(text)))
			for _, err := range ReadTables(&repeatedText{text: text, times: b.N}) {
				if err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkReadLarge reports players per second.
func BenchmarkReadLarge(b *testing.B) {
	for _, players := range []int{1000, 10_000} {
		table := named.FromGame(strewn(players))
		for _, format := range []string{"table", "json"} {
			var text strings.Builder
			if err := single.Write(&text, table, format); err != nil {
				b.Fatal(err)
			}
			b.Run(fmt.Sprintf("%s/n=%d", format, players), func(b *testing.B) {
				b.SetBytes(int64(text.Len()))
				for b.Loop() {
					if _, err := parseTable(text.String()); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(players)*float64(b.N)/b.Elapsed().Seconds(), "players/s")
			})
		}
	}
}

func FuzzReadTables(f *testing.F) {
	for _, text := range corpus(f) {
		f.Add(text)
	}
	for _, text := range []string{
		"A: B C\nB: D F\nC: B A\nD: B E\nE: D F\nF: D B\n",
		"BC DF BA BE DF DB\nBC CD BA BA # solvable\nBC DA BA BA\n",
		`{"A":["B","C"],"B":["A","C"],"C":["A","\u0042"]}{}`,
		"\ufeffA b | B:| C\r\nB:\t| A b | C\r\nC | A b\t| B:\r\n \r\nA\tB\tC",
		"A: A C\n: B B\nB | | é\nX Y\n\xff # a\n\n{\"A\":[]}",
		"\xa2\x000", "Name;Mur;Ninja\rJ\xf6rg;Zo\xeb;Lea\rZo\xeb;Lea;J\xf6rg\rLea;J\xf6rg;Zo\xeb\r", "\xff\xfeA\x00\n\x00",
		`[{"name":"A","foe":"B"},{"name":"B"}]` + "\n(\"A\",'B','C'),\n['B',['C',None]]",
		"First name,Last name,Enemy,\"Your\nshield\"\nA,B,C,D #1\n#C,,A B,E\n",
		"3\n0 1 2\n1 2 0\n2 1 0\n\n3 0 1 2 1 2 0 2 1 0\n", "A & B & C \\\\\nB & C & A \\\\ \\hline\nC & $B$ & A\\\\",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, input string) {
		if cells := ReadSheet(strings.NewReader(input)); cells.Heads == nil {
			for _, row := range cells.Cells {
				if len(row) != 3 {
					t.Fatalf("a row has the cells %q", row)
				}
			}
		}

		// A table must be valid, and it must be read again from each format in which it is written.
		for table, err := range ReadTables(strings.NewReader(input)) {
			if err != nil && !errors.As(err, new(text.Error)) {
				return // no text, and no workbook that can be read
			}
			if err != nil {
				checkErrors(t, input, err)
				continue
			}
			table.Remarks = nil // on how it was written
			if err := table.Validate(); err != nil {
				t.Fatal(err)
			}
			for _, format := range []string{"table", "json"} {
				var w strings.Builder
				if err := single.Write(&w, table, format); err != nil {
					t.Fatal(err)
				}
				if read, err := parseTable(w.String()); err != nil || !reflect.DeepEqual(read, table) {
					t.Fatalf("%s: read %v, %v", &w, read, err)
				}
			}
			if code, err := table.Code(); err == nil {
				if read, err := parseTable(code); err != nil || !reflect.DeepEqual(read, named.FromGame(table.Game)) {
					t.Fatalf("%s: read %v, %v", code, read, err)
				}
			}
		}
	})
}
