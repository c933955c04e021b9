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

// bulk writes the code of bulk.go, last.go, pairs.go and narrow.go of package walk for masks of two and three words.
// The originals are for masks of one word. It renames their types and functions, for example bulk1 to bulk2 and bulk3,
// and leaves out their comments. Type parameters would make this unnecessary, but the compiler does not inline methods
// of type parameters.
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

// rename writes those declarations of a file that depend on the number of words, for a number of words.
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
