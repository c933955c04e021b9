// Enumerate counts small games exactly, up to isomorphism.
//
// Run it with --help for what it does; the project's README says what for.
package main

import (
	"os"
	"slices"

	"enumerate/cli"
	"enumerate/games"
	"enumerate/rooms/claims"
	"enumerate/rooms/classes"
	"enumerate/rooms/compare"
	"enumerate/rooms/fleet"
	"enumerate/rooms/generate"
	"enumerate/rooms/pictures"
	"enumerate/rooms/positions"
	"enumerate/rooms/proofs"
	"enumerate/rooms/simulate"
	"enumerate/rooms/web"
)

func main() { os.Exit(program().Main(web.Arguments(os.Args[1:]), os.Stdin, os.Stdout, os.Stderr)) }

func program() cli.Program {
	return cli.Program{
		Rulesets:   games.All(),
		Verbs:      slices.Concat(fleet.Verbs(web.Beside), web.Verbs(), simulate.Verbs(), claims.Verbs(), classes.Verbs(), compare.Verbs(), generate.Verbs(), pictures.Verbs(), positions.Verbs(), proofs.Verbs()),
		ExtraSpace: simulate.Space,
		Plot:       pictures.Plot,
	}
}
