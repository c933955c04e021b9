package layers

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// small returns the bytes of a small layer, and its header.
func small(t testing.TB) ([]byte, header) {
	t.Helper()
	h := header{layerKind, "2", "small", origin{3, Weight{Lo: 7}, 0x0123456789abcdef}}
	return written(t, h, totals{Weight{Lo: 305}, 9, Weight{Lo: 2}, whole(3)}, []string{"abc", "abd"}, []Weight{{Lo: 5}, {Lo: 300}}), h
}

// written returns the bytes of a layer with these states.
func written(t testing.TB, h header, sums totals, keys []string, weights []Weight) []byte {
	t.Helper()
	s := store{header: h, meter: new(meter)}
	l, err := s.make("", h, sums, func(w *writer) error {
		for i, key := range keys {
			if err := w.add([]byte(key), weights[i]); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return dump(t, l)
}

// verified returns the first fault of the bytes of a file.
func verified(p []byte, want header) error {
	l, err := read(bytes.NewReader(p), int64(len(p)))
	if err != nil {
		return err
	}
	return l.verify(want)
}

// The format is what the package's doc says. If this changes, so must Version.
func TestGolden(t *testing.T) {
	p, h := small(t)
	if err := verified(p, h); err != nil {
		t.Fatal(err)
	}
	const want = "656e756d4c415952" + "00000001" + "6c" +
		"01" + "32" +
		"0005" + "736d616c6c" +
		"0000000000000003" + "00000000000000000000000000000007" + "0123456789abcdef" +
		"76e0db09" +
		"0003616263" + "05" + "02" + "01" + "64" + "ac02" +
		"000000000000003a" + "0000000000000000" + "b90d1cd6" +
		"0000000000000000" + "0000000000000003" +
		"0000000000000001" + "0000000000000001" + "0000000000000002" +
		"00000000000000000000000000000131" + "0000000000000009" + "00000000000000000000000000000002" +
		"073485a1" +
		"00000000000000b5"
	if got := hex.EncodeToString(p); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// However much of a file is missing, that is found.
func TestEveryCutIsFound(t *testing.T) {
	p, h := small(t)
	for length := range p {
		if err := verified(p[:length], h); !errors.Is(err, ErrTruncated) {
			t.Errorf("%d of %d bytes: got %v, want %v", length, len(p), err, ErrTruncated)
		}
	}
	if err := verified(append(bytes.Clone(p), 0), h); !unusable(err) {
		t.Errorf("a byte too many: got %v", err)
	}
}

// Whichever bit of a file is wrong, that is found.
func TestEveryFlipIsFound(t *testing.T) {
	p, h := small(t)
	path := filepath.Join(temporary(t), h.name+layerSuffix)
	for i := range len(p) * 8 {
		p[i/8] ^= 1 << (i % 8)
		if err := verified(p, h); !unusable(err) {
			t.Errorf("bit %d of byte %d: got %v", i%8, i/8, err)
		}
		// Also by who does not know the parents.
		if err := os.WriteFile(path, p, 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := Open(filepath.Dir(path), h.name, h.label); !unusable(err) {
			t.Errorf("bit %d of byte %d: opened with %v", i%8, i/8, err)
		}
		p[i/8] ^= 1 << (i % 8)
	}
	if err := verified(p, h); err != nil {
		t.Error(err)
	}
}

// large returns the bytes of a layer of several blocks of the same length.
func large(t testing.TB) ([]byte, header) {
	t.Helper()
	var keys []string
	var weights []Weight
	var sums totals
	for i := range 300 {
		keys = append(keys, fmt.Sprintf("%c%c%s", 'A'+i/20, 'A'+i%20, strings.Repeat("x", 1000)))
		weights = append(weights, Weight{Lo: 7})
		sums.weight.Lo += 7
	}
	h := header{kind: layerKind}
	return written(t, h, sums, keys, weights), h
}

// A block is not taken for another, not even with the same number of states, and
// not when only a part of the layer is read.
func TestExchangedBlocksAreFound(t *testing.T) {
	p, h := large(t)
	l, err := read(bytes.NewReader(p), int64(len(p)))
	if err != nil {
		t.Fatal(err)
	}
	if l.tail.blocks < 4 {
		t.Fatalf("%d blocks, want several", l.tail.blocks)
	}
	a, first := l.tail.block(1)
	b, second := l.tail.block(2)
	c, third := l.tail.block(3)
	if b-a != c-b {
		t.Fatalf("blocks of %d and %d bytes, want equal lengths", b-a, c-b)
	}
	q := slices.Concat(p[:a], p[b:c], p[a:b], p[c:])
	if err := verified(q, h); !errors.Is(err, ErrChecksum) {
		t.Errorf("got %v, want %v", err, ErrChecksum)
	}
	if l, err = read(bytes.NewReader(q), int64(len(q))); err != nil {
		t.Fatal(err)
	}
	if err := l.Each(second, third, func([]byte, Weight) error { return nil }); !errors.Is(err, ErrChecksum) {
		t.Errorf("got %v, want %v", err, ErrChecksum)
	}
	if err := l.Each(0, first, func([]byte, Weight) error { return nil }); err != nil {
		t.Errorf("the block before: %v", err)
	}
}

// reseal makes all checksums of a file right. It returns false if it is too
// damaged for that.
func reseal(p []byte) bool {
	at := headerFront
	if len(p) < at+footerSize {
		return false
	}
	at += int(p[at-1])
	if len(p) < at+2 {
		return false
	}
	at += 2 + int(binary.BigEndian.Uint16(p[at:])) + 32
	if len(p) < at+4+footerSize {
		return false
	}
	binary.BigEndian.PutUint32(p[at:], checksum(p[:at]))
	head := p[:at+4]
	foot := p[len(p)-footerSize:]
	blocks, spans := binary.BigEndian.Uint64(foot), binary.BigEndian.Uint64(foot[8:])
	room := uint64(len(p) - len(head) - footerSize)
	if blocks > room/indexEntry || spans > (room-blocks*indexEntry)/spanSize {
		return false
	}
	index := p[len(p)-footerSize-int(blocks*indexEntry+spans*spanSize):]
	for b := range blocks {
		end := uint64(len(p) - len(index))
		if b+1 < blocks {
			end = binary.BigEndian.Uint64(index[(b+1)*indexEntry:])
		}
		begin := binary.BigEndian.Uint64(index[b*indexEntry:])
		if begin > end || end > uint64(len(p)) {
			return false
		}
		binary.BigEndian.PutUint32(index[b*indexEntry+16:], checksum(p[begin:end]))
	}
	binary.BigEndian.PutUint32(foot[footerSize-12:], tailChecksum(head, index[:len(index)-12]))
	binary.BigEndian.PutUint64(foot[footerSize-8:], uint64(len(p)))
	return true
}

// What has right checksums but breaks the format is found. What is not found is
// another file, which this package would write the same way.
func TestFlipsUnderRightChecksumsAreFoundOrMeanSomething(t *testing.T) {
	p, h := small(t)
	found, other := 0, 0
	for i := range len(p) * 8 {
		q := bytes.Clone(p)
		q[i/8] ^= 1 << (i % 8)
		if !reseal(q) || bytes.Equal(p, q) {
			continue // too damaged, or the bit was one of a checksum
		}
		l, err := read(bytes.NewReader(q), int64(len(q)))
		if err == nil {
			err = l.verify(h)
		}
		if err != nil {
			found++
			if !unusable(err) {
				t.Errorf("bit %d of byte %d: got %v", i%8, i/8, err)
			}
			continue
		}
		other++
		var keys []string
		var weights []Weight
		if err := l.Each(0, l.States(), func(key []byte, w Weight) error {
			keys, weights = append(keys, string(key)), append(weights, w)
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		if got := written(t, h, l.totals(), keys, weights); !bytes.Equal(got, q) {
			t.Errorf("bit %d of byte %d: read %x, which would be %x", i%8, i/8, q, got)
		}
	}
	if found == 0 || other == 0 {
		t.Errorf("%d were found, %d not", found, other)
	}
}

func TestFaultsSayWhatAndWhere(t *testing.T) {
	p, h := small(t)
	change := func(at int, to string) []byte {
		q := bytes.Clone(p)
		copy(q[at:], to)
		reseal(q)
		return q
	}
	const blocks = 58 // where they begin
	for _, test := range []struct {
		name string
		p    []byte
		want header
		kind error
		text string
	}{
		{"nothing", nil, h, ErrTruncated, "header: truncated: the file ends in it"},
		{"text", []byte("Dear Ann, dear Bob"), h, ErrForeign, `header: not a file of this run: it begins with "Dear Ann", want "enumLAYR"`},
		{"a later version", change(8, "\x00\x00\x00\x02"), h, ErrForeign, "header: not a file of this run: version 2 of the format, want 1"},
		{"a long label", change(15, "\xff"), h, ErrCorrupt, "header: corrupt: a label of 65285 bytes, at most 1024"},
		{"a run", change(12, "r"), h, ErrForeign, "header: not a file of this run: it is a run, want a layer"},
		{"neither", change(12, "x"), h, ErrForeign, "header: not a file of this run: it is of the unknown kind 0x78, want a layer"},
		{"another layer", change(14, "3"), h, ErrForeign, `header: not a file of this run: it is of layer "3", want "2"`},
		{"another label", change(18, "s"), h, ErrForeign, `header: not a file of this run: its label is "ssall", want "small"`},
		{"other parents", change(29, "\x04"), h, ErrForeign, "header: not a file of this run: made from a layer with 4 states, weight 7, digest 0123456789abcdef, want 3, 7, 0123456789abcdef"},
		{"fewer parents", change(len(p)-footerSize-1, "\x02"), h, ErrCorrupt, "spans: corrupt: 2 of 3 parents, want all"},
		{"more parents", change(len(p)-footerSize-1, "\x04"), h, ErrCorrupt, "span 0: corrupt: it is 0 to 4, of 3 parents"},
		{"more states", change(len(p)-footerSize+23, "\x03"), h, ErrCorrupt, "block 0: corrupt: no record where one should begin"},
		{"fewer states", change(len(p)-footerSize+23, "\x01"), h, ErrCorrupt, "block 0: corrupt: 5 bytes are left after its last state"},
		{"no states", change(len(p)-footerSize+23, "\x00"), h, ErrCorrupt, "index: corrupt: 0 states in blocks that end at 69, the last one begins at 58 with state 0"},
		{"more weight", change(len(p)-footerSize+39, "\x32"), h, ErrCorrupt, "footer: corrupt: it says 2 states of weight 306, there are 2 of weight 305"},
		{"a place in the header", change(blocks+11+7, "\x39"), h, ErrCorrupt, "index, block 0: corrupt: it begins at 57 with state 0, the one before at 58 with 0"},
		{"equal keys", change(blocks+8, "c"), h, ErrCorrupt, "block 0: corrupt: a key that does not come after the one before"},
		{"more shared than there is", change(blocks+6, "\x04"), h, ErrCorrupt, "block 0: corrupt: a record of 4 bytes of the key before and 1 more"},
		{"shared with nothing", change(blocks, "\x01"), h, ErrCorrupt, "block 0: corrupt: a record of 1 bytes of the key before and 3 more"},
		{"a weight without end", change(blocks+10, "\x82"), h, ErrCorrupt, "block 0: corrupt: a record without a weight"},
	} {
		err := verified(test.p, test.want)
		if !errors.Is(err, test.kind) {
			t.Errorf("%s: got %v, want %v", test.name, err, test.kind)
			continue
		}
		if got := err.Error(); !strings.HasSuffix(got, test.text) {
			t.Errorf("%s: got %q, want %q", test.name, got, test.text)
		}
	}
}

// handmade returns the bytes of a layer with these blocks, as if of one state each.
func handmade(h header, sum Weight, blocks ...[]byte) []byte {
	p := h.encode()
	length := len(p)
	var index []byte
	for i, block := range blocks {
		index = binary.BigEndian.AppendUint64(index, uint64(len(p)))
		index = binary.BigEndian.AppendUint64(index, uint64(i))
		index = binary.BigEndian.AppendUint32(index, checksum(block))
		p = append(p, block...)
	}
	n := uint64(len(blocks))
	return append(p, encodeTail(p[:length], int64(len(p)-length), index, nil, footer{blocks: n, states: n, weight: sum})...)
}

// No file makes its reader hold more than a writer does.
func TestSizesHaveBounds(t *testing.T) {
	h := header{kind: layerKind}
	record := func(key int) []byte { return appendRecord(nil, make([]byte, key), 0, Weight{Lo: 1}) }
	most := Weight{Hi: 1<<64 - 1, Lo: 1<<64 - 1}
	long := appendRecord(record(MaxKey), make([]byte, MaxKey+1), MaxKey, Weight{Lo: 1})
	two := handmade(h, Weight{Lo: 2}, long)
	binary.BigEndian.PutUint64(two[len(two)-footerSize+16:], 2)
	reseal(two)
	for _, test := range []struct {
		name string
		p    []byte
		text string // of the error, "" if there is none
	}{
		{"the longest key", handmade(h, Weight{Lo: 1}, record(MaxKey)), ""},
		{"a longer key", handmade(h, Weight{Lo: 1}, record(MaxKey+1)), "block 0: corrupt: a record of 0 bytes of the key before and 65536 more"},
		{"a longer key made of two", two, "block 0: corrupt: a record of 65535 bytes of the key before and 1 more"},
		{"a large last block", handmade(h, Weight{}, make([]byte, maxBlock+1)), "index: corrupt: 1 states in blocks that end at 131149, the last one begins at 52 with state 0"},
		{"a large first block", handmade(h, Weight{}, make([]byte, maxBlock+1), record(1)), "index, block 1: corrupt: it begins at 131149 with state 1, the one before at 52 with 0"},
		{"a large sum", handmade(h, Weight{}, appendRecord(nil, nil, 0, most), appendRecord(nil, []byte("a"), 0, Weight{Lo: 1})), "block 1: corrupt: the weights up to here take more than 128 bits"},
	} {
		err := verified(test.p, h)
		if test.text == "" && err != nil || test.text != "" && (!errors.Is(err, ErrCorrupt) || !strings.HasSuffix(err.Error(), test.text)) {
			t.Errorf("%s: got %v, want %q", test.name, err, test.text)
		}
	}
}

// parentsOf returns a layer of some states to expand.
func parentsOf(t testing.TB, n int) *Layer {
	t.Helper()
	var keys []string
	var weights []Weight
	for i := range n {
		keys = append(keys, fmt.Sprintf("parent %04d", i))
		weights = append(weights, Weight{Lo: 1})
	}
	p := written(t, header{kind: layerKind}, totals{weight: Weight{Lo: uint64(n)}}, keys, weights)
	l, err := read(bytes.NewReader(p), int64(len(p)))
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// Whatever is wrong with the files, the layer comes out the same, and what could
// not be used is remarked on.
func TestDamagedFilesAreMadeAgain(t *testing.T) {
	const seed = 1
	random := rand.New(rand.NewPCG(seed, 0))
	m := &maze{children: 6, states: 50, length: 9}
	from := parentsOf(t, 40)
	expander := func() Expander { return m }
	whole, err := Build(context.Background(), Config{Workers: 2}, "x", "label", from, expander, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := dump(t, whole)
	dir := temporary(t)
	rounds := 80
	if testing.Short() {
		rounds = 8
	}
	for round := range rounds {
		// A part of the runs, or all and the layer.
		c := Config{Dir: dir, Workers: 1, Every: 1}
		stop := int64(random.IntN(41))
		var expanded int64
		ctx, cancel := context.WithCancel(context.Background())
		l, err := Build(ctx, c, "x", "label", from, func() Expander {
			return &counting{m, func() {
				if expanded++; expanded == stop {
					cancel()
				}
			}}
		}, nil)
		cancel()
		if err == nil {
			l.Close()
		} else if !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		files, err := filepath.Glob(filepath.Join(dir, "*"))
		if err != nil || len(files) == 0 {
			t.Fatalf("seed %d, round %d: %d files, %v", seed, round, len(files), err)
		}
		var remarks []string
		c.Remark = func(s string) { remarks = append(remarks, s) }
		path := files[random.IntN(len(files))]
		p, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		switch round % 4 {
		case 0:
			p = p[:random.IntN(len(p))]
		case 1:
			p[random.IntN(len(p))] ^= 1 << random.IntN(8)
		case 2:
			p = []byte("of another program")
		case 3:
			p = slices.Concat(p[:16], []byte("\x05LABEL"), p[22:])
			reseal(p)
		}
		if err := os.WriteFile(path, p, 0o666); err != nil {
			t.Fatal(err)
		}
		l, err = Build(context.Background(), c, "x", "label", from, expander, nil)
		if err != nil {
			t.Fatalf("seed %d, round %d: %v", seed, round, err)
		}
		if !bytes.Equal(dump(t, l), want) {
			t.Fatalf("seed %d, round %d: the layer is another", seed, round)
		}
		if len(remarks) != 1 || !strings.HasPrefix(remarks[0], path+": ") || !strings.HasSuffix(remarks[0], "; it is made again") {
			t.Errorf("seed %d, round %d: remarks %q on %s", seed, round, remarks, path)
		}
		if err := l.Close(); err != nil {
			t.Error(err)
		}
		if err := Remove(dir); err != nil {
			t.Fatal(err)
		}
	}
}

// counting tells of every expansion.
type counting struct {
	Expander
	expanded func()
}

func (c *counting) Expand(key []byte, w Weight, emit func([]byte, Weight) error) (Weight, error) {
	dead, err := c.Expander.Expand(key, w, emit)
	c.expanded()
	return dead, err
}

func TestOpenTakesOnlyWhatIsAskedFor(t *testing.T) {
	dir := temporary(t)
	p, _ := small(t)
	if err := os.WriteFile(filepath.Join(dir, "2.layer"), p, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "3.layer"), p, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "4.layer"), 0o777); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name, label string
		text        string // of the error, "" if there is none
		kind        error
	}{
		{"2", "small", "", nil},
		{"2", "large", `2.layer: header: not a file of this run: its label is "small", want "large"`, ErrForeign},
		{"3", "small", `3.layer: header: not a file of this run: it is of layer "2", want "3"`, ErrForeign},
		{"4", "small", "4.layer: not a regular file; move it away", nil},
		{"5", "small", "5.layer: cannot open it: no such file or directory", fs.ErrNotExist},
		{"../2", "small", `the name of a layer, "../2": '.' at 0; want letters, digits, -, _ and, not first, dots`, nil},
		{"", "small", `the name of a layer, "": 0 bytes, want 1 to 200`, nil},
	} {
		l, err := Open(dir, test.name, test.label)
		if test.text == "" {
			if err != nil {
				t.Error(err)
				continue
			}
			if got, err := content(l); err != nil || got["abd"] != "300" || len(got) != 2 {
				t.Errorf("it has %v, %v", got, err)
			}
			if err := errors.Join(l.Remove(), l.Close()); err != nil {
				t.Error(err)
			}
			if _, err := os.Stat(l.Path()); !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("%s is still there: %v", l.Path(), err)
			}
			if err := l.Each(0, 1, func([]byte, Weight) error { return nil }); !errors.Is(err, fs.ErrClosed) {
				t.Errorf("after that: %v, want %v", err, fs.ErrClosed)
			}
			if err := os.WriteFile(l.Path(), p, 0o666); err != nil {
				t.Error(err)
			}
			continue
		}
		if err == nil || !strings.HasSuffix(err.Error(), test.text) || test.kind != nil && !errors.Is(err, test.kind) {
			t.Errorf("Open(dir, %q, %q): got %v, want %q", test.name, test.label, err, test.text)
		}
	}
}

// Remove leaves what is not of this package, and no more.
func TestRemoveLeavesOthersFiles(t *testing.T) {
	dir := filepath.Join(temporary(t), "layers")
	if err := Remove(dir); err != nil {
		t.Errorf("of no directory: %v", err)
	}
	p, _ := small(t)
	write := func(name string, p []byte) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), p, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	names := func() string {
		entries, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		var all []string
		for _, e := range entries {
			all = append(all, e.Name())
		}
		return strings.Join(all, " ")
	}
	if err := os.MkdirAll(filepath.Join(dir, "5.layer"), 0o777); err != nil {
		t.Fatal(err)
	}
	write("2.layer", p)
	write("3.layer", p[:20])
	write("2.000001.run", p)
	write("2.000002.run.tmp", p[:5])
	write("2.layer.tmp", nil)
	write("photo.layer", []byte("PSD"))
	write("notes.txt", p)
	if err := Remove(dir); err != nil {
		t.Fatal(err)
	}
	if got, want := names(), "5.layer notes.txt photo.layer"; got != want {
		t.Errorf("left are %s, want %s", got, want)
	}
	if err := errors.Join(os.Remove(filepath.Join(dir, "5.layer")), os.Remove(filepath.Join(dir, "photo.layer"))); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(filepath.Join(dir, "notes.txt"), filepath.Join(dir, "2.layer")); err != nil {
		t.Fatal(err)
	}
	if err := Remove(dir); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the empty directory is still there: %v", err)
	}
}

// FuzzLayer: whatever a file holds, it is read or refused, in the memory that it
// has itself.
func FuzzLayer(f *testing.F) {
	p, h := small(f)
	f.Add(p, false)
	f.Add(p, true)
	q, _ := large(f)
	f.Add(q[:70000], true)
	f.Fuzz(func(t *testing.T, p []byte, sealed bool) {
		if sealed {
			p = bytes.Clone(p)
			reseal(p)
		}
		l, err := read(bytes.NewReader(p), int64(len(p)))
		if err == nil {
			h.origin = l.header.origin
			err = l.verify(h)
		}
		if err != nil {
			if !unusable(err) {
				t.Errorf("got %v", err)
			}
			return
		}
		// What is sound is sound from every state on.
		var last []byte
		for from := range min(l.States(), 10) {
			n := from
			err := l.Each(from, l.States(), func(key []byte, w Weight) error {
				if n > from && bytes.Compare(last, key) >= 0 {
					t.Errorf("%x comes after %x", key, last)
				}
				last = append(last[:0], key...)
				n++
				return nil
			})
			if err != nil || n != l.States() {
				t.Errorf("from %d: %d states of %d, %v", from, n-from, l.States()-from, err)
			}
		}
	})
}
