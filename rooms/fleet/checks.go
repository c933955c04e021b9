package fleet

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"

	"enumerate/enum"
)

const (
	// The first `proven` shards of a new worker are all verified. Of its later shards a smaller and smaller share is
	// verified, as in the adaptive replication of BOINC.
	proven = 10

	// The coordinator does one in ownShare verifications itself, if it has nothing else to compute. Two workers that
	// agree on a wrong result confirm each other, and only the coordinator can find them.
	ownShare = 8

	// candidates is the number of workers that are considered for a verification.
	candidates = 8
)

type policy int

const (
	verifySome policy = iota // a share
	verifyAll                // all, because the proof has failed
	computeAll               // all, by the coordinator, because it has failed again
)

// The checks decide which shards are verified, and judge workers on probation.
type checks struct {
	roster   *roster
	register *register
	local    *local
	space    enum.Space
	random   *rand.Rand

	share   float64 // the least share of shards that are verified, from 0 to 1
	each    int     // shards of a real run that a shard stands for: 1 except in a simulation
	secret  []byte  // decides which shards are verified
	policy  policy
	open    map[uint64]*verification // by shard
	waiting []*verification          // the open verifications without a worker, oldest first
	pass    *pass                    // over the shards that are done; nil if none has begun
}

// A verificationLoad is a worker's part in verifications: its results that wait for one, and those that it verifies.
type verificationLoad struct {
	unverifiedShards int // its shards that wait for a verification
	verifying        int // shards of others that it is assigned to verify
}

// A verification is a shard that a second worker, not its contributor, is to compute.
type verification struct {
	shard       enum.Shard
	contributor *worker     // nil if it is not known
	by          *worker     // nil if no worker is assigned
	assignment  *assignment // to the worker
}

type verificationBatch struct {
	by     *worker
	shards []enum.Shard
}

// newChecks returns checks that decide by a secret, drawn anew each time the coordinator starts, so that no worker can
// foresee which of its results are verified.
func newChecks(s Service, roster *roster, register *register, local *local, random *rand.Rand) *checks {
	c := &checks{
		roster: roster, register: register, local: local, space: s.Space, random: random,
		share: s.Check, each: max(s.each, 1), open: make(map[uint64]*verification),
	}
	for range 4 {
		c.secret = fmt.Appendf(c.secret, "%016x", random.Uint64())
	}
	return c
}

func (c *checks) openVerifications() int { return len(c.open) }

func (c *checks) isAssigned(w *worker, shard uint64) bool {
	v := c.open[shard]
	return v != nil && v.by == w
}

// distrust is called when the sum of all results is wrong. From now on second workers verify all results or, at the
// second call, the coordinator does. It returns false if nothing stricter is left.
func (c *checks) distrust() bool {
	if c.policy == computeAll {
		return false
	}
	c.policy++
	return true
}

func (c *checks) explainPolicy() string {
	if c.policy == verifyAll {
		return "a worker is wrong. Second workers verify every shard now, until the proof holds"
	}
	return "workers agree on a wrong result. The coordinator computes every shard itself now, until the proof holds"
}

// isDue reports whether a shard with a stored, unconfirmed result needs a verification. All results of a new
// contributor are verified, later only a share that falls as the contributor gains trust.
func (c *checks) isDue(shard uint64) bool {
	if c.policy > verifySome {
		return true
	}
	contributor := c.register.contributor(shard)
	if c.share == 0 || contributor == nil { // nothing is verified, or the coordinator has computed the shard
		return c.chance(shard) < c.share
	}

	// The first `proven` shards of a contributor are all verified, and of later shards at least the share c.share.
	// Shards that wait for a verification count as if they were confirmed: otherwise all shards of a fast worker would
	// be verified while it waits for its first confirmations. In a simulation each shard stands for c.each shards of a
	// real run.
	trust := (contributor.trusted() + contributor.unverifiedShards) * c.each
	if trust < proven {
		return true
	}
	return c.chance(shard) < max(c.share, 1/float64(trust+1))
}

