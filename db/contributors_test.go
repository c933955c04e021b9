package db

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.etcd.io/bbolt"
)

func contributorsOf(t testing.TB, db *DB, run uint64) (list []string, broken []uint64) {
	t.Helper()
	err := db.View(func(tx *Tx) error {
		return tx.Contributors(run, func(contributor uint64, payload []byte) error {
			list = append(list, fmt.Sprint(contributor, " ", string(payload)))
			return nil
		}, func(contributor uint64, err error) {
			want(t, db.Path(), err, ErrChecksum)
			broken = append(broken, contributor)
		})
	})
	if err != nil {
		t.Fatal(err)
	}
	return list, broken
}

// TestContributorsAreNumberedInEachRun stores the contributors of two runs. In each run they must be numbered from 1.
// Check and Salvage must find a damaged contributor, and deleting a run must delete its contributors.
func TestContributorsAreNumberedInEachRun(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.db")
	db := mustOpen(t, path)
	names := [][]string{nil, {"ann"}, nil, {"ben", "cleo", ""}}
	for run, names := range names[1:] {
		mustUpdate(t, db, func(tx *Tx) error {
			_, err := tx.CreateRun([]byte("n=4"))
			for i, name := range names {
				number, failed := tx.AddContributor(uint64(run+1), []byte(name))
				if err = errors.Join(err, failed); number != uint64(i+1) {
					t.Errorf("the contributor %d of run %d has the number %d", i+1, run+1, number)
				}
			}
			return err
		})
	}
	mustUpdate(t, db, func(tx *Tx) error { return tx.PutContributor(3, 2, []byte("dora")) })
	mustUpdate(t, db, func(tx *Tx) error {
		number, err := tx.AddContributor(3, []byte("eve"))
		if number != 4 {
			t.Errorf("one more has the number %d, want 4", number)
		}
		return errors.Join(err, tx.PutShard(3, 1, []byte("cleo"))) // which has the key of a contributor
	})
	for run, want := range [][]string{nil, {"1 ann"}, nil, {"1 ben", "2 dora", "3 ", "4 eve"}} {
		if run == 0 {
			continue
		}
		if got, broken := contributorsOf(t, db, uint64(run)); !slices.Equal(got, want) || broken != nil {
			t.Errorf("run %d has the contributors %q, %v damaged; want %q", run, got, broken, want)
		}
	}
	for what, err := range map[string]error{
		"AddContributor": db.Update(func(tx *Tx) error { _, err := tx.AddContributor(9, nil); return err }),
		"PutContributor": db.Update(func(tx *Tx) error { return tx.PutContributor(9, 1, nil) }),
		"Contributors":   db.View(func(tx *Tx) error { return tx.Contributors(9, nil, nil) }),
	} {
		if !errors.Is(err, ErrNotFound) {
			t.Errorf("%s of a run that is not there: %v", what, err)
		}
	}
	want(t, path, db.View(func(tx *Tx) error { _, err := tx.AddContributor(1, nil); return err }), ErrReadOnly)
	want(t, path, db.Update(func(tx *Tx) error { return tx.PutContributor(1, 1, make([]byte, MaxPayload+1)) }), ErrTooLarge)
	mustClose(t, db)

	salvaged, err := Salvage(path, func(err error) { t.Error(err) })
	if err != nil || len(salvaged) != 3 || string(salvaged[0].Contributors[1]) != "ann" || len(salvaged[1].Contributors) != 0 || string(salvaged[2].Contributors[4]) != "eve" ||
		len(salvaged[2].Contributors) != 4 || len(salvaged[2].Shards) != 1 {
		t.Errorf("salvaged: %v, %v", salvaged, err)
	}

	// Damage one contributor: the others must be read, and Check must name the damaged one.
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, bytes.ReplaceAll(data, []byte("dora"), []byte("bora")), 0o600); err != nil {
		t.Fatal(err)
	}
	var faults []string
	err = Check(path, func(err error) { faults = append(faults, err.Error()) })
	want(t, path, err, ErrChecksum)
	if len(faults) != 1 || !bytes.Contains([]byte(faults[0]), []byte(": run 3 contributor 2: ")) {
		t.Errorf("Check finds %q", faults)
	}
	db = mustOpen(t, path)
	if got, broken := contributorsOf(t, db, 3); len(got) != 3 || !slices.Equal(broken, []uint64{2}) {
		t.Errorf("run 3 has the contributors %q, %v damaged", got, broken)
	}
	mustUpdate(t, db, func(tx *Tx) error { return errors.Join(tx.DeleteRun(3), tx.PutContributor(1, 1, []byte("anna"))) })
	if err := Check(path, nil); err != nil {
		t.Error(err)
	}
}

