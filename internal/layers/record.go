package layers

import (
	"encoding/binary"
)

// appendRecord appends a state to a block. shared is how many bytes its key
// begins with that the key before it in the block begins with too.
func appendRecord(block, key []byte, shared int, w Weight) []byte {
	block = binary.AppendUvarint(block, uint64(shared))
	block = binary.AppendUvarint(block, uint64(len(key)-shared))
	block = append(block, key[shared:]...)
	for w.Hi != 0 {
		block = append(block, byte(w.Lo)|0x80)
		w.Lo = w.Lo>>7 | w.Hi<<57
		w.Hi >>= 7
	}
	return binary.AppendUvarint(block, w.Lo)
}

// number reads a varint of up to 64 bits from the front of a block. ok is false
// if there is none.
func number(block []byte) (x uint64, rest []byte, ok bool) {
	if len(block) > 0 && block[0] < 0x80 {
		return uint64(block[0]), block[1:], true
	}
	x, n := binary.Uvarint(block)
	if n <= 0 {
		return 0, nil, false
	}
	return x, block[n:], true
}

// weight reads a varint of up to 128 bits from the front of a block. ok is
// false if there is none.
func weight(block []byte) (w Weight, rest []byte, ok bool) {
	for i, b := range block {
		bits := Weight{Lo: uint64(b & 0x7f)}
		switch shift := 7 * i; {
		case shift > 126 || shift == 126 && b > 3:
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

// shared returns how many bytes a and b both begin with.
func shared(a, b []byte) int {
	n := min(len(a), len(b))
	i := 0
	for ; i+8 <= n; i += 8 {
		if binary.LittleEndian.Uint64(a[i:]) != binary.LittleEndian.Uint64(b[i:]) {
			break
		}
	}
	for i < n && a[i] == b[i] {
		i++
	}
	return i
}
