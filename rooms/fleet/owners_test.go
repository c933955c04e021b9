package fleet

import (
	"bytes"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// owners is the file of each type that owns its fields: no other file of the coordinator uses them. Types that are not here, such as
// messages, entries and transactions, only carry values from one type to another.
var owners = map[string]string{
	"coordinator":  "coordinator.go",
	"intake":       "intake.go",
	"bans":         "bans.go",
	"schedule":     "schedule.go",
	"workload":     "schedule.go",
	"assignment":   "schedule.go",
	"pass":         "pass.go",
	"checks":       "checks.go",
	"standing":     "checks.go",
	"verification": "checks.go",
	"local":        "local.go",
	"register":     "register.go",
	"credit":       "register.go",
	"dispute":      "register.go",
	"contributors": "contributors.go",
	"listing":      "contributors.go",
	"roll":         "roll.go",
	"worker":       "roll.go",
	"probation":    "roll.go",
}

// TestEachTypeOwnsItsFields looks for uses of a field outside of the file of its type. Tests may look into everything.
func TestEachTypeOwnsItsFields(t *testing.T) {
	t.Parallel()
	fset, info := checkTypes(t)
	fields := make(map[*types.Var]string) // the type of each field
	for _, object := range info.Defs {
		name, ok := object.(*types.TypeName)
		if !ok || owners[name.Name()] == "" {
			continue
		}
		if file := fileOf(fset, name.Pos()); file != owners[name.Name()] {
			t.Errorf("type %s is in %s, want %s", name.Name(), file, owners[name.Name()])
		}
		fieldsOf, ok := name.Type().Underlying().(*types.Struct)
		if !ok {
			t.Fatalf("type %s is no struct", name.Name())
		}
		for field := range fieldsOf.Fields() {
			fields[field] = name.Name()
		}
	}
	found := make(map[string]bool)
	for _, owner := range fields {
		found[owner] = true
	}
	for owner := range owners {
		if !found[owner] {
			t.Errorf("there is no type %s with fields", owner)
		}
	}
	for id, object := range info.Uses {
		field, _ := object.(*types.Var)
		if owner := fields[field]; owner != "" && fileOf(fset, id.Pos()) != owners[owner] {
			t.Errorf("%v uses the field %s of %s; only %s may", fset.Position(id.Pos()), id.Name, owner, owners[owner])
		}
	}
	for literal, owner := range literalsWithoutNames(info) {
		if owners[owner] != "" && fileOf(fset, literal.Pos()) != owners[owner] {
			t.Errorf("%v sets the fields of %s; only %s may", fset.Position(literal.Pos()), owner, owners[owner])
		}
	}
}

// literalsWithoutNames returns the type of each composite literal that sets fields without naming them.
func literalsWithoutNames(info *types.Info) map[*ast.CompositeLit]string {
	literals := make(map[*ast.CompositeLit]string)
	for expression, value := range info.Types {
		literal, ok := expression.(*ast.CompositeLit)
		if !ok || len(literal.Elts) == 0 {
			continue
		}
		if _, named := literal.Elts[0].(*ast.KeyValueExpr); named {
			continue
		}
		if of, ok := types.Unalias(value.Type).(*types.Named); ok {
			literals[literal] = of.Obj().Name()
		}
	}
	return literals
}

func fileOf(fset *token.FileSet, at token.Pos) string {
	return filepath.Base(fset.Position(at).Filename)
}

// checkTypes returns the types of the source files of this package.
func checkTypes(t *testing.T) (*token.FileSet, *types.Info) {
	t.Helper()
	fset := token.NewFileSet()
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	var files []*ast.File
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}

	exports := exportData(t)
	open := func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) }
	config := types.Config{Importer: importer.ForCompiler(fset, "gc", open)}
	info := &types.Info{Defs: make(map[*ast.Ident]types.Object), Uses: make(map[*ast.Ident]types.Object), Types: make(map[ast.Expr]types.TypeAndValue)}
	if _, err := config.Check("enumerate/rooms/fleet", fset, files, info); err != nil {
		t.Fatal(err)
	}
	return fset, info
}

// exportData returns the compiled files of the packages that this one imports, by import path.
func exportData(t *testing.T) map[string]string {
	t.Helper()
	list := exec.CommandContext(t.Context(), "go", "list", "-export", "-deps", "-f", "{{.ImportPath}}\t{{.Export}}", ".")
	var problems bytes.Buffer
	list.Stderr = &problems
	output, err := list.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, problems.String())
	}
	exports := make(map[string]string)
	for line := range strings.Lines(string(output)) {
		path, file, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		exports[path] = file
	}
	return exports
}
