package db

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"go.etcd.io/bbolt"
)

func metaField(data []byte, page, at int) []byte {
	return data[page*pageSize+pageHeaderSize+at:]
}

// TestMetaPagesFollowEachOther changes fields of the meta pages. The file must be accepted only if the two pages are
// those of two consecutive transactions, or if one page is torn, i.e. written only in part.
func TestMetaPagesFollowEachOther(t *testing.T) {
	const versionAt, pageSizeAt, transactionAt = 4, 8, 48
	path, _ := sample(t)
	sound := bytesOf(t, path)
	newer := newest(sound)
	older := 1 - newer
	transaction := native.Uint64(metaField(sound, newer, transactionAt))
	number := func(b []byte, page int, n uint64) { native.PutUint64(metaField(b, page, transactionAt), n) }
	tear := func(b []byte, page int) { metaField(b, page, 56)[0]++ } // the checksum
	untitle := func(b []byte, page int) { b[page*pageSize]++ }

	for _, test := range []struct {
		name   string
		damage func(b []byte) // before the checksums are made right
		tear   func(b []byte) // and afterwards
		kind   error          // of Open
		place  string         // of the error of Open, or of the error of TornPage
	}{
		{"sound", nil, nil, nil, ""},
		{"the newer is torn", nil, func(b []byte) { tear(b, newer) }, nil, fmt.Sprint("page ", newer)},
		{"the older is torn", nil, func(b []byte) { tear(b, older) }, nil, fmt.Sprint("page ", older)},
		{"the newer is empty", nil, func(b []byte) { clear(b[newer*pageSize:][:pageSize]) }, nil, fmt.Sprint("page ", newer)},
		{"the newer is of another version", func(b []byte) { metaField(b, newer, versionAt)[0]++ }, nil, nil, fmt.Sprint("page ", newer)},
		{"the newer has another magic number", func(b []byte) { metaField(b, newer, 0)[0]++ }, nil, nil, fmt.Sprint("page ", newer)},
		{"both have the same transaction", func(b []byte) { number(b, older, transaction) }, nil, ErrCorrupt, "page 0"},
		{"a transaction is left out", func(b []byte) { number(b, newer, transaction+2) }, nil, ErrCorrupt, fmt.Sprint("page ", newer)},
		{"the pages have changed places", func(b []byte) {
			number(b, newer, transaction+1)
			number(b, older, transaction)
		}, nil, ErrCorrupt, fmt.Sprint("page ", newer)},
		{"the only sound one is in the wrong place", func(b []byte) { number(b, newer, transaction+1) },
			func(b []byte) { tear(b, older) }, ErrCorrupt, fmt.Sprint("page ", newer)},
		{"page 0 has the wrong number", nil, func(b []byte) { untitle(b, 0) }, ErrCorrupt, "page 0"},
		{"page 1 has the wrong number", nil, func(b []byte) { untitle(b, 1) }, ErrCorrupt, "page 1"},
		{"page 0 has the wrong number, and page 1 is torn", nil, func(b []byte) { untitle(b, 0); tear(b, 1) }, ErrCorrupt, "page 0"},
		{"page 1 has the wrong number, and page 0 is torn", nil, func(b []byte) { untitle(b, 1); tear(b, 0) }, ErrCorrupt, "page 1"},
		{"page 0 has the wrong number and is torn", nil, func(b []byte) { untitle(b, 0); tear(b, 0) }, nil, "page 0"},
		{"page 1 has the wrong number and is torn", nil, func(b []byte) { untitle(b, 1); tear(b, 1) }, nil, "page 1"},
		{"page 1 has other pages", func(b []byte) {
			number(b, 1, native.Uint64(metaField(b, 0, transactionAt))+1)
			metaField(b, 1, pageSizeAt)[1]++
		}, nil, ErrCorrupt, "page 1"},
	} {
		data := bytes.Clone(sound)
		if test.damage != nil {
			test.damage(data)
			resum(data)
		}
		if test.tear != nil {
			test.tear(data)
		}
		path := writeFile(t, data)
		db, err := Open(path, Options{ReadOnly: true})
		if err == nil {
			err = db.TornPage()
			mustClose(t, db)
		} else if test.kind == nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		} else if !errors.Is(err, test.kind) {
			t.Errorf("%s: %v, want %v", test.name, err, test.kind)
		}
		if placeOf(err) != test.place || test.kind == nil && err != nil && !errors.Is(err, ErrTorn) {
			t.Errorf("%s: %v, want an error at %q", test.name, err, test.place)
		}
	}
}

