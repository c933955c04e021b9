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

// Options are options of [Open]. The zero Options open the file for reading and writing, and create it if necessary.
type Options struct {
	// ReadOnly opens an existing file for reading.
	ReadOnly bool

	// Timeout is the time for which Open and transactions wait for the lock of the file: five seconds if it is zero,
	// none if it is negative.
	Timeout time.Duration

	// Fault is for tests. If it is not nil, it is called with "View" or "Update" before each transaction, with
	// "operation" before each operation, and with "commit" before a transaction is stored. An error that it returns
	// fails this step.
	Fault func(before string) error
}

// A DB is a database file, which it locks only during transactions. Several goroutines may call its methods at the same
// time.
type DB struct {
	path     string
	abs      string // path, as an absolute path
	readOnly bool
	timeout  time.Duration
	fault    func(before string) error
	file     *os.File // kept open, without a lock, so that os.SameFile cannot confuse another file with it

	tornPage error  // the result of TornPage, found by Open
	tornAt   uint64 // the number of the last transaction in the file when it was opened

	mu     sync.RWMutex  // held by transactions
	closed bool          // guarded by mu
	last   atomic.Uint64 // the highest number of a transaction so far in the file
}

// Open opens the database at path. Unless o.ReadOnly is set, it creates a missing file and the directories above it,
// and removes temporary files of killed processes. Only the owner can read and write a new file, and it appears at path
// completely or not at all.
//
// Open checks every page of the file, but not every record. The check takes about a tenth of a second for a million
// short shards; transactions do not repeat it. A torn meta page is not an error; see [DB.TornPage].
//
// The error is ErrHeld, ErrForeign, ErrOlder, ErrNewer, ErrTruncated (also for an empty file), ErrChecksum, ErrCorrupt,
// ErrFull, ErrReadOnly, ErrDirectory, ErrReplaced or [fs.ErrNotExist].
func Open(path string, o Options) (*DB, error) {
	if !o.ReadOnly {
		file.Sweep(filepath.Dir(path))
	}
	db, err := open(path, o)
	if err != nil {
		return nil, err
	}
	err = db.View(func(tx *Tx) error { return cmp.Or(tx.contents(false)...) })
	if err != nil {
		db.Close()
		return nil, err
	}
	return db, nil
}

// open is Open without the check of the file's buckets.
func open(path string, o Options) (*DB, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, system(path, "find it", err)
	}
	o.Timeout = cmp.Or(o.Timeout, patience)
	if !o.ReadOnly {
		if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
			if err := file.Create(path, fill); err != nil && !errors.Is(err, fs.ErrExist) { // ErrExist: another process has created it
				return nil, system(path, "create it", err)
			}
		}
	}
	db := &DB{path: path, abs: abs, readOnly: o.ReadOnly, timeout: o.Timeout, fault: o.Fault}
	db.file, err = acquire(path, abs, !o.ReadOnly, false, time.Now().Add(o.Timeout))
	if err != nil {
		return nil, err
	}

	m, torn, misfit, err := checkPages(path, db.file)
	db.tornPage, db.tornAt = torn, m.Transaction
	err = cmp.Or(err, system(path, "unlock it", unlock(db.file)))
	if err == nil {
		// View refuses a file of an unknown version. Such a file may hold other keys, so misfit comes second.
		err = cmp.Or(db.View(func(*Tx) error { return nil }), misfit)
	}
	if err != nil {
		db.Close()
		return nil, err
	}
	return db, nil
}

// Create creates a database at path with the content that f stores in a transaction, completely or not at all, by way
// of a temporary name. It may call f more than once. The error is [fs.ErrExist] if the file exists, or one of Open,
// Update or f.
func Create(path string, f func(*Tx) error) error {
	var failed error // the error of this package or of f, if that is the reason for the error of file.Create
	err := file.Create(path, func(aside *os.File) error {
		if err := fill(aside); err != nil {
			return err
		}

		var db *DB
		db, failed = open(aside.Name(), Options{})
		if failed != nil {
			return failed
		}
		db.path = path // errors name the final file, not the temporary one
		failed = cmp.Or(db.Update(f), db.Close())
		return failed
	})

	switch {
	case err == nil:
		return nil
	case errors.Is(err, fs.ErrExist):
		return &file.Error{Subject: path, Kind: fs.ErrExist, Detail: "name one that does not exist"}
	case err == failed: // its message names the file already
		return err
	}
	return system(path, "create it", err)
}

