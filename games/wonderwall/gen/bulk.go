package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"strings"
)

// bulk writes what bulk.go, last.go, pairs.go and narrow.go of package walk are for masks of one word, for
// masks of two and three. It renames their types and functions, bulk1 to bulk2 and so on, and
// leaves their comments out. Methods of type parameters would do without it, but the compiler
// does not inline them.
func bulk() ([]byte, error) {
	var out bytes.Buffer
	fmt.Fprint(&out, "package walk\n\nimport \"math/bits\"\n")
	for _, words := range []string{"2", "3"} {
		for _, name := range []string{"bulk.go", "last.go", "pairs.go", "narrow.go"} {
			if err := rename(&out, name, words); err != nil {
				return nil, err
			}
		}
	}
	return out.Bytes(), nil
}

// rename writes the declarations of a file that belong to one number of words.
func rename(out *bytes.Buffer, name, words string) error {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, name, nil, parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	for _, declaration := range file.Decls {
		ours := false
		ast.Inspect(declaration, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && strings.HasSuffix(id.Name, "1") && len(id.Name) > len("c1") {
				id.Name = strings.TrimSuffix(id.Name, "1") + words
				ours = true
			}
			return true
		})
		if !ours {
			continue // an import or a constant
		}
		fmt.Fprintln(out)
		if err := format.Node(out, files, declaration); err != nil {
			return err
		}
		fmt.Fprintln(out)
	}
	return nil
}