// TestOnlyStoringConvertsTheFormat opens a file of the previous version of the format. Only a transaction that stores
// something may convert it.
func TestOnlyStoringConvertsTheFormat(t *testing.T) {
	path, stored := sample(t)
	version := func() (version uint64) {
		change(t, path, func(tx *bbolt.Tx) error {
			version = uint64(tx.Bucket(metaBucket).Get(versionKey)[7])
			return nil
		})
		return version
	}
	change(t, path, func(tx *bbolt.Tx) error {
		return tx.Bucket(metaBucket).Put(versionKey, metaAddress(versionKey).seal(number(oldest)))
	})
	db := mustOpen(t, path)
	if got, err := read(db); err != nil || fmt.Sprint(got) != fmt.Sprint(stored) {
		t.Errorf("it is read otherwise: %v", err)
	}
	for _, test := range []struct {
		what string
		do   func() error
		want uint64
	}{
		{"opened", func() error { return nil }, oldest},
		{"read", func() error { return db.View(func(tx *Tx) error { _, _, err := tx.Shard(2, 1); return err }) }, oldest},
		{"stored nothing", func() error { return db.Update(func(*Tx) error { return nil }) }, oldest},
		{"failed", func() error {
			err := db.Update(func(tx *Tx) error { return errors.Join(tx.PutShard(2, 7, nil), errors.New("failed")) })
			if err == nil {
				return errors.New("it has not failed")
			}
			return nil
		}, oldest},
		{"stored", func() error { return db.Update(func(tx *Tx) error { return tx.PutShard(2, 7, nil) }) }, 2},
		{"stored again", func() error { return db.Update(func(tx *Tx) error { return tx.PutShard(2, 8, nil) }) }, 2},
	} {
		if err := test.do(); err != nil {
			t.Errorf("%s: %v", test.what, err)
		}
		if got := version(); got != test.want {
			t.Errorf("%s: it is of version %d, want %d", test.what, got, test.want)
		}
	}
	if err := Check(path, nil); err != nil {
		t.Error(err)
	}
	// Another program may convert the file to a later version while it is open.
	change(t, path, func(tx *bbolt.Tx) error {
		return tx.Bucket(metaBucket).Put(versionKey, metaAddress(versionKey).seal(number(3)))
	})
	want(t, path, db.View(func(*Tx) error { return nil }), ErrNewer)
	want(t, path, db.Update(func(tx *Tx) error { return tx.PutShard(2, 9, nil) }), ErrNewer)
}

// TestAnErrorThatIsDroppedStoresNothing ignores the error of an operation that fails inside bbolt. The transaction must
// store nothing, because the operation may be half done.
func TestAnErrorThatIsDroppedStoresNothing(t *testing.T) {
	path, _ := sample(t)
	db := mustOpen(t, path)
	err := db.Update(func(tx *Tx) error {
		if err := tx.PutShard(2, 1<<40, []byte("first")); err != nil {
			return err
		}
		shards := tx.bolt.Bucket(runsBucket).Bucket(number(2)).Bucket(shardsBucket)
		if _, err := shards.CreateBucket(number(1<<40 + 1)); err != nil {
			return err
		}
		want(t, path, tx.PutShard(2, 1<<40+1, []byte("second")), ErrCorrupt) // and is dropped
		return nil
	})
	want(t, path, err, ErrCorrupt)
	err = db.View(func(tx *Tx) error {
		if _, found, err := tx.Shard(2, 1<<40); found || err != nil {
			t.Errorf("the shard is stored: %v, %v", found, err)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// TestAVisitThatWritesEndsAtTheGreatestKey stores something during each visit of a shard. The last shard has the
// greatest possible number, so computing the next one would overflow to 0, and the visit would begin again.
func TestAVisitThatWritesEndsAtTheGreatestKey(t *testing.T) {
	db := mustOpen(t, filepath.Join(t.TempDir(), "run.db"))
	var visited []uint64
	mustUpdate(t, db, func(tx *Tx) error {
		run, err := tx.CreateRun(nil)
		err = errors.Join(err, tx.PutShard(run, 1, nil), tx.PutShard(run, math.MaxUint64, nil))
		return errors.Join(err, tx.Shards(run, func(shard uint64, _ []byte) error {
			if visited = append(visited, shard); len(visited) > 2 {
				return errors.New("it does not end")
			}
			return tx.PutTotal(run, number(shard))
		}))
	})
	if !slices.Equal(visited, []uint64{1, math.MaxUint64}) {
		t.Errorf("shards %v are visited", visited)
	}
}

func TestKeysOutOfOrder(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.db")
	db := mustOpen(t, path)
	const a, b, none = 0x0102030405060708, 0x0112131415161718, 0x0122232425262728
	mustUpdate(t, db, func(tx *Tx) error {
		run, err := tx.CreateRun(nil)
		return errors.Join(err, tx.PutShard(run, a, nil), tx.PutShard(run, b, nil))
	})
	mustClose(t, db)
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, exchange := range [][2]uint64{{a, none}, {b, a}, {none, b}} {
		data = bytes.ReplaceAll(data, number(exchange[0]), number(exchange[1]))
	}
	path = writeFile(t, data)
	_, err = Open(path, Options{})
	want(t, path, err, ErrCorrupt)
	if err != nil && !strings.Contains(err.Error(), "is out of order") {
		t.Error(err)
	}
}