func pageIDs(data []byte, freelist int) (ids []uint64) {
	for i := range int(native.Uint16(data[freelist+10:])) {
		ids = append(ids, native.Uint64(data[freelist+pageHeaderSize+8*i:]))
	}
	return ids
}

// TestFreeListWithItsOwnCount opens a file whose list of free pages begins with its length, as bbolt writes a list
// whose length does not fit the count in the head of the page.
func TestFreeListWithItsOwnCount(t *testing.T) {
	path, stored := sample(t)
	data := bytesOf(t, path)
	a := anatomyOf(data)
	free := pageIDs(data, a.freelist)
	native.PutUint16(data[a.freelist+10:], 0xFFFF)
	for i, n := range append([]uint64{uint64(len(free))}, free...) {
		native.PutUint64(data[a.freelist+pageHeaderSize+8*i:], n)
	}
	path = writeFile(t, data)
	if err := Check(path, nil); err != nil {
		t.Error(err)
	}
	if found, lost, err := salvaged(path); err != nil || lost != nil || !maps.Equal(found, stored) {
		t.Errorf("salvage finds %d records of %d, lost: %v, %v", len(found), len(stored), lost, err)
	}
}

func TestPagesThatBboltWouldMisread(t *testing.T) {
	small, _ := sample(t)
	for _, test := range []struct {
		name   string
		path   string
		damage func(b []byte, a anatomy)
		says   string
	}{
		{"a free page after the last one", small, func(b []byte, a anatomy) {
			last := len(pageIDs(b, a.freelist)) - 1
			native.PutUint64(b[a.freelist+pageHeaderSize+8*last:], a.high)
		}, "page %[1]d: corrupt: referred to, but the last page is %[2]d"},
		{"a value longer than its page", small, func(b []byte, a anatomy) {
			leaf := leafWithMany(t, b, a)
			native.PutUint32(b[elementOf(leaf, countOf(b, leaf)-1)+12:], 1<<20)
		}, "its content takes"},
		{"a bucket that is too short", small, func(b []byte, _ anatomy) {
			root := int(native.Uint64(metaField(b, newest(b), 16))) * pageSize
			native.PutUint32(b[elementOf(root, countOf(b, root)-1)+12:], 4)
		}, "it holds a bucket of 4 bytes, expected 16 to"},
		{"a small bucket that says that it is page 1", small, func(b []byte, a anatomy) { b[a.inline[0]]++ },
			"it holds a bucket whose page is damaged"},
		{"a small bucket that says that it is continued", small, func(b []byte, a anatomy) { b[a.inline[0]+12]++ },
			"it holds a bucket whose page is damaged"},
		{"two equal keys", small, func(b []byte, a anatomy) {
			leaf := leafWithMany(t, b, a)
			copy(keyOf(b, elementOf(leaf, 1)), keyOf(b, elementOf(leaf, 0)))
		}, "is out of order"},
		{"the first key of the next page", large(t), func(b []byte, a anatomy) {
			for _, at := range a.branches {
				left := int(native.Uint64(b[elementOf(at, 0)+8:])) * pageSize
				right := int(native.Uint64(b[elementOf(at, 1)+8:])) * pageSize
				if native.Uint16(b[left+8:]) == leafFlag {
					copy(keyOf(b, elementOf(left, countOf(b, left)-1)), keyOf(b, elementOf(right, 0)))
				}
			}
		}, "is out of order"},
	} {
		data := bytesOf(t, test.path)
		a := anatomyOf(data)
		test.damage(data, a)
		path := writeFile(t, data)
		_, err := Open(path, Options{ReadOnly: true})
		want(t, path, err, ErrCorrupt)
		says := test.says
		if strings.Contains(says, "%") {
			says = fmt.Sprintf(says, a.high, a.high-1)
		}
		if err != nil && !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v, want %q", test.name, err, says)
		}
	}
}

