package fleet

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"

	"enumerate/checkpoints"
	"enumerate/enum"
	"enumerate/internal/eventually"
)

// The tests in hostile_*_test.go attack a coordinator: in virtual time, or over its real server if the claim is about
// the server. They spell out the subjects and the JSON of messages, as a stranger would, so that changes of this package
// do not change the attacks.

// A hostileWorker is an attacker that has the join URL and an enrolled key.
type hostileWorker struct {
	t      *testing.T
	key    string
	pair   nkeys.KeyPair
	conn   wire
	nats   *nats.Conn    // the same connection, if there is a real server; else nil
	prefix string        // of subjects
	given  chan Batch    // assignments
	ended  chan struct{} // closed when the run is done
	out    chan string   // why the worker was shut out
	epoch  uint64
	number uint64      // of the last delivery
	denied chan error  // errors of the server
	stays  atomic.Bool // stay connected when the run is done
}

type wire interface {
	Publish(subject string, data []byte) error
	PublishRequest(subject, reply string, data []byte) error
	Request(subject string, data []byte, timeout time.Duration) (*nats.Msg, error)
	IsClosed() bool
	Close()
}

// enrolKey enrols a key at a real server. The error has the reason if the key is banned.
func enrolKey(url JoinURL, key string) error {
	conn, err := nats.Connect("tls://"+url.Address, nats.Secure(url.tlsConfig()), nats.Token(url.Token), nats.CustomInboxPrefix("enumerate.inbox.enrol"), nats.NoReconnect(), nats.Timeout(patient))
	if err != nil {
		return err
	}
	defer conn.Close()
	answer, err := conn.Request("enumerate.enrol", fmt.Appendf(nil, `{"key":%q}`, key), patient)
	if err != nil {
		return err
	}
	var r struct{ Banned string }
	if err := json.Unmarshal(answer.Data, &r); err != nil {
		return err
	}
	if r.Banned != "" {
		return errors.New(r.Banned)
	}
	return nil
}

func newKey(t *testing.T) (nkeys.KeyPair, string) {
	t.Helper()
	pair, err := nkeys.CreateUser()
	if err != nil {
		t.Fatal(err)
	}
	key, err := pair.PublicKey()
	if err != nil {
		t.Fatal(err)
	}
	return pair, key
}

func newHostileWorker(t *testing.T, s *served) *hostileWorker {
	t.Helper()
	pair, key := newKey(t)
	if s.memory != nil {
		return newHostileWorkerInMemory(t, s.memory, pair, key)
	}
	if err := enrolKey(s.url, key); err != nil {
		t.Fatal(err)
	}
	return listen(t, s.url, pair, key, "enumerate", "tls://"+s.url.Address, nats.Secure(s.url.tlsConfig()), nats.Nkey(key, pair.Sign))
}

func hostileWorkerOf(t *testing.T, pair nkeys.KeyPair, key, prefix string) *hostileWorker {
	return &hostileWorker{
		t: t, key: key, pair: pair, prefix: prefix,
		given:  make(chan Batch, 10_000),
		ended:  make(chan struct{}),
		out:    make(chan string, 1),
		denied: make(chan error, 1000),
	}
}

func newHostileWorkerInMemory(t *testing.T, n *memoryNetwork, pair nkeys.KeyPair, key string) *hostileWorker {
	t.Helper()
	f := hostileWorkerOf(t, pair, key, "enumerate")
	if err := n.enrol(key); err != nil {
		t.Fatal(err)
	}
	end, err := n.connect(key, f.hear)
	if err != nil {
		t.Fatal(err)
	}
	f.conn = end
	t.Cleanup(end.Close)
	go func() {
		<-end.closed
		f.reportEnd("it is cut off")
	}()
	return f
}

// listen connects a hostile worker to a real server.
func listen(t *testing.T, url JoinURL, pair nkeys.KeyPair, key, prefix, at string, options ...nats.Option) *hostileWorker {
	t.Helper()
	f := hostileWorkerOf(t, pair, key, prefix)
	options = append(options,
		nats.Timeout(patient), nats.NoReconnect(), nats.CustomInboxPrefix(prefix+".inbox."+key),
		nats.ClosedHandler(func(*nats.Conn) { f.reportEnd("it is cut off") }),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { f.denied <- err }))
	conn, err := nats.Connect(at, options...)
	if err != nil {
		t.Fatal(err)
	}
	f.conn, f.nats = conn, conn
	t.Cleanup(conn.Close)

	for _, subject := range []string{prefix + ".work." + key, prefix + ".end", prefix + ".inbox." + key + ".job"} {
		if _, err := conn.Subscribe(subject, f.hear); err != nil {
			t.Fatal(err)
		}
	}
	if err := conn.Flush(); err != nil {
		t.Fatal(err)
	}
	return f
}

