package checkpoints

import (
	"cmp"
	"encoding/json"
	"fmt"
	"iter"
	"maps"
	"os"
	"slices"
	"time"

	"enumerate/db"
	"enumerate/internal/build"
	"enumerate/internal/lists"
)

// A Contributor describes the machine, program or worker that computed shards of a run. These are its own claims, which
// prove nothing.
type Contributor struct {
	Host    string    `json:"host"`
	Version string    `json:"version"` // of the program, see build.Build.Name
	Started time.Time `json:"started"` // when its first shard was stored
	Shards  uint64    `json:"shards,omitempty"`
	// SignedBy is the fingerprint of the key that signed the run from which the shards were merged, or "".
	SignedBy string `json:"signed_by,omitempty"`
	// Key identifies a worker of a served run (see package fleet). BanReason is the reason for its ban, or "".
	Key       string `json:"key,omitempty"`
	BanReason string `json:"banned,omitempty"`
	// Coordinator identifies the coordinator that stored the shards, or is "". If Key is "", the coordinator computed
	// the shards itself; otherwise it accepted them from the worker with this key. After a restart, the coordinator
	// recognizes its shards by this value. The value is a secret, so that no one else can make a database with shards
	// that the coordinator seems to have accepted. A merge drops the value; see [Store.Offer].
	Coordinator string `json:"coordinator,omitempty"`
}

// A Check records that shards of a run were recomputed, or compared with those of another run, and were equal.
type Check struct {
	Host    string    `json:"host"`
	Version string    `json:"version"`
	Time    time.Time `json:"time"`
	Shards  uint64    `json:"shards"`         // compared
	Of      uint64    `json:"of"`             // stored at that time
	Seed    uint64    `json:"seed,omitempty"` // selected the shards; 0 if they were compared with another run
}

// MostContributors is the largest number of contributors of a run. Further ones are not named.
const MostContributors = 1 << 20

const (
	mostListed = 1000    // contributors in a header, which only development versions stored
	mostChecks = 100     // in a header; older ones are dropped
	mostShards = 1 << 48 // of a contributor or a check
)

// ownContributor describes this process. A name that this package would refuse to read becomes "unknown".
func ownContributor() Contributor {
	host, err := os.Hostname()
	if err != nil || checkName(host, longestHost) != nil {
		host = "unknown"
	}
	version := build.Info().Name()
	if checkName(version, longestHost) != nil {
		version = "unknown"
	}
	return Contributor{Host: host, Version: version}
}

func now() time.Time { return time.Now().UTC().Truncate(time.Second) }

// identity returns the fields that distinguish the contributor from others.
func (m Contributor) identity() Contributor {
	if m.Key != "" {
		return Contributor{Key: m.Key, Coordinator: m.Coordinator}
	}
	return Contributor{Host: m.Host, Version: m.Version, SignedBy: m.SignedBy, Coordinator: m.Coordinator}
}

// check returns an error if a field exceeds a limit or is not printable, because any program may have written it.
func (m Contributor) check() error {
	return cmp.Or(
		checkClaim(m.Host, m.Version, m.Shards, mostShards),
		checkName(m.SignedBy, longestHost),
		checkName(m.Key, longestHost),
		checkName(m.BanReason, longestHeader),
		checkName(m.Coordinator, longestHost),
	)
}

// Encode returns the payload of the contributor. The error says which field exceeds a limit.
func (m Contributor) Encode() ([]byte, error) {
	if err := m.check(); err != nil {
		return nil, err
	}
	return json.Marshal(m)
}

// A roster is the list of contributors of a run. Shards refer to them by numbers from 1. A contributor whose record is
// damaged is the zero Contributor, so that the later ones keep their numbers.
type roster struct {
	list    []Contributor
	some    map[uint32]Contributor // by number, used instead of the list if only some were read
	numbers map[Contributor]uint32 // by identity; nil before the first call of find
}

// readRoster reads the contributors of a run, or only the wanted numbers if wanted is not nil. It calls broken, if not
// nil, for each record whose checksum is wrong.
func readRoster(tx *db.Tx, run uint64, wanted map[uint32]bool, broken func(number uint64, err error)) (*roster, error) {
	r := new(roster)
	if wanted != nil {
		r.some = make(map[uint32]Contributor)
	}

	last := uint64(0)            // the number of the last contributor that was read
	put := func(m Contributor) { // adds the next contributor, if it is wanted
		last++
		switch {
		case wanted == nil:
			r.add(m)
		case wanted[uint32(last)]:
			r.some[uint32(last)] = m
		}
	}

	sound := func(number uint64, data []byte) error {
		m, err := decodeContributor(data)
		if err == nil && (number != last+1 || number > MostContributors) {
			err = fmt.Errorf("it follows contributor %d", last)
		}
		if err != nil {
			return fmt.Errorf("run %d, contributor %d: %w: %.200s", run, number, errRecord, err.Error())
		}
		put(m)
		return nil
	}
	damaged := func(number uint64, err error) {
		put(Contributor{})
		if broken != nil {
			broken(number, err)
		}
	}
	return r, tx.Contributors(run, sound, damaged)
}

