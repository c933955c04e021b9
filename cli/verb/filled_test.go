package verb

import "testing"

// Filled must treat each kind of line in its own way: a paragraph, a list with two columns, and a command. The text here
// has one of each kind, some of them too long.
func TestFilled(t *testing.T) {
	const text = "one two three\nfour five\n\nlists:\n  word     what it means\n  other words\n\nend"
	const want = "one two three four\nfive\n\nlists:\n  word     what it\n           means\n  other words\n\nend"
	if got := Filled(text, 18); got != want {
		t.Errorf("filled =\n%s\nwant\n%s", got, want)
	}
}
