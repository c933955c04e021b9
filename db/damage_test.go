package db

import (
	"bytes"
	"encoding/binary"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"go.etcd.io/bbolt"
)

// The outcomes of using a damaged file. Those in capitals are failures: other data without an error, a crash, an
// endless wait, or more memory than the size of the file explains.
const (
	refused = "refused"         // it is not opened
	partly  = "error on read"   // it is opened, and what is damaged is an error
	right   = "read right"      // all is read as it was stored
	back    = "read as before"  // without the last transaction, reported by TornPage
	wrong   = "WRONG RESULT"    // other data without an error
	missed  = "MISSED BY CHECK" // Check finds no damage, but the file cannot be read
	huge    = "HUGE MEMORY"
	crash   = "CRASH"
)

func init() {
	// The test binary acts as the victim, a process that may crash on a damaged file. It reads lines with the paths of
	// a damaged file and of the undamaged file, and prints the outcome for each line.
	roles["victim"] = func(string) int {
		wants, files := make(map[string]state), 0 // by the path of the sound file
		for {
			var path, sound string
			if _, err := fmt.Scanln(&path, &sound); err != nil {
				return 0
			}
			if wants[sound].last == nil {
				s, err := stateOf(sound)
				if err != nil {
					fmt.Println(err)
					return 1
				}
				wants[sound] = s
			}
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			var outcome string
			if files++; len(wants[sound].last) < 1000 || files%3 == 0 { // the large file takes longer
				outcome = meetSalvage(path, wants[sound])
			}
			if outcome == "" {
				outcome = meet(path, wants[sound])
			}
			runtime.ReadMemStats(&after)
			if after.TotalAlloc-before.TotalAlloc > 256<<20 {
				outcome = huge
			}
			fmt.Println(outcome)
		}
	}
}

// A state is the content of a file, and its content before the last transaction.
type state struct{ last, before content }

// stateOf reads the state of a sound file with bbolt alone.
func stateOf(path string) (s state, err error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return s, err
	}
	dir, err := os.MkdirTemp("", "db-test-")
	if err != nil {
		return s, err
	}
	defer os.RemoveAll(dir)
	copied := filepath.Join(dir, "copy.db")
	for _, c := range []*content{&s.last, &s.before} {
		if err := os.WriteFile(copied, data, 0o600); err != nil {
			return s, err
		}
		if *c, err = boltContent(copied); err != nil {
			return s, err
		}
		clear(data[newest(data)*pageBytes:][:pageBytes])
	}
	return s, nil
}

// newest returns the number of the meta page with the later transaction.
func newest(data []byte) int {
	if order.Uint64(data[pageBytes+16+48:]) > order.Uint64(data[16+48:]) {
		return 1
	}
	return 0
}

// boltContent reads the payloads of a sound file with bbolt alone.
func boltContent(path string) (content, error) {
	store, err := bbolt.Open(path, 0, &bbolt.Options{ReadOnly: true})
	if err != nil {
		return nil, err
	}
	defer store.Close()
	c := content{}
	err = store.View(func(tx *bbolt.Tx) error {
		runs := tx.Bucket([]byte("runs"))
		return runs.ForEachBucket(func(run []byte) error {
			place := fmt.Sprintf("run %d ", binary.BigEndian.Uint64(run))
			b := runs.Bucket(run)
			for _, name := range []string{"header", "total"} {
				if record := b.Get([]byte(name)); record != nil {
					c[place+name] = string(record[:len(record)-8])
				}
			}
			return b.Bucket([]byte("shards")).ForEach(func(key, record []byte) error {
				c[fmt.Sprint(place, "shard ", binary.BigEndian.Uint64(key))] = string(record[:len(record)-8])
				return nil
			})
		})
	})
	return c, err
}

// meetSalvage salvages the damaged file at path, and returns a description of any difference from the state of the
// undamaged file.
func meetSalvage(path string, was state) string {
	found, lost, err := salvaged(path)
	if !within(found, was.last) && !within(found, was.before) {
		return wrong + ": salvaged"
	}
	if Check(path, nil) == nil && (lost != nil || err != nil || !maps.Equal(found, was.last)) {
		return wrong + ": not all is salvaged of a sound file"
	}
	return ""
}

