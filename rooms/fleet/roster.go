package fleet

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"time"

	"enumerate/checkpoints"
	"enumerate/enum"
)

const (
	// mostKeys is the number of keys that may be enrolled at a time.
	mostKeys = 1 << 16
	// mostBatches is the number of batches that a new worker may have at a time. Each confirmed result allows
	// mostBatches more.
	mostBatches = 16
	// longestReason is the largest length of the reason of a ban, in characters. Strangers may have written parts of
	// it.
	longestReason = 200

	batchTime  = time.Second // a core's work on a batch: short, so that little is lost, but long enough for few messages
	batchCores = 2000        // a fleet with more cores has larger batches, because a coordinator stores at most 5,000 batches a second
	batchMost  = 1024        // shards in a batch
)

// A gate decides which keys may connect.
type gate interface {
	// admit lets a key in, or returns an error if it is no key.
	admit(key string) error
	// expel shuts a key out, after it had time to read its last message.
	expel(key string)
}

// A roster is the list of all workers: which are present, how many cores they have and how fast they are, which are on
// probation, and which are banned.
type roster struct {
	gate      gate
	lease     time.Duration // a worker that is silent for longer is absent
	enrolment time.Duration // the time in which an enrolled key must say hello
	probation bool          // new workers begin on probation
	open      bool          // keys need not enrol: the operator of the servers decides who connects

	workers map[string]*worker
	list    []*worker // in the order in which they came
	present []*worker // the workers that were present at the last tick
	able    []*worker // the present workers that are not on probation
	cores   int       // of the able workers
	paces   []float64 // of the able workers
	pace    float64   // the seconds that a shard took recently; 0 if none is known
}

// A worker is what the coordinator knows of a worker. It can also stand for a contributor from elsewhere, which has
// results in the database but never connects. Each embedded part is used only by the type that is named next to it.
type worker struct {
	key, host, version string
	cores              int
	lastSeen           time.Time
	helloReceived      bool       // it has said hello since the start
	pace               float64    // the seconds that a shard took it recently; 0 if none is known
	trust              int        // results that were confirmed in a row
	admitted           bool       // its probation is over, or was over before the last restart
	probation          *probation // nil if none has begun
	ban                string     // the reason; "" if it is not banned
	elsewhere          bool

	workload         // schedule
	verificationLoad // checks
	contribution     // register
	listing          // contributors
}

// A probation is a batch of shards by which a new worker is judged: its results are compared with those of others, and
// are not stored.
type probation struct {
	assignment *assignment
	shards     []enum.Shard
	hashes     map[uint64]uint32 // of the worker's results, by shard
	lost       bool              // some results will never come, so the worker needs another probation
}

func newRoster(s Service, gate gate) *roster {
	return &roster{
		gate: gate, open: s.Cluster != nil, lease: s.Lease, enrolment: s.waits.orUsual().enrolment,
		probation: s.Check > 0 && s.each <= 1, // in a simulation a shard may stand for several, too much for a probation
		workers:   make(map[string]*worker),
	}
}

func newWorker(key string) *worker {
	return &worker{key: key, workload: newWorkload()}
}

func (r *roster) find(key string) *worker { return r.workers[key] }

func (r *roster) worker(key string) *worker {
	if w := r.workers[key]; w != nil {
		return w
	}
	return r.add(key)
}

func (r *roster) add(key string) *worker {
	w := newWorker(key)
	r.workers[key] = w
	r.list = append(r.list, w)
	return w
}

func (r *roster) all() []*worker { return r.list }

func (r *roster) presentWorkers() []*worker { return r.present }

func (r *roster) ableWorkers() []*worker { return r.able }

// name returns a short name of a worker for messages: its host and the end of its key.
func (r *roster) name(key string) string {
	name := key[max(len(key)-6, 0):]
	if w := r.workers[key]; w != nil && w.host != "" {
		name = w.host + "/" + name
	}
	return name
}

// admit lets the worker with this key connect from now on. It returns an error if the key is banned, or if too many
// keys are enrolled.
func (r *roster) admit(now time.Time, key string) error {
	if r.workers[key] == nil && len(r.workers) >= mostKeys {
		r.removeExpired(now)
	}
	w := r.workers[key]
	switch {
	case w != nil && w.ban != "":
		return fmt.Errorf("this key is banned: %s", w.ban)
	case w == nil && r.isFull(now):
		return errors.New("too many keys are enrolled; try again in a minute")
	}
	if err := r.gate.admit(key); err != nil {
		return err
	}
	if w == nil {
		r.add(key).lastSeen = now
	}
	return nil
}

// isFull reports whether no more keys may enrol now. Absent workers whose results are stored do not count, because a
// long run may have had many of them, and their records are needed.
func (r *roster) isFull(now time.Time) bool {
	if len(r.workers) < mostKeys {
		return false
	}
	keys := 0
	for _, w := range r.list {
		if !w.listed() || !r.isExpired(now, w) { // a listed worker has stored results
			keys++
		}
	}
	return keys >= mostKeys
}

