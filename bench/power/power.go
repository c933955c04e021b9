// Package power says what a power cut, or a kill within a write, may leave of a database: tests cut with it.
//
// It leaves of what was written since the last sync whatever it likes. What bbolt
// writes and when it syncs follows from the file before and after a transaction: as strace
// shows, and bbolt's Tx.Commit says, it
//
//	makes the file longer if need be, and syncs;
//	writes the pages that changed, none of which was in use before, and syncs;
//	writes one meta page, and syncs.
//
// So what a cut leaves is made of the two files: a file of any length between theirs, with any
// part of the changed pages, under the meta page of before; or all of them, under a meta page
// that is of before, of after, or torn.
package power

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/rand/v2"

	"enumerate/db"
)

// What a disk writes, and bbolt.
const (
	Page      = 4096
	Sector    = 512
	MetaBytes = 80 // of a meta page are used

	metaTransaction = 16 + 48 // where it has the number of the transaction, and then a checksum
	metaSum         = metaTransaction + 8
)

// Content returns all records of the database at path, by place, and what Torn says.
func Content(path string) (content map[string]string, torn, err error) {
	d, err := db.Open(path, db.Options{ReadOnly: true})
	if err != nil {
		return nil, nil, err
	}
	defer d.Close()
	content = make(map[string]string)
	err = d.View(func(tx *db.Tx) error {
		return tx.Runs(func(run uint64, header []byte) error {
			content[fmt.Sprintf("run %d header", run)] = string(header)
			total, ok, err := tx.Total(run)
			if err != nil {
				return err
			}
			if ok {
				content[fmt.Sprintf("run %d total", run)] = string(total)
			}
			return tx.Shards(run, func(shard uint64, payload []byte) error {
				content[fmt.Sprintf("run %d shard %d", run, shard)] = string(payload)
				return nil
			})
		})
	})
	return content, d.Torn(), err
}

// Transaction returns the number of the last transaction on a file whose meta pages are whole.
func Transaction(file []byte) uint64 {
	number := func(page int) uint64 { return binary.NativeEndian.Uint64(file[page*Page+metaTransaction:]) }
	return max(number(0), number(1))
}

// Mix returns before with a part of the bytes of after: those that taken says, by offset.
func Mix(before, after []byte, taken func(at int) bool) []byte {
	data := bytes.Clone(before)
	for at := range data {
		if taken(at) {
			data[at] = after[at]
		}
	}
	return data
}

// Longer returns data with zeros up to a length.
func Longer(data []byte, length int) []byte {
	return append(bytes.Clone(data), make([]byte, max(0, length-len(data)))...)
}

// BeforeMeta returns a file with all pages of a transaction under the meta pages of before, and where the meta page is that it would
// write now.
func BeforeMeta(before, after []byte) (file []byte, at int) {
	file = Longer(before, len(after))
	copy(file[2*Page:], after[2*Page:])
	return file, int(Transaction(after)%2) * Page
}

// How much of a page is written.
const (
	Nothing = iota
	All
	SomeSectors
	ItsBeginning
	ways
)

// BeforeSync returns a file of a length between those of before and after, under the meta pages of before. Of each other page is
// written what how says, one of the constants.
func BeforeSync(random *rand.Rand, before, after []byte, length int, how func(page int) int) []byte {
	pages := (len(after) + Page - 1) / Page // an earlier cut may have left a part of one
	written := make([]int, pages)
	sectors := make([]bool, pages*Page/Sector)
	first := make([]int, pages)
	for page := range pages {
		written[page] = how(page)
		first[page] = random.IntN(Page)
		for s := range Page / Sector {
			sectors[page*Page/Sector+s] = written[page] == All || written[page] == SomeSectors && random.IntN(2) == 0
		}
	}
	return Mix(Longer(before, length), after, func(at int) bool {
		return at >= 2*Page && (sectors[at/Sector] || written[at/Page] == ItsBeginning && at%Page < first[at/Page])
	})
}

// Cut returns what a cut leaves before the transaction is stored: the content is that of before. It is in the meta page, or in another one. In the
// meta page the content may be that of after, if an earlier attempt at the same transaction has left the rest of the page there.
func Cut(random *rand.Rand, before, after []byte) (file []byte, inMeta bool) {
	if random.IntN(2) == 0 {
		length := len(before) + random.IntN(len(after)-len(before)+1)
		return BeforeSync(random, before, after, length, func(int) int { return random.IntN(ways) }), false
	}
	file, at := BeforeMeta(before, after)
	// The number of the transaction is written, at least in part, and not its checksum; or the other way around.
	cut := metaTransaction + 1 + random.IntN(metaSum-metaTransaction)
	begin, end := at, at+cut
	if random.IntN(2) == 0 {
		begin, end = at+cut, at+MetaBytes
	}
	copy(file[begin:end], after[begin:end])
	return file, true
}
