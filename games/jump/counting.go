package jump

import (
	"fmt"
	"iter"
	"math/big"
	"strings"

	"enumerate/enum"
)

// A method is a way to count.
type method struct {
	enum.Method
	// version changes whenever a shard of the method comes to mean other boards.
	version int
	// counted returns the sizes that can be counted.
	counted func(Ruleset) enum.Range
	cut     func(*Space) pieces
	walker  func(*Counting) enum.Walker
}

// countMethod is the name of the default method, boardsMethod of the other.
const (
	countMethod  = "count"
	boardsMethod = "boards"
)

// methods lists them, the default first.
func methods() []method {
	return []method{
		{enum.Method{Name: countMethod, Summary: "backwards from the goal, all boards at once: those alike as far as they matter are merged"},
			1, Ruleset.merged, (*Space).mergedCut, (*Counting).mergedWalker},
		{enum.Method{Name: boardsMethod, Summary: "board by board, by the keys of all tiles"},
			1, Ruleset.boarded, (*Space).boardedCut, (*Counting).boardedWalker},
	}
}

// Methods lists the ways to count.
func (Ruleset) Methods() []enum.Method {
	var list []enum.Method
	for _, m := range methods() {
		list = append(list, m.Method)
	}
	return list
}

// Counting returns the space of one size as a method counts it; see [Counting].
func (r Ruleset) Counting(name string, columns int, means enum.Means) (enum.Space, error) {
	s, err := NewSpace(r, columns)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, m := range methods() {
		if m.Name != name {
			names = append(names, m.Name)
			continue
		}
		if counted := m.counted(r); !counted.Contains(columns) {
			return nil, fmt.Errorf("the method %s counts %s %s, not %d", name, r.Name(), columnsIn(counted), columns)
		}
		return &Counting{s, m, means}, nil
	}
	return nil, fmt.Errorf("there is no method %q; there is: %s", name, strings.Join(names, ", "))
}

// Keys of the tallies of a count.
const (
	gamesKey = 1 // labelled games
	fixedKey = 2 // those of them that the transposition leaves as they are
)

// A Counting is all games of one size, counted without looking at each. The tiles of a
// board are in groups of equal keys. Say that a group has m tiles, and w tiles have
// greater keys or none. Player i, from 0, wins from a tile of the group if the i players
// before it start on tiles of greater keys, and the others anywhere on these or on
// the rest of the group: that makes
//
//	m * w(w-1)...(w-i+1) * r(r-1)...(r-k+i+2)    with r = m-1 + w-i
//
// placings of k players. Nobody wins if all start on tiles without a key. So it is
// enough to know how often every m and w occur on all boards. Classes follow by Burnside's
// lemma from the same numbers for the tiles of the diagonal on symmetric boards.
//
// Two methods find these numbers: one merges boards (package merge), the other looks at
// every one (package keys).
type Counting struct {
	space  *Space
	method method
	means  enum.Means
}

// Games returns the number of labelled games.
func (c *Counting) Games() *big.Int { return c.space.Games() }

// Classes returns the number of classes.
func (c *Counting) Classes() *big.Int { return c.space.Classes() }

// Group returns the order of the group.
func (c *Counting) Group() *big.Int { return c.space.Group() }

// Verdicts names the players and "none".
func (c *Counting) Verdicts() []string { return c.space.Verdicts() }

// Fingerprint names all that the shards depend on.
func (c *Counting) Fingerprint() string {
	return fmt.Sprintf("%s n=%d %s=%d", c.space.ruleset.Name(), c.space.columns, c.method.Name, c.method.version)
}

// Shards yields the pieces.
func (c *Counting) Shards() iter.Seq[enum.Shard] { return c.method.cut(c.space).shards() }

// Walker returns a walker that counts.
func (c *Counting) Walker() enum.Walker { return c.method.walker(c) }

// Totals returns what a tally comes to. Where boards can be transposed, classes are known
// at the end only.
func (c *Counting) Totals(t *enum.Tally) ([]enum.Total, error) {
	covered, whole, err := c.Coverage(t)
	if err != nil {
		return nil, err
	}
	totals := make([]enum.Total, t.Verdicts())
	for v := range totals {
		games, fixed := t.Count(v, gamesKey), t.Count(v, fixedKey)
		totals[v].Games = games
		switch {
		case !c.space.square():
			totals[v].Classes = new(big.Int).Set(games)
		case covered.Cmp(whole) == 0:
			classes := new(big.Int).Add(games, fixed)
			if classes.Bit(0) != 0 {
				return nil, fmt.Errorf("%v games of the verdict %s and %v that are symmetric: that is odd, and no number of classes", games, c.Verdicts()[v], fixed)
			}
			totals[v].Classes = classes.Rsh(classes, 1)
		}
	}
	return totals, nil
}

// Coverage counts in labelled games, and symmetric ones once more.
func (c *Counting) Coverage(t *enum.Tally) (covered, whole *big.Int, err error) {
	covered = new(big.Int)
	for v := range t.Verdicts() {
		covered.Add(covered, t.Count(v, gamesKey))
		covered.Add(covered, t.Count(v, fixedKey))
	}
	if sum := t.SumAll(); sum.Cmp(covered) != 0 {
		return nil, nil, fmt.Errorf("%v games are counted under other keys than %d and %d", sum.Sub(sum, covered), gamesKey, fixedKey)
	}
	whole = c.Games()
	if c.space.square() {
		whole.Add(whole, c.space.fixed())
	}
	return covered, whole, nil
}

// Prove checks the number of symmetric games; enum.Prove checks that of all.
func (c *Counting) Prove(t *enum.Tally) error {
	fixed, want := new(big.Int), new(big.Int)
	for v := range t.Verdicts() {
		fixed.Add(fixed, t.Count(v, fixedKey))
	}
	if c.space.square() {
		want = c.space.fixed()
	}
	if fixed.Cmp(want) != 0 {
		return fmt.Errorf("%v symmetric games were counted, there are %v", fixed, want)
	}
	return nil
}

// addPlacings adds to a tally what a group stands for that occurs so many times; m = 0
// stands for boards on which w tiles are without a key.
func addPlacings(t *enum.Tally, key uint64, players, m, w int, times *big.Int) {
	product := new(big.Int)
	if m == 0 {
		t.AddBig(players, key, product.Mul(times, falling(w, players)))
		return
	}
	for i := 0; i < players && i <= w; i++ {
		product.Mul(times, big.NewInt(int64(m)))
		product.Mul(product, falling(w, i))
		t.AddBig(i, key, product.Mul(product, falling(m-1+w-i, players-1-i)))
	}
}
