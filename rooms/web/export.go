//go:build !js

package web

import (
	"bytes"
	"cmp"
	"compress/gzip"
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
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"time"

	"enumerate"
	"enumerate/internal/file"
)

//go:embed alone
var aloneFiles embed.FS

// A siteCopy is a copy of the site for a host without a server (web --export), while it is made in memory. It has a
// file for each answer that does not depend on what a user types. A service worker, alone/worker.js, has the program of
// package offline compute the other answers in the browser.
type siteCopy struct {
	doors http.Handler      // the site that is copied
	files map[string][]byte // by their paths
	// pages says where the answer at an address is in the copy: for "/lookup" in "lookup/", a folder with an
	// index.html.
	pages map[string]string
	// packFiles says where a file is in the pack, pages.bin, by the same names as pages.
	packFiles map[string]packedFile
	style     []byte // in every page except the front page
}

type packedFile struct {
	From int    `json:"from"`
	Size int    `json:"size"`
	Type string `json:"type"`
}

// copySite makes the files of a copy: all pages that links reach from the front page, except pages that need
// computation. It asks the handlers of the site as a browser would, which takes about a second.
func copySite(ctx context.Context, of Site) (c *siteCopy, err error) {
	of.Alone, of.Still = true, true // no server behind the pages, and no links to random games
	s := newSite(of, "")
	c = &siteCopy{
		doors:     s.handler(),
		files:     make(map[string][]byte),
		pages:     map[string]string{"/source.tar.gz": "source.tar.gz"},
		packFiles: make(map[string]packedFile),
	}
	for _, name := range must(fs.Glob(aloneFiles, "alone/*")) {
		c.files[path.Base(name)] = must(fs.ReadFile(aloneFiles, name))
		c.pages["/"+path.Base(name)] = path.Base(name)
	}
	_, err = c.take(ctx, "/", "")
	// In an exported copy of the site, a service worker in the browser answers questions. The worker starts only after
	// the first page is loaded, and a reader may ask before that. So the copy has a file for each kind of question,
	// which the reader gets until the worker runs. The map has these files by name, each with the address `shown` whose
	// answer is the content: a page that waits for the worker or, for "numbers/classes", a short list of classes of
	// games.
	for name, shown := range map[string]string{
		"lookup/random/": "/lookup?", "play/random/": "/play?", "play/new/": "/play?&", "simulate/random/": "/simulate?", "numbers/classes/": "/numbers/classes?n=3",
		"numbers/classes.csv": "/numbers/classes.csv?n=3&ruleset=wonderwall", "numbers/classes.json": "/numbers/classes.json?n=3&ruleset=wonderwall",
	} {
		_, failed := c.take(ctx, shown, name)
		err = errors.Join(err, failed)
	}
	for _, address := range s.assetAddresses() { // computed pages load these
		_, failed := c.take(ctx, address, "")
		err = errors.Join(err, failed)
	}
	return c, err
}

