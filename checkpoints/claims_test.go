package checkpoints

import (
	"bytes"
	"crypto/ed25519"
	"encoding/pem"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/big"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"

	"enumerate/db"
	"enumerate/enum"
)

// TestAMergedPartOmitsItsConfirmers merges, twice, shards of another fleet, which worker ant computed and worker bee
// partly confirmed. The merge must keep the host of ant, and drop the keys of the workers, their bans and the
// confirmations.
func TestAMergedPartOmitsItsConfirmers(t *testing.T) {
	right := tallies(t, space(t))
	from, into := newStore(t), newStore(t)
	serve(t, from, "ant", right[:5]...)
	serve(t, from, "bee", right[:3]...) // bee confirms three of ant's shards
	inject(t, from, func(tx *db.Tx) error {
		banned, err := Contributor{Host: "host of ant", Version: "1", Key: "ant", BanReason: "it was wrong"}.Encode()
		return errors.Join(err, tx.PutContributor(1, 1, banned))
	})
	if alone := runs(t, from)[0].contents.countUnconfirmed(); alone != 2 {
		t.Fatalf("%d shards of the part are confirmed by no other, want 2", alone)
	}

	for range 2 {
		if _, err := mergeAll(into, from); err != nil {
			t.Fatal(err)
		}
		merged := runs(t, into)[0]
		shards := 0
		for _, s := range merged.contents.shards {
			shards++
			e, _ := ReadEntry(s.id, s.payload) // decoded before, when the run was read
			if contributor := merged.contents.contributors.get(e.Contributor); contributor.Host != "host of ant" || contributor.Key != "" || contributor.BanReason != "" || e.Confirmer != 0 {
				t.Errorf("shard %d is made by %+v, and confirmed by contributor %d; expected the host of ant, and nobody", e.Shard, contributor, e.Confirmer)
			}
		}
		if contributors := maps.Collect(merged.contents.contributors.all()); shards != 5 || len(contributors) != 1 {
			t.Errorf("it has %d shards of %d contributors, want 5 of one", shards, len(contributors))
		}
	}
}

func putContributor(t *testing.T, s *Store, number uint64, record string) {
	t.Helper()
	inject(t, s, func(tx *db.Tx) error { return tx.PutContributor(1, number, []byte(record)) })
}

func TestContributorsThatMakeNoSenseDamageTheirRun(t *testing.T) {
	long := strings.Repeat("a", longestHost+1)
	for _, c := range []struct {
		claim  string
		number uint64
		record string
		want   string // "" if it can be read
	}{
		{"another one follows", 2, `{"host":"beta","version":"1","started":"2026-01-01T00:00:00Z"}`, ""},
		{"a contributor whose record is lost", 2, `{}`, ""},
		{"a number is left out", 3, `{"host":"beta","version":"1","started":"2026-01-01T00:00:00Z"}`, "run 1, contributor 3: not a record of this program: it follows contributor 1"},
		{"no JSON", 2, `beta`, "run 1, contributor 2: not a record of this program: invalid character 'b' looking for beginning of value"},
		{"a host that cannot be printed", 2, `{"host":"\u001b[2J"}`, `run 1, contributor 2: not a record of this program: the name "\x1b[2J" is not printable`},
		{"a host that is too long", 2, `{"host":"` + long + `"}`, fmt.Sprintf("run 1, contributor 2: not a record of this program: the name %.20q... has 256 bytes; the limit is 255", long)},
		{"a version that is too long", 2, `{"version":"` + long + `"}`, fmt.Sprintf("run 1, contributor 2: not a record of this program: the name %.20q... has 256 bytes; the limit is 255", long)},
		{"a key that is too long", 2, `{"key":"` + long + `"}`, fmt.Sprintf("run 1, contributor 2: not a record of this program: the name %.20q... has 256 bytes; the limit is 255", long)},
		{"a signature that is too long", 2, `{"signed_by":"` + long + `"}`, fmt.Sprintf("run 1, contributor 2: not a record of this program: the name %.20q... has 256 bytes; the limit is 255", long)},
		{"more shards than there can be", 2, `{"shards":281474976710657}`, "run 1, contributor 2: not a record of this program: it claims 281474976710657 shards; the limit is 281474976710656"},
	} {
		s := storeOf(t, "alpha")
		walkPart(t, s.NewRun(key, space(t)), enum.Part{Res: 0, Mod: 2})
		putContributor(t, s, c.number, c.record)
		damage := runs(t, s)[0].Damage
		if got := fmt.Sprint(damage); damage == nil && c.want != "" || damage != nil && (got != c.want || !errors.Is(damage, errRecord)) {
			t.Errorf("%s: the damage is %v, want %q", c.claim, damage, c.want)
		}
	}
}

