package checkpoints

import (
	"testing"
	"time"
)

// FuzzHeader decodes arbitrary bytes as a header. An error must be short enough to print. A decoded header must survive
// encoding.
func FuzzHeader(f *testing.F) {
	for _, seed := range []string{
		`{"ruleset":"wonderwall","n":6,"method":"walk","fingerprint":"x","verdicts":["a","b"],"started":"2026-01-01T00:00:00Z"}`,
		`{"ruleset":"w","n":1,"method":"walk","verdicts":["a"],"makers":[{"host":"h","version":"v","started":"2026-01-01T00:00:00Z","shards":7}],` +
			`"checks":[{"host":"h","version":"v","time":"2026-01-01T00:00:00Z","shards":7,"of":7,"seed":1}]}`,
		`{"ruleset":"\u001b[2J","n":4611686018427387904,"method":"walk","verdicts":["a"]}`,
		`{"n":1e400}`, `[]`, ``,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		h, err := decodeHeader(data)
		if err != nil {
			if len(err.Error()) > 500 {
				t.Errorf("the error has %d bytes: %.200s...", len(err.Error()), err)
			}
			return
		}
		again, err := h.encode()
		if err != nil {
			if len(data) < longestHeader/10 { // JSON may write a byte as six
				t.Fatalf("%q is read, but cannot be stored: %v", data, err)
			}
			return
		}
		read, err := decodeHeader(again)
		if err != nil {
			t.Fatalf("%q is stored and not read again: %v", again, err)
		}
		if third, err := read.encode(); err != nil || string(third) != string(again) {
			t.Errorf("%q is stored as %q, and then as %q, %v", data, again, third, err)
		}
	})
}

func TestAnUnsignedHeaderHasTheFormatOfOlderPrograms(t *testing.T) {
	h := newHeader(key, space(t), time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC))
	h.Contributors = []Contributor{{Host: "alpha", Version: "1", Started: h.Started, Shards: 3}}
	data, err := h.encode()
	want := `{"ruleset":"wonderwall","n":6,"method":"walk","fingerprint":"` + h.Fingerprint + `","verdicts":["solvable","unsolvable"],"started":"2026-01-01T00:00:00Z",` +
		`"makers":[{"host":"alpha","version":"1","started":"2026-01-01T00:00:00Z","shards":3}]}`
	if err != nil || string(data) != want {
		t.Errorf("encode = %s, %v, want %s", data, err, want)
	}
}

// TestAHeaderKeepsTheNewestChecks adds more checks to the header of a run than it can hold, one by one and all at once.
// The signature must be gone, because the header that it covers has changed.
func TestAHeaderKeepsTheNewestChecks(t *testing.T) {
	check := func(seed int) Check { return Check{Host: "alpha", Version: "1", Shards: 1, Of: 1, Seed: uint64(seed)} }
	h := Header{Signature: "signed"}
	var many []Check
	for seed := range mostChecks + 3 {
		h.addChecks(check(seed))
		many = append(many, check(seed))
	}
	var once Header
	once.addChecks(many...)
	for _, h := range []Header{h, once} {
		if len(h.Checks) != mostChecks || h.Checks[0].Seed != 3 || h.Checks[mostChecks-1].Seed != mostChecks+2 || h.Signature != "" {
			t.Errorf("the header has %d checks, the first of seed %d, and the signature %q; want %d, 3, and none", len(h.Checks), h.Checks[0].Seed, h.Signature, mostChecks)
		}
	}
}
