package fleet

import (
	"fmt"
	"slices"
	"time"

	"enumerate/enum"
	"enumerate/internal/lists"
)

const (
	beatInterval    = 2 * time.Second  // between two signs of life
	answerTimeout   = 10 * time.Second // after which a silent coordinator is asked again
	retryInterval   = time.Second      // if the coordinator could not store a delivery
	resendInterval  = 4 * time.Second  // if a delivery is not answered
	deliveryBytes   = 1 << 20          // of the tallies in a delivery
	rememberedMost  = 1024             // batches that are remembered, because messages may come twice
	queuedPerWorker = 4                // batches that may wait for each core, besides those that a coordinator loads at a time
)

// An exchange connects a client with the coordinator and with the cores of the worker. No method waits.
type exchange interface {
	// send sends a message. The answer comes to the subject `reply`, unless that is "".
	send(subject, reply string, message any)
	// open prepares the cores for a space.
	open(space enum.Space)
	// walk has a core compute a batch. The results are given to client.takeResults.
	walk(core int, b Batch)
}

// A client decides what a worker does: it asks for batches, gives them to the cores, and sends the results until a
// receipt says that they are stored. It is a state machine, driven by useConnection, receive, tick and takeResults.
type client struct {
	Worker
	key   string
	out   exchange
	space enum.Space // nil before the first job
	job   job
	over  error // why the worker has ended; nil before

	joined     bool      // a job has come on this connection, so the coordinator knows this worker
	helloAt    time.Time // when the client sent the last hello
	answeredAt time.Time // when the last message came
	beatAt     time.Time // when the client sent the last beat

	queue         []Batch          // batches that no core has begun
	cores         []*Batch         // the batch that each core computes; nil for none
	recentBatches []batchKey       // of the last batches that came
	unsentResults []computedResult // results that are in no delivery yet
	sentResults   []computedResult // results of the last delivery, if it has no receipt yet
	delivery      delivery         // the last delivery
	resendAt      time.Time        // when the last delivery is sent again
	shards        uint64           // computed since the start
}

// A batchKey identifies a message with a batch, or with a part of one.
type batchKey struct{ id, firstShard uint64 }

type computedResult struct {
	result
	batch uint64
}

func newClient(w Worker, key string, out exchange) *client {
	return &client{Worker: w, key: key, out: out, cores: make([]*Batch, max(w.Workers, 1))}
}

func (c *client) subjects() subjects { return c.URL.subjects() }

func (c *client) useConnection(now time.Time) {
	c.joined = false
	c.answeredAt = now
	c.sendHello(now)
}

// unresponsive reports whether the coordinator has been silent for so long that the worker should connect again.
func (c *client) unresponsive(now time.Time) bool {
	if c.space == nil {
		return now.Sub(c.answeredAt) > answerTimeout
	}
	return now.Sub(c.answeredAt) > 2*answerTimeout
}

func (c *client) sendHello(now time.Time) {
	c.helloAt = now
	c.out.send(c.subjects().hello(c.key), c.subjects().inbox(c.key)+".job", &hello{protocol, c.Host, c.Version, len(c.cores)})
}

// receive takes a message of the coordinator; nil means that the run is done.
func (c *client) receive(now time.Time, message any) {
	c.answeredAt = now
	switch m := message.(type) {
	case *job:
		c.begin(now, *m)
	case *Batch:
		c.enqueue(*m)
	case *receipt:
		c.settle(now, *m)
	case nil:
		c.over = errDone
	}
}

// begin takes a job, the coordinator's answer to a hello. On a new connection the worker then sends what it has, and
// asks for batches. A coordinator that was started again has a new epoch, and the work for the old epoch is forgotten.
func (c *client) begin(now time.Time, j job) {
	if c.over == nil {
		c.over = c.check(j)
	}
	if c.over != nil {
		return
	}

	newConnection, newEpoch := !c.joined, j.Epoch != c.job.Epoch
	if newEpoch {
		c.queue, c.unsentResults, c.sentResults = nil, nil, nil
		c.delivery.Number = 0
	}
	c.job = j
	c.joined = true

	if newConnection || newEpoch {
		c.sendBeat(now)
		c.resendAt = now
		c.deliver(now)
	}
}

// check returns why the worker cannot work for the coordinator that sent a job. After the first job, it opens the space
// of the run.
func (c *client) check(j job) error {
	switch {
	case j.Protocol != protocol:
		return fmt.Errorf("%w: the messages of the coordinator have version %d, those of this program version %d; use the same version of the program", ErrVersion, j.Protocol, protocol)
	case j.Refusal != "":
		return fmt.Errorf("%w: %s", ErrBanned, j.Refusal)
	case j.Ended:
		return errDone
	case c.space == nil: // the first job
		return c.open(j)
	case j.Key != c.job.Key || j.Fingerprint != c.job.Fingerprint: // the coordinator serves another run now
		return errDone
	}
	return nil
}

// open makes the space of the run. It returns an error if the fingerprint shows that the coordinator cuts the run into
// other shards.
func (c *client) open(j job) error {
	space, err := c.Space(j.Key)
	if err != nil {
		return err
	}
	if own := space.Fingerprint(); own != j.Fingerprint {
		return fmt.Errorf("%w: its shards are %q, those of this program %q; use the same version of the program", ErrVersion, j.Fingerprint, own)
	}
	c.space = space
	c.out.open(space)
	return nil
}

