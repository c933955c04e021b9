//go:build !js

package web

import (
	"bytes"
	"html"
	"html/template"
	"io/fs"
	"net/http"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"

	"enumerate"
	"enumerate/data"
	"enumerate/enum"
	"enumerate/rooms/claims"
)

// A documentsPage shows the documents of the project, and the claims of other authors about the games, with a verdict on
// each. Such an author's text is a source of a ruleset.
//
//	/documents            the lists of documents, with a link to each document
//	/documents/statements the claims of all sources
//	/documents/statements/NAME  the claims of one source, with reasons for the verdicts and commands that check them
//	/documents/NAME       a document, such as published
//	/documents/NAME.svg   a picture of a document; NAME.png, too, and published-estimates.csv
type documentsPage struct {
	*pageBase
	files library
}

func newDocumentsPage(c *pageBase) *documentsPage { return &documentsPage{c, newLibrary()} }

func (p *documentsPage) page() page {
	return page{Path: "/documents", Title: "Documents", Routes: func(t *router) {
		t.get("/documents", p.showLists)
		t.get("/documents/statements", p.showLedger)
		t.get("/documents/statements/{source}", p.showStatements)
		t.get("/documents/{name}", p.showDocument)
	}}
}

func (p *documentsPage) showLists(w http.ResponseWriter, r *http.Request) error {
	var lists []document
	for _, name := range []string{"guide", "papers", "reference"} {
		source := must(enumerate.Documents.ReadFile(p.files[name]))
		lists = append(lists, must(p.files.read(p.Rulesets, name, source)))
	}
	return p.show(w, r, http.StatusOK, "documents.html", view{Title: "Documents", Data: lists})
}

func (p *documentsPage) showLedger(w http.ResponseWriter, r *http.Request) error {
	return p.show(w, r, http.StatusOK, "ledger.html", view{Title: "Claims of the rulesets' sources, and our verdicts", Data: claims.Sources()})
}

func (p *documentsPage) showStatements(w http.ResponseWriter, r *http.Request) error {
	name := r.PathValue("source")
	list := claims.Sources()
	at := slices.IndexFunc(list, func(s claims.Source) bool { return s.Name == name })
	if at < 0 {
		return faultf(http.StatusNotFound, "unknown source %q", name)
	}
	return p.show(w, r, http.StatusOK, "statements.html", view{Title: list[at].Title, Data: list[at]})
}

func (p *documentsPage) showDocument(w http.ResponseWriter, r *http.Request) error {
	name := r.PathValue("name")
	file, found := p.files[name]
	if !found {
		return faultf(http.StatusNotFound, "unknown document %q", name)
	}
	content, err := enumerate.Documents.ReadFile(file)
	if err != nil {
		return err
	}
	if path.Ext(file) != ".md" {
		return download(w, name, content)
	}
	d, err := p.files.read(p.Rulesets, name, content)
	if err != nil {
		return err
	}
	return p.show(w, r, http.StatusOK, "document.html", view{Title: d.Title, Data: d})
}

// A library has the documents, pictures and tables that the program contains. A key is the name in an address, such as
// "published" for /documents/published, and the value is the path of the file. Names of documents have no ".md". No two
// files may have the same name.
type library map[string]string

// newLibrary returns the library. A README.md below the top is named after its folder.
func newLibrary() library {
	files := make(library)
	for _, pattern := range []string{"README.md", "docs/*.md", "docs/guide/*.md", "docs/papers/*.md", "docs/reference/*.md", "rooms/proofs/README.md", "docs/pictures/*", "data/*.csv"} {
		for _, file := range must(fs.Glob(enumerate.Documents, pattern)) {
			name := strings.TrimSuffix(path.Base(file), ".md")
			if name == "README" && path.Dir(file) != "." {
				name = path.Base(path.Dir(file))
			}
			files[name] = file
		}
	}
	return files
}

