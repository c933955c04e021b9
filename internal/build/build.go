// Package build describes the program's build, for its version and for the runs that it
// stores.
package build

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
)

// Development is the version of a program built from a checkout without a tag.
const Development = "development"

// version is the version of a release, set with -ldflags -X.
var version = Development

// A Build describes what the program was built from.
type Build struct {
	Version   string `json:"version"`
	Commit    string `json:"commit,omitempty"`
	Committed string `json:"committed,omitempty"` // RFC 3339
	Modified  bool   `json:"modified"`            // the checkout was changed since the commit
	Go        string `json:"go"`
	Platform  string `json:"platform"` // GOOS/GOARCH
}

// Info returns what Go recorded. A program built outside a checkout has no commit.
func Info() Build {
	b := Build{Version: version, Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return b
	}
	if version == Development && strings.HasPrefix(info.Main.Version, "v") {
		b.Version = info.Main.Version // of the module from which it was installed
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			b.Commit = s.Value
		case "vcs.time":
			b.Committed = s.Value
		case "vcs.modified":
			b.Modified = s.Value == "true"
		}
	}
	return b
}

// String returns the build on one line.
func (b Build) String() string {
	line := b.Version
	if b.Commit != "" {
		line += fmt.Sprintf(", commit %.12s of %s", b.Commit, b.Committed)
	}
	if b.Modified {
		line += ", modified"
	}
	return line + ", " + b.Go + " " + b.Platform
}

// Name returns the version and, if the version does not contain it, the commit: one word
// that identifies the build.
func (b Build) Name() string {
	name := b.Version
	if commit := fmt.Sprintf("%.12s", b.Commit); !strings.Contains(name, commit) {
		name += "+" + commit
	}
	if b.Modified && !strings.Contains(name, "dirty") {
		name += "-dirty"
	}
	return name
}
