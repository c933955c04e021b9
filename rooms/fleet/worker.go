package fleet

import (
	"context"
	"errors"
	"fmt"
	"net"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"

	"enumerate/checkpoints"
	"enumerate/enum"
)

// A Worker takes part in a run that another process serves.
type Worker struct {
	URL     JoinURL
	Creds   string                                    // file of credentials for the servers of a cluster; "" for none
	Space   func(checkpoints.Key) (enum.Space, error) // of this program
	Workers int                                       // cores that compute; at least 1
	Host    string
	Version string
	// GiveUp is how long to look for a coordinator that does not answer. If it is 0, the worker ends if there is no
	// answer at first, and waits for ever if the coordinator falls silent later.
	GiveUp time.Duration
	Remark func(string) // gets lines of text for the user

	waits timeouts // how long to wait for the server in each step; zero for the usual times
	// reach opens a connection to the coordinator for the worker with this key. If it is nil, the worker connects to the
	// server that URL names. Tests set it.
	reach func(key string) (connection, error)
}

var (
	// ErrBanned is the error of a worker that the coordinator refuses.
	ErrBanned error = banError{}
	// ErrVersion is the error of a worker whose program computes other shards than the coordinator's.
	ErrVersion = errors.New("the coordinator is another version of the program")
	// ErrSilent is the error of a coordinator that does not answer.
	ErrSilent = errors.New("no answer")
)

// A banError counts as a failed check: package verb looks for CheckFailed to choose the exit code.
type banError struct{}

func (banError) Error() string { return "banned" }
func (banError) CheckFailed()  {}

// Work computes shards for the coordinator until the run is done, and then returns nil. If the context ends first, Work
// sends the results that it has, which takes at most a second, and returns the context's cause. Each result is kept
// until the coordinator says that it is stored.
func (w Worker) Work(ctx context.Context) error {
	pair, err := nkeys.CreateUser()
	if err != nil {
		return err
	}
	key, err := pair.PublicKey()
	if err != nil {
		return err
	}

	s := &session{Worker: w, pair: pair, key: key, coreResults: make(chan coreResults), dialResults: make(chan dialResult), quit: make(chan struct{})}
	var cores sync.WaitGroup
	defer cores.Wait()
	ctx, s.stop = context.WithCancelCause(ctx)
	defer s.stop(nil)
	defer close(s.quit)

	s.begin = func(space enum.Space) {
		for core := range s.client.cores {
			batches := make(chan Batch, 1)
			s.cores = append(s.cores, batches)
			cores.Go(func() { s.work(ctx, core, batches, space) })
		}
	}

	s.client = newClient(w, key, s)
	err = s.run(ctx)
	if s.conn != nil {
		s.conn.Close()
	}
	if err == errDone {
		return nil
	}
	return err
}

var errDone = errors.New("done")

// A session connects a client, which decides what a worker does, with the world: a connection to the coordinator over
// NATS, and a goroutine for each core. All report to the loop of the worker, method run, through channels.
type session struct {
	Worker
	pair   nkeys.KeyPair
	key    string
	client *client
	stop   context.CancelCauseFunc
	begin  func(enum.Space) // starts a goroutine for each core
	cores  []chan Batch     // from run to the goroutine of each core

	connection                   // its fields are nil while there is no connection
	coreResults chan coreResults // from work to run
	dialResults chan dialResult  // from dial to run
	silentSince time.Time        // when the coordinator stopped answering
	remarked    bool             // a remark has said so
	quit        chan struct{}    // closed when run has returned
}

type coreResults struct {
	core    int
	results []result
	err     error
}

type connection struct {
	conn     link
	messages chan *nats.Msg
	loss     chan struct{} // closed when the connection is lost
}

// A link is a [nats.Conn], or what takes its place in a test.
type link interface {
	PublishMsg(*nats.Msg) error
	Close()
}

type dialResult struct {
	connection
	err error
}

func (s *session) open(space enum.Space)  { s.begin(space) }
func (s *session) walk(core int, b Batch) { s.cores[core] <- b } // does not wait, because the core is idle

// send sends a message, if there is a connection. The client sends messages again until they are answered.
func (s *session) send(subject, reply string, message any) {
	if s.conn != nil {
		_ = s.conn.PublishMsg(&nats.Msg{Subject: subject, Reply: reply, Data: encode(message)})
	}
}

