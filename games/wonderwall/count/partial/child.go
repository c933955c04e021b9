package partial

import (
	"math/bits"
	"slices"

	"enumerate/internal/layers"
)

// A child of a state is a state after one more choice. In games that a permutation fixes, it is a state after the
// choices of all players of one more cycle.
type child struct {
	state         // its frontier is in the generation's arena
	ways   uint64 // the number of choices that lead to this state
	hash   uint64
	from   int // the index of its first closure in the arena
	closes int // the number of its closures
}

// A generation has the children of one state. Its memory is reused.
type generation struct {
	children []child
	arena    frontier   // the closures of all children
	spare    frontier   // memory for the closures of a cycle that has not chosen completely
	dead     uint64     // the number of choices that lead to no state
	slots    [512]int16 // a hash table of the children, by their numbers plus 1
}

// lengths returns, for each player, the length of its cycle in the permutation s.next.
func (s *state) lengths(players int) (lengths [MaxPlayers]uint8) {
	for v := range players {
		if lengths[v] > 0 {
			continue // v is on the cycle of an earlier player
		}
		// The limit ends the loop if s.next, read from a file, is no permutation.
		length := uint8(1)
		for u := s.next[v]; int(u) != v && length < MaxPlayers; u = s.next[u] {
			length++
		}
		u := uint8(v)
		for range length {
			lengths[u] = length
			u = s.next[u]
		}
	}
	return lengths
}

// chooser returns the player who chooses next in a state, and the eligible players, whom this choice may name, as bits.
// If the games are those that a permutation fixes, the players on its longest cycles choose first. Of the players who
// may be next, chooser takes the one with the fewest possible choices, which keeps the layers small.
func (g Games) chooser(s *state) (player int, eligible uint16) {
	if g.identity() {
		all := uint16(1)<<g.players - 1
		return fewest(s.frontier, s.choosers, all), all
	}
	lengths := s.lengths(g.players)
	longest := uint8(0) // the length of the longest cycle that has not chosen
	for set := s.choosers; set != 0; set &= set - 1 {
		longest = max(longest, lengths[bits.TrailingZeros16(set)])
	}
	var onLongest uint16 // the players on cycles of this length
	for v := range g.players {
		// The permutation fixes the game, so a choice names only players on cycles whose lengths divide the chooser's;
		// see Games.
		if longest%lengths[v] == 0 {
			eligible |= 1 << v
		}
		if lengths[v] == longest {
			onLongest |= 1 << v
		}
	}
	return fewest(s.frontier, s.choosers&onLongest, eligible), eligible
}

// choosable returns the players who still matter in a state, as bits: those that have not chosen yet, and all that they
// may choose. In games that a permutation fixes, a player on a cycle of length l may choose only players on cycles
// whose lengths divide l, because the l-th power of the permutation fixes the player and so both players that it
// chooses.
func (g Games) choosable(s *state) uint16 {
	if g.identity() {
		return 1<<g.players - 1
	}
	lengths := s.lengths(g.players)
	set := s.choosers
	for rest := s.choosers; rest != 0; rest &= rest - 1 {
		length := lengths[bits.TrailingZeros16(rest)]
		for v := range g.players {
			if length%lengths[v] == 0 {
				set |= 1 << v
			}
		}
	}
	return set
}

// fewest returns the player in the set candidates who has the fewest allowed choices. A choice names two players in the
// set eligible, and is allowed if at least one closure (who stands before whom) of the frontier f does not contradict
// it. There must be a candidate.
func fewest(f frontier, candidates, eligible uint16) int {
	best, least := 0, MaxPlayers*MaxPlayers
	for ; candidates != 0; candidates &= candidates - 1 {
		p := bits.TrailingZeros16(candidates)
		if n := allowed(f, p, eligible); n < least {
			best, least = p, n
		}
	}
	return best
}

// expand stores in gen.children the states after each possible choice of player p, a choice of two players in the set
// eligible. In games that a permutation fixes, the choice determines those of the other players on p's cycle. Choices
// that lead to the same closures, and in core games leave the same players wanted (chosen by nobody yet), lead to one
// child, which counts them. gen.dead counts the choices that lead to no state.
func (gen *generation) expand(g Games, s *state, p int, eligible uint16) {
	gen.children = gen.children[:0]
	gen.arena = gen.arena[:0]
	gen.dead = 0
	clear(gen.slots[:])
	loose := s.frontier.loose()

	after := *s // the state of the children, except for their frontiers and wanted players
	q := uint8(p)
	cycle := 0 // the length of the cycle
	for {
		after.choosers &^= 1 << q
		cycle++
		q = s.next[q]
		if int(q) == p {
			break
		}
	}

	mostWanted := 2 * bits.OnesCount16(after.choosers) // each remaining choice names two players
	choosable := g.choosable(&after)
	eligible &^= 1 << p

	for walls := eligible; walls != 0; walls &= walls - 1 {
		w := bits.TrailingZeros16(walls)
		for ninjas := eligible &^ (1 << w); ninjas != 0; ninjas &= ninjas - 1 {
			b := bits.TrailingZeros16(ninjas)
			after.wanted = s.wanted &^ (1<<w | 1<<b)
			if bits.OnesCount16(after.wanted) > mostWanted {
				gen.dead++
				continue
			}

			from := len(gen.arena)
			if cycle == 1 {
				gen.arena = push(gen.arena, s.frontier, p, w, b, loose)
			} else {
				gen.pushCycle(s, cycle, p, w, b, loose)
			}

			if !g.identity() {
				gen.arena = restrict(gen.arena, from, choosable)
			}
			if len(gen.arena) == from {
				gen.dead++
				continue
			}

			gen.add(after, from)
		}
	}

	// The arena does not grow any more, so the children can refer to their closures in it.
	for i := range gen.children {
		c := &gen.children[i]
		c.frontier = gen.arena[c.from : c.from+c.closes]
	}
}

