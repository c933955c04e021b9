//go:build offline && !js

package web

import "embed"

// embeddedFiles has the files that a browser needs to run the program. Only programs of releases contain them:
// tools/release/build.sh builds these with the tag offline, and with an overlay that puts the files into the directory
// embedded.
//
//go:embed embedded
var embeddedFiles embed.FS

func init() { embedded = embeddedFiles }