// run calls the methods of the client until it is over or the context ends.
func (s *session) run(ctx context.Context) error {
	s.silentSince = time.Now()
	go s.dial()
	ticker := time.NewTicker(tick)
	defer ticker.Stop()

	ended := ctx.Done()
	var deadline <-chan time.Time // for the last results after the context has ended

	for s.client.over == nil {
		var err error
		select {
		case m := <-s.messages:
			s.receive(m)
		case r := <-s.coreResults:
			s.client.takeResults(time.Now(), r.core, r.results)
			if r.err != nil {
				s.stop(r.err) // if the context has ended, its cause stays
			}
		case <-ticker.C:
			s.client.tick(time.Now())
			if s.conn != nil && s.client.unresponsive(time.Now()) {
				s.conn.Close()
			}
		case <-s.loss:
			err = s.reconnect()
		case d := <-s.dialResults:
			err = s.takeDialResult(d)
		case <-ended:
			ended = nil
			deadline = time.After(time.Second)
			s.client.queue = nil // other workers compute these batches
		case <-deadline:
			return context.Cause(ctx)
		}

		if err != nil {
			return err
		}
		if ended == nil && s.client.idle() {
			return context.Cause(ctx)
		}
	}
	return s.client.over
}

// receive gives the client a message of the coordinator, unless it cannot be read.
func (s *session) receive(m *nats.Msg) {
	var message any
	switch own := s.URL.subjects(); m.Subject {
	case own.work(s.key):
		message = new(Batch)
	case own.inbox(s.key) + ".job":
		message = new(job)
	case own.inbox(s.key) + ".receipt":
		message = new(receipt)
	case own.end(): // the run is done
		s.client.receive(time.Now(), nil)
		return
	default:
		return
	}
	if err := decode(m.Data, message); err == nil {
		s.client.receive(time.Now(), message)
	}
}

// reconnect is called when the connection to the coordinator has ended, and dials again. If no job has come yet, this
// was the first try, and is handled like a failed dial.
func (s *session) reconnect() error {
	s.connection = connection{}
	if s.client.space == nil {
		return s.takeDialResult(dialResult{err: fmt.Errorf("%s: %w", s.URL.Address, ErrSilent)})
	}
	s.silentSince = time.Now() // the worker gives up when this was too long ago
	s.remarked = false
	s.remarkSilence()
	go s.dial()
	return nil
}

func (s *session) remarkSilence() {
	if s.Remark != nil && !s.remarked {
		s.Remark("the coordinator does not answer; the worker keeps its results and tries again")
	}
	s.remarked = true
}

// takeDialResult takes the result of a try to connect to the coordinator. After an error it tries again half a second
// later, or returns the error if the worker is banned or has tried for long enough.
func (s *session) takeDialResult(d dialResult) error {
	switch {
	case d.err == nil:
		s.connection = d.connection
		s.client.useConnection(time.Now())
		return nil
	case errors.Is(d.err, ErrBanned), s.client.space == nil && s.GiveUp == 0: // banned, or no answer at first
		return d.err
	case s.GiveUp > 0 && time.Since(s.silentSince) > s.GiveUp:
		return fmt.Errorf("%w since %v: %w", ErrSilent, s.silentSince.Format(time.DateTime), d.err)
	}
	s.remarkSilence()
	time.AfterFunc(500*time.Millisecond, s.dial)
	return nil
}

// dial connects to the coordinator, and sends the connection, or the error, to the loop, method run. It is called in a
// separate goroutine, because connecting may take seconds.
func (s *session) dial() {
	reach := s.Worker.reach
	if reach == nil {
		reach = func(string) (connection, error) { return s.reachServer() }
	}

	c, err := reach(s.key)

	select {
	case s.dialResults <- dialResult{c, err}:
	case <-s.quit:
		if err == nil {
			c.conn.Close()
		}
	}
}

// reachServer enrols the key and connects with it.
func (s *session) reachServer() (connection, error) {
	own := s.URL.subjects()
	if s.URL.Run == "" {
		if err := s.enrol(); err != nil {
			return connection{}, err
		}
	}

	c := connection{messages: make(chan *nats.Msg, 1024), loss: make(chan struct{})}
	options := []nats.Option{
		nats.CustomInboxPrefix(own.inbox(s.key)),
		nats.PingInterval(s.waits.orUsual().silence), nats.MaxPingsOutstanding(maxUnansweredPings),
		nats.ClosedHandler(func(*nats.Conn) { close(c.loss) }),
	}
	if s.URL.Run == "" {
		options = append(options, nats.Nkey(s.key, s.pair.Sign))
	}
	conn, err := s.connect(options...)
	if err != nil {
		return connection{}, err
	}
	c.conn = conn

	for _, subject := range []string{own.inbox(s.key) + ".*", own.work(s.key), own.end()} {
		_, failed := conn.ChanSubscribe(subject, c.messages)
		err = errors.Join(err, failed)
	}
	err = errors.Join(err, conn.Flush())
	if err != nil {
		conn.Close()
		return connection{}, err
	}
	return c, nil
}

