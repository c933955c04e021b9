package layers

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
	"hash/maphash"
	"math/bits"
	"slices"
)

// MaxKey is the largest length of a key, in bytes.
const MaxKey = 1<<16 - 1

// A table merges the states that one worker emits. It is a map from keys to sums of weights, and allocates memory only
// to grow.
//
// A table is an open hash table with linear probing. A slot is one word,
//
//	63       32 31        0
//	[   tag   ][ position ]
//
// that has the upper half of the key's hash and the position of the key's entry, in units of 8 bytes. An empty slot is
// 0. The upper bits of the tag determine the first slot that is tried, so the table can grow in one pass over the
// slots, without reading keys.
//
// The entries follow one another, each in a whole number of units. An entry has the weight (Lo and Hi), the length of
// the key in 2 bytes, and the key. Nearly all of the time is spent on cache misses: one for a new state, and two for a
// known state.
//
// Each table has a different seed for its hashes, which does not affect the states that the table returns.
type table struct {
	seed  maphash.Seed
	slots []uint64 // the length is a power of two
	shift int      // tag>>shift is the first slot tried
	count int      // slots taken

	slabs [][]byte // the entries: slabs of slabSize bytes
	end   uint64   // the position after the last entry

	queue       [ahead]emission
	queueLength int
	keys        []byte // the keys of the queued emissions
	warm        uint64 // a dummy result that makes the processor load cache lines

	weight    Weight // the sum of all weights
	emissions uint64
	err       error // the first error, after which the table takes no more keys
}

type emission struct {
	tag      uint64
	slot     uint64
	weight   Weight
	from, to int // the range of its key in keys
}

const (
	cacheLine   = 64
	fewestSlots = 64
	ahead       = 32      // entries that are prefetched
	unit        = 8       // bytes for each position
	slabSize    = 1 << 18 // bytes, more than the largest entry
	slabUnits   = slabSize / unit
	entryHead   = 8 + 8 + 2 // bytes before the key
	lowHalf     = 1<<32 - 1
	// A table of largestTable bytes takes the children of no further parent (a state that is expanded). A position is a
	// number of units in 32 bits, so a table holds at most 2^32 units. The limit is half of that. The other half is
	// room for the children of the last parent. Usually a table is sorted and written long before.
	largestTable = unit << 31
)

func newTable() *table {
	t := &table{seed: maphash.MakeSeed()}
	t.resize(fewestSlots)
	t.end = 1 // because 0 is an empty slot
	return t
}

func (t *table) resize(n int) {
	t.slots = make([]uint64, n)
	t.shift = 32 - bits.TrailingZeros(uint(n))
}

// reset empties the table. If a parent with very many children has made it too large for `limit` bytes, it frees
// memory: the slots, if they take more than half of the limit, and the slabs (pieces with the entries) beyond the
// limit.
func (t *table) reset(limit int64) {
	if int64(len(t.slots))*8 > limit/2 {
		t.resize(fewestSlots)
	} else {
		clear(t.slots)
	}
	t.slabs = slices.Delete(t.slabs, min(len(t.slabs), int(limit/slabSize)+1), len(t.slabs))
	t.count, t.end, t.weight, t.emissions = 0, 1, Weight{}, 0
}

func (t *table) bytes() int64 { return int64(t.end)*unit + int64(len(t.slots))*8 }

// full reports whether a table that may use `limit` bytes has no room for the children of another parent: it uses
// `limit` bytes already, or it is about to grow and there would be no room for the old and the new slots together.
func (t *table) full(limit int64) bool {
	limit = min(limit, largestTable)
	if t.bytes() >= limit {
		return true
	}
	n := len(t.slots)
	return t.count >= mostTaken(n)-n/64 && t.bytes()+2*int64(n)*8 > limit && t.count > 0
}

// mostTaken returns how many of n slots may be taken before the table grows.
func mostTaken(n int) int { return n / 4 * 3 }

func (t *table) entry(position uint64) []byte {
	return t.slabs[position/slabUnits][position%slabUnits*unit:]
}

func keyOf(entry []byte) []byte {
	length := int(binary.LittleEndian.Uint16(entry[16:]))
	return entry[entryHead : entryHead+length]
}

func weightOf(entry []byte) Weight {
	return Weight{Lo: binary.LittleEndian.Uint64(entry), Hi: binary.LittleEndian.Uint64(entry[8:])}
}

func setWeight(entry []byte, w Weight) {
	binary.LittleEndian.PutUint64(entry, w.Lo)
	binary.LittleEndian.PutUint64(entry[8:], w.Hi)
}

// emit adds w to the weight of a key in the table. It only copies the key to a queue; when the queue is full, flush
// adds all its keys together, which is faster. So an error of emit may be due to an earlier key. After an error the
// table takes no more keys.
func (t *table) emit(key []byte, w Weight) error {
	if len(key) > MaxKey && t.err == nil {
		t.err = fmt.Errorf("a key of %d bytes: %w: at most %d", len(key), errTooLong, MaxKey)
	}
	if t.err != nil {
		return t.err
	}
	e := &t.queue[t.queueLength]
	e.tag = maphash.Bytes(t.seed, key) >> 32 // the upper half of the hash
	e.weight = w
	e.from = len(t.keys)
	t.keys = append(t.keys, key...)
	e.to = len(t.keys)
	if t.queueLength++; t.queueLength == len(t.queue) {
		return t.flush()
	}
	return nil
}

