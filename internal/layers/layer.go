package layers

import (
	"fmt"
	"hash/crc64"
	"io"
	"os"
	"sort"
	"sync"
	"time"

	"enumerate/internal/file"
	"enumerate/internal/wide"
)

// A Weight is how often a state was reached.
type Weight = wide.Uint128

// A Layer is a set of states, each with a weight, in a file or in memory. It is
// only read, and may be by several goroutines at once.
type Layer struct {
	path   string      // of the file; "" in memory
	source io.ReaderAt // the file, or the memory
	size   int64
	header header
	tail   tail
	// since is when the oldest work began that is in no file: the making of a
	// layer in memory, and before it that of the one it was made from.
	since time.Time
	close func() error
}

// Single returns the layer of one state, in memory: the first one. The key has
// at most [MaxKey] bytes.
func Single(key []byte, w Weight) *Layer {
	if len(key) > MaxKey {
		panic(fmt.Sprintf("layers: Single with a key of %d bytes, at most %d", len(key), MaxKey))
	}
	m := new(memory)
	// Writes to memory do not fail, nor does a single state.
	out, _ := newWriter(m, header{kind: layerKind})
	_ = out.add(key, w)
	_ = out.finish(0, Weight{}, nil)
	l, err := read(m, m.size)
	if err != nil {
		panic(err)
	}
	return l
}

// States returns the number of states.
func (l *Layer) States() uint64 { return l.tail.states }

// Weight returns the sum of all weights.
func (l *Layer) Weight() Weight { return l.tail.weight }

// Size returns how many bytes the layer has, on disk or in memory.
func (l *Layer) Size() int64 { return l.size }

// Emitted returns how many emissions were merged into the layer.
func (l *Layer) Emitted() uint64 { return l.tail.emitted }

// Dead returns the weight that died on the way to the layer, as the expanders
// said.
func (l *Layer) Dead() Weight { return l.tail.dead }

// Path returns the file that the layer is in, "" for one in memory.
func (l *Layer) Path() string { return l.path }

// Close closes the file of a layer, which stays. A layer in memory stays as it is.
func (l *Layer) Close() error {
	if l.close == nil {
		return nil
	}
	return l.close()
}

// Remove closes the layer and removes its file, if it is in one.
func (l *Layer) Remove() error {
	err := l.Close()
	if l.path == "" || err != nil {
		return err
	}
	if err := os.Remove(l.path); err != nil {
		return file.Failed(l.path, "remove it", err)
	}
	return nil
}

// Each calls visit with the states from..to-1 in ascending order of their keys,
// until it returns an error, which Each returns. The key is valid until visit
// returns, which must not change it. It begins at once wherever from is, and
// reads what it passes on: the time is that of to-from states and a block.
func (l *Layer) Each(from, to uint64, visit func(key []byte, w Weight) error) error {
	if from > to || to > l.States() {
		return fmt.Errorf("%s: states %d to %d of %d", l.subject(), from, to, l.States())
	}
	if from == to {
		return nil
	}
	c := newCursor(l)
	c.block = l.blockOf(from)
	_, at := l.tail.block(c.block)
	for ; at < to; at++ {
		if ok, err := c.next(); err != nil {
			return err
		} else if !ok {
			return c.fail(ErrCorrupt, "it ends after state %d of %d", at, l.States())
		}
		if at >= from {
			if err := visit(c.key, c.weight); err != nil {
				return err
			}
		}
	}
	return nil
}

// blockOf returns the block that a state is in.
func (l *Layer) blockOf(state uint64) uint64 {
	return uint64(sort.Search(int(l.tail.blocks), func(b int) bool {
		_, first := l.tail.block(uint64(b))
		return first > state
	})) - 1
}

// check reads the whole layer and returns the first fault.
func (l *Layer) check() error {
	var states uint64
	var sum Weight
	c := newCursor(l)
	for {
		ok, err := c.next()
		if err != nil {
			return err
		}
		if !ok {
			break
		}
		states++
		if sum, ok = sum.CheckedAdd(c.weight); !ok {
			return c.fail(ErrCorrupt, "the weights up to here take more than 128 bits")
		}
	}
	if states != l.tail.states || sum != l.tail.weight {
		return &file.Error{Subject: l.subject(), Place: "footer", Kind: ErrCorrupt,
			Detail: fmt.Sprintf("it says %d states of weight %v, there are %d of weight %v", l.tail.states, l.tail.weight, states, sum)}
	}
	return nil
}

// origin returns what the layers made from this one say of it.
func (l *Layer) origin() origin {
	return origin{l.tail.states, l.tail.weight, crc64.Checksum(l.tail.index, crc64.MakeTable(crc64.ECMA))}
}

// subject names the layer in an error.
func (l *Layer) subject() string {
	if l.path != "" {
		return l.path
	}
	return fmt.Sprintf("layer %q in memory", l.header.name)
}

// read reads all of a layer but its blocks. Errors of the system are returned
// as they are, and a fault has no subject yet.
func read(source io.ReaderAt, size int64) (*Layer, error) {
	p := make([]byte, min(size, int64(maxHeader)))
	if err := readFull(source, p, 0); err != nil {
		return nil, err
	}
	l := &Layer{source: source, size: size}
	var n int
	var fault *file.Error
	if l.header, n, fault = decodeHeader(p); fault != nil {
		return nil, fault
	}
	var err error
	if l.tail, err = readTail(source, size, p[:n]); err != nil {
		return nil, err
	}
	if fault := l.tail.sound(int64(n), l.header.origin.states); fault != nil {
		return nil, fault
	}
	return l, nil
}

// open opens the file at path, a layer or a run, and reads all but its blocks.
func open(path string) (*Layer, error) {
	// Looked at first, since opening a named pipe waits for its other end.
	info, err := os.Stat(path)
	if err != nil {
		return nil, file.Failed(path, "open it", err)
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: not a regular file; move it away", path)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, file.Failed(path, "open it", err)
	}
	l, err := read(f, info.Size())
	if err != nil {
		f.Close()
		if fault, ok := err.(*file.Error); ok {
			fault.Subject = path
			return nil, fault
		}
		return nil, file.Failed(path, "read it", err)
	}
	l.path = path
	l.close = sync.OnceValue(func() error {
		if err := f.Close(); err != nil {
			return file.Failed(path, "close it", err)
		}
		return nil
	})
	return l, nil
}