// boltOptions returns the options with which this package opens a file in bbolt. From an array of free pages, bbolt
// takes the lowest page first, so that the file stays compact.
//
// Three other options stay false. With NoFreelistSync, bbolt would search the whole file for free pages whenever it
// opens the file or a write fails, in a separate goroutine, where an unreadable page ends the program. With NoSync or
// NoGrowSync, a power cut could lose stored shards.
func boltOptions() *bbolt.Options {
	return &bbolt.Options{
		FreelistType: bbolt.FreelistArrayType,
		NoStatistics: true,
	}
}

// Path returns the path that the DB was opened with.
func (db *DB) Path() string { return db.path }

// TornPage returns an error of one line if one of the two meta pages was torn (written only in part) when the file was
// opened, and otherwise nil. The cause is a power cut during a transaction, which may be lost, or a later disk error.
// The next transaction that stores something overwrites the page.
func (db *DB) TornPage() error { return db.tornPage }

// Close waits for the end of open transactions and closes the file. It must not be called inside View or Update.
// Closing a DB again does nothing.
func (db *DB) Close() error {
	db.mu.Lock()
	defer db.mu.Unlock()
	if db.closed {
		return nil
	}
	db.closed = true
	return system(db.path, "close it", db.file.Close())
}

// View calls f with a transaction that reads, and returns the error of f. No process can write while f runs, so f
// should be short. f must not begin another transaction.
//
// View may also return the errors of a [Tx], ErrHeld if another process keeps the file locked, and ErrReplaced or
// ErrTruncated.
func (db *DB) View(f func(*Tx) error) error {
	tx, err := db.begin(false)
	if err != nil {
		return err
	}
	defer tx.end()
	return f(tx)
}

// Update calls f with a transaction that reads and writes. No other process can use the file while f runs. If f returns
// nil, Update stores what f wrote, and syncs the file; otherwise it stores nothing and returns the error of f. f must
// not begin another transaction. Other errors are those of View. If storing fails, the earlier content is kept.
func (db *DB) Update(f func(*Tx) error) error {
	tx, err := db.begin(true)
	if err != nil {
		return err
	}
	defer tx.end()

	if err := f(tx); err != nil || tx.edits == 0 { // f has failed or stored nothing, so there is nothing to commit
		return err
	}

	// upgrade sets the version number of the file to the current version, because f may have added records that earlier
	// versions lack. If an operation of f failed inside bbolt and f ignored the error, upgrade returns it.
	if err := tx.upgrade(); err != nil {
		return err
	}
	return tx.commit()
}

// begin begins a transaction, which locks the file until the caller calls Tx.end.
func (db *DB) begin(writable bool) (*Tx, error) {
	if writable && db.readOnly {
		return nil, &file.Error{Subject: db.path, Kind: ErrReadOnly, Detail: "it was opened for reading; open it for writing"}
	}

	before := "View"
	if writable {
		before = "Update"
	}
	if err := db.faultBefore(before); err != nil {
		return nil, err
	}

	tx := &Tx{db: db, writable: writable}
	if writable {
		db.mu.Lock()
	} else {
		db.mu.RLock()
	}
	if err := tx.begin(); err != nil {
		tx.end()
		return nil, err
	}
	return tx, nil
}

