package enumerate

import (
	"embed"
	"strings"
)

// Documents are the documents, their pictures and the data that pages show and that the program
// has with it wherever it is installed, by their paths in the project.
//
//go:embed README.md rooms/proofs/README.md docs/*.md docs/*/*.md docs/pictures data/published-estimates.csv data/bfiles
var Documents embed.FS

// Citation says how the program is cited, in the Citation File Format.
//
//go:embed CITATION.cff
var Citation string

// Repository returns the public address of the project, from the citation, or "" if it has none yet; tools/release/home.sh
// sets it.
func Repository() string {
	for line := range strings.Lines(Citation) {
		if address, ok := strings.CutPrefix(line, "repository-code: "); ok {
			return strings.TrimSpace(address)
		}
	}
	return ""
}

// Offline is tools/release/offline.sh, by which a checkout of the program is known.
//
//go:embed tools/release/offline.sh
var Offline []byte

// Estimates names the published figures of a ruleset among the documents, by its name.
var Estimates = map[string]string{"wonderwall": "data/published-estimates.csv"}
