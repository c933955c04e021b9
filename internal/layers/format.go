package layers

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
)

// A failedCheck is an error that package verb recognizes by its method CheckFailed, to choose the exit code.
type failedCheck string

func (e failedCheck) Error() string { return string(e) }
func (failedCheck) CheckFailed()    {}

// An error about the file of a layer (a set of states, each with a key and a weight) wraps one of these errors. Its
// message is one line: the file, the place, the problem, and what would be right.
var (
	// ErrOverflow means that a sum of weights takes more than 128 bits.
	ErrOverflow = errors.New("weights take more than 128 bits")

	// ErrMismatch means that a layer could not be built, because an invariant does not hold: keys do not ascend,
	// weights were lost, or a parent (a state of the previous layer) was not expanded exactly once.
	ErrMismatch error = failedCheck("does not add up")

	// errTooLong means that a key is longer than MaxKey, or that the children of one parent do not fit into one table
	// in memory.
	errTooLong = errors.New("too long")

	errTruncated = errors.New("truncated")

	errChecksum = errors.New("checksum mismatch")

	// errForeign means that the file belongs to another program, format version or layer.
	errForeign = errors.New("not a file of this run")

	// errCorrupt means that the file breaks the format although its checksums are right.
	errCorrupt = errors.New("corrupt")
)

const (
	magic   = "enumLAYR"
	version = 2

	frontSize    = len(magic) + 4
	checksumSize = 4
	indexEntry   = 8 + 8 + checksumSize
	footerSize   = 8 + 8 + 8 + 16 + 8 + 16 + checksumSize + 8

	blockSize = 1 << 16
	// maxRecord bounds the bytes of a record: a key, two numbers of up to 3 bytes each, and a weight of up to 19 bytes.
	maxRecord = MaxKey + 2*3 + 19
	maxBlock  = blockSize + maxRecord
)

// checksum returns the CRC-32C of p. Processors have an instruction for it, so it runs at 15 GB/s. With the CRC-64 of
// package db, at 1 GB/s, reading a layer would take three times as long. For a block, 32 bits are enough: a damaged
// block with the right checksum would also have to be decoded without error, with ascending keys and the right sum of
// weights.
func checksum(p []byte) uint32 {
	return crc32.Checksum(p, crc32.MakeTable(crc32.Castagnoli))
}

func front() []byte { return binary.BigEndian.AppendUint32([]byte(magic), version) }

// A footer, at the end of a file, describes its content.
type footer struct {
	index     []byte // for each block: its offset, the number of its first state, its checksum
	identity  string // "" for a run
	states    uint64
	weight    Weight
	emissions uint64
	dead      Weight
}

// encode returns the bytes of the footer, which begins at the offset `end`. The fields of variable length come first,
// and a reader finds them from the end of the file. The last field is the size of the whole file.
func (f *footer) encode(end int64) []byte {
	p := append(f.index[:len(f.index):len(f.index)], f.identity...) // the limited capacity makes append copy the index
	p = binary.BigEndian.AppendUint64(p, uint64(len(f.index)/indexEntry))
	p = binary.BigEndian.AppendUint64(p, uint64(len(f.identity)))
	p = binary.BigEndian.AppendUint64(p, f.states)
	p = appendWeight(p, f.weight)
	p = binary.BigEndian.AppendUint64(p, f.emissions)
	p = appendWeight(p, f.dead)
	p = binary.BigEndian.AppendUint32(p, checksum(p))
	return binary.BigEndian.AppendUint64(p, uint64(end)+uint64(len(p))+8)
}

func appendWeight(p []byte, w Weight) []byte {
	return binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64(p, w.Hi), w.Lo)
}

func decodeWeight(p []byte) Weight {
	return Weight{Hi: binary.BigEndian.Uint64(p), Lo: binary.BigEndian.Uint64(p[8:])}
}

// readFooter reads and checks the header and the footer of a file. It never allocates more than the length of the file.
func (l *Layer) readFooter() error {
	p := make([]byte, min(l.size, int64(frontSize)))
	if err := l.readAt(p, 0); err != nil {
		return err
	}
	if n := min(len(p), len(magic)); string(p[:n]) != magic[:n] {
		return l.fail("header", errForeign, "it begins with %q, expected %q", p[:n], magic)
	}
	if len(p) < frontSize {
		return l.fail("header", errTruncated, "the file ends in it")
	}
	if v := binary.BigEndian.Uint32(p[len(magic):]); v != version {
		return l.fail("header", errForeign, "version %d of the format, expected %d", v, version)
	}

	room := l.size - int64(frontSize+footerSize)
	if room < 0 {
		return l.fail("footer", errTruncated, "%d bytes are too few for one", l.size)
	}
	p = make([]byte, footerSize)
	if err := l.readAt(p, l.size-footerSize); err != nil {
		return err
	}
	if length := binary.BigEndian.Uint64(p[footerSize-8:]); length != uint64(l.size) {
		return l.fail("footer", errTruncated, "the file has %d bytes, but its end says %d", l.size, length)
	}

	blocks, identity := binary.BigEndian.Uint64(p), binary.BigEndian.Uint64(p[8:])
	if blocks > uint64(room)/indexEntry || identity > uint64(room)-blocks*indexEntry {
		return l.fail("footer", errChecksum, "%d blocks and %d bytes do not fit into %d bytes", blocks, identity, l.size)
	}
	index := blocks * indexEntry
	l.end = l.size - footerSize - int64(index+identity)
	p = make([]byte, l.size-l.end)
	if err := l.readAt(p, l.end); err != nil {
		return err
	}
	sealed := p[:len(p)-8-checksumSize]
	if stored, computed := binary.BigEndian.Uint32(p[len(sealed):]), checksum(sealed); stored != computed {
		return l.fail("footer", errChecksum, "its stored checksum is %08x, but that of its content is %08x", stored, computed)
	}

	// In the footer, the index is first, then the identity of the layer, then the numbers.
	numbers := p[index+identity+16:]
	l.footer = footer{
		index:     p[:index],
		identity:  string(p[index : index+identity]),
		states:    binary.BigEndian.Uint64(numbers),
		weight:    decodeWeight(numbers[8:]),
		emissions: binary.BigEndian.Uint64(numbers[24:]),
		dead:      decodeWeight(numbers[32:]),
	}

	var offset, state uint64
	for b := range blocks + 1 {
		at, first := l.block(b)
		begins := b == 0 && at == uint64(frontSize) && first == 0
		follows := b > 0 && offset < at && at-offset <= maxBlock && state < first
		if !begins && !follows {
			return l.fail("footer", errCorrupt, "block %d of %d begins at byte %d with state %d, but the block before it at byte %d with state %d", b, blocks, at, first, offset, state)
		}
		offset, state = at, first
	}
	return nil
}

