//go:build !js

package web

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"io"
	"io/fs"
	"maps"
	"mime"
	"net/http"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"enumerate/internal/file"
)

//go:embed alone
var aloneFiles embed.FS

// A copied is a copy of a site that needs no server: what the site answers without a computation, as
// files; alone/worker.js answers the rest by the program of offline.
type copied struct {
	site  *site
	doors http.Handler
	files map[string][]byte // by their paths
	// pages says where what an address of the site has is found: "lookup/" for "/lookup", which is the
	// file lookup/index.html.
	pages map[string]string
}

// copySite copies what can be reached from the front page.
func copySite(of Site) (*copied, error) {
	s := newSite(of, "")
	c := &copied{site: s, doors: s.handler(), files: make(map[string][]byte), pages: make(map[string]string)}
	for _, name := range must(fs.Glob(aloneFiles, "alone/*")) {
		c.files[path.Base(name)] = must(fs.ReadFile(aloneFiles, name))
		c.pages["/"+path.Base(name)] = path.Base(name)
	}
	c.pages["/source.tar.gz"] = "source.tar.gz"
	// Pages that are computed lead to assets; and where a list of classes is asked for before there is a
	// worker, there is a page that waits for it.
	var err error
	for _, address := range slices.Concat([]string{"/", "/results/classes"}, slices.Sorted(maps.Values(s.assets))) {
		_, failed := c.take(address)
		err = errors.Join(err, failed)
	}
	return c, err
}

// A recorded is an answer that is kept.
type recorded struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (r *recorded) Header() http.Header                { return r.header }
func (r *recorded) WriteHeader(status int)             { r.status = status }
func (r *recorded) Write(part []byte) (n int, _ error) { return r.body.Write(part) }

// take makes files of what an address has, and of what that leads to, and returns where it is found.
func (c *copied) take(address string) (name string, err error) {
	if name, there := c.pages[address]; there {
		return name, nil
	}
	r, err := http.NewRequest(http.MethodGet, "http://localhost"+address, nil)
	if err != nil {
		return "", err
	}
	answer := &recorded{header: make(http.Header), status: http.StatusOK}
	c.doors.ServeHTTP(answer, r)
	switch answer.status {
	case http.StatusOK:
	case http.StatusSeeOther:
		r.URL = must(r.URL.Parse(answer.header.Get("Location")))
		answer = &recorded{header: make(http.Header), status: http.StatusOK}
		c.doors.ServeHTTP(answer, r)
	default:
		return "", fmt.Errorf("%s: %s", address, http.StatusText(answer.status))
	}
	kind, _, _ := mime.ParseMediaType(answer.header.Get("Content-Type"))
	at, _ := url.Parse(address)
	name = nameOf(at, kind == "text/html")
	c.pages[address] = name
	if kind != "text/html" {
		c.files[name] = answer.body.Bytes()
		return name, nil
	}
	page, err := c.page(r.URL, name, answer.body.Bytes())
	c.files[name+"index.html"] = page
	return name, err
}

// nameOf returns where what an address has is found: a page in a folder, "results/ruleset=nim/".
func nameOf(at *url.URL, page bool) string {
	name, query := strings.Trim(at.Path, "/"), strings.ReplaceAll(at.RawQuery, "&", ",")
	if len(query) > 40 || strings.ContainsAny(query, "%+") {
		query = hashed([]byte(query))
	}
	switch {
	case !page && query != "":
		return strings.TrimSuffix(name, path.Ext(name)) + "-" + query + path.Ext(name)
	case !page || name == "" && query == "":
		return name
	}
	return path.Join(name, query) + "/"
}

func hashed(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:6])
}

// links are attributes of a page that lead somewhere on the site, as a relative writes them.
var links = regexp.MustCompile(` (href|src|action|formaction|data-[a-z]+)="(\.[^"]*)"`)

