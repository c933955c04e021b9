package marking

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"slices"

	"enumerate/internal/file"
)

// A segment is a file of some levels of a table that follow one another. It begins with
//
//	bytes 0..7     "antoMARK"
//	      8..11    the version of the format, 1
//	     12..15    n
//	     16..19    its first level
//	     20..23    its last level
//	     24..31    how many blocks these have
//
// all big-endian; then come the blocks, in the order of the levels, their words
// little-endian; and then the CRC-32C of all that, 4 bytes, big-endian. Processors compute
// that one by themselves.
type segment struct {
	n, first, last int
}

const (
	segmentMagic   = "antoMARK"
	segmentVersion = 1
	headerSize     = 32
	checksumSize   = 4
	blockSize      = 8 * blockWords
	pieceBlocks    = 256 // that are written or read at a time, 1 MiB
)

func (s segment) header(blocks int) []byte {
	p := []byte(segmentMagic)
	for _, field := range []int{segmentVersion, s.n, s.first, s.last} {
		p = binary.BigEndian.AppendUint32(p, uint32(field))
	}
	return binary.BigEndian.AppendUint64(p, uint64(blocks))
}

// heads returns the heads of the levels of a segment, in their order.
func (s segment) heads(order levels) []uint32 {
	begin := len(order.heads[:order.ends[s.first]]) - len(order.level(s.first))
	return order.heads[begin:order.ends[s.last]]
}

// write writes the segment.
func (s segment) write(ctx context.Context, out io.Writer, order levels, words []uint64) error {
	heads := s.heads(order)
	sum := crc32.New(crc32.MakeTable(crc32.Castagnoli))
	out = io.MultiWriter(out, sum)
	if _, err := out.Write(s.header(len(heads))); err != nil {
		return err
	}
	buffer := make([]byte, 0, min(len(heads), pieceBlocks)*blockSize)
	for piece := range slices.Chunk(heads, pieceBlocks) {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		buffer = buffer[:0]
		for _, head := range piece {
			for _, word := range blockAt(words, head) {
				buffer = binary.LittleEndian.AppendUint64(buffer, word)
			}
		}
		if _, err := out.Write(buffer); err != nil {
			return err
		}
	}
	_, err := out.Write(binary.BigEndian.AppendUint32(nil, sum.Sum32()))
	return err
}

// read reads the segment from a file of size bytes into words. What is wrong with the
// content is a *file.Error without its subject; words are of no use then.
func (s segment) read(ctx context.Context, in io.Reader, size int64, order levels, words []uint64) error {
	heads := s.heads(order)
	want := s.header(len(heads))
	fault := func(kind error, format string, args ...any) error {
		return &file.Error{Kind: kind, Detail: fmt.Sprintf(format, args...)}
	}
	header := make([]byte, headerSize)
	if size < headerSize {
		header = header[:size]
	}
	if _, err := io.ReadFull(in, header); err != nil {
		return err
	}
	if magic := header[:min(len(header), len(segmentMagic))]; !bytes.HasPrefix(want, magic) {
		return fault(ErrForeign, "it begins with %q, want %q", magic, segmentMagic)
	}
	if whole := int64(headerSize + len(heads)*blockSize + checksumSize); size < headerSize {
		return fault(ErrDamaged, "it has %d bytes, want %d", size, whole)
	} else if !bytes.Equal(header, want) {
		return fault(ErrForeign, "its header is %x, want %x", header[len(segmentMagic):], want[len(segmentMagic):])
	} else if size != whole {
		return fault(ErrDamaged, "it has %d bytes, want %d", size, whole)
	}
	castagnoli := crc32.MakeTable(crc32.Castagnoli)
	sum := crc32.Checksum(header, castagnoli)
	buffer := make([]byte, min(len(heads), pieceBlocks)*blockSize)
	for piece := range slices.Chunk(heads, pieceBlocks) {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		p := buffer[:len(piece)*blockSize]
		if _, err := io.ReadFull(in, p); err != nil {
			return err
		}
		sum = crc32.Update(sum, castagnoli, p)
		for i, head := range piece {
			words := blockAt(words, head)
			for j := range words {
				words[j] = binary.LittleEndian.Uint64(p[i*blockSize+8*j:])
			}
		}
	}
	stored := make([]byte, checksumSize)
	if _, err := io.ReadFull(in, stored); err != nil {
		return err
	}
	if stored := binary.BigEndian.Uint32(stored); stored != sum {
		return fault(ErrDamaged, "its checksum is %08x, want %08x", stored, sum)
	}
	return nil
}
