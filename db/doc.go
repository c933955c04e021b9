// Package db keeps the results of interrupted counts in a file.
//
// A count is a run. It is cut into shards, and the payload of a shard, its tally,
// is stored as soon as the shard is finished, so that the run can be resumed after
// any interruption. A run also has a header, which says what is
// counted, records of who has made its shards, and when it is finished a total. To this package all of these are
// bytes; what they mean is for the caller.
//
// A [DB] is one file, a [Tx] one transaction on it. What [DB.Update] stored, it
// stored as a whole and on the disk; what is read is what was stored, or an error
// that says why not. A file that is damaged, cut short, of another program, or
// held by another process is an error of its own: see [ErrHeld] and those after it.
// [Check] finds all that is wrong with the content of a file.
//
// # Sharing
//
// Many processes may have a file open. It is locked during transactions only: each opens
// and locks the file, hands it to bbolt, and closes it again, which on a file of any size
// takes a tenth of a millisecond beside the syncs. Those that read do so together, one that
// writes is alone, and each waits up to five seconds for the others. So whoever computes for
// days holds nobody off, if it reads what it needs into memory and stores now and then. What
// it has read may be old by then: what depends on it is to be read again in the transaction
// that writes.
//
// The lock is flock, on Windows LockFileEx, on the file itself; the system releases it when
// a process ends, however that does. Between its transactions a DB keeps the file open without
// a lock, so that no other file can pass for it: a path that leads elsewhere by then is
// [ErrReplaced], and so is a file that is at an earlier transaction than before. A file that
// was overwritten in place with another database, at a later transaction, is for the caller to
// notice, by the headers of its runs.
//
// Aix and Solaris have locks of a process instead of an open file: there a transaction may find
// the pages of another that is under way when it checks them, and [Lock] locks nothing.
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
//	        contributors   bucket; absent while there is none
//	            the number of a contributor: record: who it is, for every contributor
//	        shards   bucket
//	            the id of a shard: record: its payload, for every shard stored
//
// Version 1 had no contributors. It is read, and becomes version 2 with the first transaction that stores something;
// a program that reads version 1 alone refuses it then, as [ErrNewer], when it opens it.
//
// Ids are from 0 to 1<<64-1, as keys and in records 8 bytes, most significant byte
// first, which puts them in ascending order; so is the version. The ids of runs
// begin at 1 and go up by 1, as do the numbers of the contributors of a run. There are no other keys. The sequence numbers that
// bbolt keeps in its buckets are not used, for bbolt does not protect them.
//
// A record is a payload followed by 8 bytes of checksum, most significant byte
// first. The checksum is of these bytes, one after another:
//
//	1 byte   the kind of the record: 'm' in meta, 'h' the header, 't' the
//	         total, 'k' a contributor, 's' a shard
//	8 bytes  the id of the run, most significant byte first; 0 in meta
//	         the key: "magic", "version", "last", "header", "total", or the
//	         8 bytes of the id of the shard, or of the number of the contributor
//	         the payload
//
// so that a record is not accepted in the place of another. It is the CRC-64 with
// the ECMA-182 polynomial 0x42F0E1EBA9EA3693 in the form of package [hash/crc64]
// and of the xz format: reflected, begun with all bits 1, inverted at the end. The
// checksum of "123456789" alone is 0x995DC9BBDF1939FA.
//
// A later version of the format may change all of this but the records magic and
// version, where they are and how they are told apart from others.
//
// # Pages
//
// The pages of the file have 4096 bytes. Their numbers are in the byte order of the
// machine, so that a file does not move between machines of different byte orders.
//
// A record has a checksum, a page has none, and bbolt believes what its pages say. So
// [Open] first walks over all of them (pages.go), and refuses a file in which a page is
// not in use once or free, or is not laid out as bbolt writes it. Tx.Check of bbolt
// v1.5.0 cannot take the place of that walk:
//
//   - It runs in a goroutine of its own, where a page number or a length that leads out
//     of the file is a fault that ends the program.
//   - A branch that leads back to a page above it overflows its stack, which ends the
//     program in any goroutine (etcd-io/bbolt#701).
//   - bbolt allocates what the list of free pages says it needs before it can be asked.
//   - It accepts a page that counts fewer elements than it has. What was stored is then
//     missing without an error.
//
// Where one of the two meta pages is damaged, as a power cut may leave it, bbolt uses the
// other without a word; so does this package, but [DB.Torn] and [Check] tell.
//
// Of the 3,260 damaged files of TestDamaged, Tx.Check in place of the walk lets 102 crash
// the program, 81 hang it, 18 take more than 256 MiB, and 83 be read wrong. With the walk
// it is none.
package db
