// Package keys puts the tiles of a small board of the jump game in the order of their
// keys, backwards from the goal. It shares no code with package race, which searches
// forwards from the players, and confirms its results; race has the rules and says
// what keys are and why the smallest one wins.
//
// The key of a tile is that of a player who starts there, without the player: the
// rounds T to the goal, then lengths of jumps, the last but one first, as far as ties
// ask for them. With no more than 64 tiles, sets of tiles are words.
//
// The tiles with T = 0 are the goal alone, those with T = 1 have all the same key. From
// T = 2 on, a tile x has T rounds if a jump leads to tiles of T-1 rounds and none to
// fewer, and its key is
//
//	(2, length of x)                                             if T = 2
//	the least key of those tiles, with T for T-1                 if ties go by the initial order
//	the same, and then the length of x                           if by the order of the round before
//
// for the jump from x is the first of T, and the last but one only if T = 2. So the
// groups of tiles with equal keys follow from those of the rounds before, least key
// first.
//
// If the tiles landed on decide who jumps first, it is not the length of x that counts but that
// of the tile y that the jump from x lands on, whose jump is the second of T: the key of x is
//
//	(2, the least length of those tiles y)                       if T = 2
//	the least key of those tiles, with T for T-1                 if ties go by the initial order
//	the least of those keys, each with the length of y behind    if by the order of the round before
//
// The smallest example is the row 1 1 0: groups {2} of round 0, {1} of round 1 and {0}
// of round 2.
package keys

import (
	"math/bits"
	"slices"
)

// MaxTiles is the most tiles of a board.
const MaxTiles = 64

// A Tiles is a set of tiles, one bit for each, numbered row by row from the lowest bit.
type Tiles uint64

// Len returns how many tiles there are.
func (t Tiles) Len() int { return bits.OnesCount64(uint64(t)) }

// A Group is all tiles of one key.
type Group struct {
	Tiles  Tiles
	Rounds int
}

// A Ranker puts the tiles of boards in the order of their keys. It is for one
// goroutine.
type Ranker struct {
	tiles   int
	rules   Rules
	longest int // lengths above it lead where this one or the next does
	// targets has what a tile reaches with a length: targets[tile*(longest+2) + length].
	targets []Tiles
	groups  []Group
	layer   []candidate
	goals   []Tiles // of the layer before, those to reach first first
	split   []candidate
}

// Rules are what the game leaves open. The zero value is straight jumps, ties by the initial
// order, and the shorter last jump first.
type Rules struct {
	Diamond bool // jumps go within a diamond
	Inherit bool // ties go by the order of the round before
	Landed  bool // who landed on the lesser number jumps first
}

// A candidate is a tile of the layer that is being found, in the order of keys:
//
//	bits 40-46   the best group that it reaches, of those in goals
//	bits  8-38   its length, or 0 if that does not count
//	bits  0-5    the tile
type candidate uint64

func (c candidate) key() uint64 { return uint64(c) >> 8 }
func (c candidate) tile() Tiles { return 1 << (c % 64) }

// NewRanker returns a ranker of boards of rows times columns tiles, no more than
// MaxTiles.
func NewRanker(rows, columns int, rules Rules) *Ranker {
	tiles := rows * columns
	if rows < 1 || columns < 1 || tiles > MaxTiles {
		panic("keys: a board has from 1 to 64 tiles")
	}
	longest := rows + columns // farther than any tile is away
	r := &Ranker{tiles: tiles, rules: rules, longest: longest, targets: make([]Tiles, tiles*(longest+2))}
	for from := range tiles {
		for to := range tiles {
			down, right := abs(to/columns-from/columns), abs(to%columns-from%columns)
			for length := 1; length <= longest+1; length++ {
				reaches := down+right == length && (down == 0 || right == 0)
				if rules.Diamond {
					reaches = down+right <= length && (down+right)%2 == length%2
				}
				if reaches {
					r.targets[from*(longest+2)+length] |= 1 << to
				}
			}
		}
	}
	return r
}

func abs(x int) int { return max(x, -x) }

// reached returns the tiles that a jump from a tile of that length reaches.
func (r *Ranker) reached(tile int, length int32) Tiles {
	l := int(length)
	if l > r.longest {
		l = r.longest + (l-r.longest)%2
	}
	return r.targets[tile*(r.longest+2)+l]
}

// Groups returns the tiles from which the goal, the last tile, can be reached, by their
// keys, the least key first. Lengths are those of all tiles, at least 0. The groups
// are valid until the next call.
func (r *Ranker) Groups(lengths []int32) []Group {
	goal := Tiles(1) << (r.tiles - 1)
	left := goal - 1
	r.groups = append(r.groups[:0], Group{goal, 0})
	begin := 0 // of the groups of the last layer
	for rounds := 1; begin < len(r.groups); rounds++ {
		end := len(r.groups)
		var all Tiles
		r.goals = r.goals[:0]
		for _, g := range r.groups[begin:] {
			all |= g.Tiles
			r.goals = append(r.goals, g.Tiles)
		}
		counts := rounds == 2 || rounds > 2 && r.rules.Inherit // a length does
		if counts && r.rules.Landed {
			r.splitGoals(lengths)
		}
		r.layer = r.layer[:0]
		for rest := left; rest != 0; rest &= rest - 1 {
			tile := bits.TrailingZeros64(uint64(rest))
			reached := r.reached(tile, lengths[tile])
			if reached&all == 0 {
				continue
			}
			left &^= 1 << tile
			group := 0
			for reached&r.goals[group] == 0 {
				group++
			}
			c := candidate(group<<40 | tile)
			if counts && !r.rules.Landed {
				c |= candidate(lengths[tile]) << 8
			}
			r.layer = append(r.layer, c)
		}
		slices.Sort(r.layer)
		for i, c := range r.layer {
			if i > 0 && c.key() == r.layer[i-1].key() {
				r.groups[len(r.groups)-1].Tiles |= c.tile()
				continue
			}
			r.groups = append(r.groups, Group{c.tile(), rounds})
		}
		begin = end
	}
	return r.groups
}

// splitGoals splits the groups of goals by the lengths of their tiles, the lesser one first.
func (r *Ranker) splitGoals(lengths []int32) {
	r.split = r.split[:0]
	for group, tiles := range r.goals {
		for ; tiles != 0; tiles &= tiles - 1 {
			tile := bits.TrailingZeros64(uint64(tiles))
			r.split = append(r.split, candidate(group<<40|int(lengths[tile])<<8|tile))
		}
	}
	slices.Sort(r.split)
	r.goals = r.goals[:0]
	for i, c := range r.split {
		if i > 0 && c.key() == r.split[i-1].key() {
			r.goals[len(r.goals)-1] |= c.tile()
			continue
		}
		r.goals = append(r.goals, c.tile())
	}
}
