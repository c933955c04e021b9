package file

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
)

// A temporary file has this mark and 16 digits in its name, so that Sweep can find it if its process was killed.
const (
	mark   = ".enumerate-"
	digits = 16
)

// createTemporary creates a temporary file, whose name is base, the mark and random digits.
func createTemporary(base string, mode os.FileMode) (*os.File, error) {
	return os.OpenFile(fmt.Sprintf("%s%s%0*x", base, mark, digits, rand.Uint64()), os.O_RDWR|os.O_CREATE|os.O_EXCL, mode)
}

// Sweep removes from a directory the temporary files of processes that were killed in [Create]. Files of live processes
// are locked and stay, as do files that cannot be removed.
func Sweep(dir string) { sweep(dir, "") }

// sweep removes the temporary files of killed processes from dir: unlocked files whose names consist of base, the mark
// and digits. Errors do not matter; such files stay.
func sweep(dir, base string) {
	d, err := os.Open(dir)
	if err != nil {
		return
	}
	names, _ := d.Readdirnames(0)
	d.Close()
	for _, name := range names {
		number, ours := strings.CutPrefix(name, base+mark)
		if ours && len(number) == digits && strings.Trim(number, "0123456789abcdef") == "" {
			removeUnheld(filepath.Join(dir, name))
		}
	}
}

// removeUnheld removes a file unless a process has locked it.
func removeUnheld(path string) {
	if info, err := os.Lstat(path); err != nil || !info.Mode().IsRegular() {
		return
	}
	f, err := os.Open(path)
	if err != nil {
		return
	}
	if !tryLock(f) {
		f.Close()
		return
	}
	if !removeOpen { // Windows does not remove open files
		f.Close()
	}
	_ = os.Remove(path)
	f.Close()
}

// hold locks a new temporary file, so that sweep in another process, which removes the files of killed processes, keeps
// it. It returns errSwept if sweep removed the file before the lock was taken: then the path does not exist, or is
// another file.
func hold(f *os.File) error {
	tryLock(f) // if the file system has no locks, sweep cannot lock the file either, and does not remove it
	opened, err := f.Stat()
	if err != nil {
		return err
	}
	atPath, err := os.Lstat(f.Name())
	if errors.Is(err, fs.ErrNotExist) || err == nil && !os.SameFile(opened, atPath) {
		return errSwept
	}
	return err
}

var errSwept = errors.New("another process has removed it")
