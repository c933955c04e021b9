package choices

import (
	"context"
	"fmt"
	"io"
	"iter"
	"math/big"
	"math/rand/v2"
	"slices"

	"enumerate/canon"
	"enumerate/enum"
	"enumerate/enum/single"
	"enumerate/internal/text"
)

type game struct {
	space   sizedSpace
	choices []row
}

func (g game) String() string { return string(appendCode(nil, g.choices, g.space.picks)) }

func (g game) Contents() single.Contents {
	return single.Contents{Others: []single.Format{{Name: single.GameFormat, Write: func(w io.Writer) error {
		_, err := fmt.Fprintln(w, g)
		return err
	}}}}
}

// input describes, for help texts, how a game of this ruleset is written.
func (s settings) input() string {
	example := "BC DA BA BA: player A picks B, then C"
	if s.picks != 2 {
		example = "with picks=2 BC DA BA BA: player A picks B, then C"
	}
	return fmt.Sprintf(`one game on each line, as a word for each player with a letter for each of the %d picks.
The players are A, B, C and so on, at most %d. For example, %s.
A '#' starts a comment.
`, s.picks, mostPlayers, example)
}

// read yields each game as a [game] or a [text.Error]. After an error it continues with the next line.
func (s settings) read(in io.Reader) iter.Seq2[single.Game, error] {
	const mostLine = 1 << 16
	scanner := text.NewScanner(in)
	return text.All(scanner, func() (single.Game, error) {
		words, err := scanner.Words(mostLine)
		if err != nil {
			return nil, err
		}
		return s.parse(words)
	})
}

// parse returns the game of a line. The error names the first wrong word or letter.
func (s settings) parse(words []text.Word) (single.Game, error) {
	n := len(words)
	space, err := s.space(n)
	if err != nil {
		return nil, words[0].Errorf("expected %d to %d words, one for each player; found %d", s.fewest(), mostPlayers, n)
	}

	g := game{space: space, choices: make([]row, n)}
	last := string(rune('A' + n - 1))
	for p, word := range words {
		if len(word.Text) != s.picks {
			return nil, word.Errorf("%s is not %d picks; expected %d letters from A to %s", word.Quoted(), s.picks, s.picks, last)
		}

		choice := &g.choices[p]
		for i := range s.picks {
			v := word.Text[i] - 'A'
			letter := word.From(i)
			switch {
			case int(v) >= n:
				return nil, letter.Errorf("%.1q is not a player; expected letters from A to %s", letter.Text, last)
			case int(v) == p && !s.self:
				return nil, letter.Errorf("player %c picks themselves; expected other players, or set self=yes", 'A'+v)
			case !s.repeated && slices.Contains(choice[:i], v):
				return nil, letter.Errorf("player %c picks %c twice; expected different players, or set repeat=yes", 'A'+uint8(p), 'A'+v)
			}
			choice[i] = v
		}

		if !s.order {
			choice.sort(s.picks)
		}
	}
	return g, nil
}

func (g game) Solve(ctx context.Context, _ single.How) (single.Answer, error) {
	solution, err := g.solution(ctx)
	if err != nil {
		return nil, err
	}
	return solution, nil
}

// solution asks the judge, the user's program that gives verdicts, about a batch of this game alone.
func (g game) solution(ctx context.Context) (single.Solution, error) {
	one := games{space: g.space}
	one.add(g.choices, 1) // the number of automorphisms, 1, is not used here

	var solution single.Solution
	_, err := one.judge(ctx, func(_ []byte, verdict int, _ uint64) bool {
		solution.Verdict = g.space.Verdicts()[verdict]
		return true
	})
	return solution, err
}

// classify returns the class of the game. For up to mostWalked players, the canonical form is the game of the class
// with the least string (its list of choices; see numbers), which a walk visits. For more players, package canon finds
// a canonical form.
func (g game) classify(ctx context.Context) (single.Form, error) {
	n := len(g.choices)
	relabeling := make(canon.Relabeling, n)
	var automorphisms *big.Int
	if n <= mostWalked {
		least := g.least()
		for p := range relabeling {
			relabeling[p] = int(least.first[p])
		}
		automorphisms = new(big.Int).SetUint64(least.automorphisms())
	} else {
		form, err := canon.Canonical(ctx, g.graph())
		if err != nil {
			return single.Form{}, err
		}
		relabeling, automorphisms = form.Relabeling, form.Automorphisms
	}

	if err := relabeling.Validate(); err != nil {
		return single.Form{}, fmt.Errorf("choices: the relabeling of %v to its canonical form: %w", g, err)
	}
	canonical := g.relabeled(relabeling)
	return single.Form{
		Game:          canonical.String(),
		Size:          n,
		Automorphisms: automorphisms,
		Group:         g.space.Group,
		Relabeling: func() []single.Renaming {
			renamings := make([]single.Renaming, n)
			for p, q := range relabeling {
				renamings[p] = single.Renaming{From: string(rune('A' + p)), To: string(rune('A' + q))}
			}
			return renamings
		},
		Solution: canonical.solution,
	}, nil
}

