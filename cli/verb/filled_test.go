package verb

import "testing"

// TestFilled fills a text of each kind of lines.
func TestFilled(t *testing.T) {
	const text = "one two three\nfour five\n\nlists:\n  word     what it means\n  other words\n\nend"
	const want = "one two three four\nfive\n\nlists:\n  word     what it\n           means\n  other words\n\nend"
	if got := Filled(text, 18); got != want {
		t.Errorf("filled =\n%s\nwant\n%s", got, want)
	}
}
