package fleet

import (
	"bytes"
	"fmt"
	"maps"
	"slices"

	"enumerate/checkpoints"
	"enumerate/enum"
)

// The rules that every simulated fleet must keep. A failure names the rule that was broken.
const (
	ruleEnds      = "the run ends"
	ruleTotal     = "the total is right"
	ruleHonest    = "no honest worker is banned"
	ruleSubject   = "a message goes to a worker's own subject"
	ruleRemark    = "a remark is one line of printable text"
	ruleAssigned  = "a result is stored only if its worker was assigned the shard, and has sent the result since the coordinator's start"
	ruleConfirmer = "only a worker that was assigned a shard to verify, and agrees with the stored result, confirms it"
	ruleOwnWork   = "the coordinator stores in its own name only results that it has computed"
	ruleKept      = "a stored result is removed only if its contributor is banned, or another worker contradicts it"
	ruleDiscarded = "the transaction that stores a ban discards the worker's unconfirmed results and its confirmations, and nothing else"
	ruleBanned    = "a banned worker is not admitted, gets no work, and has no results in the database"
	ruleBanStored = "a ban of a worker with results in the database is stored at the next tick that can write"
	ruleReceipt   = "a receipt reports results as stored only if they are stored"
	ruleRefuted   = "a worker whose stored result the coordinator refutes is banned"
	ruleDispute   = "if the worker assigned to check a result contradicts it, the result is removed"
	ruleDurable   = "a restarted coordinator finds the contributors, bans and results that were stored"
	ruleMemory    = "the coordinator's memory agrees with the database"
	ruleMissing   = "a worker is assigned only missing shards to do, and only other workers' shards to verify"
	ruleProbation = "a worker gets work only after a probation without a fault, or if some of its results were confirmed before the start"
	ruleChecked   = "with check = 1, every shard is confirmed, or computed by the coordinator, when the run ends"
	ruleFirst     = "the first results of every worker, and of everyone elsewhere, are confirmed when the run ends"
	ruleElsewhere = "results from elsewhere are discarded only if the coordinator has computed one of their shards, with a different result"
)

// In lists of contributors, these names stand for the coordinator and for everyone whose results the coordinator finds
// in the database.
const (
	coordinatorName = "coordinator"
	elsewhereName   = "elsewhere"
)

// A storedResult is a shard in the database. The zero value is a missing shard.
type storedResult struct {
	contributor string // a key, or coordinatorName
	confirmer   string // "" for none
	tally       string
}

// A database holds the contents that a witness, which checks the rules, expects in the coordinator's database.
type database struct {
	contributors []string // by number; number 0 is not used
	bans         map[string]string
	shards       []storedResult
}

func (b database) clone() database {
	return database{slices.Clone(b.contributors), maps.Clone(b.bans), slices.Clone(b.shards)}
}

func (b database) equal(other database) bool {
	return slices.Equal(b.contributors, other.contributors) && maps.Equal(b.bans, other.bans) && slices.Equal(b.shards, other.shards)
}

// result converts a register's entry for a shard to a storedResult, which names the contributors.
func (b database) result(s shardState, tally string) storedResult {
	if s.contributor == 0 {
		return storedResult{}
	}
	r := storedResult{contributor: b.contributors[s.contributor-1], tally: tally}
	if s.confirmer != 0 {
		r.confirmer = b.contributors[s.confirmer]
	}
	return r
}

func (b database) uses(key string) bool {
	return slices.ContainsFunc(b.shards, func(r storedResult) bool { return r.contributor == key || r.confirmer == key })
}

// A heardDelivery is a message with results, as the coordinator reads it.
type heardDelivery struct {
	checks  []uint64 // shards that the worker was assigned to check
	shards  []uint64 // shards that the worker was assigned, except in a probation
	commits int      // the number of transactions before the delivery
}

// A workerRecord is what a witness has seen of one worker since the coordinator's start.
type workerRecord struct {
	assigned   map[uint64]purpose             // by shard: the purpose of the last assignment
	sent       map[uint64]map[string]struct{} // by shard: the tallies in its results
	probation  []uint64                       // the shards of its last probation
	admitted   bool
	banned     bool            // a message to the worker has said so
	returned   map[uint64]bool // shards with a result since their last assignment
	deliveries map[uint64]heardDelivery
	answered   uint64 // the number of the last delivery for which it got a receipt
}

