package checkpoints

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/rand/v2"

	"enumerate/db"
)

// This file makes the files that a power cut, or a kill during a write, can leave of a database.
//
// A power cut may keep or lose any data written since the last sync. As strace and the code of bbolt's Tx.Commit show,
// bbolt commits a transaction in three steps:
//
//	it makes the file longer if necessary, and syncs;
//	it writes the pages that have changed, none of which was in use before, and syncs;
//	it writes one of the two meta pages, which makes the new pages valid, and syncs.
//
// Before the second sync ends, a power cut can leave any length between the two lengths, any part of the changed pages,
// and the old meta pages. Later, it leaves all changed pages, and the meta page being written is old, new, or torn:
// partly old and partly new.

// The sizes of what a disk writes, and the layout of bbolt's meta pages.
const (
	diskPage   = 4096
	diskSector = 512
	metaBytes  = 80 // used of a meta page

	metaTransaction = 16 + 48             // the offset of the number of the transaction
	metaSum         = metaTransaction + 8 // the offset of the checksum
)

// contentOf returns all records of the database at path, each under a name such as "run 1 shard 3". The error torn is
// that of DB.TornPage; err is any other error.
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
	return content, d.TornPage(), err
}

func transactionOf(file []byte) uint64 {
	number := func(page int) uint64 { return binary.NativeEndian.Uint64(file[page*diskPage+metaTransaction:]) }
	return max(number(0), number(1))
}

// mix returns the bytes of `after` at the offsets for which taken returns true, and the bytes of `before` elsewhere.
func mix(before, after []byte, taken func(at int) bool) []byte {
	data := bytes.Clone(before)
	for at := range data {
		if taken(at) {
			data[at] = after[at]
		}
	}
	return data
}

func longer(data []byte, length int) []byte {
	return append(bytes.Clone(data), make([]byte, max(0, length-len(data)))...)
}

// beforeMeta returns the file that a power cut leaves shortly before the end of a transaction: all changed pages are
// written, but not the meta page that makes them valid. It also returns the offset of this meta page.
func beforeMeta(before, after []byte) (file []byte, at int) {
	file = longer(before, len(after))
	copy(file[2*diskPage:], after[2*diskPage:])
	return file, int(transactionOf(after)%2) * diskPage
}

// How much of a changed page the disk has written when the power fails.
const (
	nothing = iota
	all
	someSectors
	itsBeginning
	ways
)

// beforeSync returns a file that a power cut can leave while the changed pages of a transaction are being written. It
// has the given length, and the meta pages of before. The function how decides how much of each other page is written.
func beforeSync(random *rand.Rand, before, after []byte, length int, how func(page int) int) []byte {
	pages := (len(after) + diskPage - 1) / diskPage // rounded up, because an earlier cut may have left a part of a page
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
