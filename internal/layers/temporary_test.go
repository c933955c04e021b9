package layers

import (
	"os"
	"testing"
)

// temporary returns an empty directory. If the system has a file system in memory, the directory is there, because
// these tests sync thousands of files.
func temporary(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("/dev/shm", "layers-test-")
	if err != nil {
		return t.TempDir() // this directory may be slower, but does as well
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}
