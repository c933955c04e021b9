package marking

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"enumerate/internal/file"
)

// A keeper keeps finished levels as files in a directory. A level may be in several
// of them, and any of them may be missing.
type keeper struct {
	dir   string
	n     int
	order levels
	words []uint64
	every time.Duration
}

const (
	segmentSuffix   = ".levels"
	temporarySuffix = ".tmp" // after that, of a file that is being written
)

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

// load reads what is kept of the table, and says which levels are. Files that do not have
// the name of a segment of n are somebody else's.
func (k *keeper) load(ctx context.Context) (done []bool, err error) {
	done = make([]bool, k.order.count())
	entries, err := os.ReadDir(k.dir)
	if errors.Is(err, os.ErrNotExist) {
		return done, nil
	}
	if err != nil {
		return nil, system(k.dir, "read it", err)
	}
	for _, entry := range entries {
		whole, left := strings.CutSuffix(entry.Name(), temporarySuffix)
		s, ok := segmentNamed(whole, k.n)
		path := filepath.Join(k.dir, entry.Name())
		switch {
		case !ok:
		case left:
			if err := os.Remove(path); err != nil {
				return nil, system(path, "remove it", err)
			}
		default:
			if err := k.read(ctx, path, s); err != nil {
				return nil, err
			}
			for level := s.first; level <= s.last; level++ {
				done[level] = true
			}
		}
	}
	return done, nil
}

func (k *keeper) read(ctx context.Context, path string, s segment) error {
	f, err := os.Open(path)
	if err != nil {
		return system(path, "open it", err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return system(path, "read it", err)
	}
	err = s.read(ctx, f, info.Size(), k.order, k.words)
	var fault *file.Fault
	switch {
	case errors.As(err, &fault):
		fault.Subject = path
		fault.Detail += "; remove it, and its levels are marked again"
		return fault
	case err != nil && ctx.Err() == nil:
		return system(path, "read it", err)
	}
	return err
}

// keep keeps the levels whose numbers it is sent, in ascending order, until there are no
// more. What the context cuts short is not kept.
func (k *keeper) keep(ctx context.Context, finished <-chan int) error {
	var waiting *segment
	last := time.Now()
	for level := range finished {
		switch {
		case waiting == nil:
			waiting = &segment{k.n, level, level}
		case waiting.last == level-1:
			waiting.last = level
		default: // the levels between were kept before
			if err := k.write(ctx, *waiting); err != nil {
				return err
			}
			waiting = &segment{k.n, level, level}
		}
		if time.Since(last) < k.every {
			continue
		}
		if err := k.write(ctx, *waiting); err != nil {
			return err
		}
		waiting, last = nil, time.Now()
	}
	if waiting == nil {
		return nil
	}
	return k.write(ctx, *waiting)
}

// write writes a segment aside, and gives it its name when all of it is on the disk.
func (k *keeper) write(ctx context.Context, s segment) error {
	path := filepath.Join(k.dir, s.name())
	if err := os.MkdirAll(k.dir, 0o777); err != nil {
		return system(path, "create its directory", err)
	}
	temporary := path + temporarySuffix
	f, err := os.Create(temporary)
	if err != nil {
		return system(path, "create it", err)
	}
	defer os.Remove(temporary) // it is there only after an error
	if err = s.write(ctx, f, k.order, k.words); err == nil {
		err = f.Sync()
	}
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	if err == nil {
		err = os.Rename(temporary, path)
	}
	switch {
	case err == nil:
		return syncDirectory(k.dir)
	case ctx.Err() != nil:
		return context.Cause(ctx)
	}
	return system(path, "write it", err)
}