func TestHeadersHaveBounds(t *testing.T) {
	valid := func() Header {
		return Header{Key: Key{Ruleset: "chess", Size: 1, Method: "walk"}, Verdicts: []string{"won"}}
	}
	for _, c := range []struct {
		claim  string
		change func(h *Header, more int)
		want   string
	}{
		{"a name", func(h *Header, more int) { h.Fingerprint = strings.Repeat("a", longestName+more) }, `the header is not one of this program: the name "aaaaaaaaaaaaaaaaaaaa"... has 65537 bytes; the limit is 65536`},
		{"verdicts", func(h *Header, more int) {
			h.Verdicts = slices.Repeat([]string{"a"}, mostVerdicts+more)
		}, "the header does not identify a run"},
		{"a signature", func(h *Header, more int) { h.Signature = strings.Repeat("a", longestSignature+more) }, "the header has a signature of 1001 bytes; the limit is 1000"},
		{"contributors", func(h *Header, more int) { h.Contributors = make([]Contributor, mostListed+more) }, "the header is not one of this program: 1001 contributors and 0 checks; the limits are 1000 and 100"},
		{"checks", func(h *Header, more int) { h.Checks = make([]Check, mostChecks+more) }, "the header is not one of this program: 0 contributors and 101 checks; the limits are 1000 and 100"},
		{"shards of a contributor", func(h *Header, more int) { h.Contributors = []Contributor{{Shards: mostShards + uint64(more)}} }, "the header is not one of this program: it claims 281474976710657 shards; the limit is 281474976710656"},
		{"shards of a check", func(h *Header, more int) { h.Checks = []Check{{Shards: 7 + uint64(more), Of: 7}} }, "the header is not one of this program: it claims 8 shards; the limit is 7"},
		{"the size", func(h *Header, more int) { h.Size = 1 - more }, "the header does not identify a run"},
	} {
		for more := range 2 {
			h := valid()
			c.change(&h, more)
			data, err := h.encode()
			if want := []string{"<nil>", c.want}[more]; fmt.Sprint(err) != want {
				t.Errorf("%s: with %d more the error is %v, want %s", c.claim, more, err, want)
			}
			if read, err := decodeHeader(data); (err == nil) != (more == 0) || err != nil && read.Ruleset != "" {
				t.Errorf("%s: with %d more it is read as %q, %v", c.claim, more, read.Ruleset, err)
			}
		}
	}

	data, err := valid().encode()
	if err != nil {
		t.Fatal(err)
	}
	for more := range 2 {
		padded := append(data, strings.Repeat(" ", longestHeader-len(data)+more)...)
		if _, err := decodeHeader(padded); (err == nil) != (more == 0) {
			t.Errorf("with %d bytes more than there may be: %v", more, err)
		}
	}
	if _, err := decodeHeader([]byte("{")); err == nil || err.Error() != "the header cannot be read: unexpected end of JSON input" {
		t.Errorf("half a header: %v", err)
	}
}

// bars returns a tally with this number of bars (entries of its histograms).
func bars(number int) *enum.Tally {
	tally := enum.NewTally(2)
	for key := range number {
		tally.Add(0, uint64(key)+1, 1)
	}
	return tally
}

