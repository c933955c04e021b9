package fleet

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
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

	// Done is told of each shard, from one goroutine at a time, Remark what is worth knowing,
	// in one line.
	Done   func(enum.Result)
	Remark func(string)
}

var (
	// ErrBanned is the error of a worker whose results are not taken.
	ErrBanned = verb.FailedCheck("banned")
	// ErrVersion is the error of a worker whose program would do other shards.
	ErrVersion = errors.New("made by another enumeration")
	// ErrSilent is the error of a coordinator that does not answer.
	ErrSilent = errors.New("no answer")
)

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
	s := &session{Worker: w, pair: pair, key: key, connected: make(chan struct{})}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	first, err := s.dial(ctx)
	if err != nil && w.GiveUp > 0 && !errors.Is(err, ErrBanned) && err != errDone {
		first, err = s.redial(ctx)
	}
	if err == errDone {
		return nil
	}
	if err != nil {
		return err
	}
	if s.space, err = w.Space(first.job.Key); err != nil {
		first.close()
		return err
	}
	if own := s.space.Fingerprint(); own != first.job.Fingerprint {
		first.close()
		return fmt.Errorf("the run there was %w (%q, this program's is %q); use the same version of the program", ErrVersion, first.job.Fingerprint, own)
	}
	s.first = first.job
	var workers sync.WaitGroup
	for range max(w.Workers, 1) {
		workers.Go(func() {
			if err := s.work(ctx); err != nil {
				cancel(err)
			}
		})
	}
	cancel(s.stayConnected(ctx, first)) // a run that is done is a cause like another
	workers.Wait()
	switch cause := context.Cause(ctx); cause {
	case errDone:
		return nil
	default:
		return cause
	}
}

// errDone says that the run is done.
var errDone = errors.New("done")

// A session is a worker at work.
type session struct {
	Worker
	pair  nkeys.KeyPair
	key   string
	space enum.Space
	first job

	mu         sync.Mutex
	connection *connection   // nil while there is none
	connected  chan struct{} // closed when there is a new one

	reporting sync.Mutex
	shards    atomic.Uint64
	busy      atomic.Int64
}

// A connection is one to a coordinator. When it breaks another one is made.
type connection struct {
	conn   *nats.Conn
	job    job
	queue  jetstream.Consumer
	checks chan Batch
	proven chan struct{} // closed when the trial is over
	broken chan struct{}
	ended  chan struct{}
	once   sync.Once
	made   time.Time
	silent atomic.Int64 // how long after made the queue fell silent, in nanoseconds; 0 while it answers
}

func (c *connection) close() {
	c.once.Do(func() { close(c.broken) })
	c.conn.Close()
}

// stayConnected keeps up a connection until the run is done.
func (s *session) stayConnected(ctx context.Context, c *connection) error {
	for {
		s.setConnection(c)
		beats, asks := time.NewTicker(beatEvery), time.NewTicker(tick)
		for up := true; up; {
			select {
			case <-asks.C:
				switch {
				case c.trialOver():
					asks.Stop()
				case s.busy.Load() == 0 && len(c.checks) == 0:
					if err := s.ask(c, beatEvery); errors.Is(err, ErrBanned) || err == errDone {
						c.close()
						return err
					}
				}
			case <-beats.C:
				_ = c.conn.Publish(s.URL.subjects().beat(s.key), encode(beat{s.shards.Load(), int(s.busy.Load())}))
			case <-c.broken:
				up = false
			case <-c.ended:
				c.close()
				return errDone
			case <-ctx.Done():
				time.AfterFunc(time.Second, c.close) // what is finished is being sent
				return context.Cause(ctx)
			}
		}
		beats.Stop()
		asks.Stop()
		s.setConnection(nil)
		c.close()
		var err error
		if c, err = s.redial(ctx); err != nil {
			return err
		}
		if c.job.Key != s.first.Key || c.job.Fingerprint != s.first.Fingerprint {
			c.close()
			return errDone // and the coordinator has begun another run
		}
	}
}

// redial makes a connection again.
func (s *session) redial(ctx context.Context) (*connection, error) {
	began := time.Now()
	if s.Remark != nil {
		s.Remark("the coordinator does not answer; what is done is kept for it")
	}
	for {
		c, err := s.dial(ctx)
		if err == nil || errors.Is(err, ErrBanned) || err == errDone {
			return c, err
		}
		if s.GiveUp > 0 && time.Since(began) > s.GiveUp {
			return nil, fmt.Errorf("%w since %v: %w", ErrSilent, began.Format(time.DateTime), err)
		}
		select {
		case <-time.After(500 * time.Millisecond):
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
	}
}

// setConnection has the workers use a connection, nil for none.
func (s *session) setConnection(c *connection) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.connection = c
	if c != nil {
		close(s.connected)
		s.connected = make(chan struct{})
	}
}

