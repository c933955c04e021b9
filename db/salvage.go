package db

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc64"
	"maps"
	"math/bits"
	"os"
	"path/filepath"
	"slices"
	"time"

	"enumerate/internal/file"
)

// Salvaged holds the sound payloads of a run in a damaged file.
type Salvaged struct {
	Run          uint64
	Header       []byte   // nil if the header is lost
	Older        [][]byte // if the header is lost: earlier headers of the run, which were found on free pages
	Total        []byte   // nil if there is no total, or it is lost
	Contributors map[uint64][]byte
	Shards       map[uint64][]byte
}

// Salvage returns the sound records of a damaged file, as the last complete transaction left them. It calls report with
// one line for each loss. It returns an error if the file cannot be read, is not a database, or has lost both meta
// pages.
//
// Salvage does not use bbolt, which could crash. It reads all pages of the tree. If the tree is damaged and the list of
// free pages is not, it also reads the pages that are in neither of the two, because references to them may be lost.
// The checksum of a record shows which run it belongs to. Records on all other pages may be outdated or belong to an
// incomplete transaction. There, Salvage only searches for earlier headers of runs whose header is lost.
//
// The time is linear in the size of the file, the memory in the size of the records.
func Salvage(path string, report func(error)) (runs []Salvaged, err error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, system(path, "find it", err)
	}

	f, err := acquire(path, abs, false, false, time.Now().Add(patience))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	defer func() { _ = unlock(f) }() // the lock ends with the file anyway
	defer recoverDamage(&err)

	s := &salvage{pageCheck: pageCheck{path: path, file: f}, report: report, reportedPages: make(map[uint64]bool), runs: make(map[uint64]*Salvaged)}
	freelist, root := s.begin(f)
	used := s.used(s.reach(root), freelist)
	for id := uint64(2); id < uint64(len(used)); id++ {
		if used[id] {
			id += s.records(id)
		}
	}

	for id, used := range used {
		if !used {
			s.findOldHeaders(uint64(id))
		}
	}

	for _, id := range slices.Sorted(maps.Keys(s.runs)) {
		if s.last > 0 && id > s.last {
			report(corruptAt(path, fmt.Sprintf("run %d", id), "it was never created, the last run is %d", s.last))
			continue
		}
		runs = append(runs, *s.runs[id])
	}
	return runs, nil
}

// A salvage is one call of Salvage. The field taken marks the pages that were reached through the tree.
type salvage struct {
	pageCheck
	report        func(error)
	reportedPages map[uint64]bool // the pages that were reported
	pages         uint64          // the number of pages of the undamaged file
	effort        int64           // the number of bytes of keys and values that may still be read; see part
	last          uint64          // the run that was created last, 0 if the record is lost
	runs          map[uint64]*Salvaged
}

// reportLost reports, once for each page, that page number id or some of its content is lost.
func (s *salvage) reportLost(id uint64, format string, args ...any) {
	if s.reportedPages[id] {
		return
	}
	s.reportedPages[id] = true
	s.report(corruptAt(s.path, fmt.Sprintf("page %d", id), format, args...))
}

// begin reads the two meta pages. It reports a damaged meta page, and pages that are missing at the end of the file. It
// returns the first page of the list of free pages and the root page of the tree, and panics with a damage if nothing
// can be salvaged.
func (s *salvage) begin(f *os.File) (freelist, root uint64) {
	info, err := f.Stat()
	if err != nil {
		panic(damage{system(s.path, "read it", err)})
	}

	h := s.head()
	m := h.metas[h.newer]
	switch {
	case h.metas[0].Magic != boltMagic && h.metas[1].Magic != boltMagic:
		panic(damage{foreign(s.path, "it is not a bbolt file")})
	case !h.sound[h.newer]:
		panic(damage{corruptAt(s.path, "page 0", "both meta pages are damaged, so the pages in use are unknown; restore the file from a copy")})
	case m.PageSize != pageSize:
		panic(damage{foreign(s.path, "it is a bbolt file of another program")})
	}

	for id := range h.metas {
		if !h.sound[id] || !h.headerSound[id] {
			s.reportLost(uint64(id), "the meta page is damaged; at most the last transaction is lost")
		}
	}

	pages := uint64(info.Size()) / pageSize
	if m.Pages > pages {
		s.report(&file.Error{Subject: s.path, Kind: ErrTruncated, Detail: fmt.Sprintf("%d pages of %d", pages, m.Pages)})
	}
	s.taken = make([]bool, max(2, min(m.Pages, pages)))
	s.pages, s.effort = m.Pages, 16*info.Size()
	return m.Freelist, m.Root
}

