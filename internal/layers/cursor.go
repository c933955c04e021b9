package layers

import (
	"encoding/binary"
	"fmt"

	"enumerate/internal/file"
)

// A cursor reads the states of a layer one after another.
type cursor struct {
	layer  *Layer
	block  uint64 // the next block to read
	buffer []byte
	rest   []byte // what is left of the block
	left   uint64 // how many states that is
	begun  bool   // key is that of a state
	key    []byte // of the state
	weight Weight
}

func newCursor(l *Layer) *cursor { return &cursor{layer: l} }

// next reads the next state and reports whether there is one. It returns an
// error unless its key comes after the one before.
func (c *cursor) next() (bool, error) {
	first := c.left == 0
	if first {
		if len(c.rest) > 0 {
			return false, c.fail(ErrCorrupt, "%d bytes are left after its last state", len(c.rest))
		}
		if c.block == c.layer.tail.blocks {
			return false, nil
		}
		if err := c.load(); err != nil {
			return false, err
		}
	}
	same, p, ok := number(c.rest)
	if !ok {
		return false, c.fail(ErrCorrupt, "no record where one should begin")
	}
	more, p, ok := number(p)
	if !ok || more > uint64(len(p)) || same > uint64(len(c.key)) || same+more > MaxKey {
		return false, c.fail(ErrCorrupt, "a record of %d bytes of the key before and %d more", same, more)
	}
	if first && same != 0 {
		return false, c.fail(ErrCorrupt, "its first record needs the key before")
	}
	n := int(same)
	rest := p[:more]
	if c.begun && !after(c.key, n, rest, first) {
		return false, c.fail(ErrCorrupt, "a key that does not come after the one before")
	}
	c.key = append(c.key[:n], rest...)
	if c.weight, c.rest, ok = weight(p[more:]); !ok {
		return false, c.fail(ErrCorrupt, "a record without a weight")
	}
	c.begun = true
	c.left--
	return true, nil
}

// after reports whether the key that begins with n bytes of last and goes on
// with rest comes after last. The first key of a block is written whole.
func after(last []byte, n int, rest []byte, first bool) bool {
	if first {
		n = shared(last, rest)
		rest = rest[n:]
	}
	return len(rest) > 0 && (n == len(last) || rest[0] > last[n])
}

// load reads the next block.
func (c *cursor) load() error {
	t := &c.layer.tail
	at, first := t.block(c.block)
	end, next := uint64(t.at), t.states
	if c.block+1 < t.blocks {
		end, next = t.block(c.block + 1)
	}
	c.left = next - first
	length := int(end - at)
	if cap(c.buffer) < length {
		c.buffer = make([]byte, length, max(length, min(blockSize+blockSize/16, int(t.at))))
	}
	c.rest = c.buffer[:length]
	c.block++
	if err := readFull(c.layer.source, c.rest, int64(at)); err != nil {
		if fault, ok := err.(*file.Error); ok {
			fault.Subject = c.layer.subject()
			return fault
		}
		return file.Failed(c.layer.subject(), "read it", err)
	}
	stored, computed := binary.BigEndian.Uint32(t.index[(c.block-1)*indexEntry+16:]), checksum(c.rest)
	if stored != computed {
		return c.fail(ErrChecksum, "the index says %08x, its content %08x", stored, computed)
	}
	return nil
}

// fail returns a fault of the block that is being read.
func (c *cursor) fail(kind error, format string, args ...any) error {
	return &file.Error{Subject: c.layer.subject(), Place: fmt.Sprintf("block %d", c.block-1), Kind: kind, Detail: fmt.Sprintf(format, args...)}
}
