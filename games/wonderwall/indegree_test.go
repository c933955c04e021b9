package wonderwall

import (
	"math/big"
	"slices"
	"testing"

	"github.com/bits-and-blooms/bitset"

	"enumerate/internal/golden"
)

// The tests in this file count the solvable labelled games in a fourth way, by how often players are named, i.e. chosen
// (docs/papers/count.md, section 7). Every game has some players who are named at most twice, or at most three times.
// Inclusion and exclusion over the sets of such players gives the number of solvable games. By symmetry, only the size
// k of a set matters: it is enough to count the solvable games in which each of the last k players, called the given
// players, is named at most that often. A partial game is represented by the set of orders that satisfy its choices, as
// in orders_test.go, and by how often each given player is named so far. This method shares no code with the walk and
// the count.

// A namings says how often each of the given players, the last few, is named (chosen).
type namings [8]uint8

// A partials counts partial games by two things: the set of orders that satisfy their choices, as bytes, and how often
// each of the last few players is named (chosen).
type partials map[string]map[namings]uint64

func (p partials) add(orders string, by namings, games uint64) {
	if p[orders] == nil {
		p[orders] = make(map[namings]uint64)
	}
	p[orders][by] += games
}

type choiceOf struct{ wonderwall, ninja int }

// choicesInOrder returns the choices of a player, in the order in which satisfied numbers them.
func choicesInOrder(players, player int) (choices []choiceOf) {
	for w := range players {
		for b := range players {
			if w != player && b != player && w != b {
				choices = append(choices, choiceOf{w, b})
			}
		}
	}
	return choices
}

// solvableNamedAtMost returns, for each limit up to the largest, the number of solvable labelled games in which at most
// limit choices name each of the last `given` players. The paper calls this number X(players - given, given).
func solvableNamedAtMost(players, given, largest int) []uint64 {
	orders := ordersUpToReversal(players)
	all := bitset.New(uint(len(orders)))
	for order := range orders {
		all.Set(uint(order))
	}
	words := len(all.Words())

	first := players - given
	layer := partials{bytesOf(all.Words()): {namings{}: 1}}
	for player := range players - 3 {
		satisfying, choices := satisfying(orders, player), choicesInOrder(players, player)
		alike := slices.Repeat([]uint64{1}, len(choices))
		if player == 0 {
			alike = relabelings(choices, first)
		}
		next := make(partials)
		for key, counts := range layer {
			set := wordsOf(key)
			for number, choice := range choices {
				both, some := intersected(set, satisfying[number][:words])
				if !some || alike[number] == 0 {
					continue
				}
				left := bytesOf(both)
				for by, games := range counts {
					if now, ok := by.count(choice, first, largest); ok {
						next.add(left, now, games*alike[number])
					}
				}
			}
		}
		layer = next
	}

	triples := satisfiedTriples(orders)
	within := triplesWithin(players, given, largest)
	completions, allowed := bitset.New(triples[0].Len()), bitset.New(triples[0].Len())
	solvable := make([]uint64, largest+1) // by limit
	for key, counts := range layer {
		completions.ClearAll()
		for order := range bitset.From(wordsOf(key)).EachSet() {
			completions.InPlaceUnion(triples[order])
		}
		for by, games := range counts {
			for limit := int(slices.Max(by[:])); limit <= largest; limit++ {
				completions.CopyFull(allowed)
				for i := range given {
					allowed.InPlaceIntersection(within[i][limit-int(by[i])])
				}
				solvable[limit] += games * uint64(allowed.Count())
			}
		}
	}
	return solvable
}

// relabelings returns, for each choice of player 0, the number of choices that it represents. The players from number
// `first` on are called given. Two choices are equivalent if a relabeling of the other players, which keeps the set of
// given players, turns one into the other. In each class of equivalent choices, the one that comes first in the list
// represents the whole class, and the others represent none.
func relabelings(choices []choiceOf, first int) []uint64 {
	alike := make([]uint64, len(choices))
	for _, c := range choices {
		stands := slices.IndexFunc(choices, func(d choiceOf) bool {
			return (c.wonderwall < first) == (d.wonderwall < first) && (c.ninja < first) == (d.ninja < first)
		})
		alike[stands]++
	}
	return alike
}

// count adds the choice c to n, and returns the new n: how often each player from `first` on is named (chosen). It
// returns false if one of these players is named more often than `limit`.
func (n namings) count(c choiceOf, first, limit int) (after namings, ok bool) {
	for _, player := range []int{c.wonderwall, c.ninja} {
		if player < first {
			continue
		}
		n[player-first]++
		if int(n[player-first]) > limit {
			return namings{}, false
		}
	}
	return n, true
}

