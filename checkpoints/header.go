package checkpoints

import (
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
	Method  string `json:"method"`         // Walk, Sample, or that of another exact count
	Seed    uint64 `json:"seed,omitempty"` // of a sample
}

const (
	// Walk is the method of a run that walks all classes.
	Walk = "walk"
	// Sample is the method of a run of random trials. It is never finished: there
	// can always be more of them.
	Sample = "sample"
)

// String returns the key in words.
func (k Key) String() string {
	if k.Method == Sample {
		return fmt.Sprintf("%s of %s n=%d seed %d", k.Method, k.Ruleset, k.Size, k.Seed)
	}
	return fmt.Sprintf("%s of %s n=%d", k.Method, k.Ruleset, k.Size)
}

// counted says in words what a bar of a run's tallies counts.
func (k Key) counted(verdict string, key uint64) string {
	switch {
	case k.Method == Walk && key == enum.NoClass:
		return verdict + " games outside classes"
	case k.Method == Walk:
		return fmt.Sprintf("%s classes with |Aut| = %d", verdict, key)
	case k.Method == Sample:
		return verdict + " trials"
	}
	return fmt.Sprintf("%s under key %d", verdict, key)
}

// A Header says what a stored run is. It does not change while the run goes on.
type Header struct {
	Key
	// Fingerprint must be that of the space for the run to be gone on with.
	Fingerprint string    `json:"fingerprint"`
	Verdicts    []string  `json:"verdicts"`
	Started     time.Time `json:"started"`
}

func newHeader(k Key, s enum.Space, now time.Time) Header {
	return Header{Key: k, Fingerprint: s.Fingerprint(), Verdicts: s.Verdicts(), Started: now.UTC().Truncate(time.Second)}
}

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
