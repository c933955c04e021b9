package verb

import (
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"enumerate/checkpoints"
	"enumerate/enum"
	"enumerate/games"
)

// A flag must take the values that its help promises, and print them as a user would write them, because the advice on
// --resume repeats them in a command.
func TestFlagsTakeTheValuesOfTheirHelp(t *testing.T) {
	whole, integer := uint64(0), 0
	for _, c := range []struct {
		flag    pflag.Value
		name    string // the name of its type
		unset   string
		taken   map[string]string
		refused []string
	}{
		{new(Sizes), "N|N..M", "", map[string]string{"6": "6", "3..8": "3..8", "7..7": "7"}, []string{"", "0", "-1", "8..3", "3..", "..", "3..4..5"}},
		{new(Percent), "PERCENT", "0%", map[string]string{"0": "0%", "5%": "5%", "100%": "100%", "0.25%": "0.25%"}, []string{"", "-1%", "100.1%", "NaN", "all"}},
		{wholeNumber[uint64]{&whole}, "N", "0", map[string]string{"0": "0", "18446744073709551615": "18446744073709551615"}, []string{"", "-1", "18446744073709551616", "1.5", "0x1"}},
		{wholeNumber[int]{&integer}, "N", "0", map[string]string{"10": "10", "010": "10", "9223372036854775807": "9223372036854775807"}, []string{"", "-1", "9223372036854775808", "1_0", "0x10"}},
		{new(FileName), "FILE", "", map[string]string{"a b": "a b", "-": "-"}, []string{""}},
		{&number{name: "P"}, "P", "", map[string]string{"1": "1", "123456789012345678901234567890": "123456789012345678901234567890"}, []string{"", "0", "-7", "x", "1.0"}},
		{new(memory), "SIZE", "", map[string]string{"64MiB": "64MiB", "500MB": "500MB"}, []string{"", "67108863", "4EiB", "much"}},
		{&Format{"table", []string{"table", "csv"}}, "FORMAT", "table", map[string]string{"csv": "csv"}, []string{"", "json"}},
		{new(Part), "RES/MOD", "0/1", map[string]string{"0/4": "0/4", "3/4": "3/4"}, []string{"", "4/4", "1"}},
		{&Game{Program: &Program{Rulesets: games.All()}}, "RULESET", "", map[string]string{"spies": "spies", "jump:players=2": "jump:players=2"}, []string{"", "go", "jump:speed=2"}},
	} {
		if c.flag.Type() != c.name || c.flag.String() != c.unset {
			t.Errorf("%s: the type is %q and the value before Set is %q, want %q", c.name, c.flag.Type(), c.flag.String(), c.unset)
		}
		for text, want := range c.taken {
			if err := c.flag.Set(text); err != nil || c.flag.String() != want {
				t.Errorf("%s: Set(%q) gives %s, %v, want %q", c.name, text, c.flag.String(), err, want)
			}
		}
		for _, text := range c.refused {
			if err := c.flag.Set(text); err == nil {
				t.Errorf("%s: Set(%q) succeeds and gives %s", c.name, text, c.flag.String())
			}
		}
	}
}

func TestMemoryHasItsLeastAndItsMost(t *testing.T) {
	for text, want := range map[string]int64{"64MiB": 64 << 20, "67108864": 64 << 20, "4611686018427387903": math.MaxInt64 / 2} {
		var m memory
		if err := m.Set(text); err != nil || m.Bytes != want {
			t.Errorf("%s: %d bytes, %v, want %d", text, m.Bytes, err, want)
		}
	}
}

func TestSizesContain(t *testing.T) {
	s := Sizes{3, 5}
	for n, want := range map[int]bool{2: false, 3: true, 4: true, 5: true, 6: false} {
		if s.Contain(n) != want {
			t.Errorf("3..5 contains %d: %v", n, !want)
		}
	}
}