// begin locks the file and passes it to bbolt.
func (tx *Tx) begin() error {
	db, deadline := tx.db, time.Now().Add(tx.db.timeout)
	if db.closed {
		return &file.Error{Subject: db.path, Kind: ErrClosed, Detail: "open it again"}
	}
	if err := db.replaced(); err != nil {
		return err
	}

	var err error
	tx.file, err = acquire(db.path, db.abs, tx.writable, tx.writable, deadline)
	if err != nil {
		return err
	}
	if err := db.replaced(); err != nil {
		return err
	}

	// If the number of the last transaction is lower than before, an old copy was written over the file.
	meta, torn, err := checkMeta(db.path, tx.file)
	if err != nil {
		return err
	}
	if last := db.last.Load(); meta.Transaction < last {
		return &file.Error{Subject: db.path, Kind: ErrReplaced,
			Detail: fmt.Sprintf("the file is at transaction %d, and was at %d; restore the file, or open the new one", meta.Transaction, last)}
	}

	// A meta page that was torn since Open has a worse cause than a power cut, which would have ended this process.
	if torn != nil && (db.tornPage == nil || meta.Transaction != db.tornAt) {
		return torn
	}

	if err := yieldLock(tx.file); err != nil {
		return system(db.path, "unlock it", err)
	}
	options := boltOptions()
	options.ReadOnly = !tx.writable
	options.Timeout = max(time.Until(deadline), lockRetry)
	options.OpenFile = func(string, int, os.FileMode) (*os.File, error) { return tx.file, nil }
	if cause := guard(func() { tx.store, err = bbolt.Open(db.path, 0, options) }); cause != nil {
		return db.corrupt(cause)
	}
	switch {
	case errors.Is(err, bolterrors.ErrTimeout):
		return heldError(db.path, tx.file)
	case err != nil:
		return system(db.path, "open it", err)
	}
	if cause := guard(func() { tx.bolt, err = tx.store.Begin(tx.writable) }); cause != nil {
		tx.stuck = true
		return db.corrupt(cause)
	}
	if err != nil {
		return system(db.path, "begin a transaction", err)
	}
	db.noteTransaction(meta.Transaction)
	return tx.identify()
}

// replaced returns ErrReplaced if the path no longer leads to the file that was opened.
func (db *DB) replaced() error {
	same, err := leadsTo(db.abs, db.file)
	if same {
		return nil
	}
	return &file.Error{Subject: db.path, Kind: ErrReplaced, Detail: "restore the file, or open the new one", Cause: err}
}

// noteTransaction raises db.last to the number of a transaction, unless db.last is higher.
func (db *DB) noteTransaction(transaction uint64) {
	for last := db.last.Load(); transaction > last && !db.last.CompareAndSwap(last, transaction); last = db.last.Load() {
	}
}

// faultBefore calls Options.Fault, with which a test can fail a step.
func (db *DB) faultBefore(what string) error {
	if db.fault == nil {
		return nil
	}
	return db.fault(what)
}

// commit stores the changes of the transaction, and remembers its number, so that later transactions notice an older
// copy written over the file.
func (tx *Tx) commit() error {
	if err := tx.db.faultBefore("commit"); err != nil {
		return err
	}
	var err error
	id := tx.ID()
	if cause := guard(func() { err = tx.bolt.Commit() }); cause != nil {
		return tx.db.corrupt(cause)
	}
	if err != nil {
		return system(tx.db.path, "store", err)
	}
	tx.db.noteTransaction(id)
	return nil
}

// end closes and so unlocks the file. Changes that were not committed are lost. end ignores errors: committed changes
// are on the disk.
func (tx *Tx) end() {
	if bolt := tx.bolt; bolt != nil { // after a commit, Rollback does nothing
		tx.bolt = nil
		if cause := guard(func() { _ = bolt.Rollback() }); cause != nil {
			tx.stuck = true
		}
	}

	switch {
	case tx.store != nil && !tx.stuck:
		_ = tx.store.Close() // closes the file, too
	case tx.file != nil:
		// A stuck bbolt may hold one of its locks, so its Close could wait forever; its memory map stays until the
		// process ends.
		_ = unlock(tx.file)
		_ = tx.file.Close()
	}
	if tx.writable {
		tx.db.mu.Unlock()
	} else {
		tx.db.mu.RUnlock()
	}
}

func (db *DB) corrupt(cause error) error {
	return &file.Error{Subject: db.path, Kind: ErrCorrupt, Detail: fmt.Sprintf("%v; audit the file", cause), Cause: cause}
}

// guard calls f, which uses bbolt, and returns the cause of its panic, or nil.
//
// bbolt reads the file through a memory map, and panics if a page was damaged since [Open] checked it. An access to a
// page that the file lacks or the disk cannot read is a fault, which ends the program unless its goroutine has asked
// for a panic instead, as guard does. So f must not access pages in another goroutine, nor call functions of the users
// of this package, whose panics guard would hide.
func guard(f func()) (cause error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true)) // sets it now, and restores it at the end
	defer func() {
		switch r := recover().(type) {
		case nil:
		case interface{ Addr() uintptr }: // a fault at this address
			cause = errors.New("a page cannot be read")
		default:
			cause = fmt.Errorf("%v", r)
		}
	}()
	f()
	return nil
}
