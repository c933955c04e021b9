package claims

import (
	"fmt"
	"io/fs"
	"reflect"
	"slices"
	"strings"
	"testing"

	"enumerate/data"
)

const sample = `# A source
picture: s.svg What it shows

## s-one
place: page 1
verdict: confirmed
says: One is less than two.

Count.

    as a child

    $ seq 1 2
    1
    $ [slow] [exit 3] enumerate solve AB

## s-two
place: page 2
verdict: open
says: "More: is more."
document: published
picture: t.svg

Nobody knows.
`

func TestEveryFileIsASource(t *testing.T) {
	files, err := fs.Glob(data.Claims, "claims/*")
	if err != nil || len(files) != len(names) {
		t.Errorf("data/claims has %v, %v, want a file for each of %v", files, err, names)
	}
	for _, name := range names {
		text, err := data.Claims.ReadFile("claims/" + name + ".md")
		if err != nil {
			t.Fatal(err)
		}
		s, err := read(name, string(text))
		if err != nil {
			t.Fatal(err)
		}
		if written(s) != string(text) {
			t.Errorf("%s does not come out as it was read", name)
		}
	}
}

func TestRead(t *testing.T) {
	got, err := read("s", sample)
	want := Source{Name: "s", Title: "A source", Picture: Picture{"s.svg", "What it shows"}, Claims: []Claim{
		{ID: "s-one", Place: "page 1", Says: "One is less than two.", Verdict: Confirmed, Why: "Count.\n\n    as a child",
			Shown: []Command{{Line: "seq 1 2", Prints: []string{"1"}}, {Line: "enumerate solve AB", Exit: 3, Slow: true}}},
		{ID: "s-two", Place: "page 2", Says: `"More: is more."`, Verdict: Open, Why: "Nobody knows.", In: "published", Picture: Picture{File: "t.svg"}},
	}}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("it reads %+v, %v\nwant %+v", got, err, want)
	}
}

func TestAFaultIsNamedByItsLine(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{"# A source", "A source", `data/claims/s.md:1: want "# " and a text`},
		{"## s-one\n", "## \n", `data/claims/s.md:4: want "## " and a text`},
		{"## s-one\n", "## t-one\n", "data/claims/s.md:4: t-one: want a name of its own that begins with s-"},
		{"## s-two\n", "## s-one\n", "data/claims/s.md:17: s-one: want a name of its own that begins with s-"},
		{"place: page 1", "where: page 1", `data/claims/s.md:5: "where" is not expected here`},
		{"place: page 1", "place: page 1\nplace: page 2", "data/claims/s.md:6: place: want a value, and only once"},
		{"place: page 1\n", "", "data/claims/s.md:7: s-one: want place, says, and verdict, one of [confirmed"},
		{"verdict: confirmed", "verdict: true", "data/claims/s.md:8: s-one: want place, says, and verdict, one of [confirmed"},
		{"Count.\n\n    as a child\n\n", "", "data/claims/s.md:8: s-one: want why"},
		{"[slow]", "[quick]", "data/claims/s.md:15: want [slow] or [exit CODE], and a command"},
		{"[exit 3]", "[exit three]", "data/claims/s.md:15: want [slow] or [exit CODE], and a command"},
		{"    1\n", "    \n", `data/claims/s.md:14: want "    " and a text`},
		{"solve AB\n", "solve AB\nmore\n", "data/claims/s.md:16: want a blank line after the commands"},
		{"t.svg\n\nNobody knows.", "t.svg\nNobody knows.", `data/claims/s.md:23: "Nobody knows." is not expected here`},
	} {
		_, err := read("s", strings.Replace(sample, c.old, c.new, 1))
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%q for %q: %v, want %s", c.new, c.old, err, c.want)
		}
	}
}

// FuzzRead reads any text: without a panic, and what is read is whole.
func FuzzRead(f *testing.F) {
	f.Add(sample)
	f.Add("# T\n\n## s-a\nplace: x")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := read("s", text)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "data/claims/s.md:") {
				t.Errorf("the error %q does not name the file", err)
			}
			return
		}
		for _, c := range s.Claims {
			if c.Place == "" || c.Says == "" || c.Why == "" || !slices.Contains(Verdicts, c.Verdict) || strings.Contains(c.Says, "\n") {
				t.Errorf("%+v is not whole", c)
			}
		}
		again, err := read("s", written(s))
		if err != nil || !reflect.DeepEqual(again, s) {
			t.Errorf("%+v is read again as %+v, %v", s, again, err)
		}
	})
}

// written is the file of a source.
func written(s Source) string {
	var b strings.Builder
	picture := func(p Picture) {
		if p.File != "" {
			fmt.Fprintf(&b, "picture: %s\n", strings.TrimSuffix(p.File+" "+p.Alt, " "))
		}
	}
	fmt.Fprintf(&b, "# %s\n", s.Title)
	picture(s.Picture)
	for _, c := range s.Claims {
		fmt.Fprintf(&b, "\n## %s\nplace: %s\nverdict: %s\nsays: %s\n", c.ID, c.Place, c.Verdict, c.Says)
		if c.In != "" {
			fmt.Fprintf(&b, "document: %s\n", c.In)
		}
		picture(c.Picture)
		fmt.Fprintf(&b, "\n%s\n", c.Why)
		if c.Shown != nil {
			b.WriteString("\n")
		}
		for _, command := range c.Shown {
			b.WriteString(commandMark)
			if command.Slow {
				b.WriteString("[slow] ")
			}
			if command.Exit != 0 {
				fmt.Fprintf(&b, "[exit %d] ", command.Exit)
			}
			b.WriteString(command.Line + "\n")
			for _, printed := range command.Prints {
				b.WriteString(printsMark + printed + "\n")
			}
		}
	}
	return b.String()
}
