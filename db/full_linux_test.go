package db

import (
	"fmt"
	"path/filepath"
	"syscall"
	"testing"
)

// A disk that is really full.
func TestFullDisk(t *testing.T) {
	if testing.Short() {
		t.Skip("needs a mount")
	}
	for _, size := range []int{8 << 10, 64 << 10, 1 << 20} {
		dir := t.TempDir()
		if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, fmt.Sprintf("size=%d", size)); err != nil {
			t.Skip("cannot mount a small disk:", err)
		}
		err := fillUp(filepath.Join(dir, "run.db"))
		if umountErr := syscall.Unmount(dir, 0); umountErr != nil {
			t.Error(umountErr)
		}
		if size == 8<<10 && err != nil && err.Error() == "full" {
			continue
		}
		if err != nil {
			t.Errorf("a disk of %d bytes: %v", size, err)
		}
	}
}
