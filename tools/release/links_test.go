package release

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The script links.sh must find no dead link in the texts of a release archive. Then the test removes files, and the
// script must name the links to them.
func TestLinksOfTheTextsOfAnArchiveLeadSomewhere(t *testing.T) {
	dir := t.TempDir()
	if out, ok := run(t, ".", "./texts.sh", dir); !ok {
		t.Fatal(out)
	}
	if out, ok := run(t, ".", "./links.sh", dir); !ok || out != "" {
		t.Fatalf("the texts have dead links:\n%s", out)
	}

	for _, name := range []string{"docs/reference/files.md", "docs/reference/exit-codes.md"} {
		if err := os.Remove(filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "enumerate.1"), []byte("see docs/papers/np\\-complete.md and docs/reference/exit\\-codes.md.\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	out, ok := run(t, ".", "./links.sh", dir)
	if ok {
		t.Error("links.sh accepts dead links")
	}
	for _, want := range []string{
		"README.md links to docs/reference/files.md, which does not exist\n",
		"docs/reference.md links to docs/reference/files.md, which does not exist\n",
		"enumerate.1 links to docs/reference/exit-codes.md, which does not exist\n",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("links.sh does not say %q, but:\n%s", want, out)
		}
	}
	if strings.Contains(out, "np-complete") {
		t.Errorf("links.sh finds no document with a hyphen in its name:\n%s", out)
	}
}