// A witness checks the rules of a simulated fleet. It sees every message and every transaction, and keeps its own
// record of the expected contents of the database and of what each worker may do.
type witness struct {
	*faultSimulation
	stored     database
	candidates []database            // the possible contents after a torn write; nil if there is only one, stored
	ever       []map[string][]string // by shard and stored tally: its contributors so far
	commits    int
	removed    []int                   // by shard: the last transaction that removed its result
	contested  map[uint64]storedResult // results that were removed because two workers contradict each other
	confirmed  map[string]map[uint64]bool
	assigned   map[uint64]bool // shards that the coordinator has computed since its start
	workers    map[string]*workerRecord
	failed     bool // a write has failed since the last tick
}

func newWitness(d *faultSimulation) *witness {
	w := &witness{faultSimulation: d, removed: make([]int, d.space.shards), confirmed: make(map[string]map[uint64]bool)}
	w.stored = database{[]string{coordinatorName}, make(map[string]string), make([]storedResult, d.space.shards)}
	w.ever = make([]map[string][]string, d.space.shards)
	for i := range w.ever {
		w.ever[i] = make(map[string][]string)
	}
	w.restart()
	return w
}

func (d *faultSimulation) broken(rule, format string, args ...any) {
	d.t.Errorf("seed %#x breaks a rule: %s: %s", d.seed, rule, fmt.Sprintf(format, args...))
}

// restart forgets everything that a coordinator loses when it stops.
func (w *witness) restart() {
	w.contested = make(map[uint64]storedResult)
	w.assigned = make(map[uint64]bool)
	w.workers = make(map[string]*workerRecord)
	for _, r := range w.stored.shards {
		if r.confirmer == "" {
			continue
		}
		w.worker(r.contributor).admitted = true
		w.worker(r.confirmer).admitted = true
	}
}

func (w *witness) worker(key string) *workerRecord {
	r := w.workers[key]
	if r == nil {
		r = &workerRecord{
			assigned:   make(map[uint64]purpose),
			sent:       make(map[uint64]map[string]struct{}),
			returned:   make(map[uint64]bool),
			deliveries: make(map[uint64]heardDelivery),
		}
		w.workers[key] = r
	}
	return r
}

// read compares the contents that a coordinator reads at its start with those that were stored.
func (w *witness) read(contributors []checkpoints.Contributor, entries []checkpoints.Entry) {
	found := database{[]string{coordinatorName}, make(map[string]string), make([]storedResult, w.space.shards)}
	for _, m := range contributors {
		found.add(m)
	}
	for _, e := range entries {
		found.shards[e.Shard] = found.result(shardState{contributor: e.Contributor + 1, confirmer: e.Confirmer}, string(e.Tally))
	}
	expected := w.candidates
	if expected == nil {
		expected = []database{w.stored}
	}
	if !slices.ContainsFunc(expected, found.equal) {
		w.broken(ruleDurable, "found %d contributors, bans %v and %d results; the stored bans were %v", len(found.contributors), found.bans, len(entries), w.stored.bans)
	}
	w.stored, w.candidates = found, nil
	w.restart()
}

func (w *witness) finds(shard uint64, tally string) {
	w.stored.shards[shard] = storedResult{contributor: elsewhereName, tally: tally}
	w.ever[shard][tally] = append(w.ever[shard][tally], elsewhereName)
}

// add adds a contributor with the next number.
func (b *database) add(m checkpoints.Contributor) {
	key := m.Key
	switch {
	case m.Coordinator != testSelf:
		key = elsewhereName
	case key == "":
		key = coordinatorName
	}
	b.contributors = append(b.contributors, key)
	if m.BanReason != "" {
		b.bans[key] = m.BanReason
	}
}

// commit checks a transaction that has been written.
func (w *witness) commit(t *transaction) {
	w.commits++
	before := w.stored.clone()
	now := w.stored
	for _, m := range t.newContributors {
		now.add(m)
	}
	banned := ""
	if t.ban != nil {
		banned = now.contributors[t.banNumber]
		now.bans[banned] = t.ban.BanReason
		if w.honest[banned] {
			w.broken(ruleHonest, "%s: %s", banned, t.ban.BanReason)
		}
		if t.ban.BanReason == "" {
			w.broken(ruleBanned, "the ban of %s is stored without a reason", banned)
		}
	}
	refuted := false
	for _, e := range t.edits {
		before := now.shards[e.Shard]
		tally := before.tally
		if e.Tally != nil {
			tally = string(e.Tally)
		}
		after := now.result(e.after, tally)
		switch {
		case t.ban != nil:
			w.checkDiscard(e.Shard, banned, before, after)
		case before.contributor == elsewhereName && w.lapses(e.Shard, before, after):
			refuted = true
			w.checkDiscard(e.Shard, elsewhereName, before, after)
		default:
			w.checkChange(e.Shard, before, after)
		}
		now.shards[e.Shard] = after
		w.note(e.Shard, before, after)
	}
	if refuted && !w.refutes(before) {
		w.broken(ruleElsewhere, "they are discarded in transaction %d", w.commits)
	}
	w.stored = now
	if t.ban != nil && w.stored.uses(banned) {
		w.broken(ruleDiscarded, "%s is banned, but some of its results or confirmations are still stored", banned)
	}
}

