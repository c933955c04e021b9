package fleet

import (
	"bufio"
	"bytes"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"enumerate/enum"
)

// TestTheOrderOfDeliveriesDoesNotMatter has three workers do the same shards, and sends what each
// has done in batches of any size, in any order, some of them twice or three times, between
// hellos and beats that come at any time.
func TestTheOrderOfDeliveriesDoesNotMatter(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for leases to end; go test -short has five seconds for all packages, go test runs it")
	}
	for seed := range uint64(2) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) { t.Parallel(); deliverInAnyOrder(t, rand.New(rand.NewPCG(seed, 0))) })
	}
}

func deliverInAnyOrder(t *testing.T, random *rand.Rand) {
	const shards, workers = 60, 3
	ctx := within(t, time.Minute)
	s := serve(t, ctx, 6, 0.02)
	space, err := spaceOf(s.key)
	if err != nil {
		t.Fatal(err)
	}
	type message struct {
		from    *attacker
		subject string
		data    []byte
		results int
	}
	var messages []message
	sent, distinct := 0, 0
	for range workers {
		a := attack(t, s)
		var all []enum.Shard
		for shard := range space.Shards() {
			if len(all) == shards {
				break
			}
			all = append(all, shard)
		}
		random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		results, err := (&session{space: space}).walk(ctx, space.Walker(), Batch{Shards: all}, nil)
		if err != nil {
			t.Fatal(err)
		}
		distinct += len(results)
		for len(results) > 0 {
			n := 1 + random.IntN(min(10, len(results)))
			for range 1 + random.IntN(3) {
				messages = append(messages, message{a, ownSubjects.done(a.key), encode(done{results[:n]}), n})
				sent += n
			}
			results = results[n:]
		}
		for range 10 {
			messages = append(messages, message{a, ownSubjects.beat(a.key), encode(beat{}), 0},
				message{a, ownSubjects.hello(a.key), encode(hello{Host: "test", Workers: 1}), 0})
		}
	}
	random.Shuffle(len(messages), func(i, j int) { messages[i], messages[j] = messages[j], messages[i] })
	for _, m := range messages {
		if m.results == 0 {
			err = m.from.conn.Publish(m.subject, m.data)
		} else if r, failed := m.from.send(m.subject, m.data); failed != nil || !r.Stored {
			err = fmt.Errorf("it is answered %+v, %v", r, failed)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	s.await(ctx, func(st Status) bool {
		return st.Stored >= shards && st.Confirmed >= uint64(distinct-shards) && st.Double >= uint64(sent-distinct)
	})
	s.mu.Lock()
	got := s.last
	s.mu.Unlock()
	// A check of a trial that the coordinator does meanwhile confirms, too, no shard more than once.
	if got.Stored != shards || got.Confirmed > uint64(distinct) || got.Double != uint64(sent-distinct) || got.Disputed != 0 {
		t.Errorf("%d stored, %d confirmed, %d double, %d disputed, want %d, %d and what the coordinator has checked, %d, 0",
			got.Stored, got.Confirmed, got.Double, got.Disputed, shards, distinct-shards, sent-distinct)
	}
	for _, m := range messages {
		m.from.conn.Close()
	}
	s.work(ctx, nil)
	s.right(t)
	if said := s.remarks(); said != "" {
		t.Errorf("it remarks %s", said)
	}
}

// A middleman stands between workers and a coordinator, whose key it has, and so can read their
// messages: it holds some up, so that others overtake them, repeats some and loses some.
type middleman struct {
	t    *testing.T
	s    *served
	own  tls.Certificate
	here net.Listener

	mu     sync.Mutex
	random *rand.Rand
	counts map[string]int
}

// between returns the URL that leads to the coordinator by a middleman.
func between(t *testing.T, s *served, seed uint64) (*middleman, JoinURL) {
	t.Helper()
	id, err := loadIdentity(s.path + ".serve")
	if err != nil {
		t.Fatal(err)
	}
	m := &middleman{t: t, s: s, random: rand.New(rand.NewPCG(seed, 0)), counts: make(map[string]int)}
	if m.own, err = id.certificate(); err != nil {
		t.Fatal(err)
	}
	if m.here, err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { m.here.Close() })
	go func() {
		for {
			conn, err := m.here.Accept()
			if err != nil {
				return
			}
			go m.serve(conn)
		}
	}()
	url := s.url
	url.Address = m.here.Addr().String()
	return m, url
}

// serve takes one connection of a worker to the coordinator.
func (m *middleman) serve(worker net.Conn) {
	defer worker.Close()
	coordinator, err := net.Dial("tcp", m.s.url.Address)
	if err != nil {
		return
	}
	defer coordinator.Close()
	// The server says who it is before it begins with TLS.
	var info []byte
	for b := make([]byte, 1); !bytes.HasSuffix(info, []byte("\r\n")); info = append(info, b[0]) {
		if _, err := coordinator.Read(b); err != nil {
			return
		}
	}
	if _, err := worker.Write(info); err != nil {
		return
	}
	a := tls.Server(worker, &tls.Config{MinVersion: tls.VersionTLS13, Certificates: []tls.Certificate{m.own}})
	b := tls.Client(coordinator, m.s.url.tlsConfig())
	ended := make(chan struct{}, 2)
	go func() { m.forward(a, b); ended <- struct{}{} }()
	go func() { m.forward(b, a); ended <- struct{}{} }()
	<-ended
}

// forward forwards what one side sends to the other.
func (m *middleman) forward(from, to net.Conn) {
	in := bufio.NewReaderSize(from, 64<<10)
	var mu sync.Mutex
	write := func(message []byte) error {
		mu.Lock()
		defer mu.Unlock()
		_, err := to.Write(message)
		return err
	}
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			return
		}
		words := strings.Fields(line)
		message := []byte(line)
		verb := ""
		if len(words) > 2 {
			verb = strings.TrimPrefix(words[0], "H") // with headers
		}
		if verb != "PUB" && verb != "MSG" { // it is between client and server, and keeps its place
			if write(message) != nil {
				return
			}
			continue
		}
		size, err := strconv.Atoi(words[len(words)-1])
		if err != nil {
			m.t.Errorf("%q has no size", line)
			return
		}
		payload := make([]byte, size+len("\r\n"))
		if _, err := io.ReadFull(in, payload); err != nil {
			return
		}
		message = append(message, payload...)
		for _, after := range m.fate(words) {
			if after == 0 {
				err = write(message)
			} else {
				time.AfterFunc(after, func() { _ = write(message) }) // it may be gone by then
			}
		}
		if err != nil {
			return
		}
	}
}

