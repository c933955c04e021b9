package db

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"go.etcd.io/bbolt"
	bolterrors "go.etcd.io/bbolt/errors"

	"enumerate/internal/file"
)

// Options change how [Open] opens a file. The zero Options open it to read and
// write, and create it if there is none.
type Options struct {
	// ReadOnly opens a file that exists, together with other readers and
	// not with a writer.
	ReadOnly bool

	// Timeout is how long to wait for another process that has locked the
	// file. Zero stands for one second, less than zero for no time at all.
	Timeout time.Duration
}

// A DB is an open database file. Its methods may be called by several
// goroutines at once.
type DB struct {
	path     string
	abs      string // path, wherever the working directory is now
	readOnly bool
	file     *os.File // the file that bolt has open
	bolt     *bbolt.DB

	writer sync.Mutex   // held by the transaction that writes
	size   atomic.Int64 // how long the content was when last looked at

	mu     sync.Mutex
	broken error // why no transaction may begin any more
	stuck  bool  // bbolt holds a lock that it will never release
}

// Open opens the database at path. Unless o.ReadOnly it creates the file, for
// its owner alone to read and write, and the directories above it, if there is
// none; it never leaves a part of a new file at path. A file of no bytes is not
// new but ErrTruncated.
//
// Open reads every page of the file, though not the content of every record,
// since bbolt believes what its pages say: a file of a million short shards
// takes a tenth of a second or so.
//
// It fails with ErrHeld, ErrForeign, ErrOlder, ErrNewer, ErrTruncated,
// ErrChecksum, ErrCorrupt, ErrFull, ErrReadOnly, ErrDirectory, ErrReplaced, or
// [fs.ErrNotExist].
func Open(path string, o Options) (*DB, error) {
	db, err := open(path, o)
	if err != nil {
		return nil, err
	}
	err = db.View(func(tx *Tx) error {
		if errs := tx.contents(false); len(errs) > 0 {
			return errs[0]
		}
		return nil
	})
	if err != nil {
		db.Close()
		return nil, err
	}
	return db, nil
}

// open is Open without a look at what the file holds beyond its version.
func open(path string, o Options) (*DB, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, system(path, "find it", err)
	}
	if o.Timeout == 0 {
		o.Timeout = time.Second
	}
	deadline := time.Now().Add(o.Timeout)
	if !o.ReadOnly {
		if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
			if err := file.Create(path, fill); err != nil {
				return nil, system(path, "create it", err)
			}
		}
	}
	f, err := acquire(path, !o.ReadOnly, deadline)
	if err != nil {
		return nil, err
	}
	db := &DB{path: path, abs: abs, readOnly: o.ReadOnly, file: f}
	misfit, err := db.open(deadline)
	if err != nil {
		_ = unlock(f) // bbolt may have left its memory map
		f.Close()
		return nil, err
	}
	if err := db.View((*Tx).identify); err != nil || misfit != nil {
		db.Close()
		return nil, cmp.Or(err, misfit)
	}
	return db, nil
}

// open checks the pages of the locked file and hands it to bbolt.
func (db *DB) open(deadline time.Time) (misfit, err error) {
	misfit, err = checkPages(db.path, db.file)
	if err != nil {
		return nil, err
	}
	if err := yieldLock(db.file); err != nil {
		return nil, system(db.path, "unlock it", err)
	}
	options := boltOptions()
	options.ReadOnly = db.readOnly
	options.Timeout = max(time.Until(deadline), lockRetry)
	options.OpenFile = func(string, int, os.FileMode) (*os.File, error) { return db.file, nil }
	if cause := guard(func() { db.bolt, err = bbolt.Open(db.path, 0, options) }); cause != nil {
		return nil, db.corrupt(cause)
	}
	switch {
	case errors.Is(err, bolterrors.ErrTimeout):
		return nil, held(db.path, db.file)
	case err != nil:
		return nil, system(db.path, "open it", err)
	}
	return misfit, nil
}

// boltOptions returns the options that every file is opened with.
//
// The list of free pages is written with every transaction, as is the default:
// else bbolt walks through the whole file to find them whenever it opens the
// file or a write fails, and in a goroutine where a page that cannot be read is
// fatal. The list is kept as an array, which gives out the lowest page first
// and so keeps the file compact. The file is synced, also after it grows, for a
// shard that was stored is not to be counted again.
func boltOptions() *bbolt.Options {
	return &bbolt.Options{
		FreelistType: bbolt.FreelistArrayType,
		NoStatistics: true,
	}
}

// Path returns the path that the DB was opened with.
func (db *DB) Path() string { return db.path }

// Close waits for the open transactions to end and closes the file. To close a
// DB that is closed does nothing. It must not be called from inside View or
// Update.
func (db *DB) Close() error {
	db.mu.Lock()
	stuck := db.stuck
	db.mu.Unlock()
	if stuck {
		// bbolt would wait for ever. Its memory map stays.
		_ = unlock(db.file)
		if err := db.file.Close(); err != nil && !errors.Is(err, fs.ErrClosed) {
			return system(db.path, "close it", err)
		}
		return nil
	}
	if err := db.bolt.Close(); err != nil {
		return system(db.path, "close it", err)
	}
	return nil
}