func elementOf(page, i int) int { return page + pageHeaderSize + i*elementSize }

func keyOf(data []byte, element int) []byte {
	return data[element+int(native.Uint32(data[element+4:])):][:8]
}

func countOf(data []byte, page int) int { return int(native.Uint16(data[page+10:])) }

func leafWithMany(t testing.TB, data []byte, a anatomy) int {
	t.Helper()
	for _, at := range a.leaves {
		if bytes.Contains(data[at:at+pageSize], bytes.Repeat([]byte{10}, 20)) {
			return at
		}
	}
	t.Fatal("no leaf has shard 100 of run 3")
	return 0
}

func TestCheckNamesThePlace(t *testing.T) {
	for _, test := range []struct {
		name   string
		change func(tx *bbolt.Tx) error
		kind   error
		place  string
	}{
		{"a damaged total", func(tx *bbolt.Tx) error {
			return tx.Bucket(runsBucket).Bucket(number(2)).Put(totalKey, []byte("not what it was"))
		}, ErrChecksum, "run 2 total"},
		{"a version of four bytes", func(tx *bbolt.Tx) error {
			return tx.Bucket(metaBucket).Put(versionKey, metaAddress(versionKey).seal(make([]byte, 4)))
		}, ErrCorrupt, "meta version"},
		{"a last run of four bytes", func(tx *bbolt.Tx) error {
			return tx.Bucket(metaBucket).Put(lastKey, metaAddress(lastKey).seal(make([]byte, 4)))
		}, ErrCorrupt, "meta last"},
		{"a record for a run", func(tx *bbolt.Tx) error { return tx.Bucket(runsBucket).Put(number(5), nil) }, ErrCorrupt, "bucket runs"},
		{"a run without a number", func(tx *bbolt.Tx) error { _, err := tx.Bucket(runsBucket).CreateBucket([]byte("run")); return err },
			ErrCorrupt, "bucket runs"},
	} {
		path, _ := sample(t)
		change(t, path, test.change)
		var places []string
		err := Check(path, func(err error) { places = append(places, placeOf(err)) })
		want(t, path, err, test.kind)
		if placeOf(err) != test.place {
			t.Errorf("%s: at %q, want %q", test.name, placeOf(err), test.place)
		}
		if len(places) > 1 {
			t.Errorf("%s: errors at %q", test.name, places)
		}
	}
}

// TestAFileChangedWhileItIsOpen changes an open file with bbolt. Operations that need the changed bucket must return an
// error, and nothing may be stored.
func TestAFileChangedWhileItIsOpen(t *testing.T) {
	for _, test := range []struct {
		name   string
		change func(tx *bbolt.Tx) error
		do     func(db *DB) error
		kind   error
	}{
		{"a record for a run", func(tx *bbolt.Tx) error { return tx.Bucket(runsBucket).Put(number(9), nil) }, func(db *DB) error {
			return db.View(func(tx *Tx) error { return tx.Runs(func(uint64, []byte) error { return nil }) })
		}, ErrNotFound},
		{"a bucket for a shard", func(tx *bbolt.Tx) error {
			_, err := tx.Bucket(runsBucket).Bucket(number(2)).Bucket(shardsBucket).CreateBucket(number(2))
			return err
		}, func(db *DB) error {
			return db.Update(func(tx *Tx) error { return tx.ReplaceShard(2, 2, []byte("payload")) })
		}, ErrCorrupt},
		{"a last run of four bytes", func(tx *bbolt.Tx) error {
			return tx.Bucket(metaBucket).Put(lastKey, metaAddress(lastKey).seal(make([]byte, 4)))
		}, func(db *DB) error {
			return db.Update(func(tx *Tx) error { _, err := tx.CreateRun(nil); return err })
		}, ErrCorrupt},
	} {
		path, _ := sample(t)
		db := mustOpen(t, path)
		change(t, path, test.change)
		before := bytesOf(t, path)
		err := test.do(db)
		want(t, path, err, test.kind)
		if !bytes.Equal(bytesOf(t, path), before) {
			t.Errorf("%s: the file was changed", test.name)
		}
		mustClose(t, db)
	}
}

