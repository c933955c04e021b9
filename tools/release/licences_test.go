// Package release has the scripts that make and check a release, and tests that write files for these scripts.
package release

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
)

var (
	systems = flag.String("systems", runtime.GOOS+"/"+runtime.GOARCH, "systems whose programs are looked at, such as linux/amd64,windows/amd64")
	into    = flag.String("licences", "", "write all licences into this file")
)

// TestEveryLinkedModuleHasALicence looks for the licences of everything that is linked into the program. With -licences
// it writes them to a file for the archives of a release, as the licences require.
//
//	go test ./tools/release -systems linux/amd64,windows/amd64 -licences FILE
//
// The file has the licences of Go and, for each module, those at the module's root and in the directories of its
// packages that are linked for any of the systems. A module without a licence is an error.
func TestEveryLinkedModuleHasALicence(t *testing.T) {
	var out bytes.Buffer
	if err := licences(&out, strings.Split(*systems, ",")); err != nil {
		t.Fatal(err)
	}
	if got := out.String(); !strings.Contains(got, "Go and its standard library go") || !strings.Contains(got, "\ngo.etcd.io/bbolt v") {
		t.Errorf("the licences of Go and of bbolt are not among these %d bytes", out.Len())
	}
	if *into == "" {
		return
	}
	if err := os.WriteFile(*into, out.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

type module struct {
	name, version, root string
	packages            map[string]bool
}

var licence = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|patents)\b`)

// elsewhere has the licences that a module keeps in other files.
var elsewhere = map[string]string{
	"gonum.org/v1/gonum": "THIRD_PARTY_LICENSES/*",
}

// licences writes the licences of all modules that are linked for the targets.
func licences(w io.Writer, targets []string) error {
	modules := make(map[string]*module)
	for _, target := range targets {
		if err := linked(modules, target); err != nil {
			return err
		}
	}
	goRoot, err := exec.Command("go", "env", "GOROOT", "GOVERSION").Output()
	if err != nil {
		return fmt.Errorf("go env: %w", err)
	}
	root, version, _ := strings.Cut(strings.TrimSpace(string(goRoot)), "\n")
	fmt.Fprint(w, "Enumerate has the MIT licence, in the file LICENSE. Linked into it are the works below.\n")
	standard := &module{name: "Go and its standard library", version: version, root: root}
	for _, m := range append([]*module{standard}, slices.SortedFunc(maps.Values(modules), func(a, b *module) int { return strings.Compare(a.name, b.name) })...) {
		if err := m.print(w); err != nil {
			return err
		}
	}
	return nil
}

// linked adds the modules that are linked into the program for a target, such as linux/amd64.
func linked(modules map[string]*module, target string) error {
	system, architecture, found := strings.Cut(target, "/")
	if !found {
		return fmt.Errorf("%q is no system; expected one such as linux/amd64", target)
	}
	list := exec.Command("go", "list", "-deps", "-f", `{{with .Module}}{{if not .Main}}{{.Path}}|{{.Version}}|{{.Dir}}|{{$.Dir}}{{end}}{{end}}`, "enumerate/cmd/enumerate")
	list.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+system, "GOARCH="+architecture)
	list.Stderr = os.Stderr
	out, err := list.Output()
	if err != nil {
		return fmt.Errorf("go list for %s: %w", target, err)
	}
	for line := range strings.Lines(string(out)) {
		fields := strings.Split(strings.TrimSuffix(line, "\n"), "|")
		if len(fields) < 4 {
			continue // the package is of the standard library or of the program itself
		}
		m := modules[fields[0]]
		if m == nil {
			m = &module{name: fields[0], version: fields[1], root: fields[2], packages: make(map[string]bool)}
			modules[m.name] = m
		}
		m.packages[fields[3]] = true
	}
	return nil
}

func (m *module) print(w io.Writer) error {
	directories := map[string]bool{m.root: true}
	for dir := range m.packages {
		for ; dir != m.root; dir = filepath.Dir(dir) {
			directories[dir] = true
		}
	}
	var files []string
	for _, dir := range slices.Sorted(maps.Keys(directories)) {
		entries, err := os.ReadDir(dir)
		if err != nil {
			return err
		}
		for _, e := range entries {
			if e.Type().IsRegular() && licence.MatchString(e.Name()) && filepath.Ext(e.Name()) != ".go" {
				files = append(files, filepath.Join(dir, e.Name()))
			}
		}
	}
	if more := elsewhere[m.name]; more != "" {
		matches, err := filepath.Glob(filepath.Join(m.root, filepath.FromSlash(more)))
		if err != nil || len(matches) == 0 {
			return fmt.Errorf("%s %s has no %s in %s", m.name, m.version, more, m.root)
		}
		files = append(files, matches...)
	}
	if len(files) == 0 {
		return fmt.Errorf("%s %s has no licence in %s", m.name, m.version, m.root)
	}
	for _, path := range files {
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(m.root, path)
		if err != nil {
			return err
		}
		text = bytes.TrimSpace(bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")))
		fmt.Fprintf(w, "\n%s\n%s %s, %s\n\n%s\n", strings.Repeat("=", 80), m.name, m.version, filepath.ToSlash(name), text)
	}
	return nil
}
