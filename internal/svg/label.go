package svg

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
)

// A Label is a name as a picture shows it. It has no invisible characters, and none that change how other characters
// look.
type Label struct {
	Text  string // shortened if it is wide; all labels are distinct
	Whole string
	Width float64 // an upper bound on the width of Text, in em
}

// Labels returns the labels of distinct names, shortened to a width in em. If a shortened label is taken by another
// name, the number of the name, counted from 1, is appended to it, which makes this label wider.
func Labels(names []string, width float64) []Label {
	labels := make([]Label, len(names))
	taken := make(map[string]bool)
	for p, name := range names {
		whole := visible(name)
		labels[p] = Label{Text: shortened(whole, width), Whole: whole}
		if labels[p].Text == name {
			taken[name] = true // before another name can take it
		}
	}
	for p := range labels {
		l := &labels[p]
		if l.Text != names[p] { // the label may be taken
			for taken[l.Text] {
				l.Text += fmt.Sprintf(" (%d)", p+1)
			}
			taken[l.Text] = true
		}
		l.Width = TextWidth(l.Text)
	}
	return labels
}

// visible replaces invisible characters, and characters that change how others look, by Go escape sequences. It quotes
// a name that has spaces at an end.
func visible(name string) string {
	var b strings.Builder
	for _, r := range name {
		const zeroWidthNonJoiner, zeroWidthJoiner = '\u200c', '\u200d' // part of words and of emoji
		switch {
		case unicode.IsGraphic(r), r == zeroWidthNonJoiner, r == zeroWidthJoiner:
			b.WriteRune(r)
		default:
			b.WriteString(strings.Trim(strconv.QuoteRuneToASCII(r), "'"))
		}
	}
	switch seen := b.String(); {
	case TextWidth(seen) == 0:
		return strings.Trim(strconv.QuoteToASCII(seen), `"`)
	case strings.TrimSpace(seen) != seen:
		return `"` + seen + `"`
	default:
		return seen
	}
}

// shortened shortens s to at most the given number of em, with an ellipsis between its start and its end. The start
// takes about 60 % of the width, because the start of a name says more.
func shortened(s string, width float64) string {
	if TextWidth(s) <= width {
		return s
	}
	const ellipsis = "…"
	runes := []rune(s)
	left := width - TextWidth(ellipsis)
	head, tail := 0, len(runes)
	for used := 0.0; ; head++ {
		if used += runeWidth(runes[head]); used > left*0.6 {
			break
		}
	}
	for used := 0.0; ; tail-- {
		if used += runeWidth(runes[tail-1]); used > left*0.4 {
			break
		}
	}
	for tail < len(runes) && runeWidth(runes[tail]) == 0 { // skip combining characters of the part that was cut off
		tail++
	}
	return string(runes[:head]) + ellipsis + string(runes[tail:])
}

// Isolated returns a name for use in a sentence. It puts isolating characters around right-to-left text, so that the
// sentence keeps its order.
func Isolated(name string) string {
	if !strings.ContainsFunc(name, rightToLeft) {
		return name
	}
	const firstStrongIsolate, popDirectionalIsolate = "\u2068", "\u2069"
	return firstStrongIsolate + name + popDirectionalIsolate
}

func rightToLeft(r rune) bool {
	return 0x590 <= r && r < 0x900 || 0xfb1d <= r && r < 0xfe00 || 0xfe70 <= r && r < 0xff00 ||
		0x10800 <= r && r < 0x11000 || 0x1e800 <= r && r < 0x1f000
}
