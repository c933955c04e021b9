package fleet

import (
	"fmt"
	"slices"
	"time"

	"enumerate/enum"
	"enumerate/internal/lists"
)

const (
	beatEvery     = 2 * time.Second
	answerTimeout = 10 * time.Second
	askAgain      = time.Second     // if the coordinator could not store a delivery
	sendAgain     = 4 * time.Second // a delivery that is not answered
	doneBytes     = 1 << 20         // of the tallies in a message
	mostKnown     = 1024            // batches that are remembered, because messages may come twice
)

// An exchange connects a worker with everything except its memory. No method waits.
type exchange interface {
	// send sends a message; the answer comes to the subject reply, if that is not "".
	send(subject, reply string, message any)
	// open makes the walkers ready for a space.
	open(space enum.Space)
	// walk has a core compute a batch; walked is called with the results.
	walk(core int, b Batch)
}

// A hand is a worker at work. Like a coordinator it is a state machine: what it does follows from the calls of connected, receive, tick
// and walked. It keeps each result until a receipt says that the result is stored.
type hand struct {
	Worker
	key   string
	out   exchange
	space enum.Space
	job   job
	over  error // why it has ended; nil before

	joined bool      // a job came on this connection
	asked  time.Time // when it said hello
	heard  time.Time // when it was answered last
	beaten time.Time // when it gave a sign of life

	queue  []Batch    // not begun
	cores  []*Batch   // what each does; nil for nothing
	known  []batchKey // batches that have come, the last ones
	done   []found    // and not sent
	sent   []found    // and not answered
	last   done       // the message that has them
	again  time.Time  // when it is sent again
	shards uint64
}

// A batchKey tells the messages of batches apart.
type batchKey struct{ id, first uint64 }

// A found is a result, of a batch.
type found struct {
	result
	batch uint64
}

func (h *hand) subjects() subjects { return h.URL.subjects() }

func newHand(w Worker, key string, out exchange) *hand {
	return &hand{Worker: w, key: key, out: out, cores: make([]*Batch, max(w.Workers, 1))}
}

// connected notes that the worker has a new connection.
func (h *hand) connected(now time.Time) {
	h.joined, h.heard = false, now
	h.greet(now)
}

// deaf reports whether the coordinator has stopped answering.
func (h *hand) deaf(now time.Time) bool {
	if h.space == nil {
		return now.Sub(h.heard) > answerTimeout
	}
	return now.Sub(h.heard) > 2*answerTimeout
}

// greet asks for a job.
func (h *hand) greet(now time.Time) {
	h.asked = now
	h.out.send(h.subjects().hello(h.key), h.subjects().inbox(h.key)+".job", &hello{protocol, h.Host, h.Version, len(h.cores)})
}

// receive takes a message.
func (h *hand) receive(now time.Time, message any) {
	h.heard = now
	switch m := message.(type) {
	case *job:
		h.begin(now, *m)
	case *Batch:
		h.take(*m)
	case *receipt:
		h.settle(now, *m)
	case nil:
		h.over = errDone
	}
}

// begin takes the answer to a hello.
func (h *hand) begin(now time.Time, j job) {
	switch {
	case j.Protocol != protocol:
		h.over = fmt.Errorf("the run there is %w: its messages have the number %d, this program's %d; use the same version of the program", ErrVersion, j.Protocol, protocol)
	case j.Refused != "":
		h.over = fmt.Errorf("%w: %s", ErrBanned, j.Refused)
	case j.Ended:
		h.over = errDone
	case h.space == nil:
		h.over = h.accept(j)
	case j.Key != h.job.Key || j.Fingerprint != h.job.Fingerprint:
		h.over = errDone // the coordinator has begun another run
	}
	if h.over != nil {
		return
	}
	news := !h.joined
	if j.Epoch != h.job.Epoch { // the assignments of an earlier coordinator are void
		h.queue, h.done, h.sent, h.last.Number = nil, nil, nil, 0
		news = true
	}
	h.job, h.joined = j, true
	if news {
		h.beat(now)
		h.again = now
		h.deliver(now)
	}
}

// accept takes the first job.
func (h *hand) accept(j job) (err error) {
	if h.space, err = h.Space(j.Key); err != nil {
		return err
	}
	if own := h.space.Fingerprint(); own != j.Fingerprint {
		return fmt.Errorf("the run there was %w (%q, this program's is %q); use the same version of the program", ErrVersion, j.Fingerprint, own)
	}
	h.out.open(h.space)
	return nil
}