// lapses reports whether the coordinator has given up a result from elsewhere, i.e. one that was in the database when
// the coordinator began. It has done so if it removed the result although no worker has sent a different one. It has
// also done so if it credited the result to the worker that had confirmed it.
func (w *witness) lapses(shard uint64, before, after storedResult) bool {
	if before.confirmer != "" && after.contributor == before.confirmer {
		return true
	}
	return after.contributor == "" && !w.hasContradiction(shard, before)
}

// refutes reports whether the coordinator has computed a shard that had a different result from elsewhere.
func (w *witness) refutes(before database) bool {
	for id := range before.shards {
		first := before.shards[id]
		if first.contributor == "" {
			first = w.contested[uint64(id)]
		}
		if first.contributor == elsewhereName && w.assigned[uint64(id)] && first.tally != string(w.space.resultOf(uint64(id), 0, 0, 0).Tally) {
			return true
		}
	}
	return false
}

// note records a change for the rules that are checked later.
func (w *witness) note(shard uint64, before, after storedResult) {
	switch {
	case after.contributor == "":
		w.removed[shard] = w.commits
		return
	case before.contributor == "":
		first := w.contested[shard]
		if first.contributor != "" && after.contributor == coordinatorName && first.tally != after.tally &&
			first.contributor != elsewhereName && !w.isBanned(first.contributor) {
			w.broken(ruleRefuted, "%s, by shard %d", first.contributor, shard)
		}
		delete(w.contested, shard)
	}
	by := w.ever[shard][after.tally]
	if !slices.Contains(by, after.contributor) {
		w.ever[shard][after.tally] = append(by, after.contributor)
	}
	if after.confirmer == "" {
		return
	}
	for _, key := range []string{after.contributor, after.confirmer} {
		if w.confirmed[key] == nil {
			w.confirmed[key] = make(map[uint64]bool)
		}
		w.confirmed[key][shard] = true
	}
}

// checkDiscard checks a shard after the coordinator has discarded everything from the contributor `banned`. A result of
// this contributor must be credited to the worker that confirmed it or, if nobody did, must be missing.
func (w *witness) checkDiscard(shard uint64, banned string, before, after storedResult) {
	want := before
	switch {
	case before.contributor == banned && before.confirmer != "":
		want = storedResult{contributor: before.confirmer, tally: before.tally}
	case before.contributor == banned:
		want = storedResult{}
	case before.confirmer == banned:
		want.confirmer = ""
	}
	if after != want {
		w.broken(ruleDiscarded, "%s is banned; shard %d had contributor %q and confirmer %q, and now has %q and %q", banned, shard, before.contributor, before.confirmer, after.contributor, after.confirmer)
	}
}

// checkChange checks a change of a shard in a transaction without a ban.
func (w *witness) checkChange(shard uint64, before, after storedResult) {
	switch {
	case after.contributor == "":
		w.contested[shard] = before
		if !w.hasContradiction(shard, before) {
			w.broken(ruleKept, "the result for shard %d of %s is removed", shard, before.contributor)
		}
	case after.contributor != before.contributor || after.tally != before.tally:
		if before.contributor != "" && after.contributor != coordinatorName {
			w.broken(ruleKept, "the result of %s for shard %d is replaced by that of %s", before.contributor, shard, after.contributor)
		}
		w.contributes(shard, after.contributor, after.tally, ruleAssigned)
	}
	if after.confirmer == "" || after.confirmer == before.confirmer {
		return
	}
	if after.confirmer == after.contributor {
		w.broken(ruleConfirmer, "%s confirms its own result for shard %d", after.confirmer, shard)
	}
	if before.contributor == "" && after.contributor == coordinatorName && slices.Contains(w.ever[shard][after.tally], after.confirmer) {
		return // the coordinator has settled a dispute about an earlier result
	}
	w.contributes(shard, after.confirmer, after.tally, ruleConfirmer)
	unasked := after.confirmer != coordinatorName && w.worker(after.confirmer).assigned[shard] != toVerify
	if unasked && after.contributor != coordinatorName {
		w.broken(ruleConfirmer, "%s confirms shard %d of %s without an assignment to verify it", after.confirmer, shard, after.contributor)
	}
}

