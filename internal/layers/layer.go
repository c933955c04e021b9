package layers

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc64"
	"io"
	"os"
	"slices"
	"sort"
	"time"

	"enumerate/internal/file"
	"enumerate/internal/wide"
)

// A Weight is the weight of a state, a sum over all ways to reach the state.
type Weight = wide.Uint128

// A Layer is a set of states with weights, in a file or in memory. It does not change, and several goroutines may read
// it at the same time.
type Layer struct {
	path   string      // "" for a layer in memory
	file   *os.File    // nil for a layer in memory
	source io.ReaderAt // the file, or the bytes in memory
	size   int64
	footer
	end int64 // the offset of the end of the blocks
	// If the process ends, the work on a layer that is only in memory is lost. This work began at the time `since`, on
	// this layer or, if the layers before it are only in memory too, on the first of these.
	since time.Time
}

// Single returns a layer of one state, in memory, from which the next one is built. It panics if the key has more than
// [MaxKey] bytes.
func Single(key []byte, w Weight) *Layer {
	if len(key) > MaxKey {
		panic(fmt.Sprintf("layers: Single with a key of %d bytes, at most %d", len(key), MaxKey))
	}
	l, err := inMemory(footer{weight: w}, func(add func([]byte, Weight) error) error { return add(key, w) })
	if err != nil { // a single state in memory causes no error
		panic(err)
	}
	return l
}

// inMemory makes a layer in memory, of the states that the function fill adds.
func inMemory(f footer, fill filler) (*Layer, error) {
	m := new(memory)
	if err := writeTo(m, f, fill); err != nil {
		return nil, err
	}
	l := &Layer{source: m, size: m.size}
	return l, l.readFooter()
}

// open opens the file of a layer. The blocks, which have the states, are read when they are needed.
func open(path string) (*Layer, error) {
	// Check the kind of the file first, because opening a named pipe would wait for its other end.
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
	l := &Layer{path: path, file: f, source: f, size: info.Size()}
	if err := l.readFooter(); err != nil {
		return nil, errors.Join(err, l.Close())
	}
	return l, nil
}

// States returns the number of states.
func (l *Layer) States() uint64 { return l.states }

// Weight returns the sum of all weights.
func (l *Layer) Weight() Weight { return l.weight }

// Size returns the number of bytes of the layer, on disk or in memory.
func (l *Layer) Size() int64 { return l.size }

// Emissions returns how many children were merged into the layer, where equal children count each time.
func (l *Layer) Emissions() uint64 { return l.emissions }

// Dead returns the sum of the dead weights, which led to no child, that the expanders returned.
func (l *Layer) Dead() Weight { return l.dead }

// Close closes the file of a layer, if there is one, without removing it.
func (l *Layer) Close() error {
	f := l.file
	l.file = nil
	if f == nil {
		return nil
	}
	return file.Failed(l.path, "close it", f.Close())
}

// Each calls visit with the states whose numbers, counted from 0, are at least `from` and less than `to`, in ascending
// order of their keys. It returns the first error of visit. The key is valid until visit returns, and visit must not
// change it. Each takes the time to read these states and one block.
func (l *Layer) Each(from, to uint64, visit func(key []byte, w Weight) error) error {
	if from > to || to > l.states {
		return fmt.Errorf("%s: states %d to %d do not exist: it has %d states", l.subject(), from, to, l.states)
	}
	if from == to {
		return nil
	}

	// Begin with the last block that does not begin after the state `from`.
	c := cursor{layer: l}
	c.block = uint64(sort.Search(int(l.blocks()), func(b int) bool {
		_, first := l.block(uint64(b))
		return first > from
	})) - 1

	_, at := l.block(c.block) // the number of the block's first state
	for ; at < to; at++ {
		if _, err := c.next(); err != nil {
			return err
		}
		if at >= from {
			if err := visit(c.key, c.weight); err != nil {
				return err
			}
		}
	}
	return nil
}

// verify reads the whole layer. It returns an error unless the layer has the given identity (a text that says from what
// it was made), all checksums are right, the keys ascend, and the weights have the sum that the footer states.
func (l *Layer) verify(identity string) error {
	if l.identity != identity {
		return l.fail("footer", errForeign, "%q, expected %q", l.identity, identity)
	}
	var states uint64
	var sum Weight
	for c := (cursor{layer: l}); ; states++ {
		ok, err := c.next()
		if err != nil {
			return err
		}
		if !ok {
			break
		}
		if sum, ok = sum.CheckedAdd(c.weight); !ok {
			return c.fail(errCorrupt, "the weights up to here take more than 128 bits")
		}
	}
	if sum != l.weight {
		return l.fail("footer", errCorrupt, "it says that its states weigh %v, but they weigh %v", l.weight, sum)
	}
	return nil
}

// origin describes this layer for the identity of a layer that is made from it.
func (l *Layer) origin() string {
	return fmt.Sprintf("%d states of weight %v, digest %016x", l.states, l.weight, crc64.Checksum(l.index, crc64.MakeTable(crc64.ECMA)))
}

