package heaps

import (
	"fmt"
	"strconv"
	"strings"
)

// MaxSpan is the most heaps that a space has positions of.
const MaxSpan = 1000

// A Span is how many heaps there are: from Least to Most, or any number if All is set,
// which goes with a Set: of heaps of up to M sticks it has at most M.
type Span struct {
	Least, Most int
	All         bool
}

// all is how a span of all numbers is written.
const all = "any"

// String returns "K", "K..L" or "any".
func (s Span) String() string {
	switch {
	case s.All:
		return all
	case s.Least == s.Most:
		return strconv.Itoa(s.Least)
	}
	return fmt.Sprintf("%d..%d", s.Least, s.Most)
}

// values says what a parameter that is a span takes.
func (k Kind) values() string {
	text := fmt.Sprintf("K or K..L, 0 to %d", MaxSpan)
	if k == Set {
		text = all + ", " + text
	}
	return text
}

// parse reads what String writes.
func (k Kind) parse(text string) (Span, error) {
	if k == Set && text == all {
		return Span{All: true}, nil
	}
	first, last, two := strings.Cut(text, "..")
	if !two {
		last = first
	}
	least, err1 := strconv.ParseUint(first, 10, 32)
	most, err2 := strconv.ParseUint(last, 10, 32)
	if err1 != nil || err2 != nil || least > most || most > MaxSpan {
		return Span{}, fmt.Errorf("heaps are %s, such as 0..3, not %q", k.values(), text)
	}
	return Span{Least: int(least), Most: int(most)}, nil
}

// within returns the numbers of heaps that a position of the kind may have if its largest
// heap has at most that many sticks. There may be none.
func (s Span) within(k Kind, largest uint64) Span {
	if s.All {
		s = Span{Least: 0, Most: int(min(largest, MaxSpan))}
	}
	if k == Set && uint64(s.Most) > largest {
		s.Most = int(largest)
	}
	return s
}
