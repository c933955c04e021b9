package enumerate_test

import (
	"io/fs"
	"os"
	"path"
	"regexp"
	"strings"
	"testing"
)

// TestDocumentsThatAreNamedExist follows the links of all documents, and looks for each document
// and picture that any text of the tree names by its path.
func TestDocumentsThatAreNamedExist(t *testing.T) {
	var (
		link   = regexp.MustCompile(`\]\(([^)#\s]+)[^)]*\)`)
		named  = regexp.MustCompile(`(?:^|[^\w./-])(docs/[\w./-]+\.(?:md|svg|png|sh))\b`)
		tree   = os.DirFS(".")
		checks int
	)
	exists := func(file, name string) {
		checks++
		if _, err := fs.Stat(tree, path.Clean(name)); err != nil {
			t.Errorf("%s names %s, which there is not", file, name)
		}
	}
	err := fs.WalkDir(tree, ".", func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			if strings.HasPrefix(file, ".git") || file == "runs" || file == "dist" || entry.Name() == "testdata" {
				return fs.SkipDir
			}
			return err
		}
		ext := path.Ext(file)
		if ext != ".md" && ext != ".go" && ext != ".sh" && file != ".ci/run" {
			return nil
		}
		text, err := fs.ReadFile(tree, file)
		if err != nil {
			return err
		}
		if ext == ".md" {
			dir := path.Dir(file)
			if dir == "data/claims" {
				dir = "docs/reference" // the documents that are made of them
			}
			for _, m := range link.FindAllStringSubmatch(string(text), -1) {
				if !strings.HasPrefix(m[1], "https://") {
					exists(file, path.Join(dir, m[1]))
				}
			}
		}
		for _, m := range named.FindAllStringSubmatch(string(text), -1) {
			exists(file, m[1])
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if checks < 100 {
		t.Errorf("%d names were looked for", checks)
	}
}

// TestPapersSayHowFarTheyAreShown wants of each paper what its state is, statements with numbers of their own, and
// tests that there are.
func TestPapersSayHowFarTheyAreShown(t *testing.T) {
	var (
		numbered = regexp.MustCompile(`(?m)^\*\*(?:Theorem|Lemma|Corollary) (\w+)\.`)
		test     = regexp.MustCompile("`(Test\\w+)`")
		tree     = os.DirFS(".")
		there    = make(map[string]bool)
	)
	err := fs.WalkDir(tree, ".", func(file string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(file, "_test.go") {
			return err
		}
		text, err := fs.ReadFile(tree, file)
		for _, m := range regexp.MustCompile(`(?m)^func (Test\w+)\(`).FindAllStringSubmatch(string(text), -1) {
			there[m[1]] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	papers, err := fs.Glob(tree, "docs/papers/*.md")
	if err != nil || len(papers) < 10 {
		t.Fatalf("%d papers, %v", len(papers), err)
	}
	for _, file := range papers {
		text, err := fs.ReadFile(tree, file)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(text), "*State*: ") {
			t.Errorf("%s does not say what its state is", file)
		}
		seen := make(map[string]bool)
		for _, m := range numbered.FindAllString(string(text), -1) {
			if seen[m] {
				t.Errorf("%s has %s twice", file, m)
			}
			seen[m] = true
		}
		for _, m := range test.FindAllStringSubmatch(string(text), -1) {
			if !there[m[1]] {
				t.Errorf("%s names %s, which there is not", file, m[1])
			}
		}
	}
}
