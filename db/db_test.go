package db

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"go.etcd.io/bbolt"
	"pgregory.net/rapid"

	"enumerate/internal/file"
)

// A content is the set of payloads of a file, by place.
type content map[string]string

// read returns all payloads of a file, and an error if two methods read different ones.
func read(db *DB) (content, error) {
	c := content{}
	err := db.View(func(tx *Tx) error {
		return tx.Runs(func(run uint64, header []byte) error {
			c[fmt.Sprintf("run %d header", run)] = string(header)
			total, ok, err := tx.Total(run)
			if err != nil {
				return err
			}
			if ok {
				c[fmt.Sprintf("run %d total", run)] = string(total)
			}
			return tx.Shards(run, func(shard uint64, payload []byte) error {
				again, ok, err := tx.Shard(run, shard)
				if err != nil {
					return err
				}
				if !ok || !bytes.Equal(payload, again) {
					return fmt.Errorf("run %d shard %d is %q and, %t, %q", run, shard, payload, ok, again)
				}
				c[fmt.Sprintf("run %d shard %d", run, shard)] = string(payload)
				return nil
			})
		})
	})
	return c, err
}

func mustOpen(t testing.TB, path string) *DB {
	t.Helper()
	db, err := Open(path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

func mustUpdate(t testing.TB, db *DB, f func(*Tx) error) {
	t.Helper()
	if err := db.Update(f); err != nil {
		t.Fatal(err)
	}
}

func mustClose(t testing.TB, db *DB) {
	t.Helper()
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
}

// sample makes a small file with everything that a file can contain: runs without shards, with few, with many, and with
// long ones; totals; branches; pages that continue on others; and free pages.
func sample(t testing.TB) (string, content) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "sample.db")
	db := mustOpen(t, path)
	mustUpdate(t, db, func(tx *Tx) error {
		for _, r := range []struct {
			shards, length int
			total          bool
		}{{0, 0, false}, {3, 5, true}, {150, 20, true}, {2, 5000, false}, {20, 400, true}} {
			run, err := tx.CreateRun(fmt.Appendf(nil, "header of %d", r.shards))
			if err != nil {
				return err
			}
			for i := range r.shards {
				payload := bytes.Repeat([]byte{byte(i)}, r.length)
				if err := tx.PutShard(run, uint64(i*i), payload); err != nil {
					return err
				}
			}
			if r.total {
				if err := tx.PutTotal(run, []byte("total")); err != nil {
					return err
				}
			}
		}
		return nil
	})
	mustUpdate(t, db, func(tx *Tx) error { return tx.DeleteRun(5) })
	mustUpdate(t, db, func(tx *Tx) error { return tx.PutShard(2, 77, []byte("late")) })
	c, err := read(db)
	if err != nil {
		t.Fatal(err)
	}
	mustClose(t, db)
	return path, c
}

func checkLine(t testing.TB, path string, err error) {
	t.Helper()
	if s := err.Error(); !strings.HasPrefix(s, path+": ") || strings.ContainsRune(s, '\n') {
		t.Errorf("error is not one line that begins with the file: %q", s)
	}
}

func placeOf(err error) string {
	var fileErr *file.Error
	if !errors.As(err, &fileErr) {
		return ""
	}
	return fileErr.Place
}

func want(t testing.TB, path string, err, kind error) {
	t.Helper()
	if !errors.Is(err, kind) {
		t.Errorf("got error %v, want %v", err, kind)
		return
	}
	checkLine(t, path, err)
}