// meet checks, opens, reads and writes the damaged file at path, and returns the outcome: right, back (without the last
// transaction) or what went wrong. It compares the content with the state of the undamaged file.
func meet(path string, was state) string {
	checked := Check(path, nil)
	outcome := meetOpen(path, was, Options{ReadOnly: true, Timeout: -1}, checked == nil)
	if outcome != right && outcome != back {
		return outcome
	}
	if outcome := meetOpen(path, was, Options{Timeout: -1}, checked == nil); outcome != right {
		return outcome
	}
	// By now a transaction has written to the file, and to a meta page.
	if again := Check(path, nil); (checked == nil || outcome == back) && again != nil {
		return wrong + ": storing damaged it: " + again.Error()
	}
	return outcome
}

// meetOpen opens and reads the damaged file at path, and then writes to it unless it is opened for reading. Like meet,
// it returns the outcome. sound says that Check has found no damage.
func meetOpen(path string, was state, o Options, sound bool) string {
	db, err := Open(path, o)
	if err != nil {
		if s := err.Error(); !strings.HasPrefix(s, path+": ") || strings.ContainsRune(s, '\n') {
			return wrong + ": " + s
		}
		if sound {
			return missed + ": " + err.Error()
		}
		return refused
	}
	defer db.Close()
	got, readErr := read(db)
	want := was.last
	if db.TornPage() != nil && maps.Equal(got, was.before) {
		want = was.before
	}
	switch {
	case readErr == nil && !maps.Equal(got, want):
		return wrong
	case readErr != nil && sound:
		return missed + ": " + readErr.Error()
	case o.ReadOnly && readErr != nil:
		if outcome := meetOpen(path, was, Options{Timeout: -1}, sound); outcome != partly && outcome != refused {
			return outcome
		}
		return partly
	case o.ReadOnly && !maps.Equal(want, was.last):
		return back
	case o.ReadOnly:
		return right
	}
	payloads := map[uint64][]byte{}
	writeErr := db.Update(func(tx *Tx) error {
		run, err := tx.CreateRun(make([]byte, 20000))
		if err != nil {
			return err
		}
		for shard := range uint64(100) {
			payloads[shard] = bytes.Repeat([]byte{byte(shard)}, int(shard)*30)
			if err := tx.PutShard(run, shard, payloads[shard]); err != nil {
				return err
			}
		}
		if err := tx.PutShard(2, 2, []byte("new")); err != nil {
			return err
		}
		return nil
	})
	if writeErr == nil {
		writeErr = db.Update(func(tx *Tx) error { return tx.DeleteRun(3) })
	}
	if writeErr == nil {
		writeErr = db.Update(func(tx *Tx) error {
			_, err := tx.CreateRun(make([]byte, 30000))
			return err
		})
	}
	if readErr != nil || writeErr != nil {
		return partly
	}
	for range 2 {
		err = db.View(func(tx *Tx) error {
			for place, payload := range want {
				var run, shard uint64
				if n, _ := fmt.Sscanf(place, "run %d shard %d", &run, &shard); n != 2 || run == 3 {
					continue
				}
				if got, ok, err := tx.Shard(run, shard); err != nil || !ok || string(got) != payload {
					return fmt.Errorf("%s is %.40q, %t, %v", place, got, ok, err)
				}
			}
			if got, ok, err := tx.Shard(2, 2); err != nil || !ok || string(got) != "new" {
				return fmt.Errorf("what was stored last is %.40q, %t, %v", got, ok, err)
			}
			return nil
		})
		if err != nil {
			return wrong + ": after storing: " + err.Error()
		}
		db.Close()
		if db, err = Open(path, o); err != nil {
			return wrong + ": opened again after storing: " + err.Error()
		}
		defer db.Close()
	}
	return right
}

// A victim is a process that uses damaged files, so that a crash does not end the test.
type victim struct{ *child }

