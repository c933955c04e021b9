package file

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
)

// descriptors matches the directory of a process's open files, as a path with links resolved.
var descriptors = regexp.MustCompile(`^(?:/proc/([0-9]+)/(?:task/[0-9]+/)?fd|/dev/fd)$`)

// A descriptor is an open file of a process, named by a path such as /dev/stdout or /dev/fd/3.
type descriptor struct {
	path   string // with links resolved
	number int
	own    bool // it is an open file of this process
}

// descriptorAt returns the open file that a path names, directly or by links, if it names one.
func descriptorAt(path string) (d descriptor, found bool) {
	const mostLinks = 40 // the limit of Linux
	for range mostLinks {
		dir, err := filepath.EvalSymlinks(filepath.Dir(path))
		if err != nil {
			return d, false
		}
		if dir, err = filepath.Abs(dir); err != nil {
			return d, false
		}

		path = filepath.Join(dir, filepath.Base(path))
		if of := descriptors.FindStringSubmatch(dir); of != nil {
			number, err := strconv.Atoi(filepath.Base(path))
			return descriptor{path, number, of[1] == "" || of[1] == strconv.Itoa(os.Getpid())}, err == nil
		}

		to, err := os.Readlink(path)
		if err != nil {
			return d, false
		}
		if !filepath.IsAbs(to) {
			to = filepath.Join(dir, to)
		}
		path = to
	}
	return d, false
}

// open opens the descriptor for writing at its current position. Existing content stays, and processes that have the
// file open see what is written.
func (d descriptor) open() (*os.File, error) {
	if d.own {
		return duplicate(d.number, d.path)
	}
	return os.OpenFile(d.path, os.O_WRONLY|os.O_APPEND, 0)
}
