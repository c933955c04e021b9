package partizan

import (
	"context"
	"encoding/binary"
	"errors"
	"math"
	"slices"
)

// A Value is a combinatorial game up to equality: the handle of a canonical form in an [Arena]. Values of one arena are
// equal games if and only if they are the same handle.
type Value int32

// Zero is the game without moves, in every arena.
const Zero Value = 0

// The sides of a game, as indexes of options.
const (
	left  = 0
	right = 1
)

// An Arena holds the canonical form of every value made in it, each once, and caches sums and comparisons. It only
// grows. It must not be used by several goroutines at the same time, not even to read, because [Arena.String] makes
// values.
type Arena struct {
	forms     []form
	byOptions map[string]Value // by keyOf: every pair of sets of options seen
	plains    map[plain]Value  // the values that have a plain name

	comparisons map[pair]bool  // whether the first is at most the second
	sums        map[pair]Value // keys have the smaller handle first

	key       []byte // buffer of keyOf
	candidate candidate

	ctx   context.Context // the context of Do
	steps uint
}

// A form is the canonical form of a value.
type form struct {
	options  [2][]Value // sorted by handle; those of a number are made on demand
	cuts     cuts
	plain    plain // valid if named
	birthday int32
	negative Value // or unknown
	named    bool  // whether plain is valid
	opened   bool  // whether the options were made
}

// The cuts of a value v are two integers, floor and ceiling, which say which numbers are at most v and which are at
// least v. For every number x, in units of 2^-32,
//
//	x <= v  iff  2x < floor        x >= v  iff  2x > ceiling
//
// The Right stop r of v is the number at which play stops if Right moves first. Numbers below r are at most v, and
// numbers above r are not. So floor is 2r + 1 if r itself is at most v, and otherwise 2r. In the same way, ceiling is
// 2l - 1 if the Left stop l is at least v, and otherwise 2l.
type cuts struct{ floor, ceiling int64 }

// atMost reports whether the value with the cuts c is at most the value with the cuts d. The cuts of a value say which
// numbers are at most the value, and which are at least the value. In units of 2^-32, x <= v iff 2x < floor, and x >= v
// iff 2x > ceiling. The cuts decide the question if the values are numbers, or close to different numbers.
func (c cuts) atMost(d cuts) (result, decided bool) {
	if c.floor > d.floor || c.ceiling > d.ceiling {
		return false, true // some number is at most c but not at most d, or at least d but not at least c
	}
	// A number x with (ceiling of c) < 2x < (floor of d) is between the values: c <= x <= d. If the two cuts differ by
	// at least 2, some integer 2x lies between them; x may be half a unit.
	numberBetween := d.floor-c.ceiling >= 2
	return numberBetween, numberBetween
}

const unknown Value = -1

type pair struct{ first, second Value }

// NewArena returns an arena that holds only the value Zero.
func NewArena() *Arena {
	a := &Arena{
		byOptions:   make(map[string]Value),
		plains:      make(map[plain]Value),
		comparisons: make(map[pair]bool),
		sums:        make(map[pair]Value),
	}
	a.plain(plain{}) // Zero
	return a
}

// Left returns the Left options of v in canonical form, sorted by handle. The caller must not change them.
func (a *Arena) Left(v Value) []Value { return a.options(v, left) }

// Right returns the Right options of v; see [Arena.Left].
func (a *Arena) Right(v Value) []Value { return a.options(v, right) }

func (a *Arena) options(v Value, side int) []Value {
	if !a.forms[v].opened {
		a.open(v)
	}
	return a.forms[v].options[side]
}

// open makes the options of a number, only on demand, because few computations look at them.
func (a *Arena) open(v Value) {
	var options [2][]Value
	for side, numbers := range a.forms[v].plain.number.options() {
		for _, x := range numbers { // at most one
			options[side] = []Value{a.number(x)}
		}
	}
	a.forms[v].options = options
	a.forms[v].opened = true
}