func writeFile(t testing.TB, data []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "file.db")
	if err := os.WriteFile(path, data, 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestRoundTrip(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.db")
	db := mustOpen(t, path)
	defer func() { db.Close() }()
	checks := 40
	if testing.Short() {
		checks = 5
	}
	model := content{}
	headers := map[uint64]bool{}
	last := uint64(0)
	rng := rand.New(rand.NewPCG(1, 1))
	for range checks {
		mustUpdate(t, db, func(tx *Tx) error {
			for range 20 {
				payload := bytes.Repeat([]byte{byte(rng.Uint32())}, rng.IntN(1<<rng.IntN(14)))
				runs := slices.Sorted(maps.Keys(headers))
				if len(runs) == 0 || rng.IntN(15) == 0 {
					run, err := tx.CreateRun(payload)
					if err != nil {
						return err
					}
					if run != last+1 {
						t.Fatalf("run %d comes after run %d", run, last)
					}
					last = run
					headers[run] = true
					model[fmt.Sprintf("run %d header", run)] = string(payload)
					continue
				}
				run := runs[rng.IntN(len(runs))]
				switch k := rng.IntN(30); k {
				case 0:
					if err := tx.DeleteRun(run); err != nil {
						return err
					}
					delete(headers, run)
					maps.DeleteFunc(model, func(k, _ string) bool { return strings.HasPrefix(k, fmt.Sprintf("run %d ", run)) })
				case 1, 2, 3:
					if err := tx.PutTotal(run, payload); err != nil {
						return err
					}
					model[fmt.Sprintf("run %d total", run)] = string(payload)
				default:
					shard := rng.Uint64() >> rng.IntN(64)
					place := fmt.Sprintf("run %d shard %d", run, shard)
					before, stored := model[place]
					err := tx.PutShard(run, shard, payload)
					if stored && before != string(payload) {
						want(t, path, err, ErrConflict)
						continue
					}
					if err != nil {
						return err
					}
					model[place] = string(payload)
				}
			}
			return nil
		})
		if rng.IntN(3) == 0 {
			mustClose(t, db)
			db = mustOpen(t, path)
		}
		got, err := read(db)
		if err != nil {
			t.Fatal(err)
		}
		if !maps.Equal(got, model) {
			t.Fatalf("got %d entries, want %d, or they differ", len(got), len(model))
		}
		if err := db.check(nil); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.View(func(tx *Tx) error {
		for err := range tx.bolt.Check() {
			t.Error(err)
		}
		return nil
	}); err != nil {
		t.Error(err)
	}
}

func TestRunsAndShardsAreVisitedInOrder(t *testing.T) {
	db := mustOpen(t, filepath.Join(t.TempDir(), "run.db"))
	rapid.Check(t, func(t *rapid.T) {
		shards := rapid.SliceOfNDistinct(rapid.Uint64(), 0, 50, rapid.ID).Draw(t, "shards")
		shards = append(shards, math.MaxUint64)
		rollback := errors.New("rollback")
		err := db.Update(func(tx *Tx) error {
			var runs []uint64
			for range 3 {
				run, err := tx.CreateRun(nil)
				if err != nil {
					return err
				}
				runs = append(runs, run)
			}
			for _, shard := range shards {
				if err := tx.PutShard(runs[1], shard, nil); err != nil {
					return err
				}
			}
			var got []uint64
			if err := tx.Runs(func(run uint64, _ []byte) error {
				got = append(got, run)
				return nil
			}); err != nil {
				return err
			}
			if !slices.Equal(got, runs) {
				t.Errorf("got runs %v, want %v", got, runs)
			}
			got = nil
			if err := tx.Shards(runs[1], func(shard uint64, _ []byte) error {
				got = append(got, shard)
				return nil
			}); err != nil {
				return err
			}
			slices.Sort(shards)
			if !slices.Equal(slices.Compact(shards), got) {
				t.Errorf("got shards %v, want %v", got, shards)
			}
			return rollback
		})
		if err != rollback {
			t.Fatal(err)
		}
	})
}

// TestVisitWrites writes shards during a visit. Those with higher numbers than the visited one must be visited in their
// new state.
func TestVisitWrites(t *testing.T) {
	db := mustOpen(t, filepath.Join(t.TempDir(), "run.db"))
	mustUpdate(t, db, func(tx *Tx) error {
		run, err := tx.CreateRun(nil)
		if err != nil {
			return err
		}
		if err := tx.PutShard(run, 10, nil); err != nil {
			return err
		}
		var got []uint64
		err = tx.Shards(run, func(shard uint64, _ []byte) error {
			got = append(got, shard)
			if shard > 3000 {
				return nil
			}
			return errors.Join(tx.PutShard(run, shard+1, nil), tx.PutShard(run, shard-1, nil))
		})
		if len(got) != 3000-10+2 || !slices.IsSorted(got) {
			t.Errorf("got %d shards", len(got))
		}
		if err != nil {
			return err
		}
		err = tx.Shards(run, func(uint64, []byte) error { return tx.DeleteRun(run) })
		want(t, db.Path(), err, ErrNotFound)
		return nil
	})
}

// TestFailedUpdatesChangeNothing calls Update with functions that fail or panic after writing. The file must not change.
func TestFailedUpdatesChangeNothing(t *testing.T) {
	path, before := sample(t)
	db := mustOpen(t, path)
	var kept *Tx
	change := func(tx *Tx) error {
		kept = tx
		run, err := tx.CreateRun([]byte("x"))
		return errors.Join(err, tx.PutShard(run, 1, []byte("y")), tx.PutTotal(2, []byte("z")), tx.DeleteRun(3))
	}
	failed := errors.New("failed")
	if err := db.Update(func(tx *Tx) error {
		if err := change(tx); err != nil {
			t.Error(err)
		}
		return failed
	}); err != failed {
		t.Errorf("got error %v", err)
	}
	func() {
		defer func() {
			if r := recover(); r != "mine" {
				t.Errorf("recovered %v", r)
			}
		}()
		db.Update(func(tx *Tx) error {
			if err := change(tx); err != nil {
				t.Error(err)
			}
			panic("mine")
		})
	}()
	want(t, path, kept.PutShard(1, 1, nil), ErrClosed)
	if err := db.check(nil); err != nil {
		t.Error(err)
	}
	for range 2 {
		after, err := read(db)
		if err != nil {
			t.Fatal(err)
		}
		if !maps.Equal(before, after) {
			t.Error("the content changed")
		}
		mustClose(t, db)
		db = mustOpen(t, path)
	}
	// The id of a run whose transaction failed is used again; the id of a deleted run is not.
	mustUpdate(t, db, func(tx *Tx) error {
		run, err := tx.CreateRun(nil)
		if run != 6 {
			t.Errorf("got run %d, want 6", run)
		}
		return errors.Join(err, tx.DeleteRun(run))
	})
	mustUpdate(t, db, func(tx *Tx) error {
		run, err := tx.CreateRun(nil)
		if run != 7 {
			t.Errorf("got run %d, want 7", run)
		}
		return err
	})
}

// TestShardsWithOtherPayloadsConflict stores records twice. Other payloads must conflict for a shard, but not for a
// total.
func TestShardsWithOtherPayloadsConflict(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.db")
	db := mustOpen(t, path)
	mustUpdate(t, db, func(tx *Tx) error {
		run, err := tx.CreateRun(nil)
		return errors.Join(err, tx.PutShard(run, 1, []byte("a")), tx.PutTotal(run, []byte("a")))
	})
	mustUpdate(t, db, func(tx *Tx) error {
		return errors.Join(tx.PutShard(1, 1, []byte("a")), tx.PutTotal(1, []byte("b")), tx.PutHeader(1, []byte("b")))
	})
	err := db.Update(func(tx *Tx) error { return tx.PutShard(1, 1, []byte("b")) })
	want(t, path, err, ErrConflict)
	c, err := read(db)
	if err != nil {
		t.Fatal(err)
	}
	if w := (content{"run 1 header": "b", "run 1 shard 1": "a", "run 1 total": "b"}); !maps.Equal(c, w) {
		t.Errorf("got %v, want %v", c, w)
	}
}

func TestImpossibleCallsAreErrors(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.db")
	_, err := Open(path, Options{ReadOnly: true})
	want(t, path, err, fs.ErrNotExist)
	want(t, path, Check(path, nil), fs.ErrNotExist)

	db := mustOpen(t, path)
	long := make([]byte, MaxPayload+1)
	mustUpdate(t, db, func(tx *Tx) error {
		_, _, shardErr := tx.Shard(1, 1)
		_, _, totalErr := tx.Total(1)
		for _, err := range []error{
			shardErr, totalErr,
			tx.PutShard(1, 1, nil), tx.PutTotal(0, nil), tx.PutHeader(1, nil), tx.DeleteRun(1), tx.Shards(1, nil),
		} {
			want(t, path, err, ErrNotFound)
		}
		_, createErr := tx.CreateRun(long)
		want(t, path, createErr, ErrTooLarge)
		run, err := tx.CreateRun(nil)
		if err != nil {
			return err
		}
		want(t, path, tx.PutShard(run, 1, long), ErrTooLarge)
		want(t, path, tx.PutHeader(run, long), ErrTooLarge)
		return nil
	})
	if err := db.View(func(tx *Tx) error {
		_, createErr := tx.CreateRun(nil)
		for _, err := range []error{createErr, tx.PutShard(1, 1, nil), tx.PutTotal(1, nil), tx.PutHeader(1, nil), tx.DeleteRun(1)} {
			want(t, path, err, ErrReadOnly)
		}
		if _, ok, err := tx.Shard(1, 1); ok || err != nil {
			t.Errorf("got %t, %v for a shard that is not there", ok, err)
		}
		if _, ok, err := tx.Total(1); ok || err != nil {
			t.Errorf("got %t, %v for a total that is not there", ok, err)
		}
		return nil
	}); err != nil {
		t.Error(err)
	}
	for range 2 {
		mustClose(t, db)
		want(t, path, db.View(func(*Tx) error { return nil }), ErrClosed)
		want(t, path, db.Update(func(*Tx) error { return nil }), ErrClosed)
	}

	// Two transactions that read may run at the same time, and neither can write.
	for range 2 {
		reader, err := Open(path, Options{ReadOnly: true})
		if err != nil {
			t.Fatal(err)
		}
		defer reader.Close()
		want(t, path, reader.Update(func(*Tx) error { return nil }), ErrReadOnly)
		if err := reader.check(nil); err != nil {
			t.Error(err)
		}
	}
	if err := Check(path, nil); err != nil {
		t.Error(err)
	}

	dir := filepath.Dir(path)
	for _, o := range []Options{{}, {ReadOnly: true}} {
		_, err = Open(dir, o)
		want(t, dir, err, ErrDirectory)
		below := filepath.Join(path, "below")
		_, err = Open(below, o)
		if err == nil {
			t.Fatal("opened a file below a file")
		}
		checkLine(t, below, err)
	}
}

func TestOpenCreatesDirectories(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "b")
	path := filepath.Join(dir, "run.db")
	db := mustOpen(t, path)
	if db.Path() != path {
		t.Errorf("got path %q", db.Path())
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(entries) != 1 || entries[0].Name() != "run.db" {
		t.Errorf("got the entries %v", entries)
	}
}

func TestReplacedFilesAreErrors(t *testing.T) {
	put := func(tx *Tx) error { return tx.PutShard(2, 1000, nil) }

	path, _ := sample(t)
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	db := mustOpen(t, path)
	if err := os.Rename(path, path+".old"); err != nil {
		if runtime.GOOS != "windows" {
			t.Fatal(err)
		}
		t.Skip(err) // Windows does not rename open files
	}
	nothing := func(*Tx) error { return nil }
	replaced := func(what string) {
		t.Helper()
		t.Log(what)
		want(t, path, db.Update(put), ErrReplaced)
		want(t, path, db.View(nothing), ErrReplaced)
	}
	replaced("moved")
	if err := os.Mkdir(path, 0o777); err != nil {
		t.Fatal(err)
	}
	replaced("a directory is there")
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	for _, data := range [][]byte{nil, before} {
		if err := os.WriteFile(path, data, 0o666); err != nil {
			t.Fatal(err)
		}
		replaced("another file is there")
	}
	if err := os.Rename(path+".old", path); err != nil {
		t.Fatal(err)
	}
	mustUpdate(t, db, put)
	// An older state, copied into the same file.
	if err := os.WriteFile(path, before, 0o666); err != nil {
		t.Fatal(err)
	}
	replaced("it was put back")

	for _, size := range []int64{20000, 8192, 4096, 100, 0} {
		path, _ := sample(t)
		db := mustOpen(t, path)
		err := db.View(func(tx *Tx) error {
			if err := os.Truncate(path, size); err != nil {
				t.Fatal(err)
			}
			return tx.Shards(3, func(uint64, []byte) error { return nil })
		})
		if err != nil {
			want(t, path, err, ErrCorrupt)
		}
		want(t, path, db.Update(put), ErrTruncated)
		want(t, path, db.View(put), ErrTruncated)
		want(t, path, db.check(nil), ErrTruncated)
		mustClose(t, db)

		path, _ = sample(t)
		db = mustOpen(t, path)
		err = db.Update(func(tx *Tx) error {
			if err := os.Truncate(path, size); err != nil {
				t.Fatal(err)
			}
			put(tx)
			return nil
		})
		if err == nil {
			t.Errorf("stored in a file cut to %d bytes", size)
		} else {
			want(t, path, err, ErrCorrupt)
		}
		db.Update(put) // must not wait forever; if it does, go test's -timeout ends the test
		db.Close()
	}
}

// TestALockLeftByAPanicDelaysNoTransaction ends a transaction after a panic in bbolt, which leaves a lock inside bbolt
// locked. The next transaction must not wait for this lock.
func TestALockLeftByAPanicDelaysNoTransaction(t *testing.T) {
	path, before := sample(t)
	db := mustOpen(t, path)
	for _, writable := range []bool{true, false} {
		tx, err := db.begin(writable)
		if err != nil {
			t.Fatal(err)
		}
		tx.stuck = true // as after a panic of bbolt
		tx.end()
		mustUpdate(t, db, func(*Tx) error { return nil })
	}
	mustClose(t, db)
	if !survives(t, path, before, true) {
		t.Error("the file cannot be opened again")
	}
}

// survives opens the damaged file at path, and reports whether the file was accepted. The test fails if anything
// panics, or if data are read that were not stored.
func survives(t testing.TB, path string, before content, write bool) bool {
	t.Helper()
	db, err := Open(path, Options{ReadOnly: !write, Timeout: -1})
	if err != nil {
		checkLine(t, path, err)
		return false
	}
	defer db.Close()
	after, err := read(db)
	if err != nil {
		checkLine(t, path, err)
	} else if !maps.Equal(before, after) {
		t.Errorf("other data was read without an error")
	}
	if !write {
		return err == nil
	}
	writeErr := db.Update(func(tx *Tx) error {
		run, err := tx.CreateRun(make([]byte, 20000))
		return errors.Join(err, tx.PutShard(run, 1, make([]byte, 5000)), tx.PutShard(2, 2, nil), tx.DeleteRun(run))
	})
	if writeErr != nil || err != nil {
		return false
	}
	after, err = read(db)
	delete(after, "run 2 shard 2")
	if err != nil || !maps.Equal(before, after) {
		t.Errorf("storing changed other data, %v", err)
	}
	return true
}

// TestFlippedByte changes each byte of a file in turn. The change must cause an error or make no difference to what is
// read. There is one exception: the newer meta page makes the last transaction valid, so a change in this page may also
// undo the last transaction.
func TestFlippedByte(t *testing.T) {
	path, _ := sample(t)
	was, err := stateOf(path)
	if err != nil {
		t.Fatal(err)
	}
	sound, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	random, heads := 700, 64
	if testing.Short() {
		random, heads = 100, 0
	}
	rng := rand.New(rand.NewPCG(1, 2))
	var places []int
	for page := 0; page < len(sound); page += pageSize {
		for i := range heads {
			places = append(places, page+i)
		}
	}
	for range random {
		places = append(places, rng.IntN(len(sound)))
	}
	damaged := writeFile(t, sound)
	accepted := 0
	for n, i := range places {
		data := bytes.Clone(sound)
		data[i] ^= byte(1 << rng.IntN(8))
		if n%4 == 0 {
			data[i] ^= byte(1 + rng.IntN(255))
		}
		changed := data[i] != sound[i]
		if err := os.WriteFile(damaged, data, 0o666); err != nil {
			t.Fatal(err)
		}
		faults := 0
		err := Check(damaged, func(err error) {
			faults++
			checkLine(t, damaged, err)
			if placeOf(err) == "" {
				t.Errorf("%v has no place", err)
			}
		})
		wanted := was.last
		if in := i - newest(sound)*pageSize - pageHeaderSize; changed && in >= 0 && in < metaSize {
			wanted = was.before
		}
		ok := survives(t, damaged, wanted, n%20 == 0)
		if ok {
			accepted++
		}
		if faults > 0 && err == nil || err == nil && !ok || !ok && !changed {
			t.Errorf("byte %d: check reports %d errors and %v, read without error: %t", i, faults, err, ok)
		}
		if t.Failed() {
			t.Fatalf("byte %d: %#x, was %#x", i, data[i], sound[i])
		}
	}
	t.Logf("%d of %d files accepted", accepted, len(places))
}

func TestEmptiedFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "emptied.db")
	db, err := Open(path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	var runs []uint64
	for range 3 {
		err := db.Update(func(tx *Tx) error {
			run, err := tx.CreateRun(make([]byte, 100))
			runs = append(runs, run)
			for shard := range uint64(2000) {
				err = errors.Join(err, tx.PutShard(run, shard, make([]byte, 20)))
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, run := range runs {
		if err := db.Update(func(tx *Tx) error { return tx.DeleteRun(run) }); err != nil {
			t.Fatal(err)
		}
		// Look at the file as another process would.
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
		if err := Check(path, func(err error) { t.Errorf("after run %d is deleted: %v", run, err) }); err != nil {
			t.Fatal(err)
		}
		if db, err = Open(path, Options{}); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
}

// TestEmptiedPage sets the number of elements of each page to 0. Unless Open refuses the file, records are missing
// without an error.
func TestEmptiedPage(t *testing.T) {
	path, before := sample(t)
	sound, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	damaged := writeFile(t, sound)
	emptied := 0
	for at := 2 * pageSize; at < len(sound); at += pageSize {
		flags := sound[at+8]
		if number := native.Uint64(sound[at:]); number != uint64(at/pageSize) || flags != leafFlag && flags != branchFlag {
			continue // free, or continues another page
		}
		data := bytes.Clone(sound)
		data[at+10], data[at+11] = 0, 0
		if err := os.WriteFile(damaged, data, 0o666); err != nil {
			t.Fatal(err)
		}
		if err := Check(damaged, nil); err == nil {
			if !survives(t, damaged, before, false) { // as it may if the page is free
				t.Errorf("page %d is emptied: check reports nothing, but the file is not read", at/pageSize)
			}
			continue
		}
		emptied++
	}
	if emptied < 3 {
		t.Errorf("%d emptied pages were found, want some", emptied)
	}
}

func TestCheckReportsAllFaults(t *testing.T) {
	path, _ := sample(t)
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	// Shards 100 and 400 of run 3 have the payloads 20 x 10 and 20 x 20.
	for _, b := range []byte{10, 20} {
		i := bytes.Index(data, bytes.Repeat([]byte{b}, 20))
		data[i]++
	}
	path = writeFile(t, data)
	var places []string
	err = Check(path, func(err error) { places = append(places, placeOf(err)) })
	if w := []string{"run 3 shard 100", "run 3 shard 400"}; !slices.Equal(places, w) {
		t.Errorf("got errors in %q, want %q", places, w)
	}
	want(t, path, err, ErrChecksum)

	db := mustOpen(t, path)
	places = nil
	err = db.check(func(err error) { places = append(places, placeOf(err)) })
	if len(places) != 2 {
		t.Errorf("got errors in %q", places)
	}
	want(t, path, err, ErrChecksum)
	err = db.View(func(tx *Tx) error {
		if _, ok, err := tx.Shard(3, 81); !ok || err != nil {
			t.Errorf("a sound shard: %t, %v", ok, err)
		}
		_, _, err := tx.Shard(3, 100)
		return err
	})
	want(t, path, err, ErrChecksum)
	err = db.Update(func(tx *Tx) error { return tx.PutShard(3, 400, nil) })
	want(t, path, err, ErrChecksum)
}

func TestMovedRecord(t *testing.T) {
	path, _ := sample(t)
	change(t, path, func(tx *bbolt.Tx) error {
		runs := tx.Bucket(runsBucket)
		two := runs.Bucket(number(2)).Bucket(shardsBucket)
		three := runs.Bucket(number(3))
		return errors.Join(
			three.Bucket(shardsBucket).Put(number(1), two.Get(number(1))), // to another run
			two.Put(number(0), two.Get(number(4))),                        // to another shard
			three.Put(headerKey, three.Get(totalKey)),                     // to another kind
		)
	})
	var places []string
	want(t, path, Check(path, func(err error) { places = append(places, placeOf(err)) }), ErrChecksum)
	if w := []string{"run 2 shard 0", "run 3 header", "run 3 shard 1"}; !slices.Equal(places, w) {
		t.Errorf("got errors in %q, want %q", places, w)
	}
}

// change changes the file at path with bbolt, without the checks of this package.
func change(t testing.TB, path string, f func(*bbolt.Tx) error) {
	t.Helper()
	db, err := bbolt.Open(path, 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Update(f); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestUnknownKeys(t *testing.T) {
	for name, f := range map[string]func(*bbolt.Tx) error{
		"a bucket": func(tx *bbolt.Tx) error { _, err := tx.CreateBucket([]byte("x")); return err },
		"a key":    func(tx *bbolt.Tx) error { return tx.Bucket(metaBucket).Put([]byte("x"), nil) },
		"a run":    func(tx *bbolt.Tx) error { _, err := tx.Bucket(runsBucket).CreateBucket(number(9)); return err },
		"no runs":  func(tx *bbolt.Tx) error { return tx.DeleteBucket(runsBucket) },
		"a run that was never created": func(tx *bbolt.Tx) error {
			run, err := tx.Bucket(runsBucket).CreateBucket(number(9))
			if err != nil {
				return err
			}
			_, err = run.CreateBucket(shardsBucket)
			return errors.Join(err, run.Put(headerKey, address{headerKind, 9, headerKey}.seal(nil)))
		},
		"no header": func(tx *bbolt.Tx) error {
			return tx.Bucket(runsBucket).Bucket(number(2)).Delete(headerKey)
		},
		"no shards": func(tx *bbolt.Tx) error {
			return tx.Bucket(runsBucket).Bucket(number(2)).DeleteBucket(shardsBucket)
		},
		"a bucket for a shard": func(tx *bbolt.Tx) error {
			_, err := tx.Bucket(runsBucket).Bucket(number(2)).Bucket(shardsBucket).CreateBucket(number(2))
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			path, _ := sample(t)
			change(t, path, f)
			_, err := Open(path, Options{})
			want(t, path, err, ErrCorrupt)
			want(t, path, Check(path, nil), ErrCorrupt)
		})
	}
}

func TestShortRecords(t *testing.T) {
	for length := range checksumSize {
		path, _ := sample(t)
		change(t, path, func(tx *bbolt.Tx) error {
			return tx.Bucket(runsBucket).Bucket(number(2)).Bucket(shardsBucket).Put(number(1<<40), make([]byte, length))
		})
		want(t, path, Check(path, nil), ErrChecksum)
		db := mustOpen(t, path)
		want(t, path, db.View(func(tx *Tx) error { _, _, err := tx.Shard(2, 1<<40); return err }), ErrChecksum)
		mustClose(t, db)
	}
}

// TestPagesInUseAreNotFree adds a page that is in use, or a free page a second time, to the list of free pages. Open
// must refuse such a file, because bbolt would overwrite the page.
func TestPagesInUseAreNotFree(t *testing.T) {
	path, _ := sample(t)
	sound, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	newer, _ := (&pageCheck{path: path, file: bytes.NewReader(sound)}).meta()
	list := int(newer.Freelist) * pageSize
	free := int(native.Uint16(sound[list+10:]))
	if free == 0 {
		t.Fatal("no page is free")
	}
	for _, id := range []uint64{0, newer.Root, newer.Freelist, native.Uint64(sound[list+pageHeaderSize:])} {
		data := bytes.Clone(sound)
		native.PutUint16(data[list+10:], uint16(free+1))
		native.PutUint64(data[list+pageHeaderSize+8*free:], id)
		path := writeFile(t, data)
		_, err := Open(path, Options{})
		want(t, path, err, ErrCorrupt)
	}
}

// TestSlicesBelongToTheCaller writes to every slice that the methods return. The file, whose pages bbolt maps into
// memory, must not change.
func TestSlicesBelongToTheCaller(t *testing.T) {
	path, stored := sample(t)
	db := mustOpen(t, path)
	mustUpdate(t, db, func(tx *Tx) error { _, err := tx.AddContributor(2, []byte("ann")); return err })
	spoil := func(payload []byte) {
		for i := range payload {
			payload[i]++
		}
	}
	mustUpdate(t, db, func(tx *Tx) error {
		visit := func(_ uint64, payload []byte) error { spoil(payload); return nil }
		shard, _, err1 := tx.Shard(2, 1)
		total, _, err2 := tx.Total(2)
		spoil(shard)
		spoil(total)
		return errors.Join(err1, err2, tx.Runs(visit), tx.Shards(2, visit), tx.Contributors(2, visit, nil))
	})
	if got, err := read(db); err != nil || fmt.Sprint(got) != fmt.Sprint(stored) {
		t.Errorf("it is read otherwise: %v", err)
	}
}

// TestTornMetaPage damages one of the two meta pages. The file must be used in the state of the other page, and the
// damage reported until a transaction writes the page again.
func TestTornMetaPage(t *testing.T) {
	path, _ := sample(t)
	was, err := stateOf(path)
	if err != nil {
		t.Fatal(err)
	}
	sound, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for page := range 2 {
		data := bytes.Clone(sound)
		data[page*pageSize+pageHeaderSize+48]++ // the transaction
		path := writeFile(t, data)
		wanted := was.last
		if page == newest(sound) {
			wanted = was.before
		}
		for _, o := range []Options{{ReadOnly: true}, {}} {
			db, err := Open(path, o)
			if err != nil {
				t.Fatal(err)
			}
			if found, err := read(db); err != nil || !maps.Equal(found, wanted) {
				t.Errorf("page %d: %d records, want %d, %v", page, len(found), len(wanted), err)
			}
			want(t, path, db.TornPage(), ErrCorrupt)
			if got, want := placeOf(db.TornPage()), fmt.Sprint("page ", page); got != want {
				t.Errorf("it says that %q is torn, want %q", got, want)
			}
			if err := Check(path, nil); err == nil || err.Error() != db.TornPage().Error() {
				t.Errorf("Check finds %v, want %v", err, db.TornPage())
			}
			if after, err := os.ReadFile(path); err != nil || !bytes.Equal(after, data) {
				t.Error("the file was changed")
			}
			if o.ReadOnly {
				mustClose(t, db)
				continue
			}
			mustUpdate(t, db, func(tx *Tx) error { return tx.PutShard(2, 78, nil) })
			if err := Check(path, nil); err != nil {
				t.Errorf("stored anew: %v", err)
			}
			// A DB that was opened when the page was torn does not accept another torn page later.
			if err := os.WriteFile(path, data, 0o600); err != nil {
				t.Fatal(err)
			}
			want(t, path, db.View(func(*Tx) error { return nil }), ErrReplaced)
		}
	}
}

// TestDamagedMetaPages damages both meta pages, or one while the file is open, which a power cut cannot do.
func TestDamagedMetaPages(t *testing.T) {
	path, _ := sample(t)
	sound, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	both := bytes.Clone(sound)
	head := bytes.Clone(sound)
	for page := range 2 {
		both[page*pageSize+pageHeaderSize+48]++
	}
	head[pageSize+8]++
	for _, data := range [][]byte{both, head} {
		path := writeFile(t, data)
		want(t, path, Check(path, nil), ErrCorrupt)
		_, err := Open(path, Options{})
		want(t, path, err, ErrCorrupt)
		if after, err := os.ReadFile(path); err != nil || !bytes.Equal(after, data) {
			t.Error("the file was changed")
		}
	}
	for page, kind := range []error{ErrCorrupt, ErrReplaced} {
		path := writeFile(t, sound)
		db := mustOpen(t, path)
		data := bytes.Clone(sound)
		data[(newest(sound)+1+page)%2*pageSize+pageHeaderSize+48]++
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		want(t, path, db.Update(func(tx *Tx) error { return tx.DeleteRun(2) }), kind)
	}
}

func TestTruncatedFilesAreErrors(t *testing.T) {
	path, before := sample(t)
	sound, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	high := int(anatomyOf(sound).high) * pageSize
	sizes := []int{0, 1, 7, 8, 15, 16, 20, 23, 24, 25, 79, 80, 81, 1023, 1024, 2000, 4095}
	for page := pageSize; page <= len(sound); page += pageSize {
		sizes = append(sizes, page-1, page, page+1, page+80, page+777)
	}
	for _, size := range sizes {
		if size > len(sound) {
			continue
		}
		path := writeFile(t, sound[:size])
		if size >= high {
			if !survives(t, path, before, false) {
				t.Errorf("%d bytes of %d in use are not accepted", size, high)
			}
			continue
		}
		for _, o := range []Options{{}, {ReadOnly: true}} {
			_, err := Open(path, o)
			want(t, path, err, ErrTruncated)
		}
		want(t, path, Check(path, nil), ErrTruncated)
		if after, err := os.ReadFile(path); err != nil || !bytes.Equal(after, sound[:size]) {
			t.Errorf("the file of %d bytes was changed", size)
		}
	}
}

func TestFilesOfOtherProgramsAreRefused(t *testing.T) {
	other := filepath.Join(t.TempDir(), "other.db")
	change(t, other, func(tx *bbolt.Tx) error {
		b, err := tx.CreateBucket([]byte("meta"))
		return errors.Join(err, b.Put([]byte("x"), []byte("y")))
	})
	bolt, err := os.ReadFile(other)
	if err != nil {
		t.Fatal(err)
	}
	change(t, other, func(tx *bbolt.Tx) error {
		return tx.Bucket(metaBucket).Put(magicKey, metaAddress(magicKey).seal([]byte("renumerate")))
	})
	renumerate, err := os.ReadFile(other)
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{
		"short text": []byte("hi\n"),
		"text":       bytes.Repeat([]byte("the quick brown fox\n"), 5000),
		"zeros":      make([]byte, 40000),
		"elf":        append([]byte("\x7fELF\x02\x01\x01"), make([]byte, 5000)...),
		"sqlite":     append([]byte("SQLite format 3\x00"), make([]byte, 8176)...),
		"bbolt":      bolt,
		"other":      renumerate,
	} {
		t.Run(name, func(t *testing.T) {
			path := writeFile(t, data)
			for _, o := range []Options{{}, {ReadOnly: true}} {
				_, err := Open(path, o)
				want(t, path, err, ErrForeign)
			}
			want(t, path, Check(path, nil), ErrForeign)
			if after, err := os.ReadFile(path); err != nil || !bytes.Equal(after, data) {
				t.Error("the file was changed")
			}
		})
	}
}

// TestOtherVersionsAreErrors opens files with other versions of the format, which have other buckets.
func TestOtherVersionsAreErrors(t *testing.T) {
	for _, test := range []struct {
		version uint64
		kind    error
	}{{0, ErrOlder}, {3, ErrNewer}, {math.MaxUint64, ErrNewer}} {
		path, _ := sample(t)
		change(t, path, func(tx *bbolt.Tx) error {
			_, err := tx.CreateBucket([]byte("index"))
			return errors.Join(err, tx.DeleteBucket(runsBucket),
				tx.Bucket(metaBucket).Put(versionKey, metaAddress(versionKey).seal(number(test.version))))
		})
		_, err := Open(path, Options{})
		want(t, path, err, test.kind)
		want(t, path, Check(path, nil), test.kind)
		if err != nil && !strings.Contains(err.Error(), fmt.Sprintf("version %d, this program reads version 2", test.version)) {
			t.Errorf("the versions are not in %q", err)
		}
	}
}

// TestGolden compares the bytes of each kind of record with the format in the package documentation.
func TestGolden(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.db")
	db := mustOpen(t, path)
	mustUpdate(t, db, func(tx *Tx) error {
		run, err := tx.CreateRun([]byte("n=4"))
		_, failed := tx.AddContributor(run, []byte("ann"))
		return errors.Join(err, failed, tx.PutShard(run, 258, []byte("abc")), tx.PutTotal(run, []byte("42")))
	})
	mustClose(t, db)
	change(t, path, func(tx *bbolt.Tx) error {
		meta, runs := tx.Bucket([]byte("meta")), tx.Bucket([]byte("runs"))
		run := runs.Bucket([]byte{0, 0, 0, 0, 0, 0, 0, 1})
		for _, test := range []struct {
			b       *bbolt.Bucket
			key     string
			payload string
			hex     string // the record
			summed  string // what its checksum is of
		}{
			{meta, "magic", "enumerate", "656e756d6572617465402a92f6fac67512", "m\x00\x00\x00\x00\x00\x00\x00\x00magicenumerate"},
			{meta, "version", "\x00\x00\x00\x00\x00\x00\x00\x02", "", "m\x00\x00\x00\x00\x00\x00\x00\x00version\x00\x00\x00\x00\x00\x00\x00\x02"},
			{meta, "last", "\x00\x00\x00\x00\x00\x00\x00\x01", "", "m\x00\x00\x00\x00\x00\x00\x00\x00last\x00\x00\x00\x00\x00\x00\x00\x01"},
			{run, "header", "n=4", "", "h\x00\x00\x00\x00\x00\x00\x00\x01headern=4"},
			{run, "total", "42", "", "t\x00\x00\x00\x00\x00\x00\x00\x01total42"},
			{run.Bucket([]byte("shards")), "\x00\x00\x00\x00\x00\x00\x01\x02", "abc", "",
				"s\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x01\x02abc"},
			{run.Bucket([]byte("makers")), "\x00\x00\x00\x00\x00\x00\x00\x01", "ann", "",
				"k\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00\x01ann"},
		} {
			got := test.b.Get([]byte(test.key))
			if w := binary.BigEndian.AppendUint64([]byte(test.payload), bitwise([]byte(test.summed))); !bytes.Equal(got, w) {
				t.Errorf("%q: got record %x, want %x", test.key, got, w)
			}
			if test.hex != "" && hex.EncodeToString(got) != test.hex {
				t.Errorf("%q: got record %x, want %s", test.key, got, test.hex)
			}
		}
		return nil
	})
	if got := bitwise([]byte("123456789")); got != 0x995DC9BBDF1939FA {
		t.Errorf("the checksum of 123456789 is %x", got)
	}
}

// bitwise computes the checksum of the package documentation bit by bit, from its definition.
func bitwise(b []byte) uint64 {
	const reflected = 0xC96C5795D7870F42
	sum := ^uint64(0)
	for _, c := range b {
		sum ^= uint64(c)
		for range 8 {
			sum = sum>>1 ^ reflected&-(sum&1)
		}
	}
	return ^sum
}

func FuzzOpen(f *testing.F) {
	path, _ := sample(f)
	sound, err := os.ReadFile(path)
	if err != nil {
		f.Fatal(err)
	}
	f.Add([]byte("text"), uint32(0), uint64(0), false)
	f.Add([]byte{}, uint32(5), uint64(1), true)
	f.Add([]byte{}, uint32(4096+40), uint64(100), true)
	f.Add([]byte{}, uint32(2*4096+10), uint64(0xFFFF), true)
	f.Fuzz(func(t *testing.T, data []byte, place uint32, xor uint64, mutate bool) {
		if mutate {
			// Overwrite and flip some bytes of a sound file. The meta pages get right checksums, so that the damage is
			// not found there already.
			mutant := bytes.Clone(sound)
			at := int(place) % (len(mutant) - 8)
			copy(mutant[at:], data)
			native.PutUint64(mutant[at:], native.Uint64(mutant[at:])^xor)
			for page := range 2 {
				b := mutant[page*pageSize+pageHeaderSize:]
				native.PutUint64(b[56:], fnv1a(b[:56]))
			}
			data = mutant
		}
		path := writeFile(t, data)
		Check(path, nil)
		if _, _, err := salvaged(path); err != nil {
			checkLine(t, path, err)
		}
		for _, o := range []Options{{ReadOnly: true}, {}} {
			db, err := Open(path, o)
			if err != nil {
				checkLine(t, path, err)
				continue
			}
			read(db)
			if !o.ReadOnly {
				db.Update(func(tx *Tx) error { return tx.PutShard(2, 1, []byte("x")) })
			}
			db.Close()
		}
	})
}

func fnv1a(b []byte) uint64 {
	sum := uint64(14695981039346656037)
	for _, c := range b {
		sum = (sum ^ uint64(c)) * 1099511628211
	}
	return sum
}

func BenchmarkOpen(b *testing.B) {
	path := filepath.Join(b.TempDir(), "run.db")
	db := mustOpen(b, path)
	const shards = 1e6
	mustUpdate(b, db, func(tx *Tx) error {
		run, err := tx.CreateRun(nil)
		for i := range uint64(shards) {
			err = errors.Join(err, tx.PutShard(run, i, make([]byte, 64)))
		}
		return err
	})
	mustClose(b, db)
	for b.Loop() {
		mustClose(b, mustOpen(b, path))
	}
	info, err := os.Stat(path)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(float64(info.Size()), "bytes")
}