func TestSizesOfARuleset(t *testing.T) {
	r := &enum.Ruleset{Name: "chess", Size: "moves", Sizes: enum.Range{First: 1, Last: 9}}
	one := &enum.Ruleset{Name: "go", Size: "stones", Sizes: enum.Range{First: 4, Last: 4}}
	var tried []int
	space := func(size int) (enum.Space, error) {
		tried = append(tried, size)
		if size == 7 || size > 9 {
			return nil, fmt.Errorf("no %d", size)
		}
		return counted{}, nil
	}
	for _, c := range []struct {
		claim      string
		r          *enum.Ruleset
		sizes      Sizes
		allowed    enum.Range
		want       []int
		err        string
		firstTried int
	}{
		{"a range", r, Sizes{3, 5}, enum.Range{First: 1, Last: 9}, []int{3, 4, 5}, "", 3},
		{"one size", r, Sizes{3, 3}, enum.Range{First: 3, Last: 3}, []int{3}, "", 3},
		{"no --n, and the ruleset has one size", one, Sizes{}, enum.Range{First: 4, Last: 4}, []int{4}, "", 4},
		{"no --n", r, Sizes{}, enum.Range{First: 1, Last: 9}, nil, "no size given: add --n, such as --n 6", 0},
		{"no --n, and all sizes are large", r, Sizes{}, enum.Range{First: 8, Last: 9}, nil, "no size given: add --n, such as --n 8", 0},
		{"no --n, and all sizes are small", r, Sizes{}, enum.Range{First: 1, Last: 4}, nil, "no size given: add --n, such as --n 4", 0},
		{"the largest is too large", r, Sizes{3, 10}, enum.Range{First: 1, Last: 9}, nil, "--n 3..10: for chess, expected 1 to 9 moves", 0},
		{"a size inside the range does not exist", r, Sizes{6, 8}, enum.Range{First: 1, Last: 9}, nil, "no 7", 6},
		{"the smallest is too small", r, Sizes{2, 4}, enum.Range{First: 3, Last: 9}, nil, "--n 2..4: for chess, expected 3 to 9 moves", 0},
		{"a size of the ruleset that the command does not take", r, Sizes{9, 9}, enum.Range{First: 3, Last: 8}, nil, "--n 9: for chess, expected 3 to 8 moves", 0},
	} {
		tried = nil
		list, err := c.sizes.Of(c.r, c.allowed, space)
		var got []int
		for _, s := range list {
			got = append(got, s.N)
		}
		if !slices.Equal(got, c.want) || err != nil && (err.Error() != c.err || exitCode(err) != ExitUsage) || err == nil && c.err != "" {
			t.Errorf("%s: %v, %v, want %v, %q", c.claim, got, err, c.want, c.err)
		}
		if c.firstTried > 0 && (len(tried) == 0 || tried[0] != c.firstTried) {
			t.Errorf("%s: it tries %v, want %d first", c.claim, tried, c.firstTried)
		}
	}
	none := &enum.Method{Name: "order", Sizes: enum.Range{First: 2, Last: 1}}
	want := "the method order cannot count chess at any size: try another method of enumerate count, or draw random games with enumerate sample"
	if _, err := (Sizes{3, 3}).By(r, none); exitCode(err) != ExitUsage || err == nil || err.Error() != want {
		t.Errorf("a method that counts no size: %v, want %q", err, want)
	}
	if _, err := (Sizes{3, 3}).Walked(&enum.Ruleset{Name: "chess"}); exitCode(err) != ExitUsage || err == nil {
		t.Errorf("a ruleset without a walk: %v", err)
	}
	if list, err := (Sizes{3, 4}).Walked(games.All()[0]); err != nil || len(list) != 2 || list[0].Games().Int64() != 8 || list[1].Games().Int64() != 1296 {
		t.Errorf("the walks of 3 and 4 players: %v, %v", list, err)
	}
}

