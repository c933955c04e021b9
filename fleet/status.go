package fleet

import (
	"fmt"
	"time"

	"enumerate/enum"
	"enumerate/internal/rows"
)

// Amount returns how much of the run is done, for an [enum.Meter].
func (s Status) Amount() enum.Amount {
	return enum.Amount{Share: s.Share, Shards: s.Shards - s.Missing}
}

// State says in words what a worker does: "8 at work", "banned: its shard 7 is wrong".
func (w WorkerStatus) State(now time.Time) string {
	switch {
	case w.Banned != "":
		return "banned: " + w.Banned
	case w.Live:
		return fmt.Sprintf("%d at work", w.Cores)
	case w.Seen.IsZero():
		return "not seen since the start"
	}
	return "silent for " + rows.Roughly(now.Sub(w.Seen).Seconds())
}

// Live returns how many workers were heard of lately.
func (s Status) Live() (n int) {
	for _, w := range s.Workers {
		if w.Live {
			n++
		}
	}
	return n
}
