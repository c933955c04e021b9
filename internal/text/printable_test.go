package text_test

import (
	"strings"
	"testing"
	"unicode"

	"pgregory.net/rapid"

	"enumerate/internal/text"
)

func TestPrintableTextIsShortAndHasNoControlCharacters(t *testing.T) {
	for message, want := range map[string]string{
		"run 12 of Zoë's \"host\"\tis\nthere":                      "run 12 of Zoë's \"host\"\tis\nthere",
		"open \x1b[2J\x9b\xff\u202e.db":                            `open \x1b[2J\x9b\xff\u202e.db`,
		strings.Repeat("7", 60):                                    strings.Repeat("7", 60),
		"it has " + strings.Repeat("9", 20_000) + " games, want 8": "it has 9999999999... (20000 digits) games, want 8",
	} {
		if got := text.Printable(message); got != want {
			t.Errorf("Printable(%.80q) = %q, want %q", message, got, want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		message := rapid.OneOf(rapid.String(), rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) string { return string(b) })).Draw(t, "message")
		printed := text.Printable(message)
		if i := strings.IndexFunc(printed, func(r rune) bool { return r != '\n' && r != '\t' && !unicode.IsPrint(r) }); i >= 0 {
			t.Errorf("Printable(%q) = %q", message, printed)
		}
		if again := text.Printable(printed); again != printed {
			t.Errorf("Printable(%q) = %q, and of that %q", message, printed, again)
		}
	})
}
