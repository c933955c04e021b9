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

// mostNamed is how many contributors from elsewhere, known only by a name in the database, a message names.
const mostNamed = 4

// A register knows the state and the contributor of every shard of a run, which shards are disputed, and the sum of the
// results. It decides the outcome of each result, and has the ledger, usually a database, store the result.
//
// A result of the coordinator itself always counts. If two workers have different results for a shard, neither is
// stored: the shard is missing, and disputed, until the coordinator has computed it. Until then the register keeps
// hashes of the workers' results.
type register struct {
	beginBan     func(w *worker, why string) // bans the contributor of an impossible result
	say          func(format string, args ...any)
	ledger       ledger
	roster       *roster
	contributors *contributors
	key          checkpoints.Key
	space        enum.Space
	shards       []shardState
	storedShards checkpoints.ShardSet // the shards that have a contributor
	sum          *enum.Tally          // of the shards that are done
	disputes     map[uint64]dispute
	seed         maphash.Seed
	blocked      bool // the last write failed with a temporary error, which is remarked on only once
}

// A contribution is what a contributor has stored.
type contribution struct {
	storedShards    int // shards that it has computed or confirmed
	confirmedShards int // of these, the shards whose result another contributor has found, too
}

// A shardState is the record of a shard in the database.
type shardState struct {
	contributor uint32 // 1 + the number of the contributor; 0 if the shard is missing
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

func newRegister(s Service, ledger ledger, roster *roster, contributors *contributors, say func(format string, args ...any)) *register {
	return &register{
		say: say, ledger: ledger, roster: roster, contributors: contributors, key: s.Key, space: s.Space,
		disputes: make(map[uint64]dispute), seed: maphash.MakeSeed(),
	}
}

// reportTo sets the function that bans the contributors of impossible results. It must be called before read.
func (r *register) reportTo(beginBan func(w *worker, why string)) { r.beginBan = beginBan }

func (r *register) hash(tally []byte) uint32 { return uint32(maphash.Bytes(r.seed, tally)) }

func (r *register) size() uint64 { return uint64(len(r.shards)) }

func (r *register) missingShards() uint64 { return r.size() - uint64(r.storedShards.Len()) }

func (r *register) done(shard uint64) bool {
	return shard >= r.size() || r.storedShards.Has(shard)
}

// contributor returns the contributor of a shard's stored result, nil for this coordinator.
func (r *register) contributor(shard uint64) *worker {
	return r.contributors.byNumber(max(r.shards[shard].contributor, 1) - 1)
}

// hasQuorum reports whether the result of a shard needs no verification: the coordinator or two workers have found it.
func (r *register) hasQuorum(shard uint64) bool {
	return r.done(shard) && (r.contributor(shard) == nil || r.hasSecond(r.shards[shard]))
}

// hasSecond reports whether a second contributor has confirmed the result of a shard with the state s. A contributor
// from elsewhere, which is only known from the database, confirms nothing. This coordinator itself (nil) does.
func (r *register) hasSecond(s shardState) bool {
	if s.contributor == 0 || s.confirmer == 0 {
		return false
	}
	confirmer := r.contributors.byNumber(s.confirmer)
	if confirmer == nil { // nil is this coordinator
		return true
	}
	// s.contributor is 1 + the number of the contributor, and 0 for a missing shard. s.confirmer is the number of the
	// confirmer, and 0 for none: number 0 is the unknown contributor, which confirms nothing.
	return !confirmer.fromElsewhere() && confirmer != r.contributors.byNumber(s.contributor-1)
}

// contributorsOf returns the workers that computed or confirmed the result of a shard with the state s, and whether
// this coordinator did (byCoordinator).
func (r *register) contributorsOf(s shardState) (workers []*worker, byCoordinator bool) {
	if s.contributor == 0 { // the shard is missing
		return nil, false
	}
	// s.contributor is 1 + the number of the contributor, and 0 for a missing shard. s.confirmer is the number of the
	// confirmer, and 0 for none.
	all := []*worker{r.contributors.byNumber(s.contributor - 1)}
	if r.hasSecond(s) {
		all = append(all, r.contributors.byNumber(s.confirmer))
	}
	for _, w := range all {
		if w != nil {
			workers = append(workers, w)
		} else { // nil is this coordinator
			byCoordinator = true
		}
	}
	return workers, byCoordinator
}

// judges reports whether the stored result of a shard can show whether worker w, which is on probation (not yet
// trusted), computes correctly: the coordinator has computed the shard, or a reliable worker has and w has not.
func (r *register) judges(shard uint64, w *worker) bool {
	if !r.done(shard) {
		return false
	}
	workers, byCoordinator := r.contributorsOf(r.shards[shard])
	return byCoordinator || !slices.Contains(workers, w) && slices.ContainsFunc(workers, r.roster.reliable)
}

func (r *register) agrees(shard uint64, hash uint32) bool {
	return r.done(shard) && r.shards[shard].hash == hash
}

// set gives a shard a new state, and updates the counts that depend on it.
func (r *register) set(shard uint64, now shardState) {
	r.count(r.shards[shard], -1)
	r.shards[shard] = now
	if now.contributor == 0 { // the shard is missing now
		r.storedShards.Remove(shard)
	} else {
		r.storedShards.Add(shard)
	}
	r.count(now, 1)
}

// count adds n to the counts of the contributors of a shard with the state s: 1 for a new state, -1 for the state that
// it replaces.
func (r *register) count(s shardState, n int) {
	workers, _ := r.contributorsOf(s)
	second := r.hasSecond(s)
	for _, w := range workers {
		w.storedShards += n
		if second {
			w.confirmedShards += n
		}
	}
}

func (c *contribution) results() int { return c.storedShards }

func (c *contribution) confirmations() int { return c.confirmedShards }

// read brings the register up to date with the database, where other processes may have stored results, too. It reads
// the shards that the register does not know, or all shards if `again` is set. It bans the contributor of an impossible
// result, and returns an error if the stored run cannot be used.
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

	// Both the shards of the space and the stored results are in the order of the shards.
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

	// The remaining stored results belong to no shard of the space.
	foreign := 0
	for more {
		foreign++
		_, more = next()
	}
	if foreign > 0 && !enum.IsSampling(r.key.Method) { // a stored sample may have more trials
		return r.unusable(in, fmt.Errorf("%d of its shards do not exist: a complete run has %d shards", foreign, number))
	}
	return nil
}

