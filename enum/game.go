package enum

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"math/big"
	"math/rand/v2"
	"strconv"
	"strings"
	"unicode"

	"enumerate/internal/lists"
)

// A Game is one game read from text. What else can be asked of it the questions of its
// [Ruleset] say.
type Game interface {
	// Solve returns what is to be known of the game, such as its verdict and
	// certificate. When the context ends it returns the context's error, soon.
	Solve(ctx context.Context, how How) (Answer, error)
}

// An Answer is what is known of a game, or a game that was made.
type Answer interface {
	// WriteFormat writes it in one of the formats of its ruleset or family, in whole
	// lines; in "json" as one object on one line, with exact counts as decimal strings.
	WriteFormat(w io.Writer, format string) error
}

// The sides of a game that is played in turns. In an impartial game both have the same
// moves. In a race of several players these are numbered, from 0.
const (
	Left   = 0 // or the player who begins
	Right  = 1
	NoSide = -1
)

// A Position is where a game stands that sides play in turns.
type Position interface {
	// String returns the position on one line: as it is read or, if it can be reached by
	// play only, in the game's own words.
	String() string
	// Side returns which side moves now.
	Side() int
	// Moves returns the positions that it can move to, in a fixed order; none once the game is
	// over.
	Moves() []Position
	// Best returns which of its moves the side does best to play, -1 once the game is over, and
	// which side wins if all play best from here on, or NoSide: if it is the one that moves, it
	// wins whatever the others do. When the context ends it returns the context's error, soon.
	Best(ctx context.Context) (move, winner int, err error)
	// Value returns the combinatorial value, in standard notation; "" where there is none, or
	// it would take too long. The context is as for Best.
	Value(ctx context.Context) (string, error)
	// Ending returns which side has won a game that is over, or NoSide, and how in words: ""
	// if the other side wins because this one cannot move.
	Ending() (winner int, how string)
	// Board returns what is drawn of the position to be played on; nothing if it is too large.
	Board() Board
}

// A Board is a position as it is drawn: cells, which are one apart, and arrows from some to others. A cell may lie on
// another one that comes before it.
type Board struct {
	How    string // what the side that moves does on it, and who wins, in sentences
	Cells  []Cell
	Arrows [][2]int
}

// A Cell is a place of a board.
type Cell struct {
	X, Y float64
	Text string
	// Words that say how it is drawn: "round", "stick", "token" (small), "tile" (the text in a corner), "goal", "flag", "label"
	// (the text alone); "left" or "right" in the colour of that side, "lefts" or "rights" where that side can move.
	Kind string
	To   string // the position that a move made there leads to; "" for none
	Did  string // what who made that move did, in words that follow a name, such as "took the last stick"
}

// GameSource returns the random numbers for one of the games that a seed makes of
// a size, by its number from 0: ChaCha8 under a key made of seed, size and number,
// 8 bytes each, least significant byte first, and the word "generate". So a game
// does not depend on how many are made with it.
func GameSource(seed uint64, size int, number uint64) *rand.Rand {
	return rand.New(rand.NewChaCha8(sourceKey(seed, size, number, "generate")))
}

// sourceKey returns the key of a random source for one use.
func sourceKey(seed uint64, size int, number uint64, use string) (key [32]byte) {
	binary.LittleEndian.PutUint64(key[0:], seed)
	binary.LittleEndian.PutUint64(key[8:], uint64(size))
	binary.LittleEndian.PutUint64(key[16:], number)
	copy(key[24:], use)
	return key
}

// A Solution is the verdict of a game and its certificate. It is an [Answer] in the
// formats of SolutionFormats.
type Solution struct {
	Verdict     string   // one of the verdicts of the ruleset's spaces
	Certificate string   // what Names are: "order", "core"; "" for none; never empty
	Names       []string // in the game's own words
	// Choices is what each of Names chose, where that shows the contradiction;
	// nil where it proves nothing.
	Choices [][]string
	// Smallest says of a certificate that could be smaller that it is known not to be,
	// Reducible that it is not known to need all its Names.
	Smallest, Reducible bool
}

// SolutionFormats names the formats of a Solution, the default first.
func SolutionFormats() []string { return []string{"table", "json"} }

