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
	mostHeader      = 1 << 16 // bytes, including the address

	requestTime = 10 * time.Second       // for computing the answer to a request
	readTime    = 15 * time.Second       // for receiving a request
	writeTime   = 30 * time.Second       // after that, for sending the answer
	idleTime    = time.Minute            // between two requests of a connection
	endTime     = 500 * time.Millisecond // for the last answers when the server ends
)

// A Site is what the pages show.
type Site struct {
	Rulesets []*enum.Ruleset // the default first
	// Database is the path of the file in which runs are stored. The file need not exist. An open checkpoints.Store is
	// for one goroutine only, so each request for results opens the file for itself, with checkpoints.OpenReadOnly.
	// Only the page that shows unfinished runs (runsPage) keeps one Store open between requests, under a lock.
	Database string
	// Board has the status of the run that is served with the pages, and answers at /metrics, /healthz and /status: a
	// [fleet.Board]. It is nil if no run is served.
	Board interface {
		http.Handler
		Answers(path string) bool // reports whether the board answers at a path
	}
	// Alone is set for a copy of the site that needs no server, and shows no runs.
	Alone bool
	// Still is set while the files of a copy without a server are made: then no page leads to random games.
	Still bool
	// Bound limits one computation, such as its memory: it returns the context of the computation, which ends when the
	// computation must stop, and a function to call afterwards. A nil Bound limits nothing.
	Bound func(context.Context) (context.Context, func())
	// Remark, if not nil, is called with one line for each fault of the program.
	Remark func(string)
}

// Handler returns the handler of a site on the loopback interface, for use without a Server.
func Handler(s Site) http.Handler { return newSite(s, "").handler() }

// A Server shows a site at an address.
type Server struct {
	listener net.Listener
	token    string // "" on loopback
	http     *http.Server
	end      time.Duration // how long Run waits, at its end, for answers under way
}

// Open returns a server that listens at an address, HOST:PORT; call Run to answer requests. On the loopback interface
// the server answers to a loopback address or localhost. Elsewhere it answers visitors who know the token in the
// server's URL.
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
		ErrorLog:          log.New(io.Discard, "", 0), // its messages would only be about clients
	}
	return server, nil
}

// atMost returns a function for the field ConnState of http.Server, which counts the open connections and closes a new
// one if there are already `most`.
func atMost(most int64) func(net.Conn, http.ConnState) {
	var open atomic.Int64
	return func(conn net.Conn, state http.ConnState) {
		switch state {
		case http.StateNew:
			if open.Add(1) > most {
				conn.Close()
			}
		case http.StateClosed: // every connection ends in this state, because no handler takes one over (hijacks it)
			open.Add(-1)
		}
	}
}

// Secret reports whether the URL of the server is a secret, because it contains a token.
func (s *Server) Secret() bool { return s.token != "" }

// URLs returns the URLs of the page, one for each interface on which the server listens. They have numeric addresses,
// because a phone cannot resolve the name of this machine. With a token the URLs are secrets.
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

// ownHosts returns the IPv4 addresses by which other machines can reach this machine, if they are known.
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

// Run answers requests until the context ends, and then returns the context's error within a second, because
// computations end with the context, too.
func (s *Server) Run(ctx context.Context) error {
	s.http.BaseContext = func(net.Listener) context.Context { return ctx }
	failed := make(chan error, 1)
	go func() { failed <- s.http.Serve(s.listener) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}

	graceCtx, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.end)
	defer cancel()
	if err := s.http.Shutdown(graceCtx); err != nil && !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	_ = s.http.Close()
	return ctx.Err()
}
