// Package layers makes, keeps and reads layers of states.
//
// A state is a key, a string of bytes, with a weight, an integer of 128 bits. A
// [Layer] is a set of states with distinct keys in ascending order. The first one
// is [Single]; [Build] makes the next one by expanding every state: an [Expander]
// emits its children, and children with equal keys are merged, their weights added.
// What keys and weights mean is for the caller.
//
//	                 expand           sort            merge
//	layer, parents  -------->  table  ----->  run  \
//	                 expand           sort          ---->  layer, children
//	                -------->  table  ----->  run  /
//
// Every worker merges what it emits in a table of its own. When the table has
// used up its part of the memory it is sorted and becomes a run. In the end all runs
// are merged. Runs and layers are in memory as long as they fit and are young, and in
// files after that.
//
// The package in the order of reading: layer.go and format.go, layers and their bytes;
// table.go and merge.go, how states with equal keys meet; build.go, how a layer is made;
// files.go, what stays of it.
//
// # Invariants
//
// The layer depends on the parents and the expander alone, byte by byte, and on
// nothing else: not on the workers, the memory, the disk, or interruptions.
//
// Each of these is asserted whenever a layer is made, and [ErrMismatch] otherwise:
// keys ascend; the weight of a run is the sum of what was emitted into it; the
// weight of the layer is the sum over its runs; as many parents were expanded as there
// are. The caller can assert more: [Layer.Weight] and [Layer.Dead] together are
// all that the expanders made of [Layer.Weight] of the parents.
//
// # Interruptions
//
// The file of a layer exists only when it is whole: it is written under another name,
// synced and renamed. A Build that finds it opens it. A Build that is interrupted or
// killed leaves nothing: its runs are removed, at the latest by the next Build of the
// layer, which begins again. So what is lost is one layer, and layers in memory that were
// made within half a minute. To keep the runs too, and to know which parents each of them
// comes from, took 500 lines and saved minutes: the last layer of wonderwall with 11
// players, 48,789,994 states of a count of three CPU hours, takes some 470 CPU
// seconds to expand and 35 to merge, 4.5 minutes on two cores.
//
// A file that is cut, damaged, of another version of the format, or of another layer is
// remarked on and made again.
//
// # Format
//
// A layer and a run have one format, in memory as in files. All numbers are most
// significant byte first unless they are varints: those are in groups of 7 bits,
// the lowest first, each in a byte whose highest bit says that there is another.
// Checksums are CRC-32C: the Castagnoli polynomial 0x1EDC6F41, reflected, begun
// with all bits 1, inverted at the end; that of "123456789" is 0xE3069283.
//
//	header
//	     8 bytes  "enumLAYR"
//	     4 bytes  the version of this format, 2
//	blocks
//	footer
//	              the index, for every block
//	     8 bytes  its offset in the file
//	     8 bytes  how many states there are before it
//	     4 bytes  its checksum
//	              the identity of a layer, a text; nothing in a run
//	     8 bytes  the number of blocks
//	     8 bytes  the length of the identity
//	     8 bytes  the number of states
//	    16 bytes  the sum of their weights
//	     8 bytes  the number of emissions merged into them; 0 in a run
//	    16 bytes  the weight that died; 0 in a run
//	     4 bytes  the checksum of the footer up to here
//	     8 bytes  the length of the file
//
// The identity is
//
//	layer NAME of LABEL, made from STATES states of weight WEIGHT, digest DIGEST
//
// with the name and the label given to Build, and the states, their weight and the digest
// of the parents. A digest is the CRC-64 of the index with the ECMA-182 polynomial, in the
// form of package [hash/crc64], in 16 hexadecimal digits. The layer of [Single] has no
// identity.
//
// A block is records, one for every state, with nothing before, between or after:
//
//	varint   how many bytes the key begins with that the key before it in the
//	         block begins with too, as many as there are; 0 for the first
//	varint   how many bytes of the key are left
//	         these
//	varint   the weight, up to 19 bytes
//
// So "abc" with weight 5 and "abd" with weight 300 are
//
//	00 03 61 62 63 05
//	02 01 64 AC 02
//
// A block ends with the record by which it gets 65536 bytes or more, or with the
// last one. A block is read without the others: with the index, from any state on.
package layers