func TestShardsHaveBounds(t *testing.T) {
	wide := func(bits uint) *enum.Tally {
		tally := enum.NewTally(2)
		tally.AddBig(0, 1, new(big.Int).Lsh(big.NewInt(1), bits-1))
		return tally
	}
	thick := func() *enum.Tally {
		tally := enum.NewTally(2)
		for key := range uint64(130) {
			tally.AddBig(0, key+1, new(big.Int).Lsh(big.NewInt(1), longestCount-1))
		}
		return tally
	}
	for _, c := range []struct {
		claim string
		tally *enum.Tally
		want  string
	}{
		{"as many bars as there may be", bars(MostBars), "<nil>"},
		{"one more", bars(MostBars + 1), "65537 bars; the limit is 65536"},
		{"a count as long as it may be", wide(longestCount), "<nil>"},
		{"more bytes than there may be", thick(), "1065362 bytes; the limit is 1048576"},
		{"a bit longer", wide(longestCount + 1), "a count of 65537 bits; the limit is 65536"},
	} {
		if _, err := encodeTally(c.tally, time.Second); fmt.Sprint(err) != c.want {
			t.Errorf("%s: it is stored: %v, want %s", c.claim, err, c.want)
		}
		encoded, err := c.tally.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		p := payload(Entry{Took: time.Second, Tally: encoded}.Encode())
		if tally, took, err := p.decode(2); fmt.Sprint(err) != c.want || err == nil && (took != time.Second || !tally.Equal(c.tally)) {
			t.Errorf("%s: it is read: %v, %v, want %s", c.claim, took, err, c.want)
		}
		if _, err := NewEntry(7, c.tally, encoded, time.Second); fmt.Sprint(err) != c.want {
			t.Errorf("%s: as an entry: %v, want %s", c.claim, err, c.want)
		}
	}

	if p, err := encodeTally(bars(1), -time.Second); err != nil || !bytes.Equal(p, encodeBars(t, bars(1))) { // by a clock that was set
		t.Errorf("less than no time is stored as %x, %v", p, err)
	}
	good, err := encodeTally(bars(2), time.Second)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		claim   string
		payload payload
		want    string
	}{
		{"other verdicts", encodeBars(t, enum.NewTally(3)), "3 verdicts, expected 2"},
		{"nothing", payload{}, "its time cannot be read"},
		{"a contributor and nothing else", payload{0, 0, 1}, "its contributors cannot be read"},
		{"contributors and no time", payload{0, 0, 1, 1}, "its time cannot be read"},
		{"a contributor of a number above all others", payload(append([]byte{0, 0, 0x81, 0x80, 0x40, 0}, good...)), "its contributors cannot be read"},
		{"more bytes than there may be", payload(append(slices.Clone(good), make([]byte, longestPayload+1-len(good))...)), "1048577 bytes; the limit is 1048576"},
	} {
		if _, _, err := c.payload.decode(2); fmt.Sprint(err) != c.want {
			t.Errorf("%s: %v, want %s", c.claim, err, c.want)
		}
		if _, err := ReadEntry(1, c.payload); err != nil && err.Error() != c.want || err == nil && strings.Contains(c.want, "its time cannot be read") {
			t.Errorf("%s: as an entry: %v, want %s", c.claim, err, c.want)
		}
	}
	if last := payload(append([]byte{0, 0, 0x80, 0x80, 0x40, 0}, good...)); last.withProvenance(Provenance{Contributor: 1}) == nil {
		t.Error("the last contributor that there may be is not read")
	} else if e, err := ReadEntry(1, last); err != nil || e.Contributor != MostContributors {
		t.Errorf("the last contributor that there may be is read as %d, %v", e.Contributor, err)
	}
}