// meets has the victim, another process, use the damaged file at path, and returns the outcome.
func (v *victim) meets(t *testing.T, path, sound string) string {
	if v.child == nil {
		v.child = start(t, "victim", nil, sound)
		v.Stderr = nil
	}
	// If the victim hangs, go test's -timeout ends the test, and the stacks that it prints show this call.
	fmt.Fprintln(v.in, path, sound)
	s := v.line()
	if s == "" {
		v.child = nil
		return crash
	}
	return s
}

// An anatomy says where the parts of a bbolt file are, so that a test can damage each kind of part. The tests find the
// parts with code of their own.
type anatomy struct {
	data             []byte
	branches, leaves []int // where the pages in use begin
	inline           []int // where the pages inside a page begin
	buckets          []int // where the values of buckets begin
	freelist         int
	high             uint64
}

const pageBytes = 4096

var order = binary.NativeEndian

func anatomyOf(data []byte) (a anatomy) {
	a.data = data
	meta := 16 + newest(data)*pageBytes
	a.freelist = int(order.Uint64(data[meta+32:])) * pageBytes
	a.high = order.Uint64(data[meta+40:])
	var page func(at int)
	page = func(at int) {
		leaf := order.Uint16(data[at+8:]) == 2
		for i := range int(order.Uint16(data[at+10:])) {
			e := at + 16 + 16*i
			if !leaf {
				page(int(order.Uint64(data[e+8:])) * pageBytes)
				continue
			}
			if order.Uint32(data[e:])&1 == 0 {
				continue
			}
			value := e + int(order.Uint32(data[e+4:])) + int(order.Uint32(data[e+8:]))
			a.buckets = append(a.buckets, value)
			if root := int(order.Uint64(data[value:])); root != 0 {
				page(root * pageBytes)
			} else {
				a.inline = append(a.inline, value+16)
			}
		}
		if leaf {
			a.leaves = append(a.leaves, at)
		} else {
			a.branches = append(a.branches, at)
		}
	}
	page(int(order.Uint64(data[meta+16:])) * pageBytes)
	return a
}

// resum writes the right checksums into both meta pages, so that they hide no other damage.
func resum(data []byte) {
	for page := range 2 {
		b := data[page*pageBytes+16:]
		order.PutUint64(b[56:], fnv1a(b[:56]))
	}
}

// An injury is a way to damage a file, which is tried a number of times.
type injury struct {
	name  string
	times int
	do    func(r *rand.Rand, a anatomy, data []byte) []byte
}

func one[T any](r *rand.Rand, list []T) T { return list[r.IntN(len(list))] }

// number32 and number64 return random numbers to replace the number `old` in a file. They prefer those that are likely
// to do harm, such as the largest.
func number32(r *rand.Rand, old uint32) uint32 {
	return one(r, []uint32{0, 1, 2, 16, old + 1, old - 1, old + 16, old - 16, old ^ 1<<r.IntN(32), 4096, 65535, 1 << 20, 1<<31 - 1, 1 << 31, 1<<32 - 1, r.Uint32(), r.Uint32N(5000)})
}

func number64(r *rand.Rand, a anatomy, old uint64) uint64 {
	page := func(list []int) uint64 { return uint64(one(r, list)) / pageBytes }
	return one(r, []uint64{0, 1, 2, old + 1, old - 1, old ^ 1<<r.IntN(64), a.high, a.high - 1, a.high + 1, r.Uint64N(a.high), page(a.leaves), page(a.branches),
		uint64(a.freelist) / pageBytes, 1 << 20, 1 << 31, 1 << 32, 1 << 36, 1<<47 - 1, 1 << 48, 1 << 51, 1 << 52, 1 << 63, 1<<64 - 1, r.Uint64(), page(a.leaves), page(a.branches)})
}

func put32(r *rand.Rand, data []byte, at int) {
	order.PutUint32(data[at:], number32(r, order.Uint32(data[at:])))
}

func put64(r *rand.Rand, a anatomy, data []byte, at int) {
	order.PutUint64(data[at:], number64(r, a, order.Uint64(data[at:])))
}

// stretch returns a random piece of the data, of at most max bytes.
func stretch(r *rand.Rand, data []byte, max int) []byte {
	at := r.IntN(len(data))
	return data[at:min(len(data), at+1+r.IntN(max))]
}