// chance returns a number from 0 to 1 that depends only on the shard and the secret.
func (c *checks) chance(shard uint64) float64 {
	sum := sha256.Sum256(binary.BigEndian.AppendUint64(c.secret[:len(c.secret):len(c.secret)], shard))
	return float64(binary.BigEndian.Uint64(sum[:])) / math.MaxUint64
}

// settle is called after each result that was recorded. It begins the verification of the shard if one is due, and ends
// it if the result is disputed or has a quorum. With a quorum, the workers whose results agree gain trust. The argument
// `by` is the worker that sent the result, nil for the coordinator.
func (c *checks) settle(by *worker, shard enum.Shard, e *entry) {
	contributor := c.register.contributor(shard.ID)
	switch {
	case e.outcome == disputes: // the coordinator computes the shard, so no worker need verify it
		c.end(shard.ID)
	case c.register.hasQuorum(shard.ID):
		c.end(shard.ID)
		if contributor != nil && e.before.confirmer == 0 { // only the first confirmation of a shard gains trust
			contributor.gainTrust()
		}
		if by != nil && by != contributor {
			by.gainTrust()
		}
	case c.open[shard.ID] == nil && c.isDue(shard.ID):
		c.begin(shard)
	}
}

// begin begins the verification of a shard. An idle coordinator computes one in ownShare of these shards itself. The
// others wait for a second worker.
func (c *checks) begin(shard enum.Shard) {
	if !c.local.busy() && c.random.IntN(ownShare) == 0 && !c.local.hasComputed(shard.ID) {
		c.local.compute(shard)
		return
	}

	v := &verification{shard: shard, contributor: c.register.contributor(shard.ID)}
	c.open[shard.ID] = v
	c.waiting = append(c.waiting, v)
	if v.contributor != nil {
		v.contributor.unverifiedShards++
	}
}

// end ends the verification of a shard, if there is one.
func (c *checks) end(shard uint64) {
	v := c.open[shard]
	if v == nil {
		return
	}
	delete(c.open, shard)
	if v.by != nil {
		v.by.verifying--
	}
	if v.contributor != nil {
		v.contributor.unverifiedShards--
	}
}

// forget ends the verifications of the results of a worker that is banned.
func (c *checks) forget(w *worker) {
	for _, id := range slices.Sorted(maps.Keys(c.open)) {
		if c.open[id].contributor == w {
			c.end(id)
		}
	}
}

// release puts the verifications of some shards of the assignment a, which has ended before their results came, back
// into the queue. It ignores shards that were not assigned for a verification.
func (c *checks) release(a *assignment, shards []enum.Shard) {
	for _, shard := range shards {
		v := c.open[shard.ID]
		if v == nil || v.assignment != a { // not a verification of this assignment, or it has ended
			continue
		}
		v.by.verifying--
		v.by, v.assignment = nil, nil
		c.waiting = append(c.waiting, v)
	}
}

// batches chooses a worker for each verification that waits, and returns one batch for each worker. The coordinator
// computes a shard itself if there is no worker besides the contributor of its result.
func (c *checks) batches() []*verificationBatch {
	size := c.roster.batchSize()
	var list []*verificationBatch
	batches := make(map[*worker]*verificationBatch)
	for len(c.waiting) > 0 {
		v := c.waiting[0]
		if c.open[v.shard.ID] != v { // the verification has ended
			c.waiting = c.waiting[1:]
			continue
		}

		w, alone := c.verifier(v.contributor, size)
		if w == nil && !alone {
			break // all other workers are busy: wait for one
		}
		c.waiting = c.waiting[1:]
		if w == nil {
			c.local.compute(v.shard)
			continue
		}

		b := batches[w]
		if b == nil {
			b = &verificationBatch{by: w}
			batches[w] = b
			list = append(list, b)
		}
		b.shards = append(b.shards, v.shard)
		v.by = w
		w.verifying++
	}
	return list
}

