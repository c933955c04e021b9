package layers

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"

	"enumerate/internal/file"
)

const (
	// Magic is what every file begins with.
	Magic = "enumLAYR"
	// Version is the version of the format.
	Version = 1
	// MaxLabel is the length of the longest label, in bytes.
	MaxLabel = 1 << 10
	// maxName is the length of the longest name, in bytes: it is a part of
	// names of files.
	maxName = 200
)

// A kind says what a file is.
type kind byte

const (
	runKind   kind = 'r'
	layerKind kind = 'l'
)

func (k kind) String() string {
	switch k {
	case runKind:
		return "a run"
	case layerKind:
		return "a layer"
	}
	return fmt.Sprintf("of the unknown kind %#02x", byte(k))
}

// An origin tells a layer from others: it is that of the parents that a layer
// is made from.
type origin struct {
	states uint64
	weight Weight
	digest uint64
}

// A header says what a file holds. It comes first.
type header struct {
	kind   kind
	name   string // of the layer
	label  string // of the run of the program
	origin origin // of the layer of the parents
}

const (
	headerFront = len(Magic) + 4 + 1 + 1    // before the name
	headerBack  = 8 + 16 + 8 + checksumSize // after the label
	maxHeader   = headerFront + 255 + 2 + MaxLabel + headerBack
)

const checksumSize = 4

// checksum returns the CRC-32C of p. It is the one that processors compute by
// themselves: 15 GB/s, where the CRC-64 of package db makes 1, and reading a layer
// would take three times as long. A block is short enough for 32 bits, and one
// that passes by chance must still decode, ascend and add up.
func checksum(p []byte) uint32 {
	return crc32.Checksum(p, crc32.MakeTable(crc32.Castagnoli))
}

// encode returns the bytes of the header.
func (h header) encode() []byte {
	p := []byte(Magic)
	p = binary.BigEndian.AppendUint32(p, Version)
	p = append(p, byte(h.kind), byte(len(h.name)))
	p = append(p, h.name...)
	p = binary.BigEndian.AppendUint16(p, uint16(len(h.label)))
	p = append(p, h.label...)
	p = binary.BigEndian.AppendUint64(p, h.origin.states)
	p = appendWeight(p, h.origin.weight)
	p = binary.BigEndian.AppendUint64(p, h.origin.digest)
	return binary.BigEndian.AppendUint32(p, checksum(p))
}

// decodeHeader returns the header at the beginning of p and its length. p is
// the whole file or the first maxHeader bytes of it.
func decodeHeader(p []byte) (header, int, *file.Error) {
	fail := func(kind error, format string, args ...any) (header, int, *file.Error) {
		return header{}, 0, &file.Error{Place: "header", Kind: kind, Detail: fmt.Sprintf(format, args...)}
	}
	if n := min(len(p), len(Magic)); string(p[:n]) != Magic[:n] {
		return fail(ErrForeign, "it begins with %q, want %q", p[:n], Magic)
	}
	if len(p) < headerFront {
		return fail(ErrTruncated, "the file ends in it")
	}
	rest := p[len(Magic):]
	if version := binary.BigEndian.Uint32(rest); version != Version {
		return fail(ErrForeign, "version %d of the format, want %d", version, Version)
	}
	h := header{kind: kind(rest[4])}
	name, rest := int(rest[5]), rest[6:]
	if len(rest) < name+2 {
		return fail(ErrTruncated, "the file ends in it")
	}
	h.name, rest = string(rest[:name]), rest[name:]
	label, rest := int(binary.BigEndian.Uint16(rest)), rest[2:]
	if label > MaxLabel {
		return fail(ErrCorrupt, "a label of %d bytes, at most %d", label, MaxLabel)
	}
	if len(rest) < label+headerBack {
		return fail(ErrTruncated, "the file ends in it")
	}
	h.label, rest = string(rest[:label]), rest[label:]
	h.origin.states = binary.BigEndian.Uint64(rest)
	h.origin.weight = decodeWeight(rest[8:])
	h.origin.digest = binary.BigEndian.Uint64(rest[24:])
	length := headerFront + name + 2 + label + headerBack
	stored, computed := binary.BigEndian.Uint32(rest[32:]), checksum(p[:length-checksumSize])
	if stored != computed {
		return fail(ErrChecksum, "it says %08x, its content %08x", stored, computed)
	}
	return h, length, nil
}

// is returns why a file with this header is not the one wanted, nil if it is.
func (h header) is(want header) *file.Error {
	var detail string
	switch {
	case h.kind != want.kind:
		detail = fmt.Sprintf("it is %v, want %v", h.kind, want.kind)
	case h.name != want.name:
		detail = fmt.Sprintf("it is of layer %q, want %q", h.name, want.name)
	case h.label != want.label:
		detail = fmt.Sprintf("its label is %q, want %q", h.label, want.label)
	case h.origin != want.origin:
		detail = fmt.Sprintf("made from a layer with %d states, weight %v, digest %016x, want %d, %v, %016x",
			h.origin.states, h.origin.weight, h.origin.digest, want.origin.states, want.origin.weight, want.origin.digest)
	default:
		return nil
	}
	return &file.Error{Place: "header", Kind: ErrForeign, Detail: detail}
}

func appendWeight(p []byte, w Weight) []byte {
	return binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64(p, w.Hi), w.Lo)
}

func decodeWeight(p []byte) Weight {
	return Weight{Hi: binary.BigEndian.Uint64(p), Lo: binary.BigEndian.Uint64(p[8:])}
}
