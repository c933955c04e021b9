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

// MaxKey is the length of the longest key, in bytes.
const MaxKey = 1<<16 - 1

// A table merges the states that one worker emits: it maps keys to the sums of
// their weights. It allocates only to grow.
//
// It hashes openly, with linear probing. A slot is one word,
//
//	63       32 31        0
//	[   tag   ][ position ]
//
// the upper half of the key's hash and the place of its entry, in units of 8
// bytes; 0 is an empty slot. The first slot tried is given by the upper bits of
// the tag, so that the table grows without a look at the keys, from one end of
// the slots to the other.
//
// The entries stand one after another, each in a whole number of units: the
// weight, Lo and Hi, the length of the key in 2 bytes, and the key. A new state
// costs one cache miss and a known one two, which is nearly all of the time.
//
// Every table has a seed of its own for the hash. Nothing that leaves the table
// depends on it.
type table struct {
	seed  maphash.Seed
	slots []uint64 // a power of two
	shift int      // tag>>shift is the first slot tried
	count int      // slots taken

	slabs [][]byte // the entries: slabs of slabSize bytes
	end   uint64   // the position after the last entry

	queue  [ahead]emission
	queued int
	keys   []byte // of the queue
	warm   uint64 // of no meaning; what was read to have it in the cache

	weight  Weight // the sum of all weights
	emitted uint64
	err     error // the first error
}

// An emission waits in the queue.
type emission struct {
	tag      uint64
	slot     uint64
	weight   Weight
	from, to int // its key in keys
}

const (
	cacheLine   = 64
	fewestSlots = 64
	ahead       = 32              // entries that are looked at before the first is used
	unit        = 8               // bytes that a position counts
	slabSize    = 1 << 18         // more than the largest entry
	slabUnits   = slabSize / unit // positions in a slab
	entryHead   = 8 + 8 + 2       // the bytes of an entry before the key
	lowHalf     = 1<<32 - 1
	// A position has 32 bits. Tables are stored long before, but the states of
	// one parent always go into one table.
	largestTable = unit << 31
)

func newTable() *table {
	t := &table{seed: maphash.MakeSeed()}
	t.resize(fewestSlots)
	t.end = 1 // 0 is an empty slot
	return t
}

// resize replaces the slots by n empty ones.
func (t *table) resize(n int) {
	t.slots = make([]uint64, n)
	t.shift = 32 - bits.TrailingZeros(uint(n))
}

// reset makes a table that may use limit bytes empty. It keeps its memory, but
// for what a parent with very many children took beyond the limit.
func (t *table) reset(limit int64) {
	if int64(len(t.slots))*8 > limit/2 {
		t.resize(fewestSlots)
	} else {
		clear(t.slots)
	}
	t.slabs = slices.Delete(t.slabs, min(len(t.slabs), int(limit/slabSize)+1), len(t.slabs))
	t.count, t.end, t.weight, t.emitted = 0, 1, Weight{}, 0
}

// bytes returns how much memory the table uses.
func (t *table) bytes() int64 { return int64(t.end)*unit + int64(len(t.slots))*8 }

// full reports whether a table that may use limit bytes is to be stored before
// more goes into it: when it uses them, or when it is about to grow and the
// slots, old and new, would not fit.
func (t *table) full(limit int64) bool {
	limit = min(limit, largestTable)
	if t.bytes() >= limit {
		return true
	}
	n := len(t.slots)
	return t.count >= mostTaken(n)-n/64 && t.bytes()+2*int64(n)*8 > limit && t.count > 0
}

// mostTaken returns how many of n slots are taken at most.
func mostTaken(n int) int { return n / 4 * 3 }

// entry returns the entry at a position, and what follows it in its slab.
func (t *table) entry(position uint64) []byte {
	return t.slabs[position/slabUnits][position%slabUnits*unit:]
}

// keyOf returns the key of an entry.
func keyOf(entry []byte) []byte {
	length := int(binary.LittleEndian.Uint16(entry[16:]))
	return entry[entryHead : entryHead+length]
}

// weightOf returns the weight of an entry.
func weightOf(entry []byte) Weight {
	return Weight{Lo: binary.LittleEndian.Uint64(entry), Hi: binary.LittleEndian.Uint64(entry[8:])}
}

func setWeight(entry []byte, w Weight) {
	binary.LittleEndian.PutUint64(entry, w.Lo)
	binary.LittleEndian.PutUint64(entry[8:], w.Hi)
}

// emit adds w to the weight of a key, which is copied. It only queues: the table
// has it after flush. An error may be that of an earlier key, and after one there
// are no more keys.
func (t *table) emit(key []byte, w Weight) error {
	if len(key) > MaxKey && t.err == nil {
		t.err = fmt.Errorf("a key of %d bytes: %w: at most %d", len(key), errTooLong, MaxKey)
	}
	if t.err != nil {
		return t.err
	}
	e := &t.queue[t.queued]
	e.tag = maphash.Bytes(t.seed, key) >> 32
	e.weight = w
	e.from = len(t.keys)
	t.keys = append(t.keys, key...)
	e.to = len(t.keys)
	if t.queued++; t.queued == len(t.queue) {
		return t.flush()
	}
	return nil
}

// flush adds what is queued. It looks at the slots of all, then at the entries of
// all, and only then does it compare and add: so the processor waits for many
// cache misses at a time, which makes it three times as fast as one by one.
func (t *table) flush() error {
	queue := t.queue[:t.queued]
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
			e.slot = e.tag >> t.shift // it has grown meanwhile
		}
		if t.err == nil {
			t.err = t.merge(e, t.keys[e.from:e.to])
		}
	}
	t.queued, t.keys = 0, t.keys[:0]
	return t.err
}

// find returns the first slot from i on that is empty or has this tag.
func (t *table) find(i, tag uint64) uint64 {
	mask := uint64(len(t.slots) - 1)
	for t.slots[i] != 0 && t.slots[i]>>32 != tag {
		i = (i + 1) & mask
	}
	return i
}

// merge adds the weight of an emission to that of its key. All slots between the
// first one to be tried and e.slot are known to be others'. That the sum of all
// weights fits is enough for each of them to.
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
	t.emitted++
	return nil
}

// add writes a new entry and returns its position.
func (t *table) add(key []byte, w Weight) (uint64, error) {
	units := uint64(entryHead+len(key)+unit-1) / unit
	if t.end%slabUnits+units > slabUnits {
		t.end += slabUnits - t.end%slabUnits
	}
	if t.end+units > lowHalf {
		return 0, fmt.Errorf("the states of one parent: %w: more than %d bytes", errTooLong, int64(largestTable))
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

// grow doubles the slots.
func (t *table) grow() {
	old := t.slots
	t.resize(2 * len(old))
	mask := uint64(len(t.slots) - 1)
	for _, slot := range old {
		if slot == 0 {
			continue
		}
		i := slot >> 32 >> t.shift
		for t.slots[i] != 0 {
			i = (i + 1) & mask
		}
		t.slots[i] = slot
	}
}

// sorted calls visit with every state of the table in ascending order of the
// keys. It sorts in the memory of the slots: the table must be reset then.
//
// An item to be sorted is one word: the first four bytes of a key and the position
// of its entry. So most comparisons do not look at the keys, which are all over the memory.
func (t *table) sorted(visit func(key []byte, w Weight) error) error {
	items := t.slots[:0]
	for _, slot := range t.slots {
		if slot != 0 {
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
