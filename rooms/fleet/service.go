package fleet

import (
	"context"
	crand "crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"enumerate/checkpoints"
	"enumerate/db"
	"enumerate/enum"
	"enumerate/internal/file"
)

// A Service says which run to serve, and how.
type Service struct {
	Store   *checkpoints.Store
	Key     checkpoints.Key
	Space   enum.Space
	Listen  string   // HOST:PORT of the NATS server that it starts
	Cluster *Cluster // servers that others run, instead of its own; nil for none
	// Files is the common part of the names of the files next to the database. FILES.serve has the coordinator's key
	// and token, and FILES.join the join URL; only their owner may read them. They are removed when the run is done.
	// After an interruption they stay, so that the next coordinator has the same URL and recognizes its own results.
	// FILES.serving is locked while the run is served, and names the process.
	Files string
	Check float64       // least share of the shards that are verified
	Lease time.Duration // after which the shards of a silent worker are assigned to others
	// Spread says whether to assign the shards in the mixed order of [enum.Spread], so that the finished ones are a
	// sample of all at any time. A run of more than mostSpread shards is served in the order of their numbers.
	Spread bool

	// Ready is called when workers can join, with the join URL and the file that has it; Status is called a few times a
	// second; Remark gets lines of text for the user. All are called by one goroutine.
	Ready  func(url JoinURL, path string)
	Status func(Status)
	Remark func(string)

	waits timeouts
	each  int // shards of a real run that a shard stands for; 0 or 1 except in a simulation
}

// Serve has workers compute all missing shards of a run. It returns nil when all shards are stored and their sum agrees
// with what formulas say about the run, such as the number of all games. If Serve returns earlier, every result for
// which a worker has a receipt is stored, and a later call continues the run.
//
// docs/guide/machines.md describes the wrong results that the check of the sum does not find.
func Serve(ctx context.Context, s Service) (err error) {
	release, err := s.lock()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, release()) }()

	id, err := loadIdentity(s.Files+".serve", s.Remark)
	if err != nil {
		return err
	}
	broker, err := s.connect(id)
	if err != nil {
		return err
	}
	defer broker.close()

	if err := s.serveOver(ctx, broker, id.contributor()); err != nil {
		return err
	}
	return remove(s.Files + ".serve")
}

// lock keeps other processes from serving with the same files: two coordinators would overwrite each other's files, and
// compete for workers.
func (s Service) lock() (release func() error, err error) {
	path := s.Files + ".serving"
	if info, err := os.Lstat(path); err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is not a regular file: remove it", path)
	}
	release, err = db.Lock(path, lockPatience)
	if errors.Is(err, db.ErrHeld) {
		first := "another process"
		if text, err := os.ReadFile(path); err == nil && len(text) > 0 {
			first = oneLine(string(text[:min(len(text), 3*mostShort)]))
		}
		return nil, fmt.Errorf("%s is already served by %s: join that run with enumerate work @%s.join, wait for it to end, or use another --db", s.Files, first, s.Files)
	}
	if err != nil {
		return nil, err
	}

	// Name this process for the error of the next process that tries.
	host, err := os.Hostname()
	if err != nil {
		host = "an unknown host"
	}
	first := fmt.Sprintf("process %d on %s, a %v\n", os.Getpid(), host, s.Key)
	if err := os.WriteFile(path, []byte(first), 0o666); err != nil {
		return nil, errors.Join(file.Failed(path, "write it", err), release())
	}
	return release, nil
}

// lockPatience is how long to wait for FILES.serving, which a process that ends may still hold.
const lockPatience = time.Second

