package db

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"io"

	"enumerate/internal/file"
)

// The pages of bbolt, as doc.go describes them. They are read here with plain
// reads and every number in them is doubted, so that a damaged file is found
// out before bbolt, which trusts its pages, follows a damaged number out of the
// file, round in circles or into a page that is free.

const (
	boltMagic   = 0xED0CDAED
	boltVersion = 2

	pageHeaderSize = 16
	metaSize       = 64
	elementSize    = 16
	bucketSize     = 16
	maxKeySize     = 32768

	minPageSize = 1 << 10
	maxPageSize = 1 << 24

	branchFlag   = 0x01
	leafFlag     = 0x02
	metaFlag     = 0x04
	freelistFlag = 0x10

	noFreelist = 1<<64 - 1
)

// bbolt writes the numbers of its pages as the machine has them.
var native = binary.NativeEndian

// A meta is what a meta page says about all the others.
type meta struct {
	pageSize int64
	root     uint64 // the page of the outermost bucket
	freelist uint64 // the page of the list of free pages
	high     uint64 // the number of pages in use or free
	txid     uint64 // the transaction that wrote it
}

// parseMeta reads the meta page with the given number at the beginning of b.
func parseMeta(b []byte, id uint64) (m meta, err error) {
	if len(b) < pageHeaderSize+metaSize {
		return m, errors.New("it is cut short")
	}
	if got := native.Uint64(b); got != id {
		return m, fmt.Errorf("it is numbered %d", got)
	}
	if flags := native.Uint16(b[8:]); flags != metaFlag {
		return m, fmt.Errorf("its type is %#x, not %#x", flags, metaFlag)
	}
	b = b[pageHeaderSize : pageHeaderSize+metaSize]
	if magic := native.Uint32(b); magic != boltMagic {
		return m, fmt.Errorf("its magic number is %#x, not %#x", magic, uint32(boltMagic))
	}
	hash := fnv.New64a()
	hash.Write(b[:56])
	if stored, computed := native.Uint64(b[56:]), hash.Sum64(); stored != computed {
		return m, fmt.Errorf("its checksum is %016x, that of its content %016x", stored, computed)
	}
	if version := native.Uint32(b[4:]); version != boltVersion {
		return m, fmt.Errorf("its bbolt version is %d, not %d", version, boltVersion)
	}
	m = meta{
		pageSize: int64(native.Uint32(b[8:])),
		root:     native.Uint64(b[16:]),
		freelist: native.Uint64(b[32:]),
		high:     native.Uint64(b[40:]),
		txid:     native.Uint64(b[48:]),
	}
	if m.pageSize < minPageSize || m.pageSize > maxPageSize || m.pageSize&(m.pageSize-1) != 0 {
		return m, fmt.Errorf("its page size is %d, not a power of two from %d to %d", m.pageSize, minPageSize, maxPageSize)
	}
	return m, nil
}

// readMeta returns the newer of the two meta pages of the file at path, which
// has the given size. It passes a damaged meta page to report if the other one
// is sound, and fails if neither is.
//
// bbolt goes back to the older meta page when the newer one is damaged, and so
// silently to the state before the last transaction. Here that is for the
// caller to decide.
func readMeta(path string, from io.ReaderAt, size int64, report func(id uint64, err error)) (meta, error) {
	first, err := readUpTo(from, pageHeaderSize+metaSize, 0)
	if err != nil {
		return meta{}, system(path, "read it", err)
	}
	truncated := func(least int64) error {
		return &file.Error{Subject: path, Kind: ErrTruncated,
			Detail: fmt.Sprintf("it has %d bytes and needs at least %d; restore it from a copy or remove it to begin anew", size, least)}
	}
	// An empty file is a database that was lost, not one that is new: this
	// package never leaves one behind.
	if len(first) < len(boltHead) && bytes.HasPrefix(boltHead, first) {
		return meta{}, truncated(emptySize)
	}

	m0, err0 := parseMeta(first, 0)
	if err0 == nil {
		if size < 2*m0.pageSize {
			return meta{}, truncated(2 * m0.pageSize)
		}
		second, err := readUpTo(from, pageHeaderSize+metaSize, m0.pageSize)
		if err != nil {
			return meta{}, system(path, "read it", err)
		}
		m1, err1 := parseMeta(second, 1)
		if err1 != nil {
			report(1, err1)
			return m0, nil
		}
		if m1.txid > m0.txid {
			return m1, nil
		}
		return m0, nil
	}

	// The size of a page is not known without the first meta page, but it is
	// a power of two.
	bolt := hasBoltMagic(first)
	for pageSize := int64(minPageSize); pageSize <= maxPageSize && pageSize < size; pageSize *= 2 {
		second, err := readUpTo(from, pageHeaderSize+metaSize, pageSize)
		if err != nil {
			return meta{}, system(path, "read it", err)
		}
		if m1, err1 := parseMeta(second, 1); err1 == nil && m1.pageSize == pageSize {
			report(0, err0)
			return m1, nil
		}
		bolt = bolt || hasBoltMagic(second)
	}
	switch {
	case !bolt:
		return meta{}, &file.Error{Subject: path, Kind: ErrForeign,
			Detail: "it is no bbolt file; name another file, or one that does not exist to begin a new one"}
	case size < 2*minPageSize:
		return meta{}, truncated(emptySize)
	default:
		return meta{}, &file.Error{Subject: path, Place: "page 0", Kind: ErrCorrupt,
			Detail: fmt.Sprintf("neither meta page is sound: %v; restore the file from a copy", err0)}
	}
}

