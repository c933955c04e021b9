package db

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
	"maps"
	"math"
	"slices"

	"go.etcd.io/bbolt"

	"enumerate/internal/file"
)

// Check checks every page, bucket and record of the file at path. It calls report, if not nil, for a torn meta page and
// every damaged bucket and record, and returns the first of these errors, which wraps ErrChecksum or ErrCorrupt. If the
// file cannot be opened or a page is damaged, Check returns the error of [Open] and reports nothing. Other processes
// cannot write while it runs.
func Check(path string, report func(error)) error {
	db, err := open(path, Options{ReadOnly: true})
	if err != nil {
		return err
	}
	defer db.Close()
	return db.check(report)
}

// check is Check for an open database, whose pages were checked when it was opened.
func (db *DB) check(report func(error)) error {
	return db.View(func(tx *Tx) error {
		errs := tx.contents(true)
		if db.tornPage != nil {
			errs = append([]error{db.tornPage}, errs...)
		}
		if report != nil {
			for _, err := range errs {
				report(err)
			}
		}
		return cmp.Or(errs...)
	})
}

// identify returns an error if the file is not a database of a known version. Each transaction calls it, because
// another process may have converted the file. It reads only the records that are the same in all versions.
func (tx *Tx) identify() error {
	path := tx.db.path
	return tx.do(func() error {
		meta := tx.bolt.Bucket(metaBucket)
		if meta == nil || meta.Get(magicKey) == nil {
			return foreign(path, "it is a bbolt file of another program")
		}

		payload, err := tx.payload(meta, metaAddress(magicKey))
		if err != nil {
			return err
		}
		if string(payload) != magic {
			return foreign(path, fmt.Sprintf("marked as %.40q, not as %q", payload, magic))
		}

		payload, err = tx.payload(meta, metaAddress(versionKey))
		if err != nil {
			return err
		}
		return checkVersion(path, payload)
	})
}

// upgrade converts the file to the current version. Earlier versions lack only records that may be missing in the
// current one, so it is enough to change the version number.
func (tx *Tx) upgrade() error {
	return tx.do(func() error {
		meta, now := tx.bolt.Bucket(metaBucket), number(version)
		payload, err := tx.payload(meta, metaAddress(versionKey))
		if err != nil || bytes.Equal(payload, now) {
			return err
		}
		return put(meta, metaAddress(versionKey), now)
	})
}

// checkVersion returns an error if this program cannot read a file of the version in payload: ErrOlder, ErrNewer, or
// ErrCorrupt if the payload has a wrong length.
func checkVersion(path string, payload []byte) error {
	if len(payload) != 8 {
		return corruptAt(path, "meta version", "%d bytes, not 8", len(payload))
	}
	found := binary.BigEndian.Uint64(payload)
	kind, advice := ErrOlder, "open it with the program that wrote it"
	switch {
	case found >= oldest && found <= version:
		return nil
	case found > version:
		kind, advice = ErrNewer, "get a newer program"
	}
	return &file.Error{Subject: path, Kind: kind,
		Detail: fmt.Sprintf("version %d, this program reads version %d; %s", found, version, advice)}
}

// contents checks that the file's buckets have the expected keys, and returns the faults. If records is true, it also
// checks the checksums of all records, and looks into the buckets of shards and contributors, which can be large.
func (tx *Tx) contents(records bool) []error {
	c := &contentsCheck{path: tx.db.path, records: records}
	err := tx.do(func() error {
		last, err := tx.last() // the run that was created last
		if err != nil {
			c.errs = append(c.errs, err)
			last = math.MaxUint64 // unknown, so accept any run
		}

		root := tx.bolt.Cursor().Bucket()
		c.bucket("the file", root, map[string]visitor{
			"bucket meta": func(key, _ []byte) { c.meta(root.Bucket(key)) },
			"bucket runs": func(key, _ []byte) { c.runs(root.Bucket(key), last) },
		})
		return nil
	})
	if err != nil {
		c.errs = append(c.errs, err)
	}
	return c.errs
}

type visitor func(key, record []byte)

type contentsCheck struct {
	path    string
	records bool // check the records too
	errs    []error
}

// bucket checks that a bucket has the given keys and no others, and calls the function of each key that it finds. Only
// the total and the contributors may be missing. place names the bucket in messages.
func (c *contentsCheck) bucket(place string, b *bbolt.Bucket, keys map[string]visitor) {
	_ = b.ForEach(func(key, record []byte) error {
		name := string(key)
		if record == nil {
			name = "bucket " + name
		}
		if visit := keys[name]; visit != nil {
			visit(key, record)
			delete(keys, name)
		} else {
			c.corrupt(place, "it holds an unknown key %.40q", name)
		}
		return nil
	})

	// These two keys may be missing.
	delete(keys, string(totalKey))
	delete(keys, "bucket "+string(contributorsBucket))
	for _, name := range slices.Sorted(maps.Keys(keys)) {
		c.corrupt(place, "it holds no %s", name)
	}
}

func (c *contentsCheck) meta(b *bbolt.Bucket) {
	record := func(key, record []byte) { c.record(metaAddress(key), record) }
	// The record "last" was checked when it was read; see contents.
	c.bucket("bucket meta", b, map[string]visitor{"magic": record, "version": record, "last": func(_, _ []byte) {}})
}

// runs checks the bucket of all runs. last is the number of the run that was created last.
func (c *contentsCheck) runs(b *bbolt.Bucket, last uint64) {
	_ = b.ForEach(func(key, record []byte) error {
		if record != nil || len(key) != 8 { // the record of a bucket is nil
			c.corrupt("bucket runs", "it holds an unknown key %.40q", key)
			return nil
		}

		run := binary.BigEndian.Uint64(key)
		if run > last {
			c.corrupt(fmt.Sprintf("run %d", run), "it was never created, the last run is %d", last)
		}

		b := b.Bucket(key)
		c.bucket(fmt.Sprintf("run %d", run), b, map[string]visitor{
			"header":        func(key, record []byte) { c.record(address{headerKind, run, key}, record) },
			"total":         func(key, record []byte) { c.record(address{totalKind, run, key}, record) },
			"bucket shards": func(key, _ []byte) { c.all(b.Bucket(key), shardKind, run) },
			"bucket makers": func(key, _ []byte) { c.all(b.Bucket(key), contributorKind, run) },
		})
		return nil
	})
}

// all checks the records of a bucket of shards or contributors.
func (c *contentsCheck) all(b *bbolt.Bucket, k kind, run uint64) {
	if !c.records {
		return
	}
	_ = b.ForEach(func(key, record []byte) error {
		c.record(address{k, run, key}, record)
		return nil
	})
}

func (c *contentsCheck) record(a address, record []byte) {
	if !c.records {
		return
	}
	if _, err := a.open(c.path, record); err != nil {
		c.errs = append(c.errs, err)
	}
}

func (c *contentsCheck) corrupt(place, format string, args ...any) {
	c.errs = append(c.errs, corruptAt(c.path, place, format, args...))
}
