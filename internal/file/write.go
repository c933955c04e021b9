package file

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
)

// Aside is what [Write] puts after the name of a file that it is writing. A process that is
// killed leaves such a file behind.
const Aside = ".tmp"

// Write writes the file at path, and makes the directories above it. The file exists only
// when it is whole, and then it lasts: fill writes it aside, it is synced, gets its name,
// and its directory is synced. Only one process may write a path at a time. The error is
// that of fill, or of [Failed].
func Write(path string, fill func(io.Writer) error) error {
	if err := makeDirectory(filepath.Dir(path)); err != nil {
		return Failed(path, "create its directory", err)
	}
	f, err := os.Create(path + Aside)
	if err != nil {
		return Failed(path, "create it", err)
	}
	if err := finish(f, path, fill); err != nil {
		return err
	}
	return Failed(path, "create it", syncDirectory(filepath.Dir(path)))
}

// Same reports whether two paths lead to one file, or would if it were there.
func Same(a, b string) bool {
	infoA, err1 := os.Stat(a)
	infoB, err2 := os.Stat(b)
	if err1 == nil && err2 == nil {
		return os.SameFile(infoA, infoB)
	}
	absA, err1 := filepath.Abs(a)
	absB, err2 := filepath.Abs(b)
	return err1 == nil && err2 == nil && absA == absB
}

// Replace gives the file at path its content, as [Begin] and [Replacement.Keep] do.
func Replace(path string, content []byte) error {
	r, err := Begin(path)
	if err != nil {
		return err
	}
	defer r.Discard()
	if _, err := r.Write(content); err != nil {
		return err
	}
	return r.Keep()
}

// Secret writes a file that its owner alone may read. It replaces a file that exists: a link, which others may
// have put there, is not followed.
func Secret(path, content string) error {
	if info, err := os.Lstat(path); err == nil && info.IsDir() {
		return fmt.Errorf("%s is a directory", path)
	}
	r := &Replacement{path: path, mode: 0o600, aside: true}
	if err := r.begin(path); err != nil {
		return err
	}
	defer r.Discard()
	if err := r.file.Chmod(r.mode); err != nil { // before there is anything to read
		return Failed(path, "write it", err)
	}
	if _, err := io.WriteString(r, content); err != nil {
		return err
	}
	return r.Keep()
}

// A Replacement is what a file is to hold, while it is written aside. Either Keep or Discard
// ends it; a Discard behind a Keep does nothing.
type Replacement struct {
	path  string
	file  *os.File
	lock  *os.File    // holds the file until it is renamed, nil where that takes no lock
	mode  fs.FileMode // of the file that there is, 0 for none
	aside bool        // or it is no regular file, and written to
	open  *descriptor // the open file that the path leads to, nil if it leads to none
}

// Begin begins to replace the file at path. It is there whole at any moment, as it was or as
// it is to be. A link stays a link, and a file that exists keeps its permissions; another hard
// link to it keeps the old content. What is no regular file, such as a pipe, is written to, and so
// is an open file of a process, such as /dev/stdout, whatever it is; it is opened by the first
// Write. No directory is made. Several processes may replace one file; what one that was killed left is removed.
func Begin(path string) (*Replacement, error) {
	r := &Replacement{path: path, aside: true}
	if d, found := descriptorAt(path); found {
		r.aside, r.open = false, &d
		return r, nil
	}
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return nil, fmt.Errorf("%s is a directory", path)
	case err == nil && !info.Mode().IsRegular():
		r.aside = false
		return r, nil
	case err == nil:
		r.mode = info.Mode()
		r.path, err = filepath.EvalSymlinks(path)
	case errors.Is(err, fs.ErrNotExist):
		err = nil
	}
	if err != nil {
		return nil, Failed(path, "write it", err)
	}
	if err := r.begin(path); err != nil {
		return nil, err
	}
	return r, nil
}

// begin creates the file aside. Errors name the file as the caller does.
func (r *Replacement) begin(name string) (err error) {
	sweep(filepath.Dir(r.path), filepath.Base(r.path))
	for {
		// A new file gets the permissions that new files get, which os.CreateTemp would not
		// give it.
		r.file, err = aside(r.path, 0o666)
		if err != nil {
			return Failed(name, "create it", err)
		}
		if err = hold(r.file); err == nil {
			r.lock = keepLock(r.file)
			return nil
		}
		r.file.Close()
		if err != errSwept {
			_ = os.Remove(r.file.Name())
			return Failed(name, "create it", err)
		}
	}
}

