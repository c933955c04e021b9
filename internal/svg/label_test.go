package svg

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// Widths of labels, in em.
const wide, narrow = 15, 6

// nastyNames are names that go wrong if labels are written without care.
var nastyNames = []string{
	"<&>\"'", "]]>", "<!--", "&lt;", "{x|y}", `\N\G`, `a\`, "-->", "%s%d", "\x00\x01", "a\nb", "\t", " ", "  pad ", "\ufeff", "\u202eabc", "\u0301", "\u200d",
	"日本太郎", "שלום", "علي (2)", "Zoë", "😀👩‍👩‍👧", "山田　太郎", "\u2028", "\U000e0041", "\ufffe", "\ue000", "…", "→", "\u2069",
	strings.Repeat("W", 300), strings.Repeat("i", 300), strings.Repeat("e\u0301", 100),
	"A name that goes on and on and on, number 1", "A name that goes on and on and on, number 2",
	"A name that goes on, and on and on, number 2", "A name tha…number 2",
}

func TestNamesAreMadeVisible(t *testing.T) {
	for _, c := range []struct{ name, want string }{
		{"Ann Lee", "Ann Lee"},
		{`<&>"'\`, `<&>"'\`},
		{"日本太郎", "日本太郎"},
		{"👩‍👧", "👩‍👧"},
		{"山田\u3000太郎", "山田\u3000太郎"},
		{"a\x00\nb", `a\x00\nb`},
		{"a\u2028b\u202ec", `a\u2028b\u202ec`},
		{" a", `" a"`},
		{"\u3000", "\"\u3000\""},
		{"\t", `\t`},
		{"\u200d", `\u200d`},
		{"\u0301", `\u0301`},
		{"\ufffe", `\ufffe`},
		{"\U0010ffff", `\U0010ffff`},
	} {
		if got := visible(c.name); got != c.want {
			t.Errorf("visible(%q) = %q, want %q", c.name, got, c.want)
		}
	}
}

func TestWideNamesAreShortenedInTheMiddle(t *testing.T) {
	for _, c := range []struct{ name, want string }{
		{"Ann", "Ann"},
		{"Ann Featherstonehaugh-Smith 12", "Ann Featherst…Smith 12"},
		{strings.Repeat("W", 100), "WWWWWWWW…WWWWW"},
		{"日本太郎日本太郎日本太郎日本太郎", "日本太郎日本太…郎日本太郎"},
	} {
		if got := shortened(c.name, wide); got != c.want {
			t.Errorf("shortened(%q) = %q, want %q", c.name, got, c.want)
		}
	}
}

func TestLabelsAreDistinctAndNarrow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.OneOf(rapid.SampledFrom(nastyNames), rapid.StringN(1, 30, 100))
		names := rapid.SliceOfNDistinct(name, 3, 20, rapid.ID).Draw(t, "names")
		for _, width := range []float64{narrow, wide} {
			seen := make(map[string]bool)
			for p, l := range Labels(names, width) {
				if seen[l.Text] {
					t.Errorf("%q: two labels are %q", names, l.Text)
				}
				seen[l.Text] = true
				if l.Width <= 0 || l.Width > width+2*TextWidth(" (20)") {
					t.Errorf("the label %q of %q is %v em wide", l.Text, names[p], l.Width)
				}
				if l.Whole != visible(names[p]) {
					t.Errorf("the whole name of %q is %q", names[p], l.Whole)
				}
			}
		}
	})
}

func TestNamesFromRightToLeftAreIsolated(t *testing.T) {
	for _, c := range []struct{ name, want string }{
		{"Ann", "Ann"},
		{"日本", "日本"},
		{"שלום", "\u2068שלום\u2069"},
		{"a علي", "\u2068a علي\u2069"},
	} {
		if got := Isolated(c.name); got != c.want {
			t.Errorf("Isolated(%q) = %q, want %q", c.name, got, c.want)
		}
	}
}
