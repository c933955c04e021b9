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
	// ReadOnly opens a file that exists, to read only.
	ReadOnly bool

	// Timeout is how long a transaction, or Open, waits for others that have locked
	// the file. Zero stands for five seconds, less than zero for no time at all.
	Timeout time.Duration

	// Fault, if not nil, is called before each transaction, with "View" or "Update", before each
	// of its operations, with "operation", and before it is stored, with "commit". What it was
	// called before fails with its error. It is for tests of programs that use a database.
	Fault func(before string) error
}

// A DB is a database file. It locks the file during its transactions only, those that
// read together with other readers, those that write alone; between them other
// processes store what they have. Its methods may be called by several goroutines at
// once.
type DB struct {
	path     string
	abs      string // path, wherever the working directory is now
	readOnly bool
	timeout  time.Duration
	fault    func(before string) error
	file     *os.File // neither locked nor read: while it is open no other file is the same one

	torn   error  // see Torn
	tornAt uint64 // the newest transaction that was whole then

	mu     sync.RWMutex  // held by the transactions, to write alone
	closed bool          // guarded by mu
	last   atomic.Uint64 // the newest transaction on the file that was seen
}

// Open opens the database at path. Unless o.ReadOnly it creates the file, for
// its owner alone to read and write, and the directories above it, if there is
// none; it never leaves a part of a new file at path, and removes what a process left in the
// directory that was killed in creating one. A file of no bytes is not new but ErrTruncated.
//
// Open reads every page of the file, though not the content of every record,
// since bbolt believes what its pages say: a file of a million short shards
// takes a tenth of a second or so. The transactions that follow do not, and begin
// and end within a millisecond on a file of any size. A torn meta page is no error but is
// told by [DB.Torn].
//
// It fails with ErrHeld, ErrForeign, ErrOlder, ErrNewer, ErrTruncated,
// ErrChecksum, ErrCorrupt, ErrFull, ErrReadOnly, ErrDirectory, ErrReplaced, or
// [fs.ErrNotExist].
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

// open is Open without a look at what the file holds beyond its version.
func open(path string, o Options) (*DB, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, system(path, "find it", err)
	}
	o.Timeout = cmp.Or(o.Timeout, patience)
	if !o.ReadOnly {
		if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
			if err := file.Create(path, fill); err != nil && !errors.Is(err, fs.ErrExist) { // another process was faster
				return nil, system(path, "create it", err)
			}
		}
	}
	db := &DB{path: path, abs: abs, readOnly: o.ReadOnly, timeout: o.Timeout, fault: o.Fault}
	if db.file, err = acquire(path, abs, !o.ReadOnly, false, time.Now().Add(o.Timeout)); err != nil {
		return nil, err
	}
	m, torn, misfit, err := checkPages(path, db.file)
	db.torn, db.tornAt = torn, m.Transaction
	if err = cmp.Or(err, system(path, "unlock it", unlock(db.file))); err == nil {
		err = cmp.Or(db.View(func(*Tx) error { return nil }), misfit)
	}
	if err != nil {
		db.Close()
		return nil, err
	}
	return db, nil
}