// page returns a page as a file. Its links lead from there, and its style is in it, so that it is painted
// as soon as it is there.
func (c *copied) page(at *url.URL, name string, page []byte) ([]byte, error) {
	var failed error
	page = links.ReplaceAllFunc(page, func(link []byte) []byte {
		parts := links.FindSubmatch(link)
		attribute, leads := string(parts[1]), html.UnescapeString(string(parts[2]))
		to, err := at.Parse(leads)
		if err != nil {
			failed = errors.Join(failed, err)
			return link
		}
		target := strings.TrimPrefix(to.RequestURI(), "/")
		if attribute == "src" || attribute == "href" && c.still(to) {
			if target, err = c.take(to.RequestURI()); err != nil {
				failed = errors.Join(failed, fmt.Errorf("%s: %w", at.RequestURI(), err))
			}
		}
		if to.Fragment != "" {
			target += "#" + to.EscapedFragment()
		}
		return fmt.Appendf(nil, ` %s="%s"`, attribute, html.EscapeString("."+strings.Repeat("/..", strings.Count(name, "/"))+"/"+target))
	})
	style := must(fs.ReadFile(assetFiles, "assets/style.css"))
	sum := sha256.Sum256(style)
	own := "style-src &#39;self&#39; &#39;sha256-" + html.EscapeString(base64.StdEncoding.EncodeToString(sum[:])) + "&#39;"
	page = bytes.Replace(page, []byte("style-src &#39;self&#39;"), []byte(own), 1)
	return styled.ReplaceAllLiteral(page, slices.Concat([]byte("<style>"), style, []byte("</style>"))), failed
}

var styled = regexp.MustCompile(`<link rel="stylesheet"[^>]*>`)

// still reports whether what an address has is a file of the copy: what the program in the browser does not know, and
// what nothing was typed for.
func (c *copied) still(at *url.URL) bool {
	rest := at.Query()
	delete(rest, "ruleset")
	classes := strings.HasPrefix(at.Path, "/results/classes")
	return len(rest) == 0 || !classes && (strings.HasPrefix(at.Path, "/results") || strings.HasPrefix(at.Path, "/sources"))
}

// complete adds what a browser needs, and what tells the worker which files there are.
func (c *copied) complete(b Browser) error {
	program := "program-" + hashed(b.Program) + ".bin" // no web space takes it for a page that is compressed
	c.files[program], c.files["wasm_exec.js"], c.files["source.tar.gz"] = b.Program, b.Runtime, b.Source
	var all, first []string
	sum := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(c.files)) {
		fmt.Fprintf(sum, "%s %x\n", name, sha256.Sum256(c.files[name]))
		if name != "worker.js" {
			all = append(all, strings.TrimSuffix(name, "index.html"))
		}
		if strings.HasPrefix(name, "assets/") {
			first = append(first, name)
		}
	}
	for _, p := range c.site.rooms {
		if name := c.pages[p.Path]; bytes.Contains(c.files[name+"index.html"], []byte("<form")) { // where somebody may ask
			first = append(first, name)
		}
	}
	list, err := json.Marshal(map[string]any{
		"version": hex.EncodeToString(sum.Sum(nil)[:6]), "program": program, "size": len(b.Program),
		"pages": c.pages, "files": all, "first": slices.Compact(slices.Sorted(slices.Values(append(first, "", "manifest.webmanifest")))),
	})
	c.files["worker.js"] = slices.Concat([]byte(copyMark), list, []byte(";\n"), c.files["worker.js"])
	return err
}

// copyMark is how the worker of a copy begins: by that it is known.
const copyMark = "const copy = "

// Export writes the page as files that need no server into a directory. That is made, or replaced if it holds an
// earlier copy, and is only ever there whole.
func Export(ctx context.Context, dir string, of Site, b Browser) error {
	of.Alone = true
	c, err := copySite(of)
	if err != nil {
		return err
	}
	if err := c.complete(b); err != nil {
		return err
	}
	dir, err = filepath.Abs(dir)
	if err != nil {
		return err
	}
	if old, err := os.ReadDir(dir); err == nil && len(old) > 0 {
		worker, err := os.ReadFile(filepath.Join(dir, "worker.js"))
		if err != nil || !bytes.HasPrefix(worker, []byte(copyMark)) {
			return fmt.Errorf("%s is not empty, and holds no earlier copy of the page", dir)
		}
	} else if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return file.Failed(dir, "read it", err)
	}
	err = os.MkdirAll(filepath.Dir(dir), 0o777)
	aside, failed := os.MkdirTemp(filepath.Dir(dir), filepath.Base(dir)+".*.part")
	if err = cmp.Or(err, failed); err != nil {
		return file.Failed(dir, "make it", err)
	}
	defer os.RemoveAll(aside)
	whole, old := filepath.Join(aside, "new"), filepath.Join(aside, "old")
	for name, content := range c.files {
		fill := func(w io.Writer) error { _, err := w.Write(content); return err }
		if err := cmp.Or(ctx.Err(), file.Write(filepath.Join(whole, filepath.FromSlash(name)), fill)); err != nil {
			return err
		}
	}
	if err := os.Rename(dir, old); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return file.Failed(dir, "replace it", err)
	}
	return os.Rename(whole, dir)
}
