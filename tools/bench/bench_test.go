// Package bench has measurements for figures in documents. Each test does a small part, so that it keeps
// working; -slow does all of it, and -update writes the pictures:
//
//	go test ./tools/bench -run Decisions -slow        decisions of the thesis's algorithm, of docs/papers/hard.md
//	go test ./tools/bench -run Antonim -slow          sections of P-positions, of docs/papers/heaps.md
//	go test ./tools/bench -run Times -slow -v -update   run times, docs/pictures/jump-times.svg and spies-times.svg
//	go test ./tools/bench -run Formulas -slow -v      sizes of formulas whose games have a verdict, of docs/papers/hard.md
//	go test ./tools/bench -run Hunt -v -timeout 0 -for 1h -to DIR   games that are hard for the search
//
// The scripts in this directory also time other programs. Package soak disturbs the program at random,
// and package browser tests the page.
package bench

import "flag"

var (
	slow   = flag.Bool("slow", false, "measure all that documents show, in some minutes")
	update = flag.Bool("update", false, "write the pictures of documents; plots with -slow")
)
