package web

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
)

const (
	mostWatchers = 256              // concurrent streams of events
	watchTime    = 30 * time.Minute // how long a stream lasts; the browser then opens a new one
	eventTime    = 5 * time.Second  // for sending an event
)

// A handler answers a request. If it returns an error, it has written nothing, and the error is shown as a page. The
// request's context has a deadline, and its form has been read.
type handler func(w http.ResponseWriter, r *http.Request) error

// A watcher sends events, each with a kind and data, until its context ends or `send` returns an error, which means
// that the browser is gone. It sends at least one event a minute, so that the connection is not taken for dead.
type watcher func(ctx context.Context, r *http.Request, send func(kind string, data []byte) error) error

// A router finds the handler of an address, and keeps each request within its limits.
type router struct {
	mux      *http.ServeMux
	slots    chan struct{} // an element for each request that is being answered
	watchers chan struct{} // an element for each open stream of events
	limits   *limits
	layout   *layout
	remarks  remarks
}

func newRouter(of Site, limits *limits, l *layout) *router {
	return &router{
		mux:      http.NewServeMux(),
		slots:    make(chan struct{}, mostRequests),
		watchers: make(chan struct{}, mostWatchers),
		limits:   limits,
		layout:   l,
		remarks:  of.Remark,
	}
}

// ServeHTTP answers a request by the handler of its address.
func (t *router) ServeHTTP(w http.ResponseWriter, r *http.Request) { t.mux.ServeHTTP(w, r) }

// handle registers a handler without limits for a pattern of http.ServeMux.
func (t *router) handle(pattern string, h http.HandlerFunc) { t.mux.Handle(pattern, h) }

// get, post and both register a handler for requests at a path, a pattern of http.ServeMux.
func (t *router) get(path string, h handler)  { t.mux.Handle("GET "+path, t.bounded(h)) }
func (t *router) post(path string, h handler) { t.mux.Handle("POST "+path, t.bounded(h)) }

func (t *router) getAndPost(path string, h handler) {
	t.get(path, h)
	t.post(path, h)
}

// bounded returns a handler with the limits of one request: the size of its form, the number of requests at a time, and
// the time to answer. A panic of h ends only this request.
func (t *router) bounded(h handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		// The form is read first, so that a slow client does not hold a slot while it sends.
		r.Body = http.MaxBytesReader(w, r.Body, mostBody)
		if err := readForm(r); err != nil {
			t.layout.showError(w, r, formFault(err))
			return
		}

		select {
		case t.slots <- struct{}{}:
			defer func() { <-t.slots }()
		default:
			w.Header().Set("Retry-After", "1")
			t.layout.showError(w, r, faultf(http.StatusServiceUnavailable, "too many requests: %d are being answered; try again in a second", mostRequests))
			return
		}

		ctx, cancel := context.WithTimeout(r.Context(), t.limits.Request)
		defer cancel()
		if err := t.remarks.guard(func() error { return h(w, r.WithContext(ctx)) }); err != nil {
			t.layout.showError(w, r, err)
		}
	})
}

func readForm(r *http.Request) error {
	if err := r.ParseForm(); err != nil {
		return err
	}
	if !strings.HasPrefix(r.Header.Get("Content-Type"), "multipart/") {
		return nil
	}
	return r.ParseMultipartForm(mostBody)
}

// events registers a stream of server-sent events at a path, for EventSource in a browser.
func (t *router) events(path string, watch watcher) {
	t.handle("GET "+path, func(w http.ResponseWriter, r *http.Request) {
		select {
		case t.watchers <- struct{}{}:
			defer func() { <-t.watchers }()
		default:
			t.layout.showError(w, r, faultf(http.StatusServiceUnavailable, "%d viewers are connected already; try again later", mostWatchers))
			return
		}
		ctx, cancel := context.WithTimeout(r.Context(), watchTime)
		defer cancel()
		w.Header().Set("Content-Type", "text/event-stream")
		control := http.NewResponseController(w)
		send := func(kind string, data []byte) error {
			if err := ctx.Err(); err != nil {
				return err
			}
			if err := control.SetWriteDeadline(time.Now().Add(eventTime)); err != nil {
				return err
			}
			if _, err := w.Write(event(kind, data)); err != nil {
				return err
			}
			return control.Flush()
		}
		// The connection ends with the watcher. Its error needs no answer: guard reports a panic, and any other error
		// means that the browser is gone or that the time of the stream is over.
		_ = t.remarks.guard(func() error { return watch(ctx, r, send) })
	})
}

func event(kind string, data []byte) []byte {
	var text bytes.Buffer
	fmt.Fprintf(&text, "event: %s\n", kind)
	for line := range bytes.Lines(data) {
		fmt.Fprintf(&text, "data: %s\n", bytes.TrimRight(line, "\r\n"))
	}
	text.WriteByte('\n')
	return text.Bytes()
}

// local returns an address on this site. It begins with exactly one slash: with two, or with a backslash, a browser
// would read the path as the name of another site.
func local(path, query string) string {
	path = "/" + strings.TrimLeft(path, `/\`)
	if query != "" {
		path += "?" + query
	}
	return path
}

// address returns an address on this site with alternating keys and values. A key with an empty value is omitted,
// except "game", which requests an answer.
func address(path string, pairs ...string) string {
	query := make(url.Values)
	for pair := range slices.Chunk(pairs, 2) {
		if pair[1] != "" || pair[0] == "game" {
			query.Set(pair[0], pair[1])
		}
	}
	return local(path, query.Encode())
}

func redirect(w http.ResponseWriter, r *http.Request, address string) error {
	http.Redirect(w, r, address, http.StatusSeeOther)
	return nil
}