// intern returns the value of a canonical form that is not a number. Its options must be sorted; they are copied if the
// form is new. A new form gets its cuts, which say which numbers are at most its value, and which are at least its
// value. If the value has a plain name, such as that of a nimber or of a multiple of up, the form gets this name, too.
func (a *Arena) intern(options [2][]Value) Value {
	if v, ok := a.byOptions[string(a.keyOf(options))]; ok { // the form is in the arena already
		return v
	}
	if len(a.forms) == math.MaxInt32 { // a handle has 32 bits
		panic(interruption{ErrRange})
	}

	v := Value(len(a.forms))
	kept := [2][]Value{slices.Clone(options[left]), slices.Clone(options[right])} // options may be buffers of the caller
	// The form has its options already (opened); only those of numbers are made later.
	f := form{options: kept, cuts: a.cuts(kept), negative: unknown, opened: true}
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
	a.byOptions[string(a.keyOf(kept))] = v
	return v
}

// cuts returns the cuts of a game G that is not a number: floor and ceiling such that the number x is at most G if and
// only if 2x < floor, and at least G if and only if 2x > ceiling. Twice x leaves room for a bound between two numbers.
// Neither side moves in a number while it can move elsewhere (number avoidance). So, for a number x in units of 2^-32,
//
//	x <= G  iff  o <= x for no Right option o
//	        iff  2x <= ceiling(o) for all Right options o
//	        iff  2x < the least ceiling(o) + 1, the floor of G
//
// The ceiling of G follows in the same way from the floors of the Left options.
func (a *Arena) cuts(options [2][]Value) cuts {
	c := cuts{math.MaxInt64, math.MinInt64}
	for _, o := range options[right] {
		c.floor = min(c.floor, a.forms[o].cuts.ceiling+1)
	}
	for _, o := range options[left] {
		c.ceiling = max(c.ceiling, a.forms[o].cuts.floor-1)
	}
	return c
}

func sorted(options []Value) []Value {
	slices.Sort(options)
	return slices.Compact(options)
}

// keyOf returns a key for the options of a game, which must be sorted. The next call overwrites the key.
func (a *Arena) keyOf(options [2][]Value) []byte {
	key := binary.AppendUvarint(a.key[:0], uint64(len(options[left])))
	for _, side := range options {
		for _, o := range side {
			key = binary.AppendUvarint(key, uint64(o))
		}
	}
	a.key = key
	return key
}

// ErrRange is the error for a number, a denominator, a nimber or a multiple of up that is too large for an arena.
var ErrRange = errors.New("the value is out of range: use numbers below 2^28, denominators up to 2^32, nimbers up to *1023 and ups up to ↑4096")

// An interruption is the value with which an arena panics; Do returns its error.
type interruption struct{ error }

// Do runs f so that it can be interrupted. If the context ends, the arena panics at its next step, and Do returns the
// context's error. If a value is out of range, Do returns [ErrRange]. In both cases the arena stays valid. Do passes
// other panics on.
//
// Outside of Do, a value out of range panics.
func (a *Arena) Do(ctx context.Context, f func()) (err error) {
	outer := a.ctx
	a.ctx = ctx

	defer func() {
		a.ctx = outer
		if p := recover(); p != nil {
			i, ok := p.(interruption)
			if !ok {
				panic(p)
			}
			err = i.error
		}
	}()

	if err := ctx.Err(); err != nil {
		return err
	}
	f()
	return nil
}

// Interrupt, called within Do, ends f with the error that Do returns.
func (a *Arena) Interrupt(err error) { panic(interruption{err}) }

// step checks the context of Do every 1024 calls. It may be called only where a panic leaves the arena valid.
func (a *Arena) step() {
	a.steps++
	if a.steps%1024 == 0 && a.ctx != nil {
		if err := a.ctx.Err(); err != nil {
			panic(interruption{err})
		}
	}
}
