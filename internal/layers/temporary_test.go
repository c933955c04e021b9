package layers

import (
	"os"
	"testing"
)

// temporary returns an empty directory, in memory if the system has such a file system, because these tests sync
// thousands of files.
func temporary(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("/dev/shm", "layers-test-")
	if err != nil {
		return t.TempDir() // this directory may be slower, but does as well
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}
