package web

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"sync/atomic"
	"time"

	"enumerate/enum"
)

const (
	mostConnections = 512
	mostRequests    = 64      // concurrent requests; others are rejected
	mostBody        = 1 << 20 // bytes
	mostHeader      = 1 << 16 // bytes, the address with it

	requestTime = 10 * time.Second // for one request
	readTime    = 15 * time.Second // for a request to come in
	writeTime   = 30 * time.Second // from then on for the answer to go out
	idleTime    = time.Minute      // between two requests of a connection
	endTime     = 500 * time.Millisecond
)

// A Site is what the pages show.
type Site struct {
	Rulesets []*enum.Ruleset // the default first
	// Database is the path of the finished runs, for checkpoints.OpenReadOnly: a page opens it
	// for each request that needs it, since a Store is for one goroutine. It need not exist.
	Database string
	// Board has the status of the run that is served with the pages, and answers at
	// /metrics, /healthz and /status: a [fleet.Board]. Nil if none is.
	Board interface {
		http.Handler
		Answers(path string) bool // whether it does
	}
	// Alone is set for a copy of the page that no server answers: it has no runs to look at.
	Alone bool
	// Still is set while the files of such a copy are made.
	Still bool
	// Bound returns a context for one computation, which ends when that should make room for
	// others, and what to call when it is done. Nil for no such bound.
	Bound func(context.Context) (context.Context, func())
	// Remark, if not nil, is called with one line for each fault of the program.
	Remark func(string)
}

// Handler answers as a server on loopback does, without one.
func Handler(s Site) http.Handler { return newSite(s, "").handler() }

// A Server shows a site at an address.
type Server struct {
	listener net.Listener
	token    string // "" on loopback
	http     *http.Server
	end      time.Duration // how long Run waits, at its end, for answers under way
}

// Open listens at an address, HOST:PORT. On this machine's loopback interface it answers
// those who call it by a loopback address or localhost; elsewhere, those who know the token in
// the server's URL. It must be Run.
func Open(address string, s Site) (*Server, error) {
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return nil, err
	}
	token := ""
	if at, ok := listener.Addr().(*net.TCPAddr); !ok || !at.IP.IsLoopback() {
		token = rand.Text()
	}
	server := &Server{listener: listener, token: token, end: endTime}
	shown := newSite(s, token)
	shown.reachedAt(server.URLs)
	server.http = &http.Server{
		Handler:           shown.handler(),
		ReadHeaderTimeout: readTime / 3,
		ReadTimeout:       readTime,
		WriteTimeout:      readTime + writeTime,
		IdleTimeout:       idleTime,
		MaxHeaderBytes:    mostHeader,
		ConnState:         atMost(mostConnections),
		ErrorLog:          log.New(io.Discard, "", 0), // of what clients do
	}
	return server, nil
}

// atMost closes new connections while there are that many.
func atMost(most int64) func(net.Conn, http.ConnState) {
	var open atomic.Int64
	return func(conn net.Conn, state http.ConnState) {
		switch state {
		case http.StateNew:
			if open.Add(1) > most {
				conn.Close()
			}
		case http.StateClosed: // none is hijacked
			open.Add(-1)
		}
	}
}

// Secret reports whether its URL is one.
func (s *Server) Secret() bool { return s.token != "" }

// URLs returns where the page is, by numeric addresses: a phone resolves no name of a machine. If it listens on
// all interfaces these are theirs. With a token they are secrets.
func (s *Server) URLs() (list []string) {
	at := s.listener.Addr().(*net.TCPAddr)
	hosts := []string{at.IP.String()}
	if at.IP.IsUnspecified() {
		hosts = append(ownHosts(), "127.0.0.1")
	}
	for _, host := range hosts {
		url := "http://" + net.JoinHostPort(host, fmt.Sprint(at.Port)) + "/"
		if s.token != "" {
			url += "?" + tokenName + "=" + s.token
		}
		list = append(list, url)
	}
	return list
}

// ownHosts returns the addresses by which other machines reach this one; none if they are unknown.
func ownHosts() (hosts []string) {
	own, err := net.InterfaceAddrs()
	if err != nil {
		return nil
	}
	for _, a := range own {
		a, ok := a.(*net.IPNet)
		if ok && a.IP.IsGlobalUnicast() && a.IP.To4() != nil {
			hosts = append(hosts, a.IP.String())
		}
	}
	return hosts
}

// URL returns the first URL.
func (s *Server) URL() string { return s.URLs()[0] }

// Run answers requests until the context ends, and returns its error within a second: what is
// computed ends with it.
func (s *Server) Run(ctx context.Context) error {
	s.http.BaseContext = func(net.Listener) context.Context { return ctx }
	failed := make(chan error, 1)
	go func() { failed <- s.http.Serve(s.listener) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	soon, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.end)
	defer cancel()
	if err := s.http.Shutdown(soon); err != nil && !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	_ = s.http.Close()
	return ctx.Err()
}