// Create creates the database at path with what f stores, or nothing. It fails with
// [fs.ErrExist] if there is a file, as Open and Update do, and with the error of f. It may
// call f more than once.
func Create(path string, f func(*Tx) error) error {
	var failed error // which says its file
	err := file.Create(path, func(aside *os.File) error {
		if err := fill(aside); err != nil {
			return err
		}
		var db *DB
		if db, failed = open(aside.Name(), Options{}); failed == nil {
			db.path = path // in errors
			failed = cmp.Or(db.Update(f), db.Close())
		}
		return failed
	})
	switch {
	case err == nil:
		return nil
	case errors.Is(err, fs.ErrExist):
		return &file.Error{Subject: path, Kind: fs.ErrExist, Detail: "name one that does not exist"}
	case err == failed:
		return err
	}
	return system(path, "create it", err)
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

// Torn returns nil, or an error of one line if one of the two meta pages was torn when the file
// was opened. A power cut may do that while a transaction is stored, which is then lost. So may
// a failing disk, when the last transaction was stored already, and is lost. All that was stored
// before is there, and the next transaction that stores something writes over the torn page.
func (db *DB) Torn() error { return db.torn }

// Close waits for the open transactions to end and closes the file. To close a
// DB that is closed does nothing. It must not be called from inside View or
// Update.
func (db *DB) Close() error {
	db.mu.Lock()
	defer db.mu.Unlock()
	if db.closed {
		return nil
	}
	db.closed = true
	return system(db.path, "close it", db.file.Close())
}

// View calls f with a transaction that reads. It shows the database as it is
// now; nobody stores anything while f runs, so f is not to take long. View returns
// the error of f.
//
// Beside the errors of a Tx it fails with ErrHeld, and with ErrReplaced and
// ErrTruncated if that is what became of the file. f must not begin another
// transaction.
func (db *DB) View(f func(*Tx) error) error {
	tx, err := db.begin(false)
	if err != nil {
		return err
	}
	defer tx.end()
	return f(tx)
}

// Update calls f with a transaction that reads and writes, alone: nobody else reads or
// writes while f runs. If f returns nil, Update stores all that f wrote, to the disk; else
// it stores nothing and returns the error of f. f must not begin another transaction.
//
// It fails as View does. If storing fails, with ErrFull or another error, what was stored
// before is kept.
func (db *DB) Update(f func(*Tx) error) error {
	tx, err := db.begin(true)
	if err != nil {
		return err
	}
	defer tx.end()
	if err := f(tx); err != nil || tx.edits == 0 {
		return err
	}
	if err := tx.upgrade(); err != nil { // as where bbolt met what it did not expect
		return err
	}
	return tx.commit()
}

// begin begins a transaction, to be ended by end.
func (db *DB) begin(writable bool) (*Tx, error) {
	if writable && db.readOnly {
		return nil, &file.Error{Subject: db.path, Kind: ErrReadOnly, Detail: "it was opened to read only; open it to write"}
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

// begin locks the file and hands it to bbolt.
func (tx *Tx) begin() error {
	db, deadline := tx.db, time.Now().Add(tx.db.timeout)
	if db.closed {
		return &file.Error{Subject: db.path, Kind: ErrClosed, Detail: "open it again"}
	}
	if err := db.replaced(); err != nil {
		return err
	}
	var err error
	if tx.file, err = acquire(db.path, db.abs, tx.writable, tx.writable, deadline); err != nil {
		return err
	}
	if err := db.replaced(); err != nil { // while it waited
		return err
	}
	meta, torn, err := checkMeta(db.path, tx.file)
	if err != nil {
		return err
	}
	if last := db.last.Load(); meta.Transaction < last {
		return &file.Error{Subject: db.path, Kind: ErrReplaced,
			Detail: fmt.Sprintf("it is at transaction %d, and was at %d; put it back, or open what is there now", meta.Transaction, last)}
	}
	// No power cut tears a page while this process runs.
	if torn != nil && (db.torn == nil || meta.Transaction != db.tornAt) {
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
		return held(db.path, tx.file)
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
	db.saw(meta.Transaction)
	return tx.identify()
}

// replaced returns an error unless the path still leads to the file that was opened.
func (db *DB) replaced() error {
	same, err := leadsTo(db.abs, db.file)
	if same {
		return nil
	}
	return &file.Error{Subject: db.path, Kind: ErrReplaced, Detail: "put it back, or open what is there now", Cause: err}
}

// saw keeps the newest transaction that was seen.
func (db *DB) saw(transaction uint64) {
	for last := db.last.Load(); transaction > last && !db.last.CompareAndSwap(last, transaction); last = db.last.Load() {
	}
}

// faultBefore returns the error that a test wants, if any: see [Options].
func (db *DB) faultBefore(what string) error {
	if db.fault == nil {
		return nil
	}
	return db.fault(what)
}

// commit stores what the transaction wrote.
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
	tx.db.saw(id)
	return nil
}

// end ends the transaction, storing nothing unless commit was called, and unlocks the file.
func (tx *Tx) end() {
	if bolt := tx.bolt; bolt != nil {
		tx.bolt = nil
		if cause := guard(func() { _ = bolt.Rollback() }); cause != nil {
			tx.stuck = true
		}
	}
	// What fails from here on loses nothing: what was stored is on the disk.
	switch {
	case tx.store != nil && !tx.stuck:
		_ = tx.store.Close()
	case tx.file != nil:
		// bbolt holds a lock of its own that it will never release, and would wait for
		// ever, or has left its memory map, which stays.
		_ = unlock(tx.file)
		_ = tx.file.Close()
	}
	if tx.writable {
		tx.db.mu.Unlock()
	} else {
		tx.db.mu.RUnlock()
	}
}

// corrupt returns the error for what bbolt did not expect in the file.
func (db *DB) corrupt(cause error) error {
	return &file.Error{Subject: db.path, Kind: ErrCorrupt, Detail: fmt.Sprintf("%v; check it", cause), Cause: cause}
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
