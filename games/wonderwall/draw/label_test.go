package draw

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

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
		if got := shortened(c.name, maxLabel); got != c.want {
			t.Errorf("shortened(%q) = %q, want %q", c.name, got, c.want)
		}
	}
}

func TestLabelsAreDistinctAndNarrow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.OneOf(rapid.SampledFrom(nastyNames), rapid.StringN(1, 30, 100))
		names := rapid.SliceOfNDistinct(name, 3, 20, rapid.ID).Draw(t, "names")
		for _, width := range []float64{narrowLabel, maxLabel} {
			seen := make(map[string]bool)
			for p, l := range labelsOf(names, width) {
				if seen[l.text] {
					t.Errorf("%q: two labels are %q", names, l.text)
				}
				seen[l.text] = true
				if l.width <= 0 || l.width > width+2*textWidth(" (20)") {
					t.Errorf("the label %q of %q is %v em wide", l.text, names[p], l.width)
				}
				if l.whole != visible(names[p]) {
					t.Errorf("the whole name of %q is %q", names[p], l.whole)
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
		if got := isolated(c.name); got != c.want {
			t.Errorf("isolated(%q) = %q, want %q", c.name, got, c.want)
		}
	}
}
