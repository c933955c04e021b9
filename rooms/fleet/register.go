package fleet

import (
	"cmp"
	"errors"
	"fmt"
	"hash/maphash"
	"iter"
	"maps"
	"slices"
	"strings"

	"enumerate/checkpoints"
	"enumerate/db"
	"enumerate/enum"
	"enumerate/internal/lists"
	"enumerate/internal/rows"
)

const mostServed = 200_000_000 // shards of a run: they take 2.4 GB

// mostNamed is how many contributors from elsewhere a message names.
const mostNamed = 4

// A register knows the state and the contributor of every shard of a run, which shards are disputed, and the sum of the
// results. It decides the outcome of each result, and has the ledger store the result in the database.
//
// A result of the coordinator itself always counts. If two workers have different results for a shard, neither is
// stored: the shard is missing, and disputed, until the coordinator has computed it. Until then the register keeps
// hashes of the workers' results in memory.
type register struct {
	shutOut      func(w *worker, why string) // bans the contributor of an impossible result
	say          func(format string, args ...any)
	ledger       ledger
	roll         *roll
	contributors *contributors
	key          checkpoints.Key
	space        enum.Space
	shards       []shardState
	finished     checkpoints.ShardSet // the shards that have a contributor
	sum          *enum.Tally          // of the shards that are done
	disputed     map[uint64]dispute
	seed         maphash.Seed
	blocked      bool // the last write failed with a temporary error, so that the remark about it is made only once
}

// A credit is what a contributor has stored.
type credit struct {
	stored    int // shards that it has computed or confirmed
	confirmed int // of these, the shards that have a quorum
}

// A shardState is the record of a shard in the database.
type shardState struct {
	contributor uint32 // 1 + its number; 0 if the shard is missing
	confirmer   uint32 // the number of the contributor that has confirmed the result; 0 for none
	hash        uint32 // of the tally; it has a random seed, so a worker cannot choose a wrong tally with the same hash
}

// A dispute is a shard for which workers have different results.
type dispute struct {
	shard  enum.Shard
	claims map[*worker]uint32 // the hashes of their results
}

// An outcome is what becomes of a result.
type outcome int

const (
	dropped  outcome = iota // ignored: the shard is not assigned to the worker, or the result comes too late
	isNew                   // stored as the result of the shard
	confirms                // equal to the stored result of another contributor
	disputes                // different from the result of another worker
	repeats                 // sent before by the same worker
)

// An entry is a result on its way into the register.
type entry struct {
	enum.Result
	assignment *assignment       // nil if the result needs none
	data       checkpoints.Entry // the result as the database stores it
	hash       uint32            // of the tally
	before     shardState        // the state of the shard when the outcome was decided
	outcome    outcome
}

func newRegister(s Service, ledger ledger, roll *roll, contributors *contributors, say func(format string, args ...any)) *register {
	return &register{
		say: say, ledger: ledger, roll: roll, contributors: contributors, key: s.Key, space: s.Space,
		disputed: make(map[uint64]dispute), seed: maphash.MakeSeed(),
	}
}

// reportTo sets the function that bans the contributors of impossible results. It is called before read.
func (r *register) reportTo(shutOut func(w *worker, why string)) { r.shutOut = shutOut }

func (r *register) hash(tally []byte) uint32 { return uint32(maphash.Bytes(r.seed, tally)) }

// size returns how many shards the run has.
func (r *register) size() uint64 { return uint64(len(r.shards)) }

// missingShards returns how many shards are missing.
func (r *register) missingShards() uint64 { return r.size() - uint64(r.finished.Len()) }

// done reports whether a shard is done. A disputed shard is not, unless the coordinator has computed it.
func (r *register) done(shard uint64) bool {
	return shard >= r.size() || r.finished.Has(shard)
}

// contributor returns the contributor of a shard's stored result, nil if it is this coordinator.
func (r *register) contributor(shard uint64) *worker {
	return r.contributors.byNumber(max(r.shards[shard].contributor, 1) - 1)
}

// hasQuorum reports whether the result of a shard needs no verification: two contributors have found it, or the
// coordinator has computed it.
func (r *register) hasQuorum(shard uint64) bool {
	return r.done(shard) && (r.contributor(shard) == nil || r.hasSecond(r.shards[shard]))
}