// A leftover is a page of a damaged file, or the page of a small bucket inside a value.
type leftover struct {
	pageHeader
	data []byte // the first pageSize bytes, or the part of the value that holds the page
	at   int64  // the offset in the file
	more int64  // the number of bytes on the pages that continue it
}

// look reads page number id of the damaged file, and reports whether its header has this number and one of the types
// flags.
func (s *salvage) look(id uint64, flags ...uint16) (p leftover, ok bool) {
	if id < 2 || id >= uint64(len(s.taken)) { // a meta page, or beyond the end of the file
		return p, false
	}
	p.data, p.at = make([]byte, pageSize), int64(id)*pageSize
	if _, err := s.file.ReadAt(p.data, p.at); err != nil {
		return p, false // for example because the disk cannot read it
	}
	_, _ = binary.Decode(p.data, native, &p.pageHeader)
	p.more = int64(min(uint64(p.Overflow), uint64(len(s.taken))-id-1)) * pageSize // no page after the last one continues it
	return p, p.ID == id && slices.Contains(flags, p.Flags)
}

// An item is the layout of an element of a page.
type item struct {
	bucket    bool
	child     uint64 // the page below, if the page is a branch
	key, size int64  // the offset of the key in the page, and the length of the key
	value     int64  // the offset of the value in the page
	length    int64  // the length of the value
}

func (it item) end() int64 { return it.value + it.length }

// items decodes the table of elements at the beginning of a page. An element has these fields, of 4 bytes each except
// the page number (8 bytes):
//
//	leaf:   type, distance to its key, length of the key, length of the value
//	branch: distance to its key, length of the key, number of the page below
//
// items leaves out elements whose key or value ends beyond the page and the pages that continue it (p.more bytes), and
// returns the number of these elements, lost.
func (p *leftover) items() (items []item, lost int) {
	length := int64(len(p.data))
	for i := range int64(p.Count) {
		at := pageHeaderSize + i*elementSize
		if at+elementSize > length { // the table ends beyond the page, so this element and all later ones are lost
			return items, lost + int(int64(p.Count)-i)
		}

		b := p.data[at : at+elementSize]
		it := item{child: native.Uint64(b[8:])}
		if p.Flags == leafFlag {
			it.bucket, it.length = native.Uint32(b) == bucketKind, int64(native.Uint32(b[12:]))
			b = b[4:] // from here, the fields are the same as in a branch
		}

		it.key, it.size = at+int64(native.Uint32(b)), int64(native.Uint32(b[4:]))
		it.value = it.key + it.size // the value follows the key
		if it.end() > length+p.more {
			lost++
			continue
		}
		items = append(items, it)
	}
	return items, lost
}

// reach marks in s.taken each page of the tree below the page root, except those below a damaged branch. It reports
// whether the tree is whole: no page of it is damaged or used twice.
func (s *salvage) reach(root uint64) (whole bool) {
	whole = true
	for next := []uint64{root}; len(next) > 0; {
		id := next[len(next)-1]
		next = next[:len(next)-1]

		p, ok := s.look(id, branchFlag, leafFlag)
		if !ok || s.taken[id] {
			s.reportLost(id, "damaged, or used twice")
			whole = false
			continue
		}

		s.taken[id] = true
		items, _ := p.items()
		for _, it := range items {
			if p.Flags == branchFlag {
				next = append(next, it.child)
			} else if child := p.root(it); child != 0 {
				next = append(next, child)
			}
		}

		if len(items) < int(p.Count) {
			whole = false
			if p.Flags == branchFlag {
				s.reportLost(id, "%d of the %d pages below it are unknown", int(p.Count)-len(items), p.Count)
			}
		}
	}
	return whole
}

// root returns the root page of a bucket, 0 if the bucket is inside the page, or if the item is not a bucket.
func (p *leftover) root(it item) uint64 {
	if !it.bucket || it.length < bucketSize || it.value+bucketSize > int64(len(p.data)) {
		return 0
	}
	return native.Uint64(p.data[it.value:])
}

// used returns which pages of a damaged file may hold valid records. If the tree, whose pages are s.taken, is whole,
// they are its pages. Otherwise, if the list of free pages, which begins on page `list`, is sound, they are the pages
// that are not in it. A page that is both in the tree and in the list is not read, because one of the two is wrong.
func (s *salvage) used(whole bool, list uint64) []bool {
	used := slices.Clone(s.taken)

	free, ok := s.free(list)
	if !ok {
		if !whole {
			s.reportLost(list, "the list of free pages is damaged too: only the pages of the tree are read")
		}
		return used
	}

	useList := !whole
	for id, free := range free {
		if free && used[id] {
			s.reportLost(uint64(id), "both in use and free")
			used[id], useList = false, false // a list that contradicts the tree is not trusted
		}
	}
	if !useList {
		return used
	}
	for id := range used {
		used[id] = !free[id]
	}
	return used
}

