package layers

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"enumerate/internal/file"
)

// Layer NAME has the file NAME.layer, and its runs have the files NAME.000001.run and so on. A layer that is being
// written has the suffix [file.Aside].
const (
	layerSuffix = ".layer"
	runSuffix   = ".run"
)

// stored returns the layer if it has a usable file, and otherwise nil. It removes the files that an incomplete Build
// left.
func (b *builder) stored() (*Layer, error) {
	entries, err := list(b.Dir)
	if err != nil {
		return nil, err
	}

	for _, e := range entries {
		rest, ours := strings.CutPrefix(e.Name(), b.name+".")
		if ours && (strings.HasSuffix(rest, runSuffix) || strings.HasSuffix(rest, file.Aside)) {
			if err := remove(filepath.Join(b.Dir, e.Name())); err != nil {
				return nil, err
			}
		}
	}

	path := b.path()
	l, err := open(path)
	if err == nil {
		if err = l.verify(b.identity); err == nil {
			return l, nil
		}
		err = errors.Join(err, l.Close())
	}

	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case !errors.As(err, new(*file.Error)):
		return nil, err
	}
	b.Remark(fmt.Sprintf("%v; it is made again", err))
	return nil, remove(path)
}

func (b *builder) path() string { return filepath.Join(b.Dir, b.name+layerSuffix) }

// createRun makes a run, a sorted list of the states that the function fill adds, in a new file, which stays open. It
// does not sync the file, which is useless after the process ends.
func (b *builder) createRun(f footer, fill filler) (*Layer, error) {
	if err := os.MkdirAll(b.Dir, 0o777); err != nil {
		return nil, file.Failed(b.Dir, "create it", err)
	}
	path := filepath.Join(b.Dir, fmt.Sprintf("%s.%06d%s", b.name, b.number.Add(1), runSuffix))
	out, err := os.Create(path)
	if err != nil {
		return nil, file.Failed(path, "create it", err)
	}
	l := &Layer{path: path, file: out, source: out}
	err = writeTo(runWriter{l}, f, fill)
	if err == nil {
		err = l.readFooter()
	}
	if err != nil {
		l.drop()
		return nil, err
	}
	return l, nil
}

type runWriter struct{ *Layer }

func (w runWriter) Write(p []byte) (int, error) {
	n, err := w.file.Write(p)
	w.size += int64(n)
	return n, file.Failed(w.path, "write it", err)
}

// drop closes a run (a sorted list of states), and removes its file. It ignores errors: if the file stays, the next
// Build of the layer removes it, or Remove reports it.
func (l *Layer) drop() {
	if l.path != "" {
		_ = l.Close()
		_ = os.Remove(l.path)
	}
}

// Discard closes the layer and removes its file, if it has one.
func (l *Layer) Discard() error {
	if err := l.Close(); err != nil || l.path == "" {
		return err
	}
	return remove(l.path)
}

func remove(path string) error { return file.Failed(path, "remove it", os.Remove(path)) }

func list(dir string) ([]fs.DirEntry, error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return entries, file.Failed(dir, "read it", err)
}

// Remove removes the files of all layers in a directory, and then the directory if it is empty. It keeps other files,
// also those that have the name of a layer but begin with other bytes. The directory need not exist.
func Remove(dir string) error {
	entries, err := list(dir)
	if err != nil {
		return err
	}

	left := 0
	for _, e := range entries {
		path := filepath.Join(dir, e.Name())
		ours, err := isOwnFile(path, e)
		if err == nil && ours {
			err = remove(path)
		}
		if err != nil {
			return err
		}
		if !ours {
			left++
		}
	}

	if left > 0 || entries == nil {
		return nil
	}
	if err := remove(dir); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// isOwnFile reports whether this package made the file at path: it has the name of a layer or a run, and begins like
// one.
func isOwnFile(path string, e fs.DirEntry) (bool, error) {
	name := strings.TrimSuffix(e.Name(), file.Aside)
	if !e.Type().IsRegular() || !strings.HasSuffix(name, layerSuffix) && !strings.HasSuffix(name, runSuffix) {
		return false, nil
	}
	f, err := os.Open(path)
	if err != nil {
		return false, file.Failed(path, "open it", err)
	}
	defer f.Close()
	p := make([]byte, len(magic))
	n, err := io.ReadFull(f, p)
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return false, file.Failed(path, "read it", err)
	}
	return strings.HasPrefix(magic, string(p[:n])), nil
}
