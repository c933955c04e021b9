package web

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"enumerate/games"
)

// The tests of this file run the server that Open returns, except that clients connect to it by pipes within the
// process instead of by the network. This allows virtual time (package testing/synctest).

// A pipes is a listener whose clients connect by pipes.
type pipes struct {
	net.Listener
	conns  chan net.Conn
	closed chan struct{}
}

func (p pipes) Accept() (net.Conn, error) {
	select {
	case conn := <-p.conns:
		return conn, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

func (p pipes) Close() error {
	select {
	case <-p.closed:
	default:
		close(p.closed)
	}
	return nil
}

// dial connects. The answer is not read.
func (p pipes) dial() net.Conn {
	client, server := net.Pipe()
	p.conns <- server
	return client
}

// openPipes runs the server until the test ends. It must be called in a bubble of synctest.
func openPipes(t *testing.T) (p pipes, host string) {
	t.Helper()
	s, err := Open("127.0.0.1:0", Site{Rulesets: games.All()})
	if err != nil {
		t.Fatal(err)
	}
	host = s.listener.Addr().String()
	s.listener.Close()
	p = pipes{s.listener, make(chan net.Conn), make(chan struct{})}
	s.listener = p
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.Run(ctx) }()
	t.Cleanup(func() { cancel(); <-ended })
	return p, host
}

// TestSlowClientsAreCutOffInTime has clients stop before or in the middle of a request, after an answer, or without
// reading the answer. The server must close each connection when the time limit for this case is over, and not before.
func TestSlowClientsAreCutOffInTime(t *testing.T) {
	const form = "POST /lookup HTTP/1.1\r\nHost: %s\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000\r\n\r\ngame="
	const get = "GET /lookup HTTP/1.1\r\nHost: %s\r\n\r\n"
	for _, tt := range []struct {
		claim string
		sends string
		reads bool // what is answered
		limit time.Duration
	}{
		{"that sends nothing", "", true, readTime / 3},
		{"that does not end its header", strings.TrimSuffix(get, "\r\n"), true, readTime / 3},
		{"that does not end its form", form, true, readTime},
		{"that is idle after an answer", get, true, idleTime},
		{"that does not read the answer", get, false, readTime + writeTime},
	} {
		synctest.Test(t, func(t *testing.T) {
			p, host := openPipes(t)
			conn := p.dial()
			defer conn.Close()
			began := time.Now()
			if tt.sends != "" {
				fmt.Fprintf(conn, tt.sends, host)
			}
			if !tt.reads { // until the server has given up
				time.Sleep(tt.limit + time.Second)
			}
			_ = conn.SetReadDeadline(time.Now().Add(time.Hour)) // it fails when the other end has closed
			got, err := io.ReadAll(conn)
			took := time.Since(began)
			if err != nil || took < tt.limit || took > tt.limit+time.Second {
				t.Errorf("a client %s is cut off after %v (%v), want %v", tt.claim, took, err, tt.limit)
			}
			if !tt.reads && strings.Contains(string(got), "</html>") {
				t.Errorf("a client %s has the whole answer after %v", tt.claim, took)
			}
		})
	}
}

// TestHugeFormsAreCutOff sends requests whose form, header or address has no end. The server may read its limit for
// each, plus what fits into buffers.
func TestHugeFormsAreCutOff(t *testing.T) {
	const slack = 300 << 10 // a server reads so much of what it does not want, and its buffers
	for _, tt := range []struct {
		claim, sends string
		status       int
		most         int
	}{
		{"a form", "POST /lookup HTTP/1.1\r\nHost: %s\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000000000000\r\n\r\ngame=", http.StatusRequestEntityTooLarge, mostBody},
		{"what comes with a request that has no form", "GET /lookup HTTP/1.1\r\nHost: %s\r\nContent-Length: 1000000000000\r\n\r\n", http.StatusOK, 0},
		{"a header", "GET /lookup HTTP/1.1\r\nHost: %s\r\nX: ", http.StatusRequestHeaderFieldsTooLarge, mostHeader},
		{"an address", "GET /lookup?game=", http.StatusRequestHeaderFieldsTooLarge, mostHeader},
	} {
		synctest.Test(t, func(t *testing.T) {
			p, host := openPipes(t)
			conn := p.dial()
			defer conn.Close()
			status := make(chan int, 1)
			go func() {
				defer conn.Close() // the sender ends, too
				answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
				if err != nil {
					status <- 0
					return
				}
				status <- answer.StatusCode
				_, _ = io.Copy(io.Discard, answer.Body)
			}()
			sends := tt.sends
			if strings.Contains(sends, "%s") {
				sends = fmt.Sprintf(sends, host)
			}
			_, err := io.WriteString(conn, sends)
			taken := 0
			for piece := []byte(strings.Repeat("x", 4096)); err == nil && taken < 20<<20; {
				var n int
				n, err = conn.Write(piece)
				taken += n
			}
			if got := <-status; got != tt.status || taken > tt.most+slack {
				t.Errorf("%s without end: %d bytes are taken, and the answer is %d; want at most %d, and %d", tt.claim, taken, got, tt.most, tt.status)
			}
		})
	}
}

func TestTheServersOwnConnectionsAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, _ := openPipes(t)
		closed := 0
		for range mostConnections + 3 {
			conn := p.dial()
			defer conn.Close()
			synctest.Wait()
			_ = conn.SetReadDeadline(time.Now().Add(time.Nanosecond)) // it fails when the other end has closed
			if _, err := conn.Read(make([]byte, 1)); err == io.EOF {
				closed++
			}
		}
		if closed != 3 {
			t.Errorf("%d of %d clients are sent away, want 3", closed, mostConnections+3)
		}
	})
}
