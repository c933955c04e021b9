package partial

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math/bits"
)

// unmerged is how many players a certificate leaves to its checker, which counts their choices
// without merging states: with one less it has some eight times the lines.
const unmerged = 3

// Certify writes a certificate of the number of solvable games, all of them: a log of lemmas, each
// of which a checker derives from earlier ones. A lemma says how many games complete a state. The
// last is of the state in which no player has chosen. docs/reference/certificates.md has the
// format, and what a checker does with it.
//
// The players of a lemma are numbered so that those who have still to choose come first, and the
// last of them is asked. All states are held in memory, some 200 bytes each at n = 10. The same
// certificate is written each time. Certify returns how many lemmas it has.
func (g Games) Certify(ctx context.Context, to io.Writer) (lemmas uint64, err error) {
	var (
		left   = g.players
		c      = &certifier{games: g, encoder: encoder{games: g}, out: bufio.NewWriter(to)}
		layers = make([][]*lemma, left+1) // by how many have still to choose
	)
	layers[left] = []*lemma{{key: string(g.Start())}}
	for ; left > min(unmerged, g.players); left-- {
		numbers := make(map[string]int32)
		for i, l := range layers[left] {
			if i%64 == 0 && ctx.Err() != nil {
				return 0, context.Cause(ctx)
			}
			if err := c.expand(l, func(key []byte) int32 {
				number, ok := numbers[string(key)]
				if !ok {
					number = int32(len(numbers))
					child := &lemma{key: string(key)}
					numbers[child.key] = number
					layers[left-1] = append(layers[left-1], child)
				}
				return number
			}); err != nil {
				return 0, err
			}
		}
	}
	var below []*lemma
	written, before := 0, 0
	for ; left <= g.players; left++ {
		for i, l := range layers[left] {
			if i%64 == 0 && ctx.Err() != nil {
				return 0, context.Cause(ctx)
			}
			if err := c.write(l, below, before); err != nil {
				return 0, err
			}
		}
		below, before, written = layers[left], written, written+len(layers[left])
	}
	return uint64(written), c.out.Flush()
}

// A lemma is a state of a certificate.
type lemma struct {
	key   string
	place [MaxPlayers]uint8 // in the certificate, of the players of the key
	hints []hint            // for each choice of the asked player that leaves a closure, in their order
}

// A hint says to which state a choice leads, and what its key calls the players.
type hint struct {
	child int32
	name  [MaxPlayers]uint8
}

// A certifier makes and writes lemmas.
type certifier struct {
	games   Games
	encoder encoder
	gen     generation
	state   state // as in the key
	naming
	placed state // as in the certificate
	out    *bufio.Writer
}

// arrange takes a lemma's state from its key, and finds the place of each player: who has still
// to choose comes first, and with fewer choices left later. So the one with the fewest is asked.
func (c *certifier) arrange(l *lemma) error {
	if err := c.games.decode([]byte(l.key), &c.state); err != nil {
		return err
	}
	s, n := &c.state, c.games.players
	all := uint16(1)<<n - 1
	place := uint8(bits.OnesCount16(s.choosers))
	for rest := s.choosers; rest != 0; {
		p := fewest(s.frontier, rest, all)
		rest &^= 1 << p
		place--
		l.place[p] = place
	}
	place = uint8(bits.OnesCount16(s.choosers))
	for others := all &^ s.choosers; others != 0; others &= others - 1 {
		l.place[bits.TrailingZeros16(others)] = place
		place++
	}
	c.name = l.place
	c.prepare()
	c.placed = state{choosers: c.image(s.choosers), next: s.next, frontier: c.placed.frontier[:0]}
	for i := range s.frontier {
		from := &s.frontier[i]
		c.placed.frontier = append(c.placed.frontier, closure{Forth: c.relabel(&from.Forth, all), Back: c.relabel(&from.Back, all)})
	}
	return nil
}

// expand finds the hints of a lemma. Number numbers states by their keys.
func (c *certifier) expand(l *lemma, number func(key []byte) int32) error {
	if err := c.arrange(l); err != nil {
		return err
	}
	var (
		n, asked = c.games.players, bits.OnesCount16(c.placed.choosers) - 1
		loose    = c.placed.frontier.loose()
		after    = c.placed
		children []int
	)
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
				children = append(children, c.gen.add(after, from))
			}
		}
	}
	hints := make([]hint, len(c.gen.children))
	for i := range c.gen.children {
		child := c.gen.children[i]
		child.frontier = c.gen.arena[child.from : child.from+child.closes]
		hints[i] = hint{child: number(c.encoder.key(child.state)), name: c.encoder.name}
	}
	l.hints = make([]hint, len(children))
	for i, child := range children {
		l.hints[i] = hints[child]
	}
	return nil
}

// write writes the line of a lemma. Below are the lemmas that its hints name, before so many
// lines were written when the first of them was.
func (c *certifier) write(l *lemma, below []*lemma, before int) error {
	if err := c.arrange(l); err != nil {
		return err
	}
	n, kind := c.games.players, "S"
	if below == nil {
		kind = "B"
	}
	fmt.Fprintf(c.out, "%s %d %d", kind, bits.OnesCount16(c.placed.choosers), len(c.placed.frontier))
	for i := range c.placed.frontier {
		c.out.WriteByte(' ')
		for u := range n {
			fmt.Fprintf(c.out, "%0*x", (n+3)/4, c.placed.frontier[i].Forth.Row(u)|1<<u)
		}
	}
	const digits = "0123456789abcdef"
	for _, h := range l.hints {
		fmt.Fprintf(c.out, " %d ", before+int(h.child)+1)
		for u := range n {
			c.out.WriteByte(digits[below[h.child].place[h.name[u]]])
		}
	}
	return c.out.WriteByte('\n')
}
