package db

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"

	"enumerate/internal/file"
)

// A survey is one walk over the pages of a file, from the outermost bucket down
// to every element, and over the buckets and records that they make up. It
// looks at what [bbolt.Tx.Check] looks at and more: that method walks in a
// goroutine of its own, where a page that cannot be read is fatal, and it
// believes the lengths and page numbers that it meets.
type survey struct {
	path   string
	file   io.ReaderAt
	meta   meta
	verify bool                          // verify the checksum of every record
	report func(place string, err error) // told of every fault

	reached pageSet
	free    pageSet
	last    uint64   // the last run created, the highest number if not known
	spare   [][]byte // pages read before, to be used again
}

// newSurvey prepares a survey of file, opened from path. It fails if the file
// is shorter than its content, or has no meta page to begin from.
func newSurvey(path string, from *os.File, report func(place string, err error)) (*survey, error) {
	info, err := from.Stat()
	if err != nil {
		return nil, system(path, "read it", err)
	}
	s := &survey{path: path, file: from, report: report, last: math.MaxUint64}
	s.meta, err = readMeta(path, from, info.Size(), func(id uint64, err error) {
		s.corrupt(fmt.Sprintf("page %d", id),
			"%v; the other meta page knows the state before the last transaction; restore the file from a copy", err)
	})
	if err != nil {
		return nil, err
	}
	// Divided, since the product may overflow.
	if pages := uint64(info.Size() / s.meta.pageSize); s.meta.high > pages {
		return nil, &file.Error{Subject: path, Kind: ErrTruncated,
			Detail: fmt.Sprintf("it has %d bytes, its content takes %d pages of %d; restore it from a copy",
				info.Size(), s.meta.high, s.meta.pageSize)}
	}
	return s, nil
}

// identify returns an error unless the file is a database of this Version. It
// reads as little as it can, and nothing that another version may have changed.
func (s *survey) identify() error {
	var fault error
	look := &survey{path: s.path, file: s.file, meta: s.meta, report: func(_ string, err error) {
		if fault == nil {
			fault = err
		}
	}}
	look.reached, look.free = newPageSet(s.meta.high), newPageSet(s.meta.high)
	var magic, version []byte
	look.tree(s.meta.root, func(p *page, e element) error {
		if !e.nested || !bytes.Equal(e.key, metaBucket) {
			return nil
		}
		return look.bucket("bucket meta", p, e, func(p *page, e element) error {
			var err error
			switch {
			case e.nested:
			case bytes.Equal(e.key, magicKey):
				magic, err = p.bytes(e.off, e.n)
				magic = bytes.Clone(magic) // the page is used again
			case bytes.Equal(e.key, versionKey):
				version, err = p.bytes(e.off, e.n)
				version = bytes.Clone(version)
			}
			return err
		})
	})
	switch {
	case magic == nil && fault != nil:
		return fault
	case magic == nil:
		return &file.Error{Subject: s.path, Kind: ErrForeign,
			Detail: "it is a bbolt file of another program; name another file, or one that does not exist to begin a new one"}
	}
	payload, err := metaAddress(magicKey).open(s.path, magic)
	if err != nil {
		return err
	}
	if string(payload) != Magic {
		return &file.Error{Subject: s.path, Kind: ErrForeign, Detail: fmt.Sprintf("it says that it is %.40q, not %q", payload, Magic)}
	}
	payload, err = metaAddress(versionKey).open(s.path, version)
	if err != nil {
		return err
	}
	if len(payload) != 8 {
		return &file.Error{Subject: s.path, Place: "meta version", Kind: ErrCorrupt,
			Detail: fmt.Sprintf("it has %d bytes, not 8", len(payload))}
	}
	switch v := binary.BigEndian.Uint64(payload); {
	case v < Version:
		return &file.Error{Subject: s.path, Kind: ErrOlder,
			Detail: fmt.Sprintf("version %d, this program reads version %d; open it with the program that wrote it", v, Version)}
	case v > Version:
		return &file.Error{Subject: s.path, Kind: ErrNewer,
			Detail: fmt.Sprintf("version %d, this program reads version %d; get a newer program", v, Version)}
	}
	return nil
}

