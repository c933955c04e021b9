package fleet

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"enumerate/checkpoints"
	"enumerate/enum"
)

// The subjects of messages, all behind a prefix: "enumerate", and on a NATS cluster that others
// use too the name of the run. KEY is the name of a worker, its public key.
//
//	enrol        enrolment: may this key work?          -> receipt
//	hello.KEY    hello: what is there to do?            -> job
//	beat.KEY     beat: a sign of life, what the worker has and wants
//	work.KEY     to the worker: a Batch
//	done.KEY     done: these shards are done            -> receipt
//	end          to all: the run is done
//	inbox.KEY.>  where a worker is answered, and nowhere else
//
// A worker that checks what another one has done is sent the same Batch as for any work.
type subjects string

func (s subjects) enrol() string           { return string(s) + ".enrol" }
func (s subjects) hello(key string) string { return string(s) + ".hello." + key }
func (s subjects) beat(key string) string  { return string(s) + ".beat." + key }
func (s subjects) work(key string) string  { return string(s) + ".work." + key }
func (s subjects) done(key string) string  { return string(s) + ".done." + key }
func (s subjects) end() string             { return string(s) + ".end" }
func (s subjects) inbox(key string) string { return string(s) + ".inbox." + key }

const (
	ownSubjects = subjects("enumerate") // of a coordinator's own server
	enroller    = "enrol"               // in the place of a key: who has none yet
	maxMessage  = 4 << 20               // bytes
	// protocol is the number of these messages: others understand each other only with the same.
	protocol = 2
)

// An enrolment asks that a key may work.
type enrolment struct {
	Key string `json:"key"`
}

// A hello says who a worker is, and asks what there is to do. A worker that has nothing to do
// says it again.
type hello struct {
	Protocol int    `json:"protocol"`
	Host     string `json:"host"`
	Version  string `json:"version"`
	Workers  int    `json:"workers"` // batches that it does at a time
}

// A job says what is to be done.
type job struct {
	checkpoints.Key
	Protocol    int    `json:"protocol"`
	Fingerprint string `json:"fingerprint"`
	// Epoch is new with every start of a coordinator: what one before it has given is nothing to
	// this one.
	Epoch   uint64 `json:"epoch"`
	Ended   bool   `json:"ended,omitempty"`
	Refused string `json:"refused,omitempty"` // why the worker may not take part
}

// A Batch is some shards that one worker is to do. A large one comes in several messages with the same ID.
type Batch struct {
	Epoch  uint64
	ID     uint64
	Shards []enum.Shard
}

// A beat is a sign of life. A worker keeps the batches that it holds, and is given as many more as
// it wants.
type beat struct {
	Shards uint64   `json:"shards"` // done since it began
	Holds  []uint64 `json:"holds,omitempty"`
	Wants  int      `json:"wants"`
}

// A done says what a worker has done of what it was given in an epoch. It sends one at a time, numbered
// 1, 2, 3, ..., and again until it is answered.
type done struct {
	Epoch  uint64   `json:"epoch"`
	Number uint64   `json:"number"`
	Shards []result `json:"shards"`
}

// A result is a shard that is done, and its tally as enum.Tally encodes it.
type result struct {
	ID    uint64        `json:"id"`
	Took  time.Duration `json:"took"`
	Tally []byte        `json:"tally"`
}

// A receipt says what became of what was done; only then may a worker forget it.
type receipt struct {
	Epoch  uint64 `json:"epoch"`
	Number uint64 `json:"number"`
	Stored bool   `json:"stored"`           // or of no use
	Banned string `json:"banned,omitempty"` // why, if so
	Error  string `json:"error,omitempty"`  // of the coordinator; to be sent again
}

// errMessage is the error of a message that this program does not send.
var errMessage = errors.New("not a message of this program")

// encode returns a message.
func encode(message any) []byte {
	data, err := json.Marshal(message)
	if err != nil { // of what is declared here
		panic(err)
	}
	return data
}

// decode reads a message.
func decode(data []byte, message any) error {
	if err := json.Unmarshal(data, message); err != nil {
		return fmt.Errorf("%w: %v", errMessage, err)
	}
	return nil
}

// decodeFor reads a message to the coordinator, and who has sent it. What cannot be read is an error in place of a message.
func (s subjects) decodeFor(subject string, data []byte) (from string, message any) {
	kind, from, _ := strings.Cut(strings.TrimPrefix(subject, string(s)+"."), ".")
	switch kind {
	case "enrol":
		from, message = enroller, new(enrolment)
	case "hello":
		message = new(hello)
	case "beat":
		message = new(beat)
	default:
		message = new(done)
	}
	if err := decode(data, message); err != nil {
		return from, err
	}
	return from, message
}

// tally reads the tally of a result.
func (r result) tally(verdicts int) (*enum.Tally, error) {
	tally := new(enum.Tally)
	if err := tally.UnmarshalBinary(r.Tally); err != nil {
		return nil, fmt.Errorf("shard %d: %w: %v", r.ID, errMessage, err)
	}
	if tally.Verdicts() != verdicts || r.Took < 0 {
		return nil, fmt.Errorf("shard %d: %w", r.ID, errMessage)
	}
	return tally, nil
}
