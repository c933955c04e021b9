package single

import (
	"bufio"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"enumerate/internal/lists"
)

// A Solution is a verdict with its proof, an [Answer].
type Solution struct {
	Verdict string   // one of the verdicts of the ruleset's spaces
	Proof   string   // what proves the verdict, such as "order" or "core", or "" if there is none
	Names   []string // the proof, in names of the game, at least one
	// Choices are the choices of Names, if they show the contradiction.
	Choices [][]string
	// Smallest says that no smaller proof exists, Reducible that some of the Names may not be needed.
	Smallest, Reducible bool
}

// Contents returns the solution as a line of text and as a JSON object. The proof of a solvable game is an order
// of the players, that of an unsolvable game a core: players whose choices contradict each other, with these choices.
//
//	solvable  order: A B D C
//	{"verdict":"solvable","order":["A","B","D","C"]}
//	unsolvable  core: A (B C) B (D A)
//	{"verdict":"unsolvable","core":["A","B"],"choices":{"A":["B","C"],"B":["D","A"]},"smallest":true}
//
// If the core may have more players than necessary, the line and the object say so:
//
//	unsolvable  core, reducible perhaps: A (B C) B (D A) C (A B)
//	{"verdict":"unsolvable","core":["A","B","C"],"choices":{...},"smallest":false,"irreducible":false}
func (s Solution) Contents() Contents {
	return Contents{Lines: s.writeLine, Value: func() any { return s.Object() }}
}

// writeLine writes the verdict and its proof on one line, such as "solvable  order: A B D C". If the proof is a core,
// each player is followed by its choices. A core that may have more players than necessary is marked as "reducible
// perhaps".
func (s Solution) writeLine(w *bufio.Writer) {
	if s.Proof == "" {
		fmt.Fprintln(w, s.Verdict)
		return
	}
	words := Words(s.Names)
	for i, chosen := range s.Choices {
		words[i] += " (" + strings.Join(Words(chosen), " ") + ")"
	}
	proof := s.Proof
	if s.Reducible {
		proof += ", reducible perhaps"
	}
	fmt.Fprintf(w, "%s  %s: %s\n", s.Verdict, proof, strings.Join(words, " "))
}

// MarshalJSON returns the solution as one object.
func (s Solution) MarshalJSON() ([]byte, error) { return json.Marshal(s.Object()) }

// Object returns the solution as a JSON object: {"verdict":"solvable","order":["A","B","D","C"]}. The kind of proof,
// here "order", is the key of the proof. If the proof shows choices, the object has these, and says whether the proof
// is the smallest. If the proof may have more players than necessary, "irreducible" is false.
func (s Solution) Object() Object {
	object := Object{{"verdict", s.Verdict}}
	if s.Proof != "" {
		object = append(object, Member{s.Proof, s.Names})
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

// An Object is a JSON object whose keys are not known before the program runs, such as names of players. Its members
// keep their order.
type Object []Member

// A Member is a key of an Object and its value.
type Member struct {
	Key   string
	Value any
}

// MarshalJSON writes the members in their order, which package json would not do for a map.
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

// Words returns names as words on a line; see [Word].
func Words(names []string) []string { return lists.Map(names, Word) }

// Word returns a name as it is written in a line of names: in double quotes if it is invisible or has white space, a
// bracket, a quote or an unprintable character. The two invisible characters that join letters or emoji are allowed.
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
