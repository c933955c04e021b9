package merge

import (
	"context"
	"math"
	"math/big"
	"math/bits"
	"slices"

	"enumerate/internal/excess"
	"enumerate/internal/wide"
)

// stateBytes is an estimate of the memory of a state (merged partial boards), with its share of the table.
const stateBytes = 100

const stepsBetween = 1 << 12

// Count finds how good the tiles of all boards are as starts of players. The key of a tile says how soon a player comes
// from it to the goal (see package race); from a tile without a key nobody does. A group is the tiles of one board with
// the same key. For numbers m > 0 and w, let `times` be the number of groups, on all boards together, that have m tiles
// while w tiles of their board have greater keys or no key. For m = 0, let it be the number of boards on which w tiles
// have no key. Only tiles of b.Starts, on which players may start, count for m and w. Count calls visit(m, w, times)
// for all m and w for which `times` is not 0, in a fixed order.
//
// The error is that of Validate, the context's error soon after the context ends, or that states take more than the
// given memory, in bytes.
func Count(ctx context.Context, b Boards, memory int64, visit func(m, w int, times *big.Int)) error {
	if err := b.Validate(); err != nil {
		return err
	}
	c := &counter{boards: b, units: b.units(), memory: memory, maxStates: int(memory / stateBytes)}
	c.goal = 1 << (b.Rows*b.Columns - 1)
	c.choices = make([][]choice, len(c.units))
	for range b.Rows*b.Columns + 1 {
		c.states = append(c.states, make(map[state]wide.Uint128))
	}
	c.states[1][state{all: c.goal}] = wide.Uint128{Lo: 1}
	c.stateCount = 1
	// grow makes only states in which more tiles reach the goal, so one pass by their number n is enough.
	for n := range c.states {
		for s, weight := range c.states[n] {
			if err := c.grow(ctx, s, weight); err != nil {
				return err
			}
		}
		c.stateCount -= len(c.states[n])
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

type counter struct {
	boards                Boards
	units                 []unit
	goal                  uint64
	states                []map[state]wide.Uint128         // states[n] has the states of n tiles that reach the goal, with their weights
	stateCount, maxStates int                              // the number of states that are kept now, and its limit
	memory                int64                            // in bytes
	steps                 int                              // the number of states until the next check of the context
	times                 [MaxTiles][MaxTiles]wide.Uint128 // times[m][w] is the number for visit

	// For the state that grow handles:
	all     uint64     // the tiles that reach the goal
	groups  []uint64   // the groups of the last layer, the least key first
	choices [][]choice // the choices of each unit that may be in the next layer
	members []member   // the units that choose has put into the next layer
}

// A choice is the set of jump lengths with which a unit enters the next layer at the same rank. A unit is the tiles
// whose length is chosen together.
type choice struct {
	tiles uint64 // the unit, as bits
	// rank orders the units (tiles with a common length) of the next layer. Its high half is the index of a group in
	// counter.groups: the best group of the last layer (tiles of equal keys) to which a jump from the unit leads. Its
	// low half is the length, or 0 if the length cannot decide which of two players is first.
	rank  uint64
	times uint64 // the number of lengths in the set
}

// A member is a unit that choose has put into the next layer, i.e. tiles whose length is chosen together. The rank is
// that of the unit's choice; it orders the units of the layer.
type member struct{ rank, tiles uint64 }

// grow continues the count from a state, which stands for boards on which the same tiles reach the goal in at most t
// rounds. Its last layer is the tiles that need exactly t rounds, in groups of equal keys (from which a player comes to
// the goal equally soon). No more tiles will join these groups, so grow counts them in c.times. Then it makes the
// states with one layer more.
//
// A unit is the tiles whose length is chosen together: one tile, or a tile and its mirror image. A unit whose tiles do
// not reach the goal so far is open: its length is not chosen yet. The weight is the number of ways to choose the
// lengths of the other units.
//
// An option is a set of lengths of a unit that lead to the same tiles. An option that leads to a tile of an earlier
// layer is excluded for an open unit, because the unit would have reached the goal already. An option that leads to a
// tile of the last layer puts the unit into the next layer. With any other option the unit stays open.
func (c *counter) grow(ctx context.Context, s state, weight wide.Uint128) error {
	c.all = s.all
	c.groups = s.groups(c.groups[:0], c.boards.Ordered)
	var layer uint64
	for _, group := range c.groups {
		layer |= group
	}
	old := c.all &^ layer // the layers before

	// lengths says whether the length of a tile of the next layer can decide which of two players comes to the goal
	// first. Layer t has the tiles that need t rounds to the goal, so the last jump of a path begins in layer 1, and
	// the last but one in layer 2. The tiles in `old` are those of all layers before the last one so far. The next
	// layer is layer 1 if old is empty, layer 2 if old is the goal alone, and otherwise a later layer. Of players who
	// need equally many rounds, the one with the shorter jump is first. The rules say which jumps are compared:
	//
	//   - By default, the last jumps but one: layer 2.
	//   - With Inherit, also the jumps before, to break ties: layer 2 and all later layers.
	//   - With Landed (the tiles landed on decide), the last jumps: layer 1.
	//   - With Landed and Inherit, also the jumps before, to break ties: all layers.
	lengths := c.boards.Ordered && (old == c.goal || old != 0 && c.boards.Inherit)
	if c.boards.Landed {
		lengths = old == 0 || c.boards.Inherit
	}

	// The loop multiplies alive and dead by a factor for each open unit (tiles whose length is not chosen yet). Then
	// alive is the number of boards of the state, on which no jump from an open unit leads to a tile in `old`, the
	// layers nearer to the goal than the last one. dead is the number of those boards on which also no jump from an
	// open unit leads to the last layer, so that no further tile reaches the goal.
	alive, dead := weight, weight
	open := 0 // the number of units that can be in the next layer
	for _, u := range c.units {
		if u.tiles&c.all != 0 {
			continue
		}

		var left, nowhere uint64 // the numbers of lengths that do not lead to old, and of those that do not lead to the layer either
		choices := c.choices[open][:0]
		for _, o := range u.options {
			if o.targets&old != 0 {
				continue
			}
			left += o.times
			if o.targets&layer == 0 {
				nowhere += o.times
				continue
			}

			group := uint64(0) // the first group that the option reaches, which gives the least key
			for o.targets&c.groups[group] == 0 {
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

// count adds to the number of groups of m tiles on boards where w tiles have greater keys or no key.
func (c *counter) count(m, w int, times wide.Uint128) { c.times[m][w] = c.times[m][w].Add(times) }

// choose goes through all ways to make the next layer: the tiles that need one round more to the goal than those of the
// last layer. Each open unit (tiles whose common jump length is not chosen yet) either stays out of the layer, with its
// length still open, or enters the layer by one of its choices. A choice has two parts: a rank, which orders the units
// of the layer, and the number of jump lengths that give the unit this rank. When the unit enters, choose adds it to
// c.members and multiplies the weight, a number of partial boards, by this number.
func (c *counter) choose(ctx context.Context, choices [][]choice, weight wide.Uint128) error {
	if len(choices) == 0 {
		return c.follow(ctx, weight)
	}
	if err := c.choose(ctx, choices[1:], weight); err != nil {
		return err
	}
	for _, choice := range choices[0] {
		c.members = append(c.members, member{choice.rank, choice.tiles})
		err := c.choose(ctx, choices[1:], weight.Mul(choice.times))
		c.members = c.members[:len(c.members)-1]
		if err != nil {
			return err
		}
	}
	return nil
}

// follow sorts the units of c.members, which choose has put into the next layer, into the groups of this layer, and
// adds the weight, a number of partial boards, to the state with these groups. A unit is tiles with a common length.
// Units make one group if players on them come to the goal equally soon. They do if they have the same rank: the first
// group to which a jump from them leads in the layer before, which is nearer to the goal, and their length if it can
// decide which of two players comes to the goal first.
func (c *counter) follow(ctx context.Context, weight wide.Uint128) error {
	c.steps--
	if c.steps < 0 {
		c.steps = stepsBetween
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	if c.stateCount > c.maxStates {
		return excess.Memory(uint64(c.memory), "more than %d partial boards are too many", c.maxStates)
	}
	if len(c.members) == 0 {
		return nil
	}

	s := state{all: c.all}
	for place, last := 0, int64(-1); ; place++ { // last is the rank of the group before this place
		least := int64(math.MaxInt64) // the least rank above the last one
		for _, m := range c.members {
			if rank := int64(m.rank); rank > last {
				least = min(least, rank)
			}
		}
		if least == math.MaxInt64 {
			break
		}
		for _, m := range c.members {
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
		c.stateCount++
	}
	states[s] = before.Add(weight)
	return nil
}

const (
	placeBits   = 5
	tilesInWord = 64 / placeBits
	// maxOrdered is the largest number of tiles of a board for several players. Their games need the order of the tiles
	// in a layer, for which a state has two words with placeBits bits for each tile except the goal.
	maxOrdered = 2*tilesInWord + 1
)

// A state stands for all partial boards for which the count continues in the same way. Tiles get their lengths layer by
// layer: first those that need one round to the goal, then those that need two, and so on. So a partial board has
// lengths only on the tiles that reach the goal so far (the field `all`). The tiles of the last layer, which need the
// most rounds, form groups of equal keys; a key says how soon a player comes from a tile to the goal. Only the field
// `all` and these groups matter for the rest of the count.
//
// The groups of the layer have the places 0, 1, 2, and so on, the least key first. If groups are distinguished, each
// tile has five bits: the place of its group plus 1, or 0 if the tile is not in the layer. Tiles 0 to 11 are in the
// first word, from the lowest bits, and tiles 12 to 23 in the second. If groups are not distinguished, the first word
// is the set of tiles of the layer. A layer of 0 stands for the goal.
//
// If the tiles on which players landed decide who jumps first, the lengths of the layer may decide the keys of the next
// layer. Then a group has tiles of one key and one length. For i > 0, bit i of begins is set if the group at place i
// has another key than the group at place i-1.
type state struct {
	all    uint64
	layer  [2]uint64
	begins uint32
}

// put adds a group to the last layer, the tiles that need the most rounds to the goal. From tiles of the same group,
// players come to the goal equally soon. The argument `place` is the number of the group, from 0 for the group from
// which they come first. If `ordered` is false, s.layer[0] has the tiles of all groups.
func (s *state) put(tiles uint64, place int, ordered bool) {
	s.all |= tiles
	if !ordered {
		s.layer[0] |= tiles
		return
	}
	for ; tiles != 0; tiles &= tiles - 1 {
		tile := bits.TrailingZeros64(tiles)
		s.layer[tile/tilesInWord] |= uint64(place+1) << (tile % tilesInWord * placeBits)
	}
}

// groups appends the groups of the last layer of a state, each as a set of bits, to the given slice. The last layer is
// the tiles that need the most rounds to the goal. From tiles of the same group, players come to the goal equally soon.
// The best group, from which they come first, is appended first.
//
// If the layer is empty, s has only the goal, which is then the one group. If `ordered` is false, the whole layer is
// one group, and s.layer[0] has its bits. Otherwise s.layer has five bits for each tile: the number of its group, from
// 1, or 0 for a tile that is not in the layer.
func (s *state) groups(groups []uint64, ordered bool) []uint64 {
	switch {
	case s.layer == [2]uint64{}:
		return append(groups, s.all)
	case !ordered:
		return append(groups, s.layer[0])
	}
	for i, word := range s.layer {
		for word != 0 {
			tile := bits.TrailingZeros64(word) / placeBits
			group := int(word >> (tile * placeBits) % (1 << placeBits)) // its number, from 1
			word &^= (1<<placeBits - 1) << (tile * placeBits)
			for len(groups) < group {
				groups = append(groups, 0)
			}
			groups[group-1] |= 1 << (i*tilesInWord + tile)
		}
	}
	return groups
}
