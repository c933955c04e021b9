package partial

import (
	"bufio"
	"cmp"
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"math/bits"
	"slices"
)

// unmerged is how many players a certificate leaves to its checker, which counts their choices
// without merging states: with one less it has some eight times the lines.
const unmerged = 3

// farthest is how many choices ago one may lie that a checker is told to look at again.
const farthest = 64

// Certify writes a certificate of the number of solvable games, all of them: a log of facts, each
// of which a checker derives from earlier ones. A fact says how many games complete a state. The
// last is of the state in which no player has chosen. docs/reference/certificates.md has the
// format, and what a checker does with it.
//
// A fact is written right before the first that needs it, and forgotten behind the last. Nearly all states are of
// the last layer. It is made twice: first to count who needs each of its states, of which a hash is
// kept, and again when they are written. Were two hashes equal, the certificate would be refused.
// The same certificate is written each time.
// Certify returns how many facts it has.
func (g Games) Certify(ctx context.Context, to io.Writer) (facts int, err error) {
	c := &certifier{games: g, context: ctx, encoder: encoder{games: g}, out: bufio.NewWriter(to)}
	root := &fact{key: string(g.Start())}
	layer := []*fact{root}
	for left := g.players - 1; left >= unmerged; left-- {
		next := []*fact(nil)
		c.states = make(map[[16]byte]*fact)
		for _, f := range layer {
			err := c.expand(f, func(key []byte) *fact {
				child := c.of(key)
				if child.uses == 0 && left > unmerged {
					child.key = string(key)
					next = append(next, child)
				}
				child.uses++
				return child
			})
			if err != nil {
				return 0, err
			}
			if left == unmerged {
				f.answers = nil
			}
		}
		layer = next
	}
	if err := c.write(root, g.players); err != nil {
		return 0, err
	}
	return c.facts, c.out.Flush()
}

// A fact is a state of a certificate.
type fact struct {
	key    string
	place  [MaxPlayers]uint8 // in the certificate, of the players of the key
	number uint32            // from 1; 0 before it is written
	uses   uint32            // hints of facts not yet written that name it
	*answers
}

// answers are to the question whom the asked player chooses.
type answers struct {
	choices []uint8 // that leave a closure, in their order: which hint each has
	hints   []hint
}

// A hint says to which state a choice leads, and what its key calls the players.
type hint struct {
	child *fact
	name  [MaxPlayers]uint8
}

// A certifier makes and writes facts.
type certifier struct {
	games   Games
	context context.Context
	states  map[[16]byte]*fact // of the last layer, by a hash of their keys
	encoder encoder
	gen     generation
	state   state // as in the key
	naming
	placed state // as in the certificate
	out    *bufio.Writer
	facts  int // written
}

// of returns the fact of a key of the last layer.
func (c *certifier) of(key []byte) *fact {
	whole := sha256.Sum256(key)
	f := c.states[[16]byte(whole[:])]
	if f == nil {
		f = &fact{}
		c.states[[16]byte(whole[:])] = f
	}
	return f
}

// arrange takes a fact's state from its key, and finds the place of each player: who has still
// to choose comes first, and with fewer choices left later. So the one with the fewest is asked.
// How the others are ordered, and of several with the fewest the one before most is asked, makes a
// certificate of n = 9 smaller by a sixth.
func (c *certifier) arrange(f *fact) error {
	if err := c.context.Err(); err != nil {
		return err
	}
	if err := c.games.decode([]byte(f.key), &c.state); err != nil {
		return err
	}
	s, n := &c.state, c.games.players
	all := uint16(1)<<n - 1
	var before, choices [MaxPlayers]int // of a player: how many it stands before in all closures, how many it has left
	players := make([]int, n)
	for v := range players {
		players[v] = v
		choices[v] = allowed(s.frontier, v, all)
		for i := range s.frontier {
			before[v] += bits.OnesCount16(s.frontier[i].Forth.Row(v))
		}
	}
	slices.SortFunc(players, func(u, v int) int {
		if chooses := s.choosers >> u & 1; chooses != s.choosers>>v&1 {
			return 1 - 2*int(chooses)
		} else if chooses == 0 {
			return cmp.Or(before[u]-before[v], u-v)
		}
		return cmp.Or(choices[v]-choices[u], before[v]-before[u], v-u)
	})
	for place, v := range players {
		f.place[v] = uint8(place)
	}
	c.name = f.place
	c.prepare()
	c.placed = state{choosers: c.image(s.choosers), next: s.next, frontier: c.placed.frontier[:0]}
	for i := range s.frontier {
		from := &s.frontier[i]
		c.placed.frontier = append(c.placed.frontier, closure{Forth: c.relabel(&from.Forth, all), Back: c.relabel(&from.Back, all)})
	}
	return nil
}