// hasSecond reports whether a second contributor has confirmed the result of a shard with the state s, by computing the
// same. The first and the second must be different. A contributor from elsewhere, whose results this coordinator only
// found in the database, confirms nothing. s.contributor is 1 + the number of the first, and s.confirmer is the number
// of the second; 0 means none.
func (r *register) hasSecond(s shardState) bool {
	if s.contributor == 0 || s.confirmer == 0 { // the shard is missing, or no one has confirmed its result
		return false
	}
	confirmer := r.contributors.byNumber(s.confirmer)
	if confirmer == nil { // this coordinator
		return true
	}
	return !confirmer.fromElsewhere() && confirmer != r.contributors.byNumber(s.contributor-1)
}

// contributorsOf returns the contributors of a shard with the state s: the workers that computed or confirmed its
// result, and whether this coordinator computed or confirmed it (here).
func (r *register) contributorsOf(s shardState) (workers []*worker, here bool) {
	if s.contributor == 0 { // the shard is missing
		return nil, false
	}
	all := []*worker{r.contributors.byNumber(s.contributor - 1)} // s.contributor is 1 + the number
	if r.hasSecond(s) {
		all = append(all, r.contributors.byNumber(s.confirmer))
	}
	for _, w := range all {
		if w != nil {
			workers = append(workers, w)
		} else { // nil is this coordinator
			here = true
		}
	}
	return workers, here
}

// judges reports whether the stored result of a shard can show whether worker w, which is on probation (a trial at its
// start), computes correctly. It can if the coordinator has computed the shard, or if a reliable worker has computed it
// and w has not.
func (r *register) judges(shard uint64, w *worker) bool {
	if !r.done(shard) {
		return false
	}
	workers, here := r.contributorsOf(r.shards[shard])
	return here || !slices.Contains(workers, w) && slices.ContainsFunc(workers, r.roll.reliable)
}

// agrees reports whether a shard is done and its stored result has this hash, so that a worker with the same hash has
// found the same result.
func (r *register) agrees(shard uint64, hash uint32) bool {
	return r.done(shard) && r.shards[shard].hash == hash
}

// set gives a shard a new state, the argument now, and updates the set of finished shards and the number of results of
// each contributor.
func (r *register) set(shard uint64, now shardState) {
	r.count(r.shards[shard], -1)
	r.shards[shard] = now
	if now.contributor == 0 { // the shard is missing now
		r.finished.Remove(shard)
	} else {
		r.finished.Add(shard)
	}
	r.count(now, 1)
}

// count adds n to the number of results of each contributor of a shard with the state s, and, if a second contributor
// has confirmed the result, to the number of this contributor's confirmed results. The argument n is 1 for a new state,
// and -1 for the state that it replaces.
func (r *register) count(s shardState, n int) {
	workers, _ := r.contributorsOf(s)
	second := r.hasSecond(s)
	for _, w := range workers {
		w.stored += n
		if second {
			w.confirmed += n
		}
	}
}

// results returns how many results of a contributor are stored or confirm one.
func (c *credit) results() int { return c.stored }

// confirmations returns how many of a contributor's results have a quorum.
func (c *credit) confirmations() int { return c.confirmed }

// read brings the register up to date with the ledger, the run in the database, where other processes may have stored
// results, too. It reads the results of the shards that the register does not know, or of all shards if again is set.
// It bans the contributor of an impossible result, and returns an error if the stored run cannot be used.
func (r *register) read(again bool) error {
	in, err := r.ledger.read(func(shard uint64) bool { return !again && r.done(shard) })
	if err != nil {
		return err
	}
	if again || in.all {
		for id := range r.shards {
			r.set(uint64(id), shardState{})
		}
		r.sum = enum.NewTally(len(r.space.Verdicts()))
	}
	r.contributors.read(in)

	// Go through the shards of the space and the stored results side by side: both are in the order of the shards.
	next, stop := iter.Pull(in.shards)
	defer stop()
	e, more := next()
	number := uint64(0)
	for shard := range r.space.Shards() {
		number++
		if number > mostServed {
			return fmt.Errorf("a %v has more than %d shards, and cannot be served: give each machine a part with --shard, and merge the parts", r.key, mostServed)
		}
		if number > r.size() {
			r.shards = append(r.shards, shardState{})
		}
		if !more || e.Shard != shard.ID {
			continue
		}
		if err := r.readShard(shard, e); err != nil {
			return r.unusable(in, err)
		}
		e, more = next()
	}

	// The remaining entries have no shard in the space.
	foreign := 0
	for more {
		foreign++
		_, more = next()
	}
	if foreign > 0 && !enum.IsSampling(r.key.Method) { // a stored sample may have more trials
		return r.unusable(in, fmt.Errorf("%d of its shards are not shards of the space, which has %d", foreign, number))
	}
	return nil
}

