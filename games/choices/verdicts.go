package choices

import (
	"bytes"
	"context"
)

// mostGames is the largest number of games of a batch, which a new process of the judge answers. A judge in Python
// takes 20 ms to start, and a second for a batch of this size.
const mostGames = 1 << 17

// games are a batch for the judge.
type games struct {
	space         sizedSpace
	codes         []byte // a line for each game
	automorphisms []uint64
}

func (g *games) reset() { g.codes, g.automorphisms = g.codes[:0], g.automorphisms[:0] }

func (g *games) number() int { return len(g.automorphisms) }

func (g *games) add(choices []row, automorphisms uint64) {
	g.codes = append(appendCode(g.codes, choices, g.space.picks), '\n')
	g.automorphisms = append(g.automorphisms, automorphisms)
}

// appendCode appends the code of a game, which has a word for each player and a letter for each pick.
func appendCode(code []byte, choices []row, picks int) []byte {
	for p, r := range choices {
		if p > 0 {
			code = append(code, ' ')
		}
		for _, v := range r[:picks] {
			code = append(code, 'A'+v)
		}
	}
	return code
}

// judge gives the games of a batch their verdicts, calls visit with each game's code, verdict and number of
// automorphisms, until visit returns false, and empties the batch. Without a judge every game has verdict 0. A code is
// valid only until visit returns.
func (g *games) judge(ctx context.Context, visit func(code []byte, verdict int, automorphisms uint64) bool) (more bool, err error) {
	defer g.reset()
	if g.number() == 0 {
		return true, nil
	}

	verdicts := make([]uint8, g.number())
	if g.space.settings.judge != nil {
		verdicts, err = g.space.settings.judge.Ask(ctx, g.codes)
		if err != nil {
			return false, err
		}
	}

	rest := g.codes
	for i, verdict := range verdicts {
		end := bytes.IndexByte(rest, '\n')
		if !visit(rest[:end], int(verdict), g.automorphisms[i]) {
			return false, nil
		}
		rest = rest[end+1:]
	}
	return true, nil
}