// awaitConnection returns the connection, once there is one.
func (s *session) awaitConnection(ctx context.Context) (*connection, error) {
	for {
		s.mu.Lock()
		c, connected := s.connection, s.connected
		s.mu.Unlock()
		if c != nil {
			return c, nil
		}
		select {
		case <-connected:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// dial enrols the key, connects with it, and asks for the job.
func (s *session) dial(ctx context.Context) (*connection, error) {
	c := &connection{made: time.Now(), checks: make(chan Batch, 64), proven: make(chan struct{}), broken: make(chan struct{}), ended: make(chan struct{}, 1)}
	options := []nats.Option{
		nats.CustomInboxPrefix(s.URL.subjects().inbox(s.key)), nats.PingInterval(5 * time.Second), nats.MaxPingsOutstanding(3),
		nats.ClosedHandler(func(*nats.Conn) { c.once.Do(func() { close(c.broken) }) }),
	}
	if s.URL.Run == "" {
		if err := s.enrol(); err != nil {
			return nil, err
		}
		options = append(options, nats.Nkey(s.key, s.pair.Sign))
	}
	var err error
	c.conn, err = s.connect(options...)
	if err != nil {
		return nil, err
	}
	if err := s.greet(ctx, c); err != nil {
		c.close()
		return nil, err
	}
	return c, nil
}

// connect connects to the coordinator. A connection that breaks is not mended by the client: dial
// makes another one, since a coordinator that was started again may not know the key.
func (s *session) connect(options ...nats.Option) (*nats.Conn, error) {
	options = append(options, nats.Name("enumerate "+s.Version), nats.NoReconnect(), nats.Timeout(5*time.Second))
	if s.URL.Run != "" {
		return Cluster{s.URL.Address, s.Creds}.connect(options...)
	}
	conn, err := nats.Connect("tls://"+s.URL.Address, append(options, nats.Secure(s.URL.tlsConfig()))...)
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
	conn, err := s.connect(nats.Token(s.URL.Token), nats.CustomInboxPrefix(s.URL.subjects().inbox("enrol")))
	if err != nil {
		return err
	}
	defer conn.Close()
	answer, err := conn.Request(s.URL.subjects().enrol(), encode(enrolment{s.key}), enrolTakes)
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

// greet listens, asks for the job, and opens the queue.
func (s *session) greet(ctx context.Context, c *connection) error {
	_, err1 := c.conn.Subscribe(s.URL.subjects().end(), func(*nats.Msg) {
		select {
		case c.ended <- struct{}{}:
		default:
		}
	})
	_, err2 := c.conn.Subscribe(s.URL.subjects().check(s.key), func(m *nats.Msg) {
		var b Batch
		if decode(m.Data, &b) == nil {
			select {
			case c.checks <- b:
			default: // it is given to another worker in time
			}
		}
	})
	if err := errors.Join(err1, err2, c.conn.Flush()); err != nil {
		return err
	}
	if err := s.ask(c, answerTimeout); err != nil {
		return err
	}
	js, err := jetstream.New(c.conn)
	if err != nil {
		return err
	}
	if c.queue, err = js.Consumer(ctx, c.job.Stream, consumerName); err != nil {
		return fmt.Errorf("%s: the queue: %w", s.URL.Address, err)
	}
	return nil
}

// ask asks for the job.
func (s *session) ask(c *connection, patience time.Duration) error {
	answer, err := c.conn.Request(s.URL.subjects().hello(s.key), encode(hello{s.Host, s.Version, s.Workers}), patience)
	if err != nil {
		return fmt.Errorf("%s: %w: %w", s.URL.Address, ErrSilent, err)
	}
	var j job
	if err := decode(answer.Data, &j); err != nil {
		return err
	}
	switch {
	case j.Refused != "":
		return fmt.Errorf("%w: %s", ErrBanned, j.Refused)
	case j.Ended:
		return errDone
	case !j.Trial && !c.trialOver():
		close(c.proven)
	}
	c.job = j
	return nil
}

// trialOver reports whether the trial is over.
func (c *connection) trialOver() bool {
	select {
	case <-c.proven:
		return true
	default:
		return false
	}
}

// work does one batch after the other.
func (s *session) work(ctx context.Context) error {
	walker := s.space.Walker()
	for {
		c, err := s.awaitConnection(ctx)
		if err != nil {
			return nil
		}
		b, m, ok := s.receive(ctx, c)
		if !ok {
			if ctx.Err() != nil {
				return nil
			}
			continue
		}
		results, err := s.walk(ctx, walker, b, m)
		if len(results) > 0 {
			if err := s.deliver(ctx, results); err != nil {
				return err
			}
		}
		switch {
		case err != nil && ctx.Err() != nil: // the rest is for others
			if m != nil {
				_ = m.Nak()
			}
			return nil
		case err != nil:
			return err
		case m != nil:
			_ = m.Ack() // if it is lost others find it done
		}
	}
}

// receive returns a batch to do, if one comes within a second: one to check first, which has
// no message in the queue.
func (s *session) receive(ctx context.Context, c *connection) (b Batch, m jetstream.Msg, ok bool) {
	select {
	case b := <-c.checks:
		return b, nil, true
	default:
	}
	if !c.trialOver() {
		select {
		case b := <-c.checks:
			return b, nil, true
		case <-c.proven:
		case <-c.broken:
		case <-ctx.Done():
		}
		return Batch{}, nil, false
	}
	m, err := c.queue.Next(jetstream.FetchMaxWait(time.Second))
	switch {
	case err == nil:
		c.silent.Store(0)
	case errors.Is(err, nats.ErrTimeout) || errors.Is(err, jetstream.ErrNoMessages):
		c.silent.Store(0)
		return Batch{}, nil, false
	default:
		s.afterSilence(ctx, c)
		return Batch{}, nil, false
	}
	if err := json.Unmarshal(m.Data(), &b); err != nil {
		_ = m.Term()
		return Batch{}, nil, false
	}
	return b, m, true
}

// afterSilence waits a moment after a queue has not answered. If that goes on it is gone, and another
// connection leads to the one that is in its place.
func (s *session) afterSilence(ctx context.Context, c *connection) {
	const patience = 3 * time.Second
	now := int64(time.Since(c.made)) // whoever sets the clock does not change that
	if !c.silent.CompareAndSwap(0, now) && now-c.silent.Load() > int64(patience) {
		c.close()
	}
	select {
	case <-time.After(100 * time.Millisecond):
	case <-ctx.Done():
	}
}

// walk does the shards of a batch. While it does, it tells the queue that it is at work.
func (s *session) walk(ctx context.Context, walker enum.Walker, b Batch, m jetstream.Msg) (results []result, err error) {
	s.busy.Add(1)
	defer s.busy.Add(-1)
	if m != nil {
		stop := make(chan struct{})
		defer close(stop)
		go func() {
			every := time.NewTicker(max(s.first.Lease/3, 100*time.Millisecond))
			defer every.Stop()
			for {
				select {
				case <-every.C:
					_ = m.InProgress()
				case <-stop:
					return
				}
			}
		}()
	}
	for _, shard := range b.Shards {
		tally, began := enum.NewTally(len(s.space.Verdicts())), time.Now()
		if err := walker.Walk(ctx, shard, tally); err != nil {
			return results, err
		}
		data, err := tally.MarshalBinary()
		if err != nil {
			return results, err
		}
		took := time.Since(began)
		results = append(results, result{shard.ID, took, data})
		s.shards.Add(1)
		if s.Done != nil {
			s.reporting.Lock()
			s.Done(enum.Result{Shard: shard, Tally: tally, Took: took})
			s.reporting.Unlock()
		}
	}
	return results, nil
}

// deliver sends results until the coordinator says that they are stored. When the context has
// ended it tries for a second more.
func (s *session) deliver(ctx context.Context, results []result) error {
	message := encode(done{results})
	last, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	defer context.AfterFunc(ctx, func() { time.AfterFunc(900*time.Millisecond, cancel) })()
	for last.Err() == nil {
		c, err := s.awaitConnection(last)
		if err != nil {
			return nil
		}
		attempt, done := context.WithTimeout(last, answerTimeout)
		answer, err := c.conn.RequestWithContext(attempt, s.URL.subjects().done(s.key), message)
		done()
		var r receipt
		if err == nil {
			err = decode(answer.Data, &r)
		}
		switch {
		case err == nil && r.Banned != "":
			return fmt.Errorf("%w: %s", ErrBanned, r.Banned)
		case err == nil && r.Stored:
			return nil
		}
		select {
		case <-time.After(200 * time.Millisecond):
		case <-last.Done():
		}
	}
	return nil
}
