package layers

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"

	"enumerate/internal/file"
)

// A footer says what the blocks of a file hold. It comes last, after the index
// and the spans.
type footer struct {
	blocks  uint64
	spans   uint64
	states  uint64
	weight  Weight
	emitted uint64
	dead    Weight
}

const (
	indexEntry = 8 + 8 + checksumSize
	spanSize   = 8 + 8
	footerSize = 8 + 8 + 8 + 16 + 8 + 16 + checksumSize + 8
)

// encodeTail returns the bytes from the index to the end of a file. head is the
// header, blocks the length of the blocks.
func encodeTail(head []byte, blocks int64, index []byte, spans cover, f footer) []byte {
	p := make([]byte, 0, len(index)+len(spans)*spanSize+footerSize)
	p = append(p, index...)
	for _, s := range spans {
		p = binary.BigEndian.AppendUint64(p, s.from)
		p = binary.BigEndian.AppendUint64(p, s.to)
	}
	p = binary.BigEndian.AppendUint64(p, f.blocks)
	p = binary.BigEndian.AppendUint64(p, f.spans)
	p = binary.BigEndian.AppendUint64(p, f.states)
	p = appendWeight(p, f.weight)
	p = binary.BigEndian.AppendUint64(p, f.emitted)
	p = appendWeight(p, f.dead)
	p = binary.BigEndian.AppendUint32(p, tailChecksum(head, p))
	return binary.BigEndian.AppendUint64(p, uint64(int64(len(head))+blocks+int64(len(p))+8))
}

// tailChecksum returns the checksum of a tail without its last 12 bytes. It goes on
// from that of the header, so that no tail is taken for that of another file.
func tailChecksum(head, tail []byte) uint32 {
	return crc32.Update(binary.BigEndian.Uint32(head[len(head)-checksumSize:]), crc32.MakeTable(crc32.Castagnoli), tail)
}

// A tail is what comes after the blocks of a file.
type tail struct {
	footer
	index []byte // the blocks, each an offset, the number of its first state, a checksum
	cover cover
	at    int64 // the offset of the index, where the blocks end
}

// readTail reads the tail of a file of size bytes, which begins with head. It
// allocates no more than the file is long. Errors of the system are returned as
// they are.
func readTail(source io.ReaderAt, size int64, head []byte) (tail, error) {
	fail := func(kind error, format string, args ...any) (tail, error) {
		return tail{}, &file.Error{Place: "footer", Kind: kind, Detail: fmt.Sprintf(format, args...)}
	}
	if size < int64(len(head))+footerSize {
		return fail(ErrTruncated, "%d bytes are no place for one", size)
	}
	p := make([]byte, footerSize)
	if err := readFull(source, p, size-footerSize); err != nil {
		return tail{}, err
	}
	if length := binary.BigEndian.Uint64(p[footerSize-8:]); length != uint64(size) {
		return fail(ErrTruncated, "it has %d bytes, its end says %d", size, length)
	}
	t := tail{footer: footer{
		blocks:  binary.BigEndian.Uint64(p),
		spans:   binary.BigEndian.Uint64(p[8:]),
		states:  binary.BigEndian.Uint64(p[16:]),
		weight:  decodeWeight(p[24:]),
		emitted: binary.BigEndian.Uint64(p[40:]),
		dead:    decodeWeight(p[48:]),
	}}
	room := uint64(size - int64(len(head)) - footerSize)
	if t.blocks > room/indexEntry || t.spans > (room-t.blocks*indexEntry)/spanSize {
		// Of a footer with a right checksum that is corrupt, but which it is
		// takes reading what is not there.
		return fail(ErrChecksum, "%d blocks and %d spans do not fit into %d bytes", t.blocks, t.spans, size)
	}
	length := int64(t.blocks*indexEntry + t.spans*spanSize)
	t.at = size - footerSize - length
	p = make([]byte, length+footerSize)
	if err := readFull(source, p, t.at); err != nil {
		return tail{}, err
	}
	end := len(p) - 8 - checksumSize
	stored, computed := binary.BigEndian.Uint32(p[end:]), tailChecksum(head, p[:end])
	if stored != computed {
		return fail(ErrChecksum, "it says %08x, the index and the footer %08x", stored, computed)
	}
	t.index = p[:t.blocks*indexEntry]
	for p := p[len(t.index):length]; len(p) > 0; p = p[spanSize:] {
		t.cover = append(t.cover, span{binary.BigEndian.Uint64(p), binary.BigEndian.Uint64(p[8:])})
	}
	return t, nil
}

// readFull reads len(p) bytes at an offset.
func readFull(source io.ReaderAt, p []byte, offset int64) error {
	n, err := source.ReadAt(p, offset)
	if n == len(p) {
		return nil
	}
	if err == io.EOF || err == nil {
		return &file.Error{Kind: ErrTruncated, Detail: fmt.Sprintf("it ends in the %d bytes at %d", len(p), offset)}
	}
	return err
}

// sound returns what of a tail breaks the format, nil if nothing does. parents
// is how many states the layer of the parents has.
func (t *tail) sound(head int64, parents uint64) *file.Error {
	offset, state := uint64(head), uint64(0)
	for b := range t.blocks {
		at, first := t.block(b)
		if b == 0 && (at != offset || first != 0) || b > 0 && (at <= offset || at-offset > maxBlock || first <= state) {
			return &file.Error{Place: fmt.Sprintf("index, block %d", b), Kind: ErrCorrupt,
				Detail: fmt.Sprintf("it begins at %d with state %d, the one before at %d with %d", at, first, offset, state)}
		}
		offset, state = at, first
	}
	end := uint64(t.at)
	if t.blocks == 0 && (end != offset || t.states != 0) || t.blocks > 0 && (end <= offset || end-offset > maxBlock || t.states <= state) {
		return &file.Error{Place: "index", Kind: ErrCorrupt,
			Detail: fmt.Sprintf("%d states in blocks that end at %d, the last one begins at %d with state %d", t.states, end, offset, state)}
	}
	var after uint64
	for i, s := range t.cover {
		if s.from >= s.to || s.to > parents || i > 0 && s.from <= after {
			return &file.Error{Place: fmt.Sprintf("span %d", i), Kind: ErrCorrupt,
				Detail: fmt.Sprintf("it is %d to %d, of %d parents", s.from, s.to, parents)}
		}
		after = s.to
	}
	return nil
}

// block returns the offset of block b and the number of its first state.
func (t *tail) block(b uint64) (offset, first uint64) {
	p := t.index[b*indexEntry:]
	return binary.BigEndian.Uint64(p), binary.BigEndian.Uint64(p[8:])
}