// WriteFormat writes the solution on one line:
//
//	solvable  order: A B D C
//	{"verdict":"solvable","order":["A","B","D","C"]}
//	unsolvable  core: A (B C) B (D A)
//	{"verdict":"unsolvable","core":["A","B"],"choices":{"A":["B","C"],"B":["D","A"]},"smallest":true}
//
// A certificate that may not need all its names is called so:
//
//	unsolvable  core, reducible perhaps: A (B C) B (D A) C (A B)
//	{"verdict":"unsolvable","core":["A","B","C"],"choices":{...},"smallest":false,"irreducible":false}
func (s Solution) WriteFormat(w io.Writer, format string) error {
	switch format {
	case "table":
		if s.Certificate == "" {
			_, err := fmt.Fprintln(w, s.Verdict)
			return err
		}
		words := Words(s.Names)
		for i, chosen := range s.Choices {
			words[i] += " (" + strings.Join(Words(chosen), " ") + ")"
		}
		certificate := s.Certificate
		if s.Reducible {
			certificate += ", reducible perhaps"
		}
		_, err := fmt.Fprintf(w, "%s  %s: %s\n", s.Verdict, certificate, strings.Join(words, " "))
		return err
	case "json":
		return json.NewEncoder(w).Encode(s)
	}
	return Unknown("format", format, SolutionFormats())
}

// MarshalJSON returns the solution as one object.
func (s Solution) MarshalJSON() ([]byte, error) { return json.Marshal(s.Object()) }

// Object returns the solution as an object. The certificate's kind is the key of its names;
// choices have the form in which games of players are read.
func (s Solution) Object() Object {
	object := Object{{"verdict", s.Verdict}}
	if s.Certificate != "" {
		object = append(object, Member{s.Certificate, s.Names})
	}
	if s.Choices != nil {
		choices := make(map[string][]string)
		for i, chosen := range s.Choices {
			choices[s.Names[i]] = chosen
		}
		object = append(object, Member{"choices", choices}, Member{"smallest", s.Smallest})
	}
	if s.Reducible {
		object = append(object, Member{"irreducible", false})
	}
	return object
}

// An Object is a JSON object some of whose keys are known only now. Its members keep their
// order.
type Object []Member

// A Member is a key of an Object and its value.
type Member struct {
	Key   string
	Value any
}

// MarshalJSON returns the object as encoding/json encodes a struct with these tags.
func (o Object) MarshalJSON() ([]byte, error) {
	text := []byte{'{'}
	for i, m := range o {
		if i > 0 {
			text = append(text, ',')
		}
		key, _ := json.Marshal(m.Key) // strings can be encoded
		value, err := json.Marshal(m.Value)
		if err != nil {
			return nil, err
		}
		text = append(append(append(text, key...), ':'), value...)
	}
	return append(text, '}'), nil
}

// Words returns names as words on a line of words: in double quotes, as Go writes
// strings, where a name has white space, a bracket, a quote or anything that does
// not print, but for what joins letters and emoji.
func Words(names []string) []string {
	return lists.Map(names, Word)
}

// Word returns one of [Words].
func Word(name string) string {
	const joiners = "\u200c\u200d"
	odd := func(r rune) bool {
		return strings.ContainsRune(`"()`, r) || unicode.IsSpace(r) || !unicode.IsPrint(r) && !strings.ContainsRune(joiners, r)
	}
	if strings.Trim(name, joiners) == "" || strings.ContainsFunc(name, odd) {
		return strconv.Quote(name)
	}
	return name
}

// A Form says which class a game is of. Games of one ruleset are isomorphic if and only if
// their Games are equal.
type Form struct {
	// Game is the canonical form, one game of the class, on one line as Read reads it. Of a
	// class that a Lister visits it is the game that stands for it there.
	Game string
	// Size is the size of the game, as the ruleset counts it.
	Size int
	// Automorphisms is how many members of the group leave the game as it is.
	Automorphisms *big.Int
	// Group returns the order of the group. It may have many digits.
	Group func() *big.Int
	// Relabeling returns what a member of the group that carries the game into the canonical
	// form makes of each name of the game, in the order of the game. Names differ from one
	// another, before and after. It is nil where games have no names. If there are several
	// members, any one may be taken.
	Relabeling func() []Renaming
	// Solution returns the verdict of the canonical form, and its certificate, as Class
	// does. When the context ends it returns the context's error, soon.
	Solution func(ctx context.Context) (Solution, error)
}

// Orbit returns how many labelled games the class has: the order of the group divided by
// the number of automorphisms.
func (f Form) Orbit() *big.Int {
	orbit := f.Group()
	return orbit.Div(orbit, f.Automorphisms)
}

// Row returns the class as it is printed, with the relabeling if that is asked for.
func (f Form) Row(relabeled bool) *ClassRow {
	row := &ClassRow{Game: f.Game, Orbit: f.Orbit().String(), Automorphisms: f.Automorphisms.String()}
	if relabeled && f.Relabeling != nil {
		row.Relabeling = f.Relabeling()
	}
	return row
}

// A Renaming gives what is called From the name To.
type Renaming struct{ From, To string }
