package judge

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// TestMain runs the tests, or acts as one of the judges below if the arguments name it.
func TestMain(m *testing.M) {
	if len(os.Args) == 3 && os.Args[1] == "judge" {
		os.Exit(judges[os.Args[2]](bufio.NewReader(os.Stdin), os.Stdout))
	}
	os.Exit(m.Run())
}

func never() {
	in, _, err := os.Pipe()
	if err == nil {
		_, _ = in.Read(make([]byte, 1))
	}
}

// each returns a judge that answers every game separately. A game begins with A or B.
func each(answer func(game string) string) func(*bufio.Reader, io.Writer) int {
	return func(in *bufio.Reader, out io.Writer) int {
		fmt.Fprintln(out, "yes no")
		for {
			game, err := in.ReadString('\n')
			if err != nil {
				return 0
			}
			if _, err := io.WriteString(out, answer(strings.TrimSpace(game))); err != nil {
				return 1
			}
		}
	}
}

func verdict(game string) string {
	if game[0] == 'B' {
		return "yes"
	}
	return "no"
}

var judges = map[string]func(in *bufio.Reader, out io.Writer) int{
	"good":    each(func(game string) string { return verdict(game) + "\n" }),
	"echo":    each(func(game string) string { return verdict(game) + " " + game + "\r\n" }),
	"twice":   each(func(game string) string { return verdict(game) + "\n" + verdict(game) + "\n" }),
	"blank":   each(func(game string) string { return "\n" }),
	"unnamed": each(func(game string) string { return "maybe\n" }),
	"long":    each(func(game string) string { return strings.Repeat("yes", 10_000) }),
	"binary":  each(func(game string) string { return "\x00\xff\n" }),
	"first": func(_ *bufio.Reader, out io.Writer) int { // answers one game and ends without reading the rest
		fmt.Fprintln(out, "yes no\nyes")
		return 0
	},
	"late": func(in *bufio.Reader, out io.Writer) int { // reads all games before it answers
		all, _ := io.ReadAll(in)
		fmt.Fprintln(out, "yes no")
		for game := range strings.Lines(string(all)) {
			fmt.Fprintln(out, verdict(game))
		}
		return 0
	},
	"reversed": func(in *bufio.Reader, out io.Writer) int {
		all, _ := io.ReadAll(in)
		fmt.Fprintln(out, "yes no")
		games := strings.Fields(string(all))
		slices.Reverse(games)
		for _, game := range games {
			fmt.Fprintln(out, verdict(game), game)
		}
		return 0
	},
	"dies": func(in *bufio.Reader, out io.Writer) int {
		if _, err := in.ReadString('\n'); err != nil {
			fmt.Fprintln(out, "yes no")
			return 0
		}
		fmt.Fprintln(out, "yes no\nyes")
		fmt.Fprintln(os.Stderr, "out of\nluck")
		return 3
	},
	"silent": func(in *bufio.Reader, out io.Writer) int {
		fmt.Fprintln(out, "yes no")
		if _, err := in.ReadString('\n'); err == nil {
			fmt.Fprintln(out, "yes")
			never()
		}
		return 0
	},
	"fickle": func(in *bufio.Reader, out io.Writer) int {
		name := "no"
		if _, err := in.ReadString('\n'); err == nil {
			name = "never"
		}
		fmt.Fprintln(out, "yes", name)
		return 0
	},
	"broken":   func(*bufio.Reader, io.Writer) int { return 7 },
	"nameless": func(*bufio.Reader, io.Writer) int { return 0 },
	"seventeen": func(_ *bufio.Reader, out io.Writer) int {
		fmt.Fprintln(out, "a b c d e f g h i j k l m n o p q")
		return 0
	},
	"plus": func(_ *bufio.Reader, out io.Writer) int { fmt.Fprintln(out, "a+b c"); return 0 },
	"same": func(_ *bufio.Reader, out io.Writer) int { fmt.Fprintln(out, "a b a"); return 0 },
	"chatty": func(_ *bufio.Reader, out io.Writer) int { // answers though there are no games
		fmt.Fprintln(out, "yes no\nyes")
		return 0
	},
	"json": func(in *bufio.Reader, out io.Writer) int {
		fmt.Fprintln(out, `{"verdicts":["yes","no"]}`)
		for {
			game, err := in.ReadString('\n')
			switch {
			case err != nil:
				return 0
			case game != `{"game":"BC AC AB","n":3,"picks":[[1,2],[0,2],[0,1]]}`+"\n":
				fmt.Fprintf(out, "%q\n", game)
			default:
				fmt.Fprintln(out, `{"verdict":"no","game":"BC AC AB"}`)
			}
		}
	},
}

func command(t testing.TB, name string) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return "'" + self + "' judge " + name
}

func newJudge(t testing.TB, name, format string, timeout time.Duration) (*Judge, error) {
	t.Helper()
	return New(context.Background(), command(t, name), format, timeout)
}

