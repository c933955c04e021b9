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
	"time"

	"enumerate/internal/file"
)

const identity = "layer 2 of small, made from 3 states of weight 7, digest 0123456789abcdef"

func small(t testing.TB) []byte {
	t.Helper()
	f := footer{identity: identity, weight: Weight{Hi: 0, Lo: 305}, emissions: 9, dead: Weight{Hi: 0, Lo: 2}}
	return written(t, f, []string{"abc", "abd"}, []Weight{{Lo: 5}, {Lo: 300}})
}

// written returns the bytes of a layer's file with these states.
func written(t testing.TB, f footer, keys []string, weights []Weight) []byte {
	t.Helper()
	var out bytes.Buffer
	err := writeTo(&out, f, func(add func([]byte, Weight) error) error {
		for i, key := range keys {
			if err := add([]byte(key), weights[i]); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func read(p []byte) (*Layer, error) {
	l := &Layer{source: bytes.NewReader(p), size: int64(len(p))}
	return l, l.readFooter()
}

// verified returns the first fault in the bytes of a layer's file.
func verified(p []byte, identity string) error {
	l, err := read(p)
	if err != nil {
		return err
	}
	return l.verify(identity)
}

func unusable(err error) bool {
	var wrong *file.Error
	return errors.As(err, &wrong)
}

// kept opens the file of the layer called name in a directory, in the same way as Build. It returns nil if the file
// cannot be used, and then the remarks say why.
func kept(dir, name, identity string) (l *Layer, remarks []string, err error) {
	c := Config{Dir: dir, Remark: func(s string) { remarks = append(remarks, s) }}
	b := newBuilder(c, name, "", Single(nil, Weight{}), nil)
	b.identity = identity
	l, err = b.stored()
	return l, remarks, err
}

// TestGolden checks that the bytes of a file are as the package's doc describes. If the format changes, the version
// must change too.
func TestGolden(t *testing.T) {
	p := small(t)
	if err := verified(p, identity); err != nil {
		t.Fatal(err)
	}
	const want = "656e756d4c415952" + "00000002" +
		"0003616263" + "05" + "02" + "01" + "64" + "ac02" +
		"000000000000000c" + "0000000000000000" + "b90d1cd6" +
		"6c617965722032206f6620736d616c6c2c206d6164652066726f6d203320737461746573206f66" +
		"2077656967687420372c206469676573742030313233343536373839616263646566" +
		"0000000000000001" + "0000000000000049" + "0000000000000002" +
		"00000000000000000000000000000131" + "0000000000000009" + "00000000000000000000000000000002" +
		"e585d6eb" +
		"00000000000000c0"
	if got := hex.EncodeToString(p); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestTruncatedFilesAreRejected(t *testing.T) {
	p := small(t)
	for length := range p {
		if err := verified(p[:length], identity); !errors.Is(err, errTruncated) {
			t.Errorf("%d of %d bytes: got %v, want %v", length, len(p), err, errTruncated)
		}
	}
	if err := verified(append(bytes.Clone(p), 0), identity); !unusable(err) {
		t.Errorf("a byte too many: got %v", err)
	}
}

func TestFlippedBitsAreRejected(t *testing.T) {
	p := small(t)
	path := filepath.Join(temporary(t), "2"+layerSuffix)
	for i := range len(p) * 8 {
		p[i/8] ^= 1 << (i % 8)
		if err := verified(p, identity); !unusable(err) {
			t.Errorf("bit %d of byte %d: got %v", i%8, i/8, err)
		}
		if err := os.WriteFile(path, p, 0o666); err != nil {
			t.Fatal(err)
		}
		if l, remarks, err := kept(filepath.Dir(path), "2", identity); l != nil || len(remarks) != 1 || err != nil {
			t.Errorf("bit %d of byte %d: opened with %q, %v", i%8, i/8, remarks, err)
		}
		p[i/8] ^= 1 << (i % 8)
	}
	if err := verified(p, identity); err != nil {
		t.Error(err)
	}
}

// large returns the file of a layer of several blocks.
func large(t testing.TB) []byte {
	t.Helper()
	var keys []string
	var weights []Weight
	for i := range 300 {
		keys = append(keys, fmt.Sprintf("%c%c%s", 'A'+i/20, 'A'+i%20, strings.Repeat("x", 1000)))
		weights = append(weights, Weight{Hi: 0, Lo: 7})
	}
	return written(t, footer{weight: Weight{Hi: 0, Lo: 7 * 300}}, keys, weights)
}

// Two blocks of a file are exchanged. Reading must find this even if both have equally many states, and only a part of
// the layer is read.
func TestExchangedBlocksAreFound(t *testing.T) {
	p := large(t)
	l, err := read(p)
	if err != nil {
		t.Fatal(err)
	}
	if l.blocks() < 4 {
		t.Fatalf("%d blocks, want several", l.blocks())
	}
	a, first := l.block(1)
	b, second := l.block(2)
	c, third := l.block(3)
	if b-a != c-b {
		t.Fatalf("blocks of %d and %d bytes, want equal lengths", b-a, c-b)
	}
	q := slices.Concat(p[:a], p[b:c], p[a:b], p[c:])
	if err := verified(q, ""); !errors.Is(err, errChecksum) {
		t.Errorf("got %v, want %v", err, errChecksum)
	}
	if l, err = read(q); err != nil {
		t.Fatal(err)
	}
	if err := l.Each(second, third, func([]byte, Weight) error { return nil }); !errors.Is(err, errChecksum) {
		t.Errorf("got %v, want %v", err, errChecksum)
	}
	if err := l.Each(0, first, func([]byte, Weight) error { return nil }); err != nil {
		t.Errorf("the block before: %v", err)
	}
}

// reseal makes all checksums of a file right. It returns false if the file is too damaged for this.
func reseal(p []byte) bool {
	if len(p) < frontSize+footerSize {
		return false
	}
	foot := p[len(p)-footerSize:]
	blocks, text := binary.BigEndian.Uint64(foot), binary.BigEndian.Uint64(foot[8:])
	room := uint64(len(p) - frontSize - footerSize)
	if blocks > room/indexEntry || text > room-blocks*indexEntry {
		return false
	}
	index := p[len(p)-footerSize-int(blocks*indexEntry+text):]
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
	binary.BigEndian.PutUint32(foot[footerSize-12:], checksum(index[:len(index)-12]))
	binary.BigEndian.PutUint64(foot[footerSize-8:], uint64(len(p)))
	return true
}

// TestFlipsWithRightChecksumsAreFoundOrGiveAnotherLayer flips each bit of a layer's file in turn and then corrects the
// checksums. If the flip does not break the format, the file must be the right file of another layer, exactly as this
// package would write it.
func TestFlipsWithRightChecksumsAreFoundOrGiveAnotherLayer(t *testing.T) {
	p := small(t)
	found, other := 0, 0
	for i := range len(p) * 8 {
		q := bytes.Clone(p)
		q[i/8] ^= 1 << (i % 8)
		if !reseal(q) || bytes.Equal(p, q) {
			continue // the file is too damaged, or the bit was one of a checksum
		}
		l, err := read(q)
		if err == nil {
			err = l.verify(identity)
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
		f := footer{identity: l.identity, weight: l.weight, emissions: l.emissions, dead: l.dead}
		if got := written(t, f, keys, weights); !bytes.Equal(got, q) {
			t.Errorf("bit %d of byte %d: read %x, which would be %x", i%8, i/8, q, got)
		}
	}
	if found == 0 || other == 0 {
		t.Errorf("%d were found, %d not", found, other)
	}
}

func TestFaultsSayWhatAndWhere(t *testing.T) {
	p := small(t)
	change := func(at int, to string) []byte {
		q := bytes.Clone(p)
		copy(q[at:], to)
		reseal(q)
		return q
	}
	const blocks = 12 // the offset at which the blocks begin
	numbers := len(p) - footerSize
	for _, test := range []struct {
		name string
		p    []byte
		kind error
		text string
	}{
		{"nothing", nil, errTruncated, "header: truncated: the file ends in it"},
		{"text", []byte("Dear Ann, dear Bob"), errForeign, `header: not a file of this run: it begins with "Dear Ann", expected "enumLAYR"`},
		{"a later version", change(8, "\x00\x00\x00\x03"), errForeign, "header: not a file of this run: version 3 of the format, expected 2"},
		{"no more than a beginning", p[:12], errTruncated, "footer: truncated: 12 bytes are too few for one"},
		{"a byte less", p[:len(p)-1], errTruncated, "footer: truncated: the file has 191 bytes, but its end says 16933534598913064960"},
		{"more blocks", change(numbers+7, "\xff"), errChecksum, "footer: checksum mismatch: 255 blocks and 73 bytes do not fit into 192 bytes"},
		{"a run", written(t, footer{weight: Weight{Hi: 0, Lo: 1}}, []string{"a"}, []Weight{{Lo: 1}}), errForeign, `footer: not a file of this run: "", expected "` + identity + `"`},
		{"another layer", change(numbers-1, "e"), errForeign, `footer: not a file of this run: "` + identity[:len(identity)-1] + `e", expected "` + identity + `"`},
		{"more states", change(numbers+23, "\x03"), errCorrupt, "block 0: corrupt: no record where one should begin"},
		{"fewer states", change(numbers+23, "\x01"), errCorrupt, "block 0: corrupt: 5 bytes are left after its last state"},
		{"no states", change(numbers+23, "\x00"), errCorrupt, "footer: corrupt: block 1 of 1 begins at byte 23 with state 0, but the block before it at byte 12 with state 0"},
		{"more weight", change(numbers+39, "\x32"), errCorrupt, "footer: corrupt: it says that its states weigh 306, but they weigh 305"},
		{"a place in the header", change(blocks+11+7, "\x0b"), errCorrupt, "footer: corrupt: block 0 of 1 begins at byte 11 with state 0, but the block before it at byte 0 with state 0"},
		{"equal keys", change(blocks+8, "c"), errCorrupt, "block 0: corrupt: a key is not above the key before it"},
		{"more shared than there is", change(blocks+6, "\x04"), errCorrupt, "block 0: corrupt: a record takes 4 bytes from the key before it and adds 1; expected at most 3 and 3, together at most 65535"},
		{"shared with nothing", change(blocks, "\x01"), errCorrupt, "block 0: corrupt: a record takes 1 bytes from the key before it and adds 3; expected at most 0 and 9, together at most 65535"},
		{"a weight without end", change(blocks+10, "\x82"), errCorrupt, "block 0: corrupt: a record without a weight"},
	} {
		err := verified(test.p, identity)
		if !errors.Is(err, test.kind) {
			t.Errorf("%s: got %v, want %v", test.name, err, test.kind)
			continue
		}
		if got := err.Error(); !strings.HasSuffix(got, test.text) {
			t.Errorf("%s: got %q, want %q", test.name, got, test.text)
		}
	}
}

// handmade returns the bytes of a layer with the given blocks, as if each block had one state.
func handmade(sum Weight, blocks ...[]byte) []byte {
	p := front()
	f := footer{states: uint64(len(blocks)), weight: sum}
	for i, block := range blocks {
		f.index = binary.BigEndian.AppendUint64(f.index, uint64(len(p)))
		f.index = binary.BigEndian.AppendUint64(f.index, uint64(i))
		f.index = binary.BigEndian.AppendUint32(f.index, checksum(block))
		p = append(p, block...)
	}
	return append(p, f.encode(int64(len(p)))...)
}

// A file with too large keys, weights or blocks must be refused, so that its reader needs no more memory than a writer.
func TestTooLargeKeysWeightsAndBlocksAreRefused(t *testing.T) {
	record := func(key int) []byte { return appendRecord(nil, make([]byte, key), 0, Weight{Hi: 0, Lo: 1}) }
	most := Weight{Hi: 1<<64 - 1, Lo: 1<<64 - 1}
	long := appendRecord(record(MaxKey), make([]byte, MaxKey+1), MaxKey, Weight{Hi: 0, Lo: 1})
	two := handmade(Weight{Hi: 0, Lo: 2}, long)
	binary.BigEndian.PutUint64(two[len(two)-footerSize+16:], 2)
	reseal(two)
	for _, test := range []struct {
		name string
		p    []byte
		text string // the text of the error, "" if there is none
	}{
		{"the longest key", handmade(Weight{Hi: 0, Lo: 1}, record(MaxKey)), ""},
		{"a longer key", handmade(Weight{Hi: 0, Lo: 1}, record(MaxKey+1)), "block 0: corrupt: a record takes 0 bytes from the key before it and adds 65536; expected at most 0 and 65537, together at most 65535"},
		{"a longer key made of two", two, "block 0: corrupt: a record takes 65535 bytes from the key before it and adds 1; expected at most 65535 and 2, together at most 65535"},
		{"a large last block", handmade(Weight{}, make([]byte, maxBlock+1)), "footer: corrupt: block 1 of 1 begins at byte 131109 with state 1, but the block before it at byte 12 with state 0"},
		{"a large first block", handmade(Weight{}, make([]byte, maxBlock+1), record(1)), "footer: corrupt: block 1 of 2 begins at byte 131109 with state 1, but the block before it at byte 12 with state 0"},
		{"a large sum", handmade(Weight{}, appendRecord(nil, nil, 0, most), appendRecord(nil, []byte("a"), 0, Weight{Hi: 0, Lo: 1})), "block 1: corrupt: the weights up to here take more than 128 bits"},
	} {
		err := verified(test.p, "")
		if test.text == "" && err != nil || test.text != "" && (!errors.Is(err, errCorrupt) || !strings.HasSuffix(err.Error(), test.text)) {
			t.Errorf("%s: got %v, want %q", test.name, err, test.text)
		}
	}
}

// parentsOf returns a layer of n states of weight 1, from which a test builds the next layer.
func parentsOf(t testing.TB, n int) *Layer {
	t.Helper()
	var keys []string
	var weights []Weight
	for i := range n {
		keys = append(keys, fmt.Sprintf("parent %04d", i))
		weights = append(weights, Weight{Hi: 0, Lo: 1})
	}
	p := written(t, footer{weight: Weight{Hi: 0, Lo: uint64(n)}}, keys, weights)
	l, err := read(p)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func TestDamagedFilesAreRebuilt(t *testing.T) {
	const seed = 1
	random := rand.New(rand.NewPCG(seed, 0))
	m := &maze{children: 6, states: 50, length: 9}
	from := parentsOf(t, 40)
	dir := temporary(t)
	build := func(remarks *[]string) []byte {
		c := Config{Dir: dir, Memory: 1, Workers: 2, Remark: func(s string) { *remarks = append(*remarks, s) }}
		l, err := Build(context.Background(), c, "x", "label", from, func() Expander { return m }, nil)
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		return dump(t, l)
	}
	var none []string
	want := build(&none)
	path := filepath.Join(dir, "x.layer")
	rounds := 80
	if testing.Short() {
		rounds = 8
	}
	for round := range rounds {
		p := bytes.Clone(want)
		switch round % 5 {
		case 0:
			p = p[:random.IntN(len(p))]
		case 1:
			p[random.IntN(len(p))] ^= 1 << random.IntN(8)
		case 2:
			p = []byte("of another program")
		case 3:
			p = bytes.Replace(p, []byte("label"), []byte("LABEL"), 1)
			reseal(p)
		case 4:
			p = oldLayer(t)
		}
		for _, damaged := range []string{path, filepath.Join(dir, "x.000001.run"), path + file.Aside} {
			if err := os.WriteFile(damaged, p, 0o666); err != nil {
				t.Fatal(err)
			}
		}

		// The next Build must report the damage and build the same layer; the Build after that must find it.
		var remarks []string
		if !bytes.Equal(build(&remarks), want) {
			t.Fatalf("seed %d, round %d: the layer is another", seed, round)
		}
		if len(remarks) != 1 || !strings.HasPrefix(remarks[0], path+": ") || !strings.HasSuffix(remarks[0], "; it is made again") {
			t.Errorf("seed %d, round %d: remarks %q on %s", seed, round, remarks, path)
		}
		left(t, dir, "x.layer")
		if !bytes.Equal(build(&none), want) || len(none) > 0 {
			t.Errorf("seed %d, round %d: then there are the remarks %q", seed, round, none)
		}
	}
}

// oldLayer returns a right file of version 1 of the format.
func oldLayer(t *testing.T) []byte {
	t.Helper()
	p, err := hex.DecodeString("656e756d4c415952" + "00000001" + "6c" +
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
		"00000000000000b5")
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Build must report files of an older version of the format, and build the layer again.
func TestOlderVersionsAreRebuilt(t *testing.T) {
	dir := temporary(t)
	path := filepath.Join(dir, "2.layer")
	for _, name := range []string{"2.layer", "2.000001.run", "2.000002.run.tmp"} {
		if err := os.WriteFile(filepath.Join(dir, name), oldLayer(t), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	l, remarks, err := kept(dir, "2", identity)
	if want := path + ": header: not a file of this run: version 1 of the format, expected 2; it is made again"; l != nil || err != nil || len(remarks) != 1 || remarks[0] != want {
		t.Errorf("got %v, %v and the remarks %q, want %q", l, err, remarks, want)
	}
	left(t, dir)
	if err := os.WriteFile(path, oldLayer(t), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := Remove(dir); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("after Remove the directory is still there: %v", err)
	}
}

type counting struct {
	Expander
	expanded func()
}

func (c *counting) Expand(key []byte, w Weight, emit func([]byte, Weight) error) (Weight, error) {
	dead, err := c.Expander.Expand(key, w, emit)
	c.expanded()
	return dead, err
}

func TestOnlyTheLayerAskedForIsUsed(t *testing.T) {
	dir := temporary(t)
	p := small(t)
	if err := os.Mkdir(filepath.Join(dir, "4.layer"), 0o777); err != nil {
		t.Fatal(err)
	}
	other := strings.Replace(identity, "small", "large", 1)
	for _, test := range []struct {
		name, identity string
		remark, text   string // the expected remark and error
	}{
		{"2", identity, "", ""},
		{"3", identity, "", ""}, // there is no such file
		{"4", identity, "", "4.layer: not a regular file; move it away"},
		{"2", other, `2.layer: footer: not a file of this run: "` + identity + `", expected "` + other + `"; it is made again`, ""},
	} {
		if err := os.WriteFile(filepath.Join(dir, "2.layer"), p, 0o666); err != nil {
			t.Fatal(err)
		}
		l, remarks, err := kept(dir, test.name, test.identity)
		if got := strings.Join(remarks, "\n"); !strings.HasSuffix(got, test.remark) || test.remark == "" && got != "" {
			t.Errorf("%s, %s: remark %q, want %q", test.name, test.identity, got, test.remark)
		}
		if test.text == "" && err != nil || test.text != "" && (err == nil || !strings.HasSuffix(err.Error(), test.text)) {
			t.Errorf("%s, %s: got %v, want %q", test.name, test.identity, err, test.text)
		}
		if (l != nil) != (test.name == "2" && test.identity == identity) {
			t.Errorf("%s, %s: got the layer %v", test.name, test.identity, l)
		}
		if l == nil {
			continue
		}
		if got, err := content(l); err != nil || got["abd"] != "300" || len(got) != 2 {
			t.Errorf("it has %v, %v", got, err)
		}
		if err := errors.Join(l.Close(), l.Close()); err != nil {
			t.Error(err)
		}
		if err := l.Each(0, 1, func([]byte, Weight) error { return nil }); !errors.Is(err, fs.ErrClosed) {
			t.Errorf("after that: %v, want %v", err, fs.ErrClosed)
		}
	}
}

// Build may use a file only if it is of a layer with the same name and label, made from equal parents.
func TestALayerOfOtherParentsIsRebuilt(t *testing.T) {
	m := &maze{children: 20, states: 50, length: 10}
	parents := func(keys []string, weights ...Weight) *Layer {
		t.Helper()
		var sum Weight
		for _, w := range weights {
			sum, _ = sum.CheckedAdd(w)
		}
		l, err := read(written(t, footer{weight: sum}, keys, weights))
		if err != nil {
			t.Fatal(err)
		}
		l.since = time.Now().Add(-patience) // so that the next layer goes to a file
		return l
	}

	build := func(dir, label string, from *Layer) (p []byte, expanded int, remarks []string) {
		t.Helper()
		c := Config{Dir: dir, Workers: 1, Remark: func(s string) { remarks = append(remarks, s) }}
		expander := func() Expander { return &counting{m, func() { expanded++ }} }
		l, err := Build(context.Background(), c, "2", label, from, expander, nil)
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		return dump(t, l), expanded, remarks
	}
	five, six := Weight{Lo: 5}, Weight{Lo: 6}
	for _, c := range []struct {
		claim, label string
		from         *Layer
		again        bool
	}{
		{"equal", "small", parents([]string{"abc", "abd"}, five, six), false},
		{"another label", "large", parents([]string{"abc", "abd"}, five, six), true},
		{"another key", "small", parents([]string{"abc", "abe"}, five, six), true},
		{"other weights with the same sum", "small", parents([]string{"abc", "abd"}, six, five), true},
		{"another weight", "small", parents([]string{"abc", "abd"}, five, five), true},
		{"fewer states", "small", parents([]string{"abc"}, five), true},
	} {
		// The directory has the layer made from the first parents.
		dir := temporary(t)
		build(dir, "small", parents([]string{"abc", "abd"}, five, six))
		want, _, _ := build("", c.label, c.from)
		got, expanded, remarks := build(dir, c.label, c.from)
		if (expanded > 0) != c.again || (len(remarks) > 0) != c.again {
			t.Errorf("%s: %d parents are expanded, and it remarks %q", c.claim, expanded, remarks)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s: it is not the layer that is made without files", c.claim)
		}
	}
}

func TestRemoveLeavesOthersFiles(t *testing.T) {
	dir := filepath.Join(temporary(t), "layers")
	if err := Remove(dir); err != nil {
		t.Errorf("of no directory: %v", err)
	}
	p := small(t)
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

// FuzzLayer reads random files. Each must be read or rejected, in memory that is proportional to the size of the file.
func FuzzLayer(f *testing.F) {
	p := small(f)
	f.Add(p, false)
	f.Add(p, true)
	q := large(f)
	f.Add(q[:70000], true)
	f.Fuzz(func(t *testing.T, p []byte, sealed bool) {
		if sealed {
			p = bytes.Clone(p)
			reseal(p)
		}
		l, err := read(p)
		if err == nil {
			err = l.verify(l.identity)
		}
		if err != nil {
			if !unusable(err) {
				t.Errorf("got %v", err)
			}
			return
		}
		// A layer that is right from its first state on must be right from every state on.
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

func TestDiscardRemovesTheFileOfALayer(t *testing.T) {
	path := filepath.Join(temporary(t), "2.layer")
	if err := os.WriteFile(path, small(t), 0o666); err != nil {
		t.Fatal(err)
	}
	layer, err := open(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := layer.Discard(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the file is still there: %v", err)
	}
	if err := Single([]byte("a"), Weight{Lo: 1}).Discard(); err != nil {
		t.Errorf("of a layer in memory: %v", err)
	}
}
