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
	// mostKeys is how many keys may be enrolled at a time.
	mostKeys = 1 << 16
	// mostBatches is how many batches a new worker may have at a time. Each result that is confirmed allows as many
	// more.
	mostBatches = 16
	// longestReason is how long the reason of a ban may be, in characters. Strangers may have influenced it.
	longestReason = 200

	batchTime  = time.Second // how long a batch should take a core: short, so that little is lost, but long enough for few messages
	batchCores = 2000        // a fleet with more cores has larger batches, because a coordinator stores at most 5,000 batches a second
	batchMost  = 1024        // the largest number of shards in a batch
)

// A gate decides which keys may connect.
type gate interface {
	// admit lets a key in, if it is a key.
	admit(key string) error
	// expel shuts a key out, after it had time to read its last message.
	expel(key string)
}

// A roll is the list of all workers. It knows which workers are present, how many cores they have and how fast they
// are, which workers are on probation (a trial for new workers), and which are banned.
type roll struct {
	gate      gate
	lease     time.Duration // a worker that is silent for longer is absent
	enrolment time.Duration // how long a key that was enrolled may take to say hello
	probation bool          // new workers begin on probation
	open      bool          // any key may say hello without enrolling, because the operator of the servers decides who connects

	workers map[string]*worker
	list    []*worker // in the order in which they came
	present []*worker // the workers that were present at the last tick
	able    []*worker // the present workers that are not on probation
	cores   int       // of the able workers
	paces   []float64 // of the able workers
	pace    float64   // the seconds that a shard took recently; 0 if none is known
}

// A worker is what the coordinator knows of a worker. It can also stand for a contributor from elsewhere that has
// results in the database but never connects. The embedded parts at the end are used only by the type that is named
// next to each.
type worker struct {
	key, host, version string
	cores              int
	seen               time.Time
	greeted            bool       // it has said hello since the start
	pace               float64    // the seconds that a shard took it recently; 0 if none is known
	trust              int        // how many of its results were confirmed in a row
	admitted           bool       // its probation is over, or was over before the last restart
	probation          *probation // nil if none has begun
	ban                string     // the reason of its ban; "" if it is not banned
	elsewhere          bool       // it is a contributor from elsewhere

	workload // schedule
	standing // checks
	credit   // register
	listing  // contributors
}

// A probation is a batch of shards by which a new worker is judged: its results are compared with those of others,
// and are not stored.
type probation struct {
	assignment *assignment
	shards     []enum.Shard
	hashes     map[uint64]uint32 // of the worker's results, by shard
	lost       bool              // some results will never come, so the worker needs another probation
}

func newRoll(s Service, gate gate) *roll {
	return &roll{
		gate: gate, open: s.Cluster != nil, lease: s.Lease, enrolment: s.waits.orUsual().enrolment,
		probation: s.Check > 0 && s.each <= 1, // a shard that stands for several is more than a probation should take
		workers:   make(map[string]*worker),
	}
}

func newWorker(key string) *worker {
	return &worker{key: key, workload: newWorkload()}
}

// find returns the worker of a key, nil if there is none.
func (r *roll) find(key string) *worker { return r.workers[key] }

// worker returns the worker of a key, and adds it if there is none.
func (r *roll) worker(key string) *worker {
	if w := r.workers[key]; w != nil {
		return w
	}
	return r.add(key)
}

func (r *roll) add(key string) *worker {
	w := newWorker(key)
	r.workers[key] = w
	r.list = append(r.list, w)
	return w
}

// all returns the workers in the order in which they came.
func (r *roll) all() []*worker { return r.list }

// presentWorkers returns the workers that were present at the last tick.
func (r *roll) presentWorkers() []*worker { return r.present }

// ableWorkers returns the workers that were present at the last tick and not on probation.
func (r *roll) ableWorkers() []*worker { return r.able }

// name returns the name of a worker in messages: its machine and the end of its key.
func (r *roll) name(key string) string {
	name := key[max(len(key)-6, 0):]
	if w := r.workers[key]; w != nil && w.host != "" {
		name = w.host + "/" + name
	}
	return name
}

// admit lets the worker with this key connect from now on. It returns an error if the key is banned, or if too many
// keys are enrolled.
func (r *roll) admit(now time.Time, key string) error {
	if r.workers[key] == nil && len(r.workers) >= mostKeys { // make room for the new key
		r.removeGone(now)
	}
	w := r.workers[key]
	switch {
	case w != nil && w.ban != "":
		return fmt.Errorf("this key is banned: %s", w.ban)
	case w == nil && r.crowded(now):
		return errors.New("too many keys are enrolled; try again in a minute")
	}
	if err := r.gate.admit(key); err != nil {
		return err
	}
	if w == nil {
		r.add(key).seen = now
	}
	return nil
}

