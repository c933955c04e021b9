package db

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// An element is a key and a value of a leaf page.
type element struct {
	key   string
	value []byte
}

// leafOf returns the bytes of a leaf page with the given elements.
func leafOf(id uint64, elements ...element) []byte {
	b := make([]byte, pageSize)
	native.PutUint64(b, id)
	native.PutUint16(b[8:], leafFlag)
	native.PutUint16(b[10:], uint16(len(elements)))

	next := pageHeaderSize + len(elements)*elementSize
	for i, e := range elements {
		at := pageHeaderSize + i*elementSize
		native.PutUint32(b[at+4:], uint32(next-at))
		native.PutUint32(b[at+8:], uint32(len(e.key)))
		native.PutUint32(b[at+12:], uint32(len(e.value)))
		next += copy(b[next:], e.key)
		next += copy(b[next:], e.value)
	}

	return b
}

// salvageOf returns a salvage of a file with the bytes data, before any page is read.
func salvageOf(data []byte) *salvage {
	pages := len(data) / pageSize
	return &salvage{
		pageCheck:     pageCheck{path: "file.db", file: bytes.NewReader(data), taken: make([]bool, pages)},
		report:        func(error) {},
		reportedPages: make(map[uint64]bool),
		pages:         uint64(pages),
		effort:        1 << 30,
		runs:          make(map[uint64]*Salvaged),
	}
}

