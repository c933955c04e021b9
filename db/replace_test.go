package db

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"go.etcd.io/bbolt"
	bolterrors "go.etcd.io/bbolt/errors"
)

// fileOfOneRun returns a database whose run 1 has the shards 0 to 4 and a total.
func fileOfOneRun(t testing.TB) (db *DB, path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "run.db")
	db = mustOpen(t, path)
	mustUpdate(t, db, func(tx *Tx) error {
		run, err := tx.CreateRun([]byte("n=4"))
		if err != nil {
			return err
		}
		for shard := range uint64(5) {
			if err := tx.PutShard(run, shard, fmt.Append(nil, "shard ", shard)); err != nil {
				return err
			}
		}
		return tx.PutTotal(run, []byte("total"))
	})
	return db, path
}

func TestAReplacedOrDeletedRecordIsGoneAndTheOthersStay(t *testing.T) {
	for _, c := range []struct {
		claim string
		edit  func(tx *Tx) error
		place string
		want  string // stored there afterwards; "" for nothing
	}{
		{"a shard is replaced", func(tx *Tx) error { return tx.ReplaceShard(1, 2, []byte("new")) }, "run 1 shard 2", "new"},
		{"a missing shard is stored", func(tx *Tx) error { return tx.ReplaceShard(1, 9, []byte("new")) }, "run 1 shard 9", "new"},
		{"a shard is deleted", func(tx *Tx) error { return tx.DeleteShard(1, 2) }, "run 1 shard 2", ""},
		{"a missing shard is deleted", func(tx *Tx) error { return tx.DeleteShard(1, 9) }, "run 1 shard 9", ""},
		{"the total is deleted", func(tx *Tx) error { return tx.DeleteTotal(1) }, "run 1 total", ""},
	} {
		db, path := fileOfOneRun(t)
		wanted, err := read(db)
		if err != nil {
			t.Fatal(err)
		}
		delete(wanted, c.place)
		if c.want != "" {
			wanted[c.place] = c.want
		}
		mustUpdate(t, db, c.edit)
		mustClose(t, db)
		if got, err := read(mustOpen(t, path)); err != nil || !maps.Equal(got, wanted) {
			t.Errorf("%s: the file has %v, %v, want %v", c.claim, got, err, wanted)
		}
	}
}

func TestReplacingAndDeletingFailsWithoutARunOrInsideView(t *testing.T) {
	db, path := fileOfOneRun(t)
	for claim, edit := range map[string]func(tx *Tx, run uint64) error{
		"ReplaceShard": func(tx *Tx, run uint64) error { return tx.ReplaceShard(run, 1, nil) },
		"DeleteShard":  func(tx *Tx, run uint64) error { return tx.DeleteShard(run, 1) },
		"DeleteTotal":  func(tx *Tx, run uint64) error { return tx.DeleteTotal(run) },
	} {
		t.Run(claim, func(t *testing.T) {
			want(t, path, db.Update(func(tx *Tx) error { return edit(tx, 2) }), ErrNotFound)
			want(t, path, db.View(func(tx *Tx) error { return edit(tx, 1) }), ErrReadOnly)
		})
	}
}

func TestADamagedShardIsReportedAndLaterShardsAreRead(t *testing.T) {
	db, path := fileOfOneRun(t)
	mustClose(t, db)
	change(t, path, func(tx *bbolt.Tx) error {
		return tx.Bucket(runsBucket).Bucket(number(1)).Bucket(shardsBucket).Put(number(2), []byte("shard 2 without its checksum"))
	})
	db = mustOpen(t, path)
	var sound, damaged []uint64
	err := db.View(func(tx *Tx) error {
		return tx.SoundShards(1, func(shard uint64, payload []byte) error {
			if string(payload) != fmt.Sprint("shard ", shard) {
				t.Errorf("shard %d has the payload %q", shard, payload)
			}
			sound = append(sound, shard)
			return nil
		}, func(shard uint64, err error) {
			want(t, path, err, ErrChecksum)
			damaged = append(damaged, shard)
		})
	})
	if err != nil || !slices.Equal(sound, []uint64{0, 1, 3, 4}) || !slices.Equal(damaged, []uint64{2}) {
		t.Errorf("SoundShards = %v with the shards %v, damaged %v, want 0 1 3 4 and 2", err, sound, damaged)
	}
	mustUpdate(t, db, func(tx *Tx) error { return tx.DeleteShard(1, 2) }) // also one that is damaged
	if err := Check(path, nil); err != nil {
		t.Errorf("without the damaged shard the file has %v", err)
	}
}

func TestCreateMakesAWholeDatabaseOrNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new.db")
	failure := errors.New("no header")
	if err := Create(path, func(*Tx) error { return failure }); err != failure {
		t.Errorf("Create = %v, want %v", err, failure)
	}
	if entries, err := os.ReadDir(filepath.Dir(path)); err != nil || len(entries) > 0 {
		t.Errorf("after a failure the directory has %v, %v, want nothing", entries, err)
	}
	header := func(tx *Tx) error { _, err := tx.CreateRun([]byte("n=4")); return err }
	if err := Create(path, header); err != nil {
		t.Fatal(err)
	}
	wanted := content{"run 1 header": "n=4"}
	want(t, path, Create(path, header), fs.ErrExist)
	if got, err := read(mustOpen(t, path)); err != nil || !maps.Equal(got, wanted) {
		t.Errorf("the file has %v, %v, want %v", got, err, wanted)
	}
}

func TestErrorsOfTheSystemSayWhatToDo(t *testing.T) {
	for _, c := range []struct {
		err    error
		kind   error
		advice string
	}{
		{syscall.EACCES, ErrReadOnly, "make the file and its directory writable"},
		{syscall.EROFS, ErrReadOnly, "make the file and its directory writable"},
		{syscall.ENOSPC, ErrFull, ""},
		{bolterrors.ErrDatabaseNotOpen, ErrClosed, ""},
	} {
		err := system("run.db", "store", c.err)
		if !errors.Is(err, c.kind) || !strings.HasPrefix(err.Error(), "run.db: ") || !strings.Contains(err.Error(), c.advice) {
			t.Errorf("the error of %v is %v, want %v with the advice %q", c.err, err, c.kind, c.advice)
		}
	}
	if err := system("run.db", "store", nil); err != nil {
		t.Errorf("the error of nil is %v", err)
	}
}

func TestAnAddressIsPrintedAsItsPlace(t *testing.T) {
	for want, a := range map[string]address{
		"run 3 header":        {headerKind, 3, headerKey},
		"run 3 total":         {totalKind, 3, totalKey},
		"run 3 shard 7":       {shardKind, 3, number(7)},
		"run 3 contributor 7": {contributorKind, 3, number(7)},
		"meta version":        metaAddress(versionKey),
	} {
		if got := a.String(); got != want {
			t.Errorf("the address of %s is printed as %s", want, got)
		}
	}
}
