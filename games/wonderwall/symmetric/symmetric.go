// Package symmetric finds the number of classes of solvable games from the number of classes of solvable core games
// (every player is chosen), by Burnside's lemma.
//
// For this it counts the solvable games that a permutation of the players leaves unchanged. In such a game the choice of
// one player determines the choices of all players on its cycle. A long cycle is a cycle of two or more players. It is
// detached if no player outside it chooses one of its players, and linked otherwise. The number of games with detached
// cycles follows from games of fewer players, so only games whose long cycles are all linked are searched. The other
// players, the fixed points, choose only each other. In how many ways they can do so in a solvable game does not depend
// on the choices of the long cycles. The proofs are in docs/papers/symmetric.md.
//
// The package shares no code with the methods walk and count, except that the count, too, takes the cycle types of
// permutations from package canon.
package symmetric

import (
	"fmt"
	"iter"
	"math/big"
	"slices"

	"enumerate/canon"
	"enumerate/games/wonderwall/space"
)

// Classes returns the number of classes of solvable games of n = len(solvable) players. coreClasses is the number of
// classes of solvable core games of n players, and solvable[k] the number of solvable labelled games of k players, for k
// from 0 to n-1. For n up to 11 it takes less than a second, and for n = 12 a few seconds. It returns an error if n is
// greater than 12, if there are more solvable games than games, or if the sum over all permutations is not a multiple of
// n!. A wrong coreClasses is not noticed.
func Classes(coreClasses *big.Int, solvable []*big.Int) (*big.Int, error) {
	if len(solvable) > mostPlayers {
		return nil, fmt.Errorf("%d players: the classes of solvable games can be found from core games for at most %d", len(solvable), mostPlayers)
	}
	for players, games := range solvable {
		if all := (space.Space{Players: players}).Games(); games.Sign() < 0 || games.Cmp(all) > 0 {
			return nil, fmt.Errorf("%v solvable games of %d players; expected 0 to %v", games, players, all)
		}
	}
	c := counter{labelled: solvable, counts: make(map[string]*big.Int)}
	sum, permutations := new(big.Int), new(big.Int)
	for _, cycles := range canon.CycleTypes(len(solvable)) {
		ofType := cycles.Permutations()
		permutations.Add(permutations, ofType)
		sum.Add(sum, ofType.Mul(ofType, c.notCore(cycles)))
	}
	if c.err != nil {
		return nil, c.err
	}
	classes, rest := sum.QuoRem(sum, permutations, new(big.Int))
	if rest.Sign() != 0 {
		return nil, fmt.Errorf("the solvable games with an unchosen player that permutations of %d players leave unchanged sum to no multiple of the number of permutations", len(solvable))
	}
	return classes.Add(classes, coreClasses), nil
}

// A counter counts solvable games that permutations leave unchanged.
type counter struct {
	labelled []*big.Int          // the numbers of solvable labelled games, by the number of players
	counts   map[string]*big.Int // the results of unchanged, by the cycle type
	err      error               // an error, if there is one
}

// notCore returns how many of the solvable games that a permutation with these cycles leaves unchanged have a player whom
// no one chose: by statement (5) an inclusion and exclusion over the cycles on which no player is chosen.
func (c *counter) notCore(cycles canon.CycleType) *big.Int {
	sum := new(big.Int)
	for part, ways := range parts(cycles, 1) {
		c.add(sum, cycles, part, ways, choicesAmong)
	}
	return sum
}

// unchanged returns the number of solvable games that a permutation with these cycles leaves unchanged. The fixed points
// choose only each other, so there is none if their number has no solvable game.
func (c *counter) unchanged(cycles canon.CycleType) *big.Int {
	fixedPoints := c.labelled[cycles[1]]
	if cycles[1] == cycles.Points() || fixedPoints.Sign() == 0 {
		return fixedPoints
	}
	key := cycles.String()
	if c.counts[key] == nil {
		sum := c.linked(cycles)
		for part, ways := range parts(cycles, 2) {
			c.add(sum, cycles, part, ways, detachedChoices)
		}
		c.counts[key] = sum
	}
	return c.counts[key]
}

