// Package layers builds, stores and reads layers of states.
//
// A state is a key (a byte string) with a weight (an integer of 128 bits). A [Layer] is a set of states with distinct
// keys in ascending order. The first layer is [Single]. [Build] builds the next layer by expanding every state of a
// layer: an [Expander] emits the children of the state, and children with equal keys are merged, so that their weights
// are added. Some of the weight of a state may lead to no child; this is its dead weight.
//
//	                 expand           sort            merge
//	layer, parents  -------->  table  ----->  run  \
//	                 expand           sort          ---->  layer, children
//	                -------->  table  ----->  run  /
//
// Every worker merges the states that it emits in its own table. When the table has used its share of the memory, it is
// sorted and becomes a run. At the end all runs are merged. Runs are in memory while they fit there, and otherwise in
// files. Layers are in memory if they fit there and took little time to build.
//
// Reading order: layer.go and format.go (layers and their bytes), table.go and merge.go
// (merging states with equal keys), build.go (building a layer), files.go (its files).
//
// # Invariants
//
// The content of a layer, byte by byte, depends only on the parents and the expander: not on the workers, the memory,
// the disk, or interruptions.
//
// Build returns [ErrMismatch] unless keys ascend, the weight of a run is the sum of the emitted weights, the weight of
// the layer is the sum over its runs, and every parent was expanded once. The caller can also check that [Layer.Weight]
// and [Layer.Dead] add up to the sum implied by the weight of the parents.
//
// # Interruptions
//
// If the file of a layer exists, it is complete, because it is written under another name, synced and renamed. The runs
// of an interrupted or killed Build are removed, at the latest by the next Build of the layer, which starts again. So
// an interruption loses the layer that is being built, and the layers before it that are only in memory, which took
// less than half a minute to build together.
//
// To resume a layer in the middle would take 500 lines of code and save only minutes: the last layer of wonderwall with
// 11 players has 48,789,994 states, and takes about 470 CPU seconds to expand and 35 to merge, of the three CPU hours
// of the whole count.
//
// If a file is truncated, damaged, of another format version or of another layer, Build reports it by Remark and builds
// the layer again.
//
// # Format
//
// Layers and runs have the same format, in memory and in files. All numbers except varints are most significant byte
// first. A varint has groups of 7 bits, the lowest first, each in a byte whose highest bit is set unless it is the last
// byte. Checksums are CRC-32C; that of "123456789" is 0xE3069283.
//
//	header
//	     8 bytes  "enumLAYR"
//	     4 bytes  the version of this format, 2
//	blocks
//	footer
//	              the index, for every block
//	     8 bytes  its offset in the file
//	     8 bytes  the number of states before it
//	     4 bytes  its checksum
//	              the identity of a layer, a text; empty in a run
//	     8 bytes  the number of blocks
//	     8 bytes  the length of the identity
//	     8 bytes  the number of states
//	    16 bytes  the sum of their weights
//	     8 bytes  the number of emissions merged into them; 0 in a run
//	    16 bytes  the dead weight; 0 in a run
//	     4 bytes  the checksum of the footer up to here
//	     8 bytes  the length of the file
//
// The identity is
//
//	layer NAME of LABEL, made from STATES states of weight WEIGHT, digest DIGEST
//
// with the name and the label given to Build, and the number of states, the weight and the digest of the parents. A
// digest is the CRC-64 of the index with the ECMA-182 polynomial, in the form of package [hash/crc64], in 16
// hexadecimal digits. The layer of [Single] has no identity.
//
// A block consists of a record for every state:
//
//	varint   the length of the longest common prefix with the previous
//	         key of the block; 0 for the first
//	varint   the length of the rest of the key
//	         the rest of the key
//	varint   the weight, up to 19 bytes
//
// So "abc" with weight 5 and "abd" with weight 300 are
//
//	00 03 61 62 63 05
//	02 01 64 AC 02
//
// A block ends with the record that makes it 65536 bytes or longer, or with the last one.
package layers
