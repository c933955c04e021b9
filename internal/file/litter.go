package file

import (
	"os"
	"path/filepath"
	"strings"
)

// What is written aside gets a name with a mark in it, and digits behind that, to be known for
// litter if its process is killed.
const mark = ".enumerate-"

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
		digits, ours := strings.CutPrefix(name, base+mark)
		if ours && digits != "" && strings.Trim(digits, "0123456789abcdef") == "" {
			removeUnheld(filepath.Join(dir, name))
		}
	}
}

// removeUnheld removes a file unless somebody holds it.
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

// hold locks a new file, for others to leave it alone, and reports whether it is there still.
func hold(f *os.File) bool {
	tryLock(f) // where there are no locks nobody removes it
	return linked(f)
}

// linked reports whether a file is still where it was created.
func linked(f *os.File) bool {
	here, err1 := f.Stat()
	there, err2 := os.Lstat(f.Name())
	return err1 == nil && err2 == nil && os.SameFile(here, there)
}
