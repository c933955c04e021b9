package db

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"io"
	"os"
	"slices"

	"enumerate/internal/file"
)

// The layout of the pages of a bbolt file. Numbers are in the byte order of the machine.
const (
	pageSize       = 4096
	pageHeaderSize = 16
	metaSize       = 64
	elementSize    = 16
	bucketSize     = 16

	branchFlag   = 0x01
	leafFlag     = 0x02
	metaFlag     = 0x04
	freelistFlag = 0x10
	bucketKind   = 1 // the type of an element of a leaf that is a bucket

	boltMagic   = 0xED0CDAED
	boltVersion = 2
	noFreelist  = 1<<64 - 1 // in place of the page of the list of free pages, if the file has no list

	// shardsDepth is the depth of a bucket of shards: the file, the runs, a run, its shards.
	shardsDepth = 3
)

var native = binary.NativeEndian

// A pageHeader begins every page, and the page inside the value of a small bucket.
type pageHeader struct {
	ID           uint64
	Flags, Count uint16
	Overflow     uint32 // the number of pages that continue it
}

// A meta follows the header of pages 0 and 1. Transactions write these two pages alternately.
type meta struct {
	Magic, Version, PageSize, _ uint32
	Root, _                     uint64 // the page of the outermost bucket
	Freelist                    uint64 // the page of the list of free pages
	Pages                       uint64 // the number of pages, in use or free
	Transaction                 uint64
	Sum                         uint64 // FNV-1a of the fields before it
}

// boltHead is the beginning of every bbolt file.
var boltHead, _ = binary.Append(nil, native, struct {
	pageHeader
	Magic, Version uint32
}{pageHeader{Flags: metaFlag}, boltMagic, boltVersion})

// A pageCheck checks the pages of a file. At the first fault its methods panic with a value of the type damage, which
// recoverDamage turns into an error.
type pageCheck struct {
	path   string
	file   io.ReaderAt
	taken  []bool  // by page: it was found in use or in the list of free pages
	spare  []*page // buffers for pages
	misfit error   // the error for the first key that is in a bucket of shards, but is not the number of a shard
}

// A damage is the error of a fault that ends a pageCheck.
type damage struct{ error }

// checkPages checks all pages of the file at path; see the comment of the package. misfit is an error about an
// unexpected key in a bucket of shards, which is a fault only if the file is a database of a version that this program
// knows. m is the newer meta page, and torn an error about the other one; see checkMeta.
func checkPages(path string, from *os.File) (m meta, torn, misfit, err error) {
	m, torn, err = checkMeta(path, from)
	if err != nil {
		return m, nil, nil, err
	}
	defer recoverDamage(&err) // the methods of c panic at the first fault

	c := &pageCheck{path: path, file: from}
	c.taken = make([]bool, max(m.Pages, 2))
	c.taken[0], c.taken[1] = true, true // the meta pages
	c.freelist(m.Freelist)
	c.tree(m.Root, 0, nil, nil)

	// bbolt would not notice a page that is neither in use nor free, and the records on it would be missing without an
	// error.
	if lost := slices.Index(c.taken, false); lost >= 0 {
		c.corrupt(uint64(lost), "neither in use nor free")
	}
	return m, torn, c.misfit, nil
}

// checkMeta returns the newer sound meta page of the file at path, which bbolt uses. torn is an error about the other
// one, if that is damaged; the file can still be used. err is not nil if both are damaged, or if pages are missing at
// the end of the file.
func checkMeta(path string, from *os.File) (m meta, torn, err error) {
	defer recoverDamage(&err)
	info, err := from.Stat()
	if err != nil {
		return m, nil, system(path, "read it", err)
	}

	c := &pageCheck{path: path, file: from}
	m, bothSound := c.meta()
	if pages := uint64(info.Size()) / pageSize; m.Pages > pages {
		c.truncated("%d pages of %d; audit it with --salvage, ", pages, m.Pages)
	}

	// A transaction writes the meta page with the parity of its own number, so the torn page is the other one.
	if !bothSound {
		torn = &file.Error{Subject: path, Place: fmt.Sprintf("page %d", 1-m.Transaction%2), Kind: ErrTorn, Detail: fmt.Sprintf(
			"the meta page is torn, as by a power cut; everything up to transaction %d is kept, and at most one later transaction is lost", m.Transaction)}
	}
	return m, torn, nil
}

