// Offline is the program that a copy of the web site without a server runs in the browser, as WebAssembly. It has the
// handlers of package web. The copy's service worker, a script in the browser, passes requests for computed pages to
// this program.
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
	// Define the JavaScript function answer(method, address, destination, type, body, sink), which the service worker
	// calls with a request. The destination and the type are the values of the headers Sec-Fetch-Dest and Content-Type.
	// The response goes to the object sink: to sink.head(status, headers), then sink.write(bytes) for each part of the
	// body, and then sink.end(). The function returns another function, which ends the request early and must not be
	// called after the end.
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

// turn is how long a computation runs before the browser gets a turn.
const turn = 50 * time.Millisecond

// bound returns the context for one computation. In a browser the program has a single thread. While a computation
// runs, no other request is answered, and not even the timer of the computation's own deadline can fire. So whenever
// the computation asks the context whether it should end, and has run for longer than a turn, the context sleeps for a
// millisecond, in which the browser does everything else.
func bound(ctx context.Context) (context.Context, func()) {
	since := time.Now() // when the present turn began
	return bounded.Asked{Context: ctx, Ask: func() error {
		if time.Since(since) > turn {
			time.Sleep(time.Millisecond)
			since = time.Now()
		}
		return nil
	}}, func() {}
}

// An answer is an http.ResponseWriter that passes a response on to the methods head and write of a JavaScript object,
// the sink.
type answer struct {
	sink   js.Value
	header http.Header
	begun  bool // the status and the headers are passed on
}

func (w *answer) Header() http.Header { return w.header }

// WriteHeader passes the status and the headers of a response on to the service worker, the script in the browser that
// sent the request. It does so at its first call. Every write calls it first, in case the handler has not.
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
