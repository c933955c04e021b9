package partizan

import "slices"

// A table finds the value of a pair of sets of options. Both the options of canonical
// forms and those that were ever made into a value are in it. It is a hash table with
// linear probing, at most half full.
type table struct {
	entries []entry
	slots   []int32 // 1 + index into entries, or 0
}

type entry struct {
	hash    uint64
	options [2][]Value // sorted, kept in the arena
	value   Value
}

// hashOf mixes the handles of sorted options.
func hashOf(options [2][]Value) uint64 {
	h := uint64(len(options[left]))
	for _, side := range options {
		for _, o := range side {
			h = (h ^ uint64(o)) * 0x9e3779b97f4a7c15
			h ^= h >> 29
		}
	}
	return h
}

func (t *table) find(hash uint64, options [2][]Value) (Value, bool) {
	if len(t.slots) == 0 {
		return 0, false
	}
	mask := uint64(len(t.slots) - 1)
	for i := hash & mask; t.slots[i] != 0; i = (i + 1) & mask {
		e := &t.entries[t.slots[i]-1]
		if e.hash == hash && slices.Equal(e.options[left], options[left]) && slices.Equal(e.options[right], options[right]) {
			return e.value, true
		}
	}
	return 0, false
}

// insert adds options that are not in the table.
func (t *table) insert(hash uint64, options [2][]Value, v Value) {
	t.entries = append(t.entries, entry{hash, options, v})
	if 2*len(t.entries) <= len(t.slots) {
		t.place(int32(len(t.entries)))
		return
	}
	t.slots = make([]int32, max(64, 2*len(t.slots)))
	for i := range t.entries {
		t.place(int32(i + 1))
	}
}

func (t *table) place(entry int32) {
	mask := uint64(len(t.slots) - 1)
	i := t.entries[entry-1].hash & mask
	for t.slots[i] != 0 {
		i = (i + 1) & mask
	}
	t.slots[i] = entry
}
