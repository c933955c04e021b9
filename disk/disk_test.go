package disk_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"enumerate/disk"
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
		if got := disk.Bare(c.err); got != c.want {
			t.Errorf("Bare(%v) = %v, want %v", c.err, got, c.want)
		}
	}
}

func TestFullErrorsAreDifferent(t *testing.T) {
	seen := make(map[string]bool)
	for _, err := range disk.FullErrors() {
		if errors.Is(err, fs.ErrNotExist) || seen[err.Error()] {
			t.Errorf("FullErrors has %v", err)
		}
		seen[err.Error()] = true
	}
	if len(seen) < 2 {
		t.Errorf("FullErrors = %v, want at least that of the disk and one other", disk.FullErrors())
	}
}

func Example() {
	_, err := os.Open(filepath.Join("no", "such", "file"))
	bare := disk.Bare(err)
	fmt.Println(errors.Is(bare, fs.ErrNotExist), strings.Contains(bare.Error(), "such/file"))
	// Output: true false
}