// isExpired reports whether a worker has been silent for so long that its key may be removed.
func (r *roster) isExpired(now time.Time, w *worker) bool {
	return now.Sub(w.lastSeen) >= max(r.lease, r.enrolment)
}

// removeExpired removes the workers that have been silent for a long time, have stored nothing, and have no batch, so
// that a flood of enrolments keeps others out only for a short time.
func (r *roster) removeExpired(now time.Time) {
	r.list = slices.DeleteFunc(r.list, func(w *worker) bool {
		if w.listed() || !w.idle() || !r.isExpired(now, w) {
			return false
		}
		delete(r.workers, w.key)
		r.gate.expel(w.key)
		return true
	})
}

// acceptHello takes the hello of a worker, which takes part from now on, or returns an error if its messages have
// another version, or its key is banned or not enrolled.
func (r *roster) acceptHello(now time.Time, key string, m *hello) error {
	const mostCores = 4096
	if m.Protocol != protocol {
		return fmt.Errorf("the worker's messages have version %d, those of the coordinator version %d; use the same version of the program", m.Protocol, protocol)
	}
	w := r.workers[key]
	if w == nil && !r.open {
		return errors.New("the worker's key is not enrolled: start enumerate work again with the join URL")
	}
	if w == nil || w.ban != "" { // a new worker, or a banned one: admit returns the error
		if err := r.admit(now, key); err != nil {
			return err
		}
		w = r.workers[key]
	}

	w.helloReceived = true
	w.lastSeen = now
	w.host, w.version = oneLine(m.Host), oneLine(m.Version)
	w.cores = min(max(m.Workers, 1), mostCores)
	return nil
}

// touch notes that a message of the worker came.
func (w *worker) touch(now time.Time) { w.lastSeen = now }

func (w *worker) id() string { return w.key }

func (w *worker) joined() bool { return w.helloReceived && w.ban == "" }

func (w *worker) fromElsewhere() bool { return w.elsewhere }

func (w *worker) sharesHost(other *worker) bool { return w.host == other.host }

func (r *roster) live(now time.Time, w *worker) bool {
	return w.joined() && now.Sub(w.lastSeen) < r.lease
}

// measure is called at each tick, and counts the present workers and their cores. It sets r.pace, the seconds that a
// core takes for a shard, to the median over all workers that are not on probation (not yet trusted). A single worker
// cannot change a median much by false claims.
func (r *roster) measure(now time.Time) {
	r.cores, r.paces = 0, r.paces[:0]
	r.present, r.able = r.present[:0], r.able[:0]
	for _, w := range r.list {
		if !r.live(now, w) {
			continue
		}
		r.present = append(r.present, w)
		if r.onProbation(w) {
			continue
		}
		r.able = append(r.able, w)
		r.cores += min(w.cores, w.batchLimit()) // a worker may claim any number of cores, but its limit of batches grows with trust
		if w.pace > 0 {
			r.paces = append(r.paces, w.pace)
		}
	}
	if len(r.paces) > 0 {
		slices.Sort(r.paces)
		r.pace = r.paces[len(r.paces)/2]
	}
}

// observe notes how long a worker, or the coordinator if w is nil, took for a shard.
func (r *roster) observe(w *worker, took time.Duration) {
	const weight = 0.05                  // of the new shard in the average
	seconds := max(took.Seconds(), 1e-9) // not 0, which stands for an unknown pace
	if w != nil {
		if w.pace == 0 {
			w.pace = seconds
		}
		w.pace += weight * (seconds - w.pace)
	}
	if r.pace == 0 { // measure replaces this guess
		r.pace = seconds
	}
}

// batchSize returns how many shards a batch should have, 1 if no pace is known. A core needs about a second for a
// batch, or longer in a fleet of thousands of cores.
func (r *roster) batchSize() int {
	if r.pace == 0 {
		return 1
	}
	return int(min(max(aim(r.cores)/r.pace, 1), batchMost))
}

// aim returns how many seconds of work a batch should be if the fleet has this number of cores.
func aim(cores int) float64 { return batchTime.Seconds() * max(1, float64(cores)/batchCores) }

// batchLimit returns how many batches a worker may have at a time: enough that its cores never wait. But a worker that
// takes batches and returns nothing delays the run, so the limit is low until some of its results have been confirmed.
func (w *worker) batchLimit() int { return min(2*w.cores+1, mostBatches*(1+w.trust)) }

func (w *worker) trusted() int { return w.trust }

func (w *worker) gainTrust() { w.trust++ }

// limitTrust reduces the trust to the number of the worker's results that are still confirmed.
func (w *worker) limitTrust() { w.trust = min(w.trust, w.confirmations()) }