// readShard takes the stored result e of a shard. If the result is impossible, its contributor is banned, and discard
// will remove the result from the sum. If the contributor is this coordinator (nil), the database is damaged, and
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

	err = fmt.Errorf("shard %d: %w", shard.ID, err)
	w := r.contributor(shard.ID)
	if w == nil {
		return err
	}
	r.beginBan(w, err.Error())
	return nil
}

// fits returns an error if the space can tell that a shard cannot have this result.
func (r *register) fits(shard enum.Shard, tally *enum.Tally) error {
	if bounded, ok := r.space.(enum.Bounded); ok {
		return bounded.Fits(shard, tally)
	}
	return nil
}

func (r *register) unusable(in snapshot, err error) error {
	return fmt.Errorf("%s: %w: %w; run without --resume to start a fresh run, which will replace this one", in.name, checkpoints.ErrProof, err)
}

// temporary reports whether an error of the database is temporary: the disk is full, or another process holds the
// database. The run then continues, and results are kept until they can be stored. The user gets no second message
// before something is stored again.
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

// commit stores a transaction, completely or not at all. The function decide fills it from the state of the register.
// If another process has stored something in the meantime, commit reads the new state, and calls decide again with an
// empty transaction.
func (r *register) commit(decide func(*transaction)) error {
	for {
		t := &transaction{contributors: r.contributors.count(), hash: r.hash}
		decide(t)
		if t.empty() {
			return nil
		}
		err := r.ledger.write(t)
		if err == nil {
			r.blocked = false // a later temporary error is a new one, and is reported again
			r.apply(t)
			return nil
		}
		// The function decide has already added the transaction's tallies to the sum, and its new contributors to the
		// list.
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

// apply brings the register up to date with a transaction that is stored. The new tallies are in the sum already.
func (r *register) apply(t *transaction) {
	for _, e := range t.edits {
		r.set(e.Shard, e.after)
		if e.oldTally != nil {
			r.sum.Remove(e.oldTally)
		}
	}
}

// undo takes back what a transaction has added to the sum and to the contributors, except the first `edits` edits and
// the first `added` contributors.
func (r *register) undo(t *transaction, edits, added int) {
	for _, e := range t.edits[edits:] {
		if e.tally != nil {
			r.sum.Remove(e.tally)
		}
	}
	t.edits = t.edits[:edits]
	r.contributors.undo(t, added)
}

// inspect checks a result, whose tally is encoded in `data`. The error says that the result cannot be right, because it
// has more games than its shard or than the whole run.
func (r *register) inspect(result enum.Result, data []byte) (*entry, error) {
	e := &entry{Result: result}
	err := r.fits(result.Shard, result.Tally)
	if err == nil {
		err = r.covers(result.Tally)
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

// covers returns an error if a tally covers more than the whole space.
func (r *register) covers(tally *enum.Tally) error {
	totals, err := r.space.Totals(tally)
	if err == nil && totals.Coverage.Cmp(totals.Whole) > 0 {
		err = errors.New("it covers more than the whole space")
	}
	return err
}

// record stores the results of some deliveries in one transaction, and notes the outcome in each entry. It skips a
// result if the function counts returns false. If a result is a fault of its worker, nothing of the worker's delivery
// is stored. Of two results for the same shard only the first counts, because a transaction changes a shard only once.
func (r *register) record(counts func(*worker, *entry) bool, deliveries ...*pendingDelivery) error {
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

// decideAll adds the results of one delivery to a transaction. It skips a result if the function counts returns false.
// If a result is a fault of the worker, decideAll takes back what it has added, and sets the fault of the delivery.
func (r *register) decideAll(t *transaction, d *pendingDelivery, counts func(*entry) bool) {
	edits, added := len(t.edits), len(t.newContributors) // what the transaction has before this delivery
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

// decide compares a result e with the stored state of its shard, and adds the change to the transaction t. The worker
// `by` has sent it; nil stands for the coordinator. An error is a fault of this worker.
func (r *register) decide(t *transaction, by *worker, e *entry) error {
	e.before = r.shards[e.Shard.ID]
	workers, byCoordinator := r.contributorsOf(e.before)
	missing := e.before.contributor == 0
	d, disputed := r.disputes[e.Shard.ID]

	// If `again`, the same worker (or the coordinator) has sent a result for this shard before, and `earlier` is its
	// hash.
	earlier, again := e.before.hash, slices.Contains(workers, by)
	if by == nil {
		again = byCoordinator
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

	// The result differs from another worker's. Either may be wrong, so the stored result is removed from the database.
	e.outcome = disputes
	r.contributors.number(t, by)
	if missing || byCoordinator { // there is no stored result, or it is the coordinator's own and stays
		return nil
	}
	removed := e.data
	removed.Tally = nil
	t.edits = append(t.edits, edit{before: e.before, Entry: removed})
	return nil
}

// confirm handles a result e, found by the worker `by` (nil for the coordinator), that is equal to the stored one. It
// names the confirmer in the transaction t, unless another worker has already confirmed the result. A confirmation by
// the coordinator itself is always stored.
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

// replace makes e, found by the worker `by` (nil for the coordinator), the result of a shard that is missing, or whose
// stored result the coordinator has refuted; apply removes the refuted result from the sum. If the shard was disputed
// (workers differed), a worker that has sent e confirms it. The error says that the sum of all results would become too
// large to store.
func (r *register) replace(t *transaction, by *worker, e *entry) error {
	e.outcome = isNew

	r.sum.Merge(e.Tally)
	if r.sum.Bars() > checkpoints.MostBars {
		r.sum.Remove(e.Tally)
		return fmt.Errorf("shard %d: with this result, the histograms of the run would have more than the %d bars that a database can store", e.Shard.ID, checkpoints.MostBars)
	}
	// The field contributor is 1 + a number, because 0 means a missing shard. The field confirmer is a number, and 0
	// means none: number 0 is the unknown contributor, which confirms nothing.
	now := shardState{contributor: r.contributors.number(t, by) + 1, hash: e.hash}
	if second := r.disputes[e.Shard.ID].claimant(e.hash); second != nil {
		now.confirmer = r.contributors.number(t, second)
	}
	t.edits = append(t.edits, edit{before: e.before, after: now, Entry: e.data, tally: e.Tally})
	return nil
}

// claimant returns the worker that has sent the result with this hash for a disputed shard, nil if none has. Of several
// it returns the one with the smallest key, so that a test can repeat the choice. Workers from elsewhere, known only by
// a name in the database, confirm nothing.
func (d dispute) claimant(result uint32) (first *worker) {
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

// dispute notes that the result e of the worker `by` differs from another worker's result for the same shard.
func (r *register) dispute(by *worker, e *entry) {
	d, disputed := r.disputes[e.Shard.ID]
	if !disputed {
		d = dispute{e.Shard, make(map[*worker]uint32)}
		r.disputes[e.Shard.ID] = d
	}
	workers, _ := r.contributorsOf(e.before) // those that had found the stored result
	for _, w := range workers {
		d.claims[w] = e.before.hash
	}
	d.claims[by] = e.hash
}

func (r *register) isDisputed(shard uint64) bool {
	_, disputed := r.disputes[shard]
	return disputed
}

func (r *register) disputedShards() []enum.Shard {
	return lists.Map(slices.Sorted(maps.Keys(r.disputes)), func(id uint64) enum.Shard { return r.disputes[id].shard })
}

// resolve ends the dispute about a shard, for which workers had different results.
func (r *register) resolve(shard uint64) { delete(r.disputes, shard) }

// refuted returns the workers, sorted by their keys, whose result for a shard, stored or disputed, differs from `own`,
// the coordinator's result.
func (r *register) refuted(own *entry) (list []*worker) {
	id := own.Shard.ID
	if s := r.shards[id]; s.hash != own.hash {
		list, _ = r.contributorsOf(s)
	}
	for w, hash := range r.disputes[id].claims {
		if hash != own.hash {
			list = append(list, w)
		}
	}
	slices.SortFunc(list, func(a, b *worker) int { return strings.Compare(a.id(), b.id()) })
	return slices.Compact(list)
}

// discard stores the ban of a worker in the database, and removes its results. It returns the number of shards that
// must be recomputed. A result that another contributor has confirmed becomes that contributor's. A contributor
// from elsewhere, known only by a name in the database, loses its results but is not banned, because anyone can use its
// name.
func (r *register) discard(w *worker) (again int, err error) {
	err = r.commit(func(t *transaction) {
		again = 0
		if !w.fromElsewhere() {
			r.contributors.ban(t, w)
		}
		if w.storedShards == 0 { // the usual case, without a loop over all shards
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

	// A dispute is over if no other contributor claims a result for its shard.
	for id, d := range r.disputes {
		delete(d.claims, w)
		if len(d.claims) > 0 {
			continue
		}
		delete(r.disputes, id)
		if !r.done(id) {
			again++
		}
	}
	return again, nil
}

// without returns the state of a shard without the results of a banned worker w, and whether it differs from the
// present state s. A confirmed result of the worker becomes the second contributor's. A shard with an unconfirmed
// result of the worker becomes missing. A result that the worker has only confirmed becomes unconfirmed.
func (r *register) without(w *worker, s shardState) (now shardState, changed bool) {
	now = s
	if s.contributor == 0 {
		return now, false
	}
	// s.contributor is 1 + the number of the contributor, and 0 for a missing shard. s.confirmer is the number of the
	// confirmer, and 0 for none: number 0 is the unknown contributor, which confirms nothing.
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

func (r *register) prove() error {
	if _, _, err := enum.Prove(r.space, r.sum); err != nil {
		return fmt.Errorf("a %v: %w: %w", r.key, checkpoints.ErrProof, err)
	}
	return nil
}

func (r *register) finish() error { return r.ledger.finish() }

// share returns which share of the whole space the stored results cover.
func (r *register) share() float64 {
	totals, err := r.space.Totals(r.sum)
	if err != nil {
		return 0
	}
	return totals.Share()
}

// quorums returns two numbers of shards: `ownShards` are computed by the coordinator itself, and `confirmed` shards
// have a quorum (two equal results, or one of the coordinator).
func (r *register) quorums() (ownShards, confirmed int) {
	for id := range r.size() {
		if r.done(id) && r.contributor(id) == nil {
			ownShards++
		}
		if r.hasQuorum(id) {
			confirmed++
		}
	}
	return ownShards, confirmed
}

// describeElsewhere says how many shards are from elsewhere, that is, their results were only found in the database,
// and names the contributors with the most of them. It returns "" if there are none.
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
		names = append(names, rows.Count(shards[w])+" of "+w.label())
		rest -= shards[w]
	}
	if rest > 0 {
		names = append(names, rows.Count(rest)+" of others")
	}
	return fmt.Sprintf("%s from elsewhere (%s)", rows.Counted(rows.Count(all), "shard is", "shards are"), strings.Join(names, ", "))
}
