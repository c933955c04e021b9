package file

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
)

// descriptors is the directory of a process's open files, without links: on Linux, and elsewhere.
var descriptors = regexp.MustCompile(`^(?:/proc/([0-9]+)/(?:task/[0-9]+/)?fd|/dev/fd)$`)

// A descriptor is an open file of a process, which a path such as /dev/stdout or /dev/fd/3 leads to.
type descriptor struct {
	path   string // without links to it
	number int
	own    bool // of this process
}

// descriptorAt returns the open file that a path leads to, by links or not, and false if it leads to none.
func descriptorAt(path string) (d descriptor, found bool) {
	const mostLinks = 40 // as many as Linux follows
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

// open opens it to write where it stands: what is in the file already stays, and whoever has it open sees what is written.
func (d descriptor) open() (*os.File, error) {
	if d.own {
		return duplicate(d.number, d.path)
	}
	return os.OpenFile(d.path, os.O_WRONLY|os.O_APPEND, 0)
}
