package checkpoints

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"enumerate/enum"
)

// A Key names the runs that answer one question.
type Key struct {
	Ruleset string `json:"ruleset"`
	Size    int    `json:"n"`
	Method  string `json:"method"`         // of the ruleset, or one that enum.IsSampling accepts
	Seed    uint64 `json:"seed,omitempty"` // of random trials
}

// String returns the key in words.
func (k Key) String() string {
	if enum.IsSampling(k.Method) {
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
	case enum.IsSampling(k.Method):
		return verdict + " trials"
	}
	return fmt.Sprintf("%s under key %d", verdict, key)
}

// A Header says what a stored run is, which does not change while the run goes on, and who has
// stored and checked its shards so far. Its names can be printed, and are short.
type Header struct {
	Key
	// Fingerprint must be that of the space for the run to be resumed.
	Fingerprint string    `json:"fingerprint"`
	Verdicts    []string  `json:"verdicts"`
	Started     time.Time `json:"started"`
	// Contributors are those of the shards that an older program stored, whose records do not name theirs.
	Contributors []Contributor `json:"makers,omitempty"`
	Checks       []Check       `json:"checks,omitempty"` // oldest first
	// Signature is by who has signed the run as it is stored, if anybody has; see [Summary.SignedBy].
	Signature string `json:"signature,omitempty"`
	// Worker names whose shards these are, in a run for each worker as an older program stored them; Banned
	// says why it has none. Package fleet takes them over.
	Worker string `json:"worker,omitempty"`
	Banned string `json:"banned,omitempty"`
}

const (
	longestHeader = 1 << 20 // bytes
	longestName   = 1 << 16 // bytes, of a ruleset and what has its name in it
	longestHost   = 255     // bytes, of a host or a version
	mostVerdicts  = 10_000
)

func newHeader(k Key, s enum.Space, started time.Time) Header {
	return Header{Key: k, Fingerprint: s.Fingerprint(), Verdicts: s.Verdicts(), Started: started.UTC().Truncate(time.Second)}
}

// An identity is what runs share that have the same shards.
type identity struct {
	Key
	fingerprint, worker string
}

func (h Header) identity() identity { return identity{h.Key, h.Fingerprint, h.Worker} }

// same reports whether two runs have one identity.
func (h Header) same(other Header) bool { return h.identity() == other.identity() }

// of reports whether a run is one of a key that is not a worker's, as an older program stored them.
func (h Header) of(k Key) bool { return h.Key == k && h.Worker == "" }

// SpaceOf returns the space of a run, whose verdicts must be the run's.
func (h Header) SpaceOf(spaceOf func(Key) (enum.Space, error)) (enum.Space, error) {
	space, err := spaceOf(h.Key)
	if err == nil && !slices.Equal(h.Verdicts, space.Verdicts()) {
		return nil, fmt.Errorf("%w: its verdicts are %.200q, want %.200q", ErrProof, h.Verdicts, space.Verdicts())
	}
	return space, err
}

// bare returns what a header says of the run, without who made, checked and signed it.
func (h Header) bare() Header {
	h.Contributors, h.Checks, h.Signature = nil, nil, ""
	return h
}

// encode returns the JSON, which decodeHeader takes.
func (h Header) encode() ([]byte, error) {
	data, err := json.Marshal(h)
	if err == nil {
		_, err = decodeHeader(data)
	}
	return data, err
}

// decodeHeader reads a header that anybody may have made.
func decodeHeader(data []byte) (Header, error) {
	var h Header
	if len(data) > longestHeader {
		return Header{}, fmt.Errorf("the header has %d bytes, it may have %d", len(data), longestHeader)
	}
	if err := json.Unmarshal(data, &h); err != nil {
		return Header{}, fmt.Errorf("the header is not readable: %.100s", err.Error())
	}
	if h.Ruleset == "" || h.Size < 1 || h.Method == "" || len(h.Verdicts) == 0 || len(h.Verdicts) > mostVerdicts {
		return Header{}, errors.New("the header does not say what the run is")
	}
	for _, name := range append([]string{h.Ruleset, h.Method, h.Fingerprint, h.Worker, h.Banned}, h.Verdicts...) {
		if err := checkName(name, longestName); err != nil {
			return Header{}, fmt.Errorf("the header is not one of this program: %w", err)
		}
	}
	if len(h.Signature) > longestSignature {
		return Header{}, fmt.Errorf("the header has a signature of %d bytes, it may have %d", len(h.Signature), longestSignature)
	}
	if err := h.checkContributors(); err != nil {
		return Header{}, fmt.Errorf("the header is not one of this program: %w", err)
	}
	return h, nil
}