func (l *Layer) subject() string {
	if l.path == "" {
		return "a layer in memory"
	}
	return l.path
}

func (l *Layer) fail(place string, kind error, format string, args ...any) error {
	return &file.Error{Subject: l.subject(), Place: place, Kind: kind, Detail: fmt.Sprintf(format, args...)}
}

func (l *Layer) readAt(p []byte, offset int64) error {
	n, err := l.source.ReadAt(p, offset)
	switch {
	case n == len(p):
		return nil
	case err == io.EOF:
		return l.fail("", errTruncated, "it ends in the %d bytes at %d", len(p), offset)
	}
	return file.Failed(l.subject(), "read it", err)
}

// A cursor reads the states of a layer sequentially.
type cursor struct {
	layer      *Layer
	block      uint64 // the next block to read
	buffer     []byte
	rest       []byte // the part of the block that is not read yet
	restStates uint64 // the number of states in this part
	begun      bool   // key is valid
	key        []byte // of the current state
	weight     Weight
}

// next moves the cursor to the next state of its layer, and reports whether there is one. It returns an error if the
// block of the state is corrupt, or if its key does not come after the previous key.
func (c *cursor) next() (bool, error) {
	first := c.restStates == 0
	if first {
		if len(c.rest) > 0 {
			return false, c.fail(errCorrupt, "%d bytes are left after its last state", len(c.rest))
		}
		if c.block == c.layer.blocks() {
			return false, nil
		}
		if err := c.load(); err != nil {
			return false, err
		}
	}

	same, p, ok := number(c.rest)
	if !ok {
		return false, c.fail(errCorrupt, "no record where one should begin")
	}
	more, p, ok := number(p)
	if !ok || more > uint64(len(p)) || same > uint64(len(c.key)) || same+more > MaxKey {
		return false, c.fail(errCorrupt, "a record takes %d bytes from the key before it and adds %d; expected at most %d and %d, together at most %d", same, more, len(c.key), len(p), MaxKey)
	}
	if first && same != 0 {
		return false, c.fail(errCorrupt, "its first record takes %d bytes from a key before it, but must have its whole key", same)
	}

	n := int(same)
	rest := p[:more]
	if c.begun && !after(c.key, n, rest, first) {
		return false, c.fail(errCorrupt, "a key is not above the key before it")
	}

	c.key = append(c.key[:n], rest...)
	if c.weight, c.rest, ok = weight(p[more:]); !ok {
		return false, c.fail(errCorrupt, "a record without a weight")
	}

	c.begun = true
	c.restStates--
	return true, nil
}

// after reports whether a key comes after the previous key, `last`. The key consists of the first n bytes of `last`,
// followed by `rest`. If `first` is set, the key is the first of a block, and `rest` is the whole key.
func after(last []byte, n int, rest []byte, first bool) bool {
	if first {
		n = shared(last, rest)
		rest = rest[n:]
	}
	return len(rest) > 0 && (n == len(last) || rest[0] > last[n])
}

// load reads the next block, and checks its checksum.
func (c *cursor) load() error {
	l := c.layer
	at, first := l.block(c.block)
	end, next := l.block(c.block + 1)
	c.restStates = next - first
	c.buffer = slices.Grow(c.buffer[:0], int(end-at))[:end-at]
	c.rest = c.buffer
	c.block++
	if err := l.readAt(c.rest, int64(at)); err != nil {
		return err
	}
	entry := l.index[(c.block-1)*indexEntry:] // its checksum is at byte 16
	if stored, computed := binary.BigEndian.Uint32(entry[16:]), checksum(c.rest); stored != computed {
		return c.fail(errChecksum, "its checksum in the index is %08x, but that of its content is %08x", stored, computed)
	}
	return nil
}

func (c *cursor) fail(kind error, format string, args ...any) error {
	return c.layer.fail(fmt.Sprintf("block %d", c.block-1), kind, format, args...)
}

// A memory is a file that is kept in memory. It grows without copying its content.
type memory struct {
	slabs [][]byte // pieces of the content; all except the last are full
	size  int64
}

// Write appends p to the content. It never returns an error.
func (m *memory) Write(p []byte) (int, error) {
	m.size += int64(len(p))
	for rest := p; len(rest) > 0; {
		last := len(m.slabs) - 1
		if last < 0 || len(m.slabs[last]) == slabSize {
			m.slabs = append(m.slabs, nil)
			last++
			if last > 0 { // the first slab grows as needed, so that a small layer takes little memory
				m.slabs[last] = make([]byte, 0, slabSize)
			}
		}
		n := min(len(rest), slabSize-len(m.slabs[last]))
		m.slabs[last] = append(m.slabs[last], rest[:n]...)
		rest = rest[n:]
	}
	return len(p), nil
}

// ReadAt implements [io.ReaderAt].
func (m *memory) ReadAt(p []byte, offset int64) (int, error) {
	n := 0
	for n < len(p) && offset < m.size {
		k := copy(p[n:], m.slabs[offset/slabSize][offset%slabSize:])
		n += k
		offset += int64(k)
	}
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}
