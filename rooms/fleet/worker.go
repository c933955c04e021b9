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
	"enumerate/cli/verb"
	"enumerate/enum"
)

// A Worker takes part in a run that another process serves.
type Worker struct {
	URL     JoinURL
	Creds   string                                    // of a run on a cluster: see Cluster
	Space   func(checkpoints.Key) (enum.Space, error) // as this program has it
	Workers int                                       // at least 1
	Host    string
	Version string
	// GiveUp is how long to look for a coordinator that does not answer; with 0 one that does
	// not answer at first is given up at once, and one that falls silent later never.
	GiveUp time.Duration
	Remark func(string) // is told what is worth knowing, in one line

	waits patience // the usual one if it is zero
	// reach connects a key to the coordinator. If it is nil, as it is outside of tests, the worker
	// connects to the server that URL names.
	reach func(key string) (connection, error)
}

var (
	// ErrBanned is the error of a worker whose results are not taken.
	ErrBanned error = banned{}
	// ErrVersion is the error of a worker whose program would do other shards.
	ErrVersion = errors.New("made by another enumeration")
	// ErrSilent is the error of a coordinator that does not answer.
	ErrSilent = errors.New("no answer")
)

// A banned is an error of the kind of a check that failed, with a text of its own.
type banned struct{}

func (banned) Error() string        { return "banned" }
func (banned) Is(target error) bool { return target == verb.ErrCheck }

// Work does shards until the run is done, which is no error, or the context ends: then what
// has been finished is sent first, for at most a second. A shard that is done is kept until
// the coordinator says that it is stored.
func (w Worker) Work(ctx context.Context) error {
	pair, err := nkeys.CreateUser()
	if err != nil {
		return err
	}
	key, err := pair.PublicKey()
	if err != nil {
		return err
	}
	s := &session{Worker: w, pair: pair, key: key, walked: make(chan walked), dialed: make(chan dialed), gone: make(chan struct{})}
	var workers sync.WaitGroup
	defer workers.Wait()
	ctx, s.stop = context.WithCancelCause(ctx)
	defer s.stop(nil)
	defer close(s.gone)
	s.begin = func(space enum.Space) {
		for core := range s.hand.cores {
			batches := make(chan Batch, 1)
			s.cores = append(s.cores, batches)
			workers.Go(func() { s.work(ctx, core, batches, space) })
		}
	}
	s.hand = newHand(w, key, s)
	err = s.run(ctx)
	if s.conn != nil {
		s.conn.Close()
	}
	if err == errDone {
		return nil
	}
	return err
}

// errDone says that the run is done.
var errDone = errors.New("done")

// A session is a worker's exchange in earnest: a connection, and a goroutine for each core. What they have done it
// hears in run.
type session struct {
	Worker
	pair  nkeys.KeyPair
	key   string
	hand  *hand
	stop  context.CancelCauseFunc
	begin func(enum.Space)
	cores []chan Batch

	connection // its fields are nil while there is none
	walked     chan walked
	dialed     chan dialed
	silent     time.Time     // since when nobody answers, if so
	told       bool          // that it is remarked
	gone       chan struct{} // closed when nobody hears it any more
}

// A walked is what a core has found.
type walked struct {
	core    int
	results []result
	err     error
}

// A connection is one to a coordinator. When it breaks another one is made.
type connection struct {
	conn     link
	messages chan *nats.Msg
	broken   chan struct{}
}

// A link is a [nats.Conn], or what stands for it in a test.
type link interface {
	PublishMsg(*nats.Msg) error
	Close()
}

// A dialed is a connection, or why there is none.
type dialed struct {
	connection
	err error
}

func (s *session) open(space enum.Space)  { s.begin(space) }
func (s *session) walk(core int, b Batch) { s.cores[core] <- b } // it has nothing else to do

func (s *session) send(subject, reply string, message any) {
	if s.conn != nil { // else, or if it fails, it is sent again, until it is answered
		_ = s.conn.PublishMsg(&nats.Msg{Subject: subject, Reply: reply, Data: encode(message)})
	}
}

// run tells a hand what happens, until it is over or the context ends.
func (s *session) run(ctx context.Context) error {
	s.silent = time.Now()
	go s.dial()
	ticker := time.NewTicker(tick)
	defer ticker.Stop()
	ended, last := ctx.Done(), (<-chan time.Time)(nil)
	for s.hand.over == nil {
		var err error
		select {
		case m := <-s.messages:
			s.receive(m)
		case w := <-s.walked:
			s.hand.walked(time.Now(), w.core, w.results)
			if w.err != nil {
				s.stop(w.err) // if the context has ended that stays the cause
			}
		case <-ticker.C:
			s.hand.tick(time.Now())
			if s.conn != nil && s.hand.deaf(time.Now()) {
				s.conn.Close()
			}
		case <-s.broken:
			err = s.lose()
		case d := <-s.dialed:
			err = s.met(d)
		case <-ended:
			ended, last = nil, time.After(time.Second)
			s.hand.queue = nil // for others
		case <-last:
			return context.Cause(ctx)
		}
		if err != nil {
			return err
		}
		if ended == nil && s.hand.idle() {
			return context.Cause(ctx)
		}
	}
	return s.hand.over
}

