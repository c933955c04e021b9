package fleet

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"enumerate/checkpoints"
	"enumerate/db"
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
	// served: FILES.serve, the coordinator's key and token; FILES.join, the join URL, which its
	// owner alone may read; and the directory FILES.queue. They are removed when the run is done; the first two stay if it
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
	crew, err := s.Store.Crew(ctx, s.Key, s.Space)
	if err != nil {
		return err
	}
	broker, conn, err := s.connect(id)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, broker.close()) }()
	defer conn.Close()
	secret := make([]byte, 32)
	rand.Read(secret)
	c := &coordinator{
		Service: s, crew: crew, broker: broker, conn: conn, stream: streamName(), subjects: broker.url.subjects(),
		scheduler:  newScheduler(s.Space, crew, s.Check, secret, s.Lease),
		requests:   make(chan request, 4096),
		sending:    make(chan envelope),
		unsendable: make(chan []enum.Shard),
		toVerify:   make(chan enum.Shard),
		verified:   make(chan enum.Result),
		asked:      make(map[string]int),
	}
	for _, m := range crew.Members() {
		w := c.scheduler.meet(time.Time{}, m.Name, "")
		w.valid, w.banned, w.admitted = int(m.Confirmed), m.Banned != "", m.Confirmed > 0
		if w.banned {
			broker.expel(m.Name)
		}
	}
	for _, shard := range crew.Disputed() {
		c.scheduler.disputed[shard] = nil
	}
	if err := c.open(ctx); err != nil {
		return err
	}
	return c.run(ctx)
}

// connect starts the coordinator's own server, or goes to those of a cluster.
func (s Service) connect(id identity) (*broker, *nats.Conn, error) {
	if s.Cluster != nil {
		conn, err := s.Cluster.connect(nats.Name(coordinatorUser), nats.MaxReconnects(-1))
		return &broker{url: s.Cluster.url(s.Key)}, conn, err
	}
	b, err := startBroker(s.Listen, id, s.Files+".queue")
	if err != nil {
		return nil, nil, err
	}
	conn, err := b.connect()
	if err != nil {
		return nil, nil, errors.Join(err, b.close())
	}
	return b, conn, nil
}

// A coordinator serves one run. All of it but receive, sendLoop and verifyLoop is one goroutine.
type coordinator struct {
	Service
	crew      *checkpoints.Crew
	scheduler *scheduler
	broker    *broker
	conn      *nats.Conn
	stream    string
	subjects  subjects
	js        jetstream.JetStream
	lost      time.Time // since when the queue does not answer, zero while it does
	queue     jetstream.Consumer

	requests   chan request
	outbox     []envelope // for sendLoop
	sending    chan envelope
	unsendable chan []enum.Shard // from sendLoop: shards that cannot be sent
	localQueue []enum.Shard      // for verifyLoop: shards that Local is to do
	toVerify   chan enum.Shard
	verified   chan enum.Result // from verifyLoop
	verifying  map[uint64]bool
	full       bool // the last delivery could not be stored
	counts     counts

	mu    sync.Mutex
	asked map[string]int // by worker: requests since the last tick
}

// counts is what has happened since the start.
type counts struct{ stored, double, confirmed, disputed, redelivered uint64 }

// An envelope is a batch on its way to a subject.
type envelope struct {
	subject string
	queued  bool // it is the queue's
	Batch
}

// A request is a message of a worker.
type request struct {
	from    string // the key
	message any
	fault   error // of a message that cannot be read
	reply   func(any)
}

// open makes the queue and listens.
func (c *coordinator) open(ctx context.Context) (err error) {
	if c.js, err = jetstream.New(c.conn); err != nil {
		return err
	}
	if err := c.makeFirstQueue(ctx); err != nil {
		return err
	}
	subscribe := func(subject string, message func() any) error {
		_, err := c.conn.Subscribe(subject, func(m *nats.Msg) { c.receive(m, message()) })
		return err
	}
	var err1 error
	if c.Cluster == nil { // whose operator says who may come in
		err1 = subscribe(c.subjects.enrol(), func() any { return new(enrolment) })
	}
	return errors.Join(err1,
		subscribe(c.subjects.hello("*"), func() any { return new(hello) }),
		subscribe(c.subjects.done("*"), func() any { return new(done) }),
		subscribe(c.subjects.beat("*"), func() any { return new(beat) }),
		c.conn.Flush(),
	)
}

