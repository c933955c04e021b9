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

// A copied is a copy of the site that needs no server, while it is made: all of its files are in memory. The copy has a
// file for each answer of the site that does not depend on what a user types. In the reader's browser a service worker,
// alone/worker.js, computes the other answers: it runs the program of package offline, which has the same handlers as
// the site.
type copied struct {
	doors http.Handler      // the site that is copied
	files map[string][]byte // by their paths
	// pages has the place of each address of the site in the copy: "lookup/" for "/lookup", which is the file
	// lookup/index.html.
	pages map[string]string
	// packed says where a file is in the pack, by the same names as pages.
	packed map[string]packedFile
	style  []byte // in every page except the front page
}

// A packedFile is a part of the pack.
type packedFile struct {
	From int    `json:"from"`
	Size int    `json:"size"`
	Type string `json:"type"`
}

// copySite makes the files of a copy of the site: all pages that links reach from the front page, except pages that
// need computation. It asks the handlers of the site as a browser would. It takes about a second, and ends early if its
// context ends.
func copySite(ctx context.Context, of Site) (c *copied, err error) {
	of.Alone, of.Still = true, true // no server behind the pages, and no links to random games
	s := newSite(of, "")
	c = &copied{
		doors:  s.handler(),
		files:  make(map[string][]byte),
		pages:  map[string]string{"/source.tar.gz": "source.tar.gz"},
		packed: make(map[string]packedFile),
	}
	for _, name := range must(fs.Glob(aloneFiles, "alone/*")) {
		c.files[path.Base(name)] = must(fs.ReadFile(aloneFiles, name))
		c.pages["/"+path.Base(name)] = path.Base(name)
	}
	_, err = c.take(ctx, "/", "")
	// In the browser the copy's service worker computes answers, but it starts only after the first page is loaded. A
	// reader may ask a question before that. So the address of each kind of question has a file: a page that waits for
	// the worker.
	for name, shown := range map[string]string{
		"lookup/random/": "/lookup?", "play/random/": "/play?", "play/new/": "/play?&", "simulate/random/": "/simulate?", "results/classes/": "/results/classes?n=3",
		"results/classes.csv": "/results/classes.csv?n=3&ruleset=wonderwall", "results/classes.json": "/results/classes.json?n=3&ruleset=wonderwall",
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

// take adds to the copy of the site the answer at an address, and everything to which the answer links. It keeps them as
// files in c.files. It returns the name under which the copy has the answer: the given name or, if this is "", the name
// that nameOf makes from the address.
func (c *copied) take(ctx context.Context, address, name string) (_ string, err error) {
	if name, taken := c.pages[address]; taken {
		return name, nil
	}
	if err := ctx.Err(); err != nil {
		return "", err
	}

	// Ask the handlers of the page, as a browser would.
	r := httptest.NewRequest(http.MethodGet, "http://localhost"+address, nil)
	answer := httptest.NewRecorder()
	c.doors.ServeHTTP(answer, r)
	if answer.Code != http.StatusOK {
		return "", fmt.Errorf("%s: %s", address, http.StatusText(answer.Code))
	}

	// Keep the answer as a file. The name is known first, because linked pages may link back.
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

// nameOf returns the name of the file in which a copy of the site keeps the answer at an address. A page is kept as
// index.html in a folder, and nameOf returns the folder: the page "/results?ruleset=nim" is in "results/ruleset=nim/".
// Other answers have the query before the extension: "/results/table.csv?n=3" is "results/table-n=3.csv". A query that
// is long, or has characters that may be misread in a file's name, is replaced by its hash.
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

// hashed returns the first 12 hexadecimal digits of the SHA-256 of a content.
func hashed[T string | []byte](content T) string {
	sum := sha256.Sum256([]byte(content))
	return hex.EncodeToString(sum[:6])
}

// nearby matches attributes of a page that link to the site, as the type relative writes them.
var nearby = regexp.MustCompile(` (href|src|srcset|action|formaction|data-live)="(\.[^"]*)"`)

// afterFront is where the part of the stylesheet begins that the front page does not need. Without it the front page of
// a copy is painted in half of the time on a slow connection.
const afterFront = "/* Look up */"

// comments and blanks match the parts of a stylesheet that the copy leaves out, to be smaller.
var (
	comments = regexp.MustCompile(`(?s)/\*.*?\*/`)
	blanks   = regexp.MustCompile(`\s*([{};,])\s*`)
)

// styled matches the link of a page to its stylesheet.
var styled = regexp.MustCompile(`<link rel="stylesheet"[^>]*>`)

// page converts a page of the site to a file of the copy. The arguments are the address of the page, the name of its
// folder in the copy, and its HTML. In the result, links are relative, and the stylesheet is within the page, so that a
// browser can paint it immediately. page also copies the files that the page loads, and every linked page that can be a
// file; the other links are answered by the worker of the copy.
func (c *copied) page(ctx context.Context, at *url.URL, name string, page []byte) (_ []byte, failed error) {
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
		if isLoaded || attribute == "href" && (still(to) || shown[string(parts[2])]) {
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

// still reports whether a copy of the site has the answer at an address as a file, so that the browser need not compute
// it. There are two cases: the address contains nothing that a user chose except the ruleset; or the program in the
// browser cannot compute the answer, because it has no results and no documents.
func still(at *url.URL) bool {
	choices := at.Query()
	delete(choices, "ruleset")
	isClassList := strings.HasPrefix(at.Path, "/results/classes")
	inBrowser := isClassList || !strings.HasPrefix(at.Path, "/results") && !strings.HasPrefix(at.Path, "/sources")
	return len(choices) == 0 || !inBrowser
}

// copyMark is the beginning of the worker's file in a copy. A directory with such a file is recognized as a copy.
const copyMark = "const copy = "

// unpackedFiles are the files that are not in the pack: the archive of the source, and files that a browser keeps in
// another way.
var unpackedFiles = []string{"program.bin", "wasm_exec.js", "source.tar.gz", "worker.js", "manifest.webmanifest"}

// packedStyle is the name under which pages.bin, the pack of all pages, contains the stylesheet. Every page contains the
// same style. In the pack it is stored once and the pages have an empty style instead, which saves a quarter of the
// size; the service worker puts the style back.
const packedStyle = "style"

// pack puts all pages of the copy, and everything that they load, into one compressed file, pages.bin. A browser fetches
// and keeps this one file, so that all pages work without a connection. c.packed says where in the file each page is.
func (c *copied) pack() error {
	var packed bytes.Buffer
	zip, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return err
	}
	at := 0
	add := func(name, kind string, content []byte) error {
		c.packed[name] = packedFile{From: at, Size: len(content), Type: kind}
		at += len(content)
		_, err := zip.Write(content)
		return err
	}

	// The style is the same on every page, so it is packed once, and removed from the pages.
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

// complete makes a copy of the site ready for use without a server. It adds the program that answers requests within
// the browser; the argument `offline` has the files of this program. Then it writes the list of all files of the copy,
// with a version, into the first line of worker.js, the service worker, which keeps the files in the browser so that
// the copy works without a connection.
func (c *copied) complete(offline fs.FS) error {
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

	// The version is a hash of the names and contents of all files: a browser fetches a copy again if its version is
	// new.
	var all []string
	version := ""
	for _, file := range slices.Sorted(maps.Keys(c.files)) {
		version = hashed(version + file + hashed(c.files[file]))
		all = append(all, strings.TrimSuffix(file, "index.html"))
	}

	list, err := json.Marshal(map[string]any{"version": version, "size": len(c.files["program.bin"]), "pages": c.pages, "files": all, "packed": c.packed})
	if err != nil {
		return err
	}
	c.files["worker.js"] = slices.Concat([]byte(copyMark), list, []byte(";\n"), c.files["worker.js"])
	return nil
}

// export writes a copy of the site, files that need no server, into a directory. The directory is made, or replaced if
// it contains only an earlier copy. It is written under another name and renamed, so that it is always complete.
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

// exportTo returns the directory of a copy, with links resolved, or the reason why no copy can be made there.
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

	// Making a copy replaces the whole directory, so a process whose current directory it is, such as the user's shell,
	// would then be in the removed directory.
	if isAboveHere(dir) {
		return "", fmt.Errorf("--export %s: this is the current directory or one above it, and a copy replaces its directory: run the command in another directory", dir)
	}
	return dir, nil
}

// isAboveHere reports whether a directory, without links, is the current directory or one above it.
func isAboveHere(dir string) bool {
	here, err := os.Getwd()
	if err != nil {
		return false // there is no current directory any more
	}
	here, err = filepath.EvalSymlinks(here)
	if err != nil {
		return false
	}
	const separator = string(filepath.Separator)
	return here == dir || strings.HasPrefix(here, strings.TrimSuffix(dir, separator)+separator)
}

// takePlace replaces an earlier copy of the site by a new one, so that the directory dir never holds a part of a copy.
// It renames `dir` to `aside`, then renames `whole`, the directory with the complete new copy, to `dir`, and then
// deletes the files of the earlier copy, which `earlier` lists. If other files came into the earlier copy meanwhile,
// they stay in `aside`, and takePlace returns an error.
func takePlace(dir, whole, aside string, earlier known) error {
	if err := os.Rename(dir, aside); err != nil && !errors.Is(err, fs.ErrNotExist) { // there need not be an earlier copy
		return file.Failed(dir, "replace it", err)
	}
	if err := os.Rename(whole, dir); err != nil {
		_ = os.Rename(aside, dir) // put the earlier copy back; if this fails too, the first error is more useful
		return file.Failed(dir, "make it", err)
	}
	sweep(dir) // of what killed exports have left
	if !earlier.remove(aside) {
		return fmt.Errorf("%s is written; what came into the earlier copy meanwhile is kept in %s", dir, aside)
	}
	return nil
}

// sumsFile is a file of a copy that has the SHA-256 of every other file, as sha256sum writes them.
const sumsFile = "SHA256SUMS"

// sums returns the content of this file.
func (c *copied) sums() []byte {
	var text bytes.Buffer
	for _, name := range slices.Sorted(maps.Keys(c.files)) {
		fmt.Fprintf(&text, "%x  %s\n", sha256.Sum256(c.files[name]), name)
	}
	return text.Bytes()
}

// A known is the list of the files that an export wrote into a directory. A later export deletes only these files. The
// keys are paths with slashes, and the values are the SHA-256 sums of the files, so that a file that the user has
// changed is recognized. If the sum is "", it is not known, and a file with this path counts as unchanged.
type known map[string]string

// readKnown returns the files of the exported copy of the site in a directory, with their SHA-256 sums. They are listed
// in the copy's file SHA256SUMS. A copy made by an older version of the program has no such file; its files are those
// that the first line of worker.js lists, without sums. If the directory holds no copy, the result is empty.
func readKnown(dir string) known {
	files := make(known)
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

// listedByWorker returns the names of the files of an exported copy of the site in a directory. A copy has a service
// worker, worker.js, whose first line is a list of all files as JSON. listedByWorker returns nil if the directory holds
// no copy.
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

// earlierCopy returns the files of the copy that a directory holds, none if the directory is empty or does not exist. It
// returns an error if the directory or one of its folders holds anything else, because replacing the copy would
// delete that.
func earlierCopy(dir string) (known, error) {
	if info, err := os.Stat(dir); err == nil && !info.IsDir() {
		return nil, fmt.Errorf("%s exists and is not a directory", dir)
	}
	files := readKnown(dir)
	other, err := files.other(dir)
	switch {
	case err != nil:
		return nil, file.Failed(dir, "read it", err)
	case other != "":
		return nil, fmt.Errorf("%s exists, and is neither empty nor an unchanged earlier copy of the page: it holds %s", dir, other)
	}
	return files, nil
}

// folders returns the folders of the files.
func (k known) folders() map[string]bool {
	folders := make(map[string]bool)
	for name := range k {
		for folder := path.Dir(name); folder != "."; folder = path.Dir(folder) {
			folders[folder] = true
		}
	}
	return folders
}

// other looks for something in a directory that an export has not made: a file or folder that is not in the list k, or a
// file that was changed since. It returns the name of the first one, or "" if there is none. A directory that does not
// exist holds nothing.
func (k known) other(dir string) (other string, err error) {
	folders := k.folders()
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
			own, err = k.has(name, at)
		}
		if err == nil && !own {
			other, err = name, fs.SkipAll
		}
		return err
	})
	return other, err
}

// has reports whether the file at a path is the copy's file with this name, unchanged.
func (k known) has(name, at string) (bool, error) {
	sum, listed := k[name]
	if !listed || sum == "" {
		return listed, nil
	}
	content, err := os.ReadFile(at)
	return err == nil && fmt.Sprintf("%x", sha256.Sum256(content)) == sum, err
}

// remove deletes an exported copy of the site from a directory: the files of the list k that are unchanged, then their
// folders that are now empty, and then the directory if it is empty. Files that are not the copy's, or that the user has
// changed, stay. remove reports whether the directory is gone.
func (k known) remove(dir string) bool {
	for name := range k {
		at := filepath.Join(dir, filepath.FromSlash(name))
		if own, err := k.has(name, at); err == nil && own {
			_ = os.Remove(at)
		}
	}

	folders := slices.Sorted(maps.Keys(k.folders()))
	for _, folder := range slices.Backward(folders) { // a folder sorts before the folders in it
		_ = os.Remove(filepath.Join(dir, filepath.FromSlash(folder))) // fails if it is not empty
	}
	_ = os.Remove(dir)

	_, err := os.Lstat(dir)
	return errors.Is(err, fs.ErrNotExist)
}

// asideMark is the name of a file that marks the directory in which an export makes a copy, so that a later export
// recognizes the directory.
const asideMark = "enumerate-web-export"

// newAside makes a directory next to dir, in which an export prepares a new copy of the site before the copy replaces
// dir. The name of the new directory begins with a dot and ends with a random number and .part, and it contains the
// file asideMark, so that a later export recognizes and removes it if this export is killed.
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

// removeAside removes the directory in which an export prepared a new copy of the site, once the export is over. The
// export may have moved the earlier copy into it, as the folder "earlier". If this folder holds files that no
// export made, these files are the user's, and the directory stays.
func removeAside(aside string) {
	earlier := filepath.Join(aside, "earlier")
	if !readKnown(earlier).remove(earlier) {
		return
	}
	for _, name := range []string{"offline", "whole", asideMark} { // all else that an export makes there
		_ = os.RemoveAll(filepath.Join(aside, name))
	}
	_ = os.Remove(aside)
}

// leftover matches the end of the name of a directory that a killed export left.
var leftover = regexp.MustCompile(`^\.[0-9]+\.part$`)

// sweep removes the directories that killed exports have left next to dir, the directory to which a copy of the site is
// exported. Such a directory has a name like .copy.123.part, and contains a file that marks it. It must be at least an
// hour old, because a younger one may belong to an export in progress. Errors do not matter: the next export tries
// again.
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

// offlineScript makes, in a checkout, what a browser needs to run the program.
const offlineScript = "tools/release/offline.sh"

// embedded has, in the directory embedded, the files that a browser needs to run the program. It is empty if this
// program is not from a release.
var embedded fs.FS = embed.FS{}

// offlineFiles returns the files that a browser needs to run the program. If this program is from a release, it
// contains them. Otherwise offlineFiles runs a script that builds them into the directory outDir. It finds the script
// in a checkout of the source: in the current directory, or in the directory from which this program was built.
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
		return nil, fmt.Errorf("the copy needs this program built for browsers, and Go, which builds it from %s, is not installed: install Go, or use the program of a release archive", checkout)
	}
	cmd := exec.CommandContext(ctx, filepath.Join(checkout, filepath.FromSlash(offlineScript)), outDir)
	cmd.WaitDelay = endTime / 2
	if out, err := cmd.CombinedOutput(); err != nil {
		why, _, _ := strings.Cut(strings.TrimSpace(err.Error()+" "+string(out)), "\n")
		return nil, fmt.Errorf("%s in %s does not build the program for browsers: %s", offlineScript, checkout, why)
	}
	return os.DirFS(outDir), nil
}

// builtFrom returns the directory of the source from which this program was built; "" if the program was built without
// such paths.
func builtFrom() string {
	_, here, _, known := runtime.Caller(0)
	if !known || !filepath.IsAbs(here) {
		return ""
	}
	return filepath.Dir(filepath.Dir(filepath.Dir(here))) // above rooms/web
}

// findCheckout returns the first of the given directories that has the source of this version of the program, from which
// the program can be built for browsers. It recognizes the source by the build script offlineScript in it, which must
// equal the copy of the script that this program contains.
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
