package fleet

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"enumerate/internal/owned"
)

// owners has, for each type that owns its fields, the name of its file: no other file of the coordinator may use these
// fields. Types that are not listed, such as messages, entries and transactions, only carry values from one type to
// another.
var owners = map[string]string{
	"coordinator":      "coordinator.go",
	"intake":           "intake.go",
	"bans":             "bans.go",
	"schedule":         "schedule.go",
	"workload":         "schedule.go",
	"assignment":       "schedule.go",
	"pass":             "pass.go",
	"checks":           "checks.go",
	"verificationLoad": "checks.go",
	"verification":     "checks.go",
	"local":            "local.go",
	"register":         "register.go",
	"contribution":     "register.go",
	"dispute":          "register.go",
	"contributors":     "contributors.go",
	"listing":          "contributors.go",
	"roster":           "roster.go",
	"worker":           "roster.go",
	"probation":        "roster.go",
}

// No file may use the fields of a type that another file owns, except files of tests.
func TestEachTypeOwnsItsFields(t *testing.T) {
	t.Parallel()
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	sources := slices.DeleteFunc(names, func(name string) bool { return strings.HasSuffix(name, "_test.go") })
	p, err := owned.Check(sources, nil)
	if err != nil {
		t.Fatal(err)
	}

	for name, want := range owners {
		if file := p.Types[name]; file != want {
			t.Errorf("type %s is in %q, want %s", name, file, want)
		}
	}
	for _, use := range p.Uses {
		if owners[use.Type] != "" {
			t.Errorf("%v; only %s may use it", use, use.Owner)
		}
	}
}
