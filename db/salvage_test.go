package db

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.etcd.io/bbolt"
	"pgregory.net/rapid"
)

// salvaged salvages a file, and returns the payloads by place, and what is reported as lost.
func salvaged(path string) (c content, lost []error, err error) {
	runs, err := Salvage(path, func(err error) { lost = append(lost, err) })
	c = content{}
	for _, r := range runs {
		place := fmt.Sprintf("run %d ", r.Run)
		if r.Header != nil {
			c[place+"header"] = string(r.Header)
		}
		if r.Total != nil {
			c[place+"total"] = string(r.Total)
		}
		for shard, payload := range r.Shards {
			c[fmt.Sprint(place, "shard ", shard)] = string(payload)
		}
	}
	return c, lost, err
}

// within reports whether b has all payloads of a.
func within(a, b content) bool {
	for place, payload := range a {
		if other, ok := b[place]; !ok || other != payload {
			return false
		}
	}
	return true
}

func TestChecksumNamesTheRun(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := address{
			kind: rapid.SampledFrom([]kind{headerKind, totalKind, shardKind}).Draw(t, "kind"),
			run:  rapid.Uint64().Draw(t, "run"),
			key:  rapid.SliceOf(rapid.Byte()).Draw(t, "key"),
		}
		record := a.seal(rapid.SliceOfN(rapid.Byte(), 0, 300).Draw(t, "payload"))
		if run := runOf(a.kind, a.key, record); run != a.run {
			t.Errorf("got run %d, want %d", run, a.run)
		}
	})
}

func TestSalvageOfASoundFile(t *testing.T) {
	small, _ := sample(t)
	for _, path := range []string{small, large(t)} {
		was, err := stateOf(path)
		if err != nil {
			t.Fatal(err)
		}
		found, lost, err := salvaged(path)
		if err != nil || lost != nil || !maps.Equal(found, was.last) {
			t.Errorf("%d records of %d, lost: %v, %v", len(found), len(was.last), lost, err)
		}
	}
}

// TestSalvageLosesNoMoreThanABadPage damages one page after another. If it is a leaf, only the records on it may be
// lost. If it is a branch, a free page or the list of free pages, no record may be lost.
func TestSalvageLosesNoMoreThanABadPage(t *testing.T) {
	path := large(t)
	was, err := stateOf(path)
	if err != nil {
		t.Fatal(err)
	}
	sound, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	a := anatomyOf(sound)
	on := a.records()
	total, damaged := 0, filepath.Join(t.TempDir(), "damaged.db")
	for page := 2; page < int(a.high); page++ {
		at := page * pageBytes
		for kind, damage := range []func([]byte){
			func(b []byte) { clear(b) },
			func(b []byte) { copy(b, bytes.Repeat([]byte{0xFF}, len(b))) },
			func(b []byte) { b[8] ^= 0x40 }, // its type
		} {
			if (page%3 != kind || testing.Short() && page%12 > 0) && slices.Contains(a.leaves, at) {
				continue // there are many leaves, so each gets only one kind of damage
			}
			data := bytes.Clone(sound)
			damage(data[at : at+pageBytes])
			if err := os.WriteFile(damaged, data, 0o600); err != nil {
				t.Fatal(err)
			}
			found, lost, err := salvaged(damaged)
			if err != nil {
				t.Fatalf("page %d, %d: %v", page, kind, err)
			}
			wanted := maps.Clone(was.last)
			for _, place := range on[at] {
				delete(wanted, place)
			}
			if !maps.Equal(found, wanted) {
				t.Errorf("page %d, %d: %d records are found of %d, %d are on the page", page, kind, len(found), len(was.last), len(on[at]))
			}
			if used := slices.Contains(slices.Concat(a.leaves, a.branches), at); used != (len(lost) > 0) {
				t.Errorf("page %d, in use: %t, %d: lost: %v", page, used, kind, lost)
			}
		}
		total += len(on[at])
	}
	if total != len(was.last) {
		t.Fatalf("%d records are on the pages, want %d", total, len(was.last))
	}
	t.Logf("%d pages, %d records", a.high, total)
}

// records returns the places of the records on each page, by the offset of the page.
func (a anatomy) records() map[int][]string {
	on := make(map[int][]string)
	var page func(at, home int, run uint64, inShards bool)
	page = func(at, home int, run uint64, inShards bool) {
		leaf := order.Uint16(a.data[at+8:]) == 2
		for i := range int(order.Uint16(a.data[at+10:])) {
			e := at + 16 + 16*i
			if !leaf {
				child := int(order.Uint64(a.data[e+8:])) * pageBytes
				page(child, child, run, inShards)
				continue
			}
			key := e + int(order.Uint32(a.data[e+4:]))
			value := key + int(order.Uint32(a.data[e+8:]))
			name := string(a.data[key:value])
			switch bucket := order.Uint32(a.data[e:])&1 == 1; {
			case bucket && name == "meta":
			case bucket:
				under := run
				if len(name) == 8 {
					under = bigEndian(name)
				}
				if root := int(order.Uint64(a.data[value:])) * pageBytes; root != 0 {
					page(root, root, under, name == "shards")
				} else {
					page(value+16, home, under, name == "shards")
				}
			case inShards:
				on[home] = append(on[home], fmt.Sprintf("run %d shard %d", run, bigEndian(name)))
			default:
				on[home] = append(on[home], fmt.Sprintf("run %d %s", run, name))
			}
		}
	}
	meta := 16 + newest(a.data)*pageBytes
	root := int(order.Uint64(a.data[meta+16:])) * pageBytes
	page(root, root, 0, false)
	return on
}

func bigEndian(key string) (n uint64) {
	for _, c := range []byte(key) {
		n = n<<8 | uint64(c)
	}
	return n
}

func TestSalvageRefuses(t *testing.T) {
	path, _ := sample(t)
	sound, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	both := bytes.Clone(sound)
	both[16+50]++
	both[pageBytes+16+50]++
	for name, c := range map[string]struct {
		data []byte
		kind error
	}{
		"nothing":         {nil, ErrTruncated},
		"a few bytes":     {sound[:8], ErrTruncated},
		"a letter":        {[]byte(strings.Repeat("Dear reader, ", 1000)), ErrForeign},
		"both meta pages": {both, ErrCorrupt},
	} {
		path := writeFile(t, c.data)
		found, _, err := salvaged(path)
		want(t, path, err, c.kind)
		if len(found) > 0 {
			t.Errorf("%s: %d records", name, len(found))
		}
	}
	if _, err := Salvage(t.TempDir(), nil); err == nil {
		t.Error("a directory is salvaged")
	}
}

func TestSalvageInventsNoRun(t *testing.T) {
	path, _ := sample(t)
	change(t, path, func(tx *bbolt.Tx) error {
		run, err := tx.Bucket(runsBucket).CreateBucket(number(99))
		if err != nil {
			return err
		}
		_, err = run.CreateBucket(shardsBucket)
		return errors.Join(err, run.Put(headerKey, address{headerKind, 99, headerKey}.seal(nil)))
	})
	var lost []string
	runs, err := Salvage(path, func(err error) { lost = append(lost, err.Error()) })
	if err != nil || len(runs) == 0 || runs[len(runs)-1].Run == 99 {
		t.Errorf("%d runs, %v", len(runs), err)
	}
	if len(lost) != 1 || !strings.Contains(lost[0], "run 99: corrupt: it was never created") {
		t.Errorf("it says %q", lost)
	}
}