func remove(path string) error {
	err := os.Remove(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return file.Failed(path, "remove it", err)
}

// serveOver serves the run over a network. The argument self is the name by which the database lists this coordinator
// among the contributors.
func (s Service) serveOver(ctx context.Context, over network, self string) error {
	ctx, stop := context.WithCancelCause(ctx)
	st := &networkTransport{
		space: s.Space, network: over, subjects: over.joinURL().subjects(), fail: stop,
		mailbox: newMailbox(), toWalk: make(chan enum.Shard, 1), ownResults: make(chan enum.Result, 1),
		toLoad: make(chan envelope), sentBatches: make(chan sentBatch),
	}

	var others sync.WaitGroup
	defer others.Wait()
	defer stop(nil)
	others.Go(func() { st.walkLoop(ctx) })
	others.Go(func() { st.loadLoop(ctx) })

	var seed [32]byte
	crand.Read(seed[:])
	ledger := &storedRun{store: s.Store, key: s.Key, space: s.Space, self: self}
	c, err := newCoordinator(s, ledger, st.subjects, rand.New(rand.NewChaCha8(seed)), st)
	if err != nil {
		return err
	}

	defer c.close()
	if err := st.subscribe(); err != nil {
		return err
	}

	join := s.Files + ".join"
	if err := file.Secret(join, over.joinURL().String()+"\n"); err != nil {
		return err
	}
	s.Ready(over.joinURL(), join)

	if err := st.run(ctx, c, s.Status); err != nil {
		return err
	}
	st.linger(c)
	if s.Status != nil {
		s.Status(c.status(time.Now()))
	}
	return remove(join)
}

// connect returns the coordinator's connection to its own NATS server, which it starts with the secrets of id, or to a
// cluster that others run.
func (s Service) connect(id identity) (*broker, error) {
	if s.Cluster == nil {
		return startBroker(s.Listen, id, s.waits.orUsual())
	}
	conn, err := s.Cluster.connect(nats.Name(coordinatorUser), nats.MaxReconnects(-1))
	if err != nil {
		return nil, err
	}
	return &broker{conn: conn, url: s.Cluster.url(s.Key)}, nil
}

// A network carries messages between a coordinator and its workers, and may lose some. In a served run it is a
// [broker], whose comments describe the methods; in a test, a network in memory. Several goroutines may use it.
type network interface {
	joinURL() JoinURL
	publish(subject string, data []byte)
	listen(subjects []string, put func(subject, reply string, data []byte)) error
	flush()

	enrols() bool
	admit(key string) error
	expel(key string)
	hasNoClients() bool
}

// A transport does for a coordinator what a state machine cannot do itself: it sends messages, computes shards and
// loads batches. No method waits.
type transport interface {
	gate
	// send sends a message, which may be lost.
	send(subject string, message any)
	// walk has this machine compute a shard, and gives the result to coordinator.storeOwn.
	walk(shard enum.Shard)
	// load sends a batch of a portable space, with everything that its shards need, and then calls
	// coordinator.startLease.
	load(subject string, b Batch)
}

// A networkTransport is the transport of a coordinator that serves a run over the network, not in a simulation. A
// goroutine computes shards, and another loads batches. They send their results through channels to the loop of the
// coordinator, method run.
type networkTransport struct {
	network
	space       enum.Space
	subjects    subjects
	fail        context.CancelCauseFunc
	mailbox     *mailbox
	toWalk      chan enum.Shard  // from run to walkLoop: shards that this machine is to compute
	ownResults  chan enum.Result // from walkLoop to run: what this machine has computed
	outbox      []envelope       // batches that wait for loadLoop
	toLoad      chan envelope    // from run to loadLoop: the first batch of outbox
	sentBatches chan sentBatch   // from loadLoop to run: the batches that are loaded and sent
}

type envelope struct {
	subject string
	Batch
}

type sentBatch struct {
	id         uint64
	unsendable []enum.Shard
}

func (st *networkTransport) send(subject string, message any) { st.publish(subject, encode(message)) }

func (st *networkTransport) walk(shard enum.Shard) { st.toWalk <- shard } // does not wait: local begins one at a time
func (st *networkTransport) load(subject string, b Batch) {
	st.outbox = append(st.outbox, envelope{subject, b})
}

func (st *networkTransport) subscribe() error {
	list := []string{st.subjects.hello("*"), st.subjects.beat("*"), st.subjects.done("*")}
	if st.enrols() {
		list = append(list, st.subjects.enrol())
	}
	return st.listen(list, st.mailbox.put)
}

// run is the loop of a coordinator: it calls the coordinator's methods when messages have come, when this machine has
// computed a shard or sent a batch, and at each tick. It returns nil when the run is done.
func (st *networkTransport) run(ctx context.Context, c *coordinator, status func(Status)) error {
	ticker := time.NewTicker(tick)
	defer ticker.Stop()
	ready := make(chan struct{})
	close(ready)

	for {
		// A nil channel is never ready, so its case of the select is off.
		var toLoad chan envelope
		var next envelope
		if len(st.outbox) > 0 {
			toLoad, next = st.toLoad, st.outbox[0]
		}
		var more chan struct{}
		if c.hasMore() {
			more = ready
		}

		var err error
		finished := false
		select {
		case <-st.mailbox.signal:
			err = st.receive(c)
		case toLoad <- next:
			st.outbox = st.outbox[1:]
		case b := <-st.sentBatches:
			c.startLease(time.Now(), b.id, b.unsendable)
		case r := <-st.ownResults:
			err = c.storeOwn(r)
		case <-more:
			finished, err = c.tick(time.Now())
		case <-ticker.C:
			finished, err = st.tick(c, status)
		case <-ctx.Done():
			return context.Cause(ctx)
		}

		if err != nil || finished {
			return err
		}
	}
}

// tick first gives the coordinator the waiting messages, so that a lease does not end while the beat (sign of life)
// that renews it waits. The result `finished` is true if the run is done.
func (st *networkTransport) tick(c *coordinator, status func(Status)) (finished bool, err error) {
	st.mailbox.tick()
	if err := st.receive(c); err != nil {
		return false, err
	}
	finished, err = c.tick(time.Now())
	if err != nil {
		return false, err
	}
	if status != nil {
		status(c.status(time.Now()))
	}
	return finished, nil
}

func (st *networkTransport) receive(c *coordinator) error {
	return c.receive(time.Now(), st.mailbox.letters(st.subjects)...)
}

// linger answers messages for at most three seconds after the end of a run, so that workers that were disconnected when
// the end was announced learn of it. It returns earlier if no worker is connected.
func (st *networkTransport) linger(c *coordinator) {
	st.flush()
	deadline := time.After(3 * time.Second)
	for !st.hasNoClients() {
		select {
		case <-st.mailbox.signal:
			_ = st.receive(c) // no error: a run that is done stores nothing
		case <-time.After(tick):
			st.mailbox.tick()
		case <-deadline:
			return
		}
	}
}

// walkLoop is the goroutine that computes the coordinator's own shards, one at a time.
func (st *networkTransport) walkLoop(ctx context.Context) {
	walker := st.space.Walker()
	for {
		select {
		case shard := <-st.toWalk:
			tally := enum.NewTally(len(st.space.Verdicts()))
			began := time.Now()
			if err := walker.Walk(ctx, shard, tally); err != nil {
				st.fail(fmt.Errorf("shard %d: %w", shard.ID, err)) // if the context has ended, its cause stays
				return
			}
			select {
			case st.ownResults <- enum.Result{Shard: shard, Tally: tally, Took: time.Since(began)}:
			case <-ctx.Done():
				return
			}
		case <-ctx.Done():
			return
		}
	}
}

// loadLoop is the goroutine that loads batches from st.toLoad, sends each in pieces that fit into a message, and
// reports to st.sentBatches.
func (st *networkTransport) loadLoop(ctx context.Context) {
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
		case st.sentBatches <- sentBatch{e.ID, unsendable}:
		case <-ctx.Done():
			return
		}
	}
}

// load reads from files what a worker needs for the shards of a batch, and returns the batch in pieces that each fit
// into a message. The shards in `unsendable` are too large or must be computed here.
func load(ctx context.Context, space enum.Portable, b Batch) (pieces []Batch, unsendable []enum.Shard, err error) {
	const most = maxMessage / 2 // bytes of the paths in a message: base64 makes them a third longer
	size := 0                   // the bytes of the last piece
	for _, shard := range b.Shards {
		shard, ok, err := space.Load(ctx, shard)
		if err != nil {
			return nil, nil, err
		}
		if !ok || len(shard.Path) > most {
			unsendable = append(unsendable, shard)
			continue
		}
		size += len(shard.Path)
		if len(pieces) == 0 || size > most {
			pieces = append(pieces, Batch{Epoch: b.Epoch, ID: b.ID})
			size = len(shard.Path)
		}
		last := &pieces[len(pieces)-1]
		last.Shards = append(last.Shards, shard)
	}
	return pieces, unsendable, nil
}