// A listItem is a section or a file on a list of links.
type listItem struct{ Name, Title string }

func (l library) title(name string) string {
	first, _, _ := strings.Cut(string(must(enumerate.Documents.ReadFile(l[name]))), "\n")
	return unmarked(strings.TrimPrefix(first, "# "))
}

type document struct {
	Name, Title string
	Sections    []listItem
	HTML, Below template.HTML // above and below the totals, if it has some
	Totals      tableView
}

// columns renders tables with their alignment as an attribute, because the policy allows no style within a page.
var columns = extension.NewTable(extension.WithTableCellAlignMethod(extension.TableCellAlignAttribute))

// read renders a document in Markdown, without its HTML. The first heading becomes the title. Links to files of the
// project become links to pages of the site, or plain text if the program does not contain the file. A table of totals
// is replaced by the site's own table.
func (l library) read(rulesets []*enum.Ruleset, name string, source []byte) (document, error) {
	d := document{Name: name, Title: name}
	markdown := goldmark.New(goldmark.WithExtensions(columns, extension.Linkify), goldmark.WithParserOptions(parser.WithAutoHeadingID()))
	root := markdown.Parser().Parse(text.NewReader(source))
	if h, ok := root.FirstChild().(*ast.Heading); ok && h.Level == 1 {
		d.Title = plain(h, source)
		root.RemoveChild(root, h)
	}

	level := 1 // of the last heading: a heading that skips levels is raised
	err := ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Heading:
			if id, ok := n.AttributeString("id"); ok && n.Level == 2 {
				d.Sections = append(d.Sections, listItem{string(id.([]byte)), plain(n, source)})
			}
			n.Level = min(n.Level, level+1)
			level = n.Level
		case *ast.Link:
			n.Destination = []byte(l.address(l[name], string(n.Destination)))
		case *ast.Image:
			n.Destination = []byte("/documents/" + path.Base(string(n.Destination)))
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

	above, below := page.String(), ""
	if name := tabled.FindSubmatch(source); name != nil {
		kept := data.Totals(string(name[1]))
		ruleset, err := enum.Find(rulesets, kept.Ruleset)
		if err != nil {
			ruleset = &enum.Ruleset{} // the program does not have it, and knows nothing of its methods
		}
		d.Totals = tableOf(ruleset, kept, data.Table{}, kept)
		above, below, _ = strings.Cut(above, omitted)
		_, below, _ = strings.Cut(below, omitted)
	}
	d.HTML, d.Below = template.HTML(l.finish(above)), template.HTML(l.finish(below))
	return d, nil
}

var (
	// tabled is the line above a table of results, as results.Documented writes it.
	tabled = regexp.MustCompile(`(?m)^<!-- results: (\S+) -->$`)
	// parts matches the pieces of a rendered document that finish treats separately: listings, links, code, other tags,
	// and text.
	parts = regexp.MustCompile(`(?s)<pre>.*?</pre>|<a .*?</a>|<code>.*?</code>|<[^>]*>|[^<]+`)
	// bracket, power and index match powers and indices as plain text writes them: n^(k+1); 2^o(n), n^-M; C_{i+1}.
	bracket = regexp.MustCompile(`\^\(((?:[^()]|\([^()]*\))*)\)`)
	power   = regexp.MustCompile(`\^(-?\|[^|]*\||-?[0-9]+(?:\.[0-9]+)?|-?[A-Za-z](?:\([^()]*\))?)`)
	index   = regexp.MustCompile(`(^|[^\pL0-9])(\pL(?:'|&#39;)?)_(?:\{([^{}]*)\}|([A-Za-z0-9]+))`)
	minus   = regexp.MustCompile(`([\pL0-9)|²³>]) - `)
	nowhere = regexp.MustCompile(`(?s)<a href="">(.*?)</a>`)
	picture = regexp.MustCompile(`<img src="([^"]*)"[^>]*>`)
	flagged = regexp.MustCompile(`([ '>])(--?[a-z][a-z-]*)`)
	prose   = regexp.MustCompile(`<td([^>]*>(?:[^<\n]|<[^>]*>){24,}</td>)`)
	// breaking matches a line of a listing that may be broken on a narrow page: a line of words, perhaps in two
	// columns, or a line that is too long for any page. It does not match a row of a table.
	breaking = regexp.MustCompile(`(?m)(^|>)( *[^<\s]+(?: [^<\s]+)*(?: {2,}[^<\s]+(?: [^<\s]+)*)?|[^<\n]{140,})$`)
)

