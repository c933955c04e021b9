// Package questions answers questions about a single game of Ninja Assassin Wonderwall: why it has its verdict, which
// choices to change, how many solutions there are, and whether the answer of another program is right. It also draws
// pictures. A program adds this package with
//
//	r := wonderwall.New()
//	r.Reading = questions.Reading()
//	r.Questions = append(r.Questions, questions.All()...)
//	r.Drawings = questions.Drawings()
//
// The files of this package, with the package that does the work in parentheses:
//
//   - reading.go reads games (package text).
//   - explain.go prints who stands between whom, or why no line has all (package cases).
//   - repair.go prints the changes that make a game solvable (package repair).
//   - orders.go counts and lists the solutions (package orders).
//   - formula.go writes a game and its refutation for SAT solvers and proof checkers, and reads their answers (package
//     formula).
//   - places.go reads and checks places of players in space (package points).
//   - drawings.go draws the answers (package draw).
package questions

import (
	"context"

	"enumerate/enum/single"
	"enumerate/games/wonderwall"
)

// All lists the questions, which come after the one that the ruleset itself answers.
func All() []single.Question {
	formats := single.SolutionFormats()
	return []single.Question{
		{
			Name: single.Explain, Summary: "print who is between whom, or why no solution exists", Title: "Why",
			Example: "echo BC DA BA BA | enumerate solve --explain",
			Lines:   true, Formats: formats, Ask: asks(table.explain),
		}, {
			Name: "repair", Summary: "print the fewest changes that make it solvable", Title: "The smallest repair",
			Example: "enumerate solve data/examples/camp.csv --repair",
			Formats: append(single.SolutionFormats(), single.GameFormat), Ask: asks(table.repair),
		}, {
			Name: "count", Summary: "print the number of solutions", Title: "Number of solutions",
			Example: "echo BC CD BA BA CD | enumerate solve --count",
			Formats: formats, Ask: asks(table.count),
		}, {
			Name: "all", Summary: "print all solutions, one on each line",
			Example: "echo BC CD BA BA CD | enumerate solve --all",
			Lines:   true, Long: true, Formats: formats, Ask: asks(table.all),
		}, {
			Name: "dimacs", Summary: "print the game as a formula, in the DIMACS format",
			Example: "enumerate solve data/examples/four.txt --dimacs",
			Alone:   true, Formats: []string{"dimacs"}, Ask: asks(dimacs(false)),
		}, {
			Name: "relaxed", Summary: "print the formula without its transitivity clauses",
			Example: "enumerate solve data/examples/four.txt --relaxed",
			Alone:   true, Formats: []string{"dimacs"}, Ask: asks(dimacs(true)),
		}, {
			Name: "proof", Summary: "write a refutation, as LRAT, and print its formula", Input: single.File, Output: "lrat",
			Example: "enumerate solve data/examples/camp.csv --proof camp.lrat > camp.cnf",
			Alone:   true, Formats: []string{"dimacs"}, Ask: asks(table.refute),
		}, {
			Name: "model", Summary: "check a SAT solver's answer, - for standard input", Input: single.File,
			Example: "enumerate solve BC DF BA BE DF DB --model data/examples/answer.txt",
			Alone:   true, Formats: formats, Ask: asks(table.readModel),
		}, {
			Name: "points", Summary: "check where players stand, - for standard input", Input: single.File,
			Example: "enumerate solve BC DF BA BE DF DB --points data/examples/places.txt",
			Alone:   true, Formats: formats, Ask: asks(table.checkPlaces),
		},
	}
}

// A table is a game that the ruleset has read.
type table struct{ wonderwall.Table }

func asks(ask func(t table, ctx context.Context, how single.How) (single.Answer, error)) func(context.Context, single.Game, single.How) (single.Answer, error) {
	return single.Asks(func(t wonderwall.Table, ctx context.Context, how single.How) (single.Answer, error) {
		return ask(table{t}, ctx, how)
	})
}
