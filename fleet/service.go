package fleet

import (
	"context"
	crand "crypto/rand"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"enumerate/checkpoints"
	"enumerate/enum"
	"enumerate/internal/file"
)

// A Service is a run that is to be served.
type Service struct {
	Store   *checkpoints.Store
	Key     checkpoints.Key
	Space   enum.Space
	Listen  string   // HOST:PORT, of a NATS server of its own
	Cluster *Cluster // or these servers, which others run; nil for none
	// Files is how the names begin of what is kept beside the database while the run is
	// served: FILES.serve, the coordinator's key and token, and FILES.join, the join URL, which its
	// owner alone may read. They are removed when the run is done, and stay if it
	// is not, so that the same URL leads to the coordinator when it is started again.
	Files string
	Check float64       // share of the shards that a second worker does too
	Lease time.Duration // after which the work of a silent worker is given to another

	// Ready is told the URL once workers can join, and the file that has it. Status how far the run is, a
	// few times a second, Remark what is worth knowing, in one line. They are called from one goroutine.
	Ready  func(url JoinURL, path string)
	Status func(Status)
	Remark func(string)
}

// Serve has workers do all shards of a run that are not stored yet, and returns once they are
// all stored, proved and made one run. What ends it before, the context or an error, loses
// nothing that a worker was told is stored.
//
// Whatever the workers send, what Serve returns nil for is proved: the sums of the whole run
// hold. See the package's documentation for what that leaves open.
func Serve(ctx context.Context, s Service) (err error) {
	id, err := loadIdentity(s.Files + ".serve")
	if err != nil {
		return err
	}
	broker, conn, err := s.connect(id)
	if err != nil {
		return err
	}
	defer broker.close()
	defer conn.Close()
	ctx, stop := context.WithCancelCause(ctx)
	st := &station{
		space: s.Space, conn: conn, broker: broker, subjects: broker.url.subjects(), fail: stop,
		post: newMailbox(), toWalk: make(chan enum.Shard, 1), walked: make(chan enum.Result, 1),
		toLoad: make(chan envelope), loaded: make(chan loadedBatch),
	}
	var others sync.WaitGroup
	defer others.Wait()
	defer stop(nil)
	others.Go(func() { st.walkLoop(ctx) })
	others.Go(func() { st.loadLoop(ctx) })
	var seed [32]byte
	crand.Read(seed[:])
	ledger := &storedRun{store: s.Store, key: s.Key, space: s.Space}
	c, err := newCoordinator(s, ledger, st.subjects, rand.New(rand.NewChaCha8(seed)), st)
	if err != nil {
		return err
	}
	defer c.close()
	if err := c.adopt(ledger); err != nil {
		return err
	}
	if err := st.listen(); err != nil {
		return err
	}
	join := s.Files + ".join"
	if err := file.Secret(join, broker.url.String()+"\n"); err != nil {
		return err
	}
	s.Ready(broker.url, join)
	if err := st.run(ctx, c, s.Status); err != nil {
		return err
	}
	st.linger(c)
	if s.Status != nil {
		s.Status(c.status(time.Now()))
	}
	return errors.Join(os.Remove(join), os.Remove(s.Files+".serve"))
}

// connect starts the coordinator's own server, or goes to those of a cluster.
func (s Service) connect(id identity) (*broker, *nats.Conn, error) {
	if s.Cluster != nil {
		conn, err := s.Cluster.connect(nats.Name(coordinatorUser), nats.MaxReconnects(-1))
		return &broker{url: s.Cluster.url(s.Key)}, conn, err
	}
	b, err := startBroker(s.Listen, id)
	if err != nil {
		return nil, nil, err
	}
	conn, err := b.connect()
	if err != nil {
		b.close()
		return nil, nil, err
	}
	return b, conn, nil
}

// A station is a coordinator's transport in earnest: its connection, and two goroutines for what takes long. What they
// have done it hears in run.
type station struct {
	space    enum.Space
	conn     *nats.Conn
	broker   *broker
	subjects subjects
	fail     context.CancelCauseFunc
	post     *mailbox
	toWalk   chan enum.Shard
	walked   chan enum.Result
	outbox   []envelope // for loadLoop
	toLoad   chan envelope
	loaded   chan loadedBatch
}

// An envelope is a batch on its way to a subject.
type envelope struct {
	subject string
	Batch
}

// A loadedBatch is one that was sent, but for some shards.
type loadedBatch struct {
	id         uint64
	unsendable []enum.Shard
}

func (st *station) send(subject string, message any) {
	// What does not arrive is sent again when it is asked for, or its lease is over.
	_ = st.conn.Publish(subject, encode(message))
}

