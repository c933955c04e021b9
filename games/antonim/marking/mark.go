package marking

import (
	"context"
	"fmt"
	"time"
)

// Options say how to mark. The zero value is ready to use.
type Options struct {
	Workers int    // that may work at a time, 1 if smaller. The table is the same
	Memory  uint64 // bytes that may be taken; 4 GiB if 0

	// Dir is a directory in which finished levels are stored, so that another call resumes
	// where this one was stopped. It is made if it is not there; one process at a time
	// may use it. In the end it holds the table, 2^(n-3) bytes. Nothing is stored if Dir
	// is empty.
	Dir string

	// Every is how long finished levels may wait to be stored; two seconds if 0.
	Every time.Duration

	// Progress, if not nil, is told after every level how many of the sets of a table
	// are marked, those of an earlier call included, and how many there are.
	Progress func(marked, sets uint64)
}

func (o Options) memory() uint64 {
	if o.Memory == 0 {
		return 4 << 30
	}
	return o.Memory
}

func (o Options) every() time.Duration {
	if o.Every == 0 {
		return 2 * time.Second
	}
	return o.Every
}

// Mark finds all P-positions among the subsets of {1..n}, n from 0 to [MaxSets]. For each
// 64 sets it unites some (n-15)²/8 + 40 words. It takes [Memory](n) bytes. It returns an
// error if that is more than o.Memory, if o.Dir holds what it cannot use, or when a file
// cannot be written; and the error of the context within some milliseconds after it ends.
func Mark(ctx context.Context, n int, o Options) (*Table, error) {
	if n < 0 || n > MaxSets {
		return nil, fmt.Errorf("subsets of {1..n}: n = %d, want 0 to %d", n, MaxSets)
	}
	if need := Memory(n); need > o.memory() || uint64(int(need)) != need {
		return nil, fmt.Errorf("subsets of {1..%d} take %d MiB of memory, want at most %d MiB", n, need>>20, o.memory()>>20)
	}
	order := newLevels(headBits(n))
	t := &Table{n: n, words: make([]uint64, len(order.heads)*blockWords)}
	r := newRun(max(o.Workers, 1), t, order, o.Progress)
	if o.Dir == "" {
		if err := r.levels(ctx, make([]bool, order.count()), func(int) {}); err != nil {
			return nil, err
		}
		return t, nil
	}
	st := &store{dir: o.Dir, n: n, order: order, words: t.words, every: o.every()}
	done, err := st.load(ctx)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	finished := make(chan int, order.count())
	saved := make(chan error, 1)
	go func() {
		err := st.save(ctx, finished)
		if err != nil {
			cancel(err)
		}
		saved <- err
	}()
	err = r.levels(ctx, done, func(level int) { finished <- level })
	close(finished)
	if saveErr := <-saved; err == nil {
		err = saveErr
	}
	if err != nil {
		return nil, err
	}
	return t, nil
}
