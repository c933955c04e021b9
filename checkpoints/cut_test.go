package checkpoints

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/rand/v2"

	"enumerate/db"
)

// What a power cut, or a kill within a write, may leave of a database.
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

// What a disk writes, and bbolt.
const (
	diskPage   = 4096
	diskSector = 512
	metaBytes  = 80 // of a meta page are used

	metaTransaction = 16 + 48 // where it has the number of the transaction, and then a checksum
	metaSum         = metaTransaction + 8
)

// contentOf returns all records of the database at path, by place, and what Torn says.
func contentOf(path string) (content map[string]string, torn, err error) {
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

// transactionOf returns the number of the last transaction on a file whose meta pages are whole.
func transactionOf(file []byte) uint64 {
	number := func(page int) uint64 { return binary.NativeEndian.Uint64(file[page*diskPage+metaTransaction:]) }
	return max(number(0), number(1))
}

// mix returns before with a part of the bytes of after: those that taken says, by offset.
func mix(before, after []byte, taken func(at int) bool) []byte {
	data := bytes.Clone(before)
	for at := range data {
		if taken(at) {
			data[at] = after[at]
		}
	}
	return data
}

// longer returns data with zeros up to a length.
func longer(data []byte, length int) []byte {
	return append(bytes.Clone(data), make([]byte, max(0, length-len(data)))...)
}

// beforeMeta returns a file with all pages of a transaction under the meta pages of before, and where the meta page is that it would
// write now.
func beforeMeta(before, after []byte) (file []byte, at int) {
	file = longer(before, len(after))
	copy(file[2*diskPage:], after[2*diskPage:])
	return file, int(transactionOf(after)%2) * diskPage
}

// How much of a page is written.
const (
	nothing = iota
	all
	someSectors
	itsBeginning
	ways
)

// beforeSync returns a file of a length between those of before and after, under the meta pages of before. Of each other page is
// written what how says, one of the constants.
func beforeSync(random *rand.Rand, before, after []byte, length int, how func(page int) int) []byte {
	pages := (len(after) + diskPage - 1) / diskPage // an earlier cut may have left a part of one
	written := make([]int, pages)
	sectors := make([]bool, pages*diskPage/diskSector)
	first := make([]int, pages)
	for page := range pages {
		written[page] = how(page)
		first[page] = random.IntN(diskPage)
		for s := range diskPage / diskSector {
			sectors[page*diskPage/diskSector+s] = written[page] == all || written[page] == someSectors && random.IntN(2) == 0
		}
	}
	return mix(longer(before, length), after, func(at int) bool {
		return at >= 2*diskPage && (sectors[at/diskSector] || written[at/diskPage] == itsBeginning && at%diskPage < first[at/diskPage])
	})
}
