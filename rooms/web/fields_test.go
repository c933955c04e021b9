package web

import (
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
	"testing"
)

// TestAnUnexportedFieldIsUsedOnlyInTheFileOfItsType keeps the pages apart: a type owns its unexported fields, and
// other files call its methods. Literals that set such a field count as uses. Tests may look at any field.
func TestAnUnexportedFieldIsUsedOnlyInTheFileOfItsType(t *testing.T) {
	t.Parallel()
	var files []string
	for _, name := range must(filepath.Glob("*.go")) {
		if !strings.HasSuffix(name, "_test.go") && !strings.HasSuffix(name, "_js.go") {
			files = append(files, name)
		}
	}
	uses, err := foreignFields(files, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, use := range uses {
		t.Error(use)
	}
}

// TestForeignFieldsAreFound has files that use fields of each other in every way.
func TestForeignFieldsAreFound(t *testing.T) {
	t.Parallel()
	sources := map[string]string{
		"owner.go": `package p
type base struct{ deep int }
type owner struct { base; own int; Open int }
func (o *owner) get() int { return o.own + o.deep }
`,
		"other.go": `package p
var made = owner{own: 1}
var placed = base{2}
func reads(o *owner) int { return o.own }
func promoted(o *owner) int { return o.deep }
func fine(o *owner) int { return o.get() + o.Open }
var alsoFine = owner{Open: 1}
`,
	}
	uses, err := foreignFields([]string{"other.go", "owner.go"}, sources)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"other.go:2: own is a field of a type in owner.go",
		"other.go:3: deep is a field of a type in owner.go",
		"other.go:4: own is a field of a type in owner.go",
		"other.go:5: deep is a field of a type in owner.go",
	}
	if !slices.Equal(uses, want) {
		t.Errorf("found are %q, want %q", uses, want)
	}
}

// foreignFields lists the uses of unexported fields outside of the file that declares them, in files of one package.
// Sources have the content of files that are not on disk.
func foreignFields(names []string, sources map[string]string) (uses []string, err error) {
	set := token.NewFileSet()
	var files []*ast.File
	for _, name := range names {
		var source any
		if text, there := sources[name]; there {
			source = text
		}
		file, err := parser.ParseFile(set, name, source, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		files = append(files, file)
	}
	info := &types.Info{Uses: make(map[*ast.Ident]types.Object), Types: make(map[ast.Expr]types.TypeAndValue)}
	lookup, err := exported(files)
	if err != nil {
		return nil, err
	}
	config := types.Config{Importer: importer.ForCompiler(set, "gc", lookup)}
	local, err := config.Check("p", set, files, info)
	if err != nil {
		return nil, err
	}
	add := func(at token.Pos, field *types.Var) {
		from, to := set.Position(at), set.Position(field.Pos())
		if field.Pkg() == local && !field.Exported() && from.Filename != to.Filename {
			uses = append(uses, fmt.Sprintf("%s:%d: %s is a field of a type in %s", from.Filename, from.Line, field.Name(), to.Filename))
		}
	}
	for name, object := range info.Uses {
		if field, ok := object.(*types.Var); ok && field.IsField() {
			add(name.Pos(), field)
		}
	}
	for expression, value := range info.Types {
		literal, ok := expression.(*ast.CompositeLit)
		if !ok || len(literal.Elts) == 0 {
			continue
		}
		structure, ok := value.Type.Underlying().(*types.Struct)
		if _, keyed := literal.Elts[0].(*ast.KeyValueExpr); !ok || keyed {
			continue // the keys are uses
		}
		for i, element := range literal.Elts {
			add(element.Pos(), structure.Field(i))
		}
	}
	slices.Sort(uses)
	return uses, nil
}

// exported returns a function that opens the export data of an imported package, which the compiler has written.
func exported(files []*ast.File) (func(path string) (io.ReadCloser, error), error) {
	arguments := []string{"list", "-export", "-deps", "-f", "{{.ImportPath}}\t{{.Export}}"}
	plain := len(arguments)
	for _, file := range files {
		for _, imported := range file.Imports {
			arguments = append(arguments, must(strconv.Unquote(imported.Path.Value)))
		}
	}
	if len(arguments) == plain {
		return nil, nil // the files import nothing
	}
	text, err := exec.Command("go", arguments...).Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	paths := make(map[string]string)
	for line := range strings.Lines(string(text)) {
		path, file, _ := strings.Cut(strings.TrimSpace(line), "\t")
		paths[path] = file
	}
	return func(path string) (io.ReadCloser, error) { return os.Open(paths[path]) }, nil
}
