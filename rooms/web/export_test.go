package web

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"html"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"enumerate"
	"enumerate/games"
	"enumerate/internal/build"
)

var copyOnce = sync.OnceValues(func() (*siteCopy, error) { return copySite(context.Background(), Site{Rulesets: games.All()}) })

func testCopy(t *testing.T) *siteCopy {
	t.Helper()
	c, err := copyOnce()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestACopyLeadsNowhereElse follows every address in every page of a copy. Each must lead to another file of the copy,
// or to a page that the program computes in the browser; this also needs a file, which is shown until the program is
// ready.
func TestACopyLeadsNowhereElse(t *testing.T) {
	c := testCopy(t)
	attribute := regexp.MustCompile(` (href|src|action|formaction|data-live|srcset|content)="([^"]*)"`)
	const folder = "/a/folder/"
	files, computed := 0, 0
	for _, name := range slices.Sorted(maps.Keys(c.files)) {
		if path.Ext(name) != ".html" {
			continue
		}
		if absolute := regexp.MustCompile(` [a-z-]+="/[^"]*"`).Find(c.files[name]); absolute != nil {
			t.Errorf("%s has%s", name, absolute)
		}
		for _, match := range attribute.FindAllSubmatch(c.files[name], -1) {
			leads := html.UnescapeString(string(match[2]))
			to, err := url.Parse(leads)
			if err == nil && to.Scheme == "https" || string(match[1]) == "content" && !strings.Contains(leads, "url=") || strings.HasPrefix(leads, "#") {
				continue
			}
			to = must(url.Parse(folder + strings.TrimSuffix(name, "index.html"))).ResolveReference(to)
			at, inside := strings.CutPrefix(to.Path, folder)
			if err != nil || strings.HasPrefix(leads, "/") || !inside {
				t.Errorf("%s leads to %q, which is not in the copy", name, leads)
				continue
			}
			if at == "" || strings.HasSuffix(at, "/") {
				at += "index.html"
			}
			switch _, ok := c.files[at]; {
			case ok && to.RawQuery == "" || at == "source.tar.gz":
				files++
			case name == "simulate/index.html" && at == "simulate/live": // the script of the page asks the worker
				computed++
			case ok || c.files[at+"/index.html"] != nil: // a web space leads from a folder's name to its page
				computed++
			default:
				t.Errorf("%s leads to %q, and there is no %s", name, leads, at)
			}
		}
	}
	if files < 1500 || computed < 100 {
		t.Errorf("%d addresses lead to files and %d are computed", files, computed)
	}
}

// TestEveryLinkAndPictureOfACopyIsAFile serves a copy by a plain file server, and follows every link and picture, as a
// browser without script does. The element that a fragment (the part after #) names must exist.
func TestEveryLinkAndPictureOfACopyIsAFile(t *testing.T) {
	space := make(fstest.MapFS)
	for name, content := range testCopy(t).files {
		space[name] = &fstest.MapFile{Data: content}
	}
	space["source.tar.gz"] = &fstest.MapFile{Data: []byte("the source")}
	server := httptest.NewServer(http.FileServerFS(space))
	defer server.Close()

	answers := make(map[string]string) // by their addresses without fragments; "" if there is no answer
	get := func(at string) string {
		text, ok := answers[at]
		if ok {
			return text
		}
		response, err := http.Get(at)
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
		if response.StatusCode == http.StatusOK {
			text = string(must(io.ReadAll(response.Body)))
		}
		answers[at] = text
		return text
	}
	link := regexp.MustCompile(` (?:href|src|srcset)="([^"]*)"`)
	links := 0
	for _, name := range slices.Sorted(maps.Keys(space)) {
		if path.Ext(name) != ".html" {
			continue
		}
		at := must(url.Parse(server.URL + "/" + strings.TrimSuffix(name, "index.html")))
		for _, match := range link.FindAllStringSubmatch(get(at.String()), -1) {
			to := must(at.Parse(html.UnescapeString(match[1])))
			if to.Host != at.Host {
				continue
			}
			links++
			fragment := to.Fragment
			to.Fragment = ""
			text := get(to.String())
			if text == "" {
				t.Errorf("%s has %s, which is not there", name, match[0])
			}
			if fragment != "" && !strings.Contains(text, ` id="`+html.EscapeString(fragment)+`"`) {
				t.Errorf("%s has %s, and nothing there is called %s", name, match[0], fragment)
			}
		}
	}
	if links < 2000 {
		t.Errorf("%d links and pictures were followed, want at least 2000", links)
	}
}

// TestEveryPageOfACopyIsStrict reads every page of a copy. Each must contain its own Content-Security-Policy, because a
// file has no headers, and no inline script.
func TestEveryPageOfACopyIsStrict(t *testing.T) {
	for name, page := range testCopy(t).files {
		if path.Ext(name) != ".html" {
			continue
		}
		policy := regexp.MustCompile(`http-equiv="Content-Security-Policy" content="([^"]*)"`).FindSubmatch(page)
		if policy == nil {
			t.Errorf("%s has no policy", name)
			continue
		}
		if p := html.UnescapeString(string(policy[1])); !strings.HasPrefix(p, "default-src 'none'; script-src 'self'; ") || strings.Contains(p, "unsafe") || strings.Contains(p, "*") {
			t.Errorf("%s has the policy %s", name, p)
		}
		for what, want := range map[string]int{"<script": bytes.Count(page, []byte("<script src=")), "<style": 1, " style=": 0, " onclick=": 0, "javascript:": 0, "<noscript>": 1, `rel="manifest"`: 1} {
			if got := bytes.Count(page, []byte(what)); got != want {
				t.Errorf("%s: %d times %s, want %d", name, got, what, want)
			}
		}
		if !bytes.Contains(page, []byte("enumerate, version "+html.EscapeString(build.Info().Name()))) || !bytes.Contains(page, []byte(`source.tar.gz">Source</a>`)) {
			t.Errorf("%s says neither its version nor where its source is", name)
		}
	}
}

// The front page of a copy has only the first part of the stylesheet. The rest, up to the rules for printing, must have
// no rule for a CSS class of the front page.
func TestTheFrontPageOfACopyHasItsStyle(t *testing.T) {
	front := string(testCopy(t).files["index.html"])
	style := string(must(assetFiles.ReadFile("assets/style.css")))
	_, rest, found := strings.Cut(style, afterFront)
	if !found {
		t.Fatalf("the stylesheet has no %q", afterFront)
	}
	screen, _, _ := strings.Cut(rest, "@media print")
	for _, match := range regexp.MustCompile(` class="([^"]*)"`).FindAllStringSubmatch(front, -1) {
		for class := range strings.FieldsSeq(match[1]) {
			if regexp.MustCompile(`(?m)^\s*\.` + class + `\b[^{]*\{`).MatchString(screen) {
				t.Errorf("the front page has the class %q, whose style stands below %q", class, afterFront)
			}
		}
	}
}

// TestThePackHasEveryPage packs a copy of two pages and the program, which must not be in the pack.
func TestThePackHasEveryPage(t *testing.T) {
	c := &siteCopy{files: map[string][]byte{"index.html": []byte("front"), "play/index.html": []byte("play"), "program.bin": []byte("program")}, packFiles: make(map[string]packedFile)}
	must(0, c.pack())
	content := must(io.ReadAll(must(gzip.NewReader(bytes.NewReader(c.files["pages.bin"])))))
	for name, want := range map[string]string{"": "front", "play/": "play"} {
		at := c.packFiles[name]
		if got := string(content[at.From : at.From+at.Size]); got != want || !strings.HasPrefix(at.Type, "text/html") {
			t.Errorf("%q is %q of type %s, want %q", name, got, at.Type, want)
		}
	}
	if _, ok := c.packFiles["program.bin"]; ok {
		t.Error("the program is in the pack")
	}
}

// TestACopyIsBuiltFromItsOwnCheckout searches directories for the program's source. A directory whose build script is
// not the program's own belongs to another version, and must not be found.
func TestACopyIsBuiltFromItsOwnCheckout(t *testing.T) {
	dir := t.TempDir()
	own, foreign := filepath.Join(dir, "own"), filepath.Join(dir, "foreign")
	write(t, filepath.Join(own, offlineScript), string(enumerate.Offline))
	write(t, filepath.Join(foreign, offlineScript), "another")
	for _, c := range []struct {
		claim string
		dirs  []string
		want  string
	}{
		{"the first that is its own", []string{"", foreign, dir, own}, own},
		{"none", []string{"", foreign, dir}, ""},
	} {
		if got, found := findCheckout(c.dirs...); got != c.want || found != (c.want != "") {
			t.Errorf("%s: %q, %v, want %q", c.claim, got, found, c.want)
		}
	}
}

// TestScriptsHaveNoAbsoluteAddresses searches the scripts for addresses that begin with a slash: a copy may be in any
// folder of a web server, so scripts have to take their addresses from the page.
func TestScriptsHaveNoAbsoluteAddresses(t *testing.T) {
	for name, script := range testCopy(t).files {
		if path.Ext(name) == ".js" && regexp.MustCompile("[\"'`]/[a-z]").Match(script) {
			t.Errorf("%s has an address that begins with a slash", name)
		}
	}
}

// TestAddressesLeadFromWhereThePageIs makes addresses relative, except in the text of a user. The page is written in
// two pieces, with every possible cut, because an address may be split between them.
func TestAddressesLeadFromWhereThePageIs(t *testing.T) {
	const page, want = "<a class=\"x\" href=\"/lookup?a=&#34;\"><form action=\"/\"><p title=\" href=&#34;/no\" value=\"/no\">a=\"/no\" /no\n<img src=\"/p.svg\">end\n",
		"<a class=\"x\" href=\"./../lookup?a=&#34;\"><form action=\"./../\"><p title=\" href=&#34;/no\" value=\"/no\">a=\"/no\" /no\n<img src=\"./../p.svg\">end\n"
	for cut := range page {
		var b bytes.Buffer
		r := &relative{to: &b, root: "./../"}
		fmt.Fprint(r, page[:cut])
		fmt.Fprint(r, page[cut:])
		if b.String() != want {
			t.Errorf("cut at %d: %s", cut, &b)
		}
	}
}

// offlineForTests makes this program look like one of a release. The content of each embedded file is its own name.
func offlineForTests(t *testing.T) {
	t.Helper()
	before := embedded
	t.Cleanup(func() { embedded = before })
	files := make(fstest.MapFS)
	for _, name := range []string{"program.bin", "wasm_exec.js", "source.tar.gz"} {
		files["embedded/"+name] = &fstest.MapFile{Data: []byte(name)}
	}
	embedded = files
}

func write(t *testing.T, name, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

// listed returns everything below a directory, with hashes of the files and targets of the links.
func listed(t *testing.T, dir string) (all []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(name string, entry os.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir():
			all = append(all, name+"/")
		case entry.Type()&os.ModeSymlink != 0:
			all = append(all, name+" -> "+must(os.Readlink(name)))
		default:
			all = append(all, name+" "+hashed(must(os.ReadFile(name))))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestACopyReplacesAnEarlierOne exports over a copy of an older version of the program. Afterwards the directory must
// have the files of a fresh export only.
func TestACopyReplacesAnEarlierOne(t *testing.T) {
	offlineForTests(t)
	dir := t.TempDir()
	to := filepath.Join(dir, "new", "copy")
	of := Site{Rulesets: games.All()[:2]}
	must(0, export(t.Context(), to, of))
	first := listed(t, dir)
	if len(first) < 50 {
		t.Fatalf("a copy has %d files", len(first))
	}
	// An older version wrote no sums, and had a page more.
	must(0, os.Remove(filepath.Join(to, sumsFile)))
	worker := must(os.ReadFile(filepath.Join(to, "worker.js")))
	write(t, filepath.Join(to, "worker.js"), strings.Replace(string(worker), `"files":[`, `"files":["old/page.html",`, 1))
	write(t, filepath.Join(to, "old", "page.html"), "")
	for range 2 {
		must(0, export(t.Context(), to, of))
		if again := listed(t, dir); !slices.Equal(first, again) {
			t.Errorf("%d files, then %d, or other bytes", len(first), len(again))
		}
	}
	if err := os.Symlink(to, filepath.Join(dir, "link")); err != nil {
		t.Skipf("needs links, which Windows allows only to some users: %v", err)
	}
	before := listed(t, dir)
	must(0, export(t.Context(), filepath.Join(dir, "link"), of))
	if !slices.Equal(before, listed(t, dir)) {
		t.Error("a copy through a link replaces the link, or differs")
	}
}

// TestACopyDeletesNothingOfTheUser exports over a copy in which the user has added, changed or replaced something.
// Export must name it, and leave all files as they are.
func TestACopyDeletesNothingOfTheUser(t *testing.T) {
	offlineForTests(t)
	of := Site{Rulesets: games.All()[:1]}
	master := filepath.Join(t.TempDir(), "copy")
	must(0, export(t.Context(), master, of))
	for _, c := range []struct {
		claim string
		put   func(to string) // into a copy
		says  string
	}{
		{"a file beside the pages", func(to string) { write(t, filepath.Join(to, "notes.txt"), "mine") }, "it holds notes.txt"},
		{"a file in a folder of the copy", func(to string) { write(t, filepath.Join(to, "lookup", "notes.txt"), "mine") }, "it holds lookup/notes.txt"},
		{"a folder in a folder of the copy", func(to string) { write(t, filepath.Join(to, "lookup", "mine", "notes.txt"), "mine") }, "it holds lookup/mine"},
		{"an empty folder", func(to string) { must(0, os.MkdirAll(filepath.Join(to, "play", "empty"), 0o755)) }, "it holds play/empty"},
		{"a repository", func(to string) { write(t, filepath.Join(to, ".git", "config"), "mine") }, "it holds .git"},
		{"a page that was changed", func(to string) { write(t, filepath.Join(to, "play", "index.html"), "mine") }, "it holds play/index.html"},
		{"a link in place of a page", func(to string) {
			write(t, to+".html", "mine")
			must(0, os.Remove(filepath.Join(to, "play", "index.html")))
			if os.Symlink(to+".html", filepath.Join(to, "play", "index.html")) != nil {
				write(t, filepath.Join(to, "play", "index.html"), "no links on this system")
			}
		}, "it holds play/index.html"},
		{"a file in place of a folder", func(to string) {
			must(0, os.RemoveAll(filepath.Join(to, "play")))
			write(t, filepath.Join(to, "play"), "mine")
		}, "it holds play"},
		{"a file of a copy by an older version", func(to string) {
			must(0, os.Remove(filepath.Join(to, sumsFile)))
			write(t, filepath.Join(to, "lookup", "notes.txt"), "mine")
		}, "it holds lookup/notes.txt"},
		{"the worker of something else", func(to string) {
			must(0, os.RemoveAll(to))
			write(t, filepath.Join(to, "worker.js"), "// another")
		}, "it holds worker.js"},
		{"a file", func(to string) {
			must(0, os.RemoveAll(to))
			write(t, to, "mine")
		}, "is not a directory"},
	} {
		dir := t.TempDir()
		to := filepath.Join(dir, "copy")
		must(0, os.CopyFS(to, os.DirFS(master)))
		c.put(to)
		before := listed(t, dir)
		if err := export(t.Context(), to, of); err == nil || !strings.HasSuffix(err.Error(), c.says+": name a new or empty directory") || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, want an error that ends in %q and advice", c.claim, err, c.says)
		}
		if !slices.Equal(before, listed(t, dir)) {
			t.Errorf("%s: the refused export changes something", c.claim)
		}
	}
}

func TestACopyIsADirectoryOfItsOwn(t *testing.T) {
	offlineForTests(t)
	dir := must(filepath.EvalSymlinks(t.TempDir()))
	must(0, os.MkdirAll(filepath.Join(dir, "above", "here"), 0o755))
	t.Chdir(filepath.Join(dir, "above", "here"))
	names := map[string]string{
		"-": "for a directory named -, write ./-", ".": "run the command in another directory", "..": "run the command in another directory",
		filepath.Join(dir, "above"): "run the command in another directory",
	}
	if os.Symlink("nowhere", filepath.Join(dir, "dangling")) == nil {
		names[filepath.Join(dir, "dangling")] = "is a link to nowhere, which does not exist: make that directory, or remove the link"
	}
	before := listed(t, dir)
	for name, says := range names {
		if err := export(t.Context(), name, Site{Rulesets: games.All()[:1]}); err == nil || !strings.HasSuffix(err.Error(), says) {
			t.Errorf("--export %s: %v, want an error that ends in %q", name, err, says)
		}
	}
	if after := listed(t, dir); !slices.Equal(before, after) {
		t.Errorf("there was %q, and is %q", before, after)
	}
}

// TestALaterExportRemovesLeftoversOfAKilledOne makes directories next to a copy. One is left from an export that was
// killed more than an hour ago, and must be removed. The others belong to the user, to another copy, or to a running
// export, or hold a file of the user.
func TestALaterExportRemovesLeftoversOfAKilledOne(t *testing.T) {
	offlineForTests(t)
	dir := t.TempDir()
	to := filepath.Join(dir, "s")
	of := Site{Rulesets: games.All()[:1]}
	must(0, export(t.Context(), to, of))
	left := filepath.Join(dir, ".s.123.part")
	for _, at := range []string{left, filepath.Join(dir, ".s.456.part"), filepath.Join(dir, ".s.old.part"), filepath.Join(dir, ".t.123.part")} {
		write(t, filepath.Join(at, asideMark), "")
		write(t, filepath.Join(at, "whole", "index.html"), "")
	}
	must(0, os.CopyFS(filepath.Join(left, "earlier"), os.DirFS(to)))
	// These have no mark: they are the user's.
	write(t, filepath.Join(dir, "s.2024.part"), "mine")
	write(t, filepath.Join(dir, "s.2025.part", "whole", "index.html"), "mine")
	write(t, filepath.Join(dir, ".s.2026.part", "whole", "index.html"), "mine")
	// This export was killed while it replaced the earlier copy, into which the user had put a file.
	kept := filepath.Join(dir, ".s.789.part")
	write(t, filepath.Join(kept, asideMark), "")
	must(0, os.CopyFS(filepath.Join(kept, "earlier"), os.DirFS(to)))
	write(t, filepath.Join(kept, "earlier", "notes.txt"), "mine")
	busy := filepath.Join(dir, ".s.456.part")
	for _, entry := range must(os.ReadDir(dir)) {
		if at := filepath.Join(dir, entry.Name()); at != busy {
			must(0, os.Chtimes(at, time.Time{}, time.Now().Add(-2*time.Hour)))
		}
	}
	must(0, export(t.Context(), to, of))
	var names []string
	for _, entry := range must(os.ReadDir(dir)) {
		names = append(names, entry.Name())
	}
	want := []string{".s.2026.part", ".s.456.part", ".s.789.part", ".s.old.part", ".t.123.part", "s", "s.2024.part", "s.2025.part"}
	if !slices.Equal(names, want) {
		t.Errorf("beside the copy there are %q, want %q", names, want)
	}
	if content, err := os.ReadFile(filepath.Join(kept, "earlier", "notes.txt")); err != nil || string(content) != "mine" {
		t.Errorf("what a user put into an earlier copy: %q, %v", content, err)
	}
}

// TestFilesAddedToACopyDuringAnExportAreKept has a user put a file into the earlier copy while an export replaces it:
// the file is in the directory, but not in the list that the export made before.
func TestFilesAddedToACopyDuringAnExportAreKept(t *testing.T) {
	dir := t.TempDir()
	to, whole, aside := filepath.Join(dir, "copy"), filepath.Join(dir, "whole"), filepath.Join(dir, "aside")
	write(t, filepath.Join(to, "play", "index.html"), "page")
	earlier := listing{"play/index.html": fmt.Sprintf("%x", sha256.Sum256([]byte("page")))}
	write(t, filepath.Join(to, "play", "notes.txt"), "mine")
	write(t, filepath.Join(whole, "index.html"), "new")
	if err := takePlace(to, whole, aside, earlier); err == nil || !strings.HasSuffix(err.Error(), "files of the earlier copy that were added or changed during the export are kept in "+aside) {
		t.Errorf("%v, want an error that says where the file is kept", err)
	}
	if got := listed(t, aside); len(got) != 3 {
		t.Errorf("kept are %q, want a file in its folders", got)
	}
	if content := must(os.ReadFile(filepath.Join(to, "index.html"))); string(content) != "new" {
		t.Errorf("the copy has %q", content)
	}
}

func TestACopyEndsWithItsContext(t *testing.T) {
	ctx, end := context.WithCancel(context.Background())
	end()
	if c, err := copySite(ctx, Site{Rulesets: games.All()}); !errors.Is(err, context.Canceled) || len(c.pages) > 20 {
		t.Errorf("there are %d pages, and the error is %v", len(c.pages), err)
	}
}

func TestTheFootLinksToTheSourceOfAProjectWithAnAddress(t *testing.T) {
	citation := enumerate.Citation
	defer func() { enumerate.Citation = citation }()
	for _, address := range []string{"", "https://example.org/games"} {
		enumerate.Citation = "repository-code: " + address + "\n"
		page := ask(testSite(t).handler(), "/", nil).Body.String()
		if linked := strings.Contains(page, `<a href="https://example.org/games">Source</a>`); linked != (address != "") {
			t.Errorf("the address %q is linked: %t", address, linked)
		}
	}
}

// TestThePackHasEveryPageOfACopy unpacks every file of the pack as the service worker does, puts the shared style back,
// and compares the result with the file of the copy. It also limits the size of the pack.
func TestThePackHasEveryPageOfACopy(t *testing.T) {
	c := *testCopy(t) // which other tests use too
	c.files, c.packFiles = maps.Clone(c.files), make(map[string]packedFile)
	if err := c.pack(); err != nil {
		t.Fatal(err)
	}
	zip, err := gzip.NewReader(bytes.NewReader(c.files["pages.bin"]))
	if err != nil {
		t.Fatal(err)
	}
	all, err := io.ReadAll(zip)
	if err != nil {
		t.Fatal(err)
	}
	part := func(name string) string {
		at := c.packFiles[name]
		return string(all[at.From : at.From+at.Size])
	}

	shared := 0
	for name, content := range c.files {
		if name == "pages.bin" || slices.Contains(unpackedFiles, name) {
			continue
		}
		got := part(strings.TrimSuffix(name, "index.html"))
		if strings.Contains(got, "<style></style>") {
			shared++
			got = strings.Replace(got, "<style></style>", "<style>"+part(packedStyle)+"</style>", 1)
		}
		if got != string(content) {
			t.Errorf("%s: the pack has another content", name)
		}
	}
	if shared < 40 {
		t.Errorf("%d pages share the style", shared)
	}
	if size := len(c.files["pages.bin"]); size > 600_000 {
		t.Errorf("the pack takes %d bytes", size)
	}
	t.Logf("%d pages share the style; the pack takes %d bytes", shared, len(c.files["pages.bin"]))
}

// TestACopyWithoutGoSaysWhatToDo exports where Go is not installed, by a program that does not contain the files for
// browsers.
func TestACopyWithoutGoSaysWhatToDo(t *testing.T) {
	t.Chdir("../..")
	t.Setenv("PATH", t.TempDir())
	_, err := offlineFiles(t.Context(), t.TempDir())
	if err == nil || !strings.Contains(err.Error(), "is not installed") || !strings.Contains(err.Error(), "install Go, or use the program of a release archive") {
		t.Errorf("the copy is refused with %v", err)
	}
}