// triplesWithin returns sets of triples. A triple is one choice for each of the last three players, and is numbered as
// in satisfiedTriples. The set within[g][k] has the triples that name the player number g of the last `given` players
// at most k times.
func triplesWithin(players, given, limit int) (within [][]*bitset.BitSet) {
	a, b, c := choicesInOrder(players, players-3), choicesInOrder(players, players-2), choicesInOrder(players, players-1)
	for player := players - given; player < players; player++ {
		sets := make([]*bitset.BitSet, limit+1)
		for times := range sets {
			sets[times] = bitset.New(uint(len(a) * len(b) * len(c)))
		}
		triple := uint(0)
		for _, x := range a {
			for _, y := range b {
				for _, z := range c {
					named := 0
					for _, other := range []int{x.wonderwall, x.ninja, y.wonderwall, y.ninja, z.wonderwall, z.ninja} {
						if other == player {
							named++
						}
					}
					for times := named; times <= limit; times++ {
						sets[times].Set(triple)
					}
					triple++
				}
			}
		}
		within = append(within, sets)
	}
	return within
}

// intersected returns the intersection of two sets, and whether it has an element.
func intersected(a, b []uint64) (both []uint64, some bool) {
	both = make([]uint64, len(a))
	for i := range both {
		both[i] = a[i] & b[i]
		some = some || both[i] != 0
	}
	return both, some
}

// bytesOf returns the words of a set as bytes, for the key of a map; wordsOf is its inverse.
func bytesOf(words []uint64) string {
	key := make([]byte, 0, 8*len(words))
	for _, word := range words {
		for ; len(key)%8 != 7; word >>= 8 {
			key = append(key, byte(word))
		}
		key = append(key, byte(word))
	}
	return string(key)
}

func wordsOf(key string) []uint64 {
	words := make([]uint64, len(key)/8)
	for i := range len(key) {
		words[i/8] |= uint64(key[i]) << (i % 8 * 8)
	}
	return words
}

// fewestNamedAtMost returns a lower bound for the number of players that are named at most limit times: the other
// players are named at least limit+1 times each, and all players together 2n times.
func fewestNamedAtMost(players, limit int) int {
	return (players*(limit-1) + limit) / (limit + 1) // rounded up
}

// solvableByNames computes the number of solvable labelled games by inclusion and exclusion. In each game at least
// `fewest` players are named (chosen) at most `limit` times. With the signs and binomial coefficients below, the sum
// over all sets of at least `fewest` such players counts each game once. namedAtMost[given][limit] is the number of
// solvable games in which each of the last `given` players is named at most `limit` times.
func solvableByNames(players, limit int, namedAtMost map[int][]uint64) *big.Int {
	fewest := fewestNamedAtMost(players, limit)
	sum := new(big.Int)
	for given := fewest; given <= players; given++ {
		term := new(big.Int).SetUint64(namedAtMost[given][limit])
		term.Mul(term, new(big.Int).Binomial(int64(players), int64(given)))
		term.Mul(term, new(big.Int).Binomial(int64(given-1), int64(fewest-1)))
		if (given-fewest)%2 == 1 {
			term.Neg(term)
		}
		sum.Add(sum, term)
	}
	return sum
}

func TestSolvableGamesByHowOftenPlayersAreNamed(t *testing.T) {
	most := 7
	if testing.Short() {
		most = 6
	}
	for players := 4; players <= most; players++ {
		namedAtMost := make(map[int][]uint64)
		for given := fewestNamedAtMost(players, 2); given <= players; given++ {
			namedAtMost[given] = solvableNamedAtMost(players, given, 3)
		}
		for _, limit := range []int{2, 3} {
			want := golden.Total("wonderwall", players, "solvable-games")
			if got := solvableByNames(players, limit, namedAtMost).String(); got != want {
				t.Errorf("n=%d, from games in which players are named at most %d times: %s solvable games, want %s", players, limit, got, want)
			}
		}
	}
}

func TestGamesHaveEnoughPlayersWhoAreRarelyNamed(t *testing.T) {
	const players = 5
	least := map[int]int{2: players, 3: players}
	named := make([]int, players)
	var choose func(player int)
	choose = func(player int) {
		if player == players {
			for limit := range least {
				seldom := 0
				for _, times := range named {
					if times <= limit {
						seldom++
					}
				}
				least[limit] = min(least[limit], seldom)
			}
			return
		}
		for _, c := range choicesInOrder(players, player) {
			named[c.wonderwall]++
			named[c.ninja]++
			choose(player + 1)
			named[c.wonderwall]--
			named[c.ninja]--
		}
	}
	choose(0)
	for limit, got := range least {
		if want := fewestNamedAtMost(players, limit); got < want {
			t.Errorf("a game has %d players named at most %d times, want at least %d", got, limit, want)
		}
	}
}

func TestSetsOfOrdersAreKeys(t *testing.T) {
	set := []uint64{1<<63 | 5, 0, 0xfedcba9876543210}
	if got := wordsOf(bytesOf(set)); !slices.Equal(got, set) {
		t.Errorf("%x comes back as %x", set, got)
	}
}