// View calls f with a transaction that reads. It shows the database as it is
// now, whatever is stored while f runs. View returns the error of f.
//
// f must not begin another transaction: an Update would wait for ever when it
// has to let the file grow.
func (db *DB) View(f func(*Tx) error) error {
	tx, err := db.begin(false)
	if err != nil {
		return err
	}
	defer tx.rollback()
	return f(tx)
}

// Update calls f with a transaction that reads and writes, one at a time. If f
// returns nil, Update stores all that f wrote, to the disk; else it stores
// nothing and returns the error of f. f must not begin another transaction.
//
// If storing fails, with ErrFull or another error, what was stored before is
// kept, but no transaction can begin any more: the file has to be opened again.
func (db *DB) Update(f func(*Tx) error) error {
	tx, err := db.begin(true)
	if err != nil {
		return err
	}
	defer tx.rollback()
	if err := f(tx); err != nil {
		return err
	}
	return tx.commit()
}

// begin begins a transaction, to be ended by rollback.
func (db *DB) begin(writable bool) (tx *Tx, err error) {
	if writable {
		if db.readOnly {
			return nil, &file.Error{Subject: db.path, Kind: ErrReadOnly, Detail: "it was opened to read only; open it to write"}
		}
		// Not left to bbolt, whose lock may be stuck.
		db.writer.Lock()
		defer func() {
			if err != nil {
				db.writer.Unlock()
			}
		}()
	}
	db.mu.Lock()
	err = db.broken
	db.mu.Unlock()
	if err != nil {
		return nil, err
	}
	if writable {
		if same, err := leadsTo(db.abs, db.file); !same && !errors.Is(err, fs.ErrClosed) {
			return nil, &file.Error{Subject: db.path, Kind: ErrReplaced, Detail: "put it back, or open what is there now", Cause: err}
		}
	}
	// bbolt looks at the meta pages to begin, and we then ask it for the size
	// that it saw there.
	if err := db.whole(db.size.Load()); err != nil {
		return nil, err
	}
	tx = &Tx{db: db}
	if cause := guard(func() { tx.bolt, err = db.bolt.Begin(writable) }); cause != nil {
		return nil, db.fail(db.corrupt(cause), true)
	}
	if err != nil {
		return nil, system(db.path, "begin a transaction", err)
	}
	size := tx.bolt.Size()
	if err := db.whole(size); err != nil {
		tx.end() // not rollback, which would unlock writer twice
		return nil, err
	}
	db.size.Store(size)
	return tx, nil
}

// whole returns an error unless the file has the size of its content or more. A
// page that is gone would fault, and a write past the end would put zeros there.
func (db *DB) whole(size int64) error {
	info, err := db.file.Stat()
	switch {
	case errors.Is(err, fs.ErrClosed):
		return &file.Error{Subject: db.path, Kind: ErrClosed, Detail: "open it again", Cause: err}
	case err != nil:
		return system(db.path, "read it", err)
	case info.Size() < size:
		return &file.Error{Subject: db.path, Kind: ErrTruncated,
			Detail: fmt.Sprintf("it was cut to %d bytes while open, its content takes %d; restore it from a copy", info.Size(), size)}
	}
	return nil
}

// commit stores what the transaction wrote.
func (tx *Tx) commit() error {
	if tx.err != nil {
		return tx.err
	}
	var err error
	if cause := guard(func() { err = tx.bolt.Commit() }); cause != nil {
		return tx.db.fail(tx.db.corrupt(cause), false)
	}
	if err != nil {
		// Whether the disk has the transaction is not known, and bbolt may
		// believe what the disk does not have.
		return tx.db.fail(system(tx.db.path, "store", err), false)
	}
	return nil
}

// rollback ends the transaction, storing nothing unless commit was called.
func (tx *Tx) rollback() {
	writable := tx.end()
	if writable {
		tx.db.writer.Unlock()
	}
}

// end is rollback without the lock of the writer. It reports whether tx writes.
func (tx *Tx) end() (writable bool) {
	bolt := tx.bolt
	tx.bolt = nil
	writable = bolt.Writable()
	if cause := guard(func() { _ = bolt.Rollback() }); cause != nil {
		tx.db.fail(tx.db.corrupt(cause), true)
	}
	return writable
}

// fail lets no transaction begin from now on, for the reason err, which it
// returns.
func (db *DB) fail(err error, stuck bool) error {
	db.mu.Lock()
	defer db.mu.Unlock()
	if db.broken == nil {
		db.broken = err
	}
	db.stuck = db.stuck || stuck
	return err
}

// corrupt returns the error for what bbolt did not expect in the file.
func (db *DB) corrupt(cause error) error {
	return &file.Error{Subject: db.path, Kind: ErrCorrupt, Detail: fmt.Sprintf("%v; close it and check it", cause), Cause: cause}
}

// guard calls f and returns what made it panic, or nil if nothing did.
//
// bbolt reads its file through a memory map and asserts what it expects there.
// A page that changed after [Open] looked at it makes bbolt panic, and a page
// that is gone, because the file was cut short or the disk cannot read it,
// faults. A fault is fatal to the program unless the goroutine that touches the
// page asks for a panic instead, so f must not leave the page to a goroutine of
// its own, and no caller's function may run inside f: its panics are its own.
func guard(f func()) (cause error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		switch r := recover().(type) {
		case nil:
		case interface{ Addr() uintptr }:
			cause = errors.New("a page cannot be read, or is not where it should be")
		default:
			cause = fmt.Errorf("%v", r)
		}
	}()
	f()
	return nil
}
