package fleet

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"enumerate/checkpoints"
	"enumerate/enum"
)

// The subjects of messages, all behind a prefix: "enumerate", and on a NATS cluster that others
// use too the name of the run. KEY is the name of a worker, its public key; STREAM is new with
// every start of a coordinator, so that nothing of an earlier one is taken for its own.
//
//	enrol        request of who has the join URL: may this key work?
//	hello.KEY    request: what is there to do?          -> job
//	work.STREAM  the queue, a JetStream stream          Batch
//	done.KEY     request: these shards are done         done -> receipt
//	check.KEY    to one worker: do these too            Batch
//	beat.KEY     a sign of life                         beat
//	end          to all: the run is done
//	inbox.KEY    where a worker is answered
type subjects string

func (s subjects) enrol() string             { return string(s) + ".enrol" }
func (s subjects) hello(key string) string   { return string(s) + ".hello." + key }
func (s subjects) work(stream string) string { return string(s) + ".work." + stream }
func (s subjects) done(key string) string    { return string(s) + ".done." + key }
func (s subjects) check(key string) string   { return string(s) + ".check." + key }
func (s subjects) beat(key string) string    { return string(s) + ".beat." + key }
func (s subjects) end() string               { return string(s) + ".end" }
func (s subjects) inbox(key string) string   { return string(s) + ".inbox." + key }

const (
	ownSubjects   = subjects("enumerate") // of a coordinator's own server
	streamPrefix  = "ENUMERATE_"
	consumerName  = "workers"
	maxMessage    = 4 << 20 // bytes
	enrolTakes    = 5 * time.Second
	beatEvery     = 2 * time.Second
	answerTimeout = 10 * time.Second
)

// An enrolment asks that a key may work.
type enrolment struct {
	Key string `json:"key"`
}

// A hello says who a worker is, and asks what there is to do. A worker on trial sends it again
// while it has nothing to do.
type hello struct {
	Host    string `json:"host"`
	Version string `json:"version"`
	Workers int    `json:"workers"`
}

// A job says what is to be done, and in which stream it is.
type job struct {
	checkpoints.Key
	Fingerprint string        `json:"fingerprint"`
	Stream      string        `json:"stream"`
	Lease       time.Duration `json:"lease"`
	Ended       bool          `json:"ended,omitempty"`
	Refused     string        `json:"refused,omitempty"` // why the worker may not take part
	Trial       bool          `json:"trial,omitempty"`   // it is to do what it is sent, and ask again, before it takes part in the queue
}

// A done says what a worker has done.
type done struct {
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
	Stored bool   `json:"stored"`
	Banned string `json:"banned,omitempty"` // why, if so
	Error  string `json:"error,omitempty"`  // of the coordinator; to be sent again
}

// A beat is a sign of life.
type beat struct {
	Shards uint64 `json:"shards"` // done since it began
	Busy   int    `json:"busy"`   // how many work
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

// results decodes the tallies.
func (d done) results(verdicts int) ([]enum.Result, error) {
	list := make([]enum.Result, len(d.Shards))
	for i, r := range d.Shards {
		tally := new(enum.Tally)
		if err := tally.UnmarshalBinary(r.Tally); err != nil {
			return nil, fmt.Errorf("shard %d: %w: %v", r.ID, errMessage, err)
		}
		if tally.Verdicts() != verdicts || r.Took < 0 {
			return nil, fmt.Errorf("shard %d: %w", r.ID, errMessage)
		}
		list[i] = enum.Result{Shard: enum.Shard{ID: r.ID}, Tally: tally, Took: r.Took}
	}
	return list, nil
}
