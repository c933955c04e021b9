package fleet

import (
	"fmt"
	"time"

	"enumerate/checkpoints"
	"enumerate/internal/rows"
)

// A Status says how far a served run is. Its counts begin at the start of the coordinator.
type Status struct {
	At time.Time `json:"at"`
	checkpoints.Key
	Shards   uint64  `json:"shards"`
	Missing  uint64  `json:"missing"`
	Share    float64 `json:"share"`    // that is covered, see enum.Totals.Share
	Checking uint64  `json:"checking"` // shards that a second worker is to verify
	Waiting  int     `json:"waiting"`  // batches that workers have
	Counts
	Workers []WorkerStatus `json:"workers"`
}

// Counts is what has happened since the start.
type Counts struct {
	Stored      uint64 `json:"stored"`
	Double      uint64 `json:"double"`    // sent again by the same worker
	Confirmed   uint64 `json:"confirmed"` // by a second one
	Disputed    uint64 `json:"disputed"`
	Redelivered uint64 `json:"redelivered"` // batches that were assigned again
	Dropped     uint64 `json:"dropped"`     // shards that were not assigned, or came too late
	Misled      uint64 `json:"misled"`      // answers that were requested at another worker's address, and not sent
}

// summarize says how many keys and machines have computed the shards, and how many shards have a quorum.
func summarize(roll *roll, register *register) string {
	keys, hosts := roll.contributing()
	here, confirmed := register.quorums()
	all := register.size()
	text := fmt.Sprintf("computed by %s on %s, and %d of %d shards by the coordinator; ",
		rows.Counted(keys, "key", "keys"), rows.Counted(hosts, "host", "hosts"), here, all)
	if others := register.describeElsewhere(); others != "" {
		text += others + "; "
	}
	return text + fmt.Sprintf("%.4g%% is confirmed by another key or computed by the coordinator", 100*float64(confirmed)/float64(max(all, 1)))
}

// add counts an outcome.
func (c *Counts) add(o outcome) {
	switch o {
	case isNew:
		c.Stored++
	case confirms:
		c.Confirmed++
	case disputes:
		c.Disputed++
	case repeats:
		c.Double++
	}
}

// A WorkerStatus describes a worker. Its name is short.
type WorkerStatus struct {
	Name      string    `json:"name"`
	Done      uint64    `json:"done"`             // shards that it has computed or confirmed
	Confirmed uint64    `json:"confirmed"`        // its shards that another contributor has computed too, with the same result
	Banned    string    `json:"banned,omitempty"` // the reason of its ban
	Short     string    `json:"short"`
	Cores     int       `json:"cores"`
	Live      bool      `json:"live"`
	Seen      time.Time `json:"seen"`
}
