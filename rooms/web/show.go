package web

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"io"
	"io/fs"
	"math"
	"math/big"
	"mime"
	"net/http"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/dustin/go-humanize"

	"enumerate"
	"enumerate/enum"
	"enumerate/enum/single"
	"enumerate/internal/build"
	"enumerate/internal/rows"
)

//go:embed templates
var templateFiles embed.FS

//go:embed assets
var assetFiles embed.FS

// A layout shows pages and errors: each is a template in a common frame, with the navigation, the style and the
// scripts.
type layout struct {
	site      Site
	limits    *limits
	remarks   remarks
	templates map[string]*template.Template // by file, each in the frame
	assets    map[string]asset              // by file
	pages     []page                        // for the navigation
}

// An asset is a file that pages load.
type asset struct {
	address string // contains a hash of the content, so that a browser may keep the file for ever
	content []byte
}

// newLayout returns the layout of a site, without navigation. It panics if an embedded file has a fault, because that
// is a fault of the program.
func newLayout(of Site, limits *limits) *layout {
	l := &layout{site: of, limits: limits, remarks: of.Remark}
	l.assets = readAssets()
	l.templates = parseTemplates(l.asset)
	return l
}

// readAssets returns the embedded files by name. A file's address contains a part of its hash, so that browsers can
// keep the file for ever.
func readAssets() map[string]asset {
	assets := make(map[string]asset)
	for _, name := range must(fs.Glob(assetFiles, "assets/*")) {
		content := must(fs.ReadFile(assetFiles, name))
		sum := sha256.Sum256(content)
		file, kind := path.Base(name), path.Ext(name)
		at := "/assets/" + strings.TrimSuffix(file, kind) + "." + hex.EncodeToString(sum[:6]) + kind
		assets[file] = asset{at, content}
	}
	return assets
}

func (l *layout) asset(file string) (string, error) {
	found, ok := l.assets[file]
	if !ok {
		return "", fmt.Errorf("unknown asset %q", file)
	}
	return found.address, nil
}

func (l *layout) assetAddresses() (list []string) {
	for _, a := range l.assets {
		list = append(list, a.address)
	}
	return list
}

func (l *layout) serveAssets(t *router) {
	for file, a := range l.assets {
		t.handle("GET "+a.address, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
			send(w, kindOf(file), a.content)
		})
	}
}

// navigate sets the pages that the navigation links to.
func (l *layout) navigate(pages []page) { l.pages = pages }

// kindOf returns the media type of a file.
func kindOf(file string) string {
	return map[string]string{
		".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml", ".png": "image/png",
		".csv": "text/csv; charset=utf-8", ".txt": "text/plain; charset=utf-8", ".json": "application/json",
		".lrat": "text/plain; charset=utf-8", ".dimacs": "text/plain; charset=utf-8",
	}[path.Ext(file)]
}

// send answers with content that is not a page of the layout.
func send(w http.ResponseWriter, kind string, content []byte) {
	w.Header().Set("Content-Type", kind)
	_, _ = w.Write(content) // an error means that the reader has gone
}

func download(w http.ResponseWriter, name string, content []byte) error {
	w.Header().Set("Content-Disposition", mime.FormatMediaType("inline", map[string]string{"filename": name}))
	send(w, kindOf(name), content)
	return nil
}

// parseTemplates parses the template of each page together with the layout and the parts that pages share.
func parseTemplates(asset func(file string) (string, error)) map[string]*template.Template {
	layout := template.New("layout.html").Funcs(template.FuncMap{
		"asset":    asset,
		"add":      func(a, b int) int { return a + b },
		"families": generated,
		"address":  address,
		"unmarked": unmarked,
		"count":    rows.Count,
		"counted":  rows.Counted,
		"capital":  capital,
		"share":    shareOf,
		"inWords":  inWords,
		"linked":   linked,
		"sentence": sentence,
		"called":   called,
		"short":    func(n int) string { return rows.Count(uint64(n)) },
		"commas":   commas,
		"breaks":   func(number string) template.HTML { return template.HTML(strings.ReplaceAll(number, ",", ",<wbr>")) },
		"bytes":    func(n int64) string { return humanize.IBytes(uint64(n)) },
		"rounded":  roundedPercent,
		"meaning":  func(verdict string) string { return meanings[verdict] },
		"percent":  func(share float64) string { return rows.Percent(share) + " %" }, // rounded down, so that only all is 100 %
		"time":     timeOf,
		"rate":     func(shards float64) string { return rows.Rate(shards, "shards") },
		"roughly":  rows.Roughly,
		"version":  build.Info().Name,
		"source":   enumerate.Repository,
	})

	shared := []string{"layout.html", "shared.html"}
	for _, file := range shared {
		template.Must(layout.ParseFS(templateFiles, "templates/"+file))
	}

	templates := make(map[string]*template.Template)
	for _, name := range must(fs.Glob(templateFiles, "templates/*")) {
		if file := path.Base(name); !slices.Contains(shared, file) {
			templates[file] = template.Must(template.Must(layout.Clone()).ParseFS(templateFiles, name))
		}
	}
	return templates
}

