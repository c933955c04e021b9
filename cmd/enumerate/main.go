// Enumerate counts small games exactly, up to isomorphism.
//
// Run it with --help for what it does; the project's README says what for.
package main

import (
	"os"

	"enumerate/cli"
	"enumerate/games"
)

func main() {
	os.Exit(cli.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr, games.All()...))
}
