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

// A Contributor says who stored shards of a run. It is what that machine said of itself: it tells
// machines apart that mean well, and proves nothing.
type Contributor struct {
	Host    string    `json:"host"`
	Version string    `json:"version"` // of the program, see build.Build.Name
	Started time.Time `json:"started"` // storing them
	Shards  uint64    `json:"shards,omitempty"`
	// SignedBy is the key by which the part was signed that these shards were merged from here, if it was.
	SignedBy string `json:"signed_by,omitempty"`
	// Key names a worker of a served run; see package fleet. Banned says why nothing of it is taken.
	Key    string `json:"key,omitempty"`
	Banned string `json:"banned,omitempty"`
	// Coordinator names the coordinator that stored the shards: its own if Key is "", else those that it accepted from
	// the worker Key. The name is a secret of that coordinator, so no other database can claim it; see [Store.Merge].
	Coordinator string `json:"coordinator,omitempty"`
}

// A Check says that shards of a run were found a second time, and were the same: walked again,
// or those of another run.
type Check struct {
	Host    string    `json:"host"`
	Version string    `json:"version"`
	Time    time.Time `json:"time"`
	Shards  uint64    `json:"shards"` // that were found again
	Of      uint64    `json:"of"`     // that were stored then
	// Seed has picked those that were walked again; 0 where another run had them.
	Seed uint64 `json:"seed,omitempty"`
}

// MostContributors is how many contributors a run has; the shards of others have none.
const MostContributors = 1 << 20

const (
	mostListed = 1000    // in a header, of an older program
	mostChecks = 100     // that a run names, the newest
	mostShards = 1 << 48 // that a contributor or a check may name
)

// ownContributor returns the contributor that this process is.
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

// now returns the time as headers have it.
func now() time.Time { return time.Now().UTC().Truncate(time.Second) }

// who returns what makes a contributor another one: a worker its key, others where and with what they work, and who
// has signed it; and for both the coordinator that stored their shards.
func (m Contributor) who() Contributor {
	if m.Key != "" {
		return Contributor{Key: m.Key, Coordinator: m.Coordinator}
	}
	return Contributor{Host: m.Host, Version: m.Version, SignedBy: m.SignedBy, Coordinator: m.Coordinator}
}

func (m Contributor) check() error {
	return cmp.Or(checkClaim(m.Host, m.Version, m.Shards, mostShards), checkName(m.SignedBy, longestHost), checkName(m.Key, longestHost), checkName(m.Banned, longestHeader), checkName(m.Coordinator, longestHost))
}

// Encode returns the record of a contributor.
func (m Contributor) Encode() ([]byte, error) {
	if err := m.check(); err != nil {
		return nil, err
	}
	return json.Marshal(m)
}

// A roster is the contributors of a run as they are stored. The first has the index 1.
type roster struct {
	list []Contributor
	some map[uint32]Contributor // by index, in place of the list: those that were wanted
	at   map[Contributor]uint32 // by who they are; nil before anybody asks
}

// readRoster reads the contributors of a run: those that are wanted, all if wanted is nil. One whose record the disk has damaged is nobody,
// and broken is told, unless it is nil.
func readRoster(tx *db.Tx, run uint64, wanted map[uint32]bool, broken func(contributor uint64, err error)) (*roster, error) {
	r := new(roster)
	if wanted != nil {
		r.some = make(map[uint32]Contributor)
	}
	last := uint64(0)
	put := func(m Contributor) {
		last++
		switch {
		case wanted == nil:
			r.add(m)
		case wanted[uint32(last)]:
			r.some[uint32(last)] = m
		}
	}
	err := tx.Contributors(run, func(index uint64, data []byte) error {
		var m Contributor
		err := json.Unmarshal(data, &m)
		if err == nil {
			err = m.check()
		}
		if err == nil && (index != last+1 || index > MostContributors) {
			err = fmt.Errorf("it follows contributor %d", last)
		}
		if err != nil {
			return fmt.Errorf("run %d, contributor %d: %w: %.200s", run, index, errRecord, err.Error())
		}
		put(m)
		return nil
	}, func(index uint64, err error) {
		if put(Contributor{}); broken != nil {
			broken(index, err)
		}
	})
	return r, err
}