// crowded reports whether mostKeys keys are enrolled, so that no more may enrol now. An absent worker whose results
// are stored does not count, because a long run may have had many such workers, and their records are needed.
func (r *roll) crowded(now time.Time) bool {
	if len(r.workers) < mostKeys {
		return false
	}
	keys := 0 // without absent workers whose results are stored
	for _, w := range r.list {
		if !w.listed() || !r.gone(now, w) {
			keys++
		}
	}
	return keys >= mostKeys
}

// gone reports whether a worker has been silent for so long that its key may be removed.
func (r *roll) gone(now time.Time, w *worker) bool {
	return now.Sub(w.seen) >= max(r.lease, r.enrolment)
}

// removeGone removes from the roll the workers that have been silent for a long time, have stored nothing, and have no
// batch. As a result, a flood of enrolments keeps others out only for a short time.
func (r *roll) removeGone(now time.Time) {
	r.list = slices.DeleteFunc(r.list, func(w *worker) bool {
		if w.listed() || !w.idle() || !r.gone(now, w) {
			return false // keep the worker
		}
		delete(r.workers, w.key)
		r.gate.expel(w.key)
		return true
	})
}

// greet takes the hello m of the worker with this key: it notes the worker's host, version and number of cores. From
// now on the worker takes part. It returns an error if the worker may not: its messages have another version, or its
// key is banned or not enrolled.
func (r *roll) greet(now time.Time, key string, m *hello) error {
	const mostCores = 4096
	if m.Protocol != protocol {
		return fmt.Errorf("the worker's messages have version %d, those of the coordinator version %d; use the same version of the program", m.Protocol, protocol)
	}
	w := r.workers[key]
	if w == nil && !r.open {
		return errors.New("the worker's key is not enrolled")
	}
	if w == nil || w.ban != "" { // a new worker, or a banned one, for which admit returns the error
		if err := r.admit(now, key); err != nil {
			return err
		}
		w = r.workers[key]
	}

	w.greeted = true
	w.seen = now
	w.host, w.version = oneLine(m.Host), oneLine(m.Version)
	w.cores = min(max(m.Workers, 1), mostCores)
	return nil
}

// hear notes that a worker has sent something.
func (w *worker) hear(now time.Time) { w.seen = now }

// id returns the key of a worker.
func (w *worker) id() string { return w.key }

// joined reports whether a worker has said hello and is not banned.
func (w *worker) joined() bool { return w.greeted && w.ban == "" }

// fromElsewhere reports whether a contributor is from elsewhere: this coordinator has found its results in the
// database.
func (w *worker) fromElsewhere() bool { return w.elsewhere }

// sharesHost reports whether two workers claim to be on the same machine.
func (w *worker) sharesHost(other *worker) bool { return w.host == other.host }

// live reports whether a worker takes part, and was heard recently.
func (r *roll) live(now time.Time, w *worker) bool {
	return w.joined() && now.Sub(w.seen) < r.lease
}

// measure is called at each tick, and notes which workers are present, how many cores they have, and how many seconds a
// shard takes (r.pace), from which the size of batches follows. The seconds are the median over all workers that are
// not on probation, so that no single worker can change them much by false claims.
func (r *roll) measure(now time.Time) {
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
		r.cores += min(w.cores, w.batchLimit()) // a worker may claim any number of cores; its limit of batches grows with trust
		if w.pace > 0 {
			r.paces = append(r.paces, w.pace)
		}
	}
	if len(r.paces) > 0 {
		slices.Sort(r.paces)
		r.pace = r.paces[len(r.paces)/2]
	}
}

// observe notes how long a worker took for a shard, in the average of its recent shards (w.pace). The argument w is
// nil for the coordinator itself.
func (r *roll) observe(w *worker, took time.Duration) {
	const weight = 0.05                  // of the new shard in the average; earlier shards fade out
	seconds := max(took.Seconds(), 1e-9) // not 0, which stands for an unknown pace
	if w != nil {
		if w.pace == 0 { // the first shard
			w.pace = seconds
		}
		w.pace += weight * (seconds - w.pace)
	}
	if r.pace == 0 { // measure replaces this guess
		r.pace = seconds
	}
}

// batchSize returns how many shards a batch should have, so that a core needs about a second for it, or longer in a
// fleet of thousands of cores. It assumes that shards continue to take as long as the last ones. As long as no time is
// known, batchSize returns 1.
func (r *roll) batchSize() int {
	if r.pace == 0 {
		return 1
	}
	return int(min(max(aim(r.cores)/r.pace, 1), batchMost))
}

// aim is how many seconds of work a batch should be if the fleet has this number of cores.
func aim(cores int) float64 { return batchTime.Seconds() * max(1, float64(cores)/batchCores) }

