// Package build describes the build of this program, which shows it as its version, and stores it with runs.
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
	Version    string `json:"version"`
	Commit     string `json:"commit,omitempty"`
	CommitTime string `json:"committed,omitempty"` // RFC 3339
	Modified   bool   `json:"modified"`            // the checkout was changed after the commit
	Go         string `json:"go"`
	Platform   string `json:"platform"` // GOOS/GOARCH
}

// Info returns the build that Go recorded in the program. A program built outside a checkout has no commit.
func Info() Build {
	b := Build{Version: version, Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return b
	}
	if version == Development && strings.HasPrefix(info.Main.Version, "v") {
		b.Version = info.Main.Version // the program was installed from this module
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			b.Commit = s.Value
		case "vcs.time":
			b.CommitTime = s.Value
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
		line += fmt.Sprintf(", commit %.12s of %s", b.Commit, b.CommitTime)
	}
	if b.Modified {
		line += ", modified"
	}
	return line + ", " + b.Go + " " + b.Platform
}

// Name returns one word that identifies the build: the version, followed by the commit unless the version contains it.
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
