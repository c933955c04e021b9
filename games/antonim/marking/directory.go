package marking

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// syncDirectory makes the names in a directory last.
func syncDirectory(dir string) error {
	if runtime.GOOS == "windows" {
		return nil // where a directory cannot be synced
	}
	d, err := os.Open(dir)
	if err != nil {
		return system(dir, "open it", err)
	}
	defer d.Close()
	if err := d.Sync(); err != nil {
		return system(dir, "write it", err)
	}
	return nil
}

// Remove removes what [Mark] has kept of the subsets of {1..n} in a directory, and the
// directory if it is empty then. No directory is no error.
func Remove(dir string, n int) error {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return system(dir, "read it", err)
	}
	left := len(entries)
	for _, entry := range entries {
		name := strings.TrimSuffix(entry.Name(), temporarySuffix)
		if _, ok := segmentNamed(name, n); !ok {
			continue
		}
		path := filepath.Join(dir, entry.Name())
		if err := os.Remove(path); err != nil {
			return system(path, "remove it", err)
		}
		left--
	}
	if left > 0 {
		return nil
	}
	if err := os.Remove(dir); err != nil {
		return system(dir, "remove it", err)
	}
	return nil
}
