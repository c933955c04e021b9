package fleet

import (
	"io"
	"log/slog"
	"time"

	"enumerate/checkpoints"
)

// A fleetLog writes what happens to a served run, a line of JSON each. There is no secret in it.
// A nil one writes nothing.
type fleetLog struct {
	out   *slog.Logger
	last  time.Time // of progress
	known map[string]string
}

func newFleetLog(out io.Writer, k checkpoints.Key) *fleetLog {
	logger := slog.New(slog.NewJSONHandler(out, nil)).With("ruleset", k.Ruleset, "n", k.Size, "method", k.Method)
	logger.Info("begun")
	return &fleetLog{out: logger, known: make(map[string]string)}
}

func (l *fleetLog) remark(text string) {
	if l != nil {
		l.out.Warn(text)
	}
}

// status writes which workers have come, fallen silent or been banned since the last status,
// and every ten seconds the progress.
func (l *fleetLog) status(s Status) {
	if l == nil {
		return
	}
	for _, w := range s.Workers {
		state := "silent"
		switch {
		case w.Banned != "":
			state = "banned"
		case w.Live:
			state = "at work"
		}
		if l.known[w.Name] != state {
			l.known[w.Name] = state
			l.out.Info("worker", "worker", w.Short, "state", state, "shards", w.Done, "why", w.Banned)
		}
	}
	if s.Missing == 0 && l.known["run"] != "done" {
		l.known["run"] = "done"
		l.out.Info("all shards are stored", "shards", s.Shards)
	}
	if s.At.Sub(l.last) >= 10*time.Second {
		l.last = s.At
		l.out.Info("progress", "shards", s.Shards, "missing", s.Missing, "workers", s.Live(), "contradictions", s.Disputed)
	}
}
