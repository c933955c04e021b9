package db

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"os"

	"go.etcd.io/bbolt"

	"enumerate/internal/file"
)

// A Tx is a transaction: see [DB.View] and [DB.Update]. It ends when the
// function that it was passed to returns, and is not to be used by several
// goroutines at once.
//
// Every slice that a method returns or passes on is a copy and belongs to the
// caller, as does every slice that a method is given, again, once it returns.
//
// Any method may fail with ErrChecksum or ErrCorrupt if the file is damaged,
// and with ErrClosed if the transaction has ended. The methods that write fail
// with ErrReadOnly inside View.
type Tx struct {
	db       *DB
	writable bool
	file     *os.File
	store    *bbolt.DB // has the file open
	bolt     *bbolt.Tx // nil if the transaction has ended
	stuck    bool      // bbolt holds a lock that it will never release

	edits int   // how many methods that write were called
	err   error // bbolt met what it did not expect, and nothing is to be stored
}

// ID returns the number of the transaction. Each that stores something is one more than
// the one before it, whoever that was; one that reads has the number of the last of them.
// It is 0 once the transaction has ended.
func (tx *Tx) ID() uint64 {
	if tx.bolt == nil {
		return 0
	}
	return uint64(tx.bolt.ID())
}

// Runs calls visit for every run in ascending order of their ids, with the
// header. It returns the first error of visit.
func (tx *Tx) Runs(visit func(run uint64, header []byte) error) error {
	none := func(uint64) bool { return false }
	return tx.each(func() (*bbolt.Bucket, error) { return tx.runs(), nil }, none, func(run uint64, _ []byte) ([]byte, error) {
		b, err := tx.run(run)
		if err != nil {
			return nil, err
		}
		return tx.payload(b, address{headerKind, run, headerKey})
	}, visit, nil)
}

// CreateRun creates a run without shards and returns its id: 1 for the first
// run of a file, and always one more than that of the run created before, also
// if that was deleted. The header says what the run is; it may be empty.
func (tx *Tx) CreateRun(header []byte) (run uint64, err error) {
	err = tx.edit(header, func() error {
		last, err := tx.last()
		if err != nil {
			return err
		}
		run = last + 1
		b, err := tx.runs().CreateBucket(number(run))
		if err != nil {
			return err
		}
		if _, err := b.CreateBucket(shardsBucket); err != nil {
			return err
		}
		if err := put(b, address{headerKind, run, headerKey}, header); err != nil {
			return err
		}
		return put(tx.bolt.Bucket(metaBucket), metaAddress(lastKey), number(run))
	})
	return run, err
}

// PutHeader stores the header of a run in place of the one before. It fails with
// ErrNotFound if there is no such run, and with ErrTooLarge.
func (tx *Tx) PutHeader(run uint64, header []byte) error {
	return tx.put(address{headerKind, run, headerKey}, header)
}

// PutShard stores the payload of a shard of a run. To store the same payload
// again does nothing; another one is ErrConflict. It fails with ErrNotFound if
// there is no such run, and with ErrTooLarge.
func (tx *Tx) PutShard(run, shard uint64, payload []byte) error {
	a := address{shardKind, run, number(shard)}
	return tx.edit(payload, func() error {
		b, err := tx.bucket(a)
		if err != nil {
			return err
		}
		if record := b.Get(a.key); record != nil {
			stored, err := a.open(tx.db.path, record)
			if err != nil {
				return err
			}
			if !bytes.Equal(stored, payload) {
				return &file.Error{Subject: tx.db.path, Place: a.String(), Kind: ErrConflict,
					Detail: fmt.Sprintf("%d bytes there, %d bytes now; delete the run to count it again", len(stored), len(payload))}
			}
			return nil
		}
		return put(b, a, payload)
	})
}

// ReplaceShard stores the payload of a shard of a run in place of what was there, if anything was. It fails
// as PutShard does.
func (tx *Tx) ReplaceShard(run, shard uint64, payload []byte) error {
	return tx.put(address{shardKind, run, number(shard)}, payload)
}

// Shard returns the payload of a shard of a run, and whether it is stored. It
// fails with ErrNotFound if there is no such run.
//
// A shard whose key was damaged on the disk is not found here; [Tx.Shards] and
// [Check] find it in its wrong place.
func (tx *Tx) Shard(run, shard uint64) (payload []byte, ok bool, err error) {
	return tx.find(address{shardKind, run, number(shard)})
}

// Shards calls visit for every stored shard of a run in ascending order. It
// returns the first error of visit, and ErrNotFound if there is no such run.
// visit may write: it is then called for the shards after this one as they are
// stored by then.
func (tx *Tx) Shards(run uint64, visit func(shard uint64, payload []byte) error) error {
	return tx.OtherShards(run, func(uint64) bool { return false }, visit)
}