func randomBytes(r *rand.Rand, data []byte) {
	for i := range data {
		data[i] = byte(r.Uint32())
	}
}

var injuries = []injury{
	{"a bit flipped", 300, func(r *rand.Rand, _ anatomy, data []byte) []byte {
		data[r.IntN(len(data))] ^= 1 << r.IntN(8)
		return data
	}},
	{"a bit flipped in the head of a page", 200, func(r *rand.Rand, a anatomy, data []byte) []byte {
		data[one(r, slices.Concat(a.leaves, a.branches))+r.IntN(100)] ^= 1 << r.IntN(8)
		return data
	}},
	{"several bytes changed", 100, func(r *rand.Rand, _ anatomy, data []byte) []byte {
		for range 2 + r.IntN(20) {
			data[r.IntN(len(data))] = byte(r.Uint32())
		}
		return data
	}},
	{"zeros", 150, func(r *rand.Rand, _ anatomy, data []byte) []byte {
		clear(stretch(r, data, 1<<r.IntN(14)))
		return data
	}},
	{"ones", 50, func(r *rand.Rand, _ anatomy, data []byte) []byte {
		for s := stretch(r, data, 1<<r.IntN(14)); len(s) > 0; s = s[1:] {
			s[0] = 0xFF
		}
		return data
	}},
	{"noise", 100, func(r *rand.Rand, _ anatomy, data []byte) []byte {
		randomBytes(r, stretch(r, data, 1<<r.IntN(14)))
		return data
	}},
	{"two pages swapped", 80, func(r *rand.Rand, a anatomy, data []byte) []byte {
		i, j := r.IntN(len(data)/pageBytes)*pageBytes, one(r, slices.Concat(a.leaves, a.branches))
		copy(data[i:i+pageBytes], a.data[j:])
		copy(data[j:j+pageBytes], a.data[i:])
		return data
	}},
	{"a page copied over another", 80, func(r *rand.Rand, a anatomy, data []byte) []byte {
		i, j := one(r, slices.Concat(a.leaves, a.branches)), one(r, slices.Concat(a.leaves, a.branches))
		copy(data[i:i+pageBytes], a.data[j:])
		return data
	}},
	{"a page copied over another, and numbered right", 150, func(r *rand.Rand, a anatomy, data []byte) []byte {
		i, j := one(r, slices.Concat(a.leaves, a.branches)), one(r, slices.Concat(a.leaves, a.branches))
		copy(data[i:i+pageBytes], a.data[j:])
		order.PutUint64(data[i:], uint64(i/pageBytes))
		return data
	}},
	{"a page repeated or left out", 60, func(r *rand.Rand, _ anatomy, data []byte) []byte {
		at := r.IntN(len(data)/pageBytes) * pageBytes
		if r.IntN(2) == 0 {
			return slices.Delete(data, at, at+pageBytes)
		}
		return slices.Insert(data, at, data[at:at+pageBytes]...)
	}},
	{"bytes left out or put in", 60, func(r *rand.Rand, _ anatomy, data []byte) []byte {
		at, n := r.IntN(len(data)-100), 1+r.IntN(100)
		if r.IntN(2) == 0 {
			return slices.Delete(data, at, at+n)
		}
		return slices.Insert(data, at, make([]byte, n)...)
	}},
	{"cut", 150, func(r *rand.Rand, a anatomy, data []byte) []byte {
		switch r.IntN(3) {
		case 0:
			return data[:r.IntN(200)]
		case 1:
			return data[:max(0, r.IntN(int(a.high))*pageBytes+r.IntN(3)-1)]
		}
		return data[:r.IntN(len(data))]
	}},
	{"cut, and filled up with zeros", 60, func(r *rand.Rand, _ anatomy, data []byte) []byte {
		clear(data[r.IntN(len(data)):])
		return data
	}},
	{"longer", 20, func(r *rand.Rand, _ anatomy, data []byte) []byte {
		more := make([]byte, r.IntN(20000))
		randomBytes(r, more)
		return append(data, more...)
	}},
	{"a meta page changed", 60, func(r *rand.Rand, a anatomy, data []byte) []byte {
		put64(r, a, data, r.IntN(2)*pageBytes+8*r.IntN(10))
		return data
	}},
	{"a meta page changed, and summed", 200, func(r *rand.Rand, a anatomy, data []byte) []byte {
		at := r.IntN(2)*pageBytes + 16
		switch r.IntN(8) {
		case 0:
			put32(r, data, at+8) // the page size
		case 1:
			put64(r, a, data, at+16) // the root
		case 2:
			put64(r, a, data, at+32) // the list of free pages
		case 3:
			put64(r, a, data, at+40) // how many pages there are
		case 4: // the transaction
			order.PutUint64(data[at+48:], one(r, []uint64{0, 1, 1 << 20, 1<<63 - 1, 1 << 63, 1<<64 - 2, 1<<64 - 1, r.Uint64()}))
		default:
			put32(r, data, at+4*r.IntN(14))
		}
		resum(data)
		return data
	}},
	{"both meta pages changed, and summed", 80, func(r *rand.Rand, a anatomy, data []byte) []byte {
		if field := 16 + 4*r.IntN(12); r.IntN(2) == 0 {
			put32(r, data, field)
			copy(data[pageBytes+field:], data[field:field+4])
		} else {
			field &^= 7
			put64(r, a, data, field)
			copy(data[pageBytes+field:], data[field:field+8])
		}
		resum(data)
		return data
	}},
	{"the number, type, count or length of a page", 250, func(r *rand.Rand, a anatomy, data []byte) []byte {
		at := one(r, slices.Concat(a.leaves, a.branches, []int{a.freelist}))
		switch r.IntN(4) {
		case 0:
			put64(r, a, data, at)
		case 1:
			order.PutUint16(data[at+8:], one(r, []uint16{0, 1, 2, 3, 4, 16, uint16(r.Uint32())}))
		case 2:
			order.PutUint16(data[at+10:], uint16(number32(r, uint32(order.Uint16(data[at+10:])))))
		case 3:
			put32(r, data, at+12)
		}
		return data
	}},
	{"an element of a leaf", 250, func(r *rand.Rand, a anatomy, data []byte) []byte {
		at := one(r, slices.Concat(a.leaves, a.inline))
		put32(r, data, at+16+16*r.IntN(max(1, int(order.Uint16(data[at+10:]))))+4*r.IntN(4))
		return data
	}},
	{"a length taken from a key or value, and given to another", 60, func(r *rand.Rand, a anatomy, data []byte) []byte {
		at := one(r, a.leaves) + 16
		n := uint32(1 + r.IntN(8))
		order.PutUint32(data[at+8:], order.Uint32(data[at+8:])-n)
		order.PutUint32(data[at+12:], order.Uint32(data[at+12:])+n)
		return data
	}},
	{"an element of a branch", 250, func(r *rand.Rand, a anatomy, data []byte) []byte {
		at := one(r, a.branches)
		e := at + 16 + 16*r.IntN(int(order.Uint16(data[at+10:])))
		if field := r.IntN(4); field < 2 {
			put32(r, data, e+4*field)
		} else {
			put64(r, a, data, e+8)
		}
		return data
	}},
	{"a branch that leads up, or to itself", 60, func(r *rand.Rand, a anatomy, data []byte) []byte {
		at := one(r, a.branches)
		e := at + 16 + 16*r.IntN(int(order.Uint16(data[at+10:])))
		order.PutUint64(data[e+8:], uint64(one(r, a.branches)/pageBytes))
		return data
	}},
	{"a bucket", 150, func(r *rand.Rand, a anatomy, data []byte) []byte {
		put64(r, a, data, one(r, a.buckets))
		return data
	}},
	{"a page inside a page", 100, func(r *rand.Rand, a anatomy, data []byte) []byte {
		at := one(r, a.inline)
		data[at+r.IntN(16)] = byte(r.Uint32() >> r.IntN(8))
		return data
	}},
	{"the list of free pages", 150, func(r *rand.Rand, a anatomy, data []byte) []byte {
		n := int(order.Uint16(data[a.freelist+10:]))
		switch r.IntN(4) {
		case 0: // another count
			order.PutUint16(data[a.freelist+10:], one(r, []uint16{0, 1, uint16(n) - 1, uint16(n) + 1, 600, 0xFFFE, 0xFFFF}))
		case 1: // a long one
			order.PutUint16(data[a.freelist+10:], 0xFFFF)
			put64(r, a, data, a.freelist+16)
		default:
			put64(r, a, data, a.freelist+16+8*r.IntN(max(1, n)))
		}
		return data
	}},
	{"a page of noise under sound meta pages", 30, func(r *rand.Rand, a anatomy, data []byte) []byte {
		at := one(r, slices.Concat(a.leaves, a.branches, []int{a.freelist}))
		randomBytes(r, data[at+16:at+pageBytes])
		return data
	}},
	{"noise of any length", 30, func(r *rand.Rand, _ anatomy, _ []byte) []byte {
		data := make([]byte, r.IntN(100000))
		randomBytes(r, data)
		return data
	}},
	{"noise after sound meta pages", 30, func(r *rand.Rand, a anatomy, data []byte) []byte {
		randomBytes(r, data[2*pageBytes:])
		return data
	}},
}

