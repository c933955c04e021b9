package enumerate

import (
	"embed"
	"strings"
)

// Documents are the documents, pictures and data that pages show, by their paths in the project.
//
//go:embed README.md rooms/proofs/README.md docs/*.md docs/*/*.md docs/pictures data/published-estimates.csv data/bfiles
var Documents embed.FS

// Citation is the citation of the program in the Citation File Format.
//
//go:embed CITATION.cff
var Citation string

// Repository returns the public address of the project, from the citation, or "" if it has none yet;
// tools/release/home.sh sets it.
func Repository() string {
	for line := range strings.Lines(Citation) {
		if address, ok := strings.CutPrefix(line, "repository-code: "); ok {
			return strings.TrimSpace(address)
		}
	}
	return ""
}

// Offline is tools/release/offline.sh, which identifies a checkout of the program.
//
//go:embed tools/release/offline.sh
var Offline []byte

// Estimates has the paths of published figures among the documents, by ruleset.
var Estimates = map[string]string{"wonderwall": "data/published-estimates.csv"}
