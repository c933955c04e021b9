package merge

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"slices"

	"enumerate/internal/wide"
)

// stateBytes is an estimate of the memory of a state, with its share of the table.
const stateBytes = 100

// stepsBetween is the number of states between two checks of the context.
const stepsBetween = 1 << 12

// Count finds, for all boards together, how often m tiles of a board are equally good for a player while w other tiles
// are worse. A group is the tiles of a board with the same key; a tile that does not lead to the goal has none. For
// every m > 0 and w, Count calls visit with the number of groups of m tiles while w tiles of the board have greater
// keys or no key, if it is not 0. With m = 0 it calls visit with the number of boards on which w tiles have no key.
// Only tiles of b.Starts count for m and w. The calls are in a fixed order.
//
// The error is that of Validate, the context's error soon after the context ends, or that states take more than the
// given memory, in bytes.
func Count(ctx context.Context, b Boards, memory int64, visit func(m, w int, times *big.Int)) error {
	if err := b.Validate(); err != nil {
		return err
	}
	c := &counter{boards: b, units: b.units(), memory: memory, most: int(memory / stateBytes)}
	c.goal = 1 << (b.Rows*b.Columns - 1)
	c.choices = make([][]choice, len(c.units))
	for range b.Rows*b.Columns + 1 {
		c.states = append(c.states, make(map[state]wide.Uint128))
	}
	c.states[1][state{all: c.goal}] = wide.Uint128{Lo: 1}
	c.held = 1
	// A state is a set of boards on which the same tiles reach the goal in the rounds so far. grow makes from it only
	// states in which more tiles do. So one pass is enough, by the number n of these tiles in the states c.states[n].
	for n := range c.states {
		for s, weight := range c.states[n] {
			if err := c.grow(ctx, s, weight); err != nil {
				return err
			}
		}
		c.held -= len(c.states[n])
		c.states[n] = nil
	}
	for m := range c.times {
		for w, times := range c.times[m] {
			if times != (wide.Uint128{}) {
				visit(m, w, times.Big())
			}
		}
	}
	return nil
}

// A counter counts the boards of one call of Count.
type counter struct {
	boards     Boards
	units      []unit
	goal       uint64
	states     []map[state]wide.Uint128         // states[n] has the states of n tiles that reach the goal, with their weights
	held, most int                              // the number of states that are kept now, and the largest number allowed
	memory     int64                            // in bytes
	steps      int                              // the number of states until the next check of the context
	times      [MaxTiles][MaxTiles]wide.Uint128 // times[m][w] is the number for visit

	// These are for the state that grow handles:
	all     uint64     // the tiles that reach the goal
	groups  []uint64   // the groups of the last layer, the least key first
	choices [][]choice // the choices of each unit that may be in the next layer
	chosen  []member   // the units that choose has put into the next layer
}

// A choice is a set of lengths that take a unit to the same place of the next layer.
type choice struct {
	tiles uint64
	rank  uint64 // the index of the group that the unit reaches << 32 | the length that counts
	times uint64
}

// A member is a unit that is taken to the next layer, with its rank there.
type member struct{ rank, tiles uint64 }

