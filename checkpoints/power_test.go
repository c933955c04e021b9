package checkpoints

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"enumerate/db"
	"enumerate/enum"
)

// A history is a database file after each of a series of transactions.
type history struct {
	files    [][]byte
	contents []map[string]string // the records of each file, as contentOf returns them
}

// record adds the present file at path to the history.
func (h *history) record(t testing.TB, path string) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	content, torn, err := contentOf(path)
	if err != nil || torn != nil {
		t.Fatal(err, torn)
	}
	if n := len(h.files); n > 0 && transactionOf(data) != transactionOf(h.files[n-1])+1 {
		t.Fatalf("transaction %d after %d", transactionOf(data), transactionOf(h.files[n-1]))
	}
	h.files, h.contents = append(h.files, data), append(h.contents, content)
}

// recordHistory stores two runs piece by piece, as walks do, and deletes one run. It returns the database after each
// step, and the result of the run that remains.
func recordHistory(t testing.TB, dir string) (h history, whole Result) {
	t.Helper()
	template := newStore(t)
	whole = walkPart(t, resume(t, template, space(t)), enum.Part{})
	r := resume(t, template, space(t))
	header, err := r.header.encode()
	if err != nil {
		t.Fatal(err)
	}
	shards := r.contents.shards

	path := filepath.Join(dir, "recorded.db")
	d, err := db.Open(path, db.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	h.record(t, path)
	put := func(run uint64, from, to int) func(*db.Tx) error {
		return func(tx *db.Tx) error {
			for _, s := range shards[from:to] {
				if err := tx.PutShard(run, s.id, s.payload); err != nil {
					return err
				}
			}
			return nil
		}
	}
	create := func(tx *db.Tx) error { _, err := tx.CreateRun(header); return err }
	for _, f := range []func(*db.Tx) error{
		func(tx *db.Tx) error { return errors.Join(create(tx), put(1, 0, 3)(tx)) },
		put(1, 3, 9),
		func(tx *db.Tx) error { return errors.Join(create(tx), put(2, 5, 40)(tx)) },
		put(1, 9, 30),
		put(1, 45, 60),
		func(tx *db.Tx) error { return tx.DeleteRun(2) },
		func(tx *db.Tx) error { return errors.Join(put(1, 30, 45)(tx), put(1, 60, len(shards))(tx)) },
		func(tx *db.Tx) error { return tx.PutTotal(1, r.contents.total) },
	} {
		if err := d.Update(f); err != nil {
			t.Fatal(err)
		}
		h.record(t, path)
	}
	return h, whole
}

// A victim opens and checks the files that power cuts leave of a history.
type victim struct {
	h     history
	whole Result // of the run that remains at the end of the history
	path  string // where the files are written
}

func newVictim(t testing.TB) *victim {
	t.Helper()
	dir := t.TempDir()
	if shm, err := os.MkdirTemp("/dev/shm", "power-test-"); err == nil { // where a sync costs nothing
		dir = shm
		t.Cleanup(func() { os.RemoveAll(shm) })
	}
	h, whole := recordHistory(t, dir)
	return &victim{h, whole, filepath.Join(dir, "cut.db")}
}

// meet opens a database as a power cut has left it: the file has the bytes data, and the power failed during the
// transaction after the given step of the history. It returns the content, which must be that before or after this
// transaction. A meta page that is torn, i.e. written only in part, must be reported, and the next transaction must
// repair it.
func (v *victim) meet(step int, data []byte) (map[string]string, error) {
	if err := os.WriteFile(v.path, data, 0o600); err != nil {
		return nil, err
	}
	found, torn, err := contentOf(v.path)
	if err != nil {
		return nil, err
	}
	if !maps.Equal(found, v.h.contents[step]) && (torn != nil || !maps.Equal(found, v.h.contents[step+1])) {
		return nil, fmt.Errorf("it has %d records, %d were stored before and %d after; torn: %v", len(found), len(v.h.contents[step]), len(v.h.contents[step+1]), torn)
	}
	var faults []error
	err = db.Check(v.path, func(err error) { faults = append(faults, err) })
	if (err == nil) != (torn == nil) || torn != nil && (len(faults) != 1 || err.Error() != torn.Error()) {
		return nil, fmt.Errorf("torn: %v, and Check finds %v", torn, faults)
	}
	d, err := db.Open(v.path, db.Options{})
	if err != nil {
		return nil, err
	}
	defer d.Close()
	if err := d.Update(func(tx *db.Tx) error { _, err := tx.CreateRun([]byte("next")); return err }); err != nil {
		return nil, err
	}
	after, torn, err := contentOf(v.path)
	if err == nil {
		err = errors.Join(torn, db.Check(v.path, nil))
	}
	if err != nil {
		return nil, fmt.Errorf("after the next transaction: %w", err)
	}
	for place := range after {
		if _, ok := found[place]; !ok {
			delete(after, place) // the new run
		}
	}
	if !maps.Equal(after, found) {
		return nil, errors.New("the next transaction changed what was there")
	}
	return found, nil
}

// resumes checks that the run in a database with the bytes data can be resumed, with the right result.
func (v *victim) resumes(t testing.TB, data []byte) {
	t.Helper()
	if err := os.WriteFile(v.path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := Open(v.path)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	result := walkPart(t, resume(t, s, space(t)), enum.Part{})
	if got, want := fmt.Sprint(result.Totals), fmt.Sprint(v.whole.Totals); got != want {
		t.Errorf("resumed: %s, want %s", got, want)
	}
	if got, want := tallyBytes(t, result.Tally), tallyBytes(t, v.whole.Tally); !bytes.Equal(got, want) {
		t.Error("resumed: the tally differs")
	}
}

func tallyBytes(t testing.TB, tally *enum.Tally) []byte {
	t.Helper()
	data, err := tally.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestPowerCutInAMetaPage simulates a power cut while a transaction writes its last page, the meta page, which says
// where the new content is. Any number of its first or last bytes are new, or its sector contains arbitrary bytes.
func TestPowerCutInAMetaPage(t *testing.T) {
	v := newVictim(t)
	files, torn := 0, 0
	for step, before := range v.h.files[:len(v.h.files)-1] {
		after := v.h.files[step+1]
		under, at := beforeMeta(before, after)
		meet := func(how string, meta []byte) {
			t.Helper()
			data := bytes.Clone(under)
			copy(data[at:], meta)
			if _, err := v.meet(step, data); err != nil {
				t.Errorf("step %d, %s: %v", step, how, err)
			}
			files++
		}
		was, is := under[at:at+diskPage], after[at:at+diskPage]
		for n := range metaBytes + 1 {
			if testing.Short() && n%8 != step%8 {
				continue
			}
			meet(fmt.Sprintf("the first %d bytes", n), mix(was, is, func(at int) bool { return at < n }))
			meet(fmt.Sprintf("all but the first %d bytes", n), mix(was, is, func(at int) bool { return at >= n }))
		}
		for name, junk := range map[string]byte{"zeros": 0, "ones": 0xFF} {
			meet(name, append(bytes.Repeat([]byte{junk}, diskSector), is[diskSector:]...))
		}
		data := bytes.Clone(under)
		copy(data[at:], mix(was, is, func(at int) bool { return at < metaBytes-4 }))
		v.resumes(t, data)
		torn++
	}
	t.Logf("%d files, %d runs resumed", files, torn)
}

// TestPowerCut simulates a power cut before a transaction writes its meta page. Any of the changed pages may be on the
// disk, completely or in part, and the file may have any length between the old and the new one.
func TestPowerCut(t *testing.T) {
	v := newVictim(t)
	files := 0
	rapid.Check(t, func(t *rapid.T) {
		step := rapid.IntRange(0, len(v.h.files)-2).Draw(t, "step")
		before, after := v.h.files[step], v.h.files[step+1]
		random := rand.New(rand.NewPCG(1, rapid.Uint64().Draw(t, "seed")))
		length := len(before) + random.IntN(len(after)-len(before)+1)
		switch rapid.IntRange(0, 2).Draw(t, "length") {
		case 0:
			length = len(before)
		case 1:
			length = len(after)
		}
		how := rapid.SliceOfN(rapid.IntRange(0, 3), len(after)/diskPage, len(after)/diskPage).Draw(t, "pages")
		data := beforeSync(random, before, after, length, func(page int) int { return how[page] })
		found, err := v.meet(step, data)
		if err != nil {
			t.Fatal(err)
		}
		if !maps.Equal(found, v.h.contents[step]) {
			t.Fatal("the transaction is there without its meta page")
		}
		files++
	})
	t.Logf("%d files", files)
}

// TestPowerCutTwice simulates a second power cut, while the program repairs the meta page that the first has torn. The
// program must not touch the other meta page.
func TestPowerCutTwice(t *testing.T) {
	v := newVictim(t)
	step := slices.IndexFunc(v.h.contents, func(c map[string]string) bool { return len(c) > 10 })
	before := v.h.files[step]
	at := int(transactionOf(before)+1) % 2 * diskPage
	torn := bytes.Clone(before)
	copy(torn[at:], mix(before[at:at+diskPage], v.h.files[step+1][at:at+diskPage], func(at int) bool { return at < 70 }))
	if err := os.WriteFile(v.path, torn, 0o600); err != nil {
		t.Fatal(err)
	}
	d, err := db.Open(v.path, db.Options{})
	if err != nil || d.TornPage() == nil {
		t.Fatal(err, "and it is not torn")
	}
	defer d.Close()
	if err := d.Update(func(tx *db.Tx) error { return tx.PutTotal(1, []byte("again")) }); err != nil {
		t.Fatal(err)
	}
	after, err := os.ReadFile(v.path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(after[diskPage-at:][:diskPage], before[diskPage-at:][:diskPage]) {
		t.Error("the meta page that was whole was written")
	}
	for n := range metaBytes + 1 {
		data := longer(torn, len(after))
		copy(data[2*diskPage:], after[2*diskPage:])
		copy(data[at:], after[at:at+n])
		if err := os.WriteFile(v.path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		found, torn, err := contentOf(v.path)
		if err != nil {
			t.Fatalf("the first %d bytes: %v", n, err)
		}
		if again := found["run 1 total"] == "again"; again == (torn != nil) {
			t.Errorf("the first %d bytes: torn: %v, and the transaction is there: %t", n, torn, again)
		}
		if delete(found, "run 1 total"); !maps.Equal(found, v.h.contents[step]) {
			t.Errorf("the first %d bytes: %d records, want %d", n, len(found), len(v.h.contents[step]))
		}
	}
}

// TestPowerCutInACreation simulates a power cut while a database is created, first under a temporary name. The
// temporary file may have any length, and must be gone after the next run of the program.
func TestPowerCutInACreation(t *testing.T) {
	h, whole := recordHistory(t, t.TempDir())
	created := h.files[0]
	for _, named := range []bool{false, true} {
		for _, length := range []int{-1, 0, 1, 80, diskPage, len(created) / 2, len(created)} {
			dir := t.TempDir()
			path := filepath.Join(dir, "new.db")
			if named {
				if err := os.WriteFile(path, created, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			if length >= 0 {
				if err := os.WriteFile(filepath.Join(dir, ".enumerate-0123456789abcdef"), created[:length], 0o600); err != nil {
					t.Fatal(err)
				}
			}
			result := walkPart(t, resume(t, openStore(t, path), space(t)), enum.Part{})
			if got, want := fmt.Sprint(result.Totals), fmt.Sprint(whole.Totals); got != want {
				t.Errorf("%s, want %s", got, want)
			}
			if entries, err := os.ReadDir(dir); err != nil || len(entries) != 1 {
				t.Errorf("named: %t, %d bytes aside: %v, %v", named, length, entries, err)
			}
		}
	}
}