// expand finds the hints of a fact. Of returns the fact of a key.
func (c *certifier) expand(f *fact, of func(key []byte) *fact) error {
	if err := c.arrange(f); err != nil {
		return err
	}
	f.answers = &answers{}
	n, asked := c.games.players, bits.OnesCount16(c.placed.choosers)-1
	loose := c.placed.frontier.loose()
	after := c.placed
	after.choosers &^= 1 << asked
	c.gen.children, c.gen.arena = c.gen.children[:0], c.gen.arena[:0]
	clear(c.gen.slots[:])
	for w := range n {
		for b := range n {
			if w == asked || b == asked || w == b {
				continue
			}
			from := len(c.gen.arena)
			if c.gen.arena = push(c.gen.arena, c.placed.frontier, asked, w, b, loose); len(c.gen.arena) > from {
				f.choices = append(f.choices, uint8(c.gen.add(after, from)))
			}
		}
	}
	f.hints = make([]hint, len(c.gen.children))
	for i := range c.gen.children {
		child := c.gen.children[i]
		child.frontier = c.gen.arena[child.from : child.from+child.closes]
		f.hints[i].child = of(c.encoder.key(child.state))
		f.hints[i].name = c.encoder.name
	}
	return nil
}

// write writes the line of a fact, behind those of the facts that it needs.
func (c *certifier) write(f *fact, left int) error {
	if left == unmerged+1 {
		err := c.expand(f, func(key []byte) *fact {
			child := c.of(key)
			if child.number == 0 {
				child.key = string(key)
			}
			return child
		})
		if err != nil {
			return err
		}
	}
	for i := 0; left > unmerged && i < len(f.hints); i++ {
		if h := f.hints[i]; h.child.number == 0 {
			if err := c.write(h.child, left-1); err != nil {
				return err
			}
		}
	}
	if err := c.arrange(f); err != nil {
		return err
	}
	c.facts++
	f.number = uint32(c.facts)
	n, kind := c.games.players, "S"
	if left == unmerged {
		kind, f.answers = "B", &answers{}
	}
	fmt.Fprintf(c.out, "%s %d %d", kind, bits.OnesCount16(c.placed.choosers), len(c.placed.frontier))
	for i := range c.placed.frontier {
		c.out.WriteByte(' ')
		for u := range n {
			fmt.Fprintf(c.out, "%0*x", (n+3)/4, c.placed.frontier[i].Forth.Row(u)|1<<u)
		}
	}
	const digits = "0123456789abcdef"
	last := make([]int, len(f.hints)) // place of the last choice that has it, from 1
	for i, number := range f.choices {
		ago := i - last[number]
		if last[number] = i + 1; ago < i && ago < farthest {
			fmt.Fprintf(c.out, " =%d", ago)
			continue
		}
		h := f.hints[number]
		fmt.Fprintf(c.out, " %d ", h.child.number)
		for u := range n {
			c.out.WriteByte(digits[h.child.place[h.name[u]]])
		}
	}
	c.out.WriteByte('\n')
	for _, h := range f.hints {
		if h.child.uses--; h.child.uses == 0 {
			fmt.Fprintf(c.out, "D %d\n", h.child.number)
		}
	}
	f.key, f.answers = "", nil
	return nil
}