func bytesOf(t testing.TB, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestSalvageReadsTheFreeList(t *testing.T) {
	const list, pages = 5, 900
	many := make([]uint64, 600) // they need two pages
	for i := range many {
		many[i] = uint64(100 + i)
	}
	for _, test := range []struct {
		name     string
		ids      []uint64
		overflow uint32
		long     bool // the count is the first number of the list
		free     []uint64
		sound    bool
	}{
		{"none", nil, 0, false, nil, true},
		{"one", []uint64{9}, 0, false, []uint64{9}, true},
		{"the lowest and the highest", []uint64{2, pages - 1}, 0, false, []uint64{2, pages - 1}, true},
		{"two pages", many, 1, false, append([]uint64{6}, many...), true},
		{"with its own count", []uint64{9, 10}, 0, true, []uint64{9, 10}, true},
		{"a meta page", []uint64{1}, 0, false, nil, false},
		{"twice the same", []uint64{9, 9}, 0, false, nil, false},
		{"descending", []uint64{10, 9}, 0, false, nil, false},
		{"beyond the file", []uint64{pages}, 0, false, nil, false},
		{"longer than its pages", many, 0, false, nil, false},
	} {
		data := make([]byte, pages*pageSize)
		b := data[list*pageSize:]
		native.PutUint64(b, list)
		native.PutUint16(b[8:], freelistFlag)
		native.PutUint16(b[10:], uint16(len(test.ids)))
		native.PutUint32(b[12:], test.overflow)
		b = b[pageHeaderSize:]
		if test.long {
			native.PutUint16(data[list*pageSize+10:], 0xFFFF)
			native.PutUint64(b, uint64(len(test.ids)))
			b = b[8:]
		}
		for i, id := range test.ids {
			native.PutUint64(b[8*i:], id)
		}

		free, sound := salvageOf(data).free(list)
		if sound != test.sound {
			t.Errorf("%s: sound: %t, want %t", test.name, sound, test.sound)
		}
		if !test.sound {
			continue
		}
		wanted := make([]bool, pages)
		for _, id := range append([]uint64{0, 1, list}, test.free...) {
			wanted[id] = true
		}
		if !slices.Equal(free, wanted) {
			t.Errorf("%s: other pages are free", test.name)
		}

		tired := salvageOf(data)
		tired.effort = 0
		if _, sound := tired.free(list); sound {
			t.Errorf("%s: the list is sound although it was not read", test.name)
		}
	}
}

// The head of a page says on how many further pages its content continues. TestSalvageLooksAtPagesOfTheFileOnly reads
// pages whose numbers, or whose counts of further pages, lead beyond the end of the file.
func TestSalvageLooksAtPagesOfTheFileOnly(t *testing.T) {
	data := slices.Concat(make([]byte, 2*pageSize), leafOf(2), leafOf(3), leafOf(4), leafOf(5))
	for page := 2; page < 6; page++ {
		native.PutUint32(data[page*pageSize+12:], 1000)
	}
	s := salvageOf(data)
	s.taken = s.taken[:5] // the file has more pages than the meta page says
	for id, want := range []struct {
		ok   bool
		more int64
	}{2: {true, 2 * pageSize}, 3: {true, pageSize}, 4: {true, 0}, 5: {false, 0}, 6: {false, 0}} {
		if p, ok := s.look(uint64(id), leafFlag); ok != want.ok || p.more != want.more {
			t.Errorf("page %d: ok: %t, continued by %d bytes, want %t, %d", id, ok, p.more, want.ok, want.more)
		}
	}
}

func TestSalvageLosesElementsOutsideThePage(t *testing.T) {
	b := leafOf(2, element{"a", []byte("1")}, element{"b", []byte("2")}, element{"c", []byte("3")})
	native.PutUint32(b[pageHeaderSize+elementSize+12:], pageSize) // the length of the second value
	s := salvageOf(slices.Concat(make([]byte, 2*pageSize), b))
	p, ok := s.look(2, leafFlag)
	items, lost := p.items()
	var keys []string
	for _, it := range items {
		keys = append(keys, string(s.part(&p, it.key, it.size)))
	}
	if !ok || lost != 1 || !slices.Equal(keys, []string{"a", "c"}) {
		t.Errorf("keys %q, %d lost, want a and c, 1 lost", keys, lost)
	}
}

// Each row has the number of bytes that salvage may still read (effort), the length of a part, and whether the part may
// be read. Without this limit, damaged lengths could have the same bytes read any number of times.
func TestSalvageReadsNoMoreThanItsEffort(t *testing.T) {
	for _, test := range []struct {
		effort, length int64
		read           bool
	}{{10, 10, true}, {9, 10, false}, {0, 1, false}, {-1, 0, false}, {1 << 40, MaxPayload + checksumSize + 1, false}} {
		s := salvageOf(nil)
		s.effort = test.effort
		p := leftover{data: make([]byte, pageSize)}
		if b := s.part(&p, 0, test.length); (b != nil) != test.read {
			t.Errorf("%d bytes with an effort of %d: read: %t, want %t", test.length, test.effort, b != nil, test.read)
		}
	}
}

func TestSalvageKeepsSoundRecordsOnly(t *testing.T) {
	sound := address{shardKind, 3, number(7)}.seal([]byte("payload"))
	for _, test := range []struct {
		name, key string
		record    []byte
		kept      bool
	}{
		{"sound", string(number(7)), sound, true},
		{"at another key", string(number(8)), sound, false},
		{"at a short key", "other", sound, false},
		{"at no key", "", sound, false},
		{"without a checksum", string(number(7)), sound[:checksumSize-1], false},
		{"a version with a wrong checksum", string(versionKey), sound, false},
	} {
		s := salvageOf(nil)
		if kept := s.record([]byte(test.key), test.record); kept != test.kept {
			t.Errorf("%s: kept: %t, want %t", test.name, kept, test.kept)
		}
	}
}

// TestSalvageFindsOlderHeaders searches a free page for earlier headers. Only headers of runs whose own header is lost
// must be listed, and each only once.
func TestSalvageFindsOlderHeaders(t *testing.T) {
	header := func(run uint64, payload string) element {
		return element{"header", address{headerKind, run, headerKey}.seal([]byte(payload))}
	}
	wrongID := leafOf(9, header(1, "misplaced"))
	branch := leafOf(4, header(1, "on a branch"))
	native.PutUint16(branch[8:], branchFlag)
	pages := [][]byte{
		make([]byte, pageSize), make([]byte, pageSize),
		leafOf(2, element{"header", []byte("short")}, header(1, "old"), header(2, "not lost"), header(3, "no such run")),
		wrongID, branch,
		leafOf(5, element{"total", header(1, "a total").value}, header(1, "old"), header(1, "older")),
	}
	s := salvageOf(slices.Concat(pages...))
	s.run(1)
	s.run(2).Header = []byte("header")
	for id := range uint64(len(pages)) {
		s.findOldHeaders(id)
	}
	if got := fmt.Sprintf("%s", s.runs[1].Older); got != "[old older]" {
		t.Errorf("run 1 had the headers %s, want [old older]", got)
	}
	if s.runs[2].Older != nil || s.runs[3] != nil {
		t.Error("older headers of a run that has not lost its header, or of a run that does not exist")
	}
}

func TestSalvageReturnsTheHeaderBefore(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.db")
	db := mustOpen(t, path)
	mustUpdate(t, db, func(tx *Tx) error { _, err := tx.CreateRun([]byte("the first header")); return err })
	mustUpdate(t, db, func(tx *Tx) error { return tx.PutHeader(1, []byte("the last header")) })
	mustClose(t, db)

	data := bytes.ReplaceAll(bytesOf(t, path), []byte("the last header"), []byte("the lost header"))
	var lost []error
	runs, err := Salvage(writeFile(t, data), func(err error) { lost = append(lost, err) })
	if err != nil || len(runs) != 1 || runs[0].Header != nil || fmt.Sprintf("%s", runs[0].Older) != "[the first header]" {
		t.Errorf("got %+v, %v", runs, err)
	}
	if len(lost) != 1 || !strings.Contains(lost[0].Error(), "records are damaged") {
		t.Errorf("it says %v", lost)
	}
}

// TestSalvageReportsEachPageOnce damages a page in several ways. Only records on this page may be lost.
func TestSalvageReportsEachPageOnce(t *testing.T) {
	path, _ := sample(t)
	sound := bytesOf(t, path)
	was, err := stateOf(path)
	if err != nil {
		t.Fatal(err)
	}
	a := anatomyOf(sound)
	on := a.records()
	home := func(place string) int {
		for at, places := range on {
			if slices.Contains(places, place) {
				return at
			}
		}
		t.Fatalf("%s is on no page", place)
		return 0
	}
	leaf := home("run 3 shard 100")
	page := fmt.Sprintf("page %d", leaf/pageSize)
	older := 1 - newest(sound)
	for _, test := range []struct {
		name   string
		damage func(b []byte)
		losses []string // the records that are not found
		place  string
		says   string
	}{
		{"an empty leaf", func(b []byte) { clear(b[leaf : leaf+pageSize]) }, on[leaf], page, "damaged"},
		{"a leaf of another page", func(b []byte) { b[leaf]++ }, on[leaf], page, "damaged"},
		{"a record", func(b []byte) { b[bytes.Index(b, bytes.Repeat([]byte{10}, 20))]++ }, []string{"run 3 shard 100"}, page, "1 of its "},
		{"the older meta page", func(b []byte) { clear(b[older*pageSize:][:pageSize]) }, nil, fmt.Sprint("page ", older), "the meta page is damaged"},
		{"the magic number of the older meta page", func(b []byte) { b[older*pageSize+pageHeaderSize]++ }, nil, fmt.Sprint("page ", older), "the meta page is damaged"},
		{"a leaf that is free too", func(b []byte) {
			// The list must stay in ascending order, so the leaf replaces a free page with a neighbouring number.
			n := int(native.Uint16(b[a.freelist+10:]))
			ids := []uint64{uint64(leaf / pageSize)}
			for i := range n {
				ids = append(ids, native.Uint64(b[a.freelist+pageHeaderSize+8*i:]))
			}
			slices.Sort(ids)
			native.PutUint16(b[a.freelist+10:], uint16(n+1))
			for i, id := range ids {
				native.PutUint64(b[a.freelist+pageHeaderSize+8*i:], id)
			}
		}, on[leaf], page, "in use and free"},
	} {
		data := bytes.Clone(sound)
		test.damage(data)
		found, lost, err := salvaged(writeFile(t, data))
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
		}
		wanted := maps.Clone(was.last)
		for _, place := range test.losses {
			delete(wanted, place)
		}
		if !maps.Equal(found, wanted) {
			t.Errorf("%s: %d records are found, want %d", test.name, len(found), len(wanted))
		}
		if len(lost) != 1 || placeOf(lost[0]) != test.place || !strings.Contains(lost[0].Error(), test.says) {
			t.Errorf("%s: it says %v, want one line about %s: %s", test.name, lost, test.place, test.says)
		}
	}
}