// free reads the list of free pages, which begins on page `list`. It returns, for each page, whether it has no records
// because it is in the list, part of the list, or a meta page; and whether the list is sound: its numbers must ascend,
// and be pages of the file.
func (s *salvage) free(list uint64) (free []bool, ok bool) {
	free = make([]bool, len(s.taken))
	free[0], free[1] = true, true

	p, ok := s.look(list, freelistFlag)
	if !ok {
		return nil, false
	}
	all := s.part(&p, 0, pageSize+p.more)
	if all == nil {
		return nil, false
	}
	count, all := uint64(p.Count), all[pageHeaderSize:]
	if p.Count == 0xFFFF { // the count does not fit there, so the list begins with it
		count, all = native.Uint64(all), all[8:]
	}
	if count > uint64(len(all)/8) {
		return nil, false
	}

	for before := uint64(1); count > 0; count, all = count-1, all[8:] {
		id := native.Uint64(all)
		if id <= before || id >= s.pages {
			return nil, false
		}
		before = id
		if id < uint64(len(free)) {
			free[id] = true
		}
	}

	for id := list; id <= list+uint64(p.more)/pageSize; id++ {
		free[id] = true
	}
	return free, true
}

// records keeps the sound records on page number id, which is in use. It returns the number of pages that continue it.
func (s *salvage) records(id uint64) (more uint64) {
	p, ok := s.look(id, leafFlag, branchFlag)
	if !ok {
		s.reportLost(id, "damaged")
		return 0
	}
	if p.Flags == branchFlag { // it refers to other pages, and has no records
		return 0
	}

	found, lost, end := s.leaf(&p, false)
	if lost > 0 {
		s.reportLost(id, "%d of its %d records are damaged", lost, found+lost)
	}

	// The header says how many pages continue this one; the caller will skip them. If the last record does not end on
	// the last of these pages, the header is damaged. Then return 0, so that no page with records is skipped.
	if more := uint64(max(end, 1)-1) / pageSize; more == uint64(p.Overflow) {
		return more
	}
	return 0
}

// leaf keeps the sound records of page p, a leaf of a tree. It returns the numbers of sound and damaged records, and
// the offset at which the last one ends. For a small bucket, which is a leaf inside a value, leaf calls itself with
// inside set to true. Such a leaf must not contain buckets.
func (s *salvage) leaf(p *leftover, inside bool) (found, lost int, end int64) {
	items, lost := p.items()
	for _, it := range items {
		end = max(end, it.end())
		key := s.part(p, it.key, it.size)
		holdsPage := it.length >= bucketSize+pageHeaderSize && it.end() <= int64(len(p.data))

		switch {
		case it.bucket && p.root(it) != 0:
			if len(key) == 8 { // a run
				s.run(binary.BigEndian.Uint64(key))
			}
			continue
		case it.bucket && !inside && holdsPage: // a small bucket
			small := leftover{data: p.data[it.value+bucketSize : it.end()]}
			_, _ = binary.Decode(small.data, native, &small.pageHeader)
			if small.Flags == leafFlag {
				foundInside, lostInside, _ := s.leaf(&small, true)
				found, lost = found+foundInside, lost+lostInside
				continue
			}
		case !it.bucket:
			if s.record(key, s.part(p, it.value, it.length)) {
				found++
				continue
			}
		}

		lost++
	}
	return found, lost, end
}

// part returns n bytes from offset off of the page p and the pages that continue it, or nil if they cannot be read, are
// longer than any record, or too many bytes were read already.
func (s *salvage) part(p *leftover, off, n int64) []byte {
	// Damaged lengths may have the same bytes read again and again, so the sum of all lengths is limited.
	s.effort -= n
	if s.effort < 0 || n > MaxPayload+checksumSize {
		return nil
	}
	if off+n <= int64(len(p.data)) {
		return p.data[off : off+n]
	}
	b := make([]byte, n)
	if _, err := s.file.ReadAt(b, p.at+off); err != nil {
		return nil
	}
	return b
}

// findOldHeaders searches page number id, which is free, for headers of runs that have lost theirs: an outdated header
// still says what was counted.
func (s *salvage) findOldHeaders(id uint64) {
	p, ok := s.look(id, leafFlag)
	if !ok {
		return
	}

	items, _ := p.items()
	for _, it := range items {
		if it.bucket || string(s.part(&p, it.key, it.size)) != string(headerKey) {
			continue
		}

		record := s.part(&p, it.value, it.length)
		if len(record) < checksumSize { // damaged
			continue
		}

		r, header := s.runs[runOf(headerKind, headerKey, record)], record[:len(record)-checksumSize]
		isSame := func(other []byte) bool { return bytes.Equal(other, header) }
		if r != nil && r.Header == nil && !slices.ContainsFunc(r.Older, isSame) {
			r.Older = append(r.Older, bytes.Clone(header))
		}
	}
}

