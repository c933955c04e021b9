package fleet

import (
	"crypto/sha256"
	"crypto/tls"
	"net"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nkeys"
)

func TestTheURLOfAllInterfacesHasTheMachinesName(t *testing.T) {
	name, err := os.Hostname()
	if err != nil {
		t.Skip(err)
	}
	for _, c := range []struct{ listens, want string }{
		{"127.0.0.1:4222", "127.0.0.1:4222"},
		{"[::1]:4222", "[::1]:4222"},
		{"0.0.0.0:4222", name + ":4222"},
		{"[::]:4222", name + ":4222"},
	} {
		address, err := net.ResolveTCPAddr("tcp", c.listens)
		if err != nil {
			t.Fatal(err)
		}
		if got := reachable(address); got != c.want {
			t.Errorf("reachable(%s) = %s, want %s", c.listens, got, c.want)
		}
	}
}

// TestThePinHoldsWhateverTheClocksSay has the two ends of a connection believe that it is another
// year. A certificate with an end would shut workers out whose clocks are wrong.
func TestThePinHoldsWhateverTheClocksSay(t *testing.T) {
	id, err := newIdentity()
	if err != nil {
		t.Fatal(err)
	}
	own, err := id.certificate()
	if err != nil {
		t.Fatal(err)
	}
	right := JoinURL{Pin: sha256.Sum256(id.Certificate)}
	wrong := right
	wrong.Pin[0] ^= 1
	for _, years := range [][2]int{{0, 0}, {-200, 0}, {0, -200}, {0, 200}, {200, -50}, {-50, 5000}} {
		at := func(years int) func() time.Time {
			return func() time.Time { return time.Now().AddDate(years, 0, 0) }
		}
		shake := func(url JoinURL) error {
			a, b := net.Pipe()
			defer a.Close()
			defer b.Close()
			coordinator := tls.Server(a, &tls.Config{MinVersion: tls.VersionTLS13, Certificates: []tls.Certificate{own}, Time: at(years[0])})
			go func() { _ = coordinator.Handshake() }() // the worker's end says what is wrong
			config := url.tlsConfig()
			config.Time = at(years[1])
			return tls.Client(b, config).Handshake()
		}
		if err := shake(right); err != nil {
			t.Errorf("clocks off by %d years: %v", years, err)
		}
		if err := shake(wrong); err == nil || !strings.Contains(err.Error(), "is not the coordinator") {
			t.Errorf("clocks off by %d years, and another pin: %v", years, err)
		}
	}
}

// TestAQueueThatIsMadeAgainIsOpenToWorkers has a coordinator's own server lose the queue.
func TestAQueueThatIsMadeAgainIsOpenToWorkers(t *testing.T) {
	ctx := within(t, time.Minute)
	id, err := newIdentity()
	if err != nil {
		t.Fatal(err)
	}
	b, err := startBroker("127.0.0.1:0", id, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := b.close(); err != nil {
			t.Error(err)
		}
	}()
	conn, err := b.connect()
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	c := &coordinator{broker: b, conn: conn, subjects: ownSubjects, Service: Service{Lease: time.Second}}
	if c.js, err = jetstream.New(conn); err != nil {
		t.Fatal(err)
	}
	pair, _ := nkeys.CreateUser()
	key, _ := pair.PublicKey()
	if err := b.door.enrol(key); err != nil {
		t.Fatal(err)
	}
	h := &session{Worker: Worker{URL: b.url}, pair: pair, key: key}
	worker, err := h.connect(nats.Nkey(key, pair.Sign), nats.CustomInboxPrefix(ownSubjects.inbox(key)))
	if err != nil {
		t.Fatal(err)
	}
	defer worker.Close()
	js, err := jetstream.New(worker)
	if err != nil {
		t.Fatal(err)
	}
	for _, made := range []string{"first", "again"} {
		c.stream = streamPrefix + made
		if err := c.makeQueue(ctx); err != nil {
			t.Fatal(err)
		}
		if _, err := c.js.Publish(ctx, c.subjects.work(c.stream), encode(Batch{ID: 1})); err != nil {
			t.Fatal(err)
		}
		queue, err := js.Consumer(ctx, c.stream, consumerName)
		if err != nil {
			t.Fatalf("made %s: %v", made, err)
		}
		m, err := queue.Next(jetstream.FetchMaxWait(5 * time.Second))
		if err == nil {
			err = m.DoubleAck(ctx)
		}
		if err != nil {
			t.Errorf("made %s: %v", made, err)
		}
	}
}