func encodeBars(t *testing.T, tally *enum.Tally) payload {
	t.Helper()
	p, err := encodeTally(tally, 0)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestSumsAreLimited(t *testing.T) {
	sum := newSum(2)
	if err := sum.add(bars(MostBars), math.MaxInt64); err != nil {
		t.Errorf("as many bars as there may be: %v", err)
	}
	if err := sum.add(bars(1), 1); err != nil || sum.Took != math.MaxInt64 || sum.Shards != 2 {
		t.Errorf("a shard more: %v, %v, %d shards, want the longest time there is", err, sum.Took, sum.Shards)
	}
	other := newSum(2)
	other.merge(sum)
	other.merge(sum)
	if other.Took != math.MaxInt64 || other.Shards != 4 {
		t.Errorf("two sums of the longest time merge to %v, %d shards", other.Took, other.Shards)
	}
	more := enum.NewTally(2)
	more.Add(1, 1, 1)
	if err := sum.add(more, 1); !errors.Is(err, errRecord) || !strings.HasSuffix(err.Error(), ": its shards together have histograms of at least 65537 bars; the limit is 65536") {
		t.Errorf("a bar more: %v", err)
	}
}

func TestPartsNameTheirContributors(t *testing.T) {
	right := tallies(t, space(t))
	s := newStore(t)
	serve(t, s, "ant", right[:2]...)
	serve(t, s, "bee", right[2:3]...)
	run := runs(t, s)[0]
	run.Fingerprint = "print"
	text, err := run.Parts()
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(text), "\n")
	version := run.contents.contributors.get(1).Version
	want := []string{"# walk of wonderwall n=6: 3 shards; the enumeration print", "# contributor 1: host of ant ant, " + version, "# contributor 2: host of bee bee, " + version}
	for i, r := range right[:3] {
		line := fmt.Sprintf("%d\t", r.Shard.ID)
		for v, verdict := range run.Verdicts {
			if v > 0 {
				line += " "
			}
			var list []string
			for _, bar := range r.Tally.Histogram(v) {
				list = append(list, fmt.Sprintf("%d:%v", bar.Key, bar.Count))
			}
			line += verdict + "=" + strings.Join(list, ",")
		}
		want = append(want, fmt.Sprintf("%s\t%d", line, []int{1, 1, 2}[i]))
	}
	if want = append(want, ""); !slices.Equal(lines, want) {
		t.Errorf("the parts are\n%s\nwant\n%s", text, strings.Join(want, "\n"))
	}
	run.Damage = errRecord
	if text, err := run.Parts(); text != nil || err != errRecord {
		t.Errorf("of a damaged run they are %q, %v", text, err)
	}
}

func publicKey(t *testing.T, seed byte) (line, fingerprint string) {
	t.Helper()
	private := ed25519.NewKeyFromSeed(slices.Repeat([]byte{seed}, ed25519.SeedSize))
	key, err := ssh.NewPublicKey(private.Public())
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(ssh.MarshalAuthorizedKey(key))), ssh.FingerprintSHA256(key)
}

func TestTrustedKeysAreReadLineByLine(t *testing.T) {
	one, first := publicKey(t, 1)
	two, second := publicKey(t, 2)
	const wrong = "line %d is not a public Ed25519 key: expected NAME ssh-ed25519 AAAA..., without options"
	for _, c := range []struct {
		claim, text string
		want        Trusted
		wrong       string
	}{
		{"as ssh-keygen writes them", one + " ann@home\n" + two + "\n", Trusted{first: "ann@home", second: second}, ""},
		{"after a name", "ann " + one + "\n", Trusted{first: "ann"}, ""},
		{"comments and blank lines", "# keys\n\n  \n\t" + one + " ann\n", Trusted{first: "ann"}, ""},
		{"a name that cannot be printed", one + " a\x1b[2J\n", Trusted{first: first}, ""},
		{"no key", "# keys\n", nil, "no key found: write a public key on each line, as in NAME ssh-ed25519 KEY"},
		{"nothing", "", nil, "no key found: write a public key on each line, as in NAME ssh-ed25519 KEY"},
		{"something else", one + " ann\nkey\n", nil, fmt.Sprintf(wrong, 2)},
		{"a key of another kind", "\nssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAAAAQc=\n", nil, fmt.Sprintf(wrong, 2)},
	} {
		got, err := ParseTrusted([]byte(c.text))
		if fmt.Sprint(got) != fmt.Sprint(c.want) || err != nil && err.Error() != c.wrong || err == nil && c.wrong != "" {
			t.Errorf("%s: %v, %v, want %v, %q", c.claim, got, err, c.want, c.wrong)
		}
	}
}