func decodeContributor(data []byte) (Contributor, error) {
	var m Contributor
	if err := json.Unmarshal(data, &m); err != nil {
		return Contributor{}, err
	}
	if err := m.check(); err != nil {
		return Contributor{}, err
	}
	return m, nil
}

func (r *roster) add(m Contributor) {
	r.list = append(r.list, m)
	if r.numbers != nil && m != (Contributor{}) {
		r.numbers[m.identity()] = uint32(len(r.list))
	}
}

// get returns the contributor with a number, or the zero Contributor if there is none.
func (r *roster) get(number uint32) Contributor {
	if r.some != nil {
		return r.some[number]
	}
	if number == 0 || int(number) > len(r.list) {
		return Contributor{}
	}
	return r.list[number-1]
}

// all yields the contributors that were read, by number. Either r.list or r.some is empty.
func (r *roster) all() iter.Seq2[uint32, Contributor] {
	return func(yield func(uint32, Contributor) bool) {
		for i, m := range r.list {
			if !yield(uint32(i+1), m) {
				return
			}
		}
		for _, number := range slices.Sorted(maps.Keys(r.some)) {
			if !yield(number, r.some[number]) {
				return
			}
		}
	}
}

func (r *roster) clone() *roster {
	return &roster{list: slices.Clip(r.list), numbers: maps.Clone(r.numbers)}
}

// find returns the number of the contributor in r.list with the same identity as m, or 0.
func (r *roster) find(m Contributor) uint32 {
	if r.numbers == nil {
		r.numbers = make(map[Contributor]uint32, len(r.list))
		for i, listed := range r.list {
			if listed != (Contributor{}) {
				r.numbers[listed.identity()] = uint32(i + 1)
			}
		}
	}
	return r.numbers[m.identity()]
}

// enlist returns the number of the contributor m of a run. If m is new, enlist adds it to the roster and the database.
// The number is 0 if m is the zero Contributor, or if m is new and the list is full.
func (r *roster) enlist(tx *db.Tx, run uint64, m Contributor) (uint32, error) {
	if m == (Contributor{}) {
		return 0, nil
	}
	if number := r.find(m); number != 0 {
		return number, nil
	}
	if len(r.list) == MostContributors {
		return 0, nil
	}

	m.Shards = 0
	if m.Started.IsZero() {
		m.Started = now()
	}
	data, err := m.Encode()
	if err != nil {
		return 0, err
	}
	number, err := tx.AddContributor(run, data)
	if err != nil {
		return 0, err
	}

	if number == uint64(len(r.list))+1 {
		r.add(m)
		return uint32(number), nil
	}
	stored, err := readRoster(tx, run, nil, nil) // another process has added contributors since r was read
	if err != nil {
		return 0, err
	}
	*r = *stored
	return uint32(number), nil
}

// listContributors returns the contributors of a run with their numbers of shards. Those with the same machine, program
// and signature, such as workers that differ only in their keys, are listed as one.
func (in *contents) listContributors(h Header) []Contributor {
	shards := make(map[uint32]uint64)
	for _, s := range in.shards {
		shards[s.provenance().Contributor]++
	}

	list := slices.Clone(h.anonymous(shards[0]))
	at := make(map[Contributor]int)
	for i, m := range list {
		at[m.identity()] = i
	}

	for number, m := range in.contributors.all() {
		m.Key, m.BanReason, m.Coordinator = "", "", ""
		if shards[number] == 0 || m == (Contributor{}) {
			continue
		}
		i, found := at[m.identity()]
		if !found {
			i = len(list)
			at[m.identity()] = i
			list = append(list, m)
		}
		list[i].Shards += shards[number]
		if m.Started.Before(list[i].Started) {
			list[i].Started = m.Started
		}
	}
	return list
}

// anonymous returns the contributors of the anonymous shards of a run (those that name no contributor), or nil if they
// are unknown. The argument shards is the number of these shards.
//
// Development versions stored such shards, and listed the contributors with their numbers of shards in the header. If
// some of these shards were lost later, the others can be attributed only if there was a single contributor.
func (h Header) anonymous(shards uint64) []Contributor {
	switch {
	case sumShards(h.Contributors) <= shards: // none is lost
		return h.Contributors
	case len(h.Contributors) == 1:
		m := h.Contributors[0]
		m.Shards = shards
		return []Contributor{m}
	}
	return nil
}

