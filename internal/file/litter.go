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

// What is written aside gets a name with a mark in it, and 16 digits behind that, to be known
// for litter if its process is killed.
const (
	mark   = ".enumerate-"
	digits = 16
)

// aside creates a file, to be renamed to a name that begins with base or is behind it.
func aside(base string, mode os.FileMode) (*os.File, error) {
	return os.OpenFile(fmt.Sprintf("%s%s%0*x", base, mark, digits, rand.Uint64()), os.O_RDWR|os.O_CREATE|os.O_EXCL, mode)
}

// Sweep removes from a directory what processes left there that were killed in [Create]. A
// file that a process is busy with is locked, and stays; so does what cannot be removed.
func Sweep(dir string) { sweep(dir, "") }

// sweep removes the litter whose names begin with base and the mark.
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

// removeUnheld removes a file unless a process holds it.
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
	if !removeOpen { // Windows removes no file that anybody has open
		f.Close()
	}
	_ = os.Remove(path)
	f.Close()
}

// hold locks a new file, for others to leave it alone. It fails with errSwept if another process
// took it for litter before.
func hold(f *os.File) error {
	tryLock(f) // where there are no locks it is not removed
	here, err := f.Stat()
	if err != nil {
		return err
	}
	there, err := os.Lstat(f.Name())
	if errors.Is(err, fs.ErrNotExist) || err == nil && !os.SameFile(here, there) {
		return errSwept
	}
	return err
}

var errSwept = errors.New("another process has removed it")