// omitted is what the renderer writes instead of a comment.
const omitted = "<!-- raw HTML omitted -->\n"

// finish improves a rendered document. Names of other documents become links. Powers are raised and indices lowered. No
// line ends within the name of a flag. Wide tables and listings are put into boxes that scroll, also by keyboard; but
// lines of prose in listings, and formulas of up to four lines, may break.
func (l library) finish(page string) string {
	set := func(text string) string {
		text = power.ReplaceAllString(bracket.ReplaceAllString(text, "<sup>$1</sup>"), "<sup>$1</sup>")
		return minus.ReplaceAllString(index.ReplaceAllString(text, "$1$2<sub>$3$4</sub>"), "$1 − ")
	}
	link := func(file string) string {
		if to := l.address("", file); to != "" {
			return `<a href="` + to + `">` + html.EscapeString(l.title(path.Base(to))) + `</a>`
		}
		return file
	}
	page = parts.ReplaceAllStringFunc(nowhere.ReplaceAllString(page, "$1"), func(part string) string {
		switch {
		case strings.HasPrefix(part, "<pre>"):
			if strings.Contains(part, "enumerate") || strings.Count(part, "\n") > 4 {
				return `<pre tabindex="0"` + breaking.ReplaceAllString(strings.TrimPrefix(part, "<pre"), `$1<span class="breaks">$2</span>`)
			}
			return `<pre class="formula"` + set(strings.TrimPrefix(part, "<pre"))
		case strings.HasPrefix(part, "<code>"):
			return flagged.ReplaceAllString(part, `$1<i>$2</i>`) // browsers break lines after hyphens
		case strings.HasPrefix(part, "<"):
			return part
		}
		return documentPath.ReplaceAllStringFunc(set(part), link)
	})
	page = picture.ReplaceAllString(prose.ReplaceAllString(page, `<td class="prose"$1`), `<a class="picture" href="$1">$0</a>`)
	page = strings.ReplaceAll(page, "<th></th>", "<td></td>")         // names nothing
	page = strings.ReplaceAll(page, ` align="right"`, " align=right") // shorter: some documents have hundreds of numbers
	page = strings.ReplaceAll(page, "<table>", `<div class="wide" tabindex="0" role="group" aria-label="A table"><table>`)
	return strings.ReplaceAll(page, "</table>", "</table></div>")
}

func unmarked(markdown string) string {
	source := []byte(markdown)
	return plain(goldmark.DefaultParser().Parse(text.NewReader(source)), source)
}

// plain returns the text of a node of a Markdown document, without its marks, such as those of links or code.
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

// address converts a link in a document at the path `from` to an address on this site. A link to another site, or
// within the document, stays unchanged. For a file that the program does not contain, address returns "".
func (l library) address(from, link string) string {
	if strings.HasPrefix(link, "https://") || strings.HasPrefix(link, "#") {
		return link
	}
	file, fragment, cut := strings.Cut(link, "#")
	file = path.Join(path.Dir(from), file)
	at := ""
	for name, own := range l {
		if own == file {
			at = "/documents/" + name
		}
	}
	if name, isResult := strings.CutPrefix(file, "data/results/"); isResult {
		at = "/numbers/shipped/" + name
	}
	if at != "" && cut {
		at += "#" + fragment
	}
	return at
}