func TestEveryGameGetsItsVerdict(t *testing.T) {
	const games = "BA\nAB\nBA\n"
	for _, c := range []struct{ judge, format, games, want string }{
		{"good", "codes", games, "[0 1 0]"},
		{"echo", "codes", games, "[0 1 0]"},
		{"late", "codes", games, "[0 1 0]"},
		{"good", "codes", strings.Repeat(games, 10_000), ""},
		{"late", "codes", strings.Repeat(games, 10_000), ""},
		{"json", "json", "BC AC AB\n", "[1]"},
		{"good", "codes", "", "[]"},
	} {
		j, err := newJudge(t, c.judge, c.format, time.Hour)
		if err != nil {
			t.Fatalf("%s: %v", c.judge, err)
		}
		for range 2 {
			verdicts, err := j.Ask(context.Background(), []byte(c.games))
			want := c.want
			if want == "" {
				want = "[" + strings.TrimSpace(strings.Repeat("0 1 0 ", 10_000)) + "]"
			}
			if got := fmt.Sprint(verdicts); err != nil || got != want {
				t.Errorf("%s: the verdicts of %.30q are %.60s, %v; want %.60s", c.judge, c.games, got, err, want)
			}
		}
	}
}

func TestFaultsOfAJudgeNameTheGame(t *testing.T) {
	for _, c := range []struct{ judge, want string }{
		{"twice", `the judge wrote "no" after it answered all 3 games: write one line for each game`},
		{"blank", `the judge answered "" to game BA: expected one of yes, no`},
		{"unnamed", `the judge answered "maybe" to game BA: expected one of yes, no`},
		{"long", "more than 4,096 bytes, at game BA"},
		{"binary", `the judge answered "\x00\xff" to game BA`},
		{"first", "the judge answered 1 of 3 games, at game AB"},
		{"reversed", `the judge answered game "CA" when game BA was next: answer the games in their order`},
		{"dies", "the judge ended with exit status 3, at game AB: a judge reads all games and ends with exit status 0; it wrote to standard error: out of / luck"},
		{"silent", "read and written nothing for 200ms, at game "},
		{"fickle", "the judge named the verdicts yes, never, and before yes, no: name the same each time"},
	} {
		j := &Judge{words: must(split(command(t, c.judge))), timeout: time.Hour, Verdicts: []string{"yes", "no"}}
		if c.judge == "silent" {
			j.timeout = 200 * time.Millisecond
		}
		verdicts, err := j.Ask(context.Background(), []byte("BA\nAB\nCA\n"))
		if verdicts != nil || err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, %v; expected an error with %q", c.judge, verdicts, err, c.want)
		}
	}
}

func must[T any](x T, err error) T {
	if err != nil {
		panic(err)
	}
	return x
}

func TestAJudgeNamesItsVerdictsFirst(t *testing.T) {
	for _, c := range []struct{ judge, format, want string }{
		{"nameless", "json", `the judge wrote nothing: its first line names its verdicts, such as {"verdicts":["stable","unstable"]}`},
		{"nameless", "codes", `the judge wrote nothing: its first line names its verdicts, such as "stable unstable"`},
		{"seventeen", "codes", "17 verdicts, expected 1 to 16"},
		{"plus", "codes", `"a+b" is not the name of a verdict`},
		{"same", "codes", `the verdict "a" is named twice`},
		{"good", "json", `the judge's first line is "yes no"; expected the names of the verdicts, such as {"verdicts":["stable","unstable"]}`},
		{"broken", "codes", "the judge ended with exit status 7, before its first line"},
		{"chatty", "codes", `the judge wrote "yes" after it answered all 0 games`},
		{"good", "xml", `unknown format "xml"`},
	} {
		if j, err := newJudge(t, c.judge, c.format, time.Hour); j != nil || err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, %v; expected an error with %q", c.judge, j, err, c.want)
		}
	}
	for _, c := range []struct{ command, want string }{
		{"", "an empty command"},
		{"'a b", "a quote ' is not closed"},
		{"good | sort", "| is for a shell, and no shell reads the command"},
		{"good 2>", "2> is for a shell"},
		{"good ; x", "; is for a shell"},
		{"no-such-program-anywhere", `no program "no-such-program-anywhere" found: name a program in your PATH, or its path, such as ./judge`},
		{"./no-such-program", "cannot run ./no-such-program: no such file or directory: name an executable program"},
	} {
		if _, err := New(context.Background(), c.command, "codes", time.Hour); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("the command %q: %v; expected an error with %q", c.command, err, c.want)
		}
	}
}

// The error of a failed judge must name the game whose verdict is missing, or say that even the first line, with the
// names of the verdicts, is missing.
func TestAFaultNamesThePlaceInTheAnswers(t *testing.T) {
	for _, c := range []struct {
		answers answers
		want    string
	}{
		{answers{games: []byte("BA\nAB\n")}, "before its first line"},
		{answers{named: true, games: []byte("BA\nAB\n")}, "at game BA"},
		{answers{named: true, games: []byte("BA\nAB\n"), next: 3}, "at game AB"},
		{answers{named: true, games: []byte("BA\nAB\n"), next: 6}, "after the last game"},
		{answers{named: true}, "after its first line, without a game"},
	} {
		if got := c.answers.at(); got != c.want {
			t.Errorf("%q, %d bytes answered: %q; expected %q", c.answers.games, c.answers.next, got, c.want)
		}
	}
}