// block returns the offset of block b and the number of its first state. For b equal to the number of blocks, it
// returns the end of the blocks and the number of states.
func (l *Layer) block(b uint64) (offset, first uint64) {
	if b == l.blocks() {
		return uint64(l.end), l.states
	}
	p := l.index[b*indexEntry:]
	return binary.BigEndian.Uint64(p), binary.BigEndian.Uint64(p[8:])
}

func (l *Layer) blocks() uint64 { return uint64(len(l.index) / indexEntry) }

// A writer writes a file sequentially. It buffers one block.
type writer struct {
	footer
	out    io.Writer
	block  []byte
	last   []byte // the previous key
	first  uint64 // the number of the block's first state
	offset int64  // the offset of the block
}

// A filler calls add for each state of a layer or run, in ascending order of the keys.
type filler func(add func(key []byte, w Weight) error) error

// writeTo writes a file of a layer or of a run: a header, the states that the function fill adds, in blocks, and a
// footer. The caller fills in the footer f, except the number of states and the index. The weights of the states must
// add up to the weight in the footer.
func writeTo(out io.Writer, f footer, fill filler) error {
	w := &writer{footer: f, out: out, offset: int64(frontSize)}
	w.weight = Weight{} // the sum of the weights that are written
	if _, err := out.Write(front()); err != nil {
		return err
	}
	if err := fill(w.add); err != nil {
		return err
	}
	if len(w.block) > 0 {
		if err := w.flush(); err != nil {
			return err
		}
	}
	if w.weight != f.weight {
		return fmt.Errorf("%w: states of weight %v were emitted, %v are stored", ErrMismatch, f.weight, w.weight)
	}
	_, err := out.Write(w.encode(w.offset))
	return err
}

// add writes a state to the current block, and the block to the file when the block is full. Keys must ascend. A state
// is stored without the n bytes at the beginning of its key that it shares with the key before it in the block.
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
	if len(w.block) == 0 { // each block can be read without the block before it
		n = 0
	}
	w.block = appendRecord(w.block, key, n, weight)
	w.states++
	if len(w.block) >= blockSize {
		return w.flush()
	}
	return nil
}

// flush writes the current block, and adds its entry to the index.
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

// appendRecord appends a state to a block: the length of the prefix that the key shares with the previous key, the
// length of the rest, the rest, and the weight. The three numbers are varints.
func appendRecord(block, key []byte, shared int, w Weight) []byte {
	block = binary.AppendUvarint(block, uint64(shared))
	block = binary.AppendUvarint(block, uint64(len(key)-shared))
	block = append(block, key[shared:]...)
	for w.Hi != 0 { // the weight has more than 64 bits: append its lowest 7 bits, and shift it by 7
		block = append(block, byte(w.Lo)|0x80)
		w.Lo = w.Lo>>7 | w.Hi<<57
		w.Hi >>= 7
	}
	return binary.AppendUvarint(block, w.Lo)
}

// number reads a varint of up to 64 bits from the front of a block, and returns the rest of the block.
func number(block []byte) (x uint64, rest []byte, ok bool) {
	if len(block) > 0 && block[0] < 0x80 { // most numbers take one byte
		return uint64(block[0]), block[1:], true
	}
	x, n := binary.Uvarint(block)
	if n <= 0 {
		return 0, nil, false
	}
	return x, block[n:], true
}

// weight reads a weight, a varint of up to 128 bits, from the front of a block, and returns the rest of the block. It
// returns false if the block ends too early or the number is too large.
func weight(block []byte) (w Weight, rest []byte, ok bool) {
	for i, b := range block {
		bits := Weight{Lo: uint64(b & 0x7f)} // the next group of 7 bits, which belong to the bits of w from 7·i on
		switch shift := 7 * i; {
		case shift > 126 || shift == 126 && b > 3: // only two bits of the 19th group fit
			return Weight{}, nil, false
		case shift >= 64:
			w.Hi |= bits.Lo << (shift - 64)
		default:
			w.Lo |= bits.Lo << shift
			w.Hi |= bits.Lo >> (64 - shift)
		}
		if b < 0x80 {
			return w, block[i+1:], true
		}
	}
	return Weight{}, nil, false
}

// shared returns the length of the longest common prefix.
func shared(a, b []byte) int {
	n := min(len(a), len(b))
	i := 0
	for ; i+8 <= n; i += 8 { // for speed, compare eight bytes at a time
		if binary.LittleEndian.Uint64(a[i:]) != binary.LittleEndian.Uint64(b[i:]) {
			break
		}
	}
	for i < n && a[i] == b[i] {
		i++
	}
	return i
}