// least finds the numbering of the players that gives the game its least string, the list of choices written in the new
// numbers. With this numbering the game is in canonical form.
func (g game) least() *numbers {
	s := &numbers{players: len(g.choices), picks: g.space.picks, ordered: g.space.order, choosers: len(g.choices)}
	copy(s.choice[:], g.choices)

	for p, choice := range g.choices {
		for _, picked := range choice[:s.picks] {
			if int(picked) != p {
				s.pickedPlayers |= 1 << picked
			}
		}
	}

	s.find()
	return s
}

// graph returns the game as a graph for package canon, with an arc to every pick. If picks have an order, the kind of
// an arc is the place of the pick, otherwise the number of times that the player is picked.
func (g game) graph() canon.Graph {
	graph := canon.Graph{Points: len(g.choices)}
	for p, r := range g.choices {
		picks := r[:g.space.picks]
		for i, v := range picks {
			kind := i
			if !g.space.order {
				if slices.Index(picks, v) < i {
					continue // an earlier pick of the same player has made the arc
				}
				kind = count(picks, v)
			}
			graph.Arcs = append(graph.Arcs, canon.Arc{From: p, To: int(v), Kind: kind})
		}
	}
	return graph
}

// count returns how often v is among the picks.
func count(picks []uint8, v uint8) (number int) {
	for _, x := range picks {
		if x == v {
			number++
		}
	}
	return number
}

// relabeled returns the game in which player r[p] is player p of g.
func (g game) relabeled(r canon.Relabeling) game {
	h := game{space: g.space, choices: make([]row, len(g.choices))}
	for p, choice := range g.choices {
		to := &h.choices[r[p]] // the choice of the same player in the result
		for i, v := range choice[:g.space.picks] {
			to[i] = uint8(r[v])
		}
		if !g.space.order {
			to.sort(g.space.picks)
		}
	}
	return h
}

// A sampler draws labelled games, all with the same probability, and judges them in batches.
type sampler struct {
	space   sizedSpace
	choices []row
	games   games
}

func newSampler(s sizedSpace) enum.Sampler {
	return &sampler{space: s, choices: make([]row, s.players), games: games{space: s}}
}

func (s *sampler) Draw(random *rand.Rand) {
	s.space.draw(s.choices, random)
	s.games.add(s.choices, 1)
}

func (s *sampler) Decide(ctx context.Context) (verdicts []int, err error) {
	_, err = s.games.judge(ctx, func(_ []byte, verdict int, _ uint64) bool {
		verdicts = append(verdicts, verdict)
		return true
	})
	return verdicts, err
}

func (s *sampler) Sample(ctx context.Context, random *rand.Rand) (int, enum.Work, error) {
	s.Draw(random)
	verdicts, err := s.Decide(ctx)
	if err != nil {
		return 0, enum.Work{}, err
	}
	return verdicts[0], enum.Work{}, nil
}

// draw fills choices with random choices of all players, all equally likely.
//
// If a player may be picked twice, and the order of the picks means nothing, choices are multisets. Picks drawn one by
// one would not make all multisets equally likely. So each multiset is drawn as a set of k different numbers below
// m+k-1, where k is the number of picks and m the number of players who may be picked. If i is subtracted from the i-th
// number in ascending order, from i = 0 on, each multiset results from exactly one set.
func (s sizedSpace) draw(choices []row, random *rand.Rand) {
	others := s.players // how many players a player may pick
	if !s.self {
		others--
	}

	spread := s.repeated && !s.order // whether choices are drawn as sets; see above
	below := others                  // picks are drawn as numbers below this
	if spread {
		below += s.picks - 1
	}

	for p := range choices {
		choice := &choices[p]
		for i := 0; i < s.picks; { // a number that must not repeat is drawn again
			choice[i] = uint8(random.IntN(below))
			if s.repeated && s.order || !slices.Contains(choice[:i], choice[i]) {
				i++
			}
		}
		if !s.order {
			choice.sort(s.picks)
		}

		// From numbers to players: turn a set into a multiset (see above), and skip the player itself.
		for i := range s.picks {
			if spread {
				choice[i] -= uint8(i)
			}
			if !s.self && int(choice[i]) >= p {
				choice[i]++
			}
		}
	}
}

func (s settings) random(players int, random *rand.Rand) (single.Answer, error) {
	space, err := s.space(players)
	if err != nil {
		return nil, err
	}
	g := game{space: space, choices: make([]row, players)}
	space.draw(g.choices, random)
	return g, nil
}
