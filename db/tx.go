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

// A Tx is a transaction: see [DB.View] and [DB.Update]. It ends when the function that it was passed to returns. It is
// for one goroutine at a time.
//
// Slices that methods return or pass to functions are copies, and methods keep no slices of the caller.
//
// Every method may return ErrChecksum or ErrCorrupt if the file is damaged, and ErrClosed if the transaction has ended.
// Methods that take the id of a run return ErrNotFound if the run does not exist. Writing methods return ErrReadOnly
// inside View, and ErrTooLarge if the payload has more than MaxPayload bytes.
type Tx struct {
	db       *DB
	writable bool
	file     *os.File
	store    *bbolt.DB
	bolt     *bbolt.Tx // nil if the transaction has ended
	stuck    bool      // bbolt holds a lock that it will never release

	edits int   // the number of calls of methods that write
	err   error // of bbolt, nil at first; after an error every operation fails, and nothing is stored
}

// ID returns the number of the transaction, 0 after it has ended. Transactions that store something are numbered in one
// sequence for all processes. Others have the number of the last transaction that stored something.
func (tx *Tx) ID() uint64 {
	if tx.bolt == nil {
		return 0
	}
	return uint64(tx.bolt.ID())
}

// Runs calls visit with the id and header of every run, in ascending order. It returns the first error of visit.
func (tx *Tx) Runs(visit func(run uint64, header []byte) error) error {
	loadHeader := func(run uint64, _ []byte) ([]byte, error) {
		b, err := tx.run(run)
		if err != nil {
			return nil, err
		}
		return tx.payload(b, address{headerKind, run, headerKey})
	}
	open := func() (*bbolt.Bucket, error) { return tx.runs(), nil }
	return tx.each(scan{open: open, load: loadHeader, visit: visit})
}

// CreateRun creates a run without shards and returns its id: 1 for the first run of a file, then one more than the last
// id, even if that run was deleted.
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

// PutHeader replaces the header of a run.
func (tx *Tx) PutHeader(run uint64, header []byte) error {
	return tx.put(address{headerKind, run, headerKey}, header)
}

// PutShard stores the payload of a shard of a run. The error is ErrConflict if another payload is stored already.
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

// ReplaceShard stores the payload of a shard, and replaces the stored one, if any.
func (tx *Tx) ReplaceShard(run, shard uint64, payload []byte) error {
	return tx.put(address{shardKind, run, number(shard)}, payload)
}

// Shard returns the payload of a shard, and whether it is stored. If a fault of the disk has changed the key of a
// shard, Shard does not find it; [Tx.Shards] and [Check] notice that the checksum does not fit the changed key.
func (tx *Tx) Shard(run, shard uint64) (payload []byte, ok bool, err error) {
	return tx.find(address{shardKind, run, number(shard)})
}

// Shards calls visit for every stored shard of a run, in ascending order, and returns the first error of visit. visit
// may add, change or delete shards; Shards sees the changes to shards that it has not visited yet.
func (tx *Tx) Shards(run uint64, visit func(shard uint64, payload []byte) error) error {
	return tx.OtherShards(run, nil, visit)
}

// SoundShards works like Shards, but passes records with a wrong checksum to damaged.
func (tx *Tx) SoundShards(run uint64, visit func(shard uint64, payload []byte) error, damaged func(shard uint64, err error)) error {
	return tx.numbered(address{kind: shardKind, run: run}, nil, visit, damaged)
}

// OtherShards works like Shards, except that it leaves out the shards for which known returns true (none if known is
// nil). It does not read their records, so it can be several times faster.
func (tx *Tx) OtherShards(run uint64, known func(shard uint64) bool, visit func(shard uint64, payload []byte) error) error {
	return tx.numbered(address{kind: shardKind, run: run}, known, visit, nil)
}

