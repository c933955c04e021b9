package partizan

import (
	"context"
	"math"
	"slices"
)

// A Value is a combinatorial game up to equality: the handle of a canonical form in an
// [Arena]. Values of one arena are equal games if and only if they are the same handle;
// those of different arenas have nothing to do with each other.
type Value int32

// Zero is the game without moves, in every arena.
const Zero Value = 0

// The sides: whose options they are.
const (
	left  = 0
	right = 1
)

// An Arena holds the canonical forms of all values that were made in it, each once, and
// remembers sums and comparisons. It only grows. It is not for several goroutines at
// once, not even for what looks like reading: [Arena.String] makes values.
type Arena struct {
	forms  []form
	made   table           // every pair of sets of options seen, canonical or not
	plains map[plain]Value // those values that have a plain name

	compared map[pair]bool  // whether the first is at most the second
	sums     map[pair]Value // the smaller handle first

	thermographs map[Value]thermograph

	chunk []Value // unused room for options
	stack []Value // options of sums under way

	candidate candidate

	ctx   context.Context // of Do
	steps uint
}

// A form is a value in canonical form.
//
// Which numbers are at most the value v, and which at least, is all said by two integers,
// its cuts: for every number x, in units of 2^-32,
//
//	x <= v  iff  2x < floor        x >= v  iff  2x > ceiling
//
// So floor is 2r + 1 where numbers up to r, its Right stop, are at most v, and 2r where only
// the smaller ones are. See cuts.
type form struct {
	options        [2][]Value // sorted by handle; those of a number are made when asked for
	floor, ceiling int64
	plain          plain // meaningful if named
	birthday       int32
	negative       Value // or unknown
	named          bool  // plain is its name
	opened         bool  // it has its options
}

const unknown Value = -1

type pair struct{ first, second Value }

// NewArena returns an arena that holds Zero.
func NewArena() *Arena {
	a := &Arena{
		plains:   make(map[plain]Value),
		compared: make(map[pair]bool),
		sums:     make(map[pair]Value),

		thermographs: make(map[Value]thermograph),
	}
	a.plain(plain{}) // Zero
	return a
}

// Len returns how many values the arena holds.
func (a *Arena) Len() int { return len(a.forms) }

// Left returns the Left options of v in canonical form, sorted by handle. The caller must
// not change them.
func (a *Arena) Left(v Value) []Value { return a.options(v, left) }

// Right returns the Right options of v in canonical form, sorted by handle. The caller
// must not change them.
func (a *Arena) Right(v Value) []Value { return a.options(v, right) }

func (a *Arena) options(v Value, side int) []Value {
	if !a.forms[v].opened {
		a.open(v)
	}
	return a.forms[v].options[side]
}

// open makes the options of a number.
func (a *Arena) open(v Value) {
	l, hasLeft, r, hasRight := a.forms[v].plain.number.options()
	var options [2][]Value
	if hasLeft {
		options[left] = a.keep([]Value{a.number(l)})
	}
	if hasRight {
		options[right] = a.keep([]Value{a.number(r)})
	}
	a.forms[v].options = options
	a.forms[v].opened = true
}

// keep returns a copy of options that lasts as long as the arena.
func (a *Arena) keep(options []Value) []Value {
	const chunk = 4096
	n := len(options)
	if n == 0 {
		return nil
	}
	if n > cap(a.chunk)-len(a.chunk) {
		a.chunk = make([]Value, 0, max(n, chunk))
	}
	start := len(a.chunk)
	a.chunk = append(a.chunk, options...)
	return a.chunk[start : start+n : start+n]
}

// intern returns the value of a canonical form that is no number. The options are sorted;
// it copies them if need be.
func (a *Arena) intern(options [2][]Value) Value {
	hash := hashOf(options)
	if v, ok := a.made.find(hash, options); ok {
		return v
	}
	if len(a.forms) == math.MaxInt32 {
		panic(interruption{ErrRange})
	}
	v := Value(len(a.forms))
	kept := [2][]Value{a.keep(options[left]), a.keep(options[right])}
	floor, ceiling := a.cuts(kept)
	f := form{options: kept, floor: floor, ceiling: ceiling, negative: unknown, opened: true}
	for _, side := range kept {
		for _, o := range side {
			f.birthday = max(f.birthday, a.forms[o].birthday+1)
		}
	}
	if p, ok := a.recognize(kept); ok {
		f.plain, f.named = p, true
		a.plains[p] = v
	}
	a.forms = append(a.forms, f)
	a.made.insert(hash, kept, v)
	return v
}

// cuts returns the cuts of a game that is no number. A number x that is none of its
// options matters to nobody who can move elsewhere (number avoidance), so x <= G iff no
// Right option of G is <= x, that is iff 2x <= ceiling of all of them.
func (a *Arena) cuts(options [2][]Value) (floor, ceiling int64) {
	floor, ceiling = math.MaxInt64, math.MinInt64
	for _, o := range options[right] {
		floor = min(floor, a.forms[o].ceiling+1)
	}
	for _, o := range options[left] {
		ceiling = max(ceiling, a.forms[o].floor-1)
	}
	return floor, ceiling
}

// Birthday returns the number of moves of the longest play of v's canonical form,
// passing allowed: the day on which v is born.
func (a *Arena) Birthday(v Value) int { return int(a.forms[v].birthday) }

// sorted sorts options by handle and drops what stands twice.
func sorted(options []Value) []Value {
	slices.Sort(options)
	return slices.Compact(options)
}