// contributes checks that a contributor was assigned a shard and has sent this tally.
func (w *witness) contributes(shard uint64, contributor, tally, rule string) {
	if contributor == coordinatorName {
		if !w.assigned[shard] || tally != string(w.space.resultOf(shard, 0, 0, 0).Tally) {
			w.broken(ruleOwnWork, "the coordinator has not computed the result for shard %d", shard)
		}
		return
	}
	r := w.worker(contributor)
	if r.banned || w.stored.bans[contributor] != "" {
		w.broken(ruleBanned, "a result of %s for shard %d is stored", contributor, shard)
	}
	why, ok := r.assigned[shard]
	if _, sent := r.sent[shard][tally]; !ok || why == toTest || !sent {
		w.broken(rule, "shard %d, worker %s: assigned %t, for a probation %t, sent this result %t", shard, contributor, ok, why == toTest, sent)
	}
}

// hasContradiction reports whether a worker other than the contributor has sent a different result for a shard.
func (w *witness) hasContradiction(shard uint64, before storedResult) bool {
	for key, r := range w.workers {
		if key == before.contributor {
			continue
		}
		for tally := range r.sent[shard] {
			if tally != before.tally {
				return true
			}
		}
	}
	return false
}

// recordDeliveries records the results in the messages that the coordinator is about to read. Later checks need the
// sender of each result, and the shards that must be stored if the coordinator acknowledges a delivery.
func (w *witness) recordDeliveries(letters []letter) {
	for _, l := range letters {
		d, ok := l.message.(*delivery)
		if !ok || d.Epoch != w.c.epoch {
			continue
		}
		r := w.worker(l.from)
		heard := heardDelivery{commits: w.commits}
		for _, result := range d.Shards {
			why, ok := r.assigned[result.ID]
			if !ok {
				continue
			}
			if r.sent[result.ID] == nil {
				r.sent[result.ID] = make(map[string]struct{})
			}
			r.sent[result.ID][string(result.Tally)] = struct{}{}
			check := w.c.checks.open[result.ID]
			verifies := why == toVerify && check != nil && check.by != nil && check.by.key == l.from
			if verifies && !r.returned[result.ID] {
				heard.checks = append(heard.checks, result.ID)
			}
			if why != toTest && !r.returned[result.ID] {
				heard.shards = append(heard.shards, result.ID)
			}
		}
		r.deliveries[d.Number] = heard
	}
}

// checkMessage checks a message from the coordinator to a worker.
func (w *witness) checkMessage(key string, message any) {
	switch m := message.(type) {
	case *Batch:
		w.assigns(key, m)
	case *job:
		if m.Refusal != "" {
			w.worker(key).banned = true
		} else if w.isBanned(key) {
			w.broken(ruleBanned, "%s is given a job", key)
		}
	case *receipt:
		if m.BanReason != "" {
			w.worker(key).banned = true
		}
		if m.Stored && m.Epoch == w.c.epoch && w.honest[key] {
			w.receipt(key, m.Number)
		}
	}
}

// receipt checks a delivery that the coordinator acknowledges: each of its results must be stored, or have been removed
// after the delivery came, or be contested (removed because two workers have sent different ones).
func (w *witness) receipt(key string, number uint64) {
	r := w.worker(key)
	if number <= r.answered {
		return
	}
	r.answered = number
	heard := r.deliveries[number]
	gone := func(shard uint64) bool { // removed since the delivery came, or contested
		return w.removed[shard] > heard.commits || w.contested[shard].contributor != ""
	}
	for _, shard := range heard.checks {
		_, agrees := r.sent[shard][w.stored.shards[shard].tally]
		if stored := w.stored.shards[shard]; !agrees && stored.contributor != coordinatorName && stored.confirmer == "" && !gone(shard) {
			w.broken(ruleDispute, "%s has found another result for shard %d than %s", key, shard, stored.contributor)
		}
	}
	for _, shard := range heard.shards {
		r.returned[shard] = true
		missing := w.stored.shards[shard].contributor == ""
		if missing && !gone(shard) {
			w.broken(ruleReceipt, "%s gets a receipt for its message %d, but shard %d is missing", key, number, shard)
		}
	}
}

func (w *witness) isBanned(key string) bool {
	return w.stored.bans[key] != "" || w.workers[key] != nil && w.workers[key].banned
}

func (w *witness) admits(key string) {
	if w.isBanned(key) {
		w.broken(ruleBanned, "%s is admitted again", key)
	}
}

