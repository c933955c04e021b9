package heaps

import (
	"fmt"
	"slices"
	"strconv"

	"enumerate/internal/text"
)

const (
	// maxHeap is the most sticks of a heap that is read.
	maxHeap = 1_000_000_000_000_000_000
	// maxHeaps is the most heaps of a position that is read.
	maxHeaps = 1_000_000
)

// A Position is the sizes of heaps, in sticks, each from 1 to maxHeap. The heaps of a
// Multiset or Set ascend; a Stack's top is last; a Queue's front is first.
type Position []uint64

// noHeaps is how a position without heaps is written.
const noHeaps = "0"

// String returns the heaps with commas between them, "3,5,7", or "0" if there is none.
func (p Position) String() string { return string(p.append(nil)) }

// MarshalText returns the same, for JSON.
func (p Position) MarshalText() ([]byte, error) { return p.append(nil), nil }

// append appends the text of a position.
func (p Position) append(text []byte) []byte {
	if len(p) == 0 {
		return append(text, noHeaps...)
	}
	for i, heap := range p {
		if i > 0 {
			text = append(text, ',')
		}
		text = strconv.AppendUint(text, heap, 10)
	}
	return text
}

// Largest returns the size of the largest heap, 0 if there is none.
func (p Position) Largest() uint64 {
	if len(p) == 0 {
		return 0
	}
	return slices.Max(p)
}

// A Kind is how heaps are arranged, and so what becomes of one that is reduced.
type Kind int

const (
	// Multiset: heaps lie about, in no order.
	Multiset Kind = iota
	// Set: heaps lie about, and one of two that are equal goes away.
	Set
	// Stack: heaps lie on one another, the top last; a heap stays where it is.
	Stack
	// Queue: heaps are in a row, the front first; a heap that is reduced goes to the
	// back.
	Queue
)

// sorted reports whether the heaps of a position ascend, since their order means nothing.
func (k Kind) sorted() bool { return k == Multiset || k == Set }

// Reduce returns the position after heap i of p, which has more than size sticks, is reduced to size; 0 removes the heap. It
// does not change p. It uses the memory of buffer if it has room for the heaps of p.
func (k Kind) Reduce(buffer, p Position, i int, size uint64) Position {
	buffer = append(buffer[:0], p[:i]...)
	if !k.sorted() {
		if k == Stack && size > 0 {
			buffer = append(buffer, size)
		}
		buffer = append(buffer, p[i+1:]...)
		if k == Queue && size > 0 {
			buffer = append(buffer, size)
		}
		return buffer
	}
	if size > 0 {
		at := i // where the rest goes to, among the heaps below the old one
		for at > 0 && p[at-1] >= size {
			at--
		}
		if k == Multiset || p[at] != size {
			buffer = append(buffer[:at], size)
			buffer = append(buffer, p[at:i]...)
		}
	}
	return append(buffer, p[i+1:]...)
}

// repeats reports whether reducing heap i to that size leaves what an earlier move leaves
// too, if the heaps from first on may be reduced: that of an equal heap, or the removal of
// this one.
func (k Kind) repeats(p Position, first, i int, size uint64) bool {
	switch k {
	case Multiset:
		return i > first && p[i-1] == p[i]
	case Set:
		return slices.Contains(p[:i], size)
	}
	return false
}

// maxSpan is the most heaps that a space has positions of.
const maxSpan = 1000

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
	text := fmt.Sprintf("K or K..L, 0 to %d", maxSpan)
	if k == Set {
		text = all + ", " + text
	}
	return text
}

// parse reads what String writes.
func (k Kind) parse(value string) (Span, error) {
	if k == Set && value == all {
		return Span{All: true}, nil
	}
	least, most, ok := text.Range(value, 0, maxSpan)
	if !ok {
		return Span{}, fmt.Errorf("heaps are %s, such as 0..3, not %q", k.values(), value)
	}
	return Span{Least: least, Most: most}, nil
}

// within returns the numbers of heaps that a position of the kind may have if its largest
// heap has at most that many sticks. There may be none.
func (s Span) within(k Kind, largest uint64) Span {
	if s.All {
		s = Span{Least: 0, Most: int(min(largest, maxSpan))}
	}
	if k == Set && uint64(s.Most) > largest {
		s.Most = int(largest)
	}
	return s
}