// take takes a batch, unless it has come before or there are too many.
func (h *hand) take(b Batch) {
	if !h.joined || b.Epoch != h.job.Epoch || len(b.Shards) == 0 || len(h.queue) > 4*len(h.cores)+mostUnsent {
		return
	}
	key := batchKey{b.ID, b.Shards[0].ID}
	if slices.Contains(h.known, key) {
		return
	}
	h.known = append(h.known[max(0, len(h.known)+1-mostKnown):], key)
	h.queue = append(h.queue, b)
	h.start()
}

// start has idle cores begin the batches that wait.
func (h *hand) start() {
	for core, b := range h.cores {
		if b == nil && len(h.queue) > 0 {
			next := h.queue[0]
			h.queue = h.queue[1:]
			h.cores[core] = &next
			h.out.walk(core, next)
		}
	}
}

// walked takes the results of a core, which is idle then.
func (h *hand) walked(now time.Time, core int, results []result) {
	b := h.cores[core]
	h.cores[core] = nil
	h.shards += uint64(len(results))
	for _, r := range results {
		if b.Epoch == h.job.Epoch {
			h.done = append(h.done, found{r, b.ID})
		}
	}
	h.deliver(now)
	h.start()
}

// deliver sends results, one message at a time.
func (h *hand) deliver(now time.Time) {
	if !h.joined || len(h.sent) == 0 && len(h.done) == 0 || len(h.sent) > 0 && now.Before(h.again) {
		return
	}
	if len(h.sent) == 0 {
		bytes, once := 0, make(map[uint64]bool)
		h.last = done{Epoch: h.job.Epoch, Number: h.last.Number + 1}
		for len(h.done) > 0 && bytes < doneBytes && !once[h.done[0].ID] { // a shard that was given twice, to be sent twice
			r := h.done[0]
			h.done = h.done[1:]
			bytes += len(r.Tally)
			once[r.ID] = true
			h.sent = append(h.sent, r)
			h.last.Shards = append(h.last.Shards, r.result)
		}
	}
	h.again = now.Add(sendAgain)
	d := h.last
	h.out.send(h.subjects().done(h.key), h.subjects().inbox(h.key)+".receipt", &d)
}

// settle takes the receipt of a delivery.
func (h *hand) settle(now time.Time, r receipt) {
	switch {
	case r.Banned != "":
		h.over = fmt.Errorf("%w: %s", ErrBanned, r.Banned)
	case r.Epoch != h.job.Epoch:
		h.greet(now)
	case r.Number != h.last.Number || len(h.sent) == 0: // it has come twice
	case r.Stored:
		h.sent = nil
		h.deliver(now)
	default:
		h.again = now.Add(askAgain)
	}
}

// tick does what is due.
func (h *hand) tick(now time.Time) {
	if now.Sub(h.asked) >= beatEvery && (!h.joined || len(h.holds()) == 0 || now.Sub(h.heard) > answerTimeout) {
		h.greet(now)
	}
	if !h.joined {
		return
	}
	if now.Sub(h.beaten) >= beatEvery {
		h.beat(now)
	}
	h.deliver(now)
}

// beat gives a sign of life.
func (h *hand) beat(now time.Time) {
	h.beaten = now
	begun := len(h.queue) + len(h.working())
	h.out.send(h.subjects().beat(h.key), "", &beat{Shards: h.shards, Holds: h.holds(), Wants: max(2*len(h.cores)+1-begun, 0)})
}

// holds returns the batches with results that have no receipt.
func (h *hand) holds() (list []uint64) {
	list = lists.Map(h.queue, func(b Batch) uint64 { return b.ID })
	list = append(list, lists.Map(h.working(), func(b *Batch) uint64 { return b.ID })...)
	list = append(list, lists.Map(slices.Concat(h.sent, h.done), func(r found) uint64 { return r.batch })...)
	slices.Sort(list)
	return slices.Compact(list)
}

// idle reports whether all results are stored, and no core is busy.
func (h *hand) idle() bool {
	return len(h.sent)+len(h.done)+len(h.working()) == 0
}

// working returns the batches that cores compute.
func (h *hand) working() []*Batch {
	return slices.DeleteFunc(slices.Clone(h.cores), func(b *Batch) bool { return b == nil })
}
