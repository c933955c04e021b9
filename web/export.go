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
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"enumerate"
	"enumerate/internal/file"
)

//go:embed alone
var aloneFiles embed.FS

// A copied is a copy of a site that needs no server: what the site answers without a computation, as
// files. In a browser alone/worker.js answers the rest, by the program of package offline.
type copied struct {
	doors http.Handler
	files map[string][]byte // by their paths
	// pages says where what an address of the site has is found: "lookup/" for "/lookup", which is the
	// file lookup/index.html.
	pages map[string]string
}

// copySite copies what can be reached from the front page. It takes a second, and ends with its context.
func copySite(ctx context.Context, of Site) (c *copied, err error) {
	of.Alone = true
	s := newSite(of, "")
	c = &copied{s.handler(), make(map[string][]byte), map[string]string{"/source.tar.gz": "source.tar.gz"}}
	for _, name := range must(fs.Glob(aloneFiles, "alone/*")) {
		c.files[path.Base(name)] = must(fs.ReadFile(aloneFiles, name))
		c.pages["/"+path.Base(name)] = path.Base(name)
	}
	_, err = c.take(ctx, "/", "")
	// Where something is asked before there is a worker there is a page that waits for it, and what that leads to.
	for name, shown := range map[string]string{
		"lookup/random/": "/lookup?", "play/random/": "/play?", "simulate/random/": "/simulate?", "results/classes/": "/results/classes?n=3",
		"results/classes.csv": "/results/classes.csv?n=3&ruleset=wonderwall", "results/classes.json": "/results/classes.json?n=3&ruleset=wonderwall",
	} {
		_, failed := c.take(ctx, shown, name)
		err = errors.Join(err, failed)
	}
	for _, address := range s.assets { // to which pages lead that are computed
		_, failed := c.take(ctx, address, "")
		err = errors.Join(err, failed)
	}
	return c, err
}

// take makes files of what an address has, and of what that leads to, and returns where it is found: under a name, or
// what nameOf says.
func (c *copied) take(ctx context.Context, address, name string) (_ string, err error) {
	if name, there := c.pages[address]; there {
		return name, nil
	}
	if err := ctx.Err(); err != nil {
		return "", err
	}
	r := httptest.NewRequest(http.MethodGet, "http://localhost"+address, nil)
	answer := httptest.NewRecorder()
	c.doors.ServeHTTP(answer, r)
	if answer.Code != http.StatusOK {
		return "", fmt.Errorf("%s: %s", address, http.StatusText(answer.Code))
	}
	page := strings.HasPrefix(answer.Header().Get("Content-Type"), "text/html")
	name = cmp.Or(name, nameOf(r.URL, page))
	c.pages[address] = name
	if !page {
		c.files[name] = answer.Body.Bytes()
		return name, nil
	}
	c.files[name+"index.html"], err = c.page(ctx, r.URL, name, answer.Body.Bytes())
	return name, err
}

// nameOf returns where what an address has is found: a page in a folder, "results/ruleset=nim/".
func nameOf(at *url.URL, page bool) string {
	name, query := strings.Trim(at.Path, "/"), strings.ReplaceAll(at.RawQuery, "&", ",")
	if len(query) > 40 || strings.ContainsAny(query, "%+") {
		query = hashed(query)
	}
	if page {
		return strings.TrimPrefix(path.Join(name, query)+"/", "/")
	}
	kind := path.Ext(name)
	return strings.TrimSuffix(strings.TrimSuffix(name, kind)+"-"+query, "-") + kind
}

func hashed[T string | []byte](content T) string {
	sum := sha256.Sum256([]byte(content))
	return hex.EncodeToString(sum[:6])
}

// nearby are attributes of a page that lead somewhere on the site, as a relative writes them.
var nearby = regexp.MustCompile(` (href|src|action|formaction|data-live)="(\.[^"]*)"`)

// blanks are those that no browser needs.
var blanks = regexp.MustCompile(`\s*([{};,])\s*`)

// styled is where a page takes its style from.
var styled = regexp.MustCompile(`<link rel="stylesheet"[^>]*>`)

// page returns a page as a file. Its links lead from there, and its style is in it, so that it is painted
// as soon as it is there.
func (c *copied) page(ctx context.Context, at *url.URL, name string, page []byte) (_ []byte, failed error) {
	up := "." + strings.Repeat("/..", strings.Count(name, "/")) + "/"
	page = nearby.ReplaceAllFunc(page, func(link []byte) []byte {
		parts := nearby.FindSubmatch(link)
		attribute, to := string(parts[1]), must(at.Parse(html.UnescapeString(string(parts[2]))))
		target := to.RequestURI()
		if attribute == "src" || attribute == "href" && still(to) {
			found, err := c.take(ctx, target, "")
			failed, target = errors.Join(failed, err), found
		}
		if target = up + strings.TrimPrefix(target, "/"); to.Fragment != "" {
			target += "#" + to.EscapedFragment()
		}
		return fmt.Appendf(nil, ` %s="%s"`, attribute, html.EscapeString(target))
	})
	style := blanks.ReplaceAll(must(fs.ReadFile(assetFiles, "assets/style.css")), []byte("$1"))
	sum := sha256.Sum256(style)
	own := html.EscapeString("style-src 'self' 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'")
	page = bytes.Replace(page, []byte(html.EscapeString("style-src 'self'")), []byte(own), 1)
	return styled.ReplaceAllLiteral(page, fmt.Appendf(nil, "<style>%s</style>", style)), failed
}

