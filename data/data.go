// Package data has the files beside it, as they are part of the program.
package data

import "embed"

// Claims are what the sources of the rulesets state, a file each; package claims reads them.
//
//go:embed claims/*.md
var Claims embed.FS