// makeFirstQueue makes the queue, and tries again for a while: servers that have just become a
// cluster, or have lost one of them, drop what is asked of them until they agree on a leader.
func (c *coordinator) makeFirstQueue(ctx context.Context) error {
	const patience = 15 * time.Second
	for began := time.Now(); ; {
		err := c.makeQueue(ctx)
		switch {
		case err == nil:
			return nil
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.Is(err, jetstream.ErrJetStreamNotEnabled), errors.Is(err, jetstream.ErrJetStreamNotEnabledForAccount), time.Since(began) > patience:
			return fmt.Errorf("no queue on %s: %w", c.conn.ConnectedUrlRedacted(), err)
		}
		select {
		case <-time.After(tick):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// makeQueue makes the stream, in the memory of one server: whatever it loses is in the
// database. What it or a coordinator before this one has made is removed: workers would go on
// waiting there. It gives up after two seconds.
func (c *coordinator) makeQueue(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	names := c.js.StreamNames(ctx, jetstream.WithStreamListSubject(c.subjects.work("*")))
	for name := range names.Name() {
		_ = c.js.DeleteStream(ctx, name) // with it, workers find the next one sooner
	}
	stream, err := c.js.CreateStream(ctx, jetstream.StreamConfig{
		Name: c.stream, Subjects: []string{c.subjects.work(c.stream)},
		Retention: jetstream.WorkQueuePolicy, Storage: jetstream.MemoryStorage, Replicas: 1,
		MaxMsgs: 4096, Discard: jetstream.DiscardNew,
	})
	if err != nil {
		return err
	}
	queue, err := stream.CreateConsumer(ctx, jetstream.ConsumerConfig{
		Durable: consumerName, AckPolicy: jetstream.AckExplicitPolicy, AckWait: c.Lease,
		MaxAckPending: -1, MaxDeliver: -1, MaxWaiting: 2 * maxConnections,
	})
	if err == nil {
		c.queue = queue
	}
	return err
}

// waiting returns how many batches wait in the queue. A queue that has not answered for some
// seconds is gone, with the server that had it: another one is made, and filled from what is
// missing. Until then nothing waits for it but the workers.
func (c *coordinator) waiting(ctx context.Context, now time.Time) (n int, ok bool) {
	const patience = 3 * time.Second
	brief, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	info, err := c.queue.Info(brief)
	if err == nil {
		c.lost = time.Time{}
		return int(info.NumPending), true
	}
	if c.lost.IsZero() {
		c.lost = now
	}
	if now.Sub(c.lost) < patience {
		return 0, false
	}
	why, before := err, c.stream
	c.stream = streamName()
	if err := c.makeQueue(ctx); err != nil {
		c.stream = before // and tries again at the next tick
		return 0, false
	}
	c.remark("the queue was lost (%v); it is filled again", why)
	c.lost = time.Time{}
	c.scheduler.lost()
	c.outbox = nil
	return 0, true
}

func streamName() string { return fmt.Sprintf("%s%x", streamPrefix, time.Now().UnixNano()) }

// askedMost is how many messages a worker may send between two ticks.
const askedMost = 500

// receive puts a message where the coordinator finds it. One that comes when there is no room
// is dropped: workers ask again until they are answered.
func (c *coordinator) receive(m *nats.Msg, message any) {
	r := request{message: message}
	if at := strings.LastIndexByte(m.Subject, '.'); m.Subject != c.subjects.enrol() {
		r.from = m.Subject[at+1:]
	}
	r.reply = func(answer any) {
		if m.Reply != "" {
			_ = m.Respond(encode(answer)) // a worker that is gone asks again
		}
	}
	c.mu.Lock()
	c.asked[r.from]++
	asked := c.asked[r.from]
	c.mu.Unlock()
	switch {
	case asked <= askedMost:
	case asked == askedMost+1 && r.from != "":
		r.fault = fmt.Errorf("it sends more than %d messages in %v", askedMost, tick)
	default:
		return // it was said once, or is one of many who enrol
	}
	if r.fault == nil {
		r.fault = decode(m.Data, message)
	}
	select {
	case c.requests <- r:
	default:
	}
}

const tick = 200 * time.Millisecond

// run does what is to be done until all is.
func (c *coordinator) run(ctx context.Context) error {
	c.verifying = make(map[uint64]bool)
	inner, stop := context.WithCancel(ctx)
	var others sync.WaitGroup
	defer others.Wait()
	defer stop()
	failed := make(chan error, 2)
	for _, work := range []func(context.Context) error{c.verifyLoop, c.sendLoop} {
		others.Go(func() {
			if err := work(inner); err != nil && inner.Err() == nil {
				failed <- err
			}
		})
	}
	join := c.Files + ".join"
	if err := file.Secret(join, c.broker.url.String()+"\n"); err != nil {
		return err
	}
	c.Ready(c.broker.url, join)
	ticker := time.NewTicker(tick)
	defer ticker.Stop()
	for {
		var toVerify chan enum.Shard
		var shard enum.Shard
		if len(c.localQueue) > 0 {
			toVerify, shard = c.toVerify, c.localQueue[0]
		}
		var sending chan envelope
		var next envelope
		if len(c.outbox) > 0 {
			sending, next = c.sending, c.outbox[0]
		}
		var err error
		select {
		case r := <-c.requests:
			err = c.answer(r)
		case sending <- next:
			c.outbox = c.outbox[1:]
		case shards := <-c.unsendable:
			c.queueLocally(shards)
		case toVerify <- shard:
			c.localQueue = c.localQueue[1:]
		case r := <-c.verified:
			err = c.storeVerified(r)
		case now := <-ticker.C:
			var finished bool
			if finished, err = c.onTick(ctx, now); finished {
				return c.end(join)
			}
		case err = <-failed:
		case <-ctx.Done():
			return ctx.Err()
		}
		if err != nil {
			return err
		}
	}
}

// verifyLoop does the shards that the coordinator does itself.
func (c *coordinator) verifyLoop(ctx context.Context) error {
	walker := c.Space.Walker()
	for {
		select {
		case shard := <-c.toVerify:
			tally, began := enum.NewTally(len(c.Space.Verdicts())), time.Now()
			if err := walker.Walk(ctx, shard, tally); err != nil {
				return fmt.Errorf("shard %d: %w", shard.ID, err)
			}
			select {
			case c.verified <- enum.Result{Shard: shard, Tally: tally, Took: time.Since(began)}:
			case <-ctx.Done():
				return nil
			}
		case <-ctx.Done():
			return nil
		}
	}
}

// answer answers a request, and with it all others that are there and bring results: they are
// stored together.
func (c *coordinator) answer(first request) error {
	const together = 256
	var deliveries []checkpoints.Delivery
	var from []request
	for r, more := first, true; more; {
		if d, ok := r.message.(*done); ok && r.fault == nil {
			results, err := d.results(len(c.Space.Verdicts()))
			if r.fault = err; err == nil {
				w := c.scheduler.meet(time.Now(), r.from, "")
				deliveries = append(deliveries, checkpoints.Delivery{Worker: r.from, Host: w.host, Version: w.version, Results: results})
				from = append(from, r)
			}
		}
		if err := c.respond(r); err != nil {
			return err
		}
		if more = len(deliveries) < together; more {
			select {
			case r = <-c.requests:
			default:
				more = false
			}
		}
	}
	if len(deliveries) == 0 {
		return nil
	}
	return c.store(deliveries, from)
}

// respond answers a request that is not stored, or is at fault.
func (c *coordinator) respond(r request) error {
	if r.fault != nil {
		if r.from == "" {
			r.reply(receipt{Banned: r.fault.Error()})
			return nil
		}
		return c.ban(r.from, r.fault.Error(), r.reply)
	}
	switch m := r.message.(type) {
	case *enrolment:
		if err := c.broker.door.enrol(m.Key); err != nil {
			r.reply(receipt{Banned: err.Error()})
			return nil
		}
		r.reply(receipt{Stored: true})
	case *hello:
		const longest = 100
		if len(m.Host) > longest || len(m.Version) > longest {
			return c.ban(r.from, "its names are too long", r.reply)
		}
		w := c.scheduler.meet(time.Now(), r.from, m.Host)
		if w.banned {
			r.reply(job{Refused: "this worker is banned"})
			return nil
		}
		w.cores, w.version = min(max(m.Workers, 1), 4096), m.Version
		trial, waits := c.scheduler.trial(time.Now(), w)
		if len(trial.Shards) > 0 {
			c.outbox = append(c.outbox, envelope{c.subjects.check(r.from), false, trial})
		}
		r.reply(job{Key: c.Key, Fingerprint: c.Space.Fingerprint(), Stream: c.stream, Lease: c.Lease, Trial: waits})
	case *beat:
		c.scheduler.meet(time.Now(), r.from, "")
	}
	return nil
}

// store stores what workers have done, and answers them.
func (c *coordinator) store(deliveries []checkpoints.Delivery, from []request) error {
	receipts, err := c.crew.Deliver(deliveries)
	if errors.Is(err, db.ErrFull) || errors.Is(err, db.ErrHeld) {
		if !c.full {
			c.remark("%v; the workers keep what they have and send it again", err)
		}
		c.full = true
		for _, r := range from {
			r.reply(receipt{Error: "the coordinator cannot store it now"})
		}
		return nil
	}
	if err != nil {
		return err
	}
	c.full = false
	now := time.Now()
	for i, d := range deliveries {
		r := receipts[i]
		if r.Fault != nil {
			if err := c.ban(d.Worker, r.Fault.Error(), from[i].reply); err != nil {
				return err
			}
			continue
		}
		c.counts.stored += r.New
		c.counts.confirmed += r.Confirmed
		c.counts.double += r.Double
		c.tellScheduler(now, d, r)
		from[i].reply(receipt{Stored: true})
	}
	return nil
}

// tellScheduler tells the scheduler what was stored.
func (c *coordinator) tellScheduler(now time.Time, d checkpoints.Delivery, r checkpoints.Receipt) {
	disputed := make(map[uint64]bool)
	for _, id := range r.Disputed {
		disputed[id] = true
		c.counts.disputed++
	}
	var by *worker
	if d.Worker != checkpoints.Local {
		by = c.scheduler.meet(now, d.Worker, "")
	}
	for _, result := range d.Results {
		c.scheduler.done(now, by, result.Shard.ID, result.Took, disputed[result.Shard.ID])
	}
}

// ban throws away what a worker has done, and the worker out.
func (c *coordinator) ban(key, why string, reply func(any)) error {
	if w := c.scheduler.workers[key]; w != nil && w.banned {
		reply(receipt{Banned: why})
		return nil
	}
	again, err := c.crew.Ban(key, why)
	if err != nil {
		return err
	}
	c.scheduler.ban(key)
	clear(c.scheduler.disputed)
	for _, id := range c.crew.Disputed() {
		c.scheduler.disputed[id] = nil
	}
	c.remark("worker %s is banned, and %d of its shards are done again: %s", c.scheduler.short(key), len(again), why)
	reply(receipt{Banned: why})
	c.broker.expel(key)
	return nil
}

// storeVerified stores the result of the coordinator itself for a shard: a worker with another
// one is wrong.
func (c *coordinator) storeVerified(r enum.Result) error {
	delete(c.verifying, r.Shard.ID)
	wrong, err := c.crew.Wrong(r)
	if err != nil {
		return err
	}
	for _, name := range wrong {
		why := fmt.Sprintf("its shard %d is wrong: the coordinator has done it too", r.Shard.ID)
		if err := c.ban(name, why, func(any) {}); err != nil {
			return err
		}
	}
	receipts, err := c.crew.Deliver([]checkpoints.Delivery{{Worker: checkpoints.Local, Results: []enum.Result{r}}})
	if err != nil {
		return err
	}
	delete(c.scheduler.disputed, r.Shard.ID)
	c.counts.stored += receipts[0].New
	c.counts.confirmed += receipts[0].Confirmed
	c.tellScheduler(time.Now(), checkpoints.Delivery{Worker: checkpoints.Local, Results: []enum.Result{r}}, receipts[0])
	return nil
}

// onTick does what is due, and reports whether the run is done and proved.
func (c *coordinator) onTick(ctx context.Context, now time.Time) (finished bool, err error) {
	c.mu.Lock()
	clear(c.asked)
	c.mu.Unlock()
	waiting := c.fillQueue(ctx, now)
	for name, b := range c.scheduler.assign(now) {
		if name == checkpoints.Local {
			c.queueLocally(b.Shards)
		} else {
			c.outbox = append(c.outbox, envelope{c.subjects.check(name), false, b})
		}
	}
	if c.Status != nil {
		c.Status(c.status(now, waiting))
	}
	_, missing := c.crew.Shards()
	disputes, more := c.scheduler.arbitrate()
	c.queueLocally(disputes)
	if missing > 0 || more || len(c.localQueue) > 0 || len(c.verifying) > 0 || len(c.outbox) > 0 || len(disputes) > 0 || len(c.scheduler.checks) > 0 {
		return false, nil
	}
	if c.scheduler.recheck() || len(c.scheduler.checks) > 0 {
		return false, nil
	}
	err = c.crew.CheckTotals()
	if err == nil {
		return true, nil
	}
	if c.scheduler.doubt == noneTrusted {
		return false, err // the coordinator has done it all
	}
	c.scheduler.doubt++
	c.remark("%v; %s", err, [...]string{
		allChecked:  "a worker is wrong. Every shard is done by a second one now, until the proof holds",
		noneTrusted: "workers agree on what is wrong. The coordinator does all shards itself now, until the proof holds",
	}[c.scheduler.doubt])
	return false, nil
}

// queueLocally has the coordinator do shards itself.
func (c *coordinator) queueLocally(shards []enum.Shard) {
	for _, shard := range shards {
		if !c.verifying[shard.ID] {
			c.verifying[shard.ID] = true
			c.localQueue = append(c.localQueue, shard)
		}
	}
}

// fillQueue fills the queue as far as workers are there to empty it.
func (c *coordinator) fillQueue(ctx context.Context, now time.Time) (waiting int) {
	waiting, ok := c.waiting(ctx, now)
	if !ok {
		return 0
	}
	return c.fillOutbox(now, waiting)
}

// fillOutbox fills the outbox with what is for a queue in which a number of batches wait, and
// returns how many wait then.
func (c *coordinator) fillOutbox(now time.Time, waiting int) int {
	for _, e := range c.outbox {
		if e.queued {
			waiting++
		}
	}
	for room := c.scheduler.room(now); waiting < room; {
		b, ok, more := c.scheduler.batch(now)
		if ok {
			c.outbox = append(c.outbox, envelope{c.subjects.work(c.stream), true, b})
			waiting++
		} else if !more || len(c.requests) > 0 {
			break // there are none, or a long pass goes on later
		}
	}
	if waiting == 0 {
		for _, b := range c.scheduler.overdue(now) {
			c.counts.redelivered++
			c.outbox = append(c.outbox, envelope{c.subjects.work(c.stream), true, b})
		}
	}
	return waiting
}

// sendLoop sends batches to their subjects.
func (c *coordinator) sendLoop(ctx context.Context) error {
	for {
		var e envelope
		select {
		case e = <-c.sending:
		case <-ctx.Done():
			return nil
		}
		pieces, unsendable, err := c.load(ctx, e.Batch)
		if err != nil {
			return err
		}
		if len(unsendable) > 0 {
			select {
			case c.unsendable <- unsendable:
			case <-ctx.Done():
				return nil
			}
		}
		for _, piece := range pieces {
			// What does not arrive is given away again when it is overdue.
			if e.queued {
				_, _ = c.js.Publish(ctx, e.subject, encode(piece))
			} else {
				_ = c.conn.Publish(e.subject, encode(piece))
			}
		}
	}
}

// load returns a batch as it is sent, in pieces of which none is too large for a message, and
// the shards that cannot be sent.
func (c *coordinator) load(ctx context.Context, b Batch) (pieces []Batch, unsendable []enum.Shard, err error) {
	portable, ok := c.Space.(enum.Portable)
	if !ok {
		return []Batch{b}, nil, nil
	}
	const most = maxMessage / 2 // in base64 it is a third more
	size := most
	for _, shard := range b.Shards {
		shard, ok, err := portable.Load(ctx, shard)
		if err != nil {
			return nil, nil, err
		}
		if !ok || len(shard.Path) > most {
			unsendable = append(unsendable, shard)
			continue
		}
		if size += len(shard.Path); size > most {
			pieces, size = append(pieces, Batch{ID: shard.ID}), len(shard.Path)
		}
		last := &pieces[len(pieces)-1]
		last.Shards = append(last.Shards, shard)
	}
	return pieces, unsendable, nil
}

// end makes all one run, and tells the workers.
func (c *coordinator) end(join string) error {
	err := errors.Join(c.conn.Publish(c.subjects.end(), nil), c.conn.Flush())
	if c.Cluster != nil {
		_ = c.js.DeleteStream(context.Background(), c.stream) // one that stays takes room, and no more
	}
	if joined := c.crew.Join(); joined != nil {
		return joined
	}
	c.linger()
	err = errors.Join(err, os.Remove(join), os.Remove(c.Files+".serve"))
	if c.Status != nil {
		c.Status(c.status(time.Now(), 0))
	}
	return err
}

// linger stays for a moment, for those who were cut off when the others were told that the run
// is done.
func (c *coordinator) linger() {
	deadline := time.After(3 * time.Second)
	for !c.broker.deserted() {
		select {
		case r := <-c.requests:
			switch m := r.message.(type) {
			case *enrolment:
				_ = c.broker.door.enrol(m.Key) // who is banned is told so when it connects
				r.reply(receipt{Stored: true})
			case *hello:
				r.reply(job{Key: c.Key, Fingerprint: c.Space.Fingerprint(), Ended: true})
			case *done:
				r.reply(receipt{Stored: true}) // as it was
			}
		case <-time.After(tick):
		case <-deadline:
			return
		}
	}
}

func (c *coordinator) remark(format string, args ...any) {
	if c.Remark != nil {
		c.Remark(fmt.Sprintf(format, args...))
	}
}

// A Status says how far a served run is. What is counted, is since the start.
type Status struct {
	At time.Time `json:"at"`
	checkpoints.Key
	Shards      uint64         `json:"shards"`
	Missing     uint64         `json:"missing"`
	Share       float64        `json:"share"`    // that is covered, see enum.Totals.Share
	Checking    uint64         `json:"checking"` // shards that a second worker is to do
	Waiting     int            `json:"waiting"`  // batches in the queue
	Stored      uint64         `json:"stored"`
	Double      uint64         `json:"double"`    // sent again by the same worker
	Confirmed   uint64         `json:"confirmed"` // by a second one
	Disputed    uint64         `json:"disputed"`
	Redelivered uint64         `json:"redelivered"` // batches
	Workers     []WorkerStatus `json:"workers"`
}

// A WorkerStatus says what is known of a worker.
type WorkerStatus struct {
	checkpoints.Member
	Short string    `json:"short"` // its machine, and the end of its name
	Cores int       `json:"cores"`
	Live  bool      `json:"live"`
	Seen  time.Time `json:"seen"`
}

func (c *coordinator) status(now time.Time, waiting int) Status {
	s := Status{At: now, Key: c.Key, Waiting: waiting, Checking: uint64(len(c.scheduler.checks)), Stored: c.counts.stored, Double: c.counts.double,
		Confirmed: c.counts.confirmed, Disputed: c.counts.disputed, Redelivered: c.counts.redelivered}
	s.Shards, s.Missing = c.crew.Shards()
	s.Share = c.crew.Share()
	for _, m := range c.crew.Members() {
		status := WorkerStatus{Member: m, Short: c.scheduler.short(m.Name)}
		if w := c.scheduler.workers[m.Name]; w != nil {
			status.Cores, status.Seen, status.Live = w.cores, w.seen, c.scheduler.live(now, w)
		}
		s.Workers = append(s.Workers, status)
	}
	return s
}