// take adds to the copy the answer at an address, and everything to which it links. It returns the answer's name in the
// copy: the given name or, if this is "", the name that nameOf returns.
func (c *siteCopy) take(ctx context.Context, address, name string) (_ string, err error) {
	if name, taken := c.pages[address]; taken {
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

	// The name is stored first, because linked pages may link back.
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

// nameOf returns the name that the answer at an address of the site gets in a copy, a folder of static files. For a
// page the name is the folder of its index.html: "numbers/ruleset=nim/" for "/numbers?ruleset=nim". Other answers have
// the query before the extension: "numbers/table-n=3.csv". A query that is long, or has characters that may be misread
// in a file's name, is replaced by its hash.
func nameOf(at *url.URL, page bool) string {
	name, query := strings.Trim(at.Path, "/"), strings.ReplaceAll(at.RawQuery, "&", ",")
	if len(query) > 40 || strings.ContainsAny(query, "%+") {
		query = hashed(query)
	}
	if page {
		return strings.TrimPrefix(path.Join(name, query)+"/", "/") // the front page is in "", the copy itself
	}
	extension := path.Ext(name)
	return strings.TrimSuffix(strings.TrimSuffix(name, extension)+"-"+query, "-") + extension
}

func hashed[T string | []byte](content T) string {
	sum := sha256.Sum256([]byte(content))
	return hex.EncodeToString(sum[:6])
}

// nearby matches attributes of a page that link to the site: relative addresses, which begin with a dot.
var nearby = regexp.MustCompile(` (href|src|srcset|action|formaction|data-live)="(\.[^"]*)"`)

// afterFront begins the part of the stylesheet that the front page does not need: without that part, a slow connection
// shows the page in half of the time.
const afterFront = "/* Look up */"

var (
	comments = regexp.MustCompile(`(?s)/\*.*?\*/`)
	blanks   = regexp.MustCompile(`\s*([{};,])\s*`)
)

var styled = regexp.MustCompile(`<link rel="stylesheet"[^>]*>`)

// page converts a page of the site to a file of the copy. The arguments are the page's address, its folder in the copy,
// and its HTML. The result has relative links, and the stylesheet within the page, so that a browser can paint it
// immediately. page also takes the files that the page loads, and every linked page that can be a file.
func (c *siteCopy) page(ctx context.Context, at *url.URL, name string, page []byte) (_ []byte, failed error) {
	up := "." + strings.Repeat("/..", strings.Count(name, "/")) + "/"
	shown := make(map[string]bool) // pictures in the page, to which it may also link
	for _, parts := range nearby.FindAllSubmatch(page, -1) {
		if string(parts[1]) == "src" {
			shown[string(parts[2])] = true
		}
	}
	page = nearby.ReplaceAllFunc(page, func(link []byte) []byte {
		parts := nearby.FindSubmatch(link)
		attribute, to := string(parts[1]), must(at.Parse(html.UnescapeString(string(parts[2]))))
		target := to.RequestURI()
		isLoaded := attribute == "src" || attribute == "srcset"
		if isLoaded || attribute == "href" && (isStatic(to) || shown[string(parts[2])]) {
			found, err := c.take(ctx, target, "")
			failed, target = errors.Join(failed, err), found
		}
		target = up + strings.TrimPrefix(target, "/")
		if to.Fragment != "" {
			target += "#" + to.EscapedFragment()
		}
		return fmt.Appendf(nil, ` %s="%s"`, attribute, html.EscapeString(target))
	})

	style := must(fs.ReadFile(assetFiles, "assets/style.css"))
	if name == "" {
		style, _, _ = bytes.Cut(style, []byte(afterFront))
	}
	style = blanks.ReplaceAll(comments.ReplaceAll(style, nil), []byte("$1"))
	if name != "" {
		c.style = style
	}

	// The page's policy must allow the style that is now within the page.
	sum := sha256.Sum256(style)
	own := html.EscapeString("style-src 'self' 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'")
	page = bytes.Replace(page, []byte(html.EscapeString("style-src 'self'")), []byte(own), 1)
	return styled.ReplaceAllLiteral(page, fmt.Appendf(nil, "<style>%s</style>", style)), failed
}

// isStatic reports whether a copy of the site without a server has the answer at an address as a file. Otherwise a
// program in the browser answers. An address has a file if the user chose nothing in it except the ruleset. Documents,
// and results except lists of classes, are always files, because that program does not have them.
func isStatic(at *url.URL) bool {
	choices := at.Query()
	delete(choices, "ruleset")
	isClassList := strings.HasPrefix(at.Path, "/numbers/classes")
	inBrowser := isClassList || !strings.HasPrefix(at.Path, "/numbers") && !strings.HasPrefix(at.Path, "/documents")
	return len(choices) == 0 || !inBrowser
}

// copyMark is the beginning of worker.js, the script of the service worker, by which a copy is recognized.
const copyMark = "const copy = "

// unpackedFiles are not in the pack, pages.bin: the archive of the source, and files that a browser keeps in another
// way.
var unpackedFiles = []string{"program.bin", "wasm_exec.js", "source.tar.gz", "worker.js", "manifest.webmanifest"}

// packedStyle is the name of the stylesheet in the pack. Storing it once, and not in each page, saves a quarter of the
// size; the service worker puts it back.
const packedStyle = "style"

// pack puts all pages of the copy, and everything that they load, into one compressed file, pages.bin. A browser keeps
// this file, so that all pages work without a connection.
func (c *siteCopy) pack() error {
	var packed bytes.Buffer
	zip, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return err
	}
	at := 0
	add := func(name, kind string, content []byte) error {
		c.packFiles[name] = packedFile{From: at, Size: len(content), Type: kind}
		at += len(content)
		_, err := zip.Write(content)
		return err
	}

	if err := add(packedStyle, "text/css", c.style); err != nil {
		return err
	}
	styled := fmt.Appendf(nil, "<style>%s</style>", c.style)
	for _, name := range slices.Sorted(maps.Keys(c.files)) {
		if slices.Contains(unpackedFiles, name) {
			continue
		}
		content := bytes.Replace(c.files[name], styled, []byte("<style></style>"), 1)
		kind := cmp.Or(kindOf(name), mime.TypeByExtension(path.Ext(name)))
		if err := add(strings.TrimSuffix(name, "index.html"), kind, content); err != nil {
			return err
		}
	}

	if err := zip.Close(); err != nil {
		return err
	}
	c.files["pages.bin"] = packed.Bytes()
	return nil
}

// complete adds to the copy the program that answers requests within the browser; the argument `offline` has its files.
// Then it writes a list of all files and a version into the first line of worker.js, which keeps the files in the
// browser.
func (c *siteCopy) complete(offline fs.FS) error {
	for _, name := range []string{"program.bin", "wasm_exec.js", "source.tar.gz"} {
		content, err := fs.ReadFile(offline, name)
		if err != nil {
			return err
		}
		c.files[name] = content
	}
	if err := c.pack(); err != nil {
		return err
	}

	// The version is a hash of all names and contents: a browser fetches a copy again if its version is new.
	var all []string
	version := ""
	for _, file := range slices.Sorted(maps.Keys(c.files)) {
		version = hashed(version + file + hashed(c.files[file]))
		all = append(all, strings.TrimSuffix(file, "index.html"))
	}

	list, err := json.Marshal(map[string]any{"version": version, "size": len(c.files["program.bin"]), "pages": c.pages, "files": all, "packed": c.packFiles})
	if err != nil {
		return err
	}
	c.files["worker.js"] = slices.Concat([]byte(copyMark), list, []byte(";\n"), c.files["worker.js"])
	return nil
}

// export writes a copy of the site into a directory, which is made, or replaced if it contains only an earlier copy.
// The copy is written under another name and renamed, so that it is always complete.
func export(ctx context.Context, dir string, of Site) error {
	dir, err := exportTo(dir)
	if err != nil {
		return err
	}
	earlier, err := earlierCopy(dir)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(dir), 0o777); err != nil {
		return file.Failed(dir, "make it", err)
	}

	aside, err := newAside(dir)
	if err != nil {
		return file.Failed(dir, "make it", err)
	}
	defer removeAside(aside)

	offline, err := offlineFiles(ctx, filepath.Join(aside, "offline"))
	if err != nil {
		return err
	}
	c, err := copySite(ctx, of)
	if err := cmp.Or(ctx.Err(), err); err != nil {
		return err
	}
	if err := c.complete(offline); err != nil {
		return err
	}
	c.files[sumsFile] = c.sums()

	whole := filepath.Join(aside, "whole")
	for name, content := range c.files {
		fill := func(w io.Writer) error { _, err := w.Write(content); return err }
		if err := cmp.Or(ctx.Err(), file.Write(filepath.Join(whole, filepath.FromSlash(name)), fill)); err != nil {
			return err
		}
	}
	return takePlace(dir, whole, filepath.Join(aside, "earlier"), earlier)
}