// pushCycle adds to gen.arena the minimal closures after all players of a cycle of the given length have chosen. Player
// p chooses the wonderwall w and the ninja b, the next player of the cycle chooses the images of w and b under the
// permutation s.next, and so on. The argument loose says that no two players are related in all closures of the state.
// The first push then replaces some closures by their reverses, so that p stands before w in all. It may do this
// because a closure also stands for its reverse.
func (gen *generation) pushCycle(s *state, cycle, p, w, b int, loose bool) {
	now := s.frontier
	gen.spare = gen.spare[:0]
	for range cycle - 1 {
		from := len(gen.spare)
		gen.spare = push(gen.spare, now, p, w, b, loose)
		now = slices.Clone(gen.spare[from:])
		p, w, b = int(s.next[p]), int(s.next[w]), int(s.next[b])
		loose = false // now the cycle's first player stands before its wonderwall in all closures
	}
	gen.arena = push(gen.arena, now, p, w, b, loose)
}

// add makes a child of a state and returns its number. The closures of the child are gen.arena[from:], and the
// parameter `after` has the rest of its state. If an equal child exists, add counts one more way to it and removes the
// closures from the arena. It does not find an equal child whose closures are in another order; that costs only time.
func (gen *generation) add(after state, from int) int {
	closures := gen.arena[from:]
	hash := uint64(after.wanted)
	for i := range closures {
		f := &closures[i].Forth
		for _, word := range f {
			hash = (hash ^ word) * 0xa0761d6478bd642f
			hash ^= hash >> 32
		}
	}
	slot := hash >> 55 // the table has 512 slots, so the highest 9 bits choose one
	for ; gen.slots[slot] != 0; slot = (slot + 1) % uint64(len(gen.slots)) {
		c := &gen.children[gen.slots[slot]-1]
		if c.hash == hash && c.wanted == after.wanted && slices.Equal(gen.arena[c.from:c.from+c.closes], closures) {
			c.ways++
			gen.arena = gen.arena[:from]
			return int(gen.slots[slot] - 1)
		}
	}
	gen.children = append(gen.children, child{state: after, ways: 1, hash: hash, from: from, closes: len(closures)})
	gen.slots[slot] = int16(len(gen.children))
	return len(gen.children) - 1
}

// An Expander makes the states of the next layer, or of one of its slabs (parts). It is not safe for use by several
// goroutines.
type Expander struct {
	games   Games
	slab    Slab
	encoder *encoder
	state   state
	gen     generation
}

// A Slab is one of Of parts of a large layer: the states whose invariant (canon.Relabeler.Invariant) is Number modulo
// Of. Equal states have the same invariant, so each slab can be built by itself from the whole layer before. The
// invariant is quicker to compute than the labels by which equal states are recognized.
type Slab struct{ Number, Of uint64 }

// NewExpander returns an expander that makes whole layers.
func (g Games) NewExpander() *Expander { return g.NewSlabExpander(Slab{Number: 0, Of: 1}) }

// NewSlabExpander returns an expander that makes one slab of a layer.
func (g Games) NewSlabExpander(slab Slab) *Expander {
	return &Expander{games: g, slab: slab, encoder: &encoder{games: g}}
}

// Expand makes the children of a state, which is given by its key, and calls emit for each child in the expander's
// slab, a part of the next layer. A child gets the weight of the state times the number of choices that lead to it.
// Expand returns the weight of all other choices, which are contradictory or lead to other slabs, so that the caller
// can check that no partial game is lost.
func (e *Expander) Expand(key []byte, weight layers.Weight, emit func(key []byte, w layers.Weight) error) (left layers.Weight, err error) {
	if err := e.games.decode(key, &e.state); err != nil {
		return left, err
	}

	p, eligible := e.games.chooser(&e.state)
	e.gen.expand(e.games, &e.state, p, eligible)

	others := e.gen.dead
	for i := range e.gen.children {
		child := &e.gen.children[i]
		if e.slab.Of > 1 && e.encoder.slabOf(&child.state, e.slab.Of) != e.slab.Number {
			others += child.ways
			continue
		}

		w, ok := weight.CheckedMul(child.ways)
		if !ok {
			return left, layers.ErrOverflow
		}
		if err := emit(e.encoder.key(child.state), w); err != nil {
			return left, err
		}
	}

	left, ok := weight.CheckedMul(others)
	if !ok {
		return left, layers.ErrOverflow
	}
	return left, nil
}
