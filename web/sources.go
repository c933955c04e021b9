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
	documents := must(readDocuments())
	files := make(map[string]string) // by the last part of their address
	for _, pattern := range []string{"docs/pictures/*", "data/*.csv"} {
		for _, name := range must(fs.Glob(enumerate.Documents, pattern)) {
			files[path.Base(name)] = name
		}
	}
	var names []string
	for name := range documents {
		names = append(names, name)
	}
	slices.Sort(names)
	return page{path: "/sources", title: "Sources", routes: func() {
		s.get("/sources", func(w http.ResponseWriter, r *http.Request) error {
			v := ledgerView{Sources: ledger(), Names: names, Statements: statements(s.Rulesets)}
			return s.show(w, r, http.StatusOK, "sources.html", view{Title: "What the sources said", Data: v})
		})
		s.get("/sources/{name}", func(w http.ResponseWriter, r *http.Request) error {
			name := r.PathValue("name")
			if d, there := documents[name]; there {
				return s.show(w, r, http.StatusOK, "document.html", view{Title: d.Title, Data: documentView{d, names}})
			}
			file, there := files[name]
			if !there {
				return faultf(http.StatusNotFound, "there is no document %q", name)
			}
			kinds := map[string]string{".svg": "image/svg+xml", ".png": "image/png", ".csv": "text/csv; charset=utf-8"}
			return download(w, kinds[path.Ext(name)], name, bytes.NewReader(must(enumerate.Documents.ReadFile(file))))
		})
	}}
}

// A document is one of the documents, as a page shows it.
type document struct {
	Name, Title string
	HTML        template.HTML
}

// A documentView is what the template of a document sees.
type documentView struct {
	Document document
	Names    []string // of all documents
}

// A ledgerView is what the template of the ledger sees.
type ledgerView struct {
	Sources    []source
	Names      []string // of all documents
	Statements []statement
}

// A source is a part of the ledger.
type source struct {
	claims.Source
	Claims []claim
}

// A claim is a line of the ledger.
type claim struct {
	claims.Claim
	Because string // why, without marks
	Details string // where the page has all of it, "" for nowhere
}

// ledger returns the claims of all sources.
func ledger() (list []source) {
	for _, s := range claims.Sources() {
		part := source{Source: s}
		for _, c := range s.Claims {
			short := []byte(c.Short())
			line := claim{Claim: c, Because: plain(goldmark.DefaultParser().Parse(text.NewReader(short)), short)}
			if c.Erratum() {
				line.Details = "/sources/errata#" + c.ID
			}
			part.Claims = append(part.Claims, line)
		}
		list = append(list, part)
	}
	return list
}

// A statement is one that the program can check.
type statement struct {
	Ruleset, Name, Text string
	Holds               bool
}

// statements returns what is stated of rulesets.
func statements(all []*enum.Ruleset) (list []statement) {
	for _, r := range all {
		for _, t := range r.Theorems {
			list = append(list, statement{r.Name, t.Name, t.Statement, t.Holds})
		}
	}
	return list
}

// readDocuments returns the documents by name.
func readDocuments() (map[string]document, error) {
	documents := make(map[string]document)
	for _, file := range append(must(fs.Glob(enumerate.Documents, "docs/*.md")), must(fs.Glob(enumerate.Documents, "docs/*/*.md"))...) {
		source, err := enumerate.Documents.ReadFile(file)
		if err != nil {
			return nil, err
		}
		name := strings.TrimSuffix(path.Base(file), ".md")
		if documents[name], err = readDocument(name, source); err != nil {
			return nil, err
		}
	}
	return documents, nil
}

// columns are tables whose alignment is an attribute: the policy allows no style within a page.
var columns = extension.NewTable(extension.WithTableCellAlignMethod(extension.TableCellAlignAttribute))

// readDocument renders a document in Markdown; HTML in it is left out. Its first heading becomes
// the title, and links lead to what the page has, or nowhere.
func readDocument(name string, source []byte) (document, error) {
	d := document{Name: name, Title: name}
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
			n.Destination = []byte(address(string(n.Destination)))
		case *ast.Image:
			n.Destination = []byte(pictureAt(n))
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

// pictureAt returns where the page has a picture of a document.
func pictureAt(image *ast.Image) string { return "/sources/" + path.Base(string(image.Destination)) }

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
// or, for a file that the program does not have with it, to the top. No two documents have the same name.
func address(link string) string {
	if strings.HasPrefix(link, "https://") || strings.HasPrefix(link, "#") {
		return link
	}
	file, fragment, _ := strings.Cut(link, "#")
	name := path.Base(file)
	there := append(must(fs.Glob(enumerate.Documents, "docs/"+name)), must(fs.Glob(enumerate.Documents, "docs/*/"+name))...)
	if len(there) == 0 || path.Ext(name) != ".md" {
		return "#"
	}
	at := "/sources/" + strings.TrimSuffix(name, ".md")
	if fragment != "" {
		at += "#" + fragment
	}
	return at
}
