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

// Aside is the suffix of the temporary file of [Write], which a killed process leaves behind.
const Aside = ".tmp"

// Write writes the file at path atomically and durably, and creates its directories. The function fill writes a
// temporary file, which Write syncs and renames before it syncs the directory. Only one process may write a path at a
// time. Write returns the error of fill or, if the file system fails, an error of [Failed].
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
	return absolute(a) == absolute(b)
}

// absolute returns the absolute path of a file that need not exist, with the links in its directory resolved.
func absolute(path string) string {
	if dir, err := filepath.EvalSymlinks(filepath.Dir(path)); err == nil {
		path = filepath.Join(dir, filepath.Base(path))
	}
	path, _ = filepath.Abs(path) // fails only without a current directory
	return path
}

// Replace sets the content of the file at path, by [Begin] and [Replacement.Keep].
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

// Secret writes a file that only its owner can read, and replaces an existing one. It does not follow a link, because
// someone else may have put the link there.
func Secret(path, content string) error {
	if info, err := os.Lstat(path); err == nil && info.IsDir() {
		return fmt.Errorf("%s is a directory: name a file", path)
	}
	r := &Replacement{path: path, mode: 0o600, aside: true}
	if err := r.begin(path); err != nil {
		return err
	}
	defer r.Discard()
	if err := r.file.Chmod(r.mode); err != nil { // the file is still empty, so no content can have been read
		return Failed(path, "write it", err)
	}
	if _, err := io.WriteString(r, content); err != nil {
		return err
	}
	return r.Keep()
}

// A Replacement is the future content of a file. Either Keep or Discard ends it; Discard after Keep does nothing.
type Replacement struct {
	path  string
	file  *os.File
	lock  *os.File    // held until the file is renamed; nil if the file needs none
	mode  fs.FileMode // of the existing file, 0 if there is none
	aside bool        // whether the content goes to a temporary file first
	open  *descriptor // the open file that the path names, or nil
}

// Begin begins to replace the file at path atomically: at any time the file is complete, with either the old or the new
// content. A link stays a link, and an existing file keeps its permissions. Another hard link to the file keeps the old
// content.
//
// If path is not a regular file but, for example, a pipe, or if it names a file that a process has open, such as
// /dev/stdout, the content is written directly; the first Write opens the file. Begin creates no directories. Several
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
		return nil, fmt.Errorf("%s is a directory: name a file", path)
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

// begin creates and locks the temporary file, next to the file that it will replace, after it has removed the temporary
// files of killed processes. The argument name is how errors call the file.
func (r *Replacement) begin(name string) (err error) {
	sweep(filepath.Dir(r.path), filepath.Base(r.path))
	for {
		// os.CreateTemp would give a new file other permissions than usual.
		r.file, err = createTemporary(r.path, 0o666)
		if err != nil {
			return Failed(name, "create it", err)
		}
		if err = hold(r.file); err == nil {
			r.lock = keepLock(r.file)
			return nil
		}
		r.file.Close()
		if err != errSwept { // otherwise another process removed the file before it was locked: try again
			_ = os.Remove(r.file.Name())
			return Failed(name, "create it", err)
		}
	}
}

// Write appends to the new content of the file. If this content is written directly, without a temporary file, the
// first call opens the file. It uses r.open if the path names a file that a process has open, such as /dev/stdout.
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

// Keep makes the new content the content of the file: it renames the temporary file, which gets the permissions of the
// file that it replaces. If the content was written directly, Keep only closes the file.
func (r *Replacement) Keep() error {
	switch {
	case r.file == nil: // nothing was written
		return nil
	case !r.aside: // written directly
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

// Discard leaves the old content of the file. It may be called while another goroutine writes.
func (r *Replacement) Discard() {
	if r.file != nil {
		_ = r.file.Close()
	}
	if r.aside {
		_ = os.Remove(r.file.Name())
		_ = r.lock.Close()
	}
}

// finish lets fill write the new file f and renames f to path. If there is an error, it removes f.
func finish(f *os.File, path string, fill func(io.Writer) error) error {
	defer os.Remove(f.Name()) // fails after a successful rename, which does not matter
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

// A writer marks errors of writing the file, so that they differ from errors of fill.
type writer struct {
	file *os.File
	path string
}

func (w *writer) Write(p []byte) (int, error) {
	n, err := w.file.Write(p)
	return n, Failed(w.path, "write it", err)
}

// Create makes the file at path and its directories. The function fill receives an empty temporary file that only the
// owner can access, and must close it. Neither an error nor a killed process leaves an incomplete file at path; [Sweep]
// removes the temporary file of a killed process. If the file exists, Create returns [fs.ErrExist]. Other errors are
// those of fill or of the operating system.
func Create(path string, fill func(*os.File) error) error {
	dir := filepath.Dir(path)
	if err := makeDirectory(dir); err != nil {
		return err
	}
	for {
		f, err := createTemporary(dir+string(filepath.Separator), 0o600)
		if err != nil {
			return err
		}
		err = create(f, path, fill)
		if _, statErr := os.Lstat(f.Name()); err != nil && errors.Is(statErr, fs.ErrNotExist) {
			continue // another process removed the temporary file before it was locked
		}
		_ = os.Remove(f.Name())
		if err != nil {
			return err
		}
		return syncDirectory(dir)
	}
}

// create lets fill write f, and then gives f the name path.
func create(f *os.File, path string, fill func(*os.File) error) error {
	defer f.Close()
	if err := hold(f); err != nil { // locks f, so that no other process removes it
		return err
	}
	if err := fill(f); err != nil {
		return err
	}
	// Unlike a rename, a link cannot replace a file that another process has created in the meantime.
	err := os.Link(f.Name(), path)
	if err == nil || errors.Is(err, fs.ErrExist) {
		return err
	}
	// The file system has no links.
	if _, none := os.Lstat(path); none == nil {
		return fs.ErrExist
	}
	return os.Rename(f.Name(), path)
}

// makeDirectory creates a directory and its parents. It syncs the names of new directories, because a power failure
// that removes a directory also loses the files in it.
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

// syncDirectory makes a file that was just created or renamed keep its name after a power failure.
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