func TestSignersAreKeysThatCanSign(t *testing.T) {
	private := ed25519.NewKeyFromSeed(slices.Repeat([]byte{1}, ed25519.SeedSize))
	block, err := ssh.MarshalPrivateKey(private, "")
	if err != nil {
		t.Fatal(err)
	}
	locked, err := ssh.MarshalPrivateKeyWithPassphrase(private, "", []byte("secret"))
	if err != nil {
		t.Fatal(err)
	}
	public, fingerprint := publicKey(t, 1)
	const make = "make one with ssh-keygen -t ed25519 -N '' -f FILE"
	for _, c := range []struct{ claim, text, wrong string }{
		{"a private key", string(pem.EncodeToMemory(block)), ""},
		{"the public one", public, "a public key cannot sign: name the private key, which has the same file name without .pub"},
		{"one with a passphrase", string(pem.EncodeToMemory(locked)), "the key has a passphrase: " + make},
		{"something else", "key", "not an OpenSSH private key: " + make},
	} {
		signer, err := ParseSigner([]byte(c.text))
		if err != nil && err.Error() != c.wrong || err == nil && (c.wrong != "" || signer.Key() != fingerprint) {
			t.Errorf("%s: %v, want %q", c.claim, err, c.wrong)
		}
	}
}

func TestOnlyWhatTrustedKeysSignedIsMerged(t *testing.T) {
	s := newStore(t)
	walkPart(t, s.NewRun(key, space(t)), enum.Part{Res: 0, Mod: 2})
	offer, err := s.Offer()
	if err != nil {
		t.Fatal(err)
	}
	const refused = ": run 1, a walk of wonderwall n=6, is not merged: "
	for _, c := range []struct{ claim, signer, wrong string }{
		{"no signature", "", "the run is not signed: sign it with enumerate audit --sign"}, {"another key", "SHA256:other", "the key SHA256:other is not trusted: add it to the file of --trust if you trust it"}, {"a key that is trusted", "SHA256:ann", ""},
	} {
		offer.signers = map[uint64]string{1: c.signer}
		err := offer.Signed(Trusted{"SHA256:ann": "ann"})
		if err != nil && (err.Error() != s.Path()+refused+c.wrong || !errors.Is(err, ErrSignature)) || err == nil && c.wrong != "" {
			t.Errorf("%s: %v, want %q", c.claim, err, c.wrong)
		}
	}
}

func TestHeadersListsAllRuns(t *testing.T) {
	s := newStore(t)
	if list, err := s.Headers(); len(list) != 0 || err != nil {
		t.Errorf("of an empty database they are %v, %v", list, err)
	}
	walkPart(t, s.NewRun(key, space(t)), enum.Part{Res: 0, Mod: 2})
	walkPart(t, s.NewRun(key, renamed{space(t)}), enum.Part{Res: 0, Mod: 2})
	list, err := s.Headers()
	if err != nil || len(list) != 2 || list[0].Key != key || list[1].Fingerprint != "another version" {
		t.Errorf("they are %+v, %v, want two, oldest first", list, err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if list, err := s.Headers(); err == nil {
		t.Errorf("of a closed database they are %v", list)
	}
}

// TestAnOfferNamesNoConfirmer offers three shards, two of which a second worker confirmed. The machine that merges them
// cannot check confirmations.
func TestAnOfferNamesNoConfirmer(t *testing.T) {
	right := tallies(t, space(t))
	s := newStore(t)
	serve(t, s, "ant", right[0], right[1])
	serve(t, s, "bee", right[1], right[2]) // bee confirms shard 1
	serve(t, s, "ant", right[2])           // ant confirms shard 2
	confirmers := func(shards []shard) (list []uint32) {
		for _, shard := range shards {
			list = append(list, shard.provenance().Confirmer)
		}
		return list
	}
	if got, want := confirmers(runs(t, s)[0].contents.shards), []uint32{0, 2, 1}; !slices.Equal(got, want) {
		t.Fatalf("the stored shards are confirmed by contributors %d, want %d", got, want)
	}
	offer, err := s.Offer()
	if err != nil {
		t.Fatal(err)
	}
	if got, want := confirmers(offer.runs[0].contents.shards), []uint32{0, 0, 0}; !slices.Equal(got, want) {
		t.Errorf("the offered shards are confirmed by contributors %d, want %d", got, want)
	}
}

func TestAProcessIsNamedByItsHost(t *testing.T) {
	host, err := os.Hostname()
	if err != nil || checkName(host, longestHost) != nil {
		host = "unknown"
	}
	if m := ownContributor(); m.Host != host || m.Version == "" || m.check() != nil {
		t.Errorf("this process is contributor %+v on %q", m, host)
	}
}
