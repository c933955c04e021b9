package thesis

import (
	"cmp"
	"slices"
)

// A rule chooses the player about whom an algorithm assumes something next, or none if all triplets are oriented. The
// thesis has three different rules: in its examples, in its text and in its program.
type rule func(*implied) (int, error)

// byPair is the rule of the thesis's examples: "the most common pair among all triplets". It takes the player whose
// pair with its wonderwall is in most of the triplets that have no orientation yet. Among several it prefers one that
// is its wonderwall's wonderwall.
func byPair(s *implied) (int, error) {
	return s.best(func(p int) int {
		w := s.game[p].Wonderwall
		count := 0
		for _, q := range s.holders[pairOf(p, w)] {
			if !s.oriented(q) {
				count += 2
			}
		}
		if s.game[w].Wonderwall == p {
			count++ // breaks ties, because every triplet counts 2
		}
		return count
	})
}

// byTriplet is the rule of the thesis's text. It chooses the player whose triplet "shares two elements with as many
// [triplets left] as possible". The triplets left have no orientation yet.
func byTriplet(s *implied) (int, error) {
	// counted[q] is p+1 if q's triplet was last counted for p, so that it counts once even if it shares several pairs.
	counted := make([]int, len(s.game))
	return s.best(func(p int) int {
		sharing := 0
		for _, pair := range s.pairs(p) {
			for _, q := range s.holders[pair] {
				if counted[q] != p+1 && !s.oriented(q) {
					counted[q] = p + 1
					sharing++
				}
			}
		}
		return sharing
	})
}

// byScore is the rule of the thesis's program. It gives each player a score: for each of the three pairs in the
// player's triplet it counts the triplets that contain the pair, and takes the largest count. The players are sorted by
// score once. The next player is the one with the highest score among those whose triplets have no orientation yet. Of
// several such players it is the last one. The sort is stable here. The program's sort is stable only for up to 16
// players, so for more players the orders may differ.
func byScore(s *implied) (int, error) {
	if s.scoreOrder == nil { // the first call
		score := make([]int, len(s.game))
		for p := range s.game {
			s.scoreOrder = append(s.scoreOrder, p)
			for _, pair := range s.pairs(p) {
				score[p] = max(score[p], len(s.holders[pair]))
			}
		}
		slices.SortStableFunc(s.scoreOrder, func(p, q int) int { return cmp.Compare(score[p], score[q]) })
	}

	for _, p := range slices.Backward(s.scoreOrder) {
		if err := s.digraph.budget.Spend(50); err != nil {
			return none, err
		}
		if !s.oriented(p) {
			return p, nil
		}
	}
	return none, nil
}

// best returns the first player with the largest count among those whose triplets have no orientation yet, or none. The
// function count must return at least 1.
func (s *implied) best(count func(p int) int) (int, error) {
	best, most := none, 0
	for p := range s.game {
		if err := s.digraph.budget.Spend(50); err != nil {
			return none, err
		}
		if s.oriented(p) {
			continue
		}
		if c := count(p); c > most {
			best, most = p, c
		}
	}
	return best, nil
}

// pairs returns the three pairs of players in p's triplet.
func (s *implied) pairs(p int) [3][2]int {
	c := s.game[p]
	return [3][2]int{pairOf(p, c.Wonderwall), pairOf(c.Wonderwall, c.Ninja), pairOf(p, c.Ninja)}
}