// add adds a term of an inclusion and exclusion to sum. The term is the number of solvable games that the cycles without
// `part` leave unchanged, times ways, times, for every cycle of `part`, the number of its choices. The term is subtracted
// if part has an even number of cycles. The function choices returns the number of choices of a cycle of the given
// length, if the cycles outside `part` are `rest`.
func (c *counter) add(sum *big.Int, cycles, part canon.CycleType, ways *big.Int, choices func(length int, rest canon.CycleType) int) {
	rest := slices.Clone(cycles)
	for length, count := range part {
		rest[length] -= count
	}
	term := new(big.Int).Neg(ways)
	for length, count := range part {
		for range count {
			term.Mul(term, big.NewInt(-int64(choices(length, rest))))
		}
	}
	if term.Sign() != 0 {
		sum.Add(sum, term.Mul(term, c.unchanged(rest)))
	}
}

// parts yields the cycle types of all nonempty sets of cycles, each of length `least` or more, of a permutation of the
// type `cycles`, and the number of sets of each type.
func parts(cycles canon.CycleType, least int) iter.Seq2[canon.CycleType, *big.Int] {
	return func(yield func(canon.CycleType, *big.Int) bool) {
		part := make(canon.CycleType, len(cycles))
		var choose func(length int, ways *big.Int) bool
		choose = func(length int, ways *big.Int) bool {
			if length == len(cycles) {
				return part.Points() == 0 || yield(slices.Clone(part), ways)
			}
			defer func() { part[length] = 0 }()
			for part[length] = range cycles[length] + 1 {
				sets := new(big.Int).Binomial(int64(cycles[length]), int64(part[length]))
				if !choose(length+1, sets.Mul(sets, ways)) {
					return false
				}
			}
			return true
		}
		choose(least, big.NewInt(1))
	}
}

// choicesAmong returns how many choices a cycle of this length has if its players choose only players on the cycles
// `rest`.
func choicesAmong(length int, rest canon.CycleType) int {
	players := rest.Fixed(length)
	return players * (players - 1)
}

// detachedChoices returns how many choices of a detached cycle of this length some order satisfies. The players of the
// cycle may choose each other and the players on the cycles `rest`.
func detachedChoices(length int, rest canon.CycleType) int {
	cycles := slices.Clone(rest)
	cycles[length]++
	p := newPermutation(cycles)
	count := 0
	for _, o := range p.options(slices.Index(p.lengths, length), 0) {
		if satisfiable(o.choices) {
			count += o.alike
		}
	}
	return count
}

// linked returns the number of solvable games that a permutation with these cycles leaves unchanged and whose long cycles
// are all linked.
func (c *counter) linked(cycles canon.CycleType) *big.Int {
	p := newPermutation(cycles)
	ways := int64(0) // in which the long cycles can choose
	var chosen []choice

	// choose tries all choices of the long cycles that are not in `done`. The cycles `mentioned` have chosen or are chosen,
	// and the cycles `linked` are linked. The choices so far stand for `alike` choices that are relabelings of each other.
	var choose func(done, mentioned, linked cycleSet, alike int)
	choose = func(done, mentioned, linked cycleSet, alike int) {
		allChose := done == p.longCycles()
		if allChose && linked&p.longCycles() != p.longCycles() || !satisfiable(chosen) {
			return
		}
		if allChose {
			c.checkFixedPoints(p, chosen)
			ways += int64(alike)
			return
		}
		cycle := p.nextCycle(done, mentioned)
		for _, o := range p.options(cycle, mentioned) {
			chosen = append(chosen, o.choices...)
			choose(done.with(cycle), mentioned|o.mentioned, linked|o.linked, alike*o.alike)
			chosen = chosen[:len(chosen)-len(o.choices)]
		}
	}
	choose(0, 0, 0, 1)
	return new(big.Int).Mul(big.NewInt(ways), c.labelled[cycles[1]])
}

// checkFixedPoints checks the condition of statement (4): the choices of the long cycles allow every order of the fixed
// points that they name, up to reversal. Some order satisfies these choices, so two fixed points or fewer need no check.
func (c *counter) checkFixedPoints(p permutation, chosen []choice) {
	points := p.fixedPointsIn(chosen)
	if len(points) > 3 {
		c.err = fmt.Errorf("cycles of lengths %v choose %d fixed points, expected at most 3", p.lengths, len(points))
	}
	if len(points) != 3 {
		return
	}
	for i := range points { // up to reversal, an order of three players is given by the middle one
		middle := choice{points[(i+1)%3], points[i], points[(i+2)%3]}
		if !satisfiable(append(slices.Clip(chosen), middle)) {
			c.err = fmt.Errorf("the choices %v do not allow every order of the fixed points %v", chosen, points)
		}
	}
}