// boltHead is how every bbolt file begins: the header of page 0, a magic
// number, a version.
var boltHead = func() []byte {
	b := make([]byte, pageHeaderSize)
	native.PutUint16(b[8:], metaFlag)
	b = native.AppendUint32(b, boltMagic)
	return native.AppendUint32(b, boltVersion)
}()

func hasBoltMagic(b []byte) bool {
	return len(b) >= pageHeaderSize+4 && native.Uint32(b[pageHeaderSize:]) == boltMagic
}

// readUpTo reads n bytes at offset off, fewer if the file ends before.
func readUpTo(file io.ReaderAt, n int, off int64) ([]byte, error) {
	b := make([]byte, n)
	n, err := file.ReadAt(b, off)
	if err == io.EOF {
		err = nil
	}
	return b[:n], err
}

// A page is a page of the file, or one inside the value of an inline bucket.
type page struct {
	id       uint64
	flags    uint16
	count    int64
	overflow int64
	size     int64 // in bytes, with the pages that continue it

	head []byte // the beginning of the page, all of it but for a page of many
	file io.ReaderAt
	base int64 // where it begins in file
}

// parsePage reads the header of a page at the beginning of b, which has at
// least pageHeaderSize bytes.
func parsePage(b []byte) page {
	return page{
		id:       native.Uint64(b),
		flags:    native.Uint16(b[8:]),
		count:    int64(native.Uint16(b[10:])),
		overflow: int64(native.Uint32(b[12:])),
		size:     int64(len(b)),
		head:     b,
	}
}

// bytes returns n bytes of the page from offset off; off+n must not be more
// than its size.
func (p *page) bytes(off, n int64) ([]byte, error) {
	if off+n <= int64(len(p.head)) {
		return p.head[off : off+n : off+n], nil
	}
	b := make([]byte, n)
	_, err := p.file.ReadAt(b, p.base+off)
	return b, err
}

// An element is an entry of a leaf page or of a branch page.
type element struct {
	key    []byte
	nested bool   // of a leaf: the value is a bucket
	off, n int64  // of a leaf: where the value is in the page
	child  uint64 // of a branch: the page beneath
}

// elements calls visit for the elements of a leaf or branch page in turn. It
// returns an error when the page is not laid out the one way in which bbolt
// lays it out: the table of elements, then the keys and values, without gaps,
// on as few pages as they need. A damaged count or length breaks that layout.
func (p *page) elements(visit func(e element) error) error {
	next := pageHeaderSize + p.count*elementSize
	if next > p.size {
		return fmt.Errorf("it has room for fewer than its %d elements", p.count)
	}
	for i := range p.count {
		at := pageHeaderSize + i*elementSize
		b, err := p.bytes(at, elementSize)
		if err != nil {
			return err
		}
		var e element
		var keySize int64
		if p.flags == leafFlag {
			flags := native.Uint32(b)
			if flags > 1 {
				return fmt.Errorf("element %d has the unknown type %#x", i, flags)
			}
			e.nested = flags == 1
			at += int64(native.Uint32(b[4:]))
			keySize = int64(native.Uint32(b[8:]))
			e.n = int64(native.Uint32(b[12:]))
		} else {
			at += int64(native.Uint32(b))
			keySize = int64(native.Uint32(b[4:]))
			e.child = native.Uint64(b[8:])
		}
		if at != next {
			return fmt.Errorf("element %d begins at byte %d, not at %d where the one before it ends", i, at, next)
		}
		if keySize == 0 || keySize > maxKeySize {
			return fmt.Errorf("element %d has a key of %d bytes, not 1 to %d", i, keySize, maxKeySize)
		}
		e.off = at + keySize
		next = e.off + e.n
		if next > p.size {
			return fmt.Errorf("element %d ends at byte %d of %d", i, next, p.size)
		}
		if e.key, err = p.bytes(at, keySize); err != nil {
			return err
		}
		if err := visit(e); err != nil {
			return err
		}
	}
	if p.file != nil {
		pageSize := p.size / (p.overflow + 1)
		if need := (next+pageSize-1)/pageSize - 1; need != p.overflow {
			return fmt.Errorf("it goes on for %d pages, its content for %d", p.overflow, need)
		}
	} else if next != p.size {
		return fmt.Errorf("it has %d bytes, its content %d", p.size, next)
	}
	return nil
}

// A pageSet is a set of page numbers below a limit.
type pageSet []uint64

func newPageSet(limit uint64) pageSet { return make(pageSet, (limit+63)/64) }
func (s pageSet) has(id uint64) bool  { return s[id/64]>>(id%64)&1 != 0 }
func (s pageSet) add(id uint64)       { s[id/64] |= 1 << (id % 64) }
