/*
Package layers makes, keeps and reads layers of states.

A state is a key, a string of bytes, with a weight, an integer of 128 bits. A
[Layer] is a set of states with distinct keys in ascending order. The first one
is [Single]; [Build] makes the next one by expanding every state: an [Expander]
emits its children, and children with equal keys are merged, their weights added.
What keys and weights mean is for the caller.

	                 expand           sort            merge
	layer, parents  -------->  table  ----->  run  \
	                 expand           sort          ---->  layer, children
	                -------->  table  ----->  run  /

Every worker merges what it emits in a table of its own. When the table has
used up its part of the memory, or has held anything for too long, it is sorted
and becomes a run. In the end all runs are merged. Runs and layers are in memory
as long as they fit and are young, and in files after that; [Config] says when.

# Invariants

The layer depends on the parents and the expander alone, byte by byte, and on
nothing else: not on the workers, the memory, the disk, or interruptions.

Each of these is asserted whenever a layer is made, and [ErrMismatch] otherwise:
keys ascend; the weight of a run is the sum of what was emitted into it; the
weight of the layer is the sum over its runs; every parent was expanded exactly
once. The caller can assert more: [Layer.Weight] and [Layer.Dead] together are
all that the expanders made of [Layer.Weight] of the parents.

A file exists only when it is whole: it is written under another name, synced
and renamed. A run says which parents it comes from, so that a Build that was
interrupted, or killed, goes on with the others. A file that is cut, damaged, of
other parents or with another label is an error of its own, see [ErrTruncated]
and those after it, and Build makes it again. Runs that were merged into one and
not yet removed when the process was killed are known by their parents, which are
all in the new run too.

# Format

A layer and a run have one format, in memory as in files. All numbers are most
significant byte first unless they are varints: those are in groups of 7 bits,
the lowest first, each in a byte whose highest bit says that there is another.
Checksums are CRC-32C: the Castagnoli polynomial 0x1EDC6F41, reflected, begun
with all bits 1, inverted at the end; that of "123456789" is 0xE3069283.

	header
	     8 bytes  "enumLAYR"
	     4 bytes  the version of this format, 1
	     1 byte   'l' a layer, 'r' a run
	     1 byte   the length of the name
	              the name of the layer
	     2 bytes  the length of the label, up to 1024
	              the label
	     8 bytes  the states of the layer of the parents
	    16 bytes  its weight
	     8 bytes  its digest
	     4 bytes  the checksum of all this
	blocks
	index, for every block
	     8 bytes  its offset in the file
	     8 bytes  how many states there are before it
	     4 bytes  its checksum
	spans, for every row of parents without a gap
	     8 bytes  the position of the first in their layer
	     8 bytes  the position after the last
	footer
	     8 bytes  the number of blocks
	     8 bytes  the number of spans
	     8 bytes  the number of states
	    16 bytes  the sum of their weights
	     8 bytes  the number of emissions merged into them
	    16 bytes  the weight that died
	     4 bytes  the checksum of the header without its checksum, the index,
	              the spans, and the footer up to here
	     8 bytes  the length of the file

The parents are those that were expanded: in a layer all of them, one span, or
none if there are no parents. The digest of a layer is the CRC-64 of its index
with the ECMA-182 polynomial, in the form of package [hash/crc64]. The layer of
[Single] has no name, no label, and no parents.

A block is records, one for every state, with nothing before, between or after:

	varint   how many bytes the key begins with that the key before it in the
	         block begins with too, as many as there are; 0 for the first
	varint   how many bytes of the key are left
	         these
	varint   the weight, up to 19 bytes

So "abc" with weight 5 and "abd" with weight 300 are

	00 03 61 62 63 05
	02 01 64 AC 02

A block ends with the record by which it gets 65536 bytes or more, or with the
last one. Every block is read by itself, with the index from any state on.

In a directory the layer NAME is NAME.layer, its runs are NAME.000001.run and so
on, and a file being written has .tmp after its name.
*/
package layers
