package verb

import (
	"strings"
	"testing"
)

func TestGameFlagPutsFilesInPlaceOfTheirNames(t *testing.T) {
	for _, c := range []struct{ text, want, err string }{
		{"jump", "jump", ""},
		{"jump:players=2", "jump:players=2", ""},
		{"jump:dag=@no-such-file", "", "no-such-file"},
	} {
		got, err := withFiles(c.text)
		if got != c.want || (err == nil) != (c.err == "") || err != nil && !strings.Contains(err.Error(), c.err) {
			t.Errorf("withFiles(%q) = %q, %v, want %q, %q", c.text, got, err, c.want, c.err)
		}
	}
}
