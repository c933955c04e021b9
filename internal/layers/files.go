package layers

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"enumerate/internal/file"
)

// The names of the files of the layer NAME. A file being written has [file.Aside]
// after that.
const (
	layerSuffix = ".layer" // NAME.layer
	runSuffix   = ".run"   // NAME.000001.run
)

func layerPath(dir, name string) string { return filepath.Join(dir, name+layerSuffix) }

func runPath(dir, name string, number uint64) string {
	return filepath.Join(dir, fmt.Sprintf("%s.%06d%s", name, number, runSuffix))
}

// runNumber returns the number of the run of layer name in a file of that name.
// ok is false if it is no name of one.
func runNumber(base, name string) (number uint64, ok bool) {
	digits, ok := strings.CutPrefix(base, name+".")
	if !ok {
		return 0, false
	}
	if digits, ok = strings.CutSuffix(digits, runSuffix); !ok {
		return 0, false
	}
	number, err := strconv.ParseUint(digits, 10, 64)
	return number, err == nil && base == filepath.Base(runPath("", name, number))
}

// checkName returns an error unless name can be a part of the name of a file on
// all systems.
func checkName(name string) error {
	for i, r := range name {
		if (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '-' && r != '_' && (r != '.' || i == 0) {
			return fmt.Errorf("the name of a layer, %q: %q at %d; want letters, digits, -, _ and, not first, dots", name, r, i)
		}
	}
	if name == "" || len(name) > maxName {
		return fmt.Errorf("the name of a layer, %q: %d bytes, want 1 to %d", name, len(name), maxName)
	}
	return nil
}

// list returns the files in a directory, none if there is no directory.
func list(dir string) ([]fs.DirEntry, error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, file.Failed(dir, "read it", err)
	}
	return entries, nil
}

// Remove removes the files of all layers in a directory, and the directory if
// it is empty then. Other files stay, also those with the names of layers that
// do not begin as layers do. No directory is no error.
func Remove(dir string) error {
	entries, err := list(dir)
	if err != nil {
		return err
	}
	left := 0
	for _, e := range entries {
		path := filepath.Join(dir, e.Name())
		ours, err := made(path, e)
		if err != nil {
			return err
		}
		if !ours {
			left++
			continue
		}
		if err := os.Remove(path); err != nil {
			return file.Failed(path, "remove it", err)
		}
	}
	if left > 0 || entries == nil {
		return nil
	}
	if err := os.Remove(dir); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return file.Failed(dir, "remove it", err)
	}
	return nil
}

// made reports whether the file at path was made by this package: it has the
// name of a layer or a run and begins as they do, as far as it goes.
func made(path string, e fs.DirEntry) (bool, error) {
	name := strings.TrimSuffix(e.Name(), file.Aside)
	if !e.Type().IsRegular() || !strings.HasSuffix(name, layerSuffix) && !strings.HasSuffix(name, runSuffix) {
		return false, nil
	}
	f, err := os.Open(path)
	if err != nil {
		return false, file.Failed(path, "open it", err)
	}
	defer f.Close()
	p := make([]byte, len(Magic))
	n, err := io.ReadFull(f, p)
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return false, file.Failed(path, "read it", err)
	}
	return strings.HasPrefix(Magic, string(p[:n])), nil
}