// numbered calls visit for the shards or the contributors of a run, as the address `a` says, in ascending order.
// It leaves out the numbers for which the function skip returns true (none if skip is nil). If the checksum of a record
// is wrong, it calls damaged, or returns the error if damaged is nil.
func (tx *Tx) numbered(a address, skip func(uint64) bool, visit func(uint64, []byte) error, damaged func(uint64, error)) error {
	load := func(id uint64, record []byte) ([]byte, error) {
		payload, err := address{a.kind, a.run, number(id)}.open(tx.db.path, record)
		return bytes.Clone(payload), err
	}
	open := func() (*bbolt.Bucket, error) { return tx.bucket(a) }
	return tx.each(scan{open: open, skip: skip, load: load, visit: visit, onDamage: damaged})
}

// DeleteShard deletes a shard, if it is stored, even if it is damaged.
func (tx *Tx) DeleteShard(run, shard uint64) error {
	return tx.remove(address{shardKind, run, number(shard)})
}

// AddContributor adds a contributor to a run and returns its number: 1 for the first, then one more than the highest.
func (tx *Tx) AddContributor(run uint64, payload []byte) (contributor uint64, err error) {
	err = tx.edit(payload, func() error {
		b, err := tx.run(run)
		if err != nil {
			return err
		}
		b, err = b.CreateBucketIfNotExists(contributorsBucket)
		if err != nil {
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

// PutContributor replaces the contributor with a number that AddContributor has returned.
func (tx *Tx) PutContributor(run, contributor uint64, payload []byte) error {
	return tx.put(address{contributorKind, run, number(contributor)}, payload)
}

// Contributors calls visit for every contributor of a run, in ascending order, or damaged if its checksum is wrong. It
// returns the first error of visit.
func (tx *Tx) Contributors(run uint64, visit func(contributor uint64, payload []byte) error, damaged func(contributor uint64, err error)) error {
	return tx.numbered(address{kind: contributorKind, run: run}, nil, visit, damaged)
}

// PutTotal stores the total of a run, which marks the run as finished, and replaces a stored one.
func (tx *Tx) PutTotal(run uint64, payload []byte) error {
	return tx.put(address{totalKind, run, totalKey}, payload)
}

// DeleteTotal deletes the total of a run, if any, even if it is damaged.
func (tx *Tx) DeleteTotal(run uint64) error {
	return tx.remove(address{totalKind, run, totalKey})
}

// Total returns the total of a run, and whether one is stored.
func (tx *Tx) Total(run uint64) (payload []byte, ok bool, err error) {
	return tx.find(address{totalKind, run, totalKey})
}

// DeleteRun deletes a run with all its records. The file does not shrink; later runs use the pages.
func (tx *Tx) DeleteRun(run uint64) error {
	return tx.edit(nil, func() error {
		if _, err := tx.run(run); err != nil {
			return err
		}
		return tx.runs().DeleteBucket(number(run))
	})
}

// do calls f, which is one operation on bbolt. If f panics or fails inside bbolt, the operation may be half done, so
// all later operations return the same error. f must not call functions that users of this package provide; see guard.
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
		// bbolt found something unexpected, such as a record instead of a bucket.
		err = tx.db.corrupt(err)
		tx.err = err
	}
	return err
}

// edit calls f, which is one operation that writes, if the transaction may write and the payload that f stores is not
// too long.
func (tx *Tx) edit(payload []byte, f func() error) error {
	return tx.do(func() error {
		if !tx.writable {
			return &file.Error{Subject: tx.db.path, Kind: ErrReadOnly, Detail: "the transaction is inside View; write inside Update"}
		}
		if len(payload) > MaxPayload {
			return &file.Error{Subject: tx.db.path, Kind: ErrTooLarge,
				Detail: fmt.Sprintf("the payload has %d bytes; the limit is %d", len(payload), MaxPayload)}
		}
		tx.edits++
		return f()
	})
}

// A scan says which bucket each goes through, and what each does with its records.
type scan struct {
	open     func() (*bbolt.Bucket, error)                  // opens the bucket; nil if there is none
	skip     func(key uint64) bool                          // reports whether to leave out a key; nil leaves out none
	load     func(key uint64, value []byte) ([]byte, error) // returns the payload of a record
	visit    func(key uint64, payload []byte) error         // takes the payload
	onDamage func(key uint64, err error)                    // takes the error of a record whose checksum is wrong; nil if each is to return the error
}

// each goes through the keys of a bucket, in ascending order. It returns the first error of the functions of the scan.
func (tx *Tx) each(s scan) error {
	var (
		cursor *bbolt.Cursor
		edits  int    // tx.edits when the cursor was made
		next   uint64 // the smallest key that was not visited

		// What step finds:
		key     uint64
		payload []byte
		fault   error // the record is damaged
		end     bool  // there is no further key
	)

	// step finds the next key and loads its record inside do, which catches the panics of bbolt. The functions visit
	// and onDamage are called outside of do, which would hide their panics.
	step := func() error {
		var found, value []byte
		if cursor == nil || edits != tx.edits { // a write invalidates the cursors of bbolt
			bucket, err := s.open()
			if bucket == nil {
				end = true
				return err
			}
			cursor, edits = bucket.Cursor(), tx.edits
			found, value = cursor.Seek(number(next))
		} else {
			found, value = cursor.Next()
		}

		for ; found != nil; found, value = cursor.Next() {
			key = binary.BigEndian.Uint64(found)
			if s.skip == nil || !s.skip(key) {
				break
			}
		}
		if found == nil {
			end = true
			return nil
		}

		payload, fault = s.load(key, value)
		if s.onDamage != nil && errors.Is(fault, ErrChecksum) {
			return nil
		}
		return fault
	}

	for {
		if err := tx.do(step); err != nil || end {
			return err
		}
		if fault != nil {
			s.onDamage(key, fault)
		} else if err := s.visit(key, payload); err != nil {
			return err
		}
		if key == math.MaxUint64 {
			return nil
		}
		next = key + 1
	}
}

func (tx *Tx) put(a address, payload []byte) error {
	return tx.edit(payload, func() error {
		b, err := tx.bucket(a)
		if err != nil {
			return err
		}
		return put(b, a, payload)
	})
}

func (tx *Tx) remove(a address) error {
	return tx.edit(nil, func() error {
		b, err := tx.bucket(a)
		if err != nil {
			return err
		}
		return b.Delete(a.key)
	})
}

// find returns the payload at the address a, and whether one is stored.
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

// payload returns the payload at the address a, which must be stored. b is the bucket of its record.
func (tx *Tx) payload(b *bbolt.Bucket, a address) ([]byte, error) {
	payload, err := a.open(tx.db.path, b.Get(a.key))
	return bytes.Clone(payload), err
}

// put stores a payload at the address a. b is the bucket for its record.
func put(b *bbolt.Bucket, a address, payload []byte) error {
	// Shards finish roughly in order, so most are added at the end of their bucket, and a page that bbolt splits needs
	// little free room.
	b.FillPercent = 0.9
	return b.Put(a.key, a.seal(payload))
}

// last returns the id of the run that was created last. A new database has 0.
func (tx *Tx) last() (uint64, error) {
	payload, err := tx.payload(tx.bolt.Bucket(metaBucket), metaAddress(lastKey))
	if err == nil && len(payload) != 8 {
		err = corruptAt(tx.db.path, "meta last", "not a run id")
	}
	if err != nil {
		return 0, err
	}
	return binary.BigEndian.Uint64(payload), nil
}

// runs returns the bucket of all runs. [Open] has checked that it exists, and that each run has a bucket of shards.
func (tx *Tx) runs() *bbolt.Bucket { return tx.bolt.Bucket(runsBucket) }

func (tx *Tx) run(run uint64) (*bbolt.Bucket, error) {
	b := tx.runs().Bucket(number(run))
	if b == nil {
		return nil, &file.Error{Subject: tx.db.path, Place: fmt.Sprintf("run %d", run), Kind: ErrNotFound,
			Detail: "it was deleted or never created"}
	}
	return b, nil
}

// bucket returns the bucket of the record at the address a, or nil if a is of a contributor and the run has no
// contributors.
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
