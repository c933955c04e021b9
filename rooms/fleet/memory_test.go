package fleet

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"

	"enumerate/enum"
)

// inVirtualTime runs a test in a bubble of package synctest, in which time passes only while every goroutine waits. So
// waiting takes no real time, and does not depend on how busy the machine is. The run must be served in memory, because
// a goroutine that waits for a real connection does not count as waiting.
func inVirtualTime(t *testing.T, test func(t *testing.T)) {
	t.Helper()
	t.Parallel()
	synctest.Test(t, test)
}

// A memoryNetwork connects workers with a coordinator without a server. Like the server, it lets a worker publish and
// listen only to the subjects of the worker's key.
type memoryNetwork struct {
	mu       sync.Mutex
	put      func(subject, reply string, data []byte) // delivers a message to the coordinator
	enrolled map[string]bool
	ends     map[*memoryEnd]bool
	replies  map[string]chan *nats.Msg // by reply subject
	requests int
}

func newMemoryNetwork() *memoryNetwork {
	return &memoryNetwork{
		enrolled: make(map[string]bool),
		ends:     make(map[*memoryEnd]bool),
		replies:  make(map[string]chan *nats.Msg),
	}
}

type memoryEnd struct {
	network *memoryNetwork
	key     string
	hear    func(*nats.Msg) // handles a message; must not block
	closed  chan struct{}
}

func (n *memoryNetwork) joinURL() JoinURL { return JoinURL{Address: "memory"} }
func (n *memoryNetwork) flush()           {}
func (n *memoryNetwork) enrols() bool     { return true }

func (n *memoryNetwork) listen(_ []string, put func(subject, reply string, data []byte)) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.put = put
	return nil
}

// publish delivers a message of the coordinator to the workers that may hear its subject, or as the answer to a
// request.
func (n *memoryNetwork) publish(subject string, data []byte) {
	message := &nats.Msg{Subject: subject, Data: data}

	n.mu.Lock()
	reply, requested := n.replies[subject]
	delete(n.replies, subject)
	var hearing []*memoryEnd
	for end := range n.ends {
		mine := subject == ownSubjects.work(end.key) || strings.HasPrefix(subject, ownSubjects.inbox(end.key)+".")
		if mine || subject == ownSubjects.end() {
			hearing = append(hearing, end)
		}
	}
	n.mu.Unlock()

	if requested {
		reply <- message
	}
	for _, end := range hearing {
		end.hear(message)
	}
}

func (n *memoryNetwork) admit(key string) error {
	if !nkeys.IsValidPublicUserKey(key) {
		return errMessage
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.enrolled[key] = true
	return nil
}

// expel closes the connections of a key after a delay in which the worker can read its last messages.
func (n *memoryNetwork) expel(key string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	delete(n.enrolled, key)

	time.AfterFunc(2*time.Second, func() {
		n.mu.Lock()
		var leaving []*memoryEnd
		for end := range n.ends {
			if end.key == key {
				leaving = append(leaving, end)
			}
		}
		n.mu.Unlock()
		for _, end := range leaving {
			end.Close()
		}
	})
}

func (n *memoryNetwork) hasNoClients() bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return len(n.ends) == 0
}

// request sends a message to the coordinator, and waits for the answer on a new subject below inbox.
func (n *memoryNetwork) request(subject, inbox string, data []byte, closed <-chan struct{}, timeout time.Duration) (*nats.Msg, error) {
	answer := make(chan *nats.Msg, 1)
	n.mu.Lock()
	n.requests++
	reply := fmt.Sprintf("%s.%d", inbox, n.requests)
	n.replies[reply] = answer
	n.mu.Unlock()

	n.put(subject, reply, data)

	select {
	case m := <-answer:
		return m, nil
	case <-closed:
		return nil, nats.ErrConnectionClosed
	case <-time.After(timeout):
		return nil, nats.ErrTimeout
	}
}

func (n *memoryNetwork) enrol(key string) error {
	answer, err := n.request(ownSubjects.enrol(), ownSubjects.inbox(enroller), encode(enrolment{key}), nil, time.Minute)
	if err != nil {
		return err
	}
	var r receipt
	if err := json.Unmarshal(answer.Data, &r); err != nil {
		return err
	}
	if r.BanReason != "" {
		return errors.New(r.BanReason)
	}
	return nil
}

func (n *memoryNetwork) connect(key string, hear func(*nats.Msg)) (*memoryEnd, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if !n.enrolled[key] {
		return nil, nats.ErrAuthorization
	}
	end := &memoryEnd{network: n, key: key, hear: hear, closed: make(chan struct{})}
	n.ends[end] = true
	return end, nil
}

// reach connects an honest worker, as [Worker].reach does.
func (n *memoryNetwork) reach(key string) (connection, error) {
	if err := n.enrol(key); err != nil {
		return connection{}, fmt.Errorf("%w: %w", ErrBanned, err)
	}
	messages := make(chan *nats.Msg, 1024)
	end, err := n.connect(key, func(m *nats.Msg) {
		select {
		case messages <- m:
		default: // drop the message, as the server does for a slow client
		}
	})
	if err != nil {
		return connection{}, err
	}
	return connection{conn: end, messages: messages, loss: end.closed}, nil
}

// PublishRequest refuses a message to a subject of another key, like the server.
func (e *memoryEnd) PublishRequest(subject, reply string, data []byte) error {
	if e.IsClosed() {
		return nats.ErrConnectionClosed
	}
	if !strings.HasSuffix(subject, "."+e.key) {
		return nats.ErrPermissionViolation
	}
	e.network.put(subject, reply, data)
	return nil
}

func (e *memoryEnd) Publish(subject string, data []byte) error {
	return e.PublishRequest(subject, "", data)
}

func (e *memoryEnd) PublishMsg(m *nats.Msg) error {
	return e.PublishRequest(m.Subject, m.Reply, m.Data)
}

func (e *memoryEnd) Request(subject string, data []byte, timeout time.Duration) (*nats.Msg, error) {
	if e.IsClosed() {
		return nil, nats.ErrConnectionClosed
	}
	return e.network.request(subject, ownSubjects.inbox(e.key), data, e.closed, timeout)
}

func (e *memoryEnd) IsClosed() bool {
	select {
	case <-e.closed:
		return true
	default:
		return false
	}
}

func (e *memoryEnd) Close() {
	e.network.mu.Lock()
	defer e.network.mu.Unlock()
	if e.network.ends[e] {
		delete(e.network.ends, e)
		close(e.closed)
	}
}

// The run has 62 shards of half a minute each. With two workers it must take between 15 and 31 virtual minutes.
func TestARunIsServedInVirtualTime(t *testing.T) {
	inVirtualTime(t, func(t *testing.T) {
		began := time.Now()
		s := serveInMemory(t, 6, 0.02, 10*time.Second)
		slowly := func(s enum.Space) enum.Space { return slow{Space: s, time: 30 * time.Second} }
		s.work(t.Context(), slowly)
		s.work(t.Context(), slowly)

		s.right(t)

		if took := time.Since(began); took < 15*time.Minute || took > 31*time.Minute {
			t.Errorf("two workers took %v for 62 shards of half a minute each", took)
		}
	})
}

var _ network = (*memoryNetwork)(nil)