func (st *station) walk(shard enum.Shard)        { st.toWalk <- shard } // one at a time
func (st *station) load(subject string, b Batch) { st.outbox = append(st.outbox, envelope{subject, b}) }
func (st *station) admit(key string) error       { return st.broker.admit(key) }
func (st *station) expel(key string)             { st.broker.expel(key, st.conn) }

// listen has what workers send put into the mailbox.
func (st *station) listen() error {
	list := []string{st.subjects.hello("*"), st.subjects.beat("*"), st.subjects.done("*")}
	if st.broker.door != nil { // else the operator of the servers says who may come in
		list = append(list, st.subjects.enrol())
	}
	for _, subject := range list {
		if _, err := st.conn.Subscribe(subject, func(m *nats.Msg) { st.post.put(m.Subject, m.Reply, m.Data) }); err != nil {
			return err
		}
	}
	return st.conn.Flush()
}

// run tells a coordinator what happens, until its run is done.
func (st *station) run(ctx context.Context, c *coordinator, status func(Status)) error {
	ticker := time.NewTicker(tick)
	defer ticker.Stop()
	soon := make(chan struct{})
	close(soon)
	for {
		var toLoad chan envelope
		var next envelope
		if len(st.outbox) > 0 {
			toLoad, next = st.toLoad, st.outbox[0]
		}
		var more chan struct{}
		if c.more {
			more = soon
		}
		var err error
		finished := false
		select {
		case <-st.post.filled:
			err = st.receive(c)
		case toLoad <- next:
			st.outbox = st.outbox[1:]
		case b := <-st.loaded:
			c.loaded(time.Now(), b.id, b.unsendable)
		case r := <-st.walked:
			err = c.walked(r)
		case <-more:
			finished, err = c.tick(time.Now())
		case <-ticker.C:
			st.post.tick()
			if err = st.receive(c); err == nil { // leases are renewed before they end
				finished, err = c.tick(time.Now())
			}
			if status != nil && err == nil {
				status(c.status(time.Now()))
			}
		case <-ctx.Done():
			return context.Cause(ctx)
		}
		if err != nil || finished {
			return err
		}
	}
}

// receive tells a coordinator what is in the mailbox.
func (st *station) receive(c *coordinator) error {
	return c.receive(time.Now(), st.post.letters(st.subjects)...)
}

// linger stays for a moment, for those who were cut off when the others were told that the run
// is done.
func (st *station) linger(c *coordinator) {
	_ = st.conn.Flush()
	deadline := time.After(3 * time.Second)
	for !st.broker.deserted() {
		select {
		case <-st.post.filled:
			_ = st.receive(c) // it stores nothing any more
		case <-time.After(tick):
			st.post.tick()
		case <-deadline:
			return
		}
	}
}

// walkLoop does the shards that the coordinator does itself.
func (st *station) walkLoop(ctx context.Context) {
	walker := st.space.Walker()
	for {
		select {
		case shard := <-st.toWalk:
			tally, began := enum.NewTally(len(st.space.Verdicts())), time.Now()
			if err := walker.Walk(ctx, shard, tally); err != nil {
				st.fail(fmt.Errorf("shard %d: %w", shard.ID, err)) // if the context has ended that stays the cause
				return
			}
			select {
			case st.walked <- enum.Result{Shard: shard, Tally: tally, Took: time.Since(began)}:
			case <-ctx.Done():
				return
			}
		case <-ctx.Done():
			return
		}
	}
}

// loadLoop loads batches and sends them, in pieces of which none is too large for a message.
func (st *station) loadLoop(ctx context.Context) {
	portable, _ := st.space.(enum.Portable)
	for {
		var e envelope
		select {
		case e = <-st.toLoad:
		case <-ctx.Done():
			return
		}
		pieces, unsendable, err := load(ctx, portable, e.Batch)
		if err != nil {
			st.fail(err)
			return
		}
		for _, piece := range pieces {
			st.send(e.subject, piece)
		}
		select {
		case st.loaded <- loadedBatch{e.ID, unsendable}:
		case <-ctx.Done():
			return
		}
	}
}

// load returns a batch in pieces as they are sent, and the shards that cannot be sent.
func load(ctx context.Context, space enum.Portable, b Batch) (pieces []Batch, unsendable []enum.Shard, err error) {
	const most = maxMessage / 2 // in base64 it is a third more
	size := most
	for _, shard := range b.Shards {
		shard, ok, err := space.Load(ctx, shard)
		if err != nil {
			return nil, nil, err
		}
		if !ok || len(shard.Path) > most {
			unsendable = append(unsendable, shard)
			continue
		}
		if size += len(shard.Path); size > most {
			pieces, size = append(pieces, Batch{Epoch: b.Epoch, ID: b.ID}), len(shard.Path)
		}
		last := &pieces[len(pieces)-1]
		last.Shards = append(last.Shards, shard)
	}
	return pieces, unsendable, nil
}
