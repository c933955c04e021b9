//go:build !js

package web

import (
	"bytes"
	"html/template"
	"io/fs"
	"net/http"
	"path"
	"slices"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"

	"enumerate"
	"enumerate/claims"
	"enumerate/enum"
)

// sourcesPage is the page of what the sources of the rulesets said and what came of it: a ledger
// of all claims, and the documents.
//
//	/sources            the ledger
//	/sources/NAME       a document, such as published
//	/sources/NAME.svg   a picture of it, or NAME.png, and published-estimates.csv
func (s *site) sourcesPage() page {
	files := make(library)
	for _, pattern := range []string{"docs/*.md", "docs/*/*.md", "docs/pictures/*", "data/*.csv"} {
		for _, file := range must(fs.Glob(enumerate.Documents, pattern)) {
			files[strings.TrimSuffix(path.Base(file), ".md")] = file
		}
	}
	return page{Path: "/sources", Title: "Sources", routes: func() {
		s.get("/sources", func(w http.ResponseWriter, r *http.Request) error {
			v := ledgerView{Sources: claims.Sources(), Names: files.documents()}
			v.Stating = slices.DeleteFunc(slices.Clone(s.Rulesets), func(r *enum.Ruleset) bool { return r.Theorems == nil })
			return s.show(w, r, http.StatusOK, "sources.html", view{Title: "What the sources said", Data: v})
		})
		s.get("/sources/{name}", func(w http.ResponseWriter, r *http.Request) error {
			name := r.PathValue("name")
			file, there := files[name]
			if !there {
				return faultf(http.StatusNotFound, "there is no document %q", name)
			}
			content, err := enumerate.Documents.ReadFile(file)
			switch {
			case err != nil:
				return err
			case path.Ext(file) != ".md":
				return download(w, name, content)
			}
			d, err := files.read(name, content)
			if err != nil {
				return err
			}
			return s.show(w, r, http.StatusOK, "document.html", view{Title: d.Title, Data: d})
		})
	}}
}

// A library is the files that the program has with it, by the last part of their addresses: that
// of a document in Markdown has no ".md". No two have the same name.
type library map[string]string

// documents lists the names of the documents.
func (l library) documents() (names []string) {
	for name, file := range l {
		if path.Ext(file) == ".md" {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// A document is what the template of one sees.
type document struct {
	Name, Title string
	HTML        template.HTML
	Names       []string // of all documents
}

// A ledgerView is what the template of the ledger sees.
type ledgerView struct {
	Sources []claims.Source
	Names   []string        // of all documents
	Stating []*enum.Ruleset // that have theorems, which the program can check
}

// columns are tables whose alignment is an attribute: the policy allows no style within a page.
var columns = extension.NewTable(extension.WithTableCellAlignMethod(extension.TableCellAlignAttribute))

// read renders a document in Markdown; HTML in it is left out. Its first heading becomes the title,
// and links lead to what the page has, or nowhere.
func (l library) read(name string, source []byte) (document, error) {
	d := document{Name: name, Title: name, Names: l.documents()}
	markdown := goldmark.New(goldmark.WithExtensions(columns), goldmark.WithParserOptions(parser.WithAutoHeadingID()))
	root := markdown.Parser().Parse(text.NewReader(source))
	if h, ok := root.FirstChild().(*ast.Heading); ok && h.Level == 1 {
		d.Title = plain(h, source)
		root.RemoveChild(root, h)
	}
	err := ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Link:
			n.Destination = []byte(l.address(string(n.Destination)))
		case *ast.Image:
			n.Destination = []byte("/sources/" + path.Base(string(n.Destination)))
		}
		return ast.WalkContinue, nil
	})
	if err != nil {
		return d, err
	}
	var page bytes.Buffer
	if err := markdown.Renderer().Render(&page, source, root); err != nil {
		return d, err
	}
	// A wide table can be scrolled by keyboard.
	html := strings.ReplaceAll(page.String(), "<th></th>", "<td></td>") // names nothing
	html = strings.ReplaceAll(html, "<table>", `<div class="wide" tabindex="0" role="group" aria-label="A table"><table>`)
	d.HTML = template.HTML(strings.ReplaceAll(html, "</table>", "</table></div>"))
	return d, nil
}

// unmarked returns the text of Markdown without marks.
func unmarked(markdown string) string {
	source := []byte(markdown)
	return plain(goldmark.DefaultParser().Parse(text.NewReader(source)), source)
}

// plain returns the text of a node without marks.
func plain(n ast.Node, source []byte) string {
	var b strings.Builder
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if t, ok := n.(*ast.Text); ok && entering {
			b.Write(t.Value(source))
			if t.SoftLineBreak() {
				b.WriteByte(' ')
			}
		}
		return ast.WalkContinue, nil
	})
	return b.String()
}

// address returns where a link of a document leads on the page: to another document, elsewhere,
// or, for a file that the program does not have with it, to the top.
func (l library) address(link string) string {
	if strings.HasPrefix(link, "https://") || strings.HasPrefix(link, "#") {
		return link
	}
	file, fragment, _ := strings.Cut(link, "#")
	name, markdown := strings.CutSuffix(path.Base(file), ".md")
	if _, there := l[name]; !there || !markdown {
		return "#"
	}
	at := "/sources/" + name
	if fragment != "" {
		at += "#" + fragment
	}
	return at
}
