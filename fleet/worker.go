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
	h := &hand{Worker: w, pair: pair, key: key, links: make(chan struct{})}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	first, err := h.dial(ctx)
	if err != nil && w.GiveUp > 0 && !errors.Is(err, ErrBanned) && err != errDone {
		first, err = h.redial(ctx)
	}
	if err == errDone {
		return nil
	}
	if err != nil {
		return err
	}
	if h.space, err = w.Space(first.job.Key); err != nil {
		first.close()
		return err
	}
	if own := h.space.Fingerprint(); own != first.job.Fingerprint {
		first.close()
		return fmt.Errorf("the run there was %w (%q, this program's is %q); use the same version of the program", ErrVersion, first.job.Fingerprint, own)
	}
	h.first = first.job
	var workers sync.WaitGroup
	for range max(w.Workers, 1) {
		workers.Go(func() {
			if err := h.work(ctx); err != nil {
				cancel(err)
			}
		})
	}
	cancel(h.keep(ctx, first)) // a run that is done is a cause like another
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

// A hand is a worker at work.
type hand struct {
	Worker
	pair  nkeys.KeyPair
	key   string
	space enum.Space
	first job

	mu    sync.Mutex
	link  *link         // nil while there is none
	links chan struct{} // closed when there is a new one

	telling sync.Mutex
	shards  atomic.Uint64
	busy    atomic.Int64
}

