package web

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"html"
	"maps"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"enumerate/games"
	"enumerate/internal/build"
)

var copyOnce = sync.OnceValues(func() (*copied, error) { return copySite(context.Background(), Site{Rulesets: games.All()}) })

func testCopy(t *testing.T) *copied {
	t.Helper()
	c, err := copyOnce()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestACopyLeadsNowhereElse follows every address in every file, from where that is: it leads to another file, or to
// what a browser computes, of which the folder of the same name has a page that waits for that.
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
			switch _, there := c.files[at]; {
			case there && to.RawQuery == "" || at == "source.tar.gz":
				files++
			case name == "simulate/index.html" && (at == "simulate/live" || at == "simulate/ways.svg"): // the page waits for the worker
				computed++
			case there || c.files[at+"/index.html"] != nil: // a web space leads from a folder's name to its page
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

// TestEveryPageOfACopyIsStrict looks for what each must say in itself, as no header does.
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

// TestScriptsKnowNoRoot holds scripts to addresses that pages give them: a copy may be in any folder.
func TestScriptsKnowNoRoot(t *testing.T) {
	for name, script := range testCopy(t).files {
		if path.Ext(name) == ".js" && regexp.MustCompile("[\"'`]/[a-z]").Match(script) {
			t.Errorf("%s has an address that begins with a slash", name)
		}
	}
}

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

// TestACopyReplacesNothingElse writes a copy where there is nothing, where there is an earlier one, and where there is
// something else.
func TestACopyReplacesNothingElse(t *testing.T) {
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	offline := filepath.Join(filepath.Dir(program), "offline") // as in a release
	t.Cleanup(func() { os.RemoveAll(offline) })
	write := func(name, content string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"program.bin", "wasm_exec.js", "source.tar.gz"} {
		write(filepath.Join(offline, name), name)
	}
	dir := t.TempDir()
	to := filepath.Join(dir, "new", "copy")
	list := func() (all []string) {
		t.Helper()
		err := filepath.Walk(dir, func(name string, info os.FileInfo, err error) error {
			if err == nil && !info.IsDir() {
				all = append(all, name+" "+hashed(must(os.ReadFile(name))))
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return all
	}
	of := Site{Rulesets: games.All()[:2]}
	if err := export(t.Context(), to, of); err != nil {
		t.Fatal(err)
	}
	first := list()
	old := filepath.Join(to, "old.html") // of an older version
	write(old, "")
	worker := must(os.ReadFile(filepath.Join(to, "worker.js")))
	write(filepath.Join(to, "worker.js"), strings.Replace(string(worker), `"files":[`, `"files":["old.html",`, 1))
	if err := export(t.Context(), to, of); err != nil {
		t.Fatal(err)
	}
	// What a killed export left goes with a later one; what another may be busy with, or is no such thing, stays.
	left, mine, other := to+".123.part", to+".old.part", to+".456.part"
	for _, at := range []string{left, mine, other} {
		write(filepath.Join(at, "whole", "index.html"), "")
		if at != other {
			must(0, os.Chtimes(at, time.Time{}, time.Now().Add(-2*time.Hour)))
		}
	}
	must(0, export(t.Context(), to, of))
	for at, want := range map[string]bool{left: false, mine: true, other: true} {
		if _, err := os.Stat(at); (err == nil) != want {
			t.Errorf("%s: %v", at, err)
		}
	}
	must(0, os.RemoveAll(mine))
	must(0, os.RemoveAll(other))
	if again := list(); !slices.Equal(first, again) || len(first) < 50 {
		t.Errorf("%d files, then %d, or other bytes", len(first), len(again))
	}
	link := filepath.Join(dir, "link")
	if err := os.Symlink(to, link); err == nil { // not everybody may on Windows
		if err := export(t.Context(), link, of); err != nil {
			t.Fatal(err)
		}
		if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
			t.Errorf("the link is gone: %v", err)
		}
		os.Remove(link)
	}
	other = filepath.Join(dir, "other")
	write(filepath.Join(other, "worker.js"), "// another")
	write(filepath.Join(to, ".git", "config"), "of whoever keeps the copy there")
	before := list()
	for _, into := range []string{other, filepath.Join(other, "worker.js"), to} {
		if err := export(t.Context(), into, of); err == nil {
			t.Errorf("%s is replaced", into)
		}
	}
	if !slices.Equal(before, list()) {
		t.Error("what is refused leaves something behind")
	}
}

// TestACopyEndsWithItsContext holds that an interrupted copy ends before it has every page, so that nothing of it is left.
func TestACopyEndsWithItsContext(t *testing.T) {
	ctx, end := context.WithCancel(context.Background())
	end()
	if c, err := copySite(ctx, Site{Rulesets: games.All()}); !errors.Is(err, context.Canceled) || len(c.pages) > 20 {
		t.Errorf("there are %d pages, and the error is %v", len(c.pages), err)
	}
}