func (r *roster) add(m Contributor) {
	r.list = append(r.list, m)
	if r.at != nil && m != (Contributor{}) {
		r.at[m.who()] = uint32(len(r.list))
	}
}

// get returns the contributor of an index; of one that is not there, nobody.
func (r *roster) get(index uint32) Contributor {
	if r.some != nil {
		return r.some[index]
	}
	if index == 0 || int(index) > len(r.list) {
		return Contributor{}
	}
	return r.list[index-1]
}

// all returns the contributors that were read, in ascending order.
func (r *roster) all() iter.Seq2[uint32, Contributor] {
	return func(yield func(uint32, Contributor) bool) {
		for i, m := range r.list {
			if !yield(uint32(i+1), m) {
				return
			}
		}
		for _, index := range slices.Sorted(maps.Keys(r.some)) {
			if !yield(index, r.some[index]) {
				return
			}
		}
	}
}

// clone returns a copy that can be added to.
func (r *roster) clone() *roster { return &roster{list: slices.Clip(r.list), at: maps.Clone(r.at)} }

// find returns the index of a contributor, 0 if it is not there.
func (r *roster) find(m Contributor) uint32 {
	if r.at == nil {
		r.at = make(map[Contributor]uint32, len(r.list))
		for i, there := range r.list {
			if there != (Contributor{}) {
				r.at[there.who()] = uint32(i + 1)
			}
		}
	}
	return r.at[m.who()]
}

// enlist returns the index of a contributor of a run, which is added to it unless it is there.
func (r *roster) enlist(tx *db.Tx, run uint64, m Contributor) (uint32, error) {
	if m == (Contributor{}) {
		return 0, nil
	}
	if index := r.find(m); index != 0 {
		return index, nil
	}
	if len(r.list) == MostContributors {
		return 0, nil
	}
	if m.Shards = 0; m.Started.IsZero() {
		m.Started = now()
	}
	data, err := m.Encode()
	if err != nil {
		return 0, err
	}
	index, err := tx.AddContributor(run, data)
	if err != nil {
		return 0, err
	}
	if index == uint64(len(r.list))+1 {
		r.add(m)
		return uint32(index), nil
	}
	there, err := readRoster(tx, run, nil, nil) // others have added some meanwhile
	if err != nil {
		return 0, err
	}
	*r = *there
	return uint32(index), nil
}

// shown returns who has made how many of the shards, by host, version and signature. Who made those that an
// older program stored its header says, unless it names more than are left and does not say which.
func (in *stored) shown(h Header) (list []Contributor) {
	made := make(map[uint32]uint64)
	for _, s := range in.shards {
		who, _, _, _ := s.split()
		made[who.Contributor]++
	}
	list = slices.Clone(h.unnamed(made[0]))
	at := make(map[Contributor]int)
	for i, m := range list {
		at[m.who()] = i
	}
	for index, m := range in.contributors.all() {
		shards := made[index]
		if m.Key, m.Banned, m.Coordinator = "", "", ""; shards == 0 || m == (Contributor{}) {
			continue
		}
		own, found := at[m.who()]
		if !found {
			own = len(list)
			at[m.who()], list = own, append(list, m)
		}
		if list[own].Shards += shards; m.Started.Before(list[own].Started) {
			list[own].Started = m.Started
		}
	}
	return list
}

// unnamed returns the contributors of a number of shards whose records do not say theirs.
func (h Header) unnamed(shards uint64) []Contributor {
	switch all := shardsOf(h.Contributors); {
	case all <= shards:
		return h.Contributors
	case len(h.Contributors) == 1:
		m := h.Contributors[0]
		m.Shards = shards
		return []Contributor{m}
	}
	return nil
}

