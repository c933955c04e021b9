package draw

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
)

// A label is a player's name as a picture shows it.
type label struct {
	text  string  // shortened if the name is wide; no two labels are the same
	whole string  // the whole name
	width float64 // of the text, at most, in em
}

// The widths at which names are shortened, in em: some 20 letters, and some 8
// where there are many beside each other.
const (
	maxLabel    = 15
	narrowLabel = 6
)

// labelsOf returns the labels of names, which are distinct, shortened to a width
// in em.
func labelsOf(names []string, width float64) []label {
	labels := make([]label, len(names))
	taken := make(map[string]bool)
	for p, name := range names {
		whole := visible(name)
		labels[p] = label{text: shortened(whole, width), whole: whole}
		if labels[p].text == name {
			taken[name] = true // before anybody else can take it
		}
	}
	for p := range labels {
		l := &labels[p]
		if l.text != names[p] {
			for taken[l.text] {
				l.text += fmt.Sprintf(" (%d)", p+1)
			}
			taken[l.text] = true
		}
		l.width = textWidth(l.text)
	}
	return labels
}

// visible returns the name with an escape sequence, as in Go, in place of every
// character that is not seen or that changes how others are seen. A name with
// spaces at an end is quoted.
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
	case textWidth(seen) == 0:
		return strings.Trim(strconv.QuoteToASCII(seen), `"`)
	case strings.TrimSpace(seen) != seen:
		return `"` + seen + `"`
	default:
		return seen
	}
}

// shortened returns s, or its start and its end if it is wider than that many em.
func shortened(s string, width float64) string {
	if textWidth(s) <= width {
		return s
	}
	const ellipsis = "…"
	runes := []rune(s)
	left := width - textWidth(ellipsis)
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
	for tail < len(runes) && runeWidth(runes[tail]) == 0 { // an accent of what is cut off
		tail++
	}
	return string(runes[:head]) + ellipsis + string(runes[tail:])
}

// textWidth returns how wide a text is at most, in em, in the common sans-serif
// fonts, but for a few rare characters. A picture cannot ask: it does not know the
// font it will be shown in.
func textWidth(s string) float64 {
	var width float64
	for _, r := range s {
		width += runeWidth(r)
	}
	return width
}

// runeWidth is textWidth of one character. DejaVu Sans and Verdana are the
// widest of the fonts; others need a tenth less.
func runeWidth(r rune) float64 {
	switch {
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		return 0 // accents and joiners
	case strings.ContainsRune(" fijlrtI.,:;'!|()[]-/\\\"", r):
		return 0.46
	case strings.ContainsRune("mwMW@%", r):
		return 1
	case 'A' <= r && r <= 'Z', strings.ContainsRune("#&+<=>^_~", r):
		return 0.84
	case r < 0x80:
		return 0.66
	case r < 0x1100 && unicode.IsUpper(r): // other alphabets
		return 1.1
	case r < 0x1100:
		return 1
	case r < 0x1f000:
		return 1.05 // Chinese, Japanese, Korean
	default:
		return 1.4 // emoji
	}
}

// boldWidth is how much wider text is in bold, at most.
const boldWidth = 1.15

// isolated returns a name as part of a sentence: one written from right to left
// between characters that keep it from turning the sentence round.
func isolated(name string) string {
	if !strings.ContainsFunc(name, rightToLeft) {
		return name
	}
	const firstStrongIsolate, popDirectionalIsolate = "\u2068", "\u2069"
	return firstStrongIsolate + name + popDirectionalIsolate
}

// rightToLeft reports whether r is in one of the blocks that Unicode has set
// aside for alphabets written from right to left.
func rightToLeft(r rune) bool {
	return 0x590 <= r && r < 0x900 || 0xfb1d <= r && r < 0xfe00 || 0xfe70 <= r && r < 0xff00 ||
		0x10800 <= r && r < 0x11000 || 0x1e800 <= r && r < 0x1f000
}
