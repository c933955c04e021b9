package single

import (
	"bufio"
	"context"
	"fmt"
	"math/big"
	"strings"

	"enumerate/internal/lists"
)

// A Form is the class of a game. Two games of one ruleset are isomorphic if and only if their Forms have the same Game.
type Form struct {
	// Game is the canonical form, the game that represents the class, on one line, in the form in which games are read.
	// The Lister of the ruleset, if any, gives the same game.
	Game string
	Size int
	// Automorphisms is the number of members of the group that leave the game unchanged.
	Automorphisms *big.Int
	// Group returns the order of the group, which may have many digits.
	Group func() *big.Int
	// Relabeling returns how to rename the players so that the game becomes its canonical form, in the order of the
	// game. It is nil if games have no names.
	Relabeling func() []Renaming
	// Solution returns the verdict of the canonical form, and its proof.
	Solution func(ctx context.Context) (Solution, error)
}

// A Renaming gives From the new name To.
type Renaming struct{ From, To string }

// Classifies converts a method of a ruleset's type of games to a Games.Classify.
func Classifies[T Game](classify func(g T, ctx context.Context) (Form, error)) func(context.Context, Game) (Form, error) {
	return func(ctx context.Context, g Game) (Form, error) { return classify(g.(T), ctx) }
}

// Orbit returns the number of labelled games of the class.
func (f Form) Orbit() *big.Int {
	orbit := f.Group()
	return orbit.Div(orbit, f.Automorphisms)
}

// Row returns the class for printing, with the relabeling if requested.
func (f Form) Row(relabeled bool) *ClassRow {
	row := &ClassRow{Game: f.Game, Orbit: f.Orbit().String(), Automorphisms: f.Automorphisms.String()}
	if relabeled && f.Relabeling != nil {
		row.Relabeling = f.Relabeling()
	}
	return row
}

// A ClassRow is a class for printing. It is an [Answer].
type ClassRow struct {
	Game                 string // the canonical form
	Orbit, Automorphisms string
	Relabeling           []Renaming // or nil
	Solution             *Solution  // or nil
}

// Contents has the class on one line. The line of text leaves out the relabeling.
func (r *ClassRow) Contents() Contents {
	return Contents{
		Lines: func(w *bufio.Writer) { w.Write(r.AppendLine(nil)) },
		Value: func() any { return r.object() },
	}
}

// AppendLine appends the row to a buffer as a line of text, such as
//
//	BC AC AB AB  orbit 24  aut 1  unsolvable  core: A B
func (r *ClassRow) AppendLine(line []byte) []byte {
	line = fmt.Appendf(line, "%s  orbit %s  aut %s", r.Game, shortened(r.Orbit), shortened(r.Automorphisms))
	if s := r.Solution; s != nil {
		line = append(line, "  "+s.Verdict...)
		if s.Proof != "" {
			line = append(line, "  "+s.Proof+": "+strings.Join(s.Names, " ")...)
		}
	}
	return append(line, '\n')
}

// shortened returns a long number with only its first and last digits.
func shortened(digits string) string {
	const most, shown = 60, 10
	if len(digits) <= most {
		return digits
	}
	return fmt.Sprintf("%s...%s (%d digits)", digits[:shown], digits[len(digits)-shown:], len(digits))
}

// AppendJSON appends the row as a line of JSON.
func (r *ClassRow) AppendJSON(line []byte) []byte {
	text, _ := r.object().MarshalJSON() // strings and numbers can be encoded
	return append(append(line, text...), '\n')
}

func (r *ClassRow) object() Object {
	object := Object{{"game", r.Game}, {"orbit", r.Orbit}, {"automorphisms", r.Automorphisms}}
	if r.Relabeling != nil {
		object = append(object, Member{"relabeling", Renamed(r.Relabeling)})
	}
	if s := r.Solution; s != nil {
		object = append(object, Solution{Verdict: s.Verdict, Proof: s.Proof, Names: s.Names}.Object()...)
	}
	return object
}

// Renamed returns a relabeling as a JSON object from old to new names.
func Renamed(relabeling []Renaming) Object {
	return lists.Map(relabeling, func(r Renaming) Member { return Member{r.From, r.To} })
}
