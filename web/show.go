package web

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"enumerate/enum"
	"errors"
	"fmt"
	"html/template"
	"io"
	"io/fs"
	"math/big"
	"mime"
	"net/http"
	"os"
	"path"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/dustin/go-humanize"

	"enumerate/internal/build"
	"enumerate/internal/rows"
)

//go:embed templates
var templateFiles embed.FS

//go:embed assets
var assetFiles embed.FS

// A site is a Site that is shown. Its fields do not change while it answers.
type site struct {
	Site
	token      string
	urls       func() []string // where others reach it
	mux        *http.ServeMux
	slots      chan struct{} // held by requests that are answered
	watchers   chan struct{} // held by streams of events
	processors chan struct{} // held by what computes
	monitor    monitor
	rooms      []page
	templates  map[string]*template.Template // by file, each in the layout
	assets     map[string]string             // where each asset is, by its file
	live       *liveSimulations
	lists      classLists
	limits     limits
}

// limits is how long the site computes for an answer.
type limits struct {
	request time.Duration // for everything that one request asks for
	part    time.Duration // for each part of an answer
	single  time.Duration // for an answer that is asked for alone
	move    time.Duration // for what is known of one move
	moves   time.Duration // for what is known of all moves of a position
	list    time.Duration // for all classes of a size to be listed, once
	wait    time.Duration // of a reader for that list
}

// usualLimits is what a new site has. Tests set it, so that they do not depend on how fast the machine is.
var usualLimits = limits{
	request: requestTime, part: partTime, single: singleTime,
	move: moveTime, moves: movesTime,
	list: listTime, wait: waitTime,
}

// newSite makes a site. What is wrong with an embedded file is a fault of the program.
func newSite(of Site, token string) *site {
	s := &site{
		Site: of, token: token,
		mux:        http.NewServeMux(),
		slots:      make(chan struct{}, mostRequests),
		watchers:   make(chan struct{}, mostWatchers),
		processors: make(chan struct{}, max(runtime.GOMAXPROCS(0), 2)), // a list may take a minute,
		assets:     make(map[string]string),
		limits:     usualLimits,
	}
	s.serveAssets()
	s.parseTemplates()
	s.rooms = s.pages()
	for _, p := range s.rooms {
		p.routes()
	}
	s.get("/{$}", s.showFront)
	s.mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		s.showError(w, r, faultf(http.StatusNotFound, "nothing is at this address"))
	})
	return s
}

// serveAssets answers for each asset at an address that has the hash of its content, so that
// a browser keeps it for good.
func (s *site) serveAssets() {
	files := must(fs.Glob(assetFiles, "assets/*"))
	for _, name := range files {
		content := must(fs.ReadFile(assetFiles, name))
		sum := sha256.Sum256(content)
		file, kind := path.Base(name), path.Ext(name)
		at := "/assets/" + strings.TrimSuffix(file, kind) + "." + hex.EncodeToString(sum[:6]) + kind
		s.assets[file] = at
		s.mux.HandleFunc("GET "+at, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
			send(w, kindOf(file), content)
		})
	}
}

// kindOf returns the media type of a file.
func kindOf(file string) string {
	return map[string]string{
		".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml", ".png": "image/png",
		".csv": "text/csv; charset=utf-8", ".txt": "text/plain; charset=utf-8", ".json": "application/json",
		".lrat": "text/plain; charset=utf-8", ".dimacs": "text/plain; charset=utf-8",
	}[path.Ext(file)]
}

// send answers with something that is no page.
func send(w http.ResponseWriter, kind string, content []byte) {
	w.Header().Set("Content-Type", kind)
	_, _ = w.Write(content)
}

// download answers with a file.
func download(w http.ResponseWriter, name string, content []byte) error {
	w.Header().Set("Content-Disposition", mime.FormatMediaType("inline", map[string]string{"filename": name}))
	send(w, kindOf(name), content)
	return nil
}

// parseTemplates puts each template into the layout, with what several pages share.
func (s *site) parseTemplates() {
	layout := template.New("layout.html").Funcs(template.FuncMap{
		"asset": func(file string) (string, error) {
			at, there := s.assets[file]
			if !there {
				return "", fmt.Errorf("there is no asset %q", file)
			}
			return at, nil
		},
		"add":      func(a, b int) int { return a + b },
		"families": generated,
		"address":  address,
		"unmarked": unmarked,
		"count":    rows.Count,
		"counted":  rows.Counted,
		"capital":  capital,
		"share": func(some, all string) float64 {
			part, _ := new(big.Rat).SetString(strings.ReplaceAll(some+"/"+all, ",", ""))
			share, _ := part.Float64()
			return share
		},
		"inWords":  inWords,
		"sentence": sentence,
		"called":   called,
		"short":    func(n int) string { return rows.Count(uint64(n)) },
		"commas": func(number any) string {
			x, _ := new(big.Int).SetString(strings.TrimSpace(fmt.Sprint(number)), 10)
			return rows.Grouped(x)
		},
		"breaks":  func(number string) template.HTML { return template.HTML(strings.ReplaceAll(number, ",", ",<wbr>")) },
		"bytes":   func(n int64) string { return humanize.IBytes(uint64(n)) },
		"percent": func(share float64) string { return rows.Percent(share) + " %" }, // rounded down: what is not all is not 100 %
		"time":    timeOf,
		"rate":    func(shards float64) string { return rows.Rate(shards, "shards") },
		"roughly": rows.Roughly,
		"version": build.Info().Name,
	})
	shared := []string{"layout.html", "shared.html"}
	for _, file := range shared {
		template.Must(layout.ParseFS(templateFiles, "templates/"+file))
	}
	s.templates = make(map[string]*template.Template)
	for _, name := range must(fs.Glob(templateFiles, "templates/*")) {
		if file := path.Base(name); !slices.Contains(shared, file) {
			s.templates[file] = template.Must(template.Must(layout.Clone()).ParseFS(templateFiles, name))
		}
	}
}

