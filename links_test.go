package enumerate_test

import (
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write docs/papers/literature.bib")

// No document, program or script may point to a file that does not exist, by a link or by the path of a document or
// picture (docs/...).
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
				dir = "docs/reference" // the documents generated from them
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

func TestFilesNamedInContributingExist(t *testing.T) {
	text, err := os.ReadFile("CONTRIBUTING.md")
	if err != nil {
		t.Fatal(err)
	}
	named := regexp.MustCompile("`([\\w.-]+(?:/[\\w.-]+)*/[\\w.-]+\\.\\w+)`").FindAllStringSubmatch(string(text), -1)
	if len(named) < 20 {
		t.Errorf("%d paths are named", len(named))
	}
	for _, m := range named {
		if _, err := os.Stat(m[1]); err != nil {
			t.Errorf("CONTRIBUTING names %s, which does not exist", m[1])
		}
	}
}

// Each paper in docs/papers must say how well its statements are supported, in a line "State". No two of its theorems,
// lemmas or corollaries may have the same number, and each test that it names must exist.
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

// The bibliography docs/papers/literature.md, the documents and the code must agree. A document must link to each
// entry, or the entry must name files of code in which its year occurs. Each link to an entry must lead to an existing
// one. The BibTeX file must be identical to the file that is generated from the entries.
func TestEachWorkOfTheLiteratureIsNamed(t *testing.T) {
	var (
		tree   = os.DirFS(".")
		link   = regexp.MustCompile(`literature\.md#([\w-]+)\)`)
		source = regexp.MustCompile("`([\\w/]+\\.go)`")
		// An entry: authors: *title*, or [*title*](address), where and when. *how far it was read*
		record = regexp.MustCompile(`^(.+?): \[?\*(.+?)\*(?:\]\((\S+?)\))?, (.+?)\. \*(?:[Rr]ead|[Aa]bstract|Cited|Not|Entries)`)
		linked = make(map[string]string) // by entry, a document that links to it
	)
	err := fs.WalkDir(tree, ".", func(file string, _ fs.DirEntry, err error) error {
		if err != nil || path.Ext(file) != ".md" {
			return err
		}
		text, err := fs.ReadFile(tree, file)
		for _, m := range link.FindAllStringSubmatch(string(text), -1) {
			linked[m[1]] = file
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	text, err := fs.ReadFile(tree, "docs/papers/literature.md")
	if err != nil {
		t.Fatal(err)
	}
	bib, seen := "", []string{}
	for _, entry := range strings.Split(string(text), "\n### ")[1:] {
		heading, rest, _ := strings.Cut(entry, "\n")
		rest, _, _ = strings.Cut(rest, "\n## ")
		rest = strings.Join(strings.Fields(rest), " ")
		id := strings.NewReplacer(" ", "-", ",", "").Replace(strings.ToLower(heading))
		if slices.Contains(seen, id) {
			t.Errorf("%s is there twice", heading)
		}
		seen = append(seen, id)
		year := regexp.MustCompile(`\d{4}`).FindString(heading)
		packages := source.FindAllStringSubmatch(rest, -1)
		if linked[id] == "" && packages == nil {
			t.Errorf("%s is named by nobody", heading)
		}
		for _, m := range packages {
			if code, err := fs.ReadFile(tree, m[1]); err != nil || !strings.Contains(string(code), year) {
				t.Errorf("%s is not named by %s: %v", heading, m[1], err)
			}
		}
		delete(linked, id)
		m := record.FindStringSubmatch(rest)
		if m == nil {
			t.Errorf("%s: want AUTHORS: *TITLE*, WHERE AND WHEN. *HOW FAR IT WAS READ*: %s", heading, rest)
			continue
		}
		bib += fmt.Sprintf("@misc{%s,\n  author = {%s},\n  title = {{%s}},\n  howpublished = {%s},\n", id, strings.NewReplacer(", and ", " and ", ", ", " and ").Replace(m[1]), m[2], m[4])
		if year != "" {
			bib += fmt.Sprintf("  year = {%s},\n", year)
		}
		if m[3] != "" {
			bib += fmt.Sprintf("  url = {%s},\n", m[3])
		}
		bib += "}\n\n"
	}
	for id, file := range linked {
		t.Errorf("%s links to the entry %s of the literature, which there is not", file, id)
	}
	const made = "docs/papers/literature.bib"
	if *update {
		if err := os.WriteFile(made, []byte(bib), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if kept, err := fs.ReadFile(tree, made); err != nil || string(kept) != bib {
		t.Errorf("%s is not made of the entries (%v): go test -run Literature . -update", made, err)
	}
}
