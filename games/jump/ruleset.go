package jump

import (
	"fmt"
	"sort"

	"enumerate/enum"
	"enumerate/games/jump/race"
)

// A Ruleset is the jump game with its parameters set; see [New] and With. It
// implements enum.Parametric, enum.Counted, enum.Reader and enum.Generator.
type Ruleset struct {
	rows    int // 0 for as many as columns
	lengths lengths
	players int
	rules   race.Rules
}

// lengths are those that tiles off the goal may have.
type lengths struct{ least, most int32 }

// New returns the jump game with all parameters as they are by default: square
// boards with lengths from 0 to 2, one player, and the rules of the assignment.
func New() Ruleset {
	return Ruleset{lengths: lengths{0, 2}, players: 1}
}

// Name returns "jump" and the parameters that are not as by default, such as
// "jump:rows=1,players=2". It names the ruleset's spaces: a rule that makes no difference
// to them is as by default.
func (r Ruleset) Name() string {
	values := make(map[string]string)
	for _, p := range parameters() {
		values[p.Name] = p.Default
		if p.text != nil {
			values[p.Name] = p.text(r)
		}
	}
	return enum.SettingName("jump", r.Parameters(), func(name string) string { return values[name] })
}

// About describes the ruleset.
func (r Ruleset) About() enum.About {
	about := enum.About{
		Summary: "players jump as far as their tiles say, on one board: who is first on the last tile?",
		Size:    "columns",
		Sizes:   r.sizes(),
		Walked:  r.sizesUpTo(maxWalked, (*Space).games),
		Group:   "the transposition of the board, 2, if it is square",
		Example: "--game jump:rows=2,players=2 --n 2..4",
	}
	if r.rows > 0 {
		about.Group = fmt.Sprintf("the transposition of the board, 2, if it has %d columns", r.rows)
	}
	return about
}

// sizes returns the sizes there are: with a tile for every player and the goal, and
// no more tiles than maxSpace.
func (r Ruleset) sizes() enum.Range {
	tiles := func(columns int) int {
		if r.rows > 0 {
			return r.rows * columns
		}
		return columns * columns
	}
	first := 1 + sort.Search(maxSpace, func(n int) bool { return tiles(n+1) > r.players })
	last := sort.Search(maxSpace, func(n int) bool { return tiles(n+1) > maxSpace })
	return enum.Range{First: first, Last: last}
}

// sizesUpTo returns the sizes whose spaces have at most that many of something.
func (r Ruleset) sizesUpTo(most uint64, number func(*Space) uint64) enum.Range {
	sizes := r.sizes()
	more := sort.Search(sizes.Last+1-sizes.First, func(i int) bool {
		return number(newSpace(r, sizes.First+i)) > most
	})
	return enum.Range{First: sizes.First, Last: sizes.First + more - 1}
}

// Space returns the space of all games with that many columns.
func (r Ruleset) Space(columns int) (enum.Space, error) {
	s, err := NewSpace(r, columns)
	if err != nil {
		return nil, err // and not a nil *Space, which is no nil enum.Space
	}
	return s, nil
}

// columnsIn says a range of sizes in words.
func columnsIn(r enum.Range) string {
	switch {
	case r.First > r.Last:
		return "with no number of columns"
	case r.First == 1 && r.Last == 1:
		return "with 1 column"
	case r.First == r.Last:
		return fmt.Sprintf("with %d columns", r.First)
	}
	return fmt.Sprintf("with %d to %d columns", r.First, r.Last)
}