// fate returns after how long a message is passed on, once or several times, or never.
func (m *middleman) fate(words []string) (after []time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	kind := "answer or batch"
	for _, own := range []string{"hello", "done", "beat", "check", "enrol", "$JS.ACK", "$JS.API"} {
		if strings.Contains(words[1], own) {
			kind = own
		}
	}
	// A worker that joins gives up when it waits for long.
	if kind != "enrol" && kind != "hello" && m.random.IntN(30) == 0 {
		m.counts[kind+" lost"]++
		m.counts["lost"]++
		return nil
	}
	after = []time.Duration{m.delay(kind)}
	for m.random.IntN(8) == 0 {
		m.counts[kind+" repeated"]++
		after = append(after, m.delay(kind))
	}
	return after
}

// delay draws how long a message is held up: most are not, and some for longer than the lease.
func (m *middleman) delay(kind string) time.Duration {
	most := []time.Duration{0, 0, 20 * time.Millisecond, 200 * time.Millisecond}[m.random.IntN(4)]
	if m.random.IntN(30) == 0 {
		most = 6 * time.Second
	}
	if most == 0 {
		return 0
	}
	m.counts[kind+" held up"]++
	return 1 + time.Duration(m.random.Int64N(int64(most)))
}

// TestMessagesMayComeLateTwiceOrNeverAndInAnyOrder has two workers behind
// middlemen, and one without.
func TestMessagesMayComeLateTwiceOrNeverAndInAnyOrder(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for answers that are lost; go test -short has five seconds for all packages, go test runs it")
	}
	var mu sync.Mutex
	all := make(map[string]int)
	t.Run("", func(t *testing.T) {
		for seed := range uint64(2) {
			t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
				t.Parallel()
				counts := serveThroughMiddlemen(t, seed)
				mu.Lock()
				defer mu.Unlock()
				for what, n := range counts {
					all[what] += n
				}
			})
		}
	})
	t.Log(all)
	for _, what := range []string{"done held up", "done repeated", "answer or batch held up", "answer or batch repeated", "lost", "double", "confirmed"} {
		if all[what] == 0 {
			t.Errorf("nothing was tried of: %s", what)
		}
	}
}

// serveThroughMiddlemen returns how often what happened.
func serveThroughMiddlemen(t *testing.T, seed uint64) (counts map[string]int) {
	ctx := within(t, 2*time.Minute)
	s := serve(t, ctx, 7, 0.2)
	counts = make(map[string]int)
	var middlemen []*middleman
	var ended []chan error
	for i := range uint64(3) {
		url := s.url
		if i > 0 {
			var m *middleman
			m, url = between(t, s, 10*seed+i)
			middlemen = append(middlemen, m)
		}
		ended = append(ended, workAt(ctx, url, 4, func(s enum.Space) enum.Space { return slow{s, 50 * time.Millisecond} }))
	}
	s.right(t)
	for _, e := range ended {
		if err := <-e; err != nil && !errors.Is(err, ErrSilent) { // one that was not told that the run is done
			t.Error("a worker ends with", err)
		}
	}
	if said := s.remarks(); said != "" || s.last.Disputed > 0 {
		t.Errorf("%d shards are disputed, and it remarks %s", s.last.Disputed, said)
	}
	for _, m := range middlemen {
		m.mu.Lock()
		defer m.mu.Unlock()
		for what, n := range m.counts {
			counts[what] += n
		}
	}
	counts["confirmed"], counts["double"], counts["given away again"] = int(s.last.Confirmed), int(s.last.Double), int(s.last.Redelivered)
	return counts
}
