package fleet

import (
	"fmt"
	"time"

	"enumerate/internal/rows"
)

// A Pace is how fast the shards of a served run are done, from when the first one was.
type Pace struct {
	Shards float64 // a second; 0 if that is not known yet
	Left   float64 // seconds until none is missing, likewise

	began time.Time
	first uint64 // shards that were missing then
}

// See takes the next status into account.
func (p *Pace) See(s Status) {
	if p.began.IsZero() {
		p.first = s.Missing
	}
	if p.first == s.Missing { // nobody has begun
		p.began = s.At
	}
	p.Shards, p.Left = float64(p.first-min(p.first, s.Missing))/max(s.At.Sub(p.began).Seconds(), 1e-3), 0
	if p.Shards > 0 {
		p.Left = float64(s.Missing) / p.Shards
	}
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