func TestVerdictsOfTheSmallestSize(t *testing.T) {
	g := Game{Ruleset: games.All()[0]}
	if got := strings.Join(g.Verdicts(), " "); got != "solvable unsolvable" {
		t.Errorf("Verdicts = %q", got)
	}
	g.Ruleset = &enum.Ruleset{Space: func(int) (enum.Space, error) { return nil, errTorn }}
	if got := g.Verdicts(); got != nil {
		t.Errorf("without a space, Verdicts = %q, want nil", got)
	}
}

func TestRulesetsAreNamed(t *testing.T) {
	all := rulesets()
	for _, c := range []struct{ names, want, err string }{
		{"", strings.Join(all.Names(), " "), ""}, {"spies chess", "spies chess", ""}, {"draughts:size=3", "draughts:size=3", ""},
		{"chess cess", "", `unknown ruleset "cess"; did you mean "chess"? choose one of: wonderwall, nimbers, spies, chess, draughts, silent`},
	} {
		list, err := all.Named(strings.Fields(c.names))
		if got := strings.Join(list.Names(), " "); got != c.want || err != nil && (err.Error() != c.err || exitCode(err) != ExitUsage) || err == nil && c.err != "" {
			t.Errorf("%q: %q, %v, want %q, %q", c.names, got, err, c.want, c.err)
		}
	}
}

// The program must find the space of a stored run by the run's method, whether the ruleset has this method, the method
// is sampling, or only the program knows it.
func TestSpacesOfStoredRuns(t *testing.T) {
	own := &counted{}
	var asked string
	with := &Program{Rulesets: games.All(), ExtraSpace: func(r *enum.Ruleset, k checkpoints.Key) (enum.Space, error) {
		asked = r.Name + " " + k.Method
		return own, nil
	}}
	without := &Program{Rulesets: games.All()}
	for _, c := range []struct {
		claim string
		p     *Program
		k     checkpoints.Key
		own   bool
		err   string
	}{
		{"a walk", with, checkpoints.Key{Ruleset: "wonderwall", Size: 3, Method: "walk"}, false, ""},
		{"a sample", with, checkpoints.Key{Ruleset: "wonderwall", Size: 3, Method: "sample"}, false, ""},
		{"a simulation", with, checkpoints.Key{Ruleset: "wonderwall", Size: 3, Method: "simulate:fast"}, true, ""},
		{"a simulation of another program", without, checkpoints.Key{Ruleset: "wonderwall", Size: 3, Method: "simulate:fast"}, false, `this program has no method "simulate:fast"`},
		{"a simulation of no ruleset", with, checkpoints.Key{Ruleset: "go", Size: 3, Method: "simulate:fast"}, false, `this program has no ruleset "go"`},
	} {
		space, err := c.p.Spaces(nil)(c.k)
		if (space == enum.Space(own)) != c.own || (err == nil) != (c.err == "") || err != nil && err.Error() != c.err {
			t.Errorf("%s: %v, %v, want %q", c.claim, space, err, c.err)
		}
	}
	if asked != "wonderwall simulate:fast" {
		t.Errorf("the program was asked for %q", asked)
	}
}

