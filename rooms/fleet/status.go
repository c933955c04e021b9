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
	Shards          uint64  `json:"shards"`
	Missing         uint64  `json:"missing"`
	Share           float64 `json:"share"`            // of the games that is covered; see enum.Totals.Share
	ToVerify        uint64  `json:"to_verify"`        // shards that wait for a verification
	AssignedBatches int     `json:"assigned_batches"` // open assignments
	Counts
	Workers []WorkerStatus `json:"workers"`
}

// Counts are events since the coordinator was started.
type Counts struct {
	StoredResults      uint64 `json:"stored"`      // results stored
	RepeatedResults    uint64 `json:"repeated"`    // results that the same worker had sent before
	Confirmations      uint64 `json:"confirmed"`   // results that confirmed a stored one
	Disputes           uint64 `json:"disputed"`    // results that differed from another worker's
	Reassignments      uint64 `json:"reassigned"`  // batches assigned again
	IgnoredResults     uint64 `json:"ignored"`     // results that were not assigned, or came too late
	MisdirectedAnswers uint64 `json:"misdirected"` // answers that a worker requested at another worker's address; not sent
}

// summarize says in one sentence how many keys and machines have computed the shards, and which share of the results is
// confirmed by a second key, or computed by the coordinator.
func summarize(roster *roster, register *register) string {
	keys, hosts := roster.contributing()
	ownShards, confirmed := register.quorums()
	all := register.size()
	text := fmt.Sprintf("contributors: %s on %s, and the coordinator with %s of %s shards; ",
		rows.Counted(keys, "key", "keys"), rows.Counted(hosts, "host", "hosts"), rows.Count(uint64(ownShards)), rows.Count(all))
	if others := register.describeElsewhere(); others != "" {
		text += others + "; "
	}
	return text + fmt.Sprintf("%.4g%% of the shards are confirmed by another key or computed by the coordinator", 100*float64(confirmed)/float64(max(all, 1)))
}

// add counts a result by its outcome.
func (c *Counts) add(o outcome) {
	switch o {
	case isNew:
		c.StoredResults++
	case confirms:
		c.Confirmations++
	case disputes:
		c.Disputes++
	case repeats:
		c.RepeatedResults++
	}
}

// A WorkerStatus describes a worker. Its name is its host and the end of its key. The whole key is not for strangers,
// because it is part of the subjects of the worker's messages.
type WorkerStatus struct {
	Name            string    `json:"name"`
	ComputedShards  uint64    `json:"computed"`             // shards that it has computed or confirmed
	ConfirmedShards uint64    `json:"confirmed"`            // of these, the shards that two workers have found
	BanReason       string    `json:"ban_reason,omitempty"` // the reason of its ban
	Cores           int       `json:"cores"`
	Connected       bool      `json:"connected"` // it was heard recently
	LastSeen        time.Time `json:"last_seen,omitzero"`
}
