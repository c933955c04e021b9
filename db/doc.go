/*
Package db keeps the results of interrupted counts in a file.

A count is a run. It is cut into shards, and the payload of a shard, its tally,
is stored as soon as the shard is finished, so that the run can be taken up
again after any interruption. A run also has a header, which says what is
counted, and when it is finished a total. To this package all of these are
bytes; what they mean is for the caller.

A [DB] is one file, a [Tx] one transaction on it. What [DB.Update] stored, it
stored as a whole and on the disk; what is read is what was stored, or an error
that says why not. A file that is damaged, cut short, of another program, or in
use by another process is an error of its own: see [ErrHeld] and those after it.
[Check] finds all that is wrong with a file.

# Format

The file is a bbolt file, of bbolt's format version 2. In it are two buckets:

	meta
	    magic    record: "enumerate"
	    version  record: the version of this format, 1
	    last     record: the id of the run created last, 0 if there was none
	runs
	    the id of a run: a bucket, for every run
	        header   record: the header
	        total    record: the total; absent until the run is finished
	        shards   bucket
	            the id of a shard: record: its payload, for every shard stored

Ids are from 0 to 1<<64-1, as keys and in records 8 bytes, most significant byte
first, which puts them in ascending order; so is the version. The ids of runs
begin at 1 and go up by 1. There are no other keys. The sequence numbers that
bbolt keeps in its buckets are not used, for bbolt does not protect them.

A record is a payload followed by 8 bytes of checksum, most significant byte
first. The checksum is of these bytes, one after another:

	1 byte   the kind of the record: 'm' in meta, 'h' the header, 't' the
	         total, 's' a shard
	8 bytes  the id of the run, most significant byte first; 0 in meta
	         the key: "magic", "version", "last", "header", "total", or the
	         8 bytes of the id of the shard
	         the payload

so that a record is not accepted in the place of another. It is the CRC-64 with
the ECMA-182 polynomial 0x42F0E1EBA9EA3693 in the form of package [hash/crc64]
and of the xz format: reflected, begun with all bits 1, inverted at the end. The
checksum of "123456789" alone is 0x995DC9BBDF1939FA.

A later version of the format may change all of this but the records magic and
version, where they are and how they are told apart from others.

# Pages

The pages of the bbolt file are looked at before bbolt is let near them. They
are of 4096 bytes in a file that this package creates. All of their numbers are
in the byte order of the machine, so that a file does not move between machines
of different byte orders. Every page begins with

	8 bytes  the number of the page, its offset divided by the page size
	2 bytes  the type: 1 branch, 2 leaf, 4 meta, 16 list of free pages
	2 bytes  the number of elements
	4 bytes  the number of pages after this one that continue it

Pages 0 and 1 are meta pages, written in turn by one transaction and the next:

	4 bytes  0xED0CDAED
	4 bytes  the version of bbolt's format, 2
	4 bytes  the page size, a power of two
	4 bytes  not used
	8 bytes  the page of the outermost bucket
	8 bytes  its sequence number
	8 bytes  the page of the list of free pages
	8 bytes  the number of pages in use or free, from the beginning of the file
	8 bytes  the number of the transaction
	8 bytes  the FNV-1a hash of the 56 bytes before

The one with the higher number of a transaction counts. Both must be sound: what
bbolt does otherwise, to take the one that is, may go back to an older state of
the file without a word.

A leaf page has its elements, 16 bytes each, then their keys and values, in
ascending order of the keys:

	4 bytes  1 if the value is a bucket, else 0
	4 bytes  the distance from this element to its key
	4 bytes  the length of the key
	4 bytes  the length of the value, which follows the key

The value of a bucket is 8 bytes, the page of its root, and 8 bytes, its sequence
number. The root is a leaf or a branch page. A small bucket without buckets in it
has the number 0 there, and its only leaf page follows, as long as its content.

A branch page has its elements, 16 bytes each, then their keys:

	4 bytes  the distance from this element to its key
	4 bytes  the length of the key
	8 bytes  the page beneath, whose keys are from this key to the next

There are no gaps between the elements, keys and values, no more pages than
they need, and no pages without elements. The list of free pages has their numbers in ascending order, 8 bytes
each; when there are 65535 or more, the number of elements says 65535, and the
list begins with the real number. Every page is in use once or free. Branches
and leaves that break any of this are [ErrCorrupt], as bbolt never writes them.
Pages neither in use nor free, which are lost but do no harm, are a fault to
[Check] only.
*/
package db