// assigns checks that a worker may be assigned the shards of a batch, and records the assignment.
func (w *witness) assigns(key string, b *Batch) {
	if w.isBanned(key) {
		w.broken(ruleBanned, "%s is given a batch", key)
	}
	r := w.worker(key)
	why := w.c.schedule.assignments[b.ID].purpose
	if why == toTest {
		r.probation = nil
	} else if w.check > 0 && !r.admitted {
		w.checkProbation(key, r)
	}
	for _, shard := range b.Shards {
		contributor := w.stored.shards[shard.ID].contributor
		switch {
		case why == toTest:
			r.probation = append(r.probation, shard.ID)
		case why == toCompute && contributor != "":
			w.broken(ruleMissing, "%s is assigned shard %d, which %s has done", key, shard.ID, contributor)
		case why == toVerify && contributor == key:
			w.broken(ruleMissing, "%s is assigned its own shard %d to verify", key, shard.ID)
		}
		r.assigned[shard.ID] = why
		r.returned[shard.ID] = false
	}
}

// checkProbation checks the probation of a worker that gets work for the first time.
func (w *witness) checkProbation(key string, r *workerRecord) {
	r.admitted = true
	if len(r.probation) == 0 {
		w.broken(ruleProbation, "%s had no probation", key)
	}
	for _, shard := range r.probation {
		if len(r.sent[shard]) == 0 {
			w.broken(ruleProbation, "%s has not done shard %d of its probation", key, shard)
		}
		// A result that came after the end of an earlier probation does not count, so one result without a fault is
		// enough.
		right := string(w.space.resultOf(shard, 0, 0, 0).Tally)
		passes := slices.ContainsFunc(slices.Collect(maps.Keys(r.sent[shard])), func(tally string) bool {
			other := slices.ContainsFunc(w.ever[shard][tally], func(by string) bool { return by != key && by != elsewhereName })
			return tally == right || other
		})
		if len(r.sent[shard]) > 0 && !passes {
			w.broken(ruleProbation, "the result of %s for shard %d of its probation is wrong, and no other worker has sent the same result", key, shard)
		}
	}
}

// checkAfterTick checks that bans are stored: no banned worker has results, unless a write has just failed.
func (w *witness) checkAfterTick() {
	if w.failed {
		w.failed = false
		return
	}
	for _, key := range slices.Sorted(maps.Keys(w.workers)) {
		if w.workers[key].banned && w.stored.uses(key) {
			w.broken(ruleBanStored, "%s is banned, but still has results in the database", key)
		}
	}
}

// agrees checks that the coordinator's memory and the database have the same results, the same number of missing shards
// and the same sum.
func (w *witness) agrees() {
	missing := uint64(0)
	sum := enum.NewTally(2)
	for id, r := range w.stored.shards {
		if r.contributor == "" {
			missing++
		} else {
			tally := new(enum.Tally)
			if err := tally.UnmarshalBinary([]byte(r.tally)); err != nil {
				w.broken(ruleMemory, "shard %d: %v", id, err)
			}
			sum.Merge(tally)
		}
		if known := w.c.register.shards[id]; w.stored.result(known, r.tally) != r || known.contributor != 0 && known.hash != w.c.register.hash([]byte(r.tally)) {
			w.broken(ruleMemory, "memory and database differ for shard %d, contributor %q, confirmer %q", id, r.contributor, r.confirmer)
		}
	}
	if missing != w.c.register.missingShards() {
		w.broken(ruleMemory, "%d shards are missing, the coordinator counts %d", missing, w.c.register.missingShards())
	}
	got, _ := w.c.register.sum.MarshalBinary()
	want, _ := sum.MarshalBinary()
	if !bytes.Equal(got, want) {
		w.broken(ruleMemory, "the coordinator's sum is not the sum of the stored shards")
	}
}

// ends checks the rules that must hold when the run is finished.
func (w *witness) ends() {
	w.agrees()
	if w.totalIsWrong() {
		w.broken(ruleTotal, "the stored total is wrong")
	}
	unconfirmed := make(map[string]bool)
	for id, r := range w.stored.shards {
		for _, key := range []string{r.contributor, r.confirmer} {
			if w.isBanned(key) {
				w.broken(ruleBanned, "%s still has shard %d", key, id)
			}
		}
		if r.contributor == coordinatorName || r.confirmer != "" {
			continue
		}
		unconfirmed[r.contributor] = true
		if w.check == 1 {
			w.broken(ruleChecked, "shard %d of %s is not confirmed", id, r.contributor)
		}
	}
	if w.check == 0 {
		return
	}
	for _, key := range slices.Sorted(maps.Keys(unconfirmed)) {
		if n := len(w.confirmed[key]); n < proven {
			w.broken(ruleFirst, "only %d results of %s are confirmed", n, key)
		}
	}
}
