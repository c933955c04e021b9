package layers

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"enumerate/internal/file"
)

// Open opens the file of the finished layer called name in a directory, and
// reads all of it to check it. Its label must be the one given. If there is no
// file, that is [fs.ErrNotExist].
func Open(dir, name, label string) (*Layer, error) {
	if err := checkName(name); err != nil {
		return nil, err
	}
	l, err := open(layerPath(dir, name))
	if err != nil {
		return nil, err
	}
	want := header{layerKind, name, label, l.header.origin}
	if err := l.verify(want); err != nil {
		l.Close()
		return nil, err
	}
	return l, nil
}

// verify reads all of a layer or run and returns an error unless it is what is
// wanted, and sound.
func (l *Layer) verify(want header) error {
	if fault := l.header.is(want); fault != nil {
		fault.Subject = l.subject()
		return fault
	}
	if parents := l.header.origin.states; want.kind == layerKind && len(l.tail.cover.rest(parents)) > 0 {
		return &file.Error{Subject: l.subject(), Place: "spans", Kind: ErrCorrupt,
			Detail: fmt.Sprintf("%d of %d parents, want all", l.tail.cover.size(), parents)}
	}
	return l.check()
}

// resume looks for what is in files already: the layer, which it returns, or
// else runs, which it keeps. It removes what cannot be used, and remarks on it.
func (s *store) resume(remark func(string)) (*Layer, error) {
	entries, err := list(s.dir)
	if err != nil {
		return nil, err
	}
	l, err := s.resumeLayer(remark)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		path := filepath.Join(s.dir, e.Name())
		name, temporary := strings.CutSuffix(e.Name(), file.Aside)
		number, isRun := runNumber(name, s.header.name)
		switch {
		case temporary && (isRun || name == filepath.Base(layerPath("", s.header.name))), isRun && l != nil:
			// Its writer did not live to name it, or to remove it.
			err = os.Remove(path)
			if err != nil {
				err = file.Failed(path, "remove it", err)
			}
		case isRun:
			s.number = max(s.number, number)
			err = s.resumeRun(path, remark)
		}
		if err != nil {
			break
		}
	}
	switch {
	case err == nil && l == nil:
		err = s.dropSuperseded()
	case err != nil && l != nil:
		l.Close()
		l = nil
	}
	return l, err
}

// resumeLayer returns the finished layer, nil if there is none.
func (s *store) resumeLayer(remark func(string)) (*Layer, error) {
	want := s.header
	want.kind = layerKind
	l, err := s.usable(layerPath(s.dir, s.header.name), want, remark)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return l, err
}

// resumeRun keeps the run in a file if it can be used.
func (s *store) resumeRun(path string, remark func(string)) error {
	l, err := s.usable(path, s.header, remark)
	if l == nil || err != nil {
		return err
	}
	r, err := runOf(l)
	if err != nil {
		return err
	}
	s.keep(r)
	return nil
}

// usable opens the file at path. If it is not what is wanted, or not sound, it is
// removed, and the layer nil.
func (s *store) usable(path string, want header, remark func(string)) (*Layer, error) {
	l, err := open(path)
	if err == nil {
		if err = l.verify(want); err == nil {
			return l, nil
		}
		if closeErr := l.Close(); closeErr != nil {
			return nil, closeErr
		}
	}
	if !unusable(err) {
		return nil, err
	}
	remark(fmt.Sprintf("%v; it is made again", err))
	if err := os.Remove(path); err != nil {
		return nil, file.Failed(path, "remove it", err)
	}
	return nil, nil
}

// dropSuperseded removes the runs that were merged into others by a process that
// did not live to remove them.
func (s *store) dropSuperseded() error {
	slices.SortFunc(s.runs, func(a, b *run) int {
		if x, y := a.totals.cover.size(), b.totals.cover.size(); x != y {
			if x > y {
				return -1
			}
			return 1
		}
		return strings.Compare(a.path, b.path)
	})
	var kept, dropped []*run
	var covered cover
	for _, r := range s.runs {
		if union, ok := join(covered, r.totals.cover); ok {
			covered = union
			kept = append(kept, r)
		} else {
			dropped = append(dropped, r)
		}
	}
	s.runs = kept
	return s.remove(dropped)
}