// TestTheEndOfTheContextEndsASilentJudge would hang if the judge were not killed.
func TestTheEndOfTheContextEndsASilentJudge(t *testing.T) {
	j, err := newJudge(t, "silent", "codes", time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	if _, err := j.Ask(ctx, []byte("BA\nAB\n")); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("the error is %v, want that of the context", err)
	}
}

func TestTheNameDistinguishesRules(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	rule := write("rule.txt", "one")
	name := func(command, format string) string {
		t.Helper()
		words := must(split(command))
		j := &Judge{words: words, json: format == "json", Verdicts: []string{"yes", "no"}, files: must(filesOf(words))}
		j.id = j.identity()
		if named, err := Named(j.Name()); err != nil || named.Name() != j.Name() {
			t.Errorf("Named(%q) = %v, %v", j.Name(), named, err)
		}
		return j.Name()
	}
	one := name("judge "+rule, "codes")
	if want := "yes+no@rule.txt-"; !strings.HasPrefix(one, want) {
		t.Errorf("the name is %s, want %s and digits", one, want)
	}
	if copied := name("judge "+write("copy.txt", "one"), "codes"); strings.TrimPrefix(copied, "yes+no@copy.txt") != strings.TrimPrefix(one, "yes+no@rule.txt") {
		t.Errorf("of a copy of the file the name is %s, of the file %s; expected the same digits", copied, one)
	}
	others := []string{name("judge", "codes"), name("judge "+rule, "json"), name("judge -v "+rule, "codes"), name("other "+rule, "codes")}
	write("rule.txt", "two")
	others = append(others, name("judge "+rule, "codes"))
	if slices.Contains(others, one) {
		t.Errorf("%s names two rules: %q", one, others)
	}
	for _, bad := range []string{"", "none", "yes+no", "yes+no@", "@rule.txt-0123456789abcdef", "yes+yes@a-0123456789abcdef", "yes@a-0123", "yes@a b-0123456789abcdef"} {
		if _, err := Named(bad); err == nil {
			t.Errorf("%q is the name of a judge", bad)
		}
	}
}

// TestAFileThatChangesEndsTheRun changes a file of the rule between two batches. The second batch must fail, because
// its verdicts would follow another rule.
func TestAFileThatChangesEndsTheRun(t *testing.T) {
	j, err := newJudge(t, "good", "codes", time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	rule := filepath.Join(t.TempDir(), "rule")
	if err := os.WriteFile(rule, []byte("one"), 0o666); err != nil {
		t.Fatal(err)
	}
	j.files = append(j.files, must(read(rule)))
	if _, err := j.Ask(context.Background(), []byte("BA\n")); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(rule, []byte("another"), 0o666); err != nil {
		t.Fatal(err)
	}
	if verdicts, err := j.Ask(context.Background(), []byte("BA\n")); verdicts != nil || err == nil || !strings.Contains(err.Error(), rule+" has changed") {
		t.Errorf("after the file has changed: %v, %v; expected an error", verdicts, err)
	}
}

func TestWordsOfACommand(t *testing.T) {
	for _, c := range []struct {
		command string
		want    []string
	}{
		{"python3 stable.py", []string{"python3", "stable.py"}},
		{" a\t 'b c'  \"d e\" ", []string{"a", "b c", "d e"}},
		{`awk '{ print "a\n" }'`, []string{"awk", `{ print "a\n" }`}},
		{`a "b \"c\" \\ \d" ''`, []string{"a", `b "c" \ \d`, ""}},
		{`C:\judge.exe x'y'z`, []string{`C:\judge.exe`, "xyz"}},
	} {
		if got, err := split(c.command); err != nil || !slices.Equal(got, c.want) {
			t.Errorf("the words of %q are %q, %v; want %q", c.command, got, err, c.want)
		}
	}
}

func TestAnswersDoNotDependOnHowTheyArrive(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		output := rapid.SampledFrom([]string{"yes no\nyes\nno\n", "yes no\r\nyes BA\nno AB", "yes no\nyes\nno\nno\n", "yes\n", "yes no\nyes\nmaybe\n", ""}).Draw(t, "output")
		read := func(pieces []string) string {
			j := &Judge{Verdicts: []string{"yes", "no"}}
			a := &answers{judge: j, games: []byte("BA\nAB\n"), stop: func(error) {}, alive: func() {}}
			for _, piece := range pieces {
				if n, err := a.Write([]byte(piece)); n != len(piece) || err != nil {
					t.Fatalf("Write(%q) = %d, %v", piece, n, err)
				}
			}
			err := j.fault(nil, nil, a)
			return fmt.Sprint(a.verdicts, err)
		}
		var pieces []string
		for rest := output; rest != ""; {
			n := rapid.IntRange(1, len(rest)).Draw(t, "length")
			pieces = append(pieces, rest[:n])
			rest = rest[n:]
		}
		if whole, cut := read([]string{output}), read(pieces); whole != cut {
			t.Errorf("%q in the pieces %q is %s, whole %s", output, pieces, cut, whole)
		}
	})
}