// still reports whether what an address has is a file of the copy: what nothing was typed for, and what the
// program in the browser does not know.
func still(at *url.URL) bool {
	rest := at.Query()
	delete(rest, "ruleset")
	known := !strings.HasPrefix(at.Path, "/results") && !strings.HasPrefix(at.Path, "/sources") || strings.HasPrefix(at.Path, "/results/classes")
	return len(rest) == 0 || !known
}

// copyMark is how the worker of a copy begins: by that a copy is known.
const copyMark = "const copy = "

// complete adds what package offline is to the browser, from a directory, and tells the worker which files there are.
func (c *copied) complete(offline string) (err error) {
	for _, name := range []string{"program.bin", "wasm_exec.js", "source.tar.gz"} {
		if c.files[name], err = os.ReadFile(filepath.Join(offline, name)); err != nil {
			return err
		}
	}
	var all []string
	version := ""
	for _, file := range slices.Sorted(maps.Keys(c.files)) {
		version = hashed(version + file + hashed(c.files[file]))
		all = append(all, strings.TrimSuffix(file, "index.html"))
	}
	list, err := json.Marshal(map[string]any{"version": version, "size": len(c.files["program.bin"]), "pages": c.pages, "files": all})
	c.files["worker.js"] = slices.Concat([]byte(copyMark), list, []byte(";\n"), c.files["worker.js"])
	return err
}

// export writes the page as files that need no server into a directory. That is made, or replaced if it holds an
// earlier copy and nothing else, and is only ever there whole.
func export(ctx context.Context, dir string, of Site) error {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	if to, err := filepath.EvalSymlinks(dir); err == nil {
		dir = to // a link stays a link
	}
	if name, err := stranger(dir); err != nil {
		return file.Failed(dir, "read it", err)
	} else if name != "" {
		return fmt.Errorf("%s is there, and is neither empty nor an earlier copy of the page: it holds %s", dir, name)
	}
	_ = os.MkdirAll(filepath.Dir(dir), 0o777) // if not, the next line says why
	aside, err := os.MkdirTemp(filepath.Dir(dir), filepath.Base(dir)+".*.part")
	if err != nil {
		return file.Failed(dir, "make it", err)
	}
	defer os.RemoveAll(aside)
	offline, err := offlineFiles(ctx, filepath.Join(aside, "offline"))
	if err != nil {
		return err
	}
	c, err := copySite(ctx, of)
	if err = cmp.Or(ctx.Err(), err, c.complete(offline)); err != nil {
		return err
	}
	whole := filepath.Join(aside, "whole")
	for name, content := range c.files {
		fill := func(w io.Writer) error { _, err := w.Write(content); return err }
		if err := cmp.Or(ctx.Err(), file.Write(filepath.Join(whole, filepath.FromSlash(name)), fill)); err != nil {
			return err
		}
	}
	earlier := filepath.Join(aside, "earlier")
	if err := os.Rename(dir, earlier); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return file.Failed(dir, "replace it", err)
	}
	if err := os.Rename(whole, dir); err != nil {
		_ = os.Rename(earlier, dir)
		return file.Failed(dir, "make it", err)
	}
	sweep(dir)
	return nil
}

// leftover is how the name of what a killed export left ends.
var leftover = regexp.MustCompile(`^\.[0-9]+\.part$`)

// sweep removes what exports into a directory left beside it that were killed, an hour ago or more.
func sweep(dir string) {
	parts, _ := os.ReadDir(filepath.Dir(dir))
	for _, part := range parts {
		info, err := part.Info()
		if end, ours := strings.CutPrefix(part.Name(), filepath.Base(dir)); err == nil && ours && leftover.MatchString(end) && time.Since(info.ModTime()) > time.Hour {
			_ = os.RemoveAll(filepath.Join(filepath.Dir(dir), part.Name()))
		}
	}
}

// stranger returns the name of what is in a directory and no earlier copy put there, "" if there is nothing.
func stranger(dir string) (name string, err error) {
	there, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	worker, _ := os.ReadFile(filepath.Join(dir, "worker.js"))
	line, _, _ := bytes.Cut(worker, []byte(";\n"))
	var earlier struct{ Files []string }
	if list, ours := bytes.CutPrefix(line, []byte(copyMark)); ours {
		_ = json.Unmarshal(list, &earlier) // or it is no copy
	}
	for _, entry := range there {
		own := slices.ContainsFunc(earlier.Files, func(file string) bool {
			top, _, folder := strings.Cut(file, "/")
			return entry.Name() == cmp.Or(top, "index.html") && entry.IsDir() == folder
		})
		if !own {
			return entry.Name(), err
		}
	}
	return "", err
}

// offlineFiles returns the directory of what a browser needs: offline, beside the program of a release. In a checkout
// it is made, by the script that this program knows and no other.
func offlineFiles(ctx context.Context, made string) (dir string, err error) {
	program, err := os.Executable()
	if err != nil {
		return "", err
	}
	dir = filepath.Join(filepath.Dir(program), "offline")
	if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
		return dir, err
	}
	const script = "release/offline.sh"
	if own, err := os.ReadFile(script); err != nil || !bytes.Equal(own, enumerate.Offline) {
		return "", fmt.Errorf("there is no directory %s, as a release has it, and this is no checkout of the program: %s is not its own", dir, script)
	}
	cmd := exec.CommandContext(ctx, script, made)
	cmd.WaitDelay = endTime / 2
	if out, err := cmd.CombinedOutput(); err != nil {
		why, _, _ := strings.Cut(strings.TrimSpace(err.Error()+" "+string(out)), "\n")
		return "", fmt.Errorf("there is no directory %s, as a release has it, and %s does not make it here: %s", dir, script, why)
	}
	return made, nil
}
