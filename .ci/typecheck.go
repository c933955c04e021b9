// Typecheck finds what the compiler for another system would refuse in packages of this module and in their tests. It
// checks types only, which takes a few seconds. Compiling all packages takes several times as long.
//
//	typecheck SYSTEM/ARCHITECTURE PACKAGES...        such as windows/amd64 ./...
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// A listed is a package as go list describes it. A package that is compiled a second time for a test is listed a second
// time, with the name of the test after its path.
type listed struct {
	ImportPath string
	Dir        string
	GoFiles    []string
	ImportMap  map[string]string // from a path in an import declaration to the path of the package that is meant, where they differ
	Module     *struct {
		Main      bool
		GoVersion string
	}
}

func main() {
	if len(os.Args) < 3 {
		fmt.Fprintln(os.Stderr, "usage: typecheck SYSTEM/ARCHITECTURE PACKAGES...")
		os.Exit(2)
	}
	system, architecture, _ := strings.Cut(os.Args[1], "/")
	if err := check(system, architecture, os.Args[2:]); err != nil {
		fmt.Fprintf(os.Stderr, "typecheck %s: %v\n", os.Args[1], err)
		os.Exit(1)
	}
}

// check checks the types of packages, and of the packages that they import, as the compiler for a system and an
// architecture would. It returns the errors in packages of this module.
func check(system, architecture string, packages []string) error {
	// go list lists a package after those that it imports.
	list := exec.Command("go", append([]string{"list", "-deps", "-test", "-json=ImportPath,Dir,GoFiles,ImportMap,Module"}, packages...)...)
	list.Env = append(os.Environ(), "GOOS="+system, "GOARCH="+architecture, "CGO_ENABLED=0")
	list.Stderr = os.Stderr
	out, err := list.Output()
	if err != nil {
		return err
	}

	c := &checker{sizes: types.SizesFor("gc", architecture), files: token.NewFileSet(), packages: map[string]*types.Package{"unsafe": types.Unsafe}}
	descriptions := json.NewDecoder(bytes.NewReader(out))
	for {
		var p listed
		err := descriptions.Decode(&p)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		isTestProgram := strings.HasSuffix(p.ImportPath, ".test")
		if p.ImportPath == "unsafe" || isTestProgram {
			continue
		}
		if err := c.add(p); err != nil {
			return err
		}
	}

	if c.ours == 0 {
		return errors.New("go list lists no package of this module")
	}
	return errors.Join(c.faults...)
}

type checker struct {
	sizes    types.Sizes
	files    *token.FileSet
	packages map[string]*types.Package
	ours     int // the number of packages of this module that are checked
	faults   []error
}

// add checks a package whose imports are checked already. In a package of another module only the declarations matter,
// so add skips the bodies of its functions.
func (c *checker) add(p listed) error {
	ours := p.Module != nil && p.Module.Main
	if ours {
		c.ours++
	}
	var files []*ast.File
	for _, name := range p.GoFiles {
		file, err := parser.ParseFile(c.files, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		files = append(files, file)
	}

	config := types.Config{
		Importer:         from{c.packages, p.ImportMap},
		IgnoreFuncBodies: !ours,
		Sizes:            c.sizes,
		Error: func(err error) {
			if ours {
				c.faults = append(c.faults, err)
			}
		},
	}
	if p.Module != nil && p.Module.GoVersion != "" {
		config.GoVersion = "go" + p.Module.GoVersion
	}
	path, _, _ := strings.Cut(p.ImportPath, " ")
	c.packages[p.ImportPath], _ = config.Check(path, c.files, files, nil) // Error gets the errors
	return nil
}

// A from imports packages from those that were checked before.
type from struct {
	packages  map[string]*types.Package
	importMap map[string]string
}

func (f from) Import(path string) (*types.Package, error) {
	if meant := f.importMap[path]; meant != "" {
		path = meant
	}
	if p := f.packages[path]; p != nil {
		return p, nil
	}
	return nil, fmt.Errorf("%s is not listed", path)
}
