package db

import (
	"fmt"
	"path/filepath"
	"syscall"
	"testing"
)

// TestFullDisk fills a small mounted disk, which needs root. TestAFullFileKeepsWhatIsStored makes the same check with a
// limit on the size of a file.
func TestFullDisk(t *testing.T) {
	if testing.Short() {
		t.Skip("mounts disks; TestAFullFileKeepsWhatIsStored has a stand-in, go test runs both")
	}
	for _, size := range []int{8 << 10, 64 << 10, 1 << 20} {
		dir := t.TempDir()
		if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, fmt.Sprintf("size=%d", size)); err != nil {
			t.Skip("cannot mount a small disk, which takes root; TestAFullFileKeepsWhatIsStored has a stand-in:", err)
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