// readShard takes the stored result e of a shard: it sets the state of the shard, and adds the tally (how many games of
// the shard have each verdict) to the sum. If the result is impossible, for example because it has more games than the
// shard, its contributor is banned. If this coordinator itself is the contributor, the database is damaged, and
// readShard returns an error.
func (r *register) readShard(shard enum.Shard, e checkpoints.Entry) error {
	tally := new(enum.Tally)
	err := tally.UnmarshalBinary(e.Tally)
	r.set(shard.ID, shardState{e.Contributor + 1, e.Confirmer, r.hash(e.Tally)})
	r.sum.Merge(tally)
	if err == nil {
		err = r.fits(shard, tally)
	}
	if err == nil {
		return nil
	}

	// The result is impossible.
	err = fmt.Errorf("shard %d: %w", shard.ID, err)
	w := r.contributor(shard.ID)
	if w == nil {
		return err
	}
	r.shutOut(w, err.Error())
	return nil
}

// fits returns an error if a shard cannot have this result, if the space can tell.
func (r *register) fits(shard enum.Shard, tally *enum.Tally) error {
	if bounded, ok := r.space.(enum.Bounded); ok {
		return bounded.Fits(shard, tally)
	}
	return nil
}

func (r *register) unusable(in snapshot, err error) error {
	return fmt.Errorf("%s: %w: %w; without --resume a fresh run takes its place", in.name, checkpoints.ErrProof, err)
}

// temporary reports whether an error is a temporary one of the database: the disk is full, or another process holds the
// database. The run then continues, and the coordinator and the workers keep their results, which are stored later. The
// user gets no second message before something is stored again.
func (r *register) temporary(err error) bool {
	if !errors.Is(err, db.ErrFull) && !errors.Is(err, db.ErrHeld) {
		return false
	}
	if !r.blocked {
		r.say("%v; the workers keep their results and send them again", err)
		r.blocked = true
	}
	return true
}

// commit stores a transaction, completely or not at all. The function decide fills the transaction, and chooses the
// changes by the state of the register. If another process has stored something in the meantime, this state is out of
// date: commit then reads the new state, and calls decide again with an empty transaction.
func (r *register) commit(decide func(*transaction)) error {
	for {
		t := &transaction{contributors: r.contributors.count(), hash: r.hash}
		decide(t)
		if t.empty() {
			return nil
		}
		err := r.ledger.write(t)
		if err == nil {
			r.blocked = false
			r.apply(t)
			return nil
		}
		// Take back what decide has added to the sum.
		r.undo(t, 0, 0)
		moved := errors.Is(err, checkpoints.ErrMoved) // another process has not only added but also replaced something
		if !moved && !errors.Is(err, errOthers) {
			return err
		}
		if err := r.read(moved); err != nil {
			return err
		}
	}
}

// apply notes that a transaction is stored.
func (r *register) apply(t *transaction) {
	for _, e := range t.edits {
		r.set(e.Shard, e.after)
		if e.removed != nil {
			r.sum.Remove(e.removed)
		}
	}
}

// undo takes back what a transaction has added to the sum and to the contributors, except the first edits and the
// first added contributors.
func (r *register) undo(t *transaction, edits, added int) {
	for _, e := range t.edits[edits:] {
		if e.tally != nil {
			r.sum.Remove(e.tally)
		}
	}
	t.edits = t.edits[:edits]
	r.contributors.undo(t, added)
}

