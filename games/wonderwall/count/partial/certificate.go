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

// unmerged is the number of players left to choose in the last states of a certificate. For these a checker tries all
// choices itself. With two players left, a certificate would have about eight times as many lines.
const unmerged = 3

// farthest limits how far back in a line of a certificate a hint may refer. Each choice in the line has a hint: the
// state that the choice leads to. If an earlier choice of the line has the same hint, the hint is written as =k, where
// k is the number of hints between the two. If k would be `farthest` or more, the hint is written in full.
const farthest = 64

// perShard is the number of facts (states with their numbers of solvable games) in a shard of a certificate. For n = 10
// a shard takes half a second.
const perShard = 256

// A Certificate proves the number of all solvable games. It is a list of facts: numbers of solvable games that complete
// a state. A checker derives each from earlier facts. The last fact is about the state in which no player has chosen.
// docs/reference/certificates.md describes the format and what a checker does.
//
// A fact is written immediately before the first fact that is derived from it, and deleted after the last. Nearly all
// states are in the last layer, so finding these states is divided into shards. Each shard expands a run of states of
// the layer before the last, on any machine. Join combines the shards, always into the same certificate.
type Certificate struct {
	games   Games
	root    *fact
	parents []*fact // the facts of the layer before the last, in the order in which they are written
}

// Certificate prepares the certificate for the number of solvable games; g must be all games of a size. It builds all
// layers of states except the last. The caller then computes the shards and joins them.
func (g Games) Certificate(ctx context.Context) (*Certificate, error) {
	c := &Certificate{games: g, root: &fact{key: string(g.Start())}}
	m := &expansion{games: g, context: ctx, encoder: encoder{games: g}}
	layer := []*fact{c.root} // the states in which left+1 players have not chosen
	for left := g.players - 1; left > unmerged; left-- {
		next := []*fact(nil)
		states := make(map[string]*fact) // the facts of the next layer, by key
		for _, f := range layer {
			if err := m.expand(f); err != nil {
				return nil, err
			}
			for i := range f.Hints {
				h := &f.Hints[i]
				h.child = states[h.Key]
				if h.child == nil {
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

// order appends to c.parents the facts in the layer before the last from which the fact f is derived, directly or
// through other facts, in the order of their first use. A fact says how many solvable games complete a state. The
// argument left is the number of players without a choice in the state of f. It is unmerged+1 in the layer before the
// last.
func (c *Certificate) order(f *fact, left int, seen map[*fact]bool) {
	if seen[f] {
		return
	}
	seen[f] = true
	if left == unmerged+1 { // f is in the layer before the last; the shards find the facts of the last layer
		c.parents = append(c.parents, f)
		return
	}
	for _, h := range f.Hints { // the states that the choices of one player lead to
		c.order(h.child, left-1, seen)
	}
}

// Shards returns the number of shards. It is 0 for few players.
func (c *Certificate) Shards() int { return (len(c.parents) + perShard - 1) / perShard }

// facts returns the facts of a shard. The shard expands the states of these facts, to find the states to which their
// choices lead.
func (c *Certificate) facts(shard int) []*fact {
	return c.parents[shard*perShard : min((shard+1)*perShard, len(c.parents))]
}

// identity returns the text with which the file of a shard begins.
func (c *Certificate) identity(shard int) string {
	return fmt.Sprintf("shard %d of %d of a certificate of %d players", shard, c.Shards(), c.games.players)
}

// Shard computes one of the shards of a certificate, numbered from 0, and writes it to a file: for each of its states,
// the states that the choices of one player lead to. Several goroutines may call Shard at the same time.
func (c *Certificate) Shard(ctx context.Context, shard int, to io.Writer) error {
	m := &expansion{games: c.games, context: ctx, encoder: encoder{games: c.games}}
	zip, err := gzip.NewWriterLevel(to, gzip.BestSpeed)
	if err != nil {
		return err
	}
	out := gob.NewEncoder(zip)
	if err := out.Encode(c.identity(shard)); err != nil {
		return err
	}
	for _, f := range c.facts(shard) {
		asked := fact{key: f.key} // a copy, because other goroutines read f
		if err := m.expand(&asked); err != nil {
			return err
		}
		if err := out.Encode(asked.answers); err != nil {
			return err
		}
	}
	return zip.Close()
}

// answers yields the contents of all shards in order: for each state in the layer before the last, the states that the
// choices of its next player lead to. A file that is damaged or belongs to another certificate gives an error, never a
// panic.
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
				yield(nil, fmt.Errorf("shard %d is damaged: %w; remove its file and run again with --resume", shard, err))
				more = false
			}
			f.Close() // it was only read
			if !more {
				return
			}
		}
	}
}

// read reads the file of a shard and calls visit for each of its facts, with the states that the choices lead to.
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
		return fmt.Errorf("it begins with %.80q; expected %q", identity, want)
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

	if err := in.Decode(new(answers)); err != io.EOF { // at the end, gzip has verified the file's checksum
		return cmp.Or(err, errors.New("the file has more facts than the shard"))
	}
	return nil
}

