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

// bulk returns the text of bulk_gen.go. The code in bulk.go, last.go, pairs.go and narrow.go is for sets of choices
// that fit into one word of 64 bits; bulk repeats it for two and three words with other names, such as bulk2 and bulk3
// instead of bulk1. Type parameters would make this unnecessary, but the compiler does not inline methods of type
// parameters.
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

// rename reads a Go file, whose sets of choices are bits of one word, and writes its code for sets of more words. It
// copies only the declarations in which an identifier ends with 1, replaces this 1 by the number of words, and leaves
// out comments.
func rename(out *bytes.Buffer, name, words string) error {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, name, nil, parser.SkipObjectResolution)
	if err != nil {
		return err
	}

	for _, declaration := range file.Decls {
		ours := false
		ast.Inspect(declaration, func(n ast.Node) bool {
			// Identifiers of two characters, such as c1, are local variables.
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
