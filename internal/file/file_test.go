package file_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"enumerate/internal/file"
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
		if got := file.Bare(c.err); got != c.want {
			t.Errorf("Bare(%v) = %v, want %v", c.err, got, c.want)
		}
	}
}

func TestFullErrorsAreDifferent(t *testing.T) {
	seen := make(map[string]bool)
	for _, err := range file.FullErrors() {
		if errors.Is(err, fs.ErrNotExist) || seen[err.Error()] {
			t.Errorf("FullErrors has %v", err)
		}
		seen[err.Error()] = true
	}
	if len(seen) < 2 {
		t.Errorf("FullErrors = %v, want at least that of the disk and one other", file.FullErrors())
	}
}

func TestFaultsTellKindAndCause(t *testing.T) {
	kind, cause := errors.New("odd"), errors.New("below")
	for _, c := range []struct {
		fault file.Fault
		want  string
	}{
		{file.Fault{Subject: "a.db", Kind: kind}, "a.db: odd"},
		{file.Fault{Subject: "a.db", Place: "page 3", Kind: kind}, "a.db: page 3: odd"},
		{file.Fault{Subject: "a.db", Place: "page 3", Kind: kind, Detail: "5, want 4", Cause: cause}, "a.db: page 3: odd: 5, want 4"},
	} {
		if got := c.fault.Error(); got != c.want {
			t.Errorf("Error() = %q, want %q", got, c.want)
		}
		if !errors.Is(&c.fault, kind) || errors.Is(&c.fault, cause) != (c.fault.Cause != nil) {
			t.Errorf("%q wraps %v, want its kind and its cause", c.want, c.fault.Unwrap())
		}
	}
}

func Example() {
	_, err := os.Open(filepath.Join("no", "such", "file"))
	bare := file.Bare(err)
	fmt.Println(errors.Is(bare, fs.ErrNotExist), strings.Contains(bare.Error(), "such/file"))
	// Output: true false
}
