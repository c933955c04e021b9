package wonderwall

import (
	"context"
	"fmt"

	"enumerate/solver/betweenness"
)

// A walker grows canonical strings, player by player, and keeps on its path
// whatever the next player needs: the starts that still tie with the string,
// and the frontier of closures that the choices so far allow.
//
// Only prefixes that no other start beats are on its path, and every prefix of
// a canonical string is one: so it meets each class exactly once.
type walker struct {
	n   int
	ctx context.Context

	choice [16]choice // the string so far
	given  [16]uint8  // given[k]: how many labels are given when choice k is read
	waits  [16][]start
	marks  [16][16]int // marks[i][p]: how many starts waited for p before choice i
	tied   uint64      // how many starts have labelled everybody and still tie

	frontier betweenness.Frontier
	open     [16]bool // open[i]: a closure is left after i choices

	bulk
}

// newWalker returns a walker with nobody's choice on its path.
func newWalker(players int) *walker {
	w := &walker{n: players, ctx: context.Background(), frontier: betweenness.NewFrontier(players)}
	for p := 1; p < players; p++ {
		w.waits[p] = append(w.waits[p], begin(p))
	}
	w.given[0] = 1
	w.open[0] = true
	return w
}

// newBulkWalker returns a walker that can settle all choices of the last player
// at once. It keeps the start at that player apart.
func newBulkWalker(players int) *walker {
	w := newWalker(players)
	w.waits[players-1] = nil
	w.first = make([]ninjas, players)
	return w
}

// enter makes c the choice of player i, with given labels after it. It reports
// false if another start beats the string now; leave is due in any case.
func (w *walker) enter(i int, c choice, given int) bool {
	for p := i + 1; p < w.n; p++ {
		w.marks[i][p&15] = len(w.waits[p&15])
	}
	w.choice[i&15] = c
	w.tied = 0
	for _, s := range w.waits[i&15] {
		if !w.advance(s, i) {
			return false
		}
	}
	if i+1 == w.n {
		return true
	}
	if given == i+1 { // the reach has closed: player i+1 is the next start, or any later one
		closed := prefix(i + 1)
		for p := i + 2; p < w.n; p++ {
			w.waits[p] = append(w.waits[p], closed.label(uint64(p), uint64(i+1)))
		}
		given++
	}
	w.given[(i+1)&15] = uint8(given)
	return true
}

// leave takes back what enter did for player i.
func (w *walker) leave(i int) {
	for p := i + 1; p < w.n; p++ {
		w.waits[p&15] = w.waits[p&15][:w.marks[i&15][p&15]]
	}
}

// descend visits, in lexicographic order, every prefix of the given depth that
// extends the path of i choices and that no start beats. It stops, and reports
// false, when visit does or when the context ends.
func (w *walker) descend(i, depth int, visit func() bool) bool {
	if i == depth {
		return visit()
	}
	if i <= w.n-3 && w.ctx.Err() != nil {
		return false
	}
	given := int(w.given[i&15])
	for a := 0; a <= given && a < w.n; a++ {
		if a == i {
			continue
		}
		givenA := max(given, a+1)
		for b := 0; b <= givenA && b < w.n; b++ {
			if b == i || b == a {
				continue
			}
			on := true
			if w.enter(i, choice{uint8(a), uint8(b)}, max(givenA, b+1)) {
				w.push(i)
				on = w.descend(i+1, depth, visit)
				w.frontier.Pop()
			}
			w.leave(i)
			if !on {
				return false
			}
		}
	}
	return true
}

// settled returns the verdict of the string on the path, once all have chosen.
func (w *walker) settled() int {
	if w.open[w.n&15] {
		return solvable
	}
	return unsolvable
}

// push carries the frontier over the choice of player i.
func (w *walker) push(i int) {
	c := w.choice[i&15]
	w.open[(i+1)&15] = w.frontier.Push(i, betweenness.Choice{Wonderwall: int(c.wonderwall), Ninja: int(c.ninja)})
	if w.first != nil {
		w.meet(i)
	}
}

// replay puts a shard's prefix on the path. No start beats it: Shards has seen to
// that.
func (w *walker) replay(path []byte) {
	for i, packed := range path {
		c := choice{packed & nibble, packed >> 4}
		if !w.enter(i, c, max(int(w.given[i&15]), int(c.wonderwall)+1, int(c.ninja)+1)) {
			panic(fmt.Sprintf("wonderwall: the path %v of a shard is not canonical", path))
		}
		w.push(i)
	}
}

// rewind takes the path of the given length back.
func (w *walker) rewind(depth int) {
	for i := depth - 1; i >= 0; i-- {
		w.frontier.Pop()
		w.leave(i)
	}
}

// path packs the first choices of the string, one to a byte.
func (w *walker) path(depth int) []byte {
	path := make([]byte, depth)
	for i := range path {
		path[i] = w.choice[i].wonderwall | w.choice[i].ninja<<4
	}
	return path
}
