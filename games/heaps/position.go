package heaps

import (
	"fmt"
	"slices"
	"strconv"

	"enumerate/internal/text"
)

const (
	maxHeap  = 1_000_000_000_000_000_000
	maxHeaps = 1_000_000
)

// A Position is the sizes of heaps, in sticks, each from 1 to maxHeap. The heaps of a Multiset or Set ascend; a Stack's
// top is last; a Queue's front is first.
type Position []uint64

const noHeaps = "0"

// String returns the heaps with commas between them, "3,5,7", or "0" if there is none.
func (p Position) String() string { return string(p.append(nil)) }

// MarshalText returns the same text as String, so that JSON has it too.
func (p Position) MarshalText() ([]byte, error) { return p.append(nil), nil }

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

// A Kind is how the heaps of a position are arranged, and so where a heap goes that is reduced.
type Kind int

const (
	// Multiset: heaps have no order, and a position may have equal heaps.
	Multiset Kind = iota
	// Set: heaps have no order, and if a move makes two heaps equal, one of the two goes away.
	Set
	// Stack: heaps lie on one another, the top is last, and a heap that is reduced stays where it is.
	Stack
	// Queue: heaps are in a row, the front is first, and a heap that is reduced goes to the back.
	Queue
)

func (k Kind) sorted() bool { return k == Multiset || k == Set }

// Reduce returns the position after a move that leaves `size` sticks of heap i of position p, which has more sticks.
// The size 0 removes the heap. Reduce does not change p. It uses the memory of buffer if the heaps of p fit.
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
		at := i // where the reduced heap goes, among the heaps below the old one
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

// repeats reports whether the move that leaves `size` sticks of heap i of p leads to the same position as an earlier
// move, in ascending order of heap and size. The parameter first is the index of the first heap that may be reduced. In
// a Set the move repeats the removal of heap i if another heap has the given size already.
func (k Kind) repeats(p Position, first, i int, size uint64) bool {
	switch k {
	case Multiset:
		return i > first && p[i-1] == p[i]
	case Set:
		return slices.Contains(p[:i], size)
	}
	return false
}

// maxSpan is the largest number of heaps in a Span.
const maxSpan = 1000

// A Span is the numbers of heaps that positions may have: from Least to Most, or any number if All is set. Only the
// kind Set may have All, since a set of heaps of up to M sticks has at most M heaps.
type Span struct {
	Least, Most int
	All         bool
}

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

func (k Kind) values() string {
	text := fmt.Sprintf("K or K..L, 0 to %d", maxSpan)
	if k == Set {
		text = all + ", " + text
	}
	return text
}

func (k Kind) parse(value string) (Span, error) {
	if k == Set && value == all {
		return Span{All: true}, nil
	}
	least, most, ok := text.Range(value, 0, maxSpan)
	if !ok {
		return Span{}, fmt.Errorf("heaps=%.40s: expected %s, such as 0..3", value, k.values())
	}
	return Span{Least: least, Most: most}, nil
}

// within returns the span's numbers of heaps that a position can have if its heaps have at most `largest` sticks: in a
// Set at most `largest` heaps, because all heaps are different. The result may be empty.
func (s Span) within(k Kind, largest uint64) Span {
	if s.All {
		s = Span{Least: 0, Most: int(min(largest, maxSpan))}
	}
	if k == Set && uint64(s.Most) > largest {
		s.Most = int(largest)
	}
	return s
}