// exportTo returns the directory of a copy, with links resolved, or why no copy can be made there.
func exportTo(dir string) (string, error) {
	if dir == "-" {
		return "", errors.New("--export -: a copy is a directory, not standard output; for a directory named -, write ./-")
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}

	to, err := filepath.EvalSymlinks(dir)
	if target, dangling := os.Readlink(dir); err != nil && dangling == nil {
		return "", fmt.Errorf("%s is a link to %s, which does not exist: make that directory, or remove the link", dir, target)
	}
	if err == nil {
		dir = to // the directory that the link leads to is replaced, not the link
	}

	// Making a copy replaces the directory, so a process whose current directory it is, such as the user's shell, would
	// be left in the removed one.
	if containsWorkingDirectory(dir) {
		return "", fmt.Errorf("--export %s: a copy cannot replace the current directory or one above it: run the command in another directory", dir)
	}
	return dir, nil
}

// containsWorkingDirectory reports whether a directory, without links, is the current directory or one above it.
func containsWorkingDirectory(dir string) bool {
	current, err := os.Getwd()
	if err != nil {
		return false // there is no current directory any more
	}
	current, err = filepath.EvalSymlinks(current)
	if err != nil {
		return false
	}
	const separator = string(filepath.Separator)
	return current == dir || strings.HasPrefix(current, strings.TrimSuffix(dir, separator)+separator)
}