// inspect checks a result before it is recorded, and returns an entry, in which the register will note what becomes of
// the result. The error says that the result cannot be right, because it has more games than its shard or than the
// whole run. The argument data is the encoding of the result's tally.
func (r *register) inspect(result enum.Result, data []byte) (*entry, error) {
	e := &entry{Result: result}
	// Check the result. The first check that fails is the error.
	totals, err := r.space.Totals(result.Tally)
	if err == nil && totals.Covered.Cmp(totals.Whole) > 0 {
		err = errors.New("it covers more than the whole space")
	}
	if err == nil {
		err = r.fits(result.Shard, result.Tally)
	}
	if err == nil {
		e.data, err = checkpoints.NewEntry(result.Shard.ID, result.Tally, data, result.Took)
	}
	if err != nil {
		return nil, fmt.Errorf("shard %d: %w", result.Shard.ID, err)
	}
	e.hash = r.hash(data)
	return e, nil
}

// record stores the results of some deliveries in one transaction. It leaves out results for which the function
// counts returns false. It notes in each entry what became of the result. If a result is a fault of its worker,
// nothing of this delivery is stored. If two deliveries have a result for the same shard, only the first counts,
// because a transaction changes a shard only once.
func (r *register) record(counts func(*worker, *entry) bool, deliveries ...*delivery) error {
	err := r.commit(func(t *transaction) {
		taken := make(map[uint64]bool)

		for _, d := range deliveries {
			r.decideAll(t, d, func(e *entry) bool {
				if taken[e.Shard.ID] || !counts(d.from, e) {
					return false
				}
				taken[e.Shard.ID] = true
				return true
			})
		}
	})
	if err != nil {
		return err
	}

	for _, d := range deliveries {
		if d.fault != nil {
			continue
		}
		for _, e := range d.entries {
			if e.outcome == disputes {
				r.dispute(d.from, e)
			}
		}
	}
	return nil
}

// decideAll adds the results of one delivery to a transaction, except those for which the function counts returns
// false. It sets the outcome of each result. If one of the results is a fault of the worker, decideAll takes back what
// it has added, and sets the fault of the delivery.
func (r *register) decideAll(t *transaction, d *delivery, counts func(*entry) bool) {
	edits, added := len(t.edits), len(t.added) // what the transaction has before this delivery
	d.fault = nil
	for _, e := range d.entries {
		e.outcome = dropped
		if !counts(e) {
			continue
		}
		d.fault = r.decide(t, d.from, e)
		if d.fault != nil {
			r.undo(t, edits, added)
			return
		}
	}
}

// decide compares a result e with the stored state of its shard: e is new, confirms the stored result, or differs from
// it. decide adds the change to the transaction t. The argument by is the worker that sent the result, nil for the
// coordinator. An error is a fault of this worker.
func (r *register) decide(t *transaction, by *worker, e *entry) error {
	e.before = r.shards[e.Shard.ID]
	workers, here := r.contributorsOf(e.before)
	missing := e.before.contributor == 0
	d, disputed := r.disputed[e.Shard.ID]

	// If again, the same worker (or the coordinator) has sent a result for this shard before, and earlier is its hash.
	earlier, again := e.before.hash, slices.Contains(workers, by)
	if by == nil {
		again = here
	}
	if claim, ok := d.claims[by]; ok {
		earlier, again = claim, true
	}

	switch {
	case again && earlier == e.hash:
		e.outcome = repeats
		return nil
	case again && by != nil:
		return fmt.Errorf("the worker sent two different results for shard %d", e.Shard.ID)
	case !missing && e.before.hash == e.hash:
		r.confirm(t, by, e)
		return nil
	case by == nil, missing && !disputed:
		return r.replace(t, by, e)
	}

	// The result differs from that of another worker, which is removed from the database: either may be wrong.
	e.outcome = disputes
	r.contributors.number(t, by)
	if missing || here { // there is no stored result, or it is the coordinator's own and stays
		return nil
	}
	removed := e.data
	removed.Tally = nil
	t.edits = append(t.edits, edit{before: e.before, Entry: removed})
	return nil
}

