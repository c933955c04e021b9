package partial

import (
	"bufio"
	"cmp"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"iter"
	"math/bits"
	"slices"
)

// unmerged is how many players a certificate leaves to its checker, which counts their choices
// without merging states: with one less it has some eight times the lines.
const unmerged = 3

// farthest is how many choices ago one may lie that a checker is told to look at again.
const farthest = 64

// perShard is how many facts a shard of a certificate answers. For n = 10 they take half a second.
const perShard = 256

// A Certificate proves the number of solvable games, all of them: a log of facts, each of which a
// checker derives from earlier ones. A fact says how many games complete a state. The last is of
// the state in which no player has chosen. docs/reference/certificates.md has the format, and what
// a checker does with it.
//
// A fact is written right before the first that needs it, and forgotten behind the last. Nearly all
// states are of the last layer, and finding them takes nearly all of the time. So that is done by
// shards, equal runs of the states before them, in any order and on any machine; Join puts the
// shards together. The same certificate is written each time.
type Certificate struct {
	games Games
	root  *fact
	asked []*fact // of the last layer but one, in the order in which they are written
}

// Certificate returns the certificate of these games, which are to be all games. It makes the
// layers before the last.
func (g Games) Certificate(ctx context.Context) (*Certificate, error) {
	c := &Certificate{games: g, root: &fact{key: string(g.Start())}}
	m := &maker{games: g, context: ctx, encoder: encoder{games: g}}
	layer := []*fact{c.root}
	for left := g.players - 1; left > unmerged; left-- {
		next := []*fact(nil)
		states := make(map[string]*fact)
		for _, f := range layer {
			if err := m.expand(f); err != nil {
				return nil, err
			}
			for i := range f.Hints {
				h := &f.Hints[i]
				if h.child = states[h.Key]; h.child == nil {
					h.child = &fact{key: h.Key}
					states[h.Key] = h.child
					next = append(next, h.child)
				}
				h.child.uses++
			}
		}
		layer = next
	}
	if g.players > unmerged {
		c.order(c.root, g.players, make(map[*fact]bool))
	}
	return c, nil
}

// order finds in which order the facts of the last layer but one are needed.
func (c *Certificate) order(f *fact, left int, met map[*fact]bool) {
	if met[f] {
		return
	}
	met[f] = true
	if left == unmerged+1 {
		c.asked = append(c.asked, f)
		return
	}
	for _, h := range f.Hints {
		c.order(h.child, left-1, met)
	}
}

// Shards returns how many shards the certificate has; few players have none.
func (c *Certificate) Shards() int { return (len(c.asked) + perShard - 1) / perShard }

// facts returns those that a shard answers.
func (c *Certificate) facts(shard int) []*fact {
	return c.asked[shard*perShard : min((shard+1)*perShard, len(c.asked))]
}

// identity is what a shard begins with.
func (c *Certificate) identity(shard int) string {
	return fmt.Sprintf("shard %d of %d of a certificate of %d players", shard, c.Shards(), c.games.players)
}

// Shard makes one of the shards, from 0, and writes it. Several goroutines may make some at once.
func (c *Certificate) Shard(ctx context.Context, shard int, to io.Writer) error {
	m := &maker{games: c.games, context: ctx, encoder: encoder{games: c.games}}
	zip, _ := gzip.NewWriterLevel(to, gzip.BestSpeed) // there is such a level
	out := gob.NewEncoder(zip)
	if err := out.Encode(c.identity(shard)); err != nil {
		return err
	}
	for _, f := range c.facts(shard) {
		asked := fact{key: f.key} // nothing is changed that others read
		if err := m.expand(&asked); err != nil {
			return err
		}
		if err := out.Encode(asked.answers); err != nil {
			return err
		}
	}
	return zip.Close()
}