// takePlace replaces an earlier copy by a new one, so that dir never holds a part of a copy. It renames `dir` to
// `aside`, then renames `whole`, the complete new copy, to `dir`, and then deletes the files that `earlier` lists. If
// other files came into the earlier copy meanwhile, they stay in `aside`, and takePlace returns an error.
func takePlace(dir, whole, aside string, earlier listing) error {
	if err := os.Rename(dir, aside); err != nil && !errors.Is(err, fs.ErrNotExist) { // there need not be an earlier copy
		return file.Failed(dir, "replace it", err)
	}
	if err := os.Rename(whole, dir); err != nil {
		_ = os.Rename(aside, dir) // put the earlier copy back; if this fails too, the first error is more useful
		return file.Failed(dir, "make it", err)
	}
	sweep(dir) // remove what killed exports have left
	if !earlier.remove(aside) {
		return fmt.Errorf("%s is written; files of the earlier copy that were added or changed during the export are kept in %s", dir, aside)
	}
	return nil
}

// sumsFile has the SHA-256 of every other file of a copy, as sha256sum writes them.
const sumsFile = "SHA256SUMS"

func (c *siteCopy) sums() []byte {
	var text bytes.Buffer
	for _, name := range slices.Sorted(maps.Keys(c.files)) {
		fmt.Fprintf(&text, "%x  %s\n", sha256.Sum256(c.files[name]), name)
	}
	return text.Bytes()
}

// A listing lists the files that an export wrote into a directory: their paths, with slashes, and their SHA-256 sums. A
// later export deletes only these files, if they are unchanged. A file whose sum is "" counts as unchanged.
type listing map[string]string

// readListing returns the files of the copy of the site that an earlier export wrote to a directory, as SHA256SUMS
// lists them. If an older version of the program made the copy, there is no SHA256SUMS; then readListing returns the
// files that worker.js lists, without sums. If the directory holds no copy, the result is empty.
func readListing(dir string) listing {
	files := make(listing)
	if sums, err := os.ReadFile(filepath.Join(dir, sumsFile)); err == nil {
		for line := range strings.Lines(string(sums)) {
			if sum, name, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "  "); ok && len(sum) == 2*sha256.Size {
				files[name] = sum
			}
		}
		files[sumsFile] = ""
		return files
	}
	for _, name := range listedByWorker(dir) {
		if name == "" || strings.HasSuffix(name, "/") {
			name += "index.html"
		}
		files[name] = ""
	}
	return files
}