// documentPath matches the name of a document in a text, such as docs/reference/input.md. The submatch is its name on
// the page.
var documentPath = regexp.MustCompile(`\bdocs/(?:[a-z]+/)?([a-z-]+)\.md\b`)

// linked returns a text as HTML, in which each name of a document is replaced by a link to the document.
func linked(text string) template.HTML {
	html := documentPath.ReplaceAllStringFunc(template.HTMLEscapeString(text), func(file string) string {
		name := documentPath.FindStringSubmatch(file)[1]
		return `<a href="/documents/` + name + `">` + capital(name) + `</a>`
	})
	return template.HTML(html)
}

func shareOf(some, all string) (float64, error) {
	part, ok := new(big.Rat).SetString(strings.ReplaceAll(some+"/"+all, ",", ""))
	if !ok {
		return 0, fmt.Errorf("%s of %s is not a share", some, all)
	}
	share, _ := part.Float64() // rounded to the nearest float
	return share, nil
}

// roundedPercent writes a share to the nearest tenth of a percent, except that only 0 and 1 become 0 % and 100 %.
func roundedPercent(share float64) string {
	tenths := math.Round(share * 1000)
	switch {
	case tenths == 0 && share > 0:
		return "< 0.1 %"
	case tenths == 1000 && share < 1:
		return "> 99.9 %"
	}
	return fmt.Sprintf("%.1f %%", tenths/10)
}

// meanings says what the verdicts of the rulesets mean.
var meanings = map[string]string{
	"N": "the player who moves next wins", "P": "the player who moves next loses",
	"L": "Left wins, whoever begins", "R": "Right wins, whoever begins",
	"A": "player A is first on the last tile", "B": "player B is first on the last tile", "none": "nobody gets there",
	"first": "the player who begins wins", "second": "the player who begins loses",
	"solvable": "in some order all are content",
	"valid":    "no two attack each other, and no three are in line",
}

func commas(number any) (string, error) {
	text := strings.TrimSpace(fmt.Sprint(number))
	x, ok := new(big.Int).SetString(text, 10)
	if !ok {
		return "", fmt.Errorf("%.40q is not a number", text)
	}
	return rows.Grouped(x), nil
}

func sentence(words string) string { return strings.Replace(capital(words)+".", "?.", "?", 1) }

// called returns the title of a ruleset's game and a description, from a summary such as "Title: description". By
// default they are the name and the whole summary.
func called(r *enum.Ruleset) [2]string {
	if title, does, found := strings.Cut(r.Summary, ": "); found && capital(title) == title {
		return [2]string{title, does}
	}
	return [2]string{capital(r.Name), r.Summary}
}

// must panics on an error. It is for embedded files, which can fail only by a fault of the program.
func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// A view is the data of the layout and of the template of a page.
type view struct {
	Title string
	Pages []page // for the navigation
	at    string // the page's own path
	// Section is the path of the page that the navigation marks, if that is not the page's own.
	Section string
	Script  string // the page's script, an asset; "" for none
	Reload  string // the address from which a page without script loads itself again; "" for never
	Alone   bool   // the page is of a copy that needs no server
	Policy  string // the Content-Security-Policy, for pages that are files and have no header
	Data    any    // for the page's own template, as .Data
}

// Here reports whether the page that is shown is this page of the navigation, or below it.
func (v view) Here(p page) bool {
	at := cmp.Or(v.Section, v.at)
	return at == p.Path || strings.HasPrefix(at, p.Path+"/")
}