// grow continues the count from a state: all boards on which the same tiles reach the goal in at most t rounds. No more
// tiles will join the groups of its last layer, the tiles that need exactly t rounds, so grow counts them in c.times.
// Then it makes the states with one layer more. The weight is the number of ways to choose the lengths of the tiles
// that reach the goal so far; all other lengths are still open.
//
// grow goes through the options of the units that are still open. If an option leads to a layer before the last, the
// unit would have reached the goal in at most t rounds, so the option is excluded. An option that leads to the last
// layer puts the unit into the next layer. With any other option (nowhere) the unit reaches the goal later or not at
// all.
func (c *counter) grow(ctx context.Context, s state, weight wide.Uint128) error {
	c.all = s.all
	c.groups = s.groups(c.groups[:0], c.boards.Ordered)
	var layer uint64 // the tiles of the last layer
	for _, group := range c.groups {
		layer |= group
	}
	old := c.all &^ layer // the tiles of the layers before

	// lengths says whether the length of a tile of the next layer can decide which of two players comes to the goal
	// first. Number the layers by the rounds to the goal. Of players who need equally many rounds, the one with the
	// shorter last jump but one, which begins in layer 2, is first. With Landed, the last jump, which begins in layer
	// 1, decides. With Inherit, the jumps before it break ties.
	lengths := c.boards.Ordered && (old == c.goal || old != 0 && c.boards.Inherit)
	if c.boards.Landed {
		lengths = old == 0 || c.boards.Inherit
	}

	// Compute the number of boards of the state, alive, where each open unit has one of the lengths that lead to no
	// tile of old, and the number of those on which no further tile reaches the goal, dead.
	alive, dead := weight, weight
	open := 0 // the number of units that can be in the next layer
	for _, u := range c.units {
		if u.tiles&c.all != 0 {
			continue
		}

		var left, nowhere uint64 // the numbers of lengths that do not lead to old, and of those that do not lead to the layer either
		choices := c.choices[open][:0]
		for _, o := range u.options {
			if o.reached&old != 0 {
				continue
			}
			left += o.times
			if o.reached&layer == 0 {
				nowhere += o.times
				continue
			}

			group := uint64(0) // the first group that the option reaches, which gives the least key
			for o.reached&c.groups[group] == 0 {
				group++
			}

			rank := group << 32
			if lengths {
				rank |= uint64(o.length)
			}
			if at := slices.IndexFunc(choices, func(x choice) bool { return x.rank == rank }); at >= 0 {
				choices[at].times += o.times
			} else {
				choices = append(choices, choice{u.tiles, rank, o.times})
			}
		}

		alive, dead = alive.Mul(left), dead.Mul(nowhere)
		c.choices[open] = choices
		if len(choices) > 0 {
			open++
		}
	}

	// Count the groups of the layer, the greatest key first. The w tiles with greater keys or no key are in rest.
	rest := c.boards.Starts &^ c.all // the starts with greater keys or without a key
	c.count(0, bits.OnesCount64(rest), dead)
	var alike uint64 // the tiles so far that have the same key
	for place, group := range slices.Backward(c.groups) {
		alike |= group & c.boards.Starts
		if c.boards.Landed && place > 0 && s.begins>>place&1 == 0 {
			continue // the group before has the same key
		}
		if m := bits.OnesCount64(alike); m > 0 {
			c.count(m, bits.OnesCount64(rest), alive)
		}
		rest |= alike
		alike = 0
	}
	return c.choose(ctx, c.choices[:open], weight)
}

// count counts groups of m tiles with w tiles of greater keys or without a key, as often as times says.
func (c *counter) count(m, w int, times wide.Uint128) { c.times[m][w] = c.times[m][w].Add(times) }

// choose goes through all ways to make the next layer, the tiles that need one round more to reach the goal than the
// layer before. It is a recursion over the units (the tiles whose length is chosen together) that are still to be
// decided: for each, choices has the sets of lengths that bring it into the next layer. A unit either stays out, and
// its length stays open, or takes one of its choices: then it is added to c.chosen, and the weight, the number of
// boards that agree with all choices so far, is multiplied by the number of lengths in the set. When all units are
// decided, choose calls follow.
func (c *counter) choose(ctx context.Context, choices [][]choice, weight wide.Uint128) error {
	if len(choices) == 0 {
		return c.follow(ctx, weight)
	}
	if err := c.choose(ctx, choices[1:], weight); err != nil {
		return err
	}
	for _, choice := range choices[0] {
		c.chosen = append(c.chosen, member{choice.rank, choice.tiles})
		err := c.choose(ctx, choices[1:], weight.Mul(choice.times))
		c.chosen = c.chosen[:len(c.chosen)-1]
		if err != nil {
			return err
		}
	}
	return nil
}