func metaAddress(key []byte) address { return address{kind: metaKind, key: key} }

// walk looks at every page and reports every fault.
func (s *survey) walk() {
	s.reached, s.free = newPageSet(s.meta.high), newPageSet(s.meta.high)
	s.freelist()
	var meta, runs bool
	s.tree(s.meta.root, func(p *page, e element) error {
		switch {
		case e.nested && bytes.Equal(e.key, metaBucket):
			meta = true
			return s.metaBucket(p, e)
		case e.nested && bytes.Equal(e.key, runsBucket):
			runs = true
			return s.runsBucket(p, e)
		}
		s.unknown("the file", e)
		return nil
	})
	s.require("the file", "bucket meta", meta)
	s.require("the file", "bucket runs", runs)
}

// lost reports the pages that are neither in use nor free. They do no harm but
// take room.
func (s *survey) lost() {
	for id := uint64(2); id < s.meta.high; id++ {
		if !s.reached.has(id) && !s.free.has(id) {
			s.corrupt(fmt.Sprintf("page %d", id), "it is neither in use nor free")
		}
	}
}

func (s *survey) metaBucket(p *page, e element) error {
	var magic, version, last bool
	err := s.bucket("bucket meta", p, e, func(p *page, e element) error {
		switch {
		case e.nested:
			s.unknown("bucket meta", e)
			return nil
		case bytes.Equal(e.key, magicKey):
			magic = true
		case bytes.Equal(e.key, versionKey):
			version = true
		case bytes.Equal(e.key, lastKey):
			last = true
			// Needed to judge the runs, which come after.
			record, err := p.bytes(e.off, e.n)
			if err != nil {
				return err
			}
			payload, err := metaAddress(lastKey).open(s.path, record)
			if err != nil {
				s.report("meta last", err)
			} else if len(payload) != 8 {
				s.corrupt("meta last", "it has %d bytes, not 8", len(payload))
			} else {
				s.last = binary.BigEndian.Uint64(payload)
			}
			return nil
		default:
			s.unknown("bucket meta", e)
			return nil
		}
		return s.record(metaAddress(e.key), p, e)
	})
	s.require("bucket meta", "magic", magic)
	s.require("bucket meta", "version", version)
	s.require("bucket meta", "last", last)
	return err
}

func (s *survey) runsBucket(p *page, e element) error {
	return s.bucket("bucket runs", p, e, func(p *page, e element) error {
		if !e.nested || len(e.key) != 8 {
			s.unknown("bucket runs", e)
			return nil
		}
		return s.runBucket(binary.BigEndian.Uint64(e.key), p, e)
	})
}

func (s *survey) runBucket(run uint64, p *page, e element) error {
	place := fmt.Sprintf("run %d", run)
	if run == 0 || run > s.last {
		s.corrupt(place, "it was never created, the last run is %d", s.last)
	}
	var header, shards bool
	err := s.bucket(place, p, e, func(p *page, e element) error {
		switch {
		case !e.nested && bytes.Equal(e.key, headerKey):
			header = true
			return s.record(address{headerKind, run, e.key}, p, e)
		case !e.nested && bytes.Equal(e.key, totalKey):
			return s.record(address{totalKind, run, e.key}, p, e)
		case e.nested && bytes.Equal(e.key, shardsBucket):
			shards = true
			place := place + " shards"
			return s.bucket(place, p, e, func(p *page, e element) error {
				if e.nested || len(e.key) != 8 {
					s.unknown(place, e)
					return nil
				}
				return s.record(address{shardKind, run, e.key}, p, e)
			})
		}
		s.unknown(place, e)
		return nil
	})
	s.require(place, "header", header)
	s.require(place, "bucket shards", shards)
	return err
}

// record verifies the record e, which is stored at a.
func (s *survey) record(a address, p *page, e element) error {
	if !s.verify {
		return nil
	}
	record, err := p.bytes(e.off, e.n)
	if err != nil {
		return err
	}
	if _, err := a.open(s.path, record); err != nil {
		s.report(a.String(), err)
	}
	return nil
}