// checkName returns an error unless a name can be printed and has at most that number of bytes.
func checkName(name string, most int) error {
	switch {
	case len(name) > most:
		return fmt.Errorf("the name %.20q... has %d bytes, it may have %d", name, len(name), most)
	case strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) || r == utf8.RuneError }):
		return fmt.Errorf("the name %.60q cannot be printed", name)
	}
	return nil
}

// A Sum is what shards sum to.
type Sum struct {
	Shards uint64
	Tally  *enum.Tally
	Took   time.Duration // worker time: of two workers, twice the time gone by
}

func newSum(verdicts int) Sum { return Sum{Tally: enum.NewTally(verdicts)} }

// add adds a shard. It fails where the sum would have more bars than one has.
func (s *Sum) add(tally *enum.Tally, took time.Duration) error {
	s.Shards++
	s.Tally.Merge(tally)
	if s.Took += took; s.Took < 0 {
		s.Took = math.MaxInt64
	}
	if bars := s.Tally.Bars(); bars > MostBars {
		return fmt.Errorf("%w: its shards sum to %d bars or more, they may have %d", errRecord, bars, MostBars)
	}
	return nil
}

// merge adds the shards of another sum, which are others.
func (s *Sum) merge(other Sum) {
	s.Shards, s.Took = s.Shards+other.Shards, s.Took+other.Took
	s.Tally.Merge(other.Tally)
}

// A payload is a tally, its worker time and, of a shard, by whom, as the package doc describes it.
type payload []byte

// marked begins a payload that says by whom it is. No tally has 0 verdicts, so no other begins so.
var marked = []byte{0, 0}

// by returns the payload as that of others.
func (p payload) by(who Provenance) payload {
	_, took, tally, _ := p.split() // it was read, or encoded, before
	return encodePayload(who, took, tally)
}

func encodePayload(who Provenance, took time.Duration, tally []byte) (data payload) {
	if who != (Provenance{}) {
		data = append(data, marked...)
		data = binary.AppendUvarint(data, uint64(who.Contributor))
		data = binary.AppendUvarint(data, uint64(who.Confirmer))
	}
	return append(binary.AppendUvarint(data, uint64(took)), tally...)
}

// What a payload may have is more than any ruleset needs, and little enough that a few
// stored megabytes cannot fill the memory.
const (
	longestPayload = 1 << 20 // bytes
	longestCount   = 1 << 16 // bits of a count
)

// MostBars is how many bars a tally may have, and what a run's shards sum to.
const MostBars = 1 << 16

func encodeTally(tally *enum.Tally, took time.Duration) (payload, error) {
	data, err := tally.MarshalBinary()
	if err != nil {
		return nil, err
	}
	p := encodePayload(Provenance{}, max(took, 0), data)
	return p, p.fits(tally)
}

// fits returns an error if a payload, or the tally in it, has more than it may have.
func (p payload) fits(tally *enum.Tally) error {
	if len(p) > longestPayload {
		return fmt.Errorf("it has %d bytes, it may have %d", len(p), longestPayload)
	}
	if bars := tally.Bars(); bars > MostBars {
		return fmt.Errorf("it holds %d bars, it may hold %d", bars, MostBars)
	}
	if bits := tally.Bits(); bits > longestCount {
		return fmt.Errorf("it holds a count of %d bits, a count may have %d", bits, longestCount)
	}
	return nil
}

// unmarked returns how many shards do not say by whom they are.
func unmarked(shards []shard) (number uint64) {
	for _, s := range shards {
		if !bytes.HasPrefix(s.payload, marked) {
			number++
		}
	}
	return number
}

// split returns the parts.
func (p payload) split() (who Provenance, took time.Duration, tally []byte, err error) {
	rest, short := []byte(p), false
	number := func(most uint64) uint64 {
		x, n := binary.Uvarint(rest)
		if n <= 0 || x > most {
			short = true
			return 0
		}
		rest = rest[n:]
		return x
	}
	if bytes.HasPrefix(rest, marked) {
		rest = rest[len(marked):]
		who.Contributor, who.Confirmer = uint32(number(MostContributors)), uint32(number(MostContributors))
		if short {
			return who, 0, nil, errors.New("it does not say by whom it is")
		}
	}
	if took = time.Duration(number(math.MaxInt64)); short {
		return who, 0, nil, errors.New("it holds no time")
	}
	return who, took, rest, nil
}

// decode returns the tally, of that number of verdicts.
func (p payload) decode(verdicts int) (*enum.Tally, time.Duration, error) {
	if len(p) > longestPayload {
		return nil, 0, fmt.Errorf("it has %d bytes, it may have %d", len(p), longestPayload)
	}
	_, took, data, err := p.split()
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
	if err := p.fits(tally); err != nil {
		return nil, 0, err
	}
	return tally, took, nil
}