// Join combines the shards of a certificate, writes the certificate and returns its number of facts. It opens every
// shard twice, in order: first to count how often each state of the last layer is used, so that it can be forgotten
// after its last use, and then to write the facts. It identifies these states by hashes, to save memory; if two had the
// same hash, checkers would refuse the certificate. Join can be called only once.
func (c *Certificate) Join(ctx context.Context, open func(shard int) (io.ReadCloser, error), to io.Writer) (facts int, err error) {
	j := &joiner{
		expansion: expansion{games: c.games, context: ctx}, out: bufio.NewWriter(to),
		states: make(map[[16]byte]*fact),
	}
	all := c.answers(open)
	for a, err := range all {
		if err := cmp.Or(err, ctx.Err()); err != nil {
			return 0, err
		}
		for i := range a.Hints {
			j.factOf(a.Hints[i].Key).uses++
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

// A fact is a state in a certificate, with the choices that lead to its children.
type fact struct {
	key    string
	place  [MaxPlayers]uint8 // place[i]: the place in the certificate of the player with number i in the key
	number uint32            // its number in the certificate, from 1; 0 before it is written
	uses   uint32            // the number of hints that lead to it from facts not yet written
	*answers
}

// answers say where the choices of one player lead: the player who chooses next in the state of a fact.
type answers struct {
	Choices []uint8 // for each choice that leaves a closure, in order: the index of its hint
	Hints   []hint
}

// A hint is the state that a choice leads to, and the numbers that the players have in its key, the stored form of the
// state. It tells a checker of the certificate which earlier fact has the number of solvable games after this choice.
type hint struct {
	Key   string
	Name  [MaxPlayers]uint8
	child *fact
}

// check returns an error if answers that were read from a file have a number out of range, because the numbers are used
// as indices.
func (a *answers) check(players int) error {
	for _, number := range a.Choices {
		if int(number) >= len(a.Hints) {
			return fmt.Errorf("a choice names hint %d, numbered from 0; the list has %d hints", number, len(a.Hints))
		}
	}
	for _, h := range a.Hints {
		if most := slices.Max(h.Name[:]); int(most) >= players {
			return fmt.Errorf("a hint names player %d, numbered from 0; the games have %d players", most, players)
		}
	}
	return nil
}

// An expansion has the memory to find the states that the choices of a fact lead to.
type expansion struct {
	games   Games
	context context.Context
	encoder encoder
	gen     generation
	state   state // the state of a fact, as in its key
	naming
	byPlace state // the same state, with the players numbered as in the certificate
}

// A joiner writes the facts of a certificate.
type joiner struct {
	expansion
	states map[[16]byte]*fact             // the facts of the last layer, by the hashes of their keys
	next   func() (*answers, error, bool) // returns the answers of the next fact of the layer before the last
	out    *bufio.Writer
	facts  int // the number of facts written
}

// factOf returns the fact about the state of the last layer with the given key. Facts are found by hashes, and get
// their keys only when they are written, because all keys would take too much memory.
func (j *joiner) factOf(key string) *fact {
	sum := sha256.Sum256([]byte(key))
	hash := [16]byte(sum[:])
	f := j.states[hash]
	if f == nil {
		f = &fact{}
		j.states[hash] = f
	}
	return f
}

// arrange decodes the state of a fact (a line of the certificate) and gives each player a place, its number in this
// line. The players that have not chosen come first, those with the most possible choices first. A checker tries all
// choices of the last of these players, so this player should have few. Players with equally many possible choices, and
// those that have chosen, are ordered by the number of players after them; this makes the certificate of n = 9 smaller
// by a sixth.
func (m *expansion) arrange(f *fact) error {
	if err := m.context.Err(); err != nil {
		return err
	}
	if err := m.games.decode([]byte(f.key), &m.state); err != nil {
		return err
	}
	s, n := &m.state, m.games.players
	all := uint16(1)<<n - 1
	var before, choices [MaxPlayers]int // before[v]: how many players v stands before, summed over all closures; choices[v]: how many choices v can make
	players := make([]int, n)
	for v := range players {
		players[v] = v
		choices[v] = allowed(s.frontier, v, all)
		for i := range s.frontier {
			before[v] += bits.OnesCount16(s.frontier[i].Forth.Row(v))
		}
	}

	slices.SortFunc(players, func(u, v int) int {
		uChooses, vChooses := s.choosers>>u&1 == 1, s.choosers>>v&1 == 1
		switch {
		case uChooses && !vChooses:
			return -1
		case vChooses && !uChooses:
			return 1
		case !uChooses:
			return cmp.Or(before[u]-before[v], u-v)
		}
		return cmp.Or(choices[v]-choices[u], before[v]-before[u], v-u)
	})

	for place, v := range players {
		f.place[v] = uint8(place)
	}
	m.name = f.place
	m.prepare()
	m.byPlace = state{choosers: m.image(s.choosers), next: s.next, frontier: m.byPlace.frontier[:0]}
	for i := range s.frontier {
		from := &s.frontier[i]
		m.byPlace.frontier = append(m.byPlace.frontier, closure{Forth: m.relabel(&from.Forth, all), Back: m.relabel(&from.Back, all)})
	}
	return nil
}

// expand computes the answers of the fact f. A fact is the certificate's record of a state, and its answers are the
// states to which the choices of the next player lead. expand takes the choices in the order of the wonderwall and then
// of the ninja, as a checker does.
func (m *expansion) expand(f *fact) error {
	if err := m.arrange(f); err != nil {
		return err
	}
	f.answers = &answers{}
	n := m.games.players
	asked := bits.OnesCount16(m.byPlace.choosers) - 1 // the last of the players without a choice, who come first
	loose := m.byPlace.frontier.loose()
	after := m.byPlace
	after.choosers &^= 1 << asked
	m.gen.children, m.gen.arena = m.gen.children[:0], m.gen.arena[:0]
	clear(m.gen.slots[:])

	for w := range n {
		for b := range n {
			if w == asked || b == asked || w == b {
				continue
			}
			from := len(m.gen.arena)
			m.gen.arena = push(m.gen.arena, m.byPlace.frontier, asked, w, b, loose)
			if len(m.gen.arena) > from {
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

// write writes the line of a fact to the certificate. A fact is about the number of solvable games that complete a
// state, and except in the last layer it is derived from the facts about the states after one more choice. write first
// writes the lines of those facts, unless they are written already. After the line, it writes a line D, to delete it,
// for each fact that no later fact needs. The argument left is the number of players without a choice in the state of
// the fact f; in the last layer it is `unmerged`.
func (j *joiner) write(f *fact, left int) error {
	if left == unmerged+1 { // f is in the layer before the last: read what its choices lead to from the shards
		a, err, _ := j.next()
		if err != nil {
			return err
		}
		f.answers = a
		for i := range f.Hints {
			h := &f.Hints[i]
			h.child = j.factOf(h.Key)
			if h.child.number == 0 {
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

	// Write the kind of the fact, the number of players who have not chosen yet (the choosers), the number of closures,
	// and each closure (who stands before whom): for each player, it and the players after it, as hexadecimal bits. A
	// fact of kind B is about a state of the last layer, in which `unmerged` players have not chosen yet. Its line has
	// no hints, because a checker counts the solvable games that complete this state by trying all choices. A fact of
	// kind S follows from the facts that its hints name.
	n, kind := j.games.players, "S"
	if left == unmerged {
		kind, f.answers = "B", &answers{}
	}
	fmt.Fprintf(j.out, "%s %d %d", kind, bits.OnesCount16(j.byPlace.choosers), len(j.byPlace.frontier))
	for i := range j.byPlace.frontier {
		j.out.WriteByte(' ')
		for u := range n {
			fmt.Fprintf(j.out, "%0*x", (n+3)/4, j.byPlace.frontier[i].Forth.Row(u)|1<<u)
		}
	}

	// Write a hint for each choice that does not contradict the choices before: the number of the fact about the state
	// that the choice leads to, and for each player its place in the line of that fact. The same hint as that of the
	// last choice is written as =0, the same as that of the choice before it as =1, and so on.
	const digits = "0123456789abcdef"
	last := make([]int, len(f.Hints)) // the last choice with each hint, numbered from 1
	for i, number := range f.Choices {
		ago := i - last[number]
		last[number] = i + 1
		if ago < i && ago < farthest {
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
		h.child.uses--
		if h.child.uses == 0 {
			fmt.Fprintf(j.out, "D %d\n", h.child.number)
		}
	}
	f.key, f.answers = "", nil
	return nil
}
