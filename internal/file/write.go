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

// Aside is the suffix of the temporary file of [Write]. A killed process leaves this file behind.
const Aside = ".tmp"

// Write writes the file at path atomically and durably, and creates its directories: fill writes a temporary
// file, which is synced and renamed, and its directory is synced. Only one process may write a path at a time.
// The error is that of fill, or of [Failed].
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

// Same reports whether two paths name the same file, which need not exist.
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

// Replace sets the content of the file at path, like [Begin] and [Replacement.Keep].
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

// Secret writes a file that only its owner can read. It replaces an existing file, and does not follow a link,
// which someone else may have put there.
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

// A Replacement is the future content of a file. Either Keep or Discard ends it; Discard after Keep does
// nothing.
type Replacement struct {
	path  string
	file  *os.File
	lock  *os.File    // keeps the lock until the file is renamed; nil if that needs none
	mode  fs.FileMode // of the existing file, 0 if there is none
	aside bool        // written to a temporary file, not directly
	open  *descriptor // the open file that the path names, or nil
}

// Begin begins to replace the file at path atomically: at any time it is complete, with the old or the new
// content. A link stays a link, and an existing file keeps its permissions; another hard link to it keeps the
// old content. Anything other than a regular file, such as a pipe, and any open file of a process, such as
// /dev/stdout, is written directly, and opened by the first Write. Begin creates no directories. Several
// processes may replace the same file. Begin removes the temporary files of killed processes.
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

// begin creates the temporary file. Errors contain the caller's name of the file.
func (r *Replacement) begin(name string) (err error) {
	sweep(filepath.Dir(r.path), filepath.Base(r.path))
	for {
		// os.CreateTemp would not give a new file the usual permissions.
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

// Write appends to the new content.
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

// Keep makes the new content that of the file.
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

// Discard leaves the file unchanged. It may be called while another goroutine writes.
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
	defer os.Remove(f.Name()) // fails after a successful rename
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

// A writer distinguishes errors of writing the file from errors of its content.
type writer struct {
	file *os.File
	path string
}

func (w *writer) Write(p []byte) (int, error) {
	n, err := w.file.Write(p)
	return n, Failed(w.path, "write it", err)
}

// Create makes the file at path and its directories. fill receives an empty temporary file that only the owner
// can access, and must close it. Neither an error nor a killed process leaves an incomplete file at path;
// [Sweep] removes the temporary file of a killed process. The error is that of fill or of the operating system,
// or [fs.ErrExist] if the file exists; then it is unchanged.
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
			continue // another process removed it before it was locked
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
	// Unlike a rename, a link fails if the file exists: another process may have created it in the meantime, and
	// written to it.
	err := os.Link(f.Name(), path)
	if err == nil || errors.Is(err, fs.ErrExist) {
		return err
	}
	if _, none := os.Lstat(path); none == nil { // the file system has no links
		return fs.ErrExist
	}
	return os.Rename(f.Name(), path)
}

// makeDirectory creates a directory and its parents, and syncs their names, because a file is lost if a power
// failure removes its directory.
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

// syncDirectory syncs the names in a directory.
func syncDirectory(dir string) error {
	if runtime.GOOS == "windows" {
		return nil // this system cannot sync directories
	}
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	return d.Sync()
}
