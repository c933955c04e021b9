//go:build offline && !js

package web

import "embed"

// embeddedFiles has what a browser needs to run the program, in programs of releases: tools/release/build.sh builds these
// with the tag offline and an overlay that has the files of this directory.
//
//go:embed embedded
var embeddedFiles embed.FS

func init() { embedded = embeddedFiles }
