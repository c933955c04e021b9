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

// A Maker says who stored shards of a run. It is what that machine said of itself: it tells
// machines apart that mean well, and proves nothing.
type Maker struct {
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

// MostMakers is how many makers a run has; the shards of others have none.
const MostMakers = 1 << 20

const (
	mostListed = 1000    // in a header, of an older program
	mostChecks = 100     // that a run names, the newest
	mostShards = 1 << 48 // that a maker or a check may name
)

// ownMaker returns the maker that this process is.
func ownMaker() Maker {
	host, err := os.Hostname()
	if err != nil || checkName(host, longestHost) != nil {
		host = "unknown"
	}
	version := build.Info().Name()
	if checkName(version, longestHost) != nil {
		version = "unknown"
	}
	return Maker{Host: host, Version: version}
}

// now returns the time as headers have it.
func now() time.Time { return time.Now().UTC().Truncate(time.Second) }

// who returns what makes a maker another one: a worker its key, others where and with what they work, and who
// has signed it; and for both the coordinator that stored their shards.
func (m Maker) who() Maker {
	if m.Key != "" {
		return Maker{Key: m.Key, Coordinator: m.Coordinator}
	}
	return Maker{Host: m.Host, Version: m.Version, SignedBy: m.SignedBy, Coordinator: m.Coordinator}
}

func (m Maker) check() error {
	return cmp.Or(checkClaim(m.Host, m.Version, m.Shards, mostShards), checkName(m.SignedBy, longestHost), checkName(m.Key, longestHost), checkName(m.Banned, longestHeader), checkName(m.Coordinator, longestHost))
}

// Encode returns the record of a maker.
func (m Maker) Encode() ([]byte, error) {
	if err := m.check(); err != nil {
		return nil, err
	}
	return json.Marshal(m)
}

// A roster is the makers of a run as they are stored. The first has the index 1.
type roster struct {
	list []Maker
	some map[uint32]Maker // by index, in place of the list: those that were wanted
	at   map[Maker]uint32 // by who they are; nil before anybody asks
}

// readRoster reads the makers of a run: those that are wanted, all if wanted is nil. One whose record the disk has damaged is nobody,
// and broken is told, unless it is nil.
func readRoster(tx *db.Tx, run uint64, wanted map[uint32]bool, broken func(maker uint64, err error)) (*roster, error) {
	r := new(roster)
	if wanted != nil {
		r.some = make(map[uint32]Maker)
	}
	last := uint64(0)
	put := func(m Maker) {
		last++
		switch {
		case wanted == nil:
			r.add(m)
		case wanted[uint32(last)]:
			r.some[uint32(last)] = m
		}
	}
	err := tx.Makers(run, func(index uint64, data []byte) error {
		var m Maker
		err := json.Unmarshal(data, &m)
		if err == nil {
			err = m.check()
		}
		if err == nil && (index != last+1 || index > MostMakers) {
			err = fmt.Errorf("it follows maker %d", last)
		}
		if err != nil {
			return fmt.Errorf("run %d, maker %d: %w: %.200s", run, index, errRecord, err.Error())
		}
		put(m)
		return nil
	}, func(index uint64, err error) {
		if put(Maker{}); broken != nil {
			broken(index, err)
		}
	})
	return r, err
}

func (r *roster) add(m Maker) {
	r.list = append(r.list, m)
	if r.at != nil && m != (Maker{}) {
		r.at[m.who()] = uint32(len(r.list))
	}
}

// get returns the maker of an index; of one that is not there, nobody.
func (r *roster) get(index uint32) Maker {
	if r.some != nil {
		return r.some[index]
	}
	if index == 0 || int(index) > len(r.list) {
		return Maker{}
	}
	return r.list[index-1]
}

// all returns the makers that were read, in ascending order.
func (r *roster) all() iter.Seq2[uint32, Maker] {
	return func(yield func(uint32, Maker) bool) {
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

// find returns the index of a maker, 0 if it is not there.
func (r *roster) find(m Maker) uint32 {
	if r.at == nil {
		r.at = make(map[Maker]uint32, len(r.list))
		for i, there := range r.list {
			if there != (Maker{}) {
				r.at[there.who()] = uint32(i + 1)
			}
		}
	}
	return r.at[m.who()]
}

// enlist returns the index of a maker of a run, which is added to it unless it is there.
func (r *roster) enlist(tx *db.Tx, run uint64, m Maker) (uint32, error) {
	if m == (Maker{}) {
		return 0, nil
	}
	if index := r.find(m); index != 0 {
		return index, nil
	}
	if len(r.list) == MostMakers {
		return 0, nil
	}
	if m.Shards = 0; m.Started.IsZero() {
		m.Started = now()
	}
	data, err := m.Encode()
	if err != nil {
		return 0, err
	}
	index, err := tx.AddMaker(run, data)
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
func (in *stored) shown(h Header) (list []Maker) {
	made := make(map[uint32]uint64)
	for _, s := range in.shards {
		who, _, _, _ := s.split()
		made[who.Maker]++
	}
	list = slices.Clone(h.unnamed(made[0]))
	at := make(map[Maker]int)
	for i, m := range list {
		at[m.who()] = i
	}
	for index, m := range in.makers.all() {
		shards := made[index]
		if m.Key, m.Banned, m.Coordinator = "", "", ""; shards == 0 || m == (Maker{}) {
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

// unnamed returns the makers of a number of shards whose records do not say theirs.
func (h Header) unnamed(shards uint64) []Maker {
	switch all := shardsOf(h.Makers); {
	case all <= shards:
		return h.Makers
	case len(h.Makers) == 1:
		m := h.Makers[0]
		m.Shards = shards
		return []Maker{m}
	}
	return nil
}

// inherit takes over the makers of shards whose records do not say theirs: added of those that were stored in another run.
// Who made which of them is not known, but if they are all, or one maker's.
func (h *Header) inherit(other Header, stored, added uint64) {
	list := slices.Clone(other.unnamed(stored))
	if added == 0 || added < stored && (len(list) != 1 || list[0].Shards < stored) {
		return
	}
	h.Makers = slices.Clone(h.Makers)
	for _, m := range list {
		m.Shards = min(m.Shards, added)
		i := slices.IndexFunc(h.Makers, func(o Maker) bool { return o.who() == m.who() })
		switch {
		case i >= 0:
			h.Makers[i].Shards = min(h.Makers[i].Shards+m.Shards, mostShards)
		case len(h.Makers) < mostListed:
			h.Makers = append(h.Makers, m)
		}
	}
}

// shardsOf returns how many shards some makers have stored.
func shardsOf(list []Maker) (shards uint64) {
	for _, m := range list {
		shards += m.Shards
	}
	return shards
}

// Unknown returns how many of the stored shards have no maker: a program stored them that
// did not say who it was.
func (s Summary) Unknown(stored uint64) uint64 { return stored - min(stored, shardsOf(s.Makers)) }

// confirmed adds what was found again.
func (h *Header) confirmed(checks ...Check) {
	h.Signature = ""
	h.Checks = slices.Concat(h.Checks, checks)
	h.Checks = h.Checks[max(len(h.Checks)-mostChecks, 0):]
}

// confirmations returns the makers of another run as those who have found a number of shards again.
func (s Summary) confirmations(of uint64) []Check {
	return lists.Map(s.Makers, func(m Maker) Check {
		return Check{Host: m.Host, Version: m.Version, Time: m.Started, Shards: min(m.Shards, of), Of: of}
	})
}

// checkMakers returns an error unless a header's makers and checks can be what this program
// stores.
func (h Header) checkMakers() error {
	if len(h.Makers) > mostListed || len(h.Checks) > mostChecks {
		return fmt.Errorf("it names %d makers and %d checks, it may name %d and %d", len(h.Makers), len(h.Checks), mostListed, mostChecks)
	}
	for _, m := range h.Makers {
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
			hosts := lists.Map(r.Makers, func(m Maker) string { return m.Host })
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