// recoverDamage, when deferred, turns a panic with a damage into an error.
func recoverDamage(err *error) {
	switch r := recover().(type) {
	case nil:
	case damage:
		*err = r.error
	default:
		panic(r)
	}
}

// A head is the content of the two meta pages.
type head struct {
	length      int // the number of bytes that were read, fewer than two pages if the file is shorter
	metas       [2]meta
	headerSound [2]bool // the header of the page is right; bbolt does not check it
	sound       [2]bool // the checksum is right
	newer       int     // the newer sound page, which bbolt uses
}

// head reads the two meta pages of the file. It refuses none, because [Salvage] can use some files that
// [pageCheck.meta] refuses. A short file is filled up with zeros. head panics with a damage if the file cannot be read,
// or if it is empty or ends before the format is clear.
func (c *pageCheck) head() (h head) {
	b := make([]byte, 2*pageSize)
	n, err := c.file.ReadAt(b, 0)
	if err != nil && err != io.EOF {
		panic(damage{system(c.path, "read it", err)})
	}
	if n < len(boltHead) && bytes.HasPrefix(boltHead, b[:n]) { // also an empty file: this package never creates one
		c.truncated("%d bytes; ", n)
	}
	h.length = n

	for id := range h.metas {
		b, m := b[id*pageSize:], &h.metas[id]
		var title pageHeader
		_, _ = binary.Decode(b, native, &title)
		_, _ = binary.Decode(b[pageHeaderSize:], native, m)

		sum := fnv.New64a()
		sum.Write(b[pageHeaderSize : pageHeaderSize+metaSize-8]) // all of the meta except the sum itself
		h.headerSound[id] = title == pageHeader{ID: uint64(id), Flags: metaFlag}
		h.sound[id] = m.Magic == boltMagic && m.Version == boltVersion && m.Sum == sum.Sum64()
	}

	if !h.sound[0] || h.sound[1] && h.metas[1].Transaction > h.metas[0].Transaction {
		h.newer = 1
	}
	return h
}

// meta returns the newer sound meta page, and whether both are sound. It panics with a damage if no page can be used,
// or if the pages are not as bbolt leaves them.
//
// A power cut during a commit damages the meta page that is being written. Only the interrupted transaction is lost,
// because a transaction writes to free pages only, and syncs them before it writes the meta page.
func (c *pageCheck) meta() (newer meta, bothSound bool) {
	h := c.head()
	at := h.newer
	newer, bothSound = h.metas[at], h.sound[0] && h.sound[1]
	mislabelled := func(id int) bool { return h.sound[id] && !h.headerSound[id] }

	// The transactions of the two pages must be consecutive, with the even one on page 0.
	consecutive := newer.Transaction%2 == uint64(at) && (!bothSound || newer.Transaction == h.metas[1-at].Transaction+1)

	switch {
	case h.metas[0].Magic != boltMagic && h.metas[1].Magic != boltMagic:
		panic(damage{foreign(c.path, "it is not a bbolt file")})
	case h.sound[0] && (h.metas[0].PageSize != pageSize || h.metas[0].Freelist == noFreelist):
		panic(damage{foreign(c.path, "it is a bbolt file of another program")})
	case h.length < 2*pageSize:
		c.truncated("%d bytes; ", h.length)
	case !h.sound[at]:
		panic(damage{corruptAt(c.path, "page 0", "both meta pages are damaged; restore the file from a copy")})
	case mislabelled(0) || mislabelled(1):
		c.corrupt(uint64(slices.Index(h.headerSound[:], false)), "the header of the meta page is damaged")
	case !consecutive || newer.PageSize != pageSize:
		c.corrupt(uint64(at), "the two meta pages are not of consecutive transactions")
	}
	return newer, bothSound
}