// A link is one connection to a coordinator. When it breaks another one is made.
type link struct {
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

func (l *link) close() {
	l.once.Do(func() { close(l.broken) })
	l.conn.Close()
}

// keep keeps up a link until the run is done.
func (h *hand) keep(ctx context.Context, l *link) error {
	for {
		h.use(l)
		beats, asks := time.NewTicker(beatEvery), time.NewTicker(tick)
		for up := true; up; {
			select {
			case <-asks.C:
				switch {
				case l.free():
					asks.Stop()
				case h.busy.Load() == 0 && len(l.checks) == 0:
					if err := h.ask(l, beatEvery); errors.Is(err, ErrBanned) || err == errDone {
						l.close()
						return err
					}
				}
			case <-beats.C:
				_ = l.conn.Publish(h.URL.subjects().beat(h.key), encode(beat{h.shards.Load(), int(h.busy.Load())}))
			case <-l.broken:
				up = false
			case <-l.ended:
				l.close()
				return errDone
			case <-ctx.Done():
				time.AfterFunc(time.Second, l.close) // what is finished is being sent
				return context.Cause(ctx)
			}
		}
		beats.Stop()
		asks.Stop()
		h.use(nil)
		l.close()
		var err error
		if l, err = h.redial(ctx); err != nil {
			return err
		}
		if l.job.Key != h.first.Key || l.job.Fingerprint != h.first.Fingerprint {
			l.close()
			return errDone // and the coordinator has begun another run
		}
	}
}

// redial makes a link again.
func (h *hand) redial(ctx context.Context) (*link, error) {
	began := time.Now()
	if h.Remark != nil {
		h.Remark("the coordinator does not answer; what is done is kept for it")
	}
	for {
		l, err := h.dial(ctx)
		if err == nil || errors.Is(err, ErrBanned) || err == errDone {
			return l, err
		}
		if h.GiveUp > 0 && time.Since(began) > h.GiveUp {
			return nil, fmt.Errorf("%w since %v: %w", ErrSilent, began.Format(time.DateTime), err)
		}
		select {
		case <-time.After(500 * time.Millisecond):
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
	}
}

// use has the workers use a link, nil for none.
func (h *hand) use(l *link) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.link = l
	if l != nil {
		close(h.links)
		h.links = make(chan struct{})
	}
}

// linked returns the link, once there is one.
func (h *hand) linked(ctx context.Context) (*link, error) {
	for {
		h.mu.Lock()
		l, links := h.link, h.links
		h.mu.Unlock()
		if l != nil {
			return l, nil
		}
		select {
		case <-links:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// dial enrols the key, connects with it, and asks for the job.
func (h *hand) dial(ctx context.Context) (*link, error) {
	l := &link{made: time.Now(), checks: make(chan Batch, 64), proven: make(chan struct{}), broken: make(chan struct{}), ended: make(chan struct{}, 1)}
	options := []nats.Option{
		nats.CustomInboxPrefix(h.URL.subjects().inbox(h.key)), nats.PingInterval(5 * time.Second), nats.MaxPingsOutstanding(3),
		nats.ClosedHandler(func(*nats.Conn) { l.once.Do(func() { close(l.broken) }) }),
	}
	if h.URL.Run == "" {
		if err := h.enrol(); err != nil {
			return nil, err
		}
		options = append(options, nats.Nkey(h.key, h.pair.Sign))
	}
	var err error
	l.conn, err = h.connect(options...)
	if err != nil {
		return nil, err
	}
	if err := h.greet(ctx, l); err != nil {
		l.close()
		return nil, err
	}
	return l, nil
}

// connect connects to the coordinator. A link that breaks is not mended by the client: dial
// makes another one, since a coordinator that was started again may not know the key.
func (h *hand) connect(options ...nats.Option) (*nats.Conn, error) {
	options = append(options, nats.Name("enumerate "+h.Version), nats.NoReconnect(), nats.Timeout(5*time.Second))
	if h.URL.Run != "" {
		return Cluster{h.URL.Address, h.Creds}.connect(options...)
	}
	conn, err := nats.Connect("tls://"+h.URL.Address, append(options, nats.Secure(h.URL.tlsConfig()))...)
	if err == nil {
		return conn, nil
	}
	if errors.Is(err, nats.ErrNoServers) { // which does not say why
		if probe, why := net.DialTimeout("tcp", h.URL.Address, time.Second); why != nil {
			err = why
		} else {
			probe.Close()
		}
	}
	if errors.Is(err, nats.ErrAuthorization) {
		err = errors.New("the coordinator does not know the token of this join URL, or has banned this worker")
	}
	return nil, fmt.Errorf("%s: %w", h.URL.Address, err)
}

// enrol has the coordinator let the key in.
func (h *hand) enrol() error {
	conn, err := h.connect(nats.Token(h.URL.Token), nats.CustomInboxPrefix(h.URL.subjects().inbox("enrol")))
	if err != nil {
		return err
	}
	defer conn.Close()
	answer, err := conn.Request(h.URL.subjects().enrol(), encode(enrolment{h.key}), enrolTakes)
	if err != nil {
		return fmt.Errorf("%s: %w: %w", h.URL.Address, ErrSilent, err)
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
func (h *hand) greet(ctx context.Context, l *link) error {
	_, err1 := l.conn.Subscribe(h.URL.subjects().end(), func(*nats.Msg) {
		select {
		case l.ended <- struct{}{}:
		default:
		}
	})
	_, err2 := l.conn.Subscribe(h.URL.subjects().check(h.key), func(m *nats.Msg) {
		var b Batch
		if decode(m.Data, &b) == nil {
			select {
			case l.checks <- b:
			default: // it is given to somebody else in time
			}
		}
	})
	if err := errors.Join(err1, err2, l.conn.Flush()); err != nil {
		return err
	}
	if err := h.ask(l, answerTimeout); err != nil {
		return err
	}
	js, err := jetstream.New(l.conn)
	if err != nil {
		return err
	}
	if l.queue, err = js.Consumer(ctx, l.job.Stream, consumerName); err != nil {
		return fmt.Errorf("%s: the queue: %w", h.URL.Address, err)
	}
	return nil
}

// ask asks for the job.
func (h *hand) ask(l *link, patience time.Duration) error {
	answer, err := l.conn.Request(h.URL.subjects().hello(h.key), encode(hello{h.Host, h.Version, h.Workers}), patience)
	if err != nil {
		return fmt.Errorf("%s: %w: %w", h.URL.Address, ErrSilent, err)
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
	case !j.Trial && !l.free():
		close(l.proven)
	}
	l.job = j
	return nil
}

// free reports whether the trial is over.
func (l *link) free() bool {
	select {
	case <-l.proven:
		return true
	default:
		return false
	}
}

// work does one batch after the other.
func (h *hand) work(ctx context.Context) error {
	walker := h.space.Walker()
	for {
		l, err := h.linked(ctx)
		if err != nil {
			return nil
		}
		b, m, ok := h.receive(ctx, l)
		if !ok {
			if ctx.Err() != nil {
				return nil
			}
			continue
		}
		results, err := h.walk(ctx, walker, b, m)
		if len(results) > 0 {
			if err := h.deliver(ctx, results); err != nil {
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
func (h *hand) receive(ctx context.Context, l *link) (b Batch, m jetstream.Msg, ok bool) {
	select {
	case b := <-l.checks:
		return b, nil, true
	default:
	}
	if !l.free() {
		select {
		case b := <-l.checks:
			return b, nil, true
		case <-l.proven:
		case <-l.broken:
		case <-ctx.Done():
		}
		return Batch{}, nil, false
	}
	m, err := l.queue.Next(jetstream.FetchMaxWait(time.Second))
	switch {
	case err == nil:
		l.silent.Store(0)
	case errors.Is(err, nats.ErrTimeout) || errors.Is(err, jetstream.ErrNoMessages):
		l.silent.Store(0)
		return Batch{}, nil, false
	default:
		h.doubt(ctx, l)
		return Batch{}, nil, false
	}
	if err := json.Unmarshal(m.Data(), &b); err != nil {
		_ = m.Term()
		return Batch{}, nil, false
	}
	return b, m, true
}

// doubt waits a moment after a queue has not answered. If that goes on it is gone, and another
// link leads to the one that is in its place.
func (h *hand) doubt(ctx context.Context, l *link) {
	const patience = 3 * time.Second
	now := int64(time.Since(l.made)) // whoever sets the clock does not change that
	if !l.silent.CompareAndSwap(0, now) && now-l.silent.Load() > int64(patience) {
		l.close()
	}
	select {
	case <-time.After(100 * time.Millisecond):
	case <-ctx.Done():
	}
}

// walk does the shards of a batch. While it does, it tells the queue that it is at work.
func (h *hand) walk(ctx context.Context, walker enum.Walker, b Batch, m jetstream.Msg) (results []result, err error) {
	h.busy.Add(1)
	defer h.busy.Add(-1)
	if m != nil {
		stop := make(chan struct{})
		defer close(stop)
		go func() {
			every := time.NewTicker(max(h.first.Lease/3, 100*time.Millisecond))
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
		tally, began := enum.NewTally(len(h.space.Verdicts())), time.Now()
		if err := walker.Walk(ctx, shard, tally); err != nil {
			return results, err
		}
		data, err := tally.MarshalBinary()
		if err != nil {
			return results, err
		}
		took := time.Since(began)
		results = append(results, result{shard.ID, took, data})
		h.shards.Add(1)
		if h.Done != nil {
			h.telling.Lock()
			h.Done(enum.Result{Shard: shard, Tally: tally, Took: took})
			h.telling.Unlock()
		}
	}
	return results, nil
}

// deliver sends results until the coordinator says that they are stored. When the context has
// ended it tries for a second more.
func (h *hand) deliver(ctx context.Context, results []result) error {
	message := encode(done{results})
	last, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	defer context.AfterFunc(ctx, func() { time.AfterFunc(900*time.Millisecond, cancel) })()
	for last.Err() == nil {
		l, err := h.linked(last)
		if err != nil {
			return nil
		}
		attempt, done := context.WithTimeout(last, answerTimeout)
		answer, err := l.conn.RequestWithContext(attempt, h.URL.subjects().done(h.key), message)
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