// SoundShards is Shards, but goes on behind a record whose checksum is wrong: damaged is told of it.
func (tx *Tx) SoundShards(run uint64, visit func(shard uint64, payload []byte) error, damaged func(shard uint64, err error)) error {
	return tx.numbered(address{kind: shardKind, run: run}, func(uint64) bool { return false }, visit, damaged)
}

// OtherShards is Shards without the shards that are known. It asks of all in ascending
// order and does not read those that are, which is several times faster.
func (tx *Tx) OtherShards(run uint64, known func(shard uint64) bool, visit func(shard uint64, payload []byte) error) error {
	return tx.numbered(address{kind: shardKind, run: run}, known, visit, nil)
}

// numbered is each for the records of a kind of a run.
func (tx *Tx) numbered(a address, known func(uint64) bool, visit func(uint64, []byte) error, damaged func(uint64, error)) error {
	return tx.each(func() (*bbolt.Bucket, error) { return tx.bucket(a) }, known,
		func(id uint64, record []byte) ([]byte, error) {
			payload, err := address{a.kind, a.run, number(id)}.open(tx.db.path, record)
			return bytes.Clone(payload), err
		}, visit, damaged)
}

// DeleteShard deletes a shard of a run, also one that is damaged. It does nothing if there is none,
// and fails with ErrNotFound if there is no such run.
func (tx *Tx) DeleteShard(run, shard uint64) error {
	return tx.remove(address{shardKind, run, number(shard)})
}

// AddContributor stores one more contributor of a run and returns its number: 1 for the first, and always one more
// than the greatest there is. It fails with ErrNotFound if there is no such run, and with ErrTooLarge.
func (tx *Tx) AddContributor(run uint64, payload []byte) (contributor uint64, err error) {
	err = tx.edit(payload, func() error {
		b, err := tx.run(run)
		if err != nil {
			return err
		}
		if b, err = b.CreateBucketIfNotExists(contributorsBucket); err != nil {
			return err
		}
		next := uint64(1)
		if last, _ := b.Cursor().Last(); last != nil {
			next = binary.BigEndian.Uint64(last) + 1
		}
		contributor = next
		return put(b, address{contributorKind, run, number(next)}, payload)
	})
	return contributor, err
}

// PutContributor stores a contributor of a run in place of the one of that number, which AddContributor has returned.
func (tx *Tx) PutContributor(run, contributor uint64, payload []byte) error {
	return tx.put(address{contributorKind, run, number(contributor)}, payload)
}

// Contributors calls visit for every contributor of a run in ascending order of their numbers, and damaged for those whose
// checksum is wrong. It returns the first error of visit, and ErrNotFound if there is no such run.
func (tx *Tx) Contributors(run uint64, visit func(contributor uint64, payload []byte) error, damaged func(contributor uint64, err error)) error {
	return tx.numbered(address{kind: contributorKind, run: run}, func(uint64) bool { return false }, visit, damaged)
}

// PutTotal stores the total of a finished run, in place of the one stored
// before, if any. It fails with ErrNotFound if there is no such run, and
// with ErrTooLarge.
func (tx *Tx) PutTotal(run uint64, payload []byte) error {
	return tx.put(address{totalKind, run, totalKey}, payload)
}

// DeleteTotal deletes the total of a run, as DeleteShard does a shard.
func (tx *Tx) DeleteTotal(run uint64) error {
	return tx.remove(address{totalKind, run, totalKey})
}

// Total returns the total of a run, and whether one is stored. It
// fails with ErrNotFound if there is no such run.
func (tx *Tx) Total(run uint64) (payload []byte, ok bool, err error) {
	return tx.find(address{totalKind, run, totalKey})
}

// DeleteRun deletes a run and all that is stored of it, or fails with
// ErrNotFound if there is no such run. The file does not shrink; later runs
// fill the room.
func (tx *Tx) DeleteRun(run uint64) error {
	return tx.edit(nil, func() error {
		if _, err := tx.run(run); err != nil {
			return err
		}
		return tx.runs().DeleteBucket(number(run))
	})
}

// do calls f, which uses bbolt but calls no function of the user.
func (tx *Tx) do(f func() error) error {
	if tx.bolt == nil {
		return &file.Error{Subject: tx.db.path, Kind: ErrClosed, Detail: "the transaction has ended; use it inside View or Update"}
	}
	if tx.err != nil {
		return tx.err
	}
	if err := tx.db.faultBefore("operation"); err != nil {
		return err
	}
	var err error
	if cause := guard(func() { err = f() }); cause != nil {
		err = cause
	}
	if err != nil && !errors.As(err, new(*file.Error)) {
		// bbolt did not expect what it met, a bucket where a record is, say,
		// and may have done half of what it was asked for.
		err = tx.db.corrupt(err)
		tx.err = err
	}
	return err
}

