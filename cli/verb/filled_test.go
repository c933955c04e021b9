package verb

import "testing"

// Filled must join and break the lines of a paragraph, keep each indented line, an item of a list, on its own, and
// continue the second column of a long item below its beginning.
func TestFilledBreaksParagraphsAndKeepsLists(t *testing.T) {
	const text = "one two three\nfour five\n\nlists:\n  word     what it means\n  other words\n\nend"
	const want = "one two three four\nfive\n\nlists:\n  word     what it\n           means\n  other words\n\nend"
	if got := Filled(text, 18); got != want {
		t.Errorf("filled =\n%s\nwant\n%s", got, want)
	}
}
