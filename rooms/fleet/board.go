package fleet

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"enumerate/enum"
	"enumerate/enum/meter"
)

// A Board is an http.Handler that shows the latest status of a served run, and no secret. Several goroutines may use
// it.
//
//	/metrics   for Prometheus
//	/healthz   200, or 503 if the status is older than ten seconds
//	/status    the status in JSON
type Board struct {
	status atomic.Pointer[Status]
	mu     sync.Mutex
	layers []enum.LayerProgress
	meter  meter.Meter
}

// Show replaces the status.
func (b *Board) Show(s Status) {
	b.status.Store(&s)
	b.mu.Lock()
	defer b.mu.Unlock()
	b.meter.See(s.At, s.Amount())
}

// ShowLayer shows how far one layer of a count is. A later report on a layer replaces the earlier one. A count may have
// several series of layers; p.Of says to which one the layer belongs.
func (b *Board) ShowLayer(p enum.LayerProgress) {
	b.mu.Lock()
	defer b.mu.Unlock()
	at := slices.IndexFunc(b.layers, func(q enum.LayerProgress) bool { return q.Of == p.Of && q.Layer == p.Layer })
	if at < 0 {
		b.layers = append(b.layers, p)
	} else {
		b.layers[at] = p
	}
}

// Layers returns the layers in the order in which they were begun.
func (b *Board) Layers() []enum.LayerProgress {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.Clone(b.layers)
}

// Progress returns how far the run is, and how fast.
func (b *Board) Progress() meter.Progress {
	b.mu.Lock()
	defer b.mu.Unlock()
	if s := b.status.Load(); s != nil {
		return b.meter.Progress(s.At)
	}
	return meter.Progress{}
}

// Status returns the latest status, nil before the first one.
func (b *Board) Status() *Status { return b.status.Load() }

// Answers reports whether the board answers at a path.
func (b *Board) Answers(path string) bool {
	return path == "/metrics" || path == "/healthz" || path == "/status"
}

// ServeHTTP answers requests of programs that watch a run.
func (b *Board) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s := b.status.Load() // nil before the first report
	switch r.URL.Path {
	case "/healthz":
		if s == nil || time.Since(s.At) > 10*time.Second {
			http.Error(w, "no status for ten seconds", http.StatusServiceUnavailable)
			return
		}
		fmt.Fprintln(w, "ok")
	case "/status":
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(s)
	case "/metrics":
		w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
		if s != nil {
			s.writeMetrics(w)
		}
	default:
		http.NotFound(w, r)
	}
}

// writeMetrics writes the status as metrics for Prometheus. There is no metric for a single shard or worker, so that a
// large run does not have more metrics.
func (s Status) writeMetrics(w http.ResponseWriter) {
	banned := 0
	for _, worker := range s.Workers {
		if worker.BanReason != "" {
			banned++
		}
	}

	for _, m := range []struct {
		name, kind, help string
		value            any
	}{
		{"shards", "gauge", "Shards of the run.", s.Shards},
		{"shards_stored", "gauge", "Shards whose results are stored.", s.Shards - s.Missing},
		{"results_stored_total", "counter", "Results stored since the start.", s.StoredResults},
		{"results_confirmed_total", "counter", "Results that a second worker or the coordinator has confirmed since the start.", s.Confirmations},
		{"results_repeated_total", "counter", "Results that the same worker has sent again since the start.", s.RepeatedResults},
		{"results_disputed_total", "counter", "Results that differed from the result of another worker since the start.", s.Disputes},
		{"batches_reassigned_total", "counter", "Batches that were assigned again since the start.", s.Reassignments},
		{"results_ignored_total", "counter", "Results that came too late, or whose shard was not assigned to the worker, since the start.", s.IgnoredResults},
		{"answers_misdirected_total", "counter", "Answers that a worker requested at the address of another worker since the start, and that were not sent.", s.MisdirectedAnswers},
		{"shards_to_verify", "gauge", "Shards that wait for a second worker to verify them.", s.ToVerify},
		{"batches_assigned", "gauge", "Batches that are assigned to workers.", s.AssignedBatches},
		{"workers", "gauge", "Workers that were heard recently.", s.ConnectedWorkers()},
		{"workers_banned", "gauge", "Workers that are banned.", banned},
	} {
		fmt.Fprintf(w, "# HELP enumerate_%s %s\n# TYPE enumerate_%s %s\nenumerate_%s %v\n", m.name, m.help, m.name, m.kind, m.name, m.value)
	}
}