func (f *hostileWorker) reportEnd(why string) {
	select {
	case <-f.ended:
	case f.out <- why:
	default:
	}
}

// hear takes a message that is not the answer to a request.
func (f *hostileWorker) hear(m *nats.Msg) {
	switch m.Subject {
	case f.own("work"):
		var b Batch
		if json.Unmarshal(m.Data, &b) == nil {
			f.given <- b
		}
	case f.prefix + ".end":
		select {
		case <-f.ended:
			return
		default:
		}
		close(f.ended)
		if !f.stays.Load() {
			go f.conn.Close()
		}
	case f.own("inbox") + ".job":
		var a answer
		if json.Unmarshal(m.Data, &a) == nil && a.Refused != "" {
			f.reportEnd(a.Refused)
		}
	}
}

func (f *hostileWorker) own(kind string) string { return f.prefix + "." + kind + "." + f.key }

type answer struct {
	Epoch                  uint64
	Stored                 bool
	Ended                  bool
	Banned, Refused, Error string
	none                   error // why there is no answer, or no readable one
}

func (a answer) out() bool { return a.Banned != "" || a.Refused != "" }

// ask sends a message, as bytes or encoded as JSON, and waits for the answer. Like a worker, it repeats the message
// until there is an answer, because a flooded coordinator drops messages.
func (f *hostileWorker) ask(kind string, message any) (a answer) {
	data, ok := message.([]byte)
	if !ok {
		data = encode(message)
	}
	for {
		m, err := f.conn.Request(f.own(kind), data, 5*time.Second)
		switch {
		case err == nil:
			a.none = json.Unmarshal(m.Data, &a)
			return a
		case f.conn.IsClosed():
			return answer{Refused: "it is cut off", none: err}
		case !errors.Is(err, nats.ErrTimeout):
			return answer{none: err}
		}
	}
}

func (f *hostileWorker) hello(host string) answer { return f.helloOf(host, 1) }

func (f *hostileWorker) helloOf(host string, cores int) answer {
	a := f.ask("hello", map[string]any{"protocol": protocol, "host": host, "version": "test", "workers": cores})
	if a.Epoch > 0 {
		f.epoch = a.Epoch
	}
	return a
}

func (f *hostileWorker) beat(wants int, holds ...uint64) {
	_ = f.conn.Publish(f.own("beat"), encode(map[string]any{"wants": wants, "holds": holds}))
}

func (f *hostileWorker) done(shards []result) answer {
	f.number++
	return f.ask("done", map[string]any{"epoch": f.epoch, "number": f.number, "shards": shards})
}

// await returns the next batch, unless the run ends or the hostile worker is shut out.
func (f *hostileWorker) await() (b Batch, ok bool) {
	for {
		select {
		case b := <-f.given:
			return b, true
		case <-f.ended:
			return b, false
		case why := <-f.out:
			select {
			case f.out <- why: // for the next reader
			default:
			}
			return b, false
		case <-time.After(100 * time.Millisecond):
			f.beat(1)
		}
	}
}

// A book has the encoded tallies of all shards of a run, right or wrong.
type book map[uint64][]byte

func (b book) of(shards []enum.Shard) (list []result) {
	for _, shard := range shards {
		list = append(list, result{shard.ID, time.Millisecond, b[shard.ID]})
	}
	return list
}

func (b book) all() (list []result) {
	for id, tally := range b {
		list = append(list, result{id, time.Millisecond, tally})
	}
	slices.SortFunc(list, func(a, b result) int { return int(a.ID) - int(b.ID) })
	return list
}