// follow adds to c.states the state that results if c.chosen are the units of the next layer. Units of the same rank
// make a group; the groups are in the order of their ranks. If the state is there already, follow adds the weight to
// its weight.
func (c *counter) follow(ctx context.Context, weight wide.Uint128) error {
	c.steps--
	if c.steps < 0 {
		c.steps = stepsBetween
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	if c.held > c.most {
		return fmt.Errorf("the count has more than %d partial boards, which take more than %d MiB; raise --memory", c.most, c.memory>>20)
	}
	if len(c.chosen) == 0 {
		return nil
	}

	// Give the chosen units places in the layer, in ascending order of their ranks.
	s := state{all: c.all}
	for place, last := 0, int64(-1); ; place++ { // last is the rank of the group before this place
		least := int64(math.MaxInt64) // the least rank above the last one
		for _, m := range c.chosen {
			if rank := int64(m.rank); rank > last {
				least = min(least, rank)
			}
		}
		if least == math.MaxInt64 {
			break
		}
		for _, m := range c.chosen {
			if int64(m.rank) == least {
				s.put(m.tiles, place, c.boards.Ordered)
			}
		}
		if c.boards.Landed && place > 0 && last>>32 != least>>32 {
			s.begins |= 1 << place
		}
		last = least
	}

	states := c.states[bits.OnesCount64(s.all)]
	before, found := states[s]
	if !found {
		c.held++
	}
	states[s] = before.Add(weight)
	return nil
}

const (
	// placeBits is the number of bits of the place of a tile.
	placeBits = 5
	// tilesInWord is the number of tiles that fit in a word.
	tilesInWord = 64 / placeBits
	// maxOrdered is the largest number of tiles of a board on which several players can be counted. Their games need
	// the order of the tiles in a layer, for which a state has two words with placeBits bits for each tile except the
	// goal.
	maxOrdered = 2*tilesInWord + 1
)

// A state stands for all partial boards for which the count continues in the same way. A partial board has lengths only
// on the tiles that reach the goal so far. Only these tiles (all) and the groups of equally good tiles in the last
// layer, the tiles that need the most rounds, matter for the rest of the count.
//
// If groups are distinguished, each tile has five bits. They are the place of its group in the layer, counted from 1,
// or 0 if the tile is not in the layer. Tiles 0 to 11 are in the first word, from the lowest bits, and tiles 12 to 23
// in the second. If groups are not distinguished, the first word is the set of tiles of the layer. In the initial state
// the layer is 0, which stands for the goal.
//
// If the tiles on which players landed decide who jumps first, the lengths of the layer may decide the keys of the next
// layer. Then a group has tiles of one key and one length, and several groups may have the same key. For i > 0, bit i
// of begins is set if the group at place i has another key than the group before.
type state struct {
	all    uint64
	layer  [2]uint64
	begins uint32
}

// put adds a group of equally good tiles to the last layer of a state. The argument place is the number of the group,
// from 0 for the best one. If groups are distinguished (ordered), the bits of each tile get the place plus 1.
func (s *state) put(tiles uint64, place int, ordered bool) {
	s.all |= tiles
	if !ordered {
		s.layer[0] |= tiles
		return
	}
	for ; tiles != 0; tiles &= tiles - 1 { // for each tile of the set, the lowest bit first
		tile := bits.TrailingZeros64(tiles)
		s.layer[tile/tilesInWord] |= uint64(place+1) << (tile % tilesInWord * placeBits)
	}
}

// groups unpacks the last layer of a state: it appends the groups of equally good tiles to the given slice, the best
// group first, each as a set of bits. If groups are not distinguished (ordered is false), the whole layer is one group.
func (s *state) groups(groups []uint64, ordered bool) []uint64 {
	switch {
	case s.layer == [2]uint64{}: // the initial state, whose only layer is the goal
		return append(groups, s.all)
	case !ordered:
		return append(groups, s.layer[0])
	}
	for i, word := range s.layer {
		for word != 0 {
			// Take the bits of the first tile that has some out of the word, and make enough groups for its place.
			tile := bits.TrailingZeros64(word) / placeBits
			place := int(word >> (tile * placeBits) % (1 << placeBits))
			word &^= (1<<placeBits - 1) << (tile * placeBits)
			for len(groups) < place {
				groups = append(groups, 0)
			}
			groups[place-1] |= 1 << (i*tilesInWord + tile)
		}
	}
	return groups
}