// run returns the payloads found so far of run number id. It returns nil if the number is too large for a run, so that
// it must come from a damaged record.
func (s *salvage) run(id uint64) *Salvaged {
	if id == 0 || id > mostRuns {
		return nil
	}
	if s.runs[id] == nil {
		s.runs[id] = &Salvaged{Run: id, Contributors: make(map[uint64][]byte), Shards: make(map[uint64][]byte)}
	}
	return s.runs[id]
}

// mostRuns is a number of runs that no file reaches. For a damaged record, runOf returns in effect a random number of
// 64 bits. Only one in 2^40 such numbers is at most mostRuns, so nearly all damaged records are recognized.
const mostRuns = 1 << 24

// record keeps a record, and reports whether it is sound.
func (s *salvage) record(key, record []byte) bool {
	if len(record) < checksumSize {
		return false
	}
	payload := record[:len(record)-checksumSize]
	keep := func(k kind, put func(r *Salvaged, payload []byte)) bool {
		r := s.run(runOf(k, key, record))
		if r != nil {
			put(r, bytes.Clone(payload))
		}
		return r != nil
	}

	switch name := string(key); name {
	case string(magicKey), string(versionKey), string(lastKey):
		return s.meta(name, payload, record)
	case string(headerKey):
		return keep(headerKind, func(r *Salvaged, header []byte) { r.Header = header })
	case string(totalKey):
		return keep(totalKind, func(r *Salvaged, total []byte) { r.Total = total })
	}

	// The checksum is right for a shard or for a contributor, not both.
	if len(key) != 8 {
		return false
	}
	id := binary.BigEndian.Uint64(key)
	return keep(shardKind, func(r *Salvaged, shard []byte) { r.Shards[id] = shard }) ||
		keep(contributorKind, func(r *Salvaged, contributor []byte) { r.Contributors[id] = contributor })
}

// meta reads a record of the bucket meta and reports whether its checksum is right. It panics with a damage if this
// program cannot read the version of the format.
func (s *salvage) meta(name string, payload, record []byte) bool {
	if _, err := metaAddress([]byte(name)).open(s.path, record); err != nil {
		return false
	}
	switch name {
	case string(versionKey):
		if err := checkVersion(s.path, payload); err != nil {
			panic(damage{err})
		}
	case string(lastKey):
		if len(payload) == 8 {
			s.last = binary.BigEndian.Uint64(payload)
		}
	}
	return true
}

// runOf computes which run a record belongs to from its kind, key and checksum, because its place in the tree may be
// lost. The checksum covers the number of the run, and is right for exactly one of the 1<<64 possible numbers.
//
// A CRC is computed byte by byte, and its state has eight bytes. The state before the eight bytes of the run, computed
// forward from the start, and the state after them, computed backward from the stored checksum, determine these bytes.
func runOf(k kind, key, record []byte) uint64 {
	payload, sum := record[:len(record)-checksumSize], binary.BigEndian.Uint64(record[len(record)-checksumSize:])

	// The checksum is a CRC-64 of the kind, the run, the key and the payload, in this order. A step of it shifts the
	// state by a byte and adds an entry of checksumTable (exclusive or). The highest byte of the new state tells which
	// entry it was, so a step can be undone. Undo the steps of the payload and the key, which leads to the state after
	// the run. Then undo eight more steps as if the bytes of the run, which are not known yet, were 0.
	after := ^sum
	for _, b := range [][]byte{payload, key, make([]byte, 8)} {
		for _, c := range slices.Backward(b) {
			i := checksumBack[after>>56]
			after = (after^checksumTable[i])<<8 | uint64(i^c)
		}
	}

	// `before` is the state before the run, that is after the byte of the kind. Eight steps with the bytes of the run
	// lead from `before` to the state after the run. Eight steps with bytes 0 lead there too, if the bytes of the run
	// are first added to `before` (exclusive or). The loop has undone eight steps with bytes 0, so `after` is `before`
	// plus the run. Hence the run is the exclusive or of both, with its first byte lowest.
	before := ^crc64.Update(0, checksumTable, []byte{byte(k)})
	return bits.ReverseBytes64(after ^ before)
}

// checksumBack has the index of the entry of checksumTable with a given highest byte, to undo a step of the checksum.
var checksumBack = func() (back [256]byte) {
	for i, entry := range checksumTable {
		back[entry>>56] = byte(i)
	}
	return back
}()