// inherit updates the contributors in the header h after `added` anonymous shards (which name no contributor) were
// copied to its run from another run, which has `stored` such shards. If all were copied, inherit adds all contributors
// that the header of the other run lists for them. That header does not say which shards are whose. So if only some
// were copied, inherit adds nothing, unless a single contributor computed all.
func (h *Header) inherit(other Header, stored, added uint64) {
	if added == 0 {
		return
	}
	list := slices.Clone(other.anonymous(stored))
	single := len(list) == 1 && list[0].Shards >= stored
	if added < stored && !single {
		return
	}

	h.Contributors = slices.Clone(h.Contributors)
	for _, m := range list {
		m.Shards = min(m.Shards, added)
		i := slices.IndexFunc(h.Contributors, func(o Contributor) bool { return o.identity() == m.identity() })
		switch {
		case i >= 0:
			h.Contributors[i].Shards = min(h.Contributors[i].Shards+m.Shards, mostShards)
		case len(h.Contributors) < mostListed:
			h.Contributors = append(h.Contributors, m)
		}
	}
}

func sumShards(list []Contributor) (shards uint64) {
	for _, m := range list {
		shards += m.Shards
	}
	return shards
}

// Unknown returns how many of the run's `stored` shards have no known contributor.
func (s Summary) Unknown(stored uint64) uint64 {
	return stored - min(stored, sumShards(s.Contributors))
}

// addChecks adds checks, and drops the signature and the oldest checks beyond the limit.
func (h *Header) addChecks(checks ...Check) {
	h.Signature = ""
	h.Checks = slices.Concat(h.Checks, checks)
	h.Checks = h.Checks[max(len(h.Checks)-mostChecks, 0):]
}

// confirmations returns a check (a record of recomputed shards) for each contributor of the run s. The caller has found
// that s agrees with another run, which has `of` shards. So each contributor of s has computed shards of the other run
// again, and the caller adds these checks to the header of the other run.
func (s Summary) confirmations(of uint64) []Check {
	return lists.Map(s.Contributors, func(m Contributor) Check {
		return Check{Host: m.Host, Version: m.Version, Time: m.Started, Shards: min(m.Shards, of), Of: of}
	})
}

// checkContributors returns an error if the contributors or checks of a header have a name that is not printable, or
// exceed a limit, so that a hostile header cannot fill the memory.
func (h Header) checkContributors() error {
	if len(h.Contributors) > mostListed || len(h.Checks) > mostChecks {
		return fmt.Errorf("%d contributors and %d checks; the limits are %d and %d", len(h.Contributors), len(h.Checks), mostListed, mostChecks)
	}
	for _, m := range h.Contributors {
		if err := m.check(); err != nil {
			return err
		}
	}
	for _, c := range h.Checks {
		if err := checkClaim(c.Host, c.Version, c.Shards, min(c.Of, mostShards)); err != nil {
			return err
		}
	}
	return nil
}

func checkClaim(host, version string, shards, most uint64) error {
	if shards > most {
		return fmt.Errorf("it claims %d shards; the limit is %d", shards, most)
	}
	return cmp.Or(checkName(host, longestHost), checkName(version, longestHost))
}

// Sure is the probability in [Check.Enough].
const Sure = 0.95

// SmallestNoticed returns the smallest number w such that the check would have noticed w wrong shards with probability
// Sure, if every shard is equally likely to be selected. It takes w steps, so call it only for checks of this process,
// not for those that a file claims.
//
// If k of m shards are selected, the probability that none of w wrong shards is selected is C(m-w, k) / C(m, k) =
// (m-k)/m * (m-k-1)/(m-1) * ..., a product of w factors.
func (c Check) SmallestNoticed() (wrong uint64) {
	for missed := 1.0; missed > 1-Sure && wrong < c.Of; wrong++ {
		missed *= float64(c.Of-c.Shards-min(wrong, c.Of-c.Shards)) / float64(c.Of-wrong)
	}
	return wrong
}

// Machines returns a lower bound of the number of machines that have computed the common result of finished runs
// independently. Machines that computed a run together count as one. Machines are distinguished by host names, which
// are unproved claims.
func Machines(runs []Summary) int {
	// A group has the hosts of a run, if all are known, or a single host that has recomputed all shards of a run.
	var groups [][]string
	for _, r := range runs {
		if r.Unknown(r.Sum.Shards) == 0 {
			hosts := lists.Map(r.Contributors, func(m Contributor) string { return m.Host })
			groups = append(groups, slices.Compact(slices.Sorted(slices.Values(hosts))))
		}
		for _, c := range r.Checks {
			if c.Shards == c.Of && c.Of == r.Sum.Shards {
				groups = append(groups, []string{c.Host})
			}
		}
	}
	slices.SortStableFunc(groups, func(a, b []string) int { return cmp.Compare(len(a), len(b)) })

	// Count disjoint groups, the smallest first, because they exclude the fewest others.
	counted := make(map[string]bool)
	machines := 0
	for _, hosts := range groups {
		if slices.ContainsFunc(hosts, func(host string) bool { return counted[host] }) {
			continue
		}
		machines++
		for _, host := range hosts {
			counted[host] = true
		}
	}
	return max(machines, 1)
}
