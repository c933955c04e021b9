package web

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"time"
)

const (
	mostWatchers = 256              // streams of events at once
	watchTime    = 30 * time.Minute // of one stream; a browser opens it again
	eventTime    = 5 * time.Second  // for an event to go out
)

// events has a stream of server-sent events at a path, for EventSource. watch sends what there
// is to see, an event of one kind with its data each time, until its context ends or send
// returns an error: then the browser is gone. Between two events should be less than a minute.
func (s *site) events(path string, watch func(ctx context.Context, r *http.Request, send func(kind string, data []byte) error) error) {
	s.mux.HandleFunc("GET "+path, func(w http.ResponseWriter, r *http.Request) {
		select {
		case s.watchers <- struct{}{}:
			defer func() { <-s.watchers }()
		default:
			s.showError(w, r, faultf(http.StatusServiceUnavailable, "%d watch already; try again later", mostWatchers))
			return
		}
		ctx, cancel := context.WithTimeout(r.Context(), watchTime)
		defer cancel()
		control := http.NewResponseController(w)
		w.Header().Set("Content-Type", "text/event-stream")
		send := func(kind string, data []byte) error {
			if err := ctx.Err(); err != nil {
				return err
			}
			var event bytes.Buffer
			fmt.Fprintf(&event, "event: %s\n", kind)
			for line := range bytes.Lines(data) {
				fmt.Fprintf(&event, "data: %s\n", bytes.TrimRight(line, "\r\n"))
			}
			event.WriteByte('\n')
			if err := control.SetWriteDeadline(time.Now().Add(eventTime)); err != nil {
				return err
			}
			if _, err := event.WriteTo(w); err != nil {
				return err
			}
			return control.Flush()
		}
		if err := s.guarded(func() error { return watch(ctx, r, send) }); err == errBroken {
			return // the connection ends, and the remark says why
		}
	})
}
