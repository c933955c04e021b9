// Package choices is a family of rulesets: each of n players picks k players. A program of the user, the judge, gives
// each game its verdict.
//
// # Games
//
// Four parameters define what a choice is. "picks" is k. "order" says whether the first pick has another role than the
// second, "self" whether players may pick themselves, and "repeat" whether a player may be picked twice. Two games
// belong to the same class if a permutation of the players turns one into the other. Without a judge every game has the
// verdict "unjudged", and a run counts classes: digraphs in which every vertex has k arcs.
//
// A game is written as a word for each player, with the letters of the picked players: in BC DA BA BA player A picks B,
// then C.
//
// If each player picks one other player, there are 1, 2, 6, 13 classes with 2, 3, 4, 5 players (OEIS A001373).
//
// # Files, in reading order
//
//   - ruleset.go: the parameters, and the functions that the engine needs.
//   - space.go: the numbers of games and classes, by formula.
//   - least.go: the least string of a game, which is its canonical form.
//   - walk.go: one game of every class, by orderly generation; shards; the list.
//   - verdicts.go: batches of games, each judged by one process.
//   - game.go: a single game, its class and verdict; random games.
//   - draw.go: the picture of a game.
package choices

import (
	"cmp"
	"context"
	"fmt"
	"strconv"

	"enumerate/enum"
	"enumerate/enum/kit"
	"enumerate/enum/single"
	"enumerate/games/choices/judge"
)

const (
	name        = "choices"
	mostPicks   = 4
	mostPlayers = 26 // the number of letters that can name players
	mostWalked  = 13
)

type settings struct {
	picks                 int
	order, self, repeated bool
	judge                 *judge.Judge // nil without a judge
	program               *judge.Judge // the judge of --judge, which With uses if the parameters name it; nil without one
}

func defaults() settings { return settings{picks: 2, order: true} }

// New returns the ruleset with default parameters and without a judge.
func New() *enum.Ruleset { return defaults().ruleset() }

func (s settings) ruleset() *enum.Ruleset {
	walk := func(players int, _ enum.Means) (enum.Space, error) { return s.walkable(players) }
	return &enum.Ruleset{
		Name:    s.name(),
		Summary: "each of n players picks some others, and your program gives each game its verdict",
		Size:    "players",
		Sizes:   enum.Range{First: s.fewest(), Last: mostPlayers},
		Group:   "the players, n!",
		Example: "--game choices:picks=1 --n 2..7",
		Akin:    "A001373, A329228 (digraphs with k arcs from every vertex), A001372, A259471 (with loops)",
		Space:   s.newSpace,
		Methods: []enum.Method{{
			Name:     enum.Walk,
			Summary:  "visits one game of every class",
			Sizes:    enum.Range{First: s.fewest(), Last: mostWalked},
			Space:    walk,
			Estimate: enum.Forecasts(walk, func(s enum.Space) enum.Descent { return s.Walker().(*walker).descent }),
		}},
		Lister:  kit.Lists(walk, func(s enum.Space) enum.Lister { return s.Walker().(*walker).list }),
		Sampler: kit.Samples(s.newSpace, func(s enum.Space) enum.Sampler { return newSampler(s.(sizedSpace)) }),

		Parameters: parameters(),
		With:       s.with,
		WithJudge:  s.judged,

		Games: single.Games{
			Reading:   single.Reading{Read: s.read, Input: s.input()},
			Questions: []single.Question{single.Solving("enumerate solve --game choices BC DA BA BA", single.SolutionFormats())},
			Drawings:  []single.Question{{Name: "draw", Example: "enumerate draw --game choices BC DA BA BA -o choices.svg", Formats: []string{"svg"}, Ask: single.Asks(game.draw)}},
			Classify:  single.Classifies(game.classify),
			Families: []single.Family{
				{Name: "random", Summary: "a random game of this size; all are equally likely", Formats: []string{single.GameFormat}, Generate: s.random},
			},
		},
	}
}

func parameters() []enum.Parameter {
	return []enum.Parameter{
		{Name: "picks", Values: fmt.Sprintf("1 to %d", mostPicks), Default: "2", Summary: "how many players each player picks"},
		{Name: "order", Values: "yes|no", Default: "yes", Summary: "whether the order of a player's picks matters"},
		{Name: "self", Values: "no|yes", Default: "no", Summary: "whether players may pick themselves"},
		{Name: "repeat", Values: "no|yes", Default: "no", Summary: "whether a player may pick the same player twice"},
		{Name: "judge", Values: "none or a name", Default: "none", Summary: "the name of the program that gives the verdicts"},
	}
}

// with returns the ruleset with the given values of parameters. If the parameter judge is the name of the program that
// --judge gave, the ruleset uses this program. Otherwise its judge has only a name: stored runs can be read, proved and
// merged, but no game can be judged.
func (s settings) with(values map[string]string) (*enum.Ruleset, error) {
	set := defaults()
	set.program = s.program
	if value, ok := values["picks"]; ok {
		picks, err := strconv.Atoi(value)
		if err != nil || picks < 1 || picks > mostPicks {
			return nil, fmt.Errorf("picks=%.40s: expected a number from 1 to %d", value, mostPicks)
		}
		set.picks = picks
	}

	order, err1 := kit.Choose(values, "order", "yes", "no")
	self, err2 := kit.Choose(values, "self", "no", "yes")
	repeated, err3 := kit.Choose(values, "repeat", "no", "yes")
	if err := cmp.Or(err1, err2, err3); err != nil {
		return nil, err
	}
	set.order, set.self, set.repeated = order == 0, self == 1, repeated == 1
	if set.picks == 1 { // one pick has no order, and cannot be repeated
		set.order, set.repeated = true, false
	}

	if value, ok := values["judge"]; ok && value != "none" {
		named, err := judge.Named(value)
		if err != nil {
			return nil, err
		}
		set.judge = named
		if s.program != nil && s.program.Name() == value {
			set.judge = s.program
		}
	}
	return set.ruleset(), nil
}

// judged returns the ruleset with the judge that --judge names. If the parameters name a judge, as the parameters of a
// stored run do, --judge must name the same judge.
func (s settings) judged(ctx context.Context, j single.Judge) (*enum.Ruleset, error) {
	program, err := judge.New(ctx, j.Command, j.Format, j.Timeout)
	if err != nil {
		return nil, err
	}
	if s.judge != nil && s.judge.Name() != program.Name() {
		return nil, fmt.Errorf("--game names the judge %s, --judge the judge %s: leave out --judge", s.judge.Name(), program.Name())
	}
	s.judge, s.program = program, program
	return s.ruleset(), nil
}

// name returns "choices" and the parameters that do not have their defaults.
func (s settings) name() string {
	yes := map[bool]string{true: "yes", false: "no"}
	values := map[string]string{"picks": strconv.Itoa(s.picks), "order": yes[s.order], "self": yes[s.self], "repeat": yes[s.repeated], "judge": "none"}
	if s.judge != nil {
		values["judge"] = s.judge.Name()
	}
	return kit.SettingName(name, parameters(), func(parameter string) string { return values[parameter] })
}

// fewest returns the smallest number of players with which every player can make all picks.
func (s settings) fewest() int {
	players := s.picks
	if s.repeated {
		players = 1
	}
	if !s.self {
		players++
	}
	return players
}