func TestOpenIfExists(t *testing.T) {
	dir := inOwnDirectory(t)
	var stderr strings.Builder
	if s, err := OpenIfExists("", &stderr); s != nil || err != nil {
		t.Errorf("OpenIfExists without a database = %v, %v", s, err)
	}
	write(t, "notes.txt", "not a database\n")
	if s, err := OpenIfExists("notes.txt", &stderr); s != nil || err == nil {
		t.Errorf("OpenIfExists of another file = %v, %v", s, err)
	}
	s, err := OpenStore("", checkpoints.Open, &stderr)
	if err != nil || s.Path() != os.Getenv("ENUMERATE_DB") {
		t.Fatalf("OpenStore of the default database: %v", err)
	}
	s.Remark("a run is \x1bmended")
	if want := dir + "/runs.db: a run is \\x1bmended\n"; stderr.String() != want {
		t.Errorf("stderr is %q, want %q", &stderr, want)
	}
	remark := Remarks(s, &stderr)
	stderr.Reset()
	for i := range 8 {
		remark(fmt.Sprint("run ", i+1))
	}
	want := ""
	for i := range 5 {
		want += fmt.Sprintf("%s/runs.db: run %d\n", dir, i+1)
	}
	if want += dir + "/runs.db: more runs are left out\n"; stderr.String() != want {
		t.Errorf("eight remarks print\n%swant\n%s", &stderr, want)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if s, err := OpenIfExists("runs.db", &stderr); err != nil || s == nil {
		t.Errorf("OpenIfExists of a database: %v", err)
	} else if err := s.Close(); err != nil {
		t.Error(err)
	}
	t.Setenv("ENUMERATE_DB", "")
	t.Setenv("XDG_STATE_HOME", "")
	t.Setenv("HOME", "")
	if s, err := OpenStore("", checkpoints.Open, &stderr); err == nil {
		t.Errorf("without a home directory, OpenStore opens %s", s.Path())
	}
}

// A database has two copies of its meta page, which says where its content is, so that a power cut can tear only one of
// them. Opening a database with one torn copy must succeed and print a remark.
func TestATornDatabaseIsReported(t *testing.T) {
	inOwnDirectory(t)
	if got := enumerate(t, "", "--n", "3", "--quiet"); got.code != ExitDone {
		t.Fatalf("a walk exits with %d: %s", got.code, got.stderr)
	}
	file, err := os.ReadFile("runs.db")
	if err != nil {
		t.Fatal(err)
	}
	remarks := 0
	for page := range 2 {
		torn := slices.Clone(file)
		torn[page*os.Getpagesize()+40] ^= 1
		if err := os.WriteFile("torn.db", torn, 0o600); err != nil {
			t.Fatal(err)
		}
		var stderr strings.Builder
		s, err := OpenStore("torn.db", checkpoints.OpenReadOnly, &stderr)
		if err != nil {
			t.Fatal(err)
		}
		if stderr.Len() > 0 {
			remarks++
		}
		if stderr.Len() > 0 && (!strings.HasPrefix(stderr.String(), "torn.db: ") || strings.Count(stderr.String(), "\n") != 1) {
			t.Errorf("stderr is %q, want one line", &stderr)
		}
		if (s.TornPage() != nil) != (stderr.Len() > 0) {
			t.Errorf("TornPage = %v, stderr is %q", s.TornPage(), &stderr)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
	if remarks == 0 {
		t.Error("no remark, whichever page is damaged")
	}
}

func TestChecksOfFlagsAreMadeInTurn(t *testing.T) {
	var trials, seed uint64
	cmd := newProgram(&Program{Rulesets: rulesets()})
	AddTrials(cmd, &trials, &seed)
	if trials != 10_000 || seed != 1 {
		t.Errorf("by default there are %d trials of seed %d", trials, seed)
	}
	for args, want := range map[string]string{
		"--n 3 --workers 0 --trials 0": "enumerate: --workers 0: expected a number from 1 to 4,096\n",
		"--n 3 --workers 1 --trials 0": "enumerate: --trials 0: expected a number from 1 to 9,007,199,254,740,992\n",
		"--n 3 --trials many":          "enumerate: --trials many: expected a number from 1 to 9,007,199,254,740,992\n",
	} {
		if got := run(t, cmd, "", strings.Fields(args)...); got.stderr != want {
			t.Errorf("%s: it says %q, want %q", args, got.stderr, want)
		}
	}
}

var errAsked = errors.New("asked")

func TestAFlagCheckIsNotForgotten(t *testing.T) {
	cmd := newDo(nil)(nil)
	calls := ""
	check(cmd, func() error { calls += "a"; return nil })
	check(cmd, func() error { calls += "b"; return errAsked })
	check(cmd, func() error { calls += "c"; return nil })
	if err := cmd.PreRunE(cmd, nil); err != errAsked || calls != "ab" {
		t.Errorf("the checks %q are made, %v, want a and b, whose error ends it", calls, err)
	}
}
