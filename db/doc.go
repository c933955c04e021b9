// Package db keeps the results of interrupted counts in a file.
//
// A run is a count of all games of some size. It is cut into shards, and the tally (result) of each is stored as soon
// as it is finished, so that the run can be resumed. A run also has a header, a list of the contributors that computed
// its shards and, when it is finished, a total. To this package, these are payloads: bytes that it does not look into.
//
// A [DB] is one file, a [Tx] one transaction on it. [DB.Update] stores a transaction completely or not at all, and
// syncs the file. Reading returns what was stored, or an error. Each kind of fault has its own error, see [ErrHeld].
// [Check] finds all faults of a file.
//
// The file is a bbolt file. A few terms of bbolt appear in this package:
//
//   - page: 4096 bytes of the file; a longer page continues on the following ones
//   - bucket: a table of keys and values; a value may be a bucket
//   - tree: the pages of a bucket; a leaf holds keys and values, a branch refers to the pages below it
//   - meta page: page 0 or 1; it refers to the tree and the list of free pages. Transactions write the two alternately, last of all pages
//
// # Sharing
//
// Many processes may open a file at the same time. A transaction opens and locks the file, passes it to bbolt, and
// closes it again, which takes a tenth of a millisecond for a file of any size, plus the syncs. Transactions that read
// share the lock; a transaction that writes excludes all others. Each waits up to five seconds. What was read in an
// earlier transaction may be outdated, so a writing transaction must read again what it depends on.
//
// The lock is flock, on Windows LockFileEx, on the file itself; it ends with the process. Between transactions a DB
// keeps the file open without a lock, to recognize it: if the path leads to another file, or the file is at an earlier
// transaction than before, the error is [ErrReplaced]. If another database at a later transaction was written over the
// file in place, the caller must notice it by the headers of the runs.
//
// On AIX and Solaris a lock belongs to a process, not to an open file. There a transaction may check the pages while
// another one writes them, and [Lock] locks nothing.
//
// # Format
//
// The file is a bbolt file, of bbolt's format version 2. In it are two buckets:
//
//	meta
//	    magic    record: "enumerate"
//	    version  record: the version of this format, 2
//	    last     record: the id of the run created last, 0 if there was none
//	runs
//	    the id of a run: a bucket, for every run
//	        header   record: the header
//	        total    record: the total; absent until the run is finished
//	        makers   bucket: the contributors; absent if there are none
//	            the number of a contributor: record: its payload, for every contributor
//	        shards   bucket
//	            the id of a shard: record: its payload, for every shard stored
//
// Version 1 had no contributors. The first transaction that stores something converts it to version 2, for which
// programs that know only version 1 return [ErrNewer]. The bucket of the contributors is called makers because the
// program used this word when version 2 was defined.
//
// An id, from 0 to 1<<64-1, takes 8 bytes in keys and records, like the version: most significant byte first, so that
// keys ascend. The ids of runs, and the numbers of the contributors of a run, count from 1. There are no other keys.
// bbolt's sequence numbers of buckets are not used, because they have no checksum.
//
// A record is a payload followed by its checksum in 8 bytes, most significant byte first. The checksum covers, in this
// order:
//
//	1 byte   the kind of the record: 'm' in meta, 'h' the header, 't' the
//	         total, 'k' a contributor, 's' a shard
//	8 bytes  the id of the run, most significant byte first; 0 in meta
//	         the key: "magic", "version", "last", "header", "total", or the
//	         8 bytes of the id of the shard, or of the number of the contributor
//	         the payload
//
// Because the checksum covers the place, a record moved to another place is not accepted. The checksum is CRC-64 with
// the ECMA-182 polynomial 0x42F0E1EBA9EA3693, as in [hash/crc64] and the xz format: reflected, with all bits 1 at the
// start, inverted at the end. The checksum of "123456789" alone is 0x995DC9BBDF1939FA.
//
// A later version of the format may change everything except for the records magic and version, their places and their
// checksums.
//
// # Pages
//
// The pages have 4096 bytes. Their numbers are in the byte order of the machine, so machines of different byte orders
// cannot exchange files.
//
// Pages have no checksums, and bbolt trusts them. Therefore [Open] first checks all pages (pages.go): each must be
// either free or in use once, and have the layout that bbolt writes. Tx.Check of bbolt v1.5.0 cannot replace this:
//
//   - It runs in its own goroutine, where a page number or length beyond the end of the file ends the program.
//   - A branch that refers to a page above itself overflows the stack, which ends the program in any goroutine
//     (etcd-io/bbolt#701).
//   - bbolt allocates the memory that a damaged list of free pages asks for before it checks anything.
//   - It accepts a page whose count of elements is too small. Records are missing then without an error.
//
// If one meta page is damaged, as by a power cut, bbolt silently uses the other one. So does this package, but
// [DB.TornPage] and [Check] report the damage.
//
// With Tx.Check, 102 of the 3,260 damaged files of TestDamaged crash the program, 81 make it hang, 18 take more than
// 256 MiB, and 83 are read wrong. With this package's check, no file does any of this.
package db
