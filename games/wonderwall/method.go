package wonderwall

import (
	"fmt"

	"enumerate/enum"
)

// The methods other than the walk.
const (
	countMethod = "count"
	coreMethod  = "core"
)

// Methods lists the two counts by layers of partial games.
func (Ruleset) Methods() []enum.Method {
	return []enum.Method{
		{Name: countMethod, Summary: "layers of partial games, isomorphic ones merged"},
		{Name: coreMethod, Summary: "the same for games in which everybody is chosen, of all smaller sizes too, put together by an identity"},
	}
}

// Counting returns the space of one size under one of these methods; see NewCounting.
func (Ruleset) Counting(method string, players int, m enum.Means) (enum.Space, error) {
	if method != countMethod && method != coreMethod {
		return nil, fmt.Errorf("wonderwall games are counted by the methods %s and %s, not %q", countMethod, coreMethod, method)
	}
	c, err := NewCounting(players, method == coreMethod, m)
	if err != nil {
		return nil, err // and not a nil *Counting, which is no nil enum.Space
	}
	return c, nil
}