// flush adds the queued emissions (keys with weights) to the table. It first reads the slots of all these keys, then
// the entries to which the slots point, and only then compares keys and adds weights. So the processor waits for many
// cache misses at the same time, which is three times as fast as waiting for one after the other.
func (t *table) flush() error {
	queue := t.queue[:t.queueLength]
	for i := range queue {
		queue[i].slot = queue[i].tag >> t.shift
		t.warm ^= t.slots[queue[i].slot]
	}

	for i := range queue {
		e := &queue[i]
		e.slot = t.find(e.slot, e.tag)
		if slot := t.slots[e.slot]; slot != 0 {
			entry := t.entry(slot & lowHalf)
			t.warm ^= uint64(entry[0]) ^ uint64(entry[min(cacheLine, len(entry)-1)])
		}
	}

	slots := len(t.slots)
	for i := range queue {
		e := &queue[i]
		if slots != len(t.slots) {
			e.slot = e.tag >> t.shift // the table has grown
		}
		if t.err == nil {
			t.err = t.merge(e, t.keys[e.from:e.to])
		}
	}
	t.queueLength, t.keys = 0, t.keys[:0]
	return t.err
}

// find returns the first slot, from slot i on, that is empty or has the tag.
func (t *table) find(i, tag uint64) uint64 {
	mask := uint64(len(t.slots) - 1)
	for t.slots[i] != 0 && t.slots[i]>>32 != tag {
		i = (i + 1) & mask
	}
	return i
}

// merge adds an emission, a weight for a key, to the table. The search for the key continues at the slot e.slot,
// because the slots before it have been tried. Only the sum of all weights in the table is checked for overflow: the
// weight of a key is at most this sum.
func (t *table) merge(e *emission, key []byte) error {
	total, ok := t.weight.CheckedAdd(e.weight)
	if !ok {
		return fmt.Errorf("%v + %v: %w", t.weight, e.weight, ErrOverflow)
	}

	mask := uint64(len(t.slots) - 1)
	for i := e.slot; ; i++ {
		i = t.find(i&mask, e.tag)
		if t.slots[i] == 0 {
			position, err := t.add(key, e.weight)
			if err != nil {
				return err
			}
			t.slots[i] = e.tag<<32 | position
			if t.count++; t.count == mostTaken(len(t.slots)) {
				t.grow()
			}
			break
		}

		entry := t.entry(t.slots[i] & lowHalf)
		if bytes.Equal(keyOf(entry), key) {
			sum, _ := weightOf(entry).CheckedAdd(e.weight)
			setWeight(entry, sum)
			break
		}
	}

	t.weight = total
	t.emissions++
	return nil
}

// add writes a new entry after the last entry of the table, and returns its position. No entry is in two slabs, the
// pieces of the table's memory.
func (t *table) add(key []byte, w Weight) (uint64, error) {
	units := uint64(entryHead+len(key)+unit-1) / unit // rounded up
	if t.end%slabUnits+units > slabUnits {            // the entry does not fit into this slab
		t.end += slabUnits - t.end%slabUnits
	}
	if t.end+units > lowHalf { // the position would have more than 32 bits
		return 0, fmt.Errorf("the states that follow from one state take more than %d bytes: %w", int64(largestTable), errTooLong)
	}
	if t.end/slabUnits == uint64(len(t.slabs)) {
		t.slabs = append(t.slabs, make([]byte, slabSize))
	}
	position := t.end
	entry := t.entry(position)
	setWeight(entry, w)
	binary.LittleEndian.PutUint16(entry[16:], uint16(len(key)))
	copy(entry[entryHead:], key)
	t.end += units
	return position, nil
}

// grow doubles the number of slots. They move to their new places without reading the keys, because the upper bits of
// the tag, a part of the key's hash that is in the slot, say where the search for the key begins.
func (t *table) grow() {
	old := t.slots
	t.resize(2 * len(old))
	mask := uint64(len(t.slots) - 1)
	for _, slot := range old {
		if slot == 0 {
			continue
		}
		i := slot >> 32 >> t.shift // the upper bits of the tag
		for t.slots[i] != 0 {
			i = (i + 1) & mask
		}
		t.slots[i] = slot
	}
}

// sorted calls visit with all states of the table in ascending order of their keys. It sorts in the memory of the
// slots, so the table must be reset afterwards.
//
// It sorts words of 64 bits, one for each state: the first four bytes of the key, and the position of the entry. So
// most comparisons need not read the keys, which are scattered over the memory.
func (t *table) sorted(visit func(key []byte, w Weight) error) error {
	items := t.slots[:0]
	for _, slot := range t.slots {
		if slot != 0 { // the lower half is the position of an entry
			var front [4]byte
			copy(front[:], keyOf(t.entry(slot&lowHalf)))
			items = append(items, uint64(binary.BigEndian.Uint32(front[:]))<<32|slot&lowHalf)
		}
	}
	slices.SortFunc(items, func(a, b uint64) int {
		if order := cmp.Compare(a>>32, b>>32); order != 0 {
			return order
		}
		return bytes.Compare(keyOf(t.entry(a&lowHalf)), keyOf(t.entry(b&lowHalf)))
	})
	for _, item := range items {
		entry := t.entry(item & lowHalf)
		if err := visit(keyOf(entry), weightOf(entry)); err != nil {
			return err
		}
	}
	return nil
}