// batchLimit returns how many batches a worker may have at a time: enough that its cores never wait. But a worker that
// takes batches and returns nothing delays the run, so the limit is low until some of its results have been confirmed.
func (w *worker) batchLimit() int { return min(2*w.cores+1, mostBatches*(1+w.trust)) }

// trusted returns how many results of a worker were confirmed in a row.
func (w *worker) trusted() int { return w.trust }

// gainTrust notes that a result of a worker was confirmed.
func (w *worker) gainTrust() { w.trust++ }

// limitTrust reduces the trust to the number of the worker's results that are still confirmed.
func (w *worker) limitTrust() { w.trust = min(w.trust, w.confirmations()) }

// restoreTrust gives a contributor the trust that follows from the database.
func (w *worker) restoreTrust() {
	w.trust = w.confirmations()
	w.admitted = w.trust > 0 && !w.elsewhere
}

// onProbation reports whether a worker has to pass a probation first.
func (r *roll) onProbation(w *worker) bool { return r.probation && !w.admitted }

// reliable reports whether the stored results of a worker may judge others on probation.
func (r *roll) reliable(w *worker) bool { return !w.elsewhere && !r.onProbation(w) }

// needsProbation reports whether a worker on probation waits for an assignment.
func (w *worker) needsProbation() bool { return w.probation == nil || w.probation.lost }

// beginProbation notes the assignment by which a worker is judged.
func (w *worker) beginProbation(a *assignment, shards []enum.Shard) {
	w.probation = &probation{assignment: a, shards: shards, hashes: make(map[uint64]uint32)}
}

// loseProbation notes that some results of an assignment will never come. If the assignment is the worker's
// probation, the worker gets another one.
func (w *worker) loseProbation(a *assignment) {
	if p := w.probation; p != nil && p.assignment == a {
		p.lost = true
	}
}

// addToProbation notes a result, if it belongs to the worker's probation.
func (w *worker) addToProbation(a *assignment, shard uint64, hash uint32) {
	if p := w.probation; p != nil && p.assignment == a {
		p.hashes[shard] = hash
	}
}

// completedProbation returns the shards of a worker's probation and the hashes of its results, if all results are
// there.
func (w *worker) completedProbation() (shards []enum.Shard, hashes map[uint64]uint32, ok bool) {
	if p := w.probation; p != nil && len(p.hashes) == len(p.shards) {
		return p.shards, p.hashes, true
	}
	return nil, nil, false
}

// passProbation ends the probation of a worker.
func (w *worker) passProbation() { w.admitted, w.probation = true, nil }

// ban notes that a worker is banned, and why. It returns false, and changes nothing, if the worker is banned already.
// The reason may contain text that strangers sent, so it is shortened to one line.
func (r *roll) ban(w *worker, why string) bool {
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

// restoreBan bans a key that is banned in the database.
func (r *roll) restoreBan(key, why string) {
	w := r.worker(key)
	if w.ban == "" {
		w.ban = why
		r.gate.expel(key)
	}
}

// lift takes a ban back.
func (w *worker) lift() { w.ban = "" }

// banned returns why a worker is banned, "" if it is not.
func (w *worker) banned() string { return w.ban }

// newExternal returns the contributor from elsewhere of a record.
func newExternal(m checkpoints.Contributor) *worker {
	w := newWorker(m.Key)
	w.elsewhere, w.host, w.version = true, m.Host, m.Version
	return w
}

// describe returns the record of a worker whose results a coordinator accepts.
func (w *worker) describe(coordinator string) checkpoints.Contributor {
	return checkpoints.Contributor{
		Host: w.host, Version: w.version, Key: w.key, Coordinator: coordinator, Started: w.seen.UTC().Truncate(time.Second),
	}
}

// label returns the name by which messages call a contributor from elsewhere, whose results were found in the database.
// It is as precise as the contributor's record allows: its host and key, who signed its results, or the host alone.
func (w *worker) label() string {
	switch {
	case w.key != "":
		return w.host + "/" + w.key[max(len(w.key)-6, 0):] // the last six characters of the key
	case w.signer() != "":
		return w.host + ", signed by " + w.signer()
	case w.host != "":
		return w.host
	}
	return "an unknown contributor"
}

// contributing returns how many workers, each with a key, have stored results and are not banned, and on how many
// different machines these workers claim to be.
func (r *roll) contributing() (keys, hosts int) {
	names := make(map[string]bool) // of the machines
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

// status returns the workers that are present, are banned, or have stored results. Workers with stored results come
// first.
func (r *roll) status(now time.Time) (list []WorkerStatus) {
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
		short := r.name(w.key) // not the key: it is part of the subject on which the worker is answered
		list = append(list, WorkerStatus{
			Name: short, Done: uint64(w.results()), Confirmed: uint64(w.confirmations()), Banned: w.ban, Short: short, Cores: w.cores, Live: live, Seen: w.seen,
		})
	}
	return list
}
