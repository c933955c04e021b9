package partizan

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"enumerate/internal/lists"
)

// String returns v in the notation of the package documentation, the same in all arenas. Values other than sums of a
// number, a multiple of up and a nimber are written in full, so the text can be exponentially longer than the canonical
// form, which shares options.
func (a *Arena) String(v Value) string {
	return writer{a, make(map[Value]string)}.text(v)
}

// A writer writes the values of an arena as text, each only once.
type writer struct {
	a     *Arena
	texts map[Value]string // cached texts
}

// text returns the text of v: its name or, if it has none, its options in braces.
func (w writer) text(v Value) string {
	if s, ok := w.texts[v]; ok {
		return s
	}
	s, ok := w.name(v)
	if !ok {
		s = "{" + w.list(w.a.Left(v)) + "|" + w.list(w.a.Right(v)) + "}"
	}
	w.texts[v] = s
	return s
}

// name returns the text of v if it needs no braces: v is a plain value, or has the form ±G, the game {G|-G}.
func (w writer) name(v Value) (string, bool) {
	f := w.a.forms[v]
	if f.named {
		return f.plain.String(), true
	}

	lefts, rights := f.options[left], f.options[right]
	isSwitch := len(lefts) == 1 && len(rights) == 1 && w.a.Negate(lefts[0]) == rights[0]
	if !isSwitch {
		return "", false
	}

	// The option G of ±G needs parentheses unless it is a number or has braces.
	s := w.text(lefts[0])
	if _, _, isNumber := w.a.Number(lefts[0]); !isNumber && s[0] != '{' {
		s = "(" + s + ")"
	}
	return "±" + s, true
}

// list writes options in an order that is the same in all arenas: by birthday, then by text.
func (w writer) list(options []Value) string {
	options = slices.Clone(options)
	slices.SortFunc(options, func(v, u Value) int {
		return cmp.Or(cmp.Compare(w.a.forms[v].birthday, w.a.forms[u].birthday), strings.Compare(w.text(v), w.text(u)))
	})
	return strings.Join(lists.Map(options, w.text), ",")
}

// String writes the parts of the sum that are not 0 next to each other, as in -1/2↑3*2, and 0 if all are 0.
func (p plain) String() string {
	var s string
	if p.number != 0 || p.ups == 0 && p.star == 0 {
		s = p.number.String()
	}
	s += multiple(p.ups, "↑", "⇑") + multiple(-p.ups, "↓", "⇓")
	switch {
	case p.star == 1:
		s += "*"
	case p.star > 1:
		s += "*" + strconv.Itoa(int(p.star))
	}
	return s
}

// multiple writes n arrows, as in ↑, ⇑ and ↑3, or nothing if n is not positive.
func multiple(n int32, single, double string) string {
	switch {
	case n <= 0:
		return ""
	case n == 1:
		return single
	case n == 2:
		return double
	}
	return single + strconv.Itoa(int(n))
}