// bookOf computes all shards of a run, and falsifies them if lie is not nil.
func bookOf(t *testing.T, key checkpoints.Key, lie func(right, wrong *enum.Tally)) book {
	t.Helper()
	space, err := spaceOf(key)
	if err != nil {
		t.Fatal(err)
	}
	all := make(book)
	walker := space.Walker()
	for shard := range space.Shards() {
		tally := enum.NewTally(len(space.Verdicts()))
		if err := walker.Walk(context.Background(), shard, tally); err != nil {
			t.Fatal(err)
		}
		if lie != nil {
			wrong := enum.NewTally(len(space.Verdicts()))
			lie(tally, wrong)
			tally = wrong
		}
		if all[shard.ID], err = tally.MarshalBinary(); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

// play takes part like a worker until the run ends or the hostile worker is shut out. For each batch, it delivers the
// results that the function `say` returns. It returns why the hostile worker was shut out, and how many of its results
// the coordinator has acknowledged.
func (f *hostileWorker) play(ctx context.Context, host string, say func(Batch) []result) (why string, stored int) {
	if a := f.hello(host); a.out() {
		return a.Banned + a.Refused, 0
	}
	f.beat(2)
	again := time.NewTicker(50 * time.Millisecond)
	defer again.Stop()
	for ctx.Err() == nil {
		select {
		case b := <-f.given:
			list := say(b)
			if len(list) == 0 {
				continue
			}
			a := f.done(list)
			if a.out() {
				return a.Banned + a.Refused, stored
			}
			if a.Stored {
				stored += len(list)
			}
			f.beat(2)
		case <-again.C:
			f.beat(2)
		case why := <-f.out:
			return why, stored
		case <-f.ended:
			return "", stored
		case <-ctx.Done():
		}
	}
	return "", stored
}

// serveTo serves a walk of n players over a real server, or on a cluster.
func serveTo(t *testing.T, n int, check float64, lease time.Duration, change func(*Service)) *served {
	t.Helper()
	s, service := newServed(t, n, check, lease)
	if change != nil {
		change(&service)
	}
	s.start(t, func(ctx context.Context, ready func(JoinURL, string)) error {
		service.Ready = ready
		return Serve(ctx, service)
	})
	return s
}

// serveInMemory serves a walk of n players over a network in memory, for tests in virtual time.
func serveInMemory(t *testing.T, n int, check float64, lease time.Duration, change ...func(*Service)) *served {
	t.Helper()
	s, service := newServed(t, n, check, lease)
	for _, change := range change {
		change(&service)
	}
	s.memory = newMemoryNetwork()
	s.start(t, func(ctx context.Context, ready func(JoinURL, string)) error {
		service.Ready = ready
		return service.serveOver(ctx, s.memory, testSelf)
	})
	return s
}

// newServed returns a walk of n players in a new database, with the Service that is to serve it.
func newServed(t *testing.T, n int, check float64, lease time.Duration) (*served, Service) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "test.db")
	store, err := checkpoints.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	key := walkOf(n)
	space, err := spaceOf(key)
	if err != nil {
		t.Fatal(err)
	}
	s := &served{path: path, store: store, key: key, ended: make(chan error, 1)}
	return s, Service{
		Store: store, Key: key, Space: space, Listen: "127.0.0.1:0", Files: path, Check: check, Lease: lease,
		Status: func(st Status) {
			s.mu.Lock()
			defer s.mu.Unlock()
			s.last = st
		},
		Remark: func(text string) {
			s.mu.Lock()
			defer s.mu.Unlock()
			s.texts = append(s.texts, text)
		},
		waits: patientTimeouts,
	}
}

// start begins to serve, and returns when workers can join. It stops serving before the test ends.
func (s *served) start(t *testing.T, serve func(context.Context, func(JoinURL, string)) error) {
	t.Helper()
	ready, gone := make(chan JoinURL, 1), make(chan struct{})
	t.Cleanup(func() { <-gone })
	go func() {
		defer close(gone)
		s.ended <- serve(t.Context(), func(u JoinURL, _ string) { ready <- u })
	}()
	select {
	case s.url = <-ready:
	case err := <-s.ended:
		t.Fatal(err)
	}
}

// finishes has an honest worker compute the missing shards, and fails the test unless the totals are right. The hostile
// workers disconnect when the run is done, because the coordinator waits for them.
func (s *served) finishes(t *testing.T, hostiles ...*hostileWorker) {
	t.Helper()
	s.work(t.Context(), nil)
	for _, f := range hostiles {
		go func() {
			select {
			case <-f.ended:
			case <-t.Context().Done():
			}
			f.conn.Close()
		}()
	}
	s.right(t)
}

func (s *served) status() Status {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.last
}

// until waits for a status that is as wanted, and fails the test if the run ends before.
func (s *served) until(t *testing.T, what string, wanted func(Status) bool) {
	t.Helper()
	eventually.True(t, func() bool {
		ended := len(s.ended) > 0 // read before the status, because the last status comes before the end
		if wanted(s.status()) {
			return true
		}
		if ended {
			t.Fatalf("the run ended before this: %s; its remarks are %s", what, s.remarks())
		}
		return false
	})
}

// checkRemarks fails the test unless every remark is one line of printable text.
func (s *served) checkRemarks(t *testing.T) {
	t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, text := range s.texts {
		if strings.ContainsFunc(text, func(r rune) bool {
			return r < ' ' || r == 0x7f || 0x80 <= r && r < 0xa0 || r == '\u202e' || r == '\u2028'
		}) {
			t.Errorf("a remark is %q", text)
		}
	}
}