// enqueue takes a batch of shards from the coordinator. It ignores a batch that it has received before, because
// messages may be repeated, and a batch that is empty or comes from an earlier start of the coordinator (its epoch).
func (c *client) enqueue(b Batch) {
	if !c.joined || b.Epoch != c.job.Epoch || len(b.Shards) == 0 {
		return
	}
	if len(c.queue) > queuedPerWorker*len(c.cores)+mostUnsent { // no honest coordinator sends so many
		return
	}
	key := batchKey{b.ID, b.Shards[0].ID}
	if slices.Contains(c.recentBatches, key) {
		return
	}
	c.recentBatches = append(c.recentBatches[max(0, len(c.recentBatches)+1-rememberedMost):], key)
	c.queue = append(c.queue, b)
	c.start()
}

// start has each idle core begin the next batch that waits.
func (c *client) start() {
	for core, b := range c.cores {
		if b != nil || len(c.queue) == 0 {
			continue
		}
		next := c.queue[0]
		c.queue = c.queue[1:]
		c.cores[core] = &next
		c.out.walk(core, next)
	}
}

// takeResults takes the results of the batch that a core has computed. Results for an earlier epoch are dropped,
// because the coordinator has been started again since, and has forgotten the batch.
func (c *client) takeResults(now time.Time, core int, results []result) {
	b := c.cores[core]
	c.cores[core] = nil
	c.shards += uint64(len(results))
	if b.Epoch == c.job.Epoch {
		for _, r := range results {
			c.unsentResults = append(c.unsentResults, computedResult{r, b.ID})
		}
	}
	c.deliver(now)
	c.start()
}

// deliver sends results in a numbered message, a delivery. Only one delivery is under way at a time: until its receipt
// comes, deliver repeats it, but not before c.resendAt.
func (c *client) deliver(now time.Time) {
	if !c.joined {
		return
	}
	if len(c.sentResults) == 0 { // the last delivery has its receipt
		if len(c.unsentResults) == 0 {
			return
		}
		c.pack()
	} else if now.Before(c.resendAt) {
		return
	}
	c.resendAt = now.Add(resendInterval)
	d := c.delivery
	c.out.send(c.subjects().done(c.key), c.subjects().inbox(c.key)+".receipt", &d)
}

// pack makes the next delivery from the first unsent results. A shard may have been assigned twice; its second result
// is left for a later delivery, because the coordinator bans a worker that sends a shard twice in a message.
func (c *client) pack() {
	c.delivery = delivery{Epoch: c.job.Epoch, Number: c.delivery.Number + 1}
	bytes := 0
	packed := make(map[uint64]bool)
	for len(c.unsentResults) > 0 && bytes < deliveryBytes && !packed[c.unsentResults[0].ID] {
		r := c.unsentResults[0]
		c.unsentResults = c.unsentResults[1:]
		bytes += len(r.Tally)
		packed[r.ID] = true
		c.sentResults = append(c.sentResults, r)
		c.delivery.Shards = append(c.delivery.Shards, r.result)
	}
}

// settle takes the coordinator's receipt of a delivery. Stored results are forgotten; those that could not be stored
// are sent again after retryInterval.
func (c *client) settle(now time.Time, r receipt) {
	switch {
	case r.BanReason != "":
		c.over = fmt.Errorf("%w: %s", ErrBanned, r.BanReason)
	case r.Epoch != c.job.Epoch: // the coordinator was started again, and must know this worker first
		c.sendHello(now)
	case r.Number != c.delivery.Number || len(c.sentResults) == 0: // the receipt came before
	case r.Stored:
		c.sentResults = nil
		c.deliver(now)
	default:
		c.resendAt = now.Add(retryInterval)
	}
}

// tick is called several times a second, and sends the messages that are due: a hello, a beat, and results.
func (c *client) tick(now time.Time) {
	// A worker without work, or without answers, says hello again, to ask for a job.
	waiting := !c.joined || len(c.holds()) == 0 || now.Sub(c.answeredAt) > answerTimeout
	if waiting && now.Sub(c.helloAt) >= beatInterval {
		c.sendHello(now)
	}
	if !c.joined {
		return
	}
	if now.Sub(c.beatAt) >= beatInterval {
		c.sendBeat(now)
	}
	c.deliver(now)
}

// sendBeat sends a sign of life, which names the batches that the worker has, and says how many more it wants.
func (c *client) sendBeat(now time.Time) {
	c.beatAt = now
	batches := len(c.queue) + len(c.computing())
	c.out.send(c.subjects().beat(c.key), "", &beat{Shards: c.shards, Holds: c.holds(), Wants: max(2*len(c.cores)+1-batches, 0)})
}

// holds returns the IDs of the batches that are not computed, or have results without a receipt.
func (c *client) holds() (list []uint64) {
	list = lists.Map(c.queue, func(b Batch) uint64 { return b.ID })
	list = append(list, lists.Map(c.computing(), func(b *Batch) uint64 { return b.ID })...)
	list = append(list, lists.Map(slices.Concat(c.sentResults, c.unsentResults), func(r computedResult) uint64 { return r.batch })...)
	slices.Sort(list)
	return slices.Compact(list)
}

// idle reports whether all results are stored, and no core computes.
func (c *client) idle() bool {
	return len(c.sentResults)+len(c.unsentResults)+len(c.computing()) == 0
}

func (c *client) computing() []*Batch {
	return slices.DeleteFunc(slices.Clone(c.cores), func(b *Batch) bool { return b == nil })
}