// listedByWorker returns the list of files in the first line of a copy's worker.js; nil if the directory holds no copy.
func listedByWorker(dir string) []string {
	worker, err := os.ReadFile(filepath.Join(dir, "worker.js"))
	if err != nil {
		return nil
	}
	line, _, _ := bytes.Cut(worker, []byte(";\n"))
	list, isCopy := bytes.CutPrefix(line, []byte(copyMark))
	if !isCopy {
		return nil
	}
	var copied struct{ Files []string }
	if err := json.Unmarshal(list, &copied); err != nil {
		return nil
	}
	return copied.Files
}

// earlierCopy returns the files of the copy of the site that an earlier export wrote to a directory. If the directory
// or one of its folders holds anything else, it returns an error, because replacing the copy would delete that.
func earlierCopy(dir string) (listing, error) {
	if info, err := os.Stat(dir); err == nil && !info.IsDir() {
		return nil, fmt.Errorf("%s is not a directory: name a new or empty directory", dir)
	}
	files := readListing(dir)
	other, err := files.other(dir)
	switch {
	case err != nil:
		return nil, file.Failed(dir, "read it", err)
	case other != "":
		return nil, fmt.Errorf("%s is neither empty nor an unchanged earlier copy of the page, because it holds %s: name a new or empty directory", dir, other)
	}
	return files, nil
}

// folders returns the folders of the listed files.
func (l listing) folders() map[string]bool {
	folders := make(map[string]bool)
	for name := range l {
		for folder := path.Dir(name); folder != "."; folder = path.Dir(folder) {
			folders[folder] = true
		}
	}
	return folders
}

// other returns the name of something in a directory that an export has not made: a file or folder that is not in the
// listing l, or a changed file. It returns "" if there is nothing else, or if the directory does not exist.
func (l listing) other(dir string) (other string, err error) {
	folders := l.folders()
	err = filepath.WalkDir(dir, func(at string, entry fs.DirEntry, err error) error {
		if at == dir {
			if errors.Is(err, fs.ErrNotExist) {
				return nil
			}
			return err
		}
		if err != nil {
			return err
		}

		name, err := filepath.Rel(dir, at)
		if err != nil {
			return err
		}
		name = filepath.ToSlash(name)
		own := entry.IsDir() && folders[name]
		if !own && entry.Type().IsRegular() {
			own, err = l.has(name, at)
		}
		if err == nil && !own {
			other, err = name, fs.SkipAll
		}
		return err
	})
	return other, err
}

// has reports whether the file at a path is the copy's file with this name, unchanged.
func (l listing) has(name, at string) (bool, error) {
	sum, listed := l[name]
	if !listed || sum == "" {
		return listed, nil
	}
	content, err := os.ReadFile(at)
	return err == nil && fmt.Sprintf("%x", sha256.Sum256(content)) == sum, err
}

// remove deletes a copy from a directory: its unchanged files, then the folders that are now empty, and then the
// directory if it is empty. Other files stay. remove reports whether the directory is gone.
func (l listing) remove(dir string) bool {
	for name := range l {
		at := filepath.Join(dir, filepath.FromSlash(name))
		if own, err := l.has(name, at); err == nil && own {
			_ = os.Remove(at)
		}
	}

	folders := slices.Sorted(maps.Keys(l.folders()))
	for _, folder := range slices.Backward(folders) { // a folder sorts before the folders in it
		_ = os.Remove(filepath.Join(dir, filepath.FromSlash(folder))) // fails if it is not empty
	}
	_ = os.Remove(dir)

	_, err := os.Lstat(dir)
	return errors.Is(err, fs.ErrNotExist)
}

// asideMark is a file that marks the directory in which an export makes a copy, so that a later export recognizes it.
const asideMark = "enumerate-web-export"

// newAside makes a directory next to dir, named .dir.123.part, in which an export prepares a new copy before the copy
// replaces dir. It contains the file asideMark.
func newAside(dir string) (string, error) {
	aside, err := os.MkdirTemp(filepath.Dir(dir), "."+filepath.Base(dir)+".*.part")
	if err != nil {
		return "", err
	}
	if err := os.WriteFile(filepath.Join(aside, asideMark), nil, 0o666); err != nil {
		_ = os.Remove(aside)
		return "", err
	}
	return aside, nil
}

