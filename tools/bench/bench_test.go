// Package bench measures figures that documents state, and draws pictures of documents. Without -slow, each test
// measures only a small part of its figures. -update writes the pictures:
//
//	go test ./tools/bench -run Decisions -slow        decisions of the thesis's algorithm, of docs/papers/hard.md
//	go test ./tools/bench -run Antonim -slow          sections of P-positions, of docs/papers/heaps.md
//	go test ./tools/bench -run Times -slow -v -update   run times, docs/pictures/jump-times.svg and spies-times.svg
//	go test ./tools/bench -run Formulas -slow -v      sizes of formulas whose games have a verdict, of docs/papers/hard.md
//	go test ./tools/bench -run Hunt -v -timeout 0 -for 1h -to DIR   games that are hard for the search
//
// The scripts in this directory also time other programs. Package soak disturbs the program at random, and package
// browser tests the page.
package bench

import "flag"

var (
	slow   = flag.Bool("slow", false, "measure all figures of the documents, in a few minutes")
	update = flag.Bool("update", false, "write the pictures of the documents; plots only together with -slow")
)