// restoreTrust gives a contributor the trust that follows from its confirmed results in the database.
func (w *worker) restoreTrust() {
	w.trust = w.confirmations()
	w.admitted = w.trust > 0 && !w.elsewhere
}

func (r *roster) onProbation(w *worker) bool { return r.probation && !w.admitted }

// reliable reports whether the stored results of a worker may be used to judge workers on probation (not yet trusted).
func (r *roster) reliable(w *worker) bool { return !w.elsewhere && !r.onProbation(w) }

func (w *worker) needsProbation() bool { return w.probation == nil || w.probation.lost }

func (w *worker) beginProbation(a *assignment, shards []enum.Shard) {
	w.probation = &probation{assignment: a, shards: shards, hashes: make(map[uint64]uint32)}
}

// loseProbation notes that some results of an assignment will never come. If the assignment is the worker's probation,
// the test of a new worker, the worker gets another one.
func (w *worker) loseProbation(a *assignment) {
	if p := w.probation; p != nil && p.assignment == a {
		p.lost = true
	}
}

// addToProbation stores the hash of a worker's result for a shard, if the assignment is the worker's probation: the
// shards by which a new worker is tested.
func (w *worker) addToProbation(a *assignment, shard uint64, hash uint32) {
	if p := w.probation; p != nil && p.assignment == a {
		p.hashes[shard] = hash
	}
}

// completedProbation returns the shards of a worker's probation, the test of a new worker, and the hashes of its
// results, once it has sent all of them.
func (w *worker) completedProbation() (shards []enum.Shard, hashes map[uint64]uint32, ok bool) {
	if p := w.probation; p != nil && len(p.hashes) == len(p.shards) {
		return p.shards, p.hashes, true
	}
	return nil, nil, false
}

func (w *worker) passProbation() { w.admitted, w.probation = true, nil }

// ban bans a worker, unless it is banned already. The reason may contain text that strangers sent, so it is shortened
// to one line.
func (r *roster) ban(w *worker, why string) bool {
	if w.ban != "" {
		return false
	}
	w.ban = oneLine(why)
	if runes := []rune(w.ban); len(runes) > longestReason {
		w.ban = string(runes[:longestReason]) + "..."
	}
	w.trust, w.probation = 0, nil
	return true
}

// restoreBan bans a key that the database lists as banned.
func (r *roster) restoreBan(key, why string) {
	w := r.worker(key)
	if w.ban == "" {
		w.ban = why
		r.gate.expel(key)
	}
}

// endBan ends the ban of a worker.
func (w *worker) endBan() { w.ban = "" }

func (w *worker) banned() string { return w.ban }

// newExternal returns a worker that stands for the contributor with the record m, who is known only from the database.
func newExternal(m checkpoints.Contributor) *worker {
	w := newWorker(m.Key)
	w.elsewhere, w.host, w.version = true, m.Host, m.Version
	return w
}

// describe returns the record of a worker for the database. The argument `coordinator` names this coordinator.
func (w *worker) describe(coordinator string) checkpoints.Contributor {
	return checkpoints.Contributor{
		Host: w.host, Version: w.version, Key: w.key, Coordinator: coordinator, Started: w.lastSeen.UTC().Truncate(time.Second),
	}
}

// label returns the name by which messages call a contributor from elsewhere, as precise as its record allows: its host
// and key, who signed its results, or the host alone.
func (w *worker) label() string {
	switch {
	case w.key != "":
		return w.host + "/" + w.key[max(len(w.key)-6, 0):]
	case w.signer() != "":
		return w.host + ", signed by " + w.signer()
	case w.host != "":
		return w.host
	}
	return "an unknown contributor"
}

// contributing returns how many workers have stored results and are not banned, and on how many machines they claim to
// be.
func (r *roster) contributing() (keys, hosts int) {
	names := make(map[string]bool)
	for _, w := range r.list {
		if w.results() == 0 || w.ban != "" {
			continue
		}
		keys++
		if w.host != "" {
			names[w.host] = true
		}
	}
	return keys, len(names)
}

// status returns the workers that have stored results, in the order of their keys, and then the others that are present
// or banned.
func (r *roster) status(now time.Time) (list []WorkerStatus) {
	workers := slices.Clone(r.list)
	slices.SortStableFunc(workers, func(a, b *worker) int {
		if a.listed() && b.listed() {
			return cmp.Compare(a.key, b.key)
		}
		return a.compareListed(b)
	})
	for _, w := range workers {
		live := r.live(now, w)
		if !live && !w.listed() && w.ban == "" {
			continue
		}
		list = append(list, WorkerStatus{
			Name: r.name(w.key), ComputedShards: uint64(w.results()), ConfirmedShards: uint64(w.confirmations()), BanReason: w.ban, Cores: w.cores, Connected: live, LastSeen: w.lastSeen,
		})
	}
	return list
}