// confirm handles a result e that is equal to the stored one. The argument by is the worker that found it, nil for
// the coordinator. The transaction t gets a change that names the confirmer, unless another worker has already
// confirmed the result. A confirmation by the coordinator itself is always stored.
func (r *register) confirm(t *transaction, by *worker, e *entry) {
	if by != nil && by.fromElsewhere() { // no one has verified who this is, so the result confirms nothing
		e.outcome = repeats
		return
	}
	e.outcome = confirms
	if by != nil && r.hasSecond(e.before) {
		return
	}
	now := e.before
	now.confirmer = r.contributors.number(t, by)
	t.edits = append(t.edits, edit{before: e.before, after: now, Entry: e.data})
}

// replace makes e the result of a shard that is missing, or that has another result, which the coordinator has
// refuted. The argument by is the worker that found e, nil for the coordinator. The shard may be disputed, that is,
// workers had different results for it. Then a worker whose result was equal to e confirms e. The error says that the
// sum of all results would become too large to store.
func (r *register) replace(t *transaction, by *worker, e *entry) error {
	e.outcome = isNew

	// Add the result to the sum, whose histograms may have a limited number of bars.
	r.sum.Merge(e.Tally)
	if r.sum.Bars() > checkpoints.MostBars {
		r.sum.Remove(e.Tally)
		return fmt.Errorf("shard %d: with it, all shards together have histograms of more than %d bars, the limit", e.Shard.ID, checkpoints.MostBars)
	}
	now := shardState{contributor: r.contributors.number(t, by) + 1, hash: e.hash}
	if second := r.disputed[e.Shard.ID].firstToClaim(e.hash); second != nil {
		now.confirmer = r.contributors.number(t, second)
	}
	t.edits = append(t.edits, edit{before: e.before, after: now, Entry: e.data, tally: e.Tally})
	return nil
}

// firstToClaim returns a worker that has sent the result with this hash for a disputed shard, nil if no worker has. Of
// several such workers it returns the one with the smallest key, so that a test can repeat the choice.
func (d dispute) firstToClaim(result uint32) (first *worker) {
	for w, hash := range d.claims {
		if hash != result || w.fromElsewhere() {
			continue
		}
		if first == nil || w.id() < first.id() {
			first = w
		}
	}
	return first
}

// dispute notes that the result e of the worker `by` differs from the result of another worker for the same shard. The
// hashes of all these results are kept until the coordinator has computed the shard and knows which worker is wrong.
func (r *register) dispute(by *worker, e *entry) {
	d, disputed := r.disputed[e.Shard.ID]
	if !disputed {
		d = dispute{e.Shard, make(map[*worker]uint32)}
		r.disputed[e.Shard.ID] = d
	}
	workers, _ := r.contributorsOf(e.before) // those that had found the stored result
	for _, w := range workers {
		d.claims[w] = e.before.hash
	}
	d.claims[by] = e.hash
}

// isDisputed reports whether workers have different results for a shard.
func (r *register) isDisputed(shard uint64) bool {
	_, disputed := r.disputed[shard]
	return disputed
}

// disputedShards returns the shards for which workers have different results.
func (r *register) disputedShards() []enum.Shard {
	return lists.Map(slices.Sorted(maps.Keys(r.disputed)), func(id uint64) enum.Shard { return r.disputed[id].shard })
}

// resolve ends the dispute about a shard that the coordinator has computed.
func (r *register) resolve(shard uint64) { delete(r.disputed, shard) }

// refuted returns the workers that are wrong about a shard: their result, stored or disputed, differs from own, the
// result that the coordinator has computed. Each worker is listed once, in the order of the keys.
func (r *register) refuted(own *entry) (list []*worker) {
	id := own.Shard.ID
	if s := r.shards[id]; s.hash != own.hash {
		list, _ = r.contributorsOf(s)
	}
	for w, hash := range r.disputed[id].claims {
		if hash != own.hash {
			list = append(list, w)
		}
	}
	slices.SortFunc(list, func(a, b *worker) int { return strings.Compare(a.id(), b.id()) })
	return slices.Compact(list)
}