func (s *survey) unknown(place string, e element) {
	what := "record"
	if e.nested {
		what = "bucket"
	}
	s.corrupt(place, "it holds an unknown %s %.40q", what, e.key)
}

func (s *survey) require(place, what string, found bool) {
	if !found {
		s.corrupt(place, "it holds no %s", what)
	}
}

func (s *survey) corrupt(place, format string, args ...any) {
	s.report(place, &file.Error{Subject: s.path, Place: place, Kind: ErrCorrupt, Detail: fmt.Sprintf(format, args...)})
}

// fault reports an error met at place: in the layout of a page, or in reading
// it.
func (s *survey) fault(place string, err error) {
	kind := ErrCorrupt
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		kind = ErrTruncated
	}
	s.report(place, &file.Error{Subject: s.path, Place: place, Kind: kind, Detail: file.Bare(err).Error(), Cause: err})
}

// A visitor is told of the elements of a bucket in ascending order of their
// keys. The error it returns, that of a failed read, ends the page.
type visitor func(p *page, e element) error

// bucket visits the elements of the bucket that is the value of e in p.
func (s *survey) bucket(place string, p *page, e element, visit visitor) error {
	if e.n < bucketSize {
		s.corrupt(place, "its bucket has %d bytes, not %d or more", e.n, bucketSize)
		return nil
	}
	head, err := p.bytes(e.off, bucketSize)
	if err != nil {
		return err
	}
	root := native.Uint64(head)
	if root != 0 {
		if e.n != bucketSize {
			s.corrupt(place, "its bucket has %d bytes, not %d", e.n, bucketSize)
		}
		s.tree(root, visit)
		return nil
	}
	if p.file == nil {
		s.corrupt(place, "it is inside a bucket that is inside a page")
		return nil
	}
	if e.n < bucketSize+pageHeaderSize || e.n > s.meta.pageSize {
		s.corrupt(place, "its bucket has %d bytes, not %d to %d", e.n, bucketSize+pageHeaderSize, s.meta.pageSize)
		return nil
	}
	b, err := p.bytes(e.off+bucketSize, e.n-bucketSize)
	if err != nil {
		return err
	}
	inline := parsePage(b)
	if inline.id != 0 || inline.flags != leafFlag || inline.overflow != 0 {
		s.corrupt(place, "its page inside a page is numbered %d, of type %#x and goes on for %d pages, not 0, %#x and 0",
			inline.id, inline.flags, inline.overflow, leafFlag)
		return nil
	}
	s.leaf(place, &inline, nil, nil, visit)
	return nil
}

// tree visits the elements of the bucket that has its root at the page id.
func (s *survey) tree(id uint64, visit visitor) { s.subtree(id, nil, nil, visit) }

// subtree visits the elements at and beneath the page id. Their keys are to be
// low or more, and less than high, if these are not nil.
func (s *survey) subtree(id uint64, low, high []byte, visit visitor) {
	place := fmt.Sprintf("page %d", id)
	p, ok := s.page(place, id, branchFlag, leafFlag)
	if !ok {
		return
	}
	defer s.done(&p)
	if p.count == 0 {
		// An empty bucket is kept inside another one, and needs no page.
		s.corrupt(place, "it is a page with nothing on it")
		return
	}
	if p.flags == leafFlag {
		s.leaf(place, &p, low, high, visit)
		return
	}
	var beneath uint64 // the page before, whose keys end where e begins
	var from []byte
	descend := func(to []byte) {
		if from != nil {
			s.subtree(beneath, from, to, visit)
		}
	}
	err := p.elements(func(e element) error {
		s.ordered(place, e.key, from, low, high)
		descend(e.key)
		beneath, from = e.child, e.key
		return nil
	})
	descend(high)
	if err != nil {
		s.fault(place, err)
	}
}

func (s *survey) leaf(place string, p *page, low, high []byte, visit visitor) {
	var before []byte
	err := p.elements(func(e element) error {
		s.ordered(place, e.key, before, low, high)
		before = e.key
		if err := visit(p, e); err != nil {
			s.fault(place, err)
		}
		return nil
	})
	if err != nil {
		s.fault(place, err)
	}
}