// removeAside removes the directory of newAside once the export is over. The export may have moved the earlier copy
// there. If that copy holds files that no export made, they are the user's, and the directory stays.
func removeAside(aside string) {
	earlier := filepath.Join(aside, "earlier")
	if !readListing(earlier).remove(earlier) {
		return
	}
	for _, name := range []string{"offline", "whole", asideMark} { // all else that an export makes there
		_ = os.RemoveAll(filepath.Join(aside, name))
	}
	_ = os.Remove(aside)
}

var leftover = regexp.MustCompile(`^\.[0-9]+\.part$`)

// sweep removes directories next to dir that were left behind when an export to dir was killed. A directory less than
// an hour old stays, because it may belong to an export in progress. Errors do not matter: the next export tries again.
func sweep(dir string) {
	parts, err := os.ReadDir(filepath.Dir(dir))
	if err != nil {
		return
	}
	for _, part := range parts {
		at := filepath.Join(filepath.Dir(dir), part.Name())
		end, begins := strings.CutPrefix(part.Name(), "."+filepath.Base(dir))
		_, markError := os.Lstat(filepath.Join(at, asideMark))
		isLeftover := begins && leftover.MatchString(end) && markError == nil
		info, err := part.Info()
		if isLeftover && err == nil && time.Since(info.ModTime()) > time.Hour {
			removeAside(at)
		}
	}
}

// offlineScript is a script in a checkout of the source. It builds the files that a browser needs to run the program.
const offlineScript = "tools/release/offline.sh"

// embedded has the files that a browser needs to run the program, in its folder "embedded". It is empty unless this
// program is from a release.
var embedded fs.FS = embed.FS{}

// offlineFiles returns the files that a browser needs to run the program: those embedded in a release, or those that a
// script in a checkout of the source builds into outDir.
func offlineFiles(ctx context.Context, outDir string) (fs.FS, error) {
	if contained, err := fs.Sub(embedded, "embedded"); err == nil {
		if _, err := fs.Stat(contained, "program.bin"); err == nil {
			return contained, nil
		}
	}

	checkout, found := findCheckout(".", builtFrom())
	if !found {
		return nil, errors.New("the copy needs this program built for browsers, which is not here: use the program of a release archive, or run the command in the checkout it was built from")
	}

	if _, err := exec.LookPath("go"); err != nil {
		return nil, fmt.Errorf("the program go is not installed: it is needed to build this program for browsers from %s; install Go, or use the program of a release archive", checkout)
	}
	cmd := exec.CommandContext(ctx, filepath.Join(checkout, filepath.FromSlash(offlineScript)), outDir)
	cmd.WaitDelay = endTime / 2
	if out, err := cmd.CombinedOutput(); err != nil {
		why, _, _ := strings.Cut(strings.TrimSpace(err.Error()+" "+string(out)), "\n")
		return nil, fmt.Errorf("%s in %s does not build the program for browsers: %s", offlineScript, checkout, why)
	}
	return os.DirFS(outDir), nil
}

// builtFrom returns the directory of the source from which this program was built; "" if it was built without paths.
func builtFrom() string {
	_, here, _, ok := runtime.Caller(0)
	if !ok || !filepath.IsAbs(here) {
		return ""
	}
	return filepath.Dir(filepath.Dir(filepath.Dir(here))) // above rooms/web
}

// findCheckout returns the first of the directories that has the source of this version of the program: its script
// offlineScript equals the program's copy.
func findCheckout(dirs ...string) (dir string, found bool) {
	for _, dir := range dirs {
		if dir == "" {
			continue
		}
		script, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(offlineScript)))
		if err != nil || !bytes.Equal(script, enumerate.Offline) {
			continue
		}
		if whole, err := filepath.Abs(dir); err == nil {
			return whole, true
		}
	}
	return "", false
}
