package file

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// A name such as /dev/fd/3 stands for a file that is open already, as after a shell's redirection. Content must go to
// the current position of this file.
func TestAnOpenFileIsWrittenAtItsPosition(t *testing.T) {
	if _, err := os.Stat("/dev/fd"); err != nil {
		t.Skip("this system has no /dev/fd")
	}
	for _, c := range []struct {
		claim string
		flags int
		name  func(dir string, fd uintptr) string
		want  string
	}{
		{"behind what it has", os.O_WRONLY, func(_ string, fd uintptr) string { return fmt.Sprintf("/dev/fd/%d", fd) }, "before, written, after"},
		{"at its end, if it is appended to", os.O_WRONLY | os.O_APPEND, func(_ string, fd uintptr) string { return fmt.Sprintf("/dev/fd/%d", fd) }, "before, written, after"},
		{"through a link to the descriptor", os.O_WRONLY, func(dir string, fd uintptr) string {
			link := filepath.Join(dir, "link")
			if err := os.Symlink(fmt.Sprintf("/dev/fd/%d", fd), link); err != nil {
				t.Fatal(err)
			}
			return link
		}, "before, written, after"},
	} {
		dir := t.TempDir()
		path := filepath.Join(dir, "log")
		f, err := os.OpenFile(path, c.flags|os.O_CREATE, 0o644)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		if _, err := f.WriteString("before"); err != nil {
			t.Fatal(err)
		}
		name := c.name(dir, f.Fd())
		if err := Replace(name, []byte(", written")); err != nil {
			t.Errorf("%s: %v", c.claim, err)
		}
		if _, err := f.WriteString(", after"); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(path); err != nil || string(got) != c.want {
			t.Errorf("%s: the file has %q, %v, want %q", c.claim, got, err, c.want)
		}
	}
}

func TestADescriptorThatIsNotOpenIsNotWritten(t *testing.T) {
	if _, err := os.Stat("/dev/fd"); err != nil {
		t.Skip("this system has no /dev/fd")
	}
	if err := Replace("/dev/fd/65000", []byte("x")); err == nil || err.Error() != "/dev/fd/65000: cannot write it: bad file descriptor" {
		t.Error(err)
	}
}

func TestAnotherHardLinkKeepsTheOldContent(t *testing.T) {
	dir := t.TempDir()
	path, link := filepath.Join(dir, "file"), filepath.Join(dir, "link")
	if err := os.WriteFile(path, []byte("old"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Link(path, link); err != nil {
		t.Skip(err)
	}
	if err := Replace(path, []byte("new")); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{path: "new", link: "old"} {
		if got, err := os.ReadFile(name); err != nil || string(got) != want {
			t.Errorf("%s has %q, %v, want %q", filepath.Base(name), got, err, want)
		}
	}
}
