// Package owned finds uses of a type's fields outside the file that declares the type. Tests forbid such uses, so that
// other files must call methods.
package owned

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// A Use is a place at which a file uses a field of a type that another file declares. A composite literal without keys
// uses all its fields.
type Use struct {
	File  string // the file that uses the field
	Line  int
	Field string
	Type  string // "" if the type has no name
	Owner string // the file that declares the field
}

func (u Use) String() string {
	return fmt.Sprintf("%s:%d: %s is a field of a type in %s", u.File, u.Line, u.Field, u.Owner)
}

// A Package is the result of type-checking files of one package.
type Package struct {
	Types map[string]string // the file of each named struct type
	Uses  []Use             // in order of file, line and field
}

// Check type-checks the files of one package. It takes the text of a file from sources if it is there, and otherwise
// from disk. The go command compiles the packages that the files import. The error is one of parsing, of types, or of
// the go command.
func Check(names []string, sources map[string]string) (*Package, error) {
	set := token.NewFileSet()
	files, err := parse(set, names, sources)
	if err != nil {
		return nil, err
	}

	open, err := compiled(files)
	if err != nil {
		return nil, err
	}
	info := &types.Info{
		Defs:  make(map[*ast.Ident]types.Object),
		Uses:  make(map[*ast.Ident]types.Object),
		Types: make(map[ast.Expr]types.TypeAndValue),
	}
	config := types.Config{Importer: importer.ForCompiler(set, "gc", open)}
	local, err := config.Check("p", set, files, info)
	if err != nil {
		return nil, err
	}

	c := checkedPackage{fileSet: set, local: local, info: info, of: make(map[*types.Var]string)}
	p := &Package{Types: c.namedStructs()}
	p.Uses = c.uses()
	return p, nil
}

func parse(set *token.FileSet, names []string, sources map[string]string) ([]*ast.File, error) {
	var files []*ast.File
	for _, name := range names {
		var source any
		if text, ok := sources[name]; ok {
			source = text
		}
		file, err := parser.ParseFile(set, name, source, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		files = append(files, file)
	}
	return files, nil
}

// compiled returns a function that opens the export data of an imported package, nil if the files import nothing.
func compiled(files []*ast.File) (importer.Lookup, error) {
	var imports []string
	for _, file := range files {
		for _, imported := range file.Imports {
			path, err := strconv.Unquote(imported.Path.Value)
			if err != nil {
				return nil, err
			}
			imports = append(imports, path)
		}
	}
	if imports == nil {
		return nil, nil
	}

	list := exec.Command("go", append([]string{"list", "-export", "-deps", "-f", "{{.ImportPath}}\t{{.Export}}"}, imports...)...)
	var problems strings.Builder
	list.Stderr = &problems
	text, err := list.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w: %s", err, problems.String())
	}

	exports := make(map[string]string)
	for line := range strings.Lines(string(text)) {
		path, file, _ := strings.Cut(strings.TrimSpace(line), "\t")
		exports[path] = file
	}
	return func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) }, nil
}

type checkedPackage struct {
	fileSet *token.FileSet
	local   *types.Package
	info    *types.Info
	of      map[*types.Var]string // by field: the name of the struct type that has it; set by namedStructs
}

// namedStructs returns the file of each named struct type of the package. It also fills in c.of, which maps each field
// to the name of the struct type that has it.
func (c *checkedPackage) namedStructs() map[string]string {
	owners := make(map[string]string)
	for _, object := range c.info.Defs {
		name, ok := object.(*types.TypeName)
		if !ok {
			continue
		}
		structure, ok := name.Type().Underlying().(*types.Struct)
		if !ok {
			continue
		}
		owners[name.Name()] = c.fileOf(name.Pos())
		for field := range structure.Fields() {
			c.of[field] = name.Name()
		}
	}
	return owners
}

// uses returns every use of a struct field outside the file that declares it (see [Use]), sorted by place. A use is a
// selector such as x.f, a key of a composite literal, or an element of a composite literal without keys.
func (c *checkedPackage) uses() []Use {
	var all []Use
	for name, object := range c.info.Uses {
		if field, ok := object.(*types.Var); ok && field.IsField() {
			all = c.add(all, name.Pos(), field)
		}
	}
	for expression, value := range c.info.Types {
		literal, ok := expression.(*ast.CompositeLit)
		if !ok || len(literal.Elts) == 0 {
			continue
		}
		if _, keyed := literal.Elts[0].(*ast.KeyValueExpr); keyed {
			continue // the keys count as uses
		}

		structure, ok := value.Type.Underlying().(*types.Struct)
		if !ok {
			continue
		}
		for i, element := range literal.Elts {
			all = c.add(all, element.Pos(), structure.Field(i))
		}
	}

	slices.SortFunc(all, func(a, b Use) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Field, b.Field))
	})
	return all
}

// add appends the use of a field, unless the same file or another package declares the field.
func (c *checkedPackage) add(all []Use, at token.Pos, field *types.Var) []Use {
	from, owner := c.fileOf(at), c.fileOf(field.Pos())
	if field.Pkg() != c.local || from == owner {
		return all
	}
	return append(all, Use{File: from, Line: c.fileSet.Position(at).Line, Field: field.Name(), Type: c.of[field], Owner: owner})
}

func (c *checkedPackage) fileOf(at token.Pos) string {
	return filepath.Base(c.fileSet.Position(at).Filename)
}
