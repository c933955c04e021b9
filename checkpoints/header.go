package checkpoints

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"enumerate/enum"
)

// A Key names the runs that answer one question.
type Key struct {
	Ruleset string `json:"ruleset"`
	Size    int    `json:"n"`
	Method  string `json:"method"`         // of the ruleset, or enum.Sample
	Seed    uint64 `json:"seed,omitempty"` // of a sample
}

// String returns the key in words.
func (k Key) String() string {
	if k.Method == enum.Sample {
		return fmt.Sprintf("%s of %s n=%d seed %d", k.Method, k.Ruleset, k.Size, k.Seed)
	}
	return fmt.Sprintf("%s of %s n=%d", k.Method, k.Ruleset, k.Size)
}

// counted says in words what a bar of a run's tallies counts.
func (k Key) counted(verdict string, key uint64) string {
	switch {
	case k.Method == enum.Walk && key == enum.NoClass:
		return verdict + " games outside classes"
	case k.Method == enum.Walk:
		return fmt.Sprintf("%s classes with |Aut| = %d", verdict, key)
	case k.Method == enum.Sample:
		return verdict + " trials"
	}
	return fmt.Sprintf("%s under key %d", verdict, key)
}

// A Header says what a stored run is. It does not change while the run goes on.
type Header struct {
	Key
	// Fingerprint must be that of the space for the run to be resumed.
	Fingerprint string    `json:"fingerprint"`
	Verdicts    []string  `json:"verdicts"`
	Started     time.Time `json:"started"`
	// Worker names whose shards these are, of a run that several workers do; see Crew. Banned
	// says why it has none and may not add any.
	Worker string `json:"worker,omitempty"`
	Banned string `json:"banned,omitempty"`
}

func newHeader(k Key, s enum.Space, now time.Time) Header {
	return Header{Key: k, Fingerprint: s.Fingerprint(), Verdicts: s.Verdicts(), Started: now.UTC().Truncate(time.Second)}
}

// same reports whether two runs have the same shards, and one maker that answers for them.
func (h Header) same(other Header) bool {
	return h.Key == other.Key && h.Fingerprint == other.Fingerprint && h.Worker == other.Worker
}

// of reports whether a run is one of a key that is not a worker's: what workers have done is
// another's, until their crew joins it.
func (h Header) of(k Key) bool { return h.Key == k && h.Worker == Here }

func (h Header) encode() ([]byte, error) { return json.Marshal(h) }

func decodeHeader(data []byte) (Header, error) {
	var h Header
	if err := json.Unmarshal(data, &h); err != nil {
		return Header{}, fmt.Errorf("the header is not readable: %w", err)
	}
	if h.Ruleset == "" || h.Size < 1 || h.Method == "" || len(h.Verdicts) == 0 {
		return Header{}, errors.New("the header does not say what the run is")
	}
	return h, nil
}

// A Sum is what shards sum to.
type Sum struct {
	Shards uint64
	Tally  *enum.Tally
	Took   time.Duration // worker time: of two workers, twice the time gone by
}

func newSum(verdicts int) Sum { return Sum{Tally: enum.NewTally(verdicts)} }

func (s *Sum) add(tally *enum.Tally, took time.Duration) {
	s.Shards++
	s.Tally.Merge(tally)
	s.Took += took
}

// A payload is a tally and its worker time, as the package doc describes it.
type payload []byte

func encodeTally(tally *enum.Tally, took time.Duration) (payload, error) {
	data, err := tally.MarshalBinary()
	return append(binary.AppendUvarint(nil, uint64(max(took, 0))), data...), err
}

// split returns the two parts.
func (p payload) split() (took time.Duration, tally []byte, err error) {
	nanoseconds, n := binary.Uvarint(p)
	if n <= 0 {
		return 0, nil, errors.New("it holds no time")
	}
	return time.Duration(nanoseconds), p[n:], nil
}

// decode returns the tally, of so many verdicts.
func (p payload) decode(verdicts int) (*enum.Tally, time.Duration, error) {
	took, data, err := p.split()
	if err != nil {
		return nil, 0, err
	}
	tally := new(enum.Tally)
	if err := tally.UnmarshalBinary(data); err != nil {
		return nil, 0, err
	}
	if tally.Verdicts() != verdicts {
		return nil, 0, fmt.Errorf("it holds %d verdicts, want %d", tally.Verdicts(), verdicts)
	}
	return tally, took, nil
}