// inherit takes over the contributors of shards whose records do not say theirs: added of those that were stored in another run.
// Who made which of them is not known, but if they are all, or one contributor's.
func (h *Header) inherit(other Header, stored, added uint64) {
	list := slices.Clone(other.unnamed(stored))
	if added == 0 || added < stored && (len(list) != 1 || list[0].Shards < stored) {
		return
	}
	h.Contributors = slices.Clone(h.Contributors)
	for _, m := range list {
		m.Shards = min(m.Shards, added)
		i := slices.IndexFunc(h.Contributors, func(o Contributor) bool { return o.who() == m.who() })
		switch {
		case i >= 0:
			h.Contributors[i].Shards = min(h.Contributors[i].Shards+m.Shards, mostShards)
		case len(h.Contributors) < mostListed:
			h.Contributors = append(h.Contributors, m)
		}
	}
}

// shardsOf returns how many shards some contributors have stored.
func shardsOf(list []Contributor) (shards uint64) {
	for _, m := range list {
		shards += m.Shards
	}
	return shards
}

// Unknown returns how many of the stored shards have no contributor: a program stored them that
// did not say who it was.
func (s Summary) Unknown(stored uint64) uint64 { return stored - min(stored, shardsOf(s.Contributors)) }

// confirmed adds what was found again.
func (h *Header) confirmed(checks ...Check) {
	h.Signature = ""
	h.Checks = slices.Concat(h.Checks, checks)
	h.Checks = h.Checks[max(len(h.Checks)-mostChecks, 0):]
}

// confirmations returns the contributors of another run as those who have found a number of shards again.
func (s Summary) confirmations(of uint64) []Check {
	return lists.Map(s.Contributors, func(m Contributor) Check {
		return Check{Host: m.Host, Version: m.Version, Time: m.Started, Shards: min(m.Shards, of), Of: of}
	})
}

// checkContributors returns an error unless a header's contributors and checks can be what this program
// stores.
func (h Header) checkContributors() error {
	if len(h.Contributors) > mostListed || len(h.Checks) > mostChecks {
		return fmt.Errorf("it names %d contributors and %d checks, it may name %d and %d", len(h.Contributors), len(h.Checks), mostListed, mostChecks)
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
		return fmt.Errorf("it names %d shards of at most %d", shards, most)
	}
	return cmp.Or(checkName(host, longestHost), checkName(version, longestHost))
}

// Sure is how sure Enough is.
const Sure = 0.95

// Enough returns the least number of wrong shards of which the check would have met one with
// the probability Sure, if each shard was as likely to be picked as any other. It takes as many
// steps: for a check that was made here, not one that a file says was made.
//
// Picks that are all different miss each of w wrong shards of m with the hypergeometric
// probability C(m-w, k) / C(m, k), which is (m-k)/m * (m-k-1)/(m-1) * ... of w factors.
func (c Check) Enough() (wrong uint64) {
	for missed := 1.0; missed > 1-Sure && wrong < c.Of; wrong++ {
		missed *= float64(c.Of-c.Shards-min(wrong, c.Of-c.Shards)) / float64(c.Of-wrong)
	}
	return wrong
}

// Machines returns how many machines have found all shards of finished runs that agree,
// each by itself, or together with others that count no second time; at least 1. A machine is
// a host's name, so it says what the runs say, and is as true as they are.
func Machines(runs []Summary) int {
	var found [][]string // hosts that have all shards between them
	for _, r := range runs {
		if r.Unknown(r.Sum.Shards) == 0 {
			hosts := lists.Map(r.Contributors, func(m Contributor) string { return m.Host })
			found = append(found, slices.Compact(slices.Sorted(slices.Values(hosts))))
		}
		for _, c := range r.Checks {
			if c.Shards == c.Of && c.Of == r.Sum.Shards {
				found = append(found, []string{c.Host})
			}
		}
	}
	slices.SortStableFunc(found, func(a, b []string) int { return cmp.Compare(len(a), len(b)) })
	counted := make(map[string]bool)
	machines := 0
	for _, hosts := range found {
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