// TestSalvageReportsADamagedBranch damages an element of a branch. Salvage must read the pages of the other elements.
func TestSalvageReportsADamagedBranch(t *testing.T) {
	path := large(t)
	data := bytesOf(t, path)
	a := anatomyOf(data)
	branch := a.branches[0]
	native.PutUint32(data[branch+pageHeaderSize+4:], 1<<30) // the length of the first key
	was, err := stateOf(path)
	if err != nil {
		t.Fatal(err)
	}
	found, lost, err := salvaged(writeFile(t, data))
	if err != nil || !maps.Equal(found, was.last) {
		t.Errorf("%d records of %d are found, %v", len(found), len(was.last), err)
	}
	if len(lost) != 1 || placeOf(lost[0]) != fmt.Sprint("page ", branch/pageSize) || !strings.Contains(lost[0].Error(), "1 of the ") {
		t.Errorf("it says %v", lost)
	}
}

func TestSalvageListsARunWithoutRecords(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.db")
	db := mustOpen(t, path)
	mustUpdate(t, db, func(tx *Tx) error {
		_, err := tx.CreateRun(bytes.Repeat([]byte("a long header "), 200))
		return err
	})
	mustClose(t, db)
	data := bytesOf(t, path)
	a := anatomyOf(data)
	for _, at := range a.leaves {
		if bytes.Contains(data[at:at+pageSize], []byte("a long header ")) {
			clear(data[at : at+pageSize])
		}
	}
	runs, err := Salvage(writeFile(t, data), func(error) {})
	if err != nil || len(runs) != 1 || runs[0].Run != 1 || runs[0].Header != nil {
		t.Errorf("got %+v, %v", runs, err)
	}
}

