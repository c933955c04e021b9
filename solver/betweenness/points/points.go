// Package points checks places of players in space, and projects a solution in space to a
// line.
//
// A solution in space puts the players in different places such that each player's wonderwall stands on the segment
// between the player and its ninja. A game with such a solution also has one on a line: along a direction in which no
// two players coincide, a player on a segment stays between its ends. Coordinates are exact.
package points

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"enumerate/internal/lists"
	"enumerate/internal/rows"
	"enumerate/solver/betweenness"
)

// A Place is the coordinates of a point in space.
type Place []*big.Rat

// A Misplaced is a player whose wonderwall does not stand between it and its ninja.
type Misplaced struct {
	Player int
	// InLine says that the three stand on one line, in another order.
	InLine bool
}

// Check returns the misplaced players of a valid game, ascending. If there are none, the places solve the game. It is
// an error if there is not one place for each player, if places have different numbers of coordinates, or if two
// players are in the same place.
func Check(g betweenness.Game, places []Place) ([]Misplaced, error) {
	if len(places) != len(g) {
		return nil, fmt.Errorf("%d places for %d players: expected one for each", len(places), len(g))
	}

	stands := make(map[string]int, len(places)) // by place, as a string: the player there
	for p, place := range places {
		if len(place) != len(places[0]) || len(place) == 0 {
			return nil, fmt.Errorf("the place of player %d has %d coordinates, that of player 0 has %d; expected the same, and at least one",
				p, len(place), len(places[0]))
		}
		key := place.String()
		if q, taken := stands[key]; taken {
			return nil, fmt.Errorf("players %d and %d stand in the same place, %s", q, p, key)
		}
		stands[key] = p
	}

	var misplaced []Misplaced
	for p, c := range g {
		if between, inLine := segment(places[p], places[c.Wonderwall], places[c.Ninja]); !between {
			misplaced = append(misplaced, Misplaced{p, inLine})
		}
	}
	return misplaced, nil
}

// String returns the coordinates in their lowest terms, so equal places have equal strings.
func (p Place) String() string {
	return strings.Join(lists.Map(p, (*big.Rat).RatString), " ")
}

// segment reports whether the place w is inside the segment from p to n, and whether w is on the line through p and n.
// The three places must be different. On the line, w is p + share*(n-p), with share between 0 and 1 inside the segment.
func segment(p, w, n Place) (between, inLine bool) {
	var share *big.Rat // from the first coordinate in which p and n differ
	for i := range p {
		toW, toN := new(big.Rat).Sub(w[i], p[i]), new(big.Rat).Sub(n[i], p[i])
		if share == nil && toN.Sign() != 0 {
			share = new(big.Rat).Quo(toW, toN)
		}

		expected := new(big.Rat) // what toW is on the line: share*toN, or 0 while p and n do not differ
		if share != nil {
			expected.Mul(toN, share)
		}
		if toW.Cmp(expected) != 0 {
			return false, false
		}
	}
	return share.Sign() > 0 && share.Cmp(big.NewRat(1, 1)) < 0, true
}

// Project returns the order of the players along a direction in which no two places coincide, and the direction. If
// Check finds no misplaced player, the order is a solution. The places must be distinct and have the same number of
// coordinates.
//
// Project tries the directions (1, t, t^2, ...) for t = 0, 1, 2, ... Along such a direction, two places coincide if
// t is a root of the polynomial whose coefficients are the differences of their coordinates. With d coordinates,
// this polynomial is not 0 and has degree less than d, so it has at most d-1 roots. So among any C(n,2)(d-1) + 1
// directions, one separates all n places. If the context ends, Project returns its error before the next direction.
func Project(ctx context.Context, places []Place) (order []int, direction []*big.Int, err error) {
	order = make([]int, len(places))
	for p := range order {
		order[p] = p
	}
	at := make([]*big.Rat, len(places)) // by player: its position along the direction
	for t := int64(0); ; t++ {
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}

		for p, place := range places {
			at[p] = along(place, t)
		}
		slices.SortFunc(order, func(p, q int) int { return at[p].Cmp(at[q]) })
		distinct := true
		for i := range order[1:] {
			distinct = distinct && at[order[i]].Cmp(at[order[i+1]]) != 0
		}

		if distinct {
			for k := range int64(len(places[0])) {
				direction = append(direction, new(big.Int).Exp(big.NewInt(t), big.NewInt(k), nil))
			}
			return order, direction, nil
		}
	}
}

// along returns the position of a place along the direction (1, t, t^2, ...), by Horner's rule.
func along(p Place, t int64) *big.Rat {
	position := new(big.Rat)
	factor := big.NewRat(t, 1)
	for _, x := range slices.Backward(p) {
		position.Mul(position, factor)
		position.Add(position, x)
	}
	return position
}

// ParseCoordinate reads an exact number: an integer, a decimal such as -0.4 or 1.5e3, or a fraction such as 1/3. It may
// have up to 1,000 characters and an exponent from -1000 to 1000, so that a short text cannot fill the memory.
func ParseCoordinate(text string) (*big.Rat, error) {
	const longest, largest = 1000, 1000
	if len(text) > longest {
		return nil, fmt.Errorf("a coordinate of %s characters; expected at most %s", rows.Count(uint64(len(text))), rows.Count(longest))
	}

	bad := fmt.Errorf("%.60q is not a coordinate; expected a number such as 2, -0.4, 1e3 or 1/3", text)
	// SetString also takes other texts, such as hexadecimal numbers.
	if strings.Trim(text, "+-.0123456789eE/") != "" {
		return nil, bad
	}

	numerator, denominator, isFraction := strings.Cut(text, "/")
	if isFraction {
		above, aboveOK := new(big.Int).SetString(numerator, 10)
		below, belowOK := new(big.Int).SetString(denominator, 10)
		if !aboveOK || !belowOK {
			return nil, bad
		}
		if below.Sign() == 0 {
			return nil, errors.New("the denominator is 0")
		}
		return new(big.Rat).SetFrac(above, below), nil
	}

	if i := strings.IndexAny(text, "eE"); i >= 0 {
		exponent, err := strconv.Atoi(text[i+1:])
		if errors.Is(err, strconv.ErrSyntax) {
			return nil, bad
		}
		if err != nil || exponent < -largest || exponent > largest {
			return nil, fmt.Errorf("the exponent of %.60q is out of range; expected a number from -%d to %d", text, largest, largest)
		}
	}

	x, ok := new(big.Rat).SetString(text)
	if !ok {
		return nil, bad
	}
	return x, nil
}