// show answers a request with a page: the template in the file, such as "lookup.html", filled with the data of the
// view, in the layout. An error means that nothing was sent.
func (l *layout) show(w http.ResponseWriter, r *http.Request, status int, file string, v view) error {
	var text bytes.Buffer
	if err := l.fill(&text, r, file, v); err != nil {
		return err
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Vary", "Accept-Encoding")
	// The pages of a copy without a server are written to files, not compressed.
	plain := !strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") || l.site.Alone
	if plain {
		w.WriteHeader(status)
		_, _ = text.WriteTo(w) // fails only if the reader has gone
		return nil
	}

	w.Header().Set("Content-Encoding", "gzip")
	w.WriteHeader(status)
	zip := gzip.NewWriter(w) // fails only if the reader has gone
	_, _ = text.WriteTo(zip)
	_ = zip.Close()
	return nil
}

// stream shows a page in parts while later parts are still computed. An error ends the page early.
func (l *layout) stream(w http.ResponseWriter, r *http.Request, file string, v view) error {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	if err := l.fill(w, r, file, v); err != nil && r.Context().Err() == nil {
		l.remarks.add(fmt.Sprintf("%s: %v", r.URL.Path, err))
	}
	return nil
}

// fill writes a page in HTML to w: the template in the file, in the layout. In a copy of the site, which may be in any
// folder of a host, links become relative.
func (l *layout) fill(w io.Writer, r *http.Request, file string, v view) error {
	v.at = r.URL.Path
	v.Pages = l.navigation(v.at)
	v.Alone = l.site.Alone
	v.Policy = policy
	if l.site.Alone {
		w = relativeTo(v.at, w)
	}
	return l.templates[file].ExecuteTemplate(w, "layout.html", v)
}

// navigation returns the pages of the navigation, without the page of the runs if there is neither a served run nor a
// database.
func (l *layout) navigation(at string) []page {
	if l.site.Board != nil || at == "/runs" {
		return l.pages
	}
	if _, err := os.Stat(l.site.Database); err == nil {
		return l.pages
	}
	return slices.DeleteFunc(slices.Clone(l.pages), func(p page) bool { return p.Path == "/runs" })
}

// fragment writes a part of a page: the template with the given name in a file, without the layout.
func (l *layout) fragment(w io.Writer, file, name string, data any) error {
	return l.templates[file].ExecuteTemplate(w, name, data)
}

// errorTitles are the titles of error pages, for each status of a fault.
var errorTitles = map[int]string{
	http.StatusBadRequest:            "This cannot be read",
	http.StatusForbidden:             "Not allowed",
	http.StatusNotFound:              "Page not found",
	http.StatusRequestEntityTooLarge: "Too large",
	http.StatusUnprocessableEntity:   "This cannot be answered",
	http.StatusInternalServerError:   "Program error",
	http.StatusServiceUnavailable:    "No answer",
}

// showError answers a request with an error: in JSON if the address ends in .json, and otherwise as a page, which lists
// all rulesets if one is unknown.
func (l *layout) showError(w http.ResponseWriter, r *http.Request, err error) {
	fault := l.faultOf(r, err)
	status, message := statusOf(fault), fault.Error()
	if path.Ext(r.URL.Path) == ".json" {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		_ = json.NewEncoder(w).Encode(map[string]string{"error": message}) // fails only if the reader has gone
		return
	}

	shown := map[string]any{"Text": message}
	var unknown *single.UnknownError
	if errors.As(fault, &unknown) && unknown.Kind == "ruleset" { // the page shows the list as links
		shown["Text"] = unknown.Summary()
		shown["Rulesets"] = l.site.Rulesets
	}
	if err := l.show(w, r, status, "error.html", view{Title: errorTitles[status], Data: shown}); err != nil {
		http.Error(w, message, status)
	}
}

// faultOf converts an error to the fault that the page shows: a status and a message. If the error is neither the
// user's nor due to a limit of time, the page says only that the program has a fault, and the error is reported to the
// person who runs the server.
func (l *layout) faultOf(r *http.Request, err error) error {
	var f fault
	if errors.As(err, &f) {
		return f
	}
	if r.Context().Err() != nil {
		return faultf(http.StatusServiceUnavailable, "the answer takes more than %v: ask for a smaller game", l.limits.Request)
	}
	l.remarks.add(fmt.Sprintf("%s: %v", r.URL.Path, err))
	return faultf(http.StatusInternalServerError, "%w", errBroken)
}

func timeOf(d time.Duration) string {
	if d < 90*time.Second {
		return fmt.Sprintf("%.1f s", d.Seconds())
	}
	return rows.Roughly(d.Seconds())
}
