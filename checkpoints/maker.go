package checkpoints

import (
	"cmp"
	"fmt"
	"math/bits"
	"os"
	"slices"
	"time"

	"enumerate/internal/build"
)

// A Maker says who stored shards of a run. It is what that machine said of itself: it tells
// machines apart that mean well, and proves nothing.
type Maker struct {
	Host    string    `json:"host"`
	Version string    `json:"version"` // of the program, see build.Build.Name
	Started time.Time `json:"started"` // storing them
	Shards  uint64    `json:"shards"`
	// SignedBy is the key by which the part was signed that these shards were merged from here, if it was.
	SignedBy string `json:"signed_by,omitempty"`
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

const (
	mostMakers = 1000    // that a run names; the shards of others have no maker
	mostChecks = 100     // likewise, the newest
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

// made adds shards to those that a maker has stored, now unless it says when it began.
func (h *Header) made(m Maker, shards uint64) {
	if shards == 0 {
		return
	}
	if m.Started.IsZero() {
		m.Started = now()
	}
	h.Makers, h.Signature = slices.Clone(h.Makers), ""
	i := slices.IndexFunc(h.Makers, func(o Maker) bool {
		return o.Host == m.Host && o.Version == m.Version && o.SignedBy == m.SignedBy
	})
	if i < 0 {
		if len(h.Makers) == mostMakers { // the least of them makes room
			least := slices.MinFunc(h.Makers, func(a, b Maker) int { return cmp.Compare(a.Shards, b.Shards) })
			h.Makers = slices.DeleteFunc(h.Makers, func(o Maker) bool { return o == least })
		}
		m.Shards = 0
		h.Makers, i = append(h.Makers, m), len(h.Makers)
	}
	own := &h.Makers[i]
	own.Shards = min(own.Shards+shards, mostShards)
	if m.Started.Before(own.Started) {
		own.Started = m.Started
	}
}

// join adds the makers of another run of the same shards, by the numbers of those that were
// stored there and of those that are new here. Who made which is not known: each maker has made
// his share of the new ones.
func (h *Header) join(other Header, stored, added uint64) {
	h.Signature = ""
	all := max(stored, other.named())
	for _, m := range other.Makers {
		high, low := bits.Mul64(m.Shards, min(added, all))
		share, _ := bits.Div64(high, low, all) // at most added
		h.made(m, share)
	}
}

// named returns how many shards the makers have stored.
func (h Header) named() (shards uint64) {
	for _, m := range h.Makers {
		shards += m.Shards
	}
	return shards
}

// Unknown returns how many of the stored shards have no maker: a program stored them that
// did not say who it was.
func (h Header) Unknown(stored uint64) uint64 { return stored - min(stored, h.named()) }

// confirmed adds what was found again.
func (h *Header) confirmed(checks ...Check) {
	h.Signature = ""
	h.Checks = slices.Concat(h.Checks, checks)
	h.Checks = h.Checks[max(len(h.Checks)-mostChecks, 0):]
}

// confirmations returns the makers of another run as those who have found a number of shards again.
func (h Header) confirmations(of uint64) (checks []Check) {
	for _, m := range h.Makers {
		checks = append(checks, Check{Host: m.Host, Version: m.Version, Time: m.Started, Shards: min(m.Shards, of), Of: of})
	}
	return checks
}

// checkMakers returns an error unless a header's makers and checks can be what this program
// stores.
func (h Header) checkMakers() error {
	if len(h.Makers) > mostMakers || len(h.Checks) > mostChecks {
		return fmt.Errorf("it names %d makers and %d checks, it may name %d and %d", len(h.Makers), len(h.Checks), mostMakers, mostChecks)
	}
	for _, m := range h.Makers {
		if err := cmp.Or(checkClaim(m.Host, m.Version, m.Shards, mostShards), checkName(m.SignedBy, longestHost)); err != nil {
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
		if makers := r.hosts(); r.Unknown(r.Sum.Shards) == 0 {
			found = append(found, makers)
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

// hosts returns the makers' hosts, each once.
func (h Header) hosts() (hosts []string) {
	for _, m := range h.Makers {
		hosts = append(hosts, m.Host)
	}
	slices.Sort(hosts)
	return slices.Compact(hosts)
}