type page struct {
	pageHeader
	at     uint64 // the number of the page, or of the page around it
	size   int64  // in bytes, including the pages that continue it
	head   []byte // the first pageSize bytes, or all bytes of a page inside a value
	inside bool   // the page is inside the value of a small bucket
}

// read reads page number id of the file, whose type must be one of flags. It marks this page and the pages that
// continue it as found, and panics if one of them is marked already. It reads only the first.
func (c *pageCheck) read(id uint64, flags ...uint16) *page {
	c.take(id)

	var p *page
	if n := len(c.spare); n > 0 {
		p, c.spare = c.spare[n-1], c.spare[:n-1]
	} else {
		p = &page{head: make([]byte, pageSize)}
	}
	c.readAt(p.head, int64(id)*pageSize)

	_, _ = binary.Decode(p.head, native, &p.pageHeader)
	p.at, p.size = id, (int64(p.Overflow)+1)*pageSize
	if p.ID != id || !slices.Contains(flags, p.Flags) {
		c.corrupt(id, "its header is that of page %d, of type %#x", p.ID, p.Flags)
	}
	for i := range uint64(p.Overflow) {
		c.take(id + 1 + i)
	}
	return p
}

// take marks a page that was found in use or in the list of free pages. It panics if the page is marked already.
func (c *pageCheck) take(id uint64) {
	if id >= uint64(len(c.taken)) {
		c.corrupt(id, "referred to, but the last page is %d", len(c.taken)-1)
	}
	if c.taken[id] {
		c.corrupt(id, "in use twice, or both in use and free")
	}
	c.taken[id] = true
}

// bytes returns n bytes of the page p from offset off, including the pages that continue p. It is a fault if the last
// byte is beyond these pages.
func (c *pageCheck) bytes(p *page, off, n int64) []byte {
	if off+n > p.size {
		c.corrupt(p.at, "its content ends at byte %d, but the page has only %d bytes", off+n, p.size)
	}
	if off+n <= int64(len(p.head)) {
		return p.head[off : off+n : off+n]
	}
	b := make([]byte, n)
	c.readAt(b, int64(p.at)*pageSize+off)
	return b
}

func (c *pageCheck) readAt(b []byte, off int64) {
	if _, err := c.file.ReadAt(b, off); err != nil {
		panic(damage{system(c.path, "read it", err)})
	}
}

// freelist marks each page in the list of free pages, which is on page number id, as found. The list is an array of
// page numbers of 8 bytes after the page's header.
func (c *pageCheck) freelist(id uint64) {
	p := c.read(id, freelistFlag)
	count, off := uint64(p.Count), int64(pageHeaderSize)
	if p.Count == 0xFFFF { // the count does not fit into the header, so the list begins with it
		count, off = native.Uint64(c.bytes(p, off, 8)), off+8
	}
	count = min(count, uint64(p.size)) // a larger count does not fit either, and could overflow
	for list := c.bytes(p, off, int64(count)*8); len(list) > 0; list = list[8:] {
		c.take(native.Uint64(list))
	}
}

// tree checks page number id of a tree, and the pages below it. It checks that the keys ascend, from `low` on, and are
// less than `high`; nil stands for no limit. The argument depth says how many buckets enclose the tree.
func (c *pageCheck) tree(id uint64, depth int, low, high []byte) {
	p := c.read(id, branchFlag, leafFlag)
	if p.Count == 0 { // an empty bucket is inside another one, and has no page
		c.corrupt(id, "the page is empty")
	}
	c.elements(p, depth, low, high)
	c.spare = append(c.spare, p)
}