// ordered reports a key that is not where its order puts it.
func (s *survey) ordered(place string, key, before, low, high []byte) {
	switch {
	case before != nil && bytes.Compare(before, key) >= 0:
		s.corrupt(place, "key %.20x comes after %.20x", key, before)
	case low != nil && bytes.Compare(key, low) < 0:
		s.corrupt(place, "key %.20x is less than %.20x in the page above", key, low)
	case high != nil && bytes.Compare(key, high) >= 0:
		s.corrupt(place, "key %.20x is not less than %.20x in the page above", key, high)
	}
}

// freelist notes the free pages.
func (s *survey) freelist() {
	if s.meta.freelist == noFreelist {
		// bbolt would look for the free pages itself, in a goroutine where
		// a page that cannot be read is fatal.
		s.corrupt("the file", "it holds no list of free pages")
		return
	}
	place := fmt.Sprintf("page %d", s.meta.freelist)
	p, ok := s.page(place, s.meta.freelist, freelistFlag)
	if !ok {
		return
	}
	defer s.done(&p)
	count, off := uint64(p.count), int64(pageHeaderSize)
	if count == 0xFFFF {
		b, err := p.bytes(off, 8)
		if err != nil {
			s.fault(place, err)
			return
		}
		count, off = native.Uint64(b), off+8
	}
	if room := uint64(p.size-off) / 8; count > room {
		s.corrupt(place, "it counts %d free pages and has room for %d", count, room)
		return
	}
	list, err := p.bytes(off, int64(count)*8)
	if err != nil {
		s.fault(place, err)
		return
	}
	before := uint64(1) // pages 0 and 1 are never free
	for ; len(list) > 0; list = list[8:] {
		id := native.Uint64(list)
		switch {
		case id <= before:
			s.corrupt(place, "free page %d comes after %d", id, before)
		case id >= s.meta.high:
			s.corrupt(place, "free page %d is not one of the %d pages", id, s.meta.high)
		case s.reached.has(id):
			s.corrupt(place, "page %d is in use and free", id)
		default:
			s.free.add(id)
			before = id
		}
	}
}

// page reads the page id, which is to be of one of the given types and not to
// have been reached before, and notes that it is reached. It reports a fault
// and returns false if it is not as it should be.
func (s *survey) page(place string, id uint64, flags ...uint16) (p page, ok bool) {
	if id < 2 || id >= s.meta.high {
		s.corrupt(place, "it is in use, but not one of the pages 2 to %d", s.meta.high-1)
		return p, false
	}
	var b []byte
	if n := len(s.spare); n > 0 {
		b, s.spare = s.spare[n-1], s.spare[:n-1]
	} else {
		b = make([]byte, s.meta.pageSize)
	}
	base := int64(id) * s.meta.pageSize
	if _, err := s.file.ReadAt(b, base); err != nil {
		s.fault(place, err)
		return p, false
	}
	p = parsePage(b)
	p.file, p.base = s.file, base
	p.size = (p.overflow + 1) * s.meta.pageSize
	if p.id != id {
		s.corrupt(place, "it is numbered %d", p.id)
		return p, false
	}
	if !slices.Contains(flags, p.flags) {
		s.corrupt(place, "its type is %#x", p.flags)
		return p, false
	}
	if uint64(p.overflow) >= s.meta.high-id {
		s.corrupt(place, "it goes on for %d pages, past the last page %d", p.overflow, s.meta.high-1)
		return p, false
	}
	for i := id; i <= id+uint64(p.overflow); i++ {
		if s.reached.has(i) {
			s.corrupt(fmt.Sprintf("page %d", i), "it is in use twice")
			return p, false
		}
		if s.free.has(i) {
			s.corrupt(fmt.Sprintf("page %d", i), "it is in use and free")
			return p, false
		}
		s.reached.add(i)
	}
	return p, true
}

// done gives back a page of which no part is needed any more.
func (s *survey) done(p *page) { s.spare = append(s.spare, p.head) }