// sentence returns what a summary says as a sentence.
func sentence(words string) string { return strings.Replace(capital(words)+".", "?.", "?", 1) }

// called returns the title of a ruleset's game, which its summary may begin with, and what is done in it.
func called(r *enum.Ruleset) [2]string {
	if title, does, there := strings.Cut(r.Summary, ": "); there && capital(title) == title {
		return [2]string{title, does}
	}
	return [2]string{capital(r.Name), r.Summary}
}

// must returns a value that nothing but a fault of the program can keep from being there.
func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// A view is what the layout and the template of a page see.
type view struct {
	Title  string
	Rooms  []page // for the navigation
	at     string // the page's own path
	Script string // the asset that makes the page move; "" for none
	Reload string // where the page loads itself from again where there is no script; "" for never
	Alone  bool   // no server answers
	Policy string // of what the page may load, where no header has it
	Data   any    // for the page's own template, as .Data
}

// Here reports whether the page is in a room.
func (v view) Here(room page) bool {
	return v.at == room.Path || strings.HasPrefix(v.at, room.Path+"/")
}

// show answers with a page: the template of a file, in the layout, with what it shows.
func (s *site) show(w http.ResponseWriter, r *http.Request, status int, file string, v view) error {
	var page bytes.Buffer
	if err := s.fill(&page, r, file, v); err != nil {
		return err
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Vary", "Accept-Encoding")
	if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") && !s.Alone {
		w.Header().Set("Content-Encoding", "gzip")
		w.WriteHeader(status)
		zip := gzip.NewWriter(w)
		_, _ = page.WriteTo(zip)
		_ = zip.Close() // the reader has gone
		return nil
	}
	w.WriteHeader(status)
	_, _ = page.WriteTo(w)
	return nil
}

// stream shows a page of which parts are still computed while others are on the way. What is
// wrong with it by then ends it early.
func (s *site) stream(w http.ResponseWriter, r *http.Request, file string, v view) error {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	if err := s.fill(w, r, file, v); err != nil && r.Context().Err() == nil {
		s.remark(fmt.Sprintf("%s: %v", r.URL.Path, err))
	}
	return nil
}

// fill writes a page.
func (s *site) fill(w io.Writer, r *http.Request, file string, v view) error {
	v.Rooms, v.at, v.Alone, v.Policy = s.rooms, r.URL.Path, s.Alone, policy
	if _, err := os.Stat(s.Database); err != nil && s.Board == nil && v.at != "/watch" { // there is nothing to watch
		v.Rooms = slices.DeleteFunc(slices.Clone(s.rooms), func(p page) bool { return p.Path == "/watch" })
	}
	if s.Alone {
		w = &relative{to: w, root: "." + strings.Repeat("/..", strings.Count(v.at, "/")-1) + "/"}
	}
	return s.templates[file].ExecuteTemplate(w, "layout.html", v)
}

// showError answers with an error: in JSON where the address asks for that, else as a page.
func (s *site) showError(w http.ResponseWriter, r *http.Request, err error) {
	var f fault
	switch {
	case errors.As(err, &f):
	case r.Context().Err() != nil:
		f = fault{http.StatusServiceUnavailable, fmt.Errorf("this takes more than %v", s.limits.request)}
	default:
		s.remark(fmt.Sprintf("%s: %v", r.URL.Path, err))
		f = fault{http.StatusInternalServerError, errBroken}
	}
	if path.Ext(r.URL.Path) == ".json" {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(f.status)
		_ = json.NewEncoder(w).Encode(map[string]string{"error": f.Error()})
		return
	}
	shown := map[string]any{"Text": f.Error()}
	if text, _, list := strings.Cut(f.Error(), "there is: "); list && strings.HasPrefix(text, "there is no ruleset") { // but these
		shown["Text"], shown["Rulesets"] = strings.TrimSuffix(text, "; "), s.Rulesets
	}
	if err := s.show(w, r, f.status, "error.html", view{Title: http.StatusText(f.status), Data: shown}); err != nil {
		http.Error(w, f.Error(), f.status)
	}
}

// timeOf writes how long something took, in tenths of a second if that was not long.
func timeOf(d time.Duration) string {
	if d < 90*time.Second {
		return fmt.Sprintf("%.1f s", d.Seconds())
	}
	return rows.Roughly(d.Seconds())
}
