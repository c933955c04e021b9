package fleet

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"enumerate/checkpoints"
	"enumerate/enum"
	"enumerate/internal/text"
)

// Subjects are the prefix of the NATS subjects of all messages of a run: "enumerate", followed on a cluster by the
// name of the run. After the prefix, KEY is the public key of a worker:
//
//	enrol        an enrolment, which a receipt answers
//	hello.KEY    a hello, which a job answers
//	beat.KEY     a beat: a sign of life
//	work.KEY     a Batch, to the worker: an assignment
//	done.KEY     a delivery, which a receipt answers
//	end          to all workers: the run is done
//	inbox.KEY.>  answers to the worker
//
// A worker cannot distinguish a verification or its probation from other assignments.
type subjects string

func (s subjects) enrol() string           { return string(s) + ".enrol" }
func (s subjects) hello(key string) string { return string(s) + ".hello." + key }
func (s subjects) beat(key string) string  { return string(s) + ".beat." + key }
func (s subjects) work(key string) string  { return string(s) + ".work." + key }
func (s subjects) done(key string) string  { return string(s) + ".done." + key }
func (s subjects) end() string             { return string(s) + ".end" }
func (s subjects) inbox(key string) string { return string(s) + ".inbox." + key }

const (
	ownSubjects = subjects("enumerate") // on the server of a coordinator
	enroller    = "enrol"               // takes the place of the key of a sender that has none yet
	maxMessage  = 4 << 20               // bytes
	protocol    = 2                     // the version of the messages; it must be the same on both sides
)

// An enrolment asks the coordinator to admit a key.
type enrolment struct {
	Key string `json:"key"`
}

// A hello describes a worker, and asks for a job. A worker without assignments repeats it.
type hello struct {
	Protocol int    `json:"protocol"`
	Host     string `json:"host"`
	Version  string `json:"version"`
	Workers  int    `json:"workers"` // batches that it computes at a time
}

// A job describes the run.
type job struct {
	checkpoints.Key
	Protocol    int    `json:"protocol"`
	Fingerprint string `json:"fingerprint"`
	// Epoch is a new number at every start of a coordinator. Results for assignments of an earlier epoch do not count.
	Epoch   uint64 `json:"epoch"`
	Ended   bool   `json:"ended,omitempty"`   // the run is done
	Refusal string `json:"refused,omitempty"` // why the worker may not take part
}

// A Batch is the shards of an assignment. A large one comes in several messages with the same ID.
type Batch struct {
	Epoch  uint64
	ID     uint64
	Shards []enum.Shard
}

// A beat is a sign of life that a worker sends every two seconds. It renews the leases of the batches that the worker
// holds, and says how many more it wants.
type beat struct {
	Shards uint64   `json:"shards"` // computed since the start
	Holds  []uint64 `json:"holds,omitempty"`
	Wants  int      `json:"wants"`
}

// A delivery is a message with results. A worker numbers its deliveries from 1, sends one at a time, and
// repeats it until it is answered.
type delivery struct {
	Epoch  uint64   `json:"epoch"`
	Number uint64   `json:"number"`
	Shards []result `json:"shards"`
}

// A result is the tally of a shard, as enum.Tally encodes it.
type result struct {
	ID    uint64        `json:"id"`
	Took  time.Duration `json:"took"`
	Tally []byte        `json:"tally"`
}

// A receipt answers a delivery. A worker keeps the results of a delivery until a receipt says that they are stored.
type receipt struct {
	Epoch     uint64 `json:"epoch"`
	Number    uint64 `json:"number"`
	Stored    bool   `json:"stored"`           // the results are stored, or not needed
	BanReason string `json:"banned,omitempty"` // the reason
	Error     string `json:"error,omitempty"`  // of the coordinator; the worker sends the delivery again
}

// mostShort is the largest length of the names in a hello, in bytes.
const mostShort = 100

func (m *hello) check() error {
	if len(oneLine(m.Host)) > mostShort || len(oneLine(m.Version)) > mostShort {
		return fmt.Errorf("the worker's host name or version has more than %d bytes", mostShort)
	}
	return nil
}

// oneLine returns a text on one line, without characters that do something to a terminal.
func oneLine(s string) string {
	return strings.Join(strings.Fields(strings.ReplaceAll(text.Printable(s), string(utf8.RuneError), "?")), " ")
}

// errMessage is the error of a message that no worker of this program sends.
var errMessage = errors.New("not a message of this program")

func encode(message any) []byte {
	data, err := json.Marshal(message)
	if err != nil {
		panic(err) // all types of messages can be encoded
	}
	return data
}

func decode(data []byte, message any) error {
	if err := json.Unmarshal(data, message); err != nil {
		return fmt.Errorf("%w: %v", errMessage, err)
	}
	return nil
}

// decodeFor decodes a message to the coordinator. Its subject, such as enumerate.hello.KEY, says what kind of message
// it is, and has the key of its sender. If data cannot be decoded, the message is an error.
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
		message = new(delivery)
	}
	if err := decode(data, message); err != nil {
		return from, err
	}
	return from, message
}

// tally decodes the result. It returns an error if the tally does not have the run's number of verdicts.
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
