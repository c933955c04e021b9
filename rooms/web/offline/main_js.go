// Offline is the page in a browser that has no server: the handlers of package web as WebAssembly,
// for a service worker, which asks them as a browser asks a server.
package main

import (
	"bytes"
	"context"
	"net/http"
	"strings"
	"syscall/js"
	"time"

	"enumerate/games"
	"enumerate/internal/bounded"
	"enumerate/rooms/web"
)

func main() {
	handler := web.Handler(web.Site{Rulesets: games.All(), Alone: true, Bound: bound, Remark: func(text string) { println(text) }})
	// answer(method, address, destination, type, body, sink) answers a request: it calls sink.head(status,
	// headers), sink.write(bytes) for each part of the body, and sink.end(). It returns a function that
	// ends the request early, and is not to be called once it has ended.
	js.Global().Set("answer", js.FuncOf(func(_ js.Value, args []js.Value) any {
		body := make([]byte, args[4].Length())
		js.CopyBytesToGo(body, args[4])
		ctx, end := context.WithCancel(context.Background())
		r, err := http.NewRequestWithContext(ctx, args[0].String(), "http://localhost"+args[1].String(), bytes.NewReader(body))
		w := &answer{sink: args[5], header: make(http.Header)}
		stop := js.FuncOf(func(js.Value, []js.Value) any { end(); return nil })
		go func() {
			defer stop.Release()
			defer end()
			if err != nil {
				http.Error(w, err.Error(), http.StatusBadRequest)
			} else {
				r.Header.Set("Sec-Fetch-Dest", args[2].String())
				r.Header.Set("Content-Type", args[3].String())
				handler.ServeHTTP(w, r)
			}
			w.WriteHeader(http.StatusOK)
			w.sink.Call("end")
		}()
		return stop
	}))
	select {}
}

// turn is what a computation has before the browser has its own.
const turn = 50 * time.Millisecond

// bound has a computation give way to the browser whenever it asks whether it should end: there is one
// thread, and neither the timer of its deadline nor another request has a turn else.
func bound(ctx context.Context) (context.Context, func()) {
	since := time.Now()
	return bounded.Asked{Context: ctx, Ask: func() error {
		if time.Since(since) > turn {
			time.Sleep(time.Millisecond)
			since = time.Now()
		}
		return nil
	}}, func() {}
}

// An answer is a response that goes to a sink.
type answer struct {
	sink   js.Value
	header http.Header
	begun  bool
}

func (w *answer) Header() http.Header { return w.header }

func (w *answer) WriteHeader(status int) {
	if w.begun {
		return
	}
	w.begun = true
	headers := make(map[string]any)
	for name, values := range w.header {
		headers[name] = strings.Join(values, ", ")
	}
	w.sink.Call("head", status, headers)
}

func (w *answer) Write(part []byte) (int, error) {
	w.WriteHeader(http.StatusOK)
	bytes := js.Global().Get("Uint8Array").New(len(part))
	js.CopyBytesToJS(bytes, part)
	w.sink.Call("write", bytes)
	return len(part), nil
}

func (w *answer) Flush()                           { w.WriteHeader(http.StatusOK) }
func (w *answer) SetWriteDeadline(time.Time) error { return nil }
