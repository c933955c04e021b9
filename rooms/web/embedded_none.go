//go:build !offline && !js

package web

import "embed"

// embeddedFiles is empty, except in programs of releases.
var embeddedFiles embed.FS