var allDamage = flag.Bool("damage", false, "TestDamaged damages files in every way of its table, not in a third of them (half a minute of one core)")

// TestDamaged damages files in every way of a table, and uses each in a separate process. Opening may be refused. If it
// is not, reading must return what was stored or an error, and storing must do no harm.
func TestDamaged(t *testing.T) {
	small, _ := sample(t)
	sounds := []string{small, large(t)}
	every := 3
	switch {
	case *allDamage:
		every = 1
	case testing.Short():
		every = 39
	}
	dir := t.TempDir()
	if shm, err := os.MkdirTemp("/dev/shm", "db-test-"); err == nil { // where a sync costs nothing
		dir = shm
		t.Cleanup(func() { os.RemoveAll(shm) })
	}
	var anatomies []anatomy
	for _, path := range sounds {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		anatomies = append(anatomies, anatomyOf(data))

		var v victim
		whole := filepath.Join(dir, filepath.Base(path))
		if err := os.WriteFile(whole, data, 0o666); err != nil {
			t.Fatal(err)
		}
		if s := v.meets(t, whole, path); s != right {
			t.Fatalf("a sound file: %s", s)
		}
	}

	for i, injury := range injuries {
		t.Run(injury.name, func(t *testing.T) {
			t.Parallel() // each kind of damage has one process for all its files, which uses one core
			damaged := filepath.Join(dir, fmt.Sprintf("damaged-%d.db", i))
			var v victim
			outcomes := make(map[string]int)
			for n := 0; n < injury.times; n += every {
				a := anatomies[n%10/9] // the large one every tenth time
				r := rand.New(rand.NewPCG(uint64(i), uint64(n)))
				data := injury.do(r, a, bytes.Clone(a.data))
				if err := os.WriteFile(damaged, data, 0o666); err != nil {
					t.Fatal(err)
				}

				outcome := v.meets(t, damaged, sounds[n%10/9])
				class, _, _ := strings.Cut(outcome, ":")
				outcomes[class]++
				if class != refused && class != partly && class != right && class != back {
					t.Errorf("seed (%d, %d): %s", i, n, outcome)
				}
			}
			t.Logf("%v", outcomes)
		})
	}
}

// large makes a file with so many shards that their buckets have branches.
func large(t testing.TB) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "large.db")
	db := mustOpen(t, path)
	for range 3 {
		mustUpdate(t, db, func(tx *Tx) error {
			run, err := tx.CreateRun([]byte("many shards"))
			for shard := range uint64(1000) {
				if err == nil {
					err = tx.PutShard(run, shard*shard+3, []byte("payload"))
				}
			}
			return err
		})
	}
	mustUpdate(t, db, func(tx *Tx) error { return tx.DeleteRun(1) })
	mustUpdate(t, db, func(tx *Tx) error {
		for shard := range uint64(2000) {
			if err := tx.PutShard(2, 1<<40+shard, make([]byte, 300)); err != nil {
				return err
			}
		}
		return tx.PutTotal(3, []byte("total"))
	})
	mustClose(t, db)
	return path
}
