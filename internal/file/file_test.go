package file

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

func TestBareErrorsNameNoFile(t *testing.T) {
	plain := errors.New("plain")
	for _, c := range []struct {
		err  error
		want error
	}{
		{plain, plain},
		{&fs.PathError{Op: "open", Path: "a", Err: plain}, plain},
		{&os.LinkError{Op: "rename", Old: "a", New: "b", Err: plain}, plain},
		{fmt.Errorf("here: %w", &fs.PathError{Op: "open", Path: "a", Err: plain}), plain},
	} {
		if got := Bare(c.err); got != c.want {
			t.Errorf("Bare(%v) = %v, want %v", c.err, got, c.want)
		}
	}
}

func TestFullErrorsAreDifferent(t *testing.T) {
	seen := make(map[string]bool)
	for _, err := range fullErrors() {
		if errors.Is(err, fs.ErrNotExist) || seen[err.Error()] {
			t.Errorf("fullErrors has %v", err)
		}
		seen[err.Error()] = true
	}
	if len(seen) < 2 {
		t.Errorf("fullErrors = %v, want at least that of the disk and one other", fullErrors())
	}
}

func TestErrorsHaveAKindAndACause(t *testing.T) {
	kind, cause := errors.New("odd"), errors.New("below")
	for _, c := range []struct {
		err  Error
		want string
	}{
		{Error{Subject: "a.db", Kind: kind}, "a.db: odd"},
		{Error{Subject: "a.db", Place: "page 3", Kind: kind}, "a.db: page 3: odd"},
		{Error{Subject: "a.db", Place: "page 3", Kind: kind, Detail: "5, want 4", Cause: cause}, "a.db: page 3: odd: 5, want 4"},
	} {
		if got := c.err.Error(); got != c.want {
			t.Errorf("Error() = %q, want %q", got, c.want)
		}
		if !errors.Is(&c.err, kind) || errors.Is(&c.err, cause) != (c.err.Cause != nil) {
			t.Errorf("%q wraps %v, want its kind and its cause", c.want, c.err.Unwrap())
		}
	}
}

func TestFailedSaysWhatToDo(t *testing.T) {
	for _, c := range []struct {
		err  error
		want string
		kind error
	}{
		{&fs.PathError{Op: "open", Path: "other", Err: fs.ErrNotExist}, "a: cannot write it: file does not exist", fs.ErrNotExist},
		{&fs.PathError{Op: "open", Path: "other", Err: fs.ErrPermission},
			"a: cannot write it: permission denied; make the file and its directory accessible", fs.ErrPermission},
		{&fs.PathError{Op: "write", Path: "a.tmp", Err: fullErrors()[0]},
			"a: disk full: " + fullErrors()[0].Error() + "; make room and try again, all that was stored before is kept", ErrFull},
		{errors.New("write meta page: " + fullErrors()[1].Error()), // as bbolt passes it on
			"a: disk full: " + fullErrors()[1].Error() + "; make room and try again, all that was stored before is kept", ErrFull},
	} {
		if got := Failed("a", "write it", c.err); got.Error() != c.want || !errors.Is(got, c.kind) {
			t.Errorf("Failed(%v) = %v, want %s", c.err, got, c.want)
		}
	}
}

// holds fails the test unless a directory has exactly the files `want`: their contents by name.
func holds(t *testing.T, dir string, want map[string]string) {
	t.Helper()
	got := make(map[string]string)
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		content, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		got[e.Name()] = string(content)
	}
	if !maps.Equal(got, want) {
		t.Errorf("the directory holds %q, want %q", got, want)
	}
}

func TestWriteWritesAllOrNothing(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "b")
	path := filepath.Join(dir, "x")
	failed := errors.New("failed")
	for _, c := range []struct {
		content string
		err     error
		want    string
	}{{"one", nil, "one"}, {"two", failed, "one"}, {"three", nil, "three"}} {
		err := Write(path, func(w io.Writer) error {
			if _, err := io.WriteString(w, c.content); err != nil {
				return err
			}
			return c.err
		})
		if err != c.err {
			t.Errorf("Write of %s: %v, want %v", c.content, err, c.err)
		}
		holds(t, dir, map[string]string{"x": c.want})
	}
	below := filepath.Join(path, "below")
	err := Write(below, nil)
	if want := below + ": cannot create its directory: " + path + " is not a directory"; err == nil || err.Error() != want {
		t.Errorf("Write below a file: %v, want %s", err, want)
	}
}