// Write writes more of the content.
func (r *Replacement) Write(p []byte) (n int, err error) {
	if r.file == nil {
		if r.open != nil {
			r.file, err = r.open.open()
		} else {
			r.file, err = os.OpenFile(r.path, os.O_WRONLY|os.O_TRUNC, 0)
		}
		if err != nil {
			return 0, Failed(r.path, "write it", err)
		}
	}
	return (&writer{r.file, r.path}).Write(p)
}

// Keep gives the file what was written.
func (r *Replacement) Keep() error {
	switch {
	case r.file == nil:
		return nil
	case !r.aside:
		return Failed(r.path, "write it", r.file.Close())
	}
	defer r.lock.Close()
	return finish(r.file, r.path, func(io.Writer) error {
		if r.mode == 0 {
			return nil
		}
		return Failed(r.path, "write it", r.file.Chmod(r.mode))
	})
}

// Discard leaves the file as it was. It may be called while another goroutine writes.
func (r *Replacement) Discard() {
	if r.file != nil {
		_ = r.file.Close()
	}
	if r.aside {
		_ = os.Remove(r.file.Name())
		_ = r.lock.Close()
	}
}

// finish fills the new file f and renames it to path, or removes it.
func finish(f *os.File, path string, fill func(io.Writer) error) error {
	defer os.Remove(f.Name()) // there is nothing to remove once it is renamed
	err := fill(&writer{f, path})
	if err == nil {
		err = Failed(path, "write it", f.Sync())
	}
	err = cmp.Or(err, Failed(path, "write it", f.Close()))
	if err == nil {
		err = Failed(path, "create it", os.Rename(f.Name(), path))
	}
	return err
}

// A writer tells errors of writing to a file from those of what is written.
type writer struct {
	file *os.File
	path string
}

func (w *writer) Write(p []byte) (int, error) {
	n, err := w.file.Write(p)
	return n, Failed(w.path, "write it", err)
}

// Create makes the file at path, and the directories above it. fill makes it under another
// name: it is passed an empty file that only the owner may access, to be closed by it. Neither
// an error nor the death of the process leaves a part of a file at path; what the latter leaves
// next to it [Sweep] removes. The error is that of fill or of the operating system; it is
// [fs.ErrExist] if there is a file at path already, which then stays as it is.
func Create(path string, fill func(*os.File) error) error {
	dir := filepath.Dir(path)
	if err := makeDirectory(dir); err != nil {
		return err
	}
	for {
		f, err := aside(dir+string(filepath.Separator), 0o600)
		if err != nil {
			return err
		}
		err = create(f, path, fill)
		if _, gone := os.Lstat(f.Name()); err != nil && errors.Is(gone, fs.ErrNotExist) {
			continue // another process took it for litter, in a moment when it was not locked
		}
		_ = os.Remove(f.Name())
		if err != nil {
			return err
		}
		return syncDirectory(dir)
	}
}

// create fills f and gives it the name path.
func create(f *os.File, path string, fill func(*os.File) error) error {
	defer f.Close()
	if err := hold(f); err != nil {
		return err
	}
	if err := fill(f); err != nil {
		return err
	}
	// A link fails when there is a file, as a rename does not: another process may have
	// created one in the meantime, and written to it.
	err := os.Link(f.Name(), path)
	if err == nil || errors.Is(err, fs.ErrExist) {
		return err
	}
	if _, none := os.Lstat(path); none == nil { // some file systems have no links
		return fs.ErrExist
	}
	return os.Rename(f.Name(), path)
}

// makeDirectory makes a directory and those above it, unless they are there, and makes
// their names last: a file is worth nothing in a directory that a power failure takes
// away.
func makeDirectory(dir string) error {
	info, err := os.Stat(dir)
	switch {
	case err == nil && !info.IsDir():
		return fmt.Errorf("%s is not a directory", dir)
	case err == nil:
		return nil
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	above := filepath.Dir(dir)
	if err := makeDirectory(above); err != nil {
		return err
	}
	if err := os.Mkdir(dir, 0o777); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return syncDirectory(above)
}

// syncDirectory makes the names in a directory last.
func syncDirectory(dir string) error {
	if runtime.GOOS == "windows" {
		return nil // where a directory cannot be synced
	}
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	return d.Sync()
}