func TestSalvageInventsNoSecondRun(t *testing.T) {
	s := salvageOf(nil)
	if !s.record(lastKey, metaAddress(lastKey).seal(number(1))) || s.last != 1 {
		t.Fatalf("the last run is %d, want 1", s.last)
	}
	path := filepath.Join(t.TempDir(), "run.db")
	db := mustOpen(t, path)
	mustUpdate(t, db, func(tx *Tx) error {
		_, err := tx.CreateRun([]byte("header"))
		return errors.Join(err, tx.PutShard(1, 1, []byte("payload")))
	})
	mustClose(t, db)
	data := bytesOf(t, path)
	record := address{shardKind, 1, number(1)}.seal([]byte("payload"))
	if !bytes.Contains(data, record) {
		t.Fatal("the record is not in the file")
	}
	data = bytes.ReplaceAll(data, record, address{shardKind, 2, number(1)}.seal([]byte("payload")))
	var lost []string
	runs, err := Salvage(writeFile(t, data), func(err error) { lost = append(lost, err.Error()) })
	if err != nil || len(runs) != 1 || runs[0].Run != 1 {
		t.Errorf("got %+v, %v", runs, err)
	}
	if len(lost) != 1 || !strings.Contains(lost[0], "run 2: corrupt: it was never created, the last run is 1") {
		t.Errorf("it says %q", lost)
	}
}

func TestSalvageOfAMissingOrTruncatedFile(t *testing.T) {
	missing := filepath.Join(t.TempDir(), "missing.db")
	_, err := Salvage(missing, nil)
	want(t, missing, err, fs.ErrNotExist)
	dir := t.TempDir()
	_, err = Salvage(dir, nil)
	want(t, dir, err, ErrDirectory)

	path, _ := sample(t)
	found, lost, err := salvaged(writeFile(t, bytesOf(t, path)[:pageSize]))
	if err != nil || len(found) > 0 || !slices.ContainsFunc(lost, func(err error) bool { return errors.Is(err, ErrTruncated) }) {
		t.Errorf("%d records of a file of one page, it says %v, %v", len(found), lost, err)
	}
}