func (c *checks) assign(a *assignment, shards []enum.Shard) {
	for _, shard := range shards {
		c.open[shard.ID].assignment = a
	}
}

// verifier chooses a worker to verify a result of the contributor, if possible on another machine than the
// contributor's, and then with the fewest open verifications. It considers a few workers at random, or all if they are
// few, so that its cost does not grow with the fleet. It returns nil if all considered workers have `most`
// verifications. The result alone is true if there is no worker besides the contributor.
func (c *checks) verifier(contributor *worker, most int) (best *worker, alone bool) {
	elsewhere := func(w *worker) bool { return contributor == nil || !w.sharesHost(contributor) }
	better := func(a, b *worker) bool {
		if elsewhere(a) != elsewhere(b) {
			return elsewhere(a)
		}
		return a.verifying < b.verifying
	}

	able := c.roster.ableWorkers()
	alone = true
	for i := range min(candidates, len(able)) {
		w := able[i]
		if len(able) > candidates {
			w = able[c.random.IntN(len(able))]
		}

		if w == contributor || w.banned() != "" {
			continue
		}
		alone = false
		if w.verifying >= most {
			continue
		}
		if best == nil || better(w, best) {
			best = w
		}
	}
	return best, alone
}

// arbitrate returns the shards that the coordinator must compute itself to find out which workers are right: the
// disputed shards or, if no worker is trusted any more, the next piece of all shards. If more is true, the caller calls
// arbitrate again for the next piece.
func (c *checks) arbitrate() (shards []enum.Shard, more bool) {
	if c.policy == computeAll {
		return c.seek(func(id uint64) bool { return c.register.done(id) && !c.local.hasComputed(id) })
	}
	return c.register.disputedShards(), false
}

// beginDue is called when all shards are done, and begins the verifications that are still due: those that an earlier
// coordinator has left, or that a stricter policy demands. One call looks at a piece of all shards; if more is true,
// the caller calls beginDue again.
func (c *checks) beginDue() (more bool) {
	shards, more := c.seek(func(id uint64) bool { return c.open[id] == nil && !c.register.hasQuorum(id) && c.isDue(id) })
	for _, shard := range shards {
		c.begin(shard)
	}
	return more
}

// seek returns the next shards for which wanted returns true, at most batchMost. There may be millions of shards, so
// each call looks at one piece of the space, and continues where the last call stopped. After the last piece, more is
// false.
func (c *checks) seek(wanted func(id uint64) bool) (shards []enum.Shard, more bool) {
	if c.pass == nil {
		c.pass = newPass(c.space.Shards())
	}
	shards, ended := c.pass.find(batchMost, wanted)
	if ended {
		c.pass = nil
	}
	return shards, !ended
}

// judge decides whether a worker has passed its probation, when all results of its batch have come. If a result differs
// from the coordinator's, judge returns the reason for a ban; otherwise it returns "". If a result differs from another
// worker's, or cannot be compared, the coordinator computes the shard, and judge is called again after that.
func (c *checks) judge(w *worker) (fault string) {
	shards, hashes, completed := w.completedProbation()
	if !completed {
		return ""
	}
	passed := true
	for _, shard := range shards {
		id := shard.ID
		same := c.register.agrees(id, hashes[id])
		switch {
		case same && (c.register.judges(id, w) || c.local.hasComputed(id)):
			// The result agrees with that of the coordinator or of a reliable worker.
		case c.register.done(id) && c.local.hasComputed(id):
			return wrongShard(id)
		default:
			c.local.compute(shard)
			passed = false
		}
	}
	if passed {
		w.passProbation()
	}
	return ""
}

func wrongShard(id uint64) string {
	return fmt.Sprintf("its result for shard %d is wrong: the coordinator has computed the shard too", id)
}

func (c *checks) close() { c.pass.close() }
