package layers

import (
	"encoding/binary"
	"fmt"
	"io"
)

const (
	// A block that has reached blockSize bytes is closed.
	blockSize = 1 << 16
	// maxRecord is more than the longest record: a key with two numbers of up
	// to 3 bytes and a weight of up to 19.
	maxRecord = MaxKey + 2*3 + 19
	maxBlock  = blockSize + maxRecord
)

// A writer writes a file from its beginning to its end. It holds one block.
type writer struct {
	out    io.Writer
	head   []byte
	block  []byte
	last   []byte // the key before
	index  []byte
	first  uint64 // the number of the first state of the block
	offset int64  // where the block begins
	states uint64
	weight Weight
}

// newWriter begins a file.
func newWriter(out io.Writer, h header) (*writer, error) {
	w := &writer{out: out, head: h.encode()}
	w.offset = int64(len(w.head))
	_, err := out.Write(w.head)
	return w, err
}

// add writes a state. Its key must come after that of the one before.
func (w *writer) add(key []byte, weight Weight) error {
	n := shared(w.last, key)
	if w.states > 0 && (n == len(key) || n < len(w.last) && w.last[n] > key[n]) {
		return fmt.Errorf("state %d: %w: key %x comes after %x", w.states, ErrMismatch, key, w.last)
	}
	total, ok := w.weight.CheckedAdd(weight)
	if !ok {
		return fmt.Errorf("state %d: %v + %v: %w", w.states, w.weight, weight, ErrOverflow)
	}
	w.weight = total
	w.last = append(w.last[:n], key[n:]...)
	if len(w.block) == 0 {
		n = 0
	}
	w.block = appendRecord(w.block, key, n, weight)
	w.states++
	if len(w.block) >= blockSize {
		return w.flush()
	}
	return nil
}

// flush writes the block.
func (w *writer) flush() error {
	w.index = binary.BigEndian.AppendUint64(w.index, uint64(w.offset))
	w.index = binary.BigEndian.AppendUint64(w.index, w.first)
	w.index = binary.BigEndian.AppendUint32(w.index, checksum(w.block))
	_, err := w.out.Write(w.block)
	w.offset += int64(len(w.block))
	w.first = w.states
	w.block = w.block[:0]
	return err
}

// finish writes what is left.
func (w *writer) finish(emitted uint64, dead Weight, c cover) error {
	if len(w.block) > 0 {
		if err := w.flush(); err != nil {
			return err
		}
	}
	_, err := w.out.Write(encodeTail(w.head, w.offset-int64(len(w.head)), w.index, c, footer{
		blocks:  uint64(len(w.index) / indexEntry),
		spans:   uint64(len(c)),
		states:  w.states,
		weight:  w.weight,
		emitted: emitted,
		dead:    dead,
	}))
	return err
}
