// Enumerate counts small games exactly, up to isomorphism.
//
// Run it with --help for what it does; the project's README says what for.
package main

import (
	"os"
	"slices"

	"enumerate/claims"
	"enumerate/cli"
	"enumerate/fleet"
	"enumerate/games"
	"enumerate/generate"
	"enumerate/pictures"
	"enumerate/positions"
	"enumerate/proofs"
	"enumerate/simulate"
	"enumerate/web"
)

func main() { os.Exit(program().Main(web.Arguments(os.Args[1:]), os.Stdin, os.Stdout, os.Stderr)) }

// program is every ruleset and the verbs of every room.
func program() cli.Program {
	return cli.Program{
		Rulesets: games.All(),
		Verbs:    slices.Concat(fleet.Verbs(web.Beside), web.Verbs(), simulate.Verbs(), claims.Verbs(), generate.Verbs(), pictures.Verbs(), positions.Verbs(), proofs.Verbs()),
		Stored:   simulate.Space,
		Plot:     pictures.Plot,
	}
}
