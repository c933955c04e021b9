package betweenness

import "fmt"

// A Choice is what one player chose: two other players, its wonderwall and its
// ninja. Players are numbered from 0.
type Choice struct {
	Wonderwall, Ninja int
}

// A Game is one choice per player: Game[p] is the choice of player p.
type Game []Choice

// Validate reports the first choice that breaks a rule of the game: fewer than
// three players, a player outside the game, a player choosing itself, or the
// same player twice.
func (g Game) Validate() error {
	if len(g) < 3 {
		return fmt.Errorf("a game needs at least 3 players, this one has %d", len(g))
	}
	for p, c := range g {
		for _, q := range [2]int{c.Wonderwall, c.Ninja} {
			if q < 0 || q >= len(g) {
				return fmt.Errorf("player %d chose %d, which is not one of the players 0..%d", p, q, len(g)-1)
			}
			if q == p {
				return fmt.Errorf("player %d chose itself", p)
			}
		}
		if c.Wonderwall == c.Ninja {
			return fmt.Errorf("player %d chose player %d twice", p, c.Ninja)
		}
	}
	return nil
}