// answers yields those of all shards. Whatever the shards hold, it ends without a panic.
func (c *Certificate) answers(open func(shard int) (io.ReadCloser, error)) iter.Seq2[*answers, error] {
	return func(yield func(*answers, error) bool) {
		for shard := range c.Shards() {
			f, err := open(shard)
			if err != nil {
				yield(nil, err)
				return
			}
			more := true
			if err := c.read(shard, f, func(a *answers) bool { more = yield(a, nil); return more }); err != nil {
				yield(nil, fmt.Errorf("shard %d is no good: %w; without its file, --resume makes it again", shard, err))
				more = false
			}
			if f.Close(); !more {
				return
			}
		}
	}
}

// read reads a shard.
func (c *Certificate) read(shard int, from io.Reader, visit func(*answers) bool) error {
	zip, err := gzip.NewReader(from)
	if err != nil {
		return err
	}
	in, identity := gob.NewDecoder(zip), ""
	if err := in.Decode(&identity); err != nil {
		return err
	}
	if want := c.identity(shard); identity != want {
		return fmt.Errorf("it is %.80q; want %q", identity, want)
	}
	for range c.facts(shard) {
		a := new(answers)
		if err := cmp.Or(in.Decode(a), a.check(c.games.players)); err != nil {
			return err
		}
		if !visit(a) {
			return nil
		}
	}
	if err := in.Decode(new(answers)); err != io.EOF { // and the sum of the file is right
		return cmp.Or(err, errors.New("it goes on behind its end"))
	}
	return nil
}

// Join writes the certificate, once, and returns how many facts it has. Open opens a shard; each is
// opened twice, in their order: first to count who needs each state of the last layer, of which a
// hash is kept. Were two hashes equal, the certificate would be refused.
func (c *Certificate) Join(ctx context.Context, open func(shard int) (io.ReadCloser, error), to io.Writer) (facts int, err error) {
	j := &joiner{
		maker: maker{games: c.games, context: ctx}, out: bufio.NewWriter(to),
		states: make(map[[16]byte]*fact),
	}
	all := c.answers(open)
	for a, err := range all {
		if err := cmp.Or(err, ctx.Err()); err != nil {
			return 0, err
		}
		for i := range a.Hints {
			j.of(a.Hints[i].Key).uses++
		}
	}
	next, stop := iter.Pull2(all)
	defer stop()
	j.next = next
	if err := j.write(c.root, c.games.players); err != nil {
		return 0, err
	}
	return j.facts, j.out.Flush()
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
	Choices []uint8 // that leave a closure, in their order: which hint each has
	Hints   []hint
}

// A hint says to which state a choice leads, and what its key calls the players.
type hint struct {
	Key   string
	Name  [MaxPlayers]uint8
	child *fact
}

// check returns an error for answers that cannot be those of a fact.
func (a *answers) check(players int) error {
	for _, number := range a.Choices {
		if int(number) >= len(a.Hints) {
			return fmt.Errorf("a choice has hint %d of %d", number, len(a.Hints))
		}
	}
	for _, h := range a.Hints {
		if most := slices.Max(h.Name[:]); int(most) >= players {
			return fmt.Errorf("a hint names player %d of %d", most, players)
		}
	}
	return nil
}

// A maker makes facts.
type maker struct {
	games   Games
	context context.Context
	encoder encoder
	gen     generation
	state   state // as in the key
	naming
	placed state // as in the certificate
}

// A joiner writes facts.
type joiner struct {
	maker
	states map[[16]byte]*fact             // of the last layer, by a hash of their keys
	next   func() (*answers, error, bool) // of the layer before
	out    *bufio.Writer
	facts  int // written
}

// of returns the fact of a key of the last layer.
func (j *joiner) of(key string) *fact {
	whole := sha256.Sum256([]byte(key))
	f := j.states[[16]byte(whole[:])]
	if f == nil {
		f = &fact{}
		j.states[[16]byte(whole[:])] = f
	}
	return f
}

