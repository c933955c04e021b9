package marking

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"enumerate/internal/file"
)

// What can be wrong with a file of levels, to be told apart by [errors.Is]. The messages of
// the errors that wrap these are one line: the file, what is wrong with it, and what to do.
var (
	// ErrForeign: it is something else, of another n, other levels or another version.
	ErrForeign = errors.New("not levels of this table")

	// ErrDamaged: it is not what was written.
	ErrDamaged = errors.New("damaged")
)

// A store holds finished levels as files in a directory. A level may be in several of them,
// and any of them may be missing.
type store struct {
	dir   string
	n     int
	order levels
	words []uint64
	every time.Duration
}

const segmentSuffix = ".levels"

// name returns the name of the file of a segment.
func (s segment) name() string {
	return fmt.Sprintf("antonim-%d-%d-%d%s", s.n, s.first, s.last, segmentSuffix)
}

// segmentNamed returns the segment with that name. ok is false if it is not one of n.
func segmentNamed(name string, n int) (s segment, ok bool) {
	s.n = n
	_, err := fmt.Sscanf(strings.TrimPrefix(name, fmt.Sprintf("antonim-%d-", n)), "%d-%d", &s.first, &s.last)
	return s, err == nil && s.name() == name && 0 <= s.first && s.first <= s.last && s.last < levelCount(headBits(n))
}

// eachSegment calls visit with the files of segments of n in a directory, each with whether
// it was left unfinished, until there is an error. Files that do not have the name of one are
// those of others: it returns how many. No directory is one without files.
func eachSegment(dir string, n int, visit func(path string, s segment, left bool) error) (others int, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return 0, file.Failed(dir, "read it", err)
	}
	for _, entry := range entries {
		name, left := strings.CutSuffix(entry.Name(), file.Aside)
		s, ok := segmentNamed(name, n)
		if !ok {
			others++
		} else if err := visit(filepath.Join(dir, entry.Name()), s, left); err != nil {
			return 0, err
		}
	}
	return others, nil
}

// load reads what is stored of the table, and says which levels are.
func (st *store) load(ctx context.Context) (done []bool, err error) {
	done = make([]bool, st.order.count())
	_, err = eachSegment(st.dir, st.n, func(path string, s segment, left bool) error {
		if left {
			return remove(path)
		}
		for level := s.first; level <= s.last; level++ {
			done[level] = true
		}
		return st.read(ctx, path, s)
	})
	return done, err
}

func (st *store) read(ctx context.Context, path string, s segment) error {
	f, err := os.Open(path)
	if err != nil {
		return file.Failed(path, "open it", err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return file.Failed(path, "read it", err)
	}
	err = s.read(ctx, f, info.Size(), st.order, st.words)
	var content *file.Error
	switch {
	case errors.As(err, &content):
		content.Subject = path
		content.Detail += "; remove it, and its levels are marked again"
		return content
	case err != nil && ctx.Err() == nil:
		return file.Failed(path, "read it", err)
	}
	return err
}

// save stores the levels whose numbers it is sent, in ascending order, until there are no
// more. What the context cuts short is not stored.
func (st *store) save(ctx context.Context, finished <-chan int) error {
	var waiting *segment
	last := time.Now()
	for level := range finished {
		if waiting != nil && waiting.last != level-1 { // the levels between were stored before
			if err := st.write(ctx, *waiting); err != nil {
				return err
			}
			waiting = nil
		}
		if waiting == nil {
			waiting = &segment{st.n, level, level}
		}
		waiting.last = level
		if time.Since(last) >= st.every {
			if err := st.write(ctx, *waiting); err != nil {
				return err
			}
			waiting, last = nil, time.Now()
		}
	}
	if waiting == nil {
		return nil
	}
	return st.write(ctx, *waiting)
}

func (st *store) write(ctx context.Context, s segment) error {
	return file.Write(filepath.Join(st.dir, s.name()), func(w io.Writer) error {
		return s.write(ctx, w, st.order, st.words)
	})
}

// Remove removes what [Mark] has stored of the subsets of {1..n} in a directory, and the
// directory if it is empty then. No directory is no error.
func Remove(dir string, n int) error {
	others, err := eachSegment(dir, n, func(path string, _ segment, _ bool) error { return remove(path) })
	if others > 0 || err != nil {
		return err
	}
	return remove(dir)
}

// remove removes a file or an empty directory, if it is there.
func remove(path string) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return file.Failed(path, "remove it", err)
	}
	return nil
}