func TestReplaceKeepsLinksAndPermissions(t *testing.T) {
	dir := t.TempDir()
	there, link := filepath.Join(dir, "there"), filepath.Join(dir, "link")
	if err := os.WriteFile(there, []byte("before"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("there", link); err != nil {
		t.Skip(err)
	}
	for path, content := range map[string]string{link: "after", filepath.Join(dir, "new"): "new"} {
		if err := Replace(path, []byte(content)); err != nil {
			t.Fatal(err)
		}
	}
	holds(t, dir, map[string]string{"there": "after", "link": "after", "new": "new"})
	if target, err := os.Readlink(link); err != nil || target != "there" {
		t.Errorf("the link leads to %q, %v", target, err)
	}
	if info, err := os.Stat(there); err != nil || info.Mode() != 0o600 {
		t.Errorf("the file has %v, %v, want the permissions it had", info.Mode(), err)
	}
	err := Replace(filepath.Join(dir, "no", "x"), nil)
	if !errors.Is(err, fs.ErrNotExist) || !strings.HasPrefix(err.Error(), filepath.Join(dir, "no", "x")+": cannot create it: ") {
		t.Errorf("Replace where there is no directory: %v", err)
	}
	if err := Replace(dir, nil); err == nil || err.Error() != dir+" is a directory: name a file" {
		t.Errorf("Replace of a directory: %v", err)
	}
	if err := Replace(os.DevNull, []byte("gone")); err != nil {
		t.Errorf("Replace of what is no regular file: %v", err)
	}
}

// A secret is written where there is a link, a file that others may read, or nothing. Each time there must be a new
// file that only its owner can read, and the target of the link must stay unchanged.
func TestASecretFollowsNoLink(t *testing.T) {
	dir := t.TempDir()
	there, link, readable := filepath.Join(dir, "there"), filepath.Join(dir, "link"), filepath.Join(dir, "readable")
	if err := os.WriteFile(there, []byte("another's"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(readable, []byte("before"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("there", link); err != nil {
		t.Skip(err)
	}
	for _, path := range []string{link, readable, filepath.Join(dir, "new")} {
		if err := Secret(path, "secret"); err != nil {
			t.Fatal(err)
		}
		info, err := os.Lstat(path)
		if err != nil || !info.Mode().IsRegular() || info.Mode().Perm()&0o077 != 0 && runtime.GOOS != "windows" {
			t.Errorf("%s is %v, %v", path, info.Mode(), err)
		}
	}
	holds(t, dir, map[string]string{"there": "another's", "link": "secret", "readable": "secret", "new": "secret"})
	if err := Secret(dir, ""); err == nil || err.Error() != dir+" is a directory: name a file" {
		t.Errorf("Secret of a directory: %v", err)
	}
}

func TestCreateKeepsAnExistingFile(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "b")
	path := filepath.Join(dir, "x")
	failed := errors.New("failed")
	fill := func(content string, err error) func(*os.File) error {
		return func(f *os.File) error {
			_, writeErr := f.WriteString(content)
			return errors.Join(writeErr, f.Close(), err)
		}
	}
	if err := Create(path, fill("half", failed)); !errors.Is(err, failed) {
		t.Errorf("Create: %v, want %v", err, failed)
	}
	holds(t, dir, map[string]string{})
	if err := Create(path, fill("one", nil)); err != nil {
		t.Error(err)
	}
	if err := Create(path, fill("two", nil)); !errors.Is(err, fs.ErrExist) {
		t.Errorf("Create of a file that is there: %v", err)
	}
	holds(t, dir, map[string]string{"x": "one"})
}

func Example() {
	_, err := os.Open(filepath.Join("no", "such", "file"))
	fmt.Println(Failed("my file", "open it", err))
	// Output: my file: cannot open it: no such file or directory
}

func TestAReplacementAppearsOnlyAfterKeep(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a")
	for _, test := range []struct {
		end  func(*Replacement) error
		want map[string]string
	}{
		{func(r *Replacement) error { r.Discard(); return nil }, map[string]string{}},
		{(*Replacement).Keep, map[string]string{"a": "new"}},
		{func(r *Replacement) error { r.Discard(); return nil }, map[string]string{"a": "new"}},
		{func(r *Replacement) error { err := r.Keep(); r.Discard(); return err }, map[string]string{"a": "new"}},
	} {
		r, err := Begin(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range []string{"n", "ew"} {
			if _, err := r.Write([]byte(part)); err != nil {
				t.Fatal(err)
			}
		}
		if err := test.end(r); err != nil {
			t.Fatal(err)
		}
		holds(t, dir, test.want)
	}
	if _, err := Begin(dir); err == nil {
		t.Error("began to replace a directory")
	}
}