// arrange takes a fact's state from its key, and finds the place of each player: who has still
// to choose comes first, and with fewer choices left later. So the one with the fewest is asked.
// How the others are ordered, and of several with the fewest the one before most is asked, makes a
// certificate of n = 9 smaller by a sixth.
func (m *maker) arrange(f *fact) error {
	if err := m.context.Err(); err != nil {
		return err
	}
	if err := m.games.decode([]byte(f.key), &m.state); err != nil {
		return err
	}
	s, n := &m.state, m.games.players
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
	m.name = f.place
	m.prepare()
	m.placed = state{choosers: m.image(s.choosers), next: s.next, frontier: m.placed.frontier[:0]}
	for i := range s.frontier {
		from := &s.frontier[i]
		m.placed.frontier = append(m.placed.frontier, closure{Forth: m.relabel(&from.Forth, all), Back: m.relabel(&from.Back, all)})
	}
	return nil
}

// expand finds the answers of a fact.
func (m *maker) expand(f *fact) error {
	if err := m.arrange(f); err != nil {
		return err
	}
	f.answers = &answers{}
	n, asked := m.games.players, bits.OnesCount16(m.placed.choosers)-1
	loose := m.placed.frontier.loose()
	after := m.placed
	after.choosers &^= 1 << asked
	m.gen.children, m.gen.arena = m.gen.children[:0], m.gen.arena[:0]
	clear(m.gen.slots[:])
	for w := range n {
		for b := range n {
			if w == asked || b == asked || w == b {
				continue
			}
			from := len(m.gen.arena)
			if m.gen.arena = push(m.gen.arena, m.placed.frontier, asked, w, b, loose); len(m.gen.arena) > from {
				f.Choices = append(f.Choices, uint8(m.gen.add(after, from)))
			}
		}
	}
	f.Hints = make([]hint, len(m.gen.children))
	for i := range m.gen.children {
		child := m.gen.children[i]
		child.frontier = m.gen.arena[child.from : child.from+child.closes]
		f.Hints[i].Key = string(m.encoder.key(child.state))
		f.Hints[i].Name = m.encoder.name
	}
	return nil
}

// write writes the line of a fact, behind those of the facts that it needs.
func (j *joiner) write(f *fact, left int) error {
	if left == unmerged+1 {
		a, err, _ := j.next()
		if err != nil {
			return err
		}
		f.answers = a
		for i := range f.Hints {
			h := &f.Hints[i]
			if h.child = j.of(h.Key); h.child.number == 0 {
				h.child.key = h.Key
			}
		}
	}
	for i := 0; left > unmerged && i < len(f.Hints); i++ {
		if h := f.Hints[i]; h.child.number == 0 {
			if err := j.write(h.child, left-1); err != nil {
				return err
			}
		}
	}
	if err := j.arrange(f); err != nil {
		return err
	}
	j.facts++
	f.number = uint32(j.facts)
	n, kind := j.games.players, "S"
	if left == unmerged {
		kind, f.answers = "B", &answers{}
	}
	fmt.Fprintf(j.out, "%s %d %d", kind, bits.OnesCount16(j.placed.choosers), len(j.placed.frontier))
	for i := range j.placed.frontier {
		j.out.WriteByte(' ')
		for u := range n {
			fmt.Fprintf(j.out, "%0*x", (n+3)/4, j.placed.frontier[i].Forth.Row(u)|1<<u)
		}
	}
	const digits = "0123456789abcdef"
	last := make([]int, len(f.Hints)) // place of the last choice that has it, from 1
	for i, number := range f.Choices {
		ago := i - last[number]
		if last[number] = i + 1; ago < i && ago < farthest {
			fmt.Fprintf(j.out, " =%d", ago)
			continue
		}
		h := f.Hints[number]
		fmt.Fprintf(j.out, " %d ", h.child.number)
		for u := range n {
			j.out.WriteByte(digits[h.child.place[h.Name[u]]])
		}
	}
	j.out.WriteByte('\n')
	for _, h := range f.Hints {
		if h.child.uses--; h.child.uses == 0 {
			fmt.Fprintf(j.out, "D %d\n", h.child.number)
		}
	}
	f.key, f.answers = "", nil
	return nil
}