// work is the goroutine of one core: it computes batches, and sends the results to s.coreResults.
func (s *session) work(ctx context.Context, core int, batches <-chan Batch, space enum.Space) {
	walker := space.Walker()
	for {
		select {
		case b := <-batches:
			results, err := s.compute(ctx, space, walker, b)
			select {
			case s.coreResults <- coreResults{core, results, err}:
			case <-s.quit:
				return
			}
			if err != nil {
				return
			}
		case <-ctx.Done():
			return
		}
	}
}

// errBatch is the error of a batch whose shards do not exist in the run. No coordinator sends one, but on NATS servers
// that others run, someone else may be allowed to send messages to the worker.
var errBatch = errors.New("a batch is not part of the run, so another program sent it through the NATS servers: ask their operator to let only the coordinator publish batches")

// compute computes the shards of a batch until the context ends. The walker may panic if the run has no such shard;
// compute converts the panic to an error.
func (s *session) compute(ctx context.Context, space enum.Space, walker enum.Walker, b Batch) (results []result, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("shard %d: %w (%v)", b.Shards[len(results)].ID, errBatch, fault)
		}
	}()
	for _, shard := range b.Shards {
		tally := enum.NewTally(len(space.Verdicts()))
		began := time.Now()
		if err := walker.Walk(ctx, shard, tally); err != nil {
			return results, err
		}
		data, err := tally.MarshalBinary()
		if err != nil {
			return results, err
		}
		results = append(results, result{shard.ID, time.Since(began), data})
	}
	return results, nil
}

// connect connects to the coordinator, or to the servers of a cluster. The connection does not reconnect by itself,
// because a coordinator that was started again may not know the worker's key: dial enrols the key first.
func (s *session) connect(options ...nats.Option) (*nats.Conn, error) {
	options = append(options, nats.Name("enumerate "+s.Version), nats.NoReconnect(), nats.Timeout(s.waits.orUsual().handshake))
	if s.URL.Run != "" {
		return Cluster{s.URL.Address, s.Creds}.connect(options...)
	}
	ignore := nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}) // the coordinator says itself why it denies something
	own := []nats.Option{nats.Secure(s.URL.tlsConfig()), ignore}
	conn, err := nats.Connect("tls://"+s.URL.Address, append(own, options...)...)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.URL.Address, s.explain(err))
	}
	return conn, nil
}

// explain replaces an error of nats.Connect by one that says why the coordinator refuses the worker, or why its address
// cannot be reached.
func (s *session) explain(err error) error {
	if errors.Is(err, nats.ErrAuthorization) {
		return errors.New("the coordinator does not know the token of this join URL, or has banned this worker")
	}
	if !errors.Is(err, nats.ErrNoServers) {
		return err
	}
	// NATS does not say why no server answers, so connect once without NATS.
	probe, why := net.DialTimeout("tcp", s.URL.Address, time.Second)
	if why != nil {
		return fmt.Errorf("cannot connect: %w: check that enumerate serve runs there, and that the join URL is its latest one", plainCause(why))
	}
	probe.Close()
	return err
}

// enrol asks the coordinator to let the worker's key in, over a connection that has the token of the join URL.
func (s *session) enrol() error {
	conn, err := s.connect(nats.Token(s.URL.Token), nats.CustomInboxPrefix(s.URL.subjects().inbox(enroller)))
	if err != nil {
		return err
	}
	defer conn.Close()
	answer, err := conn.Request(s.URL.subjects().enrol(), encode(enrolment{s.key}), s.waits.orUsual().enrolment)
	if err != nil {
		return fmt.Errorf("%s: %w: %w", s.URL.Address, ErrSilent, err)
	}
	var r receipt // with the reason if the key is refused
	if err := decode(answer.Data, &r); err != nil {
		return err
	}
	if r.BanReason != "" {
		return fmt.Errorf("%w: %s", ErrBanned, r.BanReason)
	}
	return nil
}
