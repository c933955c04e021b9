package single_test

import (
	"testing"

	"enumerate/enum/single"
)

func TestWordsAreDistinct(t *testing.T) {
	for _, c := range []struct{ name, want string }{
		{"Ann", "Ann"},
		{"Zoë", "Zoë"},
		{"a:b", "a:b"},
		{"Ann Lee", `"Ann Lee"`},
		{"a\nsolvable", `"a\nsolvable"`},
		{"\x1b[31m", `"\x1b[31m"`},
		{"a\u202eb", `"a\u202eb"`},
		{`"`, `"\""`},
		{"(B", `"(B"`},
		{"", `""`},
	} {
		if got := single.Word(c.name); got != c.want {
			t.Errorf("Word(%q) = %s, want %s", c.name, got, c.want)
		}
	}
}
