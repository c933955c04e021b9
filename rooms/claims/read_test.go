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
about: Ann Author, 2013
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

// TestEveryFileIsASource expects that every file of data/claims is listed, and every line of it understood.
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
		if err := whole(name, string(text)); err != nil {
			t.Error(err)
		}
	}
}

// whole returns an error if a file of claims has a mistake. It reads the file and writes the result again: a line that
// differs was not understood. It also looks for incomplete claims.
func whole(name, text string) error {
	s := read(name, text)
	lines, again := strings.Split(text, "\n"), strings.Split(written(s), "\n")
	for i, line := range lines {
		if i >= len(again) || again[i] != line {
			return fmt.Errorf("data/claims/%s.md:%d: %q is not read as it is written", name, i+1, line)
		}
	}
	if len(again) != len(lines) || s.Title == "" || s.About == "" || strings.TrimSpace(s.Title) != s.Title {
		return fmt.Errorf("data/claims/%s.md: expected a title, and %d lines, not %d", name, len(again), len(lines))
	}
	seen := make(map[string]bool)
	for _, c := range s.Claims {
		if !strings.HasPrefix(c.ID, name+"-") || c.ID == name+"-" || seen[c.ID] {
			return fmt.Errorf("%s: expected a name of its own that begins with %s-", c.ID, name)
		}
		seen[c.ID] = true
		texts := []string{c.Place, c.Says, c.Why}
		for _, command := range c.Commands {
			texts = append(append(texts, command.Line), command.Prints...)
		}
		for _, text := range texts {
			if text == "" || strings.TrimSpace(text) != text {
				return fmt.Errorf("%s: a text is missing, or has blanks around it: %q", c.ID, text)
			}
		}
		if !slices.Contains(Verdicts, c.Verdict) {
			return fmt.Errorf("%s: expected a verdict, one of %v", c.ID, Verdicts)
		}
	}
	return nil
}

func TestRead(t *testing.T) {
	got := read("s", sample)
	want := Source{Name: "s", Title: "A source", About: "Ann Author, 2013", Picture: Picture{"s.svg", "What it shows"}, Claims: []Claim{
		{ID: "s-one", Place: "page 1", Says: "One is less than two.", Verdict: Confirmed, Why: "Count.\n\n    as a child",
			Commands: []Command{{Line: "seq 1 2", Prints: []string{"1"}}, {Line: "enumerate solve AB", Exit: 3, Slow: true}}},
		{ID: "s-two", Place: "page 2", Says: `"More: is more."`, Verdict: Open, Why: "Nobody knows.", In: "published", Picture: Picture{File: "t.svg"}},
	}}
	if err := whole("s", sample); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("it reads %+v, %v\nwant %+v", got, err, want)
	}
}

// TestAMistakeInAFileIsFound makes mistakes in a correct file, one at a time, because the reader itself accepts any
// text.
func TestAMistakeInAFileIsFound(t *testing.T) {
	for _, c := range []struct{ old, new string }{
		{"# A source", "A source"},
		{"# A source", "#  A source"},
		{"about: Ann", "by: Ann"},
		{"## s-one\n", "## \n"},
		{"## s-one\n", "## t-one\n"},
		{"## s-two\n", "## s-one\n"},
		{"place: page 1", "where: page 1"},
		{"place: page 1", "place: page 1\nplace: page 2"},
		{"place: page 1\n", ""},
		{"place: page 1\n", "place: \n"},
		{"verdict: confirmed", "verdict: true"},
		{"Count.\n\n    as a child\n\n", ""},
		{"[slow]", "[quick]"},
		{"[slow] [exit 3]", "[exit 3] [slow]"},
		{"[exit 3]", "[exit three]"},
		{"    1\n", "    \n"},
		{"    1\n", "     1\n"},
		{"solve AB\n", "solve AB\nmore\n"},
		{"solve AB\n", "solve AB \n"},
		{"t.svg\n\nNobody knows.", "t.svg\nNobody knows."},
		{"Nobody knows.\n", "Nobody knows."},
	} {
		if wrong := strings.Replace(sample, c.old, c.new, 1); wrong == sample || whole("s", wrong) == nil {
			t.Errorf("%q for %q is not found", c.new, c.old)
		}
	}
}

// FuzzRead reads arbitrary text as claims, writes what passes the check, and reads it again.
func FuzzRead(f *testing.F) {
	f.Add(sample)
	f.Add("# T\n\n## s-a\nplace: x")
	f.Fuzz(func(t *testing.T, text string) {
		s := read("s", text)
		if whole("s", text) != nil {
			return
		}
		for _, c := range s.Claims {
			if strings.Contains(c.Says, "\n") {
				t.Errorf("%+v is not whole", c)
			}
		}
		if again := read("s", written(s)); !reflect.DeepEqual(again, s) {
			t.Errorf("%+v is read again as %+v", s, again)
		}
	})
}

// written returns the text of the file from which a source is read.
func written(s Source) string {
	var b strings.Builder
	picture := func(p Picture) {
		if p.File != "" {
			fmt.Fprintf(&b, "picture: %s\n", strings.TrimSuffix(p.File+" "+p.Alt, " "))
		}
	}
	fmt.Fprintf(&b, "# %s\n", s.Title)
	if s.About != "" {
		fmt.Fprintf(&b, "about: %s\n", s.About)
	}
	picture(s.Picture)
	for _, c := range s.Claims {
		fmt.Fprintf(&b, "\n## %s\nplace: %s\nverdict: %s\nsays: %s\n", c.ID, c.Place, c.Verdict, c.Says)
		if c.In != "" {
			fmt.Fprintf(&b, "document: %s\n", c.In)
		}
		picture(c.Picture)
		fmt.Fprintf(&b, "\n%s\n", c.Why)
		if c.Commands != nil {
			b.WriteString("\n")
		}
		for _, command := range c.Commands {
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