// elements checks the elements of page p of a tree, and what is below them. low, high and depth are as for tree.
//
// A page has a table of its elements, followed by their keys and values without gaps, on as few pages as possible, so
// every damaged count or length breaks this layout. In the table, an element of a leaf has its type, the distance to
// its key, and the lengths of key and value. An element of a branch has the distance to its key, the length of the key,
// and the number of the page below.
func (c *pageCheck) elements(p *page, depth int, low, high []byte) {
	last := low
	var previousChild uint64                            // the page below the element before
	next := pageHeaderSize + int64(p.Count)*elementSize // the offset at which the next key must begin

	for i := range int64(p.Count) {
		at := pageHeaderSize + i*elementSize
		b := c.bytes(p, at, elementSize)
		child := native.Uint64(b[8:])
		var kind uint32
		var valueSize int64
		if p.Flags == leafFlag {
			kind, valueSize = native.Uint32(b), int64(native.Uint32(b[12:]))
			b = b[4:]
		}

		at += int64(native.Uint32(b))
		if kind > 1 || at != next {
			c.corrupt(p.at, "element %d has type %#x and begins at byte %d; expected type 0 or 1, and byte %d", i, kind, at, next)
		}

		key := c.bytes(p, next, int64(native.Uint32(b[4:])))
		next += int64(len(key))
		order := bytes.Compare(last, key)
		ascends := order < 0 || order == 0 && i == 0 // the first key may be equal to low
		if !ascends || high != nil && bytes.Compare(key, high) >= 0 {
			c.corrupt(p.at, "key %.20x is out of order", key)
		}

		isShard := kind != bucketKind && len(key) == 8
		if depth >= shardsDepth && p.Flags == leafFlag && !isShard && c.misfit == nil {
			c.misfit = corruptAt(c.path, fmt.Sprintf("page %d", p.at), "a bucket of shards holds %.40q", key)
		}

		// The keys of the page below an element of a branch must be less than the next key. Therefore that page is
		// checked one step later, when the next key is known.
		if kind == bucketKind {
			c.bucket(p, next, valueSize, depth+1)
		} else if p.Flags == branchFlag && i > 0 {
			c.tree(previousChild, depth, last, key)
		}
		last, previousChild, next = key, child, next+valueSize
	}
	if p.Flags == branchFlag {
		c.tree(previousChild, depth, last, high)
	}

	if rest := p.size - next; rest < 0 || rest >= pageSize || p.inside && rest != 0 {
		c.corrupt(p.at, "its content takes %d bytes, but the page has %d", next, p.size)
	}
}

// bucket checks a bucket that is the value of an element of page p, at offset off.
//
// The value begins with the number of the bucket's root page and 8 unused bytes. If the number is 0, the bucket is
// small, and its only page, a leaf, follows inside the value, without padding.
func (c *pageCheck) bucket(p *page, off, size int64, depth int) {
	if size < bucketSize || size > pageSize {
		c.corrupt(p.at, "it holds a bucket of %d bytes, expected %d to %d", size, bucketSize, pageSize)
	}
	value := c.bytes(p, off, size)
	if root := native.Uint64(value); root != 0 {
		c.tree(root, depth, nil, nil)
		return
	}

	leaf := &page{at: p.at, size: size - bucketSize, head: value[bucketSize:], inside: true}
	_, _ = binary.Decode(leaf.head, native, &leaf.pageHeader)
	if leaf.pageHeader != (pageHeader{Flags: leafFlag, Count: leaf.Count}) {
		c.corrupt(p.at, "it holds a bucket whose page is damaged")
	}
	c.elements(leaf, depth, nil, nil)
}

func (c *pageCheck) corrupt(id uint64, format string, args ...any) {
	panic(damage{corruptAt(c.path, fmt.Sprintf("page %d", id), format+"; restore the file from a copy, or audit it with --salvage", args...)})
}

// truncated panics with ErrTruncated. The text of the format tells how much of the file is there, and is followed by
// advice, so it ends with "; " or with more advice and ", ".
func (c *pageCheck) truncated(format string, args ...any) {
	panic(damage{&file.Error{Subject: c.path, Kind: ErrTruncated,
		Detail: fmt.Sprintf(format, args...) + "restore it from a copy, or remove it to begin again"}})
}