func TestTheLongestPayload(t *testing.T) {
	path, _ := sample(t)
	db := mustOpen(t, path)
	defer db.Close()
	stop := errors.New("store nothing")
	err := db.Update(func(tx *Tx) error {
		for _, test := range []struct {
			length int
			kind   error
		}{{0, nil}, {MaxPayload - 1, nil}, {MaxPayload, nil}, {MaxPayload + 1, ErrTooLarge}} {
			err := tx.edit(make([]byte, test.length), func() error { return nil })
			if !errors.Is(err, test.kind) {
				t.Errorf("%d bytes: %v, want %v", test.length, err, test.kind)
			}
		}
		return stop
	})
	if err != stop {
		t.Error(err)
	}
}

func TestGuardReturnsThePanic(t *testing.T) {
	for _, test := range []struct {
		f    func()
		says string
	}{
		{func() {}, "<nil>"},
		{func() { panic("freelist: invalid page") }, "freelist: invalid page"},
		{func() { panic(errors.New("an error")) }, "an error"},
		{func() { _ = binary.BigEndian.Uint64(make([]byte, len(lastKey))) }, "runtime error: index out of range [7] with length 4"},
	} {
		if got := fmt.Sprint(guard(test.f)); got != test.says {
			t.Errorf("got %q, want %q", got, test.says)
		}
	}
}

// TestOpenRemovesTheRestOfAKilledProcess opens a file next to the temporary file of a killed process, which Open must
// remove unless it opens the database only for reading.
func TestOpenRemovesTheRestOfAKilledProcess(t *testing.T) {
	path, _ := sample(t)
	rest := filepath.Join(filepath.Dir(path), ".enumerate-0123456789abcdef")
	if err := os.WriteFile(rest, []byte("a part of a file"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, o := range []Options{{ReadOnly: true}, {}} {
		db, err := Open(path, o)
		if err != nil {
			t.Fatal(err)
		}
		mustClose(t, db)
		if _, err := os.Stat(rest); errors.Is(err, fs.ErrNotExist) == o.ReadOnly {
			t.Errorf("read only: %t: looking for the file returns %v", o.ReadOnly, err)
		}
	}
}

func TestOpeningAFileThatDoesNotExist(t *testing.T) {
	path := filepath.Join(t.TempDir(), "missing.db")
	_, err := Open(path, Options{ReadOnly: true})
	want(t, path, err, fs.ErrNotExist)
	if err != nil && !strings.Contains(err.Error(), "name a database that exists") {
		t.Error(err)
	}
}

func TestHeldByAnUnknownProcess(t *testing.T) {
	f, err := os.Create(filepath.Join(t.TempDir(), "file"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	err = heldError("file.db", f)
	if want := fmt.Sprintf("file.db: %v: wait for it to end", ErrHeld); err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestLockReportsWhatItCannotDo(t *testing.T) {
	dir := t.TempDir()
	missing := filepath.Join(dir, "missing", "lock")
	if _, err := Lock(missing, -time.Second); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("in a directory that does not exist: %v", err)
	}
	if runtime.GOOS == "windows" {
		t.Skip("Windows removes no open file")
	}

	path := filepath.Join(dir, "lock")
	for _, test := range []struct {
		name  string
		after func() error // what happens to the file while it is locked
		fails bool
	}{
		{"nothing happens", func() error { return nil }, false},
		{"it is removed", func() error { return os.Remove(path) }, false},
		{"a directory is there instead", func() error {
			return errors.Join(os.Remove(path), os.MkdirAll(filepath.Join(path, "full"), 0o777))
		}, true},
	} {
		release, err := Lock(path, -time.Second)
		if err != nil {
			t.Fatal(err)
		}
		if info, err := os.Stat(path); err != nil || info.Mode()&0o111 != 0 {
			t.Errorf("%s: %v, %v", test.name, info.Mode(), err)
		}
		if err := test.after(); err != nil {
			t.Fatal(err)
		}
		if err := release(); (err != nil) != test.fails {
			t.Errorf("%s: %v, want an error: %t", test.name, err, test.fails)
		}
	}
}
