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

// counted describes in words what one bar of a tally counts, for messages about two bars that differ.
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

// A Header identifies a stored run, and lists the contributors of its shards and their checks. Its names are printable
// and short.
type Header struct {
	Key
	// Fingerprint is that of the run's space. It names the version of the method.
	Fingerprint string    `json:"fingerprint"`
	Verdicts    []string  `json:"verdicts"`
	Started     time.Time `json:"started"`
	// Contributors lists who computed the shards whose payloads name no contributor, because a development version
	// stored these shards.
	Contributors []Contributor `json:"makers,omitempty"` // the name is part of the format, like that of the bucket makers in package db
	Checks       []Check       `json:"checks,omitempty"` // oldest first
	// Signature is a signature of the stored run, or ""; see [Summary.SignedBy].
	Signature string `json:"signature,omitempty"`
	// Worker and BanReason are set only in runs of development versions, which stored a separate run for each worker of
	// a coordinator: its name and the reason for its ban. Such a run is never merged with others.
	Worker    string `json:"worker,omitempty"`
	BanReason string `json:"banned,omitempty"`
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

// Runs with equal identities are cut into the same shards.
type identity struct {
	Key
	fingerprint, worker string
}

func (h Header) identity() identity { return identity{h.Key, h.Fingerprint, h.Worker} }

func (h Header) same(other Header) bool { return h.identity() == other.identity() }

// of reports whether a run has the key, and is not one of the runs that development versions stored for each worker.
func (h Header) of(k Key) bool { return h.Key == k && h.Worker == "" }

// SpaceOf returns the space of a stored run from spaceOf. The error is ErrProof if the space has other verdicts than
// the run, whose counts are then useless.
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

// withoutClaims returns the header for a new run, without claims about its shards.
func (h Header) withoutClaims() Header {
	h.Contributors, h.Checks, h.Signature = nil, nil, ""
	return h
}

// encode returns the JSON of the header, and fails if decodeHeader could not read it.
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

// decodeHeader decodes the stored header of a run, which any program may have written. Its texts and lists must not be
// so long that they fill the memory, and names must be printable.
func decodeHeader(data []byte) (Header, error) {
	var h Header
	if len(data) > longestHeader {
		return Header{}, fmt.Errorf("the header has %d bytes; the limit is %d", len(data), longestHeader)
	}
	if err := json.Unmarshal(data, &h); err != nil {
		return Header{}, fmt.Errorf("the header cannot be read: %.100s", err.Error())
	}

	hasKey := h.Ruleset != "" && h.Size >= 1 && h.Method != ""
	hasVerdicts := 1 <= len(h.Verdicts) && len(h.Verdicts) <= mostVerdicts
	if !hasKey || !hasVerdicts {
		return Header{}, errors.New("the header does not identify a run")
	}
	for _, name := range append([]string{h.Ruleset, h.Method, h.Fingerprint, h.Worker, h.BanReason}, h.Verdicts...) {
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

func checkName(name string, most int) error {
	switch {
	case len(name) > most:
		return fmt.Errorf("the name %.20q... has %d bytes; the limit is %d", name, len(name), most)
	case strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) || r == utf8.RuneError }):
		return fmt.Errorf("the name %.60q is not printable", name)
	}
	return nil
}
