package choices

import (
	"fmt"
	"iter"
	"math/big"

	"enumerate/canon"
	"enumerate/enum"
	"enumerate/enum/kit"
)

// version is the version of the enumeration. Raise it if the shards or their order change.
const version = 1

const unjudged = "unjudged"

type sizedSpace struct {
	settings
	players int
}

func (s settings) space(players int) (sizedSpace, error) {
	if players < s.fewest() || players > mostPlayers {
		return sizedSpace{}, kit.SizeError(players, "for "+s.name(), enum.Range{First: s.fewest(), Last: mostPlayers}, "player", "players")
	}
	return sizedSpace{s, players}, nil
}

func (s settings) newSpace(players int) (enum.Space, error) {
	space, err := s.space(players)
	if err != nil {
		return nil, err
	}
	return space, nil
}

func (s settings) walkable(players int) (enum.Space, error) {
	if players > mostWalked && players <= mostPlayers {
		return nil, kit.SizeError(players, "to walk "+s.name(), enum.Range{First: s.fewest(), Last: mostWalked}, "player", "players")
	}
	return s.newSpace(players)
}

func (s sizedSpace) Games() *big.Int { return s.games(s.players) }

// games returns in how many ways the given number of players can choose.
func (s sizedSpace) games(choosing int) *big.Int {
	return new(big.Int).Exp(s.choices(s.players, nil), big.NewInt(int64(choosing)), nil)
}

func (s sizedSpace) Group() *big.Int { return new(big.Int).MulRange(1, int64(s.players)) }

// Classes returns the number of classes by Burnside's lemma: the average, over all permutations of the players, of the
// number of games that the permutation leaves unchanged, which depends only on its cycle type t.
//
// If a permutation leaves a game unchanged, the choice of one player of each cycle determines the choices of the
// cycle's other players. For a cycle of length l, this choice can be any choice that the l-th power of the permutation
// leaves unchanged. The power fixes the player, and turns a cycle of length m into gcd(l, m) cycles of length m /
// gcd(l, m).
func (s sizedSpace) Classes() *big.Int {
	n := s.players
	classes, err := canon.Burnside(n, func(t canon.CycleType, _ int) *big.Int {
		if t.Points() < n {
			return big.NewInt(1) // a factor for short cycles only; the call with all cycles returns the whole number
		}
		fixed := big.NewInt(1)
		for length := 1; length <= n; length++ {
			cycles := t[length] // the number of cycles of this length
			if cycles > 0 {
				// t.Fixed counts the fixed points of the power with the exponent `length`, and longer its longer
				// cycles.
				each := s.choices(t.Fixed(length), longer(t, length)) // the choices of one player of such a cycle
				fixed.Mul(fixed, new(big.Int).Exp(each, big.NewInt(int64(cycles)), nil))
			}
		}
		return fixed
	})
	if err != nil {
		panic(err) // cannot happen: the average number of unchanged games is a whole number
	}
	return classes
}

// longer returns how many cycles of each length from 2 to mostPicks the given power of a permutation of cycle type t
// has. Cycles of more than mostPicks players are left out: a choice that the power leaves unchanged contains whole
// cycles, and has at most mostPicks players.
func longer(t canon.CycleType, power int) []int {
	cycles := make([]int, mostPicks+1) // the result, by length
	for length := 2; length < len(t); length++ {
		parts := int(new(big.Int).GCD(nil, nil, big.NewInt(int64(power)), big.NewInt(int64(length))).Int64())
		if each := length / parts; each >= 2 && each <= mostPicks {
			cycles[each] += t[length] * parts
		}
	}
	return cycles
}

// choices returns the number of choices of a player that a permutation of the players leaves unchanged. The permutation
// has `fixed` fixed points, among them the player who chooses, and cycles[l] cycles of each length l >= 2.
//
// If picks have an order, each picked player must be a fixed point. Otherwise the picks are a union of whole cycles of
// the permutation, so the number is the coefficient of x^picks in the product over all cycles, of length l, of 1+x^l
// or, if picks may be repeated, of 1+x^l+x^2l+....
func (s sizedSpace) choices(fixed int, cycles []int) *big.Int {
	if !s.self {
		fixed--
	}
	switch {
	case s.order && s.repeated:
		return new(big.Int).Exp(big.NewInt(int64(fixed)), big.NewInt(int64(s.picks)), nil)
	case s.order && fixed < s.picks:
		return new(big.Int)
	case s.order:
		return new(big.Int).MulRange(int64(fixed-s.picks+1), int64(fixed))
	}

	ways := make([]int64, s.picks+1) // ways[k]: in how many ways k picks are a union of the cycles so far
	ways[0] = 1
	add := func(length int) {
		if s.repeated {
			for k := length; k <= s.picks; k++ {
				ways[k] += ways[k-length]
			}
			return
		}
		for k := s.picks; k >= length; k-- {
			ways[k] += ways[k-length]
		}
	}
	for range fixed {
		add(1)
	}
	for length, number := range cycles {
		for range number {
			add(length)
		}
	}
	return big.NewInt(ways[s.picks])
}

func (s sizedSpace) Verdicts() []string {
	if s.judge == nil {
		return []string{unjudged}
	}
	return s.judge.Verdicts
}

func (s sizedSpace) Totals(t *enum.Tally) (enum.Totals, error) { return enum.OrbitTotals(s, t) }

func (s sizedSpace) Fingerprint() string {
	return fmt.Sprintf("%s n=%d enumeration=%d depth=%d", s.name(), s.players, version, s.depth())
}

// depth returns the length of a shard's path, the list of choices with which all its games begin. At most about a
// million labelled games begin with the same path. For small sizes a path still has two choices, so that runs of these
// sizes can be split too.
func (s sizedSpace) depth() int {
	const most = 1 << 20
	choices := s.choices(s.players, nil).Uint64()
	below := 0
	for games := choices; games <= most && below < s.players; games *= max(choices, 2) {
		below++
	}
	return min(max(s.players-below, 2), s.players-1)
}

// Shards yields a shard for each list of s.depth() choices with which a canonical game (least of its class; see
// numbers) may begin. A shard has all canonical games that begin with its path.
func (s sizedSpace) Shards() iter.Seq[enum.Shard] {
	return func(yield func(enum.Shard) bool) {
		w := newWalker(s)
		var id uint64
		w.descend(0, s.depth(), func() bool {
			shard := enum.Shard{ID: id, Path: w.path(s.depth())}
			id++
			return yield(shard)
		})
	}
}

// Fits returns an error if a shard has more classes than there are games that begin with its path.
func (s sizedSpace) Fits(_ enum.Shard, t *enum.Tally) error {
	return enum.AtMost(t, s.games(s.players-s.depth()))
}

func (s sizedSpace) Walker() enum.Walker { return newWalker(s) }
