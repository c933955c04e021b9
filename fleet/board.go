package fleet

import (
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"sync/atomic"
	"time"
)

// A Board shows the latest status of a served run to whoever asks over HTTP. It shows no
// secret. Its methods may be called by several goroutines.
//
//	/metrics   for Prometheus
//	/healthz   200 while the status is not older than ten seconds, else 503
//	/status    the status, in JSON
type Board struct {
	status atomic.Pointer[Status]
}

// Show shows a status.
func (b *Board) Show(s Status) { b.status.Store(&s) }

// Listen answers at an address, HOST:PORT, until stop is called. It returns the address, with the
// port that it got if that was 0.
func (b *Board) Listen(at string) (address string, stop func(), err error) {
	listener, err := net.Listen("tcp", at)
	if err != nil {
		return "", nil, err
	}
	server := &http.Server{Handler: b.handler(), ReadTimeout: 10 * time.Second, WriteTimeout: 10 * time.Second, MaxHeaderBytes: 1 << 14}
	go func() {
		if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			listener.Close()
		}
	}()
	return listener.Addr().String(), func() { _ = server.Close() }, nil
}

func (b *Board) handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) {
		s := b.status.Load()
		if s == nil || time.Since(s.At) > 10*time.Second {
			http.Error(w, "not well: no status for ten seconds", http.StatusServiceUnavailable)
			return
		}
		fmt.Fprintln(w, "ok")
	})
	mux.HandleFunc("GET /status", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(b.status.Load())
	})
	mux.HandleFunc("GET /metrics", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
		if s := b.status.Load(); s != nil {
			s.writeMetrics(w)
		}
	})
	return mux
}

// writeMetrics writes the status in the text format of Prometheus. There is no label for each
// shard or worker, so that their number does not grow with the run.
func (s Status) writeMetrics(w http.ResponseWriter) {
	live, banned := 0, 0
	for _, worker := range s.Workers {
		switch {
		case worker.Banned != "":
			banned++
		case worker.Live:
			live++
		}
	}
	for _, m := range []struct {
		name, kind, help string
		value            any
	}{
		{"shards", "gauge", "Shards of the run.", s.Shards},
		{"shards_stored", "gauge", "Shards that somebody has done and that are stored.", s.Shards - s.Missing},
		{"shards_stored_total", "counter", "Shards stored since the start.", s.Stored},
		{"shards_confirmed_total", "counter", "Shards that a second worker has done with the same result, since the start.", s.Confirmed},
		{"shards_double_total", "counter", "Shards that the same worker has sent again, since the start.", s.Double},
		{"contradictions_total", "counter", "Shards on which two workers differed, since the start.", s.Disputed},
		{"redelivered_total", "counter", "Batches that were given away again, since the start.", s.Redelivered},
		{"checks_pending", "gauge", "Shards that a second worker is to do.", s.Checking},
		{"queue_batches", "gauge", "Batches that wait for a worker.", s.Waiting},
		{"workers", "gauge", "Workers that were heard of lately.", live},
		{"workers_banned", "gauge", "Workers whose results are not taken.", banned},
	} {
		fmt.Fprintf(w, "# HELP enumerate_%s %s\n# TYPE enumerate_%s %s\nenumerate_%s %v\n", m.name, m.help, m.name, m.kind, m.name, m.value)
	}
}
