package fleet

import (
	"errors"
	"strings"
	"testing"

	"github.com/nats-io/nats.go"

	"enumerate/enum"
	"enumerate/internal/eventually"
)

// TestAForgedBatchEndsAWorkerInOneLine sends a batch with invalid shards to a worker, on a server without permissions.
func TestAForgedBatchEndsAWorkerInOneLine(t *testing.T) {
	ctx := t.Context()
	others := openServer(t)
	key := walkOf(6)
	space, err := spaceOf(key)
	if err != nil {
		t.Fatal(err)
	}
	conn, err := nats.Connect(others.ClientURL())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	const prefix = "enumerate.wonderwall-6-walk"
	shards := []enum.Shard{{ID: 7, Path: make([]byte, 100)}}
	if _, err := conn.Subscribe(prefix+".hello.*", func(m *nats.Msg) {
		worker := strings.TrimPrefix(m.Subject, prefix+".hello.")
		_ = m.Respond(encode(job{Key: key, Protocol: protocol, Fingerprint: space.Fingerprint(), Epoch: 1}))
		_ = conn.Publish(prefix+".work."+worker, encode(Batch{Epoch: 1, ID: 1, Shards: shards}))
	}); err != nil {
		t.Fatal(err)
	}
	if err := conn.Flush(); err != nil {
		t.Fatal(err)
	}
	err = <-workAt(ctx, Cluster{URLs: others.ClientURL()}.url(key), 2, nil)
	if !errors.Is(err, errBatch) || !strings.HasPrefix(err.Error(), "shard 7: ") || strings.Contains(err.Error(), "\n") {
		t.Errorf("the worker ends with %v, want %v in one line", err, errBatch)
	}
}

// A key opens many connections. The last of them, and other keys, must still work.
func TestAKeyHasFewConnections(t *testing.T) {
	ctx := t.Context()
	s := serve(t, 6, 0.02)
	pair, key := newKey(t)
	if err := enrolKey(s.url, key); err != nil {
		t.Fatal(err)
	}
	var open []*nats.Conn
	for range 5 * keyConnections {
		conn, err := nats.Connect("tls://"+s.url.Address, nats.Secure(s.url.tlsConfig()), nats.Nkey(key, pair.Sign), nats.NoReconnect(), nats.Timeout(patient))
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		open = append(open, conn)
	}
	eventually.True(t, func() bool {
		left := 0
		for _, conn := range open {
			if !conn.IsClosed() {
				left++
			}
		}
		if left < keyConnections {
			t.Fatalf("%d connections of one key are open, want %d", left, keyConnections)
		}
		return left == keyConnections
	})
	if open[len(open)-1].IsClosed() {
		t.Error("the last connection is closed")
	}
	for _, conn := range open {
		conn.Close()
	}
	s.work(ctx, nil)
	s.right(t)
}
