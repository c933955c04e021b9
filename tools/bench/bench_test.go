// Package bench has measurements whose figures documents show. Each is a test that does the
// beginning of it, so that it still works; -slow does all of it, and -update writes the pictures:
//
//	go test ./tools/bench -run Decisions -slow        decisions of the thesis's algorithm, of docs/papers/hard.md
//	go test ./tools/bench -run Antonim -slow          sections of P-positions, of docs/papers/heaps.md
//	go test ./tools/bench -run Times -slow -v -update   run times, docs/pictures/jump-times.svg and spies-times.svg
//	go test ./tools/bench -run Formulas -slow -v      how large the formulas are whose games have a verdict, of docs/papers/hard.md
//	go test ./tools/bench -run Hunt -v -timeout 0 -for 1h -to DIR   games that are hard for the search
//
// The scripts next to it time other programs as well. Directory soak disturbs the program at random, and
// browser tries the page.
package bench

import "flag"

var (
	slow   = flag.Bool("slow", false, "measure all that documents show, in some minutes")
	update = flag.Bool("update", false, "write the pictures of documents; plots with -slow")
)
