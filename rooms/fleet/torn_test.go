package fleet

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"testing"

	"enumerate/db"
)

// The layout of a bbolt file: two meta pages, with the number of the transaction and a checksum, and then other pages.
const (
	diskPage   = 4096
	diskSector = 512

	metaTransaction = 16 + 48
	metaSum         = metaTransaction + 8
	metaEnd         = metaSum + 8
)

// lastTransaction returns the number of the last transaction of a file whose meta pages are valid.
func lastTransaction(file []byte) uint64 {
	number := func(page int) uint64 { return binary.NativeEndian.Uint64(file[page*diskPage+metaTransaction:]) }
	return max(number(0), number(1))
}

// cutPower returns the file that a power cut leaves during a transaction. bbolt first makes the file longer, then
// writes changed pages to unused places, and last one meta page, with a sync after each step. The power is cut while
// the meta page is written (inMeta) or earlier. The file then has the content from before the transaction, with one
// exception. If an earlier attempt at the same transaction was also cut, it may have written the other part of the meta
// page. Then the page is complete, and the file has the content from after the transaction.
func cutPower(random *rand.Rand, before, after []byte) (file []byte, inMeta bool) {
	length := len(after)
	if inMeta = random.IntN(2) == 0; !inMeta {
		length = len(before) + random.IntN(len(after)-len(before)+1)
	}
	file = append(bytes.Clone(before), make([]byte, length-len(before))...)
	if inMeta {
		copy(file[2*diskPage:], after[2*diskPage:])
		// A part of the transaction number is written but not its checksum, or the other way around.
		at := int(lastTransaction(after)%2) * diskPage
		cut := at + metaTransaction + 1 + random.IntN(metaSum-metaTransaction)
		begin, end := at, cut
		if random.IntN(2) == 0 {
			begin, end = cut, at+metaEnd
		}
		copy(file[begin:end], after[begin:end])
		return file, true
	}
	for at := 2 * diskPage; at < length; at += diskSector {
		written := []int{0, diskSector, random.IntN(diskSector)}[random.IntN(3)]
		copy(file[at:min(at+written, length)], after[at:])
	}
	return file, false
}

// content returns the records of a database by names such as "run 1 shard 2".
func content(t testing.TB, path string) map[string]string {
	d, err := db.Open(path, db.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	records := make(map[string]string)
	err = d.View(func(tx *db.Tx) error {
		return tx.Runs(func(run uint64, header []byte) error {
			records[fmt.Sprintf("run %d header", run)] = string(header)
			total, ok, err := tx.Total(run)
			if err != nil {
				return err
			}
			if ok {
				records[fmt.Sprintf("run %d total", run)] = string(total)
			}
			return tx.Shards(run, func(shard uint64, payload []byte) error {
				records[fmt.Sprintf("run %d shard %d", run, shard)] = string(payload)
				return nil
			})
		})
	})
	if err != nil {
		t.Fatal(err)
	}
	return records
}