// discard stores the ban of a worker in the database, and removes its results. It returns the number of shards that
// must be computed again. A result that another contributor has confirmed stays, as the result of the other
// contributor. A contributor from elsewhere, known only by a name in the database, loses its results but is not banned,
// because anyone can use its name.
func (r *register) discard(w *worker) (again int, err error) {
	err = r.commit(func(t *transaction) {
		again = 0
		if !w.fromElsewhere() {
			r.contributors.ban(t, w)
		}
		if w.stored == 0 { // the usual case, without a loop over all shards
			return
		}

		for i, s := range r.shards {
			now, changed := r.without(w, s)
			if !changed {
				continue
			}
			if now.contributor == 0 {
				again++
			}
			t.edits = append(t.edits, edit{before: s, after: now, Entry: checkpoints.Entry{Shard: uint64(i)}})
		}
	})
	if err != nil {
		return 0, err
	}

	// A dispute is over if no other contributor claims a result for its shard. Without a stored result, the shard is
	// computed again.
	for id, d := range r.disputed {
		delete(d.claims, w)
		if len(d.claims) > 0 {
			continue
		}
		delete(r.disputed, id)
		if !r.done(id) {
			again++
		}
	}
	return again, nil
}

// without returns the state of a shard without the results of a banned worker w, and whether it differs from the
// present state s. If the worker has computed the result and a second contributor has confirmed it, it becomes the
// result of the second contributor. If no one has confirmed it, the shard becomes missing. If the worker has only
// confirmed the result, it becomes unconfirmed.
func (r *register) without(w *worker, s shardState) (now shardState, changed bool) {
	now = s
	if s.contributor == 0 {
		return now, false
	}
	isContributor := r.contributors.byNumber(s.contributor-1) == w
	isConfirmer := s.confirmer != 0 && r.contributors.byNumber(s.confirmer) == w
	switch {
	case isContributor && r.hasSecond(s):
		now.contributor, now.confirmer = s.confirmer+1, 0
	case isContributor:
		now = shardState{}
	case isConfirmer:
		now.confirmer = 0
	default:
		return now, false
	}
	return now, true
}

// prove returns an error if the sum of all shards contradicts the formulas of the space.
func (r *register) prove() error {
	if _, _, err := enum.Prove(r.space, r.sum); err != nil {
		return fmt.Errorf("a %v: %w: %w", r.key, checkpoints.ErrProof, err)
	}
	return nil
}

// finish marks the run as finished.
func (r *register) finish() error { return r.ledger.finish() }

// share returns how much of the space is covered by the shards that are done.
func (r *register) share() float64 {
	totals, err := r.space.Totals(r.sum)
	if err != nil {
		return 0
	}
	return totals.Share()
}

// quorums returns how many shards the coordinator has computed itself (here), and how many have a quorum: two
// contributors have found the same result, or the coordinator has computed the shard.
func (r *register) quorums() (here, confirmed int) {
	for id := range r.size() {
		if r.done(id) && r.contributor(id) == nil {
			here++
		}
		if r.hasQuorum(id) {
			confirmed++
		}
	}
	return here, confirmed
}

// describeElsewhere says in words how many shards are from elsewhere: their results were found in the database, and
// neither this coordinator nor its workers have computed them. It names the contributors with the most shards, and
// returns "" if no shard is from elsewhere.
func (r *register) describeElsewhere() string {
	shards := make(map[*worker]uint64)
	all := uint64(0)
	for id := range r.size() {
		w := r.contributor(id)
		if r.done(id) && w != nil && w.fromElsewhere() {
			shards[w]++
			all++
		}
	}
	if all == 0 {
		return ""
	}

	list := slices.SortedFunc(maps.Keys(shards), func(a, b *worker) int {
		return cmp.Or(cmp.Compare(shards[b], shards[a]), strings.Compare(a.label(), b.label()))
	})
	var names []string
	rest := all
	for _, w := range list[:min(len(list), mostNamed)] {
		names = append(names, fmt.Sprintf("%d of %s", shards[w], w.label()))
		rest -= shards[w]
	}
	if rest > 0 {
		names = append(names, fmt.Sprintf("%d of others", rest))
	}
	return fmt.Sprintf("%s from elsewhere (%s)", rows.Counted(all, "shard is", "shards are"), strings.Join(names, ", "))
}