// edit is do for an f that writes payload.
func (tx *Tx) edit(payload []byte, f func() error) error {
	return tx.do(func() error {
		if !tx.writable {
			return &file.Error{Subject: tx.db.path, Kind: ErrReadOnly, Detail: "the transaction is one of View; write inside Update"}
		}
		if len(payload) > MaxPayload {
			return &file.Error{Subject: tx.db.path, Kind: ErrTooLarge,
				Detail: fmt.Sprintf("a payload of %d bytes, it may have %d", len(payload), MaxPayload)}
		}
		tx.edits++
		return f()
	})
}

// each calls visit for every key of a bucket in ascending order that is not to be skipped,
// with what load returns for the key and its value. open opens the bucket. A record whose checksum
// is wrong ends it, unless damaged is told.
func (tx *Tx) each(
	open func() (*bbolt.Bucket, error),
	skip func(key uint64) bool,
	load func(key uint64, value []byte) ([]byte, error),
	visit func(key uint64, payload []byte) error,
	damaged func(key uint64, err error),
) error {
	var (
		next    uint64 // the lowest key to come
		cursor  *bbolt.Cursor
		edits   int // what tx.edits was when cursor was made
		key     uint64
		payload []byte
		bad     error // of the record
		end     bool
	)
	step := func() error {
		var k, v []byte
		if cursor == nil || edits != tx.edits {
			// A cursor of bbolt does not survive a write.
			b, err := open()
			if end = b == nil; end {
				return err
			}
			cursor, edits = b.Cursor(), tx.edits
			k, v = cursor.Seek(number(next))
		} else {
			k, v = cursor.Next()
		}
		for ; k != nil; k, v = cursor.Next() {
			if key = binary.BigEndian.Uint64(k); !skip(key) {
				break
			}
		}
		if end = k == nil; end {
			return nil
		}
		payload, bad = load(key, v)
		if damaged != nil && errors.Is(bad, ErrChecksum) {
			return nil
		}
		return bad
	}
	for {
		if err := tx.do(step); err != nil || end {
			return err
		}
		if bad != nil {
			damaged(key, bad)
		} else if err := visit(key, payload); err != nil {
			return err
		}
		if key == math.MaxUint64 {
			return nil
		}
		next = key + 1
	}
}

// put stores payload at a, in place of what was there.
func (tx *Tx) put(a address, payload []byte) error {
	return tx.edit(payload, func() error {
		b, err := tx.bucket(a)
		if err != nil {
			return err
		}
		return put(b, a, payload)
	})
}

// remove deletes what is stored at a.
func (tx *Tx) remove(a address) error {
	return tx.edit(nil, func() error {
		b, err := tx.bucket(a)
		if err != nil {
			return err
		}
		return b.Delete(a.key)
	})
}

// find returns the payload stored at a, and whether there is one.
func (tx *Tx) find(a address) (payload []byte, ok bool, err error) {
	err = tx.do(func() error {
		b, err := tx.bucket(a)
		if err != nil || b.Get(a.key) == nil {
			return err
		}
		payload, err = tx.payload(b, a)
		ok = err == nil
		return err
	})
	return payload, ok, err
}

// payload returns the payload stored at a, which is in b, and has to be there.
func (tx *Tx) payload(b *bbolt.Bucket, a address) ([]byte, error) {
	payload, err := a.open(tx.db.path, b.Get(a.key))
	return bytes.Clone(payload), err
}

// put stores payload at a, which is in b.
func put(b *bbolt.Bucket, a address, payload []byte) error {
	// The shards of a run finish roughly in order, so that most are added at
	// the end of their bucket, and a page that is split has its room there.
	b.FillPercent = 0.9
	return b.Put(a.key, a.seal(payload))
}

// last returns the id of the run created last, 0 if there was none.
func (tx *Tx) last() (uint64, error) {
	payload, err := tx.payload(tx.bolt.Bucket(metaBucket), metaAddress(lastKey))
	if err == nil && len(payload) != 8 {
		err = corruptAt(tx.db.path, "meta last", "it is not the id of a run")
	}
	if err != nil {
		return 0, err
	}
	return binary.BigEndian.Uint64(payload), nil
}

// The buckets of the runs and of the shards of a run are there, or [Open] had failed.

func (tx *Tx) runs() *bbolt.Bucket { return tx.bolt.Bucket(runsBucket) }

func (tx *Tx) run(run uint64) (*bbolt.Bucket, error) {
	b := tx.runs().Bucket(number(run))
	if b == nil {
		return nil, &file.Error{Subject: tx.db.path, Place: fmt.Sprintf("run %d", run), Kind: ErrNotFound,
			Detail: "it was deleted or never created"}
	}
	return b, nil
}

// bucket returns the bucket that an address of a run is in. That of the contributors may be nil: no contributor is in it then.
func (tx *Tx) bucket(a address) (*bbolt.Bucket, error) {
	b, err := tx.run(a.run)
	if err != nil {
		return nil, err
	}
	switch a.kind {
	case shardKind:
		b = b.Bucket(shardsBucket)
	case contributorKind:
		b = b.Bucket(contributorsBucket)
	}
	return b, nil
}
