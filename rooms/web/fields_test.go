package web

import (
	"go/token"
	"path/filepath"
	"strings"
	"testing"

	"enumerate/internal/owned"
)

// TestAnUnexportedFieldIsUsedOnlyInTheFileOfItsType keeps the pages of the site independent of each other. Files of
// tests are exempt.
func TestAnUnexportedFieldIsUsedOnlyInTheFileOfItsType(t *testing.T) {
	t.Parallel()
	var files []string
	for _, name := range must(filepath.Glob("*.go")) {
		if !strings.HasSuffix(name, "_test.go") && !strings.HasSuffix(name, "_js.go") {
			files = append(files, name)
		}
	}
	p, err := owned.Check(files, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, use := range p.Uses {
		if !token.IsExported(use.Field) {
			t.Error(use)
		}
	}
}
