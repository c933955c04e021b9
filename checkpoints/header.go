package checkpoints

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"enumerate/enum"
)

// A Key identifies a computation. Runs of the same key have the same result.
type Key struct {
	Ruleset string `json:"ruleset"`
	Size    int    `json:"n"`
	Method  string `json:"method"`         // of the ruleset, or a method of random trials (see enum.IsSampling)
	Seed    uint64 `json:"seed,omitempty"` // of random trials
}

// String describes the key, for messages.
func (k Key) String() string {
	if enum.IsSampling(k.Method) {
		return fmt.Sprintf("%s of %s n=%d seed %d", k.Method, k.Ruleset, k.Size, k.Seed)
	}
	return fmt.Sprintf("%s of %s n=%d", k.Method, k.Ruleset, k.Size)
}

// counted describes what the bar of a tally counts.
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

// A Header identifies a stored run, and lists the contributors of its shards and their checks. Its names are
// printable and short.
type Header struct {
	Key
	// Fingerprint is that of the run's space. A space with another fingerprint cannot resume the run.
	Fingerprint string    `json:"fingerprint"`
	Verdicts    []string  `json:"verdicts"`
	Started     time.Time `json:"started"`
	// Contributors are those of the shards whose payloads name none, because a development version stored them.
	Contributors []Contributor `json:"makers,omitempty"`
	Checks       []Check       `json:"checks,omitempty"` // oldest first
	// Signature is a signature of the stored run, or ""; see [Summary.SignedBy].
	Signature string `json:"signature,omitempty"`
	// Worker and Banned are set in runs of development versions, which stored a run for each worker of a served run: the worker's
	// name, and the reason for its ban. They are never joined with other runs.
	Worker string `json:"worker,omitempty"`
	Banned string `json:"banned,omitempty"`
}

const (
	longestHeader = 1 << 20 // bytes
	longestName   = 1 << 16 // bytes, of the name of a ruleset, and of names that contain one
	longestHost   = 255     // bytes, of the name of a host or version
	mostVerdicts  = 10_000
)

func newHeader(k Key, s enum.Space, started time.Time) Header {
	return Header{Key: k, Fingerprint: s.Fingerprint(), Verdicts: s.Verdicts(), Started: started.UTC().Truncate(time.Second)}
}

// An identity is shared by the runs that have the same shards.
type identity struct {
	Key
	fingerprint, worker string
}

func (h Header) identity() identity { return identity{h.Key, h.Fingerprint, h.Worker} }

// same reports whether two runs have the same shards.
func (h Header) same(other Header) bool { return h.identity() == other.identity() }

// of reports whether a run has the key, and is not a worker's run of a development version.
func (h Header) of(k Key) bool { return h.Key == k && h.Worker == "" }

// SpaceOf returns the space of a run. A space with other verdicts is ErrProof.
func (h Header) SpaceOf(spaceOf func(Key) (enum.Space, error)) (enum.Space, error) {
	space, err := spaceOf(h.Key)
	if err != nil {
		return nil, err
	}
	if !slices.Equal(h.Verdicts, space.Verdicts()) {
		return nil, fmt.Errorf("%w: its verdicts are %.200q, expected %.200q", ErrProof, h.Verdicts, space.Verdicts())
	}
	return space, nil
}

// bare returns the header without contributors, checks and signature.
func (h Header) bare() Header {
	h.Contributors, h.Checks, h.Signature = nil, nil, ""
	return h
}

// encode returns the payload of the header. The error is that of decodeHeader, if it would refuse the header.
func (h Header) encode() ([]byte, error) {
	data, err := json.Marshal(h)
	if err != nil {
		return nil, err
	}
	if _, err := decodeHeader(data); err != nil {
		return nil, err
	}
	return data, nil
}

// decodeHeader decodes a stored header. It does not trust its content.
func decodeHeader(data []byte) (Header, error) {
	var h Header
	if len(data) > longestHeader {
		return Header{}, fmt.Errorf("the header has %d bytes; the limit is %d", len(data), longestHeader)
	}
	if err := json.Unmarshal(data, &h); err != nil {
		return Header{}, fmt.Errorf("the header cannot be read: %.100s", err.Error())
	}
	if h.Ruleset == "" || h.Size < 1 || h.Method == "" || len(h.Verdicts) == 0 || len(h.Verdicts) > mostVerdicts {
		return Header{}, errors.New("the header does not identify a run")
	}
	for _, name := range append([]string{h.Ruleset, h.Method, h.Fingerprint, h.Worker, h.Banned}, h.Verdicts...) {
		if err := checkName(name, longestName); err != nil {
			return Header{}, fmt.Errorf("the header is not one of this program: %w", err)
		}
	}
	if len(h.Signature) > longestSignature {
		return Header{}, fmt.Errorf("the header has a signature of %d bytes; the limit is %d", len(h.Signature), longestSignature)
	}
	if err := h.checkContributors(); err != nil {
		return Header{}, fmt.Errorf("the header is not one of this program: %w", err)
	}
	return h, nil
}

// checkName returns an error if a name is not printable or has more than most bytes.
func checkName(name string, most int) error {
	switch {
	case len(name) > most:
		return fmt.Errorf("the name %.20q... has %d bytes; the limit is %d", name, len(name), most)
	case strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) || r == utf8.RuneError }):
		return fmt.Errorf("the name %.60q is not printable", name)
	}
	return nil
}
