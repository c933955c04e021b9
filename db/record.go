package db

import (
	"encoding/binary"
	"fmt"
	"hash/crc64"

	"enumerate/internal/file"
)

const (
	magic   = "enumerate" // the payload of the record "magic"
	version = 2           // of the format
	oldest  = 1           // the oldest version that can be read; storing something converts it to the current one
)

// MaxPayload is the largest number of bytes of a payload, 256 MiB. bbolt puts up to four payloads of any length on one
// page, and a page must stay below 2 GiB.
const MaxPayload = 1 << 28

const checksumSize = 8

var checksumTable = crc64.MakeTable(crc64.ECMA)

type kind byte

const (
	metaKind        kind = 'm'
	headerKind      kind = 'h'
	shardKind       kind = 's'
	totalKind       kind = 't'
	contributorKind kind = 'k'
)

// The names of the buckets and of the keys that are not numbers.
var (
	metaBucket         = []byte("meta")
	runsBucket         = []byte("runs")
	shardsBucket       = []byte("shards")
	contributorsBucket = []byte("makers")

	magicKey   = []byte("magic")
	versionKey = []byte("version")
	lastKey    = []byte("last")
	headerKey  = []byte("header")
	totalKey   = []byte("total")
)

// An address is the place of a record.
type address struct {
	kind kind
	run  uint64 // 0 for a record of the bucket meta
	key  []byte
}

// String returns the address for error messages, such as "run 3 shard 17".
func (a address) String() string {
	switch a.kind {
	case headerKind, totalKind:
		return fmt.Sprintf("run %d %s", a.run, a.key)
	case shardKind:
		return fmt.Sprintf("run %d shard %d", a.run, binary.BigEndian.Uint64(a.key))
	case contributorKind:
		return fmt.Sprintf("run %d contributor %d", a.run, binary.BigEndian.Uint64(a.key))
	default:
		return fmt.Sprintf("meta %s", a.key)
	}
}

func metaAddress(key []byte) address { return address{kind: metaKind, key: key} }

// checksum returns the checksum of the payload at this address. It covers the address, so that a record in a wrong
// place is noticed.
func (a address) checksum(payload []byte) uint64 {
	var head [9]byte
	head[0] = byte(a.kind)
	binary.BigEndian.PutUint64(head[1:], a.run)
	sum := crc64.Update(0, checksumTable, head[:])
	sum = crc64.Update(sum, checksumTable, a.key)
	return crc64.Update(sum, checksumTable, payload)
}

func (a address) seal(payload []byte) []byte {
	record := make([]byte, 0, len(payload)+checksumSize)
	record = append(record, payload...)
	return binary.BigEndian.AppendUint64(record, a.checksum(payload))
}

// open returns the payload of a record, without copying it. The error is ErrChecksum if the record is damaged or
// belongs to another address than a. The error names the file by its path.
func (a address) open(path string, record []byte) ([]byte, error) {
	n := len(record) - checksumSize
	var cause error // tells callers that only a contributor is lost, and no result
	if a.kind == contributorKind {
		cause = ErrContributor
	}
	if n < 0 {
		return nil, &file.Error{Subject: path, Place: a.String(), Kind: ErrChecksum, Cause: cause,
			Detail: fmt.Sprintf("a record has at least %d bytes, this one has %d", checksumSize, len(record))}
	}
	payload := record[:n]
	stored, computed := binary.BigEndian.Uint64(record[n:]), a.checksum(payload)
	if stored != computed {
		return nil, &file.Error{Subject: path, Place: a.String(), Kind: ErrChecksum, Cause: cause,
			Detail: fmt.Sprintf("stored %016x, computed %016x", stored, computed)}
	}
	return payload, nil
}

func number(id uint64) []byte {
	return binary.BigEndian.AppendUint64(nil, id)
}