// receive tells the hand of a message.
func (s *session) receive(m *nats.Msg) {
	var message any
	switch own := s.URL.subjects(); m.Subject {
	case own.work(s.key):
		message = new(Batch)
	case own.inbox(s.key) + ".job":
		message = new(job)
	case own.inbox(s.key) + ".receipt":
		message = new(receipt)
	case own.end():
		s.hand.receive(time.Now(), nil)
		return
	default:
		return
	}
	if decode(m.Data, message) == nil {
		s.hand.receive(time.Now(), message)
	}
}

// lose is told that the connection is broken.
func (s *session) lose() error {
	s.connection = connection{}
	if s.hand.space == nil {
		return s.met(dialed{err: fmt.Errorf("%s: %w", s.URL.Address, ErrSilent)})
	}
	s.silent, s.told = time.Now(), false
	s.say()
	go s.dial()
	return nil
}

// say says once that it waits for the coordinator.
func (s *session) say() {
	if s.Remark != nil && !s.told {
		s.Remark("the coordinator does not answer; what is done is kept for it")
	}
	s.told = true
}

// met is told of a connection, or why there is none: then it tries again, as long as it is to.
func (s *session) met(d dialed) error {
	switch {
	case d.err == nil:
		s.connection = d.connection
		s.hand.connected(time.Now())
		return nil
	case errors.Is(d.err, ErrBanned), s.hand.space == nil && s.GiveUp == 0:
		return d.err
	case s.GiveUp > 0 && time.Since(s.silent) > s.GiveUp:
		return fmt.Errorf("%w since %v: %w", ErrSilent, s.silent.Format(time.DateTime), d.err)
	}
	s.say()
	time.AfterFunc(500*time.Millisecond, s.dial)
	return nil
}

// dial connects to the coordinator, and sends the connection, or the error, to run.
func (s *session) dial() {
	reach := s.Worker.reach
	if reach == nil {
		reach = func(string) (connection, error) { return s.reachServer() }
	}

	c, err := reach(s.key)

	select {
	case s.dialed <- dialed{c, err}:
	case <-s.gone:
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

	c := connection{messages: make(chan *nats.Msg, 1024), broken: make(chan struct{})}
	options := []nats.Option{
		nats.CustomInboxPrefix(own.inbox(s.key)),
		nats.PingInterval(s.waits.orUsual().silence), nats.MaxPingsOutstanding(maxUnansweredPings),
		nats.ClosedHandler(func(*nats.Conn) { close(c.broken) }),
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
	if err = errors.Join(err, conn.Flush()); err != nil {
		conn.Close()
		return connection{}, err
	}
	return c, nil
}

// work does the batches of one core.
func (s *session) work(ctx context.Context, core int, batches <-chan Batch, space enum.Space) {
	walker := space.Walker()
	for {
		select {
		case b := <-batches:
			results, err := s.do(ctx, space, walker, b)
			select {
			case s.walked <- walked{core, results, err}:
			case <-s.gone:
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

// errBatch is the error of a batch that no coordinator gives. Who may publish on servers that others run, can.
var errBatch = errors.New("what came to be done is no part of the run; let the operator of the servers say who may publish there")

// do does the shards of a batch, or those that it can before the context ends.
func (s *session) do(ctx context.Context, space enum.Space, walker enum.Walker, b Batch) (results []result, err error) {
	defer func() {
		if fell := recover(); fell != nil { // a walker trusts that its shard is one
			err = fmt.Errorf("shard %d: %w (%v)", b.Shards[len(results)].ID, errBatch, fell)
		}
	}()
	for _, shard := range b.Shards {
		tally, began := enum.NewTally(len(space.Verdicts())), time.Now()
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

// connect connects to the coordinator. A connection that breaks is not mended by the client: dial
// makes another one, since a coordinator that was started again may not know the key.
func (s *session) connect(options ...nats.Option) (*nats.Conn, error) {
	options = append(options, nats.Name("enumerate "+s.Version), nats.NoReconnect(), nats.Timeout(s.waits.orUsual().handshake))
	if s.URL.Run != "" {
		return Cluster{s.URL.Address, s.Creds}.connect(options...)
	}
	silent := nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}) // a coordinator that denies something says why
	conn, err := nats.Connect("tls://"+s.URL.Address, append([]nats.Option{nats.Secure(s.URL.tlsConfig()), silent}, options...)...)
	if err == nil {
		return conn, nil
	}
	if errors.Is(err, nats.ErrNoServers) { // which does not say why
		if probe, why := net.DialTimeout("tcp", s.URL.Address, time.Second); why != nil {
			err = why
		} else {
			probe.Close()
		}
	}
	if errors.Is(err, nats.ErrAuthorization) {
		err = errors.New("the coordinator does not know the token of this join URL, or has banned this worker")
	}
	return nil, fmt.Errorf("%s: %w", s.URL.Address, err)
}

// enrol has the coordinator let the key in.
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
	var r receipt
	if err := decode(answer.Data, &r); err != nil {
		return err
	}
	if r.Banned != "" {
		return fmt.Errorf("%w: %s", ErrBanned, r.Banned)
	}
	return nil
}
