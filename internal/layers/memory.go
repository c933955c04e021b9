package layers

import "io"

// A memory is a file in memory. It grows without being copied.
type memory struct {
	pieces [][]byte // all full but the last
	size   int64
}

const memoryPiece = 1 << 18

// Write appends p. It cannot fail.
func (m *memory) Write(p []byte) (int, error) {
	m.size += int64(len(p))
	for rest := p; len(rest) > 0; {
		last := len(m.pieces) - 1
		if last < 0 || len(m.pieces[last]) == memoryPiece {
			m.pieces = append(m.pieces, nil)
			last++
			if last > 0 {
				m.pieces[last] = make([]byte, 0, memoryPiece)
			}
		}
		n := min(len(rest), memoryPiece-len(m.pieces[last]))
		m.pieces[last] = append(m.pieces[last], rest[:n]...)
		rest = rest[n:]
	}
	return len(p), nil
}

// ReadAt is that of [io.ReaderAt].
func (m *memory) ReadAt(p []byte, offset int64) (int, error) {
	n := 0
	for n < len(p) && offset < m.size {
		k := copy(p[n:], m.pieces[offset/memoryPiece][offset%memoryPiece:])
		n += k
		offset += int64(k)
	}
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}
