package layers

import (
	"os"
	"testing"
)

// temporary returns an empty directory, where there is one in memory: these
// tests sync files by the thousands.
func temporary(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("/dev/shm", "layers-test-")
	if err != nil {
		return t.TempDir() // any other is only slower
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}
